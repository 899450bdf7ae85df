//! A test at which a program fails, made as small as can be.
//!
//! In: a test and a question, *does the program still fail?* Out: the smallest test found for which the answer is yes. Idea:
//! leave out instances, then entries of lists, then lower numbers, by large steps first and then by small ones, and begin
//! again as long as anything helps (Zeller and Hildebrandt 2002). Everything tried is an input that the problem allows. Where a
//! program fails at lost positions only, a lowered number makes the position won: then a winning move makes it a lost one
//! again. Before all that, small instances are drawn anew: most programs that fail at a large one fail at one of them too. Where a
//! text may hold several instances, several smaller ones are given to the program at once, and the first at which it fails is
//! tried alone: to start a program takes longer than most answers. What comes out is small, not the least that there is.

use crate::draw::{DrawLimits, Random};
use crate::problem::Input;
use crate::shrink_numbers::weight;
use crate::stress::{Stress, Test, Workshop};
use crate::stress_compare::words;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How many instances are tried at once: few at first, as the first may do.
const FIRST_AT_ONCE: usize = 8;
const MOST_AT_ONCE: usize = 128;
/// How often the program is asked to find the one of them at which it fails.
const MOST_ASKED_AT_ONCE: u32 = 24;
/// Small instances that are drawn anew are up to this size; where they are not tried at once, so many of each.
const LARGEST_DRAWN: u32 = 16;
const DRAWN_ONE_BY_ONE: usize = 4;
/// Nothing is tried at once where a text would be longer.
const MOST_CHARACTERS: usize = 1 << 16;
/// So many characters are written at most, all inputs that are tried together: long ones are not worth all that could be tried.
const MOST_WRITTEN: usize = 1 << 23;

/// How far shrinking went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest test found.
    pub test: Test,
    /// How often the program was asked.
    pub asked: u32,
    /// Whether nothing smaller was left to try.
    pub is_done: bool,
}

/// What a program did on a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It passed.
    Passes,
    /// It failed, but in another way than before.
    FailsOtherwise,
    /// It fails as before, behind so many words that are right.
    FailsBehind(usize),
}

/// How smaller tests are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trying {
    /// One instance at a time: each costs more than it takes to start a program.
    OneByOne,
    /// Several at once, where a text may hold them.
    Together,
}

/// What a failure is seen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// By what is printed: the right answers must be known.
    ByAnswers,
    /// By how the program ends: only what is left in the end must be answered, and a test that is tried has no right output.
    ByEnding,
}

/// Makes a test smaller as long as `fails` says that the program fails as before; it is asked `most` times at most, and a
/// `Break` ends the work.
pub fn shrink(
    stress: &Stress,
    workshop: &mut Workshop,
    test: Test,
    most: u32,
    trying: Trying,
    seen_by: Seen,
    fails: &mut dyn FnMut(&Test) -> ControlFlow<(), Tried>,
) -> Shrunk {
    let seen = HashSet::from([test.text.clone()]);
    let trying = if stress.holds_many() { trying } else { Trying::OneByOne };
    let random = Random::new(0);
    let mut work = Work {
        stress,
        workshop,
        best: test,
        right_words: None,
        asked: 0,
        has_skipped: false,
        most,
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
        for place in 0..work.best.inputs.len() {
            work.drop_entries(place);
            work.join_entries(place);
            work.drop_columns(place);
            work.drop_edges(place);
            work.choose_first_words(place);
            work.divide_together(place);
            work.lower_many(place);
            work.lower_numbers(place);
            work.lower_together(place);
        }
        if work.best == before {
            for place in 0..work.best.inputs.len() {
                work.drop_and_lose(place);
                work.lower_and_lose(place);
            }
        }
        if work.best == before || work.is_over() {
            break;
        }
    }
    let is_done = !work.is_over() && !work.has_skipped;
    Shrunk { asked: work.asked, is_done, test: work.best }
}

