//! A test at which a program fails, made as small as can be.
//!
//! In: a test and a question, *does the program still fail?* Out: the smallest test found for which the answer is yes. Idea:
//! leave out instances, then entries of lists, then lower numbers, by large steps first and then by small ones, and begin
//! again as long as anything helps (Zeller and Hildebrandt 2002). Everything tried is an input that the problem allows. Where a
//! program fails at lost positions only, a lowered number makes the position won: then a winning move makes it a lost one
//! again. What comes out is small, not the least that there is.

use crate::draw::{Random, Shape};
use crate::draw_graph::{contracted, edges_of_symmetric, without_edge};
use crate::problem::Input;
use crate::stress::{Stress, Test, Workshop};
use crate::stress_leaf::{Leaf, Path, at, with, with_numbers};
use grundy_rules::{Int, Value};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Up to so many numbers, all pairs of them are lowered together.
const MOST_IN_PAIRS: usize = 12;

/// How far shrinking went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest test found.
    pub test: Test,
    /// How often the program was asked.
    pub asked: u32,
    /// Whether nothing smaller was left to try.
    pub is_done: bool,
}

/// Makes a test smaller as long as `fails` says yes; it is asked `most` times at most, and a `Break` ends the
/// work.
pub fn shrink(
    stress: &Stress,
    workshop: &mut Workshop,
    test: Test,
    most: u32,
    fails: &mut dyn FnMut(&Test) -> ControlFlow<(), bool>,
) -> Shrunk {
    let seen = HashSet::from([test.text.clone()]);
    let mut work =
        Work { stress, workshop, best: test, asked: 0, most, stopped: false, seen, fails, random: Random::new(0) };
    loop {
        let before = work.best.clone();
        work.drop_instances();
        for place in 0..work.best.inputs.len() {
            work.drop_entries(place);
            work.drop_columns(place);
            work.drop_edges(place);
            work.choose_first_words(place);
            work.lower_numbers(place);
            work.lower_together(place);
        }
        if work.best == before {
            for place in 0..work.best.inputs.len() {
                work.lower_and_lose(place);
            }
        }
        if work.best == before || work.is_over() {
            break;
        }
    }
    let is_done = !work.is_over();
    Shrunk { asked: work.asked, is_done, test: work.best }
}

struct Work<'a> {
    stress: &'a Stress,
    workshop: &'a mut Workshop,
    best: Test,
    asked: u32,
    most: u32,
    /// Whether who asks wants no more.
    stopped: bool,
    /// The texts that were tried already.
    seen: HashSet<String>,
    fails: &'a mut dyn FnMut(&Test) -> ControlFlow<(), bool>,
    random: Random,
}

