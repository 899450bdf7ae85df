//! `grundy solve`: finds who wins a position, how, and on what authority.

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::file::{open, read_line};
use crate::interrupt::Interrupt;
use crate::io_limits;
use crate::language::write;
use crate::play::{PlayArguments, read_position};
use crate::progress::Progress;
use crate::screen::{Screen, note};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use grundy::request::{self, Only, Patience, Play, PositionText, SolverCache};
use grundy::rules::Position;
use grundy::view::format::text::visible;
use grundy::view::{Answer, PlanReport, View};
use grundy::{Backend, Budget, Error, MethodName};
use grundy_message::{message, plural};
use serde_json::json;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Say who wins a position, how, and on what authority
///
/// Each POSITION is one part of a sum; without any, play starts where the rules say. Components are joined by commas,
/// rows of a board by slashes; `O: …` begins with who is to move.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy solve nim 3 4 5                      three heaps
  grundy solve cutting 4,7 5,2                two sheets
  grundy solve tic_tac_toe \"X.O/.X./..O\"      a board, X to move
  grundy solve bash 23 --given m=4
  grundy solve moore 1 2 3 --compound upto=2 --json
  grundy solve nim 3 4 5 --explain-plan       which way would be taken, and why
  grundy solve connect --method proof-number  by this method alone
  grundy solve cram --only value              its Grundy value, and no word about moves
  grundy solve flip_game -- --++              a position that begins with a dash
  seq 0 20 | grundy solve kayles --batch -    one position a line")]
pub struct Solve {
    #[command(flatten)]
    play: PlayArguments,
    /// The parts of the position, as `3` or `4,7` or `X.O/.X./..O`
    #[arg(value_parser = position)]
    position: Vec<String>,
    /// Answer the positions of FILE (- for standard input), one a line; limits hold for each line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    batch: Option<String>,
    /// Say which way of solving is chosen and why, and do not solve
    #[arg(long, conflicts_with = "batch")]
    explain_plan: bool,
    /// Take this method of solving and no other; `--explain-plan` lists those that can be taken
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(MethodName::all().map(MethodName::name)))]
    method: Option<String>,
    /// Look for this only
    #[arg(long, value_name = "WHAT", value_enum, conflicts_with = "explain_plan")]
    only: Option<What>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object a position, on one line
    #[arg(long)]
    json: bool,
}

/// What is looked for, where it is not everything.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// Who wins
    Winner,
    /// The Grundy value, or the score
    Value,
    /// Who wins, and which moves do
    Moves,
}

impl From<What> for Only {
    fn from(what: What) -> Only {
        match what {
            What::Winner => Only::Winner,
            What::Value => Only::Value,
            What::Moves => Only::Moves,
        }
    }
}

impl Solve {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        if self.batch.as_deref() == Some("-") && self.play.reads_standard_input() {
            return Err(Failure::wrong(message!("the rules and the positions cannot both come from standard input"))
                .hint(message!("put one of them into a file")));
        }
        let play = self.play.load()?;
        let progress = Progress::new();
        let mut budget = self.budget.budget(Budget::default(), &progress);
        let state = Arc::new(Mutex::new(BatchState { answered: 0, worst: Status::Fine }));
        let interrupt = match (self.explain_plan, &self.batch) {
            (true, _) => None,
            (false, None) => Some(Interrupt::listen()),
            (false, Some(_)) => Some(Interrupt::listen_and(end_if_idle(state.clone()))),
        };
        budget.cancelled = interrupt.as_ref().map(Interrupt::flag);
        let mut cache = SolverCache::new(budget);
        let solver = cache.solver(&play, Patience::Whole)?;
        if let Some(method) = self.method.as_deref().and_then(|name| name.parse().ok()) {
            solver.take_only(method, Backend::Native);
        }
        let only = self.only.map(Only::from);
        let mut batch = Batch { play, cache, screen, progress, interrupt, only, json: self.json };
        match self.batch.as_deref() {
            None if self.explain_plan => {
                let position = read_position(&batch.play, &self.position)?;
                let explanation = batch.cache.solver(&batch.play, Patience::Whole)?.explain(&position);
                batch.show(&PlanReport::new(&batch.play.instance, &position, explanation))?;
                Ok(Status::Fine)
            }
            None => {
                let answer = batch.solve(read_position(&batch.play, &self.position)?)?;
                batch.progress.clear();
                batch.show(&answer)?;
                Ok(status(&answer))
            }
            Some("-") => batch.run(BufReader::new(io::stdin()), &state),
            Some(path) if Path::new(path).is_dir() => Err(Failure::wrong(message!("`{path}` is a directory", path))
                .hint(message!("name a file of positions, one a line"))),
            Some(path) => batch.run(BufReader::new(open(Path::new(path))?), &state),
        }
    }
}

