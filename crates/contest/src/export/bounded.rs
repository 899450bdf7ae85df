//! Whether the rules can be run on every position of a table, including unreachable ones.
//!
//! In: a game of several numbers. Out: whether every move of every position within the declared ranges leads into them, and no
//! list is read out of bounds on the way. Proved by the linear bounds of `grundy_rules::linear`: in `n - k` with `k in 1..n` the
//! least value is 0. A positive answer is certain; otherwise [`super::memo`] visits only reachable positions.

use super::effort::min;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Binder, Builtin, Destination, Expr, Fold, Form, Game, Over, Term, Type};
use grundy_rules::linear::{Facts, Sum};
use grundy_rules::measure::never_grows;

/// Returns whether the rules stay within the ranges of the components wherever they are applied in them.
pub(crate) fn is_closed(game: &Game) -> bool {
    let ends = game.ends.iter().chain(&game.stuck_if).map(|(condition, _)| condition);
    let mut is_readable = ends.into_iter().all(|condition| is_total(game, condition, &Facts::default()));
    for rule in &game.moves {
        let mut facts = Facts::default();
        for binder in &rule.binders {
            let over = match &binder.over {
                Over::Is(value) | Over::If(value) => is_total(game, value, &facts),
                Over::Each(domain) => {
                    let mut all = true;
                    domain.each_child(&mut |child| all &= is_total(game, child, &facts));
                    all
                }
            };
            is_readable &= over;
            facts.choose(binder);
        }
        if let Some(guard) = &rule.guard {
            is_readable &= is_total(game, guard, &facts);
            facts.assume(guard);
        }
        let scope = Scope { game, binders: &rule.binders };
        if !is_readable || !scope.leads_inside(&rule.result, &facts) {
            return false;
        }
    }
    is_readable
}

/// Returns whether an expression has a value wherever the components are in their ranges and the facts hold.
fn is_total(game: &Game, expr: &Expr, facts: &Facts) -> bool {
    let scope = Scope { game, binders: &[] };
    // A later conjunct may rely on earlier ones.
    if let Form::And(all) = &expr.form {
        let mut facts = facts.clone();
        return all.iter().all(|conjunct| {
            let is_fine = is_total(game, conjunct, &facts);
            facts.assume(conjunct);
            is_fine
        });
    }
    let is_fine = match &expr.form {
        Form::Index(list, at) => scope.is_index(list, at, facts),
        Form::Binary(BinaryOperator::Divide | BinaryOperator::Remainder, _, by) => match &by.form {
            Form::Builtin(Builtin::Len, _) => true,
            _ => scope.is_at_most(&Sum::number(1).plus(by, -1), 0, facts),
        },
        Form::Binary(BinaryOperator::Power, ..) | Form::Slice(..) => false,
        Form::Fold { fold: Fold::Min | Fold::Max, .. } => false,
        Form::Builtin(builtin, _) => {
            matches!(builtin, Builtin::Min | Builtin::Max | Builtin::Abs | Builtin::Gcd | Builtin::Len | Builtin::Size)
        }
        Form::Apply(function, _) => is_total(game, &game.functions[*function].body, &Facts::default()),
        _ => true,
    };
    // Within a fold a local may be another one.
    let facts = if matches!(expr.form, Form::Fold { .. }) { &Facts::default() } else { facts };
    let mut all = is_fine;
    expr.each_child(&mut |child| all = all && is_total(game, child, facts));
    all
}

/// A move rule whose binders may occur.
struct Scope<'g> {
    game: &'g Game,
    binders: &'g [Binder],
}

