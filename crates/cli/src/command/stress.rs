//! `grundy stress`: tests a program on random inputs.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status, reason};
use crate::interrupt::Interrupt;
use crate::io_limits;
use crate::language::write;
use crate::limits;
use crate::number::whole;
use crate::output_file::write_file;
use crate::problem::ProblemArguments;
use crate::program::{Program, Run, Terminal};
use crate::progress::Progress;
use crate::screen::Screen;
use clap::Args;
use grundy::contest::{self, Flaw, Seen, Shrunk, StressSessions, Strictness, Test, Tried, Trying, compare, shrink};
use grundy::{Budget, Report, Stop};
use grundy_message::{Message, message, template};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Test your program on random inputs (对拍)
///
/// Draws inputs of the problem, small ones first, gives them to your program and compares what it prints with the right answers.
/// The first input at which it fails is made as small as can be, shown and saved. Half of the positions are lost ones, and
/// numbers are often near limits, powers and Fibonacci numbers.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy stress poj2234 -- ./my_program
  grundy stress poj1067 --cases 2000 --timeout 1 -- python3 wythoff.py
  grundy stress --problem ./my.problem --seed 7 -- ./my_program --fast
  grundy stress ./my.game --layout counted --range n=1..1000 -- ./my_program

Exit codes: 0 nothing was found; 1 the program fails; 2 wrong input, or the program cannot be started.")]
// The right answers are found by one thread for each run.
#[command(mut_arg("threads", |argument| argument.hide(true)))]
#[command(mut_arg("max_positions", |argument| argument.default_value(io_limits::DEFAULT_STRESS_POSITIONS)
    .help("How many positions may be kept to find a right answer; an instance that needs more is not tested")))]
#[command(mut_arg("max_seconds", |argument| argument
    .help("How many seconds it may take in all; the run that is under way then counts for nothing")))]
pub struct Stress {
    #[command(flatten)]
    problem: ProblemArguments,
    /// How many tests; each is one run of the program, on one instance or several
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole(1_u32..=u32::MAX), allow_negative_numbers = true)]
    cases: u32,
    /// What is drawn depends on this number
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// How many seconds a run may take
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds, allow_negative_numbers = true)]
    timeout: f64,
    /// How many runs at the same time; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = whole(1_u16..=256), allow_negative_numbers = true)]
    jobs: Option<u16>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// White space must be right too
    #[arg(long)]
    strict: bool,
    /// Save the failing input and both outputs in this folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    save: PathBuf,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
    /// Your program and its arguments
    #[arg(last = true, required = true, num_args = 1.., value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// Parses the time limit of the program.
fn seconds(text: &str) -> Result<f64, Message> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err(message!("a number of seconds above 0 is expected, as 2 or 0.5")),
    }
}

/// What is wrong with a run.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    kind: Kind,
    message: Message,
    /// Number of correct words before the fault.
    right_words: usize,
    printed: String,
    stderr: String,
}

/// Kinds of failure; a smaller input must fail in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Answer,
    Format,
    Crash,
    Timeout,
    Output,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Answer => "wrong answer",
            Kind::Format => "wrong format",
            Kind::Crash => "crash",
            Kind::Timeout => "time-out",
            Kind::Output => "too much output",
        }
    }

    fn words(self) -> Message {
        match self {
            Kind::Answer => message!("wrong answer"),
            Kind::Format => message!("wrong format"),
            Kind::Crash => message!("crash"),
            Kind::Timeout => message!("time-out"),
            Kind::Output => message!("too much output"),
        }
    }
}

/// The tests and their results.
struct Work<'a> {
    command: &'a Stress,
    stress: contest::Stress,
    program: &'a Program,
    budget: Budget,
    progress: &'a Progress,
    next: AtomicU32,
    /// The first test that is known to fail.
    first: AtomicU32,
    passed: AtomicU64,
    instances: AtomicU64,
    skipped: AtomicU64,
    found: Mutex<Option<(u32, Test, Fault)>>,
    broken: Mutex<Option<Failure>>,
}

