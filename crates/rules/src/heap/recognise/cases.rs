//! A move as cases: variables, linear facts about them, and the heaps that are left.
//!
//! In: a checked move of an instance. Out: cases that together are the move, for every heap: a choice of the binders exists
//! exactly if a case has integers for its variables that satisfy all its facts. `None` if anything is not linear. Values that
//! depend only on givens and listed choices are evaluated by the meaning.

use super::condition::{Alternatives, Fact};
use super::linear::{Linear, Number};
use super::work::Work;
use crate::ast::{BinaryOperator, Comparison};
use crate::game::{Builtin, Destination, Domain, Expr, Form, Kind, MoveRule, Over, Term};
use crate::int::Int;
use crate::meaning::Instance;
use crate::meter::Limit;
use crate::value::Value;
use grundy_message::template;
use std::sync::Arc;

/// Maximum depth of calls between `let`s here, which bounds the call stack.
const CALLS: Limit = Limit { name: template!("calls of functions within each other"), usual: 16 };

/// Index of the variable for the component; the others are choices of the move.
pub const COMPONENT: usize = 0;

/// How a binder with a bounded range of numbers is treated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ranges {
    /// It becomes a variable.
    Variable,
    /// It is enumerated, so that anything may be computed from it.
    Listed,
}

/// One case of a move.
#[derive(Clone, Debug)]
pub struct Case {
    /// The facts that hold in it.
    pub facts: Vec<Fact>,
    /// Number of variables, including the component.
    pub variables: usize,
    /// The component's value in each part that is left.
    pub parts: Vec<Number>,
}

/// A case some of whose binders are not bound yet.
#[derive(Clone)]
struct Frame {
    locals: Vec<Number>,
    facts: Vec<Fact>,
    variables: usize,
}

/// Whether a condition or its negation is required.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Holds,
    Fails,
}

impl Truth {
    fn other(self) -> Truth {
        if self == Truth::Holds { Truth::Fails } else { Truth::Holds }
    }
}

/// Reads the moves of an instance.
pub struct Reader<'i> {
    instance: &'i Instance,
    work: &'i Work<'i>,
    /// For each function, whether its value may depend on the component.
    depends: Vec<bool>,
}

