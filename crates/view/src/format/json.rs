//! Data as JSON: one value, one line. Numbers of any size stay numbers.

use grundy_rules::Int;
use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

/// Formats a value on one line, without a line end.
pub fn write(data: &Value) -> String {
    data.to_string()
}

/// Members serialised on demand, as a list: a tree of a million values would take ten times their memory.
pub struct Stream<F>(pub F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Stream<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Converts a number of any size to a JSON number.
///
/// ```
/// use grundy_rules::Int;
/// let large: Int = "123456789012345678901234567890".parse().unwrap();
/// assert_eq!(grundy_view::format::json::int(&large).to_string(), "123456789012345678901234567890");
/// ```
pub fn int(int: &Int) -> Value {
    int.to_string().parse::<Number>().map_or(Value::Null, Value::Number)
}
