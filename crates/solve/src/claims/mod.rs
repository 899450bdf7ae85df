//! Checks claims, strategies and symmetries against solved positions, up to a bound.
//!
//! In: a game. Out: for each statement of the file whether it holds on every sample position, or the smallest position
//! where it does not. Being checked is not being proved: the report says how far it went.

use crate::limits;
mod everywhere;
mod named;
mod strategy;
mod symmetry;
mod table;

use crate::budget::Budget;
use everywhere::{check_no_loops, everywhere};
use grundy_message::{Message, message, plural};
use grundy_rules::ast::Comparison;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Expr, Form, Game, Loops};
use grundy_rules::small::spread_givens;
use grundy_rules::text::PrintedGivens;
use grundy_rules::{Fault, Instance, Int, Meter, Part, Position, Side, Span, Value};
use grundy_value::{Evaluation, Quantity, Winner};
use named::{at_position, follow_period, number, row};
use std::sync::Arc;
use strategy::check_strategy;
use table::Table;

/// Result of checking one statement.
#[derive(Clone, Debug)]
pub struct ClaimReport {
    /// The statement in its canonical form: `claim lose iff …`, `strategy …`, `symmetry …`.
    pub text: String,
    /// Location in the file.
    pub span: Span,
    /// The verdict.
    pub verdict: ClaimVerdict,
}

/// Verdict on a statement.
#[derive(Clone, Debug)]
pub enum ClaimVerdict {
    /// It holds wherever it was checked.
    Holds {
        /// Number of positions checked.
        positions: u64,
        /// How far the check went, in words.
        description: Message,
        /// The choices of givens it was checked with; empty if it is read off the rules.
        givens: Vec<PrintedGivens>,
        /// True if it was checked at every position it is about, with these givens.
        is_everything: bool,
    },
    /// It holds everywhere: a certificate for it was accepted.
    Proved {
        /// Kind of certificate.
        by: Message,
    },
    /// It fails; this is the first counterexample.
    Fails {
        /// The counterexample.
        counterexample: String,
        /// What the statement says of it.
        expected: Message,
        /// The actual value.
        found: Message,
        /// The givens.
        givens: PrintedGivens,
    },
    /// Nothing could be checked.
    Unknown {
        /// The reason.
        why: Message,
    },
    /// The statement itself cannot be evaluated at some position.
    Faulty(Fault),
}

/// Number of choices of small givens, the defaults included, besides those spread up to the default and past it.
const SMALL_GIVENS: usize = 5;
/// Maximum number of rule steps for the positions of the first choice of givens: about a second for the defaults. The
/// report says how far a statement was checked with it.
const STEPS: u64 = 30_000_000;
/// Number of steps shared by all other choices of givens, and the maximum for one of them.
const STEPS_OF_OTHER_GIVENS: u64 = 40_000_000;

/// Checks every claim, strategy and symmetry of a game, and `loops none`.
pub fn check_claims(game: &Arc<Game>, budget: &Budget) -> Vec<ClaimReport> {
    let mut instances = spread_givens(game, SMALL_GIVENS);
    // Givens that a claim names are checked too.
    let of_claims = game.claims.iter().map(|claim| claim.condition.as_ref());
    let of_strategies = game.strategies.iter().map(|strategy| strategy.condition.as_ref());
    for condition in of_claims.chain(of_strategies).flatten() {
        if let Some(named) = named_givens(game, condition)
            && !instances.iter().any(|known| known.givens() == named.givens())
        {
            instances.push(named);
        }
    }
    check_with(game, instances, budget)
}

/// Like [`check_claims`], but with the givens of this instance only; statements about certain positions use the
/// defaults.
pub fn check_claims_at(instance: Instance, budget: &Budget) -> Vec<ClaimReport> {
    check_with(&instance.shared_game(), vec![instance], budget)
}

