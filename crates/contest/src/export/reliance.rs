//! Claims that a program is to rest on though nothing proves them: tried where the judge may ask.
//!
//! In: a claim, and what the components and givens can be within the limits. Out: what the authority makes of it for several choices of
//! the givens, at the ends of the limits, beside the numbers that the rules name, in between, and at positions that are drawn.

use super::lower::Lower;
use super::program::{Ex, Form, Range};
use super::solve::{Task, each_part, givens};
use crate::draw::Random;
use grundy_rules::game::{Claim, Type};
use grundy_rules::text::print_value;
use grundy_rules::{Game, Instance, Part, Value};
use grundy_solve::{Budget, Effort};
use std::collections::BTreeSet;
use std::sync::Arc;

/// For how many choices of the givens a claim is tried.
const MAX_CHOICES: usize = 24;
/// How many positions are tried for one choice.
const MAX_POINTS: usize = 240;
/// How many inputs are drawn.
const DRAWN: u32 = 12;
/// How many numbers are spread evenly by their size between the ends of a range.
const SPREAD: u32 = 10;

/// What became of a claim for one choice of the givens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Examined {
    /// It is proved for every position.
    Proved,
    /// It is false, here.
    Refuted(String),
    /// It held wherever it was tried.
    Held {
        /// Up to numbers of this size, in a table.
        to: Option<i64>,
        /// At how many of the positions.
        points: u64,
        /// The last of those.
        last: Option<String>,
    },
}

/// What becomes of a claim within the limits: for every choice of the givens that was tried.
pub(crate) enum Trial {
    /// It is proved for all givens there are within the limits, which are named.
    Proved(String),
    /// It is false, there.
    Refuted(String),
    /// It held, which is said in words; `None` where nothing could be tried.
    Held(Option<String>),
}

/// Tries a claim of the game.
pub(crate) fn tried<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, claim: &Claim) -> Trial {
    let game = task.game;
    let found = lower.tried(|lower| {
        let given = givens(task, lower)?;
        let mut ranges: Option<Vec<Range>> = None;
        each_part(task, lower, &given, &mut |_, components| {
            let here = components.iter().map(|one| one.range);
            ranges = Some(match ranges.take() {
                Some(known) => known.into_iter().zip(here).map(|(one, other)| one.union(other)).collect(),
                None => here.collect(),
            });
            Ok(())
        })?;
        Ok((given, ranges.unwrap_or_default()))
    });
    let Ok((given, ranges)) = found else { return Trial::Held(None) };
    let named = numbers_of(game);
    let drawn = drawn(task);
    let (choices, is_every) = choices(game, &given, &named, &drawn);
    let to = ranges.iter().map(|range| range.high.clamp(0, i128::from(i64::MAX)) as i64).max().unwrap_or(0);
    let numbers = points(game, &ranges, &named);
    let share = (task.budget.effort.proof_steps / choices.len().max(1) as u64).max(1);
    let budget = Budget { effort: Effort { proof_steps: share, ..task.budget.effort }, ..task.budget.clone() };
    let (mut proved, mut least, mut points, mut tried) = (0, None::<i64>, 0, 0);
    let mut last = None;
    for instance in &choices {
        let mut parts: Vec<Part> = numbers.iter().filter_map(|values| instance.part(values.clone()).ok()).collect();
        let of_these = drawn.iter().filter(|(of, _)| of.givens() == instance.givens());
        parts.extend(of_these.flat_map(|(_, parts)| parts.iter().cloned()));
        let with = with_givens(instance);
        match (task.authority.examine)(instance, claim, &parts, to, &budget) {
            Examined::Proved => proved += 1,
            Examined::Refuted(position) => return Trial::Refuted(format!("{position}{with}")),
            Examined::Held { to, points: more, last: farthest } => {
                tried += usize::from(to.is_some() || more > 0);
                points += more;
                last = farthest.or(last);
                least = match (least, to) {
                    (Some(known), Some(to)) => Some(known.min(to)),
                    (known, to) => known.or(to),
                };
            }
        }
    }
    if proved == choices.len() && proved > 0 && is_every {
        return Trial::Proved(match choices.as_slice() {
            [only] => with_givens(only),
            _ => " for all givens within the limits".to_owned(),
        });
    }
    if proved + tried == 0 {
        return Trial::Held(None);
    }
    let names: Vec<&str> = game.components.iter().map(|component| component.name.as_str()).collect();
    let mut all = Vec::new();
    all.extend(least.map(|to| format!("for {} <= {to}", names.join(", "))));
    all.extend(last.map(|last| format!("at {points} point{} up to {last}", if points == 1 { "" } else { "s" })));
    let checked = if all.is_empty() { String::new() } else { format!("checked {}, ", all.join(" and ")) };
    let of = match (proved, choices.len()) {
        (_, 1) => String::new(),
        (0, count) => format!("for {count} choices of the givens"),
        (proved, count) => format!("for {count} choices of the givens, {proved} of them by a proof"),
    };
    let said = format!("{checked}{of}");
    let said = if checked.is_empty() { format!("checked {said}") } else { said };
    Trial::Held(Some(said.trim_end_matches(", ").to_owned()))
}