impl Stress {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the problem is wrong, the program cannot be started, or nothing can be saved.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let problem = self.problem.load()?;
        let stress = contest::Stress::new(problem, self.seed, self.cases).map_err(|why| {
            Failure::wrong(why)
                .hint(message!("a problem file says with `text` and `draw` how inputs look and how they are drawn"))
        })?;
        if !self.save.is_dir() {
            return Err(Failure::wrong(message!(
                "there is no folder `{save}`",
                save = self.save.display().to_string()
            ))
            .hint(message!("make it first")));
        }
        let program =
            Program::new(self.program.clone(), Duration::from_secs_f64(self.timeout)).until(limits::deadline());
        let running = program.running();
        let interrupt = Interrupt::listen_and(move || running.cancel());
        let progress = Progress::new();
        let jobs = self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        let jobs = jobs.min(self.cases.max(1) as usize);
        let budget = self.budget.budget(Budget::default(), &progress);
        let budget = Budget {
            cancelled: Some(interrupt.flag()),
            progress: None,
            threads: 1,
            max_packed_moves: io_limits::MAX_STRESS_MOVES,
            max_bytes: (budget.max_bytes / jobs as u64).min(io_limits::MAX_STRESS_TABLE_BYTES),
            ..budget
        };
        let work = Work {
            command: &self,
            stress,
            program: &program,
            budget,
            progress: &progress,
            next: AtomicU32::new(0),
            first: AtomicU32::new(u32::MAX),
            passed: AtomicU64::new(0),
            instances: AtomicU64::new(0),
            skipped: AtomicU64::new(0),
            found: Mutex::new(None),
            broken: Mutex::new(None),
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let worker = std::thread::Builder::new().stack_size(crate::STACK_BYTES);
                if worker.spawn_scoped(scope, || work.tests()).is_err() {
                    work.tests();
                }
            }
        });
        if let Some(failure) = work.broken.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(failure);
        }
        let found = work.found.lock().unwrap_or_else(PoisonError::into_inner).take();
        match found {
            Some((number, test, fault)) => work.report(screen, number, test, fault),
            None => work.report_nothing(screen),
        }
    }
}

