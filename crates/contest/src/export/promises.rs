//! Conditions of rules and problems as formulas, and the guarantees of a problem about its inputs.
//!
//! In: conditions, and the meanings of their names in the program. Out: formulas that [`super::entail`] reasons about:
//! comparisons of sums, remainders, conditions on all entries of a list, and opaque ones. Names are resolved to the fields of the
//! input, so that `max == max(n - 1, 0)` is seen to hold if `max` was left at this default.

use super::Answer;
use super::entail::{Atom, Formula, Reasoner, Sum, sorted, sum_of};
use super::limits::stated_lengths;
use super::lower::Lower;
use super::program::{Ex, Form, Helper, Op, Range, Ty, UNKNOWN};
use super::solve::{Task, name_of};
use grundy_rules::ast::Comparison;
use grundy_rules::game::{Binder, Domain, Expr, Fold, Form as Rule, Kind, Over};
use grundy_rules::linear::Linear;
use std::collections::{BTreeMap, BTreeSet};

/// Prefix of the names of counters in conditions on all entries, followed by their depth.
const COUNTER: char = '#';

/// The guarantees of a problem, and the reasoner that has them.
#[derive(Clone)]
pub(crate) struct Promises {
    pub reasoner: Reasoner,
    /// The `require` clauses, and the conditions that select this game among the problem's.
    pub facts: Vec<Formula>,
    /// Variables that are not resolved further: the fields, and those of the components of a part.
    stable: BTreeSet<String>,
    /// The lengths that the statement declares for the lists of a field.
    lengths: BTreeMap<String, Range>,
}

impl Promises {
    /// Collects the guarantees if this game is played. `lower` has the fields in scope.
    pub fn new<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> Promises {
        let mut lengths = BTreeMap::new();
        for (slot, range) in stated_lengths(task.variant) {
            if let Some(name) = task.fields.values[slot].as_ref().and_then(name_of) {
                lengths.insert(name, range);
            }
        }
        let stable = task.fields.values.iter().flatten().filter_map(name_of).collect();
        let mut promises = Promises { reasoner: Reasoner::default(), facts: Vec::new(), stable, lengths };
        let adapter = &task.variant.adapter;
        for requirement in &task.variant.requirements {
            let fact = promises.formula(lower, adapter.expression(requirement.condition()));
            promises.facts.push(fact);
        }
        // The games before this one were not selected.
        for (index, (_, condition)) in task.variant.games.iter().enumerate().take(task.game_index + 1) {
            let fact = condition.map(|condition| promises.formula(lower, adapter.expression(condition)));
            promises.facts.extend(fact.map(|fact| if index == task.game_index { fact } else { fact.not() }));
        }
        promises
    }

    /// Treats the variables of these values as not resolvable further.
    pub fn trust(&mut self, lower: &Lower<'_, '_>, values: &[Ex]) {
        for value in values {
            resolved(lower, value).variables(&mut self.stable);
        }
    }

    /// Converts a condition to a formula: an atom if nothing more is understood of it.
    pub fn formula(&mut self, lower: &mut Lower<'_, '_>, condition: &Expr) -> Formula {
        let found = lower.tried(|lower| self.of_rule(lower, condition, 0));
        found.ok().flatten().unwrap_or_else(|| {
            let game = std::ptr::from_ref(lower.scene.game) as usize;
            self.reasoner.atom(Atom::Unread(game, condition.clone()))
        })
    }

    /// Converts a value to a sum of its terms.
    pub fn sum(&mut self, lower: &Lower<'_, '_>, value: &Ex) -> Sum {
        self.note(lower, value);
        sorted(sum_of(&resolved(lower, value)))
    }

    fn of_rule(&mut self, lower: &mut Lower<'_, '_>, rule: &Expr, depth: usize) -> Answer<Option<Formula>> {
        let all = |this: &mut Self, lower: &mut Lower<'_, '_>, all: &[Expr]| -> Answer<Option<Vec<Formula>>> {
            let mut found = Vec::new();
            for operand in all {
                match this.of_rule(lower, operand, depth)? {
                    Some(formula) => found.push(formula),
                    None => return Ok(None),
                }
            }
            Ok(Some(found))
        };
        Ok(match &rule.form {
            Rule::And(inner) => all(self, lower, inner)?.map(Formula::And),
            Rule::Or(inner) => all(self, lower, inner)?.map(Formula::Or),
            Rule::Not(inner) => self.of_rule(lower, inner, depth)?.map(Formula::not),
            Rule::Compare(operands, signs) if operands.iter().all(|operand| operand.kind == Kind::Int) => {
                let mut values = Vec::new();
                for operand in operands {
                    values.push(lower.expr(operand)?);
                }
                let pairs = values.windows(2).zip(signs);
                let found: Option<Vec<Formula>> =
                    pairs.map(|(pair, sign)| self.comparison(lower, &pair[0], sign_of(sign), &pair[1])).collect();
                found.map(Formula::And)
            }
            Rule::Apply(function, none) if none.is_empty() && rule.kind == Kind::Bool => {
                let game = lower.scene.game;
                let body = &game.functions[*function].body;
                let locals = std::mem::take(&mut lower.locals);
                let found = self.of_rule(lower, body, depth);
                lower.locals = locals;
                found?
            }
            Rule::Fold { fold, body, binders, filter } if body.kind == Kind::Bool => {
                let filter = filter.as_deref();
                match fold {
                    Fold::All | Fold::List => self.each(lower, binders, filter, body, true, depth)?,
                    Fold::Any => self.each(lower, binders, filter, body, false, depth)?.map(Formula::not),
                    _ => None,
                }
            }
            _ => {
                let value = lower.expr(rule)?;
                self.of_value(lower, &value)
            }
        })
    }

