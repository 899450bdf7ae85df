//! Expressions without names: calls of `let`s are inlined, and folds over fixed lists are written out.
//!
//! In: an expression of a claim. Out: one without calls, folds and locals that has the same value wherever the first
//! has one. Arguments are numbers that always have a value, so that it makes no difference whether they are evaluated.
//! Anything not of the forms below is `None`.

use crate::limits;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Domain, Expr, Fold, Form, Kind, Over};
use grundy_rules::{Instance, Meter, Value};
use std::cell::Cell;
use std::sync::Arc;

pub struct Inline<'a> {
    instance: &'a Instance,
    meter: &'a Meter<'a>,
    /// Replacement for each component; `None` if they stay.
    components: Option<&'a [Expr]>,
    left: Cell<usize>,
}

impl<'a> Inline<'a> {
    /// Makes an inliner that leaves components as they are.
    pub fn new(instance: &'a Instance, meter: &'a Meter<'a>) -> Inline<'a> {
        Inline { instance, meter, components: None, left: Cell::new(limits::MAX_INLINED_NODES) }
    }

    /// Returns an inliner that replaces the components by these expressions, which are inlined already.
    pub fn with_components<'b>(&self, components: &'b [Expr]) -> Inline<'b>
    where
        'a: 'b,
    {
        let Inline { instance, meter, .. } = *self;
        Inline { instance, meter, components: Some(components), left: Cell::new(self.left.get()) }
    }

    /// Inlines an expression in which locals stand for the expressions of `frame`, which have none.
    pub fn expr(&self, expr: &Expr, frame: &[Expr]) -> Option<Expr> {
        self.left.set(self.left.get().checked_sub(1)?);
        let one = |inner: &Expr| self.expr(inner, frame);
        let boxed = |inner: &Expr| one(inner).map(Box::new);
        let all = |list: &[Expr]| list.iter().map(one).collect::<Option<Vec<Expr>>>();
        let form = match &expr.form {
            Form::Component(index) if self.components.is_some() => return self.components?.get(*index).cloned(),
            Form::Int(_) | Form::Bool(_) | Form::Given(_) | Form::Component(_) => expr.form.clone(),
            Form::Local(index) => return frame.get(*index).cloned(),
            Form::If(condition, yes, no) => Form::If(boxed(condition)?, boxed(yes)?, boxed(no)?),
            Form::Or(list) => Form::Or(all(list)?),
            Form::And(list) => Form::And(all(list)?),
            Form::Not(inner) => Form::Not(boxed(inner)?),
            Form::Negate(inner) => Form::Negate(boxed(inner)?),
            Form::Compare(list, signs) => Form::Compare(all(list)?, signs.clone()),
            Form::Binary(operator, left, right) => Form::Binary(*operator, boxed(left)?, boxed(right)?),
            Form::Index(list, index) => Form::Index(boxed(list)?, boxed(index)?),
            Form::Builtin(function, list) => Form::Builtin(*function, all(list)?),
            Form::List(list) => Form::List(all(list)?),
            Form::Set(list) => Form::Set(all(list)?),
            Form::In(inner, domain) => {
                let domain = match &**domain {
                    Domain::Of(list) => Domain::Of(one(list)?),
                    Domain::Range(low, high) => {
                        Domain::Range(one(low)?, high.as_ref().map_or(Some(None), |high| one(high).map(Some))?)
                    }
                };
                Form::In(boxed(inner)?, Box::new(domain))
            }
            Form::Apply(function, arguments) => {
                let arguments = all(arguments)?;
                if !arguments.iter().all(has_always_a_value) {
                    return None;
                }
                return self.expr(&self.instance.game().functions[*function].body, &arguments);
            }
            Form::Fold { fold, body, binders, filter } => {
                let [binder] = &binders[..] else { return None };
                let Over::Each(Domain::Of(list)) = &binder.over else { return None };
                let list = one(list).filter(is_fixed)?;
                let list = self.instance.evaluate(&list, &Arc::new(Vec::new()), None, self.meter).ok()?;
                let mut gathered = Vec::new();
                for element in list.as_elements()? {
                    let frame: Vec<Expr> = frame.iter().cloned().chain([literal(element, expr)?]).collect();
                    let body = self.expr(body, &frame)?;
                    let filter = filter.as_ref().map_or(Some(None), |filter| self.expr(filter, &frame).map(Some))?;
                    gathered.push(one_of(*fold, body, filter, expr)?);
                }
                match fold {
                    Fold::Any => Form::Or(gathered),
                    Fold::All => Form::And(gathered),
                    _ => {
                        let plus = |sum: Expr, next: Expr| {
                            made(Form::Binary(BinaryOperator::Add, Box::new(sum), Box::new(next)), Kind::Int, expr)
                        };
                        return Some(gathered.into_iter().fold(number(0, expr), plus));
                    }
                }
            }
            _ => return None,
        };
        Some(Expr { form, ..expr.clone() })
    }
}

