//! Texts for people in the other languages.
//!
//! In: the fields of an object that people read, in English. Out: the same fields in each other language, under its
//! code. Programs read the English fields, which always exist; the page shows those in the reader's language.

use crate::view::Language;
use crate::view::words::say;
use crate::{Budget, Stop};
use serde_json::{Map, Value};

/// Returns why work within this budget ended early, if it did: `cancelled`, or the limit in words.
pub(super) fn stopped(budget: &Budget) -> Option<String> {
    budget.stop().map(|stop| if stop == Stop::Cancelled { stop.limit().to_owned() } else { stop.to_string() })
}

/// Translates these fields, texts and lists of texts, into every language but English.
pub fn in_other_languages(fields: &Value) -> Value {
    let others = Language::ALL.into_iter().filter(|language| *language != Language::English);
    let translations = others.map(|language| (language.code().to_owned(), translate(language, fields)));
    Value::Object(translations.collect::<Map<String, Value>>())
}

/// Translates a value. Objects hold lists and texts, and no objects nested deeper than one.
fn translate(language: Language, value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(say(language, text).into_owned()),
        Value::Array(texts) => Value::Array(texts.iter().map(|text| translate(language, text)).collect()),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, value)| (name.clone(), translate(language, value))).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_and_lists_are_translated_and_nothing_else_changes() {
        let translations =
            in_other_languages(&json!({"detail": "the player to move wins", "hints": ["a draw"], "fix": null}));
        assert_eq!(translations, json!({"zh": {"detail": "先手必胜", "hints": ["平局"], "fix": null}}));
    }
}
