//! Where packed positions are kept: a number for each key.
//!
//! In: keys, in any order. Out: a [`Place`] for each, the same one ever after. Idea: the table consists of a fixed number
//! of pieces, and a key alone says in which piece it is; so threads that own different pieces need no locks, one piece
//! fits into a fast cache, and the places do not depend on how many threads there were. Within a piece positions are
//! numbered as they come. A piece finds its keys by hashing ([`hashed`]) until a slot for every possible key costs no
//! more ([`dense`]). Wrong tool for keys that need not be listed again: it keeps all of them.

pub(crate) mod dense;
pub(crate) mod hashed;

use grundy_kernel::Key;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many pieces a table has.
pub(crate) const PIECES: usize = 256;

/// How many bits of a place number the positions of one piece.
const LOCAL_BITS: u32 = 23;

/// Keys of no more bits than this may be addressed by themselves.
const MOST_DENSE_BITS: u32 = 26;

/// Where a position is kept: its piece, then its number there. The highest bit is free for the use of callers.
pub(crate) type Place = u32;

/// The place of that number in that piece.
pub(crate) fn place(piece: usize, local: u32) -> Place {
    (piece as u32) << LOCAL_BITS | local
}

/// The piece of a place.
pub(crate) fn piece_of(place: Place) -> usize {
    (place >> LOCAL_BITS) as usize % PIECES
}

/// The number of a place within its piece.
pub(crate) fn local_of(place: Place) -> u32 {
    place & ((1 << LOCAL_BITS) - 1)
}

/// How many keys are asked at the same time.
pub(crate) const GROUP: usize = 16;

/// The number of a key that is not there.
pub(crate) const ABSENT: u32 = u32::MAX;

/// There is no room for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// Counts the bytes of everything that grows with the positions. Threads share it, and the sum does not depend on who
/// asks first.
#[derive(Debug)]
pub(crate) struct Ledger {
    used: AtomicU64,
    most: AtomicU64,
}

impl Ledger {
    /// Nothing used, nothing allowed.
    fn new() -> Ledger {
        Ledger { used: AtomicU64::new(0), most: AtomicU64::new(0) }
    }

    /// Allows so many bytes in all.
    pub fn allow(&self, most: u64) {
        self.most.store(most, Ordering::Relaxed);
    }

    /// Asks for so many bytes more.
    ///
    /// # Errors
    /// They are not to be had.
    pub fn take(&self, bytes: u64) -> Result<(), Full> {
        let bytes = with_holes(bytes);
        let used = self.used.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if used > self.most.load(Ordering::Relaxed) {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Full);
        }
        Ok(())
    }

    /// Gives bytes back.
    pub fn give(&self, bytes: u64) {
        self.used.fetch_sub(with_holes(bytes), Ordering::Relaxed);
    }

    /// How many bytes are used.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }
}

/// What so many bytes cost in lists that grow side by side: the allocator is left with holes that none of them fits into. It
/// was three bytes in eight for a few million positions.
fn with_holes(bytes: u64) -> u64 {
    bytes + bytes / 8 * 3
}

/// How a piece finds its keys.
#[derive(Debug)]
enum Slots {
    Hashed(hashed::Slots),
    Dense(dense::Slots),
}

/// The keys of which one piece is in charge.
#[derive(Debug)]
pub(crate) struct Piece<K> {
    slots: Slots,
    keys: Vec<K>,
    /// How many different keys there can be, where that is few enough to count.
    span: Option<usize>,
    /// What a position costs besides its key and its slot, for the ledger.
    extra_bytes: u64,
}

impl<K: Key> Piece<K> {
    fn new(span: Option<usize>, extra_bytes: u64) -> Piece<K> {
        Piece { slots: Slots::Hashed(hashed::Slots::default()), keys: Vec::new(), span, extra_bytes }
    }

    /// How many keys it has.
    pub fn len(&self) -> u32 {
        self.keys.len() as u32
    }

    /// The keys in the order in which they came.
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// The number of a key.
    pub fn find(&self, key: K) -> Option<u32> {
        match &self.slots {
            Slots::Hashed(slots) => slots.find(key.mixed(), |local| self.keys[local as usize] == key),
            Slots::Dense(slots) => slots.find(key),
        }
    }

    /// The numbers of several keys, [`ABSENT`] for those that are not there. All are asked before the first answer is
    /// used, so that the memory works on them at the same time.
    #[inline]
    pub fn find_group(&self, keys: &[K]) -> [u32; GROUP] {
        let mut numbers = [ABSENT; GROUP];
        match &self.slots {
            Slots::Dense(slots) => {
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

    /// The number of a key, which is kept if it is new, and whether it is.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn enter(&mut self, key: K, ledger: &Ledger) -> Result<(u32, bool), Full> {
        match &mut self.slots {
            Slots::Dense(slots) => {
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
                    Slots::Dense(slots) => slots.set(key, local),
                }
                self.keys.push(key);
                Ok((local, true))
            }
        }
    }

    /// Makes new slots, more of them. The old ones go first, so that both are never there together.
    fn grow(&mut self, ledger: &Ledger) -> Result<(), Full> {
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
            self.slots = Slots::Dense(slots);
            return Ok(());
        }
        ledger.take(4 * (new - old) as u64)?;
        slots.renew(new);
        for (local, key) in self.keys.iter().enumerate() {
            slots.add(key.mixed(), local as u32);
        }
        Ok(())
    }

