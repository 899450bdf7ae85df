//! The numbers and words of an input, their ranges, and copies of an input with some of them changed.
//!
//! In: an input and the `draw` clause of its problem. Out: its leaves with their bounds, or `None` if the clause does not allow
//! the input. The `draw` clause states what the judge promises, so a changed input stays legal.

use crate::draw::{Bound, Edges, Order, Shape, Spec, Term, default_spec};
use crate::draw_graph;
use crate::problem::{Input, Problem, Variant};
use grundy_rules::{Int, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Path to a value inside an input: the field, then the entries.
pub(crate) type Path = Vec<usize>;

/// A number of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub path: Path,
    pub value: i64,
    /// Minimum, given the values before it.
    pub low: i64,
    /// Maximum.
    pub high: i64,
}

/// A word of an input, one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub path: Path,
    /// The alternatives, in the order of the file.
    pub words: Vec<Value>,
}

/// A list of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub path: Path,
    pub length: usize,
    /// Minimum length.
    pub min: usize,
}

/// The elements of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Anatomy {
    pub leaves: Vec<Leaf>,
    pub choices: Vec<Choice>,
    /// The lists, outer ones before inner ones.
    pub rows: Vec<Row>,
    /// The lists whose entries are lists of equal length.
    pub grids: Vec<(Path, Shape)>,
    /// The undirected graphs.
    pub graphs: Vec<Path>,
    /// The trees with polygons, each with the path of its number of nodes, if there is one.
    pub trees: Vec<(Path, Option<Path>)>,
}

impl Problem {
    /// Returns the elements of an input; `None` if the problem's `draw` clause does not allow it.
    pub(crate) fn anatomy(&self, input: &Input) -> Option<Anatomy> {
        let variant = &self.variants[input.variant];
        let mut walk = Walk { variant, names: BTreeMap::new(), found: Anatomy::default(), path: Vec::new() };
        // In drawing order, so that a bound may use what was drawn before.
        let ruled: Vec<usize> = variant.draws.iter().map(|(index, _)| *index).collect();
        let others = (0..variant.fields.len()).filter(|index| !ruled.contains(index));
        for index in ruled.iter().copied().chain(others) {
            let field = &variant.fields[index];
            let Some(value) = &input.values[index] else { continue };
            let spec = match variant.draws.iter().find(|(drawn, _)| *drawn == index) {
                Some((_, spec)) => Some(spec.clone()),
                None => default_spec(&field.ty),
            };
            walk.path = vec![index];
            if let Some(spec) = spec
                && !walk.value(&spec, value)
            {
                return None;
            }
            walk.names.insert(field.name.clone(), value.clone());
        }
        let found = walk.found;
        variant.wants(input).then_some(found)
    }
}

struct Walk<'a> {
    variant: &'a Variant,
    names: BTreeMap<String, Value>,
    found: Anatomy,
    path: Path,
}

