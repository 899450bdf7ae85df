//! `grundy moves`: lists every move of a position, with the position after it and its value.

use crate::failure::{Failure, Status};
use crate::play::PositionArguments;
use crate::screen::Screen;
use clap::Args;
use grundy::argument::{solve_with_moves, with_all_moves};
use grundy::view::{MoveList, to_go_on};

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
    request: PositionArguments,
}

impl Moves {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let (play, position, mut solver, work) = self.request.begin()?;
        let failure = |fault| play.failure(&fault);
        let solution = solve_with_moves(&mut solver, &position).map_err(failure)?;
        let solution = with_all_moves(&solver, solution).map_err(failure)?;
        work.end();
        self.request.show(screen, &MoveList::new(&play.instance, play.compound, &solution))?;
        let unlisted = solution.moves.is_empty() && solution.stop.is_some() && solution.theorem.is_none();
        let unknown =
            unlisted || solution.winner.is_none() || solution.moves.iter().any(|valued| valued.value.winner.is_none());
        if let Some(stop) = solution.stop.filter(|_| unknown) {
            let failure = Failure::Message {
                status: Status::No,
                message: format!("not every move is known: {stop}"),
                hints: to_go_on(stop).map(|option| format!("raise the limit with {option}")).into_iter().collect(),
            };
            return Ok(screen.report(&failure));
        }
        Ok(Status::Fine)
    }
}