/// Returns [`Status::Fine`] if the answer is known.
fn status(answer: &Answer) -> Status {
    if answer.is_known() { Status::Fine } else { Status::No }
}

/// State of a batch. It is locked except while the next line is being waited for.
struct BatchState {
    answered: u64,
    worst: Status,
}

impl BatchState {
    /// Reports the end by Ctrl-C and returns the exit status.
    fn interrupted(&self) -> Status {
        note(&message!(
            "interrupted: {count} {lines} answered",
            count = self.answered,
            lines = plural(&self.answered, "line was", "lines were")
        ));
        self.worst.max(Status::No)
    }
}

/// Returns what Ctrl-C does to a batch: while a line is being answered, the flag that stops the work is enough. While
/// the next one is being waited for, possibly forever, the program ends here.
fn end_if_idle(state: Arc<Mutex<BatchState>>) -> impl Fn() + Send + 'static {
    move || {
        if let Ok(state) = state.try_lock() {
            std::process::exit(state.interrupted() as i32);
        }
    }
}

fn lock(state: &Mutex<BatchState>) -> MutexGuard<'_, BatchState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Positions of one game, one per line if there are many. The solver keeps its results for the lines that follow.
struct Batch<'a> {
    play: Play,
    cache: SolverCache,
    screen: &'a Screen,
    progress: Progress,
    interrupt: Option<Interrupt>,
    only: Option<Only>,
    json: bool,
}

impl Batch<'_> {
    fn show(&self, view: &dyn View) -> Result<(), Failure> {
        if self.json { self.screen.print_json(&view.data()) } else { self.screen.show(view) }
    }

    fn solve(&mut self, position: Position) -> Result<Answer, Error> {
        request::Solve { play: self.play.clone(), position, only: self.only }.answer(&mut self.cache)
    }

    fn run(&mut self, mut lines: impl BufRead, shared: &Mutex<BatchState>) -> Result<Status, Failure> {
        let mut state = lock(shared);
        let mut bytes = Vec::new();
        for number in 1.. {
            drop(state);
            // Checked after the lock is released: Ctrl-C before that found the lock taken, Ctrl-C after that ends here.
            if self.interrupt.as_ref().is_some_and(Interrupt::came) {
                return Ok(lock(shared).interrupted());
            }
            let is_line = read_line(&mut lines, &mut bytes, number, io_limits::MAX_BATCH_LINE_BYTES);
            state = lock(shared);
            if !is_line? {
                break;
            }
            let line = std::str::from_utf8(&bytes)
                .map(|line| line.strip_prefix('\u{feff}').filter(|_| number == 1).unwrap_or(line).trim());
            if line == Ok("") {
                continue;
            }
            let line = line.map_err(|error| {
                let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
                Error::wrong(message!("the byte {byte} is not UTF-8", byte = format!("0x{byte:02x}")))
                    .hint(message!("save it as UTF-8"))
            });
            let answered = line
                .and_then(|line| self.play.position(&PositionText::Line(line)))
                .and_then(|position| self.solve(position));
            self.progress.clear();
            let (answer, ended) = match answered {
                Ok(answer) => {
                    let ended = status(&answer);
                    (
                        if self.json {
                            answer.data().to_string()
                        } else {
                            visible(&answer.line().iter().map(write).collect::<Vec<String>>().join("\t")).into_owned()
                        },
                        ended,
                    )
                }
                Err(error) => (self.report_wrong_line(number, &error), Status::Wrong),
            };
            if !answer.is_empty() {
                self.screen.print_line(&answer)?;
            }
            state.answered += u64::from(ended == Status::Fine);
            state.worst = state.worst.max(ended);
        }
        Ok(state.worst)
    }

    /// Reports a wrong line, and returns the text that takes its place among the answers.
    fn report_wrong_line(&self, number: u64, error: &Error) -> String {
        let message = error.message();
        let failure = Failure::wrong(message!("line {number}: {message}", number, message));
        let failure = error.hints().iter().cloned().fold(failure, Failure::hint);
        let hints: Vec<String> = error.hints().iter().map(ToString::to_string).collect();
        self.screen.report(&failure);
        if self.json {
            json!({"line": number, "error": message.to_string(), "hints": hints}).to_string()
        } else {
            String::new()
        }
    }
}
