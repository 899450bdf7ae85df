//! What goes wrong while rules are being played: it names the position and the move.

use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// A rule that could not be carried out at some position, or a budget that ran out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What sort of thing went wrong.
    pub class: FaultClass,
    /// What went wrong, in lower case and without a full stop.
    pub message: String,
    /// The words of the rules that were being carried out, where there are any.
    pub span: Option<Span>,
    /// The position, as text that parses back.
    pub position: Option<String>,
    /// The move, as in `take(k=3)`.
    pub movement: Option<String>,
    /// What to do.
    pub hints: Vec<String>,
}

/// What sort of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultClass {
    /// The budget ran out; nothing is wrong with the rules.
    Budget,
    /// A result outside its component's range or size.
    Range,
    /// Division by zero, a negative number where none may be, a number too large.
    Arithmetic,
    /// An index or a slice outside its list, or the least of nothing.
    Index,
    /// One cell changed twice in one move.
    Twice,
    /// Play that can go on for ever where the rules do not allow it.
    Loop,
    /// A question that the game cannot be asked.
    Refused,
}

/// A text that may be of any length, cut to what a person would read.
pub(crate) fn brief(text: String) -> String {
    const MOST: usize = 300;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text,
    }
}

impl Fault {
    /// A fault at these words.
    pub fn new(class: FaultClass, message: impl Into<String>, span: Option<Span>) -> Fault {
        Fault { class, message: message.into(), span, position: None, movement: None, hints: Vec::new() }
    }

    /// A question that the game cannot be asked.
    pub fn refused(message: impl Into<String>) -> Fault {
        Fault::new(FaultClass::Refused, message, None)
    }

    /// The budget ran out.
    pub fn budget() -> Fault {
        Fault::new(FaultClass::Budget, "the budget is used up", None)
    }

    /// Says what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hints.push(hint.into());
        self
    }

    /// Names the position, unless a closer one is named already.
    pub fn at(mut self, position: impl FnOnce() -> String) -> Fault {
        if self.position.is_none() && self.class != FaultClass::Budget {
            self.position = Some(brief(position()));
        }
        self
    }

    /// Names the move, unless a closer one is named already.
    pub fn by(mut self, movement: impl FnOnce() -> String) -> Fault {
        if self.movement.is_none() && self.class != FaultClass::Budget {
            self.movement = Some(brief(movement()));
        }
        self
    }

    /// The whole story in one line.
    pub fn sentence(&self) -> String {
        let mut text = self.message.clone();
        match (&self.position, &self.movement) {
            (Some(position), Some(movement)) => text += &format!(" (at {position}, move {movement})"),
            (Some(position), None) => text += &format!(" (at {position})"),
            (None, Some(movement)) => text += &format!(" (move {movement})"),
            (None, None) => {}
        }
        text
    }

    /// The same as a message about the file, where it speaks of words in it.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        let mut diagnostic = Diagnostic::error(&self.message, self.span?);
        diagnostic = match (&self.position, &self.movement) {
            (Some(position), Some(movement)) => diagnostic.because(format!("at {position}, move {movement}")),
            (Some(position), None) => diagnostic.because(format!("at {position}")),
            (None, Some(movement)) => diagnostic.because(format!("move {movement}")),
            (None, None) => diagnostic,
        };
        for hint in &self.hints {
            diagnostic = diagnostic.hint(hint);
        }
        Some(diagnostic)
    }
}
