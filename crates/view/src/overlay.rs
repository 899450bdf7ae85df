//! What a rule says about the cells of a table, to be drawn over it.
//!
//! In: a claim in the language of rules, and the [`Layout`] of a table. Out: for each cell whether the rule says that it is lost, or the
//! value it says; or where its period begins anew. The rule's own words are evaluated and nothing else: whether it is right is seen by
//! comparing it with the table. A rule about single positions says nothing about sums, or about values of another kind.

use crate::table::Layout;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Expr};
use grundy_rules::{Instance, Meter, Position, Value as Worth, read};
use serde_json::{Value, json};

/// How many steps of the rules the whole table may take.
const MOST_STEPS: u64 = 40_000_000;

/// What a rule says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Of each cell, row by row, whether the player to move loses; nothing where the rule is silent.
    Lost(Vec<Option<bool>>),
    /// The value of each cell.
    Values(Vec<Option<i64>>),
    /// Values repeat.
    Period {
        /// After so many.
        period: i64,
        /// From this number on.
        from: i64,
    },
}

impl Overlay {
    /// What a claim, written without the word `claim`, says about a table; `None` where it says nothing about any cell.
    pub fn new(instance: &Instance, claim: &str, layout: &Layout) -> Option<Overlay> {
        if claim.is_empty() {
            return None;
        }
        let source = format!("{}\nclaim {claim}\n", instance.game().source.0);
        let game = read(&source).ok()?;
        let givens = instance.givens().iter().cloned().map(Some).collect();
        let instance = Instance::new(game.clone(), givens).ok()?;
        let claim = game.claims.last()?;
        let meter = Meter::steps(MOST_STEPS);
        match &claim.kind {
            ClaimKind::Period { period, from, .. } => {
                // A table of sums, or of two numbers, has no line along which values could repeat.
                let number = |expr: &Expr| {
                    let nothing = std::sync::Arc::new(Vec::new());
                    instance.evaluate(expr, &nothing, None, &meter).ok()?.as_int()?.to_i64()
                };
                let (period, from) = (number(period)?, number(from)?);
                (layout.dimensions() == 1 && period > 0).then_some(Overlay::Period { period, from })
            }
            ClaimKind::Equals(_, expr) => {
                let worth = |position: &Position| told(&instance, claim, expr, position, &meter)?.as_int()?.to_i64();
                let cells: Vec<Option<i64>> = layout.cells().map(|cell| cell.and_then(worth)).collect();
                cells.iter().any(Option::is_some).then_some(Overlay::Values(cells))
            }
            ClaimKind::Iff(outcome, condition) => {
                let lost = |position: &Position| {
                    let holds = told(&instance, claim, condition, position, &meter)? == Worth::Bool(true);
                    match outcome {
                        ClaimedOutcome::Second => Some(holds),
                        // Where somebody does not win it may be a draw, too.
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

    /// The rule for who draws it, cells as those of the table's data.
    pub fn data(&self, layout: &Layout) -> Value {
        fn rows<T: Copy + Into<Value>>(cells: &[Option<T>], layout: &Layout) -> Value {
            let told = |cells: &[Option<T>]| {
                Value::Array(cells.iter().map(|cell| cell.map_or(Value::Null, T::into)).collect())
            };
            match layout.row_length() {
                Some(length) => Value::Array(cells.chunks(length.max(1)).map(told).collect()),
                None => told(cells),
            }
        }
        match self {
            Overlay::Lost(cells) => json!({"says": "lost", "cells": rows(cells, layout)}),
            Overlay::Values(cells) => json!({"says": "value", "cells": rows(cells, layout)}),
            Overlay::Period { period, from } => json!({"says": "period", "period": period, "from": from}),
        }
    }
}

/// What an expression of a claim is at a position; `None` where the claim does not speak of it.
fn told(instance: &Instance, claim: &Claim, expr: &Expr, position: &Position, meter: &Meter) -> Option<Worth> {
    let part = position.only()?;
    let evaluate = |expr: &Expr| instance.evaluate(expr, part, position.mover, meter).ok();
    match claim.condition.as_ref().map(evaluate) {
        None | Some(Some(Worth::Bool(true))) => evaluate(expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Range;

    fn overlay(rules: &str, claim: &str, ranges: &[&str]) -> Option<Overlay> {
        let instance = Instance::new(read(rules).unwrap(), vec![]).unwrap();
        let ranges: Vec<Range> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        let layout = Layout::new(&instance, &ranges, None).unwrap();
        Overlay::new(&instance, claim, &layout)
    }

    const BASH: &str = "game bash(n) move take(k in 1..min(3, n)) -> n - k";

    #[test]
    fn rules_speak_of_each_cell() {
        let lost = overlay(BASH, "lose iff n % 4 == 0", &["0..5"]);
        assert_eq!(lost, Some(Overlay::Lost([true, false, false, false, true, false].map(Some).to_vec())));
        let values = overlay(BASH, "grundy = n % 4", &["3..5"]);
        assert_eq!(values, Some(Overlay::Values(vec![Some(3), Some(0), Some(1)])));
        let period = overlay(BASH, "grundy has period 4 from 0", &["0..5"]);
        assert_eq!(period, Some(Overlay::Period { period: 4, from: 0 }));
    }

    #[test]
    fn rules_say_nothing_about_sums_and_what_cannot_be_read_says_nothing() {
        assert_eq!(overlay(BASH, "lose iff n % 4 == 0", &["0..5", "0..5"]), None);
        assert_eq!(overlay(BASH, "grundy has period 4 from 0", &["0..5", "0..5"]), None);
        assert_eq!(overlay(BASH, "this is no claim", &["0..5"]), None);
        assert_eq!(overlay(BASH, "", &["0..5"]), None);
    }
}
