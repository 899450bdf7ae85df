//! The workloads: their sizes, and what each is compared with.

mod backend;
mod heap;
mod proof;

use crate::baseline::{cat_and_mouse, cram, cutting, lasker, subtraction, token, wythoff};
use crate::measure::{Timed, checksum, memory, min, once};
use crate::ours::{self, Found};
use crate::random::{Graph, connect_four_positions};
use crate::report::{Bound, Line, Trouble};
use grundy::{Budget, Side, Values, Winner};

/// Size of the workloads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Full size.
    Full,
    /// Smaller, as a test of the benchmarks.
    Quick,
}

/// Settings of the workloads.
pub struct Setting {
    /// Their size.
    pub size: Size,
    /// Time limit of the program for each.
    pub max_seconds: f64,
    /// Memory limit of the program.
    pub max_bytes: u64,
}

impl Setting {
    fn pick<T>(&self, full: T, quick: T) -> T {
        if self.size == Size::Full { full } else { quick }
    }

    /// Returns the budget of the program with `threads` threads. Only time and memory limit it, and a number of
    /// positions for the reference alone, which takes hundreds of bytes per position.
    fn budget(&self, threads: usize) -> Budget {
        Budget {
            max_moves: u64::MAX,
            max_steps: None,
            max_seconds: Some(self.max_seconds),
            max_bytes: self.max_bytes,
            threads,
            max_packed_positions: u64::MAX,
            max_packed_moves: u64::MAX,
            ..Budget::positions(5_000_000)
        }
    }
}

/// A workload.
pub struct Work {
    /// Its name.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
    /// Runs it, and returns a line for each comparison.
    pub run: fn(&Setting) -> Vec<Line>,
}

/// Returns all workloads.
pub fn all() -> impl Iterator<Item = &'static Work> {
    WORKS.iter().chain(&heap::WORKS).chain(&proof::WORKS).chain(&backend::WORKS)
}

const WORKS: [Work; 14] = [
    Work { name: "lasker", about: "Lasker's Nim to 20 000: Grundy values", run: run_lasker },
    Work { name: "cutting", about: "cutting game 800 x 800: Grundy values", run: run_cutting },
    Work { name: "wythoff", about: "Wythoff 3000 x 3000: outcomes", run: run_wythoff },
    Work { name: "subtraction", about: "subtraction {1, 3, 4} to 10^7: Grundy values", run: run_subtraction },
    Work { name: "lasker-contest", about: "Lasker's Nim to 4000 beside contest notes", run: run_lasker_contest },
    Work { name: "cutting-contest", about: "cutting game 800 x 800 beside contest notes", run: run_cutting_contest },
    Work { name: "token", about: "token on an acyclic graph of 4 M nodes and 32 M edges", run: run_token },
    Work {
        name: "token-shuffled",
        about: "the same where the names of the nodes say nothing of the order",
        run: run_token_shuffled,
    },
    Work {
        name: "connect-all",
        about: "connect 4 on 4 rows, 5 columns: every position, with remoteness",
        run: run_connect_all,
    },
    Work {
        name: "cat-and-mouse",
        about: "cat and mouse on 700 nodes of degree 3, every position",
        run: run_cat_and_mouse,
    },
    Work {
        name: "connect-four",
        about: "connect 4 on 6 x 7 from 20 random positions after 14 moves",
        run: run_connect_four,
    },
    Work { name: "cram-5x6", about: "cram 5 x 6: Grundy value", run: run_cram_5x6 },
    Work { name: "cram-4x7", about: "cram 4 x 7: Grundy value", run: run_cram_4x7 },
    Work { name: "domineering", about: "domineering 6 x 6: who wins", run: run_domineering },
];

