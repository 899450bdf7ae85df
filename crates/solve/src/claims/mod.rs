//! Claims, strategies and symmetries checked against what is solved, up to a bound.
//!
//! In: a game. Out: for each statement of the file whether it holds on every position tried, or the smallest position
//! where it does not. Being checked is not being proved: the report says how far it went.

mod everywhere;
mod named;
mod strategy;
mod symmetry;
mod table;

use crate::budget::Budget;
use crate::solution::{Judgement, Winner};
use everywhere::{check_no_loops, everywhere};
use grundy_rules::ast::{Comparison, Quantity};
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Expr, Form, Game, Loops};
use grundy_rules::small::spread_givens;
use grundy_rules::text::PrintedGivens;
use grundy_rules::{Fault, Instance, Int, Meter, Part, Position, Side, Span, Value};
use named::{at_position, follow_period, number, row};
use std::sync::Arc;
use strategy::check_strategy;
use table::Table;

/// What became of one statement.
#[derive(Clone, Debug)]
pub struct ClaimReport {
    /// The statement in its canonical form: `claim lose iff …`, `strategy …`, `symmetry …`.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// What became of it.
    pub verdict: ClaimVerdict,
}

/// What became of a statement.
#[derive(Clone, Debug)]
pub enum ClaimVerdict {
    /// It holds wherever it was tried.
    Holds {
        /// How many positions that was.
        positions: u64,
        /// How far that went, in words.
        description: String,
        /// The choices of the givens that it was tried with; none where it is read off the rules.
        givens: Vec<PrintedGivens>,
        /// Whether it was tried at every position that it speaks of with these givens.
        is_everything: bool,
    },
    /// It holds everywhere: a certificate for it was accepted.
    Proved {
        /// What kind of certificate.
        by: String,
    },
    /// It does not hold, here first.
    Fails {
        /// The position.
        counterexample: String,
        /// What the statement says of it.
        expected: String,
        /// What is so.
        found: String,
        /// The givens.
        givens: PrintedGivens,
    },
    /// Nothing could be tried.
    Unknown {
        /// Why not.
        why: String,
    },
    /// The statement itself cannot be evaluated somewhere.
    Faulty(Fault),
}

/// How many choices of small givens are tried, the defaults among them, beside those spread up to the default and past it.
const SMALL_GIVENS: usize = 5;
/// How many steps of the rules the positions of one choice of givens may cost: about a second for the defaults. How far a
/// statement was checked is said with it.
const STEPS: u64 = 30_000_000;
/// All other choices share so many, and none has more than the second number.
const STEPS_OF_OTHER_GIVENS: u64 = 40_000_000;
const MAX_STEPS_OF_OTHER_GIVENS: u64 = 5_000_000;

