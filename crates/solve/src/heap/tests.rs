//! Every engine against every other, and against the definition.

use super::*;
use grundy_value::Random;

fn game(head: &[u8], tail: &[u8]) -> TakeAndBreak {
    TakeAndBreak::new(head.to_vec(), tail.to_vec(), false).unwrap()
}

fn values(game: &TakeAndBreak, engine: Engine, to: u64) -> Option<Vec<u32>> {
    let mut values = HeapValues::with_engine(game, engine).ok()?;
    values.extend(to, &Budget::default()).unwrap();
    let mut all = vec![0; to as usize];
    values.copy(0, &mut all);
    Some(all)
}

/// Returns values by the definition: all sets of heaps that may be left, one by one.
fn by_definition(game: &TakeAndBreak, to: usize) -> Vec<u32> {
    fn leave(known: &[u32], rest: usize, parts: u32, min: usize, differ: bool, sum: u32, out: &mut Vec<u32>) {
        if parts == 0 {
            if rest == 0 {
                out.push(sum);
            }
            return;
        }
        for part in min..=rest.min(known.len() - 1) {
            leave(known, rest - part, parts - 1, part + usize::from(differ), differ, sum ^ known[part], out);
        }
    }
    let mut known = vec![0];
    for n in 1..to {
        let mut options = vec![];
        for taken in 0..=n {
            for parts in (0..6).filter(|parts| game.digit(taken as u64) >> parts & 1 != 0) {
                leave(&known, n - taken, parts, 1, game.parts_differ(), 0, &mut options);
            }
        }
        known.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    known
}

/// Returns all codes of up to `places` places, with 0 or 4 before the point.
fn codes(places: u32) -> impl Iterator<Item = TakeAndBreak> {
    (0..2 * 8u32.pow(places)).map(move |code| {
        let mut head = vec![if code & 1 == 1 { 4 } else { 0 }];
        head.extend((0..places).map(|place| (code >> (1 + 3 * place) & 7) as u8));
        game(&head, &[])
    })
}

fn all_engines_agree(game: &TakeAndBreak, to: u64) {
    agree(game, to, &Engine::ALL);
}

fn all_engines_agree_but_convolution(game: &TakeAndBreak, to: u64) {
    agree(game, to, &[Engine::Window, Engine::Block, Engine::BlockPortable, Engine::Sparse, Engine::Scan]);
}

fn agree(game: &TakeAndBreak, to: u64, engines: &[Engine]) {
    let expected = values(game, Engine::Plain, to).unwrap();
    for engine in engines.iter().copied() {
        if let Some(found) = values(game, engine, to) {
            let wrong = (0..to as usize).find(|n| found[*n] != expected[*n]);
            assert_eq!(wrong, None, "{} of {game:?}", engine.name());
        }
    }
}

#[test]
fn all_engines_agree_on_all_codes_of_two_places() {
    codes(2).for_each(|game| all_engines_agree(&game, 1000));
}

#[test]
fn all_engines_agree_on_some_codes_of_three_places() {
    codes(3).skip(3).step_by(23).for_each(|game| all_engines_agree(&game, 1100));
}

#[test]
fn all_engines_agree_where_heaps_must_differ() {
    for code in [&[4u8][..], &[0, 4], &[0, 7, 7], &[0, 4, 0, 4], &[0, 1, 6], &[4, 3, 4]] {
        let game = TakeAndBreak::new(code.to_vec(), vec![], true).unwrap();
        all_engines_agree(&game, 2000);
    }
}

/// Values above 255, classes that alternate with the heap, whole heaps in such a space, and a space that changes.
#[test]
fn all_engines_agree_far_out() {
    for code in [&[0u8, 6][..], &[0, 1, 0, 4], &[0, 1, 0, 6], &[0, 3, 7, 6]] {
        all_engines_agree_but_convolution(&game(code, &[]), 6000);
    }
    let grundy = TakeAndBreak::new(vec![4], vec![], true).unwrap();
    all_engines_agree_but_convolution(&grundy, 6000);
    let officers = game(&[0, 6], &[]);
    let mut block = HeapValues::with_engine(&officers, Engine::Block).unwrap();
    block.extend(36_000, &Budget::default()).unwrap();
    let space = block.sparse().expect("from 30 000 on there is a sparse space");
    assert_eq!((space.mask, space.rare.len(), block.largest()), (0b1_1110_1110, 1583, (284, 18_855)));
    let expected = values(&officers, Engine::Sparse, 36_000).unwrap();
    for engine in [Engine::Block, Engine::BlockPortable] {
        assert_eq!(values(&officers, engine, 36_000).unwrap(), expected, "{}", engine.name());
    }
}

#[test]
fn random_codes_are_as_defined() {
    let mut random = Random(5);
    for round in 0..300 {
        let max = [8, 8, 16, 32, 64][round % 5];
        let head: Vec<u8> = (0..random.below(5)).map(|_| random.below(max) as u8).collect();
        let tail: Vec<u8> = (0..random.below(4)).map(|_| random.below(max) as u8).collect();
        let Ok(game) = TakeAndBreak::new(head, tail, round % 3 == 0) else { continue };
        let to = if max > 16 { 24 } else { 40 };
        let expected = by_definition(&game, to as usize);
        for engine in Engine::ALL {
            if let Some(found) = values(&game, engine, to) {
                assert_eq!(found, expected, "{} of {game:?}", engine.name());
            }
        }
    }
}

#[test]
fn long_codes_are_taken() {
    let mut random = Random(9);
    for _ in 0..4 {
        let head: Vec<u8> = (0..200).map(|place| if place == 0 { 0 } else { random.below(3) as u8 }).collect();
        all_engines_agree(&game(&head, &[]), 2000);
        let head: Vec<u8> = (0..60).map(|place| if place == 0 { 0 } else { random.below(8) as u8 }).collect();
        all_engines_agree(&game(&head, &[]), 1000);
    }
    let all = vec![3u8; 300];
    all_engines_agree(&game(&[&[0], &all[..]].concat(), &[]), 2000);
}

#[test]
fn work_is_continued_where_it_stopped() {
    for game in [game(&[0, 1, 6], &[]), game(&[0, 7, 7], &[]), game(&[4], &[3]), game(&[0, 8, 3], &[])] {
        let mut whole = HeapValues::new(&game);
        whole.extend(3000, &Budget::default()).unwrap();
        let mut pieces = HeapValues::new(&game);
        let mut to = 1;
        while pieces.len() < 3000 {
            to = (to + 1 + to / 3).min(3000);
            pieces.extend(to, &Budget::default()).unwrap();
            assert_eq!(pieces.len(), to);
        }
        assert!((0..3000).all(|n| pieces.value(n) == whole.value(n)));
        assert_eq!(pieces.largest(), whole.largest());
    }
}

#[track_caller]
fn check_period(head: &[u8], limit: u64, period: u64, preperiod: u64) {
    let (run, stop) = solve_heap(&game(head, &[]), limit, &Budget::default());
    assert_eq!(stop, None);
    let found = run.period().map(|found| (found.period, found.preperiod, found.saltus));
    assert_eq!(found, Some((period, preperiod, 0)), "{head:?}");
}

#[test]
fn periods_are_as_published() {
    check_period(&[0, 7, 7], 1000, 12, 71);
    check_period(&[0, 0, 7], 1000, 34, 53);
    check_period(&[0, 1, 5, 6], 20_000, 349, 3479);
    check_period(&[0, 3, 5, 6], 20_000, 142, 7315);
    check_period(&[0, 1, 6, 5], 20_000, 1550, 5181);
    check_period(&[0, 6, 4, 4], 20_000, 442, 3256);
    check_period(&[0, 1, 2, 7], 200_000, 4, 46578);
    check_period(&[0, 5, 6], 1_000_000, 144, 326_640);
    check_period(&[0, 1, 6], 1_000_000, 149_459, 105_351);
}

#[test]
fn a_window_that_comes_again_proves_a_period() {
    let (run, _) = solve_heap(&game(&[0, 3, 0, 3, 3], &[]), 1000, &Budget::default());
    let period = run.period().unwrap();
    assert_eq!((period.period, period.preperiod, period.ground), (7, 0, Ground::Window));
    assert_eq!(run.at(1_000_000_000_000_000_000), run.at(1_000_000_000_000_000_000 % 7));
}

#[test]
fn values_that_rise_are_seen() {
    // Lasker's Nim: period 4, saltus 4.
    let (run, _) = solve_heap(&game(&[4], &[3]), 2000, &Budget::default());
    let period = run.period().unwrap();
    assert_eq!((period.period, period.saltus, period.ground), (4, 4, Ground::Seen));
    assert_eq!((1..=8).map(|n| run.at(n).unwrap()).collect::<Vec<_>>(), [1, 2, 4, 3, 5, 6, 8, 7]);
    assert_eq!(run.at(4_000_000_003), Some(4_000_000_004));
    let (nim, _) = solve_heap(&game(&[0], &[3]), 2000, &Budget::default());
    assert_eq!(nim.at(1 << 60), Some(1 << 60));
}

/// Past its period every value is as the engine finds it.
#[test]
fn periods_go_on() {
    let budget = Budget::default();
    for game in codes(2).chain([game(&[0, 8, 3], &[]), game(&[0, 3, 9, 1], &[]), game(&[0, 2, 1, 2, 0, 2], &[])]) {
        let (mut run, _) = solve_heap(&game, 400, &budget);
        if run.period().is_some_and(|period| period.ground.proves()) {
            let mut values = HeapValues::new(&game);
            values.extend(2000, &budget).unwrap();
            assert!((0..2000).all(|n| run.at(n) == Some(values.value(n).into())), "{game:?}");
            let sum = run.checksum(1999);
            let mut bytes = vec![0; 1950];
            assert!(run.copy_bytes(40, &mut bytes));
            run.fill(2000, &budget).unwrap();
            assert!((0..2000).all(|n| run.values().value(n) == values.value(n)));
            assert_eq!(run.checksum(1999), sum);
            assert!((0..1950).all(|n| u32::from(bytes[n]) == values.value(40 + n as u64)));
        }
    }
}

#[test]
fn different_heaps_have_their_own_theorem() {
    let budget = Budget::default();
    for code in 0..512u32 {
        let head = vec![0, (code & 7) as u8, (code >> 3 & 7) as u8, (code >> 6) as u8];
        let game = TakeAndBreak::new(head, vec![], true).unwrap();
        let (run, _) = solve_heap(&game, 300, &budget);
        if run.period().is_some() {
            let mut values = HeapValues::new(&game);
            values.extend(1500, &budget).unwrap();
            assert!((0..1500).all(|n| run.at(n) == Some(values.value(n).into())), "{game:?}");
        }
    }
}

#[test]
fn a_checkpoint_cut_anywhere_keeps_the_whole_blocks() {
    let budget = Budget::default();
    let kayles = game(&[0, 7, 7], &[]);
    let mut values = HeapValues::new(&kayles);
    let mut bytes = Vec::new();
    let mut checkpoint = Checkpoint::begin(&kayles, &mut bytes).unwrap();
    let header = bytes.len();
    let mut ends = vec![(header, 0)];
    for to in [50, 51, 120, 700] {
        values.extend(to, &budget).unwrap();
        checkpoint.append(&values, &mut bytes).unwrap();
        assert_eq!(checkpoint.append(&values, &mut bytes).unwrap(), 0);
        ends.push((bytes.len(), to));
    }
    for cut in 0..=bytes.len() {
        let mut again = HeapValues::new(&kayles);
        let restored = Checkpoint::restore(&mut again, &mut &bytes[..cut]);
        if cut < header {
            assert!(matches!(restored, Err(CheckpointError::NotACheckpoint)));
            continue;
        }
        let (whole, known) = ends.iter().rfind(|(end, _)| *end <= cut).unwrap();
        let restored = restored.unwrap();
        assert_eq!((restored.whole_bytes, again.len(), restored.was_cut), (*whole as u64, *known, cut > *whole));
        assert!((0..again.len()).all(|n| again.value(n) == values.value(n)));
        again.extend(750, &budget).unwrap();
        let mut more = bytes[..*whole].to_vec();
        let mut checkpoint = restored.checkpoint;
        checkpoint.append(&again, &mut more).unwrap();
        let mut third = HeapValues::new(&kayles);
        Checkpoint::restore(&mut third, &mut &more[..]).unwrap();
        assert_eq!(third.len(), 750);
        assert_eq!(third.largest(), again.largest());
    }
    // A changed byte ends the values there; in the header it is an error.
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 0x10;
        let mut again = HeapValues::new(&kayles);
        let restored = Checkpoint::restore(&mut again, &mut &damaged[..]);
        assert_eq!(restored.is_err(), index < header);
        if let Ok(restored) = restored {
            let (whole, known) = ends.iter().rfind(|(end, _)| *end <= index).unwrap();
            assert_eq!((restored.whole_bytes, again.len()), (*whole as u64, *known));
        }
    }
    let mut other = HeapValues::new(&game(&[0, 0, 7], &[]));
    assert!(matches!(Checkpoint::restore(&mut other, &mut &bytes[..]), Err(CheckpointError::OtherGame)));
    let mut later = bytes.clone();
    later[8] = 2;
    let mut again = HeapValues::new(&kayles);
    assert!(matches!(Checkpoint::restore(&mut again, &mut &later[..]), Err(CheckpointError::Version(2))));
}

