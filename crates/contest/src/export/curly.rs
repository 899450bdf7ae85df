//! What C++, Java and Rust write alike: operators, conditions and blocks in braces.
//!
//! In: expressions and statements. Out: their text, with the differences of a language given by [`Curly`]. A printer handles its
//! own cases and leaves the rest to [`expression`] and [`statement`]. Python has no braces and has its own printer.

use super::print::{
    ATOM, Bound, CHOICE, Dialect, Lines, PLUS, UNARY, XOR, at_least, binary, exclusive, quoted_char, shortened, sign,
};
use super::program::{Ex, Form, St};

/// Differences between languages of the C family.
pub(crate) trait Curly: Dialect {
    /// The type of a counter.
    const COUNTER: &'static str;

    /// Prints a name in the language's style.
    fn name(&self, name: &str) -> String {
        name.to_owned()
    }

    /// Prints the start of a block with a condition.
    fn head(&self, word: &str, condition: &str) -> String {
        format!("{word} ({condition}) {{")
    }

    /// Prints a value that is not shared.
    fn own(&mut self, value: &Ex) -> String {
        self.plain(value)
    }
}

/// Prints an expression that is the same in all these languages.
pub(crate) fn expression<L: Curly>(language: &mut L, value: &Ex) -> Bound {
    match &value.form {
        Form::Int(number) if *number < 0 => (number.to_string(), PLUS),
        Form::Int(number) => (number.to_string(), ATOM),
        Form::Bool(truth) => (truth.to_string(), ATOM),
        Form::Char(ch) => (quoted_char(*ch), ATOM),
        Form::Var(name) | Form::Global(name) => (language.name(name), ATOM),
        Form::Not(inner) => (format!("!{}", language.atom(inner)), UNARY),
        Form::Negate(inner) => (format!("-{}", language.atom(inner)), PLUS),
        Form::Binary(op, left, right) => binary(language, *op, left, right, sign(*op)),
        Form::If(condition, yes, no) => {
            let condition = at_least(language.ex(condition), XOR);
            let yes = at_least(language.ex(yes), XOR);
            let no = language.plain(no);
            (format!("{condition} ? {yes} : {no}"), CHOICE)
        }
        Form::Call(name, arguments) => (format!("{}({})", language.name(name), language.all(arguments)), ATOM),
        // The printers handle everything else.
        _ => (String::new(), ATOM),
    }
}

/// Prints a statement that is the same in all these languages.
pub(crate) fn statement<L: Curly>(language: &mut L, statement: &St, lines: &mut Lines) {
    match statement {
        St::Comment(comment) => lines.line(format!("// {comment}")),
        St::Set(target, value) => {
            let left = language.plain(target);
            match shortened(target, value) {
                Some((sign, value)) => lines.line(format!("{left} {sign}= {};", language.plain(value))),
                None => lines.line(format!("{left} = {};", language.own(value))),
            }
        }
        St::If(condition, yes, no) => {
            let mut start = "if";
            let mut current = (condition, yes, no);
            loop {
                let (condition, yes, no) = current;
                let condition = language.plain(condition);
                lines.line(language.head(start, &condition));
                language.block(yes, lines);
                match no.as_slice() {
                    [] => return lines.line("}"),
                    [St::If(condition, yes, no)] => {
                        start = "} else if";
                        current = (condition, yes, no);
                    }
                    other => {
                        lines.line("} else {");
                        language.block(other, lines);
                        return lines.line("}");
                    }
                }
            }
        }
        St::While(condition, inner) => {
            let condition = language.plain(condition);
            lines.line(language.head("while", &condition));
            language.block(inner, lines);
            lines.line("}");
        }
        St::Range(name, low, high, inner) => {
            let name = language.name(name);
            let end = match exclusive(high) {
                Some(high) => format!("{name} < {}", at_least(language.ex(high), PLUS)),
                None => format!("{name} <= {}", at_least(language.ex(high), PLUS)),
            };
            let low = language.plain(low);
            lines.line(format!("for ({} {name} = {low}; {end}; {name}++) {{", L::COUNTER));
            language.block(inner, lines);
            lines.line("}");
        }
        St::Return(value) => lines.line(format!("return {};", language.own(value))),
        St::Break => lines.line("break;"),
        St::Do(value) => lines.line(format!("{};", language.plain(value))),
        // The printers handle everything else.
        St::Let(..) | St::Push(..) | St::Remember(..) | St::Each(..) | St::Print(_) => {}
    }
}
