//! Tokens on random graphs against the bare definitions and against the reference.

use super::*;
use crate::budget::Budget;
use crate::solver::Solver;
use crate::work::Work;
use grundy_rules::{Compound, Position, read};
use grundy_value::Random;
use std::sync::Arc;

fn rows_of(lists: &[Vec<usize>]) -> Rows {
    let mut starts = vec![0];
    let mut targets = Vec::new();
    for list in lists {
        targets.extend(list.iter().map(|&target| target as u32));
        starts.push(targets.len() as u32);
    }
    Rows::from_parts(starts, targets).unwrap()
}

/// Lists of `size` nodes; each arrow leads to a smaller number unless `loops`, and then the numbers are changed by `shuffle`.
fn random_lists(random: &mut Random, size: usize, degree: usize, loops: bool, shuffle: bool) -> Vec<Vec<usize>> {
    let mut names: Vec<usize> = (0..size).collect();
    if shuffle {
        for index in 1..size {
            names.swap(index, random.index(index + 1));
        }
    }
    let mut lists = vec![Vec::new(); size];
    for node in 0..size {
        for _ in 0..random.index(degree + 1) {
            let bound = if loops { size } else { node };
            if bound > 0 {
                lists[names[node]].push(names[random.index(bound)]);
            }
        }
    }
    lists
}

fn solved(graph: &TokenGraph, wanted: Wanted, threads: usize) -> TokenValues {
    let budget = Budget { threads, ..Budget::default() };
    let work = Work::start(&budget);
    graph.solve_in(&graph.order(&work).unwrap(), wanted, &work).unwrap()
}

/// Returns the winner (+1, 0, -1) and length, by iterating until nothing changes: rounds are moves.
fn by_rounds(lists: &[Vec<usize>], play: Play) -> Vec<Option<(bool, u64)>> {
    let mut known: Vec<Option<(bool, u64)>> = vec![None; lists.len()];
    for round in 0.. {
        let before = known.clone();
        for (node, list) in lists.iter().enumerate().filter(|(node, _)| before[*node].is_none()) {
            known[node] = if list.is_empty() && round == 0 {
                Some((play == Play::Misere, 0))
            } else if list.iter().any(|&to| before[to].is_some_and(|(wins, _)| !wins)) {
                Some((true, round))
            } else if !list.is_empty() && list.iter().all(|&to| before[to].is_some_and(|(wins, _)| wins)) {
                Some((false, round))
            } else {
                None
            };
        }
        if round > 0 && known == before {
            return known;
        }
    }
    unreachable!()
}

/// Returns Grundy values where no loop is reached, by iterating until nothing changes.
fn by_definition(lists: &[Vec<usize>]) -> Vec<Option<u64>> {
    let mut known: Vec<Option<u64>> = vec![None; lists.len()];
    loop {
        let before = known.clone();
        for (node, list) in lists.iter().enumerate() {
            let options: Option<Vec<Grundy>> = list.iter().map(|&to| known[to].map(Grundy)).collect();
            known[node] = options.map(|options| Grundy::mex(options).0);
        }
        if known == before {
            return known;
        }
    }
}

fn check(lists: &[Vec<usize>], play: Play, threads: usize) {
    let graph = TokenGraph::new(rows_of(lists), play, Loops::Draw);
    let values = solved(&graph, Wanted::Both, threads);
    let (rounds, grundy) = (by_rounds(lists, play), by_definition(lists));
    for node in 0..lists.len() {
        let at = node as u32;
        let expected = match rounds[node] {
            None => Outcome::Draw,
            Some((true, _)) => Outcome::Next,
            Some((false, _)) => Outcome::Previous,
        };
        assert_eq!(values.outcome(at), expected, "node {node} of {lists:?} {play:?}");
        assert_eq!(values.remoteness(at).map(|moves| moves.0), rounds[node].map(|(_, moves)| moves), "{lists:?}");
        assert_eq!(values.is_loopy(at), grundy[node].is_none(), "{lists:?}");
        if play == Play::Normal {
            assert_eq!(values.grundy(at).map(|value| value.0), grundy[node], "{lists:?}");
        } else {
            assert_eq!(values.grundy(at), None);
        }
        if values.is_loopy(at) {
            let cycle = graph.loop_from(at, &values);
            for (index, &node) in cycle.iter().enumerate() {
                assert!(lists[node as usize].contains(&(cycle[(index + 1) % cycle.len()] as usize)));
            }
        }
    }
}

