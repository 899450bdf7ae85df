//! Pseudo-random numbers: the same sequence for the same seed on every machine.

/// The generator SplitMix64 of Steele, Lea and Flood (2014). Not for cryptography.
///
/// ```
/// use grundy_value::Random;
/// let mut random = Random(0);
/// assert_eq!(random.next(), 0xe220_a839_7b1d_cdaf);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(
    /// The seed at first, then the state.
    pub u64,
);

impl Random {
    /// Returns the next 64 bits.
    #[allow(clippy::should_implement_trait, reason = "a generator never ends, and is not iterated over")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Returns a number from `low` to `high`, both included; `low` if there is none.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        let span = (i128::from(high) - i128::from(low)).max(0) as u128 + 1;
        let drawn = (u128::from(self.next()) * span) >> 64;
        (i128::from(low) + drawn as i128) as i64
    }

    /// Returns an index into a list of this length.
    ///
    /// # Panics
    /// If `length` is 0.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Returns one of `items`.
    ///
    /// # Panics
    /// If `items` is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }
}
