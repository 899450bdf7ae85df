//! Players who are alike: all their pure equilibria, without listing profiles.
//!
//! In: what a player gets from its choice and a sum over all players, or from its choice and those of the others in any order. Out: the
//! totals (or the numbers of players who choose each thing) that equilibria have, the choices that players make there, and the exact
//! number of profiles. Idea: with total T, a choice c is a best response if it is one to a rest of T - f(c); so a profile is an
//! equilibrium if its total is T and all its choices are of one set A(T). Profiles of n choices of A(T) with that total are a coefficient
//! of the n-th power of a polynomial.

use crate::limits::{MAX_COUNT_VECTORS, MAX_TOTALS_TIMES_CHOICES};
use crate::table::{Player, Table};
use dashu_int::IBig;
use grundy_message::message;
use grundy_rules::{Fault, Meter};
use grundy_value::Rational;
use std::collections::HashMap;

/// Equilibria that have something in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The sum over all players, if that is what payoffs depend on.
    pub total: Option<i64>,
    /// How many players make each choice, if payoffs depend on more than a sum.
    pub counts: Option<Vec<usize>>,
    /// The choices that players may make here: every profile of these with this total is an equilibrium.
    pub choices: Vec<usize>,
    /// The number of profiles.
    pub profiles: IBig,
}

/// What is known of a game of players who are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The number of players.
    pub players: usize,
    /// The names of the choices.
    pub choices: Vec<String>,
    /// All pure equilibria, by ascending total or by the numbers of players.
    pub kinds: Vec<Kind>,
    /// The greatest sum of all payoffs and the totals that have it, where payoffs are of a form that tells.
    pub welfare: Option<(Rational, Vec<i64>)>,
    /// What a choice adds to the total.
    pub summand: Option<Vec<i64>>,
    /// The payoffs of two players.
    payoffs_of_two: Option<Vec<Vec<Rational>>>,
}

/// A term of a payoff that depends on a choice or on the total.
type Term<'a, T> = &'a dyn Fn(T) -> Result<Rational, Fault>;
/// A term that depends on both.
type TermOfBoth<'a> = &'a dyn Fn(usize, i64) -> Result<Rational, Fault>;

/// The payoff of a player as a sum of terms.
pub(crate) struct Payoff<'a> {
    pub by_choice: Term<'a, usize>,
    pub by_total: Term<'a, i64>,
    pub by_both: Option<TermOfBoth<'a>>,
}

impl Alike {
    /// Returns the number of profiles that are equilibria.
    pub fn profiles(&self) -> IBig {
        self.kinds.iter().map(|kind| &kind.profiles).sum()
    }

