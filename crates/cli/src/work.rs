//! Long work: shows its progress, and ends it by Ctrl-C.
//!
//! In: `--max-positions` and its companions. Out: solvers whose progress is shown and which Ctrl-C cancels.

use crate::budget::BudgetArguments;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use grundy::Budget;
use grundy::request::SolverCache;

/// A piece of work in progress; its progress is shown until it is dropped.
pub struct Work {
    _progress: Progress,
    /// Its solvers, with its budget.
    pub cache: SolverCache,
}

impl Work {
    /// Starts the clock and listens for Ctrl-C.
    pub fn begin(budget: &BudgetArguments) -> Work {
        let progress = Progress::new();
        let cancelled = Some(Interrupt::listen().flag());
        let budget = Budget { cancelled, ..budget.budget(Budget::default(), &progress) };
        Work { _progress: progress, cache: SolverCache::new(budget) }
    }
}
