//! Who wins when both play as well as can be.

use std::fmt;

/// Who wins a position: the player who moves next, the one who moved previously, or nobody.
///
/// ```
/// use grundy_value::Outcome::{Draw, Next, Previous};
/// // Whoever cannot move has lost, and a move to a lost position wins.
/// assert_eq!(Previous.after_move(), Next);
/// assert_eq!(Draw.after_move(), Draw);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player who moved last wins: the player to move has lost.
    Previous,
    /// Nobody wins.
    Draw,
    /// The player to move wins.
    Next,
}

impl Outcome {
    /// The same result as the other player sees it: what a position is worth to the player who moved there.
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
