//! Cost of a search, and whether it ends at all.
//!
//! In: statements, or a game with instances that can be drawn. Out: an estimated number of steps; whether a position can repeat.

use super::program::{Ex, Form, Helper, Op, St};
use super::solve::Task;
use crate::problem_limits;
use grundy_rules::game::{Loops, Type};
use grundy_rules::measure::{falling_measure, falling_order};
use grundy_rules::{Game, Instance, Meter, Part, Position, Side};
use grundy_value::Random;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the minimum that a type declares.
pub(crate) fn min(ty: &Type) -> i128 {
    match ty {
        Type::Int { low: Some(low), .. } => match &low.form {
            grundy_rules::game::Form::Int(number) => number.to_i64().map_or(i128::MIN, i128::from),
            _ => i128::MIN,
        },
        Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => min(inner),
        _ => i128::MIN,
    }
}

/// Whether play always ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Terminal {
    /// It does: the rules prove or state it.
    Shown,
    /// It did wherever it was tried within the limits. A recursive search that ends is right all the same: its answers depend
    /// only on answers about positions after moves.
    Tried,
    /// It does not, or nothing could be tried.
    Unknown,
}

/// Returns whether play always ends: by the rules, or wherever it was tried within the limits.
pub(crate) fn ending(task: &Task) -> Terminal {
    let game = task.game;
    if game.loops == Loops::None || falling_measure(game).is_some() || falling_order(game).is_some() {
        return Terminal::Shown;
    }
    if was_ended(task) { Terminal::Tried } else { Terminal::Unknown }
}

fn was_ended(task: &Task) -> bool {
    let game = task.game;
    let mut random = Random(3);
    let (mut tried, mut failed) = (0, 0);
    let mut left = problem_limits::MAX_COUNTED_POSITIONS;
    // Each variant is drawn equally often.
    let variants = task.problem.variants.len().max(1) as u32;
    for at in 0..24 * variants {
        // Gives up if draws keep failing.
        let Ok(input) = task.problem.draw(at / (2 * variants), &mut random) else {
            failed += 1;
            if failed == problem_limits::MAX_COUNTED_FAILURES { break } else { continue }
        };
        if input.variant != task.index {
            continue;
        }
        let Ok(Some(query)) = task.problem.asked(&input) else { continue };
        if query.instance.game() != &**game {
            continue;
        }
        let alone = |part: &Part| Position::alone(query.position.mover, part.clone());
        if comes_again(&query.instance, query.position.in_play().map(alone), &mut left) {
            return false;
        }
        tried += 1;
        if left == 0 || task.means.budget.is_cancelled() {
            break;
        }
    }
    // With too few draws nothing is known; without any, the game's own start is tried.
    tried >= 3 || tried > 0 && left == 0 || tried == 0 && ends_from_start(game)
}

/// Returns whether play from the game's own start always ends, as far as it was tried.
fn ends_from_start(game: &Arc<Game>) -> bool {
    let Ok(instance) = Instance::new(game.clone(), Vec::new()) else { return false };
    let Ok(start) = instance.start() else { return false };
    let alone = |part: &Part| Position::alone(start.mover, part.clone());
    !comes_again(&instance, start.in_play().map(alone), &mut problem_limits::MAX_COUNTED_POSITIONS.clone())
}

/// Returns whether some position can repeat, among the first few hundred after each of these; `left` counts them all.
fn comes_again(instance: &Instance, starts: impl Iterator<Item = Position>, left: &mut usize) -> bool {
    let mut state: BTreeMap<String, bool> = BTreeMap::new();
    let mut stack: Vec<(String, Vec<Position>)> = Vec::new();
    let key = |position: &Position| format!("{position:?}");
    let next = |position: &Position| -> Vec<Position> {
        let Some(part) = position.only() else { return Vec::new() };
        let meter = Meter::steps(100_000);
        let made = instance.moves(part, position.mover, &meter).unwrap_or_default();
        let mut all = Vec::new();
        for mv in made {
            let mover = if mv.again { position.mover } else { position.mover.map(Side::other) };
            all.extend(mv.to.into_iter().map(|part| Position::alone(mover, part)));
        }
        all
    };
    for start in starts {
        let first = key(&start);
        // Already visited from an earlier start.
        if state.contains_key(&first) || *left == 0 {
            continue;
        }
        let max = state.len() + problem_limits::MAX_COUNTED_POSITIONS_OF_ONE;
        *left -= 1;
        state.insert(first.clone(), false);
        stack.push((first, next(&start)));
        while let Some((name, after)) = stack.last_mut() {
            let Some(position) = after.pop() else {
                state.insert(name.clone(), true);
                stack.pop();
                continue;
            };
            let name = key(&position);
            match state.get(&name) {
                Some(false) => return true,
                Some(true) => {}
                None if state.len() < max && *left > 0 => {
                    *left -= 1;
                    state.insert(name.clone(), false);
                    let after = next(&position);
                    stack.push((name, after));
                }
                None => {}
            }
        }
    }
    false
}

/// Estimates the number of steps of statements, given bounds of the variables.
pub(crate) fn work(statements: &[St], bound: &BTreeMap<String, f64>) -> f64 {
    fn limit(value: &Ex, bound: &BTreeMap<String, f64>) -> f64 {
        if let Form::Var(name) = &value.form
            && let Some(limit) = bound.get(name)
        {
            return *limit;
        }
        match &value.form {
            Form::Binary(Op::Add, a, b) => limit(a, bound) + limit(b, bound).max(0.0),
            Form::Binary(Op::Subtract, a, _) => limit(a, bound),
            Form::Binary(Op::Divide, a, b) => limit(a, bound) / b.as_int().unwrap_or(1).max(1) as f64,
            Form::Helper(Helper::Min, all) => {
                all.iter().map(|argument| limit(argument, bound)).fold(f64::MAX, f64::min)
            }
            Form::Helper(Helper::Max, all) => all.iter().map(|argument| limit(argument, bound)).fold(0.0, f64::max),
            Form::Call(name, all) if name == "square_root" => limit(&all[0], bound).sqrt(),
            Form::Len(_) => 100.0,
            _ if value.range.high < 1 << 40 => value.range.high as f64,
            _ => 100.0,
        }
    }
    let mut steps = 0.0;
    // Lengths of lists built here.
    let mut lengths: BTreeMap<&str, f64> = BTreeMap::new();
    for statement in statements {
        if let St::Let(name, Ex { form: Form::List(all), .. }) = statement {
            lengths.insert(name, all.len() as f64);
        }
        steps += match statement {
            St::If(_, yes, no) => 1.0 + work(yes, bound).max(work(no, bound)),
            St::Range(name, _, high, inner) => {
                let times = limit(high, bound).max(1.0);
                let mut inside = bound.clone();
                inside.insert(name.clone(), times);
                // A loop up to another loop's counter takes half of its maximum on average.
                times * work(inner, &inside)
            }
            St::Each(_, list, inner) => {
                let length = match &list.form {
                    Form::List(all) => Some(all.len() as f64),
                    Form::Var(name) => lengths.get(name.as_str()).copied(),
                    _ => None,
                };
                length.unwrap_or(100.0) * work(inner, bound)
            }
            St::While(_, inner) => 10.0 * work(inner, bound),
            _ => 1.0,
        };
    }
    steps
}
