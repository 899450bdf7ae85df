//! The scan engine: games without a sparse space.
//!
//! In: a game with finitely many digits and at most two heaps left. Out: its values. Idea: the options of the first few
//! splits leave few candidates for the least missing number; whether a candidate is an option of any other split is one
//! comparison of the table with itself reversed, 32 splits at a time. Still quadratic, so the wrong tool if a sparse
//! space exists.

use super::places::Places;
use super::space::MAX_VALUE;
use super::table::Table;
use crate::budget::Stop;
use crate::work::Work;
use grundy_kernel::heap::{self, Path};

/// Approximate number of splits between two checks of the clock.
const LOOK_EVERY: usize = 1 << 24;
/// Tuning: minimum number of splits marked before candidates are tried. No measurement is recorded.
const MIN_PREFIX: usize = 128;

pub(super) struct Scan {
    places: Places,
    path: Path,
    low: Vec<u8>,
    high: Vec<u8>,
    largest: u16,
    /// Number of splits marked before candidates are tried.
    prefix: usize,
    stamps: Vec<u32>,
    epoch: u32,
}

/// A value does not fit the tables of an engine; the plain engine has to continue.
pub(super) struct TooLarge;

impl Scan {
    pub fn new(places: &Places, path: Path) -> Scan {
        Scan {
            places: places.clone(),
            path,
            low: Vec::new(),
            high: Vec::new(),
            largest: 0,
            prefix: MIN_PREFIX,
            stamps: vec![0; 2 * (MAX_VALUE + 1)],
            epoch: 0,
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.low.len() + self.high.len() + 4 * self.stamps.len()) as u64
    }

    /// Appends values until `to` are known, or one is too large. At least [`Places::start`] are known already.
    pub fn extend(&mut self, values: &mut Table, to: usize, work: &Work) -> Result<Result<(), TooLarge>, Stop> {
        for n in self.low.len()..values.len() {
            if values.at(n) > 2047 {
                return Ok(Err(TooLarge));
            }
            self.keep(values.at(n) as u16);
        }
        let (mut cost, mut done) = (0, 0);
        while values.len() < to {
            let n = values.len();
            let Some(value) = self.next(n) else { return Ok(Err(TooLarge)) };
            values.push(u32::from(value));
            self.keep(value);
            cost += n * (1 + self.places.splits.len());
            done += 1;
            if cost >= LOOK_EVERY {
                work.room(self.bytes() + (values.len() * values.width()) as u64)?;
                work.advance(done)?;
                (cost, done) = (0, 0);
            }
        }
        work.advance(done)?;
        Ok(Ok(()))
    }

    fn keep(&mut self, value: u16) {
        self.low.push(heap::low_byte(value));
        self.high.push(heap::high_byte(value));
        self.largest = self.largest.max(value);
    }

    fn entry(&self, n: usize) -> usize {
        usize::from(self.low[n]) | usize::from(self.high[n]) << 4
    }

    fn next(&mut self, n: usize) -> Option<u16> {
        if self.epoch == u32::MAX {
            self.stamps.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
        for taken in &self.places.ones {
            let entry = self.entry(n - taken);
            self.stamps[entry] = self.epoch;
        }
        let prefix = self.prefix;
        for taken in &self.places.splits {
            let rest = n - taken;
            let max = self.places.most_of_smaller_part(rest).min(prefix);
            let fronts = self.low[1..=max].iter().zip(&self.high[1..=max]);
            let rears = self.low[rest - max..rest].iter().zip(&self.high[rest - max..rest]).rev();
            for ((x, u), (y, v)) in fronts.zip(rears) {
                self.stamps[usize::from(x ^ y) | usize::from(u ^ v) << 4] = self.epoch;
            }
        }
        let table =
            if self.largest < 256 { heap::Table::narrow(&self.low) } else { heap::Table::wide(&self.low, &self.high) };
        let (mut value, mut wrong) = (0, 0);
        loop {
            while self.stamps[usize::from(value)] == self.epoch {
                value += 1;
            }
            // A number above all known values, by a power of two, is not the xor of two of them.
            let out_of_reach = usize::from(value) >= (usize::from(self.largest) + 1).next_power_of_two();
            let is_option = !out_of_reach
                && self.places.splits.iter().any(|taken| {
                    let rest = n - taken;
                    let max = self.places.most_of_smaller_part(rest);
                    heap::find_split(self.path, table, 0, rest, prefix + 1, max, value).is_some()
                });
            if !is_option {
                // A longer prefix yields fewer wrong candidates, but some cost less than the marks that would exclude
                // them.
                self.prefix = match wrong {
                    0..=2 => (prefix - prefix / 64).max(MIN_PREFIX),
                    3..=6 => prefix,
                    _ => prefix + prefix / 16,
                };
                return (value <= 2047).then_some(value);
            }
            value += 1;
            wrong += 1;
        }
    }
}
