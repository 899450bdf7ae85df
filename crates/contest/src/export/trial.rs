//! Unproved claims that a program is to use: tested where the judge may ask.
//!
//! In: a claim, and the ranges of the components and givens within the limits. Out: the authority's verdict for several choices
//! of the givens that the problem allows, at the ends of the limits, next to the numbers that the rules name, in between, and at
//! drawn positions. All choices, and all claims of the problem, share one amount of counted work.

use super::allowed::Allowed;
use super::lower::Lower;
use super::program::{Ex, Form, Range};
use super::solve::{Task, each_part, givens};
use crate::problem::Input;
use crate::problem_limits;
use grundy_message::{Message, message, plural};
use grundy_rules::game::{Claim, Type};
use grundy_rules::{Game, Instance, Part, Value};
use grundy_solve::{Budget, Effort};
use grundy_value::Random;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Number of inputs drawn.
const DRAWN: u32 = 12;
/// Number of values spread evenly by size between the ends of a range.
const SPREAD: u32 = 10;

/// Verdict on a claim for one choice of the givens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Examined {
    /// It is proved for every position, with all values of the givens.
    ProvedForAllGivens,
    /// It is proved for every position.
    Proved,
    /// It is false at this position.
    Refuted(String),
    /// It held wherever it was tested.
    Held {
        /// Up to numbers of this size, in a table.
        to: Option<i64>,
        /// Number of the positions where it held.
        points: u64,
        /// The last of those positions.
        last: Option<String>,
    },
}

/// Verdict on a claim within the limits, over all choices of the givens tested.
pub(crate) enum Trial {
    /// It is proved for all possible givens within the limits, as described.
    Proved(Message),
    /// It is false at this position.
    Refuted(Message),
    /// It held, as described; `None` if nothing could be tested.
    Held(Option<Message>),
}

