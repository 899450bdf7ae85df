//! Exact fractions of integers of any size.
//!
//! Nothing is rounded and nothing is refused but division by 0. [`Int`] refuses numbers that only a rule such as `2 ** 2 ** 100` can
//! write; fractions come out of linear algebra, whose sizes are known beforehand, so they have no such limit.

use crate::Int;
use crate::limits::MAX_EXPONENT;
use dashu_int::IBig;
use dashu_int::ops::{Abs, Gcd};
use grundy_message::{Arg, ToArg};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

/// A fraction of integers.
///
/// Invariant: in lowest terms with a positive denominator, so that derived equality is equality of numbers.
///
/// ```
/// use grundy_value::Rational;
/// let half: Rational = "0.5".parse().unwrap();
/// assert_eq!((&half + &Rational::from(1)).to_string(), "3/2");
/// assert!("1/0".parse::<Rational>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: IBig,
    denominator: IBig,
}

impl Rational {
    /// 0.
    pub const ZERO: Rational = Rational { numerator: IBig::ZERO, denominator: IBig::ONE };
    /// 1.
    pub const ONE: Rational = Rational { numerator: IBig::ONE, denominator: IBig::ONE };

    /// Returns a fraction, or `None` if the denominator is 0.
    pub fn new(numerator: impl Into<IBig>, denominator: impl Into<IBig>) -> Option<Rational> {
        let (mut numerator, mut denominator) = (numerator.into(), denominator.into());
        if denominator == IBig::ZERO {
            return None;
        }
        if denominator < IBig::ZERO {
            (numerator, denominator) = (-numerator, -denominator);
        }
        if denominator != IBig::ONE {
            let common = IBig::from((&numerator).gcd(&denominator));
            if common != IBig::ONE {
                (numerator, denominator) = (numerator / &common, denominator / common);
            }
        }
        Some(Rational { numerator, denominator })
    }

    /// Returns the numerator, in lowest terms.
    pub fn numerator(&self) -> &IBig {
        &self.numerator
    }

    /// Returns the denominator, in lowest terms; it is positive.
    pub fn denominator(&self) -> &IBig {
        &self.denominator
    }

    /// Returns whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator == IBig::ZERO
    }

    /// Returns whether it is below 0.
    pub fn is_negative(&self) -> bool {
        self.numerator < IBig::ZERO
    }

    /// Returns whether it is above 0.
    pub fn is_positive(&self) -> bool {
        self.numerator > IBig::ZERO
    }

    /// Returns whether it is a whole number.
    pub fn is_integer(&self) -> bool {
        self.denominator == IBig::ONE
    }

    /// Returns the quotient, or `None` if the divisor is 0.
    pub fn divide(&self, divisor: &Rational) -> Option<Rational> {
        Rational::new(&self.numerator * &divisor.denominator, &self.denominator * &divisor.numerator)
    }

    /// Returns the absolute value.
    pub fn abs(&self) -> Rational {
        Rational { numerator: (&self.numerator).abs(), denominator: self.denominator.clone() }
    }

    /// Returns the nearest floating-point number, for pictures and first guesses.
    pub fn to_f64(&self) -> f64 {
        let (numerator, denominator) = (self.numerator.to_f64().value(), self.denominator.to_f64().value());
        if numerator.is_finite() && denominator.is_finite() {
            return numerator / denominator;
        }
        // Both are too large for a float: their leading digits decide.
        use dashu_int::ops::BitTest;
        let shift = self.numerator.bit_len().max(self.denominator.bit_len()).saturating_sub(1000);
        (&self.numerator >> shift).to_f64().value() / (&self.denominator >> shift).to_f64().value()
    }

    /// Returns it with `digits` digits after the point, cut off, for tables.
    pub fn to_decimal(&self, digits: usize) -> String {
        let scaled = (&self.numerator).abs() * IBig::from(10).pow(digits) / &self.denominator;
        let text = format!("{:0>width$}", scaled.to_string(), width = digits + 1);
        let (whole, part) = text.split_at(text.len() - digits);
        let sign = if self.is_negative() { "-" } else { "" };
        if digits == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
    }
}

impl From<i64> for Rational {
    fn from(whole: i64) -> Rational {
        Rational::from(IBig::from(whole))
    }
}

impl From<IBig> for Rational {
    fn from(whole: IBig) -> Rational {
        Rational { numerator: whole, denominator: IBig::ONE }
    }
}

impl From<&Int> for Rational {
    fn from(whole: &Int) -> Rational {
        Rational::from(whole.to_big())
    }
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        if self.is_integer() && other.is_integer() {
            return Rational::from(&self.numerator + &other.numerator);
        }
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Rational::new(numerator, &self.denominator * &other.denominator).unwrap_or(Rational::ZERO)
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        let numerator = &self.numerator * &other.numerator;
        Rational::new(numerator, &self.denominator * &other.denominator).unwrap_or(Rational::ZERO)
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
}