impl Walk<'_> {
    /// Collects the elements of a value; returns `false` if the rule does not allow it.
    fn value(&mut self, spec: &Spec, value: &Value) -> bool {
        match spec {
            Spec::Number(low, high) => {
                let (low, high) = (low.value(&self.names), high.value(&self.names));
                let Some(number) = value.as_int().and_then(Int::to_i64) else { return false };
                self.found.leaves.push(Leaf { path: self.path.clone(), value: number, low, high });
                low <= number && number <= high
            }
            Spec::One(words) => {
                let word = |name: &String| match name.as_str() {
                    "true" => Some(Value::Bool(true)),
                    "false" => Some(Value::Bool(false)),
                    name => self.variant.symbol(name),
                };
                let mut words: Vec<Value> = words.iter().filter_map(word).collect();
                let allowed = words.contains(value);
                // A word named twice is drawn more often; it is still one word.
                let mut seen = Vec::new();
                words.retain(|word| {
                    let is_new = !seen.contains(word);
                    seen.push(word.clone());
                    is_new
                });
                self.found.choices.push(Choice { path: self.path.clone(), words });
                allowed
            }
            Spec::OneOf(list) => {
                let Some(mut words) = self.variant.list_of(*list, &self.names) else { return false };
                let allowed = words.contains(value);
                words.dedup();
                self.found.choices.push(Choice { path: self.path.clone(), words });
                allowed
            }
            Spec::Graph { edges, nodes, degree } => {
                let Some(rows) = value.as_elements() else { return false };
                let (low, high) = (nodes.0.value(&self.names), nodes.1.value(&self.names));
                let min = usize::try_from(low).unwrap_or_default();
                self.found.rows.push(Row { path: self.path.clone(), length: rows.len(), min });
                if !(low..=high).contains(&(rows.len() as i64)) {
                    return false;
                }
                if *edges == Edges::Symmetric {
                    self.found.graphs.push(self.path.clone());
                    return draw_graph::edges_of_symmetric(value).is_some();
                }
                let max = degree.1.value(&self.names);
                (0..rows.len()).all(|node| self.successors(&rows[node], node, rows.len(), max))
            }
            Spec::Polygons(nodes) => {
                let size = self.path_of(nodes);
                self.found.trees.push((self.path.clone(), size));
                draw_graph::are_polygons(value, nodes.value(&self.names))
            }
            Spec::Row(specs) => {
                let Some(entries) = value.as_elements().filter(|entries| entries.len() == specs.len()) else {
                    return false;
                };
                for (at, (spec, item)) in specs.iter().zip(entries).enumerate() {
                    self.path.push(at);
                    let allowed = self.value(spec, item);
                    self.path.pop();
                    if !allowed {
                        return false;
                    }
                }
                true
            }
            Spec::List { length, step, shape, index, distinct, order, placed, entry } => {
                let Some(entries) = value.as_elements() else { return false };
                let (low, high) = (length.0.value(&self.names).max(0), length.1.value(&self.names));
                let count = entries.len() as i64;
                // If there are not enough different entries, fewer are drawn.
                let is_stepped = *distinct || (count - low) % step == 0;
                if count < low || count > high || !is_stepped {
                    return false;
                }
                if *shape != Shape::Free {
                    let width = |row: &Value| row.as_elements().map(<[Value]>::len);
                    let first = entries.first().and_then(width);
                    let is_wrong_square = *shape == Shape::Square && first.is_some_and(|width| width != entries.len());
                    if is_wrong_square || entries.iter().any(|row| width(row) != first) {
                        return false;
                    }
                    self.found.grids.push((self.path.clone(), *shape));
                }
                let is_ordered = match order {
                    Order::Free => true,
                    Order::Rising => entries.is_sorted(),
                    Order::Falling => entries.is_sorted_by(|one, other| one >= other),
                };
                if !is_ordered || !self.are_placed(placed, entries) {
                    return false;
                }
                let entry = &self.with_placed(entry, placed);
                let min = usize::try_from(low).unwrap_or_default();
                self.found.rows.push(Row { path: self.path.clone(), length: entries.len(), min });
                let mut seen = BTreeSet::new();
                for (at, item) in entries.iter().enumerate() {
                    if *distinct && !seen.insert(item) {
                        return false;
                    }
                    if let Some(name) = index {
                        self.names.insert(name.clone(), Value::from(at as i64));
                    }
                    self.path.push(at);
                    let allowed = self.value(entry, item);
                    self.path.pop();
                    if !allowed {
                        return false;
                    }
                }
                true
            }
        }
    }
}

