//! Conditions as cases: natural numbers besides the components, with linear conditions and conditions on digits.

use super::words::{Atom, Ones};
use crate::limits;
use crate::linear::{Condition, Linear, Relation};
use grundy_rules::ast::{BinaryOperator, Comparison};
use grundy_rules::game::{Builtin, Expr, Form};
use grundy_rules::{Instance, Meter};
use std::sync::Arc;

/// A constant and a coefficient for each variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    pub factors: Vec<i64>,
    pub constant: i64,
}

impl Sum {
    fn constant(constant: i64) -> Sum {
        Sum { factors: Vec::new(), constant }
    }

    fn variable(index: usize) -> Sum {
        let mut factors = vec![0; index + 1];
        factors[index] = 1;
        Sum { factors, constant: 0 }
    }

    fn plus(&self, times: i64, other: &Sum) -> Option<Sum> {
        let small = |number: i64| (number.abs() <= 1000).then_some(number);
        let at = |sum: &Sum, index: usize| sum.factors.get(index).copied().unwrap_or(0);
        let count = self.factors.len().max(other.factors.len());
        let factors = (0..count).map(|index| small(at(self, index) + small(times)? * at(other, index)));
        Some(Sum { factors: factors.collect::<Option<_>>()?, constant: small(self.constant + times * other.constant)? })
    }
}

/// Conditions that hold together.
#[derive(Clone, Debug)]
pub struct Case {
    pub variables: usize,
    pub atoms: Vec<Atom>,
    /// True if the claim is undefined here, as it applies a function to a negative number.
    pub is_undefined: bool,
}

impl Case {
    /// Makes the case of `components` components that form a position, or returns `None` if numbers are too large.
    pub fn new(components: usize, domain: &[Condition]) -> Option<Case> {
        let atom = |condition: &Condition| {
            let Linear { coefficients, constant } = &condition.term;
            // The `plus` checks that the sum is within the limits.
            let sum = Sum { factors: coefficients.clone(), constant: *constant }.plus(0, &Sum::constant(0))?;
            match condition.relation {
                Relation::AtLeast => Some(Atom::AtLeast(sum)),
                Relation::Equal => Some(Atom::Equal(sum)),
                Relation::Xor => None,
            }
        };
        let atoms = domain.iter().map(atom).collect::<Option<_>>()?;
        Some(Case { variables: components, atoms, is_undefined: false })
    }

    /// Returns the case where a sum is negative, and so the claim is undefined.
    fn below_zero(&self, sum: &Sum) -> Option<Case> {
        let mut case = self.clone();
        case.atoms.push(Atom::AtLeast(Sum::constant(-1).plus(-1, sum)?));
        Some(Case { is_undefined: true, ..case })
    }

    fn with(mut self, atom: Atom) -> Case {
        self.atoms.push(atom);
        self
    }

    /// Adds a variable that is equal to a sum.
    fn name(mut self, sum: &Sum) -> Option<(Case, usize)> {
        if let Some(index) = (0..self.variables).find(|index| *sum == Sum::variable(*index)) {
            return Some((self, index));
        }
        let index = self.variables;
        self.variables += 1;
        let equation = sum.plus(-1, &Sum::variable(index))?;
        Some((self.with(Atom::Equal(equation)), index))
    }
}

/// Reads expressions.
pub struct Reader<'a> {
    instance: &'a Instance,
    system: Digits,
}

/// The numeration system of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// Sums of Fibonacci numbers, no two of them neighbours.
    Fibonacci,
    /// Base 2.
    Binary,
    /// Anything else.
    Other,
}

type Terms = Vec<(Case, Sum)>;

