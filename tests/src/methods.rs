//! Every method of solving, taken alone, compared with the reference on random games.
//!
//! In: seeds. Out: the first game on which something differs, with its text, and how many positions each method answered. Compared are
//! winners, Grundy values, scores, remoteness, every move, and the answers where only a part of them is wanted.

use crate::random_boards::random_board;
use crate::random_rules::{Dice, random_game};
use grundy::rules::small::small_givens;
use grundy_rules::{Fault, FaultClass, Instance, Join, Position, Side, Step, read};
use grundy_solve::{Budget, Judgement, Method, Running, Solution, Solver, Wants};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The budget of one answer, in positions.
const MAX_POSITIONS: u64 = 1 << 16;

/// How many positions of a game of the catalogue are asked at a time.
const ASKED: u64 = 24;

/// What each method answered and refused.
pub type Ways = BTreeMap<&'static str, WayTally>;

/// What one method answered and refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WayTally {
    /// Positions it agreed on.
    pub agreed: usize,
    /// Positions at which its budget ended.
    pub unfinished: usize,
    /// Positions it refused, by the reason.
    pub refused: BTreeMap<String, usize>,
}

/// The methods that are compared with the reference.
pub fn compared() -> impl Iterator<Item = Method> {
    Method::all().filter(|method| *method != Method::Reference)
}

/// On how many positions a method agreed with the reference.
pub fn agreed(ways: &Ways, method: Method) -> usize {
    ways.get(method.name()).map_or(0, |tally| tally.agreed)
}

/// A solver for each method that needs no theorem, which takes that method alone.
///
/// # Errors
/// The game cannot be asked who wins.
pub fn methods(instance: &Arc<Instance>, join: Join, budget: &Budget, running: Running) -> Result<Vec<Solver>, String> {
    let mut solvers = Vec::new();
    for method in compared().filter(|method| *method != Method::Theorem) {
        let mut solver = Solver::new(instance.clone(), join, budget.clone()).map_err(|fault| fault.sentence())?;
        solver.take_only(method, running);
        solvers.push(solver);
    }
    Ok(solvers)
}

/// All methods on the game of a seed, compared with the reference; but for those that have agreed on `enough` positions.
///
/// # Errors
/// What differs.
pub fn check_methods(seed: u64, running: Running, enough: usize, ways: &mut Ways) -> Result<(), String> {
    let random = if seed.is_multiple_of(3) { random_game(seed) } else { random_board(seed) };
    let mut check = || -> Result<(), String> {
        let game = read(&random.text).map_err(|mistakes| format!("not read: {}", mistakes[0].message))?;
        let instance = Arc::new(Instance::new(game, Vec::new()).map_err(|fault| fault.sentence())?);
        let join = instance.join().map_err(|fault| fault.sentence())?;
        let budget = Budget::positions(MAX_POSITIONS);
        let mut engines = methods(&instance, join, &budget, running)?;
        engines.retain(|engine| engine.method().is_none_or(|method| agreed(ways, method) < enough));
        let mut reference = Solver::reference(instance.clone(), join, budget).map_err(|fault| fault.sentence())?;
        for text in &random.positions {
            let position = instance.parse_line(text, None).map_err(|fault| fault.sentence())?;
            let meant = reference.solve_one(&position);
            for engine in &mut engines {
                compare_method(engine, &position, &meant, ways).map_err(|why| format!("at {text}: {why}"))?;
            }
        }
        Ok(())
    };
    check().map_err(|why| format!("seed {seed}: {why}\n{}", random.text))
}

/// What theorems say of random small positions and sums of a game of the catalogue, compared with the reference.
///
/// # Errors
/// What differs.
pub fn check_theorems(seed: u64, ways: &mut Ways) -> Result<(), String> {
    let mut dice = Dice::new(seed);
    let entries = grundy::catalogue();
    let entry = &entries[(seed % entries.len() as u64) as usize];
    let game = entry.game().map_err(|_| format!("{} is not read", entry.name))?;
    let givens = small_givens(&game, 6);
    let instance = Arc::new(givens[dice.below(givens.len() as u64) as usize].clone());
    let Ok(join) = instance.join() else { return Ok(()) };
    let budget = Budget::positions(MAX_POSITIONS);
    let mut by_theorem = grundy::answering_solver(&instance, join, budget.clone()).map_err(|fault| fault.sentence())?;
    by_theorem.take_only(Method::Theorem, Running::Interpreted);
    let mut reference = Solver::reference(instance.clone(), join, budget).map_err(|fault| fault.sentence())?;
    let mut parts = instance.small_parts(160, 40);
    parts.extend(instance.small_parts_at_defaults(80, 60));
    if parts.is_empty() {
        return Ok(());
    }
    for _ in 0..ASKED {
        let mover = game.players.as_ref().map(|_| if dice.once_in(2) { Side::Left } else { Side::Right });
        let count = if dice.once_in(2) { 1 } else { dice.within(2, 3) };
        // Whole sums are listed where moves are made in several parts at once.
        let few = if join == Join::One || count == 1 { parts.len() } else { parts.len().min(8) };
        // A finished part beside the others is one as well.
        let part = |dice: &mut Dice| (!dice.once_in(9)).then(|| parts[dice.below(few as u64) as usize].clone());
        let position = Position { mover, parts: (0..count).map(|_| part(&mut dice)).collect() };
        // What no theorem speaks of need not be solved.
        if by_theorem.tell(&position).is_none() {
            continue;
        }
        let meant = reference.solve_one(&position);
        compare_method(&mut by_theorem, &position, &meant, ways)
            .map_err(|why| format!("seed {seed}: {} at {}: {why}", entry.name, instance.print_position(&position)))?;
        if meant.is_ok_and(|meant| meant.stop.is_some()) {
            break;
        }
    }
    Ok(())
}

