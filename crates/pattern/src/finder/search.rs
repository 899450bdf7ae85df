//! From a game to rules: tables that grow, candidates, and what became of each.
//!
//! In: a game with its givens. Out: for each table that it can be seen in, the rules found, best first. A rule found in a small table is
//! compared with a larger one: where it fails there, that is told. What survives is handed to [`super::claims`] to be
//! proved; else it is a conjecture, checked as far as the table reaches.

use super::claims::{Finding, Status};
use super::gate::{Candidate, Tested, first_failure, test, with_claims};
use super::plane::{candidates, line_candidates, with_corner};
use super::prover::Prover;
use super::survey::{Plan, Survey};
use crate::prover::Effort;
use grundy_proof::consequence::CalledOff;
use grundy_proof::linear::Limits;
use grundy_rules::game::ClaimKind;
use grundy_rules::{Instance, Position, Value};
use grundy_solve::Budget;
use grundy_solve::claims::{self, ClaimVerdict};
use std::collections::BTreeSet;
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

/// How far tables go, by the number of numbers: the small one and the large one.
fn sizes(numbers: usize) -> (u64, u64) {
    match numbers {
        1 => (300, 4000),
        2 => (625, 4900),
        3 => (1000, 8000),
        4 => (1296, 6561),
        _ => (1024, 4096),
    }
}

/// How many rules of one kind are told.
const MOST_OF_A_KIND: usize = 2;
/// How many rules that fail later are told.
const MOST_REFUTED: usize = 3;
/// A rule that fails before it has held so often was never believed.
const FEWEST_HELD: u64 = 40;
/// How long one table may take.
const TABLE_SECONDS: f64 = 2.0;

/// Looks for rules of a game and proves what can be proved. Tables of one number reach to `to`, where it is said.
///
/// # Errors
/// Why no table can be made.
pub fn find(instance: &Arc<Instance>, effort: &Effort, to: Option<i64>, limits: &Limits) -> Result<Report, String> {
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
) -> Result<Report, String> {
    let plans = Plan::all(instance)?;
    let mut tried = Vec::new();
    let mut found = Vec::new();
    for plan in plans {
        if !(effort.go_on)() {
            tried.push(format!("the table over {}: the time was used up", plan.names.join(", ")));
            continue;
        }
        match surveys(instance, &plan, &effort.budget, to) {
            Some((small, large)) => {
                let is_whole = plan.is_whole(instance);
                let mut one = look(instance, small, large, prover);
                // Where no rule was found the automaton may still be one.
                if is_whole && one.findings.iter().all(|finding| finding.status == Status::Refuted) {
                    one.findings.splice(0..0, prover.automaton());
                }
                found.push(one);
            }
            None => tried.push(format!("the table over {}: it takes too long", plan.names.join(", "))),
        }
    }
    // The automaton itself, where nothing that it proves was said.
    let proved = |found: &Found| found.findings.iter().any(|finding| finding.status == Status::Proved);
    if !found.iter().any(proved)
        && let Some(finding) = prover.automaton()
    {
        match found.last_mut() {
            Some(last) => last.findings.insert(0, finding),
            None if tried.is_empty() => return Err("no table of values could be made".to_owned()),
            None => return Err(tried.join("; ")),
        }
    }
    if found.is_empty() {
        return Err(tried.join("; "));
    }
    tried.extend(prover.tried());
    Ok(Report { found, tried })
}

