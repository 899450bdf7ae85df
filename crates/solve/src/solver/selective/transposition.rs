//! A transposition table: what a search has learned of positions, a few bytes each, within a memory limit.
//!
//! In: a position's key and a few bits about it. Out: the same bits for exactly that key, or nothing, since cheap
//! entries are overwritten. The idea is to hash a key by a bijection and to find its bucket by the lowest bits of the
//! hash: those bits need not be stored, so the note takes their bits and an entry is no larger than the key itself, yet
//! the whole key is verified (Knuth's "abbreviated keys"; Cleary 1984 calls it a compact hash table). An answer can
//! never belong to another position. Wrong tool where every position must be kept: see the tables of the other solvers.
//!
//! The table starts small, which is quick if the search is, and grows fourfold when it is full, up to its limit.
//! Everything is deterministic: what is replaced depends only on what was stored before.

use grundy_kernel::Key;

/// Number of low bits of an entry that hold its note. The smallest table has 2^`NOTE_BITS` buckets.
const NOTE_BITS: u32 = 14;
const NOTE_MASK: u64 = (1 << NOTE_BITS) - 1;

/// Number of low bits of a note available to the caller; above them is the logarithm of the cost of the entry.
pub(crate) const TAG_BITS: u32 = 9;
const TAG_MASK: u64 = (1 << TAG_BITS) - 1;
/// Format: greatest amount of work that a note holds.
const MAX_WORK: u64 = (1 << (NOTE_BITS - TAG_BITS)) - 1;

/// Number of words of a bucket: a cache line.
const BUCKET_WORDS: usize = 8;

/// A key hashed by a bijection: gives its bucket and identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place<K>(K);

impl<K: Key> Place<K> {
    /// Hashes a key.
    #[inline]
    pub fn of(key: K) -> Place<K> {
        let words = key.words();
        let mut scratch = [0; BUCKET_WORDS];
        let mut rest = 0;
        for (slot, &word) in scratch.iter_mut().zip(words).skip(1) {
            *slot = word;
            rest = mix(rest ^ word);
        }
        // The other words are unchanged, so the first can be recovered from them and from this.
        scratch[0] = mix(words[0] ^ rest);
        Place(K::from_words(&scratch))
    }

    /// Returns six bits that distinguish an option from most of its siblings.
    #[inline]
    pub fn print(&self) -> u8 {
        (self.0.words()[0] >> 58) as u8
    }
}

/// Mixes a word by a bijection in which every input bit affects every output bit.
#[inline]
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ (word >> 32)
}

/// Whether an entry has a word of its own besides the tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Margin {
    /// Only the tag.
    None,
    /// The tag and a word.
    Word,
}

/// The stored note of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    /// Bits of the caller; never 0.
    pub tag: u16,
    /// The word in the margin; 0 if there is none.
    pub margin: u64,
}

/// The transposition table.
pub(crate) struct Transpositions<K> {
    /// Buckets, from `skip` on.
    words: Vec<u64>,
    /// Number of words before the first bucket, so that a bucket is one cache line.
    skip: usize,
    /// A word for each entry, if requested.
    margins: Vec<u64>,
    margin: Margin,
    bucket_bits: u32,
    filled: usize,
    max_bytes: u64,
    width: std::marker::PhantomData<K>,
}

impl<K: Key> Transpositions<K> {
    /// Number of entries of a bucket.
    const ENTRIES: usize = BUCKET_WORDS / K::WORDS;

    /// Returns the size of the smallest table in bytes.
    pub fn least_bytes(margin: Margin) -> u64 {
        bytes::<K>(NOTE_BITS, margin)
    }

    /// Creates an empty table of at most `max_bytes`, or of the smallest size if that is larger.
    pub fn new(max_bytes: u64, margin: Margin) -> Transpositions<K> {
        let mut table = Transpositions {
            words: Vec::new(),
            skip: 0,
            margins: Vec::new(),
            margin,
            bucket_bits: NOTE_BITS,
            filled: 0,
            max_bytes,
            width: std::marker::PhantomData,
        };
        table.make(NOTE_BITS);
        table
    }

