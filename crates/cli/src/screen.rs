//! The one place that writes to standard output and standard error.

use crate::failure::{Failure, RAISE, Status};
use crate::language::{language, say};
use crate::spool::Spool;
use crate::startup::output_is_closed;
use anstream::{AutoStream, ColorChoice};
use grundy::view::View;
use grundy::view::format::{json, text};
use grundy::view::words::say_lines;
use grundy::{Colour, Diagnostic};
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where answers and errors go.
pub struct Screen {
    page: text::Page,
    errors: Colour,
    /// Whether answers are for programs.
    json: bool,
}

/// Whether the answer was begun.
static HAS_PRINTED: AtomicBool = AtomicBool::new(false);

/// Held while a piece of an answer is written, so that nobody ends the program in the middle of it.
static OUTPUT: Mutex<()> = Mutex::new(());

/// Waits until no piece of an answer is being written; none is begun while the guard lives.
pub fn between_answers() -> MutexGuard<'static, ()> {
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The width of a page that is not a terminal.
const USUAL_WIDTH: usize = 100;

impl Screen {
    /// The standard streams, as they are; with `json`, answers are for programs.
    pub fn new(json: bool) -> Screen {
        let width = match terminal_size::terminal_size_of(io::stdout()) {
            Some((terminal_size::Width(width), _)) => usize::from(width),
            None => std::env::var("COLUMNS").ok().and_then(|width| width.parse().ok()).unwrap_or(USUAL_WIDTH),
        };
        let page = text::Page { width: width.max(20), colour: colour(AutoStream::choice(&io::stdout())) };
        Screen { page, errors: colour(AutoStream::choice(&io::stderr())), json }
    }

    /// Whether answers are for programs.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Writes an answer.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        self.print_bytes(text.as_bytes())
    }

    /// Writes an answer that is no text.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn print_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let _writing = between_answers();
        HAS_PRINTED.store(true, Ordering::Relaxed);
        write_output(bytes)
    }

    /// Writes one of many answers, each of which stands by itself: what fails later is told in a line of its own.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn print_line(&self, line: &str) -> Result<(), Failure> {
        let _writing = between_answers();
        write_output(format!("{line}\n").as_bytes())
    }

    /// Writes an answer that may be large. Nothing of it is printed before all of it is there.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn stream(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let mut spool = BufWriter::with_capacity(1 << 16, Spool::default());
        let spooled = write(&mut spool).and_then(|()| spool.into_inner().map_err(io::IntoInnerError::into_error));
        let spool = spooled.map_err(|error| unwritten(&error))?;
        let _writing = between_answers();
        HAS_PRINTED.store(true, Ordering::Relaxed);
        open_output().and_then(|mut output| spool.copy_to(&mut output)).map_err(|error| unwritten(&error))
    }

    /// Shows a view to people.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn show(&self, view: &dyn View) -> Result<(), Failure> {
        self.show_document(&view.document())
    }

    /// Gives a view to programs, on one line.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn print_json(&self, data: &serde_json::Value) -> Result<(), Failure> {
        self.print(&(json::write(data) + "\n"))
    }

    /// The same of one of many answers: see [`Screen::print_line`].
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn print_json_line(&self, data: &serde_json::Value) -> Result<(), Failure> {
        self.print_line(&json::write(data))
    }

    /// Shows a document to people.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn show_document(&self, document: &grundy::view::Document) -> Result<(), Failure> {
        self.print(&text::write_in(language(), document, self.page))
    }

    /// Says lines to people, in their language.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn say(&self, lines: &str) -> Result<(), Failure> {
        self.print(&say_lines(language(), lines))
    }

    /// Tells of a failure in place of an answer, to people and, where no answer was given, to programs, and says how to end.
    pub fn fail(&self, failure: &Failure) -> Status {
        let writing = between_answers();
        self.fail_between(failure, &writing)
    }

    /// The same, where no answer is being written.
    pub fn fail_between(&self, failure: &Failure, _writing: &MutexGuard<'static, ()>) -> Status {
        if self.json && !HAS_PRINTED.load(Ordering::Relaxed) && !matches!(failure, Failure::NobodyReads) {
            // Whoever reads nothing learns from the exit code.
            let _ = write_output((json::write(&failure.data()) + "\n").as_bytes());
        }
        self.report(failure)
    }

    /// Like [`Screen::fail`], with the text that people read.
    pub fn refuse(&self, text: &str, failure: &Failure) -> Status {
        if self.json {
            let _ = self.print_json(&failure.data());
        }
        complain(text);
        Status::Wrong
    }

    /// Tells people of a failure, and says how to end.
    pub fn report(&self, failure: &Failure) -> Status {
        match failure {
            Failure::Said { status, message, hints } => {
                let error = match self.errors {
                    Colour::Always => format!("\x1b[1;31m{}\x1b[0m", say("error")),
                    Colour::Never => say("error"),
                };
                let mut said = format!("{error}: {}\n", text::visible(&shorten(&say(message))));
                for hint in hints {
                    said += &format!("  = {}: {}\n", say("help"), text::visible(&shorten(&say(hint))));
                }
                complain(&said);
                *status
            }
            Failure::InFile { path, source, diagnostics } => {
                self.show_diagnostics(path, source, diagnostics);
                Status::Wrong
            }
            Failure::Stopped { message, .. } => {
                let (message, hints) = (message.clone(), vec![RAISE.to_owned()]);
                self.report(&Failure::Said { status: Status::No, message, hints })
            }
            Failure::NobodyReads => Status::No,
        }
    }

    /// Shows messages about a file.
    pub fn show_diagnostics(&self, path: &str, source: &str, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            complain(&(diagnostic.render_in(&text::visible(path), source, self.errors, &say) + "\n\n"));
        }
    }

    /// Whether somebody watches standard error.
    pub fn is_watched() -> bool {
        io::stderr().is_terminal()
    }
}

/// Writes to standard output, at once.
fn write_output(bytes: &[u8]) -> Result<(), Failure> {
    let written = open_output().and_then(|mut output| output.write_all(bytes).and_then(|()| output.flush()));
    written.map_err(|error| unwritten(&error))
}

/// Standard output, to be written to.
///
/// # Errors
/// It was closed from the beginning.
pub fn open_output() -> io::Result<io::StdoutLock<'static>> {
    match output_is_closed() {
        true => Err(io::Error::other("standard output is closed")),
        false => Ok(io::stdout().lock()),
    }
}

fn unwritten(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::NobodyReads,
        _ => Failure::wrong(format!("cannot write the answer: {error}")),
    }
}

/// Says on standard error what is no failure but should be known.
pub fn note(message: &str) {
    complain(&format!("{}: {}\n", say("note"), text::visible(&shorten(&say(message)))));
}

/// The beginning and the end of a message that quotes more than anybody reads.
fn shorten(message: &str) -> Cow<'_, str> {
    const BEGINNING: usize = 240;
    const END: usize = 240;
    let length = message.chars().count();
    if length <= BEGINNING + END {
        return Cow::Borrowed(message);
    }
    let beginning: String = message.chars().take(BEGINNING).collect();
    let end: String = message.chars().skip(length - END).collect();
    Cow::Owned(format!("{beginning} … {end}"))
}

/// Whoever cannot be told of an error cannot be told that either.
fn complain(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

fn colour(choice: ColorChoice) -> Colour {
    if choice == ColorChoice::Never { Colour::Never } else { Colour::Always }
}
