//! Languages of the people who read what the program says.
//!
//! What is said is a [`Message`](grundy_message::Message): an English template with arguments, made where it arises. Its
//! text in a language is written by [`render`], at the last moment; programs, which read JSON, always get English.
//! Titles and descriptions of games and problems carry their own languages.

mod render;

pub use render::{LOOKED_UP, TABLES, entries, foreign, render};

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
