//! Boards of games on graphs: tokens that walk along arrows, and edges that are cut.

use super::numbers::initial;
use super::{PartPicture, Shape, ShapeKind, Subject, elements, number};
use crate::limits;
use grundy_rules::game::Type;
use grundy_rules::{Part, Value as GameValue};
use std::collections::BTreeMap;

/// How far an edge from a node to itself sticks out.
const LOOP_LENGTH: f64 = 22.0;

/// Returns the adjacency lists that numbers of the position point into.
pub(super) fn arrows(subject: &Subject) -> Option<Vec<Vec<usize>>> {
    let lists = |given: &GameValue| -> Option<Vec<Vec<usize>>> {
        let rows = given.as_elements().filter(|rows| !rows.is_empty() && rows.len() <= limits::MAX_BOARD_NODES)?;
        let node = |to: &GameValue| number(to).and_then(|to| usize::try_from(to).ok()).filter(|to| *to < rows.len());
        let next: Option<Vec<Vec<usize>>> =
            rows.iter().map(|row| row.as_elements()?.iter().map(node).collect()).collect();
        next.filter(|next| next.iter().map(Vec::len).sum::<usize>() <= limits::MAX_BOARD_EDGES)
    };
    let mut referenced = subject.referenced_lists().filter(|(component, _)| matches!(component.ty, Type::Int { .. }));
    referenced.find_map(|(_, given)| lists(given))
}

/// Returns the edges that a list of the position marks as present.
pub(super) fn edge_list(subject: &Subject) -> Option<Vec<(i64, i64)>> {
    let length = subject.sample.map(|part| elements(part.first()).len());
    subject.instance.givens().iter().find_map(|given| {
        let pairs = given.as_elements().filter(|pairs| !pairs.is_empty() && pairs.len() <= limits::MAX_BOARD_EDGES)?;
        let pair = |pair: &GameValue| match pair.as_elements()? {
            [one, other] => Some((number(one)?, number(other)?)),
            _ => None,
        };
        let pairs: Option<Vec<(i64, i64)>> = pairs.iter().map(pair).collect();
        pairs.filter(|pairs| length.is_none_or(|length| length == pairs.len()))
    })
}

type Point = (f64, f64);

/// Arranges nodes in layers by the longest path to them if the graph is acyclic, else on a circle.
fn arrange(next: &[Vec<usize>]) -> Vec<Point> {
    let mut layer = vec![0usize; next.len()];
    let mut has_moved = true;
    for _ in 0..=next.len() {
        if !has_moved {
            break;
        }
        has_moved = false;
        for (from, row) in next.iter().enumerate() {
            for &to in row {
                if layer[to] <= layer[from] {
                    layer[to] = layer[from] + 1;
                    has_moved = true;
                }
            }
        }
    }
    if !has_moved {
        let links = next.iter().enumerate().flat_map(|(from, row)| row.iter().map(move |to| (from, *to)));
        return in_layers(&layer, &links.collect::<Vec<_>>(), 76.0, 70.0);
    }
    let radius = f64::max(60.0, next.len() as f64 * 17.0);
    let index = |node: usize| {
        let angle = std::f64::consts::TAU * node as f64 / next.len() as f64 - std::f64::consts::FRAC_PI_2;
        (radius + 26.0 + radius * angle.cos(), radius + 26.0 + radius * angle.sin())
    };
    (0..next.len()).map(index).collect()
}

/// How often the layers are ordered, downwards and upwards in turn.
const SWEEPS: usize = 8;

