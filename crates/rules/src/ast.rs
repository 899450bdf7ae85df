//! The syntax tree: a file as it was written, clause by clause, before any name or type is looked at.
//!
//! In: nothing; the parser makes it. Out: what `check` turns into a `Game` and `print` turns back into text.
//! Comments are kept beside the clauses so that printing a file loses nothing.

use crate::int::Int;
use crate::span::Span;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ast {
    /// The clauses in the order of the file.
    pub clauses: Vec<Clause>,
    /// The comments in the order of the file.
    pub comments: Vec<Comment>,
    /// Stretches that could not be read as clauses; why has been reported.
    pub unread: Vec<Span>,
}

/// A `# …` comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text after `#`, without the line end.
    pub text: String,
    /// From `#` to the end of the line.
    pub span: Span,
}

/// One clause with the place where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// From its first to its last word.
    pub span: Span,
}

/// A name as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The letters.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A quoted text, without its quotes and with its escapes resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Where, quotes included.
    pub span: Span,
}

/// What a clause says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// `game NAME(component, …)`
    Game {
        /// The game's name.
        name: Name,
        /// What a position is made of.
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
        /// What it stands for.
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
        /// Where.
        condition: Expr,
    },
    /// `stuck loses`, `stuck win if COND`, `stuck A wins`, `stuck scores EXPR if COND`
    Stuck {
        /// How play ends.
        verdict: Verdict,
        /// Where; `None` means otherwise.
        condition: Option<Expr>,
    },
    /// `compound one` and the others
    Compound(CompoundClause),
    /// `loops draw`, `loops none`, `loops A wins`
    Loops(LoopsClause),
    /// `ties draw`, `ties first`, `ties A`
    Ties(TiesClause),
    /// `symmetry swap a, b`; `symmetry board rotate, reflect`
    Symmetry(SymmetryClause),
    /// `start POSITION`
    Start(PositionExpr),
    /// `claim …`
    Claim(ClaimClause),
    /// `strategy NAME(k = EXPR, …) if COND`
    Strategy(StrategyClause),
    /// `about "…"`
    About(Text),
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
    /// What it may be.
    pub domain: DeclaredDomain,
    /// What it is when nothing is said.
    pub default: Option<Expr>,
}

/// How a declaration says what it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredDomain {
    /// Nothing said: a whole number `0..`.
    Unsaid,
    /// `name in RANGE`
    In(RangeExpr),
    /// `name: TYPE`
    Typed(TypeExpr),
}

/// A range; both ends belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeExpr {
    /// The least.
    pub low: Expr,
    /// The greatest; `None` for `a..`.
    pub high: Option<Expr>,
}

impl RangeExpr {
    /// Where it stands.
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
    /// What it is.
    pub kind: TypeExprKind,
    /// Where.
    pub span: Span,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeExprKind {
    /// `int`, `int in a..b`
    Int(Option<Box<RangeExpr>>),
    /// `bool`
    Bool,
    /// `{'.', 'X'}`, `{red, blue}`
    Symbols(Vec<SymbolName>),
    /// `[T]`, `[T; n]`, `[T; r, c]`: the sizes are none, one or two.
    List(Box<TypeExpr>, Vec<Expr>),
    /// `bag T`
    Bag(Box<TypeExpr>),
    /// `set T`
    Set(Box<TypeExpr>),
}

/// A symbol as it was written: `'X'` or `X`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolName {
    /// Its letters, without quotes.
    pub text: String,
    /// Whether it stood in quotes. A bare symbol claims its name for the whole file; a quoted one does not.
    pub quoted: bool,
    /// Where, quotes included.
    pub span: Span,
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveClause {
    /// Whose move it is; `None` is anybody's.
    pub player: Option<Name>,
    /// The move's name.
    pub name: Name,
    /// The choices it leaves.
    pub binders: Vec<Binder>,
    /// When it may be made.
    pub guard: Option<Expr>,
    /// The points it earns.
    pub gain: Option<Expr>,
    /// Where it leads.
    pub result: ResultExpr,
}

/// `k in DOMAIN` or `t = EXPR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// The name bound; `_` need not be used.
    pub name: Name,
    /// What it runs over.
    pub over: BinderOver,
}

/// What a binder runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BinderOver {
    /// `k in a..b`, `x in list`
    Each(DomainExpr),
    /// `t = EXPR`: one value with a name.
    Is(Expr),
}

/// What stands after `in`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DomainExpr {
    /// `a..b`
    Range(RangeExpr),
    /// A list, a bag or a set.
    Of(Expr),
}

/// Where a move leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultExpr {
    /// What it is.
    pub kind: ResultKind,
    /// Where.
    pub span: Span,
}

/// The forms of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// `if c then A else B`
    If(Box<Expr>, Box<ResultExpr>, Box<ResultExpr>),
    /// `again if c: A plus B`
    Terms {
        /// Whether the same player moves once more.
        again: Again,
        /// The parts that are left.
        terms: Vec<Term>,
    },
}

/// Whether the same player moves once more.
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
    /// What it is.
    pub kind: TermKind,
    /// Where.
    pub span: Span,
}

