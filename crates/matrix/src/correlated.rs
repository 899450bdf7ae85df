//! Correlated equilibria: a trusted device draws a profile and tells each player its choice only; nobody gains by another choice.
//!
//! In: a table. Out: of all such devices those with the greatest and the least expected sum of payoffs, as exact fractions. Idea: they are
//! a polytope (Aumann 1974), so both are linear programs with a variable for each profile.

use crate::equilibria::normalised;
use crate::limits::MAX_CELLS_CORRELATED;
use crate::program::maximise;
use crate::table::{Table, common_denominator};
use crate::tableau::Rows;
use dashu_int::IBig;
use grundy_rules::{Fault, Meter};
use grundy_value::Rational;

/// A correlated equilibrium.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// What all players together expect.
    pub welfare: Rational,
    /// The probability of each profile.
    pub chances: Vec<Rational>,
}

/// Returns the correlated equilibria with the greatest and with the least sum of payoffs; `None` if the table is too large.
///
/// # Errors
/// The budget is used up.
pub fn correlated(table: &Table, meter: &Meter) -> Result<Option<[Device; 2]>, Fault> {
    let count = table.profiles();
    if count > MAX_CELLS_CORRELATED {
        return Ok(None);
    }
    let players = table.players().len();
    // Nobody gains by choosing `other` where `told` is what it is told: the gains of that, summed over profiles, are at most 0.
    let mut a: Vec<Vec<IBig>> = Vec::new();
    for (player, size) in table.sizes().into_iter().enumerate() {
        let stride = table.stride(player);
        let payoffs = || (0..count).map(|profile| table.payoff(player, profile));
        let scale = common_denominator(payoffs());
        let whole: Vec<IBig> = payoffs().map(|payoff| payoff.numerator() * (&scale / payoff.denominator())).collect();
        for told in 0..size {
            for other in (0..size).filter(|other| *other != told) {
                meter.charge(count)?;
                let gain = |profile: usize| match profile / stride % size == told {
                    true => &whole[profile + other * stride - told * stride] - &whole[profile],
                    false => IBig::ZERO,
                };
                a.push((0..count).map(gain).collect());
            }
        }
    }
    let mut b = vec![IBig::ZERO; a.len()];
    a.push(vec![IBig::ONE; count]);
    b.push(IBig::ONE);
    let sums: Vec<Rational> =
        (0..count).map(|profile| (0..players).map(|player| table.payoff(player, profile).clone()).sum()).collect();
    let scale = common_denominator(sums.iter());
    let whole: Vec<IBig> = sums.iter().map(|sum| sum.numerator() * (&scale / sum.denominator())).collect();
    let device = |sign: i64| -> Result<Option<Device>, Fault> {
        // Shifted above 0, the objective makes the probabilities add up to 1.
        let signed: Vec<IBig> = whole.iter().map(|sum| sum * IBig::from(sign)).collect();
        let least = signed.iter().min().cloned().unwrap_or_default() - IBig::ONE;
        let c: Vec<IBig> = signed.iter().map(|sum| sum - &least).collect();
        let rows = Rows { a: a.clone(), b: b.clone(), c };
        let Some(optimum) = maximise(&rows, meter)? else { return Ok(None) };
        let chances = normalised(&optimum.x.numerators);
        let welfare = chances.iter().zip(&sums).map(|(chance, sum)| chance * sum).sum();
        Ok(Some(Device { welfare, chances }))
    };
    let (best, worst) = (device(1)?, device(-1)?);
    Ok(best.zip(worst).map(|(best, worst)| [best, worst]))
}
