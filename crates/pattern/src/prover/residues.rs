//! Automata of one number that say residues: values that repeat from some number on.
//!
//! A sequence that is automatic in two bases of which no power of the one is a power of the other repeats from some place on
//! (Cobham 1969). It need not be proved twice: the checker shows of one automaton that its values are the repeated ones.

use super::Proof;
use grundy_checker::Limits;
use grundy_proof::linear::{LinearTheorem, claim_of_table};
use grundy_rules::Instance;

/// Values that repeat.
pub struct Residues {
    /// The values before they repeat; `None` outside the domain.
    pub first: Vec<Option<u32>>,
    /// What is repeated.
    pub repeated: Vec<Option<u32>>,
    /// The certificate that says so.
    pub certificate: String,
    /// What the checker made of it.
    pub theorem: LinearTheorem,
}

/// Longer periods and later beginnings are not looked for.
const MOST: usize = 400;

impl Proof {
    /// The values as residues, proved, where the game has one component and they repeat.
    pub fn residues(&self, instance: &Instance, limits: &Limits) -> Option<Residues> {
        if self.game.components.len() != 1 || self.automaton.relation {
            return None;
        }
        let values: Vec<Option<u32>> = (0..4 * MOST as u128).map(|number| self.theorem.value(&[number])).collect();
        let end = values.len();
        let (period, start) = (1..=MOST).find_map(|period| {
            let broken = (0..end - period).rev().find(|at| values[*at] != values[at + period]);
            let start = broken.map_or(0, |at| at + 1);
            (start <= MOST && end - start >= 3 * period).then_some((period, start))
        })?;
        let said = |value: &Option<u32>| value.map_or("any".to_owned(), |value| value.to_string());
        let (first, repeated) = (values[..start].to_vec(), values[start..start + period].to_vec());
        let words = |list: &[Option<u32>]| list.iter().map(said).collect::<Vec<String>>();
        let claim = claim_of_table(&words(&first), &words(&repeated));
        let (certificate, theorem) = self.with_claim(instance, &claim, limits).ok()?;
        Some(Residues { first, repeated, certificate, theorem })
    }
}
