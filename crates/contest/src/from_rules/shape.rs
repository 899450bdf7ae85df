//! The shape of a declared type, as far as a text and a random instance depend on it.
//!
//! In: a declaration of a game. Out: numbers, words and lists of them; sets and bags are lists here, in whatever order.

use grundy_message::{Message, message};
use grundy_rules::Int;
use grundy_rules::ast::{DeclaredDomain, Expr, ExprKind, RangeExpr, TypeExpr, TypeExprKind};
use grundy_rules::game::{self, Type};
use grundy_rules::print::print_type;

/// The shape of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Number {
        low: Option<Expr>,
        high: Option<Expr>,
    },
    Bool,
    /// One of these words.
    Word(Vec<String>),
    List {
        entry: Box<Shape>,
        /// Its declared length.
        size: Option<Expr>,
        /// Whether no two entries are alike, as in a set.
        is_set: bool,
    },
}

impl Shape {
    /// Returns the shape of a declared value.
    pub fn new(domain: &DeclaredDomain) -> Shape {
        match domain {
            DeclaredDomain::Unsaid => Shape::Number { low: Some(number(0)), high: None },
            DeclaredDomain::In(range) => Shape::of_range(range),
            DeclaredDomain::Typed(ty) => Shape::of_type(ty),
        }
    }

    fn of_range(range: &RangeExpr) -> Shape {
        Shape::Number { low: Some(range.low.clone()), high: range.high.clone() }
    }

    fn of_type(ty: &TypeExpr) -> Shape {
        match &ty.kind {
            TypeExprKind::Int(None) => Shape::Number { low: None, high: None },
            TypeExprKind::Int(Some(range)) => Shape::of_range(range),
            TypeExprKind::Bool => Shape::Bool,
            TypeExprKind::Symbols(symbols) => Shape::Word(symbols.iter().map(|symbol| symbol.text.clone()).collect()),
            TypeExprKind::List(entry, sizes) => {
                let mut sizes = sizes.iter().rev();
                let innermost = Shape::of_type(entry).listed(sizes.next().cloned());
                sizes.fold(innermost, |inner, size| inner.listed(Some(size.clone())))
            }
            TypeExprKind::Bag(entry) => Shape::of_type(entry).listed(None),
            TypeExprKind::Set(entry) => {
                Shape::List { entry: Box::new(Shape::of_type(entry)), size: None, is_set: true }
            }
        }
    }

    /// Returns the shape of a list of these.
    pub fn listed(self, size: Option<Expr>) -> Shape {
        Shape::List { entry: Box::new(self), size, is_set: false }
    }

    /// Returns whether it is a list that a text holds as one word: letters without white space between them.
    pub fn is_written_as_word(&self) -> bool {
        matches!(self, Shape::List { entry, .. } if matches!(&**entry, Shape::Word(words) if are_letters(words)))
    }

    /// Returns whether a text holds it between white space, without its length.
    pub fn is_plain(&self) -> bool {
        matches!(self, Shape::Number { .. } | Shape::Bool | Shape::Word(_)) || self.is_written_as_word()
    }
}

/// Returns whether words need nothing between them.
pub(super) fn are_letters(words: &[String]) -> bool {
    words.iter().all(|word| word.chars().count() == 1)
}

/// Returns a number as an expression.
pub(super) fn number(number: i64) -> Expr {
    Expr { kind: ExprKind::Int(Int::from(number)), span: grundy_rules::Span::default() }
}

/// Returns the number that an expression is, if it is written out.
pub(super) fn literal_of(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(int) => int.to_i64(),
        ExprKind::Negate(inner) => literal_of(inner)?.checked_neg(),
        _ => None,
    }
}

/// Returns the type of a field for these values, where sets and bags are lists.
pub(super) fn type_text(domain: &DeclaredDomain) -> String {
    match domain {
        DeclaredDomain::Unsaid => "int in 0..".to_owned(),
        DeclaredDomain::In(range) => {
            print_type(&TypeExpr { kind: TypeExprKind::Int(Some(Box::new(range.clone()))), span: range.span() })
        }
        DeclaredDomain::Typed(ty) => print_type(&listed_type(ty)),
    }
}

fn listed_type(ty: &TypeExpr) -> TypeExpr {
    let kind = match &ty.kind {
        TypeExprKind::List(entry, sizes) => TypeExprKind::List(Box::new(listed_type(entry)), sizes.clone()),
        TypeExprKind::Bag(entry) | TypeExprKind::Set(entry) => {
            TypeExprKind::List(Box::new(listed_type(entry)), Vec::new())
        }
        // A word of the rules may be reserved for something else here.
        TypeExprKind::Symbols(symbols) => TypeExprKind::Symbols(
            symbols
                .iter()
                .cloned()
                .map(|mut symbol| {
                    symbol.quoted = true;
                    symbol
                })
                .collect(),
        ),
        other => other.clone(),
    };
    TypeExpr { kind, span: ty.span }
}

/// Visits the bounds and lengths of a checked type.
pub(super) fn each_bound(ty: &Type, visit: &mut dyn FnMut(&game::Expr)) {
    match ty {
        Type::Int { low, high } => low.iter().chain(high).for_each(visit),
        Type::Bool | Type::Symbols(_) => {}
        Type::List(entry, size) => {
            size.iter().for_each(&mut *visit);
            each_bound(entry, visit);
        }
        Type::Bag(entry) | Type::Set(entry) => each_bound(entry, visit),
    }
}

/// Returns what a shape is, for messages.
pub(super) fn described(shape: &Shape) -> Message {
    match shape {
        Shape::Number { .. } => message!("a number"),
        Shape::Bool => message!("true or false"),
        Shape::Word(_) => message!("a word"),
        Shape::List { entry, .. } => match &**entry {
            Shape::Number { .. } => message!("a list of numbers"),
            Shape::Word(_) => message!("a list of words"),
            Shape::Bool => message!("a list of truth values"),
            Shape::List { .. } => message!("a list of lists"),
        },
    }
}
