//! Folds over binders: loops in front of an expression.
//!
//! In: sums, counts, lists and the like over binders. Out: a variable, with the loops that fill it.

use super::build::{MOST, default_of};
use super::lower::Lower;
use super::program::{Ex, Helper, Op, Range, St, Ty, UNKNOWN};
use super::{Answer, refused};
use grundy_message::message;
use grundy_rules::ast::{BinaryOperator, Comparison};
use grundy_rules::game::{Binder, Domain, Expr, Fold, Form, Kind, Over};
use std::collections::BTreeSet;

impl<'g> Lower<'_, 'g> {
    /// Loops over binders; `inner` emits the body for each choice. With `stop`, the loops end once it is true.
    pub fn nest(
        &mut self,
        binders: &[Binder],
        stop: Option<&Ex>,
        inner: &mut dyn FnMut(&mut Self) -> Answer<()>,
    ) -> Answer<()> {
        self.nest_at(binders, stop, false, inner)
    }

    fn nest_at(
        &mut self,
        binders: &[Binder],
        stop: Option<&Ex>,
        inside: bool,
        inner: &mut dyn FnMut(&mut Self) -> Answer<()>,
    ) -> Answer<()> {
        let Some((binder, rest)) = binders.split_first() else { return inner(self) };
        let wanted = if binder.name == "_" { "turn" } else { &binder.name };
        match &binder.over {
            Over::Is(value) => {
                let value = self.expr(value)?;
                let value = self.name_it(wanted, value);
                self.locals.push(value);
                self.nest_at(rest, stop, inside, inner)?;
                self.locals.pop();
                return Ok(());
            }
            Over::If(condition) => {
                let condition = self.expr(condition)?;
                self.locals.push(Ex::bool(true));
                self.open();
                self.nest_at(rest, stop, inside, inner)?;
                let body = self.close();
                self.locals.pop();
                self.put(St::If(condition, body, Vec::new()));
                return Ok(());
            }
            Over::Each(Domain::Range(low, high)) => {
                let low = self.expr(low)?;
                let high = self.expr(high.as_ref().ok_or_else(|| refused(message!("a range without an end")))?)?;
                let name = self.fresh(wanted);
                self.locals.push(Ex::var(&name, Ty::Int).ranged(low.range.up_to(high.range)));
                self.open();
                self.nest_at(rest, stop, true, inner)?;
                let body = self.close();
                self.locals.pop();
                self.put(St::Range(name, low, high, body));
            }
            Over::Each(Domain::Of(list)) => {
                let list = self.expr(list)?;
                let list = if matches!(list.form, super::program::Form::List(_)) && !list.is_simple() {
                    self.name_it("choices", list)
                } else {
                    list
                };
                let name = self.fresh(wanted);
                self.locals.push(Ex::var(&name, list.ty.element()).ranged(list.range));
                self.open();
                self.nest_at(rest, stop, true, inner)?;
                let body = self.close();
                self.locals.pop();
                self.put(St::Each(name, list, body));
            }
        }
        if let (Some(stop), true) = (stop, inside) {
            self.put(St::If(stop.clone(), vec![St::Break], Vec::new()));
        }
        Ok(())
    }

    pub fn fold(
        &mut self,
        fold: Fold,
        body: &Expr,
        binders: &[Binder],
        filter: Option<&Expr>,
        kind: &Kind,
    ) -> Answer<Ex> {
        let game = self.scene.game;
        if fold == Fold::List && filter.is_none() && binders.len() == 1 {
            return self.comprehension(body, &binders[0], kind);
        }
        let (wanted, start, ty) = match fold {
            Fold::Sum | Fold::Xor => ("total", Ex::int(0), Ty::Int),
            Fold::Count => ("number", Ex::int(0), Ty::Int),
            Fold::Min => ("least", Ex::int(MOST), Ty::Int),
            Fold::Max => ("most", Ex::int(-MOST), Ty::Int),
            Fold::Any => ("found", Ex::bool(false), Ty::Bool),
            Fold::All => ("fine", Ex::bool(true), Ty::Bool),
            Fold::List => {
                let ty = self.shared.ty(game, kind);
                ("entries", Ex::list(ty.element(), Vec::new()), ty)
            }
        };
        let name = self.fresh(wanted);
        let variable = Ex::var(&name, ty);
        self.put(St::Let(name, start));
        let mut range: Option<Range> = None;
        let limits = self.limit_of_power(binders, filter)?;
        let binders = limits.as_deref().unwrap_or(binders);
        let stop = match fold {
            Fold::Any => Some(variable.clone()),
            Fold::All => Some(variable.clone().not()),
            _ => None,
        };
        let into = variable.clone();
        self.nest(binders, stop.as_ref(), &mut |lower| {
            let condition = match filter {
                Some(filter) => lower.expr(filter)?,
                None => Ex::bool(true),
            };
            if condition.is_false() {
                return Ok(());
            }
            if !condition.is_true() {
                lower.open();
            }
            let value = lower.expr(body)?;
            range = Some(range.map_or(value.range, |known| known.union(value.range)));
            let done = |lower: &mut Self, when: Ex, truth: bool| {
                if when.is_false() {
                    return;
                }
                let ends = vec![St::Set(into.clone(), Ex::bool(truth)), St::Break];
                if when.is_true() {
                    ends.into_iter().for_each(|statement| lower.put(statement))
                } else {
                    lower.put(St::If(when, ends, Vec::new()))
                }
            };
            match fold {
                Fold::Sum => lower.put(St::Set(into.clone(), into.clone().ranged(UNKNOWN).plain(Op::Add, value))),
                Fold::Xor => lower.put(St::Set(into.clone(), into.clone().ranged(UNKNOWN).plain(Op::Xor, value))),
                Fold::Count => {
                    let plus = St::Set(into.clone(), into.clone().plain(Op::Add, Ex::int(1)));
                    if value.is_true() { lower.put(plus) } else { lower.put(St::If(value, vec![plus], Vec::new())) }
                }
                Fold::Min | Fold::Max => {
                    let helper = if fold == Fold::Min { Helper::Min } else { Helper::Max };
                    lower.put(St::Set(into.clone(), Ex::helper(helper, vec![into.clone(), value])));
                }
                Fold::Any => done(lower, value, true),
                Fold::All => done(lower, value.not(), false),
                Fold::List => lower.put(St::Push(into.clone(), value)),
            }
            if !condition.is_true() {
                let block = lower.close();
                lower.put(St::If(condition, block, Vec::new()));
            }
            Ok(())
        })?;
        let range = range.unwrap_or(Range::new(0, 0));
        Ok(variable.ranged(match fold {
            Fold::Sum => Range::by([range], |[of]| {
                Range::new(of.low.min(0).saturating_mul(1 << 20), of.high.max(0).saturating_mul(1 << 20))
            }),
            Fold::Count => Range::new(0, 1 << 40),
            Fold::Xor => Ex::int(0).plain(Op::Xor, Ex::var("x", Ty::Int).ranged(range)).range,
            _ => range,
        }))
    }

    /// Lowers `[e for x in …]` of a length known in advance.
    fn comprehension(&mut self, body: &Expr, binder: &Binder, kind: &Kind) -> Answer<Ex> {
        let ty = self.shared.ty(self.scene.game, kind);
        let zero = default_of(&ty.element());
        let wanted = if binder.name == "_" { "turn" } else { binder.name.as_str() };
        let (low, high, list) = match &binder.over {
            Over::Is(value) => {
                let value = self.expr(value)?;
                let value = self.name_it(wanted, value);
                self.locals.push(value);
                let only = self.expr(body)?;
                self.locals.pop();
                return Ok(Ex::list(ty.element(), vec![only]));
            }
            Over::If(_) => return Err(refused(message!("a name is missing"))),
            Over::Each(Domain::Range(low, high)) => {
                let low = self.expr(low)?;
                let high = self.expr(high.as_ref().ok_or_else(|| refused(message!("a range without an end")))?)?;
                (low, high, None)
            }
            Over::Each(Domain::Of(list)) => {
                let list = self.expr(list)?;
                let list = self.name_it("row", list);
                (Ex::int(0), list.clone().len().op(Op::Subtract, Ex::int(1)), Some(list))
            }
        };
        let length = high.clone().op(Op::Subtract, low.clone()).op(Op::Add, Ex::int(1));
        let length = Ex::helper(Helper::Max, vec![Ex::int(0), length]);
        let index = self.fresh(if list.is_some() { "place" } else { wanted });
        let at = Ex::var(&index, Ty::Int).ranged(low.range.up_to(high.range));
        self.locals.push(match &list {
            Some(list) => list.clone().index(at.clone()),
            None => at.clone(),
        });
        self.open();
        let value = self.expr(body)?;
        let mut block = self.close();
        self.locals.pop();
        let mut read = false;
        let mut names = BTreeSet::new();
        value.variables(&mut names);
        read |= names.contains(&index);
        if !read && block.is_empty() {
            return Ok(Ex::filled(length, value));
        }
        let name = self.fresh("entries");
        let variable = Ex::var(&name, ty).ranged(value.range);
        self.put(St::Let(name, Ex::filled(length, zero)));
        block.push(St::Set(variable.clone().index(at.op(Op::Subtract, low.clone())), value));
        self.put(St::Range(index, low, high, block));
        Ok(variable)
    }

    /// Lowers a fold of the elements of a list.
    pub fn fold_list(&mut self, fold: Fold, list: Ex, element: &Kind) -> Answer<Ex> {
        let local = self.locals.len();
        let body = Expr { form: Form::Local(local), kind: element.clone(), span: grundy_rules::Span::new(0, 0) };
        // The list is bound as a given of its own.
        let list = self.name_it("row", list);
        self.scene.givens.push(list);
        let given = Expr {
            form: Form::Given(self.scene.givens.len() - 1),
            kind: Kind::List(Box::new(element.clone())),
            span: body.span,
        };
        let binder = Binder { name: "one".to_owned(), over: Over::Each(Domain::Of(given)) };
        let found = self.fold(fold, &body, &[binder], None, &Kind::List(Box::new(element.clone())));
        self.scene.givens.pop();
        found
    }

    /// Cuts the range of `i` in `… for i in 0..250 if p * 18 ** i < n`, so that the numbers need not grow past n.
    fn limit_of_power(&mut self, binders: &[Binder], filter: Option<&Expr>) -> Answer<Option<Vec<Binder>>> {
        let ([binder], Some(filter)) = (binders, filter) else { return Ok(None) };
        let Over::Each(Domain::Range(low, Some(high))) = &binder.over else { return Ok(None) };
        let Form::Compare(sides, signs) = &filter.form else { return Ok(None) };
        let ([left, right], [Comparison::Less | Comparison::AtMost]) = (sides.as_slice(), signs.as_slice()) else {
            return Ok(None);
        };
        let local = Form::Local(self.locals.len());
        let Form::Binary(BinaryOperator::Multiply, factor, power) = &left.form else { return Ok(None) };
        let Form::Binary(BinaryOperator::Power, base, exponent) = &power.form else { return Ok(None) };
        let (Form::Int(base), true) = (&base.form, exponent.form == local) else { return Ok(None) };
        let Some(base) = base.to_i64().filter(|base| *base >= 2) else { return Ok(None) };
        self.open();
        let (factor, right) = (self.expr(factor)?, self.expr(right)?);
        let plain = self.close().is_empty();
        let last = right.range.certain().high;
        if !plain || factor.range.certain().low < 1 || last == i128::MAX {
            return Ok(None);
        }
        let mut max = 0i64;
        let mut reached = i128::from(base);
        while reached <= last {
            max += 1;
            reached = reached.saturating_mul(i128::from(base));
        }
        let high = match &high.form {
            Form::Int(number) if number.to_i64().is_some_and(|number| number <= max) => high.clone(),
            _ => Expr { form: Form::Int(grundy_rules::Int::Small(max)), kind: Kind::Int, span: high.span },
        };
        let over = Over::Each(Domain::Range(low.clone(), Some(high)));
        Ok(Some(vec![Binder { name: binder.name.clone(), over }]))
    }
}
