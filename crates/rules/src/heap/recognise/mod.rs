//! Recognises heap games from their rules.
//!
//! In: an [`Instance`]. Out: the same game as digits, if its rules are those of a take-and-break game. The result holds for
//! every heap, because it is derived from the checked rules and never from samples: a move becomes linear facts about its
//! choices ([`cases`]), the facts become families of splits ([`family`]), and the families must form digits. Empty heaps
//! among the parts are nothing, and the order of parts is irrelevant.
//!
//! The component need not be the heap: a row of n squares may be a heap of n + 1, and a number that counts up to an end is
//! the heap of what is missing. If rules contain `max(i - 1, 0)`, the heaps up to that of 0 must have no moves. All work is
//! counted ([`work`]), so that the result is available within milliseconds. Wrong tool for games whose moves depend on the
//! heap in other ways (Euclid, powers, squares): they are refused.

use crate::limits;
mod cases;
mod condition;
mod family;
mod linear;
#[cfg(test)]
mod tests;
mod work;

use super::TakeAndBreak;
use crate::game::{Expr, Type};
use crate::meaning::Instance;
use crate::meter::{Limit, Meter};
use crate::shape::why_no_grundy;
use cases::{Case, Ranges, Reader};
use family::{Family, Outcome, Reading, family};
use grundy_message::template;
use grundy_value::arithmetic::gcd;
use std::sync::Arc;
use work::Work;

/// Tuning: maximum difference between a heap and its component, or the component's distance from the end of its
/// range. A game whose heaps differ more is searched like any other. No measurement is recorded.
const MAX_OFFSET: i64 = 16;

/// Maximum number of places in the digits of a game.
const PLACES: Limit = Limit { name: template!("places of a heap code"), usual: limits::MAX_PLACES as u64 };

/// A game that is a take-and-break game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// The rules as digits.
    pub game: TakeAndBreak,
    /// The component n is a heap of `slope * n + offset` tokens.
    pub offset: i64,
    /// 1, or -1 if the component counts up to an end.
    pub slope: i64,
}

impl Recognised {
    /// Returns the heap that a component is; `None` if it does not fit.
    pub fn heap_of(&self, component: i64) -> Option<u64> {
        let heap = i128::from(self.slope) * i128::from(component) + i128::from(self.offset);
        u64::try_from(heap).ok()
    }
}

/// Returns the take-and-break game that an instance is: with the same Grundy values, for every position.
///
/// ```
/// use grundy_rules::{Instance, Meter, heap::recognise, read};
/// let rules = "game kayles(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
/// let kayles = Instance::new(read(rules).unwrap(), vec![]).unwrap();
/// assert_eq!(recognise(&kayles, &Meter::steps(u64::MAX)).unwrap().game.code(), ".77");
/// ```
///
/// If a limit ended the search, the meter records which.
pub fn recognise(instance: &Instance, meter: &Meter) -> Option<Recognised> {
    let game = instance.game();
    let [component] = game.components.as_slice() else { return None };
    let Type::Int { low, high } = &component.ty else { return None };
    if why_no_grundy(game).is_some() || !game.valid.is_empty() {
        return None;
    }
    let work = Work::new(meter);
    let end = |end: &Option<Expr>| end.as_ref().map(|end| number(instance, end, &work));
    let mut readings = Vec::new();
    // The nearest heaps are tried first.
    let offsets = || (0..=2 * MAX_OFFSET).map(|step| if step % 2 == 0 { -step / 2 } else { (step + 1) / 2 });
    match end(low) {
        Some(Some(low)) => {
            readings.extend(offsets().map(|offset| Reading { slope: 1, offset, least_heap: low + offset }));
            // A range that begins far from 0 may count from there.
            if low.abs() > MAX_OFFSET {
                readings.extend(offsets().map(|offset| Reading { slope: 1, offset: offset - low, least_heap: offset }));
            }
        }
        Some(None) => return None,
        None => {}
    }
    if let Some(Some(high)) = end(high) {
        readings.extend(offsets().map(|offset| Reading { slope: -1, offset: high + offset, least_heap: offset }));
    }
    readings.retain(|reading| reading.least_heap >= 0);
    // Cases do not depend on how components are read.
    let reader = Reader::new(instance, &work)?;
    let symbolic: Vec<Option<Vec<Case>>> = game.moves.iter().map(|rule| reader.cases(rule, Ranges::Variable)).collect();
    let mut listed: Vec<Option<Option<Vec<Case>>>> = vec![None; game.moves.len()];
    readings.into_iter().find_map(|reading| {
        let mut all = Vec::new();
        for (index, rule) in game.moves.iter().enumerate() {
            let found = symbolic[index].as_ref().and_then(|cases| families(cases, reading, &work)).or_else(|| {
                let cases = listed[index].get_or_insert_with(|| reader.cases(rule, Ranges::Listed));
                cases.as_ref().and_then(|cases| families(cases, reading, &work))
            });
            all.extend(found?);
        }
        let game = digits(&all, &work)?;
        Some(Recognised { game, offset: reading.offset, slope: reading.slope })
    })
}

