//! Who wins a position, and how: what `grundy solve --json` prints.

use crate::asked::Play;
use crate::bench::{Bench, Patience};
use crate::options::Limits;
use crate::problem::Problem;
use grundy::argument::solve_with_moves;
use grundy::view::{Answer, View};
use serde_json::Value;

/// Solves the position.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn solve(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(asked, limits)?;
    let position = play.position(asked)?;
    let solver = bench.solver(&play, Patience::Whole)?;
    let solution = solve_with_moves(solver, &position).map_err(|fault| play.problem(&fault))?;
    Ok(Answer::new(&play.instance, play.join, &solution).data())
}
