//! Translation of what people read.
//!
//! In: text as the program makes it, which is English, and a language. Out: the same in that language. The texts are in
//! `messages/*.{en,zh}.ftl`, Fluent files whose keys are the same in every language. The English side of a message is
//! also the pattern by which it is recognised: `there is no game called `{ $name }`` fits every such sentence, whatever
//! the name, and the text in its placeholders is translated too if it is itself a message. So the code that makes
//! messages need not know of any language, and programs, which read JSON, always get the same words.
//!
//! What is not recognised is shown as it is: in English, and never lost. The tests list such texts. Wrong tool for text
//! that is not the program's own: titles of games carry their own languages.

mod catalogue;
mod render;
mod template;

pub use catalogue::{Catalogue, FILES};
pub use render::{LOOKED_UP, TABLES, entries, foreign, render};

use std::borrow::Cow;

/// A language of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English, in which everything is written.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// Returns its code, as in `--lang zh` and in `title zh`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// Returns the language of a locale, as `zh_CN.UTF-8`; English if it is not supported.
    ///
    /// ```
    /// use grundy_view::words::Language;
    /// assert_eq!(Language::of_locale("zh_CN.UTF-8"), Language::Chinese);
    /// assert_eq!(Language::of_locale("C"), Language::English);
    /// ```
    pub fn of_locale(locale: &str) -> Language {
        let code = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        let known = Language::ALL.into_iter().find(|language| code.eq_ignore_ascii_case(language.code()));
        known.unwrap_or_default()
    }

    /// Returns the language that the environment variables select: the program's own before those of POSIX, in the
    /// standard's order; empty ones are ignored.
    ///
    /// ```
    /// use grundy_view::words::Language;
    /// let chosen = |name: &str| (name == "LANG").then(|| "zh_CN.UTF-8".to_owned());
    /// assert_eq!(Language::of_environment(chosen), Language::Chinese);
    /// ```
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Language {
        let mut locales = ["GRUNDY_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
        locales.find(|locale| !locale.is_empty()).map_or_else(Language::default, |locale| Language::of_locale(&locale))
    }
}

/// Translates a message of the program to this language; unchanged if it is not recognised.
///
/// ```
/// use grundy_view::words::{Language, say};
/// assert_eq!(say(Language::Chinese, "the player to move wins"), "先手必胜");
/// assert_eq!(say(Language::Chinese, "of this nothing is known to the catalogue"), "of this nothing is known to the catalogue");
/// ```
pub fn say(language: Language, message: &str) -> Cow<'_, str> {
    match Catalogue::of(language).and_then(|catalogue| catalogue.say(message)) {
        Some(translated) => Cow::Owned(translated),
        None => Cow::Borrowed(message),
    }
}

/// Translates text on a picture: a title, a colon and a message; or the meaning of a sign. A single word is taken for a
/// name unless it is a message meant to be alone.
pub fn say_pictured(language: Language, text: &str) -> String {
    let Some(catalogue) = Catalogue::of(language) else { return text.to_owned() };
    let among = |text: &str| catalogue.say_standing(text, catalogue::Standing::Among);
    match text.rsplit_once(": ") {
        Some((title, rest)) if among(text).is_none() => {
            format!("{title}：{}", among(rest).unwrap_or_else(|| rest.to_owned()))
        }
        _ => among(text).unwrap_or_else(|| text.to_owned()),
    }
}

/// Like [`say`], but for a text of several lines, each of which is one or more messages separated by two spaces or
/// more.
pub fn say_lines(language: Language, text: &str) -> Cow<'_, str> {
    if language == Language::English {
        return Cow::Borrowed(text);
    }
    let lines = text.split('\n').map(|line| say_pieces(language, line));
    Cow::Owned(lines.collect::<Vec<String>>().join("\n"))
}

/// Translates a line whose pieces are separated by two spaces or more, piece by piece.
fn say_pieces(language: Language, line: &str) -> String {
    if !line.trim().contains("  ") {
        return say(language, line).into_owned();
    }
    let mut translated = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let spaces = rest.len() - rest.trim_start_matches(' ').len();
        let body = &rest[spaces..];
        let end = body.find("  ").unwrap_or(body.len());
        translated += &rest[..spaces];
        translated += &say(language, &body[..end]);
        rest = &body[end..];
    }
    translated
}
