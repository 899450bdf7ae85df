//! What is wrong with a file, and how that looks to a person.
//!
//! In: a message with the places it speaks of. Out: text with the lines quoted, the words underlined, why it is wrong
//! and what to write instead.

use crate::span::Span;
use annotate_snippets::{AnnotationKind, Level, Patch, Renderer, Snippet};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file is not a game.
    Error,
    /// The file is a game, but probably not the one that was meant.
    Warning,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// The words it is about.
    pub span: Span,
    /// Why they are wrong; empty when the message says it all.
    pub label: String,
    /// Other places that belong to it.
    pub others: Vec<(Span, String)>,
    /// What to do, in words.
    pub hints: Vec<String>,
    /// What to write instead.
    pub fix: Option<Fix>,
    /// What it says is nowhere to be found; which is no news where the clause that may hold it could not be read.
    pub missing: Option<Missing>,
}

/// Something that is nowhere to be found in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A name, a symbol or a player.
    Declaration,
    /// A move.
    Move,
}

/// A replacement that mends a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an order: `write the range so`.
    pub title: String,
    /// The words to replace.
    pub span: Span,
    /// What to write there.
    pub text: String,
}

impl Diagnostic {
    /// An error at these words.
    pub fn error(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            hints: Vec::new(),
            fix: None,
            missing: None,
        }
    }

    /// A warning at these words.
    pub fn warning(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message, span) }
    }

    /// Says why under the words.
    pub fn because(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Points at another place that belongs to it.
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.others.push((span, label.into()));
        self
    }

    /// Says what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hints.push(hint.into());
        self
    }

    /// Shows what to write instead.
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { title: title.into(), span, text: text.into() });
        self
    }

    /// An error that says that something is nowhere to be found.
    pub fn missing(what: Missing, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { missing: Some(what), ..Diagnostic::error(message, span) }
    }

    /// Whether the file cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The line and column of its first word, both from 1; columns count characters.
    pub fn place(&self, source: &str) -> (usize, usize) {
        let start = floor_char(source, self.span.start);
        let before = &source[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// The message as a person sees it. `path` is what the file is called.
    pub fn render(&self, path: &str, source: &str, colour: Colour) -> String {
        self.render_in(path, source, colour, &|words| words.to_owned())
    }

    /// The same with its words said in another way, as in another language.
    pub fn render_in(&self, path: &str, source: &str, colour: Colour, say: &dyn Fn(&str) -> String) -> String {
        let (error, warning, help) = (say("error"), say("warning"), say("help"));
        let level = match self.severity {
            Severity::Error => Level::ERROR.with_name(&error),
            Severity::Warning => Level::WARNING.with_name(&warning),
        };
        let help = Level::HELP.with_name(&help);
        let said = self.said(say);
        said.report(path, source, level, help, colour)
    }

    /// The same message in other words.
    fn said(&self, say: &dyn Fn(&str) -> String) -> Diagnostic {
        Diagnostic {
            message: say(&self.message),
            label: say(&self.label),
            others: self.others.iter().map(|(span, label)| (*span, say(label))).collect(),
            hints: self.hints.iter().map(|hint| say(hint)).collect(),
            fix: self.fix.as_ref().map(|fix| Fix { title: say(&fix.title), ..fix.clone() }),
            ..self.clone()
        }
    }

    fn report(&self, path: &str, source: &str, level: Level, help: Level, colour: Colour) -> String {
        let mut snippet = Snippet::source(source)
            .path(path)
            .annotation(AnnotationKind::Primary.span(visible(source, self.span)).label(&self.label));
        for (span, label) in &self.others {
            snippet = snippet.annotation(AnnotationKind::Context.span(visible(source, *span)).label(label));
        }
        let mut first = level.primary_title(&self.message).element(snippet);
        for hint in &self.hints {
            first = first.element(help.clone().message(hint));
        }
        // A line that nobody wrote by hand is not shown twice; what to write there is said in words.
        let is_long = |fix: &Fix| line_length(source, fix.span) > MAX_PATCHED_LINE;
        let in_words = self.fix.as_ref().filter(|fix| is_long(fix)).map(|fix| format!("{}: {}", fix.title, fix.text));
        if let Some(words) = &in_words {
            first = first.element(help.clone().message(words));
        }
        let mut report = vec![first];
        if let Some(fix) = self.fix.as_ref().filter(|_| in_words.is_none()) {
            let start = floor_char(source, fix.span.start);
            let end = floor_char(source, fix.span.end).max(start);
            report.push(
                help.secondary_title(&fix.title)
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

/// No longer line is shown with a replacement in it: the renderer writes such lines whole.
const MAX_PATCHED_LINE: usize = 1000;

/// How many bytes the lines have that this stretch lies in.
fn line_length(source: &str, span: Span) -> usize {
    let start = floor_char(source, span.start);
    let end = floor_char(source, span.end).max(start);
    let before = source[..start].rfind('\n').map_or(start, |at| start - at - 1);
    let after = source[end..].find('\n').unwrap_or(source.len() - end);
    before + (end - start) + after
}

/// Whether text for people carries colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Never,
    /// With terminal colours.
    Always,
}

/// The name among `known` that was probably meant by `written`.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // One letter is not like another; in longer words a slip or two are likely.
    let most = match written.chars().count() {
        0 | 1 => 0,
        2..=4 => 1,
        letters => 1 + letters / 4,
    };
    known
        .into_iter()
        .filter(|name| *name != written)
        .map(|name| (edits(&written.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= most && *distance < name.chars().count())
        .min()
        .map(|(_, name)| name)
}

/// How many letters must be changed, put in, left out or exchanged with their neighbour to turn one word into the other.
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

/// A span that the renderer can underline: inside the text, on character borders, one character wide where there is one.
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
        let shown = Diagnostic::error("this move may leave a negative heap", Span::new(25, 29))
            .because("takes up to 5, but `n` may be less")
            .fix("write the range so", Span::new(28, 29), "min(5, n)")
            .render("g.game", source, Colour::Never);
        assert!(shown.contains("g.game:2:16"), "{shown}");
        assert!(shown.contains("min(5, n)"), "{shown}");
    }
}
