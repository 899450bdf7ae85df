//! Shrinks a test on which a program fails.
//!
//! In: a test and a predicate, *does the program still fail?* Out: the smallest test found for which it holds. Idea: leave out
//! instances, then entries of lists, then lower numbers, by large steps first and then by small ones, and start over as long as
//! anything helps (Zeller and Hildebrandt 2002). Everything tried is an input that the problem allows. If a program fails on lost
//! positions only, a lowered number makes the position won: then a winning move makes it lost again. Before all that, small
//! instances are drawn: most programs that fail on a large one fail on one of them too. If a text may hold several instances,
//! several smaller ones are given to the program at once, and the first on which it fails is tried alone: starting a program
//! takes longer than most answers. The result is small, not minimal.

use crate::draw::DrawLimits;
use crate::problem::Input;
use crate::shrink_numbers::weight;
use crate::stress::{Stress, StressSessions, Test};
use crate::stress_compare::words;
use grundy_value::Random;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Number of instances tried at once: few at first, as the first may suffice.
const FIRST_AT_ONCE: usize = 8;
/// Tuning: maximum number of instances tried in one run. No measurement is recorded.
const MAX_AT_ONCE: usize = 128;
/// Tuning: maximum number of runs to find the instance among them on which the program fails. No measurement is
/// recorded.
const MAX_RUNS_AT_ONCE: u32 = 24;
/// Maximum size of small instances drawn; and how many of each size if they are not tried at once.
const LARGEST_DRAWN: u32 = 16;
const DRAWN_ONE_BY_ONE: usize = 4;
/// Tuning: maximum length of a text with several instances. No measurement is recorded.
const MAX_CHARACTERS: usize = 1 << 16;
/// Tuning: maximum number of characters written, over all inputs tried: long inputs do not justify trying everything.
/// No measurement is recorded.
const MAX_WRITTEN: usize = 1 << 23;

/// Result of shrinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest test found.
    pub test: Test,
    /// Number of runs of the program.
    pub asked: u32,
    /// Whether nothing smaller was left to try.
    pub is_done: bool,
}

/// What a program did on a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It passed.
    Passes,
    /// It failed, but differently.
    FailsOtherwise,
    /// It failed as before, after this many right words.
    FailsBehind(usize),
}

/// How smaller tests are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trying {
    /// One instance at a time: each costs more than starting a program.
    OneByOne,
    /// Several at once, where a text may hold them.
    Together,
}

/// How a failure is detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// By the output: the right answers must be known.
    ByAnswers,
    /// By how the program ends: only the final test must be answered, and tests tried have no right output.
    ByEnding,
}

/// Shrinks a test as long as `fails` says that the program fails as before. Calls `fails` at most `max` times; a `Break` ends the
/// work.
pub fn shrink(
    stress: &Stress,
    sessions: &mut StressSessions,
    test: Test,
    max: u32,
    trying: Trying,
    seen_by: Seen,
    fails: &mut dyn FnMut(&Test) -> ControlFlow<(), Tried>,
) -> Shrunk {
    let seen = HashSet::from([test.text.clone()]);
    let trying = if stress.holds_many() { trying } else { Trying::OneByOne };
    let random = Random(0);
    let mut work = Work {
        stress,
        sessions,
        best: test,
        right_words: None,
        runs: 0,
        has_skipped: false,
        max,
        written: 0,
        stopped: false,
        seen,
        trying,
        seen_by,
        fails,
        random,
        looked_for: 0,
    };
    work.drop_instances();
    work.begin_below();
    loop {
        let before = work.best.clone();
        work.drop_instances();
        for index in 0..work.best.inputs.len() {
            work.drop_entries(index);
            work.join_entries(index);
            work.drop_columns(index);
            work.drop_edges(index);
            work.choose_first_words(index);
            work.divide_together(index);
            work.lower_many(index);
            work.lower_numbers(index);
            work.lower_together(index);
        }
        if work.best == before {
            for index in 0..work.best.inputs.len() {
                work.drop_and_lose(index);
                work.lower_and_lose(index);
            }
        }
        if work.best == before || work.is_over() {
            break;
        }
    }
    let is_done = !work.is_over() && !work.has_skipped;
    Shrunk { asked: work.runs, is_done, test: work.best }
}

/// A test being shrunk.
pub(crate) struct Work<'a> {
    pub stress: &'a Stress,
    pub sessions: &'a mut StressSessions,
    /// The smallest test so far on which the program fails.
    pub best: Test,
    /// Number of right words before the program goes wrong on it, if known.
    right_words: Option<usize>,
    runs: u32,
    max: u32,
    /// Number of characters of the inputs tried.
    written: usize,
    /// Whether the caller stopped the work.
    stopped: bool,
    /// Whether some candidate was skipped because too many runs were spent on its group.
    has_skipped: bool,
    /// The texts already tried.
    seen: HashSet<String>,
    trying: Trying,
    seen_by: Seen,
    fails: &'a mut dyn FnMut(&Test) -> ControlFlow<(), Tried>,
    pub random: Random,
    /// Number of searches for winning moves.
    pub looked_for: u32,
}

