//! A line of JSON, as strict as somebody who may have made a slip wants it.
//!
//! In: a text. Out: its value, or what is wrong with it and at which column. A field that an object has twice is refused: readers of
//! JSON take the last one as a rule, and whoever wrote both meant something else.

use serde_json::Value as Json;
use std::collections::HashSet;

/// Reads one line of JSON.
///
/// ```
/// use grundy_contest::read_json;
/// assert!(read_json("{\"heaps\": [3, 4]}").is_ok());
/// assert_eq!(read_json("{\"n\": 1, \"n\": 2}").unwrap_err(), "column 10: the field `n` is given twice");
/// assert_eq!(read_json("{\"n\": ").unwrap_err(), "this is not JSON: EOF while parsing a value at column 6");
/// ```
///
/// # Errors
/// What is wrong with it.
pub fn read_json(text: &str) -> Result<Json, String> {
    let text = text.trim_end_matches(['\n', '\r']);
    let json = serde_json::from_str(text)
        .map_err(|error| format!("this is not JSON: {error}").replace(" at line 1 column ", " at column "))?;
    match repeated_field(text) {
        Some(twice) => Err(twice),
        None => Ok(json),
    }
}

/// Returns what is to be said of the first field that an object of this text, which is JSON, has twice.
pub fn repeated_field(text: &str) -> Option<String> {
    // The names of each object that is open; nothing of lists.
    let mut open: Vec<Option<HashSet<String>>> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => open.push(Some(HashSet::new())),
            b'[' => open.push(None),
            b'}' | b']' => {
                open.pop();
            }
            b'"' => {
                let begin = at;
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let behind = text.get(at + 1..).unwrap_or_default().trim_start();
                if let (Some(Some(names)), true) = (open.last_mut(), behind.starts_with(':')) {
                    let name: String = serde_json::from_str(text.get(begin..=at)?).ok()?;
                    if !names.insert(name.clone()) {
                        let before = &text[..begin];
                        let line = before.matches('\n').count() + 1;
                        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                        return Some(match line {
                            1 => format!("column {column}: the field `{name}` is given twice"),
                            _ => format!("line {line}, column {column}: the field `{name}` is given twice"),
                        });
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(read_json(text).err().unwrap_or_default(), expect, "{text}");
    }

    #[test]
    fn a_field_that_is_given_twice_is_refused_wherever_it_stands() {
        check(r#"{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}"#, "");
        check(r#"{"a":"a","b":"a\"","c":["a","a"]}"#, "");
        check(r#"{"石":1,"b":{"x":[],"x" : 2}}"#, "column 20: the field `x` is given twice");
        check(r#"{"input":{"n":1},"input":{"n":2}}"#, "column 18: the field `input` is given twice");
        check(r#"{"n":1,"\u006e":2}"#, "column 8: the field `n` is given twice");
    }

    #[test]
    fn what_is_no_json_is_told_with_its_column() {
        check("{\"n\":1\n", "this is not JSON: EOF while parsing an object at column 6");
        check("{\"n\":1} x", "this is not JSON: trailing characters at column 9");
    }
}
