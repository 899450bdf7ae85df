//! Methods: adapters from fast solvers to positions; each answers queries or says why it cannot.
//!
//! Each method takes positions as the rules define them, passes packed ones to a solver, and returns the result as an
//! [`Evaluation`]. The [`Solver`](super::Solver) tries the methods in the order of its plan; the reference answers if
//! all refuse.

use grundy_message::{Message, Template, message};
pub(crate) mod compiled;
mod graph_sweep;
pub(crate) mod growth;
mod metered;
mod oracle;
mod proved;
mod sums;

pub(crate) use graph_sweep::GraphSweep;
pub(crate) use metered::Metered;
pub(crate) use oracle::Oracles;
pub use oracle::{Oracle, OracleAnswer};
pub(crate) use proved::ByTheorem;
pub use proved::Proved;
pub(crate) use sums::Sums;

use crate::budget::{Budget, Stop};
use crate::method::MethodName;
use crate::solution::Authority;
use crate::values::Values;
use crate::work::Work;
use grundy_rules::{Fault, Position};
use grundy_value::{Evaluation, QuantitySet};
use std::ops::RangeInclusive;

/// How compiled rules are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Interpreted at first, natively when there is much to do.
    AsItPays,
    /// Interpreted.
    Interpreted,
    /// Natively, if possible.
    Native,
}

/// Why a method has no answer.
#[derive(Debug)]
pub(crate) enum MethodError {
    /// It is the wrong tool, and why.
    Refused(Message),
    /// The rules cannot be carried out somewhere in play from the queried positions.
    Fault(Box<Fault>),
}

impl From<Fault> for MethodError {
    fn from(fault: Fault) -> MethodError {
        MethodError::Fault(Box::new(fault))
    }
}

impl From<Message> for MethodError {
    fn from(why: Message) -> MethodError {
        MethodError::Refused(why)
    }
}

/// A method of solving positions of one game.
pub(crate) trait Method {
    /// Returns the name in explanations.
    fn name(&self) -> &'static Template;

    /// Returns the identifier of the method.
    fn method(&self) -> MethodName;

    /// Checks whether it takes these positions, as far as that is known without solving; returns the reason as a
    /// sentence.
    ///
    /// # Errors
    /// Returns why it does not.
    fn accepts(&mut self, positions: &[Position], wants: QuantitySet) -> Result<Message, Message>;

    /// Finds what is wanted of these positions. Returns why it stopped early, if it did: then its results are correct
    /// but incomplete.
    ///
    /// # Errors
    /// Fails if it is the wrong tool or the rules are at fault.
    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError>;

    /// Returns what is known of a position.
    fn evaluation(&self, position: &Position) -> Evaluation;

    /// Returns the authority for the evaluation of a position.
    fn authority(&mut self, position: &Position) -> Authority;

    /// Returns the number of visited positions.
    fn visited(&self) -> u64;

    /// Returns true if it visits only the positions it needs, instead of all.
    fn is_selective(&self) -> bool {
        false
    }

    /// Returns true if it finds all that is wanted by a table so small that visiting less is not worth its while.
    fn fills_small_table(&mut self, positions: &[Position], wants: QuantitySet) -> bool {
        let _ = (positions, wants);
        false
    }

    /// Limits the number of positions listed, as another method needs fewer.
    fn list_at_most(&mut self, positions: u64) {
        let _ = positions;
    }

    /// Returns true if there are too many moves to list but the value is known anyway.
    fn moves_are_too_many(&self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// Drops unfinished work, after a search that stopped early was read.
    fn rollback(&mut self) {}

    /// Frees the memory of all results.
    fn clear(&mut self);

    /// Prepares for a call with this budget: results of earlier calls may take as much memory as it allows, and a search
    /// with a budget of its own ends at its deadline.
    fn begin(&mut self, _budget: &Budget) {}

    /// Returns the values of all positions with numbers in these ranges, without an object for each; `None` if this
    /// method stores none.
    ///
    /// # Errors
    /// Fails like [`Method::reach`].
    fn tabulate(&mut self, box_of: &BoxOf, wants: QuantitySet, work: &Work) -> Result<Option<Values>, MethodError> {
        let _ = (box_of, wants, work);
        Ok(None)
    }
}

/// All positions with numbers in some ranges.
pub(crate) struct BoxOf<'a> {
    /// A range for each component.
    pub ranges: &'a [RangeInclusive<i64>],
    /// The positions with the least and with the greatest numbers.
    pub corners: Vec<Position>,
}

/// Refuses sums of several parts, and of none.
pub(crate) fn single_parts(positions: &[Position]) -> Result<(), Message> {
    let is_single = |position: &Position| position.only().is_some();
    if positions.iter().all(is_single) { Ok(()) } else { Err(message!("it takes one part, not a sum")) }
}

/// Formats a number of bits.
pub(crate) fn format_bits(bits: u32) -> Message {
    match bits {
        0 => message!("no bit at all"),
        1 => message!("one bit"),
        _ => message!("{bits} bits", bits),
    }
}
