//! What can be read off a table without mixing: best responses, pure equilibria, Pareto-best profiles, security levels.

use crate::limits::MAX_PROFILES_COMPARED;
use crate::table::Table;
use grundy_rules::{Fault, Meter};
use grundy_value::Rational;

/// Returns for every player and profile whether its choice there is a best response to those of the others.
///
/// # Errors
/// The budget is used up.
pub fn best_responses(table: &Table, meter: &Meter) -> Result<Vec<Vec<bool>>, Fault> {
    let count = table.profiles();
    let mut best = vec![vec![false; count]; table.players().len()];
    for (player, size) in table.sizes().into_iter().enumerate() {
        let stride = table.stride(player);
        for block in (0..count).step_by(stride * size) {
            meter.charge(stride * size)?;
            for first in block..block + stride {
                let own = || (0..size).map(|choice| first + choice * stride);
                let most = own().map(|profile| table.payoff(player, profile)).max();
                own().for_each(|profile| best[player][profile] = Some(table.payoff(player, profile)) == most);
            }
        }
    }
    Ok(best)
}

/// Returns the profiles in which every choice is a best response.
pub fn pure_equilibria(best: &[Vec<bool>]) -> Vec<usize> {
    (0..best[0].len()).filter(|profile| best.iter().all(|of| of[*profile])).collect()
}

/// Returns the profiles than which no other is better for one player and at least as good for all; `None` if there are too many to compare.
///
/// # Errors
/// The budget is used up.
pub fn pareto_best(table: &Table, meter: &Meter) -> Result<Option<Vec<usize>>, Fault> {
    let count = table.profiles();
    let players = table.players().len();
    let mut order: Vec<usize> = (0..count).collect();
    if players == 2 {
        // From the best for the first player down, one that is best for the second among those of its payoff, and better than all before.
        let key = |profile: usize| (table.payoff(0, profile), table.payoff(1, profile));
        meter.charge(count)?;
        order.sort_by(|one, other| key(*other).cmp(&key(*one)));
        let (mut found, mut most): (Vec<usize>, Option<&Rational>) = (Vec::new(), None);
        for same in order.chunk_by(|one, other| table.payoff(0, *one) == table.payoff(0, *other)) {
            let best = table.payoff(1, same[0]);
            if most.is_none_or(|most| best > most) {
                found.extend(same.iter().copied().take_while(|profile| table.payoff(1, *profile) == best));
                most = Some(best);
            }
        }
        found.sort_unstable();
        return Ok(Some(found));
    }
    if count > MAX_PROFILES_COMPARED {
        return Ok(None);
    }
    let mut found = Vec::new();
    for profile in 0..count {
        meter.charge(count)?;
        let is_better = |other: &usize| {
            let mut pairs = (0..players).map(|player| (table.payoff(player, *other), table.payoff(player, profile)));
            pairs.clone().all(|(one, other)| one >= other) && pairs.any(|(one, other)| one > other)
        };
        if !(0..count).any(|other| is_better(&other)) {
            found.push(profile);
        }
    }
    Ok(Some(found))
}

/// What a player is sure of without mixing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Security {
    /// The greatest payoff that a choice guarantees.
    pub level: Rational,
    /// The choices that guarantee it.
    pub choices: Vec<usize>,
}

/// Returns what each player is sure of without mixing, whatever the others do.
///
/// # Errors
/// The budget is used up.
pub fn security(table: &Table, meter: &Meter) -> Result<Vec<Security>, Fault> {
    let mut levels = Vec::new();
    for (player, size) in table.sizes().into_iter().enumerate() {
        let stride = table.stride(player);
        let mut least: Vec<Option<&Rational>> = vec![None; size];
        for profile in 0..table.profiles() {
            meter.step()?;
            let (entry, payoff) = (&mut least[profile / stride % size], table.payoff(player, profile));
            if entry.is_none_or(|least| payoff < least) {
                *entry = Some(payoff);
            }
        }
        let level = least.iter().flatten().max().map_or(Rational::ZERO, |most| (*most).clone());
        let choices = (0..size).filter(|choice| least[*choice] == Some(&level)).collect();
        levels.push(Security { level, choices });
    }
    Ok(levels)
}