/// Requirements on figures: the workload, what it is compared with or which part of it, the requirement (the least
/// ratio or rate, the longest time), and the goal.
const BOUNDS: [(&str, &str, f64, f64); 31] = [
    ("lasker", BY_HAND, 1.0 / 2.0, 1.0 / 1.2),
    ("cutting", BY_HAND, 1.0 / 2.0, 1.0 / 1.2),
    ("wythoff", BY_HAND, 1.0 / 2.0, 1.0 / 1.2),
    ("subtraction", BY_HAND, 1.0 / 2.0, 1.0 / 1.2),
    ("lasker-contest", CONTEST, 50.0, 500.0),
    ("cutting-contest", CONTEST, 100.0, 250.0),
    ("token", CONTEST, 25.0, 45.0),
    ("token", ONE_THREAD, 1.6, 1.9),
    ("connect-all", ONE_THREAD, 1.6, 1.9),
    ("cat-and-mouse", ONE_THREAD, 1.6, 1.9),
    ("heap-16", WHOLE, 8e6, 25e6),
    ("heap-104", WHOLE, 8e6, 25e6),
    ("heap-454", WHOLE, 6e6, 25e6),
    ("heap-grundys", WHOLE, 0.7e6, 2e6),
    ("heap-officers", WHOLE, 0.5e6, 2e6),
    ("heap-growth", WHOLE, 0.2, 0.2),
    ("heap-16-plain", BY_HAND, 50.0, 200.0),
    ("heap-kayles", BY_HAND, 20.0, 1000.0),
    ("heap-subtraction", WHOLE, 1e9, 1e10),
    ("heap-look-up", ".77", 1e-3, 1e-6),
    ("heap-look-up", ".156", 1e-3, 1e-6),
    ("heap-look-up", "{1,3,4}", 1e-3, 1e-6),
    ("heap-look-up", ".16", 1e-3, 1e-6),
    ("heap-survey", "found", 300.0, 60.0),
    ("heap-survey", "and proved", 300.0, 60.0),
    ("heap-periods-104", WHOLE, 180.0, 60.0),
    ("heap-periods-054", WHOLE, 180.0, 60.0),
    ("heap-periods-454", WHOLE, 180.0, 60.0),
    ("heap-periods-104", ROOM, MEMORY, MEMORY),
    ("heap-periods-054", ROOM, MEMORY, MEMORY),
    ("heap-periods-454", ROOM, MEMORY, MEMORY),
];

/// Two gibibytes.
const MEMORY: f64 = 2_147_483_648.0;
/// The workload itself, if it has no parts.
const WHOLE: &str = "";
/// The part of a workload that is about memory.
const ROOM: &str = "memory";

const BY_HAND: &str = "by hand";
const SIEVE: &str = "sieve by hand";
const HALF: &str = "half the table by hand";
const CONTEST: &str = "contest notes";
const ONE_THREAD: &str = "one thread";

fn bound(work: &str, against: &str) -> Bound {
    let asked = BOUNDS.iter().find(|(name, other, _, _)| (*name, *other) == (work, against));
    asked.map_or(Bound::default(), |(_, _, asked, aim)| Bound {
        asked: Some(*asked),
        // A goal equal to the requirement is no goal.
        aim: Some(*aim).filter(|aim| aim != asked),
    })
}

/// Times the program and another method, and compares their values.
fn compare<T: Copy + Into<u64>>(
    work: &str,
    against: &'static str,
    ours: &Timed<Found<Vec<u64>>>,
    other: &Timed<Vec<T>>,
) -> Line {
    let figures = vec![("other seconds", other.seconds), ("other cpu seconds", other.cpu_seconds)];
    let bound = bound(work, against);
    let line = Line { against: Some(against), figures, bound, ..Line::default() };
    let values = match &ours.result {
        Ok(values) => values,
        Err(why) => return Line { trouble: Some(Trouble::Unfinished(why.clone())), ..line },
    };
    let (mine, theirs) = (checksum(values), checksum(&other.result));
    let same = values.len() == other.result.len() && mine == theirs;
    let trouble = (!same).then(|| {
        let differ = values.iter().zip(&other.result).position(|(mine, theirs)| *mine != (*theirs).into());
        let index = differ.unwrap_or(values.len().min(other.result.len()));
        Trouble::Wrong(format!(
            "the values differ from {against}, first at place {index}: {} values with sum {mine:x}, {} with {theirs:x}",
            values.len(),
            other.result.len()
        ))
    });
    Line {
        seconds: Some(ours.seconds),
        cpu_seconds: Some(ours.cpu_seconds),
        figure: Some(other.cpu_seconds / ours.cpu_seconds),
        trouble,
        ..line
    }
}

/// Converts a timed result to a list afterwards: hand-written code fills a list too, and reading it is not timed.
fn listed(timed: Timed<Found<Values>>, read: impl Fn(&Values) -> Vec<u64>) -> Timed<Found<Vec<u64>>> {
    let Timed { result, seconds, cpu_seconds } = timed;
    Timed { result: result.map(|values| read(&values)), seconds, cpu_seconds }
}

