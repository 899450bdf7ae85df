//! A walk over all words of digits: is there a position of a case with a forbidden value?
//!
//! All variables are read at the same time, the highest digit first, with leading zeros. A linear sum is stored as u
//! and v: if n digits are still to come, what was read counts u·T(n) + v·T(n − 1), T being the terms of the system. A
//! state that can never reach the wanted value is dropped; whenever that is uncertain it is kept, so that a result of
//! "never" is certain.

use super::CalledOff;
use super::cases::{Case, Sum};
use crate::limits;
use grundy_checker::{NONE, Statement};
use std::collections::HashSet;

/// A condition on the words of variables.
#[derive(Clone, Debug)]
pub enum Atom {
    /// The sum is 0.
    Equal(Sum),
    /// The sum is at least 0.
    AtLeast(Sum),
    /// The word of `shifted` is that of `word` with a 0 appended.
    Shifted {
        /// The word.
        word: usize,
        /// The word with a 0 appended.
        shifted: usize,
    },
    /// The number of digits of a word that are 1.
    Ones {
        /// The word.
        word: usize,
        /// The number of ones.
        ones: Ones,
        /// Whether the condition must hold or must not hold.
        wanted: bool,
    },
}

/// A number of ones.
#[derive(Clone, Copy, Debug)]
pub enum Ones {
    /// At most this number.
    AtMost(usize),
    /// This number.
    Exactly(usize),
    /// Congruent to a number: (modulus, remainder).
    Modulo(usize, usize),
}

/// What has been read of one condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Read {
    Sum(i64, i64),
    /// It holds whatever follows.
    Surely,
    /// The last digit, or the number of ones.
    Digit(usize),
}

/// An automaton and its numeration system.
pub struct Walk<'a> {
    statement: &'a Statement,
    called_off: CalledOff<'a>,
    /// T(n) = first·T(n − 1) + second·T(n − 2).
    first: i64,
    second: i64,
    digits: usize,
    terms: Vec<i64>,
}

/// Number of further digits for which bounds are computed: from there on a sum has the
/// sign of its dominant part, as no coordinate is above `GREATEST`. In Fibonacci's system |aφ + b| ≥ 1 / (3|a|) for |a|
/// up to 50 000, and times T(59) that is more than the factors and the constant of a sum of 12 variables together.
const HORIZON: usize = 60;
const GREATEST: i64 = 30_000;

