//! What can be claimed: a regularity of the values of one game, for every size.

use grundy_rules::heap::TakeAndBreak;
use std::fmt;

/// A statement about every size of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// g(n + period) = g(n) + saltus for every n from the preperiod on, and neither number can be made smaller.
    HeapPeriod {
        /// The game.
        game: TakeAndBreak,
        /// After how many tokens the values come again; at least 1.
        period: u64,
        /// The least size from which they do.
        preperiod: u64,
        /// By how much they have grown then; 0 where the values are periodic in the plain sense.
        saltus: u64,
    },
    /// Sheets cut in two along a line, no side shorter than the least: g(w + period, h) = g(w, h) for every w from the
    /// preperiod on and every h, the same with the sides exchanged, and neither number can be made smaller.
    CuttingPeriod {
        /// No side may be shorter; at least 1.
        least_side: u64,
        /// After how much the values come again; at least 1.
        period: u64,
        /// The least side from which they do.
        preperiod: u64,
    },
}

impl Claim {
    /// The period and the preperiod.
    pub fn period(&self) -> (u64, u64) {
        match self {
            Claim::HeapPeriod { period, preperiod, .. } | Claim::CuttingPeriod { period, preperiod, .. } => {
                (*period, *preperiod)
            }
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::HeapPeriod { game, period, preperiod, saltus } => {
                write!(formatter, "the values of the heap game {} have period {period} from {preperiod}", game.code())?;
                if *saltus > 0 {
                    write!(formatter, " with saltus {saltus}")?;
                }
                Ok(())
            }
            Claim::CuttingPeriod { least_side, period, preperiod } => write!(
                formatter,
                "the values of cut sheets with no side below {least_side} have period {period} from {preperiod} along \
                 either side"
            ),
        }
    }
}

/// What a certificate says in one of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// That it is a certificate, and of which version.
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
    /// How large the parts are that are looked at.
    Window,
    /// The checksum of the values.
    Values,
    /// The checksum of the text.
    Seal,
}

impl Field {
    /// The word that its line begins with.
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
    /// The line that is at fault, counted from 1.
    pub line: usize,
    /// What is wrong, in lower case and without a full stop.
    pub reason: String,
    /// What this says about the claim.
    pub cause: Cause,
}

/// What a refusal says about the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The text is no certificate, or no hypothesis of its kind of theorem was shown: the claim may still be true.
    NotShown,
    /// The values that were computed are not those that the certificate speaks of.
    OtherValues,
    /// It was called off, and nothing is known.
    CalledOff,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Refusal {}
