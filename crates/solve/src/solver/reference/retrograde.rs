//! Retrograde analysis: a loopy game solved backwards from its final positions.
//!
//! In: a graph whose first positions are settled. Out: who wins each of the others, and its remoteness. Idea: count
//! each position's unsettled options down to zero (Thompson 1986), the quickest ends first; what is never settled is
//! a draw, or goes to the side that infinite play is given to. A graph that is not complete settles what it can: a win
//! or a loss found in it is right whatever lies outside, and nothing else is concluded.

use crate::solver::reference::explore::Graph;
use crate::solver::reference::order::Parents;
use crate::solver::reference::worth::{ENDLESS, Worth};
use grundy_rules::Ending;
use std::collections::BTreeMap;

/// Something to tell to positions that can move there.
enum News {
    /// This position is settled.
    Position(u32),
    /// A move of this position leads to one settled before; does it win?
    Move { of: u32, wins: bool },
}

/// Settles the positions that are not sealed as far as wins and losses go; `worths` holds the sealed ones.
pub(crate) fn settle(graph: &Graph, parents: &Parents, worths: &mut [Worth]) {
    let base = graph.sealed();
    // By the remoteness of the position that the news come from, so that a win is first seen from its quickest move
    // and a loss is last seen from its slowest.
    let mut news: BTreeMap<u32, Vec<News>> = BTreeMap::new();
    let mut unsettled: Vec<usize> = Vec::with_capacity(graph.examined() - base);
    for node in base as u32..graph.examined() as u32 {
        unsettled.push(graph.edges(node).len());
        worths[node as usize] = match graph.ending(node) {
            Some(Ending::Win) => Worth::Win(0),
            Some(Ending::Lose) => Worth::Lose(0),
            Some(Ending::Draw) => Worth::Draw,
            Some(Ending::Score(_)) | None => Worth::Unknown,
        };
        if worths[node as usize].is_decided() {
            news.entry(0).or_default().push(News::Position(node));
        }
        for edge in graph.edges(node) {
            if (edge.to as usize) < base {
                let again = graph.tag(edge.tag).0;
                match worths[edge.to as usize] {
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
        let mut tell = |worths: &mut [Worth], node: u32, wins: bool| {
            let worth = &mut worths[node as usize];
            if *worth != Worth::Unknown {
                return;
            }
            let left = &mut unsettled[node as usize - base];
            *left -= usize::from(!wins);
            if wins {
                *worth = Worth::Win(moves + 1);
            } else if *left == 0 {
                *worth = Worth::Lose(moves + 1);
            } else {
                return;
            }
            settled.push(News::Position(node));
        };
        for item in level {
            match item {
                News::Move { of, wins } => tell(worths, of, wins),
                News::Position(node) => {
                    let won = matches!(worths[node as usize], Worth::Win(_));
                    for &(parent, tag) in parents.of(node) {
                        // A lost position is won by who moves there; after `again` he is still the one to move.
                        tell(worths, parent, won == graph.tag(tag).0);
                    }
                }
            }
        }
        if !settled.is_empty() {
            news.entry(moves + 1).or_default().append(&mut settled);
        }
    }
}

/// Infinite play is a draw: so is everything in a complete graph that was not settled.
pub(crate) fn draw_the_rest(graph: &Graph, worths: &mut [Worth]) {
    for worth in &mut worths[graph.sealed()..] {
        if *worth == Worth::Unknown {
            *worth = Worth::Draw;
        }
    }
}
