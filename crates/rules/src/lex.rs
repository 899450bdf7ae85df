//! The lexer: text -> tokens, with comments separated.
//!
//! In: the text of a file. Out: its tokens, its comments, and a message for everything that is not a token of the language.
//! Mistakes with an obvious correction (`&&`, `≤`, full-width punctuation, `//` comments) are reported here and replaced by
//! the token that was meant, so that the parser does not report them again.

use crate::ast::Comment;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::span::Span;
use grundy_message::{Message, message};
use logos::Logos;

/// The words that cannot be names (point 5 of the language's settled points).
pub const RESERVED: &[&str] = &[
    "game", "given", "let", "players", "move", "win", "wins", "lose", "draw", "draws", "loses", "score", "scores",
    "stuck", "compound", "loops", "ties", "symmetry", "start", "claim", "strategy", "about", "source", "title", "if",
    "then", "else", "and", "or", "not", "in", "plus", "with", "nothing", "again", "gain", "for", "true", "false",
    "mover", "other", "valid",
];

/// The words that begin a clause; `X wins` and `X move` begin one too.
pub(crate) const CLAUSE_WORDS: &[&str] = &[
    "game", "given", "let", "players", "move", "win", "lose", "draw", "score", "stuck", "compound", "loops", "ties",
    "symmetry", "start", "claim", "strategy", "about", "source", "title", "valid",
];

/// Returns whether the text is a name that a file may define: a letter or `_`, then letters, digits and `_`, and not a reserved word.
///
/// ```
/// use grundy_rules::lex::is_name;
/// assert!(is_name("石子") && is_name("most_2"));
/// assert!(!is_name("move") && !is_name("2x") && !is_name(""));
/// ```
pub fn is_name(text: &str) -> bool {
    let mut raw = Raw::lexer(text);
    let begins = raw.next() == Some(Ok(Raw::Name)) && raw.span().start == 0;
    begins && name_length(raw.remainder()) == raw.remainder().len() && !RESERVED.contains(&text)
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word that is not reserved.
    Name,
    /// Digits.
    Number,
    /// `"…"`; an index into [`Lexed::texts`].
    Text(usize),
    /// `'X'`; an index into [`Lexed::texts`].
    Symbol(usize),
    /// A reserved word or an operator.
    Fixed(&'static str),
    /// A token whose error has been reported.
    Wrong,
    /// The end of the file.
    End,
}

/// A token with its location.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
    /// Whether it is the first on its line.
    pub first_on_line: bool,
}

/// Messages up to [`limits::MAX_MESSAGES`], and a count of the rest.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub list: Vec<Diagnostic>,
    pub unlisted: usize,
}

impl Messages {
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        if self.list.len() < limits::MAX_MESSAGES {
            // A message quotes words of the file, which may have any length.
            shorten(&mut diagnostic.message);
            if let Some(fix) = &mut diagnostic.fix {
                shorten(&mut fix.title);
            }
            self.list.push(diagnostic);
        } else {
            self.unlisted += 1;
        }
    }

    /// Returns whether further messages are only counted.
    pub fn is_full(&self) -> bool {
        self.list.len() >= limits::MAX_MESSAGES
    }

    /// Returns the messages, the last of which says how many more there are.
    pub fn into_list(self) -> Vec<Diagnostic> {
        let Messages { mut list, unlisted } = self;
        if unlisted > 0
            && let Some(last) = list.last()
        {
            let more = Diagnostic {
                severity: last.severity,
                ..Diagnostic::error(message!("and {count} more", count = unlisted), last.span)
            };
            list.push(more.because(message!("the mistakes after this are not shown")));
        }
        list
    }
}

fn shorten(message: &mut Message) {
    message.each_text(&mut |text| shorten_text(text));
}

fn shorten_text(text: &mut String) {
    if text.len() > 240 {
        text.truncate(text.floor_char_boundary(200));
        text.push('…');
    }
}

/// The tokens of a file. Invariant: the last token is `End`.
#[derive(Debug)]
pub(crate) struct Lexed {
    pub tokens: Vec<Token>,
    pub texts: Vec<String>,
    pub comments: Vec<Comment>,
    pub messages: Messages,
}

