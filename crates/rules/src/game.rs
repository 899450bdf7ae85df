//! A checked game: every name resolved, every expression typed. The input of all engines.
//!
//! In: nothing; `check` makes it. Out: what `meaning` evaluates, `shape` describes and later engines compile. The tree says
//! exactly what the rules say; it contains no shortcuts.

use crate::ast::{BinaryOperator, Comparison};
use crate::int::Int;
use crate::span::Span;
use crate::value::{Side, Symbol};
use grundy_value::Quantity;
use std::collections::BTreeSet;

/// Checked rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The game's name.
    pub name: String,
    /// Text of its file, quoted in faults found later.
    pub source: SourceText,
    /// English title, if any.
    pub title: Option<String>,
    /// Titles in other languages, as (language, title).
    pub titles: Vec<(String, String)>,
    /// Description.
    pub about: Option<String>,
    /// Descriptions in other languages: (language, description).
    pub abouts: Vec<(String, String)>,
    /// Source of the game.
    pub origin: Option<String>,
    /// The names of all symbols, indexed by [`Symbol`].
    pub symbols: Vec<String>,
    /// Symbols of the two players; `None` if the game is impartial.
    pub players: Option<[Symbol; 2]>,
    /// Parameters fixed for one play.
    pub givens: Vec<Component>,
    /// The components of a position.
    pub components: Vec<Component>,
    /// The `let`s, one for each combination of argument types they are used with. A function calls only functions before it
    /// in this list.
    pub functions: Vec<Function>,
    /// Conditions that every position meets, beside the ranges of its components.
    pub valid: Vec<Expr>,
    /// The moves, in the order of the file.
    pub moves: Vec<MoveRule>,
    /// Ends of play, tested in order.
    pub ends: Vec<(Expr, Verdict)>,
    /// Conditional ends for a player who cannot move, tested in order.
    pub stuck_if: Vec<(Expr, Verdict)>,
    /// The end for a player who cannot move if no conditional one applies.
    pub stuck: Verdict,
    /// Whether the game is played for points.
    pub points: bool,
    /// How a sum is played.
    pub compound: CompoundRule,
    /// The result of infinite play.
    pub loops: Loops,
    /// Span of the clause that says so.
    pub loops_span: Span,
    /// Who wins at equal scores.
    pub ties: Ties,
    /// Declared symmetries.
    pub symmetries: Vec<DeclaredSymmetry>,
    /// The start position that `solve` uses when none is given.
    pub start: Option<PositionExpr>,
    /// Claims about the game.
    pub claims: Vec<Claim>,
    /// Closed forms of winning moves.
    pub strategies: Vec<Strategy>,
}

/// The text a game was read from. Games written differently may be the same game, so all texts compare equal.
#[derive(Clone, Debug, Default)]
pub struct SourceText(pub String);

impl PartialEq for SourceText {
    fn eq(&self, _: &SourceText) -> bool {
        true
    }
}

impl Eq for SourceText {}

impl Default for Game {
    /// Returns a game without components and moves, in which a player who cannot move loses.
    fn default() -> Game {
        Game {
            name: String::new(),
            source: SourceText::default(),
            title: None,
            titles: Vec::new(),
            about: None,
            abouts: Vec::new(),
            origin: None,
            symbols: Vec::new(),
            players: None,
            givens: Vec::new(),
            components: Vec::new(),
            functions: Vec::new(),
            valid: Vec::new(),
            moves: Vec::new(),
            ends: Vec::new(),
            stuck_if: Vec::new(),
            stuck: Verdict::Lose,
            points: false,
            compound: CompoundRule::One,
            loops: Loops::Draw,
            loops_span: Span::default(),
            ties: Ties::Draw,
            symmetries: Vec::new(),
            start: None,
            claims: Vec::new(),
            strategies: Vec::new(),
        }
    }
}

/// A component or a given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The component's name.
    pub name: String,
    /// The values it may have. Ranges and sizes may use givens and earlier components.
    pub ty: Type,
    /// Its value when none is given.
    pub default: Option<Expr>,
    /// Location of its declaration.
    pub span: Span,
}

/// The values a component may have: their kind, with ranges and sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// An integer, with bounds where there are any.
    Int {
        /// The least value.
        low: Option<Expr>,
        /// The greatest value.
        high: Option<Expr>,
    },
    /// True or false.
    Bool,
    /// One of these symbols, in the order of the file.
    Symbols(Vec<Symbol>),
    /// A list of this length; `None` is any length. A grid is a list of lists.
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
    /// Unknown: an element of an empty list, or an expression whose error has been reported.
    Unknown,
}

/// A `let`, for arguments of certain kinds. Its parameters are the first locals of its own frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The function's name.
    pub name: String,
    /// Number of arguments.
    pub parameters: usize,
    /// The expression it computes.
    pub body: Expr,
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRule {
    /// The move's name.
    pub name: String,
    /// The player who may make it; `None` is either player.
    pub side: Option<Side>,
    /// The choices of the player, in order; binder i is local i.
    pub binders: Vec<Binder>,
    /// Condition under which it is allowed.
    pub guard: Option<Expr>,
    /// The points it earns.
    pub gain: Option<Expr>,
    /// The result.
    pub result: Destination,
    /// Location in the source.
    pub span: Span,
}

