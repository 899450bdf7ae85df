//! The layout of the nodes and arrows of a drawing.
//!
//! Arrows that close a loop are reversed for the layout only. Each node is one layer below the lowest node that leads
//! to it. An arrow over several layers gets a joint in each, and joints take part in the ordering like nodes. Each
//! layer is ordered by the middle of its neighbours, downwards and upwards in turn, and the order with the fewest
//! crossings wins.

use super::Drawing;
use crate::limits;
use unicode_width::UnicodeWidthStr;

/// Distance of two layers.
const LAYER_HEIGHT: f64 = 84.0;
/// Distance of two layers if every second layer is for labels.
const LABELLED_HEIGHT: f64 = 50.0;
/// Gap between two nodes of a layer.
const GAP: f64 = 22.0;
/// Height of a node; one with a second line is taller.
pub(super) const NODE_HEIGHT: f64 = 30.0;
pub(super) const NOTE_HEIGHT: f64 = 15.0;
const MARGIN: f64 = 24.0;
const TITLE_HEIGHT: f64 = 34.0;
/// How often the layers are reordered.
const SWEEPS: usize = 14;

/// The coordinates of a picture.
pub(super) struct Layout {
    pub width: f64,
    pub height: f64,
    /// Centre of each node.
    pub indices: Vec<(f64, f64)>,
    /// Width of each node.
    pub widths: Vec<f64>,
    /// The points each arrow passes between its ends, in the arrow's direction.
    pub joints: Vec<Vec<(f64, f64)>>,
}

