//! Random graphs of kinds that drawing number by number would hardly ever hit, and checks for those kinds.
//!
//! In: the number of nodes. Out: the neighbours of each node, or a list of edges. Idea: what a statement promises is built in,
//! edge by edge, instead of being hoped for. Graphs without cycles need none of this: their rule uses the index of the node.

use grundy_rules::{Int, Value};
use grundy_value::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Draws the neighbours of each of `nodes` nodes, from 0: every edge goes both ways, none is a loop, and no node is isolated. A
/// node has about `degree` neighbours.
pub(crate) fn symmetric(nodes: i64, degree: i64, random: &mut Random) -> Value {
    let nodes = nodes.max(2) as usize;
    let mut near: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); nodes];
    // Some graphs are disconnected, most are connected.
    let is_whole = random.within(0, 3) > 0;
    let join = |near: &mut Vec<BTreeSet<usize>>, one: usize, other: usize| {
        if one != other {
            near[one].insert(other);
            near[other].insert(one);
        }
    };
    // Shuffled names, so that node 0 is not always in the middle.
    let mut order: Vec<usize> = (0..nodes).collect();
    for index in (1..nodes).rev() {
        order.swap(index, random.within(0, index as i64) as usize);
    }
    for index in 1..nodes {
        let node = order[index];
        if is_whole {
            join(&mut near, node, order[random.within(0, index as i64 - 1) as usize]);
        }
    }
    for node in 0..nodes {
        while near[node].is_empty() {
            join(&mut near, node, random.within(0, nodes as i64 - 1) as usize);
        }
    }
    let more = (nodes as i64).saturating_mul(degree.max(1) - 1) / 2;
    for _ in 0..more.min(4 * (nodes * nodes) as i64) {
        let (one, other) = (random.within(0, nodes as i64 - 1), random.within(0, nodes as i64 - 1));
        join(&mut near, one as usize, other as usize);
    }
    let row = |row: &BTreeSet<usize>| Value::list(row.iter().map(|node| Value::Int(Int::from(*node))).collect());
    Value::list(near.iter().map(row).collect())
}

/// Draws the successors of each of `nodes` nodes, from 0: between `min` and `max` different ones each, anywhere.
pub(crate) fn directed(nodes: i64, (min, max): (i64, i64), random: &mut Random) -> Value {
    let nodes = nodes.max(0);
    let mut rows = Vec::new();
    for _ in 0..nodes {
        let count = random.within(min.min(nodes), max.min(nodes));
        let mut row: Vec<Value> = Vec::new();
        let mut seen = BTreeSet::new();
        while (row.len() as i64) < count {
            let node = random.within(0, nodes - 1);
            if seen.insert(node) {
                row.push(Value::from(node));
            }
        }
        rows.push(Value::list(row));
    }
    Value::list(rows)
}

/// Returns the edges with the lesser node first, if these are neighbour lists as [`symmetric`] draws them.
pub(crate) fn edges_of_symmetric(value: &Value) -> Option<Vec<(usize, usize)>> {
    let rows = value.as_elements()?;
    let mut arrows: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (node, row) in rows.iter().enumerate() {
        let row = row.as_elements().filter(|row| !row.is_empty())?;
        for other in row {
            let other = other.as_int().and_then(Int::to_usize).filter(|other| *other < rows.len() && *other != node)?;
            if !arrows.insert((node, other)) {
                return None;
            }
        }
    }
    let is_symmetric = arrows.iter().all(|(one, other)| arrows.contains(&(*other, *one)));
    is_symmetric.then(|| arrows.into_iter().filter(|(one, other)| one < other).collect())
}

/// Removes an edge from neighbour lists.
pub(crate) fn without_edge(value: &Value, edge: (usize, usize)) -> Value {
    let rows = value.as_elements().unwrap_or_default();
    let row = |(node, row): (usize, &Value)| {
        let gone = |other: &Value| {
            let other = other.as_int().and_then(Int::to_usize);
            node == edge.0 && other == Some(edge.1) || node == edge.1 && other == Some(edge.0)
        };
        let remaining = row.as_elements().unwrap_or_default().iter().filter(|other| !gone(other));
        Value::list(remaining.cloned().collect())
    };
    Value::list(rows.iter().enumerate().map(row).collect())
}

