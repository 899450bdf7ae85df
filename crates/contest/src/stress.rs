//! Random tests for a user's program: texts as the judge might give them, and the right outputs.
//!
//! In: a problem, a seed, the number of a test. Out: an input in the judge's format and the expected output. The first tests are
//! single small instances, so that a simple mistake is found on a simple input; later ones are larger and hold several instances.
//! A test depends on the seed and on its number alone. This module runs no program: the caller does, and compares with
//! [`compare`](crate::compare); [`shrink`](crate::shrink()) shrinks a failing test.

use crate::draw::{DrawLimits, FULL_SIZE};
use crate::judge::{JudgeError, judge};
use crate::layout::{Item, fields_of, is_over_cases};
use crate::problem::{Input, Problem};
use crate::problem_limits;
use crate::session::{Session, Solvers};
use crate::stress_compare::Vocabulary;
use grundy_message::{Message, message};
use grundy_rules::Value;
use grundy_solve::Budget;
use grundy_value::Random;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Size up to which lists grow gradually.
const LARGEST_SIZE: u32 = 400;
/// Size from which every list may be as long as the file says.
const WHOLE_SIZE: u32 = 1_000_000;
/// Tuning: maximum number of instances of a test. No measurement is recorded.
const MAX_INSTANCES: i64 = 40;
/// Tuning: like [`MAX_INSTANCES`], for problems whose instances have games with their own givens: each needs a
/// solver. No measurement is recorded.
const MAX_GAMES: i64 = 10;
/// Tuning: maximum number of instances of a test that are sharpened, which takes time. No measurement is recorded.
const MAX_SHARPENED: usize = 6;
/// One of this many tests is as large as the judge's from early on, another one has its numbers at the ends of their ranges.
const TESTS_A_ROUND: u32 = 16;
/// The tests before this one have one instance each: a program that is wrong everywhere fails on the simplest input.
const FIRST_OF_MANY: u32 = 4;
/// First large test: a program that is wrong on small inputs fails on small tests before.
const FIRST_LARGE: u32 = 20;
/// Tuning: instances with more numbers and words are not sharpened. No measurement is recorded.
const MAX_LOOKED_AT: usize = 20_000;
/// Tuning: after this many instances of a test whose winning moves were not found, no more are searched for in it. No
/// measurement is recorded.
const MAX_FAILURES: u32 = 2;
/// Memory per list entry while its instance is tested.
const BYTES_AN_ENTRY: u64 = 200;
/// Tuning: maximum number of positions stored to find the winning moves of an instance. No measurement is recorded.
const MAX_SCOUTED: u64 = 400;

/// Sessions of one thread that makes tests: one answers, one searches for winning moves with a small budget.
pub struct StressSessions {
    pub(crate) answers: Session,
    pub(crate) scout: Session,
    budget: Budget,
}

impl StressSessions {
    /// Creates the sessions for this problem; the budget is for each answer.
    pub fn new(problem: &Arc<Problem>, budget: Budget, solvers: Solvers) -> StressSessions {
        let little = Budget {
            cancelled: budget.cancelled.clone(),
            full: budget.full.clone(),
            deadline: budget.deadline,
            max_seconds: budget.max_seconds,
            max_moves: 40 * MAX_SCOUTED,
            max_packed_moves: 40 * MAX_SCOUTED,
            max_steps: Some(1_000_000),
            max_bytes: budget.max_bytes.min(32 << 20),
            ..Budget::positions(MAX_SCOUTED)
        };
        StressSessions {
            answers: Session::new(problem.clone(), budget.clone(), solvers).remembering(),
            scout: Session::new(problem.clone(), little, solvers),
            budget,
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.budget.is_cancelled()
    }

    /// Returns the maximum number of list entries of an instance, which is stored several times over, as values and as text.
    pub(crate) fn max_drawn(&self) -> u64 {
        problem_limits::MAX_DRAWN_ENTRIES.min(self.budget.max_bytes / BYTES_AN_ENTRY)
    }
}

/// Random tests of one problem.
#[derive(Clone, Debug)]
pub struct Stress {
    problem: Arc<Problem>,
    seed: u64,
    tests: u32,
    /// Whether a text may hold several instances.
    holds_many: bool,
    /// Fields that a text says once for all its instances.
    shared: Vec<usize>,
    /// The only variant whose text can be read, if each has its own.
    variant: Option<usize>,
    vocabulary: Vocabulary,
}

/// A text of the judge and its right output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The instances.
    pub inputs: Vec<Input>,
    /// The input.
    pub text: String,
    /// The expected output.
    pub right: String,
}

