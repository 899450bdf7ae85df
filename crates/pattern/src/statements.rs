//! A verdict for every statement of a file: claims, strategies, symmetries and `loops none`.
//!
//! In: a game with its givens. Out: a [`Finding`] for each statement, in the order of the file, then what else was proved. A claim about
//! every position is proved, refuted or checked by the finder, for the givens that are asked about. What the reference solver has
//! looked at in every position that a statement speaks of is *computed*. A claim without a condition on givens speaks of all of
//! them: where none were asked for, it is proved only if it is proved for each, and what is proved for some says so.

use crate::claims::check_claims;
use crate::finder::{Finding, NOTHING, Prover, Status, findings_with, speaks_of_givens, with_claims};
use crate::prover::Effort;
use grundy_proof::consequence::claims_of_strategy;
use grundy_rules::ast::Comparison;
use grundy_rules::game::{Claim, Expr, Form, Strategy};
use grundy_rules::small::every_choice;
use grundy_rules::text::PrintedGivens;
use grundy_rules::{Game, Instance, Meter, Part, Value};
use grundy_solve::claims::{ClaimReport, ClaimVerdict, check_claims_at};
use std::sync::Arc;

/// Which givens are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// All of them; what is proved is proved for those of the instance.
    AllGivens,
    /// Those of the instance alone.
    TheseGivens,
}

/// A claim that speaks of no more choices of the givens than this is proved for each of them.
const MAX_CHOICES: usize = 8;

/// A verdict for every statement of a game, and what was tried in vain.
pub fn verdicts(
    instance: &Arc<Instance>,
    asked: Asked,
    effort: &Effort,
    prover: &mut Prover,
) -> (Vec<Finding>, Vec<String>) {
    let game = instance.shared_game();
    let budget = prover.share(4.0);
    let reports = match asked {
        Asked::AllGivens => check_claims(&game, &budget),
        Asked::TheseGivens => check_claims_at((**instance).clone(), &budget),
    };
    let (mut found, tried) = findings_with(instance, effort, prover);
    let proved = found.iter().filter(|finding| finding.status == Status::Proved && !finding.claim.is_empty());
    let proved: Vec<Claim> = proved.filter_map(|finding| read(instance, &finding.claim)).collect();
    let mut all = Vec::new();
    for (place, report) in reports.iter().enumerate() {
        let claim = game.claims.get(place);
        let known = claim.and_then(|claim| found.iter().position(|finding| finding.claim == claim.text));
        let known = known.map(|at| found.remove(at));
        match claim {
            Some(claim) if claim.kind.is_general() => {
                all.extend(general(instance, asked, claim, known, report, prover));
            }
            Some(claim) => all.push(named(&claim.text, report)),
            None => {
                let strategy = game.strategies.get(place - game.claims.len());
                let known = strategy
                    .filter(|_| !matches!(report.verdict, ClaimVerdict::Fails { .. } | ClaimVerdict::Faulty(_)))
                    .and_then(|strategy| by_theorem(instance, strategy, &proved, prover));
                let condition = strategy.and_then(|strategy| strategy.condition.as_ref());
                all.push(other(instance, condition, known, asked, report));
            }
        }
    }
    // Beside statements of the file only what is proved is news.
    let is_alone = all.is_empty();
    all.extend(found.into_iter().filter(|finding| is_alone || finding.status == Status::Proved));
    (all, tried)
}

/// A claim of the game by its text.
fn read(instance: &Instance, claim: &str) -> Option<Claim> {
    with_claims(instance, &[claim.to_owned()])?.game().claims.last().cloned()
}

/// A strategy that follows from claims about who wins, each of which is proved.
fn by_theorem(instance: &Instance, strategy: &Strategy, proved: &[Claim], prover: &mut Prover) -> Option<Finding> {
    let text = format!("strategy {}", strategy.text);
    for lost in std::iter::once(None).chain(proved.iter().map(Some)) {
        let Some(claims) = claims_of_strategy(instance, strategy, lost) else { continue };
        let mut prove =
            |claim: &Claim| prover.prove(instance, claim).filter(|finding| finding.status == Status::Proved);
        let Some(found) = claims.iter().map(&mut prove).collect::<Option<Vec<Finding>>>() else { continue };
        // A strategy whose condition never holds is no theorem: what was tried says so.
        if found.iter().any(|finding| finding.words == NOTHING) {
            return None;
        }
        let link = match lost {
            Some(lost) => format!("the move is there and leaves a lost position, as `{}` is proved", lost.text),
            None => "the move is there and leaves two equal parts, or nothing".to_owned(),
        };
        let last = found.into_iter().next_back().unwrap_or_default();
        return Some(Finding { claim: text.clone(), words: text, link: Some(link), ..last });
    }
    None
}

