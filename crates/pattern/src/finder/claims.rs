//! The claims of a file, proved where possible; without claims, the rules that are found.
//!
//! In: a game with its givens. Out: a [`Finding`] for each claim about every position, in the order of the file. A
//! claim is proved by an automaton that the checker accepts together with the claim, or as the consequence of a
//! theorem, which only `grundy_proof` decides; else it is compared with tables. Easy claims come first, and the
//! remaining time is shared by the others, so that no claim takes the time of those after it.

use super::prover::Prover;
use super::search;
use super::tables::{NOT_TRIED, OUT_OF_TIME, Tables};
use crate::claims::HeapProof;
use crate::prover::Effort;
use grundy_message::{Message, message};
use grundy_proof::consequence::{Consequence, speaks_of_givens};
use grundy_proof::linear::Limits;
use grundy_rules::Instance;
use grundy_rules::game::{Claim, ClaimKind};
use grundy_solve::{Budget, Stop};
use std::sync::Arc;

/// What became of a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// It holds for every position: the checker accepted a certificate.
    Proved,
    /// It is about certain positions only and was computed for all of them, or it follows from the rules directly.
    Computed,
    /// It holds for the positions that were tried.
    Checked,
    /// It does not hold.
    Refuted,
    /// Nothing is known.
    #[default]
    Unknown,
}

impl Status {
    /// Returns the word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Computed => "computed",
            Status::Checked => "checked",
            Status::Refuted => "refuted",
            Status::Unknown => "unknown",
        }
    }

    /// Returns the word for people.
    pub fn message(self) -> Message {
        match self {
            Status::Proved => message!("proved"),
            Status::Computed => message!("computed"),
            Status::Checked => message!("checked"),
            Status::Refuted => message!("refuted"),
            Status::Unknown => message!("unknown"),
        }
    }
}

/// A claim and what became of it.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// The claim in the language of rules, without the word `claim`; empty if the language cannot express it.
    pub claim: String,
    /// The claim in words.
    pub words: Message,
    /// What became of it.
    pub status: Status,
    /// How far it was checked: the greatest number of a table, or how many positions were tried.
    pub bound: Option<u64>,
    /// The bound in words: `n ≤ 100`, `400 positions`.
    pub extent: Option<Message>,
    /// A position where it does not hold.
    pub counterexample: Option<Message>,
    /// The numeration system of the automaton.
    pub system: Option<Message>,
    /// Number of states of the automaton.
    pub states: Option<usize>,
    /// The certificate.
    pub certificate: Option<String>,
    /// How the claim follows from the certificate, if the certificate does not state it itself.
    pub link: Option<Message>,
    /// The proof, as `grundy_proof` gives it.
    pub proof: Option<Consequence>,
}

impl Finding {
    /// Marks the finding as proved. This is the only function that does.
    pub fn proved(self, consequence: Consequence) -> Finding {
        let words = match consequence.speaks() {
            true => self.words,
            false => message!("it speaks of no position, so that nothing is said"),
        };
        let link = consequence.why().cloned();
        Finding { status: Status::Proved, words, link, proof: Some(consequence), ..self }
    }
}

/// Maximum number of checker steps per claim in each round; what is unsettled waits for the next round.
const ROUNDS: [u64; 3] = [1_000_000, 8_000_000, u64::MAX];

/// Proves the claims of a game, or finds a rule and proves it. The second list describes failed attempts.
pub fn findings(instance: &Arc<Instance>, effort: &Effort, limits: &Limits) -> (Vec<Finding>, Vec<Message>) {
    findings_with(instance, effort, &mut Prover::new(instance, effort, limits))
}

/// Like [`findings`], but with a prover that keeps what it has proved.
pub fn findings_with(instance: &Arc<Instance>, effort: &Effort, prover: &mut Prover) -> (Vec<Finding>, Vec<Message>) {
    let game = instance.shared_game();
    let is_asked = |claim: &&Claim| claim.kind.is_general() && speaks_of_givens(instance, claim);
    let claims: Vec<&Claim> = game.claims.iter().filter(is_asked).collect();
    let mut tried = Vec::new();
    let mut findings = settle(instance, &claims, prover, &mut tried);
    if findings.iter().all(|finding| finding.status != Status::Proved) {
        match search::find_with(instance, effort, None, prover) {
            Ok(report) => {
                let more = report.found.into_iter().flat_map(|found| found.findings);
                // Beside the claims of the file, only proved rules are reported.
                let news = |finding: &Finding| finding.status == Status::Proved || claims.is_empty();
                let is_listed = |finding: &Finding| claims.iter().any(|claim| claim.text == finding.claim);
                findings.extend(more.filter(|finding| news(finding) && !is_listed(finding)));
                tried.extend(report.tried);
            }
            Err(why) => {
                findings.extend(prover.automaton());
                tried.push(why.message());
                tried.extend(prover.tried());
            }
        }
    }
    (findings, tried)
}

