//! Why somebody wins: the argument in words, the values it rests on, and a line of best play.

use super::number;
use crate::asked::Play;
use crate::bench::{Bench, Patience};
use crate::options::Limits;
use crate::problem::Problem;
use grundy::argument::Evidence;
use grundy::view::{Explained, View};
use serde_json::Value;

/// How many moves of best play are told when nothing is said, and at most.
const USUAL_LINE: usize = 40;
const MOST_LINE: usize = 200;

/// Explains the position: what `grundy explain --json` prints.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn explain(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(asked, limits)?;
    let position = play.position(asked)?;
    let most = number(asked, "line", USUAL_LINE, MOST_LINE)?;
    let solver = bench.solver(&play, Patience::Whole)?;
    let evidence = Evidence::gather(solver, &position, most).map_err(|fault| play.problem(&fault))?;
    Ok(Explained::new(&play.instance, play.join, &evidence, None).data())
}