/// Every operator of the language, and some that are recognised only to be corrected by the parser.
const SIGNS: &[&str] = &[
    "->", "==", "!=", "<=", ">=", "..", "**", "++", "+", "-", "*", "/", "%", "|", "^", "&", "<", ">", "=", "(", ")",
    ",", ":", ";", "[", "]", "{", "}", "=>", "+=", "-=", "*=", "/=",
];

/// Tokens of other languages, and what to write here instead.
const SLIPS: &[(&str, &str)] = &[
    ("&&", "and"),
    ("||", "or"),
    ("!", "not"),
    ("<>", "!="),
    ("≠", "!="),
    ("!==", "!="),
    ("===", "=="),
    ("=<", "<="),
    ("≤", "<="),
    ("⩽", "<="),
    ("≥", ">="),
    ("⩾", ">="),
    ("...", ".."),
    ("..=", ".."),
    ("…", ".."),
    (":=", "="),
    ("→", "->"),
    ("⇒", "->"),
    ("−", "-"),
    ("×", "*"),
    ("÷", "/"),
    ("∈", "in"),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("⊕", "^"),
    ("%%", "%"),
];

/// Makes hints.
type Hints = fn() -> Vec<Message>;

/// Operators of other languages that mean one thing between conditions and another between numbers: how they are read, and
/// what may be meant.
const DOUBTFUL: &[(&str, &str, Hints)] = &[
    ("<<", "*", || vec![message!("a number is shifted up by `n * 2 ** k`")]),
    (">>", "/", || vec![message!("a number is shifted down by `n / 2 ** k`")]),
];

/// Returns whether an operator is read as another one only to continue parsing: type errors against that one are not reported.
pub(crate) fn is_doubtful(sign: &str) -> bool {
    DOUBTFUL.iter().any(|(written, ..)| *written == sign)
}

/// The beginnings of tokens. Long runs of characters of any script (names, full-width signs, foreign white space) are matched
/// one character at a time and extended by hand: the generated matcher recurses along such a run, and a long enough run would
/// exhaust the stack.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
enum Raw {
    #[regex("[ \t\r\n]+")]
    #[regex("[\u{b}\u{c}\u{feff}\u{a0}\u{3000}\u{200b}\u{2028}\u{2029}]")]
    Space,
    #[token("#")]
    Hash,
    #[token("//")]
    Slashes,
    #[token("＃")]
    WideHash,
    #[regex(r"[\p{L}_]")]
    Name,
    #[regex(r"[0-9]+")]
    Number,
    #[regex(r"[0-9]+\.[0-9]+")]
    Fraction,
    #[regex(r"[0-9]+[\p{L}_]")]
    NumberThenName,
    #[regex(r"->|==|!=|<=|>=|\.\.|\*\*|\+\+|=>|\+=|-=|\*=|/=|[-+*/%|^&<>=(),:;\[\]{}]")]
    Sign,
    #[regex(r"&&|\|\||<<|>>|!|<>|≠|!==|===|=<|≤|⩽|≥|⩾|\.\.\.|\.\.=|…|:=|→|⇒|−|×|÷|∈|∧|∨|¬|⊕|%%")]
    Slip,
    #[token("\"")]
    Quote,
    #[regex("[“”„＂]")]
    CurlyQuote,
    #[token("'")]
    Apostrophe,
    #[regex("[‘’＇]")]
    CurlyApostrophe,
    #[regex("[！＄-＆（-＠［-｀｛-～、。【】]")]
    Wide,
}

/// One character that may continue a name.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
enum NamePart {
    #[regex(r"[\p{L}\p{M}\p{Nd}_]")]
    Part,
}

/// Returns the number of leading bytes of the text that continue a name.
fn name_length(text: &str) -> usize {
    let goes_on = |(at, c): &(usize, char)| match c.is_ascii() {
        true => c.is_ascii_alphanumeric() || *c == '_',
        false => NamePart::lexer(&text[*at..*at + c.len_utf8()]).next() == Some(Ok(NamePart::Part)),
    };
    text.char_indices().take_while(goes_on).map(|(_, c)| c.len_utf8()).sum()
}

