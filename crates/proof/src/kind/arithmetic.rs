//! Games with digits that repeat forever: values that grow by a saltus in every period.
//!
//! Statement. For a code of h digits and q digits that repeat, all below 8, let W be the window and N = e + h + q + W.
//! Let f be the values up to N + max(p, q) + p, and from there on f(n) = f(n - p) + s. If
//!
//! 1. g(n + p) = g(n) + s for e ≤ n < N + max(p, q), and
//! 2. for N ≤ n < N + q, the values of the moves from n + p that take h tokens or more and leave one heap at most are those
//!    below s and those from n, each larger by s,
//!
//! and, if some move splits a heap, s is a power of two and
//!
//! 3. for N ≤ n < N + p every value below g(n) belongs to a move from n that leaves one heap at most, or to a split that takes
//!    fewer than h + q tokens and has a part a ≤ W with g(a) < s, and
//! 4. no split of a heap n ≥ N has the value f(n), by a comparison of remainders (see `check_no_split_hits`),
//!
//! then g(n + p) = g(n) + s for every n ≥ e. Nim, Lasker's Nim and subtraction of all but finitely many numbers are
//! such games. The proof is in docs/heap_certificates.md, part 5.

use crate::check::Statement;
use crate::claim::Field;
use crate::limits::{Meter, Objection};
use crate::recompute::plain;
use crate::values::Values;
use grundy_message::{Message, message};
use grundy_rules::heap::TakeAndBreak;
use std::collections::BTreeSet;

pub(crate) fn prove(statement: &Statement<'_>, window: u64, meter: &mut Meter<'_>) -> Result<Values, Objection> {
    let game = statement.game;
    if game.tail().is_empty() {
        return Err(Objection::new(Field::Tail, message!("this kind of theorem needs digits that repeat")));
    }
    if game.most_parts() > 2 {
        return Err(Objection::new(Field::Head, message!("this kind of theorem needs digits below 8")));
    }
    let splits = game.most_parts() == 2;
    if splits && !statement.saltus.is_power_of_two() {
        return Err(Objection::new(
            Field::Saltus,
            message!("where heaps are split, the saltus must be a power of two"),
        ));
    }
    let (head, tail) = (game.head().len() as u64, game.tail().len() as u64);
    let start = statement.preperiod.checked_add(head + tail).and_then(|sum| sum.checked_add(window));
    let end = start.and_then(|start| start.checked_add(statement.period.max(tail)));
    let count = meter.values(end.and_then(|end| end.checked_add(statement.period)), 4)?;
    let (start, period) = (start.map_or(0, |start| start as usize), statement.period as usize);
    let values = plain::values(game, count, meter)?;
    statement.check_repetition(&values, count - period)?;
    for size in start..start + tail as usize {
        check_far_moves(statement, &values, size, meter)?;
    }
    if splits {
        check_small_parts(statement, &values, start, window as usize, meter)?;
        check_no_split_hits(statement, &values, start, meter)?;
    }
    Ok(values)
}

/// Returns the values of the moves that take `min` tokens or more and leave at most one heap.
fn without_split(
    game: &TakeAndBreak,
    values: &Values,
    size: usize,
    min: usize,
    meter: &mut Meter<'_>,
) -> Result<BTreeSet<u64>, Objection> {
    meter.steps(size as u64 + 1)?;
    let one = (min..size).filter(|taken| game.digit(*taken as u64) & 2 != 0).map(|taken| values.at(size - taken));
    let all = (size >= min && game.digit(size as u64) & 1 != 0).then_some(0);
    Ok(one.chain(all).collect())
}

/// Checks hypothesis 2 for one size.
fn check_far_moves(
    statement: &Statement<'_>,
    values: &Values,
    size: usize,
    meter: &mut Meter<'_>,
) -> Result<(), Objection> {
    let head = statement.game.head().len();
    let near = without_split(statement.game, values, size, head, meter)?;
    let far = without_split(statement.game, values, size + statement.period as usize, head, meter)?;
    meter.steps(statement.saltus)?;
    let grown: BTreeSet<u64> = (0..statement.saltus).chain(near.iter().map(|value| value + statement.saltus)).collect();
    if far == grown {
        return Ok(());
    }
    Err(Objection::new(Field::Saltus, message!("the moves from {size} do not grow by the saltus in a period", size)))
}

