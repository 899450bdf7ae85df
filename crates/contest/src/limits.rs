//! The limits that a statement names, and inputs beyond them.
//!
//! In: the rules of a `limits` clause, which are written like those of `draw`, and an input. Out: the first number or list beyond
//! them. Idea: answers are right at any size, so larger inputs than the judge's are answered; but a user testing an input wants
//! to know that the judge would never give it. So an input beyond the limits is reported, and refused only on request. Order,
//! shape and relations between entries are the business of `require`.

use crate::convert::brief;
use crate::draw::{Bound, Spec, default_spec};
use crate::problem::Variant;
use crate::require::InputError;
use grundy_message::{Message, message};
use grundy_rules::{Int, Value};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// What happens to inputs beyond the limits of the statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// The limits are not checked.
    #[default]
    Ignored,
    /// They are answered, and the answer reports it.
    Noted,
    /// They are refused as wrong.
    Refused,
}

impl Variant {
    /// Returns which limit an input exceeds.
    pub(crate) fn beyond(&self, values: &[Option<Value>]) -> Option<InputError> {
        let mut names: BTreeMap<String, Value> = BTreeMap::new();
        for (index, spec) in &self.limits {
            let field = &self.fields[*index];
            let Some(value) = values.get(*index).and_then(Option::as_ref) else { continue };
            let mut path = Vec::new();
            if let Some(message) = outside(spec, value, &mut names, &mut path) {
                let entry = path.first().copied();
                let mut shown = field.shown(entry);
                path.iter().skip(1).for_each(|index| shown += &format!("[{index}]"));
                let message = message!("`{name}`: {message}", name = shown, message);
                return Some(InputError { field: Some(*index), entry, message });
            }
            names.insert(field.name.clone(), value.clone());
        }
        None
    }
}

/// Returns what violates a rule, and its indices in `path`. Rules are nested a few times at most.
fn outside(spec: &Spec, value: &Value, names: &mut BTreeMap<String, Value>, path: &mut Vec<usize>) -> Option<Message> {
    match spec {
        Spec::Number(low, high) => {
            let (low, high) = (low.value(names), high.value(names));
            let number = value.as_int()?;
            let is_within = Int::from(low) <= *number && *number <= Int::from(high);
            (!is_within).then(|| {
                let found = brief(&serde_json::from_str(&number.to_string()).unwrap_or(json!(null)));
                message!("the statement says {low}..{high}, found {found}", low, high, found)
            })
        }
        Spec::One(_) | Spec::OneOf(_) | Spec::Polygons(_) => None,
        Spec::Graph { nodes, .. } => length(nodes, value, names),
        Spec::Row(specs) => {
            let entries = value.as_elements()?;
            specs.iter().zip(entries).enumerate().find_map(|(at, (spec, entry))| {
                path.push(at);
                let found = outside(spec, entry, names, path);
                if found.is_none() {
                    path.pop();
                }
                found
            })
        }
        Spec::List { length: bounds, index, entry, .. } => {
            if let Some(found) = length(bounds, value, names) {
                return Some(found);
            }
            for (at, item) in value.as_elements()?.iter().enumerate() {
                if let Some(name) = index {
                    names.insert(name.clone(), Value::from(at as i64));
                }
                path.push(at);
                if let Some(found) = outside(entry, item, names, path) {
                    return Some(found);
                }
                path.pop();
            }
            None
        }
    }
}

/// Checks the length of a list.
fn length((low, high): &(Bound, Bound), value: &Value, names: &BTreeMap<String, Value>) -> Option<Message> {
    let (low, high) = (low.value(names), high.value(names));
    let found = i64::try_from(value.as_elements()?.len()).unwrap_or(i64::MAX);
    let is_within = low <= found && found <= high;
    (!is_within).then(|| message!("its length is {low}..{high} by the statement, found {found}", low, high, found))
}

/// Returns the rules of a variant's limits if they are those of its `draw` clause: one for each field drawn.
pub(crate) fn as_drawn(variant: &Variant) -> Vec<(usize, Spec)> {
    let of_type = |index: usize| default_spec(&variant.fields[index].ty).map(|spec| (index, spec));
    let ruled: BTreeSet<usize> = variant.draws.iter().map(|(drawn, _)| *drawn).collect();
    let others = (0..variant.fields.len()).filter(|index| !ruled.contains(index) && !variant.fields[*index].optional);
    variant.draws.iter().cloned().chain(others.filter_map(of_type)).collect()
}
