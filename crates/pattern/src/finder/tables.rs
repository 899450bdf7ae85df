//! What tables say about the claims of a file: where one fails first, or how far it holds.
//!
//! In: a game with its givens, its claims, and a budget. Out: for each claim what became of it on solved positions.
//! Small positions come first, for all claims at once, so that a counterexample is the smallest one; a claim that names
//! a large number is followed as far as that number, if a table reaches it. Nothing is proved here.

use super::claims::{Finding, Status};
use super::gate::{Compared, first_failure};
use super::search::position;
use super::survey::{NoTable, Plan, Survey, most_cells};
use crate::limits;
use grundy_message::{Message, Template, message, plural, template};
use grundy_rules::Instance;
use grundy_rules::game::{Claim, ClaimKind, Expr, Form};
use grundy_solve::claims::{self, ClaimVerdict};
use grundy_solve::{Budget, Deadline};
use grundy_value::Quantity;
use std::sync::Arc;

/// How far a claim is followed beyond the numbers that it names.
const BEYOND: i64 = 64;
/// Numbers up to this are in every table.
const SMALL: i64 = 100;

/// Default work of one table, if the user sets no bound: steps of the rules, and moves of compiled rules.
const TABLE_STEPS: u64 = 60_000_000;
const TABLE_MOVES: u64 = 300_000_000;
const TABLE_POSITIONS: u64 = 1 << 20;
/// Number of cells of the table that unproved rules are compared with.
const FAR_CELLS: u64 = 1 << 18;

/// The tables that rules are looked for in.
pub struct Surveys {
    /// The small table.
    pub small: Survey,
    /// The large table; equal to `small` if no larger one can be made.
    pub large: Survey,
    /// Why the large table ended early, if it did.
    pub ended: Option<NoTable>,
}

/// Returns the number of positions of the small and the large table, by the number of dimensions.
fn sizes(numbers: usize) -> (u64, u64) {
    match numbers {
        1 => (300, 4000),
        2 => (625, 4900),
        3 => (1000, 8000),
        4 => (1296, 6561),
        _ => (1024, 4096),
    }
}

/// Returns the default budget of a table. It is counted and not timed, so that the result is the same on every machine.
pub fn modest(budget: &Budget) -> Budget {
    Budget {
        max_positions: budget.max_positions.min(TABLE_POSITIONS),
        max_steps: Some(budget.max_steps.map_or(TABLE_STEPS, |steps| steps.min(TABLE_STEPS))),
        max_packed_positions: budget.max_packed_positions.min(4 * TABLE_POSITIONS),
        max_packed_moves: budget.max_packed_moves.min(TABLE_MOVES),
        ..budget.clone()
    }
}

/// Makes a small table and a large one.
///
/// # Errors
/// Fails with the reason if not even the small one can be made.
pub fn surveys(instance: &Arc<Instance>, plan: &Plan, budget: &Budget, to: Option<i64>) -> Result<Surveys, NoTable> {
    let (few, many) = sizes(plan.names.len());
    let target: Vec<i64> = match to {
        Some(to) => {
            let ends = plan.low.iter().zip(&plan.max);
            ends.map(|(low, max)| max.map_or(to, |max| max.min(to)).max(*low)).collect()
        }
        None => plan.highs(many),
    };
    let counted = modest(budget);
    let mut why = NoTable::Long;
    let mut small = None;
    let deadline = Deadline::of(budget);
    for halved in [0, 1, 2, 4] {
        let high: Vec<i64> =
            plan.highs(few >> halved).into_iter().zip(&target).map(|(high, max)| high.min(*max)).collect();
        // If this is too much, there must be time left for a smaller one.
        let counted = Budget { max_seconds: deadline.share(2.0).seconds_left(), ..counted.clone() };
        match Survey::up_to(instance, plan, high, &counted) {
            Ok(survey) if survey.is_complete() => small = Some(survey),
            Ok(survey) => {
                why = survey.missing.clone().unwrap_or(NoTable::Long);
                small = survey.beginning();
            }
            Err(other) => why = other,
        }
        if small.is_some() {
            break;
        }
    }
    let small = small.ok_or(why)?;
    if !small.is_complete() {
        return Ok(Surveys { large: small.clone(), ended: small.missing.clone(), small });
    }
    let requested = Budget { max_steps: None, max_packed_moves: u64::MAX, max_moves: u64::MAX, ..budget.clone() };
    let (large, ended) = grow(instance, &small, &target, if to.is_some() { &requested } else { &counted });
    Ok(Surveys { large: large.unwrap_or_else(|| small.clone()), ended, small })
}

/// Returns the maxima of the table that unproved rules are compared with: past the numbers that the rules name, as
/// something may happen there.
pub fn far_enough(instance: &Instance, plan: &Plan) -> Vec<i64> {
    let greatest = instance.game().numbers_of_rules().last().map_or(0, |number| number.unsigned_abs());
    let cells = if plan.names.len() == 1 { greatest.saturating_mul(2).min(4 * FAR_CELLS) } else { 0 };
    plan.highs(cells.max(FAR_CELLS))
}

