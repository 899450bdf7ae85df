//! How much work a question may cost, and why work stopped.
//!
//! This is the only place in the crate that asks the time. Everything else asks the `Watch`, which lives as long as
//! one call of a solver.

use grundy_rules::{Fault, FaultClass, Met, Meter};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How far a piece of work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many are done, since this piece of work began.
    pub done: u64,
    /// How many there are to do, where that is known.
    pub total: Option<u64>,
    /// What is counted, in the plural: `positions`.
    pub what: &'static str,
}

/// Is told now and then how far work has come.
pub type Progress = Arc<dyn Fn(Report) + Send + Sync>;

/// What is counted where nothing else was said.
const POSITIONS: &str = "positions";

/// How many packed positions pass between two reports of progress.
const REPORT_EVERY: u64 = 1 << 12;
/// How many positions pass between two reports where each is looked at by the meaning of the rules, which may be slow.
const REPORT_EVERY_LOOK: u64 = 1 << 7;

/// From so many moves on a way that knows the value without them answers alone.
pub(crate) const MANY_MOVES: u64 = MOST_MOVES_OF_ONE / 4;

/// No position is looked at that has more choices of moves than this.
const MOST_MOVES_OF_ONE: u64 = 1 << 20;

/// How often and how long it is waited until memory that was given back is seen to be free.
const LOOKS_FOR_ROOM: u32 = 12;
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// The end of the time that a budget gives, counted from when this was made. Everything outside this file asks the time through it.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// The end of the seconds of a budget, from now on; it never comes where there are none.
    pub fn of(budget: &Budget) -> Deadline {
        Deadline(deadline_of(budget))
    }

    /// Returns true once the time is used up.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns how many seconds are left; `None` where there is no end.
    pub fn seconds_left(self) -> Option<f64> {
        self.0.map(|end| end.saturating_duration_since(Instant::now()).as_secs_f64())
    }

    /// Returns the end of the first of `parts` equal parts of the time that is left.
    pub fn share(self, parts: f64) -> Deadline {
        let left = |end: Instant| end.saturating_duration_since(Instant::now()).div_f64(parts.max(1.0));
        Deadline(self.0.and_then(|end| Instant::now().checked_add(left(end))))
    }
}

/// How much one call of a solver may cost; all positions asked in that call share it.
#[derive(Clone)]
pub struct Budget {
    /// How many different positions (or parts) may be kept.
    pub max_positions: u64,
    /// How many moves may be listed altogether.
    pub max_moves: u64,
    /// How many steps the evaluation of rules may take; unlike seconds, the same on every machine.
    pub max_steps: Option<u64>,
    /// How long it may take.
    pub max_seconds: Option<f64>,
    /// When work must end, whenever it began: many pieces of work may share one limit.
    pub deadline: Option<Instant>,
    /// Work stops soon after this is set, because the whole program takes more memory than it may.
    pub full: Option<Arc<AtomicBool>>,
    /// Work stops soon after somebody sets this.
    pub cancelled: Option<Arc<AtomicBool>>,
    /// Is told how far work has come.
    pub progress: Option<Progress>,
    /// How many bytes the tables of a solver may take.
    pub max_bytes: u64,
    /// How many threads may work at once. The answer does not depend on it.
    pub threads: usize,
    /// How many positions compiled rules may be asked about, which cost little each; the memory is the usual limit.
    pub max_packed_positions: u64,
    /// How many moves compiled rules may list.
    pub max_packed_moves: u64,
    /// Limits on what is looked for beside the search itself.
    pub effort: Effort,
}

/// What is usual: so many positions, or so many seconds where somebody gives them, let everything that is counted be what its limit says.
/// Who gives ten times as much lets ten times as much be done.
const USUAL_POSITIONS: u64 = 4_000_000;
const USUAL_SECONDS: f64 = 10.0;

