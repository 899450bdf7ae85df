//! Splits whose two parts are interchangeable: half of the choices give all distinct options.
//!
//! `move split(k in 1..n - 1) -> k plus n - k` leaves the same sum for k and for n - k. Where options count only as a
//! set, as they do for a mex, the choices up to the middle are enough. Idea: substitute low + high - k for k; the first
//! part must become the second and the second the first.

use grundy_rules::Int;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Binder, Destination, Domain, Expr, Form, Kind, MoveRule, Over, Term};

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
    let ends = Linear::of(low)?.plus(&Linear::of(high)?, 1)?;
    let turned = |expr: &Expr| Linear::of(expr)?.with(&choice, &ends);
    let pairs = |left: &[Expr], right: &[Expr]| {
        let same = |(left, right): (&Expr, &Expr)| matches!((turned(left), Linear::of(right)), (Some(turned), Some(right)) if turned.equals(&right));
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

/// Returns true if a form occurs, or may occur, in an expression.
fn mentions(expr: &Expr, form: &Form) -> bool {
    if expr.form == *form {
        return true;
    }
    match &expr.form {
        Form::Int(_)
        | Form::Bool(_)
        | Form::Symbol(_)
        | Form::Component(_)
        | Form::Given(_)
        | Form::Local(_)
        | Form::Mover
        | Form::Other => false,
        Form::Binary(_, a, b) | Form::Index(a, b) => mentions(a, form) || mentions(b, form),
        Form::Negate(inner) | Form::Not(inner) => mentions(inner, form),
        Form::And(all) | Form::Or(all) | Form::Compare(all, _) | Form::Builtin(_, all) => {
            all.iter().any(|item| mentions(item, form))
        }
        // Expressions with binders of their own number their locals anew, and are not searched.
        _ => true,
    }
}

/// A sum of forms with factors, and a constant.
#[derive(Clone, Debug, Default)]
struct Linear {
    terms: Vec<(Form, i64)>,
    constant: i64,
}

impl Linear {
    /// Converts an expression to a sum; `None` if numbers are too large.
    fn of(expr: &Expr) -> Option<Linear> {
        match &expr.form {
            Form::Int(int) => Some(Linear { terms: Vec::new(), constant: int.to_i64()? }),
            Form::Negate(inner) => Linear::default().plus(&Linear::of(inner)?, -1),
            Form::Binary(BinaryOperator::Add, a, b) => Linear::of(a)?.plus(&Linear::of(b)?, 1),
            Form::Binary(BinaryOperator::Subtract, a, b) => Linear::of(a)?.plus(&Linear::of(b)?, -1),
            form => Some(Linear { terms: vec![(form.clone(), 1)], constant: 0 }),
        }
    }

    fn plus(mut self, other: &Linear, factor: i64) -> Option<Linear> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (form, count) in &other.terms {
            let more = count.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(known, _)| known == form) {
                Some((_, known)) => *known = known.checked_add(more)?,
                None => self.terms.push((form.clone(), more)),
            }
        }
        self.terms.retain(|(_, count)| *count != 0);
        Some(self)
    }

    /// Substitutes `ends` - choice for the choice, which must occur only as a term of its own.
    fn with(mut self, choice: &Form, ends: &Linear) -> Option<Linear> {
        let hidden = |(form, _): &(Form, i64)| {
            let kind = Kind::Int;
            let span = grundy_rules::Span::default();
            form != choice && mentions(&Expr { form: form.clone(), kind, span }, choice)
        };
        if self.terms.iter().any(hidden) {
            return None;
        }
        let Some(at) = self.terms.iter().position(|(form, _)| form == choice) else { return Some(self) };
        let (_, factor) = self.terms.remove(at);
        let alone = Linear { terms: vec![(choice.clone(), 1)], constant: 0 };
        self.plus(ends, factor)?.plus(&alone, factor.checked_neg()?)
    }

    fn equals(&self, other: &Linear) -> bool {
        self.clone().plus(other, -1).is_some_and(|rest| rest.terms.is_empty() && rest.constant == 0)
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
