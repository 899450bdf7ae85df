//! The positions that can be reached within a number of moves, the value of each, and the moves between them.
//!
//! In: a game and a position. Out: the [`Outline`] of positions to be solved, listed by the meaning of the rules level
//! by level, and the [`PositionGraph`] of the results: as data, or as a [`Drawing`]. A position whose moves are not all
//! shown is marked.

use crate::answer::MadeMove;
use crate::described::title;
use crate::document::{Block, Document, View, Words};
use crate::drawing::{Arrow, Drawing, Node, NodeKind};
use crate::format::json::int;
use crate::limits;
use crate::words::{Language, render};
use grundy_message::{Message, Separator, list, message};
use grundy_rules::{Compound, Fault, Instance, Int, Meter, Position, Standing, Terminal};
use grundy_solve::{Evaluation, Stop, Winner};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// Limits of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Maximum number of moves from the first position.
    pub depth: usize,
    /// Maximum number of positions.
    pub max_nodes: usize,
    /// Maximum number of moves.
    pub max_edges: usize,
}

#[derive(Clone, Debug)]
struct Listed {
    position: Position,
    depth: usize,
    ending: Option<Terminal>,
    /// Whether all its options are shown.
    is_whole: bool,
}

#[derive(Clone, Debug)]
struct Edge {
    from: usize,
    to: usize,
    mv: Message,
    again: bool,
    gain: Int,
}

/// Positions and moves, before they are solved.
#[derive(Clone, Debug)]
pub struct Outline {
    nodes: Vec<Listed>,
    edges: Vec<Edge>,
    is_cut: bool,
}