impl Work<'_> {
    fn sessions(&self) -> StressSessions {
        StressSessions::new(self.stress.problem(), self.budget.clone(), grundy::answering_solver)
    }

    fn is_over(&self) -> bool {
        // Memory that is full now may be free for the next test.
        matches!(self.budget.stop(), Some(Stop::TimeLimit(_) | Stop::Cancelled))
    }

    /// Takes test after test, until all tests before the first failing one are done.
    fn tests(&self) {
        let mut sessions = self.sessions();
        let listener = self.progress.listener();
        while !self.is_over() {
            let number = self.next.fetch_add(1, Ordering::SeqCst);
            if number >= self.stress.tests() || number > self.first.load(Ordering::SeqCst) {
                return;
            }
            match self.one(number, &mut sessions) {
                Ok(()) => {}
                Err(failure) => {
                    self.broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
                    self.first.store(0, Ordering::SeqCst);
                    return;
                }
            }
            if let Some(tell) = &listener {
                let done = self.passed.load(Ordering::Relaxed) + self.skipped.load(Ordering::Relaxed);
                tell(Report { done, total: Some(u64::from(self.stress.tests())), what: template!("tests") });
            }
        }
    }

    fn one(&self, number: u32, sessions: &mut StressSessions) -> Result<(), Failure> {
        let Some(test) = self.stress.test(number, sessions).map_err(Failure::wrong)? else {
            if !self.is_over() {
                self.skipped.fetch_add(1, Ordering::Relaxed);
            }
            return Ok(());
        };
        match self.fault(&test)? {
            Outcome::Cancelled => {}
            Outcome::Right => {
                self.passed.fetch_add(1, Ordering::Relaxed);
                self.instances.fetch_add(test.inputs.len() as u64, Ordering::Relaxed);
            }
            Outcome::Fails(fault) => {
                self.first.fetch_min(number, Ordering::SeqCst);
                let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
                if found.as_ref().is_none_or(|(other, _, _)| number < *other) {
                    *found = Some((number, test, fault));
                }
            }
        }
        Ok(())
    }

    /// Runs the program on a test.
    fn fault(&self, test: &Test) -> Result<Outcome, Failure> {
        let run = self.program.run(&test.text).map_err(|error| cannot_start(&self.command.program, &error))?;
        Ok(self.verdict(test, run))
    }

    fn verdict(&self, test: &Test, run: Run) -> Outcome {
        let printed = String::from_utf8_lossy(&run.printed).into_owned();
        let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
        let strictness = if self.command.strict { Strictness::Bytes } else { Strictness::Words };
        let difference = compare(&test.right, &printed, strictness, self.stress.vocabulary());
        let right_words = difference.as_ref().map_or(0, |difference| difference.right_words);
        let (kind, message) = match run.ending {
            Terminal::Cancelled => return Outcome::Cancelled,
            Terminal::Late => {
                (Kind::Timeout, message!("it did not end within {seconds} s", seconds = self.command.timeout))
            }
            Terminal::Loud => {
                (Kind::Output, message!("it printed more than {count} MiB", count = run.printed.len() >> 20))
            }
            Terminal::Signal(signal) => {
                (Kind::Crash, message!("it was ended by {signal}", signal = signal_name(signal)))
            }
            Terminal::Code(code) if code != 0 => (Kind::Crash, message!("it ended with exit code {code}", code)),
            Terminal::Code(_) => match difference {
                None => return Outcome::Right,
                Some(difference) => {
                    (if difference.flaw == Flaw::Answer { Kind::Answer } else { Kind::Format }, difference.message)
                }
            },
        };
        Outcome::Fails(Fault { kind, message, right_words, printed, stderr })
    }

    /// Shrinks the test, saves it and shows it.
    fn report(&self, screen: &Screen, number: u32, test: Test, fault: Fault) -> Result<Status, Failure> {
        let mut sessions = self.sessions();
        let mut last = fault.clone();
        let (max, trying) = match fault.kind {
            Kind::Timeout => (io_limits::MAX_LATE_SHRINKING_RUNS, Trying::OneByOne),
            _ => (io_limits::MAX_SHRINKING_RUNS, Trying::Together),
        };
        let seen_by = match fault.kind {
            Kind::Answer | Kind::Format => Seen::ByAnswers,
            Kind::Crash | Kind::Timeout | Kind::Output => Seen::ByEnding,
        };
        let listener = self.progress.listener();
        let mut runs = 0;
        let mut fewest = test.inputs.len();
        let mut waited = Duration::ZERO;
        let shrunk = shrink(&self.stress, &mut sessions, test, max, trying, seen_by, &mut |smaller| {
            let is_late = fault.kind == Kind::Timeout
                && waited.as_secs_f64() > io_limits::MAX_LATE_SHRINKING_TIME * self.command.timeout;
            if self.is_over() || is_late {
                return ControlFlow::Break(());
            }
            runs += 1;
            let begun = Instant::now();
            if let Some(tell) = &listener {
                tell(Report { done: runs, total: None, what: template!("smaller inputs") });
            }
            let outcome = self.fault(smaller);
            waited += begun.elapsed();
            match outcome {
                Ok(Outcome::Fails(found)) if found.kind == fault.kind => {
                    let tried = Tried::FailsBehind(found.right_words);
                    // A candidate that was tried together with others is tried alone before it counts.
                    if smaller.inputs.len() <= fewest {
                        fewest = smaller.inputs.len();
                        last = found;
                    }
                    ControlFlow::Continue(tried)
                }
                // If the correct answer is unknown, the output cannot be wrong.
                Ok(Outcome::Fails(Fault { kind: Kind::Answer | Kind::Format, .. })) if seen_by == Seen::ByEnding => {
                    ControlFlow::Continue(Tried::Passes)
                }
                Ok(Outcome::Fails(_)) => ControlFlow::Continue(Tried::FailsOtherwise),
                _ => ControlFlow::Continue(Tried::Passes),
            }
        });
        self.progress.clear();
        let files = self.save(&shrunk.test, &last)?;
        if self.command.json {
            screen.print_json(&self.data(Some((number, &shrunk, &last, &files))))?;
        } else {
            screen.print(&self.text(number, &shrunk, &last, &files))?;
        }
        Ok(Status::No)
    }

    fn report_nothing(&self, screen: &Screen) -> Result<Status, Failure> {
        self.progress.clear();
        let passed = self.passed.load(Ordering::Relaxed);
        let skipped = self.skipped.load(Ordering::Relaxed);
        if self.command.json {
            screen.print_json(&self.data(None))?;
        } else {
            let instances = self.instances.load(Ordering::Relaxed);
            let seed = self.command.seed;
            screen.say(&message!(
                "nothing found: {passed} tests with {instances} instances, seed {seed}",
                passed,
                instances,
                seed
            ))?;
            if skipped > 0 {
                screen.say(&message!(
                    "{count} tests had no answer within the budget (--max-positions)",
                    count = skipped
                ))?;
            }
            if passed == 0 && skipped > 0 {
                screen
                    .say(&message!("no test could be made: see whether `grundy judge` answers the problem's inputs"))?;
            }
            if passed + skipped < u64::from(self.stress.tests()) {
                screen.say(&message!("stopped before all {count} tests were done", count = self.stress.tests()))?;
            }
            if let Some(stop) = self.budget.stop() {
                screen.say(&stop.message())?;
            }
        }
        // A run without a single completed test has shown nothing.
        Ok(if passed > 0 { Status::Fine } else { Status::No })
    }

    /// Writes the three files, and returns their paths.
    fn save(&self, test: &Test, fault: &Fault) -> Result<Vec<String>, Failure> {
        let stem = format!("{}-{}", file_name(&self.stress.problem().name), self.command.seed);
        let mut files = Vec::new();
        for (ending, text) in [("in", &test.text), ("out", &fault.printed), ("expected", &test.right)] {
            let path = self.command.save.join(format!("{stem}.{ending}"));
            write_file(&path, text)?;
            files.push(shown_path(&path));
        }
        Ok(files)
    }

    fn data(&self, found: Option<(u32, &Shrunk, &Fault, &[String])>) -> Value {
        let found = found.map(|(number, shrunk, fault, files)| {
            json!({
                "test": number + 1,
                "kind": fault.kind.word(),
                "message": fault.message.to_string(),
                "input": shrunk.test.text,
                "printed": cut(&fault.printed, 1 << 16),
                "right": shrunk.test.right,
                "said": fault.stderr,
                "instances": shrunk.test.inputs.len(),
                "is_smallest_found": shrunk.is_done,
                "files": files,
            })
        });
        // The number of tests under way when one failed depends on the number of jobs, and is not reported.
        let passed = found.is_none().then(|| self.passed.load(Ordering::Relaxed));
        json!({
            "problem": self.stress.problem().name,
            "seed": self.command.seed,
            "tests": self.stress.tests(),
            "passed": passed,
            "skipped": passed.map(|_| self.skipped.load(Ordering::Relaxed)),
            "stopped": self.budget.stop().map(|stop| stop.limit()),
            "found": found,
        })
    }

    fn text(&self, number: u32, shrunk: &Shrunk, fault: &Fault, files: &[String]) -> String {
        let mut text = write(&message!(
            "{kind}: {message} (test {number} of {count}, seed {seed})",
            kind = fault.kind.words(),
            message = fault.message,
            number = number + 1,
            count = self.stress.tests(),
            seed = self.command.seed
        ));
        text.push('\n');
        let block = |title: Message, text: &str| {
            let mut block = format!("\n{}:\n", write(&title));
            block += &visible_lines(&cut(text, io_limits::MAX_TEST_CHARS_SHOWN));
            block
        };
        text += &block(message!("input"), &shrunk.test.text);
        text += &block(message!("your program"), &fault.printed);
        text += &block(message!("right answer"), &shrunk.test.right);
        if !fault.stderr.trim().is_empty() {
            text += &block(message!("standard error"), &fault.stderr);
        }
        text += &format!("\n{}\n", write(&message!("saved: {files}", files = files.join(" "))));
        if !shrunk.is_done {
            text += &(write(&message!("a smaller input may fail too")) + "\n");
        }
        text
    }
}

