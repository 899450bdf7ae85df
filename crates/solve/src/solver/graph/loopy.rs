//! Nodes of a graph with loops, solved backwards from the ends.
//!
//! In: rows. Out: for each node the moves to the end, or none if play from it goes on forever. Idea: count each node's
//! unsettled options down to zero (Thompson 1986). All moves have equal length, so that a queue sees the quickest win
//! first and the slowest loss last.

use super::{Play, Rows};
use crate::budget::Stop;
use crate::work::Work;
use std::sync::atomic::{AtomicU32, Ordering};

/// Number of nodes between two checks of the budget.
const PATIENCE: usize = 1 << 15;

/// Returns the lengths of play; a draw has none and keeps the greatest number.
///
/// # Errors
/// Fails if the budget ended.
pub(super) fn lengths(rows: &Rows, play: Play, work: &Work) -> Result<Vec<AtomicU32>, Stop> {
    let len = rows.len();
    work.room(2 * Rows::bytes(len, rows.edges()) + 12 * len as u64)?;
    let parents = rows.reversed();
    let mut unsettled: Vec<u32> = (0..len).map(|node| rows.of(node).len() as u32).collect();
    let mut lengths: Vec<AtomicU32> = (0..len).map(|_| AtomicU32::new(u32::MAX)).collect();
    let mut queue: Vec<u32> = (0..len as u32).filter(|&node| unsettled[node as usize] == 0).collect();
    for &node in &queue {
        *lengths[node as usize].get_mut() = 0;
    }
    let mut done = 0;
    while let Some(&node) = queue.get(done) {
        done += 1;
        if done % PATIENCE == 0 {
            work.pass(0)?;
        }
        let length = lengths[node as usize].load(Ordering::Relaxed);
        let lost = length.is_multiple_of(2) == (play == Play::Normal);
        for &parent in parents.of(node as usize) {
            let known = lengths[parent as usize].get_mut();
            if *known != u32::MAX {
                continue;
            }
            let left = &mut unsettled[parent as usize];
            *left = left.wrapping_sub(1);
            // A move to a lost position wins; a player with only moves to won ones loses.
            if lost || *left == 0 {
                *known = length + 1;
                queue.push(parent);
            }
        }
    }
    Ok(lengths)
}
