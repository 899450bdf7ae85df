//! `grundy judge`: reads a problem's input in the judge's own format, and writes its output, byte for byte.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status, reason};
use crate::file::open;
use crate::problem::{LimitArguments, ProblemArguments};
use crate::progress::Progress;
use crate::screen::{Screen, between_answers, note, open_output};
use clap::Args;
use grundy::Budget;
use grundy::contest::{Beyond, JudgeError, Session, judge};
use grundy_message::{Message, message};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// Answer a contest problem's input in the judge's own format
///
/// Standard input is read as the problem's statement says, and the output is what the judge expects, byte for byte. Each answer
/// is printed as soon as it is known.
#[derive(Args)]
#[command(after_help = "Examples:
  printf '2 45 45\\n3 3 6 9\\n' | grundy judge poj2234
  grundy judge poj2505 < in > out
  grundy judge --problem ./my.problem < in
  grundy judge ./my.game --layout counted < in

Input that ends too soon or is wrong: an error with line and column, exit code 2; answers given before it stay given.
Seconds and memory are those of all cases together; where they end, the exit code is 1.")]
pub struct Judge {
    #[command(flatten)]
    problem: ProblemArguments,
    /// Read the input from FILE instead of standard input
    #[arg(long, value_name = "FILE")]
    input: Option<String>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    budget: BudgetArguments,
}

impl Judge {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the problem or its input is wrong, or input or output fails.
    pub fn run(self, _screen: &Screen) -> Result<Status, Failure> {
        let progress = Progress::new();
        let session = self.problem.session(self.budget.budget(Budget::default(), &progress))?;
        let mut session = session.with_limits(self.limits.limits());
        match &self.input {
            Some(path) => answer(&mut session, BufReader::new(open(Path::new(path))?), &Message::text(path), &progress),
            None => answer(&mut session, io::stdin().lock(), &message!("standard input"), &progress),
        }
    }
}

fn answer(session: &mut Session, text: impl BufRead, path: &Message, progress: &Progress) -> Result<Status, Failure> {
    let result = judge(session, text, &mut |piece| {
        progress.clear();
        let _writing = between_answers();
        open_output()?.write_all(piece.as_bytes())
    });
    let flushed = open_output().and_then(|mut output| output.flush());
    if let Some(Beyond { line, column, message }) = session.beyond() {
        note(&message!("{path}:{line}:{column}: {message}; it is answered all the same", path, line, column, message));
    }
    match result {
        Ok(()) => match flushed {
            Ok(()) => Ok(Status::Fine),
            Err(error) => Err(stream(&error)),
        },
        Err(JudgeError::Text { line, column, message }) => {
            Err(Failure::wrong(message!("{path}:{line}:{column}: {message}", path, line, column, message)))
        }
        Err(JudgeError::Unknown { line, message }) => Err(Failure::unanswered(message!(
            "{path}:{line}: the case that begins here: {message}",
            path,
            line,
            message
        ))
        .hint(message!("--max-seconds, --max-positions and --memory set the budget"))),
        Err(JudgeError::NoText) => Err(Failure::wrong(message!("this problem says nothing about a judge's text"))
            .hint(message!("ask it with `grundy ask`"))),
        Err(JudgeError::Stream(error)) => Err(stream(&error)),
    }
}

fn stream(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => Failure::wrong(message!("cannot read the input or write the answers: {error}", error = reason(error))),
    }
}