/// Centres each layer, with its nodes below those they are joined with, so that few lines cross (Sugiyama, Tagawa and
/// Toda 1981).
fn in_layers(layer: &[usize], links: &[(usize, usize)], wide: f64, high: f64) -> Vec<Point> {
    let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (node, depth) in layer.iter().enumerate() {
        rows.entry(*depth).or_default().push(node);
    }
    let widest = rows.values().map(Vec::len).max().unwrap_or(1);
    let mut across = vec![0.0; layer.len()];
    let spread = |row: &[usize], across: &mut [f64]| {
        let shift = (widest - row.len()) as f64 / 2.0;
        row.iter().enumerate().for_each(|(at, node)| across[*node] = at as f64 + shift);
    };
    rows.values().for_each(|row| spread(row, &mut across));
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        let order: Vec<usize> =
            if is_down { rows.keys().copied().collect() } else { rows.keys().rev().copied().collect() };
        for depth in order {
            let is_before = |other: usize| if is_down { layer[other] < depth } else { layer[other] > depth };
            let wish = |node: usize| {
                let others = links.iter().filter_map(|&(a, b)| match (a == node, b == node) {
                    (true, false) => Some(b),
                    (false, true) => Some(a),
                    _ => None,
                });
                let indices: Vec<f64> = others.filter(|other| is_before(*other)).map(|other| across[other]).collect();
                if indices.is_empty() { across[node] } else { indices.iter().sum::<f64>() / indices.len() as f64 }
            };
            let Some(row) = rows.get_mut(&depth) else { continue };
            let mut wished: Vec<(f64, usize)> = row.iter().map(|node| (wish(*node), *node)).collect();
            wished.sort_by(|a, b| a.0.total_cmp(&b.0));
            *row = wished.into_iter().map(|(_, node)| node).collect();
            spread(row, &mut across);
        }
    }
    let index = |(node, depth): (usize, &usize)| (30.0 + across[node] * wide, 30.0 + *depth as f64 * high);
    layer.iter().enumerate().map(index).collect()
}

fn extent(indices: &[Point]) -> (f64, f64) {
    let limit = |of: fn(&Point) -> f64| indices.iter().map(of).fold(60.0, f64::max) + 30.0;
    (limit(|index| index.0), limit(|index| index.1))
}

/// Draws tokens on the nodes of a directed graph.
pub(super) fn tokens(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let next = arrows(subject)?;
    let indices = arrange(&next);
    let mut shapes = Vec::new();
    for (from, row) in next.iter().enumerate() {
        for &to in row {
            let (a, b) = (indices[from], indices[to]);
            let length = (b.0 - a.0).hypot(b.1 - a.1).max(1.0);
            let (dx, dy) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
            let line = Shape::new(ShapeKind::Line, a.0 + dx * 18.0, a.1 + dy * 18.0);
            let line = line.size(b.0 - a.0 - dx * 40.0, b.1 - a.1 - dy * 40.0);
            // A pair of opposite arrows is drawn as a plain line.
            shapes.push(line.look(if next[to].contains(&from) { "plain" } else { "arrow" }));
        }
    }
    for (node, &(x, y)) in indices.iter().enumerate() {
        let shape = Shape::new(ShapeKind::Node, x, y).radius(17.0).id(node.to_string());
        shapes.push(shape.text(node.to_string()).label(node.to_string()));
    }
    let mut here: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let components = &subject.game.components;
    for (at, value) in part.iter().enumerate() {
        let node = number(value).and_then(|node| usize::try_from(node).ok()).filter(|node| *node < indices.len());
        if let (Some(node), Some(Type::Int { .. })) = (node, components.get(at).map(|component| &component.ty)) {
            here.entry(node).or_default().push(at);
        }
    }
    for (node, tokens) in here {
        let (x, y) = indices[node];
        let disc = Shape::new(ShapeKind::Disc, x + 11.0, y - 12.0).radius(11.0);
        let look = if tokens.first() == Some(&0) { "first" } else { "second" };
        let names: String = tokens.iter().map(|at| initial(&components[*at].name)).collect();
        shapes.push(disc.look(look).text(if part.len() > 1 { names } else { String::new() }));
    }
    let (width, height) = extent(&indices);
    Some(PartPicture { width, height, shapes, notes: Vec::new() })
}

/// Returns the distance of each node from the first one, along edges in any direction.
fn depths(nodes: &[i64], pairs: &[(i64, i64)]) -> BTreeMap<i64, usize> {
    let mut depth: BTreeMap<i64, usize> = BTreeMap::new();
    let mut queue: Vec<i64> = nodes.first().copied().into_iter().collect();
    depth.extend(queue.iter().map(|ground| (*ground, 0)));
    let mut at = 0;
    while let Some(&node) = queue.get(at) {
        at += 1;
        for &(a, b) in pairs {
            let other = if a == node { b } else { a };
            if (a == node || b == node) && !depth.contains_key(&other) {
                depth.insert(other, depth[&node] + 1);
                queue.push(other);
            }
        }
    }
    depth
}

