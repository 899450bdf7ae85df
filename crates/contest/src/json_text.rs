//! A line of JSON, parsed strictly.
//!
//! In: a text. Out: its value, or what is wrong with it and at which column. A repeated field of an object is refused: JSON
//! parsers usually take the last one, and a user who wrote both meant something else.

use grundy_message::{Message, message};
use serde_json::Value as Json;
use std::collections::HashSet;

/// Parses one line of JSON.
///
/// ```
/// use grundy_contest::read_json;
/// assert!(read_json("{\"heaps\": [3, 4]}").is_ok());
/// assert_eq!(read_json("{\"n\": 1, \"n\": 2}").unwrap_err().to_string(), "column 10: the field `n` is given twice");
/// assert_eq!(read_json("{\"n\": ").unwrap_err().to_string(), "this is not JSON: EOF while parsing a value at column 6");
/// ```
///
/// # Errors
/// Fails with what is wrong with it.
pub fn read_json(text: &str) -> Result<Json, Message> {
    // A byte order mark, which some editors write.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end_matches(['\n', '\r']);
    let json = serde_json::from_str(text)
        .map_err(|error| message!("this is not JSON: {error}", error = in_one_line(&error)))?;
    match repeated_field(text) {
        Some(twice) => Err(twice),
        None => Ok(json),
    }
}

/// Returns an error of the JSON parser as a message.
pub fn json_error(error: &serde_json::Error) -> Message {
    let (line, column) = (error.line(), error.column());
    message!("{what} at line {line} column {column}", what = mistake(error), line, column)
}

/// Like [`json_error`], but an error in the first line has its column alone.
fn in_one_line(error: &serde_json::Error) -> Message {
    match error.line() {
        1 => message!("{what} at column {column}", what = mistake(error), column = error.column()),
        _ => json_error(error),
    }
}

/// Returns what is wrong, without its place.
fn mistake(error: &serde_json::Error) -> Message {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    // The parser has no other name for the kinds of its errors than their text.
    let text = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    match text {
        "EOF while parsing a value" => message!("EOF while parsing a value"),
        "EOF while parsing an object" => message!("EOF while parsing an object"),
        "EOF while parsing a list" => message!("EOF while parsing a list"),
        "EOF while parsing a string" => message!("EOF while parsing a string"),
        "expected value" => message!("expected value"),
        "expected ident" => message!("expected ident"),
        "expected `,` or `}`" => message!("expected `,` or `}}`"),
        "expected `,` or `]`" => message!("expected `,` or `]`"),
        "expected `:`" => message!("expected `:`"),
        "key must be a string" => message!("key must be a string"),
        "trailing comma" => message!("trailing comma"),
        "trailing characters" => message!("trailing characters"),
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            message!("control character (\\u0000-\\u001F) found while parsing a string")
        }
        "invalid number" => message!("invalid number"),
        "invalid escape" => message!("invalid escape"),
        "number out of range" => message!("number out of range"),
        "recursion limit exceeded" => message!("recursion limit exceeded"),
        other => Message::text(other),
    }
}

/// Returns a message about the first field that an object of this JSON text has twice.
pub fn repeated_field(text: &str) -> Option<Message> {
    // The names of the object that is open at each depth.
    let mut known: Vec<(usize, HashSet<String>)> = Vec::new();
    let twice = Names::of(text).find(|found| {
        known.resize_with(found.depth.max(known.len()), Default::default);
        let (object, names) = &mut known[found.depth - 1];
        if std::mem::replace(object, found.object) != found.object {
            names.clear();
        }
        !names.insert(found.name.clone())
    })?;
    let place = index(text, twice.begin);
    Some(message!("{place}: the field `{name}` is given twice", place, name = twice.name))
}

/// Returns the location of a field of the top-level object of this JSON text: `column 2`, or `line 3, column 2` below the first
/// line.
pub fn field_place(text: &str, name: &str) -> Option<Message> {
    let found = Names::of(text).find(|found| found.depth == 1 && found.name == name)?;
    Some(index(text, found.begin))
}

/// Renders a byte offset as line and column.
fn index(text: &str, at: usize) -> Message {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    match line {
        1 => message!("column {column}", column),
        _ => message!("line {line}, column {column}", line, column),
    }
}

/// The name of a field and its location.
struct Name {
    name: String,
    /// Byte offset, quotes included.
    begin: usize,
    /// Number of open objects and lists.
    depth: usize,
    /// Number of its object, in the order in which they are opened.
    object: usize,
}

/// Iterator over the field names of a JSON text, in order.
struct Names<'a> {
    text: &'a str,
    at: usize,
    /// The open objects, by number; `None` for lists.
    open: Vec<Option<usize>>,
    opened: usize,
}

impl<'a> Names<'a> {
    fn of(text: &'a str) -> Names<'a> {
        Names { text, at: 0, open: Vec::new(), opened: 0 }
    }
}

impl Iterator for Names<'_> {
    type Item = Name;

    fn next(&mut self) -> Option<Name> {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            let begin = self.at;
            self.at += 1;
            match bytes[begin] {
                b'{' => {
                    self.open.push(Some(self.opened));
                    self.opened += 1;
                }
                b'[' => self.open.push(None),
                b'}' | b']' => drop(self.open.pop()),
                b'"' => {
                    while self.at < bytes.len() && bytes[self.at] != b'"' {
                        self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
                    }
                    let end = self.at;
                    self.at += 1;
                    let behind = self.text.get(end + 1..).unwrap_or_default().trim_start();
                    if let (Some(Some(object)), true) = (self.open.last(), behind.starts_with(':')) {
                        let name = serde_json::from_str(self.text.get(begin..=end)?).ok()?;
                        return Some(Name { name, begin, depth: self.open.len(), object: *object });
                    }
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(read_json(text).err().unwrap_or_default().to_string(), expect, "{text}");
    }

    #[test]
    fn a_repeated_field_is_refused_at_any_depth() {
        check(r#"{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}"#, "");
        check(r#"{"a":"a","b":"a\"","c":["a","a"]}"#, "");
        check(r#"{"石":1,"b":{"x":[],"x" : 2}}"#, "column 20: the field `x` is given twice");
        check(r#"{"input":{"n":1},"input":{"n":2}}"#, "column 18: the field `input` is given twice");
        check(r#"{"n":1,"\u006e":2}"#, "column 8: the field `n` is given twice");
    }

    #[test]
    fn invalid_json_is_reported_with_its_column() {
        check("{\"n\":1\n", "this is not JSON: EOF while parsing an object at column 6");
        check("{\"n\":1} x", "this is not JSON: trailing characters at column 9");
    }
}
