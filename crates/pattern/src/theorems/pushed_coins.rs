//! Coins that are pushed to the left without jumping: Georgia and Bob (POJ 1704), the Silver Dollar game without the
//! Dollar.
//!
//! **Theorem** (Winning Ways, chapter 15). Counted from the right, the gaps left of the first, third, fifth, … coin are
//! heaps of Nim; the other gaps do not count.
//!
//! Proof idea: a coin with such a gap takes stones from the heap. Any other coin adds as many to the heap of its right
//! neighbour as it moves squares, and the neighbour takes them away again. So every coin has at most one move to a
//! wanted value: to the right size of its own gap, or of the gap that it widens.

use super::moves::Found;
use super::theory::{Goal, PartTheory, known_rule};
use grundy_message::{Message, message};
use grundy_rules::{Instance, Int, Meter, Part, Side, Value};
use std::sync::Arc;

/// The games it is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// Squares from 1 on, in any order; a coin is pushed some squares.
    GeorgiaAndBob,
    /// Squares from 0 on, from left to right; a coin is pushed to a square.
    SilverCoins,
}

/// The theorem.
pub struct PushedCoins {
    instance: Arc<Instance>,
    rules: Rules,
}

impl PushedCoins {
    /// Creates the theorem for a game with these rules.
    pub fn new(instance: Arc<Instance>, rules: Rules) -> PushedCoins {
        PushedCoins { instance, rules }
    }

    /// Returns the gap left of each coin; `None` if two coins are on one square or not in order.
    fn gaps(&self, part: &Part) -> Option<Vec<Int>> {
        let coins = part.first()?.as_elements()?;
        let mut gaps = Vec::with_capacity(coins.len());
        // The square before the first one.
        let mut before = Int::Small(if self.rules == Rules::GeorgiaAndBob { 0 } else { -1 });
        for coin in coins {
            let coin = coin.as_int()?;
            let gap = coin.subtract(&before).ok()?.subtract(&Int::ONE).ok()?;
            if gap.is_negative() {
                return None;
            }
            gaps.push(gap);
            before = coin.clone();
        }
        Some(gaps)
    }
}

/// Returns whether the gap left of a coin is a heap.
fn counts(index: usize, coins: usize) -> bool {
    (coins - index) % 2 == 1
}

impl PartTheory for PushedCoins {
    fn name(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        known_rule(self.instance.game(), "grundy")
    }

    fn sentence(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        message!("every second gap, counted from the right, is a heap of Nim")
    }

    fn grundy(&self, part: &Part, _: &Meter) -> Option<Int> {
        let gaps = self.gaps(part)?;
        let heaps = gaps.iter().enumerate().filter(|(index, _)| counts(*index, gaps.len()));
        Some(heaps.fold(Int::ZERO, |sum, (_, gap)| sum.xor(gap)))
    }

    fn moves(&self, part: &Part, mover: Option<Side>, goal: &Goal, max: usize, meter: &Meter) -> Option<Found> {
        let gaps = self.gaps(part)?;
        let wanted = match goal {
            Goal::Value(value) => value.clone(),
            Goal::Lost => Int::ZERO,
        };
        let change = self.grundy(part, meter)?.xor(&wanted);
        // Limits the output: each move lists all coins.
        let max = max.min((1 << 19) / gaps.len().max(1)).max(1);
        let mut found = Found::none();
        for (index, gap) in gaps.iter().enumerate() {
            let squares = match counts(index, gaps.len()) {
                true => gap.subtract(&gap.xor(&change)).ok()?,
                false => gaps[index + 1].xor(&change).subtract(&gaps[index + 1]).ok()?,
            };
            if squares < Int::ONE || squares > *gap {
                continue;
            }
            found.counted(&Int::ONE)?;
            if found.first.len() < max {
                let choice = match self.rules {
                    Rules::GeorgiaAndBob => squares,
                    Rules::SilverCoins => part.first()?.as_elements()?[index].as_int()?.subtract(&squares).ok()?,
                };
                let choices = [Value::Int(Int::from(index)), Value::Int(choice)];
                found.first.push(self.instance.move_with(0, &choices, part, mover, meter).ok()??);
            }
        }
        Some(found)
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