/// Tests a claim of the game.
pub(crate) fn tried<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, claim: &Claim) -> Trial {
    let game = task.game;
    let found = lower.tried(|lower| {
        let given = givens(task, lower)?;
        let mut ranges: Option<Vec<Range>> = None;
        each_part(task, lower, &given, &mut |_, components| {
            let here = components.iter().map(|component| component.range);
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
    let inputs = drawn_inputs(task);
    let drawn = drawn(task, &inputs);
    let allowed = Allowed::of(task, &given, inputs.first());
    // With many claims, each is tested for few givens.
    let claims: usize =
        task.problem.variants.iter().flat_map(|variant| &variant.games).map(|(game, _)| game.claims.len()).sum();
    let max_choices = (2 * problem_limits::MAX_TESTED_CHOICES / claims.max(2)).max(1);
    let (choices, is_every) = choices(game, &given, &named, &drawn, &allowed, max_choices);
    let shares = choices.len().max(1) * claims.div_ceil(4).max(1);
    let to = ranges.iter().map(|range| range.high.clamp(0, i128::from(i64::MAX)) as i64).max().unwrap_or(0);
    let numbers = points(
        game,
        &ranges,
        &named,
        (problem_limits::MAX_TESTED_POSITIONS / shares).max(problem_limits::MIN_TESTED_POSITIONS),
    );
    let budget = shared(task.means.budget, shares as u64);
    let (mut proved, mut min, mut points, mut tried) = (0, None::<i64>, 0, 0);
    let mut last = None;
    for instance in &choices {
        let mut parts: Vec<Part> = numbers.iter().filter_map(|values| instance.part(values.clone()).ok()).collect();
        let of_these = drawn.iter().filter(|(of, _)| of.givens() == instance.givens());
        parts.extend(of_these.flat_map(|(_, parts)| parts.iter().cloned()));
        match (task.means.authority.examine)(instance, claim, &parts, to, &budget) {
            Examined::ProvedForAllGivens => {
                return Trial::Proved(message!("proved for every size and all values of the givens"));
            }
            Examined::Proved => proved += 1,
            Examined::Refuted(position) => {
                return Trial::Refuted(with_givens(position, &instance.print_givens().in_words()));
            }
            Examined::Held { to, points: more, last: farthest } => {
                tried += usize::from(to.is_some() || more > 0);
                points += more;
                last = farthest.or(last);
                min = match (min, to) {
                    (Some(known), Some(to)) => Some(known.min(to)),
                    (known, to) => known.or(to),
                };
            }
        }
    }
    if proved == choices.len() && proved > 0 && is_every {
        return Trial::Proved(match choices.as_slice() {
            [only] => proved_with(only),
            _ => message!("proved for every size for all givens within the limits"),
        });
    }
    if proved + tried == 0 {
        return Trial::Held(None);
    }
    let names: Vec<&str> = game.components.iter().map(|component| component.name.as_str()).collect();
    let below = min.map(|to| message!("for {names} <= {to}", names = names.join(", "), to));
    let at = last.map(|last| {
        message!("at {count} {points} up to {last}", count = points, points = plural(&points, "point", "points"), last)
    });
    let checked = match (below, at) {
        (Some(below), Some(at)) => Some(message!("{below} and {at}", below, at)),
        (below, at) => below.or(at),
    };
    let of = match (proved, choices.len()) {
        (_, 1) => None,
        (0, count) => Some(message!("for {count} choices of the givens", count)),
        (proved, count) => {
            Some(message!("for {count} choices of the givens, {proved} of them by a proof", count, proved))
        }
    };
    Trial::Held(Some(match (checked, of) {
        (Some(what), Some(of)) => message!("checked {what}, {of}", what, of),
        (Some(what), None) | (None, Some(what)) => message!("checked {what}", what),
        (None, None) => message!("proved for one choice of the givens"),
    }))
}

/// Returns the numbers that the file of a game names.
fn numbers_of(game: &Game) -> BTreeSet<i128> {
    let digits = game.source.0.split(|ch: char| !ch.is_ascii_digit());
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

/// Returns numbers of a range, the most significant first: its ends, the named ones and their neighbours, and some in between.
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

/// Returns values of the components, the smallest first; none if one of them is no number.
fn points(game: &Game, ranges: &[Range], named: &BTreeSet<i128>, max: usize) -> Vec<Vec<Value>> {
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
    for (index, all) in each.iter().enumerate() {
        for number in all {
            // The others are all small, all large, all equal, or in between.
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
                    .map(|(at, range)| if at == index { *number } else { other(range) })
                    .collect());
            }
        }
    }
    let all: Vec<Vec<i128>> = found.into_iter().map(|(_, point)| point).collect();
    // Too many are thinned out evenly, so that the largest stay.
    let step = all.len().div_ceil(max).max(1);
    let remaining = all.iter().rev().step_by(step).rev();
    remaining.filter_map(|point| point.iter().map(|number| value(*number)).collect()).collect()
}

/// Draws inputs of this variant.
pub(crate) fn drawn_inputs(task: &Task) -> Vec<Input> {
    let mut random = Random(5);
    let (mut inputs, mut failed) = (Vec::new(), 0);
    for size in 0..DRAWN {
        // The smallest may break the problem's guarantees.
        match task.problem.draw(size, &mut random) {
            Ok(input) => inputs.push(input),
            Err(_) => failed += 1,
        }
        if failed == problem_limits::MAX_TEST_FAILURES {
            break;
        }
    }
    inputs.retain(|input| input.variant == task.index);
    inputs
}

/// Returns positions of this game among inputs.
fn drawn(task: &Task, inputs: &[Input]) -> Vec<(Arc<Instance>, Vec<Part>)> {
    let queries = inputs.iter().filter_map(|input| task.problem.asked(input).ok().flatten());
    let of_game = queries.filter(|query| query.instance.game() == &**task.game);
    of_game.map(|query| (query.instance, query.position.in_play().cloned().collect())).collect()
}

/// Returns the budget of one of `shares` examinations.
fn shared(budget: &Budget, shares: u64) -> Budget {
    let factor = budget.factor();
    let share = |whole: u64| whole.saturating_mul(factor) / shares;
    let proof_steps = (budget.effort.proof_steps / shares).max(1);
    Budget {
        max_positions: budget
            .max_positions
            .min(share(problem_limits::MAX_TESTED_CELLS).max(problem_limits::MIN_TESTED_CELLS)),
        max_steps: Some(budget.max_steps.unwrap_or(u64::MAX).min(share(problem_limits::MAX_TESTED_STEPS))),
        max_packed_moves: budget.max_packed_moves.min(share(problem_limits::MAX_TESTED_MOVES)),
        effort: Effort { proof_steps, ..budget.effort },
        ..budget.clone()
    }
}

/// Returns choices of the givens, and whether there are no others within the limits.
fn choices(
    game: &Arc<Game>,
    givens: &[Ex],
    named: &BTreeSet<i128>,
    drawn: &[(Arc<Instance>, Vec<Part>)],
    allowed: &Allowed,
    max: usize,
) -> (Vec<Arc<Instance>>, bool) {
    let (mut all, mut is_every): (Vec<Vec<Value>>, bool) = (vec![Vec::new()], true);
    let mut is_readable = true;
    for given in givens {
        let values: Vec<Value> = match &given.form {
            Form::Int(number) => value(*number).into_iter().collect(),
            Form::Bool(truth) => vec![Value::Bool(*truth)],
            _ if given.ty == super::program::Ty::Int => {
                let found = numbers(given.range, named);
                let range = given.range.certain();
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
        if all.len() > max {
            is_every = false;
            // For one given, the first values are the most significant; for several, some of all.
            let step = if all.len() == values.len() { 1 } else { all.len().div_ceil(max) };
            all = all.into_iter().step_by(step).take(max).collect();
        }
    }
    if !is_readable {
        (all, is_every) = (Vec::new(), false);
    }
    let made =
        |values: Vec<Value>| Instance::new(game.clone(), values.into_iter().map(Some).collect()).ok().map(Arc::new);
    let mut choices: Vec<Arc<Instance>> = all.into_iter().filter_map(made).collect();
    choices.retain(|instance| !allowed.excludes(instance));
    for (instance, _) in drawn {
        if choices.len() < max && !choices.iter().any(|known| known.givens() == instance.givens()) {
            choices.push(instance.clone());
        }
    }
    (choices, is_every)
}

/// Returns a position with its givens, if there are any.
pub(crate) fn with_givens(position: String, givens: &str) -> Message {
    match givens.is_empty() {
        true => Message::text(position),
        false => message!("{position} with {givens}", position, givens),
    }
}

/// Says that a claim is proved with the givens of an instance.
pub(crate) fn proved_with(instance: &Instance) -> Message {
    let givens = instance.print_givens().in_words();
    match givens.is_empty() {
        true => message!("proved for every size"),
        false => message!("proved for every size with {givens}", givens),
    }
}