/// `k in DOMAIN` or `t = EXPR`. It fills the next local of the frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// The name bound; `_` if it has none.
    pub name: String,
    /// The values it takes.
    pub over: Over,
}

/// The values a binder takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// Each value of a range or a list, in order.
    Each(Domain),
    /// A single value.
    Is(Expr),
    /// No value of its own, but a condition on the binders before it: those after it are evaluated only where it holds. Its
    /// local is true.
    If(Expr),
}

/// The expression after `in`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// A range that includes both ends; the upper end may be absent only in a test, not in a binder.
    Range(Expr, Option<Expr>),
    /// The elements of a list, bag or set.
    Of(Expr),
}

/// The result of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// One of two destinations, chosen by a condition.
    If(Expr, Box<Destination>, Box<Destination>),
    /// These parts are left.
    Terms {
        /// Condition under which the same player moves again.
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
    /// The current part with changes.
    With(Vec<Change>, Span),
    /// No part.
    Nothing,
    /// A result in parentheses; an `again` inside was refused.
    Group(Box<Destination>),
    /// One part for each choice of the binders.
    Each {
        /// The part; it sees the binders.
        term: Box<Term>,
        /// The binders; each fills the next local.
        binders: Vec<Binder>,
        /// Condition that selects among the choices.
        filter: Option<Expr>,
    },
}

/// A change of a `with`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Index into [`Game::components`].
    pub component: usize,
    /// Indices of the cell, outermost first; empty for the whole component.
    pub indices: Vec<Expr>,
    /// The new value.
    pub value: Expr,
    /// The binders over which the change is repeated.
    pub binders: Vec<Binder>,
    /// Condition that selects among the repetitions.
    pub filter: Option<Expr>,
    /// Location in the source.
    pub span: Span,
}

/// How play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Lose,
    /// Neither player wins.
    Draw,
    /// This side wins.
    Wins(Side),
    /// The player to move gets this many points more.
    Score(Expr),
}

/// How a sum is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompoundRule {
    /// In exactly one part.
    One,
    /// In every part that can still move.
    Every,
    /// In every part, and the first to end ends all.
    Short,
    /// In any non-empty choice of parts.
    Some,
    /// In at most this many parts; the expression uses givens only.
    Upto(Expr),
    /// In one part; play ends when every part has Grundy value 0, and the player then to move wins.
    Anti,
}

/// The result of infinite play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// A draw.
    Draw,
    /// Infinite play does not happen: a loop is an error of the file.
    None,
    /// A win for this side.
    Wins(Side),
}

/// Who wins at equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Neither player.
    Draw,
    /// The player to move in the queried position.
    First,
    /// This side.
    Side(Side),
}

/// A symmetry that the file declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredSymmetry {
    /// The symmetry.
    pub symmetry: Symmetry,
    /// Canonical text, without the word `symmetry`.
    pub text: String,
    /// Location in the source.
    pub span: Span,
}

/// Positions that are equivalent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// These components may be exchanged among themselves.
    Swap(Vec<usize>),
    /// This component may be turned by these symmetries.
    Board(usize, Vec<Turn>),
}

/// A symmetry of a board.
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

/// A position written in the file; its expressions use givens only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionExpr {
    /// The player to move; `None` is Left, or no player in an impartial game.
    pub mover: Option<Side>,
    /// The components of each part; trailing ones left out take their defaults. `None` is `nothing` beside others.
    pub parts: Vec<Option<Vec<Expr>>>,
    /// Location in the source.
    pub span: Span,
}

/// A claim about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What it says.
    pub kind: ClaimKind,
    /// Condition under which it is claimed to hold.
    pub condition: Option<Expr>,
    /// Canonical text, without the word `claim`.
    pub text: String,
    /// Location in the source.
    pub span: Span,
}

/// What a claim says. Expressions see the components, the givens and, with players, `mover`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// The quantity equals this expression everywhere.
    Equals(Quantity, Expr),
    /// The outcome holds exactly where the condition does.
    Iff(ClaimedOutcome, Expr),
    /// The quantity of the one-number position n is periodic from `from` on.
    Period {
        /// The quantity.
        quantity: Quantity,
        /// The period.
        period: Expr,
        /// The least argument from which it holds.
        from: Expr,
    },
    /// The quantity at the first component's values from `low` on, the other components at their defaults.
    Values {
        /// The quantity.
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
        /// The quantity.
        quantity: Quantity,
        /// The position.
        position: Option<PositionExpr>,
        /// The value.
        value: Expr,
    },
    /// The outcome at one position; `None` is the start.
    Outcome(ClaimedOutcome, Option<PositionExpr>),
}

