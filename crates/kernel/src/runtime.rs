//! The functions that instructions call: number theory and work on lists.
//!
//! In: a memory of cells and a few numbers. Out: one number. Every function is total: an address outside the memory, a
//! number too large or a graph that names a node it does not have gives a negative result, which [`is_trouble`]
//! distinguishes from a valid one. `grundy_rules::arithmetic` and `grundy_rules::meaning` define what is right; here
//! numbers are machine words and nothing is allocated. Wrong tool for larger numbers: the caller then uses the
//! interpreter of the rules.

use crate::code::Helper;
use grundy_rules::arithmetic::gcd;
use grundy_rules::factors::{self, PRIME_FACTORS_OF_WORD, write_prime_factors};
use std::cmp::Ordering;

/// Result that is never valid.
pub const TROUBLE: i64 = -1;

/// Result of [`Helper::Compare`] if a list lies outside the memory; -1 means that the first list comes first.
const COMPARE_TROUBLE: i64 = -2;

/// Returns how many numbers a helper takes.
pub fn arity(helper: Helper) -> usize {
    match helper {
        Helper::Isqrt | Helper::FloorPhi | Helper::IsFibonacci | Helper::Popcount | Helper::IsPrime | Helper::Log2 => 1,
        Helper::Gcd | Helper::NimProduct | Helper::Power | Helper::Sort | Helper::SortDistinct => 2,
        Helper::Lcm | Helper::PrimeFactors | Helper::Valuation | Helper::FloorSqrt => 2,
        Helper::Divisors | Helper::Digits => 3,
        Helper::Copy | Helper::Fill | Helper::Equal => 3,
        Helper::Compare | Helper::Reachable => 4,
        Helper::Attached => 5,
    }
}

/// Returns the least valid result of a helper; `None` if every result is valid.
pub fn least_sound(helper: Helper) -> Option<i64> {
    match helper {
        Helper::Gcd | Helper::Isqrt | Helper::IsFibonacci | Helper::Popcount => None,
        Helper::IsPrime | Helper::Valuation | Helper::Log2 => None,
        Helper::Compare => Some(-1),
        _ => Some(0),
    }
}

/// Returns true if a result means that the helper failed.
pub fn is_trouble(helper: Helper, answer: i64) -> bool {
    least_sound(helper).is_some_and(|min| answer < min)
}

/// Calls a helper. Missing numbers count as 0.
pub fn call(helper: Helper, memory: &mut [i64], numbers: [i64; 5]) -> i64 {
    let [a, b, c, d, e] = numbers;
    match helper {
        Helper::Gcd => gcd(a, b),
        Helper::Isqrt => isqrt(a),
        Helper::FloorPhi => floor_phi(a),
        Helper::IsFibonacci => is_fibonacci(a),
        Helper::Popcount => i64::from(a.count_ones()),
        Helper::Lcm => lcm(a, b),
        Helper::IsPrime => i64::from(u64::try_from(a).is_ok_and(factors::is_prime)),
        Helper::PrimeFactors => prime_factors(memory, a, b).unwrap_or(TROUBLE),
        Helper::Divisors => divisors(memory, a, b, c).unwrap_or(TROUBLE),
        Helper::Valuation => valuation(a, b),
        Helper::Log2 => i64::from(a.max(1).ilog2()),
        Helper::Digits => digits(memory, a, b, c).unwrap_or(TROUBLE),
        Helper::FloorSqrt => floor_sqrt(a, b),
        Helper::NimProduct => nim_product(a, b),
        Helper::Power => power(a, b),
        Helper::Sort => sort(memory, a, b),
        Helper::SortDistinct => sort_distinct(memory, a, b),
        Helper::Copy => copy(memory, a, b, c),
        Helper::Fill => fill(memory, a, b, c),
        Helper::Equal => equal(memory, a, b, c),
        Helper::Compare => compare(memory, a, b, c, d),
        Helper::Reachable => reachable(memory, a, b, c, d).unwrap_or(TROUBLE),
        Helper::Attached => attached(memory, a, b, c, d, e).unwrap_or(TROUBLE),
    }
}

/// Returns ⌊√n⌋; 0 for negative numbers.
pub fn isqrt(n: i64) -> i64 {
    (n.max(0) as u64).isqrt() as i64
}

