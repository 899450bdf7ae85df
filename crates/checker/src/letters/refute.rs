//! Conditions as polynomials that are at least 0, and the trees that refute them.

use super::obligation::Obligation;
use super::polynomial::Polynomial;
use super::term::{Id, Op, Terms, digits};
use super::{Checked, Lines, Refusal, limited, limits, malformed, quoted};
use crate::Fault;
use std::collections::HashMap;
use std::rc::Rc;

/// A condition.
#[derive(Clone)]
enum Form {
    /// The polynomial is at least 0.
    Hypothesis(Rc<Polynomial>),
    All(Vec<Form>),
    /// None of the members is itself of this form.
    Some(Vec<Form>),
}

/// Follows the tree of an obligation.
pub fn refute(obligation: &Obligation, terms: &mut Terms, lines: &mut Lines) -> Checked<()> {
    let mut branches = vec![obligation.conditions.clone()];
    while let Some(mut conditions) = branches.pop() {
        while let Some(text) = lines.after("split") {
            let condition = terms.one(text, &obligation.scope, true)?;
            let sides = [(true, condition), (false, terms.make(Op::Sign("not"), &[condition])?)];
            let [yes, no] = sides.map(|(holds, last)| {
                let mut done = HashMap::new();
                let all = conditions.iter().map(|id| terms.decide(*id, condition, holds, &mut done));
                Ok([all.collect::<Checked<Vec<Id>>>()?, vec![last]].concat())
            });
            branches.push(no?);
            conditions = yes?;
            limited(branches.len() + conditions.len() <= limits::MAX_DEPTH)?;
        }
        let (quotients, hypotheses, disjunctions) = (vec![], vec![], vec![]);
        let mut proof = Proof { terms, quotients, lowered: HashMap::new(), hypotheses, disjunctions };
        proof.assume_all(&conditions)?;
        proof.follow(obligation, lines)?;
    }
    Ok(())
}

struct Proof<'a> {
    terms: &'a mut Terms,
    /// Dividends, divisors, and the letters that are the quotients.
    quotients: Vec<(Polynomial, Polynomial, Polynomial)>,
    lowered: HashMap<Id, Polynomial>,
    hypotheses: Vec<Rc<Polynomial>>,
    disjunctions: Vec<Vec<Form>>,
}

