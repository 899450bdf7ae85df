//! The running count of a piece of work: what of its budget is spent, and whether it must stop.
//!
//! One [`Work`] begins with every call of a solver. Its parts share the clock and the counts of the call; each part counts the
//! packed positions of its own and may have less time, memory or positions. Threads share a part by reference.

use crate::budget::{Budget, Deadline, Interrupt, MAX_MOVES_OF_ONE, Report, Stop, deadline_of, now, stop_reason};
use grundy_message::{Template, template};
use grundy_rules::{Fault, FaultClass, Limit, Met, Meter};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Default for [`Report::what`].
const POSITIONS: &Template = template!("positions");

/// Number of packed positions between two progress reports.
const REPORT_EVERY: u64 = 1 << 12;
/// Number of positions between two progress reports when each is expanded by interpreting the rules, which may be slow.
const REPORT_EVERY_LOOK: u64 = 1 << 7;
/// Number of positions between two checks of the budget by a [`Counter`].
const BATCH: u64 = 1 << 11;

/// A budget being spent.
pub(crate) struct Work<'b> {
    budget: &'b Budget,
    deadline: Option<Instant>,
    max_positions: u64,
    max_bytes: u64,
    call: Arc<Call>,
    /// Number of packed positions visited by this part.
    positions: AtomicU64,
    /// How much of the current stage is done, and how much of that was reported.
    done: AtomicU64,
    reported: AtomicU64,
    stage: Mutex<Stage>,
    last_lap: Mutex<Instant>,
}

/// Counts of one call of a solver, shared by all parts of its work.
struct Call {
    /// Number of positions stored by solvers that interpret the rules.
    stored: AtomicU64,
    /// Number of positions whose moves were listed by interpreting the rules.
    looked: AtomicU64,
    /// Number of packed positions visited.
    packed: AtomicU64,
    moves_left: AtomicU64,
    steps_left: AtomicU64,
    /// The limit that was met, if any; of several, the one that is raised most easily.
    met: Mutex<Option<Met>>,
}

/// One stage of the work on packed positions.
#[derive(Clone, Copy)]
struct Stage {
    /// What is counted.
    what: &'static Template,
    /// Total number of items, if known.
    total: Option<u64>,
}

impl<'b> Work<'b> {
    /// Starts spending the whole budget, from now on.
    pub fn start(budget: &'b Budget) -> Work<'b> {
        let call = Call {
            stored: AtomicU64::new(0),
            looked: AtomicU64::new(0),
            packed: AtomicU64::new(0),
            moves_left: AtomicU64::new(budget.max_moves),
            steps_left: AtomicU64::new(budget.max_steps.unwrap_or(u64::MAX)),
            met: Mutex::new(None),
        };
        Work {
            budget,
            deadline: deadline_of(budget),
            max_positions: budget.max_packed_positions,
            max_bytes: budget.max_bytes,
            call: Arc::new(call),
            positions: AtomicU64::new(0),
            done: AtomicU64::new(0),
            reported: AtomicU64::new(0),
            stage: Mutex::new(Stage { what: POSITIONS, total: None }),
            last_lap: Mutex::new(now()),
        }
    }

    /// Returns a part of this work that counts its own packed positions, from 0, up to the limit of the budget.
    pub fn part(&self) -> Work<'b> {
        Work {
            budget: self.budget,
            deadline: self.deadline,
            max_positions: self.budget.max_packed_positions,
            max_bytes: self.budget.max_bytes,
            call: self.call.clone(),
            positions: AtomicU64::new(0),
            done: AtomicU64::new(0),
            reported: AtomicU64::new(0),
            stage: Mutex::new(Stage { what: POSITIONS, total: None }),
            last_lap: Mutex::new(now()),
        }
    }

    /// Like [`Work::part`], but for at most `max` packed positions.
    pub fn part_for(&self, max: u64) -> Work<'b> {
        Work { max_positions: max.min(self.budget.max_packed_positions), ..self.part() }
    }

    /// Returns a part that counts on from here and has at most `max` bytes.
    pub fn with_bytes(&self, max: u64) -> Work<'b> {
        Work {
            max_positions: self.max_positions,
            max_bytes: self.max_bytes.min(max),
            positions: AtomicU64::new(self.positions()),
            ..self.part()
        }
    }

    /// Returns a part with this share of the time that is left.
    pub fn with_share(&self, share: f64) -> Work<'b> {
        Work { deadline: self.deadline().share(1.0 / share).0, ..self.part() }
    }

    /// Returns the deadline of this work.
    pub fn deadline(&self) -> Deadline {
        Deadline(self.deadline)
    }

    /// Returns the maximum number of threads.
    pub fn threads(&self) -> usize {
        self.budget.threads.max(1)
    }

    /// Returns the number of seconds since the last call. Used to cut work into pieces, which do not affect any answer.
    pub fn lap(&self) -> f64 {
        let now = now();
        now.duration_since(std::mem::replace(&mut *lock(&self.last_lap), now)).as_secs_f64()
    }

    fn stop_reason(&self) -> Option<Stop> {
        match stop_reason(self.budget, self.deadline) {
            Some(stop) => Some(stop),
            None if self.call.steps_left.load(Ordering::Relaxed) == 0 => self.budget.max_steps.map(Stop::StepLimit),
            None => None,
        }
    }
}

