//! `grundy completions`: prints shell completions for the commands and for the names of games and problems.

use crate::Cli;
use crate::failure::{Failure, Status};
use crate::screen::Screen;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use grundy::{catalogue, matrices, problems};

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy")]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

/// Commands whose first argument names a game; a second word is a subcommand.
const OF_GAMES: [&str; 14] = [
    "solve",
    "moves",
    "explain",
    "play",
    "table",
    "count",
    "heap",
    "draw board",
    "draw table",
    "draw graph",
    "check",
    "find",
    "prove",
    "problem",
];
/// Values of `--compound`; the last one is followed by a number.
const COMPOUNDS: [&str; 6] = ["one", "every", "short", "some", "anti", "upto="];
/// The command whose first argument names a matrix game.
const OF_MATRICES: &str = "matrix";
/// Commands whose first argument names a game or a problem.
const OF_BOTH: [&str; 5] = ["show", "ask", "judge", "stress", "export"];

impl Completions {
    /// Prints the completions.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        screen.print(&script(self.shell))?;
        Ok(Status::Fine)
    }
}

fn script(shell: Shell) -> String {
    let games: Vec<&str> = catalogue().iter().map(|entry| entry.name).collect();
    let problems: Vec<&str> = problems().iter().map(|entry| entry.name).collect();
    let simultaneous: Vec<&str> = matrices().iter().map(|entry| entry.name).collect();
    let mut both = [games.clone(), problems].concat();
    both.sort_unstable();
    both.dedup();
    let named = OF_GAMES.iter().map(|path| (*path, &games)).chain(OF_BOTH.iter().map(|path| (*path, &both)));
    let named: Vec<(&str, &Vec<&str>)> = named.chain([(OF_MATRICES, &simultaneous)]).collect();
    let mut command = with_compounds(Cli::command());
    // Only for these two shells does clap list the possible values of an argument.
    if matches!(shell, Shell::Bash | Shell::Zsh) {
        for (path, names) in &named {
            command = with_values(command, path, names);
        }
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "grundy", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Zsh => {
            // A name or a file: values alone would prevent the completion of file names.
            for (function, names) in [("_grundy_both", &both), ("_grundy_games", &games)] {
                let values = names.join(" ");
                script = script.replace(&format!(":({values})"), &format!(":{function}"));
                // Defined before the end of the script, which completes at once when it is loaded.
                let end = script.rfind("if [ \"$funcstack[1]\"").unwrap_or(script.len());
                script.insert_str(end, &format!("{function}() {{\n    compadd -- {values}\n    _files\n}}\n\n"));
            }
        }
        Shell::Fish => {
            for (path, names) in &named {
                let words = path.split(' ').map(|word| format!("__fish_seen_subcommand_from {word}"));
                let condition = words.collect::<Vec<String>>().join("; and ");
                script += &format!("complete -c grundy -n \"{condition}\" -a \"{}\"\n", names.join(" "));
            }
        }
        Shell::PowerShell | Shell::Elvish => {
            for (path, names) in &named {
                let index = format!("'grundy;{}'", path.replace(' ', ";"));
                let lines = names.iter().map(|name| match shell {
                    Shell::Elvish => format!("            cand {name} '{name}'\n"),
                    _ => format!(
                        "            [CompletionResult]::new('{name}', '{name}', \
                         [CompletionResultType]::ParameterValue, '{name}')\n"
                    ),
                });
                let lines: String = lines.collect();
                for opening in [format!("{index} {{\n"), format!("&{index}= {{\n")] {
                    script = script.replace(&opening, &format!("{opening}{lines}"));
                }
            }
        }
        _ => {}
    }
    script
}

/// Adds the values of `--compound` to the commands.
fn with_compounds(command: Command) -> Command {
    let has_compound = command.get_arguments().any(|argument| argument.get_id() == "compound");
    let command = match has_compound {
        true => command.mut_arg("compound", |argument| argument.value_parser(PossibleValuesParser::new(COMPOUNDS))),
        false => command,
    };
    command.mut_subcommands(with_compounds)
}

/// Sets the possible values of the first argument of the command at this path.
fn with_values(command: Command, path: &str, names: &[&'static str]) -> Command {
    let (first, rest) = path.split_once(' ').map_or((path, None), |(first, rest)| (first, Some(rest)));
    command.mut_subcommand(first, |inner| match rest {
        Some(rest) => with_values(inner, rest, names),
        None => {
            let argument = inner.get_positionals().next().map(|argument| argument.get_id().clone());
            let values = PossibleValuesParser::new(names.iter().copied());
            match argument {
                Some(id) => inner.mut_arg(id, |argument| argument.value_parser(values)),
                None => inner,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_completes_games_and_problems() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
            let script = script(shell);
            assert!(script.contains("wythoff") && script.contains("poj2234"), "{shell}");
        }
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell);
            let upto = script.matches("upto=").count();
            assert!(upto >= 10, "{shell}: `--compound` is completed {upto} times");
        }
        let zsh = script(Shell::Zsh);
        for function in ["_grundy_games", "_grundy_both"] {
            assert!(zsh.matches(function).count() >= 2, "{function}");
            assert!(zsh.find(&format!("{function}() {{")) < zsh.find("\"$funcstack[1]\""), "{function} comes too late");
        }
        let fish = script(Shell::Fish);
        let line = fish.lines().find(|line| line.contains("from export") && line.contains("poj2234"));
        assert!(line.is_some_and(|line| line.contains("wythoff")), "{line:?}");
        let line = fish.lines().find(|line| line.contains("from solve") && line.contains("wythoff"));
        assert!(line.is_some_and(|line| !line.contains("poj2234")), "{line:?}");
    }
}