/// Draws the edges of a tree with root 1 and `nodes` nodes in all, on which polygons hang: each has one node in common with the
/// tree, and nothing grows from its other nodes. A polygon of two nodes is a double edge.
pub(crate) fn polygons(nodes: i64, random: &mut Random) -> Value {
    let mut edges: Vec<(i64, i64)> = Vec::new();
    // The nodes from which something may grow.
    let mut tree = vec![1i64];
    let mut next = 2;
    let often = random.within(0, 3);
    while next <= nodes {
        let root = tree[random.within(0, tree.len() as i64 - 1) as usize];
        let left = nodes - next + 1;
        if random.within(1, 4) <= often {
            let more = random.within(1, left.min(5));
            let mut last = root;
            for node in next..next + more {
                edges.push((last, node));
                last = node;
            }
            edges.push((last, root));
            next += more;
        } else {
            edges.push((root, next));
            tree.push(next);
            next += 1;
        }
    }
    for index in (1..edges.len()).rev() {
        edges.swap(index, random.within(0, index as i64) as usize);
    }
    let edge = |(one, other): &(i64, i64)| match random.within(0, 1) {
        0 => Value::list(vec![Value::from(*one), Value::from(*other)]),
        _ => Value::list(vec![Value::from(*other), Value::from(*one)]),
    };
    Value::list(edges.iter().map(edge).collect())
}

fn pairs(edges: &Value) -> Option<Vec<(i64, i64)>> {
    let node = |value: &Value| value.as_int().and_then(Int::to_i64);
    let pair = |edge: &Value| match edge.as_elements()? {
        [one, other] => Some((node(one)?, node(other)?)),
        _ => None,
    };
    edges.as_elements()?.iter().map(pair).collect()
}

/// Returns whether these are edges as [`polygons`] draws them for `nodes` nodes.
///
/// Nodes with one edge, except the root, are removed repeatedly. What remains are the polygons and the part of the tree that
/// carries them. There, a node of a polygon off the tree has two edges; so whole polygons can be removed next: from a node with
/// two edges along such nodes, until both ends meet at one node.
pub(crate) fn are_polygons(edges: &Value, nodes: i64) -> bool {
    let Some(pairs) = pairs(edges) else { return false };
    if pairs.iter().any(|(one, other)| one == other || ![one, other].iter().all(|node| (1..=nodes).contains(*node))) {
        return false;
    }
    let mut near: BTreeMap<i64, Vec<i64>> = (1..=nodes).map(|node| (node, Vec::new())).collect();
    for (one, other) in &pairs {
        near.entry(*one).or_default().push(*other);
        near.entry(*other).or_default().push(*one);
    }
    let mut open: Vec<i64> = (2..=nodes).collect();
    while let Some(node) = open.pop() {
        match near.get(&node).map(Vec::as_slice) {
            Some([parent]) => {
                let parent = *parent;
                near.remove(&node);
                let row = near.entry(parent).or_default();
                row.retain(|other| *other != node);
                if parent != 1 {
                    open.push(parent);
                }
            }
            Some([_, _]) => {
                // A polygon may be removed only if nothing ever grew from its nodes.
                let Some(ring) = ring_at(node, &near, &pairs) else { continue };
                let root = ring[ring.len() - 1];
                for gone in &ring[..ring.len() - 1] {
                    near.remove(gone);
                }
                let row = near.entry(root).or_default();
                row.retain(|other| !ring.contains(other));
                if root != 1 {
                    open.push(root);
                }
            }
            _ => {}
        }
    }
    near.len() == 1 && near.get(&1).is_some_and(Vec::is_empty)
}

/// Returns the polygon of a node with two edges: its nodes that have two edges in all, then the node at which it hangs.
fn ring_at(node: i64, near: &BTreeMap<i64, Vec<i64>>, all: &[(i64, i64)]) -> Option<Vec<i64>> {
    let is_inner =
        |node: i64| node != 1 && all.iter().filter(|(one, other)| *one == node || *other == node).count() == 2;
    if !is_inner(node) {
        return None;
    }
    let [first, second] = near.get(&node)?.as_slice() else { return None };
    let mut ring = vec![node];
    let mut ends = [0; 2];
    for (end, start) in ends.iter_mut().zip([*first, *second]) {
        let (mut before, mut here) = (node, start);
        while is_inner(here) && here != node {
            ring.push(here);
            let [one, other] = near.get(&here)?.as_slice() else { return None };
            (before, here) = (here, if *one == before { *other } else { *one });
        }
        *end = here;
    }
    let [one, other] = ends;
    ring.sort_unstable();
    ring.dedup();
    (one == other && one != node).then(|| {
        ring.push(one);
        ring
    })
}