/// Limits on work that is counted and never timed, so that what is found is the same on every machine. They are those of the usual
/// budget; a larger one raises them by [`Budget::factor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many steps of the rules theorems may take for one position.
    pub theorem_steps: u64,
    /// How many steps the search for a proof about one game may take; a step is a few microseconds.
    pub proof_steps: u64,
    /// How many positions may be listed to count the moves to the end, where a search that lists fewer can tell who wins.
    pub listed_positions: u64,
    /// How many positions of a table may be examined in vain before no more of its cells are tried.
    pub positions_in_vain: u64,
    /// How many times all that is counted may be done, where neither positions nor seconds say so.
    pub times: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            theorem_steps: 30_000_000,
            proof_steps: 1_200_000,
            listed_positions: 6_000_000,
            positions_in_vain: 100_000_000,
            times: 1,
        }
    }
}

impl Budget {
    /// So many positions, twenty moves a position (65 536 at least), and five hundred steps of the rules a position (a
    /// hundred million at least), as choices that a rule rejects cost something too.
    ///
    /// ```
    /// use grundy_solve::Budget;
    /// assert_eq!(Budget::positions(1_000_000).max_moves, 20_000_000);
    /// ```
    pub fn positions(max_positions: u64) -> Budget {
        let max_moves = max_positions.saturating_mul(20).max(1 << 16);
        let max_steps = Some(max_positions.saturating_mul(500).max(100_000_000));
        Budget {
            max_positions,
            max_moves,
            max_steps,
            max_seconds: None,
            deadline: None,
            full: None,
            cancelled: None,
            progress: None,
            max_bytes: 2 << 30,
            threads: 1,
            max_packed_positions: max_positions,
            max_packed_moves: max_moves,
            effort: Effort::default(),
        }
    }
}

impl Budget {
    /// Returns how many times what is usual this allows, by its positions or by its seconds, as they were given: no clock is asked.
    pub fn factor(&self) -> u64 {
        let by_seconds = self.max_seconds.map_or(0, |seconds| (seconds / USUAL_SECONDS) as u64);
        (self.max_positions / USUAL_POSITIONS).max(by_seconds).max(self.effort.times).max(1)
    }

    /// Returns how many steps theorems may take for one position.
    pub fn theorem_steps(&self) -> u64 {
        self.effort.theorem_steps.saturating_mul(self.factor())
    }

    /// Returns a limit of so many more than usual that was met as a reason to stop.
    pub fn met(met: Met) -> Stop {
        let seconds = met.needed.saturating_mul(USUAL_SECONDS as u64);
        Stop::Limit { name: met.name, value: met.most, seconds: Some(seconds) }
    }

    /// Whether work should stop now, for whatever reason; [`Budget::stop`] says which. This may be asked as often as one likes.
    pub fn is_cancelled(&self) -> bool {
        self.stop().is_some()
    }

    /// Why work should stop now, if it should: the deadline has passed, the memory is full, or somebody said stop.
    pub fn stop(&self) -> Option<Stop> {
        called_off(self, self.deadline)
    }

    /// Fails if so many bytes are more than may be taken, or if work should stop now.
    ///
    /// # Errors
    /// The limit that was met.
    pub fn room(&self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.max_bytes { Err(Stop::MemoryLimit(self.max_bytes)) } else { self.stop().map_or(Ok(()), Err) }
    }

