//! Cat and mouse on a graph, from every position at once (LeetCode 913).

use crate::random::Graph;
use std::collections::VecDeque;

/// The player to move.
const MOUSE: usize = 0;
const CAT: usize = 1;
/// Result of a position.
const DRAW: u8 = 0;
const MOUSE_WINS: u8 = 1;
const CAT_WINS: u8 = 2;

/// Returns the winner of each position: 0 neither, 1 the mouse, 2 the cat, at the index `(mouse * nodes + cat) * 2 +
/// mover`, the mouse being mover 0. The cat is never on node 0; the entries for that are meaningless.
///
/// Works backwards from the ends: a player wins who can reach a position he wins, and loses when no option is left.
pub fn retrograde(graph: &Graph) -> Vec<u8> {
    let nodes = graph.len();
    let index = |mouse: usize, cat: usize, mover: usize| (mouse * nodes + cat) * 2 + mover;
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    for node in 0..nodes {
        for &other in graph.next(node) {
            before[other as usize].push(node as u32);
        }
    }
    let mut winner = vec![DRAW; nodes * nodes * 2];
    let mut options = vec![0u32; nodes * nodes * 2];
    let mut settled = VecDeque::new();
    for mouse in 0..nodes {
        for cat in 1..nodes {
            options[index(mouse, cat, MOUSE)] = graph.next(mouse).len() as u32;
            options[index(mouse, cat, CAT)] = graph.next(cat).iter().filter(|&&node| node != 0).count() as u32;
            let (mut mouse_ends, mut cat_ends) = (DRAW, DRAW);
            if mouse == 0 {
                (mouse_ends, cat_ends) = (MOUSE_WINS, MOUSE_WINS);
            } else if mouse == cat {
                (mouse_ends, cat_ends) = (CAT_WINS, CAT_WINS);
            } else {
                // The player who cannot move has lost.
                if options[index(mouse, cat, MOUSE)] == 0 {
                    mouse_ends = CAT_WINS;
                }
                if options[index(mouse, cat, CAT)] == 0 {
                    cat_ends = MOUSE_WINS;
                }
            }
            for (mover, end) in [(MOUSE, mouse_ends), (CAT, cat_ends)] {
                if end != DRAW {
                    winner[index(mouse, cat, mover)] = end;
                    settled.push_back((mouse, cat, mover));
                }
            }
        }
    }
    while let Some((mouse, cat, mover)) = settled.pop_front() {
        let result = winner[index(mouse, cat, mover)];
        let (earlier, own) = if mover == MOUSE { (CAT, CAT_WINS) } else { (MOUSE, MOUSE_WINS) };
        let moved_from = if earlier == CAT { &before[cat] } else { &before[mouse] };
        for &from in moved_from {
            let (mouse, cat) = if earlier == CAT { (mouse, from as usize) } else { (from as usize, cat) };
            let at = index(mouse, cat, earlier);
            if cat == 0 || winner[at] != DRAW {
                continue;
            }
            options[at] -= 1;
            if result == own || options[at] == 0 {
                winner[at] = result;
                settled.push_back((mouse, cat, earlier));
            }
        }
    }
    winner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_agrees_with_its_options() {
        for seed in 0..20 {
            let graph = Graph::regular(12, 2, seed);
            let winner = retrograde(&graph);
            let at = |mouse: usize, cat: usize, mover: usize| winner[(mouse * 12 + cat) * 2 + mover];
            for mouse in 1..12 {
                for cat in (1..12).filter(|&cat| cat != mouse) {
                    let best = |own: u8, other: u8, options: Vec<u8>| match options {
                        options if options.contains(&own) => own,
                        options if options.contains(&DRAW) => DRAW,
                        _ => other,
                    };
                    let run = graph.next(mouse).iter().map(|&to| at(to as usize, cat, CAT)).collect();
                    assert_eq!(at(mouse, cat, MOUSE), best(MOUSE_WINS, CAT_WINS, run));
                    let chase = graph.next(cat).iter().filter(|&&to| to != 0);
                    let chase = chase.map(|&to| at(mouse, to as usize, MOUSE)).collect();
                    assert_eq!(at(mouse, cat, CAT), best(CAT_WINS, MOUSE_WINS, chase));
                }
            }
        }
    }
}