/// A small table and a large one; the large one is the small one again where more takes too long.
pub(super) fn surveys(
    instance: &Arc<Instance>,
    plan: &Plan,
    budget: &Budget,
    to: Option<i64>,
) -> Option<(Survey, Survey)> {
    let seconds = budget.max_seconds.map_or(TABLE_SECONDS, |seconds| TABLE_SECONDS.min(seconds / 3.0));
    let budget = Budget { max_seconds: Some(seconds), ..budget.clone() };
    let (few, many) = sizes(plan.names.len());
    let usable = |survey: Survey| -> Option<Survey> {
        if survey.is_complete {
            return Some(survey);
        }
        // A row is good up to where it ends.
        let known = survey.values.iter().take_while(|value| value.is_some()).count();
        let is_row = plan.names.len() == 1 && known >= 12;
        is_row.then(|| Survey {
            high: vec![plan.low[0] + known as i64 - 1],
            values: survey.values[..known].to_vec(),
            is_complete: true,
            ..survey
        })
    };
    let small = (0..3).find_map(|halved| {
        let bounded = |to: i64| u64::try_from(to - plan.low[0] + 1).unwrap_or(1).max(1);
        let few = if plan.names.len() == 1 { to.map_or(few, |to| few.min(bounded(to))) } else { few };
        usable(Survey::new(instance, plan, few >> halved, &budget)?)
    })?;
    let large = match to {
        Some(to) => {
            let high =
                plan.low.iter().zip(&plan.most).map(|(low, most)| most.map_or(to, |most| most.min(to)).max(*low));
            let high: Vec<i64> = high.collect();
            let cells =
                plan.low.iter().zip(&high).map(|(low, high)| (high - low + 1) as u64).fold(1, u64::saturating_mul);
            (cells <= 1 << 20).then(|| Survey::up_to(instance, plan, high, &budget)).flatten()
        }
        None => Survey::new(instance, plan, many, &budget),
    };
    let large = large.and_then(usable).filter(|large| large.values.len() >= small.values.len());
    let large = large.unwrap_or_else(|| small.clone());
    Some((small, large))
}

/// What holds of a whole table, as conditions: what the plan says, and the givens.
fn conditions(instance: &Instance, survey: &Survey) -> Vec<String> {
    let mut all = survey.plan.conditions.clone();
    for (given, value) in instance.game().givens.iter().zip(instance.givens()) {
        if let Some(text) = text_of(value) {
            all.push(format!("{} == {text}", given.name));
        }
    }
    all
}

/// A value as the language writes it.
fn text_of(value: &Value) -> Option<String> {
    let all = |values: &[Value]| values.iter().map(text_of).collect::<Option<Vec<_>>>().map(|all| all.join(", "));
    match value {
        Value::Int(int) => Some(int.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::List(list) if !list.is_empty() => Some(format!("[{}]", all(list)?)),
        Value::Set(list) if !list.is_empty() => Some(format!("{{{}}}", all(list)?)),
        _ => None,
    }
}

/// The rules of one table.
fn look(instance: &Arc<Instance>, small: Survey, large: Survey, prover: &mut Prover) -> Found {
    let conditions = conditions(instance, &large);
    let called_off = || prover.is_called_off();
    let early = all_candidates(&small, &called_off);
    let late = if prover.goes_on() { all_candidates(&large, &called_off) } else { Vec::new() };
    let is_early: BTreeSet<String> = early.iter().map(|candidate| candidate.text(&conditions)).collect();
    let mut seen = BTreeSet::new();
    let mut all: Vec<Candidate> = early.into_iter().chain(late).collect();
    all.retain(|candidate| seen.insert(candidate.text(&conditions)));
    let tested = test(instance, &large, &conditions, &all, &called_off);
    let (mut holding, failing): (Vec<Tested>, Vec<Tested>) = tested.into_iter().partition(|one| one.fails.is_none());
    // Nothing is known of a claim that spoke of no position.
    holding.retain(|one| one.held >= 8.min(large.known()));
    if !holding.iter().any(|one| one.candidate.claim.starts_with("lose iff")) {
        let repaired: Vec<Candidate> = failing.iter().filter_map(|one| repaired(&large, one, &called_off)).collect();
        let more = test(instance, &large, &conditions, &repaired, &called_off);
        holding.extend(more.into_iter().filter(|one| one.fails.is_none()));
    }
    let mut findings = chosen(instance, &large, holding, &conditions, prover);
    let called_off = || prover.is_called_off();
    // What held throughout the small table and does not hold for ever is a lesson.
    let order = small.order();
    let mut refuted: Vec<&Tested> = failing
        .iter()
        .filter(|one| is_early.contains(&one.candidate.text(&conditions)) && one.held >= FEWEST_HELD)
        .filter(|one| matches!(first_failure(&one.instance, &small, &order, &one.claim, &called_off), Some((None, _))))
        .collect();
    refuted.sort_by_key(|one| (std::cmp::Reverse(one.held), one.candidate.claim.len()));
    let positive = findings.iter().any(|finding| finding.status != Status::Refuted);
    for one in refuted.into_iter().take(if positive { 1 } else { MOST_REFUTED }) {
        findings.push(Finding {
            claim: one.candidate.text(&conditions),
            words: one.candidate.words.clone(),
            status: Status::Refuted,
            counterexample: one.fails.and_then(|place| position(instance, &large, place)),
            ..Finding::default()
        });
    }
    Found { survey: large, findings }
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
    if !small(tested.fails?) || !tested.candidate.claim.starts_with("lose iff") {
        return None;
    }
    let mut wrong = Vec::new();
    for place in survey.order() {
        let (fails, _) = first_failure(&tested.instance, survey, &[place], &tested.claim, called_off)?;
        if fails.is_some() {
            if !small(place) {
                return None;
            }
            wrong.push(place);
        }
    }
    with_corner(survey, &tested.candidate, &wrong)
}

/// A kind of claim: of each kind few are told.
fn kind(claim: &ClaimKind) -> u8 {
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
    conditions: &[String],
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
        *count += 1;
        let checked = Finding {
            claim: one.candidate.text(conditions),
            words: one.candidate.words.clone(),
            status: Status::Checked,
            bound: survey.high.iter().copied().min().and_then(|high| u64::try_from(high).ok()),
            extent: Some(survey.extent()),
            ..Finding::default()
        };
        let proved = prover.prove(&one.instance, &one.claim).filter(|finding| finding.status == Status::Proved);
        let finding = match proved {
            Some(proved) => Finding { claim: checked.claim, words: checked.words, ..proved },
            None => checked,
        };
        told.push(finding);
    }
    if prover.goes_on() {
        told.extend(general(instance, &holding, survey, prover.budget()));
    }
    told.sort_by_key(|finding| finding.status != Status::Proved);
    told
}

