//! A contest problem as a complete program in C++, Python, Java or Rust.
//!
//! In: a [`Problem`]. Out: the text of a program that reads the judge's input, answers and prints, or why there is none. Idea:
//! the problem becomes a small program in no language ([`program`]), by a closed form if the game has a claim that covers the
//! judge's limits, else by the smallest table or search ([`solve`]); then one of four printers prints it. The limits are those
//! that the problem states; its `draw` clause only says how large inputs are expected to be. The wrong tool for one answer: `ask`
//! gives that at once.

use crate::problem_limits;
mod allowed;
mod bounded;
mod build;
mod chosen_move;
mod closed;
mod cpp;
mod cpp_helpers;
mod curly;
mod effort;
mod entail;
mod folds;
mod functions;
mod ground;
mod interpret;
mod java;
mod java_helpers;
mod laid_out;
mod library;
mod limits;
mod lower;
mod memo;
mod moves;
mod names;
mod nested;
mod parse;
mod print;
mod program;
mod promises;
mod python;
mod python_helpers;
mod rays;
mod reading;
mod replay;
mod retrograde;
mod rust;
mod rust_helpers;
mod search;
mod solve;
mod table;
mod theorems;
mod tidy;
mod trial;
mod value;

use crate::problem::Problem;
pub use ground::{Ground, Support, Unproved};
use grundy_message::{Message, message};
use grundy_rules::game::Claim;
use grundy_rules::{Game, Instance, Part};
use grundy_solve::Budget;
use grundy_solve::claims::ClaimReport;
use program::Program;
use std::sync::Arc;
pub use trial::Examined;

/// A target language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// C++17.
    Cpp,
    /// Python 3.8.
    Python,
    /// Java 11.
    Java,
    /// Rust 2021, standard library only.
    Rust,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 4] = [Language::Cpp, Language::Python, Language::Java, Language::Rust];

    /// Returns the name that selects it.
    pub fn name(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::Python => "python",
            Language::Java => "java",
            Language::Rust => "rust",
        }
    }

    /// Returns the language of this name.
    pub fn of(name: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.name() == name)
    }
}

/// Why there is no program, in lower case and without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub Message);

pub(crate) type Answer<T> = Result<T, Refused>;

pub(crate) fn refused(why: Message) -> Refused {
    Refused(why)
}

/// Knowledge about games beyond their files, supplied by the caller.
#[derive(Clone, Copy, Debug)]
pub struct Authority {
    /// Checks the claims of a game.
    pub check_claims: fn(&Arc<Game>, &Budget) -> Vec<ClaimReport>,
    /// Returns the claims that are proved for every position with little work, as written.
    pub proved_claims: fn(&Arc<Instance>) -> Vec<String>,
    /// Examines a claim that a program is to use, with these givens: tries to prove it, or tests it in a table up to numbers of
    /// this size, and at these positions.
    pub examine: fn(&Arc<Instance>, &Claim, &[Part], i64, &Budget) -> Examined,
    /// Returns the game of the catalogue with the same rules.
    pub built_in: fn(&Game) -> Option<Arc<Game>>,
}

/// Inputs of an export besides the problem.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub authority: &'a Authority,
    pub unproved: Unproved,
    pub budget: &'a Budget,
}

/// More steps than this take seconds in any language, which is reported.
const MANY_STEPS: f64 = 1e9;
/// This many positions in a map take about a gigabyte.
const MANY_STATES: f64 = 1e7;

/// A program for a problem, in no language yet.
#[derive(Clone, Debug)]
pub struct Exported {
    program: Program,
}

impl Exported {
    /// Builds the program of a problem. The budget is for examining claims; unproved ones are used only with [`Unproved::Taken`].
    ///
    /// # Errors
    /// Says why there is no program that is right and fast enough at the judge's limits.
    pub fn new(
        problem: &Problem,
        authority: &Authority,
        unproved: Unproved,
        budget: &Budget,
    ) -> Result<Exported, Refused> {
        let program = reading::program(problem, &Means { authority, unproved, budget });
        // Claims left unexamined for lack of time would be reported as holding.
        if let Some(stop) = budget.stop() {
            return Err(refused(stop.message()));
        }
        let mut program = program?;
        program.warnings.extend(program.grounds.iter().filter_map(Ground::warning));
        program.drop_unused();
        program.merge_functions(&cpp::nameless);
        program.note_wide_numbers();
        if program.steps > MANY_STEPS {
            let (steps, states) = (about(program.steps), about(program.states));
            let long = match program.states > MANY_STATES {
                true => message!(
                    "the program takes about {steps} steps at the judge's limits and keeps about {states} positions in memory",
                    steps,
                    states
                ),
                false => message!("the program takes about {steps} steps at the judge's limits", steps),
            };
            program.comments.push(format!("Slow: {long}."));
            program.warnings.push(long);
        }
        Ok(Exported { program })
    }

    /// Returns the claims that it uses. A program without any uses a theorem named in its comments, a table or a search.
    pub fn grounds(&self) -> &[Ground] {
        &self.program.grounds
    }

    /// Returns the estimated number of steps at the judge's limits; 0 for a closed form.
    pub fn steps(&self) -> f64 {
        self.program.steps
    }

    /// Returns warnings for the user about what is not proved; the program's comments say it too.
    pub fn warnings(&self) -> &[Message] {
        &self.program.warnings
    }

    /// Runs the program on an input without a compiler, in at most this many steps. A nested call takes up to 100 kB of stack in
    /// an unoptimised build.
    ///
    /// # Errors
    /// Says why it stops: it takes more steps or nests calls deeper, or the input is not as the problem says.
    pub fn run(&self, input: &str, max_steps: u64, max_depth: usize) -> Result<String, &'static str> {
        interpret::run(&self.program.linked(&[]), input, max_steps, max_depth)
    }

    /// Prints the program.
    ///
    /// # Errors
    /// Fails if the numbers exceed those of the language, or the language is too slow.
    pub fn text(&self, language: Language) -> Result<String, Refused> {
        let linked = |own: &[&str]| self.program.linked(own);
        Ok(match language {
            Language::Cpp => cpp::text(&linked(&[])),
            Language::Python if self.program.steps > problem_limits::MAX_PYTHON_STEPS => {
                return Err(refused(message!(
                    "a table or search takes about {steps} steps at the judge's limits, which is minutes of Python; \
                     --to cpp, java or rust would do",
                    steps = about(self.program.steps)
                )));
            }
            Language::Python => python::text(&linked(&python::OWN)),
            Language::Java if self.program.wide => {
                return Err(refused(message!("the numbers grow past 64 bits, which a long of Java does not hold")));
            }
            Language::Java => java::text(&linked(&[])),
            Language::Rust => rust::text(&linked(&[])),
        })
    }
}

/// Writes a large number by its order of magnitude.
pub(crate) fn about(number: f64) -> String {
    format!("{number:.0e}")
}

/// Returns a complete program for a problem.
///
/// # Errors
/// Says why there is no program that is right and fast enough at the judge's limits.
pub fn export(
    problem: &Problem,
    language: Language,
    authority: &Authority,
    budget: &Budget,
) -> Result<String, Refused> {
    Exported::new(problem, authority, Unproved::Refused, budget)?.text(language)
}