/// Returns the values of heaps from 0 to `max`; a missing value is a number that is no value.
fn heaps(max: usize) -> impl Fn(&Values) -> Vec<u64> {
    move |values| {
        (0..=max as i64).map(|heap| values.value(&[heap], None).map_or(u64::MAX, |value| value as u64)).collect()
    }
}

fn pairs(min: usize, max: usize) -> impl Iterator<Item = [i64; 2]> {
    let (min, max) = (min as i64, max as i64);
    (min..=max).flat_map(move |one| (min..=max).map(move |other| [one, other]))
}

fn sheets(max: usize) -> impl Fn(&Values) -> Vec<u64> {
    move |values| pairs(2, max).map(|sides| values.value(&sides, None).map_or(u64::MAX, |value| value as u64)).collect()
}

/// Returns 1 if the player to move wins, 0 if he loses.
fn wins(max: usize) -> impl Fn(&Values) -> Vec<u64> {
    move |values| {
        let won =
            |heaps: [i64; 2]| values.winner(&heaps, None).map_or(u64::MAX, |winner| u64::from(winner == Winner::First));
        pairs(0, max).map(won).collect()
    }
}

/// Returns 0 for neither, 1 for the mouse, 2 for the cat; by the mouse's node, then the cat's, then the mover, the
/// mouse first.
fn cats_and_mice(nodes: usize) -> impl Fn(&Values) -> Vec<u64> {
    move |values| {
        let winner = |nodes: [i64; 2], mover: Side| match (values.winner(&nodes, Some(mover)), mover) {
            (Some(Winner::Draw), _) => 0,
            (Some(Winner::First), Side::Left) | (Some(Winner::Second), Side::Right) => 1,
            (Some(_), _) => 2,
            (None, _) => u64::MAX,
        };
        let positions = (0..nodes as i64).flat_map(|mouse| (1..nodes as i64).map(move |cat| [mouse, cat]));
        positions.flat_map(|nodes| [Side::Left, Side::Right].map(|mover| winner(nodes, mover))).collect()
    }
}

/// Reports the program alone; `check` returns what is wrong with its result.
fn alone<T>(timed: &Timed<Found<T>>, check: impl FnOnce(&T) -> Option<String>) -> Line {
    match &timed.result {
        Err(why) => Line { trouble: Some(Trouble::Unfinished(why.clone())), ..Line::default() },
        Ok(result) => Line {
            seconds: Some(timed.seconds),
            cpu_seconds: Some(timed.cpu_seconds),
            trouble: check(result).map(Trouble::Wrong),
            ..Line::default()
        },
    }
}

/// Compares two threads with one by the wall clock, as that is what threads are for. The answers must be equal.
fn two_threads<T: PartialEq>(
    work: &str,
    setting: &Setting,
    one: &Timed<Found<T>>,
    run: impl Fn(&Budget) -> Found<T>,
) -> Line {
    let budget = setting.budget(2);
    beside_one_thread(work, one, &min(|| run(&budget)))
}

/// Returns the quicker of two runs.
fn best<T>(one: Timed<T>, other: Timed<T>) -> Timed<T> {
    if other.cpu_seconds < one.cpu_seconds { other } else { one }
}

fn beside_one_thread<T: PartialEq>(work: &str, one: &Timed<Found<T>>, two: &Timed<Found<T>>) -> Line {
    let line = Line { against: Some(ONE_THREAD), bound: bound(work, ONE_THREAD), ..Line::default() };
    let Ok(alone) = &one.result else {
        return Line { trouble: Some(Trouble::Unfinished("one thread did not finish".to_owned())), ..line };
    };
    match &two.result {
        Err(why) => Line { trouble: Some(Trouble::Unfinished(why.clone())), ..line },
        Ok(together) => Line {
            seconds: Some(two.seconds),
            cpu_seconds: Some(two.cpu_seconds),
            figure: Some(one.seconds / two.seconds),
            trouble: (together != alone).then(|| Trouble::Wrong("two threads find something else than one".to_owned())),
            ..line
        },
    }
}

fn run_lasker(setting: &Setting) -> Vec<Line> {
    let max = setting.pick(20_000, 2_000);
    let budget = setting.budget(1);
    let other = min(|| lasker::plain(max));
    vec![compare("lasker", BY_HAND, &listed(min(|| ours::lasker(&budget, max)), heaps(max)), &other)]
}

fn run_lasker_contest(setting: &Setting) -> Vec<Line> {
    let max = setting.pick(4_000, 1_000);
    let budget = setting.budget(1);
    let other = min(|| lasker::contest(max));
    vec![compare("lasker-contest", CONTEST, &listed(min(|| ours::lasker(&budget, max)), heaps(max)), &other)]
}