/// Limits on counted work that decides whether something is found.
impl Work<'_> {
    /// Returns the number that a limit allows.
    pub fn max(&self, limit: Limit) -> u64 {
        limit.usual.saturating_mul(self.budget.factor())
    }

    /// Records that a limit ended work which might have found more.
    pub fn meet(&self, limit: Limit) {
        let needed = Some(self.budget.factor().saturating_mul(10));
        self.remember(Met { name: limit.name, max: self.max(limit), needed });
    }

    /// Records a limit that was met elsewhere, unless one that is raised more easily is known.
    pub fn remember(&self, met: Met) {
        let mut known = lock(&self.call.met);
        *known = Some(met.or_easier(*known));
    }

    /// Returns the limit that was met, if any; of several, the one that is raised most easily.
    pub fn met(&self) -> Option<Met> {
        *lock(&self.call.met)
    }
}

/// Work on positions of the rules, one at a time.
impl Work<'_> {
    /// Counts one more stored position and returns true, or returns false if the limit is reached.
    pub fn admit(&self) -> bool {
        let has_room = self.admitted() < self.budget.max_positions;
        self.call.stored.fetch_add(u64::from(has_room), Ordering::Relaxed);
        has_room
    }

    /// Returns the number of positions admitted.
    pub fn admitted(&self) -> u64 {
        self.call.stored.load(Ordering::Relaxed)
    }

    /// Resets the number of admissions: failed work does not count.
    pub fn readmit(&self, admitted: u64) {
        self.call.stored.store(admitted, Ordering::Relaxed);
    }

    /// Returns the limit that makes [`Work::admit`] return false.
    pub fn position_limit(&self) -> Stop {
        Stop::PositionLimit(self.budget.max_positions)
    }

    /// Returns the number of positions visited in this call, by any method.
    pub fn spent(&self) -> u64 {
        self.call.looked.load(Ordering::Relaxed) + self.call.packed.load(Ordering::Relaxed)
    }

    /// Runs `work`, which lists moves, unless the budget has ended or ends meanwhile.
    ///
    /// # Errors
    /// Returns why the budget ended, or the fault of `work`.
    pub fn spend<T>(&self, work: impl FnOnce(&Meter) -> Result<T, Fault>) -> Result<T, Interrupt> {
        if let Some(stop) = self.stop_reason() {
            return Err(Interrupt::Stop(stop));
        }
        let looked = self.call.looked.fetch_add(1, Ordering::Relaxed) + 1;
        if looked.is_multiple_of(REPORT_EVERY_LOOK)
            && let Some(progress) = &self.budget.progress
        {
            progress(Report { done: looked, total: None, what: POSITIONS });
        }
        // Listing the moves of a position with more of them would only fill the memory.
        let moves_left = self.call.moves_left.load(Ordering::Relaxed);
        let steps_left = self.call.steps_left.load(Ordering::Relaxed);
        let max_moves = moves_left.min(MAX_MOVES_OF_ONE);
        let meter = Meter::new(max_moves, |steps| steps < steps_left && self.stop_reason().is_none())
            .within_bytes(self.budget.listed_bytes());
        let result = work(&meter);
        let listed = max_moves - meter.moves_left();
        let has_too_many = max_moves < moves_left && listed == max_moves;
        self.call.moves_left.store(moves_left - listed, Ordering::Relaxed);
        self.call.steps_left.store(steps_left.saturating_sub(meter.steps_taken()), Ordering::Relaxed);
        result.map_err(|fault| match fault.class {
            FaultClass::Budget if meter.is_full() => Interrupt::Stop(Stop::MemoryLimit(self.budget.max_bytes)),
            FaultClass::Budget => {
                let many = if has_too_many { Stop::TooManyMoves } else { Stop::MoveLimit(self.budget.max_moves) };
                Interrupt::Stop(self.stop_reason().unwrap_or(many))
            }
            _ => Interrupt::Fault(fault),
        })
    }
}

