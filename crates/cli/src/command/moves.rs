//! `grundy moves`: lists every move of a position, with the position after it and its value.

use crate::failure::{Failure, Status};
use crate::play::PositionArguments;
use crate::screen::Screen;
use clap::Args;
use grundy::request;
use grundy::view::to_go_on;
use grundy_message::message;

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
        let (play, position, mut work) = self.request.begin()?;
        let request = request::Moves { play, position, max_moves: usize::MAX };
        let (list, solution) = request.answer(&mut work.cache)?;
        drop(work);
        self.request.show(screen, &list)?;
        let unlisted = solution.moves.is_empty() && solution.stop.is_some() && solution.theorem.is_none();
        let unknown = unlisted
            || solution.value.winner.is_none()
            || solution.moves.iter().any(|valued| valued.value.winner.is_none());
        if let Some(stop) = solution.stop.filter(|_| unknown) {
            let hint = to_go_on(stop).map(|option| message!("raise the limit with {option}", option));
            let failure = Failure::unanswered(message!("not every move is known: {why}", why = stop));
            return Ok(screen.report(&hint.into_iter().fold(failure, Failure::hint)));
        }
        Ok(Status::Fine)
    }
}
