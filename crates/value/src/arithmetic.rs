//! The number functions of the language, exact for numbers of any size.
//!
//! In: non-negative numbers. Out: the value, or [`TooLarge`].

use crate::int::{Int, TooLarge};
use std::sync::OnceLock;

/// Returns the greatest common divisor of the absolute values, by halving (Stein 1967); 0 if both are 0.
///
/// ```
/// assert_eq!(grundy_value::arithmetic::gcd(12, -18), 6);
/// ```
pub fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    if a == 0 || b == 0 {
        return (a | b) as i64;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    (a << twos) as i64
}

/// Returns ⌊n·(1+√5)/2⌋, exactly: (n + ⌊√(5n²)⌋) / 2, as n·√5 is never whole for n > 0.
pub fn floor_phi(n: &Int) -> Result<Int, TooLarge> {
    let root = n.multiply(n)?.multiply(&Int::Small(5))?.isqrt();
    let doubled = n.add(&root)?;
    Ok(doubled.divide(&Int::Small(2)).expect("two is positive"))
}

/// Returns whether n is 0, 1, 2, 3, 5, 8, …: exactly when 5n² + 4 or 5n² − 4 is a square (Gessel 1972).
pub fn is_fibonacci(n: &Int) -> Result<bool, TooLarge> {
    let middle = n.multiply(n)?.multiply(&Int::Small(5))?;
    for shift in [4, -4] {
        let candidate = middle.add(&Int::Small(shift))?;
        if !candidate.is_negative() {
            let root = candidate.isqrt();
            if root.multiply(&root)? == candidate {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Returns the nim product (Conway 1976). Both numbers must be below 2^128, which is a field of nimbers.
pub fn nim_product(a: &Int, b: &Int) -> Result<Int, TooLarge> {
    let narrow = |n: &Int| u128::try_from(n.to_big()).map_err(|_| TooLarge);
    Ok(Int::from(nim_multiply(narrow(a)?, narrow(b)?, 64)))
}

/// Returns the nim product of two words, `half` being half their bits: a Fermat 2-power is 2^half, and its nim square is 3/2 of it.
fn nim_multiply(a: u128, b: u128, half: u32) -> u128 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    if (a | b) >> 8 == 0 {
        return u128::from(small_products()[(a << 8 | b) as usize]);
    }
    if (a | b) >> half == 0 {
        return nim_multiply(a, b, half / 2);
    }
    nim_step(a, b, half, nim_multiply)
}

/// Karatsuba's step from products of half words to a product of words.
fn nim_step(a: u128, b: u128, half: u32, multiply: fn(u128, u128, u32) -> u128) -> u128 {
    let mask = (1u128 << half) - 1;
    let (a_high, a_low) = (a >> half, a & mask);
    let (b_high, b_low) = (b >> half, b & mask);
    let next = (half / 2).max(1);
    let low = multiply(a_low, b_low, next);
    let high = multiply(a_high, b_high, next);
    let both = multiply(a_high ^ a_low, b_high ^ b_low, next);
    // F ⊗ F = F ⊕ F/2, so the high product counts in both halves.
    let upper = both ^ low;
    let lower = low ^ multiply(high, 1u128 << (half - 1), next);
    upper << half | lower
}

/// Returns the products of all numbers below 256: one lookup instead of a hundred steps, so that a product of 64 digits takes
/// 64 lookups.
fn small_products() -> &'static [u8] {
    fn plain(a: u128, b: u128, half: u32) -> u128 {
        if a <= 1 || b <= 1 { a * b } else { nim_step(a, b, half, plain) }
    }
    static PRODUCTS: OnceLock<Vec<u8>> = OnceLock::new();
    PRODUCTS.get_or_init(|| (0..1u128 << 16).map(|both| plain(both >> 8, both & 255, 4) as u8).collect())
}

/// Returns `x` such that the nim product of `b` and `x` is `a`; `None` if `b` is 0. Both numbers must be below 2^128.
pub fn nim_quotient(a: &Int, b: &Int) -> Result<Option<Int>, TooLarge> {
    let narrow = |n: &Int| u128::try_from(n.to_big()).map_err(|_| TooLarge);
    let (a, b) = (narrow(a)?, narrow(b)?);
    if b == 0 {
        return Ok(None);
    }
    // In the field of 2^128 nimbers the inverse of b is b to the power 2^128 − 2: the product of b^2, b^4, …, b^(2^127).
    let (mut inverse, mut power) = (1, b);
    for _ in 1..128 {
        power = nim_multiply(power, power, 64);
        inverse = nim_multiply(inverse, power, 64);
    }
    Ok(Some(Int::from(nim_multiply(a, inverse, 64))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_phi_is_exact_where_floating_point_is_not() {
        let lower: Vec<i64> = (0..8).map(|n| floor_phi(&Int::Small(n)).unwrap().to_i64().unwrap()).collect();
        assert_eq!(lower, [0, 1, 3, 4, 6, 8, 9, 11]);
        // A Fibonacci number times φ is just below the next one; in floating point it is the next one.
        assert_eq!(floor_phi(&Int::Small(102_334_155)).unwrap(), Int::Small(165_580_140));
        assert_eq!(floor_phi(&Int::Small(102_334_155 - 1)).unwrap(), Int::Small(165_580_139));
    }

    #[test]
    fn fibonacci_numbers_are_recognised() {
        let found: Vec<i64> = (0..100).filter(|n| is_fibonacci(&Int::Small(*n)).unwrap()).collect();
        assert_eq!(found, [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
        assert!(is_fibonacci(&"218922995834555169026".parse().unwrap()).unwrap());
    }

    #[test]
    fn nim_products_follow_their_definition() {
        // a⊗b = mex { a'⊗b ⊕ a⊗b' ⊕ a'⊗b' : a' < a, b' < b }
        let size = 20usize;
        let mut table = vec![vec![0u128; size]; size];
        for a in 0..size {
            for b in 0..size {
                let mut seen = std::collections::HashSet::new();
                for x in 0..a {
                    for y in 0..b {
                        seen.insert(table[x][b] ^ table[a][y] ^ table[x][y]);
                    }
                }
                table[a][b] = (0..).find(|value| !seen.contains(value)).unwrap();
                assert_eq!(nim_multiply(a as u128, b as u128, 64), table[a][b], "{a} by {b}");
            }
        }
    }

    #[test]
    fn nim_quotients_undo_products() {
        for (a, b) in [(1u128, 2u128), (77, 300), (1 << 40, 12345), (u128::MAX - 5, 1 << 100 | 9)] {
            let product = nim_product(&Int::from(a), &Int::from(b)).unwrap();
            assert_eq!(nim_quotient(&product, &Int::from(b)).unwrap(), Some(Int::from(a)));
        }
        assert_eq!(nim_quotient(&Int::ONE, &Int::ZERO).unwrap(), None);
    }

    #[test]
    fn nim_products_distribute_over_xor() {
        let mut seed = 1u128;
        let mut next = || {
            seed = seed.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(97);
            seed
        };
        for _ in 0..50 {
            let (a, b, c) = (next(), next(), next());
            assert_eq!(nim_multiply(a, b ^ c, 64), nim_multiply(a, b, 64) ^ nim_multiply(a, c, 64));
            assert_eq!(nim_multiply(a, nim_multiply(b, c, 64), 64), nim_multiply(nim_multiply(a, b, 64), c, 64));
        }
    }
}