    /// Returns what is known of this key.
    #[inline]
    pub fn note(&self, index: &Place<K>) -> Option<Note> {
        let words = index.0.words();
        let start = self.bucket(words[0]);
        let bucket = &self.words[self.skip + start * BUCKET_WORDS..][..BUCKET_WORDS];
        for (entry, found) in bucket.chunks_exact(K::WORDS).enumerate() {
            if same(found, words) && found[0] & TAG_MASK != 0 {
                let margin = match self.margin {
                    Margin::None => 0,
                    Margin::Word => self.margins[start * Self::ENTRIES + entry],
                };
                return Some(Note { tag: (found[0] & TAG_MASK) as u16, margin });
            }
        }
        None
    }

    /// Reads one word of the key's bucket. Called for all options before any [`Transpositions::note`], it lets the
    /// processor fetch their buckets in parallel.
    #[inline]
    pub fn touch(&self, index: &Place<K>) -> u64 {
        self.words[self.skip + self.bucket(index.0.words()[0]) * BUCKET_WORDS]
    }

    /// Stores a note for this key, replacing its earlier note or else the cheapest entry of the bucket. `nodes` is its
    /// cost.
    #[inline]
    pub fn keep(&mut self, index: &Place<K>, note: Note, nodes: u64) {
        let words = index.0.words();
        let start = self.bucket(words[0]);
        let work = u64::from(nodes.max(1).ilog2()).min(MAX_WORK);
        let bucket = &mut self.words[self.skip + start * BUCKET_WORDS..][..BUCKET_WORDS];
        let (mut victim, mut min) = (0, u64::MAX);
        for (entry, found) in bucket.chunks_exact(K::WORDS).enumerate() {
            let tag = found[0] & NOTE_MASK;
            if tag & TAG_MASK == 0 {
                // Entries are filled from the first, so nothing follows an empty one.
                victim = entry;
                min = 0;
                self.filled += 1;
                break;
            }
            if same(found, words) {
                victim = entry;
                min = 0;
                break;
            }
            if tag >> TAG_BITS < min {
                victim = entry;
                min = tag >> TAG_BITS;
            }
        }
        if min > 0 {
            // The others lose some priority, so that none stays forever.
            for found in bucket.chunks_exact_mut(K::WORDS) {
                if found[0] & NOTE_MASK > TAG_MASK {
                    found[0] -= 1 << TAG_BITS;
                }
            }
        }
        let slot = &mut bucket[victim * K::WORDS..][..K::WORDS];
        slot.copy_from_slice(words);
        slot[0] = (words[0] & !NOTE_MASK) | (work << TAG_BITS) | (u64::from(note.tag) & TAG_MASK);
        if self.margin == Margin::Word {
            self.margins[start * Self::ENTRIES + victim] = note.margin;
        }
        if self.filled > self.entries() / 4 * 3 {
            self.grow();
        }
    }

    #[inline]
    fn bucket(&self, hash: u64) -> usize {
        (hash & ((1 << self.bucket_bits) - 1)) as usize
    }

    fn entries(&self) -> usize {
        Self::ENTRIES << self.bucket_bits
    }

    fn make(&mut self, bucket_bits: u32) {
        let words = BUCKET_WORDS << bucket_bits;
        // Zeroed by the system on first access, so untouched memory costs nothing.
        self.words = vec![0; words + BUCKET_WORDS];
        self.skip = (self.words.as_ptr() as usize / 8).wrapping_neg() % BUCKET_WORDS;
        self.bucket_bits = bucket_bits;
        self.filled = 0;
        if self.margin == Margin::Word {
            self.margins = vec![0; self.entries()];
        }
    }

