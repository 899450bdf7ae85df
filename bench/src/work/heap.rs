//! The workloads on heap games: values per second, periods that are found and proved, and a survey.
//!
//! How values are verified: the first of them are compared with the hand-written code, some heaps of the timed stretch
//! are checked by the definition, and all values together must have the checksum that another engine, which takes one
//! heap at a time, once computed. For Grundy's game and Officers that engine is too slow for the full size.

use super::{BY_HAND, Found, MEMORY, ROOM, Setting, WHOLE, Work, alone, bound, compare};
use crate::baseline::heap::{Rules, Stamps};
use crate::measure::{Fletcher, Timed, checksum, memory, min, once};
use crate::ours::heap as ours;
use crate::random::below;
use crate::report::{Bound, Line, Quantity, Trouble};
use grundy::heap::{HeapValues, Slice, survey};
use grundy::{Budget, Random, proof::Claim};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// All workloads on heap games.
pub const WORKS: [Work; 14] = [
    Work { name: "heap-16", about: "the octal game .16: values a second at 10^7", run: run_16 },
    Work { name: "heap-104", about: "the octal game .104: values a second at 10^7", run: run_104 },
    Work { name: "heap-454", about: "the octal game .454: values a second at 10^7", run: run_454 },
    Work { name: "heap-grundys", about: "Grundy's game: values a second at 3 000 000", run: run_grundys },
    Work { name: "heap-officers", about: "Officers, .6: values a second at 3 000 000", run: run_officers },
    Work { name: "heap-growth", about: ".16: values a second at 10^8 beside those at 10^6", run: run_growth },
    Work { name: "heap-16-plain", about: ".16 to 100 000 beside every option stamped", run: run_16_plain },
    Work { name: "heap-kayles", about: "Kayles to 100 000: all values as text", run: run_kayles },
    Work { name: "heap-subtraction", about: "subtraction {1, 3, 4} to 10^9, with a checksum", run: run_subtraction },
    Work { name: "heap-look-up", about: "the value of a heap of 10^18, once a period is proved", run: run_look_up },
    Work { name: "heap-survey", about: "all octal games of three places to 12 000, two threads", run: run_survey },
    Work { name: "heap-periods-104", about: "the period of .104, found and proved; not quick", run: run_period_of_104 },
    Work { name: "heap-periods-054", about: "the period of .054, found and proved; not quick", run: run_period_of_054 },
    Work { name: "heap-periods-454", about: "the period of .454, found and proved; not quick", run: run_period_of_454 },
];

const SIXTEEN: Rules = Rules { digits: &[0, 1, 6], parts_differ: false };
const KAYLES: Rules = Rules { digits: &[0, 7, 7], parts_differ: false };

/// The period and the preperiod of .16.
const PERIOD_OF_16: (usize, usize) = (149_459, 105_351);

/// A stretch of the values of one game.
struct Stretch {
    work: &'static str,
    code: &'static str,
    rules: Rules,
    /// Its start and end, and the checksum of all values below its end, if another engine is quick enough.
    full: (u64, u64, Option<u64>),
    quick: (u64, u64, Option<u64>),
}

fn run_16(setting: &Setting) -> Vec<Line> {
    run_stretch(
        setting,
        &Stretch {
            work: "heap-16",
            code: ".16",
            rules: SIXTEEN,
            full: (10_000_000, 12_000_000, Some(0xeb99_3ea4_24c4_a21e)),
            quick: (400_000, 500_000, Some(0x94a8_68de_06cb_9625)),
        },
    )
}

fn run_104(setting: &Setting) -> Vec<Line> {
    run_stretch(
        setting,
        &Stretch {
            work: "heap-104",
            code: ".104",
            rules: Rules { digits: &[0, 1, 0, 4], parts_differ: false },
            full: (10_000_000, 12_000_000, Some(0x2e5d_248b_1ab5_9876)),
            quick: (400_000, 500_000, Some(0x38cd_7436_ef85_7965)),
        },
    )
}

fn run_454(setting: &Setting) -> Vec<Line> {
    run_stretch(
        setting,
        &Stretch {
            work: "heap-454",
            code: ".454",
            rules: Rules { digits: &[0, 4, 5, 4], parts_differ: false },
            full: (10_000_000, 12_000_000, Some(0x60c7_e862_6a6b_7327)),
            quick: (400_000, 500_000, Some(0xc0d5_771d_4700_6ee0)),
        },
    )
}

