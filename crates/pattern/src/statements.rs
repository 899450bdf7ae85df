//! A verdict for every statement of a file: claims, strategies, symmetries and `loops none`.
//!
//! In: a game with its givens. Out: a [`Finding`] for each statement, in the order of the file, then what else was proved. A claim about
//! every position is proved, refuted or checked by the finder, for the givens that are asked about; statements about certain
//! positions are *computed*: the reference solver has looked at every position that they name. A claim without a condition
//! on givens speaks of all of them, so that where none were asked for, one that fails at other givens is refuted.

use crate::claims::check_claims;
use crate::finder::{Finding, Prover, Status, findings_with};
use crate::prover::Effort;
use grundy_rules::ast::Comparison;
use grundy_rules::game::{Claim, ClaimKind, Expr, Form};
use grundy_rules::text::print_value;
use grundy_rules::{Game, Instance, Value};
use grundy_solve::claims::{ClaimReport, ClaimVerdict};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Which givens are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// All of them; what is proved is proved for those of the instance.
    AllGivens,
    /// Those of the instance alone.
    TheseGivens,
}

/// A verdict for every statement of a game, and what was tried in vain.
pub fn verdicts(
    instance: &Arc<Instance>,
    asked: Asked,
    effort: &Effort,
    prover: &mut Prover,
) -> (Vec<Finding>, Vec<String>) {
    let game = instance.shared_game();
    let reports = check_claims(&game, &prover.share(4.0));
    let (mut found, tried) = findings_with(instance, effort, prover);
    let mut all = Vec::new();
    for (place, report) in reports.iter().enumerate() {
        let claim = game.claims.get(place);
        let known = claim.and_then(|claim| found.iter().position(|finding| finding.claim == claim.text));
        let known = known.map(|at| found.remove(at));
        all.push(match claim {
            Some(claim) if is_general(claim) => general(instance, asked, claim, known, report),
            Some(claim) => finite(instance, &claim.text, report),
            None => other(report),
        });
    }
    all.extend(found);
    (all, tried)
}

/// Whether a claim speaks of all positions, or of all of a row without an end.
fn is_general(claim: &Claim) -> bool {
    matches!(claim.kind, ClaimKind::Equals(..) | ClaimKind::Iff(..) | ClaimKind::Period { .. })
}

/// A claim about every position: what was found for these givens, and what other givens say.
fn general(instance: &Instance, asked: Asked, claim: &Claim, known: Option<Finding>, report: &ClaimReport) -> Finding {
    let here = givens(instance);
    let Some(mut known) = known else {
        // The givens make its condition false.
        let found = by_report(&claim.text, report, Status::Checked);
        return match asked {
            Asked::AllGivens => found,
            Asked::TheseGivens => Finding {
                claim: claim.text.clone(),
                words: format!("it says nothing for {here}"),
                status: Status::Computed,
                ..Finding::default()
            },
        };
    };
    if let (Asked::AllGivens, ClaimVerdict::Fails { counterexample, givens, .. }) = (asked, &report.verdict)
        && known.status != Status::Refuted
    {
        let names: Vec<&str> = instance.game().components.iter().map(|component| component.name.as_str()).collect();
        let at = format!("{} = {counterexample}", names.join(","));
        let there = if givens.is_empty() { at } else { format!("{}, {at}", spaced(instance, givens)) };
        let words = match known.status {
            Status::Proved => format!("proved for {here}; false at {there}"),
            _ => format!("false at {there}"),
        };
        return Finding { status: Status::Refuted, words, counterexample: Some(there), ..known };
    }
    // What is proved for some of the givens that a condition names says nothing of the others.
    if asked == Asked::AllGivens && known.status == Status::Proved && !speaks_of(instance, claim) {
        return by_report(&claim.text, report, Status::Checked);
    }
    if !here.is_empty() && known.words == claim.text {
        known.words = format!("for {here}: {}", claim.text);
    }
    known
}

