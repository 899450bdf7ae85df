//! Values by a theorem that somebody proved: positions of any size, without a search.
//!
//! In: parts, and what a theorem says of each. Out: Grundy values, and who wins. It says nothing of the moves to the end, so
//! that small positions are left to the ways that do.

use super::parts::sum_of_parts;
use super::{Size, Unable, Wants, Way};
use crate::budget::{MANY_MOVES, Stop, Watch};
use crate::method::Method;
use crate::solution::{Authority, Judgement};
use grundy_rules::{Int, Part, Position, Value};
use grundy_value::Grundy;
use std::sync::Arc;

/// What is proved of a game whose sums are decided by Grundy values.
pub trait Proved: Send + Sync {
    /// What it is called: `a proved period of sheets`.
    fn name(&self) -> &'static str;

    /// The Grundy value of a part; `None` where the theorem says nothing.
    fn grundy(&self, part: &Part) -> Option<Grundy>;
}

/// The way of one theorem.
pub(crate) struct ByTheorem {
    theorem: Arc<dyn Proved>,
    answered: u64,
}

impl ByTheorem {
    /// The way for the game that the theorem is about.
    pub fn new(theorem: Arc<dyn Proved>) -> ByTheorem {
        ByTheorem { theorem, answered: 0 }
    }
}

impl Way for ByTheorem {
    fn name(&self) -> &'static str {
        self.theorem.name()
    }

    fn method(&self) -> Method {
        Method::Theorem
    }

    fn accepts(&mut self, positions: &[Position], wants: Wants) -> Result<String, String> {
        if wants == Wants::Remoteness {
            return Err("it does not count moves".to_owned());
        }
        let mut parts = positions.iter().flat_map(Position::in_play);
        if positions.iter().all(|position| Size::of_parts(position).is_small(true)) {
            return Err("the numbers are small, and other ways tell more".to_owned());
        }
        if parts.any(|part| self.theorem.grundy(part).is_none()) {
            return Err("the theorem says nothing of a part".to_owned());
        }
        Ok("a theorem tells the value of every part".to_owned())
    }

    fn reach(&mut self, positions: &[Position], wants: Wants, _: &mut Watch) -> Result<Option<Stop>, Unable> {
        self.accepts(positions, wants)?;
        self.answered += positions.iter().map(|position| position.in_play().count() as u64).sum::<u64>();
        Ok(None)
    }

    fn judgement(&self, position: &Position) -> Judgement {
        sum_of_parts(position, |part| Some((self.theorem.grundy(part)?, None)))
    }

    fn authority(&mut self, _: &Position) -> Authority {
        Authority::Theorem { name: self.theorem.name(), positions: self.answered }
    }

    fn moves_are_too_many(&self, position: &Position) -> bool {
        let most = Int::from(u128::from(MANY_MOVES));
        let is_huge = |value: &Value| value.as_int().is_some_and(|number| *number > most);
        position.in_play().any(|part| part.iter().any(is_huge))
    }

    fn examined(&self) -> u64 {
        self.answered
    }

    fn forget(&mut self) {}
}
