//! How much work may be done before somebody is asked.
//!
//! Rules always end, but `any(… for i in 1..10**18)` ends too late for anybody. Every step of an evaluation and every
//! move listed is counted here, and the owner of the meter is asked now and then whether to go on.

use crate::fault::Fault;
use crate::int::Int;
use std::cell::Cell;
use std::rc::Rc;

/// How many steps pass between two questions to the owner.
const PATIENCE: u64 = 1 << 14;
/// What needs more than so many times the usual limit is out of reach of every budget, so that its limit is no reason why it is not found.
const OUT_OF_REACH: u64 = 1 << 12;

/// A limit on work that decides whether something is found. A larger budget raises it, and who meets it says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is limited, in the plural: `pieces of a range`.
    pub name: &'static str,
    /// How many are allowed where nothing is said.
    pub usual: u64,
}

/// A limit that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// What is limited.
    pub name: &'static str,
    /// How many were allowed.
    pub most: u64,
    /// How many times the usual limit would be needed, as far as that is known; else ten times what was allowed.
    pub needed: u64,
}

/// Counts steps and moves; one meter serves one piece of work.
pub struct Meter<'a> {
    steps: Cell<u64>,
    moves_left: Cell<u64>,
    next_question: Cell<u64>,
    /// How many times what is usual may be done.
    factor: u64,
    /// How many seconds the work has, where that is limited, and who knows whether they are over.
    time: Option<(f64, Rc<dyn Fn() -> bool + 'a>)>,
    /// Of the limits that were met the one that is raised most easily.
    met: Cell<Option<Met>>,
    /// The meter of the work that this is a part of.
    outer: Option<&'a Meter<'a>>,
    /// Answers whether to go on, given the number of steps so far.
    go_on: Box<dyn Fn(u64) -> bool + 'a>,
}

impl<'a> Meter<'a> {
    /// A meter that lets `most_moves` moves be listed and asks `go_on` now and then.
    pub fn new(most_moves: u64, go_on: impl Fn(u64) -> bool + 'a) -> Meter<'a> {
        Meter {
            steps: Cell::new(0),
            moves_left: Cell::new(most_moves),
            next_question: Cell::new(PATIENCE),
            factor: 1,
            time: None,
            met: Cell::new(None),
            outer: None,
            go_on: Box::new(go_on),
        }
    }

    /// The same where every [`Limit`] is so many times what is usual.
    pub fn times(self, factor: u64) -> Meter<'a> {
        Meter { factor: factor.max(1), ..self }
    }

    /// The same, where the work has so many seconds, and `is_over` says when they are over: who keeps what it could not finish in time
    /// begins again only with more.
    pub fn lasting(self, seconds: f64, is_over: impl Fn() -> bool + 'a) -> Meter<'a> {
        Meter { time: Some((seconds, Rc::new(is_over))), ..self }
    }

    /// Returns how many times what is usual may be done.
    pub fn factor(&self) -> u64 {
        self.factor
    }

    /// Returns how many seconds the work has, counted from when it began; `None` where that is not limited.
    pub fn seconds(&self) -> Option<f64> {
        self.time.as_ref().map(|(seconds, _)| *seconds)
    }

    /// Returns whether the work has used up its seconds.
    pub fn is_late(&self) -> bool {
        self.time.as_ref().is_some_and(|(_, is_over)| is_over())
    }

    /// Returns a meter for a part of this work, within limits of its own: the moves and the steps of the part.
    pub fn part(&'a self, moves: Limit, steps: Limit) -> Meter<'a> {
        let most = self.most(steps);
        let part = Meter::new(self.most(moves), move |taken| taken < most && self.goes_on());
        Meter { factor: self.factor, time: self.time.clone(), outer: Some(self), ..part }
    }

    /// Returns how much a limit allows.
    pub fn most(&self, limit: Limit) -> u64 {
        limit.usual.saturating_mul(self.factor)
    }

    /// Returns whether a limit allows so much; where it does not and a larger one might, that is remembered.
    pub fn allows(&self, limit: Limit, amount: u64) -> bool {
        let allowed = amount <= self.most(limit);
        let needed = amount.div_ceil(limit.usual.max(1));
        if !allowed && needed <= OUT_OF_REACH {
            self.remember(Met { name: limit.name, most: self.most(limit), needed });
        }
        allowed
    }

    /// The same of a number of any size.
    pub fn allows_int(&self, limit: Limit, amount: &Int) -> bool {
        self.allows(limit, amount.to_usize().map_or(u64::MAX, |amount| amount as u64))
    }

    /// Remembers that a limit ended work which might have found more.
    pub fn meet(&self, limit: Limit) {
        self.remember(Met { name: limit.name, most: self.most(limit), needed: self.factor.saturating_mul(10) });
    }

    fn remember(&self, met: Met) {
        if self.met.get().is_none_or(|known| met.needed < known.needed) {
            self.met.set(Some(met));
        }
        if let Some(outer) = self.outer {
            outer.remember(met);
        }
    }

    /// Returns the limit that was met, if one was; of several the one that is raised most easily.
    pub fn met(&self) -> Option<Met> {
        self.met.get()
    }

    /// A meter that stops after so many steps and as many moves.
    pub fn steps(most: u64) -> Meter<'static> {
        Meter::new(most, move |steps| steps < most)
    }

    /// One more step.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn step(&self) -> Result<(), Fault> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if steps >= self.next_question.get() {
            self.next_question.set(steps + PATIENCE);
            if !(self.go_on)(steps) {
                // Whoever asks again gets the same answer at once.
                self.next_question.set(0);
                return Err(Fault::budget());
            }
        }
        Ok(())
    }

    /// So many more steps at once: work on a list or a number of that size.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn charge(&self, steps: usize) -> Result<(), Fault> {
        self.steps.set(self.steps.get().saturating_add(steps as u64));
        self.step()
    }

    /// One more move listed.
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

    /// Whether work may go on, for who counts in steps of its own: it costs nothing, and whoever owns the meter is asked at once.
    pub fn goes_on(&self) -> bool {
        (self.go_on)(self.steps.get())
    }

    /// How many steps were taken.
    pub fn steps_taken(&self) -> u64 {
        self.steps.get()
    }

    /// How many more moves may be listed.
    pub fn moves_left(&self) -> u64 {
        self.moves_left.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: Limit = Limit { name: "pieces", usual: 10 };
    const STEPS: Limit = Limit { name: "steps", usual: 1 << 20 };

    #[test]
    fn a_limit_that_is_met_is_remembered_with_what_would_do() {
        let meter = Meter::steps(100);
        assert!(meter.allows(PIECES, 10) && meter.met().is_none());
        assert!(!meter.allows(PIECES, 21));
        assert_eq!(meter.met(), Some(Met { name: "pieces", most: 10, needed: 3 }));
        assert!(Meter::steps(100).times(3).allows(PIECES, 21));
    }

    #[test]
    fn what_no_budget_reaches_is_not_the_fault_of_a_limit() {
        let meter = Meter::steps(100);
        assert!(!meter.allows(PIECES, u64::MAX) && meter.met().is_none());
    }

    #[test]
    fn a_part_of_the_work_tells_the_whole() {
        let meter = Meter::steps(100).times(2);
        let part = meter.part(PIECES, STEPS);
        assert_eq!((part.moves_left(), part.factor()), (20, 2));
        part.meet(STEPS);
        assert_eq!(meter.met(), Some(Met { name: "steps", most: 1 << 21, needed: 20 }));
    }
}