/// Makes a larger table up to these numbers, or as far as possible, in steps: a step that fails loses no known values.
/// Also returns why it ended early.
pub fn grow(
    instance: &Arc<Instance>,
    from: &Survey,
    target: &[i64],
    budget: &Budget,
) -> (Option<Survey>, Option<NoTable>) {
    let plan = &from.plan;
    let deadline = Deadline::of(budget);
    let mut best: Option<Survey> = None;
    let usual = plan.highs(sizes(plan.names.len()).1);
    let times = if plan.names.len() == 1 { 4 } else { 2 };
    loop {
        let last = best.as_ref().unwrap_or(from);
        if last.high.iter().zip(target).all(|(high, max)| high >= max) {
            return (best, None);
        }
        let larger = |at: usize| {
            let side = (last.high[at] - plan.low[at] + 1).saturating_mul(times);
            let next = if last.high[at] < usual[at] { usual[at] } else { plan.low[at].saturating_add(side - 1) };
            next.min(target[at]).max(last.high[at])
        };
        let mut high: Vec<i64> = (0..target.len()).map(larger).collect();
        if let [only] = &mut high[..] {
            // As far as the memory allows; the limit is reported.
            *only = (*only).min(plan.low[0].saturating_add(most_cells(budget) as i64 - 1));
        }
        if high == last.high {
            return (best, Some(NoTable::Large));
        }
        let left = deadline.seconds_left();
        let budget = Budget { max_seconds: left, ..budget.clone() };
        match Survey::up_to(instance, plan, high, &budget) {
            Ok(survey) if survey.quantity != from.quantity => return (best, Some(NoTable::Long)),
            Ok(survey) if survey.is_complete() => best = Some(survey),
            Ok(survey) => {
                let why = survey.missing.clone();
                let longer = survey.beginning().filter(|row| row.high[0] > last.high[0]);
                return (longer.or(best), why);
            }
            Err(why) => return (best, Some(why)),
        }
    }
}

/// Finds where a claim of the game fails among the positions up to `to`, and the number of positions it holds for
/// before; `None` if no table can be made.
pub fn examine(instance: &Arc<Instance>, claim: &Claim, to: i64, budget: &Budget) -> Option<(u64, Option<String>)> {
    let plan = Plan::all(instance).ok()?.into_iter().rfind(|plan| plan.is_whole(instance))?;
    let high = plan.low.iter().zip(&plan.max).map(|(low, max)| max.map_or(to, |max| max.min(to)).max(*low));
    let survey = Survey::up_to(instance, &plan, high.collect(), budget).ok()?;
    compare(instance, &survey, claim, budget)
}

fn compare(instance: &Instance, survey: &Survey, claim: &Claim, budget: &Budget) -> Option<(u64, Option<String>)> {
    if !decides(survey, claim) {
        return None;
    }
    let called_off = || budget.is_cancelled();
    let Compared { fails, held, .. } = first_failure(instance, survey, &survey.order(), claim, &called_off)?;
    // A period that the table is too short for is neither seen nor refuted.
    let is_seen = held > 0 || !matches!(claim.kind, ClaimKind::Period { .. });
    is_seen.then(|| (held, fails.and_then(|index| position(instance, survey, index))))
}

/// Returns whether the values of a table decide a claim.
fn decides(survey: &Survey, claim: &Claim) -> bool {
    match (&claim.kind, survey.quantity) {
        (ClaimKind::Iff(..), Quantity::Grundy | Quantity::Outcome) => true,
        (ClaimKind::Equals(quantity, _) | ClaimKind::Period { quantity, .. }, shown) => {
            *quantity == Quantity::Grundy && shown == Quantity::Grundy
        }
        _ => false,
    }
}

/// Tables of one game, made when they are first needed.
pub struct Tables<'a> {
    instance: &'a Arc<Instance>,
    /// The table with the givens of the game alone.
    with_givens: Option<Option<Survey>>,
}

impl<'a> Tables<'a> {
    /// Creates the set without making a table.
    pub fn new(instance: &'a Arc<Instance>) -> Tables<'a> {
        Tables { instance, with_givens: None }
    }

    /// Compares each of these claims with small positions.
    pub fn small(&mut self, claims: &[&Claim], budget: &Budget) -> Vec<Finding> {
        let mut game = (*self.instance.shared_game()).clone();
        // Claims are about the requested givens.
        let mut found: Vec<Option<Finding>> = claims.iter().map(|claim| self.with_givens(claim, budget)).collect();
        let missing: Vec<&Claim> =
            claims.iter().zip(&found).filter(|(_, found)| found.is_none()).map(|(claim, _)| *claim).collect();
        game.claims.retain(|claim| missing.contains(&claim));
        game.strategies.clear();
        game.symmetries.clear();
        let deadline = Deadline::of(budget);
        let givens = self.instance.givens().iter().cloned().map(Some).collect();
        let instance = Instance::new(Arc::new(game), givens).ok().filter(|_| !missing.is_empty());
        let reports = instance.map_or_else(Vec::new, |instance| claims::check_claims_at(instance, budget));
        for (claim, found) in claims.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let text = format!("claim {}", claim.text);
            let verdict = reports.iter().find(|report| report.text == text).map(|report| &report.verdict);
            let late = deadline.is_over();
            *found = Some(match finding_of(claim, verdict) {
                // Whatever other reason is given, there was no time to find out.
                unknown if unknown.status == Status::Unknown && (late || budget.is_cancelled()) => {
                    Finding { words: OUT_OF_TIME.into(), ..unknown }
                }
                known => known,
            });
        }
        found.into_iter().flatten().collect()
    }