impl std::iter::Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(terms: I) -> Rational {
        terms.fold(Rational::ZERO, |total, term| &total + &term)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_integer() {
            true => write!(f, "{}", self.numerator),
            false => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl ToArg for Rational {
    fn to_arg(&self) -> Arg {
        Arg::Text(self.to_string())
    }
}

/// Why a text is not a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotARational {
    /// It is not of the form `3`, `-3/4`, `0.75` or `1.5e3`.
    NotANumber,
    /// The denominator is 0.
    DividedByZero,
    /// It has too many digits.
    TooLarge,
}

impl FromStr for Rational {
    type Err = NotARational;

    /// Parses `3`, `-3/4`, `0.75`, `.5` or `1.5e3`.
    fn from_str(text: &str) -> Result<Rational, NotARational> {
        if let Some((numerator, denominator)) = text.split_once('/') {
            let (numerator, denominator): (Rational, Rational) =
                (numerator.trim_end().parse()?, denominator.trim_start().parse()?);
            return numerator.divide(&denominator).ok_or(NotARational::DividedByZero);
        }
        let (digits, exponent) = match text.split_once(['e', 'E']) {
            Some((digits, exponent)) => {
                let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
                let is_number =
                    exponent.strip_prefix('-').unwrap_or(exponent).bytes().all(|byte| byte.is_ascii_digit());
                match exponent.parse::<i64>() {
                    Ok(exponent) if exponent.abs() <= MAX_EXPONENT => (digits, exponent),
                    _ if is_number && !exponent.is_empty() && exponent != "-" => return Err(NotARational::TooLarge),
                    _ => return Err(NotARational::NotANumber),
                }
            }
            None => (text, 0),
        };
        let unsigned = digits.strip_prefix('+').unwrap_or(digits);
        let (unsigned, is_negative) = match unsigned.strip_prefix('-') {
            Some(unsigned) if unsigned.len() + 1 == digits.len() => (unsigned, true),
            Some(_) => return Err(NotARational::NotANumber),
            None => (unsigned, false),
        };
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        if whole.is_empty() && part.is_empty() || !whole.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit()) {
            return Err(NotARational::NotANumber);
        }
        if unsigned.len() as i64 > MAX_EXPONENT {
            return Err(NotARational::TooLarge);
        }
        let number = IBig::from_str(&format!("{whole}{part}")).map_err(|_| NotARational::NotANumber)?;
        let number = if is_negative { -number } else { number };
        let scale = exponent - part.len() as i64;
        let power = IBig::from(10).pow(scale.unsigned_abs() as usize);
        let (numerator, denominator) = if scale < 0 { (number, power) } else { (number * power, IBig::ONE) };
        Rational::new(numerator, denominator).ok_or(NotARational::DividedByZero)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(text: &str) -> Rational {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_are_read_exactly_in_every_form() {
        for (text, expected) in [
            ("3", "3"),
            ("-6/4", "-3/2"),
            ("6/-4", "-3/2"),
            ("0.125", "1/8"),
            (".5", "1/2"),
            ("-.5e-1", "-1/20"),
            ("1.5E3", "1500"),
            ("+2", "2"),
            ("0.1/0.3", "1/3"),
            ("123456789012345678901234567890/2", "61728394506172839450617283945"),
        ] {
            assert_eq!(rational(text).to_string(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in
            ["", "-", ".", "nan", "inf", "1e", "1e-", "--1", "+-1", "-+1", "1/2/", "0x1", "1,5", "１", "1e5x", "/"]
        {
            assert_eq!(text.parse::<Rational>(), Err(NotARational::NotANumber), "{text}");
        }
        assert_eq!("1/0".parse::<Rational>(), Err(NotARational::DividedByZero));
        assert_eq!("1e999999999999".parse::<Rational>(), Err(NotARational::TooLarge));
        assert_eq!("1e99999999999999999999999".parse::<Rational>(), Err(NotARational::TooLarge));
    }

    #[test]
    fn arithmetic_is_exact() {
        let (third, half) = (rational("1/3"), rational("1/2"));
        assert_eq!(&third + &half, rational("5/6"));
        assert_eq!(&third - &half, rational("-1/6"));
        assert_eq!(&third * &half, rational("1/6"));
        assert_eq!(third.divide(&half), Some(rational("2/3")));
        assert_eq!(third.divide(&Rational::ZERO), None);
        assert!(third < half && -&half < -&third);
        assert_eq!([third.clone(), third.clone(), third].into_iter().sum::<Rational>(), Rational::ONE);
    }

    #[test]
    fn fractions_are_shown_as_decimals() {
        assert_eq!(rational("-2/3").to_decimal(3), "-0.666");
        assert_eq!(rational("7/2").to_decimal(0), "3");
        assert!((rational("1e400/3e399").to_f64() - 10.0 / 3.0).abs() < 1e-12);
    }
}
