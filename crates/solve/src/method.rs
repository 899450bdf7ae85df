//! Names of the solving methods, for callers that want a certain one.

use grundy_message::{Template, template};
use std::fmt;
use std::str::FromStr;

/// Name of a solving method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MethodName {
    /// A token on a given graph, all nodes at once.
    Graph,
    /// Values of heaps up to the largest, or by their period.
    Heap,
    /// Numbers that are lowered along lines.
    Lines,
    /// Nimber search of boards that fill up and fall apart.
    Nimbers,
    /// Boards that fill up and fall apart, with two players.
    Partizan,
    /// Regions of boards whose moves are local.
    Regions,
    /// Tables of numbers filled from below.
    Sweep,
    /// Grundy values of parts by a depth-first search.
    GrundySearch,
    /// All positions listed and solved backwards from the ends of play.
    Retrograde,
    /// Alpha-beta search.
    AlphaBeta,
    /// Proof-number search.
    ProofNumber,
    /// Whole sums, listed.
    Sums,
    /// Theorems on compounds: numbers of parts that decide a sum.
    Compounds,
    /// Misère forms of parts.
    Misere,
    /// Theorems about the game.
    Theorem,
    /// Every position by interpreting the rules.
    Reference,
}

/// (the method, its name, what it is for)
const METHODS: [(MethodName, &str, &Template); 16] = [
    (MethodName::Graph, "graph", template!("it takes a token on a given graph")),
    (MethodName::Heap, "heap", template!("it takes heap games whose code ends")),
    (MethodName::Lines, "lines", template!("it takes three to six numbers that are lowered alike, under normal play")),
    (MethodName::Nimbers, "nimbers", template!("it takes impartial boards that fill up, under normal play")),
    (
        MethodName::Partizan,
        "partizan",
        template!("it takes boards that fill up, with two players and under normal play"),
    ),
    (MethodName::Regions, "regions", template!("it takes impartial boards whose moves are local, under normal play")),
    (MethodName::Sweep, "sweep", template!("it takes positions of numbers, where every move leaves one part")),
    (
        MethodName::GrundySearch,
        "grundy-search",
        template!("it takes impartial games under normal play, one move in one part"),
    ),
    (MethodName::Retrograde, "retrograde", template!("it takes single parts, where every move leaves one part")),
    (
        MethodName::AlphaBeta,
        "alpha-beta",
        template!("it takes single parts without Grundy values, where every move leaves one part"),
    ),
    (
        MethodName::ProofNumber,
        "proof-number",
        template!("it takes single parts without Grundy values or points, where every move leaves one part"),
    ),
    (MethodName::Sums, "sums", template!("it takes all sums but those of `compound anti`")),
    (MethodName::Compounds, "compounds", template!("it takes impartial games whose sums a theorem decides")),
    (MethodName::Misere, "misere", template!("it takes impartial games under misère play, one move in one part")),
    (MethodName::Theorem, "theorem", template!("no theorem says anything of this position")),
    (MethodName::Reference, "reference", template!("it takes every game")),
];

impl MethodName {
    /// Returns all methods.
    pub fn all() -> impl Iterator<Item = MethodName> {
        METHODS.into_iter().map(|(method, ..)| method)
    }

    /// Returns the name of the method.
    pub fn name(self) -> &'static str {
        METHODS[self as usize].1
    }

    /// Returns what the method is for, which is printed when a game is of another kind.
    pub(crate) fn purpose(self) -> &'static Template {
        METHODS[self as usize].2
    }
}

impl fmt::Display for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for MethodName {
    type Err = ();

    fn from_str(name: &str) -> Result<MethodName, ()> {
        MethodName::all().find(|method| method.name() == name).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_back() {
        for method in MethodName::all() {
            assert_eq!(method.name().parse(), Ok(method));
        }
    }
}
