//! `grundy export`: writes a complete contest program for a problem, in C++, Python, Java or Rust.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::limits;
use crate::output_file::write_file;
use crate::problem::ProblemArguments;
use crate::screen::{Screen, note};
use crate::work::Work;
use clap::{Args, ValueEnum};
use grundy::contest::{Ground, Language, Refused, Unproved};
use grundy_message::message;
use serde_json::{Value, json};
use std::path::PathBuf;

/// A language that programs are written in.
#[derive(Clone, Copy, ValueEnum)]
enum To {
    /// C++17
    Cpp,
    /// Python 3
    Python,
    /// Java, a class Main
    Java,
    /// Rust, without other crates
    Rust,
}

/// Write a complete program for a contest problem, or for rules
///
/// The program reads the judge's input, answers and prints; of rules, it reads the givens and a position, as --layout says. It uses a closed form where the game has a claim that covers the
/// judge's limits, else the smallest table or search. Where no program is right and fast enough, it says why. A claim of your own that
/// nothing proves is not used: where there is no table either, nothing is written, unless --unproved is given. What a program rests
/// on stands in its comments; what nobody has proved is told on standard error as well.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy export poj2234 --to cpp
  grundy export poj2311 --to java -o Main.java
  grundy export ./my.game --to python --layout counted --range n=1..1000
  grundy export --problem ./my.problem --to rust
  grundy export --problem ./my.problem --to cpp --unproved

Exit code 1: no program is right and fast enough within the limits; the message says why.")]
pub struct Export {
    #[command(flatten)]
    problem: ProblemArguments,
    /// The language
    #[arg(long, value_name = "LANGUAGE")]
    to: To,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Take claims that nothing proves where there is no table; the program says how far they were compared
    #[arg(long)]
    unproved: bool,
    /// One JSON object, on one line: the program, and what each claim that it uses rests on
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    budget: BudgetArguments,
}

impl Export {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the problem is wrong or has no program, or output fails.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let problem = self.problem.load()?;
        let language = match self.to {
            To::Cpp => Language::Cpp,
            To::Python => Language::Python,
            To::Java => Language::Java,
            To::Rust => Language::Rust,
        };
        let refused = |why: Refused| {
            let name = self.problem.name();
            let failure =
                Failure::unanswered(message!("no program for {name}: {why}", name = problem.name, why = why.0));
            let failure = match self.problem.is_of_rules() {
                true => failure.hint(message!(
                    "limits of what is read make room for a table, as --range n=1..1000; a rule would do, which `grundy find {name}` \
                     looks for and `grundy prove {name}` proves",
                    name
                )),
                false => failure,
            };
            failure.hint(message!("its inputs are answered by `grundy ask` and `grundy judge {name}`", name))
        };
        let work = Work::begin(&self.budget);
        let unproved = if self.unproved { Unproved::Taken } else { Unproved::Refused };
        let exported = grundy::exported(&problem, unproved, work.cache.budget());
        let stopped = limits::stop().or_else(|| work.cache.budget().stop());
        drop(work);
        if let Some(stop) = stopped {
            return Err(Failure::stopped(stop));
        }
        let exported = exported.map_err(refused)?;
        let text = exported.text(language).map_err(refused)?;
        exported.warnings().iter().for_each(note);
        if let Some(path) = &self.output {
            write_file(path, &text)?;
        }
        if self.json {
            let grounds: Vec<Value> = exported.grounds().iter().map(ground).collect();
            screen.print_json(&json!({
                "problem": problem.name,
                "language": language.name(),
                "claims": grounds,
                "steps": exported.steps(),
                "warnings": exported.warnings().iter().map(ToString::to_string).collect::<Vec<_>>(),
                "program": text,
            }))?;
        } else if self.output.is_none() {
            screen.print(&text)?;
        }
        Ok(Status::Fine)
    }
}

/// Returns a claim that the program uses, as JSON.
fn ground(ground: &Ground) -> Value {
    json!({"game": ground.game, "claim": ground.claim, "status": ground.support.name(), "extent": ground.extent.to_string()})
}
