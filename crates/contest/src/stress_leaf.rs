//! The numbers and words of an input, where each may lie, and what an input looks like with one of them changed.
//!
//! In: an input and the `draw` clause of its problem. Out: its leaves with their bounds, or that the input is none that the
//! clause allows. What `draw` says is what the judge promises; so what is changed stays a legal input.

use crate::draw::{Spec, usual};
use crate::problem::{Input, Problem, Variant};
use grundy_rules::{Int, Value};
use std::collections::BTreeMap;

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
        let Some(condition) = variant.draw_if else { return Some(found) };
        let holds = variant.adapter.scene(input.values.clone()).and_then(|scene| scene.value(condition));
        (holds == Ok(Value::Bool(true))).then_some(found)
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
                let game = &self.variant.adapter.game;
                let word = |name: &String| match name.as_str() {
                    "true" => Some(Value::Bool(true)),
                    "false" => Some(Value::Bool(false)),
                    name => {
                        let place = game.symbols.iter().position(|symbol| symbol == name)?;
                        Some(Value::Symbol(grundy_rules::Symbol(u32::try_from(place).ok()?)))
                    }
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
            Spec::List { length, place, distinct, entry } => {
                let Some(entries) = value.as_elements() else { return false };
                let (low, high) = (length.0.value(&self.names).max(0), length.1.value(&self.names));
                // Where there are not enough different entries, fewer than the least are drawn.
                let least = if *distinct { 0 } else { low };
                let count = entries.len() as i64;
                if count < least || count > high {
                    return false;
                }
                let least = usize::try_from(low).unwrap_or_default();
                self.found.rows.push(Row { path: self.path.clone(), length: entries.len(), least });
                for (at, one) in entries.iter().enumerate() {
                    if *distinct && entries[..at].contains(one) {
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
    for (leaf, number) in numbers {
        changed = with(&changed, &leaf.path, Value::from(number));
    }
    changed
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
