//! Heaps from several of which any equal number is taken: lost positions block the lines through them.
//!
//! In: a game whose every move takes k ≥ 1 from each of some components, with no other limit: Wythoff's game, three heaps of
//! beans. Out: a table of the lost positions. Idea: all moves of one kind from a position lie on one line, so the position is won
//! exactly if one of its lines already has a lost position; from below, each line needs one mark. That takes a few steps per
//! position instead of one for each move. The last component must have moves of its own: then for given others at most one value
//! of it is lost.

use super::Answer;
use super::build::default_of;
use super::lower::Lower;
use super::program::{Ex, Function, Op, Program, Range, St, Ty, UNKNOWN};
use super::solve::{Finding, Task, each_part, first_if, is_single};
use crate::problem_limits;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Builtin, Destination, Domain, Expr, Form, Game, Over, Term, Type, Verdict};

/// Returns the components that each move takes from; `None` if some move is of another kind.
fn directions(game: &Game) -> Option<Vec<Vec<usize>>> {
    let plain = game.players.is_none()
        && !game.points
        && game.ends.is_empty()
        && game.stuck_if.is_empty()
        && game.stuck == Verdict::Lose
        && game.components.len() >= 2
        && game
            .components
            .iter()
            .all(|component| matches!(&component.ty, Type::Int { low: Some(low), high: None } if is_int(low, 0)));
    if !plain {
        return None;
    }
    game.moves
        .iter()
        .map(|rule| {
            let [binder] = rule.binders.as_slice() else { return None };
            let Over::Each(Domain::Range(low, Some(high))) = &binder.over else { return None };
            let Destination::Terms { again: None, terms } = &rule.result else { return None };
            let [Term::Tuple(all, _)] = terms.as_slice() else { return None };
            let mut taken = Vec::new();
            for (index, value) in all.iter().enumerate() {
                match &value.form {
                    Form::Component(same) if *same == index => {}
                    Form::Binary(BinaryOperator::Subtract, from, what)
                        if from.form == Form::Component(index) && what.form == Form::Local(0) =>
                    {
                        taken.push(index);
                    }
                    _ => return None,
                }
            }
            let mut limits = Vec::new();
            let counts = match &high.form {
                Form::Component(index) => {
                    limits.push(*index);
                    true
                }
                Form::Builtin(Builtin::Min, all) => all.iter().all(|argument| match argument.form {
                    Form::Component(index) => {
                        limits.push(index);
                        true
                    }
                    _ => false,
                }),
                _ => false,
            };
            limits.sort_unstable();
            let fine = counts && is_int(low, 1) && rule.guard.is_none() && limits == taken && !taken.is_empty();
            fine.then_some(taken)
        })
        .collect()
}

fn is_int(expr: &Expr, number: i64) -> bool {
    matches!(&expr.form, Form::Int(value) if value.to_i64() == Some(number))
}

