//! Conditions as polynomials that are at least 0, and the trees that refute them.

use super::polynomial::Polynomial;
use super::tree::{Op, Tree, digits, one};
use super::{Checked, Lines, Refusal, limited, limits, malformed};
use crate::Fault;
use std::rc::Rc;

/// A condition.
#[derive(Clone)]
enum Form {
    /// The polynomial is at least 0.
    Hypothesis(Rc<Polynomial>),
    All(Vec<Form>),
    /// None of the members is itself of this form.
    Some(Rc<[Form]>),
}

/// Follows the proof that conditions never hold together.
pub fn refute(conditions: Vec<Tree>, names: &[String], lines: &mut Lines) -> Checked<()> {
    limited(conditions.iter().all(|condition| condition.depth <= limits::MAX_DEPTH))?;
    let mut branches = vec![conditions];
    while let Some(mut conditions) = branches.pop() {
        while let Some(text) = lines.after("split") {
            let condition = one(text, names, true)?;
            let [yes, no] = [(true, condition.clone()), (false, condition.not())].map(|(holds, last)| {
                let decided = conditions.iter().map(|tree| decided(tree, &condition, holds, lines));
                Ok([decided.collect::<Checked<Vec<Tree>>>()?, vec![last]].concat())
            });
            branches.push(no?);
            conditions = yes?;
            limited(branches.len() + conditions.len() <= limits::MAX_DEPTH)?;
        }
        let (quotients, hypotheses, disjunctions) = (vec![], vec![], vec![]);
        let mut proof = Proof { lines, quotients, hypotheses, disjunctions };
        proof.assume_all(&conditions)?;
        proof.follow(names)?;
    }
    Ok(())
}

/// Returns a tree in which every `if`, `min` and `max` that depends on `condition` is replaced by what it is if the condition
/// holds, or does not hold.
fn decided(tree: &Tree, condition: &Tree, holds: bool, lines: &mut Lines) -> Checked<Tree> {
    lines.spend(1)?;
    let of = tree.of.iter().map(|part| decided(part, condition, holds, lines)).collect::<Checked<Vec<Tree>>>()?;
    let is_asked = |left: &Tree, right: &Tree| {
        condition.op == Op::Sign("<=") && condition.of[0] == *left && condition.of[1] == *right
    };
    let chosen = match tree.op {
        Op::Sign("if") if of[0] == *condition => {
            if holds {
                1
            } else {
                2
            }
        }
        Op::Sign("min") if is_asked(&of[0], &of[1]) => usize::from(!holds),
        Op::Sign("max") if is_asked(&of[0], &of[1]) => usize::from(holds),
        op => return Ok(Tree::new(op, &of)),
    };
    Ok(of[chosen].clone())
}

struct Proof<'a, 'b> {
    lines: &'a mut Lines<'b>,
    /// Dividends, divisors, and the letters that are the quotients.
    quotients: Vec<(Polynomial, Polynomial, Polynomial)>,
    hypotheses: Vec<Rc<Polynomial>>,
    disjunctions: Vec<Rc<[Form]>>,
}

impl Proof<'_, '_> {
    /// Assumes the facts of all quotients, then these conditions.
    fn assume_all(&mut self, conditions: &[Tree]) -> Checked<()> {
        let forms = conditions.iter().map(|tree| self.form(tree, true)).collect::<Checked<Vec<Form>>>()?;
        let mut divisors: Vec<(&Polynomial, Vec<Form>)> = vec![];
        for (dividend, divisor, quotient) in &self.quotients {
            let rest = dividend.plus(-1, &divisor.times(quotient, self.lines)?)?;
            let room = divisor.plus(-1, &rest)?.plus(-1, &Polynomial::constant(1))?;
            let facts = [rest, room].map(|fact| Form::Hypothesis(fact.into()));
            match divisors.iter_mut().find(|(other, _)| *other == divisor) {
                Some((_, all)) => all.extend(facts),
                None => divisors.push((divisor, facts.to_vec())),
            }
        }
        let mut known = vec![];
        for (divisor, facts) in divisors {
            let none = Form::Hypothesis(Polynomial::default().plus(-1, divisor)?.into());
            let is_positive = divisor.as_constant().is_some_and(|divisor| divisor >= 1);
            known.push(if is_positive { Form::All(facts) } else { Form::Some([none, Form::All(facts)].into()) });
        }
        known.into_iter().chain(forms).try_for_each(|form| self.assume(form))
    }

    fn assume(&mut self, form: Form) -> Checked<()> {
        self.lines.spend(1)?;
        match form {
            Form::Hypothesis(polynomial) => self.hypotheses.push(polynomial),
            Form::All(members) => members.into_iter().try_for_each(|member| self.assume(member))?,
            Form::Some(members) => self.disjunctions.push(members),
        }
        Ok(())
    }