impl Scope<'_> {
    /// Returns whether a component is declared to be at most an index of the list; rows are assumed to have their declared
    /// length.
    fn is_index(&self, list: &Expr, at: &Expr, facts: &Facts) -> bool {
        let mut root = list;
        while let Form::Index(inner, _) = &root.form {
            root = inner;
        }
        let is_length = |expr: &Expr| matches!(&expr.form, Form::Builtin(Builtin::Len, of) if of[0].form == root.form);
        if !self.is_at_least(at, 0, facts) {
            return false;
        }
        if let Form::Binary(BinaryOperator::Remainder, _, by) = &at.form {
            return is_length(by);
        }
        let at = Sum::of(at);
        let [(Expr { form: Form::Component(index), .. }, 1)] = at.terms.as_slice() else { return false };
        let Type::Int { high: Some(high), .. } = &self.game.components[*index].ty else { return false };
        at.constant <= 0 && is_one_less(high, &is_length)
    }

    fn low(&self, index: usize) -> i128 {
        min(&self.game.components[index].ty)
    }

    fn leads_inside(&self, result: &Destination, facts: &Facts) -> bool {
        match result {
            Destination::If(condition, yes, no) => {
                let with = facts.with(condition);
                is_total(self.game, condition, facts) && self.leads_inside(yes, &with) && self.leads_inside(no, facts)
            }
            Destination::Terms { terms, .. } => terms.iter().all(|term| match term {
                Term::Nothing => true,
                Term::Each { .. } => false,
                Term::Group(inner) => self.leads_inside(inner, facts),
                Term::Tuple(values, _) => {
                    values.iter().enumerate().all(|(index, value)| self.fits(index, value, facts))
                }
                Term::With(changes, _) => changes.iter().all(|change| {
                    let is_plain = change.binders.is_empty() && change.filter.is_none() && change.indices.is_empty();
                    is_plain && self.fits(change.component, &change.value, facts)
                }),
            }),
        }
    }

    /// Returns whether a component can have this value.
    fn fits(&self, index: usize, value: &Expr, facts: &Facts) -> bool {
        if value.form == Form::Component(index) {
            return true;
        }
        is_total(self.game, value, facts)
            && self.is_at_least(value, self.low(index), facts)
            && (never_grows(self.game, index) || self.is_below_declared(index, value, facts))
    }

    fn is_at_least(&self, value: &Expr, low: i128, facts: &Facts) -> bool {
        match &value.form {
            Form::If(condition, yes, no) => {
                let with = facts.with(condition);
                self.is_at_least(yes, low, &with) && self.is_at_least(no, low, facts)
            }
            Form::Builtin(Builtin::Max, all) => all.iter().any(|argument| self.is_at_least(argument, low, facts)),
            Form::Builtin(Builtin::Min, all) => all.iter().all(|argument| self.is_at_least(argument, low, facts)),
            Form::Binary(BinaryOperator::Remainder | BinaryOperator::Divide, of, _) if low <= 0 => {
                self.is_at_least(of, 0, facts)
            }
            _ => self.is_at_most(&Sum::number(low).plus(value, -1), 0, facts),
        }
    }

    fn is_at_most(&self, sum: &Sum, max: i128, facts: &Facts) -> bool {
        facts.is_at_most(sum, max, self.game, self.binders)
    }

    fn is_below_declared(&self, index: usize, value: &Expr, facts: &Facts) -> bool {
        let Type::Int { high: Some(high), .. } = &self.game.components[index].ty else { return false };
        match &value.form {
            Form::If(condition, yes, no) => {
                let with = facts.with(condition);
                self.is_below_declared(index, yes, &with) && self.is_below_declared(index, no, facts)
            }
            Form::Builtin(Builtin::Min, all) => {
                all.iter().any(|argument| self.is_below_declared(index, argument, facts))
            }
            Form::Builtin(Builtin::Max, all) => {
                all.iter().all(|argument| self.is_below_declared(index, argument, facts))
            }
            // A remainder is below the divisor.
            Form::Binary(BinaryOperator::Remainder, of, by) => {
                self.is_at_least(of, 0, facts)
                    && self.is_at_most(&Sum::number(-1).plus(by, 1).plus(high, -1), 0, &Facts::default())
            }
            _ => self.is_at_most(&Sum::of(value).plus(high, -1), 0, facts),
        }
    }
}

/// Returns whether an expression is one less than one accepted by `of`.
fn is_one_less(expr: &Expr, of: &dyn Fn(&Expr) -> bool) -> bool {
    let is_one = |expr: &Expr| matches!(&expr.form, Form::Int(number) if number.to_i64() == Some(1));
    matches!(&expr.form, Form::Binary(BinaryOperator::Subtract, from, one) if of(from) && is_one(one))
}