/// A node or a joint.
struct Item {
    layer: usize,
    width: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

impl Layout {
    pub fn of(drawing: &Drawing) -> Layout {
        let widths: Vec<f64> = drawing.nodes.iter().map(|node| width_of(&node.label, &node.note)).collect();
        let turned = closing_arrows(drawing);
        // An arrow with a label passes at least one layer between its ends, where space is reserved for it as for a
        // node.
        let is_labelled = drawing.arrows.iter().any(|arrow| !arrow.label.is_empty());
        let (stretch, layer_height) = if is_labelled { (2, LABELLED_HEIGHT) } else { (1, LAYER_HEIGHT) };
        let layer_of: Vec<usize> = layers(drawing, &turned).into_iter().map(|layer| layer * stretch).collect();
        let mut items: Vec<Item> = (0..drawing.nodes.len())
            .map(|node| Item { layer: layer_of[node], width: widths[node], above: Vec::new(), below: Vec::new() })
            .collect();
        // A loop is on the right of its node; the same space stays free on the left, which keeps the coordinates
        // simple.
        for arrow in drawing.arrows.iter().filter(|arrow| arrow.from == arrow.to) {
            items[arrow.from].width = widths[arrow.from] + 60.0;
        }
        let spans = drawing.arrows.iter().map(|arrow| layer_of[arrow.from].abs_diff(layer_of[arrow.to]));
        let is_straight = spans.sum::<usize>() > limits::MAX_JOINTS + drawing.arrows.len();
        // The items each arrow passes, downwards.
        let mut paths: Vec<Vec<usize>> = Vec::with_capacity(drawing.arrows.len());
        for (arrow, turned) in drawing.arrows.iter().zip(&turned) {
            let (top, bottom) = if *turned { (arrow.to, arrow.from) } else { (arrow.from, arrow.to) };
            let mut path = Vec::new();
            if top != bottom {
                let mut last = top;
                if !is_straight {
                    let joints = layer_of[bottom] - layer_of[top] - 1;
                    // A reversed arrow counts its joints from the other end.
                    let from_end = joints.saturating_sub(1).saturating_sub(joints / 2);
                    let middle = if *turned { from_end } else { joints / 2 };
                    for (index, layer) in (layer_of[top] + 1..layer_of[bottom]).enumerate() {
                        let label = if index == middle { UnicodeWidthStr::width(arrow.label.as_str()) } else { 0 };
                        let width = 4.0 + label as f64 * 6.6;
                        items.push(Item { layer, width, above: vec![last], below: Vec::new() });
                        let joint = items.len() - 1;
                        items[last].below.push(joint);
                        path.push(joint);
                        last = joint;
                    }
                }
                items[last].below.push(bottom);
                items[bottom].above.push(last);
            }
            paths.push(path);
        }
        let rows = ordered(&items);
        let xs = across(&items, &rows);
        let tallest = if drawing.nodes.iter().any(|node| !node.note.is_empty()) { NOTE_HEIGHT } else { 0.0 };
        let top = MARGIN + TITLE_HEIGHT + (NODE_HEIGHT + tallest) / 2.0;
        let index =
            |item: usize| (xs[item], top + items[item].layer as f64 * (layer_height + tallest / stretch as f64));
        let joints = paths.iter().zip(&turned).map(|(path, turned)| {
            let mut points: Vec<(f64, f64)> = path.iter().map(|&joint| index(joint)).collect();
            if *turned {
                points.reverse();
            }
            points
        });
        let joints = joints.collect();
        let right = items.iter().zip(&xs).map(|(item, x)| x + item.width / 2.0).fold(160.0, f64::max);
        Layout {
            width: right + MARGIN + 20.0,
            height: top
                + rows.len().saturating_sub(1) as f64 * (layer_height + tallest / stretch as f64)
                + NODE_HEIGHT
                + MARGIN,
            indices: (0..drawing.nodes.len()).map(index).collect(),
            widths,
            joints,
        }
    }
}

fn width_of(label: &str, note: &str) -> f64 {
    let text_width = (UnicodeWidthStr::width(label) as f64 * 8.2).max(UnicodeWidthStr::width(note) as f64 * 6.6);
    (text_width + 18.0).max(NODE_HEIGHT + 6.0)
}

/// Returns which arrows lead back to a node that is being left, by depth-first search with an explicit stack; nodes
/// without incoming arrows are left first, so that they are on top.
fn closing_arrows(drawing: &Drawing) -> Vec<bool> {
    let count = drawing.nodes.len();
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut is_led_to = vec![false; count];
    for (number, arrow) in drawing.arrows.iter().enumerate() {
        of[arrow.from].push(number);
        is_led_to[arrow.to] |= arrow.from != arrow.to;
    }
    #[derive(Clone, Copy, PartialEq)]
    enum Stage {
        New,
        Open,
        Done,
    }
    let mut stages = vec![Stage::New; count];
    let mut turned = vec![false; drawing.arrows.len()];
    let roots = (0..count).filter(|&node| !is_led_to[node]).chain(0..count);
    for root in roots {
        if stages[root] != Stage::New {
            continue;
        }
        stages[root] = Stage::Open;
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            let Some(&number) = of[node].get(next) else {
                stages[node] = Stage::Done;
                continue;
            };
            stack.push((node, next + 1));
            let to = drawing.arrows[number].to;
            match stages[to] {
                Stage::Open => turned[number] = true,
                Stage::Done => {}
                Stage::New => {
                    stages[to] = Stage::Open;
                    stack.push((to, 0));
                }
            }
        }
    }
    turned
}

/// Returns the layer of each node: one below the lowest that leads to it.
fn layers(drawing: &Drawing, turned: &[bool]) -> Vec<usize> {
    let count = drawing.nodes.len();
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut waits = vec![0usize; count];
    for (arrow, turned) in drawing.arrows.iter().zip(turned) {
        let (top, bottom) = if *turned { (arrow.to, arrow.from) } else { (arrow.from, arrow.to) };
        if top != bottom {
            below[top].push(bottom);
            waits[bottom] += 1;
        }
    }
    let mut layers = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|&node| waits[node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &to in &below[node] {
            layers[to] = layers[to].max(layers[node] + 1);
            waits[to] -= 1;
            if waits[to] == 0 {
                ready.push(to);
            }
        }
    }
    layers
}

