//! Why a command gave no answer, as it is told to people.

use grundy::view::diagnostic_data;
use grundy::{Fault, FaultClass, Game, Stop};
use serde_json::{Value, json};

/// How a command ended: its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// As it was wished.
    Fine = 0,
    /// Not known within the budget, a false claim, a file not in canonical form.
    No = 1,
    /// The input is wrong.
    Wrong = 2,
}

/// What to do where the budget did not reach.
pub const RAISE: &str = "raise the limit with --max-positions, --max-seconds or --memory";

/// Why a command gave no answer.
#[derive(Debug)]
pub enum Failure {
    /// A sentence and what to do about it.
    Said {
        /// The exit code.
        status: Status,
        /// What is wrong, in lower case and without a full stop.
        message: String,
        /// What to do.
        hints: Vec<String>,
    },
    /// Messages about a file, each with the lines it speaks of.
    InFile {
        /// What the file is called.
        path: String,
        /// Its text.
        source: String,
        /// The messages.
        diagnostics: Vec<grundy::Diagnostic>,
    },
    /// A limit of the command ended it.
    Stopped {
        /// The limit.
        stop: Stop,
        /// What is not told because of it.
        message: String,
    },
    /// Standard output was closed by its reader. Nothing is said of it, and the exit code is 1, as not all was written.
    NobodyReads,
}

impl Failure {
    /// Wrong input.
    pub fn wrong(message: impl Into<String>) -> Failure {
        Failure::Said { status: Status::Wrong, message: message.into(), hints: Vec::new() }
    }

    /// A limit of the command ended it before there was anything to tell.
    pub fn stopped(stop: Stop) -> Failure {
        Failure::Stopped { stop, message: stop.to_string() }
    }

    /// A limit of the command ended it, and this is what it cut.
    pub fn cut(what: &str, stop: Stop) -> Failure {
        Failure::Stopped { stop, message: [what, &stop.to_string()].join(": ") }
    }

    /// Says what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        if let Failure::Said { hints, .. } = &mut self {
            hints.push(hint.into());
        }
        self
    }

    /// What is told to programs.
    pub fn data(&self) -> Value {
        match self {
            Failure::Said { message, hints, .. } => json!({"error": message, "hints": hints}),
            Failure::InFile { path, source, diagnostics } => {
                let told: Vec<Value> = diagnostics.iter().map(|one| diagnostic_data(source, one)).collect();
                let first = diagnostics.iter().find(|one| one.is_error()).or(diagnostics.first());
                json!({
                    "error": first.map(|one| &one.message),
                    "hints": first.map_or(&[][..], |one| &one.hints),
                    "file": path,
                    "diagnostics": told,
                })
            }
            Failure::Stopped { stop, message } => {
                json!({"error": message, "hints": [RAISE], "stopped": stop.limit()})
            }
            Failure::NobodyReads => Value::Null,
        }
    }

    /// What went wrong with a game read from this file.
    pub fn fault(path: &str, game: &Game, fault: &Fault) -> Failure {
        match fault.diagnostic() {
            Some(diagnostic) if fault.class != FaultClass::Budget => {
                Failure::InFile { path: path.to_owned(), source: game.source.0.clone(), diagnostics: vec![diagnostic] }
            }
            _ => Failure::Said {
                status: if fault.class == FaultClass::Budget { Status::No } else { Status::Wrong },
                message: fault.sentence(),
                hints: match fault.class {
                    FaultClass::Budget if fault.hints.is_empty() => vec![RAISE.to_owned()],
                    _ => fault.hints.clone(),
                },
            },
        }
    }
}
