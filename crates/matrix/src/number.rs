//! The numbers of an integer tableau: machine words where a bound proves that they suffice, else of any size.
//!
//! In a fraction-free tableau every entry is a minor of the first one (Edmonds; Bareiss 1968), so Hadamard's inequality bounds them all
//! before the work begins, and each division is exact. An exact quotient that is known to be small need not be divided for: it is the
//! product with the inverse of the divisor modulo 2^128 (Jebelean 1993), so the products before it may wrap.

use dashu_int::IBig;
use std::cmp::Ordering;

/// A number of an integer tableau.
pub(crate) trait Number: Clone + Ord {
    /// What is prepared once to divide many numbers by this one.
    type Divisor;
    /// Returns the number, which must fit.
    fn of(big: &IBig) -> Self;
    /// Returns it as a big integer.
    fn to_big(&self) -> IBig;
    /// Returns whether it is below, equal to or above 0.
    fn against_zero(&self) -> Ordering;
    /// Returns it with the opposite sign.
    fn negated(&self) -> Self;
    /// Prepares divisions by this number, which is positive, whose quotients have at most `bits` binary digits.
    fn divisor(&self, bits: u32) -> Self::Divisor;
    /// Returns (a·d − b·c) / divisor, which is exact.
    fn cross(a: &Self, d: &Self, b: &Self, c: &Self, divisor: &Self::Divisor) -> Self;
    /// Compares a·d with b·c.
    fn compare_products(a: &Self, d: &Self, b: &Self, c: &Self) -> Ordering;
}

/// A divisor 2^shift · odd.
pub(crate) struct NarrowDivisor {
    shift: u32,
    /// The inverse of the odd part modulo 2^128; `None` if the shift leaves too few digits for the quotient.
    inverse: Option<u128>,
    whole: i128,
}

impl Number for i128 {
    type Divisor = NarrowDivisor;

    fn of(big: &IBig) -> i128 {
        i128::try_from(big).expect("the bound on minors bounds the first entries")
    }

    fn to_big(&self) -> IBig {
        IBig::from(*self)
    }

    fn against_zero(&self) -> Ordering {
        self.cmp(&0)
    }

    fn negated(&self) -> i128 {
        -self
    }

    fn divisor(&self, bits: u32) -> NarrowDivisor {
        let shift = self.trailing_zeros();
        let odd = (*self >> shift) as u128;
        // Newton's iteration doubles the correct digits; x·x = 1 modulo 8 for odd x gives the first three.
        let mut inverse = odd;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        NarrowDivisor { shift, inverse: (bits + shift < 127).then_some(inverse), whole: *self }
    }

    fn cross(a: &i128, d: &i128, b: &i128, c: &i128, divisor: &NarrowDivisor) -> i128 {
        let Some(inverse) = divisor.inverse else {
            let exact = IBig::from(*a) * IBig::from(*d) - IBig::from(*b) * IBig::from(*c);
            return i128::of(&(exact / IBig::from(divisor.whole)));
        };
        let difference = (*a as u128).wrapping_mul(*d as u128).wrapping_sub((*b as u128).wrapping_mul(*c as u128));
        let quotient = (difference >> divisor.shift).wrapping_mul(inverse);
        // Only 128 - shift digits are known; they hold the quotient and its sign.
        ((quotient << divisor.shift) as i128) >> divisor.shift
    }

    fn compare_products(a: &i128, d: &i128, b: &i128, c: &i128) -> Ordering {
        match (a.checked_mul(*d), b.checked_mul(*c)) {
            (Some(one), Some(other)) => one.cmp(&other),
            _ => (IBig::from(*a) * IBig::from(*d)).cmp(&(IBig::from(*b) * IBig::from(*c))),
        }
    }
}

impl Number for IBig {
    type Divisor = IBig;

    fn of(big: &IBig) -> IBig {
        big.clone()
    }

    fn to_big(&self) -> IBig {
        self.clone()
    }

    fn against_zero(&self) -> Ordering {
        self.cmp(&IBig::ZERO)
    }

    fn negated(&self) -> IBig {
        -self
    }

    fn divisor(&self, _: u32) -> IBig {
        self.clone()
    }

    fn cross(a: &IBig, d: &IBig, b: &IBig, c: &IBig, divisor: &IBig) -> IBig {
        let product =
            if a.against_zero() == Ordering::Equal || d.against_zero() == Ordering::Equal { IBig::ZERO } else { a * d };
        let other =
            if b.against_zero() == Ordering::Equal || c.against_zero() == Ordering::Equal { IBig::ZERO } else { b * c };
        let difference = product - other;
        if *divisor == IBig::ONE { difference } else { difference / divisor }
    }

    fn compare_products(a: &IBig, d: &IBig, b: &IBig, c: &IBig) -> Ordering {
        (a * d).cmp(&(b * c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;

    #[test]
    fn wrapped_products_give_exact_quotients() {
        let mut random = Random(7);
        for _ in 0..2000 {
            let mut draw = |bits: u32| i128::from(random.below(1 << bits)) - (1 << (bits - 1));
            // a·d - b·c is made a multiple of the divisor by the choice of b and c.
            let (quotient, divisor, b, c) = (draw(60) * draw(40), draw(50) * draw(30), draw(62) * 3, draw(62) * 5);
            if divisor <= 0 {
                continue;
            }
            let (a, d) = (quotient, divisor);
            let (big_a, big_d) = (IBig::from(a), IBig::from(d));
            let prepared = divisor.divisor(100);
            assert_eq!(i128::cross(&a, &d, &0, &c, &prepared), quotient);
            assert_eq!(i128::cross(&0, &d, &a, &d, &prepared), -quotient);
            let order = (big_a * big_d).cmp(&(IBig::from(b) * IBig::from(c)));
            assert_eq!(i128::compare_products(&a, &d, &b, &c), order);
        }
        // A divisor with many factors 2 leaves too few digits.
        let power = 1i128 << 90;
        assert_eq!(i128::cross(&(1 << 80), &power, &0, &0, &power.divisor(90)), 1 << 80);
    }
}
