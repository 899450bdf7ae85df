//! Where candidates are compared with a table: nothing is said to hold that does not come through here.
//!
//! In: claims as text, from finders that may be wrong, and a [`Survey`]. Out: for each claim the first position where it does not
//! hold. The claims are read as part of the file and evaluated by the meaning of the rules, as `grundy check` does.

use super::survey::{DRAWN, Survey, Told};
use grundy_proof::consequence::CalledOff;
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Expr, Game};
use grundy_rules::{FaultClass, Instance, Meter, Part, Side, Value};
use std::sync::Arc;

/// A rule that somebody found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// In the language of rules, without the word `claim` and without conditions.
    pub claim: String,
    /// In words.
    pub words: String,
    /// Where it holds, beside what the table is restricted to, in the language of rules.
    pub condition: Option<String>,
}

impl Candidate {
    /// A candidate that holds everywhere.
    pub fn new(claim: impl Into<String>, words: impl Into<String>) -> Candidate {
        Candidate { claim: claim.into(), words: words.into(), condition: None }
    }

    /// The claim with all its conditions.
    pub fn text(&self, conditions: &[String]) -> String {
        // What the table is restricted to comes first: a condition on `h[0]` means nothing where there is no such number.
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
    /// It as a claim of the file that was made for it.
    pub claim: Claim,
    /// The game with that claim.
    pub instance: Arc<Instance>,
    /// What the table says of it.
    pub compared: Compared,
}

/// What became of a claim on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The first place where it does not hold, in the order of [`Survey::order`].
    pub fails: Option<usize>,
    /// At how many places before that it was compared.
    pub held: u64,
    /// How many places of the order were looked at: fewer than there are where the claim takes too long to evaluate.
    pub looked: usize,
}

/// What a claim comes to at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does not speak of the position.
    Silent,
    /// It says what is so.
    Holds,
    /// It says something else, or what it says has no meaning there.
    Fails,
    /// It takes too many steps to be evaluated.
    TooLong,
}

/// What a claim says of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Nothing: its condition does not hold.
    Nothing,
    /// A value: a Grundy value or a score.
    Value(Value),
    /// Whether the outcome is the one that the claim names.
    Outcome(ClaimedOutcome, bool),
    /// What it says has no meaning.
    Undefined,
    /// It takes too many steps to be evaluated.
    TooLong,
}

/// How many places are compared before it is asked again whether the work is called off.
const PLACES_AT_ONCE: usize = 1 << 10;
/// How many steps the evaluation of one claim may take.
const STEPS: u64 = 40_000_000;

/// Compares candidates with a table. Those that the language cannot read are left out, and those that were not compared to the end before
/// the work was called off.
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

/// The candidates as claims, all in one file where that can be done.
fn read_all(instance: &Arc<Instance>, conditions: &[String], candidates: &[Candidate]) -> Vec<Read> {
    if candidates.is_empty() {
        return Vec::new();
    }
    if let Some(read) = read_together(instance, conditions, candidates) {
        return read;
    }
    let (left, right) = candidates.split_at(candidates.len() / 2);
    // One that cannot be read is found by halves.
    if left.is_empty() {
        return Vec::new();
    }
    let mut all = read_all(instance, conditions, left);
    all.extend(read_all(instance, conditions, right));
    all
}

fn read_together(instance: &Arc<Instance>, conditions: &[String], candidates: &[Candidate]) -> Option<Vec<Read>> {
    let texts: Vec<String> = candidates.iter().map(|candidate| candidate.text(conditions)).collect();
    let extended = with_claims(instance, &texts)?;
    let game = extended.shared_game();
    let first = game.claims.len().checked_sub(candidates.len())?;
    let claims = game.claims[first..].iter().cloned();
    Some(candidates.iter().cloned().zip(claims).map(|(one, claim)| (one, extended.clone(), claim)).collect())
}

/// The same game with these claims after its own; `None` where they cannot be read.
pub fn with_claims(instance: &Instance, claims: &[String]) -> Option<Arc<Instance>> {
    let mut source = instance.game().source.0.clone();
    for claim in claims {
        source += &format!("\nclaim {claim}");
    }
    let game: Arc<Game> = grundy_rules::read(&(source + "\n")).ok()?;
    let givens = instance.givens().iter().cloned().map(Some).collect();
    Instance::new(game, givens).ok().map(Arc::new)
}

