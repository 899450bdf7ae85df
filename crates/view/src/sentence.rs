//! Sentences: what is said, as a key with arguments, so that it can be said in any language.
//!
//! In: a key and what it is said of. Out: the English text, from the tables that stand beside those who speak:
//! [`crate::why::TEXTS`], [`crate::explain::TEXTS`] and [`crate::play::TEXTS`]. A text holds its arguments as `{ $name }`, as in
//! a Fluent file. A key without a text is an oversight that the tests find; it is then shown by its name.

use serde_json::{Map, Value, json};

/// A key and its English text.
pub type Text = (&'static str, &'static str);

/// One sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What it says.
    pub key: &'static str,
    /// What it says it of.
    pub arguments: Vec<(&'static str, String)>,
}

impl Sentence {
    /// Something said of nothing in particular.
    pub fn new(key: &'static str) -> Sentence {
        Sentence { key, arguments: Vec::new() }
    }

    /// The same said of this, too.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Sentence {
        self.arguments.push((name, value.to_string()));
        self
    }

    /// The sentence in English.
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
            let said = self.arguments.iter().find(|(known, _)| *known == name);
            filled += said.map_or("?", |(_, value)| value);
            // One move, and not one moves.
            let is_one = said.is_some_and(|(_, value)| value == "1");
            rest = after.strip_prefix(" moves").filter(|_| is_one).map_or(after, |after| {
                filled += " move";
                after
            });
        }
        filled + rest
    }

    /// For programs: the key, the arguments and the English text.
    pub fn data(&self) -> Value {
        let arguments: Map<String, Value> =
            self.arguments.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        json!({"key": self.key, "arguments": arguments, "text": self.english()})
    }
}

/// The English text of a key.
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
        let said = Sentence { key: "x", arguments: vec![("a", "1".to_owned()), ("b", "{ $a }".to_owned())] };
        assert_eq!(said.fill("{ $a } and { $b }{ $c }."), "1 and { $a }?.");
        assert_eq!(said.english(), "x");
        assert_eq!(said.fill("after { $a } moves, { $b } moves"), "after 1 move, { $a } moves");
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