    fn with_givens(&mut self, claim: &Claim, budget: &Budget) -> Option<Finding> {
        if self.instance.game().givens.is_empty() {
            return None;
        }
        let (instance, cached) = (self.instance, &mut self.with_givens);
        let survey = cached.get_or_insert_with(|| {
            let plan = Plan::all(instance).ok()?.into_iter().rfind(|plan| plan.is_whole(instance))?;
            Some(surveys(instance, &plan, budget, None).ok()?.small)
        });
        let (held, fails) = compare(instance, survey.as_ref()?, claim, budget)?;
        (held > 0 || fails.is_some()).then(|| as_finding(claim, held, fails))
    }

    /// Compares a claim that names numbers beyond the small ones with a table, as far as it may go; `None` if it names
    /// none.
    pub fn far(&self, claim: &Claim, budget: &Budget) -> Option<Finding> {
        let mut greatest = 0;
        let exprs = match &claim.kind {
            ClaimKind::Iff(_, expr) | ClaimKind::Equals(_, expr) => vec![expr],
            ClaimKind::Period { period, from, .. } => vec![period, from],
            _ => return None,
        };
        for expr in exprs.into_iter().chain(&claim.condition) {
            greatest = greatest.max(greatest_number(expr));
        }
        // A period is seen from the second turn on.
        let to = if matches!(claim.kind, ClaimKind::Period { .. }) { greatest.saturating_mul(2) } else { greatest };
        let to = to.checked_add(BEYOND)?;
        let components = u32::try_from(self.instance.game().components.len()).ok()?;
        let fits = to.checked_add(1)?.checked_pow(components).is_some_and(|cells| cells <= limits::MAX_CLAIM_CELLS);
        if greatest <= SMALL || !fits {
            return None;
        }
        let (held, fails) = examine(self.instance, claim, to, budget)?;
        (held > 0 || fails.is_some()).then(|| as_finding(claim, held, fails))
    }
}

/// Returns the greatest number in an expression.
fn greatest_number(expr: &Expr) -> i64 {
    let mut greatest = 0;
    expr.each(&mut |inner| {
        if let Form::Int(number) = &inner.form {
            greatest = greatest.max(number.to_i64().unwrap_or(i64::MAX).saturating_abs());
        }
    });
    greatest
}

fn as_finding(claim: &Claim, held: u64, fails: Option<String>) -> Finding {
    let finding = Finding { claim: claim.text.clone(), words: Message::text(&claim.text), ..Finding::default() };
    match fails {
        Some(position) => Finding { status: Status::Refuted, counterexample: Some(Message::text(position)), ..finding },
        None => Finding { status: Status::Checked, bound: Some(held), extent: Some(many(held)), ..finding },
    }
}

/// Formats a number of positions in words.
pub fn many(count: u64) -> Message {
    message!("{count} {positions}", count, positions = plural(&count, "position", "positions"))
}

/// Converts what solved positions decide about a claim.
fn finding_of(claim: &Claim, verdict: Option<&ClaimVerdict>) -> Finding {
    let mut finding = Finding { claim: claim.text.clone(), words: Message::text(&claim.text), ..Finding::default() };
    match verdict {
        Some(ClaimVerdict::Holds { positions, description, .. }) => {
            finding.status = Status::Checked;
            finding.bound = Some(*positions);
            finding.extent = Some(many(*positions));
            finding.words = message!("{claim}: {description}", claim = claim.text, description);
        }
        Some(ClaimVerdict::Fails { counterexample, expected, found, .. }) => {
            finding.status = Status::Refuted;
            finding.counterexample = Some(Message::text(counterexample));
            finding.words = message!(
                "at {position} the claim says {expected}, and it is {found}",
                position = counterexample,
                expected,
                found
            );
        }
        // Only a certificate makes a finding proved.
        Some(ClaimVerdict::Proved { .. }) => {}
        Some(ClaimVerdict::Unknown { why }) => finding.words = why.clone(),
        Some(ClaimVerdict::Faulty(fault)) => finding.words = fault.sentence(),
        None => {}
    }
    finding
}

/// Reason why nothing is known about a claim that was not reached.
pub const OUT_OF_TIME: &Template = template!("the time was used up");
/// Why nothing is known of a claim whose turn did not come.
pub const NOT_TRIED: &Template = template!("not tried: the time was used up");
