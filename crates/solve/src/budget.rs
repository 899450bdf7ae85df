//! Limits on the work of one solver call, and the reasons why work stopped.
//!
//! This is the only module of the crate that reads the clock. Everything else goes through the `Work` of a call.

use grundy_message::{Arg, Message, Template, ToArg, message, plural, template};
use grundy_rules::{Fault, FaultClass, Met, Meter};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Progress of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Number of items done since this piece of work began.
    pub done: u64,
    /// Total number of items, if known.
    pub total: Option<u64>,
    /// What is counted, in the plural: `positions`.
    pub what: &'static Template,
}

/// Callback that receives progress reports from time to time.
pub type Progress = Arc<dyn Fn(Report) + Send + Sync>;

/// From this number of moves on, a method that knows the value without listing moves answers alone.
pub(crate) const MANY_MOVES: u64 = MAX_MOVES_OF_ONE / 4;

/// Maximum number of candidate moves of a single position.
pub(crate) const MAX_MOVES_OF_ONE: u64 = 1 << 20;

/// The moves of one position take at most `1 / LISTED_PART` of the memory limit.
const LISTED_PART: u64 = 4;

/// Number of polls, and the time between them, while waiting for released memory to be seen as free.
const LOOKS_FOR_ROOM: u32 = 12;
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Deadline of a budget, counted from when this was made. Everything outside this module reads the time through it.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(pub(crate) Option<Instant>);

impl Deadline {
    /// Returns the deadline of a budget that starts now, or one that never passes if the budget has no time limit.
    pub fn of(budget: &Budget) -> Deadline {
        Deadline(deadline_of(budget))
    }

    /// Returns true once the time is used up.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns the number of seconds left, or `None` if there is no deadline.
    pub fn seconds_left(self) -> Option<f64> {
        self.0.map(|end| end.saturating_duration_since(Instant::now()).as_secs_f64())
    }

    /// Returns the end of the first of `parts` equal parts of the time that is left.
    pub fn share(self, parts: f64) -> Deadline {
        let left = |end: Instant| end.saturating_duration_since(Instant::now()).div_f64(parts.max(1.0));
        Deadline(self.0.and_then(|end| Instant::now().checked_add(left(end))))
    }
}

/// Limits on one call of a solver; all positions of that call share them.
#[derive(Clone)]
pub struct Budget {
    /// Maximum number of distinct positions (or parts) to store.
    pub max_positions: u64,
    /// Maximum number of moves listed in total.
    pub max_moves: u64,
    /// Maximum number of steps of rule evaluation; unlike seconds, the same on every machine.
    pub max_steps: Option<u64>,
    /// Maximum duration in seconds.
    pub max_seconds: Option<f64>,
    /// Absolute deadline, independent of when work began: several pieces of work may share it.
    pub deadline: Option<Instant>,
    /// Out-of-memory flag: work stops soon after it is set, because the whole program exceeds its memory limit.
    pub full: Option<Arc<AtomicBool>>,
    /// Cancellation flag: work stops soon after it is set.
    pub cancelled: Option<Arc<AtomicBool>>,
    /// Receives progress reports.
    pub progress: Option<Progress>,
    /// Maximum number of bytes for the tables of a solver.
    pub max_bytes: u64,
    /// Maximum number of threads. The answer does not depend on it.
    pub threads: usize,
    /// Maximum number of positions for compiled rules, which are cheap per position; memory is the usual limit.
    pub max_packed_positions: u64,
    /// Maximum number of moves listed by compiled rules.
    pub max_packed_moves: u64,
    /// Limits on work other than the search itself.
    pub effort: Effort,
}

/// The default budget, for which every counted limit has its nominal value; a budget ten times as large raises those
/// limits tenfold.
const DEFAULT_POSITIONS: u64 = 4_000_000;
const DEFAULT_SECONDS: f64 = 10.0;

