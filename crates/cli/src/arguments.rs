//! Positions that begin with a dash.
//!
//! A position may look like an option: `--++`, `-3`, `-X-/XO-/---`. No option here has an upper-case letter or a sign
//! after its dashes, so these can be told apart. What is a position is marked with a NUL, which no argument can
//! hold, so that it does not look like an option to the parser; [`position`] takes the mark away again.

use crate::Cli;
use clap::CommandFactory;
use std::ffi::OsString;

const MARK: char = '\0';

/// Marks every position that begins with a dash, in the commands that take positions.
pub fn mark_positions(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let arguments: Vec<OsString> = arguments.collect();
    let command = Cli::command();
    let Some(command) = arguments
        .get(1)
        .and_then(|name| name.to_str())
        .filter(|name| matches!(*name, "solve" | "moves" | "table"))
        .and_then(|name| command.find_subcommand(name))
    else {
        return arguments;
    };
    let takes_value = |argument: &str| {
        let options = command.get_arguments().filter(|option| option.get_action().takes_values());
        options.filter_map(|option| option.get_long()).any(|long| argument.strip_prefix("--") == Some(long))
    };
    let mut marked: Vec<OsString> = Vec::with_capacity(arguments.len());
    let mut escaped = false;
    for argument in arguments {
        let after_option = !escaped && marked.last().and_then(|last| last.to_str()).is_some_and(takes_value);
        match argument.to_str() {
            Some("--") if !escaped => {
                escaped = true;
                marked.push(argument);
            }
            Some(text) if !escaped && !after_option && looks_like_position(text) => {
                marked.push(format!("{MARK}{text}").into());
            }
            _ => marked.push(argument),
        }
    }
    marked
}

/// A position as it was written.
#[allow(clippy::unnecessary_wraps, reason = "the shape of a value parser")]
pub fn position(text: &str) -> Result<String, std::convert::Infallible> {
    Ok(text.strip_prefix(MARK).unwrap_or(text).to_owned())
}

fn looks_like_position(text: &str) -> bool {
    match text.strip_prefix("--") {
        Some(rest) => !rest.starts_with(|letter: char| letter.is_ascii_lowercase()),
        None => text.starts_with('-') && !matches!(text, "-" | "-h" | "-V"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(arguments: &str, expect: &str) {
        let marked = mark_positions(arguments.split(' ').map(OsString::from));
        let marked: Vec<String> = marked.iter().map(|text| text.to_string_lossy().replace(MARK, "@")).collect();
        assert_eq!(marked.join(" "), expect);
    }

    #[test]
    fn positions_are_told_from_options() {
        check("grundy solve flip_game --++ --json", "grundy solve flip_game @--++ --json");
        check("grundy solve g -X/O- -- -1", "grundy solve g @-X/O- -- -1");
        check("grundy solve g --max-seconds -1 -1", "grundy solve g --max-seconds -1 @-1");
        check("grundy solve g --jsn", "grundy solve g --jsn");
        check("grundy fmt - -x", "grundy fmt - -x");
    }
}
