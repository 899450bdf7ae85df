//! The inner loops in plain code.

use super::{HIDDEN, LANES, Marked, Marks, PATIENCE, Steps, Table, WINDOW, high_byte, low_byte, missing};

pub(super) fn mark<const WINDOWS: usize>(
    table: Table,
    at: usize,
    window: u16,
    steps: &Steps,
    need: &[Marks; WINDOWS],
    few: u32,
) -> Marked<WINDOWS> {
    let mut marks = [[[0; LANES]; 2]; WINDOWS];
    for (step, back) in steps.back.iter().enumerate() {
        let entries = at - back..at - back + LANES;
        let (low, high) = (steps.low[step] as u8, steps.high[step] as u8);
        for (index, marks) in (window..).zip(&mut marks) {
            let base = index.wrapping_mul(WINDOW as u16);
            let low = low ^ low_byte(base);
            let mut set = |lane: usize, hot: u16| {
                marks[0][lane] |= (hot & 0xFF) as u8;
                marks[1][lane] |= (hot >> 8) as u8;
            };
            match table.high {
                None => {
                    for (lane, entry) in table.low[entries.clone()].iter().enumerate() {
                        set(lane, one_hot(entry ^ low));
                    }
                }
                Some(above) => {
                    let high = high ^ high_byte(base);
                    let both = table.low[entries.clone()].iter().zip(&above[entries.clone()]);
                    for (lane, (entry, above)) in both.enumerate() {
                        set(lane, one_hot((entry ^ low) | (above ^ high)));
                    }
                }
            }
        }
        if step % PATIENCE == PATIENCE - 1 && missing(need, &marks) <= few {
            return Marked { marks, steps: step + 1 };
        }
    }
    Marked { marks, steps: steps.len() }
}

/// Returns the bit of a number below 16, and no bit for any other.
fn one_hot(number: u8) -> u16 {
    const { assert!(HIDDEN as usize >= WINDOW) };
    if usize::from(number) < WINDOW { 1 << number } else { 0 }
}

pub(super) fn find_split(
    table: Table,
    origin: usize,
    total: usize,
    from: usize,
    to: usize,
    number: u16,
) -> Option<usize> {
    let (low, high) = (low_byte(number), high_byte(number));
    let front = origin + from..=origin + to;
    let rear = origin + total - to..=origin + total - from;
    let pairs = table.low[front.clone()].iter().zip(table.low[rear.clone()].iter().rev());
    let found = match table.high {
        None => pairs.map(|(x, y)| x ^ y).position(|sum| sum == low),
        Some(entries) => {
            let above = entries[front].iter().zip(entries[rear].iter().rev());
            pairs.zip(above).map(|((x, y), (u, v))| (x ^ y, u ^ v)).position(|sum| sum == (low, high))
        }
    };
    found.map(|index| from + index)
}
