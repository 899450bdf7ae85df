//! Limits on the work and memory of checking, so that every check ends.

use crate::claim::{Cause, Field};
use grundy_message::{Message, message};

/// Maximum number of cases that a claim is split into.
pub(crate) const MAX_CASES: usize = 256;

/// Maximum number of nodes of an expression whose functions are inlined.
pub(crate) const MAX_INLINED_NODES: usize = 20_000;

/// Maximum depth of an expression that is written with letters, through the `let`s that it calls.
pub(crate) const MAX_WRITTEN_DEPTH: usize = 200;

/// Maximum number of compared values of a period.
pub(crate) const MAX_COMPARED_VALUES: i64 = 1 << 24;

/// Maximum number of columns of digits of a claim about words.
pub(crate) const MAX_COLUMNS: usize = 1 << 12;

/// Maximum number of numbers the checker may store: about a gigabyte with what belongs to them.
pub(crate) const MAX_STORED_NUMBERS: usize = 1 << 26;

/// Maximum number of linear cases of one expression.
pub(crate) const MAX_LINEAR_CASES: usize = 512;

/// Maximum number of steps for reading one text: `let`s that call each other twice would double the work with every
/// one of them.
pub(crate) const MAX_READING_STEPS: u64 = 1_500_000;

/// Maximum number of values of a range that are read one by one.
pub(crate) const MAX_VALUES_READ: i64 = 40;

/// Maximum number of heaps of a game that splits them: the sets of values of tokens then take at most a gigabyte.
pub(crate) const MAX_SPLIT_HEAPS: usize = 20_000;

/// Maximum number of states of an automaton of words.
pub(crate) const MAX_STATES: usize = 400_000;

/// Limits on checking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of bytes for the values.
    pub max_bytes: u64,
    /// Maximum number of options visited.
    pub max_steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_bytes: 1 << 30, max_steps: 200_000_000_000 }
    }
}

/// Why a hypothesis does not hold, and which line claims it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Objection {
    pub field: Field,
    pub reason: Message,
    pub cause: Cause,
}

impl Objection {
    pub fn new(field: Field, reason: impl Into<Message>) -> Objection {
        Objection { field, reason: reason.into(), cause: Cause::NotShown }
    }
}

/// Number of options between two polls for cancellation.
const ASK_EVERY: u64 = 1 << 14;

/// Counts the work against the limits.
pub(crate) struct Meter<'a> {
    limits: Limits,
    called_off: &'a dyn Fn() -> bool,
    steps: u64,
    /// Number of steps at which to poll for cancellation or to refuse.
    next_look: u64,
}

impl<'a> Meter<'a> {
    pub fn new(limits: &Limits, called_off: &'a dyn Fn() -> bool) -> Meter<'a> {
        Meter { limits: *limits, called_off, steps: 0, next_look: 0 }
    }

    /// Counts visited options.
    #[inline]
    pub fn steps(&mut self, count: u64) -> Result<(), Objection> {
        self.steps = self.steps.saturating_add(count);
        if self.steps < self.next_look { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Objection> {
        let max = self.limits.max_steps;
        if self.steps > max {
            return Err(Objection::new(
                Field::Kind,
                message!("checking this takes more than {count} steps", count = max),
            ));
        }
        if (self.called_off)() {
            return Err(Objection {
                cause: Cause::CalledOff,
                ..Objection::new(Field::Kind, message!("checking was stopped"))
            });
        }
        self.next_look = self.steps.saturating_add(ASK_EVERY).min(max.saturating_add(1));
        Ok(())
    }

    /// Returns the number of values that a check computes, each of `bytes` bytes, if the limits allow it.
    pub fn values(&self, count: Option<u64>, bytes: u64) -> Result<usize, Objection> {
        let fits = |count: &u64| count.checked_mul(bytes).is_some_and(|total| total <= self.limits.max_bytes);
        count.filter(fits).and_then(|count| usize::try_from(count).ok()).ok_or_else(|| {
            Objection::new(
                Field::Preperiod,
                message!("checking this takes more than {count} bytes", count = self.limits.max_bytes),
            )
        })
    }
}
