//! Tries unproved rules where no table reaches, and compares the rules of one answer with each other.
//!
//! In: what was found. Out: the same without what is refuted by a proved automaton, a proved period, or a search from a
//! far position that ends soon; and, where the truth is unknown, without one of two rules that contradict each other.
//! The number of far points visited and their extent are reported.

use super::claims::{Finding, Status};
use super::gate::{ClaimValue, claim_value, first_failure, with_claims};
use super::prover::Prover;
use super::search::{Found, extent};
use super::survey::{Plan, Survey};
use crate::limits;
use grundy_message::{Message, message, plural};
use grundy_proof::consequence::number;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome};
use grundy_rules::{Instance, Meter, Part, Position, Side};
use grundy_solve::{Budget, Evaluation, Solver, Winner};
use grundy_value::Quantity;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum of far points: first by search, second if a theorem gives the value.
const FAR: i64 = 100_000_000;
const FARTHEST: i64 = 1_000_000_000_000_000;
/// Number of points of a row.
const POINTS: usize = 200;
/// Number of values that the points of several numbers are made of.
const POINTS_OF_A_SIDE: usize = 24;
/// Cost limits of the search from one far point, which must be cheap.
const STEPS_OF_A_POINT: u64 = 300_000;
const MOVES_OF_A_POINT: u64 = 500_000;
const POSITIONS_OF_A_POINT: u64 = 20_000;
/// Maximum number of steps of the claims at one point.
const STEPS_OF_CLAIMS: u64 = 400_000;

/// Returns the findings that a larger table agrees with, and how far they were compared; `None` if one of them fails
/// there, or there is no time to decide.
pub fn compared(
    instance: &Arc<Instance>,
    findings: &[Finding],
    larger: &Survey,
    prover: &Prover,
) -> Option<Vec<Finding>> {
    let called_off = || prover.is_called_off();
    let order = larger.order();
    let mut all = Vec::new();
    for finding in findings {
        let claim = read(instance, finding).filter(|_| finding.status == Status::Checked);
        let Some((instance, claim)) = claim else {
            all.push(finding.clone());
            continue;
        };
        let Some(compared) = first_failure(&instance, larger, &order, &claim, &called_off) else {
            return Some(findings.to_vec());
        };
        if compared.fails.is_some() {
            return None;
        }
        // A rule for every given names the givens it was tried for.
        let is_of_table = finding.bound.is_some();
        let (bound, words) = extent(larger, &compared);
        all.push(match is_of_table && bound > finding.bound {
            true => Finding { bound, extent: Some(words), ..finding.clone() },
            false => finding.clone(),
        });
    }
    Some(all)
}

/// Parses a finding as a claim of the game.
fn read(instance: &Instance, finding: &Finding) -> Option<(Arc<Instance>, Claim)> {
    if finding.claim.is_empty() {
        return None;
    }
    let extended = with_claims(instance, std::slice::from_ref(&finding.claim))?;
    let claim = extended.game().claims.last()?.clone();
    Some((extended, claim))
}

/// A rule of the answer.
struct Statement {
    table: usize,
    index: usize,
    instance: Arc<Instance>,
    claim: Claim,
    is_proved: bool,
    /// Number of far points where it was found to be right, and the greatest number of them.
    points: u64,
    farthest: i64,
    refuted: Option<String>,
    is_dropped: bool,
}

/// What is true, or claimed to be true, of one position.
#[derive(Clone, Copy, Default)]
struct Fact {
    value: Option<i64>,
    is_lost: Option<bool>,
    is_drawn: Option<bool>,
}

impl Fact {
    fn contradicts(&self, other: &Fact) -> bool {
        fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            matches!((one, other), (Some(one), Some(other)) if one != other)
        }
        differ(self.value, other.value) || differ(self.is_lost, other.is_lost) || differ(self.is_drawn, other.is_drawn)
    }

    /// Returns whether both decide the same thing: the value, who loses, or a draw.
    fn decides(&self, other: &Fact) -> bool {
        self.value.is_some() && other.value.is_some()
            || self.is_lost.is_some() && other.is_lost.is_some()
            || self.is_drawn.is_some() && other.is_drawn.is_some()
    }

    fn of_evaluation(evaluation: &Evaluation, quantity: Quantity) -> Fact {
        let value = evaluation.number(quantity).and_then(|number| number.to_i64());
        let winner = evaluation.winner.filter(|_| quantity != Quantity::Score);
        Fact {
            value,
            is_lost: winner.map(|winner| winner == Winner::Second),
            is_drawn: winner.map(|winner| winner == Winner::Draw),
        }
    }
}

