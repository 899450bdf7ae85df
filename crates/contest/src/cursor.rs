//! A cursor over the tokens of one clause, shared by the parsers of clauses, layouts and drawing rules.

use crate::lex::{Kind, Token};
use grundy_rules::diagnostic::nearest;
use grundy_rules::{Diagnostic, Span};

/// Marks a failed parse whose mistake has been reported.
pub(crate) struct Failed;

/// Result of a parser.
pub(crate) type Parse<T> = Result<T, Failed>;

/// The tokens of a clause and the mistakes reported so far.
pub(crate) struct Cursor<'a> {
    pub source: &'a str,
    tokens: &'a [Token],
    at: usize,
    pub wrong: &'a mut Vec<Diagnostic>,
}

impl<'a> Cursor<'a> {
    /// Starts at the first of these tokens; the last must be [`Kind::End`] or the first token of what follows.
    pub fn new(source: &'a str, tokens: &'a [Token], wrong: &'a mut Vec<Diagnostic>) -> Cursor<'a> {
        Cursor { source, tokens, at: 0, wrong }
    }

    /// Returns whether all tokens are consumed.
    pub fn at_end(&self) -> bool {
        self.at + 1 >= self.tokens.len()
    }

    /// Returns the next token's kind; [`Kind::End`] past the last token.
    pub fn kind(&self) -> &'a Kind {
        if self.at_end() { &Kind::End } else { &self.tokens[self.at].kind }
    }

    /// Returns the kind of the token after the next.
    pub fn kind_after(&self) -> &'a Kind {
        if self.at + 2 >= self.tokens.len() { &Kind::End } else { &self.tokens[self.at + 1].kind }
    }

    /// Returns the span of the next token; past the last one, of the last one.
    pub fn span(&self) -> Span {
        let at = if self.at_end() { self.at.saturating_sub(1) } else { self.at };
        self.tokens[at].span
    }

    /// Consumes a token.
    pub fn bump(&mut self) {
        if !self.at_end() {
            self.at += 1;
        }
    }

    /// Reports what was expected here.
    pub fn expected(&mut self, what: &str) -> Failed {
        let found = match self.kind() {
            Kind::End => "the end of the clause".to_owned(),
            _ => format!("`{}`", self.source[self.span().range()].chars().take(30).collect::<String>()),
        };
        self.wrong
            .push(Diagnostic::error(format!("expected {what}, found {found}"), self.span()).because("found here"));
        Failed
    }

    /// Reports a mistake that spans from `start` up to here.
    pub fn refuse(&mut self, message: String, start: Span, hint: &str) -> Failed {
        let last = self.tokens[self.at.saturating_sub(1)].span;
        self.wrong.push(Diagnostic::error(message, start.to(last)).hint(hint));
        Failed
    }

    /// Consumes this sign if it is next.
    pub fn eat(&mut self, sign: &str) -> bool {
        let found = matches!(self.kind(), Kind::Sign(found) if *found == sign);
        if found {
            self.bump();
        }
        found
    }

    /// Returns whether this word is next.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Word(found) if found == word)
    }

    /// Consumes this word if it is next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Consumes this sign, which must be next.
    pub fn expect(&mut self, sign: &str) -> Parse<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    /// Consumes a word, which must be next.
    pub fn word(&mut self, what: &str) -> Parse<(String, Span)> {
        match self.kind() {
            Kind::Word(word) => {
                let span = self.span();
                self.bump();
                Ok((word.clone(), span))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Consumes one of these words, which must be next, and returns its meaning.
    pub fn one_of<'w, T>(&mut self, what: &str, words: &'w [(&str, T)]) -> Parse<&'w T> {
        let next = match self.kind() {
            Kind::Word(word) => word.as_str(),
            _ => "",
        };
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == next) {
            self.bump();
            return Ok(meaning);
        }
        let known: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        let failed = self.expected(what);
        if let Some(mut diagnostic) = self.wrong.pop() {
            if let Some(near) = nearest(next, words.iter().map(|(word, _)| *word)) {
                diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
            }
            self.wrong.push(diagnostic.hint(format!("write {}", known.join(", "))));
        }
        Err(failed)
    }

    /// Consumes a quoted text, which must be next.
    pub fn text(&mut self, what: &str) -> Parse<String> {
        match self.kind() {
            Kind::Text(text) => {
                self.bump();
                Ok(text.clone())
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Consumes an expression of the rule language: everything up to one of these signs or words outside brackets, or the end.
    /// The sign `"` means a quoted text.
    pub fn expression(&mut self, what: &str, ends: &[&str]) -> Parse<Span> {
        let start = self.span();
        let mut last = None;
        let mut depth = 0usize;
        while !self.at_end() {
            match self.kind() {
                Kind::Sign(sign) if depth == 0 && ends.contains(sign) => break,
                Kind::Word(word) if depth == 0 && ends.contains(&word.as_str()) => break,
                Kind::Text(_) if depth == 0 && ends.contains(&"\"") => break,
                Kind::Sign("(" | "[" | "{") => depth += 1,
                Kind::Sign(")" | "]" | "}") if depth == 0 => break,
                Kind::Sign(")" | "]" | "}") => depth -= 1,
                _ => {}
            }
            last = Some(self.span());
            self.bump();
        }
        match last {
            Some(last) => Ok(start.to(last)),
            None => Err(self.expected(what)),
        }
    }

    /// Returns the names that `for x in …, y = …` binds in this span.
    pub fn binders_in(&self, span: Span) -> Vec<String> {
        let tokens = self.tokens_in(span);
        let mut names = Vec::new();
        let mut depth = 0usize;
        for three in tokens.windows(3) {
            match &three[0].kind {
                Kind::Sign("(" | "[" | "{") => depth += 1,
                Kind::Sign(")" | "]" | "}") => depth = depth.saturating_sub(1),
                _ => {}
            }
            let begins = match &three[0].kind {
                Kind::Word(word) => word == "for",
                Kind::Sign(sign) => *sign == ",",
                _ => false,
            };
            let binds = match &three[2].kind {
                Kind::Word(word) => word == "in",
                Kind::Sign(sign) => *sign == "=",
                _ => false,
            };
            if let Kind::Word(name) = &three[1].kind
                && depth == 0
                && begins
                && binds
                && name != "_"
            {
                names.push(name.clone());
            }
        }
        names
    }

    /// Returns the quoted symbols in this span.
    pub fn symbols_in(&self, span: Span) -> impl Iterator<Item = &'a str> {
        self.tokens_in(span).iter().filter_map(|token| match &token.kind {
            Kind::Symbol(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Returns the tokens in this span, in order.
    fn tokens_in(&self, span: Span) -> &'a [Token] {
        let from = self.tokens.partition_point(|token| token.span.start < span.start);
        let to = self.tokens.partition_point(|token| token.span.end <= span.end);
        &self.tokens[from..to.max(from)]
    }
}
