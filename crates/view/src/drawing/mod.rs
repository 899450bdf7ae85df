//! A directed graph as a picture: nodes in layers, arrows downwards where that can be.
//!
//! In: nodes with labels and what they are, arrows. Out: DOT, or SVG with a layout of our own (Sugiyama, Tagawa and Toda 1981):
//! loops are broken, nodes put into layers, layers ordered so that few arrows cross. Wrong tool for graphs of thousands of nodes,
//! which nobody can look at: [`Drawing::svg`] refuses them.

mod dot;
mod layers;
mod svg;

use crate::words::Language;

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Above the picture.
    pub title: String,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The arrows between them.
    pub arrows: Vec<Arrow>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is called.
    pub label: String,
    /// A second, smaller line; empty where there is none.
    pub note: String,
    /// What it is.
    pub kind: NodeKind,
    /// Whether its border is doubled.
    pub is_marked: bool,
}

/// What a node is, which its colour tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The player to move wins.
    Wins,
    /// The player to move loses.
    Loses,
    /// Nobody wins.
    Draws,
    /// None of these, or it is not known.
    Plain,
}

/// An arrow from one node to another, by their places in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What stands beside it; empty where nothing does.
    pub label: String,
    /// Whether the eye should find it.
    pub is_strong: bool,
}

impl NodeKind {
    /// The colours of the inside and of the border.
    fn colours(self) -> (&'static str, &'static str) {
        match self {
            NodeKind::Wins => ("#d9efdc", "#2e7d43"),
            NodeKind::Loses => ("#f7d9d5", "#b3392c"),
            NodeKind::Draws => ("#fcf0c8", "#a07908"),
            NodeKind::Plain => ("#eef1f5", "#56657a"),
        }
    }

    /// Drawn nodes have dashed frames, so that they are known without colours; lost ones have two frames where who draws marks them.
    fn dashes(self) -> &'static str {
        if self == NodeKind::Draws { " stroke-dasharray=\"5 3\"" } else { "" }
    }

    fn word(self) -> &'static str {
        match self {
            NodeKind::Wins => "the player to move wins",
            NodeKind::Loses => "the player to move loses",
            NodeKind::Draws => "draw",
            NodeKind::Plain => "",
        }
    }
}

/// Where the nodes and arrows of a drawing stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// How wide the picture is, and how tall.
    pub size: (f64, f64),
    /// The box of each node: its left, its top, its width and its height.
    pub nodes: Vec<[f64; 4]>,
    /// The way of each arrow, as the data of an SVG path.
    pub arrows: Vec<String>,
}

/// More nodes or arrows than this are not drawn.
pub const MOST_DRAWN: usize = 1500;

impl Drawing {
    /// The graph for other programs that draw.
    pub fn dot(&self) -> String {
        dot::write(self)
    }

    /// The picture; `None` where there is too much to see.
    pub fn svg(&self) -> Option<String> {
        self.svg_in(Language::English)
    }

    /// The same with the program's own words in this language.
    pub fn svg_in(&self, language: Language) -> Option<String> {
        self.can_be_seen().then(|| svg::write(self, &layers::Layout::of(self), language))
    }

    /// Where everything stands, for others who draw it; `None` where there is too much to see.
    pub fn places(&self) -> Option<Places> {
        self.can_be_seen().then(|| svg::places(self, &layers::Layout::of(self)))
    }

    fn can_be_seen(&self) -> bool {
        self.nodes.len() <= MOST_DRAWN && self.arrows.len() <= 4 * MOST_DRAWN
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
        let drawing = Drawing { title: "<&>".into(), nodes, arrows: vec![arrow(0, 1), arrow(1, 1)] };
        let dot = drawing.dot();
        assert!(dot.contains(r#""a\"<b>\\""#) && dot.contains("n0 -> n1"), "{dot}");
        let svg = drawing.svg().unwrap();
        assert!(svg.contains("a&quot;&lt;b&gt;\\") && svg.contains("&lt;&amp;&gt;"), "{svg}");
        assert_eq!(svg.matches("marker-end").count(), 2);
    }

    #[test]
    fn what_nobody_can_see_is_not_drawn() {
        let nodes = vec![node("x", NodeKind::Plain); MOST_DRAWN + 1];
        assert!(Drawing { nodes, ..Drawing::default() }.svg().is_none());
        assert!(Drawing::default().svg().is_some());
    }
}