impl ClaimKind {
    /// Returns whether the claim is about all positions, or about an infinite row, and so about every choice of the givens.
    /// Other claims are about positions that they name, with the givens at their defaults.
    pub fn is_general(&self) -> bool {
        matches!(self, ClaimKind::Equals(..) | ClaimKind::Iff(..) | ClaimKind::Period { .. })
    }
}

/// Who is claimed to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedOutcome {
    /// The player to move.
    First,
    /// The other player.
    Second,
    /// Neither player.
    Draw,
    /// This side.
    Side(Side),
}

/// A closed form of a winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Indices into [`Game::moves`] of the moves with its name: one, or one per side.
    pub moves: Vec<usize>,
    /// (name, value) of each binder of the first move that runs over a domain, in order.
    pub arguments: Vec<(String, Expr)>,
    /// Condition under which it is claimed to win.
    pub condition: Option<Expr>,
    /// Canonical text, without the word `strategy`.
    pub text: String,
    /// Location in the source.
    pub span: Span,
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The form of the expression.
    pub form: Form,
    /// The kind of its value.
    pub kind: Kind,
    /// Location in the source.
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
    /// A component of the current part.
    Component(usize),
    /// A given.
    Given(usize),
    /// A binder or an argument, by its index in the frame.
    Local(usize),
    /// The player to move.
    Mover,
    /// The other player.
    Other,
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Whether any of these holds; evaluated from the left until decided.
    Or(Vec<Expr>),
    /// Whether all of these hold; evaluated from the left until decided.
    And(Vec<Expr>),
    /// Negation of a condition.
    Not(Box<Expr>),
    /// A chain of comparisons, evaluated from the left until decided.
    Compare(Vec<Expr>, Vec<Comparison>),
    /// Membership.
    In(Box<Expr>, Box<Domain>),
    /// An operator on two values.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// Negation of a number.
    Negate(Box<Expr>),
    /// An element of a list by one index; a grid takes two of these.
    Index(Box<Expr>, Box<Expr>),
    /// Elements from one index to another, both included; without an end, to the last.
    Slice(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// A function of the language.
    Builtin(Builtin, Vec<Expr>),
    /// A `let` with its arguments.
    Apply(usize, Vec<Expr>),
    /// Values combined over binders.
    Fold {
        /// How the values are combined.
        fold: Fold,
        /// The expression evaluated for each choice of the binders.
        body: Box<Expr>,
        /// The binders; each fills the next local.
        binders: Vec<Binder>,
        /// Condition that selects among the choices.
        filter: Option<Box<Expr>>,
    },
    /// A list.
    List(Vec<Expr>),
    /// A set.
    Set(Vec<Expr>),
}

/// How values are combined over binders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// Their sum; 0 if there are none.
    Sum,
    /// The least; an error if there are none.
    Min,
    /// The greatest; an error if there are none.
    Max,
    /// The number of true values.
    Count,
    /// Whether any is true.
    Any,
    /// Whether all are true.
    All,
    /// Their exclusive or; 0 if there are none.
    Xor,
    /// The list of all values.
    List,
}

/// A built-in function of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// `min(a, b, …)`; of a list it is a fold.
    Min,
    /// `max(a, b, …)`
    Max,
    /// `abs(n)`
    Abs,
    /// `gcd(a, b, …)`, also of one list
    Gcd,
    /// `lcm(a, b, …)`, also of one list
    Lcm,
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
    /// `is_prime(n)`
    IsPrime,
    /// `prime_factors(n)`
    PrimeFactors,
    /// `divisors(n)`
    Divisors,
    /// `valuation(n, p)`
    Valuation,
    /// `is_square(n)`
    IsSquare,
    /// `log2(n)`
    Log2,
    /// `digits(n, base)`
    Digits,
    /// `floor_sqrt(d, n)`
    FloorSqrt,
    /// `reachable(next, v)`
    Reachable,
    /// `attached(edges, alive, root)`
    Attached,
    /// A fold of a list's own elements: `sum(list)`, `min(list)`, …
    FoldList(Fold),
}

impl Game {
    /// Returns an expression as it was written.
    pub fn words_of(&self, expr: &Expr) -> &str {
        self.source.0.get(expr.span.range()).unwrap_or("…")
    }

    /// Returns the name of a symbol.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.0 as usize]
    }

    /// Returns the name of a side; `None` in an impartial game.
    pub fn side_name(&self, side: Side) -> Option<&str> {
        self.players.map(|players| self.symbol_name(players[side.index()]))
    }

    /// Returns the side with this name.
    pub fn side_of(&self, name: &str) -> Option<Side> {
        [Side::Left, Side::Right].into_iter().find(|side| self.side_name(*side) == Some(name))
    }

    /// Returns whether both sides have the same moves from every position and positions do not say who moves.
    pub fn is_impartial(&self) -> bool {
        self.players.is_none()
    }
}

impl Type {
    /// Returns the kind of the values of this type.
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
