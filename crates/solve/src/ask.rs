//! What is asked of a position.

use crate::plan::{Plan, Theory};
use grundy_message::message;
use grundy_rules::Fault;
use grundy_value::{Quantity, QuantitySet};

/// What is asked of a position: the one argument of [`Solver::answer`](crate::Solver::answer) besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The values that are needed.
    pub quantities: QuantitySet,
    /// The moves that are needed.
    pub moves: AskMoves,
    /// Which authorities may answer.
    pub grounds: Grounds,
}

/// How much of the moves of a position is asked for. Each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AskMoves {
    /// Nothing.
    None,
    /// The number of winning moves, if the method that answers knows it.
    Count,
    /// The moves that this method lists: all, or the winning ones, with everything that it finds of each.
    Listed,
    /// The winning moves, which are searched for if this method names none.
    Winning,
    /// Every move, unless there are too many.
    All,
}

/// Which authorities may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// The authority is reported: small positions are searched, as a search tells more than a theorem.
    Named,
    /// Any: a theorem that suffices answers at once, whatever the size of the position.
    Any,
}

impl Ask {
    /// Everything that the method which answers finds.
    pub const ALL: Ask = Ask { quantities: QuantitySet::ALL, moves: AskMoves::Listed, grounds: Grounds::Named };

    /// Only the winner.
    pub fn winner() -> Ask {
        Ask { quantities: Quantity::Outcome.into(), moves: AskMoves::None, ..Ask::ALL }
    }

    /// Only the Grundy value, or the score of a game for points.
    ///
    /// # Errors
    /// Fails if positions of a game with this plan have neither.
    pub fn value(plan: Plan) -> Result<Ask, Fault> {
        let quantity = match plan.theory {
            Theory::Score => Quantity::Score,
            Theory::Grundy => Quantity::Grundy,
            Theory::Retrograde | Theory::Anti => {
                return Err(Fault::refused(message!(
                    "its positions have no value of their own: {why}",
                    why = plan.because
                )));
            }
        };
        Ok(Ask { quantities: quantity.into(), ..Ask::winner() })
    }

    /// The same, with these moves.
    pub fn with_moves(self, moves: AskMoves) -> Ask {
        Ask { moves, ..self }
    }
}
