//! Parses arguments, and prints their help and their errors in the reader's language.
//!
//! In: the arguments. Out: the parsed command; or help or an error is written, and the program is to end. English is
//! left to clap. In another language every text of the commands is translated before clap lays it out, and clap's own
//! words are translated in its output; lines of Chinese, which have no spaces to break at, are broken here.

use crate::Cli;
use crate::failure::{Failure, Status};
use crate::io_limits;
use crate::language::{language, say};
use crate::limits;
use crate::screen::Screen;
use anstream::{AutoStream, ColorChoice};
use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use grundy::view::Language;
use grundy::view::words::say_lines;
use std::ffi::OsString;
use std::io;
use std::time::Instant;
use unicode_width::UnicodeWidthChar;

/// Parses the arguments, or returns the exit status.
pub fn parse(arguments: Vec<OsString>, screen: &Screen, started: Instant) -> Result<Cli, Status> {
    let command = match language() {
        Language::English => Cli::command(),
        Language::Chinese => translated(Cli::command()),
    };
    let parsed = command.try_get_matches_from(arguments).and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches)?;
        limits::begin(&matches, started, screen.is_json());
        Ok(cli)
    });
    parsed.map_err(|error| {
        let text = written(&error);
        if error.use_stderr() {
            return screen.refuse(&text, &failure(&error));
        }
        match screen.print(&text) {
            Ok(()) => Status::Fine,
            Err(failure) => screen.report(&failure),
        }
    })
}

/// Returns the help or the error as text for people.
fn written(error: &clap::Error) -> String {
    let choice = match error.use_stderr() {
        true => AutoStream::choice(&io::stderr()),
        false => AutoStream::choice(&io::stdout()),
    };
    let rendered = error.render();
    let text = match choice {
        ColorChoice::Never => rendered.to_string(),
        _ => rendered.ansi().to_string(),
    };
    if language() == Language::English {
        return text;
    }
    let width =
        terminal_size::terminal_size_of(io::stdout()).map_or(io_limits::MAX_HELP_COLUMNS, |(width, _)| width.0.into());
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::DisplayVersion
    );
    // An error consists of messages; in help only clap's own words are left to be translated.
    let text = if is_help { text } else { say_lines(language(), &text).into_owned() };
    laid_out(&text, width.clamp(40, io_limits::MAX_HELP_COLUMNS))
}

/// Returns the error in the arguments for programs.
fn failure(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let message = paragraph.split_whitespace().collect::<Vec<&str>>().join(" ");
    let tips = text.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
    let failure = Failure::wrong(message.strip_prefix("error: ").unwrap_or(&message));
    tips.fold(failure, Failure::hint)
}

/// Translates every text of the commands into the reader's language.
fn translated(command: Command) -> Command {
    let text = |text: Option<&StyledStr>| text.map(|text| say_lines(language(), &text.to_string()).into_owned());
    let argument = |argument: Arg| {
        let (help, long) = (text(argument.get_help()), text(argument.get_long_help()));
        let argument = match help {
            Some(help) => argument.help(help),
            None => argument,
        };
        match long {
            Some(long) => argument.long_help(long),
            None => argument,
        }
    };
    let (about, long) = (text(command.get_about()), text(command.get_long_about()));
    let (after, after_long) = (text(command.get_after_help()), text(command.get_after_long_help()));
    // Lines are broken afterwards, when all of them are in one language.
    let mut command = command.mut_args(argument).mut_subcommands(translated).term_width(0);
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    if let Some(after) = after_long {
        command = command.after_long_help(after);
    }
    command
}

/// Words of clap that occur within a line that it lays out.
const WITHIN: [&str; 10] = [
    "Usage:",
    "Commands:",
    "Arguments:",
    "Options:",
    "Print help (see more with '--help')",
    "Print help (see a summary with '-h')",
    "Print this message or the help of the given subcommand(s)",
    "Print help",
    "Print version",
    "Possible values:",
];