    /// Returns the table of a game of two.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn table(&self, meter: &Meter) -> Result<Option<Table>, Fault> {
        let Some(payoffs) = self.payoffs_of_two.as_ref().filter(|_| self.players == 2) else { return Ok(None) };
        meter.charge(payoffs.len() * payoffs.len())?;
        let player = |name: &str| Player { name: name.to_owned(), choices: self.choices.clone() };
        let first: Vec<Rational> = payoffs.iter().flatten().cloned().collect();
        let size = payoffs.len();
        let second = (0..size * size).map(|cell| payoffs[cell % size][cell / size].clone()).collect();
        Ok(Table::new(vec![player("1"), player("2")], vec![first, second]).ok())
    }

    pub(crate) fn by_totals(
        players: usize,
        choices: Vec<String>,
        summand: Vec<i64>,
        payoff: &Payoff,
        meter: &Meter,
    ) -> Result<Alike, Fault> {
        let (Some(least), Some(most)) = (summand.iter().min().copied(), summand.iter().max().copied()) else {
            return Err(Fault::refused(message!("there is nothing to choose")));
        };
        let count = i64::try_from(players).unwrap_or(i64::MAX);
        let size = choices.len();
        let totals = (most - least).saturating_mul(count).saturating_add(1);
        let work = u64::try_from(totals).unwrap_or(u64::MAX).saturating_mul(size as u64);
        if work > MAX_TOTALS_TIMES_CHOICES as u64 {
            return Err(Fault::refused(message!(
                "{totals} totals times {size} choices are too many to look at",
                totals,
                size
            ))
            .hint(message!("make the range of the choice or the number of players smaller")));
        }
        let first = least * count;
        let of_choice: Vec<Rational> = (0..size).map(payoff.by_choice).collect::<Result<_, _>>()?;
        let of_total: Vec<Rational> = (first..first + totals).map(payoff.by_total).collect::<Result<_, _>>()?;
        let value = |choice: usize, total: i64| -> Result<Rational, Fault> {
            meter.step()?;
            let sum = &of_choice[choice] + &of_total[(total - first) as usize];
            payoff.by_both.map_or(Ok(sum.clone()), |both| Ok(&sum + &both(choice, total)?))
        };
        // The best that can be done against each sum of the others.
        let rests = first - least..=first + totals - 1 - most;
        let mut best: Vec<Rational> = Vec::new();
        for rest in rests.clone() {
            let mut most: Option<Rational> = None;
            for (choice, added) in summand.iter().enumerate() {
                let value = value(choice, rest + added)?;
                if most.as_ref().is_none_or(|most| value > *most) {
                    most = Some(value);
                }
            }
            best.extend(most);
        }
        let mut kinds = Vec::new();
        let mut powers: HashMap<Vec<usize>, Vec<IBig>> = HashMap::new();
        for total in first..first + totals {
            let mut stays = Vec::new();
            for (choice, added) in summand.iter().enumerate() {
                let rest = total - added;
                if rests.contains(&rest) && value(choice, total)? == best[(rest - rests.start()) as usize] {
                    stays.push(choice);
                }
            }
            let ends = |pick: fn(std::vec::IntoIter<i64>) -> Option<i64>| {
                pick(stays.iter().map(|choice| summand[*choice]).collect::<Vec<i64>>().into_iter())
            };
            let (Some(low), Some(high)) = (ends(Iterator::min), ends(Iterator::max)) else { continue };
            if total < low * count || total > high * count {
                continue;
            }
            let needed = (total - low * count) as usize;
            let known = powers.get(&stays).filter(|power| power.len() > needed);
            let profiles = match known {
                Some(power) => power[needed].clone(),
                None => {
                    // Later totals of the same choices need further coefficients.
                    let upto = (needed * 2).min(((high - low) * count) as usize);
                    let power = power(
                        &stays.iter().map(|choice| (summand[*choice] - low) as usize).collect::<Vec<_>>(),
                        players,
                        upto,
                        meter,
                    )?;
                    let found = power[needed].clone();
                    powers.insert(stays.clone(), power);
                    found
                }
            };
            if profiles != IBig::ZERO {
                let can_occur = |choice: &usize| {
                    let rest = total - summand[*choice];
                    low * (count - 1) <= rest && rest <= high * (count - 1)
                };
                let choices = stays.into_iter().filter(can_occur).collect();
                kinds.push(Kind { total: Some(total), counts: None, choices, profiles });
            }
        }
        let welfare =
            if payoff.by_both.is_none() { welfare(players, &summand, &of_choice, &of_total, first) } else { None };
        let payoffs_of_two = if players == 2 {
            let row = |choice: usize| (0..size).map(|other| value(choice, summand[choice] + summand[other])).collect();
            Some((0..size).map(row).collect::<Result<Vec<Vec<Rational>>, Fault>>()?)
        } else {
            None
        };
        Ok(Alike { players, choices, kinds, welfare, summand: Some(summand), payoffs_of_two })
    }

    pub(crate) fn by_counts(
        players: usize,
        choices: Vec<String>,
        payoff: impl Fn(usize, &[usize]) -> Result<Rational, Fault>,
        meter: &Meter,
    ) -> Result<Alike, Fault> {
        let size = choices.len();
        let vectors = (0..size as u128 - 1)
            .try_fold(1u128, |all, step| all.checked_mul(players as u128 + step + 1).map(|all| all / (step + 1)));
        if vectors.is_none_or(|vectors| vectors > MAX_COUNT_VECTORS as u128) {
            return Err(Fault::refused(message!(
                "the payoff depends on more than one sum, and {players} players can make {size} choices in too many ways to look at",
                players,
                size
            ))
            .hint(message!("make the range of the choice or the number of players smaller")));
        }
        let list = |counts: &[usize]| -> Vec<usize> {
            counts.iter().enumerate().flat_map(|(choice, count)| std::iter::repeat_n(choice, *count)).collect()
        };
        let mut kinds = Vec::new();
        // The payoffs of each choice against the same others are asked for by several profiles.
        let mut known: HashMap<Vec<usize>, Vec<Rational>> = HashMap::new();
        let mut counts = vec![0; size];
        counts[size - 1] = players;
        loop {
            meter.charge(size)?;
            let mut is_equilibrium = true;
            for choice in 0..size {
                if counts[choice] == 0 {
                    continue;
                }
                let mut others = counts.clone();
                others[choice] -= 1;
                if !known.contains_key(&others) {
                    meter.hold(size * (size_of::<Rational>() + size_of::<usize>()) + 64)?;
                    let all = list(&others);
                    let payoffs = (0..size).map(|own| payoff(own, &all)).collect::<Result<Vec<_>, Fault>>()?;
                    known.insert(others.clone(), payoffs);
                }
                let payoffs = &known[&others];
                if payoffs.iter().any(|other| *other > payoffs[choice]) {
                    is_equilibrium = false;
                    break;
                }
            }
            if is_equilibrium {
                let chosen = (0..size).filter(|choice| counts[*choice] > 0).collect();
                let profiles = multinomial(&counts);
                kinds.push(Kind { total: None, counts: Some(counts.clone()), choices: chosen, profiles });
            }
            if !next(&mut counts) {
                break;
            }
        }
        let payoffs_of_two = if players == 2 {
            let row = |own: usize| (0..size).map(|other| payoff(own, &[other])).collect();
            Some((0..size).map(row).collect::<Result<Vec<Vec<Rational>>, Fault>>()?)
        } else {
            None
        };
        Ok(Alike { players, choices, kinds, welfare: None, summand: None, payoffs_of_two })
    }
}