fn run_grundys(setting: &Setting) -> Vec<Line> {
    run_stretch(
        setting,
        &Stretch {
            work: "heap-grundys",
            code: "4!.0",
            rules: Rules { digits: &[4], parts_differ: true },
            full: (3_000_000, 3_200_000, None),
            quick: (100_000, 120_000, Some(0x4b89_a17b_ff58_2e45)),
        },
    )
}

fn run_officers(setting: &Setting) -> Vec<Line> {
    run_stretch(
        setting,
        &Stretch {
            work: "heap-officers",
            code: ".6",
            rules: Rules { digits: &[0, 6], parts_differ: false },
            full: (3_000_000, 3_200_000, None),
            quick: (100_000, 120_000, Some(0xb061_38f5_4df5_4cb3)),
        },
    )
}

/// Reports the values per second of one stretch; all heaps below it are computed too and not timed.
fn run_stretch(setting: &Setting, stretch: &Stretch) -> Vec<Line> {
    let (from, to, sum) = setting.pick(stretch.full, stretch.quick);
    let timed = best_stretch(&setting.budget(1), stretch.code, from, to);
    let mut line = alone(&timed, |values| wrong_values(&stretch.rules, &ours::widened(values), from as usize, sum));
    line.quantity = Quantity::Rate;
    line.figure = line.cpu_seconds.map(|seconds| (to - from) as f64 / seconds);
    line.bound = bound(stretch.work, WHOLE);
    line.figures = vec![("from", from as f64), ("to", to as f64)];
    vec![line]
}

/// Returns the best of three times, as a stretch is short.
fn best_stretch(budget: &Budget, code: &str, from: u64, to: u64) -> Timed<Found<HeapValues>> {
    let run = || ours::stretch(budget, code, from, to);
    (0..2).fold(run(), |best, _| {
        let next = run();
        if next.result.is_err() || next.cpu_seconds < best.cpu_seconds { next } else { best }
    })
}

/// Returns what is wrong with the values of a game.
fn wrong_values(rules: &Rules, values: &[u32], from: usize, sum: Option<u64>) -> Option<String> {
    const BY_HAND_TO: usize = 5_000;
    const LOOKED_AT: usize = 40;
    let by_hand = rules.values(BY_HAND_TO.min(values.len() - 1));
    if let Some(heap) = by_hand.iter().zip(values).position(|(one, other)| u32::from(*one) != *other) {
        return Some(format!("g({heap}) is {} and not {}", by_hand[heap], values[heap]));
    }
    let (mut random, mut stamps) = (Random(20_260_104), Stamps::new());
    for _ in 0..LOOKED_AT {
        let heap = from + below(&mut random, (values.len() - from) as u64) as usize;
        let value = rules.value(values, heap, &mut stamps);
        if value != values[heap] {
            return Some(format!("g({heap}) is {value} and not {}", values[heap]));
        }
    }
    let (found, known) = (checksum(values), sum?);
    (found != known).then(|| format!("the values have the checksum {found:#x} and not {known:#x}"))
}

fn run_growth(setting: &Setting) -> Vec<Line> {
    let (early, late) = setting.pick((1_000_000, 100_000_000), (100_000, 1_000_000));
    let budget = setting.budget(1);
    let first = best_stretch(&budget, ".16", early, early + early / 2);
    let last = ours::stretch(&budget, ".16", late, late + late / 20);
    let first_rate = (early / 2) as f64 / first.cpu_seconds;
    let last_rate = (late / 20) as f64 / last.cpu_seconds;
    let mut line = alone(&last, |values| {
        let (period, preperiod) = PERIOD_OF_16;
        let repeats = match values.values() {
            Slice::Bytes(values) => values[preperiod..values.len() - period] == values[preperiod + period..],
            _ => false,
        };
        (!repeats).then(|| format!("the values do not have period {period} from {preperiod} on"))
    });
    if let Err(why) = first.result {
        line.trouble = Some(Trouble::Unfinished(why));
    }
    line.quantity = Quantity::Slowdown;
    line.figure = line.cpu_seconds.map(|_| 1.0 - last_rate / first_rate);
    line.bound = bound("heap-growth", WHOLE);
    line.figures = vec![("early values per cpu second", first_rate), ("late values per cpu second", last_rate)];
    vec![line]
}

