//! One profile of mixes: whether it is an equilibrium, and what each player would gain by another choice. And which of two equilibria
//! of a game with two choices each is the safer one.

use crate::table::{Mix, Table};
use grundy_message::{Message, message};
use grundy_value::Rational;

/// What a player expects of a profile, and could.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// What it expects.
    pub expected: Rational,
    /// What it would expect of its best choice.
    pub most: Rational,
    /// Its best choices.
    pub best: Vec<usize>,
}

impl Stand {
    /// Returns whether no other choice is better.
    pub fn is_best(&self) -> bool {
        self.expected == self.most
    }
}

/// Returns what each player expects of a profile of mixes; it is an equilibrium if all of them stand best.
///
/// # Errors
/// Fails if a mix has the wrong number of parts, a negative one, or does not add up to 1.
pub fn stands(table: &Table, mixes: &[Mix]) -> Result<Vec<Stand>, Message> {
    let (found, wanted) = (mixes.len(), table.players().len());
    if found != wanted {
        return Err(message!("{found} mixes are given, and the game has {wanted} players", found, wanted));
    }
    for (player, mix) in table.players().iter().zip(mixes) {
        let (name, found, wanted) = (&player.name, mix.len(), player.choices.len());
        if found != wanted {
            return Err(message!(
                "the mix of {name} has {found} probabilities, and {name} has {wanted} choices",
                name,
                found,
                wanted
            ));
        }
        if let Some(part) = mix.iter().find(|part| part.is_negative()) {
            return Err(message!("the mix of {name} has the negative probability {part}", name, part));
        }
        let sum: Rational = mix.iter().cloned().sum();
        if sum != Rational::ONE {
            return Err(message!("the mix of {name} adds up to {sum}, and not to 1", name, sum));
        }
    }
    let stand = |player: usize| {
        let worth = table.expected_by_choice(player, mixes);
        let expected = worth.iter().zip(&mixes[player]).map(|(worth, part)| worth * part).sum();
        let most = worth.iter().max().cloned().unwrap_or(Rational::ZERO);
        let best = (0..worth.len()).filter(|choice| worth[*choice] == most).collect();
        Stand { expected, most, best }
    };
    Ok((0..table.players().len()).map(stand).collect())
}

/// How two strict pure equilibria of a game of two choices each compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Risk {
    /// Both equilibria as profiles.
    pub equilibria: [usize; 2],
    /// The product of what both players lose by leaving each of them alone.
    pub losses: [Rational; 2],
}

impl Risk {
    /// Returns the equilibrium that risk-dominates the other one; `None` if they are equally safe.
    pub fn safer(&self) -> Option<usize> {
        match self.losses[0].cmp(&self.losses[1]) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(self.equilibria[0]),
            std::cmp::Ordering::Less => Some(self.equilibria[1]),
        }
    }
}

/// Compares the two strict equilibria of a game of two choices each by the risk of either (Harsanyi and Selten 1988); `None` if it has not
/// got two.
pub fn risk_dominance(table: &Table) -> Option<Risk> {
    if table.sizes() != [2, 2] {
        return None;
    }
    let loss = |player: usize, profile: usize| {
        table.payoff(player, profile) - table.payoff(player, profile ^ table.stride(player))
    };
    let is_strict = |profile: &usize| (0..2).all(|player| loss(player, *profile).is_positive());
    let strict: Vec<usize> = (0..4).filter(is_strict).collect();
    let [one, other] = strict.as_slice() else { return None };
    let losses = [*one, *other].map(|profile| &loss(0, profile) * &loss(1, profile));
    Some(Risk { equilibria: [*one, *other], losses })
}
