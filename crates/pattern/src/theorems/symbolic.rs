//! Expressions of the rules evaluated for all values of one choice at once.
//!
//! In: an expression, with one choice running over a [`Progression`]. Out: its value as a formula that holds on all of it, or where the
//! progression must be cut first ([`Trouble`]). Arithmetic is exact, and a formula is given only where it is that of the meaning of
//! the rules at every place; the rest is [`Trouble::Hard`]. So 10^18 moves are looked at in a few pieces.
//!
//! ⌊jφ + …⌋ plus something linear never turns back: it grows by one of two neighbouring numbers with each place (Beatty), so that it
//! crosses 0 once, and the place is found by halving.

use super::digits::{Digits, Question};
use super::line::{Line, Progression, Trouble, monotone_sign};
use grundy_rules::arithmetic::{floor_phi, is_fibonacci, nim_product};
use grundy_rules::ast::{BinaryOperator, Comparison};
use grundy_rules::game::{Binder, Builtin, Domain, Expr, Fold, Form, Game, Over};
use grundy_rules::int::TooLarge;
use grundy_rules::{Int, Meter, Side, Value};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::rc::Rc;

/// A value that may depend on the place in a progression.
#[derive(Clone, Debug)]
pub enum Symbolic {
    /// The same everywhere.
    Known(Value),
    /// A number, linear in the place.
    Line(Line),
    /// `floor_phi(of) + plus`.
    Phi(Line, Line),
    /// `isqrt(of)`.
    Root(Line),
    /// `popcount(of)`.
    Ones(Line),
    /// Exclusive or of a number and of lines that are not negative.
    Xor(Int, Vec<Line>),
    /// A list.
    List(Rc<Vec<Symbolic>>),
    /// A bag; its order is found when it is asked for.
    Bag(Rc<Unordered>),
    /// A condition on the digits of lines.
    Digits(Digits),
}

/// The elements of a bag, and its order once it was asked for.
#[derive(Debug)]
pub struct Unordered {
    elements: Vec<Symbolic>,
    sorted: OnceCell<Vec<Symbolic>>,
}

type Answer = Result<Symbolic, Trouble>;

impl Symbolic {
    /// A line, or a number where it does not depend on the place.
    pub fn line(line: Line) -> Symbolic {
        if line.slope.is_zero() { Symbolic::Known(Value::Int(line.base)) } else { Symbolic::Line(line) }
    }

    fn bool(truth: bool) -> Symbolic {
        Symbolic::Known(Value::Bool(truth))
    }

    fn int(int: Int) -> Symbolic {
        Symbolic::Known(Value::Int(int))
    }

    /// As a line, where it is one.
    pub fn as_line(&self) -> Option<Line> {
        match self {
            Symbolic::Known(Value::Int(int)) => Some(Line::constant(int.clone())),
            Symbolic::Line(line) => Some(line.clone()),
            _ => None,
        }
    }

    fn as_int(&self) -> Option<&Int> {
        match self {
            Symbolic::Known(value) => value.as_int(),
            _ => None,
        }
    }

    /// A list of these.
    pub fn list(elements: Vec<Symbolic>) -> Symbolic {
        Symbolic::List(Rc::new(elements))
    }

    /// A list whose order does not matter.
    pub fn bag(self) -> Symbolic {
        match self {
            Symbolic::Known(value) => match value.as_elements() {
                Some(elements) => Symbolic::Known(Value::bag(elements.to_vec())),
                None => Symbolic::Known(value),
            },
            Symbolic::List(elements) => {
                let elements = elements.as_ref().clone();
                Symbolic::Bag(Rc::new(Unordered { elements, sorted: OnceCell::new() }))
            }
            other => other,
        }
    }

