//! Sentences that programs know too.

use grundy_message::{Arg, Message};
use serde_json::{Map, Value, json};

/// Returns the key, the arguments and the English text of a sentence, for programs.
pub fn data(sentence: &Message) -> Value {
    let is_value = |(_, value): &&(&str, Arg)| !matches!(value, Arg::Plural(_));
    let arguments = sentence.args().iter().filter(is_value);
    let arguments: Map<String, Value> =
        arguments.map(|(name, value)| ((*name).to_owned(), json!(value.to_string()))).collect();
    json!({"key": sentence.template().id, "arguments": arguments, "text": sentence.to_string()})
}
