//! Primes and factors of machine words.
//!
//! In: a number below 2^64. Out: whether it is prime, its prime factors, its divisors. Exact for every such number: the bases
//! of the test are proved to suffice, and a factor is found by trial up to 256, then by Pollard's rho.

/// Maximum number of prime factors of a 64-bit number, with repetition.
pub const PRIME_FACTORS_OF_WORD: usize = 63;

/// Bases for which no composite number below 2^64 passes the strong test (Sorenson and Webster 2015: the first twelve primes).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Divisors up to this bound are tried one after the other: below its square no other method is needed.
const TRIAL_BOUND: u64 = 256;

/// Returns whether n is prime, by the strong test of Miller and Rabin.
///
/// ```
/// use grundy_value::factors::is_prime;
/// assert!(is_prime(2) && is_prime(1_000_000_000_000_000_003) && !is_prime(1) && !is_prime(561));
/// ```
pub fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    if let Some(base) = BASES.iter().find(|base| n.is_multiple_of(**base)) {
        return n == *base;
    }
    if n < 41 * 41 {
        return true;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|base| {
        let mut power = power(*base, odd, n);
        if power == 1 {
            return true;
        }
        for _ in 0..twos {
            if power == n - 1 {
                return true;
            }
            power = multiply(power, power, n);
        }
        false
    })
}

/// Returns the prime factors in ascending order, with repetition; of 0 and 1 none.
///
/// ```
/// assert_eq!(grundy_value::factors::prime_factors(360), [2, 2, 2, 3, 3, 5]);
/// ```
pub fn prime_factors(n: u64) -> Vec<u64> {
    let mut found = [0; PRIME_FACTORS_OF_WORD];
    let count = write_prime_factors(n, &mut found);
    found[..count].to_vec()
}

/// Writes the prime factors in ascending order and returns how many there are; of 0 and 1 none.
pub fn write_prime_factors(n: u64, found: &mut [u64; PRIME_FACTORS_OF_WORD]) -> usize {
    if n < 2 {
        return 0;
    }
    let mut count = 0;
    let mut push = |prime: u64| {
        found[count] = prime;
        count += 1;
    };
    let mut rest = n;
    let mut divisor = 2;
    while divisor < TRIAL_BOUND && divisor * divisor <= rest {
        while rest.is_multiple_of(divisor) {
            rest /= divisor;
            push(divisor);
        }
        divisor += 1 + divisor % 2;
    }
    // What is left has at most seven prime factors, each of more than eight binary digits.
    let mut open = [0; 8];
    let mut top = 0;
    if rest > 1 {
        open[0] = rest;
        top = 1;
    }
    while top > 0 {
        top -= 1;
        let number = open[top];
        if number < TRIAL_BOUND * TRIAL_BOUND || is_prime(number) {
            push(number);
        } else {
            let factor = factor_of(number);
            open[top] = factor;
            open[top + 1] = number / factor;
            top += 2;
        }
    }
    found[..count].sort_unstable();
    count
}

/// Returns the divisors in ascending order; of 0 none.
///
/// ```
/// assert_eq!(grundy_value::factors::divisors(12), [1, 2, 3, 4, 6, 12]);
/// ```
pub fn divisors(n: u64) -> Vec<u64> {
    if n == 0 {
        return Vec::new();
    }
    let mut all = vec![1];
    let mut last = 0;
    let mut before = 0;
    for prime in prime_factors(n) {
        // A prime that comes again multiplies only what it was multiplied into last.
        let from = if prime == last { before } else { 0 };
        before = all.len();
        all.extend_from_within(from..);
        all[before..].iter_mut().for_each(|divisor| *divisor *= prime);
        last = prime;
    }
    all.sort_unstable();
    all
}

/// Returns the number of divisors; of 0 none.
pub fn divisor_count(n: u64) -> usize {
    if n == 0 {
        return 0;
    }
    let primes = prime_factors(n);
    primes.chunk_by(|one, next| one == next).map(|same| same.len() + 1).product()
}

