//! The subtraction game of 1, 3 and 4.

/// What may be taken.
const TAKEN: [usize; 3] = [1, 3, 4];

/// Grundy values of 0 to `most`: three options fit in the bits of a byte.
pub fn plain(most: usize) -> Vec<u8> {
    let mut values = vec![0u8; most + 1];
    for heap in 0..=most {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_as_published() {
        assert_eq!(plain(15), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0, 1]);
    }
}
