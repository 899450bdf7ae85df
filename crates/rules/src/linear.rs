//! Sums of terms with whole factors, and what conditions say about them.
//!
//! In: expressions, or terms of any comparable kind. Out: sums in which each term occurs once, and whether a sum is at most a
//! number wherever a move can be made. An upper bound that is found is correct; if none is found, there may still be one.

use crate::ast::{BinaryOperator, Comparison};
use crate::game::{Binder, Builtin, Domain, Expr, Form, Game, Kind, Over, Type};
use std::cell::Cell;

/// Tuning: the first facts of which pairs are tried, so that long conditions take no quadratic time.
const MAX_PAIRED: usize = 64;
/// Tuning: substitutions tried for one comparison, as alternatives of `min` multiply; what needs more is not shown. Not measured.
const MAX_SUBSTITUTIONS: u32 = 100_000;

/// A sum of terms with factors, and a constant. No factor is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear<T> {
    /// Each term with its factor.
    pub terms: Vec<(T, i128)>,
    /// The constant.
    pub constant: i128,
    /// True once something grew past 128 bits and was cut off there: then nothing may be concluded from the sum.
    pub is_cut: bool,
}

/// A sum of expressions.
pub type Sum = Linear<Expr>;

impl<T: Clone + PartialEq> Linear<T> {
    /// Returns a constant.
    pub fn number(constant: i128) -> Linear<T> {
        Linear { terms: Vec::new(), constant, is_cut: false }
    }

    /// Returns a single term.
    pub fn term(term: T) -> Linear<T> {
        Linear { terms: vec![(term, 1)], constant: 0, is_cut: false }
    }

    /// Returns `self + factor * other`.
    pub fn with(mut self, other: &Linear<T>, factor: i128) -> Linear<T> {
        let mut is_cut = self.is_cut || other.is_cut;
        let mut plus = |known: i128, count: i128| {
            let sum = count.checked_mul(factor).and_then(|more| known.checked_add(more));
            is_cut |= sum.is_none();
            sum.unwrap_or(known)
        };
        self.constant = plus(self.constant, other.constant);
        for (term, count) in &other.terms {
            match self.terms.iter_mut().find(|(known, _)| known == term) {
                Some((_, known)) => *known = plus(*known, *count),
                None => self.terms.push((term.clone(), plus(0, *count))),
            }
        }
        self.is_cut = is_cut;
        self.terms.retain(|(_, count)| *count != 0);
        self
    }

    /// Removes the first term that the test accepts, and returns its factor.
    pub fn take(&mut self, test: impl Fn(&T) -> bool) -> Option<i128> {
        let index = self.terms.iter().position(|(term, _)| test(term))?;
        Some(self.terms.remove(index).1)
    }

    /// Returns whether the sum is 0, whatever the terms are.
    pub fn is_zero(&self) -> bool {
        !self.is_cut && self.constant == 0 && self.terms.is_empty()
    }
}

impl Sum {
    /// Converts an expression to a sum; what is not linear in it becomes a term.
    pub fn of(expr: &Expr) -> Sum {
        Linear::number(0).plus(expr, 1)
    }

    /// Returns `self + factor * expr`.
    pub fn plus(self, expr: &Expr, factor: i128) -> Sum {
        let number = |expr: &Expr| match &expr.form {
            Form::Int(number) => number.to_i64().map(i128::from),
            _ => None,
        };
        let scaled = |sum: Sum, inner: &Expr, by: i128| match factor.checked_mul(by) {
            Some(factor) => sum.plus(inner, factor),
            None => Linear { is_cut: true, ..sum },
        };
        match &expr.form {
            Form::Negate(inner) => scaled(self, inner, -1),
            Form::Binary(BinaryOperator::Add, a, b) => self.plus(a, factor).plus(b, factor),
            Form::Binary(BinaryOperator::Subtract, a, b) => scaled(self.plus(a, factor), b, -1),
            Form::Binary(BinaryOperator::Multiply, a, b) => match (number(a), number(b)) {
                (Some(by), _) => scaled(self, b, by),
                (_, Some(by)) => scaled(self, a, by),
                _ => self.with(&Linear::term(expr.clone()), factor),
            },
            _ => match number(expr) {
                Some(constant) => self.with(&Linear::number(constant), factor),
                None => self.with(&Linear::term(expr.clone()), factor),
            },
        }
    }
}

/// What is known where a move is made, each fact as a sum that is at most 0.
#[derive(Clone, Debug, Default)]
pub struct Facts(Vec<Sum>);

