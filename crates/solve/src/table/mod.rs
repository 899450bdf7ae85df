//! Table of packed positions: a number for each key.
//!
//! In: keys, in any order. Out: a [`Place`] for each, which never changes. Idea: the table consists of a fixed number
//! of pieces, and the key alone determines its piece; so threads that own different pieces need no locks, one piece
//! fits into a fast cache, and the indices do not depend on the number of threads. Within a piece positions are
//! numbered in order of arrival. A piece finds its keys by hashing ([`hashed`]) until a slot for every possible key
//! costs no more ([`dense`]). Wrong tool for keys that need not be listed again: it stores all of them.

pub(crate) mod dense;
pub(crate) mod hashed;

use grundy_kernel::Key;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of pieces of a table.
pub(crate) const PIECES: usize = 256;

/// Number of bits of an index that number the positions of one piece.
const LOCAL_BITS: u32 = 23;

/// Tuning: keys of at most this number of bits may be addressed directly. No measurement is recorded.
const MAX_DENSE_BITS: u32 = 26;

/// Index of a position: its piece, then its number there. The highest bit is free for the use of callers.
pub(crate) type Place = u32;

/// Returns the index of that number in that piece.
pub(crate) fn index(piece: usize, local: u32) -> Place {
    (piece as u32) << LOCAL_BITS | local
}

/// Returns the piece of an index.
pub(crate) fn piece_of(index: Place) -> usize {
    (index >> LOCAL_BITS) as usize % PIECES
}

/// Returns the number of an index within its piece.
pub(crate) fn local_of(index: Place) -> u32 {
    index & ((1 << LOCAL_BITS) - 1)
}

/// Number of keys looked up at the same time.
pub(crate) const GROUP: usize = 16;

/// The number of an absent key.
pub(crate) const ABSENT: u32 = u32::MAX;

/// The memory limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// Counts the bytes of everything that grows with the positions. Threads share it, and the sum does not depend on their
/// order.
#[derive(Debug)]
pub(crate) struct MemoryMeter {
    used: AtomicU64,
    max: AtomicU64,
}

impl MemoryMeter {
    /// Makes a meter with nothing used and nothing allowed.
    fn new() -> MemoryMeter {
        MemoryMeter { used: AtomicU64::new(0), max: AtomicU64::new(0) }
    }

    /// Sets the limit to `max` bytes in total.
    pub fn allow(&self, max: u64) {
        self.max.store(max, Ordering::Relaxed);
    }

    /// Reserves `bytes` more.
    ///
    /// # Errors
    /// The limit would be exceeded.
    pub fn take(&self, bytes: u64) -> Result<(), Full> {
        let bytes = with_holes(bytes);
        let used = self.used.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if used > self.max.load(Ordering::Relaxed) {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Full);
        }
        Ok(())
    }

    /// Releases bytes.
    pub fn give(&self, bytes: u64) {
        self.used.fetch_sub(with_holes(bytes), Ordering::Relaxed);
    }

    /// Returns the number of bytes used.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }
}

/// Returns the cost of `bytes` in lists that grow side by side: the allocator is left with holes that none of them fits
/// into. It was three bytes in eight for a few million positions.
fn with_holes(bytes: u64) -> u64 {
    bytes + bytes / 8 * 3
}

/// How a piece finds its keys.
#[derive(Debug)]
enum Slots {
    Hashed(hashed::Slots),
    DenseSweep(dense::Slots),
}

/// One piece of a table, with its keys.
#[derive(Debug)]
pub(crate) struct Piece<K> {
    slots: Slots,
    keys: Vec<K>,
    /// Number of possible different keys, if it is small enough.
    span: Option<usize>,
    /// Cost of a position besides its key and its slot, in bytes, for the memory meter.
    extra_bytes: u64,
}

impl<K: Key> Piece<K> {
    fn new(span: Option<usize>, extra_bytes: u64) -> Piece<K> {
        Piece { slots: Slots::Hashed(hashed::Slots::default()), keys: Vec::new(), span, extra_bytes }
    }

    /// Returns the number of keys.
    pub fn len(&self) -> u32 {
        self.keys.len() as u32
    }

    /// Returns the keys in order of arrival.
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// Returns the number of a key.
    pub fn find(&self, key: K) -> Option<u32> {
        match &self.slots {
            Slots::Hashed(slots) => slots.find(key.mixed(), |local| self.keys[local as usize] == key),
            Slots::DenseSweep(slots) => slots.find(key),
        }
    }

