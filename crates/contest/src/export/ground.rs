//! The claims that a program uses, and the support of each.
//!
//! In: a claim of a game and its examination. Out: the line of the program's comment, and the warning for the user. Only proved
//! or published claims are used without consent: samples prove nothing.

use grundy_message::{Message, message};

/// Support of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// The checker accepted a certificate.
    Proved,
    /// The game is in the catalogue unchanged, claims included, and its `source` cites the publication of the rule.
    Published,
    /// Only that it held wherever it was compared.
    Unproved,
}

impl Support {
    /// Returns its name in programs.
    pub fn name(self) -> &'static str {
        match self {
            Support::Proved => "proved",
            Support::Published => "published",
            Support::Unproved => "unproved",
        }
    }
}

/// A claim that a program uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The game.
    pub game: String,
    /// The claim as written, without the keyword.
    pub claim: String,
    /// Its support.
    pub support: Support,
    /// Details of the proof, or how far it was compared: `proved for every size with m = 3`, `checked for n <= 1000`.
    pub extent: Message,
}

impl Ground {
    /// Returns the line of the program's comment.
    pub(crate) fn comment(&self) -> String {
        let Ground { game, claim, support, extent } = self;
        match support {
            Support::Proved | Support::Published => format!("{game}: {claim}, {extent}."),
            Support::Unproved => {
                format!("{game}: {claim}, which is NOT proved, only {extent}; beyond that nothing is known.")
            }
        }
    }

    /// Returns the warning for the user, if there is one.
    pub(crate) fn warning(&self) -> Option<Message> {
        let Ground { game, claim, support, extent } = self;
        (*support == Support::Unproved).then(|| {
            message!(
                "the program rests on a claim of {game} that is NOT proved: `{claim}`, {extent}; beyond that nothing is known",
                game,
                claim,
                extent
            )
        })
    }
}

/// What to do with an unproved claim if there is no table or search instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unproved {
    /// No program uses it.
    #[default]
    Refused,
    /// It is used unless it is found to be false; the program says how far it was compared.
    Taken,
}
