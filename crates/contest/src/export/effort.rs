//! How long a search takes, and whether it ends at all.
//!
//! In: statements, or a game with instances that can be drawn. Out: about how many steps; whether a position can come again.

use super::program::{Ex, Form, Helper, Op, St};
use super::solve::Task;
use crate::draw::Random;
use grundy_rules::game::{Loops, Type};
use grundy_rules::measure::{falling_measure, falling_order};
use grundy_rules::{Game, Instance, Meter, Part, Position, Side};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The least value that a type states.
pub(crate) fn least(ty: &Type) -> i128 {
    match ty {
        Type::Int { low: Some(low), .. } => match &low.form {
            grundy_rules::game::Form::Int(number) => number.to_i64().map_or(i128::MIN, i128::from),
            _ => i128::MIN,
        },
        Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => least(inner),
        _ => i128::MIN,
    }
}

/// So often nothing can be drawn before nothing more is tried.
const MOST_FAILURES: u32 = 3;

/// Whether play always ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It does: the rules show or say it.
    Shown,
    /// It did wherever it was tried within the limits. A search that calls itself and ends is right all the same: what it
    /// answers rests on answers about positions after moves, and on nothing else.
    Tried,
    /// It does not, or nothing could be tried.
    Unknown,
}

/// Whether play always ends: by the rules, or wherever it was tried within the limits.
pub(crate) fn ending(task: &Task) -> Ending {
    let game = task.game;
    if game.loops == Loops::None || falling_measure(game).is_some() || falling_order(game).is_some() {
        return Ending::Shown;
    }
    if was_ended(task) { Ending::Tried } else { Ending::Unknown }
}

fn was_ended(task: &Task) -> bool {
    let game = task.game;
    let mut random = Random::new(3);
    let (mut tried, mut failed) = (0, 0);
    // Each variant is drawn as often as the others.
    let variants = task.problem.variants.len().max(1) as u32;
    for at in 0..24 * variants {
        // What can hardly be drawn is not tried again and again.
        let Ok(input) = task.problem.draw(at / (2 * variants), &mut random) else {
            failed += 1;
            if failed == MOST_FAILURES { break } else { continue }
        };
        if input.variant != task.place {
            continue;
        }
        let Ok(Some(asked)) = task.problem.asked(&input) else { continue };
        if asked.instance.game() != &**game {
            continue;
        }
        for part in asked.position.in_play() {
            let start = Position::alone(asked.position.mover, part.clone());
            if comes_again(&asked.instance, start) {
                return false;
            }
        }
        tried += 1;
    }
    // Where hardly anything could be tried nothing is known; where nothing is drawn the game's own start is looked at.
    tried >= 3 || tried == 0 && ends_from_start(game)
}

/// Whether play from the game's own start always ends, as far as it was tried.
fn ends_from_start(game: &Arc<Game>) -> bool {
    let Ok(instance) = Instance::new(game.clone(), Vec::new()) else { return false };
    let Ok(start) = instance.start() else { return false };
    let alone = |part: &Part| Position::alone(start.mover, part.clone());
    start.in_play().all(|part| !comes_again(&instance, alone(part)))
}

/// Whether some position can come again, looked for among the first few thousand.
fn comes_again(instance: &grundy_rules::Instance, start: Position) -> bool {
    let mut state: BTreeMap<String, bool> = BTreeMap::new();
    let mut stack: Vec<(String, Vec<Position>)> = Vec::new();
    let key = |position: &Position| format!("{position:?}");
    let next = |position: &Position| -> Vec<Position> {
        let Some(part) = position.only() else { return Vec::new() };
        let meter = Meter::steps(100_000);
        let made = instance.moves(part, position.mover, &meter).unwrap_or_default();
        let mut all = Vec::new();
        for one in made {
            let mover = if one.again { position.mover } else { position.mover.map(Side::other) };
            all.extend(one.to.into_iter().map(|part| Position::alone(mover, part)));
        }
        all
    };
    let first = key(&start);
    state.insert(first.clone(), false);
    stack.push((first, next(&start)));
    while let Some((name, left)) = stack.last_mut() {
        let Some(position) = left.pop() else {
            state.insert(name.clone(), true);
            stack.pop();
            continue;
        };
        let name = key(&position);
        match state.get(&name) {
            Some(false) => return true,
            Some(true) => {}
            None if state.len() < 500 => {
                state.insert(name.clone(), false);
                let after = next(&position);
                stack.push((name, after));
            }
            None => {}
        }
    }
    false
}

/// About how many steps statements take, with what the variables can be.
pub(crate) fn work(statements: &[St], bound: &BTreeMap<String, f64>) -> f64 {
    fn most(value: &Ex, bound: &BTreeMap<String, f64>) -> f64 {
        if let Form::Var(name) = &value.form
            && let Some(most) = bound.get(name)
        {
            return *most;
        }
        match &value.form {
            Form::Binary(Op::Add, a, b) => most(a, bound) + most(b, bound).max(0.0),
            Form::Binary(Op::Subtract, a, _) => most(a, bound),
            Form::Binary(Op::Divide, a, b) => most(a, bound) / b.as_int().unwrap_or(1).max(1) as f64,
            Form::Helper(Helper::Min, all) => all.iter().map(|one| most(one, bound)).fold(f64::MAX, f64::min),
            Form::Helper(Helper::Max, all) => all.iter().map(|one| most(one, bound)).fold(0.0, f64::max),
            Form::Helper(Helper::Isqrt, all) => most(&all[0], bound).sqrt(),
            Form::Len(_) => 100.0,
            _ if value.range.high < 1 << 40 => value.range.high as f64,
            _ => 100.0,
        }
    }
    let mut steps = 0.0;
    // How long lists are that are written down here.
    let mut lengths: BTreeMap<&str, f64> = BTreeMap::new();
    for statement in statements {
        if let St::Let(name, Ex { form: Form::List(all), .. }) = statement {
            lengths.insert(name, all.len() as f64);
        }
        steps += match statement {
            St::If(_, yes, no) => 1.0 + work(yes, bound).max(work(no, bound)),
            St::Range(name, _, high, inner) => {
                let times = most(high, bound).max(1.0);
                let mut inside = bound.clone();
                inside.insert(name.clone(), times);
                // What runs up to a number that itself runs is half of that on the average.
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
