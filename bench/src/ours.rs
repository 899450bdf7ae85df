//! The workloads solved by the program: the rules of the catalogue, and the solver that its plan chooses.
//!
//! One function per workload. The measured time is everything from the game to the values; large givens are made into
//! an instance before, as reading a graph is not measured for the hand-written code either.

pub mod heap;

use grundy::rules::Position;
use grundy::{Budget, Evaluation, Instance, Quantity, Solver, Value, Values, Winner, find};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A result, or why there is none.
pub type Found<T> = Result<T, String>;

/// A whole game from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    /// Number of positions.
    pub positions: u64,
    /// Who wins it.
    pub winner: Winner,
    /// Number of moves to the end.
    pub remoteness: Option<u64>,
}

/// Returns the Grundy values of Lasker's Nim from 0 to `max`.
pub fn lasker(budget: &Budget, max: usize) -> Found<Values> {
    tabulate(budget, &game("lasker", &[])?, &[0..=max as i64], Quantity::Grundy)
}

/// Returns the Grundy values of the subtraction game of 1, 3 and 4 from 0 to `max`.
pub fn subtraction(budget: &Budget, max: usize) -> Found<Values> {
    tabulate(budget, &game("subtraction", &[])?, &[0..=max as i64], Quantity::Grundy)
}

/// Returns the Grundy values of sheets with sides from 2 to `max`.
pub fn cutting(budget: &Budget, max: usize) -> Found<Values> {
    tabulate(budget, &game("cutting", &[])?, &[2..=max as i64, 2..=max as i64], Quantity::Grundy)
}

/// Returns who wins, for heaps from 0 to `max`.
pub fn wythoff(budget: &Budget, max: usize) -> Found<Values> {
    tabulate(budget, &game("wythoff", &[])?, &[0..=max as i64, 0..=max as i64], Quantity::Outcome)
}

/// Creates a solver for a token on this graph.
pub fn token_on(budget: &Budget, next: &[Vec<u32>]) -> Found<Solver> {
    solver(budget, &game("token", &[("next", lists(next))])?)
}

/// Makes the solver sort the graph, by querying how long play lasts from its first node.
pub fn token_order(solver: &mut Solver) -> Found<()> {
    let first = Position::alone(None, Arc::new(vec![Value::from(0)]));
    solver.evaluate(&[first], Quantity::Remoteness).pop().map_or(Ok(()), |result| result.map(|_| ()).map_err(sentence))
}

/// Returns the Grundy values of all nodes.
pub fn token(solver: &mut Solver, nodes: usize) -> Found<Values> {
    found(solver.tabulate(&[0..=nodes as i64 - 1], Quantity::Grundy))
}

/// Creates an instance of cat and mouse on this graph.
pub fn cat_and_mouse_on(next: &[Vec<u32>]) -> Found<Arc<Instance>> {
    game("cat_and_mouse", &[("graph", lists(next))])
}

/// Returns who wins from every position with the cat outside the hole, and in how many moves.
pub fn cat_and_mouse(budget: &Budget, instance: &Arc<Instance>, nodes: usize) -> Found<Values> {
    tabulate(budget, instance, &[0..=nodes as i64 - 1, 1..=nodes as i64 - 1], Quantity::Remoteness)
}

/// Solves all positions of Connect k with gravity, by the number of moves left.
pub fn connect_all(budget: &Budget, rows: usize, columns: usize, in_line: usize) -> Found<Whole> {
    let givens = [("rows", number(rows)), ("cols", number(columns)), ("k", number(in_line))];
    let instance = game("connect", &givens)?;
    let start = instance.start().map_err(sentence)?;
    let mut solver = solver(budget, &instance)?;
    let solution = solver.solve_one(&start).map_err(sentence)?;
    let winner = solution.value.winner.ok_or_else(|| not_known(budget))?;
    let remoteness = solution.value.remoteness.map(|remoteness| remoteness.0);
    Ok(Whole { positions: solution.positions, winner, remoteness })
}

