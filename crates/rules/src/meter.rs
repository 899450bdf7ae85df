//! How much work may be done before somebody is asked.
//!
//! Rules always end, but `any(… for i in 1..10**18)` ends too late for anybody. Every step of an evaluation and every
//! move listed is counted here, and the owner of the meter is asked now and then whether to go on.

use crate::fault::Fault;
use std::cell::Cell;

/// How many steps pass between two questions to the owner.
const PATIENCE: u64 = 1 << 14;

/// Counts steps and moves; one meter serves one piece of work.
pub struct Meter<'a> {
    steps: Cell<u64>,
    moves_left: Cell<u64>,
    next_question: Cell<u64>,
    /// Answers whether to go on, given the number of steps so far.
    go_on: Box<dyn Fn(u64) -> bool + 'a>,
}

impl<'a> Meter<'a> {
    /// A meter that lets `most_moves` moves be listed and asks `go_on` now and then.
    pub fn new(most_moves: u64, go_on: impl Fn(u64) -> bool + 'a) -> Meter<'a> {
        Meter {
            steps: Cell::new(0),
            moves_left: Cell::new(most_moves),
            next_question: Cell::new(PATIENCE),
            go_on: Box::new(go_on),
        }
    }

    /// A meter that stops after so many steps and as many moves.
    pub fn steps(most: u64) -> Meter<'static> {
        Meter::new(most, move |steps| steps < most)
    }

    /// One more step.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn step(&self) -> Result<(), Fault> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if steps >= self.next_question.get() {
            self.next_question.set(steps + PATIENCE);
            if !(self.go_on)(steps) {
                // Whoever asks again gets the same answer at once.
                self.next_question.set(0);
                return Err(Fault::budget());
            }
        }
        Ok(())
    }

    /// So many more steps at once: work on a list or a number of that size.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn charge(&self, steps: usize) -> Result<(), Fault> {
        self.steps.set(self.steps.get().saturating_add(steps as u64));
        self.step()
    }

    /// One more move listed.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn list_move(&self) -> Result<(), Fault> {
        let left = self.moves_left.get();
        if left == 0 {
            return Err(Fault::budget());
        }
        self.moves_left.set(left - 1);
        self.step()
    }

    /// Whether work may go on, for who counts in steps of its own: it costs nothing, and whoever owns the meter is asked at once.
    pub fn goes_on(&self) -> bool {
        (self.go_on)(self.steps.get())
    }

    /// How many steps were taken.
    pub fn steps_taken(&self) -> u64 {
        self.steps.get()
    }

    /// How many more moves may be listed.
    pub fn moves_left(&self) -> u64 {
        self.moves_left.get()
    }
}