#[test]
fn every_engine_goes_on_from_a_checkpoint() {
    let budget = Budget::default();
    for game in [game(&[0, 1, 6], &[]), game(&[4], &[3]), game(&[0, 8, 3], &[]), game(&[0, 3, 0, 3], &[])] {
        let mut values = HeapValues::new(&game);
        values.extend(900, &budget).unwrap();
        let mut bytes = Vec::new();
        Checkpoint::begin(&game, &mut bytes).unwrap().append(&values, &mut bytes).unwrap();
        values.extend(1600, &budget).unwrap();
        for engine in Engine::ALL {
            let Ok(mut again) = HeapValues::with_engine(&game, engine) else { continue };
            Checkpoint::restore(&mut again, &mut &bytes[..]).unwrap();
            again.extend(1600, &budget).unwrap();
            assert!((0..1600).all(|n| again.value(n) == values.value(n)), "{} of {game:?}", engine.name());
        }
    }
}

#[test]
fn a_survey_finds_the_same_with_any_number_of_threads() {
    let games = survey::codes(2);
    assert_eq!(games.len(), 127);
    let reported = std::sync::Mutex::new(0);
    let report = |_: &survey::Surveyed| *reported.lock().unwrap() += 1;
    let one = survey::survey(&games, 2000, &Budget::default(), &report).unwrap();
    let two = survey::survey(&games, 2000, &Budget { threads: 2, ..Budget::default() }, &report).unwrap();
    assert_eq!(one, two);
    assert_eq!(*reported.lock().unwrap(), 254);
    let kayles = one.iter().find(|surveyed| surveyed.game.head() == [0, 7, 7]).unwrap();
    assert_eq!(kayles.period.map(|period| period.needs), Some(168));
    assert_eq!(survey::codes(3).len(), 1023);
}

