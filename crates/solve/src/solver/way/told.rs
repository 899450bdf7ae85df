//! Whole positions answered by a theorem: who wins, how many moves win, and the first of them.
//!
//! In: a position of any size. Out: what somebody who knows a theorem about the game says of it. No move is listed that does not
//! win, and no position is examined, so that this is for positions that others cannot reach: small ones are left to
//! ways which also know the moves to the end.

use crate::solution::Winner;
use grundy_rules::{Instance, Int, Meter, Position, Step, Value};
use std::sync::Arc;

/// What a theorem says of a position.
#[derive(Clone, Debug)]
pub struct Told {
    /// Who wins.
    pub winner: Winner,
    /// Its Grundy value, where the theorem tells it.
    pub grundy: Option<Int>,
    /// The first of the winning moves, in the order of the parts and of the rules.
    pub winning: Vec<Step>,
    /// How many there are; `None` where that is not known.
    pub winning_count: Option<Int>,
    /// On what authority: `theorem nim.grundy, proved`.
    pub name: String,
    /// What the theorem says.
    pub sentence: String,
}

/// Somebody who knows theorems about a game.
pub trait Knows: Send + Sync {
    /// What they say of a position; `None` where they say nothing.
    fn tell(&self, position: &Position, meter: &Meter) -> Option<Told>;

    /// Who wins, and the Grundy value where it is known: the same without the winning moves, whose search may be most of the work.
    fn judge(&self, position: &Position, meter: &Meter) -> Option<Told> {
        self.tell(position, meter)
    }
}

/// Positions with fewer positions and moves below them than two to this, about, are left to others.
const SMALL_BITS: f64 = 28.0;
/// The same where the theorem tells less than others would.
const SMALL_BITS_OF_OUTCOMES: f64 = 33.0;

/// From so many on a proof is looked for too, which takes some seconds: a heap of 2^22, or two numbers of 2^15.
const HUGE_BITS: f64 = 46.0;

/// How hard a position is to reach by a search, as far as its numbers tell: the logarithm of how many positions and moves are about below
/// it. This is the one measure of what is large: it chooses between theorems and searches, and says where a proof is looked for.
pub struct Size(f64);

impl Size {
    /// Of a position; what is given counts where it is a number, as it may be how far play goes.
    pub fn of(instance: &Instance, position: &Position) -> Size {
        let given: f64 = instance.givens().iter().filter(|value| value.as_int().is_some()).map(bits).sum();
        Size(given + Size::of_parts(position).0)
    }

    /// The same of its largest part alone, whatever is given.
    pub fn of_parts(position: &Position) -> Size {
        let part = |part: &grundy_rules::Part| {
            part.iter().map(bits).sum::<f64>() + part.iter().map(widest).fold(0.0, f64::max)
        };
        Size(position.in_play().map(part).fold(0.0, f64::max))
    }

    /// Whether a proof is looked for.
    pub fn is_huge(&self) -> bool {
        self.0 >= HUGE_BITS
    }

    /// In bits.
    pub fn bits(&self) -> f64 {
        self.0
    }

    /// Whether others are to be asked first, who also tell what a theorem that tells this does not.
    pub fn is_small(&self, told_grundy: bool) -> bool {
        self.0 < if told_grundy { SMALL_BITS } else { SMALL_BITS_OF_OUTCOMES }
    }
}

/// The logarithm of how many values there are about as large as this one.
fn bits(value: &Value) -> f64 {
    match value {
        Value::Int(int) => int.bits() as f64,
        Value::Bool(_) => 1.0,
        // Boards fall apart, or many ways of filling them come to the same.
        Value::Symbol(_) => 0.7,
        Value::List(elements) | Value::Set(elements) => elements.iter().map(bits).sum(),
    }
}

/// The logarithm of the largest number in a value.
fn widest(value: &Value) -> f64 {
    match value {
        Value::Int(int) => int.bits() as f64,
        Value::Bool(_) | Value::Symbol(_) => 1.0,
        Value::List(elements) | Value::Set(elements) => elements.iter().map(widest).fold(0.0, f64::max),
    }
}

/// Those who are asked, in this order.
pub(crate) type Knowing = Vec<Arc<dyn Knows>>;
