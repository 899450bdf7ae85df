//! Dynamic Nim: after a take of t stones the next player takes at most f(t) = times·t + add.
//!
//! **Theorem** (Whinihan 1963 for f(t) = 2t; Schwenk 1970; Epp and Ferguson 1980). Let H₁ = 1 and H₍ₖ₊₁₎ = Hₖ + Hⱼ with
//! the least j for which f(Hⱼ) ≥ Hₖ. Every n > 0 is uniquely a sum of H's, each with f of it below the next larger one.
//! The player who may take at most c of n stones loses exactly if n = 0 or c is below the smallest of them.
//!
//! Proof idea: a player who takes the smallest part leaves a next part that is above f of it. Further, a take of k wins
//! exactly if f(k) is below the smallest part of n − k; then the parts of k and of n − k together are those of n, so k
//! is the sum of its smallest few. This gives all winning moves. f must not fall, and f(1) ≥ 1. For f(t) = 2t the H's
//! are the Fibonacci numbers.

use super::moves::Found;
use super::theory::{Goal, PartTheory, known_rule};
use grundy_message::{Message, message, template};
use grundy_rules::{Instance, Int, Limit, Meter, Part, Side, Value};
use std::sync::{Arc, Mutex, PoisonError};

/// How the next limit follows from a take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// By the givens: `times` as much and `add` more.
    Given,
    /// Twice as much.
    Twice,
}

/// Maximum length of the sequence.
const NUMBERS: Limit = Limit { name: template!("numbers of the sequence"), usual: 1 << 20 };

/// The theorem about one f.
pub struct DynamicNim {
    instance: Arc<Instance>,
    times: Int,
    add: Int,
    /// H₁, H₂, … as far as they were needed.
    numbers: Mutex<Sequence>,
}

/// The numbers found so far, and the index of the least Hⱼ with f(Hⱼ) ≥ the last of them.
struct Sequence {
    /// Those that fit a machine word come first: there may be a million of them.
    small: Vec<i64>,
    large: Vec<Int>,
    partner: usize,
}

impl Sequence {
    fn len(&self) -> usize {
        self.small.len() + self.large.len()
    }

    fn number(&self, index: usize) -> Option<Int> {
        match self.small.get(index) {
            Some(number) => Some(Int::Small(*number)),
            None => self.large.get(index - self.small.len()).cloned(),
        }
    }

    /// Returns how many of them are at most this.
    fn count_to(&self, max: &Int) -> usize {
        match max.to_i64() {
            Some(max) => self.small.partition_point(|member| *member <= max),
            None => self.small.len() + self.large.partition_point(|member| member <= max),
        }
    }

    /// Extends the sequence in machine words until a number is above `max` or overflows.
    fn extend_small(&mut self, max: i64, times: i64, add: i64, meter: &Meter) {
        let reach = |taken: i64| i128::from(times) * i128::from(taken) + i128::from(add);
        while self.large.is_empty() && (self.small.len() as u64) < meter.max(NUMBERS) {
            let Some(last) = self.small.last().copied().filter(|last| *last <= max) else { return };
            while reach(self.small[self.partner]) < i128::from(last) {
                self.partner += 1;
            }
            let Some(next) = last.checked_add(self.small[self.partner]) else { return };
            self.small.push(next);
        }
    }
}

impl DynamicNim {
    /// Creates the theorem for a game with these rules.
    pub fn new(instance: Arc<Instance>, rules: Rules) -> Option<DynamicNim> {
        let (times, add) = match (rules, instance.givens()) {
            (Rules::Given, [Value::Int(times), Value::Int(add)]) => (times.clone(), add.clone()),
            (Rules::Twice, _) => (Int::Small(2), Int::ZERO),
            _ => return None,
        };
        let numbers = Mutex::new(Sequence { small: vec![1], large: Vec::new(), partner: 0 });
        Some(DynamicNim { instance, times, add, numbers })
    }

    fn most_after(&self, taken: &Int) -> Option<Int> {
        self.times.multiply(taken).ok()?.add(&self.add).ok()
    }

    /// Returns the parts of a number above 0, the largest first.
    fn parts(&self, number: &Int, meter: &Meter) -> Option<Vec<Int>> {
        let mut sequence = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(times), Some(add)) = (self.times.to_i64(), self.add.to_i64()) {
            sequence.extend_small(number.to_i64().unwrap_or(i64::MAX), times, add, meter);
        }
        loop {
            let last = sequence.number(sequence.len() - 1)?;
            if last > *number {
                break;
            }
            if sequence.len() as u64 >= meter.max(NUMBERS) {
                meter.meet(NUMBERS);
                return None;
            }
            while self.most_after(&sequence.number(sequence.partner)?)? < last {
                sequence.partner += 1;
            }
            let next = last.add(&sequence.number(sequence.partner)?).ok()?;
            match next.to_i64() {
                Some(next) if sequence.large.is_empty() => sequence.small.push(next),
                _ => sequence.large.push(next),
            }
        }
        let mut parts = Vec::new();
        let mut rest = number.clone();
        while !rest.is_zero() {
            let part = sequence.number(sequence.count_to(&rest).checked_sub(1)?)?;
            rest = rest.subtract(&part).ok()?;
            parts.push(part);
        }
        Some(parts)
    }
}

fn numbers_of(part: &Part) -> Option<(&Int, &Int)> {
    match part.as_slice() {
        [Value::Int(stones), Value::Int(max)] => Some((stones, max)),
        _ => None,
    }
}

impl PartTheory for DynamicNim {
    fn name(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        known_rule(self.instance.game(), "lose")
    }

    fn sentence(&self, part: &Part, _: Goal, meter: &Meter) -> Message {
        let parts = numbers_of(part).and_then(|(stones, _)| self.parts(stones, meter)).unwrap_or_default();
        let shown: Vec<String> = parts.iter().take(12).map(Int::to_string).collect();
        let dots = if parts.len() > shown.len() { " + …" } else { "" };
        match parts.last() {
            Some(min) => {
                let stones = format!("{}{dots}", shown.join(" + "));
                message!("the stones are {stones}; who may take {min} wins", stones, min = min.to_string())
            }
            None => message!("without stones the player to move loses"),
        }
    }

    fn grundy(&self, _: &Part, _: &Meter) -> Option<Int> {
        None
    }

    fn loses(&self, part: &Part, _: Option<Side>, meter: &Meter) -> Option<bool> {
        let (stones, max) = numbers_of(part)?;
        if stones.is_zero() {
            return Some(true);
        }
        Some(max < self.parts(stones, meter)?.last()?)
    }

    fn moves(&self, part: &Part, mover: Option<Side>, goal: &Goal, max: usize, meter: &Meter) -> Option<Found> {
        let (Goal::Lost, (stones, cap)) = (goal, numbers_of(part)?) else { return None };
        let mut found = Found::none();
        let mut parts = self.parts(stones, meter)?;
        let mut taken = Int::ZERO;
        while let Some(next) = parts.pop() {
            taken = taken.add(&next).ok()?;
            if taken > *cap {
                break;
            }
            let after = self.most_after(&taken)?;
            if parts.last().is_none_or(|larger| after < *larger) {
                found.counted(&Int::ONE)?;
                if found.first.len() < max {
                    let choice = [Value::Int(taken.clone())];
                    found.first.push(self.instance.move_with(0, &choice, part, mover, meter).ok()??);
                }
            }
        }
        Some(found)
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
