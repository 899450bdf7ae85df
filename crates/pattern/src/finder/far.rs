//! Rules that are not proved, tried where no table reaches, and rules of one answer compared with each other.
//!
//! In: what was found. Out: the same without what is refuted by a proved automaton, a proved period, or a search from a far position
//! that comes to its end soon; and, where nobody knows who is right, without one of two rules that contradict each other. It is
//! said how many far points were looked at, and how far they go.

use super::claims::{Finding, Status};
use super::gate::{Said, first_failure, said, with_claims};
use super::prover::Prover;
use super::search::{Found, extent};
use super::survey::{Plan, Survey, Told};
use grundy_proof::consequence::number;
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome};
use grundy_rules::{Instance, Meter, Part, Position, Side};
use grundy_solve::{Budget, Judgement, Solver, Wants, Winner};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Far points go up to this by search, and up to the second where a theorem tells the value.
const FAR: i64 = 100_000_000;
const FARTHEST: i64 = 1_000_000_000_000_000;
/// How many points a row has.
const POINTS: usize = 200;
/// How many numbers the points of several numbers are made of.
const POINTS_OF_A_SIDE: usize = 24;
/// What the search from one far point may cost: it is to be cheap.
const STEPS_OF_A_POINT: u64 = 300_000;
const MOVES_OF_A_POINT: u64 = 500_000;
const POSITIONS_OF_A_POINT: u64 = 20_000;
/// After so many points in a row that no search came to the end of, no more are searched.
const MOST_IN_VAIN: usize = 8;
/// How many steps the claims may take at one point.
const STEPS_OF_CLAIMS: u64 = 400_000;

/// Findings that a larger table agrees with, and how far they were compared then; `None` where one of them fails there, or there is
/// no time to say.
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
        // A rule for every given says for which it was tried.
        let is_of_table = finding.bound.is_some();
        let (bound, said) = extent(larger, &compared);
        all.push(match is_of_table && bound > finding.bound {
            true => Finding { bound, extent: Some(said), ..finding.clone() },
            false => finding.clone(),
        });
    }
    Some(all)
}

/// A finding as a claim of the game.
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
    place: usize,
    instance: Arc<Instance>,
    claim: Claim,
    is_proved: bool,
    /// At how many far points it was found to be right, and the greatest number of them.
    points: u64,
    farthest: i64,
    refuted: Option<String>,
    is_dropped: bool,
}

