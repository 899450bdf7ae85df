//! A position of one part, packed into machine words.
//!
//! Solvers are generic over the width, so that a small game pays for one word only. In games with players the lowest
//! bit of the first word says who is to move: 0 Left, 1 Right.

use std::fmt::Debug;
use std::hash::Hash;

/// A packed position of fixed width. Equal keys are equal positions.
pub trait Key: Copy + Eq + Ord + Hash + Default + Debug + Send + Sync + 'static {
    /// Number of 64-bit words.
    const WORDS: usize;

    /// Creates the key from the first [`Key::WORDS`] words.
    fn from_words(words: &[u64]) -> Self;

    /// Returns its words.
    fn words(&self) -> &[u64];

    /// Returns a well-mixed hash, the same on every machine.
    #[inline]
    fn mixed(&self) -> u64 {
        let mut hash = 0x9e37_79b9_7f4a_7c15u64;
        for word in self.words() {
            // The product's halves folded together (Wang's `wyhash` idea): every bit reaches every bit.
            let product = u128::from(hash ^ word).wrapping_mul(0xa076_1d64_78bd_642f_e703_7ed1_a0b4_28db);
            hash = (product as u64) ^ ((product >> 64) as u64);
        }
        hash ^ (hash >> 32)
    }
}

impl Key for u64 {
    const WORDS: usize = 1;

    #[inline]
    fn from_words(words: &[u64]) -> u64 {
        words[0]
    }

    #[inline]
    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }
}

impl Key for [u64; 2] {
    const WORDS: usize = 2;

    #[inline]
    fn from_words(words: &[u64]) -> [u64; 2] {
        [words[0], words[1]]
    }

    #[inline]
    fn words(&self) -> &[u64] {
        self
    }
}

impl Key for [u64; 4] {
    const WORDS: usize = 4;

    #[inline]
    fn from_words(words: &[u64]) -> [u64; 4] {
        [words[0], words[1], words[2], words[3]]
    }

    #[inline]
    fn words(&self) -> &[u64] {
        self
    }
}
