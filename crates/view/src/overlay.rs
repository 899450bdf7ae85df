//! What a rule says about the cells of a table, to be drawn over it.
//!
//! In: a claim in the language of rules, and the [`Layout`] of a table. Out: for each cell whether the rule says that
//! it is lost, or the value it gives; or where its period starts again. Only the rule itself is evaluated: whether it
//! is right is seen by comparing it with the table. A rule about single positions does not apply to sums, or to values
//! of another kind.

use crate::limits;
use crate::table::Layout;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Expr};
use grundy_rules::{Instance, Meter, Position, Value as GameValue};
use grundy_solve::Stop;
use serde_json::{Value, json};
use std::sync::Arc;

/// What a rule says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// For each cell, row by row, whether the player to move loses; `None` if the rule does not apply.
    Lost(Vec<Option<bool>>),
    /// The value of each cell.
    Values(Vec<Option<i64>>),
    /// Values repeat.
    Period {
        /// Length of the period.
        period: i64,
        /// First number of the period.
        from: i64,
    },
}

impl Overlay {
    /// Evaluates a claim, written without the word `claim`, on a table; `None` if it applies to no cell.
    ///
    /// # Errors
    /// The limit on steps of the rules, if the claim takes more.
    pub fn new(instance: &Instance, claim: &str, layout: &Layout) -> Result<Option<Overlay>, Stop> {
        let meter = Meter::steps(limits::MAX_OVERLAY_STEPS);
        let overlay = Overlay::within(instance, claim, layout, &meter);
        if meter.goes_on() { Ok(overlay) } else { Err(Stop::StepLimit(limits::MAX_OVERLAY_STEPS)) }
    }

    fn within(instance: &Instance, claim: &str, layout: &Layout, meter: &Meter) -> Option<Overlay> {
        if claim.is_empty() {
            return None;
        }
        let game = Arc::new(instance.game().with_claims([claim]).ok()?);
        let givens = instance.givens().iter().cloned().map(Some).collect();
        let instance = Instance::new(game.clone(), givens).ok()?;
        let claim = game.claims.last()?;
        match &claim.kind {
            ClaimKind::Period { period, from, .. } => {
                // A table of sums, or of two numbers, has no line along which values could repeat.
                let number = |expr: &Expr| {
                    let nothing = Arc::new(Vec::new());
                    instance.evaluate(expr, &nothing, None, meter).ok()?.as_int()?.to_i64()
                };
                let (period, from) = (number(period)?, number(from)?);
                (layout.dimensions() == 1 && period > 0).then_some(Overlay::Period { period, from })
            }
            ClaimKind::Equals(_, expr) => {
                let value = |position: &Position| evaluate(&instance, claim, expr, position, meter)?.as_int()?.to_i64();
                let cells: Vec<Option<i64>> = layout.cells().map(|cell| cell.and_then(value)).collect();
                cells.iter().any(Option::is_some).then_some(Overlay::Values(cells))
            }
            ClaimKind::Iff(outcome, condition) => {
                let lost = |position: &Position| {
                    let holds = evaluate(&instance, claim, condition, position, meter)? == GameValue::Bool(true);
                    match outcome {
                        ClaimedOutcome::Second => Some(holds),
                        // If a player does not win it may be a draw, too.
                        ClaimedOutcome::First | ClaimedOutcome::Draw if holds => Some(false),
                        ClaimedOutcome::Side(side) if holds => Some(position.mover != Some(*side)),
                        _ => None,
                    }
                };
                let cells: Vec<Option<bool>> = layout.cells().map(|cell| cell.and_then(lost)).collect();
                cells.iter().any(Option::is_some).then_some(Overlay::Lost(cells))
            }
            _ => None,
        }
    }

    /// Returns the rule as data for a front end, cells as those of the table's data.
    pub fn data(&self, layout: &Layout) -> Value {
        fn rows<T: Copy + Into<Value>>(cells: &[Option<T>], layout: &Layout) -> Value {
            let encode = |cells: &[Option<T>]| {
                Value::Array(cells.iter().map(|cell| cell.map_or(Value::Null, T::into)).collect())
            };
            match layout.row_length() {
                Some(length) => Value::Array(cells.chunks(length.max(1)).map(encode).collect()),
                None => encode(cells),
            }
        }
        match self {
            Overlay::Lost(cells) => json!({"says": "lost", "cells": rows(cells, layout)}),
            Overlay::Values(cells) => json!({"says": "value", "cells": rows(cells, layout)}),
            Overlay::Period { period, from } => json!({"says": "period", "period": period, "from": from}),
        }
    }
}

/// Evaluates an expression of a claim at a position; `None` if the claim does not apply.
fn evaluate(instance: &Instance, claim: &Claim, expr: &Expr, position: &Position, meter: &Meter) -> Option<GameValue> {
    let part = position.only()?;
    let evaluate = |expr: &Expr| instance.evaluate(expr, part, position.mover, meter).ok();
    match claim.condition.as_ref().map(evaluate) {
        None | Some(Some(GameValue::Bool(true))) => evaluate(expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Range;
    use grundy_rules::read;

    fn overlay(rules: &str, claim: &str, ranges: &[&str]) -> Option<Overlay> {
        let instance = Instance::new(read(rules).unwrap(), vec![]).unwrap();
        let ranges: Vec<Range> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        let layout = Layout::new(&instance, &ranges, None).unwrap();
        Overlay::new(&instance, claim, &layout).unwrap()
    }

    const BASH: &str = "game bash(n) move take(k in 1..min(3, n)) -> n - k";

    #[test]
    fn rules_apply_to_each_cell() {
        let lost = overlay(BASH, "lose iff n % 4 == 0", &["0..5"]);
        assert_eq!(lost, Some(Overlay::Lost([true, false, false, false, true, false].map(Some).to_vec())));
        let values = overlay(BASH, "grundy = n % 4", &["3..5"]);
        assert_eq!(values, Some(Overlay::Values(vec![Some(3), Some(0), Some(1)])));
        let period = overlay(BASH, "grundy has period 4 from 0", &["0..5"]);
        assert_eq!(period, Some(Overlay::Period { period: 4, from: 0 }));
    }

    #[test]
    fn a_rule_that_takes_too_long_is_not_drawn_in_part() {
        let instance = Instance::new(read(BASH).unwrap(), vec![]).unwrap();
        let layout = Layout::new(&instance, &["0..99".parse().unwrap()], None).unwrap();
        let slow = Overlay::new(&instance, "lose iff count(i > n for i in 1..10 ** 6) == 0", &layout);
        assert_eq!(slow, Err(Stop::StepLimit(limits::MAX_OVERLAY_STEPS)));
    }

    #[test]
    fn rules_about_sums_and_unreadable_rules_give_no_overlay() {
        assert_eq!(overlay(BASH, "lose iff n % 4 == 0", &["0..5", "0..5"]), None);
        assert_eq!(overlay(BASH, "grundy has period 4 from 0", &["0..5", "0..5"]), None);
        assert_eq!(overlay(BASH, "this is no claim", &["0..5"]), None);
        assert_eq!(overlay(BASH, "", &["0..5"]), None);
    }
}
