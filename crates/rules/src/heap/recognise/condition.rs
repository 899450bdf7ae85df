//! Conditions as alternatives, each a list of linear facts that hold together.

use super::linear::{Linear, Number};
use super::work::Work;

/// One linear fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The sum is 0 or more.
    NotNegative(Linear),
    /// The sum has this remainder.
    Remainder {
        /// The sum.
        of: Linear,
        /// The divisor, at least 1.
        modulus: i64,
        /// The remainder.
        remainder: i64,
    },
}

/// Alternatives, of which at least one holds; if there are none, the condition never holds.
#[derive(Clone, Debug)]
pub struct Alternatives(pub Vec<Vec<Fact>>);

impl Alternatives {
    /// Returns the condition that always holds.
    pub fn always() -> Alternatives {
        Alternatives(vec![Vec::new()])
    }

    /// Returns the condition that never holds.
    pub fn never() -> Alternatives {
        Alternatives(Vec::new())
    }

    /// Returns [`Alternatives::always`] or [`Alternatives::never`].
    pub fn known(holds: bool) -> Alternatives {
        if holds { Alternatives::always() } else { Alternatives::never() }
    }

    /// Returns the condition of one fact; without variables it is decided at once.
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

    /// Returns the condition that both hold.
    pub fn and(&self, other: &Alternatives, work: &Work) -> Option<Alternatives> {
        let (ours, theirs) = (self.facts().checked_mul(other.0.len())?, other.facts().checked_mul(self.0.len())?);
        work.charge(ours.checked_add(theirs)?)?;
        let joined = |a: &Vec<Fact>| other.0.iter().map(|b| [a.as_slice(), b].concat()).collect::<Vec<_>>();
        Some(Alternatives(self.0.iter().flat_map(joined).collect()))
    }

    /// Returns the approximate amount of data to copy.
    pub fn facts(&self) -> usize {
        self.0.iter().map(|facts| 1 + facts.len()).sum()
    }

    /// Returns the condition that at least one of the two holds.
    pub fn or(mut self, other: Alternatives) -> Alternatives {
        self.0.extend(other.0);
        self
    }

    /// Returns the condition that all hold.
    pub fn all(of: impl IntoIterator<Item = Option<Alternatives>>, work: &Work) -> Option<Alternatives> {
        of.into_iter().try_fold(Alternatives::always(), |all, item| all.and(&item?, work))
    }

    /// Returns the condition that at least one holds.
    pub fn any(of: impl IntoIterator<Item = Option<Alternatives>>, work: &Work) -> Option<Alternatives> {
        of.into_iter().try_fold(Alternatives::never(), |all, item| {
            let item = item?;
            work.charge(item.facts())?;
            Some(all.or(item))
        })
    }

    /// Returns the condition `small <= large`.
    pub fn at_most(small: &Number, large: &Number, work: &Work) -> Option<Alternatives> {
        work.charge(2)?;
        match (small, large) {
            (Number::Greatest(of), _) => {
                Alternatives::all(of.iter().map(|item| Alternatives::at_most(item, large, work)), work)
            }
            (Number::Least(of), _) => {
                Alternatives::any(of.iter().map(|item| Alternatives::at_most(item, large, work)), work)
            }
            (_, Number::Least(of)) => {
                Alternatives::all(of.iter().map(|item| Alternatives::at_most(small, item, work)), work)
            }
            (_, Number::Greatest(of)) => {
                Alternatives::any(of.iter().map(|item| Alternatives::at_most(small, item, work)), work)
            }
            // An integer is at most a quotient rounded down exactly if it is at most the quotient.
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

    /// Returns the condition `small < large`.
    pub fn less(small: &Number, large: &Number, work: &Work) -> Option<Alternatives> {
        work.charge(small.size())?;
        Alternatives::at_most(&small.plus(&Number::linear(Linear::constant(1)))?, large, work)
    }

    /// Returns the condition that the number is one of these.
    pub fn among(number: &Number, of: &[i64], work: &Work) -> Option<Alternatives> {
        let equal = |value: &i64| {
            let value = Number::linear(Linear::constant(*value));
            Alternatives::at_most(number, &value, work)?.and(&Alternatives::at_most(&value, number, work)?, work)
        };
        Alternatives::any(of.iter().map(equal), work)
    }

    /// Returns the condition that the number is none of these, which ascend: it is below, between or above them.
    pub fn not_among(number: &Number, of: &[i64], work: &Work) -> Option<Alternatives> {
        let constant = |value: i64| Number::linear(Linear::constant(value));
        let gap = |index: usize| {
            let above = match index.checked_sub(1) {
                Some(before) => Alternatives::less(&constant(of[before]), number, work),
                None => Some(Alternatives::always()),
            };
            let below = match of.get(index) {
                Some(after) => Alternatives::less(number, &constant(*after), work),
                None => Some(Alternatives::always()),
            };
            // There is no number between neighbours.
            if index > 0 && index < of.len() && of[index - 1].checked_add(1) == Some(of[index]) {
                return Some(Alternatives::never());
            }
            above?.and(&below?, work)
        };
        Alternatives::any((0..=of.len()).map(gap), work)
    }
}
