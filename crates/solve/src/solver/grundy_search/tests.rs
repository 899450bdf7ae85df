//! The memoised search compared with plain recursion, on random games that split and on known ones.

use super::{Failure, Memo};
use crate::budget::Budget;
use crate::solver::random_machine::{Graph, Vertex, wide_key};
use crate::work::Work;
use grundy_kernel::{End, Expansion, Head, Machine, Options, Traits};
use grundy_value::Random;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns a random game: options of up to three parts, all smaller unless loops are wanted.
fn random_game(random: &mut Random, loops: usize) -> Graph<false> {
    let size = 2 + random.index(40);
    let mut vertices: Vec<Vertex> = Vec::new();
    for from in 0..size {
        let mut options = Vec::new();
        for _ in 0..random.index(6) {
            let max = if loops > 0 && random.index(loops) == 0 { size } else { from };
            let parts = [0, 1, 1, 1, 1, 2, 3][random.index(7)];
            if max > 0 || parts == 0 {
                options.push(((0..parts).map(|_| random.index(max) as u64).collect(), false, 0));
            }
        }
        vertices.push(Vertex { end: options.is_empty().then_some(End::Lose), options });
    }
    // Vertices with an end clause are not for Grundy values: numbers that are multiples of three are stuck.
    let vertices = vertices.into_iter().flat_map(|vertex| {
        let blank = Vertex { end: Some(End::Lose), options: Vec::new() };
        let spread = |to: u64| to * 3;
        let options = vertex.options.iter().map(|(to, ..)| (to.iter().map(|&to| spread(to)).collect(), false, 0));
        [Vertex { end: vertex.end, options: options.collect() }, blank.clone(), blank]
    });
    let vertices: Vec<Vertex> = vertices.collect();
    let bits = vertices.len().ilog2() + 1;
    Graph { vertices: Arc::new(vertices), traits: Traits { plain: false, players: false, bits }, trouble: None }
}

/// Returns values by the definition; `None` if play can loop.
fn by_definition(graph: &[Vertex]) -> Vec<Option<(u32, Option<u32>)>> {
    let mut values: Vec<Option<(u32, Option<u32>)>> = vec![None; graph.len()];
    loop {
        let before = values.clone();
        for (at, vertex) in graph.iter().enumerate() {
            let value = |(parts, ..): &(Vec<u64>, bool, i64)| {
                let parts: Option<Vec<_>> = parts.iter().map(|&part| values[part as usize]).collect();
                let parts = parts?;
                let grundy = parts.iter().fold(0, |sum, part| sum ^ part.0);
                let moves = match &parts[..] {
                    [] => Some(0),
                    [part] => part.1,
                    _ => None,
                };
                Some((grundy, moves))
            };
            let Some(options) = vertex.options.iter().map(value).collect::<Option<Vec<_>>>() else { continue };
            let seen: BTreeSet<u32> = options.iter().map(|option| option.0).collect();
            let grundy = (0..).find(|value| !seen.contains(value)).unwrap();
            let moves: Option<Vec<u32>> = options.iter().map(|option| option.1).collect();
            let moves = moves.map(|moves| match grundy {
                0 => moves.iter().max().map_or(0, |moves| moves + 1),
                _ => options.iter().filter(|option| option.0 == 0).map(|option| option.1.unwrap() + 1).min().unwrap(),
            });
            values[at] = Some((grundy, moves));
        }
        if values == before {
            return values;
        }
    }
}

#[test]
fn random_games_have_the_values_of_the_definition() {
    let mut random = Random(21);
    for loops in [0, 40, 5] {
        for _ in 0..300 {
            let graph = random_game(&mut random, loops);
            let expected = by_definition(&graph.vertices);
            let mut memo = Memo::new(graph.traits);
            let mut wide_memo = Memo::new(graph.wide::<true>().traits);
            for _ in 0..20 {
                let root = 3 * random.index(expected.len() / 3) as u64;
                if random.index(2) == 0 {
                    let bytes = random.index(20_000) as u64;
                    let small = Budget { max_bytes: bytes, ..Budget::default() };
                    let ended = memo.reach(&graph, &[root], &Work::start(&small));
                    assert!(matches!(ended, Ok(()) | Err(Failure::Stop(_) | Failure::Loopy { .. })));
                }
                let budget = Budget::default();
                let ended = memo.reach(&graph, &[root], &Work::start(&budget));
                assert_eq!(memo.value(root), expected[root as usize], "vertex {root}");
                assert_eq!(memo.is_loopy(root), expected[root as usize].is_none());
                match ended {
                    Ok(()) => {}
                    Err(Failure::Loopy { root: loopy, cycle }) => {
                        assert_eq!((loopy, expected[root as usize]), (root, None));
                        check_loop(&graph, &cycle);
                    }
                    Err(other) => panic!("{other:?}"),
                }
                let wide = graph.wide::<true>();
                let _ = wide_memo.reach(&wide, &[wide_key(root)], &Work::start(&budget));
                assert_eq!(wide_memo.value(wide_key(root)), expected[root as usize], "wide vertex {root}");
            }
            for (at, expected) in expected.iter().enumerate() {
                if let Some(value) = memo.value(at as u64) {
                    assert_eq!(Some(value), *expected, "vertex {at}");
                }
            }
        }
    }
}

