//! A small program in no language yet, which the four printers print.
//!
//! In: nothing; [`super::lower`] and [`super::solve`] build it. Out: functions of statements and typed expressions. Every number
//! has the range it can take, so that a division is plain if nothing is negative and nothing overflows the integers of the
//! target. [`super::build`] constructs the expressions.

use super::ground::Ground;
use grundy_message::Message;
use std::collections::BTreeSet;

/// A type of the small program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    Int,
    Bool,
    Char,
    Text,
    List(Box<Ty>),
    /// A map of known results, keyed by values of these types.
    Memo(Vec<Ty>, Box<Ty>),
    Nothing,
}

impl Ty {
    /// Returns the type of lists of these.
    pub fn list(element: Ty) -> Ty {
        Ty::List(Box::new(element))
    }

    /// Returns the element type of a list.
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
    BitOr,
    Xor,
    BitAnd,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    And,
    Or,
}

/// A function that the printers add if it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Helper {
    Min,
    Max,
    Abs,
    FloorDivide,
    FloorRemainder,
    Popcount,
    Sorted,
    /// Sorted, without duplicates.
    Distinct,
    Reversed,
    Slice,
    Joined,
    Contains,
    /// A position as one value that can be looked up.
    Key,
    /// A number as text.
    ToText,
    /// Texts, letters and numbers as one text.
    Written,
    ReadWord,
    /// Reads a number.
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
    /// Whether only white space is left of the input.
    AtEnd,
    /// Whether these numbers come next; if so, they are consumed.
    EndMark,
}

impl Helper {
    /// All of them.
    pub const ALL: [Helper; 28] = [
        Helper::Min,
        Helper::Max,
        Helper::Abs,
        Helper::FloorDivide,
        Helper::FloorRemainder,
        Helper::Popcount,
        Helper::Sorted,
        Helper::Distinct,
        Helper::Reversed,
        Helper::Slice,
        Helper::Joined,
        Helper::Contains,
        Helper::Key,
        Helper::ToText,
        Helper::Written,
        Helper::ReadWord,
        Helper::ReadInt,
        Helper::ReadBool,
        Helper::ReadLetter,
        Helper::ReadLetters,
        Helper::ReadDigits,
        Helper::ReadLineLetters,
        Helper::ReadNumbersJson,
        Helper::ReadRowsJson,
        Helper::ReadLettersJson,
        Helper::ReadGridJson,
        Helper::AtEnd,
        Helper::EndMark,
    ];

    /// Returns its name in a language without a name of its own for it.
    pub fn name(self) -> &'static str {
        match self {
            Helper::Min => "min",
            Helper::Max => "max",
            Helper::Abs => "absolute",
            Helper::FloorDivide => "floor_divide",
            Helper::FloorRemainder => "floor_remainder",
            Helper::Popcount => "popcount",
            Helper::Sorted => "sorted",
            Helper::Distinct => "distinct",
            Helper::Reversed => "reversed",
            Helper::Slice => "slice",
            Helper::Joined => "joined",
            Helper::Contains => "contains",
            Helper::Key => "key_of",
            Helper::ToText => "to_string",
            Helper::Written => "written",
            Helper::ReadWord => "read_word",
            Helper::ReadInt => "read_int",
            Helper::ReadBool => "read_bool",
            Helper::ReadLetter => "read_letter",
            Helper::ReadLetters => "read_word",
            Helper::ReadDigits => "read_digits",
            Helper::ReadLineLetters => "read_line",
            Helper::ReadNumbersJson => "read_numbers",
            Helper::ReadRowsJson => "read_rows",
            Helper::ReadLettersJson => "read_letters",
            Helper::ReadGridJson => "read_grid",
            Helper::AtEnd => "at_end",
            Helper::EndMark => "end_mark",
        }
    }
}

/// The range of a number: in inputs like drawn ones, for estimates, and in all inputs within the stated limits. Only the certain
/// range may remove anything from a program.
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

    /// Returns the range in all inputs within the stated limits.
    pub fn certain(self) -> Range {
        Range::new(self.certain.0, self.certain.1)
    }

    /// Returns the same certain range, with drawn numbers expected in another one.
    pub fn expecting(self, drawn: Range) -> Range {
        let low = self.low.max(drawn.low);
        Range { low, high: self.high.min(drawn.high).max(low), ..self }
    }

    /// Applies a function of ranges to the expected and to the certain ones.
    pub fn by<const N: usize>(ranges: [Range; N], made: impl Fn([Range; N]) -> Range) -> Range {
        let drawn = made(ranges.map(|range| Range::new(range.low, range.high)));
        let certain = made(ranges.map(Range::certain));
        Range { certain: (certain.low, certain.high), ..drawn }
    }

    /// Returns the least range that holds both.
    pub fn union(self, other: Range) -> Range {
        Range::by([self, other], |[one, other]| Range::new(one.low.min(other.low), one.high.max(other.high)))
    }

    /// Returns the intersection.
    pub fn within(self, other: Range) -> Range {
        Range::by([self, other], |[one, other]| Range::new(one.low.max(other.low), one.high.min(other.high)))
    }

    /// Returns the range of a counter from a number of this range to one of another.
    pub fn up_to(self, last: Range) -> Range {
        Range::by([self, last], |[low, high]| Range::new(low.low, high.high))
    }

    pub fn fits(self) -> bool {
        // Bounds this large come from unknown ones.
        let unknown = 1i128 << 125;
        (self.low < -unknown || self.low >= i128::from(i64::MIN))
            && (self.high > unknown || self.high <= i128::from(i64::MAX))
    }
}