/// A solver that takes one method alone says what the reference says, as far as it says anything: of the position, of its moves,
/// and where only a part of it is wanted.
///
/// # Errors
/// What differs.
pub fn compare_method(
    solver: &mut Solver,
    position: &Position,
    reference: &Result<Solution, Fault>,
    ways: &mut Ways,
) -> Result<(), String> {
    let method = solver.method().ok_or("no method was chosen")?;
    let name = method.name();
    let tally = ways.entry(name).or_default();
    let (found, meant) = match (solver.solve_one(position), reference) {
        (Err(fault), _) if fault.class == FaultClass::Refused && fault.message.starts_with("the method") => {
            *tally.refused.entry(fault.message).or_default() += 1;
            return Ok(());
        }
        (Ok(found), Ok(meant)) => (found, meant),
        (Err(fault), Err(meant)) if fault.class == meant.class => {
            tally.agreed += 1;
            return Ok(());
        }
        (Err(fault), _) => return Err(format!("{name}: {}", fault.sentence())),
        // It may not have met the fault before its budget ended, or it lies where it need not look.
        (Ok(found), Err(fault)) => {
            let limited = found.stop.is_some() || fault.class == FaultClass::Budget;
            let need_not_look = matches!(
                method,
                Method::AlphaBeta | Method::ProofNumber | Method::Nimbers | Method::Partizan | Method::Regions
            );
            if limited || need_not_look {
                return Ok(());
            }
            return Err(format!("{name}: no fault, but the meaning says {}", fault.sentence()));
        }
    };
    // What a theorem tells is whole, though its moves are not listed.
    let stop = found.stop.filter(|_| found.theorem.is_none()).or(meant.stop);
    // Where play is over, no method has a part in the answer.
    match stop {
        Some(_) => tally.unfinished += 1,
        None if found.winner.is_some() && !meant.moves.is_empty() => tally.agreed += 1,
        None => {}
    }
    compare_judgements(&found.judgement(), &meant.judgement()).map_err(|why| format!("{name}: {why}"))?;
    let count = match &found.theorem {
        None => {
            compare_moves(&found, meant).map_err(|why| format!("{name}: {why}"))?;
            Some(found.winning_move_count)
        }
        Some(told) => {
            // Winning moves alone are listed, and perhaps not all of them.
            let is_known = meant.stop.is_none();
            let is_wrong = |step: &Step| !meant.winning().any(|valued| valued.step == *step);
            if let Some(wrong) = found.winning().find(|valued| is_known && is_wrong(&valued.step)) {
                return Err(format!("{name}: the move to {:?} does not win", wrong.step.to));
            }
            told.winning_move_count.as_ref().map(|_| found.winning_move_count)
        }
    };
    if let Some(count) = count.filter(|count| stop.is_none() && *count != meant.winning_move_count) {
        return Err(format!("{name}: {count} winning moves, not {}", meant.winning_move_count));
    }
    for wants in [Wants::Winner, Wants::Grundy, Wants::Remoteness] {
        if let Some(Ok(found)) = solver.judge(std::slice::from_ref(position), wants).pop() {
            compare_judgements(&found, &meant.judgement()).map_err(|why| format!("{name}, {wants:?}: {why}"))?;
        }
    }
    Ok(())
}

/// What both know of each move is the same.
fn compare_moves(found: &Solution, meant: &Solution) -> Result<(), String> {
    for (found, meant) in found.moves.iter().zip(&meant.moves) {
        if found.step != meant.step {
            return Err(format!("a move leads to {:?}, not {:?}", found.step.to, meant.step.to));
        }
        compare_judgements(&found.worth, &meant.worth)
            .map_err(|why| format!("the move to {:?}: {why}", meant.step.to))?;
    }
    Ok(())
}

/// What both know is the same.
fn compare_judgements(found: &Judgement, meant: &Judgement) -> Result<(), String> {
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
        let mut ways = Ways::new();
        let games = (0..400).filter_map(|seed| check_methods(seed, Running::Interpreted, usize::MAX, &mut ways).err());
        let mut wrong: Vec<String> = games.take(5).collect();
        wrong.extend((0..120).filter_map(|seed| check_theorems(seed, &mut ways).err()).take(5));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let few: Vec<Method> = compared().filter(|method| agreed(&ways, *method) < 100).collect();
        for method in compared() {
            println!("{method:<16}{:>8} agreed", agreed(&ways, method));
        }
        assert!(few.is_empty(), "too little was asked of {few:?}");
    }
}
