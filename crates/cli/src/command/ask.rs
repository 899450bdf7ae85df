//! `grundy ask`: answers the inputs of a problem, given as JSON, one per line.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status, texts};
use crate::file::{open, read_line};
use crate::limits;
use crate::options::raise;
use crate::problem::{LimitArguments, ProblemArguments};
use crate::progress::Progress;
use crate::screen::{Screen, note};
use clap::Args;
use grundy::contest::problem_limits::MAX_LINE_BYTES;
use grundy::contest::{Reply, Session, Trouble, read_json};
use grundy::{Budget, Stop};
use grundy_message::{Message, message, plural};
use serde_json::{Value as Json, json};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Answer inputs of a contest problem, one JSON object a line
///
/// Each line of standard input is an object with the fields of the problem's input, or a whole case that holds it under
/// `input`. Each line of the output holds the answer, in the same order.
#[derive(Args)]
#[command(after_help = "Examples:
  echo '{\"heaps\":[3,6,9]}' | grundy ask poj2234
  grundy ask poj1067 --input cases.jsonl
  grundy ask --problem ./my.problem < inputs.jsonl
  echo '{\"n\":23,\"m\":4}' | grundy ask ./my.game

A line that is wrong is answered with {\"error\": …}, the others all the same; then the exit code is 2.
Seconds and memory are those of all lines together; where the time ends, the last line says so, and the exit code is 1.")]
pub struct Ask {
    #[command(flatten)]
    problem: ProblemArguments,
    /// Read the inputs from FILE instead of standard input
    #[arg(long, value_name = "FILE")]
    input: Option<String>,
    /// Answers are JSON whether this is given or not
    #[arg(long)]
    json: bool,
    /// Say what each answer rests on
    #[arg(long)]
    by: bool,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    budget: BudgetArguments,
}

impl Ask {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the problem is wrong, or input or output fails.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let progress = Progress::new();
        let session = self.problem.session(self.budget.budget(Budget::default(), &progress))?;
        let mut session = session.with_limits(self.limits.limits());
        let shown_by = self.problem.shown_by();
        let json = if self.by { Reply::json_with_grounds } else { Reply::json };
        match &self.input {
            Some(path) => {
                answer(&mut session, BufReader::new(open(Path::new(path))?), json, &shown_by, screen, &progress)
            }
            None => answer(&mut session, io::stdin().lock(), json, &shown_by, screen, &progress),
        }
    }
}

fn answer(
    session: &mut Session,
    mut lines: impl BufRead,
    json_of: fn(&Reply) -> Json,
    shown_by: &str,
    screen: &Screen,
    progress: &Progress,
) -> Result<Status, Failure> {
    let mut worst = Status::Fine;
    let mut wrong = 0u64;
    let mut is_noted = false;
    let mut bytes = Vec::new();
    for number in 1u64.. {
        if !read_line(&mut lines, &mut bytes, number, MAX_LINE_BYTES)? {
            break;
        }
        let line = bytes.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 1).unwrap_or(&bytes);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let read = std::str::from_utf8(line)
            .map_err(|error| message!("this is not JSON: {error}", error = error.to_string()))
            .and_then(read_json);
        let reply = match read {
            Ok(json) => session.ask(&json),
            Err(why) => Err(Trouble::Wrong(why)),
        };
        progress.clear();
        match reply {
            Ok(reply) => {
                screen.print_json_line(&json_of(&reply))?;
                if let (Some(beyond), false) = (reply.beyond(), is_noted) {
                    is_noted = true;
                    note(&message!(
                        "line {number}: {beyond}; it is answered all the same",
                        number,
                        beyond = Message::from(beyond)
                    ));
                }
            }
            Err(trouble) => {
                if let Some(stop @ Stop::TimeLimit(_)) = limits::stop() {
                    return Err(Failure::cut(
                        message!("line {number} and those after it have no answer", number),
                        stop,
                    ));
                }
                wrong += 1;
                let (ended, hints) = match trouble {
                    Trouble::Wrong(_) => (
                        Status::Wrong,
                        Some(message!("`{command}` shows the fields of its input and an example", command = shown_by)),
                    ),
                    Trouble::Unknown(_) => (Status::No, raise()),
                };
                worst = worst.max(ended);
                let message = format!("line {number}: {}", trouble.message());
                screen.print_json_line(&json!({"error": message, "hints": texts(&Vec::from_iter(hints))}))?;
            }
        }
    }
    if wrong > 0 {
        note(&message!("{count} {lines} no answer", count = wrong, lines = plural(&wrong, "line has", "lines have")));
    }
    Ok(worst)
}
