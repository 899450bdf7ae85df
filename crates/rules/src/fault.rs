//! Errors while rules are being played, with the position and the move.

use crate::diagnostic::Diagnostic;
use crate::span::Span;
use grundy_message::{Message, message};

/// A rule that could not be evaluated at some position, or a budget that ran out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The class of the fault.
    pub class: FaultClass,
    /// What went wrong, in lower case and without a full stop.
    pub message: Message,
    /// Location of the rules that were being evaluated, if any.
    pub span: Option<Span>,
    /// The position, as text that parses back.
    pub position: Option<String>,
    /// The move, as in `take(k=3)`.
    pub mv: Option<String>,
    /// Advice.
    pub hints: Vec<Message>,
}

/// The class of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultClass {
    /// The budget ran out; nothing is wrong with the rules.
    Budget,
    /// A result outside its component's range or size.
    Range,
    /// Division by zero, a negative number where it is not allowed, a number too large.
    Arithmetic,
    /// An index or a slice outside its list, or the minimum of nothing.
    Index,
    /// One cell changed twice in one move.
    Twice,
    /// Infinite play where the rules do not allow it.
    Loop,
    /// A question that does not apply to the game.
    Refused,
}

/// Shortens a text of any length for display.
pub(crate) fn brief(text: String) -> String {
    const MOST: usize = 300;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text,
    }
}

impl Fault {
    /// Creates a fault at these words.
    pub fn new(class: FaultClass, message: impl Into<Message>, span: Option<Span>) -> Fault {
        Fault { class, message: message.into(), span, position: None, mv: None, hints: Vec::new() }
    }

    /// Creates the fault of a question that does not apply to the game.
    pub fn refused(message: impl Into<Message>) -> Fault {
        Fault::new(FaultClass::Refused, message, None)
    }

    /// Creates the fault of a budget that ran out.
    pub fn budget() -> Fault {
        Fault::new(FaultClass::Budget, message!("the budget is used up"), None)
    }

    /// Adds advice.
    pub fn hint(mut self, hint: impl Into<Message>) -> Fault {
        self.hints.push(hint.into());
        self
    }

    /// Sets the position, unless an inner one is set already.
    pub fn at(mut self, position: impl FnOnce() -> String) -> Fault {
        if self.position.is_none() && self.class != FaultClass::Budget {
            self.position = Some(brief(position()));
        }
        self
    }

    /// Sets the move, unless an inner one is set already.
    pub fn by(mut self, mv: impl FnOnce() -> String) -> Fault {
        if self.mv.is_none() && self.class != FaultClass::Budget {
            self.mv = Some(brief(mv()));
        }
        self
    }

    /// Returns the whole fault in one line.
    pub fn sentence(&self) -> Message {
        let message = &self.message;
        match (&self.position, &self.mv) {
            (Some(position), Some(mv)) => {
                message!("{message} (at {position}, move {move})", message, position, move = mv)
            }
            (Some(position), None) => message!("{message} (at {position})", message, position),
            (None, Some(mv)) => message!("{message} (move {move})", message, move = mv),
            (None, None) => message.clone(),
        }
    }

    /// Returns the fault as a message about the file, if it has a location.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        let mut diagnostic = Diagnostic::error(self.message.clone(), self.span?);
        diagnostic = match (&self.position, &self.mv) {
            (Some(position), Some(mv)) => {
                diagnostic.because(message!("at {position}, move {move}", position, move = mv))
            }
            (Some(position), None) => diagnostic.because(message!("at {position}", position)),
            (None, Some(mv)) => diagnostic.because(message!("move {move}", move = mv)),
            (None, None) => diagnostic,
        };
        for hint in &self.hints {
            diagnostic = diagnostic.hint(hint.clone());
        }
        Some(diagnostic)
    }
}