    /// Returns the numbers of several keys, [`ABSENT`] for those not there. All are fetched before the first result is
    /// used, so that the memory accesses overlap.
    #[inline]
    pub fn find_group(&self, keys: &[K]) -> [u32; GROUP] {
        let mut numbers = [ABSENT; GROUP];
        match &self.slots {
            Slots::DenseSweep(slots) => {
                for (number, &key) in numbers.iter_mut().zip(keys) {
                    *number = slots.find(key).unwrap_or(ABSENT);
                }
            }
            Slots::Hashed(slots) if slots.capacity() > 0 => {
                let mut hashes = [0; GROUP];
                let mut first = [0; GROUP];
                for ((hash, first), key) in hashes.iter_mut().zip(&mut first).zip(keys) {
                    *hash = key.mixed();
                    *first = slots.first(*hash);
                }
                for ((number, &hash), &first) in numbers.iter_mut().zip(&hashes).zip(&first).take(keys.len()) {
                    *number = slots.guess(hash, first).unwrap_or(ABSENT);
                }
                let mut is_wrong = [false; GROUP];
                for ((is_wrong, &number), key) in is_wrong.iter_mut().zip(&numbers).zip(keys) {
                    *is_wrong = self.keys.get(number as usize).is_some_and(|found| found != key);
                }
                for (at, &key) in keys.iter().enumerate().take(GROUP) {
                    if is_wrong[at] {
                        let found = slots.find(hashes[at], |local| self.keys[local as usize] == key);
                        numbers[at] = found.unwrap_or(ABSENT);
                    }
                }
            }
            Slots::Hashed(_) => {}
        }
        numbers
    }

    /// Returns the number of a key, which is added if it is new, and whether it is new.
    ///
    /// # Errors
    /// The memory limit is reached.
    pub fn enter(&mut self, key: K, ledger: &MemoryMeter) -> Result<(u32, bool), Full> {
        match &mut self.slots {
            Slots::DenseSweep(slots) => {
                if let Some(local) = slots.find(key) {
                    return Ok((local, false));
                }
                let local = self.keys.len() as u32;
                make_room(&mut self.keys, self.extra_bytes, ledger)?;
                slots.set(key, local);
                self.keys.push(key);
                Ok((local, true))
            }
            Slots::Hashed(slots) => {
                let hash = key.mixed();
                if let Some(local) = slots.find(hash, |local| self.keys[local as usize] == key) {
                    return Ok((local, false));
                }
                let local = self.keys.len() as u32;
                make_room(&mut self.keys, self.extra_bytes, ledger)?;
                if slots.is_full(self.keys.len()) {
                    self.grow(ledger)?;
                }
                match &mut self.slots {
                    Slots::Hashed(slots) => slots.add(hash, local),
                    Slots::DenseSweep(slots) => slots.set(key, local),
                }
                self.keys.push(key);
                Ok((local, true))
            }
        }
    }

    /// Allocates more slots. The old ones are freed first, so that both never exist together.
    fn grow(&mut self, ledger: &MemoryMeter) -> Result<(), Full> {
        let Slots::Hashed(slots) = &mut self.slots else { return Ok(()) };
        let (old, new) = (slots.capacity(), slots.next_capacity());
        if let Some(span) = self.span
            && new >= span / 4
        {
            ledger.take(4 * span.saturating_sub(old) as u64)?;
            let mut slots = dense::Slots::new(span);
            self.slots = Slots::Hashed(hashed::Slots::default());
            for (local, &key) in self.keys.iter().enumerate() {
                slots.set(key, local as u32);
            }
            self.slots = Slots::DenseSweep(slots);
            return Ok(());
        }
        ledger.take(4 * (new - old) as u64)?;
        slots.renew(new);
        for (local, key) in self.keys.iter().enumerate() {
            slots.add(key.mixed(), local as u32);
        }
        Ok(())
    }

    /// Removes all keys but the first `len`.
    fn truncate(&mut self, len: u32) {
        match &mut self.slots {
            Slots::DenseSweep(slots) => self.keys[len as usize..].iter().for_each(|&key| slots.clear(key)),
            Slots::Hashed(slots) => {
                slots.renew(slots.capacity());
                for (local, key) in self.keys[..len as usize].iter().enumerate() {
                    slots.add(key.mixed(), local as u32);
                }
            }
        }
        self.keys.truncate(len as usize);
    }
}

/// Reserves capacity for one more key, and never for many more than there are.
fn make_room<K>(keys: &mut Vec<K>, extra_bytes: u64, ledger: &MemoryMeter) -> Result<(), Full> {
    if keys.len() < keys.capacity() {
        return Ok(());
    }
    if keys.len() as u64 >= (1 << LOCAL_BITS) - 2 {
        return Err(Full);
    }
    let more = (keys.len() / 8).max(8);
    ledger.take(more as u64 * (size_of::<K>() as u64 + extra_bytes))?;
    keys.reserve_exact(more);
    Ok(())
}