fn run_16_plain(setting: &Setting) -> Vec<Line> {
    let max = setting.pick(100_000, 10_000);
    let budget = setting.budget(1);
    let Timed { result, seconds, cpu_seconds } = min(|| ours::values(&budget, ".16", max as u64 + 1));
    let result = result.map(|values| ours::widened(&values).into_iter().map(u64::from).collect());
    let other = once(|| SIXTEEN.values(max));
    vec![compare("heap-16-plain", BY_HAND, &Timed { result, seconds, cpu_seconds }, &other)]
}

fn run_kayles(setting: &Setting) -> Vec<Line> {
    let max = setting.pick(100_000, 10_000);
    let budget = setting.budget(1);
    let Timed { result, seconds, cpu_seconds } = min(|| ours::text(&budget, ".77", max as u64));
    let result = result.map(|text| text.into_iter().map(u64::from).collect());
    let other = once(|| KAYLES.text(max));
    vec![compare("heap-kayles", BY_HAND, &Timed { result, seconds, cpu_seconds }, &other)]
}

fn run_subtraction(setting: &Setting) -> Vec<Line> {
    // A piece stays in the first-level cache, from where the reader of the values gets them.
    const PIECE: usize = 1 << 14;
    let below = setting.pick(1_000_000_000, 10_000_000);
    let budget = setting.budget(1);
    let timed = min(|| {
        let mut sum = Fletcher::new();
        ours::pieces(&budget, "{1,3,4}", below, &mut [0; PIECE], |piece| sum.take(piece)).map(|()| sum.number())
    });
    let other = once(|| {
        let mut sum = Fletcher::new();
        let (mut piece, mut last) = ([0; PIECE], [0u8; 4]);
        let mut from = 0;
        while from < below {
            let count = (below - from).min(PIECE as u64) as usize;
            for (index, value) in piece[..count].iter_mut().enumerate() {
                *value = crate::baseline::subtraction::next(from + index as u64, &mut last);
            }
            sum.take(&piece[..count]);
            from += count as u64;
        }
        sum.number()
    });
    let mut line = alone(&timed, |sum| {
        (*sum != other.result).then(|| format!("the checksum is {sum:#x} and not {:#x}", other.result))
    });
    line.quantity = Quantity::Rate;
    line.figure = line.cpu_seconds.map(|seconds| below as f64 / seconds);
    line.bound = bound("heap-subtraction", WHOLE);
    line.figures = vec![("values by hand per cpu second", below as f64 / other.cpu_seconds)];
    vec![line]
}

fn run_look_up(setting: &Setting) -> Vec<Line> {
    let periods = [(".77", 12, 71), (".156", 349, 3_479), ("{1,3,4}", 7, 0), (".16", 149_459, 105_351)];
    // The quick size leaves out the last one, whose period takes about a second.
    periods[..setting.pick(4, 3)]
        .iter()
        .map(|(code, period, preperiod)| look_up(setting, code, *period, *preperiod))
        .collect()
}

fn look_up(setting: &Setting, code: &'static str, period: u64, preperiod: u64) -> Line {
    const LARGE: u64 = 1_000_000_000_000_000_000;
    const TIMES: u64 = 1_000_000;
    let proved = match ours::game(code).and_then(|game| ours::prove(&setting.budget(1), &game, 10_000_000)) {
        Ok(proved) => proved,
        Err(why) => return Line { part: Some(code), trouble: Some(Trouble::Unfinished(why)), ..Line::default() },
    };
    // Many look-ups of different heaps, as one is too short for the clock; the sum keeps them from being optimised
    // away.
    let timed = once(|| {
        let value = |turn: u64| proved.theorem.value(std::hint::black_box(LARGE - turn)).unwrap_or(u128::MAX);
        Ok((0..TIMES).fold(0, |sum: u128, turn| sum.wrapping_add(value(turn))))
    });
    let expected = |heap: u64| u128::from(proved.run.values().value(preperiod + (heap - preperiod) % period));
    let mut line = alone(&timed, |sum| {
        let known = (0..TIMES).fold(0, |sum: u128, turn| sum.wrapping_add(expected(LARGE - turn)));
        let right = *sum == known && proved.theorem.claim().period() == (period, preperiod);
        (!right).then(|| format!("the values of large heaps are not those of the period {period} from {preperiod} on"))
    });
    line.part = Some(code);
    line.quantity = Quantity::Seconds;
    line.figure = line.seconds.map(|seconds| seconds / TIMES as f64);
    line.bound = bound("heap-look-up", code);
    line.figures = vec![
        ("look-ups", TIMES as f64),
        ("cpu seconds to find", proved.found_seconds),
        ("cpu seconds to prove", proved.checked_seconds),
    ];
    line
}

