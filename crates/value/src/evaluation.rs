//! What is known about one position or move.

use crate::grundy::Grundy;
use crate::int::Int;
use crate::outcome::Outcome;
use crate::quantity::Quantity;
use crate::remoteness::Remoteness;
use std::fmt;

/// The winner, seen by the player who is about to move or who makes the move in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Winner {
    /// The opponent.
    Second,
    /// Neither player.
    Draw,
    /// The player to move.
    First,
}

impl Winner {
    /// Returns the same winner, seen by the other player.
    pub fn opposite(self) -> Winner {
        match self {
            Winner::First => Winner::Second,
            Winner::Draw => Winner::Draw,
            Winner::Second => Winner::First,
        }
    }
}

impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Winner {
        match outcome {
            Outcome::Next => Winner::First,
            Outcome::Draw => Winner::Draw,
            Outcome::Previous => Winner::Second,
        }
    }
}

impl fmt::Display for Winner {
    /// Writes `first`, `second` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Winner::First => "first",
            Winner::Draw => "draw",
            Winner::Second => "second",
        })
    }
}

/// What is known about a position or a move; `None` if a value is unknown or does not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluation {
    /// The winner: `First` is the player to move, or the player who makes the move.
    pub winner: Option<Winner>,
    /// The Grundy value of the position, or of the one that the move leads to.
    pub grundy: Option<Int>,
    /// The number of moves to the end from the position, or from the one that the move leads to.
    pub remoteness: Option<Remoteness>,
    /// The best score difference for the player to move, or for the player who makes the move (its gain included).
    pub score: Option<Int>,
}

impl From<Grundy> for Evaluation {
    /// Returns the value, and the winner that it decides.
    fn from(grundy: Grundy) -> Evaluation {
        Evaluation { winner: Some(grundy.outcome().into()), grundy: Some(grundy.into()), ..Evaluation::default() }
    }
}

impl Evaluation {
    /// Returns the value of this kind as a number; `None` for [`Quantity::Outcome`].
    pub fn number(&self, quantity: Quantity) -> Option<Int> {
        match quantity {
            Quantity::Outcome => None,
            Quantity::Grundy => self.grundy.clone(),
            Quantity::Remoteness => self.remoteness.map(|moves| Int::from(u128::from(moves.0))),
            Quantity::Score => self.score.clone(),
        }
    }
}
