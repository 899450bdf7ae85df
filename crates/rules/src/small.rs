//! Small positions and small givens, the smallest first: what claims are checked on and rules are tried on.
//!
//! Every value has a weight: a number its distance from the least one, a list its length and its elements' weights.
//! Positions are listed by rising weight, so the first one that refutes something is a smallest one.

use crate::game::{Game, Type};
use crate::int::Int;
use crate::meaning::Instance;
use crate::meter::Meter;
use crate::value::{Part, Value};
use std::sync::Arc;

/// How many elements of a list of fixed length are varied, and how long it may be to be listed at all.
const MOST_VARIED: usize = 40;
const LONGEST: usize = 4_000;

/// No more values of one weight are listed for one component.
const MOST_OF_A_WEIGHT: usize = 4_000;

impl Instance {
    /// Parts in the components' ranges by rising weight, at most `most` of them and none heavier than `heaviest`.
    pub fn small_parts(&self, most: usize, heaviest: usize) -> Vec<Part> {
        self.small_beginnings(self.game().components.len(), most, heaviest).into_iter().map(Arc::new).collect()
    }

    /// The same, but with the last components at their defaults where all of them have one: `10,9` of Fibonacci nim.
    pub fn small_parts_at_defaults(&self, most: usize, heaviest: usize) -> Vec<Part> {
        let components = &self.game().components;
        let said = components.iter().rposition(|component| component.default.is_none()).map_or(0, |last| last + 1);
        if said == components.len() {
            return Vec::new();
        }
        self.small_beginnings(said, most, heaviest).into_iter().filter_map(|said| self.part(said).ok()).collect()
    }

    /// Values for the first `count` components by rising weight.
    fn small_beginnings(&self, count: usize, most: usize, heaviest: usize) -> Vec<Vec<Value>> {
        let meter = Meter::steps(20_000_000);
        let mut found = Vec::new();
        let mut idle = 0;
        for weight in 0..=heaviest {
            let before = found.len();
            let mut part = Vec::new();
            self.extend_part(&mut part, count, weight, most, &meter, &mut found);
            idle = if found.len() == before { idle + 1 } else { 0 };
            // Bounded components run out of weights; a few empty ones in a row may still be a gap.
            if found.len() >= most || idle > 8 {
                break;
            }
        }
        found
    }

    fn extend_part(
        &self,
        part: &mut Vec<Value>,
        count: usize,
        weight: usize,
        most: usize,
        meter: &Meter,
        found: &mut Vec<Vec<Value>>,
    ) {
        if found.len() >= most {
            return;
        }
        if part.len() == count {
            if weight == 0 {
                found.push(part.clone());
            }
            return;
        }
        let component = &self.game().components[part.len()];
        let last = part.len() + 1 == count;
        for share in if last { weight..=weight } else { 0..=weight } {
            for value in self.values_of_weight(&component.ty, share, part, meter) {
                part.push(value);
                self.extend_part(part, count, weight - share, most, meter, found);
                part.pop();
            }
        }
    }

    /// Parts at the upper ends of the components' ranges, where they have one: what small parts never come near. At most `most`.
    pub fn large_parts(&self, most: usize) -> Vec<Part> {
        let meter = Meter::steps(1_000_000);
        let mut found: Vec<Vec<Value>> = vec![Vec::new()];
        for component in &self.game().components {
            let mut longer = Vec::new();
            for part in &found {
                let mut values = self.values_near_the_end(&component.ty, part, &meter);
                if values.is_empty() {
                    values = self.values_of_weight(&component.ty, 0, part, &meter);
                    values.truncate(1);
                }
                longer.extend(values.into_iter().map(|value| part.iter().cloned().chain([value]).collect()));
            }
            longer.truncate(most);
            found = longer;
        }
        found.into_iter().filter(|part| !part.is_empty()).map(Arc::new).collect()
    }

