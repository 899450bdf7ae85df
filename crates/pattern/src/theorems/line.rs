//! Numbers that depend on one choice: a choice that runs over an arithmetic progression, and values that are linear in
//! it.
//!
//! In: a progression `first + step·j`, 0 ≤ j < count. Out: exact comparisons, quotients and remainders of linear values
//! on it, or where the progression must be cut so that there is one answer on each piece. A piece is cut at an index or
//! into residue classes; the pieces are few, however long the progression.

use grundy_message::template;
use grundy_rules::int::TooLarge;
use grundy_rules::{Int, Limit, Meter};
use std::cmp::Ordering;

/// Why a value on a progression is not known as one formula.
#[derive(Clone, Debug)]
pub enum Unsupported {
    /// It is one formula before this index and may be another from it on.
    Cut(Int),
    /// It is one formula on each residue class of the indices modulo this number.
    Residues(Int),
    /// No method for it is known here.
    Hard,
}

impl From<TooLarge> for Unsupported {
    fn from(_: TooLarge) -> Unsupported {
        Unsupported::Hard
    }
}

/// Maximum number of residue classes or changes of a quotient.
const CLASSES: Limit = Limit { name: template!("residue classes of a range"), usual: 1 << 12 };

/// The values that a choice runs over: `first + step·j` for 0 ≤ j < count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progression {
    /// The first value.
    pub first: Int,
    /// The difference of neighbours, above 0.
    pub step: Int,
    /// Number of values, above 0.
    pub count: Int,
}

impl Progression {
    /// Returns all numbers from one to another; `None` if there are none.
    pub fn range(low: &Int, high: &Int) -> Result<Option<Progression>, TooLarge> {
        if low > high {
            return Ok(None);
        }
        let count = high.subtract(low)?.add(&Int::ONE)?;
        Ok(Some(Progression { first: low.clone(), step: Int::ONE, count }))
    }

    /// Returns the value at an index.
    pub fn at(&self, index: &Int) -> Result<Int, TooLarge> {
        self.first.add(&self.step.multiply(index)?)
    }

    /// Returns the pieces before an index and from it on.
    pub fn cut(&self, index: &Int) -> Result<[Progression; 2], TooLarge> {
        let before = Progression { count: index.clone(), ..self.clone() };
        let after = Progression { first: self.at(index)?, step: self.step.clone(), count: self.count.subtract(index)? };
        Ok([before, after])
    }

    /// Returns the residue classes of the indices, which [`Line::divide`] found to be few enough.
    pub fn residues(&self, modulus: &Int) -> Result<Vec<Progression>, Unsupported> {
        let classes = modulus.to_i64().filter(|classes| *classes >= 2).ok_or(Unsupported::Hard)?;
        let mut pieces = Vec::new();
        for class in 0..classes {
            let class = Int::Small(class);
            if class >= self.count {
                break;
            }
            // Indices class, class + modulus, …, below count.
            let last = self.count.subtract(&Int::ONE)?.subtract(&class)?;
            let count = last.divide(modulus).ok_or(Unsupported::Hard)?.add(&Int::ONE)?;
            pieces.push(Progression { first: self.at(&class)?, step: self.step.multiply(modulus)?, count });
        }
        Ok(pieces)
    }

    /// Returns the choice itself as a value that is linear in the index.
    pub fn line(&self) -> Line {
        Line { base: self.first.clone(), slope: self.step.clone() }
    }

    fn last(&self) -> Result<Int, TooLarge> {
        self.count.subtract(&Int::ONE)
    }
}

/// A number that is linear in the index: `base + slope·j`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Value at index 0.
    pub base: Int,
    /// Increment per index.
    pub slope: Int,
}

/// Returns ⌈a / b⌉ for b above 0.
fn divide_up(a: &Int, b: &Int) -> Result<Int, Unsupported> {
    Ok(a.negate().divide(b).ok_or(Unsupported::Hard)?.negate())
}

