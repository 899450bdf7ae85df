//! Random tests for somebody's program: texts as the judge might give them, and the right outputs.
//!
//! In: a problem, a seed, the number of a test. Out: an input in the judge's format and what is to be printed. The first tests
//! are single small instances, so that a simple mistake is found on a simple input; later ones are larger and hold several
//! instances. A test depends on the seed and on its number alone. This module runs no program: who calls it does, and
//! compares by [`compare`](crate::compare); [`shrink`](crate::shrink()) makes a test at which a program fails smaller.

use crate::draw::{DrawLimits, FULL_SIZE, MAX_DRAWN, Random};
use crate::judge::{JudgeError, judge};
use crate::layout::{Item, Repeat};
use crate::problem::{Input, Problem};
use crate::session::{Scholars, Session, Solvers};
use crate::stress_compare::Vocabulary;
use grundy_rules::Value;
use grundy_solve::Budget;
use std::sync::Arc;

/// Up to this size lists grow little by little.
const LARGEST_SIZE: u32 = 400;
/// At this size every list may be as long as the file says.
const WHOLE_SIZE: u32 = 1_000_000;
/// No test holds more instances.
const MOST_INSTANCES: i64 = 40;
/// The same of problems whose instances are games with givens of their own: a solver must be made for each.
const MOST_GAMES: i64 = 10;
/// So many of them are looked at more closely, which takes time.
const MOST_SHARPENED: usize = 6;
/// One of so many tests is as large as the judge's from early on, another one has its numbers at the ends of their ranges.
const TESTS_A_ROUND: u32 = 16;
/// The tests before this one are one instance each: whoever is wrong everywhere is found out by the simplest input.
const FIRST_OF_MANY: u32 = 4;
/// From this test on: whoever is wrong at small inputs is found out by small tests before.
const FIRST_LARGE: u32 = 20;
/// What has more numbers and words than this is not looked at more closely.
const MOST_LOOKED_AT: usize = 20_000;
/// After so many instances of a test whose winning moves were not found, no more are looked for in it.
const MOST_FAILURES: u32 = 2;
/// What an entry of a list takes in all while its instance is tested.
const BYTES_AN_ENTRY: u64 = 200;
/// How many positions may be kept to find the winning moves of an instance.
const MOST_SCOUTED: u64 = 400;

/// What one thread needs to make tests: who answers, and who looks for winning moves with less patience.
pub struct Workshop {
    pub(crate) answers: Session,
    pub(crate) scout: Session,
    budget: Budget,
}

impl Workshop {
    /// A workshop for this problem; the budget is for each answer.
    pub fn new(problem: &Arc<Problem>, budget: Budget, solvers: Solvers) -> Workshop {
        let little = Budget {
            cancelled: budget.cancelled.clone(),
            full: budget.full.clone(),
            deadline: budget.deadline,
            max_seconds: budget.max_seconds,
            max_moves: 40 * MOST_SCOUTED,
            max_packed_moves: 40 * MOST_SCOUTED,
            max_steps: Some(1_000_000),
            max_bytes: budget.max_bytes.min(32 << 20),
            ..Budget::positions(MOST_SCOUTED)
        };
        Workshop {
            answers: Session::new(problem.clone(), budget.clone(), solvers).remembering(),
            scout: Session::new(problem.clone(), little, solvers),
            budget,
        }
    }

    /// The same, where those who know theorems are asked before a solver is made. What they say must be true.
    pub fn knowing(self, scholars: Scholars) -> Workshop {
        Workshop { answers: self.answers.knowing(scholars), scout: self.scout.knowing(scholars), ..self }
    }

    pub(crate) fn is_called_off(&self) -> bool {
        self.budget.is_cancelled()
    }

    /// How many entries the lists of an instance may have: it is kept several times over, as values and as text.
    pub(crate) fn max_drawn(&self) -> u64 {
        MAX_DRAWN.min(self.budget.max_bytes / BYTES_AN_ENTRY)
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
    /// The one variant whose text can be read, where each has its own.
    variant: Option<usize>,
    vocabulary: Vocabulary,
}

/// A text of the judge and its right output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The instances.
    pub inputs: Vec<Input>,
    /// What is read.
    pub text: String,
    /// What is to be printed.
    pub right: String,
}