/// Draws edges that hold on to the ground, or that are drawn one after the other.
pub(super) fn edges(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let pairs = edge_list(subject)?;
    let mut nodes: Vec<i64> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    nodes.sort_unstable();
    nodes.dedup();
    if nodes.len() > limits::MAX_BOARD_NODES {
        return None;
    }
    let is_cutting = subject.game.components.first().is_some_and(|component| component.name.contains("alive"));
    let depth = depths(&nodes, &pairs);
    let deepest = depth.values().copied().max().unwrap_or(0);
    let layer_of = |node: &i64| {
        let depth = depth.get(node).copied().unwrap_or(0);
        // What grows from the ground grows upwards.
        if is_cutting { deepest - depth } else { depth }
    };
    let layer: Vec<usize> = nodes.iter().map(layer_of).collect();
    let node_at = |node: i64| nodes.binary_search(&node).unwrap_or(0);
    let links: Vec<(usize, usize)> = pairs.iter().map(|(a, b)| (node_at(*a), node_at(*b))).collect();
    let indices = in_layers(&layer, &links, 78.0, 72.0);
    let index = |node: i64| nodes.binary_search(&node).map_or((0.0, 0.0), |at| indices[at]);
    let alive = elements(part.first());
    let colours = subject.instance.givens().iter().filter_map(GameValue::as_elements);
    let colours = colours
        .into_iter()
        .find(|list| list.len() == pairs.len() && list.iter().all(|element| matches!(element, GameValue::Symbol(_))));
    let (width, height) = extent(&indices);
    let mut shapes = Vec::new();
    if is_cutting {
        let ground = Shape::new(ShapeKind::Line, 8.0, index(nodes[0]).1 + 10.0).size(width - 16.0, 0.0);
        shapes.push(ground.look("ground"));
    }
    for (number, &(a, b)) in pairs.iter().enumerate() {
        let is_there = alive.get(number) == Some(&GameValue::Bool(true));
        let colour = colours.map_or("drawn".to_owned(), |list| format!("colour-{}", subject.show(&list[number])));
        let look = match (is_cutting, is_there) {
            (true, true) => colour,
            (true, false) => "gone".to_owned(),
            (false, true) => "drawn".to_owned(),
            (false, false) => "faint".to_owned(),
        };
        let joins_the_same = |pair: &&(i64, i64)| **pair == (a, b) || **pair == (b, a);
        let before = pairs[..number].iter().filter(joins_the_same).count() as f64;
        let all = pairs.iter().filter(joins_the_same).count() as f64;
        let (from, to) = (index(a.min(b)), index(a.max(b)));
        let edge = if a == b {
            // A loop sticks out of its node, each at its own angle.
            let angle = -std::f64::consts::FRAC_PI_2 * (0.4 + 0.5 * before);
            Shape::new(ShapeKind::Edge, from.0, from.1).size(LOOP_LENGTH * angle.cos(), LOOP_LENGTH * angle.sin())
        } else {
            // Edges between the same two nodes run side by side, as close to the middle as they can be distinguished.
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let gap = (10.0 / (all - 1.0).max(1.0)).clamp(6.0, 9.0);
            let aside = (before - (all - 1.0) / 2.0) * gap / dx.hypot(dy).max(1.0);
            Shape::new(ShapeKind::Edge, from.0 - dy * aside, from.1 + dx * aside).size(dx, dy)
        };
        shapes.push(edge.id(number.to_string()).look(look).label(format!("{a}–{b}")));
    }
    // What was cut off is gone, and its nodes with it; the ground stays.
    let holds = |node: i64| {
        let mut joined = pairs.iter().zip(alive).filter(|((a, b), _)| *a == node || *b == node);
        !is_cutting || node == nodes[0] || joined.any(|(_, is_there)| *is_there == GameValue::Bool(true))
    };
    for node in nodes.iter().copied().filter(|node| holds(*node)) {
        let (x, y) = index(node);
        shapes.push(Shape::new(ShapeKind::Node, x, y).radius(6.0).look("dot"));
    }
    Some(PartPicture { width, height, shapes, notes: Vec::new() })
}
