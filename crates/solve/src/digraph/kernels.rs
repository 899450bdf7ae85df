//! All kernels of a directed graph.
//!
//! In: rows. Out: the sets K of nodes such that no arrow leads from K into K and every node outside has an arrow into
//! K. Idea: nodes are in, out or open. A node without an arrow is in; a node with an arrow into K is out; an open node
//! all of whose arrows lead outside is in; if a node that is out has one open arrow left and none into K, that arrow's
//! end is in. Both choices are tried for nodes left open; on a graph without loops there are none. Deciding whether a
//! graph has a kernel is NP-complete (Chvátal 1973), so the budget may end the search.

use crate::budget::{Budget, Stop};
use crate::solver::graph::Rows;
use crate::solver::network::order::Parents;
use crate::work::Work;

/// Kernels of a graph.
#[derive(Debug)]
pub struct Kernels {
    /// Each kernel as its nodes in ascending order; of two kernels, the one containing the least node that differs
    /// comes first.
    pub found: Vec<Vec<u32>>,
    /// Number of kernels counted.
    pub count: u64,
    /// Why not all were counted, if so.
    pub stop: Option<Stop>,
}

/// State of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Inside,
    Outside,
}

/// A backtracking search.
struct Search<'a> {
    rows: &'a Rows,
    parents: Parents,
    states: Vec<State>,
    /// For each node, the number of its arrows that lead to nodes not outside.
    hopes: Vec<u32>,
    /// For each node, the number of its arrows that lead inside.
    reached: Vec<u32>,
    /// The decided nodes, in order, for backtracking.
    trail: Vec<u32>,
    /// Nodes that must be decided next.
    due: Vec<(u32, State)>,
}

/// A node that was tried inside first, and the length of the trail then.
struct Fork {
    node: u32,
    trail: usize,
}

pub(super) fn list(rows: &Rows, max: usize, budget: &Budget) -> Kernels {
    let work = Work::start(budget);
    let mut kernels = Kernels { found: Vec::new(), count: 0, stop: None };
    // The reversed arrows with their ends, and four words a node.
    let bytes = 4 * (rows.edges() as u64 + 6 * rows.len() as u64);
    if let Err(stop) = work.room(bytes) {
        kernels.stop = Some(stop);
        return kernels;
    }
    let mut search = Search::new(rows);
    let mut forks: Vec<Fork> = Vec::new();
    let mut next = 0;
    loop {
        let fits = search.settle();
        let open = if fits { search.first_open(next) } else { None };
        match open {
            Some(node) => {
                forks.push(Fork { node, trail: search.trail.len() });
                next = node;
                search.due.push((node, State::Inside));
            }
            None => {
                if fits {
                    kernels.count += 1;
                    if kernels.found.len() < max {
                        kernels.found.push(search.kernel());
                    }
                }
                let Some(fork) = forks.pop() else { return kernels };
                search.open_again(fork.trail);
                next = fork.node;
                search.due.push((fork.node, State::Outside));
            }
        }
        if let Err(stop) = work.pass(1) {
            kernels.stop = Some(stop);
            return kernels;
        }
    }
}

