//! A token on a directed graph without cycles.

use super::mex;
use std::collections::BTreeSet;

/// Recursion is as deep as the longest path of the graph; only the used part of the stack takes memory.
const STACK_BYTES: usize = 8 << 30;

/// Returns the Grundy values of all nodes, as in contest notes. It needs a thread of its own for its stack.
pub fn contest(next: &[Vec<u32>]) -> Vec<u32> {
    let work = || {
        let mut memo = vec![u32::MAX; next.len()];
        for node in 0..next.len() {
            grundy(node, next, &mut memo);
        }
        memo
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.expect("addresses for a stack cost nothing");
        thread.join().expect("a graph without cycles has a value at every node")
    })
}

fn grundy(node: usize, next: &[Vec<u32>], memo: &mut [u32]) -> u32 {
    if memo[node] != u32::MAX {
        return memo[node];
    }
    let mut seen = BTreeSet::new();
    for &option in &next[node] {
        seen.insert(grundy(option as usize, next, memo));
    }
    memo[node] = mex(&seen);
    memo[node]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_graph_has_the_values_of_its_mex() {
        let next = [vec![1, 2], vec![3], vec![3, 4], vec![5], vec![5], vec![]];
        assert_eq!(contest(&next), [1, 0, 0, 1, 1, 0]);
    }
}
