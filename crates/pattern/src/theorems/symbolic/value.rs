//! What an expression is worth along a progression: a plain value, or a formula in the place.

use super::super::digits::Digits;
use super::super::line::Line;
use grundy_rules::{Int, Value};
use std::cell::OnceCell;
use std::rc::Rc;

/// A value that may depend on the place in a progression.
#[derive(Clone, Debug)]
pub enum Symbolic {
    /// The same everywhere.
    Known(Value),
    /// A number, linear in the place.
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
    /// A bag; its order is found when it is asked for.
    Bag(Rc<Unordered>),
    /// A condition on the digits of lines.
    Digits(Digits),
}

/// The elements of a bag, and its order once it was asked for.
#[derive(Debug)]
pub struct Unordered {
    pub(super) elements: Vec<Symbolic>,
    pub(super) sorted: OnceCell<Vec<Symbolic>>,
}

impl Symbolic {
    /// A line, or a number where it does not depend on the place.
    pub fn line(line: Line) -> Symbolic {
        if line.slope.is_zero() { Symbolic::Known(Value::Int(line.base)) } else { Symbolic::Line(line) }
    }

    pub(super) fn bool(truth: bool) -> Symbolic {
        Symbolic::Known(Value::Bool(truth))
    }

    pub(super) fn int(int: Int) -> Symbolic {
        Symbolic::Known(Value::Int(int))
    }

    /// As a line, where it is one.
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

    /// A list of these.
    pub fn list(elements: Vec<Symbolic>) -> Symbolic {
        Symbolic::List(Rc::new(elements))
    }

    /// A list whose order does not matter.
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

    /// Its value at a place; `None` for what is no plain value.
    pub fn at(&self, place: &Int) -> Option<Value> {
        match self {
            Symbolic::Known(value) => Some(value.clone()),
            Symbolic::Line(line) => line.at(place).ok().map(Value::Int),
            _ => None,
        }
    }
}