    /// Quadruples the number of buckets, if they fit beside the old ones.
    #[cold]
    fn grow(&mut self) {
        let wanted = self.bucket_bits + 2;
        if bytes::<K>(wanted, self.margin) + bytes::<K>(self.bucket_bits, self.margin) > self.max_bytes {
            // The table has its final size: new entries replace old ones from now on.
            self.filled = 0;
            return;
        }
        let (old, skip, margins) = (std::mem::take(&mut self.words), self.skip, std::mem::take(&mut self.margins));
        self.make(wanted);
        let buckets = old[skip..].chunks_exact(BUCKET_WORDS).take(old.len() / BUCKET_WORDS - 1);
        for (number, bucket) in buckets.enumerate() {
            for (entry, found) in bucket.chunks_exact(K::WORDS).enumerate() {
                if found[0] & TAG_MASK == 0 {
                    break;
                }
                // The bits under the note are those of the bucket's own number.
                let hash = (found[0] & !NOTE_MASK) | (number as u64 & NOTE_MASK);
                let start = self.bucket(hash);
                let fresh = &mut self.words[self.skip + start * BUCKET_WORDS..][..BUCKET_WORDS];
                let free = fresh.chunks_exact(K::WORDS).position(|slot| slot[0] & TAG_MASK == 0);
                // An old bucket is spread over four new ones, and each new one comes from a single old one.
                let free = free.expect("a new bucket has room for a whole old one");
                fresh[free * K::WORDS..][..K::WORDS].copy_from_slice(found);
                if self.margin == Margin::Word {
                    self.margins[start * Self::ENTRIES + free] = margins[number * Self::ENTRIES + entry];
                }
                self.filled += 1;
            }
        }
    }
}

/// Returns true if an entry belongs to the key of these hashed words. Combining all differences before testing is
/// quicker than a branch for each.
#[inline]
fn same(found: &[u64], words: &[u64]) -> bool {
    let apart = (found[0] ^ words[0]) >> NOTE_BITS;
    found.iter().zip(words).skip(1).fold(apart, |apart, (left, right)| apart | (left ^ right)) == 0
}

/// Returns the size in bytes of a table with 2^`bucket_bits` buckets.
fn bytes<K: Key>(bucket_bits: u32, margin: Margin) -> u64 {
    let words = match margin {
        Margin::None => BUCKET_WORDS,
        Margin::Word => BUCKET_WORDS + BUCKET_WORDS / K::WORDS,
    };
    (words as u64 * 8) << bucket_bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Keys that are close to each other, as positions are.
    fn keys(count: u64) -> impl Iterator<Item = [u64; 2]> {
        (0..count).map(|number| [(number % 1000) << 1, number / 1000])
    }

    #[test]
    fn what_is_found_was_kept_for_that_very_key() {
        let mut table = Transpositions::<[u64; 2]>::new(1 << 22, Margin::Word);
        let mut stored = HashMap::new();
        for (number, key) in (0u64..).zip(keys(300_000)) {
            let note = Note { tag: (number % 511 + 1) as u16, margin: number };
            table.keep(&Place::of(key), note, number % 100);
            stored.insert(key, note);
        }
        let mut found = 0;
        for key in keys(600_000) {
            if let Some(note) = table.note(&Place::of(key)) {
                assert_eq!(stored.get(&key), Some(&note));
                found += 1;
            }
        }
        assert!(found > 60_000, "{found} of 65 536 were found");
    }

    #[test]
    fn nothing_is_lost_while_the_table_can_grow() {
        let mut table = Transpositions::<u64>::new(1 << 30, Margin::None);
        for key in 0..1_000_000u64 {
            table.keep(&Place::of(key << 3), Note { tag: 1 + (key & 1) as u16, margin: 0 }, 1);
        }
        let lost = (0..1_000_000u64).filter(|key| {
            let note = table.note(&Place::of(key << 3));
            assert!(note.is_none_or(|note| u64::from(note.tag) == 1 + (key & 1)));
            note.is_none()
        });
        // A bucket may be full by chance before the table is.
        let lost = lost.count();
        assert!(lost < 50_000, "{lost} of a million were lost");
    }

    #[test]
    fn the_hash_is_a_bijection_of_words() {
        let mut seen: Vec<u64> = (0..1u64 << 16).map(|word| mix(word << 24)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 1 << 16);
    }
}
