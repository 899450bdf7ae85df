//! Expressions as linear terms, case by case.
//!
//! In: a checked expression. Out: for each case the conditions under which it holds and the term that the expression
//! then is. Cases may overlap where they agree, and together they cover everything. A quotient or a remainder by a
//! number, and a xor, each introduce a variable.

use super::form::{Condition, Linear, Relation};
use super::translate::Stopped;
use crate::limits;
use grundy_message::{Message, message};
use grundy_rules::ast::{BinaryOperator, Comparison};
use grundy_rules::game::{Builtin, Domain, Expr, Form};
use grundy_rules::{Instance, Meter, Span, Value};
use std::sync::Arc;

/// Conditions on variables that hold together.
#[derive(Clone, Debug)]
pub struct Case {
    pub variables: usize,
    pub conditions: Vec<Condition>,
}

impl Case {
    pub fn fresh(&mut self) -> Linear {
        self.variables += 1;
        Linear::variable(self.variables - 1)
    }

    pub fn with(&self, condition: Condition) -> Case {
        let mut case = self.clone();
        case.conditions.push(condition);
        case
    }
}

/// Reads expressions of a game with its givens.
pub struct Reader<'a> {
    pub instance: &'a Instance,
    /// Which of the `let`s depend on no component.
    fixed: Vec<bool>,
    meter: Meter<'static>,
}

type Terms = Vec<(Case, Linear)>;

