//! Lowers expressions to code that computes their values.

use super::builder::Number;
use super::list::{Element, List};
use super::{Locals, Lowering, MAX_EXPRESSIONS, MAX_INSTRUCTIONS, Operand, Wanted};
use crate::code::{Arithmetic, Helper, Instruction, Test};
use crate::encode::code_of;
use grundy_message::{Message, message};
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Binder, Builtin, Expr, Fold, Form, Kind};
use grundy_rules::{Meter, Part, Value};
use std::sync::Arc;

/// Maximum number of steps to evaluate an expression of givens alone.
const CONSTANT_STEPS: u64 = 1_000_000;

impl Lowering<'_> {
    /// Lowers a number, a truth value or a symbol.
    pub(super) fn number(&mut self, expr: &Expr, locals: &mut Locals) -> Result<Number, Message> {
        match self.operand(expr, locals)? {
            Operand::Number(number) => Ok(number),
            _ => Err(Message::text("a list where a number is needed")),
        }
    }

    /// Lowers any expression.
    pub(super) fn operand(&mut self, expr: &Expr, locals: &mut Locals) -> Result<Operand, Message> {
        // Functions that call one another twice grow exponentially when each call is inlined.
        self.expressions += 1;
        if self.expressions > MAX_EXPRESSIONS || self.builder.len() > MAX_INSTRUCTIONS {
            return Err(message!("the compiled rules would be too long"));
        }
        let number = |number: Number| Ok(Operand::Number(number));
        match &expr.form {
            Form::Int(int) => match int.to_i64() {
                Some(value) => number(Number::constant(value)),
                None => Err(message!("a number of the rules is larger than a machine word")),
            },
            Form::Bool(truth) => number(Number::constant(i64::from(*truth))),
            Form::Symbol(symbol) => number(Number::constant(i64::from(symbol.0))),
            Form::Component(slot) => {
                self.part.get(*slot).cloned().ok_or_else(|| Message::text("a component that is not there yet"))
            }
            Form::Given(slot) => Ok(self.givens[*slot].clone()),
            Form::Local(slot) => Ok(locals[*slot].clone()),
            Form::Mover | Form::Other => {
                let (Some(players), Some(mover)) = (self.game.players, self.mover) else {
                    return Err(Message::text("`mover` where nobody is to move"));
                };
                let side = if expr.form == Form::Mover { mover } else { mover.other() };
                number(Number::constant(i64::from(players[side.index()].0)))
            }
            Form::If(condition, yes, no) => self.conditional(condition, yes, no, locals),
            Form::Or(_) | Form::And(_) | Form::Not(_) | Form::Compare(..) | Form::In(..) => {
                number(self.truth(expr, locals)?)
            }
            Form::Binary(BinaryOperator::Compound, left, right) => self.joined(left, right, locals),
            Form::Binary(operator, left, right) => {
                let left = self.number(left, locals)?;
                let right = self.number(right, locals)?;
                number(self.binary(*operator, left, right))
            }
            Form::Negate(inner) => {
                let inner = self.number(inner, locals)?;
                number(self.builder.compute(Arithmetic::Subtract, Number::constant(0), inner))
            }
            Form::Index(list, index) => {
                let at = self.number(index, locals)?;
                let list = self.operand(list, locals)?;
                let length = self.length(&list)?;
                let at = self.check_index(at, length);
                self.element(&list, at)
            }
            Form::Slice(list, from, to) => {
                let list = self.operand(list, locals)?;
                let list = self.in_memory(&list)?;
                let from = self.number(from, locals)?;
                let to = match to {
                    Some(to) => self.number(to, locals)?,
                    None => self.builder.compute(Arithmetic::Subtract, list.length, Number::constant(1)),
                };
                Ok(Operand::List(self.slice(&list, from, to)))
            }
            Form::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, locals),
            Form::Apply(function, arguments) => {
                let mut frame = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    frame.push(self.operand(argument, locals)?);
                }
                let game = self.game;
                self.operand(&game.functions[*function].body, &mut frame)
            }
            Form::Fold { fold: Fold::Any | Fold::All, .. } => number(self.truth(expr, locals)?),
            Form::Fold { fold: Fold::List, body, binders, filter } => {
                self.listed(body, binders, filter.as_deref(), locals)
            }
            Form::Fold { fold, body, binders, filter } => {
                number(self.folded(*fold, body, binders, filter.as_deref(), locals)?)
            }
            Form::List(all) => self.literal(all, locals),
            Form::Set(all) => {
                let constant = self.constant(expr, locals);
                match constant {
                    Some(Value::Set(elements)) => {
                        let (address, element) = self.remember(&elements)?;
                        let length = Number::constant(elements.len() as i64);
                        Ok(Operand::List(List { address, length, element }))
                    }
                    _ => {
                        let Operand::List(list) = self.literal(all, locals)? else {
                            return Err(Message::text("a set of lists"));
                        };
                        // Known elements lie among the constants, where others may read them as they are.
                        let list = self.copied(&list, 0)?;
                        let count = self.cell_count(&list)?;
                        let length =
                            self.builder.call(Helper::SortDistinct, &[list.address, count], 0, all.len() as i64);
                        Ok(Operand::List(List { length, ..list }))
                    }
                }
            }
        }
    }

    /// Evaluates an expression that reads givens alone.
    fn constant(&self, expr: &Expr, locals: &Locals) -> Option<Value> {
        if !locals.is_empty() || !self.game.depends([expr]).components.is_empty() {
            return None;
        }
        let nothing: Part = Arc::new(Vec::new());
        self.instance.evaluate(expr, &nothing, None, &Meter::steps(CONSTANT_STEPS)).ok()
    }

    /// Puts constant numbers into memory.
    fn remember(&mut self, elements: &[Value]) -> Result<(Number, Element), Message> {
        let codes: Vec<i64> = elements
            .iter()
            .map(|element| code_of(element).ok_or_else(|| Message::text("a set of lists")))
            .collect::<Result<_, _>>()?;
        self.remember_codes(&codes)
    }

    fn remember_codes(&mut self, codes: &[i64]) -> Result<(Number, Element), Message> {
        let (low, high) = super::list::code_range(codes);
        if self.memory.constants.len() + codes.len() > self.memory.literals_end {
            return Err(message!("the lists in the rules are too long to be compiled"));
        }
        // Unrolled code may contain the same list many times.
        let known = &self.memory.constants;
        let at = known.windows(codes.len().max(1)).position(|window| window == codes).unwrap_or(known.len());
        if at == known.len() {
            self.memory.constants.extend_from_slice(codes);
        }
        Ok((Number::constant(at as i64), Element::Cell { low, high }))
    }

    fn conditional(
        &mut self,
        condition: &Expr,
        yes: &Expr,
        no: &Expr,
        locals: &mut Locals,
    ) -> Result<Operand, Message> {
        match self.decided(condition, locals)? {
            Some(true) => return self.operand(yes, locals),
            Some(false) => return self.operand(no, locals),
            None => {}
        }
        let (otherwise, end) = (self.builder.label(), self.builder.label());
        self.branch(condition, Wanted::False, otherwise, locals)?;
        match self.operand(yes, locals)? {
            Operand::Number(first) => {
                let result = self.builder.variable(first);
                self.builder.push(Instruction::Jump(end));
                self.builder.index(otherwise);
                let second = self.number(no, locals)?;
                self.builder.assign(result, second);
                self.builder.index(end);
                let (low, high) = (first.low.min(second.low), first.high.max(second.high));
                Ok(Operand::Number(self.builder.number(result, low, high)))
            }
            list => {
                let first = self.in_memory(&list)?;
                let address = self.builder.variable(first.address);
                let length = self.builder.variable(first.length);
                self.builder.push(Instruction::Jump(end));
                self.builder.index(otherwise);
                let list = self.operand(no, locals)?;
                let second = self.in_memory(&list)?;
                self.builder.assign(address, second.address);
                self.builder.assign(length, second.length);
                self.builder.index(end);
                let element =
                    first.element.join(&second.element).ok_or_else(|| Message::text("lists of different kinds"))?;
                let span = |a: Number, b: Number| (a.low.min(b.low), a.high.max(b.high));
                let (low, high) = span(first.address, second.address);
                let address = self.builder.number(address, low, high);
                let (low, high) = span(first.length, second.length);
                let length = self.builder.number(length, low, high);
                Ok(Operand::List(List { address, length, element }))
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, a: Number, b: Number) -> Number {
        let zero = Number::constant(0);
        match operator {
            BinaryOperator::Add => self.builder.compute(Arithmetic::Add, a, b),
            BinaryOperator::Subtract => self.builder.compute(Arithmetic::Subtract, a, b),
            BinaryOperator::Multiply => self.builder.compute(Arithmetic::Multiply, a, b),
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                self.builder.trouble_if(Test::AtMost, b, zero);
                let b = b.within(1, i64::MAX);
                if b.low < 1 {
                    return self.builder.trouble();
                }
                let operation =
                    if operator == BinaryOperator::Divide { Arithmetic::Divide } else { Arithmetic::Remainder };
                self.builder.compute(operation, a, b)
            }
            BinaryOperator::Power => {
                self.builder.trouble_if(Test::Less, b, zero);
                self.builder.trouble_if(Test::Less, a, zero);
                self.builder.call(Helper::Power, &[a, b], 0, i64::MAX)
            }
            BinaryOperator::Xor | BinaryOperator::BitAnd | BinaryOperator::BitOr => {
                let operation = match operator {
                    BinaryOperator::BitAnd => Arithmetic::And,
                    BinaryOperator::BitOr => Arithmetic::Or,
                    _ => Arithmetic::Xor,
                };
                let (a, b) = (self.natural(a), self.natural(b));
                self.builder.words(operation, a, b)
            }
            BinaryOperator::Compound => unreachable!("lists are joined elsewhere"),
        }
    }

    fn joined(&mut self, left: &Expr, right: &Expr, locals: &mut Locals) -> Result<Operand, Message> {
        let left = self.operand(left, locals)?;
        let left = self.in_memory(&left)?;
        let right = self.operand(right, locals)?;
        let right = self.in_memory(&right)?;
        let element = match (left.length.high, right.length.high) {
            (0, _) => right.element.clone(),
            (_, 0) => left.element.clone(),
            _ => {
                left.element.join(&right.element).ok_or_else(|| Message::text("lists of different kinds are joined"))?
            }
        };
        let stride = Number::constant(element.stride());
        let room = left.length.high.saturating_add(right.length.high).saturating_mul(element.stride());
        let address = self.allocate(room)?;
        let first = self.builder.compute(Arithmetic::Multiply, left.length, stride);
        let second = self.builder.compute(Arithmetic::Multiply, right.length, stride);
        self.builder.call(Helper::Copy, &[left.address, address, first], 0, 0);
        let behind = self.builder.compute(Arithmetic::Add, address, first);
        self.builder.call(Helper::Copy, &[right.address, behind, second], 0, 0);
        let length = self.builder.compute(Arithmetic::Add, left.length, right.length);
        Ok(Operand::List(List { address, length, element }))
    }

    fn slice(&mut self, list: &List, from: Number, to: Number) -> List {
        let fine = self.builder.label();
        self.builder.branch(Test::Less, to, from, fine);
        self.builder.trouble_if(Test::Less, from, Number::constant(0));
        self.builder.trouble_if(Test::AtMost, list.length, to);
        self.builder.index(fine);
        let one_less = self.builder.compute(Arithmetic::Subtract, to, from);
        let length = self.builder.compute(Arithmetic::Add, one_less, Number::constant(1));
        let length = self.builder.compute(Arithmetic::Greatest, length, Number::constant(0));
        let length = length.within(0, list.length.high);
        // An empty slice may begin anywhere; nothing of it is read.
        let from = self.builder.compute(Arithmetic::Greatest, from, Number::constant(0));
        let from = self.builder.compute(Arithmetic::Least, from, list.length);
        let offset = self.builder.compute(Arithmetic::Multiply, from, Number::constant(list.element.stride()));
        let address = self.builder.compute(Arithmetic::Add, list.address, offset);
        List { address, length, element: list.element.clone() }
    }

    fn literal(&mut self, all: &[Expr], locals: &mut Locals) -> Result<Operand, Message> {
        let mut elements = Vec::with_capacity(all.len());
        for expr in all {
            elements.push(self.operand(expr, locals)?);
        }
        let known: Option<Vec<i64>> = elements
            .iter()
            .map(|element| match element {
                Operand::Number(number) => number.known(),
                _ => None,
            })
            .collect();
        let length = Number::constant(all.len() as i64);
        if let Some(codes) = known {
            let (address, element) = self.remember_codes(&codes)?;
            return Ok(Operand::List(List { address, length, element }));
        }
        self.gather(&elements)
    }

    /// Stores elements side by side in memory.
    fn gather(&mut self, elements: &[Operand]) -> Result<Operand, Message> {
        let mut element: Option<Element> = None;
        let mut lists = Vec::new();
        for operand in elements {
            let layout = match operand {
                Operand::Number(number) => Element::Cell { low: number.low, high: number.high },
                list => {
                    let list = self.in_memory(list)?;
                    let length = list
                        .length
                        .known()
                        .ok_or_else(|| Message::text("a list of lists whose lengths are not known"))?;
                    let row = Element::Row { length, element: Box::new(list.element.clone()) };
                    lists.push(list);
                    row
                }
            };
            element = Some(match element {
                None => layout,
                Some(element) => {
                    element.join(&layout).ok_or_else(|| Message::text("a list of lists of different lengths"))?
                }
            });
        }
        let element = element.unwrap_or(Element::Cell { low: 0, high: 0 });
        let address = self.allocate(element.stride().saturating_mul(elements.len() as i64))?;
        for (index, operand) in elements.iter().enumerate() {
            let offset = Number::constant(index as i64 * element.stride());
            let at = self.builder.compute(Arithmetic::Add, address, offset);
            match operand {
                Operand::Number(number) => self.builder.store(at, *number),
                _ => {
                    let count = Number::constant(element.stride());
                    self.builder.call(Helper::Copy, &[lists[index].address, at, count], 0, 0);
                }
            }
        }
        let length = Number::constant(elements.len() as i64);
        Ok(Operand::List(List { address, length, element }))
    }

    /// Lowers `[body for binders if filter]`.
    fn listed(
        &mut self,
        body: &Expr,
        binders: &[Binder],
        filter: Option<&Expr>,
        locals: &mut Locals,
    ) -> Result<Operand, Message> {
        let mark = self.builder.mark();
        let used = self.memory.used;
        let mut elements = Vec::new();
        let rounds = self.fixed_rounds(binders, filter, locals, &mut |lowering, locals| {
            elements.push(lowering.operand(body, locals)?);
            Ok(())
        })?;
        if rounds {
            return self.gather(&elements);
        }
        self.builder.back_to(&mark);
        self.memory.used = used;
        if matches!(body.kind, Kind::List(_) | Kind::Bag(_) | Kind::Set(_)) {
            return Err(Message::text("a list of lists whose length is not known"));
        }
        let count = self.builder.variable(Number::constant(0));
        let address = self.allocate(super::LITERAL_CELLS as i64)?;
        let max = Number::constant(super::LITERAL_CELLS as i64);
        self.filtered(binders, filter, locals, &mut |lowering, locals| {
            let value = lowering.number(body, locals)?;
            let partial = lowering.builder.number(count, 0, super::LITERAL_CELLS as i64);
            lowering.builder.trouble_if(Test::AtMost, max, partial);
            let at = lowering.builder.compute(Arithmetic::Add, address, partial);
            lowering.builder.store(at, value);
            lowering.builder.push(Instruction::ComputeConstant(Arithmetic::Add, count, count, 1));
            Ok(())
        })?;
        let length = self.builder.number(count, 0, super::LITERAL_CELLS as i64);
        Ok(Operand::List(List { address, length, element: Element::Cell { low: i64::MIN, high: i64::MAX } }))
    }

    /// Lowers a sum, a minimum, a maximum, a count or a xor.
    fn folded(
        &mut self,
        fold: Fold,
        body: &Expr,
        binders: &[Binder],
        filter: Option<&Expr>,
        locals: &mut Locals,
    ) -> Result<Number, Message> {
        let mark = self.builder.mark();
        let used = self.memory.used;
        let mut gathered: Option<Number> = None;
        let rounds = self.fixed_rounds(binders, filter, locals, &mut |lowering, locals| {
            let value = lowering.number(body, locals)?;
            gathered = Some(match gathered {
                None => lowering.alone(fold, value),
                Some(partial) => lowering.gathered(fold, partial, value),
            });
            Ok(())
        })?;
        if rounds {
            return Ok(match (gathered, fold) {
                (Some(number), _) => number,
                (None, Fold::Sum | Fold::Count | Fold::Xor) => Number::constant(0),
                (None, _) => self.builder.trouble(),
            });
        }
        self.builder.back_to(&mark);
        self.memory.used = used;
        let result = self.builder.variable(Number::constant(0));
        let none_yet = self.builder.variable(Number::constant(1));
        let extreme = matches!(fold, Fold::Min | Fold::Max);
        self.filtered(binders, filter, locals, &mut |lowering, locals| {
            let value = lowering.number(body, locals)?;
            let partial = lowering.builder.number(result, i64::MIN, i64::MAX);
            let partial = if matches!(fold, Fold::Xor | Fold::Count) { partial.within(0, i64::MAX) } else { partial };
            let next = lowering.gathered(fold, partial, value);
            let next = if extreme {
                let first = lowering.builder.number(none_yet, 0, 1);
                lowering.builder.select(first, value, next)
            } else {
                next
            };
            lowering.builder.assign(result, next);
            if extreme {
                lowering.builder.push(Instruction::Constant(none_yet, 0));
            }
            Ok(())
        })?;
        if extreme {
            let none_yet = self.builder.number(none_yet, 0, 1);
            self.builder.trouble_if(Test::Equal, none_yet, Number::constant(1));
        }
        let min = if matches!(fold, Fold::Xor | Fold::Count) { 0 } else { i64::MIN };
        Ok(self.builder.number(result, min, i64::MAX))
    }

    /// Returns the fold of one value alone.
    fn alone(&mut self, fold: Fold, value: Number) -> Number {
        if fold == Fold::Xor {
            self.builder.trouble_if(Test::Less, value, Number::constant(0));
            return value.within(0, i64::MAX);
        }
        value
    }

    fn gathered(&mut self, fold: Fold, partial: Number, value: Number) -> Number {
        match fold {
            Fold::Sum | Fold::Count => self.builder.compute(Arithmetic::Add, partial, value),
            Fold::Min => self.builder.compute(Arithmetic::Least, partial, value),
            Fold::Max => self.builder.compute(Arithmetic::Greatest, partial, value),
            Fold::Xor => {
                let value = self.alone(fold, value);
                self.builder.words(Arithmetic::Xor, partial, value)
            }
            Fold::Any | Fold::All | Fold::List => unreachable!("these are gathered elsewhere"),
        }
    }

    /// Visits the choices for which the filter holds.
    pub(super) fn filtered(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        locals: &mut Locals,
        visit: &mut dyn FnMut(&mut Self, &mut Locals) -> Result<(), Message>,
    ) -> Result<(), Message> {
        self.each(binders, locals, &mut |lowering, locals| {
            let next = lowering.builder.label();
            if let Some(filter) = filter {
                lowering.branch(filter, Wanted::False, next, locals)?;
            }
            visit(lowering, locals)?;
            lowering.builder.index(next);
            Ok(())
        })
    }

    /// Visits the choices if they are few and fixed, and their filter is decided now; else returns false, and whatever
    /// was emitted is to be removed.
    pub(super) fn fixed_rounds(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        locals: &mut Locals,
        visit: &mut dyn FnMut(&mut Self, &mut Locals) -> Result<(), Message>,
    ) -> Result<bool, Message> {
        use grundy_rules::game::{Domain, Over};
        let Some((first, rest)) = binders.split_first() else {
            return Ok(match filter.map(|filter| self.decided(filter, locals)).transpose()? {
                None | Some(Some(true)) => {
                    visit(self, locals)?;
                    true
                }
                Some(Some(false)) => true,
                Some(None) => false,
            });
        };
        let mut round = |lowering: &mut Self, value: Operand, locals: &mut Locals| {
            lowering.rounds += 1;
            locals.push(value);
            let walked = lowering.fixed_rounds(rest, filter, locals, visit);
            locals.pop();
            walked
        };
        match &first.over {
            Over::Is(expr) => {
                let value = self.operand(expr, locals)?;
                round(self, value, locals)
            }
            Over::If(condition) => match self.decided(condition, locals)? {
                Some(true) => round(self, Operand::Number(Number::constant(1)), locals),
                Some(false) => Ok(true),
                None => Ok(false),
            },
            Over::Each(Domain::Range(low, high)) => {
                let low = self.number(low, locals)?;
                let high = high.as_ref().ok_or_else(|| Message::text("a binder without an upper end"))?;
                let high = self.number(high, locals)?;
                if high.high < low.low {
                    return Ok(true);
                }
                let (Some(low), Some(high)) = (low.known(), high.known()) else { return Ok(false) };
                if !self.may_unroll(low, high) {
                    return Ok(false);
                }
                for at in low..=high {
                    if !round(self, Operand::Number(Number::constant(at)), locals)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Over::Each(Domain::Of(list)) => {
                let list = self.operand(list, locals)?;
                let Some(length) = self.length(&list)?.known() else { return Ok(false) };
                if length > 0 && !self.may_unroll(0, length - 1) {
                    return Ok(false);
                }
                for at in 0..length {
                    let value = self.element(&list, Number::constant(at))?;
                    if !round(self, value, locals)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[Expr], locals: &mut Locals) -> Result<Operand, Message> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.operand(argument, locals)?);
        }
        let number = |index: usize| match &values[index] {
            Operand::Number(number) => Ok(*number),
            _ => Err(message!("a function of lists that is not compiled")),
        };
        let zero = Number::constant(0);
        Ok(Operand::Number(match builtin {
            Builtin::Min | Builtin::Max => {
                let operation = if builtin == Builtin::Min { Arithmetic::Least } else { Arithmetic::Greatest };
                let mut result = number(0)?;
                for index in 1..values.len() {
                    result = self.builder.compute(operation, result, number(index)?);
                }
                result
            }
            Builtin::Abs => {
                let value = number(0)?;
                let negative = self.builder.compute(Arithmetic::Subtract, zero, value);
                self.builder.compute(Arithmetic::Greatest, value, negative)
            }
            Builtin::Gcd | Builtin::Lcm if values.len() == 1 => return self.common_of_list(builtin, &values[0]),
            Builtin::Gcd | Builtin::Lcm => {
                let first = number(0)?;
                let mut result = self.natural(first);
                for index in 1..values.len() {
                    let next = number(index)?;
                    result = self.common(builtin, result, next);
                }
                result
            }
            Builtin::IsPrime => {
                let value = self.natural(number(0)?);
                self.builder.call(Helper::IsPrime, &[value], 0, 1)
            }
            Builtin::IsSquare => {
                let value = self.natural(number(0)?);
                let root = self.builder.call(Helper::Isqrt, &[value], 0, value.high.max(0).isqrt());
                let square = self.builder.compute(Arithmetic::Multiply, root, root);
                self.builder.is(Test::Equal, square, value)
            }
            Builtin::Log2 => {
                let value = self.at_least(number(0)?, 1);
                self.builder.call(Helper::Log2, &[value], 0, i64::from(value.high.max(1).ilog2()))
            }
            Builtin::Valuation => {
                let (value, base) = (self.at_least(number(0)?, 1), self.at_least(number(1)?, 2));
                self.builder.call(Helper::Valuation, &[value, base], 0, i64::from(value.high.max(1).ilog2()))
            }
            Builtin::FloorSqrt => {
                let (under, times) = (self.natural(number(0)?), self.natural(number(1)?));
                self.builder.call(Helper::FloorSqrt, &[under, times], 0, i64::MAX)
            }
            Builtin::PrimeFactors | Builtin::Divisors => {
                let value = self.at_least(number(0)?, 1);
                let high = value.high.max(1);
                // A number n has fewer than 2·√n + 1 divisors.
                let max = match builtin {
                    Builtin::PrimeFactors => i64::from(high.ilog2()),
                    _ => (2 * high.isqrt()).min(super::LITERAL_CELLS as i64),
                };
                let into = self.allocate(max)?;
                let length = match builtin {
                    Builtin::PrimeFactors => self.builder.call(Helper::PrimeFactors, &[value, into], 0, max),
                    _ => self.builder.call(Helper::Divisors, &[value, into, Number::constant(max)], 1, max),
                };
                let element = Element::Cell { low: 1, high };
                return Ok(Operand::List(List { address: into, length, element }));
            }
            Builtin::Digits => {
                let (value, base) = (self.natural(number(0)?), self.at_least(number(1)?, 2));
                let max = 1 + i64::from(value.high.max(1).ilog2());
                let into = self.allocate(max)?;
                let length = self.builder.call(Helper::Digits, &[value, base, into], 1, max);
                let element = Element::Cell { low: 0, high: value.high.min(base.high - 1) };
                return Ok(Operand::List(List { address: into, length, element }));
            }
            Builtin::Len | Builtin::Size => self.length(&values[0])?,
            Builtin::Isqrt => {
                let value = self.natural(number(0)?);
                self.builder.call(Helper::Isqrt, &[value], 0, value.high)
            }
            Builtin::FloorPhi => {
                let value = self.natural(number(0)?);
                self.builder.call(Helper::FloorPhi, &[value], 0, i64::MAX)
            }
            Builtin::IsFibonacci => {
                let value = self.natural(number(0)?);
                self.builder.call(Helper::IsFibonacci, &[value], 0, 1)
            }
            Builtin::NimProduct => {
                let (a, b) = (self.natural(number(0)?), self.natural(number(1)?));
                self.builder.call(Helper::NimProduct, &[a, b], 0, i64::MAX)
            }
            Builtin::Bit => {
                let (value, at) = (self.natural(number(0)?), self.natural(number(1)?));
                // A number of a machine word that is not negative has no bit past 62.
                let at = self.builder.compute(Arithmetic::Least, at, Number::constant(63));
                let shifted = self.builder.words(Arithmetic::ShiftRight, value, at);
                self.builder.words(Arithmetic::And, shifted, Number::constant(1))
            }
            Builtin::Popcount => {
                let value = self.natural(number(0)?);
                match value.known() {
                    Some(value) => Number::constant(i64::from(value.count_ones())),
                    None => {
                        let from = self.builder.reg(value);
                        let to = self.builder.register();
                        self.builder.push(Instruction::CountOnes(to, from));
                        self.builder.number(to, 0, 63)
                    }
                }
            }
            Builtin::Sort => {
                let list = self.in_memory(&values[0])?;
                let Element::Cell { .. } = list.element else { return Err(Message::text("lists of lists are sorted")) };
                let list = self.copied(&list, 0)?;
                self.builder.call(Helper::Sort, &[list.address, list.length], 0, 0);
                return Ok(Operand::List(list));
            }
            Builtin::Reverse => {
                let list = self.in_memory(&values[0])?;
                return self.reversed(&list);
            }
            Builtin::Reachable => {
                let Operand::List(List { address, length, element: Element::Pair(_) }) = &values[0] else {
                    return Err(Message::text("`reachable` of lists that are not given"));
                };
                let (address, length) = (*address, *length);
                let into = self.allocate(length.high)?;
                self.builder.call(Helper::Reachable, &[address, length, number(1)?, into], 0, i64::MAX);
                let element = Element::Cell { low: 0, high: 1 };
                return Ok(Operand::List(List { address: into, length, element }));
            }
            Builtin::Attached => {
                let Operand::List(List { address, length, element: Element::Pair(_) }) = &values[0] else {
                    return Err(Message::text("`attached` of edges that are not given"));
                };
                let (address, length) = (*address, *length);
                let alive = self.in_memory(&values[1])?;
                self.builder.trouble_if(Test::Unequal, alive.length, length);
                let into = self.allocate(length.high)?;
                let root = number(2)?;
                self.builder.call(Helper::Attached, &[address, length, alive.address, root, into], 0, i64::MAX);
                let element = Element::Cell { low: 0, high: 1 };
                return Ok(Operand::List(List { address: into, length, element }));
            }
            Builtin::FoldList(fold) => return self.fold_list(fold, &values[0]),
        }))
    }

    pub(super) fn natural(&mut self, value: Number) -> Number {
        self.at_least(value, 0)
    }

    fn at_least(&mut self, value: Number, min: i64) -> Number {
        self.builder.trouble_if(Test::Less, value, Number::constant(min));
        value.within(min, i64::MAX)
    }

    fn reversed(&mut self, list: &List) -> Result<Operand, Message> {
        let stride = list.element.stride();
        let address = self.allocate(list.length.high.saturating_mul(stride))?;
        let last = self.builder.compute(Arithmetic::Subtract, list.length, Number::constant(1));
        self.counted(Number::constant(0), last, &mut |lowering, at| {
            let mirrored = lowering.builder.compute(Arithmetic::Subtract, last, at).within(0, i64::MAX);
            let index = |lowering: &mut Self, base: Number, at: Number| {
                let offset = lowering.builder.compute(Arithmetic::Multiply, at, Number::constant(stride));
                lowering.builder.compute(Arithmetic::Add, base, offset)
            };
            let from = index(lowering, list.address, at);
            let to = index(lowering, address, mirrored);
            lowering.builder.call(Helper::Copy, &[from, to, Number::constant(stride)], 0, 0);
            Ok(())
        })?;
        Ok(Operand::List(List { address, ..list.clone() }))
    }

    /// Folds a list's own elements.
    fn fold_list(&mut self, fold: Fold, list: &Operand) -> Result<Operand, Message> {
        let length = self.length(list)?;
        let last = self.builder.compute(Arithmetic::Subtract, length, Number::constant(1));
        let start = match fold {
            Fold::All => 1,
            Fold::List => return Ok(list.clone()),
            _ => 0,
        };
        let extreme = matches!(fold, Fold::Min | Fold::Max);
        if extreme {
            self.builder.trouble_if(Test::Equal, length, Number::constant(0));
        }
        let result = self.builder.variable(Number::constant(start));
        self.counted(Number::constant(0), last, &mut |lowering, at| {
            let Operand::Number(value) = lowering.element(list, at)? else {
                return Err(Message::text("a fold of lists"));
            };
            let partial = match fold {
                Fold::Any | Fold::All => lowering.builder.number(result, 0, 1),
                Fold::Xor | Fold::Count => lowering.builder.number(result, 0, i64::MAX),
                _ => lowering.builder.number(result, i64::MIN, i64::MAX),
            };
            let next = match fold {
                Fold::Any => lowering.builder.words(Arithmetic::Or, partial, value),
                Fold::All => lowering.builder.words(Arithmetic::And, partial, value),
                Fold::Min | Fold::Max => {
                    let next = lowering.gathered(fold, partial, value);
                    let first = lowering.builder.is(Test::Equal, at, Number::constant(0));
                    lowering.builder.select(first, value, next)
                }
                _ => lowering.gathered(fold, partial, value),
            };
            lowering.builder.assign(result, next);
            Ok(())
        })?;
        let (low, high) = match fold {
            Fold::Any | Fold::All => (0, 1),
            Fold::Xor | Fold::Count => (0, i64::MAX),
            _ => (i64::MIN, i64::MAX),
        };
        Ok(Operand::Number(self.builder.number(result, low, high)))
    }
}
