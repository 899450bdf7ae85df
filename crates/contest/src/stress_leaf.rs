//! The numbers and words of an input, where each may lie, and what an input looks like with one of them changed.
//!
//! In: an input and the `draw` clause of its problem. Out: its leaves with their bounds, or that the input is none that the
//! clause allows. What `draw` says is what the judge promises; so what is changed stays a legal input.

use crate::draw::{Bound, Edges, Order, Shape, Spec, Term, usual};
use crate::draw_graph;
use crate::problem::{Input, Problem, Variant};
use grundy_rules::{Int, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The way to a value inside of an input: the field, then the entries.
pub(crate) type Path = Vec<usize>;

/// A number of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub path: Path,
    pub value: i64,
    /// The least it may be, given what stands before it.
    pub low: i64,
    /// The greatest.
    pub high: i64,
}

/// A word of an input: one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub path: Path,
    /// What it may be, in the order of the file.
    pub words: Vec<Value>,
}

/// A list of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub path: Path,
    pub length: usize,
    /// How long it is at least.
    pub least: usize,
}

/// What an input consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Anatomy {
    pub leaves: Vec<Leaf>,
    pub choices: Vec<Choice>,
    /// The lists, the outer ones before those in them.
    pub rows: Vec<Row>,
    /// The lists whose entries are lists of the same length.
    pub grids: Vec<(Path, Shape)>,
    /// The graphs whose edges go both ways.
    pub graphs: Vec<Path>,
    /// The trees with polygons, each with the number that says how many nodes it has, where one does.
    pub trees: Vec<(Path, Option<Path>)>,
}

