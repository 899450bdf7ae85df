//! Proved claims, and the values they give for any size.

use crate::claim::Claim;
use crate::values::Values;

/// A checked claim. Only [`crate::check`] makes one.
///
/// Invariant: the claim is true, and `values` are those of the preperiod and one period: of heaps `0..preperiod +
/// period`, or of sheets with both sides in `least_side..preperiod + period`, row after row.
#[derive(Clone, Debug)]
pub struct Theorem {
    claim: Claim,
    values: Values,
}

impl Theorem {
    /// Makes a theorem. For the checker alone: the claim has been proved and the values satisfy the invariant.
    pub(crate) fn proved(claim: Claim, values: Values) -> Theorem {
        Theorem { claim, values }
    }

    /// Returns the claim that is proved.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Returns the Grundy value of a heap of any size, or `None` if the theorem is not about heaps.
    pub fn value(&self, size: u64) -> Option<u128> {
        let Claim::HeapPeriod { period, preperiod, saltus, .. } = &self.claim else { return None };
        let index = reduce(size, *period, *preperiod);
        let times = (size - index) / period;
        Some(u128::from(self.values.at(index as usize)) + u128::from(times) * u128::from(*saltus))
    }

    /// Returns the Grundy value of a sheet of any size, or `None` if the theorem is not about sheets or a side is too
    /// short.
    pub fn sheet(&self, width: u64, height: u64) -> Option<u64> {
        let Claim::CuttingPeriod { least_side, period, preperiod } = &self.claim else { return None };
        if width.min(height) < *least_side {
            return None;
        }
        let row = reduce(width, *period, *preperiod) - least_side;
        let column = reduce(height, *period, *preperiod) - least_side;
        let sides = preperiod + period - least_side;
        Some(self.values.at((row * sides + column) as usize))
    }
}

/// Returns the size below preperiod + period that has the same value.
fn reduce(size: u64, period: u64, preperiod: u64) -> u64 {
    if size < preperiod { size } else { preperiod + (size - preperiod) % period }
}