/// Contracts an edge to one node: all edges between its nodes vanish, and later nodes move up.
pub(crate) fn contracted(edges: &Value, edge: usize) -> Option<Value> {
    let pairs = pairs(edges)?;
    let (one, other) = pairs.get(edge).map(|(one, other)| (*one.min(other), *one.max(other)))?;
    let moved = |node: i64| match node {
        node if node == other => one,
        node if node > other => node - 1,
        node => node,
    };
    let remaining = pairs.iter().map(|(from, to)| (moved(*from), moved(*to))).filter(|(from, to)| from != to);
    Some(Value::list(remaining.map(|(from, to)| Value::list(vec![Value::from(from), Value::from(to)])).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_that_are_drawn_are_of_their_kind() {
        let mut random = Random(3);
        for nodes in 2..40 {
            for degree in 1..4 {
                let drawn = symmetric(nodes, degree, &mut random);
                assert_eq!(drawn.as_elements().map(<[Value]>::len), Some(nodes as usize));
                let edges = edges_of_symmetric(&drawn).expect("drawn as promised");
                assert!(
                    edges_of_symmetric(&without_edge(&drawn, edges[0]))
                        .is_none_or(|fewer| fewer.len() + 1 == edges.len())
                );
                let drawn = polygons(nodes, &mut random);
                assert!(are_polygons(&drawn, nodes), "{drawn:?}");
                assert!(!are_polygons(&drawn, nodes + 1), "a node is alone: {drawn:?}");
            }
        }
    }

    #[test]
    fn other_graphs_are_rejected() {
        let graph = |edges: &[(i64, i64)]| {
            Value::list(
                edges.iter().map(|(one, other)| Value::list(vec![Value::from(*one), Value::from(*other)])).collect(),
            )
        };
        assert!(are_polygons(&graph(&[(1, 2), (2, 3), (3, 1)]), 3));
        assert!(are_polygons(&graph(&[(1, 2), (1, 2), (1, 3)]), 3));
        // Two polygons at one node, and a polygon far from the root.
        assert!(are_polygons(&graph(&[(1, 2), (2, 3), (3, 1), (1, 4), (4, 1)]), 4));
        assert!(are_polygons(&graph(&[(1, 2), (2, 3), (3, 4), (4, 2)]), 4));
        // Something grows from a polygon; two polygons share an edge; a cycle off the root; a loop; a node too many.
        assert!(!are_polygons(&graph(&[(1, 2), (2, 3), (3, 1), (2, 4)]), 4));
        assert!(!are_polygons(&graph(&[(1, 2), (2, 3), (3, 1), (1, 4), (4, 2)]), 4));
        assert!(!are_polygons(&graph(&[(2, 3), (3, 2)]), 3));
        assert!(!are_polygons(&graph(&[(1, 1)]), 1));
        assert!(!are_polygons(&graph(&[(1, 2)]), 3));
        assert!(!are_polygons(&graph(&[(1, 2), (1, 2), (1, 2)]), 2));
        // The rows of a symmetric graph, one that is not, and an isolated node.
        let rows = |rows: &[&[i64]]| {
            Value::list(
                rows.iter().map(|row| Value::list(row.iter().map(|node| Value::from(*node)).collect())).collect(),
            )
        };
        assert_eq!(edges_of_symmetric(&rows(&[&[1], &[0, 2], &[1]])), Some(vec![(0, 1), (1, 2)]));
        assert_eq!(edges_of_symmetric(&rows(&[&[1], &[2], &[1]])), None);
        assert_eq!(edges_of_symmetric(&rows(&[&[1], &[0], &[]])), None);
        assert_eq!(edges_of_symmetric(&rows(&[&[1, 1], &[0, 0]])), None);
    }

    #[test]
    fn an_edge_drawn_together_leaves_a_smaller_graph() {
        let mut random = Random(5);
        for nodes in 3..20 {
            let drawn = polygons(nodes, &mut random);
            let smaller = contracted(&drawn, 0).expect("there is an edge");
            assert!(smaller.as_elements().map(<[Value]>::len) < drawn.as_elements().map(<[Value]>::len));
        }
    }
}