/// A table of keys.
#[derive(Debug)]
pub(crate) struct Table<K> {
    pieces: Vec<Piece<K>>,
    /// Position of the piece number in a key that is short enough to be divided by its highest bits.
    shift: Option<u32>,
    ledger: MemoryMeter,
}

impl<K: Key> Table<K> {
    /// Makes a table for keys of `bits` bits, with `extra_bytes` stored elsewhere for each position.
    pub fn new(bits: u32, extra_bytes: u64) -> Table<K> {
        let shift = (bits <= MAX_DENSE_BITS).then(|| bits.saturating_sub(PIECES.ilog2()));
        let span = shift.map(|shift| 1 << shift);
        let pieces = (0..PIECES).map(|_| Piece::new(span, extra_bytes)).collect();
        Table { pieces, shift, ledger: MemoryMeter::new() }
    }

    /// Returns the number of keys.
    pub fn len(&self) -> u64 {
        self.pieces.iter().map(|piece| u64::from(piece.len())).sum()
    }

    /// Returns the number of keys of each piece.
    pub fn lengths(&self) -> Vec<u32> {
        self.pieces.iter().map(Piece::len).collect()
    }

    /// Returns the pieces.
    pub fn pieces(&self) -> &[Piece<K>] {
        &self.pieces
    }

    /// Returns the pieces, to be filled by several threads, and the memory meter.
    pub fn parts(&mut self) -> (&mut [Piece<K>], &MemoryMeter) {
        (&mut self.pieces, &self.ledger)
    }

    /// Returns the memory meter.
    pub fn ledger(&self) -> &MemoryMeter {
        &self.ledger
    }

    /// Returns the assignment of keys to pieces.
    pub fn division(&self) -> Division {
        Division { shift: self.shift }
    }

    /// Returns the key at an index.
    pub fn key(&self, index: Place) -> K {
        self.pieces[piece_of(index)].keys[local_of(index) as usize]
    }

    /// Returns the index of a key.
    pub fn find(&self, key: K) -> Option<Place> {
        let piece = self.division().piece(key);
        self.pieces[piece].find(key).map(|local| index(piece, local))
    }

    /// Prefetches what is needed to find a key; several prefetches can overlap.
    #[inline]
    pub fn fetch(&self, key: K) {
        if let Slots::Hashed(slots) = &self.pieces[self.division().piece(key)].slots
            && slots.capacity() > 0
        {
            std::hint::black_box(slots.first(key.mixed()));
        }
    }

    /// Returns the index of a key, which is added if it is new, and whether it is new.
    ///
    /// # Errors
    /// The memory limit is reached.
    pub fn enter(&mut self, key: K) -> Result<(Place, bool), Full> {
        let piece = self.division().piece(key);
        let (local, is_new) = self.pieces[piece].enter(key, &self.ledger)?;
        Ok((index(piece, local), is_new))
    }

    /// Removes all keys but the first ones of each piece.
    pub fn truncate(&mut self, lengths: &[u32]) {
        for (piece, &len) in self.pieces.iter_mut().zip(lengths) {
            if piece.len() > len {
                piece.truncate(len);
            }
        }
    }

    /// Adds to the bytes stored elsewhere for each position, and charges the positions present at once.
    ///
    /// # Errors
    /// The memory limit is reached.
    pub fn charge(&mut self, extra_bytes: u64) -> Result<(), Full> {
        let capacity: u64 = self.pieces.iter().map(|piece| piece.keys.capacity() as u64).sum();
        self.ledger.take(capacity * extra_bytes)?;
        self.pieces.iter_mut().for_each(|piece| piece.extra_bytes += extra_bytes);
        Ok(())
    }

    /// Sets the bytes stored elsewhere for each position, whatever was charged before.
    pub fn charge_only(&mut self, extra_bytes: u64) {
        for piece in &mut self.pieces {
            let capacity = piece.keys.capacity() as u64;
            self.ledger.give(capacity * piece.extra_bytes);
            self.ledger.used.fetch_add(with_holes(capacity * extra_bytes), Ordering::Relaxed);
            piece.extra_bytes = extra_bytes;
        }
    }
}

/// Assignment of keys to pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    shift: Option<u32>,
}

impl Division {
    /// Returns the piece of this key.
    pub fn piece<K: Key>(self, key: K) -> usize {
        match self.shift {
            // Neighbours stay together, as most moves lead to neighbours.
            Some(shift) => (key.words()[0] >> shift) as usize % PIECES,
            None => (key.mixed() >> (u64::BITS - PIECES.ilog2())) as usize,
        }
    }
}

#[cfg(test)]
mod tests;
