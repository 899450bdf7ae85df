//! From a game to rules: tables that grow, candidates, and what became of each.
//!
//! In: a game with its givens. Out: for each table that it can be seen in, the rules found, best first. A rule found in a small table is
//! compared with a larger one: where it fails there, that is told. What survives is handed to [`super::claims`] to be
//! proved; else it is a conjecture, checked as far as the table reaches.

use super::claims::{Finding, Status};
use super::far;
use super::gate::{Candidate, Compared, Tested, first_failure, test};
use super::general::general;
use super::plane::{candidates, line_candidates, with_corner};
use super::prover::Prover;
use super::scope::Scope;
use super::survey::{NoTable, Plan, Survey};
use super::tables::{far_enough, grow, surveys};
use crate::prover::Effort;
use grundy_proof::consequence::CalledOff;
use grundy_proof::linear::Limits;
use grundy_rules::game::ClaimKind;
use grundy_rules::{Fault, Instance, Position};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// What was found in one table.
#[derive(Clone, Debug)]
pub struct Found {
    /// The table.
    pub survey: Survey,
    /// The rules, best first.
    pub findings: Vec<Finding>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// For each table.
    pub found: Vec<Found>,
    /// What was tried in vain to prove it, and why some tables were not made.
    pub tried: Vec<String>,
}

/// Why nothing can be looked for.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The rules cannot be carried out.
    Fault(Box<Fault>),
    /// Anything else.
    Why(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Fault(fault) => formatter.write_str(&fault.sentence()),
            Refusal::Why(why) => formatter.write_str(why),
        }
    }
}

/// How many rules of one kind are told.
const MOST_OF_A_KIND: usize = 2;
/// How many rules that fail later are told.
const MOST_REFUTED: usize = 3;
/// A rule that fails before it has held so often was never believed.
const FEWEST_HELD: u64 = 40;

/// Looks for rules of a game and proves what can be proved. Tables of one number reach to `to`, where it is said.
///
/// # Errors
/// Why no table can be made.
pub fn find(instance: &Arc<Instance>, effort: &Effort, to: Option<i64>, limits: &Limits) -> Result<Report, Refusal> {
    find_with(instance, effort, to, &mut Prover::new(instance, effort, limits))
}

/// The same with a prover that may know something already.
///
/// # Errors
/// Why no table can be made.
pub fn find_with(
    instance: &Arc<Instance>,
    effort: &Effort,
    to: Option<i64>,
    prover: &mut Prover,
) -> Result<Report, Refusal> {
    let plans = Plan::all(instance).map_err(Refusal::Why)?;
    let (mut tried, mut found, mut fault) = (Vec::new(), Vec::new(), None);
    let count = plans.len();
    for (place, plan) in plans.into_iter().enumerate() {
        let over = plan.names.join(", ");
        if !(effort.go_on)() || prover.is_called_off() {
            tried.push(format!("the table over {over}: {}", NoTable::Late));
            continue;
        }
        // Tables of all plans together may take half of the time.
        let budget = prover.share(2.0 * (count - place) as f64);
        match surveys(instance, &plan, &budget, to) {
            Ok(tables) => {
                if let Some(why) =
                    tables.ended.filter(|why| to.is_some() || matches!(why, NoTable::Fault(_) | NoTable::Late))
                {
                    tried.push(format!("the table goes no farther than {}: {why}", tables.large.extent()));
                }
                let is_whole = plan.is_whole(instance);
                let mut one = look_farther(instance, &tables.small, tables.large, prover, to.is_some());
                // Where no rule was found the automaton may still be one.
                if is_whole && one.findings.iter().all(|finding| finding.status == Status::Refuted) {
                    one.findings.splice(0..0, prover.automaton());
                }
                found.push(one);
            }
            Err(why) => {
                tried.push(format!("the table over {over}: {why}"));
                if let NoTable::Fault(met) = why {
                    fault.get_or_insert(met);
                }
            }
        }
    }
    // The automaton itself, where nothing that it proves was said.
    let proved = |found: &Found| found.findings.iter().any(|finding| finding.status == Status::Proved);
    if !found.iter().any(proved)
        && let Some(last) = found.last_mut()
        && let Some(finding) = prover.automaton()
    {
        last.findings.insert(0, finding);
    }
    if found.is_empty() {
        return Err(fault.map_or_else(|| Refusal::Why(tried.join("; ")), Refusal::Fault));
    }
    far::settle(instance, &mut found, prover);
    tried.extend(prover.tried());
    Ok(Report { found, tried })
}

