//! The claims of a file, proved where that can be done; without claims, what is found by itself.
//!
//! In: a game with its givens. Out: a [`Finding`] for each claim about every position. A claim is proved by an automaton that the checker
//! accepts together with the claim, or by a period that the checker accepts and that the claim follows from; else it is
//! checked on small positions.

use super::link::says_the_same;
use super::quasi::{Fact, follows};
use super::search;
use super::words::words;
use crate::check_claims;
use crate::prover::{Effort, Learned, Patience, Proof, Unproved, prove};
use crate::run::certificate_of;
use grundy_checker::{Fault, Play};
use grundy_proof::linear::{Limits, NoTheorem, claim_of, claim_of_period};
use grundy_proof::{Claim as Proposition, Theorem, check};
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, Expr};
use grundy_rules::heap::{Recognised, recognise};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Instance, Join, Meter, Position, Value};
use grundy_solve::heap::solve_heap;
use grundy_solve::{Budget, ClaimVerdict};
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

/// What became of a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// It holds for every position: the checker accepted a certificate.
    Proved,
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

/// Where a game's heaps come from, and their proved period.
struct Period {
    recognised: Recognised,
    theorem: Theorem,
    certificate: String,
}

/// What can be proved about a game, found out when it is first needed.
pub struct Prover<'a> {
    instance: &'a Arc<Instance>,
    effort: &'a Effort<'a>,
    limits: &'a Limits,
    period: OnceCell<Option<Period>>,
    values: OnceCell<Result<Proof, Vec<String>>>,
    winners: OnceCell<Result<Proof, Vec<String>>>,
}

/// How many values of heaps are computed to find a period.
const MOST_HEAPS: u64 = 1 << 16;
/// Longer periods are not shown by an automaton: the time of the checker grows with their square.
const MOST_PERIOD: usize = 600;
/// How often the search for an automaton of Grundy values asks whether to go on.
const MOST_TRIALS: u32 = 500;

