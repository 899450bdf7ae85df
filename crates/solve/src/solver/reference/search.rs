//! Whole-sum search: every position of the sum is a node, whatever the way it is played.
//!
//! In: a position, and what the rules say of any one. Out: what it and everything reached from it is worth. The graph
//! is kept from question to question, and only what is new is examined and settled.

use crate::budget::{Halt, Stop, Watch};
use crate::solver::reference::explore::{Graph, Network};
use crate::solver::reference::order::{Parents, find_loop, options_first};
use crate::solver::reference::worth::Worth;
use crate::solver::reference::{endless, retrograde, score};
use grundy_rules::game::Loops;
use grundy_rules::{Fault, Position, Standing};

/// What a whole-sum search asks of the rules, besides one position at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// Whether it is played for points.
    pub points: bool,
    /// What infinite play is.
    pub loops: Loops,
}

/// How a position stands, or why that cannot be said.
pub(crate) type Look<'a> = dyn FnMut(&Position, &mut Watch) -> Result<Standing, Halt> + 'a;

/// The positions found so far and what they are worth.
pub(crate) struct Search {
    terms: Terms,
    graph: Graph,
    worths: Vec<Worth>,
    loopy: Vec<bool>,
}

impl Search {
    /// Nothing found yet.
    pub fn new(terms: Terms) -> Search {
        Search { terms, graph: Graph::default(), worths: Vec::new(), loopy: Vec::new() }
    }

    /// How many positions have been examined.
    pub fn examined(&self) -> u64 {
        self.graph.examined() as u64
    }

    /// What a position is worth.
    pub fn worth(&self, position: &Position) -> &Worth {
        self.graph.find(position).map_or(&Worth::Unknown, |node| &self.worths[node as usize])
    }

    /// Whether play from a position can go on for ever.
    pub fn is_loopy(&self, position: &Position) -> bool {
        self.graph.find(position).is_some_and(|node| self.loopy[node as usize])
    }

    /// A loop that play from this position, which must be loopy, can reach.
    pub fn loop_from(&self, position: &Position) -> Vec<Position> {
        let nodes =
            self.graph.find(position).map(|root| find_loop(&self.graph, root, |node| self.loopy[node as usize]));
        nodes.unwrap_or_default().into_iter().map(|node| self.graph.position(node)).collect()
    }

    /// Examines everything that can be reached from a position, and settles it.
    ///
    /// Answers why it stopped, if it stopped too soon; then the next call of [`Search::retreat`] forgets it.
    ///
    /// # Errors
    /// The rules could not be carried out at a position; nothing new is kept.
    pub fn reach(&mut self, root: &Position, watch: &mut Watch, look: &mut Look) -> Result<Option<Stop>, Fault> {
        let found = self.graph.explore(root, watch, look);
        let settled = found.and_then(|stop| self.settle(stop.is_none()).map(|()| stop));
        match settled {
            Ok(None) => self.graph.seal(),
            Ok(Some(_)) => {}
            Err(_) => self.retreat(),
        }
        settled
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Search::new(self.terms);
    }

    /// Forgets what is not known completely.
    pub fn retreat(&mut self) {
        self.graph.retreat();
        self.worths.truncate(self.graph.len());
        self.loopy.truncate(self.graph.len());
    }

    fn settle(&mut self, is_complete: bool) -> Result<(), Fault> {
        let (graph, base) = (&self.graph, self.graph.sealed());
        if graph.len() == base {
            return Ok(());
        }
        let parents = Parents::new(graph, base);
        let order = options_first(graph, base, &parents, |node| self.loopy[node as usize]);
        self.loopy.resize(graph.len(), true);
        for &node in &order {
            self.loopy[node as usize] = false;
        }
        self.worths.resize(graph.len(), Worth::Unknown);
        if self.terms.points {
            return score::settle(graph, &order, &mut self.worths);
        }
        retrograde::settle(graph, &parents, &mut self.worths);
        match self.terms.loops {
            _ if !is_complete => {}
            Loops::Draw | Loops::None => retrograde::draw_the_rest(graph, &mut self.worths),
            Loops::Wins(side) => endless::settle(graph, &parents, side, &mut self.worths),
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "random_graphs.rs"]
mod random_graphs;
