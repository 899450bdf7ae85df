//! Every move of a position and what it is worth: what `grundy moves --json` prints.

use crate::asked::Play;
use crate::bench::{Bench, Patience};
use crate::options::Limits;
use crate::problem::Problem;
use grundy::argument::{solve_with_moves, with_all_moves};
use grundy::view::{MoveList, View};
use serde_json::{Value, json};

/// How many moves are told; all of them are counted.
const MOST_MOVES: usize = 10_000;

/// Lists the moves.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn moves(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(asked, limits)?;
    let position = play.position(asked)?;
    let solver = bench.solver(&play, Patience::Whole)?;
    let solution = solve_with_moves(solver, &position).map_err(|fault| play.problem(&fault))?;
    let solution = with_all_moves(solver, solution).map_err(|fault| play.problem(&fault))?;
    let mut list = MoveList::new(&play.instance, play.join, &solution);
    let count = list.moves.len();
    list.moves.truncate(MOST_MOVES);
    let mut data = list.data();
    data["move_count"] = json!(count);
    Ok(data)
}
