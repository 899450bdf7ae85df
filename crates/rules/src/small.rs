//! Small positions and small givens, the smallest first, for checking claims and trying rules.
//!
//! Every value has a weight: a number its distance from the least one, a list its length plus its elements' weights.
//! Positions are listed by rising weight, so the first one that refutes something is a smallest one.

use crate::game::{Expr, Form, Game, Type};
use crate::int::Int;
use crate::lex;
use crate::limits;
use crate::meaning::Instance;
use crate::meter::Meter;
use crate::value::{Part, Value};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Small parts, and whether they are complete.
#[derive(Clone, Debug, Default)]
pub struct SmallParts {
    /// The parts, by rising weight.
    pub parts: Vec<Part>,
    /// Whether parts lighter than the last one are missing: lists are too long to be varied everywhere, or too many.
    pub leaves_out: bool,
}

impl Instance {
    /// Returns at most `max` parts in the components' ranges by rising weight, none heavier than `heaviest`.
    pub fn small_parts(&self, max: usize, heaviest: usize) -> Vec<Part> {
        self.every_small_part(max, heaviest).parts
    }

    /// Like [`Instance::small_parts`], but also returns whether some were left out.
    pub fn every_small_part(&self, max: usize, heaviest: usize) -> SmallParts {
        let (found, leaves_out) = self.small_beginnings(self.game().components.len(), max, heaviest);
        SmallParts { parts: found.into_iter().map(Arc::new).collect(), leaves_out }
    }

    /// Like [`Instance::small_parts`], but with trailing components at their defaults if all of them have one: `10,9` of Fibonacci nim.
    pub fn small_parts_at_defaults(&self, max: usize, heaviest: usize) -> Vec<Part> {
        let components = &self.game().components;
        let count = components.iter().rposition(|component| component.default.is_none()).map_or(0, |last| last + 1);
        if count == components.len() {
            return Vec::new();
        }
        self.small_beginnings(count, max, heaviest).0.into_iter().filter_map(|values| self.part(values).ok()).collect()
    }

    /// Returns values for the first `count` components by rising weight, and whether some lighter than the last were left out.
    fn small_beginnings(&self, count: usize, max: usize, heaviest: usize) -> (Vec<Vec<Value>>, bool) {
        let limits = Limits { meter: Meter::steps(20_000_000), cut: Cell::new(false) };
        let mut leaves_out = false;
        let mut found = Vec::new();
        for weight in 0..=heaviest {
            let mut part = Vec::new();
            limits.cut.set(false);
            self.extend_part(&mut part, count, weight, max, &limits, &mut found);
            // Stopping because `max` were found leaves out nothing before the last.
            leaves_out |= limits.cut.get() && found.len() < max;
            // A weight without positions may be a gap: the range of `b in 90..a` begins late.
            if found.len() >= max {
                break;
            }
        }
        (found, leaves_out || !limits.meter.goes_on())
    }

    fn extend_part(
        &self,
        part: &mut Vec<Value>,
        count: usize,
        weight: usize,
        max: usize,
        limits: &Limits,
        found: &mut Vec<Vec<Value>>,
    ) {
        if found.len() >= max {
            return;
        }
        if part.len() == count {
            if weight == 0 && (count < self.game().components.len() || self.is_valid(part, &limits.meter)) {
                found.push(part.clone());
            }
            return;
        }
        let component = &self.game().components[part.len()];
        let last = part.len() + 1 == count;
        for share in if last { weight..=weight } else { 0..=weight } {
            for value in self.values_of_weight(&component.ty, share, part, limits) {
                part.push(value);
                self.extend_part(part, count, weight - share, max, limits, found);
                part.pop();
            }
        }
    }