impl Outline {
    /// Lists what can be reached from a position. `go_on` is polled; what is listed when it returns false is kept.
    ///
    /// # Errors
    /// Fails if the rules fail at one of the positions.
    pub fn explore(
        instance: &Instance,
        compound: Compound,
        start: Position,
        reach: Reach,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Outline, Fault> {
        let mut indices: HashMap<Position, usize> = HashMap::from([(start.clone(), 0)]);
        let mut nodes = vec![Listed { position: start, depth: 0, ending: None, is_whole: false }];
        let mut edges: Vec<Edge> = Vec::new();
        let mut is_cut = false;
        let mut next = 0;
        while next < nodes.len() {
            if edges.len() >= reach.max_edges || !go_on() {
                is_cut = true;
                break;
            }
            let position = nodes[next].position.clone();
            let meter = Meter::new(limits::MAX_GRAPH_MOVES, |steps| steps < limits::MAX_GRAPH_STEPS && go_on())
                .within_bytes(limits::MAX_GRAPH_BYTES);
            match instance.look(&position, compound, &meter)? {
                Standing::Ended(ending) => {
                    nodes[next].ending = Some(ending);
                    nodes[next].is_whole = true;
                }
                Standing::Open(_) if nodes[next].depth >= reach.depth => {}
                Standing::Open(steps) => {
                    let depth = nodes[next].depth + 1;
                    let mut is_whole = true;
                    for step in &steps {
                        let to = match indices.get(&step.to) {
                            Some(to) => *to,
                            None if nodes.len() < reach.max_nodes.max(1) => {
                                indices.insert(step.to.clone(), nodes.len());
                                let position = step.to.clone();
                                nodes.push(Listed { position, depth, ending: None, is_whole: false });
                                nodes.len() - 1
                            }
                            None => {
                                (is_whole, is_cut) = (false, true);
                                continue;
                            }
                        };
                        let made = MadeMove::new(instance, compound, position.parts.len(), step);
                        edges.push(Edge {
                            from: next,
                            to,
                            mv: made.words(),
                            again: step.again,
                            gain: step.gain.clone(),
                        });
                    }
                    nodes[next].is_whole = is_whole;
                }
            }
            next += 1;
        }
        Ok(Outline { nodes, edges, is_cut })
    }

    /// Returns whether some positions or moves within the depth were omitted.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the positions to be solved.
    pub fn positions(&self) -> Vec<Position> {
        self.nodes.iter().map(|node| node.position.clone()).collect()
    }

    /// Returns the graph with the evaluations of [`Outline::positions`], in the same order.
    pub fn fill(mut self, instance: &Instance, mut found: Vec<Evaluation>) -> PositionGraph {
        let game = instance.game();
        found.resize(self.nodes.len(), Evaluation::default());
        self.end_where_play_is_over(&mut found);
        let mut found = found.into_iter();
        let nodes = self.nodes.into_iter().map(|node| GraphNode {
            position: instance.print_position(&node.position),
            mover: node.position.mover.and_then(|side| game.side_name(side)).map(ToOwned::to_owned),
            depth: node.depth,
            evaluation: found.next().unwrap_or_default(),
            ending: node.ending,
            is_whole: node.is_whole,
        });
        PositionGraph {
            game: game.name.clone(),
            title: title(game),
            is_for_points: game.points,
            stop: None,
            nodes: nodes.collect(),
            edges: self.edges,
        }
    }
}

impl Outline {
    /// Removes moves from positions where the compound rule ends play although the rules of the parts go on, as solvers
    /// report, and the positions that only such moves lead to.
    fn end_where_play_is_over(&mut self, found: &mut Vec<Evaluation>) {
        let is_over = |evaluation: &Evaluation| evaluation.remoteness.is_some_and(|moves| moves.0 == 0);
        let mut ended = vec![false; self.nodes.len()];
        for ((node, evaluation), ended) in self.nodes.iter_mut().zip(found.iter()).zip(&mut ended) {
            if node.ending.is_none() && is_over(evaluation) {
                node.ending = match evaluation.winner {
                    Some(Winner::First) => Some(Terminal::Win),
                    Some(Winner::Second) => Some(Terminal::Lose),
                    _ => Some(Terminal::Draw),
                };
                (node.is_whole, *ended) = (true, true);
            }
        }
        if !ended.contains(&true) {
            return;
        }
        self.edges.retain(|edge| !ended[edge.from]);
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        self.edges.iter().for_each(|edge| next[edge.from].push(edge.to));
        let (mut reached, mut open) = (vec![false; self.nodes.len()], vec![0]);
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                open.extend(&next[node]);
            }
        }
        let mut count = 0;
        let index_of: Vec<usize> = reached
            .iter()
            .map(|reached| {
                count += usize::from(*reached);
                count.saturating_sub(1)
            })
            .collect();
        self.edges.retain(|edge| reached[edge.from]);
        self.edges.iter_mut().for_each(|edge| (edge.from, edge.to) = (index_of[edge.from], index_of[edge.to]));
        let mut keep = reached.iter();
        self.nodes.retain(|_| keep.next() == Some(&true));
        let mut keep = reached.iter();
        found.retain(|_| keep.next() == Some(&true));
    }
}

#[derive(Clone, Debug)]
struct GraphNode {
    position: String,
    mover: Option<String>,
    depth: usize,
    evaluation: Evaluation,
    ending: Option<Terminal>,
    is_whole: bool,
}

/// Positions with their values, and the moves between them.
#[derive(Clone, Debug)]
pub struct PositionGraph {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: Message,
    /// Whether it is played for points.
    pub is_for_points: bool,
    /// The limit that left something unknown, if one did.
    pub stop: Option<Stop>,
    nodes: Vec<GraphNode>,
    edges: Vec<Edge>,
}

/// Whether the moves are named beside the arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNames {
    /// They are.
    Shown,
    /// They are not.
    Hidden,
}

/// Returns how play ended, about the player to move.
pub fn ending_word(ending: &Terminal) -> &'static str {
    match ending {
        Terminal::Win => "win",
        Terminal::Lose => "lose",
        Terminal::Draw => "draw",
        Terminal::Score(_) => "score",
    }
}

impl PositionGraph {
    /// Returns the number of positions.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the winner of every position is known.
    pub fn is_known(&self) -> bool {
        self.nodes.iter().all(|node| node.evaluation.winner.is_some())
    }

