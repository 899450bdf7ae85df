//! Sparse spaces: a mask that makes nearly all values *common* and a few *rare*.
//!
//! In: how often each value occurs. Out: the mask with the fewest rare heaps, and values packed by it. The class of a
//! value is the parity of its bits under the mask, in some games xor the parity of the heap. A xor adds classes: rare
//! with rare and common with common make rare, rare with common makes common; so the common options of a heap come from
//! splits with one rare part, and those are few (Berlekamp; Gangolli & Plambeck 1989; Flammenkamp). *Any* mask is
//! right, a bad one is only slow: the best is where the Walsh-Hadamard transform of the histogram is extreme.
//!
//! A value is packed by leaving out the lowest bit of the mask: that bit follows from the others and the class, the
//! packing is linear, and it keeps the order within a class.

use grundy_rules::heap::TakeAndBreak;

/// Format: the largest value that histograms, and so masks, can represent.
pub(super) const MAX_VALUE: usize = 4095;

/// A mask, and how it makes classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Space {
    pub mask: u16,
    /// True if the parity of the heap counts too.
    pub alternates: bool,
    /// What the parity is xored with, so that 1 is common.
    sign: u16,
}

impl Space {
    pub fn new(game: &TakeAndBreak, mask: u16, alternates: bool) -> Space {
        Space { mask, alternates, sign: if alternates { parity_of_places(game).unwrap_or(0) } else { 0 } }
    }

    /// Returns the parity under the mask of a common value of heap n.
    pub fn common_parity(&self, n: usize) -> u16 {
        1 ^ self.sign ^ if self.alternates { (n & 1) as u16 } else { 0 }
    }

    pub fn is_rare(&self, n: usize, value: u16) -> bool {
        parity(value & self.mask) != self.common_parity(n)
    }

    /// Returns the bit that packing leaves out.
    fn left_out(&self) -> u32 {
        self.mask.trailing_zeros().min(15)
    }

    pub fn pack(&self, value: u16) -> u16 {
        let below = (1 << self.left_out()) - 1;
        value & below | (value >> 1) & !below
    }

    /// Returns the value with this packed form and this parity under the mask.
    pub fn unpack(&self, packed: u16, parity_wanted: u16) -> u16 {
        let below = (1 << self.left_out()) - 1;
        let value = packed & below | (packed & !below) << 1;
        value | (parity(value & self.mask) ^ parity_wanted) << self.left_out()
    }

    /// Returns how many values of the other parity are smaller than the one with this packed form and this parity;
    /// packed, they are the numbers below that.
    pub fn smaller_of_the_other(&self, packed: u16, parity_of_this: u16) -> u16 {
        let bit = self.left_out();
        let block = packed >> bit;
        // Values that differ above the omitted bit are ordered by those bits; otherwise the omitted bit decides, as it
        // is different in the two classes.
        let set = self.unpack(packed, parity_of_this) >> bit & 1;
        (block + set) << bit
    }
}

/// Returns the parity of all numbers that may be taken from a heap if something is left, or `None` if both occur.
fn parity_of_places(game: &TakeAndBreak) -> Option<u16> {
    let mut places =
        (0..game.head().len()).filter(|taken| game.head()[*taken] & 6 != 0).map(|taken| (taken & 1) as u16);
    let first = places.next()?;
    places.all(|place| place == first).then_some(first)
}

pub(super) fn parity(bits: u16) -> u16 {
    (bits.count_ones() & 1) as u16
}

/// How often each value occurs, and how much more often at even heaps than at odd ones.
#[derive(Clone, Debug)]
pub(super) struct Histogram {
    count: Vec<i64>,
    balance: Vec<i64>,
    heaps: i64,
}

impl Histogram {
    pub fn new() -> Histogram {
        Histogram { count: vec![0; 16], balance: vec![0; 16], heaps: 0 }
    }

    /// Counts a value of at most [`MAX_VALUE`].
    pub fn add(&mut self, n: usize, value: u16) {
        let index = usize::from(value);
        if index >= self.count.len() {
            let size = (index + 1).next_power_of_two();
            self.count.resize(size, 0);
            self.balance.resize(size, 0);
        }
        self.count[index] += 1;
        self.balance[index] += if n & 1 == 0 { 1 } else { -1 };
        self.heaps += 1;
    }

    /// Returns the space with the fewest rare heaps, and their number.
    pub fn best(&self, game: &TakeAndBreak) -> (Space, u64) {
        let by_value = transform(&self.count);
        let mut best = (Space::new(game, 1, false), i64::MAX);
        for (mask, sum) in by_value.iter().enumerate().skip(1) {
            // The sum is the number with even parity, which is rare, less the number with odd parity.
            let rare = (self.heaps + sum) / 2;
            if rare < best.1 {
                best = (Space::new(game, mask as u16, false), rare);
            }
        }
        if let Some(sign) = parity_of_places(game) {
            for (mask, sum) in transform(&self.balance).iter().enumerate().skip(1) {
                let rare = (self.heaps + if sign == 0 { *sum } else { -*sum }) / 2;
                if rare < best.1 {
                    best = (Space::new(game, mask as u16, true), rare);
                }
            }
        }
        (best.0, best.1.max(0) as u64)
    }
}

/// Returns the Walsh-Hadamard transform of a histogram, the length of which is a power of two.
fn transform(histogram: &[i64]) -> Vec<i64> {
    let mut sums = histogram.to_vec();
    let mut half = 1;
    while half < sums.len() {
        for block in sums.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (x, y) in left.iter_mut().zip(right) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_order_and_xor() {
        let game = TakeAndBreak::new(vec![0, 0, 6], vec![], false).unwrap();
        for mask in [1u16, 6, 0b11110, 0b10111, 0b1000] {
            let space = Space::new(&game, mask, false);
            for x in 0..64u16 {
                assert_eq!(space.unpack(space.pack(x), parity(x & mask)), x);
                for y in 0..64u16 {
                    assert_eq!(space.pack(x ^ y), space.pack(x) ^ space.pack(y));
                    if parity(x & mask) == parity(y & mask) {
                        assert_eq!(x < y, space.pack(x) < space.pack(y));
                    }
                }
                let other = (0..x).filter(|y| parity(y & mask) != parity(x & mask)).count();
                assert_eq!(usize::from(space.smaller_of_the_other(space.pack(x), parity(x & mask))), other);
            }
        }
    }

    #[test]
    fn the_transform_counts_the_rare_heaps() {
        let game = TakeAndBreak::new(vec![0, 0, 0, 4], vec![], false).unwrap();
        let mut histogram = Histogram::new();
        let value = |n: usize| (n * n / 7 % 23) as u16;
        (0..500).for_each(|n| histogram.add(n, value(n)));
        let (space, rare) = histogram.best(&game);
        for alternates in [false, true] {
            for mask in 1..32 {
                let other = Space::new(&game, mask, alternates);
                let counted = (0..500).filter(|n| other.is_rare(*n, value(*n))).count() as u64;
                assert!(counted >= rare);
                assert!(other != space || counted == rare);
            }
        }
    }
}