    /// Returns every part, if the components have finitely many values and there are at most `max` parts.
    pub fn all_parts(&self, max: usize) -> Option<Vec<Part>> {
        let meter = Meter::steps(20_000_000);
        let mut found: Vec<Vec<Value>> = vec![Vec::new()];
        for component in &self.game().components {
            let mut longer = Vec::new();
            for part in &found {
                let values = self.all_values(&component.ty, part, max - longer.len(), &meter)?;
                longer.extend(values.into_iter().map(|value| part.iter().cloned().chain([value]).collect()));
            }
            found = longer;
        }
        found.retain(|part| self.is_valid(part, &meter));
        Some(found.into_iter().map(Arc::new).collect())
    }

    /// Returns every value of a type, if there are at most `max`.
    fn all_values(&self, ty: &Type, before: &[Value], max: usize, meter: &Meter) -> Option<Vec<Value>> {
        let values = match ty {
            Type::Int { low: Some(low), high: Some(high) } => {
                let (low, high) =
                    (self.evaluate_before(low, before, meter)?, self.evaluate_before(high, before, meter)?);
                let count = high.subtract(&low).ok()?.to_i64()?.checked_add(1)?.max(0);
                let count = usize::try_from(count).ok().filter(|count| *count <= max)?;
                (0..count).map(|step| low.add(&Int::from(step)).ok().map(Value::Int)).collect::<Option<Vec<_>>>()?
            }
            Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Type::Symbols(symbols) => symbols.iter().map(|symbol| Value::Symbol(*symbol)).collect(),
            Type::List(element, Some(size)) => {
                let size = self.evaluate_before(size, before, meter)?.to_usize()?;
                let elements = self.all_values(element, before, max, meter)?;
                let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
                for _ in 0..size {
                    if lists.len().checked_mul(elements.len()).is_none_or(|count| count > max) {
                        return None;
                    }
                    let longer = |list: &Vec<Value>| {
                        elements.iter().map(|value| list.iter().cloned().chain([value.clone()]).collect()).collect()
                    };
                    lists = lists.iter().flat_map(|list| -> Vec<Vec<Value>> { longer(list) }).collect();
                }
                lists.into_iter().map(Value::list).collect()
            }
            _ => return None,
        };
        (values.len() <= max).then_some(values)
    }

    /// Returns at most `max` parts, the smallest first, with one number, or all of them, near these numbers and the other
    /// components at their least values: rules that name these numbers may begin to behave differently there.
    pub fn parts_near(&self, numbers: &BTreeSet<i64>, max: usize) -> Vec<Part> {
        let limits = Limits { meter: Meter::steps(1_000_000), cut: Cell::new(false) };
        let components = &self.game().components;
        let is_int: Vec<bool> = components.iter().map(|component| component.ty.is_int()).collect();
        let indices: Vec<usize> = (0..components.len()).filter(|index| is_int[*index]).collect();
        let mut choices: Vec<Vec<usize>> = indices.iter().map(|index| vec![*index]).collect();
        if indices.len() > 1 {
            choices.push(indices);
        }
        let mut found: Vec<Part> = Vec::new();
        for number in near(numbers, -1..=8) {
            for chosen in &choices {
                let mut values = Vec::new();
                for (index, component) in components.iter().enumerate() {
                    let value = match chosen.contains(&index) {
                        true => Some(Value::from(number)),
                        false => self.values_of_weight(&component.ty, 0, &values, &limits).into_iter().next(),
                    };
                    // The bounds of later components may depend on this one.
                    let Some(value) = value else { break };
                    values.push(value);
                }
                if values.len() == components.len() {
                    found.extend(self.part(values).ok());
                }
            }
            if found.len() >= max {
                break;
            }
        }
        found
    }

    /// Returns at most `max` parts at the upper ends of the components' ranges, if they have one: small parts never come near them.
    pub fn large_parts(&self, max: usize) -> Vec<Part> {
        let limits = Limits { meter: Meter::steps(1_000_000), cut: Cell::new(false) };
        let mut found: Vec<Vec<Value>> = vec![Vec::new()];
        for component in &self.game().components {
            let mut longer = Vec::new();
            for part in &found {
                let mut values = self.values_near_the_end(&component.ty, part, &limits);
                if values.is_empty() {
                    values = self.values_of_weight(&component.ty, 0, part, &limits);
                    values.truncate(1);
                }
                longer.extend(values.into_iter().map(|value| part.iter().cloned().chain([value]).collect()));
            }
            longer.truncate(max);
            found = longer;
        }
        found.retain(|part| !part.is_empty() && self.is_valid(part, &limits.meter));
        found.into_iter().map(Arc::new).collect()
    }