impl Walk<'_> {
    /// Collects the successors of a node; returns `false` if a directed graph cannot have them.
    fn successors(&mut self, row: &Value, node: usize, nodes: usize, max: i64) -> bool {
        let Some(row) = row.as_elements() else { return false };
        let path = |path: &Path, more: &[usize]| path.iter().chain(more).copied().collect::<Path>();
        self.found.rows.push(Row { path: path(&self.path, &[node]), length: row.len(), min: 0 });
        for (at, item) in row.iter().enumerate() {
            let Some(value) = item.as_int().and_then(Int::to_i64) else { return false };
            let high = nodes as i64 - 1;
            self.found.leaves.push(Leaf { path: path(&self.path, &[node, at]), value, low: 0, high });
            if !(0..=high).contains(&value) || row[..at].contains(item) {
                return false;
            }
        }
        row.len() as i64 <= max
    }

    /// Returns whether each of these words occurs once in a grid.
    fn are_placed(&self, words: &[String], rows: &[Value]) -> bool {
        let count = |word: &String| {
            let symbol = self.variant.symbol(word);
            let cells = rows.iter().filter_map(Value::as_elements).flatten();
            cells.filter(|cell| Some(*cell) == symbol.as_ref()).count()
        };
        words.iter().all(|word| count(word) == 1)
    }

    /// Returns the rule for a row of a grid that may contain these words as well.
    fn with_placed(&self, row: &Spec, words: &[String]) -> Spec {
        let mut changed = row.clone();
        if let Spec::List { entry, .. } = &mut changed
            && let Spec::One(known) = &mut **entry
        {
            known.extend(words.iter().cloned());
        }
        changed
    }

    /// Returns the path of the number that is the whole bound, if it is a single number.
    fn path_of(&self, bound: &Bound) -> Option<Path> {
        let index = |name: &str| self.variant.fields.iter().position(|field| field.name == name);
        match bound.0.as_slice() {
            [(1, Term::Name(name))] => Some(vec![index(name)?]),
            [(1, Term::Entry(name, at))] => {
                let at = self.names.get(at).and_then(Value::as_int).and_then(Int::to_usize)?;
                Some(vec![index(name)?, at])
            }
            _ => None,
        }
    }
}

/// Returns the value at the end of a path.
pub(crate) fn at<'a>(input: &'a Input, path: &[usize]) -> Option<&'a Value> {
    let (field, rest) = path.split_first()?;
    rest.iter().try_fold(input.values.get(*field)?.as_ref()?, |value, entry| value.as_elements()?.get(*entry))
}

/// Replaces the value at the end of a path.
pub(crate) fn with(input: &Input, path: &[usize], value: Value) -> Input {
    let mut changed = input.clone();
    if let Some((field, rest)) = path.split_first()
        && let Some(Some(old)) = changed.values.get_mut(*field)
    {
        *old = replaced(old, rest, value);
    }
    changed
}

/// Replaces numbers of an input.
pub(crate) fn with_numbers<'a>(input: &Input, numbers: impl IntoIterator<Item = (&'a Leaf, i64)>) -> Input {
    let mut changed = input.clone();
    let mut of_fields: BTreeMap<usize, Vec<(&[usize], i64)>> = BTreeMap::new();
    for (leaf, number) in numbers {
        if let Some((field, rest)) = leaf.path.split_first() {
            of_fields.entry(*field).or_default().push((rest, number));
        }
    }
    for (field, numbers) in of_fields {
        if let Some(Some(old)) = changed.values.get_mut(field) {
            *old = with_all(old, &numbers);
        }
    }
    changed
}

/// Replaces numbers inside a value, all at once: lists are long, and each is copied once. Of two for one path, the later one
/// wins.
fn with_all(old: &Value, numbers: &[(&[usize], i64)]) -> Value {
    if let Some((_, number)) = numbers.iter().rev().find(|(path, _)| path.is_empty()) {
        return Value::from(*number);
    }
    let Some(list) = old.as_elements() else { return old.clone() };
    let mut of_entries: BTreeMap<usize, Vec<(&[usize], i64)>> = BTreeMap::new();
    for (path, number) in numbers {
        of_entries.entry(path[0]).or_default().push((&path[1..], *number));
    }
    let mut entries = list.to_vec();
    for (index, numbers) in of_entries {
        if let Some(entry) = entries.get_mut(index) {
            *entry = with_all(entry, &numbers);
        }
    }
    if matches!(old, Value::Set(_)) { Value::set(entries) } else { Value::list(entries) }
}

/// Replaces a value inside another. Paths are as long as types are nested, which is little.
fn replaced(old: &Value, path: &[usize], new: Value) -> Value {
    let Some((index, rest)) = path.split_first() else { return new };
    match old {
        Value::List(list) | Value::Set(list) => {
            let mut entries = list.to_vec();
            if let Some(entry) = entries.get_mut(*index) {
                *entry = replaced(entry, rest, new);
            }
            if matches!(old, Value::Set(_)) { Value::set(entries) } else { Value::list(entries) }
        }
        other => other.clone(),
    }
}