    /// Lets go of what is kept for later where the memory is full, and waits a moment until that is seen.
    pub fn make_room(&self, let_go: impl FnOnce()) {
        let Some(full) = self.full.as_ref().filter(|full| full.load(Ordering::Relaxed)) else { return };
        let_go();
        for _ in 0..LOOKS_FOR_ROOM {
            if !full.load(Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// Tells later what is left of it: the seconds count from now on, and a limit that is met is told as it was given.
    pub(crate) fn counting_down(&self) -> impl Fn() -> Budget + use<> {
        let whole = Budget { deadline: deadline_of(self), ..self.clone() };
        move || whole.clone()
    }

    /// Says whether work that begins now may still go on, by the clock and by who may say stop.
    pub(crate) fn going_on(&self) -> impl Fn() -> bool + '_ {
        let deadline = deadline_of(self);
        move || called_off(self, deadline).is_none()
    }
}

impl Default for Budget {
    /// Four million positions by the meaning of the rules; by compiled rules, as many as fit into 2 GiB.
    fn default() -> Budget {
        Budget { max_packed_positions: u64::MAX, max_packed_moves: u64::MAX, ..Budget::positions(USUAL_POSITIONS) }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("max_positions", &self.max_positions)
            .field("max_moves", &self.max_moves)
            .field("max_seconds", &self.max_seconds)
            .finish_non_exhaustive()
    }
}

/// Why work stopped before it was done. It is not an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// So many positions were kept already.
    PositionLimit(u64),
    /// So many moves were listed already.
    MoveLimit(u64),
    /// One position has so many moves that they would only fill the memory.
    TooManyMoves,
    /// Who wins was told without a word about moves, and nobody looked which of them win.
    MovesNotSought,
    /// So many steps of the rules were evaluated already.
    StepLimit(u64),
    /// So many seconds had passed.
    TimeLimit(f64),
    /// The tables would have taken more than so many bytes.
    MemoryLimit(u64),
    /// Another limit on work that is counted was reached.
    Limit {
        /// What is limited, in the plural: [`POSITIONS_IN_VAIN`].
        name: &'static str,
        /// How many.
        value: u64,
        /// With so many seconds enough are allowed, or ten times as many where it is not known how many are needed; `None` where no
        /// budget raises it.
        seconds: Option<u64>,
    },
    /// Somebody said stop.
    Cancelled,
}

/// What [`Effort::positions_in_vain`] limits.
pub const POSITIONS_IN_VAIN: &str = "positions examined in vain";
/// What [`Effort::theorem_steps`] limits.
pub const THEOREM_STEPS: &str = "steps of theorems";

impl Stop {
    /// The same as a fault, for who could not even begin.
    pub fn into_fault(self) -> Fault {
        Fault::new(FaultClass::Budget, self.to_string(), None)
    }

    /// What ended, in one word for programs.
    pub fn limit(&self) -> &'static str {
        match self {
            Stop::PositionLimit(_) => "positions",
            Stop::MoveLimit(_) | Stop::TooManyMoves | Stop::MovesNotSought => "moves",
            Stop::StepLimit(_) => "steps",
            Stop::TimeLimit(_) => "seconds",
            Stop::MemoryLimit(_) => "memory",
            Stop::Limit { name, .. } => name,
            Stop::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::PositionLimit(most) => write!(f, "the limit of {most} positions was reached"),
            Stop::MoveLimit(most) => write!(f, "the limit of {most} moves was reached"),
            Stop::TooManyMoves => f.write_str("a position has too many moves to be listed"),
            Stop::MovesNotSought => f.write_str("which moves win is not told, and was not looked for"),
            Stop::StepLimit(most) => write!(f, "the limit of {most} steps was reached"),
            Stop::TimeLimit(seconds) => write!(f, "the limit of {seconds} s was reached"),
            Stop::MemoryLimit(most) if *most < 1 << 20 => {
                write!(
                    f,
                    "more memory would be needed than the {most} byte{} it may use",
                    if *most == 1 { "" } else { "s" }
                )
            }
            Stop::MemoryLimit(most) => {
                write!(f, "more memory would be needed than the {} MiB it may use", most >> 20)
            }
            Stop::Limit { name, value, .. } => write!(f, "the limit of {value} {name} was reached"),
            Stop::Cancelled => f.write_str("it was cancelled"),
        }
    }
}

/// Why a piece of work did not come to its end.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The budget ended.
    Stop(Stop),
    /// The rules could not be carried out.
    Fault(Fault),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

/// What is left of a budget for solvers on packed positions, shared by all threads of one piece of work.
pub(crate) struct Allowance<'a> {
    budget: &'a Budget,
    deadline: Option<Instant>,
    max_positions: u64,
    max_bytes: u64,
    positions: AtomicU64,
    /// How many were examined in the whole call.
    spent: Arc<AtomicU64>,
    /// How much of the present stage is done, and how much of that was reported.
    done: AtomicU64,
    reported: AtomicU64,
    stage: Mutex<Stage>,
    last_lap: Mutex<Instant>,
}

