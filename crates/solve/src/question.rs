//! What is asked: who wins these positions, their sums being played in this way.

use grundy_rules::{Join, Position};

/// Positions of one game to be solved together, so that what one needs is found once.
#[derive(Clone, Debug)]
pub struct Question {
    /// The positions, each with its player to move.
    pub positions: Vec<Position>,
    /// How a sum of parts is played.
    pub join: Join,
}

impl Question {
    /// Who wins this one position?
    pub fn one(position: Position, join: Join) -> Question {
        Question { positions: vec![position], join }
    }
}