impl<'a> Reader<'a> {
    /// Makes a reader.
    pub fn new(instance: &'a Instance) -> Reader<'a> {
        let mut fixed = Vec::new();
        for function in &instance.game().functions {
            fixed.push(is_fixed(&function.body, &fixed));
        }
        Reader { instance, fixed, meter: Meter::steps(limits::MAX_READING_STEPS) }
    }

    /// Counts `steps` more steps.
    pub fn spend(&self, span: Span, steps: usize) -> Result<(), Stopped> {
        self.meter.charge(steps).map_err(|_| Stopped::new(span, message!("it takes too long to be read")))
    }

    /// Returns the value of a constant expression.
    pub fn closed(&self, expr: &Expr) -> Option<Value> {
        if has_local(expr) || !is_fixed(expr, &self.fixed) {
            return None;
        }
        self.instance.evaluate(expr, &Arc::new(Vec::new()), None, &self.meter).ok()
    }

    /// Reads a number.
    pub fn term(&self, expr: &Expr, locals: &[Linear], case: &Case) -> Result<Terms, Stopped> {
        self.spend(expr.span, 1 + case.conditions.len())?;
        let stop = |why: Message| Err(Stopped::new(expr.span, why));
        let one = |case: Case, term: Linear| Ok(vec![(case, term)]);
        if let Some(value) = self.closed(expr) {
            return match value.as_int().and_then(|int| int.to_i64()).filter(|int| int.abs() <= 1_000_000_000) {
                Some(int) => one(case.clone(), Linear::constant(int)),
                None => stop(message!("this is no number, or a large one")),
            };
        }
        match &expr.form {
            Form::Component(index) => one(case.clone(), Linear::variable(*index)),
            Form::Local(index) => match locals.get(*index) {
                Some(term) => one(case.clone(), term.clone()),
                None => stop(message!("this name is bound inside")),
            },
            Form::Negate(inner) => {
                self.map(expr, self.term(inner, locals, case)?, |term| Linear::default().plus(-1, &term))
            }
            Form::If(condition, yes, no) => {
                let mut all = Vec::new();
                for (wanted, inner) in [(true, yes), (false, no)] {
                    for case in self.cases(condition, wanted, locals, case)? {
                        all.extend(self.term(inner, locals, &case)?);
                    }
                }
                bounded(expr, all)
            }
            Form::Binary(operator, left, right) => {
                let mut all = Vec::new();
                for (case, left) in self.term(left, locals, case)? {
                    for (case, right) in self.term(right, locals, &case)? {
                        all.extend(self.binary(expr, *operator, case, &left, &right)?);
                    }
                }
                bounded(expr, all)
            }
            Form::Builtin(Builtin::Min | Builtin::Max, inner) => {
                let sign = if matches!(expr.form, Form::Builtin(Builtin::Min, _)) { 1 } else { -1 };
                let mut all = Vec::new();
                for (case, list) in self.terms(expr, inner, locals, case)? {
                    for chosen in &list {
                        let mut case = case.clone();
                        for other in list.iter().filter(|other| *other != chosen) {
                            case.conditions.push(Condition::at_least(self.sum(expr, other, chosen, sign)?));
                        }
                        all.push((case, chosen.clone()));
                    }
                }
                bounded(expr, all)
            }
            Form::Builtin(Builtin::Abs, inner) => {
                let mut all = Vec::new();
                for (case, term) in self.term(&inner[0], locals, case)? {
                    let negative = self.sum(expr, &Linear::default(), &term, 1)?;
                    all.push((case.with(Condition::at_least(term.clone())), term));
                    all.push((case.with(Condition::at_least(negative.clone())), negative));
                }
                bounded(expr, all)
            }
            Form::Apply(function, arguments) => {
                let body = &self.instance.game().functions[*function].body;
                let mut all = Vec::new();
                for (case, frame) in self.terms(expr, arguments, locals, case)? {
                    all.extend(self.term(body, &frame, &case)?);
                }
                bounded(expr, all)
            }
            // An element of a fixed list, index by index; the index is a remainder and so never out of bounds.
            Form::Index(list, index) => {
                let Form::Binary(BinaryOperator::Remainder, _, modulus) = &index.form else {
                    return stop(message!("only a remainder is a place that is surely in the list"));
                };
                let modulus = self.closed(modulus).and_then(|modulus| modulus.as_int()?.to_usize()).unwrap_or(0);
                let list = self.closed(list);
                let numbers = list.as_ref().and_then(Value::as_elements).and_then(|list| {
                    let number = |value: &Value| value.as_int()?.to_i64().filter(|int| int.abs() <= 1_000_000_000);
                    list.get(..modulus)?.iter().map(number).collect::<Option<Vec<i64>>>()
                });
                let Some(numbers) = numbers.filter(|numbers| numbers.len() <= limits::MAX_LINEAR_CASES) else {
                    return stop(message!(
                        "only a fixed list of numbers, no shorter than the remainders are many, is linear"
                    ));
                };
                let mut all = Vec::new();
                for (case, index) in self.term(index, locals, case)? {
                    for (at, number) in (0..).zip(&numbers) {
                        let same = self.sum(expr, &index, &Linear::constant(at), 1)?;
                        all.push((case.with(Condition::equal(same)), Linear::constant(*number)));
                    }
                }
                bounded(expr, all)
            }
            _ => stop(message!("this is not a linear term")),
        }
    }

    /// Reads several numbers at once: in each case all of them.
    fn terms(
        &self,
        whole: &Expr,
        exprs: &[Expr],
        locals: &[Linear],
        case: &Case,
    ) -> Result<Vec<(Case, Vec<Linear>)>, Stopped> {
        let mut lists = vec![(case.clone(), Vec::new())];
        for expr in exprs {
            let mut longer = Vec::new();
            for (case, list) in &lists {
                for (case, term) in self.term(expr, locals, case)? {
                    longer.push((case, list.iter().cloned().chain([term]).collect()));
                }
            }
            lists = bounded(whole, longer)?;
        }
        Ok(lists)
    }

    fn map(&self, expr: &Expr, terms: Terms, change: impl Fn(Linear) -> Option<Linear>) -> Result<Terms, Stopped> {
        let change = |(case, term)| Some((case, change(term)?));
        terms.into_iter().map(change).collect::<Option<_>>().ok_or_else(|| Stopped::large(expr.span))
    }

    /// Returns sign · (left − right).
    fn sum(&self, expr: &Expr, left: &Linear, right: &Linear, sign: i64) -> Result<Linear, Stopped> {
        let difference = left.plus(-1, right).and_then(|term| Linear::default().plus(sign, &term));
        difference.ok_or_else(|| Stopped::large(expr.span))
    }

    fn binary(
        &self,
        expr: &Expr,
        operator: BinaryOperator,
        mut case: Case,
        left: &Linear,
        right: &Linear,
    ) -> Result<Terms, Stopped> {
        let large = || Stopped::large(expr.span);
        let stop = |why: Message| Err(Stopped::new(expr.span, why));
        let term = match operator {
            BinaryOperator::Add => left.plus(1, right).ok_or_else(large)?,
            BinaryOperator::Subtract => left.plus(-1, right).ok_or_else(large)?,
            BinaryOperator::Multiply => match (left.as_constant(), right.as_constant()) {
                (Some(factor), _) => Linear::default().plus(factor, right).ok_or_else(large)?,
                (_, Some(factor)) => Linear::default().plus(factor, left).ok_or_else(large)?,
                _ => return stop(message!("a product of two things that vary is not linear")),
            },
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                let Some(divisor) = right.as_constant().filter(|divisor| *divisor > 0) else {
                    return stop(message!("only divisors that are fixed numbers from 1 up are linear"));
                };
                // The quotient is rounded down; below 0 it is the negative of a natural number.
                let signs: &[i64] = if left.is_surely_natural() { &[1] } else { &[1, -1] };
                let mut all = Vec::new();
                for sign in signs {
                    let mut case = case.clone();
                    let quotient = case.fresh();
                    let rest = left.plus(-sign * divisor, &quotient).ok_or_else(large)?;
                    let max = self.sum(expr, &Linear::constant(divisor - 1), &rest, 1)?;
                    case.conditions.extend([Condition::at_least(rest.clone()), Condition::at_least(max)]);
                    let quotient = Linear::default().plus(*sign, &quotient).ok_or_else(large)?;
                    all.push((case, if operator == BinaryOperator::Divide { quotient } else { rest }));
                }
                return Ok(all);
            }
            BinaryOperator::Xor => {
                if !left.is_surely_natural() || !right.is_surely_natural() {
                    return stop(message!("xor is read only of what is surely not negative"));
                }
                let mut marked = Linear::default();
                for side in [left, right] {
                    let variable = match side.as_variable() {
                        Some(variable) if marked.coefficient(variable) == 0 => Linear::variable(variable),
                        _ => {
                            let variable = case.fresh();
                            case.conditions.push(Condition::equal(self.sum(expr, &variable, side, 1)?));
                            variable
                        }
                    };
                    marked = marked.plus(1, &variable).ok_or_else(large)?;
                }
                let xor = case.fresh();
                let term = marked.plus(1, &xor).ok_or_else(large)?;
                case.conditions.push(Condition { term, relation: Relation::Xor });
                xor
            }
            BinaryOperator::BitOr | BinaryOperator::BitAnd | BinaryOperator::Power | BinaryOperator::Compound => {
                return stop(message!("this is not a linear term"));
            }
        };
        Ok(vec![(case, term)])
    }

