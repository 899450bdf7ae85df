//! `grundy list`: lists the built-in games, or the contest problems.

use crate::failure::{Failure, Status};
use crate::problem::mentions;
use crate::problem_page::ProblemPage;
use crate::screen::Screen;
use clap::Args;
use grundy::view::{Block, Document, Listing};
use grundy::{catalogue, problems};
use grundy_message::message;

/// List the built-in games, or the contest problems
///
/// WORD is looked for in names, titles (Chinese ones too), kinds and descriptions.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy list
  grundy list nim
  grundy list 石
  grundy list \"two players\" --json
  grundy list --problems
  grundy list --problems poj")]
pub struct List {
    /// Only games that mention it
    word: Option<String>,
    /// The contest problems that `ask`, `judge`, `stress` and `export` know
    #[arg(long)]
    problems: bool,
    /// One JSON object a game, on one line
    #[arg(long)]
    json: bool,
}

impl List {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if a built-in game is wrong, or standard output cannot be written.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        if self.problems {
            return self.run_problems(screen);
        }
        let mut worst = Status::Fine;
        let mut rows = Vec::new();
        for entry in catalogue() {
            let game = match entry.game() {
                Ok(game) => game,
                Err(diagnostics) => {
                    screen.show_diagnostics(&entry.path(), entry.source, diagnostics);
                    worst = Status::Wrong;
                    continue;
                }
            };
            let listing = Listing::new(entry.name, &game);
            if self.word.as_deref().is_some_and(|word| !listing.mentions(word)) {
                continue;
            }
            if self.json {
                screen.print_json_line(&listing.summary())?;
            }
            rows.push(listing.row());
        }
        if let (true, Some(word)) = (rows.is_empty(), &self.word) {
            return Err(Failure::unanswered(message!("no built-in game mentions `{word}`", word))
                .hint(message!("`grundy list` shows them all")));
        }
        if !self.json {
            screen.show_document(&Document(vec![Block::Columns { titles: Vec::new(), rows }]))?;
        }
        Ok(worst)
    }

    /// Lists the problems.
    fn run_problems(self, screen: &Screen) -> Result<Status, Failure> {
        let mut rows = Vec::new();
        for entry in problems() {
            if self.word.as_deref().is_some_and(|word| !mentions(entry, word)) {
                continue;
            }
            let problem = entry.problem().map_err(|diagnostics| Failure::InFile {
                path: entry.path(),
                source: entry.source.to_owned(),
                diagnostics: diagnostics.to_vec(),
            })?;
            let page = ProblemPage::new(&problem);
            if self.json {
                screen.print_json_line(&page.summary())?;
            }
            rows.push(page.row());
        }
        if let (true, Some(word)) = (rows.is_empty(), &self.word) {
            return Err(Failure::unanswered(message!("no built-in problem mentions `{word}`", word))
                .hint(message!("`grundy list --problems` shows them all")));
        }
        if !self.json {
            let titles = vec![message!("problem"), message!("title"), message!("game"), message!("source")];
            screen.show_document(&Document(vec![Block::Columns { titles, rows }]))?;
        }
        Ok(Status::Fine)
    }
}
