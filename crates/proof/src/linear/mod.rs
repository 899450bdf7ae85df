//! Games whose moves are linear: from rules to (in)equalities, which the automaton checker understands.
//!
//! In: an [`Instance`]. Out: a [`LinearGame`], whose text is the first part of an automaton certificate, or the clause
//! of the rules that is not linear. The translation is trusted, so it is simple: every case of a `min`, an `if` or a
//! comparison becomes a kind of move of its own, with its conditions. Where evaluating the rules would fail (a heap
//! below 0), a `never` clause makes the checker show that it does not happen. [`prove`] is the only function that makes
//! a [`LinearTheorem`].
//!
//! Wrong tool for games with players, boards, lists of heaps or products of heaps.

use crate::limits;
use grundy_message::{Message, message};
mod claim;
mod expression;
mod form;
mod look_up;
mod repeated;
#[cfg(test)]
mod tests;
mod translate;

pub use claim::{Says, claim_of, claim_of_no_period, claim_of_nothing, claim_of_period, claim_of_xor};
pub use form::{Condition, Linear, LinearGame, Relation, Rule};
pub use translate::{Stopped, translate};

/// The checker of automata.
pub use grundy_checker as checker;

use grundy_checker::{Fault, Play, Theorem};
use grundy_rules::Instance;
use std::fmt;

/// Limits on checking.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of steps of automata; each takes bounded time and bounded memory.
    pub max_steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_steps: 60_000_000 }
    }
}

/// Why the checker refuses a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of failure.
    pub fault: Fault,
    /// The line at fault, counted from 1; 0 if no single line is.
    pub line: usize,
    /// What is wrong, in lower case and without a full stop.
    pub reason: Message,
    /// The numbers at which it fails, if there are some and they are not too large: those of the position, in a
    /// relation the value, and the variables of the line.
    pub numbers: Option<Vec<u128>>,
}

