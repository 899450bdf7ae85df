//! `grundy check`: checks that rules are right and claims are true.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status, texts};
use crate::file::{Text, find_text};
use crate::interrupt::Interrupt;
use crate::io_limits;
use crate::limits;
use crate::problem::read_source;
use crate::progress::Progress;
use crate::screen::{Screen, note};
use clap::Args;
use grundy::contest::{JudgeError, Problem, Sample, Session, Strictness, Vocabulary, compare, judge};
use grundy::rules::Game;
use grundy::rules::trial::doubts;
use grundy::view::{FileReport, SampleReport, View};
use grundy::{
    Budget, ClaimReport, ClaimVerdict, Diagnostic, Fault, FaultClass, Instance, Solver, Span, catalogue, check_claims,
    diagnose,
};
use grundy_message::{Message, message, plural};
use serde_json::json;
use std::sync::Arc;

/// Check rules and claims, and the samples of problems
///
/// Every mistake of a file is shown with its place and its remedy; then every claim, strategy and symmetry is checked
/// against solved positions, and a false one is shown with its smallest counterexample. Of a problem file the samples are run.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy check ./my.game
  grundy check kayles wythoff
  grundy check ./my.problem
  grundy check --all --json

Seconds are those of all files together, positions those of one file.

Exit codes: 0 all is right; 1 a claim is false, or not everything could be looked at; 2 a file is wrong.")]
pub struct Check {
    /// Files of rules or problems, built-in games, or - for standard input
    #[arg(required_unless_present = "all", value_name = "FILE")]
    files: Vec<String>,
    /// Check every built-in game
    #[arg(long, conflicts_with = "files")]
    all: bool,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object a file, on one line
    #[arg(long)]
    json: bool,
}

impl Check {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if standard output cannot be written. Errors in files are reported, and the next file is checked.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let files: Vec<String> = match self.all {
            true => catalogue().iter().map(|entry| entry.name.to_owned()).collect(),
            false => self.files.clone(),
        };
        let interrupt = Interrupt::listen();
        let mut worst = Status::Fine;
        for (checked, file) in files.iter().enumerate() {
            worst = worst.max(self.check(file, &interrupt, screen)?);
            let stop = limits::stop();
            if interrupt.came() || stop.is_some() {
                // The file that was being checked is reported as far as it was checked.
                let why = stop.map_or_else(|| message!("interrupted"), |stop| stop.message());
                let count = files.len();
                note(&message!(
                    "{why}: {checked} of {count} {files} checked to the end",
                    why,
                    checked,
                    count,
                    files = plural(&count, "file", "files")
                ));
                return Ok(worst.max(Status::No));
            }
        }
        Ok(worst)
    }

    fn check(&self, name: &str, interrupt: &Interrupt, screen: &Screen) -> Result<Status, Failure> {
        let text = match find_text(name) {
            Ok(text) => text,
            Err(failure) => {
                if self.json
                    && let Failure::Message { message, hints, .. } = &failure
                {
                    let diagnostic = json!({
                        "severity": "error", "message": message.to_string(), "line": null, "column": null,
                        "label": "", "hints": texts(hints), "fix": null,
                    });
                    screen.print_json_line(
                        &json!({"file": name, "ok": false, "diagnostics": [diagnostic], "claims": []}),
                    )?;
                }
                return Ok(screen.report(&failure));
            }
        };
        let report = self.report(text, interrupt);
        if self.json {
            screen.print_json_line(&report.data())?;
        } else {
            screen.show_diagnostics(&report.file, &report.source, &report.diagnostics);
            screen.show_diagnostics(&report.file, &report.source, &faults(&report));
            screen.show(&report)?;
        }
        Ok(if !report.is_right() {
            Status::Wrong
        } else if !report.has_true_claims() {
            Status::No
        } else {
            Status::Fine
        })
    }

    fn report(&self, Text { path, source, .. }: Text, interrupt: &Interrupt) -> FileReport {
        let progress = Progress::new();
        progress.about(&path);
        if path.ends_with(".problem") {
            let (diagnostics, samples) = match read_source(&path, &source) {
                Ok(problem) => {
                    let budget = self.budget.budget(Budget::default(), &progress);
                    (Vec::new(), samples(&problem, Budget { cancelled: Some(interrupt.flag()), ..budget }))
                }
                Err(diagnostics) => (diagnostics, Vec::new()),
            };
            return FileReport { file: path, source, diagnostics, claims: Vec::new(), samples };
        }
        let (game, mut diagnostics) = diagnose(&source);
        let mut claims = Vec::new();
        if let Some(game) = &game {
            let budget = |positions| Budget {
                cancelled: Some(interrupt.flag()),
                ..self.budget.budget(Budget::positions(positions), &progress)
            };
            match try_start(game, budget(io_limits::DEFAULT_START_POSITIONS)) {
                Err(fault) => diagnostics.push(diagnostic_of(game, &fault)),
                Ok(()) => claims = check_claims(game, &budget(io_limits::DEFAULT_CLAIM_POSITIONS)),
            }
            if game.start.is_none() && claims.is_empty() {
                diagnostics.extend(doubts(game));
            }
        }
        FileReport { file: path, source, diagnostics, claims, samples: Vec::new() }
    }
}