    /// Returns the layout of a picture with only the positions in its frames, as data; null if there is too much to
    /// see.
    fn layout(&self) -> Value {
        let mut drawing = self.drawing(MoveNames::Hidden, Language::English);
        drawing.nodes.iter_mut().for_each(|node| node.note.clear());
        let Some(indices) = drawing.indices() else { return Value::Null };
        let round = |number: f64| (number * 10.0).round() / 10.0;
        let node = |(node, index): (&Node, &[f64; 4])| {
            let [x, y, width, height] = index.map(round);
            json!({"x": x, "y": y, "width": width, "height": height, "label": node.label})
        };
        let arrow = |(arrow, path): (&Arrow, &String)| json!({"from": arrow.from, "to": arrow.to, "path": path, "strong": arrow.is_strong});
        json!({
            "width": round(indices.size.0), "height": round(indices.size.1),
            "nodes": drawing.nodes.iter().zip(&indices.nodes).map(node).collect::<Vec<_>>(),
            "arrows": drawing.arrows.iter().zip(&indices.arrows).map(arrow).collect::<Vec<_>>(),
        })
    }

    /// Returns what the player to move gets from here on, in a game for points.
    fn score(&self, node: usize) -> Option<&Int> {
        self.nodes[node].evaluation.score.as_ref()
    }

    /// Returns the graph to be drawn, in this language: moves that keep a win are strong, lost positions have two frames.
    pub fn drawing(&self, names: MoveNames, language: Language) -> Drawing {
        let mut moves: BTreeMap<(usize, usize), (Vec<&Message>, bool)> = BTreeMap::new();
        for edge in &self.edges {
            let (named, is_strong) = moves.entry((edge.from, edge.to)).or_default();
            named.push(&edge.mv);
            let winner = |index: usize| self.nodes[index].evaluation.winner;
            let wanted = if edge.again { Winner::First } else { Winner::Second };
            let is_kept = match (self.score(edge.from), self.score(edge.to)) {
                (Some(before), Some(after)) => {
                    let after = if edge.again { edge.gain.add(after) } else { edge.gain.subtract(after) };
                    after.is_ok_and(|after| after == *before)
                }
                _ => winner(edge.to) == Some(wanted),
            };
            *is_strong |= winner(edge.from) == Some(Winner::First) && is_kept;
        }
        let arrow = |((from, to), (named, is_strong)): ((usize, usize), (Vec<&Message>, bool))| {
            let mut label = String::new();
            if names == MoveNames::Shown {
                let more = (named.len() > limits::MAX_ARROW_MOVES).then(|| Message::text("…"));
                let shown = named.into_iter().take(limits::MAX_ARROW_MOVES).cloned().chain(more);
                label = render(&message!("{moves}", moves = list(Separator::Comma, shown)), language);
            }
            Arrow { from, to, label, is_strong }
        };
        let position = self.nodes.first().map_or("", |node| node.position.as_str());
        Drawing {
            language,
            title: render(&message!("{title}: {content}", title = self.title, content = position), language),
            nodes: self.nodes.iter().map(|node| node.drawn(language)).collect(),
            arrows: moves.into_iter().map(arrow).collect(),
        }
    }
}

impl GraphNode {
    fn drawn(&self, language: Language) -> Node {
        let (kind, letter) = match self.evaluation.winner {
            Some(Winner::First) => (NodeKind::Wins, "N"),
            Some(Winner::Second) => (NodeKind::Loses, "P"),
            Some(Winner::Draw) => (NodeKind::Draws, "D"),
            None => (NodeKind::Plain, "?"),
        };
        let evaluation = &self.evaluation;
        let value = match (&evaluation.score, &evaluation.grundy, evaluation.remoteness) {
            (Some(value), _, _) => message!("score {value}", value),
            (None, Some(value), _) => message!("{letter}, Grundy {value}", letter, value),
            (None, None, Some(moves)) => message!("{letter} in {moves}", letter, moves),
            (None, None, None) => Message::text(letter),
        };
        let mut label: String = self.position.chars().take(limits::MAX_NODE_CHARS).collect();
        if label.is_empty() {
            label.push('∅');
        } else if self.position.chars().count() > limits::MAX_NODE_CHARS {
            label.push('…');
        }
        // A node that is not expanded is marked.
        let value = render(&value, language);
        let note = if self.is_whole { value } else { format!("{value} …") };
        Node { label, note, kind, is_marked: kind == NodeKind::Loses }
    }
}