/// Work on packed positions, by several threads.
impl Work<'_> {
    /// Counts `more` visited positions, reports progress, and checks the limits. To be called every few thousand
    /// positions, not for each; see [`Counter`].
    ///
    /// # Errors
    /// The time or the number of positions is used up, or the work was cancelled.
    pub fn pass(&self, more: u64) -> Result<(), Stop> {
        self.call.packed.fetch_add(more, Ordering::Relaxed);
        let positions = self.positions.fetch_add(more, Ordering::Relaxed) + more;
        if positions > self.max_positions {
            return Err(Stop::PositionLimit(self.max_positions));
        }
        self.advance(more)
    }

    /// Counts `more` visited positions that were reported otherwise. Callers that check [`Work::left`] first stay
    /// within the limit.
    pub fn count(&self, more: u64) {
        self.call.packed.fetch_add(more, Ordering::Relaxed);
        self.positions.fetch_add(more, Ordering::Relaxed);
    }

    /// Like [`Work::pass`], but for work on positions that were counted before: it is reported, and costs only time.
    ///
    /// # Errors
    /// The time is used up, or the work was cancelled.
    pub fn advance(&self, more: u64) -> Result<(), Stop> {
        if let Some(stop) = stop_reason(self.budget, self.deadline) {
            return Err(stop);
        }
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if let Some(progress) = &self.budget.progress
            && done.saturating_sub(self.reported.load(Ordering::Relaxed)) >= REPORT_EVERY
        {
            self.reported.store(done, Ordering::Relaxed);
            let Stage { what, total } = *lock(&self.stage);
            progress(Report { done, total, what });
        }
        Ok(())
    }

    /// Begins a new stage of `total` items; this affects only what is reported.
    pub fn begin(&self, what: &'static Template, total: Option<u64>) {
        *lock(&self.stage) = Stage { what, total };
        self.done.store(0, Ordering::Relaxed);
        self.reported.store(0, Ordering::Relaxed);
    }

    /// Returns the number of positions visited by this part.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Returns how many more positions may be visited.
    pub fn left(&self) -> u64 {
        self.max_positions.saturating_sub(self.positions())
    }

    /// Checks whether `more` further positions may be visited, without counting them.
    ///
    /// # Errors
    /// The limit that they would exceed.
    pub fn could_pass(&self, more: u64) -> Result<(), Stop> {
        let positions = self.positions().saturating_add(more);
        if positions > self.max_positions { Err(Stop::PositionLimit(self.max_positions)) } else { Ok(()) }
    }

    /// Returns true if this number of packed positions exceeds the whole budget.
    pub fn is_over(&self, packed_positions: u64) -> bool {
        packed_positions > self.budget.max_packed_positions
    }

    /// Returns true if the number of listed moves is limited.
    pub fn counts_moves(&self) -> bool {
        self.budget.max_packed_moves != u64::MAX
    }

    /// Checks whether tables of `bytes` in total may be allocated.
    ///
    /// # Errors
    /// The memory limit.
    pub fn room(&self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.max_bytes { Err(self.memory_limit()) } else { Ok(()) }
    }

    /// Returns the reason to stop for lack of memory: the limit of the whole budget, of which this may be a share.
    pub fn memory_limit(&self) -> Stop {
        Stop::MemoryLimit(self.budget.max_bytes)
    }

    /// Returns the maximum number of bytes for tables in total.
    pub fn max_bytes(&self) -> u64 {
        self.max_bytes
    }
}

/// Counts the positions that one search visits and passes them to its work in batches: reading a clock is expensive,
/// adding is cheap.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counter {
    counted: u64,
    /// Number of them passed on, and the count at which the next ones will be.
    passed: u64,
    pass_at: u64,
}

impl Counter {
    /// Returns the number of positions visited since the search was made.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// Counts one more position.
    ///
    /// # Errors
    /// The budget has ended, exactly at this position if the limit is a number of positions.
    #[inline]
    pub fn count(&mut self, work: &Work) -> Result<(), Stop> {
        self.counted += 1;
        if self.counted < self.pass_at { Ok(()) } else { self.flush(work) }
    }

    /// Counts `more` positions and passes them on at once.
    ///
    /// # Errors
    /// The budget has ended, or would end among them.
    pub fn count_many(&mut self, more: u64, work: &Work) -> Result<(), Stop> {
        self.counted += more;
        self.flush(work)
    }

