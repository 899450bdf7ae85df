//! The subset of DOT that describes a graph: nodes, chains of arrows, groups in braces. Attributes are skipped.

use super::edges::finish;
use super::names::Register;
use super::{ARROW_BYTES, GraphMistake, NamedGraph, mistake, take};
use crate::limits;
use crate::meter::Meter;
use grundy_message::{Message, message};
use std::borrow::Cow;

fn how() -> Message {
    message!("write it as `digraph {{ a -> b; b -> c; d }}`")
}

#[derive(Clone, Debug, PartialEq)]
enum Token<'a> {
    Name(Cow<'a, str>),
    /// An unquoted word with a meaning of its own.
    Keyword(&'a str),
    Arrow,
    Line,
    Sign(char),
    End,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Byte index of the current token.
    begins: usize,
    token: Token<'a>,
    register: Register<'a>,
    arrows: Vec<(u32, u32)>,
    meter: &'a Meter<'a>,
}

pub(super) fn parse<'a>(text: &'a str, meter: &'a Meter<'a>) -> Result<NamedGraph, GraphMistake> {
    let mut reader =
        Reader { text, at: 0, begins: 0, token: Token::End, register: Register::default(), arrows: Vec::new(), meter };
    reader.advance()?;
    if reader.token == Token::Keyword("strict") {
        reader.advance()?;
    }
    if !matches!(reader.token, Token::Keyword("digraph" | "graph")) {
        return Err(reader.wrong(message!("a graph begins with `digraph`")));
    }
    reader.advance()?;
    if matches!(reader.token, Token::Name(_)) {
        reader.advance()?;
    }
    if reader.token != Token::Sign('{') {
        return Err(reader.wrong(message!("`{sign}` is expected", sign = "{")));
    }
    reader.group(0)?;
    if reader.token != Token::End {
        return Err(reader.wrong(message!("there is more after the end of the graph")));
    }
    finish(reader.register, reader.arrows, meter)
}

impl<'a> Reader<'a> {
    fn wrong(&self, message: impl Into<Message>) -> GraphMistake {
        mistake(self.text, self.begins, message, how())
    }

    /// Parses the nodes of a group whose `{` is the current token.
    fn group(&mut self, depth: usize) -> Result<Vec<u32>, GraphMistake> {
        if depth > limits::MAX_GRAPH_NESTING {
            return Err(self.wrong(message!("braces are nested too deeply")));
        }
        self.advance()?;
        let mut nodes = Vec::new();
        loop {
            match &self.token {
                Token::Sign('}') => {
                    self.advance()?;
                    return Ok(nodes);
                }
                Token::Sign(';' | ',') => self.advance()?,
                Token::End => return Err(self.wrong(message!("the graph ends without `}}`"))),
                Token::Keyword("node" | "edge" | "graph") => {
                    self.advance()?;
                    self.attributes()?;
                }
                _ => nodes.extend(self.statement(depth)?),
            }
        }
    }

    /// Parses a chain of arrows, a node, or `name = value`.
    fn statement(&mut self, depth: usize) -> Result<Vec<u32>, GraphMistake> {
        let mut all = self.ends(depth)?;
        if self.token == Token::Sign('=') {
            return Err(self.wrong(message!("`=` stands after a node")));
        }
        let mut last = all.clone();
        while matches!(self.token, Token::Arrow | Token::Line) {
            let both_ways = self.token == Token::Line;
            self.advance()?;
            let next = self.ends(depth)?;
            for &from in &last {
                take(self.meter, 2 * ARROW_BYTES * next.len())?;
                for &to in &next {
                    self.arrows.push((from, to));
                    // An undirected edge is an arrow in each direction.
                    if both_ways && from != to {
                        self.arrows.push((to, from));
                    }
                }
            }
            if self.arrows.len() >= u32::MAX as usize {
                return Err(self.wrong(message!("there are too many arrows")));
            }
            all.extend(&next);
            last = next;
        }
        self.attributes()?;
        Ok(all)
    }

