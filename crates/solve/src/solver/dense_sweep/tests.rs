//! Tables by rows, tables that grow.

use super::*;
use crate::budget::Budget;
use crate::solver::Solver;
use grundy_rules::Value;

fn piles(count: usize) -> Vec<i64> {
    (0..count as i64).map(|pile| pile * pile * 7919 % 1009).collect()
}

/// Solves a row of piles with the given memory and returns its score.
fn score(rules: &str, piles: &[i64], max_bytes: u64) -> Option<Int> {
    let game = grundy_rules::read(rules).unwrap();
    let list = Value::list(piles.iter().map(|pile| Value::from(*pile)).collect());
    let instance = Arc::new(Instance::new(game, vec![Some(list)]).unwrap());
    let start = instance.start().unwrap();
    let compound = instance.compound().unwrap();
    let budget = Budget { max_bytes, ..Budget::default() };
    let mut solver = Solver::new(instance, compound, budget).unwrap();
    solver.evaluate(&[start], QuantitySet::ALL).pop().unwrap().unwrap().score
}

const ENDS: &str = "game g(i in 0..len(piles) = 0, j in -1..len(piles) - 1 = len(piles) - 1) given piles: [int] = [1] \
                    move left if i <= j gain piles[i] -> (i + 1, j) move right if i <= j gain piles[j] -> (i, j - 1) \
                    start 0";

/// Returns the lead of the player to move, from rows of increasing length; `at` is where such a row begins.
fn by_hand(piles: &[i64]) -> i64 {
    let mut leads = piles.to_vec();
    for length in 2..=piles.len() {
        for at in 0..=piles.len() - length {
            leads[at] = (piles[at] - leads[at + 1]).max(piles[at + length - 1] - leads[at]);
        }
    }
    leads[0]
}

#[test]
fn a_long_row_of_piles_needs_little_memory() {
    // All cells together would take 134 MB.
    let piles = piles(2100);
    assert_eq!(score(ENDS, &piles, 1 << 20), Some(Int::Small(by_hand(&piles))));
}

#[test]
fn moves_that_reach_far_keep_the_whole_table() {
    // A rare move skips half of the row, which the first moves tried may not show.
    let rules = "game g(i in 0..len(piles) = 0, j in -1..len(piles) - 1 = len(piles) - 1) given piles: [int] = [1] \
                 move left if i <= j gain piles[i] -> (i + 1, j) move right if i <= j gain piles[j] -> (i, j - 1) \
                 move skip if i == 5 and j > 20 -> ((i + j) / 2, j) start 0";
    let piles = piles(2100);
    let count = piles.len();
    let mut leads = vec![vec![0; count + 1]; count + 1];
    // leads[i][j]: piles i to j - 1.
    for i in (0..count).rev() {
        for j in i + 1..=count {
            let mut best = (piles[i] - leads[i + 1][j]).max(piles[j - 1] - leads[i][j - 1]);
            if i == 5 && j > 21 {
                best = best.max(-leads[(i + j - 1) / 2][j]);
            }
            leads[i][j] = best;
        }
    }
    assert_eq!(score(rules, &piles, 1 << 30), Some(Int::Small(leads[0][count])));
}

#[test]
fn larger_and_larger_heaps_have_few_tables_made_for_them() {
    let rules = "game k(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
    let instance = Arc::new(Instance::new(grundy_rules::read(rules).unwrap(), vec![]).unwrap());
    let mut method = DenseSweep::new(&instance, Theory::Grundy, Backend::AsItPays).unwrap();
    let budget = Budget::default();
    let mut sizes = Vec::new();
    for n in (5000..9000).step_by(40) {
        let position = Position::alone(None, Arc::new(vec![Value::from(n)]));
        let stop =
            method.reach(std::slice::from_ref(&position), Quantity::Grundy.into(), &Work::start(&budget)).unwrap();
        assert!(stop.is_none() && method.evaluation(&position).grundy.is_some());
        sizes.push(method.visited());
    }
    sizes.dedup();
    assert!(sizes.len() <= 4 && sizes.last() < Some(&14_000), "{sizes:?}");
}

/// Below 0 play goes to and fro, above it goes down: a table of positions above 0 is filled whatever was queried
/// before.
#[test]
fn what_was_asked_before_does_not_choose_the_way() {
    let rules = "game g(n in 0.., m in 0..) move down(k in 1..min(n, 3)) if m == 0 -> (n - k, m) \
                 move turn if m > 0 and n < 9 -> (n + 1, m) move back if m > 0 and n > 0 -> (n - 1, m)";
    let game = grundy_rules::read(rules).unwrap();
    let instance = Arc::new(Instance::new(game, vec![]).unwrap());
    let position = |text: &str| instance.parse_line(text, None).unwrap();
    let mut dense = DenseSweep::new(&instance, Theory::Grundy, Backend::Native).unwrap();
    let budget = Budget::default();
    for disordered in ["5,1", "6,2", "7,3", "8,4", "9,5"] {
        let work = Work::start(&budget);
        assert!(dense.reach(&[position(disordered)], Quantity::Outcome.into(), &work).is_err());
    }
    let ordered = [position("9000,0")];
    assert_eq!(dense.reach(&ordered, Quantity::Outcome.into(), &Work::start(&budget)).ok(), Some(None));
    assert_eq!(dense.evaluation(&ordered[0]).winner, Some(Winner::Second));
}