impl Line {
    /// Creates a number that does not depend on the index.
    pub fn constant(base: Int) -> Line {
        Line { base, slope: Int::ZERO }
    }

    /// Returns its value at an index.
    pub fn at(&self, index: &Int) -> Result<Int, TooLarge> {
        self.base.add(&self.slope.multiply(index)?)
    }

    /// Returns the sum.
    pub fn add(&self, other: &Line) -> Result<Line, TooLarge> {
        Ok(Line { base: self.base.add(&other.base)?, slope: self.slope.add(&other.slope)? })
    }

    /// Returns the product with `factor`.
    pub fn times(&self, factor: &Int) -> Result<Line, TooLarge> {
        Ok(Line { base: self.base.multiply(factor)?, slope: self.slope.multiply(factor)? })
    }

    /// Returns the difference.
    pub fn subtract(&self, other: &Line) -> Result<Line, TooLarge> {
        self.add(&other.times(&Int::Small(-1))?)
    }

    /// Compares it with 0; the result holds everywhere on a progression.
    pub fn sign(&self, on: &Progression) -> Result<Ordering, Unsupported> {
        let sign = self.base.cmp(&Int::ZERO);
        let last = self.at(&on.last()?)?.cmp(&Int::ZERO);
        if sign == last && (sign != Ordering::Equal || self.slope.is_zero()) {
            return Ok(sign);
        }
        // It leaves its first sign once: at the first index where it is 0 or past it, or at once if it begins at 0.
        let index = match sign {
            Ordering::Equal => Int::ONE,
            Ordering::Less => divide_up(&self.base.negate(), &self.slope)?,
            Ordering::Greater => divide_up(&self.base, &self.slope.negate())?,
        };
        if index >= on.count { Ok(sign) } else { Err(Unsupported::Cut(index)) }
    }

    /// Returns the quotient by a number above 0, rounded down, and the remainder.
    pub fn divide(&self, divisor: &Int, on: &Progression, meter: &Meter) -> Result<(Line, Line), Unsupported> {
        let quotient = |number: &Int| number.divide(divisor).ok_or(Unsupported::Hard);
        let rest = self.slope.remainder(divisor).ok_or(Unsupported::Hard)?;
        let (first, last) = (quotient(&self.base)?, quotient(&self.at(&on.last()?)?)?);
        if rest.is_zero() {
            let whole = Line { base: first, slope: quotient(&self.slope)? };
            let left = self.subtract(&whole.times(divisor)?)?;
            return Ok((whole, left));
        }
        if first == last {
            let whole = Line::constant(first);
            let left = self.subtract(&whole.times(divisor)?)?;
            return Ok((whole, left));
        }
        let turns = last.subtract(&first)?.abs();
        let classes = divisor.divide(&self.slope.abs().gcd(divisor)).ok_or(Unsupported::Hard)?;
        if !meter.allows_int(CLASSES, (&turns).min(&classes)) {
            return Err(Unsupported::Hard);
        }
        if classes <= turns {
            return Err(Unsupported::Residues(classes));
        }
        // The first index where the quotient changes.
        let index = if self.slope.is_negative() {
            let over = self.base.subtract(&first.multiply(divisor)?)?.add(&Int::ONE)?;
            divide_up(&over, &self.slope.negate())?
        } else {
            let under = first.add(&Int::ONE)?.multiply(divisor)?.subtract(&self.base)?;
            divide_up(&under, &self.slope)?
        };
        Err(Unsupported::Cut(index))
    }

    /// Returns the first index at which it has reached or passed a number, seen from index 0; `None` if that is never,
    /// or if it moves away from it.
    pub fn first_place_at(&self, number: &Int, on: &Progression) -> Result<Option<Int>, Unsupported> {
        let distance = number.subtract(&self.base)?;
        let index = match (distance.cmp(&Int::ZERO), self.slope.cmp(&Int::ZERO)) {
            (Ordering::Equal, _) => Int::ZERO,
            (Ordering::Greater, Ordering::Greater) => divide_up(&distance, &self.slope)?,
            (Ordering::Less, Ordering::Less) => divide_up(&distance.negate(), &self.slope.negate())?,
            _ => return Ok(None),
        };
        Ok((index < on.count).then_some(index))
    }
}