/// Returns the items of each layer from left to right.
fn ordered(items: &[Item]) -> Vec<Vec<usize>> {
    let count = items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, item) in items.iter().enumerate() {
        rows[item.layer].push(number);
    }
    let mut best = rows.clone();
    let mut fewest = crossings(items, &rows);
    for sweep in 0..SWEEPS {
        if fewest == 0 {
            break;
        }
        let downwards = sweep % 2 == 0;
        let order: Vec<usize> =
            if downwards { (1..count).collect() } else { (0..count.saturating_sub(1)).rev().collect() };
        for layer in order {
            let near = if downwards { layer - 1 } else { layer + 1 };
            let index = indices(items.len(), &rows[near]);
            let middle = |number: usize, own: usize| {
                let neighbours = if downwards { &items[number].above } else { &items[number].below };
                let known: Vec<usize> =
                    neighbours.iter().map(|&item| index[item]).filter(|&at| at != usize::MAX).collect();
                if known.is_empty() { own as f64 } else { known.iter().sum::<usize>() as f64 / known.len() as f64 }
            };
            let mut keyed: Vec<(f64, usize)> =
                rows[layer].iter().enumerate().map(|(own, &number)| (middle(number, own), number)).collect();
            keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
            rows[layer] = keyed.into_iter().map(|(_, number)| number).collect();
        }
        let now = crossings(items, &rows);
        if now < fewest {
            (fewest, best) = (now, rows.clone());
        }
    }
    best
}

/// Returns the index of each item in a row; `usize::MAX` if it is not in it.
fn indices(count: usize, row: &[usize]) -> Vec<usize> {
    let mut index = vec![usize::MAX; count];
    for (at, &number) in row.iter().enumerate() {
        index[number] = at;
    }
    index
}

/// Counts the pairs of arrows between neighbouring layers that cross: inversions, counted with a tree of sums.
fn crossings(items: &[Item], rows: &[Vec<usize>]) -> u64 {
    let mut all = 0;
    for pair in rows.windows(2) {
        let index = indices(items.len(), &pair[1]);
        let mut sums = vec![0u64; pair[1].len() + 1];
        let mut seen = 0;
        for &number in &pair[0] {
            let mut ends: Vec<usize> =
                items[number].below.iter().map(|&to| index[to]).filter(|&at| at != usize::MAX).collect();
            ends.sort_unstable();
            for &end in &ends {
                let (mut before, mut at) = (0, end + 1);
                while at > 0 {
                    before += sums[at];
                    at &= at - 1;
                }
                all += seen - before;
            }
            for end in ends {
                seen += 1;
                let mut at = end + 1;
                while at < sums.len() {
                    sums[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
        }
    }
    all
}

/// Returns the horizontal centre of each item: near the middle of its neighbours, without overlaps.
fn across(items: &[Item], rows: &[Vec<usize>]) -> Vec<f64> {
    let mut xs = vec![0.0; items.len()];
    let apart = |left: usize, right: usize| (items[left].width + items[right].width) / 2.0 + GAP;
    for row in rows {
        let mut at = 0.0;
        for (index, &number) in row.iter().enumerate() {
            at += if index == 0 { 0.0 } else { apart(row[index - 1], number) };
            xs[number] = at;
        }
        // Rows start centred.
        row.iter().for_each(|&number| xs[number] -= at / 2.0);
    }
    for pass in 0..24 {
        let downwards = pass % 2 == 0;
        let order: Vec<usize> = if downwards { (0..rows.len()).collect() } else { (0..rows.len()).rev().collect() };
        for layer in order {
            let row = &rows[layer];
            let wish = |number: usize, xs: &[f64]| {
                let near: Vec<f64> =
                    items[number].above.iter().chain(&items[number].below).map(|&item| xs[item]).collect();
                if near.is_empty() { xs[number] } else { near.iter().sum::<f64>() / near.len() as f64 }
            };
            let wishes: Vec<f64> = row.iter().map(|&number| wish(number, &xs)).collect();
            // Pushed to the right as far as needed, and to the left as far as needed; the mean of the two is used.
            let (mut right, mut left) = (wishes.clone(), wishes);
            for index in 1..row.len() {
                right[index] = right[index].max(right[index - 1] + apart(row[index - 1], row[index]));
            }
            for index in (1..row.len()).rev() {
                left[index - 1] = left[index - 1].min(left[index] - apart(row[index - 1], row[index]));
            }
            for (index, &number) in row.iter().enumerate() {
                xs[number] = (left[index] + right[index]) / 2.0;
            }
        }
    }
    let leftmost = items.iter().zip(&xs).map(|(item, x)| x - item.width / 2.0).fold(f64::INFINITY, f64::min);
    let shift = if leftmost.is_finite() { MARGIN - leftmost } else { 0.0 };
    xs.iter().map(|x| x + shift).collect()
}
