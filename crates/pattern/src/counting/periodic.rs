//! Counting heaps of any size by a proved period: g(n + p) = g(n) + s.
//!
//! In: ranges of heaps. Out: how many heaps have each value, if s is 0; else how many sums have a given value, digit by
//! digit: a heap is n = first + p·q, its value g(first) + s·q. The binary digits of every q are chosen from the lowest
//! on; what matters of those chosen is the carry of the value and whether they exceed those of the bound, so that
//! there are few states however large the heaps are.

use super::region::{Group, Interval, Region};
use super::sums::{Counts, cycles, factorial};
use crate::limits;
use crate::run::proved_period;
use grundy_message::template;
use grundy_proof::{Claim, Theorem};
use grundy_rules::heap::{Recognised, recognise};
use grundy_rules::int::TooLarge;
use grundy_rules::{Instance, Int, Limit, Meter};
use grundy_solve::Budget;
use std::collections::BTreeMap;

/// Maximum number of states at one digit.
const STATES: Limit = Limit { name: template!("states of a digit of a count"), usual: 1 << 20 };

/// Heaps with a proved period.
pub(super) struct Heaps {
    recognised: Recognised,
    theorem: Theorem,
    pub period: u64,
    preperiod: u64,
    pub saltus: u64,
}

/// Heaps n = first + p·q for q = 0, …, `last`, whose values are `base` + s·q.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    base: u128,
    last: u64,
}

impl Heaps {
    /// Returns the period of the heaps of this game, if it has one that the checker accepts.
    pub fn new(instance: &Instance, budget: &Budget) -> Option<Heaps> {
        let recognised = recognise(instance, &budget.meter()).filter(|recognised| recognised.slope == 1)?;
        let (theorem, _) = proved_period(&recognised.game, budget, &|| budget.is_cancelled())?;
        let Claim::HeapPeriod { period, preperiod, saltus, .. } = *theorem.claim() else { return None };
        Some(Heaps { recognised, theorem, period, preperiod, saltus })
    }

    /// Returns the lines of the heaps of a range, each with the number of times that it counts, which may be negative.
    fn lines(&self, range: &Interval) -> Option<BTreeMap<Line, i64>> {
        let heap = |number: &Int| self.recognised.heap_of(number.to_i64()?);
        let (low, high) = (heap(&range.low)?, heap(&range.high)?);
        let mut lines = BTreeMap::new();
        self.add_lines(high, 1, &mut lines)?;
        if low > 0 {
            self.add_lines(low - 1, -1, &mut lines)?;
        }
        lines.retain(|_, weight| *weight != 0);
        Some(lines)
    }

    /// Adds the heaps from 0 to a bound.
    fn add_lines(&self, bound: u64, weight: i64, lines: &mut BTreeMap<Line, i64>) -> Option<()> {
        let mut add = |first: u64, last: u64| {
            let base = self.theorem.value(first)?;
            *lines.entry(Line { base, last }).or_default() += weight;
            Some(())
        };
        for first in 0..self.preperiod.min(bound.saturating_add(1)) {
            add(first, 0)?;
        }
        for first in self.preperiod..self.preperiod + self.period {
            if first > bound {
                break;
            }
            add(first, (bound - first) / self.period)?;
        }
        Some(())
    }

    /// Returns how many heaps of a group have each value, if values do not rise.
    pub fn counts(&self, group: &Group) -> Option<Counts> {
        let lines = self.lines(group.only()?).filter(|_| self.saltus == 0)?;
        let mut by_value: BTreeMap<u64, Int> = BTreeMap::new();
        for (line, weight) in lines {
            let heaps = Int::from(u128::from(line.last) + 1).multiply(&Int::from(weight)).ok()?;
            let count = by_value.entry(u64::try_from(line.base).ok()?).or_insert(Int::ZERO);
            *count = count.add(&heaps).ok()?;
        }
        by_value.retain(|_, count| !count.is_zero());
        Some(Counts { by_value, times: group.times })
    }

    /// Returns how many sums of a box have this value; `None` if that is too much work.
    pub fn sums_of_value(&self, region: &Region, value: &Int, meter: &Meter) -> Result<Option<Int>, TooLarge> {
        // Bags are counted by tuples: each group contributes every number of heaps up to its own, with a factor.
        let mut groups = Vec::new();
        for group in &region.groups {
            let Some((range, lines)) = group.only().and_then(|range| Some((range, self.lines(range)?))) else {
                return Ok(None);
            };
            let weights = match group.times {
                None => vec![Int::ZERO, Int::ONE],
                Some(times) if times > limits::MAX_RISING_BAG => return Ok(None),
                Some(times) => cycles(times, &range.len())?,
            };
            groups.push((lines, weights, factorial(group.times.unwrap_or(0))?));
        }
        let mut chosen = vec![0; groups.len()];
        let mut sum = Int::ZERO;
        loop {
            let factors = chosen.iter().zip(&groups).map(|(index, (_, weights, _))| &weights[*index]);
            let factor = factors.clone().try_fold(Int::ONE, |product, factor| product.multiply(factor))?;
            if !factor.is_zero() {
                let heaps = chosen.iter().zip(&groups);
                let heaps = heaps.flat_map(|(count, (lines, ..))| std::iter::repeat_n(lines, *count)).collect();
                let Some(tuples) = self.tuples(heaps, value, meter)? else { return Ok(None) };
                sum = sum.add(&factor.multiply(&tuples)?)?;
            }
            let Some(index) = (0..chosen.len()).rev().find(|index| chosen[*index] + 1 < groups[*index].1.len()) else {
                break;
            };
            chosen[index] += 1;
            chosen[index + 1..].fill(0);
        }
        for (_, _, divisor) in &groups {
            sum = sum.divide(divisor).expect("a factorial is positive");
        }
        Ok(Some(sum))
    }

