//! Conditions as alternatives, each of them a list of linear facts that hold together.

use super::linear::{Linear, Number};
use super::work::Work;

/// The most alternatives of a condition.
const MOST_ALTERNATIVES: usize = 1 << 12;

/// The largest modulus that is followed.
pub const MOST_REMAINDERS: i64 = 1 << 10;

/// One linear fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The sum is 0 or more.
    NotNegative(Linear),
    /// The sum leaves this remainder.
    Remainder {
        /// Of what.
        of: Linear,
        /// By what it is divided, at least 1.
        modulus: i64,
        /// What is left.
        remainder: i64,
    },
}

/// Alternatives, of which at least one holds; none means that the condition never holds.
#[derive(Clone, Debug)]
pub struct Alternatives(pub Vec<Vec<Fact>>);

impl Alternatives {
    /// What holds everywhere.
    pub fn always() -> Alternatives {
        Alternatives(vec![Vec::new()])
    }

    /// What holds nowhere.
    pub fn never() -> Alternatives {
        Alternatives(Vec::new())
    }

    /// One of the two that hold always or never.
    pub fn known(holds: bool) -> Alternatives {
        if holds { Alternatives::always() } else { Alternatives::never() }
    }

    /// One fact; what has no variables is decided at once.
    pub fn fact(fact: Fact) -> Alternatives {
        match &fact {
            Fact::NotNegative(sum) => match sum.as_constant() {
                Some(value) => Alternatives::known(value >= 0),
                None => Alternatives(vec![vec![fact]]),
            },
            Fact::Remainder { of, modulus, remainder } => match of.as_constant() {
                Some(value) => Alternatives::known(value.rem_euclid(*modulus) == *remainder),
                None => Alternatives(vec![vec![fact]]),
            },
        }
    }

    /// Both hold.
    pub fn and(&self, other: &Alternatives, work: &Work) -> Option<Alternatives> {
        if self.0.len().checked_mul(other.0.len())? > MOST_ALTERNATIVES {
            return None;
        }
        let (ours, theirs) = (self.facts().checked_mul(other.0.len())?, other.facts().checked_mul(self.0.len())?);
        work.charge(ours.checked_add(theirs)?)?;
        let joined = |a: &Vec<Fact>| other.0.iter().map(|b| [a.as_slice(), b].concat()).collect::<Vec<_>>();
        Some(Alternatives(self.0.iter().flat_map(joined).collect()))
    }

    /// About how much there is to copy.
    pub fn facts(&self) -> usize {
        self.0.iter().map(|facts| 1 + facts.len()).sum()
    }

    /// At least one holds.
    pub fn or(mut self, other: Alternatives) -> Option<Alternatives> {
        self.0.extend(other.0);
        (self.0.len() <= MOST_ALTERNATIVES).then_some(self)
    }

    /// All hold.
    pub fn all(of: impl IntoIterator<Item = Option<Alternatives>>, work: &Work) -> Option<Alternatives> {
        of.into_iter().try_fold(Alternatives::always(), |all, one| all.and(&one?, work))
    }

    /// At least one of these holds.
    pub fn any(of: impl IntoIterator<Item = Option<Alternatives>>, work: &Work) -> Option<Alternatives> {
        of.into_iter().try_fold(Alternatives::never(), |all, one| {
            let one = one?;
            work.charge(one.facts())?;
            all.or(one)
        })
    }

    /// `small <= large`.
    pub fn at_most(small: &Number, large: &Number, work: &Work) -> Option<Alternatives> {
        work.charge(2)?;
        match (small, large) {
            (Number::Greatest(of), _) => {
                Alternatives::all(of.iter().map(|one| Alternatives::at_most(one, large, work)), work)
            }
            (Number::Least(of), _) => {
                Alternatives::any(of.iter().map(|one| Alternatives::at_most(one, large, work)), work)
            }
            (_, Number::Least(of)) => {
                Alternatives::all(of.iter().map(|one| Alternatives::at_most(small, one, work)), work)
            }
            (_, Number::Greatest(of)) => {
                Alternatives::any(of.iter().map(|one| Alternatives::at_most(small, one, work)), work)
            }
            // A whole number is at most a quotient rounded down exactly if it is at most the quotient.
            (Number::Floor(a, 1), Number::Floor(b, divisor)) => {
                Some(Alternatives::fact(Fact::NotNegative(b.plus(a, divisor.checked_neg()?)?)))
            }
            // floor(a / d) <= b exactly if a / d < b + 1.
            (Number::Floor(a, divisor), Number::Floor(b, 1)) => {
                let above = b.times(*divisor)?.plus_number(divisor.checked_sub(1)?)?;
                Some(Alternatives::fact(Fact::NotNegative(above.plus(a, -1)?)))
            }
            _ => None,
        }
    }

    /// `small < large`.
    pub fn less(small: &Number, large: &Number, work: &Work) -> Option<Alternatives> {
        work.charge(small.size())?;
        Alternatives::at_most(&small.plus(&Number::linear(Linear::constant(1)))?, large, work)
    }

    /// The number is one of these.
    pub fn among(number: &Number, of: &[i64], work: &Work) -> Option<Alternatives> {
        let equal = |value: &i64| {
            let value = Number::linear(Linear::constant(*value));
            Alternatives::at_most(number, &value, work)?.and(&Alternatives::at_most(&value, number, work)?, work)
        };
        Alternatives::any(of.iter().map(equal), work)
    }

    /// The number is none of these, which ascend: it lies below, between or above them.
    pub fn not_among(number: &Number, of: &[i64], work: &Work) -> Option<Alternatives> {
        let constant = |value: i64| Number::linear(Linear::constant(value));
        let gap = |place: usize| {
            let above = match place.checked_sub(1) {
                Some(before) => Alternatives::less(&constant(of[before]), number, work),
                None => Some(Alternatives::always()),
            };
            let below = match of.get(place) {
                Some(after) => Alternatives::less(number, &constant(*after), work),
                None => Some(Alternatives::always()),
            };
            // Between neighbours there is no number.
            if place > 0 && place < of.len() && of[place - 1].checked_add(1) == Some(of[place]) {
                return Some(Alternatives::never());
            }
            above?.and(&below?, work)
        };
        Alternatives::any((0..=of.len()).map(gap), work)
    }
}
