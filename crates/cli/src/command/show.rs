//! `grundy show`: prints the rules of a game, or the description of a contest problem.

use crate::failure::{Failure, Status};
use crate::play::load_game;
use crate::problem::{built_in, is_file_name, read_problem, unknown};
use crate::problem_page::ProblemPage;
use crate::screen::{Screen, note};
use clap::Args;
use grundy::Budget;
use grundy::contest::{Problem, Session};
use grundy::view::{Listing, View};
use grundy::{find, find_problem};
use grundy_message::message;
use std::path::Path;

/// Show the rules of a game, or what a contest problem asks
///
/// Of a problem: where it comes from, the fields of its input with their types and limits, the judge's words, and an example for
/// `ask` and for `judge`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy show kayles
  grundy show tic_tac_toe --json
  grundy show poj1067
  grundy show chomp --problem")]
pub struct Show {
    /// A built-in game or problem (see `grundy list`), a file of rules, or - for standard input
    name: String,
    /// The problem of this name or in this file, where a game is called so too
    #[arg(long)]
    problem: bool,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

impl Show {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if there is no such game, or its rules are wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let is_problem = find_problem(&self.name).is_some() || is_file_name(&self.name);
        if self.problem || is_problem && find(&self.name).is_none() {
            return self.show_problem(screen);
        }
        let is_name = !self.name.contains(['/', '\\', '.', '-']) && find(&self.name).is_none();
        let (_, game) = load_game(&self.name).map_err(|failure| match is_name && !Path::new(&self.name).exists() {
            true => failure.hint(message!("`grundy list --problems` shows all built-in problems")),
            false => failure,
        })?;
        let name = find(&self.name).map_or(game.name.as_str(), |entry| entry.name);
        let listing = Listing::new(name, &game);
        if self.json {
            screen.print_json(&listing.data())?
        } else {
            screen.show(&listing)?
        }
        if is_problem && !self.json {
            note(&message!("there is a problem of this name too: `grundy show {name} --problem`", name = self.name));
        }
        Ok(Status::Fine)
    }

    fn show_problem(&self, screen: &Screen) -> Result<Status, Failure> {
        if !is_file_name(&self.name) && find_problem(&self.name).is_none() {
            return Err(unknown(&self.name));
        }
        let problem = if is_file_name(&self.name) { read_problem(&self.name) } else { built_in(&self.name) }?;
        let mut session = Session::new(problem.clone(), Budget::default(), grundy::answering_solver);
        let mut page = ProblemPage::new(&problem);
        if is_file_name(&self.name) {
            page = page.of_file(&self.name);
        }
        // A problem that can neither generate inputs nor has a sample is shown without an example.
        if let Ok(example) = Problem::example(&mut session) {
            page = page.with_example(example);
        }
        if self.json {
            screen.print_json(&page.data())?
        } else {
            screen.show(&page)?
        }
        Ok(Status::Fine)
    }
}
