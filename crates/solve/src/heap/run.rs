//! A heap game followed until its period is proved, and then known for every heap.
//!
//! In: a game, the maximum number of values, a budget. Out: a [`HeapRun`]: its known values, its period, and then the
//! value of any heap by a table lookup. Idea: the table grows by half each time, and then a period is looked for; if
//! one is suspected, exactly as many values are found as its theorem needs.

use super::period::{Expansion, Period, look};
use super::table::Slice;
use super::{HeapValues, TakeAndBreak};
use crate::budget::{Budget, Stop};
use crate::work::Work;
use grundy_message::template;

/// Number of values found before a period is first looked for.
const FIRST_LOOK: u64 = 64;
/// The base of [`HeapRun::checksum`]: odd, so that no power of it vanishes.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// The values of a heap game, and its period once that is found.
pub struct HeapRun {
    values: HeapValues,
    period: Option<Period>,
    /// Number of values at which a period is next looked for.
    next_look: u64,
}

/// Follows a game until its period is found or `limit` values are known.
///
/// ```
/// use grundy_rules::heap::TakeAndBreak;
/// use grundy_solve::{Budget, heap::solve_heap};
/// let kayles = TakeAndBreak::new(vec![0, 7, 7], vec![], false).unwrap();
/// let (run, stop) = solve_heap(&kayles, 10_000, &Budget::default());
/// assert_eq!((stop, run.at(1_000_000_000_000_000_000)), (None, Some(1)));
/// ```
pub fn solve_heap(game: &TakeAndBreak, limit: u64, budget: &Budget) -> (HeapRun, Option<Stop>) {
    let mut run = HeapRun::new(HeapValues::new(game));
    let stop = run.go_on(limit, budget).err();
    (run, stop)
}

impl HeapRun {
    /// Continues from these values: none yet, or those of an earlier run.
    pub fn new(values: HeapValues) -> HeapRun {
        HeapRun { values, period: None, next_look: 0 }
    }

    /// Returns the known values.
    pub fn values(&self) -> &HeapValues {
        &self.values
    }

    /// Returns the period, once it is found.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Finds values until a period is found or those of all heaps below the limit are known.
    ///
    /// # Errors
    /// The budget ended first; known values stay.
    pub fn go_on(&mut self, limit: u64, budget: &Budget) -> Result<(), Stop> {
        let work = Work::start(budget);
        work.begin(template!("values"), Some(limit.saturating_sub(self.values.len())));
        self.go_on_within(limit, &work)
    }

    pub(super) fn go_on_within(&mut self, limit: u64, work: &Work) -> Result<(), Stop> {
        while self.period.is_none() {
            let known = self.values.len();
            if known >= self.next_look.min(limit).max(1) {
                match look(self.values.game(), &self.values.table) {
                    Expansion::Found(period) => {
                        self.period = Some(period);
                        return Ok(());
                    }
                    // A suspicion that needs very many more values is tested again earlier.
                    Expansion::Suspected { needs } if needs <= known.saturating_mul(4) => {
                        self.next_look = needs.max(known + 1);
                    }
                    _ => self.next_look = (known + known / 2).max(FIRST_LOOK),
                }
                work.advance(0)?;
            }
            if known >= limit {
                return Ok(());
            }
            self.values.extend_within(self.next_look.max(FIRST_LOOK).min(limit), work)?;
        }
        Ok(())
    }

    /// Returns the value of a heap, if it is known or follows from the period. Past the table it is as certain as the
    /// period is: see [`Ground`](super::Ground).
    pub fn at(&self, n: u64) -> Option<u64> {
        if n < self.values.len() {
            return Some(self.values.value(n).into());
        }
        let Period { period, preperiod, saltus, .. } = self.period?;
        let beyond = n - preperiod;
        let value = u64::from(self.values.value(preperiod + beyond % period));
        saltus.checked_mul(beyond / period)?.checked_add(value)
    }

