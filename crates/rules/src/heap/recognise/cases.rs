//! A move as cases: variables, linear facts about them, and the heaps that are left.
//!
//! In: a checked move of an instance. Out: cases that together are the move, for every heap: a choice of the binders
//! exists exactly if a case has whole numbers for its variables with which all its facts hold. Anything that is not
//! linear makes it `None`. Values that depend on givens and on listed choices alone are evaluated by the meaning.

use super::condition::{Alternatives, Fact, MOST_REMAINDERS};
use super::linear::{Linear, Number};
use super::work::Work;
use crate::ast::{BinaryOperator, Comparison};
use crate::game::{Builtin, Destination, Domain, Expr, Form, Kind, MoveRule, Over, Term};
use crate::int::Int;
use crate::meaning::Instance;
use crate::value::Value;
use std::sync::Arc;

/// The most cases of a move.
const MOST_CASES: usize = 1 << 16;

/// How deep `let`s may call each other here.
const MOST_CALLS: usize = 16;

/// The variable that is the component; the others are choices of the move.
pub const COMPONENT: usize = 0;

/// What becomes of a binder whose range lies between two numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ranges {
    /// It becomes a variable.
    Variable,
    /// It is listed, so that anything may be computed from it.
    Listed,
}

/// One case of a move.
#[derive(Clone, Debug)]
pub struct Case {
    /// What holds in it.
    pub facts: Vec<Fact>,
    /// How many variables there are, with the component.
    pub variables: usize,
    /// The component of each part that is left.
    pub parts: Vec<Number>,
}

/// A case whose binders are not all bound yet.
#[derive(Clone)]
struct Frame {
    locals: Vec<Number>,
    facts: Vec<Fact>,
    variables: usize,
}

/// Whether a condition is asked for, or its contrary.
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
    work: &'i Work,
    /// Of each function: whether its value may depend on the component.
    depends: Vec<bool>,
}

