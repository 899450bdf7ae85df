//! Random inputs that are the same on every machine and in every run.

use crate::baseline::connect_four::{Board, COLUMNS};
use grundy::Random;

/// Returns a number below `bound`, as the inputs of the recorded figures were drawn: by the high half of a product.
pub fn below(random: &mut Random, bound: u64) -> u64 {
    random.within(0, bound as i64 - 1) as u64
}

/// A directed graph: `next[v]` are the nodes that node v leads to.
pub struct Graph {
    /// The targets of all edges, those of one node together.
    targets: Vec<u32>,
    /// The start of the targets of each node, and the end of the last.
    starts: Vec<usize>,
}

impl Graph {
    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Returns the nodes that this one leads to.
    pub fn next(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node]..self.starts[node + 1]]
    }

    /// Returns the graph as a list of lists.
    pub fn lists(&self) -> Vec<Vec<u32>> {
        (0..self.len()).map(|node| self.next(node).to_vec()).collect()
    }

    fn from_lists(lists: impl Iterator<Item = Vec<u32>>) -> Graph {
        let mut graph = Graph { targets: Vec::new(), starts: vec![0] };
        for list in lists {
            graph.targets.extend(list);
            graph.starts.push(graph.targets.len());
        }
        graph
    }

    /// Returns a graph without cycles: every node leads to `degree` nodes of lower number, chosen uniformly (to all of
    /// them, if there are fewer).
    pub fn numbered(nodes: usize, degree: usize, seed: u64) -> Graph {
        let mut random = Random(seed);
        Graph::from_lists(
            (0..nodes).map(|node| (0..degree.min(node)).map(|_| below(&mut random, node as u64) as u32).collect()),
        )
    }

    /// Like [`Graph::numbered`], but every node has a rank, and leads to `degree` nodes of lower rank, chosen uniformly
    /// (to all of them, if there are fewer). The numbers of the nodes are independent of their ranks.
    pub fn acyclic(nodes: usize, degree: usize, seed: u64) -> Graph {
        let mut random = Random(seed);
        let mut node_of_rank: Vec<u32> = (0..nodes as u32).collect();
        for index in (1..nodes).rev() {
            node_of_rank.swap(index, below(&mut random, index as u64 + 1) as usize);
        }
        let mut rank_of_node = vec![0; nodes];
        for (rank, &node) in node_of_rank.iter().enumerate() {
            rank_of_node[node as usize] = rank;
        }
        Graph::from_lists(rank_of_node.iter().map(|&rank| {
            (0..degree.min(rank)).map(|_| node_of_rank[below(&mut random, rank as u64) as usize]).collect()
        }))
    }

    /// Returns a graph in which every node leads to `degree` other nodes, chosen uniformly and without repetition.
    pub fn regular(nodes: usize, degree: usize, seed: u64) -> Graph {
        let mut random = Random(seed);
        Graph::from_lists((0..nodes).map(|node| {
            let mut list: Vec<u32> = Vec::with_capacity(degree);
            while list.len() < degree.min(nodes - 1) {
                let other = below(&mut random, nodes as u64) as u32;
                if other as usize != node && !list.contains(&other) {
                    list.push(other);
                }
            }
            list
        }))
    }
}

/// Returns positions of Connect Four on 6 rows and 7 columns after `moves` random moves, which are not won yet and
/// which the player to move cannot win at once.
pub fn connect_four_positions(count: usize, moves: usize, seed: u64) -> Vec<Board> {
    let mut random = Random(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = Board::default();
        let mut quiet = true;
        for _ in 0..moves {
            let open: Vec<usize> = (0..COLUMNS).filter(|&column| board.is_open(column)).collect();
            let column = open[below(&mut random, open.len() as u64) as usize];
            quiet &= !board.wins(column);
            board = board.play(column);
        }
        quiet &= !(0..COLUMNS).any(|column| board.is_open(column) && board.wins(column));
        if quiet {
            positions.push(board);
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_have_the_documented_shape() {
        let graph = Graph::acyclic(1000, 8, 1);
        assert_eq!((graph.len(), graph.edges()), (1000, 8 * 1000 - 36));
        let graph = Graph::regular(50, 3, 1);
        assert_eq!((graph.len(), graph.edges()), (50, 150));
        assert!((0..50).all(|node| graph.next(node).iter().all(|&other| other as usize != node)));
    }

    #[test]
    fn connect_four_positions_have_so_many_moves() {
        for board in connect_four_positions(5, 14, 1) {
            assert_eq!(board.moves(), 14);
        }
    }
}
