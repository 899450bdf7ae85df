//! Solvers at hand: made when they are needed, kept for the next question about the same game.
//!
//! A solver belongs to the thread that made it. What is said to stop is the flag of the bench, not of the question: whoever
//! runs questions on it lowers the flag before each.

use crate::asked::Play;
use crate::problem::Problem;
use grundy::{Budget, Solver, solver};

/// How many solvers are kept: the game that is played and the one before it.
const MOST_KEPT: usize = 2;

/// How long somebody is willing to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// As long as the budget says.
    Whole,
    /// A moment: somebody plays, and a move without a hint is better than a wait.
    Moment,
}

/// How many seconds a moment is.
const MOMENT: f64 = 1.0;

/// Solvers of one thread, the last used first.
pub struct Bench {
    budget: Budget,
    kept: Vec<(String, Patience, Solver)>,
}

impl Bench {
    /// An empty bench whose solvers may use so much a question.
    pub fn new(budget: Budget) -> Bench {
        Bench { budget, kept: Vec::new() }
    }

    /// The solver of this game.
    ///
    /// # Errors
    /// The game cannot be asked who wins.
    pub fn solver(&mut self, play: &Play, patience: Patience) -> Result<&mut Solver, Problem> {
        match self.kept.iter().position(|(key, kept, _)| *key == play.key && *kept == patience) {
            Some(place) => {
                let found = self.kept.remove(place);
                self.kept.insert(0, found);
            }
            None => {
                let mut budget = self.budget.clone();
                if patience == Patience::Moment {
                    budget.max_seconds = Some(budget.max_seconds.map_or(MOMENT, |seconds| seconds.min(MOMENT)));
                }
                let made = solver(&play.instance, play.join, budget).map_err(|fault| play.problem(&fault))?;
                self.kept.truncate(MOST_KEPT - 1);
                self.kept.insert(0, (play.key.clone(), patience, made));
            }
        }
        Ok(&mut self.kept[0].2)
    }

    /// What a question may cost.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Whether somebody said stop.
    pub fn is_cancelled(&self) -> bool {
        self.budget.cancelled.as_ref().is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed))
    }

    /// Drops every solver.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}
