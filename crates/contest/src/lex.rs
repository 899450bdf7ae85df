//! Lexer of problem files.
//!
//! In: the text of a `.problem` file. Out: tokens with their spans, without comments, and a message for each invalid token.
//! Embedded expressions are cut out verbatim and parsed by the rule language, so only brackets, commas and the format's own words
//! matter here.

use grundy_rules::{Diagnostic, Span};

/// Kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word.
    Word(String),
    /// Digits.
    Number(String),
    /// `"…"` with its escapes resolved.
    Text(String),
    /// `'X'`.
    Symbol(String),
    /// Any other sign, one character; `..` is one sign.
    Sign(&'static str),
    /// A character that only expressions use.
    Other,
    /// The end of the file.
    End,
}

/// A token and its span.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
    /// Whether it is the first on its line.
    pub first_on_line: bool,
}

const SIGNS: [&str; 12] = ["..", "(", ")", "[", "]", "{", "}", ",", ":", ";", "=", "-"];

/// Splits a text into tokens, the last of them [`Kind::End`], and returns its mistakes.
pub(crate) fn lex(source: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut tokens = Vec::new();
    let mut wrong = Vec::new();
    let mut at = 0;
    let mut fresh = true;
    while let Some(ch) = source[at..].chars().next() {
        let start = at;
        let rest = &source[at..];
        if ch == '\n' {
            fresh = true;
        }
        if ch.is_whitespace() || ch == '\u{feff}' {
            at += ch.len_utf8();
            continue;
        }
        if ch == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let kind = if ch == '"' || ch == '\'' {
            let (text, length) = quoted(rest, ch);
            at += length.unwrap_or(1);
            if length.is_none() {
                let what = if ch == '"' { "this text is never closed" } else { "this symbol is never closed" };
                wrong.push(
                    Diagnostic::error(what, Span::new(start, start + 1))
                        .because("opened here")
                        .hint(format!("put a `{ch}` where it ends")),
                );
            }
            if ch == '"' { Kind::Text(text) } else { Kind::Symbol(text) }
        } else if ch.is_alphabetic() || ch == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            at += length;
            Kind::Word(rest[..length].to_owned())
        } else if ch.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            at += length;
            Kind::Number(rest[..length].to_owned())
        } else if let Some(compared) = ["==", "!=", "<=", ">=", "->"].iter().find(|sign| rest.starts_with(**sign)) {
            at += compared.len();
            Kind::Other
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            at += sign.len();
            Kind::Sign(sign)
        } else {
            at += ch.len_utf8();
            Kind::Other
        };
        tokens.push(Token { kind, span: Span::new(start, at), first_on_line: fresh });
        fresh = false;
    }
    tokens.push(Token { kind: Kind::End, span: Span::new(source.len(), source.len()), first_on_line: true });
    (tokens, wrong)
}

/// Parses a quoted text at the start of `text`; also returns its length with quotes, if it is closed.
fn quoted(text: &str, mark: char) -> (String, Option<usize>) {
    let mut inside = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, ch)) = chars.next() {
        match ch {
            _ if ch == mark => return (inside, Some(at + 1)),
            '\\' => match chars.next() {
                Some((_, 'n')) => inside.push('\n'),
                Some((_, other)) => inside.push(other),
                None => return (inside, None),
            },
            // A symbol must end on its line.
            '\n' if mark == '\'' => return (inside, None),
            _ => inside.push(ch),
        }
    }
    (inside, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_texts_and_signs_are_distinguished() {
        let (tokens, wrong) = lex("input a: [int in 0..9] # rest\nwords first \"a\\nb\"");
        assert!(wrong.is_empty());
        let first: Vec<bool> = tokens.iter().map(|token| token.first_on_line).collect();
        assert_eq!(first.iter().filter(|first| **first).count(), 3);
        assert!(tokens.iter().any(|token| token.kind == Kind::Text("a\nb".into())));
        assert!(tokens.iter().any(|token| token.kind == Kind::Sign("..")));
    }

    #[test]
    fn an_unclosed_text_is_reported() {
        assert_eq!(lex("title \"one").1.len(), 1);
        assert_eq!(lex("x == 'y\nz").1.len(), 1);
    }
}
