//! Steps that shrink an input.
//!
//! In: the best test so far, and the index of an instance in it. Out: a smaller one on which the program still fails. Each step
//! lists candidates, the boldest first, and continues from the first that [`Work`] finds to fail, which refuses everything that
//! is no input of the problem.

use crate::draw::Shape;
use crate::draw_graph::{contracted, edges_of_symmetric, without_edge};
use crate::problem::Input;
use crate::shrink::Work;
use crate::stress_leaf::{Choice, Path, Row, at, with};
use grundy_rules::{Int, Value};

/// Tuning: up to this many numbers, all pairs of them are lowered together. No measurement is recorded.
pub(crate) const MAX_IN_PAIRS: usize = 12;
/// From this many numbers on, many of them are lowered at once first.
pub(crate) const MANY_NUMBERS: usize = 8;
/// Tuning: longer lists, and instances with more numbers, are not tried one by one: a run of the program for each
/// would take minutes. No measurement is recorded.
pub(crate) const MAX_ONE_BY_ONE: usize = 64;
/// Tuning: number of blocks of such a list that are tried, of each length. No measurement is recorded.
pub(crate) const MAX_BLOCKS: usize = 24;

/// An end of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Back,
    Front,
}

impl Work<'_> {
    /// Leaves out entries of the lists of an instance, large blocks first.
    pub fn drop_entries(&mut self, index: usize) {
        let mut row = 0;
        loop {
            let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[index]) else { return };
            let Some(found) = anatomy.rows.get(row).cloned() else { return };
            if found.length > MANY_NUMBERS {
                self.cut_ends(index, &found);
            }
            let now = at(&self.best.inputs[index], &found.path).and_then(Value::as_elements);
            let mut length = now.map_or(0, <[Value]>::len);
            while length > 0 && !self.is_over() {
                let mut from = 0;
                while let Some(now) = at(&self.best.inputs[index], &found.path).and_then(Value::as_elements) {
                    if from >= now.len() {
                        break;
                    }
                    let (input, now) = (self.best.inputs[index].clone(), now.to_vec());
                    // Three methods to leave entries out, at each index in turn.
                    let blocks = (now.len() - from).div_ceil(length);
                    let apart = match now.len() > MAX_ONE_BY_ONE {
                        true => length * blocks.div_ceil(MAX_BLOCKS),
                        false => length,
                    };
                    let blocks = (now.len() - from).div_ceil(apart);
                    let dropped = self.first_failing(index, 3 * blocks, &mut |number| {
                        let begin = from + number / 3 * apart;
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
                        Some(number) => from += number / 3 * apart,
                        None => break,
                    }
                }
                length /= 2;
            }
            row += 1;
        }
    }

    /// Cuts a list to the shortest prefix on which the program fails, and that to the shortest suffix: failures from some length
    /// on, or at one or two entries, are found by halving.
    fn cut_ends(&mut self, index: usize, row: &Row) {
        for end in [End::Back, End::Front] {
            let mut passes = row.min.saturating_sub(1);
            loop {
                let input = self.best.inputs[index].clone();
                let count = at(&input, &row.path).and_then(Value::as_elements).map_or(0, <[Value]>::len);
                if count <= passes + 1 || self.is_over() {
                    break;
                }
                // Lengths between the last that passes and this one: closer together where they are small.
                let lengths: Vec<usize> = std::iter::successors(Some(1usize), |step| step.checked_mul(2))
                    .map(|step| passes + step)
                    .take_while(|length| *length < count)
                    .collect();
                let found = self.first_failing(index, 2 * lengths.len(), &mut |number| {
                    let remaining = lengths[number / 2];
                    let (from, to) = match end {
                        End::Back => (remaining, count),
                        End::Front => (0, count - remaining),
                    };
                    if number % 2 == 1 {
                        return dropped_everywhere(&input, &row.path, from, to);
                    }
                    let mut fewer = at(&input, &row.path).and_then(Value::as_elements)?.to_vec();
                    fewer.drain(from..to);
                    Some(with(&input, &row.path, Value::list(fewer)))
                });
                match found {
                    Some(0 | 1) => break,
                    Some(number) => passes = lengths[number / 2 - 1],
                    // The longest tried passes; what lies between it and the whole is left.
                    None => match lengths.last() {
                        Some(last) if *last > passes => passes = *last,
                        _ => break,
                    },
                }
            }
        }
    }

    /// Replaces two numbers of a short list by one: heaps of a and b often equal one of a xor b.
    pub fn join_entries(&mut self, index: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[index]) else { return };
        for row in anatomy.rows {
            loop {
                let input = self.best.inputs[index].clone();
                let entries = at(&input, &row.path).and_then(Value::as_elements).unwrap_or_default();
                let numbers: Option<Vec<i64>> =
                    entries.iter().map(|entry| entry.as_int().and_then(Int::to_i64)).collect();
                let Some(numbers) = numbers.filter(|numbers| (2..=MAX_IN_PAIRS).contains(&numbers.len())) else {
                    break;
                };
                let pairs: Vec<(usize, usize)> =
                    (0..numbers.len()).flat_map(|second| (0..second).map(move |first| (first, second))).collect();
                let joined = self.first_failing(index, pairs.len(), &mut |number| {
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
    pub fn drop_columns(&mut self, index: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[index]) else { return };
        for (path, shape) in anatomy.grids {
            let mut column = 0;
            while !self.is_over() {
                let input = self.best.inputs[index].clone();
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
                // A square remains one: the row of the same index goes too.
                let remains = |index: &usize| shape != Shape::Square || *index != column;
                let remaining = (0..rows.len()).filter(remains);
                let smaller = Value::list(remaining.map(|index| without(&rows[index])).collect());
                if !self.tries_instead(index, with(&input, &path, smaller)) {
                    column += 1;
                }
            }
        }
    }

    /// Leaves out edges of the graphs of an instance, one at a time; edges of trees are contracted.
    pub fn drop_edges(&mut self, index: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[index]) else { return };
        for path in anatomy.graphs {
            let mut next = 0;
            while !self.is_over() {
                let input = self.best.inputs[index].clone();
                let Some(graph) = at(&input, &path) else { break };
                let Some(edges) = edges_of_symmetric(graph).filter(|edges| next < edges.len()) else { break };
                // An edge alone, and with it the nodes left without edges.
                let dropped = self.first_failing(index, 2 * (edges.len() - next), &mut |number| {
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
                let input = self.best.inputs[index].clone();
                let Some(smaller) = at(&input, &path).and_then(|tree| contracted(tree, edge)) else { break };
                let mut candidate = with(&input, &path, smaller);
                let count =
                    size.as_ref().and_then(|size| at(&input, size)).and_then(Value::as_int).and_then(Int::to_i64);
                if let (Some(size), Some(count)) = (&size, count) {
                    candidate = with(&candidate, size, Value::from(count - 1));
                }
                if !self.tries_instead(index, candidate) {
                    edge += 1;
                }
            }
        }
    }

    /// Replaces words by ones that the file names earlier.
    pub fn choose_first_words(&mut self, index: usize) {
        let Some(anatomy) = self.stress.problem().anatomy(&self.best.inputs[index]) else { return };
        let mut next = 0;
        while next < anatomy.choices.len() && !self.is_over() {
            let input = self.best.inputs[index].clone();
            // Every earlier word, choice by choice.
            let others = |choice: &Choice| {
                let now = at(&input, &choice.path).cloned();
                let words = choice.words.iter().take_while(|word| Some(*word) != now.as_ref());
                words.cloned().collect::<Vec<_>>()
            };
            let candidates: Vec<(usize, Value)> = (next..anatomy.choices.len())
                .flat_map(|number| others(&anatomy.choices[number]).into_iter().map(move |word| (number, word)))
                .collect();
            let chosen = self.first_failing(index, candidates.len(), &mut |number| {
                let (choice, word) = &candidates[number];
                Some(with(&input, &anatomy.choices[*choice].path, word.clone()))
            });
            match chosen {
                Some(number) => next = candidates[number].0 + 1,
                None => return,
            }
        }
    }
}

/// Leaves entries out of this list and of all fields of the same length, which belong together.
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

/// Returns the input without the isolated nodes of a graph; `None` if there are none.
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

/// Returns the input without a node of a graph whose successor lists are this field: later nodes move up.
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
                let remaining = entries.iter().enumerate().filter(|(at, _)| *at as i64 != node);
                Value::list(remaining.map(|(_, row)| fewer(row.as_elements().unwrap_or_default())).collect())
            }
            Some(entries) if entries.iter().all(|entry| entry.as_int().is_some()) => fewer(entries),
            Some(_) => old,
        });
    }
    Some(changed)
}
