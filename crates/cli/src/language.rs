//! The language of this run of the program: that of `--lang`, else that of the environment.

use crate::arguments;
use clap::ValueEnum;
use grundy::view::Language;
use grundy::view::words;
use grundy_message::Message;
use std::ffi::OsString;
use std::sync::OnceLock;

/// What `--lang` takes.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Choice {
    En,
    Zh,
}

static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Sets the language, once and before anything is printed.
pub fn choose(arguments: &[OsString]) {
    let requested = arguments::language(arguments).map(Language::of_locale);
    let language = requested.unwrap_or_else(|| Language::of_environment(|name| std::env::var(name).ok()));
    LANGUAGE.get_or_init(|| language);
}

/// Returns the language.
pub fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// Writes a message in the language.
pub fn write(message: &Message) -> String {
    words::render(message, language())
}