    /// Its value at a place; `None` for what is no plain value.
    pub fn at(&self, place: &Int) -> Option<Value> {
        match self {
            Symbolic::Known(value) => Some(value.clone()),
            Symbolic::Line(line) => line.at(place).ok().map(Value::Int),
            _ => None,
        }
    }
}

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

    /// The elements of a list or a bag in their order.
    fn ordered(&self, list: &Symbolic) -> Result<Vec<Symbolic>, Trouble> {
        match list {
            Symbolic::Bag(bag) => Ok(self.sorted(bag)?.to_vec()),
            other => self.unordered(other),
        }
    }

    /// The elements of a list or a bag as a fold needs them: only a list has an order.
    fn gathered_from(&self, fold: Fold, list: &Symbolic) -> Result<Vec<Symbolic>, Trouble> {
        if fold == Fold::List { self.ordered(list) } else { self.unordered(list) }
    }

    /// The elements of a list or a bag in any order.
    fn unordered(&self, list: &Symbolic) -> Result<Vec<Symbolic>, Trouble> {
        match list {
            Symbolic::Known(value) => {
                let elements = value.as_elements().ok_or(Trouble::Hard)?;
                Ok(elements.iter().cloned().map(Symbolic::Known).collect())
            }
            Symbolic::List(elements) => Ok(elements.to_vec()),
            Symbolic::Bag(bag) => Ok(bag.elements.clone()),
            _ => Err(Trouble::Hard),
        }
    }

    /// A bag in ascending order.
    fn sorted<'b>(&self, bag: &'b Unordered) -> Result<&'b [Symbolic], Trouble> {
        if let Some(sorted) = bag.sorted.get() {
            return Ok(sorted);
        }
        let (mut known, mut rest) = (Vec::new(), Vec::new());
        for element in &bag.elements {
            match element {
                Symbolic::Known(value) => known.push(value.clone()),
                other => rest.push(other.clone()),
            }
        }
        known.sort();
        let mut sorted: Vec<Symbolic> = known.into_iter().map(Symbolic::Known).collect();
        for element in rest {
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = (low + high) / 2;
                match self.order(&sorted[middle], &element)? {
                    Ordering::Greater => high = middle,
                    _ => low = middle + 1,
                }
            }
            sorted.insert(low, element);
        }
        Ok(bag.sorted.get_or_init(|| sorted))
    }

    /// How two numbers compare, everywhere in the same way.
    pub fn order(&self, left: &Symbolic, right: &Symbolic) -> Result<Ordering, Trouble> {
        match (left, right) {
            (Symbolic::Known(left), Symbolic::Known(right)) => Ok(left.cmp(right)),
            (Symbolic::Phi(of, plus), other) => {
                let rest = plus.subtract(&other.as_line().ok_or(Trouble::Hard)?)?;
                monotone_sign(|place| Ok(floor_phi(&of.at(place)?)?.add(&rest.at(place)?)?), self.on)
            }
            (Symbolic::Root(of), Symbolic::Known(Value::Int(number))) => {
                monotone_sign(|place| Ok(of.at(place)?.isqrt().subtract(number)?), self.on)
            }
            (other, Symbolic::Phi(..)) if other.as_line().is_some() => Ok(self.order(right, left)?.reverse()),
            (Symbolic::Known(_), Symbolic::Root(_)) => Ok(self.order(right, left)?.reverse()),
            _ => {
                let (left, right) = left.as_line().zip(right.as_line()).ok_or(Trouble::Hard)?;
                left.subtract(&right)?.sign(self.on)
            }
        }
    }

    fn compare(&self, left: &Symbolic, right: &Symbolic, sign: Comparison) -> Answer {
        if let Comparison::Equal | Comparison::Unequal = sign {
            let equal = self.equal(left, right)?;
            return match (equal, sign) {
                (Symbolic::Known(Value::Bool(truth)), Comparison::Unequal) => Ok(Symbolic::bool(!truth)),
                (Symbolic::Digits(digits), Comparison::Unequal) => {
                    Ok(Symbolic::Digits(Digits { holds: !digits.holds, ..digits }))
                }
                (equal, _) => Ok(equal),
            };
        }
        let order = self.order(left, right)?;
        Ok(Symbolic::bool(match sign {
            Comparison::Less => order == Ordering::Less,
            Comparison::AtMost => order != Ordering::Greater,
            Comparison::Greater => order == Ordering::Greater,
            _ => order != Ordering::Less,
        }))
    }

    /// Whether two values are equal.
    pub fn equal(&self, left: &Symbolic, right: &Symbolic) -> Answer {
        match (left, right) {
            (Symbolic::Known(left), Symbolic::Known(right)) => Ok(Symbolic::bool(left == right)),
            (Symbolic::Xor(..), _) | (_, Symbolic::Xor(..)) => {
                for side in [left, right] {
                    if side.as_int().is_some_and(Int::is_negative) {
                        return Ok(Symbolic::bool(false));
                    }
                }
                match self.xor(left, right)? {
                    Symbolic::Known(value) => Ok(Symbolic::bool(value == Value::from(0))),
                    Symbolic::Line(line) => Ok(Symbolic::bool(line.sign(self.on)? == Ordering::Equal)),
                    Symbolic::Xor(known, lines) => match lines.as_slice() {
                        [line] => {
                            let order = line.subtract(&Line::constant(known))?.sign(self.on)?;
                            Ok(Symbolic::bool(order == Ordering::Equal))
                        }
                        _ => Ok(Symbolic::Digits(Digits { question: Question::Xor(known), lines, holds: true })),
                    },
                    _ => Err(Trouble::Hard),
                }
            }
            (Symbolic::Ones(line), Symbolic::Known(Value::Int(Int::Small(1)))) => {
                let is_power = |number: &Int| number.popcount() == 1;
                let next = |number: &Int, way: Ordering| {
                    let bits = number.bits();
                    // The powers of two around a number that is none: 2^bits above it, half of that below.
                    let exponent = if way == Ordering::Greater { bits } else { bits.saturating_sub(1) };
                    Int::Small(2).power(&Int::from(exponent))
                };
                self.sparse(line, is_power, next)
            }
            (Symbolic::Known(_), Symbolic::Ones(_)) => self.equal(right, left),
            (Symbolic::List(..) | Symbolic::Bag(..), _) | (_, Symbolic::List(..) | Symbolic::Bag(..)) => {
                let (left, right) = (self.ordered(left)?, self.ordered(right)?);
                if left.len() != right.len() {
                    return Ok(Symbolic::bool(false));
                }
                for (left, right) in left.iter().zip(&right) {
                    match self.equal(left, right)? {
                        Symbolic::Known(Value::Bool(true)) => {}
                        Symbolic::Known(_) => return Ok(Symbolic::bool(false)),
                        _ => return Err(Trouble::Hard),
                    }
                }
                Ok(Symbolic::bool(true))
            }
            _ => Ok(Symbolic::bool(self.order(left, right)? == Ordering::Equal)),
        }
    }

    /// Whether a line is in a sparse set of numbers; `next` is the nearest member above or below a number that is none.
    fn sparse(
        &self,
        line: &Line,
        is_member: impl Fn(&Int) -> bool,
        next: impl Fn(&Int, Ordering) -> Result<Int, TooLarge>,
    ) -> Answer {
        if is_member(&line.base) {
            return if self.on.count > Int::ONE { Err(Trouble::Cut(Int::ONE)) } else { Ok(Symbolic::bool(true)) };
        }
        if line.base.is_zero() || line.slope.is_negative() && line.base <= Int::ONE {
            // Below the least member: one place more is enough to get away from it.
            return if self.on.count > Int::ONE { Err(Trouble::Cut(Int::ONE)) } else { Ok(Symbolic::bool(false)) };
        }
        let member = next(&line.base, line.slope.cmp(&Int::ZERO))?;
        match line.first_place_at(&member, self.on)? {
            Some(place) if place > Int::ZERO => Err(Trouble::Cut(place)),
            _ => Ok(Symbolic::bool(false)),
        }
    }

    /// Exclusive or, of numbers that must not be negative.
    pub fn xor(&self, left: &Symbolic, right: &Symbolic) -> Answer {
        let (mut known, mut lines) = (Int::ZERO, Vec::new());
        for side in [left, right] {
            match side {
                Symbolic::Known(Value::Int(int)) if !int.is_negative() => known = known.xor(int),
                Symbolic::Line(line) => {
                    if line.sign(self.on)? == Ordering::Less {
                        return Err(Trouble::Hard);
                    }
                    lines.push(line.clone());
                }
                Symbolic::Xor(more, others) => {
                    known = known.xor(more);
                    lines.extend(others.iter().cloned());
                }
                _ => return Err(Trouble::Hard),
            }
        }
        // What stands there twice is gone.
        let mut once: Vec<Line> = Vec::with_capacity(lines.len());
        for line in lines {
            match once.iter().position(|other| *other == line) {
                Some(place) => {
                    once.swap_remove(place);
                }
                None => once.push(line),
            }
        }
        Ok(match (known.is_zero(), once.len()) {
            (_, 0) => Symbolic::int(known),
            (true, 1) => Symbolic::Line(once.swap_remove(0)),
            _ => Symbolic::Xor(known, once),
        })
    }

    fn binary(&self, operator: BinaryOperator, left: Symbolic, right: Symbolic) -> Answer {
        match operator {
            BinaryOperator::Join => {
                let mut all = self.ordered(&left)?;
                all.extend(self.ordered(&right)?);
                Ok(Symbolic::list(all))
            }
            BinaryOperator::Xor => self.xor(&left, &right),
            BinaryOperator::Add | BinaryOperator::Subtract => {
                let sign = if operator == BinaryOperator::Add { Int::ONE } else { Int::Small(-1) };
                if let (Symbolic::Phi(of, plus), Some(right)) = (&left, right.as_line()) {
                    return Ok(Symbolic::Phi(of.clone(), plus.add(&right.times(&sign)?)?));
                }
                if let (Some(left), Symbolic::Phi(of, plus), BinaryOperator::Add) = (left.as_line(), &right, operator) {
                    return Ok(Symbolic::Phi(of.clone(), plus.add(&left)?));
                }
                let (left, right) = left.as_line().zip(right.as_line()).ok_or(Trouble::Hard)?;
                Ok(Symbolic::line(left.add(&right.times(&sign)?)?))
            }
            BinaryOperator::Multiply => match (left.as_int(), right.as_int()) {
                (Some(factor), _) => Ok(Symbolic::line(right.as_line().ok_or(Trouble::Hard)?.times(factor)?)),
                (_, Some(factor)) => Ok(Symbolic::line(left.as_line().ok_or(Trouble::Hard)?.times(factor)?)),
                _ => Err(Trouble::Hard),
            },
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                let line = left.as_line().ok_or(Trouble::Hard)?;
                let divisor = right.as_int().filter(|divisor| **divisor > Int::ZERO).ok_or(Trouble::Hard)?;
                let (whole, rest) = line.divide(divisor, self.on)?;
                Ok(Symbolic::line(if operator == BinaryOperator::Divide { whole } else { rest }))
            }
            BinaryOperator::Power => {
                let (base, exponent) = left.as_int().zip(right.as_int()).ok_or(Trouble::Hard)?;
                if exponent.is_negative() {
                    return Err(Trouble::Hard);
                }
                Ok(Symbolic::int(base.power(exponent)?))
            }
        }
    }

    fn natural(&self, value: &Symbolic) -> Result<Line, Trouble> {
        let line = value.as_line().ok_or(Trouble::Hard)?;
        if line.sign(self.on)? == Ordering::Less { Err(Trouble::Hard) } else { Ok(line) }
    }

    fn builtin(&self, builtin: Builtin, values: &[Symbolic]) -> Answer {
        match builtin {
            Builtin::Min | Builtin::Max => {
                let wanted = if builtin == Builtin::Min { Ordering::Less } else { Ordering::Greater };
                let mut best = values.first().cloned().ok_or(Trouble::Hard)?;
                for value in &values[1..] {
                    if self.order(value, &best)? == wanted {
                        best = value.clone();
                    }
                }
                Ok(best)
            }
            Builtin::Abs => {
                let line = values[0].as_line().ok_or(Trouble::Hard)?;
                let less = line.sign(self.on)? == Ordering::Less;
                Ok(Symbolic::line(if less { line.times(&Int::Small(-1))? } else { line }))
            }
            Builtin::Gcd => {
                let (a, b) = values[0].as_int().zip(values[1].as_int()).ok_or(Trouble::Hard)?;
                if a.is_negative() || b.is_negative() {
                    return Err(Trouble::Hard);
                }
                Ok(Symbolic::int(a.gcd(b)))
            }
            Builtin::Len | Builtin::Size => {
                let length = match &values[0] {
                    Symbolic::Known(value) => value.as_elements().ok_or(Trouble::Hard)?.len(),
                    Symbolic::List(elements) => elements.len(),
                    Symbolic::Bag(bag) => bag.elements.len(),
                    _ => return Err(Trouble::Hard),
                };
                Ok(Symbolic::int(Int::from(length)))
            }
            Builtin::Sort => {
                let bag = values[0].clone().bag();
                Ok(Symbolic::list(self.ordered(&bag)?))
            }
            Builtin::Reverse => {
                let mut all = self.ordered(&values[0])?;
                all.reverse();
                Ok(Symbolic::list(all))
            }
            Builtin::Isqrt | Builtin::FloorPhi | Builtin::IsFibonacci | Builtin::Popcount => {
                let line = self.natural(&values[0])?;
                let known = line.slope.is_zero();
                match builtin {
                    Builtin::Isqrt if known => Ok(Symbolic::int(line.base.isqrt())),
                    Builtin::Isqrt => Ok(Symbolic::Root(line)),
                    Builtin::FloorPhi if known => Ok(Symbolic::int(floor_phi(&line.base)?)),
                    Builtin::FloorPhi => Ok(Symbolic::Phi(line, Line::constant(Int::ZERO))),
                    Builtin::Popcount if known => Ok(Symbolic::int(Int::from(u128::from(line.base.popcount())))),
                    Builtin::Popcount => Ok(Symbolic::Ones(line)),
                    _ if known => Ok(Symbolic::bool(is_fibonacci(&line.base)?)),
                    _ => self.sparse(&line, |number| is_fibonacci(number).unwrap_or(false), next_fibonacci),
                }
            }
            Builtin::Bit => {
                let line = self.natural(&values[0])?;
                let index = values[1].as_int().and_then(Int::to_usize).ok_or(Trouble::Hard)?;
                let power = Int::Small(2).power(&Int::from(index))?;
                let (shifted, _) = line.divide(&power, self.on)?;
                let (_, digit) = shifted.divide(&Int::Small(2), self.on)?;
                Ok(Symbolic::line(digit))
            }
            Builtin::NimProduct => {
                let (a, b) = values[0].as_int().zip(values[1].as_int()).ok_or(Trouble::Hard)?;
                if a.is_negative() || b.is_negative() {
                    return Err(Trouble::Hard);
                }
                Ok(Symbolic::int(nim_product(a, b)?))
            }
            Builtin::Reachable | Builtin::Attached => Err(Trouble::Hard),
            Builtin::FoldList(fold) => {
                let mut gathered = Gathered::new(fold);
                for value in self.gathered_from(fold, &values[0])? {
                    self.meter.step().map_err(|_| Trouble::Hard)?;
                    if !gathered.take(self, value)? {
                        break;
                    }
                }
                gathered.finish()
            }
        }
    }

    /// Goes through all choices of binders; `visit` answers whether to go on.
    fn each(
        &self,
        binders: &[Binder],
        filter: Option<&Expr>,
        locals: &mut Vec<Symbolic>,
        fold: Fold,
        visit: &mut dyn FnMut(&mut Vec<Symbolic>) -> Result<bool, Trouble>,
    ) -> Result<bool, Trouble> {
        let Some((first, rest)) = binders.split_first() else {
            if let Some(filter) = filter
                && !self.holds(filter, locals)?
            {
                return Ok(true);
            }
            return visit(locals);
        };
        let mut one = |value: Symbolic, locals: &mut Vec<Symbolic>| {
            self.meter.step().map_err(|_| Trouble::Hard)?;
            locals.push(value);
            let goes_on = self.each(rest, filter, locals, fold, visit);
            locals.pop();
            goes_on
        };
        match &first.over {
            Over::Is(expr) => {
                let value = self.value(expr, locals)?;
                one(value, locals)
            }
            Over::Each(Domain::Of(list)) => {
                let list = self.value(list, locals)?;
                let all = self.gathered_from(fold, &list)?;
                for value in all {
                    if !one(value, locals)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Over::Each(Domain::Range(low, high)) => {
                let mut at = self.int(low, locals)?;
                let high = self.int(high.as_ref().ok_or(Trouble::Hard)?, locals)?;
                while at <= high {
                    if !one(Symbolic::int(at.clone()), locals)? {
                        return Ok(false);
                    }
                    at = at.add(&Int::ONE)?;
                }
                Ok(true)
            }
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

/// The Fibonacci number next above or below a number that is none.
fn next_fibonacci(number: &Int, way: Ordering) -> Result<Int, TooLarge> {
    let (mut low, mut high) = (Int::ONE, Int::Small(2));
    while high < *number {
        let next = low.add(&high)?;
        low = high;
        high = next;
    }
    Ok(if way == Ordering::Greater { high } else { low })
}

/// What a fold has gathered so far.
struct Gathered {
    fold: Fold,
    value: Option<Symbolic>,
    list: Vec<Symbolic>,
}

impl Gathered {
    fn new(fold: Fold) -> Gathered {
        let value = match fold {
            Fold::Sum | Fold::Count | Fold::Xor => Some(Symbolic::int(Int::ZERO)),
            Fold::Any => Some(Symbolic::bool(false)),
            Fold::All => Some(Symbolic::bool(true)),
            Fold::Min | Fold::Max | Fold::List => None,
        };
        Gathered { fold, value, list: Vec::new() }
    }

    /// One value more; answers whether to go on.
    fn take(&mut self, scene: &Scene, next: Symbolic) -> Result<bool, Trouble> {
        let so_far = self.value.take();
        let value = match (self.fold, so_far) {
            (Fold::List, _) => {
                self.list.push(next);
                return Ok(true);
            }
            (Fold::Sum, Some(so_far)) => scene.binary(BinaryOperator::Add, so_far, next)?,
            (Fold::Xor, Some(so_far)) => scene.xor(&so_far, &next)?,
            (Fold::Count, Some(so_far)) => match next {
                Symbolic::Known(Value::Bool(true)) => {
                    scene.binary(BinaryOperator::Add, so_far, Symbolic::int(Int::ONE))?
                }
                Symbolic::Known(Value::Bool(false)) => so_far,
                _ => return Err(Trouble::Hard),
            },
            (Fold::Any | Fold::All, Some(so_far)) => match next {
                Symbolic::Known(Value::Bool(truth)) if truth == (self.fold == Fold::Any) => {
                    self.value = Some(Symbolic::bool(truth));
                    return Ok(false);
                }
                Symbolic::Known(Value::Bool(_)) => so_far,
                _ => return Err(Trouble::Hard),
            },
            (Fold::Min | Fold::Max, None) => next,
            (Fold::Min, Some(so_far)) if scene.order(&next, &so_far)? == Ordering::Less => next,
            (Fold::Max, Some(so_far)) if scene.order(&next, &so_far)? == Ordering::Greater => next,
            (_, Some(so_far)) => so_far,
            (_, None) => return Err(Trouble::Hard),
        };
        self.value = Some(value);
        Ok(true)
    }

    fn finish(self) -> Answer {
        if self.fold == Fold::List {
            return Ok(Symbolic::list(self.list));
        }
        self.value.ok_or(Trouble::Hard)
    }
}
