//! The answer for a position: its value, on what authority, and why work stopped early.

use crate::budget::Stop;
use crate::method::MethodName;
use grundy_rules::{Int, Position, Step};
use grundy_value::Evaluation;
use std::fmt;
use std::sync::Arc;

/// A legal move and its value.
#[derive(Clone, Debug)]
pub struct ValuedMove {
    /// The move, in every part where it is made.
    pub step: Step,
    /// Value for the player who makes the move.
    pub value: Evaluation,
    /// True if the move keeps the best result; always false in a lost position.
    pub is_winning: bool,
}

/// Which moves a solution lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Every legal move, in the order of the rules.
    All,
    /// Some winning moves, and perhaps a few others; or none.
    Few,
}

/// The answer for one position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The position as it was given.
    pub position: Position,
    /// What is known of it within the budget. The moves to the end are not counted in a draw, in an infinite win, and
    /// in most sums.
    pub value: Evaluation,
    /// Legal moves with their values.
    pub moves: Vec<ValuedMove>,
    /// Which moves these are.
    pub listed: Listed,
    /// Number of moves that keep the best result; `None` if not known.
    pub winning_move_count: Option<Int>,
    /// Authority for the answer.
    pub by: Authority,
    /// Number of positions visited for this answer and those given before it by the same solver.
    pub positions: u64,
    /// Why not everything was visited, if so. What is known is right nevertheless.
    pub stop: Option<Stop>,
    /// Why the moves to the end were not counted although the winner is known: a limit of the method that counts them.
    pub uncounted: Option<Stop>,
    /// Why theorems did not yield the winner or the number of winning moves: a limit that interrupted them.
    pub untold: Option<Stop>,
    /// Why the Grundy value was not found although a theorem yielded the winner.
    pub unvalued: Option<Stop>,
    /// Statement of the theorem that answered, if one did.
    pub theorem: Option<String>,
    /// The method, if it was requested by name.
    pub method: Option<MethodName>,
}

impl Solution {
    /// Makes the solution of a position of which nothing is known yet.
    pub fn unknown(position: &Position, by: Authority) -> Solution {
        Solution {
            position: position.clone(),
            value: Evaluation::default(),
            moves: Vec::new(),
            listed: Listed::Few,
            winning_move_count: None,
            by,
            positions: 0,
            stop: None,
            uncounted: None,
            untold: None,
            unvalued: None,
            theorem: None,
            method: None,
        }
    }

    /// Returns true if a limit left something out: moves, their values, or the value of the position.
    pub fn is_cut(&self) -> bool {
        [self.stop, self.uncounted, self.untold, self.unvalued].iter().any(Option::is_some)
    }

    /// Returns the moves that keep the best result; none when lost.
    pub fn winning(&self) -> impl Iterator<Item = &ValuedMove> {
        self.moves.iter().filter(|valued| valued.is_winning)
    }

    /// Returns true if every winning move is listed.
    pub fn lists_winning(&self) -> bool {
        self.winning_move_count.as_ref().is_some_and(|count| *count == Int::from(self.winning().count()))
    }
}

/// The authority on which an answer is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Authority {
    /// Play is over by the rules.
    Rules,
    /// Sprague and Grundy's theorem, and values found for `positions` parts.
    Grundy {
        /// Number of parts.
        positions: u64,
    },
    /// All play from here on ends, and `positions` positions were searched.
    Search {
        /// Number of positions.
        positions: u64,
    },
    /// Play can go on forever; `positions` positions were solved backwards from the ends.
    Retrograde {
        /// Number of positions.
        positions: u64,
    },
    /// The position was searched by alpha-beta, visiting `positions` positions.
    AlphaBeta {
        /// Number of positions.
        positions: u64,
    },
    /// The position was searched by proof numbers, visiting `positions` positions.
    ProofNumber {
        /// Number of positions.
        positions: u64,
    },
    /// Grundy values of independent parts, found by nimber search of `positions` of them.
    Nimbers {
        /// Number of parts.
        positions: u64,
    },
    /// A theorem about the compound, and `positions` parts visited.
    Theorem {
        /// Name of the theorem.
        name: &'static str,
        /// Number of parts.
        positions: u64,
    },
    /// A theorem about the game itself, by its name: `theorem nim.grundy, proved`.
    Claim {
        /// Its name and why it is trusted.
        name: Arc<str>,
    },
    /// Nothing is known: the budget ended after `positions` positions.
    Unsettled {
        /// Number of positions.
        positions: u64,
    },
}

impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |positions: &u64| if *positions == 1 { "" } else { "s" };
        match self {
            Authority::Rules => f.write_str("the rules: play is over"),
            Authority::Grundy { positions: n } => write!(f, "Grundy values of {n} position{}", plural(n)),
            Authority::Search { positions: n } => write!(f, "search of {n} position{}", plural(n)),
            Authority::Retrograde { positions: n } => write!(f, "retrograde analysis of {n} position{}", plural(n)),
            Authority::AlphaBeta { positions: n } => write!(f, "alpha-beta search of {n} position{}", plural(n)),
            Authority::ProofNumber { positions: n } => {
                write!(f, "proof-number search of {n} position{}", plural(n))
            }
            Authority::Theorem { name, positions: n } => write!(f, "{name}, {n} part{}", plural(n)),
            Authority::Claim { name } => f.write_str(name),
            Authority::Nimbers { positions: n } => write!(f, "nimber search of {n} part{}", plural(n)),
            Authority::Unsettled { positions: 0 } => f.write_str("nothing: no search came to an end"),
            Authority::Unsettled { positions: n } => {
                write!(f, "not settled by a search of {n} position{}", plural(n))
            }
        }
    }
}
