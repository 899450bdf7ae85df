//! Who wins a position, and how.

use super::{Fields, Patience, Play, SolverCache};
use crate::rules::Position;
use crate::view::Answer;
use crate::{Ask, AskMoves, Error};

/// The only fact wanted of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// The winner.
    Winner,
    /// The Grundy value, or the score of a game for points.
    Value,
    /// The winner and the winning moves.
    Moves,
}

/// Asks who wins a position, and how.
pub struct Solve {
    /// The game.
    pub play: Play,
    /// The position.
    pub position: Position,
    /// What is looked for, if not everything.
    pub only: Option<Only>,
}

impl Solve {
    pub(super) fn read(fields: &Fields) -> Result<Solve, Error> {
        let (play, position) = fields.position()?;
        Ok(Solve { play, position, only: None })
    }

    /// Solves the position.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out.
    pub fn answer(&self, cache: &mut SolverCache) -> Result<Answer, Error> {
        let play = &self.play;
        let solver = cache.solver(play, Patience::Whole)?;
        let ask = match self.only {
            None => Ok(Ask::ALL.with_moves(AskMoves::Winning)),
            Some(Only::Winner) => Ok(Ask::winner()),
            Some(Only::Value) => Ask::value(solver.plan()),
            Some(Only::Moves) => Ok(Ask::winner().with_moves(AskMoves::Winning)),
        };
        let solution = ask.and_then(|ask| solver.answer(&self.position, &ask)).map_err(|fault| play.error(fault))?;
        let mut answer = Answer::new(&play.instance, play.compound, &solution);
        answer.winning_moves.truncate(play.limits.listed_moves(play, &self.position, usize::MAX));
        Ok(answer)
    }
}
