//! Counts the positions a search visits, and passes the count on in batches: reading a clock is expensive, adding is
//! cheap.

use crate::budget::{Allowance, Stop};

/// Number of positions between two checks of the budget.
const BATCH: u64 = 1 << 11;

/// Number of positions a search has visited.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    counted: u64,
    /// Number of them passed to the allowance, and the count at which the next ones will be.
    reported: u64,
    report_at: u64,
}

impl Tally {
    /// Returns the number of positions visited since the search was made.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// Counts one more position.
    ///
    /// # Errors
    /// The budget has ended, exactly at this position if the limit is a number of positions.
    #[inline]
    pub fn count(&mut self, allowance: &Allowance) -> Result<(), Stop> {
        self.counted += 1;
        if self.counted < self.report_at { Ok(()) } else { self.tell(allowance) }
    }

    /// Counts `more` positions and passes them to the allowance at once.
    ///
    /// # Errors
    /// The budget has ended, or would end among them.
    pub fn count_many(&mut self, more: u64, allowance: &Allowance) -> Result<(), Stop> {
        self.counted += more;
        self.tell(allowance)
    }

    /// Passes the positions not reported yet to the allowance.
    ///
    /// # Errors
    /// The budget has ended.
    #[cold]
    pub fn tell(&mut self, allowance: &Allowance) -> Result<(), Stop> {
        let more = self.counted - std::mem::replace(&mut self.reported, self.counted);
        let result = allowance.pass(more);
        // The last batch ends with the last position allowed, so that a limit is exact.
        self.report_at = self.counted + allowance.left().saturating_add(1).min(BATCH);
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
            let mut visited = 0;
            while tally.count(&allowance).is_ok() {
                visited += 1;
            }
            assert_eq!(visited, limit);
        }
    }
}
