//! The work of one recognition: all of it is counted by one meter, which bounds the time for any rules.
//!
//! A step costs about as much as one step of an evaluation, a few dozen nanoseconds. Once the steps are used up, every
//! further charge fails, the game is not recognised, and the limit is recorded. The number of steps is the same on every
//! machine.

use crate::meter::{Limit, Meter};
use grundy_message::template;

/// Maximum number of steps of one recognition: some milliseconds, and more with a larger budget. Games that need more are
/// solved like any others, without results for heaps out of reach.
const STEPS: Limit = Limit { name: template!("steps of recognising heaps"), usual: 1 << 18 };

/// The remaining steps.
pub struct Work<'m>(Meter<'m>);

impl<'m> Work<'m> {
    /// Starts counting; a limit that is met is recorded by this meter.
    pub fn new(meter: &'m Meter<'m>) -> Work<'m> {
        Work(meter.part(STEPS, STEPS))
    }

    /// Counts `steps` more steps; `None` if they are used up.
    pub fn charge(&self, steps: usize) -> Option<()> {
        if self.0.charge(steps).is_ok() {
            return Some(());
        }
        if self.0.steps_taken() >= self.0.max(STEPS) {
            self.0.meet(STEPS);
        }
        None
    }

    /// Returns the meter, for evaluations, which are counted too, and for limits.
    pub fn meter(&self) -> &Meter<'m> {
        &self.0
    }
}
