//! What tables say of the claims of a file: where one fails first, or how far it holds.
//!
//! In: a game with its givens, its claims, and how much may be spent. Out: for each claim what became of it on solved positions. Small
//! positions come first, for all claims at once, so that a counterexample is the smallest one; a claim that names a large
//! number is followed as far as that number, where a table reaches it. Nothing is proved here.

use super::claims::{Finding, Status};
use super::gate::first_failure;
use super::search::{position, surveys};
use super::survey::{Plan, Survey, Told};
use grundy_rules::Instance;
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, Expr, Form};
use grundy_solve::Budget;
use grundy_solve::claims::{self, ClaimVerdict};
use std::sync::Arc;
use std::time::Instant;

/// No table that is made for one claim has more cells.
const MOST_CELLS: i64 = 1 << 21;
/// How far beyond the numbers that a claim names it is followed.
const BEYOND: i64 = 64;
/// Numbers up to this are in every table.
const SMALL: i64 = 100;

/// Where a claim of the game fails among the positions up to some number, and how many positions it holds for before; `None` where no
/// table can be made.
pub fn examine(instance: &Arc<Instance>, claim: &Claim, to: i64, budget: &Budget) -> Option<(u64, Option<String>)> {
    let plan = Plan::all(instance).ok()?.into_iter().rfind(|plan| plan.is_whole(instance))?;
    let high = plan.low.iter().zip(&plan.most).map(|(low, most)| most.map_or(to, |most| most.min(to)).max(*low));
    let survey = Survey::up_to(instance, &plan, high.collect(), budget)?;
    compare(instance, &survey, claim, budget)
}

fn compare(instance: &Instance, survey: &Survey, claim: &Claim, budget: &Budget) -> Option<(u64, Option<String>)> {
    if !is_told(survey, claim) {
        return None;
    }
    let called_off = || budget.is_cancelled();
    let (fails, held) = first_failure(instance, survey, &survey.order(), claim, &called_off)?;
    // A period that the table is too short for is neither seen nor refuted.
    let is_seen = held > 0 || !matches!(claim.kind, ClaimKind::Period { .. });
    is_seen.then(|| (held, fails.and_then(|place| position(instance, survey, place))))
}

/// Whether a table tells what a claim is about.
fn is_told(survey: &Survey, claim: &Claim) -> bool {
    match (&claim.kind, survey.told) {
        (ClaimKind::Iff(..), Told::Grundy | Told::Outcome) => true,
        (ClaimKind::Equals(quantity, _) | ClaimKind::Period { quantity, .. }, told) => {
            *quantity == Quantity::Grundy && told == Told::Grundy
        }
        _ => false,
    }
}

/// Tables of one game, made when they are first needed.
pub struct Tables<'a> {
    instance: &'a Arc<Instance>,
    /// With the givens of the game alone.
    with_givens: Option<Option<Survey>>,
}

