//! The only module that writes to standard output and standard error.

use crate::failure::{Failure, Status, reason};
use crate::file::STANDARD_INPUT;
use crate::io_limits;
use crate::language::{language, write};
use crate::options::{followed, raise_limit};
use crate::spool::Spool;
use crate::startup::output_is_closed;
use anstream::{AutoStream, ColorChoice};
use grundy::view::View;
use grundy::view::format::{json, text};
use grundy::{Colour, Diagnostic};
use grundy_message::{Message, message};
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Output for answers and errors.
pub struct Screen {
    page: text::Page,
    errors: Colour,
    /// Whether answers are for programs.
    json: bool,
}

/// Whether the answer was started.
static HAS_PRINTED: AtomicBool = AtomicBool::new(false);

/// Held while a piece of an answer is written, so that the program is not ended in the middle of it.
static OUTPUT: Mutex<()> = Mutex::new(());

/// Waits until no piece of an answer is being written; none is started while the guard lives.
pub fn between_answers() -> MutexGuard<'static, ()> {
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Screen {
    /// Creates a screen on the standard streams; with `json`, answers are for programs.
    pub fn new(json: bool) -> Screen {
        let width = match terminal_size::terminal_size_of(io::stdout()) {
            Some((terminal_size::Width(width), _)) => usize::from(width),
            None => std::env::var("COLUMNS")
                .ok()
                .and_then(|width| width.parse().ok())
                .unwrap_or(io_limits::DEFAULT_PAGE_COLUMNS),
        };
        let page = text::Page {
            width: width.max(20),
            colour: colour(AutoStream::choice(&io::stdout())),
            language: language(),
        };
        Screen { page, errors: colour(AutoStream::choice(&io::stderr())), json }
    }

    /// Returns true if answers are for programs.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Writes an answer.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        self.print_bytes(text.as_bytes())
    }

    /// Writes an answer that is not text.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub fn print_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let _writing = between_answers();
        HAS_PRINTED.store(true, Ordering::Relaxed);
        write_output(bytes)
    }

    /// Writes one of many answers, each complete by itself: later failures are reported in a line of their own.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub fn print_line(&self, line: &str) -> Result<(), Failure> {
        let _writing = between_answers();
        write_output(format!("{line}\n").as_bytes())
    }

    /// Writes an answer that may be large. Nothing of it is printed before all of it is there.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
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
    /// Fails if standard output cannot be written.
    pub fn show(&self, view: &dyn View) -> Result<(), Failure> {
        self.show_document(&view.document())
    }

    /// Prints data for programs, on one line.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub fn print_json(&self, data: &serde_json::Value) -> Result<(), Failure> {
        self.print(&(json::write(data) + "\n"))
    }

    /// Like [`Screen::print_json`], but for one of many answers: see [`Screen::print_line`].
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub fn print_json_line(&self, data: &serde_json::Value) -> Result<(), Failure> {
        self.print_line(&json::write(data))
    }

    /// Shows a document to people.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub fn show_document(&self, document: &grundy::view::Document) -> Result<(), Failure> {
        self.print(&text::write(document, self.page))
    }

    /// Prints a line for people, in their language.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub fn say(&self, line: &Message) -> Result<(), Failure> {
        self.print(&(write(line) + "\n"))
    }

    /// Reports a failure in place of an answer, to people and, if no answer was given, to programs, and returns the
    /// exit status.
    pub fn fail(&self, failure: &Failure) -> Status {
        let writing = between_answers();
        self.fail_between(failure, &writing)
    }

    /// Like [`Screen::fail`], for callers that hold the guard of [`between_answers`].
    pub fn fail_between(&self, failure: &Failure, _writing: &MutexGuard<'static, ()>) -> Status {
        if self.json && !HAS_PRINTED.load(Ordering::Relaxed) && !matches!(failure, Failure::OutputClosed) {
            // If the output cannot be written, the exit code is all there is.
            let _ = write_output((json::write(&failure.data()) + "\n").as_bytes());
        }
        self.report(failure)
    }

    /// Writes an answer, for callers that hold the guard of [`between_answers`] and end the program: if it cannot be
    /// written, the exit code is all there is.
    pub fn show_between(&self, view: &dyn View, _writing: &MutexGuard<'static, ()>) {
        let text = match self.json {
            true => json::write(&view.data()) + "\n",
            false => text::write(&view.document(), self.page),
        };
        if !HAS_PRINTED.swap(true, Ordering::Relaxed) {
            let _ = write_output(text.as_bytes());
        }
    }

    /// Like [`Screen::fail`], with the text for people.
    pub fn refuse(&self, text: &str, failure: &Failure) -> Status {
        if self.json {
            let _ = self.print_json(&failure.data());
        }
        complain(text);
        Status::Wrong
    }

    /// Reports a failure to people, and returns the exit status.
    pub fn report(&self, failure: &Failure) -> Status {
        match failure {
            Failure::Message { status, message, hints } => {
                let error = match self.errors {
                    Colour::Always => format!("\x1b[1;31m{}\x1b[0m", write(&message!("error"))),
                    Colour::Never => write(&message!("error")),
                };
                let mut rendered = format!("{error}: {}\n", text::visible(&shorten(&write(message))));
                for hint in followed(hints) {
                    rendered +=
                        &format!("  = {}: {}\n", write(&message!("help")), text::visible(&shorten(&write(&hint))));
                }
                complain(&rendered);
                *status
            }
            Failure::InFile { path, source, diagnostics } => {
                self.show_diagnostics(path, source, diagnostics);
                Status::Wrong
            }
            Failure::Stopped { stop, message } => {
                let (message, hints) = (message.clone(), raise_limit(*stop).into_iter().collect());
                self.report(&Failure::Message { status: Status::No, message, hints })
            }
            Failure::OutputClosed => Status::No,
        }
    }

    /// Shows messages about a file.
    pub fn show_diagnostics(&self, path: &str, source: &str, diagnostics: &[Diagnostic]) {
        let path =
            if path == STANDARD_INPUT { write(&message!("standard input")) } else { text::visible(path).into_owned() };
        for diagnostic in diagnostics {
            complain(&(diagnostic.render_in(&path, source, self.errors, &write) + "\n\n"));
        }
    }

    /// Returns true if standard error is a terminal.
    pub fn is_watched() -> bool {
        io::stderr().is_terminal()
    }
}

/// Writes to standard output, and flushes it.
fn write_output(bytes: &[u8]) -> Result<(), Failure> {
    let written = open_output().and_then(|mut output| output.write_all(bytes).and_then(|()| output.flush()));
    written.map_err(|error| unwritten(&error))
}

/// Opens standard output for writing.
///
/// # Errors
/// Fails if it was closed when the program started.
pub fn open_output() -> io::Result<io::StdoutLock<'static>> {
    match output_is_closed() {
        true => Err(io::Error::other(message!("standard output is closed"))),
        false => Ok(io::stdout().lock()),
    }
}

fn unwritten(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => Failure::wrong(message!("cannot write the answer: {error}", error = reason(error))),
    }
}

/// Prints a note on standard error that is not a failure.
pub fn note(message: &Message) {
    complain(&format!("{}: {}\n", write(&message!("note")), text::visible(&shorten(&write(message)))));
}

/// Returns the beginning and the end of a message that quotes too much.
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

/// Writes to standard error; errors of that cannot be reported.
fn complain(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

fn colour(choice: ColorChoice) -> Colour {
    if choice == ColorChoice::Never { Colour::Never } else { Colour::Always }
}