/// Solves such a game, if it is one and has not too many positions.
pub(crate) fn rays<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, program: &mut Program) -> Answer<Option<Finding>> {
    let game: &'a Game = task.game;
    let Some(directions) = directions(game) else { return Ok(None) };
    let last = game.components.len() - 1;
    if !is_single(task) || task.wants.grundy || !directions.contains(&vec![last]) {
        return Ok(None);
    }
    lower.open();
    let mut queried = Vec::new();
    each_part(task, lower, &[], &mut |_, components| {
        queried = components;
        Ok(())
    })?;
    let before = lower.close();
    let reached = queried.iter().map(|component| component.range).reduce(Range::union).unwrap_or(UNKNOWN);
    let limit = reached.high;
    if (limit as f64).powi(queried.len() as i32) > problem_limits::MAX_RAY_POSITIONS {
        return Ok(None);
    }
    before.into_iter().for_each(|statement| lower.put(statement));
    let names: Vec<String> = (0..=last).map(|index| super::names::tame(&game.components[index].name)).collect();
    let variables: Vec<Ex> =
        names.iter().map(|name| Ex::var(name, Ty::Int).ranged(Range::new(0, 0).up_to(reached))).collect();
    // For each kind of move, a mark for each line.
    let mut marks = Vec::new();
    let mut build = Vec::new();
    // On lines along which only the last component falls, nothing is examined after a lost position.
    for taken in directions.iter().filter(|taken| **taken != [last]) {
        let taken_names: Vec<&str> = taken.iter().map(|index| names[*index].trim_end_matches('_')).collect();
        let name = lower.shared.name(&format!("blocked_{}", taken_names.join("_")));
        let global = Ex::global(&name, Ty::list(Ty::Bool));
        let (line, size) = line(&variables, taken, limit);
        program.globals.push((name, default_of(&Ty::list(Ty::Bool)), String::new()));
        build.push(St::Set(global.clone(), Ex::filled(Ex::int(size), Ex::bool(false))));
        marks.push(global.index(line));
    }
    let table_name = lower.shared.name("lost");
    let others: Vec<usize> = (0..last).collect();
    let (index, size) = mixed(others.iter().map(|at| (variables[*at].clone(), limit + 1)));
    let table = Ex::global(&table_name, Ty::list(Ty::Int));
    program.globals.push((
        table_name,
        default_of(&Ty::list(Ty::Int)),
        format!("The {} with which a position is lost, -1 where there is none.", game.components[last].name),
    ));
    build.push(St::Set(table.clone(), Ex::filled(Ex::int(size), Ex::int(-1))));
    let entry = table.clone().index(index);
    let blocked = marks.iter().cloned().reduce(Ex::or).unwrap_or_else(|| Ex::bool(false));
    let mut found_one: Vec<St> = vec![St::Set(entry, variables[last].clone())];
    found_one.extend(marks.iter().map(|mark| St::Set(mark.clone(), Ex::bool(true))));
    found_one.push(St::Break);
    let mut body = vec![St::If(blocked.not(), found_one, Vec::new())];
    for name in names.iter().rev() {
        body = vec![St::Range(name.clone(), Ex::int(0), Ex::int(limit), body)];
    }
    build.extend(body);
    let fill = lower.shared.name("fill_table");
    lower.shared.functions.push(Function {
        comments: vec![
            "The lost positions from below. All moves of one kind go along one line, so a position is won exactly"
                .to_owned(),
            "where one of its lines has a lost position already.".to_owned(),
        ],
        name: fill.clone(),
        parameters: Vec::new(),
        result: Ty::Nothing,
        body: vec![St::If(table.clone().len().op(Op::Equal, Ex::int(0)), build, Vec::new())],
    });
    let (index, _) = mixed(others.iter().map(|at| (queried[*at].clone(), limit + 1)));
    let wins = table.index(index).op(Op::Unequal, queried[last].clone());
    let prepare = Ex::call(fill, Vec::new(), Ty::Nothing);
    Ok(Some(Finding { winner: Some(first_if(wins)), prepare: Some(prepare), ..Finding::default() }))
}

/// Returns the index of the line through a position along which these components fall together, and the number of lines: the
/// other components, and the differences of these.
fn line(variables: &[Ex], taken: &[usize], limit: i128) -> (Ex, i128) {
    let coordinates = variables.iter().enumerate().filter(|(index, _)| *index != taken[0]).map(|(index, value)| {
        if taken.contains(&index) {
            let apart = value.clone().op(Op::Subtract, variables[taken[0]].clone()).op(Op::Add, Ex::int(limit));
            (apart, 2 * limit + 1)
        } else {
            (value.clone(), limit + 1)
        }
    });
    mixed(coordinates)
}

/// Combines several numbers into one, each below its size.
fn mixed(coordinates: impl Iterator<Item = (Ex, i128)>) -> (Ex, i128) {
    let (mut number, mut size) = (None, 1);
    for (value, count) in coordinates {
        size *= count;
        number = Some(match number {
            None => value,
            Some(number) => Ex::op(number, Op::Multiply, Ex::int(count)).op(Op::Add, value),
        });
    }
    (number.unwrap_or_else(|| Ex::int(0)), size)
}
