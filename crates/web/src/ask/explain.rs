//! Why a player wins: the argument in words, the values it rests on, and a line of best play.

use super::number;
use crate::asked::Play;
use crate::bench::{Patience, SolverCache};
use crate::limits::{self, Limits};
use crate::problem::Problem;
use grundy::argument::Evidence;
use grundy::view::{Explained, View};
use serde_json::Value;

/// Explains the position: what `grundy explain --json` prints.
///
/// # Errors
/// Fails if the question or the rules are wrong.
pub fn explain(request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(request, limits)?;
    let position = play.position(request)?;
    let max = number(request, "line", limits::DEFAULT_LINE_MOVES, limits::MAX_LINE_MOVES)?;
    let solver = bench.solver(&play, Patience::Whole)?;
    let evidence = Evidence::gather(solver, &position, max).map_err(|fault| play.problem(&fault))?;
    Ok(Explained::new(&play.instance, play.compound, &evidence, None).data())
}
