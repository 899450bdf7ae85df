//! Rules to begin with: for each kind of position, what a move may do.
//!
//! In: nothing. Out: [`STARTS`], the pieces of a file of rules, and positions for the table beside it.

use grundy_message::{Message, message};

/// The kinds of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Place {
    /// Heaps of stones
    Heaps,
    /// Two numbers
    Pair,
    /// A row of cells
    Row,
    /// A board
    Board,
    /// A graph
    Graph,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Win {
    /// Who makes the last move wins
    Last,
    /// Who makes the last move loses
    Misere,
    /// Who has more points wins
    Points,
}

/// Positions for a table.
#[derive(Clone, Copy, Debug)]
pub enum Shown {
    /// One number, from 0 to this.
    Numbers(u32),
    /// Two numbers, each from the first to the second.
    Pairs(u32, u32),
    /// These.
    Texts(&'static [&'static str]),
}

/// Rules to begin with.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub place: Place,
    /// The word that selects it among those of its place.
    pub word: &'static str,
    /// The components, as written.
    pub components: &'static str,
    /// The `given` clause, if there is one.
    pub given: Option<&'static str>,
    /// The moves: between binders and result stands what a move gains.
    pub moves: &'static [(&'static str, &'static str)],
    /// What a move gains in a game for points.
    pub gain: Option<&'static str>,
    pub shown: Shown,
}

/// All of them, those of one place beside one another.
pub const STARTS: [Start; 13] = [
    Start {
        place: Place::Heaps,
        word: "any",
        components: "n",
        given: None,
        moves: &[("move take(k in 1..n)", "n - k")],
        gain: Some("k"),
        shown: Shown::Numbers(20),
    },
    Start {
        place: Place::Heaps,
        word: "few",
        components: "n",
        given: Some("given m: int in 1.. = 3"),
        moves: &[("move take(k in 1..min(m, n))", "n - k")],
        gain: Some("k"),
        shown: Shown::Numbers(20),
    },
    Start {
        place: Place::Heaps,
        word: "set",
        components: "n",
        given: Some("given S: set int in 1.. = {1, 3, 4}"),
        moves: &[("move take(k in S) if k <= n", "n - k")],
        gain: Some("k"),
        shown: Shown::Numbers(20),
    },
    Start {
        place: Place::Heaps,
        word: "split",
        components: "n",
        given: None,
        moves: &[("move take(k in 1..n)", "n - k"), ("move split(k in 1..n / 2)", "k plus n - k")],
        gain: None,
        shown: Shown::Numbers(20),
    },
    Start {
        place: Place::Pair,
        word: "both",
        components: "a, b",
        given: None,
        moves: &[
            ("move left(k in 1..a)", "(a - k, b)"),
            ("move right(k in 1..b)", "(a, b - k)"),
            ("move both(k in 1..min(a, b))", "(a - k, b - k)"),
        ],
        gain: Some("k"),
        shown: Shown::Pairs(0, 6),
    },
    Start {
        place: Place::Pair,
        word: "multiple",
        components: "a, b",
        given: None,
        moves: &[
            ("move left(k in 1..a / max(b, 1)) if b > 0", "(a - k * b, b)"),
            ("move right(k in 1..b / max(a, 1)) if a > 0", "(a, b - k * a)"),
        ],
        gain: None,
        shown: Shown::Pairs(1, 6),
    },
    Start {
        place: Place::Row,
        word: "mark",
        components: "s: [{'.', 'X'}]",
        given: None,
        moves: &[(
            "move mark(i in 0..len(s) - 1) if s[i] == '.' and (i == 0 or s[i - 1] == '.') and (i == len(s) - 1 or s[i + 1] == '.')",
            "with s[i] = 'X'",
        )],
        gain: None,
        shown: Shown::Texts(&[".", "..", "...", "....", ".....", "......", ".......", "........"]),
    },
    Start {
        place: Place::Row,
        word: "flip",
        components: "s: [{'T', 'H'}]",
        given: None,
        moves: &[
            ("move turn(i in 0..len(s) - 1) if s[i] == 'H'", "with s[i] = 'T'"),
            (
                "move turn_two(i in 0..len(s) - 1, j in 0..i - 1) if s[i] == 'H'",
                "with s[i] = 'T', s[j] = if s[j] == 'H' then 'T' else 'H'",
            ),
        ],
        gain: None,
        shown: Shown::Texts(&["H", "TH", "HH", "TTH", "HTH", "THH", "HHH", "TTTH", "HHHH"]),
    },
    Start {
        place: Place::Board,
        word: "token",
        components: "r, c",
        given: None,
        moves: &[("move up(k in 1..r)", "(r - k, c)"), ("move left(k in 1..c)", "(r, c - k)")],
        gain: Some("k"),
        shown: Shown::Pairs(0, 6),
    },
    Start {
        place: Place::Board,
        word: "cut",
        components: "w in 1.., h in 1..",
        given: None,
        moves: &[
            ("move across(i in 1..w - 1)", "(i, h) plus (w - i, h)"),
            ("move down(j in 1..h - 1)", "(w, j) plus (w, h - j)"),
        ],
        gain: None,
        shown: Shown::Pairs(1, 6),
    },
    Start {
        place: Place::Board,
        word: "dominoes",
        components: "b: [[{'.', '#'}]]",
        given: None,
        moves: &[
            (
                "move across(i in 0..len(b) - 1, j in 0..len(b[i]) - 2) if b[i, j] == '.' and b[i, j + 1] == '.'",
                "with b[i, j] = '#', b[i, j + 1] = '#'",
            ),
            (
                "move down(i in 0..len(b) - 2, j in 0..min(len(b[i]), len(b[i + 1])) - 1) if b[i, j] == '.' and b[i + 1, j] == '.'",
                "with b[i, j] = '#', b[i + 1, j] = '#'",
            ),
        ],
        gain: None,
        shown: Shown::Texts(&[".", "..", "...", "../..", ".../...", ".../.../...", "..../....", "#../..."]),
    },
    Start {
        place: Place::Graph,
        word: "token",
        components: "v in 0..len(next) - 1",
        given: Some("given next: [[int in 0..]] = [[], [0], [0, 1], [1, 2], [2, 3], [3, 4]]"),
        moves: &[("move go(u in next[v])", "u")],
        gain: None,
        shown: Shown::Numbers(5),
    },
    Start {
        place: Place::Graph,
        word: "nodes",
        components: "alive: [bool; len(next)]",
        given: Some("given next: [[int in 0..]] = [[1], [0, 2], [1, 3], [2]]"),
        moves: &[(
            "move take(v in 0..len(alive) - 1) if alive[v]",
            "with alive = [alive[u] and u != v and not u in next[v] for u in 0..len(alive) - 1]",
        )],
        gain: None,
        shown: Shown::Texts(&["[true,true,true,true]", "[true,true,false,false]", "[true,false,false,true]"]),
    },
];

