//! What an argument about a position rests on: everything that has to be asked before anybody can say why it is won.
//!
//! In: a solver and a position. Out: [`Evidence`], the solution, the values of the parts, a line of best play to its end, and
//! for Nim under misère play its class; or a [`ProofTree`]. Whoever explains (the page, the command line) asks here, so that all
//! say the same. The words are not made here.
//!
//! Best play: the winner hurries and the loser delays. Where a solver tells no lengths, as of most sums, [`lengths`] counts
//! them in small ones. Wrong tool for mere answers: a line costs a question for every move of it.

mod lengths;
mod listing;
mod misere_nim;
mod tree;

pub use listing::{Listed, list_moves, small_moves, solve_with_moves, with_all_moves};
pub use misere_nim::{MisereNim, NimClass};
pub use tree::{ProofTree, TreeNode, TreeRow};

use crate::solution::{Solution, ValuedMove, Winner};
use crate::solver::Solver;
use grundy_rules::{Fault, Instance, Int, Meter, Position, Step, Value};
use lengths::Lengths;
use listing::list_moves_while;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Parts beyond this are not spoken of one by one.
const MOST_PARTS: usize = 64;
/// Where a theorem answers, play may last for 10^18 moves: so many of them are told.
const MOST_MOVES_BY_THEOREM: usize = 12;

/// What a solver said, from which an argument is made.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// About the position.
    pub solution: Solution,
    /// The Grundy value of each part alone; empty where that tells nothing.
    pub part_values: Vec<Int>,
    /// About the positions that best play leads through, the one that was asked about first, with lengths of play where
    /// they could be counted.
    pub line: Vec<Solution>,
    /// The moves of best play, the first made in the first position of `line`, and so on.
    pub moves: Vec<ValuedMove>,
    /// How the line ends.
    pub end: LineEnd,
    /// What Nim under misère play says of it, where it is that.
    pub misere_nim: Option<MisereNim>,
}

/// How a line of best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// Play is over.
    Over,
    /// The last move leads back to where play was after so many moves.
    Repeats(usize),
    /// It goes on, but no further than was asked for.
    Cut,
    /// It is not known how to go on.
    NotKnown,
}

/// The move to make: the greatest score; else, of those that keep the best result the one that ends soonest, and where all
/// lose the one that holds out longest. The first of several, in the order of the rules. `None` where no move is known to be
/// as good as any.
pub fn best_move(solution: &Solution) -> Option<&ValuedMove> {
    let length = |valued: &&ValuedMove| valued.worth.remoteness.map(|remoteness| remoteness.0);
    if solution.score.is_some() {
        // Of equals the last is the maximum, and the first is wanted.
        return solution
            .moves
            .iter()
            .rev()
            .filter(|valued| valued.worth.score.is_some())
            .max_by(|one, other| one.worth.score.cmp(&other.worth.score));
    }
    if solution.winning().next().is_some() {
        return solution.winning().min_by_key(|valued| length(valued).unwrap_or(u64::MAX));
    }
    let losing = solution.moves.iter().filter(|valued| valued.worth.winner == Some(Winner::Second));
    // What has no end in sight holds out longest.
    losing
        .min_by_key(|valued| Reverse(length(valued).unwrap_or(u64::MAX)))
        .filter(|_| solution.winner == Some(Winner::Second))
}

/// Whether the rules or a solver say that play is over here.
pub fn is_over(solution: &Solution) -> bool {
    solution.moves.is_empty() && solution.stop.is_none() && solution.theorem.is_none()
}

impl Evidence {
    /// Asks for everything, the line being no longer than so many moves.
    ///
    /// # Errors
    /// The rules could not be carried out somewhere in play from the position.
    pub fn gather(solver: &mut Solver, position: &Position, most_moves: usize) -> Result<Evidence, Fault> {
        Evidence::gather_line(solver, position, most_moves, most_moves.min(MOST_MOVES_BY_THEOREM))
    }

