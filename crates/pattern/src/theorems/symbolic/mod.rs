//! Expressions of the rules evaluated for all values of one choice at once.
//!
//! In: an expression, with one choice running over a [`Progression`]. Out: its value as a formula that holds on all of it, or where the
//! progression must be cut first ([`Trouble`]). Arithmetic is exact, and a formula is given only where it is that of the meaning of
//! the rules at every place; the rest is [`Trouble::Hard`]. So 10^18 moves are looked at in a few pieces.
//!
//! ⌊jφ + …⌋ plus something linear never turns back: it grows by one of two neighbouring numbers with each place (Beatty), so that it
//! crosses 0 once, and the place is found by halving.

mod arithmetic;
mod fold;
mod lists;
mod order;
mod value;

use super::digits::Digits;
use super::line::{Progression, Trouble};
use fold::Gathered;
use grundy_rules::game::{Domain, Expr, Form, Game};
use grundy_rules::{Int, Meter, Side, Value};
use std::cmp::Ordering;
pub use value::Symbolic;

type Answer = Result<Symbolic, Trouble>;

/// What names stand for.
pub struct Scene<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The givens.
    pub givens: &'a [Value],
    /// The components.
    pub part: &'a [Symbolic],
    /// Who is to move.
    pub mover: Option<Side>,
    /// What the choice runs over.
    pub on: &'a Progression,
    /// Who counts the work.
    pub meter: &'a Meter<'a>,
}

/// What is gathered of conditions of which all must hold, or one.
enum Truth {
    Settled(bool),
    Open,
    Pending(Digits),
}

impl Scene<'_> {
    /// The value of an expression; `locals` is its frame.
    pub fn value(&self, expr: &Expr, locals: &mut Vec<Symbolic>) -> Answer {
        self.meter.step().map_err(|_| Trouble::Hard)?;
        match &expr.form {
            Form::Int(int) => Ok(Symbolic::int(int.clone())),
            Form::Bool(truth) => Ok(Symbolic::bool(*truth)),
            Form::Symbol(symbol) => Ok(Symbolic::Known(Value::Symbol(*symbol))),
            Form::Component(place) => self.part.get(*place).cloned().ok_or(Trouble::Hard),
            Form::Given(place) => Ok(Symbolic::Known(self.givens[*place].clone())),
            Form::Local(place) => locals.get(*place).cloned().ok_or(Trouble::Hard),
            Form::Mover | Form::Other => {
                let (players, mover) = self.game.players.zip(self.mover).ok_or(Trouble::Hard)?;
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
                _ => Err(Trouble::Hard),
            },
            Form::Compare(operands, signs) => {
                let mut left = self.value(&operands[0], locals)?;
                let mut so_far = Truth::Open;
                for (operand, sign) in operands[1..].iter().zip(signs) {
                    let right = self.value(operand, locals)?;
                    let holds = self.compare(&left, &right, *sign)?;
                    so_far = together(so_far, holds, false)?;
                    if let Truth::Settled(_) = so_far {
                        break;
                    }
                    left = right;
                }
                Ok(finished(so_far, false))
            }
            Form::In(inner, domain) => self.is_in(inner, domain, locals),
            Form::Binary(operator, left, right) => {
                let left = self.value(left, locals)?;
                let right = self.value(right, locals)?;
                self.binary(*operator, left, right)
            }
            Form::Negate(inner) => {
                let line = self.value(inner, locals)?.as_line().ok_or(Trouble::Hard)?;
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
                let (from, to) = from.to_usize().zip(to.to_usize()).ok_or(Trouble::Hard)?;
                list.get(from..=to).map(|slice| Symbolic::list(slice.to_vec())).ok_or(Trouble::Hard)
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
                    _ => Err(Trouble::Hard),
                };
                let all = all.iter().map(|expr| known(expr, locals)).collect::<Result<Vec<_>, Trouble>>()?;
                Ok(Symbolic::Known(Value::set(all)))
            }
        }
    }

    /// A condition that is the same everywhere.
    pub fn holds(&self, expr: &Expr, locals: &mut Vec<Symbolic>) -> Result<bool, Trouble> {
        match self.value(expr, locals)? {
            Symbolic::Known(Value::Bool(truth)) => Ok(truth),
            _ => Err(Trouble::Hard),
        }
    }

    /// A number that is the same everywhere.
    pub fn int(&self, expr: &Expr, locals: &mut Vec<Symbolic>) -> Result<Int, Trouble> {
        self.value(expr, locals)?.as_int().cloned().ok_or(Trouble::Hard)
    }

    /// Conditions from the left, only as far as needed; `settles` is the answer that settles all.
    fn truth(&self, terms: &[Expr], settles: bool, locals: &mut Vec<Symbolic>) -> Answer {
        let mut so_far = Truth::Open;
        for term in terms {
            let term = self.value(term, locals)?;
            so_far = together(so_far, term, settles)?;
            if let Truth::Settled(_) = so_far {
                break;
            }
        }
        Ok(finished(so_far, settles))
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
                        _ => return Err(Trouble::Hard),
                    }
                }
                Ok(Symbolic::bool(false))
            }
        }
    }

    fn element(&self, list: &Expr, index: &Expr, locals: &mut Vec<Symbolic>) -> Answer {
        let index = self.int(index, locals)?.to_usize().ok_or(Trouble::Hard)?;
        // A whole list is copied only where it is made on the spot.
        let computed;
        let base = match &list.form {
            Form::Component(place) => self.part.get(*place).ok_or(Trouble::Hard)?,
            Form::Local(place) => locals.get(*place).ok_or(Trouble::Hard)?,
            Form::Given(place) => {
                let elements = self.givens[*place].as_elements().ok_or(Trouble::Hard)?;
                return elements.get(index).cloned().map(Symbolic::Known).ok_or(Trouble::Hard);
            }
            _ => {
                computed = self.value(list, locals)?;
                &computed
            }
        };
        match base {
            Symbolic::Known(value) => {
                let elements = value.as_elements().ok_or(Trouble::Hard)?;
                elements.get(index).cloned().map(Symbolic::Known).ok_or(Trouble::Hard)
            }
            Symbolic::List(elements) => elements.get(index).cloned().ok_or(Trouble::Hard),
            Symbolic::Bag(bag) => self.sorted(bag)?.get(index).cloned().ok_or(Trouble::Hard),
            _ => Err(Trouble::Hard),
        }
    }
}

/// One more condition; `settles` is the answer that settles all.
fn together(so_far: Truth, next: Symbolic, settles: bool) -> Result<Truth, Trouble> {
    match (so_far, next) {
        (_, Symbolic::Known(Value::Bool(truth))) if truth == settles => Ok(Truth::Settled(settles)),
        (so_far, Symbolic::Known(Value::Bool(_))) => Ok(so_far),
        (Truth::Open, Symbolic::Digits(digits)) => Ok(Truth::Pending(digits)),
        _ => Err(Trouble::Hard),
    }
}

fn finished(so_far: Truth, settles: bool) -> Symbolic {
    match so_far {
        Truth::Settled(truth) => Symbolic::bool(truth),
        Truth::Open => Symbolic::bool(!settles),
        Truth::Pending(digits) => Symbolic::Digits(digits),
    }
}
