//! Text of functions -> functions of the small program.
//!
//! In: functions written once for all languages: those of `library/`, and skeletons of searches. Out: their trees. The text looks
//! like the rule language: `for i in a..b` includes both ends, `^` binds less than `+`, `/` and `%` are for numbers that are not
//! negative. A name with `$` is a hole of a skeleton, filled with a value, with values, with statements or with parameters.

use super::build::default_of;
use super::program::{Ex, Form, Function, Helper, Op, St, Ty, UNKNOWN};
use std::collections::BTreeMap;

/// What fills a hole of a text.
pub(crate) enum Hole {
    Value(Ex),
    /// Arguments of a call.
    Values(Vec<Ex>),
    Block(Vec<St>),
    /// The name of a function with this result.
    Function(String, Ty),
    Parameters(Vec<(String, Ty)>),
}

/// The holes of a text, by their names without `$`.
pub(crate) type Holes = BTreeMap<&'static str, Hole>;

/// Parses functions. `result_of` returns the result type of functions that are defined elsewhere.
///
/// # Errors
/// Names the line and what is expected there.
pub(crate) fn parse(
    text: &str,
    holes: &Holes,
    result_of: &dyn Fn(&str) -> Option<Ty>,
) -> Result<Vec<Function>, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens, at: 0, holes, result_of, results: BTreeMap::new(), scope: Vec::new() };
    let mut functions = Vec::new();
    while parser.at < parser.tokens.len() {
        functions.push(parser.function()?);
    }
    Ok(functions)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Number(i128),
    Char(char),
    Text(String),
    Sign(&'static str),
    Comment(String),
}

/// Longer signs first.
#[rustfmt::skip]
const SIGNS: [&str; 26] = [
    "->", "..", "==", "!=", "<=", ">=", "+=", "-=", "(", ")", "[", "]", "{", "}", ",", ":", "=", "<", ">", "+", "-", "*", "/", "%",
    "^", ".",
];

/// Returns the tokens, each with its line.
fn tokens(text: &str) -> Result<Vec<(Token, usize)>, String> {
    let mut tokens = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut rest = line.trim();
        while !rest.is_empty() {
            let is_word = |ch: char| ch.is_alphanumeric() || ch == '_';
            let end = |from: usize, inside: &dyn Fn(char) -> bool| {
                rest[from..].find(|ch| !inside(ch)).map_or(rest.len(), |length| from + length)
            };
            let first = rest.chars().next().unwrap_or(' ');
            let (token, length) = if let Some(comment) = rest.strip_prefix('#') {
                (Token::Comment(comment.trim().to_owned()), rest.len())
            } else if first.is_ascii_digit() {
                let length = end(0, &|ch| ch.is_ascii_digit());
                (Token::Number(rest[..length].parse().unwrap_or_default()), length)
            } else if is_word(first) || first == '$' {
                let length = end(1, &is_word);
                (Token::Word(rest[..length].to_owned()), length)
            } else if first == '"' || first == '\'' {
                let length = end(1, &|ch| ch != first) + 1;
                let inner = rest.get(1..length - 1).ok_or(format!("line {}: an open quote", index + 1))?;
                let is_text = first == '"';
                let ch = inner.chars().next().unwrap_or(' ');
                (if is_text { Token::Text(inner.to_owned()) } else { Token::Char(ch) }, length)
            } else {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
                let sign = sign.ok_or(format!("line {}: `{first}` is no sign", index + 1))?;
                (Token::Sign(sign), sign.len())
            };
            tokens.push((token, index + 1));
            rest = rest[length..].trim_start();
        }
    }
    Ok(tokens)
}

struct Parser<'h> {
    tokens: Vec<(Token, usize)>,
    at: usize,
    holes: &'h Holes,
    result_of: &'h dyn Fn(&str) -> Option<Ty>,
    /// Results of the functions that were parsed so far.
    results: BTreeMap<String, Ty>,
    /// The variables in scope.
    scope: Vec<(String, Ty)>,
}