impl Stress {
    /// So many tests of a problem; what they are depends on the seed.
    ///
    /// # Errors
    /// The problem says nothing about a text, or about how instances are drawn.
    pub fn new(problem: Arc<Problem>, seed: u64, tests: u32) -> Result<Stress, String> {
        let no_text = || format!("the problem {} says nothing about a judge's text", problem.name);
        let (variant, items) = match &problem.text {
            Some(items) => (None, items),
            None => {
                let place = problem.variants.iter().position(|variant| variant.text.is_some()).ok_or_else(no_text)?;
                (Some(place), problem.variants[place].text.as_ref().ok_or_else(no_text)?)
            }
        };
        let over_cases = |item: &Item| match item {
            Item::Loop(repeat, _) => !matches!(repeat, Repeat::Each(..) | Repeat::Times(_)),
            _ => false,
        };
        let holds_many = items.iter().any(over_cases);
        let vocabulary = problem.vocabulary();
        let stress = Stress { problem, seed, tests: tests.max(1), holds_many, variant, vocabulary };
        stress.instance(0, &mut Random::new(seed), &DrawLimits { max_drawn: MAX_DRAWN, is_called_off: &|| false })?;
        Ok(stress)
    }

    /// The problem.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Whether a text may hold several instances.
    pub(crate) fn holds_many(&self) -> bool {
        self.holds_many
    }

    /// How many instances a test may hold.
    pub(crate) fn most_instances(&self) -> i64 {
        let has_own_givens = self.problem.variants.iter().any(|variant| !variant.givens.is_empty());
        if has_own_givens { MOST_GAMES } else { MOST_INSTANCES }
    }

    /// How many tests there are.
    pub fn tests(&self) -> u32 {
        self.tests
    }

    /// What the judge may print for answers.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Makes a test; `None` where none of what is drawn can be answered within the budget.
    ///
    /// # Errors
    /// Nothing can be drawn.
    pub fn test(&self, number: u32, workshop: &mut Workshop) -> Result<Option<Test>, String> {
        let mut random = Random::new(self.seed ^ u64::from(number).wrapping_mul(0xd134_2543_de82_ef95));
        // A seed and its neighbour shall not draw alike.
        random = Random::new(random.next_number());
        let (mut size, mut instances) = self.extent(number, &mut random);
        for _ in 0..4 {
            let mut inputs = Vec::new();
            let mut failures = 0;
            for place in 0..instances {
                if workshop.is_called_off() {
                    return Ok(None);
                }
                let is_called_off = || workshop.is_called_off();
                let limits = DrawLimits { max_drawn: workshop.max_drawn(), is_called_off: &is_called_off };
                let drawn = match self.instance(size, &mut random, &limits) {
                    Err(_) if workshop.is_called_off() => return Ok(None),
                    drawn => drawn?,
                };
                let is_worth = place < MOST_SHARPENED && failures < MOST_FAILURES;
                let effort = if is_worth { Effort::Much } else { Effort::Little };
                inputs.push(self.sharpened(drawn, size, workshop, effort, &mut random, &mut failures));
            }
            if let Ok(test) = self.test_of(&inputs, &mut workshop.answers) {
                return Ok(Some(test));
            }
            // Some instances cannot be answered, or look like the end of the input: the others make a test without them.
            inputs.truncate(MOST_SHARPENED);
            inputs.retain(|input| self.test_of(std::slice::from_ref(input), &mut workshop.answers).is_ok());
            if !inputs.is_empty()
                && let Ok(test) = self.test_of(&inputs, &mut workshop.answers)
            {
                return Ok(Some(test));
            }
            size = if size > LARGEST_SIZE { LARGEST_SIZE } else { size / 2 };
            instances = instances.min(2);
        }
        Ok(None)
    }

