//! Counting sums by their values: how many parts have each Grundy value, combined by exclusive or.
//!
//! In: for each group of parts the number of parts of each value. Out: the number of sums of each value. Idea: under
//! the Walsh transform exclusive or becomes a product; so many parts of a set, whatever their order, are the complete
//! homogeneous symmetric function, which follows from its power sums by Newton's identities. Everything is exact.

use grundy_message::template;
use grundy_rules::int::TooLarge;
use grundy_rules::{Int, Limit, Meter};
use std::collections::BTreeMap;

/// Maximum number of values, the next power of two.
const VALUES: Limit = Limit { name: template!("values of parts"), usual: 1 << 20 };
/// Maximum number of products.
const PRODUCTS: Limit = Limit { name: template!("products of counts"), usual: 200_000_000 };

/// How many parts of a group have each value, and how many parts are taken whatever their order.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub by_value: BTreeMap<u64, Int>,
    pub times: Option<usize>,
}

/// Returns how many sums have each value; `None` if that is too much work.
pub(super) fn convolve(groups: &[Counts], meter: &Meter) -> Result<Option<BTreeMap<u64, Int>>, TooLarge> {
    let greatest = groups.iter().filter_map(|group| group.by_value.keys().next_back()).max().copied().unwrap_or(0);
    let Some(size) = greatest.checked_add(1).and_then(u64::checked_next_power_of_two) else { return Ok(None) };
    let each = |group: &Counts| group.times.map_or(1, |times| (times as u64).saturating_mul(times as u64 + 1));
    let products = groups.iter().map(each).fold(size.ilog2().into(), u64::saturating_add).saturating_mul(size);
    if !meter.allows(VALUES, size) || !meter.allows(PRODUCTS, products) {
        return Ok(None);
    }
    let mut all = vec![Int::ONE; size as usize];
    for group in groups {
        let mut counts = vec![Int::ZERO; size as usize];
        for (value, count) in &group.by_value {
            counts[*value as usize] = count.clone();
        }
        walsh(&mut counts)?;
        // The transform at 0 is the number of parts.
        let total = counts[0].clone();
        for (product, count) in all.iter_mut().zip(&counts) {
            if !meter.goes_on() {
                return Ok(None);
            }
            let count = match group.times {
                None => count.clone(),
                Some(times) => complete(times, count, &total)?,
            };
            *product = product.multiply(&count)?;
        }
    }
    walsh(&mut all)?;
    let divisor = Int::from(u128::from(size));
    let exact = |sum: Int| sum.divide(&divisor).expect("the divisor is positive");
    let counted = (0..size).zip(all).map(|(value, sum)| (value, exact(sum)));
    Ok(Some(counted.filter(|(_, count)| !count.is_zero()).collect()))
}

/// Replaces counts by their Walsh transform, which is its own inverse up to the length.
fn walsh(counts: &mut [Int]) -> Result<(), TooLarge> {
    let mut width = 1;
    while width < counts.len() {
        for block in counts.chunks_mut(2 * width) {
            let (low, high) = block.split_at_mut(width);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (low.add(high)?, low.subtract(high)?);
            }
        }
        width *= 2;
    }
    Ok(())
}

/// Returns the complete homogeneous symmetric function of this degree of signs whose odd power sums are `odd` and
/// whose even ones are `even`.
fn complete(degree: usize, odd: &Int, even: &Int) -> Result<Int, TooLarge> {
    let mut found = vec![Int::ONE];
    // The sums over indices of either parity below.
    let mut sums = [Int::ZERO, Int::ZERO];
    for index in 1..=degree {
        sums[(index - 1) % 2] = sums[(index - 1) % 2].add(&found[index - 1])?;
        let [same, other] = [&sums[index % 2], &sums[(index + 1) % 2]];
        let sum = other.multiply(odd)?.add(&same.multiply(even)?)?;
        found.push(sum.divide(&Int::from(index)).expect("the degree is positive"));
    }
    Ok(found.pop().unwrap_or(Int::ONE))
}

/// Returns by which factor the number of j-tuples contributes to the number of bags of `times` elements out of `total`,
/// for each j: the permutations with j odd cycles, where an even one contributes any element; all over times!.
pub(super) fn cycles(times: usize, total: &Int) -> Result<Vec<Int>, TooLarge> {
    let mut rows: Vec<Vec<Int>> = vec![vec![Int::ONE]];
    for count in 1..=times {
        let mut row = vec![Int::ZERO; count + 1];
        // (count - 1)! / (count - length)!
        let mut ways = Int::ONE;
        for length in 1..=count {
            for (index, before) in rows[count - length].iter().enumerate() {
                let (to, factor) =
                    if length % 2 == 1 { (index + 1, ways.clone()) } else { (index, ways.multiply(total)?) };
                row[to] = row[to].add(&factor.multiply(before)?)?;
            }
            ways = ways.multiply(&Int::from(count - length))?;
        }
        rows.push(row);
    }
    Ok(rows.pop().unwrap_or_default())
}

/// Returns n!.
pub(super) fn factorial(number: usize) -> Result<Int, TooLarge> {
    (1..=number).try_fold(Int::ONE, |product, factor| product.multiply(&Int::from(factor)))
}