/// Checks hypothesis 3.
fn check_small_parts(
    statement: &Statement<'_>,
    values: &Values,
    start: usize,
    window: usize,
    meter: &mut Meter<'_>,
) -> Result<(), Objection> {
    let game = statement.game;
    let small: Vec<usize> = (1..=window).filter(|part| values.at(*part) < statement.saltus).collect();
    let places: Vec<usize> =
        (0..game.head().len() + game.tail().len()).filter(|place| game.digit(*place as u64) & 4 != 0).collect();
    for size in start..start + statement.period as usize {
        let mut reached = without_split(game, values, size, 0, meter)?;
        meter.steps((places.len() * small.len()) as u64 + values.at(size))?;
        for place in &places {
            // A part of at most W leaves e tokens or more, as the size is at least e + h + q + W; if none are left, it
            // is no split.
            let parts = small.iter().filter(|part| *place + **part < size);
            reached.extend(parts.map(|part| values.at(*part) ^ values.at(size - place - part)));
        }
        if let Some(missing) = (0..values.at(size)).find(|value| !reached.contains(value)) {
            return Err(Objection::new(
                Field::Window,
                message!("from {size} the value {missing} is not reached with parts inside the window", size, missing),
            ));
        }
    }
    Ok(())
}

/// Checks hypothesis 4: for every n ≥ N and every split of n - t into two heaps, the xor of their values is not f(n).
///
/// A heap x ≥ e is written e + pA + i, and its value s(A + C) + c with c < s; xor acts on these two digits separately.
/// For n = e + pM + l with the digits M + C' and c', the split hits f(n) only if the lower digits of its parts have the
/// xor c' and the higher digits X and Y have X xor Y = M + C'. The sum of X and Y differs from M + C' by a number D
/// that depends on i, j and t alone, and X xor Y is X + Y less an even number that is not negative: so D must be even
/// and not negative. One part below e has a fixed higher digit X, and Y differs from M + C' by a fixed E: then |E| ≤ X
/// and E has the parity of X. Two parts below e have values below all f(n), which is checked as such. What these
/// comparisons do not exclude is refused.
fn check_no_split_hits(
    statement: &Statement<'_>,
    values: &Values,
    start: usize,
    meter: &mut Meter<'_>,
) -> Result<(), Objection> {
    let (period, preperiod) = (statement.period as usize, statement.preperiod as usize);
    let hit =
        |what: Message| Objection::new(Field::Saltus, message!("a split may have the value of its heap: {what}", what));
    let digits = |size: usize| Digits {
        high: (values.at(size) / statement.saltus) as i64,
        low: values.at(size) % statement.saltus,
    };
    let residues: Vec<Digits> = (preperiod..preperiod + period).map(digits).collect();
    let game = statement.game;
    let splits_for_ever = game.tail().iter().any(|digit| digit & 4 != 0);
    let last_split = if splits_for_ever { i64::MAX } else { game.head().len() as i64 };
    let takes = |longest: i64| (0..=longest.min(last_split)).filter(|taken| game.digit(*taken as u64) & 4 != 0);
    // Both parts from e on.
    for (i, one) in residues.iter().enumerate() {
        for (j, other) in residues.iter().enumerate().skip(i) {
            // With this number of tokens taken or more, D is negative.
            let longest = (one.high + other.high + 2) * period as i64;
            meter.steps(longest.min(last_split) as u64 + 1)?;
            for taken in takes(longest) {
                let sum = preperiod as i64 + i as i64 + j as i64 + taken;
                let whole = &residues[sum.rem_euclid(period as i64) as usize];
                let excess = one.high + other.high - whole.high - sum.div_euclid(period as i64);
                if one.low ^ other.low == whole.low && excess >= 0 && excess % 2 == 0 {
                    return Err(hit(message!(
                        "remainders {number} and {number_other}, taking {taken}",
                        number = i,
                        number_other = j,
                        taken
                    )));
                }
            }
        }
    }
    // One part below e.
    for part in 1..preperiod {
        let one = digits(part);
        for (i, other) in residues.iter().enumerate() {
            let longest = (one.high + other.high + 2) * period as i64;
            meter.steps(longest.min(last_split) as u64 + 1)?;
            for taken in takes(longest) {
                let sum = part as i64 + i as i64 + taken;
                let whole = &residues[sum.rem_euclid(period as i64) as usize];
                let excess = other.high - whole.high - sum.div_euclid(period as i64);
                let may_hit = excess.abs() <= one.high && (excess - one.high) % 2 == 0;
                if one.low ^ other.low == whole.low && may_hit {
                    return Err(hit(message!(
                        "the part {part} with remainder {number}, taking {taken}",
                        part,
                        number = i,
                        taken
                    )));
                }
            }
        }
    }
    // Both parts below e: their values stay below the power of two above the largest.
    let largest = (1..preperiod).map(|part| values.at(part)).max().unwrap_or(0);
    let min = (start..start + period).map(|size| values.at(size)).min().unwrap_or(0);
    if largest.checked_ilog2().map_or(0, |bits| (2_u64 << bits) - 1) >= min {
        return Err(Objection::new(
            Field::Window,
            message!("two heaps below the preperiod may hit; a larger window helps"),
        ));
    }
    Ok(())
}