fn run_cutting(setting: &Setting) -> Vec<Line> {
    let max = setting.pick(800, 100);
    let budget = setting.budget(1);
    let ours = listed(min(|| ours::cutting(&budget, max)), sheets(max));
    vec![
        compare("cutting", BY_HAND, &ours, &min(|| cutting::plain(max))),
        compare("cutting", HALF, &ours, &min(|| cutting::half_of_the_table(max))),
    ]
}

fn run_cutting_contest(setting: &Setting) -> Vec<Line> {
    let max = setting.pick(800, 100);
    let budget = setting.budget(1);
    let other = once(|| cutting::contest(max));
    vec![compare("cutting-contest", CONTEST, &listed(min(|| ours::cutting(&budget, max)), sheets(max)), &other)]
}

fn run_wythoff(setting: &Setting) -> Vec<Line> {
    let max = setting.pick(2_999, 299);
    let budget = setting.budget(1);
    let ours = listed(min(|| ours::wythoff(&budget, max)), wins(max));
    vec![
        compare("wythoff", BY_HAND, &ours, &min(|| wythoff::plain(max))),
        compare("wythoff", SIEVE, &ours, &min(|| wythoff::sieve(max))),
    ]
}

fn run_subtraction(setting: &Setting) -> Vec<Line> {
    let max = setting.pick(10_000_000, 100_000);
    let budget = setting.budget(1);
    let other = min(|| subtraction::plain(max));
    vec![compare("subtraction", BY_HAND, &listed(min(|| ours::subtraction(&budget, max)), heaps(max)), &other)]
}

/// Number of runs of the whole of a token on a graph.
const TOKEN_RUNS: usize = 5;

/// Solves the whole, given the rules and the lists of the graph in the solver: finding an order, and the sweep.
fn token_whole(setting: &Setting, next: &[Vec<u32>], threads: usize) -> Timed<Found<Vec<u64>>> {
    match ours::token_on(&setting.budget(threads), next) {
        Ok(mut solver) => listed(once(|| ours::token(&mut solver, next.len())), heaps(next.len() - 1)),
        Err(why) => Timed { result: Err(why), seconds: 0.0, cpu_seconds: 0.0 },
    }
}

fn run_token(setting: &Setting) -> Vec<Line> {
    let graph = Graph::numbered(setting.pick(4_000_000, 40_000), 8, 20_260_101);
    let edges = graph.edges() as f64;
    let next = graph.lists();
    drop(graph);
    let other = once(|| token::contest(&next));
    // It waits for memory, which other programs use too: the best of several runs is reported for both.
    let timed = |threads: usize| {
        (1..TOKEN_RUNS)
            .fold(token_whole(setting, &next, threads), |one, _| best(one, token_whole(setting, &next, threads)))
    };
    let one = timed(1);
    let mut line = compare("token", CONTEST, &one, &other);
    line.figures.extend(line.cpu_seconds.map(|seconds| ("edges per cpu second", edges / seconds)));
    vec![line, beside_one_thread("token", &one, &timed(2))]
}

/// With node numbers independent of the order, the order is found first, which takes most of the time.
fn run_token_shuffled(setting: &Setting) -> Vec<Line> {
    let next = Graph::acyclic(setting.pick(4_000_000, 40_000), 8, 20_260_101).lists();
    let other = once(|| token::contest(&next));
    let one = token_whole(setting, &next, 1);
    let mut line = compare("token-shuffled", CONTEST, &one, &other);
    // A second query has the order.
    let again = ours::token_on(&setting.budget(1), &next).and_then(|mut solver| {
        let order = once(|| ours::token_order(&mut solver));
        order.result?;
        let swept = once(|| ours::token(&mut solver, next.len()));
        swept.result.map(|_| (order.cpu_seconds, swept.cpu_seconds))
    });
    if let Ok((order, swept)) = again {
        line.figures.push(("cpu seconds to order", order));
        line.figures.push(("cpu seconds once ordered", swept));
    }
    vec![line, beside_one_thread("token-shuffled", &one, &token_whole(setting, &next, 2))]
}

