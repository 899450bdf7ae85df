//! Comparison of values that compare in the same way at every index.

use super::super::digits::{Digits, Question};
use super::super::line::{Line, Unsupported, monotone_sign};
use super::{Answer, Env, Symbolic};
use grundy_rules::arithmetic::floor_phi;
use grundy_rules::ast::Comparison;
use grundy_rules::int::TooLarge;
use grundy_rules::{Int, Value};
use std::cmp::Ordering;

impl Env<'_> {
    /// Compares two numbers; the result holds at every index.
    pub fn order(&self, left: &Symbolic, right: &Symbolic) -> Result<Ordering, Unsupported> {
        match (left, right) {
            (Symbolic::Known(left), Symbolic::Known(right)) => Ok(left.cmp(right)),
            (Symbolic::Phi(of, plus), other) => {
                let rest = plus.subtract(&other.as_line().ok_or(Unsupported::Hard)?)?;
                monotone_sign(|index| Ok(floor_phi(&of.at(index)?)?.add(&rest.at(index)?)?), self.on)
            }
            (Symbolic::Root(of), Symbolic::Known(Value::Int(number))) => {
                monotone_sign(|index| Ok(of.at(index)?.isqrt().subtract(number)?), self.on)
            }
            (other, Symbolic::Phi(..)) if other.as_line().is_some() => Ok(self.order(right, left)?.reverse()),
            (Symbolic::Known(_), Symbolic::Root(_)) => Ok(self.order(right, left)?.reverse()),
            _ => {
                let (left, right) = left.as_line().zip(right.as_line()).ok_or(Unsupported::Hard)?;
                left.subtract(&right)?.sign(self.on)
            }
        }
    }

    pub(super) fn compare(&self, left: &Symbolic, right: &Symbolic, sign: Comparison) -> Answer {
        if let Comparison::Equal | Comparison::Unequal = sign {
            let equal = self.equal(left, right)?;
            return match (equal, sign) {
                (Symbolic::Known(Value::Bool(truth)), Comparison::Unequal) => Ok(Symbolic::bool(!truth)),
                (Symbolic::Digits(digits), Comparison::Unequal) => {
                    Ok(Symbolic::Digits(Digits { holds: !digits.holds, ..digits }))
                }
                (equal, _) => Ok(equal),
            };
        }
        let order = self.order(left, right)?;
        Ok(Symbolic::bool(match sign {
            Comparison::Less => order == Ordering::Less,
            Comparison::AtMost => order != Ordering::Greater,
            Comparison::Greater => order == Ordering::Greater,
            _ => order != Ordering::Less,
        }))
    }

    /// Returns whether two values are equal.
    pub fn equal(&self, left: &Symbolic, right: &Symbolic) -> Answer {
        match (left, right) {
            (Symbolic::Known(left), Symbolic::Known(right)) => Ok(Symbolic::bool(left == right)),
            (Symbolic::Xor(..), _) | (_, Symbolic::Xor(..)) => {
                for side in [left, right] {
                    if side.as_int().is_some_and(Int::is_negative) {
                        return Ok(Symbolic::bool(false));
                    }
                }
                match self.xor(left, right)? {
                    Symbolic::Known(value) => Ok(Symbolic::bool(value == Value::from(0))),
                    Symbolic::Line(line) => Ok(Symbolic::bool(line.sign(self.on)? == Ordering::Equal)),
                    Symbolic::Xor(known, lines) => match lines.as_slice() {
                        [line] => {
                            let order = line.subtract(&Line::constant(known))?.sign(self.on)?;
                            Ok(Symbolic::bool(order == Ordering::Equal))
                        }
                        _ => Ok(Symbolic::Digits(Digits { question: Question::Xor(known), lines, holds: true })),
                    },
                    _ => Err(Unsupported::Hard),
                }
            }
            (Symbolic::Ones(line), Symbolic::Known(Value::Int(Int::Small(1)))) => {
                let is_power = |number: &Int| number.popcount() == 1;
                let next = |number: &Int, direction: Ordering| {
                    let bits = number.bits();
                    // The powers of two around a number that is none: 2^bits above it, half of that below.
                    let exponent = if direction == Ordering::Greater { bits } else { bits.saturating_sub(1) };
                    Int::Small(2).power(&Int::from(exponent))
                };
                self.sparse(line, is_power, next)
            }
            (Symbolic::Known(_), Symbolic::Ones(_)) => self.equal(right, left),
            (Symbolic::List(..) | Symbolic::Bag(..), _) | (_, Symbolic::List(..) | Symbolic::Bag(..)) => {
                let (left, right) = (self.ordered(left)?, self.ordered(right)?);
                if left.len() != right.len() {
                    return Ok(Symbolic::bool(false));
                }
                for (left, right) in left.iter().zip(&right) {
                    match self.equal(left, right)? {
                        Symbolic::Known(Value::Bool(true)) => {}
                        Symbolic::Known(_) => return Ok(Symbolic::bool(false)),
                        _ => return Err(Unsupported::Hard),
                    }
                }
                Ok(Symbolic::bool(true))
            }
            _ => Ok(Symbolic::bool(self.order(left, right)? == Ordering::Equal)),
        }
    }

    /// Returns whether a line is in a sparse set of numbers; `next` is the nearest member above or below a number that
    /// is none.
    pub(super) fn sparse(
        &self,
        line: &Line,
        is_member: impl Fn(&Int) -> bool,
        next: impl Fn(&Int, Ordering) -> Result<Int, TooLarge>,
    ) -> Answer {
        if is_member(&line.base) {
            return if self.on.count > Int::ONE { Err(Unsupported::Cut(Int::ONE)) } else { Ok(Symbolic::bool(true)) };
        }
        if line.base.is_zero() || line.slope.is_negative() && line.base <= Int::ONE {
            // Below the least member: one index more is enough to get away from it.
            return if self.on.count > Int::ONE { Err(Unsupported::Cut(Int::ONE)) } else { Ok(Symbolic::bool(false)) };
        }
        let member = next(&line.base, line.slope.cmp(&Int::ZERO))?;
        match line.first_place_at(&member, self.on)? {
            Some(index) if index > Int::ZERO => Err(Unsupported::Cut(index)),
            _ => Ok(Symbolic::bool(false)),
        }
    }
}
