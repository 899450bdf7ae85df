//! What people read, in their language.
//!
//! In: text as the program makes it, which is English, and a language. Out: the same in that language. The words stand in
//! `messages/*.{en,zh}.ftl`, Fluent files whose keys are the same in every language. The English side of a message is also
//! the pattern by which it is recognised: `there is no game called `{ $name }`` fits every such sentence, whatever the name,
//! and what stands at its places is said again in the other language where it is itself a message. So the code that finds out
//! what to say needs to know of no language, and programs, which read JSON, always get the same words.
//!
//! What is not recognised is shown as it is: in English, and never lost. The tests list what would be.
//! Wrong tool for text that is not the program's own: titles of games say themselves in what languages they are.

mod catalogue;
mod page;
mod template;

pub use catalogue::{Catalogue, FILES};
pub use page::translate;

use std::borrow::Cow;

/// A language that the program speaks.
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

    /// Its code, as in `--lang zh` and in `title zh`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// The language of a locale, as `zh_CN.UTF-8`; English where it is none of ours.
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

    /// The language that these variables of the environment ask for: the program's own before those of POSIX, whose order
    /// is that of the standard; an empty one says nothing.
    ///
    /// ```
    /// use grundy_view::words::Language;
    /// let chosen = |name: &str| (name == "LANG").then(|| "zh_CN.UTF-8".to_owned());
    /// assert_eq!(Language::of_environment(chosen), Language::Chinese);
    /// ```
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Language {
        let mut said = ["GRUNDY_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
        said.find(|locale| !locale.is_empty()).map_or_else(Language::default, |locale| Language::of_locale(&locale))
    }
}

/// A message of the program in this language; as it is where it is not recognised.
///
/// ```
/// use grundy_view::words::{Language, say};
/// assert_eq!(say(Language::Chinese, "the player to move wins"), "先手必胜");
/// assert_eq!(say(Language::Chinese, "of this nothing is known to the catalogue"), "of this nothing is known to the catalogue");
/// ```
pub fn say(language: Language, message: &str) -> Cow<'_, str> {
    match Catalogue::of(language).and_then(|catalogue| catalogue.say(message)) {
        Some(said) => Cow::Owned(said),
        None => Cow::Borrowed(message),
    }
}

/// Words on a picture: a title, a colon and what is said of it; or what a sign means. One word may be a name, and is one unless it is
/// meant to stand alone.
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

/// The same for a text of several lines, each of which is a message or several, set apart by two spaces or more.
pub fn say_lines(language: Language, text: &str) -> Cow<'_, str> {
    if language == Language::English {
        return Cow::Borrowed(text);
    }
    let lines = text.split('\n').map(|line| page::say_pieces(language, line));
    Cow::Owned(lines.collect::<Vec<String>>().join("\n"))
}
