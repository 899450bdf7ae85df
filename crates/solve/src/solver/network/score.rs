//! The best difference of points, positions valued after their options.
//!
//! In: a graph and an order of it in which options come first. Out: for each position the greatest of gain − score of
//! the option (gain + score where the same player moves again). Wrong tool for loops: positions that reach one are not
//! in the order and get no score.

use super::{NodeValue, Positions};
use grundy_rules::Int;

/// Numbers that count points.
pub(crate) trait Points: Clone + Ord {
    /// Returns the sum; `None` if it does not fit.
    fn plus(&self, other: &Self) -> Option<Self>;

    /// Returns the difference; `None` if it does not fit.
    fn minus(&self, other: &Self) -> Option<Self>;
}

impl Points for Int {
    fn plus(&self, other: &Int) -> Option<Int> {
        self.add(other).ok()
    }

    fn minus(&self, other: &Int) -> Option<Int> {
        self.subtract(other).ok()
    }
}

impl Points for i64 {
    fn plus(&self, other: &i64) -> Option<i64> {
        self.checked_add(*other)
    }

    fn minus(&self, other: &i64) -> Option<i64> {
        self.checked_sub(*other)
    }
}

/// Why a position has no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unscored {
    /// Play ends there without points.
    Pointless,
    /// The score does not fit.
    TooLarge,
}

/// Scores the positions of `order`; `values` holds those known before.
///
/// # Errors
/// Fails if a position has no score that fits.
pub(super) fn settle<G>(
    graph: &G,
    order: impl Iterator<Item = u32>,
    values: &mut [NodeValue<G::Score>],
) -> Result<(), Unscored>
where
    G: Positions,
    G::Score: Points,
{
    for node in order {
        values[node as usize] = match graph.ending(node) {
            Some(score @ NodeValue::Score(_)) => score,
            Some(_) => return Err(Unscored::Pointless),
            None => best(graph, node, values)?,
        };
    }
    Ok(())
}

/// Returns the greatest score of a move; unknown unless all are known.
fn best<G>(graph: &G, node: u32, values: &[NodeValue<G::Score>]) -> Result<NodeValue<G::Score>, Unscored>
where
    G: Positions,
    G::Score: Points,
{
    let mut best = None;
    for (edge, gain) in graph.gains(node) {
        let Some(NodeValue::Score(after)) = values.get(edge.to as usize) else { return Ok(NodeValue::Unknown) };
        let score = if edge.again { gain.plus(after) } else { gain.minus(after) };
        best = best.max(Some(score.ok_or(Unscored::TooLarge)?));
    }
    Ok(best.map_or(NodeValue::Unknown, NodeValue::Score))
}
