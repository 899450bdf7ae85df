//! Sentences: messages as a key with arguments, so that they can be translated.
//!
//! In: a key and its arguments. Out: the English text, from the tables beside the code that uses them:
//! [`crate::why::TEXTS`], [`crate::explain::TEXTS`] and [`crate::play::TEXTS`]. A text holds its arguments as
//! `{ $name }`, as in a Fluent file. A key without a text is an error that the tests find; it is then shown by its
//! name.

use serde_json::{Map, Value, json};

/// A key and its English text.
pub type Text = (&'static str, &'static str);

/// One sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The key of its text.
    pub key: &'static str,
    /// Its arguments: (name, value).
    pub arguments: Vec<(&'static str, String)>,
}

impl Sentence {
    /// Creates a sentence without arguments.
    pub fn new(key: &'static str) -> Sentence {
        Sentence { key, arguments: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Sentence {
        self.arguments.push((name, value.to_string()));
        self
    }

    /// Returns the sentence in English.
    ///
    /// ```
    /// use grundy_view::sentence::Sentence;
    /// assert_eq!(Sentence::new("why-one-none").with("value", 3).english(), "The Grundy value is 3.");
    /// ```
    pub fn english(&self) -> String {
        match text_of(self.key) {
            Some(text) => self.fill(text),
            None => self.key.to_owned(),
        }
    }

    fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{ $") {
            filled += before;
            let (name, after) = after.split_once(" }").unwrap_or((after, ""));
            let argument = self.arguments.iter().find(|(known, _)| *known == name);
            filled += argument.map_or("?", |(_, value)| value);
            // Singular: one move, and not one moves.
            let is_one = argument.is_some_and(|(_, value)| value == "1");
            rest = after.strip_prefix(" moves").filter(|_| is_one).map_or(after, |after| {
                filled += " move";
                after
            });
        }
        filled + rest
    }

    /// Returns the key, the arguments and the English text, for programs.
    pub fn data(&self) -> Value {
        let arguments: Map<String, Value> =
            self.arguments.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        json!({"key": self.key, "arguments": arguments, "text": self.english()})
    }
}

/// Returns the English text of a key.
pub fn text_of(key: &str) -> Option<&'static str> {
    let tables: [&[Text]; 3] = [crate::why::TEXTS, crate::explain::TEXTS, crate::play::TEXTS];
    tables.into_iter().flatten().find(|(known, _)| *known == key).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn arguments_are_filled_in() {
        let sentence = Sentence { key: "x", arguments: vec![("a", "1".to_owned()), ("b", "{ $a }".to_owned())] };
        assert_eq!(sentence.fill("{ $a } and { $b }{ $c }."), "1 and { $a }?.");
        assert_eq!(sentence.english(), "x");
        assert_eq!(sentence.fill("after { $a } moves, { $b } moves"), "after 1 move, { $a } moves");
    }

    #[test]
    fn every_key_has_one_text() {
        let tables: [&[Text]; 3] = [crate::why::TEXTS, crate::explain::TEXTS, crate::play::TEXTS];
        let keys: Vec<&str> = tables.into_iter().flatten().map(|(key, _)| *key).collect();
        let different: BTreeSet<&&str> = keys.iter().collect();
        assert_eq!(different.len(), keys.len());
        assert!(tables.into_iter().flatten().all(|(_, text)| !text.trim().is_empty()));
    }
}
