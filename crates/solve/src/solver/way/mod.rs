//! Ways: a fast solver made to answer questions about positions, or to say why it cannot.
//!
//! Each way takes positions as the rules have them, hands packed ones to a solver, and gives back what was found in the
//! words of a [`Judgement`]. The [`Solver`](super::Solver) asks one after the other, in the order of its plan; the reference
//! answers where all refuse.

mod board;
mod by_parts;
mod dense;
mod growth;
mod heap;
mod lines;
mod listed;
mod metered;
mod one;
mod packed;
mod parts;
mod proved;
mod regions;
mod sums;
mod token;
mod told;

pub(crate) use board::Board;
pub(crate) use by_parts::ByParts;
pub(crate) use dense::Dense;
pub(crate) use heap::Heap;
pub(crate) use lines::Lines;
pub(crate) use listed::Listed;
pub(crate) use metered::Metered;
pub(crate) use one::One;
pub(crate) use parts::Parts;
pub(crate) use proved::ByTheorem;
pub use proved::Proved;
pub(crate) use regions::Regions;
pub(crate) use sums::Sums;
pub(crate) use token::Token;
pub(crate) use told::Knowing;
pub use told::{Knows, Size, Told};

use crate::budget::{Stop, Watch};
use crate::method::Method;
use crate::solution::{Authority, Judgement};
use crate::values::Values;
use grundy_rules::{Fault, Position};
use std::ops::RangeInclusive;

/// What is to be known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// Everything there is.
    All,
    /// Who wins, and the score of a game for points.
    Winner,
    /// Its Grundy value.
    Grundy,
    /// The moves to the end.
    Remoteness,
}

/// How compiled rules are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Running {
    /// By the interpreter at first, natively when there is much to do.
    AsItPays,
    /// By the interpreter.
    Interpreted,
    /// Natively, where that is possible.
    Native,
}

/// Why a way has no answer.
#[derive(Debug)]
pub(crate) enum Unable {
    /// It is the wrong tool, and why.
    Refused(String),
    /// The rules cannot be carried out somewhere in play from what was asked.
    Fault(Box<Fault>),
}

impl From<Fault> for Unable {
    fn from(fault: Fault) -> Unable {
        Unable::Fault(Box::new(fault))
    }
}

impl From<String> for Unable {
    fn from(why: String) -> Unable {
        Unable::Refused(why)
    }
}

impl From<&str> for Unable {
    fn from(why: &str) -> Unable {
        Unable::Refused(why.to_owned())
    }
}

/// A way of solving positions of one game.
pub(crate) trait Way {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// Which method it is.
    fn method(&self) -> Method;

    /// Whether it takes these positions, as far as that can be told without solving: a sentence about why it does.
    ///
    /// # Errors
    /// Why it does not.
    fn accepts(&mut self, positions: &[Position], wants: Wants) -> Result<String, String>;

    /// Finds out what is wanted of these positions. Answers why it stopped, if it stopped too soon: then what it says is
    /// right, but not all is known.
    ///
    /// # Errors
    /// It is the wrong tool, or the rules are at fault.
    fn reach(&mut self, positions: &[Position], wants: Wants, watch: &mut Watch) -> Result<Option<Stop>, Unable>;

    /// What is known of a position.
    fn judgement(&self, position: &Position) -> Judgement;

    /// On what authority.
    fn authority(&mut self, position: &Position) -> Authority;

    /// How many positions were examined.
    fn examined(&self) -> u64;

    /// Whether it looks only at positions that it needs, where others list all of them.
    fn is_selective(&self) -> bool {
        false
    }

    /// Lists no more positions than this, as there is a way that needs fewer.
    fn list_at_most(&mut self, positions: u64) {
        let _ = positions;
    }

    /// Whether a position has more moves than anybody lists, while this way knows its value without them.
    fn moves_are_too_many(&self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// Gives back the memory of what was found.
    fn forget(&mut self);

    /// Values of all positions whose numbers lie in these ranges, without an object for each; `None` where this way keeps
    /// none.
    ///
    /// # Errors
    /// As [`Way::reach`].
    fn tabulate(&mut self, box_of: &BoxOf, wants: Wants, watch: &mut Watch) -> Result<Option<Values>, Unable> {
        let _ = (box_of, wants, watch);
        Ok(None)
    }
}

/// All positions whose numbers lie in some ranges.
pub(crate) struct BoxOf<'a> {
    /// A range for each component.
    pub ranges: &'a [RangeInclusive<i64>],
    /// The positions with the least and with the greatest numbers.
    pub corners: Vec<Position>,
}

/// Refuses sums of several parts, and of none.
fn single_parts(positions: &[Position]) -> Result<(), String> {
    let is_single = |position: &Position| position.only().is_some();
    if positions.iter().all(is_single) { Ok(()) } else { Err("it takes one part, not a sum".to_owned()) }
}

/// So many bits, in words.
fn told_bits(bits: u32) -> String {
    match bits {
        0 => "no bit at all".to_owned(),
        1 => "one bit".to_owned(),
        _ => format!("{bits} bits"),
    }
}