impl<'a> Walk<'a> {
    /// Makes a walk in base b or in Fibonacci's system; `None` for others.
    pub fn new(statement: &'a Statement, called_off: CalledOff<'a>) -> Option<Walk<'a>> {
        let (first, second, digits) = match statement.system.recurrence[..] {
            [base @ 2..=10] => (base, 0, base as usize),
            [1, 1] => (1, 1, 2),
            _ => return None,
        };
        // An automaton that reads more than the components says something else.
        if statement.tracks != statement.components {
            return None;
        }
        let mut terms: Vec<i64> = vec![1];
        for at in 1..HORIZON {
            let before = if at >= 2 { terms[at - 2] } else { 1 };
            // Powers of a base beyond machine integers are not needed: signs are settled before.
            terms.push(first.checked_mul(terms[at - 1])?.checked_add(second * before)?.min(1 << 45));
        }
        Some(Walk { statement, called_off, first, second, digits, terms })
    }

    /// Returns whether no position of a case has a value for which `wrong` is true, or `None` if the walk grows too
    /// long.
    pub fn never(&self, case: &Case, wrong: impl Fn(i64) -> bool) -> Option<bool> {
        let columns =
            self.digits.checked_pow(case.variables as u32).filter(|columns| *columns <= limits::MAX_COLUMNS)?;
        let start: Vec<Read> = case
            .atoms
            .iter()
            .map(|atom| match atom {
                Atom::Equal(_) | Atom::AtLeast(_) => Read::Sum(0, 0),
                Atom::Shifted { .. } | Atom::Ones { .. } => Read::Digit(0),
            })
            .collect();
        let mut seen = HashSet::new();
        let first = (0usize, 0u32, start);
        seen.insert(first.clone());
        let mut waiting = vec![first];
        let mut digits = vec![0usize; case.variables];
        while let Some((state, last_ones, reads)) = waiting.pop() {
            if (self.called_off)() {
                return None;
            }
            let said = Some(self.statement.states[state][0]).filter(|said| *said != NONE);
            let all_hold = || case.atoms.iter().zip(&reads).all(|(atom, read)| holds(atom, *read));
            if said.is_some_and(&wrong) && all_hold() {
                return Some(false);
            }
            for column in 0..columns {
                let mut rest = column;
                for digit in digits.iter_mut().rev() {
                    *digit = rest % self.digits;
                    rest /= self.digits;
                }
                let ones =
                    digits.iter().enumerate().fold(0u32, |ones, (at, digit)| ones | u32::from(*digit == 1) << at);
                // A Zeckendorf word has no two adjacent ones.
                if self.second == 1 && ones & last_ones != 0 {
                    continue;
                }
                let own = &digits[..self.statement.components];
                let read = own.iter().fold(0, |column, digit| column * self.digits + digit);
                let Ok(next) = usize::try_from(self.statement.states[state][read + 1]) else { continue };
                let mut after = Vec::with_capacity(reads.len());
                for (atom, read) in case.atoms.iter().zip(&reads) {
                    match self.step(atom, *read, &digits) {
                        Step::To(read) => after.push(read),
                        Step::Never => break,
                        Step::TooLarge => return None,
                    }
                }
                if after.len() < reads.len() {
                    continue;
                }
                let kept = if self.second == 1 { ones } else { 0 };
                let reached = (next, kept, after);
                if !seen.contains(&reached) {
                    if seen.len() >= limits::MAX_STATES {
                        return None;
                    }
                    seen.insert(reached.clone());
                    waiting.push(reached);
                }
            }
        }
        Some(true)
    }

    fn step(&self, atom: &Atom, read: Read, digits: &[usize]) -> Step {
        match (atom, read) {
            (_, Read::Surely) => Step::To(Read::Surely),
            (Atom::Equal(sum) | Atom::AtLeast(sum), Read::Sum(u, v)) => {
                let more: i64 = sum.factors.iter().zip(digits).map(|(factor, digit)| factor * *digit as i64).sum();
                let (u, v) = (self.first * u + v + more, self.second * u);
                self.judge(sum, u, v, matches!(atom, Atom::Equal(_)))
            }
            (Atom::Shifted { word, shifted }, Read::Digit(last)) => match digits[*word] == last {
                true => Step::To(Read::Digit(digits[*shifted])),
                false => Step::Never,
            },
            (Atom::Ones { word, ones, .. }, Read::Digit(count)) => {
                let count = count + usize::from(digits[*word] == 1);
                Step::To(Read::Digit(match ones {
                    Ones::AtMost(max) | Ones::Exactly(max) => count.min(max + 1),
                    Ones::Modulo(modulus, _) => count % (*modulus).max(1),
                }))
            }
            _ => Step::Never,
        }
    }

    /// Returns whether a sum can still become 0, or at least 0, with some number of further digits.
    fn judge(&self, sum: &Sum, u: i64, v: i64, is_equation: bool) -> Step {
        if u.abs() > GREATEST || v.abs() > GREATEST {
            return Step::TooLarge;
        }
        let up: i64 = sum.factors.iter().filter(|factor| **factor > 0).sum();
        let down: i64 = sum.factors.iter().filter(|factor| **factor < 0).sum();
        let (mut may, mut must) = (false, true);
        for left in 0..HORIZON {
            let term = i128::from(self.terms[left]);
            let before = if left == 0 { 1 } else { i128::from(self.terms[left - 1]) };
            let read = i128::from(u) * term + i128::from(v) * before + i128::from(sum.constant);
            let (max, min) = (read + i128::from(up) * (term - 1), read + i128::from(down) * (term - 1));
            may = may || (max >= 0 && (!is_equation || min <= 0));
            must = must && min >= 0;
        }
        match (may, must && !is_equation) {
            (false, _) => Step::Never,
            (_, true) => Step::To(Read::Surely),
            _ => Step::To(Read::Sum(u, v)),
        }
    }
}

enum Step {
    To(Read),
    Never,
    TooLarge,
}

/// Returns whether a condition holds of a complete word.
fn holds(atom: &Atom, read: Read) -> bool {
    match (atom, read) {
        (_, Read::Surely) => true,
        (Atom::Equal(sum), Read::Sum(u, v)) => u + v + sum.constant == 0,
        (Atom::AtLeast(sum), Read::Sum(u, v)) => u + v + sum.constant >= 0,
        // The shifted word ends with a 0.
        (Atom::Shifted { .. }, Read::Digit(last)) => last == 0,
        (Atom::Ones { ones, wanted, .. }, Read::Digit(count)) => {
            let so = match ones {
                Ones::AtMost(max) => count <= *max,
                Ones::Exactly(number) => count == *number,
                Ones::Modulo(_, rest) => count == *rest,
            };
            so == *wanted
        }
        _ => false,
    }
}
