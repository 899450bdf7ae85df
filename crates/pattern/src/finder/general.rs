//! A rule for every value of a given number, if it holds for each value that is tried.
//!
//! In: rules of one table that hold for the requested givens. Out: one of them with the given in place of a number that
//! is equal to it or near it, if that holds for givens on both sides of the default and well past it. Nothing is proved
//! here.

use super::claims::{Finding, Status};
use super::gate::{Candidate, Tested, first_failure, with_claims};
use super::prover::Prover;
use super::scope::Scope;
use super::search::kind;
use super::survey::{Plan, Survey};
use super::tables::modest;
use crate::limits;
use grundy_message::message;
use grundy_rules::Instance;
use grundy_rules::small::spread_givens;
use grundy_solve::Budget;
use std::sync::Arc;

/// How many small givens are tried, beside those spread around the default.
const SMALL_GIVENS: usize = 8;
/// Minimum number of givens a general rule must hold for to be reported.
const FEWEST_GIVENS: usize = 4;
/// Differences tried between a number and the given.
const SHIFTS: [i64; 4] = [0, 1, -1, 2];
/// Divides the default work of a table to bound each table made here.
const PART_OF_THE_WORK: u64 = 8;

/// Returns the first rule that holds for all givens that are tried.
pub fn general(instance: &Arc<Instance>, holding: &[Tested], survey: &Survey, prover: &Prover) -> Option<Finding> {
    let plain = |tested: &&Tested| kind(&tested.claim.kind) < 2 && tested.candidate.condition.is_none();
    let rules: Vec<&Tested> = holding.iter().filter(plain).take(limits::MAX_GENERALISED_RULES).collect();
    (0..instance.givens().len()).find_map(|index| of_given(instance, &rules, survey, index, prover))
}

fn of_given(
    instance: &Arc<Instance>,
    rules: &[&Tested],
    survey: &Survey,
    index: usize,
    prover: &Prover,
) -> Option<Finding> {
    let name = &instance.game().givens[index].name;
    let value = instance.givens()[index].as_int()?.to_i64()?;
    let scope = Scope::leaving(instance, Some(&survey.plan), index);
    let candidates: Vec<Candidate> = rules.iter().flat_map(|rule| generalised(&rule.candidate, name, value)).collect();
    if candidates.is_empty() || !scope.is_said {
        return None;
    }
    let budget = prover.share(4.0);
    let tables = tables(instance, survey, index, &budget, prover);
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
            // A claim counts only if it is defined, and was compared with the whole table.
            compared.is_some_and(|compared| {
                compared.fails.is_none() && compared.looked == order.len() && compared.held >= 8.min(table.known())
            })
        };
        if tables.iter().all(holds) {
            let mut givens: Vec<i64> = tables.iter().map(|(given, _)| *given).collect();
            givens.sort_unstable();
            return Some(Finding {
                claim: text,
                words: message!(
                    "{rule}, for every {name} that was tried",
                    rule = scope.sentence(&candidate.words),
                    name
                ),
                status: Status::Checked,
                extent: Some(message!(
                    "{name} = {values}, each with {extent}",
                    name,
                    values = super::form::list(&givens),
                    extent = least_extent(&tables)
                )),
                ..Finding::default()
            });
        }
    }
    None
}

/// Returns variants of a rule with the given in place of numbers near it.
fn generalised(rule: &Candidate, name: &str, value: i64) -> Vec<Candidate> {
    let with = |shift: &i64| {
        let other = match shift {
            0 => name.to_owned(),
            1.. => format!("({name} + {shift})"),
            _ => format!("({name} - {})", -shift),
        };
        let (claim, in_claim) = replaced(&rule.claim, value + shift, &other);
        let (mut words, mut in_words) = (rule.words.clone(), 0);
        words.each_text(&mut |text| {
            let count;
            (*text, count) = replaced(text, value + shift, &other);
            in_words += count;
        });
        // The sentence must say what the claim says.
        (in_claim > 0 && in_claim == in_words).then(|| Candidate::new(claim, words))
    };
    SHIFTS.iter().filter_map(with).collect()
}

/// Makes tables for the givens that are tried, the other givens unchanged.
fn tables(
    instance: &Arc<Instance>,
    survey: &Survey,
    index: usize,
    budget: &Budget,
    prover: &Prover,
) -> Vec<(i64, (Arc<Instance>, Survey))> {
    let modest = modest(budget);
    let steps = modest.max_steps.map(|steps| steps / PART_OF_THE_WORK);
    let budget = Budget { max_steps: steps, max_packed_moves: modest.max_packed_moves / PART_OF_THE_WORK, ..modest };
    let mut found = Vec::new();
    for other in spread_givens(&instance.shared_game(), SMALL_GIVENS) {
        let is_other = |at: usize| at != index && other.givens()[at] != instance.givens()[at];
        let given = other.givens()[index].as_int().and_then(|given| given.to_i64());
        let (Some(given), false) = (given, (0..other.givens().len()).any(is_other)) else { continue };
        if prover.is_called_off() {
            return Vec::new();
        }
        let other = Arc::new(other);
        let plan = &survey.plan;
        let is_same = |candidate: &Plan| {
            candidate.names == plan.names && candidate.mover == plan.mover && candidate.conditions == plan.conditions
        };
        let Some(plan) = Plan::all(&other).ok().and_then(|plans| plans.into_iter().find(is_same)) else { continue };
        if let Ok(table) = Survey::new(&other, &plan, size(plan.names.len(), given), &budget)
            && table.is_complete()
            && table.quantity == survey.quantity
        {
            found.push((given, (other, table)));
        }
    }
    found
}

/// Returns the size of a table that goes past a given number, if that is not too far.
fn size(numbers: usize, given: i64) -> u64 {
    let given = given.unsigned_abs();
    match numbers {
        1 => given.saturating_mul(4).saturating_add(16).clamp(300, 4000),
        2 => given.saturating_mul(2).saturating_add(8).clamp(25, 70).pow(2),
        _ => 1000,
    }
}

/// Returns the extent that every one of the tables has at least.
fn least_extent(tables: &[(i64, (Arc<Instance>, Survey))]) -> String {
    let shortest = tables.iter().map(|(_, (_, table))| table).min_by_key(|table| table.greatest());
    shortest.map_or_else(String::new, Survey::extent)
}

/// Replaces a number in a text wherever it is on its own and not in a list or an index, and counts the replacements.
fn replaced(text: &str, number: i64, other: &str) -> (String, usize) {
    let number = number.to_string();
    let (mut result, mut rest, mut count) = (String::new(), text, 0);
    while let Some(at) = rest.find(&number) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + number.len()..].chars().next();
        let is_inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        result += &rest[..at];
        let depth = result.matches('[').count() > result.matches(']').count();
        let stays = is_inside(before) || is_inside(after) || depth;
        count += usize::from(!stays);
        result += if stays { &number } else { other };
        rest = &rest[at + number.len()..];
    }
    (result + rest, count)
}
