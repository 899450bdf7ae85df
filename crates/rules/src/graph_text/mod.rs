//! Directed graphs as text: an edge list, DOT or JSON.
//!
//! In: bytes. Out: a [`NamedGraph`]: the names of its nodes and their successors, as consecutive rows. Errors have a line and
//! column. Independent of what a graph is used for.

use grundy_message::{Message, message};
mod dot;
mod edges;
mod json;
mod names;

pub use names::Names;

use crate::meter::Meter;
use std::fmt;

/// A graph whose nodes have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    /// The names of the nodes; numbers are in ascending order, other names in the order of the text.
    pub names: Names,
    /// Index in `targets` of the first arrow of each node, followed by the length of `targets`.
    pub starts: Vec<u32>,
    /// The targets of the arrows.
    pub targets: Vec<u32>,
}

/// A notation for graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A line for each arrow, `a b`; a name alone is a node.
    Edges,
    /// Like `Edges`, after a first line with the numbers of nodes and arrows.
    CountedEdges,
    /// `digraph { a -> b }`.
    Dot,
    /// `[[1,2],[],[0]]`, `{"a":["b"]}` or `{"nodes":[…],"edges":[["a","b"]]}`.
    Json,
}

/// Why a text is not a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphMistake {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: Message,
    /// What to write instead.
    pub hint: Message,
}

impl fmt::Display for GraphMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// Guesses the notation of a text.
pub fn guess(text: &str) -> Notation {
    let start = text.trim_start();
    let word = start.split(|char: char| !char.is_alphanumeric()).next().unwrap_or("");
    match word {
        "digraph" | "graph" | "strict" if start.contains('{') => Notation::Dot,
        _ if start.starts_with(['[', '{']) => Notation::Json,
        _ if start.starts_with("//") || start.starts_with("/*") => Notation::Dot,
        _ => Notation::Edges,
    }
}

/// Parses a graph. The meter counts its bytes and may stop the work.
///
/// ```
/// use grundy_rules::Meter;
/// use grundy_rules::graph_text::{guess, parse};
/// let text = "digraph { sea -> port -> town; town -> sea }";
/// let graph = parse(text, guess(text), &Meter::steps(1 << 20)).unwrap();
/// assert_eq!(graph.names.of(1), "port");
/// assert_eq!(graph.targets, [1, 2, 0]);
/// ```
///
/// # Errors
/// The text is not a graph, or the meter stops the work.
pub fn parse(text: &str, notation: Notation, meter: &Meter) -> Result<NamedGraph, GraphMistake> {
    match notation {
        Notation::Edges => edges::parse(text, meter),
        Notation::CountedEdges => edges::parse_counted(text, meter),
        Notation::Dot => dot::parse(text, meter),
        Notation::Json => json::parse(text, meter),
    }
}

/// Creates a mistake at this byte of the text.
fn mistake(text: &str, at: usize, message: impl Into<Message>, hint: impl Into<Message>) -> GraphMistake {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line_starts = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = String::from_utf8_lossy(&before[line_starts..]).chars().count() + 1;
    GraphMistake { line, column, message: message.into(), hint: hint.into() }
}

/// Collects arrows into rows, those of one node in the order of the text. The caller ensures that counts fit in `u32`.
fn rows(names: Names, arrows: &[(u32, u32)], meter: &Meter) -> Result<NamedGraph, GraphMistake> {
    take(meter, 8 * names.len() + 4 * arrows.len())?;
    let mut starts = vec![0u32; names.len() + 1];
    for (from, _) in arrows {
        starts[*from as usize + 1] += 1;
    }
    for node in 0..names.len() {
        starts[node + 1] += starts[node];
    }
    let mut free = starts.clone();
    let mut targets = vec![0; arrows.len()];
    for (from, to) in arrows {
        let index = &mut free[*from as usize];
        targets[*index as usize] = *to;
        *index += 1;
    }
    Ok(NamedGraph { names, starts, targets })
}

/// Bytes per arrow while a text is parsed: a growing list may have twice the capacity it needs.
const ARROW_BYTES: usize = 16;

/// Counts `bytes` more bytes.
///
/// # Errors
/// The meter stops the work; its owner knows why.
fn take(meter: &Meter, bytes: usize) -> Result<(), GraphMistake> {
    let stopped =
        |_| GraphMistake { line: 0, column: 0, message: message!("reading was stopped"), hint: Message::default() };
    meter.charge(bytes).map_err(stopped)
}

#[cfg(test)]
mod tests;
