//! The options of the current command, so that no hint names an option that it does not have.

use crate::Cli;
use clap::{Command, CommandFactory};
use grundy::Stop;
use grundy_message::{Message, message};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::OnceLock;

static OPTIONS: OnceLock<BTreeSet<String>> = OnceLock::new();

/// Returns hints for an exhausted budget, the most general first: the first whose options the command has is printed.
fn raising() -> [Message; 3] {
    [
        message!("raise the limit with --max-positions, --max-seconds or --memory"),
        message!("raise the limit with --max-seconds or --memory"),
        message!("raise the limit with --max-seconds"),
    ]
}

/// Records the current command, once and before anything is printed.
pub fn note(arguments: &[OsString]) {
    let mut command = &Cli::command();
    for argument in arguments.iter().skip(1) {
        command = argument.to_str().and_then(|name| command.find_subcommand(name)).unwrap_or(command);
    }
    OPTIONS.get_or_init(|| of_command(command));
}

fn of_command(command: &Command) -> BTreeSet<String> {
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    shown.filter_map(|argument| argument.get_long()).map(|name| format!("--{name}")).collect()
}

/// Returns the hint for an exhausted budget; `None` if the command has no such option.
pub fn raise() -> Option<Message> {
    raised_by(OPTIONS.get()?)
}

/// Returns the hint for work that this limit ended: the option that raises it, if there is one and the command has it.
pub fn raise_limit(stop: Stop) -> Option<Message> {
    raised(stop, OPTIONS.get()?)
}

fn raised(stop: Stop, options: &BTreeSet<String>) -> Option<Message> {
    let option = match stop {
        Stop::MemoryLimit(_) => "--memory",
        Stop::TimeLimit(_) | Stop::Limit { seconds: Some(_), .. } => "--max-seconds",
        Stop::PositionLimit(_) | Stop::MoveLimit(_) | Stop::StepLimit(_) => "--max-positions",
        Stop::Limit { seconds: None, .. } | Stop::TooManyMoves | Stop::MovesNotSought | Stop::Cancelled => return None,
    };
    options.contains(option).then(|| message!("raise the limit with {option}", option))
}

fn raised_by(options: &BTreeSet<String>) -> Option<Message> {
    raising().into_iter().find(|advice| can_be_followed(&advice.to_string(), options))
}

/// Returns the hints that can be followed: an option that a hint names belongs to the command, or to a command that the
/// hint names too.
pub fn followed(hints: &[Message]) -> Vec<Message> {
    let Some(options) = OPTIONS.get() else { return hints.to_vec() };
    hints.iter().filter(|hint| can_be_followed(&hint.to_string(), options)).cloned().collect()
}

fn can_be_followed(hint: &str, options: &BTreeSet<String>) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
    let names = hint.split(|c: char| !is_part(c)).filter(|word| word.starts_with("--") && word.len() > 2);
    hint.contains("`grundy ") || names.into_iter().all(|name| options.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_options_of_the_command() {
        let cli = Cli::command();
        let command = |name: &str| of_command(cli.find_subcommand(name).unwrap());
        let raised = |name: &str| raised_by(&command(name)).map(|advice| advice.to_string());
        for name in ["find", "prove", "verify"] {
            assert_eq!(raised(name).as_deref(), Some("raise the limit with --max-seconds or --memory"), "{name}");
        }
        let all = "raise the limit with --max-positions, --max-seconds or --memory";
        assert_eq!(raised("solve").as_deref(), Some(all));
        assert_eq!(raised("serve").as_deref(), Some("raise the limit with --max-seconds"));
        assert_eq!(raised("list"), None);
        let by_memory = |name: &str| super::raised(Stop::MemoryLimit(1), &command(name)).map(|hint| hint.to_string());
        assert_eq!(by_memory("table").as_deref(), Some("raise the limit with --memory"));
        assert_eq!(by_memory("serve"), None);
        assert!(can_be_followed(all, &command("solve")) && !can_be_followed(all, &command("prove")));
        assert!(can_be_followed("write NAME=VALUE, as in --given m=4", &command("find")));
        assert!(!can_be_followed("write NAME=VALUE, as in --given m=4", &command("check")));
        assert!(can_be_followed("`grundy list --problems` shows them all", &command("find")));
        assert!(can_be_followed("take one of 1..5 -- or none", &command("list")));
    }
}