    /// Extends the table to `to` values: by copying if they repeat, else by the engine.
    ///
    /// # Errors
    /// The budget ended first; known values stay.
    pub fn fill(&mut self, to: u64, budget: &Budget) -> Result<(), Stop> {
        let work = Work::start(budget);
        work.begin(template!("values"), Some(to.saturating_sub(self.values.len())));
        match self.period {
            Some(Period { period, saltus: 0, ground, .. }) if ground.proves() => {
                self.values.repeat_within(period, to, &work)
            }
            _ => self.values.extend_within(to, &work),
        }
    }

    /// Copies the values of heaps from `from` on, past the table too, if they are below 256; returns false if some are
    /// not known.
    pub fn copy_bytes(&self, from: u64, into: &mut [u8]) -> bool {
        let (Slice::Bytes(values), Some(end)) = (self.values.values(), from.checked_add(into.len() as u64)) else {
            return false;
        };
        let known = values.len() as u64;
        let direct = known.saturating_sub(from).min(into.len() as u64) as usize;
        into[..direct].copy_from_slice(&values[from.min(known) as usize..][..direct]);
        if end <= known {
            return true;
        }
        let Some(Period { period, preperiod, saltus: 0, .. }) = self.period else { return false };
        let cycle = &values[preperiod as usize..(preperiod + period) as usize];
        let phase = ((from + direct as u64 - preperiod) % period) as usize;
        // The first turn of the cycle is copied from the table; then the copy is long enough to be copied itself.
        let mut done = direct;
        let mut at = phase;
        while done < into.len() && done < direct + cycle.len() {
            let more = (cycle.len() - at).min(into.len() - done);
            into[done..done + more].copy_from_slice(&cycle[at..at + more]);
            (done, at) = (done + more, 0);
        }
        while done < into.len() {
            let whole = (done - direct) / cycle.len() * cycle.len();
            let more = whole.min(into.len() - done);
            into.copy_within(done - whole..done - whole + more, done);
            done += more;
        }
        true
    }

    /// Returns the sum of g(n) b^n modulo 2^64 over all n below `below`, with a fixed odd b: it distinguishes whole
    /// sequences, in a time that depends on the table alone. `None` if values are not known, or rise.
    pub fn checksum(&self, below: u64) -> Option<u64> {
        let known = self.values.len().min(below);
        if known == below {
            return Some(self.partial_sum(0, known));
        }
        let Period { period, preperiod, saltus: 0, .. } = self.period? else { return None };
        let (turns, rest) = ((below - preperiod) / period, (below - preperiod) % period);
        let cycle = self.partial_sum(preperiod, preperiod + period);
        let part = self.partial_sum(preperiod, preperiod + rest);
        let turn = power(BASE, period);
        let start = power(BASE, preperiod);
        let whole = cycle.wrapping_mul(geometric(turn, turns));
        let end = part.wrapping_mul(power(turn, turns));
        Some(self.partial_sum(0, preperiod).wrapping_add(start.wrapping_mul(whole.wrapping_add(end))))
    }

    /// Returns the sum of g(from + i) b^i for i below `to - from`.
    fn partial_sum(&self, from: u64, to: u64) -> u64 {
        let term = |sum: u64, value: u64| sum.wrapping_mul(BASE).wrapping_add(value);
        let range = from as usize..to as usize;
        match self.values.values() {
            Slice::Bytes(values) => values[range].iter().rev().fold(0, |sum, value| term(sum, (*value).into())),
            Slice::Halves(values) => values[range].iter().rev().fold(0, |sum, value| term(sum, (*value).into())),
            Slice::Words(values) => values[range].iter().rev().fold(0, |sum, value| term(sum, (*value).into())),
        }
    }
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1u64, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        exponent >>= 1;
    }
    result
}

/// Returns 1 + x + x^2 + ... of `terms` terms, modulo 2^64.
fn geometric(x: u64, terms: u64) -> u64 {
    let (mut sum, mut count) = (0u64, 0u64);
    for bit in (0..64).rev() {
        // Twice as many terms: those summed, and those times x^count.
        sum = sum.wrapping_mul(power(x, count).wrapping_add(1));
        count = count.wrapping_mul(2);
        if terms >> bit & 1 == 1 {
            sum = sum.wrapping_mul(x).wrapping_add(1);
            count += 1;
        }
    }
    sum
}
