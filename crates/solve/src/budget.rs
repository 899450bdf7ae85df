//! How much work a question may cost, and why work stopped.
//!
//! This is the only place in the crate that asks the time. Everything else asks the `Watch`, which lives as long as
//! one call of a solver.

use grundy_rules::{Fault, FaultClass, Meter};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Is told now and then how many positions have been examined.
pub type Progress = Arc<dyn Fn(u64) + Send + Sync>;

/// How many positions pass between two reports of progress.
const REPORT_EVERY: u64 = 1 << 12;

/// No position is looked at that has more moves than this.
const MOST_MOVES_OF_ONE: u64 = 1 << 20;

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
    /// Work stops soon after somebody sets this.
    pub cancelled: Option<Arc<AtomicBool>>,
    /// Is told how many positions have been examined.
    pub progress: Option<Progress>,
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
        Budget { max_positions, max_moves, max_steps, max_seconds: None, cancelled: None, progress: None }
    }
}

impl Default for Budget {
    /// Four million positions.
    fn default() -> Budget {
        Budget::positions(4_000_000)
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
    /// So many steps of the rules were evaluated already.
    StepLimit(u64),
    /// So many seconds had passed.
    TimeLimit(f64),
    /// Somebody said stop.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::PositionLimit(most) => write!(f, "the limit of {most} positions was reached"),
            Stop::MoveLimit(most) => write!(f, "the limit of {most} moves was reached"),
            Stop::StepLimit(most) => write!(f, "the limit of {most} steps was reached"),
            Stop::TimeLimit(seconds) => write!(f, "the limit of {seconds} s was reached"),
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

/// A budget while it is being spent, during one call of a solver.
pub(crate) struct Watch<'a> {
    budget: &'a Budget,
    deadline: Option<Instant>,
    positions: u64,
    examined: u64,
    moves_left: u64,
    steps_left: u64,
}

impl<'a> Watch<'a> {
    /// The whole budget, from now on.
    pub fn start(budget: &'a Budget) -> Watch<'a> {
        // A limit too long for the clock is no limit.
        let limit = budget.max_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        Watch {
            budget,
            deadline,
            positions: 0,
            examined: 0,
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
        if self.examined.is_multiple_of(REPORT_EVERY)
            && let Some(progress) = &self.budget.progress
        {
            progress(self.examined);
        }
        // One position with more moves than this would only fill the memory.
        let most_moves = self.moves_left.min(MOST_MOVES_OF_ONE);
        let (result, listed, steps) = {
            let meter = Meter::new(most_moves, |steps| steps < self.steps_left && self.called_off().is_none());
            let result = work(&meter);
            (result, most_moves - meter.moves_left(), meter.steps_taken())
        };
        self.moves_left -= listed;
        self.steps_left = self.steps_left.saturating_sub(steps);
        result.map_err(|fault| match fault.class {
            FaultClass::Budget => Halt::Stop(self.called_off().unwrap_or(Stop::MoveLimit(self.budget.max_moves))),
            _ => Halt::Fault(fault),
        })
    }

    fn called_off(&self) -> Option<Stop> {
        if self.budget.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Cancelled);
        }
        if self.steps_left == 0 {
            return self.budget.max_steps.map(Stop::StepLimit);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late.then(|| Stop::TimeLimit(self.budget.max_seconds.unwrap_or_default()))
    }
}
