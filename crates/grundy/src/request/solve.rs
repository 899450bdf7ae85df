//! Who wins a position, and how.

use super::{Fields, Patience, Play, SolverCache};
use crate::argument::solve_with_moves;
use crate::rules::Position;
use crate::view::Answer;
use crate::{Error, Only};

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
        let solution = match self.only {
            Some(only) => solver.solve_only(&self.position, only),
            None => solve_with_moves(solver, &self.position),
        };
        let solution = solution.map_err(|fault| play.error(fault))?;
        let mut answer = Answer::new(&play.instance, play.compound, &solution);
        answer.winning_moves.truncate(play.limits.listed_moves(play, &self.position, usize::MAX));
        Ok(answer)
    }
}
