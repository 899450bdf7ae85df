//! `grundy show`: the rules of a game as they are written.

use crate::failure::{Failure, Status};
use crate::play::load_game;
use crate::screen::Screen;
use clap::Args;
use grundy::view::{Listing, View};

/// Show the rules of a game
#[derive(Args)]
#[command(after_help = "Examples:
  grundy show kayles
  grundy show tic_tac_toe --json")]
pub struct Show {
    /// A built-in game (see `grundy list`), a file of rules, or - for standard input
    name: String,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

impl Show {
    /// Shows.
    ///
    /// # Errors
    /// There is no such game, or its rules are wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let (_, game) = load_game(&self.name)?;
        let name = grundy::find(&self.name).map_or(game.name.as_str(), |entry| entry.name);
        let listing = Listing::new(name, &game);
        if self.json {
            screen.print_json(&listing.data())?
        } else {
            screen.show(&listing)?
        }
        Ok(Status::Fine)
    }
}
