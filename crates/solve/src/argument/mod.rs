//! Evidence for an explanation: everything that must be computed before it can be explained why a position is won.
//!
//! In: a solver and a position. Out: [`Evidence`], the solution, the values of the parts, a line of best play to its
//! end, and for misère Nim the class; or a [`ProofTree`]. All explanations (the page, the command line) use this
//! module, so that they agree. The wording is done elsewhere.
//!
//! Best play: the winner hurries and the loser delays. If a solver returns no lengths, as for most sums, `lengths`
//! counts them in small ones. Wrong tool for mere answers: a line costs a query for every move.

use crate::limits;
mod lengths;
mod misere_nim;
mod tree;

pub use misere_nim::{MisereNim, NimClass};
pub use tree::{ProofTree, TreeNode, TreeRow};

use crate::solution::{Listed, Solution, ValuedMove};
use crate::solver::Solver;
use grundy_rules::{Fault, Instance, Int, Meter, Position, Step, Value};
use grundy_value::{Quantity, Winner};
use lengths::Lengths;
use std::cmp::Reverse;
use std::collections::HashMap;

/// What a solver returned, from which an explanation is made.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Solution of the position.
    pub solution: Solution,
    /// Grundy value of each part alone; empty if that is no help.
    pub part_values: Vec<Int>,
    /// Solutions of the positions along best play, starting with the given one, with lengths of play if they could be
    /// counted.
    pub line: Vec<Solution>,
    /// The moves of best play; the first is made in the first position of `line`, and so on.
    pub moves: Vec<ValuedMove>,
    /// How the line ends.
    pub end: LineEnd,
    /// Analysis of the position as misère Nim, if it is that.
    pub misere_nim: Option<MisereNim>,
}

/// How a line of best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// Play is over.
    Over,
    /// The last move leads back to the position after this number of moves.
    Repeats(usize),
    /// It goes on, but the requested length is reached.
    Cut,
    /// No best move is known.
    NotKnown,
}

/// Returns the move to make: the greatest score; else the quickest of those that keep the best result, and if all lose,
/// the one that holds out longest. Ties go to the first in the order of the rules. `None` if no move is known to be
/// best.
pub fn best_move(solution: &Solution) -> Option<&ValuedMove> {
    let length = |valued: &&ValuedMove| valued.value.remoteness.map(|remoteness| remoteness.0);
    if solution.value.score.is_some() {
        // `max_by` returns the last of equals, and the first is wanted.
        return solution
            .moves
            .iter()
            .rev()
            .filter(|valued| valued.value.score.is_some())
            .max_by(|one, other| one.value.score.cmp(&other.value.score));
    }
    if solution.winning().next().is_some() {
        return solution.winning().min_by_key(|valued| length(valued).unwrap_or(u64::MAX));
    }
    let losing = solution.moves.iter().filter(|valued| valued.value.winner == Some(Winner::Second));
    // A move with unknown length holds out longest.
    losing
        .min_by_key(|valued| Reverse(length(valued).unwrap_or(u64::MAX)))
        .filter(|_| solution.value.winner == Some(Winner::Second))
}

/// Returns true if play is over according to the rules or a solver.
pub fn is_over(solution: &Solution) -> bool {
    solution.listed == Listed::All && solution.moves.is_empty()
}

impl Evidence {
    /// Collects the evidence, with a line of at most `max_moves` moves.
    ///
    /// # Errors
    /// The rules could not be evaluated at some position of play.
    pub fn gather(solver: &mut Solver, position: &Position, max_moves: usize) -> Result<Evidence, Fault> {
        Evidence::gather_line(solver, position, max_moves, max_moves.min(limits::MAX_LINE_BY_THEOREM))
    }