    /// Returns that a body has this truth for everything that the binders range over.
    fn each(
        &mut self,
        lower: &mut Lower<'_, '_>,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        truth: bool,
        depth: usize,
    ) -> Answer<Option<Formula>> {
        let Some((binder, rest)) = binders.split_first() else {
            let Some(holds) = self.of_rule(lower, body, depth)? else { return Ok(None) };
            let holds = if truth { holds } else { holds.not() };
            let Some(filter) = filter else { return Ok(Some(holds)) };
            let filter = self.of_rule(lower, filter, depth)?;
            return Ok(filter.map(|filter| Formula::Or(vec![filter.not(), holds])));
        };
        // Whatever the range, it is counted from 0.
        let counter = Ex::var(format!("{COUNTER}{depth}"), Ty::Int).ranged(Range::new(0, i128::MAX));
        let (local, last) = match &binder.over {
            Over::Is(value) => (lower.expr(value)?, None),
            Over::If(condition) => {
                let Some(condition) = self.of_rule(lower, condition, depth)? else { return Ok(None) };
                lower.locals.push(Ex::bool(true));
                let found = self.each(lower, rest, filter, body, truth, depth);
                lower.locals.pop();
                return Ok(found?.map(|holds| Formula::Or(vec![condition.not(), holds])));
            }
            Over::Each(Domain::Range(low, Some(high))) => {
                let (low, high) = (lower.expr(low)?, lower.expr(high)?);
                let last = sorted(self.sum(lower, &high).with(&self.sum(lower, &low), -1));
                (counter.op(Op::Add, low), Some(last))
            }
            Over::Each(Domain::Range(_, None)) => return Ok(None),
            Over::Each(Domain::Of(list)) => {
                let list = lower.expr(list)?;
                let last = self.sum(lower, &list.clone().len().op(Op::Subtract, Ex::int(1)));
                (list.index(counter), Some(last))
            }
        };
        lower.locals.push(local);
        let found = self.each(lower, rest, filter, body, truth, depth + usize::from(last.is_some()));
        lower.locals.pop();
        let Some(body) = found? else { return Ok(None) };
        Ok(Some(match last {
            Some(last) if body != Formula::Is(true) => self.reasoner.atom(Atom::Each { last, body }),
            _ => body,
        }))
    }

    /// Converts a boolean value of the program.
    fn of_value(&mut self, lower: &Lower<'_, '_>, value: &Ex) -> Option<Formula> {
        if let Some(definition) = name_of(value).and_then(|name| lower.definitions.get(&name)) {
            return self.of_value(lower, definition);
        }
        Some(match &value.form {
            Form::Bool(truth) => Formula::Is(*truth),
            Form::Not(inner) => self.of_value(lower, inner)?.not(),
            Form::Binary(Op::And, a, b) => Formula::And(vec![self.of_value(lower, a)?, self.of_value(lower, b)?]),
            Form::Binary(Op::Or, a, b) => Formula::Or(vec![self.of_value(lower, a)?, self.of_value(lower, b)?]),
            Form::If(condition, yes, no) if value.ty == Ty::Bool => {
                let condition = self.of_value(lower, condition)?;
                let yes = Formula::And(vec![condition.clone(), self.of_value(lower, yes)?]);
                Formula::Or(vec![yes, Formula::And(vec![condition.not(), self.of_value(lower, no)?])])
            }
            Form::Binary(op, a, b) if op.compares() && a.ty == Ty::Int => self.comparison(lower, a, *op, b)?,
            // Unequal is the negation of equal.
            Form::Binary(Op::Unequal, a, b) => {
                let equal = Ex::new(Form::Binary(Op::Equal, a.clone(), b.clone()), Ty::Bool);
                self.of_value(lower, &equal)?.not()
            }
            _ => {
                let value = resolved(lower, value);
                if !self.is_stable(&value) {
                    return None;
                }
                self.reasoner.atom(Atom::Value(value))
            }
        })
    }

