//! The positions reachable in a given number of moves, their values, and the moves between them: what `grundy draw
//! graph --json` prints.

use super::number;
use crate::asked::Play;
use crate::bench::{Patience, SolverCache};
use crate::limits::{self, Limits};
use crate::problem::Problem;
use grundy::view::View;
use grundy::view::position_graph::{Outline, Reach};
use grundy::{FaultClass, Stop, Wants};
use serde_json::{Value, json};

/// Builds the graph from the position down to the field `depth`, of at most `nodes` positions.
///
/// # Errors
/// Fails if the question or the rules are wrong.
pub fn graph(request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(request, limits)?;
    let start = play.position(request)?;
    let reach = Reach {
        depth: number(request, "depth", limits::DEFAULT_GRAPH_DEPTH, limits::MAX_GRAPH_DEPTH)?,
        max_nodes: number(request, "nodes", limits::DEFAULT_GRAPH_NODES, limits::MAX_GRAPH_NODES)?
            .min(play.listed_moves(&start, limits::MAX_GRAPH_NODES)),
        max_edges: limits::MAX_GRAPH_EDGES,
    };
    let outline = Outline::explore(&play.instance, play.compound, start, reach, &|| !bench.is_cancelled());
    let outline = outline.map_err(|fault| match fault.class {
        // The first position already has too many moves.
        FaultClass::Budget => play.problem(&bench.budget().stop().unwrap_or(Stop::TooManyMoves).into_fault()),
        _ => play.problem(&fault),
    })?;
    let evaluated = bench.solver(&play, Patience::Whole)?.evaluate(&outline.positions(), Wants::All);
    let evaluations = evaluated.into_iter().map(Result::unwrap_or_default).collect();
    let graph = outline.fill(&play.instance, evaluations);
    let mut data = graph.data();
    data["drawing"] = graph.indices();
    data["stopped"] = json!(bench.budget().stop().map(|stop| stop.limit()));
    Ok(data)
}
