//! A contest problem as a complete program in C++, Python, Java or Rust.
//!
//! In: a [`Problem`]. Out: the text of a program that reads the judge's input, answers and prints, or why there is none. Idea:
//! the problem becomes a small program in no language ([`program`]), by a closed form where the game has a claim that covers the
//! judge's limits, else by the smallest table or search ([`solve`]); then one of four printers writes it down. The limits
//! are those that the problem states; what its `draw` can draw says only how large inputs are expected to be. The wrong tool for one answer: `ask` gives that at once.

mod bounded;
mod build;
mod closed;
mod cpp;
mod cpp_helpers;
mod curly;
mod effort;
mod entail;
mod folds;
mod functions;
mod java;
mod java_helpers;
mod laid_out;
mod limits;
mod linear;
mod lower;
mod memo;
mod moves;
mod names;
mod nested;
mod print;
mod program;
mod promises;
mod python;
mod python_helpers;
mod rays;
mod reading;
mod reliance;
mod replay;
mod retrograde;
mod rust;
mod rust_helpers;
mod search;
mod solve;
mod table;
mod theorems;
mod tidy;
mod value;

use crate::problem::Problem;
use grundy_rules::game::Claim;
use grundy_rules::{Game, Instance, Part};
use grundy_solve::Budget;
use grundy_solve::claims::ClaimReport;
use program::Program;
pub use reliance::Examined;
use std::sync::Arc;

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

/// What is known about games beside what their files say. Who exports decides whom to ask.
#[derive(Clone, Copy, Debug)]
pub struct Authority {
    /// What becomes of the claims of a game.
    pub check_claims: fn(&Arc<Game>, &Budget) -> Vec<ClaimReport>,
    /// The claims that are proved for every position with little work, as they are written.
    pub proved_claims: fn(&Arc<Instance>) -> Vec<String>,
    /// What becomes of a claim that a program is to rest on, with these givens: it is to be proved, or tried in a table up to numbers of
    /// this size, and at these positions.
    pub examine: fn(&Arc<Instance>, &Claim, &[Part], i64, &Budget) -> Examined,
    /// The game of the catalogue with the same rules.
    pub built_in: fn(&Game) -> Option<Arc<Game>>,
    /// Whether two games have the same rules, whatever things are called in them.
    pub same_rules: fn(&Game, &Game) -> bool,
}

/// Python takes about ten million steps in a second. What is reckoned is the worst, and a search that stops at the first winning
/// move takes a small part of it.
const MOST_STEPS_OF_PYTHON: f64 = 1e9;

/// More steps than this take seconds in any language, which is said.
const MANY_STEPS: f64 = 1e9;
/// So many positions in a map take about a gigabyte.
const MANY_STATES: f64 = 1e7;

/// A program for a problem, in no language yet.
#[derive(Clone, Debug)]
pub struct Exported {
    program: Program,
}

impl Exported {
    /// The program of a problem. The budget is for what is found out about claims.
    ///
    /// # Errors
    /// Why there is no program that is right and fast enough at the judge's limits.
    pub fn new(problem: &Problem, authority: &Authority, budget: &Budget) -> Result<Exported, Refused> {
        let program = reading::program(problem, authority, budget);
        // What was not looked into for want of time would be said to hold.
        if let Some(stop) = budget.stop() {
            return Err(refused(stop.to_string()));
        }
        let mut program = program?;
        program.drop_unused();
        program.merge_functions(&cpp::nameless);
        program.note_wide_numbers();
        if program.steps > MANY_STEPS {
            let (steps, states) = (program.steps, program.states);
            let long = match states > MANY_STATES {
                true => format!(
                    "the program takes about {steps:.0e} steps at the judge's limits and keeps about {states:.0e} positions in memory"
                ),
                false => format!("the program takes about {steps:.0e} steps at the judge's limits"),
            };
            program.comments.push(format!("Slow: {long}."));
            program.warnings.push(long);
        }
        Ok(Exported { program })
    }

    /// What it rests on that nobody has proved, for whoever asked for the program; its comments say it too.
    pub fn warnings(&self) -> &[String] {
        &self.program.warnings
    }

    /// Its text.
    ///
    /// # Errors
    /// The numbers grow past what the language has, or the language is too slow.
    pub fn text(&self, language: Language) -> Result<String, Refused> {
        Ok(match language {
            Language::Cpp => cpp::text(&self.program),
            Language::Python if self.program.steps > MOST_STEPS_OF_PYTHON => {
                let steps = self.program.steps;
                return Err(refused(format!(
                    "a table or search takes about {steps:.0e} steps at the judge's limits, which is minutes of Python; \
                     --to cpp, java or rust would do"
                )));
            }
            Language::Python => python::text(&self.program),
            Language::Java if self.program.wide => {
                return Err(refused("the numbers grow past 64 bits, which a long of Java does not hold"));
            }
            Language::Java => java::text(&self.program),
            Language::Rust => rust::text(&self.program),
        })
    }
}

/// A complete program for a problem.
///
/// # Errors
/// Why there is no program that is right and fast enough at the judge's limits.
pub fn export(
    problem: &Problem,
    language: Language,
    authority: &Authority,
    budget: &Budget,
) -> Result<String, Refused> {
    Exported::new(problem, authority, budget)?.text(language)
}
