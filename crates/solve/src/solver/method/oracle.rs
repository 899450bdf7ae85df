//! Whole positions answered by a theorem: the winner, the number of winning moves, and the first of them.
//!
//! In: a position of any size. Out: what a theorem says of it. Only winning moves are listed and no position is
//! visited, so this is for positions beyond the reach of other methods: small ones are left to those, which also find
//! the moves to the end.

use grundy_message::Message;
use grundy_rules::{Int, Meter, Position, Step};
use grundy_value::{Evaluation, Winner};
use std::sync::Arc;

/// The answer of a theorem about a position.
#[derive(Clone, Debug)]
pub struct OracleAnswer {
    /// The winner.
    pub winner: Winner,
    /// The Grundy value, if the theorem gives it.
    pub grundy: Option<Int>,
    /// The first winning moves, in the order of the parts and of the rules.
    pub winning: Vec<Step>,
    /// The number of winning moves; `None` if it is not known.
    pub winning_count: Option<Int>,
    /// The authority: `theorem nim.grundy, proved`.
    pub name: Message,
    /// True if a checker accepted the theorem; otherwise it is a known rule.
    pub is_proved: bool,
    /// The statement of the theorem.
    pub sentence: Message,
}

impl OracleAnswer {
    /// Returns what the theorem says of the position itself.
    pub(crate) fn value(&self) -> Evaluation {
        Evaluation { winner: Some(self.winner), grundy: self.grundy.clone(), ..Evaluation::default() }
    }
}

/// Answers positions from theorems, without search.
pub trait Oracle: Send + Sync {
    /// Returns the answer for a position; `None` if no theorem applies.
    fn tell(&self, position: &Position, meter: &Meter) -> Option<OracleAnswer>;

    /// Like [`Oracle::tell`], but without the winning moves, whose search may be most of the work.
    fn evaluate(&self, position: &Position, meter: &Meter) -> Option<OracleAnswer> {
        self.tell(position, meter)
    }
}

/// Oracles in the order in which they are queried.
pub(crate) type Oracles = Vec<Arc<dyn Oracle>>;
