//! A directed graph: who wins with a token on each node, and its kernels.
//!
//! In: the arrows. Out: for every node whether the player to move wins, loses or draws, the moves to the end, and its
//! Grundy value if play from it must end; the nodes that lose are the kernel of a graph without loops (von Neumann and
//! Morgenstern 1944). A graph with loops may have no kernel, one or many: [`kernels`](Digraph::kernels) lists them.

mod kernels;

pub use kernels::Kernels;

use crate::budget::{Budget, Stop};
use crate::solver::graph::{Play, Rows, TokenGraph, TokenValues, Wanted};
use crate::work::Work;
use grundy_rules::game::Loops;
use grundy_value::{Grundy, Outcome, Remoteness};

/// Directed graph on the nodes `0..len`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    rows: Rows,
}

/// Values of all nodes.
#[derive(Debug)]
pub struct NodeValues {
    values: TokenValues,
    nodes: usize,
}

impl Digraph {
    /// Makes the graph whose node `v` leads to `targets[starts[v]..starts[v + 1]]`, or returns `None` if these are not
    /// lists of nodes.
    ///
    /// ```
    /// use grundy_solve::digraph::Digraph;
    /// use grundy_solve::Budget;
    /// // 2 leads to 1, and 1 to 0.
    /// let path = Digraph::new(vec![0, 0, 1, 2], vec![0, 1]).unwrap();
    /// let values = path.evaluate(&Budget::default()).unwrap();
    /// assert_eq!(values.kernel().unwrap(), [0, 2]);
    /// ```
    pub fn new(starts: Vec<u32>, targets: Vec<u32>) -> Option<Digraph> {
        Rows::from_parts(starts, targets).map(|rows| Digraph { rows })
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns true if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of arrows.
    pub fn edges(&self) -> usize {
        self.rows.edges()
    }

    /// Returns the targets of the arrows of a node, in order.
    pub fn options(&self, node: u32) -> &[u32] {
        self.rows.of(node as usize)
    }

    /// Solves the game in which players move a token along arrows: a player who cannot move loses, infinite play is a
    /// draw.
    ///
    /// # Errors
    /// The budget ended.
    pub fn evaluate(&self, budget: &Budget) -> Result<NodeValues, Stop> {
        let work = Work::start(budget);
        let graph = TokenGraph::new(self.rows.clone(), Play::Normal, Loops::Draw);
        let order = graph.order(&work)?;
        let values = graph.solve_in(&order, Wanted::Both, &work)?;
        Ok(NodeValues { values, nodes: self.len() })
    }

    /// Lists the kernels of the graph, the sets of nodes without an arrow inside, to which every node outside has an
    /// arrow. All are counted, and the first `max` returned.
    pub fn kernels(&self, max: usize, budget: &Budget) -> Kernels {
        kernels::list(&self.rows, max, budget)
    }
}

impl NodeValues {
    /// Returns the outcome for the player to move.
    pub fn outcome(&self, node: u32) -> Outcome {
        self.values.outcome(node)
    }

    /// Returns the moves to the end when the winner hurries and the loser delays, or `None` in a draw.
    pub fn remoteness(&self, node: u32) -> Option<Remoteness> {
        self.values.remoteness(node)
    }

    /// Returns the Grundy value, or `None` if play can loop.
    pub fn grundy(&self, node: u32) -> Option<Grundy> {
        self.values.grundy(node)
    }

    /// Returns true if play from this node can go on forever.
    pub fn is_loopy(&self, node: u32) -> bool {
        self.values.is_loopy(node)
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes
    }

    /// Returns true if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the nodes from which the player to move loses, which are the only kernel, or `None` if a node is drawn.
    pub fn kernel(&self) -> Option<Vec<u32>> {
        let mut kernel = Vec::new();
        for node in 0..self.len() as u32 {
            match self.outcome(node) {
                Outcome::Draw => return None,
                Outcome::Previous => kernel.push(node),
                Outcome::Next => {}
            }
        }
        Some(kernel)
    }
}
