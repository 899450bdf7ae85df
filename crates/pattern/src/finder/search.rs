//! From a game to rules: tables that grow, candidates, and what became of each.
//!
//! In: a game with its givens. Out: for each of its possible tables, the rules found, best first. A rule found in a
//! small table is compared with a larger one; a failure there is reported. What survives is handed to [`super::claims`]
//! to be proved; else it is a conjecture, checked as far as the table reaches.

use super::claims::{Finding, Status};
use super::far;
use super::features;
use super::gate::{Candidate, Compared, Tested, first_failure, test};
use super::general::general;
use super::plane::{candidates, line_candidates, with_corner};
use super::prover::Prover;
use super::scope::Scope;
use super::survey::{NoTable, Plan, Survey};
use super::tables::{OUT_OF_TIME, far_enough, grow, surveys};
use crate::limits;
use crate::prover::Effort;
use grundy_message::{Message, Separator, list, message};
use grundy_proof::consequence::CalledOff;
use grundy_proof::linear::Limits;
use grundy_rules::game::ClaimKind;
use grundy_rules::{Fault, Instance, Position};
use grundy_value::Quantity;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// What was found in one table.
#[derive(Clone, Debug)]
pub struct Found {
    /// The table; `None` for rules in terms of features, which are found in a sample of positions.
    pub survey: Option<Survey>,
    /// The quantity that the rules are about.
    pub quantity: Quantity,
    /// The rules, best first.
    pub findings: Vec<Finding>,
}

impl Found {
    fn of(survey: Survey, findings: Vec<Finding>) -> Found {
        Found { quantity: survey.quantity, survey: Some(survey), findings }
    }
}

/// The result of a search for rules.
#[derive(Clone, Debug)]
pub struct Report {
    /// One entry per table.
    pub found: Vec<Found>,
    /// Failed attempts to prove the rules, and why some tables were not made.
    pub tried: Vec<Message>,
}

/// Why no rules can be looked for.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The rules cannot be executed.
    Fault(Box<Fault>),
    /// Every reason, at least one.
    Why(Vec<Message>),
}

