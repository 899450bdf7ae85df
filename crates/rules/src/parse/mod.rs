//! The parser: text -> [`Ast`], clause by clause, reporting every mistake of the file.
//!
//! In: the text of a file. Out: the clauses that could be parsed and a message for each mistake; it never fails. Idea:
//! recursive descent by hand, for full control of the messages. A mistake with an obvious correction is reported and parsing
//! continues as if it had been corrected; any other abandons its clause and continues at the next one. Nesting is bounded, so
//! no text can exhaust the stack, and no token is visited more than a fixed number of times.

use crate::limits::{self, MAX_CHAINED, MAX_NESTED};
use grundy_message::{Message, message};
mod claim;
mod clause;
pub(crate) mod cursor;
pub(crate) mod expression;
mod result;
/// Returns a sign or word of the language, quoted.
pub(crate) fn quoted(text: &str) -> Message {
    Message::text(format!("`{text}`"))
}

#[cfg(test)]
mod tests;

use crate::ast::{Ast, Clause, Name};
use crate::diagnostic::Diagnostic;
use crate::lex::{CLAUSE_WORDS, Kind, Lexed, Messages, RESERVED, Token, lex, lex_after};
use crate::span::Span;

/// Parses a file.
///
/// The messages are in the order of the file; if there are none, the tree is the whole file.
///
/// ```
/// let (ast, mistakes) = grundy_rules::parse::parse("game nim(n) move take(k in 1..n) -> n - k");
/// assert!(mistakes.is_empty());
/// assert_eq!(ast.clauses.len(), 2);
/// ```
pub fn parse(source: &str) -> (Ast, Vec<Diagnostic>) {
    let Lexed { tokens, texts, comments, messages } = lex(source);
    let mut parser = Parser::new(source, tokens, &texts, Extent::File);
    let (clauses, unread) = parser.clauses();
    let diagnostics = in_order(messages, parser.messages);
    (Ast { clauses, comments, unread }, diagnostics)
}

/// Parses the clauses of a file from an offset on; `players` are those of the clauses before it.
pub(crate) fn parse_after(source: &str, from: usize, players: &[String]) -> (Vec<Clause>, Vec<Diagnostic>) {
    let Lexed { tokens, texts, messages, .. } = lex_after(source, from);
    let mut parser = Parser::new(source, tokens, &texts, Extent::File);
    parser.players = players.iter().map(String::as_str).collect();
    parser.find_clauses();
    let (clauses, _) = parser.clauses();
    (clauses, in_order(messages, parser.messages))
}

/// Parses a single expression. `None` if that fails.
pub(crate) fn parse_expression(source: &str) -> (Option<crate::ast::Expr>, Vec<Diagnostic>) {
    let Lexed { tokens, texts, messages, .. } = lex(source);
    let mut parser = Parser::new(source, tokens, &texts, Extent::File);
    let expression = parser.expression().and_then(|expression| {
        if parser.kind() == Kind::End {
            Ok(expression)
        } else {
            Err(parser.expected(message!("the end of the expression")))
        }
    });
    (expression.ok(), in_order(messages, parser.messages))
}

/// Merges the messages of lexer and parser in the order of the file, up to [`limits::MAX_MESSAGES`].
fn in_order(lexer: Messages, parser: Messages) -> Vec<Diagnostic> {
    let mut list = lexer.list;
    list.extend(parser.list);
    list.sort_by_key(|message| message.span.start);
    let unlisted = lexer.unlisted + parser.unlisted + list.len().saturating_sub(limits::MAX_MESSAGES);
    list.truncate(limits::MAX_MESSAGES);
    Messages { list, unlisted }.into_list()
}

/// Marks a failed parse whose mistake has been reported.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// The result of a parser.
pub type Parse<T> = Result<T, Failed>;

/// What the tokens of a parser are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// A game's file, or the end of one.
    File,
    /// One clause of a file of another kind.
    Clause,
}

/// The meaning of `=` after a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EqualsSign {
    /// A mistake for `==`.
    Slip,
    /// The end of the value: a default, a claimed value or a change follows.
    Ends,
}

/// The meaning of `=>` outside brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FatArrow {
    /// A mistake for `->`, unless the clause has its `->` still to come.
    MayBeArrow,
    /// A mistake for `>=`.
    Comparison,
}

struct Parser<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    texts: &'a [String],
    extent: Extent,
    at: usize,
    messages: Messages,
    /// For each opening bracket, the index of its closing one.
    closing: Vec<Option<usize>>,
    /// For each token, the index of the next clause: at the start of a line, and anywhere.
    next_clause: Vec<(usize, usize)>,
    /// The names after `players`, wherever that clause is.
    players: Vec<&'a str>,
    /// Reserved words used as names and reported; later uses are accepted without a message.
    misused: Vec<&'static str>,
    depth: usize,
    /// Number of operands within operands that are open.
    frames: usize,
    /// Height of the expression parsed last.
    height: usize,
    equals: EqualsSign,
    fat_arrow: FatArrow,
}

