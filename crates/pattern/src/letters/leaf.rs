//! Leaves: multiples of conditions, and of products of two of them, that add up to a negative number.

use super::polynomial::{Monomial, Pool};
use super::simplex::Conflict;
use std::collections::BTreeMap;

/// A second factor that is not there.
pub const NONE: u32 = u32::MAX;

/// One condition, or the product of two, with the polynomial that it is.
#[derive(Clone, Copy)]
pub struct Source {
    /// The number of the polynomial.
    pub polynomial: u32,
    /// The index of the condition.
    pub first: u32,
    /// The index of the other factor, or [`NONE`].
    pub second: u32,
}

/// Multiples of conditions that add up to a negative number.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// How many conditions there were before the last ones were added; see [`Leaf::moved`].
    pub base: u32,
    /// Multiples with the indices of the condition and of the other factor.
    pub parts: Vec<(i128, u32, u32)>,
}

impl Leaf {
    /// Returns the leaf for the same last conditions after a larger number of others.
    pub fn moved(&self, base: u32) -> Leaf {
        let shift = |index: u32| match index {
            NONE => NONE,
            _ if index >= self.base => index - self.base + base,
            _ => index,
        };
        let parts = self.parts.iter().map(|(factor, first, second)| (*factor, shift(*first), shift(*second)));
        Leaf { base, parts: parts.collect() }
    }

    /// Returns the exact leaf of a conflict; `None` if the nearly right multiples lead to none.
    pub fn exact(pool: &Pool, sources: &[Source], conflict: &Conflict, base: u32) -> Option<Leaf> {
        let support: Vec<Source> = conflict.iter().map(|(row, _)| sources[*row as usize]).collect();
        let weights: Vec<f64> = conflict.iter().map(|(_, weight)| *weight).collect();
        let factors = guess(&weights)
            .filter(|factors| is_contradiction(pool, &support, factors))
            .or_else(|| eliminate(pool, &support).filter(|factors| is_contradiction(pool, &support, factors)))?;
        let parts = support.iter().zip(factors).filter(|(_, factor)| *factor > 0);
        Some(Leaf { base, parts: parts.map(|(source, factor)| (factor, source.first, source.second)).collect() })
    }
}

/// Tuning: the greatest denominator that is recognised in a floating number.
const MAX_DENOMINATOR: i128 = 5000;

/// Returns whole numbers in the proportion of the given ones, if their denominators are small.
fn guess(weights: &[f64]) -> Option<Vec<i128>> {
    let mut common: i128 = 1;
    for weight in weights {
        // Continued fraction of weight·common.
        let value = weight * common as f64;
        let (mut rest, mut denominator, mut before) = (value, 1i128, 0i128);
        while (value * denominator as f64 - (value * denominator as f64).round()).abs() > 1e-6 * denominator as f64 {
            rest = 1.0 / (rest - rest.floor());
            (denominator, before) = (rest.floor() as i128 * denominator + before, denominator);
            if denominator > MAX_DENOMINATOR || denominator <= 0 {
                return None;
            }
        }
        common = common.checked_mul(denominator)?;
        if common > 1_000_000 {
            return None;
        }
    }
    let factors: Vec<i128> = weights.iter().map(|weight| (weight * common as f64).round() as i128).collect();
    let divisor = factors.iter().fold(0, |so_far, factor| greatest_divisor(so_far, *factor));
    (divisor > 0).then(|| factors.iter().map(|factor| factor / divisor).collect())
}

fn greatest_divisor(mut left: i128, mut right: i128) -> i128 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left.abs()
}

fn is_contradiction(pool: &Pool, support: &[Source], factors: &[i128]) -> bool {
    let mut sums: BTreeMap<Monomial, i128> = BTreeMap::new();
    for (source, factor) in support.iter().zip(factors) {
        if *factor < 0 {
            return false;
        }
        for (monomial, coefficient) in pool.row(source.polynomial).polynomial.parts() {
            let Some(part) = factor.checked_mul(i128::from(*coefficient)) else { return false };
            let sum = sums.entry(*monomial).or_default();
            let Some(total) = sum.checked_add(part) else { return false };
            *sum = total;
        }
    }
    sums.iter().all(|(monomial, sum)| if *monomial == Monomial::ONE { *sum < 0 } else { *sum == 0 })
        && sums.contains_key(&Monomial::ONE)
}

/// Returns whole multiples for which all monomials cancel, by elimination without fractions; `None` if there is not exactly
/// one solution up to a factor.
fn eliminate(pool: &Pool, support: &[Source]) -> Option<Vec<i128>> {
    let mut rows: BTreeMap<Monomial, Vec<i128>> = BTreeMap::new();
    for (index, source) in support.iter().enumerate() {
        for (monomial, coefficient) in pool.row(source.polynomial).polynomial.parts() {
            if *monomial != Monomial::ONE {
                rows.entry(*monomial).or_insert_with(|| vec![0; support.len()])[index] = i128::from(*coefficient);
            }
        }
    }
    let mut rows: Vec<Vec<i128>> = rows.into_values().collect();
    let mut leads = Vec::new();
    for column in 0..support.len() {
        let Some(found) = (leads.len()..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        let rank = leads.len();
        rows.swap(rank, found);
        let lead = rows[rank].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index == rank || row[column] == 0 {
                continue;
            }
            let (by, less) = (lead[column], row[column]);
            for (cell, part) in row.iter_mut().zip(&lead) {
                *cell = cell.checked_mul(by)?.checked_sub(part.checked_mul(less)?)?;
            }
            let divisor = row.iter().fold(0, |so_far, cell| greatest_divisor(so_far, *cell)).max(1);
            row.iter_mut().for_each(|cell| *cell /= divisor);
        }
        leads.push(column);
    }
    let free = (0..support.len()).find(|column| !leads.contains(column))?;
    if leads.len() + 1 != support.len() {
        return None;
    }
    let mut scale: i128 = 1;
    for (row, lead) in leads.iter().enumerate() {
        let step = rows[row][*lead].abs() / greatest_divisor(rows[row][*lead], rows[row][free]).max(1);
        scale = scale.checked_mul(step / greatest_divisor(scale, step).max(1))?;
    }
    let mut factors = vec![0; support.len()];
    factors[free] = scale;
    for (row, lead) in leads.iter().enumerate() {
        factors[*lead] = rows[row][free].checked_mul(scale)?.checked_neg()? / rows[row][*lead];
    }
    Some(factors)
}
