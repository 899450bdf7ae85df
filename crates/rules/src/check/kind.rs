//! Kinds of values: which fit together, and their names in messages.

use crate::game::Kind;
use grundy_message::{Message, message};

/// Returns the kind that contains the values of both, if there is one.
pub fn join(a: &Kind, b: &Kind) -> Option<Kind> {
    Some(match (a, b) {
        (Kind::Unknown, other) | (other, Kind::Unknown) => other.clone(),
        (Kind::Int, Kind::Int) => Kind::Int,
        (Kind::Bool, Kind::Bool) => Kind::Bool,
        (Kind::Symbol(a), Kind::Symbol(b)) => Kind::Symbol(a | b),
        (Kind::List(a), Kind::List(b)) | (Kind::List(a), Kind::Bag(b)) | (Kind::Bag(a), Kind::List(b)) => {
            Kind::List(Box::new(join(a, b)?))
        }
        (Kind::Bag(a), Kind::Bag(b)) => Kind::Bag(Box::new(join(a, b)?)),
        (Kind::Set(a), Kind::Set(b)) => Kind::Set(Box::new(join(a, b)?)),
        _ => return None,
    })
}

/// Returns whether a value of kind `from` may be stored as one of kind `to`. Symbols that may fall outside are checked while
/// playing; symbols that always do are refused here.
pub fn fits(from: &Kind, to: &Kind) -> bool {
    match (from, to) {
        (Kind::Unknown, _) | (_, Kind::Unknown) => true,
        (Kind::Symbol(a), Kind::Symbol(b)) => !a.is_disjoint(b),
        (Kind::List(a) | Kind::Bag(a), Kind::List(b) | Kind::Bag(b))
        | (Kind::List(a) | Kind::Bag(a) | Kind::Set(a), Kind::Set(b)) => fits(a, b),
        _ => from == to,
    }
}

/// Returns whether values of the two kinds can ever be equal.
pub fn comparable(a: &Kind, b: &Kind) -> bool {
    match (a, b) {
        (Kind::Symbol(a), Kind::Symbol(b)) => !a.is_disjoint(b),
        _ => join(a, b).is_some(),
    }
}

/// Returns the kind of an element, if there are elements.
pub fn element(kind: &Kind) -> Option<Kind> {
    match kind {
        Kind::List(element) | Kind::Bag(element) | Kind::Set(element) => Some((**element).clone()),
        Kind::Unknown => Some(Kind::Unknown),
        _ => None,
    }
}

/// Describes a kind: `a number`, `a list of symbols`.
pub fn describe(kind: &Kind) -> Message {
    match kind {
        Kind::Int => message!("a number"),
        Kind::Bool => message!("true or false"),
        Kind::Symbol(_) => message!("a symbol"),
        Kind::List(element) if matches!(**element, Kind::List(_)) => {
            let Kind::List(cell) = &**element else { return message!("a list") };
            message!("a grid of {what}", what = several(cell))
        }
        Kind::List(element) => message!("a list of {what}", what = several(element)),
        Kind::Bag(element) => message!("a bag of {what}", what = several(element)),
        Kind::Set(element) => message!("a set of {what}", what = several(element)),
        Kind::Unknown => message!("something"),
    }
}

fn several(kind: &Kind) -> Message {
    match kind {
        Kind::Int => message!("numbers"),
        Kind::Bool => message!("truth values"),
        Kind::Symbol(_) => message!("symbols"),
        Kind::List(element) => message!("lists of {what}", what = several(element)),
        Kind::Bag(element) => message!("bags of {what}", what = several(element)),
        Kind::Set(element) => message!("sets of {what}", what = several(element)),
        Kind::Unknown => message!("anything"),
    }
}