    /// Returns the cases in which a condition is as wanted.
    pub fn cases(&self, expr: &Expr, wanted: bool, locals: &[Linear], case: &Case) -> Result<Vec<Case>, Stopped> {
        self.spend(expr.span, 1 + case.conditions.len())?;
        if let Some(value) = self.closed(expr) {
            return Ok(if value == Value::Bool(wanted) { vec![case.clone()] } else { Vec::new() });
        }
        let all = match &expr.form {
            Form::Not(inner) => self.cases(inner, !wanted, locals, case)?,
            Form::And(inner) | Form::Or(inner) if matches!(expr.form, Form::And(_)) == wanted => {
                let mut all = vec![case.clone()];
                for inner in inner {
                    let mut longer = Vec::new();
                    for case in &all {
                        longer.extend(self.cases(inner, wanted, locals, case)?);
                    }
                    all = bounded(expr, longer)?;
                }
                all
            }
            Form::And(inner) | Form::Or(inner) => {
                let mut all = Vec::new();
                for inner in inner {
                    all.extend(self.cases(inner, wanted, locals, case)?);
                }
                all
            }
            Form::If(condition, yes, no) => {
                let mut all = Vec::new();
                for (holds, inner) in [(true, yes), (false, no)] {
                    for case in self.cases(condition, holds, locals, case)? {
                        all.extend(self.cases(inner, wanted, locals, &case)?);
                    }
                }
                all
            }
            Form::Compare(terms, comparisons) => {
                let mut all = Vec::new();
                for (case, list) in self.terms(expr, terms, locals, case)? {
                    let mut so_far = vec![case.clone()];
                    for (pair, comparison) in list.windows(2).zip(comparisons) {
                        let mut longer = Vec::new();
                        for case in if wanted { so_far } else { vec![case.clone()] } {
                            let compared = self.compare(expr, &pair[0], &pair[1], *comparison, wanted)?;
                            longer.extend(compared.into_iter().map(|condition| case.with(condition)));
                        }
                        so_far = longer;
                        if !wanted {
                            all.append(&mut so_far);
                        }
                    }
                    all.extend(so_far.into_iter().filter(|_| wanted));
                }
                all
            }
            Form::In(term, domain) => match &**domain {
                Domain::Range(low, high) => {
                    let mut all = Vec::new();
                    for (case, term) in self.term(term, locals, case)? {
                        for (case, low) in self.term(low, locals, &case)? {
                            let from = self.compare(expr, &term, &low, Comparison::AtLeast, wanted)?;
                            let Some(high) = high else {
                                all.extend(from.into_iter().map(|condition| case.with(condition)));
                                continue;
                            };
                            for (case, high) in self.term(high, locals, &case)? {
                                let to = self.compare(expr, &term, &high, Comparison::AtMost, wanted)?;
                                if wanted {
                                    all.push(case.with(from[0].clone()).with(to[0].clone()));
                                } else {
                                    all.extend([case.with(from[0].clone()), case.with(to[0].clone())]);
                                }
                            }
                        }
                    }
                    all
                }
                Domain::Of(list) => {
                    let list = self.closed(list);
                    let numbers = list
                        .as_ref()
                        .and_then(Value::as_elements)
                        .map(|list| list.iter().map(|value| value.as_int()?.to_i64()).collect::<Option<Vec<i64>>>());
                    let Some(Some(numbers)) = numbers else {
                        return Err(Stopped::new(expr.span, message!("only a fixed list of numbers is linear")));
                    };
                    let mut all = Vec::new();
                    for (case, term) in self.term(term, locals, case)? {
                        let mut so_far = vec![case.clone()];
                        for number in &numbers {
                            let number = Linear::constant(*number);
                            let compared = self.compare(expr, &term, &number, Comparison::Equal, wanted)?;
                            let cases = if wanted { vec![case.clone()] } else { so_far.clone() };
                            let longer = cases.iter().flat_map(|case| compared.iter().map(|c| case.with(c.clone())));
                            if wanted {
                                all.extend(longer);
                            } else {
                                so_far = bounded(expr, longer.collect())?;
                            }
                        }
                        if !wanted {
                            all.append(&mut so_far);
                        }
                    }
                    all
                }
            },
            Form::Apply(function, arguments) => {
                let body = &self.instance.game().functions[*function].body;
                let mut all = Vec::new();
                for (case, frame) in self.terms(expr, arguments, locals, case)? {
                    all.extend(self.cases(body, wanted, &frame, &case)?);
                }
                all
            }
            _ => return Err(Stopped::new(expr.span, message!("this is not a linear condition"))),
        };
        bounded(expr, all)
    }

