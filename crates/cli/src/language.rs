//! The language that this run of the program speaks: that of `--lang`, else that of the environment.

use crate::arguments;
use clap::ValueEnum;
use grundy::view::Language;
use grundy::view::words;
use std::ffi::OsString;
use std::sync::OnceLock;

/// What `--lang` takes.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Choice {
    En,
    Zh,
}

static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Chooses, once and before anything is said.
pub fn choose(arguments: &[OsString]) {
    let asked = arguments::language(arguments).map(Language::of_locale);
    let language = asked.unwrap_or_else(|| Language::of_environment(|name| std::env::var(name).ok()));
    LANGUAGE.get_or_init(|| language);
}

/// The language that was chosen.
pub fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// A message in that language.
pub fn say(message: &str) -> String {
    words::say(language(), message).into_owned()
}

/// The cells of a line, set apart by tabs, in that language.
pub fn say_cells(line: &str) -> String {
    line.split('\t').map(say).collect::<Vec<String>>().join("\t")
}
