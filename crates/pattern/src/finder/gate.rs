//! Compares candidates with a table: no rule is reported to hold that does not pass here.
//!
//! In: claims as text, from finders that may be wrong, and a [`Survey`]. Out: for each claim the first position where
//! it does not hold. The claims are parsed in the scope of the file and evaluated by the meaning of the rules, as
//! `grundy check` does.

use super::survey::{DRAWN, Survey};
use grundy_message::Message;
use grundy_proof::consequence::CalledOff;
use grundy_rules::file::Scope;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Expr, Game};
use grundy_rules::{FaultClass, Instance, Meter, Part, Side, Value};
use grundy_value::Quantity;
use std::sync::Arc;

/// A rule that a finder proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// In the language of rules, without the word `claim` and without conditions.
    pub claim: String,
    /// The rule in words.
    pub words: Message,
    /// Where it holds, beyond what the table is restricted to, in the language of rules.
    pub condition: Option<String>,
}

impl Candidate {
    /// Creates a candidate that holds everywhere.
    pub fn new(claim: impl Into<String>, words: Message) -> Candidate {
        Candidate { claim: claim.into(), words, condition: None }
    }

    /// Returns the claim with all its conditions.
    pub fn text(&self, conditions: &[String]) -> String {
        // The restriction of the table comes first: a condition on `h[0]` is undefined where there is no such number.
        let all: Vec<&str> = conditions.iter().map(String::as_str).chain(self.condition.as_deref()).collect();
        match all.is_empty() {
            true => self.claim.clone(),
            false => format!("{} if {}", self.claim, all.join(" and ")),
        }
    }
}

/// A candidate that was compared with a table.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The candidate.
    pub candidate: Candidate,
    /// The candidate as a parsed claim of `instance`.
    pub claim: Claim,
    /// The game with that claim.
    pub instance: Arc<Instance>,
    /// The result of the comparison.
    pub compared: Compared,
}

/// The result of comparing a claim with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Index of the first position where it fails, in the order of [`Survey::order`].
    pub fails: Option<usize>,
    /// Number of positions before that where it was compared.
    pub held: u64,
    /// Number of positions of the order that were visited: fewer than there are if the claim takes too long to
    /// evaluate.
    pub looked: usize,
}

/// How a claim compares with one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does not apply to the position.
    Silent,
    /// It is true.
    Holds,
    /// It is false, or undefined there.
    Fails,
    /// It takes too many steps to be evaluated.
    TooLong,
}

/// What a claim says about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimValue {
    /// Nothing: its condition does not hold.
    Nothing,
    /// A value: a Grundy value or a score.
    Value(Value),
    /// Whether the outcome is the one that the claim names.
    Outcome(ClaimedOutcome, bool),
    /// It is undefined there.
    Undefined,
    /// It takes too many steps to be evaluated.
    TooLong,
}

/// Positions compared between two polls for cancellation.
const CHECK_INTERVAL: usize = 1 << 10;
/// Maximum number of steps of the evaluation of one claim.
const STEPS: u64 = 40_000_000;

/// Compares candidates with a table. Omits those that the language cannot parse and those not fully compared before the
/// work was cancelled.
pub fn test(
    instance: &Arc<Instance>,
    survey: &Survey,
    conditions: &[String],
    candidates: &[Candidate],
    called_off: CalledOff,
) -> Vec<Tested> {
    let mut tested = Vec::new();
    if called_off() {
        return tested;
    }
    let order = survey.order();
    for (candidate, instance, claim) in read_all(instance, conditions, candidates) {
        let Some(compared) = first_failure(&instance, survey, &order, &claim, called_off) else { break };
        tested.push(Tested { candidate, claim, instance, compared });
    }
    tested
}

type Read = (Candidate, Arc<Instance>, Claim);

/// Parses the candidates as claims; those that cannot be parsed are left out.
pub fn read_all(instance: &Arc<Instance>, conditions: &[String], candidates: &[Candidate]) -> Vec<Read> {
    let mut scope = Scope::of(instance.game());
    let mut read = Vec::new();
    for candidate in candidates {
        if let Ok(claim) = scope.claim(&candidate.text(conditions)) {
            read.push((candidate.clone(), claim.clone()));
        }
    }
    let extended = scope.finish().ok().and_then(|game| with_rules(instance, game));
    let Some(extended) = extended else { return Vec::new() };
    read.into_iter().map(|(candidate, claim)| (candidate, extended.clone(), claim)).collect()
}

/// Returns the game with these claims after its own; `None` if they cannot be parsed.
pub fn with_claims(instance: &Instance, claims: &[String]) -> Option<Arc<Instance>> {
    with_rules(instance, instance.game().with_claims(claims.iter().map(String::as_str)).ok()?)
}

/// Returns an instance of this game with the givens of another.
fn with_rules(instance: &Instance, game: Game) -> Option<Arc<Instance>> {
    let givens = instance.givens().iter().cloned().map(Some).collect();
    Instance::new(Arc::new(game), givens).ok().map(Arc::new)
}

