//! The work of one recognition: all of it is counted by one meter, so that no rules make it long.
//!
//! A step is about what one step of an evaluation costs, a few dozen nanoseconds. When the steps are used up, every
//! charge is refused from then on, and the game is not recognised. Steps are the same on every machine.

use crate::meter::Meter;

/// The steps of one recognition: some milliseconds. Rules that need more are solved as any others are, and say nothing of heaps out of
/// reach.
const MOST_STEPS: u64 = 1 << 18;

/// What is left of the steps.
pub struct Work(Meter<'static>);

impl Work {
    /// Nothing was done yet.
    pub fn new() -> Work {
        Work(Meter::steps(MOST_STEPS))
    }

    /// So many more steps; `None` when they are used up.
    pub fn charge(&self, steps: usize) -> Option<()> {
        self.0.charge(steps).ok()
    }

    /// The meter for evaluations, which count as the rest does.
    pub fn meter(&self) -> &Meter<'static> {
        &self.0
    }
}
