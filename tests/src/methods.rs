//! Compares every method of solving, used alone, with the reference on random games.
//!
//! In: seeds. Out: the first game on which something differs, with its text, and the number of positions that each
//! method answered. Compared are winners, Grundy values, scores, remoteness, every move, and the answers if only a part
//! of them is wanted.

use crate::random_boards::random_board;
use crate::random_rules::{Dice, random_game};
use grundy::rules::small::small_givens;
use grundy_rules::{Compound, Fault, FaultClass, Instance, Position, Side, Step, read};
use grundy_solve::{Ask, Backend, Budget, Evaluation, MethodName, Quantity, Solution, Solver};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The budget of one answer, in positions.
const MAX_POSITIONS: u64 = 1 << 16;

/// Number of positions of a game of the catalogue that are queried at a time.
const ASKED: u64 = 24;

/// What each method answered and refused.
pub type MethodTallies = BTreeMap<&'static str, MethodTally>;

/// What one method answered and refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodTally {
    /// Positions on which it agreed.
    pub agreed: usize,
    /// Positions at which its budget ended.
    pub unfinished: usize,
    /// Positions it refused, by the reason.
    pub refused: BTreeMap<String, usize>,
}

/// Returns the methods that are compared with the reference.
pub fn compared() -> impl Iterator<Item = MethodName> {
    MethodName::all().filter(|method| *method != MethodName::Reference)
}

/// Returns the number of positions on which a method agreed with the reference.
pub fn agreed(tallies: &MethodTallies, method: MethodName) -> usize {
    tallies.get(method.name()).map_or(0, |tally| tally.agreed)
}

/// Returns a solver for each method that needs no theorem, which uses that method alone.
///
/// # Errors
/// Fails if the game cannot be solved.
pub fn methods(
    instance: &Arc<Instance>,
    compound: Compound,
    budget: &Budget,
    running: Backend,
) -> Result<Vec<Solver>, String> {
    let mut solvers = Vec::new();
    for method in compared().filter(|method| *method != MethodName::Theorem) {
        let mut solver =
            Solver::new(instance.clone(), compound, budget.clone()).map_err(|fault| fault.sentence().to_string())?;
        solver.take_only(method, running);
        solvers.push(solver);
    }
    Ok(solvers)
}

/// Compares all methods with the reference on the game of a seed, except those that have agreed on `enough` positions.
///
/// # Errors
/// Fails with what differs.
pub fn check_methods(seed: u64, running: Backend, enough: usize, tallies: &mut MethodTallies) -> Result<(), String> {
    let random = if seed.is_multiple_of(3) { random_game(seed) } else { random_board(seed) };
    let mut check = || -> Result<(), String> {
        let game = read(&random.text).map_err(|mistakes| format!("not read: {}", mistakes[0].message))?;
        let instance = Arc::new(Instance::new(game, Vec::new()).map_err(|fault| fault.sentence().to_string())?);
        let compound = instance.compound().map_err(|fault| fault.sentence().to_string())?;
        let budget = Budget::positions(MAX_POSITIONS);
        let mut engines = methods(&instance, compound, &budget, running)?;
        engines.retain(|engine| engine.method().is_none_or(|method| agreed(tallies, method) < enough));
        let mut reference =
            Solver::reference(instance.clone(), compound, budget).map_err(|fault| fault.sentence().to_string())?;
        for text in &random.positions {
            let position = instance.parse_line(text, None).map_err(|fault| fault.sentence().to_string())?;
            let meant = reference.solve_one(&position);
            for engine in &mut engines {
                compare_method(engine, &position, &meant, tallies).map_err(|why| format!("at {text}: {why}"))?;
            }
        }
        Ok(())
    };
    check().map_err(|why| format!("seed {seed}: {why}\n{}", random.text))
}

/// Compares the answers of theorems on random small positions and sums of a game of the catalogue with the reference.
///
/// # Errors
/// Fails with what differs.
pub fn check_theorems(seed: u64, tallies: &mut MethodTallies) -> Result<(), String> {
    let mut dice = Dice::new(seed);
    let entries = grundy::catalogue();
    let entry = &entries[(seed % entries.len() as u64) as usize];
    let game = entry.game().map_err(|_| format!("{} is not read", entry.name))?;
    let givens = small_givens(&game, 6);
    let instance = Arc::new(givens[dice.below(givens.len() as u64) as usize].clone());
    let Ok(compound) = instance.compound() else { return Ok(()) };
    let budget = Budget::positions(MAX_POSITIONS);
    let mut by_theorem =
        grundy::answering_solver(&instance, compound, budget.clone()).map_err(|fault| fault.sentence().to_string())?;
    by_theorem.take_only(MethodName::Theorem, Backend::Interpreted);
    let mut reference =
        Solver::reference(instance.clone(), compound, budget).map_err(|fault| fault.sentence().to_string())?;
    let mut parts = instance.small_parts(160, 40);
    parts.extend(instance.small_parts_at_defaults(80, 60));
    if parts.is_empty() {
        return Ok(());
    }
    for _ in 0..ASKED {
        let mover = game.players.as_ref().map(|_| if dice.once_in(2) { Side::Left } else { Side::Right });
        let count = if dice.once_in(2) { 1 } else { dice.within(2, 3) };
        // If moves are made in several parts at once, the reference lists whole sums.
        let few = if compound == Compound::One || count == 1 { parts.len() } else { parts.len().min(8) };
        // Sometimes a finished part is added.
        let part = |dice: &mut Dice| (!dice.once_in(9)).then(|| parts[dice.below(few as u64) as usize].clone());
        let position = Position { mover, parts: (0..count).map(|_| part(&mut dice)).collect() };
        // Positions without a theorem need not be solved.
        if by_theorem.answer(&position, &Ask::winner()).is_err() {
            continue;
        }
        let meant = reference.solve_one(&position);
        compare_method(&mut by_theorem, &position, &meant, tallies)
            .map_err(|why| format!("seed {seed}: {} at {}: {why}", entry.name, instance.print_position(&position)))?;
        if meant.is_ok_and(|meant| meant.stop.is_some()) {
            break;
        }
    }
    Ok(())
}

