//! Shared parts of the printers: lines, names, brackets, and the order of statements.
//!
//! In: a [`Program`]. Out: lines of text, through a [`Dialect`] for one language.

use super::program::{Ex, Form, Helper, Op, Program, St, Ty};
use std::collections::BTreeSet;

/// Binding strengths of operators; an atom binds tightest.
pub(crate) const ATOM: u8 = 12;
pub(crate) const UNARY: u8 = 11;
pub(crate) const TIMES: u8 = 10;
pub(crate) const PLUS: u8 = 9;
pub(crate) const COMPARED: u8 = 6;
pub(crate) const NOT: u8 = 5;
pub(crate) const AND: u8 = 4;
pub(crate) const OR: u8 = 3;
/// Always bracketed inside other expressions, as languages differ.
pub(crate) const XOR: u8 = 2;
pub(crate) const CHOICE: u8 = 1;

/// Text with its binding strength.
pub(crate) type Bound = (String, u8);

/// Brackets a text that binds less tightly than wanted.
pub(crate) fn at_least(bound: Bound, wanted: u8) -> String {
    if bound.1 >= wanted { bound.0 } else { format!("({})", bound.0) }
}

/// Lines with their indentation depth.
#[derive(Default)]
pub(crate) struct Lines {
    pub text: String,
    pub depth: usize,
}

impl Lines {
    pub fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text += &"    ".repeat(self.depth);
            self.text += line;
        }
        self.text.push('\n');
    }

    /// Appends several lines of prepared text.
    pub fn lines(&mut self, lines: &str) {
        for line in lines.trim_matches('\n').lines() {
            self.line(line);
        }
    }
}

/// Printer of one language.
pub(crate) trait Dialect {
    /// Prints an expression.
    fn ex(&mut self, value: &Ex) -> Bound;
    /// Prints a statement.
    fn statement(&mut self, statement: &St, lines: &mut Lines);

    fn plain(&mut self, value: &Ex) -> String {
        self.ex(value).0
    }

    fn atom(&mut self, value: &Ex) -> String {
        at_least(self.ex(value), ATOM)
    }

    fn all(&mut self, values: &[Ex]) -> String {
        let values: Vec<String> = values.iter().map(|value| self.plain(value)).collect();
        values.join(", ")
    }

    fn block(&mut self, statements: &[St], lines: &mut Lines) {
        lines.depth += 1;
        for statement in statements {
            self.statement(statement, lines);
        }
        lines.depth -= 1;
    }
}

/// Prints an operator between two values.
pub(crate) fn binary<D: Dialect + ?Sized>(dialect: &mut D, op: Op, left: &Ex, right: &Ex, sign: &str) -> Bound {
    let (mine, left_wants, right_wants) = match op {
        Op::Add => (PLUS, PLUS, PLUS),
        Op::Subtract => (PLUS, PLUS, TIMES),
        Op::Multiply => (TIMES, TIMES, UNARY),
        Op::Divide | Op::Remainder => (TIMES, TIMES, UNARY),
        Op::BitOr | Op::Xor | Op::BitAnd => (XOR, UNARY, UNARY),
        Op::And => (AND, AND, NOT),
        Op::Or => (OR, COMPARED, COMPARED),
        _ => (COMPARED, PLUS, PLUS),
    };
    let left_is_same = matches!(&left.form, Form::Binary(inner, ..) if *inner == op)
        && matches!(op, Op::BitOr | Op::Xor | Op::BitAnd | Op::Or);
    let left = dialect.ex(left);
    let left = if left_is_same { left.0 } else { at_least(left, left_wants) };
    (format!("{left} {sign} {}", at_least(dialect.ex(right), right_wants)), mine)
}

/// Returns the sign of an operator in languages of the C family.
pub(crate) fn sign(op: Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Subtract => "-",
        Op::Multiply => "*",
        Op::Divide => "/",
        Op::Remainder => "%",
        Op::BitOr => "|",
        Op::Xor => "^",
        Op::BitAnd => "&",
        Op::Equal => "==",
        Op::Unequal => "!=",
        Op::Less => "<",
        Op::AtMost => "<=",
        Op::Greater => ">",
        Op::AtLeast => ">=",
        Op::And => "&&",
        Op::Or => "||",
    }
}

