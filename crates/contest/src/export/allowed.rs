//! Givens that cannot occur in a problem.
//!
//! In: the givens of a game as expressions of the fields, and values for them. Out: whether the limits, the `require` clauses or
//! the condition of the game exclude these values. A claim that is false only for such givens is not false for this problem. A
//! reported exclusion is certain; otherwise nothing is known.

use super::limits::stated_lengths;
use super::lower::Lower;
use super::program::{Ex, Form, Range, Ty};
use super::solve::{Task, givens};
use super::trial::drawn_inputs;
use crate::problem::{Input, Variant};
use crate::require::uses_only;
use grundy_rules::game::{Form as Rule, Game};
use grundy_rules::text::{PrintedGivens, parse_given};
use grundy_rules::{Instance, Int, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is known of the givens of a game within a problem.
pub(crate) struct Allowed<'a> {
    variant: &'a Variant,
    game: &'a Arc<Game>,
    game_index: usize,
    /// Bounds of each given, as far as known.
    givens: Vec<Bounds>,
    /// The fields that givens are plain copies of: (given, field).
    copies: Vec<(usize, usize)>,
    /// An input that supplies the other fields.
    base: Option<Input>,
}

/// Bounds of one given.
struct Bounds {
    /// The range of the number, or of the entries of the list.
    numbers: Option<Range>,
    truth: Option<bool>,
    length: Option<Range>,
}

impl<'a> Allowed<'a> {
    /// Collects what is known if this game is played.
    pub fn new(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> Allowed<'a> {
        let given = lower.tried(|lower| givens(task, lower)).unwrap_or_default();
        Allowed::of(task, &given, drawn_inputs(task).first())
    }

    /// Like [`new`](Self::new), for givens already lowered to expressions.
    pub fn of(task: &Task<'a>, given: &[Ex], base: Option<&Input>) -> Allowed<'a> {
        let (variant, game): (&'a Variant, &'a Arc<Game>) = (task.variant, task.game);
        let mut copies = Vec::new();
        for (name, handle) in &variant.givens {
            let index = game.givens.iter().position(|given| given.name == *name);
            if let (Some(index), Rule::Given(field)) = (index, &variant.adapter.expression(*handle).form) {
                copies.push((index, *field));
            }
        }
        let lengths: BTreeMap<usize, Range> = stated_lengths(variant).into_iter().collect();
        let bounds = |(index, given): (usize, &Ex)| {
            let element = std::iter::successors(Some(given.ty.clone()), |ty| match ty {
                Ty::List(inner) => Some((**inner).clone()),
                _ => None,
            });
            let field = copies.iter().find(|(given, _)| *given == index).map(|(_, field)| field);
            Bounds {
                numbers: (element.last() == Some(Ty::Int)).then(|| given.range.certain()),
                truth: if let Form::Bool(truth) = given.form { Some(truth) } else { None },
                length: field.and_then(|field| lengths.get(field).copied()),
            }
        };
        let givens = given.iter().enumerate().map(bounds).collect();
        Allowed { variant, game, game_index: task.game_index, givens, copies, base: base.cloned() }
    }

    /// Returns whether these givens cannot occur in the problem.
    pub fn excludes(&self, instance: &Instance) -> bool {
        self.excludes_values(instance.givens())
    }

    /// Like [`excludes`](Self::excludes), for printed givens.
    pub fn excludes_printed(&self, givens: &PrintedGivens) -> bool {
        let read = givens.0.iter().map(|(name, text)| parse_given(self.game, name, text).ok());
        let Some(read) = read.collect::<Option<Vec<(usize, Value)>>>() else { return false };
        let mut values = vec![None; self.game.givens.len()];
        read.into_iter().for_each(|(index, value)| values[index] = Some(value));
        Instance::new(self.game.clone(), values).is_ok_and(|instance| self.excludes(&instance))
    }

    fn excludes_values(&self, values: &[Value]) -> bool {
        let is_outside = self.givens.iter().zip(values).any(|(bounds, value)| bounds.exclude(value));
        is_outside || self.breaks_a_promise(values)
    }

    /// Returns whether a guarantee on the fields that the givens copy is broken, or another game is selected.
    fn breaks_a_promise(&self, values: &[Value]) -> bool {
        let Some(base) = &self.base else { return false };
        let mut input = base.clone();
        let mut known = BTreeSet::new();
        for (given, field) in &self.copies {
            // Symbols have other numbers in the game than in the problem.
            let Some(value) = values.get(*given).and_then(plain) else { continue };
            input.values[*field] = Some(value);
            known.insert(*field);
        }
        let Ok(env) = self.variant.env(&input) else { return false };
        let adapter = &self.variant.adapter;
        let truth = |handle| match uses_only(adapter, handle, &known) {
            true => env.value(handle).ok().map(|value| value == Value::Bool(true)),
            false => None,
        };
        let is_chosen_before = |index: usize| {
            let condition = self.variant.games[index].1;
            condition.map_or(Some(true), truth)
        };
        (0..self.game_index).any(|index| is_chosen_before(index) == Some(true))
            || is_chosen_before(self.game_index) == Some(false)
            || self.variant.breaks_promise_on(&env, &known)
    }
}

impl Bounds {
    fn exclude(&self, value: &Value) -> bool {
        let is_outside = |number: &Int| {
            let number = number.to_i64().map(i128::from);
            number.zip(self.numbers).is_some_and(|(number, range)| number < range.low || number > range.high)
        };
        match value {
            Value::Int(number) => is_outside(number),
            Value::Bool(truth) => self.truth.is_some_and(|known| known != *truth),
            _ => value.as_elements().is_some_and(|all| {
                let length = all.len() as i128;
                self.length.is_some_and(|range| length < range.low || length > range.high)
                    || all.iter().filter_map(Value::as_int).any(is_outside)
            }),
        }
    }
}

/// Returns a value without symbols as a field has it.
fn plain(value: &Value) -> Option<Value> {
    match value {
        Value::Int(_) | Value::Bool(_) => Some(value.clone()),
        Value::Symbol(_) => None,
        _ => value.as_elements()?.iter().map(plain).collect::<Option<Vec<Value>>>().map(Value::list),
    }
}
