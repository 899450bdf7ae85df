//! A table of values, as narrow as they allow.

use crate::checksum::Checksum;

/// The values of heaps 0, 1, 2, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// All below 256.
    Narrow(Vec<u8>),
    /// Any values.
    Wide(Vec<u32>),
}

impl Values {
    pub fn len(&self) -> usize {
        match self {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// Returns the value at an index, which must be below the length.
    pub fn at(&self, index: usize) -> u64 {
        match self {
            Values::Narrow(values) => u64::from(values[index]),
            Values::Wide(values) => u64::from(values[index]),
        }
    }

    /// Returns the first index in a range where the value a period later is not larger by the saltus.
    pub fn first_exception(&self, indices: std::ops::Range<usize>, period: usize, saltus: u64) -> Option<usize> {
        if saltus == 0 {
            // Comparing two slices is much faster; the exact index is computed only if they differ.
            let later = indices.start + period..indices.end + period;
            let equal = match self {
                Values::Narrow(values) => values[indices.clone()] == values[later],
                Values::Wide(values) => values[indices.clone()] == values[later],
            };
            if equal {
                return None;
            }
        }
        indices.into_iter().find(|index| self.at(index + period) != self.at(*index) + saltus)
    }

    /// Returns the checksum of the first `count` values.
    pub fn checksum(&self, count: usize) -> u64 {
        (0..count).fold(Checksum::new(), |sum, index| sum.value(self.at(index))).number()
    }

    /// Removes all but the first `count` values.
    pub fn truncate(&mut self, count: usize) {
        match self {
            Values::Narrow(values) => {
                values.truncate(count);
                values.shrink_to_fit();
            }
            Values::Wide(values) => {
                values.truncate(count);
                values.shrink_to_fit();
            }
        }
    }
}
