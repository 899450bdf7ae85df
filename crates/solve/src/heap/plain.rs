//! The plain engine: every option of every heap, and the least number that is not an option.
//!
//! In: any game that leaves at most two heaps, with digits that end or repeat. Out: its values by the definition, so
//! that faster engines have something to agree with. Idea: options are stamped with the number of the heap that has
//! them, so that nothing is ever cleared. Where digits repeat forever, what may be left after taking that many is a
//! union that only grows, one for each residue, and the least number outside such a union only grows too. Quadratic:
//! the wrong tool for long tables of games without repeating digits.

use super::table::Table;
use crate::budget::Stop;
use crate::work::Work;
use grundy_rules::heap::TakeAndBreak;

/// Approximate number of options between two checks of the clock.
const LOOK_EVERY: u64 = 1 << 18;

pub(super) struct Plain {
    head: Vec<u8>,
    /// The places of the head at which something may be left, ascending: often far fewer than all places.
    places: Vec<usize>,
    /// Invariant: the head has at least one digit if there is a tail.
    tail: Vec<u8>,
    parts_differ: bool,
    /// Number of places whose splits are all visited for each heap.
    splits: u64,
    stamps: Vec<u32>,
    epoch: u32,
    /// For each residue of the rest m: the values that a heap of m, or two heaps of m together, have had.
    left_one: Vec<Vec<bool>>,
    left_two: Vec<Vec<bool>>,
    /// The rests below this are in the unions.
    rests: usize,
    /// For each residue of n: no value below this is outside the unions.
    floors: Vec<u32>,
}

impl Plain {
    pub fn new(game: &TakeAndBreak) -> Plain {
        let (mut head, mut tail) = (game.head().to_vec(), game.tail().to_vec());
        if head.is_empty() && !tail.is_empty() {
            head.push(tail[0]);
            tail.rotate_left(1);
        }
        let residues = tail.len();
        let splits =
            head.iter().filter(|digit| **digit & 4 != 0).count() + usize::from(tail.iter().any(|digit| digit & 4 != 0));
        let splits = splits as u64;
        let places = (0..head.len()).filter(|taken| head[*taken] & 6 != 0).collect();
        Plain {
            head,
            places,
            tail,
            parts_differ: game.parts_differ(),
            splits,
            stamps: vec![0; 64],
            epoch: 0,
            left_one: vec![Vec::new(); residues],
            left_two: vec![Vec::new(); residues],
            rests: 1,
            floors: vec![0; residues],
        }
    }

    /// Appends values until `to` are known.
    pub fn extend(&mut self, values: &mut Table, to: usize, work: &Work) -> Result<(), Stop> {
        let (mut cost, mut done) = (0, 0);
        while values.len() < to {
            let n = values.len();
            let value = if n == 0 { 0 } else { self.next(values, n) };
            values.push(value);
            cost += 64 + self.places.len().min(n) as u64 + self.splits * n as u64 / 2;
            done += 1;
            if cost >= LOOK_EVERY {
                work.room(self.bytes() + (values.len() * values.width()) as u64)?;
                work.advance(done)?;
                (cost, done) = (0, 0);
            }
        }
        work.advance(done)
    }

    pub fn bytes(&self) -> u64 {
        let unions = self.left_one.iter().chain(&self.left_two).map(Vec::capacity).sum::<usize>();
        (4 * self.stamps.capacity() + 8 * self.places.capacity() + unions) as u64
    }

    fn next(&mut self, values: &Table, n: usize) -> u32 {
        if self.epoch == u32::MAX {
            self.stamps.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
        for index in 0..self.places.len() {
            let taken = self.places[index];
            if taken > n {
                break;
            }
            let (digit, rest) = (self.head[taken], n - taken);
            if rest > 0 && digit & 2 != 0 {
                self.stamp(values.at(rest));
            }
            if digit & 4 != 0 {
                self.split(values, rest, |plain, value| plain.stamp(value));
            }
        }
        let digit = match self.head.get(n) {
            Some(digit) => *digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[(n - self.head.len()) % self.tail.len()],
        };
        if digit & 1 != 0 {
            self.stamp(0);
        }
        if self.tail.is_empty() {
            let free = self.stamps.iter().position(|stamp| *stamp != self.epoch);
            return free.unwrap_or(self.stamps.len()) as u32;
        }
        self.unite(values, n);
        self.least_outside_the_unions(n)
    }

    fn stamp(&mut self, value: u32) {
        let index = value as usize;
        if index >= self.stamps.len() {
            self.stamps.resize((index + 1).next_power_of_two(), 0);
        }
        self.stamps[index] = self.epoch;
    }

    /// Calls `tell` with the value of every split of `rest` tokens into two heaps.
    fn split(&mut self, values: &Table, rest: usize, mut tell: impl FnMut(&mut Plain, u32)) {
        let max = if self.parts_differ { rest.saturating_sub(1) / 2 } else { rest / 2 };
        match values {
            Table::Bytes(values) => {
                (1..=max).for_each(|part| tell(self, u32::from(values[part] ^ values[rest - part])));
            }
            Table::Halves(values) => {
                (1..=max).for_each(|part| tell(self, u32::from(values[part] ^ values[rest - part])));
            }
            Table::Words(values) => (1..=max).for_each(|part| tell(self, values[part] ^ values[rest - part])),
        }
    }

    /// Adds to the unions every rest that a digit of the tail may leave of a heap of n.
    fn unite(&mut self, values: &Table, n: usize) {
        let residues = self.tail.len();
        let all = self.tail.iter().fold(0, |all, digit| all | digit);
        while self.rests + self.head.len() <= n {
            let rest = self.rests;
            if all & 2 != 0 {
                include(&mut self.left_one[rest % residues], values.at(rest));
            }
            if all & 4 != 0 {
                self.split(values, rest, |plain, value| include(&mut plain.left_two[rest % residues], value));
            }
            self.rests += 1;
        }
    }

    fn least_outside_the_unions(&mut self, n: usize) -> u32 {
        let (residues, head) = (self.tail.len(), self.head.len());
        let united = |plain: &Plain, value: u32| {
            plain.tail.iter().enumerate().any(|(place, digit)| {
                // The rests after taking head + place, head + place + residues, ... are those of one residue.
                n > head + place && {
                    let residue = (n - head - place) % residues;
                    digit & 2 != 0 && contains(&plain.left_one[residue], value)
                        || digit & 4 != 0 && contains(&plain.left_two[residue], value)
                }
            })
        };
        let mut floor = self.floors[n % residues];
        while united(self, floor) {
            floor += 1;
        }
        self.floors[n % residues] = floor;
        let mut value = floor;
        while united(self, value) || self.stamps.get(value as usize) == Some(&self.epoch) {
            value += 1;
        }
        value
    }
}

fn include(union: &mut Vec<bool>, value: u32) {
    let index = value as usize;
    if index >= union.len() {
        union.resize((index + 1).next_power_of_two(), false);
    }
    union[index] = true;
}

fn contains(union: &[bool], value: u32) -> bool {
    union.get(value as usize) == Some(&true)
}
