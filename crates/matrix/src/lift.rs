//! Square systems of linear equations in integers, solved exactly by p-adic lifting.
//!
//! In: a matrix and a right side. Out: integers and the denominator that they share. Idea (Dixon 1982): one inverse modulo a prime gives
//! the solution digit by digit in base p, each for the cost of two products of a matrix with a vector; enough digits determine the
//! fractions. A system of 200 unknowns takes a fraction of a second where elimination with big numbers takes many.

use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest, Gcd, RemEuclid};
use grundy_rules::{Fault, Meter};

/// The prime 2^61 - 1, and another in case that the matrix is singular modulo the first.
const PRIMES: [u64; 2] = [(1 << 61) - 1, 2_305_843_009_213_693_921];

/// The solution of a system: numerators over one positive denominator.
pub(crate) struct Solved {
    pub numerators: Vec<IBig>,
    pub denominator: IBig,
}

/// Solves `matrix · x = side`; `None` if the matrix is singular (or seems so modulo both primes) or its entries are too large.
///
/// # Errors
/// The budget is used up.
pub(crate) fn solve(matrix: &[Vec<IBig>], side: &[IBig], meter: &Meter) -> Result<Option<Solved>, Fault> {
    let size = matrix.len();
    if size == 0 {
        return Ok(Some(Solved { numerators: Vec::new(), denominator: IBig::ONE }));
    }
    let small = |entry: &IBig| i64::try_from(entry).ok().filter(|entry| entry.unsigned_abs() < 1 << 40);
    let rows: Option<Vec<Vec<i64>>> = matrix.iter().map(|row| row.iter().map(small).collect()).collect();
    let sides: Option<Vec<i64>> = side.iter().map(small).collect();
    let (Some(rows), Some(sides)) = (rows, sides) else { return Ok(None) };
    for prime in PRIMES {
        if let Some(inverse) = inverse(&rows, prime, meter)? {
            return lift(&rows, &sides, &inverse, prime, meter).map(Some);
        }
    }
    Ok(None)
}

fn times(one: u64, other: u64, prime: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(prime)) as u64
}

fn residue(number: i128, prime: u64) -> u64 {
    number.rem_euclid(i128::from(prime)) as u64
}

/// Returns the inverse of a number that is not 0.
fn inverse_of(number: u64, prime: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1, number, prime - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base, prime);
        }
        base = times(base, base, prime);
        exponent >>= 1;
    }
    result
}

/// Returns the inverse of a matrix modulo a prime, or `None` if there is none.
fn inverse(rows: &[Vec<i64>], prime: u64, meter: &Meter) -> Result<Option<Vec<Vec<u64>>>, Fault> {
    let size = rows.len();
    let mut work: Vec<Vec<u64>> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let unit = (0..size).map(|column| u64::from(column == index));
            row.iter().map(|entry| residue(i128::from(*entry), prime)).chain(unit).collect()
        })
        .collect();
    for column in 0..size {
        meter.charge(size * size / 4)?;
        let Some(pivot) = (column..size).find(|row| work[*row][column] != 0) else { return Ok(None) };
        work.swap(pivot, column);
        let factor = inverse_of(work[column][column], prime);
        work[column].iter_mut().for_each(|entry| *entry = times(*entry, factor, prime));
        let pivot_row = work[column].clone();
        for (index, row) in work.iter_mut().enumerate() {
            let factor = row[column];
            if index != column && factor != 0 {
                for (entry, other) in row.iter_mut().zip(&pivot_row).skip(column) {
                    let product = times(factor, *other, prime);
                    *entry = if *entry >= product { *entry - product } else { *entry + prime - product };
                }
            }
        }
    }
    Ok(Some(work.into_iter().map(|row| row[size..].to_vec()).collect()))
}

