//! An order of the nodes in which options come first.
//!
//! In: rows. Out: a walk through them that a sweep can follow. Idea: a graph that is numbered along its arrows is in
//! order already. Otherwise a depth-first search, with a stack of its own, lists each node when it leaves it
//! (Tarjan 1976) and lays the rows out in that order, so that a sweep reads memory sequentially. Graphs with loops are taken
//! apart from their ends instead (Kahn 1962), which finds the nodes that do not reach a loop. Several threads find
//! levels together (see `levels`), whose nodes they can value together as well.

use super::levels::{lay, levels};
use super::sweep::{Column, Rule, Walk, sweep};
use super::{Numbering, Rows};
use crate::budget::Stop;
use crate::solver::network::order::{Parents, options_first};
use crate::work::Work;

/// Number of nodes between two checks of the budget.
pub(super) const PATIENCE: usize = 1 << 15;

/// Tuning: graphs of fewer nodes are left to one thread. No measurement is recorded.
const MIN_SHARED: usize = 1 << 14;

/// A walk through a graph, options first.
#[derive(Debug)]
pub(crate) enum Order {
    /// Every arrow leads to a smaller number.
    Ascending,
    /// Every arrow leads to a greater number.
    Descending,
    /// There is no loop.
    Listed {
        /// The nodes, options first.
        nodes: Vec<u32>,
        /// The row of each, in the order of `nodes`.
        rows: Rows,
    },
    /// There are loops.
    Loopy {
        /// The nodes from which no loop is reached, options first.
        nodes: Vec<u32>,
        /// For every node whether a loop is reached.
        loopy: Vec<bool>,
    },
}

impl Order {
    /// Returns the order of a graph.
    ///
    /// # Errors
    /// Fails if the budget ended.
    pub fn of(rows: &Rows, numbering: Numbering, work: &Work) -> Result<Order, Stop> {
        work.pass(rows.len() as u64)?;
        match numbering {
            Numbering { falls: true, .. } => Ok(Order::Ascending),
            Numbering { rises: true, .. } => Ok(Order::Descending),
            _ if work.threads() > 1 && rows.len() >= MIN_SHARED => Order::by_levels(rows, work),
            _ => Order::found(rows, work),
        }
    }

