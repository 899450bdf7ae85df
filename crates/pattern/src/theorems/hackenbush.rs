//! Green Hackenbush on any graph, by the colon principle and the fusion principle.
//!
//! **Theorem** (Winning Ways, chapter 7). All nodes of a cycle may be fused into one without a change of value, so that
//! its edges become loops, each of value 1; and branches at one node that add up to some value may be replaced by a
//! stalk of that many edges. So the value of a piece without bridges is the parity of its edges, exclusive-or the
//! values of the bridges that lead away from it; the value of a bridge is one more than that of what is on it.
//!
//! In: edges, which of them are alive, and the root. Out: the Grundy value, and all edges whose cutting leads to a
//! wanted value. A graph of m edges takes time m. So does every cut of an edge within a piece without bridges, which is
//! then evaluated again: if there are many of them, moves are not counted.

use super::moves::Found;
use super::theory::{Goal, PartTheory, known_rule};
use grundy_message::{Message, message, template};
use grundy_rules::{Instance, Int, Limit, Meter, Move, Part, Side, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of edges visited by cuts within pieces, all of them together.
const WORK: Limit = Limit { name: template!("edges looked at for cuts"), usual: 40_000_000 };

/// The theorem about one graph.
pub struct Hackenbush {
    instance: Arc<Instance>,
    /// The two ends of each edge; the root is node 0.
    ends: Vec<[usize; 2]>,
    nodes: usize,
}

impl Hackenbush {
    /// Creates the theorem for a game with the rules of `hackenbush`, where this node is the ground.
    pub fn new(instance: Arc<Instance>, root: usize) -> Option<Hackenbush> {
        let mut names: HashMap<Int, usize> = HashMap::from([(Int::from(root), 0)]);
        let mut ends = Vec::new();
        for edge in instance.givens().first()?.as_elements()? {
            let [Value::Int(one), Value::Int(other)] = edge.as_elements()? else { return None };
            let mut node = |name: &Int| {
                let next = names.len();
                *names.entry(name.clone()).or_insert(next)
            };
            ends.push([node(one), node(other)]);
        }
        let nodes = names.len();
        Some(Hackenbush { instance, ends, nodes })
    }

    fn graph(&self, part: &Part) -> Option<Graph> {
        let alive = part.first()?.as_elements()?;
        let edges: Vec<usize> =
            (0..self.ends.len()).filter(|edge| alive.get(*edge) == Some(&Value::Bool(true))).collect();
        Some(Graph::new(self.nodes, edges.iter().map(|edge| (self.ends[*edge], *edge)).collect()))
    }
}

impl Hackenbush {
    /// Returns the move that cuts an edge. Executing the rules, which decide for every edge whether it is still joined
    /// to the root, would take the square of the time.
    fn cut(&self, part: &Part, edge: usize) -> Option<Move> {
        let graph = self.graph(part)?;
        let index = graph.edges.iter().position(|(_, name)| *name == edge);
        let piece = graph.pieces(index, &[]).piece;
        let mut alive = vec![Value::Bool(false); self.ends.len()];
        for ([one, _], name) in &graph.edges {
            alive[*name] = Value::Bool(*name != edge && piece[*one] != usize::MAX);
        }
        let to = vec![Arc::new(vec![Value::list(alive)])];
        Some(Move { rule: 0, choices: vec![Value::Int(Int::from(edge))], gain: Int::ZERO, again: false, to })
    }
}

/// A graph whose node 0 is the root, with what hangs at its nodes beside its edges.
struct Graph {
    /// Where the edges at each node begin in `beside`.
    starts: Vec<usize>,
    /// (the other end, index into `edges`), node by node.
    beside: Vec<(usize, usize)>,
    /// The ends of each edge, and its name.
    edges: Vec<([usize; 2], usize)>,
}

/// The decomposition of a graph.
struct Pieces {
    /// For each node its piece; `usize::MAX` if it is not joined to the root. The root's piece is 0.
    piece: Vec<usize>,
    /// For each piece but the first the index of the bridge that leads to it, and the piece it comes from.
    bridge: Vec<(usize, usize)>,
    /// The value of each piece, as seen from its entry.
    value: Vec<u64>,
}

impl Graph {
    fn new(nodes: usize, edges: Vec<([usize; 2], usize)>) -> Graph {
        let mut starts = vec![0; nodes + 1];
        for ([one, other], _) in &edges {
            starts[one + 1] += 1;
            starts[other + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut beside = vec![(0, 0); 2 * edges.len()];
        for (index, ([one, other], _)) in edges.iter().enumerate() {
            beside[next[*one]] = (*other, index);
            next[*one] += 1;
            beside[next[*other]] = (*one, index);
            next[*other] += 1;
        }
        Graph { starts, beside, edges }
    }

    /// Returns the pieces without bridges and their values, without the edge `cut`; `hanging` is the value of what else
    /// is at each node.
    ///
    /// One depth-first walk: the edge to a node is a bridge if nothing below it reaches above it (Tarjan 1974).
    fn pieces(&self, cut: Option<usize>, hanging: &[u64]) -> Pieces {
        let nodes = self.starts.len() - 1;
        let mut number = vec![usize::MAX; nodes];
        let mut reach = vec![usize::MAX; nodes];
        let mut parent = vec![(usize::MAX, usize::MAX); nodes];
        let mut order = vec![0];
        let mut next = self.starts.clone();
        let mut open = vec![0];
        (number[0], reach[0]) = (0, 0);
        while let Some(node) = open.last().copied() {
            if next[node] == self.starts[node + 1] {
                open.pop();
                let (above, _) = parent[node];
                if above != usize::MAX {
                    reach[above] = reach[above].min(reach[node]);
                }
                continue;
            }
            let (other, edge) = self.beside[next[node]];
            next[node] += 1;
            if Some(edge) == cut || edge == parent[node].1 {
                continue;
            }
            if number[other] == usize::MAX {
                (number[other], reach[other]) = (order.len(), order.len());
                parent[other] = (node, edge);
                order.push(other);
                open.push(other);
            } else {
                reach[node] = reach[node].min(number[other]);
            }
        }
        let mut pieces = Pieces { piece: vec![usize::MAX; nodes], bridge: Vec::new(), value: Vec::new() };
        for node in order.iter().copied() {
            let (above, edge) = parent[node];
            if above == usize::MAX || reach[node] == number[node] {
                pieces.piece[node] = pieces.value.len();
                pieces.bridge.push((edge, pieces.piece.get(above).copied().unwrap_or(usize::MAX)));
                pieces.value.push(0);
            } else {
                pieces.piece[node] = pieces.piece[above];
            }
            pieces.value[pieces.piece[node]] ^= hanging.get(node).copied().unwrap_or(0);
        }
        for (index, ([one, other], _)) in self.edges.iter().enumerate() {
            let piece = pieces.piece[*one];
            if Some(index) != cut && piece != usize::MAX && piece == pieces.piece[*other] {
                pieces.value[piece] ^= 1;
            }
        }
        // Pieces come before those that are on them.
        for piece in (1..pieces.value.len()).rev() {
            let (_, below) = pieces.bridge[piece];
            pieces.value[below] ^= pieces.value[piece] + 1;
        }
        pieces
    }

    /// Returns the names of all edges whose cutting gives the wanted value; `None` if that is too much work.
    fn cuts(&self, wanted: u64, meter: &Meter) -> Option<Vec<usize>> {
        let pieces = self.pieces(None, &[]);
        let mut cuts = Vec::new();
        // The value that a piece must get for the whole to get the wanted value.
        let mut needed = vec![Some(wanted); pieces.value.len()];
        for piece in 1..pieces.value.len() {
            let (edge, below) = pieces.bridge[piece];
            // The required value of the branch.
            let branch = needed[below].map(|needed| needed ^ pieces.value[below] ^ (pieces.value[piece] + 1));
            if branch == Some(0) {
                cuts.push(self.edges[edge].1);
            }
            needed[piece] = branch.and_then(|branch| branch.checked_sub(1));
        }
        let mut within: Vec<Vec<usize>> = vec![Vec::new(); pieces.value.len()];
        for (index, ([one, other], _)) in self.edges.iter().enumerate() {
            let piece = pieces.piece[*one];
            if piece != usize::MAX && piece == pieces.piece[*other] {
                within[piece].push(index);
            }
        }
        let work = (0..within.len()).filter(|piece| needed[*piece].is_some());
        let work =
            work.fold(0usize, |sum, piece| sum.saturating_add(within[piece].len().saturating_mul(within[piece].len())));
        if !meter.allows(WORK, work as u64) {
            return None;
        }
        // The entry of the piece, and what hangs at each node: the bridges that lead away from it.
        let mut hanging = vec![0u64; pieces.piece.len()];
        let mut entered = vec![0usize; pieces.value.len()];
        for (piece, entered) in entered.iter_mut().enumerate().skip(1) {
            let (edge, below) = pieces.bridge[piece];
            let [one, other] = self.edges[edge].0;
            let (from, to) = if pieces.piece[one] == below { (one, other) } else { (other, one) };
            hanging[from] ^= pieces.value[piece] + 1;
            *entered = to;
        }
        for (piece, edges) in within.iter().enumerate() {
            let Some(needed) = needed[piece].filter(|_| !edges.is_empty()) else { continue };
            let mut names: HashMap<usize, usize> = HashMap::from([(entered[piece], 0)]);
            let mut hangs = vec![hanging[entered[piece]]];
            let mut own = Vec::new();
            for index in edges {
                let ends = self.edges[*index].0.map(|node| {
                    let next = names.len();
                    *names.entry(node).or_insert_with(|| {
                        hangs.push(hanging[node]);
                        next
                    })
                });
                own.push((ends, self.edges[*index].1));
            }
            let graph = Graph::new(names.len(), own);
            for index in 0..edges.len() {
                if !meter.goes_on() {
                    return None;
                }
                if graph.pieces(Some(index), &hangs).value[0] == needed {
                    cuts.push(graph.edges[index].1);
                }
            }
        }
        cuts.sort_unstable();
        Some(cuts)
    }
}

impl PartTheory for Hackenbush {
    fn name(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        known_rule(self.instance.game(), "grundy")
    }

    fn sentence(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        message!("the fusion principle and the colon principle")
    }

    fn grundy(&self, part: &Part, _: &Meter) -> Option<Int> {
        Some(Int::from(u128::from(self.graph(part)?.pieces(None, &[]).value[0])))
    }

    fn moves(&self, part: &Part, _: Option<Side>, goal: &Goal, max: usize, meter: &Meter) -> Option<Found> {
        let wanted = match goal {
            Goal::Value(value) => value.to_usize()? as u64,
            Goal::Lost => 0,
        };
        let cuts = self.graph(part)?.cuts(wanted, meter)?;
        // Limits the output: each move lists all edges.
        let max = max.min((1 << 20) / self.ends.len().max(1)).max(1);
        let mut found = Found { count: Some(Int::from(cuts.len())), first: Vec::new() };
        for cut in cuts.into_iter().take(max) {
            meter.charge(self.ends.len()).ok()?;
            found.first.push(self.cut(part, cut)?);
        }
        Some(found)
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
