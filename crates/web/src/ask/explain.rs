//! Why somebody wins: the argument in words, the values it rests on, and a line of best play.

use super::number;
use crate::asked::Play;
use crate::bench::{Bench, Patience};
use crate::options::Limits;
use crate::problem::Problem;
use grundy::view::why::{Evidence, Why, best_move};
use grundy::view::{Answer, View};
use grundy::{Judgement, Position, Solution, Wants};
use serde_json::Value;

/// How many moves of best play are told when nothing is said, and at most.
const USUAL_LINE: usize = 40;
const MOST_LINE: usize = 200;
/// Parts beyond this are not spoken of one by one.
const MOST_PARTS: usize = 64;

/// Explains the position: what `solve` tells, and `why`.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn explain(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(asked, limits)?;
    let position = play.position(asked)?;
    let most = number(asked, "line", USUAL_LINE, MOST_LINE)?;
    let failed = |fault: grundy::Fault| play.problem(&fault);
    let solver = bench.solver(&play, Patience::Whole)?;
    let solution = solver.solve_one(&position).map_err(failed)?;
    let mut parts: Vec<Judgement> = Vec::new();
    if solution.grundy.is_some() && (2..=MOST_PARTS).contains(&position.parts.len()) {
        let alone = |part: &grundy::Part| Position { mover: position.mover, parts: vec![part.clone()] };
        let alone: Vec<Position> = position.parts.iter().map(alone).collect();
        let judged: Result<Vec<Judgement>, _> = solver.judge(&alone, Wants::Grundy).into_iter().collect();
        parts = judged.map_err(failed)?;
    }
    let mut line: Vec<Solution> = Vec::new();
    let mut next = best_move(&solution).map(|valued| valued.step.to.clone());
    while let Some(to) = next.filter(|_| line.len() < most) {
        let solved = solver.solve_one(&to).map_err(failed)?;
        next = best_move(&solved).filter(|_| solved.winner.is_some()).map(|valued| valued.step.to.clone());
        line.push(solved);
    }
    let evidence = Evidence { solution: &solution, parts: &parts, line: &line };
    let mut data = Answer::new(&play.instance, play.join, &solution).data();
    data["why"] = Why::new(&play.instance, play.join, &evidence).data();
    Ok(data)
}
