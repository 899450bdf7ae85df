//! The value of a position for the player to move, in a few bytes.

use grundy_rules::Int;

/// Remoteness of a win by infinite play, which has none.
pub(crate) const ENDLESS: u32 = u32::MAX;

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// Not known.
    Unknown,
    /// The player to move wins after this many moves.
    Win(u32),
    /// The player to move loses after this many moves.
    Lose(u32),
    /// Neither player wins.
    Draw,
    /// Score for the player to move.
    Score(Int),
}

impl Worth {
    /// Returns true for a win or a loss.
    pub fn is_decided(&self) -> bool {
        matches!(self, Worth::Win(_) | Worth::Lose(_))
    }
}
