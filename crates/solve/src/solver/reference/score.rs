//! The best difference of points, positions valued after their options.
//!
//! In: a graph and an order of it in which options come first. Out: for each position the greatest of gain − score of
//! the option (gain + score where the same player moves again). Wrong tool for loops: positions that reach one have no
//! place in the order and get no score.

use crate::solver::reference::explore::{Graph, OUTSIDE};
use crate::solver::reference::worth::Worth;
use grundy_rules::int::TooLarge;
use grundy_rules::{Ending, Fault, FaultClass, Int};

/// Scores the positions of `order`; `worths` holds those known before.
///
/// # Errors
/// A score has too many digits.
pub(crate) fn settle(graph: &Graph, order: &[u32], worths: &mut [Worth]) -> Result<(), Fault> {
    for &node in order {
        worths[node as usize] = match graph.ending(node) {
            Some(Ending::Score(score)) => Worth::Score(score.clone()),
            Some(Ending::Win | Ending::Lose | Ending::Draw) => {
                return Err(Fault::refused("a game for points must end with `score` or `stuck scores`"));
            }
            None => best(graph, node, worths).map_err(|TooLarge| too_large())?,
        };
    }
    Ok(())
}

/// A score has too many digits.
pub(crate) fn too_large() -> Fault {
    Fault::new(FaultClass::Arithmetic, "the score has too many digits", None)
}

/// The greatest score of a move; not known unless all are.
fn best(graph: &Graph, node: u32, worths: &[Worth]) -> Result<Worth, TooLarge> {
    let mut best: Option<Int> = None;
    for edge in graph.edges(node) {
        let after = if edge.to == OUTSIDE { &Worth::Unknown } else { &worths[edge.to as usize] };
        let Worth::Score(after) = after else { return Ok(Worth::Unknown) };
        let (again, gain) = graph.tag(edge.tag);
        let score = if *again { gain.add(after)? } else { gain.subtract(after)? };
        best = best.max(Some(score));
    }
    Ok(best.map_or(Worth::Unknown, Worth::Score))
}