    /// How large instances are, and how many there are in a test.
    fn extent(&self, number: u32, random: &mut Random) -> (u32, usize) {
        let most_instances = self.most_instances();
        let part = f64::from(number) / f64::from(self.tests);
        let round = if number < FIRST_LARGE { 0 } else { number % TESTS_A_ROUND };
        let (size, most) = if round == 5 {
            (WHOLE_SIZE, 1)
        } else if round == 13 {
            (FULL_SIZE, most_instances)
        } else if part < 0.7 {
            let size = (f64::from(FULL_SIZE) * part / 0.7) as u32;
            (size, if number < FIRST_OF_MANY { 1 } else { most_instances })
        } else if part < 0.95 {
            (random.within(i64::from(FULL_SIZE / 4), i64::from(FULL_SIZE)) as u32, most_instances)
        } else {
            // The last tests are as large as the judge's, and half of them as large as can be.
            match random.within(0, 1) {
                0 => (random.within(i64::from(FULL_SIZE), i64::from(LARGEST_SIZE)) as u32, 2),
                _ => (WHOLE_SIZE, 1),
            }
        };
        let instances = if self.holds_many { random.within(1, most.max(1)) as usize } else { 1 };
        (size, instances)
    }

    pub(crate) fn instance(&self, size: u32, random: &mut Random, limits: &DrawLimits) -> Result<Input, String> {
        // Where small instances are not what the file wants, larger ones may be; or smaller ones.
        let mut drawn = Err(String::new());
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
        drawn.and_then(|_| Err("the problem does not draw the variant that its text is about".to_owned()))
    }

    /// The instance, or one like it at which programs go wrong.
    fn sharpened(
        &self,
        drawn: Input,
        size: u32,
        workshop: &mut Workshop,
        effort: Effort,
        random: &mut Random,
        failures: &mut u32,
    ) -> Input {
        if drawn.values.iter().flatten().map(size_of).sum::<usize>() > MOST_LOOKED_AT {
            return drawn;
        }
        let most = if size < 12 { i64::from(size) + 1 } else { 1i64 << (size - 8).min(62) };
        // Now and then numbers are as large as the judge allows from the start: off by one at the limit is a common mistake.
        let most = if size >= 6 && random.within(0, 5) == 0 { i64::MAX } else { most };
        let way = random.within(0, 12);
        let input = match way {
            0..=2 => drawn,
            11 | 12 => self.problem.cornered(drawn, most, random),
            _ => self.problem.salted(drawn, most, random),
        };
        let sharp = match way {
            _ if effort == Effort::Little => None,
            0 | 3 => None,
            8 | 9 => self.problem.at_a_border(&mut workshop.answers, &input, most, random),
            _ => {
                let lost = self.problem.after_a_winning_move(&mut workshop.scout, &input, random, failures);
                // Beside a lost position are won ones that a formula which is almost right takes for lost.
                match way {
                    10 | 12 => lost.map(|lost| self.problem.beside(lost, random)),
                    _ => lost,
                }
            }
        };
        sharp.unwrap_or(input)
    }

    /// Instances as a test.
    pub(crate) fn test_of(&self, inputs: &[Input], session: &mut Session) -> Result<Test, Untestable> {
        let text = self.problem.write(inputs).map_err(Untestable::Wrong)?;
        let mut right = String::new();
        let judged = judge(session, text.as_bytes(), &mut |piece| {
            right += piece;
            Ok(())
        });
        match judged {
            Ok(()) if right.trim().is_empty() => Err(Untestable::Unknown),
            Ok(()) => Ok(Test { inputs: inputs.to_vec(), text, right }),
            Err(JudgeError::Unknown { .. }) => Err(Untestable::Unknown),
            Err(JudgeError::Text { message, line, column }) => Err(Untestable::Wrong(format!(
                "an instance that the problem draws is wrong: {line}:{column}: {message}"
            ))),
            Err(JudgeError::NoText) => Err(Untestable::Wrong("the problem says nothing about a text".to_owned())),
            Err(JudgeError::Stream(error)) => Err(Untestable::Wrong(error.to_string())),
        }
    }
}

/// How many numbers and words there are in a value.
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

/// How much work an instance is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    Little,
    Much,
}

/// Why instances make no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Untestable {
    /// They are no input of the problem.
    Wrong(String),
    /// The right answer is not known within the budget.
    Unknown,
}