fn check_loop(graph: &Graph<false>, cycle: &[u64]) {
    assert!(!cycle.is_empty());
    for (index, &from) in cycle.iter().enumerate() {
        let next = cycle[(index + 1) % cycle.len()];
        assert!(graph.vertices[from as usize].options.iter().any(|(to, ..)| to.contains(&next)), "{cycle:?}");
        assert!(!cycle[..index].contains(&from));
    }
}

/// Heaps from which a fixed number of counters or fewer are taken; with `splits`, the rest may be divided in two.
#[derive(Clone)]
struct Heap {
    max: u64,
    splits: bool,
}

impl Machine<u64> for Heap {
    fn traits(&self) -> Traits {
        Traits { plain: !self.splits, players: false, bits: 40 }
    }

    fn look(&mut self, key: u64, options: &mut Options) -> Expansion {
        options.clear();
        for taken in 1..=self.max.min(key) {
            let rest = key - taken;
            if !self.splits {
                options.words.push(rest);
                continue;
            }
            for part in 0..=rest / 2 {
                // An empty heap is left out.
                options.words.extend([part, rest - part].iter().filter(|&&part| part > 0));
                let parts_end = options.words.len() as u32;
                options.heads.push(Head { parts_end, ..Head::default() });
            }
        }
        if key == 0 { Expansion::Stuck(End::Lose) } else { Expansion::Open }
    }

    fn ended(&mut self, _: u64) -> Option<Expansion> {
        None
    }
}

#[test]
fn kayles_has_the_published_values() {
    let kayles = Heap { max: 2, splits: true };
    let budget = Budget::default();
    let work = Work::start(&budget);
    let mut memo = Memo::new(kayles.traits());
    memo.reach(&kayles, &[0, 30], &work.part()).unwrap();
    let values: Vec<u32> = (0..=11).map(|heap| memo.value(heap).unwrap().0).collect();
    assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    assert_eq!(memo.value(2), Some((2, Some(1))));
    assert_eq!(memo.value(5).unwrap().1, None, "a row of five can be split");
}

#[test]
fn a_heap_of_many_counters_needs_no_recursion() {
    let heap = if cfg!(debug_assertions) { 100_001 } else { 1_000_001 };
    let game = Heap { max: 3, splits: false };
    let budget = Budget::default();
    let mut memo = Memo::new(game.traits());
    memo.reach(&game, &[heap], &Work::start(&budget)).unwrap();
    assert_eq!(memo.value(heap).unwrap().0, heap as u32 % 4);
    assert_eq!(memo.value(4_000), Some((0, Some(2_000))));
    assert_eq!(memo.known(), heap + 1);
}

#[test]
fn many_options_have_large_values() {
    let game = Heap { max: u64::MAX, splits: false };
    let budget = Budget::default();
    let mut memo = Memo::new(game.traits());
    memo.reach(&game, &[700], &Work::start(&budget)).unwrap();
    assert!((0..=700).all(|heap| memo.value(heap).unwrap().0 == heap as u32));
}

#[test]
fn troubles_and_ends_are_told() {
    let vertex =
        |options: Vec<u64>, end| Vertex { end, options: options.into_iter().map(|to| (vec![to], false, 0)).collect() };
    let vertices = vec![vertex(vec![1], None), vertex(vec![], Some(End::Lose))];
    let traits = Traits { plain: true, players: false, bits: 2 };
    let budget = Budget::default();
    let mut graph = Graph::<false> { vertices: Arc::new(vertices), traits, trouble: None };
    let failure = |graph: &Graph<false>| Memo::new(traits).reach(graph, &[0], &Work::start(&budget));
    assert_eq!(failure(&graph), Err(Failure::Ends(1)));
    graph.trouble = Some(1);
    assert_eq!(failure(&graph), Err(Failure::Unsupported(1)));
}
