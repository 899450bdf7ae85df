//! The reasons of the checker, which shares no code with anything and so makes no messages.

use grundy_message::{Message, message};

/// Returns a reason of the checker as a message.
pub fn worded(reason: &str) -> Message {
    let word = reason.split('`').nth(1).unwrap_or_default();
    match reason {
        "this line goes on, and should not" => message!("this line goes on, and should not"),
        "the proof ends here, and the text goes on" => message!("the proof ends here, and the text goes on"),
        "`normal`, `misere` or `grundy` is expected" => message!("`normal`, `misere` or `grundy` is expected"),
        "a move has a guard and a result" => message!("a move has a guard and a result"),
        "a move leaves a number for each component" => message!("a move leaves a number for each component"),
        "`any` stands in misère play alone" => message!("`any` stands in misère play alone"),
        "no move has this number and these binders" => message!("no move has this number and these binders"),
        "`if`, `min` or `max` is left: it must be split before" => {
            message!("`if`, `min` or `max` is left: it must be split before")
        }
        "`if` is left: it must be split before" => message!("`if` is left: it must be split before"),
        "a new quotient cannot be made here" => message!("a new quotient cannot be made here"),
        "there is no such disjunction" => message!("there is no such disjunction"),
        "a term stands for a condition, or a condition for a term" => {
            message!("a term stands for a condition, or a condition for a term")
        }
        "one is expected, not several" => message!("one is expected, not several"),
        _ => match reason.replacen(word, "{word}", 1).as_str() {
            "here a line `{word}` is expected" => message!("here a line `{word}` is expected", word),
            "`{word}` cannot be a name here" => message!("`{word}` cannot be a name here", word),
            "`{word}` has no factor" => message!("`{word}` has no factor", word),
            "`{word}` names no hypothesis" => message!("`{word}` names no hypothesis", word),
            "`{word}` cannot stand here" => message!("`{word}` cannot stand here", word),
            "`{word}` is missing" => message!("`{word}` is missing", word),
            "`{word}` is not known here" => message!("`{word}` is not known here", word),
            _ => Message::text(reason),
        },
    }
}
