//! Strategies: closed forms of winning moves.

use super::everywhere::STEPS_OF_STATEMENT;
use super::table::Table;
use super::{ClaimVerdict, choices_in_words, no_givens, positions, speaks_of_nothing};
use crate::solution::Winner;
use grundy_rules::game::{Over, Strategy};
use grundy_rules::text::print_plain;
use grundy_rules::{FaultClass, Meter, Value};

/// Wherever its condition holds, the move it names must be there and win.
pub(super) fn check_strategy(strategy: &Strategy, tables: &mut [Table]) -> ClaimVerdict {
    if tables.is_empty() {
        return no_givens();
    }
    let meter = Meter::steps(STEPS_OF_STATEMENT);
    let (mut tried, mut speaks) = (0, false);
    let choices = tables.len();
    let mut last = String::new();
    let (mut looked, mut is_everything) = (Vec::new(), true);
    for table in tables {
        let instance = table.instance.clone();
        let solved = table.solved().to_vec();
        is_everything &= table.has_all;
        'positions: for (position, judgement) in &solved {
            let Some(part) = position.only() else { continue };
            if !judgement.as_ref().is_ok_and(|judgement| judgement.winner.is_some()) {
                is_everything = false;
                continue;
            }
            let applies = match &strategy.condition {
                Some(condition) => instance.evaluate(condition, part, position.mover, &meter),
                None => Ok(Value::Bool(true)),
            };
            match applies {
                Ok(Value::Bool(true)) => {}
                Ok(_) => continue,
                Err(fault) if fault.class == FaultClass::Budget => {
                    is_everything = false;
                    continue;
                }
                Err(fault) => return ClaimVerdict::Faulty(fault),
            }
            speaks = true;
            let mut said = Vec::new();
            for (name, expr) in &strategy.arguments {
                match instance.evaluate(expr, part, position.mover, &meter) {
                    Ok(value) => said.push((name.as_str(), value)),
                    Err(fault) if fault.class == FaultClass::Budget => {
                        is_everything = false;
                        continue 'positions;
                    }
                    Err(fault) => return ClaimVerdict::Faulty(fault),
                }
            }
            let Ok(solver) = &mut table.many else {
                is_everything = false;
                continue;
            };
            let solution = match solver.solve_one(position) {
                Ok(solution) => solution,
                Err(fault) => return ClaimVerdict::Faulty(fault),
            };
            let game = instance.game();
            let named = solution.moves.iter().find(|valued| {
                let Some((_, movement)) = valued.step.moves.first() else { return false };
                strategy.moves.contains(&movement.rule)
                    && game.moves[movement.rule]
                        .binders
                        .iter()
                        .zip(&movement.choices)
                        .filter(|(binder, _)| matches!(binder.over, Over::Each(_)) && binder.name != "_")
                        .all(|(binder, value)| {
                            said.iter().any(|(name, wanted)| *name == binder.name && wanted == value)
                        })
            });
            let arguments: Vec<String> =
                said.iter().map(|(name, value)| format!("{name}={}", print_plain(game, value))).collect();
            let name = &game.moves[strategy.moves[0]].name;
            let shown = if arguments.is_empty() { name.clone() } else { format!("{name}({})", arguments.join(", ")) };
            // A limit, or a theorem that names some winning moves, leaves moves out.
            let is_cut =
                [solution.stop, solution.uncounted, solution.untold, solution.unvalued].iter().any(Option::is_some);
            match named {
                None if is_cut || solution.theorem.is_some() => {
                    is_everything = false;
                    continue;
                }
                None => return table.fails(position, format!("{shown} wins"), "there is no such move".into()),
                // Not known within the budget.
                Some(valued) if valued.worth.winner.is_none() => {
                    is_everything = false;
                    continue;
                }
                Some(valued) if valued.worth.winner != Some(Winner::First) => {
                    let found = match valued.worth.winner {
                        Some(Winner::Draw) => "it draws",
                        _ => "it does not win",
                    };
                    return table.fails(position, format!("{shown} wins"), found.into());
                }
                Some(_) => {}
            }
            tried += 1;
            last = instance.print_position(position);
            if looked.last().is_none_or(|last| last != table.givens()) {
                looked.push(table.givens().clone());
            }
        }
    }
    if !speaks && strategy.condition.is_some() {
        return speaks_of_nothing(choices);
    }
    if tried == 0 {
        return ClaimVerdict::Unknown { why: "no position it speaks of could be solved".into() };
    }
    let description = format!("checked for {} up to {last}{}", positions(tried), choices_in_words(looked.len()));
    ClaimVerdict::Holds { positions: tried, description, givens: looked, is_everything }
}
