//! The convolution engine: games whose moves may leave three or more heaps.
//!
//! In: any game. Out: its values. Idea: for every number of heaps j and of tokens m, the set of values that j heaps of
//! m tokens together may have. When the value of one more heap is known, it is added to all these sets like an item to
//! a knapsack: each number of heaps costs one convolution, and heaps that must differ are the knapsack in which an item
//! is used once. A set is a bit vector, and the xor with a number is a permutation of its words and of the bits within
//! them. Quadratic in the number of values, times the largest; the wrong tool for games with at most two heaps.

use super::table::Table;
use crate::budget::Stop;
use crate::work::Work;
use grundy_rules::heap::TakeAndBreak;

/// Approximate number of words between two checks of the clock.
const LOOK_EVERY: usize = 1 << 22;
/// Initial capacity in values.
const FIRST_ROOM: usize = 256;

pub(super) struct Convolution {
    game: TakeAndBreak,
    parts: usize,
    /// Capacity in values, and the number of 64-bit words of a set.
    room: usize,
    words: usize,
    /// The set of j heaps of m tokens is at `((j - 1) * room + m) * words`.
    sets: Vec<u64>,
    /// The heaps below this are in the sets.
    added: usize,
}

impl Convolution {
    pub fn new(game: &TakeAndBreak) -> Convolution {
        let parts = game.most_parts().max(1) as usize;
        Convolution { game: game.clone(), parts, room: 0, words: 1, sets: Vec::new(), added: 1 }
    }

    pub fn bytes(&self) -> u64 {
        8 * self.sets.capacity() as u64
    }

    pub fn extend(&mut self, values: &mut Table, to: usize, work: &Work) -> Result<(), Stop> {
        let mut cost = 0;
        while values.len() < to {
            let n = values.len();
            if n >= self.room {
                // Knapsacks cannot grow at the end: they are rebuilt, twice as large.
                let room = to.min((2 * self.room).max(2 * n)).max(FIRST_ROOM);
                self.make_room(room, self.words, work)?;
            }
            while self.added < n {
                let value = values.at(self.added);
                self.widen(value, work)?;
                self.add(self.added, value);
                self.added += 1;
                cost += (self.room - self.added) * self.words * self.parts;
                if cost >= LOOK_EVERY {
                    work.advance(0)?;
                    cost = 0;
                }
            }
            values.push(self.next(n));
            work.advance(1)?;
        }
        Ok(())
    }

    /// Allocates empty sets for `room` heaps.
    fn make_room(&mut self, room: usize, words: usize, work: &Work) -> Result<(), Stop> {
        let size = (room as u64).saturating_mul((words * self.parts) as u64);
        work.room(size.saturating_mul(8).saturating_add(4 * room as u64))?;
        (self.sets, self.room, self.added) = (Vec::new(), 0, 1);
        let outcome = self.sets.try_reserve_exact(size as usize);
        outcome.map_err(|_| Stop::MemoryLimit(work.max_bytes()))?;
        self.sets.resize(size as usize, 0);
        (self.room, self.words, self.added) = (room, words, 1);
        Ok(())
    }

    /// Widens the sets, so that a value and all its xors fit.
    fn widen(&mut self, value: u32, work: &Work) -> Result<(), Stop> {
        let words = (value as usize / 64 + 1).next_power_of_two();
        if words <= self.words {
            return Ok(());
        }
        let rows = self.room * self.parts;
        work.room((rows as u64).saturating_mul(8 * words as u64))?;
        let mut wider = vec![0; rows * words];
        for (row, wide) in self.sets.chunks_exact(self.words).zip(wider.chunks_exact_mut(words)) {
            wide[..self.words].copy_from_slice(row);
        }
        (self.sets, self.words) = (wider, words);
        Ok(())
    }

    /// Adds a heap to all sets that may contain it.
    fn add(&mut self, heap: usize, value: u32) {
        let parts = self.parts;
        // A heap used once must not be combined with itself: more heaps first. Used repeatedly, it must: fewer heaps
        // first.
        for step in 1..=parts {
            let count = if self.game.parts_differ() { parts + 1 - step } else { step };
            if count == 1 {
                let row = heap * self.words;
                self.sets[row + value as usize / 64] |= 1 << (value % 64);
                continue;
            }
            let (fewer, more) = self.sets.split_at_mut((count - 1) * self.room * self.words);
            let fewer = &fewer[(count - 2) * self.room * self.words..];
            let from = fewer.chunks_exact(self.words);
            let into = more[..self.room * self.words].chunks_exact_mut(self.words).skip(heap);
            for (from, into) in from.zip(into) {
                unite_shifted(into, from, value);
            }
        }
    }

    fn next(&self, n: usize) -> u32 {
        if n == 0 {
            return 0;
        }
        let mut options = vec![0u64; self.words];
        for taken in 0..=n {
            let digit = match self.game.last_place() {
                Some(last) if taken as u64 > last => break,
                _ => self.game.digit(taken as u64),
            };
            let rest = n - taken;
            if rest == 0 {
                options[0] |= u64::from(digit & 1);
                continue;
            }
            for count in (1..=self.parts).filter(|count| digit >> count & 1 != 0) {
                let row = ((count - 1) * self.room + rest) * self.words;
                for (all, word) in options.iter_mut().zip(&self.sets[row..row + self.words]) {
                    *all |= word;
                }
            }
        }
        let full = options.iter().take_while(|word| **word == u64::MAX).count();
        64 * full as u32 + options.get(full).map_or(0, |word| word.trailing_ones())
    }
}

/// Adds to a set the xor of a value with every number of another set.
fn unite_shifted(into: &mut [u64], from: &[u64], value: u32) {
    let high = value as usize / 64;
    for (index, word) in into.iter_mut().enumerate() {
        let source = from[index ^ high];
        if source != 0 && *word != u64::MAX {
            *word |= permuted(source, value % 64);
        }
    }
}

/// Moves bit i of a word to index i xor `number`, for each i.
fn permuted(mut word: u64, number: u32) -> u64 {
    const LOWER: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (bit, lower) in LOWER.iter().enumerate() {
        if number >> bit & 1 != 0 {
            let by = 1 << bit;
            word = (word & lower) << by | word >> by & lower;
        }
    }
    word
}
