//! The values of heaps, one after the other, in as few bytes as the largest of them needs.
//!
//! In: values in the order of the heaps. Out: any of them, or all of them as a slice of bytes, of 16-bit or of 32-bit
//! numbers. Most games stay below 256 forever, and a record run stores some hundreds of millions.

use crate::budget::Stop;
use crate::work::Work;

/// The values of the heaps 0, 1, 2, ...
///
/// Invariant: a value once pushed stays; engines append, never edit.
#[derive(Clone, Debug)]
pub(super) enum Table {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Words(Vec<u32>),
}

/// The values of heaps as a slice of the narrowest numbers that hold them all.
#[derive(Clone, Copy, Debug)]
pub enum Slice<'a> {
    /// All are below 2^8.
    Bytes(&'a [u8]),
    /// All are below 2^16.
    Halves(&'a [u16]),
    /// The rest.
    Words(&'a [u32]),
}

impl Table {
    pub fn new() -> Table {
        Table::Bytes(Vec::new())
    }

    pub fn len(&self) -> usize {
        match self {
            Table::Bytes(values) => values.len(),
            Table::Halves(values) => values.len(),
            Table::Words(values) => values.len(),
        }
    }

    pub fn slice(&self) -> Slice<'_> {
        match self {
            Table::Bytes(values) => Slice::Bytes(values),
            Table::Halves(values) => Slice::Halves(values),
            Table::Words(values) => Slice::Words(values),
        }
    }

    pub fn at(&self, n: usize) -> u32 {
        match self {
            Table::Bytes(values) => u32::from(values[n]),
            Table::Halves(values) => u32::from(values[n]),
            Table::Words(values) => values[n],
        }
    }

    pub fn push(&mut self, value: u32) {
        self.widen(value);
        match self {
            Table::Bytes(values) => values.push(value as u8),
            Table::Halves(values) => values.push(value as u16),
            Table::Words(values) => values.push(value),
        }
    }

    pub fn push_all(&mut self, more: &[u16]) {
        self.widen(more.iter().copied().max().unwrap_or(0).into());
        match self {
            Table::Bytes(values) => values.extend(more.iter().map(|value| *value as u8)),
            Table::Halves(values) => values.extend_from_slice(more),
            Table::Words(values) => values.extend(more.iter().map(|value| u32::from(*value))),
        }
    }

    /// Makes the entries wide enough for a value.
    fn widen(&mut self, value: u32) {
        match self {
            Table::Bytes(values) if value > u32::from(u16::MAX) => {
                *self = Table::Words(values.iter().map(|value| u32::from(*value)).collect());
            }
            Table::Bytes(values) if value > u32::from(u8::MAX) => {
                *self = Table::Halves(values.iter().map(|value| u16::from(*value)).collect());
            }
            Table::Halves(values) if value > u32::from(u16::MAX) => {
                *self = Table::Words(values.iter().map(|value| u32::from(*value)).collect());
            }
            _ => {}
        }
    }

    /// Extends the table to length `to` by repeating the last `period` values.
    pub fn repeat(&mut self, period: usize, to: usize) {
        fn go<T: Copy>(values: &mut Vec<T>, period: usize, to: usize) {
            while values.len() < to {
                // The copied part is periodic too, so each copy could be twice as long; but a copy from what is still
                // in the cache is fastest.
                let span = period * ((1 << 17) / period).max(1);
                let span = if values.len() > span && span > period { span } else { period };
                let known = values.len();
                let max = if known >= 2 * span { span } else { period };
                let more = max.min(to - known);
                values.extend_from_within(known - max..known - max + more);
            }
        }
        if period == 0 || self.len() < period {
            return;
        }
        match self {
            Table::Bytes(values) => go(values, period, to),
            Table::Halves(values) => go(values, period, to),
            Table::Words(values) => go(values, period, to),
        }
    }

    /// Returns the number of bytes per value.
    pub fn width(&self) -> usize {
        match self {
            Table::Bytes(_) => 1,
            Table::Halves(_) => 2,
            Table::Words(_) => 4,
        }
    }

    /// Reserves capacity for `to` values, if the budget allows it besides `others` bytes of other data.
    pub fn reserve(&mut self, to: usize, others: u64, work: &Work) -> Result<(), Stop> {
        let bytes = (to as u64).saturating_mul(self.width() as u64);
        work.room(bytes.saturating_add(others))?;
        let more = to.saturating_sub(self.len());
        let outcome = match self {
            Table::Bytes(values) => values.try_reserve_exact(more),
            Table::Halves(values) => values.try_reserve_exact(more),
            Table::Words(values) => values.try_reserve_exact(more),
        };
        outcome.map_err(|_| Stop::MemoryLimit(work.max_bytes()))
    }
}

impl Slice<'_> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match self {
            Slice::Bytes(values) => values.len(),
            Slice::Halves(values) => values.len(),
            Slice::Words(values) => values.len(),
        }
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
