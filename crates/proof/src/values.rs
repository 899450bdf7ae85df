//! A table of values, as narrow as they allow.

use crate::checksum::Checksum;

/// The values of heaps 0, 1, 2, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// All below 256.
    Narrow(Vec<u8>),
    /// Any.
    Wide(Vec<u32>),
}

impl Values {
    pub fn len(&self) -> usize {
        match self {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// The value at a place, which must be below the length.
    pub fn at(&self, place: usize) -> u64 {
        match self {
            Values::Narrow(values) => u64::from(values[place]),
            Values::Wide(values) => u64::from(values[place]),
        }
    }

    /// The first place in a range where the value a period later is not larger by the saltus.
    pub fn first_exception(&self, places: std::ops::Range<usize>, period: usize, saltus: u64) -> Option<usize> {
        if saltus == 0 {
            // The plain comparison of two slices is much the fastest; the exact place is found only when there is one.
            let later = places.start + period..places.end + period;
            let equal = match self {
                Values::Narrow(values) => values[places.clone()] == values[later],
                Values::Wide(values) => values[places.clone()] == values[later],
            };
            if equal {
                return None;
            }
        }
        places.into_iter().find(|place| self.at(place + period) != self.at(*place) + saltus)
    }

    /// The checksum of the first so many values.
    pub fn checksum(&self, count: usize) -> u64 {
        (0..count).fold(Checksum::new(), |sum, place| sum.value(self.at(place))).number()
    }

    /// Forgets all but the first so many values.
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
