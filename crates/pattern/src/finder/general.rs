//! A rule for every value of a given number, where it holds for each that is tried.
//!
//! In: rules of one table that hold for the givens that are asked about. Out: one of them with the given in the place of a number that is
//! equal to it or near it, if that holds for givens on both sides of the default and well past it. Nothing is proved here.

use super::claims::{Finding, Status};
use super::gate::{Candidate, Tested, first_failure, with_claims};
use super::prover::Prover;
use super::scope::Scope;
use super::search::kind;
use super::survey::{Plan, Survey};
use super::tables::modest;
use grundy_rules::Instance;
use grundy_rules::small::spread_givens;
use grundy_solve::Budget;
use std::sync::Arc;

/// How many small givens are tried, beside those spread around the default.
const SMALL_GIVENS: usize = 8;
/// A rule for every given is told where it holds for so many.
const FEWEST_GIVENS: usize = 4;
/// How many of the rules are tried.
const MOST_RULES: usize = 3;
/// What a number may be more than the given.
const SHIFTS: [i64; 4] = [0, 1, -1, 2];
/// One table may take this part of the work of a table.
const PART_OF_THE_WORK: u64 = 8;

/// The first rule that holds for all givens that are tried.
pub fn general(instance: &Arc<Instance>, holding: &[Tested], survey: &Survey, prover: &Prover) -> Option<Finding> {
    let plain = |one: &&Tested| kind(&one.claim.kind) < 2 && one.candidate.condition.is_none();
    let rules: Vec<&Tested> = holding.iter().filter(plain).take(MOST_RULES).collect();
    (0..instance.givens().len()).find_map(|place| of_given(instance, &rules, survey, place, prover))
}

fn of_given(
    instance: &Arc<Instance>,
    rules: &[&Tested],
    survey: &Survey,
    place: usize,
    prover: &Prover,
) -> Option<Finding> {
    let name = &instance.game().givens[place].name;
    let value = instance.givens()[place].as_int()?.to_i64()?;
    let scope = Scope::leaving(instance, Some(&survey.plan), Some(place));
    let candidates: Vec<Candidate> = rules.iter().flat_map(|one| generalised(&one.candidate, name, value)).collect();
    if candidates.is_empty() || !scope.is_said {
        return None;
    }
    let budget = prover.share(4.0);
    let tables = tables(instance, survey, place, &budget, prover);
    let is_past = |(given, _): &(i64, _)| *given > value;
    if tables.len() < FEWEST_GIVENS || !tables.iter().any(is_past) {
        return None;
    }
    let called_off = || prover.is_called_off();
    for candidate in candidates {
        let text = candidate.text(&scope.conditions);
        let holds = |(_, (other, table)): &(i64, (Arc<Instance>, Survey))| {
            let Some(extended) = with_claims(other, std::slice::from_ref(&text)) else { return false };
            let (game, order) = (extended.shared_game(), table.order());
            let compared =
                game.claims.last().and_then(|claim| first_failure(&extended, table, &order, claim, &called_off));
            // A claim counts only where it is defined, and was compared with all of the table.
            compared.is_some_and(|compared| {
                compared.fails.is_none() && compared.looked == order.len() && compared.held >= 8.min(table.known())
            })
        };
        if tables.iter().all(holds) {
            let mut givens: Vec<i64> = tables.iter().map(|(given, _)| *given).collect();
            givens.sort_unstable();
            return Some(Finding {
                claim: text,
                words: format!("{}, for every {name} that was tried", scope.sentence(&candidate.words)),
                status: Status::Checked,
                extent: Some(format!("{name} = {}, each with {}", super::form::list(&givens), least_extent(&tables))),
                ..Finding::default()
            });
        }
    }
    None
}

/// A rule with the given in the place of numbers near it.
fn generalised(rule: &Candidate, name: &str, value: i64) -> Vec<Candidate> {
    let with = |shift: &i64| {
        let other = match shift {
            0 => name.to_owned(),
            1.. => format!("({name} + {shift})"),
            _ => format!("({name} - {})", -shift),
        };
        let (claim, in_claim) = replaced(&rule.claim, value + shift, &other);
        let (words, in_words) = replaced(&rule.words, value + shift, &other);
        // The sentence is to say what the claim says.
        (in_claim > 0 && in_claim == in_words).then(|| Candidate::new(claim, words))
    };
    SHIFTS.iter().filter_map(with).collect()
}

/// Tables for the givens that are tried, the other givens as they are.
fn tables(
    instance: &Arc<Instance>,
    survey: &Survey,
    place: usize,
    budget: &Budget,
    prover: &Prover,
) -> Vec<(i64, (Arc<Instance>, Survey))> {
    let modest = modest(budget);
    let steps = modest.max_steps.map(|steps| steps / PART_OF_THE_WORK);
    let budget = Budget { max_steps: steps, max_packed_moves: modest.max_packed_moves / PART_OF_THE_WORK, ..modest };
    let mut found = Vec::new();
    for other in spread_givens(&instance.shared_game(), SMALL_GIVENS) {
        let is_other = |at: usize| at != place && other.givens()[at] != instance.givens()[at];
        let given = other.givens()[place].as_int().and_then(|given| given.to_i64());
        let (Some(given), false) = (given, (0..other.givens().len()).any(is_other)) else { continue };
        if prover.is_called_off() {
            return Vec::new();
        }
        let other = Arc::new(other);
        let plan = &survey.plan;
        let is_same =
            |one: &Plan| one.names == plan.names && one.mover == plan.mover && one.conditions == plan.conditions;
        let Some(plan) = Plan::all(&other).ok().and_then(|plans| plans.into_iter().find(is_same)) else { continue };
        if let Ok(table) = Survey::new(&other, &plan, size(plan.names.len(), given), &budget)
            && table.is_complete()
            && table.told == survey.told
        {
            found.push((given, (other, table)));
        }
    }
    found
}

/// How many positions a table has that goes past a given number, where that is not too far.
fn size(numbers: usize, given: i64) -> u64 {
    let given = given.unsigned_abs();
    match numbers {
        1 => given.saturating_mul(4).saturating_add(16).clamp(300, 4000),
        2 => given.saturating_mul(2).saturating_add(8).clamp(25, 70).pow(2),
        _ => 1000,
    }
}

/// How far every one of the tables goes at least.
fn least_extent(tables: &[(i64, (Arc<Instance>, Survey))]) -> String {
    let shortest = tables.iter().map(|(_, (_, table))| table).min_by_key(|table| table.greatest());
    shortest.map_or_else(String::new, Survey::extent)
}

/// The text with a number in other words, wherever it stands alone and not in a list or an index, and how often it does.
fn replaced(text: &str, number: i64, other: &str) -> (String, usize) {
    let number = number.to_string();
    let (mut result, mut rest, mut count) = (String::new(), text, 0);
    while let Some(at) = rest.find(&number) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + number.len()..].chars().next();
        let is_inside = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        result += &rest[..at];
        let depth = result.matches('[').count() > result.matches(']').count();
        let stays = is_inside(before) || is_inside(after) || depth;
        count += usize::from(!stays);
        result += if stays { &number } else { other };
        rest = &rest[at + number.len()..];
    }
    (result + rest, count)
}
