//! The methods of solving by name, for who wants a certain one and no other.

use std::fmt;
use std::str::FromStr;

/// A method of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
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
    /// All positions listed and settled from the ends of play.
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
    /// What theorems say.
    Theorem,
    /// Every position by the meaning of the rules.
    Reference,
}

/// (the method, its name, what it is for)
const METHODS: [(Method, &str, &str); 16] = [
    (Method::Graph, "graph", "it takes a token on a given graph"),
    (Method::Heap, "heap", "it takes heap games whose code ends"),
    (Method::Lines, "lines", "it takes three to six numbers that are lowered alike, under normal play"),
    (Method::Nimbers, "nimbers", "it takes impartial boards that fill up, under normal play"),
    (Method::Partizan, "partizan", "it takes boards that fill up, with two players and under normal play"),
    (Method::Regions, "regions", "it takes impartial boards whose moves are local, under normal play"),
    (Method::Sweep, "sweep", "it takes positions of numbers, where every move leaves one part"),
    (Method::GrundySearch, "grundy-search", "it takes impartial games under normal play, one move in one part"),
    (Method::Retrograde, "retrograde", "it takes single parts, where every move leaves one part"),
    (Method::AlphaBeta, "alpha-beta", "it takes single parts without Grundy values, where every move leaves one part"),
    (
        Method::ProofNumber,
        "proof-number",
        "it takes single parts without Grundy values or points, where every move leaves one part",
    ),
    (Method::Sums, "sums", "it takes all sums but those of `compound anti`"),
    (Method::Compounds, "compounds", "it takes impartial games whose sums a theorem decides"),
    (Method::Misere, "misere", "it takes impartial games under misère play, one move in one part"),
    (Method::Theorem, "theorem", "no theorem says anything of this position"),
    (Method::Reference, "reference", "it takes every game"),
];

impl Method {
    /// All methods.
    pub fn all() -> impl Iterator<Item = Method> {
        METHODS.into_iter().map(|(method, ..)| method)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        METHODS[self as usize].1
    }

    /// What it is for, said where a game is of another kind.
    pub(crate) fn purpose(self) -> &'static str {
        METHODS[self as usize].2
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = ();

    fn from_str(name: &str) -> Result<Method, ()> {
        Method::all().find(|method| method.name() == name).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_back() {
        for method in Method::all() {
            assert_eq!(method.name().parse(), Ok(method));
        }
    }
}
