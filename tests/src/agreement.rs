//! Random games: the solver agrees with the tiny solver, and general invariants hold.
//!
//! In: seeds. Out: the first game on which something differs, with its text. Compared are winners, scores, remoteness,
//! the number of winning moves and Grundy values; positions joined by a declared symmetry; a text and what is read from
//! its print.

use crate::methods::{MethodTallies, compare_method, methods};
use crate::random_rules::{RandomGame, random_game};
use crate::tiny_solver::Graph;
use grundy_rules::{FaultClass, Instance, Int, Position, parse, print, read};
use grundy_solve::{Backend, Budget, Solution, Solver, Theory};
use std::sync::Arc;

/// Positions from which more than this number can be reached are left out.
const MAX_POSITIONS: usize = 4000;

/// Counts of what was compared, so that a test can require a minimum.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Positions whose values were compared.
    pub positions: usize,
    /// Of these, those with a Grundy value.
    pub with_grundy: usize,
    /// Of these, those from which play can go on forever.
    pub loopy: usize,
    /// Of these, those for points.
    pub for_points: usize,
    /// Of these, sums of several parts.
    pub sums: usize,
    /// Pairs of symmetric positions.
    pub twins: usize,
    /// What each method answered and refused.
    pub tallies: MethodTallies,
}

/// Compares everything about the game of one seed; the only function that uses rules, printer and solver.
///
/// # Errors
/// Fails with what differs.
pub fn check(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let random = random_game(seed);
    check_text(&random.text)
        .and_then(|()| check_values(&random, tally))
        .map_err(|why| format!("seed {seed}: {why}\n{}", random.text))
}

/// Fails unless parsing the printed text gives the same tree and the same game, and printing again the same text.
fn check_text(text: &str) -> Result<(), String> {
    let game = read(text).map_err(|mistakes| {
        format!("not read: {}", mistakes.iter().map(|one| one.message.to_string()).collect::<Vec<_>>().join("; "))
    })?;
    let canonical = print::format(text).map_err(|_| "not formatted")?;
    let (tree, _) = parse::parse(text);
    let (again, mistakes) = parse::parse(&canonical);
    if !mistakes.is_empty() || again != tree {
        return Err(format!("the print is read as another tree:\n{canonical}"));
    }
    if read(&canonical).ok().as_ref() != Some(&game) {
        return Err(format!("the print is read as another game:\n{canonical}"));
    }
    if print::format(&canonical).ok().as_ref() != Some(&canonical) {
        return Err(format!("the canonical form is not stable:\n{canonical}"));
    }
    Ok(())
}

fn check_values(random: &RandomGame, tally: &mut Tally) -> Result<(), String> {
    let game = read(&random.text).map_err(|_| "not read")?;
    let instance = Arc::new(Instance::new(game, Vec::new()).map_err(|fault| fault.sentence().to_string())?);
    let compound = instance.compound().map_err(|fault| fault.sentence().to_string())?;
    // One solver for all positions: its cached results must not change an answer.
    let budget = Budget::positions(1 << 20);
    let mut solver =
        Solver::new(instance.clone(), compound, budget.clone()).map_err(|fault| fault.sentence().to_string())?;
    let mut engines = Vec::new();
    for running in [Backend::Interpreted, Backend::Native] {
        engines.extend(methods(&instance, compound, &budget, running)?);
    }
    let mut reference =
        Solver::reference(instance.clone(), compound, budget.clone()).map_err(|fault| fault.sentence().to_string())?;
    let position_of = |text: &str| instance.parse_line(text, None).map_err(|fault| fault.sentence().to_string());
    for text in &random.positions {
        let position = position_of(text)?;
        if position_of(&instance.print_position(&position))? != position {
            return Err(format!("{text} is not read back from its print"));
        }
        let explored = Graph::explore(&instance, compound, &position, MAX_POSITIONS)
            .map_err(|fault| format!("at {text}: {}", fault.sentence()))?;
        let Some(graph) = explored else { continue };
        compare(&graph, &position, &mut solver, tally).map_err(|why| format!("at {text}: {why}"))?;
        let expected = reference.solve_one(&position);
        // The plan finds everything that the reference finds.
        if let (Ok(meant), Ok(found)) = (&expected, solver.solve_one(&position))
            && meant.value != found.value
            // Theorems on `anti` do not tell how long play lasts.
            && (solver.plan().theory != Theory::Anti || found.value.remoteness.is_some())
        {
            return Err(format!("at {text}: {:?}, but the reference says {:?}", found.value, meant.value));
        }
        for engine in &mut engines {
            compare_method(engine, &position, &expected, &mut tally.tallies)
                .map_err(|why| format!("at {text}: {why}"))?;
        }
    }
    for (one, other) in &random.twins {
        let (one_value, other_value) = (solver.solve_one(&position_of(one)?), solver.solve_one(&position_of(other)?));
        if let (Ok(a), Ok(b)) = (one_value, other_value) {
            if a.value != b.value || a.winning_move_count != b.winning_move_count {
                return Err(format!("{one} and {other} are symmetric, but {:?} and {:?}", a.value, b.value));
            }
            tally.twins += 1;
        }
    }
    Ok(())
}