fn multiply(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(base: u64, exponent: u64, modulus: u64) -> u64 {
    let (mut result, mut square, mut rest) = (1, base % modulus, exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            result = multiply(result, square, modulus);
        }
        square = multiply(square, square, modulus);
        rest /= 2;
    }
    result
}

/// Returns a proper factor of a composite number (Pollard 1975, with Brent's cycles): one that is found after about the root
/// of the least prime factor many steps.
fn factor_of(n: u64) -> u64 {
    (1..).find_map(|add| rho(n, add)).unwrap_or(n)
}

fn rho(n: u64, add: u64) -> Option<u64> {
    const BATCH: u64 = 64;
    let next = |x: u64| ((u128::from(x) * u128::from(x) + u128::from(add)) % u128::from(n)) as u64;
    let common = |x: u64| greatest_common(x, n);
    let mut fast = 2;
    let mut length = 1u64;
    loop {
        let slow = fast;
        let mut walked = 0;
        while walked < length {
            let checkpoint = fast;
            let steps = BATCH.min(length - walked);
            let mut product = 1;
            for _ in 0..steps {
                fast = next(fast);
                product = multiply(product, slow.abs_diff(fast), n);
            }
            if common(product) != 1 {
                // Some difference of this batch shares a factor: its steps are made again, one by one.
                fast = checkpoint;
                for _ in 0..steps {
                    fast = next(fast);
                    let factor = common(slow.abs_diff(fast));
                    if factor != 1 {
                        return (factor != n).then_some(factor);
                    }
                }
            }
            walked += steps;
        }
        length *= 2;
    }
}

fn greatest_common(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_factored_as_by_trial() {
        for n in 0..5000u64 {
            let by_trial: Vec<u64> = (1..=n).filter(|divisor| n.is_multiple_of(*divisor)).collect();
            assert_eq!(divisors(n), by_trial, "{n}");
            assert_eq!(is_prime(n), by_trial.len() == 2, "{n}");
            assert_eq!(divisor_count(n), by_trial.len(), "{n}");
            let primes = prime_factors(n);
            assert!(primes.iter().all(|prime| is_prime(*prime)) && primes.is_sorted(), "{n}");
            assert_eq!(primes.iter().product::<u64>(), n.max(1), "{n}");
        }
    }

    #[test]
    fn large_numbers_are_factored() {
        // Strong pseudoprimes to many bases, squares of primes, products of two nine-digit primes, and the largest words.
        let cases: [(u64, &[u64]); 12] = [
            (3_215_031_751, &[151, 751, 28351]),
            (3_825_123_056_546_413_051, &[149_491, 747_451, 34_233_211]),
            (318_665_857_834_031_151, &[]),
            (4_294_967_291 * 4_294_967_291, &[4_294_967_291, 4_294_967_291]),
            (4_294_967_291 * 4_294_967_279, &[4_294_967_279, 4_294_967_291]),
            (999_999_937 * 999_999_929, &[999_999_929, 999_999_937]),
            (1_000_000_007 * 1_000_000_009, &[1_000_000_007, 1_000_000_009]),
            (1_000_000_000_000_000_003, &[1_000_000_000_000_000_003]),
            (u64::MAX, &[3, 5, 17, 257, 641, 65537, 6_700_417]),
            (18_446_744_073_709_551_557, &[18_446_744_073_709_551_557]),
            (1 << 63, &[2; 63]),
            (257 * 257 * 257 * 257 * 257 * 257 * 257, &[257; 7]),
        ];
        for (n, expected) in cases {
            let primes = prime_factors(n);
            assert_eq!(primes.iter().product::<u64>(), n);
            assert!(primes.iter().all(|prime| is_prime(*prime)));
            if !expected.is_empty() {
                assert_eq!(primes, expected, "{n}");
            }
        }
        assert_eq!(divisors(897_612_484_786_617_600).len(), 103_680);
        assert_eq!(divisor_count(897_612_484_786_617_600), 103_680);
    }
}
