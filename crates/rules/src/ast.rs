//! The syntax tree: a file as it was written, clause by clause, before names and types are resolved.
//!
//! In: nothing; the parser makes it. Out: what `check` turns into a `Game` and `print` turns back into text.
//! Comments are stored beside the clauses so that printing a file loses nothing.

use crate::int::Int;
use crate::span::Span;
use grundy_value::Quantity;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ast {
    /// The clauses in the order of the file.
    pub clauses: Vec<Clause>,
    /// The comments in the order of the file.
    pub comments: Vec<Comment>,
    /// Spans that could not be parsed as clauses; the reasons have been reported.
    pub unread: Vec<Span>,
}

/// A `# …` comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text after `#`, without the line end.
    pub text: String,
    /// Location, from `#` to the end of the line.
    pub span: Span,
}

/// One clause with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The content of the clause.
    pub kind: ClauseKind,
    /// Location, from its first to its last token.
    pub span: Span,
}

/// A name as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Location in the source.
    pub span: Span,
}

/// A quoted text without its quotes, with escapes resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Location in the source, quotes included.
    pub span: Span,
}

/// The content of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// `game NAME(component, …)`
    Game {
        /// The game's name.
        name: Name,
        /// The components of a position.
        components: Vec<Declaration>,
    },
    /// `given name: TYPE = default, …`
    Given(Vec<Declaration>),
    /// `let name(args) = EXPR`
    Let {
        /// Its name.
        name: Name,
        /// `None` without parentheses.
        parameters: Option<Vec<Name>>,
        /// The expression it computes.
        body: Expr,
    },
    /// `players A, B`
    Players(Vec<Name>),
    /// `[A] move NAME(binders) if COND gain EXPR -> RESULT`
    Move(MoveClause),
    /// `A wins if COND`, `draw if COND`, `win if …`, `lose if …`, `score EXPR if …`
    End {
        /// How play ends.
        verdict: Verdict,
        /// The condition under which it does.
        condition: Expr,
    },
    /// `stuck loses`, `stuck win if COND`, `stuck A wins`, `stuck scores EXPR if COND`
    Stuck {
        /// How play ends.
        verdict: Verdict,
        /// The condition under which it does; `None` is otherwise.
        condition: Option<Expr>,
    },
    /// `compound one` and the others.
    CompoundRule(CompoundClause),
    /// `loops draw`, `loops none`, `loops A wins`
    Loops(LoopsClause),
    /// `ties draw`, `ties first`, `ties A`
    Ties(TiesClause),
    /// `symmetry swap a, b`; `symmetry board rotate, reflect`
    Symmetry(SymmetryClause),
    /// `valid if COND`
    Valid(Expr),
    /// `start POSITION`
    Start(PositionExpr),
    /// `claim …`
    Claim(ClaimClause),
    /// `strategy NAME(k = EXPR, …) if COND`
    Strategy(StrategyClause),
    /// `about "…"`, `about zh "…"`
    About {
        /// The language; `None` is English.
        language: Option<Name>,
        /// The description.
        text: Text,
    },
    /// `source "…"`
    Source(Text),
    /// `title "…"`, `title zh "…"`
    Title {
        /// The language; `None` is English.
        language: Option<Name>,
        /// The title.
        text: Text,
    },
}

/// A component or a given: `name`, `name in RANGE`, `name: TYPE`, each with an optional default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: Name,
    /// The values it may have.
    pub domain: DeclaredDomain,
    /// Its value when none is given.
    pub default: Option<Expr>,
}

/// How a declaration gives the values of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredDomain {
    /// No domain: an integer `0..`.
    Unsaid,
    /// `name in RANGE`
    In(RangeExpr),
    /// `name: TYPE`
    Typed(TypeExpr),
}

/// A range that includes both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeExpr {
    /// The least value.
    pub low: Expr,
    /// The greatest value; `None` for `a..`.
    pub high: Option<Expr>,
}

impl RangeExpr {
    /// Returns the location in the source.
    pub fn span(&self) -> Span {
        match &self.high {
            Some(high) => self.low.span.to(high.span),
            None => self.low.span,
        }
    }
}

/// A type as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeExpr {
    /// The form of the type.
    pub kind: TypeExprKind,
    /// Location in the source.
    pub span: Span,
}

/// The forms of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeExprKind {
    /// `int`, `int in a..b`
    Int(Option<Box<RangeExpr>>),
    /// `bool`
    Bool,
    /// `{'.', 'X'}`, `{red, blue}`
    Symbols(Vec<SymbolName>),
    /// `[T]`, `[T; n]`, `[T; r, c]`: there are no, one or two sizes.
    List(Box<TypeExpr>, Vec<Expr>),
    /// `bag T`
    Bag(Box<TypeExpr>),
    /// `set T`
    Set(Box<TypeExpr>),
}