/// The forms of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// `(e1, …, en)` with n of at least two.
    Tuple(Vec<Expr>),
    /// A bare expression.
    Bare(Expr),
    /// `with x = e, b[i, j] = e`
    With(Vec<Change>),
    /// `nothing`
    Nothing,
    /// A result in parentheses.
    Group(Box<ResultExpr>),
}

/// One change of a `with`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The component.
    pub component: Name,
    /// The cell, one expression an index: `b[i, j]` has two, so has `b[i][j]`; none for the whole component.
    pub indices: Vec<Expr>,
    /// What it becomes.
    pub value: Expr,
    /// `for r in …, c in …` of `(b[r, c] = e for …)`; empty for a plain change.
    pub binders: Vec<Binder>,
    /// The `if` after the binders.
    pub filter: Option<Expr>,
    /// Where.
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
    /// This player wins.
    Wins(Name),
    /// So many points for the player to move; `None` is `stuck scores`, nothing more.
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
    /// Move in at most so many parts.
    Upto(Expr),
    /// Anti-SG under the SJ convention.
    Anti,
}

/// What infinite play is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopsClause {
    /// A draw.
    Draw,
    /// It does not happen.
    None,
    /// A win for this player.
    Wins(Name),
}

/// Who wins at equal scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TiesClause {
    /// Nobody.
    Draw,
    /// The player to move in the position that was asked.
    First,
    /// This player.
    Player(Name),
}

/// Positions that are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymmetryClause {
    /// These components may be exchanged.
    Swap(Vec<Name>),
    /// This board may be turned so; the words are checked later.
    Board(Name, Vec<Name>),
}

/// A position as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionExpr {
    /// What it is.
    pub kind: PositionKind,
    /// Where.
    pub span: Span,
}

/// The forms of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionKind {
    /// `start`, in a claim.
    Start,
    /// `B: 3 plus (4, 5)`; no parts is `nothing`.
    Parts {
        /// Who is to move.
        mover: Option<Name>,
        /// Each part's components, those left out at the end being at their defaults; `None` is `nothing` beside others.
        parts: Vec<Option<Vec<Expr>>>,
    },
}

/// A statement about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimClause {
    /// What it says.
    pub kind: ClaimKind,
    /// Where it is said to hold; `None` is everywhere.
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
        /// Of what.
        quantity: Quantity,
        /// The period.
        period: Expr,
        /// The least argument from which it holds.
        from: Expr,
    },
    /// `grundy of a..b = v v v`
    Values {
        /// Of what.
        quantity: Quantity,
        /// The arguments.
        range: RangeExpr,
        /// The values, one an argument.
        values: Vec<Expr>,
    },
    /// `grundy at POSITION = v`
    At {
        /// Of what.
        quantity: Quantity,
        /// Where.
        position: PositionExpr,
        /// The value.
        value: Expr,
    },
    /// `first wins at POSITION`
    Outcome(ClaimedOutcome, PositionExpr),
}

/// A number that a position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// The Grundy value.
    Grundy,
    /// The mover's best difference.
    Score,
    /// The number of moves to the end.
    Remoteness,
}

/// Who is claimed to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimedOutcome {
    /// `win`, `first wins`: the player to move.
    First,
    /// `lose`, `second wins`: the other.
    Second,
    /// Nobody.
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
    /// Where it is said to win; `None` is everywhere.
    pub condition: Option<Expr>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
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
    /// `"TT.FF"`: a list or a grid of one-character symbols, as it looks.
    Text(String),
    /// A name: component, given, binder, argument, let or bare symbol.
    Name(String),
    /// `mover`
    Mover,
    /// `other`
    Other,
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a or b or c`, two or more
    Or(Vec<Expr>),
    /// `a and b and c`, two or more
    And(Vec<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// `a < b <= c`: one operand more than operators.
    Compare(Vec<Expr>, Vec<Comparison>),
    /// `x in DOMAIN`
    In(Box<Expr>, Box<DomainExpr>),
    /// `a + b` and the other operators on two values
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `-a`
    Negate(Box<Expr>),
    /// `s[i]`, `b[i, j]`; `b[i][j]` is an index of an index.
    Index(Box<Expr>, Vec<Expr>),
    /// `s[a..b]`
    Slice(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `f(a, b)`: a function or a let.
    Call(Name, Vec<Expr>),
    /// `sum(e for …)`
    Fold {
        /// Which: `sum min max count any all xor`.
        function: Name,
        /// What is gathered.
        body: Box<Expr>,
        /// Over what.
        binders: Vec<Binder>,
        /// The `if` at the end.
        filter: Option<Box<Expr>>,
    },
    /// `[a, b, c]`
    List(Vec<Expr>),
    /// `[e for …]`
    Comprehension {
        /// The elements.
        body: Box<Expr>,
        /// Over what.
        binders: Vec<Binder>,
        /// The `if` at the end.
        filter: Option<Box<Expr>>,
    },
    /// `{1, 3}`
    Set(Vec<Expr>),
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `^`
    Xor,
    /// `++`
    Join,
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
    /// As it is written.
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOperator::Xor => "^",
            BinaryOperator::Join => "++",
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
    /// As it is written.
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

impl Quantity {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Quantity::Grundy => "grundy",
            Quantity::Score => "score",
            Quantity::Remoteness => "remoteness",
        }
    }
}