    /// Passes on the positions that were not yet.
    ///
    /// # Errors
    /// The budget has ended.
    #[cold]
    pub fn flush(&mut self, work: &Work) -> Result<(), Stop> {
        let more = self.counted - std::mem::replace(&mut self.passed, self.counted);
        let result = work.pass(more);
        // The last batch ends with the last position allowed, so that a limit is exact.
        self.pass_at = self.counted + work.left().saturating_add(1).min(BATCH);
        result
    }
}

/// Counts the moves listed by compiled rules during one call and checks the clock meanwhile, as a position may have
/// very many. Shared by the machines of all threads, which outlive a call.
pub(crate) struct MoveCounter {
    moves_left: AtomicU64,
    limits: Mutex<Option<(Budget, Option<Instant>)>>,
    stop: Mutex<Option<Stop>>,
}

impl MoveCounter {
    /// Returns a counter that belongs to no work yet.
    pub fn new() -> MoveCounter {
        MoveCounter { moves_left: AtomicU64::new(0), limits: Mutex::new(None), stop: Mutex::new(None) }
    }

    /// Counts for this work from now on.
    pub fn set(&self, work: &Work) {
        self.moves_left.store(work.budget.max_packed_moves, Ordering::Relaxed);
        *lock(&self.limits) = Some((work.budget.clone(), work.deadline));
        *lock(&self.stop) = None;
    }

    /// Counts `moves` and returns whether work may continue.
    pub fn spend(&self, moves: u64) -> bool {
        let limits = lock(&self.limits);
        let Some((budget, deadline)) = &*limits else { return true };
        let left = self.moves_left.load(Ordering::Relaxed);
        let stop = match stop_reason(budget, *deadline) {
            Some(stop) => Some(stop),
            None => (left < moves).then_some(Stop::MoveLimit(budget.max_packed_moves)),
        };
        self.moves_left.store(left.saturating_sub(moves), Ordering::Relaxed);
        if stop.is_some() {
            *lock(&self.stop) = stop;
        }
        stop.is_none()
    }

    /// Returns why work must stop, if it must.
    pub fn stop(&self) -> Option<Stop> {
        *lock(&self.stop)
    }
}

/// Counts stay right when a thread panics, so a poisoned lock is as good as any.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Progress;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn every_stage_is_reported_by_itself_and_counts_positions_once() {
        let reports = Arc::new(Mutex::new(Vec::new()));
        let sink = reports.clone();
        let progress: Progress = Arc::new(move |report| sink.lock().unwrap().push(report));
        let budget = Budget { progress: Some(progress), ..Budget::positions(10_000) };
        let work = Work::start(&budget);
        work.pass(5_000).unwrap();
        work.begin(template!("positions valued"), Some(9_000));
        work.advance(4_000).unwrap();
        work.advance(5_000).unwrap();
        assert_eq!(work.positions(), 5_000);
        assert_eq!(
            *reports.lock().unwrap(),
            [
                Report { done: 5_000, total: None, what: POSITIONS },
                Report { done: 9_000, total: Some(9_000), what: template!("positions valued") }
            ]
        );
        assert_eq!(work.pass(5_001), Err(Stop::PositionLimit(10_000)));
    }

    #[test]
    fn cancellation_ends_every_stage() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget { cancelled: Some(flag.clone()), ..Budget::positions(10) };
        let work = Work::start(&budget);
        assert_eq!(work.advance(100), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(work.advance(0), Err(Stop::Cancelled));
        assert_eq!(work.part().pass(0), Err(Stop::Cancelled));
    }

    #[test]
    fn parts_count_positions_of_their_own_and_the_call_counts_all() {
        let budget = Budget::positions(10);
        let work = Work::start(&budget);
        let (one, other) = (work.part(), work.part_for(5));
        assert_eq!((one.pass(10), other.pass(5)), (Ok(()), Ok(())));
        assert_eq!(other.pass(1), Err(Stop::PositionLimit(5)));
        assert_eq!((one.with_bytes(100).left(), one.with_bytes(100).max_bytes()), (0, 100));
        assert_eq!(work.spent(), 16);
    }

    #[test]
    fn a_limit_is_met_exactly() {
        for limit in [0, 1, 20, BATCH - 1, BATCH, BATCH + 1, 3 * BATCH] {
            let budget = Budget::positions(limit);
            let (work, mut counter) = (Work::start(&budget), Counter::default());
            let mut visited = 0;
            while counter.count(&work).is_ok() {
                visited += 1;
            }
            assert_eq!(visited, limit);
        }
    }
}
