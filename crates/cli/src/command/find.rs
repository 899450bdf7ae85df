//! `grundy find`: finds rules in tables and proves them if possible.

use super::prove::{SearchArguments, report, why_it_ended};
use crate::failure::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::language::write;
use crate::number::whole;
use crate::output_file::{Wanted, write_file};
use crate::progress::Progress;
use crate::screen::Screen;
use clap::Args;
use grundy::pattern::finder::{self, Found, Survey};
use grundy::request::find_rules;
use grundy::view::described::title;
use grundy::view::{FoundSequence, FoundTable, found_picture};
use grundy_message::{Message, message};
use std::path::PathBuf;
use std::time::Instant;

/// Find rules in the values of a game
///
/// Solves a table and looks for rules in it: periods, residues, xor and other rules of digits, golden and other Beatty
/// sequences, Fibonacci numbers, squares, powers, recurrences, values of each heap, automata. Each is told in words and as a
/// `claim` line for the file, and it is said whether it is proved for every position, checked as far as the table reaches, or
/// refuted by a larger table.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy find kayles
  grundy find wythoff --svg wythoff.svg
  grundy find subtraction --given S=1,3,4
  grundy find ./my.game --to 2000 --json
  grundy find kayles --sequence

Exit codes: 0 a rule was found; 1 none was; 2 the input is wrong.")]
pub struct Find {
    #[command(flatten)]
    search: SearchArguments,
    /// How far the table goes [default: a few thousand positions, and farther to refute what is not proved]
    #[arg(long, value_name = "N", value_parser = whole(1_i64..=1_000_000), allow_negative_numbers = true)]
    to: Option<i64>,
    /// Write the first terms of the table on a line, to search an encyclopedia of sequences with
    #[arg(long)]
    sequence: bool,
    /// Write a picture of the table with what was found to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Find {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong, or a file cannot be written.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        self.search.check_files(vec![Wanted { option: "--svg", path: self.svg.as_ref(), endings: &["svg"] }])?;
        let play = self.search.play.load_as_written()?;
        let (interrupt, start) = (Interrupt::listen(), Instant::now());
        let progress = Progress::new();
        let budget = self.search.budget(&interrupt, &progress, 4_000_000);
        let found = find_rules(&play, self.to, budget);
        drop(progress);
        let found = found?;
        let tables = found.found.iter().map(|found| (found.survey.as_ref().map(table), found.findings.clone()));
        let mut report = report(
            &play,
            tables.collect(),
            why_it_ended(found.tried.clone(), &interrupt),
            start.elapsed().as_secs_f64(),
        );
        let first = found.found.iter().find_map(|found| found.survey.as_ref());
        if self.sequence {
            report.sequences = first.map_or_else(Vec::new, sequences);
        }
        self.search.show(&report, screen)?;
        let rules = || found.found.iter().flat_map(|found| &found.findings);
        if let Some(path) = &self.svg {
            let pictured = found.found.iter().find(|found| !found.findings.is_empty()).or_else(|| found.found.first());
            let picture = pictured.and_then(|found| picture(&title(play.instance.game()), found));
            let picture = picture
                .ok_or_else(|| Failure::wrong(message!("a picture shows one or two numbers, and this has more")))?;
            write_file(path, &picture)?;
        }
        self.search.write_certificate(rules())?;
        let any = rules().any(|finding| finding.status != finder::Status::Refuted);
        Ok(if any { Status::Fine } else { Status::No })
    }
}

fn sequences(survey: &Survey) -> Vec<FoundSequence> {
    let sequence = |found: finder::Sequence| FoundSequence {
        what: found.what,
        terms: found.terms,
        name: found.name.map(|(number, name)| (number.to_owned(), name)),
    };
    finder::sequences(survey).into_iter().map(sequence).collect()
}

fn table(survey: &Survey) -> FoundTable {
    let conditions: Vec<String> = survey.plan.conditions.iter().map(|text| text.replace(" == ", " = ")).collect();
    let extent = Message::text(survey.extent());
    let extent = match conditions.is_empty() {
        true => extent,
        false => message!("{extent}, {conditions}", extent, conditions = conditions.join(", ")),
    };
    FoundTable {
        names: survey.plan.names.clone(),
        low: survey.plan.low.clone(),
        high: survey.high.clone(),
        quantity: survey.quantity.name(),
        extent,
        values: survey.values.clone(),
    }
}

fn picture(title: &Message, found: &Found) -> Option<String> {
    let best = found.findings.first();
    let summary = best.map_or_else(
        || message!("no rule was found"),
        |best| message!("{title}: {content}", title = best.status.message(), content = best.words),
    );
    let refuted = best.filter(|best| best.status == finder::Status::Refuted);
    let failure: Option<Vec<i64>> = refuted
        .and_then(|best| best.counterexample.as_ref())
        .and_then(|position| position.to_string().split(',').map(|number| number.trim().parse().ok()).collect());
    found_picture::svg(&table(found.survey.as_ref()?), &write(title), &write(&summary), failure.as_deref())
}
