//! Claims: a regularity of the values of one game, for every size.

use grundy_message::{Message, message};
use grundy_rules::heap::TakeAndBreak;
use std::fmt;

/// A statement about every size of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// g(n + period) = g(n) + saltus for every n from the preperiod on, and neither number can be made smaller.
    HeapPeriod {
        /// The game.
        game: TakeAndBreak,
        /// Number of tokens after which the values repeat; at least 1.
        period: u64,
        /// The least size from which they do.
        preperiod: u64,
        /// Increase of the values in each period; 0 if they are periodic in the plain sense.
        saltus: u64,
    },
    /// Sheets cut in two along a line, no side shorter than the least: g(w + period, h) = g(w, h) for every w from the
    /// preperiod on and every h, likewise with the sides exchanged, and neither number can be made smaller.
    CuttingPeriod {
        /// Minimum side length; at least 1.
        least_side: u64,
        /// Length after which the values repeat; at least 1.
        period: u64,
        /// The least side from which they do.
        preperiod: u64,
    },
}

impl Claim {
    /// Returns the period and the preperiod.
    pub fn period(&self) -> (u64, u64) {
        match self {
            Claim::HeapPeriod { period, preperiod, .. } | Claim::CuttingPeriod { period, preperiod, .. } => {
                (*period, *preperiod)
            }
        }
    }
}

impl Claim {
    /// Returns the claim as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Claim::HeapPeriod { game, period, preperiod, saltus: 0 } => message!(
                "the values of the heap game {code} have period {number} from {number_from}",
                code = game.code(),
                number = period,
                number_from = preperiod,
            ),
            Claim::HeapPeriod { game, period, preperiod, saltus } => message!(
                "the values of the heap game {code} have period {number} from {number_from} with saltus {number_saltus}",
                code = game.code(),
                number = period,
                number_from = preperiod,
                number_saltus = saltus,
            ),
            Claim::CuttingPeriod { least_side, period, preperiod } => message!(
                "the values of cut sheets with no side below {number} have period {number_period} from {number_from} along either side",
                number = least_side,
                number_period = period,
                number_from = preperiod,
            ),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

/// Field of a certificate, one per line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Marks the text as a certificate, with the version.
    Version,
    /// The kind of theorem.
    Kind,
    /// The digits before those that repeat.
    Head,
    /// The digits that repeat.
    Tail,
    /// Whether the parts of a heap may be equal.
    Parts,
    /// The least side of a sheet.
    Side,
    /// The period.
    Period,
    /// The preperiod.
    Preperiod,
    /// The saltus.
    Saltus,
    /// The sparse space.
    Mask,
    /// The maximum size of the parts considered.
    Window,
    /// The checksum of the values.
    Values,
    /// The checksum of the text.
    Seal,
}

impl Field {
    /// Returns the word that the line begins with.
    pub fn word(self) -> &'static str {
        match self {
            Field::Version => "grundy",
            Field::Kind => "kind",
            Field::Head => "head",
            Field::Tail => "tail",
            Field::Parts => "parts",
            Field::Side => "side",
            Field::Period => "period",
            Field::Preperiod => "preperiod",
            Field::Saltus => "saltus",
            Field::Mask => "mask",
            Field::Window => "window",
            Field::Values => "values",
            Field::Seal => "seal",
        }
    }
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The line at fault, counted from 1.
    pub line: usize,
    /// What is wrong, in lower case and without a full stop.
    pub reason: Message,
    /// What this implies about the claim.
    pub cause: Cause,
}

/// What a refusal implies about the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The text is no certificate, or a hypothesis of its kind of theorem was not shown: the claim may still be true.
    NotShown,
    /// The computed values are not those of the certificate.
    OtherValues,
    /// The check was cancelled, and nothing is known.
    CalledOff,
}

impl Refusal {
    /// Returns the whole refusal in one line.
    pub fn message(&self) -> Message {
        message!("line {line}: {reason}", line = self.line, reason = self.reason)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

impl std::error::Error for Refusal {}