/// Returns what one element contributes to a fold; an element that the filter excludes contributes nothing.
fn one_of(fold: Fold, body: Expr, filter: Option<Expr>, at: &Expr) -> Option<Expr> {
    let condition = |form: Form| made(form, Kind::Bool, at);
    let choice = |condition: Expr, yes: Expr| {
        made(Form::If(Box::new(condition), Box::new(yes), Box::new(number(0, at))), Kind::Int, at)
    };
    let whole = match fold {
        Fold::Any | Fold::All | Fold::Sum => body,
        Fold::Count => choice(body, number(1, at)),
        _ => return None,
    };
    Some(match (fold, filter) {
        (_, None) => whole,
        (Fold::Any, Some(filter)) => condition(Form::And(vec![filter, whole])),
        (Fold::All, Some(filter)) => condition(Form::Or(vec![condition(Form::Not(Box::new(filter))), whole])),
        (_, Some(filter)) => choice(filter, whole),
    })
}

fn made(form: Form, kind: Kind, at: &Expr) -> Expr {
    Expr { form, kind, span: at.span }
}

fn number(number: i64, at: &Expr) -> Expr {
    made(Form::Int(number.into()), Kind::Int, at)
}

/// Returns a value as a literal, or `None` if it is not made of numbers, truth values and lists.
fn literal(value: &Value, at: &Expr) -> Option<Expr> {
    match value {
        Value::Int(int) => Some(made(Form::Int(int.clone()), Kind::Int, at)),
        Value::Bool(truth) => Some(made(Form::Bool(*truth), Kind::Bool, at)),
        Value::List(list) => {
            let list = list.iter().map(|value| literal(value, at)).collect::<Option<Vec<Expr>>>()?;
            Some(made(Form::List(list), Kind::List(Box::new(Kind::Unknown)), at))
        }
        _ => None,
    }
}

/// Returns true if the expression is constant: it contains no component, and nothing that would have to be inlined
/// first.
pub fn is_fixed(expr: &Expr) -> bool {
    !expr.any(&mut |inner| {
        matches!(
            inner.form,
            Form::Component(_) | Form::Local(_) | Form::Apply(..) | Form::Fold { .. } | Form::Mover | Form::Other
        )
    })
}

/// Returns true if the expression has a value wherever it is evaluated.
fn has_always_a_value(expr: &Expr) -> bool {
    match &expr.form {
        Form::Int(_) | Form::Bool(_) | Form::Given(_) | Form::Component(_) => true,
        Form::Negate(inner) => has_always_a_value(inner),
        Form::List(list) => list.iter().all(has_always_a_value),
        Form::Binary(BinaryOperator::Add | BinaryOperator::Subtract, left, right) => {
            has_always_a_value(left) && has_always_a_value(right)
        }
        _ => false,
    }
}