    /// Returns the greatest numbers of a range with an end; all symbols and truth values, as there are few.
    fn values_near_the_end(&self, ty: &Type, before: &[Value], limits: &Limits) -> Vec<Value> {
        match ty {
            Type::Int { low, high: Some(high) } => {
                let Some(high) = self.evaluate_before(high, before, &limits.meter) else { return Vec::new() };
                let low = low.as_ref().map(|low| self.evaluate_before(low, before, &limits.meter));
                let down = (0..3_usize).filter_map(|step| high.subtract(&Int::from(step)).ok());
                let is_within = |value: &Int| match &low {
                    None => true,
                    Some(low) => low.as_ref().is_some_and(|low| value >= low),
                };
                down.filter(is_within).map(Value::Int).collect()
            }
            Type::Bool | Type::Symbols(_) => {
                (0..8).flat_map(|weight| self.values_of_weight(ty, weight, before, limits)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn values_of_weight(&self, ty: &Type, weight: usize, before: &[Value], limits: &Limits) -> Vec<Value> {
        let bound = |expr: &Option<crate::game::Expr>| match expr {
            Some(expr) => self.evaluate_before(expr, before, &limits.meter).map(Some),
            None => Some(None),
        };
        match ty {
            Type::Int { low, high } => {
                let (Some(low), Some(high)) = (bound(low), bound(high)) else { return Vec::new() };
                int_of_weight(low.as_ref(), high.as_ref(), weight).into_iter().map(Value::Int).collect()
            }
            Type::Bool => match weight {
                0 => vec![Value::Bool(false)],
                1 => vec![Value::Bool(true)],
                _ => Vec::new(),
            },
            Type::Symbols(symbols) => symbols.get(weight).map(|symbol| Value::Symbol(*symbol)).into_iter().collect(),
            Type::List(element, Some(size)) => {
                let Some(size) = self.evaluate_before(size, before, &limits.meter).and_then(|size| size.to_usize())
                else {
                    return Vec::new();
                };
                let of = |weight| self.values_of_weight(element, weight, before, limits);
                lists_of(&of, size, weight, Order::Any, &limits.cut).into_iter().map(Value::list).collect()
            }
            Type::List(element, None) => self.unsized_lists(element, weight, before, Order::Any, limits),
            Type::Bag(element) => self.unsized_lists(element, weight, before, Order::Rising, limits),
            Type::Set(element) => self
                .unsized_lists(element, weight, before, Order::StrictlyRising, limits)
                .into_iter()
                .map(|list| Value::set(list.as_elements().unwrap_or(&[]).to_vec()))
                .collect(),
        }
    }

    fn unsized_lists(
        &self,
        element: &Type,
        weight: usize,
        before: &[Value],
        order: Order,
        limits: &Limits,
    ) -> Vec<Value> {
        let of = |weight| self.values_of_weight(element, weight, before, limits);
        let mut lists = Vec::new();
        for length in 0..=weight {
            lists.extend(lists_of(&of, length, weight - length, order, &limits.cut));
            if lists.len() > limits::MAX_VALUES_OF_A_WEIGHT {
                limits.cut.set(true);
                lists.truncate(limits::MAX_VALUES_OF_A_WEIGHT);
                break;
            }
        }
        lists.into_iter().map(Value::list).collect()
    }
}

/// The budget of a listing, and whether something was left out for it.
struct Limits {
    meter: Meter<'static>,
    cut: Cell<bool>,
}

/// How the elements of a list are ordered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Any,
    Rising,
    StrictlyRising,
}

/// Returns the lists of `length` elements whose weights add up to `weight`; sets `cut` if not all of them are listed.
fn lists_of(
    of: &dyn Fn(usize) -> Vec<Value>,
    length: usize,
    weight: usize,
    order: Order,
    cut: &Cell<bool>,
) -> Vec<Vec<Value>> {
    // Of a long list only the beginning is varied; of a very long one nothing is listed.
    if length > limits::MAX_VARIED_ELEMENTS {
        cut.set(true);
        let lightest = of(0);
        let Some(filler) = lightest.first().filter(|_| length <= limits::MAX_SMALL_LIST && order == Order::Any) else {
            return Vec::new();
        };
        let mut lists = lists_of(of, limits::MAX_VARIED_ELEMENTS, weight, order, cut);
        lists.truncate(limits::MAX_VALUES_OF_A_WEIGHT * limits::MAX_VARIED_ELEMENTS / length);
        for list in &mut lists {
            list.resize(length, filler.clone());
        }
        return lists;
    }
    let by_weight: Vec<Vec<Value>> = (0..=weight).map(of).collect();
    // Which weights each number of elements can have, whatever their order.
    let mut reaches = vec![vec![false; weight + 1]; length + 1];
    reaches[0][0] = true;
    for count in 1..=length {
        for share in (0..=weight).filter(|share| !by_weight[*share].is_empty()) {
            for rest in 0..=weight - share {
                let is_one = reaches[count - 1][rest];
                reaches[count][rest + share] |= is_one;
            }
        }
    }
    let mut lister =
        Lister { by_weight: &by_weight, reaches: &reaches, order, list: Vec::new(), found: Vec::new(), steps: 0, cut };
    lister.extend(length, weight);
    lister.found
}

/// Enumerates lists in lexicographic order of element weights. Prunes prefixes whose weight cannot be completed, but not
/// those that only `order` rules out.
struct Lister<'a> {
    by_weight: &'a [Vec<Value>],
    reaches: &'a [Vec<bool>],
    order: Order,
    list: Vec<Value>,
    found: Vec<Vec<Value>>,
    steps: usize,
    cut: &'a Cell<bool>,
}

impl Lister<'_> {
    /// Adds `count` elements of this total weight in all possible combinations.
    fn extend(&mut self, count: usize, weight: usize) {
        if !self.reaches[count][weight] {
            return;
        }
        self.steps += 1;
        if self.found.len() >= limits::MAX_VALUES_OF_A_WEIGHT || self.steps > limits::MAX_LISTING_STEPS {
            self.cut.set(true);
            return;
        }
        if count == 0 {
            self.found.push(self.list.clone());
            return;
        }
        let by_weight = self.by_weight;
        for (share, values) in by_weight.iter().enumerate().take(weight + 1) {
            for value in values {
                let fits = match (self.order, self.list.last()) {
                    (Order::Any, _) | (_, None) => true,
                    (Order::Rising, Some(last)) => last <= value,
                    (Order::StrictlyRising, Some(last)) => last < value,
                };
                if fits && self.reaches[count - 1][weight - share] {
                    self.list.push(value.clone());
                    self.extend(count - 1, weight - share);
                    self.list.pop();
                }
            }
        }
    }
}

fn int_of_weight(low: Option<&Int>, high: Option<&Int>, weight: usize) -> Option<Int> {
    let weight = Int::from(weight);
    let value = match (low, high) {
        (Some(low), _) => low.add(&weight).ok()?,
        // Numbers of any sign are usually meant from 0 up; with only an upper end, they go down from it.
        (None, Some(high)) if high.is_negative() => high.subtract(&weight).ok()?,
        (None, _) => weight,
    };
    (high.is_none_or(|high| value <= *high)).then_some(value)
}

/// Returns givens to check claims with: the defaults first, then small numbers for those that are numbers, truth values,
/// symbols or sets of numbers. Lists and graphs stay at their defaults, as their entries depend on one another.
pub fn small_givens(game: &Arc<Game>, max: usize) -> Vec<Instance> {
    let mut found: Vec<Instance> = Vec::new();
    let defaults = vec![None; game.givens.len()];
    if let Ok(instance) = Instance::new(game.clone(), defaults.clone()) {
        found.push(instance);
    }
    let varied: Vec<usize> = (0..game.givens.len())
        .filter(|index| match &game.givens[*index].ty {
            Type::Int { .. } | Type::Bool | Type::Symbols(_) => true,
            Type::Set(element) => element.is_int(),
            Type::List(..) | Type::Bag(_) => game.givens[*index].default.is_none(),
        })
        .collect();
    if varied.is_empty() {
        return found;
    }
    // Reuses the enumeration of positions: a position made of the varied givens alone.
    for weight in 0..12 {
        for choice in given_choices(game, &varied, weight) {
            let mut given = defaults.clone();
            for (index, value) in varied.iter().zip(choice) {
                given[*index] = Some(value);
            }
            if let Ok(instance) = Instance::new(game.clone(), given)
                && !found.iter().any(|known| known.givens() == instance.givens())
            {
                found.push(instance);
            }
            if found.len() >= max {
                return found;
            }
        }
    }
    found
}

/// Returns givens to try statements about every choice with: those of [`small_givens`], then numbers on both sides of the
/// default and well past it, first one given at a time and then all of them together. Statements are often true of small
/// givens by accident, as the interesting cases of a rule begin past them.
pub fn spread_givens(game: &Arc<Game>, small: usize) -> Vec<Instance> {
    let mut found = small_givens(game, small);
    let Ok(usual) = Instance::new(game.clone(), vec![None; game.givens.len()]) else { return found };
    let varied: Vec<usize> = (0..game.givens.len())
        .filter(|index| {
            game.givens[*index].ty.is_int() || matches!(&game.givens[*index].ty, Type::Set(of) if of.is_int())
        })
        .collect();
    let together = if varied.len() > 1 { vec![varied.clone()] } else { Vec::new() };
    for indices in varied.into_iter().map(|index| vec![index]).chain(together) {
        for spread in SPREAD {
            let mut given: Vec<Option<Value>> = usual.givens().iter().cloned().map(Some).collect();
            for index in &indices {
                given[*index] = given[*index].take().and_then(|value| spread.of(&value));
            }
            // A number outside the range of its given is not a choice.
            if let Ok(instance) = Instance::new(game.clone(), given)
                && !found.iter().any(|known| known.givens() == instance.givens())
            {
                found.push(instance);
            }
        }
    }
    // Rules that name a number may behave differently from there on.
    let numbers = game.numbers_of_rules();
    for index in (0..game.givens.len()).filter(|index| game.givens[*index].ty.is_int()) {
        let mut count = 0;
        for number in near(&numbers, -1..=1).into_iter().rev() {
            let mut given: Vec<Option<Value>> = usual.givens().iter().cloned().map(Some).collect();
            given[index] = Some(Value::from(number));
            if count < limits::MAX_NEAR_NUMBERS
                && let Ok(instance) = Instance::new(game.clone(), given)
                && !found.iter().any(|known| known.givens() == instance.givens())
            {
                found.push(instance);
                count += 1;
            }
        }
    }
    found
}

/// Returns every choice of the givens, keeping those that are fixed, if there are at most `max`.
pub fn every_choice(game: &Arc<Game>, fixed: &[Option<Value>], max: usize) -> Option<Vec<Instance>> {
    let usual = Instance::new(game.clone(), vec![None; game.givens.len()]).ok()?;
    let meter = Meter::steps(1_000_000);
    let is_literal = |expr: &Expr| matches!(expr.form, Form::Int(_));
    let mut choices: Vec<Vec<Option<Value>>> = vec![Vec::new()];
    for (given, fixed) in game.givens.iter().zip(fixed) {
        let values = match (&given.ty, fixed) {
            (_, Some(value)) => vec![value.clone()],
            // A bound that depends on other givens differs for each choice of them.
            (Type::Int { low: Some(low), high: Some(high) }, None) if is_literal(low) && is_literal(high) => {
                usual.all_values(&given.ty, &[], max, &meter)?
            }
            (Type::Bool | Type::Symbols(_), None) => usual.all_values(&given.ty, &[], max, &meter)?,
            _ => return None,
        };
        if choices.len() * values.len() > max {
            return None;
        }
        let longer = |value: Value| choices.iter().map(move |begun| [&begun[..], &[Some(value.clone())]].concat());
        choices = values.into_iter().flat_map(longer).collect();
    }
    Some(choices.into_iter().filter_map(|choice| Instance::new(game.clone(), choice).ok()).collect())
}

/// Returns these numbers and their neighbours, in rising order.
fn near(numbers: &BTreeSet<i64>, steps: std::ops::RangeInclusive<i64>) -> BTreeSet<i64> {
    numbers.iter().flat_map(|number| steps.clone().filter_map(|step| number.checked_add(step))).collect()
}

impl Game {
    /// Returns the numbers written in the rules and in claims about all positions.
    pub fn numbers_of_rules(&self) -> BTreeSet<i64> {
        let finite = self.claims.iter().filter(|claim| !claim.kind.is_general()).map(|claim| claim.span.range());
        let finite: Vec<_> = finite.chain(self.start.iter().map(|start| start.span.range())).collect();
        let tokens = lex::lex(&self.source.0).tokens;
        let is_number = |token: &&lex::Token| {
            token.kind == lex::Kind::Number && !finite.iter().any(|range| range.contains(&token.span.range().start))
        };
        let numbers = tokens.iter().filter(is_number);
        numbers.filter_map(|token| self.source.0.get(token.span.range())?.parse().ok()).collect()
    }
}

/// A change of a given: numbers are divided by `below`, multiplied by `times`, and shifted by `plus`.
struct Spread {
    below: i64,
    times: i64,
    plus: i64,
}

const SPREAD: [Spread; 7] = [
    Spread { below: 2, times: 1, plus: 0 },
    Spread { below: 1, times: 1, plus: -1 },
    Spread { below: 1, times: 1, plus: 1 },
    Spread { below: 1, times: 2, plus: 0 },
    Spread { below: 1, times: 3, plus: 1 },
    Spread { below: 1, times: 7, plus: 3 },
    Spread { below: 1, times: 20, plus: 7 },
];

impl Spread {
    /// Returns the changed value; of a set, its greatest number is changed.
    fn of(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Int(number) => Some(Value::from(
                number.to_i64()?.div_euclid(self.below).checked_mul(self.times)?.checked_add(self.plus)?,
            )),
            Value::Set(numbers) => {
                let (last, rest) = numbers.split_last()?;
                Some(Value::set(rest.iter().cloned().chain([self.of(last)?]).collect()))
            }
            _ => None,
        }
    }
}

