//! Games whose moves are linear: from rules to (in)equalities, which the automaton checker understands.
//!
//! In: an [`Instance`]. Out: a [`LinearGame`], whose text is the first part of an automaton certificate, or the clause of the
//! rules that is not linear. The translation is trusted, so it is plain: every case of a `min`, an `if` or a comparison becomes a kind of
//! move of its own, with its conditions. Where the rules would go wrong (a heap below 0), a `never` clause asks the checker to show that it
//! does not happen. [`prove`] is the only function that makes a [`LinearTheorem`].
//!
//! Wrong tool for games with players, boards, lists of heaps or products of heaps.

mod claim;
mod expression;
mod form;
mod repeated;
#[cfg(test)]
mod tests;
mod translate;

pub use claim::{claim_of, claim_of_table, claim_of_xor};
pub use form::{Condition, Linear, LinearGame, Relation, Rule};
pub use translate::{Stopped, translate};

/// The checker of automata.
pub use grundy_checker as checker;

use grundy_checker::{Limits, Play, Refusal, Theorem};
use grundy_rules::Instance;
use std::fmt;

/// A theorem about every position of one game, made by [`prove`] alone.
#[derive(Clone, Debug)]
pub struct LinearTheorem {
    theorem: Theorem,
}

impl LinearTheorem {
    /// How it was played, and so what the values are.
    pub fn play(&self) -> Play {
        self.theorem.play()
    }

    /// How many states the automaton has.
    pub fn states(&self) -> usize {
        self.theorem.states()
    }

    /// The claim that was proved with it, as lines of the certificate.
    pub fn claim(&self) -> &str {
        self.theorem.claim()
    }

    /// The value of a position of any size below 2^112; see [`Theorem::value`].
    pub fn value(&self, position: &[u128]) -> Option<u32> {
        self.theorem.value(position)
    }

    /// The same where values have no bound; see [`Theorem::number`].
    pub fn number(&self, position: &[u128]) -> Option<u128> {
        self.theorem.number(position)
    }
}

/// Why a certificate is no theorem about a game.
#[derive(Clone, Debug)]
pub enum NoTheorem {
    /// The game is not linear.
    Stopped(Stopped),
    /// The certificate is wrong.
    Refused(Refusal),
    /// The certificate is about another game.
    OtherGame,
}

impl fmt::Display for NoTheorem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTheorem::Stopped(stopped) => stopped.fmt(formatter),
            NoTheorem::Refused(refusal) => refusal.fmt(formatter),
            NoTheorem::OtherGame => formatter.write_str("the certificate is about another game, or other givens"),
        }
    }
}

/// Proves what a certificate says about this game.
///
/// # Errors
/// The game is not linear, the certificate is about another game, or the checker refuses it.
pub fn prove(instance: &Instance, certificate: &str, limits: &Limits) -> Result<LinearTheorem, NoTheorem> {
    prove_unless(instance, certificate, limits, &|| false)
}

/// Proves what a certificate says about this game, unless the work is called off, which is asked now and then.
///
/// # Errors
/// The game is not linear, the certificate is about another game, or the checker refuses it.
pub fn prove_unless(
    instance: &Instance,
    certificate: &str,
    limits: &Limits,
    called_off: &dyn Fn() -> bool,
) -> Result<LinearTheorem, NoTheorem> {
    let game = translate(instance).map_err(NoTheorem::Stopped)?;
    let theorem = grundy_checker::check_unless(certificate, limits, called_off).map_err(NoTheorem::Refused)?;
    if game.misere != (theorem.play() == Play::Misere) || theorem.game() != game.text(theorem.play()) {
        return Err(NoTheorem::OtherGame);
    }
    Ok(LinearTheorem { theorem })
}