/// Runs the samples of a problem.
fn samples(problem: &Arc<Problem>, budget: Budget) -> Vec<SampleReport> {
    let mut session = Session::new(problem.clone(), budget, grundy::answering_solver);
    let run = |sample: &Sample| {
        let mut printed = String::new();
        let judged = judge(&mut session, sample.input.as_bytes(), &mut |piece| {
            printed += piece;
            Ok(())
        });
        match judged {
            Ok(()) => match compare(&printed, &sample.output, Strictness::Bytes, &Vocabulary::default()) {
                None => SampleReport::Right,
                Some(difference) => {
                    SampleReport::Wrong(message!("of its output, {what} by the rules", what = difference.message))
                }
            },
            Err(JudgeError::Text { line, column, message }) => {
                SampleReport::Wrong(message!("its input is wrong: {line}:{column}: {message}", line, column, message))
            }
            Err(JudgeError::Unknown { message, .. }) => SampleReport::Unknown(message),
            Err(JudgeError::NoText) => SampleReport::Wrong(message!("this problem says nothing about a judge's text")),
            Err(JudgeError::Stream(error)) => SampleReport::Unknown(Message::text(error.to_string())),
        }
    };
    problem.samples.iter().map(run).collect()
}

/// Returns the faults met in claims that can be shown in the file.
fn faults(report: &FileReport) -> Vec<Diagnostic> {
    let fault = |claim: &ClaimReport| match &claim.verdict {
        ClaimVerdict::Faulty(fault) => fault.diagnostic(),
        _ => None,
    };
    report.claims.iter().filter_map(fault).collect()
}

/// Plays from the start position, if there is one, as far as the budget allows.
fn try_start(game: &Arc<Game>, budget: Budget) -> Result<(), Fault> {
    // A file may leave its givens and its start position to the player.
    let left_open =
        |fault: Fault| if fault.class == FaultClass::Refused && fault.span.is_none() { Ok(()) } else { Err(fault) };
    let instance = match Instance::new(game.clone(), Vec::new()) {
        Ok(instance) => Arc::new(instance),
        Err(fault) => return left_open(fault),
    };
    let start = match instance.start() {
        Ok(start) => start,
        Err(fault) => return left_open(fault),
    };
    let mut solver = Solver::new(instance.clone(), instance.compound()?, budget)?;
    match solver.solve_one(&start) {
        Err(fault) if fault.class != FaultClass::Budget => Err(fault),
        _ => Ok(()),
    }
}

/// Converts a fault to a message about the file: at its own location, else at `start`.
fn diagnostic_of(game: &Game, fault: &Fault) -> Diagnostic {
    fault.diagnostic().unwrap_or_else(|| {
        let span = game.start.as_ref().map_or(Span::new(0, 0), |start| start.span);
        let mut diagnostic =
            Diagnostic::error(fault.sentence(), span).because(message!("found in play from the start"));
        for hint in &fault.hints {
            diagnostic = diagnostic.hint(hint);
        }
        diagnostic
    })
}
