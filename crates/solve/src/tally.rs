//! Counts what a search looks at, and tells its allowance in batches: a clock is dear, a number is cheap.

use crate::budget::{Allowance, Stop};

/// How many positions pass between two glances at the budget.
const BATCH: u64 = 1 << 11;

/// How many positions a search has looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    counted: u64,
    /// How many of them the allowance has been told of, and at what count it will be told again.
    told: u64,
    tell_at: u64,
}

impl Tally {
    /// How many positions were looked at since the search was made.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// One more position is to be looked at.
    ///
    /// # Errors
    /// The budget has ended, at this very position where it is a number of positions.
    #[inline]
    pub fn count(&mut self, allowance: &Allowance) -> Result<(), Stop> {
        self.counted += 1;
        if self.counted < self.tell_at { Ok(()) } else { self.tell(allowance) }
    }

    /// Many more are to be looked at together, which the allowance is told of at once.
    ///
    /// # Errors
    /// The budget has ended, or would end among them.
    pub fn count_many(&mut self, more: u64, allowance: &Allowance) -> Result<(), Stop> {
        self.counted += more;
        self.tell(allowance)
    }

    /// Tells the allowance of what it does not know yet.
    ///
    /// # Errors
    /// The budget has ended.
    #[cold]
    pub fn tell(&mut self, allowance: &Allowance) -> Result<(), Stop> {
        let more = self.counted - std::mem::replace(&mut self.told, self.counted);
        let result = allowance.pass(more);
        // The last batch ends with the last position that may be looked at, so that a limit is exact.
        self.tell_at = self.counted + allowance.left().saturating_add(1).min(BATCH);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Watch};

    #[test]
    fn a_limit_is_met_exactly() {
        for limit in [0, 1, 20, BATCH - 1, BATCH, BATCH + 1, 3 * BATCH] {
            let budget = Budget::positions(limit);
            let watch = Watch::start(&budget);
            let (allowance, mut tally) = (watch.allowance(), Tally::default());
            let mut looked_at = 0;
            while tally.count(&allowance).is_ok() {
                looked_at += 1;
            }
            assert_eq!(looked_at, limit);
        }
    }
}
