//! The inner loops in plain code.

use super::{HIDDEN, LANES, Marks, PATIENCE, Steps, Table, WINDOW, high_byte, low_byte};

pub(super) fn mark(table: Table, at: usize, window: u16, steps: &Steps, need: &Marks) -> Marks {
    let mut marks: Marks = [[0; LANES]; 2];
    let base = window.wrapping_mul(WINDOW as u16);
    let mut found = [0u16; LANES];
    for (step, back) in steps.back.iter().enumerate() {
        let from = at - back;
        let low = steps.low[step] ^ low_byte(base);
        match table.high {
            None => {
                for (found, entry) in found.iter_mut().zip(&table.low[from..from + LANES]) {
                    *found |= one_hot(entry ^ low);
                }
            }
            Some(entries) => {
                let high = steps.high[step] ^ high_byte(base);
                let both = table.low[from..from + LANES].iter().zip(&entries[from..from + LANES]);
                for (found, (entry, above)) in found.iter_mut().zip(both) {
                    *found |= one_hot((entry ^ low) | (above ^ high));
                }
            }
        }
        if step % PATIENCE == PATIENCE - 1 {
            let all = |(lane, found): (usize, &u16)| {
                let needed = u16::from(need[0][lane]) | u16::from(need[1][lane]) << 8;
                needed & !found == 0
            };
            if found.iter().enumerate().all(all) {
                break;
            }
        }
    }
    for (lane, found) in found.iter().enumerate() {
        marks[0][lane] = (found & 0xFF) as u8;
        marks[1][lane] = (found >> 8) as u8;
    }
    marks
}

/// The bit of a number below 16, and no bit for any other.
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
    found.map(|place| from + place)
}