/// A symbol as it was written: `'X'` or `X`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolName {
    /// The name, without quotes.
    pub text: String,
    /// Whether it was quoted. A bare symbol reserves its name for the whole file; a quoted one does not.
    pub quoted: bool,
    /// Location in the source, quotes included.
    pub span: Span,
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveClause {
    /// The player who may make it; `None` is either player.
    pub player: Option<Name>,
    /// The move's name.
    pub name: Name,
    /// The choices of the player.
    pub binders: Vec<Binder>,
    /// Condition under which it is allowed.
    pub guard: Option<Expr>,
    /// The points it earns.
    pub gain: Option<Expr>,
    /// The result.
    pub result: ResultExpr,
}

/// `k in DOMAIN` or `t = EXPR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// The name bound; `_` need not be used.
    pub name: Name,
    /// The values it takes.
    pub over: BinderOver,
    /// `if c` after it: the binders after it are evaluated only where this holds. After the last binder of a `for` it is the
    /// filter instead.
    pub condition: Option<Expr>,
}

/// The values a binder takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BinderOver {
    /// `k in a..b`, `x in list`
    Each(DomainExpr),
    /// `t = EXPR`: a single value with a name.
    Is(Expr),
}

/// The expression after `in`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DomainExpr {
    /// `a..b`
    Range(RangeExpr),
    /// A list, a bag or a set.
    Of(Expr),
}

/// The result of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultExpr {
    /// The form of the result.
    pub kind: ResultKind,
    /// Location in the source.
    pub span: Span,
}

/// The forms of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// `if c then A else B`
    If(Box<Expr>, Box<ResultExpr>, Box<ResultExpr>),
    /// `again if c: A plus B`
    Terms {
        /// Whether the same player moves again.
        again: Again,
        /// The parts that are left.
        terms: Vec<Term>,
    },
}

/// Whether the same player moves again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Again {
    /// No.
    Never,
    /// `again`
    Always,
    /// `again if c`
    If(Box<Expr>),
}

/// One of the terms joined by `plus`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The form of the term.
    pub kind: TermKind,
    /// Location in the source.
    pub span: Span,
}

/// The forms of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// `(e1, …, en)` with n at least 2.
    Tuple(Vec<Expr>),
    /// A bare expression.
    Bare(Expr),
    /// `with x = e, b[i, j] = e`
    With(Vec<Change>),
    /// `nothing`
    Nothing,
    /// A result in parentheses.
    Group(Box<ResultExpr>),
    /// `plus(TERM for …)`
    Each {
        /// The part for each choice.
        term: Box<Term>,
        /// The binders of the `for`.
        binders: Vec<Binder>,
        /// The `if` at the end.
        filter: Option<Expr>,
    },
}

/// One change of a `with`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The component's name.
    pub component: Name,
    /// Indices of the cell, one expression each: `b[i, j]` has two, so has `b[i][j]`; empty for the whole component.
    pub indices: Vec<Expr>,
    /// The new value.
    pub value: Expr,
    /// `for r in …, c in …` of `(b[r, c] = e for …)`; empty for a plain change.
    pub binders: Vec<Binder>,
    /// The `if` after the binders.
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
    /// This player wins.
    Wins(Name),
    /// The player to move gets this many points; `None` is `stuck scores` without a number.
    Score(Option<Expr>),
}

/// How a sum is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompoundClause {
    /// Move in exactly one part.
    One,
    /// Move in every part that can still move.
    Every,
    /// Move in every part; the first to end ends all.
    Short,
    /// Move in any non-empty choice of parts.
    Some,
    /// Move in at most this many parts.
    Upto(Expr),
    /// Anti-SG under the SJ convention.
    Anti,
}

/// The result of infinite play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopsClause {
    /// A draw.
    Draw,
    /// Infinite play does not happen.
    None,
    /// A win for this player.
    Wins(Name),
}

/// Who wins at equal scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TiesClause {
    /// Neither player.
    Draw,
    /// The player to move in the queried position.
    First,
    /// This player.
    Player(Name),
}

/// Positions that are equivalent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymmetryClause {
    /// These components may be exchanged.
    Swap(Vec<Name>),
    /// This board may be turned by these symmetries; their names are checked later.
    Board(Name, Vec<Name>),
}

