//! Numbers that depend on one choice: a choice that runs over an arithmetic progression, and values that are linear in it.
//!
//! In: a progression `first + step·j`, 0 ≤ j < count. Out: exact comparisons, quotients and remainders of linear values on it, or where
//! the progression must be cut so that there is one answer on each piece. A piece is cut at a place or into residue classes; the
//! pieces are few, however long the progression.

use grundy_rules::int::TooLarge;
use grundy_rules::{Int, Limit, Meter};
use std::cmp::Ordering;

/// Why a value on a progression is not known as one formula.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// It is one before this place and may be another from it on.
    Cut(Int),
    /// It is one on each residue class of the places modulo this number.
    Residues(Int),
    /// No method for it is known here.
    Hard,
}

impl From<TooLarge> for Trouble {
    fn from(_: TooLarge) -> Trouble {
        Trouble::Hard
    }
}

/// How many residue classes or turns of a quotient are gone through.
const CLASSES: Limit = Limit { name: "residue classes of a range", usual: 1 << 12 };

/// The values that a choice runs over: `first + step·j` for 0 ≤ j < count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progression {
    /// The first value.
    pub first: Int,
    /// The difference of neighbours, above 0.
    pub step: Int,
    /// How many there are, above 0.
    pub count: Int,
}

impl Progression {
    /// All numbers from one to another; `None` where there are none.
    pub fn range(low: &Int, high: &Int) -> Result<Option<Progression>, TooLarge> {
        if low > high {
            return Ok(None);
        }
        let count = high.subtract(low)?.add(&Int::ONE)?;
        Ok(Some(Progression { first: low.clone(), step: Int::ONE, count }))
    }

    /// The value at a place.
    pub fn at(&self, place: &Int) -> Result<Int, TooLarge> {
        self.first.add(&self.step.multiply(place)?)
    }

    /// The pieces before a place and from it on.
    pub fn cut(&self, place: &Int) -> Result<[Progression; 2], TooLarge> {
        let before = Progression { count: place.clone(), ..self.clone() };
        let after = Progression { first: self.at(place)?, step: self.step.clone(), count: self.count.subtract(place)? };
        Ok([before, after])
    }

    /// The residue classes of the places, which [`Line::divide`] found to be few enough.
    pub fn residues(&self, modulus: &Int) -> Result<Vec<Progression>, Trouble> {
        let classes = modulus.to_i64().filter(|classes| *classes >= 2).ok_or(Trouble::Hard)?;
        let mut pieces = Vec::new();
        for class in 0..classes {
            let class = Int::Small(class);
            if class >= self.count {
                break;
            }
            // Places class, class + modulus, …, below count.
            let last = self.count.subtract(&Int::ONE)?.subtract(&class)?;
            let count = last.divide(modulus).ok_or(Trouble::Hard)?.add(&Int::ONE)?;
            pieces.push(Progression { first: self.at(&class)?, step: self.step.multiply(modulus)?, count });
        }
        Ok(pieces)
    }

    /// The choice itself as a value that is linear in the place.
    pub fn line(&self) -> Line {
        Line { base: self.first.clone(), slope: self.step.clone() }
    }

    fn last(&self) -> Result<Int, TooLarge> {
        self.count.subtract(&Int::ONE)
    }
}

/// A number that is linear in the place: `base + slope·j`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// At place 0.
    pub base: Int,
    /// What each further place adds.
    pub slope: Int,
}

/// ⌈a / b⌉ for b above 0.
fn divide_up(a: &Int, b: &Int) -> Result<Int, Trouble> {
    Ok(a.negate().divide(b).ok_or(Trouble::Hard)?.negate())
}

impl Line {
    /// A number that does not depend on the place.
    pub fn constant(base: Int) -> Line {
        Line { base, slope: Int::ZERO }
    }

    /// Its value at a place.
    pub fn at(&self, place: &Int) -> Result<Int, TooLarge> {
        self.base.add(&self.slope.multiply(place)?)
    }

    /// The sum.
    pub fn add(&self, other: &Line) -> Result<Line, TooLarge> {
        Ok(Line { base: self.base.add(&other.base)?, slope: self.slope.add(&other.slope)? })
    }

    /// So many times this.
    pub fn times(&self, factor: &Int) -> Result<Line, TooLarge> {
        Ok(Line { base: self.base.multiply(factor)?, slope: self.slope.multiply(factor)? })
    }

    /// The difference.
    pub fn subtract(&self, other: &Line) -> Result<Line, TooLarge> {
        self.add(&other.times(&Int::Small(-1))?)
    }