/// The rules of one table, compared with a larger one where they are not proved. What fails there is looked for again.
fn look_farther(
    instance: &Arc<Instance>,
    small: &Survey,
    large: Survey,
    prover: &mut Prover,
    is_as_asked: bool,
) -> Found {
    let findings = look(instance, small, &large, prover);
    let is_open = |finding: &Finding| finding.status == Status::Checked;
    if is_as_asked || !large.is_complete() || !findings.iter().any(is_open) || prover.is_called_off() {
        return Found { survey: large, findings };
    }
    let (larger, _) = grow(instance, &large, &far_enough(instance, &large.plan), &prover.share(3.0));
    let Some(larger) = larger else { return Found { survey: large, findings } };
    let findings = match far::compared(instance, &findings, &larger, prover) {
        Some(findings) => findings,
        None => look(instance, small, &larger, prover),
    };
    Found { survey: large, findings }
}

/// The rules of one table.
fn look(instance: &Arc<Instance>, small: &Survey, large: &Survey, prover: &mut Prover) -> Vec<Finding> {
    let scope = Scope::new(instance, Some(&large.plan));
    let conditions = &scope.conditions;
    let called_off = || prover.is_called_off();
    let early = all_candidates(small, &called_off);
    let late = if prover.goes_on() { all_candidates(large, &called_off) } else { Vec::new() };
    let is_early: BTreeSet<String> = early.iter().map(|candidate| candidate.text(conditions)).collect();
    let mut seen = BTreeSet::new();
    let mut all: Vec<Candidate> = early.into_iter().chain(late).collect();
    all.retain(|candidate| seen.insert(candidate.text(conditions)));
    let tested = test(instance, large, conditions, &all, &called_off);
    let (mut holding, failing): (Vec<Tested>, Vec<Tested>) =
        tested.into_iter().partition(|one| one.compared.fails.is_none());
    // Nothing is known of a claim that spoke of no position, or of fewer than the small table has.
    let known = large.known();
    holding.retain(|one| one.compared.held >= 8.min(known) && one.compared.looked as u64 >= small.known().min(known));
    if !holding.iter().any(|one| one.candidate.claim.starts_with("lose iff")) {
        let repaired: Vec<Candidate> = failing.iter().filter_map(|one| repaired(large, one, &called_off)).collect();
        let more = test(instance, large, conditions, &repaired, &called_off);
        holding.extend(more.into_iter().filter(|one| one.compared.fails.is_none()));
    }
    let mut findings = chosen(instance, large, holding, &scope, prover);
    // What held throughout the small table and does not hold for ever is a lesson.
    let order = small.order();
    let held_throughout = |one: &Tested| {
        // The small table is cheap: what was found is told even where the time is over.
        let compared = first_failure(&one.instance, small, &order, &one.claim, &|| false);
        compared.is_some_and(|compared| compared.fails.is_none() && compared.looked == order.len())
    };
    let mut refuted: Vec<&Tested> = failing
        .iter()
        .filter(|one| is_early.contains(&one.candidate.text(conditions)) && one.compared.held >= FEWEST_HELD)
        .filter(|one| held_throughout(one))
        .collect();
    refuted.sort_by_key(|one| (std::cmp::Reverse(one.compared.held), one.candidate.claim.len()));
    let positive = findings.iter().any(|finding| finding.status != Status::Refuted);
    for one in refuted.into_iter().take(if positive { 1 } else { MOST_REFUTED }) {
        findings.push(Finding {
            claim: scope.claim(one.candidate.text(conditions)),
            words: scope.sentence(&one.candidate.words),
            status: Status::Refuted,
            counterexample: one.compared.fails.and_then(|place| position(instance, large, place)),
            ..Finding::default()
        });
    }
    findings
}

/// How far a claim was compared with a table: the greatest number of it, and in words.
pub(super) fn extent(survey: &Survey, compared: &Compared) -> (Option<u64>, String) {
    let order = survey.order();
    if compared.looked >= order.len() {
        let bound = survey.greatest().into_iter().min().and_then(|most| u64::try_from(most).ok());
        return (bound, survey.extent());
    }
    match (&survey.plan.names[..], compared.looked.checked_sub(1).map(|last| survey.numbers(order[last]))) {
        ([name], Some(last)) => (u64::try_from(last[0]).ok(), format!("{name} ≤ {}", last[0])),
        _ => (Some(compared.held), format!("the first {} positions", compared.looked)),
    }
}