/// A test that is being made smaller.
pub(crate) struct Work<'a> {
    pub stress: &'a Stress,
    pub workshop: &'a mut Workshop,
    /// The smallest test so far at which the program fails.
    pub best: Test,
    /// How many words are right before the program goes wrong on it, where that is known.
    right_words: Option<usize>,
    asked: u32,
    most: u32,
    /// How many characters the inputs had that were tried.
    written: usize,
    /// Whether who asks wants no more.
    stopped: bool,
    /// Whether something smaller was left out, as too much had been tried in its place.
    has_skipped: bool,
    /// The texts that were tried already.
    seen: HashSet<String>,
    trying: Trying,
    seen_by: Seen,
    fails: &'a mut dyn FnMut(&Test) -> ControlFlow<(), Tried>,
    pub random: Random,
    /// How many winning moves were looked for.
    pub looked_for: u32,
}

impl Work<'_> {
    /// Whether nothing more is to be tried.
    pub fn is_over(&self) -> bool {
        self.asked >= self.most || self.written > MOST_WRITTEN || self.stopped || self.workshop.is_called_off()
    }

    /// These instances as a test, where they are one that was not tried before.
    fn prepared(&mut self, inputs: Vec<Input>) -> Option<Test> {
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

    /// Instances as a test; with its right output, where a failure is seen by that.
    fn test_of(&mut self, inputs: &[Input]) -> Option<Test> {
        match self.seen_by {
            Seen::ByAnswers => self.stress.test_of(inputs, &mut self.workshop.answers).ok(),
            Seen::ByEnding => {
                let text = self.stress.problem().write(inputs).ok()?;
                Some(Test { inputs: inputs.to_vec(), text, right: String::new() })
            }
        }
    }

    /// Asks what the program does on a test.
    fn ask(&mut self, test: &Test) -> Tried {
        if self.is_over() {
            return Tried::Passes;
        }
        self.asked += 1;
        match (self.fails)(test) {
            ControlFlow::Continue(tried) => tried,
            ControlFlow::Break(()) => {
                self.stopped = true;
                Tried::Passes
            }
        }
    }

    /// Whether the program fails at a test too; then it is the best so far.
    fn tries_test(&mut self, test: Test) -> bool {
        let Tried::FailsBehind(right) = self.ask(&test) else { return false };
        let answered = match self.seen_by {
            Seen::ByAnswers => Ok(test),
            Seen::ByEnding => self.stress.test_of(&test.inputs, &mut self.workshop.answers),
        };
        let Ok(test) = answered else { return false };
        self.best = test;
        self.right_words = Some(right);
        true
    }

    fn tries(&mut self, inputs: Vec<Input>) -> bool {
        self.prepared(inputs).is_some_and(|test| self.tries_test(test))
    }

    fn instead(&self, place: usize, input: Input) -> Vec<Input> {
        let mut inputs = self.best.inputs.clone();
        inputs[place] = input;
        inputs
    }

    /// Whether the program fails with this instance in place of the one there; it is the best then.
    pub fn tries_instead(&mut self, place: usize, input: Input) -> bool {
        self.tries(self.instead(place, input))
    }

    /// The first of so many instances, each in place of the one there, at which the program fails; it is the best then. `make`
    /// makes them, or nothing, one after the other.
    pub fn first_failing(
        &mut self,
        place: usize,
        count: usize,
        make: &mut dyn FnMut(usize) -> Option<Input>,
    ) -> Option<usize> {
        self.first_failing_of(place, count, FIRST_AT_ONCE, make)
    }

    /// Whether several smaller instances can be tried in one run.
    pub fn tries_together(&self) -> bool {
        self.best.inputs.len() == 1 && self.trying == Trying::Together
    }

    fn first_failing_of(
        &mut self,
        place: usize,
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
            while next < count && chunk.len() < at_once && (chunk.is_empty() || characters < MOST_CHARACTERS) {
                if let Some(input) = make(next)
                    && let Some(test) = self.prepared(self.instead(place, input))
                {
                    characters += test.text.len();
                    chunk.push((next, test));
                }
                next += 1;
            }
            if is_alone {
                at_once = (2 * at_once).min(MOST_AT_ONCE);
            }
            if let Some(found) = self.first_of(chunk) {
                return Some(found);
            }
        }
        None
    }

    /// The first of these tests, each of one instance, at which the program fails.
    fn first_of(&mut self, chunk: Vec<(usize, Test)>) -> Option<usize> {
        let most = self.asked + MOST_ASKED_AT_ONCE;
        // What is to be tried, the first of it last.
        let mut open = vec![chunk];
        while let Some(mut chunk) = open.pop() {
            if chunk.len() <= 1 {
                let Some((number, test)) = chunk.pop() else { continue };
                if self.tries_test(test) {
                    return Some(number);
                }
                continue;
            }
            if self.is_over() || self.asked >= most {
                self.has_skipped |= !self.is_over();
                return None;
            }
            let inputs = chunk.iter().flat_map(|(_, test)| test.inputs.clone()).collect::<Vec<_>>();
            // What makes no test together may make one in parts.
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
            // One instance may hide how the program fails at another, or spoil it: then the two halves are tried.
            let behind = chunk.split_off(chunk.len() / 2);
            open.extend([behind, chunk]);
        }
        None
    }

    /// Puts a small instance that is drawn anew in the place of the only one, where the program fails at one.
    fn begin_below(&mut self) {
        if self.best.inputs.len() != 1 {
            return;
        }
        let most = self.asked + self.most / 8;
        let at_once = 2 * usize::try_from(self.stress.most_instances()).unwrap_or(1);
        let count = if self.tries_together() { at_once } else { DRAWN_ONE_BY_ONE };
        for size in 0..=LARGEST_DRAWN {
            let whole = self.extent(&self.best.inputs[0]);
            let mut smaller: Vec<Input> = Vec::new();
            for _ in 0..count {
                let is_called_off = || self.workshop.is_called_off();
                let limits = DrawLimits { max_drawn: self.workshop.max_drawn(), is_called_off: &is_called_off };
                let drawn = self.stress.instance(size, &mut self.random, &limits);
                smaller.extend(drawn.ok().filter(|input| self.extent(input) < whole));
            }
            smaller.sort_by_key(|input| self.extent(input));
            let found = self.first_failing_of(0, smaller.len(), count, &mut |number| smaller.get(number).cloned());
            if found.is_some() || self.is_over() || self.asked >= most {
                return;
            }
        }
    }

    /// How large an instance is: how much it consists of, and how large its numbers are.
    fn extent(&self, input: &Input) -> (usize, i128) {
        let Some(anatomy) = self.stress.problem().anatomy(input) else { return (usize::MAX, 0) };
        (anatomy.leaves.len() + anatomy.choices.len() + anatomy.rows.len(), weight(&anatomy.leaves))
    }

    fn drop_instances(&mut self) {
        let mut length = self.best.inputs.len() / 2;
        // One alone is the most that can be hoped for.
        if self.best.inputs.len() > 1 {
            for place in self.suspects() {
                if self.tries(vec![self.best.inputs[place].clone()]) {
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

    /// The places of all instances, first the one at whose answer the program goes wrong; where it does not end well, the largest, as
    /// what it has printed by then need not have come out.
    fn suspects(&mut self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.best.inputs.len()).collect();
        if self.seen_by == Seen::ByEnding {
            places.sort_by_key(|place| std::cmp::Reverse(self.extent(&self.best.inputs[*place])));
            return places;
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
                let alone = self.stress.test_of(std::slice::from_ref(input), &mut self.workshop.answers);
                before += alone.map_or(0, |test| words(&test.right).count());
                before > right
            });
            if let Some(guilty) = guilty {
                places.remove(guilty);
                places.insert(0, guilty);
            }
        }
        places
    }
}