impl Refusal {
    /// Returns the refusal as one message.
    pub fn message(&self) -> Message {
        match self {
            Refusal::Fault(fault) => fault.sentence(),
            Refusal::Why(reasons) => {
                message!("{reasons}", reasons = list(Separator::Semicolon, reasons.iter().cloned()))
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

/// A refuted rule is reported only if it held for at least this many positions first.
const FEWEST_HELD: u64 = 40;

/// Looks for rules of a game and proves what can be proved. Tables of one number reach to `to`, if given.
///
/// # Errors
/// Fails with the reason if no table can be made.
pub fn find(instance: &Arc<Instance>, effort: &Effort, to: Option<i64>, limits: &Limits) -> Result<Report, Refusal> {
    find_with(instance, effort, to, &mut Prover::new(instance, effort, limits))
}

/// Like [`find`], but with a prover that may already have proved something.
///
/// # Errors
/// Fails with the reason if no table can be made.
pub fn find_with(
    instance: &Arc<Instance>,
    effort: &Effort,
    to: Option<i64>,
    prover: &mut Prover,
) -> Result<Report, Refusal> {
    let (mut tried, mut found, mut fault) = (Vec::new(), Vec::new(), None);
    let plans = match Plan::all(instance) {
        Ok(plans) => plans,
        Err(why) => {
            tried.push(why);
            Vec::new()
        }
    };
    let by_features = |found: &mut Vec<Found>, tried: &mut Vec<Message>, prover: &mut Prover| {
        match features::find_all(instance, prover) {
            Ok(more) => found.extend(more),
            Err(NoTable::Fault(fault)) => return Some(fault),
            Err(why) => tried.push(message!("small positions: {why}", why = why.message())),
        }
        None
    };
    if features::come_first(instance.game()) {
        fault = by_features(&mut found, &mut tried, prover);
    }
    // A rule for all lengths of a list says what rules for single lengths say.
    let is_general = |found: &Found| found.findings.iter().any(|finding| finding.status != Status::Refuted);
    let plans = if found.iter().any(is_general) { Vec::new() } else { plans };
    let count = plans.len();
    for (index, plan) in plans.into_iter().enumerate() {
        let over = plan.names.join(", ");
        if !(effort.go_on)() || prover.is_called_off() {
            tried.push(message!("the table over {over}: {why}", over, why = OUT_OF_TIME));
            continue;
        }
        // Tables of all plans together may take half of the time.
        let budget = prover.share(2.0 * (count - index) as f64);
        match surveys(instance, &plan, &budget, to) {
            Ok(tables) => {
                if let Some(why) =
                    tables.ended.filter(|why| to.is_some() || matches!(why, NoTable::Fault(_) | NoTable::Late))
                {
                    tried.push(message!(
                        "the table goes no farther than {extent}: {why}",
                        extent = tables.large.extent(),
                        why = why.message()
                    ));
                }
                let is_whole = plan.is_whole(instance);
                let in_givens = prover.in_the_givens(&plan);
                // What holds for all givens needs no rule for those that were tried.
                let generalises = in_givens.is_empty();
                let mut of_table =
                    look_farther(instance, &tables.small, tables.large, prover, to.is_some(), generalises);
                // If no rule was found, the automaton may still be one.
                if is_whole && of_table.findings.iter().all(|finding| finding.status == Status::Refuted) {
                    of_table.findings.splice(0..0, prover.automaton());
                }
                // A rule in the givens says more than one for these givens.
                of_table.findings.retain(|other| in_givens.iter().all(|finding| finding.claim != other.claim));
                of_table.findings.splice(0..0, in_givens);
                found.push(of_table);
            }
            Err(why) => {
                tried.push(message!("the table over {over}: {why}", over, why = why.message()));
                if let NoTable::Fault(met) = why {
                    fault.get_or_insert(met);
                }
            }
        }
    }
    // Several numbers may have a rule that no table of them shows.
    let is_rule = |finding: &Finding| finding.status != Status::Refuted;
    if !features::come_first(instance.game())
        && instance.game().components.len() > 1
        && !found.iter().any(|found| found.findings.iter().any(is_rule))
    {
        by_features(&mut found, &mut tried, prover);
    }
    // The automaton itself, if nothing that it proves was reported.
    let proved = |found: &Found| found.findings.iter().any(|finding| finding.status == Status::Proved);
    if !found.iter().any(proved)
        && let Some(last) = found.last_mut()
        && let Some(finding) = prover.automaton()
    {
        last.findings.insert(0, finding);
    }
    if found.is_empty() {
        // Why nothing can be proved says more than that no table was made: play may have no end.
        if fault.is_none() {
            prover.automaton();
            tried.extend(prover.tried());
        }
        return Err(fault.map_or_else(|| Refusal::Why(tried), Refusal::Fault));
    }
    far::settle(instance, &mut found, prover);
    tried.extend(prover.tried());
    Ok(Report { found, tried })
}

/// Finds the rules of one table, compared with a larger one if not proved. What fails there is looked for again.
fn look_farther(
    instance: &Arc<Instance>,
    small: &Survey,
    large: Survey,
    prover: &mut Prover,
    is_as_asked: bool,
    generalises: bool,
) -> Found {
    let findings = look(instance, small, &large, prover, generalises);
    let is_open = |finding: &Finding| finding.status == Status::Checked;
    if is_as_asked || !large.is_complete() || !findings.iter().any(is_open) || prover.is_called_off() {
        return Found::of(large, findings);
    }
    let (larger, _) = grow(instance, &large, &far_enough(instance, &large.plan), &prover.share(3.0));
    let Some(larger) = larger else { return Found::of(large, findings) };
    let findings = match far::compared(instance, &findings, &larger, prover) {
        Some(findings) => findings,
        None => look(instance, small, &larger, prover, generalises),
    };
    Found::of(large, findings)
}

/// Finds the rules of one table.
fn look(
    instance: &Arc<Instance>,
    small: &Survey,
    large: &Survey,
    prover: &mut Prover,
    generalises: bool,
) -> Vec<Finding> {
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
        tested.into_iter().partition(|rule| rule.compared.fails.is_none());
    // Nothing is known about a claim that applied to no position, or to fewer than the small table has.
    let known = large.known();
    holding
        .retain(|rule| rule.compared.held >= 8.min(known) && rule.compared.looked as u64 >= small.known().min(known));
    if !holding.iter().any(|rule| rule.candidate.claim.starts_with("lose iff")) {
        let repaired: Vec<Candidate> = failing.iter().filter_map(|rule| repaired(large, rule, &called_off)).collect();
        let more = test(instance, large, conditions, &repaired, &called_off);
        holding.extend(more.into_iter().filter(|rule| rule.compared.fails.is_none()));
    }
    let mut findings = chosen(instance, large, holding, &scope, prover, generalises);
    // A rule that held throughout the small table but fails in the large one is reported.
    let order = small.order();
    let held_throughout = |rule: &Tested| {
        // The small table is cheap: its rules are reported even when the time is over.
        let compared = first_failure(&rule.instance, small, &order, &rule.claim, &|| false);
        compared.is_some_and(|compared| compared.fails.is_none() && compared.looked == order.len())
    };
    let mut refuted: Vec<&Tested> = failing
        .iter()
        .filter(|rule| is_early.contains(&rule.candidate.text(conditions)) && rule.compared.held >= FEWEST_HELD)
        .filter(|rule| held_throughout(rule))
        .collect();
    refuted.sort_by_key(|rule| (std::cmp::Reverse(rule.compared.held), rule.candidate.claim.len()));
    let positive = findings.iter().any(|finding| finding.status != Status::Refuted);
    for rule in refuted.into_iter().take(if positive { 1 } else { limits::MAX_REFUTED_RULES }) {
        findings.push(Finding {
            claim: scope.claim(rule.candidate.text(conditions)),
            words: scope.sentence(&rule.candidate.words),
            status: Status::Refuted,
            counterexample: rule.compared.fails.and_then(|index| position(instance, large, index)).map(Message::text),
            ..Finding::default()
        });
    }
    findings
}

/// Returns how far a claim was compared with a table: the greatest number, and the extent in words.
pub(super) fn extent(survey: &Survey, compared: &Compared) -> (Option<u64>, Message) {
    let order = survey.order();
    if compared.looked >= order.len() {
        let bound = survey.greatest().into_iter().min().and_then(|max| u64::try_from(max).ok());
        return (bound, Message::text(survey.extent()));
    }
    match (&survey.plan.names[..], compared.looked.checked_sub(1).map(|last| survey.numbers(order[last]))) {
        ([name], Some(last)) => (u64::try_from(last[0]).ok(), Message::text(format!("{name} ≤ {}", last[0]))),
        _ => (Some(compared.held), message!("the first {count} positions", count = compared.looked)),
    }
}

fn all_candidates(survey: &Survey, called_off: CalledOff) -> Vec<Candidate> {
    if survey.plan.names.len() == 1 { line_candidates(survey, called_off) } else { candidates(survey, called_off) }
}

/// Returns the position at an index, as it is written on the command line.
pub(super) fn position(instance: &Instance, survey: &Survey, index: usize) -> Option<String> {
    let part = survey.part(instance, index)?;
    Some(instance.print_position(&Position::alone(survey.plan.mover, part)))
}

/// Returns a candidate that fails only in the corner of small positions, with that corner written out.
fn repaired(survey: &Survey, tested: &Tested, called_off: CalledOff) -> Option<Candidate> {
    let small = |index: usize| survey.numbers(index).iter().all(|number| *number <= 3);
    if !small(tested.compared.fails?) || !tested.candidate.claim.starts_with("lose iff") {
        return None;
    }
    let mut wrong = Vec::new();
    for index in survey.order() {
        if first_failure(&tested.instance, survey, &[index], &tested.claim, called_off)?.fails.is_some() {
            if !small(index) {
                return None;
            }
            wrong.push(index);
        }
    }
    with_corner(survey, &tested.candidate, &wrong)
}

/// Returns the kind of a claim; only a few of each kind are reported.
pub(super) fn kind(claim: &ClaimKind) -> u8 {
    match claim {
        ClaimKind::Equals(..) => 0,
        ClaimKind::Iff(..) => 1,
        ClaimKind::Period { .. } => 2,
        _ => 3,
    }
}

/// Selects the best of the rules that hold, proved where possible.
fn chosen(
    instance: &Arc<Instance>,
    survey: &Survey,
    mut holding: Vec<Tested>,
    scope: &Scope,
    prover: &mut Prover,
    generalises: bool,
) -> Vec<Finding> {
    let drawn = |tested: &Tested| u8::from(tested.candidate.claim.starts_with("draw"));
    // Values say more than winners; a period says more than a rule that holds only from its start on.
    let rank = |tested: &Tested| match (kind(&tested.claim.kind), tested.candidate.condition.is_some()) {
        (0, false) => 0,
        (2, _) => 1,
        (0, true) => 2,
        (_, false) => 3,
        (_, true) => 4,
    };
    holding.sort_by_key(|tested| (rank(tested), drawn(tested), tested.candidate.claim.len()));
    // Beside a rule that is constant, others only repeat it in more words.
    if let Some(plain) =
        holding.iter().find(|tested| ["lose iff false", "lose iff true"].contains(&&*tested.candidate.claim))
    {
        let plain = plain.candidate.claim.clone();
        holding.retain(|tested| kind(&tested.claim.kind) != 1 || tested.candidate.claim == plain || drawn(tested) == 1);
    }
    // Where the values are given everywhere, their period is nothing new.
    if holding.iter().any(|tested| rank(tested) == 0) {
        holding.retain(|tested| kind(&tested.claim.kind) != 2);
    }
    let mut findings: Vec<Finding> = Vec::new();
    let mut counts = [[0usize; 2]; 4];
    for tested in &holding {
        let count = &mut counts[usize::from(kind(&tested.claim.kind))][usize::from(drawn(tested))];
        // A rule with a condition beside one without says nothing new.
        let max = if rank(tested) == 0 { 1 } else { limits::MAX_RULES_OF_A_KIND };
        if *count >= max || (*count > 0 && tested.candidate.condition.is_some()) {
            continue;
        }
        let (bound, extent) = extent(survey, &tested.compared);
        let checked = Finding {
            claim: scope.claim(tested.candidate.text(&scope.conditions)),
            words: scope.sentence(&tested.candidate.words),
            status: Status::Checked,
            bound,
            extent: Some(extent),
            ..Finding::default()
        };
        let settled = prover.prove(&tested.instance, &tested.claim);
        let refuted = settled.as_ref().is_some_and(|finding| finding.status == Status::Refuted);
        *count += usize::from(!refuted);
        findings.push(match settled {
            Some(known) if known.status != Status::Unknown => {
                Finding { claim: checked.claim, words: checked.words, ..known }
            }
            _ => checked,
        });
    }
    if generalises && prover.goes_on() {
        findings.extend(general(instance, &holding, survey, prover));
    }
    findings.sort_by_key(|finding| match finding.status {
        Status::Proved | Status::Computed => 0,
        Status::Checked | Status::Unknown => 1,
        Status::Refuted => 2,
    });
    findings
}