/// Evaluates an end of the component's range; fails unless sums with it stay far from overflow.
fn number(instance: &Instance, expr: &Expr, work: &Work) -> Option<i64> {
    let value = instance.evaluate(expr, &Arc::new(Vec::new()), None, work.meter()).ok()?;
    value.as_int()?.to_i64().filter(|value| value.unsigned_abs() < 1 << 62)
}

fn families(cases: &[Case], reading: Reading, work: &Work) -> Option<Vec<Family>> {
    let mut found = Vec::new();
    for case in cases {
        match family(case, reading, work)? {
            Outcome::Empty => {}
            Outcome::Family(family) => found.push(family),
        }
    }
    Some(found)
}

/// Returns the digits that families form; `None` if they do not form digits exactly.
fn digits(families: &[Family], work: &Work) -> Option<TakeAndBreak> {
    let mut start: i64 = 1;
    let mut period: i64 = 1;
    for family in families {
        start = start.max(match family.max {
            Some(max) => max.checked_add(1)?,
            None => family.min,
        });
        if family.max.is_none() && period % family.modulus != 0 {
            let common = gcd(period, family.modulus);
            period = period.checked_mul(family.modulus / common)?;
        }
    }
    let length = usize::try_from(start.checked_add(period)?).ok()?;
    if !work.meter().allows(PLACES, length as u64) {
        return None;
    }
    work.charge(length / 16)?;
    // For each place, the digit of splits into any heaps, and of splits into different heaps.
    let mut any = vec![0u8; length];
    let mut differing = vec![0u8; length];
    for family in families {
        let filled = if family.parts_differ { &mut differing } else { &mut any };
        let last = family.max.map_or(length as i64 - 1, |max| max.min(length as i64 - 1));
        work.charge(1 + usize::try_from(last - family.min).unwrap_or(0) / 4)?;
        for place in family.min..=last {
            if family.remainders.binary_search(&(place % family.modulus)).is_ok() {
                filled[place as usize] |= family.digit;
            }
        }
    }
    // Fewer than two heaps always differ.
    const BREAKS: u8 = !3;
    let only_differing = |place: usize| differing[place] & !any[place] & BREAKS != 0;
    let parts_differ = (0..length).any(only_differing);
    if parts_differ && any.iter().any(|digit| digit & BREAKS != 0) {
        return None;
    }
    let mut head: Vec<u8> = any.iter().zip(&differing).map(|(a, b)| a | b).collect();
    let tail = head.split_off(start as usize);
    let game = TakeAndBreak::new(head, tail, parts_differ).ok()?;
    let dead_to = families.iter().map(|family| family.dead_to).max().unwrap_or(0);
    for heap in 0..=dead_to {
        work.charge(usize::try_from(heap).ok()?)?;
        if can_move(&game, heap) {
            return None;
        }
    }
    Some(game)
}

/// Returns whether a heap has a move.
fn can_move(game: &TakeAndBreak, heap: i64) -> bool {
    (0..=heap).any(|taken| {
        let digit = game.digit(taken as u64);
        (0..=super::MAX_PARTS).any(|parts| {
            let min = match (parts, game.parts_differ()) {
                (0, _) => return digit & 1 != 0 && taken == heap,
                (parts, true) => i64::from(parts * (parts + 1) / 2),
                (parts, false) => i64::from(parts),
            };
            digit >> parts & 1 == 1 && heap - taken >= min
        })
    })
}
