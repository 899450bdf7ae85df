//! The judge's limits: how large each number of the input can get.
//!
//! In: the `limits` clause, or `draw` if there is none, and the types of the fields. Out: a range for each field, which for a
//! list is that of its entries. Limits and types are certain; `draw` only says how large inputs are expected to be.

use super::program::{Range, UNKNOWN};
use crate::draw_rule::{Bound, Edges, Order, Shape, Spec, Term};
use crate::problem::Variant;
use grundy_rules::game::{Form, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The ranges of the fields by name, each with that of its list's length.
type Known = BTreeMap<String, (Range, Range)>;

/// Returns the rule for each field: the statement's limits if there are any, else those of `draw`.
fn rules(variant: &Variant) -> Vec<(usize, &Spec)> {
    let stated: BTreeMap<usize, &Spec> = variant.limits.iter().rev().map(|(index, spec)| (*index, spec)).collect();
    let is_drawn: BTreeSet<usize> = variant.draws.iter().map(|(index, _)| *index).collect();
    let drawn = variant.draws.iter().map(|(index, spec)| (*index, stated.get(index).copied().unwrap_or(spec)));
    let others = variant.limits.iter().filter(|(index, _)| !is_drawn.contains(index));
    drawn.chain(others.map(|(index, spec)| (*index, spec))).collect()
}

/// Returns the list lengths that the statement itself declares. `draw` says less: the judge's lists may be longer.
pub(crate) fn stated_lengths(variant: &Variant) -> Vec<(usize, Range)> {
    let mut known = Known::new();
    let mut found = Vec::new();
    for (index, spec) in &variant.limits {
        let ranges = of_spec(spec, &known);
        known.insert(variant.fields[*index].name.clone(), ranges);
        if !matches!(spec, Spec::Number(..) | Spec::One(_) | Spec::OneOf(_)) {
            found.push((*index, ranges.1));
        }
    }
    found
}

/// Returns the range of prefix sums of a list with numbers in this range. Past 64 bits nothing is known of them; [`described`]
/// says so.
fn totals(range: Range) -> Range {
    Range::by([range], |[range]| totals_of(range))
}

fn totals_of(range: Range) -> Range {
    let (low, high) = (range.low.min(0).saturating_mul(LONGEST), range.high.max(0).saturating_mul(LONGEST));
    let fits = |end: i128| i64::try_from(end).is_ok();
    Range::new(if fits(low) { low } else { i128::MIN }, if fits(high) { high } else { i128::MAX })
}

/// Maximum length of a list.
const LONGEST: i128 = grundy_rules::limits::MAX_ELEMENTS as i128;

/// Returns the lengths of a field's lists, the outermost first.
pub(crate) fn lengths(variant: &Variant) -> BTreeMap<String, Vec<Range>> {
    fn inside(spec: &Spec, known: &Known, into: &mut Vec<Range>) {
        if let Spec::List { length, entry, index, .. } = spec {
            let (low, high) = (of_bound(&length.0, known), of_bound(&length.1, known));
            into.push(Range::new(low.low.max(0), high.high.max(0)));
            let mut inner = known.clone();
            if let Some(index) = index {
                inner.insert(index.clone(), (Range::new(0, (high.high - 1).max(0)), Range::new(0, 0)));
            }
            inside(entry, &inner, into);
        }
        if let Spec::Graph { .. } | Spec::Polygons(_) = spec {
            let (entries, length) = of_spec(spec, known);
            let is_edge = matches!(spec, Spec::Polygons(_));
            into.push(length);
            into.push(if is_edge { Range::new(2, 2) } else { Range::new(0, entries.high) });
        }
    }
    let mut known = Known::new();
    let mut found = BTreeMap::new();
    for (index, spec) in rules(variant) {
        let name = variant.fields[index].name.clone();
        let mut all = Vec::new();
        inside(spec, &known, &mut all);
        known.insert(name.clone(), of_spec(spec, &known));
        found.insert(name, all);
    }
    // Prefix sums are one longer.
    for field in &variant.fields {
        if let Some(of) = field.totals_of.and_then(|of| found.get(&variant.fields[of].name).cloned()) {
            let longer = of.iter().map(|range| Range::new(range.low, range.high + 1)).collect();
            found.insert(field.name.clone(), longer);
        }
    }
    found
}

/// Returns the range of each field's numbers, and of each list's length.
pub(crate) fn limits(variant: &Variant) -> Vec<(Range, Range)> {
    let mut known = Known::new();
    let stated: BTreeSet<usize> = variant.limits.iter().map(|(index, _)| *index).collect();
    for (index, spec) in rules(variant) {
        let field = &variant.fields[index];
        let (range, length) = of_spec(spec, &known);
        // The judge need not keep to `draw`.
        let is_stated = stated.contains(&index);
        let range = if is_stated { range.within(of_type(&field.ty)) } else { of_type(&field.ty).expecting(range) };
        known.insert(field.name.clone(), (range, length));
    }
    let of_field = |field: &crate::problem::Field| match (known.get(&field.name), field.totals_of) {
        (Some(found), _) => *found,
        (None, Some(of)) => {
            // Prefix sums.
            let (range, length) =
                known.get(&variant.fields[of].name).copied().unwrap_or((UNKNOWN, Range::new(0, LONGEST)));
            (totals(range), length)
        }
        (None, None) => (of_type(&field.ty), Range::new(0, LONGEST)),
    };
    variant.fields.iter().map(of_field).collect()
}

fn of_type(ty: &Type) -> Range {
    match ty {
        Type::Int { low, high } => {
            let number = |expr: &Option<grundy_rules::game::Expr>| match expr.as_ref().map(|expr| &expr.form) {
                Some(Form::Int(number)) => number.to_i64().map(i128::from),
                _ => None,
            };
            Range::new(number(low).unwrap_or(i128::MIN), number(high).unwrap_or(i128::MAX))
        }
        Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => of_type(inner),
        Type::Bool | Type::Symbols(_) => UNKNOWN,
    }
}

fn of_spec(spec: &Spec, known: &Known) -> (Range, Range) {
    match spec {
        Spec::Number(low, high) => (of_bound(low, known).up_to(of_bound(high, known)), Range::new(0, 0)),
        Spec::One(_) | Spec::OneOf(_) => (UNKNOWN, Range::new(0, 0)),
        Spec::Graph { nodes, .. } => {
            let (low, high) = (of_bound(&nodes.0, known), of_bound(&nodes.1, known));
            (indices_of(high), Range::by([low, high], |[low, high]| Range::new(low.low.max(0), high.high.max(0))))
        }
        Spec::Polygons(nodes) => {
            let nodes = of_bound(nodes, known);
            let up_to = |low: i128, times: i128| {
                Range::by([nodes], |[nodes]| Range::new(low, nodes.high.saturating_mul(times).max(low)))
            };
            (up_to(1, 1), up_to(0, 2))
        }
        Spec::Row(entries) => {
            let all = entries.iter().map(|entry| of_spec(entry, known).0);
            let length = entries.len() as i128;
            (all.reduce(Range::union).unwrap_or(UNKNOWN), Range::new(length, length))
        }
        Spec::List { length, index, entry, .. } => {
            let (low, high) = (of_bound(&length.0, known), of_bound(&length.1, known));
            let mut inner = known.clone();
            if let Some(index) = index {
                inner.insert(index.clone(), (indices_of(high), Range::new(0, 0)));
            }
            (of_spec(entry, &inner).0, low.up_to(high))
        }
    }
}

/// Returns the indices of a list whose length is in this range.
fn indices_of(length: Range) -> Range {
    Range::by([length], |[length]| Range::new(0, length.high.saturating_sub(1).max(0)))
}

fn of_bound(bound: &Bound, known: &Known) -> Range {
    bound.0.iter().fold(Range::new(0, 0), |sum, (factor, term)| {
        let factor = i128::from(*factor);
        let addend = match term {
            Term::One => Range::new(1, 1),
            Term::Name(name) | Term::Entry(name, _) => known.get(name).map_or(UNKNOWN, |(range, _)| *range),
            // The judge's lists may be longer than drawn ones.
            Term::Length(_) => Range::new(0, LONGEST),
        };
        Range::by([sum, addend], |[sum, addend]| {
            let (a, b) = (addend.low.saturating_mul(factor), addend.high.saturating_mul(factor));
            Range::new(sum.low.saturating_add(a.min(b)), sum.high.saturating_add(a.max(b)))
        })
    })
}

/// Describes the limits: what the problem's file says about each field.
pub(crate) fn described(variant: &Variant) -> Vec<String> {
    let rules = rules(variant);
    let text = |index: usize, spec: &Spec| format!("{}: {}", variant.fields[index].name, spec_text(spec));
    let texts: Vec<String> = rules
        .iter()
        .filter(|(_, spec)| !matches!(spec, Spec::One(_)))
        .map(|(index, spec)| text(*index, spec))
        .collect();
    let mut all = Vec::new();
    if !texts.is_empty() {
        all.push(format!("Made for inputs like {}.", texts.join(", ")));
    }
    let is_wide = |index: usize| {
        let range = totals(limits(variant)[index].0);
        range.low == i128::MIN || range.high == i128::MAX
    };
    let added_up = variant.fields.iter().filter_map(|field| field.totals_of);
    for index in added_up.filter(|index| is_wide(*index)) {
        all.push(format!("Sums of the numbers of {} may pass 64 bits.", variant.fields[index].name));
    }
    all
}

fn spec_text(spec: &Spec) -> String {
    let range = |low: &Bound, high: &Bound| {
        if low == high { bound_text(low) } else { format!("{}..{}", bound_text(low), bound_text(high)) }
    };
    match spec {
        Spec::Number(low, high) => range(low, high),
        Spec::One(words) => {
            let mut words = words.clone();
            words.dedup();
            format!("one of {}", words.join(" "))
        }
        Spec::Row(entries) => {
            let entries: Vec<String> = entries.iter().map(spec_text).collect();
            format!("[{}]", entries.join(", "))
        }
        Spec::OneOf(_) => "one of a list".to_owned(),
        Spec::Graph { edges, nodes, degree } => {
            let kind = match edges {
                Edges::Symmetric => "symmetric",
                Edges::Directed => "directed",
            };
            format!("{kind} {} of {}", range(&nodes.0, &nodes.1), range(&degree.0, &degree.1))
        }
        Spec::Polygons(nodes) => format!("polygons {}", bound_text(nodes)),
        Spec::List { length: (low, high), entry, distinct, index, shape, order, .. } => {
            let of = match (order, shape) {
                _ if *distinct => "distinct",
                (Order::Rising, _) => "rising",
                (Order::Falling, _) => "falling",
                (_, Shape::Grid) => "rows of",
                (_, Shape::Square) => "square of",
                _ => "of",
            };
            let counted = index.as_ref().map(|index| format!(" as {index}")).unwrap_or_default();
            format!("{}{counted} {of} {}", range(low, high), spec_text(entry))
        }
    }
}

fn bound_text(bound: &Bound) -> String {
    let mut text = String::new();
    for (factor, term) in &bound.0 {
        let what = match term {
            Term::One => factor.unsigned_abs().to_string(),
            Term::Name(name) if factor.unsigned_abs() == 1 => name.clone(),
            Term::Length(name) if factor.unsigned_abs() == 1 => format!("len({name})"),
            Term::Name(name) => format!("{} * {name}", factor.unsigned_abs()),
            Term::Length(name) => format!("{} * len({name})", factor.unsigned_abs()),
            Term::Entry(name, index) if factor.unsigned_abs() == 1 => format!("{name}[{index}]"),
            Term::Entry(name, index) => format!("{} * {name}[{index}]", factor.unsigned_abs()),
        };
        match (text.is_empty(), *factor < 0) {
            (true, true) => text += "-",
            (true, false) => {}
            (false, true) => text += " - ",
            (false, false) => text += " + ",
        }
        text += &what;
    }
    if text.is_empty() { "0".to_owned() } else { text }
}
