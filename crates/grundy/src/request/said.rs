//! Texts for people in the other languages.
//!
//! In: the fields of an object that people read. Out: the same fields in each other language, under its code. Programs
//! read the English fields, which always exist; the page shows those in the reader's language.

use crate::view::Language;
use crate::view::words::render;
use crate::{Budget, Stop};
use grundy_message::Message;
use serde_json::{Map, Value, json};

/// Returns why work within this budget ended early, if it did: `cancelled`, or the limit in words; and that in the other
/// languages.
pub(super) fn stopped(budget: &Budget) -> (Value, Value) {
    let stop = budget.stop();
    let message = stop.filter(|stop| *stop != Stop::Cancelled).map(|stop| stop.message());
    let word = stop.map(|stop| message.as_ref().map_or_else(|| stop.limit().to_owned(), ToString::to_string));
    (json!(word), in_other_languages(|write| json!({"stopped": message.as_ref().map(write)})))
}

/// Returns the fields in every language but English. `fields` makes them with a function that writes a message.
pub fn in_other_languages(fields: impl Fn(&dyn Fn(&Message) -> String) -> Value) -> Value {
    let others = Language::ALL.into_iter().filter(|language| *language != Language::English);
    let said = others.map(|language| (language.code().to_owned(), fields(&|message| render(message, language))));
    Value::Object(said.collect::<Map<String, Value>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_message::message;
    use serde_json::json;

    #[test]
    fn messages_are_written_in_each_language() {
        let said =
            in_other_languages(|text| json!({"detail": text(&message!("the player to move wins")), "fix": null}));
        assert_eq!(said, json!({"zh": {"detail": "先手必胜", "fix": null}}));
    }
}
