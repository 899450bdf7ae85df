//! Whole-sum search against the bare definitions, on random graphs of a few positions.

use super::Search;
use crate::budget::{Budget, Stop};
use crate::solver::network::{INFINITE, NodeValue, Terms};

use crate::work::Work;
use grundy_rules::game::Loops;
use grundy_rules::{Int, Position, Side, Standing, Step, Terminal, Value};
use grundy_value::Random;
use std::sync::Arc;

#[derive(Clone)]
struct Vertex {
    mover: Option<Side>,
    ending: Option<Terminal>,
    /// (to, again, gain)
    moves: Vec<(usize, bool, i64)>,
}

/// Features of a random graph.
#[derive(Clone, Copy)]
struct Kind {
    players: bool,
    again: bool,
    points: bool,
    loops: bool,
}

fn random_graph(random: &mut Random, kind: Kind) -> Vec<Vertex> {
    let size = 2 + random.index(14);
    let mut graph: Vec<Vertex> = (0..size)
        .map(|_| {
            let side = [Side::Left, Side::Right][random.index(2)];
            Vertex { mover: kind.players.then_some(side), ending: None, moves: Vec::new() }
        })
        .collect();
    for from in 0..size {
        for _ in 0..random.index(5) {
            let to = if kind.loops { random.index(size) } else { from + 1 + random.index(size) };
            if to >= size {
                continue;
            }
            // With players the movers say whether it is the same player's turn again.
            let again =
                if kind.players { graph[from].mover == graph[to].mover } else { kind.again && random.index(4) == 0 };
            if again && !kind.again {
                continue;
            }
            let gain = if kind.points { random.index(7) as i64 - 2 } else { 0 };
            graph[from].moves.push((to, again, gain));
        }
        if graph[from].moves.is_empty() {
            let endings = [Terminal::Win, Terminal::Lose, Terminal::Lose, Terminal::Draw];
            let score = Int::from(random.index(9) as i64 - 4);
            graph[from].ending =
                Some(if kind.points { Terminal::Score(score) } else { endings[random.index(4)].clone() });
        }
    }
    graph
}

fn position(graph: &[Vertex], vertex: usize) -> Position {
    Position::alone(graph[vertex].mover, Arc::new(vec![Value::from(vertex as i64)]))
}

fn look(graph: &[Vertex], at: &Position) -> Standing {
    let vertex = at.only().unwrap()[0].as_int().and_then(Int::to_usize).unwrap();
    if let Some(ending) = &graph[vertex].ending {
        return Standing::Ended(ending.clone());
    }
    let step = |&(to, again, gain): &(usize, bool, i64)| Step {
        moves: Vec::new(),
        gain: gain.into(),
        again,
        to: position(graph, to),
    };
    Standing::Open(graph[vertex].moves.iter().map(step).collect())
}

fn reach(search: &mut Search, graph: &[Vertex], root: usize, max_positions: u64) -> (NodeValue, Option<Stop>) {
    let budget = Budget::positions(max_positions);
    let work = Work::start(&budget);
    let at = position(graph, root);
    let stop = search.reach(&at, &work, &mut |at, work| work.spend(|_| Ok(look(graph, at)))).unwrap();
    let value = search.value(&at).clone();
    if stop.is_some() {
        search.rollback();
    }
    (value, stop)
}

/// Returns +1, 0 or −1 for the player to move if play is cut off after `moves` moves and then counts as `cut` says.
fn cut_off(graph: &[Vertex], moves: usize, cut: &dyn Fn(&Vertex) -> i8) -> Vec<i8> {
    let over = |vertex: &Vertex| match vertex.ending {
        Some(Terminal::Win) => Some(1),
        Some(Terminal::Lose) => Some(-1),
        Some(Terminal::Draw) => Some(0),
        _ => None,
    };
    let mut values: Vec<i8> = graph.iter().map(|vertex| over(vertex).unwrap_or_else(|| cut(vertex))).collect();
    for _ in 0..moves {
        let best = |vertex: &Vertex| {
            let value = |&(to, again, _): &(usize, bool, i64)| if again { values[to] } else { -values[to] };
            over(vertex).unwrap_or_else(|| vertex.moves.iter().map(value).max().unwrap())
        };
        values = graph.iter().map(best).collect();
    }
    values
}

/// Returns the true values: play cut off after very many moves. The remoteness is the number of moves needed to force
/// the result.
fn truth(graph: &[Vertex], loops: Loops) -> Vec<NodeValue> {
    let long = graph.len() * 3 + 3;
    let forced: Vec<Vec<i8>> = (0..=long).map(|moves| cut_off(graph, moves, &|_| 0)).collect();
    let side_sign = |vertex: &Vertex, side: Side| if vertex.mover == Some(side) { 1 } else { -1 };
    let last = match loops {
        Loops::Wins(side) => cut_off(graph, long, &|vertex| side_sign(vertex, side)),
        Loops::Draw | Loops::None => forced[long].clone(),
    };
    let value = |vertex: usize| {
        let moves = (0..=long).find(|&moves| forced[moves][vertex] == last[vertex]);
        match last[vertex] {
            0 => NodeValue::Draw,
            1 => NodeValue::Win(moves.map_or(INFINITE, |moves| moves as u32)),
            _ => NodeValue::Lose(moves.map_or(INFINITE, |moves| moves as u32)),
        }
    };
    (0..graph.len()).map(value).collect()
}

