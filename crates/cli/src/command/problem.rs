//! `grundy problem`: makes a problem file of rules.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::limits;
use crate::output_file::write_file;
use crate::play::load_game;
use crate::problem::is_file_name;
use crate::progress::Progress;
use crate::screen::{Screen, note};
use crate::statement::StatementArguments;
use clap::Args;
use grundy::contest::{Problem, Rules, Stress, StressSessions};
use grundy::{Budget, find};
use grundy_message::message;
use serde_json::json;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Number of samples of a new file.
const SAMPLES: usize = 2;
/// The tests from which they are taken: after the very first, which hold one position, and before those with large numbers.
const SAMPLE_TESTS: Range<u32> = 4..16;
/// Number of tests of which these are the first.
const TESTS: u32 = 200;
/// Length up to which a text is taken for a sample, in bytes.
const LONGEST_SAMPLE: usize = 400;

/// Write a problem file for rules
///
/// The file says how the judge's text is laid out, what is printed and how inputs are drawn, with samples; the other layouts that
/// the position has stand in comments. Edit it to say what options cannot; `ask`, `judge`, `stress` and `export` take it with
/// --problem, and `grundy check` runs its samples.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy problem ./my.game --layout counted --range n=1..1000 -o my.problem
  grundy problem wythoff --words first=Alice,second=Bob
  grundy problem bash --layout shared --print value")]
pub struct MakeProblem {
    /// A file of rules, a built-in game (see `grundy list`), or - for standard input
    game: String,
    #[command(flatten)]
    statement: StatementArguments,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

impl MakeProblem {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the rules are wrong, make no problem of this form, or output fails.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        if is_file_name(&self.game) {
            return Err(Failure::wrong(message!("`{name}` is a problem file already", name = self.game))
                .hint(message!("look at it with `grundy show {name}`", name = self.game)));
        }
        let (path, game) = load_game(&self.game)?;
        let rules = match find(&self.game) {
            Some(entry) => Rules::Named(entry.name.to_owned()),
            None => Rules::Inside,
        };
        let text = self.statement.text(&self.game, &path, &game, &rules)?;
        let (problem, text) = self.statement.read_text(&self.game, text, &game)?;
        let progress = Progress::new();
        let samples = samples(&problem, self.budget.budget(Budget::default(), &progress));
        drop(progress);
        if let Some(stop) = limits::stop() {
            return Err(Failure::stopped(stop));
        }
        if samples.is_empty() {
            note(&message!(
                "no position was drawn that can be answered at once, so there are no samples: say with --range what is drawn"
            ));
        }
        let text = text + &samples.concat();
        if let Some(path) = &self.output {
            write_file(path, &text)?;
        }
        if self.json {
            screen.print_json(&json!({"problem": problem.name, "text": text, "samples": samples.len()}))?;
        } else if self.output.is_none() {
            screen.print(&text)?;
        }
        Ok(Status::Fine)
    }
}

/// Returns samples of a problem, as clauses of its file.
fn samples(problem: &Arc<Problem>, budget: Budget) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let budget = Budget { max_positions: budget.max_positions.min(100_000), ..budget };
    let Ok(stress) = Stress::new(problem.clone(), 1, TESTS) else { return found };
    let mut sessions = StressSessions::new(problem, budget.clone(), grundy::answering_solver);
    for number in SAMPLE_TESTS {
        if found.len() == SAMPLES || budget.stop().is_some() {
            break;
        }
        let Ok(Some(test)) = stress.test(number, &mut sessions) else { continue };
        let is_short = test.text.len() + test.right.len() <= LONGEST_SAMPLE;
        // An answer that is always the same shows little.
        let mut answers: Vec<&str> = test.right.lines().collect();
        answers.sort_unstable();
        answers.dedup();
        let shows = answers.len() > 1 || number >= SAMPLE_TESTS.end / 2;
        let sample = format!("sample \"\n{}\" gives \"\n{}\"\n", escaped(&test.text), escaped(&test.right));
        if is_short && shows && !found.contains(&sample) {
            found.push(sample);
        }
    }
    found
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
