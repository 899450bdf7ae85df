//! Splits whose two parts are interchangeable: half of the choices give all distinct options.
//!
//! `move split(k in 1..n - 1) -> k plus n - k` leaves the same sum for k and for n - k. Where options count only as a
//! set, as they do for a mex, the choices up to the middle are enough. Idea: substitute low + high - k for k; the first
//! part must become the second and the second the first.

use grundy_rules::Int;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Binder, Destination, Domain, Expr, Form, Kind, MoveRule, Over, Term};
use grundy_rules::linear::Sum;

/// Returns the binders of a rule, the last one cut off at its middle if its choices come in pairs; `None` if they do
/// not.
pub(super) fn half_of_choices(rule: &MoveRule) -> Option<Vec<Binder>> {
    let (last, rest) = rule.binders.split_last()?;
    let Over::Each(Domain::Range(low, Some(high))) = &last.over else { return None };
    let Destination::Terms { again: None, terms } = &rule.result else { return None };
    let [Term::Tuple(first, _), Term::Tuple(second, _)] = &terms[..] else { return None };
    let choice = Form::Local(rest.len());
    if rule.gain.is_some() || rule.guard.as_ref().is_some_and(|guard| mentions(guard, &choice)) {
        return None;
    }
    let ends = Sum::of(low).plus(high, 1);
    let pairs = |left: &[Expr], right: &[Expr]| {
        let same = |(left, right): (&Expr, &Expr)| {
            turned(left, &choice, &ends).is_some_and(|turned| turned.plus(right, -1).is_zero())
        };
        left.iter().zip(right).all(same)
    };
    if !pairs(first, second) || !pairs(second, first) {
        return None;
    }
    let number = |form: Form| Expr { form, kind: Kind::Int, span: low.span };
    let sum = number(Form::Binary(BinaryOperator::Add, Box::new(low.clone()), Box::new(high.clone())));
    let two = number(Form::Int(Int::Small(2)));
    let middle = number(Form::Binary(BinaryOperator::Divide, Box::new(sum), Box::new(two)));
    let mut binders = rest.to_vec();
    let over = Over::Each(Domain::Range(low.clone(), Some(middle)));
    binders.push(Binder { name: last.name.clone(), over });
    Some(binders)
}

/// Returns true if a form occurs in an expression.
fn mentions(expr: &Expr, form: &Form) -> bool {
    expr.any(&mut |inner| inner.form == *form)
}

/// Substitutes `ends` - choice for the choice, which must occur only as a term of its own.
fn turned(expr: &Expr, choice: &Form, ends: &Sum) -> Option<Sum> {
    let mut sum = Sum::of(expr);
    let is_hidden = |(term, _): &(Expr, i128)| term.form != *choice && mentions(term, choice);
    if sum.terms.iter().any(is_hidden) {
        return None;
    }
    let alone = sum.terms.iter().find(|(term, _)| term.form == *choice).map(|(term, _)| Sum::term(term.clone()));
    match (sum.take(|term| term.form == *choice), alone) {
        (Some(factor), Some(alone)) => Some(sum.with(&ends.clone().with(&alone, -1), factor)),
        _ => Some(sum),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: &str, halves: bool) {
        let game = grundy_rules::read(rules).unwrap();
        assert_eq!(half_of_choices(&game.moves[0]).is_some(), halves, "{rules}");
    }

    #[test]
    fn splits_into_interchangeable_parts_are_found() {
        check("game g(n) move split(k in 1..n - 1) -> k plus n - k", true);
        check("game g(n) move split(t in 1..min(2, n), k in 0..n - t) -> k plus n - t - k", true);
        check("game g(w in 2.., h in 2..) move across(i in 2..w - 2) -> (i, h) plus (w - i, h)", true);
        check("game g(n) move split(k in 1..n - 1) if n % 2 == 0 -> k plus n - k", true);
    }

    #[test]
    fn others_are_left_alone() {
        check("game g(n) move split(k in 0..n - 1) -> k plus n - k", false);
        check("game g(n) move split(k in 1..n - 1) if k % 3 == 0 -> k plus n - k", false);
        check("game g(n) move split(k in 1..n - 1) -> k plus n - k plus 1", false);
        check("game g(n) move split(k in 1..n - 1) -> k plus (n - k) / 2", false);
        check("game g(n) move take(k in 1..n) -> n - k", false);
        check("game g(w, h) move across(i in 1..w - 1) -> (i, h) plus (w - i, i)", false);
    }
}