impl<'a> Prover<'a> {
    /// Nothing proved yet.
    pub fn new(instance: &'a Arc<Instance>, effort: &'a Effort<'a>, limits: &'a Limits) -> Prover<'a> {
        Prover { instance, effort, limits, period: OnceCell::new(), values: OnceCell::new(), winners: OnceCell::new() }
    }

    /// The period of a heap game, with a certificate that the checker accepts.
    fn period(&self) -> Option<&Period> {
        let find = || {
            let game = self.instance.game();
            // Values of heaps say who wins under normal play of single moves alone.
            let is_normal = why_parts_have_no_grundy(game).is_none() && self.instance.join().ok() == Some(Join::One);
            if game.components.len() != 1 || !is_normal || !(self.effort.go_on)() {
                return None;
            }
            let recognised = recognise(self.instance).filter(|recognised| recognised.slope == 1)?;
            let seconds = self.effort.budget.max_seconds.map_or(2.0, |seconds| (seconds / 4.0).min(2.0));
            let budget = Budget { max_seconds: Some(seconds), ..self.effort.budget.clone() };
            let (run, _) = solve_heap(&recognised.game, MOST_HEAPS, &budget);
            let certificate = certificate_of(&run)?;
            let theorem = check(&certificate, &grundy_proof::Limits::default()).ok()?;
            Some(Period { recognised, theorem, certificate: certificate.to_string() })
        };
        self.period.get_or_init(find).as_ref()
    }

    /// The automaton of the Grundy values, or one that says at least who wins.
    fn automaton_of(&self, learned: Learned) -> Option<&Proof> {
        if learned == Learned::Outcome
            && let Some(Ok(proof)) = self.values.get()
        {
            return Some(proof);
        }
        let cell = if learned == Learned::Grundy { &self.values } else { &self.winners };
        let find = || {
            // Grundy values that are not automatic must not take the time of what could be proved of the winners.
            let left = Cell::new(MOST_TRIALS);
            let go_on = || {
                left.set(left.get() - u32::from(learned == Learned::Grundy).min(left.get()));
                left.get() > 0 && (self.effort.go_on)()
            };
            let wants = (learned == Learned::Grundy).then_some(learned);
            let budget = &self.effort.budget;
            let seconds = budget.max_seconds.map(|seconds| (seconds / 4.0).min(5.0));
            let effort = Effort { wants, budget: Budget { max_seconds: seconds, ..budget.clone() }, go_on: &go_on };
            match prove(self.instance, &effort) {
                Ok(proof) => Ok(proof),
                Err(Unproved::Stopped(stopped)) => Err(vec![format!("the rules are not linear: {stopped}")]),
                Err(Unproved::Useless(why)) => Err(vec![why]),
                Err(Unproved::Tried(tried)) => Err(tried),
            }
        };
        cell.get_or_init(find).as_ref().ok()
    }

    /// Whether there is time left.
    pub fn goes_on(&self) -> bool {
        (self.effort.go_on)()
    }

    /// What else is solved may cost this.
    pub fn budget(&self) -> &Budget {
        &self.effort.budget
    }

    /// How much checking a claim may take.
    fn patience(&self) -> Patience<'a> {
        Patience { limits: self.limits, go_on: self.effort.go_on }
    }

    /// What was tried in vain.
    pub fn tried(&self) -> Vec<String> {
        let mut tried: Vec<String> = Vec::new();
        if [&self.values, &self.winners].iter().any(|cell| matches!(cell.get(), Some(Ok(_)))) {
            return tried;
        }
        for cell in [&self.values, &self.winners] {
            if let Some(Err(why)) = cell.get() {
                tried.extend(why.iter().filter(|line| !tried.contains(line)).cloned().collect::<Vec<_>>());
            }
        }
        tried
    }

    /// The automaton itself, in the best words for it.
    pub fn automaton(&self) -> Option<Finding> {
        let proof = self.automaton_of(Learned::Outcome)?;
        let words = words(self.instance, proof, &self.patience());
        Some(Finding {
            claim: words.claim.unwrap_or_default(),
            words: words.sentence,
            status: Status::Proved,
            certificate: Some(words.certificate),
            ..about(proof)
        })
    }

    /// The automaton that was proved, if any.
    pub fn proof(&self) -> Option<&Proof> {
        let known = [&self.values, &self.winners].into_iter().find_map(|cell| cell.get()?.as_ref().ok());
        known.or_else(|| self.automaton_of(Learned::Outcome))
    }

    /// A claim of the game, or of the game with more claims, proved or refuted; `None` where that cannot be done.
    pub fn prove(&mut self, instance: &Instance, claim: &Claim) -> Option<Finding> {
        if !self.goes_on() {
            return None;
        }
        if let Some(finding) = self.by_period(instance, claim) {
            return Some(finding);
        }
        let about_values = matches!(claim.kind, ClaimKind::Equals(Quantity::Grundy, _) | ClaimKind::Period { .. });
        let about_winners = matches!(claim.kind, ClaimKind::Iff(..));
        if !about_values && !about_winners {
            return None;
        }
        let wanted = if about_values { Learned::Grundy } else { Learned::Outcome };
        let said = self.automaton_of(wanted).and_then(|proof| prove_claim(instance, proof, claim, &self.patience()));
        // Values that cannot be compared with a claim about winners may be in a system that the winners are not in.
        match (said, self.winners.get()) {
            (None, Some(Ok(winners))) if about_winners => prove_claim(instance, winners, claim, &self.patience()),
            (said, _) => said,
        }
    }

    /// A claim that a proved period of heaps says.
    fn by_period(&self, instance: &Instance, claim: &Claim) -> Option<Finding> {
        let known = self.period()?;
        let Proposition::HeapPeriod { period, preperiod, saltus, .. } = known.theorem.claim() else { return None };
        let offset = known.recognised.offset;
        let (period, rise) = (i64::try_from(*period).ok()?, i64::try_from(*saltus).ok()?);
        let start = (i64::try_from(*preperiod).ok()? - offset).max(0);
        let value = |number: i64| {
            let heap = known.recognised.heap_of(number)?;
            known.theorem.value(heap).and_then(|value| i64::try_from(value).ok())
        };
        let finding = Finding {
            claim: claim.text.clone(),
            words: claim.text.clone(),
            status: Status::Proved,
            certificate: Some(known.certificate.clone()),
            link: Some(format!("as {}", known.theorem.claim())),
            ..Finding::default()
        };
        if let ClaimKind::Period { quantity: Quantity::Grundy, period: said, from } = &claim.kind {
            let (said, from) = (number(instance, said)? as i64, number(instance, from)? as i64);
            let holds =
                rise == 0 && said > 0 && said % period == 0 && from >= start && is_unconditional(instance, claim);
            return holds.then_some(Finding { link: None, ..finding });
        }
        // Every position is a heap of no less than nothing.
        let fact = Fact { period, start, least: -offset, rise, value: &value };
        follows(instance, claim, &fact).filter(|holds| *holds).map(|_| finding)
    }
}

