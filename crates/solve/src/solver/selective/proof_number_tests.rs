//! The search compared with plain memoised recursion.

use super::*;
use crate::budget::Budget;
use crate::solver::connect_board::{Connect, RandomTree, number, plainly, small_boards};
use crate::work::Work;
use std::collections::HashMap;

#[track_caller]
fn check<K: Key, M: Machine<K>>(mut machine: M, keys: impl Iterator<Item = K>) {
    let budget = Budget::default();
    let work = Work::start(&budget);
    let mut search = ProofNumber::new(machine.clone(), &work).unwrap();
    let mut known = HashMap::new();
    for key in keys {
        let (value, _) = search.outcome(key, &work).unwrap();
        assert_eq!(number(value), plainly(key, &mut machine, &mut known), "{key:?}");
    }
}

#[test]
fn small_boards_agree_with_plain_recursion() {
    for (machine, keys) in small_boards() {
        check(machine, keys.into_iter());
    }
}

#[test]
fn random_trees_agree_with_plain_recursion() {
    for seed in 0..60 {
        check(RandomTree { seed, reach: 2 + seed % 6, last: 60, points: false }, 0..40);
    }
}

#[test]
fn a_goal_alone_can_be_proved() {
    let budget = Budget::default();
    let work = Work::start(&budget);
    let mut search = ProofNumber::new(Connect::new(4, 4, 4), &work).unwrap();
    assert!(!search.prove([0, 0], Goal::Win, &work).unwrap().0);
    assert!(search.prove([0, 0], Goal::AtLeastDraw, &work).unwrap().0);
}

#[test]
fn trees_of_one_shape_are_measured_alike() {
    let mut tree = RandomTree { seed: 3, reach: 6, last: 500, points: false };
    let key = (0..).find(|&key| tree.ended(key).is_none()).unwrap();
    let first = shape(&mut tree, key, 200);
    assert_eq!(first, shape(&mut tree, key, 200));
    assert!(first.variation > 0.1, "{first:?}");
    let mut board = Connect::new(6, 7, 4);
    assert!(!is_lopsided(&mut board, [0, 0], 200), "{:?}", shape(&mut board, [0, 0], 200));
}
