//! `grundy moves`: every move of a position, where it leads and what that is worth.

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::play::PlayArguments;
use crate::progress::Progress;
use crate::screen::Screen;
use clap::Args;
use grundy::view::{MoveList, View};
use grundy::{Budget, Stop, solver};

/// List every move of a position, where it leads and what it is worth
///
/// The result and the score are those of the player who makes the move; the Grundy value and the remoteness are those
/// of the position it leads to.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy moves nim 3 4 5
  grundy moves tic_tac_toe \"X.O/.X./..O\" --mover O
  grundy moves stone_game --given piles=5,3,4,5 --json")]
pub struct Moves {
    #[command(flatten)]
    play: PlayArguments,
    /// The parts of the position, as `3` or `4,7` or `X.O/.X./..O`
    #[arg(value_parser = position)]
    position: Vec<String>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

impl Moves {
    /// Lists them.
    ///
    /// # Errors
    /// The input is wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let play = self.play.load()?;
        let position = play.position(&self.position)?;
        let progress = Progress::new();
        let interrupt = Interrupt::listen();
        let budget = Budget { cancelled: Some(interrupt.flag()), ..self.budget.budget(Budget::default(), &progress) };
        let failure = |fault| play.failure(&fault);
        let mut solver = solver(&play.instance, play.join, budget).map_err(failure)?;
        let solution = solver.solve_one(&position).map_err(failure)?;
        drop(progress);
        let list = MoveList::new(&play.instance, play.join, &solution);
        if self.json {
            screen.print_json(&list.data())?
        } else {
            screen.show(&list)?
        }
        let unlisted = solution.moves.is_empty() && solution.stop.is_some() && solution.theorem.is_none();
        let unknown =
            unlisted || solution.winner.is_none() || solution.moves.iter().any(|valued| valued.worth.winner.is_none());
        if let Some(stop) = solution.stop.filter(|_| unknown) {
            let failure = Failure::Said {
                status: Status::No,
                message: format!("not every move is known: {stop}"),
                hints: match stop {
                    Stop::TooManyMoves | Stop::Cancelled => Vec::new(),
                    _ => vec!["raise the limit with --max-positions, --max-seconds or --memory".to_owned()],
                },
            };
            return Ok(screen.report(&failure));
        }
        Ok(Status::Fine)
    }
}
