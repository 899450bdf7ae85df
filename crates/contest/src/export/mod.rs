//! A contest problem as a complete program in C++, Python, Java or Rust.
//!
//! In: a [`Problem`]. Out: the text of a program that reads the judge's input, answers and prints, or why there is none. Idea:
//! the problem becomes a small program in no language ([`program`]), by a closed form where the game has a claim that covers the
//! judge's limits, else by the smallest table or search ([`solve`]); then one of four printers writes it down. The limits
//! are what the problem's `draw` can draw. The wrong tool for one answer: `ask` gives that at once.

mod closed;
mod cpp;
mod effort;
mod folds;
mod java;
mod limits;
mod lower;
mod moves;
mod print;
mod program;
mod python;
mod reading;
mod retrograde;
mod rust;
mod search;
mod solve;
mod theorems;

use crate::problem::Problem;
use program::Program;

/// A language that programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// C++17.
    Cpp,
    /// Python 3.8.
    Python,
    /// Java 11.
    Java,
    /// Rust 2021, without other crates.
    Rust,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 4] = [Language::Cpp, Language::Python, Language::Java, Language::Rust];

    /// What it is asked for by.
    pub fn name(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::Python => "python",
            Language::Java => "java",
            Language::Rust => "rust",
        }
    }

    /// The language of this name.
    pub fn of(name: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.name() == name)
    }
}

/// Why there is no program, in lower case and without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

pub(crate) type Answer<T> = Result<T, Refused>;

pub(crate) fn refused(why: impl Into<String>) -> Refused {
    Refused(why.into())
}

/// A complete program for a problem.
///
/// # Errors
/// Why there is no program that is right and fast enough at the judge's limits.
pub fn export(problem: &Problem, language: Language) -> Result<String, Refused> {
    let mut program = reading::program(problem)?;
    program.wide = program.has_wide_numbers();
    if program.wide && language == Language::Java {
        return Err(refused("the numbers grow past 64 bits, which a long of Java does not hold"));
    }
    Ok(text(&program, language))
}

fn text(program: &Program, language: Language) -> String {
    match language {
        Language::Cpp => cpp::text(program),
        Language::Python => python::text(program),
        Language::Java => java::text(program),
        Language::Rust => rust::text(program),
    }
}
