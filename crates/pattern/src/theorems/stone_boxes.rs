//! Boxes to which a player adds at most the square of what they hold (HDU 1729).
//!
//! **Theorem.** An empty box has value 0. A box for s stones with c in it, c > 0, has value s − c if c + c² ≥ s; else
//! it has the value of a box for q stones with c in it, q the largest number with q + q² < s.
//!
//! Proof idea: a player who lets a box hold more than q lets the other fill it, and from q it cannot be filled at once,
//! so a box with at most q stones is played as if it were full at q; past q every smaller value can be reached, and no
//! larger one.

use super::moves::Found;
use super::theory::{Goal, PartTheory, known_rule};
use grundy_message::{Message, message};
use grundy_rules::{Instance, Int, Meter, Part, Side, Value};
use std::sync::Arc;

/// The theorem.
pub struct StoneBoxes {
    instance: Arc<Instance>,
}

impl StoneBoxes {
    /// Creates the theorem for a game with the rules of `stone_boxes`.
    pub fn new(instance: Arc<Instance>) -> StoneBoxes {
        StoneBoxes { instance }
    }
}

/// Returns the largest q with q + q² < s, for s above 0.
fn below(capacity: &Int) -> Option<Int> {
    // 4q² + 4q + 1 ≤ 4s − 3, so 2q + 1 is at most the root of that.
    let four = capacity.multiply(&Int::Small(4)).ok()?.subtract(&Int::Small(3)).ok()?;
    four.isqrt().subtract(&Int::ONE).ok()?.divide(&Int::Small(2))
}

fn numbers_of(part: &Part) -> Option<(&Int, Int)> {
    match part.as_slice() {
        [Value::Int(held), Value::Int(room)] => Some((held, held.add(room).ok()?)),
        _ => None,
    }
}

impl PartTheory for StoneBoxes {
    fn name(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        known_rule(self.instance.game(), "grundy")
    }

    fn sentence(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        message!(
            "a box is played as if it were full at the last number of stones from which it cannot be filled at once"
        )
    }

    fn grundy(&self, part: &Part, _: &Meter) -> Option<Int> {
        let (held, mut capacity) = numbers_of(part)?;
        if held.is_zero() || held.is_negative() {
            return held.is_zero().then_some(Int::ZERO);
        }
        loop {
            let next = below(&capacity)?;
            if *held > next {
                return capacity.subtract(held).ok();
            }
            capacity = next;
        }
    }

    fn moves(&self, part: &Part, mover: Option<Side>, goal: &Goal, max: usize, meter: &Meter) -> Option<Found> {
        let (held, mut capacity) = numbers_of(part)?;
        let wanted = match goal {
            Goal::Value(value) => value.clone(),
            Goal::Lost => Int::ZERO,
        };
        let mut found = Found::none();
        if held.is_zero() {
            return Some(found);
        }
        let reach = held.add(&held.multiply(held).ok()?).ok()?.min(capacity.clone());
        let mut takes = Vec::new();
        // Past the next smaller capacity the value is the free space, so there is at most one move to the wanted one.
        while capacity > *held {
            let next = below(&capacity)?;
            let after = capacity.subtract(&wanted).ok()?;
            if after > next && after > *held && after <= reach {
                takes.push(after.subtract(held).ok()?);
            }
            capacity = next;
        }
        takes.reverse();
        found.count = Some(Int::from(takes.len()));
        for take in takes.into_iter().take(max) {
            found.first.push(self.instance.move_with(0, &[Value::Int(take)], part, mover, meter).ok()??);
        }
        Some(found)
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
