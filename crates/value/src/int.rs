//! Integers of any size: a machine word where it fits, a big integer where it does not.
//!
//! Every operation is exact; nothing wraps. Results beyond [`limits::MAX_BITS`] are refused, so that a rule such as `2 ** 2 ** 100`
//! is an error instead of exhausting memory.

use crate::limits;
use dashu_int::IBig;
use dashu_int::ops::{BitTest, Gcd, SquareRoot};
use grundy_message::{Arg, ToArg};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// An integer of any size.
///
/// Invariant: `Big` holds only what `Small` cannot, so that derived equality is equality of numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Int {
    /// A number that fits in a machine word.
    Small(i64),
    /// A number that does not.
    Big(Box<IBig>),
}

/// The number would have more than [`limits::MAX_BITS`] binary digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl Int {
    /// 0.
    pub const ZERO: Int = Int::Small(0);
    /// 1.
    pub const ONE: Int = Int::Small(1);

    fn from_big(big: IBig) -> Int {
        match i64::try_from(&big) {
            Ok(small) => Int::Small(small),
            Err(_) => Int::Big(Box::new(big)),
        }
    }

    fn bounded(big: IBig) -> Result<Int, TooLarge> {
        if big.bit_len() > limits::MAX_BITS { Err(TooLarge) } else { Ok(Int::from_big(big)) }
    }

    /// Returns the number as a big integer.
    pub fn to_big(&self) -> IBig {
        match self {
            Int::Small(small) => IBig::from(*small),
            Int::Big(big) => (**big).clone(),
        }
    }

    /// Returns the number as a machine word, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Int::Small(small) => Some(*small),
            Int::Big(_) => None,
        }
    }

    /// Returns the number as an index or a length, if it fits.
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|small| usize::try_from(small).ok())
    }

    /// Returns whether the number is below 0.
    pub fn is_negative(&self) -> bool {
        match self {
            Int::Small(small) => *small < 0,
            Int::Big(big) => **big < IBig::ZERO,
        }
    }

    /// Returns whether the number is 0.
    pub fn is_zero(&self) -> bool {
        *self == Int::ZERO
    }

    /// Returns the sum.
    pub fn add(&self, other: &Int) -> Result<Int, TooLarge> {
        if let (Int::Small(a), Int::Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Ok(Int::Small(sum));
        }
        Int::bounded(self.to_big() + other.to_big())
    }

    /// Returns the difference.
    pub fn subtract(&self, other: &Int) -> Result<Int, TooLarge> {
        if let (Int::Small(a), Int::Small(b)) = (self, other)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Ok(Int::Small(difference));
        }
        Int::bounded(self.to_big() - other.to_big())
    }

    /// Returns the product.
    pub fn multiply(&self, other: &Int) -> Result<Int, TooLarge> {
        if let (Int::Small(a), Int::Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Ok(Int::Small(product));
        }
        if self.bits() + other.bits() > limits::MAX_BITS + 1 {
            return Err(TooLarge);
        }
        Int::bounded(self.to_big() * other.to_big())
    }

    /// Returns the number with the opposite sign.
    pub fn negate(&self) -> Int {
        match self {
            Int::Small(small) => match small.checked_neg() {
                Some(negative) => Int::Small(negative),
                None => Int::from_big(-IBig::from(*small)),
            },
            Int::Big(big) => Int::from_big(-(**big).clone()),
        }
    }

    /// Returns the quotient rounded down; `None` unless the divisor is positive.
    pub fn divide(&self, divisor: &Int) -> Option<Int> {
        if *divisor <= Int::ZERO {
            return None;
        }
        if let (Int::Small(a), Int::Small(b)) = (self, divisor) {
            return Some(Int::Small(a.div_euclid(*b)));
        }
        use dashu_int::ops::DivEuclid;
        Some(Int::from_big(self.to_big().div_euclid(divisor.to_big())))
    }

    /// Returns the remainder of division, never negative; `None` unless the divisor is positive.
    pub fn remainder(&self, divisor: &Int) -> Option<Int> {
        if *divisor <= Int::ZERO {
            return None;
        }
        if let (Int::Small(a), Int::Small(b)) = (self, divisor) {
            return Some(Int::Small(a.rem_euclid(*b)));
        }
        use dashu_int::ops::RemEuclid;
        Some(Int::from_big(IBig::from(self.to_big().rem_euclid(divisor.to_big()))))
    }

    /// Returns the power. The exponent must not be negative.
    pub fn power(&self, exponent: &Int) -> Result<Int, TooLarge> {
        match self {
            Int::Small(0) => {
                return Ok(if exponent.is_zero() { Int::ONE } else { Int::ZERO });
            }
            Int::Small(1) => return Ok(Int::ONE),
            Int::Small(-1) => {
                let odd = exponent.remainder(&Int::Small(2)) == Some(Int::ONE);
                return Ok(Int::Small(if odd { -1 } else { 1 }));
            }
            _ => {}
        }
        let exponent = exponent.to_usize().ok_or(TooLarge)?;
        if exponent > limits::MAX_BITS || (self.bits() - 1) * exponent > limits::MAX_BITS {
            return Err(TooLarge);
        }
        Int::bounded(self.to_big().pow(exponent))
    }

    /// Returns the exclusive or of the binary digits. Neither number may be negative.
    pub fn xor(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => Int::Small(a ^ b),
            _ => Int::from_big(self.to_big() ^ other.to_big()),
        }
    }

    /// Returns the binary digits that both numbers have. Neither may be negative.
    pub fn bit_and(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => Int::Small(a & b),
            _ => Int::from_big(self.to_big() & other.to_big()),
        }
    }

    /// Returns the binary digits that either number has. Neither may be negative.
    pub fn bit_or(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => Int::Small(a | b),
            _ => Int::from_big(self.to_big() | other.to_big()),
        }
    }

    /// Returns the least common multiple; 0 if either number is 0.
    pub fn lcm(&self, other: &Int) -> Result<Int, TooLarge> {
        let common = self.gcd(other);
        match self.divide(&common) {
            Some(factor) => factor.multiply(other).map(|multiple| multiple.abs()),
            None => Ok(Int::ZERO),
        }
    }

    /// Returns the absolute value.
    pub fn abs(&self) -> Int {
        if self.is_negative() { self.negate() } else { self.clone() }
    }

    /// Returns the greatest common divisor; 0 if both numbers are 0.
    pub fn gcd(&self, other: &Int) -> Int {
        if self.is_zero() {
            return other.abs();
        }
        if other.is_zero() {
            return self.abs();
        }
        Int::from_big(IBig::from(self.to_big().gcd(other.to_big())))
    }

    /// Returns ⌊√n⌋ of a non-negative number.
    pub fn isqrt(&self) -> Int {
        let (_, magnitude) = self.to_big().into_parts();
        Int::from_big(IBig::from(magnitude.sqrt()))
    }

    /// Returns the number if it is below 2^64 and not negative.
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            Int::Small(small) => u64::try_from(*small).ok(),
            Int::Big(big) => u64::try_from(&**big).ok(),
        }
    }

    /// Returns binary digit `index` of a non-negative number.
    pub fn bit(&self, index: usize) -> bool {
        match self {
            Int::Small(small) => index < 63 && small >> index & 1 == 1,
            Int::Big(big) => big.bit(index),
        }
    }

    /// Returns the number of binary digits 1 in a non-negative number.
    pub fn popcount(&self) -> u64 {
        match self {
            Int::Small(small) => u64::from(small.count_ones()),
            Int::Big(big) => (0..big.bit_len()).filter(|&index| big.bit(index)).count() as u64,
        }
    }

    /// Returns the number of binary digits of the absolute value.
    pub fn bits(&self) -> usize {
        match self {
            Int::Small(small) => 64 - small.unsigned_abs().leading_zeros() as usize,
            Int::Big(big) => big.bit_len(),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => a.cmp(b),
            (Int::Big(a), Int::Big(b)) => a.cmp(b),
            (Int::Small(_), Int::Big(b)) => IBig::ZERO.cmp(b),
            (Int::Big(a), Int::Small(_)) => (**a).cmp(&IBig::ZERO),
        }
    }
}

