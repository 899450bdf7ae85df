//! The values of expressions, and positions made of them.

use crate::int::Int;
use std::sync::Arc;

/// A symbol of a game: an index into [`crate::Game::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

/// Approximate overhead in bytes of an allocation: reference counts and what the allocator adds.
pub(crate) const ALLOCATED: usize = 48;

/// A value. Lists share their elements, so copies are cheap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// True or false.
    Bool(bool),
    /// One of the game's symbols.
    Symbol(Symbol),
    /// A list, a grid (a list of rows) or a bag (in ascending order).
    List(Arc<Vec<Value>>),
    /// A set: ascending, each element once.
    Set(Arc<Vec<Value>>),
}

impl Value {
    /// Creates a list.
    pub fn list(elements: Vec<Value>) -> Value {
        Value::List(Arc::new(elements))
    }

    /// Creates a bag: sorted, with duplicates.
    pub fn bag(mut elements: Vec<Value>) -> Value {
        elements.sort();
        Value::List(Arc::new(elements))
    }

    /// Creates a set: sorted, without duplicates.
    pub fn set(mut elements: Vec<Value>) -> Value {
        elements.sort();
        elements.dedup();
        Value::Set(Arc::new(elements))
    }

    /// Returns the number, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(int) => Some(int),
            _ => None,
        }
    }

    /// Returns the approximate size in bytes. Elements shared with others are not counted.
    pub(crate) fn own_bytes(&self) -> usize {
        size_of::<Value>()
            + match self {
                Value::Int(Int::Small(_)) | Value::Bool(_) | Value::Symbol(_) => 0,
                Value::Int(big) => ALLOCATED + big.bits() / 8,
                Value::List(elements) | Value::Set(elements) if Arc::strong_count(elements) > 1 => 0,
                Value::List(elements) | Value::Set(elements) => {
                    ALLOCATED + elements.iter().map(Value::own_bytes).sum::<usize>()
                }
            }
    }

    /// Returns the number of simple values it is made of; an empty list counts as one.
    pub fn count(&self) -> usize {
        self.as_elements().map_or(1, |elements| elements.iter().map(Value::count).sum::<usize>().max(1))
    }

    /// Returns the elements of a list, bag or set.
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

/// One unfinished part of a sum: a value for each component, in order.
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
    /// Returns the opponent.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// Returns 0 for Left, 1 for Right: an index into a pair.
    pub fn index(self) -> usize {
        match self {
            Side::Left => 0,
            Side::Right => 1,
        }
    }
}

/// A state of play: a sum of parts, and the player to move if that matters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The player to move; `None` in an impartial game.
    pub mover: Option<Side>,
    /// The parts, in the order they were written. No parts is the empty sum; `None` is `nothing`, a part that is finished.
    ///
    /// A finished part has no move and no end of its own. It ends all play under [`crate::Compound::Short`]; under any other
    /// [`crate::Compound`] the sum is the same without it.
    pub parts: Vec<Option<Part>>,
}

impl Position {
    /// Creates the position of one part.
    pub fn alone(mover: Option<Side>, part: Part) -> Position {
        Position { mover, parts: vec![Some(part)] }
    }

    /// Returns the number of simple values its parts are made of.
    pub fn count(&self) -> usize {
        self.in_play().flat_map(|part| part.iter()).map(Value::count).sum()
    }

    /// Returns the parts that are not finished.
    pub fn in_play(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().flatten()
    }

    /// Returns the part that is not finished, if there is exactly one.
    pub fn only(&self) -> Option<&Part> {
        let mut parts = self.in_play();
        parts.next().filter(|_| parts.next().is_none())
    }
}
