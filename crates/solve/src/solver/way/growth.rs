//! Room for what is asked next: larger positions than those asked so far.
//!
//! In: parts of a game whose components are numbers. Out: one more part, larger than all of them, that the rules allow. Idea:
//! who asks for larger and larger positions one at a time makes everything that is laid out for one size be laid out
//! anew; with room for twice the work each time, all of it costs a few times the last. Wrong tool where only one
//! position is asked about.

use grundy_kernel::encode::code_of;
use grundy_rules::game::Type;
use grundy_rules::{Instance, Part, Value};

/// By how many hundredths numbers grow, by how many of them there are: work of one dimension more than they have doubles.
const HUNDREDTHS: [i64; 5] = [0, 42, 26, 19, 15];

/// A part as large as these and what was laid out before, and larger where these go beyond that; `None` where the rules allow no
/// such part.
pub(super) fn grown(instance: &Instance, parts: &[Part], spans: &[(i64, i64)]) -> Option<Part> {
    let more = HUNDREDTHS[spans.len().min(HUNDREDTHS.len() - 1)];
    let mut numbers = Vec::with_capacity(spans.len());
    for (place, (low, high)) in spans.iter().enumerate() {
        let asked = parts.iter().filter_map(|part| number(part, place)).max()?;
        let room = (asked.saturating_sub(*low) / 100).saturating_mul(more).max(asked.saturating_sub(*low).min(16));
        numbers.push(match () {
            () if asked > *high => asked.checked_add(room)?,
            // What is much smaller than before has no need of the room there was.
            () if asked >= *high / 2 => *high,
            () => asked,
        });
    }
    instance.part(numbers.into_iter().map(Value::from).collect()).ok()
}

/// The parts that decide what a layout must have room for, of any number of them: of each component the least and the greatest number in
/// it, and the shortest and the longest list.
pub(super) fn extremes<'a>(parts: impl IntoIterator<Item = &'a Part>) -> Vec<Part> {
    // For each component and each of these four: the part that has most of it.
    let mut known: Vec<[Option<(i64, &Part)>; 4]> = Vec::new();
    for part in parts {
        if known.len() < part.len() {
            known.resize(part.len(), [None; 4]);
        }
        for (value, best) in part.iter().zip(&mut known) {
            let length = value.as_elements().map_or(0, |elements| elements.len() as i64);
            let (least, greatest) = span(value).unzip();
            let measures = [least.map(|least| least.saturating_neg()), greatest, Some(-length), Some(length)];
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

/// The least and the greatest code in a value; `None` where it has none.
fn span(value: &Value) -> Option<(i64, i64)> {
    match value.as_elements() {
        Some(elements) => elements.iter().filter_map(span).reduce(|(a, b), (c, d)| (a.min(c), b.max(d))),
        None => code_of(value).map(|code| (code, code)),
    }
}

/// A part whose numbers are no larger than this; `None` where they are none or where the rules do not allow it.
pub(super) fn capped(instance: &Instance, part: &Part, largest: i64) -> Option<Part> {
    let is_number = |place: usize| matches!(instance.game().components[place].ty, Type::Int { .. });
    let cap = |place: usize| match number(part, place) {
        Some(number) if number > largest && is_number(place) => Value::from(largest),
        _ => part[place].clone(),
    };
    instance.part((0..part.len()).map(cap).collect()).ok()
}

fn number(part: &Part, place: usize) -> Option<i64> {
    part.get(place)?.as_int()?.to_i64()
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
        let kept = extremes(&parts);
        assert!(kept.len() <= 8, "{kept:?}");
        for (place, least, greatest) in [(0, 0, 1_999_999), (1, -1, 5)] {
            let numbers = || kept.iter().filter_map(|part| number(part, place));
            assert_eq!((numbers().min(), numbers().max()), (Some(least), Some(greatest)));
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
