//! Periods: values that repeat forever, or repeat and rise forever, and the theorems that prove it.
//!
//! In: a table of values. Out: the least period p from the least heap e on with g(n + p) = g(n) + s, if the table is
//! long enough for the theorem that fits the game. The theorems are all one argument. Let a move leave at most h heaps
//! and take at most k tokens, and let the equation hold with s = 0 for e <= n < N - p. Past N some part of every option
//! is e + p or more (and not empty when it is made smaller by p), so that options of n + p and of n have the same
//! values, and the equation continues:
//!
//! | moves | values needed | whose |
//! |---|---|---|
//! | leave at most one heap | e + p + k: a window that repeats | folklore |
//! | leave at most two heaps | 2e + 2p + k | Guy & Smith 1956 |
//! | leave at most h heaps | h (e + p) + k | the same argument |
//! | leave two different heaps | 2e + 3p + k: b + p and b are the parts b + p and b - p instead of b and b | the same |
//!
//! with e at least 1, as no part is empty. If digits repeat, or more than two heaps must differ, no theorem is used,
//! and a period is only observed. The search takes linear time and no memory: a period that fails after l equal values
//! excludes all others up to l, by the theorem of Fine and Wilf.

use super::HeapValues;
use super::table::{Slice, Table};
use grundy_rules::heap::TakeAndBreak;

/// Why a period holds forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Moves leave at most one heap: the values that a move can reach repeated.
    Window,
    /// Moves leave at most two heaps: Guy & Smith.
    TwoHeaps,
    /// Moves leave at most this number of heaps: the same argument.
    SeveralHeaps(u32),
    /// Moves leave at most two heaps, which differ.
    DifferentHeaps,
    /// Not proved: it was observed in all values from the preperiod on, which are at least half of a thousand or more,
    /// and at least eight times.
    Seen,
}

impl Ground {
    /// Returns true if the period is proved.
    pub fn proves(self) -> bool {
        self != Ground::Seen
    }
}

/// Values that repeat: g(n + period) = g(n) + saltus for all n from the preperiod on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The least period.
    pub period: u64,
    /// The least heap from which on the values repeat.
    pub preperiod: u64,
    /// Increase of the values in each period.
    pub saltus: u64,
    /// The reason why it holds.
    pub ground: Ground,
    /// Number of values that show it, that of heap 0 included.
    pub needs: u64,
}

/// Returns the period that the values have forever, if there are enough of them.
///
/// ```
/// use grundy_rules::heap::TakeAndBreak;
/// use grundy_solve::{Budget, heap::{HeapValues, find_period}};
/// let kayles = TakeAndBreak::new(vec![0, 7, 7], vec![], false).unwrap();
/// let mut values = HeapValues::new(&kayles);
/// values.extend(168, &Budget::default()).unwrap();
/// let period = find_period(&values).unwrap();
/// assert_eq!((period.period, period.preperiod, period.saltus, period.needs), (12, 71, 0, 168));
/// ```
pub fn find_period(values: &HeapValues) -> Option<Period> {
    match look(values.game(), &values.table) {
        Expansion::Found(period) => Some(period),
        Expansion::Suspected { .. } | Expansion::Nothing => None,
    }
}

/// What the values show.
pub(super) enum Expansion {
    Found(Period),
    /// A period that this number of values would prove, if it continues.
    Suspected {
        needs: u64,
    },
    Nothing,
}

pub(super) fn look(game: &TakeAndBreak, table: &Table) -> Expansion {
    let length = table.len();
    let level = match table.slice() {
        Slice::Bytes(values) => search(game, values),
        Slice::Halves(values) => search(game, values),
        Slice::Words(values) => search(game, values),
    };
    // With finitely many digits and at most two heaps, values cannot rise steadily (Winning Ways, chapter 4).
    let may_rise = theorem(game).is_none() || game.most_parts() > 2;
    if !may_rise || length < 8 || matches!(level, Expansion::Found(_)) {
        return level;
    }
    let value = |n: usize| i64::from(table.at(n));
    let rises: Vec<i64> = (1..length).map(|n| value(n) - value(n - 1)).collect();
    match repetitions(&rises, |period, from| is_seen(length, period, from)) {
        Some((period, from)) => {
            let saltus = value(length - 1) - value(length - 1 - period);
            // Values cannot fall again and again, so this is a coincidence.
            match u64::try_from(saltus) {
                Ok(saltus) if saltus > 0 => Expansion::Found(seen(length, period, from, saltus)),
                _ => level,
            }
        }
        None => level,
    }
}