/// Returns ⌊n·(1+√5)/2⌋, exactly: (n + ⌊√(5n²)⌋) / 2, as n·√5 is never whole for n > 0.
pub fn floor_phi(n: i64) -> i64 {
    let Ok(n) = u64::try_from(n) else { return TROUBLE };
    // Below this bound 5n² fits into a word, whose root is found much faster.
    let root = if n < 1 << 30 {
        u128::from((5 * n * n).isqrt())
    } else {
        match (u128::from(n) * u128::from(n)).checked_mul(5) {
            Some(square) => square.isqrt(),
            None => return TROUBLE,
        }
    };
    i64::try_from((u128::from(n) + root) / 2).unwrap_or(TROUBLE)
}

/// Returns ⌊n·√d⌋ if it fits.
pub fn floor_sqrt(d: i64, n: i64) -> i64 {
    let (Ok(d), Ok(n)) = (u128::try_from(d), u128::try_from(n)) else { return TROUBLE };
    let square = (n * n).checked_mul(d);
    square.and_then(|square| i64::try_from(square.isqrt()).ok()).unwrap_or(TROUBLE)
}

/// Returns the least common multiple if it fits; 0 if either number is 0.
pub fn lcm(a: i64, b: i64) -> i64 {
    if a < 0 || b < 0 {
        return TROUBLE;
    }
    if a == 0 || b == 0 { 0 } else { (a / gcd(a, b)).checked_mul(b).unwrap_or(TROUBLE) }
}

/// Returns how often p divides n; 0 where that has no meaning.
pub fn valuation(n: i64, p: i64) -> i64 {
    if n <= 0 || p < 2 {
        return 0;
    }
    let (mut rest, mut count) = (n, 0);
    while rest % p == 0 {
        rest /= p;
        count += 1;
    }
    count
}

/// Writes the prime factors of a positive number and returns how many there are.
fn prime_factors(memory: &mut [i64], n: i64, into: i64) -> Option<i64> {
    let mut found = [0; PRIME_FACTORS_OF_WORD];
    let count = write_prime_factors(u64::try_from(n).ok().filter(|n| *n > 0)?, &mut found);
    let cells = list_mut(memory, into, count as i64)?;
    cells.iter_mut().zip(found).for_each(|(cell, prime)| *cell = prime as i64);
    Some(count as i64)
}

/// Writes the divisors of a positive number and returns how many there are; fails if they are more than `max`.
fn divisors(memory: &mut [i64], n: i64, into: i64, max: i64) -> Option<i64> {
    let mut found = [0; PRIME_FACTORS_OF_WORD];
    let primes = write_prime_factors(u64::try_from(n).ok().filter(|n| *n > 0)?, &mut found);
    let cells = list_mut(memory, into, max)?;
    *cells.first_mut()? = 1;
    let (mut count, mut before) = (1, 0);
    for (index, &prime) in found[..primes].iter().enumerate() {
        // A prime that comes again multiplies only what it was multiplied into last.
        let from = if index > 0 && found[index - 1] == prime { before } else { 0 };
        before = count;
        for at in from..before {
            *cells.get_mut(count)? = cells[at] * prime as i64;
            count += 1;
        }
    }
    cells[..count].sort_unstable();
    Some(count as i64)
}

/// Writes the digits of a number, the lowest first, and returns how many there are.
fn digits(memory: &mut [i64], n: i64, base: i64, into: i64) -> Option<i64> {
    if n < 0 || base < 2 {
        return None;
    }
    let (mut rest, mut count) = (n, 0);
    while count == 0 || rest > 0 {
        *list_mut(memory, into.checked_add(count)?, 1)?.first_mut()? = rest % base;
        rest /= base;
        count += 1;
    }
    Some(count)
}

/// All Fibonacci numbers that fit, 1 once, in ascending order.
const FIBONACCI: [i64; 92] = {
    let mut numbers = [0; 92];
    let (mut at, mut next) = (0i64, 1i64);
    let mut index = 0;
    while index < numbers.len() {
        numbers[index] = at;
        index += 1;
        // 0 1 1 2 3 …: the second 1 is skipped. The last sums do not fit and are not used.
        (at, next) = if index == 2 { (2, 3) } else { (next, at.wrapping_add(next)) };
    }
    numbers
};