/// One piece of the work on packed positions.
#[derive(Clone, Copy)]
struct Stage {
    /// What is counted.
    what: &'static str,
    /// How many of them there are.
    total: Option<u64>,
}

impl Allowance<'_> {
    /// Counts so many more positions examined, tells how far work has come, and says whether it is to stop. To be called
    /// every few thousand positions, not for each.
    ///
    /// # Errors
    /// The time or the number of positions is used up, or somebody said stop.
    pub fn pass(&self, more: u64) -> Result<(), Stop> {
        self.spent.fetch_add(more, Ordering::Relaxed);
        let positions = self.positions.fetch_add(more, Ordering::Relaxed) + more;
        if positions > self.max_positions {
            return Err(Stop::PositionLimit(self.max_positions));
        }
        self.advance(more)
    }

    /// Counts so many more positions examined that were reported otherwise. Who asks [`Allowance::left`] before examines no more.
    pub fn count(&self, more: u64) {
        self.spent.fetch_add(more, Ordering::Relaxed);
        self.positions.fetch_add(more, Ordering::Relaxed);
    }

    /// The same as [`Allowance::pass`] for work on positions that were counted before: it is reported, and costs time only.
    ///
    /// # Errors
    /// The time is used up, or somebody said stop.
    pub fn advance(&self, more: u64) -> Result<(), Stop> {
        if let Some(stop) = called_off(self.budget, self.deadline) {
            return Err(stop);
        }
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if let Some(progress) = &self.budget.progress
            && done.saturating_sub(self.reported.load(Ordering::Relaxed)) >= REPORT_EVERY
        {
            self.reported.store(done, Ordering::Relaxed);
            let Stage { what, total } = *self.stage.lock().unwrap_or_else(PoisonError::into_inner);
            progress(Report { done, total, what });
        }
        Ok(())
    }

    /// A new stage begins, which counts so many of these; it changes nothing but what is reported.
    pub fn begin(&self, what: &'static str, total: Option<u64>) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Stage { what, total };
        self.done.store(0, Ordering::Relaxed);
        self.reported.store(0, Ordering::Relaxed);
    }

    /// How many seconds have passed since this was asked last, for who cuts work into pieces: the pieces change no answer.
    pub fn lap(&self) -> f64 {
        let mut last = self.last_lap.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *last, Instant::now()).elapsed().as_secs_f64()
    }

    /// Whether so many more positions may be examined; none is counted.
    ///
    /// # Errors
    /// They may not.
    pub fn could_pass(&self, more: u64) -> Result<(), Stop> {
        let positions = self.positions().saturating_add(more);
        if positions > self.max_positions { Err(Stop::PositionLimit(self.max_positions)) } else { Ok(()) }
    }

    /// How many more positions may be examined.
    pub fn left(&self) -> u64 {
        self.max_positions.saturating_sub(self.positions())
    }

    /// Whether there is a limit to the moves that may be listed.
    pub fn counts_moves(&self) -> bool {
        self.budget.max_packed_moves != u64::MAX
    }

    /// Whether tables of so many bytes in all may be made.
    ///
    /// # Errors
    /// They may not.
    pub fn room(&self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.max_bytes { Err(self.memory_limit()) } else { Ok(()) }
    }

    /// Why work stops that needs more memory: the limit of the whole budget, of which this may be a share.
    pub fn memory_limit(&self) -> Stop {
        Stop::MemoryLimit(self.budget.max_bytes)
    }

    /// How many bytes tables may take in all.
    pub fn max_bytes(&self) -> u64 {
        self.max_bytes
    }

    /// The same with no more than so many bytes for tables, and its own count of positions.
    pub fn with_bytes(&self, most: u64) -> Allowance<'_> {
        Allowance {
            budget: self.budget,
            deadline: self.deadline,
            max_positions: self.max_positions,
            max_bytes: self.max_bytes.min(most),
            positions: AtomicU64::new(self.positions()),
            spent: self.spent.clone(),
            done: AtomicU64::new(0),
            reported: AtomicU64::new(0),
            stage: Mutex::new(Stage { what: POSITIONS, total: None }),
            last_lap: Mutex::new(Instant::now()),
        }
    }

    /// How many threads may work at once.
    pub fn threads(&self) -> usize {
        self.budget.threads.max(1)
    }

    /// How many positions were examined so far.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }
}

