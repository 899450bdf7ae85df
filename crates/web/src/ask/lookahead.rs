//! The move to make in a position that is not solved, by a search of limited depth.

use crate::asked::Play;
use crate::bench::{Patience, SolverCache};
use crate::limits::Limits;
use crate::problem::Problem;
use grundy::argument::list_moves;
use grundy::view::{MoveList, View};
use grundy::{Authority, LookaheadLimits, Solution, Stop};
use serde_json::{Value, json};

/// Searches the position with the work allowed for one move.
///
/// # Errors
/// Fails if the question or the rules are wrong.
pub fn lookahead(request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(request, limits)?;
    let position = play.position(request)?;
    let solver = bench.solver(&play, Patience::Whole)?;
    let mut solution = Solution::unknown(&position, Authority::Unsettled { positions: 0 });
    // The moves are listed by the rules alone.
    solution.stop = Some(Stop::MovesNotSought);
    list_moves(solver, &mut solution).map_err(|fault| play.problem(&fault))?;
    let found = solver.look_ahead(&solution, LookaheadLimits::default());
    let list = MoveList::new(&play.instance, play.compound, &solution).data();
    let best = found.map_or(Value::Null, |found| {
        let best = &list["moves"][found.best];
        json!({"part": best["part"], "move": best["move"], "to": best["to"]})
    });
    Ok(json!({
        "game": list["game"],
        "position": list["position"],
        "mover": list["mover"],
        "move": best,
        "depth": found.map_or(0, |found| found.depth),
        "solved": found.is_some_and(|found| found.is_solved),
    }))
}
