//! What was found, on what authority, and why it stopped if it did.

use crate::budget::Stop;
use crate::method::Method;
use grundy_rules::{Int, Position, Step};
use grundy_value::{Grundy, Outcome, Remoteness};
use std::fmt;
use std::sync::Arc;

/// Who wins, seen from a player who is about to move or who makes the move in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Winner {
    /// The opponent.
    Second,
    /// Nobody.
    Draw,
    /// The player to move.
    First,
}

impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Winner {
        match outcome {
            Outcome::Next => Winner::First,
            Outcome::Draw => Winner::Draw,
            Outcome::Previous => Winner::Second,
        }
    }
}

impl fmt::Display for Winner {
    /// `first`, `second` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Winner::First => "first",
            Winner::Draw => "draw",
            Winner::Second => "second",
        })
    }
}

/// What is known of a position or of a move; `None` is not known, or there is no such value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// Who wins: `First` is the player to move, or the player who makes the move.
    pub winner: Option<Winner>,
    /// The Grundy value of the position, or of the one that the move leads to.
    pub grundy: Option<Grundy>,
    /// The moves to the end from the position, or from the one that the move leads to.
    pub remoteness: Option<Remoteness>,
    /// The best difference for the player to move, or for the player who makes the move (its gain included).
    pub score: Option<Int>,
}

/// A legal move and what is known about it.
#[derive(Clone, Debug)]
pub struct ValuedMove {
    /// The move, in every part where it is made.
    pub step: Step,
    /// What it is worth to the player who makes it.
    pub worth: Judgement,
    /// Whether it keeps the best result; no move does in a lost position.
    pub is_winning: bool,
}

/// The answer for one position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The position that was asked, as it was asked.
    pub position: Position,
    /// Who wins; `None` is not known within the budget.
    pub winner: Option<Winner>,
    /// Its Grundy value, where it has one.
    pub grundy: Option<Grundy>,
    /// The moves to the end; none in a draw, in an endless win, in most sums.
    pub remoteness: Option<Remoteness>,
    /// The best difference for the player to move, in a game for points.
    pub score: Option<Int>,
    /// Every legal move, in the order of the rules; empty where play is over or the budget did not reach even that far.
    pub moves: Vec<ValuedMove>,
    /// How many moves keep the best result.
    pub winning_move_count: u64,
    /// On what authority.
    pub by: Authority,
    /// How many positions were examined for this answer and those given before it by the same solver.
    pub positions: u64,
    /// Why not everything was examined, if so. What is known is right nevertheless.
    pub stop: Option<Stop>,
    /// Why the moves to the end were not counted, where who wins was found without: a limit of the way that counts them.
    pub uncounted: Option<Stop>,
    /// Why theorems did not tell who wins, or not how many moves do: a limit that ended what they were doing.
    pub untold: Option<Stop>,
    /// Why the Grundy value was not found, where a theorem told who wins without it.
    pub unvalued: Option<Stop>,
    /// What a theorem said, where one answered; then only winning moves are listed.
    pub theorem: Option<ToldByTheorem>,
    /// The method that was asked for by name and taken.
    pub method: Option<Method>,
}

/// What a theorem said of a position beside who wins it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldByTheorem {
    /// The Grundy value, of any size.
    pub grundy: Option<Int>,
    /// How many moves win; `None` where that is not known.
    pub winning_move_count: Option<Int>,
    /// What the theorem says.
    pub sentence: String,
}

impl Solution {
    /// A position of which nothing is known yet, and on whose authority what will be.
    pub fn unknown(position: &Position, by: Authority) -> Solution {
        Solution {
            position: position.clone(),
            winner: None,
            grundy: None,
            remoteness: None,
            score: None,
            moves: Vec::new(),
            winning_move_count: 0,
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

    /// The moves that keep the best result; none when lost.
    pub fn winning(&self) -> impl Iterator<Item = &ValuedMove> {
        self.moves.iter().filter(|valued| valued.is_winning)
    }

    /// What is known of the position, apart from its moves.
    pub fn judgement(&self) -> Judgement {
        Judgement { winner: self.winner, grundy: self.grundy, remoteness: self.remoteness, score: self.score.clone() }
    }
}

/// On what authority an answer is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Authority {
    /// The rules say that play is over.
    Rules,
    /// Sprague and Grundy's theorem, and values found for so many parts.
    Grundy {
        /// How many.
        positions: u64,
    },
    /// All play from here on ends, and so many positions were searched.
    Search {
        /// How many.
        positions: u64,
    },
    /// Play can go on for ever; so many positions were solved backwards from the ends.
    Retrograde {
        /// How many.
        positions: u64,
    },
    /// One position was searched by alpha-beta, and so many were looked at.
    AlphaBeta {
        /// How many.
        positions: u64,
    },
    /// One position was searched by proof numbers, and so many were looked at.
    ProofNumber {
        /// How many.
        positions: u64,
    },
    /// Grundy values of independent parts, found by nimber search of so many of them.
    Nimbers {
        /// How many.
        positions: u64,
    },
    /// A theorem about the compound, and so many parts looked at.
    Theorem {
        /// Which.
        name: &'static str,
        /// How many.
        positions: u64,
    },
    /// A theorem about the game itself, by its name: `theorem nim.grundy, proved`.
    Claim {
        /// Its name and why it is trusted.
        name: Arc<str>,
    },
    /// Nothing is known: the budget ended after so many positions.
    Unsettled {
        /// How many.
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