/// Solves Connect Four from this position: 1 if the player to move wins, 0 in a draw, -1 if the other wins.
pub fn connect_four(budget: &Budget, position: &str) -> Found<i8> {
    let instance = game("connect", &[("rows", number(6)), ("cols", number(7)), ("k", number(4))])?;
    let position = instance.parse_line(position, None).map_err(sentence)?;
    match judge_one(budget, &instance, position, Quantity::Outcome)?.winner {
        Some(Winner::First) => Ok(1),
        Some(Winner::Draw) => Ok(0),
        Some(Winner::Second) => Ok(-1),
        None => Err(not_known(budget)),
    }
}

/// Returns the Grundy value of the empty board of Cram.
pub fn cram(budget: &Budget, rows: usize, columns: usize) -> Found<u64> {
    let instance = game("cram", &[("rows", number(rows)), ("cols", number(columns))])?;
    let start = instance.start().map_err(sentence)?;
    let grundy = judge_one(budget, &instance, start, Quantity::Grundy)?.grundy;
    grundy.and_then(|grundy| grundy.to_usize()).map(|grundy| grundy as u64).ok_or_else(|| not_known(budget))
}

/// Returns who wins the empty board of Domineering.
pub fn domineering(budget: &Budget, rows: usize, columns: usize) -> Found<Winner> {
    let instance = game("domineering", &[("rows", number(rows)), ("cols", number(columns))])?;
    let start = instance.start().map_err(sentence)?;
    judge_one(budget, &instance, start, Quantity::Outcome)?.winner.ok_or_else(|| not_known(budget))
}

/// Returns the values of a box of positions.
fn tabulate(
    budget: &Budget,
    instance: &Arc<Instance>,
    ranges: &[RangeInclusive<i64>],
    wants: Quantity,
) -> Found<Values> {
    found(solver(budget, instance)?.tabulate(ranges, wants))
}

fn found(values: Result<Option<Values>, grundy::Fault>) -> Found<Values> {
    values.map_err(sentence)?.ok_or_else(|| "no way of solving keeps these values".to_owned())
}

fn judge_one(budget: &Budget, instance: &Arc<Instance>, position: Position, wants: Quantity) -> Found<Evaluation> {
    match solver(budget, instance)?.evaluate(&[position], wants).pop() {
        Some(evaluation) => evaluation.map_err(sentence),
        None => Err("one position has one judgement".to_owned()),
    }
}

fn solver(budget: &Budget, instance: &Arc<Instance>) -> Found<Solver> {
    let compound = instance.compound().map_err(sentence)?;
    Solver::new(instance.clone(), compound, budget.clone()).map_err(sentence)
}

/// Returns a game of the catalogue with these givens.
pub(crate) fn game(name: &str, givens: &[(&str, Value)]) -> Found<Arc<Instance>> {
    let entry = find(name).ok_or_else(|| format!("there is no game called {name}"))?;
    let game = entry.game().map_err(|_| format!("the rules of {name} are wrong"))?;
    let mut values = vec![None; game.givens.len()];
    for (given, value) in givens {
        let index = game.givens.iter().position(|declared| declared.name == *given);
        values[index.ok_or_else(|| format!("{name} has no given {given}"))?] = Some(value.clone());
    }
    Instance::new(game, values).map(Arc::new).map_err(sentence)
}

fn lists(next: &[Vec<u32>]) -> Value {
    let list = |targets: &Vec<u32>| Value::list(targets.iter().map(|&target| number(target as usize)).collect());
    Value::list(next.iter().map(list).collect())
}

pub(crate) fn number(number: usize) -> Value {
    Value::from(number as i64)
}

fn sentence(fault: grundy::Fault) -> String {
    fault.sentence().to_string()
}

fn not_known(budget: &Budget) -> String {
    match budget.max_seconds {
        Some(seconds) => format!("not known within {seconds} s and {} MiB", budget.max_bytes >> 20),
        None => format!("not known within {} MiB", budget.max_bytes >> 20),
    }
}