impl Work<'_> {
    fn is_over(&self) -> bool {
        self.asked >= self.most || self.stopped || self.workshop.is_called_off()
    }

    /// Whether the program fails at these instances too; then they are the best so far.
    fn tries(&mut self, inputs: Vec<Input>) -> bool {
        if self.is_over() || inputs.is_empty() {
            return false;
        }
        let problem = self.stress.problem();
        if inputs.iter().any(|input| problem.anatomy(input).is_none()) {
            return false;
        }
        let Ok(test) = self.stress.test_of(&inputs, &mut self.workshop.answers) else { return false };
        if !self.seen.insert(test.text.clone()) {
            return false;
        }
        self.asked += 1;
        let failed = match (self.fails)(&test) {
            ControlFlow::Continue(failed) => failed,
            ControlFlow::Break(()) => {
                self.stopped = true;
                false
            }
        };
        if failed {
            self.best = test;
        }
        failed
    }

    fn tries_instead(&mut self, place: usize, input: Input) -> bool {
        let mut inputs = self.best.inputs.clone();
        inputs[place] = input;
        self.tries(inputs)
    }

    fn drop_instances(&mut self) {
        let mut length = self.best.inputs.len() / 2;
        // One alone is the most that can be hoped for.
        if self.best.inputs.len() > 1 {
            for place in 0..self.best.inputs.len() {
                if self.tries(vec![self.best.inputs[place].clone()]) {
                    return;
                }
            }
        }
        while length > 0 {
            let mut from = 0;
            while from < self.best.inputs.len() {
                let mut inputs = self.best.inputs.clone();
                let to = (from + length).min(inputs.len());
                inputs.drain(from..to);
                if !self.tries(inputs) {
                    from += length;
                }
            }
            length /= 2;
        }
    }

    fn drop_entries(&mut self, place: usize) {
        let mut row = 0;
        loop {
            let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[place]) else { return };
            let Some(found) = anatomy.rows.get(row).cloned() else { return };
            let mut length = found.length;
            while length > 0 && !self.is_over() {
                let mut from = 0;
                while let Some(now) = at(&self.best.inputs[place], &found.path).and_then(Value::as_elements) {
                    if from >= now.len() {
                        break;
                    }
                    let input = self.best.inputs[place].clone();
                    let mut fewer = now.to_vec();
                    let to = (from + length).min(fewer.len());
                    fewer.drain(from..to);
                    let dropped = self.tries_instead(place, with(&input, &found.path, Value::list(fewer)))
                        || self.tries_instead(place, dropped_everywhere(&input, &found.path, from, to))
                        || length == 1 && self.tries_instead(place, without_node(&input, &found.path, from));
                    if !dropped {
                        from += length;
                    }
                }
                length /= 2;
            }
            row += 1;
        }
    }

    /// Leaves out columns of the grids of an instance, one at a time.
    fn drop_columns(&mut self, place: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[place]) else { return };
        for (path, shape) in anatomy.grids {
            let mut column = 0;
            while !self.is_over() {
                let input = self.best.inputs[place].clone();
                let rows = at(&input, &path).and_then(Value::as_elements).unwrap_or_default();
                let width = rows.first().and_then(Value::as_elements).map_or(0, <[Value]>::len);
                if column >= width {
                    break;
                }
                let without = |row: &Value| {
                    let mut fewer = row.as_elements().unwrap_or_default().to_vec();
                    if column < fewer.len() {
                        fewer.remove(column);
                    }
                    Value::list(fewer)
                };
                // A square stays one: the row of the same place goes too.
                let is_kept = |place: &usize| shape != Shape::Square || *place != column;
                let kept = (0..rows.len()).filter(is_kept);
                let smaller = Value::list(kept.map(|place| without(&rows[place])).collect());
                if !self.tries_instead(place, with(&input, &path, smaller)) {
                    column += 1;
                }
            }
        }
    }

    /// Leaves out edges of the graphs of an instance, one at a time; edges of trees are drawn together to a node.
    fn drop_edges(&mut self, place: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[place]) else { return };
        for path in anatomy.graphs {
            let mut edge = 0;
            while !self.is_over() {
                let input = self.best.inputs[place].clone();
                let Some(graph) = at(&input, &path) else { break };
                let Some(found) = edges_of_symmetric(graph).and_then(|edges| edges.get(edge).copied()) else { break };
                if !self.tries_instead(place, with(&input, &path, without_edge(graph, found))) {
                    edge += 1;
                }
            }
        }
        for (path, size) in anatomy.trees {
            let mut edge = 0;
            while !self.is_over() {
                let input = self.best.inputs[place].clone();
                let Some(smaller) = at(&input, &path).and_then(|tree| contracted(tree, edge)) else { break };
                let mut candidate = with(&input, &path, smaller);
                let count =
                    size.as_ref().and_then(|size| at(&input, size)).and_then(Value::as_int).and_then(Int::to_i64);
                if let (Some(size), Some(count)) = (&size, count) {
                    candidate = with(&candidate, size, Value::from(count - 1));
                }
                if !self.tries_instead(place, candidate) {
                    edge += 1;
                }
            }
        }
    }

    fn choose_first_words(&mut self, place: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[place]) else { return };
        for choice in anatomy.choices {
            let input = self.best.inputs[place].clone();
            let now = at(&input, &choice.path).cloned();
            for word in choice.words.into_iter().take_while(|word| Some(word) != now.as_ref()) {
                if self.tries_instead(place, with(&input, &choice.path, word)) {
                    break;
                }
            }
        }
    }

    /// The numbers of an instance as they are now.
    fn leaves(&self, place: usize) -> Vec<Leaf> {
        self.stress.problem().anatomy(&self.best.inputs[place]).map(|anatomy| anatomy.leaves).unwrap_or_default()
    }

    fn lower_numbers(&mut self, place: usize) {
        for number in 0..self.leaves(place).len() {
            self.lower(place, &[number]);
        }
    }

    fn lower_together(&mut self, place: usize) {
        let count = self.leaves(place).len();
        if count < 2 {
            return;
        }
        self.lower(place, &(0..count).collect::<Vec<_>>());
        if count <= MOST_IN_PAIRS {
            for first in 0..count {
                for second in 0..first {
                    self.lower(place, &[second, first]);
                }
            }
        }
    }

    /// Lowers these numbers by the same amount, as far as the program still fails: large steps, then small ones.
    fn lower(&mut self, place: usize, numbers: &[usize]) {
        loop {
            let leaves = self.leaves(place);
            let Some(chosen) = numbers.iter().map(|number| leaves.get(*number)).collect::<Option<Vec<_>>>() else {
                return;
            };
            let mut step = chosen.iter().map(|leaf| leaf.value.abs_diff(goal(leaf))).max().unwrap_or_default();
            let mut lowered = false;
            while step > 0 && !lowered && !self.is_over() {
                let input = self.best.inputs[place].clone();
                let candidate = with_numbers(&input, chosen.iter().map(|leaf| (*leaf, toward(leaf, step))));
                lowered = self.tries_instead(place, candidate);
                step /= 2;
            }
            if !lowered || self.is_over() {
                return;
            }
        }
    }

    /// Lowers a number and then makes the position a lost one again.
    fn lower_and_lose(&mut self, place: usize) {
        let problem = self.stress.problem().clone();
        let mut number = 0;
        while let Some(leaf) = self.leaves(place).get(number).cloned() {
            let mut step = leaf.value.abs_diff(goal(&leaf));
            let mut lowered = false;
            while step > 0 && !lowered && !self.is_over() {
                let input = self.best.inputs[place].clone();
                let smaller = with_numbers(&input, [(&leaf, toward(&leaf, step))]);
                let before = weight(&self.leaves(place));
                if let Some(lost) = problem.after_a_winning_move(&mut self.workshop.scout, &smaller, &mut self.random)
                    && problem.anatomy(&lost).is_some_and(|anatomy| weight(&anatomy.leaves) < before)
                {
                    lowered = self.tries_instead(place, lost);
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

/// The number nearest to 0 that is allowed.
fn goal(leaf: &Leaf) -> i64 {
    if leaf.low > 0 { leaf.low } else { leaf.high.min(0) }
}

/// The number moved so far toward its goal, and not beyond.
fn toward(leaf: &Leaf, step: u64) -> i64 {
    let goal = goal(leaf);
    if leaf.value > goal {
        leaf.value.saturating_sub_unsigned(step).max(goal)
    } else {
        leaf.value.saturating_add_unsigned(step).min(goal)
    }
}

fn weight(leaves: &[Leaf]) -> i128 {
    leaves.iter().map(|leaf| i128::from(leaf.value).abs()).sum()
}

/// The entries left out of this list and of all fields that are as long: lists that belong together.
fn dropped_everywhere(input: &Input, path: &Path, from: usize, to: usize) -> Input {
    let mut changed = input.clone();
    let length = at(input, path).and_then(Value::as_elements).map(<[Value]>::len);
    if path.len() != 1 {
        return changed;
    }
    for value in changed.values.iter_mut().flatten() {
        if let Some(entries) = value.as_elements().filter(|entries| Some(entries.len()) == length) {
            let mut fewer = entries.to_vec();
            fewer.drain(from..to);
            *value = Value::list(fewer);
        }
    }
    changed
}

/// The input without a node of a graph whose lists of successors are this field: the nodes behind it move up.
fn without_node(input: &Input, path: &Path, node: usize) -> Input {
    let mut changed = input.clone();
    let is_graph = |value: &Value| {
        value.as_elements().is_some_and(|rows| !rows.is_empty() && rows.iter().all(|row| row.as_elements().is_some()))
    };
    if path.len() != 1 || !at(input, path).is_some_and(is_graph) {
        return changed;
    }
    let node = node as i64;
    let moved = |number: &Value| match number.as_int().and_then(Int::to_i64) {
        Some(other) if other == node => None,
        Some(other) if other > node => Some(Value::from(other - 1)),
        _ => Some(number.clone()),
    };
    let fewer = |list: &[Value]| Value::list(list.iter().filter_map(moved).collect());
    for (field, value) in changed.values.iter_mut().enumerate() {
        let Some(old) = value.clone() else { continue };
        *value = Some(match old.as_elements() {
            None => moved(&old).unwrap_or(old),
            Some(entries) if field == path[0] => {
                let kept = entries.iter().enumerate().filter(|(at, _)| *at as i64 != node);
                Value::list(kept.map(|(_, row)| fewer(row.as_elements().unwrap_or_default())).collect())
            }
            Some(entries) if entries.iter().all(|entry| entry.as_int().is_some()) => fewer(entries),
            Some(_) => old,
        });
    }
    changed
}
