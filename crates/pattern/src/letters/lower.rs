//! Conditions -> polynomials: `if`, `min` and `max` are split away, quotients become letters.
//!
//! The order of everything here is that of docs/letters.md, as a certificate refers to hypotheses by number.

use super::polynomial::Polynomial;
use super::term::{Condition, Operator, Relation, Term};

/// A lowered condition.
#[derive(Clone, Debug)]
pub enum Formula {
    /// The polynomial is at least 0.
    Atom(Polynomial),
    /// All of these; none of them is a conjunction.
    And(Vec<Formula>),
    /// One of these; none of them is a disjunction.
    Or(Vec<Formula>),
}

/// A quotient: its letter is a variable after the other letters.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// The dividend.
    pub dividend: Polynomial,
    /// The divisor.
    pub divisor: Polynomial,
}

/// Conditions as polynomials.
pub struct Lowered {
    /// What is assumed, in order.
    pub formulas: Vec<Formula>,
    /// The quotients, in the order of their letters.
    pub quotients: Vec<Quotient>,
}

fn all(parts: Vec<Formula>) -> Formula {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Formula::And(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    Formula::And(flat)
}

fn one(parts: Vec<Formula>) -> Formula {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Formula::Or(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    Formula::Or(flat)
}

struct Lowering {
    letters: usize,
    quotients: Vec<Quotient>,
}

impl Lowering {
    fn term(&mut self, term: &Term) -> Option<Polynomial> {
        match term {
            Term::Number(number) => Some(Polynomial::constant(*number)),
            Term::Letter(index) => Polynomial::variable(*index),
            Term::If(..) => None,
            Term::Binary(operator, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                match operator {
                    Operator::Add => left.plus(1, &right),
                    Operator::Sub => left.plus(-1, &right),
                    Operator::Mul => left.times(&right),
                    Operator::Div => self.quotient(left, right),
                    Operator::Mod => {
                        let quotient = self.quotient(left.clone(), right.clone())?;
                        left.plus(-1, &right.times(&quotient)?)
                    }
                    Operator::Min | Operator::Max | Operator::Xor => None,
                }
            }
        }
    }

    fn quotient(&mut self, dividend: Polynomial, divisor: Polynomial) -> Option<Polynomial> {
        let is_same = |quotient: &Quotient| quotient.dividend == dividend && quotient.divisor == divisor;
        let index = self.quotients.iter().position(is_same).unwrap_or_else(|| {
            self.quotients.push(Quotient { dividend, divisor });
            self.quotients.len() - 1
        });
        Polynomial::variable(self.letters + index)
    }

    fn condition(&mut self, condition: &Condition, holds: bool) -> Option<Formula> {
        Some(match condition {
            Condition::Constant(value) if *value == holds => Formula::And(vec![]),
            Condition::Constant(_) => Formula::Atom(Polynomial::constant(-1)),
            Condition::Not(inner) => self.condition(inner, !holds)?,
            Condition::And(parts) | Condition::Or(parts) => {
                let is_all = matches!(condition, Condition::And(_)) == holds;
                let parts: Option<Vec<_>> = parts.iter().map(|part| self.condition(part, holds)).collect();
                if is_all { all(parts?) } else { one(parts?) }
            }
            Condition::If(..) => return None,
            Condition::Compare(relation, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                let (more, less) = (left.plus(-1, &right)?, right.plus(-1, &left)?);
                let one_less = |polynomial: &Polynomial| polynomial.plus(-1, &Polynomial::constant(1));
                match (relation, holds) {
                    (Relation::Less, true) => Formula::Atom(one_less(&less)?),
                    (Relation::Less, false) => Formula::Atom(more),
                    (Relation::AtMost, true) => Formula::Atom(less),
                    (Relation::AtMost, false) => Formula::Atom(one_less(&more)?),
                    (Relation::Equal, true) => Formula::And(vec![Formula::Atom(more), Formula::Atom(less)]),
                    (Relation::Equal, false) => {
                        Formula::Or(vec![Formula::Atom(one_less(&more)?), Formula::Atom(one_less(&less)?)])
                    }
                    _ => return None,
                }
            }
        })
    }
}

/// Returns normal conditions as polynomials over this many letters; `None` if they contain an `if`, `min`, `max` or `^`, or
/// numbers become too large.
pub fn lower(conditions: &[Condition], letters: usize) -> Option<Lowered> {
    let mut lowering = Lowering { letters, quotients: vec![] };
    let lowered: Option<Vec<_>> = conditions.iter().map(|condition| lowering.condition(condition, true)).collect();
    let quotients = lowering.quotients;
    let mut formulas = Vec::new();
    let mut divisors: Vec<&Polynomial> = Vec::new();
    for Quotient { divisor, .. } in &quotients {
        if divisors.contains(&divisor) {
            continue;
        }
        divisors.push(divisor);
        let mut facts = Vec::new();
        for (index, quotient) in quotients.iter().enumerate().filter(|(_, quotient)| quotient.divisor == *divisor) {
            let whole = divisor.times(&Polynomial::variable(letters + index)?)?;
            facts.push(Formula::Atom(quotient.dividend.plus(-1, &whole)?));
            let above = whole.plus(1, divisor)?.plus(-1, &Polynomial::constant(1))?;
            facts.push(Formula::Atom(above.plus(-1, &quotient.dividend)?));
        }
        match divisor.is_constant() && divisor.constant_part() >= 1 {
            true => formulas.extend(facts),
            false => {
                formulas.push(Formula::Or(vec![Formula::Atom(divisor.negative()?), Formula::And(facts)]));
            }
        }
    }
    formulas.extend(lowered?);
    Some(Lowered { formulas, quotients })
}

/// Returns a condition that an `if`, `min` or `max` turns on, with no other inside it; those on the accepted letters alone first.
pub fn next_split(conditions: &[Condition], is_given: &dyn Fn(usize) -> bool) -> Option<Condition> {
    let mut found: Vec<Condition> = Vec::new();
    conditions.iter().for_each(|condition| collect_splits(condition, &mut found));
    let first = found.iter().find(|condition| condition.is_over(is_given)).or(found.first());
    first.cloned()
}

fn collect_term_splits(term: &Term, found: &mut Vec<Condition>) {
    let before = found.len();
    match term {
        Term::Number(_) | Term::Letter(_) => {}
        Term::Binary(operator, left, right) => {
            collect_term_splits(left, found);
            collect_term_splits(right, found);
            if matches!(operator, Operator::Min | Operator::Max) && found.len() == before {
                found.push(Condition::Compare(Relation::AtMost, (**left).clone(), (**right).clone()));
            }
        }
        Term::If(condition, yes, no) => {
            collect_splits(condition, found);
            if found.len() == before {
                found.push((**condition).clone());
            }
            collect_term_splits(yes, found);
            collect_term_splits(no, found);
        }
    }
}

fn collect_splits(condition: &Condition, found: &mut Vec<Condition>) {
    match condition {
        Condition::Constant(_) => {}
        Condition::Compare(_, left, right) => {
            collect_term_splits(left, found);
            collect_term_splits(right, found);
        }
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| collect_splits(part, found)),
        Condition::Not(inner) => collect_splits(inner, found),
        Condition::If(test, yes, no) => {
            let before = found.len();
            collect_splits(test, found);
            if found.len() == before {
                found.push((**test).clone());
            }
            collect_splits(yes, found);
            collect_splits(no, found);
        }
    }
}

/// Returns a condition with all that turns on `test` decided, from the inside outwards.
pub fn decide(condition: &Condition, test: &Condition, holds: bool) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| decide(part, test, holds)).collect();
    match condition {
        Condition::Constant(_) => condition.clone(),
        Condition::Compare(relation, left, right) => {
            Condition::Compare(*relation, decide_term(left, test, holds), decide_term(right, test, holds))
        }
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(decide(inner, test, holds))),
        Condition::If(inner, yes, no) => {
            let inner = decide(inner, test, holds);
            let (yes, no) = (decide(yes, test, holds), decide(no, test, holds));
            match (inner == *test, holds) {
                (true, true) => yes,
                (true, false) => no,
                _ => Condition::If(Box::new(inner), Box::new(yes), Box::new(no)),
            }
        }
    }
}

fn decide_term(term: &Term, test: &Condition, holds: bool) -> Term {
    match term {
        Term::Number(_) | Term::Letter(_) => term.clone(),
        Term::Binary(operator, left, right) => {
            let (left, right) = (decide_term(left, test, holds), decide_term(right, test, holds));
            let is_test = |left: &Term, right: &Term| match test {
                Condition::Compare(Relation::AtMost, low, high) => low == left && high == right,
                _ => false,
            };
            match operator {
                Operator::Min if is_test(&left, &right) => {
                    if holds {
                        left
                    } else {
                        right
                    }
                }
                Operator::Max if is_test(&left, &right) => {
                    if holds {
                        right
                    } else {
                        left
                    }
                }
                _ => Term::binary(*operator, left, right),
            }
        }
        Term::If(inner, yes, no) => {
            let inner = decide(inner, test, holds);
            let (yes, no) = (decide_term(yes, test, holds), decide_term(no, test, holds));
            match (inner == *test, holds) {
                (true, true) => yes,
                (true, false) => no,
                _ => Term::If(Box::new(inner), Box::new(yes), Box::new(no)),
            }
        }
    }
}
