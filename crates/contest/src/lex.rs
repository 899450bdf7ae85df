//! Words and signs of a problem file.
//!
//! In: the text of a `.problem` file. Out: tokens with their places, comments left out, and a message for what is no token.
//! Expressions inside are cut out as they stand and read by the rule language, so only brackets, commas and the words of
//! the format itself are of interest here.

use grundy_rules::{Diagnostic, Span};

/// What a token is.
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
    /// A character that no clause of the format uses by itself, but expressions may.
    Other,
    /// The end of the file.
    End,
}

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
    /// Whether it is the first of its line.
    pub first_on_line: bool,
}

const SIGNS: [&str; 12] = ["..", "(", ")", "[", "]", "{", "}", ",", ":", ";", "=", "-"];

/// The tokens of a text, the last of them [`Kind::End`], and what is wrong with it.
pub(crate) fn lex(source: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut tokens = Vec::new();
    let mut wrong = Vec::new();
    let mut at = 0;
    let mut fresh = true;
    while let Some(letter) = source[at..].chars().next() {
        let start = at;
        let rest = &source[at..];
        if letter == '\n' {
            fresh = true;
        }
        if letter.is_whitespace() || letter == '\u{feff}' {
            at += letter.len_utf8();
            continue;
        }
        if letter == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let kind = if letter == '"' || letter == '\'' {
            let (text, length) = quoted(rest, letter);
            at += length.unwrap_or(1);
            if length.is_none() {
                let what = if letter == '"' { "this text is never closed" } else { "this symbol is never closed" };
                wrong.push(
                    Diagnostic::error(what, Span::new(start, start + 1))
                        .because("opened here")
                        .hint(format!("put a `{letter}` where it ends")),
                );
            }
            if letter == '"' { Kind::Text(text) } else { Kind::Symbol(text) }
        } else if letter.is_alphabetic() || letter == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            at += length;
            Kind::Word(rest[..length].to_owned())
        } else if letter.is_ascii_digit() {
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
            at += letter.len_utf8();
            Kind::Other
        };
        tokens.push(Token { kind, span: Span::new(start, at), first_on_line: fresh });
        fresh = false;
    }
    tokens.push(Token { kind: Kind::End, span: Span::new(source.len(), source.len()), first_on_line: true });
    (tokens, wrong)
}

/// What stands in quotes at the start of the text, and the length of it with its quotes where it is closed.
fn quoted(text: &str, mark: char) -> (String, Option<usize>) {
    let mut inside = String::new();
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            _ if letter == mark => return (inside, Some(at + 1)),
            '\\' => match letters.next() {
                Some((_, 'n')) => inside.push('\n'),
                Some((_, other)) => inside.push(other),
                None => return (inside, None),
            },
            // A symbol ends on its line.
            '\n' if mark == '\'' => return (inside, None),
            _ => inside.push(letter),
        }
    }
    (inside, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_texts_and_signs_are_told_apart() {
        let (tokens, wrong) = lex("input a: [int in 0..9] # rest\nwords first \"a\\nb\"");
        assert!(wrong.is_empty());
        let first: Vec<bool> = tokens.iter().map(|token| token.first_on_line).collect();
        assert_eq!(first.iter().filter(|first| **first).count(), 3);
        assert!(tokens.iter().any(|token| token.kind == Kind::Text("a\nb".into())));
        assert!(tokens.iter().any(|token| token.kind == Kind::Sign("..")));
    }

    #[test]
    fn an_unclosed_text_is_told() {
        assert_eq!(lex("title \"one").1.len(), 1);
        assert_eq!(lex("x == 'y\nz").1.len(), 1);
    }
}
