//! What is to be solved: positions of one game, and how their sums are played.

use grundy_rules::{Compound, Position};

/// Positions of one game to be solved together, so that shared work is done once.
#[derive(Clone, Debug)]
pub struct Question {
    /// The positions, each with its player to move.
    pub positions: Vec<Position>,
    /// How a sum of parts is played.
    pub compound: Compound,
}

impl Question {
    /// Makes the question about a single position.
    pub fn one(position: Position, compound: Compound) -> Question {
        Question { positions: vec![position], compound }
    }
}
