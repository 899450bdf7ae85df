//! What is known about the nodes of a graph, and its kernels.

use crate::document::{Block, Document, Sheet, TextStyle, View, Words};
use crate::drawing::{Arrow, Drawing, Node, NodeKind};
use crate::format::json::Stream;
use crate::limits;
use crate::words::{Language, render};
use grundy_message::{Message, message, plural};
use grundy_rules::graph_text::Names;
use grundy_solve::digraph::{Digraph, Kernels, NodeValues};
use grundy_value::Outcome;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::io;

/// The report on a graph.
pub struct KernelReport<'a> {
    /// The names of the nodes.
    pub names: &'a Names,
    /// The graph.
    pub graph: &'a Digraph,
    /// What is known about its nodes.
    pub values: &'a NodeValues,
    /// Its kernels, if they were requested.
    pub kernels: Option<&'a Kernels>,
}

impl KernelReport<'_> {
    fn nodes(&self) -> impl Iterator<Item = u32> {
        0..self.graph.len() as u32
    }

    /// Returns the nodes with this outcome.
    fn with(&self, outcome: Outcome) -> Vec<u32> {
        self.nodes().filter(|&node| self.values.outcome(node) == outcome).collect()
    }

    fn set(&self, nodes: &[u32]) -> Message {
        let shown: Vec<_> = nodes.iter().take(limits::MAX_NODES_LISTED).map(|&node| self.names.of(node)).collect();
        let names = shown.join(", ");
        match nodes.len() > shown.len() {
            true => message!("{{{names}, … ({count} in all)}}", names, count = nodes.len()),
            false => message!("{{{names}}}", names),
        }
    }

    fn word(outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Next => "win",
            Outcome::Previous => "lose",
            Outcome::Draw => "draw",
        }
    }

    /// Returns the graph to be drawn, in this language: losing nodes marked, the arrows that keep a win strong.
    pub fn drawing(&self, language: Language) -> Drawing {
        let node = |node: u32| {
            let (kind, is_marked) = match self.values.outcome(node) {
                Outcome::Next => (NodeKind::Wins, false),
                Outcome::Previous => (NodeKind::Loses, true),
                Outcome::Draw => (NodeKind::Draws, false),
            };
            let note = match (self.values.grundy(node), self.values.remoteness(node)) {
                (Some(value), _) => message!("Grundy {value}", value),
                (None, Some(moves)) => message!("in {moves}", moves),
                (None, None) => Message::default(),
            };
            Node { label: self.names.of(node).into_owned(), note: render(&note, language), kind, is_marked }
        };
        let wins = |from: u32, to: u32| {
            self.values.outcome(from) == Outcome::Next && self.values.outcome(to) == Outcome::Previous
        };
        let arrows = self.nodes().flat_map(|from| {
            let options = self.graph.options(from).iter();
            options.map(move |&to| (from, to))
        });
        let arrows = arrows.map(|(from, to)| Arrow {
            from: from as usize,
            to: to as usize,
            label: String::new(),
            is_strong: wins(from, to),
        });
        let title = render(&self.title(), language);
        Drawing { language, title, nodes: self.nodes().map(node).collect(), arrows: arrows.collect() }
    }

    /// Returns the title, which says how large the graph is.
    fn title(&self) -> Message {
        let (count, edges) = (self.graph.len(), self.graph.edges());
        message!(
            "{count} {nodes}, {edges} {arrows}",
            count,
            nodes = plural(&count, "node", "nodes"),
            edges,
            arrows = plural(&edges, "arrow", "arrows")
        )
    }

    fn kernel_words(&self) -> Words {
        match self.values.kernel() {
            Some(kernel) => Words::plain(self.set(&kernel)),
            None => match self.kernels {
                Some(Kernels { count: 0, stop: None, .. }) => Words::of(TextStyle::Bad, message!("there is none")),
                Some(Kernels { count: 1, stop: None, found }) => Words::plain(self.set(&found[0])),
                Some(kernels) => Words::plain(match kernels.stop {
                    None => message!("there are {count}", count = kernels.count),
                    Some(_) => message!("{count} were found before the budget ended", count = kernels.count),
                }),
                None => Words::plain(message!("some nodes are drawn, so there may be none or several: ask with --all")),
            },
        }
    }
}