/// Proves the claims of a game, or finds a rule and proves it. The second list says what was tried in vain.
pub fn findings(instance: &Arc<Instance>, effort: &Effort, limits: &Limits) -> (Vec<Finding>, Vec<String>) {
    findings_with(instance, effort, &mut Prover::new(instance, effort, limits))
}

/// The same with a prover that keeps what it has proved.
pub fn findings_with(instance: &Arc<Instance>, effort: &Effort, prover: &mut Prover) -> (Vec<Finding>, Vec<String>) {
    let game = instance.shared_game();
    let is_general =
        |claim: &&Claim| matches!(claim.kind, ClaimKind::Equals(..) | ClaimKind::Iff(..) | ClaimKind::Period { .. });
    let claims: Vec<&Claim> =
        game.claims.iter().filter(is_general).filter(|claim| speaks_of_givens(instance, claim)).collect();
    let mut findings = Vec::new();
    let mut reports = None;
    for claim in &claims {
        let said = prover.prove(instance, claim);
        let finding = said.clone().filter(|finding| finding.status == Status::Proved).unwrap_or_else(|| {
            let here = || search::examine_with_givens(instance, claim, &effort.budget);
            let checked = match Some(&game.givens).filter(|givens| !givens.is_empty()).and_then(|_| here()) {
                Some(told) => checked_with_givens(claim, told),
                None => {
                    let reports = reports.get_or_insert_with(|| check_claims(&game, &effort.budget));
                    let text = format!("claim {}", claim.text);
                    let verdict = reports.iter().find(|report| report.text == text).map(|report| &report.verdict);
                    checked(claim, verdict)
                }
            };
            // Small positions give the smallest counterexample; the automaton knows one of any size.
            match said {
                Some(refuted) if refuted.status == Status::Refuted && checked.status != Status::Refuted => refuted,
                _ => checked,
            }
        });
        findings.push(finding);
    }
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
                tried.push(why);
                tried.extend(prover.tried());
            }
        }
    }
    (findings, tried)
}

fn about(proof: &Proof) -> Finding {
    Finding { system: Some(proof.system.to_string()), states: Some(proof.automaton.states.len()), ..Finding::default() }
}

/// A claim proved or refuted by the automaton; `None` where that cannot be said.
fn prove_claim(instance: &Instance, proof: &Proof, claim: &Claim, patience: &Patience) -> Option<Finding> {
    let values = matches!(claim.kind, ClaimKind::Equals(Quantity::Grundy, _) | ClaimKind::Period { .. });
    if values && proof.play != Play::Grundy {
        return None;
    }
    let lines = match &claim.kind {
        ClaimKind::Period { quantity: Quantity::Grundy, period, from } => {
            let (period, from) = (number(instance, period)?, number(instance, from)?);
            if !is_unconditional(instance, claim) || period == 0 || period > MOST_PERIOD {
                return None;
            }
            claim_of_period(&proof.game, period as u64, from as u64, proof.automaton.says())
        }
        _ => claim_of(instance, claim, proof.automaton.says()).ok(),
    };
    let finding = Finding { claim: claim.text.clone(), words: claim.text.clone(), ..about(proof) };
    let Some(lines) = lines else { return linked(instance, proof, claim, patience, finding) };
    match proof.with_claim(instance, &lines, patience) {
        Ok((certificate, _)) => Some(Finding { status: Status::Proved, certificate: Some(certificate), ..finding }),
        Err(NoTheorem::Refused(refusal)) if refusal.fault == Fault::Claim => {
            // Of two numbers that should have the same value, the later one is where a period ends.
            let later = usize::from(matches!(claim.kind, ClaimKind::Period { .. }));
            let numbers = refusal.numbers?;
            let place = later * numbers.len().saturating_sub(1);
            let numbers = numbers.into_iter().skip(place).take(proof.game.components.len());
            let numbers = numbers.map(|number| Some(Value::from(i64::try_from(number).ok()?)));
            let part = instance.part(numbers.collect::<Option<_>>()?).ok()?;
            let position = instance.print_position(&Position { mover: None, parts: vec![part] });
            Some(Finding { status: Status::Refuted, counterexample: Some(position), ..finding })
        }
        Err(_) => linked(instance, proof, claim, patience, finding),
    }
}

