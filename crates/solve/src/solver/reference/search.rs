//! Whole-sum search: every position of the sum is a node, whatever the compound rule.
//!
//! In: a position, and a function that expands any position. Out: the value of it and of everything reached from it.
//! The graph is kept from query to query, and only what is new is visited and settled.

use crate::budget::{Interrupt, Stop};
use crate::solver::network::order::find_loop;
use crate::solver::network::{Network, NodeValue, Terms, Unscored, Values};
use crate::solver::reference::explore::Graph;
use crate::solver::reference::score_too_large;
use crate::work::Work;
use grundy_message::message;
use grundy_rules::{Fault, Int, Position, Standing};

/// Expands a position: returns its moves or its end, or why it failed.
pub(crate) type Expansion<'a> = dyn FnMut(&Position, &Work) -> Result<Standing, Interrupt> + 'a;

/// The positions found and their values.
pub(crate) struct Search {
    terms: Terms,
    graph: Graph,
    values: Values<Int>,
}

impl Search {
    /// Creates an empty search.
    pub fn new(terms: Terms) -> Search {
        Search { terms, graph: Graph::default(), values: Values::default() }
    }

    /// Returns the number of visited positions.
    pub fn visited(&self) -> u64 {
        self.graph.visited() as u64
    }

    /// Returns the value of a position.
    pub fn value(&self, position: &Position) -> &NodeValue {
        self.graph.find(position).map_or(&NodeValue::Unknown, |node| self.values.worth(node))
    }

    /// Returns true if play from a position can go on forever.
    pub fn is_loopy(&self, position: &Position) -> bool {
        self.graph.find(position).is_some_and(|node| self.values.is_loopy(node))
    }

    /// Returns a loop that play from this position, which must be loopy, can reach.
    pub fn loop_from(&self, position: &Position) -> Vec<Position> {
        let nodes =
            self.graph.find(position).map(|root| find_loop(&self.graph, root, |node| self.values.is_loopy(node)));
        nodes.unwrap_or_default().into_iter().map(|node| self.graph.position(node)).collect()
    }

    /// Visits everything that can be reached from a position, and settles it.
    ///
    /// Returns why it stopped early, if it did; then the next call of [`Search::rollback`] drops the result.
    ///
    /// # Errors
    /// Fails if the rules could not be carried out at a position; nothing new is kept.
    pub fn reach(&mut self, root: &Position, work: &Work, look: &mut Expansion) -> Result<Option<Stop>, Fault> {
        let found = self.graph.explore(root, work, look);
        let settled = found.and_then(|stop| self.settle(stop.is_none()).map(|()| stop));
        match settled {
            Ok(None) => self.graph.seal(),
            Ok(Some(_)) => {}
            Err(_) => self.rollback(),
        }
        settled
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        *self = Search::new(self.terms);
    }

    /// Drops what is not known completely.
    pub fn rollback(&mut self) {
        self.graph.rollback();
        self.values.truncate(self.graph.len());
    }

    fn settle(&mut self, is_complete: bool) -> Result<(), Fault> {
        let settled = self.values.settle(&self.graph, self.graph.sealed(), self.terms, is_complete);
        settled.map_err(|why| match why {
            Unscored::Pointless => {
                Fault::refused(message!("a game for points must end with `score` or `stuck scores`"))
            }
            Unscored::TooLarge => score_too_large(),
        })
    }
}

#[cfg(test)]
#[path = "random_graphs.rs"]
mod random_graphs;
