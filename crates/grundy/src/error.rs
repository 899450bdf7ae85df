//! Why a question has no answer, for every door.

use crate::rules::Game;
use crate::{Colour, Diagnostic, Fault, Stop};
use grundy_message::{Message, Separator, list, message};
use std::fmt;
use std::sync::Arc;

/// Kind of a malformed request.
pub const WRONG_REQUEST: &str = "wrong-request";

/// Why a question has no answer.
#[derive(Clone, Debug)]
pub enum Error {
    /// There is no built-in game of this name.
    UnknownGame {
        /// The name.
        name: String,
        /// Similar names, the most similar first.
        similar: Vec<&'static str>,
    },
    /// The rules are wrong.
    Rules {
        /// Name of the game or of its file.
        name: String,
        /// Their text.
        source: String,
        /// Every mistake.
        mistakes: Vec<Diagnostic>,
    },
    /// A given, a position or a rule that cannot be carried out.
    Fault {
        /// Name of the game or of its file.
        name: String,
        /// The game.
        game: Arc<Game>,
        /// The fault.
        fault: Box<Fault>,
    },
    /// No table can be made in which rules could be looked for: every reason, at least one.
    NoTable(Vec<Message>),
    /// There is no way to count so many positions, and what was tried.
    Uncounted {
        /// What was tried.
        why: Message,
        /// What to do about it.
        hints: Vec<Message>,
    },
    /// A limit was reached before there was any result.
    Stopped(Stop),
    /// The request is malformed, or larger than [`Limits`](crate::request::Limits) allow.
    Wrong {
        /// What is wrong, one word for programs: [`WRONG_REQUEST`], or what is too large.
        kind: &'static str,
        /// What is wrong, in lower case and without a full stop.
        message: Message,
        /// What to do about it.
        hints: Vec<Message>,
    },
}

impl Error {
    /// Returns the error of a malformed request.
    pub fn wrong(message: impl Into<Message>) -> Error {
        Error::Wrong { kind: WRONG_REQUEST, message: message.into(), hints: Vec::new() }
    }

    /// Returns the error of a request that is too large.
    pub fn too_large(message: impl Into<Message>) -> Error {
        Error::Wrong { kind: "too-long", message: message.into(), hints: Vec::new() }
    }

    /// Returns the error of a fault in a game.
    pub fn fault(name: &str, game: &Arc<Game>, fault: Fault) -> Error {
        Error::Fault { name: name.to_owned(), game: game.clone(), fault: Box::new(fault) }
    }

    /// Returns what to do about it.
    pub fn hints(&self) -> &[Message] {
        match self {
            Error::Fault { fault, .. } => &fault.hints,
            Error::Wrong { hints, .. } | Error::Uncounted { hints, .. } => hints,
            _ => &[],
        }
    }

    /// Returns the error as a message.
    pub fn message(&self) -> Message {
        match self {
            Error::UnknownGame { name, similar } => match similar.first() {
                Some(near) => message!("there is no game called `{name}`; did you mean `{near}`?", name, near),
                None => message!("there is no game called `{name}`", name),
            },
            Error::Rules { name, source, mistakes } => {
                let rendered = |mistake: &Diagnostic| mistake.render(name, source, Colour::Never) + "\n";
                Message::text(mistakes.iter().map(rendered).collect::<String>())
            }
            Error::Fault { fault, .. } => fault.sentence(),
            Error::NoTable(reasons) => {
                message!("{reasons}", reasons = list(Separator::Semicolon, reasons.iter().cloned()))
            }
            Error::Uncounted { why, .. } => why.clone(),
            Error::Stopped(stop) => stop.message(),
            Error::Wrong { message, .. } => message.clone(),
        }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Message>) -> Error {
        if let Error::Wrong { hints, .. } | Error::Uncounted { hints, .. } = &mut self {
            hints.push(hint.into());
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Error {}
