//! The sparse engine: a sparse space, one heap at a time.
//!
//! In: a game with finitely many digits and at most two heaps left. Out: its values. Idea: the rare parts give all
//! common options, and the least common number that is not an option is the candidate; then every smaller rare number
//! is shown to be an option, nearly always by one of the first few splits. See `space` for why. The block engine does
//! the same for 32 heaps at a time; this one serves as its readable reference.

use super::places::Places;
use super::space::{Histogram, MAX_VALUE, Space};
use super::table::Table;
use crate::budget::Stop;
use crate::work::Work;

pub(super) struct Sparse {
    places: Places,
    values: Vec<u16>,
    histogram: Histogram,
    space: Space,
    rare: Vec<usize>,
    /// The mask is chosen again at this length, or at this number of rare heaps.
    review_at: usize,
    review_with: usize,
    stamps: Vec<u32>,
    epoch: u32,
}

impl Sparse {
    pub fn new(places: &Places) -> Sparse {
        Sparse {
            places: places.clone(),
            values: Vec::new(),
            histogram: Histogram::new(),
            space: Space::new(&places.game, 1, false),
            rare: Vec::new(),
            review_at: 0,
            review_with: usize::MAX,
            stamps: vec![0; 4 * (MAX_VALUE + 1)],
            epoch: 0,
        }
    }

    pub fn space(&self) -> (Space, &[usize]) {
        (self.space, &self.rare)
    }

    pub fn bytes(&self) -> u64 {
        (2 * self.values.len() + 8 * self.rare.len() + 4 * self.stamps.len()) as u64
    }

    /// Appends values until `to` are known, or one is too large.
    pub fn extend(
        &mut self,
        values: &mut Table,
        to: usize,
        work: &Work,
    ) -> Result<Result<(), super::scan::TooLarge>, Stop> {
        self.places.begin(values, to, work)?;
        for n in self.values.len()..values.len() {
            if values.at(n) as usize > MAX_VALUE {
                return Ok(Err(super::scan::TooLarge));
            }
            self.keep(n, values.at(n) as u16);
        }
        let (mut cost, mut done) = (0, 0);
        while values.len() < to {
            let n = values.len();
            if n >= self.review_at || self.rare.len() >= self.review_with {
                self.review(n);
            }
            let value = self.next(n);
            if usize::from(value) > MAX_VALUE {
                return Ok(Err(super::scan::TooLarge));
            }
            values.push(u32::from(value));
            self.keep(n, value);
            cost += 256 + self.rare.len();
            done += 1;
            if cost >= 1 << 20 {
                work.room(self.bytes() + (values.len() * values.width()) as u64)?;
                work.advance(done)?;
                (cost, done) = (0, 0);
            }
        }
        work.advance(done)?;
        Ok(Ok(()))
    }

    fn keep(&mut self, n: usize, value: u16) {
        self.values.push(value);
        self.histogram.add(n, value);
        if n > 0 && self.space.is_rare(n, value) {
            self.rare.push(n);
        }
    }

    fn review(&mut self, n: usize) {
        (self.space, _) = self.histogram.best(&self.places.game);
        self.rare = (1..n).filter(|n| self.space.is_rare(*n, self.values[*n])).collect();
        self.review_at = 2 * n;
        self.review_with = 64 + self.rare.len() * 5 / 4;
    }

    fn next(&mut self, n: usize) -> u16 {
        if self.epoch == u32::MAX {
            self.stamps.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
        let (values, stamps, epoch) = (&self.values, &mut self.stamps, self.epoch);
        for taken in &self.places.ones {
            stamps[usize::from(values[n - taken])] = epoch;
        }
        for taken in &self.places.splits {
            let rest = n - taken;
            for rare in self.rare.iter().take_while(|rare| **rare < rest) {
                let other = rest - rare;
                if other != *rare || !self.places.game.parts_differ() {
                    stamps[usize::from(values[*rare] ^ values[other])] = epoch;
                }
            }
        }
        let is_rare = |value: u16| self.space.is_rare(n, value);
        let mut candidate = 0;
        while is_rare(candidate) || stamps[usize::from(candidate)] == epoch {
            candidate += 1;
        }
        let mut missing =
            (0..candidate).filter(|value| is_rare(*value) && stamps[usize::from(*value)] != epoch).count();
        let longest = self.places.splits.iter().map(|taken| n - taken).max().unwrap_or(0);
        for part in 1..=longest / 2 {
            if missing == 0 {
                break;
            }
            for rest in self.places.splits.iter().map(|taken| n - taken) {
                if part <= self.places.most_of_smaller_part(rest) {
                    let value = values[part] ^ values[rest - part];
                    let fresh = value < candidate && is_rare(value) && stamps[usize::from(value)] != epoch;
                    stamps[usize::from(value)] = epoch;
                    missing -= usize::from(fresh);
                }
            }
        }
        let min = || (0..candidate).find(|value| is_rare(*value) && stamps[usize::from(*value)] != epoch);
        if missing == 0 { candidate } else { min().unwrap_or(candidate) }
    }
}
