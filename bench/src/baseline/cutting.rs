//! The cutting game: cut a sheet in two and leave no side below 2.

use super::mex;
use std::collections::BTreeSet;

/// Returns the Grundy values of all sheets with sides from 2 to `max`, row by row: a table, and every cut of every
/// sheet.
pub fn plain(max: usize) -> Vec<u8> {
    let mut values = vec![vec![0u8; max + 1]; max + 1];
    for width in 2..=max {
        for height in 2..=max {
            let mut seen = [false; 256];
            // The two parts are interchangeable; the smaller one runs from 2 to half.
            for part in 2..=width / 2 {
                if width - part >= 2 {
                    seen[usize::from(values[part][height] ^ values[width - part][height])] = true;
                }
            }
            mark_cuts(&values[width], height, &mut seen);
            let value = seen.iter().position(|seen| !seen).expect("no sheet of this size has 256 different options");
            values[width][height] = value as u8;
        }
    }
    values[2.min(max)..].iter().flat_map(|row| row[2.min(max)..].iter().copied()).collect()
}

/// Like [`plain`], but uses that a sheet turned by a right angle is the same sheet: half of the table is computed, and
/// a column is read as a row.
pub fn half_of_the_table(max: usize) -> Vec<u8> {
    let mut values = vec![vec![0u8; max + 1]; max + 1];
    for height in 2..=max {
        for width in 2..=height {
            let mut seen = [false; 256];
            // Across: the parts have the same height.
            mark_cuts(&values[height], width, &mut seen);
            // Down: the parts have the same width.
            mark_cuts(&values[width], height, &mut seen);
            let value = seen.iter().position(|seen| !seen).expect("no sheet of this size has 256 different options");
            values[width][height] = value as u8;
            values[height][width] = value as u8;
        }
    }
    values[2.min(max)..].iter().flat_map(|row| row[2.min(max)..].iter().copied()).collect()
}

/// Marks the values of cutting a side of this length, by the values of sheets with the other side unchanged.
fn mark_cuts(row: &[u8], side: usize, seen: &mut [bool; 256]) {
    // The two parts are interchangeable; the smaller one runs from 2 to half.
    let half = side / 2;
    if half >= 2 {
        for (one, other) in row[2..=half].iter().zip(row[side - half..=side - 2].iter().rev()) {
            seen[usize::from(one ^ other)] = true;
        }
    }
}

/// Like [`plain`], as written in contest notes.
pub fn contest(max: usize) -> Vec<u32> {
    let mut memo = vec![vec![None; max + 1]; max + 1];
    let sides = || 2..=max;
    sides().flat_map(|width| sides().map(move |height| (width, height))).map(|(w, h)| grundy(w, h, &mut memo)).collect()
}

fn grundy(width: usize, height: usize, memo: &mut Vec<Vec<Option<u32>>>) -> u32 {
    if let Some(value) = memo[width][height] {
        return value;
    }
    let mut seen = BTreeSet::new();
    for part in 2..=width.saturating_sub(2) {
        seen.insert(grundy(part, height, memo) ^ grundy(width - part, height, memo));
    }
    for part in 2..=height.saturating_sub(2) {
        seen.insert(grundy(width, part, memo) ^ grundy(width, height - part, memo));
    }
    let value = mex(&seen);
    memo[width][height] = Some(value);
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree_and_know_the_small_sheets() {
        let values = plain(40);
        let slow: Vec<u8> = contest(40).into_iter().map(|value| value as u8).collect();
        assert_eq!(values, slow);
        let at = |width: usize, height: usize| values[(width - 2) * 39 + height - 2];
        assert_eq!([at(2, 2), at(3, 2), at(4, 2), at(6, 2), at(7, 9), at(10, 12)], [0, 0, 1, 2, 1, 1]);
    }
}