/// Compares the solver's answer for a position with the graph of all positions.
fn compare(graph: &Graph, position: &Position, solver: &mut Solver, tally: &mut Tally) -> Result<(), String> {
    let solved = solver.solve_one(position);
    // Without an end there is neither a score nor, for `anti`, a Grundy value: the solver must report that.
    let opinion = graph.opinion().filter(|_| solver.plan().theory != Theory::Anti || !graph.is_loopy());
    let Some(opinion) = opinion else {
        return match solved {
            Err(fault) if fault.class == FaultClass::Loop => Ok(()),
            _ => Err("play must end, but loops, and that is not told".into()),
        };
    };
    let solution: Solution = solved.map_err(|fault| fault.sentence().to_string())?;
    let found = solution.value.winner.ok_or("no winner is found")?;
    if found != opinion.winner {
        return Err(format!("the winner is {}, not {found}", opinion.winner));
    }
    let score = solution.value.score.as_ref().and_then(|score| score.to_i64());
    if score != opinion.score {
        return Err(format!("the score is {:?}, not {score:?}", opinion.score));
    }
    let count = solution.winning_move_count.as_ref().and_then(Int::to_usize);
    if count != Some(opinion.winning_move_count as usize) {
        return Err(format!("{} moves win, not {count:?}", opinion.winning_move_count));
    }
    if let Some(remoteness) = solution.value.remoteness
        && opinion.remoteness != Some(remoteness.0)
    {
        return Err(format!("the remoteness is {:?}, not {}", opinion.remoteness, remoteness.0));
    }
    if let Some(value) = solution.value.grundy.as_ref().and_then(Int::to_usize).map(|value| value as u64) {
        if graph.grundy() != Some(value) {
            return Err(format!("the Grundy value is {:?}, not {value}", graph.grundy()));
        }
        if !graph.with_a_nim_heap_is_lost(value as usize) {
            return Err(format!("its Grundy value is {value}, but with a heap of {value} it is not lost"));
        }
        tally.with_grundy += 1;
    }
    tally.positions += 1;
    tally.loopy += usize::from(graph.is_loopy());
    tally.for_points += usize::from(opinion.score.is_some());
    tally.sums += usize::from(position.parts.len() > 1);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_agrees_with_a_second_opinion_on_random_games() {
        let mut tally = Tally::default();
        let wrong: Vec<String> = (0..600).filter_map(|seed| check(seed, &mut tally).err()).take(5).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // A generator of only trivial games would test nothing.
        let Tally { positions, with_grundy, loopy, for_points, sums, twins, tallies } = &tally;
        let min = [*positions, 10 * with_grundy, 20 * loopy, 10 * for_points, 10 * sums, 10 * twins];
        let min = min.iter().min().expect("the list is not empty");
        println!("{tallies:#?}");
        assert!(*min > 1500, "{tally:?}");
    }
}
