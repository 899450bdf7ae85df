//! Solvers at hand: made on demand, cached for the next question about the same game.
//!
//! A solver belongs to the thread that made it. Its cancellation flag is that of the cache, not of the question: the
//! thread clears the flag before each question.

use crate::asked::Play;
use crate::problem::Problem;
use grundy::{Budget, Solver, answering_solver, solver};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Tuning: maximum number of cached solvers: the game that is played and the one before it. No measurement is
/// recorded.
const MAX_CACHED: usize = 2;

/// How long the client is willing to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// As long as the budget allows.
    Whole,
    /// A moment, during play: a move without a hint is better than a wait.
    Moment,
}

/// Number of seconds of a moment: short enough that, with its overhead, a move is answered without a noticeable delay.
const MOMENT: f64 = 0.025;

/// Solvers of one thread, most recently used first.
pub struct SolverCache {
    budget: Budget,
    cached: Vec<Cached>,
}

struct Cached {
    key: String,
    patience: Patience,
    /// True if it has answered a question completely: it knows the positions played from there, and needs no time
    /// limit.
    is_settled: bool,
    solver: Solver,
}

impl SolverCache {
    /// Creates an empty cache whose solvers have this budget per question.
    pub fn new(budget: Budget) -> SolverCache {
        SolverCache { budget, cached: Vec::new() }
    }

    /// Starts a new question: everything done for it shares one time limit.
    pub fn begin(&mut self) {
        let limit = self.budget.max_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        self.budget.deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    }

    /// Returns the solver of this game.
    ///
    /// # Errors
    /// Fails if the game cannot be solved.
    pub fn solver(&mut self, play: &Play, patience: Patience) -> Result<&mut Solver, Problem> {
        // A solver made for a moment has skipped everything that takes longer.
        let serves =
            |cached: &Cached| cached.patience == patience || cached.is_settled && cached.patience == Patience::Whole;
        let fits = |cached: &Cached| cached.key == play.key && serves(cached);
        match self.cached.iter().position(fits) {
            Some(index) => {
                let found = self.cached.remove(index);
                self.cached.insert(0, found);
            }
            None => {
                let mut budget = self.budget.clone();
                let made = match patience {
                    Patience::Whole => solver(&play.instance, play.compound, budget),
                    // The grounds for trusting a rule are not checked within a moment, so that no clock decides the
                    // answer.
                    Patience::Moment => {
                        budget.max_seconds = Some(budget.max_seconds.map_or(MOMENT, |seconds| seconds.min(MOMENT)));
                        answering_solver(&play.instance, play.compound, budget)
                    }
                };
                let made = made.map_err(|fault| play.problem(&fault))?;
                self.cached.truncate(MAX_CACHED - 1);
                self.cached.insert(0, Cached { key: play.key.clone(), patience, is_settled: false, solver: made });
            }
        }
        let solver = &mut self.cached[0].solver;
        solver.end_at(self.budget.deadline);
        Ok(solver)
    }

    /// Marks the most recently used solver as having answered completely.
    pub fn settle(&mut self) {
        if let Some(cached) = self.cached.first_mut() {
            cached.is_settled = true;
        }
    }

    /// Returns the budget of a question.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns true if the question was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.budget.is_cancelled()
    }

    /// Returns true if the program uses more memory than allowed.
    pub fn is_full(&self) -> bool {
        self.budget.full.as_ref().is_some_and(|full| full.load(Ordering::Relaxed))
    }

    /// Drops every solver if the memory is full, and waits a moment for that to take effect.
    pub fn make_room(&mut self) {
        let cached = &mut self.cached;
        self.budget.make_room(|| cached.clear());
    }

    /// Drops every solver.
    pub fn clear(&mut self) {
        self.cached.clear();
    }
}
