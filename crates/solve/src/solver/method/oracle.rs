//! Whole positions answered by a theorem: the winner, the number of winning moves, and the first of them.
//!
//! In: a position of any size. Out: what a theorem says of it. Only winning moves are listed and no position is
//! visited, so this is for positions beyond the reach of other methods: small ones are left to those, which also find
//! the moves to the end.

use grundy_message::Message;
use grundy_rules::{Instance, Int, Meter, Position, Step, Value};
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

/// Positions of fewer bits, about the logarithm of the positions and moves below them, are left to other methods.
const SMALL_BITS: f64 = 28.0;
/// Like [`SMALL_BITS`], but if the theorem gives less than other methods would.
const SMALL_BITS_OF_OUTCOMES: f64 = 33.0;

/// From this many bits on a proof is searched for too, which takes some seconds: a heap of 2^22, or two numbers of
/// 2^15.
const HUGE_BITS: f64 = 46.0;

/// Estimated cost of searching a position, from its numbers: the logarithm of about how many positions and moves are
/// below it. This is the one measure of size: it chooses between theorems and searches, and decides whether a proof is
/// searched for.
pub struct Size(f64);

impl Size {
    /// Estimates a position; givens count if they are numbers, as they may bound the length of play.
    pub fn of(instance: &Instance, position: &Position) -> Size {
        let given: f64 = instance.givens().iter().filter(|value| value.as_int().is_some()).map(bits).sum();
        Size(given + Size::of_parts(position).0)
    }

    /// Like [`Size::of`], but for the largest part alone, without the givens.
    pub fn of_parts(position: &Position) -> Size {
        let part = |part: &grundy_rules::Part| {
            part.iter().map(bits).sum::<f64>() + part.iter().map(widest).fold(0.0, f64::max)
        };
        Size(position.in_play().map(part).fold(0.0, f64::max))
    }

    /// Returns true if a proof is to be searched for.
    pub fn is_huge(&self) -> bool {
        self.0 >= HUGE_BITS
    }

    /// Returns the size in bits.
    pub fn bits(&self) -> f64 {
        self.0
    }

    /// Returns true if other methods are tried first; they also find what a theorem of this kind does not.
    pub fn is_small(&self, has_grundy: bool) -> bool {
        self.0 < if has_grundy { SMALL_BITS } else { SMALL_BITS_OF_OUTCOMES }
    }
}

/// Returns the logarithm of how many values there are about as large as this one.
fn bits(value: &Value) -> f64 {
    match value {
        Value::Int(int) => int.bits() as f64,
        Value::Bool(_) => 1.0,
        // Boards fall apart, or many orders of filling them lead to the same position.
        Value::Symbol(_) => 0.7,
        Value::List(elements) | Value::Set(elements) => elements.iter().map(bits).sum(),
    }
}

/// Returns the logarithm of the largest number in a value.
fn widest(value: &Value) -> f64 {
    match value {
        Value::Int(int) => int.bits() as f64,
        Value::Bool(_) | Value::Symbol(_) => 1.0,
        Value::List(elements) | Value::Set(elements) => elements.iter().map(widest).fold(0.0, f64::max),
    }
}

/// Oracles in the order in which they are queried.
pub(crate) type Oracles = Vec<Arc<dyn Oracle>>;