    /// The same, with a line of another length where a theorem answers.
    ///
    /// # Errors
    /// As [`Evidence::gather`].
    pub fn gather_line(
        solver: &mut Solver,
        position: &Position,
        most_moves: usize,
        most_by_theorem: usize,
    ) -> Result<Evidence, Fault> {
        let budget = solver.budget().clone();
        let goes_on = budget.going_on();
        let mut solution = solver.solve_one(position)?;
        let mut first = solution.clone();
        // Who wins is told of what is known for certain; the line may begin with one of too many moves.
        if list_moves_while(solver, &mut first, &goes_on)? == Listed::All {
            solution = first.clone();
        }
        let part_values = part_values(solver, &solution);
        let misere_nim = MisereNim::of(solver.instance(), solver.join(), position);
        let mut counted = None;
        count_lengths(solver, &mut first, &mut counted);
        let mut line = vec![first];
        let mut moves: Vec<ValuedMove> = Vec::new();
        let mut places: HashMap<Position, usize> = HashMap::from([(position.clone(), 0)]);
        let end = loop {
            let last = &line[line.len() - 1];
            if is_over(last) {
                break LineEnd::Over;
            }
            let most = if last.theorem.is_some() { most_by_theorem } else { most_moves };
            // Each question may cost all of the budget; the line costs no more than that together.
            if moves.len() >= most || !goes_on() {
                break LineEnd::Cut;
            }
            let Some(best) = best_move(last).cloned() else { break LineEnd::NotKnown };
            let to = best.step.to.clone();
            moves.push(best);
            if let Some(place) = places.get(&to) {
                break LineEnd::Repeats(*place);
            }
            let Ok(mut next) = solver.solve_one(&to) else { break LineEnd::NotKnown };
            if list_moves_while(solver, &mut next, &goes_on).is_err() {
                break LineEnd::NotKnown;
            }
            count_lengths(solver, &mut next, &mut counted);
            if next.winner.is_none() {
                break LineEnd::NotKnown;
            }
            places.insert(to, line.len());
            line.push(next);
        };
        Ok(Evidence { solution, part_values, line, moves, end, misere_nim })
    }
}

/// The Grundy values of the parts, where the whole has one.
fn part_values(solver: &mut Solver, solution: &Solution) -> Vec<Int> {
    let parts = &solution.position.parts;
    if solution.grundy.is_none() && solution.theorem.as_ref().is_none_or(|told| told.grundy.is_none())
        || !(2..=MOST_PARTS).contains(&parts.len())
    {
        return Vec::new();
    }
    let mut values = Vec::with_capacity(parts.len());
    for part in parts {
        let Some(part) = part else {
            values.push(Int::ZERO);
            continue;
        };
        let alone = Position::alone(solution.position.mover, part.clone());
        let told = match &solution.theorem {
            Some(_) => solver.tell(&alone).and_then(|told| told.theorem).and_then(|told| told.grundy),
            None => None,
        };
        let found = match told {
            Some(value) => Some(value),
            None if solution.theorem.is_some() => None,
            None => {
                let judged = solver.judge(std::slice::from_ref(&alone), crate::Wants::Grundy);
                let judged = judged.into_iter().next().and_then(Result::ok);
                judged.and_then(|judged| judged.grundy).map(|grundy| Int::from(u128::from(grundy.0)))
            }
        };
        // One that is missing leaves nothing to be said of the others.
        let Some(found) = found else { return Vec::new() };
        values.push(found);
    }
    values
}

/// Counts the moves to the end where the solver has not, and the sum is small. What was counted serves the whole line.
fn count_lengths(solver: &Solver, solution: &mut Solution, counted: &mut Option<Lengths>) {
    let is_decided = matches!(solution.winner, Some(Winner::First | Winner::Second));
    if !is_decided
        || solution.position.parts.len() > MOST_PARTS
        || solution.remoteness.is_some()
        || solution.grundy.is_none()
        || solution.theorem.is_some()
    {
        return;
    }
    let lengths = counted.get_or_insert_with(|| Lengths::of(solver, &solution.position));
    let Some(whole) = lengths.get(&solution.position) else { return };
    solution.remoteness = Some(whole);
    for valued in &mut solution.moves {
        valued.worth.remoteness = lengths.get(&valued.step.to);
    }
}

/// The same for one solution that is not part of a line.
pub fn with_lengths(solver: &Solver, mut solution: Solution) -> Solution {
    count_lengths(solver, &mut solution, &mut None);
    solution
}

/// The move of this kind with these choices in this part, where the rules allow it: (the part's place, the kind's place).
pub fn move_in_part(
    instance: &Instance,
    position: &Position,
    (place, rule): (usize, usize),
    choices: &[Value],
    meter: &Meter,
) -> Option<Step> {
    let part = position.parts.get(place)?.as_ref()?;
    let made = instance.move_with(rule, choices, part, position.mover, meter).ok().flatten()?;
    let mut parts = position.parts.clone();
    parts.splice(place..=place, made.to.iter().cloned().map(Some));
    let mover = if made.again { position.mover } else { position.mover.map(|side| side.other()) };
    Some(Step { gain: made.gain.clone(), again: made.again, moves: vec![(place, made)], to: Position { mover, parts } })
}

#[cfg(test)]
mod tests;