/// Evaluates a claim about values or winners at a position.
pub fn claim_value(instance: &Instance, claim: &Claim, part: &Part, mover: Option<Side>, meter: &Meter) -> ClaimValue {
    let evaluate = |expr: &Expr| match instance.evaluate(expr, part, mover, meter) {
        Ok(value) => Ok(value),
        Err(fault) if fault.class == FaultClass::Budget => Err(ClaimValue::TooLong),
        Err(_) => Err(ClaimValue::Undefined),
    };
    let whole = || {
        if let Some(condition) = &claim.condition
            && evaluate(condition)? == Value::Bool(false)
        {
            return Ok(ClaimValue::Nothing);
        }
        match &claim.kind {
            ClaimKind::Iff(outcome, condition) => {
                Ok(ClaimValue::Outcome(*outcome, evaluate(condition)? == Value::Bool(true)))
            }
            ClaimKind::Equals(_, expr) => evaluate(expr).map(ClaimValue::Value),
            _ => Ok(ClaimValue::Undefined),
        }
    };
    whole().unwrap_or_else(|other| other)
}

/// Compares what a claim says with the value in a table.
pub fn verdict(claimed: &ClaimValue, claim: &Claim, shown: Quantity, value: i64, mover: Option<Side>) -> Verdict {
    let holds = match (claimed, shown) {
        (ClaimValue::Nothing, _) => return Verdict::Silent,
        (ClaimValue::TooLong, _) => return Verdict::TooLong,
        (ClaimValue::Undefined, _) => false,
        (ClaimValue::Value(number), _) => {
            let quantity = if shown == Quantity::Score { Quantity::Score } else { Quantity::Grundy };
            let is_about = matches!(&claim.kind, ClaimKind::Equals(about, _) if *about == quantity);
            is_about && shown != Quantity::Outcome && *number == Value::from(value)
        }
        (ClaimValue::Outcome(outcome, expected), shown) => {
            let so = match (outcome, shown) {
                (_, Quantity::Score) => None,
                (ClaimedOutcome::Second, _) => Some(value == 0),
                (ClaimedOutcome::First, Quantity::Grundy) => Some(value != 0),
                (ClaimedOutcome::First, Quantity::Outcome) => Some(value == 1),
                (ClaimedOutcome::Draw, Quantity::Outcome) => Some(value == DRAWN),
                (ClaimedOutcome::Side(side), Quantity::Outcome) => {
                    Some(value != DRAWN && (value == 1) == (mover == Some(*side)))
                }
                _ => None,
            };
            so == Some(*expected)
        }
    };
    if holds { Verdict::Holds } else { Verdict::Fails }
}

/// Finds where a claim of the file first fails, and how often it held before; `None` if the work was cancelled.
pub fn first_failure(
    instance: &Instance,
    survey: &Survey,
    order: &[usize],
    claim: &Claim,
    called_off: CalledOff,
) -> Option<Compared> {
    if let ClaimKind::Period { quantity, period, from } = &claim.kind {
        return Some(period_failure(instance, survey, (*quantity, period, from)));
    }
    let meter = Meter::new(STEPS, |steps| steps < STEPS && !called_off());
    let mover = survey.plan.mover;
    let mut compared = Compared { fails: None, held: 0, looked: 0 };
    for index in order {
        let (Some(value), Some(part)) = (survey.values[*index], survey.part(instance, *index)) else { continue };
        match verdict(&claim_value(instance, claim, &part, mover, &meter), claim, survey.quantity, value, mover) {
            Verdict::Silent => {}
            Verdict::Holds => compared.held += 1,
            Verdict::Fails => {
                compared.fails = Some(*index);
                break;
            }
            Verdict::TooLong => break,
        }
        compared.looked += 1;
        if compared.looked.is_multiple_of(CHECK_INTERVAL) && called_off() {
            return None;
        }
    }
    (!called_off()).then_some(compared)
}

fn period_failure(instance: &Instance, survey: &Survey, claimed: (Quantity, &Expr, &Expr)) -> Compared {
    let nothing = Arc::new(Vec::new());
    let number = |expr: &Expr| {
        if !instance.game().depends([expr]).components.is_empty() {
            return None;
        }
        instance.evaluate(expr, &nothing, None, &Meter::steps(10_000)).ok()?.as_int()?.to_usize()
    };
    let (quantity, period, from) = claimed;
    let values = &survey.values;
    let not_seen = Compared { fails: Some(0), held: 0, looked: 0 };
    let (Some(period), Some(from)) = (number(period).filter(|period| *period > 0), number(from)) else {
        return not_seen;
    };
    let is_comparable = matches!(
        (quantity, survey.quantity),
        (Quantity::Grundy, Quantity::Grundy) | (Quantity::Score, Quantity::Score)
    );
    if survey.plan.names.len() != 1 || !is_comparable {
        return not_seen;
    }
    let start = (from as i64 - survey.plan.low[0]).max(0) as usize;
    // A cell that is no position, or was not solved, repeats nothing and contradicts nothing.
    let differ = |at: &usize| matches!((values[*at], values[at + period]), (Some(one), Some(other)) if one != other);
    let fails = (start..values.len().saturating_sub(period)).find(differ);
    // A period must be seen for at least two turns.
    let seen = values.len().saturating_sub(start);
    match fails {
        Some(at) => Compared { fails: Some(at + period), held: at as u64, looked: at + period },
        None if seen < 2 * period => not_seen,
        None => Compared { fails: None, held: survey.known(), looked: survey.known() as usize },
    }
}
