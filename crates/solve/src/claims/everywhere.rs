//! Statements about all positions: claims with `=` and `iff`, and `loops none`.

use super::table::Table;
use super::{
    ClaimVerdict, choices_in_words, claimed_winner, compare_number, denied_in_words, in_words, no_givens, positions,
    speaks_of_nothing,
};
use grundy_message::{Message, message};
use grundy_rules::game::{Claim, ClaimKind, Game};
use grundy_rules::measure::falling_measure;
use grundy_rules::{Fault, FaultClass, Meter, Value};
use grundy_value::Winner;

/// Maximum number of steps for evaluating one statement on all positions together.
pub(super) const STEPS_OF_STATEMENT: u64 = 50_000_000;

/// Checks a claim about all positions on every table.
pub(super) fn everywhere(claim: &Claim, tables: &mut [Table]) -> ClaimVerdict {
    let limited = |table: &Table| table.meter(STEPS_OF_STATEMENT);
    let meter = tables.first().map_or_else(|| Meter::steps(STEPS_OF_STATEMENT), limited);
    let mut tried = 0;
    let mut skipped = 0;
    let mut too_slow = 0;
    let mut speaks = false;
    let mut largest: Option<String> = None;
    let choices = tables.len();
    let mut fault_met: Option<Fault> = None;
    let mut leaves_out = false;
    let (mut looked, mut is_everything) = (Vec::new(), true);
    let Some(game) = tables.first().map(|table| table.instance.shared_game()) else { return no_givens() };
    for table in tables {
        let instance = table.instance.clone();
        let solved = table.solved().to_vec();
        leaves_out |= table.leaves_out;
        is_everything &= table.has_all;
        for (position, evaluation) in &solved {
            let Some(part) = position.only() else { continue };
            let holds = |expr| match instance.evaluate(expr, part, position.mover, &meter) {
                Ok(value) => Ok(value == Value::Bool(true)),
                Err(fault) => Err(fault),
            };
            let evaluation = match evaluation {
                Ok(evaluation) if evaluation.winner.is_some() => evaluation,
                Ok(_) => {
                    is_everything = false;
                    continue;
                }
                // If the rules cannot be evaluated, the claim says nothing.
                Err(fault) => {
                    if !matches!(claim.condition.as_ref().map(holds), Some(Ok(false))) {
                        fault_met.get_or_insert_with(|| fault.clone());
                        skipped += 1;
                    }
                    continue;
                }
            };
            // A claim that cannot be evaluated is wrong; if finding that out takes too long, the position is skipped.
            let without_value = |fault: Fault| {
                let position = fault.position.clone().unwrap_or_else(|| instance.print_position(position));
                (fault.class != FaultClass::Budget)
                    .then_some(ClaimVerdict::Faulty(Fault { position: Some(position), ..fault }))
            };
            match claim.condition.as_ref().map(holds) {
                None | Some(Ok(true)) => {}
                Some(Ok(false)) => continue,
                Some(Err(fault)) => match without_value(fault) {
                    Some(faulty) => return faulty,
                    None => {
                        too_slow += 1;
                        continue;
                    }
                },
            }
            speaks = true;
            let failed = match &claim.kind {
                ClaimKind::Equals(quantity, value) => match instance.evaluate(value, part, position.mover, &meter) {
                    Ok(Value::Int(expected)) => {
                        let found = evaluation.number(*quantity);
                        match compare_number(*quantity, table, position, &expected, found, evaluation) {
                            Some(ClaimVerdict::Holds { .. }) => None,
                            Some(failed) => Some(failed),
                            None => {
                                is_everything = false;
                                continue;
                            }
                        }
                    }
                    Ok(_) => continue,
                    Err(fault) => match without_value(fault) {
                        Some(faulty) => return faulty,
                        None => {
                            too_slow += 1;
                            continue;
                        }
                    },
                },
                ClaimKind::Iff(outcome, condition) => match holds(condition) {
                    Ok(expected) => {
                        let claimed = claimed_winner(*outcome, position);
                        let so = evaluation.winner == Some(claimed);
                        (so != expected).then(|| {
                            let statement = if expected {
                                in_words(claimed, position, &instance)
                            } else {
                                denied_in_words(claimed, position, &instance)
                            };
                            let winner = evaluation.winner.unwrap_or(Winner::Draw);
                            table.fails(position, statement, in_words(winner, position, &instance))
                        })
                    }
                    Err(fault) => match without_value(fault) {
                        Some(faulty) => return faulty,
                        None => {
                            too_slow += 1;
                            continue;
                        }
                    },
                },
                _ => None,
            };
            if let Some(failed) = failed {
                return failed;
            }
            tried += 1;
            largest = Some(instance.print_position(position));
            if looked.last().is_none_or(|last| last != table.givens()) {
                looked.push(table.givens().clone());
            }
        }
    }
    match (tried, largest, fault_met) {
        (0, _, Some(fault)) => ClaimVerdict::Faulty(fault),
        (0, ..) if !speaks && skipped == 0 && too_slow == 0 => {
            speaks_of_nothing(&game, claim.condition.as_ref(), choices)
        }
        (0, ..) => ClaimVerdict::Unknown { why: message!("no position it speaks of could be solved") },
        (tried, last, fault) => ClaimVerdict::Holds {
            positions: tried,
            description: message!(
                "checked for {positions} up to {last}{choices}{skipped}{left_out}",
                positions = positions(tried),
                last = last.unwrap_or_default(),
                choices = choices_in_words(looked.len()),
                skipped = match (skipped, fault, too_slow) {
                    (1.., Some(fault), _) => message!(
                        "; the rules cannot be carried out at {positions}, first: {fault}",
                        positions = positions(skipped),
                        fault = fault.sentence()
                    ),
                    (_, _, 1..) =>
                        message!("; it takes too long to evaluate at {positions}", positions = positions(too_slow)),
                    _ => Message::default(),
                },
                left_out =
                    if leaves_out { message!("; not every smaller position was tried") } else { Message::default() },
            ),
            givens: looked,
            is_everything: is_everything && skipped == 0 && too_slow == 0,
        },
    }
}

/// Checks that play ends: by a falling measure, or else because no sample position leads into a loop.
pub(super) fn check_no_loops(game: &Game, tables: &mut [Table]) -> ClaimVerdict {
    if let Some(measure) = falling_measure(game) {
        let description = message!("play ends: {measure}", measure);
        return ClaimVerdict::Holds { positions: 0, description, givens: Vec::new(), is_everything: true };
    }
    let mut tried = 0;
    let (mut looked, mut is_everything) = (Vec::new(), true);
    for table in tables {
        looked.push(table.givens().clone());
        for (_, evaluation) in table.solved() {
            match evaluation {
                Err(fault) if fault.class == FaultClass::Loop => return ClaimVerdict::Faulty(fault.clone()),
                Ok(evaluation) if evaluation.winner.is_some() => tried += 1,
                _ => is_everything = false,
            }
        }
        is_everything &= table.has_all;
    }
    if tried == 0 {
        return ClaimVerdict::Unknown { why: message!("no position could be solved") };
    }
    let description = message!(
        "no loop from any of {positions}{choices}",
        positions = positions(tried),
        choices = choices_in_words(looked.len())
    );
    ClaimVerdict::Holds { positions: tried, description, givens: looked, is_everything }
}
