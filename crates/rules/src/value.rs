//! What expressions evaluate to, and what positions are made of.

use crate::int::Int;
use std::sync::Arc;

/// A symbol of a game: its place in [`crate::Game::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

/// A value. Lists share their elements, so that a copy is cheap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A whole number.
    Int(Int),
    /// True or false.
    Bool(bool),
    /// One of the game's symbols.
    Symbol(Symbol),
    /// A list, a grid (a list of rows) or a bag (kept in ascending order).
    List(Arc<Vec<Value>>),
    /// A set: ascending, each element once.
    Set(Arc<Vec<Value>>),
}

impl Value {
    /// A list of these.
    pub fn list(elements: Vec<Value>) -> Value {
        Value::List(Arc::new(elements))
    }

    /// A bag of these: sorted, equal elements stay.
    pub fn bag(mut elements: Vec<Value>) -> Value {
        elements.sort();
        Value::List(Arc::new(elements))
    }

    /// A set of these: sorted, each once.
    pub fn set(mut elements: Vec<Value>) -> Value {
        elements.sort();
        elements.dedup();
        Value::Set(Arc::new(elements))
    }

    /// The number, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(int) => Some(int),
            _ => None,
        }
    }

    /// The elements of a list, bag or set.
    pub fn as_elements(&self) -> Option<&[Value]> {
        match self {
            Value::List(elements) | Value::Set(elements) => Some(elements),
            _ => None,
        }
    }
}

impl From<i64> for Value {
    fn from(small: i64) -> Value {
        Value::Int(Int::Small(small))
    }
}

/// One part of a sum that is still there: a value for each component, in order.
pub type Part = Arc<Vec<Value>>;

/// The two sides of a game with players, in the order of its `players` clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player named first.
    Left,
    /// The player named second.
    Right,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// 0 for Left, 1 for Right: the place in a pair.
    pub fn index(self) -> usize {
        match self {
            Side::Left => 0,
            Side::Right => 1,
        }
    }
}

/// One state of play: a sum of parts, and who is to move where that matters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Who is to move; `None` in an impartial game.
    pub mover: Option<Side>,
    /// The parts, in the order they were written. No parts is the empty sum; `None` is `nothing`, a part that is finished.
    ///
    /// A finished part has no move and no end of its own. It ends all play under [`crate::Join::Short`]; under any other
    /// [`crate::Join`] the sum is the same without it.
    pub parts: Vec<Option<Part>>,
}

impl Position {
    /// The position of one part.
    pub fn alone(mover: Option<Side>, part: Part) -> Position {
        Position { mover, parts: vec![Some(part)] }
    }

    /// The parts that are still there.
    pub fn in_play(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().flatten()
    }

    /// The part that is still there, if there is exactly one.
    pub fn only(&self) -> Option<&Part> {
        let mut parts = self.in_play();
        parts.next().filter(|_| parts.next().is_none())
    }
}
