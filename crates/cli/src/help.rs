//! Parses arguments, and prints their help and their errors in the reader's language.
//!
//! In: the arguments. Out: the parsed command; or help or an error is written, and the program is to end. English is
//! left to clap. In another language every text of the commands is looked up whole before clap lays it out, and clap's
//! own words are looked up in its output; lines of Chinese, which have no spaces to break at, are broken here.

use crate::Cli;
use crate::failure::{Failure, Status};
use crate::io_limits;
use crate::language::{language, write};
use crate::limits;
use crate::screen::Screen;
use anstream::{AutoStream, ColorChoice};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use grundy::view::Language;
use grundy::view::words::foreign;
use grundy_message::{Message, Separator, list, message};
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
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::DisplayVersion
    );
    let rendered = error.render();
    let text = match choice {
        _ if language() != Language::English && !is_help => explained(error),
        ColorChoice::Never => rendered.to_string(),
        _ => rendered.ansi().to_string(),
    };
    if language() == Language::English {
        return text;
    }
    let width =
        terminal_size::terminal_size_of(io::stdout()).map_or(io_limits::MAX_HELP_COLUMNS, |(width, _)| width.0.into());
    laid_out(&text, width.clamp(40, io_limits::MAX_HELP_COLUMNS))
}

/// Returns the error in the arguments for programs.
fn failure(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let message = paragraph.split_whitespace().collect::<Vec<&str>>().join(" ");
    let tips = text.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
    let failure = Failure::wrong(Message::text(message.strip_prefix("error: ").unwrap_or(&message)));
    tips.map(Message::text).fold(failure, Failure::hint)
}

/// Returns an error of the arguments in the reader's language.
fn explained(error: &clap::Error) -> String {
    let values = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let value = |kind: ContextKind| values(kind).join(", ");
    let quoted = |kinds: &[ContextKind]| {
        let values = kinds.iter().flat_map(|kind| values(*kind));
        values.map(|value| message!("'{value}'", value)).collect::<Vec<Message>>()
    };
    let argument = value(ContextKind::InvalidArg);
    let (given, other) = (value(ContextKind::InvalidValue), values(ContextKind::PriorArg));
    let what = match error.kind() {
        ErrorKind::UnknownArgument => message!("unexpected argument '{argument}' found", argument),
        ErrorKind::InvalidSubcommand => {
            message!("unrecognized subcommand '{command}'", command = value(ContextKind::InvalidSubcommand))
        }
        ErrorKind::InvalidValue if given.is_empty() => {
            message!("a value is required for '{argument}' but none was supplied", argument)
        }
        ErrorKind::InvalidValue => message!("invalid value '{value}' for '{argument}'", value = given, argument),
        ErrorKind::ValueValidation => {
            let source = std::error::Error::source(error);
            let own = source.and_then(|source| source.downcast_ref::<Message>()).cloned();
            let why = own.or_else(|| source.map(|source| foreign(&source.to_string()))).unwrap_or_default();
            message!("invalid value '{value}' for '{argument}': {why}", value = given, argument, why)
        }
        ErrorKind::TooManyValues => message!(
            "unexpected value '{value}' for '{argument}' found; no more were expected",
            value = given,
            argument
        ),
        ErrorKind::ArgumentConflict if other.as_slice() == [argument.clone()] => {
            message!("the argument '{argument}' cannot be used multiple times", argument)
        }
        ErrorKind::ArgumentConflict if other.is_empty() => message!(
            "the argument '{argument}' cannot be used with one or more of the other specified arguments",
            argument
        ),
        ErrorKind::ArgumentConflict => message!(
            "the argument '{argument}' cannot be used with {others}",
            argument,
            others = list(Separator::Comma, quoted(&[ContextKind::PriorArg]))
        ),
        ErrorKind::MissingRequiredArgument => {
            message!("the following required arguments were not provided: {argument}", argument)
        }
        ErrorKind::MissingSubcommand => message!(
            "'{command}' requires a subcommand but one was not provided",
            command = value(ContextKind::InvalidSubcommand)
        ),
        ErrorKind::InvalidUtf8 => message!("invalid UTF-8 was detected in one or more arguments"),
        other => Message::text(other.as_str().unwrap_or_default()),
    };
    let mut text = format!("{}: {}\n", write(&message!("error")), write(&what));
    let known = [ContextKind::ValidValue, ContextKind::ValidSubcommand].map(value).concat();
    if !known.is_empty() {
        text += &format!("  {}\n", write(&message!("[possible values: {values}]", values = known)));
    }
    let similar = quoted(&[ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]);
    let mut tips = Vec::new();
    if !similar.is_empty() {
        tips.push(message!("this is similar: {similar}", similar = list(Separator::Comma, similar)));
    }
    if error.kind() == ErrorKind::UnknownArgument && error.get(ContextKind::Suggested).is_some() {
        tips.push(message!("to pass '{value}' as a value, use '-- {value}'", value = argument));
    }
    for tip in tips {
        text += &format!("\n  {}: {}\n", write(&message!("help")), write(&tip));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        text += &format!("\n{usage}\n");
    }
    text + &format!("\n{}\n", write(&message!("For more information, try '{option}'.", option = "--help")))
}