/// A claim that the checker cannot read, linked to what it accepted.
fn linked(instance: &Instance, proof: &Proof, claim: &Claim, patience: &Patience, finding: Finding) -> Option<Finding> {
    if proof.game.components.len() == 1
        && let Some(repeats) = super::words::repetition(instance, proof, patience)
    {
        let value = |number: i64| proof.theorem.value(&[u128::try_from(number).ok()?]).map(i64::from);
        let fact =
            Fact { period: repeats.period as i64, start: repeats.start as i64, least: 0, rise: 0, value: &value };
        if follows(instance, claim, &fact) == Some(true) {
            let link =
                format!("it follows from the period {} from {} on, which is proved", repeats.period, repeats.start);
            let certificate = Some(repeats.certificate);
            return Some(Finding { status: Status::Proved, certificate, link: Some(link), ..finding });
        }
    }
    says_the_same(instance, proof, claim).then(|| Finding {
        status: Status::Proved,
        certificate: Some(proof.certificate.clone()),
        link: Some("a walk over all words of digits shows that the claim says the same as the automaton".to_owned()),
        ..finding
    })
}

/// Whether a claim says something with the givens of this game: its condition is not one that they alone make false.
fn speaks_of_givens(instance: &Instance, claim: &Claim) -> bool {
    claim.condition.as_ref().is_none_or(|condition| {
        let nothing = Arc::new(Vec::new());
        let varies = !instance.game().components_of([condition]).is_empty();
        varies || instance.evaluate(condition, &nothing, None, &Meter::steps(100_000)) != Ok(Value::Bool(false))
    })
}

/// Whether a claim has no condition, or one that the givens settle.
fn is_unconditional(instance: &Instance, claim: &Claim) -> bool {
    claim.condition.as_ref().is_none_or(|condition| {
        let nothing = Arc::new(Vec::new());
        let fixed = instance.game().components_of([condition]).is_empty();
        fixed && instance.evaluate(condition, &nothing, None, &Meter::steps(100_000)).ok() == Some(Value::Bool(true))
    })
}

fn number(instance: &Instance, expr: &Expr) -> Option<usize> {
    if !instance.game().components_of([expr]).is_empty() {
        return None;
    }
    let value = instance.evaluate(expr, &Arc::new(Vec::new()), None, &Meter::steps(100_000)).ok()?;
    value.as_int()?.to_usize()
}

/// What a table with the givens of the game says of a claim.
fn checked_with_givens(claim: &Claim, (held, fails): (u64, Option<String>)) -> Finding {
    let finding = Finding { claim: claim.text.clone(), words: claim.text.clone(), ..Finding::default() };
    match fails {
        Some(position) => Finding { status: Status::Refuted, counterexample: Some(position), ..finding },
        None => {
            Finding { status: Status::Checked, bound: Some(held), extent: Some(format!("{held} positions")), ..finding }
        }
    }
}

/// What solved positions say of a claim.
fn checked(claim: &Claim, verdict: Option<&ClaimVerdict>) -> Finding {
    let mut finding = Finding { claim: claim.text.clone(), words: claim.text.clone(), ..Finding::default() };
    match verdict {
        Some(ClaimVerdict::Holds { positions, description }) => {
            finding.status = Status::Checked;
            finding.bound = Some(*positions);
            finding.extent = Some(format!("{positions} positions"));
            finding.words = format!("{}: {description}", claim.text);
        }
        Some(ClaimVerdict::Proved { by }) => {
            finding.status = Status::Proved;
            finding.words = format!("{}: {by}", claim.text);
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
        Some(ClaimVerdict::Unknown { why }) => finding.words = why.clone(),
        Some(ClaimVerdict::Faulty(fault)) => finding.words = fault.sentence(),
        None => {}
    }
    finding
}
