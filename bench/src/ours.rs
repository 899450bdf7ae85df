//! The works done by the program: the rules of the catalogue, and the solver that its plan chooses.
//!
//! One function a work, so that each is one place to look at. What counts as the program's time is all from the game to the
//! values; large givens are made into an instance before, as reading a graph is no part of the work by hand either.

pub mod heap;

use grundy::{Budget, Instance, Judgement, Position, Solver, Value, Values, Wants, Winner, find};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What was found, or why not.
pub type Found<T> = Result<T, String>;

/// A whole game from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    /// How many positions it has.
    pub positions: u64,
    /// Who wins it.
    pub winner: Winner,
    /// In how many moves.
    pub remoteness: Option<u64>,
}

/// Grundy values of Lasker's Nim from 0 to `most`.
pub fn lasker(budget: &Budget, most: usize) -> Found<Values> {
    tabulate(budget, &game("lasker", &[])?, &[0..=most as i64], Wants::Grundy)
}

/// Grundy values of the subtraction game of 1, 3 and 4 from 0 to `most`.
pub fn subtraction(budget: &Budget, most: usize) -> Found<Values> {
    tabulate(budget, &game("subtraction", &[])?, &[0..=most as i64], Wants::Grundy)
}

/// Grundy values of sheets with sides from 2 to `most`.
pub fn cutting(budget: &Budget, most: usize) -> Found<Values> {
    tabulate(budget, &game("cutting", &[])?, &[2..=most as i64, 2..=most as i64], Wants::Grundy)
}

/// Who wins, for heaps from 0 to `most`.
pub fn wythoff(budget: &Budget, most: usize) -> Found<Values> {
    tabulate(budget, &game("wythoff", &[])?, &[0..=most as i64, 0..=most as i64], Wants::Winner)
}

/// A token on this graph, read into the solver.
pub fn token_on(budget: &Budget, next: &[Vec<u32>]) -> Found<Solver> {
    solver(budget, &game("token", &[("next", lists(next))])?)
}

/// Has the graph brought into an order, by asking how long play lasts from its first node.
pub fn token_order(solver: &mut Solver) -> Found<()> {
    let first = Position::alone(None, Arc::new(vec![Value::from(0)]));
    solver.judge(&[first], Wants::Remoteness).pop().map_or(Ok(()), |judged| judged.map(|_| ()).map_err(told))
}

/// Grundy values of all nodes.
pub fn token(solver: &mut Solver, nodes: usize) -> Found<Values> {
    found(solver.tabulate(&[0..=nodes as i64 - 1], Wants::Grundy))
}

/// Cat and mouse on this graph.
pub fn cat_and_mouse_on(next: &[Vec<u32>]) -> Found<Arc<Instance>> {
    game("cat_and_mouse", &[("graph", lists(next))])
}

/// Who wins from every position with the cat outside the hole, and in how many moves.
pub fn cat_and_mouse(budget: &Budget, instance: &Arc<Instance>, nodes: usize) -> Found<Values> {
    tabulate(budget, instance, &[0..=nodes as i64 - 1, 1..=nodes as i64 - 1], Wants::Remoteness)
}

/// All positions of Connect k with gravity, by how many moves are left.
pub fn connect_all(budget: &Budget, rows: usize, columns: usize, in_line: usize) -> Found<Whole> {
    let givens = [("rows", number(rows)), ("cols", number(columns)), ("k", number(in_line))];
    let instance = game("connect", &givens)?;
    let start = instance.start().map_err(told)?;
    let mut solver = solver(budget, &instance)?;
    let solution = solver.solve_one(&start).map_err(told)?;
    let winner = solution.winner.ok_or_else(|| not_known(budget))?;
    let remoteness = solution.remoteness.map(|remoteness| remoteness.0);
    Ok(Whole { positions: solution.positions, winner, remoteness })
}

/// Connect Four from this position: 1 when the player to move wins, 0 in a draw, -1 when the other wins.
pub fn connect_four(budget: &Budget, position: &str) -> Found<i8> {
    let instance = game("connect", &[("rows", number(6)), ("cols", number(7)), ("k", number(4))])?;
    let position = instance.parse_line(position, None).map_err(told)?;
    match judge_one(budget, &instance, position, Wants::Winner)?.winner {
        Some(Winner::First) => Ok(1),
        Some(Winner::Draw) => Ok(0),
        Some(Winner::Second) => Ok(-1),
        None => Err(not_known(budget)),
    }
}

/// The Grundy value of the empty board of Cram.
pub fn cram(budget: &Budget, rows: usize, columns: usize) -> Found<u64> {
    let instance = game("cram", &[("rows", number(rows)), ("cols", number(columns))])?;
    let start = instance.start().map_err(told)?;
    let grundy = judge_one(budget, &instance, start, Wants::Grundy)?.grundy;
    grundy.map(|grundy| grundy.0).ok_or_else(|| not_known(budget))
}

/// Who wins the empty board of Domineering.
pub fn domineering(budget: &Budget, rows: usize, columns: usize) -> Found<Winner> {
    let instance = game("domineering", &[("rows", number(rows)), ("cols", number(columns))])?;
    let start = instance.start().map_err(told)?;
    judge_one(budget, &instance, start, Wants::Winner)?.winner.ok_or_else(|| not_known(budget))
}

/// Values of a box of positions.
fn tabulate(budget: &Budget, instance: &Arc<Instance>, ranges: &[RangeInclusive<i64>], wants: Wants) -> Found<Values> {
    found(solver(budget, instance)?.tabulate(ranges, wants))
}

fn found(values: Result<Option<Values>, grundy::Fault>) -> Found<Values> {
    values.map_err(told)?.ok_or_else(|| "no way of solving keeps these values".to_owned())
}

fn judge_one(budget: &Budget, instance: &Arc<Instance>, position: Position, wants: Wants) -> Found<Judgement> {
    match solver(budget, instance)?.judge(&[position], wants).pop() {
        Some(judgement) => judgement.map_err(told),
        None => Err("one position has one judgement".to_owned()),
    }
}

fn solver(budget: &Budget, instance: &Arc<Instance>) -> Found<Solver> {
    let join = instance.join().map_err(told)?;
    Solver::new(instance.clone(), join, budget.clone()).map_err(told)
}

/// A game of the catalogue with these givens.
fn game(name: &str, givens: &[(&str, Value)]) -> Found<Arc<Instance>> {
    let entry = find(name).ok_or_else(|| format!("there is no game called {name}"))?;
    let game = entry.game().map_err(|_| format!("the rules of {name} are wrong"))?;
    let mut values = vec![None; game.givens.len()];
    for (given, value) in givens {
        let place = game.givens.iter().position(|declared| declared.name == *given);
        values[place.ok_or_else(|| format!("{name} has no given {given}"))?] = Some(value.clone());
    }
    Instance::new(game, values).map(Arc::new).map_err(told)
}

fn lists(next: &[Vec<u32>]) -> Value {
    let list = |targets: &Vec<u32>| Value::list(targets.iter().map(|&target| number(target as usize)).collect());
    Value::list(next.iter().map(list).collect())
}

fn number(number: usize) -> Value {
    Value::from(number as i64)
}

fn told(fault: grundy::Fault) -> String {
    fault.sentence()
}

fn not_known(budget: &Budget) -> String {
    match budget.max_seconds {
        Some(seconds) => format!("not known within {seconds} s and {} MiB", budget.max_bytes >> 20),
        None => format!("not known within {} MiB", budget.max_bytes >> 20),
    }
}
