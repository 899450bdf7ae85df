//! The positions reachable in a given number of moves, their values, and the moves between them.

use super::limits::{DEFAULT_GRAPH_DEPTH, DEFAULT_GRAPH_NODES, MAX_GRAPH_DEPTH, MAX_GRAPH_EDGES, MAX_GRAPH_NODES};
use super::{Fields, Patience, Play, SolverCache};
use crate::rules::Position;
use crate::view::position_graph::{Outline, PositionGraph, Reach};
use crate::{Error, Evaluation, Fault, FaultClass, QuantitySet, Stop};

/// Asks for the graph of a position.
pub struct Graph {
    /// The game.
    pub play: Play,
    /// The first position.
    pub position: Position,
    /// How far the graph goes.
    pub reach: Reach,
}

impl Graph {
    pub(super) fn read(fields: &Fields) -> Result<Graph, Error> {
        let (play, position) = fields.position()?;
        let depth = fields.number("depth", DEFAULT_GRAPH_DEPTH, MAX_GRAPH_DEPTH)?;
        let max_nodes = fields.number("nodes", DEFAULT_GRAPH_NODES, MAX_GRAPH_NODES)?;
        let max_nodes = max_nodes.min(play.limits.listed_moves(&play, &position, MAX_GRAPH_NODES));
        Ok(Graph { play, position, reach: Reach { depth, max_nodes, max_edges: MAX_GRAPH_EDGES } })
    }

    /// Returns the positions and moves, before they are solved.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out.
    pub fn outline(&self, cache: &SolverCache) -> Result<Outline, Error> {
        let (play, budget) = (&self.play, cache.budget());
        let go_on = || budget.stop().is_none();
        let outline = Outline::explore(&play.instance, play.compound, self.position.clone(), self.reach, &go_on);
        outline.map_err(|fault| match play.limits.setup_steps {
            // The first position already has too many moves.
            Some(_) if fault.class == FaultClass::Budget => Error::Stopped(budget.stop().unwrap_or(Stop::TooManyMoves)),
            _ => play.error(fault),
        })
    }

    /// Solves the positions.
    ///
    /// # Errors
    /// Fails if the game cannot be solved.
    pub fn fill(&self, outline: Outline, cache: &mut SolverCache) -> Result<PositionGraph, Error> {
        let solver = cache.solver(&self.play, Patience::Whole)?;
        let evaluated = solver.evaluate(&outline.positions(), QuantitySet::ALL);
        let stop = solver.unevaluated();
        let evaluated: Result<Vec<Evaluation>, Fault> = evaluated
            .into_iter()
            .map(|found| {
                found.or_else(|fault| (fault.class == FaultClass::Budget).then(Evaluation::default).ok_or(fault))
            })
            .collect();
        let is_cut = outline.is_cut();
        let mut graph = outline.fill(&self.play.instance, evaluated.map_err(|fault| self.play.error(fault))?);
        graph.stop = cache.budget().stop().or(stop).filter(|_| is_cut || !graph.is_known());
        Ok(graph)
    }

    /// Lists the positions and solves them.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out.
    pub fn answer(&self, cache: &mut SolverCache) -> Result<PositionGraph, Error> {
        let outline = self.outline(cache)?;
        self.fill(outline, cache)
    }
}
