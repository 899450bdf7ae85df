//! Graphs as JSON: a list of lists of numbers, lists by names, or nodes and edges.
//!
//! Parsed by hand, because ten million arrows as trees of values would take gigabytes, and because mistakes need a location.

use super::edges::finish;
use super::names::{Names, Register};
use super::{ARROW_BYTES, GraphMistake, NamedGraph, mistake, take};
use crate::meter::Meter;
use grundy_message::{Message, message};
use std::borrow::Cow;

fn how() -> Message {
    message!("write [[1,2],[],[0]], {{\"a\":[\"b\"],\"b\":[]}} or {{\"nodes\":[\"a\"],\"edges\":[[\"a\",\"b\"]]}}")
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    meter: &'a Meter<'a>,
}

pub(super) fn parse<'a>(text: &'a str, meter: &'a Meter<'a>) -> Result<NamedGraph, GraphMistake> {
    let mut reader = Reader { text, at: 0, meter };
    let graph = if reader.sees(b'[') { reader.lists()? } else { reader.object()? };
    reader.skip_blanks();
    if reader.at < text.len() {
        return Err(reader.wrong(message!("there is more after the end of the graph")));
    }
    Ok(graph)
}

impl<'a> Reader<'a> {
    fn wrong(&self, message: impl Into<Message>) -> GraphMistake {
        mistake(self.text, self.at, message, how())
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// Returns whether this character is next.
    fn sees(&mut self, sign: u8) -> bool {
        self.skip_blanks();
        self.text.as_bytes().get(self.at) == Some(&sign)
    }

    /// Consumes this character if it is next.
    fn takes(&mut self, sign: u8) -> bool {
        let sees = self.sees(sign);
        self.at += usize::from(sees);
        sees
    }

    fn expect(&mut self, sign: u8) -> Result<(), GraphMistake> {
        if self.takes(sign) { Ok(()) } else { Err(self.wrong(message!("`{sign}` is expected", sign = sign as char))) }
    }

    /// Parses the members of a list or an object whose opening character was consumed, up to the closing one.
    fn members(
        &mut self,
        last: u8,
        mut member: impl FnMut(&mut Self) -> Result<(), GraphMistake>,
    ) -> Result<(), GraphMistake> {
        if self.takes(last) {
            return Ok(());
        }
        loop {
            member(self)?;
            if self.takes(last) {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// Reads the digits of a non-negative integer.
    fn digits(&mut self) -> Result<&'a str, GraphMistake> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return Err(self.wrong(message!("a node is expected")));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn lists(&mut self) -> Result<NamedGraph, GraphMistake> {
        self.expect(b'[')?;
        let (mut starts, mut targets) = (vec![0u32], Vec::new());
        let mut largest = (0, self.at);
        self.members(b']', |reader| {
            reader.expect(b'[')?;
            reader.members(b']', |reader| {
                let number = reader.digits()?.parse::<u32>().ok().filter(|number| *number < u32::MAX);
                let number = number.ok_or_else(|| reader.wrong(message!("the number is too large for a node")))?;
                if number >= largest.0 {
                    largest = (number, reader.at);
                }
                take(reader.meter, ARROW_BYTES / 2)?;
                targets.push(number);
                Ok(())
            })?;
            take(reader.meter, ARROW_BYTES / 2)?;
            let end = u32::try_from(targets.len()).ok().filter(|end| *end < u32::MAX);
            starts.push(end.ok_or_else(|| reader.wrong(message!("there are too many arrows")))?);
            Ok(())
        })?;
        let count = starts.len() - 1;
        if !targets.is_empty() && largest.0 as usize >= count {
            let (number, at) = largest;
            let message = message!("{number} is no node: there are {count}, numbered from 0", number, count);
            return Err(mistake(self.text, at - number.to_string().len(), message, how()));
        }
        Ok(NamedGraph { names: Names::Counted { first: 0, count }, starts, targets })
    }

    fn object(&mut self) -> Result<NamedGraph, GraphMistake> {
        self.expect(b'{')?;
        let mut register = Register::default();
        let mut arrows = Vec::new();
        self.members(b'}', |reader| {
            let key = reader.name()?;
            reader.expect(b':')?;
            reader.expect(b'[')?;
            // `edges` is a node's name if its members are names, and the list of all arrows if they are lists.
            if key == "nodes" {
                return reader.members(b']', |reader| reader.node(&mut register).map(drop));
            }
            if key == "edges" && reader.sees(b'[') {
                return reader.members(b']', |reader| {
                    reader.expect(b'[')?;
                    let from = reader.node(&mut register)?;
                    reader.expect(b',')?;
                    let to = reader.node(&mut register)?;
                    take(reader.meter, ARROW_BYTES)?;
                    arrows.push((from, to));
                    reader.expect(b']')
                });
            }
            if key == "edges" && reader.sees(b']') {
                reader.at += 1;
                return Ok(());
            }
            let from = reader.numbered(&mut register, key)?;
            reader.members(b']', |reader| {
                take(reader.meter, ARROW_BYTES)?;
                arrows.push((from, reader.node(&mut register)?));
                Ok(())
            })
        })?;
        if arrows.len() >= u32::MAX as usize {
            return Err(self.wrong(message!("there are too many arrows")));
        }
        finish(register, arrows, self.meter)
    }

    fn node(&mut self, register: &mut Register<'a>) -> Result<u32, GraphMistake> {
        let name = self.name()?;
        self.numbered(register, name)
    }

    fn numbered(&mut self, register: &mut Register<'a>, name: Cow<'a, str>) -> Result<u32, GraphMistake> {
        register.number(name, self.meter)?.ok_or_else(|| self.wrong(message!("there are too many nodes")))
    }

    /// Parses a string or a number.
    fn name(&mut self) -> Result<Cow<'a, str>, GraphMistake> {
        if !self.takes(b'"') {
            return self.digits().map(Cow::Borrowed);
        }
        let begins = self.at;
        let rest = &self.text[begins..];
        let Some(length) = rest.find(['"', '\\']) else { return Err(self.wrong(message!("a string does not end"))) };
        if rest.as_bytes()[length] == b'"' {
            self.at += length + 1;
            return Ok(Cow::Borrowed(&rest[..length]));
        }
        let mut name = String::new();
        let mut chars = rest.char_indices();
        while let Some((at, char)) = chars.next() {
            match char {
                '"' => {
                    self.at += at + 1;
                    return Ok(Cow::Owned(name));
                }
                '\\' => match chars.next().map(|(_, char)| char) {
                    Some('n') => name.push('\n'),
                    Some('t') => name.push('\t'),
                    Some('r') => name.push('\r'),
                    Some('b') => name.push('\u{8}'),
                    Some('f') => name.push('\u{c}'),
                    Some('u') => {
                        let digits: String = chars.by_ref().take(4).map(|(_, char)| char).collect();
                        let char = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                        // Surrogates are replaced by the replacement character.
                        name.push(char.unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    Some(other) => name.push(other),
                    None => {}
                },
                _ => name.push(char),
            }
        }
        Err(self.wrong(message!("a string does not end")))
    }
}