    /// Forgets all keys but the first ones.
    fn truncate(&mut self, len: u32) {
        match &mut self.slots {
            Slots::Dense(slots) => self.keys[len as usize..].iter().for_each(|&key| slots.clear(key)),
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

/// Makes room for one more key, and never for many more than there are.
fn make_room<K>(keys: &mut Vec<K>, extra_bytes: u64, ledger: &Ledger) -> Result<(), Full> {
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

/// The keys found so far.
#[derive(Debug)]
pub(crate) struct Table<K> {
    pieces: Vec<Piece<K>>,
    /// Where the number of the piece begins in a key that is short enough to be divided by its highest bits.
    shift: Option<u32>,
    ledger: Ledger,
}

impl<K: Key> Table<K> {
    /// A table for keys of so many bits, with so many bytes to be kept elsewhere for each position.
    pub fn new(bits: u32, extra_bytes: u64) -> Table<K> {
        let shift = (bits <= MOST_DENSE_BITS).then(|| bits.saturating_sub(PIECES.ilog2()));
        let span = shift.map(|shift| 1 << shift);
        let pieces = (0..PIECES).map(|_| Piece::new(span, extra_bytes)).collect();
        Table { pieces, shift, ledger: Ledger::new() }
    }

    /// How many keys there are.
    pub fn len(&self) -> u64 {
        self.pieces.iter().map(|piece| u64::from(piece.len())).sum()
    }

    /// How many keys each piece has.
    pub fn lengths(&self) -> Vec<u32> {
        self.pieces.iter().map(Piece::len).collect()
    }

    /// The pieces.
    pub fn pieces(&self) -> &[Piece<K>] {
        &self.pieces
    }

    /// The pieces, to be filled by several threads, and what counts the bytes.
    pub fn parts(&mut self) -> (&mut [Piece<K>], &Ledger) {
        (&mut self.pieces, &self.ledger)
    }

    /// What counts the bytes.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Which piece is in charge of which key.
    pub fn division(&self) -> Division {
        Division { shift: self.shift }
    }

    /// The key at a place.
    pub fn key(&self, place: Place) -> K {
        self.pieces[piece_of(place)].keys[local_of(place) as usize]
    }

    /// The place of a key.
    pub fn find(&self, key: K) -> Option<Place> {
        let piece = self.division().piece(key);
        self.pieces[piece].find(key).map(|local| place(piece, local))
    }

    /// Has the memory fetch what will be needed to find a key; several can be under way at the same time.
    #[inline]
    pub fn fetch(&self, key: K) {
        if let Slots::Hashed(slots) = &self.pieces[self.division().piece(key)].slots
            && slots.capacity() > 0
        {
            std::hint::black_box(slots.first(key.mixed()));
        }
    }

    /// The place of a key, which is kept if it is new, and whether it is.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn enter(&mut self, key: K) -> Result<(Place, bool), Full> {
        let piece = self.division().piece(key);
        let (local, is_new) = self.pieces[piece].enter(key, &self.ledger)?;
        Ok((place(piece, local), is_new))
    }

    /// Forgets all keys but the first ones of each piece.
    pub fn truncate(&mut self, lengths: &[u32]) {
        for (piece, &len) in self.pieces.iter_mut().zip(lengths) {
            if piece.len() > len {
                piece.truncate(len);
            }
        }
    }

    /// How many bytes a position costs elsewhere, from now on. Those there already cost it at once.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn charge(&mut self, extra_bytes: u64) -> Result<(), Full> {
        let kept: u64 = self.pieces.iter().map(|piece| piece.keys.capacity() as u64).sum();
        self.ledger.take(kept * extra_bytes)?;
        self.pieces.iter_mut().for_each(|piece| piece.extra_bytes += extra_bytes);
        Ok(())
    }

    /// Says how many bytes a position costs elsewhere, whatever was charged before.
    pub fn charge_only(&mut self, extra_bytes: u64) {
        for piece in &mut self.pieces {
            let kept = piece.keys.capacity() as u64;
            self.ledger.give(kept * piece.extra_bytes);
            self.ledger.used.fetch_add(with_holes(kept * extra_bytes), Ordering::Relaxed);
            piece.extra_bytes = extra_bytes;
        }
    }
}

/// Which piece is in charge of a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    shift: Option<u32>,
}

impl Division {
    /// The piece in charge of this key.
    pub fn piece<K: Key>(self, key: K) -> usize {
        match self.shift {
            // Neighbours stay together, which is how most moves go.
            Some(shift) => (key.words()[0] >> shift) as usize % PIECES,
            None => (key.mixed() >> (u64::BITS - PIECES.ilog2())) as usize,
        }
    }
}

#[cfg(test)]
mod tests;
