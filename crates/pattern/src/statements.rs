//! A verdict for every statement of a file: claims, strategies, symmetries and `loops none`.
//!
//! In: a game with its givens. Out: a [`Finding`] for each statement, in the order of the file, then what else was
//! proved. A claim about every position is proved, refuted or checked by the finder, for the requested givens. A
//! statement is *computed* if the reference solver has visited every position that it is about. A claim without a
//! condition on givens is about all of them: if none were requested, it is proved only if it is proved for each, and a
//! proof for some names them.

use crate::claims::check_claims;
use crate::finder::{Finding, NOT_TRIED, Prover, Status, findings_with, many};
use crate::limits;
use crate::prover::Effort;
use grundy_message::{Message, message};
use grundy_proof::consequence::{Consequence, choices, of_strategy, speaks_of_givens};
use grundy_rules::Instance;
use grundy_rules::game::{Claim, Expr, Game, Loops, Strategy};
use grundy_rules::text::PrintedGivens;
use grundy_solve::claims::{ClaimReport, ClaimVerdict, check_claims_at};
use std::sync::Arc;

/// The givens that a request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// All of them; a proof is for those of the instance.
    AllGivens,
    /// Those of the instance only.
    TheseGivens,
}

/// Returns the verdict on every statement of a game if there was no time for any.
pub fn untried(game: &Game) -> Vec<Finding> {
    let claims = game.claims.iter().map(|claim| claim.text.clone());
    let strategies = game.strategies.iter().map(|strategy| format!("strategy {}", strategy.text));
    let symmetries = game.symmetries.iter().map(|declared| format!("symmetry {}", declared.text));
    let loops = (game.loops == Loops::None).then(|| "loops none".to_owned());
    let statements = claims.chain(strategies).chain(symmetries).chain(loops);
    statements.map(|claim| Finding { claim, words: NOT_TRIED.into(), ..Finding::default() }).collect()
}

/// Returns a verdict for every statement of a game, and the failed attempts.
pub fn verdicts(
    instance: &Arc<Instance>,
    request: Asked,
    effort: &Effort,
    prover: &mut Prover,
) -> (Vec<Finding>, Vec<Message>) {
    let game = instance.shared_game();
    let budget = prover.share(4.0).started();
    let reports = match request {
        Asked::AllGivens => check_claims(&game, &budget),
        Asked::TheseGivens => check_claims_at((**instance).clone(), &budget),
    };
    let (mut found, tried) = findings_with(instance, effort, prover);
    let proved = found.iter().filter_map(|finding| finding.proof.clone());
    let proved: Vec<Consequence> = proved.filter(|proof| proof.claim_about(instance).is_some()).collect();
    let mut all = Vec::new();
    for (index, report) in reports.iter().enumerate() {
        let claim = game.claims.get(index);
        let known = claim.and_then(|claim| found.iter().position(|finding| finding.claim == claim.text));
        let known = known.map(|at| found.remove(at));
        match claim {
            Some(claim) if claim.kind.is_general() => {
                all.extend(general(instance, request, claim, known, report, prover));
            }
            Some(claim) => all.push(named(&claim.text, report)),
            None => {
                let strategy = game.strategies.get(index - game.claims.len());
                let known = strategy
                    .filter(|_| !matches!(report.verdict, ClaimVerdict::Fails { .. } | ClaimVerdict::Faulty(_)))
                    .and_then(|strategy| by_theorem(instance, strategy, &proved, prover));
                let condition = strategy.and_then(|strategy| strategy.condition.as_ref());
                all.push(other(instance, condition, known, request, report));
            }
        }
    }
    // Beside the statements of the file, only proved rules are reported.
    let is_alone = all.is_empty();
    all.extend(found.into_iter().filter(|finding| is_alone || finding.status == Status::Proved));
    (all, tried)
}

/// Proves a strategy by proving the claims about who wins that it follows from.
fn by_theorem(
    instance: &Instance,
    strategy: &Strategy,
    proved: &[Consequence],
    prover: &mut Prover,
) -> Option<Finding> {
    let text = format!("strategy {}", strategy.text);
    for lost in std::iter::once(None).chain(proved.iter().map(Some)) {
        let mut last = Finding::default();
        let mut prove = |claim: &Claim| {
            last = prover.prove(instance, claim)?;
            last.proof.clone()
        };
        if let Some(consequence) = of_strategy(instance, strategy, lost, &mut prove) {
            return Some(Finding { claim: text.clone(), words: Message::text(text), ..last }.proved(consequence));
        }
    }
    None
}