/// Returns 1 if n is 0, 1, 2, 3, 5, 8, …
pub fn is_fibonacci(n: i64) -> i64 {
    i64::from(FIBONACCI.binary_search(&n).is_ok())
}

/// Returns the nim product (Conway 1976) if it fits.
pub fn nim_product(a: i64, b: i64) -> i64 {
    if a < 0 || b < 0 {
        return TROUBLE;
    }
    // A product of 64 binary digits is negative, which is a failure as it should be.
    nim_multiply(a as u64, b as u64, 32) as i64
}

/// Multiplies by halves. `half` is the number of bits in half a word: a Fermat 2-power is 2^half, and its nim square is
/// 3/2 of it.
fn nim_multiply(a: u64, b: u64, half: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let mut half = half;
    while half > 1 && (a | b) >> half == 0 {
        half /= 2;
    }
    let mask = (1u64 << half) - 1;
    let (a_high, a_low) = (a >> half, a & mask);
    let (b_high, b_low) = (b >> half, b & mask);
    let next = (half / 2).max(1);
    let low = nim_multiply(a_low, b_low, next);
    let high = nim_multiply(a_high, b_high, next);
    let both = nim_multiply(a_high ^ a_low, b_high ^ b_low, next);
    // F ⊗ F = F ⊕ F/2, so the high product counts in both halves.
    let upper = both ^ low;
    let lower = low ^ nim_multiply(high, 1 << (half - 1), next);
    upper << half | lower
}

/// Returns base ** exponent of numbers that are not negative, if it fits.
pub fn power(base: i64, exponent: i64) -> i64 {
    if base < 0 || exponent < 0 {
        return TROUBLE;
    }
    if base <= 1 && exponent > 0 {
        return base;
    }
    // No base above 1 has a power that fits and whose exponent does not.
    u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent)).unwrap_or(TROUBLE)
}

/// Returns the cells of a list, if they lie in the memory.
fn list(memory: &[i64], address: i64, count: i64) -> Option<&[i64]> {
    let from = usize::try_from(address).ok()?;
    memory.get(from..from.checked_add(usize::try_from(count).ok()?)?)
}

/// Returns the cells of a list to be changed, if they lie in the memory.
fn list_mut(memory: &mut [i64], address: i64, count: i64) -> Option<&mut [i64]> {
    let from = usize::try_from(address).ok()?;
    memory.get_mut(from..from.checked_add(usize::try_from(count).ok()?)?)
}

/// Sorts the cells of a list in ascending order.
pub fn sort(memory: &mut [i64], address: i64, count: i64) -> i64 {
    match list_mut(memory, address, count) {
        Some(cells) => {
            cells.sort_unstable();
            0
        }
        None => TROUBLE,
    }
}

/// Sorts the cells of a list in ascending order, each number once; returns how many are left.
pub fn sort_distinct(memory: &mut [i64], address: i64, count: i64) -> i64 {
    let Some(cells) = list_mut(memory, address, count) else { return TROUBLE };
    cells.sort_unstable();
    let mut unique = 0;
    for at in 0..cells.len() {
        if unique == 0 || cells[at] != cells[unique - 1] {
            cells[unique] = cells[at];
            unique += 1;
        }
    }
    unique as i64
}

/// Copies cells; the two ranges may overlap.
pub fn copy(memory: &mut [i64], from: i64, to: i64, count: i64) -> i64 {
    if list(memory, from, count).is_none() || list(memory, to, count).is_none() {
        return TROUBLE;
    }
    memory.copy_within(from as usize..(from + count) as usize, to as usize);
    0
}

/// Writes a number into all cells of a list.
pub fn fill(memory: &mut [i64], address: i64, count: i64, number: i64) -> i64 {
    match list_mut(memory, address, count) {
        Some(cells) => {
            cells.fill(number);
            0
        }
        None => TROUBLE,
    }
}

/// Returns 1 if two lists of the same length are equal.
pub fn equal(memory: &[i64], a: i64, b: i64, count: i64) -> i64 {
    match (list(memory, a, count), list(memory, b, count)) {
        (Some(a), Some(b)) => i64::from(a == b),
        _ => TROUBLE,
    }
}

