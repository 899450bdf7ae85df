//! The clauses of a problem file: where each begins, and which of them stand too often.
//!
//! In: the tokens of a file. Out: its clauses in order, and what is wrong with their order and number.

use grundy_message::{Message, message};
use grundy_rules::diagnostic::nearest;
use grundy_rules::file::{Cursor, Peek, Tokens};
use grundy_rules::{Diagnostic, Span};
use std::collections::BTreeMap;
use std::ops::Range;

/// The keywords that begin clauses.
const WORDS: [&str; 24] = [
    "problem", "title", "about", "source", "variant", "input", "totals", "let", "rules", "game", "kernels", "given",
    "part", "mover", "compound", "play", "answer", "words", "tell", "moves", "text", "draw", "require", "limits",
];

/// The clauses that may stand once in a file, and once before the variants and in each of them.
const ONCE_A_FILE: [&str; 4] = ["problem", "title", "about", "source"];
const ONCE_A_VARIANT: [&str; 8] = ["kernels", "mover", "compound", "play", "answer", "moves", "text", "limits"];

/// A clause of a file.
pub(crate) struct Clause<'a> {
    /// Its keyword.
    pub word: &'a str,
    /// The span of the keyword.
    pub span: Span,
    /// The tokens of the file.
    file: &'a Tokens<'a>,
    /// Its tokens after the keyword.
    tokens: Range<usize>,
}

impl Clause<'_> {
    /// Returns a cursor at its first token after the keyword.
    pub fn cursor(&self) -> Cursor<'_> {
        self.file.cursor(self.tokens.clone())
    }
}

/// Splits a file into clauses; reports tokens before the first.
pub(crate) fn split<'a>(file: &'a Tokens<'a>, wrong: &mut Vec<Diagnostic>) -> Vec<Clause<'a>> {
    let mut starts: Vec<(usize, &str)> = Vec::new();
    let mut depth = 0usize;
    let mut open = Span::new(0, 0);
    for index in 0..file.count() {
        match file.peek(index) {
            Peek::Sign("{") => {
                depth += 1;
                open = file.span(index);
            }
            Peek::Sign("}") => depth = depth.saturating_sub(1),
            Peek::Word(word) if file.is_first_on_line(index) && depth == 0 => {
                if WORDS.contains(&word) || word == "sample" {
                    starts.push((index, word));
                } else if starts.is_empty()
                    // What follows a comma goes on with the line before.
                    || file.peek(index - 1) != Peek::Sign(",") && looks_like_a_clause(word, file.peek(index + 1))
                {
                    let mut diagnostic = Diagnostic::error(
                        message!("`{word}` is not a clause of a problem file", word),
                        file.span(index),
                    );
                    if let Some(near) = nearest(word, WORDS) {
                        diagnostic = diagnostic.hint(message!("did you mean `{name}`?", name = near));
                    }
                    wrong.push(diagnostic);
                }
            }
            _ => {}
        }
    }
    if depth > 0 {
        wrong.push(Diagnostic::error(message!("this `{{` is never closed"), open).because(message!("opened here")));
    }
    let clause = |(number, (start, word)): (usize, &(usize, &'a str))| {
        let next = starts.get(number + 1).map_or(file.count(), |(next, _)| *next);
        Clause { word, span: file.span(*start), file, tokens: start + 1..next }
    };
    starts.iter().enumerate().map(clause).collect()
}

/// Reports clauses that may stand once and stand twice. A variant may have its own instead of a shared one.
pub(crate) fn refuse_repeated(clauses: &[Clause], wrong: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    for clause in clauses {
        // A text may stand once in each language.
        let what = match clause.file.peek(clause.tokens.start) {
            Peek::Word(language) if ["title", "about"].contains(&clause.word) => format!("{} {language}", clause.word),
            _ => clause.word.to_owned(),
        };
        if clause.word == "variant" {
            seen.retain(|what, _| ONCE_A_FILE.iter().any(|word| what.starts_with(word)));
        } else if !ONCE_A_FILE.contains(&clause.word) && !ONCE_A_VARIANT.contains(&clause.word) {
            continue;
        } else if let Some(first) = seen.get(&what) {
            wrong.push(second(message!("a second `{what}` clause", what), clause.span, *first));
        } else {
            seen.insert(what, clause.span);
        }
    }
}

/// Returns the diagnostic of something that stands a second time.
pub(crate) fn second(message: Message, span: Span, first: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(message, span).because(message!("only one can hold"));
    diagnostic.also(first, message!("the first one")).hint(message!("keep one of them"))
}

/// Returns whether a line starting with an unknown word is more likely a mistyped clause than the rest of an expression.
fn looks_like_a_clause(word: &str, after: Peek) -> bool {
    let continues = [
        "if", "then", "else", "for", "and", "or", "not", "in", "until", "count", "each", "print", "gives", "answer",
        "len", "when",
    ];
    // A field on a line of its own continues with its path.
    matches!(after, Peek::Word(next) if next != "from") | matches!(after, Peek::Text(_)) && !continues.contains(&word)
}