fn given_choices(game: &Game, varied: &[usize], weight: usize) -> Vec<Vec<Value>> {
    let literal = |expr: &Option<crate::game::Expr>| match expr {
        Some(expr) => match &expr.form {
            crate::game::Form::Int(int) => Some(int.clone()),
            // A bound that depends on other givens is tried from 0; what does not fit is dropped later.
            _ => None,
        },
        None => None,
    };
    fn of(ty: &Type, weight: usize, literal: &dyn Fn(&Option<crate::game::Expr>) -> Option<Int>) -> Vec<Value> {
        match ty {
            Type::Int { low, high } => {
                let low = literal(low).unwrap_or(Int::ZERO);
                int_of_weight(Some(&low), literal(high).as_ref(), weight).into_iter().map(Value::Int).collect()
            }
            Type::Bool => match weight {
                0 => vec![Value::Bool(false)],
                1 => vec![Value::Bool(true)],
                _ => Vec::new(),
            },
            Type::Symbols(symbols) => symbols.get(weight).map(|symbol| Value::Symbol(*symbol)).into_iter().collect(),
            Type::Set(element) => {
                let inner = |weight| of(element, weight, literal);
                (0..=weight.min(3))
                    .flat_map(|length| {
                        lists_of(&inner, length, weight - length, Order::StrictlyRising, &Cell::new(false))
                    })
                    .map(Value::set)
                    .collect()
            }
            Type::List(element, _) | Type::Bag(element) => {
                let inner = |weight| of(element, weight, literal);
                (0..=weight.min(3))
                    .flat_map(|length| lists_of(&inner, length, weight - length, Order::Any, &Cell::new(false)))
                    .map(Value::list)
                    .collect()
            }
        }
    }
    let mut done: Vec<(Vec<Value>, usize)> = vec![(Vec::new(), weight)];
    for (index, slot) in varied.iter().enumerate() {
        let mut longer = Vec::new();
        for (choice, left) in &done {
            let shares = if index + 1 == varied.len() { *left..=*left } else { 0..=*left };
            for share in shares {
                for value in of(&game.givens[*slot].ty, share, &literal) {
                    let mut next = choice.clone();
                    next.push(value);
                    longer.push((next, left - share));
                }
            }
        }
        longer.truncate(500);
        done = longer;
    }
    done.into_iter().map(|(choice, _)| choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the number of parts up to a weight, and whether some are reported missing.
    #[track_caller]
    fn counts(rules: &str, heaviest: usize, expect: (usize, bool)) {
        let instance = Instance::new(crate::read(rules).unwrap(), vec![]).unwrap();
        let small = instance.every_small_part(1_000_000, heaviest);
        assert_eq!((small.parts.len(), small.leaves_out), expect);
    }

    #[test]
    fn a_range_that_begins_late_hides_no_position() {
        // Up to weight 19 no number `b` is in its range.
        counts("game g(a, b in 20..a) move m if b > 20 -> with b = b - 1", 23, (6, false));
        counts("game g(a, b in 90..a) move m if b > 90 -> with b = b - 1", 93, (6, false));
    }

    #[test]
    fn every_list_of_a_weight_is_listed_or_reported_missing() {
        let coins = |count: usize| {
            let last = count - 1;
            format!("game c(b: [{{'.', 'x'}}; {count}]) move m(i in 0..{last}) if b[i] == 'x' -> with b[i] = '.'")
        };
        // There are 1 + 14 + 91 + 364 + 1001 + 2002 ways to put up to five coins into 14 places, and 3003 more for six.
        counts(&coins(14), 5, (3473, false));
        counts(&coins(14), 6, (6476, false));
        // There are 38 760 ways to put six coins into 20 places.
        counts(&coins(20), 5, (1 + 20 + 190 + 1140 + 4000 + 4000, true));
        // Elements after the fortieth are not varied.
        counts(&coins(41), 1, (41, true));
        counts("game h(n) move take(k in 1..n) -> n - k", 100, (101, false));
    }

    #[test]
    fn givens_are_spread_to_both_sides_of_the_default_and_well_past_it() {
        let game = crate::read("game g(n) given m: int in 2.. = 40 move take(k in 1..min(m, n)) -> n - k").unwrap();
        let tried: Vec<i64> =
            spread_givens(&game, 3).iter().filter_map(|instance| instance.givens()[0].as_int()?.to_i64()).collect();
        assert_eq!(tried, [40, 2, 3, 20, 39, 41, 80, 121, 283, 807]);
    }

    #[test]
    fn a_component_whose_range_is_empty_ends_the_part() {
        let rules = "game m(a, b in 0..a, c in 0..b) move take if c > 0 -> (a, b, c - 1)";
        let instance = Instance::new(crate::read(rules).unwrap(), vec![]).unwrap();
        // With a = -1 there is no b, on which the range of c depends.
        assert!(!instance.parts_near(&BTreeSet::from([0]), 100).is_empty());
    }

    #[test]
    fn givens_outside_their_range_are_not_tried() {
        let game = crate::read("game g(n) given m: int in 1..5 = 4 move take(k in 1..min(m, n)) -> n - k").unwrap();
        let tried: Vec<i64> =
            spread_givens(&game, 2).iter().filter_map(|instance| instance.givens()[0].as_int()?.to_i64()).collect();
        assert_eq!(tried, [4, 1, 2, 3, 5]);
    }
}
