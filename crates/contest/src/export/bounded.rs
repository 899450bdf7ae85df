//! Whether the rules can be run on every position of a table, including unreachable ones.
//!
//! In: a game of several numbers. Out: whether every move of every position within the declared ranges leads into them, and no
//! list is read out of bounds on the way. Proved by linear bounds as in `grundy_rules::measure`: in `n - k` with `k in 1..n` the
//! least value is 0. A positive answer is certain; otherwise [`super::memo`] visits only reachable positions.

use super::effort::min;
use super::linear::Linear;
use grundy_rules::ast::{BinaryOperator, Comparison};
use grundy_rules::game::{Binder, Builtin, Destination, Domain, Expr, Fold, Form, Game, Kind, Over, Term, Type};
use grundy_rules::measure::never_grows;

/// Returns whether the rules stay within the ranges of the components wherever they are applied in them.
pub(crate) fn is_closed(game: &Game) -> bool {
    let ends = game.ends.iter().chain(&game.stuck_if).map(|(condition, _)| condition);
    let mut is_readable = ends.into_iter().all(|condition| is_total(game, condition, &[]));
    for rule in &game.moves {
        let mut facts = Vec::new();
        for binder in &rule.binders {
            let over = match &binder.over {
                Over::Is(value) => is_total(game, value, &facts),
                Over::Each(domain) => {
                    let mut all = true;
                    domain.each_child(&mut |child| all &= is_total(game, child, &facts));
                    all
                }
            };
            is_readable &= over;
            // A choice exists only if its range is not empty.
            if let Over::Each(Domain::Range(low, Some(high))) = &binder.over {
                for high in alternatives(high, Builtin::Min) {
                    facts.push(Linear::of(low).plus(&high, -1));
                }
            }
        }
        if let Some(guard) = &rule.guard {
            is_readable &= is_total(game, guard, &facts);
            gather(guard, &mut facts);
        }
        let scope = Scope { game, binders: &rule.binders };
        if !is_readable || !scope.leads_inside(&rule.result, &facts) {
            return false;
        }
    }
    is_readable
}