/// Tries every rule that is not proved at far points, and compares all of them with each other.
pub fn settle(instance: &Arc<Instance>, found: &mut [Found], prover: &Prover) {
    let mut statements: Vec<Statement> = Vec::new();
    for (table, of_table) in found.iter().enumerate() {
        for (index, finding) in of_table.findings.iter().enumerate() {
            let is_proved = finding.status == Status::Proved;
            if !is_proved && finding.status != Status::Checked {
                continue;
            }
            if let Some((instance, claim)) = read(instance, finding) {
                let (points, farthest, refuted, is_dropped) = (0, 0, None, false);
                statements.push(Statement {
                    table,
                    index,
                    instance,
                    claim,
                    is_proved,
                    points,
                    farthest,
                    refuted,
                    is_dropped,
                });
            }
        }
    }
    // Proved statements come first, so that others are measured by them.
    statements.sort_by_key(|statement| !statement.is_proved);
    if statements.iter().all(|statement| statement.is_proved) {
        return;
    }
    for of_table in found.iter() {
        // What a larger table was compared with is no far point.
        let bounds = of_table.findings.iter().filter_map(|finding| i64::try_from(finding.bound?).ok());
        let Some(survey) = &of_table.survey else { continue };
        let from = bounds.chain(survey.high.iter().copied()).max().unwrap_or(0);
        try_far(instance, found, survey, from, &mut statements, prover);
    }
    for statement in &statements {
        let finding = &mut found[statement.table].findings[statement.index];
        if let Some(position) = &statement.refuted {
            *finding = Finding {
                claim: finding.claim.clone(),
                words: finding.words.clone(),
                status: Status::Refuted,
                counterexample: Some(Message::text(position)),
                ..Finding::default()
            };
        } else if statement.is_dropped {
            finding.status = Status::Unknown;
        } else if statement.points > 0
            // A rule for every given names the givens it was tried for; these points are of one of them.
            && finding.bound.is_some()
            && let Some(extent) = &mut finding.extent
        {
            *extent = message!(
                "{extent} and at {count} {points} up to {farthest}",
                extent = &*extent,
                count = statement.points,
                points = plural(&statement.points, "point", "points"),
                farthest = statement.farthest
            );
        }
    }
    for of_table in found {
        of_table.findings.retain(|finding| finding.status != Status::Unknown);
        of_table.findings.sort_by_key(|finding| finding.status == Status::Refuted);
    }
}

/// Tries the statements at far points of one table.
fn try_far(
    instance: &Arc<Instance>,
    found: &[Found],
    survey: &Survey,
    from: i64,
    statements: &mut [Statement],
    prover: &Prover,
) {
    let plan = &survey.plan;
    let Ok(compound) = instance.compound() else { return };
    let numbers_said = numbers_of(statements);
    let is_whole = plan.is_whole(instance);
    let mut solver: Option<Solver> = None;
    let mut failures = 0;
    for numbers in points(plan, from.max(1), &numbers_said) {
        if prover.is_called_off()
            || statements
                .iter()
                .all(|statement| statement.is_proved || statement.refuted.is_some() || statement.is_dropped)
        {
            return;
        }
        let Some(part) = plan.part(instance, &numbers) else { continue };
        let greatest = numbers.iter().copied().max().unwrap_or(0);
        let says: Vec<Option<Result<Fact, ()>>> =
            statements.iter().map(|statement| fact(statement, found, plan, &numbers, &part)).collect();
        let is_open = |statement: &Statement, claimed: &Option<Result<Fact, ()>>| {
            !statement.is_proved && statement.refuted.is_none() && claimed.is_some()
        };
        if !statements.iter().zip(&says).any(|(statement, claimed)| is_open(statement, claimed)) {
            continue;
        }
        let proved = if is_whole { prover.knows(&numbers) } else { None };
        let mut known = proved.map(|(is_lost, value)| Fact { value, is_lost: Some(is_lost), is_drawn: Some(false) });
        if known.is_none() && failures < limits::MAX_FAILED_SEARCHES && greatest <= FAR {
            let solver = match &mut solver {
                Some(solver) => solver,
                None => match Solver::new(instance.clone(), compound, cheap(&prover.share(4.0))) {
                    Ok(made) => solver.insert(made),
                    Err(_) => return,
                },
            };
            let wants = if survey.quantity == Quantity::Grundy { Quantity::Grundy } else { Quantity::Outcome };
            let position = Position::alone(plan.mover, part.clone());
            let evaluation = solver.evaluate(std::slice::from_ref(&position), wants).pop().and_then(Result::ok);
            known = evaluation.map(|evaluation| Fact::of_evaluation(&evaluation, survey.quantity));
            known = known.filter(|fact| fact.value.is_some() || fact.is_lost.is_some());
            failures = if known.is_some() { 0 } else { failures + 1 };
        }
        update(statements, &says, known.as_ref(), greatest, || {
            instance.print_position(&Position::alone(plan.mover, part.clone()))
        });
    }
}

