//! The words of a judge's text, each with its line and column.
//!
//! In: a stream. Out: words, separated by white space, or whole lines, with any lookahead. Invalid bytes and overlong lines are
//! mistakes with their location.

use crate::convert::WrongChar;
use crate::judge::JudgeError;
use crate::problem_limits;
use grundy_message::{Message, message};
use std::collections::VecDeque;
use std::io::{BufRead, Read};

/// A word of the text and its location.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub text: String,
    pub line: usize,
    pub column: usize,
}

impl Word {
    pub fn wrong(&self, message: Message) -> JudgeError {
        JudgeError::Text { line: self.line, column: self.column, message }
    }

    /// Reports a mistake at one character of the word.
    pub fn wrong_char(&self, wrong: WrongChar) -> JudgeError {
        JudgeError::Text { line: self.line, column: self.column + wrong.at, message: wrong.why }
    }

    pub fn shown(&self) -> String {
        self.text.chars().take(40).collect()
    }
}

/// The words of a text, and its lines.
pub(crate) struct Words<R> {
    reader: R,
    line: String,
    /// How far the line has been read, in bytes and in characters.
    at: usize,
    column: usize,
    number: usize,
    pub ahead: VecDeque<Word>,
}

impl<R: BufRead> Words<R> {
    pub fn new(reader: R) -> Words<R> {
        Words { reader, line: String::new(), at: 0, column: 0, number: 0, ahead: VecDeque::new() }
    }

    /// Reads the next line; returns `false` at the end of the text.
    fn next_line(&mut self) -> Result<bool, JudgeError> {
        let mut bytes = Vec::new();
        let length = (&mut self.reader)
            .take(problem_limits::MAX_LINE_BYTES)
            .read_until(b'\n', &mut bytes)
            .map_err(JudgeError::Stream)?;
        if length == 0 {
            return Ok(false);
        }
        self.number += 1;
        self.at = 0;
        self.column = 0;
        if bytes.len() as u64 == problem_limits::MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
            let message = message!("the line is longer than {count} MiB", count = problem_limits::MAX_LINE_BYTES >> 20);
            return Err(JudgeError::Text { line: self.number, column: 1, message });
        }
        self.line = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let column = String::from_utf8_lossy(&error.as_bytes()[..good]).chars().count() + 1;
            let message = message!("the byte {byte} is not UTF-8", byte = format!("0x{:02x}", error.as_bytes()[good]));
            JudgeError::Text { line: self.number, column, message }
        })?;
        if self.number == 1 && self.line.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        Ok(true)
    }

    fn fetch(&mut self) -> Result<bool, JudgeError> {
        loop {
            let rest = &self.line[self.at..];
            let skipped = rest.len() - rest.trim_start().len();
            let rest = &rest[skipped..];
            if !rest.is_empty() {
                let start = self.at + skipped;
                let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let before = self.column + self.line[self.at..start].chars().count();
                self.ahead.push_back(Word { text: rest[..length].to_owned(), line: self.number, column: before + 1 });
                self.at = start + length;
                self.column = before + rest[..length].chars().count();
                return Ok(true);
            }
            if !self.next_line()? {
                return Ok(false);
            }
        }
    }

    /// Returns the word `ahead` words after the next without consuming it.
    pub fn peek(&mut self, ahead: usize) -> Result<Option<&Word>, JudgeError> {
        while self.ahead.len() <= ahead {
            if !self.fetch()? {
                return Ok(None);
            }
        }
        Ok(self.ahead.get(ahead))
    }

    pub fn take(&mut self, what: &Message) -> Result<Word, JudgeError> {
        if self.ahead.is_empty() && !self.fetch()? {
            return Err(self.ended(what));
        }
        self.ahead.pop_front().ok_or_else(|| self.ended(what))
    }

    pub fn ended(&self, what: &Message) -> JudgeError {
        let column = self.line.trim_end_matches(['\n', '\r']).chars().count() + 1;
        JudgeError::Text {
            line: self.number.max(1),
            column,
            message: message!("the input ends where {what} is expected", what),
        }
    }

    /// Consumes the next whole line not yet begun, without its line end.
    pub fn take_line(&mut self, what: &Message) -> Result<Word, JudgeError> {
        // A non-empty rest of a line already begun comes first.
        let begun = self.at > 0 && self.number > 0;
        let rest = self.line[self.at..].trim();
        if let Some(word) = self.ahead.pop_front() {
            let text = format!("{} {rest}", word.text).trim().to_owned();
            self.at = self.line.len();
            return Ok(Word { text, ..word });
        }
        if begun && !rest.is_empty() {
            let word = Word { text: rest.to_owned(), line: self.number, column: self.column + 1 };
            self.at = self.line.len();
            return Ok(word);
        }
        if !self.next_line()? {
            return Err(self.ended(what));
        }
        self.at = self.line.len();
        Ok(Word { text: self.line.trim().to_owned(), line: self.number, column: 1 })
    }
}
