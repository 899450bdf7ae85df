//! The subtraction game of 1, 3 and 4.

/// The numbers that may be taken.
const TAKEN: [usize; 3] = [1, 3, 4];

/// Returns the Grundy values of 0 to `max`: three options fit in the bits of a byte.
pub fn plain(max: usize) -> Vec<u8> {
    let mut values = vec![0u8; max + 1];
    for heap in 0..=max {
        let mut seen = 0u8;
        for taken in TAKEN {
            if taken <= heap {
                seen |= 1 << values[heap - taken];
            }
        }
        values[heap] = seen.trailing_ones() as u8;
    }
    values
}

/// Returns the value of the next heap, given those of the four heaps before it, the nearest first; called for heaps
/// from 0 on.
pub fn next(heap: u64, last: &mut [u8; 4]) -> u8 {
    let mut seen = 0u8;
    for taken in TAKEN {
        if taken as u64 <= heap {
            seen |= 1 << last[taken - 1];
        }
    }
    let value = seen.trailing_ones() as u8;
    *last = [value, last[0], last[1], last[2]];
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_after_the_other_is_the_same() {
        let mut last = [0; 4];
        assert_eq!((0..=100).map(|heap| next(heap, &mut last)).collect::<Vec<u8>>(), plain(100));
    }

    #[test]
    fn values_are_as_published() {
        assert_eq!(plain(15), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0, 1]);
    }
}