/// Compares two lists in the order of lists: -1, 0 or 1.
pub fn compare(memory: &[i64], a: i64, count_a: i64, b: i64, count_b: i64) -> i64 {
    match (list(memory, a, count_a), list(memory, b, count_b)) {
        (Some(a), Some(b)) => match a.cmp(b) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        },
        _ => COMPARE_TROUBLE,
    }
}

/// Marks the nodes that can be reached from `from` along adjacency lists.
///
/// The stack of nodes still to be visited is linked through the very cells that mark them: 0 is a node not reached, 1
/// one that is done, more a link to the node below it in the stack.
fn reachable(memory: &mut [i64], lists: i64, count: i64, from: i64, into: i64) -> Option<i64> {
    const BOTTOM: i64 = 2;
    list(memory, lists, count.checked_mul(2)?)?;
    list_mut(memory, into, count)?.fill(0);
    if !(0..count).contains(&from) {
        return None;
    }
    let cell = |node: i64| (into + node) as usize;
    memory[cell(from)] = BOTTOM;
    let mut top = from;
    loop {
        let below = memory[cell(top)];
        memory[cell(top)] = 1;
        // A node links to the one below it by that node's number plus three.
        let mut next = below;
        let pair = (lists + 2 * top) as usize;
        let (address, length) = (memory[pair], memory[pair + 1]);
        for index in 0..list(memory, address, length)?.len() {
            let target = memory[address as usize + index];
            if !(0..count).contains(&target) {
                return None;
            }
            if memory[cell(target)] == 0 {
                memory[cell(target)] = next;
                next = target + BOTTOM + 1;
            }
        }
        if next == BOTTOM {
            return Some(0);
        }
        top = next - BOTTOM - 1;
        // Only lists that overlap the marks, which the lowering never makes, could lead here with an invalid link.
        if !(0..count).contains(&top) || memory[cell(top)] < BOTTOM {
            return None;
        }
    }
}

/// Marks the edges that are alive and connected to the root by living edges.
fn attached(memory: &mut [i64], edges: i64, count: i64, alive: i64, root: i64, into: i64) -> Option<i64> {
    list(memory, edges, count.checked_mul(2)?)?;
    list(memory, alive, count)?;
    list_mut(memory, into, count)?;
    let count = count as usize;
    let ends = |memory: &[i64], edge: usize| {
        let pair = edges as usize + 2 * edge;
        match list(memory, memory[pair], memory[pair + 1]) {
            Some(&[u, v]) => Some((u, v)),
            _ => None,
        }
    };
    // Nodes are mostly small numbers: a bit set then holds those reached.
    let mut small = (0..128).contains(&root);
    for edge in 0..count {
        let (u, v) = ends(memory, edge)?;
        small &= (0..128).contains(&u) && (0..128).contains(&v);
    }
    let is_alive = |memory: &[i64], edge: usize| memory[alive as usize + edge] != 0;
    if small {
        let mut reached = 1u128 << root;
        loop {
            let before = reached;
            for edge in 0..count {
                let (u, v) = ends(memory, edge)?;
                let both = 1u128 << (u & 127) | 1u128 << (v & 127);
                if is_alive(memory, edge) && reached & both != 0 {
                    reached |= both;
                }
            }
            if reached == before {
                break;
            }
        }
        for edge in 0..count {
            let joined = is_alive(memory, edge) && reached >> (ends(memory, edge)?.0 & 127) & 1 == 1;
            memory[into as usize + edge] = i64::from(joined);
        }
        return Some(0);
    }
    // Otherwise connected edges propagate the mark to those that share an end, until nothing changes.
    for edge in 0..count {
        let (u, v) = ends(memory, edge)?;
        memory[into as usize + edge] = i64::from(is_alive(memory, edge) && (u == root || v == root));
    }
    loop {
        let mut changed = false;
        for edge in 0..count {
            if is_alive(memory, edge) && memory[into as usize + edge] == 0 {
                let (u, v) = ends(memory, edge)?;
                for other in 0..count {
                    let (x, y) = ends(memory, other)?;
                    if memory[into as usize + other] == 1 && (u == x || u == y || v == x || v == y) {
                        memory[into as usize + edge] = 1;
                        changed = true;
                        break;
                    }
                }
            }
        }
        if !changed {
            return Some(0);
        }
    }
}

