//! Every move of a position with its value: what `grundy moves --json` prints.

use crate::asked::Play;
use crate::bench::{Patience, SolverCache};
use crate::limits::{self, Limits};
use crate::problem::Problem;
use grundy::argument::{solve_with_moves, with_all_moves};
use grundy::view::{MoveList, View};
use serde_json::{Value, json};

/// Lists the moves.
///
/// # Errors
/// Fails if the question or the rules are wrong.
pub fn moves(request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(request, limits)?;
    let position = play.position(request)?;
    let solver = bench.solver(&play, Patience::Whole)?;
    let solution = solve_with_moves(solver, &position).map_err(|fault| play.problem(&fault))?;
    let mut solution = with_all_moves(solver, solution).map_err(|fault| play.problem(&fault))?;
    let count = solution.moves.len();
    solution.moves.truncate(play.listed_moves(&position, limits::MAX_MOVES));
    let mut data = MoveList::new(&play.instance, play.compound, &solution).data();
    data["move_count"] = json!(count);
    Ok(data)
}
