//! Heap games given by digits: take some tokens, and leave nothing, one heap or two.
//!
//! The obvious method: all options of every heap, each value that occurs stamped with the heap that has it, so that
//! nothing is cleared. Quadratic. No period is looked for.

/// Maximum number of different values; the benchmarked games stay far below.
const MAX_VALUES: usize = 1 << 16;

/// The rules: the bits of `digits[t]` define whether t tokens may be taken when nothing (1), one heap (2) or two heaps
/// (4) are left.
#[derive(Clone, Copy)]
pub struct Rules {
    /// By the number of tokens taken.
    pub digits: &'static [u8],
    /// Whether two heaps that are left must differ.
    pub parts_differ: bool,
}

/// For each value, the heap at whose options it was last seen.
pub struct Stamps {
    seen: Vec<u32>,
    epoch: u32,
}

impl Stamps {
    /// Creates stamps with no value seen.
    pub fn new() -> Stamps {
        Stamps { seen: vec![0; MAX_VALUES], epoch: 0 }
    }
}

impl Rules {
    /// Returns the values of heaps from 0 to `max`.
    pub fn values(&self, max: usize) -> Vec<u16> {
        let mut stamps = Stamps::new();
        let mut values = Vec::with_capacity(max + 1);
        for heap in 0..=max {
            let value = self.value(&values, heap, &mut stamps);
            values.push(value as u16);
        }
        values
    }

    /// Returns the value of a heap, given those of all smaller ones.
    pub fn value<V: Copy + Into<u32>>(&self, values: &[V], heap: usize, stamps: &mut Stamps) -> u32 {
        stamps.epoch += 1;
        let (seen, epoch) = (&mut stamps.seen, stamps.epoch);
        for (taken, &digit) in self.digits.iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            if digit & 1 != 0 && left == 0 {
                seen[0] = epoch;
            }
            if digit & 2 != 0 && left > 0 {
                seen[values[left].into() as usize] = epoch;
            }
            if digit & 4 != 0 && left > 1 {
                // The two parts are interchangeable: the smaller one runs to half.
                let max = if self.parts_differ { (left - 1) / 2 } else { left / 2 };
                let (small, large) = (&values[1..=max], &values[left - max..left]);
                for (&one, &other) in small.iter().zip(large.iter().rev()) {
                    seen[(one.into() ^ other.into()) as usize] = epoch;
                }
            }
        }
        seen.iter().position(|&seen| seen != epoch).expect("no game of the works has so many values") as u32
    }

    /// Returns the values of heaps from 0 to `max` as text, one per line.
    pub fn text(&self, max: usize) -> Vec<u8> {
        use std::io::Write;
        let mut text = Vec::new();
        for value in self.values(max) {
            writeln!(text, "{value}").expect("a vector takes whatever is written to it");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(digits: &'static [u8], parts_differ: bool, expected: &[u16]) {
        assert_eq!(Rules { digits, parts_differ }.values(expected.len() - 1), expected);
    }

    #[test]
    fn values_are_as_published() {
        // Kayles, Dawson's Kayles, Grundy's game, the subtraction game of 1, 3 and 4.
        check(&[0, 7, 7], false, &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]);
        check(&[0, 0, 7], false, &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0]);
        check(&[4], true, &[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1]);
        check(&[0, 3, 0, 3, 3], false, &[0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0, 1]);
    }

    #[test]
    fn text_has_a_line_for_every_heap() {
        assert_eq!(Rules { digits: &[0, 7, 7], parts_differ: false }.text(3), b"0\n1\n2\n3\n");
    }
}