fn check_with(game: &Arc<Game>, instances: Vec<Instance>, budget: &Budget) -> Vec<ClaimReport> {
    let others = (STEPS_OF_OTHER_GIVENS / instances.len().max(1) as u64).min(limits::MAX_STEPS_OF_OTHER_GIVENS);
    let mut tables: Vec<Table> = instances
        .into_iter()
        .enumerate()
        .map(|(index, instance)| Table::new(instance, budget, if index == 0 { STEPS } else { others }))
        .collect();
    // Statements about certain positions use the defaults. They come first, as those about all positions may take all
    // the time.
    let defaults = Instance::new(game.clone(), vec![None; game.givens.len()]).ok();
    let mut defaults = defaults.map(|instance| Table::new(instance, budget, STEPS));
    let stop = |verdict: &mut dyn FnMut() -> ClaimVerdict| match budget.is_cancelled() {
        true => ClaimVerdict::Unknown { why: message!("it was not come to before work was stopped") },
        false => verdict(),
    };
    let mut verdicts: Vec<Option<ClaimVerdict>> = vec![None; game.claims.len()];
    for general in [false, true] {
        for (claim, verdict) in game.claims.iter().zip(&mut verdicts) {
            if claim.kind.is_general() == general {
                *verdict = Some(stop(&mut || match (&mut defaults, general) {
                    (_, true) => check_general(claim, &mut tables),
                    (Some(defaults), false) => check_named(claim, defaults),
                    (None, false) => no_givens(),
                }));
            }
        }
    }
    let mut reports = Vec::new();
    let mut report = |text, span, verdict| reports.push(ClaimReport { text, span, verdict });
    for (claim, verdict) in game.claims.iter().zip(verdicts.into_iter().flatten()) {
        report(format!("claim {}", claim.text), claim.span, verdict);
    }
    for strategy in &game.strategies {
        let verdict = stop(&mut || check_strategy(strategy, &mut tables));
        report(format!("strategy {}", strategy.text), strategy.span, verdict);
    }
    for declared in &game.symmetries {
        let verdict = stop(&mut || symmetry::check(&declared.symmetry, &mut tables));
        report(format!("symmetry {}", declared.text), declared.span, verdict);
    }
    if game.loops == Loops::None {
        report("loops none".into(), game.loops_span, check_no_loops(game, &mut tables));
    }
    reports
}

/// Returns the instance with the givens that a condition fixes, as `m == 100` does; the others are at their defaults.
fn named_givens(game: &Arc<Game>, condition: &Expr) -> Option<Instance> {
    let usual = Instance::new(game.clone(), vec![None; game.givens.len()]).ok()?;
    let (nothing, meter): (Part, _) = (Arc::new(Vec::new()), Meter::steps(10_000));
    let mut givens: Vec<Option<Value>> = vec![None; game.givens.len()];
    let mut left = vec![condition];
    while let Some(expr) = left.pop() {
        match &expr.form {
            Form::And(all) => left.extend(all),
            Form::Compare(sides, comparisons) => {
                for (pair, comparison) in sides.windows(2).zip(comparisons) {
                    let (given, other, more) = match (&pair[0].form, &pair[1].form, comparison) {
                        (Form::Given(given), _, Comparison::Equal | Comparison::AtLeast) => (*given, &pair[1], 0),
                        (Form::Given(given), _, Comparison::Greater) => (*given, &pair[1], 1),
                        (_, Form::Given(given), Comparison::Equal | Comparison::AtMost) => (*given, &pair[0], 0),
                        (_, Form::Given(given), Comparison::Less) => (*given, &pair[0], 1),
                        _ => continue,
                    };
                    if !game.depends([other]).components.is_empty() {
                        continue;
                    }
                    let Ok(value) = usual.evaluate(other, &nothing, None, &meter) else { continue };
                    givens[given] = match value {
                        Value::Int(number) => number.add(&Int::Small(more)).ok().map(Value::Int),
                        value => (more == 0).then_some(value),
                    };
                }
            }
            _ => {}
        }
    }
    // A value outside the range of its given is not a choice.
    givens.iter().any(Option::is_some).then(|| Instance::new(game.clone(), givens).ok()).flatten()
}

/// Checks a claim about positions that it names.
fn check_named(claim: &Claim, table: &mut Table) -> ClaimVerdict {
    match &claim.kind {
        ClaimKind::At { quantity, position, value } => {
            at_position(table, position.as_ref(), |table, position, evaluation| {
                let expected = number(&table.instance, value)?;
                let found = evaluation.number(*quantity);
                Ok(compare_number(*quantity, table, position, &expected, found, evaluation))
            })
        }
        ClaimKind::Outcome(outcome, position) => {
            at_position(table, position.as_ref(), |table, position, evaluation| {
                let Some(winner) = evaluation.winner else { return Ok(None) };
                if winner == claimed_winner(*outcome, position) {
                    return Ok(Some(table.holds(1, message!("checked"))));
                }
                let expected = in_words(claimed_winner(*outcome, position), position, &table.instance);
                let found = in_words(winner, position, &table.instance);
                Ok(Some(table.fails(position, expected, found)))
            })
        }
        ClaimKind::Values { quantity, low, values, .. } => {
            let low = match number(&table.instance, low) {
                Ok(low) => low,
                Err(fault) => return ClaimVerdict::Faulty(fault),
            };
            let mut expected = Vec::new();
            for value in values {
                match number(&table.instance, value) {
                    Ok(value) => expected.push(value),
                    Err(fault) => return ClaimVerdict::Faulty(fault),
                }
            }
            row(table, *quantity, &low, expected)
        }
        _ => no_givens(),
    }
}

