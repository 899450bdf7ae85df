//! Numeration systems that a game and its table suggest.
//!
//! In: the linear game and who wins small positions. Out: systems to try first: bases that the factors of the moves
//! point to (dividing by 2 to 9 makes powers of 2 · 9 = 18 turning points), the recurrence of the lost heaps (Berlekamp
//! 1968, Massey 1969, here by trying small coefficients), and the continued fraction of the slope of lost pairs.

use super::system::System;
use super::table::Table;
use grundy_proof::linear::LinearGame;

/// Maximum base.
const GREATEST_BASE: i64 = 36;

/// Returns the systems without duplicates, the most promising first.
pub fn systems(game: &LinearGame, table: &Table) -> Vec<System> {
    let mut lists = match game.components.len() {
        1 => recurrence(table).into_iter().collect(),
        2 => slope(table).into_iter().collect(),
        _ => Vec::new(),
    };
    lists.extend(bases(game).into_iter().map(|base| vec![base]));
    lists.iter().map(|list| System::new(list)).collect()
}

/// Returns the least times the greatest factor of the moves, then the factors themselves.
fn bases(game: &LinearGame) -> Vec<i64> {
    let conditions = game.moves.iter().flat_map(|rule| rule.conditions.iter().map(move |condition| (rule, condition)));
    let mut factors: Vec<i64> = conditions
        .flat_map(|(rule, condition)| (0..rule.variables).map(|variable| condition.term.coefficient(variable).abs()))
        .filter(|factor| (2..=GREATEST_BASE).contains(factor))
        .collect();
    factors.sort_unstable();
    factors.dedup();
    let (Some(min), Some(greatest)) = (factors.first(), factors.last()) else { return Vec::new() };
    let mut bases = vec![min * greatest];
    if factors.len() <= 3 {
        bases.extend(factors.iter().copied());
    }
    bases.retain(|base| *base <= GREATEST_BASE);
    bases
}

/// Returns the recurrence with small coefficients that do not rise, of order 1 to 3, that the last lost heaps satisfy,
/// up to an additive constant.
fn recurrence(table: &Table) -> Option<Vec<i64>> {
    let lost: Vec<i64> = (0..=table.greatest[0]).filter(|number| table.value(&[*number]) == Some(0)).collect();
    // Heaps that are lost at constant distances are recognised in every base.
    let growing = |list: &[i64]| list.windows(3).all(|triple| triple[2] - triple[1] > triple[1] - triple[0]);
    let tail = lost.get(lost.len().checked_sub(7)?..)?;
    if !growing(tail) {
        return None;
    }
    let differences: Vec<i64> = tail.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let lists = (1..=20).map(|base| vec![base]).chain((1..=8).flat_map(|first| {
        (1..=first).flat_map(move |second| {
            std::iter::once(vec![first, second]).chain((1..=second).map(move |third| vec![first, second, third]))
        })
    }));
    let fits = |list: &Vec<i64>| {
        differences.windows(list.len() + 1).all(|window| {
            let (last, before) = (window[list.len()], &window[..list.len()]);
            last == list.iter().zip(before.iter().rev()).map(|(factor, number)| factor * number).sum::<i64>()
        })
    };
    lists.into_iter().find(|list| fits(list) && list != &[1])
}

/// Returns the metallic mean m = [m; m, m, …] that the quotient of the numbers of the largest lost pairs is close to.
fn slope(table: &Table) -> Option<Vec<i64>> {
    let [width, height] = table.greatest[..] else { return None };
    let pairs = (1..=width).flat_map(|a| (a + 1..=height).map(move |b| (a, b)));
    let (a, b) = pairs.filter(|(a, b)| table.value(&[*a, *b]) == Some(0)).max_by_key(|(a, b)| a + b)?;
    let mean = b / a;
    (a >= 5 && (1..=8).contains(&mean) && b > mean * a && a / (b - mean * a) == mean).then(|| vec![mean, 1])
}