impl Proof<'_> {
    /// Assumes the facts of all quotients, then these conditions.
    fn assume_all(&mut self, conditions: &[Id]) -> Checked<()> {
        let forms = conditions.iter().map(|id| self.form(*id, true)).collect::<Checked<Vec<Form>>>()?;
        let mut divisors: Vec<(&Polynomial, Vec<Form>)> = vec![];
        for (dividend, divisor, quotient) in &self.quotients {
            self.terms.spend(dividend.len() + divisor.len())?;
            let rest = dividend.minus(&divisor.times(quotient)?)?;
            let room = divisor.minus(&rest)?.minus(&Polynomial::constant(1))?;
            let facts = [rest, room].map(|fact| Form::Hypothesis(fact.into()));
            match divisors.iter_mut().find(|(other, _)| *other == divisor) {
                Some((_, all)) => all.extend(facts),
                None => divisors.push((divisor, facts.to_vec())),
            }
        }
        let mut known = vec![];
        for (divisor, facts) in divisors {
            let none = Form::Hypothesis(Polynomial::default().minus(divisor)?.into());
            let is_positive = divisor.as_constant().is_some_and(|divisor| divisor >= 1);
            known.push(if is_positive { Form::All(facts) } else { Form::Some(vec![none, Form::All(facts)]) });
        }
        known.into_iter().chain(forms).try_for_each(|form| self.assume(form))
    }

    fn assume(&mut self, form: Form) -> Checked<()> {
        self.terms.spend(1)?;
        match form {
            Form::Hypothesis(polynomial) => self.hypotheses.push(polynomial),
            Form::All(members) => members.into_iter().try_for_each(|member| self.assume(member))?,
            Form::Some(members) => self.disjunctions.push(members),
        }
        limited(self.hypotheses.len().max(self.disjunctions.len()) <= limits::MAX_HYPOTHESES)
    }

    fn times(&mut self, left: &Polynomial, right: &Polynomial) -> Checked<Polynomial> {
        self.terms.spend(left.len() * right.len())?;
        left.times(right)
    }

    fn polynomial(&mut self, id: Id) -> Checked<Polynomial> {
        if let Some(polynomial) = self.lowered.get(&id) {
            return Ok(polynomial.clone());
        }
        let (op, of) = (self.terms.node(id).0, self.terms.node(id).1.to_vec());
        if let Op::Sign("if" | "min" | "max") = op {
            return malformed("`if`, `min` or `max` is left: it must be split before");
        }
        let of = of.into_iter().map(|part| self.polynomial(part)).collect::<Checked<Vec<Polynomial>>>()?;
        self.terms.spend(1 + of.iter().map(Polynomial::len).sum::<usize>())?;
        let polynomial = match op {
            Op::Number(number) => Polynomial::constant(number.into()),
            Op::Letter(letter) => Polynomial::letter(letter),
            Op::Sign("*") => self.times(&of[0], &of[1])?,
            Op::Sign("-") => of[0].minus(&of[1])?,
            Op::Sign("+") => of[0].minus(&Polynomial::default().minus(&of[1])?)?,
            op => {
                let known =
                    self.quotients.iter().find(|(dividend, divisor, _)| [dividend, divisor] == [&of[0], &of[1]]);
                let next = || Polynomial::letter(limits::MAX_NAMES + self.quotients.len());
                let quotient = known.map_or_else(next, |(.., quotient)| quotient.clone());
                if known.is_none() {
                    self.quotients.push((of[0].clone(), of[1].clone(), quotient.clone()));
                    limited(self.quotients.len() <= limits::MAX_QUOTIENTS)?;
                }
                if op == Op::Sign("/") { quotient } else { of[0].minus(&self.times(&of[1], &quotient)?)? }
            }
        };
        self.lowered.insert(id, polynomial.clone());
        Ok(polynomial)
    }

    /// Returns the form of "this holds" or of "this does not hold".
    fn form(&mut self, id: Id, holds: bool) -> Checked<Form> {
        let (op, of) = (self.terms.node(id).0, self.terms.node(id).1.to_vec());
        self.terms.spend(1)?;
        let Op::Sign(sign) = op else { return malformed("a term stands for a condition, or a condition for a term") };
        // A condition and its negation are large − small − number ≥ 0.
        let gap = |large: &Polynomial, small: &Polynomial, number: i128| {
            Ok(Form::Hypothesis(large.minus(small)?.minus(&Polynomial::constant(number))?.into()))
        };
        match sign {
            "not" => self.form(of[0], !holds),
            "true" | "false" if (sign == "true") == holds => Ok(Form::All(vec![])),
            "true" | "false" => Ok(Form::Hypothesis(Polynomial::constant(-1).into())),
            "and" | "or" => {
                let members = of.iter().map(|part| self.form(*part, holds)).collect::<Checked<Vec<Form>>>()?;
                if (sign == "and") == holds {
                    return Ok(Form::All(members));
                }
                let flat = members.into_iter().flat_map(|member| match member {
                    Form::Some(members) => members,
                    member => vec![member],
                });
                Ok(Form::Some(flat.collect()))
            }
            "<" | "<=" | "==" => {
                let (left, right) = (self.polynomial(of[0])?, self.polynomial(of[1])?);
                match (sign, holds) {
                    ("<", true) => gap(&right, &left, 1),
                    ("<", false) => gap(&left, &right, 0),
                    ("<=", true) => gap(&right, &left, 0),
                    ("<=", false) => gap(&left, &right, 1),
                    (_, true) => Ok(Form::All(vec![gap(&left, &right, 0)?, gap(&right, &left, 0)?])),
                    (_, false) => Ok(Form::Some(vec![gap(&left, &right, 1)?, gap(&right, &left, 1)?])),
                }
            }
            _ => malformed("`if` is left: it must be split before"),
        }
    }

    fn follow(&mut self, obligation: &Obligation, lines: &mut Lines) -> Checked<()> {
        let mut scope = obligation.scope.clone();
        self.terms.spend(scope.len() + self.quotients.len())?;
        for index in 0..self.quotients.len() {
            scope.push((format!("#{index}"), self.terms.make(Op::Letter(limits::MAX_NAMES + index), &[])?));
        }
        // What is assumed next, after how many hypotheses and disjunctions.
        let mut open = vec![(self.hypotheses.len(), self.disjunctions.len(), Form::All(vec![]))];
        while let Some((hypotheses, disjunctions, form)) = open.pop() {
            self.hypotheses.truncate(hypotheses);
            self.disjunctions.truncate(disjunctions);
            self.assume(form)?;
            let members = if let Some(text) = lines.after("cut") {
                let (term, count) = (self.terms.one(text, &scope, false)?, self.quotients.len());
                let polynomial = self.polynomial(term)?;
                if count < self.quotients.len() {
                    return malformed("a new quotient cannot be made here");
                }
                let below = Polynomial::constant(-1).minus(&polynomial)?;
                vec![Form::Hypothesis(polynomial.into()), Form::Hypothesis(below.into())]
            } else if let Some(text) = lines.after("case") {
                let members = digits(text.trim()).and_then(|index: usize| self.disjunctions.get(index));
                let Some(members) = members else { return malformed("there is no such disjunction") };
                members.clone()
            } else {
                let text = lines.expect("leaf")?;
                self.check_leaf(text)?;
                continue;
            };
            let (hypotheses, disjunctions) = (self.hypotheses.len(), self.disjunctions.len());
            open.extend(members.into_iter().rev().map(|member| (hypotheses, disjunctions, member)));
            limited(open.len() <= limits::MAX_HYPOTHESES)?;
        }
        Ok(())
    }

    fn check_leaf(&mut self, text: &str) -> Checked<()> {
        let mut sum = Polynomial::default();
        for entry in text.split(' ').skip(1) {
            let (factor, indices) = entry.split_once(':').unwrap_or_default();
            let Some(factor @ 1..) = digits(factor) else {
                return malformed(&format!("{} has no factor", quoted(entry)));
            };
            let mut product = Polynomial::constant(factor);
            for index in indices.split('*') {
                let hypothesis = digits(index).and_then(|index: usize| self.hypotheses.get(index).cloned());
                let Some(hypothesis) = hypothesis else {
                    return malformed(&format!("{} names no hypothesis", quoted(entry)));
                };
                product = self.times(&product, &hypothesis)?;
            }
            sum.add(1, &product)?;
        }
        let is_negative = sum.as_constant().is_some_and(|sum| sum < 0);
        let refusal = || Refusal::new(Fault::Rule, 0, "the sum of this leaf is not a negative constant");
        is_negative.then_some(()).ok_or_else(refusal)
    }
}
