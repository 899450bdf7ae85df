//! Expressions of the rules evaluated for all values of one choice at once.
//!
//! In: an expression, with one choice running over a [`Progression`]. Out: its value as a formula that holds on all of
//! it, or where the progression must be cut first ([`Unsupported`]). Arithmetic is exact, and a formula is given only
//! if it agrees with the meaning of the rules at every index; the rest is [`Unsupported::Hard`]. So 10^18 moves are
//! handled in a few pieces.
//!
//! ⌊jφ + …⌋ plus something linear is monotone: it grows by one of two neighbouring numbers with each index (Beatty), so
//! it crosses 0 once, and the index is found by bisection.

mod arithmetic;
mod fold;
mod lists;
mod order;
mod value;

use super::digits::Digits;
use super::line::{Progression, Unsupported};
use fold::Gathered;
use grundy_rules::game::{Domain, Expr, Form, Game};
use grundy_rules::{Int, Meter, Side, Value};
use std::cmp::Ordering;
pub use value::Symbolic;

type Answer = Result<Symbolic, Unsupported>;

/// The environment of an expression.
pub struct Env<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The givens.
    pub givens: &'a [Value],
    /// The components.
    pub part: &'a [Symbolic],
    /// The player to move.
    pub mover: Option<Side>,
    /// The range of the choice.
    pub on: &'a Progression,
    /// Counts the work.
    pub meter: &'a Meter<'a>,
}

/// The partial result of a conjunction or a disjunction.
enum Truth {
    Settled(bool),
    Open,
    Pending(Digits),
}

