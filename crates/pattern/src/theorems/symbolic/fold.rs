//! Folds: every choice of their binders, and what is gathered of them.

use super::super::line::Trouble;
use super::{Answer, Scene, Symbolic};
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Binder, Domain, Expr, Fold, Over};
use grundy_rules::{Int, Value};
use std::cmp::Ordering;

impl Scene<'_> {
    /// Goes through all choices of binders; `visit` answers whether to go on.
    pub(super) fn each(
        &self,
        binders: &[Binder],
        filter: Option<&Expr>,
        locals: &mut Vec<Symbolic>,
        fold: Fold,
        visit: &mut dyn FnMut(&mut Vec<Symbolic>) -> Result<bool, Trouble>,
    ) -> Result<bool, Trouble> {
        let Some((first, rest)) = binders.split_first() else {
            if let Some(filter) = filter
                && !self.holds(filter, locals)?
            {
                return Ok(true);
            }
            return visit(locals);
        };
        let mut one = |value: Symbolic, locals: &mut Vec<Symbolic>| {
            self.meter.step().map_err(|_| Trouble::Hard)?;
            locals.push(value);
            let goes_on = self.each(rest, filter, locals, fold, visit);
            locals.pop();
            goes_on
        };
        match &first.over {
            Over::Is(expr) => {
                let value = self.value(expr, locals)?;
                one(value, locals)
            }
            Over::Each(Domain::Of(list)) => {
                let list = self.value(list, locals)?;
                let all = self.gathered_from(fold, &list)?;
                for value in all {
                    if !one(value, locals)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Over::Each(Domain::Range(low, high)) => {
                let mut at = self.int(low, locals)?;
                let high = self.int(high.as_ref().ok_or(Trouble::Hard)?, locals)?;
                while at <= high {
                    if !one(Symbolic::int(at.clone()), locals)? {
                        return Ok(false);
                    }
                    at = at.add(&Int::ONE)?;
                }
                Ok(true)
            }
        }
    }
}

/// What a fold has gathered so far.
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

    /// One value more; answers whether to go on.
    pub(super) fn take(&mut self, scene: &Scene, next: Symbolic) -> Result<bool, Trouble> {
        let so_far = self.value.take();
        let value = match (self.fold, so_far) {
            (Fold::List, _) => {
                self.list.push(next);
                return Ok(true);
            }
            (Fold::Sum, Some(so_far)) => scene.binary(BinaryOperator::Add, so_far, next)?,
            (Fold::Xor, Some(so_far)) => scene.xor(&so_far, &next)?,
            (Fold::Count, Some(so_far)) => match next {
                Symbolic::Known(Value::Bool(true)) => {
                    scene.binary(BinaryOperator::Add, so_far, Symbolic::int(Int::ONE))?
                }
                Symbolic::Known(Value::Bool(false)) => so_far,
                _ => return Err(Trouble::Hard),
            },
            (Fold::Any | Fold::All, Some(so_far)) => match next {
                Symbolic::Known(Value::Bool(truth)) if truth == (self.fold == Fold::Any) => {
                    self.value = Some(Symbolic::bool(truth));
                    return Ok(false);
                }
                Symbolic::Known(Value::Bool(_)) => so_far,
                _ => return Err(Trouble::Hard),
            },
            (Fold::Min | Fold::Max, None) => next,
            (Fold::Min, Some(so_far)) if scene.order(&next, &so_far)? == Ordering::Less => next,
            (Fold::Max, Some(so_far)) if scene.order(&next, &so_far)? == Ordering::Greater => next,
            (_, Some(so_far)) => so_far,
            (_, None) => return Err(Trouble::Hard),
        };
        self.value = Some(value);
        Ok(true)
    }

    pub(super) fn finish(self) -> Answer {
        if self.fold == Fold::List {
            return Ok(Symbolic::list(self.list));
        }
        self.value.ok_or(Trouble::Hard)
    }
}
