//! Polynomials with whole coefficients; every operation fails on overflow rather than wrap.

use std::collections::HashMap;

/// A product of variables: up to eight, a byte each, the greatest in the lowest byte. Variable v is written as v + 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Monomial(u64);

/// Format: the greatest number of variables, one byte of a monomial each, where 0 is no variable.
pub const MAX_VARIABLES: usize = 255;

impl Monomial {
    /// The empty product.
    pub const ONE: Monomial = Monomial(0);

    /// Returns a variable.
    pub fn variable(index: usize) -> Option<Monomial> {
        (index < MAX_VARIABLES).then_some(Monomial(index as u64 + 1))
    }

    /// Returns the number of factors.
    pub fn degree(self) -> usize {
        8 - self.0.leading_zeros() as usize / 8
    }

    /// Returns the factors, the greatest first.
    pub fn variables(self) -> impl Iterator<Item = usize> {
        self.0.to_le_bytes().into_iter().take(self.degree()).map(|byte| usize::from(byte) - 1)
    }

    /// Returns the product; `None` if it has more than eight factors.
    pub fn times(self, other: Monomial) -> Option<Monomial> {
        if self == Monomial::ONE {
            return Some(other);
        }
        if other == Monomial::ONE {
            return Some(self);
        }
        let (count, other_count) = (self.degree(), other.degree());
        if count + other_count > 8 {
            return None;
        }
        let mut bytes = self.0.to_le_bytes();
        bytes[count..count + other_count].copy_from_slice(&other.0.to_le_bytes()[..other_count]);
        bytes[..count + other_count].sort_unstable_by(|left, right| right.cmp(left));
        Some(Monomial(u64::from_le_bytes(bytes)))
    }

    /// Returns the other factors if this variable is one.
    pub fn without(self, variable: usize) -> Option<Monomial> {
        let count = self.degree();
        let mut bytes = self.0.to_le_bytes();
        let at = bytes[..count].iter().position(|byte| usize::from(*byte) == variable + 1)?;
        bytes.copy_within(at + 1.., at);
        bytes[7] = 0;
        Some(Monomial(u64::from_le_bytes(bytes)))
    }
}

/// A sum of monomials in ascending order, none with the coefficient 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Polynomial(Vec<(Monomial, i64)>);

impl Polynomial {
    /// Returns a constant.
    pub fn constant(number: i64) -> Polynomial {
        Polynomial(if number == 0 { vec![] } else { vec![(Monomial::ONE, number)] })
    }

    /// Returns a variable.
    pub fn variable(index: usize) -> Option<Polynomial> {
        Some(Polynomial(vec![(Monomial::variable(index)?, 1)]))
    }

    /// Returns the monomials with their coefficients.
    pub fn parts(&self) -> &[(Monomial, i64)] {
        &self.0
    }

    /// Returns the constant part.
    pub fn constant_part(&self) -> i64 {
        self.0.first().filter(|(monomial, _)| *monomial == Monomial::ONE).map_or(0, |(_, factor)| *factor)
    }

    /// Returns whether there is no variable.
    pub fn is_constant(&self) -> bool {
        self.0.last().is_none_or(|(monomial, _)| *monomial == Monomial::ONE)
    }

    /// Returns the greatest degree.
    pub fn degree(&self) -> usize {
        self.0.iter().map(|(monomial, _)| monomial.degree()).max().unwrap_or(0)
    }

    fn collect(mut parts: Vec<(Monomial, i64)>) -> Option<Polynomial> {
        parts.sort_unstable_by_key(|(monomial, _)| *monomial);
        let mut kept: Vec<(Monomial, i64)> = Vec::with_capacity(parts.len());
        for (monomial, factor) in parts {
            match kept.last_mut().filter(|last| last.0 == monomial) {
                Some(last) => last.1 = last.1.checked_add(factor)?,
                None => kept.push((monomial, factor)),
            }
        }
        kept.retain(|(_, factor)| *factor != 0);
        Some(Polynomial(kept))
    }

    /// Returns the sum of this and a multiple of another.
    pub fn plus(&self, factor: i64, other: &Polynomial) -> Option<Polynomial> {
        let mut parts = self.0.clone();
        for (monomial, coefficient) in &other.0 {
            parts.push((*monomial, coefficient.checked_mul(factor)?));
        }
        Polynomial::collect(parts)
    }

