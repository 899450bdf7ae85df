//! The claims of a file: compared with what is solved, and proved if a theorem of the checker covers them.

use crate::finder::{ClaimValue, claim_value, refuted_at};
use crate::run::certificate_of;
use grundy_message::{Message, message, template};
use grundy_proof::consequence::{Consequence, Entailment, of_heaps};
use grundy_proof::{Certificate, Claim as Proposition, Evidence, Limits, Theorem, check_unless};
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Form};
use grundy_rules::heap::{Recognised, recognise};
use grundy_rules::small::spread_givens;
use grundy_rules::{Game, Instance, Limit, Meter, Position, Value};
use grundy_solve::claims::{self, ClaimReport, ClaimVerdict};
use grundy_solve::heap::solve_heap;
use grundy_solve::{Budget, Plan, Stop, Theory};
use grundy_value::Quantity;
use std::cell::Cell;
use std::sync::Arc;

/// Maximum number of values computed to find the period of a claim.
const CLAIM_VALUES: Limit = Limit { name: template!("values computed for a claim"), usual: 1 << 20 };
/// Maximum number of steps of a claim at the position where it fails.
const STEPS_OF_CLAIM: u64 = 400_000;
/// Maximum number of steps of a claim that another is compared with, at all positions together.
const STEPS_OF_COMPARISON: u64 = 4_000_000;

/// Checks every claim of a game.
///
/// ```
/// use grundy_pattern::check_claims;
/// use grundy_solve::{Budget, claims::ClaimVerdict};
/// let rules = "game kayles(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a
///     claim grundy has period 12 from 71";
/// let kayles = grundy_rules::read(rules).unwrap();
/// let reports = check_claims(&kayles, &Budget::positions(100_000));
/// assert!(matches!(&reports[0].verdict, ClaimVerdict::Proved { .. }));
/// ```
pub fn check_claims(game: &Arc<Game>, budget: &Budget) -> Vec<ClaimReport> {
    let mut reports = claims::check_claims(game, budget);
    decide_by_period(game, budget, &mut reports);
    withdraw_contradicting(game, budget, &mut reports);
    reports
}

/// Decides claims by the period of the file, if it is proved. The reports on claims come first, in the order of the file.
fn decide_by_period(game: &Arc<Game>, budget: &Budget, reports: &mut [ClaimReport]) {
    let is_open =
        |report: &ClaimReport| matches!(report.verdict, ClaimVerdict::Holds { .. } | ClaimVerdict::Unknown { .. });
    let is_period = |claim: &Claim| matches!(claim.kind, ClaimKind::Period { quantity: Quantity::Grundy, .. });
    if !game.claims.iter().zip(&*reports).any(|(claim, report)| is_period(claim) && is_open(report)) {
        return;
    }
    let proof = match HeapProof::new(game, budget) {
        Ok(proof) => proof,
        Err(stop) => {
            for (_, report) in game.claims.iter().zip(reports).filter(|(claim, _)| is_period(claim)) {
                if let (ClaimVerdict::Holds { description, .. }, Some(stop @ Stop::Limit { .. })) =
                    (&mut report.verdict, stop)
                {
                    *description = message!("{description}; not proved: {stop}", description = *description, stop);
                }
            }
            return;
        }
    };
    let is_proved = game.claims.iter().any(|claim| proof.proves_period(claim, budget).is_some());
    for (claim, report) in game.claims.iter().zip(reports).filter(|_| is_proved) {
        if is_open(report)
            && let Some(verdict) = proof.verdict(claim, budget)
        {
            report.verdict = verdict;
        }
    }
}

