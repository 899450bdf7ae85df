//! The claims of a file, proved where that can be done; without claims, what is found by itself.
//!
//! In: a game with its givens. Out: a [`Finding`] for each claim about every position. A claim is proved by an automaton that the checker
//! accepts together with the claim, else by what the solver knows of periods, else checked on small positions.

use super::words::words;
use crate::check_claims;
use crate::prover::{Effort, Learned, Proof, Unproved, prove};
use grundy_checker::{Fault, Limits, Play};
use grundy_proof::linear::{NoTheorem, claim_of, claim_of_table};
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, Expr};
use grundy_rules::{Instance, Meter, Position, Value};
use grundy_solve::ClaimVerdict;
use std::sync::Arc;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It holds for every position: the checker accepted a certificate.
    Proved,
    /// It holds on the positions that were tried.
    Checked,
    /// It does not hold.
    Refuted,
    /// Nothing is known.
    Unknown,
}

impl Status {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Checked => "checked",
            Status::Refuted => "refuted",
            Status::Unknown => "unknown",
        }
    }
}

/// A claim and what became of it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The claim in the language of rules, without the word `claim`; empty where it cannot be said there.
    pub claim: String,
    /// In words.
    pub words: String,
    /// What became of it.
    pub status: Status,
    /// How many positions were tried, where it was checked.
    pub bound: Option<u64>,
    /// Where it does not hold.
    pub counterexample: Option<String>,
    /// The numeration system of the automaton.
    pub system: Option<String>,
    /// How many states the automaton has.
    pub states: Option<usize>,
    /// The certificate.
    pub certificate: Option<String>,
}

/// Proves the claims of a game, or finds a rule and proves it. The second list says what was tried in vain.
pub fn findings(instance: &Arc<Instance>, effort: &Effort, limits: &Limits) -> (Vec<Finding>, Vec<String>) {
    let values =
        |claim: &Claim| matches!(claim.kind, ClaimKind::Equals(Quantity::Grundy, _) | ClaimKind::Period { .. });
    let wants_values = effort.wants.is_none() && instance.game().claims.iter().any(values);
    let wanted = Effort { wants: Some(Learned::Grundy), budget: effort.budget.clone(), go_on: effort.go_on };
    // Where the Grundy values cannot be proved, who wins may still be.
    let first = if wants_values { prove(instance, &wanted).ok() } else { None };
    let proved = first.map_or_else(|| prove(instance, effort), Ok);
    let (proof, tried) = match proved {
        Ok(proof) => (Some(proof), Vec::new()),
        Err(Unproved::Stopped(stopped)) => (None, vec![format!("the rules are not linear: {stopped}")]),
        Err(Unproved::Useless(why)) => (None, vec![why]),
        Err(Unproved::Tried(tried)) => (None, tried),
    };
    let game = instance.shared_game();
    let is_general =
        |claim: &&Claim| matches!(claim.kind, ClaimKind::Equals(..) | ClaimKind::Iff(..) | ClaimKind::Period { .. });
    let claims: Vec<&Claim> = game.claims.iter().filter(is_general).collect();
    let mut findings = Vec::new();
    let mut reports = None;
    for claim in &claims {
        let said = proof.as_ref().and_then(|proof| prove_claim(instance, proof, claim, limits));
        let finding = said.filter(|finding| finding.status == Status::Proved).unwrap_or_else(|| {
            let reports = reports.get_or_insert_with(|| check_claims(&game, &effort.budget));
            let text = format!("claim {}", claim.text);
            let verdict = reports.iter().find(|report| report.text == text).map(|report| &report.verdict);
            checked(claim, verdict)
        });
        findings.push(finding);
    }
    if let Some(proof) = proof.as_ref().filter(|_| findings.iter().all(|finding| finding.status != Status::Proved)) {
        let words = words(instance, proof, limits);
        findings.push(Finding {
            claim: words.claim.unwrap_or_default(),
            words: words.sentence,
            status: Status::Proved,
            certificate: Some(words.certificate),
            ..about(proof)
        });
    }
    (findings, tried)
}