impl<'a> Parser<'a> {
    /// Starts at the first of these tokens, the last of which is [`Kind::End`].
    fn new(source: &'a str, tokens: Vec<Token>, texts: &'a [String], extent: Extent) -> Parser<'a> {
        let mut parser = Parser {
            source,
            tokens,
            texts,
            extent,
            at: 0,
            messages: Messages::default(),
            closing: Vec::new(),
            next_clause: Vec::new(),
            players: Vec::new(),
            misused: Vec::new(),
            depth: 0,
            frames: 0,
            height: 0,
            equals: EqualsSign::Slip,
            fat_arrow: FatArrow::Comparison,
        };
        parser.find_players();
        parser.find_clauses();
        parser.find_brackets();
        parser
    }

    fn find_players(&mut self) {
        for (at, token) in self.tokens.iter().enumerate() {
            if token.kind == Kind::Fixed("players") {
                let names = self.tokens[at + 1..].iter().take(3).step_by(2);
                self.players = names.filter(|name| name.kind == Kind::Name).map(|name| self.slice(name.span)).collect();
                return;
            }
        }
    }

    fn find_clauses(&mut self) {
        let end = self.tokens.len() - 1;
        let mut next = (end, end);
        self.next_clause = vec![next; self.tokens.len()];
        for at in (0..end).rev() {
            if self.starts_clause(at) {
                next = (if self.tokens[at].first_on_line { at } else { next.0 }, at);
            }
            self.next_clause[at] = next;
        }
    }

    fn find_brackets(&mut self) {
        self.closing = vec![None; self.tokens.len()];
        let mut open: Vec<(usize, &str)> = Vec::new();
        for at in 0..self.tokens.len() {
            // A bracket never extends into the next clause, so an unclosed one cannot match a bracket there.
            if self.next_clause[at].0 == at {
                open.clear();
            }
            let closes = match self.tokens[at].kind {
                Kind::Fixed(sign @ ("(" | "[" | "{")) => {
                    open.push((at, sign));
                    continue;
                }
                Kind::Fixed(")") => "(",
                Kind::Fixed("]") => "[",
                Kind::Fixed("}") => "{",
                _ => continue,
            };
            if open.last().is_some_and(|(_, sign)| *sign == closes)
                && let Some((opening, _)) = open.pop()
            {
                self.closing[opening] = Some(at);
            }
        }
    }

    /// Returns whether a clause starts at this token, where something else might continue.
    fn starts_clause(&self, at: usize) -> bool {
        let token = self.tokens[at];
        match token.kind {
            _ if self.extent == Extent::Clause => false,
            Kind::Fixed(word) => CLAUSE_WORDS.contains(&word),
            Kind::Name => {
                let Some(next) = self.tokens.get(at + 1) else { return false };
                matches!(next.kind, Kind::Fixed("wins" | "move"))
                    && (self.players.contains(&self.slice(token.span)) || token.first_on_line && !next.first_on_line)
            }
            _ => false,
        }
    }

    fn slice(&self, span: Span) -> &'a str {
        self.source.get(span.range()).unwrap_or("")
    }

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    /// Returns the kind of the token `ahead` tokens further on.
    fn ahead(&self, ahead: usize) -> Kind {
        self.tokens.get(self.at + ahead).map_or(Kind::End, |token| token.kind)
    }

    fn span(&self) -> Span {
        self.token().span
    }

    /// Returns the text of the token if it is a name.
    fn word(&self) -> Option<&'a str> {
        (self.kind() == Kind::Name).then(|| self.slice(self.span()))
    }

    /// Returns the location of the last token taken.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// Returns the location from `start` to the last token taken.
    fn since(&self, start: Span) -> Span {
        start.to(self.last_span())
    }

    /// Returns the empty location after the last token taken.
    fn behind(&self) -> Span {
        let end = self.last_span().end;
        Span::new(end, end)
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    /// Returns whether this reserved word or operator is next.
    fn is(&self, fixed: &str) -> bool {
        matches!(self.kind(), Kind::Fixed(found) if found == fixed)
    }

    /// Returns whether this word, which is reserved only in context, is next.
    fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    fn eat(&mut self, fixed: &str) -> bool {
        let found = self.is(fixed);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Describes the next token.
    fn found(&self) -> Message {
        let token = self.token();
        let text: String = self.slice(token.span).chars().take(30).collect();
        match token.kind {
            Kind::End if self.extent == Extent::Clause => message!("the end of the clause"),
            Kind::End => message!("the end of the file"),
            Kind::Text(_) => message!("a text"),
            Kind::Fixed(_) if text.is_empty() => message!("nothing"),
            Kind::Fixed(word) if token.first_on_line && self.starts_clause(self.at) => {
                message!("the next clause, `{word}`", word)
            }
            Kind::Fixed(word) if RESERVED.contains(&word) => message!("the word `{word}`", word),
            _ => quoted(&text),
        }
    }

    /// Reports a mistake after which parsing continues.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.messages.push(diagnostic);
    }

    /// Reports a mistake that abandons the clause. What the lexer has reported is not reported again.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.kind() != Kind::Wrong {
            self.report(diagnostic);
        }
        Failed
    }

    #[cold]
    #[inline(never)]
    fn expected(&mut self, what: Message) -> Failed {
        let diagnostic = self.expectation(what);
        self.fail(diagnostic)
    }

    #[cold]
    #[inline(never)]
    fn expected_with_hint(&mut self, what: Message, hint: Message) -> Failed {
        let diagnostic = self.expectation(what).hint(hint);
        self.fail(diagnostic)
    }

    fn expectation(&self, what: Message) -> Diagnostic {
        let found = self.found();
        // If a clause is incomplete, the mistake is located at its last word, not at the next clause's first.
        let stops = self.kind() == Kind::End || self.token().first_on_line && self.starts_clause(self.at);
        let span = if stops && self.at > 0 { self.last_span() } else { self.span() };
        let label = if span.start == self.span().start { message!("found here") } else { message!("after this") };
        Diagnostic::error(message!("expected {what}, found {found}", what, found), span).because(label)
    }

    fn expect(&mut self, fixed: &'static str) -> Parse<()> {
        if self.eat(fixed) { Ok(()) } else { Err(self.expected(quoted(fixed))) }
    }

    /// Parses `=`, where `==` is a mistake.
    fn expect_equals(&mut self, after: Message) -> Parse<()> {
        if self.is("==") {
            let span = self.span();
            let message = Diagnostic::error(message!("write `=` here: nothing is compared"), span).fix(
                message!("write `=`"),
                span,
                "=",
            );
            self.report(message);
            self.bump();
            return Ok(());
        }
        if self.eat("=") { Ok(()) } else { Err(self.expected(message!("`=` after {what}", what = after))) }
    }

    /// Parses the closing bracket that matches the opening one at token `opening`.
    fn close(&mut self, opening: usize, sign: &'static str) -> Parse<()> {
        if self.eat(sign) {
            return Ok(());
        }
        Err(self.unclosed(opening, sign))
    }

    #[cold]
    #[inline(never)]
    fn unclosed(&mut self, opening: usize, sign: &'static str) -> Failed {
        let open = self.tokens[opening].span;
        let opened = self.slice(open);
        let diagnostic = if self.closing[opening].is_none() {
            let found = self.found();
            let before = self.span();
            Diagnostic::error(message!("this `{sign}` is never closed", sign = opened), open)
                .because(message!("opened here"))
                .also(before, message!("`{sign}` is missing before {found}", sign, found))
        } else {
            self.expectation(message!("`,` or `{sign}`", sign))
                .also(open, message!("`{sign}` opened here", sign = opened))
        };
        self.fail(diagnostic)
    }

    /// Parses a name that the file defines; `what` describes the thing it names.
    fn name(&mut self, what: Message) -> Parse<Name> {
        let token = self.token();
        match token.kind {
            Kind::Name => {
                self.bump();
                Ok(Name { text: self.slice(token.span).to_string(), span: token.span })
            }
            Kind::Fixed(word) if RESERVED.contains(&word) && !(token.first_on_line && self.starts_clause(self.at)) => {
                self.misuse(word, what);
                self.bump();
                Ok(Name { text: word.to_string(), span: token.span })
            }
            _ => Err(self.expected(what)),
        }
    }

    fn misuse(&mut self, word: &'static str, what: Message) {
        if self.misused.contains(&word) {
            return;
        }
        self.misused.push(word);
        let message =
            Diagnostic::error(message!("`{word}` is a reserved word and cannot be {what}", word, what), self.span())
                .because(message!("choose another name"))
                .hint(message!("the reserved words are: {words}", words = RESERVED.join(" ")));
        self.report(message);
    }

    /// Parses names separated by commas, at least one.
    fn names(&mut self, what: Message) -> Parse<Vec<Name>> {
        let mut names = vec![self.name(what.clone())?];
        while self.eat(",") {
            names.push(self.name(what.clone())?);
        }
        Ok(names)
    }

    /// Parses one level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTED {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let parsed = inner(self);
        self.depth -= 1;
        parsed
    }

    #[cold]
    #[inline(never)]
    fn too_deep(&mut self) -> Failed {
        let diagnostic = Diagnostic::error(message!("nested too deeply"), self.span())
            .because(message!(
                "at most {number} levels of brackets, `if` and prefix operators, {number_row} operators in a row",
                number = MAX_NESTED,
                number_row = MAX_CHAINED
            ))
            .hint(message!("give a part of it a name with `let`"));
        self.fail(diagnostic)
    }

    /// Parses with other meanings of `=` and `=>`, and restores the current ones.
    fn with_signs<T>(
        &mut self,
        equals: EqualsSign,
        fat_arrow: FatArrow,
        inner: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let before = (self.equals, self.fat_arrow);
        (self.equals, self.fat_arrow) = (equals, fat_arrow);
        let parsed = inner(self);
        (self.equals, self.fat_arrow) = before;
        parsed
    }

    /// Parses the content of brackets: one level deeper, and with the signs' meanings inside an expression.
    fn bracketed<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.nested(|parser| parser.with_signs(EqualsSign::Slip, FatArrow::Comparison, inner))
    }
}
