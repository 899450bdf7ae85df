//! Retrograde analysis of packed positions against the bare definitions, on random graphs, and on games with known
//! numbers of positions.

use super::Analysis;
use crate::budget::{Budget, Stop};
use crate::solver::network::INFINITE;
use crate::solver::network::Terms;
use crate::solver::random_machine::{Graph, Kind, Vertex, random_graph, wide_key};
use crate::solver::reference::search::Search;
use crate::solver::retrograde::discover::Refusal;
use crate::solver::retrograde::rank::Verdict;
use crate::work::Work;
use grundy_kernel::{End, Expansion, Key, Machine, Options, Traits};
use grundy_rules::game::Loops;
use grundy_rules::{Int, Position, Side, Standing, Step, Terminal, Value};
use grundy_value::Random;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns +1, 0 or −1 for the player to move if play is cut off after `moves` moves and then counts as `cut` says.
fn cut_off(graph: &[Vertex], moves: usize, cut: &dyn Fn(usize) -> i8) -> Vec<Vec<i8>> {
    let over = |vertex: &Vertex| match vertex.end {
        Some(End::Win) => Some(1),
        Some(End::Lose) => Some(-1),
        Some(End::Draw) => Some(0),
        _ => None,
    };
    let first = graph.iter().enumerate().map(|(at, vertex)| over(vertex).unwrap_or_else(|| cut(at))).collect();
    let mut all: Vec<Vec<i8>> = vec![first];
    for _ in 0..moves {
        let values = &all[all.len() - 1];
        let best = |vertex: &Vertex| {
            let value = |(to, again, _): &(Vec<u64>, bool, i64)| {
                let value = values[to[0] as usize];
                if *again { value } else { -value }
            };
            over(vertex).unwrap_or_else(|| vertex.options.iter().map(value).max().unwrap())
        };
        let next: Vec<i8> = graph.iter().map(best).collect();
        all.push(next);
    }
    all
}

/// Returns the true values: play cut off after very many moves. The remoteness is the number of moves needed to force
/// the result.
fn truth(graph: &[Vertex], loops: Loops) -> Vec<Verdict> {
    let long = graph.len() * 3 + 3;
    let forced = cut_off(graph, long, &|_| 0);
    let last = match loops {
        Loops::Wins(side) => cut_off(graph, long, &|at| if at % 2 == side.index() { 1 } else { -1 }).pop().unwrap(),
        Loops::Draw | Loops::None => forced[long].clone(),
    };
    let verdict = |at: usize| {
        let moves = (0..=long).find(|&moves| forced[moves][at] == last[at]).map_or(INFINITE, |moves| moves as u32);
        match last[at] {
            0 => Verdict::Draw,
            1 => Verdict::Win(moves),
            _ => Verdict::Lose(moves),
        }
    };
    (0..graph.len()).map(verdict).collect()
}

fn scores(graph: &[Vertex]) -> Vec<Verdict> {
    let mut scores = vec![0; graph.len()];
    for at in (0..graph.len()).rev() {
        let value = |(to, again, gain): &(Vec<u64>, bool, i64)| {
            let after = scores[to[0] as usize];
            gain + if *again { after } else { -after }
        };
        scores[at] = match graph[at].end {
            Some(End::Score(score)) => score,
            _ => graph[at].options.iter().map(value).max().unwrap(),
        };
    }
    scores.into_iter().map(Verdict::Score).collect()
}

/// Returns which vertices play can return from.
fn lasting(graph: &[Vertex]) -> Vec<bool> {
    let mut lasts = vec![true; graph.len()];
    for _ in 0..graph.len() {
        lasts = graph.iter().map(|vertex| vertex.options.iter().any(|(to, ..)| lasts[to[0] as usize])).collect();
    }
    lasts
}

fn budget(threads: usize) -> Budget {
    Budget { threads, ..Budget::default() }
}

/// Solves the roots; returns why it stopped.
fn reach<K: Key, M: Machine<K>>(
    solved: &mut Analysis<K>,
    machine: &M,
    roots: &[K],
    budget: &Budget,
) -> Result<Option<Stop>, Refusal<K>> {
    solved.reach(machine, roots, &Work::start(budget))
}

