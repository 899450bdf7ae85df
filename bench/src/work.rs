//! What is measured: every work with its sizes and what it is compared with.

mod heap;
mod proof;

use crate::baseline::{cat_and_mouse, cram, cutting, lasker, subtraction, token, wythoff};
use crate::measure::{Timed, checksum, least, memory, once};
use crate::ours::{self, Found};
use crate::random::{Graph, connect_four_positions};
use crate::report::{Bound, Line, Trouble};
use grundy::{Budget, Side, Values, Winner};

/// How large works are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// As they are meant.
    Full,
    /// Smaller, to see that all is well.
    Quick,
}

/// How works are to be done.
pub struct Setting {
    /// How large they are.
    pub size: Size,
    /// How long the program may take for each.
    pub max_seconds: f64,
    /// How much memory it may take.
    pub max_bytes: u64,
}

impl Setting {
    fn pick<T>(&self, full: T, quick: T) -> T {
        if self.size == Size::Full { full } else { quick }
    }

    /// What the program may spend with so many threads. Only time and memory end it, and the rules by their meaning
    /// alone, which take hundreds of bytes a position, a number of positions.
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

/// One work.
pub struct Work {
    /// What it is called.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Does it, and tells each comparison.
    pub run: fn(&Setting) -> Vec<Line>,
}

/// All works.
pub fn all() -> impl Iterator<Item = &'static Work> {
    WORKS.iter().chain(&heap::WORKS).chain(&proof::WORKS)
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

/// What is asked of a figure: the work, what it is compared with or which part of it, what is asked for (the least ratio or
/// rate, the longest time), and what is wished for.
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
/// The work itself, where it has no parts.
const WHOLE: &str = "";
/// The part of a work that is about memory.
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
        // Where nothing more is wished for than what is asked for, there is no aim.
        aim: Some(*aim).filter(|aim| aim != asked),
    })
}

/// The program beside another way: both timed, their values compared.
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
        let place = differ.unwrap_or(values.len().min(other.result.len()));
        Trouble::Wrong(format!(
            "the values differ from {against}, first at place {place}: {} values with sum {mine:x}, {} with {theirs:x}",
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

/// What was timed, read into a list afterwards: what hand-written code fills is a list, too, and reading it is no part of it.
fn listed(timed: Timed<Found<Values>>, read: impl Fn(&Values) -> Vec<u64>) -> Timed<Found<Vec<u64>>> {
    let Timed { result, seconds, cpu_seconds } = timed;
    Timed { result: result.map(|values| read(&values)), seconds, cpu_seconds }
}

/// The values of heaps from 0 to `most`; one that is missing is told by a number that is no value.
fn heaps(most: usize) -> impl Fn(&Values) -> Vec<u64> {
    move |values| {
        (0..=most as i64).map(|heap| values.value(&[heap], None).map_or(u64::MAX, |value| value as u64)).collect()
    }
}

fn pairs(least: usize, most: usize) -> impl Iterator<Item = [i64; 2]> {
    let (least, most) = (least as i64, most as i64);
    (least..=most).flat_map(move |one| (least..=most).map(move |other| [one, other]))
}

fn sheets(most: usize) -> impl Fn(&Values) -> Vec<u64> {
    move |values| {
        pairs(2, most).map(|sides| values.value(&sides, None).map_or(u64::MAX, |value| value as u64)).collect()
    }
}

/// 1 where the player to move wins, 0 where he loses.
fn wins(most: usize) -> impl Fn(&Values) -> Vec<u64> {
    move |values| {
        let won =
            |heaps: [i64; 2]| values.winner(&heaps, None).map_or(u64::MAX, |winner| u64::from(winner == Winner::First));
        pairs(0, most).map(won).collect()
    }
}

/// 0 nobody, 1 the mouse, 2 the cat; by the mouse's node, then the cat's, then the mover, the mouse first.
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

/// The program alone; what it finds is looked at by `check`, which says what is wrong with it.
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

/// Two threads beside one: by the clock, as that is what threads are for. The answers must be equal.
fn two_threads<T: PartialEq>(
    work: &str,
    setting: &Setting,
    one: &Timed<Found<T>>,
    run: impl Fn(&Budget) -> Found<T>,
) -> Line {
    let budget = setting.budget(2);
    beside_one_thread(work, one, &least(|| run(&budget)))
}

/// The quicker of two runs.
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
    let most = setting.pick(20_000, 2_000);
    let budget = setting.budget(1);
    let other = least(|| lasker::plain(most));
    vec![compare("lasker", BY_HAND, &listed(least(|| ours::lasker(&budget, most)), heaps(most)), &other)]
}

fn run_lasker_contest(setting: &Setting) -> Vec<Line> {
    let most = setting.pick(4_000, 1_000);
    let budget = setting.budget(1);
    let other = least(|| lasker::contest(most));
    vec![compare("lasker-contest", CONTEST, &listed(least(|| ours::lasker(&budget, most)), heaps(most)), &other)]
}

fn run_cutting(setting: &Setting) -> Vec<Line> {
    let most = setting.pick(800, 100);
    let budget = setting.budget(1);
    let ours = listed(least(|| ours::cutting(&budget, most)), sheets(most));
    vec![
        compare("cutting", BY_HAND, &ours, &least(|| cutting::plain(most))),
        compare("cutting", HALF, &ours, &least(|| cutting::half_of_the_table(most))),
    ]
}

fn run_cutting_contest(setting: &Setting) -> Vec<Line> {
    let most = setting.pick(800, 100);
    let budget = setting.budget(1);
    let other = once(|| cutting::contest(most));
    vec![compare("cutting-contest", CONTEST, &listed(least(|| ours::cutting(&budget, most)), sheets(most)), &other)]
}

fn run_wythoff(setting: &Setting) -> Vec<Line> {
    let most = setting.pick(2_999, 299);
    let budget = setting.budget(1);
    let ours = listed(least(|| ours::wythoff(&budget, most)), wins(most));
    vec![
        compare("wythoff", BY_HAND, &ours, &least(|| wythoff::plain(most))),
        compare("wythoff", SIEVE, &ours, &least(|| wythoff::sieve(most))),
    ]
}

fn run_subtraction(setting: &Setting) -> Vec<Line> {
    let most = setting.pick(10_000_000, 100_000);
    let budget = setting.budget(1);
    let other = least(|| subtraction::plain(most));
    vec![compare("subtraction", BY_HAND, &listed(least(|| ours::subtraction(&budget, most)), heaps(most)), &other)]
}

/// How often the whole of a token on a graph is run.
const TOKEN_RUNS: usize = 5;

/// The whole from the rules and the lists of the graph in the solver: finding an order, and the sweep.
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
    // It waits for memory, which others on the machine use too: the best of several runs is told of both.
    let timed = |threads: usize| {
        (1..TOKEN_RUNS)
            .fold(token_whole(setting, &next, threads), |one, _| best(one, token_whole(setting, &next, threads)))
    };
    let one = timed(1);
    let mut line = compare("token", CONTEST, &one, &other);
    line.figures.extend(line.cpu_seconds.map(|seconds| ("edges per cpu second", edges / seconds)));
    vec![line, beside_one_thread("token", &one, &timed(2))]
}