/// Withdraws claims that hold as far as they were checked and contradict each other farther away.
fn withdraw_contradicting(game: &Arc<Game>, budget: &Budget, reports: &mut [ClaimReport]) {
    let is_checked = |report: &ClaimReport| matches!(report.verdict, ClaimVerdict::Holds { is_everything: false, .. });
    let checked: Vec<usize> = (0..game.claims.len())
        .filter(|index| game.claims[*index].kind.is_general() && is_checked(&reports[*index]))
        .collect();
    if checked.len() < 2 || game.players.is_some() {
        return;
    }
    let Some(instance) = spread_givens(game, 1).into_iter().next() else { return };
    let can_draw = !instance
        .compound()
        .and_then(|compound| Plan::choose(game, compound))
        .is_ok_and(|plan| plan.theory == Theory::Grundy);
    let called_off = || budget.is_cancelled();
    for (one, other) in checked.iter().flat_map(|one| checked.iter().map(move |other| (*one, *other))) {
        if one == other || !(is_checked(&reports[one]) || is_checked(&reports[other])) {
            continue;
        }
        let left = Cell::new(STEPS_OF_COMPARISON);
        let says = |numbers: &[i64]| {
            if left.get() == 0 {
                return None;
            }
            let meter = Meter::steps(STEPS_OF_CLAIM.min(left.get()));
            let said = said(&instance, &game.claims[other], numbers, can_draw, &meter);
            left.set(left.get().saturating_sub(meter.steps_taken()));
            said
        };
        let Some(numbers) = refuted_at(&instance, &game.claims[one], &says, &[], &called_off) else { continue };
        let numbers = numbers.into_iter().map(Value::from).collect();
        let Ok(part) = instance.part(numbers) else { continue };
        let position = instance.print_position(&Position::alone(None, part));
        for (index, against) in [(one, other), (other, one)] {
            if is_checked(&reports[index]) {
                let claim = &reports[against].text;
                let why = message!("it contradicts `{claim}` at {position}, and neither is proved", claim, position);
                reports[index].verdict = ClaimVerdict::Unknown { why };
            }
        }
    }
}

/// Returns what a claim says about the position with these numbers: whether it is lost, and its Grundy value.
fn said(
    instance: &Instance,
    claim: &Claim,
    numbers: &[i64],
    can_draw: bool,
    meter: &Meter,
) -> Option<(bool, Option<i64>)> {
    let part = instance.part(numbers.iter().map(|number| Value::from(*number)).collect()).ok()?;
    match (claim_value(instance, claim, &part, None, meter), &claim.kind) {
        (ClaimValue::Value(Value::Int(value)), ClaimKind::Equals(Quantity::Grundy, _)) => {
            Some((value.is_zero(), value.to_i64()))
        }
        // A position that is not won may be drawn.
        (ClaimValue::Outcome(ClaimedOutcome::Second, so), _) if so || !can_draw => Some((so, None)),
        (ClaimValue::Outcome(ClaimedOutcome::First, so), _) if so || !can_draw => Some((!so, None)),
        _ => None,
    }
}

/// The proved period of a heap game.
pub(crate) struct HeapProof {
    instance: Instance,
    recognised: Recognised,
    pub certificate: Certificate,
    theorem: Theorem,
}

impl HeapProof {
    /// Returns the proof for a game without givens.
    ///
    /// # Errors
    /// Nothing is proved. Returns the limit that ended the search for a period; `None` if it is no heap game, or the
    /// checker refuses its certificate.
    pub fn new(game: &Arc<Game>, budget: &Budget) -> Result<HeapProof, Option<Stop>> {
        // A proof is of one game, not of one for every choice of the givens.
        if !game.givens.is_empty() {
            return Err(None);
        }
        let (instance, meter) = (Instance::new(game.clone(), Vec::new()).map_err(|_| None)?, budget.meter());
        let recognised = recognise(&instance, &meter).filter(|recognised| recognised.slope == 1).ok_or(None)?;
        let (run, stop) = solve_heap(&recognised.game, meter.max(CLAIM_VALUES), budget);
        if stop.is_some() {
            return Err(stop);
        }
        let Some(certificate) = certificate_of(&run) else {
            meter.meet(CLAIM_VALUES);
            return Err(meter.met().map(Budget::met));
        };
        let called_off = || budget.is_cancelled();
        let limits = Limits { max_bytes: budget.max_bytes, ..Limits::default() };
        let theorem = check_unless(&certificate, &limits, &called_off).map_err(|_| None)?;
        Ok(HeapProof { instance, recognised, certificate, theorem })
    }

