//! A claim that somebody is going to rely on: proved, refuted, or tried as far as tables and searches reach.
//!
//! In: a claim of a game, and positions where it matters, however far away they are. Out: what became of it. The prover is asked first, then
//! a table from below, then each position by itself. Work is counted and not timed, so that the same is found on every machine.

use super::claims::Status;
use super::far::cheap;
use super::gate::{Said, said};
use super::prover::Prover;
use super::survey::Plan;
use super::tables::{examine, modest};
use crate::prover::Effort;
use grundy_proof::linear::Limits;
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome};
use grundy_rules::{Instance, Int, Meter, Part, Position, Side};
use grundy_solve::{Budget, Judgement, Solver, Wants, Winner};
use std::cell::Cell;
use std::sync::Arc;

/// How many steps of [`grundy_solve::Effort::proof_steps`] a question of the prover stands for.
const STEPS_OF_A_QUESTION: u64 = 64;
/// How many positions the tables have that a claim is compared with, one after the other.
const CELLS: [u64; 3] = [1 << 12, 1 << 16, 1 << 20];
/// After so many positions in a row that no search came to the end of, no more are searched.
const MAX_IN_VAIN: usize = 8;
/// How many steps the claim may take at one position.
const STEPS_OF_CLAIM: u64 = 400_000;

/// What became of a claim that is to be relied on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reliance {
    /// Proved, refuted, checked or unknown.
    pub status: Status,
    /// A position where it is false.
    pub counterexample: Option<String>,
    /// The greatest numbers of a table that it agrees with.
    pub to: Option<i64>,
    /// At how many of the positions it was found to be right.
    pub points: u64,
    /// The last of those positions.
    pub last: Option<String>,
}

/// Tries to prove a claim of a game, then to refute it: by a table up to numbers of this size, and at these positions.
pub fn rely(instance: &Arc<Instance>, claim: &Claim, parts: &[Part], to: i64, budget: &Budget) -> Reliance {
    let left = Cell::new(budget.effort.proof_steps);
    let spend = |steps: u64| {
        left.set(left.get().saturating_sub(steps));
        left.get() > 0
    };
    let (go_on, is_spent) = (|| spend(STEPS_OF_A_QUESTION), || !spend(1));
    let effort = Effort { budget: budget.clone(), wants: None, go_on: &go_on };
    let limits = Limits { max_steps: Limits::default().max_steps.min(2 * budget.effort.proof_steps) };
    let proved = Prover::new(instance, &effort, &limits).until(&is_spent).prove(instance, claim);
    if let Some(finding) = proved.filter(|finding| matches!(finding.status, Status::Proved | Status::Refuted)) {
        return Reliance { status: finding.status, counterexample: finding.counterexample, ..Reliance::default() };
    }
    let mut found = Reliance::default();
    let plan = Plan::all(instance).ok().and_then(|plans| plans.into_iter().rfind(|plan| plan.is_whole(instance)));
    for cells in CELLS {
        let high = plan.as_ref().and_then(|plan| plan.highs(cells).into_iter().max());
        let Some(high) = high.map(|high| high.min(to)).filter(|high| Some(*high) > found.to) else { break };
        match examine(instance, claim, high, &modest(budget)) {
            Some((_, Some(counterexample))) => return refuted(counterexample),
            Some((1.., None)) => found.to = Some(high),
            _ => break,
        }
    }
    let movers = match instance.game().players {
        Some(_) => vec![Some(Side::Left), Some(Side::Right)],
        None => vec![None],
    };
    let solver = instance.join().and_then(|join| crate::solver(instance, join, cheap(budget)));
    let Ok(mut solver) = solver else { return with_status(found) };
    let mut in_vain = 0;
    for position in parts.iter().flat_map(|part| movers.iter().map(move |mover| Position::alone(*mover, part.clone())))
    {
        if in_vain == MAX_IN_VAIN || budget.is_cancelled() {
            break;
        }
        match agrees(instance, claim, &position, &mut solver) {
            Agreement::Silent => {}
            Agreement::Unknown => in_vain += 1,
            Agreement::Holds => {
                (found.points, in_vain) = (found.points + 1, 0);
                found.last = Some(instance.print_position(&position));
            }
            Agreement::Fails => return refuted(instance.print_position(&position)),
        }
    }
    with_status(found)
}

fn refuted(counterexample: String) -> Reliance {
    Reliance { status: Status::Refuted, counterexample: Some(counterexample), ..Reliance::default() }
}

fn with_status(found: Reliance) -> Reliance {
    let is_checked = found.to.is_some() || found.points > 0;
    Reliance { status: if is_checked { Status::Checked } else { Status::Unknown }, ..found }
}

/// What a claim comes to at one position.
enum Agreement {
    /// It does not speak of it.
    Silent,
    /// Nobody knows.
    Unknown,
    Holds,
    Fails,
}

fn agrees(instance: &Instance, claim: &Claim, position: &Position, solver: &mut Solver) -> Agreement {
    let Some(part) = position.only() else { return Agreement::Silent };
    let said = said(instance, claim, part, position.mover, &Meter::steps(STEPS_OF_CLAIM));
    match said {
        Said::Nothing => return Agreement::Silent,
        Said::TooLong => return Agreement::Unknown,
        // It is to mean something wherever it speaks.
        Said::Undefined => return Agreement::Fails,
        Said::Value(_) | Said::Outcome(..) => {}
    }
    let wants = match &claim.kind {
        ClaimKind::Equals(Quantity::Grundy, _) => Wants::Grundy,
        ClaimKind::Equals(Quantity::Remoteness, _) => Wants::Remoteness,
        _ => Wants::Winner,
    };
    let judged = solver.judge(std::slice::from_ref(position), wants).pop().and_then(Result::ok);
    match judged.and_then(|judgement| holds(&said, claim, position, &judgement)) {
        Some(true) => Agreement::Holds,
        Some(false) => Agreement::Fails,
        None => Agreement::Unknown,
    }
}

/// Whether what a claim says of a position is so; `None` where that is not known.
fn holds(said: &Said, claim: &Claim, position: &Position, judgement: &Judgement) -> Option<bool> {
    match said {
        Said::Value(value) => {
            let known = match &claim.kind {
                ClaimKind::Equals(Quantity::Grundy, _) => Int::from(u128::from(judgement.grundy?.0)),
                ClaimKind::Equals(Quantity::Score, _) => judgement.score.clone()?,
                ClaimKind::Equals(Quantity::Remoteness, _) => Int::from(u128::from(judgement.remoteness?.0)),
                _ => return None,
            };
            value.as_int().map(|value| *value == known)
        }
        Said::Outcome(outcome, is_said) => {
            let winner = match outcome {
                ClaimedOutcome::First => Winner::First,
                ClaimedOutcome::Second => Winner::Second,
                ClaimedOutcome::Draw => Winner::Draw,
                ClaimedOutcome::Side(side) if position.mover == Some(*side) => Winner::First,
                ClaimedOutcome::Side(_) => Winner::Second,
            };
            Some((judgement.winner? == winner) == *is_said)
        }
        _ => None,
    }
}
