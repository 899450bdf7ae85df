//! A checked game: every name resolved, every expression typed. What all engines start from.
//!
//! In: nothing; `check` makes it. Out: what `meaning` evaluates, `shape` describes and later engines compile.
//! The tree says what the rules say and nothing more; there are no shortcuts in it.

use crate::ast::{BinaryOperator, Comparison, Quantity};
use crate::int::Int;
use crate::span::Span;
use crate::value::{Side, Symbol};
use std::collections::BTreeSet;

/// Checked rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// The file it was read from, quoted in faults found later.
    pub source: SourceText,
    /// English title, if any.
    pub title: Option<String>,
    /// Titles in other languages: (language, title).
    pub titles: Vec<(String, String)>,
    /// Prose about it.
    pub about: Option<String>,
    /// Where it comes from.
    pub origin: Option<String>,
    /// Every symbol's letters; a [`Symbol`] is a place in this list.
    pub symbols: Vec<String>,
    /// The two players' symbols; `None` is impartial.
    pub players: Option<[Symbol; 2]>,
    /// Data fixed for one play.
    pub givens: Vec<Component>,
    /// What a position is made of.
    pub components: Vec<Component>,
    /// The `let`s, one for each combination of argument types they are used with. A function calls only functions
    /// that stand before it.
    pub functions: Vec<Function>,
    /// The moves, in the order of the file.
    pub moves: Vec<MoveRule>,
    /// Ends of play, asked in order.
    pub ends: Vec<(Expr, Verdict)>,
    /// Conditional ends of a player who cannot move, asked in order.
    pub stuck_if: Vec<(Expr, Verdict)>,
    /// What happens to a player who cannot move otherwise.
    pub stuck: Verdict,
    /// Whether it is played for points.
    pub points: bool,
    /// How a sum is played.
    pub compound: Compound,
    /// What infinite play is.
    pub loops: Loops,
    /// Who wins at equal scores.
    pub ties: Ties,
    /// Declared symmetries.
    pub symmetries: Vec<DeclaredSymmetry>,
    /// Where `solve` starts when no position is given.
    pub start: Option<PositionExpr>,
    /// Statements about the game.
    pub claims: Vec<Claim>,
    /// Closed forms of winning moves.
    pub strategies: Vec<Strategy>,
}

/// The text a game was read from. Games written differently may be the same game, so texts compare equal.
#[derive(Clone, Debug, Default)]
pub struct SourceText(pub String);

impl PartialEq for SourceText {
    fn eq(&self, _: &SourceText) -> bool {
        true
    }
}

impl Eq for SourceText {}

/// A component or a given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// What it may be. Ranges and sizes may use givens and what stands before it.
    pub ty: Type,
    /// What it is when nothing is said.
    pub default: Option<Expr>,
    /// Where it is declared.
    pub span: Span,
}

/// What a component may be: the kind of value with its ranges and sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A whole number, with the least and the greatest where there are any.
    Int {
        /// The least.
        low: Option<Expr>,
        /// The greatest.
        high: Option<Expr>,
    },
    /// True or false.
    Bool,
    /// One of these symbols, in the order they were written.
    Symbols(Vec<Symbol>),
    /// A list of so many; `None` is any number. A grid is a list of lists.
    List(Box<Type>, Option<Expr>),
    /// A list whose order does not matter.
    Bag(Box<Type>),
    /// A finite set.
    Set(Box<Type>),
}

/// The kind of an expression's value, without ranges and sizes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A whole number.
    Int,
    /// True or false.
    Bool,
    /// One of these symbols.
    Symbol(BTreeSet<Symbol>),
    /// A list.
    List(Box<Kind>),
    /// A bag.
    Bag(Box<Kind>),
    /// A set.
    Set(Box<Kind>),
    /// Not known: an element of an empty list, or an expression that is wrong and already reported.
    Unknown,
}

/// A `let`, for arguments of certain kinds. Its parameters are the first locals of its own frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How many arguments it takes.
    pub parameters: usize,
    /// What it stands for.
    pub body: Expr,
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRule {
    /// Its name.
    pub name: String,
    /// Whose it is; `None` is anybody's.
    pub side: Option<Side>,
    /// The choices it leaves, in order; binder number i is local i.
    pub binders: Vec<Binder>,
    /// When it may be made.
    pub guard: Option<Expr>,
    /// The points it earns.
    pub gain: Option<Expr>,
    /// Where it leads.
    pub result: Destination,
    /// Where it stands.
    pub span: Span,
}

/// `k in DOMAIN` or `t = EXPR`. It fills the next local of the frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// Its name, `_` where it has none.
    pub name: String,
    /// What it runs over.
    pub over: Over,
}

