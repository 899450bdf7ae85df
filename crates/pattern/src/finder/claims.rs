//! The claims of a file, proved where that can be done; without claims, what is found by itself.
//!
//! In: a game with its givens. Out: a [`Finding`] for each claim about every position, in the order of the file. A claim is proved by an
//! automaton that the checker accepts together with the claim, or as the consequence of a theorem, which `grundy_proof` alone
//! says; else it is compared with tables. Easy claims come first, and what is left of the time is shared by the others, so that no
//! claim takes the time of those after it.

use super::prover::{Prover, speaks_of_givens};
use super::search;
use super::tables::{OUT_OF_TIME, Tables};
use crate::claims::prove_period;
use crate::prover::Effort;
use grundy_proof::linear::Limits;
use grundy_rules::Instance;
use grundy_rules::game::Claim;
use grundy_solve::Budget;
use std::sync::Arc;

/// What became of a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// It holds for every position: the checker accepted a certificate.
    Proved,
    /// It speaks of certain positions alone, and was computed for all of them, or it is read off the rules.
    Computed,
    /// It holds on the positions that were tried.
    Checked,
    /// It does not hold.
    Refuted,
    /// Nothing is known.
    #[default]
    Unknown,
}

impl Status {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Computed => "computed",
            Status::Checked => "checked",
            Status::Refuted => "refuted",
            Status::Unknown => "unknown",
        }
    }
}

/// A claim and what became of it.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// The claim in the language of rules, without the word `claim`; empty where it cannot be said there.
    pub claim: String,
    /// In words.
    pub words: String,
    /// What became of it.
    pub status: Status,
    /// How far it was checked: the greatest number of a table, or how many positions were tried.
    pub bound: Option<u64>,
    /// The same in words: `n ≤ 100`, `400 positions`.
    pub extent: Option<String>,
    /// Where it does not hold.
    pub counterexample: Option<String>,
    /// The numeration system of the automaton.
    pub system: Option<String>,
    /// How many states the automaton has.
    pub states: Option<usize>,
    /// The certificate.
    pub certificate: Option<String>,
    /// How the claim follows from the certificate, where the certificate does not say it itself.
    pub link: Option<String>,
}

/// How many steps of the checker a claim may take in each round; what is not settled then waits for the next one.
const ROUNDS: [u64; 3] = [1_000_000, 8_000_000, u64::MAX];

/// Proves the claims of a game, or finds a rule and proves it. The second list says what was tried in vain.
pub fn findings(instance: &Arc<Instance>, effort: &Effort, limits: &Limits) -> (Vec<Finding>, Vec<String>) {
    findings_with(instance, effort, &mut Prover::new(instance, effort, limits))
}

/// The same with a prover that keeps what it has proved.
pub fn findings_with(instance: &Arc<Instance>, effort: &Effort, prover: &mut Prover) -> (Vec<Finding>, Vec<String>) {
    let game = instance.shared_game();
    let is_asked = |claim: &&Claim| claim.kind.is_general() && speaks_of_givens(instance, claim);
    let claims: Vec<&Claim> = game.claims.iter().filter(is_asked).collect();
    let mut findings = settle(instance, &claims, prover);
    let mut tried = Vec::new();
    if findings.iter().all(|finding| finding.status != Status::Proved) {
        match search::find_with(instance, effort, None, prover) {
            Ok(report) => {
                let more = report.found.into_iter().flat_map(|found| found.findings);
                // Beside claims of the file only what is proved is news.
                let news = |finding: &Finding| finding.status == Status::Proved || claims.is_empty();
                let said = |finding: &Finding| claims.iter().any(|claim| claim.text == finding.claim);
                findings.extend(more.filter(|finding| news(finding) && !said(finding)));
                tried = report.tried;
            }
            Err(why) => {
                findings.extend(prover.automaton());
                tried.push(why.to_string());
                tried.extend(prover.tried());
            }
        }
    }
    (findings, tried)
}

/// What becomes of each claim.
fn settle(instance: &Arc<Instance>, claims: &[&Claim], prover: &mut Prover) -> Vec<Finding> {
    let mut proved: Vec<Option<Finding>> = vec![None; claims.len()];
    let mut by_table: Vec<Option<Finding>> = vec![None; claims.len()];
    let mut tables = Tables::new(instance);
    for (round, max_steps) in ROUNDS.into_iter().enumerate() {
        let is_open = |at: &usize, proved: &[Option<Finding>], by_table: &[Option<Finding>]| {
            proved[*at].is_none() && by_table[*at].as_ref().is_none_or(|found| found.status != Status::Refuted)
        };
        let open: Vec<usize> = (0..claims.len()).filter(|at| is_open(at, &proved, &by_table)).collect();
        for (place, at) in open.iter().enumerate() {
            proved[*at] = prover.prove_within(instance, claims[*at], max_steps, open.len() - place);
        }
        // After the easy ones, what is not proved is compared with tables: what is false need not be proved.
        let is_unproved = |at: &usize| proved[*at].as_ref().is_none_or(|found| found.status != Status::Proved);
        let unproved: Vec<usize> = (0..claims.len()).filter(is_unproved).collect();
        if round == 0 && !unproved.is_empty() {
            let asked: Vec<&Claim> = unproved.iter().map(|at| claims[*at]).collect();
            let budget = prover.share(3.0);
            for (at, found) in unproved.iter().zip(tables.small(&asked, &budget)) {
                by_table[*at] = Some(found);
            }
            let far: Vec<usize> = unproved.into_iter().filter(|at| is_open(at, &proved, &by_table)).collect();
            for (place, at) in far.iter().enumerate() {
                let budget = prover.share(3.0 * (far.len() - place) as f64);
                if let Some(found) = with_certificate(instance, claims[*at], &budget) {
                    proved[*at] = Some(found);
                } else if let Some(found) = prover.goes_on().then(|| tables.far(claims[*at], &budget)).flatten() {
                    by_table[*at] = Some(found);
                }
            }
        }
    }
    let unknown = |claim: &Claim| {
        let words = if prover.is_called_off() { OUT_OF_TIME.to_owned() } else { claim.text.clone() };
        Finding { claim: claim.text.clone(), words, ..Finding::default() }
    };
    let each = claims.iter().zip(proved).zip(by_table);
    each.map(|((claim, proved), by_table)| match (proved, by_table) {
        (Some(proved), _) if proved.status == Status::Proved => proved,
        // Small positions give the smallest counterexample; the automaton knows one of any size.
        (_, Some(found)) if found.status == Status::Refuted => found,
        (Some(refuted), _) => refuted,
        (None, Some(found)) => found,
        (None, None) => unknown(claim),
    })
    .collect()
}

/// A claim about a long period of heaps, with its certificate.
fn with_certificate(instance: &Instance, claim: &Claim, budget: &Budget) -> Option<Finding> {
    let (certificate, _) = prove_period(&instance.shared_game(), claim, budget)?;
    Some(Finding {
        claim: claim.text.clone(),
        words: claim.text.clone(),
        status: Status::Proved,
        certificate: Some(certificate.to_string()),
        ..Finding::default()
    })
}