    /// Parses a node, or the nodes of a group.
    fn ends(&mut self, depth: usize) -> Result<Vec<u32>, GraphMistake> {
        if self.token == Token::Keyword("subgraph") {
            self.advance()?;
            if matches!(self.token, Token::Name(_)) {
                self.advance()?;
            }
            if self.token != Token::Sign('{') {
                return Err(self.wrong(message!("`{sign}` is expected", sign = "{")));
            }
        }
        if self.token == Token::Sign('{') {
            return self.group(depth + 1);
        }
        let Token::Name(name) = self.token.clone() else { return Err(self.wrong(message!("a node is expected"))) };
        self.advance()?;
        if self.token == Token::Sign('=') {
            // An attribute of the whole graph: `rankdir = LR`.
            self.advance()?;
            if !matches!(self.token, Token::Name(_) | Token::Keyword(_)) {
                return Err(self.wrong(message!("a value is expected")));
            }
            self.advance()?;
            return Ok(Vec::new());
        }
        // `a:n` is a port of a node.
        while self.token == Token::Sign(':') {
            self.advance()?;
            self.advance()?;
        }
        let node =
            self.register.number(name, self.meter)?.ok_or_else(|| self.wrong(message!("there are too many nodes")))?;
        Ok(vec![node])
    }

    /// Skips `[…]`.
    fn attributes(&mut self) -> Result<(), GraphMistake> {
        while self.token == Token::Sign('[') {
            while self.token != Token::Sign(']') {
                if self.token == Token::End {
                    return Err(self.wrong(message!("the graph ends within `[`")));
                }
                self.advance()?;
            }
            self.advance()?;
        }
        Ok(())
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            let comment = match &rest.as_bytes()[blank..] {
                [b'/', b'*', ..] => rest[blank..].find("*/").map_or(rest.len() - blank, |end| end + 2),
                [b'/', b'/', ..] | [b'#', ..] => rest[blank..].find('\n').unwrap_or(rest.len() - blank),
                _ => 0,
            };
            self.at += blank + comment;
            if comment == 0 {
                return;
            }
        }
    }

    fn advance(&mut self) -> Result<(), GraphMistake> {
        self.skip_blanks();
        self.begins = self.at;
        let rest = self.rest();
        let Some(char) = rest.chars().next() else {
            self.token = Token::End;
            return Ok(());
        };
        if rest.starts_with("->") || rest.starts_with("--") {
            self.token = if rest.starts_with("->") { Token::Arrow } else { Token::Line };
            self.at += 2;
            return Ok(());
        }
        if char == '"' {
            return self.quoted();
        }
        let is_word = |char: char| char.is_alphanumeric() || char == '_' || char == '.';
        let length = rest.char_indices().find(|&(at, char)| !(is_word(char) || at == 0 && char == '-'));
        let length = length.map_or(rest.len(), |(at, _)| at);
        if length > usize::from(char == '-') {
            self.at += length;
            let word = &rest[..length];
            self.token = match word {
                "strict" | "digraph" | "graph" | "subgraph" | "node" | "edge" => Token::Keyword(word),
                _ => Token::Name(Cow::Borrowed(word)),
            };
            return Ok(());
        }
        if "{}[];,=:+".contains(char) {
            self.token = Token::Sign(char);
            self.at += 1;
            return Ok(());
        }
        Err(self.wrong(message!("`{letter}` has no meaning here", letter = char)))
    }

    fn quoted(&mut self) -> Result<(), GraphMistake> {
        let rest = self.rest();
        let mut name = String::new();
        let mut chars = rest.char_indices().skip(1);
        while let Some((at, char)) = chars.next() {
            match char {
                '"' => {
                    self.at += at + 1;
                    self.token = Token::Name(Cow::Owned(name));
                    return Ok(());
                }
                '\\' => match chars.next() {
                    Some((_, '"')) => name.push('"'),
                    // A line may be broken inside a name.
                    Some((_, '\n')) => {}
                    Some((_, other)) => name.extend(['\\', other]),
                    None => {}
                },
                _ => name.push(char),
            }
        }
        Err(self.wrong(message!("a name begins with a quote and does not end")))
    }
}