impl Refusal {
    /// Returns the whole refusal in one line.
    pub fn message(&self) -> Message {
        let (line, reason) = (self.line, &self.reason);
        let numbers = self.numbers.as_ref().map(|numbers| format!("{numbers:?}"));
        match (line, numbers) {
            (0, None) => reason.clone(),
            (0, Some(numbers)) => message!("{reason} at {numbers}", reason, numbers),
            (_, None) => message!("line {line}: {reason}", line, reason),
            (_, Some(numbers)) => message!("line {line}: {reason} at {numbers}", line, reason, numbers),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

impl std::error::Error for Refusal {}

/// Number of steps between two polls for cancellation.
const STEPS_BETWEEN: u64 = 1 << 12;

/// Checks a certificate by itself, unless the work is cancelled, which is polled. Its text says which game it is about.
///
/// # Errors
/// The certificate proves nothing; the refusal says why.
pub fn verify(certificate: &str, limits: &Limits, called_off: &dyn Fn() -> bool) -> Result<LinearTheorem, Refusal> {
    let (mut left, mut ask_at) = (limits.max_steps, limits.max_steps);
    let (mut is_called_off, mut room) = (false, limits::MAX_STORED_NUMBERS);
    let mut allow = |steps: u64, kept: usize| {
        room = room.saturating_sub(kept);
        let Some(less) = left.checked_sub(steps).filter(|_| room > 0) else { return false };
        left = less;
        if left <= ask_at {
            ask_at = left.saturating_sub(STEPS_BETWEEN);
            is_called_off = called_off();
        }
        !is_called_off
    };
    let checked = grundy_checker::check(certificate, &mut allow);
    checked.map(|theorem| LinearTheorem { theorem }).map_err(|refusal| {
        let is_somewhere = !matches!(refusal.fault, Fault::Text | Fault::Limit);
        let numbers = is_somewhere.then(|| numbers(certificate, &refusal.word)).flatten();
        let reason = match (is_called_off, room) {
            (true, _) => message!("the work was called off"),
            (_, 0) => message!("it takes too much memory"),
            _ => worded(&refusal),
        };
        Refusal { fault: refusal.fault, line: refusal.line, reason, numbers }
    })
}

/// Returns the reason of the checker, which shares no code with anything and so makes no messages.
fn worded(refusal: &grundy_checker::Refusal) -> Message {
    match (refusal.fault, refusal.differ) {
        (Fault::Text, _) => message!("this line is missing, cannot be read or does not fit"),
        (Fault::Limit, _) => message!("it takes too much work"),
        (Fault::Moves, _) => message!("a move leaves the domain or does not lower the weight"),
        (Fault::Rule, None) => message!("the automaton says nothing of an option"),
        (Fault::Rule, Some([said, due])) => message!("the automaton says {said} and must say {due}", said, due),
        (Fault::Claim, None) => message!("this is not so"),
        (Fault::Claim, Some(_)) => message!("this is not the same"),
    }
}

/// Returns the numbers of a word, whose columns begin with the least significant digits, in the system that a
/// certificate names.
fn numbers(certificate: &str, word: &[Vec<i64>]) -> Option<Vec<u128>> {
    let system = certificate.lines().find_map(|line| line.strip_prefix("system "))?;
    let recurrence: Vec<i64> = system.split(' ').map(|factor| factor.parse().ok()).collect::<Option<_>>()?;
    let components = certificate.lines().find_map(|line| line.strip_prefix("components "))?.split(' ').count();
    let terms = look_up::terms(&recurrence, word.len());
    if terms.last().is_some_and(|term| *term >= 1 << 112) {
        return None;
    }
    let tracks = word.first().map_or(components + usize::from(certificate.contains("\nplay relation\n")), Vec::len);
    let number =
        |track: usize| word.iter().zip(&terms).map(|(column, term)| column[track].unsigned_abs() as u128 * term).sum();
    Some((0..tracks).map(number).collect())
}

/// A theorem about every position of one game, made by [`prove`] and [`verify`] alone.
#[derive(Clone, Debug)]
pub struct LinearTheorem {
    theorem: Theorem,
}

impl LinearTheorem {
    /// Returns how the game was played, and so what the values are.
    pub fn play(&self) -> Play {
        match self.theorem.statement().play {
            Play::Relation => Play::Grundy,
            play => play,
        }
    }

    /// Returns the lines that claim something besides the automaton, if the theorem is about this game: its lines come
    /// first, and after them there are claims alone.
    pub(crate) fn claims_about(&self, game: &LinearGame) -> Option<&str> {
        let statement = self.theorem.statement();
        let claims = statement.text.strip_prefix(&game.text(statement.play))?;
        let is_about = game.misere == (statement.play == Play::Misere);
        (is_about && claims.lines().all(|line| line.starts_with("claim "))).then_some(claims)
    }

    /// Returns what the checker accepted.
    pub fn statement(&self) -> &grundy_checker::Statement {
        self.theorem.statement()
    }

    /// Returns the number of states of the automaton.
    pub fn states(&self) -> usize {
        self.theorem.statement().states.len()
    }

    /// Returns the lines of the certificate that define the game, and what is claimed of it.
    pub fn text(&self) -> &str {
        &self.theorem.statement().text
    }

    /// Returns the value of a position of any size below 2^112: its Grundy value, or 0 if the player to move loses and
    /// 1 if that player wins. `None` if there is none, as outside the domain, or it is 2^32 or more.
    pub fn value(&self, position: &[u128]) -> Option<u32> {
        self.number(position)?.try_into().ok()
    }

    /// Like [`LinearTheorem::value`], but values have no bound.
    pub fn number(&self, position: &[u128]) -> Option<u128> {
        look_up::number(self.theorem.statement(), position)
    }
}

/// Why a certificate does not prove a theorem about a game.
#[derive(Clone, Debug)]
pub enum NoTheorem {
    /// The game is not linear.
    Stopped(Stopped),
    /// The certificate is wrong.
    Refused(Refusal),
    /// The certificate is about another game.
    OtherGame,
}

impl NoTheorem {
    /// Returns the reason as a message.
    pub fn message(&self) -> Message {
        match self {
            NoTheorem::Stopped(stopped) => stopped.message(),
            NoTheorem::Refused(refusal) => refusal.message(),
            NoTheorem::OtherGame => message!("the certificate is about another game, or other givens"),
        }
    }
}

impl fmt::Display for NoTheorem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

/// Proves what a certificate states about this game.
///
/// # Errors
/// The game is not linear, the certificate is about another game, or the checker refuses it.
pub fn prove(instance: &Instance, certificate: &str, limits: &Limits) -> Result<LinearTheorem, NoTheorem> {
    prove_unless(instance, certificate, limits, &|| false)
}

/// Like [`prove`], but stops if the work is cancelled, which is polled.
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
    let proved = verify(certificate, limits, called_off).map_err(NoTheorem::Refused)?;
    proved.claims_about(&game).ok_or(NoTheorem::OtherGame)?;
    Ok(proved)
}
