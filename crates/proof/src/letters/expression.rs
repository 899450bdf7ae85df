//! Expressions of the rules as terms and conditions of a certificate.

use super::stop;
use crate::limits;
use crate::linear::Stopped;
use grundy_message::message;
use grundy_rules::Game;
use grundy_rules::ast::{BinaryOperator, Comparison};
use grundy_rules::game::{Builtin, Domain, Expr, Form, Kind};
use std::cell::Cell;

/// An expression as text, and how tightly it binds: 0 `if`, 1 `or`, 2 `and`, 3 `not`, 4 comparisons, 5 sums, 6 products,
/// 7 signs, 8 names and calls.
#[derive(Clone, Debug)]
pub struct Text {
    pub text: String,
    pub level: u8,
}

impl Text {
    fn new(level: u8, text: String) -> Text {
        Text { text, level }
    }

    pub fn atom(text: &str) -> Text {
        Text::new(8, text.to_owned())
    }

    /// Returns the text where at least this level is needed, in parentheses if it binds more loosely.
    pub fn at(&self, level: u8) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// What the names of a frame mean.
pub type Locals = Vec<Text>;

/// Writes the expressions of a game.
pub struct Writer<'a> {
    pub game: &'a Game,
    /// Whether each function has a value wherever it is called.
    sure: Vec<bool>,
    /// The number of nodes that may still be written.
    left: Cell<usize>,
    depth: Cell<usize>,
}

