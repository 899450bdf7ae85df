//! `grundy export`: a complete contest program for a problem, in C++, Python, Java or Rust.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::limits;
use crate::output_file::write_file;
use crate::problem::ProblemArguments;
use crate::screen::{Screen, note};
use crate::work::Work;
use clap::{Args, ValueEnum};
use grundy::contest::{Language, Refused};
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

/// Write a complete program for a contest problem
///
/// The program reads the judge's input, answers and prints. It uses a closed form where the game has a claim that covers the
/// judge's limits, else the smallest table or search. Where no program is right and fast enough, it says why. A claim of your own that
/// nothing proves is used only where there is no table: it is tried up to the limits first, and a false one is not used. What a
/// program rests on stands in its comments; what nobody has proved is told on standard error as well.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy export poj2234 --to cpp
  grundy export poj2311 --to java -o Main.java
  grundy export --problem ./my.problem --to rust

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
    #[command(flatten)]
    budget: BudgetArguments,
}

impl Export {
    /// Writes the program.
    ///
    /// # Errors
    /// The problem is wrong, has no program, or nothing can be written.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let problem = self.problem.load()?;
        let language = match self.to {
            To::Cpp => Language::Cpp,
            To::Python => Language::Python,
            To::Java => Language::Java,
            To::Rust => Language::Rust,
        };
        let refused = |why: Refused| Failure::Said {
            status: Status::No,
            message: format!("no program for {}: {}", problem.name, why.0),
            hints: vec![format!("its inputs are answered by `grundy ask` and `grundy judge {}`", problem.name)],
        };
        let work = Work::begin(&self.budget);
        let exported = grundy::exported(&problem, &work.budget);
        let stopped = limits::stop().or_else(|| work.budget.stop());
        work.end();
        if let Some(stop) = stopped {
            return Err(Failure::stopped(stop));
        }
        let exported = exported.map_err(refused)?;
        let text = exported.text(language).map_err(refused)?;
        exported.warnings().iter().for_each(|warning| note(warning));
        match &self.output {
            Some(path) => write_file(path, text)?,
            None => screen.print(&text)?,
        }
        Ok(Status::Fine)
    }
}
