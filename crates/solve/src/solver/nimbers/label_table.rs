//! The memory of searches of placement boards: one word for each label of a part, stored exactly or evicted.
//!
//! A table of buckets of four slots. It grows while the work has room; after that a new label replaces the one in
//! its bucket with the fewest cells, which costs least to search again. The same queries give the same table on every
//! machine.

use crate::work::Work;
use grundy_kernel::Key;
use grundy_kernel::placement::Cells;
use std::marker::PhantomData;

const BUCKET: usize = 4;
const FIRST_SLOTS: usize = 1 << 10;

/// A fact that fits into one word; the word of a fresh part is 0.
pub(crate) trait Packed: Copy {
    /// Returns the word.
    fn pack(self) -> u64;

    /// Returns the fact in a word.
    fn unpack(word: u64) -> Self;
}

#[derive(Clone, Copy, Default)]
struct Slot {
    /// The label; an empty slot has no cells.
    label: [u64; 2],
    word: u64,
}

/// Facts by label.
pub(crate) struct LabelTable<F> {
    slots: Vec<Slot>,
    filled: usize,
    facts: PhantomData<F>,
}

impl<F> Default for LabelTable<F> {
    fn default() -> LabelTable<F> {
        LabelTable { slots: vec![Slot::default(); FIRST_SLOTS], filled: 0, facts: PhantomData }
    }
}

impl<F: Packed> LabelTable<F> {
    /// Returns what is known of a label that has a cell.
    #[inline]
    pub fn find(&self, label: Cells) -> Option<F> {
        let label = words(label);
        let first = self.bucket(&label);
        let slot = self.slots[first..first + BUCKET].iter().find(|slot| slot.label == label)?;
        Some(F::unpack(slot.word))
    }

    /// Prefetches the bucket of a label, so that several are fetched in parallel.
    #[inline]
    pub fn fetch(&self, label: Cells) {
        let first = self.bucket(&words(label));
        std::hint::black_box(self.slots[first].word ^ self.slots[first + BUCKET - 1].word);
    }

    /// Stores a fact, replacing the label's earlier one, if there is a free slot or a cheaper label to evict.
    pub fn keep(&mut self, label: Cells, fact: F, work: &Work) {
        let label = words(label);
        let word = fact.pack();
        loop {
            let first = self.bucket(&label);
            let bucket = &mut self.slots[first..first + BUCKET];
            if let Some(slot) = bucket.iter_mut().find(|slot| slot.label == label || slot.label == [0, 0]) {
                self.filled += usize::from(slot.label == [0, 0]);
                *slot = Slot { label, word };
                return;
            }
            let crowded = self.filled > self.slots.len() / 8 * 5;
            if crowded && self.grow(work) {
                continue;
            }
            let cells = |label: [u64; 2]| label[0].count_ones() + label[1].count_ones();
            let bucket = &mut self.slots[first..first + BUCKET];
            if let Some(min) = bucket.iter_mut().min_by_key(|slot| cells(slot.label)) {
                *min = Slot { label, word };
            }
            return;
        }
    }

    /// Doubles the table; returns false if the old and the new together would not fit.
    fn grow(&mut self, work: &Work) -> bool {
        let slots = self.slots.len() * 2;
        let bytes = (slots + self.slots.len()) * size_of::<Slot>();
        if work.room(bytes as u64).is_err() {
            return false;
        }
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); slots]);
        self.filled = 0;
        for slot in old.into_iter().filter(|slot| slot.label != [0, 0]) {
            let first = self.bucket(&slot.label);
            // A bucket's labels go to two buckets of the new table, so that there is always room.
            if let Some(empty) = self.slots[first..first + BUCKET].iter_mut().find(|slot| slot.label == [0, 0]) {
                *empty = slot;
                self.filled += 1;
            }
        }
        true
    }

    #[inline]
    fn bucket(&self, label: &[u64; 2]) -> usize {
        label.mixed() as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }
}

#[inline]
fn words(label: Cells) -> [u64; 2] {
    [label as u64, (label >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::work::Work;
    use std::collections::HashMap;

    impl Packed for u64 {
        fn pack(self) -> u64 {
            self
        }

        fn unpack(word: u64) -> u64 {
            word
        }
    }

    #[test]
    fn what_is_found_was_kept() {
        let budget = Budget { max_bytes: 1 << 20, ..Budget::default() };
        let work = Work::start(&budget);
        let mut table = LabelTable::<u64>::default();
        let mut model = HashMap::new();
        for round in 0..200_000u64 {
            let label = Cells::from(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 17 | 1;
            table.keep(label, round, &work);
            model.insert(label, round);
        }
        let found = model.iter().filter(|(label, round)| match table.find(**label) {
            Some(word) => {
                assert_eq!(word, **round);
                true
            }
            None => false,
        });
        let found = found.count();
        assert!(found > 10_000, "{found}");
        assert!(table.slots.len() * size_of::<Slot>() <= 1 << 20);
        assert_eq!(table.find(1 << 100), None);
    }
}
