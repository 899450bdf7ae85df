//! Lasker's Nim: take any number from a heap, or split it in two.

use super::mex;
use std::collections::BTreeSet;

/// Returns the Grundy values of 0 to `max`: every option is stamped with the heap it is an option of.
pub fn plain(max: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(max + 1);
    // No value is above the number of options, and the xor of two is below the next power of two.
    let mut stamps = vec![u32::MAX; (2 * max + 2).next_power_of_two()];
    for heap in 0..=max {
        let stamp = heap as u32;
        for &value in &values {
            stamps[value as usize] = stamp;
        }
        // The parts of a split are interchangeable, so the smaller one runs up to half.
        let half = heap / 2;
        if half > 0 {
            let (small, large) = (&values[1..=half], &values[heap - half..heap]);
            for (one, other) in small.iter().zip(large.iter().rev()) {
                stamps[(one ^ other) as usize] = stamp;
            }
        }
        let value = stamps.iter().position(|&seen| seen != stamp).expect("there are more stamps than options");
        values.push(value as u32);
    }
    values
}

/// Like [`plain`], as written in contest notes.
pub fn contest(max: usize) -> Vec<u32> {
    let mut memo = vec![None; max + 1];
    (0..=max).map(|heap| grundy(heap, &mut memo)).collect()
}

fn grundy(heap: usize, memo: &mut Vec<Option<u32>>) -> u32 {
    if let Some(value) = memo[heap] {
        return value;
    }
    let mut seen = BTreeSet::new();
    for left in 0..heap {
        seen.insert(grundy(left, memo));
    }
    for part in 1..heap {
        seen.insert(grundy(part, memo) ^ grundy(heap - part, memo));
    }
    let value = mex(&seen);
    memo[heap] = Some(value);
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_as_published() {
        let known: Vec<u32> = (0..200)
            .map(|heap| match heap % 4 {
                0 if heap > 0 => heap - 1,
                3 => heap + 1,
                _ => heap,
            })
            .collect();
        assert_eq!(plain(199), known);
        assert_eq!(contest(199), known);
    }
}
