//! A small program in no language yet: what the four printers print.
//!
//! In: nothing; [`super::lower`] and [`super::solve`] build it. Out: functions of statements and typed expressions. Every number
//! carries the range it can take, so that a division is plain where nothing is negative and nothing grows past the words of the
//! target. [`super::build`] makes the expressions.

use std::collections::BTreeSet;

/// A type of the small program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    Int,
    Bool,
    Char,
    Text,
    List(Box<Ty>),
    /// What is known already, by the values of these types.
    Memo(Vec<Ty>, Box<Ty>),
    Nothing,
}

impl Ty {
    /// A list of these.
    pub fn list(element: Ty) -> Ty {
        Ty::List(Box::new(element))
    }

    /// What a list consists of.
    pub fn element(&self) -> Ty {
        match self {
            Ty::List(element) => (**element).clone(),
            _ => Ty::Nothing,
        }
    }

    pub fn is_list(&self) -> bool {
        matches!(self, Ty::List(_))
    }
}

/// An operator on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Subtract,
    Multiply,
    /// Rounds down; neither is negative.
    Divide,
    Remainder,
    Xor,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    And,
    Or,
}

/// A function that the printers bring along where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Helper {
    Min,
    Max,
    Abs,
    Gcd,
    FloorDivide,
    FloorRemainder,
    Power,
    Isqrt,
    FloorPhi,
    IsFibonacci,
    Popcount,
    NimProduct,
    Sorted,
    /// Sorted, each once.
    Distinct,
    /// The least number that is not in a list.
    Mex,
    Reversed,
    Slice,
    Joined,
    Contains,
    Attached,
    /// The Grundy value of a graph that stands on a root, of which these edges are left.
    Hackenbush,
    /// The number of kernels of a graph.
    KernelCount,
    /// The smallest part of a number in the sums of dynamic Nim.
    SmallestPart,
    /// The Grundy value of a box that takes at most the square of what it holds.
    BoxValue,
    /// A position as one value that can be looked up.
    Key,
    /// A number as a text.
    ToText,
    Reachable,
    ReadWord,
    /// A number out of the text.
    ReadInt,
    ReadBool,
    ReadLetter,
    ReadLetters,
    ReadDigits,
    ReadLineLetters,
    ReadNumbersJson,
    ReadRowsJson,
    ReadLettersJson,
    ReadGridJson,
    /// Whether nothing but white space is left of the text.
    AtEnd,
    /// Whether these numbers come next; they are taken then.
    EndMark,
}

/// The range of a number: in inputs like those that are drawn, which sizes are reckoned by, and in all inputs within the stated limits.
/// Only what is certain leaves anything out of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub low: i128,
    pub high: i128,
    certain: (i128, i128),
}

pub(crate) const UNKNOWN: Range = Range { low: i128::MIN, high: i128::MAX, certain: (i128::MIN, i128::MAX) };

impl Range {
    /// Returns a range that is certain.
    pub fn new(low: i128, high: i128) -> Range {
        let high = high.max(low);
        Range { low, high, certain: (low, high) }
    }

    /// Returns where the number is in every input within the stated limits.
    pub fn certain(self) -> Range {
        Range::new(self.certain.0, self.certain.1)
    }

    /// Returns the same certain range, in which the numbers that are drawn lie within another one.
    pub fn expecting(self, drawn: Range) -> Range {
        let low = self.low.max(drawn.low);
        Range { low, high: self.high.min(drawn.high).max(low), ..self }
    }

    /// Returns what a function makes of ranges: of those that are drawn, and of those that are certain.
    pub fn by<const N: usize>(ranges: [Range; N], made: impl Fn([Range; N]) -> Range) -> Range {
        let drawn = made(ranges.map(|range| Range::new(range.low, range.high)));
        let certain = made(ranges.map(Range::certain));
        Range { certain: (certain.low, certain.high), ..drawn }
    }

    /// Returns the least range that holds both.
    pub fn union(self, other: Range) -> Range {
        Range::by([self, other], |[one, other]| Range::new(one.low.min(other.low), one.high.max(other.high)))
    }