fn all_candidates(survey: &Survey, called_off: CalledOff) -> Vec<Candidate> {
    if survey.plan.names.len() == 1 { line_candidates(survey, called_off) } else { candidates(survey, called_off) }
}

/// The position at a place, as it is written on the command line.
pub(super) fn position(instance: &Instance, survey: &Survey, place: usize) -> Option<String> {
    let part = survey.part(instance, place)?;
    Some(instance.print_position(&Position::alone(survey.plan.mover, part)))
}

/// A candidate that fails in the corner of small positions alone, with that corner written out.
fn repaired(survey: &Survey, tested: &Tested, called_off: CalledOff) -> Option<Candidate> {
    let small = |place: usize| survey.numbers(place).iter().all(|number| *number <= 3);
    if !small(tested.compared.fails?) || !tested.candidate.claim.starts_with("lose iff") {
        return None;
    }
    let mut wrong = Vec::new();
    for place in survey.order() {
        if first_failure(&tested.instance, survey, &[place], &tested.claim, called_off)?.fails.is_some() {
            if !small(place) {
                return None;
            }
            wrong.push(place);
        }
    }
    with_corner(survey, &tested.candidate, &wrong)
}

/// A kind of claim: of each kind few are told.
pub(super) fn kind(claim: &ClaimKind) -> u8 {
    match claim {
        ClaimKind::Equals(..) => 0,
        ClaimKind::Iff(..) => 1,
        ClaimKind::Period { .. } => 2,
        _ => 3,
    }
}

/// The best of the rules that hold, proved where that can be done.
fn chosen(
    instance: &Arc<Instance>,
    survey: &Survey,
    mut holding: Vec<Tested>,
    scope: &Scope,
    prover: &mut Prover,
) -> Vec<Finding> {
    let drawn = |one: &Tested| u8::from(one.candidate.claim.starts_with("draw"));
    // Values say more than winners; a period says more than what holds from its start on.
    let rank = |one: &Tested| match (kind(&one.claim.kind), one.candidate.condition.is_some()) {
        (0, false) => 0,
        (2, _) => 1,
        (0, true) => 2,
        (_, false) => 3,
        (_, true) => 4,
    };
    holding.sort_by_key(|one| (rank(one), drawn(one), one.candidate.claim.len()));
    // Beside a rule that is the same everywhere, others say it in more words.
    if let Some(plain) = holding.iter().find(|one| ["lose iff false", "lose iff true"].contains(&&*one.candidate.claim))
    {
        let plain = plain.candidate.claim.clone();
        holding.retain(|one| kind(&one.claim.kind) != 1 || one.candidate.claim == plain || drawn(one) == 1);
    }
    // Where the values are said everywhere, their period is no news.
    if holding.iter().any(|one| rank(one) == 0) {
        holding.retain(|one| kind(&one.claim.kind) != 2);
    }
    let mut told: Vec<Finding> = Vec::new();
    let mut counts = [[0usize; 2]; 4];
    for one in &holding {
        let count = &mut counts[usize::from(kind(&one.claim.kind))][usize::from(drawn(one))];
        // A rule with a condition beside one without says nothing new.
        let most = if rank(one) == 0 { 1 } else { MOST_OF_A_KIND };
        if *count >= most || (*count > 0 && one.candidate.condition.is_some()) {
            continue;
        }
        let (bound, extent) = extent(survey, &one.compared);
        let checked = Finding {
            claim: scope.claim(one.candidate.text(&scope.conditions)),
            words: scope.sentence(&one.candidate.words),
            status: Status::Checked,
            bound,
            extent: Some(extent),
            ..Finding::default()
        };
        let said = prover.prove(&one.instance, &one.claim);
        let refuted = said.as_ref().is_some_and(|finding| finding.status == Status::Refuted);
        *count += usize::from(!refuted);
        told.push(match said {
            Some(known) if known.status != Status::Unknown => {
                Finding { claim: checked.claim, words: checked.words, ..known }
            }
            _ => checked,
        });
    }
    if prover.goes_on() {
        told.extend(general(instance, &holding, survey, prover));
    }
    told.sort_by_key(|finding| match finding.status {
        Status::Proved | Status::Computed => 0,
        Status::Checked | Status::Unknown => 1,
        Status::Refuted => 2,
    });
    told
}