impl Work<'_> {
    /// Returns whether the work is to end.
    pub fn is_over(&self) -> bool {
        self.runs >= self.max || self.written > MAX_WRITTEN || self.stopped || self.sessions.is_cancelled()
    }

    /// Turns instances into a test, unless it is invalid or was tried before.
    fn prepared(&mut self, mut inputs: Vec<Input>) -> Option<Test> {
        self.stress.share(&mut inputs);
        if self.is_over() || inputs.is_empty() {
            return None;
        }
        let problem = self.stress.problem();
        if inputs.iter().any(|input| problem.anatomy(input).is_none()) {
            return None;
        }
        let test = self.test_of(&inputs)?;
        self.written += test.text.len();
        self.seen.insert(test.text.clone()).then_some(test)
    }

    /// Turns instances into a test; with its right output if failures are detected by that.
    fn test_of(&mut self, inputs: &[Input]) -> Option<Test> {
        match self.seen_by {
            Seen::ByAnswers => self.stress.test_of(inputs, &mut self.sessions.answers).ok(),
            Seen::ByEnding => {
                let text = self.stress.problem().write(inputs).ok()?;
                Some(Test { inputs: inputs.to_vec(), text, right: String::new() })
            }
        }
    }

    /// Runs the program on a test.
    fn ask(&mut self, test: &Test) -> Tried {
        if self.is_over() {
            return Tried::Passes;
        }
        self.runs += 1;
        match (self.fails)(test) {
            ControlFlow::Continue(tried) => tried,
            ControlFlow::Break(()) => {
                self.stopped = true;
                Tried::Passes
            }
        }
    }

    /// Returns whether the program fails on a test; if so, makes it the best.
    fn tries_test(&mut self, test: Test) -> bool {
        let Tried::FailsBehind(right) = self.ask(&test) else { return false };
        let answered = match self.seen_by {
            Seen::ByAnswers => Ok(test),
            Seen::ByEnding => self.stress.test_of(&test.inputs, &mut self.sessions.answers),
        };
        let Ok(test) = answered else { return false };
        self.best = test;
        self.right_words = Some(right);
        true
    }

    fn tries(&mut self, inputs: Vec<Input>) -> bool {
        self.prepared(inputs).is_some_and(|test| self.tries_test(test))
    }

    fn instead(&self, index: usize, input: Input) -> Vec<Input> {
        let mut inputs = self.best.inputs.clone();
        inputs[index] = input;
        inputs
    }

    /// Returns whether the program fails with this instance at `index`; if so, makes it the best.
    pub fn tries_instead(&mut self, index: usize, input: Input) -> bool {
        self.tries(self.instead(index, input))
    }

    /// Returns the first of `count` instances, each tried at `index`, on which the program fails, and makes it the best. `make`
    /// creates them in order, or `None`.
    pub fn first_failing(
        &mut self,
        index: usize,
        count: usize,
        make: &mut dyn FnMut(usize) -> Option<Input>,
    ) -> Option<usize> {
        self.first_failing_of(index, count, FIRST_AT_ONCE, make)
    }

    /// Returns whether several smaller instances can be tried in one run.
    pub fn tries_together(&self) -> bool {
        self.best.inputs.len() == 1 && self.trying == Trying::Together
    }

    fn first_failing_of(
        &mut self,
        index: usize,
        count: usize,
        first_at_once: usize,
        make: &mut dyn FnMut(usize) -> Option<Input>,
    ) -> Option<usize> {
        let is_alone = self.tries_together();
        let mut at_once = if is_alone { first_at_once } else { 1 };
        let mut next = 0;
        while next < count && !self.is_over() {
            let mut chunk: Vec<(usize, Test)> = Vec::new();
            let mut characters = 0;
            while next < count && chunk.len() < at_once && (chunk.is_empty() || characters < MAX_CHARACTERS) {
                if let Some(input) = make(next)
                    && let Some(test) = self.prepared(self.instead(index, input))
                {
                    characters += test.text.len();
                    chunk.push((next, test));
                }
                next += 1;
            }
            if is_alone {
                at_once = (2 * at_once).min(MAX_AT_ONCE);
            }
            if let Some(found) = self.first_of(chunk) {
                return Some(found);
            }
        }
        None
    }

    /// Returns the first of these tests, each of one instance, on which the program fails.
    fn first_of(&mut self, chunk: Vec<(usize, Test)>) -> Option<usize> {
        let max = self.runs + MAX_RUNS_AT_ONCE;
        // A stack of groups to try, the next on top.
        let mut open = vec![chunk];
        while let Some(mut chunk) = open.pop() {
            if chunk.len() <= 1 {
                let Some((number, test)) = chunk.pop() else { continue };
                if self.tries_test(test) {
                    return Some(number);
                }
                continue;
            }
            if self.is_over() || self.runs >= max {
                self.has_skipped |= !self.is_over();
                return None;
            }
            let inputs = chunk.iter().flat_map(|(_, test)| test.inputs.clone()).collect::<Vec<_>>();
            // A group that makes no test as a whole may make one in parts.
            let together = self.test_of(&inputs);
            match together.map_or(Tried::FailsOtherwise, |together| self.ask(&together)) {
                Tried::Passes => continue,
                Tried::FailsBehind(right) if self.seen_by == Seen::ByAnswers => {
                    let mut before = 0;
                    let guess = chunk.iter().take_while(|(_, test)| {
                        before += words(&test.right).count();
                        before <= right
                    });
                    let guess = guess.count();
                    if guess < chunk.len() {
                        let (number, test) = chunk.remove(guess);
                        if self.tries_test(test) {
                            return Some(number);
                        }
                    }
                }
                Tried::FailsBehind(_) | Tried::FailsOtherwise => {}
            }
            // One instance may hide or spoil a failure on another: then the two halves are tried.
            let behind = chunk.split_off(chunk.len() / 2);
            open.extend([behind, chunk]);
        }
        None
    }

    /// Replaces the only instance by a small random one, if the program fails on one.
    fn begin_below(&mut self) {
        if self.best.inputs.len() != 1 {
            return;
        }
        let max = self.runs + self.max / 8;
        let at_once = 2 * usize::try_from(self.stress.most_instances()).unwrap_or(1);
        let count = if self.tries_together() { at_once } else { DRAWN_ONE_BY_ONE };
        for size in 0..=LARGEST_DRAWN {
            let whole = self.extent(&self.best.inputs[0]);
            let mut smaller: Vec<Input> = Vec::new();
            for _ in 0..count {
                let is_cancelled = || self.sessions.is_cancelled();
                let limits = DrawLimits { max_drawn: self.sessions.max_drawn(), is_cancelled: &is_cancelled };
                let drawn = self.stress.instance(size, &mut self.random, &limits);
                smaller.extend(drawn.ok().filter(|input| self.extent(input) < whole));
            }
            smaller.sort_by_key(|input| self.extent(input));
            let found = self.first_failing_of(0, smaller.len(), count, &mut |number| smaller.get(number).cloned());
            if found.is_some() || self.is_over() || self.runs >= max {
                return;
            }
        }
    }

    /// Returns the size of an instance: the number of its elements, and the size of its numbers.
    fn extent(&self, input: &Input) -> (usize, i128) {
        let Some(anatomy) = self.stress.problem().anatomy(input) else { return (usize::MAX, 0) };
        (anatomy.leaves.len() + anatomy.choices.len() + anatomy.rows.len(), weight(&anatomy.leaves))
    }

    fn drop_instances(&mut self) {
        let mut length = self.best.inputs.len() / 2;
        // A single instance is the best possible result.
        if self.best.inputs.len() > 1 {
            for index in self.suspects() {
                if self.tries(vec![self.best.inputs[index].clone()]) {
                    return;
                }
            }
        }
        while length > 0 {
            let mut from = 0;
            while from < self.best.inputs.len() {
                let mut inputs = self.best.inputs.clone();
                let to = (from + length).min(inputs.len());
                inputs.drain(from..to);
                if !self.tries(inputs) {
                    from += length;
                }
            }
            length /= 2;
        }
    }

    /// Returns the indices of all instances, first the one at whose answer the program goes wrong; if it crashes, the largest
    /// first, as its output may be lost.
    fn suspects(&mut self) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..self.best.inputs.len()).collect();
        if self.seen_by == Seen::ByEnding {
            indices.sort_by_key(|index| std::cmp::Reverse(self.extent(&self.best.inputs[*index])));
            return indices;
        }
        let whole = self.best.clone();
        if self.right_words.is_none()
            && let Tried::FailsBehind(right) = self.ask(&whole)
        {
            self.right_words = Some(right);
        }
        if let Some(right) = self.right_words {
            let mut before = 0;
            let guilty = whole.inputs.iter().position(|input| {
                let alone = self.stress.test_of(std::slice::from_ref(input), &mut self.sessions.answers);
                before += alone.map_or(0, |test| words(&test.right).count());
                before > right
            });
            if let Some(guilty) = guilty {
                indices.remove(guilty);
                indices.insert(0, guilty);
            }
        }
        indices
    }
}