/// Translates every text of the commands into the reader's language.
fn translated(command: Command) -> Command {
    let text = |text: Option<&StyledStr>| text.map(|text| write(&foreign(&text.to_string())));
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
                format!("{value}: {gap}{}", write(&foreign(meaning.trim_start())))
            }
            None => line.to_owned(),
        };
        for words in WITHIN {
            if line.contains(words) {
                line = line.replace(words, &write(&foreign(words)));
                break;
            }
        }
        for (opening, key) in [("[default: ", "[default:"), ("[possible values: ", "[possible values:")] {
            line = line.replace(opening, &write(&foreign(key)));
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
    use grundy::view::words::{TABLES, entries};
    use std::collections::{BTreeMap, BTreeSet};

    /// Collects every text of a command and of its subcommands.
    fn texts(command: &Command, into: &mut Vec<String>) {
        let mut add = |text: Option<&StyledStr>| into.extend(text.map(ToString::to_string));
        add(command.get_about());
        add(command.get_long_about());
        add(command.get_after_help());
        for argument in command.get_arguments() {
            add(argument.get_help());
            add(argument.get_long_help());
            let values = argument.get_possible_values();
            values.iter().for_each(|value| add(value.get_help()));
        }
        let headings = command.get_arguments().filter_map(|argument| argument.get_help_heading());
        into.extend(headings.map(str::to_owned));
        command.get_subcommands().for_each(|command| texts(command, into));
    }

    #[test]
    fn every_help_text_is_translated_and_every_translation_is_used() {
        let mut all = Vec::new();
        texts(&Cli::command(), &mut all);
        let table = TABLES.iter().find(|(topic, _)| *topic == "help").unwrap().1;
        let known: BTreeMap<String, String> = entries(table).collect();
        let all: BTreeSet<String> = all.into_iter().filter(|text| text.contains(char::is_alphabetic)).collect();
        let silent: Vec<&String> = all.iter().filter(|text| !known.contains_key(*text)).collect();
        assert!(silent.is_empty(), "not in help.zh: {silent:#?}");
        let unused: Vec<&String> = known.keys().filter(|text| !all.contains(*text)).collect();
        assert!(unused.is_empty(), "help.zh has what no command says: {unused:#?}");
    }

    #[test]
    fn wide_lines_are_broken_under_their_text() {
        assert_eq!(broken("  --a  取石子取石子取石子", 16), ["  --a  取石子", "       取石子", "       取石子"]);
        assert_eq!(broken("plain words that go on and on", 10).len(), 1);
    }
}
