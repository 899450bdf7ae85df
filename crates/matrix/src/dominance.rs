//! Dominance: choices that another choice, or a mixture of others, beats whatever the others do.
//!
//! Whether a mixture dominates strictly is whether a matrix game has a positive value; whether one dominates weakly is a linear program.

use crate::equilibria::normalised;
use crate::limits::MAX_CHOICES_MIXED;
use crate::program::maximise;
use crate::table::{Mix, Table};
use crate::tableau::Rows;
use crate::zero_sum::value_of;
use dashu_int::IBig;
use grundy_rules::{Fault, Meter};
use grundy_value::Rational;

/// How much better the better one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Against everything.
    Strict,
    /// Against something, and nowhere worse.
    Weak,
}

/// What dominates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// A choice.
    Choice(usize),
    /// A mixture of choices, where no choice alone does.
    Mixture(Mix),
}

/// A choice that is dominated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominated {
    /// The player.
    pub player: usize,
    /// Its choice.
    pub choice: usize,
    /// What is better.
    pub by: By,
    /// How.
    pub strength: Strength,
    /// The least and the greatest gain over it; of a mixture, the least one only.
    pub gain: (Rational, Option<Rational>),
}

/// The choices that are left of a game.
type Left = Vec<Vec<usize>>;

/// Returns the dominated choices of all players, each with the strongest way in which it is; of the choices that dominate it the one
/// with the greatest least gain.
///
/// # Errors
/// The budget is used up.
pub fn dominated(table: &Table, meter: &Meter) -> Result<Vec<Dominated>, Fault> {
    let left: Left = table.sizes().into_iter().map(|size| (0..size).collect()).collect();
    let mut found = Vec::new();
    for player in 0..left.len() {
        for choice in left[player].clone() {
            found.extend(dominator(table, &left, player, choice, Strength::Weak, meter)?);
        }
    }
    Ok(found)
}

/// Returns the choices that a player has and that strictly dominate all its others: at most one.
pub fn dominant(table: &Table, player: usize, meter: &Meter) -> Result<Option<usize>, Fault> {
    let left: Left = table.sizes().into_iter().map(|size| (0..size).collect()).collect();
    for choice in 0..left[player].len() {
        let mut others = left[player].iter().filter(|other| **other != choice);
        let beats = |other: &usize| -> Result<bool, Fault> {
            Ok(least_gain(table, &left, player, choice, *other, meter)?.0.is_positive())
        };
        if others.try_fold(true, |all, other| Ok(all && beats(other)?))? {
            return Ok(Some(choice));
        }
    }
    Ok(None)
}

/// The order in which choices are taken away, and what is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elimination {
    /// The choices taken away, in rounds: those of one round are dominated in what the rounds before it have left.
    pub rounds: Vec<Vec<Dominated>>,
    /// The choices of each player that are left.
    pub left: Vec<Vec<usize>>,
}

/// Takes dominated choices away until there are none. Of strictly dominated ones a round takes all, as their order does not matter; of weakly
/// dominated ones it takes all of one player, as another order may leave something else.
///
/// # Errors
/// The budget is used up.
pub fn eliminate(table: &Table, strength: Strength, meter: &Meter) -> Result<Elimination, Fault> {
    let mut left: Left = table.sizes().into_iter().map(|size| (0..size).collect()).collect();
    let mut rounds: Vec<Vec<Dominated>> = Vec::new();
    loop {
        let mut round = Vec::new();
        for player in 0..left.len() {
            if left[player].len() == 1 || strength == Strength::Weak && !round.is_empty() {
                continue;
            }
            for choice in left[player].clone() {
                round.extend(dominator(table, &left, player, choice, strength, meter)?);
            }
        }
        if round.is_empty() {
            return Ok(Elimination { rounds, left });
        }
        for gone in &round {
            left[gone.player].retain(|choice| *choice != gone.choice);
        }
        rounds.push(round);
    }
}

/// Returns the least and the greatest gain of one choice over another, against what is left.
fn least_gain(
    table: &Table,
    left: &Left,
    player: usize,
    better: usize,
    worse: usize,
    meter: &Meter,
) -> Result<(Rational, Rational), Fault> {
    let (mut least, mut most): (Option<Rational>, Option<Rational>) = (None, None);
    each_answer(table, left, player, meter, &mut |profile| {
        let stride = table.stride(player);
        let gain = table.payoff(player, profile + better * stride) - table.payoff(player, profile + worse * stride);
        least = Some(least.take().map_or_else(|| gain.clone(), |least| least.min(gain.clone())));
        most = Some(most.take().map_or_else(|| gain.clone(), |most| most.max(gain.clone())));
        // A choice that is worse somewhere does not dominate.
        !least.as_ref().is_some_and(Rational::is_negative)
    })?;
    Ok((least.unwrap_or(Rational::ZERO), most.unwrap_or(Rational::ZERO)))
}