impl<'a> Writer<'a> {
    pub fn new(game: &'a Game) -> Writer<'a> {
        let mut sure = vec![];
        for function in &game.functions {
            // A function calls only those before it.
            sure.push(is_sure(&function.body, &sure));
        }
        Writer { game, sure, left: Cell::new(limits::MAX_INLINED_NODES), depth: Cell::new(0) }
    }

    /// Returns whether an expression has a value wherever it is evaluated: it divides by numbers of at least 1 alone.
    pub fn is_sure(&self, expr: &Expr) -> bool {
        is_sure(expr, &self.sure)
    }

    /// Fails if an expression may have no value. For what the rules evaluate where the certificate does not.
    fn expect_sure(&self, expr: &Expr) -> Result<(), Stopped> {
        if self.is_sure(expr) {
            Ok(())
        } else {
            stop(expr.span, message!("here a divisor must be a number of at least 1"))
        }
    }

    /// Returns the elements of a list that is written out.
    pub fn elements<'b>(&self, list: &'b Expr) -> Result<&'b [Expr], Stopped> {
        match &list.form {
            Form::List(elements) | Form::Set(elements) if elements.iter().all(|one| one.kind == Kind::Int) => {
                elements.iter().try_for_each(|element| self.expect_sure(element))?;
                Ok(elements)
            }
            _ => stop(list.span, message!("only a list of numbers that is written out can be written with letters")),
        }
    }

    /// Returns one end of a range: what is at most a `min` is at most each of its arguments, and so with a `max`.
    pub fn bounds(&self, expr: &Expr, all_of: Builtin, locals: &Locals) -> Result<Vec<String>, Stopped> {
        match &expr.form {
            Form::Builtin(function, list) if *function == all_of && self.is_sure(expr) => {
                let lists = list.iter().map(|inner| self.bounds(inner, all_of, locals));
                Ok(lists.collect::<Result<Vec<_>, _>>()?.concat())
            }
            _ => Ok(vec![self.expr(expr, locals)?.at(5)]),
        }
    }

    pub fn expr(&self, expr: &Expr, locals: &Locals) -> Result<Text, Stopped> {
        let left = self.left.get().checked_sub(1).filter(|_| self.depth.get() < limits::MAX_WRITTEN_DEPTH);
        let Some(left) = left else {
            return stop(expr.span, message!("it is too large to be written with letters"));
        };
        self.left.set(left);
        self.depth.set(self.depth.get() + 1);
        let text = self.form(expr, locals);
        self.depth.set(self.depth.get() - 1);
        text
    }

    fn form(&self, expr: &Expr, locals: &Locals) -> Result<Text, Stopped> {
        let at = |inner: &Expr, level: u8| Ok(self.expr(inner, locals)?.at(level));
        let chain = |list: &[Expr], level: u8, word: &str, empty: &str| {
            let rest = |index: usize| level + u8::from(index > 0);
            let list = list.iter().enumerate().map(|(index, inner)| at(inner, rest(index)));
            let list = list.collect::<Result<Vec<String>, Stopped>>()?;
            Ok(if list.is_empty() { Text::atom(empty) } else { Text::new(level, list.join(word)) })
        };
        match &expr.form {
            Form::Int(int) => match int.to_i64() {
                Some(number) => Ok(Text::new(if number < 0 { 7 } else { 8 }, number.to_string())),
                None => stop(expr.span, message!("its numbers are too large")),
            },
            Form::Bool(truth) => Ok(Text::new(8, truth.to_string())),
            Form::Component(index) => Ok(Text::atom(&self.game.components[*index].name)),
            Form::Given(index) => Ok(Text::atom(&self.game.givens[*index].name)),
            Form::Local(index) if *index < locals.len() => Ok(locals[*index].clone()),
            Form::If(condition, yes, no) => {
                let text = format!("if {} then {} else {}", at(condition, 1)?, at(yes, 1)?, at(no, 0)?);
                Ok(Text::new(0, text))
            }
            Form::Or(list) => chain(list, 1, " or ", "false"),
            Form::And(list) => chain(list, 2, " and ", "true"),
            Form::Not(inner) => Ok(Text::new(3, format!("not {}", at(inner, 3)?))),
            Form::Negate(inner) => Ok(Text::new(7, format!("-{}", at(inner, 7)?))),
            Form::Compare(sides, signs) if sides.iter().all(|side| side.kind == Kind::Int) => {
                let sides = sides.iter().map(|side| at(side, 5)).collect::<Result<Vec<String>, Stopped>>()?;
                let pairs = sides.windows(2).zip(signs);
                let pairs: Vec<String> =
                    pairs.map(|(pair, sign)| format!("{} {} {}", pair[0], sign.sign(), pair[1])).collect();
                Ok(Text::new(if pairs.len() == 1 { 4 } else { 2 }, pairs.join(" and ")))
            }
            Form::Compare(sides, signs) if sides.iter().all(|side| side.kind == Kind::Bool) && sides.len() == 2 => {
                let (first, second) = (at(&sides[0], 1)?, self.expr(&sides[1], locals)?);
                let (same, other) = (second.at(1), format!("not {}", second.at(3)));
                let (yes, no) = if signs[0] == Comparison::Equal { (same, other) } else { (other, same) };
                Ok(Text::new(0, format!("if {first} then {yes} else {no}")))
            }
            Form::In(inner, domain) => {
                self.expect_sure(inner)?;
                let inner = at(inner, 5)?;
                match &**domain {
                    Domain::Range(low, None) => Ok(Text::new(4, format!("{} <= {inner}", at(low, 5)?))),
                    Domain::Range(low, Some(high)) => {
                        self.expect_sure(high)?;
                        let text = format!("{} <= {inner} and {inner} <= {}", at(low, 5)?, at(high, 5)?);
                        Ok(Text::new(2, text))
                    }
                    Domain::Of(list) => {
                        let elements =
                            self.elements(list)?.iter().map(|element| Ok(format!("{inner} == {}", at(element, 5)?)));
                        let elements = elements.collect::<Result<Vec<String>, Stopped>>()?;
                        let level = if elements.len() == 1 { 4 } else { 1 };
                        Ok(if elements.is_empty() {
                            Text::atom("false")
                        } else {
                            Text::new(level, elements.join(" or "))
                        })
                    }
                }
            }
            Form::Binary(operator, left, right) => {
                let level = match operator {
                    BinaryOperator::Add | BinaryOperator::Subtract => 5,
                    BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Remainder => 6,
                    _ => return stop(expr.span, message!("this cannot be written with letters")),
                };
                let text = format!("{} {} {}", at(left, level)?, operator.sign(), at(right, level + 1)?);
                Ok(Text::new(level, text))
            }
            Form::Builtin(function @ (Builtin::Min | Builtin::Max), list) => {
                let name = if *function == Builtin::Min { "min" } else { "max" };
                let mut list = list.iter().map(|inner| at(inner, 0));
                let first =
                    list.next().unwrap_or_else(|| stop(expr.span, message!("this cannot be written with letters")))?;
                let text = list.try_fold(first, |before, next| Ok(format!("{name}({before}, {})", next?)));
                Ok(Text::new(8, text?))
            }
            Form::Builtin(Builtin::Abs, list) => {
                let [inner] = &list[..] else {
                    return stop(expr.span, message!("this cannot be written with letters"));
                };
                Ok(Text::new(8, format!("max({}, -{})", at(inner, 0)?, at(inner, 7)?)))
            }
            Form::Apply(function, arguments) => {
                // They are evaluated before the call, whether they are used or not.
                arguments.iter().try_for_each(|argument| self.expect_sure(argument))?;
                let frame = arguments.iter().map(|argument| self.expr(argument, locals));
                self.expr(&self.game.functions[*function].body, &frame.collect::<Result<Locals, Stopped>>()?)
            }
            _ => stop(expr.span, message!("this cannot be written with letters")),
        }
    }
}

fn is_sure(expr: &Expr, functions: &[bool]) -> bool {
    let is_positive =
        |divisor: &Expr| matches!(&divisor.form, Form::Int(int) if int.to_i64().is_some_and(|int| int > 0));
    !expr.any(&mut |inner| match &inner.form {
        Form::Binary(BinaryOperator::Divide | BinaryOperator::Remainder, _, divisor) => !is_positive(divisor),
        Form::Apply(function, _) => !functions.get(*function).copied().unwrap_or(false),
        _ => false,
    })
}