/// Updates the statements by what they say about one position.
fn update(
    statements: &mut [Statement],
    says: &[Option<Result<Fact, ()>>],
    known: Option<&Fact>,
    greatest: i64,
    position: impl Fn() -> String,
) {
    for (at, claimed) in says.iter().enumerate() {
        let Some(claimed) = claimed else { continue };
        if statements[at].is_proved || statements[at].refuted.is_some() || statements[at].is_dropped {
            continue;
        }
        match (claimed, known) {
            // It must be defined wherever it applies.
            (Err(()), _) => statements[at].refuted = Some(position()),
            (Ok(claimed), Some(known)) if claimed.contradicts(known) => statements[at].refuted = Some(position()),
            (Ok(claimed), Some(known)) if claimed.decides(known) => {
                statements[at].points += 1;
                statements[at].farthest = statements[at].farthest.max(greatest);
            }
            // The truth is unknown: of two that contradict each other, one is dropped.
            (Ok(claimed), _) => {
                let before = statements[..at]
                    .iter()
                    .zip(says)
                    .filter(|(statement, _)| statement.refuted.is_none() && !statement.is_dropped);
                let facts =
                    before.filter_map(|(statement, other)| Some((statement.is_proved, other.as_ref()?.as_ref().ok()?)));
                let against: Vec<bool> =
                    facts.filter(|(_, other)| other.contradicts(claimed)).map(|(proved, _)| proved).collect();
                if against.contains(&true) {
                    statements[at].refuted = Some(position());
                } else if !against.is_empty() {
                    statements[at].is_dropped = true;
                }
            }
        }
    }
}

/// Returns what a statement says about a position: `None` if nothing or if it takes too long, an error if undefined.
fn fact(statement: &Statement, found: &[Found], plan: &Plan, numbers: &[i64], part: &Part) -> Option<Result<Fact, ()>> {
    if let ClaimKind::Period { quantity, period, from } = &statement.claim.kind {
        let survey = found[statement.table].survey.as_ref()?;
        let (period, from) = (number(&statement.instance, period)? as i64, number(&statement.instance, from)? as i64);
        if survey.plan != *plan || period < 1 || numbers[0] < from {
            return None;
        }
        let value = survey.value(&[from + (numbers[0] - from) % period])?;
        return Some(Ok(of_value(*quantity, value)));
    }
    let mover: Option<Side> = plan.mover;
    match claim_value(&statement.instance, &statement.claim, part, mover, &Meter::steps(STEPS_OF_CLAIMS)) {
        ClaimValue::Nothing | ClaimValue::TooLong => None,
        ClaimValue::Undefined => Some(Err(())),
        ClaimValue::Value(value) => {
            let ClaimKind::Equals(quantity, _) = &statement.claim.kind else { return None };
            Some(Ok(of_value(*quantity, value.as_int()?.to_i64()?)))
        }
        ClaimValue::Outcome(ClaimedOutcome::Second, so) => {
            Some(Ok(Fact { is_lost: Some(so), is_drawn: so.then_some(false), ..Fact::default() }))
        }
        ClaimValue::Outcome(ClaimedOutcome::Draw, so) => {
            Some(Ok(Fact { is_drawn: Some(so), is_lost: so.then_some(false), ..Fact::default() }))
        }
        ClaimValue::Outcome(..) => None,
    }
}

