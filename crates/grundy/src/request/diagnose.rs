//! Rules as they are being written: every mistake, and what the game is when there is none.

use super::games::whole;
use super::limits::MAX_TEXT_CHARS;
use super::{Fields, Limits, in_other_languages};
use crate::{Diagnostic, Error, Severity};
use grundy_message::message;
use serde_json::{Value, json};

/// Returns the diagnostics of the text in the field `rules`.
///
/// # Errors
/// Fails if the field is missing or too long.
pub fn diagnose(request: &Value, limits: &Limits) -> Result<Value, Error> {
    let rules = Fields::new(request, limits)?.rules()?.ok_or_else(|| {
        Error::wrong(message!("`rules` is not there")).hint(message!("send {{\"rules\": \"game nim(n) …\"}}"))
    })?;
    let (game, diagnostics) = crate::diagnose(rules);
    game.iter().try_for_each(|game| limits.check_game(game))?;
    let listed: Vec<Value> = diagnostics.iter().map(|item| diagnostic(rules, item)).collect();
    Ok(json!({
        "game": game.as_ref().map(|game| whole(&game.name, game, limits)),
        "diagnostics": listed,
        "formatted": crate::format(rules).ok(),
    }))
}

/// Converts a diagnostic to JSON. Positions are given twice: line and column for people, both from 1, and `from` and
/// `to` in UTF-16 units, which is how a browser counts.
pub fn diagnostic(source: &str, diagnostic: &Diagnostic) -> Value {
    let (line, column) = diagnostic.index(source);
    let message = brief(diagnostic.message.to_string());
    let label = brief(diagnostic.label.to_string());
    let hints: Vec<String> = diagnostic.hints.iter().map(ToString::to_string).map(brief).collect();
    let index = |span: crate::Span| (units(source, span.start), units(source, span.end));
    let (from, to) = index(diagnostic.span);
    let fix = diagnostic.fix.as_ref().map(|fix| {
        let (from, to) = index(fix.span);
        json!({"title": fix.title.to_string(), "from": from, "to": to, "text": fix.text})
    });
    json!({
        "severity": if diagnostic.severity == Severity::Error { "error" } else { "warning" },
        "message": message,
        "label": label,
        "line": line,
        "column": column,
        "from": from,
        "to": to,
        "hints": hints,
        "fix": fix,
        "said": in_other_languages(|text| {
            let text = |message| brief(text(message));
            json!({
                "message": text(&diagnostic.message),
                "label": text(&diagnostic.label),
                "hints": diagnostic.hints.iter().map(text).collect::<Vec<_>>(),
                "fix_title": diagnostic.fix.as_ref().map(|fix| text(&fix.title)),
            })
        }),
    })
}

/// Returns the number of UTF-16 units before this byte.
fn units(source: &str, byte: usize) -> usize {
    let mut byte = byte.min(source.len());
    while !source.is_char_boundary(byte) {
        byte -= 1;
    }
    source[..byte].encode_utf16().count()
}

/// Truncates a text to a length that people read.
pub fn brief(text: String) -> String {
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_as_a_browser_counts() {
        let source = "# 𝄞\ngame 石子(n) move t(k in 1..m) -> n - k";
        let (_, diagnostics) = crate::diagnose(source);
        let unknown = diagnostics.iter().find(|item| item.message.to_string().contains("`m`")).unwrap();
        let data = diagnostic(source, unknown);
        let units: Vec<u16> = source.encode_utf16().collect();
        let at = |name: &str| data[name].as_u64().unwrap() as usize;
        assert_eq!(String::from_utf16(&units[at("from")..at("to")]).unwrap(), "m");
    }
}