fn run_survey(setting: &Setting) -> Vec<Line> {
    let (indices, limit, periodic) = setting.pick((3, 12_000, 692), (2, 2_000, 102));
    let games = survey::codes(indices);
    let budget = setting.budget(2);
    let found = once(|| survey::survey(&games, limit, &budget, &|_| ()).map_err(|stop| format!("stopped: {stop:?}")));
    let count = |surveyed: &Vec<survey::Surveyed>| surveyed.iter().filter(|game| game.period.is_some()).count();
    let mut first = alone(&found, |surveyed| {
        let found = count(surveyed);
        (found != periodic).then(|| format!("{found} games have a period and not {periodic}"))
    });
    first.figures = vec![("games", games.len() as f64), ("periodic", periodic as f64)];
    // Again, with every period checked; as many threads share the games.
    let (next, proved) = (AtomicUsize::new(0), AtomicU64::new(0));
    let one = setting.budget(1);
    let all = once(|| {
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                        proved.fetch_add(u64::from(ours::prove(&one, game, limit).is_ok()), Ordering::Relaxed);
                    }
                });
            }
        });
        Ok(proved.load(Ordering::Relaxed))
    });
    let mut second = alone(&all, |proved| {
        (*proved != periodic as u64).then(|| format!("{proved} periods are proved and not {periodic}"))
    });
    second.figures = vec![("proved", proved.load(Ordering::Relaxed) as f64)];
    let finish = |line: Line, part| Line {
        part: Some(part),
        quantity: Quantity::Seconds,
        figure: line.seconds,
        bound: bound("heap-survey", part),
        ..line
    };
    vec![finish(first, "found"), finish(second, "and proved")]
}

fn run_period_of_104(setting: &Setting) -> Vec<Line> {
    run_period("heap-periods-104", setting, setting.pick((".104", 11_770_282, 197_769_598), (".56", 144, 326_640)))
}

fn run_period_of_054(setting: &Setting) -> Vec<Line> {
    run_period("heap-periods-054", setting, setting.pick((".054", 10_015_179, 193_235_616), (".127", 4, 46_578)))
}

fn run_period_of_454(setting: &Setting) -> Vec<Line> {
    run_period("heap-periods-454", setting, setting.pick((".454", 60_620_715, 160_949_019), (".156", 349, 3_479)))
}

/// Finds and proves a period, and reports time and memory. The quick ones are those of smaller games.
fn run_period(work: &str, setting: &Setting, (code, period, preperiod): (&'static str, u64, u64)) -> Vec<Line> {
    // The requirement is on processor time; a busy machine may take longer by the wall clock.
    let max_seconds = Some(setting.max_seconds.max(900.0));
    let max_bytes = setting.max_bytes.min(MEMORY as u64);
    let budget = Budget { max_bytes, max_seconds, ..setting.budget(1) };
    let (timed, bytes) = memory(|| once(|| ours::prove(&budget, &ours::game(code)?, u64::MAX >> 1)));
    let mut line = alone(&timed, |proved| {
        let right = matches!(
            proved.theorem.claim(),
            Claim::HeapPeriod { period: found, preperiod: start, saltus: 0, .. } if (*found, *start) == (period, preperiod)
        );
        (!right).then(|| format!("{} and not {period} from {preperiod}", proved.theorem.claim()))
    });
    if let Ok(proved) = &timed.result {
        line.figures = vec![
            ("cpu seconds to find", proved.found_seconds),
            ("cpu seconds to prove", proved.checked_seconds),
            ("values", proved.run.values().len() as f64),
        ];
    }
    line.quantity = Quantity::CpuSeconds;
    line.figure = line.cpu_seconds;
    // There is no requirement on the smaller games.
    let bound_of = |part| setting.pick(bound(work, part), Bound::default());
    line.bound = bound_of(WHOLE);
    let room = Line {
        part: Some(ROOM),
        quantity: Quantity::Bytes,
        figure: bytes.filter(|_| timed.result.is_ok()).map(|bytes| bytes as f64),
        bound: bound_of(ROOM),
        ..Line::default()
    };
    vec![line, room]
}