/// A claim about every position: what was found for these givens, and what other givens say.
fn general(
    instance: &Arc<Instance>,
    asked: Asked,
    claim: &Claim,
    known: Option<Finding>,
    report: &ClaimReport,
    prover: &Prover,
) -> Vec<Finding> {
    let game = instance.shared_game();
    let here = instance.print_givens().in_words();
    if asked == Asked::TheseGivens || game.givens.is_empty() {
        let Some(known) = known else {
            // The givens make its condition false.
            let words = format!("it says nothing for {here}");
            let claim = claim.text.clone();
            return vec![Finding { claim, words, status: Status::Computed, ..Finding::default() }];
        };
        return vec![with_givens(instance, claim, computed(known, claim, report))];
    }
    // That it speaks of no position with these givens says nothing of others.
    let known = known.filter(|known| known.status != Status::Proved || known.words == claim.text);
    if let ClaimVerdict::Fails { counterexample, givens, .. } = &report.verdict
        && known.as_ref().is_none_or(|known| known.status != Status::Refuted)
    {
        let Some(known) = known else { return vec![by_report(&claim.text, report)] };
        let names: Vec<&str> = game.components.iter().map(|component| component.name.as_str()).collect();
        let there = format!("{}, {} = {counterexample}", givens.in_words(), names.join(","));
        let words = match known.status {
            Status::Proved => format!("proved for {here}; false at {there}"),
            _ => format!("false at {there}"),
        };
        return vec![Finding { status: Status::Refuted, words, counterexample: Some(there), ..known }];
    }
    let fixed = fixed_givens(&game, claim.condition.as_ref());
    if let Some(choices) = every_choice(&game, &fixed, MAX_CHOICES) {
        let count = choices.len();
        let of_choice = |(place, choice): (usize, Instance)| {
            let choice = Arc::new(choice);
            if choice.givens() == instance.givens() {
                return known.clone().map(|known| with_givens(instance, claim, known));
            }
            if !speaks_of_givens(&choice, claim) {
                return None;
            }
            let found = prover.with_givens(&choice).prove_within(&choice, claim, u64::MAX, count - place);
            let found = found.unwrap_or_else(|| checked(claim, report));
            Some(with_givens(&choice, claim, found))
        };
        let found: Vec<Finding> = choices.into_iter().enumerate().filter_map(of_choice).collect();
        if !found.is_empty() {
            return found;
        }
    }
    vec![match (known, &report.verdict) {
        (Some(known), _) if known.status == Status::Proved => proved_here(&here, known, report),
        (Some(known), _) if known.status == Status::Refuted => with_givens(instance, claim, known),
        (_, ClaimVerdict::Holds { .. }) | (None, _) => checked(claim, report),
        (Some(known), _) => with_givens(instance, claim, known),
    }]
}

/// A statement that is proved for these givens and speaks of others too.
fn proved_here(here: &str, known: Finding, report: &ClaimReport) -> Finding {
    let others: Vec<&PrintedGivens> = match &report.verdict {
        ClaimVerdict::Holds { givens, .. } => givens.iter().filter(|one| one.in_words() != here).collect(),
        _ => Vec::new(),
    };
    let words = match others.is_empty() {
        true => format!("proved for {here}; not tried for other givens"),
        false => format!("proved for {here}; checked for {}", choices_in_words(&others)),
    };
    Finding { status: Status::Checked, words, ..known }
}

/// Returns choices of the givens in words: all of them where only one given differs between them, else how many there are.
fn choices_in_words(choices: &[&PrintedGivens]) -> String {
    let values: Vec<&str> = match choices {
        [only] => return only.in_words(),
        _ => choices.iter().filter(|one| one.0.len() == 1).map(|one| one.0[0].1.as_str()).collect(),
    };
    match (choices.first(), values.len() == choices.len()) {
        (Some(first), true) => format!("{} = {}", first.0[0].0, values.join(", ")),
        _ => format!("{} other choices of the givens", choices.len()),
    }
}

/// A claim with the givens that it was looked at with before it.
fn with_givens(instance: &Instance, claim: &Claim, found: Finding) -> Finding {
    let givens = instance.print_givens();
    match !givens.0.is_empty() && found.words == claim.text {
        true => Finding { words: format!("for {}: {}", givens.in_words(), claim.text), ..found },
        false => found,
    }
}

/// A claim that is not proved was computed where every position that there is was looked at.
fn computed(known: Finding, claim: &Claim, report: &ClaimReport) -> Finding {
    match (known.status, &report.verdict) {
        (Status::Checked | Status::Unknown, ClaimVerdict::Holds { is_everything: true, positions, .. }) => {
            let words = format!("{}: every position was looked at, {positions} of them", claim.text);
            Finding { claim: claim.text.clone(), words, status: Status::Computed, ..Finding::default() }
        }
        _ => known,
    }
}

