//! Strategies: closed forms of winning moves.

use super::everywhere::STEPS_OF_STATEMENT;
use super::table::Table;
use super::{ClaimVerdict, choices_in_words, no_givens, positions, speaks_of_nothing};
use grundy_message::message;
use grundy_rules::game::{Over, Strategy};
use grundy_rules::text::print_plain;
use grundy_rules::{FaultClass, Meter, Value};
use grundy_value::Winner;

/// Checks that wherever the strategy's condition holds, the move it names exists and wins.
pub(super) fn check_strategy(strategy: &Strategy, tables: &mut [Table]) -> ClaimVerdict {
    let Some(game) = tables.first().map(|table| table.instance.shared_game()) else { return no_givens() };
    let meter = Meter::steps(STEPS_OF_STATEMENT);
    let (mut tried, mut speaks) = (0, false);
    let choices = tables.len();
    let mut last = String::new();
    let (mut looked, mut is_everything) = (Vec::new(), true);
    for table in tables {
        let instance = table.instance.clone();
        let solved = table.solved().to_vec();
        is_everything &= table.has_all;
        'positions: for (position, evaluation) in &solved {
            let Some(part) = position.only() else { continue };
            if !evaluation.as_ref().is_ok_and(|evaluation| evaluation.winner.is_some()) {
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
            let mut choices = Vec::new();
            for (name, expr) in &strategy.arguments {
                match instance.evaluate(expr, part, position.mover, &meter) {
                    Ok(value) => choices.push((name.as_str(), value)),
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
                let Some((_, mv)) = valued.step.moves.first() else { return false };
                strategy.moves.contains(&mv.rule)
                    && game.moves[mv.rule]
                        .binders
                        .iter()
                        .zip(&mv.choices)
                        .filter(|(binder, _)| matches!(binder.over, Over::Each(_)) && binder.name != "_")
                        .all(|(binder, value)| {
                            choices.iter().any(|(name, wanted)| *name == binder.name && wanted == value)
                        })
            });
            let arguments: Vec<String> =
                choices.iter().map(|(name, value)| format!("{name}={}", print_plain(game, value))).collect();
            let name = &game.moves[strategy.moves[0]].name;
            let shown = if arguments.is_empty() { name.clone() } else { format!("{name}({})", arguments.join(", ")) };
            // The list of moves is incomplete after a limit, or if a theorem named only some winning moves.
            match named {
                None if solution.is_cut() || solution.theorem.is_some() => {
                    is_everything = false;
                    continue;
                }
                None => {
                    return table.fails(
                        position,
                        message!("{move} wins", move = shown),
                        message!("there is no such move"),
                    );
                }
                // Not known within the budget.
                Some(valued) if valued.value.winner.is_none() => {
                    is_everything = false;
                    continue;
                }
                Some(valued) if valued.value.winner != Some(Winner::First) => {
                    let found = match valued.value.winner {
                        Some(Winner::Draw) => message!("it draws"),
                        _ => message!("it does not win"),
                    };
                    return table.fails(position, message!("{move} wins", move = shown), found);
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
        return speaks_of_nothing(&game, strategy.condition.as_ref(), choices);
    }
    if tried == 0 {
        return ClaimVerdict::Unknown { why: message!("no position it speaks of could be solved") };
    }
    let description = message!(
        "checked for {positions} up to {last}{choices}",
        positions = positions(tried),
        last,
        choices = choices_in_words(looked.len())
    );
    ClaimVerdict::Holds { positions: tried, description, givens: looked, is_everything }
}

#[cfg(test)]
mod tests {
    use crate::Budget;
    use crate::claims::{ClaimVerdict, check_claims};
    use grundy_rules::read;

    const BASH: &str = "game bash(n) move take(k in 1..min(3, n)) -> n - k strategy take(k = n % 4) if n % 4 != 0";

    fn verdict(rules: &str, budget: Budget) -> ClaimVerdict {
        check_claims(&read(rules).unwrap(), &budget).remove(0).verdict
    }

    #[test]
    fn a_limit_refutes_no_strategy() {
        assert!(matches!(verdict(BASH, Budget::default()), ClaimVerdict::Holds { .. }));
        let limits = [
            Budget { max_seconds: Some(0.0), ..Budget::default() },
            Budget { max_moves: 1, max_packed_moves: 1, ..Budget::default() },
            Budget::positions(1),
        ];
        for budget in limits {
            let verdict = verdict(BASH, budget.clone());
            let fits = match &verdict {
                ClaimVerdict::Unknown { .. } => true,
                ClaimVerdict::Holds { is_everything, .. } => !is_everything,
                _ => false,
            };
            assert!(fits, "{budget:?}: {verdict:?}");
        }
        let wrong = BASH.replace("k = n % 4)", "k = n % 4 + 1)");
        assert!(matches!(verdict(&wrong, Budget::default()), ClaimVerdict::Fails { .. }));
    }
}
