//! The one place where these tests parse rules and ask solvers.
#![allow(dead_code, missing_docs)]

use grundy_rules::{Compound, Instance, Position, read, text};
use grundy_solve::{Budget, Solution, Solver};
use std::sync::Arc;

#[track_caller]
pub fn instance(rules: &str, givens: &[(&str, &str)]) -> Arc<Instance> {
    let game = read(rules).unwrap_or_else(|wrong| panic!("these rules are wrong: {wrong:?}"));
    let mut values = vec![None; game.givens.len()];
    for (name, said) in givens {
        let (index, value) = text::parse_given(&game, name, said).unwrap();
        values[index] = Some(value);
    }
    Arc::new(Instance::new(game, values).unwrap())
}

#[track_caller]
pub fn position(instance: &Instance, written: &str) -> Position {
    instance.parse_line(written, None).unwrap_or_else(|fault| panic!("{written}: {}", fault.sentence()))
}

pub fn solver(instance: &Arc<Instance>, compound: Option<Compound>) -> Solver {
    let compound = compound.unwrap_or_else(|| instance.compound().unwrap());
    Solver::new(instance.clone(), compound, Budget::default()).unwrap()
}

/// One question in one line of text: `3 4 5` is `first, grundy 2: 0 take(k=2)`.
pub fn ask(rules: &str, givens: &[(&str, &str)], written: &str) -> String {
    let instance = instance(rules, givens);
    let position = position(&instance, written);
    match solver(&instance, None).solve_one(&position) {
        Ok(solution) => describe(&instance, &solution),
        Err(fault) => format!("{:?}: {}", fault.class, fault.message),
    }
}

pub fn describe(instance: &Instance, solution: &Solution) -> String {
    let mut text = solution.value.winner.map_or("unknown".to_string(), |winner| winner.to_string());
    if let Some(grundy) = &solution.value.grundy {
        text += &format!(", grundy {grundy}");
    }
    if let Some(remoteness) = solution.value.remoteness {
        text += &format!(", remoteness {remoteness}");
    }
    if let Some(score) = &solution.value.score {
        text += &format!(", score {score}");
    }
    let moves: Vec<String> = solution
        .winning()
        .map(|valued| {
            let one = |(part, mv): &(usize, _)| format!("{part} {}", instance.print_move(mv));
            valued.step.moves.iter().map(one).collect::<Vec<_>>().join(" & ")
        })
        .collect();
    assert!(solution.winning_move_count.is_none() || solution.lists_winning());
    if !moves.is_empty() {
        text += &format!(": {}", moves.join("; "));
    }
    text
}

#[track_caller]
pub fn check(rules: &str, givens: &[(&str, &str)], written: &str, expect: &str) {
    assert_eq!(ask(rules, givens, written), expect, "{written} of {rules}");
}
