//! The search compared with plain memoised recursion.

use super::*;
use crate::budget::Budget;
use crate::solver::connect_board::{Connect, RandomTree, number, plainly, small_boards};
use crate::work::Work;
use std::collections::HashMap;

#[track_caller]
fn check<K: Key, M: Machine<K>>(mut machine: M, aim: Aim, keys: impl Iterator<Item = K>) {
    let budget = Budget::default();
    let work = Work::start(&budget);
    let mut search = AlphaBeta::new(machine.clone(), aim, &work).unwrap();
    let mut known = HashMap::new();
    for key in keys {
        let (value, _) = search.value(key, &work).unwrap();
        assert_eq!(number(value), plainly(key, &mut machine, &mut known), "{key:?}");
    }
}

#[test]
fn small_boards_agree_with_plain_recursion() {
    for (machine, keys) in small_boards() {
        check(machine, Aim::Outcome, keys.into_iter());
    }
}

#[test]
fn random_trees_agree_with_plain_recursion() {
    for seed in 0..60 {
        for points in [false, true] {
            let tree = RandomTree { seed, reach: 2 + seed % 6, last: 60, points };
            let aim = if points { Aim::Score } else { Aim::Outcome };
            check(tree, aim, 0..40);
        }
    }
}

#[test]
fn every_option_has_its_worth() {
    let budget = Budget::default();
    let work = Work::start(&budget);
    for seed in 0..20 {
        let mut tree = RandomTree { seed, reach: 5, last: 60, points: true };
        let key = (0..).find(|&key| tree.ended(key).is_none()).unwrap();
        let mut search = AlphaBeta::new(tree.clone(), Aim::Score, &work).unwrap();
        let values = search.options(key, &work).unwrap();
        let best = values.iter().map(|&end| number(end)).max();
        if let Some(best) = best {
            assert_eq!(best, plainly(key, &mut tree, &mut HashMap::new()));
        }
    }
}

/// Counts up to 9 and expands as given there, or around a ring of that size; options of a ring of 0 have no part.
#[derive(Clone)]
struct Odd(Expansion, u64);

impl Machine<u64> for Odd {
    fn traits(&self) -> grundy_kernel::Traits {
        grundy_kernel::Traits { plain: false, players: false, bits: 10 }
    }

    fn look(&mut self, key: u64, options: &mut Options) -> Expansion {
        options.clear();
        if key == 9 {
            return self.0;
        }
        options.words.extend((self.1 > 0).then(|| (key + 1) % self.1));
        options.heads.push(Head { parts_end: options.words.len() as u32, ..Head::default() });
        Expansion::Open
    }

    fn ended(&mut self, _: u64) -> Option<Expansion> {
        None
    }
}

#[test]
fn what_it_cannot_do_is_said_with_the_position() {
    let budget = Budget::default();
    let work = Work::start(&budget);
    let ask = |odd| AlphaBeta::new(odd, Aim::Outcome, &work).unwrap().value(0, &work);
    assert_eq!(ask(Odd(Expansion::Unsupported, 20)), Err(GaveUp::Beyond(9)));
    assert_eq!(ask(Odd(Expansion::Stuck(End::Score(1)), 20)), Err(GaveUp::Beyond(9)));
    assert_eq!(ask(Odd(Expansion::Stuck(End::Lose), 20)).map(|(end, _)| end), Ok(End::Win));
    assert_eq!(ask(Odd(Expansion::Unsupported, 0)), Err(GaveUp::Beyond(0)));
    assert!(matches!(ask(Odd(Expansion::Stuck(End::Lose), 7)), Err(GaveUp::Loop(_))));
}

/// One move everywhere, down to 0.
#[derive(Clone)]
struct Chain;

impl Machine<u64> for Chain {
    fn traits(&self) -> grundy_kernel::Traits {
        grundy_kernel::Traits { plain: true, players: false, bits: 20 }
    }

    fn look(&mut self, key: u64, options: &mut Options) -> Expansion {
        options.clear();
        options.words.extend(key.checked_sub(1));
        if key == 0 { Expansion::Stuck(End::Lose) } else { Expansion::Open }
    }

    fn ended(&mut self, _: u64) -> Option<Expansion> {
        None
    }
}

#[test]
fn long_play_is_no_loop() {
    let budget = Budget::default();
    let work = Work::start(&budget);
    let long = 300_001;
    let found = AlphaBeta::new(Chain, Aim::Outcome, &work).unwrap().value(long, &work);
    assert_eq!(found.map(|(end, _)| end), Ok(End::Win));
    let found = crate::solver::selective::proof_number::ProofNumber::new(Chain, &work).unwrap().outcome(long, &work);
    assert_eq!(found.map(|(end, _)| end), Ok(End::Win));
    // If there is no memory for the path, that is reported.
    let budget = Budget { max_bytes: 8 << 20, ..Budget::default() };
    let work = Work::start(&budget);
    let found = AlphaBeta::new(Chain, Aim::Outcome, &work).unwrap().value(long, &work);
    assert_eq!(found, Err(GaveUp::Stop(Stop::MemoryLimit(8 << 20))));
}

#[test]
fn a_long_loop_is_one() {
    assert!(comes_back(1 << 16, || (0..1u64 << 16).map(|at| at % 65_000)));
    assert!(!comes_back(1 << 16, || 0..1u64 << 16));
}

#[test]
fn the_budget_ends_a_search() {
    let budget = Budget { max_packed_positions: 10_000, ..Budget::default() };
    let part = Work::start(&budget);
    let mut search = AlphaBeta::new(Connect::new(6, 7, 4), Aim::Outcome, &part).unwrap();
    let stop = GaveUp::Stop(Stop::PositionLimit(10_000));
    assert_eq!(search.value([0, 0], &part), Err(stop));
    let budget = Budget { max_bytes: 1 << 16, ..Budget::default() };
    let work = Work::start(&budget);
    let none = AlphaBeta::<[u64; 2], _>::new(Connect::new(6, 7, 4), Aim::Outcome, &work.part());
    assert_eq!(none.err(), Some(Stop::MemoryLimit(1 << 16)));
}

#[test]
fn larger_boards_end_as_published() {
    let budget = Budget::default();
    let work = Work::start(&budget);
    for (rows, columns, end) in [(4, 4, End::Draw), (5, 4, End::Draw), (4, 5, End::Draw), (4, 6, End::Lose)] {
        let mut search = AlphaBeta::new(Connect::new(rows, columns, 4), Aim::Outcome, &work).unwrap();
        let (found, nodes) = search.value([0, 0], &work).unwrap();
        assert_eq!(found, end, "{rows} rows of {columns}, {nodes} nodes");
    }
}
