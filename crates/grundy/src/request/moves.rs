//! Every move of a position, where it leads and what it is worth.

use super::limits::MAX_MOVES;
use super::{Fields, Patience, Play, SolverCache};
use crate::rules::Position;
use crate::view::MoveList;
use crate::{Ask, AskMoves, Error, Solution};

/// Asks for every move of a position.
pub struct Moves {
    /// The game.
    pub play: Play,
    /// The position.
    pub position: Position,
    /// Maximum number of moves in the answer; all of them are counted.
    pub max_moves: usize,
}

impl Moves {
    pub(super) fn read(fields: &Fields) -> Result<Moves, Error> {
        let (play, position) = fields.position()?;
        Ok(Moves { play, position, max_moves: MAX_MOVES })
    }

    /// Solves the position and lists its moves.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out.
    pub fn answer(&self, cache: &mut SolverCache) -> Result<(MoveList, Solution), Error> {
        let play = &self.play;
        let solver = cache.solver(play, Patience::Whole)?;
        let ask = Ask::ALL.with_moves(AskMoves::All);
        let mut solution = solver.answer(&self.position, &ask).map_err(|fault| play.error(fault))?;
        let count = solution.moves.len();
        solution.moves.truncate(play.limits.listed_moves(play, &self.position, self.max_moves));
        let list = MoveList::new(&play.instance, play.compound, &solution);
        Ok((MoveList { move_count: count, ..list }, solution))
    }
}