/// Returns the memory passed by native code.
///
/// # Safety
/// `memory` points to `cells` cells that nothing else uses during the call.
unsafe fn cells_of<'a>(memory: *mut i64, cells: usize) -> &'a mut [i64] {
    // SAFETY: promised by the caller. It buys calls from native code; memory cannot be passed otherwise.
    unsafe { std::slice::from_raw_parts_mut(memory, cells) }
}

/// Defines the functions for native code: each takes the memory, the number of its cells, and as many numbers as the
/// helper.
macro_rules! for_native {
    ($($name:ident($($number:ident),+) = $helper:ident;)+) => {
        /// Returns the address of the function that native code calls.
        pub fn address(helper: Helper) -> usize {
            match helper {
                $(Helper::$helper => $name as *const () as usize,)+
            }
        }

        $(extern "C" fn $name(memory: *mut i64, cells: usize, $($number: i64),+) -> i64 {
            let mut numbers = [0; 5];
            for (index, number) in [$($number),+].into_iter().enumerate() {
                numbers[index] = number;
            }
            // SAFETY: native code passes the memory of the machine that runs it, which is borrowed by the run.
            call(Helper::$helper, unsafe { cells_of(memory, cells) }, numbers)
        })+
    };
}

for_native! {
    native_gcd(a, b) = Gcd;
    native_isqrt(a) = Isqrt;
    native_floor_phi(a) = FloorPhi;
    native_is_fibonacci(a) = IsFibonacci;
    native_popcount(a) = Popcount;
    native_nim_product(a, b) = NimProduct;
    native_lcm(a, b) = Lcm;
    native_is_prime(a) = IsPrime;
    native_prime_factors(a, b) = PrimeFactors;
    native_divisors(a, b, c) = Divisors;
    native_valuation(a, b) = Valuation;
    native_log2(a) = Log2;
    native_digits(a, b, c) = Digits;
    native_floor_sqrt(a, b) = FloorSqrt;
    native_power(a, b) = Power;
    native_sort(a, b) = Sort;
    native_sort_distinct(a, b) = SortDistinct;
    native_copy(a, b, c) = Copy;
    native_fill(a, b, c) = Fill;
    native_equal(a, b, c) = Equal;
    native_compare(a, b, c, d) = Compare;
    native_reachable(a, b, c, d) = Reachable;
    native_attached(a, b, c, d, e) = Attached;
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{Int, arithmetic};
    use grundy_value::Random;

    /// Returns numbers small and large, the same each time.
    fn numbers() -> Vec<i64> {
        let mut numbers: Vec<i64> = (0..60).collect();
        let mut random = Random(7);
        for index in 0..400 {
            numbers.push((random.next() >> 1 >> (index % 62)) as i64);
        }
        numbers.extend(FIBONACCI);
        numbers.extend([i64::MAX, i64::MAX - 1, 1 << 30, (1 << 30) - 1, 1 << 62, 5_700_000_000_000_000_000]);
        numbers
    }

    /// Converts an exact number to a helper's result: negative if it does not fit.
    fn fitted(exact: Int) -> i64 {
        exact.to_i64().unwrap_or(TROUBLE)
    }

    #[test]
    fn number_functions_are_those_of_the_language() {
        for n in numbers() {
            let exact = Int::Small(n);
            assert_eq!(floor_phi(n), fitted(arithmetic::floor_phi(&exact).unwrap()), "floor_phi({n})");
            assert_eq!(is_fibonacci(n) == 1, arithmetic::is_fibonacci(&exact).unwrap(), "is_fibonacci({n})");
            assert_eq!(isqrt(n), fitted(exact.isqrt()), "isqrt({n})");
            if n > 0 {
                let cells = &mut [0; 200_000];
                let count = call(Helper::Divisors, cells, [n, 1, 199_999, 0, 0]) as usize;
                assert_eq!(
                    cells[1..=count],
                    factors::divisors(n as u64).iter().map(|one| *one as i64).collect::<Vec<_>>()
                );
                let count = call(Helper::PrimeFactors, cells, [n, 3, 0, 0, 0]) as usize;
                assert_eq!(cells[3..3 + count].iter().product::<i64>(), n);
                assert_eq!(call(Helper::Log2, cells, [n, 0, 0, 0, 0]), exact.bits() as i64 - 1);
            }
            for base in [2, 3, 10, i64::MAX] {
                let cells = &mut [0; 64];
                let count = call(Helper::Digits, cells, [n, base, 0, 0, 0]) as usize;
                let sum =
                    cells[..count].iter().rev().fold(0i128, |sum, digit| sum * i128::from(base) + i128::from(*digit));
                assert_eq!(sum, i128::from(n));
                if n > 0 {
                    let power = valuation(n, base);
                    assert!((0..power).fold(n, |rest, _| rest / base) % base != 0 && n % base.pow(power as u32) == 0);
                }
            }
        }
        assert_eq!(FIBONACCI[91], 7_540_113_804_746_346_429);
    }

    #[test]
    fn functions_of_two_numbers_are_those_of_the_language() {
        let numbers = numbers();
        for (index, &a) in numbers.iter().enumerate() {
            for &b in numbers.iter().skip(index % 7).step_by(7) {
                let (exact_a, exact_b) = (Int::Small(a), Int::Small(b));
                assert_eq!(gcd(a, b), fitted(exact_a.gcd(&exact_b)), "gcd({a}, {b})");
                assert_eq!(lcm(a, b), fitted(exact_a.lcm(&exact_b).unwrap()), "lcm({a}, {b})");
                let root = exact_b.multiply(&exact_b).unwrap().multiply(&exact_a).unwrap().isqrt();
                assert!([fitted(root), TROUBLE].contains(&floor_sqrt(a, b)), "floor_sqrt({a}, {b})");
                let product = fitted(arithmetic::nim_product(&exact_a, &exact_b).unwrap());
                assert_eq!(nim_product(a, b).max(-1), product, "nim_product({a}, {b})");
                if b < 80 {
                    assert_eq!(power(a, b), fitted(exact_a.power(&exact_b).unwrap()), "{a} ** {b}");
                }
            }
        }
        assert_eq!(power(0, 0), 1);
        assert_eq!(power(1, i64::MAX), 1);
        assert_eq!(power(2, i64::MAX), TROUBLE);
        assert_eq!(gcd(i64::MIN, i64::MIN), i64::MIN);
    }

    #[test]
    fn lists_are_sorted_copied_filled_and_compared() {
        let mut memory = [5, 3, 5, 1, 3, 9, 9, 9];
        assert_eq!(sort_distinct(&mut memory, 0, 5), 3);
        assert_eq!(memory[..3], [1, 3, 5]);
        assert_eq!(copy(&mut memory, 0, 1, 3), 0);
        assert_eq!(memory[..4], [1, 1, 3, 5]);
        assert_eq!(compare(&memory, 0, 1, 1, 2), -1);
        assert_eq!(compare(&memory, 1, 2, 0, 1), 1);
        assert_eq!(compare(&memory, 0, 1, 1, 1), 0);
        assert_eq!(equal(&memory, 0, 1, 1), 1);
        assert_eq!(equal(&memory, 0, 2, 2), 0);
        assert_eq!(fill(&mut memory, 6, 2, 4), 0);
        assert_eq!(memory[6..], [4, 4]);
        memory[0] = 8;
        assert_eq!(sort(&mut memory, 0, 2), 0);
        assert_eq!(memory[..2], [1, 8]);
    }

    #[test]
    fn addresses_outside_the_memory_fail() {
        let helpers = [
            (Helper::Sort, [7, 2, 0, 0, 0]),
            (Helper::SortDistinct, [-1, 1, 0, 0, 0]),
            (Helper::Copy, [0, 7, 2, 0, 0]),
            (Helper::Fill, [0, i64::MAX, 0, 0, 0]),
            (Helper::Equal, [i64::MAX, 0, 1, 0, 0]),
            (Helper::Compare, [0, 1, 0, -1, 0]),
            (Helper::Reachable, [0, i64::MAX, 0, 0, 0]),
            (Helper::Reachable, [0, 1, 1, 7, 0]),
            (Helper::Attached, [0, 1, 9, 0, 0]),
            (Helper::Attached, [0, 1, 2, 0, 0]),
            (Helper::PrimeFactors, [6, 7, 0, 0, 0]),
            (Helper::PrimeFactors, [0, 0, 0, 0, 0]),
            (Helper::Divisors, [6, 5, 4, 0, 0]),
            (Helper::Divisors, [6, 0, 3, 0, 0]),
            (Helper::Divisors, [6, 0, 0, 0, 0]),
            (Helper::Digits, [100, 2, 4, 0, 0]),
            (Helper::Digits, [100, 1, 4, 0, 0]),
            (Helper::FloorSqrt, [i64::MAX, i64::MAX, 0, 0, 0]),
            (Helper::Lcm, [i64::MAX, i64::MAX - 1, 0, 0, 0]),
        ];
        for (helper, numbers) in helpers {
            assert!(is_trouble(helper, call(helper, &mut [0; 8], numbers)), "{helper:?} {numbers:?}");
        }
        assert!(!is_trouble(Helper::Compare, -1));
    }

    /// Writes random graphs into a memory: pairs (address, length) first, then the lists.
    fn random_lists(
        random: &mut Random,
        count: usize,
        lengths: std::ops::Range<u64>,
        names: u64,
    ) -> (Vec<i64>, Vec<Vec<i64>>) {
        let mut next = |below: u64| random.below(below);
        let (mut memory, mut lists) = (vec![0; 2 * count], Vec::new());
        for node in 0..count {
            let length = lengths.start + next(lengths.end - lengths.start);
            let list: Vec<i64> = (0..length).map(|_| next(names) as i64).collect();
            memory[2 * node] = memory.len() as i64;
            memory[2 * node + 1] = list.len() as i64;
            memory.extend(&list);
            lists.push(list);
        }
        (memory, lists)
    }

    #[test]
    fn reachable_and_attached_follow_their_definitions() {
        let mut random = Random(3);
        for round in 0..300 {
            let count = 1 + round % 9;
            let (mut memory, lists) = random_lists(&mut random, count, 0..3, count as u64);
            let into = memory.len();
            memory.extend(vec![7; count]);
            assert_eq!(reachable(&mut memory, 0, count as i64, 0, into as i64), Some(0));
            let mut reached = vec![0; count];
            reached[0] = 1;
            for _ in 0..count {
                for node in 0..count {
                    if reached[node] == 1 {
                        lists[node].iter().for_each(|target| reached[*target as usize] = 1);
                    }
                }
            }
            assert_eq!(memory[into..], reached);

            // Large node numbers take the other branch.
            let (mut memory, mut edges) = random_lists(&mut random, count, 2..3, 5);
            let root = if round % 2 == 0 { 1 } else { 1000 };
            for cell in &mut memory[2 * count..] {
                *cell = if *cell == 1 { root } else { *cell };
            }
            edges.iter_mut().flatten().for_each(|end| *end = if *end == 1 { root } else { *end });
            let alive: Vec<i64> = (0..count).map(|edge| i64::from((round >> edge) & 1 == 0)).collect();
            let (alive_at, into) = (memory.len(), memory.len() + count);
            memory.extend(&alive);
            memory.extend(vec![7; count]);
            let answer = attached(&mut memory, 0, count as i64, alive_at as i64, root, into as i64);
            assert_eq!(answer, Some(0));
            let mut nodes = vec![root];
            for _ in 0..count {
                for edge in 0..count {
                    if alive[edge] == 1 && edges[edge].iter().any(|end| nodes.contains(end)) {
                        nodes.extend(&edges[edge]);
                    }
                }
            }
            let joined: Vec<i64> =
                (0..count).map(|edge| i64::from(alive[edge] == 1 && nodes.contains(&edges[edge][0]))).collect();
            assert_eq!(memory[into..], joined);
        }
        // An edge with other than two ends, and a node that does not exist.
        assert_eq!(attached(&mut [2, 1, 0, 1, 0], 0, 1, 3, 0, 4), None);
        assert_eq!(reachable(&mut [2, 1, 5, 0], 0, 1, 0, 3), None);
    }
}
