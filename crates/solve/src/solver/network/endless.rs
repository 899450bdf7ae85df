//! Infinite play that is a win for one side.
//!
//! In: a complete graph in which every win and loss that can be forced in finitely many moves is settled. Out: the
//! rest. Idea: the side that infinite play is given to (the *patient* one) wins unless its opponent can force an end
//! that is not a loss; if the opponent cannot force a win but can force an end, it is a draw. Those are the positions
//! from which the opponent can force a final draw or a position already won: one more attractor.

use super::order::Parents;
use super::{INFINITE, NodeValue, Positions};
use grundy_rules::Side;

/// Settles the remaining positions; `values` holds the earlier ones and what retrograde analysis found.
pub(super) fn settle<G: Positions>(graph: &G, parents: &Parents, patient: Side, values: &mut [NodeValue<G::Score>]) {
    let base = parents.base();
    let is_patient = |node: u32| graph.mover(node) == Some(patient);
    // For each position of the patient side: the number of options not known to be safe for the opponent.
    let mut unsafe_options = vec![0u32; values.len() - base];
    let mut drawn: Vec<u32> = Vec::new();
    for node in base as u32..values.len() as u32 {
        match values[node as usize] {
            NodeValue::Draw => drawn.push(node),
            NodeValue::Unknown => {
                let is_drawn = |to: u32| (to as usize) < base && matches!(values[to as usize], NodeValue::Draw);
                let is_lost = |to: u32| match values[to as usize] {
                    NodeValue::Win(_) => !is_patient(to),
                    NodeValue::Lose(_) => is_patient(to),
                    _ => false,
                };
                let left = graph.edges(node).filter(|edge| !is_drawn(edge.to) && !is_lost(edge.to)).count() as u32;
                unsafe_options[node as usize - base] = left;
                let is_drawn_here =
                    if is_patient(node) { left == 0 } else { graph.edges(node).any(|edge| is_drawn(edge.to)) };
                if is_drawn_here {
                    drawn.push(node);
                }
            }
            _ => {}
        }
    }
    for &node in &drawn {
        values[node as usize] = NodeValue::Draw;
    }
    while let Some(node) = drawn.pop() {
        for &parent in parents.of(node) {
            if !values[parent as usize].is_unknown() {
                continue;
            }
            if is_patient(parent) {
                let left = &mut unsafe_options[parent as usize - base];
                *left -= 1;
                if *left > 0 {
                    continue;
                }
            }
            values[parent as usize] = NodeValue::Draw;
            drawn.push(parent);
        }
    }
    for node in base as u32..values.len() as u32 {
        if values[node as usize].is_unknown() {
            values[node as usize] = if is_patient(node) { NodeValue::Win(INFINITE) } else { NodeValue::Lose(INFINITE) };
        }
    }
}
