//! Numbered positions with the moves between them, and their values: the one solver for graphs of the reference, of whole
//! sums and of given graphs.
//!
//! In: a graph whose first positions are settled. Out: the rest. Without loops positions are valued after their options;
//! with loops they are solved backwards from the ends, and infinite play is what the rules say. In a graph that is not
//! complete a win or a loss that is found is right whatever lies outside. Wrong tool for graphs of many millions of
//! positions: see `backward`, which uses all threads and a byte for each.

pub(crate) mod order;

mod endless;
pub(crate) mod retrograde;
mod score;

use crate::solver::network::order::{Parents, options_first, positions_first};
use grundy_rules::game::Loops;
use grundy_rules::{Int, Side};
pub(crate) use score::{Points, Unscored};
use std::convert::Infallible;

/// Remoteness of a win by infinite play, which has none.
pub(crate) const INFINITE: u32 = u32::MAX;

/// Stands in for every position that there was no memory for.
pub(crate) const OUTSIDE: u32 = u32::MAX;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The position after the move, or [`OUTSIDE`].
    pub to: u32,
    /// Whether the same player moves once more.
    pub again: bool,
}

/// A graph with numbered nodes.
pub(crate) trait Network {
    /// Returns the number of nodes.
    fn len(&self) -> usize;

    /// Returns the moves from a node; a node not visited yet has none.
    fn edges(&self, node: u32) -> impl Iterator<Item = Edge>;
}

/// A network of positions.
pub(crate) trait Positions: Network {
    /// Numbers that count points.
    type Score;

    /// Returns the value of a position where play has ended; `None` if it goes on or the position was not visited.
    fn ending(&self, node: u32) -> Option<NodeValue<Self::Score>>;

    /// Returns the player to move; `None` in an impartial game.
    fn mover(&self, node: u32) -> Option<Side>;

    /// Returns the moves from a position, each with the points it earns.
    fn gains(&self, node: u32) -> impl Iterator<Item = (Edge, &Self::Score)>;
}

/// The value of a position for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NodeValue<S = Int> {
    /// Not known.
    Unknown,
    /// The player to move wins after this many moves.
    Win(u32),
    /// The player to move loses after this many moves.
    Lose(u32),
    /// Neither player wins.
    Draw,
    /// Score for the player to move.
    Score(S),
}

impl<S> NodeValue<S> {
    /// Returns true if nothing is known.
    pub fn is_unknown(&self) -> bool {
        matches!(self, NodeValue::Unknown)
    }
}

/// The rules of the whole game that the values depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Whether the game is played for points.
    pub points: bool,
    /// The meaning of infinite play.
    pub loops: Loops,
}

/// The values of positions, in the order of their numbers.
pub(crate) struct Values<S> {
    values: Vec<NodeValue<S>>,
    loopy: Vec<bool>,
}

impl<S> Default for Values<S> {
    fn default() -> Values<S> {
        Values { values: Vec::new(), loopy: Vec::new() }
    }
}

impl<S> Values<S> {
    /// Returns the value of a position.
    pub fn worth(&self, node: u32) -> &NodeValue<S> {
        &self.values[node as usize]
    }

    /// Returns true if play from a position can go on forever.
    pub fn is_loopy(&self, node: u32) -> bool {
        self.loopy[node as usize]
    }

    /// Drops the values of all positions from this number on.
    pub fn truncate(&mut self, len: usize) {
        self.values.truncate(len);
        self.loopy.truncate(len);
    }

    /// Settles the positions from `base` on.
    ///
    /// # Errors
    /// Fails if the game is played for points and a position has no score that fits.
    pub fn settle<G>(&mut self, graph: &G, base: usize, terms: Terms, is_complete: bool) -> Result<(), Unscored>
    where
        G: Positions<Score = S>,
        S: Points,
    {
        let len = graph.len();
        self.values.resize_with(len, || NodeValue::Unknown);
        self.loopy.resize(len, false);
        if len == base {
            return Ok(());
        }
        if let Some(order) = positions_first(graph, base, |node| self.loopy[node as usize]) {
            let mut order = order.into_iter().rev();
            if terms.points {
                return score::settle(graph, order, &mut self.values);
            }
            order.by_ref().for_each(|node| self.values[node as usize] = value_after_options(graph, node, &self.values));
            return Ok(());
        }
        let parents = Parents::new(graph, base);
        let Ok(order) = options_first(graph, &parents, |node| self.loopy[node as usize], || Ok::<_, Infallible>(()));
        self.loopy[base..].fill(true);
        for &node in &order {
            self.loopy[node as usize] = false;
        }
        if terms.points {
            return score::settle(graph, order.into_iter(), &mut self.values);
        }
        let Ok(()) = retrograde::settle(graph, &parents, &mut self.values, || Ok::<_, Infallible>(()));
        match terms.loops {
            _ if !is_complete => {}
            Loops::Draw | Loops::None => {
                let unknown = self.values[base..].iter_mut().filter(|worth| worth.is_unknown());
                unknown.for_each(|worth| *worth = NodeValue::Draw);
            }
            Loops::Wins(side) => endless::settle(graph, &parents, side, &mut self.values),
        }
        Ok(())
    }
}

/// Returns the value of a position whose options are valued.
fn value_after_options<G: Positions>(graph: &G, node: u32, values: &[NodeValue<G::Score>]) -> NodeValue<G::Score> {
    if let Some(end) = graph.ending(node) {
        return end;
    }
    let (mut quickest, mut slowest) = (None, None);
    let (mut drawn, mut unknown) = (false, false);
    for Edge { to, again } in graph.edges(node) {
        match values.get(to as usize) {
            Some(&NodeValue::Win(moves)) if again => quickest = Some(quickest.unwrap_or(moves).min(moves)),
            Some(&NodeValue::Lose(moves)) if !again => quickest = Some(quickest.unwrap_or(moves).min(moves)),
            Some(&(NodeValue::Win(moves) | NodeValue::Lose(moves))) => slowest = slowest.max(Some(moves)),
            Some(NodeValue::Draw) => drawn = true,
            Some(NodeValue::Unknown | NodeValue::Score(_)) | None => unknown = true,
        }
    }
    match (quickest, slowest) {
        (Some(moves), _) => NodeValue::Win(moves + 1),
        _ if unknown => NodeValue::Unknown,
        _ if drawn => NodeValue::Draw,
        // A position where play goes on has a move; this one was not expanded.
        (None, None) => NodeValue::Unknown,
        (None, Some(moves)) => NodeValue::Lose(moves + 1),
    }
}