    /// The greatest numbers of a range with an end; every symbol and truth value, as there are few.
    fn values_near_the_end(&self, ty: &Type, before: &[Value], meter: &Meter) -> Vec<Value> {
        match ty {
            Type::Int { low, high: Some(high) } => {
                let Some(high) = self.evaluate_before(high, before, meter) else { return Vec::new() };
                let low = low.as_ref().map(|low| self.evaluate_before(low, before, meter));
                let down = (0..3_usize).filter_map(|step| high.subtract(&Int::from(step)).ok());
                let is_within = |value: &Int| match &low {
                    None => true,
                    Some(low) => low.as_ref().is_some_and(|low| value >= low),
                };
                down.filter(is_within).map(Value::Int).collect()
            }
            Type::Bool | Type::Symbols(_) => {
                (0..8).flat_map(|weight| self.values_of_weight(ty, weight, before, meter)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn values_of_weight(&self, ty: &Type, weight: usize, before: &[Value], meter: &Meter) -> Vec<Value> {
        let bound = |expr: &Option<crate::game::Expr>| match expr {
            Some(expr) => self.evaluate_before(expr, before, meter).map(Some),
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
                let Some(size) = self.evaluate_before(size, before, meter).and_then(|size| size.to_usize()) else {
                    return Vec::new();
                };
                let of = |weight| self.values_of_weight(element, weight, before, meter);
                lists_of(&of, size, weight, Order::Any).into_iter().map(Value::list).collect()
            }
            Type::List(element, None) => self.unsized_lists(element, weight, before, Order::Any, meter),
            Type::Bag(element) => self.unsized_lists(element, weight, before, Order::Rising, meter),
            Type::Set(element) => self
                .unsized_lists(element, weight, before, Order::StrictlyRising, meter)
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
        meter: &Meter,
    ) -> Vec<Value> {
        let of = |weight| self.values_of_weight(element, weight, before, meter);
        let mut lists = Vec::new();
        for length in 0..=weight {
            lists.extend(lists_of(&of, length, weight - length, order));
            if lists.len() > MOST_OF_A_WEIGHT {
                lists.truncate(MOST_OF_A_WEIGHT);
                break;
            }
        }
        lists.into_iter().map(Value::list).collect()
    }
}

/// How a listed list is ordered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Any,
    Rising,
    StrictlyRising,
}

/// The lists of so many elements whose weights add up to `weight`.
fn lists_of(of: &dyn Fn(usize) -> Vec<Value>, length: usize, weight: usize, order: Order) -> Vec<Vec<Value>> {
    // Of a long list only the beginning is varied, of a very long one nothing is listed.
    if length > MOST_VARIED {
        let lightest = of(0);
        let Some(filler) = lightest.first().filter(|_| length <= LONGEST && order == Order::Any) else {
            return Vec::new();
        };
        let mut lists = lists_of(of, MOST_VARIED, weight, order);
        lists.truncate(MOST_OF_A_WEIGHT * MOST_VARIED / length);
        for list in &mut lists {
            list.resize(length, filler.clone());
        }
        return lists;
    }
    let by_weight: Vec<Vec<Value>> = (0..=weight).map(of).collect();
    let mut done: Vec<(Vec<Value>, usize)> = vec![(Vec::new(), weight)];
    for place in 0..length {
        let mut longer = Vec::new();
        for (list, left) in &done {
            let shares = if place + 1 == length { *left..=*left } else { 0..=*left };
            for share in shares {
                for value in &by_weight[share] {
                    let fits = match (order, list.last()) {
                        (Order::Any, _) | (_, None) => true,
                        (Order::Rising, Some(last)) => last <= value,
                        (Order::StrictlyRising, Some(last)) => last < value,
                    };
                    if fits {
                        let mut next = list.clone();
                        next.push(value.clone());
                        longer.push((next, left - share));
                    }
                }
            }
            if longer.len() > MOST_OF_A_WEIGHT {
                break;
            }
        }
        done = longer;
    }
    done.into_iter().filter(|(_, left)| *left == 0).map(|(list, _)| list).collect()
}

fn int_of_weight(low: Option<&Int>, high: Option<&Int>, weight: usize) -> Option<Int> {
    let weight = Int::from(weight);
    let value = match (low, high) {
        (Some(low), _) => low.add(&weight).ok()?,
        // Numbers of any sign are mostly meant from 0 up; where only an upper end is said, they go down from it.
        (None, Some(high)) if high.is_negative() => high.subtract(&weight).ok()?,
        (None, _) => weight,
    };
    (high.is_none_or(|high| value <= *high)).then_some(value)
}

/// Givens to check claims with: the defaults first, then small numbers for those that are numbers, truth values,
/// symbols or sets of numbers. Lists and graphs stay at their defaults, as their entries mean something to one another.
pub fn small_givens(game: &Arc<Game>, most: usize) -> Vec<Instance> {
    let mut found: Vec<Instance> = Vec::new();
    let defaults = vec![None; game.givens.len()];
    if let Ok(instance) = Instance::new(game.clone(), defaults.clone()) {
        found.push(instance);
    }
    let varied: Vec<usize> = (0..game.givens.len())
        .filter(|place| match &game.givens[*place].ty {
            Type::Int { .. } | Type::Bool | Type::Symbols(_) => true,
            Type::Set(element) => element.is_int(),
            Type::List(..) | Type::Bag(_) => game.givens[*place].default.is_none(),
        })
        .collect();
    if varied.is_empty() {
        return found;
    }
    // Borrow the enumeration of positions: a position made of the varied givens alone.
    for weight in 0..12 {
        for choice in given_choices(game, &varied, weight) {
            let mut said = defaults.clone();
            for (place, value) in varied.iter().zip(choice) {
                said[*place] = Some(value);
            }
            if let Ok(instance) = Instance::new(game.clone(), said)
                && !found.iter().any(|known| known.givens() == instance.givens())
            {
                found.push(instance);
            }
            if found.len() >= most {
                return found;
            }
        }
    }
    found
}

/// Givens to try statements with that speak of every choice: those of [`small_givens`], then numbers on both sides of the
/// default and well past it, first one given at a time and then all of them together. What a rule says of small givens alone is
/// often true for no reason, as its interesting cases begin past them.
pub fn spread_givens(game: &Arc<Game>, small: usize) -> Vec<Instance> {
    let mut found = small_givens(game, small);
    let Ok(usual) = Instance::new(game.clone(), vec![None; game.givens.len()]) else { return found };
    let varied: Vec<usize> = (0..game.givens.len())
        .filter(|place| {
            game.givens[*place].ty.is_int() || matches!(&game.givens[*place].ty, Type::Set(of) if of.is_int())
        })
        .collect();
    let together = if varied.len() > 1 { vec![varied.clone()] } else { Vec::new() };
    for places in varied.into_iter().map(|place| vec![place]).chain(together) {
        for spread in SPREAD {
            let mut said: Vec<Option<Value>> = usual.givens().iter().cloned().map(Some).collect();
            for place in &places {
                said[*place] = said[*place].take().and_then(|value| spread.of(&value));
            }
            // A number outside the range of its given is no choice.
            if let Ok(instance) = Instance::new(game.clone(), said)
                && !found.iter().any(|known| known.givens() == instance.givens())
            {
                found.push(instance);
            }
        }
    }
    found
}

/// From one given to another: numbers are divided by `below`, multiplied by `times`, and moved by `plus`.
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
    /// The value moved away; of a set, its greatest number.
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
                    .flat_map(|length| lists_of(&inner, length, weight - length, Order::StrictlyRising))
                    .map(Value::set)
                    .collect()
            }
            Type::List(element, _) | Type::Bag(element) => {
                let inner = |weight| of(element, weight, literal);
                (0..=weight.min(3))
                    .flat_map(|length| lists_of(&inner, length, weight - length, Order::Any))
                    .map(Value::list)
                    .collect()
            }
        }
    }
    let mut done: Vec<(Vec<Value>, usize)> = vec![(Vec::new(), weight)];
    for (index, place) in varied.iter().enumerate() {
        let mut longer = Vec::new();
        for (choice, left) in &done {
            let shares = if index + 1 == varied.len() { *left..=*left } else { 0..=*left };
            for share in shares {
                for value in of(&game.givens[*place].ty, share, &literal) {
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

    #[test]
    fn givens_are_spread_to_both_sides_of_the_default_and_well_past_it() {
        let game = crate::read("game g(n) given m: int in 2.. = 40 move take(k in 1..min(m, n)) -> n - k").unwrap();
        let tried: Vec<i64> =
            spread_givens(&game, 3).iter().filter_map(|instance| instance.givens()[0].as_int()?.to_i64()).collect();
        assert_eq!(tried, [40, 2, 3, 20, 39, 41, 80, 121, 283, 807]);
    }

    #[test]
    fn givens_outside_their_range_are_not_tried() {
        let game = crate::read("game g(n) given m: int in 1..5 = 4 move take(k in 1..min(m, n)) -> n - k").unwrap();
        let tried: Vec<i64> =
            spread_givens(&game, 2).iter().filter_map(|instance| instance.givens()[0].as_int()?.to_i64()).collect();
        assert_eq!(tried, [4, 1, 2, 3, 5]);
    }
}
