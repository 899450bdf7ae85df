//! Why a command gave no answer, for people and programs.

use crate::limits;
use crate::options::{followed, raise, raise_limit};
use grundy::rules::Game;
use grundy::view::diagnostic_data;
use grundy::view::words::foreign;
use grundy::{Error, Fault, FaultClass, Stop};
use grundy_message::{Message, message};
use serde_json::{Value, json};
use std::io;

/// Exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Success.
    Fine = 0,
    /// Not known within the budget, a false claim, a file not in canonical form.
    No = 1,
    /// The input is wrong.
    Wrong = 2,
}

/// Why a command gave no answer.
#[derive(Debug)]
pub enum Failure {
    /// A message with hints.
    Message {
        /// The exit code.
        status: Status,
        /// What is wrong, in lower case and without a full stop.
        message: Message,
        /// What to do about it.
        hints: Vec<Message>,
    },
    /// Messages about a file, each with the lines it refers to.
    InFile {
        /// Path of the file.
        path: String,
        /// Text of the file.
        source: String,
        /// The messages.
        diagnostics: Vec<grundy::Diagnostic>,
    },
    /// A limit of the command ended it.
    Stopped {
        /// The limit.
        stop: Stop,
        /// What is missing because of it.
        message: Message,
    },
    /// Standard output was closed by its reader. Nothing is printed about it, and the exit code is 1, as not all was
    /// written.
    OutputClosed,
}

impl Failure {
    /// Returns a failure because of wrong input.
    pub fn wrong(message: impl Into<Message>) -> Failure {
        Failure::Message { status: Status::Wrong, message: message.into(), hints: Vec::new() }
    }

    /// Returns a failure because there is no answer, although the input is right.
    pub fn unanswered(message: impl Into<Message>) -> Failure {
        Failure::Message { status: Status::No, message: message.into(), hints: Vec::new() }
    }

    /// Returns a failure because a limit of the command was reached before there was any result.
    pub fn stopped(stop: Stop) -> Failure {
        Failure::Stopped { stop, message: stop.message() }
    }

    /// Returns a failure because a limit of the command was reached; `what` says what is missing.
    pub fn cut(what: Message, stop: Stop) -> Failure {
        let message = message!("{what}: {why}", what, why = stop);
        Failure::Stopped { stop, message }
    }

    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<Message>) -> Failure {
        if let Failure::Message { hints, .. } = &mut self {
            hints.push(hint.into());
        }
        self
    }

    /// Returns the failure as JSON.
    pub fn data(&self) -> Value {
        match self {
            Failure::Message { message, hints, .. } => {
                json!({"error": message.to_string(), "hints": texts(&followed(hints))})
            }
            Failure::InFile { path, source, diagnostics } => {
                let items: Vec<Value> =
                    diagnostics.iter().map(|diagnostic| diagnostic_data(source, diagnostic)).collect();
                let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error()).or(diagnostics.first());
                json!({
                    "error": first.map(|diagnostic| diagnostic.message.to_string()),
                    "hints": first.map(|diagnostic| texts(&diagnostic.hints)).unwrap_or_default(),
                    "file": path,
                    "diagnostics": items,
                })
            }
            Failure::Stopped { stop, message } => {
                let hints = texts(&Vec::from_iter(raise_limit(*stop)));
                json!({"error": message.to_string(), "hints": hints, "stopped": stop.limit()})
            }
            Failure::OutputClosed => Value::Null,
        }
    }

    /// Converts a fault of a game read from this file.
    pub fn fault(path: &str, game: &Game, fault: &Fault) -> Failure {
        match fault.diagnostic() {
            Some(diagnostic) if fault.class != FaultClass::Budget => {
                Failure::InFile { path: path.to_owned(), source: game.source.0.clone(), diagnostics: vec![diagnostic] }
            }
            _ => Failure::Message {
                status: if fault.class == FaultClass::Budget { Status::No } else { Status::Wrong },
                message: fault.sentence(),
                hints: match fault.class {
                    FaultClass::Budget if fault.hints.is_empty() => raise().into_iter().collect(),
                    _ => fault.hints.clone(),
                },
            },
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Rules { name, source, mistakes } => Failure::InFile { path: name, source, diagnostics: mistakes },
            Error::Fault { name, game, fault } => Failure::fault(&name, &game, &fault),
            Error::Stopped(stop) => Failure::stopped(stop),
            Error::NoTable(reasons) => {
                let mut reasons = reasons.into_iter();
                let why = reasons.next().unwrap_or_default();
                let message = message!("no rule can be looked for: {why}", why);
                // Unless a limit ended the search, raising one would not help.
                let hints = reasons.chain(limits::stop().and_then(raise_limit)).collect();
                Failure::Message { status: Status::No, message, hints }
            }
            Error::Uncounted { why, hints } => Failure::Message { status: Status::No, message: why, hints },
            Error::Wrong { message, hints, .. } => Failure::Message { status: Status::Wrong, message, hints },
            unknown @ Error::UnknownGame { .. } => Failure::wrong(unknown.message()),
        }
    }
}

/// Returns messages for programs.
pub fn texts(messages: &[Message]) -> Vec<String> {
    messages.iter().map(ToString::to_string).collect()
}

/// Returns why reading or writing failed.
pub fn reason(error: &io::Error) -> Message {
    let own = error.get_ref().and_then(|own| own.downcast_ref::<Message>());
    own.map_or_else(|| foreign(&error.to_string()), Clone::clone)
}
