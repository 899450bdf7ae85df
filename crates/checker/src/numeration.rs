//! Numeration by a recurrence, and the automata of linear conditions in it.
//!
//! For coefficients d₁ ≥ … ≥ dₙ ≥ 1 let U₀ = 1 and Uₖ = d₁Uₖ₋₁ + … + dₖU₀ + 1 for k < n, Uₖ = d₁Uₖ₋₁ + … + dₙUₖ₋ₙ from there on. A word
//! is canonical if no n digits of it, and no fewer at its end, are d₁ … dₙ or larger in the order of the dictionary. By the first
//! place where a word leaves d₁d₂…, the canonical words of length k are counted by the same sum as Uₖ; they stand for the
//! numbers 0 … Uₖ − 1, in order. So every number has one word but for leading zeros, and a canonical rest of r digits is a
//! number from 0 to Uᵣ − 1, which is all that the automata below need to know.

use std::collections::HashMap;

/// A condition: the sum of coefficients times variables, or the xor of those with an odd coefficient, and a constant.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub coefficients: Vec<i64>,
    pub relation: Relation,
    pub constant: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtLeast,
    Equal,
    Xor,
}

impl Atom {
    /// The same condition where variable i is track `tracks[i]`.
    pub fn on(&self, tracks: &[usize]) -> Atom {
        let mut coefficients = vec![0; tracks.iter().max().map_or(0, |most| most + 1)];
        for (coefficient, track) in self.coefficients.iter().zip(tracks) {
            coefficients[*track] += coefficient;
        }
        Atom { coefficients, ..self.clone() }
    }
}

/// How many digits there are.
pub(crate) fn digit_count(system: &[i64]) -> usize {
    (system[0] + i64::from(system.len() > 1)) as usize
}

/// The first terms of the recurrence; those that are too large are the greatest number.
pub(crate) fn terms(system: &[i64], count: usize) -> Vec<i128> {
    let mut terms: Vec<i128> = Vec::new();
    for place in 0..count {
        let products =
            system.iter().zip(terms.iter().rev()).map(|(factor, term)| term.saturating_mul((*factor).into()));
        terms.push(products.fold(i128::from(place < system.len()), i128::saturating_add));
    }
    terms
}

/// The canonical word of a number, greedily, without leading zeros.
pub(crate) fn digits(terms: &[i128], mut number: u128) -> Vec<u8> {
    let length = terms.iter().take_while(|term| **term as u128 <= number).count();
    let mut digit = |term: &i128| {
        let digit = number / *term as u128;
        number %= *term as u128;
        digit as u8
    };
    terms[..length].iter().rev().map(&mut digit).collect()
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
const ALWAYS: u32 = u32::MAX - 1;
const MOST_STATES: usize = 200_000;

/// The automaton of one condition, built as it is walked.
///
/// A state is a vector v: the digits read so far stand for Σ vⱼUᵣ₊ⱼ when r digits are still to come. Reading a digit makes r
/// smaller by one, and the recurrence carries the last coordinate down.
pub(crate) struct Machine {
    atom: Atom,
    system: Vec<i64>,
    terms: Vec<i128>,
    states: Vec<Vec<i128>>,
    index: HashMap<Vec<i128>, u32>,
    steps: HashMap<(u32, i64), u32>,
}

impl Machine {
    pub fn new(atom: Atom, system: &[i64]) -> Machine {
        let (start, terms) = (vec![0; system.len()], terms(system, 2 * system.len()));
        let index = HashMap::from([(start.clone(), 0)]);
        Machine { atom, system: system.to_vec(), terms, states: vec![start], index, steps: HashMap::new() }
    }

    /// The state after a column of digits; `None` where there are too many.
    pub fn step(&mut self, state: u32, digits: &[u8]) -> Option<u32> {
        if state >= ALWAYS {
            return Some(state);
        }
        let pairs = self.atom.coefficients.iter().zip(digits);
        if self.atom.relation == Relation::Xor {
            let xor = pairs.fold(0, |xor, (factor, digit)| if factor % 2 == 0 { xor } else { xor ^ digit });
            return Some(if xor == 0 { 0 } else { NEVER });
        }
        let column: i64 = pairs.map(|(factor, digit)| factor * i64::from(*digit)).sum();
        if let Some(next) = self.steps.get(&(state, column)) {
            return Some(*next);
        }
        let (old, order) = (&self.states[state as usize], self.system.len());
        let carried = |place: usize| old[order - 1] * i128::from(self.system[order - 1 - place]);
        let kept = |place: usize| if place == 0 { i128::from(column) } else { old[place - 1] };
        let next = self.settle((0..order).map(|place| kept(place) + carried(place)).collect())?;
        self.steps.insert((state, column), next);
        Some(next)
    }

    /// The state of a vector, decided as soon as no rest can change the answer.
    fn settle(&mut self, vector: Vec<i128>) -> Option<u32> {
        let (order, constant) = (self.system.len(), i128::from(self.atom.constant));
        // The sum with r digits to come: it satisfies the recurrence in r.
        let pending = |r: usize| -> i128 { (0..order).map(|j| vector[j] * self.terms[r + j]).sum() };
        // Whether sign · (sum − constant) >= bound for every rest. With s the sum of what the rest can take away, a rest of r digits
        // takes away at most s · (U_r − 1); and a sequence with non-negative recurrence that is at least m >= 0 for n
        // terms in a row is so for ever.
        let at_least = |sign: i64, bound: i128| {
            let lost: i128 = self.atom.coefficients.iter().map(|factor| i128::from((-sign * factor).max(0))).sum();
            let sign = i128::from(sign);
            let rest = (bound - lost + sign * constant).max(0);
            (0..order).all(|r| sign * pending(r) - lost * self.terms[r] >= rest)
        };
        let equal = self.atom.relation == Relation::Equal;
        if at_least(-1, 1) || equal && at_least(1, 1) {
            return Some(NEVER);
        } else if !equal && at_least(1, 0) {
            return Some(ALWAYS);
        } else if let Some(state) = self.index.get(&vector) {
            return Some(*state);
        }
        let state = self.states.len() as u32;
        if self.states.len() >= MOST_STATES || vector.iter().any(|number| number.unsigned_abs() > 1 << 80) {
            return None;
        }
        self.states.push(vector.clone());
        self.index.insert(vector, state);
        Some(state)
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
