//! What a position is worth to the player who is to move there, kept in a few bytes.

use grundy_rules::Int;

/// The remoteness of a win that infinite play gives: it has none.
pub(crate) const ENDLESS: u32 = u32::MAX;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// Nothing.
    Unknown,
    /// The player to move wins after so many moves.
    Win(u32),
    /// The player to move loses after so many moves.
    Lose(u32),
    /// Nobody wins.
    Draw,
    /// So many points more for the player to move.
    Score(Int),
}

impl Worth {
    /// A win or a loss.
    pub fn is_decided(&self) -> bool {
        matches!(self, Worth::Win(_) | Worth::Lose(_))
    }
}
