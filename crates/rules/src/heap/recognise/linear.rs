//! Numbers that are linear in the heap and in the choices of a move, inside `min`, `max` and division by a number. All
//! arithmetic is checked: on overflow the game is not recognised.

/// A sum of variables with factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// The factor of each variable; those beyond the end are 0, and the last is not.
    factors: Vec<i64>,
    /// The constant.
    pub constant: i64,
}

impl Linear {
    /// Creates a constant.
    pub fn constant(constant: i64) -> Linear {
        Linear { factors: Vec::new(), constant }
    }

    /// Creates a single variable.
    pub fn variable(variable: usize) -> Linear {
        let mut factors = vec![0; variable + 1];
        factors[variable] = 1;
        Linear { factors, constant: 0 }
    }

    /// Returns the factor of a variable.
    pub fn factor(&self, variable: usize) -> i64 {
        self.factors.get(variable).copied().unwrap_or(0)
    }

    /// Returns the variables that occur in it, with their factors.
    pub fn terms(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.factors.iter().copied().enumerate().filter(|(_, factor)| *factor != 0)
    }

    /// Returns its value, if no variable occurs.
    pub fn as_constant(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// Returns `self + factor * other`.
    pub fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let length = self.factors.len().max(other.factors.len());
        let mut factors = Vec::with_capacity(length);
        for variable in 0..length {
            factors.push(self.factor(variable).checked_add(other.factor(variable).checked_mul(factor)?)?);
        }
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(Linear { factors, constant }.trimmed())
    }

    /// Returns `self + number`.
    pub fn plus_number(&self, number: i64) -> Option<Linear> {
        Some(Linear { factors: self.factors.clone(), constant: self.constant.checked_add(number)? })
    }

    /// Returns `factor * self`.
    pub fn times(&self, factor: i64) -> Option<Linear> {
        Linear::default().plus(self, factor)
    }

    /// Returns the sum with a variable replaced by a sum.
    pub fn with(&self, variable: usize, replacement: &Linear) -> Option<Linear> {
        let factor = self.factor(variable);
        if factor == 0 {
            return Some(self.clone());
        }
        self.without(variable).plus(replacement, factor)
    }

    /// Returns the sum without the term of a variable.
    pub fn without(&self, variable: usize) -> Linear {
        let mut factors = self.factors.clone();
        if let Some(factor) = factors.get_mut(variable) {
            *factor = 0;
        }
        Linear { factors, constant: self.constant }.trimmed()
    }

    /// Returns the tightest sum that is at least 0 for the same integers: factors without a common divisor.
    pub fn tightened(self) -> Linear {
        let divisor = self.factors.iter().fold(0, |divisor, factor| grundy_value::arithmetic::gcd(divisor, *factor));
        if divisor <= 1 {
            return self;
        }
        Linear {
            factors: self.factors.iter().map(|factor| factor / divisor).collect(),
            constant: self.constant.div_euclid(divisor),
        }
    }

    fn trimmed(mut self) -> Linear {
        while self.factors.last() == Some(&0) {
            self.factors.pop();
        }
        self
    }
}

/// A linear number, divided and rounded down, or the minimum or maximum of such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// The sum divided by a positive number, rounded down.
    Floor(Linear, i64),
    /// The minimum of these.
    Least(Vec<Number>),
    /// The maximum of these.
    Greatest(Vec<Number>),
}

impl Number {
    /// Creates a number from a sum.
    pub fn linear(linear: Linear) -> Number {
        Number::Floor(linear, 1)
    }

    /// Returns the sum, if it is only that.
    pub fn as_linear(&self) -> Option<&Linear> {
        match self {
            Number::Floor(linear, 1) => Some(linear),
            _ => None,
        }
    }

    /// Returns its value, if it is a constant.
    pub fn as_constant(&self) -> Option<i64> {
        self.as_linear()?.as_constant()
    }

