//! Limits on work, with a callback that may cancel it.
//!
//! Evaluating rules always ends, but `any(… for i in 1..10**18)` does not end in useful time. Every step of an evaluation and
//! every move listed is counted here, and a callback decides now and then whether to continue.

use crate::fault::Fault;
use crate::int::Int;
use grundy_message::Template;
use std::cell::Cell;
use std::rc::Rc;

/// Number of steps between two calls of `go_on`.
const CHECK_INTERVAL: u64 = 1 << 14;
/// Maximum factor by which a budget can usefully raise a limit: what needs more is not found with any budget, so its limit is
/// not reported.
const OUT_OF_REACH: u64 = 1 << 12;

/// A limit on work that decides whether something is found. A larger budget raises it, and code that meets it records that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is limited, in the plural: `pieces of a range`.
    pub name: &'static Template,
    /// The default limit.
    pub usual: u64,
}

impl Limit {
    /// Returns the number allowed by a budget of `factor` times the default.
    pub fn times(self, factor: u64) -> u64 {
        self.usual.saturating_mul(factor)
    }
}

/// A limit that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// What is limited.
    pub name: &'static Template,
    /// The number allowed.
    pub max: u64,
    /// The multiple of the default limit that would be needed if known, else ten times what was allowed. `None` if no budget raises it.
    pub needed: Option<u64>,
}

impl Met {
    /// Returns the one of two limits that is raised more easily.
    pub fn or_easier(self, other: Option<Met>) -> Met {
        let rank = |met: Met| met.needed.unwrap_or(u64::MAX);
        other.filter(|other| rank(*other) <= rank(self)).unwrap_or(self)
    }
}

/// Counts steps and moves; one meter per piece of work.
pub struct Meter<'a> {
    steps: Cell<u64>,
    moves_left: Cell<u64>,
    /// Remaining bytes for listed moves; `None` once they were exceeded.
    bytes_left: Cell<Option<u64>>,
    next_check: Cell<u64>,
    /// Multiple of the default limits that is allowed.
    factor: u64,
    /// The time limit in seconds, and a function that returns whether it has passed.
    time: Option<(f64, Rc<dyn Fn() -> bool + 'a>)>,
    /// Of the limits that were met, the one that is raised most easily.
    met: Cell<Option<Met>>,
    /// The meter of the work that this is a part of.
    outer: Option<&'a Meter<'a>>,
    /// Returns whether to continue, given the number of steps taken.
    go_on: Box<dyn Fn(u64) -> bool + 'a>,
    /// Whether `go_on` has returned false: it is not called again, as memory that was full may be free by then.
    stopped: Cell<bool>,
}

impl<'a> Meter<'a> {
    /// Returns a meter that allows `most_moves` moves to be listed and calls `go_on` now and then.
    pub fn new(most_moves: u64, go_on: impl Fn(u64) -> bool + 'a) -> Meter<'a> {
        Meter {
            steps: Cell::new(0),
            moves_left: Cell::new(most_moves),
            bytes_left: Cell::new(Some(u64::MAX)),
            next_check: Cell::new(CHECK_INTERVAL),
            factor: 1,
            time: None,
            met: Cell::new(None),
            outer: None,
            go_on: Box::new(go_on),
            stopped: Cell::new(false),
        }
    }

    /// Multiplies every [`Limit`] by `factor`.
    pub fn times(self, factor: u64) -> Meter<'a> {
        Meter { factor: factor.max(1), ..self }
    }

