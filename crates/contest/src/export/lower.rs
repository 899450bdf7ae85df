//! Expressions of the rule language -> expressions and statements of the small program.
//!
//! In: a checked expression and the meanings of its names. Out: an expression, with statements in front of it if it folds over
//! binders. Short-circuit evaluation is preserved: a loop after an `and` becomes a loop inside an `if`. Functions of the file are
//! in [`super::functions`], folds over binders in [`super::folds`].

use super::build::default_of;
use super::names::{Shared, free_name};
use super::program::{Ex, Helper, Op, Program, Range, St, Ty};
use super::{Answer, refused};
use grundy_message::{Message, message};
use grundy_rules::ast::{BinaryOperator, Comparison};
use grundy_rules::game::{Builtin, Domain, Expr, Form, Game, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// Meanings of the names of one game.
#[derive(Clone)]
pub(crate) struct Scene<'g> {
    pub game: &'g Game,
    pub components: Vec<Ex>,
    pub givens: Vec<Ex>,
    /// 0 or 1.
    pub mover: Option<Ex>,
}

/// Emitter of the statements of one function.
pub(crate) struct Lower<'s, 'g> {
    pub shared: &'s mut Shared,
    pub scene: Scene<'g>,
    pub locals: Vec<Ex>,
    blocks: Vec<Vec<St>>,
    pub cached: Vec<BTreeMap<(usize, usize), Ex>>,
    names: BTreeSet<String>,
    /// Definitions of the variables that never change.
    pub definitions: BTreeMap<String, Ex>,
}

impl<'s, 'g> Lower<'s, 'g> {
    /// Creates an empty function in which these names are taken.
    pub fn new(shared: &'s mut Shared, scene: Scene<'g>, names: &[String]) -> Lower<'s, 'g> {
        Lower {
            shared,
            scene,
            locals: Vec::new(),
            blocks: vec![Vec::new()],
            cached: vec![BTreeMap::new()],
            names: names.iter().cloned().collect(),
            definitions: BTreeMap::new(),
        }
    }

    /// Returns the statements emitted.
    pub fn finish(mut self) -> Vec<St> {
        self.blocks.pop().unwrap_or_default()
    }

    /// Like [`finish`](Self::finish), with what the whole program shares.
    pub fn finish_shared(mut self) -> (&'s mut Shared, Vec<St>) {
        let body = self.blocks.pop().unwrap_or_default();
        (self.shared, body)
    }

    pub fn fresh(&mut self, wanted: &str) -> String {
        let name = free_name(wanted, |name| self.names.contains(name) || self.shared.taken.contains(name));
        self.names.insert(name.clone());
        self.definitions.remove(&name);
        name
    }

    pub fn put(&mut self, statement: St) {
        if let Some(block) = self.blocks.last_mut() {
            block.push(statement);
        }
    }

    pub fn open(&mut self) {
        self.blocks.push(Vec::new());
        self.cached.push(BTreeMap::new());
    }

    pub fn close(&mut self) -> Vec<St> {
        self.cached.pop();
        self.blocks.pop().unwrap_or_default()
    }

    /// Runs `work` as a trial: its statements are discarded, and names stay free.
    pub fn tried<T>(&mut self, work: impl FnOnce(&mut Self) -> Answer<T>) -> Answer<T> {
        let names = self.names.clone();
        self.open();
        let done = work(self);
        self.close();
        self.names = names;
        done
    }

    /// Runs `work` and keeps its statements, unless it fails: then everything is restored.
    pub fn attempted<T>(
        &mut self,
        program: &mut Program,
        work: impl FnOnce(&mut Self, &mut Program) -> Answer<T>,
    ) -> Answer<T> {
        let (names, shared, before) = (self.names.clone(), self.shared.clone(), program.clone());
        self.open();
        let done = work(self, program);
        let block = self.close();
        match done {
            Ok(_) => block.into_iter().for_each(|statement| self.put(statement)),
            Err(_) => {
                self.names = names;
                *self.shared = shared;
                *program = before;
            }
        }
        done
    }

    /// Estimates the number of steps of a search, and discards it. `None` if it fails.
    pub fn estimated_steps<T>(
        &mut self,
        program: &mut Program,
        work: impl FnOnce(&mut Self, &mut Program) -> Answer<T>,
    ) -> Option<f64> {
        let mut steps = None;
        let before = std::mem::take(&mut program.steps);
        // A failure leaves nothing behind.
        let _ = self.attempted(program, |lower, program| -> Answer<()> {
            steps = work(lower, program).ok().map(|_| program.steps);
            Err(refused(Message::default()))
        });
        program.steps = before;
        steps
    }

