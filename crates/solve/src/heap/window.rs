//! The window engine: games with finitely many digits whose moves leave at most one heap.
//!
//! In: the numbers that may be taken. Out: values, with the options as bits of a word. The state consists of the last
//! values, as many as may be taken at most, so that a repeated window proves a period; that test is in `period`. Wrong
//! tool if a move may split a heap.

use super::plain::Plain;
use super::table::Table;
use crate::budget::Stop;
use crate::work::Work;
use grundy_message::{Message, message};
use grundy_rules::heap::TakeAndBreak;

/// Number of values between two checks of the clock.
const LOOK_EVERY: usize = 1 << 20;

pub(super) struct Window {
    game: TakeAndBreak,
    /// Numbers that may be taken if something is left.
    takes: Vec<usize>,
    /// Maximum number that may be taken; larger heaps are never taken whole.
    max: usize,
}

impl Window {
    pub fn new(game: &TakeAndBreak) -> Result<Window, Message> {
        let Some(max) = game.last_place() else {
            return Err(message!("the window machine needs digits that end"));
        };
        if game.most_parts() > 1 {
            return Err(message!("the window machine takes games whose moves leave at most one heap"));
        }
        let takes = (1..game.head().len()).filter(|taken| game.head()[*taken] & 2 != 0).collect();
        Ok(Window { game: game.clone(), takes, max: max as usize })
    }

    pub fn extend(&mut self, values: &mut Table, to: usize, work: &Work) -> Result<(), Stop> {
        // Heaps up to the maximum that may be taken may be taken whole; there are few of those.
        if values.len() <= self.max {
            Plain::new(&self.game).extend(values, to.min(self.max + 1), work)?;
        }
        while values.len() < to {
            let until = to.min(values.len() + LOOK_EVERY / (1 + self.takes.len() / 64));
            let from = values.len();
            match values {
                Table::Bytes(values) if self.takes.len() < 63 => self.by_words(values, until),
                Table::Bytes(values) if self.takes.len() < 127 => self.by_double_words(values, until),
                _ => self.by_stamps(values, until),
            }
            work.advance((until - from) as u64)?;
        }
        Ok(())
    }

    /// Finds values with the options in one word: a value is at most the number of moves, and one more if a heap is
    /// taken whole.
    fn by_words(&self, values: &mut Vec<u8>, to: usize) {
        match self.takes.as_slice() {
            [a] => fill(values, to, &[*a]),
            [a, b] => fill(values, to, &[*a, *b]),
            [a, b, c] => fill(values, to, &[*a, *b, *c]),
            [a, b, c, d] => fill(values, to, &[*a, *b, *c, *d]),
            takes => fill_any(values, to, takes),
        }
    }

    fn by_double_words(&self, values: &mut Vec<u8>, to: usize) {
        for n in values.len()..to {
            let options = self.takes.iter().fold(0u128, |all, taken| all | 1 << (values[n - taken] & 127));
            values.push(options.trailing_ones() as u8);
        }
    }

    fn by_stamps(&self, values: &mut Table, to: usize) {
        let mut stamps = vec![usize::MAX; self.takes.len() + 1];
        for n in values.len()..to {
            for taken in &self.takes {
                if let Some(stamp) = stamps.get_mut(values.at(n - taken) as usize) {
                    *stamp = n;
                }
            }
            let free = stamps.iter().position(|stamp| *stamp != n);
            values.push(free.unwrap_or(stamps.len()) as u32);
        }
    }
}

/// The same loop for a few moves, the number of which is known at compile time.
fn fill<const MOVES: usize>(values: &mut Vec<u8>, to: usize, takes: &[usize; MOVES]) {
    let known = values.len();
    values.resize(to, 0);
    for n in known..to {
        let mut options = 0u64;
        for taken in takes {
            options |= 1u64.wrapping_shl(u32::from(values[n - taken]));
        }
        values[n] = options.trailing_ones() as u8;
    }
}

fn fill_any(values: &mut Vec<u8>, to: usize, takes: &[usize]) {
    let known = values.len();
    values.resize(to, 0);
    for n in known..to {
        let mut options = 0u64;
        for taken in takes {
            options |= 1u64.wrapping_shl(u32::from(values[n - taken]));
        }
        values[n] = options.trailing_ones() as u8;
    }
}
