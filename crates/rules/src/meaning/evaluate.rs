//! The value of an expression at a position. The reference: slow and simple.

use crate::arithmetic::{floor_phi, is_fibonacci, nim_product};
use crate::ast::{BinaryOperator, Comparison};
use crate::factors;
use crate::fault::{Fault, FaultClass};
use crate::game::{Binder, Builtin, Domain, Expr, Fold, Form, Game, Over};
use crate::int::{Int, TooLarge};
use crate::limits::MAX_ELEMENTS;
use crate::meter::Meter;
use crate::span::Span;
use crate::value::{Side, Value};
use grundy_message::{Message, message};
use grundy_value::limits::MAX_BITS;
use std::sync::Arc;

/// The meaning of names at a position.
pub struct Env<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The givens known at this point.
    pub givens: &'a [Value],
    /// The components known at this point.
    pub part: &'a [Value],
    /// The player to move.
    pub mover: Option<Side>,
    /// Counts the work.
    pub meter: &'a Meter<'a>,
}

/// Whether to continue a walk over binders.
pub enum Walk {
    /// Continue with the next choice.
    On,
    /// Stop: the result is known.
    Enough,
}

type Locals = Vec<Value>;

impl Env<'_> {
    /// Returns the value of an expression. `locals` is its frame: binders and arguments.
    pub fn value(&self, expr: &Expr, locals: &mut Locals) -> Result<Value, Fault> {
        self.meter.step()?;
        Ok(match &expr.form {
            Form::Int(int) => Value::Int(int.clone()),
            Form::Bool(bool) => Value::Bool(*bool),
            Form::Symbol(symbol) => Value::Symbol(*symbol),
            Form::Component(index) => self.part[*index].clone(),
            Form::Given(index) => self.givens[*index].clone(),
            Form::Local(index) => locals[*index].clone(),
            Form::Mover | Form::Other => {
                let players = self.game.players.expect("`mover` was checked to stand in a game with players");
                let mover = self.mover.expect("`mover` was checked to stand where somebody is to move");
                let side = if expr.form == Form::Mover { mover } else { mover.other() };
                Value::Symbol(players[side.index()])
            }
            Form::If(condition, yes, no) => {
                return self.value(if self.holds(condition, locals)? { yes } else { no }, locals);
            }
            Form::Or(terms) => {
                for term in terms {
                    if self.holds(term, locals)? {
                        return Ok(Value::Bool(true));
                    }
                }
                Value::Bool(false)
            }
            Form::And(terms) => {
                for term in terms {
                    if !self.holds(term, locals)? {
                        return Ok(Value::Bool(false));
                    }
                }
                Value::Bool(true)
            }
            Form::Not(inner) => Value::Bool(!self.holds(inner, locals)?),
            Form::Compare(operands, signs) => {
                let mut left = self.value(&operands[0], locals)?;
                for (operand, sign) in operands[1..].iter().zip(signs) {
                    let right = self.value(operand, locals)?;
                    self.meter.charge(size(&left).min(size(&right)))?;
                    let holds = match sign {
                        Comparison::Equal => left == right,
                        Comparison::Unequal => left != right,
                        Comparison::Less => left < right,
                        Comparison::AtMost => left <= right,
                        Comparison::Greater => left > right,
                        Comparison::AtLeast => left >= right,
                    };
                    if !holds {
                        return Ok(Value::Bool(false));
                    }
                    left = right;
                }
                Value::Bool(true)
            }
            Form::In(inner, domain) => {
                let value = self.value(inner, locals)?;
                Value::Bool(match &**domain {
                    Domain::Range(low, high) => {
                        let low = self.value(low, locals)?;
                        let high = high.as_ref().map(|high| self.value(high, locals)).transpose()?;
                        value >= low && high.is_none_or(|high| value <= high)
                    }
                    Domain::Of(list) => {
                        let list = self.value(list, locals)?;
                        self.meter.charge(elements(&list).len())?;
                        elements(&list).contains(&value)
                    }
                })
            }
            Form::Binary(operator, left, right) => {
                let left = self.value(left, locals)?;
                let right = self.value(right, locals)?;
                self.binary(*operator, left, right, expr.span)?
            }
            Form::Negate(inner) => Value::Int(self.int(inner, locals)?.negate()),
            Form::Index(..) => self.cell(expr, locals)?,
            Form::Slice(list, from, to) => {
                let list = self.value(list, locals)?;
                let list = elements(&list);
                let from = self.int(from, locals)?;
                let to = match to {
                    Some(to) => self.int(to, locals)?,
                    None => Int::from(list.len()).subtract(&Int::ONE).map_err(|error| too_large(error, expr.span))?,
                };
                if to < from {
                    return Ok(Value::list(Vec::new()));
                }
                match (from.to_usize(), to.to_usize().filter(|to| *to < list.len())) {
                    (Some(from), Some(to)) => {
                        self.meter.charge(to - from)?;
                        Value::list(list[from..=to].to_vec())
                    }
                    _ => {
                        let length = list.len();
                        return Err(Fault::new(
                            FaultClass::Index,
                            message!(
                                "the slice {number}..{number_last} is outside a list of length {count}",
                                number = from,
                                number_last = to,
                                count = length
                            ),
                            Some(expr.span),
                        )
                        .hint(message!("indices run from 0 to len - 1; both ends of a slice belong to it")));
                    }
                }
            }
            Form::Builtin(builtin, arguments) => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.value(argument, locals)?);
                }
                self.builtin(*builtin, &values, expr.span)?
            }
            Form::Apply(function, arguments) => {
                let mut frame = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    frame.push(self.value(argument, locals)?);
                }
                return self.value(&self.game.functions[*function].body, &mut frame);
            }
            Form::Fold { fold, body, binders, filter } => {
                let mut gathered = Gathered::new(*fold);
                self.each(binders, filter.as_deref(), locals, &mut |locals| {
                    let value = self.value(body, locals)?;
                    gathered.take(value, body.span)
                })?;
                gathered.finish(expr.span)?
            }
            Form::List(all) => Value::list(all.iter().map(|expr| self.value(expr, locals)).collect::<Result<_, _>>()?),
            Form::Set(all) => Value::set(all.iter().map(|expr| self.value(expr, locals)).collect::<Result<_, _>>()?),
        })
    }

    /// Returns an element of nested lists: all indices are evaluated before the list is accessed, so that only the cell is copied.
    fn cell(&self, expr: &Expr, locals: &mut Locals) -> Result<Value, Fault> {
        let mut indices = Vec::new();
        let mut base = expr;
        while let Form::Index(list, index) = &base.form {
            indices.push((self.int(index, locals)?, base.span));
            base = list;
        }
        let computed;
        let mut cell = match &base.form {
            Form::Component(slot) => &self.part[*slot],
            Form::Given(slot) => &self.givens[*slot],
            Form::Local(slot) => &locals[*slot],
            _ => {
                computed = self.value(base, locals)?;
                &computed
            }
        };
        while let Some((at, span)) = indices.pop() {
            let list = elements(cell);
            cell = match at.to_usize().filter(|at| *at < list.len()) {
                Some(at) => &list[at],
                None => return Err(outside(&at, list.len(), span)),
            };
        }
        Ok(cell.clone())
    }

    /// Evaluates a condition.
    pub fn holds(&self, expr: &Expr, locals: &mut Locals) -> Result<bool, Fault> {
        match self.value(expr, locals)? {
            Value::Bool(bool) => Ok(bool),
            _ => unreachable!("the condition was checked to be true or false"),
        }
    }

    /// Evaluates a number.
    pub fn int(&self, expr: &Expr, locals: &mut Locals) -> Result<Int, Fault> {
        match self.value(expr, locals)? {
            Value::Int(int) => Ok(int),
            _ => unreachable!("the expression was checked to be a number"),
        }
    }

    /// Visits all choices of the binders for which the filter holds, first binder slowest.
    pub fn each(
        &self,
        binders: &[Binder],
        filter: Option<&Expr>,
        locals: &mut Locals,
        visit: &mut dyn FnMut(&mut Locals) -> Result<Walk, Fault>,
    ) -> Result<Walk, Fault> {
        let Some((first, rest)) = binders.split_first() else {
            if let Some(filter) = filter
                && !self.holds(filter, locals)?
            {
                return Ok(Walk::On);
            }
            return visit(locals);
        };
        let mut visit_one = |value: Value, locals: &mut Locals| {
            self.meter.step()?;
            locals.push(value);
            let walk = self.each(rest, filter, locals, visit);
            locals.pop();
            walk
        };
        match &first.over {
            Over::Is(expr) => {
                let value = self.value(expr, locals)?;
                visit_one(value, locals)
            }
            Over::If(condition) if self.holds(condition, locals)? => visit_one(Value::Bool(true), locals),
            Over::If(_) => Ok(Walk::On),
            Over::Each(Domain::Of(list)) => {
                let list = self.value(list, locals)?;
                for value in elements(&list) {
                    if let Walk::Enough = visit_one(value.clone(), locals)? {
                        return Ok(Walk::Enough);
                    }
                }
                Ok(Walk::On)
            }
            Over::Each(Domain::Range(low, high)) => {
                let mut at = self.int(low, locals)?;
                let high = high.as_ref().expect("a binder's range was checked to have an upper end");
                let high = self.int(high, locals)?;
                while at <= high {
                    if let Walk::Enough = visit_one(Value::Int(at.clone()), locals)? {
                        return Ok(Walk::Enough);
                    }
                    at = at.add(&Int::ONE).map_err(|error| too_large(error, low.span))?;
                }
                Ok(Walk::On)
            }
        }
    }

    fn binary(&self, operator: BinaryOperator, left: Value, right: Value, span: Span) -> Result<Value, Fault> {
        let (a, b) = match (left, right) {
            (Value::Int(a), Value::Int(b)) => (a, b),
            (Value::List(mut a), Value::List(b)) if operator == BinaryOperator::Compound => {
                if a.len() + b.len() > MAX_ELEMENTS {
                    return Err(too_long(span));
                }
                self.meter.charge(a.len() + b.len())?;
                Arc::make_mut(&mut a).extend(b.iter().cloned());
                return Ok(Value::List(a));
            }
            _ => unreachable!("the operands were checked"),
        };
        self.meter.charge(effort(&a, &b))?;
        let wrong = |message: Message| Fault::new(FaultClass::Arithmetic, message, Some(span));
        let divisor = || {
            if b.is_zero() {
                wrong(message!("{number} {sign} 0: division by zero", number = a, sign = operator.sign()))
            } else {
                wrong(message!(
                    "{number} {sign} {divisor}: division by a negative number",
                    number = a,
                    sign = operator.sign(),
                    divisor = b
                ))
            }
        };
        Ok(Value::Int(match operator {
            BinaryOperator::Add => a.add(&b).map_err(|error| too_large(error, span))?,
            BinaryOperator::Subtract => a.subtract(&b).map_err(|error| too_large(error, span))?,
            BinaryOperator::Multiply => a.multiply(&b).map_err(|error| too_large(error, span))?,
            BinaryOperator::Divide => a.divide(&b).ok_or_else(divisor)?,
            BinaryOperator::Remainder => a.remainder(&b).ok_or_else(divisor)?,
            BinaryOperator::Power if b.is_negative() => {
                return Err(wrong(message!(
                    "{number} ** {power}: a negative power is not a whole number",
                    number = a,
                    power = b
                )));
            }
            BinaryOperator::Power => a.power(&b).map_err(|error| too_large(error, span))?,
            BinaryOperator::Xor if a.is_negative() || b.is_negative() => {
                return Err(wrong(message!(
                    "{number} ^ {other}: xor is of numbers that are not negative",
                    number = a,
                    other = b
                )));
            }
            BinaryOperator::Xor => a.xor(&b),
            BinaryOperator::BitAnd | BinaryOperator::BitOr if a.is_negative() || b.is_negative() => {
                return Err(wrong(message!(
                    "{number} {sign} {other}: `{sign}` is of numbers that are not negative",
                    number = a,
                    sign = operator.sign(),
                    other = b
                )));
            }
            BinaryOperator::BitAnd => a.bit_and(&b),
            BinaryOperator::BitOr => a.bit_or(&b),
            BinaryOperator::Compound => unreachable!("`++` was checked to join lists"),
        }))
    }

    fn builtin(&self, builtin: Builtin, values: &[Value], span: Span) -> Result<Value, Fault> {
        let int = |slot: usize| values[slot].as_int().expect("the argument was checked to be a number");
        let natural = |slot: usize, name: &str| {
            let int = int(slot);
            if int.is_negative() {
                Err(Fault::new(
                    FaultClass::Arithmetic,
                    message!("{name} of the negative number {number}", name, number = int),
                    Some(span),
                ))
            } else {
                Ok(int)
            }
        };
        let positive = |slot: usize, name: &str| {
            let int = natural(slot, name)?;
            if int.is_zero() {
                return Err(Fault::new(FaultClass::Arithmetic, message!("{name} of 0", name), Some(span))
                    .hint(message!("it is of numbers from 1 up")));
            }
            Ok(int)
        };
        let base = |slot: usize| {
            let int = int(slot);
            if *int <= Int::ONE {
                let message = message!("the base {number} is below 2", number = int);
                return Err(Fault::new(FaultClass::Arithmetic, message, Some(span)));
            }
            Ok(int)
        };
        let large = |error| too_large(error, span);
        for value in values {
            self.meter.charge(match value {
                Value::Int(int) => effort(int, int),
                // The length is known without visiting the list.
                _ if matches!(builtin, Builtin::Len | Builtin::Size) => 1,
                // Sorting is the most expensive operation on a list.
                value => size(value).saturating_mul(4),
            })?;
        }
        Ok(match builtin {
            Builtin::Min => values.iter().min().cloned().expect("two or more were checked to stand here"),
            Builtin::Max => values.iter().max().cloned().expect("two or more were checked to stand here"),
            Builtin::Abs => Value::Int(int(0).abs()),
            Builtin::Gcd | Builtin::Lcm => self.multiples(builtin, values, span)?,
            Builtin::Len | Builtin::Size => Value::Int(Int::from(elements(&values[0]).len())),
            Builtin::Sort => Value::bag(elements(&values[0]).to_vec()),
            Builtin::Reverse => Value::list(elements(&values[0]).iter().rev().cloned().collect()),
            Builtin::Isqrt => Value::Int(natural(0, "isqrt")?.isqrt()),
            Builtin::FloorPhi => Value::Int(floor_phi(natural(0, "floor_phi")?).map_err(large)?),
            Builtin::IsFibonacci => Value::Bool(is_fibonacci(natural(0, "is_fibonacci")?).map_err(large)?),
            Builtin::Bit => {
                let number = natural(0, "bit")?;
                let set = natural(1, "bit")?.to_usize().is_some_and(|index| number.bit(index));
                Value::from(i64::from(set))
            }
            Builtin::Popcount => Value::Int(Int::Small(natural(0, "popcount")?.popcount() as i64)),
            Builtin::NimProduct => {
                Value::Int(nim_product(natural(0, "nim_product")?, natural(1, "nim_product")?).map_err(|TooLarge| {
                    Fault::new(
                        FaultClass::Arithmetic,
                        message!("nim products are of numbers below 2 ** 128"),
                        Some(span),
                    )
                })?)
            }
            Builtin::IsPrime => {
                let number = self.word(natural(0, "is_prime")?, "is_prime", span)?;
                self.meter.charge(64)?;
                Value::Bool(factors::is_prime(number))
            }
            Builtin::PrimeFactors => {
                let number = self.word(positive(0, "prime_factors")?, "prime_factors", span)?;
                self.charge_factors(number)?;
                words(factors::prime_factors(number))
            }
            Builtin::Divisors => {
                let number = self.word(positive(0, "divisors")?, "divisors", span)?;
                self.charge_factors(number)?;
                self.meter.charge(factors::divisor_count(number).saturating_mul(4))?;
                words(factors::divisors(number))
            }
            Builtin::Valuation => {
                let (mut rest, base) = (positive(0, "valuation")?.clone(), base(1)?);
                let mut count = 0i64;
                while rest.remainder(base).is_some_and(|left| left.is_zero()) {
                    self.meter.charge(1 + effort(&rest, base))?;
                    rest = rest.divide(base).unwrap_or(Int::ONE);
                    count += 1;
                }
                Value::from(count)
            }
            Builtin::IsSquare => {
                let number = natural(0, "is_square")?;
                let root = number.isqrt();
                Value::Bool(root.multiply(&root).map_err(large)? == *number)
            }
            Builtin::Log2 => Value::Int(Int::from(positive(0, "log2")?.bits() - 1)),
            Builtin::Digits => {
                let (mut rest, base) = (natural(0, "digits")?.clone(), base(1)?);
                let mut digits = Vec::new();
                // Even 0 is written with a digit.
                while digits.is_empty() || !rest.is_zero() {
                    self.meter.charge(1 + effort(&rest, base))?;
                    digits.push(Value::Int(rest.remainder(base).unwrap_or(Int::ZERO)));
                    rest = rest.divide(base).unwrap_or(Int::ZERO);
                }
                Value::list(digits)
            }
            Builtin::FloorSqrt => {
                let (under, times) = (natural(0, "floor_sqrt")?, natural(1, "floor_sqrt")?);
                let square = times.multiply(times).and_then(|square| square.multiply(under)).map_err(large)?;
                Value::Int(square.isqrt())
            }
            Builtin::Reachable => self.reachable(elements(&values[0]), int(1), span)?,
            Builtin::Attached => self.attached(elements(&values[0]), elements(&values[1]), int(2), span)?,
            Builtin::FoldList(fold) => {
                let mut gathered = Gathered::new(fold);
                for value in elements(&values[0]) {
                    self.meter.step()?;
                    if let Walk::Enough = gathered.take(value.clone(), span)? {
                        break;
                    }
                }
                gathered.finish(span)?
            }
        })
    }

    /// Returns the greatest common divisor or the least common multiple of numbers, or of the elements of one list.
    fn multiples(&self, builtin: Builtin, values: &[Value], span: Span) -> Result<Value, Fault> {
        let name = if builtin == Builtin::Gcd { "gcd" } else { "lcm" };
        let all = match values {
            [list] => elements(list),
            numbers => numbers,
        };
        let mut result = if builtin == Builtin::Gcd { Int::ZERO } else { Int::ONE };
        for value in all {
            let next = value.as_int().expect("the argument was checked to be a number");
            if next.is_negative() {
                let message = message!("{name} of the negative number {number}", name, number = next);
                return Err(Fault::new(FaultClass::Arithmetic, message, Some(span)));
            }
            self.meter.charge(effort(&result, next))?;
            result = match builtin {
                Builtin::Gcd => result.gcd(next),
                _ => result.lcm(next).map_err(|error| too_large(error, span))?,
            };
        }
        Ok(Value::Int(result))
    }

    /// Returns a number that is small enough to be factored.
    fn word(&self, number: &Int, name: &str, span: Span) -> Result<u64, Fault> {
        number.to_u64().ok_or_else(|| {
            Fault::new(FaultClass::Arithmetic, message!("{name} is of numbers below 2 ** 64", name), Some(span))
        })
    }

    /// Counts the steps of factoring a number: about the root of its least prime factor, which is at most its own root.
    fn charge_factors(&self, number: u64) -> Result<(), Fault> {
        self.meter.charge(2 * number.isqrt().isqrt() as usize)
    }

    /// Returns a bool for each node: whether it can be reached from `from` along the adjacency lists.
    fn reachable(&self, next: &[Value], from: &Int, span: Span) -> Result<Value, Fault> {
        let node = |int: &Int| {
            int.to_usize().filter(|node| *node < next.len()).ok_or_else(|| {
                Fault::new(
                    FaultClass::Index,
                    message!("there is no node {number} among {count}", number = int, count = next.len()),
                    Some(span),
                )
            })
        };
        let mut reached = vec![false; next.len()];
        let first = node(from)?;
        reached[first] = true;
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            for target in elements(&next[at]) {
                self.meter.step()?;
                let target = node(target.as_int().expect("adjacency lists were checked to hold numbers"))?;
                if !reached[target] {
                    reached[target] = true;
                    open.push(target);
                }
            }
        }
        Ok(Value::list(reached.into_iter().map(Value::Bool).collect()))
    }

    /// Returns a bool for each edge `[u, v]`: whether it is alive and connected to the root by living edges.
    fn attached(&self, edges: &[Value], alive: &[Value], root: &Int, span: Span) -> Result<Value, Fault> {
        if edges.len() != alive.len() {
            return Err(Fault::new(
                FaultClass::Index,
                message!(
                    "{count} edges, but {count_said} of them said to be alive or not",
                    count = edges.len(),
                    count_said = alive.len()
                ),
                Some(span),
            ));
        }
        let mut ends = Vec::with_capacity(edges.len());
        for edge in edges {
            match elements(edge) {
                [Value::Int(u), Value::Int(v)] => ends.push((u, v)),
                other => {
                    return Err(Fault::new(
                        FaultClass::Index,
                        message!("an edge has two ends, not {count}", count = other.len()),
                        Some(span),
                    ));
                }
            }
        }
        let mut beside: std::collections::HashMap<&Int, Vec<usize>> = std::collections::HashMap::new();
        for (index, (u, v)) in ends.iter().enumerate() {
            if alive[index] == Value::Bool(true) {
                beside.entry(u).or_default().push(index);
                beside.entry(v).or_default().push(index);
            }
        }
        let mut joined = vec![false; edges.len()];
        let mut reached = std::collections::HashSet::from([root]);
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            for &index in beside.get(node).into_iter().flatten() {
                self.meter.step()?;
                joined[index] = true;
                for end in [ends[index].0, ends[index].1] {
                    if reached.insert(end) {
                        open.push(end);
                    }
                }
            }
        }
        Ok(Value::list(joined.into_iter().map(Value::Bool).collect()))
    }
}