fn check_machine<K: Key, M: Machine<K>>(
    machine: &M,
    expected: &[Verdict],
    terms: Terms,
    random: &mut Random,
    key: fn(u64) -> K,
) {
    let size = expected.len();
    let all: Vec<K> = (0..size as u64).map(key).collect();
    let mut together: Vec<Vec<(K, Verdict)>> = Vec::new();
    for threads in [1, 2, 3] {
        // All roots at once.
        let mut solved = Analysis::new(terms, machine.traits());
        assert_eq!(reach(&mut solved, machine, &all, &budget(threads)), Ok(None));
        for (at, expected) in expected.iter().enumerate() {
            assert_eq!(solved.verdict(all[at]), *expected, "vertex {at} of {size}, {threads} threads");
        }
        together.push(solved.verdicts().collect());
    }
    assert!(together.iter().all(|found| found == &together[0]), "the order depends on threads");
    // One after the other, with results cached; often with too small a budget.
    let mut solved = Analysis::new(terms, machine.traits());
    for _ in 0..size.min(60) {
        let at = random.index(size);
        if random.index(2) == 0 {
            let small = Budget { max_packed_positions: random.index(size) as u64, threads: 2, ..Budget::default() };
            let stop = reach(&mut solved, machine, &[all[at]], &small).unwrap();
            for (found, verdict) in solved.verdicts().collect::<Vec<_>>() {
                let expected = expected[found.words()[0] as usize];
                let same_result = std::mem::discriminant(&verdict) == std::mem::discriminant(&expected);
                let is_right = verdict == expected || stop.is_some() && (verdict == Verdict::Unknown || same_result);
                assert!(is_right, "{found:?} after a stop: {verdict:?}, not {expected:?}");
            }
            let tiny = Budget { max_bytes: random.index(40_000) as u64, ..Budget::default() };
            let mut other = Analysis::new(terms, machine.traits());
            let stop = reach(&mut other, machine, &[all[at]], &tiny).unwrap();
            let verdict = other.verdict(all[at]);
            let same_result = std::mem::discriminant(&verdict) == std::mem::discriminant(&expected[at]);
            assert!(verdict == expected[at] || stop.is_some() && (verdict == Verdict::Unknown || same_result));
        }
        assert_eq!(reach(&mut solved, machine, &[all[at]], &budget(1)), Ok(None));
        assert_eq!(solved.verdict(all[at]), expected[at], "vertex {at} of {size}");
    }
}

fn check(kind: Kind, loops: Loops, seed: u64, rounds: usize) {
    let mut random = Random(seed);
    for _ in 0..rounds {
        let graph = random_graph(&mut random, kind);
        let vertices = &graph.vertices;
        let expected = if kind.points { scores(vertices) } else { truth(vertices, loops) };
        let terms = Terms { points: kind.points, loops };
        check_machine(&graph, &expected, terms, &mut random, |key| key);
        check_machine(&graph.wide::<true>(), &expected, terms, &mut random, wide_key);
    }
}

const PLAIN: Kind =
    Kind { players: false, again: false, points: false, loops: true, graded: false, size: 14, degree: 4 };

#[test]
fn impartial_games_with_loops() {
    check(PLAIN, Loops::Draw, 1, 150);
    check(Kind { again: true, ..PLAIN }, Loops::Draw, 2, 150);
    check(Kind { loops: false, again: true, ..PLAIN }, Loops::None, 3, 150);
}

#[test]
fn games_with_players_whose_loops_are_draws_or_wins() {
    for again in [false, true] {
        let kind = Kind { players: true, again, ..PLAIN };
        check(kind, Loops::Draw, 4, 100);
        check(kind, Loops::Wins(Side::Left), 5, 100);
        check(kind, Loops::Wins(Side::Right), 6, 100);
    }
}

#[test]
fn games_for_points() {
    let kind = Kind { points: true, loops: false, again: true, ..PLAIN };
    check(kind, Loops::Draw, 7, 100);
    check(Kind { players: true, ..kind }, Loops::Draw, 8, 100);
    check(Kind { graded: true, size: 60, ..kind }, Loops::Draw, 9, 100);
}

#[test]
fn graded_games() {
    let kind = Kind { graded: true, loops: false, size: 80, ..PLAIN };
    check(kind, Loops::None, 10, 60);
    check(Kind { again: true, ..kind }, Loops::Draw, 11, 60);
    check(Kind { players: true, again: true, ..kind }, Loops::Wins(Side::Left), 12, 60);
}