/// Splits a value into its multiple of the saltus and the remainder.
struct Digits {
    high: i64,
    low: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use grundy_value::Random;

    /// Returns whether hypothesis 4 excludes every hit, by looking at heaps of many periods instead of remainders.
    fn excludes_hits(
        game: &TakeAndBreak,
        statement: &Statement<'_>,
        value: &dyn Fn(usize) -> u64,
        start: usize,
    ) -> bool {
        let (period, preperiod, saltus) = (statement.period as usize, statement.preperiod as usize, statement.saltus);
        let splits: Vec<usize> = (0..40).filter(|taken| game.digit(*taken as u64) & 4 != 0).collect();
        let large = preperiod + 24 * period;
        let hits = |one: usize, other: usize, taken: usize| value(one) ^ value(other) == value(one + other + taken);
        let both = splits.iter().any(|taken| {
            (preperiod.max(1)..large)
                .any(|one| (one..large).any(|other| one + other + taken >= start && hits(one, other, *taken)))
        });
        let one_is_small = splits.iter().any(|taken| {
            (1..preperiod).any(|part| {
                (large..large + period).any(|other| {
                    let (part_value, other_value, whole) = (value(part), value(other), value(part + other + taken));
                    let fixed = (part_value / saltus) as i64;
                    let rise = (other_value / saltus) as i64 - (whole / saltus) as i64;
                    let lows = (part_value % saltus) ^ (other_value % saltus);
                    lows == whole % saltus && (-fixed..=fixed).step_by(2).any(|change| change == rise)
                })
            })
        });
        let largest = (1..preperiod).map(value).max().unwrap_or(0);
        let least = (start..start + period).map(value).min().unwrap_or(0);
        !both && !one_is_small && (largest + 1).next_power_of_two() <= least
    }

    #[test]
    fn remainders_exclude_the_hits_that_heaps_show() {
        let mut random = Random(11);
        let mut draw = |max: u64| random.below(max);
        let mut verdicts = [0, 0];
        for _ in 0..600 {
            let (period, preperiod, saltus) = (1 + draw(3), draw(4), 1 << draw(3));
            let mut head = vec![0; 1 + draw(16) as usize];
            let place = draw(head.len() as u64) as usize;
            head[place] = 4;
            let tail = vec![if draw(4) == 0 { 7 } else { 3 }];
            let game = TakeAndBreak::new(head, tail, false).unwrap();
            let start = (preperiod + draw(12)) as usize;
            let mut first: Vec<u32> = (0..preperiod).map(|_| draw(4) as u32).collect();
            first.extend((0..period).map(|_| (draw(3 * saltus) + saltus * draw(3)) as u32));
            let value = |size: usize| {
                let periods = size.saturating_sub(preperiod as usize) / period as usize;
                u64::from(first[size - periods * period as usize]) + periods as u64 * saltus
            };
            let table = Values::Wide((0..start + period as usize).map(|size| value(size) as u32).collect());
            let statement = Statement { game: &game, period, preperiod, saltus };
            let meter = &mut Meter::new(&Limits::default(), &|| false);
            let found = check_no_split_hits(&statement, &table, start, meter).is_ok();
            assert_eq!(
                found,
                excludes_hits(&game, &statement, &value, start),
                "{} {first:?} {period} {preperiod} {saltus}",
                game.code()
            );
            verdicts[usize::from(found)] += 1;
        }
        assert!(verdicts.iter().all(|count| *count > 30), "{verdicts:?}");
    }
}