/// Returns whether an expression has a value wherever the components are in their ranges and the facts hold.
fn is_total(game: &Game, expr: &Expr, facts: &[Sum]) -> bool {
    let scope = Scope { game, binders: &[] };
    // A later conjunct may rely on earlier ones.
    if let Form::And(all) = &expr.form {
        let mut facts = facts.to_vec();
        return all.iter().all(|conjunct| {
            let is_fine = is_total(game, conjunct, &facts);
            gather(conjunct, &mut facts);
            is_fine
        });
    }
    let is_fine = match &expr.form {
        Form::Index(list, at) => scope.is_index(list, at, facts),
        Form::Binary(BinaryOperator::Divide | BinaryOperator::Remainder, _, by) => match &by.form {
            Form::Builtin(Builtin::Len, _) => true,
            _ => scope.is_at_most(&Linear::number(1).plus(by, -1), 0, facts),
        },
        Form::Binary(BinaryOperator::Power, ..) | Form::Slice(..) => false,
        Form::Fold { fold: Fold::Min | Fold::Max, .. } => false,
        Form::Builtin(builtin, _) => {
            matches!(builtin, Builtin::Min | Builtin::Max | Builtin::Abs | Builtin::Gcd | Builtin::Len | Builtin::Size)
        }
        Form::Apply(function, _) => is_total(game, &game.functions[*function].body, &[]),
        _ => true,
    };
    // Within a fold a local may be another one.
    let facts = if matches!(expr.form, Form::Fold { .. }) { &[] } else { facts };
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
    fn is_index(&self, list: &Expr, at: &Expr, facts: &[Sum]) -> bool {
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
        let at = Linear::of(at);
        let [(Expr { form: Form::Component(index), .. }, 1)] = at.terms.as_slice() else { return false };
        let Type::Int { high: Some(high), .. } = &self.game.components[*index].ty else { return false };
        at.constant <= 0 && is_one_less(high, &is_length)
    }

    fn low(&self, index: usize) -> i128 {
        min(&self.game.components[index].ty)
    }

    fn leads_inside(&self, result: &Destination, facts: &[Sum]) -> bool {
        match result {
            Destination::If(condition, yes, no) => {
                let mut with = facts.to_vec();
                gather(condition, &mut with);
                is_total(self.game, condition, facts) && self.leads_inside(yes, &with) && self.leads_inside(no, facts)
            }
            Destination::Terms { terms, .. } => terms.iter().all(|term| match term {
                Term::Nothing => true,
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
    fn fits(&self, index: usize, value: &Expr, facts: &[Sum]) -> bool {
        if value.form == Form::Component(index) {
            return true;
        }
        is_total(self.game, value, facts)
            && self.is_at_least(value, self.low(index), facts)
            && (never_grows(self.game, index) || self.is_below_declared(index, value, facts))
    }

    fn is_at_least(&self, value: &Expr, low: i128, facts: &[Sum]) -> bool {
        match &value.form {
            Form::If(condition, yes, no) => {
                let mut with = facts.to_vec();
                gather(condition, &mut with);
                self.is_at_least(yes, low, &with) && self.is_at_least(no, low, facts)
            }
            Form::Builtin(Builtin::Max, all) => all.iter().any(|argument| self.is_at_least(argument, low, facts)),
            Form::Builtin(Builtin::Min, all) => all.iter().all(|argument| self.is_at_least(argument, low, facts)),
            Form::Binary(BinaryOperator::Remainder | BinaryOperator::Divide, of, _) if low <= 0 => {
                self.is_at_least(of, 0, facts)
            }
            _ => self.is_at_most(&Linear::number(low).plus(value, -1), 0, facts),
        }
    }

    fn is_below_declared(&self, index: usize, value: &Expr, facts: &[Sum]) -> bool {
        let Type::Int { high: Some(high), .. } = &self.game.components[index].ty else { return false };
        match &value.form {
            Form::If(condition, yes, no) => {
                let mut with = facts.to_vec();
                gather(condition, &mut with);
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
                    && self.is_at_most(&Linear::number(-1).plus(by, 1).plus(high, -1), 0, &[])
            }
            _ => self.is_at_most(&Linear::of(value).plus(high, -1), 0, facts),
        }
    }

    /// Returns whether a sum is at most `max` for all choices, using at most two of the facts.
    fn is_at_most(&self, sum: &Sum, max: i128, facts: &[Sum]) -> bool {
        let shown = |sum: &Sum| self.without_choices(sum.clone(), self.binders.len(), max);
        let less = |sum: &Sum, fact: &Sum| sum.clone().with(fact, -1);
        shown(sum)
            || facts.iter().enumerate().any(|(at, fact)| {
                let rest = less(sum, fact);
                shown(&rest) || facts[at + 1..].iter().any(|other| shown(&less(&rest, other)))
            })
    }

    /// Like [`is_at_most`](Self::is_at_most), if only the first `count` binders may occur: each is replaced by its bound.
    fn without_choices(&self, sum: Sum, count: usize, max: i128) -> bool {
        let Some(index) = count.checked_sub(1) else { return self.max(&sum).is_some_and(|found| found <= max) };
        let Some(at) = sum.terms.iter().position(|(expr, _)| expr.form == Form::Local(index)) else {
            return self.without_choices(sum, index, max);
        };
        let mut rest = sum;
        let (_, factor) = rest.terms.remove(at);
        let bounds = match &self.binders[index].over {
            Over::Is(value) => vec![value.clone()],
            Over::Each(Domain::Range(_, Some(high))) if factor > 0 => alternatives(high, Builtin::Min),
            Over::Each(Domain::Range(low, _)) if factor < 0 => alternatives(low, Builtin::Max),
            _ => Vec::new(),
        };
        bounds.iter().any(|bound| self.without_choices(rest.clone().plus(bound, factor), index, max))
    }

    /// Returns the maximum of a sum, from the minimum of its components and givens.
    fn max(&self, sum: &Sum) -> Option<i128> {
        if sum.is_cut {
            return None;
        }
        sum.terms.iter().try_fold(sum.constant, |total, (expr, factor)| {
            let low = match &expr.form {
                Form::Component(index) => self.low(*index),
                Form::Given(index) => min(&self.game.givens[*index].ty),
                Form::Builtin(Builtin::Len | Builtin::Size, _) => 0,
                _ => return None,
            };
            if *factor > 0 || low == i128::MIN {
                return None;
            }
            total.checked_add(low.checked_mul(*factor)?)
        })
    }
}

/// Returns whether an expression is one less than one accepted by `of`.
fn is_one_less(expr: &Expr, of: &dyn Fn(&Expr) -> bool) -> bool {
    let is_one = |expr: &Expr| matches!(&expr.form, Form::Int(number) if number.to_i64() == Some(1));
    matches!(&expr.form, Form::Binary(BinaryOperator::Subtract, from, one) if of(from) && is_one(one))
}

/// Returns the operands: `min(a, b)` is at most each of a and b; `max(a, b)` at least.
fn alternatives(expr: &Expr, extreme: Builtin) -> Vec<Expr> {
    match &expr.form {
        Form::Builtin(builtin, arguments) if *builtin == extreme => arguments.clone(),
        _ => vec![expr.clone()],
    }
}

/// Collects the facts that a condition states, each as a sum that is at most 0.
fn gather(condition: &Expr, facts: &mut Vec<Sum>) {
    match &condition.form {
        Form::And(all) => all.iter().for_each(|conjunct| gather(conjunct, facts)),
        Form::Compare(operands, signs) => {
            for (pair, sign) in operands.windows(2).zip(signs) {
                if pair[0].kind != Kind::Int {
                    continue;
                }
                let (left, right) = (&pair[0], &pair[1]);
                let fact = |small: &Expr, large: &Expr, apart| Linear::number(apart).plus(small, 1).plus(large, -1);
                match sign {
                    Comparison::Less => facts.push(fact(left, right, 1)),
                    Comparison::AtMost => facts.push(fact(left, right, 0)),
                    Comparison::Greater => facts.push(fact(right, left, 1)),
                    Comparison::AtLeast => facts.push(fact(right, left, 0)),
                    Comparison::Equal => facts.extend([fact(left, right, 0), fact(right, left, 0)]),
                    Comparison::Unequal => {}
                }
            }
        }
        _ => {}
    }
}

/// A sum of expressions.
type Sum = Linear<Expr>;

impl Linear<Expr> {
    fn of(expr: &Expr) -> Sum {
        Linear::number(0).plus(expr, 1)
    }

    fn plus(self, expr: &Expr, factor: i128) -> Sum {
        match &expr.form {
            Form::Int(number) if number.to_i64().is_some() => {
                let number = number.to_i64().map_or(0, i128::from);
                self.with(&Linear::number(number), factor)
            }
            Form::Negate(inner) => self.plus(inner, -factor),
            Form::Binary(BinaryOperator::Add, a, b) => self.plus(a, factor).plus(b, factor),
            Form::Binary(BinaryOperator::Subtract, a, b) => self.plus(a, factor).plus(b, -factor),
            _ => self.with(&Linear::term(expr.clone()), factor),
        }
    }
}
