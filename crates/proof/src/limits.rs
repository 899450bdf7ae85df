//! How much work and memory checking may take, so that no certificate runs away.

use crate::claim::Field;

/// The most that checking may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most memory that the values may take.
    pub max_bytes: u64,
    /// The most options that are looked at.
    pub max_steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_bytes: 1 << 30, max_steps: 200_000_000_000 }
    }
}

/// Why a hypothesis does not hold, and which line says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Objection {
    pub field: Field,
    pub reason: String,
}

impl Objection {
    pub fn new(field: Field, reason: impl Into<String>) -> Objection {
        Objection { field, reason: reason.into() }
    }
}

/// Counts the work against the limits.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    steps: u64,
}

impl Meter {
    pub fn new(limits: &Limits) -> Meter {
        Meter { limits: *limits, steps: 0 }
    }

    /// Says that so many options are looked at.
    #[inline]
    pub fn steps(&mut self, count: u64) -> Result<(), Objection> {
        self.steps = self.steps.saturating_add(count);
        if self.steps <= self.limits.max_steps { Ok(()) } else { Err(self.too_long()) }
    }

    #[cold]
    fn too_long(&self) -> Objection {
        Objection::new(Field::Kind, format!("checking this takes more than {} steps", self.limits.max_steps))
    }

    /// The number of values that a check computes, each in so many bytes, where the limits allow it.
    pub fn values(&self, count: Option<u64>, bytes: u64) -> Result<usize, Objection> {
        let fits = |count: &u64| count.checked_mul(bytes).is_some_and(|total| total <= self.limits.max_bytes);
        count.filter(fits).and_then(|count| usize::try_from(count).ok()).ok_or_else(|| {
            Objection::new(Field::Preperiod, format!("checking this takes more than {} bytes", self.limits.max_bytes))
        })
    }
}
