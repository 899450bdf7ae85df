//! Every move of a position and what it is worth: what `grundy moves --json` prints.

use crate::asked::Play;
use crate::bench::{Bench, Patience};
use crate::options::Limits;
use crate::problem::Problem;
use grundy::view::{MoveList, View};
use serde_json::Value;

/// Lists the moves.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn moves(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(asked, limits)?;
    let position = play.position(asked)?;
    let solution = bench.solver(&play, Patience::Whole)?.solve_one(&position).map_err(|fault| play.problem(&fault))?;
    Ok(MoveList::new(&play.instance, play.join, &solution).data())
}
