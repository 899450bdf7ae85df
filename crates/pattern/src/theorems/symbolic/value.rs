//! The value of an expression along a progression: a plain value, or a formula in the index.

use super::super::digits::Digits;
use super::super::line::Line;
use grundy_rules::{Int, Value};
use std::cell::OnceCell;
use std::rc::Rc;

/// A value that may depend on the index in a progression.
#[derive(Clone, Debug)]
pub enum Symbolic {
    /// The same everywhere.
    Known(Value),
    /// A number, linear in the index.
    Line(Line),
    /// `floor_phi(of) + plus`.
    Phi(Line, Line),
    /// `isqrt(of)`.
    Root(Line),
    /// `popcount(of)`.
    Ones(Line),
    /// Exclusive or of a number and of lines that are not negative.
    Xor(Int, Vec<Line>),
    /// A list.
    List(Rc<Vec<Symbolic>>),
    /// A bag; it is sorted when its order is needed.
    Bag(Rc<Unordered>),
    /// A condition on the digits of lines.
    Digits(Digits),
}

/// The elements of a bag, and its order once it was needed.
#[derive(Debug)]
pub struct Unordered {
    pub(super) elements: Vec<Symbolic>,
    pub(super) sorted: OnceCell<Vec<Symbolic>>,
}

impl Symbolic {
    /// Converts a line; to a number if it does not depend on the index.
    pub fn line(line: Line) -> Symbolic {
        if line.slope.is_zero() { Symbolic::Known(Value::Int(line.base)) } else { Symbolic::Line(line) }
    }

    pub(super) fn bool(truth: bool) -> Symbolic {
        Symbolic::Known(Value::Bool(truth))
    }

    pub(super) fn int(int: Int) -> Symbolic {
        Symbolic::Known(Value::Int(int))
    }

    /// Returns it as a line, if it is one.
    pub fn as_line(&self) -> Option<Line> {
        match self {
            Symbolic::Known(Value::Int(int)) => Some(Line::constant(int.clone())),
            Symbolic::Line(line) => Some(line.clone()),
            _ => None,
        }
    }

    pub(super) fn as_int(&self) -> Option<&Int> {
        match self {
            Symbolic::Known(value) => value.as_int(),
            _ => None,
        }
    }

    /// Creates a list of these.
    pub fn list(elements: Vec<Symbolic>) -> Symbolic {
        Symbolic::List(Rc::new(elements))
    }

    /// Converts a list to a bag.
    pub fn bag(self) -> Symbolic {
        match self {
            Symbolic::Known(value) => match value.as_elements() {
                Some(elements) => Symbolic::Known(Value::bag(elements.to_vec())),
                None => Symbolic::Known(value),
            },
            Symbolic::List(elements) => {
                let elements = elements.as_ref().clone();
                Symbolic::Bag(Rc::new(Unordered { elements, sorted: OnceCell::new() }))
            }
            other => other,
        }
    }

    /// Returns its value at an index; `None` if that is no plain value.
    pub fn at(&self, index: &Int) -> Option<Value> {
        match self {
            Symbolic::Known(value) => Some(value.clone()),
            Symbolic::Line(line) => line.at(index).ok().map(Value::Int),
            _ => None,
        }
    }
}
