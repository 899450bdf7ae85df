//! Files of other kinds: their tokens, and a cursor over one clause.
//!
//! In: the text of a file whose expressions and types are those of rules, such as a `.problem` file. Out: its tokens, and per
//! clause a cursor that parses words, signs and texts one by one, and expressions and types as a game's file has them. The
//! reader decides what a clause is.

use super::{EqualsSign, Extent, FatArrow, Parser, quoted};
pub use super::{Failed, Parse};
use crate::ast::{Binder, Clause, Expr, Name, TypeExpr};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lex::{Kind, Lexed, Token, lex};
use crate::span::Span;
use grundy_message::{Message, message};
use std::ops::Range;

/// A token as a reader sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peek<'a> {
    /// A word, reserved or not.
    Word(&'a str),
    /// Digits.
    Number(&'a str),
    /// `"…"` with its escapes resolved.
    Text(&'a str),
    /// `'X'` with its escapes resolved.
    Symbol(&'a str),
    /// An operator or a bracket.
    Sign(&'a str),
    /// A token whose error has been reported.
    Wrong,
    /// The end of the clause or the file.
    End,
}

/// The tokens of a file.
pub struct Tokens<'a> {
    source: &'a str,
    lexed: Lexed,
}

/// What an expression is repeated over: binders, and a condition that selects among their values.
pub type Binders = (Vec<Binder>, Option<Expr>);

impl<'a> Tokens<'a> {
    /// Splits a file into tokens, and returns its mistakes.
    pub fn read(source: &'a str) -> (Tokens<'a>, Vec<Diagnostic>) {
        let mut lexed = lex(source);
        let messages = std::mem::take(&mut lexed.messages);
        (Tokens { source, lexed }, messages.into_list())
    }

    /// Returns the number of tokens, the end not counted.
    pub fn count(&self) -> usize {
        self.lexed.tokens.len() - 1
    }

    /// Returns a token; [`Peek::End`] past the last one.
    pub fn peek(&self, index: usize) -> Peek<'_> {
        self.lexed.tokens.get(index).map_or(Peek::End, |token| peek(self.source, &self.lexed.texts, *token))
    }

    /// Returns the location of a token.
    pub fn span(&self, index: usize) -> Span {
        self.lexed.tokens[index.min(self.count())].span
    }

    /// Returns whether a token is the first on its line.
    pub fn is_first_on_line(&self, index: usize) -> bool {
        self.lexed.tokens[index].first_on_line
    }

    /// Returns a cursor over some of the tokens.
    pub fn cursor(&self, range: Range<usize>) -> Cursor<'_> {
        let mut tokens = self.lexed.tokens[range.clone()].to_vec();
        // What is missing at the end of a clause is located at its last token, or at the word before it.
        let end = self.span(range.end.saturating_sub(1)).end;
        tokens.push(Token { kind: Kind::End, span: Span::new(end, end), first_on_line: true });
        let before = self.span(range.start.saturating_sub(1));
        Cursor { parser: Parser::new(self.source, tokens, &self.lexed.texts, Extent::Clause), before }
    }
}

fn peek<'a>(source: &'a str, texts: &'a [String], token: Token) -> Peek<'a> {
    let text = source.get(token.span.range()).unwrap_or("");
    match token.kind {
        Kind::Name => Peek::Word(text),
        Kind::Number => Peek::Number(text),
        Kind::Text(at) => Peek::Text(&texts[at]),
        Kind::Symbol(at) => Peek::Symbol(&texts[at]),
        Kind::Fixed(word) if word.starts_with(char::is_alphabetic) => Peek::Word(word),
        Kind::Fixed(sign) => Peek::Sign(sign),
        Kind::Wrong => Peek::Wrong,
        Kind::End => Peek::End,
    }
}

/// A cursor over the tokens of one clause, with the mistakes reported so far.
pub struct Cursor<'a> {
    parser: Parser<'a>,
    /// Location of the token before the first.
    before: Span,
}

impl<'a> Cursor<'a> {
    /// Returns the mistakes that were reported.
    pub fn finish(self) -> Vec<Diagnostic> {
        self.parser.messages.into_list()
    }

    /// Returns whether all tokens are consumed.
    pub fn at_end(&self) -> bool {
        self.parser.kind() == Kind::End
    }