impl Start {
    /// Returns what its moves do, for people.
    pub fn says(&self) -> Message {
        match (self.place, self.word) {
            (Place::Heaps, "any") => message!("take any number of stones from a heap"),
            (Place::Heaps, "few") => message!("take 1 to m stones from a heap"),
            (Place::Heaps, "set") => message!("take a number of stones out of a set S"),
            (Place::Heaps, _) => message!("take stones, or split a heap in two"),
            (Place::Pair, "both") => message!("lower one number, or both by the same"),
            (Place::Pair, _) => message!("lower one number by a multiple of the other"),
            (Place::Row, "mark") => message!("mark a cell whose neighbours are free"),
            (Place::Row, _) => message!("turn a coin, and perhaps one to its left"),
            (Place::Board, "token") => message!("move a token up or left, as far as you like"),
            (Place::Board, "cut") => message!("cut a sheet in two"),
            (Place::Board, _) => message!("lay a domino on two free cells"),
            (Place::Graph, "token") => message!("move a token along an edge"),
            (Place::Graph, _) => message!("take a node and its neighbours away"),
        }
    }
}

impl Place {
    /// Returns what positions are, for people.
    pub fn says(self) -> Message {
        match self {
            Place::Heaps => message!("heaps of stones"),
            Place::Pair => message!("two numbers"),
            Place::Row => message!("a row of cells"),
            Place::Board => message!("a board"),
            Place::Graph => message!("a graph"),
        }
    }
}

impl Win {
    /// Returns who wins, for people.
    pub fn says(self) -> Message {
        match self {
            Win::Last => message!("who makes the last move wins"),
            Win::Misere => message!("who makes the last move loses"),
            Win::Points => message!("who has more points wins"),
        }
    }
}