impl View for PositionGraph {
    fn document(&self) -> Document {
        let words = message!("{count} positions, {moves} moves", count = self.nodes.len(), moves = self.edges.len());
        Document(vec![Block::head(&self.title, Words::plain(words))])
    }

    fn data(&self) -> Value {
        let nodes = self.nodes.iter().map(|node| {
            json!({
                "position": node.position,
                "mover": node.mover,
                "depth": node.depth,
                "winner": node.evaluation.winner.map(|winner| winner.to_string()),
                "grundy": node.evaluation.grundy.as_ref().map(int),
                "remoteness": node.evaluation.remoteness.map(|remoteness| remoteness.0),
                "score": node.evaluation.score.as_ref().map(int),
                "ending": node.ending.as_ref().map(ending_word),
                "whole": node.is_whole,
            })
        });
        let edges = self
            .edges
            .iter()
            .map(|edge| json!({"from": edge.from, "to": edge.to, "move": edge.mv.to_string(), "again": edge.again, "gain": int(&edge.gain)}));
        json!({
            "game": self.game, "points": self.is_for_points, "nodes": nodes.collect::<Vec<_>>(),
            "edges": edges.collect::<Vec<_>>(), "complete": self.nodes.iter().all(|node| node.is_whole),
            "drawing": self.layout(), "stopped": self.stop.map(|stop| stop.limit()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::read;
    use grundy_solve::{Budget, QuantitySet, Solver};
    use std::sync::Arc;

    fn graph(rules: &str, position: &str, depth: usize, max_nodes: usize) -> (PositionGraph, bool) {
        let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
        let compound = instance.compound().unwrap();
        let start = instance.parse_line(position, None).unwrap();
        let reach = Reach { depth, max_nodes, max_edges: 1000 };
        let outline = Outline::explore(&instance, compound, start, reach, &|| true).unwrap();
        let is_cut = outline.is_cut();
        let mut solver = Solver::new(instance.clone(), compound, Budget::default()).unwrap();
        let found = solver.evaluate(&outline.positions(), QuantitySet::ALL).into_iter().map(Result::unwrap).collect();
        (outline.fill(&instance, found), is_cut)
    }

    const NIM: &str = "game nim(n) move take(k in 1..n) -> n - k";

    #[test]
    fn every_position_within_reach_is_there_once() {
        let (whole, is_cut) = graph(NIM, "3", 9, 100);
        assert_eq!((whole.node_count(), whole.edges.len(), is_cut), (4, 6, false));
        assert_eq!(whole.data()["complete"], true);
        let (near, is_cut) = graph(NIM, "3", 0, 100);
        assert_eq!((near.node_count(), near.data()["complete"].clone(), is_cut), (1, json!(false), false));
        let (cut, is_cut) = graph(NIM, "9", 9, 3);
        assert_eq!((cut.node_count(), is_cut), (3, true));
    }

    #[test]
    fn lost_positions_are_marked_and_moves_that_win_are_strong() {
        let (graph, _) = graph("game bash(n) move take(k in 1..min(2, n)) -> n - k", "4", 9, 100);
        let drawing = graph.drawing(MoveNames::Shown, Language::English);
        let marked: Vec<&str> =
            drawing.nodes.iter().filter(|node| node.is_marked).map(|node| node.label.as_str()).collect();
        assert_eq!(marked, ["3", "0"]);
        let strong: Vec<(usize, usize)> =
            drawing.arrows.iter().filter(|arrow| arrow.is_strong).map(|arrow| (arrow.from, arrow.to)).collect();
        assert_eq!(strong.len(), 3, "{strong:?}");
        assert_eq!(drawing.nodes[0].note, "N, Grundy 1");
        assert_eq!(drawing.arrows[0].label, "take(k=1)");
    }
}
