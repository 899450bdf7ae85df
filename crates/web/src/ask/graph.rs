//! The positions that can be reached in so many moves, what each is worth, and the moves between them: what
//! `grundy draw graph --json` prints.

use super::number;
use crate::asked::Play;
use crate::bench::{Bench, Patience};
use crate::options::Limits;
use crate::problem::Problem;
use grundy::Wants;
use grundy::view::View;
use grundy::view::position_graph::{Outline, Reach};
use serde_json::{Value, json};

/// How deep and how large a graph is when nothing is said, and at most.
const USUAL_DEPTH: usize = 3;
const MOST_DEPTH: usize = 1000;
const USUAL_NODES: usize = 200;
const MOST_NODES: usize = 2000;
/// How many moves are told.
const MOST_EDGES: usize = 20_000;

/// Makes the graph from the position down to the field `depth`, of at most `nodes` positions.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn graph(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(asked, limits)?;
    let start = play.position(asked)?;
    let reach = Reach {
        depth: number(asked, "depth", USUAL_DEPTH, MOST_DEPTH)?,
        max_nodes: number(asked, "nodes", USUAL_NODES, MOST_NODES)?,
        max_edges: MOST_EDGES,
    };
    let outline = Outline::explore(&play.instance, play.join, start, reach, &|| !bench.is_cancelled());
    let outline = outline.map_err(|fault| play.problem(&fault))?;
    let judged = bench.solver(&play, Patience::Whole)?.judge(&outline.positions(), Wants::All);
    let found = judged.into_iter().map(Result::unwrap_or_default).collect();
    let graph = outline.fill(&play.instance, found);
    let mut data = graph.data();
    data["drawing"] = graph.places();
    data["stopped"] = json!(bench.is_cancelled().then_some("cancelled"));
    Ok(data)
}
