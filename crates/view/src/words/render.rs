//! Messages in the language of the reader.
//!
//! In: a [`Message`] and a language. Out: its text. The translations are in `messages/*.zh`, two lines an entry: the
//! template as it is in the code, and `  = ` with its translation, which has the same arguments but for plurals.

use super::Language;
use grundy_message::{Arg, Message, Piece, Separator, pieces};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The translations into Chinese: their topic and their text.
pub const TABLES: &[(&str, &str)] = &[
    ("answers", include_str!("../../messages/answers.zh")),
    ("command", include_str!("../../messages/command.zh")),
    ("contest", include_str!("../../messages/contest.zh")),
    ("find", include_str!("../../messages/find.zh")),
    ("heap", include_str!("../../messages/heap.zh")),
    ("help", include_str!("../../messages/help.zh")),
    ("letters", include_str!("../../messages/letters.zh")),
    ("library", include_str!("../../messages/library.zh")),
    ("matrix", include_str!("../../messages/matrix.zh")),
    ("play", include_str!("../../messages/play.zh")),
    ("rules", include_str!("../../messages/rules.zh")),
    ("solve", include_str!("../../messages/solve.zh")),
    ("web", include_str!("../../messages/web.zh")),
];

/// The tables of texts that are looked up whole: help, and texts of libraries and of the system.
pub const LOOKED_UP: [&str; 2] = ["help", "library"];

/// Returns the entries of a table: template and translation. `\n` is the end of a line, `\\` a backslash.
pub fn entries(table: &str) -> impl Iterator<Item = (String, String)> {
    let mut lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let text = |line: &str| line.split("\\\\").map(|part| part.replace("\\n", "\n")).collect::<Vec<_>>().join("\\");
    std::iter::from_fn(move || Some((text(lines.next()?), text(lines.next()?.strip_prefix("  = ")?))))
}

/// Returns the translation of a template into Chinese.
fn chinese(template: &str) -> Option<&'static str> {
    static TABLE: OnceLock<HashMap<String, String>> = OnceLock::new();
    let table = TABLE.get_or_init(|| TABLES.iter().flat_map(|(_, table)| entries(table)).collect());
    table.get(template).map(String::as_str)
}

/// Writes a message in a language.
///
/// ```
/// use grundy_message::message;
/// use grundy_view::words::{Language, render};
/// assert_eq!(render(&message!("part {number}", number = 2), Language::English), "part 2");
/// ```
pub fn render(message: &Message, language: Language) -> String {
    match language {
        Language::English => message.to_string(),
        Language::Chinese => in_chinese(message),
    }
}

/// Returns a text of a library or of the system as a message: it is looked up whole.
pub fn foreign(text: &str) -> Message {
    let chinese = chinese(text).map(|chinese| (Language::Chinese.code().to_owned(), chinese.to_owned()));
    Message::translated(text, chinese.as_slice())
}

fn in_chinese(message: &Message) -> String {
    let template = message.template().text;
    // White space around a message joins it to what is beside it, and is no part of its translation.
    let core = template.trim();
    let start = template.len() - template.trim_start().len();
    let (before, after) = (&template[..start], &template[start + core.len()..]);
    let mut text = String::new();
    let mut quote = None;
    for piece in pieces(chinese(core).unwrap_or(core)) {
        match piece {
            Piece::Literal(literal) => {
                match quote.take() {
                    Some(quote) if literal.starts_with(quote) => text.push_str(literal),
                    _ => join(&mut text, literal),
                }
                quote = literal.chars().next_back().filter(|c| matches!(c, '`' | '\''));
            }
            Piece::Argument(name) => {
                let filled = message.arg(name).map(argument).unwrap_or_default();
                match quote {
                    Some(_) => text.push_str(&filled),
                    None => join(&mut text, &filled),
                }
            }
        }
    }
    // Between Chinese characters no space is written, and none before or after their punctuation.
    let before = if before == " " && text.starts_with(is_wide) { "" } else { before };
    let after = if after == " " && text.ends_with(is_wide) { "" } else { after };
    format!("{before}{text}{after}")
}

fn argument(arg: &Arg) -> String {
    match arg {
        Arg::Text(text) => text.clone(),
        Arg::Translated(text, others) => {
            let own = others.iter().find(|(code, _)| code == Language::Chinese.code());
            own.map_or(text, |(_, own)| own).clone()
        }
        Arg::Plural(word) => (*word).to_owned(),
        Arg::Message(message) => in_chinese(message),
        Arg::List(separator, messages) => {
            let separator = match separator {
                Separator::Comma => "、",
                Separator::Clause => "，",
                Separator::Semicolon => "；",
                Separator::Space => " ",
            };
            messages.iter().map(in_chinese).collect::<Vec<_>>().join(separator)
        }
    }
}

/// Appends text, with one space between Chinese and other characters, and none between Chinese ones.
fn join(text: &mut String, more: &str) {
    let ends = (text.trim_end_matches(' ').chars().next_back(), more.trim_start_matches(' ').chars().next());
    if let (Some(before), Some(after)) = ends {
        if is_wide(before) && is_wide(after) {
            text.truncate(text.trim_end_matches(' ').len());
            text.push_str(more.trim_start_matches(' '));
            return;
        }
        if meet(before, after) && !text.ends_with(' ') && !more.starts_with(' ') {
            text.push(' ');
        }
    }
    text.push_str(more);
}

/// Returns whether a Chinese character is next to one of another script; punctuation has its own spacing.
fn meet(before: char, after: char) -> bool {
    let is_letter = |c: char| is_wide(c) && c.is_alphanumeric();
    let is_other = |c: char| !is_wide(c) && (c.is_alphanumeric() || c == '`');
    is_letter(before) && is_other(after) || is_other(before) && is_letter(after)
}

/// Returns whether a character is as wide as a Chinese one.
fn is_wide(c: char) -> bool {
    unicode_width::UnicodeWidthChar::width(c) == Some(2)
}
