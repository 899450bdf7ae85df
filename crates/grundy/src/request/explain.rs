//! Why a player wins: the argument in words, the values it rests on, a line of best play and a proof tree.

use super::limits::{DEFAULT_LINE_MOVES, MAX_LINE_MOVES};
use super::{Fields, Patience, Play, SolverCache};
use crate::Error;
use crate::argument::{Evidence, ProofTree};
use crate::rules::Position;
use crate::view::Explained;

/// Asks why a player wins.
pub struct Explain {
    /// The game.
    pub play: Play,
    /// The position.
    pub position: Position,
    /// Maximum number of moves in the line of best play.
    pub line: Line,
    /// Depth and maximum number of rows of the proof tree, if there is to be one.
    pub tree: Option<(usize, usize)>,
}

/// Maximum number of moves in a line of best play.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    /// As many; fewer if a theorem gives the moves.
    Default(usize),
    /// As many, however they are found.
    Exactly(usize),
}

impl Explain {
    pub(super) fn read(fields: &Fields) -> Result<Explain, Error> {
        let (play, position) = fields.position()?;
        let line = Line::Default(fields.number("line", DEFAULT_LINE_MOVES, MAX_LINE_MOVES)?);
        Ok(Explain { play, position, line, tree: None })
    }

    /// Explains the position; the evidence comes with it.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out.
    pub fn answer(&self, cache: &mut SolverCache) -> Result<(Explained, Evidence), Error> {
        let (play, position) = (&self.play, &self.position);
        let fail = |fault| play.error(fault);
        let solver = cache.solver(play, Patience::Whole)?;
        let gathered = match self.line {
            Line::Default(max) => Evidence::gather(solver, position, max),
            Line::Exactly(max) => Evidence::gather_line(solver, position, max, max),
        };
        let evidence = gathered.map_err(fail)?;
        let unfold = |(depth, rows)| ProofTree::unfold(solver, position, depth, rows).map(|tree| (depth, tree));
        let tree = self.tree.map(unfold).transpose().map_err(fail)?;
        let tree = tree.as_ref().map(|(depth, tree)| (*depth, tree));
        Ok((Explained::new(&play.instance, play.compound, &evidence, tree), evidence))
    }
}