/// Compares a solver that uses one method alone with the reference, as far as it answers: on the position, on its
/// moves, and if only a part of the answer is wanted.
///
/// # Errors
/// Fails with what differs.
pub fn compare_method(
    solver: &mut Solver,
    position: &Position,
    reference: &Result<Solution, Fault>,
    tallies: &mut MethodTallies,
) -> Result<(), String> {
    let method = solver.method().ok_or("no method was chosen")?;
    let name = method.name();
    let tally = tallies.entry(name).or_default();
    let (found, meant) = match (solver.solve_one(position), reference) {
        (Err(fault), _)
            if fault.class == FaultClass::Refused && fault.message.to_string().starts_with("the method") =>
        {
            *tally.refused.entry(fault.message.to_string()).or_default() += 1;
            return Ok(());
        }
        (Ok(found), Ok(meant)) => (found, meant),
        (Err(fault), Err(meant)) if fault.class == meant.class => {
            tally.agreed += 1;
            return Ok(());
        }
        (Err(fault), _) => return Err(format!("{name}: {}", fault.sentence())),
        // It may not have met the fault before its budget ended, or the fault is where it need not search.
        (Ok(found), Err(fault)) => {
            let limited = found.stop.is_some() || fault.class == FaultClass::Budget;
            let need_not_look = matches!(
                method,
                MethodName::AlphaBeta
                    | MethodName::ProofNumber
                    | MethodName::Nimbers
                    | MethodName::Partizan
                    | MethodName::Regions
            );
            if limited || need_not_look {
                return Ok(());
            }
            return Err(format!("{name}: no fault, but the meaning says {}", fault.sentence()));
        }
    };
    // An answer of a theorem is complete, though its moves are not listed.
    let stop = found.stop.filter(|_| found.theorem.is_none()).or(meant.stop);
    // After the end of play, the answer does not come from a method.
    match stop {
        Some(_) => tally.unfinished += 1,
        None if found.value.winner.is_some() && !meant.moves.is_empty() => tally.agreed += 1,
        None => {}
    }
    compare_evaluations(&found.value, &meant.value).map_err(|why| format!("{name}: {why}"))?;
    match &found.theorem {
        None => compare_moves(&found, meant).map_err(|why| format!("{name}: {why}"))?,
        Some(_) => {
            // Only winning moves are listed, and perhaps not all of them.
            let is_known = meant.stop.is_none();
            let is_wrong = |step: &Step| !meant.winning().any(|valued| valued.step == *step);
            if let Some(wrong) = found.winning().find(|valued| is_known && is_wrong(&valued.step)) {
                return Err(format!("{name}: the move to {:?} does not win", wrong.step.to));
            }
        }
    }
    if let (Some(count), Some(meant)) = (&found.winning_move_count, &meant.winning_move_count)
        && stop.is_none()
        && count != meant
    {
        return Err(format!("{name}: {count} winning moves, not {meant}"));
    }
    for wants in [Quantity::Outcome, Quantity::Grundy, Quantity::Remoteness] {
        if let Some(Ok(found)) = solver.evaluate(std::slice::from_ref(position), wants).pop() {
            compare_evaluations(&found, &meant.value).map_err(|why| format!("{name}, {wants:?}: {why}"))?;
        }
    }
    Ok(())
}

/// Fails unless both agree on what both know of each move.
fn compare_moves(found: &Solution, meant: &Solution) -> Result<(), String> {
    for (found, meant) in found.moves.iter().zip(&meant.moves) {
        if found.step != meant.step {
            return Err(format!("a move leads to {:?}, not {:?}", found.step.to, meant.step.to));
        }
        compare_evaluations(&found.value, &meant.value)
            .map_err(|why| format!("the move to {:?}: {why}", meant.step.to))?;
    }
    Ok(())
}

/// Fails unless both agree on what both know.
fn compare_evaluations(found: &Evaluation, meant: &Evaluation) -> Result<(), String> {
    fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &Option<T>, meant: &Option<T>) -> Result<(), String> {
        match (found, meant) {
            (Some(found), Some(meant)) if found != meant => Err(format!("{what} {found:?}, not {meant:?}")),
            _ => Ok(()),
        }
    }
    same("winner", &found.winner, &meant.winner)?;
    same("Grundy value", &found.grundy, &meant.grundy)?;
    same("score", &found.score, &meant.score)?;
    same("remoteness", &found.remoteness, &meant.remoteness)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_agrees_with_the_reference() {
        let mut tallies = MethodTallies::new();
        let games =
            (0..400).filter_map(|seed| check_methods(seed, Backend::Interpreted, usize::MAX, &mut tallies).err());
        let mut wrong: Vec<String> = games.take(5).collect();
        wrong.extend((0..120).filter_map(|seed| check_theorems(seed, &mut tallies).err()).take(5));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let few: Vec<MethodName> = compared().filter(|method| agreed(&tallies, *method) < 100).collect();
        for method in compared() {
            println!("{method:<16}{:>8} agreed", agreed(&tallies, method));
        }
        assert!(few.is_empty(), "too little was asked of {few:?}");
    }
}