/// How far an unclosed quoted text extends: to the end of the file or of its line.
///
/// A text may span lines. Only if one turns out to be unclosed, the lexer starts again and lets a line that begins with a
/// clause word end the text before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Texts {
    SpanLines,
    EndBeforeClauses,
}

/// Splits a text into tokens.
pub(crate) fn lex(source: &str) -> Lexed {
    lex_after(source, 0)
}

/// Splits a text into tokens from an offset on.
pub(crate) fn lex_after(source: &str, from: usize) -> Lexed {
    let (lexed, closed) = Lexer::run(source, from, Texts::SpanLines);
    if closed { lexed } else { Lexer::run(source, from, Texts::EndBeforeClauses).0 }
}

struct Lexer<'a> {
    source: &'a str,
    texts_mode: Texts,
    lexed: Lexed,
    last_end: usize,
    closed: bool,
}

impl<'a> Lexer<'a> {
    /// Splits a text into tokens; also returns whether every quoted text was closed.
    fn run(source: &'a str, from: usize, texts_mode: Texts) -> (Lexed, bool) {
        let lexed =
            Lexed { tokens: Vec::new(), texts: Vec::new(), comments: Vec::new(), messages: Messages::default() };
        let mut lexer = Lexer { source, texts_mode, lexed, last_end: from, closed: true };
        let mut raw = Raw::lexer(source);
        raw.bump(from);
        while let Some(token) = raw.next() {
            match token {
                Ok(Raw::Name | Raw::NumberThenName) => raw.bump(name_length(raw.remainder())),
                Ok(Raw::Wide) => raw.bump(wide_length(raw.remainder())),
                _ => {}
            }
            if !lexer.closed && texts_mode == Texts::SpanLines {
                break;
            }
            let more = lexer.take(token.ok(), Span::new(raw.span().start, raw.span().end));
            raw.bump(more);
        }
        lexer.push(Kind::End, Span::new(source.len(), source.len()));
        if let Some(end) = lexer.lexed.tokens.last_mut() {
            end.first_on_line = true;
        }
        (lexer.lexed, lexer.closed)
    }

    fn push(&mut self, kind: Kind, span: Span) {
        let gap = self.source.get(self.last_end..span.start).unwrap_or("");
        let first_on_line = self.lexed.tokens.is_empty() || gap.contains('\n');
        self.last_end = span.end;
        self.lexed.tokens.push(Token { kind, span, first_on_line });
    }