impl<'a> Tables<'a> {
    /// None made yet.
    pub fn new(instance: &'a Arc<Instance>) -> Tables<'a> {
        Tables { instance, with_givens: None }
    }

    /// What small positions say of each of these claims.
    pub fn small(&mut self, claims: &[&Claim], budget: &Budget) -> Vec<Finding> {
        let mut game = (*self.instance.shared_game()).clone();
        // Claims are about the givens that are asked for.
        let mut found: Vec<Option<Finding>> = claims.iter().map(|claim| self.with_givens(claim, budget)).collect();
        let missing: Vec<&Claim> =
            claims.iter().zip(&found).filter(|(_, found)| found.is_none()).map(|(claim, _)| *claim).collect();
        game.claims.retain(|claim| missing.contains(&claim));
        game.strategies.clear();
        game.symmetries.clear();
        let begun = Instant::now();
        let reports = if missing.is_empty() { Vec::new() } else { claims::check_claims(&Arc::new(game), budget) };
        for (claim, found) in claims.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let text = format!("claim {}", claim.text);
            let verdict = reports.iter().find(|report| report.text == text).map(|report| &report.verdict);
            let late = budget.max_seconds.is_some_and(|seconds| begun.elapsed().as_secs_f64() >= seconds);
            *found = Some(match said(claim, verdict) {
                // Whatever else is given as the reason, there was no time to find out.
                unknown if unknown.status == Status::Unknown && (late || budget.is_cancelled()) => {
                    Finding { words: OUT_OF_TIME.to_owned(), ..unknown }
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
        let (instance, kept) = (self.instance, &mut self.with_givens);
        let survey = kept.get_or_insert_with(|| {
            let plan = Plan::all(instance).ok()?.into_iter().rfind(|plan| plan.is_whole(instance))?;
            Some(surveys(instance, &plan, budget, None)?.0)
        });
        let (held, fails) = compare(instance, survey.as_ref()?, claim, budget)?;
        (held > 0 || fails.is_some()).then(|| as_finding(claim, held, fails))
    }

    /// What a table says of a claim that names numbers beyond the small ones, as far as a table may go; `None` where it names none.
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
        let fits = to.checked_add(1)?.checked_pow(components).is_some_and(|cells| cells <= MOST_CELLS);
        if greatest <= SMALL || !fits {
            return None;
        }
        let (held, fails) = examine(self.instance, claim, to, budget)?;
        (held > 0 || fails.is_some()).then(|| as_finding(claim, held, fails))
    }
}

/// The greatest number that stands in an expression.
fn greatest_number(expr: &Expr) -> i64 {
    let mut greatest = match &expr.form {
        Form::Int(number) => number.to_i64().unwrap_or(i64::MAX).saturating_abs(),
        _ => 0,
    };
    expr.each_child(&mut |child| greatest = greatest.max(greatest_number(child)));
    greatest
}

fn as_finding(claim: &Claim, held: u64, fails: Option<String>) -> Finding {
    let finding = Finding { claim: claim.text.clone(), words: claim.text.clone(), ..Finding::default() };
    match fails {
        Some(position) => Finding { status: Status::Refuted, counterexample: Some(position), ..finding },
        None => Finding { status: Status::Checked, bound: Some(held), extent: Some(many(held)), ..finding },
    }
}

/// A number of positions in words.
fn many(positions: u64) -> String {
    if positions == 1 { "1 position".to_owned() } else { format!("{positions} positions") }
}

/// What solved positions say of a claim.
fn said(claim: &Claim, verdict: Option<&ClaimVerdict>) -> Finding {
    let mut finding = Finding { claim: claim.text.clone(), words: claim.text.clone(), ..Finding::default() };
    match verdict {
        Some(ClaimVerdict::Holds { positions, description }) => {
            finding.status = Status::Checked;
            finding.bound = Some(*positions);
            finding.extent = Some(many(*positions));
            finding.words = format!("{}: {description}", claim.text);
        }
        Some(ClaimVerdict::Fails { counterexample, expected, found, givens }) if givens.is_empty() => {
            finding.status = Status::Refuted;
            finding.counterexample = Some(counterexample.clone());
            finding.words = format!("at {counterexample} the claim says {expected}, and it is {found}");
        }
        // Nothing was asked about other givens.
        Some(ClaimVerdict::Fails { counterexample, givens, .. }) => {
            finding.words =
                format!("{}: not checked with these givens; with {givens} it fails at {counterexample}", claim.text);
        }
        // Only who holds a certificate says that something is proved.
        Some(ClaimVerdict::Proved { .. }) => {}
        Some(ClaimVerdict::Unknown { why }) => finding.words = why.clone(),
        Some(ClaimVerdict::Faulty(fault)) => finding.words = fault.sentence(),
        None => {}
    }
    finding
}

/// Why nothing is known of a claim that was not come to.
pub const OUT_OF_TIME: &str = "the time was used up";