/// Limits on work that is counted and never timed, so that results are the same on every machine. They apply to the
/// default budget; a larger one raises them by [`Budget::factor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Maximum number of rule steps that theorems may take for one position.
    pub theorem_steps: u64,
    /// Maximum number of steps of the search for a proof about one game; a step is a few microseconds.
    pub proof_steps: u64,
    /// Maximum number of positions listed to count the moves to the end, when a search that lists fewer can find who
    /// wins.
    pub listed_positions: u64,
    /// Maximum number of positions of a table visited without result before no more of its cells are tried.
    pub positions_in_vain: u64,
    /// Minimum factor for all counted limits, in case neither positions nor seconds give a larger one.
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
    /// Returns a budget of `max_positions` positions, 20 moves per position (at least 65 536), and 500 rule steps per
    /// position (at least 100 million), as choices that a rule rejects cost something too.
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
    /// Returns how many times the default budget this one is, by its positions or seconds as given; the clock is not
    /// read.
    pub fn factor(&self) -> u64 {
        let by_seconds = self.max_seconds.map_or(0, |seconds| (seconds / DEFAULT_SECONDS) as u64);
        (self.max_positions / DEFAULT_POSITIONS).max(by_seconds).max(self.effort.times).max(1)
    }

    /// Returns the maximum number of bytes for the moves of one position: a fraction, as answers are built from them.
    pub fn listed_bytes(&self) -> u64 {
        self.max_bytes / LISTED_PART
    }

    /// Returns the maximum number of steps that theorems may take for one position.
    pub fn theorem_steps(&self) -> u64 {
        self.effort.theorem_steps.saturating_mul(self.factor())
    }

    /// Returns a meter for work other than search: its limits are scaled by [`Budget::factor`], and it ends when this
    /// budget does.
    pub fn meter(&self) -> Meter<'_> {
        let goes_on = self.going_on();
        Meter::new(u64::MAX, move |_| goes_on()).times(self.factor())
    }

    /// Returns why work that this meter counted ended early, if it did. Of all reasons to stop only full memory passes.
    pub fn ended(&self, meter: &Meter) -> Option<Stop> {
        match meter.is_stopped() {
            true => Some(self.stop().unwrap_or(Stop::MemoryLimit(self.max_bytes))),
            false => meter.met().map(Budget::met),
        }
    }

    /// Converts a limit that was reached into a reason to stop, with the number of seconds that would raise it enough.
    pub fn met(met: Met) -> Stop {
        let seconds = met.needed.map(|needed| needed.saturating_mul(DEFAULT_SECONDS as u64));
        Stop::Limit { name: met.name, value: met.max, seconds }
    }

    /// Returns this budget for work that begins now: its deadline is at most [`Budget::max_seconds`] away.
    #[must_use]
    pub fn started(&self) -> Budget {
        Budget { deadline: deadline_of(self), ..self.clone() }
    }

    /// Returns true if work should stop now, for any reason; [`Budget::stop`] says which. Cheap enough to poll.
    pub fn is_cancelled(&self) -> bool {
        self.stop().is_some()
    }

    /// Returns why work should stop now, if it should: the deadline has passed, the memory is full, or it was
    /// cancelled.
    pub fn stop(&self) -> Option<Stop> {
        stop_reason(self, self.deadline)
    }

    /// Fails if `bytes` exceeds the memory limit, or if work should stop now.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn room(&self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.max_bytes { Err(Stop::MemoryLimit(self.max_bytes)) } else { self.stop().map_or(Ok(()), Err) }
    }

    /// Calls `let_go` to drop caches if the memory is full, and waits briefly until the release is noticed.
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

    /// Returns a function that yields the rest of this budget: the seconds count from now on, and limits keep their
    /// original values.
    pub(crate) fn counting_down(&self) -> impl Fn() -> Budget + use<> {
        let whole = Budget { deadline: deadline_of(self), ..self.clone() };
        move || whole.clone()
    }

    /// Returns a function that tells whether work that begins now may continue, by the clock and the cancellation flag.
    pub(crate) fn going_on(&self) -> impl Fn() -> bool + '_ {
        let deadline = deadline_of(self);
        move || stop_reason(self, deadline).is_none()
    }
}