#[test]
fn random_graphs_are_valued_as_defined() {
    let mut random = Random(1);
    for round in 0..3000 {
        let size = 1 + random.index(14);
        let (loops, shuffle) = (round % 3 == 0, round % 2 == 0);
        let lists = random_lists(&mut random, size, 4, loops, shuffle);
        check(&lists, [Play::Normal, Play::Misere][random.index(2)], 1);
    }
}

/// Levels found by several threads are an order too, and what is in none of them reaches a loop.
#[test]
fn levels_give_the_same_values() {
    let mut random = Random(7);
    let budget = Budget { threads: 2, ..Budget::default() };
    let work = Work::start(&budget);
    let sizes = (0..600).map(|round| (1 + round % 14, 4)).chain([(20_000, 3), (20_000, 40)]);
    for (round, (size, degree)) in sizes.enumerate() {
        let lists = random_lists(&mut random, size, degree, round % 3 == 0, true);
        let graph = TokenGraph::new(rows_of(&lists), Play::Normal, Loops::Draw);
        let levels = Order::by_levels(graph.rows(), &work).unwrap();
        let found = graph.solve_in(&levels, Wanted::Both, &work).unwrap();
        let expected = solved(&graph, Wanted::Both, 1);
        for node in 0..size as u32 {
            let all = |values: &TokenValues| (values.is_loopy(node), values.grundy(node), values.remoteness(node));
            assert_eq!(all(&found), all(&expected), "node {node} of {size} in round {round}");
        }
    }
}

#[test]
fn arrows_to_greater_numbers_are_in_order_too() {
    let lists: Vec<Vec<usize>> = (0..40).map(|node| (node + 1..40).filter(|to| to % 7 != node % 5).collect()).collect();
    let budget = Budget::default();
    assert!(matches!(
        TokenGraph::new(rows_of(&lists), Play::Normal, Loops::Draw).order(&Work::start(&budget)),
        Ok(Order::Descending)
    ));
    check(&lists, Play::Normal, 1);
    check(&lists, Play::Misere, 1);
}

#[test]
fn values_past_a_mask_and_past_a_byte_are_exact() {
    // Each node leads to all before it, so that its value is its number; every third leads to all but one.
    for size in [63, 64, 65, 66, 130, 300] {
        let lists: Vec<Vec<usize>> =
            (0..size).map(|node| (0..node).filter(|&to| node % 3 > 0 || to != 5).collect()).collect();
        check(&lists, Play::Normal, 1);
    }
}

/// Two threads find what one does, whichever waits.
#[test]
fn the_number_of_threads_changes_nothing() {
    let mut random = Random(5);
    let size = 400_000;
    let chain: Vec<Vec<usize>> = (0..size).map(|node: usize| node.checked_sub(1).into_iter().collect()).collect();
    let near: Vec<Vec<usize>> = (0..size)
        .map(|node| {
            (0..random.index(4)).map(|_| node.saturating_sub(1 + random.index(9))).filter(|&to| to < node).collect()
        })
        .collect();
    let wide = random_lists(&mut random, size, 4, false, false);
    let shuffled = random_lists(&mut random, size, 4, false, true);
    for lists in [chain, near, wide, shuffled] {
        let graph = TokenGraph::new(rows_of(&lists), Play::Normal, Loops::Draw);
        let [one, two, five] = [1, 2, 5].map(|threads| solved(&graph, Wanted::Both, threads));
        for node in 0..size as u32 {
            let all = |values: &TokenValues| (values.grundy(node), values.remoteness(node));
            assert!(all(&one) == all(&two) && all(&one) == all(&five));
            let parity = one.remoteness(node).unwrap().0 % 2 == 0;
            assert_eq!(parity, one.grundy(node) == Some(Grundy::ZERO));
        }
    }
}