/// What solved positions say of a claim with several givens.
fn checked(claim: &Claim, report: &ClaimReport) -> Finding {
    let found = by_report(&claim.text, report);
    match found.status {
        Status::Computed => Finding { status: Status::Checked, ..found },
        _ => found,
    }
}

/// Returns the value of each given that a condition leaves no other value.
fn fixed_givens(game: &Arc<Game>, condition: Option<&Expr>) -> Vec<Option<Value>> {
    let mut fixed = vec![None; game.givens.len()];
    let Ok(usual) = Instance::new(game.clone(), vec![None; game.givens.len()]) else { return fixed };
    let (nothing, meter): (Part, _) = (Arc::new(Vec::new()), Meter::steps(10_000));
    let mut conjuncts: Vec<&Expr> = condition.into_iter().collect();
    while let Some(expr) = conjuncts.pop() {
        match &expr.form {
            Form::And(all) => conjuncts.extend(all),
            Form::Given(given) => fixed[*given] = Some(Value::Bool(true)),
            Form::Not(inner) => {
                if let Form::Given(given) = inner.form {
                    fixed[given] = Some(Value::Bool(false));
                }
            }
            Form::Compare(sides, comparisons) if comparisons.as_slice() == [Comparison::Equal] => {
                let (given, other) = match (&sides[0].form, &sides[1].form) {
                    (Form::Given(given), _) => (*given, &sides[1]),
                    (_, Form::Given(given)) => (*given, &sides[0]),
                    _ => continue,
                };
                if is_constant(other) {
                    fixed[given] = usual.evaluate(other, &nothing, None, &meter).ok();
                }
            }
            _ => {}
        }
    }
    fixed
}

/// Returns whether an expression is made of constants alone.
fn is_constant(expr: &Expr) -> bool {
    let mut constant = !matches!(
        expr.form,
        Form::Component(_) | Form::Given(_) | Form::Local(_) | Form::Mover | Form::Other | Form::Apply(..)
    );
    expr.each_child(&mut |child| constant &= is_constant(child));
    constant
}

/// A statement about positions that it names, which speaks of the defaults.
fn named(text: &str, report: &ClaimReport) -> Finding {
    let found = by_report(text, report);
    match &report.verdict {
        ClaimVerdict::Holds { givens, .. } => match givens.first().filter(|givens| !givens.0.is_empty()) {
            Some(givens) => Finding { words: format!("for {}: {text}", givens.in_words()), ..found },
            None => Finding { words: text.to_owned(), ..found },
        },
        _ => found,
    }
}

/// A strategy, a symmetry, or that play ends. What was computed for some givens was checked for others.
fn other(
    instance: &Instance,
    condition: Option<&Expr>,
    known: Option<Finding>,
    asked: Asked,
    report: &ClaimReport,
) -> Finding {
    let givens = instance.print_givens().in_words();
    let fixed = fixed_givens(&instance.shared_game(), condition);
    let is_of_these = |(fixed, here): (&Option<Value>, &Value)| fixed.as_ref() == Some(here);
    let is_of_these = asked == Asked::TheseGivens || fixed.iter().zip(instance.givens()).all(is_of_these);
    let found = by_report(&report.text, report);
    match (known, &report.verdict) {
        (Some(known), _) if is_of_these && givens.is_empty() => known,
        (Some(known), _) if is_of_these => Finding { words: format!("for {givens}: {}", known.words), ..known },
        (Some(known), _) => {
            let here = proved_here(&givens, known, report);
            Finding { words: format!("{}: {}", report.text, here.words), ..here }
        }
        (None, ClaimVerdict::Holds { is_everything: true, givens, .. }) if is_of_these || givens.is_empty() => found,
        (None, ClaimVerdict::Holds { .. }) => Finding { status: Status::Checked, ..found },
        (None, _) => found,
    }
}

/// What solved positions say.
fn by_report(text: &str, report: &ClaimReport) -> Finding {
    let mut finding = Finding { claim: text.to_owned(), words: text.to_owned(), ..Finding::default() };
    match &report.verdict {
        ClaimVerdict::Holds { positions, description, is_everything, .. } => {
            finding.words = format!("{text}: {description}");
            finding.status = if *is_everything { Status::Computed } else { Status::Checked };
            if !is_everything {
                finding.bound = Some(*positions);
                let plural = if *positions == 1 { "" } else { "s" };
                finding.extent = Some(format!("{positions} position{plural}"));
            }
        }
        ClaimVerdict::Fails { counterexample, expected, found, givens } => {
            let with = if givens.0.is_empty() { String::new() } else { format!(" with {}", givens.as_arguments()) };
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