fn search<T: Copy + Eq>(game: &TakeAndBreak, values: &[T]) -> Expansion {
    let length = values.len();
    let Some(ground) = theorem(game) else {
        return match repetitions(values, |period, from| is_seen(length, period, from)) {
            Some((period, from)) => Expansion::Found(seen(length, period, from, 0)),
            None => Expansion::Nothing,
        };
    };
    let mut suspected = None;
    let proved = repetitions(values, |period, from| {
        let needs = needs(game, ground, period as u64, from as u64);
        if suspected.is_none() && length - from >= 2 * period + length / 8 + 8 {
            suspected = Some(needs);
        }
        needs <= length as u64
    });
    match (proved, suspected) {
        (Some((period, from)), _) => {
            let (period, preperiod) = (period as u64, from as u64);
            Expansion::Found(Period {
                period,
                preperiod,
                saltus: 0,
                ground,
                needs: needs(game, ground, period, preperiod),
            })
        }
        (None, Some(needs)) => Expansion::Suspected { needs },
        (None, None) => Expansion::Nothing,
    }
}

/// Returns the theorem for a game.
fn theorem(game: &TakeAndBreak) -> Option<Ground> {
    game.last_place()?;
    match (game.most_parts(), game.parts_differ()) {
        (0 | 1, _) => Some(Ground::Window),
        (2, false) => Some(Ground::TwoHeaps),
        (2, true) => Some(Ground::DifferentHeaps),
        (parts, false) => Some(Ground::SeveralHeaps(parts)),
        (_, true) => None,
    }
}

/// Returns how many values prove a period.
fn needs(game: &TakeAndBreak, ground: Ground, period: u64, preperiod: u64) -> u64 {
    let (from, last) = (preperiod.max(1), game.last_place().unwrap_or(0));
    match ground {
        Ground::Window => from + period + last,
        Ground::TwoHeaps => 2 * (from + period) + last,
        Ground::SeveralHeaps(parts) => u64::from(parts) * (from + period) + last,
        Ground::DifferentHeaps => 2 * from + 3 * period + last,
        Ground::Seen => preperiod + period,
    }
}

fn is_seen(length: usize, period: usize, from: usize) -> bool {
    length >= 1000 && from <= length / 2 && (length - from) / 8 >= period
}

fn seen(length: usize, period: usize, from: usize, saltus: u64) -> Period {
    let (period, preperiod) = (period as u64, from as u64);
    Period { period, preperiod, saltus, ground: Ground::Seen, needs: length as u64 }
}

/// Returns the least period p, with the least e, such that the values from e on repeat after p and `accept` returns
/// true. What is accepted must be accepted for smaller p and e too.
fn repetitions<T: Copy + Eq>(values: &[T], mut accept: impl FnMut(usize, usize) -> bool) -> Option<(usize, usize)> {
    let length = values.len();
    let mut period = 1;
    while 2 * period < length {
        let equal = equal_at_the_end(&values[..length - period], &values[period..]);
        if accept(period, length - period - equal) {
            return Some((period, length - period - equal));
        }
        // Another period p' <= equal of a longer end of the values would, with this one, make the greatest common
        // divisor of both a period of this end; that is this period itself, or one that was tried before.
        period = (period + 1).max(equal + 1);
    }
    None
}

/// Returns how many values at the end of two slices of the same length are equal.
fn equal_at_the_end<T: Copy + Eq>(left: &[T], right: &[T]) -> usize {
    const CHUNK: usize = 256;
    let length = left.len();
    let mut equal = 0;
    while equal < length {
        if equal >= 64 && length - equal >= CHUNK {
            let range = length - equal - CHUNK..length - equal;
            if left[range.clone()] == right[range] {
                equal += CHUNK;
                continue;
            }
        }
        if left[length - equal - 1] != right[length - equal - 1] {
            break;
        }
        equal += 1;
    }
    equal
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;

    #[test]
    fn repetitions_are_the_least() {
        let mut random = Random(3);
        for round in 0..3000 {
            let mut next = |max: u64| random.below(max);
            let (start, period, length) = (next(12) as usize, 1 + next(9) as usize, 40 + next(40) as usize);
            let mut values: Vec<u64> = (0..start + period).map(|_| next(2 + round % 3)).collect();
            while values.len() < length {
                values.push(values[values.len() - period]);
            }
            let holds = |p: usize, e: usize| (e..length - p).all(|n| values[n] == values[n + p]);
            let accept = |p: usize, e: usize| 2 * e + 2 * p < length;
            let expected =
                (1..length / 2).map(|p| (p, (0..length).find(|e| holds(p, *e)).unwrap())).find(|(p, e)| accept(*p, *e));
            assert_eq!(repetitions(&values, accept), expected, "{values:?}");
        }
    }
}