/// The accumulator of a fold.
struct Gathered {
    fold: Fold,
    value: Option<Value>,
    list: Vec<Value>,
    /// Number of elements of the list, including those of nested lists.
    weight: usize,
}

impl Gathered {
    fn new(fold: Fold) -> Gathered {
        let value = match fold {
            Fold::Sum | Fold::Count | Fold::Xor => Some(Value::from(0)),
            Fold::Any => Some(Value::Bool(false)),
            Fold::All => Some(Value::Bool(true)),
            Fold::Min | Fold::Max | Fold::List => None,
        };
        Gathered { fold, value, list: Vec::new(), weight: 0 }
    }

    fn take(&mut self, next: Value, span: Span) -> Result<Walk, Fault> {
        let partial = self.value.take();
        self.value = Some(match (self.fold, partial, next) {
            (Fold::Sum, Some(Value::Int(a)), Value::Int(b)) => {
                Value::Int(a.add(&b).map_err(|error| too_large(error, span))?)
            }
            (Fold::Xor, Some(Value::Int(a)), Value::Int(b)) => {
                if b.is_negative() {
                    let message = message!("xor of the negative number {number}", number = b);
                    return Err(Fault::new(FaultClass::Arithmetic, message, Some(span)));
                }
                Value::Int(a.xor(&b))
            }
            (Fold::Count, Some(Value::Int(a)), Value::Bool(counts)) => {
                let more = if counts { Int::ONE } else { Int::ZERO };
                Value::Int(a.add(&more).map_err(|error| too_large(error, span))?)
            }
            (Fold::Any, _, Value::Bool(true)) => {
                self.value = Some(Value::Bool(true));
                return Ok(Walk::Enough);
            }
            (Fold::All, _, Value::Bool(false)) => {
                self.value = Some(Value::Bool(false));
                return Ok(Walk::Enough);
            }
            (Fold::Any | Fold::All, partial, _) => {
                self.value = partial;
                return Ok(Walk::On);
            }
            (Fold::Min, partial, next) => partial.map_or(next.clone(), |value| value.min(next)),
            (Fold::Max, partial, next) => partial.map_or(next.clone(), |value| value.max(next)),
            (Fold::List, _, next) => {
                self.weight += 1 + weight(&next);
                if self.weight > MAX_ELEMENTS {
                    return Err(too_long(span));
                }
                self.list.push(next);
                return Ok(Walk::On);
            }
            _ => unreachable!("what is gathered was checked"),
        });
        Ok(Walk::On)
    }