/// Form of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Int(i128),
    Bool(bool),
    Char(char),
    Text(String),
    Var(String),
    /// A global variable.
    Global(String),
    Not(Box<Ex>),
    Negate(Box<Ex>),
    Binary(Op, Box<Ex>, Box<Ex>),
    If(Box<Ex>, Box<Ex>, Box<Ex>),
    Index(Box<Ex>, Box<Ex>),
    Len(Box<Ex>),
    List(Vec<Ex>),
    /// A list of equal entries: the length, and the entry.
    Filled(Box<Ex>, Box<Ex>),
    /// No memo entry yet.
    EmptyMemo,
    Call(String, Vec<Ex>),
    Helper(Helper, Vec<Ex>),
    /// Whether a memo has a key; [`Form::Recall`] returns its value.
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
    /// A new variable, possibly changed later.
    Let(String, Ex),
    Set(Ex, Ex),
    Push(Ex, Ex),
    Remember(Ex, Vec<Ex>, Ex),
    If(Ex, Vec<St>, Vec<St>),
    While(Ex, Vec<St>),
    /// A loop from the first to the last, both included.
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
    /// Comment lines at its top.
    pub comments: Vec<String>,
    /// Global variables and their initial values, each with a comment.
    pub globals: Vec<(String, Ex, String)>,
    pub functions: Vec<Function>,
    /// The main function: reading, answering, printing.
    pub main: Vec<St>,
    /// The claims that the program uses.
    pub grounds: Vec<Ground>,
    /// Warnings for the user: what is not proved, and that it is slow.
    pub warnings: Vec<Message>,
    /// Whether functions recurse deeply.
    pub deep: bool,
    /// Estimated number of moves until play ends, which is how deep a search recurses; 0 if play is known to be short.
    pub depth: f64,
    /// Whether numbers grow past 64 bits.
    pub wide: bool,
    /// Estimated number of steps to fill its largest table, or to search all positions within the limits.
    pub steps: f64,
    /// Estimated number of positions stored by a search.
    pub states: f64,
}

/// The direct subexpressions of an expression, by shared or mutable reference.
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

/// The expressions of a statement, and of the statements inside it, by shared or mutable reference.
macro_rules! inside_of_statement {
    ($statement:expr, $visit:ident, $all:ident, $block:path, $each:ident) => {
        match $statement {
            St::Comment(_) | St::Break => {}
            St::Let(_, value) | St::Return(value) | St::Do(value) => $all(value, $visit),
            St::Set(a, b) | St::Push(a, b) => {
                $all(a, $visit);
                $all(b, $visit);
            }
            St::Remember(memo, key, value) => {
                $all(memo, $visit);
                key.$each().for_each(|value| $all(value, $visit));
                $all(value, $visit);
            }
            St::If(condition, yes, no) => {
                $all(condition, $visit);
                $block(yes, $visit);
                $block(no, $visit);
            }
            St::While(condition, inner) => {
                $all(condition, $visit);
                $block(inner, $visit);
            }
            St::Range(_, low, high, inner) => {
                $all(low, $visit);
                $all(high, $visit);
                $block(inner, $visit);
            }
            St::Each(_, list, inner) => {
                $all(list, $visit);
                $block(inner, $visit);
            }
            St::Print(pieces) => pieces.$each().for_each(|value| $all(value, $visit)),
        }
    };
}

impl Ex {
    /// Collects the names of its variables.
    pub fn variables(&self, into: &mut BTreeSet<String>) {
        if let Form::Var(name) = &self.form {
            into.insert(name.clone());
        }
        self.each_inner(&mut |inner| inner.variables(into));
    }

    /// Visits its direct subexpressions.
    pub fn each_inner(&self, look: &mut dyn FnMut(&Ex)) {
        inside_of_expression!(&self.form, look, iter);
    }

    /// Changes its direct subexpressions.
    pub fn change_inner(&mut self, change: &mut dyn FnMut(&mut Ex)) {
        inside_of_expression!(&mut self.form, change, iter_mut);
    }
}

impl St {
    /// Visits every expression of statements, and those inside them.
    pub fn each_expression(statements: &[St], look: &mut dyn FnMut(&Ex)) {
        fn all(value: &Ex, look: &mut dyn FnMut(&Ex)) {
            look(value);
            value.each_inner(&mut |inner| all(inner, look));
        }
        for statement in statements {
            inside_of_statement!(statement, look, all, St::each_expression, iter);
        }
    }

    /// Changes every expression of statements, inner ones first.
    pub fn change_expressions(statements: &mut [St], change: &mut dyn FnMut(&mut Ex)) {
        fn all(value: &mut Ex, change: &mut dyn FnMut(&mut Ex)) {
            value.change_inner(&mut |inner| all(inner, change));
            change(value);
        }
        for statement in statements {
            inside_of_statement!(statement, change, all, St::change_expressions, iter_mut);
        }
    }
}

impl Program {
    /// Returns every helper that is used.
    pub fn helpers(&self) -> BTreeSet<Helper> {
        let mut used = BTreeSet::new();
        let mut note = |value: &Ex| {
            if let Form::Helper(helper, _) = value.form {
                used.insert(helper);
            }
        };
        for function in &self.functions {
            St::each_expression(&function.body, &mut note);
        }
        St::each_expression(&self.main, &mut note);
        used
    }

    /// Sets whether a number exceeds 64 bits.
    pub fn note_wide_numbers(&mut self) {
        let mut wide = false;
        let mut look = |value: &Ex| wide |= value.ty == Ty::Int && !value.range.fits();
        for function in &self.functions {
            St::each_expression(&function.body, &mut look);
        }
        St::each_expression(&self.main, &mut look);
        self.wide = wide;
    }
}