    /// Finds the order of a graph that is not in order: each node after everything that can be reached from it.
    fn found(rows: &Rows, work: &Work) -> Result<Order, Stop> {
        let len = rows.len();
        work.room(2 * Rows::bytes(len, rows.edges()) + 13 * len as u64)?;
        let mut nodes: Vec<u32> = Vec::with_capacity(len);
        let mut laid = Rows::with_room(len, rows.edges());
        let mut stages = Stages::new(len);
        // The stack of the search: nodes with the index of their next arrow.
        let mut stack: Vec<(u32, u32)> = Vec::new();
        for root in 0..len as u32 {
            if stages.of(root) != Stage::New {
                continue;
            }
            stages.set(root, Stage::Open);
            stack.push((root, rows.starts[root as usize]));
            'search: while let Some((node, next)) = stack.pop() {
                let end = rows.starts[node as usize + 1];
                for index in next..end {
                    let target = rows.targets[index as usize];
                    match stages.of(target) {
                        Stage::Done => {}
                        Stage::New => {
                            stages.set(target, Stage::Open);
                            stack.push((node, index + 1));
                            stack.push((target, rows.starts[target as usize]));
                            continue 'search;
                        }
                        // The search has met a node on its stack: a loop.
                        Stage::Open => return Order::around_loops(rows, work),
                    }
                }
                stages.set(node, Stage::Done);
                nodes.push(node);
                // The row was just read and is in the cache; laid out in order it will be read sequentially.
                laid.targets.extend_from_slice(rows.of(node as usize));
                laid.starts.push(laid.targets.len() as u32);
                if nodes.len().is_multiple_of(PATIENCE) {
                    work.pass(0)?;
                }
            }
        }
        Ok(Order::Listed { nodes, rows: laid })
    }

    /// Finds the order of a graph that is not in order: level by level, by all threads.
    pub(super) fn by_levels(rows: &Rows, work: &Work) -> Result<Order, Stop> {
        let nodes = levels(rows, work)?;
        if nodes.len() == rows.len() {
            let rows = lay(rows, &nodes, work.threads());
            return Ok(Order::Listed { nodes, rows });
        }
        Ok(Order::loopy(nodes, rows.len()))
    }

    /// Finds the order of the nodes that do not reach a loop.
    fn around_loops(rows: &Rows, work: &Work) -> Result<Order, Stop> {
        let len = rows.len();
        work.room(2 * Rows::bytes(len, rows.edges()) + 13 * len as u64)?;
        let nodes = options_first(rows, &Parents::new(rows, 0), |_| false, || work.pass(0))?;
        Ok(Order::loopy(nodes, len))
    }

    /// Returns the order of a graph of `len` nodes, of which only these do not reach a loop.
    fn loopy(nodes: Vec<u32>, len: usize) -> Order {
        let mut loopy = vec![true; len];
        nodes.iter().for_each(|&node| loopy[node as usize] = false);
        Order::Loopy { nodes, loopy }
    }

    /// Values the nodes in order.
    ///
    /// # Errors
    /// Fails if the budget ended.
    pub fn sweep(&self, rows: &Rows, rule: &impl Rule, work: &Work) -> Result<Column, Stop> {
        match self {
            Order::Ascending => sweep(&Ascending(rows), rule, work),
            Order::Descending => sweep(&Descending(rows), rule, work),
            Order::Listed { nodes, rows } => sweep(&Listed { nodes, rows }, rule, work),
            Order::Loopy { nodes, .. } => sweep(&Scattered { nodes, rows }, rule, work),
        }
    }
}

struct Ascending<'a>(&'a Rows);

impl Walk for Ascending<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn nodes(&self) -> usize {
        self.0.len()
    }

    fn at(&self, index: usize) -> (usize, &[u32]) {
        (index, self.0.of(index))
    }
}

struct Descending<'a>(&'a Rows);

impl Walk for Descending<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn nodes(&self) -> usize {
        self.0.len()
    }

    fn at(&self, index: usize) -> (usize, &[u32]) {
        let node = self.0.len() - 1 - index;
        (node, self.0.of(node))
    }
}

/// Options first, with rows in the same order.
struct Listed<'a> {
    nodes: &'a [u32],
    rows: &'a Rows,
}

impl Walk for Listed<'_> {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn nodes(&self) -> usize {
        self.nodes.len()
    }

    fn at(&self, index: usize) -> (usize, &[u32]) {
        (self.nodes[index] as usize, self.rows.of(index))
    }
}

/// Options first, with rows in their original order.
struct Scattered<'a> {
    nodes: &'a [u32],
    rows: &'a Rows,
}

impl Walk for Scattered<'_> {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn nodes(&self) -> usize {
        self.rows.len()
    }

    fn at(&self, index: usize) -> (usize, &[u32]) {
        let node = self.nodes[index] as usize;
        (node, self.rows.of(node))
    }
}

/// Progress of the search with a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Not met.
    New,
    /// On the stack of the search.
    Open,
    /// All that can be reached from it is listed.
    Done,
}

/// A stage for each node, two bits each: the search reads it most, so it should stay in the cache.
struct Stages(Vec<u64>);

impl Stages {
    fn new(len: usize) -> Stages {
        Stages(vec![0; len.div_ceil(32)])
    }

    #[inline(always)]
    fn of(&self, node: u32) -> Stage {
        match self.0[node as usize / 32] >> (node % 32 * 2) & 3 {
            0 => Stage::New,
            1 => Stage::Open,
            _ => Stage::Done,
        }
    }

    /// Sets the stage; stages only go forward, by one bit each.
    #[inline(always)]
    fn set(&mut self, node: u32, stage: Stage) {
        self.0[node as usize / 32] |= (stage as u64) << (node % 32 * 2);
    }
}