/// Returns verdicts by the plain rule, iterated until nothing changes; quick enough for thousands of positions.
fn by_repetition(graph: &[Vertex]) -> Vec<Verdict> {
    let of_end = |vertex: &Vertex| match vertex.end {
        Some(End::Win) => Verdict::Win(0),
        Some(End::Lose) => Verdict::Lose(0),
        Some(_) => Verdict::Draw,
        None => Verdict::Unknown,
    };
    let mut verdicts: Vec<Verdict> = graph.iter().map(of_end).collect();
    let mut moves = 0;
    loop {
        let before = verdicts.clone();
        moves += 1;
        for (vertex, verdict) in graph.iter().zip(&mut verdicts) {
            if *verdict != Verdict::Unknown {
                continue;
            }
            let wins = |(to, again, _): &(Vec<u64>, bool, i64)| match before[to[0] as usize] {
                Verdict::Win(_) => Some(*again),
                Verdict::Lose(_) => Some(!again),
                _ => None,
            };
            if vertex.options.iter().any(|option| wins(option) == Some(true)) {
                *verdict = Verdict::Win(moves);
            } else if vertex.options.iter().all(|option| wins(option) == Some(false)) {
                *verdict = Verdict::Lose(moves);
            }
        }
        if verdicts == before {
            break;
        }
    }
    let drawn = |verdict| if verdict == Verdict::Unknown { Verdict::Draw } else { verdict };
    verdicts.into_iter().map(drawn).collect()
}

#[test]
fn wide_graphs_are_the_same_for_any_number_of_threads() {
    let size = if cfg!(debug_assertions) { 15_000 } else { 60_000 };
    let mut random = Random(13);
    for kind in [PLAIN, Kind { again: true, ..PLAIN }, Kind { graded: true, loops: false, ..PLAIN }] {
        let graph = random_graph(&mut random, Kind { size, degree: 3, ..kind });
        let expected = by_repetition(&graph.vertices);
        let terms = Terms { points: false, loops: Loops::Draw };
        check_machine(&graph, &expected, terms, &mut random, |key| key);
        check_machine(&graph.wide::<true>(), &expected, terms, &mut random, wide_key);
    }
    let kind = Kind { graded: true, loops: false, points: true, again: true, size, degree: 3, ..PLAIN };
    let graph = random_graph(&mut random, kind);
    let terms = Terms { points: true, loops: Loops::Draw };
    check_machine(&graph, &scores(&graph.vertices), terms, &mut random, |key| key);
}

#[test]
fn a_position_is_loopy_exactly_where_play_can_come_back() {
    let mut random = Random(14);
    for kind in [PLAIN, Kind { loops: false, ..PLAIN }, Kind { points: true, ..PLAIN }] {
        for _ in 0..200 {
            let graph = random_graph(&mut random, kind);
            let lasts = lasting(&graph.vertices);
            let mut solved = Analysis::new(Terms { points: kind.points, loops: Loops::None }, graph.traits);
            let budget = budget(1);
            let work = Work::start(&budget);
            for _ in 0..20 {
                let root = random.index(lasts.len()) as u64;
                solved.reach(&graph, &[root], &work.part()).unwrap();
                let loops = solved.loops(&graph, root, &work.part()).unwrap();
                assert_eq!(loops, Some(lasts[root as usize]));
                if kind.points {
                    assert_eq!(solved.verdict(root) == Verdict::Unknown, lasts[root as usize]);
                }
                if loops == Some(true) {
                    let cycle = solved.loop_from(&graph, root);
                    check_loop(&graph, &cycle);
                    assert_eq!(cycle, reference_loop(&graph, root));
                }
            }
        }
    }
}