    /// Returns the approximate cost of a copy.
    pub fn size(&self) -> usize {
        match self {
            Number::Floor(linear, _) => 1 + linear.factors.len() / 8,
            Number::Least(of) | Number::Greatest(of) => 1 + of.iter().map(Number::size).sum::<usize>(),
        }
    }

    /// Returns the number of sums it is made of; those of a sum of two numbers multiply.
    pub fn leaves(&self) -> usize {
        match self {
            Number::Floor(..) => 1,
            Number::Least(of) | Number::Greatest(of) => of.iter().map(Number::leaves).sum(),
        }
    }

    /// Returns the sum of two numbers: adding preserves order, so `min(a, b) + c` is `min(a + c, b + c)`.
    pub fn plus(&self, other: &Number) -> Option<Number> {
        Some(match (self, other) {
            (Number::Floor(a, 1), Number::Floor(b, divisor)) | (Number::Floor(b, divisor), Number::Floor(a, 1)) => {
                Number::Floor(b.plus(a, *divisor)?, *divisor)
            }
            (Number::Floor(..), Number::Floor(..)) => return None,
            (Number::Least(of), rest) | (rest @ Number::Floor(..), Number::Least(of)) => {
                Number::Least(of.iter().map(|each| each.plus(rest)).collect::<Option<_>>()?)
            }
            (Number::Greatest(of), rest) | (rest @ Number::Floor(..), Number::Greatest(of)) => {
                Number::Greatest(of.iter().map(|each| each.plus(rest)).collect::<Option<_>>()?)
            }
        })
    }

    /// Returns the negative: minimum and maximum are exchanged, and rounding down becomes rounding up.
    pub fn negated(&self) -> Option<Number> {
        Some(match self {
            Number::Floor(linear, divisor) => {
                Number::Floor(linear.times(-1)?.plus_number(divisor.checked_sub(1)?)?, *divisor)
            }
            Number::Least(of) => Number::Greatest(of.iter().map(Number::negated).collect::<Option<_>>()?),
            Number::Greatest(of) => Number::Least(of.iter().map(Number::negated).collect::<Option<_>>()?),
        })
    }

    /// Returns the product with a number.
    pub fn times(&self, factor: i64) -> Option<Number> {
        if factor < 0 {
            return self.negated()?.times(factor.checked_neg()?);
        }
        Some(match self {
            Number::Floor(linear, 1) => Number::linear(linear.times(factor)?),
            Number::Floor(..) if factor == 1 => self.clone(),
            Number::Floor(..) => return None,
            Number::Least(of) => Number::Least(of.iter().map(|each| each.times(factor)).collect::<Option<_>>()?),
            Number::Greatest(of) => Number::Greatest(of.iter().map(|each| each.times(factor)).collect::<Option<_>>()?),
        })
    }

    /// Returns the quotient by a positive number, rounded down, which preserves order.
    pub fn divided(&self, by: i64) -> Option<Number> {
        Some(match self {
            Number::Floor(linear, divisor) => Number::Floor(linear.clone(), divisor.checked_mul(by)?),
            Number::Least(of) => Number::Least(of.iter().map(|each| each.divided(by)).collect::<Option<_>>()?),
            Number::Greatest(of) => Number::Greatest(of.iter().map(|each| each.divided(by)).collect::<Option<_>>()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rounded_down_is_rounded_up_when_negated() {
        for value in -9..=9 {
            let half = Number::linear(Linear::constant(value)).divided(2).unwrap();
            let Number::Floor(negative, divisor) = half.negated().unwrap() else { panic!("a floor stays one") };
            assert_eq!(negative.constant.div_euclid(divisor), -value.div_euclid(2));
        }
    }

    #[test]
    fn a_tightened_bound_admits_the_same_numbers() {
        for constant in -9..=9 {
            let loose = Linear::variable(0).times(4).unwrap().plus_number(constant).unwrap();
            let tight = loose.clone().tightened();
            assert_eq!(tight.factor(0), 1);
            for x in -9..=9 {
                assert_eq!(4 * x + constant >= 0, x + tight.constant >= 0);
            }
        }
    }
}