fn run_connect_all(setting: &Setting) -> Vec<Line> {
    // The number of reachable positions is known from other programs; both boards are drawn.
    let (rows, columns, positions) = setting.pick((4, 5, 3_945_711), (4, 4, 161_029));
    let budget = setting.budget(1);
    let (one, bytes) = memory(|| once(|| ours::connect_all(&budget, rows, columns, 4)));
    let mut line = alone(&one, |whole| {
        let right = whole.winner == Winner::Draw && whole.positions == positions;
        (!right).then(|| format!("{whole:?} instead of {positions} positions and a draw"))
    });
    line.figures.extend(line.cpu_seconds.map(|seconds| ("positions per cpu second", positions as f64 / seconds)));
    let bytes = bytes.filter(|_| line.cpu_seconds.is_some());
    line.figures.extend(bytes.map(|bytes| ("bytes per position", bytes as f64 / positions as f64)));
    let both = two_threads("connect-all", setting, &one, |budget| ours::connect_all(budget, rows, columns, 4));
    vec![line, both]
}

fn run_cat_and_mouse(setting: &Setting) -> Vec<Line> {
    let nodes = setting.pick(700, 60);
    let graph = Graph::regular(nodes, 3, 20_260_102);
    let instance = ours::cat_and_mouse_on(&graph.lists());
    let run = |budget: &Budget| ours::cat_and_mouse(budget, instance.as_ref().map_err(String::clone)?, nodes);
    let other = min(|| cat_and_mouse::retrograde(&graph));
    // The cat is never in the hole.
    let outside = |index: &usize| !(index / 2).is_multiple_of(nodes);
    let result = (0..other.result.len()).filter(outside).map(|index| other.result[index]).collect::<Vec<u8>>();
    let other = Timed { result, ..other };
    let budget = setting.budget(1);
    let one = listed(min(|| run(&budget)), cats_and_mice(nodes));
    let mut line = compare("cat-and-mouse", BY_HAND, &one, &other);
    let positions = other.result.len() as f64;
    line.figures.extend(line.cpu_seconds.map(|seconds| ("positions per cpu second", positions / seconds)));
    let two = setting.budget(2);
    let both = beside_one_thread("cat-and-mouse", &one, &listed(min(|| run(&two)), cats_and_mice(nodes)));
    vec![line, both]
}

fn run_connect_four(setting: &Setting) -> Vec<Line> {
    let (count, moves) = setting.pick((20, 14), (5, 26));
    let positions = connect_four_positions(count, moves, 20_260_103);
    let budget = setting.budget(1);
    let solve_all =
        || positions.iter().map(|board| ours::connect_four(&budget, &board.text())).collect::<Found<Vec<i8>>>();
    let timed = once(solve_all);
    let other = once(|| positions.iter().map(|board| board.solve()).collect::<Vec<i8>>());
    let mut line = alone(&timed, |found| {
        let differ = found.iter().zip(&other.result).position(|(mine, theirs)| mine != theirs)?;
        let (mine, theirs, board) = (found[differ], other.result[differ], positions[differ].text());
        Some(format!("{mine} and not {theirs} at {board}"))
    });
    let of = count as f64;
    line.against = Some(BY_HAND);
    line.bound = bound("connect-four", BY_HAND);
    line.figure = line.cpu_seconds.map(|seconds| other.cpu_seconds / seconds);
    line.figures.extend(line.seconds.map(|seconds| ("mean seconds", seconds / of)));
    line.figures.push(("other mean seconds", other.seconds / of));
    vec![line]
}

fn run_cram_5x6(setting: &Setting) -> Vec<Line> {
    run_cram("cram-5x6", setting, setting.pick((5, 6), (5, 4)))
}

fn run_cram_4x7(setting: &Setting) -> Vec<Line> {
    run_cram("cram-4x7", setting, setting.pick((4, 7), (4, 4)))
}

fn run_cram(work: &str, setting: &Setting, (rows, columns): (usize, usize)) -> Vec<Line> {
    let budget = setting.budget(1);
    let ours = min(|| ours::cram(&budget, rows, columns).map(|value| vec![value]));
    let other = min(|| vec![cram::grundy(rows as u32, columns as u32)]);
    vec![compare(work, BY_HAND, &ours, &other)]
}

fn run_domineering(setting: &Setting) -> Vec<Line> {
    // The first player wins both boards (Breuker, Uiterwijk and van den Herik 2000).
    let (rows, columns) = setting.pick((6, 6), (4, 4));
    let budget = setting.budget(1);
    let timed = min(|| ours::domineering(&budget, rows, columns));
    vec![alone(&timed, |winner| (*winner != Winner::First).then(|| format!("{winner:?} wins and not who begins")))]
}