/// Translates clap's own words in its output, and breaks lines to the width of the page.
fn laid_out(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut line = match line.split_once(": ").filter(|_| line.trim_start().starts_with("- ")) {
            // The meaning of one of several values.
            Some((value, meaning)) => {
                let gap = &meaning[..meaning.len() - meaning.trim_start().len()];
                format!("{value}: {gap}{}", say(meaning.trim_start()))
            }
            None => line.to_owned(),
        };
        for words in WITHIN {
            if line.contains(words) {
                line = line.replace(words, &say(words));
                break;
            }
        }
        for (opening, key) in [("[default: ", "[default:"), ("[possible values: ", "[possible values:")] {
            line = line.replace(opening, &say(key));
        }
        lines.extend(broken(&line, width));
    }
    lines.join("\n")
}

/// Breaks a line at the width of the page, with each part indented to the beginning of its text.
fn broken(line: &str, width: usize) -> Vec<String> {
    let columns = |text: &str| -> usize { columns_of(text).map(|(_, columns)| columns).sum() };
    if columns(line) <= width || !line.contains(is_wide) {
        return vec![line.to_owned()];
    }
    let body = line.trim_start();
    let indent = match body.find("  ") {
        // The text is in a column of its own behind what it describes.
        Some(gap) if body.starts_with(['-', '\x1b', '<', '[']) || body[..gap].is_ascii() => {
            columns(&line[..line.len() - body[gap..].trim_start().len()])
        }
        _ => line.len() - body.len(),
    };
    let indent = if indent > width / 2 { line.len() - body.len() } else { indent };
    let mut lines = vec![String::new()];
    let mut used = 0;
    let mut before = ' ';
    for (c, columns) in columns_of(line) {
        let may_break = (is_wide(c) || is_wide(before) || before == ' ') && !closes(c) && !opens(before);
        // A word of another script is kept whole if the next line has room for it.
        if used + columns + if is_wide(c) { 2 } else { 8 } > width && may_break && used > indent {
            lines.push(" ".repeat(indent));
            used = indent;
            if c == ' ' {
                continue;
            }
        }
        if let Some(last) = lines.last_mut() {
            last.push(c);
        }
        used += columns;
        before = c;
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Returns every char with its width in columns; those of colour sequences have none.
fn columns_of(text: &str) -> impl Iterator<Item = (char, usize)> {
    let mut steers = false;
    text.chars().map(move |c| {
        let was = steers;
        steers = c == '\x1b' || steers && c != 'm';
        (c, if was || steers { 0 } else { c.width().unwrap_or(0) })
    })
}

fn is_wide(c: char) -> bool {
    c.width() == Some(2)
}

/// Returns true if no line may begin with it.
fn closes(c: char) -> bool {
    "，。；：、）》」』”’！？…".contains(c)
}

/// Returns true if no line may end with it.
fn opens(c: char) -> bool {
    "（《「『“‘".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::view::words::Catalogue;

    /// Collects every text of a command and of its subcommands.
    fn texts(command: &Command, into: &mut Vec<String>) {
        let mut add = |text: Option<&StyledStr>| into.extend(text.map(ToString::to_string));
        add(command.get_about());
        add(command.get_long_about());
        add(command.get_after_help());
        for argument in command.get_arguments() {
            add(argument.get_help());
            add(argument.get_long_help());
        }
        command.get_subcommands().for_each(|command| texts(command, into));
    }

    #[test]
    fn every_help_text_is_translated() {
        let mut all = Vec::new();
        texts(&Cli::command(), &mut all);
        let catalogue = Catalogue::of(Language::Chinese).unwrap();
        let mut silent = Vec::new();
        for line in all.iter().flat_map(|text| text.split('\n')).filter(|line| !line.trim().is_empty()) {
            let commands = ["grundy ", "seq ", "echo ", "printf "];
            let pieces = line.split("  ").map(str::trim).filter(|piece| !piece.is_empty());
            let mut pieces = pieces.filter(|piece| !commands.iter().any(|start| piece.starts_with(start)));
            if catalogue.say(line.trim()).is_none() && pieces.any(|piece| catalogue.say(piece).is_none()) {
                silent.push(line.trim());
            }
        }
        silent.sort_unstable();
        silent.dedup();
        assert!(silent.is_empty(), "not in the messages:\n{}", silent.join("\n"));
    }

    #[test]
    fn wide_lines_are_broken_under_their_text() {
        assert_eq!(broken("  --a  取石子取石子取石子", 16), ["  --a  取石子", "       取石子", "       取石子"]);
        assert_eq!(broken("plain words that go on and on", 10).len(), 1);
    }
}