/// The numbers that the file of a game names.
fn numbers_of(game: &Game) -> BTreeSet<i128> {
    let digits = game.source.0.split(|letter: char| !letter.is_ascii_digit());
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

/// Numbers of a range, what tells most first: its ends, those that are named and their neighbours, and some in between.
fn numbers(range: Range, named: &BTreeSet<i128>) -> Vec<i128> {
    let ends = (0..3).flat_map(|at| [range.low.saturating_add(at), range.high.saturating_sub(at)]);
    let near = [0, -1, 1].into_iter().flat_map(|by: i128| named.iter().map(move |number| number.saturating_add(by)));
    let width = range.high.saturating_sub(range.low);
    let between = (1..=SPREAD).map(|at| {
        let part = (width as f64).powf(f64::from(at) / f64::from(SPREAD + 1));
        range.low.saturating_add(part as i128)
    });
    let mut seen = BTreeSet::new();
    let all = ends.chain(near).chain(between);
    all.filter(|number| (range.low..=range.high).contains(number) && seen.insert(*number)).collect()
}

fn value(number: i128) -> Option<Value> {
    i64::try_from(number).ok().map(Value::from)
}

/// Values of the components, the smallest first; none where one of them is no number.
fn points(game: &Game, ranges: &[Range], named: &BTreeSet<i128>) -> Vec<Vec<Value>> {
    if !game.components.iter().all(|component| matches!(component.ty, Type::Int { .. })) {
        return Vec::new();
    }
    let each: Vec<Vec<i128>> = ranges.iter().map(|range| numbers(*range, named)).collect();
    let mut found: BTreeSet<(i128, Vec<i128>)> = BTreeSet::new();
    let mut add = |point: Vec<i128>| {
        if point.iter().zip(ranges).all(|(number, range)| (range.low..=range.high).contains(number)) {
            found.insert((point.iter().copied().max().unwrap_or(0), point));
        }
    };
    for (place, all) in each.iter().enumerate() {
        for number in all {
            // The others are all small, all large, all alike, or in between.
            for kind in 0..5 {
                let other = |range: &Range| match kind {
                    0 => range.low,
                    1 => range.high,
                    2 => *number,
                    3 => number.saturating_sub(1),
                    _ => range.low.midpoint(range.high),
                };
                add(ranges
                    .iter()
                    .enumerate()
                    .map(|(at, range)| if at == place { *number } else { other(range) })
                    .collect());
            }
        }
    }
    let all: Vec<Vec<i128>> = found.into_iter().map(|(_, point)| point).collect();
    // Too many are thinned out evenly, so that the largest stay.
    let step = all.len().div_ceil(MAX_POINTS).max(1);
    let kept = all.iter().rev().step_by(step).rev();
    kept.filter_map(|point| point.iter().map(|number| value(*number)).collect()).collect()
}

/// Positions of this game among inputs that are drawn.
fn drawn(task: &Task) -> Vec<(Arc<Instance>, Vec<Part>)> {
    let (mut random, mut found) = (Random::new(5), Vec::new());
    for size in 0..DRAWN {
        let Ok(input) = task.problem.draw(size, &mut random) else { break };
        let Ok(Some(asked)) = task.problem.asked(&input) else { continue };
        if input.variant == task.place && asked.instance.game() == &**task.game {
            found.push((asked.instance, asked.position.in_play().cloned().collect()));
        }
    }
    found
}

/// Choices of the givens, and whether there are no others within the limits.
fn choices(
    game: &Arc<Game>,
    given: &[Ex],
    named: &BTreeSet<i128>,
    drawn: &[(Arc<Instance>, Vec<Part>)],
) -> (Vec<Arc<Instance>>, bool) {
    let (mut all, mut is_every): (Vec<Vec<Value>>, bool) = (vec![Vec::new()], true);
    let mut is_readable = true;
    for one in given {
        let values: Vec<Value> = match &one.form {
            Form::Int(number) => value(*number).into_iter().collect(),
            Form::Bool(truth) => vec![Value::Bool(*truth)],
            _ if one.ty == super::program::Ty::Int => {
                let found = numbers(one.range, named);
                let range = one.range.certain();
                is_every &= found.len() as i128 == range.high.saturating_sub(range.low).saturating_add(1);
                found.into_iter().filter_map(value).collect()
            }
            _ => Vec::new(),
        };
        is_readable &= !values.is_empty();
        all = all
            .into_iter()
            .flat_map(|known| {
                values
                    .iter()
                    .map(move |value| [known.as_slice(), std::slice::from_ref(value)].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
        if all.len() > MAX_CHOICES {
            is_every = false;
            // Of one given the first tell most; of several, some of all.
            let step = if all.len() == values.len() { 1 } else { all.len().div_ceil(MAX_CHOICES) };
            all = all.into_iter().step_by(step).take(MAX_CHOICES).collect();
        }
    }
    if !is_readable {
        (all, is_every) = (Vec::new(), false);
    }
    let made =
        |values: Vec<Value>| Instance::new(game.clone(), values.into_iter().map(Some).collect()).ok().map(Arc::new);
    let mut choices: Vec<Arc<Instance>> = all.into_iter().filter_map(made).collect();
    for (instance, _) in drawn {
        if choices.len() < MAX_CHOICES && !choices.iter().any(|known| known.givens() == instance.givens()) {
            choices.push(instance.clone());
        }
    }
    (choices, is_every)
}

/// The givens of an instance, as ` with m = 3, k = 2`.
pub(crate) fn with_givens(instance: &Instance) -> String {
    let game = instance.game();
    let said = game.givens.iter().zip(instance.givens());
    let said: Vec<String> =
        said.map(|(given, value)| format!("{} = {}", given.name, print_value(game, &given.ty, value))).collect();
    if said.is_empty() { String::new() } else { format!(" with {}", said.join(", ")) }
}