/// A position written in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionExpr {
    /// The form of the position.
    pub kind: PositionKind,
    /// Location in the source.
    pub span: Span,
}

/// The forms of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionKind {
    /// `start`, in a claim.
    Start,
    /// `B: 3 plus (4, 5)`; no parts is `nothing`.
    Parts {
        /// The player to move.
        mover: Option<Name>,
        /// The components of each part; trailing ones left out take their defaults. `None` is `nothing` beside others.
        parts: Vec<Option<Vec<Expr>>>,
    },
}

/// A claim about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimClause {
    /// What it says.
    pub kind: ClaimKind,
    /// Condition under which it is claimed to hold; `None` is everywhere.
    pub condition: Option<Expr>,
}

/// What a claim says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// `grundy = EXPR`
    Equals(Quantity, Expr),
    /// `lose iff COND`
    Iff(ClaimedOutcome, Expr),
    /// `grundy has period P from E`
    Period {
        /// The quantity.
        quantity: Quantity,
        /// The period.
        period: Expr,
        /// The least argument from which it holds.
        from: Expr,
    },
    /// `grundy of a..b = v v v`
    Values {
        /// The quantity.
        quantity: Quantity,
        /// The arguments.
        range: RangeExpr,
        /// The values, one per argument.
        values: Vec<Expr>,
    },
    /// `grundy at POSITION = v`
    At {
        /// The quantity.
        quantity: Quantity,
        /// The position.
        position: PositionExpr,
        /// The value.
        value: Expr,
    },
    /// `first wins at POSITION`
    Outcome(ClaimedOutcome, PositionExpr),
}

/// Who is claimed to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimedOutcome {
    /// `win`, `first wins`: the player to move.
    First,
    /// `lose`, `second wins`: the other player.
    Second,
    /// Neither player.
    Draw,
    /// This player.
    Player(Name),
}

/// A closed form of a winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyClause {
    /// The move's name.
    pub name: Name,
    /// `k = EXPR` for each of its binders.
    pub arguments: Vec<(Name, Expr)>,
    /// Condition under which it is claimed to win; `None` is everywhere.
    pub condition: Option<Expr>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The form of the expression.
    pub kind: ExprKind,
    /// Location in the source.
    pub span: Span,
}

/// The forms of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `42`
    Int(Int),
    /// `true`, `false`
    Bool(bool),
    /// `'X'`
    Symbol(String),
    /// `"TT.FF"`: a list or a grid of one-character symbols, without separators.
    Text(String),
    /// A name: component, given, binder, argument, let or bare symbol.
    Name(String),
    /// `mover`
    Mover,
    /// `other`
    Other,
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a or b or c`, two or more.
    Or(Vec<Expr>),
    /// `a and b and c`, two or more.
    And(Vec<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// `a < b <= c`: one operand more than operators.
    Compare(Vec<Expr>, Vec<Comparison>),
    /// `x in DOMAIN`
    In(Box<Expr>, Box<DomainExpr>),
    /// `a + b` and the other binary operators.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `-a`
    Negate(Box<Expr>),
    /// `s[i]`, `b[i, j]`; `b[i][j]` is an index of an index.
    Index(Box<Expr>, Vec<Expr>),
    /// `s[a..b]`
    Slice(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `f(a, b)`: a built-in function or a `let`.
    Call(Name, Vec<Expr>),
    /// `sum(e for …)`
    Fold {
        /// The function: `sum min max count any all xor`.
        function: Name,
        /// The expression that is combined.
        body: Box<Expr>,
        /// The binders of the `for`.
        binders: Vec<Binder>,
        /// The `if` at the end.
        filter: Option<Box<Expr>>,
    },
    /// `[a, b, c]`
    List(Vec<Expr>),
    /// `[e for …]`
    Comprehension {
        /// The expression for each element.
        body: Box<Expr>,
        /// The binders of the `for`.
        binders: Vec<Binder>,
        /// The `if` at the end.
        filter: Option<Box<Expr>>,
    },
    /// `{1, 3}`
    Set(Vec<Expr>),
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `|`
    BitOr,
    /// `^`
    Xor,
    /// `&`
    BitAnd,
    /// `++`
    Compound,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `**`
    Power,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl BinaryOperator {
    /// Returns the operator as it is written.
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOperator::BitOr => "|",
            BinaryOperator::Xor => "^",
            BinaryOperator::BitAnd => "&",
            BinaryOperator::Compound => "++",
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Remainder => "%",
            BinaryOperator::Power => "**",
        }
    }
}

impl Comparison {
    /// Returns the operator as it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
        }
    }
}