    /// Returns the conditions, any of which makes a comparison as wanted.
    fn compare(
        &self,
        expr: &Expr,
        left: &Linear,
        right: &Linear,
        comparison: Comparison,
        wanted: bool,
    ) -> Result<Vec<Condition>, Stopped> {
        let shifted = |sign: i64, shift: i64| -> Result<Condition, Stopped> {
            let term = self.sum(expr, left, right, sign)?.plus(1, &Linear::constant(shift));
            term.map(Condition::at_least).ok_or_else(|| Stopped::large(expr.span))
        };
        Ok(match (comparison, wanted) {
            (Comparison::Equal, true) | (Comparison::Unequal, false) => {
                vec![Condition::equal(self.sum(expr, left, right, 1)?)]
            }
            (Comparison::Equal, false) | (Comparison::Unequal, true) => vec![shifted(1, -1)?, shifted(-1, -1)?],
            (Comparison::Less, true) | (Comparison::AtLeast, false) => vec![shifted(-1, -1)?],
            (Comparison::AtMost, true) | (Comparison::Greater, false) => vec![shifted(-1, 0)?],
            (Comparison::Greater, true) | (Comparison::AtMost, false) => vec![shifted(1, -1)?],
            (Comparison::AtLeast, true) | (Comparison::Less, false) => vec![shifted(1, 0)?],
        })
    }
}

/// Fails if there are too many cases.
pub fn bounded<T>(expr: &Expr, all: Vec<T>) -> Result<Vec<T>, Stopped> {
    if all.len() > limits::MAX_LINEAR_CASES {
        return Err(Stopped::new(expr.span, message!("this makes too many cases")));
    }
    Ok(all)
}

/// Returns true if neither the expression nor the `let`s it calls contain a component.
fn is_fixed(expr: &Expr, functions: &[bool]) -> bool {
    !expr.any(&mut |inner| match &inner.form {
        Form::Component(_) => true,
        Form::Apply(function, _) => !functions.get(*function).copied().unwrap_or(false),
        _ => false,
    })
}

/// Returns true if the expression may contain a name of the current frame.
fn has_local(expr: &Expr) -> bool {
    let domain = |domain: &Domain| match domain {
        Domain::Range(low, high) => has_local(low) || high.as_ref().is_some_and(has_local),
        Domain::Of(list) => has_local(list),
    };
    match &expr.form {
        Form::Int(_) | Form::Bool(_) | Form::Symbol(_) | Form::Given(_) | Form::Component(_) => false,
        // Folds bind names of their own, which are not tracked here; they are read nowhere else either.
        Form::Local(_) | Form::Mover | Form::Other | Form::Fold { .. } => true,
        Form::If(a, b, c) => has_local(a) || has_local(b) || has_local(c),
        Form::Or(list) | Form::And(list) | Form::List(list) | Form::Set(list) | Form::Compare(list, _) => {
            list.iter().any(has_local)
        }
        Form::Not(inner) | Form::Negate(inner) => has_local(inner),
        Form::In(inner, over) => has_local(inner) || domain(over),
        Form::Binary(_, left, right) | Form::Index(left, right) => has_local(left) || has_local(right),
        Form::Slice(list, from, to) => {
            has_local(list) || has_local(from) || to.as_ref().is_some_and(|to| has_local(to))
        }
        Form::Builtin(_, list) | Form::Apply(_, list) => list.iter().any(has_local),
    }
}