/// Result of one run.
enum Outcome {
    Right,
    Fails(Fault),
    Cancelled,
}

fn cannot_start(command: &[OsString], error: &io::Error) -> Failure {
    let name = command.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let path = Path::new(&name);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let failure = match error.kind() {
        io::ErrorKind::NotFound if path.is_file() => {
            Failure::wrong(message!("`{name}` cannot be started: what its first line names is not there", name))
        }
        io::ErrorKind::NotFound => Failure::wrong(message!("there is no program `{name}`", name)),
        _ => Failure::wrong(message!("`{name}` cannot be started: {error}", name, error = reason(error))),
    };
    match ending {
        "cpp" | "cc" | "c" | "rs" if path.is_file() => {
            failure.hint(message!("compile it, and name what the compiler made"))
        }
        "py" if path.is_file() => failure.hint(message!("write `-- python3 {name}`", name)),
        "java" | "class" => failure.hint(message!("write `-- java NAME`")),
        _ if Path::new(".").join(path).is_file() && !name.contains('/') => {
            failure.hint(message!("write `-- ./{name}`", name))
        }
        _ => failure.hint(message!("a program in this folder is named as `./my_program`")),
    }
}

fn signal_name(signal: i32) -> Message {
    let name = match signal {
        4 => message!("SIGILL, an illegal instruction"),
        6 => message!("SIGABRT: it gave up"),
        8 => message!("SIGFPE: a division by zero"),
        9 => message!("SIGKILL: perhaps for lack of memory"),
        11 => message!("SIGSEGV: memory that is not its own, or too deep a recursion"),
        13 => Message::text("SIGPIPE"),
        15 => Message::text("SIGTERM"),
        _ => return message!("signal {signal}", signal),
    };
    message!("signal {signal}, {name}", signal, name)
}

/// Returns a name that is a valid file name on every system.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect()
}

fn shown_path(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}

/// Returns the beginning of a text, and how much is left out.
fn cut(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}\n… {} more characters\n", &text[..end], text[end..].chars().count()),
    }
}

/// Returns a text that is safe to show on a terminal, with a final newline.
fn visible_lines(text: &str) -> String {
    let shown: String =
        text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect();
    match shown.as_str() {
        "" => write(&message!("(nothing)")) + "\n",
        whole if whole.ends_with('\n') => shown,
        _ => shown + "\n",
    }
}
