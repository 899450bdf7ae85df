//! The move to make in a position that is not solved, by a search of limited depth.

use super::{Fields, Patience, Play, SolverCache};
use crate::rules::Position;
use crate::view::{MoveList, View};
use crate::{Authority, Error, LookaheadLimits, Solution};
use serde_json::{Value, json};

/// Asks for the move to make in a position.
pub struct Lookahead {
    /// The game.
    pub play: Play,
    /// The position.
    pub position: Position,
}

impl Lookahead {
    pub(super) fn read(fields: &Fields) -> Result<Lookahead, Error> {
        let (play, position) = fields.position()?;
        Ok(Lookahead { play, position })
    }

    /// Searches the position with the work allowed for one move.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out.
    pub fn answer(&self, cache: &mut SolverCache) -> Result<Value, Error> {
        let play = &self.play;
        let solver = cache.solver(play, Patience::Whole)?;
        // The moves are listed by the rules alone.
        let mut solution = Solution::unknown(&self.position, Authority::Unsettled { positions: 0 });
        solver.list_moves(&mut solution).map_err(|fault| play.error(fault))?;
        let found = solver.look_ahead(&solution, LookaheadLimits::default());
        let list = MoveList::new(&play.instance, play.compound, &solution).data();
        let best = found.map_or(Value::Null, |found| {
            let best = &list["moves"][found.best];
            json!({"part": best["part"], "move": best["move"], "to": best["to"]})
        });
        Ok(json!({
            "game": list["game"],
            "position": list["position"],
            "mover": list["mover"],
            "move": best,
            "depth": found.map_or(0, |found| found.depth),
            "solved": found.is_some_and(|found| found.is_solved),
        }))
    }
}
