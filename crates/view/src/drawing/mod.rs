//! A directed graph as a picture: nodes in layers, arrows downwards where possible.
//!
//! In: nodes with labels and kinds, arrows. Out: DOT, or SVG with a layout of our own (Sugiyama, Tagawa and Toda 1981):
//! loops are broken, nodes put into layers, layers ordered so that few arrows cross. Wrong tool for graphs of thousands
//! of nodes, which are too large to read: [`Drawing::svg`] refuses them.

use crate::limits;
mod dot;
mod layers;
mod svg;

use crate::words::Language;
use grundy_message::{Message, message};

/// A graph to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The language of its texts.
    pub language: Language,
    /// The title above the picture.
    pub title: String,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The arrows between them.
    pub arrows: Vec<Arrow>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its label.
    pub label: String,
    /// A second, smaller line; empty if there is none.
    pub note: String,
    /// Its kind.
    pub kind: NodeKind,
    /// Whether its border is doubled.
    pub is_marked: bool,
}

/// The kind of a node, shown by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The player to move wins.
    Wins,
    /// The player to move loses.
    Loses,
    /// Neither player wins.
    Draws,
    /// None of these, or unknown.
    Plain,
}

/// An arrow from one node to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Index of its start in [`Drawing::nodes`].
    pub from: usize,
    /// Index of its end in [`Drawing::nodes`].
    pub to: usize,
    /// The text beside it; may be empty.
    pub label: String,
    /// Whether it is emphasised.
    pub is_strong: bool,
}

impl NodeKind {
    /// Returns the colours of the inside and of the border.
    fn colours(self) -> (&'static str, &'static str) {
        match self {
            NodeKind::Wins => ("#d9efdc", "#2e7d43"),
            NodeKind::Loses => ("#f7d9d5", "#b3392c"),
            NodeKind::Draws => ("#fcf0c8", "#a07908"),
            NodeKind::Plain => ("#eef1f5", "#56657a"),
        }
    }

    /// Returns the dash pattern: drawn nodes have dashed frames, so that they are recognised without colours; lost ones
    /// have two frames if marked.
    fn dashes(self) -> &'static str {
        if self == NodeKind::Draws { " stroke-dasharray=\"5 3\"" } else { "" }
    }

    fn words(self) -> Message {
        match self {
            NodeKind::Wins => message!("the player to move wins"),
            NodeKind::Loses => message!("the player to move loses"),
            NodeKind::Draws => message!("draw"),
            NodeKind::Plain => Message::default(),
        }
    }
}

/// The layout of the nodes and arrows of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// Width and height of the picture.
    pub size: (f64, f64),
    /// The box of each node: its left, its top, its width and its height.
    pub nodes: Vec<[f64; 4]>,
    /// The path of each arrow, as the data of an SVG path.
    pub arrows: Vec<String>,
}

impl Drawing {
    /// Returns the graph in DOT, for other programs.
    pub fn dot(&self) -> String {
        dot::write(self)
    }

    /// Returns the picture; `None` if there is too much to see.
    pub fn svg(&self) -> Option<String> {
        self.can_be_seen().then(|| svg::write(self, &layers::Layout::of(self)))
    }

    /// Returns the layout, for other front ends; `None` if there is too much to see.
    pub fn indices(&self) -> Option<Places> {
        self.can_be_seen().then(|| svg::indices(self, &layers::Layout::of(self)))
    }

    fn can_be_seen(&self) -> bool {
        self.nodes.len() <= limits::MAX_DRAWN_NODES && self.arrows.len() <= 4 * limits::MAX_DRAWN_NODES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(label: &str, kind: NodeKind) -> Node {
        Node { label: label.into(), note: String::new(), kind, is_marked: false }
    }

    fn arrow(from: usize, to: usize) -> Arrow {
        Arrow { from, to, label: String::new(), is_strong: false }
    }

    #[test]
    fn names_are_quoted_in_both_notations() {
        let nodes = vec![node("a\"<b>\\", NodeKind::Wins), node("", NodeKind::Loses)];
        let drawing =
            Drawing { language: Language::English, title: "<&>".into(), nodes, arrows: vec![arrow(0, 1), arrow(1, 1)] };
        let dot = drawing.dot();
        assert!(dot.contains(r#""a\"<b>\\""#) && dot.contains("n0 -> n1"), "{dot}");
        let svg = drawing.svg().unwrap();
        assert!(svg.contains("a&quot;&lt;b&gt;\\") && svg.contains("&lt;&amp;&gt;"), "{svg}");
        assert_eq!(svg.matches("marker-end").count(), 2);
    }

    #[test]
    fn graphs_too_large_to_see_are_not_drawn() {
        let nodes = vec![node("x", NodeKind::Plain); limits::MAX_DRAWN_NODES + 1];
        assert!(Drawing { nodes, ..Drawing::default() }.svg().is_none());
        assert!(Drawing::default().svg().is_some());
    }
}