/// What a binder runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// Each value of a range or a list, in order.
    Each(Domain),
    /// One value.
    Is(Expr),
}

/// What stands after `in`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Both ends belong to it; no upper end is allowed only in a test, not in a binder.
    Range(Expr, Option<Expr>),
    /// The elements of a list, bag or set.
    Of(Expr),
}

/// Where a move leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// One or the other.
    If(Expr, Box<Destination>, Box<Destination>),
    /// These parts are left.
    Terms {
        /// The same player moves once more where this holds.
        again: Option<Expr>,
        /// The parts.
        terms: Vec<Term>,
    },
}

/// A term of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A value for each component.
    Tuple(Vec<Expr>, Span),
    /// The present part with changes.
    With(Vec<Change>, Span),
    /// No part.
    Nothing,
    /// A result in parentheses; its `again` was refused.
    Group(Box<Destination>),
}

/// A change of a `with`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The component's place.
    pub component: usize,
    /// The cell within it, outermost index first; none for the whole of it.
    pub indices: Vec<Expr>,
    /// What it becomes.
    pub value: Expr,
    /// Over what the change is repeated.
    pub binders: Vec<Binder>,
    /// Which of the repetitions count.
    pub filter: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// How play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Lose,
    /// Nobody wins.
    Draw,
    /// This side wins.
    Wins(Side),
    /// So many points more for the player to move.
    Score(Expr),
}

/// How a sum is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compound {
    /// In exactly one part.
    One,
    /// In every part that can still move.
    Every,
    /// In every part, and the first to end ends all.
    Short,
    /// In any non-empty choice of parts.
    Some,
    /// In at most so many parts; the expression uses givens only.
    Upto(Expr),
    /// In one part; play ends when every part has Grundy value 0, and the player then to move wins.
    Anti,
}

/// What infinite play is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// A draw.
    Draw,
    /// It does not happen: a loop is an error of the file.
    None,
    /// A win for this side.
    Wins(Side),
}

/// Who wins at equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Nobody.
    Draw,
    /// The player to move in the position that was asked.
    First,
    /// This side.
    Side(Side),
}

/// A symmetry that the file states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredSymmetry {
    /// What it says.
    pub symmetry: Symmetry,
    /// The symmetry in its canonical text, without the word `symmetry`.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// Positions that are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// These components may be exchanged among themselves.
    Swap(Vec<usize>),
    /// This component may be turned in these ways.
    Board(usize, Vec<Turn>),
}

/// A way of turning a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Left and right exchanged; of a list, its order reversed.
    Reflect,
    /// Top and bottom exchanged.
    Flip,
    /// Rows and columns exchanged.
    Transpose,
    /// A quarter turn.
    Rotate,
}

/// A position that stands in the file; its expressions use givens only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionExpr {
    /// Who is to move; `None` is Left, or nobody in an impartial game.
    pub mover: Option<Side>,
    /// Each part's components, those left out at the end being at their defaults; `None` is `nothing` beside others.
    pub parts: Vec<Option<Vec<Expr>>>,
    /// Where it stands.
    pub span: Span,
}

/// A statement about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What it says.
    pub kind: ClaimKind,
    /// Where it is said to hold.
    pub condition: Option<Expr>,
    /// The claim in its canonical text, without the word `claim`.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// What a claim says. Expressions see the components, the givens and, with players, `mover`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// The quantity is this everywhere.
    Equals(Quantity, Expr),
    /// This outcome, exactly where the condition holds.
    Iff(ClaimedOutcome, Expr),
    /// The quantity of the one-number position n repeats from `from` on.
    Period {
        /// Of what.
        quantity: Quantity,
        /// The period.
        period: Expr,
        /// The least argument from which it holds.
        from: Expr,
    },
    /// The quantity at the first component's values from `low` on, the rest at their defaults.
    Values {
        /// Of what.
        quantity: Quantity,
        /// The first argument.
        low: Expr,
        /// The last argument.
        high: Expr,
        /// The values.
        values: Vec<Expr>,
    },
    /// The quantity at one position; `None` is the start.
    At {
        /// Of what.
        quantity: Quantity,
        /// Where.
        position: Option<PositionExpr>,
        /// The value.
        value: Expr,
    },
    /// The outcome at one position; `None` is the start.
    Outcome(ClaimedOutcome, Option<PositionExpr>),
}

impl ClaimKind {
    /// Returns whether it speaks of all positions, or of a row without an end, and so of every choice of the givens; the others
    /// speak of positions that they name, with the givens at their defaults.
    pub fn is_general(&self) -> bool {
        matches!(self, ClaimKind::Equals(..) | ClaimKind::Iff(..) | ClaimKind::Period { .. })
    }
}