fn of_value(quantity: Quantity, value: i64) -> Fact {
    match quantity {
        Quantity::Grundy => Fact { value: Some(value), is_lost: Some(value == 0), is_drawn: Some(false) },
        _ => Fact { value: Some(value), ..Fact::default() },
    }
}

/// Returns the budget of the search from one far point.
pub(super) fn cheap(budget: &Budget) -> Budget {
    Budget {
        max_steps: Some(STEPS_OF_A_POINT),
        max_moves: MOVES_OF_A_POINT,
        max_packed_moves: MOVES_OF_A_POINT,
        max_packed_positions: POSITIONS_OF_A_POINT,
        max_positions: POSITIONS_OF_A_POINT,
        ..budget.clone()
    }
}

/// Returns the numbers in the claims.
fn numbers_of(statements: &[Statement]) -> BTreeSet<i64> {
    let texts = statements.iter().map(|statement| statement.claim.text.as_str());
    texts.flat_map(|text| text.split(|c: char| !c.is_ascii_digit())).filter_map(|digits| digits.parse().ok()).collect()
}

/// Returns positions beyond a table, the nearest first: numbers spread evenly by their size, squares, powers of two and
/// numbers made of those that the rules name, and their neighbours.
fn points(plan: &Plan, from: i64, named: &BTreeSet<i64>) -> Vec<Vec<i64>> {
    let spread = |count: usize, to: i64| -> Vec<i64> {
        let (low, ratio) = (from as f64, (to as f64 / from as f64).max(1.0));
        (1..=count).map(|at| (low * ratio.powf(at as f64 / count as f64)) as i64).collect()
    };
    if plan.names.len() > 1 {
        let sides = spread(POINTS_OF_A_SIDE, FAR);
        return sides.into_iter().flat_map(|side| tuples(plan, side)).collect();
    }
    let mut row: Vec<i64> = Vec::new();
    for (at, number) in spread(POINTS, FAR).into_iter().enumerate() {
        let root = number.isqrt();
        row.push(match at % 6 {
            0 => number,
            1 => root * root,
            2 => root * root + 1,
            3 => 1 << number.ilog2(),
            4 => (1 << number.ilog2()) - 1,
            _ => number / 60 * 60,
        });
    }
    for number in named.iter().filter(|number| (2..=FAR).contains(*number)) {
        for power in 2..=4 {
            let near = number.checked_pow(power).filter(|power| *power <= FAR);
            row.extend(near.into_iter().flat_map(|near| [near, near + 1]));
        }
        row.extend([2, 10, 100].into_iter().flat_map(|times| [number * times, number * times + 1]));
    }
    row.extend(spread(POINTS / 4, FARTHEST).into_iter().filter(|number| *number > FAR));
    row.retain(|number| *number > from);
    row.sort_unstable();
    row.dedup();
    let max = plan.max[0].unwrap_or(i64::MAX);
    row.into_iter().filter(|number| *number <= max).map(|number| vec![number]).collect()
}

/// Returns positions of several numbers, one of which is this one.
fn tuples(plan: &Plan, side: i64) -> Vec<Vec<i64>> {
    let count = plan.names.len();
    let golden = (side as f64 * 0.618_033_988_749_895) as i64;
    let others = [side, side - 1, side / 2, golden, 0, 1, 2, side ^ 1, side / 3];
    let mut found: Vec<Vec<i64>> = Vec::new();
    for (at, other) in others.into_iter().enumerate() {
        for slot in 0..count {
            // Of three numbers or more, the second is yet another one.
            let number = |index: usize| match (index == slot, index == (slot + 2) % count.max(3)) {
                (true, _) => side,
                (_, true) => others[(at + 3) % others.len()],
                _ => other,
            };
            found.push((0..count).map(number).collect());
        }
    }
    let fits = |numbers: &Vec<i64>| {
        numbers.iter().zip(&plan.low).all(|(number, low)| number >= low)
            && numbers.iter().zip(&plan.max).all(|(number, max)| max.is_none_or(|max| *number <= max))
    };
    found.retain(fits);
    found.sort();
    found.dedup();
    found
}