/// Returns the greatest sum of payoffs, if a choice costs in proportion to what it adds to the total.
fn welfare(
    players: usize,
    summand: &[i64],
    of_choice: &[Rational],
    of_total: &[Rational],
    first: i64,
) -> Option<(Rational, Vec<i64>)> {
    let reference = (0..summand.len()).find(|choice| summand[*choice] != summand[0])?;
    let step = Rational::from(summand[reference] - summand[0]);
    let slope = (&of_choice[reference] - &of_choice[0]).divide(&step)?;
    let is_straight = (0..summand.len())
        .all(|choice| &of_choice[choice] - &of_choice[0] == &slope * &Rational::from(summand[choice] - summand[0]));
    // Every total must be possible.
    let mut steps: Vec<i64> = summand.to_vec();
    steps.sort_unstable();
    if !is_straight || steps.windows(2).any(|pair| pair[1] - pair[0] > 1) {
        return None;
    }
    let count = Rational::from(i64::try_from(players).ok()?);
    let base = &of_choice[0] - &(&slope * &Rational::from(summand[0]));
    let sum = |index: usize| {
        let total = Rational::from(first + index as i64);
        &(&count * &(&of_total[index] + &base)) + &(&slope * &total)
    };
    let sums: Vec<Rational> = (0..of_total.len()).map(sum).collect();
    let most = sums.iter().max()?.clone();
    let totals = (0..sums.len()).filter(|index| sums[*index] == most).map(|index| first + index as i64).collect();
    Some((most, totals))
}

/// Returns the first coefficients of (Σ x^exponent)^power, one of the exponents being 0, by the recurrence that comes from its derivative:
/// Q = P^n has P·Q' = n·P'·Q.
fn power(exponents: &[usize], power: usize, upto: usize, meter: &Meter) -> Result<Vec<IBig>, Fault> {
    let mut terms: HashMap<usize, i64> = HashMap::new();
    exponents.iter().for_each(|exponent| *terms.entry(*exponent).or_default() += 1);
    let constant = IBig::from(terms.remove(&0).unwrap_or(0));
    let mut terms: Vec<(usize, IBig)> =
        terms.into_iter().map(|(exponent, count)| (exponent, IBig::from(count))).collect();
    terms.sort_by_key(|(exponent, _)| *exponent);
    let mut coefficients = vec![constant.pow(power)];
    for index in 1..=upto {
        meter.charge(terms.len() + 1)?;
        let mut sum = IBig::ZERO;
        for (exponent, count) in terms.iter().take_while(|(exponent, _)| *exponent <= index) {
            let factor = IBig::from(*exponent) * IBig::from(power + 1) - IBig::from(index);
            sum += factor * count * &coefficients[index - exponent];
        }
        coefficients.push(sum / (IBig::from(index) * &constant));
    }
    Ok(coefficients)
}

fn multinomial(counts: &[usize]) -> IBig {
    let (mut result, mut done) = (IBig::ONE, 0usize);
    for count in counts {
        for step in 1..=*count {
            done += 1;
            result = result * IBig::from(done) / IBig::from(step);
        }
    }
    result
}

/// Turns the numbers of players of each choice into the next ones with the same sum; false after the last.
fn next(counts: &mut [usize]) -> bool {
    let last = counts.len() - 1;
    let Some(at) = (0..last).rev().find(|at| counts[at + 1..].iter().any(|count| *count > 0)) else { return false };
    let rest: usize = counts[at + 1..].iter().sum();
    counts[at] += 1;
    counts[at + 1..].fill(0);
    counts[last] = rest - 1;
    true
}