impl Stress {
    /// Creates the given number of tests of a problem, determined by the seed.
    ///
    /// # Errors
    /// Fails if the problem has no text layout, or does not say how instances are drawn.
    pub fn new(problem: Arc<Problem>, seed: u64, tests: u32) -> Result<Stress, Message> {
        let no_text = || message!("the problem {name} says nothing about a judge's text", name = problem.name);
        let (variant, items) = match &problem.text {
            Some(items) => (None, items),
            None => {
                let index = problem.variants.iter().position(|variant| variant.text.is_some()).ok_or_else(no_text)?;
                (Some(index), problem.variants[index].text.as_ref().ok_or_else(no_text)?)
            }
        };
        let cases = items.iter().position(|item| matches!(item, Item::Loop(repeat, _) if is_over_cases(repeat)));
        let shared = match (cases, variant) {
            (Some(cases), Some(variant)) => {
                let mut names = BTreeSet::new();
                fields_of(&items[..cases], &mut names);
                let fields = problem.variants[variant].fields.iter().enumerate();
                fields.filter(|(_, field)| names.contains(&field.name)).map(|(index, _)| index).collect()
            }
            _ => Vec::new(),
        };
        let vocabulary = problem.vocabulary();
        let holds_many = cases.is_some();
        let stress = Stress { problem, seed, tests: tests.max(1), holds_many, shared, variant, vocabulary };
        stress.instance(
            0,
            &mut Random(seed),
            &DrawLimits { max_drawn: problem_limits::MAX_DRAWN_ENTRIES, is_cancelled: &|| false },
        )?;
        Ok(stress)
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Returns whether a text may hold several instances.
    pub(crate) fn holds_many(&self) -> bool {
        self.holds_many
    }

    /// Returns the maximum number of instances of a test.
    pub(crate) fn most_instances(&self) -> i64 {
        let has_own_givens = self.problem.variants.iter().any(|variant| !variant.givens.is_empty());
        if has_own_givens { MAX_GAMES } else { MAX_INSTANCES }
    }

    /// Returns the number of tests.
    pub fn tests(&self) -> u32 {
        self.tests
    }

    /// Returns what the judge may print for answers.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Makes a test; `None` if no drawn instance can be answered within the budget.
    ///
    /// # Errors
    /// Fails if nothing can be drawn.
    pub fn test(&self, number: u32, sessions: &mut StressSessions) -> Result<Option<Test>, Message> {
        let mut random = Random(self.seed ^ u64::from(number).wrapping_mul(0xd134_2543_de82_ef95));
        // Neighbouring seeds must not draw alike.
        random = Random(random.next());
        let (mut size, mut instances) = self.extent(number, &mut random);
        for _ in 0..4 {
            let mut inputs = Vec::new();
            let mut failures = 0;
            for index in 0..instances {
                if sessions.is_cancelled() {
                    return Ok(None);
                }
                let is_cancelled = || sessions.is_cancelled();
                let limits = DrawLimits { max_drawn: sessions.max_drawn(), is_cancelled: &is_cancelled };
                let drawn = match self.instance(size, &mut random, &limits) {
                    Err(_) if sessions.is_cancelled() => return Ok(None),
                    drawn => drawn?,
                };
                let is_sharpened = index < MAX_SHARPENED && failures < MAX_FAILURES;
                let effort = if is_sharpened { Effort::Much } else { Effort::Little };
                inputs.push(self.sharpened(drawn, size, sessions, effort, &mut random, &mut failures));
            }
            self.share(&mut inputs);
            if let Ok(test) = self.test_of(&inputs, &mut sessions.answers) {
                return Ok(Some(test));
            }
            // Some instances cannot be answered, or look like the end of the input: the others make a test without them.
            inputs.truncate(MAX_SHARPENED);
            inputs.retain(|input| self.test_of(std::slice::from_ref(input), &mut sessions.answers).is_ok());
            if !inputs.is_empty()
                && let Ok(test) = self.test_of(&inputs, &mut sessions.answers)
            {
                return Ok(Some(test));
            }
            size = if size > LARGEST_SIZE { LARGEST_SIZE } else { size / 2 };
            instances = instances.min(2);
        }
        Ok(None)
    }

    /// Gives all instances the fields of the first that a text says once; leaves out those that are then none.
    pub(crate) fn share(&self, inputs: &mut Vec<Input>) {
        let Some(first) = inputs.first().cloned().filter(|_| !self.shared.is_empty()) else { return };
        inputs.retain_mut(|input| {
            let is_alike = self.shared.iter().all(|index| input.values[*index] == first.values[*index]);
            self.shared.iter().for_each(|index| input.values[*index] = first.values[*index].clone());
            is_alike || self.problem.variants[input.variant].wants(input)
        });
    }

    /// Returns the size of instances, and their number in a test.
    fn extent(&self, number: u32, random: &mut Random) -> (u32, usize) {
        let most_instances = self.most_instances();
        let part = f64::from(number) / f64::from(self.tests);
        let round = if number < FIRST_LARGE { 0 } else { number % TESTS_A_ROUND };
        let (size, max) = if round == 5 {
            (WHOLE_SIZE, 1)
        } else if round == 13 {
            (FULL_SIZE, most_instances)
        } else if part < 0.7 {
            let size = (f64::from(FULL_SIZE) * part / 0.7) as u32;
            (size, if number < FIRST_OF_MANY { 1 } else { most_instances })
        } else if part < 0.95 {
            (random.within(i64::from(FULL_SIZE / 4), i64::from(FULL_SIZE)) as u32, most_instances)
        } else {
            // The last tests are as large as the judge's, and half of them of maximal size.
            match random.within(0, 1) {
                0 => (random.within(i64::from(FULL_SIZE), i64::from(LARGEST_SIZE)) as u32, 2),
                _ => (WHOLE_SIZE, 1),
            }
        };
        let instances = if self.holds_many { random.within(1, max.max(1)) as usize } else { 1 };
        (size, instances)
    }

    pub(crate) fn instance(&self, size: u32, random: &mut Random, limits: &DrawLimits) -> Result<Input, Message> {
        // If the file rejects small instances, larger ones may do; or smaller ones.
        let mut drawn = Err(Message::default());
        let smaller = [size / 2, size.min(LARGEST_SIZE) / 4, size.min(FULL_SIZE) / 8];
        for size in [0, 0, 4, 12, 30, FULL_SIZE].map(|more| size + more).into_iter().chain(smaller) {
            for _ in 0..20 {
                drawn = self.problem.draw_within(size, random, limits);
                match &drawn {
                    Ok(input) if self.variant.is_none_or(|variant| variant == input.variant) => return drawn,
                    Ok(_) => {}
                    Err(_) => break,
                }
            }
        }
        drawn.and_then(|_| Err(message!("the problem does not draw the variant that its text is about")))
    }

    /// Returns the instance, or one like it on which programs tend to fail.
    fn sharpened(
        &self,
        drawn: Input,
        size: u32,
        sessions: &mut StressSessions,
        effort: Effort,
        random: &mut Random,
        failures: &mut u32,
    ) -> Input {
        if drawn.values.iter().flatten().map(size_of).sum::<usize>() > MAX_LOOKED_AT {
            return drawn;
        }
        let max = if size < 12 { i64::from(size) + 1 } else { 1i64 << (size - 8).min(62) };
        // Occasionally numbers are as large as the judge allows from the start: off by one at the limit is a common mistake.
        let max = if size >= 6 && random.within(0, 5) == 0 { i64::MAX } else { max };
        let method = random.within(0, 12);
        let input = match method {
            0..=2 => drawn,
            11 | 12 => self.problem.cornered(drawn, max, random),
            _ => self.problem.salted(drawn, max, random),
        };
        let sharp = match method {
            _ if effort == Effort::Little => None,
            0 | 3 => None,
            8 | 9 => self.problem.at_a_border(&mut sessions.answers, &input, max, random),
            _ => {
                let lost = self.problem.after_a_winning_move(&mut sessions.scout, &input, random, failures);
                // Next to a lost position are won ones that an almost correct formula takes for lost.
                match method {
                    10 | 12 => lost.map(|lost| self.problem.beside(lost, random)),
                    _ => lost,
                }
            }
        };
        sharp.unwrap_or(input)
    }

    /// Turns instances into a test.
    pub(crate) fn test_of(&self, inputs: &[Input], session: &mut Session) -> Result<Test, Untestable> {
        let text = self.problem.write(inputs).map_err(Untestable::Wrong)?;
        let mut right = String::new();
        let result = judge(session, text.as_bytes(), &mut |piece| {
            right += piece;
            Ok(())
        });
        match result {
            Ok(()) if right.trim().is_empty() => Err(Untestable::Unknown),
            Ok(()) => Ok(Test { inputs: inputs.to_vec(), text, right }),
            Err(JudgeError::Unknown { .. }) => Err(Untestable::Unknown),
            Err(JudgeError::Text { message, line, column }) => Err(Untestable::Wrong(message!(
                "an instance that the problem draws is wrong: {line}:{column}: {message}",
                line,
                column,
                message
            ))),
            Err(JudgeError::NoText) => Err(Untestable::Wrong(message!("the problem says nothing about a text"))),
            Err(JudgeError::Stream(error)) => Err(Untestable::Wrong(Message::text(error.to_string()))),
        }
    }
}

/// Returns the number of numbers and words in a value.
pub(crate) fn size_of(value: &Value) -> usize {
    let mut open = vec![value];
    let mut size = 0;
    while let Some(value) = open.pop() {
        match value {
            Value::List(list) | Value::Set(list) => open.extend(list.iter()),
            _ => size += 1,
        }
    }
    size
}

/// Work to spend on an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    Little,
    Much,
}

/// Why instances make no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Untestable {
    /// They are no input of the problem.
    Wrong(Message),
    /// The right answer is not known within the budget.
    Unknown,
}
