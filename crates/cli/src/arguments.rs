//! Command-line arguments that are positions beginning with a dash.
//!
//! A position may look like an option: `--++`, `-3`, `-X-/XO-/---`. No option of this program has an upper-case letter
//! or a sign after its dashes, so the two can be distinguished. Positions are marked with a NUL, which no argument can
//! contain, so that the parser does not take them for options; [`position`] removes the mark.

use crate::Cli;
use clap::CommandFactory;
use std::ffi::OsString;

const MARK: char = '\0';
/// The only option that may precede the command.
const LANGUAGE: &str = "--lang";

/// Marks every position that begins with a dash, in the commands that take positions.
pub fn mark_positions(arguments: Vec<OsString>) -> Vec<OsString> {
    let command = Cli::command();
    let (name, inner) = command_names(&arguments);
    let command = match name {
        Some(name @ ("solve" | "moves" | "table" | "count" | "explain" | "play")) => command.find_subcommand(name),
        Some("draw") => {
            let draw = command.find_subcommand("draw");
            draw.and_then(|draw| draw.find_subcommand(inner?))
        }
        _ => None,
    };
    let Some(command) = command else { return arguments };
    let is_short = |argument: &str, option: &clap::Arg| {
        option.get_short().is_some_and(|short| argument.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4])))
    };
    let takes_value = |argument: &str| {
        if argument == LANGUAGE {
            return true;
        }
        let mut options = command.get_arguments().filter(|option| option.get_action().takes_values());
        options.any(|option| {
            let is_long = option.get_long().is_some_and(|long| argument.strip_prefix("--") == Some(long));
            is_long || is_short(argument, option)
        })
    };
    let is_option = |argument: &str| command.get_arguments().any(|option| is_short(argument, option));
    let mut marked: Vec<OsString> = Vec::with_capacity(arguments.len());
    let mut escaped = false;
    for argument in arguments {
        let after_option = !escaped && marked.last().and_then(|last| last.to_str()).is_some_and(takes_value);
        match argument.to_str() {
            Some("--") if !escaped => {
                escaped = true;
                marked.push(argument);
            }
            Some(text) if !escaped && !after_option && looks_like_position(text) && !is_option(text) => {
                marked.push(format!("{MARK}{text}").into());
            }
            _ => marked.push(argument),
        }
    }
    marked
}

/// Returns the command and the word after it, which may be a subcommand.
fn command_names(arguments: &[OsString]) -> (Option<&str>, Option<&str>) {
    let mut words = arguments.iter().skip(1).map(|word| word.to_str().unwrap_or_default());
    let mut next = || loop {
        match words.next()? {
            LANGUAGE => drop(words.next()?),
            word if word.starts_with("--lang=") => {}
            word => return Some(word),
        }
    };
    (next(), next())
}

/// Returns the requested language, wherever the option is: it is needed before any message is printed.
pub fn language(arguments: &[OsString]) -> Option<&str> {
    let words = arguments.iter().skip(1).map(|word| word.to_str().unwrap_or_default());
    let words: Vec<&str> = words.take_while(|word| *word != "--").collect();
    let joined = words.iter().rev().find_map(|word| word.strip_prefix("--lang="));
    joined.or_else(|| words.windows(2).rev().find(|pair| pair[0] == LANGUAGE).map(|pair| pair[1]))
}

/// Returns true if output is for programs: with `--json`, and always for `ask`.
pub fn wants_json(arguments: &[OsString]) -> bool {
    let mut options = arguments.iter().take_while(|word| *word != "--");
    options.any(|word| word == "--json") || command_names(arguments).0 == Some("ask")
}

/// Removes the mark from a position.
#[allow(clippy::unnecessary_wraps, reason = "the shape of a value parser")]
pub fn position(text: &str) -> Result<String, std::convert::Infallible> {
    Ok(text.strip_prefix(MARK).unwrap_or(text).to_owned())
}

fn looks_like_position(text: &str) -> bool {
    match text.strip_prefix("--") {
        Some(rest) => !rest.starts_with(|c: char| c.is_ascii_lowercase()),
        None => text.starts_with('-') && !matches!(text, "-" | "-h" | "-V"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(arguments: &str, expect: &str) {
        let marked = mark_positions(arguments.split(' ').map(OsString::from).collect());
        let marked: Vec<String> = marked.iter().map(|text| text.to_string_lossy().replace(MARK, "@")).collect();
        assert_eq!(marked.join(" "), expect);
    }

    #[test]
    fn positions_are_distinguished_from_options() {
        check("grundy solve flip_game --++ --json", "grundy solve flip_game @--++ --json");
        check("grundy solve g -X/O- -- -1", "grundy solve g @-X/O- -- -1");
        check("grundy solve g --max-seconds -1 -1", "grundy solve g --max-seconds -1 @-1");
        check("grundy solve g --jsn", "grundy solve g --jsn");
        check("grundy fmt - -x", "grundy fmt - -x");
        check("grundy --lang zh solve g -1", "grundy --lang zh solve g @-1");
        check("grundy solve g --lang zh --++", "grundy solve g --lang zh @--++");
        check("grundy draw board g -o- -o x.svg", "grundy draw board g @-o- -o x.svg");
        check("grundy draw graph g -o -x.svg --++", "grundy draw graph g -o -x.svg @--++");
    }

    #[test]
    fn the_language_is_found_anywhere() {
        let requested = |line: &str| {
            let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            language(&arguments).map(ToOwned::to_owned)
        };
        assert_eq!(requested("grundy solve nim --lang zh").as_deref(), Some("zh"));
        assert_eq!(requested("grundy --lang=en solve nim").as_deref(), Some("en"));
        assert_eq!(requested("grundy stress nim -- ./mine --lang zh"), None);
    }
}
