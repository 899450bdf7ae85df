//! Random instances of a problem, the small ones first.
//!
//! In: the `draw` clause and a seed. Out: an input. What is drawn depends on the seed and the size alone. A rule may use the
//! fields drawn before it; bounds grow with the size up to what the file says, so that the smallest instances come first.

use crate::adapter::ExprId;
use crate::draw_graph;
pub(crate) use crate::draw_rule::{Bound, Edges, Order, Shape, Spec, Term, default_spec, read_spec};
use crate::problem::{Input, Problem, Variant};
use crate::problem_limits::{self, MAX_DRAW_TRIES};
use crate::require;
use crate::stress::size_of;
use grundy_message::{Message, message};
use grundy_rules::Value;
use grundy_rules::game::{Form, Type};
use grundy_value::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Size from which numbers of an instance may be as large as the file says.
pub(crate) const FULL_SIZE: u32 = 60;
/// Number of tries between two checks for cancellation.
const TRIES_BETWEEN_LOOKS: u64 = 1 << 12;

/// Limits on one drawn instance.
pub(crate) struct DrawLimits<'a> {
    /// Maximum number of entries of its lists together.
    pub max_drawn: u64,
    /// Whether the work was cancelled.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

/// State of drawing an instance.
struct Hand<'a> {
    size: u32,
    random: &'a mut Random,
    drawn: u64,
    tries: u64,
    limits: &'a DrawLimits<'a>,
}

/// Why nothing was drawn.
enum Miss {
    /// There is no number between the bounds, or not enough different ones.
    Nothing,
    /// The limit on entries is exceeded.
    TooMany,
    /// The work was cancelled.
    Cancelled,
}

impl Hand<'_> {
    /// Counts `count` list entries that are about to be drawn.
    fn take(&mut self, count: i64) -> Result<(), Miss> {
        self.drawn = self.drawn.saturating_add(u64::try_from(count).unwrap_or_default());
        if self.drawn > self.limits.max_drawn { Err(Miss::TooMany) } else { Ok(()) }
    }

    /// Counts a try.
    fn try_one(&mut self) -> Result<(), Miss> {
        self.tries += 1;
        let is_time = self.tries.is_multiple_of(TRIES_BETWEEN_LOOKS);
        if is_time && (self.limits.is_cancelled)() { Err(Miss::Cancelled) } else { Ok(()) }
    }
}

impl Problem {
    /// Draws an instance. Sizes start at 0; the bounds of the file are reached at about 60.
    ///
    /// # Errors
    /// Fails if the file does not say how, or rejects everything drawn.
    pub fn draw(&self, size: u32, random: &mut Random) -> Result<Input, Message> {
        self.draw_within(
            size,
            random,
            &DrawLimits { max_drawn: problem_limits::MAX_DRAWN_ENTRIES, is_cancelled: &|| false },
        )
    }

    /// Like [`draw`](Problem::draw), but within limits.
    pub(crate) fn draw_within(&self, size: u32, random: &mut Random, limits: &DrawLimits) -> Result<Input, Message> {
        let able: Vec<usize> =
            (0..self.variants.len()).filter(|index| self.variants[*index].can_draw().is_ok()).collect();
        let Some(last) = able.len().checked_sub(1) else {
            let why = self.variants.iter().find_map(|variant| variant.can_draw().err()).unwrap_or_default();
            return Err(message!("the problem does not say how `{name}` is drawn", name = why));
        };
        for _ in 0..MAX_DRAW_TRIES {
            let cancelled = || Err(message!("the drawing was called off"));
            if (limits.is_cancelled)() {
                return cancelled();
            }
            let index = able[random.within(0, last as i64) as usize];
            let variant = &self.variants[index];
            let mut hand = Hand { size, random, drawn: 0, tries: 0, limits };
            let values = match variant.draw(&mut hand) {
                Ok(values) => values,
                Err((Miss::Nothing, _)) => continue,
                Err((Miss::Cancelled, _)) => return cancelled(),
                Err((Miss::TooMany, field)) => {
                    return Err(message!(
                        "`{name}` cannot be drawn: its lists would have more than {max} entries",
                        name = field,
                        max = limits.max_drawn
                    ));
                }
            };
            let input = Input { variant: index, values };
            if variant.wants(&input) {
                return Ok(input);
            }
        }
        Err(message!("none of {count} instances of size {size} is what the file wants", count = MAX_DRAW_TRIES, size))
    }
}

