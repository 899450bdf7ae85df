//! A claim that the caller is going to rely on: proved, refuted, or tried as far as tables and searches reach.
//!
//! In: a claim of a game, and positions where it matters, however far away they are. Out: what became of it. The prover
//! is tried first, then a table from below, then each position by itself. Work is counted and not timed, so that the
//! result is the same on every machine.

use super::claims::Status;
use super::far::cheap;
use super::gate::{ClaimValue, claim_value};
use super::letters::{Patience, by_letters};
use super::prover::Prover;
use super::survey::Plan;
use super::tables::{examine, modest};
use crate::limits::MAX_FAILED_SEARCHES;
use crate::prover::Effort;
use grundy_proof::linear::Limits;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome};
use grundy_rules::{Instance, Int, Meter, Part, Position, Side};
use grundy_solve::{Budget, Evaluation, Solver, Winner};
use grundy_value::Quantity;
use std::cell::Cell;
use std::sync::Arc;

/// How many steps of [`grundy_solve::Effort::proof_steps`] one poll by the prover counts as.
const STEPS_OF_A_QUESTION: u64 = 64;
/// Sizes of the tables that a claim is compared with in turn, within the positions of the budget.
const CELLS: [u64; 3] = [1 << 12, 1 << 16, 1 << 20];
/// Divides the budget of the tables to bound a search from one position.
const PARTS_OF_TABLES: u64 = 256;
/// Maximum number of steps of the claim at one position.
const STEPS_OF_CLAIM: u64 = 400_000;

/// What became of a claim that is to be relied on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reliance {
    /// Proved, refuted, checked or unknown.
    pub status: Status,
    /// Whether it is proved for all values of the givens.
    pub for_all_givens: bool,
    /// A position where it is false.
    pub counterexample: Option<String>,
    /// The greatest number of a table that it agrees with.
    pub to: Option<i64>,
    /// Number of the given positions where it was found to be right.
    pub points: u64,
    /// The last of those positions.
    pub last: Option<String>,
}

/// Returns whether a claim is proved with the givens as letters.
fn proved_for_all_givens(instance: &Instance, claim: &Claim, budget: &Budget, is_over: &dyn Fn() -> bool) -> bool {
    let patience = Patience { factor: budget.factor(), is_over };
    by_letters(instance, claim, &patience).is_some_and(|finding| finding.status == Status::Proved)
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
    if proved_for_all_givens(instance, claim, budget, &is_spent) {
        return Reliance { status: Status::Proved, for_all_givens: true, ..Reliance::default() };
    }
    let proved = Prover::new(instance, &effort, &limits).until(&is_spent).prove(instance, claim);
    if let Some(finding) = proved.filter(|finding| matches!(finding.status, Status::Proved | Status::Refuted)) {
        let counterexample = finding.counterexample.map(|position| position.to_string());
        return Reliance { status: finding.status, counterexample, ..Reliance::default() };
    }
    let mut found = Reliance::default();
    let plan = Plan::all(instance).ok().and_then(|plans| plans.into_iter().rfind(|plan| plan.is_whole(instance)));
    for cells in CELLS.map(|cells| cells.min(budget.max_positions)) {
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
    let solver = instance.compound().and_then(|compound| crate::solver(instance, compound, of_a_point(budget)));
    let Ok(mut solver) = solver else { return with_status(found) };
    let mut failures = 0;
    for position in parts.iter().flat_map(|part| movers.iter().map(move |mover| Position::alone(*mover, part.clone())))
    {
        if failures == MAX_FAILED_SEARCHES || budget.is_cancelled() {
            break;
        }
        match agrees(instance, claim, &position, &mut solver) {
            Agreement::Silent => {}
            Agreement::Unknown => failures += 1,
            Agreement::Holds => {
                (found.points, failures) = (found.points + 1, 0);
                found.last = Some(instance.print_position(&position));
            }
            Agreement::Fails => return refuted(instance.print_position(&position)),
        }
    }
    with_status(found)
}

/// Returns the budget of a search from one position: a small part of that of the tables.
fn of_a_point(budget: &Budget) -> Budget {
    let few = cheap(budget);
    Budget {
        max_steps: few.max_steps.map(|steps| steps.min(budget.max_steps.unwrap_or(u64::MAX) / PARTS_OF_TABLES)),
        max_packed_moves: few.max_packed_moves.min(budget.max_packed_moves / PARTS_OF_TABLES),
        max_packed_positions: few.max_packed_positions.min(budget.max_positions / 32),
        max_positions: few.max_positions.min(budget.max_positions / 32),
        ..few
    }
}

fn refuted(counterexample: String) -> Reliance {
    Reliance { status: Status::Refuted, counterexample: Some(counterexample), ..Reliance::default() }
}

fn with_status(found: Reliance) -> Reliance {
    let is_checked = found.to.is_some() || found.points > 0;
    Reliance { status: if is_checked { Status::Checked } else { Status::Unknown }, ..found }
}

/// How a claim compares with one position.
enum Agreement {
    /// It does not apply.
    Silent,
    /// The value is unknown.
    Unknown,
    Holds,
    Fails,
}

fn agrees(instance: &Instance, claim: &Claim, position: &Position, solver: &mut Solver) -> Agreement {
    let Some(part) = position.only() else { return Agreement::Silent };
    let claimed = claim_value(instance, claim, part, position.mover, &Meter::steps(STEPS_OF_CLAIM));
    match claimed {
        ClaimValue::Nothing => return Agreement::Silent,
        ClaimValue::TooLong => return Agreement::Unknown,
        // It must be defined wherever it applies.
        ClaimValue::Undefined => return Agreement::Fails,
        ClaimValue::Value(_) | ClaimValue::Outcome(..) => {}
    }
    let wants = match &claim.kind {
        ClaimKind::Equals(Quantity::Grundy, _) => Quantity::Grundy,
        ClaimKind::Equals(Quantity::Remoteness, _) => Quantity::Remoteness,
        _ => Quantity::Outcome,
    };
    let evaluation = solver.evaluate(std::slice::from_ref(position), wants).pop().and_then(Result::ok);
    match evaluation.and_then(|evaluation| holds(&claimed, claim, position, &evaluation)) {
        Some(true) => Agreement::Holds,
        Some(false) => Agreement::Fails,
        None => Agreement::Unknown,
    }
}

/// Returns whether what a claim says about a position is true; `None` if unknown.
fn holds(claimed: &ClaimValue, claim: &Claim, position: &Position, evaluation: &Evaluation) -> Option<bool> {
    match claimed {
        ClaimValue::Value(value) => {
            let known = match &claim.kind {
                ClaimKind::Equals(Quantity::Grundy, _) => evaluation.grundy.clone()?,
                ClaimKind::Equals(Quantity::Score, _) => evaluation.score.clone()?,
                ClaimKind::Equals(Quantity::Remoteness, _) => Int::from(u128::from(evaluation.remoteness?.0)),
                _ => return None,
            };
            value.as_int().map(|value| *value == known)
        }
        ClaimValue::Outcome(outcome, is_said) => {
            let winner = match outcome {
                ClaimedOutcome::First => Winner::First,
                ClaimedOutcome::Second => Winner::Second,
                ClaimedOutcome::Draw => Winner::Draw,
                ClaimedOutcome::Side(side) if position.mover == Some(*side) => Winner::First,
                ClaimedOutcome::Side(_) => Winner::Second,
            };
            Some((evaluation.winner? == winner) == *is_said)
        }
        _ => None,
    }
}