type Parsed<T> = Result<T, String>;

impl<'h> Parser<'h> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn unexpected<T>(&self, expected: &str) -> Parsed<T> {
        let line = self.tokens.get(self.at).or(self.tokens.last()).map_or(0, |(_, line)| *line);
        let wrong = format!("line {line}: {expected} expected, found {:?}", self.peek());
        Err(wrong)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_next = match self.peek() {
            Some(Token::Sign(next)) => *next == sign,
            Some(Token::Word(next)) => next == sign,
            _ => false,
        };
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.takes(sign) { Ok(()) } else { self.unexpected(&format!("`{sign}`")) }
    }

    fn word(&mut self) -> Parsed<String> {
        let Some(Token::Word(word)) = self.peek() else { return self.unexpected("a name") };
        let word = word.clone();
        self.at += 1;
        Ok(word)
    }

    fn comments(&mut self) -> Vec<String> {
        let mut comments = Vec::new();
        while let Some(Token::Comment(comment)) = self.peek() {
            comments.push(comment.clone());
            self.at += 1;
        }
        comments
    }

    /// Takes a hole, if one is next.
    fn hole(&mut self) -> Option<&'h Hole> {
        let Some(Token::Word(word)) = self.peek() else { return None };
        let hole = self.holes.get(word.strip_prefix('$')?)?;
        self.at += 1;
        Some(hole)
    }

    /// Reads items up to a closing bracket.
    fn until<T>(&mut self, close: &str, item: &mut dyn FnMut(&mut Self) -> Parsed<Vec<T>>) -> Parsed<Vec<T>> {
        let mut all = Vec::new();
        while !self.takes(close) {
            all.extend(item(self)?);
            if !self.takes(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(all)
    }

    fn function(&mut self) -> Parsed<Function> {
        let comments = self.comments();
        self.expect("fn")?;
        let name = match self.hole() {
            Some(Hole::Function(name, _)) => name.clone(),
            _ => self.word()?,
        };
        self.expect("(")?;
        let parameters = self.until(")", &mut |parser| match parser.hole() {
            Some(Hole::Parameters(parameters)) => Ok(parameters.clone()),
            _ => {
                let name = parser.word()?;
                parser.expect(":")?;
                Ok(vec![(name, parser.ty()?)])
            }
        })?;
        let result = if self.takes("->") { self.ty()? } else { Ty::Nothing };
        self.results.insert(name.clone(), result.clone());
        self.scope.clone_from(&parameters);
        let body = self.block()?;
        Ok(Function { comments, name, parameters, result, body })
    }

    fn ty(&mut self) -> Parsed<Ty> {
        if self.takes("[") {
            let inner = self.ty()?;
            self.expect("]")?;
            return Ok(Ty::list(inner));
        }
        if self.takes("{") {
            let key = self.ty()?;
            self.expect(":")?;
            let value = self.ty()?;
            self.expect("}")?;
            return Ok(Ty::Memo(vec![key], Box::new(value)));
        }
        for (word, ty) in [("int", Ty::Int), ("bool", Ty::Bool), ("char", Ty::Char), ("text", Ty::Text)] {
            if self.takes(word) {
                return Ok(ty);
            }
        }
        self.unexpected("a type")
    }

    fn block(&mut self) -> Parsed<Vec<St>> {
        self.expect("{")?;
        let outer = self.scope.len();
        let mut body = Vec::new();
        while !self.takes("}") {
            self.statement(&mut body)?;
        }
        self.scope.truncate(outer);
        Ok(body)
    }

    fn statement(&mut self, body: &mut Vec<St>) -> Parsed<()> {
        body.extend(self.comments().into_iter().map(St::Comment));
        if let Some(Token::Word(word)) = self.peek()
            && let Some(Hole::Block(block)) = word.strip_prefix('$').and_then(|name| self.holes.get(name))
        {
            self.at += 1;
            body.extend(block.iter().cloned());
            return Ok(());
        }
        if self.takes("}") {
            // The comment was the last line of the block.
            self.at -= 1;
        } else if self.takes("let") {
            let name = self.word()?;
            self.expect("=")?;
            let value = self.expression()?;
            self.scope.push((name.clone(), value.ty.clone()));
            body.push(St::Let(name, value));
        } else if self.takes("if") {
            body.push(self.condition()?);
        } else if self.takes("while") {
            let condition = self.expression()?;
            body.push(St::While(condition, self.block()?));
        } else if self.takes("for") {
            let name = self.word()?;
            self.expect("in")?;
            let first = self.expression()?;
            let last = if self.takes("..") { Some(self.expression()?) } else { None };
            self.scope.push((name.clone(), if last.is_some() { Ty::Int } else { first.ty.element() }));
            let inner = self.block()?;
            self.scope.pop();
            body.push(match last {
                Some(last) => St::Range(name, first, last, inner),
                None => St::Each(name, first, inner),
            });
        } else if self.takes("return") {
            body.push(St::Return(self.expression()?));
        } else if self.takes("break") {
            body.push(St::Break);
        } else if self.takes("push") {
            let [list, value] = self.arguments()?;
            body.push(St::Push(list, value));
        } else if self.takes("remember") {
            let [memo, key, value] = self.arguments()?;
            body.push(St::Remember(memo, vec![key], value));
        } else {
            let target = self.expression()?;
            body.push(if self.takes("=") {
                St::Set(target, self.expression()?)
            } else if self.takes("+=") {
                St::Set(target.clone(), target.op(Op::Add, self.expression()?))
            } else if self.takes("-=") {
                St::Set(target.clone(), target.op(Op::Subtract, self.expression()?))
            } else {
                St::Do(target)
            });
        }
        Ok(())
    }

    fn condition(&mut self) -> Parsed<St> {
        let condition = self.expression()?;
        let yes = self.block()?;
        let no = match self.takes("else") {
            true if self.takes("if") => vec![self.condition()?],
            true => self.block()?,
            false => Vec::new(),
        };
        Ok(St::If(condition, yes, no))
    }

    fn arguments<const N: usize>(&mut self) -> Parsed<[Ex; N]> {
        self.expect("(")?;
        let all = self.until(")", &mut Self::values)?;
        all.try_into().or_else(|_| self.unexpected(&format!("a call with {N} arguments")))
    }

    /// Reads an argument, or the arguments that fill a hole.
    fn values(&mut self) -> Parsed<Vec<Ex>> {
        if let Some(Token::Word(word)) = self.peek()
            && let Some(Hole::Values(values)) = word.strip_prefix('$').and_then(|name| self.holes.get(name))
        {
            self.at += 1;
            return Ok(values.clone());
        }
        Ok(vec![self.expression()?])
    }

    fn expression(&mut self) -> Parsed<Ex> {
        if self.takes("if") {
            let condition = self.expression()?;
            self.expect("then")?;
            let yes = self.expression()?;
            self.expect("else")?;
            return Ok(Ex::choose(condition, yes, self.expression()?));
        }
        self.operators(0)
    }

    /// Reads operators of this level, the loosest first, and of tighter ones.
    fn operators(&mut self, level: usize) -> Parsed<Ex> {
        const LEVELS: [&[(&str, Op)]; 6] = [
            &[("or", Op::Or)],
            &[("and", Op::And)],
            &[
                ("==", Op::Equal),
                ("!=", Op::Unequal),
                ("<=", Op::AtMost),
                (">=", Op::AtLeast),
                ("<", Op::Less),
                (">", Op::Greater),
            ],
            &[("^", Op::Xor)],
            &[("+", Op::Add), ("-", Op::Subtract)],
            &[("*", Op::Multiply), ("/", Op::Divide), ("%", Op::Remainder)],
        ];
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        if level == 2 && self.takes("not") {
            return Ok(self.operators(level)?.not());
        }
        let mut left = self.operators(level + 1)?;
        while let Some((_, op)) = signs.iter().find(|(sign, _)| self.takes(sign)) {
            let right = self.operators(level + 1)?;
            left = match op {
                // Nothing is negative here, whatever the ranges are.
                Op::Divide | Op::Remainder | Op::Xor => left.plain(*op, right),
                _ => left.op(*op, right),
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Ex> {
        if self.takes("-") {
            return Ok(self.unary()?.negate());
        }
        let mut value = self.atom()?;
        while self.takes("[") {
            let at = self.expression()?;
            self.expect("]")?;
            value = value.index(at);
        }
        Ok(value)
    }

    fn atom(&mut self) -> Parsed<Ex> {
        if self.takes("(") {
            let value = self.expression()?;
            self.expect(")")?;
            return Ok(value);
        }
        if self.takes("[") {
            let entries = self.until("]", &mut Self::values)?;
            let element = entries.first().map_or(Ty::Nothing, |entry| entry.ty.clone());
            return Ok(Ex::list(element, entries));
        }
        if self.takes("empty") {
            return Ok(default_of(&self.ty()?));
        }
        let Some(token) = self.peek().cloned() else { return self.unexpected("an expression") };
        if let Some(hole) = self.hole() {
            return match hole {
                Hole::Value(value) => Ok(value.clone()),
                Hole::Function(name, ty) => {
                    self.expect("(")?;
                    Ok(Ex::call(name, self.until(")", &mut Self::values)?, ty.clone()))
                }
                _ => self.unexpected("a value"),
            };
        }
        self.at += 1;
        match token {
            Token::Number(number) => Ok(Ex::int(number)),
            Token::Char(ch) => Ok(Ex::char(ch)),
            Token::Text(text) => Ok(Ex::text(text)),
            Token::Word(word) if word == "true" || word == "false" => Ok(Ex::bool(word == "true")),
            Token::Word(word) if self.peek() == Some(&Token::Sign("(")) => self.call(&word),
            Token::Word(word) => match self.scope.iter().rev().find(|(name, _)| *name == word) {
                Some((_, ty)) => Ok(Ex::var(word, ty.clone())),
                None => self.unexpected(&format!("a variable instead of `{word}`")),
            },
            _ => self.unexpected("an expression"),
        }
    }

    fn call(&mut self, name: &str) -> Parsed<Ex> {
        const HELPERS: [(&str, Helper); 4] =
            [("min", Helper::Min), ("max", Helper::Max), ("abs", Helper::Abs), ("key", Helper::Key)];
        let value = |form: Form, ty: Ty| Ex { form, ty, range: UNKNOWN };
        match name {
            "len" => self.arguments().map(|[list]| list.len()),
            "filled" => self.arguments().map(|[length, fill]| Ex::filled(length, fill)),
            "known" => {
                let [memo, key] = self.arguments()?;
                Ok(value(Form::Known(Box::new(memo), vec![key]), Ty::Bool))
            }
            "recall" => {
                let [memo, key] = self.arguments()?;
                let Ty::Memo(_, of) = memo.ty.clone() else { return self.unexpected("a map") };
                Ok(value(Form::Recall(Box::new(memo), vec![key]), *of))
            }
            _ => {
                self.expect("(")?;
                let arguments = self.until(")", &mut Self::values)?;
                if let Some((_, helper)) = HELPERS.iter().find(|(known, _)| *known == name) {
                    return Ok(Ex::helper(*helper, arguments));
                }
                match self.results.get(name).cloned().or_else(|| (self.result_of)(name)) {
                    Some(ty) => Ok(Ex::call(name, arguments, ty)),
                    None => self.unexpected(&format!("a function instead of `{name}`")),
                }
            }
        }
    }
}
