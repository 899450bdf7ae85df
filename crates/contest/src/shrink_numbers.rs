//! Steps that shrink the numbers of an input, alone and together, and make positions lost again.
//!
//! In and out: as in [`crate::shrink_steps`]. A lowered number usually makes a lost position won: if a program fails on lost ones
//! only, a winning move is searched for that makes it lost again.

use crate::problem::Input;
use crate::shrink::Work;
use crate::shrink_steps::{MANY_NUMBERS, MAX_BLOCKS, MAX_IN_PAIRS, MAX_ONE_BY_ONE};
use crate::stress_leaf::{Leaf, at, with, with_numbers};
use grundy_rules::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How many of the least numbers are tried in place of a number.
const SMALL_NUMBERS: u64 = 24;
/// Tuning: up to this many numbers, one is lowered and a winning move searched for that makes the position lost
/// again. No measurement is recorded.
const MAX_TO_LOSE: usize = 24;

/// Tuning: maximum number of searches for winning moves. No measurement is recorded.
const MAX_LOOKED_FOR: u32 = 48;

impl Work<'_> {
    /// Returns the current numbers of an instance.
    fn leaves(&self, index: usize) -> Vec<Leaf> {
        self.stress.problem().anatomy(&self.best.inputs[index]).map(|anatomy| anatomy.leaves).unwrap_or_default()
    }

    /// Lowers the numbers of an instance, one after the other.
    pub fn lower_numbers(&mut self, index: usize) {
        let count = self.leaves(index).len();
        let apart = if count > MAX_ONE_BY_ONE { count.div_ceil(MAX_BLOCKS) } else { 1 };
        let numbers: Vec<usize> = (0..count).collect();
        for block in numbers.chunks(apart) {
            self.lower(index, block);
        }
    }

    /// Minimizes many numbers at once: all of them, halves, quarters; all equal, or ascending if entries must differ.
    pub fn lower_many(&mut self, index: usize) {
        let leaves = self.leaves(index);
        let count = leaves.len();
        if count < MANY_NUMBERS {
            return;
        }
        // All equal; if no two may be equal, ascending from the least; or as close together as possible in their order.
        let ranks: BTreeSet<i64> = leaves.iter().map(|leaf| leaf.value).collect();
        let ranks: BTreeMap<i64, i64> = ranks.into_iter().zip(0..).collect();
        let input = self.best.inputs[index].clone();
        self.first_failing(index, 3, &mut |number| {
            let above = |at: usize, leaf: &Leaf| match number {
                0 => 0,
                1 => at as i64,
                _ => ranks[&leaf.value],
            };
            let smaller = leaves.iter().enumerate().map(|(at, leaf)| {
                let number = goal(leaf).saturating_add(above(at, leaf)).min(leaf.high);
                (leaf, number)
            });
            let lighter: i128 = smaller.clone().map(|(_, number)| i128::from(number).abs()).sum();
            (lighter < weight(&leaves)).then(|| with_numbers(&input, smaller))
        });
        let mut length = count / 2;
        let shortest = if count > MAX_ONE_BY_ONE { count.div_ceil(MAX_BLOCKS) } else { 2 };
        while length >= shortest && !self.is_over() {
            let mut from = 0;
            while from < count && !self.is_over() {
                let (input, leaves) = (self.best.inputs[index].clone(), self.leaves(index));
                let blocks = count.saturating_sub(from).div_ceil(length);
                let lowered = self.first_failing(index, 2 * blocks, &mut |number| {
                    let begin = from + number / 2 * length;
                    let block = leaves.get(begin..(begin + length).min(leaves.len()))?;
                    let min = |at: usize, leaf: &Leaf| match number % 2 {
                        0 => goal(leaf),
                        _ => goal(leaf).saturating_add((begin + at) as i64).min(leaf.high),
                    };
                    let smaller = block.iter().enumerate().map(|(at, leaf)| (leaf, min(at, leaf)));
                    let lighter: i128 = smaller.clone().map(|(_, number)| i128::from(number).abs()).sum();
                    (lighter < weight(block)).then(|| with_numbers(&input, smaller))
                });
                match lowered {
                    Some(number) => from += (number / 2 + 1) * length,
                    None => break,
                }
            }
            length /= 2;
        }
    }

    /// Lowers all numbers by the same amount, and all pairs if there are few.
    pub fn lower_together(&mut self, index: usize) {
        let count = self.leaves(index).len();
        if count < 2 {
            return;
        }
        self.lower(index, &(0..count).collect::<Vec<_>>());
        if count <= MAX_IN_PAIRS {
            for first in 0..count {
                for second in 0..first {
                    self.lower(index, &[second, first]);
                }
            }
        }
    }

    /// Divides all numbers, if there are few, by the same power of two, perhaps raising one of them by one: a failure at a
    /// certain quotient remains.
    pub fn divide_together(&mut self, index: usize) {
        loop {
            let (input, leaves) = (self.best.inputs[index].clone(), self.leaves(index));
            let greatest = leaves.iter().map(|leaf| leaf.value.unsigned_abs()).max().unwrap_or_default();
            if !(2..=MAX_IN_PAIRS).contains(&leaves.len()) || greatest < 2 || self.is_over() {
                return;
            }
            let halvings = greatest.ilog2() as usize;
            let ways = leaves.len() + 1;
            let divided = self.first_failing(index, halvings * ways, &mut |number| {
                let halving = halvings - number / ways;
                let smaller = leaves.iter().enumerate().map(|(at, leaf)| {
                    let raised = i64::from(at + 1 == number % ways);
                    (leaf, ((leaf.value >> halving) + raised).clamp(leaf.low, leaf.high.max(leaf.low)))
                });
                let lighter: i128 = smaller.clone().map(|(_, number)| i128::from(number).abs()).sum();
                (lighter < weight(&leaves)).then(|| with_numbers(&input, smaller))
            });
            if divided.is_none() {
                return;
            }
        }
    }

    /// Lowers these numbers by the same amount, as far as the program still fails: large steps, then small ones.
    fn lower(&mut self, index: usize, numbers: &[usize]) {
        loop {
            let leaves = self.leaves(index);
            let Some(chosen) = numbers.iter().map(|number| leaves.get(*number)).collect::<Option<Vec<_>>>() else {
                return;
            };
            let whole = chosen.iter().map(|leaf| leaf.value.abs_diff(goal(leaf))).max().unwrap_or_default();
            let input = self.best.inputs[index].clone();
            let halvings = u64::BITS - whole.leading_zeros();
            // The least numbers first, if trying them is cheap: halving alone may miss them.
            let few = if numbers.len() == 1 && self.tries_together() { whole.min(SMALL_NUMBERS) } else { 0 };
            let steps: Vec<u64> =
                (0..few).map(|above| whole - above).chain((0..halvings).map(|halving| whole >> halving)).collect();
            let lowered = self.first_failing(index, steps.len(), &mut |number| {
                Some(with_numbers(&input, chosen.iter().map(|leaf| (*leaf, toward(leaf, steps[number])))))
            });
            let lowered = lowered.is_some();
            if !lowered || self.is_over() {
                return;
            }
        }
    }

    /// Returns the position after a winning move, if one is found within the limit on searches: with large numbers each may take
    /// long.
    fn lose(&mut self, input: &Input) -> Option<Input> {
        self.looked_for += 1;
        if self.looked_for > MAX_LOOKED_FOR {
            return None;
        }
        let problem = self.stress.problem().clone();
        problem.after_a_winning_move(&mut self.sessions.scout, input, &mut self.random, &mut 0)
    }

    /// Leaves out entries of a long list and then makes the position lost again.
    pub fn drop_and_lose(&mut self, index: usize) {
        let problem = self.stress.problem().clone();
        let Some(anatomy) = problem.anatomy(&self.best.inputs[index]) else { return };
        for row in anatomy.rows.iter().filter(|row| row.path.len() == 1) {
            let now = |work: &Self| {
                at(&work.best.inputs[index], &row.path).and_then(Value::as_elements).map(<[Value]>::to_vec)
            };
            let mut length = row.length / 2;
            while length > 0 {
                let mut from = 0;
                let mut tried = 0;
                while let Some(entries) = now(self).filter(|entries| from < entries.len() && tried < MAX_BLOCKS) {
                    if self.is_over() {
                        return;
                    }
                    let mut fewer = entries;
                    fewer.drain(from..(from + length).min(fewer.len()));
                    let smaller = with(&self.best.inputs[index], &row.path, Value::list(fewer));
                    let lost = self.lose(&smaller);
                    tried += 1;
                    if !lost.is_some_and(|lost| self.tries_instead(index, lost)) {
                        from += length;
                    }
                }
                length /= 2;
            }
        }
    }

    /// Lowers a number and then makes the position lost again.
    pub fn lower_and_lose(&mut self, index: usize) {
        let problem = self.stress.problem().clone();
        if self.leaves(index).len() > MAX_TO_LOSE {
            return;
        }
        let mut number = 0;
        while let Some(leaf) = self.leaves(index).get(number).cloned() {
            let mut step = leaf.value.abs_diff(goal(&leaf));
            let mut lowered = false;
            while step > 0 && !lowered && !self.is_over() {
                let input = self.best.inputs[index].clone();
                let smaller = with_numbers(&input, [(&leaf, toward(&leaf, step))]);
                let before = weight(&self.leaves(index));
                if let Some(lost) = self.lose(&smaller)
                    && problem.anatomy(&lost).is_some_and(|anatomy| weight(&anatomy.leaves) < before)
                {
                    lowered = self.tries_instead(index, lost);
                }
                step /= 2;
            }
            if !lowered {
                number += 1;
            }
            if self.is_over() {
                return;
            }
        }
    }
}

/// Returns the allowed number nearest to 0.
fn goal(leaf: &Leaf) -> i64 {
    if leaf.low > 0 { leaf.low } else { leaf.high.min(0) }
}

/// Returns the number moved by `step` toward its goal, and not beyond.
fn toward(leaf: &Leaf, step: u64) -> i64 {
    let goal = goal(leaf);
    if leaf.value > goal {
        leaf.value.saturating_sub_unsigned(step).max(goal)
    } else {
        leaf.value.saturating_add_unsigned(step).min(goal)
    }
}

/// Returns the total size of numbers.
pub(crate) fn weight(leaves: &[Leaf]) -> i128 {
    leaves.iter().map(|leaf| i128::from(leaf.value).abs()).sum()
}