/// Returns the loop that the reference shows.
fn reference_loop(graph: &Graph<false>, root: u64) -> Vec<u64> {
    let position = |vertex: u64| Position::alone(None, Arc::new(vec![Value::from(vertex as i64)]));
    let number = |at: &Position| at.only().unwrap()[0].as_int().and_then(Int::to_usize).unwrap();
    let mut search = Search::new(Terms { points: false, loops: Loops::Draw });
    let budget = Budget::default();
    let mut look = |at: &Position, work: &Work| {
        let vertex = &graph.vertices[number(at)];
        if vertex.end.is_some() {
            return work.spend(|_| Ok(Standing::Ended(Terminal::Draw)));
        }
        let step = |(to, again, gain): &(Vec<u64>, bool, i64)| Step {
            moves: Vec::new(),
            gain: (*gain).into(),
            again: *again,
            to: position(to[0]),
        };
        work.spend(|_| Ok(Standing::Open(vertex.options.iter().map(step).collect())))
    };
    search.reach(&position(root), &Work::start(&budget), &mut look).unwrap();
    search.loop_from(&position(root)).iter().map(|at| number(at) as u64).collect()
}

fn check_loop(graph: &Graph<false>, cycle: &[u64]) {
    assert!(!cycle.is_empty());
    for (index, &from) in cycle.iter().enumerate() {
        let next = cycle[(index + 1) % cycle.len()];
        assert!(graph.vertices[from as usize].options.iter().any(|(to, ..)| to[0] == next), "{cycle:?}");
        assert!(!cycle[..index].contains(&from));
    }
}

#[test]
fn what_cannot_be_solved_this_way_is_refused() {
    let vertex =
        |options: Vec<Vec<u64>>, end| Vertex { end, options: options.into_iter().map(|to| (to, false, 0)).collect() };
    let machine = |vertices, trouble| {
        let traits = Traits { plain: false, players: false, bits: 8 };
        Graph::<false> { vertices: Arc::new(vertices), traits, trouble }
    };
    let lost = vertex(Vec::new(), Some(End::Lose));
    let terms = Terms { points: false, loops: Loops::Draw };
    let refusal = |graph: &Graph<false>, terms| {
        let mut solved = Analysis::new(terms, graph.traits);
        let refusal = reach(&mut solved, graph, &[0], &budget(2)).unwrap_err();
        assert_eq!(solved.verdict(0), Verdict::Unknown);
        refusal
    };
    let splits = machine(vec![vertex(vec![vec![1, 1]], None), lost.clone()], None);
    assert_eq!(refusal(&splits, terms), Refusal::Splits);
    let vanishes = machine(vec![vertex(vec![vec![]], None)], None);
    assert_eq!(refusal(&vanishes, terms), Refusal::Splits);
    let fails = machine(vec![vertex(vec![vec![1]], None), lost.clone()], Some(1));
    assert_eq!(refusal(&fails, terms), Refusal::Unsupported(1));
    let scores = machine(vec![vertex(vec![vec![1]], None), vertex(Vec::new(), Some(End::Score(1)))], None);
    assert_eq!(refusal(&scores, terms), Refusal::Scores);
    let loses = machine(vec![vertex(vec![vec![1]], None), lost], None);
    assert_eq!(refusal(&loses, Terms { points: true, ..terms }), Refusal::Scores);
    let large = machine(vec![vertex(vec![vec![1]], None), vertex(Vec::new(), Some(End::Score(i64::MIN)))], None);
    assert_eq!(refusal(&large, Terms { points: true, ..terms }), Refusal::Scores);
}

/// A chain of positions from 0 on; the last one is lost, or leads back to the first.
#[derive(Clone)]
struct Chain {
    size: u64,
    is_ring: bool,
}

impl Machine<u64> for Chain {
    fn traits(&self) -> Traits {
        Traits { plain: true, players: false, bits: 40 }
    }

    fn look(&mut self, key: u64, options: &mut Options) -> Expansion {
        options.clear();
        if key + 1 == self.size && !self.is_ring {
            return Expansion::Stuck(End::Lose);
        }
        options.words.push((key + 1) % self.size);
        Expansion::Open
    }

    fn ended(&mut self, _: u64) -> Option<Expansion> {
        None
    }
}