    /// Returns whether nothing has been emitted since a block was opened.
    pub fn is_untouched(&self) -> bool {
        self.blocks.last().is_none_or(Vec::is_empty)
    }

    /// Runs `work` with other meanings of the names.
    pub fn with_scene<T>(&mut self, scene: Scene<'g>, work: impl FnOnce(&mut Self) -> Answer<T>) -> Answer<T> {
        let outer = std::mem::replace(&mut self.scene, scene);
        let empty = vec![BTreeMap::new(); self.cached.len()];
        let cached = std::mem::replace(&mut self.cached, empty);
        let locals = std::mem::take(&mut self.locals);
        let done = work(self);
        self.scene = outer;
        self.cached = cached;
        self.locals = locals;
        done
    }

    /// Binds a value to a variable, unless it is one already.
    pub fn name_it(&mut self, wanted: &str, value: Ex) -> Ex {
        if value.is_simple() {
            return value;
        }
        let name = self.fresh(wanted);
        let variable = Ex::var(&name, value.ty.clone()).ranged(value.range);
        self.definitions.insert(name.clone(), value.clone());
        self.put(St::Let(name, value));
        variable
    }

    pub fn side_name(&self, side: Ex) -> Answer<Ex> {
        let Some([first, second]) = self.scene.game.players else {
            return Err(refused(message!("nobody's turn is asked for")));
        };
        let game = self.scene.game;
        let (first, second) = (self.shared.symbol(game, first), self.shared.symbol(game, second));
        Ok(Ex::choose(side.op(Op::Equal, Ex::int(0)), first, second))
    }

    /// Lowers an expression.
    pub fn expr(&mut self, expr: &Expr) -> Answer<Ex> {
        let game = self.scene.game;
        Ok(match &expr.form {
            Form::Int(number) => Ex::int(
                number.to_string().parse().map_err(|_| refused(message!("a number of the rules is too large")))?,
            ),
            Form::Bool(truth) => Ex::bool(*truth),
            Form::Symbol(symbol) => self.shared.symbol(game, *symbol),
            Form::Component(index) => {
                self.scene.components.get(*index).cloned().ok_or_else(|| refused(message!("a component is missing")))?
            }
            Form::Given(index) => {
                self.scene.givens.get(*index).cloned().ok_or_else(|| refused(message!("a given is missing")))?
            }
            Form::Local(index) => {
                self.locals.get(*index).cloned().ok_or_else(|| refused(message!("a name is missing")))?
            }
            Form::Mover | Form::Other => {
                let mover = self.scene.mover.clone().ok_or_else(|| refused(message!("who is to move is not known")))?;
                let side = if expr.form == Form::Mover { mover } else { Ex::int(1).op(Op::Subtract, mover) };
                self.side_name(side)?
            }
            Form::If(condition, yes, no) => {
                let condition = self.expr(condition)?;
                if condition.is_true() {
                    return self.expr(yes);
                }
                if condition.is_false() {
                    return self.expr(no);
                }
                self.open();
                let yes = self.expr(yes)?;
                let before_yes = self.close();
                self.open();
                let no = self.expr(no)?;
                let before_no = self.close();
                self.branches(condition, (before_yes, yes), (before_no, no))
            }
            Form::Or(all) => self.chain(all, Op::Or)?,
            Form::And(all) => self.chain(all, Op::And)?,
            Form::Not(inner) => self.expr(inner)?.not(),
            Form::Compare(all, signs) => {
                let mut holds = Ex::bool(true);
                let mut left = self.expr(&all[0])?;
                for (index, sign) in signs.iter().enumerate() {
                    // The middle of a chain is used twice.
                    let right = self.expr(&all[index + 1])?;
                    let right = if index + 1 < signs.len() { self.name_it("middle", right) } else { right };
                    holds = holds.and(compare(left, sign, right.clone()));
                    left = right;
                }
                holds
            }
            Form::In(element, domain) => {
                let element = self.expr(element)?;
                match &**domain {
                    Domain::Range(low, high) => {
                        let element = self.name_it("value", element);
                        let low = self.expr(low)?;
                        let mut holds = low.op(Op::AtMost, element.clone());
                        if let Some(high) = high {
                            let high = self.expr(high)?;
                            holds = holds.and(element.op(Op::AtMost, high));
                        }
                        holds
                    }
                    Domain::Of(list) => {
                        let list = self.expr(list)?;
                        match &list.form {
                            super::program::Form::List(entries) if entries.len() <= 6 => {
                                let element = self.name_it("value", element);
                                let same = entries.iter().map(|entry| element.clone().op(Op::Equal, entry.clone()));
                                same.reduce(Ex::or).unwrap_or_else(|| Ex::bool(false))
                            }
                            _ => Ex::helper(Helper::Contains, vec![list, element]),
                        }
                    }
                }
            }
            Form::Binary(operator, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                match operator {
                    BinaryOperator::BitOr => left.op(Op::BitOr, right),
                    BinaryOperator::Xor => left.op(Op::Xor, right),
                    BinaryOperator::BitAnd => left.op(Op::BitAnd, right),
                    BinaryOperator::Compound => match (&left.form, &right.form) {
                        (super::program::Form::List(none), _) if none.is_empty() => right,
                        (_, super::program::Form::List(none)) if none.is_empty() => left,
                        _ => Ex::helper(Helper::Joined, vec![left, right]),
                    },
                    BinaryOperator::Add => left.op(Op::Add, right),
                    BinaryOperator::Subtract => left.op(Op::Subtract, right),
                    BinaryOperator::Multiply => left.op(Op::Multiply, right),
                    BinaryOperator::Divide => left.op(Op::Divide, right),
                    BinaryOperator::Remainder => left.op(Op::Remainder, right),
                    BinaryOperator::Power => Ex::library("power", vec![left, right]),
                }
            }
            Form::Negate(inner) => self.expr(inner)?.negate(),
            Form::Index(list, at) => {
                let (list, at) = (self.expr(list)?, self.expr(at)?);
                let list = if list.is_simple() || matches!(list.form, super::program::Form::Index(..)) {
                    list
                } else {
                    self.name_it("row", list)
                };
                list.index(at)
            }
            Form::Slice(list, from, to) => {
                let list = self.expr(list)?;
                let list = self.name_it("row", list);
                let from = self.expr(from)?;
                let to = match to {
                    Some(to) => self.expr(to)?,
                    None => list.clone().len().op(Op::Subtract, Ex::int(1)),
                };
                Ex::helper(Helper::Slice, vec![list, from, to])
            }
            Form::Builtin(builtin, arguments) => self.builtin(*builtin, arguments)?,
            Form::Apply(function, arguments) => self.apply(*function, arguments)?,
            Form::Fold { fold, body, binders, filter } => {
                self.fold(*fold, body, binders, filter.as_deref(), &expr.kind)?
            }
            Form::List(all) | Form::Set(all) => {
                let element = match &expr.kind {
                    Kind::List(inner) | Kind::Set(inner) | Kind::Bag(inner) => self.shared.ty(game, inner),
                    _ => Ty::Int,
                };
                let entries: Answer<Vec<Ex>> = all.iter().map(|entry| self.expr(entry)).collect();
                Ex::list(element, entries?)
            }
        })
    }