#[test]
fn a_budget_ends_the_work_and_keeps_what_is_known() {
    let grundy = TakeAndBreak::new(vec![4], vec![], true).unwrap();
    let mut values = HeapValues::new(&grundy);
    let short = Budget { max_bytes: 150_000, ..Budget::default() };
    assert!(matches!(values.extend(10_000_000, &short), Err(Stop::MemoryLimit(_))));
    assert!(values.len() > 10_000);
    let late = Budget { max_seconds: Some(0.0), ..Budget::default() };
    let known = values.len();
    assert!(matches!(values.extend(10_000_000, &late), Err(Stop::TimeLimit(_))));
    assert!(values.len() >= known);
    let known = values.len();
    values.extend(known + 1000, &Budget::default()).unwrap();
    let mut sparse = HeapValues::with_engine(&grundy, Engine::Sparse).unwrap();
    sparse.extend(known + 1000, &Budget::default()).unwrap();
    assert!((0..known + 1000).all(|n| values.value(n) == sparse.value(n)));
}

#[test]
fn engines_refuse_with_a_reason() {
    let refusal = |game: &TakeAndBreak, engine| HeapValues::with_engine(game, engine).err();
    assert!(refusal(&game(&[0, 7, 7], &[]), Engine::Window).unwrap().to_string().contains("one heap"));
    assert!(refusal(&game(&[4], &[3]), Engine::Block).unwrap().to_string().contains("digits that end"));
    assert!(refusal(&game(&[0, 8], &[]), Engine::Plain).unwrap().to_string().contains("two heaps"));
    assert_eq!(HeapValues::new(&game(&[0, 8], &[])).engine(), Engine::Convolution);
}

