//! Infinite play that is a win for one side.
//!
//! In: a complete graph in which every win and loss that can be forced in finitely many moves is settled. Out: the
//! rest. Idea: the side that infinite play is given to (the *patient* one) wins unless its opponent can force an end
//! that is not a loss; if the opponent cannot force a win but can force an end, it is a draw. Those are the positions
//! from which the opponent can force a final draw or a position already won: one more attractor.

use crate::solver::reference::explore::Graph;
use crate::solver::reference::order::Parents;
use crate::solver::reference::worth::{ENDLESS, Worth};
use grundy_rules::Side;

/// Settles the remaining positions; `values` holds the sealed ones and what retrograde analysis found.
pub(crate) fn settle(graph: &Graph, parents: &Parents, patient: Side, values: &mut [Worth]) {
    let base = graph.sealed();
    // For each position of the patient side: the number of options not known to be safe for the opponent.
    let mut unsafe_options = vec![0usize; values.len() - base];
    let mut drawn: Vec<u32> = Vec::new();
    for node in base as u32..values.len() as u32 {
        match values[node as usize] {
            Worth::Draw => drawn.push(node),
            Worth::Unknown => {
                let edges = graph.edges(node);
                let is_drawn = |to: u32| (to as usize) < base && values[to as usize] == Worth::Draw;
                let is_safe = |to: u32| is_drawn(to) || is_won_by(graph, to, patient.other(), values);
                let left = edges.iter().filter(|edge| !is_safe(edge.to)).count();
                unsafe_options[node as usize - base] = left;
                let is_patient = graph.mover(node) == Some(patient);
                if is_patient && left == 0 || !is_patient && edges.iter().any(|edge| is_drawn(edge.to)) {
                    drawn.push(node);
                }
            }
            _ => {}
        }
    }
    for &node in &drawn {
        values[node as usize] = Worth::Draw;
    }
    while let Some(node) = drawn.pop() {
        for &(parent, _) in parents.of(node) {
            if values[parent as usize] != Worth::Unknown {
                continue;
            }
            if graph.mover(parent) == Some(patient) {
                let left = &mut unsafe_options[parent as usize - base];
                *left -= 1;
                if *left > 0 {
                    continue;
                }
            }
            values[parent as usize] = Worth::Draw;
            drawn.push(parent);
        }
    }
    for node in base as u32..values.len() as u32 {
        if values[node as usize] == Worth::Unknown {
            let is_patient = graph.mover(node) == Some(patient);
            values[node as usize] = if is_patient { Worth::Win(ENDLESS) } else { Worth::Lose(ENDLESS) };
        }
    }
}

/// Returns true if a position is settled as a win of this side.
fn is_won_by(graph: &Graph, node: u32, side: Side, values: &[Worth]) -> bool {
    match values[node as usize] {
        Worth::Win(_) => graph.mover(node) == Some(side),
        Worth::Lose(_) => graph.mover(node) != Some(side),
        _ => false,
    }
}
