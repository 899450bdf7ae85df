//! Numeration by a recurrence, and the automata of linear conditions in it.
//!
//! For coefficients d₁ ≥ … ≥ dₙ ≥ 1 let U₀ = 1 and Uₖ = d₁Uₖ₋₁ + … + dₖU₀ + 1 for k < n, Uₖ = d₁Uₖ₋₁ + … + dₙUₖ₋ₙ from there on. A word
//! is canonical if no n digits of it, and no fewer at its end, are d₁ … dₙ or larger in the order of the dictionary. By the first
//! place where a word leaves d₁d₂…, the canonical words of length k are counted by the same sum as Uₖ; they stand for the
//! numbers 0 … Uₖ − 1, in order. So every number has one word but for leading zeros, and a canonical rest of r digits is a
//! number from 0 to Uᵣ − 1, which is all that the automata below need to know.

use crate::text::{Atom, Relation};
use std::collections::HashMap;

/// How many digits there are.
pub(crate) fn digit_count(system: &[i64]) -> usize {
    (system[0] + i64::from(system.len() > 1)) as usize
}

/// The first terms of the recurrence.
pub(crate) fn terms(system: &[i64], count: usize) -> Vec<i128> {
    let mut terms: Vec<i128> = Vec::new();
    for place in 0..count {
        let sum: i128 = system.iter().zip(terms.iter().rev()).map(|(factor, term)| i128::from(*factor) * term).sum();
        terms.push(sum + i128::from(place < system.len()));
    }
    terms
}

/// The canonical word of a number below 2^112, greedily, without leading zeros.
pub(crate) fn digits(system: &[i64], mut number: u128) -> Vec<u8> {
    // The terms grow at least by the factor 3/2, so that 200 of them pass every number; none grows by more than 40.
    let above = |count: &usize| terms(system, *count)[count - 1] as u128 > number;
    let count = (1..200).find(above).unwrap_or(1);
    let mut word: Vec<u8> = Vec::new();
    for term in terms(system, count).into_iter().rev() {
        let digit = number / term as u128;
        number -= digit * term as u128;
        if digit > 0 || !word.is_empty() {
            word.push(digit as u8);
        }
    }
    word
}

/// Reads a digit of a canonical word: the state is how many digits agree with d₁d₂….
pub(crate) fn canonical_step(system: &[i64], state: u32, digit: u8) -> Option<u32> {
    let most = system[state as usize];
    match i64::from(digit) {
        digit if digit < most => Some(0),
        digit if digit == most && (state as usize) + 1 < system.len() => Some(state + 1),
        _ => None,
    }
}

/// The state of a condition that cannot hold any more.
pub(crate) const NEVER: u32 = u32::MAX;
/// The state of a condition that holds whatever follows.
pub(crate) const ALWAYS: u32 = u32::MAX - 1;
const MOST_STATES: usize = 200_000;

/// The automaton of one condition, built as it is walked.
///
/// A state is a vector v: the digits read so far stand for Σ vⱼUᵣ₊ⱼ when r digits are still to come. Reading a digit makes r
/// smaller by one, and the recurrence carries the last coordinate down.
pub(crate) struct Machine {
    atom: Atom,
    system: Vec<i64>,
    terms: Vec<i128>,
    /// The sums of the positive and of the negative coefficients, without sign.
    sums: [i128; 2],
    states: Vec<Vec<i128>>,
    index: HashMap<Vec<i128>, u32>,
    steps: HashMap<(u32, i64), u32>,
}

impl Machine {
    pub fn new(atom: &Atom, system: &[i64]) -> Machine {
        let sum = |sign: i64| atom.coefficients.iter().map(|c| i128::from((c * sign).max(0))).sum();
        let start = vec![0; system.len()];
        Machine {
            atom: atom.clone(),
            system: system.to_vec(),
            terms: terms(system, 2 * system.len()),
            sums: [sum(1), sum(-1)],
            states: vec![start.clone()],
            index: HashMap::from([(start, 0)]),
            steps: HashMap::new(),
        }
    }

    /// The state after a column of digits; `None` where there are too many.
    pub fn step(&mut self, state: u32, digit: impl Fn(usize) -> u8) -> Option<u32> {
        if state >= ALWAYS {
            return Some(state);
        }
        let digits = self.atom.coefficients.iter().enumerate();
        if self.atom.relation == Relation::Xor {
            let xor = digits.fold(0, |xor, (place, c)| if c % 2 == 0 { xor } else { xor ^ digit(place) });
            return Some(if xor == 0 { 0 } else { NEVER });
        }
        let column: i64 = digits.map(|(place, c)| c * i64::from(digit(place))).sum();
        if let Some(next) = self.steps.get(&(state, column)) {
            return Some(*next);
        }
        let (old, order) = (&self.states[state as usize], self.system.len());
        let carried = old[order - 1];
        let mut vector = vec![i128::from(column); order];
        for (place, number) in vector.iter_mut().enumerate() {
            let kept = if place == 0 { *number } else { old[place - 1] };
            *number = kept + carried * i128::from(self.system[order - 1 - place]);
        }
        let next = self.settle(vector)?;
        self.steps.insert((state, column), next);
        Some(next)
    }

    /// The state of a vector, decided as soon as no rest can change the answer.
    fn settle(&mut self, vector: Vec<i128>) -> Option<u32> {
        let order = self.system.len();
        let constant = -i128::from(self.atom.constant);
        let [positive, negative] = self.sums;
        // The sum with r digits to come: it satisfies the recurrence in r.
        let pending = |r: usize| -> i128 { (0..order).map(|j| vector[j] * self.terms[r + j]).sum() };
        // A sequence with non-negative recurrence that is at least m >= 0 for n terms in a row is so for ever. The rest adds at least
        // -negative * (U_r - 1) and at most positive * (U_r - 1).
        let least = |bound: i128| {
            (0..order).all(|r| pending(r) - negative * self.terms[r] >= (bound - negative - constant).max(0))
        };
        let most = |bound: i128| {
            (0..order).all(|r| -pending(r) - positive * self.terms[r] >= (constant - positive - bound).max(0))
        };
        let equal = self.atom.relation == Relation::Equal;
        if most(-1) || equal && least(1) {
            return Some(NEVER);
        }
        if !equal && least(0) {
            return Some(ALWAYS);
        }
        if let Some(state) = self.index.get(&vector) {
            return Some(*state);
        }
        let state = self.states.len();
        if state >= MOST_STATES || vector.iter().any(|number| number.unsigned_abs() > 1 << 80) {
            return None;
        }
        self.states.push(vector.clone());
        self.index.insert(vector, state as u32);
        Some(state as u32)
    }

    /// Whether the condition holds if no digit follows.
    pub fn holds(&self, state: u32) -> bool {
        if state >= ALWAYS {
            return state == ALWAYS;
        }
        let sum: i128 = self.states[state as usize].iter().zip(&self.terms).map(|(number, term)| number * term).sum();
        match self.atom.relation {
            Relation::AtLeast => sum >= i128::from(self.atom.constant),
            Relation::Equal => sum == i128::from(self.atom.constant),
            Relation::Xor => true,
        }
    }
}