#[test]
fn a_checkpoint_with_an_impossible_value_is_refused() {
    // Tables are as long as values are large: the last one would take 16 GiB.
    let one = game(&[0, 3], &[]);
    for (width, forged) in [(1, 3), (2, 60_000), (4, u32::MAX)] {
        let mut values = HeapValues::new(&one);
        [0, 1, forged].into_iter().for_each(|value| values.table.push(value));
        assert_eq!(values.table.width(), width);
        let mut bytes = Vec::new();
        Checkpoint::begin(&one, &mut bytes).unwrap().append(&values, &mut bytes).unwrap();
        let mut again = HeapValues::with_engine(&one, Engine::Plain).unwrap();
        let restored = Checkpoint::restore(&mut again, &mut &bytes[..]);
        let Err(CheckpointError::Impossible { heap: 2, value }) = restored else { panic!("{restored:?}") };
        assert_eq!((value, again.len(), again.bytes() < 1 << 12), (forged, 0, true));
    }
}

#[test]
fn a_few_large_numbers_to_take_cost_no_more_than_small_ones() {
    // A walk over all places of every heap would be 10^11 steps.
    let mut head = vec![0; 400_001];
    (head[399_999], head[400_000]) = (3, 3);
    let budget = Budget { max_seconds: Some(20.0), ..Budget::default() };
    for engine in [Engine::Window, Engine::Plain] {
        let mut values = HeapValues::with_engine(&game(&head, &[]), engine).unwrap();
        values.extend(900_000, &budget).unwrap();
        let wanted = |n: u64| match n % 799_999 {
            0..399_999 => 0,
            399_999..799_998 => 1,
            _ => 2,
        };
        assert!((0..900_000).all(|n| values.value(n) == wanted(n)));
    }
}
