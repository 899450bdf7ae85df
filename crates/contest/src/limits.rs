//! The limits that a statement names, and inputs beyond them.
//!
//! In: the rules of a `limits` clause, which are written as those of `draw`, and an input. Out: the first number or list that is
//! beyond them. Idea: answers are right at any size, and who asks about larger numbers than the judge does is answered; but who
//! tries a program's input wants to hear that the judge would never give it. So an input beyond the limits is told of, and
//! refused only where that is wished. Order, shape and what entries have to do with one another are the business of `require`.

use crate::convert::brief;
use crate::draw::{Bound, Spec, usual};
use crate::problem::Variant;
use crate::require::Unfit;
use grundy_rules::{Int, Value};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of inputs beyond the limits that the statement names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// Nobody looks.
    #[default]
    Ignored,
    /// They are answered, and the answer tells of it.
    Noted,
    /// They are wrong.
    Refused,
}

impl Variant {
    /// What of an input is beyond the limits.
    pub(crate) fn beyond(&self, values: &[Option<Value>]) -> Option<Unfit> {
        let mut names: BTreeMap<String, Value> = BTreeMap::new();
        for (place, spec) in &self.limits {
            let field = &self.fields[*place];
            let Some(value) = values.get(*place).and_then(Option::as_ref) else { continue };
            let mut path = Vec::new();
            if let Some(message) = outside(spec, value, &mut names, &mut path) {
                let entry = path.first().copied();
                let mut shown = field.shown(entry);
                path.iter().skip(1).for_each(|place| shown += &format!("[{place}]"));
                return Some(Unfit { field: Some(*place), entry, message: format!("`{shown}`: {message}") });
            }
            names.insert(field.name.clone(), value.clone());
        }
        None
    }
}

/// What is beyond a rule, and in `path` where it stands. Rules are nested a few times at most.
fn outside(spec: &Spec, value: &Value, names: &mut BTreeMap<String, Value>, path: &mut Vec<usize>) -> Option<String> {
    match spec {
        Spec::Number(low, high) => {
            let (low, high) = (low.value(names), high.value(names));
            let number = value.as_int()?;
            let is_within = Int::from(low) <= *number && *number <= Int::from(high);
            (!is_within).then(|| {
                let found = brief(&serde_json::from_str(&number.to_string()).unwrap_or(json!(null)));
                format!("the statement says {low}..{high}, found {found}")
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
        Spec::List { length: bounds, place, entry, .. } => {
            if let Some(found) = length(bounds, value, names) {
                return Some(found);
            }
            for (at, one) in value.as_elements()?.iter().enumerate() {
                if let Some(name) = place {
                    names.insert(name.clone(), Value::from(at as i64));
                }
                path.push(at);
                if let Some(found) = outside(entry, one, names, path) {
                    return Some(found);
                }
                path.pop();
            }
            None
        }
    }
}

/// A list that is too short or too long.
fn length((low, high): &(Bound, Bound), value: &Value, names: &BTreeMap<String, Value>) -> Option<String> {
    let (low, high) = (low.value(names), high.value(names));
    let found = i64::try_from(value.as_elements()?.len()).unwrap_or(i64::MAX);
    let is_within = low <= found && found <= high;
    (!is_within).then(|| format!("its length is {low}..{high} by the statement, found {found}"))
}

/// The rules of a variant's limits where they are those of its `draw` clause: of each field that is drawn.
pub(crate) fn as_drawn(variant: &Variant) -> Vec<(usize, Spec)> {
    let of_type = |place: usize| usual(&variant.fields[place].ty).map(|spec| (place, spec));
    let ruled: BTreeSet<usize> = variant.draws.iter().map(|(drawn, _)| *drawn).collect();
    let others = (0..variant.fields.len()).filter(|place| !ruled.contains(place) && !variant.fields[*place].optional);
    variant.draws.iter().cloned().chain(others.filter_map(of_type)).collect()
}