impl<'i> Reader<'i> {
    /// A reader; `None` where so many functions are too much work.
    pub fn new(instance: &'i Instance, work: &'i Work) -> Option<Reader<'i>> {
        // A function calls only functions that stand before it.
        let mut depends = Vec::new();
        for function in &instance.game().functions {
            depends.push(names_component(&function.body, &depends, work)?);
        }
        Some(Reader { instance, work, depends })
    }

    /// The cases of a move.
    pub fn cases(&self, rule: &MoveRule, ranges: Ranges) -> Option<Vec<Case>> {
        let mut frames = vec![Frame { locals: Vec::new(), facts: Vec::new(), variables: 1 }];
        for binder in &rule.binders {
            let mut next = Vec::new();
            for frame in frames {
                self.bind(&binder.over, frame, ranges, &mut next)?;
                if next.len() > MOST_CASES {
                    return None;
                }
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
            if made.len() > MOST_CASES {
                return None;
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
            Over::Each(Domain::Of(list)) => {
                let list = self.fixed(list, &frame.locals)?;
                let elements = list.as_elements()?;
                if next.len().checked_add(elements.len())? > MOST_CASES {
                    return None;
                }
                for element in elements {
                    let number = Linear::constant(element.as_int()?.to_i64()?);
                    next.push(bound(&frame, Number::linear(number), &[])?);
                }
            }
            Over::Each(Domain::Range(low, high)) => {
                let low = self.number(low, &frame.locals, 0)?;
                let high = self.number(high.as_ref()?, &frame.locals, 0)?;
                if ranges == Ranges::Listed
                    && let (Some(least), Some(most)) = (low.as_constant(), greatest(&high))
                {
                    for value in least..=most.min(least.checked_add(MOST_CASES as i64 + 1)?) {
                        let number = Number::linear(Linear::constant(value));
                        for facts in Alternatives::at_most(&number, &high, work)?.0 {
                            next.push(bound(&frame, number.clone(), &facts)?);
                        }
                        if next.len() > MOST_CASES {
                            return None;
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

    /// The parts that a result leaves.
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

    /// An expression as a number.
    fn number(&self, expr: &Expr, locals: &[Number], calls: usize) -> Option<Number> {
        if expr.kind != Kind::Int || calls > MOST_CALLS {
            return None;
        }
        self.work.charge(1)?;
        let number = |expr: &Expr| self.number(expr, locals, calls);
        let numbers = |exprs: &[Expr]| exprs.iter().map(number).collect::<Option<Vec<Number>>>();
        let made = match &expr.form {
            Form::Int(int) => return Some(Number::linear(Linear::constant(int.to_i64()?))),
            Form::Component(_) => return Some(Number::linear(Linear::variable(COMPONENT))),
            Form::Local(place) => {
                let local = locals.get(*place)?;
                self.work.charge(local.size())?;
                return Some(local.clone());
            }
            Form::Negate(inner) => number(inner).and_then(|inner| inner.negated()),
            Form::Binary(BinaryOperator::Add, a, b) => number(a)?.plus(&number(b)?),
            Form::Binary(BinaryOperator::Subtract, a, b) => number(a)?.plus(&number(b)?.negated()?),
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
        // Whatever depends on nothing but numbers is worth what the meaning says.
        match made {
            Some(made) if made.as_constant().is_some() || !is_constant(&made) => Some(made),
            _ => Some(Number::linear(Linear::constant(self.fixed(expr, locals)?.as_int()?.to_i64()?))),
        }
    }

    /// A condition, or its contrary, as alternatives.
    fn condition(&self, expr: &Expr, truth: Truth, locals: &[Number], calls: usize) -> Option<Alternatives> {
        if calls > MOST_CALLS {
            return None;
        }
        let work = self.work;
        work.charge(1)?;
        if let Some(Value::Bool(holds)) = self.fixed(expr, locals) {
            return Some(Alternatives::known(holds == (truth == Truth::Holds)));
        }
        let each = |of: &[Expr]| of.iter().map(|one| self.condition(one, truth, locals, calls)).collect::<Vec<_>>();
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
                    arguments.iter().map(|one| self.number(one, locals, calls)).collect::<Option<_>>()?;
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
                Alternatives::less(&left, &right, work)?.or(Alternatives::less(&right, &left, work)?)
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
                        Some(high) => {
                            Alternatives::less(&number, &low, work)?.or(Alternatives::less(&high?, &number, work)?)
                        }
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

    /// `of % by` is one of these values, which ascend, or none of them.
    fn remainders(
        &self,
        of: &Expr,
        by: &Expr,
        values: &[i64],
        truth: Truth,
        locals: &[Number],
        calls: usize,
    ) -> Option<Alternatives> {
        let modulus = self.number(by, locals, calls)?.as_constant().filter(|by| (1..=MOST_REMAINDERS).contains(by))?;
        let of = self.number(of, locals, calls)?.as_linear()?.clone();
        let asked = (0..modulus).filter(|remainder| values.binary_search(remainder).is_ok() == (truth == Truth::Holds));
        self.work.charge(modulus as usize)?;
        let fact = |remainder| Some(Alternatives::fact(Fact::Remainder { of: of.clone(), modulus, remainder }));
        Alternatives::any(asked.map(fact), self.work)
    }

    /// The value of an expression that depends on givens and on listed choices alone.
    fn fixed(&self, expr: &Expr, locals: &[Number]) -> Option<Value> {
        let expr = with_numbers(expr, locals, self.work)?;
        if names_component(&expr, &self.depends, self.work)? {
            return None;
        }
        self.instance.evaluate(&expr, &Arc::new(Vec::new()), None, self.work.meter()).ok()
    }
}

/// Whether an expression names the component, itself or by a function that does.
fn names_component(expr: &Expr, depends: &[bool], work: &Work) -> Option<bool> {
    work.charge(1)?;
    let mut found = match &expr.form {
        Form::Component(_) => true,
        Form::Apply(function, _) => *depends.get(*function)?,
        _ => false,
    };
    let mut within_limits = true;
    expr.each_child(&mut |child| {
        if within_limits && !found {
            match names_component(child, depends, work) {
                Some(names) => found = names,
                None => within_limits = false,
            }
        }
    });
    within_limits.then_some(found)
}

/// Whether a number has no variables, though it is written with `min`, `max` or a division.
fn is_constant(number: &Number) -> bool {
    match number {
        Number::Floor(linear, _) => linear.as_constant().is_some(),
        Number::Least(of) | Number::Greatest(of) => of.iter().all(is_constant),
    }
}

/// A number that this one never exceeds, where one stands in it.
fn greatest(number: &Number) -> Option<i64> {
    match number {
        Number::Floor(..) => number.as_constant(),
        Number::Least(of) => of.iter().filter_map(greatest).min(),
        Number::Greatest(of) => of.iter().map(greatest).collect::<Option<Vec<i64>>>()?.into_iter().max(),
    }
}

/// The expression with numbers in place of its locals; `None` where one is no number, or where locals of its own
/// would have to keep their places.
fn with_numbers(expr: &Expr, locals: &[Number], work: &Work) -> Option<Expr> {
    work.charge(1)?;
    let one = |expr: &Expr| with_numbers(expr, locals, work).map(Box::new);
    let many =
        |exprs: &[Expr]| exprs.iter().map(|expr| with_numbers(expr, locals, work)).collect::<Option<Vec<Expr>>>();
    let form = match &expr.form {
        Form::Component(_) | Form::Mover | Form::Other => return None,
        Form::Int(_) | Form::Bool(_) | Form::Symbol(_) | Form::Given(_) => expr.form.clone(),
        Form::Local(place) => Form::Int(Int::from(locals.get(*place)?.as_constant()?)),
        // With no locals around them, binders of its own are the first of the frame, as they stand.
        Form::Fold { .. } if locals.is_empty() => expr.form.clone(),
        Form::Fold { .. } => return None,
        Form::If(a, b, c) => Form::If(one(a)?, one(b)?, one(c)?),
        Form::Or(of) => Form::Or(many(of)?),
        Form::And(of) => Form::And(many(of)?),
        Form::Not(inner) => Form::Not(one(inner)?),
        Form::Compare(of, signs) => Form::Compare(many(of)?, signs.clone()),
        Form::In(inner, domain) => Form::In(
            one(inner)?,
            Box::new(match &**domain {
                Domain::Range(low, high) => Domain::Range(
                    *one(low)?,
                    match high {
                        Some(high) => Some(*one(high)?),
                        None => None,
                    },
                ),
                Domain::Of(list) => Domain::Of(*one(list)?),
            }),
        ),
        Form::Binary(operator, a, b) => Form::Binary(*operator, one(a)?, one(b)?),
        Form::Negate(inner) => Form::Negate(one(inner)?),
        Form::Index(a, b) => Form::Index(one(a)?, one(b)?),
        Form::Slice(a, b, c) => Form::Slice(
            one(a)?,
            one(b)?,
            match c {
                Some(c) => Some(one(c)?),
                None => None,
            },
        ),
        Form::Builtin(builtin, of) => Form::Builtin(*builtin, many(of)?),
        Form::Apply(function, of) => Form::Apply(*function, many(of)?),
        Form::List(of) => Form::List(many(of)?),
        Form::Set(of) => Form::Set(many(of)?),
    };
    Some(Expr { form, kind: expr.kind.clone(), span: expr.span })
}
