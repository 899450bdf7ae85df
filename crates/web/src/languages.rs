//! What is said to people, in the other languages too.
//!
//! In: the fields of an object that people read, in English. Out: the same fields in each other language, under its code. Programs read
//! what is English and is always there; the page shows what it finds for its reader.

use grundy::view::Language;
use grundy::view::words::say;
use serde_json::{Map, Value};

/// These fields in every language but English: texts, and lists of texts.
pub fn in_other_languages(fields: &Value) -> Value {
    let others = Language::ALL.into_iter().filter(|language| *language != Language::English);
    let told = others.map(|language| (language.code().to_owned(), said(language, fields)));
    Value::Object(told.collect::<Map<String, Value>>())
}

/// Objects hold lists and texts, and no deeper objects than one.
fn said(language: Language, value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(say(language, text).into_owned()),
        Value::Array(texts) => Value::Array(texts.iter().map(|text| said(language, text)).collect()),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, value)| (name.clone(), said(language, value))).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_and_lists_are_said_and_nothing_else_changes() {
        let told = in_other_languages(&json!({"detail": "the player to move wins", "hints": ["a draw"], "fix": null}));
        assert_eq!(told, json!({"zh": {"detail": "先手必胜", "hints": ["平局"], "fix": null}}));
    }
}