impl Facts {
    /// Adds what a condition says that holds.
    pub fn assume(&mut self, condition: &Expr) {
        match &condition.form {
            Form::And(all) => all.iter().for_each(|condition| self.assume(condition)),
            Form::Compare(operands, signs) => {
                for (pair, sign) in operands.windows(2).zip(signs) {
                    let (left, right) = (&pair[0], &pair[1]);
                    if left.kind != Kind::Int {
                        continue;
                    }
                    let fact = |small: &Expr, large: &Expr, apart| Linear::number(apart).plus(small, 1).plus(large, -1);
                    match sign {
                        Comparison::Less => self.0.push(fact(left, right, 1)),
                        Comparison::AtMost => self.0.push(fact(left, right, 0)),
                        Comparison::Greater => self.0.push(fact(right, left, 1)),
                        Comparison::AtLeast => self.0.push(fact(right, left, 0)),
                        Comparison::Equal => self.0.extend([fact(left, right, 0), fact(right, left, 0)]),
                        Comparison::Unequal => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the facts with what a condition says.
    pub fn with(&self, condition: &Expr) -> Facts {
        let mut facts = self.clone();
        facts.assume(condition);
        facts
    }

    /// Adds that a choice exists: its range is not empty, its condition holds.
    pub fn choose(&mut self, binder: &Binder) {
        match &binder.over {
            Over::Each(Domain::Range(low, Some(high))) => {
                self.0.extend(alternatives(high, Builtin::Min).iter().map(|high| Sum::of(low).plus(high, -1)));
            }
            Over::If(condition) => self.assume(condition),
            Over::Each(_) | Over::Is(_) => {}
        }
    }

    /// Returns whether a sum is at most `max` for all choices of the binders, the first locals, using at most two of the facts.
    pub fn is_at_most(&self, sum: &Sum, max: i128, game: &Game, binders: &[Binder]) -> bool {
        let left = Cell::new(MAX_SUBSTITUTIONS);
        let shown = |sum: &Sum| without_choices(sum.clone(), max, game, binders, &left);
        let less = |sum: &Sum, fact: &Sum| sum.clone().with(fact, -1);
        let paired = |from: usize| &self.0[from..self.0.len().min(MAX_PAIRED).max(from)];
        shown(sum)
            || self.0.iter().enumerate().any(|(at, fact)| {
                let rest = less(sum, fact);
                shown(&rest) || paired(at + 1).iter().any(|other| shown(&less(&rest, other)))
            })
    }
}

/// Returns whether a sum is at most `max` for all choices of the binders: each is replaced by its bound, the last one first.
/// Gives up, with false, when no substitutions are left.
fn without_choices(sum: Sum, max: i128, game: &Game, binders: &[Binder], left: &Cell<u32>) -> bool {
    left.set(left.get().saturating_sub(1));
    if left.get() == 0 {
        return false;
    }
    let Some((last, before)) = binders.split_last() else {
        return greatest(&sum, game).is_some_and(|found| found <= max);
    };
    let mut rest = sum;
    let Some(factor) = rest.take(|expr| expr.form == Form::Local(before.len())) else {
        return without_choices(rest, max, game, before, left);
    };
    let bounds: Vec<Expr> = match &last.over {
        Over::Is(value) => vec![value.clone()],
        Over::Each(Domain::Range(_, Some(high))) if factor > 0 => alternatives(high, Builtin::Min).to_vec(),
        Over::Each(Domain::Range(low, _)) if factor < 0 => alternatives(low, Builtin::Max).to_vec(),
        Over::Each(Domain::Of(list)) if factor < 0 => least_element(list, game).into_iter().cloned().collect(),
        Over::Each(_) | Over::If(_) => Vec::new(),
    };
    bounds.iter().any(|bound| without_choices(rest.clone().plus(bound, factor), max, game, before, left))
}

/// Returns the maximum of a sum, from the minimum of its components and givens.
fn greatest(sum: &Sum, game: &Game) -> Option<i128> {
    if sum.is_cut {
        return None;
    }
    sum.terms.iter().try_fold(sum.constant, |total, (expr, factor)| {
        let low = match &expr.form {
            Form::Component(index) => least(&game.components[*index].ty)?,
            Form::Given(index) => least(&game.givens[*index].ty)?,
            Form::Builtin(Builtin::Len | Builtin::Size, _) => 0,
            _ => return None,
        };
        if *factor > 0 { None } else { total.checked_add(low.checked_mul(*factor)?) }
    })
}

/// Returns the minimum that a type of numbers declares with a literal.
pub fn least(ty: &Type) -> Option<i128> {
    match ty {
        Type::Int { low: Some(Expr { form: Form::Int(low), .. }), .. } => low.to_i64().map(i128::from),
        _ => None,
    }
}

/// Returns the arguments of an extreme: `min(a, b)` is at most each of a and b; `max(a, b)` at least.
fn alternatives(expr: &Expr, extreme: Builtin) -> &[Expr] {
    match &expr.form {
        Form::Builtin(builtin, arguments) if *builtin == extreme => arguments,
        _ => std::slice::from_ref(expr),
    }
}

/// Returns the minimum of the elements of a given list or set.
fn least_element<'g>(list: &Expr, game: &'g Game) -> Option<&'g Expr> {
    let Form::Given(index) = &list.form else { return None };
    match &game.givens[*index].ty {
        Type::List(element, _) | Type::Bag(element) | Type::Set(element) => match &**element {
            Type::Int { low: Some(low), .. } if matches!(low.form, Form::Int(_)) => Some(low),
            _ => None,
        },
        _ => None,
    }
}