    /// Proves that a claim about the least period holds for every heap.
    pub fn proves_period(&self, claim: &Claim, budget: &Budget) -> Option<Consequence> {
        let ClaimKind::Period { quantity: Quantity::Grundy, from, .. } = &claim.kind else { return None };
        let Form::Int(claimed_from) = &from.form else { return None };
        let Proposition::HeapPeriod { preperiod, .. } = self.theorem.claim() else { return None };
        // A claim names the least argument from which the values repeat, and no argument is below 0.
        let min = (i128::from(*preperiod) - i128::from(self.recognised.offset)).max(0);
        let entailment = of_heaps(&self.instance, claim, &self.theorem, &|| budget.is_cancelled())?;
        let Entailment::Holds(consequence) = entailment else { return None };
        (i128::from(claimed_from.to_i64()?) == min).then_some(consequence)
    }

    /// Returns what the theorem says about a claim; `None` if it does not decide it.
    fn verdict(&self, claim: &Claim, budget: &Budget) -> Option<ClaimVerdict> {
        let called_off = || budget.is_cancelled();
        let value = |number: i64| self.theorem.value(self.recognised.heap_of(number)?)?.try_into().ok();
        let number = match of_heaps(&self.instance, claim, &self.theorem, &called_off) {
            Some(Entailment::Holds(consequence)) if !consequence.speaks() => return None,
            Some(Entailment::Holds(_)) => return Some(ClaimVerdict::Proved { by: self.by() }),
            Some(Entailment::FailsAt(number)) => number,
            None => {
                let knows = |numbers: &[i64]| {
                    let value: i64 = value(numbers[0])?;
                    Some((value == 0, Some(value)))
                };
                refuted_at(&self.instance, claim, &knows, &[], &called_off)?[0]
            }
        };
        let value: i64 = value(number)?;
        let part = self.instance.part(vec![Value::from(number)]).ok()?;
        let grundy = |value: String| message!("{quantity} {value}", quantity = Quantity::Grundy.word(), value);
        let (expected, found) = match claim_value(&self.instance, claim, &part, None, &Meter::steps(STEPS_OF_CLAIM)) {
            ClaimValue::Value(Value::Int(claimed)) => (grundy(claimed.to_string()), grundy(value.to_string())),
            ClaimValue::Outcome(outcome, so) => {
                let loses = || message!("the player to move loses");
                let wins = || message!("the player to move wins");
                let expected = match (outcome == ClaimedOutcome::Second, so) {
                    (true, true) => loses(),
                    (true, false) => message!("the player to move does not lose"),
                    (false, true) => wins(),
                    (false, false) => message!("the player to move does not win"),
                };
                (expected, if value == 0 { loses() } else { wins() })
            }
            _ => return None,
        };
        let counterexample = self.instance.print_position(&Position::alone(None, part));
        Some(ClaimVerdict::Fails { counterexample, expected, found, givens: self.instance.print_givens() })
    }

    /// Returns the name of the kind of certificate.
    fn by(&self) -> Message {
        match &self.certificate.evidence {
            Evidence::GuySmith { .. } => message!("Guy–Smith certificate"),
            Evidence::SubtractionWindow => message!("subtraction window certificate"),
            Evidence::Window { .. } => message!("window certificate"),
            Evidence::Arithmetic { .. } => message!("arithmetic certificate"),
            Evidence::Hexadecimal => message!("hexadecimal certificate"),
            Evidence::Cutting => message!("cutting certificate"),
        }
    }
}