/// Whether all that a claim says of certain givens it says of these: its condition names none, or fixes each that it names to the
/// value that it has here.
fn speaks_of(instance: &Instance, claim: &Claim) -> bool {
    let Some(condition) = &claim.condition else { return true };
    let mut named = BTreeSet::new();
    gather_givens(instance.game(), condition, &mut named);
    let mut conjuncts = vec![condition];
    while let Some(expr) = conjuncts.pop() {
        match &expr.form {
            Form::And(all) => conjuncts.extend(all),
            Form::Compare(sides, comparisons) if comparisons.as_slice() == [Comparison::Equal] => {
                let value = |expr: &Expr| match &expr.form {
                    Form::Int(number) => Some(Value::Int(number.clone())),
                    _ => None,
                };
                let fixed = match (&sides[0].form, &sides[1].form) {
                    (Form::Given(given), _) => value(&sides[1]).map(|value| (*given, value)),
                    (_, Form::Given(given)) => value(&sides[0]).map(|value| (*given, value)),
                    _ => None,
                };
                if let Some((given, value)) = fixed
                    && instance.givens()[given] == value
                {
                    named.remove(&given);
                }
            }
            _ => {}
        }
    }
    named.is_empty()
}

/// Adds the givens that an expression may read.
fn gather_givens(game: &Game, expr: &Expr, named: &mut BTreeSet<usize>) {
    match &expr.form {
        Form::Given(given) => drop(named.insert(*given)),
        // A function may read any of them.
        Form::Apply(..) => named.extend(0..game.givens.len()),
        _ => {}
    }
    expr.each_child(&mut |child| gather_givens(game, child, named));
}

/// A statement about positions that it names, which speaks of the defaults.
fn finite(instance: &Instance, text: &str, report: &ClaimReport) -> Finding {
    let found = by_report(text, report, Status::Computed);
    match (&found.status, Instance::new(instance.shared_game(), vec![None; instance.givens().len()])) {
        (Status::Computed, Ok(usual)) if !usual.givens().is_empty() => {
            Finding { words: format!("for {}: {text}", givens(&usual)), ..found }
        }
        (Status::Computed, _) => Finding { words: text.to_owned(), ..found },
        _ => found,
    }
}

/// A strategy, a symmetry, or that play ends; a measure that falls with every move shows that without a position.
fn other(report: &ClaimReport) -> Finding {
    match &report.verdict {
        ClaimVerdict::Holds { positions: 0, .. } => by_report(&report.text, report, Status::Computed),
        _ => by_report(&report.text, report, Status::Checked),
    }
}

/// What solved positions say; where it holds, that has this status.
fn by_report(text: &str, report: &ClaimReport, holds: Status) -> Finding {
    let mut finding = Finding { claim: text.to_owned(), words: text.to_owned(), ..Finding::default() };
    match &report.verdict {
        ClaimVerdict::Holds { positions, description } => {
            finding.status = holds;
            finding.words = format!("{text}: {description}");
            finding.bound = Some(*positions).filter(|_| holds == Status::Checked);
            let plural = if *positions == 1 { "" } else { "s" };
            finding.extent = Some(format!("{positions} position{plural}")).filter(|_| holds == Status::Checked);
        }
        ClaimVerdict::Fails { counterexample, expected, found, givens } => {
            let with = if givens.is_empty() { String::new() } else { format!(" with {givens}") };
            finding.status = Status::Refuted;
            finding.words = format!("at {counterexample}{with} it says: {expected}; found: {found}");
            finding.counterexample = Some(format!("{counterexample}{with}"));
        }
        // Only who holds a certificate says that something is proved.
        ClaimVerdict::Proved { .. } => {}
        ClaimVerdict::Unknown { why } => finding.words = why.clone(),
        ClaimVerdict::Faulty(fault) => finding.words = fault.sentence(),
    }
    finding
}

/// The givens of an instance, as `m = 3, k = 2`.
fn givens(instance: &Instance) -> String {
    let game = instance.game();
    let said = game.givens.iter().zip(instance.givens());
    let said: Vec<String> =
        said.map(|(given, value)| format!("{} = {}", given.name, print_value(game, &given.ty, value))).collect();
    said.join(", ")
}

/// The same of givens that are written `m=3 k=2`.
fn spaced(instance: &Instance, written: &str) -> String {
    let mut text = format!(" {written}");
    for given in &instance.game().givens {
        text = text.replacen(&format!(" {}=", given.name), &format!(", {} = ", given.name), 1);
    }
    text.trim_start_matches(", ").to_owned()
}