    /// Returns what both have in common.
    pub fn within(self, other: Range) -> Range {
        Range::by([self, other], |[one, other]| Range::new(one.low.max(other.low), one.high.min(other.high)))
    }

    /// Returns the range of what runs from a number of this range to one of another.
    pub fn up_to(self, last: Range) -> Range {
        Range::by([self, last], |[low, high]| Range::new(low.low, high.high))
    }

    pub fn fits(self) -> bool {
        // What is so large comes of bounds that are not known.
        let unknown = 1i128 << 125;
        (self.low < -unknown || self.low >= i128::from(i64::MIN))
            && (self.high > unknown || self.high <= i128::from(i64::MAX))
    }
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Int(i128),
    Bool(bool),
    Char(char),
    Text(String),
    Var(String),
    /// A variable of the whole program.
    Global(String),
    Not(Box<Ex>),
    Negate(Box<Ex>),
    Binary(Op, Box<Ex>, Box<Ex>),
    If(Box<Ex>, Box<Ex>, Box<Ex>),
    Index(Box<Ex>, Box<Ex>),
    Len(Box<Ex>),
    List(Vec<Ex>),
    /// So many times the same.
    Filled(Box<Ex>, Box<Ex>),
    /// No memo entry yet.
    EmptyMemo,
    Call(String, Vec<Ex>),
    Helper(Helper, Vec<Ex>),
    /// Whether a memo knows a key, and what.
    Known(Box<Ex>, Vec<Ex>),
    Recall(Box<Ex>, Vec<Ex>),
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ex {
    pub form: Form,
    pub ty: Ty,
    pub range: Range,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum St {
    Comment(String),
    /// A new variable, which may be changed.
    Let(String, Ex),
    Set(Ex, Ex),
    Push(Ex, Ex),
    Remember(Ex, Vec<Ex>, Ex),
    If(Ex, Vec<St>, Vec<St>),
    While(Ex, Vec<St>),
    /// From the first to the last, both included.
    Range(String, Ex, Ex, Vec<St>),
    Each(String, Ex, Vec<St>),
    Return(Ex),
    Break,
    Do(Ex),
    Print(Vec<Ex>),
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub comments: Vec<String>,
    pub name: String,
    pub parameters: Vec<(String, Ty)>,
    pub result: Ty,
    pub body: Vec<St>,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    /// What stands at its top.
    pub comments: Vec<String>,
    /// Variables of the whole program and what they begin with, each with a comment.
    pub globals: Vec<(String, Ex, String)>,
    pub functions: Vec<Function>,
    /// What is done: reading, answering, printing.
    pub main: Vec<St>,
    /// What the program rests on that nobody has proved.
    pub warnings: Vec<String>,
    /// Whether functions call themselves deeply.
    pub deep: bool,
    /// Whether numbers grow past 64 bits.
    pub wide: bool,
    /// About how many steps it takes to fill its largest table, or to search all positions within the limits.
    pub steps: f64,
    /// About how many positions it keeps that it has searched.
    pub states: f64,
    /// Whether five times the square of a number that is multiplied by the golden ratio does.
    pub golden_is_wide: bool,
}

/// What an expression is made of, one level down, to be looked at or changed.
macro_rules! inside_of_expression {
    ($form:expr, $visit:ident, $each:ident) => {
        match $form {
            Form::Int(_)
            | Form::Bool(_)
            | Form::Char(_)
            | Form::Text(_)
            | Form::Var(_)
            | Form::Global(_)
            | Form::EmptyMemo => {}
            Form::Not(a) | Form::Negate(a) | Form::Len(a) => $visit(a),
            Form::Binary(_, a, b) | Form::Index(a, b) | Form::Filled(a, b) => {
                $visit(a);
                $visit(b);
            }
            Form::If(a, b, c) => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            Form::List(all) | Form::Call(_, all) | Form::Helper(_, all) => all.$each().for_each($visit),
            Form::Known(memo, key) | Form::Recall(memo, key) => {
                $visit(memo);
                key.$each().for_each($visit);
            }
        }
    };
}

/// The expressions of a statement, and of the statements inside of it, to be looked at or changed.
macro_rules! inside_of_statement {
    ($statement:expr, $visit:ident, $one:ident, $block:path, $each:ident) => {
        match $statement {
            St::Comment(_) | St::Break => {}
            St::Let(_, value) | St::Return(value) | St::Do(value) => $one(value, $visit),
            St::Set(a, b) | St::Push(a, b) => {
                $one(a, $visit);
                $one(b, $visit);
            }
            St::Remember(memo, key, value) => {
                $one(memo, $visit);
                key.$each().for_each(|one| $one(one, $visit));
                $one(value, $visit);
            }
            St::If(condition, yes, no) => {
                $one(condition, $visit);
                $block(yes, $visit);
                $block(no, $visit);
            }
            St::While(condition, inner) => {
                $one(condition, $visit);
                $block(inner, $visit);
            }
            St::Range(_, low, high, inner) => {
                $one(low, $visit);
                $one(high, $visit);
                $block(inner, $visit);
            }
            St::Each(_, list, inner) => {
                $one(list, $visit);
                $block(inner, $visit);
            }
            St::Print(pieces) => pieces.$each().for_each(|one| $one(one, $visit)),
        }
    };
}

impl Ex {
    /// The names of variables in it.
    pub fn variables(&self, into: &mut BTreeSet<String>) {
        if let Form::Var(name) = &self.form {
            into.insert(name.clone());
        }
        self.each_inner(&mut |inner| inner.variables(into));
    }

    /// Looks at what it is made of, one level down.
    pub fn each_inner(&self, look: &mut dyn FnMut(&Ex)) {
        inside_of_expression!(&self.form, look, iter);
    }

    /// Changes what it is made of, one level down.
    pub fn change_inner(&mut self, change: &mut dyn FnMut(&mut Ex)) {
        inside_of_expression!(&mut self.form, change, iter_mut);
    }
}

impl St {
    /// Looks at every expression of statements, and at those inside of them.
    pub fn each_expression(statements: &[St], look: &mut dyn FnMut(&Ex)) {
        fn all(one: &Ex, look: &mut dyn FnMut(&Ex)) {
            look(one);
            one.each_inner(&mut |inner| all(inner, look));
        }
        for statement in statements {
            inside_of_statement!(statement, look, all, St::each_expression, iter);
        }
    }

    /// Changes every expression of statements, those inside first.
    pub fn change_expressions(statements: &mut [St], change: &mut dyn FnMut(&mut Ex)) {
        fn all(one: &mut Ex, change: &mut dyn FnMut(&mut Ex)) {
            one.change_inner(&mut |inner| all(inner, change));
            change(one);
        }
        for statement in statements {
            inside_of_statement!(statement, change, all, St::change_expressions, iter_mut);
        }
    }
}

impl Program {
    /// Every helper that is used.
    pub fn helpers(&self) -> BTreeSet<Helper> {
        let mut used = BTreeSet::new();
        let mut note = |one: &Ex| {
            if let Form::Helper(helper, _) = one.form {
                used.insert(helper);
            }
        };
        for function in &self.functions {
            St::each_expression(&function.body, &mut note);
        }
        St::each_expression(&self.main, &mut note);
        used
    }

    /// Whether a number grows past 64 bits, or the square of one that is multiplied by the golden ratio.
    pub fn note_wide_numbers(&mut self) {
        let (mut wide, mut golden) = (false, false);
        let mut look = |one: &Ex| {
            wide |= one.ty == Ty::Int && !one.range.fits();
            if let Form::Helper(Helper::FloorPhi, arguments) = &one.form {
                let most = arguments[0].range.high;
                golden |= most > 1 << 62 || most * most * 5 > i128::from(i64::MAX);
            }
        };
        for function in &self.functions {
            St::each_expression(&function.body, &mut look);
        }
        St::each_expression(&self.main, &mut look);
        (self.wide, self.golden_is_wide) = (wide, golden);
    }
}