/// Checks a claim about all positions, or about an infinite row.
fn check_general(claim: &Claim, tables: &mut [Table]) -> ClaimVerdict {
    match &claim.kind {
        _ if tables.is_empty() => no_givens(),
        ClaimKind::Period { quantity, period, from } => {
            let meter = Meter::steps(10_000_000);
            let nothing: Part = Arc::new(Vec::new());
            let mut unknown = ClaimVerdict::Unknown { why: message!("it speaks of none of the givens tried") };
            let (mut followed, mut far, mut looked) = (0, Message::default(), Vec::new());
            for table in tables {
                if let Some(condition) = &claim.condition
                    && table.instance.evaluate(condition, &nothing, None, &meter) != Ok(Value::Bool(true))
                {
                    continue;
                }
                let here = match (number(&table.instance, period), number(&table.instance, from)) {
                    (Ok(period), Ok(from)) => follow_period(table, *quantity, &period, &from),
                    (Err(fault), _) | (_, Err(fault)) => ClaimVerdict::Faulty(fault),
                };
                match here {
                    ClaimVerdict::Holds { positions, description, givens, .. } => {
                        followed += positions;
                        far = description;
                        looked.extend(givens);
                    }
                    // A row too long for some givens may have been followed for others.
                    ClaimVerdict::Unknown { .. } => unknown = here,
                    failed => return failed,
                }
            }
            if looked.is_empty() {
                return unknown;
            }
            let description = message!("{checked}{choices}", checked = far, choices = choices_in_words(looked.len()));
            ClaimVerdict::Holds { positions: followed, description, givens: looked, is_everything: false }
        }
        _ => everywhere(claim, tables),
    }
}

/// Returns the number of choices of givens in words, as a suffix.
fn choices_in_words(count: usize) -> Message {
    if count > 1 { message!(", for {count} choices of the givens", count) } else { Message::default() }
}

/// Returns a number of positions in words.
fn positions(count: u64) -> Message {
    message!("{count} {positions}", count, positions = plural(&count, "position", "positions"))
}

/// Returns the verdict on a statement whose condition held nowhere, quoting the condition.
fn speaks_of_nothing(game: &Game, condition: Option<&Expr>, choices: usize) -> ClaimVerdict {
    if condition.is_some_and(|condition| game.depends([condition]).components.is_empty()) && !game.givens.is_empty() {
        return ClaimVerdict::Unknown { why: message!("it speaks of none of the givens tried") };
    }
    let choices = choices_in_words(choices);
    ClaimVerdict::Unknown { why: message!("its condition is true at no position that was tried{choices}", choices) }
}

fn no_givens() -> ClaimVerdict {
    ClaimVerdict::Unknown { why: message!("the givens have no defaults") }
}

/// Compares a claimed number with the solved one; `None` if the position is not solved.
fn compare_number(
    quantity: Quantity,
    table: &Table,
    position: &Position,
    expected: &Int,
    found: Option<Int>,
    evaluation: &Evaluation,
) -> Option<ClaimVerdict> {
    let valued = |value: &Int| message!("{quantity} {value}", quantity = quantity.word(), value = value.to_string());
    match found {
        Some(found) if found == *expected => Some(table.holds(1, message!("checked"))),
        Some(found) => Some(table.fails(position, valued(expected), valued(&found))),
        // The position is solved and has no such number.
        None if quantity == Quantity::Grundy && evaluation.winner.is_some() => {
            Some(table.fails(position, valued(expected), message!("no Grundy value: play can go on for ever")))
        }
        None if evaluation.winner == Some(Winner::Draw) => {
            let found = message!("no {quantity}: a draw", quantity = quantity.word());
            Some(table.fails(position, valued(expected), found))
        }
        None => None,
    }
}

fn claimed_winner(outcome: ClaimedOutcome, position: &Position) -> Winner {
    match outcome {
        ClaimedOutcome::First => Winner::First,
        ClaimedOutcome::Second => Winner::Second,
        ClaimedOutcome::Draw => Winner::Draw,
        ClaimedOutcome::Side(side) if position.mover == Some(side) => Winner::First,
        ClaimedOutcome::Side(_) => Winner::Second,
    }
}

/// Returns the name of the player who wins if the position has this winner, if players have names.
fn winner_name(winner: Winner, position: &Position, instance: &Instance) -> Option<String> {
    let side = match winner {
        Winner::Draw => None,
        Winner::First => position.mover,
        Winner::Second => position.mover.map(Side::other),
    };
    side.and_then(|side| instance.game().side_name(side)).map(ToOwned::to_owned)
}

fn denied_in_words(winner: Winner, position: &Position, instance: &Instance) -> Message {
    match (winner_name(winner, position, instance), winner) {
        (Some(name), _) => message!("{name} does not win", name),
        (None, Winner::Draw) => message!("no draw"),
        (None, Winner::First) => message!("the player to move does not win"),
        (None, Winner::Second) => message!("the player to move does not lose"),
    }
}

fn in_words(winner: Winner, position: &Position, instance: &Instance) -> Message {
    match (winner_name(winner, position, instance), winner) {
        (Some(name), _) => message!("{name} wins", name),
        (None, Winner::Draw) => message!("a draw"),
        (None, Winner::First) => message!("the player to move wins"),
        (None, Winner::Second) => message!("the player to move loses"),
    }
}
