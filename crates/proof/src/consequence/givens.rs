//! The choices of the givens that a statement is about: it is proved only if it is proved for each of them.

use grundy_rules::ast::Comparison;
use grundy_rules::game::{Claim, Expr, Form};
use grundy_rules::small::every_choice;
use grundy_rules::{Game, Instance, Meter, Part, Value};
use std::sync::Arc;

/// Returns every choice of the givens that a statement with this condition may be about, or `None` if there are more
/// than `max`.
pub fn choices(game: &Arc<Game>, condition: Option<&Expr>, max: usize) -> Option<Vec<Instance>> {
    every_choice(game, &fixed(game, condition), max)
}

/// Returns whether a claim says something with the givens of this game: they alone do not make its condition false.
pub fn speaks_of_givens(instance: &Instance, claim: &Claim) -> bool {
    claim.condition.as_ref().is_none_or(|condition| {
        let nothing = Arc::new(Vec::new());
        varies(instance, condition)
            || instance.evaluate(condition, &nothing, None, &Meter::steps(100_000)) != Ok(Value::Bool(false))
    })
}

/// Returns whether an expression depends on the position: on its components, or on who is to move.
pub(super) fn varies(instance: &Instance, expr: &Expr) -> bool {
    let uses = instance.game().depends([expr]);
    uses.mover || !uses.components.is_empty()
}

/// Returns for each given the only value that a condition leaves it, if there is one.
fn fixed(game: &Arc<Game>, condition: Option<&Expr>) -> Vec<Option<Value>> {
    let mut fixed = vec![None; game.givens.len()];
    let Ok(usual) = Instance::new(game.clone(), vec![None; game.givens.len()]) else { return fixed };
    let (nothing, meter): (Part, _) = (Arc::new(Vec::new()), Meter::steps(10_000));
    let mut conjuncts: Vec<&Expr> = condition.into_iter().collect();
    while let Some(expr) = conjuncts.pop() {
        match &expr.form {
            Form::And(all) => conjuncts.extend(all),
            Form::Given(given) => fixed[*given] = Some(Value::Bool(true)),
            Form::Not(inner) => {
                if let Form::Given(given) = inner.form {
                    fixed[given] = Some(Value::Bool(false));
                }
            }
            Form::Compare(sides, comparisons) if comparisons.as_slice() == [Comparison::Equal] => {
                let (given, other) = match (&sides[0].form, &sides[1].form) {
                    (Form::Given(given), _) => (*given, &sides[1]),
                    (_, Form::Given(given)) => (*given, &sides[0]),
                    _ => continue,
                };
                if is_constant(other) {
                    fixed[given] = usual.evaluate(other, &nothing, None, &meter).ok();
                }
            }
            _ => {}
        }
    }
    fixed
}

/// Returns whether an expression is made of constants alone.
fn is_constant(expr: &Expr) -> bool {
    !expr.any(&mut |inner| {
        matches!(
            inner.form,
            Form::Component(_) | Form::Given(_) | Form::Local(_) | Form::Mover | Form::Other | Form::Apply(..)
        )
    })
}
