//! An order of the nodes by levels, found by all threads together.
//!
//! In: rows. Out: the nodes level by level, each level having options only in those before it; what reaches a loop is
//! in none. Idea: take a graph apart from its ends (Kahn 1962), but without the reversed arrows, which would have to be
//! built first: each node waits for one of its options that has no level yet, in a list that belongs to that option.
//! When the option gets its level, each waiting node looks for the next option to wait for, from where it stopped (as
//! SAT solvers work one literal of a clause: Moskewicz and others 2001). A node waits in one list at a time, so that
//! lists are chained through the nodes. Nodes of one level are independent: threads share each level, here and when
//! they are valued. Wrong tool for one thread, for which a depth-first search is quicker (2.2 s against 3.0 s on 32
//! million arrows).

use super::Rows;
use super::order::PATIENCE;
use crate::budget::Stop;
use crate::solver::retrograde::discover::{all_at_once, share};
use crate::work::Work;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// Levels of fewer nodes are not shared among threads.
const NARROW: usize = 1 << 11;

/// Number of nodes of a level whose lists are read before their waiting nodes are visited, so that memory accesses
/// overlap.
const TOGETHER: usize = 256;

/// Bytes per node: the head of its list, its link and cursor, a bit, its entry in the order.
const BYTES_EACH: u64 = 4 + 8 + 1 + 4;

/// Returns the nodes that reach no loop, level by level.
///
/// # Errors
/// Fails if the budget ended.
pub(super) fn levels(rows: &Rows, work: &Work) -> Result<Vec<u32>, Stop> {
    let len = rows.len();
    work.room(2 * Rows::bytes(len, rows.edges()) + BYTES_EACH * len as u64)?;
    let threads = work.threads();
    let waiting = Waiting {
        rows,
        heads: (0..len).map(|_| AtomicU32::new(NONE)).collect(),
        links: (0..len).map(|_| AtomicU64::new(0)).collect(),
        done: (0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
    };
    let mut hands: Vec<Hand> = (0..threads).map(|_| Hand::default()).collect();
    all_at_once(hands.iter_mut(), |at, hand| {
        for node in share(len, threads, at) {
            if waiting.examine(node as u32, rows.starts[node]) {
                hand.ready.push(node as u32);
            }
        }
    });
    let mut nodes = Vec::with_capacity(len);
    let (mut start, mut checked) = (0, 0);
    loop {
        for hand in &mut hands {
            hand.ready.iter().for_each(|&node| waiting.set_done(node));
            nodes.append(&mut hand.ready);
        }
        if nodes.len() == start {
            return Ok(nodes);
        }
        if nodes.len() >= checked + PATIENCE {
            checked = nodes.len();
            work.pass(0)?;
        }
        let level = &nodes[start..];
        if level.len() < NARROW {
            waiting.follow(level, &mut hands[0]);
        } else {
            all_at_once(hands.iter_mut(), |at, hand| waiting.follow(&level[share(level.len(), threads, at)], hand));
        }
        start = nodes.len();
    }
}

/// Lays out the rows of these nodes one after the other, so that a sweep reads memory sequentially.
pub(super) fn lay(rows: &Rows, nodes: &[u32], threads: usize) -> Rows {
    let mut starts = Vec::with_capacity(nodes.len() + 1);
    let mut end = 0u32;
    starts.push(end);
    for &node in nodes {
        end += rows.of(node as usize).len() as u32;
        starts.push(end);
    }
    let mut targets = vec![0; end as usize];
    let mut rest = &mut targets[..];
    let mut jobs = Vec::new();
    for at in 0..threads {
        let mine = share(nodes.len(), threads, at);
        let (room, others) = rest.split_at_mut((starts[mine.end] - starts[mine.start]) as usize);
        jobs.push((&nodes[mine], room));
        rest = others;
    }
    all_at_once(jobs, |_, (nodes, mut room)| {
        for &node in nodes {
            let row = rows.of(node as usize);
            let (here, after) = std::mem::take(&mut room).split_at_mut(row.len());
            here.copy_from_slice(row);
            room = after;
        }
    });
    Rows { starts, targets }
}

/// The results of one thread.
#[derive(Default)]
struct Hand {
    /// The nodes of the next level.
    ready: Vec<u32>,
    /// The nodes that waited, and the arrow each continues from.
    waiters: Vec<(u32, u32)>,
}

/// The waiting lists. While a level is followed no node becomes done, so that lists of done nodes are only read and
/// lists of others only written: relaxed atomics suffice, as threads synchronise between two levels.
struct Waiting<'a> {
    rows: &'a Rows,
    /// For each node: the last node that started to wait for it.
    heads: Vec<AtomicU32>,
    /// For each waiting node: the arrow it waits for, and the node that waited there before it.
    links: Vec<AtomicU64>,
    /// A bit for each node: whether it has a level.
    done: Vec<AtomicU64>,
}

impl Waiting<'_> {
    fn is_done(&self, node: u32) -> bool {
        self.done[node as usize / 64].load(Relaxed) >> (node % 64) & 1 == 1
    }

    fn set_done(&self, node: u32) {
        let word = &self.done[node as usize / 64];
        word.store(word.load(Relaxed) | 1 << (node % 64), Relaxed);
    }

    /// Examines the arrows of a node from `from` on: returns true if all lead to done nodes. Otherwise the node waits
    /// for the first that does not.
    #[inline]
    fn examine(&self, node: u32, from: u32) -> bool {
        let end = self.rows.starts[node as usize + 1];
        for index in from..end {
            let target = self.rows.targets[index as usize];
            if !self.is_done(target) {
                let before = self.heads[target as usize].swap(node, Relaxed);
                self.links[node as usize].store(u64::from(index) << 32 | u64::from(before), Relaxed);
                return false;
            }
        }
        true
    }

    /// Examines all nodes that wait for these nodes, which are done.
    fn follow(&self, level: &[u32], hand: &mut Hand) {
        for some in level.chunks(TOGETHER) {
            hand.waiters.clear();
            for &node in some {
                let mut waiter = self.heads[node as usize].load(Relaxed);
                while waiter != NONE {
                    let link = self.links[waiter as usize].load(Relaxed);
                    hand.waiters.push((waiter, (link >> 32) as u32 + 1));
                    waiter = link as u32;
                }
            }
            for &(waiter, from) in &hand.waiters {
                if self.examine(waiter, from) {
                    hand.ready.push(waiter);
                }
            }
        }
    }
}
