//! Who wins a position, and how: what `grundy solve --json` prints.

use crate::asked::Play;
use crate::bench::{Patience, SolverCache};
use crate::limits::Limits;
use crate::problem::Problem;
use grundy::argument::solve_with_moves;
use grundy::view::{Answer, View};
use serde_json::Value;

/// Solves the position.
///
/// # Errors
/// Fails if the question or the rules are wrong.
pub fn solve(request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(request, limits)?;
    let position = play.position(request)?;
    let solver = bench.solver(&play, Patience::Whole)?;
    let solution = solve_with_moves(solver, &position).map_err(|fault| play.problem(&fault))?;
    let mut answer = Answer::new(&play.instance, play.compound, &solution);
    answer.winning_moves.truncate(play.listed_moves(&position, usize::MAX));
    Ok(answer.data())
}
