//! The checker of theorems about games whose moves are linear: text in, [`Theorem`] or [`Refusal`] out.
//!
//! A certificate holds the moves of a game as linear (in)equalities, a numeration system, and an automaton that reads a
//! position as columns of digits, the most significant first, and gives its value, or reads a position and a number and says
//! whether that is its value. Linear conditions are automata too, built here from the recurrence of the system, so that "the
//! value of every position follows from the values of its options" is a question about finitely many states. The checker asks
//! it of the automaton as it stands; it knows nothing of how it was found.
//!
//! In: any text. Out: a theorem, or the reason why it proves nothing, with the position where it fails. What it accepts holds for
//! positions of every size: the moves stay inside the domain and lower a weight, so that play ends, and the automaton's value is
//! that of the rule of play, by induction on the weight. Wrong tool for moves that are not linear.
//!
//! ```
//! // Take one or two: a heap is lost exactly if three divides it.
//! let text = "grundy automaton 1\nplay normal\ncomponents n\nmove 1; 1 -1 >= 1; -1 1 >= -2; part 1\n\
//!             weights 1\nsystem 2\n0 0 1\n1 2 0\n1 1 2\n";
//! let theorem = grundy_checker::check(text, &grundy_checker::Limits::default()).unwrap();
//! assert_eq!(theorem.value(&[3_000_000_000_000_000_000]), Some(0));
//! assert!(grundy_checker::check(&text.replace("1 2 0", "0 2 0"), &Default::default()).is_err());
//! ```

mod numeration;
mod obligations;
mod text;
mod walk;

use std::collections::BTreeMap;
use std::fmt;
pub use text::Play;

/// What checking may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many steps of automata may be made; each takes a bounded time and a bounded memory.
    pub max_steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_steps: 30_000_000 }
    }
}

/// What a certificate fails in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not written as it must be.
    Text,
    /// It takes more work than the limits allow.
    Limit,
    /// The work was called off.
    CalledOff,
    /// A move leaves the domain, or play need not end.
    Moves,
    /// The value of a position does not follow from those of its options.
    Rule,
    /// The values are not what is claimed of them.
    Claim,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What it fails in.
    pub fault: Fault,
    /// The line that is at fault, counted from 1; 0 where no single line is.
    pub line: usize,
    /// What is wrong, in lower case and without a full stop.
    pub reason: String,
    /// The position where it fails, where there is one and its numbers are not too large.
    pub position: Option<Vec<u128>>,
    /// The value at which a relation fails, with the position.
    pub value: Option<u128>,
}

impl Refusal {
    pub(crate) fn new(fault: Fault, reason: &str) -> Refusal {
        Refusal { fault, line: 0, reason: reason.into(), position: None, value: None }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(formatter, "line {}: ", self.line)?;
        }
        formatter.write_str(&self.reason)?;
        self.position.as_ref().map_or(Ok(()), |position| write!(formatter, " at {position:?}"))
    }
}

impl std::error::Error for Refusal {}

/// A checked statement about every position of a game. Only [`check`] and [`check_unless`] make one.
#[derive(Clone, Debug)]
pub struct Theorem {
    statement: text::Statement,
}

/// Checks a certificate.
///
/// # Errors
/// Why it proves nothing.
pub fn check(text: &str, limits: &Limits) -> Result<Theorem, Refusal> {
    check_unless(text, limits, &|| false)
}

/// How many steps are made before it is asked again whether the work is called off.
const STEPS_BETWEEN: u64 = 1 << 12;

/// Checks a certificate, unless the work is called off, which is asked now and then.
///
/// # Errors
/// Why it proves nothing.
pub fn check_unless(text: &str, limits: &Limits, called_off: &dyn Fn() -> bool) -> Result<Theorem, Refusal> {
    let statement = text::read(text)?;
    let (mut left, mut ask_at) = (limits.max_steps, limits.max_steps);
    let mut spend = |steps: u64| {
        left =
            left.checked_sub(steps).ok_or_else(|| Refusal::new(Fault::Limit, "it takes more work than is allowed"))?;
        if left <= ask_at {
            ask_at = left.saturating_sub(STEPS_BETWEEN);
            if called_off() {
                return Err(Refusal::new(Fault::CalledOff, "the work was called off"));
            }
        }
        Ok(())
    };
    obligations::check(&statement, &mut spend)?;
    Ok(Theorem { statement })
}

impl Theorem {
    /// How the game is played, and so what a value is.
    pub fn play(&self) -> Play {
        self.statement.play
    }

    /// The lines of the certificate that say the game.
    pub fn game(&self) -> &str {
        &self.statement.game
    }

    /// The lines of the certificate that say what is claimed beside the automaton; empty where nothing is.
    pub fn claim(&self) -> &str {
        &self.statement.claim
    }

    /// How many states the automaton has.
    pub fn states(&self) -> usize {
        self.statement.states.len()
    }

    /// The value of a position of the domain: its Grundy value, or 0 where the player to move loses and 1 where he wins. `None` where
    /// there is none, or a number is 2^112 or more. Outside the domain it means nothing.
    pub fn number(&self, position: &[u128]) -> Option<u128> {
        let text::Statement { system, states, relation, play, .. } = &self.statement;
        if position.len() != self.statement.components || position.iter().any(|number| *number >> 112 != 0) {
            return None;
        }
        let base = numeration::digit_count(system);
        // A word of the value that is longer by more than the number of states would have a part that can be repeated, and the
        // value is the only one.
        let (guesses, longer) = if *relation { (base, states.len()) } else { (1, 0) };
        let terms = numeration::terms(system, 200 + longer);
        let words: Vec<Vec<u8>> = position.iter().map(|number| numeration::digits(&terms, *number)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0) + longer;
        let mut reached = BTreeMap::from([((0, 0), 0u128)]);
        for place in (0..length).rev() {
            let digit = |word: &Vec<u8>| word.len().checked_sub(place + 1).map_or(0, |at| usize::from(word[at]));
            let column = words.iter().fold(0, |column, word| column * base + digit(word)) * guesses;
            let mut next = BTreeMap::new();
            for ((state, agreed), value) in reached {
                for guess in 0..guesses {
                    let Some(agreed) = numeration::canonical_step(system, agreed, guess as u8) else { continue };
                    let more = (terms[place] as u128).checked_mul(guess as u128);
                    let longer = more.and_then(|more| more.checked_add(value));
                    if let (Some(state), Some(value)) = (states[state as usize][column + guess + 1], longer) {
                        next.insert((state, agreed), value);
                    }
                }
            }
            reached = next;
        }
        let value = |((state, _), value): (&(u32, u32), &u128)| {
            let said = states[*state as usize][0]?;
            if *relation {
                return (said == 1).then_some(*value);
            }
            Some(if *play == Play::Grundy { said } else { said & 1 }.into())
        };
        reached.iter().find_map(value)
    }

    /// The same, where the value is below 2^32.
    pub fn value(&self, position: &[u128]) -> Option<u32> {
        self.number(position)?.try_into().ok()
    }
}