/// Calls a function with the index of every profile of the others' choices that are left, this player's choice being 0, until it says no.
fn each_answer(
    table: &Table,
    left: &Left,
    player: usize,
    meter: &Meter,
    visit: &mut dyn FnMut(usize) -> bool,
) -> Result<(), Fault> {
    let others: Vec<usize> = (0..left.len()).filter(|other| *other != player).collect();
    let mut places = vec![0; others.len()];
    loop {
        meter.step()?;
        let profile: usize =
            others.iter().zip(&places).map(|(other, place)| left[*other][*place] * table.stride(*other)).sum();
        if !visit(profile) {
            return Ok(());
        }
        let Some(next) = (0..others.len()).rev().find(|at| places[*at] + 1 < left[others[*at]].len()) else {
            return Ok(());
        };
        places[next] += 1;
        places[next + 1..].fill(0);
    }
}

/// Returns what dominates a choice, at least so strongly.
fn dominator(
    table: &Table,
    left: &Left,
    player: usize,
    choice: usize,
    weakest: Strength,
    meter: &Meter,
) -> Result<Option<Dominated>, Fault> {
    let mut best: Option<(Rational, Rational, usize)> = None;
    for other in left[player].iter().copied().filter(|other| *other != choice) {
        let (least, most) = least_gain(table, left, player, other, choice, meter)?;
        let is_better = best.as_ref().is_none_or(|(known, total, _)| (known, total) < (&least, &most));
        if !least.is_negative() && most.is_positive() && is_better {
            best = Some((least, most, other));
        }
    }
    let found = |by, strength, gain| Some(Dominated { player, choice, by, strength, gain });
    let strength = |least: &Rational| if least.is_positive() { Strength::Strict } else { Strength::Weak };
    if let Some((least, most, other)) = &best
        && least.is_positive()
    {
        return Ok(found(By::Choice(*other), Strength::Strict, (least.clone(), Some(most.clone()))));
    }
    if let Some((mix, least)) = mixture(table, left, player, choice, Strength::Strict, meter)? {
        return Ok(found(By::Mixture(mix), Strength::Strict, (least, None)));
    }
    if weakest == Strength::Strict {
        return Ok(None);
    }
    if let Some((least, most, other)) = best {
        return Ok(found(By::Choice(other), strength(&least), (least, Some(most))));
    }
    let mixed = mixture(table, left, player, choice, Strength::Weak, meter)?;
    Ok(mixed.and_then(|(mix, least)| found(By::Mixture(mix), Strength::Weak, (least, None))))
}

/// Returns a mixture of the other choices that dominates a choice so strongly, with its least gain.
fn mixture(
    table: &Table,
    left: &Left,
    player: usize,
    choice: usize,
    strength: Strength,
    meter: &Meter,
) -> Result<Option<(Mix, Rational)>, Fault> {
    let others: Vec<usize> = left[player].iter().copied().filter(|other| *other != choice).collect();
    // One choice alone has been compared.
    if others.len() < 2 || left.iter().map(Vec::len).sum::<usize>() > MAX_CHOICES_MIXED {
        return Ok(None);
    }
    let stride = table.stride(player);
    let mut gains: Vec<Vec<Rational>> = vec![Vec::new(); others.len()];
    each_answer(table, left, player, meter, &mut |profile| {
        for (row, other) in gains.iter_mut().zip(&others) {
            row.push(table.payoff(player, profile + other * stride) - table.payoff(player, profile + choice * stride));
        }
        true
    })?;
    // If no mixture can gain against some answer, none dominates strictly.
    let answers = gains[0].len();
    let gains_somewhere = |answer: usize| gains.iter().any(|row| row[answer].is_positive());
    let loses_everywhere = |answer: usize| gains.iter().all(|row| row[answer].is_negative());
    if strength == Strength::Strict && !(0..answers).all(gains_somewhere) || (0..answers).any(loses_everywhere) {
        return Ok(None);
    }
    let scale = crate::table::common_denominator(gains.iter().flatten());
    let whole = |gain: &Rational| gain.numerator() * (&scale / gain.denominator());
    let matrix: Vec<Vec<IBig>> = gains.iter().map(|row| row.iter().map(whole).collect()).collect();
    let weights = match strength {
        Strength::Strict => {
            let (value, optimum) = value_of(&matrix, meter)?;
            if !value.is_positive() {
                return Ok(None);
            }
            optimum.y.numerators
        }
        Strength::Weak => {
            // Weights that lose nowhere, and gain as much as they can in all.
            let mut a: Vec<Vec<IBig>> =
                (0..answers).map(|answer| matrix.iter().map(|row| -&row[answer]).collect()).collect();
            let mut b = vec![IBig::ZERO; answers];
            a.push(vec![IBig::ONE; others.len()]);
            b.push(IBig::ONE);
            let c: Vec<IBig> = matrix.iter().map(|row| row.iter().sum()).collect();
            let Some(optimum) = maximise(&Rows { a, b, c }, meter)? else { return Ok(None) };
            if !optimum.value.is_positive() {
                return Ok(None);
            }
            optimum.x.numerators
        }
    };
    let parts = normalised(&weights);
    let gain = |answer: usize| -> Rational { gains.iter().zip(&parts).map(|(row, part)| &row[answer] * part).sum() };
    let least = (0..answers).map(gain).min().unwrap_or(Rational::ZERO);
    let mut mix = vec![Rational::ZERO; table.sizes()[player]];
    for (other, part) in others.iter().zip(parts) {
        mix[*other] = part;
    }
    Ok(Some((mix, least)))
}