impl<'i> Reader<'i> {
    /// Creates a reader; `None` if there are so many functions that it is too much work.
    pub fn new(instance: &'i Instance, work: &'i Work<'i>) -> Option<Reader<'i>> {
        // A function calls only functions before it.
        let mut depends = Vec::new();
        for function in &instance.game().functions {
            depends.push(names_component(&function.body, &depends, work)?);
        }
        Some(Reader { instance, work, depends })
    }

    /// Returns the cases of a move.
    pub fn cases(&self, rule: &MoveRule, ranges: Ranges) -> Option<Vec<Case>> {
        let mut frames = vec![Frame { locals: Vec::new(), facts: Vec::new(), variables: 1 }];
        for binder in &rule.binders {
            let mut next = Vec::new();
            for frame in frames {
                self.bind(&binder.over, frame, ranges, &mut next)?;
            }
            frames = next;
        }
        let mut made = Vec::new();
        for frame in frames {
            let guard = match &rule.guard {
                Some(guard) => self.condition(guard, Truth::Holds, &frame.locals, 0)?,
                None => Alternatives::always(),
            };
            for facts in guard.0 {
                let mut frame = self.copy(&frame)?;
                frame.facts.extend(facts);
                self.lead(&rule.result, frame, &mut made)?;
            }
        }
        Some(made)
    }

    fn copy(&self, frame: &Frame) -> Option<Frame> {
        let locals = frame.locals.iter().map(Number::size).sum::<usize>();
        self.work.charge(4 + locals + frame.facts.len() * (1 + frame.variables / 8))?;
        Some(frame.clone())
    }

    /// Binds the next local.
    fn bind(&self, over: &Over, frame: Frame, ranges: Ranges, next: &mut Vec<Frame>) -> Option<()> {
        let work = self.work;
        let bound = |frame: &Frame, number: Number, facts: &[Fact]| {
            let mut frame = self.copy(frame)?;
            frame.locals.push(number);
            frame.facts.extend_from_slice(facts);
            Some(frame)
        };
        match over {
            Over::Is(expr) => next.push(bound(&frame, self.number(expr, &frame.locals, 0)?, &[])?),
            Over::If(condition) => {
                let holds = Number::linear(Linear::constant(1));
                for facts in self.condition(condition, Truth::Holds, &frame.locals, 0)?.0 {
                    next.push(bound(&frame, holds.clone(), &facts)?);
                }
            }
            Over::Each(Domain::Of(list)) => {
                let list = self.fixed(list, &frame.locals)?;
                let elements = list.as_elements()?;
                for element in elements {
                    let number = Linear::constant(element.as_int()?.to_i64()?);
                    next.push(bound(&frame, Number::linear(number), &[])?);
                }
            }
            Over::Each(Domain::Range(low, high)) => {
                let low = self.number(low, &frame.locals, 0)?;
                let high = self.number(high.as_ref()?, &frame.locals, 0)?;
                if ranges == Ranges::Listed
                    && let (Some(min), Some(max)) = (low.as_constant(), greatest(&high))
                {
                    for value in min..=max {
                        let number = Number::linear(Linear::constant(value));
                        for facts in Alternatives::at_most(&number, &high, work)?.0 {
                            next.push(bound(&frame, number.clone(), &facts)?);
                        }
                    }
                    return Some(());
                }
                let variable = Number::linear(Linear::variable(frame.variables));
                let below = Alternatives::at_most(&variable, &high, work)?;
                let within = Alternatives::at_most(&low, &variable, work)?.and(&below, work)?;
                for facts in within.0 {
                    let mut frame = bound(&frame, variable.clone(), &facts)?;
                    frame.variables += 1;
                    next.push(frame);
                }
            }
        }
        Some(())
    }

    /// Adds the parts that a result leaves.
    fn lead(&self, result: &Destination, frame: Frame, made: &mut Vec<Case>) -> Option<()> {
        match result {
            Destination::If(condition, yes, no) => {
                for (truth, taken) in [(Truth::Holds, yes), (Truth::Fails, no)] {
                    for facts in self.condition(condition, truth, &frame.locals, 0)?.0 {
                        let mut frame = self.copy(&frame)?;
                        frame.facts.extend(facts);
                        self.lead(taken, frame, made)?;
                    }
                }
                Some(())
            }
            Destination::Terms { terms, .. } => {
                let mut parts = Vec::new();
                for term in terms {
                    match term {
                        Term::Nothing => {}
                        Term::Each { .. } => return None,
                        Term::Tuple(exprs, _) => parts.push(self.number(exprs.first()?, &frame.locals, 0)?),
                        Term::With(changes, _) => match changes.as_slice() {
                            [change] if change.indices.is_empty() && change.binders.is_empty() => {
                                parts.push(self.number(&change.value, &frame.locals, 0)?);
                            }
                            _ => return None,
                        },
                        Term::Group(inner) => match &**inner {
                            // A choice within a term would multiply the cases of its neighbours.
                            Destination::If(..) if terms.len() > 1 => return None,
                            Destination::If(..) => return self.lead(inner, frame, made),
                            Destination::Terms { terms, .. } => {
                                for term in terms {
                                    let Term::Tuple(exprs, _) = term else { return None };
                                    parts.push(self.number(exprs.first()?, &frame.locals, 0)?);
                                }
                            }
                        },
                    }
                }
                made.push(Case { facts: frame.facts, variables: frame.variables, parts });
                Some(())
            }
        }
    }

    /// Returns whether functions may call each other this deep.
    fn may_call(&self, calls: usize) -> bool {
        let is_allowed = calls as u64 <= CALLS.usual;
        if !is_allowed {
            self.work.meter().meet_fixed(CALLS);
        }
        is_allowed
    }

    /// Returns the sum of two numbers.
    fn sum(&self, a: &Number, b: &Number) -> Option<Number> {
        self.work.charge(a.leaves().checked_mul(b.leaves())?)?;
        a.plus(b)
    }

    /// Reads an expression as a number.
    fn number(&self, expr: &Expr, locals: &[Number], calls: usize) -> Option<Number> {
        if expr.kind != Kind::Int || !self.may_call(calls) {
            return None;
        }
        self.work.charge(1)?;
        let number = |expr: &Expr| self.number(expr, locals, calls);
        let numbers = |exprs: &[Expr]| exprs.iter().map(number).collect::<Option<Vec<Number>>>();
        let made = match &expr.form {
            Form::Int(int) => return Some(Number::linear(Linear::constant(int.to_i64()?))),
            Form::Component(_) => return Some(Number::linear(Linear::variable(COMPONENT))),
            Form::Local(index) => {
                let local = locals.get(*index)?;
                self.work.charge(local.size())?;
                return Some(local.clone());
            }
            Form::Negate(inner) => number(inner).and_then(|inner| inner.negated()),
            Form::Binary(BinaryOperator::Add, a, b) => self.sum(&number(a)?, &number(b)?),
            Form::Binary(BinaryOperator::Subtract, a, b) => self.sum(&number(a)?, &number(b)?.negated()?),
            Form::Binary(BinaryOperator::Multiply, a, b) => match (number(a)?, number(b)?) {
                (a, b) if a.as_constant().is_some() => b.times(a.as_constant()?),
                (a, b) => b.as_constant().and_then(|factor| a.times(factor)),
            },
            Form::Binary(BinaryOperator::Divide, a, b) => {
                number(b)?.as_constant().filter(|by| *by > 0).and_then(|by| number(a)?.divided(by))
            }
            Form::Builtin(Builtin::Min, of) => Some(Number::Least(numbers(of)?)),
            Form::Builtin(Builtin::Max, of) => Some(Number::Greatest(numbers(of)?)),
            Form::Apply(function, arguments) => numbers(arguments).and_then(|arguments| {
                self.number(&self.instance.game().functions[*function].body, &arguments, calls + 1)
            }),
            _ => None,
        };
        self.work.charge(made.as_ref().map_or(0, Number::size))?;
        // An expression of numbers alone is evaluated by the meaning.
        match made {
            Some(made) if made.as_constant().is_some() || !is_constant(&made) => Some(made),
            _ => Some(Number::linear(Linear::constant(self.fixed(expr, locals)?.as_int()?.to_i64()?))),
        }
    }

    /// Reads a condition, or its negation, as alternatives.
    fn condition(&self, expr: &Expr, truth: Truth, locals: &[Number], calls: usize) -> Option<Alternatives> {
        if !self.may_call(calls) {
            return None;
        }
        let work = self.work;
        work.charge(1)?;
        if let Some(Value::Bool(holds)) = self.fixed(expr, locals) {
            return Some(Alternatives::known(holds == (truth == Truth::Holds)));
        }
        let each = |of: &[Expr]| of.iter().map(|expr| self.condition(expr, truth, locals, calls)).collect::<Vec<_>>();
        match (&expr.form, truth) {
            (Form::And(of), Truth::Holds) | (Form::Or(of), Truth::Fails) => Alternatives::all(each(of), work),
            (Form::Or(of), Truth::Holds) | (Form::And(of), Truth::Fails) => Alternatives::any(each(of), work),
            (Form::Not(inner), _) => self.condition(inner, truth.other(), locals, calls),
            (Form::Compare(operands, signs), _) => {
                let pairs = operands.windows(2).zip(signs);
                let compared = pairs.map(|(pair, sign)| self.compared(&pair[0], *sign, &pair[1], truth, locals, calls));
                match truth {
                    Truth::Holds => Alternatives::all(compared, work),
                    Truth::Fails => Alternatives::any(compared, work),
                }
            }
            (Form::In(inner, domain), _) => self.membership(inner, domain, truth, locals, calls),
            (Form::Apply(function, arguments), _) => {
                let arguments: Vec<Number> =
                    arguments.iter().map(|argument| self.number(argument, locals, calls)).collect::<Option<_>>()?;
                self.condition(&self.instance.game().functions[*function].body, truth, &arguments, calls + 1)
            }
            _ => None,
        }
    }

    fn compared(
        &self,
        left: &Expr,
        sign: Comparison,
        right: &Expr,
        truth: Truth,
        locals: &[Number],
        calls: usize,
    ) -> Option<Alternatives> {
        let sign = match (sign, truth) {
            (sign, Truth::Holds) => sign,
            (Comparison::Equal, Truth::Fails) => Comparison::Unequal,
            (Comparison::Unequal, Truth::Fails) => Comparison::Equal,
            (Comparison::Less, Truth::Fails) => Comparison::AtLeast,
            (Comparison::AtMost, Truth::Fails) => Comparison::Greater,
            (Comparison::Greater, Truth::Fails) => Comparison::AtMost,
            (Comparison::AtLeast, Truth::Fails) => Comparison::Less,
        };
        if let Form::Binary(BinaryOperator::Remainder, of, by) = &left.form
            && matches!(sign, Comparison::Equal | Comparison::Unequal)
        {
            let value = self.number(right, locals, calls)?.as_constant()?;
            let truth = if sign == Comparison::Equal { Truth::Holds } else { Truth::Fails };
            return self.remainders(of, by, &[value], truth, locals, calls);
        }
        let (left, right) = (self.number(left, locals, calls)?, self.number(right, locals, calls)?);
        let work = self.work;
        match sign {
            Comparison::Less => Alternatives::less(&left, &right, work),
            Comparison::AtMost => Alternatives::at_most(&left, &right, work),
            Comparison::Greater => Alternatives::less(&right, &left, work),
            Comparison::AtLeast => Alternatives::at_most(&right, &left, work),
            Comparison::Equal => {
                Alternatives::at_most(&left, &right, work)?.and(&Alternatives::at_most(&right, &left, work)?, work)
            }
            Comparison::Unequal => {
                Some(Alternatives::less(&left, &right, work)?.or(Alternatives::less(&right, &left, work)?))
            }
        }
    }

    fn membership(
        &self,
        inner: &Expr,
        domain: &Domain,
        truth: Truth,
        locals: &[Number],
        calls: usize,
    ) -> Option<Alternatives> {
        let work = self.work;
        match domain {
            Domain::Range(low, high) => {
                let number = self.number(inner, locals, calls)?;
                let low = self.number(low, locals, calls)?;
                let high = high.as_ref().map(|high| self.number(high, locals, calls));
                match truth {
                    Truth::Holds => match high {
                        Some(high) => Alternatives::at_most(&low, &number, work)?
                            .and(&Alternatives::at_most(&number, &high?, work)?, work),
                        None => Alternatives::at_most(&low, &number, work),
                    },
                    Truth::Fails => match high {
                        Some(high) => Some(
                            Alternatives::less(&number, &low, work)?.or(Alternatives::less(&high?, &number, work)?),
                        ),
                        None => Alternatives::less(&number, &low, work),
                    },
                }
            }
            Domain::Of(list) => {
                let list = self.fixed(list, locals)?;
                work.charge(list.as_elements()?.len())?;
                let mut values: Vec<i64> =
                    list.as_elements()?.iter().map(|value| value.as_int()?.to_i64()).collect::<Option<_>>()?;
                values.sort_unstable();
                values.dedup();
                if let Form::Binary(BinaryOperator::Remainder, of, by) = &inner.form {
                    return self.remainders(of, by, &values, truth, locals, calls);
                }
                let number = self.number(inner, locals, calls)?;
                match truth {
                    Truth::Holds => Alternatives::among(&number, &values, work),
                    Truth::Fails => Alternatives::not_among(&number, &values, work),
                }
            }
        }
    }

    /// Reads that `of % by` is one of these values, which ascend, or none of them.
    fn remainders(
        &self,
        of: &Expr,
        by: &Expr,
        values: &[i64],
        truth: Truth,
        locals: &[Number],
        calls: usize,
    ) -> Option<Alternatives> {
        let modulus = self.number(by, locals, calls)?.as_constant().filter(|by| *by >= 1)?;
        let of = self.number(of, locals, calls)?.as_linear()?.clone();
        let valid = (0..modulus).filter(|remainder| values.binary_search(remainder).is_ok() == (truth == Truth::Holds));
        self.work.charge(modulus as usize)?;
        let fact = |remainder| Some(Alternatives::fact(Fact::Remainder { of: of.clone(), modulus, remainder }));
        Alternatives::any(valid.map(fact), self.work)
    }

    /// Evaluates an expression that depends only on givens and listed choices.
    fn fixed(&self, expr: &Expr, locals: &[Number]) -> Option<Value> {
        let expr = with_numbers(expr, locals, self.work)?;
        if names_component(&expr, &self.depends, self.work)? {
            return None;
        }
        self.instance.evaluate(&expr, &Arc::new(Vec::new()), None, self.work.meter()).ok()
    }
}

/// Returns whether an expression uses the component, itself or through a function.
fn names_component(expr: &Expr, depends: &[bool], work: &Work) -> Option<bool> {
    let mut within_limits = true;
    let names = expr.any(&mut |inner| {
        within_limits = work.charge(1).is_some();
        match &inner.form {
            _ if !within_limits => true,
            Form::Component(_) => true,
            Form::Apply(function, _) => depends[*function],
            _ => false,
        }
    });
    within_limits.then_some(names)
}

/// Returns whether a number has no variables, though it is written with `min`, `max` or a division.
fn is_constant(number: &Number) -> bool {
    match number {
        Number::Floor(linear, _) => linear.as_constant().is_some(),
        Number::Least(of) | Number::Greatest(of) => of.iter().all(is_constant),
    }
}

/// Returns an upper bound of a number, if it contains one.
fn greatest(number: &Number) -> Option<i64> {
    match number {
        Number::Floor(..) => number.as_constant(),
        Number::Least(of) => of.iter().filter_map(greatest).min(),
        Number::Greatest(of) => of.iter().map(greatest).collect::<Option<Vec<i64>>>()?.into_iter().max(),
    }
}

/// Returns the expression with numbers in place of its locals; `None` if one is not a number, or if locals of its own would
/// have to keep their indices.
fn with_numbers(expr: &Expr, locals: &[Number], work: &Work) -> Option<Expr> {
    work.charge(1)?;
    let form = match &expr.form {
        Form::Component(_) | Form::Mover | Form::Other => return None,
        Form::Local(index) => Form::Int(Int::from(locals.get(*index)?.as_constant()?)),
        // With no outer locals, its own binders are the first of the frame and need no change.
        Form::Fold { .. } if locals.is_empty() => expr.form.clone(),
        Form::Fold { .. } => return None,
        _ => return expr.try_map_children(&mut |child, _| with_numbers(child, locals, work).ok_or(())).ok(),
    };
    Some(Expr { form, kind: expr.kind.clone(), span: expr.span })
}