/// Names that say nothing of the order: what is found first is the order, which takes most of the time.
fn run_token_shuffled(setting: &Setting) -> Vec<Line> {
    let next = Graph::acyclic(setting.pick(4_000_000, 40_000), 8, 20_260_101).lists();
    let other = once(|| token::contest(&next));
    let one = token_whole(setting, &next, 1);
    let mut line = compare("token-shuffled", CONTEST, &one, &other);
    // Who asks again has the order.
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
    // All positions that can be reached, counted by others; both boards are drawn.
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
    let other = least(|| cat_and_mouse::retrograde(&graph));
    // The cat is never in the hole.
    let outside = |place: &usize| !(place / 2).is_multiple_of(nodes);
    let result = (0..other.result.len()).filter(outside).map(|place| other.result[place]).collect::<Vec<u8>>();
    let other = Timed { result, ..other };
    let budget = setting.budget(1);
    let one = listed(least(|| run(&budget)), cats_and_mice(nodes));
    let mut line = compare("cat-and-mouse", BY_HAND, &one, &other);
    let positions = other.result.len() as f64;
    line.figures.extend(line.cpu_seconds.map(|seconds| ("positions per cpu second", positions / seconds)));
    let two = setting.budget(2);
    let both = beside_one_thread("cat-and-mouse", &one, &listed(least(|| run(&two)), cats_and_mice(nodes)));
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
    let ours = least(|| ours::cram(&budget, rows, columns).map(|value| vec![value]));
    let other = least(|| vec![cram::grundy(rows as u32, columns as u32)]);
    vec![compare(work, BY_HAND, &ours, &other)]
}

fn run_domineering(setting: &Setting) -> Vec<Line> {
    // Who begins wins both boards (Breuker, Uiterwijk and van den Herik 2000).
    let (rows, columns) = setting.pick((6, 6), (4, 4));
    let budget = setting.budget(1);
    let timed = least(|| ours::domineering(&budget, rows, columns));
    vec![alone(&timed, |winner| (*winner != Winner::First).then(|| format!("{winner:?} wins and not who begins")))]
}
