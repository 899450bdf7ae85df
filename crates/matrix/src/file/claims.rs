//! Claims about a matrix game, compared with its answers.

use super::payoff::{Evaluated, Trouble};
use super::{MatrixGame, Played};
use crate::alike::Alike;
use crate::dominance::{Strength, eliminate};
use crate::equilibria::{equilibria, is_enumerable};
use crate::profile::stands;
use crate::responses::{best_responses, pure_equilibria};
use crate::table::{Mix, Table};
use crate::zero_sum;
use dashu_int::IBig;
use grundy_message::{Message, message};
use grundy_rules::game::Expr;
use grundy_rules::{Fault, Meter, Part, Span, Value};
use grundy_value::Rational;
use std::sync::Arc;

/// A claim of a file.
#[derive(Debug)]
pub struct Claim {
    /// What it says.
    pub kind: ClaimKind,
    /// What it says, as written, without the word `claim`.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// What a claim says.
#[derive(Debug)]
pub enum ClaimKind {
    /// `equilibrium confess, confess`: this profile is an equilibrium.
    Profile(Vec<(String, Span)>),
    /// `equilibrium [1/2, 1/2], [1/3, 2/3]`: these mixes are one.
    Mixes(Vec<Vec<Expr>>),
    /// `equilibrium total(fee) == 0`: all profiles in which this holds for every player are equilibria; with `iff`, no others are.
    Condition {
        /// Whether no others are.
        exactly: bool,
        /// The condition.
        condition: Expr,
    },
    /// `value 1/2`, `equilibria 3`
    Number(Wanted, Expr),
}

/// A number that a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The value of a game of constant sum to the first player.
    Value,
    /// The number of extreme equilibria.
    Equilibria,
    /// The number of components.
    Components,
    /// The number of pure equilibria.
    Pure,
    /// The number of profiles that are pure equilibria, of players who are alike.
    Profiles,
    /// The number of profiles left after strictly dominated choices are taken away.
    Left,
}

/// Whether a claim is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is.
    True,
    /// It is not; what is found instead.
    False(Message),
}

impl MatrixGame {
    /// Compares each claim with the game, whose givens have their defaults.
    ///
    /// # Errors
    /// Fails if the game cannot be played, or the budget is used up.
    pub fn check(&self, meter: &Meter) -> Result<Vec<Verdict>, Trouble> {
        let givens = || vec![None; self.scope.givens.len()];
        let played = self.play(givens(), meter)?;
        let evaluated = self.evaluated(givens(), meter)?;
        self.claims.iter().map(|claim| Ok(verdict(&evaluated, &played, claim)?)).collect()
    }
}

fn no_table() -> Message {
    message!("this game has no table of payoffs")
}

fn verdict(evaluated: &Evaluated, played: &Played, claim: &Claim) -> Result<Verdict, Fault> {
    let meter = evaluated.meter;
    let with_table = |judge: &dyn Fn(&Table) -> Result<Verdict, Fault>| match played.table() {
        Some(table) => judge(table),
        None => Ok(Verdict::False(no_table())),
    };
    match &claim.kind {
        ClaimKind::Profile(labels) => with_table(&|table| {
            let mut mixes = Vec::new();
            for (index, (label, _)) in labels.iter().enumerate() {
                let choices = table.players().get(index).map_or(&[][..], |player| &player.choices);
                let Some(choice) = choices.iter().position(|choice| choice == label) else {
                    return Ok(Verdict::False(message!("there is no choice `{name}`", name = label.clone())));
                };
                let part = |other: usize| if other == choice { Rational::ONE } else { Rational::ZERO };
                mixes.push((0..choices.len()).map(part).collect());
            }
            Ok(equilibrium_verdict(table, &mixes))
        }),
        ClaimKind::Mixes(written) => with_table(&|table| {
            let exact = |expr: &Expr| evaluated.exact(expr, &Part::default());
            let mixes: Vec<Mix> =
                written.iter().map(|mix| mix.iter().map(exact).collect()).collect::<Result<_, Fault>>()?;
            Ok(equilibrium_verdict(table, &mixes))
        }),
        ClaimKind::Condition { exactly, condition } => match played {
            Played::Alike(alike, _) => condition_verdict(evaluated, alike, condition, *exactly),
            Played::Table(_) => Ok(Verdict::False(message!("the players of this game are not alike"))),
        },
        ClaimKind::Number(wanted, number) => {
            let stated = evaluated.exact(number, &Part::default())?;
            let found: Rational = match (wanted, played) {
                (Wanted::Profiles, Played::Alike(alike, _)) => Rational::from(alike.profiles()),
                (Wanted::Profiles, _) => return Ok(Verdict::False(message!("the players of this game are not alike"))),
                _ => {
                    let Some(table) = played.table() else { return Ok(Verdict::False(no_table())) };
                    match number_of(table, *wanted, meter)? {
                        Ok(found) => found,
                        Err(why) => return Ok(Verdict::False(why)),
                    }
                }
            };
            Ok(if found == stated { Verdict::True } else { Verdict::False(message!("it is {found}", found)) })
        }
    }
}