fn lift(rows: &[Vec<i64>], side: &[i64], inverse: &[Vec<u64>], prime: u64, meter: &Meter) -> Result<Solved, Fault> {
    let size = rows.len();
    // Hadamard's inequality bounds the determinant, and with a column replaced by the side the numerators.
    let squares = |row: &[i64], side: i64| -> usize {
        (row.iter().chain([&side]).map(|entry| IBig::from(*entry) * IBig::from(*entry)).sum::<IBig>() + IBig::ONE)
            .bit_len()
    };
    let bits: usize = rows.iter().zip(side).map(|(row, side)| squares(row, *side)).sum::<usize>() / 2 + 1;
    let digits = (2 * bits + 2) / 60 + 1;
    let mut rest: Vec<i128> = side.iter().map(|entry| i128::from(*entry)).collect();
    let mut found: Vec<Vec<u64>> = Vec::with_capacity(digits);
    for _ in 0..digits {
        meter.charge(size * size / 2)?;
        let reduced: Vec<u64> = rest.iter().map(|entry| residue(*entry, prime)).collect();
        let digit: Vec<u64> = inverse
            .iter()
            .map(|row| {
                let sum: u128 = row
                    .iter()
                    .zip(&reduced)
                    .fold(0, |sum, (one, other)| (sum + u128::from(*one) * u128::from(*other)) % u128::from(prime));
                sum as u64
            })
            .collect();
        for (entry, row) in rest.iter_mut().zip(rows) {
            let product: i128 = row.iter().zip(&digit).map(|(one, other)| i128::from(*one) * i128::from(*other)).sum();
            *entry = (*entry - product) / i128::from(prime);
        }
        found.push(digit);
    }
    let base = IBig::from(prime);
    let modulus = base.pow(digits);
    let bound = IBig::ONE << bits;
    let mut denominator = IBig::ONE;
    let mut numerators: Vec<IBig> = Vec::with_capacity(size);
    for unknown in 0..size {
        meter.charge(digits * digits)?;
        let value = found.iter().rev().fold(IBig::ZERO, |value, digit| value * &base + IBig::from(digit[unknown]));
        let mut scaled = symmetric(&(value * &denominator), &modulus);
        if (&scaled).abs() > bound {
            let factor = denominator_of(&scaled, &modulus, &bound);
            numerators.iter_mut().for_each(|numerator| *numerator *= &factor);
            denominator *= &factor;
            scaled = symmetric(&(scaled * factor), &modulus);
        }
        numerators.push(scaled);
    }
    let common = numerators.iter().fold(denominator.clone(), |common, number| IBig::from(common.gcd(number)));
    if common != IBig::ONE {
        denominator /= &common;
        numerators.iter_mut().for_each(|numerator| *numerator /= &common);
    }
    Ok(Solved { numerators, denominator })
}

/// Returns the residue of least absolute value.
fn symmetric(number: &IBig, modulus: &IBig) -> IBig {
    let least = IBig::from(number.rem_euclid(modulus));
    if &least + &least > *modulus { least - modulus } else { least }
}

/// Returns the denominator of the fraction with this residue whose numerator is within the bound.
fn denominator_of(residue: &IBig, modulus: &IBig, bound: &IBig) -> IBig {
    let (mut before, mut now) = (modulus.clone(), IBig::from(residue.rem_euclid(modulus)));
    let (mut factor_before, mut factor) = (IBig::ZERO, IBig::ONE);
    while now > *bound {
        let quotient = &before / &now;
        (before, now) = (now.clone(), before - &quotient * &now);
        (factor_before, factor) = (factor.clone(), factor_before - quotient * &factor);
    }
    factor.abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;

    #[test]
    fn random_systems_are_solved_exactly() {
        let mut random = Random(5);
        for size in [1, 2, 3, 5, 8, 13, 30] {
            let matrix: Vec<Vec<IBig>> =
                (0..size).map(|_| (0..size).map(|_| IBig::from(random.within(-99, 99))).collect()).collect();
            let side: Vec<IBig> = (0..size).map(|_| IBig::from(random.within(-9, 9))).collect();
            let Some(solved) = solve(&matrix, &side, &Meter::steps(u64::MAX)).unwrap() else { continue };
            for (row, side) in matrix.iter().zip(&side) {
                let product: IBig = row.iter().zip(&solved.numerators).map(|(one, other)| one * other).sum();
                assert_eq!(product, side * &solved.denominator);
            }
        }
    }

    #[test]
    fn a_singular_system_has_no_solution() {
        let row = |a: i64, b: i64| vec![IBig::from(a), IBig::from(b)];
        let solved = solve(&[row(1, 2), row(2, 4)], &[IBig::ONE, IBig::ONE], &Meter::steps(1000)).unwrap();
        assert!(solved.is_none());
    }
}