    fn slice(&self, span: Span) -> &'a str {
        self.source.get(span.range()).unwrap_or("")
    }

    /// Processes one raw token and returns how many more bytes belong to it.
    fn take(&mut self, raw: Option<Raw>, span: Span) -> usize {
        let text = self.slice(span);
        match raw {
            Some(Raw::Space) => {}
            Some(Raw::Name) => match RESERVED.iter().find(|word| **word == text) {
                Some(word) => self.push(Kind::Fixed(word), span),
                None => self.push(Kind::Name, span),
            },
            Some(Raw::Number) => self.push(Kind::Number, span),
            Some(Raw::Sign) => self.push_sign(text, span),
            Some(Raw::Hash) => return self.comment(span, span.end),
            Some(Raw::WideHash) => {
                let message = Diagnostic::error(message!("a comment starts with the ASCII sign `#`"), span)
                    .because(message!("this is the full-width sign"))
                    .fix(message!("write the comment so"), span, "#");
                self.lexed.messages.push(message);
                return self.comment(span, span.end);
            }
            Some(Raw::Slashes) => return self.slashes(span),
            Some(Raw::Fraction) => {
                let message = Diagnostic::error(message!("`{text}` is not a whole number", text), span)
                    .because(message!("numbers are whole"))
                    .hint(message!("a range is written with two dots: `1..5`"));
                self.lexed.messages.push(message);
                self.push(Kind::Number, span);
            }
            Some(Raw::NumberThenName) => self.number_then_name(text, span),
            Some(Raw::Slip) => self.slip(text, span),
            Some(Raw::Quote) => return self.quoted(span),
            Some(Raw::CurlyQuote) => return self.curly(span, '"', &['”', '“', '"', '＂']),
            Some(Raw::Apostrophe) => return self.symbol(span),
            Some(Raw::CurlyApostrophe) => return self.curly(span, '\'', &['’', '‘', '\'', '＇']),
            Some(Raw::Wide) => self.wide(text, span),
            None => self.unknown(text, span),
        }
        0
    }

    fn push_sign(&mut self, text: &str, span: Span) {
        match SIGNS.iter().find(|sign| **sign == text) {
            Some(sign) => self.push(Kind::Fixed(sign), span),
            None => self.unknown(text, span),
        }
    }

    /// Reads a comment whose sign is at `sign` and whose text begins at `from`.
    fn comment(&mut self, sign: Span, from: usize) -> usize {
        let line = self.source[from..].split('\n').next().unwrap_or("");
        let text = line.trim_end();
        let span = Span::new(sign.start, from + text.len());
        self.lexed.comments.push(Comment { text: text.to_string(), span });
        line.len()
    }

    /// Reads `//`: a comment as in other languages, or division as in Python.
    fn slashes(&mut self, span: Span) -> usize {
        let rest = near(&self.source[span.end..]).trim();
        let after_value = self.lexed.tokens.last().is_some_and(|token| {
            matches!(token.kind, Kind::Name | Kind::Number | Kind::Fixed(")" | "]"))
                && !self.source[token.span.end..span.start].contains('\n')
        });
        let one_word = !rest.is_empty() && rest.chars().all(|c| c.is_alphanumeric() || c == '_');
        if after_value && (one_word || rest.starts_with(|c: char| c.is_ascii_digit() || c == '(')) {
            let message = Diagnostic::error(message!("division is written `/`"), span)
                .because(message!("`/` rounds down already"))
                .fix(message!("divide so"), span, "/");
            self.lexed.messages.push(message);
            self.push(Kind::Fixed("/"), span);
            return 0;
        }
        let message = Diagnostic::error(message!("a comment starts with `#`"), span)
            .because(message!("`//` does not start a comment"))
            .fix(message!("write the comment so"), span, "#");
        self.lexed.messages.push(message);
        self.comment(span, span.end)
    }

    fn number_then_name(&mut self, text: &str, span: Span) {
        if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_') {
            let message = Diagnostic::error(message!("digits stand together without `_`"), span).fix(
                message!("write the number so"),
                span,
                text.replace('_', ""),
            );
            self.lexed.messages.push(message);
            return self.push(Kind::Number, span);
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, name) = text.split_at(digits);
        let message = Diagnostic::error(message!("`{text}` is neither a number nor a name", text), span)
            .because(message!("a name begins with a letter, and a product needs its `*`"))
            .fix(message!("multiply so"), span, format!("{number} * {name}"));
        self.lexed.messages.push(message);
        let middle = span.start + digits;
        self.push(Kind::Number, Span::new(span.start, middle));
        self.push(Kind::Fixed("*"), Span::new(middle, middle));
        self.take(Some(Raw::Name), Span::new(middle, span.end));
    }

    fn slip(&mut self, text: &str, span: Span) {
        let fixed = |meant: &str| {
            let fixed = SIGNS.iter().chain(RESERVED).find(|fixed| **fixed == meant);
            fixed.map_or(Kind::Wrong, |fixed| Kind::Fixed(fixed))
        };
        if let Some((_, read, hints)) = DOUBTFUL.iter().find(|(written, ..)| *written == text) {
            let message = Diagnostic::error(message!("`{text}` is not a sign of this language", text), span);
            self.lexed.messages.push(hints().into_iter().fold(message, Diagnostic::hint));
            return self.push(fixed(read), span);
        }
        let Some((_, meant)) = SLIPS.iter().find(|(written, _)| *written == text) else {
            return self.unknown(text, span);
        };
        let mut message = Diagnostic::error(message!("write `{meant}` for `{text}`", meant, text), span).fix(
            message!("write `{text}`", text = meant),
            span,
            self.spaced(meant, span),
        );
        if *meant == ".." {
            message = message.because(message!("ranges are written `a..b` and include both ends"));
        }
        self.lexed.messages.push(message);
        self.push(fixed(meant), span);
    }

    /// Returns a replacement with spaces where it would merge with adjacent words.
    fn spaced(&self, word: &str, span: Span) -> String {
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let is_word = word.starts_with(char::is_alphabetic);
        let before = if is_word && joins(self.source[..span.start].chars().next_back()) { " " } else { "" };
        let after = if is_word && joins(self.source[span.end..].chars().next()) { " " } else { "" };
        format!("{before}{word}{after}")
    }

    /// Replaces full-width punctuation by ASCII, character by character.
    fn wide(&mut self, text: &str, span: Span) {
        let ascii: String = text.chars().map(narrow).collect();
        let message = Diagnostic::error(message!("write `{ascii}` for the full-width `{text}`", ascii, text), span)
            .because(message!("punctuation is ASCII"))
            .fix(message!("write `{text}`", text = ascii), span, ascii.clone());
        self.lexed.messages.push(message);
        let indices: Vec<usize> = text.char_indices().map(|(at, _)| span.start + at).chain([span.end]).collect();
        let mut raw = Raw::lexer(&ascii);
        while let Some(token) = raw.next() {
            let here = Span::new(indices[raw.span().start], indices[raw.span().end]);
            match token {
                Ok(Raw::Sign) => self.push_sign(&ascii[raw.span()], here),
                Ok(Raw::Number) => self.push(Kind::Number, here),
                Ok(Raw::Slip) => {
                    let meant = SLIPS.iter().find(|(written, _)| *written == &ascii[raw.span()]);
                    let fixed = SIGNS.iter().chain(RESERVED).find(|fixed| meant.is_some_and(|(_, m)| m == *fixed));
                    self.push(fixed.map_or(Kind::Wrong, |fixed| Kind::Fixed(fixed)), here);
                }
                _ => self.push(Kind::Wrong, here),
            }
        }
    }

    fn unknown(&mut self, text: &str, span: Span) {
        // One message for a run of meaningless characters.
        if let Some(last) = self.lexed.tokens.last_mut()
            && last.kind == Kind::Wrong
            && last.span.end == span.start
        {
            if let Some(message) = self.lexed.messages.list.last_mut()
                && message.span.end == span.start
                && self.lexed.messages.unlisted == 0
            {
                message.span.end = span.end;
            }
            last.span.end = span.end;
            self.last_end = span.end;
            return;
        }
        let shown: String = text.chars().take(20).collect();
        let mut message = Diagnostic::error(
            message!("`{text}` is not a sign of this language", text = shown.escape_debug().to_string()),
            span,
        );
        message = match text {
            "?" => message.hint(message!("a choice is written `if CONDITION then A else B`")),
            "." => message.hint(message!("a range has two dots, `1..n`, and a symbol stands in quotes, `'.'`")),
            "`" => message.hint(message!("a symbol stands in quotes: `'X'`")),
            _ => message.because(message!("take it out, or put it in quotes if it is a symbol")),
        };
        self.lexed.messages.push(message);
        self.push(Kind::Wrong, span);
    }

    fn push_text(&mut self, text: String, span: Span, kind: fn(usize) -> Kind) {
        self.lexed.texts.push(text);
        self.push(kind(self.lexed.texts.len() - 1), span);
    }

    /// Reads `"…"`, whose opening quote is at `open`.
    fn quoted(&mut self, open: Span) -> usize {
        let rest = &self.source[open.end..];
        let mut length = None;
        let mut escaped = false;
        for (at, c) in rest.char_indices() {
            match c {
                '"' if !escaped => {
                    length = Some(at);
                    break;
                }
                '\n' if self.texts_mode == Texts::EndBeforeClauses
                    && (!self.closed || begins_with_clause(&rest[at + 1..])) =>
                {
                    break;
                }
                _ => {}
            }
            escaped = c == '\\' && !escaped;
        }
        let (inside, taken) = match length {
            Some(length) => (&rest[..length], length + 1),
            None => {
                self.closed = false;
                let message = Diagnostic::error(message!("this text is never closed"), open)
                    .because(message!("opened here"))
                    .hint(message!("put a `\"` where the text ends"));
                self.lexed.messages.push(message);
                let line = rest.split('\n').next().unwrap_or("").trim_end();
                (line, line.len())
            }
        };
        let text = self.unescape(inside, open.end);
        self.push_text(text, Span::new(open.start, open.end + taken), Kind::Text);
        taken
    }

    /// Reads `'X'`, whose opening quote is at `open`.
    fn symbol(&mut self, open: Span) -> usize {
        let rest = near(&self.source[open.end..]);
        let mut length = None;
        let mut escaped = false;
        for (at, c) in rest.char_indices() {
            if c == '\'' && !escaped {
                length = Some(at);
                break;
            }
            escaped = c == '\\' && !escaped;
        }
        let (inside, taken) = match length {
            Some(length) => (&rest[..length], length + 1),
            None => {
                let message = Diagnostic::error(message!("this symbol is never closed"), open)
                    .because(message!("opened here"))
                    .hint(message!("a symbol stands between two quotes: `'X'`"));
                self.lexed.messages.push(message);
                let word = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_');
                let length = word.map(char::len_utf8).sum();
                (&rest[..length], length)
            }
        };
        let span = Span::new(open.start, open.end + taken);
        if inside.is_empty() && length.is_some() {
            let message = Diagnostic::error(message!("a symbol has at least one letter"), span)
                .hint(message!("an empty cell needs a symbol too, for example `'.'`; an empty list is `\"\"`"));
            self.lexed.messages.push(message);
        }
        let text = self.unescape(inside, open.end);
        self.push_text(text, span, Kind::Symbol);
        taken
    }

    /// Reads a text or a symbol in typographic quotes.
    fn curly(&mut self, open: Span, plain: char, closing: &[char]) -> usize {
        // Any quote of this kind closes it, so only the search for the last one of a line fails.
        let rest = &self.source[open.end..];
        let found = rest.char_indices().take_while(|(_, c)| *c != '\n').find(|(_, c)| closing.contains(c));
        let (length, taken) = match found {
            Some((at, c)) => (at, at + c.len_utf8()),
            None => (0, 0),
        };
        let inside = &rest[..length];
        let span = Span::new(open.start, open.end + taken);
        let mut message = Diagnostic::error(message!("quotes are straight: `{quote}`", quote = plain), span)
            .because(message!("typographic quotes"));
        if found.is_some() {
            message = message.fix(message!("quote it so"), span, format!("{plain}{inside}{plain}"));
        }
        self.lexed.messages.push(message);
        let kind = if found.is_none() {
            |_| Kind::Wrong
        } else if plain == '"' {
            Kind::Text
        } else {
            Kind::Symbol
        };
        self.push_text(inside.to_string(), span, kind);
        taken
    }

    /// Resolves `\"`, `\'`, `\\` and `\n`.
    fn unescape(&mut self, inside: &str, start: usize) -> String {
        let mut text = String::with_capacity(inside.len());
        let mut rest = inside.char_indices();
        while let Some((at, c)) = rest.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match rest.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, quoted @ ('"' | '\'' | '\\'))) => text.push(quoted),
                other => {
                    let length = 1 + other.map_or(0, |(_, c)| c.len_utf8());
                    let span = Span::new(start + at, start + at + length);
                    let message =
                        Diagnostic::error(message!("a backslash stands only before `\"`, `'`, `\\` or `n`"), span)
                            .hint(message!("write `\\\\` for a backslash"));
                    self.lexed.messages.push(message);
                    text.extend(other.map(|(_, c)| c));
                }
            }
        }
        text
    }
}

