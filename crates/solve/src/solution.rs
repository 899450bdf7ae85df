//! The answer for a position: its value, on what authority, and why work stopped early.

use crate::budget::Stop;
use crate::method::MethodName;
use grundy_message::{Arg, Message, Template, ToArg, message, plural};
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
    pub theorem: Option<Message>,
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
        name: &'static Template,
        /// Number of parts.
        positions: u64,
    },
    /// A theorem about the game itself, by its name: `theorem nim.grundy, proved`.
    Claim {
        /// Its name and why it is trusted.
        name: Arc<Message>,
        /// True if a checker accepted it; otherwise it is a known rule.
        is_proved: bool,
    },
    /// Nothing is known: the budget ended after `positions` positions.
    Unsettled {
        /// Number of positions.
        positions: u64,
    },
}

impl Authority {
    /// Returns the authority as a message.
    pub fn message(&self) -> Message {
        match self {
            Authority::Rules => message!("the rules: play is over"),
            Authority::Grundy { positions: n } => {
                message!("Grundy values of {n} {positions}", n, positions = plural(n, "position", "positions"))
            }
            Authority::Search { positions: n } => {
                message!("search of {n} {positions}", n, positions = plural(n, "position", "positions"))
            }
            Authority::Retrograde { positions: n } => {
                message!("retrograde analysis of {n} {positions}", n, positions = plural(n, "position", "positions"))
            }
            Authority::AlphaBeta { positions: n } => {
                message!("alpha-beta search of {n} {positions}", n, positions = plural(n, "position", "positions"))
            }
            Authority::ProofNumber { positions: n } => {
                message!("proof-number search of {n} {positions}", n, positions = plural(n, "position", "positions"))
            }
            Authority::Theorem { name, positions: n } => {
                message!("{name}, {n} {parts}", name, n, parts = plural(n, "part", "parts"))
            }
            Authority::Claim { name, .. } => (**name).clone(),
            Authority::Nimbers { positions: n } => {
                message!("nimber search of {n} {parts}", n, parts = plural(n, "part", "parts"))
            }
            Authority::Unsettled { positions: 0 } => message!("nothing: no search came to an end"),
            Authority::Unsettled { positions: n } => {
                message!(
                    "not settled by a search of {n} {positions}",
                    n,
                    positions = plural(n, "position", "positions")
                )
            }
        }
    }
}

impl ToArg for Authority {
    fn to_arg(&self) -> Arg {
        Arg::Message(self.message())
    }
}

impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}
