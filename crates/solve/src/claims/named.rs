//! Statements about positions that they name: `at`, `of`, and the row of a period.

use super::table::Table;
use super::{ClaimVerdict, compare_number};
use grundy_message::message;
use grundy_rules::game::{Expr, PositionExpr};
use grundy_rules::{Fault, FaultClass, Instance, Int, Meter, Position, Value};
use grundy_value::{Evaluation, Quantity};
use std::sync::Arc;

/// A period is followed for this many times its length, and for at least the given number of values.
const PERIODS: i64 = 4;
const PERIOD_VALUES: i64 = 100;

/// Solves one position and passes it to `ask`, which returns `None` if the value is not known.
pub(super) fn at_position(
    table: &mut Table,
    position: Option<&PositionExpr>,
    ask: impl FnOnce(&Table, &Position, &Evaluation) -> Result<Option<ClaimVerdict>, Fault>,
) -> ClaimVerdict {
    let position = match position {
        Some(written) => table.instance.position_of(written),
        None => table.instance.start(),
    };
    let result = position.and_then(|position| {
        let evaluation = table.evaluate_named(std::slice::from_ref(&position)).remove(0)?;
        let verdict = ask(table, &position, &evaluation)?;
        Ok((position, verdict))
    });
    match result {
        Ok((_, Some(verdict))) => verdict,
        Ok((position, None)) => ClaimVerdict::Unknown {
            why: message!(
                "{position} was not settled within the budget",
                position = table.instance.print_position(&position)
            ),
        },
        Err(fault) => ClaimVerdict::Faulty(fault),
    }
}

/// Checks published values, one after the other.
pub(super) fn row(table: &mut Table, quantity: Quantity, low: &Int, expected: Vec<Int>) -> ClaimVerdict {
    let mut positions = Vec::new();
    for offset in 0..expected.len() {
        match numbered(table, low, offset as i64) {
            Ok(position) => positions.push(position),
            Err(fault) => return ClaimVerdict::Faulty(fault),
        }
    }
    let evaluations = table.evaluate_named(&positions);
    for ((position, evaluation), expected) in positions.iter().zip(evaluations).zip(&expected) {
        let evaluation = match evaluation {
            Ok(evaluation) => evaluation,
            Err(fault) => return ClaimVerdict::Faulty(fault),
        };
        match compare_number(quantity, table, position, expected, evaluation.number(quantity), &evaluation) {
            Some(ClaimVerdict::Holds { .. }) => {}
            Some(failed) => return failed,
            None => return ClaimVerdict::Unknown { why: message!("not settled within the budget") },
        }
    }
    table.holds(expected.len() as u64, message!("checked, every value"))
}

pub(super) fn follow_period(table: &mut Table, quantity: Quantity, period: &Int, from: &Int) -> ClaimVerdict {
    let (Some(period), Some(start)) = (period.to_i64().filter(|period| *period > 0), from.to_i64()) else {
        return ClaimVerdict::Unknown { why: message!("a period is a positive number of a size that can be computed") };
    };
    if period > 100_000 {
        return ClaimVerdict::Unknown { why: message!("the period is too long to be followed here") };
    }
    let count = (period * PERIODS).max(PERIOD_VALUES) + period;
    // Numbers that are not positions are skipped.
    let has_gaps = !table.instance.game().valid.is_empty();
    let mut positions = Vec::new();
    let mut offsets = Vec::new();
    let mut begins = start;
    let mut refused = None;
    for offset in 0..count {
        match numbered(table, from, offset) {
            Ok(position) => {
                positions.push(position);
                offsets.push(offset);
            }
            Err(fault) if fault.class != FaultClass::Refused => return ClaimVerdict::Faulty(fault),
            Err(fault) if positions.is_empty() => {
                begins = start.saturating_add(offset + 1);
                refused.get_or_insert(fault);
            }
            Err(_) if has_gaps => {}
            Err(_) => break,
        }
    }
    if let Some(fault) = refused.filter(|_| positions.is_empty()) {
        return ClaimVerdict::Faulty(fault);
    }
    let mut values = Vec::new();
    for evaluation in table.evaluate_named(&positions) {
        match evaluation {
            Ok(evaluation) => match evaluation.number(quantity) {
                Some(value) => values.push(value),
                None if evaluation.winner.is_some() => {
                    let position = &positions[values.len()];
                    let expected = message!("a {quantity} that repeats", quantity = quantity.word());
                    return table.fails(position, expected, message!("no {quantity} here", quantity = quantity.word()));
                }
                None => break,
            },
            Err(fault) => return ClaimVerdict::Faulty(fault),
        }
    }
    let mut compared = 0;
    for (index, offset) in offsets[..values.len()].iter().enumerate() {
        let Ok(later) = offsets[..values.len()].binary_search(&(offset + period)) else { continue };
        compared += 1;
        if values[index] != values[later] {
            let earlier = table.instance.print_position(&positions[index]);
            return table.fails(
                &positions[later],
                message!(
                    "{quantity} {value} as at {position}",
                    quantity = quantity.word(),
                    value = values[index].to_string(),
                    position = earlier
                ),
                message!("{quantity} {value}", quantity = quantity.word(), value = values[later].to_string()),
            );
        }
    }
    if compared == 0 {
        let why = if values.len() < positions.len() {
            message!("not one period fits into the budget")
        } else {
            message!("fewer numbers are positions than one period has")
        };
        return ClaimVerdict::Unknown { why };
    }
    ClaimVerdict::Holds {
        positions: values.len() as u64,
        description: message!(
            "checked from {begins} to {last}",
            begins,
            last = start.saturating_add(offsets[values.len() - 1])
        ),
        givens: vec![table.instance.print_givens()],
        is_everything: false,
    }
}

/// Returns the position whose first component is `low + offset` and whose others are at their defaults.
fn numbered(table: &Table, low: &Int, offset: i64) -> Result<Position, Fault> {
    let n = low.add(&Int::Small(offset)).map_err(|_| Fault::refused(message!("a number too large")))?;
    let part = table.instance.part(vec![Value::Int(n)])?;
    Ok(Position::alone(table.instance.first_mover(None), part))
}

pub(super) fn number(instance: &Instance, expr: &Expr) -> Result<Int, Fault> {
    let meter = Meter::steps(10_000_000);
    match instance.evaluate(expr, &Arc::new(Vec::new()), None, &meter)? {
        Value::Int(int) => Ok(int),
        _ => Err(Fault::refused(message!("a number is needed"))),
    }
}