/// Who is claimed to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedOutcome {
    /// The player to move.
    First,
    /// The other.
    Second,
    /// Nobody.
    Draw,
    /// This side.
    Side(Side),
}

/// A closed form of a winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The moves of that name, places in [`Game::moves`]: one, or one a side.
    pub moves: Vec<usize>,
    /// (binder's name, its value) in the order of the first move's binders that run over something.
    pub arguments: Vec<(String, Expr)>,
    /// Where it is said to win.
    pub condition: Option<Expr>,
    /// The strategy in its canonical text, without the word `strategy`.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub form: Form,
    /// The kind of its value.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number.
    Int(Int),
    /// True or false.
    Bool(bool),
    /// A symbol.
    Symbol(Symbol),
    /// A component of the present part.
    Component(usize),
    /// A given.
    Given(usize),
    /// A binder or an argument, by its place in the frame.
    Local(usize),
    /// The player to move.
    Mover,
    /// The other player.
    Other,
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Any of these; asked from the left only as far as needed.
    Or(Vec<Expr>),
    /// All of these; asked from the left only as far as needed.
    And(Vec<Expr>),
    /// Not this.
    Not(Box<Expr>),
    /// A chain of comparisons, asked from the left only as far as needed.
    Compare(Vec<Expr>, Vec<Comparison>),
    /// Membership.
    In(Box<Expr>, Box<Domain>),
    /// An operator on two values.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// The negative.
    Negate(Box<Expr>),
    /// An element; one index, a grid takes two of these.
    Index(Box<Expr>, Box<Expr>),
    /// Elements from one place to another, both included; without an end, to the last.
    Slice(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// A function of the language.
    Builtin(Builtin, Vec<Expr>),
    /// A `let` with its arguments.
    Apply(usize, Vec<Expr>),
    /// Something gathered over binders.
    Fold {
        /// How.
        fold: Fold,
        /// What.
        body: Box<Expr>,
        /// Over what; each fills the next local.
        binders: Vec<Binder>,
        /// Which count.
        filter: Option<Box<Expr>>,
    },
    /// A list.
    List(Vec<Expr>),
    /// A set.
    Set(Vec<Expr>),
}

/// How values are gathered over binders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// Their sum; 0 of nothing.
    Sum,
    /// The least; an error of nothing.
    Min,
    /// The greatest; an error of nothing.
    Max,
    /// How many are true.
    Count,
    /// Whether one is true.
    Any,
    /// Whether all are true.
    All,
    /// Exclusive or; 0 of nothing.
    Xor,
    /// The list of them.
    List,
}

/// A function of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// `min(a, b, …)`; of a list it is a fold.
    Min,
    /// `max(a, b, …)`
    Max,
    /// `abs(n)`
    Abs,
    /// `gcd(a, b)`
    Gcd,
    /// `len(list)`
    Len,
    /// `sort(list)`
    Sort,
    /// `reverse(list)`
    Reverse,
    /// `size(set)`
    Size,
    /// `isqrt(n)`
    Isqrt,
    /// `floor_phi(n)`
    FloorPhi,
    /// `is_fibonacci(n)`
    IsFibonacci,
    /// `bit(n, i)`
    Bit,
    /// `popcount(n)`
    Popcount,
    /// `nim_product(a, b)`
    NimProduct,
    /// `reachable(next, v)`
    Reachable,
    /// `attached(edges, alive, root)`
    Attached,
    /// A fold of a list's own elements: `sum(list)`, `min(list)`, …
    FoldList(Fold),
}

impl Game {
    /// A symbol's letters.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.0 as usize]
    }

    /// A side's name; `None` in an impartial game.
    pub fn side_name(&self, side: Side) -> Option<&str> {
        self.players.map(|players| self.symbol_name(players[side.index()]))
    }

    /// The side of that name.
    pub fn side_of(&self, name: &str) -> Option<Side> {
        [Side::Left, Side::Right].into_iter().find(|side| self.side_name(*side) == Some(name))
    }

    /// Whether both sides have the same moves from every position and the position does not say who moves.
    pub fn is_impartial(&self) -> bool {
        self.players.is_none()
    }
}

impl Type {
    /// The kind of its values.
    pub fn kind(&self) -> Kind {
        match self {
            Type::Int { .. } => Kind::Int,
            Type::Bool => Kind::Bool,
            Type::Symbols(symbols) => Kind::Symbol(symbols.iter().copied().collect()),
            Type::List(element, _) => Kind::List(Box::new(element.kind())),
            Type::Bag(element) => Kind::Bag(Box::new(element.kind())),
            Type::Set(element) => Kind::Set(Box::new(element.kind())),
        }
    }
}