impl Problem {
    /// What an input consists of; `None` where the problem's `draw` clause does not allow it.
    pub(crate) fn anatomy(&self, input: &Input) -> Option<Anatomy> {
        let variant = &self.variants[input.variant];
        let mut walk = Walk { variant, names: BTreeMap::new(), found: Anatomy::default(), path: Vec::new() };
        // In the order in which they are drawn, so that a bound may use what was drawn before.
        let ruled: Vec<usize> = variant.draws.iter().map(|(place, _)| *place).collect();
        let others = (0..variant.fields.len()).filter(|place| !ruled.contains(place));
        for place in ruled.iter().copied().chain(others) {
            let field = &variant.fields[place];
            let Some(value) = &input.values[place] else { continue };
            let spec = match variant.draws.iter().find(|(drawn, _)| *drawn == place) {
                Some((_, spec)) => Some(spec.clone()),
                None => usual(&field.ty),
            };
            walk.path = vec![place];
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
    /// Notes what a value consists of; false where the rule does not allow it.
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
                // A word that is named twice is drawn more often; it is still one word.
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
                let least = usize::try_from(low).unwrap_or_default();
                self.found.rows.push(Row { path: self.path.clone(), length: rows.len(), least });
                if !(low..=high).contains(&(rows.len() as i64)) {
                    return false;
                }
                if *edges == Edges::Symmetric {
                    self.found.graphs.push(self.path.clone());
                    return draw_graph::edges_of_symmetric(value).is_some();
                }
                let most = degree.1.value(&self.names);
                (0..rows.len()).all(|node| self.successors(&rows[node], node, rows.len(), most))
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
                for (at, (spec, one)) in specs.iter().zip(entries).enumerate() {
                    self.path.push(at);
                    let allowed = self.value(spec, one);
                    self.path.pop();
                    if !allowed {
                        return false;
                    }
                }
                true
            }
            Spec::List { length, step, shape, place, distinct, order, placed, entry } => {
                let Some(entries) = value.as_elements() else { return false };
                let (low, high) = (length.0.value(&self.names).max(0), length.1.value(&self.names));
                let count = entries.len() as i64;
                // Where there are not enough different entries, fewer are drawn than was meant.
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
                let least = usize::try_from(low).unwrap_or_default();
                self.found.rows.push(Row { path: self.path.clone(), length: entries.len(), least });
                let mut seen = BTreeSet::new();
                for (at, one) in entries.iter().enumerate() {
                    if *distinct && !seen.insert(one) {
                        return false;
                    }
                    if let Some(name) = place {
                        self.names.insert(name.clone(), Value::from(at as i64));
                    }
                    self.path.push(at);
                    let allowed = self.value(entry, one);
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
    /// Notes the successors of a node; false where they are not what a directed graph has.
    fn successors(&mut self, row: &Value, node: usize, nodes: usize, most: i64) -> bool {
        let Some(row) = row.as_elements() else { return false };
        let path = |path: &Path, more: &[usize]| path.iter().chain(more).copied().collect::<Path>();
        self.found.rows.push(Row { path: path(&self.path, &[node]), length: row.len(), least: 0 });
        for (at, one) in row.iter().enumerate() {
            let Some(value) = one.as_int().and_then(Int::to_i64) else { return false };
            let high = nodes as i64 - 1;
            self.found.leaves.push(Leaf { path: path(&self.path, &[node, at]), value, low: 0, high });
            if !(0..=high).contains(&value) || row[..at].contains(one) {
                return false;
            }
        }
        row.len() as i64 <= most
    }

    /// Whether each of these words stands once in a grid.
    fn are_placed(&self, words: &[String], rows: &[Value]) -> bool {
        let count = |word: &String| {
            let symbol = self.variant.symbol(word);
            let cells = rows.iter().filter_map(Value::as_elements).flatten();
            cells.filter(|cell| Some(*cell) == symbol.as_ref()).count()
        };
        words.iter().all(|word| count(word) == 1)
    }

    /// The rule for a row of a grid on which these words stand as well.
    fn with_placed(&self, row: &Spec, words: &[String]) -> Spec {
        let mut changed = row.clone();
        if let Spec::List { entry, .. } = &mut changed
            && let Spec::One(known) = &mut **entry
        {
            known.extend(words.iter().cloned());
        }
        changed
    }

    /// Where the one number stands that a bound consists of.
    fn path_of(&self, bound: &Bound) -> Option<Path> {
        let place = |name: &str| self.variant.fields.iter().position(|field| field.name == name);
        match bound.0.as_slice() {
            [(1, Term::Name(name))] => Some(vec![place(name)?]),
            [(1, Term::Entry(name, at))] => {
                let at = self.names.get(at).and_then(Value::as_int).and_then(Int::to_usize)?;
                Some(vec![place(name)?, at])
            }
            _ => None,
        }
    }
}

/// The value at the end of a path.
pub(crate) fn at<'a>(input: &'a Input, path: &[usize]) -> Option<&'a Value> {
    let (field, rest) = path.split_first()?;
    rest.iter().try_fold(input.values.get(*field)?.as_ref()?, |value, entry| value.as_elements()?.get(*entry))
}

/// The input with another value at the end of a path.
pub(crate) fn with(input: &Input, path: &[usize], value: Value) -> Input {
    let mut changed = input.clone();
    if let Some((field, rest)) = path.split_first()
        && let Some(Some(old)) = changed.values.get_mut(*field)
    {
        *old = replaced(old, rest, value);
    }
    changed
}

/// The input with other numbers.
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

/// A value with other numbers inside, all put in at once: lists are long, and copied once each. Of two for one place the later
/// one is meant.
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
    for (place, numbers) in of_entries {
        if let Some(entry) = entries.get_mut(place) {
            *entry = with_all(entry, &numbers);
        }
    }
    if matches!(old, Value::Set(_)) { Value::set(entries) } else { Value::list(entries) }
}

/// A value with another one inside. Paths are as long as types are nested, which is little.
fn replaced(old: &Value, path: &[usize], new: Value) -> Value {
    let Some((place, rest)) = path.split_first() else { return new };
    match old {
        Value::List(list) | Value::Set(list) => {
            let mut entries = list.to_vec();
            if let Some(entry) = entries.get_mut(*place) {
                *entry = replaced(entry, rest, new);
            }
            if matches!(old, Value::Set(_)) { Value::set(entries) } else { Value::list(entries) }
        }
        other => other.clone(),
    }
}