impl Default for Budget {
    /// Four million positions by interpreting the rules; with compiled rules, as many as fit into 2 GiB.
    fn default() -> Budget {
        Budget { max_packed_positions: u64::MAX, max_packed_moves: u64::MAX, ..Budget::positions(DEFAULT_POSITIONS) }
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

/// Why work stopped before it was done. This is not an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// This number of positions was stored.
    PositionLimit(u64),
    /// This number of moves was listed.
    MoveLimit(u64),
    /// A position has too many moves: listing them would only fill the memory.
    TooManyMoves,
    /// The winner is known without looking at moves, and winning moves were not searched for.
    MovesNotSought,
    /// This number of rule steps was evaluated.
    StepLimit(u64),
    /// This number of seconds passed.
    TimeLimit(f64),
    /// Tables would have taken more than this number of bytes.
    MemoryLimit(u64),
    /// Another limit on counted work was reached.
    Limit {
        /// What is limited, in the plural: [`POSITIONS_IN_VAIN`].
        name: &'static Template,
        /// Value of the limit.
        value: u64,
        /// Time limit in seconds that raises this limit enough, or ten times as much if the amount needed is not known;
        /// `None` if no budget raises it.
        seconds: Option<u64>,
    },
    /// The work was cancelled.
    Cancelled,
}

/// Name of the limit [`Effort::positions_in_vain`].
pub const POSITIONS_IN_VAIN: &Template = template!("positions examined in vain");
/// Name of the limit [`Effort::theorem_steps`].
pub const THEOREM_STEPS: &Template = template!("steps of theorems");

impl Stop {
    /// Converts this into a fault, for callers that could not even begin.
    pub fn into_fault(self) -> Fault {
        Fault::new(FaultClass::Budget, self.message(), None)
    }

    /// Returns the name of the limit, one word for programs.
    pub fn limit(&self) -> &'static str {
        match self {
            Stop::PositionLimit(_) => "positions",
            Stop::MoveLimit(_) | Stop::TooManyMoves | Stop::MovesNotSought => "moves",
            Stop::StepLimit(_) => "steps",
            Stop::TimeLimit(_) => "seconds",
            Stop::MemoryLimit(_) => "memory",
            Stop::Limit { name, .. } => name.text,
            Stop::Cancelled => "cancelled",
        }
    }

    /// Returns the reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Stop::PositionLimit(max) => message!("the limit of {max} positions was reached", max),
            Stop::MoveLimit(max) => message!("the limit of {max} moves was reached", max),
            Stop::TooManyMoves => message!("a position has too many moves to be listed"),
            Stop::MovesNotSought => message!("which moves win is not told, and was not looked for"),
            Stop::StepLimit(max) => message!("the limit of {max} steps was reached", max),
            Stop::TimeLimit(seconds) => message!("the limit of {seconds} s was reached", seconds),
            Stop::MemoryLimit(max) if *max < 1 << 20 => message!(
                "more memory would be needed than the {max} {bytes} it may use",
                max,
                bytes = plural(max, "byte", "bytes")
            ),
            Stop::MemoryLimit(max) => {
                message!("more memory would be needed than the {max} MiB it may use", max = max >> 20)
            }
            Stop::Limit { name, value, .. } => message!("the limit of {value} {name} was reached", value, name),
            Stop::Cancelled => message!("it was cancelled"),
        }
    }
}

impl ToArg for Stop {
    fn to_arg(&self) -> Arg {
        Arg::Message(self.message())
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// Why a piece of work was interrupted.
#[derive(Debug)]
pub(crate) enum Interrupt {
    /// The budget ended.
    Stop(Stop),
    /// The rules could not be evaluated.
    Fault(Fault),
}

impl From<Fault> for Interrupt {
    fn from(fault: Fault) -> Interrupt {
        Interrupt::Fault(fault)
    }
}

/// Reads the clock: for parts of work that are cut by time, which affects no answer.
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Returns the deadline of work that begins now. A limit too long for the clock is no limit.
pub(crate) fn deadline_of(budget: &Budget) -> Option<Instant> {
    let limit = budget.max_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
    let own = limit.and_then(|limit| Instant::now().checked_add(limit));
    own.into_iter().chain(budget.deadline).min()
}

/// Returns why work should stop: the memory is full, it was cancelled, or the time is up.
pub(crate) fn stop_reason(budget: &Budget, deadline: Option<Instant>) -> Option<Stop> {
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
