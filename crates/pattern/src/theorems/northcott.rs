//! Northcott's game: a row with one piece of each player counts as a heap of the squares between them.
//!
//! **Theorem** (Northcott; Winning Ways, chapter 3). The player to move loses exactly if the exclusive or of the
//! numbers of squares between the pieces of each row is 0, although pieces may also be moved apart, so that play could
//! go on forever.
//!
//! Proof idea: the winner answers a piece that moves away by following it as far, and an approach as in Nim; following
//! uses up the space behind the piece, so play ends. A move wins exactly if it makes the exclusive or 0, in whichever
//! direction it goes.

use super::moves::Found;
use super::theory::{Goal, PartTheory, known_rule};
use grundy_message::{Message, message};
use grundy_rules::{Instance, Int, Meter, Part, Side, Value};
use std::cmp::Ordering;
use std::sync::Arc;

/// The theorem.
pub struct Northcott {
    instance: Arc<Instance>,
}

impl Northcott {
    /// Creates the theorem for a game with the rules of `northcott`.
    pub fn new(instance: Arc<Instance>) -> Northcott {
        Northcott { instance }
    }
}

impl PartTheory for Northcott {
    fn name(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        known_rule(self.instance.game(), "lose")
    }

    fn sentence(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        message!("the squares between the pieces of a row are a heap of Nim")
    }

    fn grundy(&self, part: &Part, _: &Meter) -> Option<Int> {
        let [Value::Int(one), Value::Int(other)] = part.as_slice() else { return None };
        let apart = one.subtract(other).ok()?.abs();
        // Two pieces on one square are no position of play: neither player can move there, or both can.
        if apart.is_zero() { None } else { apart.subtract(&Int::ONE).ok() }
    }

    fn moves(&self, part: &Part, mover: Option<Side>, goal: &Goal, _: usize, meter: &Meter) -> Option<Found> {
        let [Value::Int(left), Value::Int(right)] = part.as_slice() else { return None };
        let Goal::Value(wanted) = goal else { return None };
        let (mine, theirs) = match mover? {
            Side::Left => (left, right),
            Side::Right => (right, left),
        };
        let apart = wanted.add(&Int::ONE).ok()?;
        let square = match mine.cmp(theirs) {
            Ordering::Less => theirs.subtract(&apart).ok()?,
            Ordering::Greater => theirs.add(&apart).ok()?,
            Ordering::Equal => return None,
        };
        let rule = mover?.index();
        let made = self.instance.move_with(rule, &[Value::Int(square)], part, mover, meter).ok()?;
        Some(Found { count: Some(Int::from(usize::from(made.is_some()))), first: made.into_iter().collect() })
    }

    fn is_grundy(&self) -> bool {
        false
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
