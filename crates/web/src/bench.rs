//! Solvers at hand: made when they are needed, kept for the next question about the same game.
//!
//! A solver belongs to the thread that made it. What is said to stop is the flag of the bench, not of the question: whoever
//! runs questions on it lowers the flag before each.

use crate::asked::Play;
use crate::problem::Problem;
use grundy::{Budget, Solver, answering_solver, solver};
use std::sync::atomic::Ordering;

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

/// How many seconds a moment is: with what stands around it, a move is answered before anybody notices.
const MOMENT: f64 = 0.025;

/// Solvers of one thread, the last used first.
pub struct Bench {
    budget: Budget,
    kept: Vec<Kept>,
}

struct Kept {
    key: String,
    patience: Patience,
    /// Whether it has answered somebody wholly: what is played from there on it knows, and it need not be hurried.
    is_settled: bool,
    solver: Solver,
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
        // What was made for a moment has looked into nothing that takes longer.
        let serves = |kept: &Kept| kept.patience == patience || kept.is_settled && kept.patience == Patience::Whole;
        let fits = |kept: &Kept| kept.key == play.key && serves(kept);
        match self.kept.iter().position(fits) {
            Some(place) => {
                let found = self.kept.remove(place);
                self.kept.insert(0, found);
            }
            None => {
                let mut budget = self.budget.clone();
                let made = match patience {
                    Patience::Whole => solver(&play.instance, play.join, budget),
                    // On what grounds a rule is trusted is not asked within a moment, so that no clock decides what is said.
                    Patience::Moment => {
                        budget.max_seconds = Some(budget.max_seconds.map_or(MOMENT, |seconds| seconds.min(MOMENT)));
                        answering_solver(&play.instance, play.join, budget)
                    }
                };
                let made = made.map_err(|fault| play.problem(&fault))?;
                self.kept.truncate(MOST_KEPT - 1);
                self.kept.insert(0, Kept { key: play.key.clone(), patience, is_settled: false, solver: made });
            }
        }
        Ok(&mut self.kept[0].solver)
    }

    /// Says that the solver used last has answered wholly.
    pub fn settle(&mut self) {
        if let Some(kept) = self.kept.first_mut() {
            kept.is_settled = true;
        }
    }

    /// What a question may cost.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Whether somebody said stop.
    pub fn is_cancelled(&self) -> bool {
        self.budget.is_cancelled()
    }

    /// Whether the program takes more memory than it may.
    pub fn is_full(&self) -> bool {
        self.budget.full.as_ref().is_some_and(|full| full.load(Ordering::Relaxed))
    }

    /// Drops every solver where the memory is full, and waits a moment until that is seen.
    pub fn make_room(&mut self) {
        let kept = &mut self.kept;
        self.budget.make_room(|| kept.clear());
    }

    /// Drops every solver.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}