fn about(proof: &Proof) -> Finding {
    Finding {
        claim: String::new(),
        words: String::new(),
        status: Status::Unknown,
        bound: None,
        counterexample: None,
        system: Some(proof.system.to_string()),
        states: Some(proof.automaton.states.len()),
        certificate: None,
    }
}

/// A claim proved or refuted by the automaton; `None` where that cannot be said.
fn prove_claim(instance: &Instance, proof: &Proof, claim: &Claim, limits: &Limits) -> Option<Finding> {
    let values = matches!(claim.kind, ClaimKind::Equals(Quantity::Grundy, _) | ClaimKind::Period { .. });
    if values && proof.play != Play::Grundy {
        return None;
    }
    let (lines, sentence) = match &claim.kind {
        ClaimKind::Period { quantity: Quantity::Grundy, period, from } => {
            let (period, from) = (number(instance, period)?, number(instance, from)?);
            if proof.game.components.len() != 1 || claim.condition.is_some() || period == 0 || period + from > 2000 {
                return None;
            }
            let said =
                |at: usize| proof.theorem.value(&[at as u128]).map_or("any".to_owned(), |value| value.to_string());
            let first: Vec<String> = (0..from).map(said).collect();
            let repeated: Vec<String> = (from..from + period).map(said).collect();
            (claim_of_table(&first, &repeated), format!("the Grundy values repeat with period {period} from {from} on"))
        }
        _ => (claim_of(instance, claim, proof.automaton.greatest()).ok()?, claim.text.clone()),
    };
    let finding = Finding { claim: claim.text.clone(), words: sentence, ..about(proof) };
    match proof.with_claim(instance, &lines, limits) {
        Ok((certificate, _)) => Some(Finding { status: Status::Proved, certificate: Some(certificate), ..finding }),
        Err(NoTheorem::Refused(refusal)) if refusal.fault == Fault::Claim => {
            let numbers = refusal.position?.into_iter().map(|number| Some(Value::from(i64::try_from(number).ok()?)));
            let part = instance.part(numbers.collect::<Option<_>>()?).ok()?;
            let position = instance.print_position(&Position { mover: None, parts: vec![part] });
            Some(Finding { status: Status::Refuted, counterexample: Some(position), ..finding })
        }
        Err(_) => None,
    }
}

fn number(instance: &Instance, expr: &Expr) -> Option<usize> {
    let value = instance.evaluate(expr, &Arc::new(Vec::new()), None, &Meter::steps(100_000)).ok()?;
    value.as_int()?.to_usize()
}

/// What solved positions say of a claim.
fn checked(claim: &Claim, verdict: Option<&ClaimVerdict>) -> Finding {
    let mut finding = Finding {
        claim: claim.text.clone(),
        words: claim.text.clone(),
        status: Status::Unknown,
        bound: None,
        counterexample: None,
        system: None,
        states: None,
        certificate: None,
    };
    match verdict {
        Some(ClaimVerdict::Holds { positions, description }) => {
            finding.status = Status::Checked;
            finding.bound = Some(*positions);
            finding.words = format!("{}: {description}", claim.text);
        }
        Some(ClaimVerdict::Proved { by }) => {
            finding.status = Status::Proved;
            finding.words = format!("{}: {by}", claim.text);
        }
        Some(ClaimVerdict::Fails { counterexample, expected, found, givens }) => {
            finding.status = Status::Refuted;
            let givens = if givens.is_empty() { String::new() } else { format!(" with {givens}") };
            finding.counterexample = Some(format!("{counterexample}{givens}"));
            finding.words = format!("at {counterexample}{givens} the claim says {expected}, and it is {found}");
        }
        Some(ClaimVerdict::Unknown { why }) => finding.words = why.clone(),
        Some(ClaimVerdict::Faulty(fault)) => finding.words = fault.sentence(),
        None => {}
    }
    finding
}