/// Counts the moves that compiled rules list during one call, and looks at the clock meanwhile: a position may have very many.
/// It is shared by the machines of all threads.
pub(crate) struct Gauge {
    moves_left: AtomicU64,
    limits: Mutex<Option<(Budget, Option<Instant>)>>,
    stop: Mutex<Option<Stop>>,
}

impl Gauge {
    /// Nothing may be listed yet.
    pub fn new() -> Gauge {
        Gauge { moves_left: AtomicU64::new(0), limits: Mutex::new(None), stop: Mutex::new(None) }
    }

    /// Takes what is left of the budget of this call.
    pub fn set(&self, watch: &Watch) {
        self.moves_left.store(watch.budget.max_packed_moves, Ordering::Relaxed);
        *self.limits.lock().unwrap_or_else(PoisonError::into_inner) = Some((watch.budget.clone(), watch.deadline));
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Counts so many moves, and says whether work may go on.
    pub fn spend(&self, moves: u64) -> bool {
        let limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((budget, deadline)) = &*limits else { return true };
        let left = self.moves_left.load(Ordering::Relaxed);
        let stop = match called_off(budget, *deadline) {
            Some(stop) => Some(stop),
            None => (left < moves).then_some(Stop::MoveLimit(budget.max_packed_moves)),
        };
        self.moves_left.store(left.saturating_sub(moves), Ordering::Relaxed);
        if stop.is_some() {
            *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop;
        }
        stop.is_none()
    }

    /// Why work may not go on, if so.
    pub fn stop(&self) -> Option<Stop> {
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When work that begins now must end. A limit too long for the clock is no limit.
pub(crate) fn deadline_of(budget: &Budget) -> Option<Instant> {
    let limit = budget.max_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
    let own = limit.and_then(|limit| Instant::now().checked_add(limit));
    own.into_iter().chain(budget.deadline).min()
}

/// Why work should stop: the memory is full, somebody said so, or the time is up.
fn called_off(budget: &Budget, deadline: Option<Instant>) -> Option<Stop> {
    let is_set = |flag: &Option<Arc<AtomicBool>>| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    if is_set(&budget.full) {
        return Some(Stop::MemoryLimit(budget.max_bytes));
    }
    if is_set(&budget.cancelled) {
        return Some(Stop::Cancelled);
    }
    let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
    late.then(|| Stop::TimeLimit(budget.max_seconds.unwrap_or_default()))
}

/// A budget while it is being spent, during one call of a solver.
pub(crate) struct Watch<'a> {
    budget: &'a Budget,
    deadline: Option<Instant>,
    positions: u64,
    examined: u64,
    /// How many packed positions were examined.
    packed: Arc<AtomicU64>,
    moves_left: u64,
    steps_left: u64,
}

impl<'a> Watch<'a> {
    /// The whole budget, from now on.
    pub fn start(budget: &'a Budget) -> Watch<'a> {
        Watch {
            budget,
            deadline: deadline_of(budget),
            positions: 0,
            examined: 0,
            packed: Arc::default(),
            moves_left: budget.max_moves,
            steps_left: budget.max_steps.unwrap_or(u64::MAX),
        }
    }

    /// Whether one more position may be kept; if so it is counted.
    pub fn admit(&mut self) -> bool {
        let room = self.positions < self.budget.max_positions;
        self.positions += u64::from(room);
        room
    }

    /// Whether so many packed positions are more than the whole budget allows.
    pub fn is_over(&self, packed_positions: u64) -> bool {
        packed_positions > self.budget.max_packed_positions
    }

    /// How many positions were examined in this call, in whatever way.
    pub fn spent(&self) -> u64 {
        self.examined + self.packed.load(Ordering::Relaxed)
    }

    /// How many positions have been admitted.
    pub fn admitted(&self) -> u64 {
        self.positions
    }

    /// Takes back admissions: work that came to nothing does not count.
    pub fn readmit(&mut self, admitted: u64) {
        self.positions = admitted;
    }

    /// What [`Watch::admit`] means when it says no.
    pub fn position_limit(&self) -> Stop {
        Stop::PositionLimit(self.budget.max_positions)
    }

    /// Does work that lists moves, unless the budget has ended or ends meanwhile.
    pub fn spend<T>(&mut self, work: impl FnOnce(&Meter) -> Result<T, Fault>) -> Result<T, Halt> {
        if let Some(stop) = self.called_off() {
            return Err(Halt::Stop(stop));
        }
        self.examined += 1;
        if self.examined.is_multiple_of(REPORT_EVERY_LOOK)
            && let Some(progress) = &self.budget.progress
        {
            progress(Report { done: self.examined, total: None, what: POSITIONS });
        }
        // One position with more moves than this would only fill the memory.
        let most_moves = self.moves_left.min(MOST_MOVES_OF_ONE);
        let (result, listed, steps) = {
            let meter = Meter::new(most_moves, |steps| steps < self.steps_left && self.called_off().is_none());
            let result = work(&meter);
            (result, most_moves - meter.moves_left(), meter.steps_taken())
        };
        let is_wide = most_moves < self.moves_left && listed == most_moves;
        self.moves_left -= listed;
        self.steps_left = self.steps_left.saturating_sub(steps);
        result.map_err(|fault| match fault.class {
            FaultClass::Budget => {
                let many = if is_wide { Stop::TooManyMoves } else { Stop::MoveLimit(self.budget.max_moves) };
                Halt::Stop(self.called_off().unwrap_or(many))
            }
            _ => Halt::Fault(fault),
        })
    }

    /// What solvers on packed positions may spend within this same call.
    pub fn allowance(&self) -> Allowance<'a> {
        self.allowance_for(u64::MAX)
    }

    /// The same, for so many positions at most.
    pub fn allowance_for(&self, most: u64) -> Allowance<'a> {
        Allowance {
            budget: self.budget,
            deadline: self.deadline,
            max_positions: most.min(self.budget.max_packed_positions),
            max_bytes: self.budget.max_bytes,
            positions: AtomicU64::new(0),
            spent: self.packed.clone(),
            done: AtomicU64::new(0),
            reported: AtomicU64::new(0),
            stage: Mutex::new(Stage { what: POSITIONS, total: None }),
            last_lap: Mutex::new(Instant::now()),
        }
    }

    fn called_off(&self) -> Option<Stop> {
        match called_off(self.budget, self.deadline) {
            Some(stop) => Some(stop),
            None if self.steps_left == 0 => self.budget.max_steps.map(Stop::StepLimit),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_is_reported_by_itself_and_counts_positions_once() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = heard.clone();
        let progress: Progress = Arc::new(move |report| ear.lock().unwrap().push(report));
        let budget = Budget { progress: Some(progress), ..Budget::positions(10_000) };
        let watch = Watch::start(&budget);
        let allowance = watch.allowance();
        allowance.pass(5_000).unwrap();
        allowance.begin("positions valued", Some(9_000));
        allowance.advance(4_000).unwrap();
        allowance.advance(5_000).unwrap();
        assert_eq!(allowance.positions(), 5_000);
        assert_eq!(
            *heard.lock().unwrap(),
            [
                Report { done: 5_000, total: None, what: "positions" },
                Report { done: 9_000, total: Some(9_000), what: "positions valued" }
            ]
        );
        assert_eq!(allowance.pass(5_001), Err(Stop::PositionLimit(10_000)));
    }

    #[test]
    fn whoever_says_stop_ends_every_stage() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget { cancelled: Some(flag.clone()), ..Budget::positions(10) };
        let watch = Watch::start(&budget);
        let allowance = watch.allowance();
        assert_eq!(allowance.advance(100), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(allowance.advance(0), Err(Stop::Cancelled));
        assert_eq!(allowance.pass(0), Err(Stop::Cancelled));
    }
}