impl Variant {
    /// Returns whether a drawn input is accepted: the problem's guarantees and its `draw` condition hold.
    pub(crate) fn wants(&self, input: &Input) -> bool {
        if self.draw_if.is_none() && self.requirements.is_empty() {
            return true;
        }
        let Ok(env) = self.env(input) else { return false };
        let wanted = self.draw_if.is_none_or(|condition| env.value(condition) == Ok(Value::Bool(true)));
        wanted && self.unfit(&env, &input.values, input.variant, &mut require::GuaranteeCache::default()) == Ok(None)
    }

    /// Fails with the field that no rule says how to draw, if there is one.
    fn can_draw(&self) -> Result<(), String> {
        for (index, field) in self.fields.iter().enumerate() {
            let ruled = self.draws.iter().any(|(drawn, _)| *drawn == index);
            if !ruled && !field.optional && field.totals_of.is_none() && default_spec(&field.ty).is_none() {
                return Err(field.name.clone());
            }
        }
        Ok(())
    }

    /// Draws a value for each field; fails with the field for which there is none, and why.
    fn draw(&self, hand: &mut Hand) -> Result<Vec<Option<Value>>, (Miss, &str)> {
        let mut values: Vec<Option<Value>> = vec![None; self.fields.len()];
        let mut names: BTreeMap<String, Value> = BTreeMap::new();
        // Rules in order, so that one may use what an earlier one has drawn; then the fields that need no rule.
        let ruled = self.draws.iter().map(|(index, spec)| (*index, spec.clone()));
        let others = self.fields.iter().enumerate().filter(|(index, field)| {
            !field.optional && field.totals_of.is_none() && self.draws.iter().all(|(drawn, _)| drawn != index)
        });
        let others: Vec<(usize, Spec)> =
            others.filter_map(|(index, field)| Some((index, default_spec(&field.ty)?))).collect();
        for (index, spec) in ruled.chain(others) {
            let field = &self.fields[index];
            let value = match self.value(&spec, &field.ty, hand, &mut names) {
                Ok(value) => value,
                Err(Miss::Nothing) if field.optional => continue,
                Err(miss) => return Err((miss, &field.name)),
            };
            names.insert(field.name.clone(), value.clone());
            values[index] = Some(value);
        }
        Ok(values)
    }

    /// Draws a value by a rule.
    fn value(
        &self,
        spec: &Spec,
        ty: &Type,
        hand: &mut Hand,
        names: &mut BTreeMap<String, Value>,
    ) -> Result<Value, Miss> {
        let size = hand.size;
        Ok(match spec {
            Spec::Number(low, high) => {
                let (low, high) = (low.value(names), high.value(names));
                if high < low {
                    return Err(Miss::Nothing);
                }
                let max = if size < 12 { i64::from(size) + 1 } else { 1i64 << (size - 8).min(62) };
                Value::from(hand.random.within(low, high.min(low.saturating_add(max))))
            }
            Spec::One(words) => {
                let word = &words[hand.random.within(0, words.len() as i64 - 1) as usize];
                match word.as_str() {
                    "true" => Value::Bool(true),
                    "false" => Value::Bool(false),
                    name => {
                        let index = self.adapter.game.symbols.iter().position(|symbol| symbol == name);
                        Value::Symbol(grundy_rules::Symbol(index.unwrap_or_default() as u32))
                    }
                }
            }
            Spec::OneOf(list) => {
                let entries = self.list_of(*list, names).ok_or(Miss::Nothing)?;
                let last = entries.len().checked_sub(1).ok_or(Miss::Nothing)?;
                let entry = entries[hand.random.within(0, last as i64) as usize].clone();
                hand.take(size_of(&entry) as i64)?;
                entry
            }
            Spec::Graph { edges, nodes, degree } => {
                let nodes = drawn_length((nodes.0.value(names), nodes.1.value(names)), 1, size, hand.random);
                let degree = (degree.0.value(names), degree.1.value(names));
                let max = degree.1.min(nodes).max(1);
                hand.take(nodes.saturating_mul(max))?;
                match edges {
                    Edges::Symmetric => {
                        let degree = hand.random.within(degree.0, degree.1);
                        draw_graph::symmetric(nodes, degree, hand.random)
                    }
                    Edges::Directed => draw_graph::directed(nodes, degree, hand.random),
                }
            }
            Spec::Polygons(nodes) => {
                let nodes = nodes.value(names);
                hand.take(nodes.saturating_mul(2))?;
                draw_graph::polygons(nodes, hand.random)
            }
            Spec::Row(entries) => {
                let inner = match ty {
                    Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => inner,
                    other => other,
                };
                hand.take(entries.len() as i64)?;
                let drawn = entries.iter().map(|entry| self.value(entry, inner, hand, names));
                Value::list(drawn.collect::<Result<Vec<Value>, Miss>>()?)
            }
            Spec::List { length, step, shape, index, distinct, order, placed, entry } => {
                let inner = match ty {
                    Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => inner,
                    other => other,
                };
                let min = length.0.value(names);
                let length = drawn_length((min, length.1.value(names)), *step, size, hand.random);
                hand.take(length)?;
                let mut even = (*shape != Shape::Free).then(|| (**entry).clone());
                if let Some(Spec::List { length: (min, max), step, .. }) = &mut even {
                    let width = match shape {
                        Shape::Square => length,
                        _ => drawn_length((min.value(names), max.value(names)), *step, size, hand.random),
                    };
                    (*min, *max, *step) = (Bound::of(width), Bound::of(width), 1);
                }
                let entry = even.as_ref().unwrap_or(entry);
                let mut entries: Vec<Value> = Vec::new();
                let mut seen = BTreeSet::new();
                for at in 0..length {
                    if let Some(name) = index {
                        names.insert(name.clone(), Value::from(at));
                    }
                    // If some tries find nothing new, all values have been drawn.
                    for _ in 0..50 {
                        hand.try_one()?;
                        let value = match self.value(entry, inner, hand, names) {
                            Err(Miss::Nothing) => break,
                            value => value?,
                        };
                        if !distinct || seen.insert(value.clone()) {
                            entries.push(value);
                            break;
                        }
                    }
                }
                if (entries.len() as i64) < min {
                    return Err(Miss::Nothing);
                }
                match order {
                    Order::Free => {}
                    Order::Rising => entries.sort(),
                    Order::Falling => entries.sort_by(|one, other| other.cmp(one)),
                }
                if !placed.is_empty() {
                    self.index(placed, &mut entries, hand.random).ok_or(Miss::Nothing)?;
                }
                if matches!(ty, Type::Set(_)) { Value::set(entries) } else { Value::list(entries) }
            }
        })
    }
}