/// A node for programs.
#[derive(Serialize)]
struct NodeData<'a> {
    node: Cow<'a, str>,
    outcome: &'static str,
    grundy: Option<u64>,
    remoteness: Option<u64>,
}

impl Serialize for KernelReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let node = |node: u32| NodeData {
            node: self.names.of(node),
            outcome: Self::word(self.values.outcome(node)),
            grundy: self.values.grundy(node).map(|grundy| grundy.0),
            remoteness: self.values.remoteness(node).map(|remoteness| remoteness.0),
        };
        let names = |nodes: Vec<u32>| Stream(move || nodes.clone().into_iter().map(|node| self.names.of(node)));
        let kernel = self.values.kernel().map(names);
        let found = self.kernels.map(|kernels| Stream(|| kernels.found.iter().map(|kernel| names(kernel.clone()))));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("nodes", &Stream(|| self.nodes().map(node)))?;
        map.serialize_entry("edges", &self.graph.edges())?;
        map.serialize_entry("kernel", &kernel)?;
        map.serialize_entry("kernels", &found)?;
        map.serialize_entry("kernel_count", &self.kernels.map(|kernels| kernels.count))?;
        map.serialize_entry("complete", &self.kernels.map(|kernels| kernels.stop.is_none()))?;
        map.end()
    }
}

impl View for KernelReport<'_> {
    fn document(&self) -> Document {
        let [lose, win, draw] = [Outcome::Previous, Outcome::Next, Outcome::Draw].map(|outcome| self.with(outcome));
        let title = self.title();
        let mut facts = vec![
            (message!("losing"), vec![Words::plain(self.set(&lose))]),
            (message!("winning"), vec![Words::plain(self.set(&win))]),
        ];
        if !draw.is_empty() {
            facts.push((message!("drawn"), vec![Words::plain(self.set(&draw))]));
        }
        facts.push((message!("kernel"), vec![self.kernel_words()]));
        let mut blocks = vec![Block::Line(Words::of(TextStyle::Strong, title)), Block::Facts(facts)];
        if let Some(kernels) = self.kernels.filter(|kernels| kernels.count > 1) {
            for kernel in kernels.found.iter().take(limits::MAX_KERNELS_SHOWN) {
                blocks.push(Block::Line(Words::name("  ").then(TextStyle::Plain, self.set(kernel))));
            }
            if kernels.count > limits::MAX_KERNELS_SHOWN as u64 {
                blocks.push(Block::Line(Words::of(TextStyle::Faint, message!("  …; --json lists up to --most"))));
            }
        }
        if let Some(sheet) = self.sheet().filter(|_| self.graph.len() <= limits::MAX_NODES_LISTED) {
            blocks.push(Block::Gap);
            let titles = vec![
                message!("node"),
                message!("outcome"),
                message!("grundy"),
                message!("remoteness"),
                message!("winning moves"),
            ];
            let row = |(node, row): (u32, Vec<String>)| {
                let mut cells: Vec<Words> = row.into_iter().map(Words::name).collect();
                cells[1] = Words::plain(match self.values.outcome(node) {
                    Outcome::Next => message!("win"),
                    Outcome::Previous => message!("lose"),
                    Outcome::Draw => message!("draw"),
                });
                cells
            };
            let rows = self.nodes().zip(sheet.rows).map(row).collect();
            blocks.push(Block::Columns { titles, rows });
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn write_json(&self, output: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer(&mut *output, self)?;
        output.write_all(b"\n")
    }

    fn sheet(&self) -> Option<Sheet<'_>> {
        let titles = ["node", "outcome", "grundy", "remoteness", "winning moves"].map(str::to_owned).to_vec();
        let row = move |node: u32| {
            let outcome = self.values.outcome(node);
            let winning = self.graph.options(node).iter();
            let winning = winning
                .filter(|&&to| outcome == Outcome::Next && self.values.outcome(to) == Outcome::Previous)
                .map(|&to| self.names.of(to));
            vec![
                self.names.of(node).into_owned(),
                Self::word(outcome).to_owned(),
                self.values.grundy(node).map_or_else(String::new, |grundy| grundy.0.to_string()),
                self.values.remoteness(node).map_or_else(String::new, |remoteness| remoteness.0.to_string()),
                winning.collect::<Vec<_>>().join(" "),
            ]
        };
        Some(Sheet { titles, rows: Box::new(self.nodes().map(row)) })
    }
}
