//! Numeration by a recurrence, and the automata of linear conditions in it.
//!
//! For coefficients d₁ ≥ … ≥ dₙ ≥ 1 let U₀ = 1 and Uₖ = d₁Uₖ₋₁ + … + dₖU₀ + 1 for k < n, Uₖ = d₁Uₖ₋₁ + … + dₙUₖ₋ₙ from there
//! on. A word is canonical if no n consecutive digits of it, and no fewer at its end, are d₁ … dₙ or larger in lexicographic
//! order. Split by the first digit where a word differs from d₁d₂…, the canonical words of length k are counted by the same
//! sum as Uₖ; they denote the numbers 0 … Uₖ − 1, in order. So every number has one word up to leading zeros, and a canonical
//! rest of r digits is a number from 0 to Uᵣ − 1, which is all that the automata below rely on.

/// A condition: a sum of variables times factors, and the constant that it is compared with.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub terms: Vec<(usize, i64)>,
    pub relation: Relation,
    pub constant: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtLeast,
    Equal,
    /// The xor of the variables is 0.
    Xor,
    /// The digits read of one variable form a canonical word.
    Canonical,
}

/// A recurrence and its first terms.
#[derive(Clone, Debug)]
pub struct Numeration {
    /// The coefficients d₁, d₂, …; a single one is a base.
    pub recurrence: Vec<i64>,
    terms: Vec<i128>,
}

impl Numeration {
    pub(crate) fn new(recurrence: Vec<i64>) -> Numeration {
        let mut terms = Vec::new();
        for place in 0..2 * recurrence.len() {
            let products = recurrence.iter().zip(terms.iter().rev()).map(|(factor, term)| i128::from(*factor) * term);
            terms.push(products.sum::<i128>() + i128::from(place < recurrence.len()));
        }
        Numeration { recurrence, terms }
    }

    /// Returns the number of columns of digits of `tracks` numbers; for one number, the number of digits.
    pub(crate) fn columns(&self, tracks: usize) -> usize {
        (self.recurrence[0] as usize + usize::from(self.recurrence.len() > 1)).saturating_pow(tracks as u32)
    }

    /// Returns the number that a state denotes when r digits are still to come.
    fn pending(&self, state: &[i64], r: usize) -> i128 {
        state.iter().zip(&self.terms[r..]).map(|(number, term)| i128::from(*number) * term).sum()
    }
}

/// First coordinate of a state whose condition holds whatever follows. Coordinates of other states are below 2^56, so that
/// what is computed from them is exact and no step yields this number.
pub(crate) const ALWAYS: i64 = 1 << 62;

/// The automaton of a condition. A state is a vector v: the digits read before it denote Σ vⱼUᵣ₊ⱼ when r digits are still to
/// come. Reading a digit lowers r by one, and the recurrence carries the last coordinate down. The start state is all zeros.
impl Condition {
    /// Returns the condition with variable i replaced by track `tracks[i]`.
    pub fn on(&self, tracks: &[usize]) -> Condition {
        Condition { terms: self.terms.iter().map(|(track, factor)| (tracks[*track], *factor)).collect(), ..*self }
    }

    /// Returns the state after a column of digits; `None` if the condition cannot hold any more.
    pub fn step(&self, system: &Numeration, state: &[i64], digits: &[i64]) -> Option<Vec<i64>> {
        let (order, agreed) = (state.len(), state[0] + 1);
        let column: i64 = self.terms.iter().map(|(track, factor)| factor * digits[*track]).sum();
        let xor = self.terms.iter().fold(0, |xor, (track, _)| xor ^ digits[*track]);
        // The state of a word is the number of digits that agree with d₁d₂….
        let most = system.recurrence.get(state[0] as usize).copied().unwrap_or(0);
        match self.relation {
            relation if state[0] == ALWAYS || relation == Relation::Xor && xor == 0 => return Some(state.to_vec()),
            Relation::Canonical if column < most => return Some(vec![0; order]),
            Relation::Canonical if column == most && agreed < order as i64 => return Some(vec![agreed; order]),
            Relation::Xor | Relation::Canonical => return None,
            Relation::AtLeast | Relation::Equal => {}
        }
        let kept = std::iter::once(&column).chain(state).zip(system.recurrence.iter().rev());
        let next: Vec<i64> = kept.map(|(kept, factor)| kept + state[order - 1] * factor).collect();
        // Whether sign · (sum − constant) >= bound for every rest. If s is the sum of what the rest can take away, a rest of
        // r digits takes away at most s · (U_r − 1); and a sequence with a non-negative recurrence that is at least m >= 0
        // for n terms in a row is so for all later terms.
        let surely = |sign: i64, bound: i64| {
            let lost: i128 = self.terms.iter().map(|(_, factor)| i128::from((-sign * factor).max(0))).sum();
            let least = (i128::from(bound + sign * self.constant) - lost).max(0);
            (0..order).all(|r| i128::from(sign) * system.pending(&next, r) - lost * system.terms[r] >= least)
        };
        match self.relation {
            _ if surely(-1, 1) || self.relation == Relation::Equal && surely(1, 1) => None,
            Relation::AtLeast if surely(1, 0) => Some(vec![ALWAYS; order]),
            _ => Some(next),
        }
    }

    /// Returns whether the condition holds if no digit follows.
    pub fn holds(&self, system: &Numeration, state: &[i64]) -> bool {
        let sum = system.pending(state, 0) - i128::from(self.constant);
        state[0] == ALWAYS || sum == 0 || sum > 0 && self.relation != Relation::Equal
    }
}