    /// Returns one of two values, each with the statements it needs.
    pub fn branches(&mut self, condition: Ex, yes: (Vec<St>, Ex), no: (Vec<St>, Ex)) -> Ex {
        if yes.0.is_empty() && no.0.is_empty() && !yes.1.ty.is_list() {
            return Ex::choose(condition, yes.1, no.1);
        }
        let name = self.fresh("chosen");
        let variable = Ex::var(&name, yes.1.ty.clone()).ranged(yes.1.range.union(no.1.range));
        self.put(St::Let(name, default_of(&yes.1.ty)));
        let (mut before_yes, mut before_no) = (yes.0, no.0);
        before_yes.push(St::Set(variable.clone(), yes.1));
        before_no.push(St::Set(variable.clone(), no.1));
        self.put(St::If(condition, before_yes, before_no));
        variable
    }

    /// Lowers `and` and `or`: later operands are evaluated only if needed.
    fn chain(&mut self, all: &[Expr], op: Op) -> Answer<Ex> {
        let mut holds = Ex::bool(op == Op::And);
        for operand in all {
            if holds.form == super::program::Form::Bool(op == Op::Or) {
                return Ok(holds);
            }
            self.open();
            let next = self.expr(operand)?;
            let mut before = self.close();
            if before.is_empty() {
                holds = holds.op(op, next);
                continue;
            }
            if holds.form == super::program::Form::Bool(op == Op::And) {
                before.into_iter().for_each(|statement| self.put(statement));
                holds = next;
                continue;
            }
            let name = self.fresh("holds");
            let variable = Ex::var(&name, Ty::Bool);
            self.put(St::Let(name, holds));
            before.push(St::Set(variable.clone(), next));
            let needed = if op == Op::And { variable.clone() } else { variable.clone().not() };
            self.put(St::If(needed, before, Vec::new()));
            holds = variable;
        }
        Ok(holds)
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[Expr]) -> Answer<Ex> {
        if let Builtin::FoldList(fold) = builtin {
            let list = self.expr(&arguments[0])?;
            let kind = arguments[0].kind.clone();
            let element = match kind {
                Kind::List(inner) | Kind::Bag(inner) | Kind::Set(inner) => *inner,
                _ => Kind::Int,
            };
            return self.fold_list(fold, list, &element);
        }
        let values: Answer<Vec<Ex>> = arguments.iter().map(|argument| self.expr(argument)).collect();
        let values = values?;
        let first_of = |values: Vec<Ex>| values.into_iter().next().unwrap_or_else(|| Ex::int(0));
        Ok(match builtin {
            Builtin::Min | Builtin::Max => {
                let helper = if builtin == Builtin::Min { Helper::Min } else { Helper::Max };
                let together = values.into_iter().reduce(|a, b| Ex::helper(helper, vec![a, b]));
                together.unwrap_or_else(|| Ex::int(0))
            }
            Builtin::Abs => Ex::helper(Helper::Abs, values),
            Builtin::Gcd | Builtin::Lcm => {
                let name = if builtin == Builtin::Gcd { "gcd" } else { "lcm" };
                match values.len() {
                    1 => Ex::library(&format!("{name}_of_list"), values),
                    _ => {
                        let together = values.into_iter().reduce(|a, b| Ex::library(name, vec![a, b]));
                        together.unwrap_or_else(|| Ex::int(0))
                    }
                }
            }
            Builtin::IsPrime => Ex::library("is_prime", values),
            Builtin::PrimeFactors => Ex::library("prime_factors", values),
            Builtin::Divisors => Ex::library("divisors", values),
            Builtin::Valuation => Ex::library("valuation", values),
            Builtin::Log2 => Ex::library("log2", values),
            Builtin::Digits => Ex::library("digits", values),
            Builtin::IsSquare => {
                let number = self.name_it("square", first_of(values));
                let root = Ex::library("square_root", vec![number.clone()]);
                let root = self.name_it("root", root);
                root.clone().op(Op::Multiply, root).op(Op::Equal, number)
            }
            Builtin::FloorSqrt => {
                return Err(refused(message!("`floor_sqrt` needs numbers of more than 64 binary digits")));
            }
            Builtin::Len | Builtin::Size => self.len(first_of(values)),
            Builtin::Sort => {
                let list = first_of(values);
                match &list.form {
                    super::program::Form::List(none) if none.is_empty() => list,
                    _ => Ex::helper(Helper::Sorted, vec![list]),
                }
            }
            Builtin::Reverse => Ex::helper(Helper::Reversed, values),
            Builtin::Isqrt => Ex::library("square_root", values),
            Builtin::FloorPhi => Ex::library("floor_phi", values),
            Builtin::IsFibonacci => Ex::library("is_fibonacci", values),
            Builtin::Bit => {
                let power = Ex::library("power", vec![Ex::int(2), values[1].clone()]);
                first_of(values).op(Op::Divide, power).op(Op::Remainder, Ex::int(2))
            }
            Builtin::Popcount => Ex::helper(Helper::Popcount, values),
            Builtin::NimProduct => Ex::library("nim_product", values),
            Builtin::Reachable => Ex::library("reachable", values),
            Builtin::Attached => Ex::library("attached", values),
            Builtin::FoldList(_) => return Err(refused(message!("a fold in the wrong place"))),
        })
    }

    /// Returns the length of a list. The judge's lists may be longer or shorter than drawn ones, so only estimates use those.
    fn len(&self, list: Ex) -> Ex {
        fn root(list: &Ex) -> Option<(&str, usize)> {
            match &list.form {
                super::program::Form::Var(name) | super::program::Form::Global(name) => Some((name, 0)),
                super::program::Form::Index(of, _) => root(of).map(|(name, depth)| (name, depth + 1)),
                _ => None,
            }
        }
        if !self.shared.estimates {
            return list.len();
        }
        let known = root(&list).and_then(|(name, depth)| self.shared.lengths.get(name)?.get(depth).copied());
        let length = list.len();
        match known {
            Some(known) => length.ranged(Range::new(0, known.high)),
            None => length,
        }
    }
}

fn compare(left: Ex, sign: &Comparison, right: Ex) -> Ex {
    let op = match sign {
        Comparison::Equal => Op::Equal,
        Comparison::Unequal => Op::Unequal,
        Comparison::Less => Op::Less,
        Comparison::AtMost => Op::AtMost,
        Comparison::Greater => Op::Greater,
        Comparison::AtLeast => Op::AtLeast,
    };
    left.op(op, right)
}