fn number_of(table: &Table, wanted: Wanted, meter: &Meter) -> Result<Result<Rational, Message>, Fault> {
    let count = |count: usize| Rational::from(IBig::from(count));
    Ok(match wanted {
        Wanted::Value => match table.constant_sum() {
            Some(_) => Ok(zero_sum::solve(table, zero_sum::Wanted::One, meter)?.value),
            None => Err(message!("the payoffs do not add up to the same in every cell")),
        },
        Wanted::Pure => Ok(count(pure_equilibria(&best_responses(table, meter)?).len())),
        Wanted::Left => Ok(count(eliminate(table, Strength::Strict, meter)?.left.iter().map(Vec::len).product())),
        Wanted::Equilibria | Wanted::Components if is_enumerable(table) => {
            let found = equilibria(table, meter)?;
            Ok(count(if wanted == Wanted::Equilibria { found.extreme.len() } else { found.components.len() }))
        }
        _ => Err(message!("this table is too large to list its equilibria")),
    })
}

fn equilibrium_verdict(table: &Table, mixes: &[Mix]) -> Verdict {
    match stands(table, mixes) {
        Err(why) => Verdict::False(why),
        Ok(stands) => match stands.iter().position(|stand| !stand.is_best()) {
            None => Verdict::True,
            Some(index) => {
                let (player, stand) = (&table.players()[index], &stands[index]);
                Verdict::False(message!(
                    "{player} would get {most} instead of {expected} with {choice}",
                    player = player.name.clone(),
                    most = stand.most,
                    expected = stand.expected,
                    choice = player.choices[stand.best[0]].clone()
                ))
            }
        },
    }
}

/// Compares the profiles in which a condition holds for every player with the equilibria.
fn condition_verdict(evaluated: &Evaluated, alike: &Alike, condition: &Expr, exactly: bool) -> Result<Verdict, Fault> {
    let Some(summand) = &alike.summand else {
        return Ok(Verdict::False(message!("the payoff depends on more than one sum")));
    };
    let game = evaluated.game;
    let count = i64::try_from(alike.players).unwrap_or(i64::MAX);
    let menu: Vec<Value> = match &game.choices[0] {
        super::Choices::Named(names) => names.iter().map(|name| super::read::choice_value(game, name)).collect(),
        super::Choices::Range(..) => {
            alike.choices.iter().filter_map(|name| name.parse().ok().map(Value::Int)).collect()
        }
    };
    let (least, most) = (summand.iter().min().copied().unwrap_or(0), summand.iter().max().copied().unwrap_or(0));
    let mut next = alike.kinds.iter().peekable();
    for total in least * count..=most * count {
        let mut held = Vec::new();
        for (choice, value) in menu.iter().enumerate() {
            let mut part = vec![value.clone()];
            part.extend(
                game.aggregates
                    .iter()
                    .map(|(_, whole)| Value::Int(if *whole { total } else { total - summand[choice] }.into())),
            );
            part.push(Value::list(Vec::new()));
            if evaluated.value(condition, &Arc::new(part))? == Value::Bool(true) {
                held.push(choice);
            }
        }
        let ends = |choices: &[usize]| {
            let all = || choices.iter().map(|choice| summand[*choice]);
            all().min().zip(all().max())
        };
        // Of the choices for which it holds, those that a profile with this total can have.
        let possible: Vec<usize> = match ends(&held) {
            Some((low, high)) => held
                .into_iter()
                .filter(|choice| {
                    let rest = total - summand[*choice];
                    low * (count - 1) <= rest && rest <= high * (count - 1)
                })
                .collect(),
            None => Vec::new(),
        };
        let kind = next.next_if(|kind| kind.total == Some(total));
        let found: &[usize] = kind.map_or(&[], |kind| &kind.choices);
        if let Some(choice) = possible.iter().find(|choice| !found.contains(choice)) {
            let name = alike.choices[*choice].clone();
            return Ok(Verdict::False(message!(
                "with total {total}, who chooses {name} does better otherwise",
                total,
                name
            )));
        }
        if let (true, Some(choice)) = (exactly, found.iter().find(|choice| !possible.contains(choice))) {
            let name = alike.choices[*choice].clone();
            return Ok(Verdict::False(message!(
                "an equilibrium has total {total} and somebody who chooses {name}",
                total,
                name
            )));
        }
    }
    Ok(Verdict::True)
}