/// What is so, or is said to be so, of one position.
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

    /// Whether it tells anything that the other is silent about or agrees with.
    fn decides(&self, other: &Fact) -> bool {
        self.value.is_some() && other.value.is_some()
            || self.is_lost.is_some() && other.is_lost.is_some()
            || self.is_drawn.is_some() && other.is_drawn.is_some()
    }

    fn of_judgement(judgement: &Judgement, told: Told) -> Fact {
        let value = match told {
            Told::Grundy => judgement.grundy.and_then(|grundy| i64::try_from(grundy.0).ok()),
            Told::Score => judgement.score.as_ref().and_then(|score| score.to_i64()),
            Told::Outcome => None,
        };
        let winner = judgement.winner.filter(|_| told != Told::Score);
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
    for (table, one) in found.iter().enumerate() {
        for (place, finding) in one.findings.iter().enumerate() {
            let is_proved = finding.status == Status::Proved;
            if !is_proved && finding.status != Status::Checked {
                continue;
            }
            if let Some((instance, claim)) = read(instance, finding) {
                let (points, farthest, refuted, is_dropped) = (0, 0, None, false);
                statements.push(Statement {
                    table,
                    place,
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
    // What is proved speaks first, so that others are measured by it.
    statements.sort_by_key(|statement| !statement.is_proved);
    if statements.iter().all(|statement| statement.is_proved) {
        return;
    }
    for one in found.iter() {
        // What a larger table was compared with is no far point.
        let bounds = one.findings.iter().filter_map(|finding| i64::try_from(finding.bound?).ok());
        let from = bounds.chain(one.survey.high.iter().copied()).max().unwrap_or(0);
        try_far(instance, found, &one.survey, from, &mut statements, prover);
    }
    for statement in &statements {
        let finding = &mut found[statement.table].findings[statement.place];
        if let Some(position) = &statement.refuted {
            *finding = Finding {
                claim: finding.claim.clone(),
                words: finding.words.clone(),
                status: Status::Refuted,
                counterexample: Some(position.clone()),
                ..Finding::default()
            };
        } else if statement.is_dropped {
            finding.status = Status::Unknown;
        } else if statement.points > 0
            // A rule for every given says for which it was tried; these points are of one of them.
            && finding.bound.is_some()
            && let Some(extent) = &mut finding.extent
        {
            let plural = if statement.points == 1 { "" } else { "s" };
            *extent += &format!(" and at {} point{plural} up to {}", statement.points, statement.farthest);
        }
    }
    for one in found {
        one.findings.retain(|finding| finding.status != Status::Unknown);
        one.findings.sort_by_key(|finding| finding.status == Status::Refuted);
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
    let Ok(join) = instance.join() else { return };
    let numbers_said = numbers_of(statements);
    let is_whole = plan.is_whole(instance);
    let mut solver: Option<Solver> = None;
    let mut in_vain = 0;
    for numbers in points(plan, from.max(1), &numbers_said) {
        if prover.is_called_off()
            || statements.iter().all(|one| one.is_proved || one.refuted.is_some() || one.is_dropped)
        {
            return;
        }
        let Some(part) = plan.part(instance, &numbers) else { continue };
        let greatest = numbers.iter().copied().max().unwrap_or(0);
        let says: Vec<Option<Result<Fact, ()>>> =
            statements.iter().map(|statement| fact(statement, found, plan, &numbers, &part)).collect();
        let speaks = |one: &Statement, said: &Option<Result<Fact, ()>>| {
            !one.is_proved && one.refuted.is_none() && said.is_some()
        };
        if !statements.iter().zip(&says).any(|(one, said)| speaks(one, said)) {
            continue;
        }
        let proved = if is_whole { prover.knows(&numbers) } else { None };
        let mut known = proved.map(|(is_lost, value)| Fact { value, is_lost: Some(is_lost), is_drawn: Some(false) });
        if known.is_none() && in_vain < MOST_IN_VAIN && greatest <= FAR {
            let solver = match &mut solver {
                Some(solver) => solver,
                None => match Solver::new(instance.clone(), join, cheap(&prover.share(4.0))) {
                    Ok(made) => solver.insert(made),
                    Err(_) => return,
                },
            };
            let wants = if survey.told == Told::Grundy { Wants::Grundy } else { Wants::Winner };
            let position = Position::alone(plan.mover, part.clone());
            let judged = solver.judge(std::slice::from_ref(&position), wants).pop().and_then(Result::ok);
            known = judged.map(|judgement| Fact::of_judgement(&judgement, survey.told));
            known = known.filter(|fact| fact.value.is_some() || fact.is_lost.is_some());
            in_vain = if known.is_some() { 0 } else { in_vain + 1 };
        }
        judge(statements, &says, known.as_ref(), greatest, || {
            instance.print_position(&Position::alone(plan.mover, part.clone()))
        });
    }
}

/// What becomes of the statements by what they say of one position.
fn judge(
    statements: &mut [Statement],
    says: &[Option<Result<Fact, ()>>],
    known: Option<&Fact>,
    greatest: i64,
    position: impl Fn() -> String,
) {
    for (at, said) in says.iter().enumerate() {
        let Some(said) = said else { continue };
        if statements[at].is_proved || statements[at].refuted.is_some() || statements[at].is_dropped {
            continue;
        }
        match (said, known) {
            // It is to mean something wherever it speaks.
            (Err(()), _) => statements[at].refuted = Some(position()),
            (Ok(said), Some(known)) if said.contradicts(known) => statements[at].refuted = Some(position()),
            (Ok(said), Some(known)) if said.decides(known) => {
                statements[at].points += 1;
                statements[at].farthest = statements[at].farthest.max(greatest);
            }
            // Nobody knows: of two that contradict each other one is not told.
            (Ok(said), _) => {
                let before =
                    statements[..at].iter().zip(says).filter(|(one, _)| one.refuted.is_none() && !one.is_dropped);
                let facts = before.filter_map(|(one, other)| Some((one.is_proved, other.as_ref()?.as_ref().ok()?)));
                let against: Vec<bool> =
                    facts.filter(|(_, other)| other.contradicts(said)).map(|(proved, _)| proved).collect();
                if against.contains(&true) {
                    statements[at].refuted = Some(position());
                } else if !against.is_empty() {
                    statements[at].is_dropped = true;
                }
            }
        }
    }
}

/// What a statement says of a position: `None` where it says nothing or takes too long, an error where it means nothing.
fn fact(statement: &Statement, found: &[Found], plan: &Plan, numbers: &[i64], part: &Part) -> Option<Result<Fact, ()>> {
    if let ClaimKind::Period { quantity, period, from } = &statement.claim.kind {
        let survey = &found[statement.table].survey;
        let (period, from) = (number(&statement.instance, period)? as i64, number(&statement.instance, from)? as i64);
        if survey.plan != *plan || period < 1 || numbers[0] < from {
            return None;
        }
        let value = survey.value(&[from + (numbers[0] - from) % period])?;
        return Some(Ok(of_value(*quantity, value)));
    }
    let mover: Option<Side> = plan.mover;
    match said(&statement.instance, &statement.claim, part, mover, &Meter::steps(STEPS_OF_CLAIMS)) {
        Said::Nothing | Said::TooLong => None,
        Said::Undefined => Some(Err(())),
        Said::Value(value) => {
            let ClaimKind::Equals(quantity, _) = &statement.claim.kind else { return None };
            Some(Ok(of_value(*quantity, value.as_int()?.to_i64()?)))
        }
        Said::Outcome(ClaimedOutcome::Second, so) => {
            Some(Ok(Fact { is_lost: Some(so), is_drawn: so.then_some(false), ..Fact::default() }))
        }
        Said::Outcome(ClaimedOutcome::Draw, so) => {
            Some(Ok(Fact { is_drawn: Some(so), is_lost: so.then_some(false), ..Fact::default() }))
        }
        Said::Outcome(..) => None,
    }
}

fn of_value(quantity: Quantity, value: i64) -> Fact {
    match quantity {
        Quantity::Grundy => Fact { value: Some(value), is_lost: Some(value == 0), is_drawn: Some(false) },
        _ => Fact { value: Some(value), ..Fact::default() },
    }
}

/// What the search from one far point may cost.
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

/// The numbers that stand in claims.
fn numbers_of(statements: &[Statement]) -> BTreeSet<i64> {
    let texts = statements.iter().map(|statement| statement.claim.text.as_str());
    texts
        .flat_map(|text| text.split(|letter: char| !letter.is_ascii_digit()))
        .filter_map(|digits| digits.parse().ok())
        .collect()
}

/// Positions beyond a table, the nearest first: numbers spread evenly by their size, squares, powers of two and numbers made of those
/// that the rules name, and their neighbours.
fn points(plan: &Plan, from: i64, said: &BTreeSet<i64>) -> Vec<Vec<i64>> {
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
    for number in said.iter().filter(|number| (2..=FAR).contains(*number)) {
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
    let most = plan.most[0].unwrap_or(i64::MAX);
    row.into_iter().filter(|number| *number <= most).map(|number| vec![number]).collect()
}

/// Positions of several numbers, one of which is this one.
fn tuples(plan: &Plan, side: i64) -> Vec<Vec<i64>> {
    let count = plan.names.len();
    let golden = (side as f64 * 0.618_033_988_749_895) as i64;
    let others = [side, side - 1, side / 2, golden, 0, 1, 2, side ^ 1, side / 3];
    let mut found: Vec<Vec<i64>> = Vec::new();
    for (at, other) in others.into_iter().enumerate() {
        for place in 0..count {
            // The second of three numbers and more is another one again.
            let number = |index: usize| match (index == place, index == (place + 2) % count.max(3)) {
                (true, _) => side,
                (_, true) => others[(at + 3) % others.len()],
                _ => other,
            };
            found.push((0..count).map(number).collect());
        }
    }
    let fits = |numbers: &Vec<i64>| {
        numbers.iter().zip(&plan.low).all(|(number, low)| number >= low)
            && numbers.iter().zip(&plan.most).all(|(number, most)| most.is_none_or(|most| *number <= most))
    };
    found.retain(fits);
    found.sort();
    found.dedup();
    found
}
