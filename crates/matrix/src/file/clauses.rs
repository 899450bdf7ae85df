//! The clauses of a file: where each begins, and which stand too often.

use grundy_message::message;
use grundy_rules::diagnostic::nearest;
use grundy_rules::file::{Cursor, Peek, Tokens};
use grundy_rules::{Diagnostic, Span};
use std::ops::Range;

/// The keywords that begin clauses.
const WORDS: [&str; 10] = ["game", "title", "about", "source", "players", "given", "let", "choice", "payoff", "claim"];

/// The clauses that may stand once.
const ONCE: [&str; 4] = ["game", "source", "players", "sum"];

/// A clause of a file.
pub(crate) struct Clause<'a> {
    /// Its keyword.
    pub word: &'a str,
    /// The span of the keyword.
    pub span: Span,
    file: &'a Tokens<'a>,
    tokens: Range<usize>,
}

impl Clause<'_> {
    /// Returns a cursor at its first token after the keyword.
    pub fn cursor(&self) -> Cursor<'_> {
        self.file.cursor(self.tokens.clone())
    }

    /// Returns whether it has this sign.
    pub fn has_sign(&self, sign: &str) -> bool {
        self.tokens.clone().any(|index| self.file.peek(index) == Peek::Sign(sign))
    }

    /// Returns whether its last word is this one.
    pub fn ends_with(&self, word: &str) -> bool {
        !self.tokens.is_empty() && self.file.peek(self.tokens.end - 1) == Peek::Word(word)
    }
}

fn is_keyword(file: &Tokens, index: usize, word: &str) -> bool {
    // A line that goes on with `sum(…)` is no clause.
    WORDS.contains(&word) || word == "sum" && file.peek(index + 1) != Peek::Sign("(")
}

/// Splits a file into clauses; reports tokens before the first, and clauses that stand twice.
pub(crate) fn split<'a>(file: &'a Tokens<'a>, wrong: &mut Vec<Diagnostic>) -> Vec<Clause<'a>> {
    let mut starts: Vec<(usize, &str)> = Vec::new();
    for index in 0..file.count() {
        let Peek::Word(word) = file.peek(index) else { continue };
        if !file.is_first_on_line(index) && !starts.is_empty() {
            continue;
        }
        if is_keyword(file, index, word) {
            starts.push((index, word));
        } else if starts.is_empty() || matches!(file.peek(index + 1), Peek::Word(_) | Peek::Text(_)) {
            let mut diagnostic =
                Diagnostic::error(message!("`{word}` is not a clause of a matrix game", word), file.span(index));
            if let Some(near) = nearest(word, WORDS) {
                diagnostic = diagnostic.hint(message!("did you mean `{name}`?", name = near));
            }
            wrong.push(diagnostic);
            if starts.is_empty() {
                break;
            }
        }
    }
    for (number, (start, word)) in starts.iter().enumerate() {
        let first = starts[..number].iter().find(|(_, other)| other == word);
        if let (true, Some((first, _))) = (ONCE.contains(word), first) {
            let again = Diagnostic::error(message!("a second `{what}` clause", what = *word), file.span(*start));
            let again = again.because(message!("only one can hold")).also(file.span(*first), message!("the first one"));
            wrong.push(again.hint(message!("keep one of them")));
        }
    }
    let clause = |(number, (start, word)): (usize, &(usize, &'a str))| {
        let next = starts.get(number + 1).map_or(file.count(), |(next, _)| *next);
        Clause { word, span: file.span(*start), file, tokens: start + 1..next }
    };
    starts.iter().enumerate().map(clause).collect()
}
