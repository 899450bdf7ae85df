//! The best difference of points, positions valued after their options.
//!
//! In: a graph and an order of it in which options come first. Out: for each position the greatest of gain − score of
//! the option (gain + score where the same player moves again). Wrong tool for loops: positions that reach one are not
//! in the order and get no score.

use crate::solver::reference::explore::{Graph, OUTSIDE};
use crate::solver::reference::worth::Worth;
use grundy_rules::int::TooLarge;
use grundy_rules::{Fault, FaultClass, Int, Terminal};

/// Scores the positions of `order`; `values` holds those known before.
///
/// # Errors
/// Fails if a score has too many digits.
pub(crate) fn settle(graph: &Graph, order: &[u32], values: &mut [Worth]) -> Result<(), Fault> {
    for &node in order {
        values[node as usize] = match graph.ending(node) {
            Some(Terminal::Score(score)) => Worth::Score(score.clone()),
            Some(Terminal::Win | Terminal::Lose | Terminal::Draw) => {
                return Err(Fault::refused("a game for points must end with `score` or `stuck scores`"));
            }
            None => best(graph, node, values).map_err(|TooLarge| too_large())?,
        };
    }
    Ok(())
}

/// Returns the fault of a score with too many digits.
pub(crate) fn too_large() -> Fault {
    Fault::new(FaultClass::Arithmetic, "the score has too many digits", None)
}

/// Returns the greatest score of a move; unknown unless all are known.
fn best(graph: &Graph, node: u32, values: &[Worth]) -> Result<Worth, TooLarge> {
    let mut best: Option<Int> = None;
    for edge in graph.edges(node) {
        let after = if edge.to == OUTSIDE { &Worth::Unknown } else { &values[edge.to as usize] };
        let Worth::Score(after) = after else { return Ok(Worth::Unknown) };
        let (again, gain) = graph.tag(edge.tag);
        let score = if *again { gain.add(after)? } else { gain.subtract(after)? };
        best = best.max(Some(score));
    }
    Ok(best.map_or(Worth::Unknown, Worth::Score))
}