impl Variant {
    /// Returns a symbol of the file as a value.
    pub(crate) fn symbol(&self, name: &str) -> Option<Value> {
        let index = self.adapter.game.symbols.iter().position(|symbol| symbol == name)?;
        Some(Value::Symbol(grundy_rules::Symbol(u32::try_from(index).ok()?)))
    }

    /// Puts words on distinct squares of a grid; `None` if there are not enough.
    fn index(&self, words: &[String], rows: &mut [Value], random: &mut Random) -> Option<()> {
        let width = rows.first().and_then(Value::as_elements).map_or(0, <[Value]>::len);
        let mut free: Vec<(usize, usize)> =
            (0..rows.len()).flat_map(|row| (0..width).map(move |at| (row, at))).collect();
        for word in words {
            let last = free.len().checked_sub(1)?;
            let (row, at) = free.swap_remove(random.within(0, last as i64) as usize);
            let mut cells = rows[row].as_elements()?.to_vec();
            *cells.get_mut(at)? = self.symbol(word)?;
            rows[row] = Value::list(cells);
        }
        Some(())
    }

    /// Evaluates a list expression on the fields drawn so far; the others are empty.
    pub(crate) fn list_of(&self, list: ExprId, names: &BTreeMap<String, Value>) -> Option<Vec<Value>> {
        let values = self.fields.iter().map(|field| match names.get(&field.name) {
            Some(value) => Some(value.clone()),
            None if field.optional => None,
            None => empty(&field.ty),
        });
        let env = self.adapter.env(values.collect(), None, None).ok()?;
        env.value(list).ok()?.as_elements().map(<[Value]>::to_vec)
    }
}

/// Returns a placeholder of this type for what is not drawn yet.
fn empty(ty: &Type) -> Option<Value> {
    Some(match ty {
        Type::Int { low, .. } => match low.as_ref().map(|low| &low.form) {
            Some(Form::Int(low)) => Value::Int(low.clone()),
            _ => Value::from(0),
        },
        Type::Bool => Value::Bool(false),
        Type::Symbols(symbols) => Value::Symbol(*symbols.first()?),
        Type::List(..) | Type::Bag(_) => Value::list(Vec::new()),
        Type::Set(_) => Value::set(Vec::new()),
    })
}

/// Draws the length of a list: within its bounds, by steps, and not much longer than the size. Large ones are often of maximal
/// length, to catch programs whose arrays are too short by one.
fn drawn_length((low, high): (i64, i64), step: i64, size: u32, random: &mut Random) -> i64 {
    let low = low.max(0);
    let max = high.min(low.saturating_add((i64::from(size) + 1).saturating_mul(step)));
    let steps = (max.saturating_sub(low) / step).max(0);
    if size >= FULL_SIZE && max == high && random.within(0, 2) == 0 {
        return low + steps * step;
    }
    low + random.within(0, steps) * step
}
