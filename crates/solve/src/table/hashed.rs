//! Open addressing: slots that hold numbers of keys, found by hash.
//!
//! In: well-mixed hashes, and a function that compares the key of a number. Out: the number. Idea: four bytes a slot,
//! of which nine bits are a fingerprint of the hash, so that different keys are hardly ever compared; linear probing,
//! at most four slots in five filled. Wrong tool if nearly every possible key occurs: see `dense`.

/// Number of bits of a slot that hold the number of the key plus one; 0 is an empty slot.
const NUMBER_BITS: u32 = 23;
const NUMBER: u32 = (1 << NUMBER_BITS) - 1;

/// The slots of one piece of a table.
#[derive(Debug, Default)]
pub(crate) struct Slots(Vec<u32>);

impl Slots {
    /// Returns the number of slots.
    pub fn capacity(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of slots to grow to.
    pub fn next_capacity(&self) -> usize {
        let capacity = self.0.len();
        if capacity < 1024 { (2 * capacity).max(16) } else { capacity + capacity / 2 }
    }

    /// Returns true if there are too few slots for one more key than `keys`.
    pub fn is_full(&self, keys: usize) -> bool {
        (keys + 1) * 5 > self.0.len() * 4
    }

    /// Replaces the slots by `capacity` empty ones.
    pub fn renew(&mut self, capacity: usize) {
        // The old slots are freed first.
        self.0 = Vec::new();
        self.0 = vec![0; capacity];
    }

    /// Returns the content of the first slot to probe; there must be slots.
    #[inline]
    pub fn first(&self, hash: u64) -> u32 {
        self.0[self.home(hash)]
    }

    /// Returns the number of the first key with the same fingerprint, which is nearly always the right one, or `None`
    /// if the key is absent. `slot` is the content of the first slot to probe.
    #[inline]
    pub fn guess(&self, hash: u64, mut slot: u32) -> Option<u32> {
        let mark = fingerprint(hash);
        let mut at = self.home(hash);
        while slot != 0 && slot & !NUMBER != mark {
            at += 1;
            if at == self.0.len() {
                at = 0;
            }
            slot = self.0[at];
        }
        (slot & NUMBER).checked_sub(1)
    }

    /// Returns the number of the key with this hash.
    #[inline]
    pub fn find(&self, hash: u64, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        let slots = &self.0[..];
        if slots.is_empty() {
            return None;
        }
        let mut at = self.home(hash);
        let mark = fingerprint(hash);
        loop {
            let slot = slots[at];
            if slot == 0 {
                return None;
            }
            if slot & !NUMBER == mark && is_same((slot & NUMBER) - 1) {
                return Some((slot & NUMBER) - 1);
            }
            at += 1;
            if at == slots.len() {
                at = 0;
            }
        }
    }

    /// Adds the number of a key that is absent; there must be capacity.
    #[inline]
    pub fn add(&mut self, hash: u64, number: u32) {
        let mut at = self.home(hash);
        while self.0[at] != 0 {
            at += 1;
            if at == self.0.len() {
                at = 0;
            }
        }
        self.0[at] = fingerprint(hash) | (number + 1);
    }

    /// Returns the first slot to probe. The highest eight bits of the hash chose the piece, so the next ones are used.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        let middle = (hash << 8) >> 32;
        (middle.wrapping_mul(self.0.len() as u64) >> 32) as usize
    }
}

/// Returns the lowest bits of the hash, which are used for nothing else.
fn fingerprint(hash: u64) -> u32 {
    (hash as u32) << NUMBER_BITS
}
