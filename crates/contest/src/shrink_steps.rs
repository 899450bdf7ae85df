//! The ways in which an input is made smaller.
//!
//! In: the best test so far, and the place of an instance in it. Out: a smaller one, where the program still fails. Each way lists
//! candidates, the boldest first, and goes on from the first that [`Work`] finds to fail. Everything that is no input of the problem
//! is refused there.

use crate::draw::Shape;
use crate::draw_graph::{contracted, edges_of_symmetric, without_edge};
use crate::problem::Input;
use crate::shrink::Work;
use crate::stress_leaf::{Choice, Leaf, Path, at, with, with_numbers};
use grundy_rules::{Int, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Up to so many numbers, all pairs of them are lowered together.
const MOST_IN_PAIRS: usize = 12;
/// From so many numbers on, many of them are lowered at once first.
const MANY_NUMBERS: usize = 8;

impl Work<'_> {
    /// Leaves out entries of the lists of an instance, many at once at first.
    pub fn drop_entries(&mut self, place: usize) {
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
                    let (input, now) = (self.best.inputs[place].clone(), now.to_vec());
                    // Three ways to leave entries out, at each place one after the other.
                    let blocks = (now.len() - from).div_ceil(length);
                    let dropped = self.first_failing(place, 3 * blocks, &mut |number| {
                        let begin = from + number / 3 * length;
                        let end = (begin + length).min(now.len());
                        match number % 3 {
                            0 => {
                                let mut fewer = now.clone();
                                fewer.drain(begin..end);
                                Some(with(&input, &found.path, Value::list(fewer)))
                            }
                            1 => dropped_everywhere(&input, &found.path, begin, end),
                            _ if length == 1 => without_node(&input, &found.path, begin),
                            _ => None,
                        }
                    });
                    match dropped {
                        Some(number) => from += number / 3 * length,
                        None => break,
                    }
                }
                length /= 2;
            }
            row += 1;
        }
    }

    /// Puts one number in the place of two of a short list: heaps of a and b are often worth one of a xor b.
    pub fn join_entries(&mut self, place: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[place]) else { return };
        for row in anatomy.rows {
            loop {
                let input = self.best.inputs[place].clone();
                let entries = at(&input, &row.path).and_then(Value::as_elements).unwrap_or_default();
                let numbers: Option<Vec<i64>> =
                    entries.iter().map(|entry| entry.as_int().and_then(Int::to_i64)).collect();
                let Some(numbers) = numbers.filter(|numbers| (2..=MOST_IN_PAIRS).contains(&numbers.len())) else {
                    break;
                };
                let pairs: Vec<(usize, usize)> =
                    (0..numbers.len()).flat_map(|second| (0..second).map(move |first| (first, second))).collect();
                let joined = self.first_failing(place, pairs.len(), &mut |number| {
                    let (first, second) = pairs[number];
                    let mut fewer = numbers.clone();
                    fewer[first] ^= fewer[second];
                    fewer.remove(second);
                    Some(with(&input, &row.path, Value::list(fewer.into_iter().map(Value::from).collect())))
                });
                if joined.is_none() {
                    break;
                }
            }
        }
    }

    /// Leaves out columns of the grids of an instance, one at a time.
    pub fn drop_columns(&mut self, place: usize) {
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
    pub fn drop_edges(&mut self, place: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[place]) else { return };
        for path in anatomy.graphs {
            let mut next = 0;
            while !self.is_over() {
                let input = self.best.inputs[place].clone();
                let Some(graph) = at(&input, &path) else { break };
                let Some(edges) = edges_of_symmetric(graph).filter(|edges| next < edges.len()) else { break };
                // An edge alone, and with it the nodes that have no other.
                let dropped = self.first_failing(place, 2 * (edges.len() - next), &mut |number| {
                    let smaller = with(&input, &path, without_edge(graph, edges[next + number / 2]));
                    if number % 2 == 0 { Some(smaller) } else { without_lonely_nodes(smaller, &path) }
                });
                match dropped {
                    Some(number) => next += number / 2,
                    None => break,
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

    /// Takes the words that the file names first.
    pub fn choose_first_words(&mut self, place: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[place]) else { return };
        let mut next = 0;
        while next < anatomy.choices.len() && !self.is_over() {
            let input = self.best.inputs[place].clone();
            // Every word that comes before the one there, of one choice after the other.
            let others = |choice: &Choice| {
                let now = at(&input, &choice.path).cloned();
                let words = choice.words.iter().take_while(|word| Some(*word) != now.as_ref());
                words.cloned().collect::<Vec<_>>()
            };
            let candidates: Vec<(usize, Value)> = (next..anatomy.choices.len())
                .flat_map(|number| others(&anatomy.choices[number]).into_iter().map(move |word| (number, word)))
                .collect();
            let chosen = self.first_failing(place, candidates.len(), &mut |number| {
                let (choice, word) = &candidates[number];
                Some(with(&input, &anatomy.choices[*choice].path, word.clone()))
            });
            match chosen {
                Some(number) => next = candidates[number].0 + 1,
                None => return,
            }
        }
    }

    /// The numbers of an instance as they are now.
    fn leaves(&self, place: usize) -> Vec<Leaf> {
        self.stress.problem().anatomy(&self.best.inputs[place]).map(|anatomy| anatomy.leaves).unwrap_or_default()
    }

    /// Lowers the numbers of an instance, one after the other.
    pub fn lower_numbers(&mut self, place: usize) {
        for number in 0..self.leaves(place).len() {
            self.lower(place, &[number]);
        }
    }

    /// Puts many numbers at once where they are as small as can be: all of them, halves, quarters; all alike, or where entries
    /// must differ one above the other.
    pub fn lower_many(&mut self, place: usize) {
        let leaves = self.leaves(place);
        let count = leaves.len();
        if count < MANY_NUMBERS {
            return;
        }
        // All of them as close together as can be, in the same order.
        let ranks: BTreeSet<i64> = leaves.iter().map(|leaf| leaf.value).collect();
        let ranks: BTreeMap<i64, i64> = ranks.into_iter().zip(0..).collect();
        let closer = leaves.iter().map(|leaf| (leaf, goal(leaf).saturating_add(ranks[&leaf.value]).min(leaf.high)));
        let lighter: i128 = closer.clone().map(|(_, number)| i128::from(number).abs()).sum();
        if lighter < weight(&leaves) {
            self.tries_instead(place, with_numbers(&self.best.inputs[place], closer));
        }
        let mut length = count;
        while length > 1 && !self.is_over() {
            let mut from = 0;
            while from < count && !self.is_over() {
                let (input, leaves) = (self.best.inputs[place].clone(), self.leaves(place));
                let blocks = count.saturating_sub(from).div_ceil(length);
                let lowered = self.first_failing(place, 2 * blocks, &mut |number| {
                    let begin = from + number / 2 * length;
                    let block = leaves.get(begin..(begin + length).min(leaves.len()))?;
                    let least = |at: usize, leaf: &Leaf| match number % 2 {
                        0 => goal(leaf),
                        _ => goal(leaf).saturating_add((begin + at) as i64).min(leaf.high),
                    };
                    let smaller = block.iter().enumerate().map(|(at, leaf)| (leaf, least(at, leaf)));
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

    /// Lowers all numbers by the same amount, and all pairs of a few.
    pub fn lower_together(&mut self, place: usize) {
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
            let whole = chosen.iter().map(|leaf| leaf.value.abs_diff(goal(leaf))).max().unwrap_or_default();
            let input = self.best.inputs[place].clone();
            let halvings = u64::BITS - whole.leading_zeros();
            let lowered = self.first_failing(place, halvings as usize, &mut |number| {
                Some(with_numbers(&input, chosen.iter().map(|leaf| (*leaf, toward(leaf, whole >> number)))))
            });
            let lowered = lowered.is_some();
            if !lowered || self.is_over() {
                return;
            }
        }
    }

    /// Lowers a number and then makes the position a lost one again.
    pub fn lower_and_lose(&mut self, place: usize) {
        let problem = self.stress.problem().clone();
        let mut number = 0;
        while let Some(leaf) = self.leaves(place).get(number).cloned() {
            let mut step = leaf.value.abs_diff(goal(&leaf));
            let mut lowered = false;
            while step > 0 && !lowered && !self.is_over() {
                let input = self.best.inputs[place].clone();
                let smaller = with_numbers(&input, [(&leaf, toward(&leaf, step))]);
                let before = weight(&self.leaves(place));
                if let Some(lost) =
                    problem.after_a_winning_move(&mut self.workshop.scout, &smaller, &mut self.random, &mut 0)
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
fn dropped_everywhere(input: &Input, path: &Path, from: usize, to: usize) -> Option<Input> {
    let mut changed = input.clone();
    let length = at(input, path).and_then(Value::as_elements).map(<[Value]>::len);
    if path.len() != 1 {
        return None;
    }
    for value in changed.values.iter_mut().flatten() {
        if let Some(entries) = value.as_elements().filter(|entries| Some(entries.len()) == length) {
            let mut fewer = entries.to_vec();
            fewer.drain(from..to);
            *value = Value::list(fewer);
        }
    }
    Some(changed)
}

/// The input without the nodes of a graph that have no neighbour; `None` where each has one.
fn without_lonely_nodes(input: Input, path: &Path) -> Option<Input> {
    let lonely = |input: &Input| {
        let rows = at(input, path).and_then(Value::as_elements)?;
        rows.iter().position(|row| row.as_elements().is_some_and(<[Value]>::is_empty))
    };
    let mut smaller = without_node(&input, path, lonely(&input)?)?;
    while let Some(node) = lonely(&smaller) {
        smaller = without_node(&smaller, path, node)?;
    }
    Some(smaller)
}

/// The input without a node of a graph whose lists of successors are this field: the nodes behind it move up.
fn without_node(input: &Input, path: &Path, node: usize) -> Option<Input> {
    let mut changed = input.clone();
    let is_graph = |value: &Value| {
        value.as_elements().is_some_and(|rows| !rows.is_empty() && rows.iter().all(|row| row.as_elements().is_some()))
    };
    if path.len() != 1 || !at(input, path).is_some_and(is_graph) {
        return None;
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
    Some(changed)
}