    /// Returns the product.
    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut parts = Vec::with_capacity(self.0.len() * other.0.len());
        for (monomial, factor) in &self.0 {
            for (other_monomial, other_factor) in &other.0 {
                parts.push((monomial.times(*other_monomial)?, factor.checked_mul(*other_factor)?));
            }
        }
        Polynomial::collect(parts)
    }

    /// Returns -p - 1, which is at least 0 exactly where p is not.
    pub fn opposite(&self) -> Option<Polynomial> {
        Polynomial::constant(-1).plus(-1, self)
    }

    /// Returns -p.
    pub fn negative(&self) -> Option<Polynomial> {
        Polynomial::default().plus(-1, self)
    }

    /// Returns the polynomial with a variable replaced.
    pub fn substitute(&self, variable: usize, by: &Polynomial) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        let mut is_changed = false;
        for (monomial, factor) in &self.0 {
            let (mut rest, mut part) = (*monomial, Polynomial::constant(*factor));
            while let Some(without) = rest.without(variable) {
                rest = without;
                part = part.times(by)?;
                is_changed = true;
            }
            sum = sum.plus(1, &part.times(&Polynomial(vec![(rest, 1)]))?)?;
        }
        Some(if is_changed { sum } else { self.clone() })
    }

    /// Returns the greatest common divisor of the coefficients of monomials with variables; 0 if there are none.
    pub fn content(&self) -> i64 {
        self.0
            .iter()
            .filter(|(monomial, _)| *monomial != Monomial::ONE)
            .fold(0, |so_far, (_, factor)| gcd(so_far, *factor))
    }

    /// Returns the greatest p with content·p at most this polynomial, for whole values of its monomials.
    pub fn rounded(&self, content: i64) -> Polynomial {
        let parts = self.0.iter().map(|(monomial, factor)| (*monomial, factor.div_euclid(content)));
        Polynomial(parts.filter(|(_, factor)| *factor != 0).collect())
    }

    /// Returns the quotient by a variable that all monomials share.
    pub fn without(&self, variable: usize) -> Option<Polynomial> {
        let parts: Option<Vec<_>> =
            self.0.iter().map(|(monomial, factor)| Some((monomial.without(variable)?, *factor))).collect();
        Polynomial::collect(parts.filter(|parts| !parts.is_empty())?)
    }

    /// Returns the part that a divisor divides, by its greatest monomial.
    pub fn quotient(&self, divisor: &Polynomial) -> Option<Polynomial> {
        let &(lead, factor) = divisor.0.last()?;
        let mut quotient = Polynomial::default();
        for (monomial, coefficient) in &self.0 {
            let rest = lead.variables().try_fold(*monomial, |rest, variable| rest.without(variable));
            if let (Some(rest), 0) = (rest, coefficient % factor) {
                quotient = quotient.plus(coefficient / factor, &Polynomial(vec![(rest, 1)]))?;
            }
        }
        Some(quotient)
    }
}

/// Returns the greatest common divisor.
pub fn gcd(left: i64, right: i64) -> i64 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left as i64
}

/// Polynomials and monomials by number, with products kept. Numbers are never given back.
#[derive(Default)]
pub struct Pool {
    polynomials: Vec<Row>,
    numbers: HashMap<Polynomial, u32>,
    products: HashMap<(u32, u32), Option<u32>>,
    monomials: HashMap<Monomial, u32>,
    degrees: Vec<u8>,
}

/// A polynomial as a row of a linear program over its monomials.
pub struct Row {
    /// The polynomial.
    pub polynomial: Polynomial,
    /// Its constant part.
    pub constant: f64,
    /// The other monomials by number, with coefficients.
    pub parts: Vec<(u32, f64)>,
    /// Those of degree 2 and more.
    pub high: Vec<u32>,
    /// Whether no monomial has degree 2 or more.
    pub is_linear: bool,
}

impl Pool {
    /// Returns the number of a polynomial.
    pub fn number(&mut self, polynomial: &Polynomial) -> u32 {
        if let Some(number) = self.numbers.get(polynomial) {
            return *number;
        }
        let mut row = Row {
            polynomial: polynomial.clone(),
            constant: polynomial.constant_part() as f64,
            parts: vec![],
            high: vec![],
            is_linear: polynomial.degree() <= 1,
        };
        for (monomial, factor) in &polynomial.0 {
            if *monomial == Monomial::ONE {
                continue;
            }
            let next = self.monomials.len() as u32;
            let index = *self.monomials.entry(*monomial).or_insert(next);
            if index == next {
                self.degrees.push(monomial.degree() as u8);
            }
            row.parts.push((index, *factor as f64));
            if monomial.degree() > 1 {
                row.high.push(index);
            }
        }
        let number = self.polynomials.len() as u32;
        self.polynomials.push(row);
        self.numbers.insert(polynomial.clone(), number);
        number
    }

    /// Returns the polynomial of a number.
    pub fn row(&self, number: u32) -> &Row {
        &self.polynomials[number as usize]
    }

    /// Returns the number of the product of two polynomials; `None` if neither is linear or it is too large.
    pub fn product(&mut self, left: u32, right: u32) -> Option<u32> {
        let key = (left.min(right), left.max(right));
        if let Some(number) = self.products.get(&key) {
            return *number;
        }
        let (first, second) = (self.row(left), self.row(right));
        let is_worth = (first.is_linear || second.is_linear) && !first.parts.is_empty() && !second.parts.is_empty();
        let product = if is_worth { first.polynomial.times(&second.polynomial) } else { None };
        let number = product.map(|product| self.number(&product));
        self.products.insert(key, number);
        number
    }

    /// Returns the number of monomials.
    pub fn monomials(&self) -> usize {
        self.degrees.len()
    }

    /// Returns the number of polynomials.
    pub fn len(&self) -> usize {
        self.polynomials.len()
    }
}

impl Row {
    /// Returns the value at a point; monomials beyond its end are 0.
    pub fn at(&self, point: &[f64]) -> f64 {
        self.parts.iter().fold(self.constant, |sum, (index, factor)| {
            sum + factor * point.get(*index as usize).copied().unwrap_or(0.0)
        })
    }
}
