//! Operators and built-in functions on formulas.

use super::super::line::{Line, Unsupported};
use super::fold::Gathered;
use super::{Answer, Env, Symbolic};
use grundy_rules::arithmetic::{floor_phi, is_fibonacci, nim_product};
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::Builtin;
use grundy_rules::int::TooLarge;
use grundy_rules::{Int, Value};
use std::cmp::Ordering;

impl Env<'_> {
    /// Returns the exclusive or of numbers that must not be negative.
    pub fn xor(&self, left: &Symbolic, right: &Symbolic) -> Answer {
        let (mut known, mut lines) = (Int::ZERO, Vec::new());
        for side in [left, right] {
            match side {
                Symbolic::Known(Value::Int(int)) if !int.is_negative() => known = known.xor(int),
                Symbolic::Line(line) => {
                    if line.sign(self.on)? == Ordering::Less {
                        return Err(Unsupported::Hard);
                    }
                    lines.push(line.clone());
                }
                Symbolic::Xor(more, others) => {
                    known = known.xor(more);
                    lines.extend(others.iter().cloned());
                }
                _ => return Err(Unsupported::Hard),
            }
        }
        // Equal lines cancel in pairs.
        let mut once: Vec<Line> = Vec::with_capacity(lines.len());
        for line in lines {
            match once.iter().position(|other| *other == line) {
                Some(index) => {
                    once.swap_remove(index);
                }
                None => once.push(line),
            }
        }
        Ok(match (known.is_zero(), once.len()) {
            (_, 0) => Symbolic::int(known),
            (true, 1) => Symbolic::Line(once.swap_remove(0)),
            _ => Symbolic::Xor(known, once),
        })
    }

    pub(super) fn binary(&self, operator: BinaryOperator, left: Symbolic, right: Symbolic) -> Answer {
        match operator {
            BinaryOperator::Compound => {
                let mut all = self.ordered(&left)?;
                all.extend(self.ordered(&right)?);
                Ok(Symbolic::list(all))
            }
            BinaryOperator::Xor => self.xor(&left, &right),
            BinaryOperator::BitAnd | BinaryOperator::BitOr => {
                let (a, b) = left.as_int().zip(right.as_int()).ok_or(Unsupported::Hard)?;
                if a.is_negative() || b.is_negative() {
                    return Err(Unsupported::Hard);
                }
                Ok(Symbolic::int(if operator == BinaryOperator::BitAnd { a.bit_and(b) } else { a.bit_or(b) }))
            }
            BinaryOperator::Add | BinaryOperator::Subtract => {
                let sign = if operator == BinaryOperator::Add { Int::ONE } else { Int::Small(-1) };
                if let (Symbolic::Phi(of, plus), Some(right)) = (&left, right.as_line()) {
                    return Ok(Symbolic::Phi(of.clone(), plus.add(&right.times(&sign)?)?));
                }
                if let (Some(left), Symbolic::Phi(of, plus), BinaryOperator::Add) = (left.as_line(), &right, operator) {
                    return Ok(Symbolic::Phi(of.clone(), plus.add(&left)?));
                }
                let (left, right) = left.as_line().zip(right.as_line()).ok_or(Unsupported::Hard)?;
                Ok(Symbolic::line(left.add(&right.times(&sign)?)?))
            }
            BinaryOperator::Multiply => match (left.as_int(), right.as_int()) {
                (Some(factor), _) => Ok(Symbolic::line(right.as_line().ok_or(Unsupported::Hard)?.times(factor)?)),
                (_, Some(factor)) => Ok(Symbolic::line(left.as_line().ok_or(Unsupported::Hard)?.times(factor)?)),
                _ => Err(Unsupported::Hard),
            },
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                let line = left.as_line().ok_or(Unsupported::Hard)?;
                let divisor = right.as_int().filter(|divisor| **divisor > Int::ZERO).ok_or(Unsupported::Hard)?;
                let (whole, rest) = line.divide(divisor, self.on, self.meter)?;
                Ok(Symbolic::line(if operator == BinaryOperator::Divide { whole } else { rest }))
            }
            BinaryOperator::Power => {
                let (base, exponent) = left.as_int().zip(right.as_int()).ok_or(Unsupported::Hard)?;
                if exponent.is_negative() {
                    return Err(Unsupported::Hard);
                }
                Ok(Symbolic::int(base.power(exponent)?))
            }
        }
    }

    pub(super) fn natural(&self, value: &Symbolic) -> Result<Line, Unsupported> {
        let line = value.as_line().ok_or(Unsupported::Hard)?;
        if line.sign(self.on)? == Ordering::Less { Err(Unsupported::Hard) } else { Ok(line) }
    }

    pub(super) fn builtin(&self, builtin: Builtin, values: &[Symbolic]) -> Answer {
        match builtin {
            Builtin::Min | Builtin::Max => {
                let wanted = if builtin == Builtin::Min { Ordering::Less } else { Ordering::Greater };
                let mut best = values.first().cloned().ok_or(Unsupported::Hard)?;
                for value in &values[1..] {
                    if self.order(value, &best)? == wanted {
                        best = value.clone();
                    }
                }
                Ok(best)
            }
            Builtin::Abs => {
                let line = values[0].as_line().ok_or(Unsupported::Hard)?;
                let less = line.sign(self.on)? == Ordering::Less;
                Ok(Symbolic::line(if less { line.times(&Int::Small(-1))? } else { line }))
            }
            Builtin::Gcd => {
                let [a, b] = values else { return Err(Unsupported::Hard) };
                let (a, b) = a.as_int().zip(b.as_int()).ok_or(Unsupported::Hard)?;
                if a.is_negative() || b.is_negative() {
                    return Err(Unsupported::Hard);
                }
                Ok(Symbolic::int(a.gcd(b)))
            }
            Builtin::Len | Builtin::Size => {
                let length = match &values[0] {
                    Symbolic::Known(value) => value.as_elements().ok_or(Unsupported::Hard)?.len(),
                    Symbolic::List(elements) => elements.len(),
                    Symbolic::Bag(bag) => bag.elements.len(),
                    _ => return Err(Unsupported::Hard),
                };
                Ok(Symbolic::int(Int::from(length)))
            }
            Builtin::Sort => {
                let bag = values[0].clone().bag();
                Ok(Symbolic::list(self.ordered(&bag)?))
            }
            Builtin::Reverse => {
                let mut all = self.ordered(&values[0])?;
                all.reverse();
                Ok(Symbolic::list(all))
            }
            Builtin::Isqrt | Builtin::FloorPhi | Builtin::IsFibonacci | Builtin::Popcount => {
                let line = self.natural(&values[0])?;
                let known = line.slope.is_zero();
                match builtin {
                    Builtin::Isqrt if known => Ok(Symbolic::int(line.base.isqrt())),
                    Builtin::Isqrt => Ok(Symbolic::Root(line)),
                    Builtin::FloorPhi if known => Ok(Symbolic::int(floor_phi(&line.base)?)),
                    Builtin::FloorPhi => Ok(Symbolic::Phi(line, Line::constant(Int::ZERO))),
                    Builtin::Popcount if known => Ok(Symbolic::int(Int::from(u128::from(line.base.popcount())))),
                    Builtin::Popcount => Ok(Symbolic::Ones(line)),
                    _ if known => Ok(Symbolic::bool(is_fibonacci(&line.base)?)),
                    _ => self.sparse(&line, |number| is_fibonacci(number).unwrap_or(false), next_fibonacci),
                }
            }
            Builtin::Bit => {
                let line = self.natural(&values[0])?;
                let index = values[1].as_int().and_then(Int::to_usize).ok_or(Unsupported::Hard)?;
                let power = Int::Small(2).power(&Int::from(index))?;
                let (shifted, _) = line.divide(&power, self.on, self.meter)?;
                let (_, digit) = shifted.divide(&Int::Small(2), self.on, self.meter)?;
                Ok(Symbolic::line(digit))
            }
            Builtin::NimProduct => {
                let (a, b) = values[0].as_int().zip(values[1].as_int()).ok_or(Unsupported::Hard)?;
                if a.is_negative() || b.is_negative() {
                    return Err(Unsupported::Hard);
                }
                Ok(Symbolic::int(nim_product(a, b)?))
            }
            Builtin::Lcm
            | Builtin::IsPrime
            | Builtin::PrimeFactors
            | Builtin::Divisors
            | Builtin::Valuation
            | Builtin::IsSquare
            | Builtin::Log2
            | Builtin::Digits
            | Builtin::FloorSqrt
            | Builtin::Reachable
            | Builtin::Attached => Err(Unsupported::Hard),
            Builtin::FoldList(fold) => {
                let mut gathered = Gathered::new(fold);
                for value in self.gathered_from(fold, &values[0])? {
                    self.meter.step().map_err(|_| Unsupported::Hard)?;
                    if !gathered.take(self, value)? {
                        break;
                    }
                }
                gathered.finish()
            }
        }
    }
}

/// Returns the Fibonacci number next above or below a number that is none.
fn next_fibonacci(number: &Int, direction: Ordering) -> Result<Int, TooLarge> {
    let (mut low, mut high) = (Int::ONE, Int::Small(2));
    while high < *number {
        let next = low.add(&high)?;
        low = high;
        high = next;
    }
    Ok(if direction == Ordering::Greater { high } else { low })
}