/// What a claim about values or winners says of a position.
pub fn said(instance: &Instance, claim: &Claim, part: &Part, mover: Option<Side>, meter: &Meter) -> Said {
    let evaluate = |expr: &Expr| match instance.evaluate(expr, part, mover, meter) {
        Ok(value) => Ok(value),
        Err(fault) if fault.class == FaultClass::Budget => Err(Said::TooLong),
        Err(_) => Err(Said::Undefined),
    };
    let whole = || {
        if let Some(condition) = &claim.condition
            && evaluate(condition)? == Value::Bool(false)
        {
            return Ok(Said::Nothing);
        }
        match &claim.kind {
            ClaimKind::Iff(outcome, condition) => {
                Ok(Said::Outcome(*outcome, evaluate(condition)? == Value::Bool(true)))
            }
            ClaimKind::Equals(_, expr) => evaluate(expr).map(Said::Value),
            _ => Ok(Said::Undefined),
        }
    };
    whole().unwrap_or_else(|other| other)
}

/// What a claim comes to where a table tells this value.
pub fn verdict(said: &Said, claim: &Claim, told: Told, value: i64, mover: Option<Side>) -> Verdict {
    let holds = match (said, told) {
        (Said::Nothing, _) => return Verdict::Silent,
        (Said::TooLong, _) => return Verdict::TooLong,
        (Said::Undefined, _) => false,
        (Said::Value(number), _) => {
            let quantity = if told == Told::Score { Quantity::Score } else { Quantity::Grundy };
            let is_about = matches!(&claim.kind, ClaimKind::Equals(about, _) if *about == quantity);
            is_about && told != Told::Outcome && *number == Value::from(value)
        }
        (Said::Outcome(outcome, expected), told) => {
            let so = match (outcome, told) {
                (_, Told::Score) => None,
                (ClaimedOutcome::Second, _) => Some(value == 0),
                (ClaimedOutcome::First, Told::Grundy) => Some(value != 0),
                (ClaimedOutcome::First, Told::Outcome) => Some(value == 1),
                (ClaimedOutcome::Draw, Told::Outcome) => Some(value == DRAWN),
                (ClaimedOutcome::Side(side), Told::Outcome) => {
                    Some(value != DRAWN && (value == 1) == (mover == Some(*side)))
                }
                _ => None,
            };
            so == Some(*expected)
        }
    };
    if holds { Verdict::Holds } else { Verdict::Fails }
}

/// Where a claim of the file first does not hold, and how often it did before; `None` where the work was called off.
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
    for place in order {
        let (Some(value), Some(part)) = (survey.values[*place], survey.part(instance, *place)) else { continue };
        match verdict(&said(instance, claim, &part, mover, &meter), claim, survey.told, value, mover) {
            Verdict::Silent => {}
            Verdict::Holds => compared.held += 1,
            Verdict::Fails => {
                compared.fails = Some(*place);
                break;
            }
            Verdict::TooLong => break,
        }
        compared.looked += 1;
        if compared.looked.is_multiple_of(PLACES_AT_ONCE) && called_off() {
            return None;
        }
    }
    (!called_off()).then_some(compared)
}

fn period_failure(instance: &Instance, survey: &Survey, said: (Quantity, &Expr, &Expr)) -> Compared {
    let nothing = Arc::new(Vec::new());
    let number = |expr: &Expr| {
        if !instance.game().components_of([expr]).is_empty() {
            return None;
        }
        instance.evaluate(expr, &nothing, None, &Meter::steps(10_000)).ok()?.as_int()?.to_usize()
    };
    let (quantity, period, from) = said;
    let values = &survey.values;
    let not_seen = Compared { fails: Some(0), held: 0, looked: 0 };
    let (Some(period), Some(from)) = (number(period).filter(|period| *period > 0), number(from)) else {
        return not_seen;
    };
    let told = matches!((quantity, survey.told), (Quantity::Grundy, Told::Grundy) | (Quantity::Score, Told::Score));
    if survey.plan.names.len() != 1 || !told {
        return not_seen;
    }
    let start = (from as i64 - survey.plan.low[0]).max(0) as usize;
    // What is no position, or was not solved, repeats nothing and contradicts nothing.
    let differ = |at: &usize| matches!((values[*at], values[at + period]), (Some(one), Some(other)) if one != other);
    let fails = (start..values.len().saturating_sub(period)).find(differ);
    // A period of which less than two turns are seen is none.
    let seen = values.len().saturating_sub(start);
    match fails {
        Some(at) => Compared { fails: Some(at + period), held: at as u64, looked: at + period },
        None if seen < 2 * period => not_seen,
        None => Compared { fails: None, held: survey.known(), looked: survey.known() as usize },
    }
}