    /// Returns the next token.
    pub fn peek(&self) -> Peek<'a> {
        peek(self.parser.source, self.parser.texts, self.parser.token())
    }

    /// Returns the token after the next.
    pub fn peek_after(&self) -> Peek<'a> {
        let token = self.parser.tokens.get(self.parser.at + 1);
        token.map_or(Peek::End, |token| peek(self.parser.source, self.parser.texts, *token))
    }

    /// Returns the location of the next token; past the last one, of the last one.
    pub fn span(&self) -> Span {
        match (self.at_end(), self.parser.at) {
            (false, _) => self.parser.span(),
            (true, 0) => self.before,
            (true, _) => self.parser.last_span(),
        }
    }

    /// Returns the text from an offset up to the next token, or to the end of the clause.
    pub fn text_from(&self, start: usize) -> &'a str {
        let end = if self.at_end() { self.span().end } else { self.span().start };
        self.parser.source.get(start..end).unwrap_or("")
    }

    /// Returns all symbols of the clause.
    pub fn symbols(&self) -> Vec<&'a str> {
        let symbol = |token: &Token| match token.kind {
            Kind::Symbol(at) => Some(self.parser.texts[at].as_str()),
            _ => None,
        };
        self.parser.tokens.iter().filter_map(symbol).collect()
    }

    /// Consumes a token.
    pub fn bump(&mut self) {
        self.parser.bump();
    }

    /// Reports a mistake.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        self.parser.report(diagnostic);
        Failed
    }

    /// Reports what was expected here.
    pub fn expected(&mut self, what: impl Into<Message>) -> Failed {
        let diagnostic = self.expectation(what.into());
        self.parser.fail(diagnostic)
    }

    fn expectation(&self, what: Message) -> Diagnostic {
        let found = match self.at_end() {
            true => self.parser.found(),
            false => quoted(&self.parser.slice(self.span()).chars().take(30).collect::<String>()),
        };
        Diagnostic::error(message!("expected {what}, found {found}", what, found), self.span())
            .because(message!("found here"))
    }

    /// Reports a mistake that spans from `start` up to here.
    pub fn refuse(&mut self, message: impl Into<Message>, start: Span, hint: impl Into<Message>) -> Failed {
        self.report(Diagnostic::error(message, self.parser.since(start)).hint(hint))
    }

    /// Consumes this sign if it is next.
    pub fn eat(&mut self, sign: &str) -> bool {
        self.parser.eat(sign)
    }

    /// Returns whether this word is next.
    pub fn is_word(&self, word: &str) -> bool {
        self.peek() == Peek::Word(word)
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
    ///
    /// # Errors
    /// Reports that it is missing.
    pub fn expect(&mut self, sign: &str) -> Parse<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.expected(quoted(sign))) }
    }

    /// Consumes this word, which must be next.
    ///
    /// # Errors
    /// Reports that it is missing.
    pub fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(quoted(word))) }
    }

    /// Consumes a word, which must be next.
    ///
    /// # Errors
    /// Reports that `what` is missing.
    pub fn word(&mut self, what: impl Into<Message>) -> Parse<(String, Span)> {
        let Peek::Word(word) = self.peek() else { return Err(self.expected(what)) };
        let span = self.span();
        self.bump();
        Ok((word.to_owned(), span))
    }

    /// Consumes a name that the file defines, which must be next; `what` describes the thing it names.
    ///
    /// # Errors
    /// Reports that it is missing.
    pub fn name(&mut self, what: impl Into<Message>) -> Parse<Name> {
        if let Peek::Word(_) = self.peek() { self.parser.name(what.into()) } else { Err(self.expected(what)) }
    }

    /// Consumes one of these words, which must be next, and returns its meaning.
    ///
    /// # Errors
    /// Reports which words there are.
    pub fn one_of<'w, T>(&mut self, what: impl Into<Message>, words: &'w [(&str, T)]) -> Parse<&'w T> {
        let next = match self.peek() {
            Peek::Word(word) => word,
            _ => "",
        };
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == next) {
            self.bump();
            return Ok(meaning);
        }
        let known: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        let mut diagnostic = self.expectation(what.into());
        if let Some(near) = nearest(next, words.iter().map(|(word, _)| *word)) {
            diagnostic = diagnostic.hint(message!("did you mean `{name}`?", name = near));
        }
        Err(self.parser.fail(diagnostic.hint(message!("write {what}", what = known.join(", ")))))
    }

    /// Consumes a quoted text, which must be next.
    ///
    /// # Errors
    /// Reports that `what` is missing.
    pub fn text(&mut self, what: impl Into<Message>) -> Parse<String> {
        let Peek::Text(text) = self.peek() else { return Err(self.expected(what)) };
        self.bump();
        Ok(text.to_owned())
    }

    /// Parses an expression.
    ///
    /// # Errors
    /// Reports that `what` is missing, or the expression's mistakes.
    pub fn expression(&mut self, what: impl Into<Message>) -> Parse<Expr> {
        if self.at_end() { Err(self.expected(what)) } else { self.parser.expression() }
    }

    /// Parses the type of a declaration, after which `=` and a default may follow.
    ///
    /// # Errors
    /// Reports its mistakes.
    pub fn ty(&mut self) -> Parse<TypeExpr> {
        if self.at_end() {
            return Err(self.expected(message!("a type")));
        }
        self.parser.with_signs(EqualsSign::Ends, FatArrow::Comparison, Parser::type_)
    }

    /// Parses `for binders [if CONDITION]`.
    ///
    /// # Errors
    /// Reports its mistakes.
    pub fn binders(&mut self) -> Parse<Binders> {
        if self.parser.is("for") { self.parser.over() } else { Err(self.expected(quoted("for … in …"))) }
    }

    /// Parses a `let` clause of a game's file, after the word `let`.
    ///
    /// # Errors
    /// Reports its mistakes.
    pub fn definition(&mut self) -> Parse<Clause> {
        if self.at_end() {
            return Err(self.expected(message!("a definition")));
        }
        let start = self.before;
        let kind = self.parser.let_clause()?;
        Ok(Clause { kind, span: self.parser.since(start) })
    }
}