impl Search<'_> {
    fn new(rows: &Rows) -> Search<'_> {
        let hopes: Vec<u32> = (0..rows.len()).map(|node| rows.of(node).len() as u32).collect();
        let mut due: Vec<(u32, State)> = Vec::new();
        for node in 0..rows.len() {
            let options = rows.of(node);
            if options.contains(&(node as u32)) {
                // A node that leads to itself cannot be inside.
                due.push((node as u32, State::Outside));
            } else if options.is_empty() {
                due.push((node as u32, State::Inside));
            }
        }
        let parents = Parents::new(rows, 0);
        let states = vec![State::Open; rows.len()];
        let reached = vec![0; rows.len()];
        Search { rows, parents, states, hopes, reached, trail: Vec::new(), due }
    }

    /// Decides everything that follows; returns false on a contradiction.
    fn settle(&mut self) -> bool {
        while let Some((node, state)) = self.due.pop() {
            match self.states[node as usize] {
                State::Open => {}
                decided if decided == state => continue,
                _ => {
                    self.due.clear();
                    return false;
                }
            }
            self.states[node as usize] = state;
            self.trail.push(node);
            match state {
                State::Inside => self.enters(node),
                _ => self.leaves(node),
            }
        }
        true
    }

    fn enters(&mut self, node: u32) {
        for &target in self.rows.of(node as usize) {
            self.due.push((target, State::Outside));
        }
        for index in 0..self.parents.of(node).len() {
            let source = self.parents.of(node)[index];
            self.reached[source as usize] += 1;
            self.due.push((source, State::Outside));
        }
    }

    fn leaves(&mut self, node: u32) {
        for index in 0..self.parents.of(node).len() {
            let source = self.parents.of(node)[index];
            self.hopes[source as usize] -= 1;
            self.look_at(source);
        }
        self.look_at(node);
    }

    /// Decides what follows for a node whose `hopes` have changed, or which has just been put outside.
    fn look_at(&mut self, node: u32) {
        let (hopes, reached) = (self.hopes[node as usize], self.reached[node as usize]);
        match self.states[node as usize] {
            State::Open if hopes == 0 => self.due.push((node, State::Inside)),
            // A contradiction: it is outside and can no longer have an arrow inside.
            State::Outside if hopes == 0 => self.due.push((node, State::Inside)),
            State::Outside if reached == 0 => {
                let mut left =
                    self.rows.of(node as usize).iter().filter(|&&to| self.states[to as usize] != State::Outside);
                // Parallel arrows to the same node count as one.
                if let Some(&only) = left.next()
                    && left.all(|&to| to == only)
                {
                    self.due.push((only, State::Inside));
                }
            }
            _ => {}
        }
    }

    fn open_again(&mut self, trail: usize) {
        for node in self.trail.drain(trail..).rev() {
            let counts = match self.states[node as usize] {
                State::Inside => &mut self.reached,
                _ => &mut self.hopes,
            };
            let gain = self.states[node as usize] == State::Outside;
            for &source in self.parents.of(node) {
                let count = &mut counts[source as usize];
                *count = if gain { *count + 1 } else { *count - 1 };
            }
            self.states[node as usize] = State::Open;
        }
    }

    fn first_open(&self, from: u32) -> Option<u32> {
        (from..self.states.len() as u32).find(|&node| self.states[node as usize] == State::Open)
    }

    fn kernel(&self) -> Vec<u32> {
        (0..self.states.len() as u32).filter(|&node| self.states[node as usize] == State::Inside).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;

    fn rows(lists: &[Vec<u32>]) -> Rows {
        let mut starts = vec![0u32];
        for list in lists {
            starts.push(starts[starts.len() - 1] + list.len() as u32);
        }
        Rows::from_parts(starts, lists.concat()).unwrap()
    }

    /// Lists the kernels by the definition, over all sets of nodes.
    fn plain(lists: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let is_kernel = |set: u32| {
            (0..lists.len()).all(|node| {
                let hits = lists[node].iter().any(|&to| set >> to & 1 == 1);
                hits != (set >> node & 1 == 1)
            })
        };
        let members = |set: u32| (0..lists.len() as u32).filter(|node| set >> node & 1 == 1).collect();
        (0..1u32 << lists.len()).filter(|&set| is_kernel(set)).map(members).collect()
    }

    #[track_caller]
    fn check(lists: &[Vec<u32>]) -> usize {
        let mut found = list(&rows(lists), usize::MAX, &Budget::default()).found;
        let mut expect = plain(lists);
        let count = expect.len();
        found.sort();
        expect.sort();
        assert_eq!(found, expect, "{lists:?}");
        count
    }

    #[test]
    fn kernels_are_those_of_the_definition() {
        let mut generator = Random(7);
        let mut random = |below: u64| generator.below(below);
        let mut counts = [0; 5];
        for _ in 0..3000 {
            let nodes = 1 + random(9);
            let dense = 1 + random(4);
            let lists: Vec<Vec<u32>> =
                (0..nodes).map(|_| (0..random(dense + 1)).map(|_| random(nodes) as u32).collect()).collect();
            counts[check(&lists).min(4)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 0), "every number of kernels is met: {counts:?}");
    }

    #[test]
    fn an_odd_ring_has_none_and_an_even_one_has_two() {
        let ring = |length: u32| -> Vec<Vec<u32>> { (0..length).map(|node| vec![(node + 1) % length]).collect() };
        assert_eq!((check(&ring(7)), check(&ring(8)), check(&ring(1)), check(&ring(2))), (0, 2, 0, 2));
    }

    #[test]
    fn kernels_beyond_the_maximum_are_counted() {
        // Twelve pairs, each with two kernels of its own.
        let pairs: Vec<Vec<u32>> = (0..24).map(|node| vec![node ^ 1]).collect();
        let kernels = list(&rows(&pairs), 3, &Budget::default());
        assert_eq!((kernels.found.len(), kernels.count, kernels.stop), (3, 4096, None));
        let stopped = list(&rows(&pairs), 3, &Budget::positions(50));
        assert!(stopped.stop.is_some() && stopped.count < 4096);
    }
}
