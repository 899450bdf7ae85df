//! Moves that subtract a multiple of one number from another, as in Euclid's game.
//!
//! In: `move m(k in 1..x / max(f, 1)) if GUARD -> (…, x - k * f, …)`, where neither the guard nor f contains k, and f
//! is a linear term without x. A product is not linear, but the move is a step x -> x - f made k times: f stays the
//! same, and as k * f <= x means that every step but the last leaves at least f, the options are what is reached by a
//! first step, which needs the guard, and by any number of further steps, which need f >= 1 and x >= f alone. A `never`
//! clause makes the checker show that the guard keeps f from being 0.

use super::expression::Case;
use super::form::{Condition, Linear, Rule};
use super::translate::{Stopped, Translation};
use grundy_message::message;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Builtin, Destination, Domain, Expr, Form, MoveRule, Over, Term};

/// The divisor of the range of k.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Divides {
    /// By f, so that the rules cannot be evaluated where f is 0, whatever the guard says.
    ByTerm,
    /// By the greater of f and 1.
    ByTermOrOne,
}

/// Returns the component x and the term f of such a move.
pub fn form(rule: &MoveRule) -> Option<(usize, &Expr, Divides)> {
    let [binder] = &rule.binders[..] else { return None };
    let Over::Each(Domain::Range(low, Some(high))) = &binder.over else { return None };
    let is_one = |expr: &Expr| matches!(&expr.form, Form::Int(one) if one.to_i64() == Some(1));
    let Form::Binary(BinaryOperator::Divide, dividend, divisor) = &high.form else { return None };
    let Form::Component(index) = dividend.form else { return None };
    let Destination::Terms { again: None, terms } = &rule.result else { return None };
    let [Term::Tuple(exprs, _)] = &terms[..] else { return None };
    let stays = |(at, expr): (usize, &Expr)| at == index || expr.form == Form::Component(at);
    if !is_one(low) || !exprs.iter().enumerate().all(stays) {
        return None;
    }
    let Form::Binary(BinaryOperator::Subtract, from, taken) = &exprs.get(index)?.form else { return None };
    let Form::Binary(BinaryOperator::Multiply, left, right) = &taken.form else { return None };
    let factor = match (&left.form, &right.form) {
        (Form::Local(0), _) => right,
        (_, Form::Local(0)) => left,
        _ => return None,
    };
    let divides = match &divisor.form {
        _ if divisor == factor => Divides::ByTerm,
        Form::Builtin(Builtin::Max, list) => match &list[..] {
            [one, other] if is_one(one) && *other == **factor => Divides::ByTermOrOne,
            [other, one] if is_one(one) && *other == **factor => Divides::ByTermOrOne,
            _ => return None,
        },
        _ => return None,
    };
    (from.form == Form::Component(index)).then_some((index, factor, divides))
}

impl Translation<'_> {
    pub(super) fn repeated(
        &mut self,
        rule: &MoveRule,
        index: usize,
        factor: &Expr,
        divides: Divides,
    ) -> Result<(), Stopped> {
        let components = self.components;
        let large = || Stopped::large(rule.span);
        let start = Case { variables: components, conditions: Vec::new() };
        // Read without locals, so that k is in neither the term nor the guard.
        let terms = self.reader.term(factor, &[], &start)?;
        let plain = |case: &Case| case.variables == components && case.conditions.is_empty();
        let term = match &terms[..] {
            [(case, term)] if plain(case) && term.coefficient(index) == 0 => term,
            _ => {
                return Err(Stopped::new(
                    factor.span,
                    message!("only a multiple of what stays the same is repeated steps"),
                ));
            }
        };
        let guarded = match &rule.guard {
            Some(guard) => self.reader.cases(guard, true, &[], &start)?,
            None => vec![start.clone()],
        };
        let left = Linear::variable(index).plus(-1, term).ok_or_else(large)?;
        let fits = Condition::at_least(left.clone());
        let some = Condition::at_least(term.plus(-1, &Linear::constant(1)).ok_or_else(large)?);
        let none = Condition::at_least(Linear::default().plus(-1, term).ok_or_else(large)?);
        let made = |case: Case, more: &[&Condition], step: usize| -> Result<Rule, Stopped> {
            let after = Linear::variable(case.variables).plus(-1, &left).ok_or_else(large)?;
            let mut part: Vec<usize> = (0..components).collect();
            part[index] = case.variables;
            let mut conditions = case.conditions;
            conditions.extend(more.iter().map(|condition| (*condition).clone()));
            conditions.push(Condition::equal(after));
            Ok(Rule { variables: case.variables + 1, conditions, parts: vec![part], step })
        };
        let step = self.steps.len() + 1;
        self.steps.extend(made(start.clone(), &[&some, &fits], step)?.simplified(components));
        if self.steps.len() < step {
            return Err(large());
        }
        let broken = if divides == Divides::ByTerm { vec![start] } else { guarded.clone() };
        for mut case in broken {
            case.conditions.push(none.clone());
            let rule = Rule { variables: case.variables, conditions: case.conditions, parts: Vec::new(), step: 0 };
            self.never.extend(rule.simplified(components));
        }
        for case in guarded {
            self.moves.extend(made(case, &[&fits], step)?.simplified(components));
        }
        Ok(())
    }
}
