//! Values by a proved theorem: positions of any size, without a search.
//!
//! In: parts, and what a theorem says of each. Out: Grundy values, and the winner. It does not find the moves to the
//! end, so small positions are left to the methods that do.

use super::{Method, MethodError};
use crate::budget::{Budget, MANY_MOVES, Stop};
use crate::method::MethodName;
use crate::plan::Size;
use crate::solution::Authority;
use crate::solver::grundy_search::sum_of_parts;
use crate::work::Work;
use grundy_message::{Message, Template, message};
use grundy_rules::{Int, Met, Part, Position, Value};
use grundy_value::{Evaluation, Grundy, Quantity, QuantitySet};
use std::sync::Arc;
use std::time::Instant;

/// A theorem about a game whose sums are decided by Grundy values.
pub trait Proved: Send + Sync {
    /// Returns the name: `a proved period of sheets`.
    fn name(&self) -> &'static Template;

    /// Returns the Grundy value of a part; `None` if the theorem says nothing.
    fn grundy(&self, part: &Part) -> Option<Grundy>;

    /// Ends later searches for a proof at this time at the latest.
    fn end_at(&self, _deadline: Option<Instant>) {}

    /// Returns the limit that ended the search for a proof, if one did.
    fn met(&self) -> Option<Met> {
        None
    }
}

/// The method of one theorem.
pub(crate) struct ByTheorem {
    theorem: Arc<dyn Proved>,
    answered: u64,
}

impl ByTheorem {
    /// Creates the method for the game that the theorem is about.
    pub fn new(theorem: Arc<dyn Proved>) -> ByTheorem {
        ByTheorem { theorem, answered: 0 }
    }
}

impl Method for ByTheorem {
    fn name(&self) -> &'static Template {
        self.theorem.name()
    }

    fn method(&self) -> MethodName {
        MethodName::Theorem
    }

    fn accepts(&mut self, positions: &[Position], wants: QuantitySet) -> Result<Message, Message> {
        if wants.requires(Quantity::Remoteness) {
            return Err(message!("it does not count moves"));
        }
        let mut parts = positions.iter().flat_map(Position::in_play);
        if positions.iter().all(|position| Size::of_parts(position).is_small(true)) {
            return Err(message!("the numbers are small, and other ways tell more"));
        }
        if parts.any(|part| self.theorem.grundy(part).is_none()) {
            return Err(message!("the theorem says nothing of a part"));
        }
        Ok(message!("a theorem tells the value of every part"))
    }

    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError> {
        self.accepts(positions, wants).inspect_err(|_| {
            if let Some(met) = self.theorem.met() {
                work.remember(met);
            }
        })?;
        self.answered += positions.iter().map(|position| position.in_play().count() as u64).sum::<u64>();
        Ok(None)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        sum_of_parts(position, |part| Some((self.theorem.grundy(part)?, None)))
    }

    fn authority(&mut self, _: &Position) -> Authority {
        Authority::Theorem { name: self.theorem.name(), positions: self.answered }
    }

    fn moves_are_too_many(&self, position: &Position) -> bool {
        let max = Int::from(u128::from(MANY_MOVES));
        let is_huge = |value: &Value| value.as_int().is_some_and(|number| *number > max);
        position.in_play().any(|part| part.iter().any(is_huge))
            && position.in_play().all(|part| self.theorem.grundy(part).is_some())
    }

    fn visited(&self) -> u64 {
        self.answered
    }

    fn clear(&mut self) {}

    fn begin(&mut self, budget: &Budget) {
        self.theorem.end_at(budget.deadline);
    }
}