impl Env<'_> {
    /// Evaluates an expression; `locals` is its frame.
    pub fn value(&self, expr: &Expr, locals: &mut Vec<Symbolic>) -> Answer {
        self.meter.step().map_err(|_| Unsupported::Hard)?;
        match &expr.form {
            Form::Int(int) => Ok(Symbolic::int(int.clone())),
            Form::Bool(truth) => Ok(Symbolic::bool(*truth)),
            Form::Symbol(symbol) => Ok(Symbolic::Known(Value::Symbol(*symbol))),
            Form::Component(slot) => self.part.get(*slot).cloned().ok_or(Unsupported::Hard),
            Form::Given(slot) => Ok(Symbolic::Known(self.givens[*slot].clone())),
            Form::Local(slot) => locals.get(*slot).cloned().ok_or(Unsupported::Hard),
            Form::Mover | Form::Other => {
                let (players, mover) = self.game.players.zip(self.mover).ok_or(Unsupported::Hard)?;
                let side = if expr.form == Form::Mover { mover } else { mover.other() };
                Ok(Symbolic::Known(Value::Symbol(players[side.index()])))
            }
            Form::If(condition, yes, no) => {
                let taken = if self.holds(condition, locals)? { yes } else { no };
                self.value(taken, locals)
            }
            Form::Or(terms) => self.truth(terms, true, locals),
            Form::And(terms) => self.truth(terms, false, locals),
            Form::Not(inner) => match self.value(inner, locals)? {
                Symbolic::Known(Value::Bool(truth)) => Ok(Symbolic::bool(!truth)),
                Symbolic::Digits(digits) => Ok(Symbolic::Digits(Digits { holds: !digits.holds, ..digits })),
                _ => Err(Unsupported::Hard),
            },
            Form::Compare(operands, signs) => {
                let mut left = self.value(&operands[0], locals)?;
                let mut partial = Truth::Open;
                for (operand, sign) in operands[1..].iter().zip(signs) {
                    let right = self.value(operand, locals)?;
                    let holds = self.compare(&left, &right, *sign)?;
                    partial = together(partial, holds, false)?;
                    if let Truth::Settled(_) = partial {
                        break;
                    }
                    left = right;
                }
                Ok(finished(partial, false))
            }
            Form::In(inner, domain) => self.is_in(inner, domain, locals),
            Form::Binary(operator, left, right) => {
                let left = self.value(left, locals)?;
                let right = self.value(right, locals)?;
                self.binary(*operator, left, right)
            }
            Form::Negate(inner) => {
                let line = self.value(inner, locals)?.as_line().ok_or(Unsupported::Hard)?;
                Ok(Symbolic::line(line.times(&Int::Small(-1))?))
            }
            Form::Index(list, index) => self.element(list, index, locals),
            Form::Slice(list, from, to) => {
                let list = self.ordered(&self.value(list, locals)?)?;
                let from = self.int(from, locals)?;
                let to = match to {
                    Some(to) => self.int(to, locals)?,
                    None => Int::from(list.len()).subtract(&Int::ONE)?,
                };
                if to < from {
                    return Ok(Symbolic::Known(Value::list(Vec::new())));
                }
                let (from, to) = from.to_usize().zip(to.to_usize()).ok_or(Unsupported::Hard)?;
                list.get(from..=to).map(|slice| Symbolic::list(slice.to_vec())).ok_or(Unsupported::Hard)
            }
            Form::Builtin(builtin, arguments) => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.value(argument, locals)?);
                }
                self.builtin(*builtin, &values)
            }
            Form::Apply(function, arguments) => {
                let mut frame = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    frame.push(self.value(argument, locals)?);
                }
                self.value(&self.game.functions[*function].body, &mut frame)
            }
            Form::Fold { fold, body, binders, filter } => {
                let mut gathered = Gathered::new(*fold);
                self.each(binders, filter.as_deref(), locals, *fold, &mut |locals| {
                    let value = self.value(body, locals)?;
                    gathered.take(self, value)
                })?;
                gathered.finish()
            }
            Form::List(all) => {
                let all = all.iter().map(|expr| self.value(expr, locals)).collect::<Result<Vec<_>, _>>()?;
                Ok(Symbolic::list(all))
            }
            Form::Set(all) => {
                let known = |expr: &Expr, locals: &mut Vec<Symbolic>| match self.value(expr, locals)? {
                    Symbolic::Known(value) => Ok(value),
                    _ => Err(Unsupported::Hard),
                };
                let all = all.iter().map(|expr| known(expr, locals)).collect::<Result<Vec<_>, Unsupported>>()?;
                Ok(Symbolic::Known(Value::set(all)))
            }
        }
    }

    /// Evaluates a condition that is the same everywhere.
    pub fn holds(&self, expr: &Expr, locals: &mut Vec<Symbolic>) -> Result<bool, Unsupported> {
        match self.value(expr, locals)? {
            Symbolic::Known(Value::Bool(truth)) => Ok(truth),
            _ => Err(Unsupported::Hard),
        }
    }

    /// Evaluates a number that is the same everywhere.
    pub fn int(&self, expr: &Expr, locals: &mut Vec<Symbolic>) -> Result<Int, Unsupported> {
        self.value(expr, locals)?.as_int().cloned().ok_or(Unsupported::Hard)
    }

    /// Evaluates conditions from the left, only as far as needed; `settles` is the value that settles all.
    fn truth(&self, terms: &[Expr], settles: bool, locals: &mut Vec<Symbolic>) -> Answer {
        let mut partial = Truth::Open;
        for term in terms {
            let term = self.value(term, locals)?;
            partial = together(partial, term, settles)?;
            if let Truth::Settled(_) = partial {
                break;
            }
        }
        Ok(finished(partial, settles))
    }

    fn is_in(&self, inner: &Expr, domain: &Domain, locals: &mut Vec<Symbolic>) -> Answer {
        let value = self.value(inner, locals)?;
        match domain {
            Domain::Range(low, high) => {
                let low = self.value(low, locals)?;
                let mut holds = self.order(&value, &low)? != Ordering::Less;
                if let Some(high) = high {
                    let high = self.value(high, locals)?;
                    holds = holds && self.order(&value, &high)? != Ordering::Greater;
                }
                Ok(Symbolic::bool(holds))
            }
            Domain::Of(list) => {
                let list = self.value(list, locals)?;
                for element in self.unordered(&list)?.iter() {
                    match self.equal(&value, element)? {
                        Symbolic::Known(Value::Bool(true)) => return Ok(Symbolic::bool(true)),
                        Symbolic::Known(_) => {}
                        _ => return Err(Unsupported::Hard),
                    }
                }
                Ok(Symbolic::bool(false))
            }
        }
    }

    fn element(&self, list: &Expr, index: &Expr, locals: &mut Vec<Symbolic>) -> Answer {
        let index = self.int(index, locals)?.to_usize().ok_or(Unsupported::Hard)?;
        // A whole list is copied only if it is computed here.
        let computed;
        let base = match &list.form {
            Form::Component(slot) => self.part.get(*slot).ok_or(Unsupported::Hard)?,
            Form::Local(slot) => locals.get(*slot).ok_or(Unsupported::Hard)?,
            Form::Given(slot) => {
                let elements = self.givens[*slot].as_elements().ok_or(Unsupported::Hard)?;
                return elements.get(index).cloned().map(Symbolic::Known).ok_or(Unsupported::Hard);
            }
            _ => {
                computed = self.value(list, locals)?;
                &computed
            }
        };
        match base {
            Symbolic::Known(value) => {
                let elements = value.as_elements().ok_or(Unsupported::Hard)?;
                elements.get(index).cloned().map(Symbolic::Known).ok_or(Unsupported::Hard)
            }
            Symbolic::List(elements) => elements.get(index).cloned().ok_or(Unsupported::Hard),
            Symbolic::Bag(bag) => self.sorted(bag)?.get(index).cloned().ok_or(Unsupported::Hard),
            _ => Err(Unsupported::Hard),
        }
    }
}

/// Adds one condition; `settles` is the value that settles all.
fn together(partial: Truth, next: Symbolic, settles: bool) -> Result<Truth, Unsupported> {
    match (partial, next) {
        (_, Symbolic::Known(Value::Bool(truth))) if truth == settles => Ok(Truth::Settled(settles)),
        (partial, Symbolic::Known(Value::Bool(_))) => Ok(partial),
        (Truth::Open, Symbolic::Digits(digits)) => Ok(Truth::Pending(digits)),
        _ => Err(Unsupported::Hard),
    }
}

fn finished(partial: Truth, settles: bool) -> Symbolic {
    match partial {
        Truth::Settled(truth) => Symbolic::bool(truth),
        Truth::Open => Symbolic::bool(!settles),
        Truth::Pending(digits) => Symbolic::Digits(digits),
    }
}