/// Returns the rest of the line, or a prefix of it: text that is searched repeatedly must be short.
fn near(text: &str) -> &str {
    let end = text.floor_char_boundary(256);
    text[..end].split('\n').next().unwrap_or("")
}

/// Returns the ASCII equivalent of a full-width character.
fn narrow(wide: char) -> char {
    match wide {
        '、' => ',',
        '。' => '.',
        '【' => '[',
        '】' => ']',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(wide as u32 - 0xfee0).unwrap_or(wide),
        _ => wide,
    }
}

/// Returns the number of leading bytes that are full-width signs, except quotes and `＃`.
fn wide_length(text: &str) -> usize {
    let goes_on = |c: &char| {
        let ascii = narrow(*c);
        ascii != *c && !ascii.is_ascii_alphabetic() && !matches!(ascii, '"' | '\'' | '#' | '_')
    };
    text.chars().take_while(goes_on).map(char::len_utf8).sum()
}

/// Returns whether the line starts with a word that begins a clause.
fn begins_with_clause(line: &str) -> bool {
    let line = line.split('\n').next().unwrap_or("").trim_start();
    let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    CLAUSE_WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the tokens of a text, as words, and the messages about it.
    #[track_caller]
    fn check(source: &str, tokens: &str, messages: &[&str]) {
        let lexed = lex(source);
        let shown: Vec<String> = lexed
            .tokens
            .iter()
            .filter(|token| token.kind != Kind::End)
            .map(|token| match token.kind {
                Kind::Fixed(fixed) => fixed.to_string(),
                Kind::Text(at) => format!("{:?}", lexed.texts[at]),
                Kind::Symbol(at) => format!("'{}'", lexed.texts[at]),
                Kind::Wrong => "?".to_string(),
                _ => source[token.span.range()].to_string(),
            })
            .collect();
        assert_eq!(shown.join(" "), tokens);
        let found: Vec<String> = lexed.messages.list.iter().map(|message| message.message.to_string()).collect();
        assert_eq!(found, messages);
    }

    #[test]
    fn words_signs_and_numbers_are_distinguished() {
        check("move 石子(k in 1..n)->n-k # rest", "move 石子 ( k in 1 .. n ) -> n - k", &[]);
        check("a<=b**-2++c", "a <= b ** - 2 ++ c", &[]);
        check("\u{feff}a\r\n\tb\u{3000}c", "a b c", &[]);
    }

    #[test]
    fn texts_keep_their_line_ends_and_resolve_their_escapes() {
        check("about \"one\ntwo \\\"x\\\" \\\\ \\n\"", "about \"one\\ntwo \\\"x\\\" \\\\ \\n\"", &[]);
        check("'\\'' 'red' '.'", "''' 'red' '.'", &[]);
    }

    #[test]
    fn an_unclosed_text_is_one_mistake_and_ends_before_the_next_clause() {
        check("about \"one\nsource \"two\"\n", "about \"one\" source \"two\"", &["this text is never closed"]);
        check("title \"one", "title \"one\"", &["this text is never closed"]);
        check("p == 'X and", "p == 'X' and", &["this symbol is never closed"]);
    }

    #[test]
    fn slips_become_what_was_meant() {
        check("a&&b", "a and b", &["write `and` for `&&`"]);
        check("!a || b ≤ c", "not a or b <= c", &["write `not` for `!`", "write `or` for `||`", "write `<=` for `≤`"]);
        check("1...n", "1 .. n", &["write `..` for `...`"]);
        check(
            "（a，b）",
            "( a , b )",
            &[
                "write `(` for the full-width `（`",
                "write `,` for the full-width `，`",
                "write `)` for the full-width `）`",
            ],
        );
        check("a ＝＝ b", "a == b", &["write `==` for the full-width `＝＝`"]);
        check("“ab” ‘X’", "\"ab\" 'X'", &["quotes are straight: `\"`", "quotes are straight: `'`"]);
        check(
            "2n 1_000 1.5",
            "2 * n 1_000 1.5",
            &[
                "`2n` is neither a number nor a name",
                "digits stand together without `_`",
                "`1.5` is not a whole number",
            ],
        );
        check("n // 2", "n / 2", &["division is written `/`"]);
        check("n // the rest of the heap", "n", &["a comment starts with `#`"]);
        check("a $$ b", "a ? b", &["`$` is not a sign of this language"]);
    }

    #[test]
    fn the_fix_for_a_sign_leaves_words_apart() {
        let lexed = lex("a&&b");
        assert_eq!(lexed.messages.list[0].fix.as_ref().map(|fix| fix.text.as_str()), Some(" and "));
    }
}