    /// Returns how many choices of a heap on each of these sets of lines have this exclusive or.
    fn tuples(
        &self,
        mut heaps: Vec<&BTreeMap<Line, i64>>,
        value: &Int,
        meter: &Meter,
    ) -> Result<Option<Int>, TooLarge> {
        // Equal sets stand together, so that the order of their states does not matter.
        heaps.sort();
        let bits = |number: u128| 128 - number.leading_zeros() as usize;
        let longest = |lines: &&BTreeMap<Line, i64>| {
            lines.keys().map(|line| bits(line.base).max(bits(line.last.into()) + bits(self.saltus.into()))).max()
        };
        let length = heaps.iter().filter_map(longest).max().unwrap_or(0).max(value.bits()) + 2;
        let mut states: BTreeMap<Vec<State>, Int> = BTreeMap::from([(Vec::new(), Int::ONE)]);
        for lines in &heaps {
            let mut more = BTreeMap::new();
            for (state, ways) in &states {
                for (line, weight) in *lines {
                    let mut state = state.clone();
                    state.push(State { carry: line.base, last: line.last, is_above: false });
                    add(&mut more, state, ways.multiply(&Int::from(*weight))?)?;
                }
            }
            if !meter.allows(STATES, more.len() as u64) || !meter.goes_on() {
                return Ok(None);
            }
            states = sorted(more, &heaps)?;
        }
        for index in 0..length {
            // One heap after the other; the last entry of a state is the exclusive or of this digit.
            let mut open: BTreeMap<(Vec<State>, bool), Int> =
                states.into_iter().map(|(state, ways)| ((state, value.bit(index)), ways)).collect();
            for heap in 0..heaps.len() {
                let mut next = BTreeMap::new();
                for ((state, xor), ways) in open {
                    for digit in [false, true] {
                        let Some((after, written)) = state[heap].after(digit, index, self.saltus) else { continue };
                        let mut state = state.clone();
                        state[heap] = after;
                        let entry = next.entry((state, xor ^ written)).or_insert(Int::ZERO);
                        *entry = entry.add(&ways)?;
                    }
                }
                if !meter.allows(STATES, next.len() as u64) || !meter.goes_on() {
                    return Ok(None);
                }
                open = next;
            }
            let done = open.into_iter().filter(|((_, xor), _)| !xor).map(|((state, _), ways)| (state, ways));
            states = sorted(done.collect(), &heaps)?;
        }
        let is_over = |state: &State| state.carry == 0 && !state.is_above;
        let ends = states.into_iter().filter(|(state, _)| state.iter().all(is_over));
        ends.into_iter().try_fold(Int::ZERO, |sum, (_, ways)| sum.add(&ways)).map(Some)
    }
}

/// What matters of the digits of a heap that are chosen: the carry of its value, and whether they exceed the bound's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    carry: u128,
    last: u64,
    is_above: bool,
}

impl State {
    /// Returns the state after a digit of the quotient, and the digit of the value; `None` if the bound is exceeded.
    fn after(&self, digit: bool, index: usize, saltus: u64) -> Option<(State, bool)> {
        let of_bound = index < 64 && self.last >> index & 1 == 1;
        if index >= 64 - self.last.leading_zeros() as usize && (digit || self.is_above) {
            return None;
        }
        let sum = self.carry + if digit { u128::from(saltus) } else { 0 };
        let is_above = if digit == of_bound { self.is_above } else { digit };
        Some((State { carry: sum >> 1, is_above, ..*self }, sum & 1 == 1))
    }
}

fn add<K: Ord>(counts: &mut BTreeMap<K, Int>, key: K, ways: Int) -> Result<(), TooLarge> {
    let count = counts.entry(key).or_insert(Int::ZERO);
    *count = count.add(&ways)?;
    Ok(())
}

/// Returns the states with those of equal heaps in order.
fn sorted(
    states: BTreeMap<Vec<State>, Int>,
    heaps: &[&BTreeMap<Line, i64>],
) -> Result<BTreeMap<Vec<State>, Int>, TooLarge> {
    let mut merged = BTreeMap::new();
    for (mut state, ways) in states {
        let mut from = 0;
        while from < state.len() {
            let to = (from..state.len()).find(|index| heaps[*index] != heaps[from]).unwrap_or(state.len());
            state[from..to].sort();
            from = to;
        }
        if !ways.is_zero() {
            add(&mut merged, state, ways)?;
        }
    }
    Ok(merged)
}