/// Combines what was found about a claim for these givens with the results for other givens.
fn general(
    instance: &Arc<Instance>,
    request: Asked,
    claim: &Claim,
    known: Option<Finding>,
    report: &ClaimReport,
    prover: &Prover,
) -> Vec<Finding> {
    let game = instance.shared_game();
    let here = instance.print_givens().in_words();
    if request == Asked::TheseGivens || game.givens.is_empty() {
        let Some(known) = known else {
            // The givens make its condition false.
            let words = message!("it says nothing for {givens}", givens = here);
            let claim = claim.text.clone();
            return vec![Finding { claim, words, status: Status::Computed, ..Finding::default() }];
        };
        // The time may have been used up after a counterexample was found.
        let is_refuted = matches!(report.verdict, ClaimVerdict::Fails { .. }) && known.status == Status::Unknown;
        let known = if is_refuted { by_report(&claim.text, report) } else { known };
        return vec![with_givens(instance, claim, computed(known, claim, report))];
    }
    // That it applies to no position with these givens implies nothing for others.
    let known = known.filter(|known| known.status != Status::Proved || known.words == Message::text(&claim.text));
    if let ClaimVerdict::Fails { counterexample, givens, .. } = &report.verdict
        && known.as_ref().is_none_or(|known| known.status != Status::Refuted)
    {
        let Some(known) = known else { return vec![by_report(&claim.text, report)] };
        let names: Vec<&str> = game.components.iter().map(|component| component.name.as_str()).collect();
        let there = format!("{}, {} = {counterexample}", givens.in_words(), names.join(","));
        let words = match known.status {
            Status::Proved => message!("proved for {givens}; false at {position}", givens = here, position = there),
            _ => message!("false at {position}", position = there),
        };
        let counterexample = Some(Message::text(there));
        return vec![Finding { status: Status::Refuted, words, counterexample, ..known }];
    }
    let is_for_all = |known: &&Finding| known.proof.as_ref().is_some_and(Consequence::is_for_all_givens);
    if let Some(known) = known.as_ref().filter(is_for_all) {
        return vec![known.clone()];
    }
    if let Some(choices) = choices(&game, claim.condition.as_ref(), limits::MAX_PROVED_CHOICES) {
        let count = choices.len();
        let of_choice = |(index, choice): (usize, Instance)| {
            let choice = Arc::new(choice);
            if choice.givens() == instance.givens() {
                return known.clone().map(|known| with_givens(instance, claim, known));
            }
            if !speaks_of_givens(&choice, claim) {
                return None;
            }
            let found = prover.with_givens(&choice).prove_within(&choice, claim, u64::MAX, count - index);
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

/// Reports a statement that is proved for these givens and is about others too.
fn proved_here(here: &str, known: Finding, report: &ClaimReport) -> Finding {
    let others: Vec<&PrintedGivens> = match &report.verdict {
        ClaimVerdict::Holds { givens, .. } => givens.iter().filter(|choice| choice.in_words() != here).collect(),
        _ => Vec::new(),
    };
    let words = match others.is_empty() {
        true => message!("proved for {givens}; not tried for other givens", givens = here),
        false => {
            message!("proved for {givens}; checked for {others}", givens = here, others = choices_in_words(&others))
        }
    };
    Finding { status: Status::Checked, words, ..known }
}

/// Returns choices of the givens in words: all of them where only one given differs between them, else how many there
/// are.
fn choices_in_words(choices: &[&PrintedGivens]) -> Message {
    let values: Vec<&str> = match choices {
        [only] => return Message::text(only.in_words()),
        _ => choices.iter().filter(|choice| choice.0.len() == 1).map(|choice| choice.0[0].1.as_str()).collect(),
    };
    match (choices.first(), values.len() == choices.len()) {
        (Some(first), true) => Message::text(format!("{} = {}", first.0[0].0, values.join(", "))),
        _ => message!("{count} other choices of the givens", count = choices.len()),
    }
}

/// Returns a rule with the givens it is about, in words.
fn for_givens(givens: &str, rule: &Message) -> Message {
    message!("for {givens}: {rule}", givens, rule)
}

/// Prefixes a claim with the givens it was tried with.
fn with_givens(instance: &Instance, claim: &Claim, found: Finding) -> Finding {
    let givens = instance.print_givens();
    match !givens.0.is_empty() && found.words == Message::text(&claim.text) {
        true => Finding { words: for_givens(&givens.in_words(), &found.words), ..found },
        false => found,
    }
}

/// Marks an unproved claim as computed if every position was visited.
fn computed(known: Finding, claim: &Claim, report: &ClaimReport) -> Finding {
    match (known.status, &report.verdict) {
        (Status::Checked | Status::Unknown, ClaimVerdict::Holds { is_everything: true, positions, .. }) => {
            let words =
                message!("{claim}: every position was looked at, {positions} of them", claim = claim.text, positions);
            Finding { claim: claim.text.clone(), words, status: Status::Computed, ..Finding::default() }
        }
        _ => known,
    }
}

/// Returns what solved positions say about a claim with several givens.
fn checked(claim: &Claim, report: &ClaimReport) -> Finding {
    let found = by_report(&claim.text, report);
    match found.status {
        Status::Computed => Finding { status: Status::Checked, ..found },
        _ => found,
    }
}

/// Reports a statement about positions that it names, which is about the defaults.
fn named(text: &str, report: &ClaimReport) -> Finding {
    let found = by_report(text, report);
    match &report.verdict {
        ClaimVerdict::Holds { givens, .. } => match givens.first().filter(|givens| !givens.0.is_empty()) {
            Some(givens) => Finding { words: for_givens(&givens.in_words(), &Message::text(text)), ..found },
            None => Finding { words: Message::text(text), ..found },
        },
        _ => found,
    }
}

/// Reports a strategy, a symmetry, or that play ends. What was computed for some givens is checked for others.
fn other(
    instance: &Instance,
    condition: Option<&Expr>,
    known: Option<Finding>,
    request: Asked,
    report: &ClaimReport,
) -> Finding {
    let givens = instance.print_givens().in_words();
    let only = choices(&instance.shared_game(), condition, 1);
    let is_only = only.is_some_and(|only| only.len() == 1 && only[0].givens() == instance.givens());
    let is_of_these = request == Asked::TheseGivens || is_only;
    let found = by_report(&report.text, report);
    match (known, &report.verdict) {
        (Some(known), _) if is_of_these && givens.is_empty() => known,
        (Some(known), _) if is_of_these => Finding { words: for_givens(&givens, &known.words), ..known },
        (Some(known), _) => {
            let here = proved_here(&givens, known, report);
            let words = message!("{claim}: {description}", claim = report.text, description = here.words);
            Finding { words, ..here }
        }
        (None, ClaimVerdict::Holds { is_everything: true, givens, .. }) if is_of_these || givens.is_empty() => found,
        (None, ClaimVerdict::Holds { .. }) => Finding { status: Status::Checked, ..found },
        (None, _) => found,
    }
}

/// Converts the report of the solver.
fn by_report(text: &str, report: &ClaimReport) -> Finding {
    let mut finding = Finding { claim: text.to_owned(), words: Message::text(text), ..Finding::default() };
    match &report.verdict {
        ClaimVerdict::Holds { positions, description, is_everything, .. } => {
            finding.words = message!("{claim}: {description}", claim = text, description);
            finding.status = if *is_everything { Status::Computed } else { Status::Checked };
            if !is_everything {
                finding.bound = Some(*positions);
                finding.extent = Some(many(*positions));
            }
        }
        ClaimVerdict::Fails { counterexample, expected, found, givens } => {
            let position = match givens.0.is_empty() {
                true => Message::text(counterexample),
                false => {
                    let givens = givens.as_arguments();
                    message!("{position} with {givens}", position = counterexample, givens)
                }
            };
            finding.status = Status::Refuted;
            finding.words = message!("at {position} it says: {expected}; found: {found}", position, expected, found);
            finding.counterexample = Some(position);
        }
        // Only a certificate makes a finding proved.
        ClaimVerdict::Proved { .. } => {}
        ClaimVerdict::Unknown { why } => finding.words = why.clone(),
        ClaimVerdict::Faulty(fault) => finding.words = fault.sentence(),
    }
    finding
}
