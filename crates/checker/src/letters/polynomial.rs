//! Polynomials with whole coefficients, in checked 128-bit arithmetic.

use super::{Checked, Lines, limited, limits};
use std::collections::BTreeMap;

/// For each monomial, which is its letters in ascending order, its coefficient, which is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial(BTreeMap<Vec<usize>, i128>);

impl Polynomial {
    pub fn constant(number: i128) -> Polynomial {
        Polynomial(Some((vec![], number)).into_iter().filter(|(_, number)| *number != 0).collect())
    }

    pub fn letter(letter: usize) -> Polynomial {
        Polynomial(BTreeMap::from([(vec![letter], 1)]))
    }

    /// Returns the number that this is, if it has no letter.
    pub fn as_constant(&self) -> Option<i128> {
        self.0.keys().all(Vec::is_empty).then(|| self.0.values().sum())
    }

    /// Returns the number of monomials.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the sum of this and a multiple of another.
    pub fn plus(&self, factor: i128, other: &Polynomial) -> Checked<Polynomial> {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.0 {
            sum.insert(monomial.clone(), coefficient.checked_mul(factor))?;
        }
        Ok(sum)
    }

    /// Returns the product.
    pub fn times(&self, other: &Polynomial, lines: &mut Lines) -> Checked<Polynomial> {
        lines.spend(self.len() * other.len())?;
        let mut product = Polynomial::default();
        for (left, one) in &self.0 {
            for (right, two) in &other.0 {
                let mut letters = [&left[..], right].concat();
                letters.sort_unstable();
                product.insert(letters, one.checked_mul(*two))?;
            }
        }
        Ok(product)
    }

    fn insert(&mut self, monomial: Vec<usize>, coefficient: Option<i128>) -> Checked<()> {
        let sum = coefficient.and_then(|more| self.0.get(&monomial).copied().unwrap_or(0).checked_add(more));
        limited(sum.is_some() && monomial.len() <= limits::MAX_DEGREE)?;
        match sum.filter(|sum| *sum != 0) {
            Some(sum) => self.0.insert(monomial, sum),
            None => self.0.remove(&monomial),
        };
        limited(self.0.len() <= limits::MAX_MONOMIALS)
    }
}
