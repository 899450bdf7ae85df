//! Players around a table take stones, each with their own limit, by turns of two teams (POJ 2068).
//!
//! **Theorem.** The player to take from s stones at seat t, with limit m, wins exactly if the next seat loses with some
//! number of stones from s − m to s − 1; with no stones left that player wins, as the other team has taken the last
//! one.
//!
//! So only the largest number so far with which each seat loses need be known: going up from no stones, a position
//! takes one comparison instead of one for each move. Time: stones times seats.

use super::moves::Found;
use super::theory::{Goal, PartTheory, known_rule};
use grundy_message::{Message, message, template};
use grundy_rules::{Instance, Int, Limit, Meter, Part, Side, Value};
use std::sync::Arc;

/// Maximum number of positions visited. Each is one comparison; [`POSITIONS_OF_A_STEP`] of them count as a step.
const POSITIONS: Limit = Limit { name: template!("positions of a round table"), usual: 1 << 26 };
const POSITIONS_OF_A_STEP: usize = 16;

/// The theorem.
pub struct RoundTable {
    instance: Arc<Instance>,
    limits: Vec<usize>,
}

impl RoundTable {
    /// Creates the theorem for a game with the rules of `team_nim`.
    pub fn new(instance: Arc<Instance>) -> Option<RoundTable> {
        let [Value::List(limits)] = instance.givens() else { return None };
        let limits: Option<Vec<usize>> =
            limits.iter().map(|limit| usize::try_from(limit.as_int()?.to_i64()?).ok()).collect();
        let limits = limits.filter(|limits| !limits.is_empty())?;
        Some(RoundTable { instance, limits })
    }

    /// Returns the numbers of stones from `from` up to `stones` with which a seat loses.
    fn losses(&self, seat: usize, from: usize, stones: usize, meter: &Meter) -> Option<Vec<usize>> {
        let seats = self.limits.len();
        if !meter.allows(POSITIONS, stones.checked_add(1)?.checked_mul(seats)? as u64) {
            return None;
        }
        let mut found = Vec::new();
        // One more than the largest number of stones with which a seat loses, 0 for none.
        let mut above_last = vec![0usize; seats];
        let mut lost_now = Vec::new();
        // With no stones every seat wins.
        for now in 1..=stones {
            meter.charge(seats / POSITIONS_OF_A_STEP).ok()?;
            lost_now.clear();
            for (index, limit) in self.limits.iter().enumerate() {
                let last = above_last[if index + 1 == seats { 0 } else { index + 1 }];
                if last == 0 || now + 1 - last > *limit {
                    lost_now.push(index);
                }
            }
            // Losses with the current number of stones are recorded only now: a move takes at least one.
            for index in &lost_now {
                above_last[*index] = now + 1;
            }
            if now >= from && above_last[seat] == now + 1 {
                found.push(now);
            }
        }
        Some(found)
    }

    fn position(&self, part: &Part) -> Option<(usize, usize)> {
        let [Value::Int(stones), Value::Int(turn)] = part.as_slice() else { return None };
        let turn = usize::try_from(turn.to_i64()?).ok().filter(|turn| *turn < self.limits.len())?;
        Some((usize::try_from(stones.to_i64()?).ok()?, turn))
    }
}

impl PartTheory for RoundTable {
    fn name(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        known_rule(self.instance.game(), "lose")
    }

    fn sentence(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        message!(
            "a seat wins exactly if the nearest number of stones with which the next seat loses is within its limit"
        )
    }

    fn grundy(&self, _: &Part, _: &Meter) -> Option<Int> {
        None
    }

    fn loses(&self, part: &Part, _: Option<Side>, meter: &Meter) -> Option<bool> {
        let (stones, turn) = self.position(part)?;
        Some(!self.losses(turn, stones, stones, meter)?.is_empty())
    }

    fn moves(&self, part: &Part, mover: Option<Side>, goal: &Goal, max: usize, meter: &Meter) -> Option<Found> {
        let (Goal::Lost, (stones, turn)) = (goal, self.position(part)?) else { return None };
        let next = (turn + 1) % self.limits.len();
        let min = stones.saturating_sub(self.limits[turn]);
        let lost = self.losses(next, min, stones.checked_sub(1)?, meter)?;
        let mut found = Found { count: Some(Int::from(lost.len())), ..Found::none() };
        // The smallest take first.
        for left in lost.into_iter().rev().take(max) {
            let take = Value::Int(Int::from(stones - left));
            found.first.push(self.instance.move_with(0, &[take], part, mover, meter).ok()??);
        }
        Some(found)
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
