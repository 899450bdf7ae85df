//! Retrograde analysis: a loopy game solved backwards from its final positions.
//!
//! In: a graph whose first positions are settled. Out: who wins each of the others, and its remoteness. Idea: count
//! each position's unsettled options down to zero (Thompson 1986), the quickest ends first; what is never settled is
//! a draw, or goes to the side that infinite play is given to. A graph that is not complete settles what it can: a win
//! or a loss found in it is right whatever lies outside, and nothing else is concluded.

use super::order::{PATIENCE, Parents};
use super::{Edge, INFINITE, NodeValue, Positions};

/// Settles wins and losses of the positions that `parents` is about; `values` holds the earlier ones. Calls `pause`
/// from time to time.
///
/// # Errors
/// Fails if `pause` does.
pub(crate) fn settle<G: Positions, E>(
    graph: &G,
    parents: &Parents,
    values: &mut [NodeValue<G::Score>],
    mut pause: impl FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let base = parents.base();
    let mut unsettled: Vec<u32> = Vec::with_capacity(graph.len() - base);
    let mut level: Vec<u32> = Vec::new();
    // Moves to positions settled before: (their remoteness, the position moved from, whether the move wins).
    let mut news: Vec<(u32, u32, bool)> = Vec::new();
    for node in base as u32..graph.len() as u32 {
        let mut options = 0;
        for Edge { to, again } in graph.edges(node) {
            options += 1;
            if (to as usize) < base {
                match values[to as usize] {
                    NodeValue::Win(moves) if moves != INFINITE => news.push((moves, node, again)),
                    NodeValue::Lose(moves) if moves != INFINITE => news.push((moves, node, !again)),
                    _ => {}
                }
            }
        }
        unsettled.push(options);
        let ending = graph.ending(node).filter(|end| !matches!(end, NodeValue::Score(_)));
        values[node as usize] = ending.unwrap_or(NodeValue::Unknown);
        if matches!(values[node as usize], NodeValue::Win(_) | NodeValue::Lose(_)) {
            level.push(node);
        }
    }
    news.sort_unstable();
    let mut news = news.into_iter().peekable();
    // Level by level, so that a win is first seen from its quickest move and a loss is last seen from its slowest.
    let (mut moves, mut done) = (0, 0usize);
    loop {
        if level.is_empty() {
            match news.peek() {
                Some(item) => moves = item.0,
                None => return Ok(()),
            }
        }
        let mut settled = Vec::new();
        let mut tell = |values: &mut [NodeValue<G::Score>], node: u32, wins: bool| {
            if !values[node as usize].is_unknown() {
                return;
            }
            let left = &mut unsettled[node as usize - base];
            *left -= u32::from(!wins);
            if wins {
                values[node as usize] = NodeValue::Win(moves + 1);
            } else if *left == 0 {
                values[node as usize] = NodeValue::Lose(moves + 1);
            } else {
                return;
            }
            settled.push(node);
        };
        while let Some((_, node, wins)) = news.next_if(|item| item.0 == moves) {
            tell(values, node, wins);
        }
        for node in level {
            done += 1;
            if done.is_multiple_of(PATIENCE) {
                pause()?;
            }
            let won = matches!(values[node as usize], NodeValue::Win(_));
            for (parent, again) in parents.moves_to(node) {
                // A lost position is won by the player who moves there; after `again` that player is still to move.
                tell(values, parent, won == again);
            }
        }
        level = settled;
        moves += 1;
    }
}