    fn polynomial(&mut self, tree: &Tree) -> Checked<Polynomial> {
        let of = tree.of.iter().map(|part| self.polynomial(part)).collect::<Checked<Vec<Polynomial>>>()?;
        self.lines.spend(1 + of.iter().map(Polynomial::len).sum::<usize>())?;
        match tree.op {
            Op::Number(number) => Ok(Polynomial::constant(number.into())),
            Op::Letter(letter) => Ok(Polynomial::letter(letter)),
            Op::Sign("+") => of[0].plus(1, &of[1]),
            Op::Sign("-") => of[0].plus(-1, &of[1]),
            Op::Sign("*") => of[0].times(&of[1], self.lines),
            Op::Sign(sign @ ("/" | "%")) => {
                self.lines.spend(self.quotients.len())?;
                let at = self.quotients.iter().position(|(a, b, _)| [a, b] == [&of[0], &of[1]]);
                if at.is_none() {
                    let quotient = Polynomial::letter(limits::MAX_LINES + self.quotients.len());
                    self.quotients.push((of[0].clone(), of[1].clone(), quotient));
                }
                let quotient = &self.quotients[at.unwrap_or(self.quotients.len() - 1)].2;
                if sign == "/" { Ok(quotient.clone()) } else { of[0].plus(-1, &of[1].times(quotient, self.lines)?) }
            }
            Op::Sign(_) => malformed(UNSPLIT),
        }
    }

    /// Returns the form of "this holds" or of "this does not hold".
    fn form(&mut self, tree: &Tree, holds: bool) -> Checked<Form> {
        self.lines.spend(1)?;
        match tree.op {
            Op::Sign("not") => self.form(&tree.of[0], !holds),
            Op::Sign(sign @ ("true" | "false")) if (sign == "true") == holds => Ok(Form::All(vec![])),
            Op::Sign("true" | "false") => Ok(Form::Hypothesis(Polynomial::constant(-1).into())),
            Op::Sign(sign @ ("and" | "or")) => {
                let members = tree.of.iter().map(|part| self.form(part, holds)).collect::<Checked<Vec<Form>>>()?;
                if (sign == "and") == holds {
                    return Ok(Form::All(members));
                }
                let flat = members.iter().flat_map(|member| match member {
                    Form::Some(members) => members.to_vec(),
                    member => vec![member.clone()],
                });
                Ok(Form::Some(flat.collect()))
            }
            Op::Sign(sign @ ("<" | "<=" | "==")) => {
                let (left, right) = (self.polynomial(&tree.of[0])?, self.polynomial(&tree.of[1])?);
                // Each is that large − small − number ≥ 0.
                let gap = |large: &Polynomial, small: &Polynomial, number: i128| {
                    let gap = large.plus(-1, small)?.plus(-1, &Polynomial::constant(number))?;
                    Ok(Form::Hypothesis(gap.into()))
                };
                match (sign, holds) {
                    ("==", true) => Ok(Form::All(vec![gap(&left, &right, 0)?, gap(&right, &left, 0)?])),
                    ("==", false) => Ok(Form::Some([gap(&left, &right, 1)?, gap(&right, &left, 1)?].into())),
                    (_, true) => gap(&right, &left, i128::from(sign == "<")),
                    (_, false) => gap(&left, &right, i128::from(sign == "<=")),
                }
            }
            _ => malformed(UNSPLIT),
        }
    }

    fn follow(&mut self, names: &[String]) -> Checked<()> {
        let mut names = names.to_vec();
        // No word is a space.
        names.resize(limits::MAX_LINES, " ".to_owned());
        names.extend((0..self.quotients.len()).map(|index| format!("#{index}")));
        self.lines.spend(names.len())?;
        // What is assumed next, after how many hypotheses and disjunctions.
        let mut open = vec![(self.hypotheses.len(), self.disjunctions.len(), Form::All(vec![]))];
        while let Some((hypotheses, disjunctions, form)) = open.pop() {
            self.hypotheses.truncate(hypotheses);
            self.disjunctions.truncate(disjunctions);
            self.assume(form)?;
            let members: Rc<[Form]> = if let Some(text) = self.lines.after("cut") {
                let (polynomial, count) = (one(text, &names, false)?, self.quotients.len());
                let polynomial = self.polynomial(&polynomial)?;
                if count < self.quotients.len() {
                    return malformed("a new quotient cannot be made here");
                }
                let below = Polynomial::constant(-1).plus(-1, &polynomial)?;
                [polynomial, below].map(|side| Form::Hypothesis(side.into())).into()
            } else if let Some(text) = self.lines.after("case") {
                let members = digits(text.trim()).and_then(|index: usize| self.disjunctions.get(index));
                let Some(members) = members else { return malformed("there is no such disjunction") };
                members.clone()
            } else {
                self.check_leaf()?;
                continue;
            };
            let (hypotheses, disjunctions) = (self.hypotheses.len(), self.disjunctions.len());
            self.lines.spend(members.len())?;
            open.extend(members.iter().rev().map(|member| (hypotheses, disjunctions, member.clone())));
        }
        Ok(())
    }

    fn check_leaf(&mut self) -> Checked<()> {
        let mut sum = Polynomial::default();
        for entry in self.lines.expect("leaf")?.split(' ').skip(1) {
            let (factor, indices) = entry.split_once(':').unwrap_or_default();
            let Some(factor @ 1..) = digits(factor) else { return malformed(&format!("`{entry}` has no factor")) };
            let mut product = Polynomial::constant(factor);
            for index in indices.split('*') {
                let hypothesis = digits(index).and_then(|index: usize| self.hypotheses.get(index));
                let Some(hypothesis) = hypothesis else { return malformed(&format!("`{entry}` names no hypothesis")) };
                product = product.times(hypothesis, self.lines)?;
            }
            self.lines.spend(sum.len())?;
            sum = sum.plus(1, &product)?;
        }
        let refusal = Refusal::new(Fault::Rule, 0, "the sum of this leaf is not a negative constant");
        if sum.as_constant().is_some_and(|sum| sum < 0) { Ok(()) } else { Err(refusal) }
    }
}

const UNSPLIT: &str = "`if`, `min` or `max` is left: it must be split before";
