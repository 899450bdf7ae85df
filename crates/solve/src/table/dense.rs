//! Direct addressing: a slot for every possible key.
//!
//! In: keys of which only the lowest bits differ within a piece. Out: their numbers. Idea: the key is the address, so
//! nothing is compared or searched. Wrong tool if most possible keys never occur: see `hashed`.

use grundy_kernel::Key;

/// The slots of one piece of a table: the number of the key plus one, or 0.
#[derive(Debug)]
pub(crate) struct Slots(Vec<u32>);

impl Slots {
    /// Makes empty slots for `span` different keys, a power of two.
    pub fn new(span: usize) -> Slots {
        Slots(vec![0; span])
    }

    /// Returns the number of a key.
    #[inline]
    pub fn find<K: Key>(&self, key: K) -> Option<u32> {
        self.0[self.at(key)].checked_sub(1)
    }

    /// Sets the number of a key.
    #[inline]
    pub fn set<K: Key>(&mut self, key: K, number: u32) {
        let at = self.at(key);
        self.0[at] = number + 1;
    }

    /// Removes a key.
    pub fn clear<K: Key>(&mut self, key: K) {
        let at = self.at(key);
        self.0[at] = 0;
    }

    fn at<K: Key>(&self, key: K) -> usize {
        key.words()[0] as usize & (self.0.len() - 1)
    }
}
