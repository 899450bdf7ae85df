//! A directed graph by itself: who wins with a token on each node, and its kernels.
//!
//! In: the arrows. Out: of every node whether the player to move wins, loses or draws, the moves to the end, and its Grundy
//! value where play from it must end; the nodes that lose are the kernel of a graph without loops (von Neumann and
//! Morgenstern 1944). A graph with loops may have no kernel, one or many: [`kernels`](Digraph::kernels) lists them.

mod kernels;

pub use kernels::Kernels;

use crate::budget::{Budget, Stop, Watch};
use crate::solver::graph::{Play, Rows, TokenGraph, TokenValues, Wanted};
use grundy_rules::game::Loops;
use grundy_value::{Grundy, Outcome, Remoteness};

/// Nodes numbered from 0, and the nodes each of them leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    rows: Rows,
}

/// What is known of every node.
#[derive(Debug)]
pub struct NodeValues {
    values: TokenValues,
    nodes: usize,
}

impl Digraph {
    /// The graph whose node `v` leads to `targets[starts[v]..starts[v + 1]]`; `None` where these are no lists of nodes.
    ///
    /// ```
    /// use grundy_solve::digraph::Digraph;
    /// use grundy_solve::Budget;
    /// // 2 leads to 1, and 1 to 0.
    /// let path = Digraph::new(vec![0, 0, 1, 2], vec![0, 1]).unwrap();
    /// let values = path.judge(&Budget::default()).unwrap();
    /// assert_eq!(values.kernel().unwrap(), [0, 2]);
    /// ```
    pub fn new(starts: Vec<u32>, targets: Vec<u32>) -> Option<Digraph> {
        Rows::from_parts(starts, targets).map(|rows| Digraph { rows })
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many arrows there are.
    pub fn edges(&self) -> usize {
        self.rows.edges()
    }

    /// Where the arrows of a node lead, in their order.
    pub fn options(&self, node: u32) -> &[u32] {
        self.rows.of(node as usize)
    }

    /// What a player who has to move the token from each node can reach; who cannot move loses, infinite play is a draw.
    ///
    /// # Errors
    /// The budget ended.
    pub fn judge(&self, budget: &Budget) -> Result<NodeValues, Stop> {
        let watch = Watch::start(budget);
        let allowance = watch.allowance();
        let graph = TokenGraph::new(self.rows.clone(), Play::Normal, Loops::Draw);
        let order = graph.order(&allowance)?;
        let values = graph.solve_in(&order, Wanted::Both, &allowance)?;
        Ok(NodeValues { values, nodes: self.len() })
    }

    /// The kernels of the graph: sets of nodes without an arrow inside, to which every node outside has an arrow. At most so
    /// many are kept.
    pub fn kernels(&self, most: usize, budget: &Budget) -> Kernels {
        kernels::list(&self.rows, most, budget)
    }
}

impl NodeValues {
    /// What the player to move can reach.
    pub fn outcome(&self, node: u32) -> Outcome {
        self.values.outcome(node)
    }

    /// The moves to the end when the winner hurries and the loser delays; none in a draw.
    pub fn remoteness(&self, node: u32) -> Option<Remoteness> {
        self.values.remoteness(node)
    }

    /// The Grundy value; none where play can loop.
    pub fn grundy(&self, node: u32) -> Option<Grundy> {
        self.values.grundy(node)
    }

    /// Whether play from this node can go on for ever.
    pub fn is_loopy(&self, node: u32) -> bool {
        self.values.is_loopy(node)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes from which the player to move loses, where they are the one kernel because nothing is drawn.
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