#[test]
fn chains_and_rings_of_many_positions() {
    let size = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let terms = Terms { points: false, loops: Loops::Draw };
    let chain = Chain { size, is_ring: false };
    let budget = budget(2);
    let work = Work::start(&budget);
    let mut solved = Analysis::new(terms, chain.traits());
    // The end first, so that the rest is valued from cached results.
    for root in [size - 50, size - 300, 0] {
        assert_eq!(solved.reach(&chain, &[root], &work.part()), Ok(None));
        let moves = (size - 1 - root) as u32;
        let expected = if moves.is_multiple_of(2) { Verdict::Lose(moves) } else { Verdict::Win(moves) };
        assert_eq!(solved.verdict(root), expected);
        assert_eq!(solved.loops(&chain, root, &work.part()), Ok(Some(false)));
    }
    let ring = Chain { size: 50_000, is_ring: true };
    let mut solved = Analysis::new(terms, ring.traits());
    assert_eq!(solved.reach(&ring, &[3], &work.part()), Ok(None));
    assert_eq!(solved.verdict(7), Verdict::Draw);
    assert_eq!(solved.loops(&ring, 7, &work.part()), Ok(Some(true)));
    assert_eq!(solved.loop_from(&ring, 7).len(), 50_000);
}

/// Both sides put stones on a board until one has enough in a row; with gravity they fall. A board of several columns,
/// each with one row more than can be filled, so that rows do not run on into the next column.
#[derive(Clone)]
pub(crate) struct InARow {
    pub columns: u32,
    pub rows: u32,
    pub length: u32,
    pub falls: bool,
}

impl InARow {
    fn cells(&self) -> u32 {
        self.columns * (self.rows + 1)
    }

    fn has_row(&self, stones: u64) -> bool {
        [1, self.rows, self.rows + 1, self.rows + 2].iter().any(|&step| {
            let mut run = stones;
            for index in 1..self.length {
                run &= stones >> (step * index);
            }
            run != 0
        })
    }
}

impl Machine<u64> for InARow {
    fn traits(&self) -> Traits {
        Traits { plain: true, players: true, bits: 2 * self.cells() + 1 }
    }

    fn look(&mut self, key: u64, options: &mut Options) -> Expansion {
        options.words.clear();
        let (mover, cells) = (key & 1, self.cells());
        let mask = (1u64 << cells) - 1;
        // First the stones of both, then those of Left.
        let (all, left) = (key >> 1 & mask, key >> (1 + cells));
        let other = if mover == 1 { left } else { all & !left };
        if self.has_row(other) {
            return Expansion::Ended(0, End::Lose);
        }
        for column in 0..self.columns {
            for row in 0..self.rows {
                let stone = 1u64 << (column * (self.rows + 1) + row);
                if all & stone != 0 {
                    continue;
                }
                let after_left = if mover == 0 { left | stone } else { left };
                options.words.push(after_left << (1 + cells) | (all | stone) << 1 | (1 - mover));
                if self.falls {
                    break;
                }
            }
        }
        if options.words.is_empty() { Expansion::Stuck(End::Draw) } else { Expansion::Open }
    }

    fn ended(&mut self, _: u64) -> Option<Expansion> {
        None
    }
}

#[test]
fn tic_tac_toe_has_the_published_counts() {
    let game = InARow { columns: 3, rows: 3, length: 3, falls: false };
    for threads in [1, 2] {
        let mut solved = Analysis::new(Terms { points: false, loops: Loops::None }, game.traits());
        assert_eq!(reach(&mut solved, &game, &[0], &budget(threads)), Ok(None));
        assert_eq!(solved.verdict(0), Verdict::Draw);
        assert_eq!(solved.visited(), 5_478);
        let mut counts = BTreeMap::new();
        for (_, verdict) in solved.verdicts() {
            *counts.entry(format!("{verdict:?}")).or_insert(0) += 1;
        }
        let expected = [
            ("Draw", 16 + 80 + 200 + 200 + 264 + 136 + 138 + 24 + 9 + 1),
            ("Lose(0)", 942),
            ("Lose(2)", 508),
            ("Lose(4)", 124),
            ("Win(1)", 2_358),
            ("Win(3)", 356),
            ("Win(5)", 122),
        ];
        assert_eq!(counts, expected.map(|(verdict, count)| (verdict.to_string(), count)).into());
    }
}

#[test]
fn four_in_a_row_on_four_by_four_is_drawn() {
    let game = InARow { columns: 4, rows: 4, length: 4, falls: true };
    for threads in [1, 2] {
        let mut solved = Analysis::new(Terms { points: false, loops: Loops::None }, game.traits());
        assert_eq!(reach(&mut solved, &game, &[0], &budget(threads)), Ok(None));
        assert_eq!((solved.verdict(0), solved.visited()), (Verdict::Draw, 161_029));
    }
}