/// Settles each claim; failed attempts are added to `tried`.
fn settle(instance: &Arc<Instance>, claims: &[&Claim], prover: &mut Prover, tried: &mut Vec<Message>) -> Vec<Finding> {
    let mut proved: Vec<Option<Finding>> = vec![None; claims.len()];
    let mut by_table: Vec<Option<Finding>> = vec![None; claims.len()];
    let mut is_tried = vec![false; claims.len()];
    let mut tables = Tables::new(instance);
    for (round, max_steps) in ROUNDS.into_iter().enumerate() {
        let is_open = |at: &usize, proved: &[Option<Finding>], by_table: &[Option<Finding>]| {
            proved[*at].is_none() && by_table[*at].as_ref().is_none_or(|found| found.status != Status::Refuted)
        };
        let mut open: Vec<usize> = (0..claims.len()).filter(|at| is_open(at, &proved, &by_table)).collect();
        // Short claims are easy; a hard one must not take their time.
        open.sort_by_key(|at| claims[*at].text.len());
        for (index, at) in open.iter().enumerate() {
            is_tried[*at] |= !prover.is_called_off();
            proved[*at] = prover.prove_within(instance, claims[*at], max_steps, open.len() - index);
        }
        // After the easy ones, unproved claims are compared with tables: a false claim need not be proved.
        let is_unproved = |at: &usize| proved[*at].as_ref().is_none_or(|found| found.status != Status::Proved);
        let unproved: Vec<usize> = (0..claims.len()).filter(is_unproved).collect();
        if round == 0 && !unproved.is_empty() {
            let rest: Vec<&Claim> = unproved.iter().map(|at| claims[*at]).collect();
            let budget = prover.share(3.0);
            for (at, found) in unproved.iter().zip(tables.small(&rest, &budget)) {
                by_table[*at] = Some(found);
            }
            let far: Vec<usize> = unproved.into_iter().filter(|at| is_open(at, &proved, &by_table)).collect();
            for (index, at) in far.iter().enumerate() {
                let budget = prover.share(3.0 * (far.len() - index) as f64);
                if let Some(found) = with_certificate(instance, claims[*at], &budget, tried) {
                    proved[*at] = Some(found);
                } else if let Some(found) = prover.goes_on().then(|| tables.far(claims[*at], &budget)).flatten() {
                    by_table[*at] = Some(found);
                }
            }
        }
    }
    let unknown = |claim: &Claim, is_tried: bool| {
        let words = match prover.is_called_off() {
            true if is_tried => OUT_OF_TIME.into(),
            true => NOT_TRIED.into(),
            false => Message::text(&claim.text),
        };
        Finding { claim: claim.text.clone(), words, ..Finding::default() }
    };
    let each = claims.iter().zip(is_tried).zip(proved).zip(by_table);
    each.map(|(((claim, is_tried), proved), by_table)| match (proved, by_table) {
        (Some(proved), _) if proved.status == Status::Proved => proved,
        // Small positions give the smallest counterexample; the automaton's can have any size.
        (_, Some(found)) if found.status == Status::Refuted => found,
        (Some(refuted), _) => refuted,
        (None, found) => {
            // A proof may have been found after the claim was tried.
            prover.refuted(instance, claim).or(found).unwrap_or_else(|| unknown(claim, is_tried))
        }
    })
    .collect()
}

/// Proves a claim about a long period of heaps, with its certificate.
fn with_certificate(instance: &Instance, claim: &Claim, budget: &Budget, tried: &mut Vec<Message>) -> Option<Finding> {
    if !matches!(claim.kind, ClaimKind::Period { .. }) {
        return None;
    }
    let proof = HeapProof::new(&instance.shared_game(), budget);
    let proof = match proof {
        Ok(proof) => proof,
        Err(stop) => {
            let limit = stop.filter(|stop| matches!(stop, Stop::Limit { .. }));
            tried.extend(limit.map(|limit| message!("the period of the heaps: {limit}", limit)));
            return None;
        }
    };
    let consequence = proof.proves_period(claim, budget)?;
    let (claim, words) = (claim.text.clone(), Message::text(&claim.text));
    let certificate = Some(proof.certificate.to_string());
    Some(Finding { claim, words, certificate, ..Finding::default() }.proved(consequence))
}
