//! Who wins under best play by both players.

use std::fmt;

/// Who wins a position: the player who moves next, the one who moved previously, or neither.
///
/// ```
/// use grundy_value::Outcome::{Draw, Next, Previous};
/// // A player who cannot move has lost, and a move to a lost position wins.
/// assert_eq!(Previous.after_move(), Next);
/// assert_eq!(Draw.after_move(), Draw);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player who moved last wins: the player to move has lost.
    Previous,
    /// Neither player wins.
    Draw,
    /// The player to move wins.
    Next,
}

impl Outcome {
    /// Returns the result as the other player sees it: the outcome of a move for the player who makes it.
    pub fn after_move(self) -> Outcome {
        match self {
            Outcome::Previous => Outcome::Next,
            Outcome::Draw => Outcome::Draw,
            Outcome::Next => Outcome::Previous,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Previous => "previous",
            Outcome::Draw => "draw",
            Outcome::Next => "next",
        })
    }
}
