//! Topological order with options first, and the loops that prevent it.
//!
//! In: a network whose first nodes are settled. Out: the other nodes in an order in which every option comes before the
//! positions that have it (Kahn 1962); nodes from which a loop can be reached are not in it.

use super::{Edge, Network, OUTSIDE};
use crate::hashing::QuickMap;
use std::collections::VecDeque;
use std::ops::Range;

/// Number of nodes between two pauses.
pub(super) const PATIENCE: usize = 1 << 15;

/// The reversed moves among the nodes from `base` on.
pub(crate) struct Parents {
    base: usize,
    /// For each node: the end of its parents in `list`.
    ends: Vec<usize>,
    /// The positions moved from.
    list: Vec<u32>,
    /// For each of `list` whether the same player moves once more; empty if none does.
    again: Vec<bool>,
}

impl Parents {
    /// Reverses the moves among the nodes from `base` on.
    pub fn new(network: &impl Network, base: usize) -> Parents {
        let news = network.len() - base;
        let is_new = |edge: &Edge| edge.to != OUTSIDE && edge.to as usize >= base;
        let mut starts = vec![0usize; news + 1];
        let mut any_again = false;
        for node in base..network.len() {
            for edge in network.edges(node as u32).filter(is_new) {
                starts[edge.to as usize - base + 1] += 1;
                any_again |= edge.again;
            }
        }
        for index in 0..news {
            starts[index + 1] += starts[index];
        }
        let mut list = vec![0; starts[news]];
        let mut again = vec![false; if any_again { list.len() } else { 0 }];
        // Each start moves to its end while the list is filled.
        for node in base..network.len() {
            for edge in network.edges(node as u32).filter(is_new) {
                let index = &mut starts[edge.to as usize - base];
                list[*index] = node as u32;
                if edge.again {
                    again[*index] = true;
                }
                *index += 1;
            }
        }
        Parents { base, ends: starts, list, again }
    }

    /// Returns the first node whose parents are known.
    pub fn base(&self) -> usize {
        self.base
    }

    /// Returns the positions with a move to this one; once for each move.
    pub fn of(&self, node: u32) -> &[u32] {
        &self.list[self.range(node)]
    }

    /// Returns the positions with a move to this one, and whether the same player moves once more; once for each move.
    pub fn moves_to(&self, node: u32) -> impl Iterator<Item = (u32, bool)> {
        let range = self.range(node);
        range.map(|index| (self.list[index], self.again.get(index).is_some_and(|again| *again)))
    }

    fn range(&self, node: u32) -> Range<usize> {
        let index = node as usize - self.base;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        start..self.ends[index]
    }
}

/// Returns the nodes from `base` on, each before its options; `None` if a loop is reached. `is_loopy` says which earlier
/// nodes reach one. Quicker than [`options_first`], as it needs no reversed moves.
pub(super) fn positions_first(network: &impl Network, base: usize, is_loopy: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
    let mut leading_here = vec![0u32; network.len() - base];
    for edge in (base..network.len()).flat_map(|node| network.edges(node as u32)).filter(|edge| edge.to != OUTSIDE) {
        if edge.to as usize >= base {
            leading_here[edge.to as usize - base] += 1;
        } else if is_loopy(edge.to) {
            return None;
        }
    }
    let mut order: Vec<u32> = Vec::with_capacity(leading_here.len());
    order.extend((base..network.len()).filter(|node| leading_here[node - base] == 0).map(|node| node as u32));
    let mut done = 0;
    while let Some(&node) = order.get(done) {
        done += 1;
        for edge in network.edges(node).filter(|edge| edge.to != OUTSIDE && edge.to as usize >= base) {
            let count = &mut leading_here[edge.to as usize - base];
            *count -= 1;
            if *count == 0 {
                order.push(edge.to);
            }
        }
    }
    (order.len() == leading_here.len()).then_some(order)
}

/// Returns the nodes that `parents` is about, options first, without those that reach a loop; `is_loopy` says which
/// earlier nodes do. Calls `pause` from time to time.
///
/// # Errors
/// Fails if `pause` does.
pub(crate) fn options_first<E>(
    network: &impl Network,
    parents: &Parents,
    is_loopy: impl Fn(u32) -> bool,
    mut pause: impl FnMut() -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    let base = parents.base;
    let is_open = |edge: &Edge| edge.to != OUTSIDE && (edge.to as usize >= base || is_loopy(edge.to));
    let open = |node: usize| network.edges(node as u32).filter(is_open).count() as u32;
    let mut waiting: Vec<u32> = (base..network.len()).map(open).collect();
    let mut order: Vec<u32> =
        (base..network.len()).filter(|node| waiting[node - base] == 0).map(|node| node as u32).collect();
    let mut done = 0;
    while let Some(&node) = order.get(done) {
        done += 1;
        if done % PATIENCE == 0 {
            pause()?;
        }
        for &parent in parents.of(node) {
            let left = &mut waiting[parent as usize - base];
            *left -= 1;
            if *left == 0 {
                order.push(parent);
            }
        }
    }
    Ok(order)
}

/// Returns a loop that can be reached from `root`, which must be loopy: its nodes in the order of play, each once.
pub(crate) fn find_loop(network: &impl Network, root: u32, is_loopy: impl Fn(u32) -> bool) -> Vec<u32> {
    // A loopy node has a loopy option, so this walk returns to an earlier node; it always takes the first.
    let mut seen = QuickMap::default();
    let mut node = root;
    while seen.insert(node, ()).is_none() {
        let mut options = network.edges(node).map(|edge| edge.to);
        let option = options.find(|&to| to != OUTSIDE && is_loopy(to));
        node = option.expect("a position that reaches a loop has an option that does");
    }
    // The walk may have taken a detour: the shortest path from the node back to itself is easier to read.
    let goal = node;
    let mut came_from: QuickMap<u32, u32> = QuickMap::default();
    let mut queue = VecDeque::from([goal]);
    while let Some(node) = queue.pop_front() {
        let mut closed = false;
        for Edge { to, .. } in network.edges(node) {
            closed |= to == goal;
            if to != OUTSIDE && to != goal && is_loopy(to) && !came_from.contains_key(&to) {
                came_from.insert(to, node);
                queue.push_back(to);
            }
        }
        if closed {
            let mut nodes = vec![node];
            while let Some(&before) = nodes.last().and_then(|last| came_from.get(last)) {
                nodes.push(before);
            }
            nodes.reverse();
            return nodes;
        }
    }
    unreachable!("the walk came back to this position, so there is a way back to it");
}
