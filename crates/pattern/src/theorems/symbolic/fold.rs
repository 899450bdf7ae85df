//! Folds: every choice of their binders, and the result over them.

use super::super::line::Unsupported;
use super::{Answer, Env, Symbolic};
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Binder, Domain, Expr, Fold, Over};
use grundy_rules::{Int, Value};
use std::cmp::Ordering;

impl Env<'_> {
    /// Enumerates all choices of binders; `visit` returns whether to continue.
    pub(super) fn each(
        &self,
        binders: &[Binder],
        filter: Option<&Expr>,
        locals: &mut Vec<Symbolic>,
        fold: Fold,
        visit: &mut dyn FnMut(&mut Vec<Symbolic>) -> Result<bool, Unsupported>,
    ) -> Result<bool, Unsupported> {
        let Some((first, rest)) = binders.split_first() else {
            if let Some(filter) = filter
                && !self.holds(filter, locals)?
            {
                return Ok(true);
            }
            return visit(locals);
        };
        let mut bind = |value: Symbolic, locals: &mut Vec<Symbolic>| {
            self.meter.step().map_err(|_| Unsupported::Hard)?;
            locals.push(value);
            let goes_on = self.each(rest, filter, locals, fold, visit);
            locals.pop();
            goes_on
        };
        match &first.over {
            Over::Is(expr) => {
                let value = self.value(expr, locals)?;
                bind(value, locals)
            }
            Over::If(condition) if self.holds(condition, locals)? => bind(Symbolic::bool(true), locals),
            Over::If(_) => Ok(true),
            Over::Each(Domain::Of(list)) => {
                let list = self.value(list, locals)?;
                let all = self.gathered_from(fold, &list)?;
                for value in all {
                    if !bind(value, locals)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Over::Each(Domain::Range(low, high)) => {
                let mut at = self.int(low, locals)?;
                let high = self.int(high.as_ref().ok_or(Unsupported::Hard)?, locals)?;
                while at <= high {
                    if !bind(Symbolic::int(at.clone()), locals)? {
                        return Ok(false);
                    }
                    at = at.add(&Int::ONE)?;
                }
                Ok(true)
            }
        }
    }
}

/// The partial result of a fold.
pub(super) struct Gathered {
    fold: Fold,
    value: Option<Symbolic>,
    list: Vec<Symbolic>,
}

impl Gathered {
    pub(super) fn new(fold: Fold) -> Gathered {
        let value = match fold {
            Fold::Sum | Fold::Count | Fold::Xor => Some(Symbolic::int(Int::ZERO)),
            Fold::Any => Some(Symbolic::bool(false)),
            Fold::All => Some(Symbolic::bool(true)),
            Fold::Min | Fold::Max | Fold::List => None,
        };
        Gathered { fold, value, list: Vec::new() }
    }

    /// Adds one value; returns whether to continue.
    pub(super) fn take(&mut self, env: &Env, next: Symbolic) -> Result<bool, Unsupported> {
        let partial = self.value.take();
        let value = match (self.fold, partial) {
            (Fold::List, _) => {
                self.list.push(next);
                return Ok(true);
            }
            (Fold::Sum, Some(partial)) => env.binary(BinaryOperator::Add, partial, next)?,
            (Fold::Xor, Some(partial)) => env.xor(&partial, &next)?,
            (Fold::Count, Some(partial)) => match next {
                Symbolic::Known(Value::Bool(true)) => {
                    env.binary(BinaryOperator::Add, partial, Symbolic::int(Int::ONE))?
                }
                Symbolic::Known(Value::Bool(false)) => partial,
                _ => return Err(Unsupported::Hard),
            },
            (Fold::Any | Fold::All, Some(partial)) => match next {
                Symbolic::Known(Value::Bool(truth)) if truth == (self.fold == Fold::Any) => {
                    self.value = Some(Symbolic::bool(truth));
                    return Ok(false);
                }
                Symbolic::Known(Value::Bool(_)) => partial,
                _ => return Err(Unsupported::Hard),
            },
            (Fold::Min | Fold::Max, None) => next,
            (Fold::Min, Some(partial)) if env.order(&next, &partial)? == Ordering::Less => next,
            (Fold::Max, Some(partial)) if env.order(&next, &partial)? == Ordering::Greater => next,
            (_, Some(partial)) => partial,
            (_, None) => return Err(Unsupported::Hard),
        };
        self.value = Some(value);
        Ok(true)
    }

    pub(super) fn finish(self) -> Answer {
        if self.fold == Fold::List {
            return Ok(Symbolic::list(self.list));
        }
        self.value.ok_or(Unsupported::Hard)
    }
}