impl<'a> Reader<'a> {
    /// Makes a reader.
    pub fn new(instance: &'a Instance, system: Digits) -> Reader<'a> {
        Reader { instance, system }
    }

    fn fixed(&self, expr: &Expr) -> Option<i64> {
        let closed = match &expr.form {
            Form::Int(_) | Form::Given(_) => true,
            Form::Negate(inner) => self.fixed(inner).is_some(),
            Form::Binary(_, left, right) => self.fixed(left).is_some() && self.fixed(right).is_some(),
            _ => false,
        };
        if !closed {
            return None;
        }
        let value = self.instance.evaluate(expr, &Arc::new(Vec::new()), None, &Meter::steps(10_000)).ok()?;
        value.as_int()?.to_i64().filter(|number| number.abs() <= 1000)
    }

    /// Reads a number, case by case; `None` if it cannot be read.
    fn term(&self, expr: &Expr, case: Case) -> Option<Terms> {
        if let Some(number) = self.fixed(expr) {
            return Some(vec![(case, Sum::constant(number))]);
        }
        let mut all: Terms = Vec::new();
        match &expr.form {
            Form::Component(index) => all.push((case, Sum::variable(*index))),
            Form::Negate(inner) => {
                for (case, sum) in self.term(inner, case)? {
                    all.push((case, Sum::constant(0).plus(-1, &sum)?));
                }
            }
            Form::Binary(operator, left, right) => {
                for (case, left) in self.term(left, case)? {
                    for (case, right) in self.term(right, case)? {
                        let fixed = |sum: &Sum| sum.factors.iter().all(|factor| *factor == 0).then_some(sum.constant);
                        let sum = match operator {
                            BinaryOperator::Add => left.plus(1, &right)?,
                            BinaryOperator::Subtract => left.plus(-1, &right)?,
                            BinaryOperator::Multiply => match (fixed(&left), fixed(&right)) {
                                (Some(factor), _) => Sum::constant(0).plus(factor, &right)?,
                                (_, Some(factor)) => Sum::constant(0).plus(factor, &left)?,
                                _ => return None,
                            },
                            _ => return None,
                        };
                        all.push((case, sum));
                    }
                }
            }
            Form::Builtin(Builtin::Abs, inner) => {
                for (case, sum) in self.term(&inner[0], case)? {
                    let negative = Sum::constant(0).plus(-1, &sum)?;
                    all.push((case.clone().with(Atom::AtLeast(sum.clone())), sum));
                    all.push((case.with(Atom::AtLeast(negative.clone())), negative));
                }
            }
            Form::Builtin(which @ (Builtin::Min | Builtin::Max), inner) => {
                let [left, right] = &inner[..] else { return None };
                for (case, left) in self.term(left, case)? {
                    for (case, right) in self.term(right, case)? {
                        let difference = left.plus(-1, &right)?;
                        let back = right.plus(-1, &left)?;
                        let (upper, lower) =
                            if matches!(which, Builtin::Max) { (&left, &right) } else { (&right, &left) };
                        all.push((case.clone().with(Atom::AtLeast(difference)), upper.clone()));
                        all.push((case.with(Atom::AtLeast(back)), lower.clone()));
                    }
                }
            }
            Form::Builtin(Builtin::FloorPhi, inner) if self.system == Digits::Fibonacci => {
                for (case, sum) in self.term(&inner[0], case)? {
                    // ⌊φ·0⌋ = 0; ⌊φ(w + 1)⌋ is 1 more than w with a 0 appended to its word.
                    all.push((case.below_zero(&sum)?, Sum::constant(0)));
                    all.push((case.clone().with(Atom::Equal(sum.clone())), Sum::constant(0)));
                    let (case, before) = case.name(&sum.plus(-1, &Sum::constant(1))?)?;
                    let shifted = case.variables;
                    let mut case = case.with(Atom::Shifted { word: before, shifted });
                    case.variables += 1;
                    all.push((case, Sum::variable(shifted).plus(1, &Sum::constant(1))?));
                }
            }
            Form::If(condition, yes, no) => {
                for (holds, inner) in [(true, yes), (false, no)] {
                    for case in self.cases(condition, holds, case.clone())? {
                        all.extend(self.term(inner, case)?);
                    }
                }
            }
            _ => return None,
        }
        (all.len() <= limits::MAX_CASES).then_some(all)
    }

    /// Returns the cases in which a condition is as wanted, or `None` if it cannot be read.
    pub fn cases(&self, expr: &Expr, wanted: bool, case: Case) -> Option<Vec<Case>> {
        let mut all = Vec::new();
        match &expr.form {
            Form::Bool(truth) => {
                if *truth == wanted {
                    all.push(case);
                }
            }
            Form::Not(inner) => all = self.cases(inner, !wanted, case)?,
            Form::And(list) | Form::Or(list) => {
                if matches!(expr.form, Form::And(_)) == wanted {
                    all.push(case);
                    for inner in list {
                        let mut longer = Vec::new();
                        for case in all {
                            longer.extend(self.cases(inner, wanted, case)?);
                            if longer.len() > limits::MAX_CASES {
                                return None;
                            }
                        }
                        all = longer;
                    }
                } else {
                    for inner in list {
                        all.extend(self.cases(inner, wanted, case.clone())?);
                    }
                }
            }
            Form::If(condition, yes, no) => {
                for (holds, inner) in [(true, yes), (false, no)] {
                    for case in self.cases(condition, holds, case.clone())? {
                        all.extend(self.cases(inner, wanted, case)?);
                    }
                }
            }
            Form::Compare(terms, comparisons) => {
                let ([left, right], [comparison]) = (&terms[..], &comparisons[..]) else { return None };
                if let Some(ones) = self.ones(left, right, *comparison, wanted, &case)? {
                    return Some(ones);
                }
                for (case, left) in self.term(left, case)? {
                    for (case, right) in self.term(right, case)? {
                        let above = left.plus(-1, &right)?;
                        let below = right.plus(-1, &left)?;
                        let strictly = |sum: &Sum| sum.plus(-1, &Sum::constant(1)).map(Atom::AtLeast);
                        let atoms = match (comparison, wanted) {
                            (Comparison::Equal, true) | (Comparison::Unequal, false) => vec![Atom::Equal(above)],
                            (Comparison::Equal, false) | (Comparison::Unequal, true) => {
                                vec![strictly(&above)?, strictly(&below)?]
                            }
                            (Comparison::Less, true) | (Comparison::AtLeast, false) => vec![strictly(&below)?],
                            (Comparison::AtMost, true) | (Comparison::Greater, false) => vec![Atom::AtLeast(below)],
                            (Comparison::Greater, true) | (Comparison::AtMost, false) => vec![strictly(&above)?],
                            (Comparison::AtLeast, true) | (Comparison::Less, false) => vec![Atom::AtLeast(above)],
                        };
                        all.extend(atoms.into_iter().map(|atom| case.clone().with(atom)));
                    }
                }
            }
            Form::Builtin(Builtin::IsFibonacci, inner) if self.system == Digits::Fibonacci => {
                for (case, sum) in self.term(&inner[0], case)? {
                    // 0 is a Fibonacci number, and so is every number whose word has a single 1.
                    all.push(case.below_zero(&sum)?);
                    let (case, word) = case.name(&sum)?;
                    all.push(case.with(Atom::Ones { word, ones: Ones::AtMost(1), wanted }));
                }
            }
            _ => return None,
        }
        (all.len() <= limits::MAX_CASES).then_some(all)
    }

    /// Reads a number of ones in base 2, compared with a fixed number, or its remainder. `Some(None)`: it is something
    /// else.
    fn ones(
        &self,
        left: &Expr,
        right: &Expr,
        comparison: Comparison,
        wanted: bool,
        case: &Case,
    ) -> Option<Option<Vec<Case>>> {
        let (counted, modulus) = match &left.form {
            Form::Builtin(Builtin::Popcount, inner) => (&inner[0], None),
            Form::Binary(BinaryOperator::Remainder, inner, modulus) => match &inner.form {
                // There is no remainder by 0.
                Form::Builtin(Builtin::Popcount, inner) => (&inner[0], Some(self.fixed(modulus).filter(|by| *by > 0)?)),
                _ => return Some(None),
            },
            _ => return Some(None),
        };
        let number = usize::try_from(self.fixed(right)?).ok()?;
        if self.system != Digits::Binary {
            return None;
        }
        let (ones, wanted) = match (comparison, modulus) {
            (Comparison::Equal, None) => (Ones::Exactly(number), wanted),
            (Comparison::Unequal, None) => (Ones::Exactly(number), !wanted),
            (Comparison::AtMost, None) => (Ones::AtMost(number), wanted),
            (Comparison::Greater, None) => (Ones::AtMost(number), !wanted),
            (Comparison::Equal, Some(modulus)) => (Ones::Modulo(usize::try_from(modulus).ok()?, number), wanted),
            (Comparison::Unequal, Some(modulus)) => (Ones::Modulo(usize::try_from(modulus).ok()?, number), !wanted),
            _ => return None,
        };
        let mut all = Vec::new();
        for (case, sum) in self.term(counted, case.clone())? {
            all.push(case.below_zero(&sum)?);
            let (case, word) = case.name(&sum)?;
            all.push(case.with(Atom::Ones { word, ones, wanted }));
        }
        Some(Some(all))
    }
}