/// Checks every claim, strategy and symmetry of a game, and `loops none`.
pub fn check_claims(game: &Arc<Game>, budget: &Budget) -> Vec<ClaimReport> {
    let mut instances = spread_givens(game, SMALL_GIVENS);
    // What a claim says of certain givens is looked at with them.
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

/// Like [`check_claims`], with the givens of this instance alone; statements about certain positions speak of the defaults.
pub fn check_claims_at(instance: Instance, budget: &Budget) -> Vec<ClaimReport> {
    check_with(&instance.shared_game(), vec![instance], budget)
}

fn check_with(game: &Arc<Game>, instances: Vec<Instance>, budget: &Budget) -> Vec<ClaimReport> {
    let others = (STEPS_OF_OTHER_GIVENS / instances.len().max(1) as u64).min(MAX_STEPS_OF_OTHER_GIVENS);
    let mut tables: Vec<Table> = instances
        .into_iter()
        .enumerate()
        .map(|(place, instance)| Table::new(instance, budget, if place == 0 { STEPS } else { others }))
        .collect();
    // Statements about certain positions speak of the defaults. They come first, as those about all positions may take all the time.
    let defaults = Instance::new(game.clone(), vec![None; game.givens.len()]).ok();
    let mut defaults = defaults.map(|instance| Table::new(instance, budget, STEPS));
    let stop = |verdict: &mut dyn FnMut() -> ClaimVerdict| match budget.is_cancelled() {
        true => ClaimVerdict::Unknown { why: "it was not come to before work was stopped".into() },
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
        report("loops none".into(), Span::default(), check_no_loops(game, &mut tables));
    }
    reports
}

/// The givens that a condition names, as `m == 100` does; the others are at their defaults.
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
                    if !game.components_of([other]).is_empty() {
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
    // A value outside the range of its given is no choice.
    givens.iter().any(Option::is_some).then(|| Instance::new(game.clone(), givens).ok()).flatten()
}

/// A claim about positions that it names.
fn check_named(claim: &Claim, table: &mut Table) -> ClaimVerdict {
    match &claim.kind {
        ClaimKind::At { quantity, position, value } => {
            at_position(table, position.as_ref(), |table, position, judgement| {
                let expected = number(&table.instance, value)?;
                let found = quantity_of(*quantity, judgement);
                Ok(compare_number(*quantity, table, position, &expected, found, judgement))
            })
        }
        ClaimKind::Outcome(outcome, position) => at_position(table, position.as_ref(), |table, position, judgement| {
            let Some(winner) = judgement.winner else { return Ok(None) };
            if winner == claimed_winner(*outcome, position) {
                return Ok(Some(table.holds(1, "checked")));
            }
            let expected = in_words(claimed_winner(*outcome, position), position, &table.instance);
            let found = in_words(winner, position, &table.instance);
            Ok(Some(table.fails(position, expected, found)))
        }),
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

/// A claim about all positions, or about a row without an end.
fn check_general(claim: &Claim, tables: &mut [Table]) -> ClaimVerdict {
    match &claim.kind {
        _ if tables.is_empty() => no_givens(),
        ClaimKind::Period { quantity, period, from } => {
            let meter = Meter::steps(10_000_000);
            let nothing: Part = Arc::new(Vec::new());
            let mut unknown = ClaimVerdict::Unknown { why: "it speaks of none of the givens tried".into() };
            let (mut followed, mut far, mut looked) = (0, String::new(), Vec::new());
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
                    // What is too long for some givens was followed for others.
                    ClaimVerdict::Unknown { .. } => unknown = here,
                    failed => return failed,
                }
            }
            if looked.is_empty() {
                return unknown;
            }
            let description = far + &choices_in_words(looked.len());
            ClaimVerdict::Holds { positions: followed, description, givens: looked, is_everything: false }
        }
        _ => everywhere(claim, tables),
    }
}

/// How many choices of givens were looked at, in words to follow others.
fn choices_in_words(count: usize) -> String {
    if count > 1 { format!(", for {count} choices of the givens") } else { String::new() }
}

/// A number of positions in words.
fn positions(count: u64) -> String {
    if count == 1 { "1 position".into() } else { format!("{count} positions") }
}

/// A statement whose condition was true nowhere.
fn speaks_of_nothing(choices: usize) -> ClaimVerdict {
    let choices = choices_in_words(choices);
    ClaimVerdict::Unknown { why: format!("its condition is true at no position that was tried{choices}") }
}

fn no_givens() -> ClaimVerdict {
    ClaimVerdict::Unknown { why: "the givens have no defaults".into() }
}

fn quantity_of(quantity: Quantity, judgement: &Judgement) -> Option<Int> {
    match quantity {
        Quantity::Grundy => judgement.grundy.map(|grundy| Int::from(u128::from(grundy.0))),
        Quantity::Score => judgement.score.clone(),
        Quantity::Remoteness => judgement.remoteness.map(|moves| Int::from(u128::from(moves.0))),
    }
}

/// `None` when the position itself is not settled.
fn compare_number(
    quantity: Quantity,
    table: &Table,
    position: &Position,
    expected: &Int,
    found: Option<Int>,
    judgement: &Judgement,
) -> Option<ClaimVerdict> {
    let word = quantity.word();
    match found {
        Some(found) if found == *expected => Some(table.holds(1, "checked")),
        Some(found) => Some(table.fails(position, format!("{word} {expected}"), format!("{word} {found}"))),
        // The position is settled, and has no such number.
        None if quantity == Quantity::Grundy && judgement.winner.is_some() => {
            Some(table.fails(position, format!("{word} {expected}"), "no Grundy value: play can go on for ever".into()))
        }
        None if judgement.winner == Some(Winner::Draw) => {
            Some(table.fails(position, format!("{word} {expected}"), format!("no {word}: a draw")))
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

fn denied_in_words(winner: Winner, position: &Position, instance: &Instance) -> String {
    match winner {
        Winner::Draw => "no draw".into(),
        _ if instance.game().players.is_some() => {
            in_words(winner, position, instance).replace(" wins", " does not win")
        }
        Winner::First => "the player to move does not win".into(),
        Winner::Second => "the player to move does not lose".into(),
    }
}

fn in_words(winner: Winner, position: &Position, instance: &Instance) -> String {
    let named = |side: Option<Side>| side.and_then(|side| instance.game().side_name(side));
    match winner {
        Winner::Draw => "a draw".into(),
        Winner::First => named(position.mover).map_or("the player to move wins".into(), |name| format!("{name} wins")),
        Winner::Second => named(position.mover.map(Side::other))
            .map_or("the player to move loses".into(), |name| format!("{name} wins")),
    }
}
