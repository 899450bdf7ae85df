//! `grundy completions`: what a shell needs to complete these commands.

use crate::Cli;
use crate::failure::{Failure, Status};
use crate::screen::Screen;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy")]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    /// Prints them.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "grundy", &mut script);
        screen.print(&String::from_utf8_lossy(&script))?;
        Ok(Status::Fine)
    }
}
