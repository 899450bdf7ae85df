//! Everything that is asked of a table at once, as far as the budget allows.

use crate::correlated::{Device, correlated};
use crate::dominance::{Dominated, Elimination, Strength, dominant, dominated, eliminate};
use crate::equilibria::{Equilibria, equilibria, is_enumerable};
use crate::profile::{Risk, risk_dominance};
use crate::responses::{Security, best_responses, pareto_best, pure_equilibria, security};
use crate::table::Table;
use crate::zero_sum::{self, Wanted, ZeroSum};
use grundy_rules::{Fault, Meter};

/// The answers about a table. What is `None` does not apply, is too large, or was not reached.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// For every player and profile whether its choice is a best response.
    pub best: Vec<Vec<bool>>,
    /// The profiles that are pure equilibria.
    pub pure: Vec<usize>,
    /// The Pareto-best profiles.
    pub pareto: Option<Vec<usize>>,
    /// What each player is sure of.
    pub security: Vec<Security>,
    /// The dominated choices.
    pub dominated: Option<Vec<Dominated>>,
    /// The choice of each player that strictly dominates all its others.
    pub dominant: Vec<Option<usize>>,
    /// Strictly dominated choices taken away.
    pub strict: Option<Elimination>,
    /// Weakly dominated choices taken away.
    pub weak: Option<Elimination>,
    /// The value, if payoffs always add up to the same.
    pub zero_sum: Option<ZeroSum>,
    /// All equilibria of two players.
    pub equilibria: Option<Equilibria>,
    /// Which equilibrium of a game of two choices each is safer.
    pub risk: Option<Risk>,
    /// The best and the worst correlated equilibrium.
    pub correlated: Option<[Device; 2]>,
    /// Whether the budget ended before all was found.
    pub is_stopped: bool,
}

impl Answers {
    /// Finds the answers, the quick ones first.
    pub fn find(table: &Table, meter: &Meter) -> Answers {
        let mut answers = Answers::default();
        answers.is_stopped = answers.fill(table, meter).is_err();
        answers
    }

    fn fill(&mut self, table: &Table, meter: &Meter) -> Result<(), Fault> {
        self.best = best_responses(table, meter)?;
        self.pure = pure_equilibria(&self.best);
        self.security = security(table, meter)?;
        self.risk = risk_dominance(table);
        self.pareto = pareto_best(table, meter)?;
        for player in 0..table.players().len() {
            self.dominant.push(dominant(table, player, meter)?);
        }
        let is_zero_sum = table.constant_sum().is_some();
        if is_zero_sum {
            self.zero_sum = Some(zero_sum::solve(table, Wanted::All, meter)?);
        }
        self.dominated = Some(dominated(table, meter)?);
        self.strict = Some(eliminate(table, Strength::Strict, meter)?);
        self.weak = Some(eliminate(table, Strength::Weak, meter)?);
        self.equilibria = match self.zero_sum.as_ref().and_then(Equilibria::of_optimal) {
            Some(found) => Some(found),
            None if is_enumerable(table) => Some(equilibria(table, meter)?),
            None => None,
        };
        self.correlated = correlated(table, meter)?;
        Ok(())
    }
}
