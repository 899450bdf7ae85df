//! Topological order with options first, and the loops that prevent it.
//!
//! In: a network whose first nodes are settled. Out: the other nodes in an order in which every option comes before the
//! positions that have it (Kahn 1962); nodes from which a loop can be reached are not in it.

use crate::hashing::QuickMap;
use crate::solver::reference::explore::{Edge, Network, OUTSIDE};
use std::collections::VecDeque;

/// The reversed moves among the nodes from `base` on.
pub(crate) struct Parents {
    base: usize,
    /// For each node: the end of its parents in `list`.
    ends: Vec<usize>,
    /// (the position moved from, the move's tag)
    list: Vec<(u32, u32)>,
}

impl Parents {
    /// Reverses the moves among the nodes from `base` on.
    pub fn new(network: &dyn Network, base: usize) -> Parents {
        let news = network.len() - base;
        let is_new = |edge: Edge| edge.to != OUTSIDE && edge.to as usize >= base;
        let mut starts = vec![0usize; news + 1];
        for node in base..network.len() {
            network.each_edge(node as u32, &mut |edge| {
                if is_new(edge) {
                    starts[edge.to as usize - base + 1] += 1;
                }
            });
        }
        for index in 0..news {
            starts[index + 1] += starts[index];
        }
        let mut list = vec![(0, 0); starts[news]];
        // Each start moves to its end while the list is filled.
        for node in base..network.len() {
            network.each_edge(node as u32, &mut |edge| {
                if is_new(edge) {
                    let index = &mut starts[edge.to as usize - base];
                    list[*index] = (node as u32, edge.tag);
                    *index += 1;
                }
            });
        }
        Parents { base, ends: starts, list }
    }

    /// Returns the positions with a move to this one and the tag of the move; once for each move.
    pub fn of(&self, node: u32) -> &[(u32, u32)] {
        let index = node as usize - self.base;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.list[start..self.ends[index]]
    }
}

/// Returns the nodes from `base` on, options first, without those that reach a loop; `is_loopy` says which earlier
/// nodes do.
pub(crate) fn options_first(
    network: &dyn Network,
    base: usize,
    parents: &Parents,
    is_loopy: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let mut waiting: Vec<usize> = Vec::with_capacity(network.len() - base);
    let mut order = Vec::new();
    for node in base..network.len() {
        let mut options = 0;
        network.each_edge(node as u32, &mut |edge| {
            let is_open = edge.to != OUTSIDE && (edge.to as usize >= base || is_loopy(edge.to));
            options += usize::from(is_open);
        });
        waiting.push(options);
        if options == 0 {
            order.push(node as u32);
        }
    }
    let mut done = 0;
    while let Some(&node) = order.get(done) {
        done += 1;
        for &(parent, _) in parents.of(node) {
            let left = &mut waiting[parent as usize - base];
            *left -= 1;
            if *left == 0 {
                order.push(parent);
            }
        }
    }
    order
}

/// Returns a loop that can be reached from `root`, which must be loopy: its nodes in the order of play, each once.
pub(crate) fn find_loop(network: &dyn Network, root: u32, is_loopy: impl Fn(u32) -> bool) -> Vec<u32> {
    // A loopy node has a loopy option, so this walk returns to an earlier node; it always takes the first.
    let mut seen = QuickMap::default();
    let mut node = root;
    while seen.insert(node, ()).is_none() {
        node = first_edge(network, node, &is_loopy).expect("a position that reaches a loop has an option that does");
    }
    // The walk may have taken a detour: the shortest path from the node back to itself is easier to read.
    let goal = node;
    let mut came_from: QuickMap<u32, u32> = QuickMap::default();
    let mut queue = VecDeque::from([goal]);
    while let Some(node) = queue.pop_front() {
        let mut closed = false;
        network.each_edge(node, &mut |edge| {
            closed |= edge.to == goal;
            if edge.to != OUTSIDE && edge.to != goal && is_loopy(edge.to) && !came_from.contains_key(&edge.to) {
                came_from.insert(edge.to, node);
                queue.push_back(edge.to);
            }
        });
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

fn first_edge(network: &dyn Network, node: u32, is_loopy: impl Fn(u32) -> bool) -> Option<u32> {
    let mut first = None;
    network.each_edge(node, &mut |edge| {
        if first.is_none() && edge.to != OUTSIDE && is_loopy(edge.to) {
            first = Some(edge.to);
        }
    });
    first
}