fn score(graph: &[Vertex], vertex: usize) -> i64 {
    match &graph[vertex].ending {
        Some(Terminal::Score(score)) => score.to_i64().unwrap(),
        _ => {
            let value = |&(to, again, gain): &(usize, bool, i64)| {
                gain + if again { score(graph, to) } else { -score(graph, to) }
            };
            graph[vertex].moves.iter().map(value).max().unwrap()
        }
    }
}

fn compare(kind: Kind, loops: Loops, seed: u64) {
    let mut random = Random(seed);
    for _ in 0..200 {
        let graph = random_graph(&mut random, kind);
        let expected: Vec<NodeValue> = if kind.points {
            (0..graph.len()).map(|vertex| NodeValue::Score(score(&graph, vertex).into())).collect()
        } else {
            truth(&graph, loops)
        };
        let terms = Terms { points: kind.points, loops };
        // One search for all queries, in any order, with budgets that are often too small.
        let mut shared = Search::new(terms);
        for _ in 0..graph.len() * 2 {
            let root = random.index(graph.len());
            let small = random.index(graph.len() + 1) as u64;
            let (value, stop) = reach(&mut shared, &graph, root, small);
            let is_right = value == expected[root]
                || value == NodeValue::Unknown && stop.is_some()
                // A stop leaves open only the remoteness.
                || stop.is_some() && std::mem::discriminant(&value) == std::mem::discriminant(&expected[root]);
            assert!(is_right, "root {root}, budget {small}: {value:?}, not {:?}", expected[root]);
            if stop.is_some() && value == NodeValue::Draw {
                assert!(graph[root].ending.is_some(), "a draw was concluded from a part of the graph");
            }
            if random.index(2) == 0 {
                let (value, stop) = reach(&mut shared, &graph, root, u64::MAX);
                assert_eq!((&value, stop), (&expected[root], None), "root {root}");
            }
        }
        for (root, expected) in expected.iter().enumerate() {
            let (value, _) = reach(&mut Search::new(terms), &graph, root, u64::MAX);
            assert_eq!(&value, expected, "root {root} alone");
        }
    }
}

const IMPARTIAL: Kind = Kind { players: false, again: false, points: false, loops: true };

#[test]
fn impartial_games_with_loops() {
    compare(IMPARTIAL, Loops::Draw, 1);
    compare(Kind { again: true, ..IMPARTIAL }, Loops::Draw, 2);
    compare(Kind { loops: false, again: true, ..IMPARTIAL }, Loops::None, 3);
}

#[test]
fn games_with_players_whose_loops_are_draws_or_wins() {
    for again in [false, true] {
        let kind = Kind { players: true, again, ..IMPARTIAL };
        compare(kind, Loops::Draw, 4);
        compare(kind, Loops::Wins(Side::Left), 5);
        compare(kind, Loops::Wins(Side::Right), 6);
    }
}

#[test]
fn games_for_points() {
    let kind = Kind { points: true, loops: false, again: true, players: false };
    compare(kind, Loops::Draw, 7);
    compare(Kind { players: true, ..kind }, Loops::Draw, 8);
}

#[test]
fn a_position_is_loopy_exactly_where_play_can_come_back() {
    let mut random = Random(9);
    for _ in 0..200 {
        let graph = random_graph(&mut random, IMPARTIAL);
        let mut search = Search::new(Terms { points: false, loops: Loops::Draw });
        // Play of as many moves as there are positions visits one of them twice.
        let mut lasts = vec![true; graph.len()];
        for _ in 0..graph.len() {
            lasts = graph.iter().map(|vertex| vertex.moves.iter().any(|&(to, ..)| lasts[to])).collect();
        }
        for (root, &lasts) in lasts.iter().enumerate() {
            reach(&mut search, &graph, root, u64::MAX);
            let at = position(&graph, root);
            assert_eq!(search.is_loopy(&at), lasts);
            if lasts {
                let cycle = search.loop_from(&at);
                for (index, from) in cycle.iter().enumerate() {
                    let Standing::Open(steps) = look(&graph, from) else { panic!("a loop does not end") };
                    assert!(steps.iter().any(|step| step.to == cycle[(index + 1) % cycle.len()]));
                }
            }
        }
    }
}

/// Returns a chain of `size` positions, each with one move to the next.
fn chain(size: usize, last: Vertex) -> Vec<Vertex> {
    let link = |at: usize| Vertex { mover: None, ending: None, moves: vec![(at + 1, false, 0)] };
    (0..size - 1).map(link).chain([last]).collect()
}

#[test]
fn a_chain_of_up_to_a_million_positions() {
    // A debug build overflows the stack with fewer than a million.
    let size = if cfg!(debug_assertions) { 200_000 } else { 1_000_000 };
    let graph = chain(size, Vertex { mover: None, ending: Some(Terminal::Lose), moves: Vec::new() });
    let mut search = Search::new(Terms { points: false, loops: Loops::None });
    assert_eq!(reach(&mut search, &graph, 0, u64::MAX).0, NodeValue::Win(size as u32 - 1));
    assert!(!search.is_loopy(&position(&graph, 0)));
}

#[test]
fn a_ring_of_many_positions() {
    let size = 100_000;
    let graph = chain(size, Vertex { mover: None, ending: None, moves: vec![(0, false, 0)] });
    let mut search = Search::new(Terms { points: false, loops: Loops::Draw });
    assert_eq!(reach(&mut search, &graph, 0, u64::MAX).0, NodeValue::Draw);
    assert_eq!(search.loop_from(&position(&graph, 7)).len(), size);
}