    fn finish(self, span: Span) -> Result<Value, Fault> {
        if self.fold == Fold::List {
            return Ok(Value::list(self.list));
        }
        self.value.ok_or_else(|| {
            let message = match self.fold {
                Fold::Min => message!("the least of nothing"),
                _ => message!("the greatest of nothing"),
            };
            Fault::new(FaultClass::Index, message, Some(span))
                .hint(message!("ask first whether there is anything, with `if … then … else …`"))
        })
    }
}

/// Returns the number of elements of a list; 0 for anything else.
fn size(value: &Value) -> usize {
    value.as_elements().map_or(0, <[Value]>::len)
}

/// Returns the number of elements of a list, including those of nested lists.
fn weight(value: &Value) -> usize {
    value.as_elements().map_or(0, |list| list.iter().map(|value| 1 + weight(value)).sum())
}

/// Returns the approximate cost in steps of an operation on two numbers: 0 for machine words.
fn effort(a: &Int, b: &Int) -> usize {
    match (a, b) {
        (Int::Small(_), Int::Small(_)) => 0,
        _ => (a.bits() / 64 + 1) * (b.bits() / 64 + 1),
    }
}

fn words(all: Vec<u64>) -> Value {
    Value::list(all.into_iter().map(|word| Value::Int(Int::from(u128::from(word)))).collect())
}

fn elements(value: &Value) -> &[Value] {
    value.as_elements().expect("the value was checked to have elements")
}

fn outside(at: &Int, length: usize, span: Span) -> Fault {
    let message = if at.is_negative() {
        message!("the negative index {number}", number = at)
    } else {
        message!("the index {number} is outside a list of length {number_length}", number = at, number_length = length)
    };
    Fault::new(FaultClass::Index, message, Some(span)).hint(message!("indices run from 0 to len - 1"))
}

fn too_large(_: TooLarge, span: Span) -> Fault {
    Fault::new(
        FaultClass::Arithmetic,
        message!("a number of more than {count} binary digits", count = MAX_BITS),
        Some(span),
    )
    .hint(message!("the rules make a number too large to work with"))
}

fn too_long(span: Span) -> Fault {
    Fault::new(
        FaultClass::Arithmetic,
        message!("a list of more than {count} elements", count = MAX_ELEMENTS),
        Some(span),
    )
    .hint(message!("the rules make a list too long to work with"))
}