    /// Limits the memory of listed moves to `max_bytes` in all.
    pub fn within_bytes(self, max_bytes: u64) -> Meter<'a> {
        Meter { bytes_left: Cell::new(Some(max_bytes)), ..self }
    }

    /// Sets a time limit; `is_over` returns whether it has passed. A cache of work that was not finished in time retries it
    /// only with a larger limit.
    pub fn lasting(self, seconds: f64, is_over: impl Fn() -> bool + 'a) -> Meter<'a> {
        Meter { time: Some((seconds, Rc::new(is_over))), ..self }
    }

    /// Returns the multiple of the default limits that is allowed.
    pub fn factor(&self) -> u64 {
        self.factor
    }

    /// Returns the time limit in seconds, counted from the start of the work; `None` if there is none.
    pub fn seconds(&self) -> Option<f64> {
        self.time.as_ref().map(|(seconds, _)| *seconds)
    }

    /// Returns whether the time limit has passed.
    pub fn is_late(&self) -> bool {
        self.time.as_ref().is_some_and(|(_, is_over)| is_over())
    }

    /// Returns a meter for a part of this work with its own limits on moves and steps.
    pub fn part(&'a self, moves: Limit, steps: Limit) -> Meter<'a> {
        let max = self.max(steps);
        let part = Meter::new(self.max(moves), move |taken| taken < max && self.goes_on());
        let bytes_left = self.bytes_left.clone();
        Meter { factor: self.factor, time: self.time.clone(), outer: Some(self), bytes_left, ..part }
    }

    /// Returns the number that a limit allows.
    pub fn max(&self, limit: Limit) -> u64 {
        limit.times(self.factor)
    }

    /// Returns whether a limit allows `amount`; if not and a larger budget might, records that.
    pub fn allows(&self, limit: Limit, amount: u64) -> bool {
        let allowed = amount <= self.max(limit);
        let needed = amount.div_ceil(limit.usual.max(1));
        if !allowed && needed <= OUT_OF_REACH {
            self.remember(Met { name: limit.name, max: self.max(limit), needed: Some(needed) });
        }
        allowed
    }

    /// Like [`Meter::allows`], but for a number of any size.
    pub fn allows_int(&self, limit: Limit, amount: &Int) -> bool {
        self.allows(limit, amount.to_usize().map_or(u64::MAX, |amount| amount as u64))
    }

    /// Records that a limit ended work which might have found more.
    pub fn meet(&self, limit: Limit) {
        let needed = Some(self.factor.saturating_mul(10));
        self.remember(Met { name: limit.name, max: self.max(limit), needed });
    }

    /// Like [`Meter::meet`], but for a limit that no budget raises.
    pub fn meet_fixed(&self, limit: Limit) {
        self.remember(Met { name: limit.name, max: limit.usual, needed: None });
    }

    /// Records a limit that was met elsewhere, unless one that is raised more easily is known.
    pub fn remember(&self, met: Met) {
        self.met.set(Some(met.or_easier(self.met.get())));
        if let Some(outer) = self.outer {
            outer.remember(met);
        }
    }

    /// Returns the limit that was met, if any; of several, the one that is raised most easily.
    pub fn met(&self) -> Option<Met> {
        self.met.get()
    }

    /// Returns a meter that stops after `max` steps and allows as many moves.
    pub fn steps(max: u64) -> Meter<'static> {
        Meter::new(max, move |steps| steps < max)
    }

    /// Counts one step.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn step(&self) -> Result<(), Fault> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if steps >= self.next_check.get() {
            self.next_check.set(steps + CHECK_INTERVAL);
            if !self.goes_on() {
                // Makes the next call fail at once.
                self.next_check.set(0);
                return Err(Fault::budget());
            }
        }
        Ok(())
    }

    /// Counts `steps` steps at once: work on a list or a number of that size.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn charge(&self, steps: usize) -> Result<(), Fault> {
        self.steps.set(self.steps.get().saturating_add(steps as u64));
        self.step()
    }

    /// Counts one listed move.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn list_move(&self) -> Result<(), Fault> {
        let left = self.moves_left.get();
        if left == 0 {
            return Err(Fault::budget());
        }
        self.moves_left.set(left - 1);
        self.step()
    }

    /// Counts `bytes` bytes of listed moves, without shared memory.
    ///
    /// # Errors
    /// The limit is exceeded; [`Meter::is_full`] distinguishes that from other limits.
    pub fn hold(&self, bytes: usize) -> Result<(), Fault> {
        let left = self.bytes_left.get().and_then(|left| left.checked_sub(bytes as u64));
        self.bytes_left.set(left);
        if left.is_some() { Ok(()) } else { Err(Fault::budget()) }
    }

    /// Returns whether the limit on bytes was exceeded.
    pub fn is_full(&self) -> bool {
        self.bytes_left.get().is_none()
    }

    /// Returns whether to continue, for callers that count their own steps. Calls `go_on` at once and counts no step.
    pub fn goes_on(&self) -> bool {
        self.stopped.set(self.stopped.get() || !(self.go_on)(self.steps.get()));
        !self.stopped.get()
    }

    /// Returns whether the callback has ended the work.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// Returns the number of steps taken.
    pub fn steps_taken(&self) -> u64 {
        self.steps.get()
    }

    /// Returns how many more moves may be listed.
    pub fn moves_left(&self) -> u64 {
        self.moves_left.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_message::template;

    const PIECES: Limit = Limit { name: template!("pieces"), usual: 10 };
    const STEPS: Limit = Limit { name: template!("steps"), usual: 1 << 20 };

    #[test]
    fn a_limit_that_is_met_is_remembered_with_what_would_do() {
        let meter = Meter::steps(100);
        assert!(meter.allows(PIECES, 10) && meter.met().is_none());
        assert!(!meter.allows(PIECES, 21));
        assert_eq!(meter.met(), Some(Met { name: PIECES.name, max: 10, needed: Some(3) }));
        assert!(Meter::steps(100).times(3).allows(PIECES, 21));
    }

    #[test]
    fn what_no_budget_reaches_is_not_the_fault_of_a_limit() {
        let meter = Meter::steps(100);
        assert!(!meter.allows(PIECES, u64::MAX) && meter.met().is_none());
    }

    #[test]
    fn exceeding_bytes_is_distinguished_from_other_limits() {
        let meter = Meter::steps(100).within_bytes(10);
        assert!(meter.hold(10).is_ok() && !meter.is_full());
        assert!(meter.hold(1).is_err() && meter.is_full());
    }

    #[test]
    fn work_that_was_ended_stays_ended() {
        let is_full = Cell::new(true);
        let meter = Meter::new(100, |_| !is_full.get());
        assert!(!meter.is_stopped() && !meter.goes_on());
        is_full.set(false);
        assert!(meter.is_stopped() && !meter.goes_on());
    }

    #[test]
    fn a_part_of_the_work_tells_the_whole() {
        let meter = Meter::steps(100).times(2);
        let part = meter.part(PIECES, STEPS);
        assert_eq!((part.moves_left(), part.factor()), (20, 2));
        part.meet(STEPS);
        assert_eq!(meter.met(), Some(Met { name: STEPS.name, max: 1 << 21, needed: Some(20) }));
    }
}
