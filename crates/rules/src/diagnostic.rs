//! Mistakes in a file, and how they are shown to the user.
//!
//! In: a message with the locations it refers to. Out: text that quotes the lines, underlines the words, and says why they
//! are wrong and what to write instead.

use crate::limits;
use crate::span::Span;
use annotate_snippets::{AnnotationKind, Level, Patch, Renderer, Snippet};
use grundy_message::{Message, message};

/// The severity of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file is not a game.
    Error,
    /// The file is a game, but probably not the intended one.
    Warning,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// What is wrong, in lower case and without a full stop.
    pub message: Message,
    /// The words it is about.
    pub span: Span,
    /// Why they are wrong; empty if the message is enough.
    pub label: Message,
    /// Related locations, with labels.
    pub others: Vec<(Span, Message)>,
    /// Advice in words.
    pub hints: Vec<Message>,
    /// A replacement.
    pub fix: Option<Fix>,
    /// Set if the mistake is that something is not in the file; dropped if the clause that may contain it could not be parsed.
    pub missing: Option<Missing>,
}

/// Something that the file does not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A name, a symbol or a player.
    Declaration,
    /// A move.
    Move,
}

/// A replacement that corrects a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in the imperative: `write the range so`.
    pub title: Message,
    /// The words to replace.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

impl Diagnostic {
    /// Creates an error at these words.
    pub fn error(message: impl Into<Message>, span: Span) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            label: Message::default(),
            others: Vec::new(),
            hints: Vec::new(),
            fix: None,
            missing: None,
        }
    }

    /// Creates a warning at these words.
    pub fn warning(message: impl Into<Message>, span: Span) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message, span) }
    }

    /// Sets the label under the words.
    pub fn because(mut self, label: impl Into<Message>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Adds a related location.
    pub fn also(mut self, span: Span, label: impl Into<Message>) -> Diagnostic {
        self.others.push((span, label.into()));
        self
    }

    /// Adds advice.
    pub fn hint(mut self, hint: impl Into<Message>) -> Diagnostic {
        self.hints.push(hint.into());
        self
    }

    /// Sets the replacement.
    pub fn fix(mut self, title: impl Into<Message>, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { title: title.into(), span, text: text.into() });
        self
    }

    /// Creates an error about something that the file does not contain.
    pub fn missing(what: Missing, message: impl Into<Message>, span: Span) -> Diagnostic {
        Diagnostic { missing: Some(what), ..Diagnostic::error(message, span) }
    }

    /// Returns whether the file cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the line and column of its first word, both from 1; columns count characters.
    pub fn index(&self, source: &str) -> (usize, usize) {
        let start = floor_char(source, self.span.start);
        let before = &source[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// Renders the message for the user. `path` is the name of the file.
    pub fn render(&self, path: &str, source: &str, colour: Colour) -> String {
        self.render_in(path, source, colour, &Message::to_string)
    }

    /// Like [`Diagnostic::render`], but with its messages written by `write`, for example in another language.
    pub fn render_in(&self, path: &str, source: &str, colour: Colour, write: &dyn Fn(&Message) -> String) -> String {
        let (error, warning, help) = (write(&message!("error")), write(&message!("warning")), write(&message!("help")));
        let level = match self.severity {
            Severity::Error => Level::ERROR.with_name(&error),
            Severity::Warning => Level::WARNING.with_name(&warning),
        };
        let help = Level::HELP.with_name(&help);
        let (title, label) = (write(&self.message), write(&self.label));
        let others: Vec<(Span, String)> = self.others.iter().map(|(span, label)| (*span, write(label))).collect();
        let hints: Vec<String> = self.hints.iter().map(write).collect();
        let mut snippet = Snippet::source(source)
            .path(path)
            .annotation(AnnotationKind::Primary.span(visible(source, self.span)).label(&label));
        for (span, label) in &others {
            snippet = snippet.annotation(AnnotationKind::Context.span(visible(source, *span)).label(label));
        }
        let mut first = level.primary_title(&title).element(snippet);
        for hint in &hints {
            first = first.element(help.clone().message(hint));
        }
        // A very long line is not shown twice; the replacement is described in words.
        let is_long = |fix: &Fix| line_length(source, fix.span) > limits::MAX_PATCHED_LINE;
        let in_words =
            self.fix.as_ref().filter(|fix| is_long(fix)).map(|fix| format!("{}: {}", write(&fix.title), fix.text));
        if let Some(words) = &in_words {
            first = first.element(help.clone().message(words));
        }
        let mut report = vec![first];
        if let Some(fix) = self.fix.as_ref().filter(|_| in_words.is_none()) {
            let start = floor_char(source, fix.span.start);
            let end = floor_char(source, fix.span.end).max(start);
            report.push(
                help.secondary_title(write(&fix.title))
                    .element(Snippet::source(source).patch(Patch::new(start..end, &fix.text))),
            );
        }
        let renderer = match colour {
            Colour::Never => Renderer::plain(),
            Colour::Always => Renderer::styled(),
        };
        renderer.render(&report).to_string()
    }
}

/// Returns the number of bytes of the lines that contain this span.
fn line_length(source: &str, span: Span) -> usize {
    let start = floor_char(source, span.start);
    let end = floor_char(source, span.end).max(start);
    let before = source[..start].rfind('\n').map_or(start, |at| start - at - 1);
    let after = source[end..].find('\n').unwrap_or(source.len() - end);
    before + (end - start) + after
}

/// Whether text for the user is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Never,
    /// With terminal colours.
    Always,
}

/// Returns the name in `known` that was probably meant by `written`.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer words are not misspellings.
    if written.len() > limits::MAX_COMPARED_WORD {
        return None;
    }
    // Single characters are not similar; in longer words one or two mistakes are likely.
    let max = match written.chars().count() {
        0 | 1 => 0,
        2..=4 => 1,
        length => 1 + length / 4,
    };
    known
        .into_iter()
        .filter(|name| *name != written)
        .map(|name| (edits(&written.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= max && *distance < name.chars().count())
        .min()
        .map(|(_, name)| name)
}

/// Returns the number of characters to change, insert, delete or transpose with their neighbour to turn one word into the other.
pub fn edits(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            next[j] = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

/// Returns a span that the renderer can underline: inside the text, on character boundaries, one character wide where there is one.
fn visible(source: &str, span: Span) -> std::ops::Range<usize> {
    let start = floor_char(source, span.start);
    let mut end = floor_char(source, span.end).max(start);
    if end == start && end < source.len() {
        end += source[end..].chars().next().map_or(0, char::len_utf8);
    }
    start..end
}

fn floor_char(source: &str, at: usize) -> usize {
    let mut at = at.min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_allows_one_slip_in_short_words() {
        assert_eq!(nearest("mun", ["min", "max", "sum"]), Some("min"));
        assert_eq!(nearest("zzz", ["min", "max"]), None);
        assert_eq!(nearest("z", ["a", "Z"]), Some("Z"));
        assert_eq!(nearest("moevr", ["mover", "other"]), Some("mover"));
    }

    #[test]
    fn a_message_quotes_the_line_and_shows_the_fix() {
        let source = "game g(n)\nmove take(k in 1..5) -> n - k\n";
        let shown = Diagnostic::error(Message::text("this move may leave a negative heap"), Span::new(25, 29))
            .because(Message::text("takes up to 5, but `n` may be less"))
            .fix(Message::text("write the range so"), Span::new(28, 29), "min(5, n)")
            .render("g.game", source, Colour::Never);
        assert!(shown.contains("g.game:2:16"), "{shown}");
        assert!(shown.contains("min(5, n)"), "{shown}");
    }
}
