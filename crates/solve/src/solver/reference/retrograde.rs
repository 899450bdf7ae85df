//! Retrograde analysis: a loopy game solved backwards from its final positions.
//!
//! In: a graph whose first positions are settled. Out: who wins each of the others, and its remoteness. Idea: count
//! each position's unsettled options down to zero (Thompson 1986), the quickest ends first; what is never settled is
//! a draw, or goes to the side that infinite play is given to. A graph that is not complete settles what it can: a win
//! or a loss found in it is right whatever lies outside, and nothing else is concluded.

use crate::solver::reference::explore::Graph;
use crate::solver::reference::order::Parents;
use crate::solver::reference::worth::{ENDLESS, Worth};
use grundy_rules::Terminal;
use std::collections::BTreeMap;

/// A result to be propagated to the positions that can move there.
enum News {
    /// This position is settled.
    Position(u32),
    /// A move of this position leads to one settled before, and wins or not.
    Move { of: u32, wins: bool },
}

/// Settles wins and losses of the positions that are not sealed; `values` holds the sealed ones.
pub(crate) fn settle(graph: &Graph, parents: &Parents, values: &mut [Worth]) {
    let base = graph.sealed();
    // Ordered by the remoteness of the settled position, so that a win is first seen from its quickest move and a loss
    // is last seen from its slowest.
    let mut news: BTreeMap<u32, Vec<News>> = BTreeMap::new();
    let mut unsettled: Vec<usize> = Vec::with_capacity(graph.examined() - base);
    for node in base as u32..graph.examined() as u32 {
        unsettled.push(graph.edges(node).len());
        values[node as usize] = match graph.ending(node) {
            Some(Terminal::Win) => Worth::Win(0),
            Some(Terminal::Lose) => Worth::Lose(0),
            Some(Terminal::Draw) => Worth::Draw,
            Some(Terminal::Score(_)) | None => Worth::Unknown,
        };
        if values[node as usize].is_decided() {
            news.entry(0).or_default().push(News::Position(node));
        }
        for edge in graph.edges(node) {
            if (edge.to as usize) < base {
                let again = graph.tag(edge.tag).0;
                match values[edge.to as usize] {
                    Worth::Win(moves) if moves != ENDLESS => {
                        news.entry(moves).or_default().push(News::Move { of: node, wins: again });
                    }
                    Worth::Lose(moves) if moves != ENDLESS => {
                        news.entry(moves).or_default().push(News::Move { of: node, wins: !again });
                    }
                    _ => {}
                }
            }
        }
    }
    while let Some((moves, level)) = news.pop_first() {
        let mut settled = Vec::new();
        let mut tell = |values: &mut [Worth], node: u32, wins: bool| {
            let value = &mut values[node as usize];
            if *value != Worth::Unknown {
                return;
            }
            let left = &mut unsettled[node as usize - base];
            *left -= usize::from(!wins);
            if wins {
                *value = Worth::Win(moves + 1);
            } else if *left == 0 {
                *value = Worth::Lose(moves + 1);
            } else {
                return;
            }
            settled.push(News::Position(node));
        };
        for item in level {
            match item {
                News::Move { of, wins } => tell(values, of, wins),
                News::Position(node) => {
                    let won = matches!(values[node as usize], Worth::Win(_));
                    for &(parent, tag) in parents.of(node) {
                        // A lost position is won by the player who moves there; after `again` that player is still to
                        // move.
                        tell(values, parent, won == graph.tag(tag).0);
                    }
                }
            }
        }
        if !settled.is_empty() {
            news.entry(moves + 1).or_default().append(&mut settled);
        }
    }
}

/// Marks the unsettled positions of a complete graph as draws.
pub(crate) fn draw_the_rest(graph: &Graph, values: &mut [Worth]) {
    for value in &mut values[graph.sealed()..] {
        if *value == Worth::Unknown {
            *value = Worth::Draw;
        }
    }
}