    /// How it compares with 0 everywhere on a progression.
    pub fn sign(&self, on: &Progression) -> Result<Ordering, Trouble> {
        let sign = self.base.cmp(&Int::ZERO);
        let last = self.at(&on.last()?)?.cmp(&Int::ZERO);
        if sign == last && (sign != Ordering::Equal || self.slope.is_zero()) {
            return Ok(sign);
        }
        // It leaves its first sign once: at the first place where it is 0 or past it, or at once where it begins at 0.
        let place = match sign {
            Ordering::Equal => Int::ONE,
            Ordering::Less => divide_up(&self.base.negate(), &self.slope)?,
            Ordering::Greater => divide_up(&self.base, &self.slope.negate())?,
        };
        if place >= on.count { Ok(sign) } else { Err(Trouble::Cut(place)) }
    }

    /// The quotient by a number above 0, rounded down, and what is left.
    pub fn divide(&self, divisor: &Int, on: &Progression, meter: &Meter) -> Result<(Line, Line), Trouble> {
        let quotient = |number: &Int| number.divide(divisor).ok_or(Trouble::Hard);
        let rest = self.slope.remainder(divisor).ok_or(Trouble::Hard)?;
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
        let classes = divisor.divide(&self.slope.abs().gcd(divisor)).ok_or(Trouble::Hard)?;
        if !meter.allows_int(CLASSES, (&turns).min(&classes)) {
            return Err(Trouble::Hard);
        }
        if classes <= turns {
            return Err(Trouble::Residues(classes));
        }
        // The first place where the quotient is another one.
        let place = if self.slope.is_negative() {
            let over = self.base.subtract(&first.multiply(divisor)?)?.add(&Int::ONE)?;
            divide_up(&over, &self.slope.negate())?
        } else {
            let under = first.add(&Int::ONE)?.multiply(divisor)?.subtract(&self.base)?;
            divide_up(&under, &self.slope)?
        };
        Err(Trouble::Cut(place))
    }

    /// The first place at which it has come to a number or gone past it, seen from place 0; `None` where that is never, or where it
    /// goes the other way.
    pub fn first_place_at(&self, number: &Int, on: &Progression) -> Result<Option<Int>, Trouble> {
        let way = number.subtract(&self.base)?;
        let place = match (way.cmp(&Int::ZERO), self.slope.cmp(&Int::ZERO)) {
            (Ordering::Equal, _) => Int::ZERO,
            (Ordering::Greater, Ordering::Greater) => divide_up(&way, &self.slope)?,
            (Ordering::Less, Ordering::Less) => divide_up(&way.negate(), &self.slope.negate())?,
            _ => return Ok(None),
        };
        Ok((place < on.count).then_some(place))
    }
}

/// How a monotone function of the place compares with 0 everywhere on a progression; the cut is found by halving.
pub fn monotone_sign(function: impl Fn(&Int) -> Result<Int, Trouble>, on: &Progression) -> Result<Ordering, Trouble> {
    let sign = |place: &Int| Ok::<_, Trouble>(function(place)?.cmp(&Int::ZERO));
    let first = sign(&Int::ZERO)?;
    let (mut low, mut high) = (Int::ZERO, on.last()?);
    if sign(&high)? == first {
        return Ok(first);
    }
    // The sign is the first one at `low` and another at `high`.
    loop {
        let middle = low.add(&high)?.divide(&Int::Small(2)).ok_or(Trouble::Hard)?;
        if middle == low {
            return Err(Trouble::Cut(high));
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

    /// What a trouble leads to in the end: the values at all places, found piece by piece.
    fn all(
        on: &Progression,
        ask: &dyn Fn(&Line, &Progression) -> Result<Line, Trouble>,
        line: &dyn Fn(&Int) -> i64,
    ) -> Vec<(i64, i64)> {
        let mut open = vec![on.clone()];
        let mut found = Vec::new();
        while let Some(piece) = open.pop() {
            let (base, next) = (line(&piece.first), line(&piece.first.add(&piece.step).unwrap()));
            let here = Line { base: int(base), slope: int(next - base) };
            match ask(&here, &piece) {
                Ok(value) => {
                    for place in 0..piece.count.to_i64().unwrap() {
                        let place = int(place);
                        found.push((
                            piece.at(&place).unwrap().to_i64().unwrap(),
                            value.at(&place).unwrap().to_i64().unwrap(),
                        ));
                    }
                }
                Err(Trouble::Cut(place)) => {
                    assert!(place > Int::ZERO && place < piece.count);
                    open.extend(piece.cut(&place).unwrap());
                }
                Err(Trouble::Residues(modulus)) => open.extend(piece.residues(&modulus).unwrap()),
                Err(Trouble::Hard) => panic!("hard"),
            }
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn pieces_tell_what_all_places_tell() {
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
                let value = |place: &Int| Ok(line.at(place)?.power(&int(3))?);
                Ok(Line::constant(int(monotone_sign(value, on)? as i64)))
            };
            for signs in [all(&on, &sign, &line), all(&on, &cube, &line)] {
                assert!(signs.iter().all(|(k, sign)| *sign == (base + slope * k).signum()));
            }
        }
    }
}
