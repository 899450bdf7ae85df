//! Work that may take long: watched, and ended by Ctrl-C.
//!
//! In: `--max-positions` and its companions. Out: a [`Budget`] whose progress is shown and which ends when somebody says so.

use crate::budget::BudgetArguments;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use grundy::Budget;

/// A piece of work that goes on.
pub struct Work {
    progress: Progress,
    interrupt: Interrupt,
    /// What it may cost.
    pub budget: Budget,
}

impl Work {
    /// Begins.
    pub fn begin(budget: &BudgetArguments) -> Work {
        let progress = Progress::new();
        let interrupt = Interrupt::listen();
        let budget = Budget { cancelled: Some(interrupt.flag()), ..budget.budget(Budget::default(), &progress) };
        Work { progress, interrupt, budget }
    }

    /// Whether somebody has said stop.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.came()
    }

    /// Ends it, and says whether somebody did before.
    pub fn end(self) -> bool {
        drop(self.progress);
        self.interrupt.came()
    }
}