/// Compares a monotone function of the index with 0 everywhere on a progression; the cut is found by bisection.
pub fn monotone_sign(
    function: impl Fn(&Int) -> Result<Int, Unsupported>,
    on: &Progression,
) -> Result<Ordering, Unsupported> {
    let sign = |index: &Int| Ok::<_, Unsupported>(function(index)?.cmp(&Int::ZERO));
    let first = sign(&Int::ZERO)?;
    let (mut low, mut high) = (Int::ZERO, on.last()?);
    if sign(&high)? == first {
        return Ok(first);
    }
    // The sign is the first one at `low` and another at `high`.
    loop {
        let middle = low.add(&high)?.divide(&Int::Small(2)).ok_or(Unsupported::Hard)?;
        if middle == low {
            return Err(Unsupported::Cut(high));
        }
        if sign(&middle)? == first { low = middle } else { high = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(number: i64) -> Int {
        Int::Small(number)
    }

    /// Resolves every cut: the values at all indices, found piece by piece.
    fn all(
        on: &Progression,
        ask: &dyn Fn(&Line, &Progression) -> Result<Line, Unsupported>,
        line: &dyn Fn(&Int) -> i64,
    ) -> Vec<(i64, i64)> {
        let mut open = vec![on.clone()];
        let mut found = Vec::new();
        while let Some(piece) = open.pop() {
            let (base, next) = (line(&piece.first), line(&piece.first.add(&piece.step).unwrap()));
            let here = Line { base: int(base), slope: int(next - base) };
            match ask(&here, &piece) {
                Ok(value) => {
                    for index in 0..piece.count.to_i64().unwrap() {
                        let index = int(index);
                        found.push((
                            piece.at(&index).unwrap().to_i64().unwrap(),
                            value.at(&index).unwrap().to_i64().unwrap(),
                        ));
                    }
                }
                Err(Unsupported::Cut(index)) => {
                    assert!(index > Int::ZERO && index < piece.count);
                    open.extend(piece.cut(&index).unwrap());
                }
                Err(Unsupported::Residues(modulus)) => open.extend(piece.residues(&modulus).unwrap()),
                Err(Unsupported::Hard) => panic!("hard"),
            }
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn pieces_agree_with_all_indices() {
        let meter = Meter::steps(1);
        for (slope, base) in [(1, 0), (1, -7), (-1, 30), (3, -20), (-5, 44), (2, 1)] {
            let on = Progression::range(&int(0), &int(40)).unwrap().unwrap();
            let line = |k: &Int| base + slope * k.to_i64().unwrap();
            for divisor in [1, 2, 3, 7, 50] {
                let rest = all(&on, &|line, on| Ok(line.divide(&int(divisor), on, &meter)?.1), &line);
                let whole = all(&on, &|line, on| Ok(line.divide(&int(divisor), on, &meter)?.0), &line);
                for k in 0..=40i64 {
                    let value = base + slope * k;
                    assert_eq!(rest[k as usize], (k, value.rem_euclid(divisor)));
                    assert_eq!(whole[k as usize], (k, value.div_euclid(divisor)));
                }
            }
            let sign = |line: &Line, on: &Progression| Ok(Line::constant(int(line.sign(on)? as i64)));
            let cube = |line: &Line, on: &Progression| {
                let value = |index: &Int| Ok(line.at(index)?.power(&int(3))?);
                Ok(Line::constant(int(monotone_sign(value, on)? as i64)))
            };
            for signs in [all(&on, &sign, &line), all(&on, &cube, &line)] {
                assert!(signs.iter().all(|(k, sign)| *sign == (base + slope * k).signum()));
            }
        }
    }
}