    fn comparison(&mut self, lower: &Lower<'_, '_>, left: &Ex, op: Op, right: &Ex) -> Option<Formula> {
        // Powers past 128 bits are known by their ranges alone.
        if let Form::Bool(truth) = left.clone().op(op, right.clone()).form {
            return Some(Formula::Is(truth));
        }
        let (left, right) = (self.sum(lower, left), self.sum(lower, right));
        let is_stable = |sum: &Sum| sum.terms.iter().all(|(term, _)| self.is_stable(term));
        if !is_stable(&left) || !is_stable(&right) {
            return None;
        }
        let at_most = |small: &Sum, large: &Sum, apart: i128| Linear::number(apart).with(small, 1).with(large, -1);
        Some(match op {
            Op::Less => self.reasoner.at_most_zero(at_most(&left, &right, 1)),
            Op::AtMost => self.reasoner.at_most_zero(at_most(&left, &right, 0)),
            Op::Greater => self.reasoner.at_most_zero(at_most(&right, &left, 1)),
            Op::AtLeast => self.reasoner.at_most_zero(at_most(&right, &left, 0)),
            Op::Equal => self.reasoner.zero(at_most(&left, &right, 0)),
            Op::Unequal => self.reasoner.zero(at_most(&left, &right, 0)).not(),
            _ => return None,
        })
    }

    /// Returns whether a value consists of variables that are not resolved further.
    fn is_stable(&self, value: &Ex) -> bool {
        let mut used = BTreeSet::new();
        value.variables(&mut used);
        used.iter().all(|name| name.starts_with(COUNTER) || self.stable.contains(name))
    }

    /// Records the ranges of the terms of a value, except those that depend on a counter.
    fn note(&mut self, lower: &Lower<'_, '_>, value: &Ex) {
        if let Form::Binary(Op::Add | Op::Subtract | Op::Multiply, a, b) = &value.form {
            self.note(lower, a);
            self.note(lower, b);
            return;
        }
        if let Form::Negate(inner) = &value.form {
            return self.note(lower, inner);
        }
        let defined = name_of(value).and_then(|name| lower.definitions.get(&name));
        if let Some(definition) = defined {
            self.note(lower, definition);
        }
        let term = resolved(lower, value);
        let mut used = BTreeSet::new();
        term.variables(&mut used);
        if value.ty != Ty::Int || used.iter().any(|name| name.starts_with(COUNTER)) {
            return;
        }
        self.reasoner.note(&term, value.range.certain());
        if let Form::Len(list) = &term.form
            && let Some(range) = name_of(list).and_then(|name| self.lengths.get(&name))
        {
            self.reasoner.note(&term, *range);
        }
    }
}

/// Replaces variables by their definitions, and drops ranges: equal values become equal expressions.
fn resolved(lower: &Lower<'_, '_>, value: &Ex) -> Ex {
    if let Some(definition) = name_of(value).and_then(|name| lower.definitions.get(&name)) {
        return resolved(lower, definition);
    }
    let mut value = value.clone();
    value.range = UNKNOWN;
    value.change_inner(&mut |inner| *inner = resolved(lower, inner));
    if let Form::Len(list) = &value.form {
        value.form = match &list.form {
            Form::List(entries) => Form::Int(entries.len() as i128),
            // Reordering does not change a list's length.
            Form::Helper(Helper::Sorted | Helper::Reversed, of) => Form::Len(Box::new(of[0].clone())),
            _ => value.form,
        };
    }
    match value.form {
        Form::Binary(Op::Add | Op::Subtract | Op::Multiply, ..) | Form::Negate(_) => {
            let sum = sum_of(&value);
            if sum.is_cut { value } else { rebuilt(sorted(sum)) }
        }
        _ => value,
    }
}

/// Converts a sum to an expression: equal sums become equal expressions.
fn rebuilt(sum: Sum) -> Ex {
    let plain = |op, a: Ex, b: Ex| Ex::new(Form::Binary(op, Box::new(a), Box::new(b)), Ty::Int);
    let bare = |number| Ex { range: UNKNOWN, ..Ex::int(number) };
    let terms = sum.terms.into_iter().map(|(term, factor)| match factor {
        1 => term,
        _ => plain(Op::Multiply, bare(factor), term),
    });
    let constant = (sum.constant != 0).then(|| bare(sum.constant));
    terms.chain(constant).reduce(|a, b| plain(Op::Add, a, b)).unwrap_or_else(|| bare(0))
}

fn sign_of(sign: &Comparison) -> Op {
    match sign {
        Comparison::Equal => Op::Equal,
        Comparison::Unequal => Op::Unequal,
        Comparison::Less => Op::Less,
        Comparison::AtMost => Op::AtMost,
        Comparison::Greater => Op::Greater,
        Comparison::AtLeast => Op::AtLeast,
    }
}