/// The same rules for every value of a given number, where small games agree.
fn general(instance: &Arc<Instance>, holding: &[Tested], survey: &Survey, budget: &Budget) -> Option<Finding> {
    let givens = &instance.game().givens;
    let [(name, given)] = &givens.iter().zip(instance.givens()).map(|(g, v)| (&g.name, v)).collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let value = given.as_int()?.to_i64()?;
    let seconds = budget.max_seconds.map_or(1.0, |seconds| seconds.min(1.0));
    let cancelled = budget.cancelled.clone();
    let budget = Budget { max_seconds: Some(seconds), cancelled, ..Budget::positions(20_000) };
    let said = |shift: i64| match shift {
        0 => (*name).clone(),
        1.. => format!("({name} + {shift})"),
        _ => format!("({name} - {})", -shift),
    };
    for one in holding.iter().filter(|one| kind(&one.claim.kind) < 2 && one.candidate.condition.is_none()).take(3) {
        for shift in [0, 1, -1, 2] {
            let claim = replaced(&one.candidate.claim, value + shift, &said(shift))?;
            if claim == one.candidate.claim {
                continue;
            }
            let words = one.candidate.words.replace(&(value + shift).to_string(), &said(shift));
            let candidate = Candidate::new(claim, words);
            let text = candidate.text(&survey.plan.conditions);
            let Some(extended) = with_claims(instance, std::slice::from_ref(&text)) else { continue };
            let mut game = (*extended.shared_game()).clone();
            game.claims = game.claims.split_off(game.claims.len() - 1);
            game.strategies.clear();
            game.symmetries.clear();
            let reports = claims::check_claims(&Arc::new(game), &budget);
            let verdict = reports.iter().find(|report| report.text.starts_with("claim")).map(|report| &report.verdict);
            if let Some(ClaimVerdict::Holds { positions, .. }) = verdict {
                return Some(Finding {
                    claim: text,
                    words: format!("{}, for every {name} that was tried", candidate.words),
                    status: Status::Checked,
                    extent: Some(format!("{positions} small positions")),
                    ..Finding::default()
                });
            }
        }
    }
    None
}

/// The text with a number in other words, wherever it stands alone.
fn replaced(text: &str, number: i64, other: &str) -> Option<String> {
    let number = number.to_string();
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&number) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + number.len()..].chars().next();
        let inside = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        result += &rest[..at];
        result += if inside(before) || inside(after) { &number } else { other };
        rest = &rest[at + number.len()..];
    }
    Some(result + rest)
}
