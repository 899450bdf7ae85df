//! The command line of grundy.
//!
//! In: arguments. Out: answers on standard output, errors on standard error, and an exit code: 0 success, 1 not known
//! within the budget, a false claim, a file that `fmt --check` would change or an output that was closed, 2 wrong
//! input, 130 ended at once by a second Ctrl-C.

mod arguments;
mod budget;
mod command;
mod failure;
mod file;
mod help;
mod interrupt;
mod io_limits;
mod language;
mod limits;
mod number;
mod options;
mod output_file;
mod play;
mod problem;
mod problem_page;
mod program;
mod progress;
mod screen;
mod spool;
mod startup;
mod statement;
mod work;

use clap::Parser;
use command::Command;
use screen::Screen;
use std::process::ExitCode;

/// Who wins a two-player game, how, and why: from rules of a few lines.
#[derive(Parser)]
#[command(name = "grundy", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "Examples:
  grundy solve nim 3 4 5
  grundy solve tic_tac_toe \"X.O/.X./..O\" --mover O
  grundy table kayles 0..40
  grundy list 石

Exit codes: 0 fine; 1 not known within the budget, a claim is false, or a file is not formatted; 2 wrong input.
Ctrl-C ends the work and shows what is known so far; pressed twice it ends the program.")]
struct Cli {
    /// The language of what people read [default: that of GRUNDY_LANG, LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_name = "LANGUAGE", display_order = 900)]
    lang: Option<language::Choice>,
    #[command(subcommand)]
    command: Command,
}

/// Rules may nest as deeply as the parser allows; walking them needs more stack than the main thread has on some
/// systems.
pub(crate) const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    // Exceeding the file size limit is a write error; it must not end the program.
    #[cfg(unix)]
    {
        let mut too_large = nix::sys::signal::SigSet::empty();
        too_large.add(nix::sys::signal::Signal::SIGXFSZ);
        // Every thread inherits it. If the signal cannot be blocked, it ends the program.
        let _ = too_large.thread_block();
    }
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(run);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has already been reported.
        Ok(Err(_)) => ExitCode::from(101),
        Err(_) => run(),
    }
}

fn run() -> ExitCode {
    let started = std::time::Instant::now();
    let arguments: Vec<std::ffi::OsString> = std::env::args_os().collect();
    language::choose(&arguments);
    options::note(&arguments);
    let screen = Screen::new(arguments::wants_json(&arguments));
    let cli = match help::parse(arguments::mark_positions(arguments), &screen, started) {
        Ok(cli) => cli,
        Err(status) => return ExitCode::from(status as u8),
    };
    let status = match cli.command.run(&screen) {
        Ok(status) => status,
        Err(failure) => screen.fail(&failure),
    };
    ExitCode::from(status as u8)
}
