//! Headroom for larger positions in later queries.
//!
//! In: parts of a game whose components are numbers. Out: one more part, larger than all of them, that the rules allow.
//! Idea: queries of growing size would lay everything out anew each time; with capacity for twice the work each time,
//! the total is a few times the cost of the last. Wrong tool for a single query.

use grundy_kernel::encode::code_of;
use grundy_rules::game::Type;
use grundy_rules::{Instance, Part, Value};

/// Growth of each number in percent, by the number of numbers: work of one dimension more than they have doubles.
const HUNDREDTHS: [i64; 5] = [0, 42, 26, 19, 15];

/// Returns a part as large as these and the earlier layout, and larger where these exceed it; `None` if the rules allow
/// no such part.
pub(crate) fn grown(instance: &Instance, parts: &[Part], spans: &[(i64, i64)]) -> Option<Part> {
    let more = HUNDREDTHS[spans.len().min(HUNDREDTHS.len() - 1)];
    let mut numbers = Vec::with_capacity(spans.len());
    for (index, (low, high)) in spans.iter().enumerate() {
        let requested = parts.iter().filter_map(|part| number(part, index)).max()?;
        let room =
            (requested.saturating_sub(*low) / 100).saturating_mul(more).max(requested.saturating_sub(*low).min(16));
        numbers.push(match () {
            () if requested > *high => requested.checked_add(room)?,
            // A query much smaller than the earlier layout does not need its capacity.
            () if requested >= *high / 2 => *high,
            () => requested,
        });
    }
    instance.part(numbers.into_iter().map(Value::from).collect()).ok()
}

/// Returns the parts that decide the widths of a layout: for each component those with the least and the greatest
/// number, and with the shortest and the longest list.
pub(crate) fn extremes<'a>(parts: impl IntoIterator<Item = &'a Part>) -> Vec<Part> {
    // For each component and each of these four: the part that has most of it.
    let mut known: Vec<[Option<(i64, &Part)>; 4]> = Vec::new();
    for part in parts {
        if known.len() < part.len() {
            known.resize(part.len(), [None; 4]);
        }
        for (value, best) in part.iter().zip(&mut known) {
            let length = value.as_elements().map_or(0, |elements| elements.len() as i64);
            let (min, greatest) = span(value).unzip();
            let measures = [min.map(|min| min.saturating_neg()), greatest, Some(-length), Some(length)];
            for (measure, best) in measures.into_iter().zip(best) {
                if let Some(measure) = measure
                    && best.is_none_or(|(known, _)| measure > known)
                {
                    *best = Some((measure, part));
                }
            }
        }
    }
    let mut extremes: Vec<Part> = known.into_iter().flatten().flatten().map(|(_, part)| part.clone()).collect();
    extremes.sort();
    extremes.dedup();
    extremes
}

/// Returns the least and the greatest code in a value; `None` if it has none.
fn span(value: &Value) -> Option<(i64, i64)> {
    match value.as_elements() {
        Some(elements) => elements.iter().filter_map(span).reduce(|(a, b), (c, d)| (a.min(c), b.max(d))),
        None => code_of(value).map(|code| (code, code)),
    }
}

/// Returns a part with its numbers capped at `largest`; `None` if there are none or the rules do not allow it.
pub(crate) fn capped(instance: &Instance, part: &Part, largest: i64) -> Option<Part> {
    let is_number = |index: usize| matches!(instance.game().components[index].ty, Type::Int { .. });
    let cap = |index: usize| match number(part, index) {
        Some(number) if number > largest && is_number(index) => Value::from(largest),
        _ => part[index].clone(),
    };
    instance.part((0..part.len()).map(cap).collect()).ok()
}

fn number(part: &Part, index: usize) -> Option<i64> {
    part.get(index)?.as_int()?.to_i64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn instance(rules: &str) -> Instance {
        Instance::new(grundy_rules::read(rules).unwrap(), vec![]).unwrap()
    }

    fn part(numbers: &[i64]) -> Part {
        Arc::new(numbers.iter().map(|number| Value::from(*number)).collect())
    }

    #[test]
    fn the_extremes_of_any_number_of_parts_are_kept() {
        let parts: Vec<Part> = (0..2_000_000).map(|number| part(&[number, 5 - number % 7])).collect();
        let found = extremes(&parts);
        assert!(found.len() <= 8, "{found:?}");
        for (index, min, greatest) in [(0, 0, 1_999_999), (1, -1, 5)] {
            let numbers = || found.iter().filter_map(|part| number(part, index));
            assert_eq!((numbers().min(), numbers().max()), (Some(min), Some(greatest)));
        }
        let list = |numbers: &[i64]| Arc::new(vec![Value::list(numbers.iter().map(|n| Value::from(*n)).collect())]);
        let lists = [list(&[1, 2]), list(&[3, 3, 3]), list(&[]), list(&[-9, 2]), list(&[2, 2])];
        assert_eq!(extremes(&lists).len(), 3);
        assert!(!extremes(&lists).contains(&lists[4]));
    }

    #[test]
    fn numbers_that_were_outgrown_get_room_and_others_stay() {
        let game = instance("game g(a, b) move take if a > 0 -> (a - 1, b)");
        assert_eq!(grown(&game, &[part(&[1000, 5])], &[(0, 900), (0, 7)]), Some(part(&[1260, 7])));
        assert_eq!(grown(&game, &[part(&[1000, 5])], &[(0, 900), (0, 70)]), Some(part(&[1260, 5])));
        let bounded = instance("game g(a in 0..1100) move take if a > 0 -> a - 1");
        assert_eq!(grown(&bounded, &[part(&[1000])], &[(0, 900)]), None);
    }

    #[test]
    fn large_numbers_are_capped_and_small_ones_are_not() {
        let game = instance("game g(a, b) move take if a > 0 -> (a - 1, b)");
        assert_eq!(capped(&game, &part(&[1 << 40, 5]), 100), Some(part(&[100, 5])));
    }
}