#[test]
fn a_budget_stops_it() {
    let lists = random_lists(&mut Random(2), 100, 4, true, true);
    let graph = TokenGraph::new(rows_of(&lists), Play::Normal, Loops::Draw);
    for budget in [Budget { max_bytes: 100, ..Budget::default() }, Budget::positions(99)] {
        let work = Work::start(&budget);
        let order = graph.order(&work);
        assert!(order.and_then(|order| graph.solve_in(&order, Wanted::Both, &work)).is_err());
    }
}

fn instance(rules: &str) -> Arc<Instance> {
    Arc::new(Instance::new(read(rules).unwrap(), Vec::new()).unwrap())
}

#[test]
fn only_plain_tokens_are_recognised() {
    let known = |rules: &str| TokenGraph::recognise(&instance(rules)).is_some();
    let lists = "given next: [[int]] = [[], [0, 0], [1, 0]]";
    assert!(known(&format!("game g(v in 0..len(next) - 1) {lists} move go(u in next[v]) -> u")));
    assert!(known(&format!("game g(v) {lists} move go(u in next[v]) -> with v = u stuck wins loops none")));
    assert!(known("game g(v in 0..1) given next: [set int] = [{}, {0}, {7}] move go(u in next[v]) -> u"));
    // What is outside the component's range must be reported by the rules themselves.
    let outside = |rules: &str, lists: [&[i64]; 2]| {
        let list = |list: &[i64]| Value::list(list.iter().map(|&node| Value::from(node)).collect());
        let given = Value::list(lists.iter().map(|nodes| list(nodes)).collect());
        let instance = Instance::new(read(rules).unwrap(), vec![Some(given)]).unwrap();
        TokenGraph::recognise(&instance).is_none()
    };
    let rules = "game g(v in 0..len(next) - 1) given next: [[int]] = [[], [0]] move go(u in next[v]) -> u";
    assert!(!outside(rules, [&[], &[0]]));
    assert!(outside(rules, [&[], &[2]]));
    assert!(outside(rules, [&[], &[-1]]));
    for other in [
        "move go(u in next[v]) if u > 0 -> u",
        "move go(u in next[v]) -> u + 0",
        "move go(u in next[v]) -> u plus u",
        "move go(u in next[v]) -> again u",
        "move go(u in next[v]) gain 1 -> u",
        "move go(u in next[v]) -> u move stay(_ in next[v]) -> v",
        "move go(u in next[v]) -> u win if v == 0",
        "move go(u in next[v]) -> u stuck draws",
        "move go(u in next[v]) -> u stuck win if v == 0",
        "move go(u in next[v]) -> u players A, B",
        "move go(i in 0..len(next[v]) - 1) -> next[v][i]",
    ] {
        assert!(!known(&format!("game g(v in 0..len(next) - 1) {lists} {other}")), "{other}");
    }
}

/// Single tokens of random rules files, compared with the reference.
#[test]
fn the_reference_agrees_about_single_tokens() {
    let mut random = Random(11);
    for round in 0..200 {
        let size = 1 + random.index(9);
        let lists = random_lists(&mut random, size, 3, round % 2 == 0, true);
        let (play, stuck) = [(Play::Normal, ""), (Play::Misere, "stuck wins")][random.index(2)];
        let text =
            format!("game g(v in 0..len(next) - 1) given next: [[int]] = {lists:?} move go(u in next[v]) -> u {stuck}");
        let instance = instance(&text);
        let graph = TokenGraph::recognise(&instance).unwrap();
        assert_eq!(graph.play(), play);
        let values = solved(&graph, Wanted::Both, 1);
        let mut solver = Solver::reference(instance.clone(), Compound::One, Budget::default()).unwrap();
        for node in 0..size {
            let part = instance.part(vec![Value::from(node as i64)]).unwrap();
            let at = graph.node_of(&part).unwrap();
            let solution = solver.solve_one(&Position::alone(None, part)).unwrap();
            assert_eq!(solution.value.winner, Some(values.outcome(at).into()), "{text}");
            assert_eq!(solution.value.remoteness, values.remoteness(at), "{text}");
            assert_eq!(solution.value.grundy, values.grundy(at).map(Into::into), "{text}");
        }
    }
}