/// Recognises `x = x + y` as `x += y`: returns the sign and `y`.
pub(crate) fn shortened<'e>(target: &Ex, value: &'e Ex) -> Option<(&'static str, &'e Ex)> {
    match &value.form {
        Form::Binary(op @ (Op::Add | Op::Subtract | Op::Xor), left, right) if left.form == target.form => {
            Some((sign(*op), right))
        }
        _ => None,
    }
}

/// Recognises `e - 1` as an inclusive end: returns `e`, the exclusive one.
pub(crate) fn exclusive(high: &Ex) -> Option<&Ex> {
    match &high.form {
        Form::Binary(Op::Subtract, from, one) if one.as_int() == Some(1) => Some(from),
        _ => None,
    }
}

/// Escapes and quotes a text.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for ch in text.chars() {
        match ch {
            '\n' => quoted += "\\n",
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

/// Escapes and quotes a character.
pub(crate) fn quoted_char(ch: char) -> String {
    match ch {
        '\'' => "'\\''".to_owned(),
        '\\' => "'\\\\'".to_owned(),
        other => format!("'{other}'"),
    }
}

/// Collects the variables that are changed after their creation.
pub(crate) fn changed(statements: &[St], into: &mut BTreeSet<String>) {
    fn root(value: &Ex) -> Option<&str> {
        match &value.form {
            Form::Var(name) => Some(name),
            Form::Index(list, _) => root(list),
            _ => None,
        }
    }
    for statement in statements {
        match statement {
            St::Set(target, _) | St::Push(target, _) | St::Remember(target, ..) => {
                into.extend(root(target).map(str::to_owned))
            }
            St::If(_, yes, no) => {
                changed(yes, into);
                changed(no, into);
            }
            St::While(_, inner) | St::Range(_, _, _, inner) | St::Each(_, _, inner) => changed(inner, into),
            _ => {}
        }
    }
}

/// Returns whether a value is a variable or a part of one, so that another name for it would be an alias.
pub(crate) fn is_index(value: &Ex) -> bool {
    matches!(value.form, Form::Var(_) | Form::Global(_) | Form::Index(..))
}

/// Returns whether two values are the same variable or the same entry of one, ignoring ranges.
pub(crate) fn same_index(one: &Ex, other: &Ex) -> bool {
    match (&one.form, &other.form) {
        (Form::Var(a), Form::Var(b)) | (Form::Global(a), Form::Global(b)) => a == b,
        (Form::Int(a), Form::Int(b)) => a == b,
        (Form::Index(a, i), Form::Index(b, j)) => same_index(a, b) && same_index(i, j),
        _ => false,
    }
}

/// Returns whether a helper reads input.
pub(crate) fn reads(helper: Helper) -> bool {
    matches!(
        helper,
        Helper::ReadInt
            | Helper::ReadBool
            | Helper::ReadWord
            | Helper::ReadLetter
            | Helper::ReadLetters
            | Helper::ReadDigits
            | Helper::ReadLineLetters
            | Helper::ReadNumbersJson
            | Helper::ReadRowsJson
            | Helper::ReadLettersJson
            | Helper::ReadGridJson
            | Helper::AtEnd
            | Helper::EndMark
    )
}

/// Returns whether a helper reads a whole line.
pub(crate) fn reads_line(helper: Helper) -> bool {
    matches!(
        helper,
        Helper::ReadLineLetters
            | Helper::ReadNumbersJson
            | Helper::ReadRowsJson
            | Helper::ReadLettersJson
            | Helper::ReadGridJson
    )
}

/// Returns the helpers of a program, including those that other helpers need.
pub(crate) fn needed(program: &Program) -> BTreeSet<Helper> {
    let mut used = program.helpers();
    let reads_words = |helper: &Helper| reads(*helper) && !reads_line(*helper);
    if used.iter().any(reads_words) {
        used.insert(Helper::ReadWord);
    }
    used
}

/// Returns the nesting depth of a list type.
pub(crate) fn depth(ty: &Ty) -> usize {
    match ty {
        Ty::List(inner) => 1 + depth(inner),
        _ => 0,
    }
}
