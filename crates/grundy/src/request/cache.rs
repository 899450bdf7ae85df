//! Solvers at hand: made on demand, cached for the next question about the same game.
//!
//! A solver belongs to the thread that made it. Its cancellation flag is that of the cache, not of the question: the
//! thread clears the flag before each question.

use super::Play;
use crate::{Budget, Compound, Error, Instance, Solver, answering_solver, solver};
use grundy_solve::Recent;
use std::sync::Arc;
use std::sync::atomic::Ordering;

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
    cached: Recent<Cached>,
}

struct Cached {
    instance: Arc<Instance>,
    compound: Compound,
    patience: Patience,
    /// True if it has answered a question completely: it knows the positions played from there, and needs no time
    /// limit.
    is_settled: bool,
    solver: Solver,
}

impl Cached {
    /// Returns true if this is a solver of the same rules with the same givens.
    fn solves(&self, play: &Play) -> bool {
        let same = || {
            self.instance.game().source.0 == play.instance.game().source.0
                && self.instance.givens() == play.instance.givens()
        };
        self.compound == play.compound && (Arc::ptr_eq(&self.instance, &play.instance) || same())
    }
}

impl SolverCache {
    /// Creates an empty cache whose solvers have this budget per question.
    pub fn new(budget: Budget) -> SolverCache {
        SolverCache { budget, cached: Recent::new(MAX_CACHED) }
    }

    /// Starts a new question: everything done for it shares one time limit.
    pub fn begin(&mut self) {
        self.budget = Budget { deadline: None, ..self.budget.clone() }.started();
    }

    /// Returns the solver of this game.
    ///
    /// # Errors
    /// Fails if the game cannot be solved.
    pub fn solver(&mut self, play: &Play, patience: Patience) -> Result<&mut Solver, Error> {
        // A solver made for a moment has skipped everything that takes longer.
        let serves =
            |cached: &Cached| cached.patience == patience || cached.is_settled && cached.patience == Patience::Whole;
        let mut budget = self.budget.clone();
        let cached = self.cached.get_or_make(
            |cached| serves(cached) && cached.solves(play),
            || {
                let (instance, compound) = (play.instance.clone(), play.compound);
                let made = match patience {
                    Patience::Whole => solver(&instance, compound, budget),
                    // The grounds for trusting a rule are not checked within a moment, so that no clock decides the
                    // answer.
                    Patience::Moment => {
                        budget.max_seconds = Some(budget.max_seconds.map_or(MOMENT, |seconds| seconds.min(MOMENT)));
                        answering_solver(&instance, compound, budget)
                    }
                };
                let solver = made.map_err(|fault| play.error(fault))?;
                Ok::<_, Error>(Cached { instance, compound, patience, is_settled: false, solver })
            },
        )?;
        let solver = &mut cached.solver;
        solver.end_at(self.budget.deadline);
        Ok(solver)
    }

    /// Returns the most recently used solver.
    pub fn latest(&self) -> Option<&Solver> {
        self.cached.latest().map(|cached| &cached.solver)
    }

    /// Marks the most recently used solver as having answered completely.
    pub fn settle(&mut self) {
        if let Some(cached) = self.cached.latest_mut() {
            cached.is_settled = true;
        }
    }

    /// Returns the budget of a question.
    pub fn budget(&self) -> &Budget {
        &self.budget
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