    /// Like [`Evidence::gather`], but with another maximum length of the line if a theorem answers.
    ///
    /// # Errors
    /// As [`Evidence::gather`].
    pub fn gather_line(
        solver: &mut Solver,
        position: &Position,
        max_moves: usize,
        max_by_theorem: usize,
    ) -> Result<Evidence, Fault> {
        let budget = solver.budget().clone();
        let goes_on = budget.going_on();
        let mut solution = solver.solve_one(position)?;
        let mut first = solution.clone();
        // The winner is given only if certain; the line may begin with one of too many moves.
        solver.list_moves_while(&mut first, &goes_on)?;
        if first.listed == Listed::All {
            solution = first.clone();
        }
        let part_values = part_values(solver, &solution);
        let misere_nim = MisereNim::of(solver.instance(), solver.compound(), position);
        let mut counted = None;
        count_lengths(solver, &mut first, &mut counted);
        let mut line = vec![first];
        let mut moves: Vec<ValuedMove> = Vec::new();
        let mut indices: HashMap<Position, usize> = HashMap::from([(position.clone(), 0)]);
        let end = loop {
            let last = &line[line.len() - 1];
            if is_over(last) {
                break LineEnd::Over;
            }
            let max = if last.theorem.is_some() { max_by_theorem } else { max_moves };
            // Each query may cost the whole budget; the line costs no more than that in total.
            if moves.len() >= max || !goes_on() {
                break LineEnd::Cut;
            }
            let Some(best) = best_move(last).cloned() else { break LineEnd::NotKnown };
            let to = best.step.to.clone();
            moves.push(best);
            if let Some(index) = indices.get(&to) {
                break LineEnd::Repeats(*index);
            }
            let Ok(mut next) = solver.solve_one(&to) else { break LineEnd::NotKnown };
            if solver.list_moves_while(&mut next, &goes_on).is_err() {
                break LineEnd::NotKnown;
            }
            count_lengths(solver, &mut next, &mut counted);
            if next.value.winner.is_none() {
                break LineEnd::NotKnown;
            }
            indices.insert(to, line.len());
            line.push(next);
        };
        Ok(Evidence { solution, part_values, line, moves, end, misere_nim })
    }
}

/// Returns the Grundy values of the parts, if the whole has one.
fn part_values(solver: &mut Solver, solution: &Solution) -> Vec<Int> {
    let parts = &solution.position.parts;
    if solution.value.grundy.is_none() || !(2..=limits::MAX_PARTS_EXPLAINED).contains(&parts.len()) {
        return Vec::new();
    }
    let mut values = Vec::with_capacity(parts.len());
    for part in parts {
        let Some(part) = part else {
            values.push(Int::ZERO);
            continue;
        };
        let alone = Position::alone(solution.position.mover, part.clone());
        let evaluation = match &solution.theorem {
            Some(_) => solver.value_by_theorem(&alone),
            None => solver.evaluate(std::slice::from_ref(&alone), Quantity::Grundy).pop().and_then(Result::ok),
        };
        // If one is missing, the others are no help.
        let Some(found) = evaluation.and_then(|evaluation| evaluation.grundy) else { return Vec::new() };
        values.push(found);
    }
    values
}

/// Counts the moves to the end if the solver has not and the sum is small. The counts are reused along the line.
fn count_lengths(solver: &Solver, solution: &mut Solution, counted: &mut Option<Lengths>) {
    let is_decided = matches!(solution.value.winner, Some(Winner::First | Winner::Second));
    if !is_decided
        || solution.position.parts.len() > limits::MAX_PARTS_EXPLAINED
        || solution.value.remoteness.is_some()
        || solution.value.grundy.is_none()
        || solution.theorem.is_some()
    {
        return;
    }
    let lengths = counted.get_or_insert_with(|| Lengths::of(solver, &solution.position));
    let Some(whole) = lengths.get(&solution.position) else {
        solution.uncounted = solution.uncounted.or(lengths.stop);
        return;
    };
    (solution.value.remoteness, solution.uncounted) = (Some(whole), None);
    for valued in &mut solution.moves {
        valued.value.remoteness = lengths.get(&valued.step.to);
    }
}

/// Adds lengths of play to a solution that is not part of a line.
pub fn with_lengths(solver: &Solver, mut solution: Solution) -> Solution {
    count_lengths(solver, &mut solution, &mut None);
    solution
}

/// Returns (index of the part, index of the move rule) of the move of this kind with these choices in this part, if it
/// is legal.
pub fn move_in_part(
    instance: &Instance,
    position: &Position,
    (index, rule): (usize, usize),
    choices: &[Value],
    meter: &Meter,
) -> Option<Step> {
    let part = position.parts.get(index)?.as_ref()?;
    let made = instance.move_with(rule, choices, part, position.mover, meter).ok().flatten()?;
    let mut parts = position.parts.clone();
    parts.splice(index..=index, made.to.iter().cloned().map(Some));
    let mover = if made.again { position.mover } else { position.mover.map(|side| side.other()) };
    Some(Step { gain: made.gain.clone(), again: made.again, moves: vec![(index, made)], to: Position { mover, parts } })
}

#[cfg(test)]
mod tests;