impl From<i64> for Int {
    fn from(small: i64) -> Int {
        Int::Small(small)
    }
}

impl From<usize> for Int {
    fn from(size: usize) -> Int {
        i64::try_from(size).map_or_else(|_| Int::from_big(IBig::from(size)), Int::Small)
    }
}

impl From<u128> for Int {
    fn from(wide: u128) -> Int {
        Int::from_big(IBig::from(wide))
    }
}

impl ToArg for Int {
    fn to_arg(&self) -> Arg {
        Arg::Text(self.to_string())
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Int::Small(small) => write!(f, "{small}"),
            Int::Big(big) => write!(f, "{big}"),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAnInt {
    /// It is not digits with an optional minus sign.
    NotDigits,
    /// It has more than [`limits::MAX_BITS`] binary digits.
    TooLarge,
}

impl FromStr for Int {
    type Err = NotAnInt;

    fn from_str(text: &str) -> Result<Int, NotAnInt> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotAnInt::NotDigits);
        }
        if let Ok(small) = text.parse() {
            return Ok(Int::Small(small));
        }
        if digits.len() > limits::MAX_BITS / 3 {
            return Err(NotAnInt::TooLarge);
        }
        let big = IBig::from_str(text).map_err(|_| NotAnInt::NotDigits)?;
        Int::bounded(big).map_err(|TooLarge| NotAnInt::TooLarge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Int {
        text.parse().unwrap()
    }

    #[test]
    fn arithmetic_leaves_the_machine_word_and_comes_back() {
        let max = Int::Small(i64::MAX);
        let more = max.add(&Int::ONE).unwrap();
        assert_eq!(more.to_string(), "9223372036854775808");
        assert_eq!(more.subtract(&Int::ONE).unwrap(), max);
        assert_eq!(Int::Small(i64::MIN).negate(), more);
        assert_eq!(more.multiply(&more).unwrap(), Int::Small(2).power(&Int::Small(126)).unwrap());
        assert!(more > max && more.negate() < Int::Small(i64::MIN + 1));
    }

    #[test]
    fn division_rounds_down() {
        assert_eq!(Int::Small(-1).remainder(&Int::Small(3)), Some(Int::Small(2)));
        assert_eq!(Int::Small(-1).divide(&Int::Small(3)), Some(Int::Small(-1)));
        assert_eq!(Int::Small(1).divide(&Int::ZERO), None);
        let big = int("-100000000000000000000000000000000000001");
        assert_eq!(big.remainder(&Int::Small(10)), Some(Int::Small(9)));
        assert_eq!(big.divide(&Int::Small(10)), Some(int("-10000000000000000000000000000000000001")));
    }

    #[test]
    fn numbers_too_large_are_refused_and_not_computed() {
        let two = Int::Small(2);
        assert_eq!(two.power(&Int::Small(1 << 40)), Err(TooLarge));
        let large = two.power(&Int::Small(60_000)).unwrap();
        assert_eq!(large.multiply(&large), Err(TooLarge));
        assert_eq!(Int::Small(-1).power(&int("99999999999999999999")).unwrap(), Int::Small(-1));
    }

    #[test]
    fn roots_divisors_and_digits() {
        assert_eq!(int("99999999999999999999999999").isqrt(), int("9999999999999"));
        assert_eq!(Int::Small(12).gcd(&Int::Small(-18)), Int::Small(6));
        assert_eq!(Int::ZERO.gcd(&Int::ZERO), Int::ZERO);
        assert_eq!(int("18446744073709551616").popcount(), 1);
        assert!(int("18446744073709551616").bit(64));
    }
}
