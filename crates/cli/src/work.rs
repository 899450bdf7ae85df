//! Long work: shows its progress, and ends it by Ctrl-C.
//!
//! In: `--max-positions` and its companions. Out: a [`Budget`] whose progress is shown and which Ctrl-C cancels.

use crate::budget::BudgetArguments;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use grundy::Budget;

/// A piece of work in progress.
pub struct Work {
    progress: Progress,
    interrupt: Interrupt,
    /// Its budget.
    pub budget: Budget,
}

impl Work {
    /// Starts the clock and listens for Ctrl-C.
    pub fn begin(budget: &BudgetArguments) -> Work {
        let progress = Progress::new();
        let interrupt = Interrupt::listen();
        let budget = Budget { cancelled: Some(interrupt.flag()), ..budget.budget(Budget::default(), &progress) };
        Work { progress, interrupt, budget }
    }

    /// Returns true if Ctrl-C was pressed.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.came()
    }

    /// Ends the work, and returns true if Ctrl-C was pressed before.
    pub fn end(self) -> bool {
        drop(self.progress);
        self.interrupt.came()
    }
}
