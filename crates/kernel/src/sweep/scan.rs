//! Reads runs of table entries together: which nimbers occur, and whether one decides.
//!
//! In: pointers to entries that are adjacent or at a steady distance, and how many. Out: a mask of the values, or of
//! the xor of pairs of them. On processors with AVX2 thirty-two bytes or eight words are read at once; elsewhere, and
//! for entries that are not adjacent, one after the other. The sets are the same in both cases.
//!
//! Idea: a byte below 16 becomes one bit of sixteen by two look-ups in tables of sixteen bytes (`pshufb`), and the bits
//! are combined by or, so that it does not matter how often an entry is read, and the last vector may overlap the one
//! before. For larger values four such pairs of look-ups cover 64.
//!
//! All functions here read `count` entries from `first` on by `step` entries, and trust their caller that these are
//! entries of one table. Entries that other threads are still writing are either without value or final, whichever is
//! read.

use crate::sweep::LOST;

/// Entries of one part of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<T> {
    pub(crate) first: *const T,
    pub(crate) step: isize,
}

impl<T: Copy> Row<T> {
    /// # Safety
    /// The row has an entry of that number.
    #[inline]
    unsafe fn at(self, number: usize) -> T {
        // SAFETY: by the caller. It buys runs that cost no test of an index for each entry.
        unsafe { self.first.wrapping_offset(self.step * number as isize).read_volatile() }
    }

    /// Returns the same entries from the other end.
    pub(crate) fn turned(self, count: usize) -> Row<T> {
        Row { first: self.first.wrapping_offset(self.step * (count as isize - 1)), step: -self.step }
    }
}

/// The nimbers of a run: one bit each, and whether one is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) mask: u64,
    pub(crate) missing: bool,
}

/// Returns true if vector instructions can be used here.
pub(crate) fn has_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// Returns the nimbers of one part's entries.
///
/// # Safety
/// The row has `count` entries; where `VECTORS`, the processor has AVX2.
#[inline]
pub(crate) unsafe fn nimbers<const VECTORS: bool>(row: Row<u8>, count: usize) -> Seen {
    #[cfg(target_arch = "x86_64")]
    if VECTORS && count >= 8 && row.step.abs() == 1 {
        let row = if row.step < 0 { row.turned(count) } else { row };
        // SAFETY: by the caller. It buys thirty-two entries at once.
        return unsafe { vector::nimbers_of::<false, false>(row.first, row.first, count) };
    }
    // SAFETY: by the caller.
    unsafe { one_by_one(row, None, count) }
}

/// Returns the nimbers of sums of two parts.
///
/// # Safety
/// Both rows have `count` entries; where `VECTORS`, the processor has AVX2.
#[inline]
pub(crate) unsafe fn nimbers_of_pairs<const VECTORS: bool>(one: Row<u8>, other: Row<u8>, count: usize) -> Seen {
    #[cfg(target_arch = "x86_64")]
    if VECTORS && count >= 8 && one.step.abs() == 1 && other.step.abs() == 1 {
        // The first goes up.
        let (one, other) = if one.step < 0 { (one.turned(count), other.turned(count)) } else { (one, other) };
        // SAFETY: by the caller. It buys thirty-two pairs at once: the cutting game 800 x 800 took 0.54 s before and
        // 0.05 s after, together with a transposed table.
        return unsafe {
            if other.step < 0 {
                vector::nimbers_of::<true, true>(one.first, other.turned(count).first, count)
            } else {
                vector::nimbers_of::<true, false>(one.first, other.first, count)
            }
        };
    }
    // SAFETY: by the caller.
    unsafe { one_by_one(one, Some(other), count) }
}

unsafe fn one_by_one(one: Row<u8>, other: Option<Row<u8>>, count: usize) -> Seen {
    let (mut mask, mut joined) = (0u64, 0u8);
    for number in 0..count {
        // SAFETY: the caller's rows have `count` entries.
        let (a, b) = unsafe { (one.at(number), other.map_or(0, |other| other.at(number))) };
        mask |= 1 << ((a ^ b) & 63);
        joined |= a | b;
    }
    Seen { mask, missing: joined >= 64 }
}

/// Returns the result of a run of outcomes: the first entry that is lost (1) or without value (0); else 3 if one is
/// drawn, else 2.
///
/// # Safety
/// The row has `count` entries; where `VECTORS`, the processor has AVX2.
#[inline]
pub(crate) unsafe fn outcome<const VECTORS: bool>(row: Row<u8>, count: usize) -> u8 {
    #[cfg(target_arch = "x86_64")]
    if VECTORS && count >= 32 && row.step.abs() == 1 {
        // SAFETY: by the caller. It buys thirty-two entries at once.
        return unsafe { vector::outcome(row, count) };
    }
    let mut joined = 0;
    for number in 0..count {
        // SAFETY: by the caller.
        let value = unsafe { row.at(number) };
        if value <= LOST {
            return value;
        }
        joined |= value;
    }
    joined
}

/// Returns the nimbers from `low` to `low + 31` of a run of one or two parts, and all its entries combined by or.
///
/// # Safety
/// The rows have `count` entries; where `VECTORS`, the processor has AVX2.
#[inline]
pub(crate) unsafe fn words_near<const VECTORS: bool>(
    one: Row<u32>,
    other: Option<Row<u32>>,
    count: usize,
    low: u32,
) -> (u32, u32) {
    let (one, other) = match other {
        None if one.step < 0 => (one.turned(count), None),
        Some(other) if one.step < 0 => (one.turned(count), Some(other.turned(count))),
        other => (one, other),
    };
    let (mut mask, mut joined, mut done) = (0u32, 0u32, 0);
    #[cfg(target_arch = "x86_64")]
    if VECTORS && one.step == 1 && other.is_none_or(|other| other.step.abs() == 1) {
        done = count / 8 * 8;
        // SAFETY: by the caller. It buys eight pairs at once, and a window of nimbers instead of marks: Lasker's Nim to
        // 20 000 took 0.46 s before and 0.05 s after.
        (mask, joined) = unsafe { vector::words_near(one, other, done, low) };
    }
    for number in done..count {
        // SAFETY: by the caller.
        let (a, b) = unsafe { (one.at(number), other.map_or(0, |other| other.at(number))) };
        mask |= 1u32.checked_shl((a ^ b).wrapping_sub(low)).unwrap_or(0);
        joined |= a | b;
    }
    (mask, joined)
}

/// Calls a function with each nimber of a run; returns all its entries combined by or.
///
/// # Safety
/// The rows have `count` entries.
pub(crate) unsafe fn each_word(one: Row<u32>, other: Option<Row<u32>>, count: usize, mut tell: impl FnMut(u32)) -> u32 {
    let mut joined = 0;
    for number in 0..count {
        // SAFETY: by the caller.
        let (a, b) = unsafe { (one.at(number), other.map_or(0, |other| other.at(number))) };
        joined |= a | b;
        tell(a ^ b);
    }
    joined
}

#[cfg(target_arch = "x86_64")]
mod vector {
    use super::{Row, Seen};
    use std::arch::x86_64::*;

    /// Loads thirty-two entries from `first` on.
    #[target_feature(enable = "avx2")]
    unsafe fn load(first: *const u8) -> __m256i {
        // SAFETY: by the caller.
        unsafe { _mm256_loadu_si256(first.cast()) }
    }

    /// Returns the bytes of a vector in reverse order.
    #[target_feature(enable = "avx2")]
    fn reversed(vector: __m256i) -> __m256i {
        let down = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let halves = _mm256_shuffle_epi8(vector, _mm256_broadcastsi128_si256(down));
        _mm256_permute2x128_si256::<1>(halves, halves)
    }

    /// Loads the first sixteen entries and the last sixteen, or the first eight and the last eight, of 8 to 31.
    #[target_feature(enable = "avx2")]
    unsafe fn load_few(first: *const u8, count: usize) -> __m256i {
        // SAFETY: the caller has `count` entries from `first` on, at least eight.
        unsafe {
            if count >= 16 {
                let [low, high] = [first, first.add(count - 16)].map(|index| _mm_loadu_si128(index.cast()));
                _mm256_set_m128i(high, low)
            } else {
                let [low, high] = [first, first.add(count - 8)].map(|index| _mm_loadl_epi64(index.cast()));
                let both = _mm_unpacklo_epi64(low, high);
                _mm256_set_m128i(both, both)
            }
        }
    }

    /// Combines every sixteen bits of the accumulators: low bytes of the first, high bytes of the second.
    #[target_feature(enable = "avx2")]
    fn folded(low: __m256i, high: __m256i) -> u64 {
        let half =
            |vector: __m256i| _mm_or_si128(_mm256_castsi256_si128(vector), _mm256_extracti128_si256::<1>(vector));
        let (low, high) = (half(low), half(high));
        let pairs = _mm_or_si128(_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high));
        let bits = (_mm_cvtsi128_si64(pairs) | _mm_extract_epi64::<1>(pairs)) as u64;
        let bits = bits | (bits >> 32);
        (bits | (bits >> 16)) & 0xffff
    }

    /// Returns the nimbers of `count` entries from `one` on, with `PAIRS` xored with those from `other` on, with `DOWN`
    /// those in reverse order: the last of them with the first.
    #[target_feature(enable = "avx2")]
    pub(crate) unsafe fn nimbers_of<const PAIRS: bool, const DOWN: bool>(
        one: *const u8,
        other: *const u8,
        count: usize,
    ) -> Seen {
        let low_bits = _mm256_broadcastsi128_si256(_mm_set_epi64x(0, 0x8040_2010_0804_0201u64 as i64));
        let high_bits = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x8040_2010_0804_0201u64 as i64, 0));
        let zero = _mm256_setzero_si256();
        let (mut low, mut high, mut joined) = (zero, zero, zero);
        let mut add = |a: __m256i, b: __m256i| {
            joined = _mm256_or_si256(joined, _mm256_or_si256(a, b));
            let sum = _mm256_xor_si256(a, b);
            low = _mm256_or_si256(low, _mm256_shuffle_epi8(low_bits, sum));
            high = _mm256_or_si256(high, _mm256_shuffle_epi8(high_bits, sum));
        };
        // SAFETY: the caller has `count` entries from both pointers on, and each load lies among them.
        unsafe {
            if count < 32 {
                let a = load_few(one, count);
                let b = if PAIRS { load_few(other, count) } else { zero };
                // Of fewer than sixteen both halves are the same, of more the two halves change places.
                add(a, if DOWN { reversed(b) } else { b });
            } else {
                let pair = |at: usize| {
                    let a = load(one.add(at));
                    let b = match (PAIRS, DOWN) {
                        (false, _) => zero,
                        (true, false) => load(other.add(at)),
                        (true, true) => reversed(load(other.add(count - 32 - at))),
                    };
                    (a, b)
                };
                let mut at = 0;
                while at + 32 <= count {
                    let (a, b) = pair(at);
                    add(a, b);
                    at += 32;
                }
                if at < count {
                    let (a, b) = pair(count - 32);
                    add(a, b);
                }
            }
            let large = _mm256_and_si256(joined, _mm256_set1_epi8(0xf0u8 as i8));
            if _mm256_testz_si256(large, large) == 1 {
                return Seen { mask: folded(low, high), missing: false };
            }
            wide_nimbers_of::<PAIRS, DOWN>(one, other, count)
        }
    }

    /// Like [`nimbers_of`], but for nimbers below 64.
    #[target_feature(enable = "avx2")]
    unsafe fn wide_nimbers_of<const PAIRS: bool, const DOWN: bool>(
        one: *const u8,
        other: *const u8,
        count: usize,
    ) -> Seen {
        let low_bits = _mm256_broadcastsi128_si256(_mm_set_epi64x(0, 0x8040_2010_0804_0201u64 as i64));
        let high_bits = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x8040_2010_0804_0201u64 as i64, 0));
        let zero = _mm256_setzero_si256();
        let (mut low, mut high, mut joined) = ([zero; 4], [zero; 4], zero);
        let mut add = |a: __m256i, b: __m256i| {
            joined = _mm256_or_si256(joined, _mm256_or_si256(a, b));
            let sum = _mm256_xor_si256(a, b);
            for (number, (low, high)) in low.iter_mut().zip(&mut high).enumerate() {
                // Values of this sixteen keep the highest bit clear, all others set it and look nothing up.
                let turned = _mm256_xor_si256(sum, _mm256_set1_epi8(16 * number as i8));
                let index = _mm256_adds_epu8(turned, _mm256_set1_epi8(0x70));
                *low = _mm256_or_si256(*low, _mm256_shuffle_epi8(low_bits, index));
                *high = _mm256_or_si256(*high, _mm256_shuffle_epi8(high_bits, index));
            }
        };
        // SAFETY: as above.
        unsafe {
            if count < 32 {
                let a = load_few(one, count);
                let b = if PAIRS { load_few(other, count) } else { zero };
                add(a, if DOWN { reversed(b) } else { b });
            } else {
                let pair = |at: usize| {
                    let a = load(one.add(at));
                    let b = match (PAIRS, DOWN) {
                        (false, _) => zero,
                        (true, false) => load(other.add(at)),
                        (true, true) => reversed(load(other.add(count - 32 - at))),
                    };
                    (a, b)
                };
                let mut at = 0;
                while at + 32 <= count {
                    let (a, b) = pair(at);
                    add(a, b);
                    at += 32;
                }
                if at < count {
                    let (a, b) = pair(count - 32);
                    add(a, b);
                }
            }
        }
        let large = _mm256_and_si256(joined, _mm256_set1_epi8(0xc0u8 as i8));
        let missing = _mm256_testz_si256(large, large) == 0;
        let mask =
            (0..4).map(|number| folded(low[number], high[number]) << (16 * number)).fold(0, |all, bits| all | bits);
        Seen { mask, missing }
    }

    /// Vector version of the outer function of that name; at least 32 adjacent entries.
    #[target_feature(enable = "avx2")]
    pub(crate) unsafe fn outcome(row: Row<u8>, count: usize) -> u8 {
        let one = _mm256_set1_epi8(1);
        let mut joined = _mm256_setzero_si256();
        let mut at = 0;
        loop {
            // The last vector overlaps the one before, where nothing was decided.
            let from = at.min(count - 32);
            // SAFETY: the caller has `count` entries; those going down lie before the first.
            let vector = unsafe {
                if row.step > 0 { load(row.first.add(from)) } else { load(row.first.wrapping_sub(from + 31)) }
            };
            let small = _mm256_cmpeq_epi8(_mm256_min_epu8(vector, one), vector);
            let bits = _mm256_movemask_epi8(small) as u32;
            if bits != 0 {
                let number = if row.step > 0 { bits.trailing_zeros() } else { bits.leading_zeros() };
                // SAFETY: that entry was among those loaded.
                return unsafe { row.at(from + number as usize) };
            }
            joined = _mm256_or_si256(joined, vector);
            at += 32;
            if at >= count {
                break;
            }
        }
        // All are 2 or 3.
        let drawn = _mm256_movemask_epi8(_mm256_slli_epi64::<7>(joined)) != 0;
        if drawn { crate::sweep::DRAWN } else { crate::sweep::WON }
    }

    /// Vector version of the outer function of that name: `count` is a multiple of 8, the first row goes up.
    #[target_feature(enable = "avx2")]
    pub(crate) unsafe fn words_near(one: Row<u32>, other: Option<Row<u32>>, count: usize, low: u32) -> (u32, u32) {
        let unit = _mm256_set1_epi32(1);
        let base = _mm256_set1_epi32(low as i32);
        let down = _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        let zero = _mm256_setzero_si256();
        let (mut mask, mut joined) = ([zero; 2], [zero; 2]);
        let mut add = |half: usize, a: __m256i, b: __m256i| {
            joined[half] = _mm256_or_si256(joined[half], _mm256_or_si256(a, b));
            // A shift by 32 or more gives 0.
            let index = _mm256_sub_epi32(_mm256_xor_si256(a, b), base);
            mask[half] = _mm256_or_si256(mask[half], _mm256_sllv_epi32(unit, index));
        };
        // SAFETY: the caller's rows have `count` entries, and each load lies among them; those going down lie before
        // the first.
        unsafe {
            let pair = |at: usize| {
                let a = _mm256_loadu_si256(one.first.add(at).cast());
                let b = match other {
                    None => zero,
                    Some(other) if other.step > 0 => _mm256_loadu_si256(other.first.add(at).cast()),
                    Some(other) => {
                        let eight = _mm256_loadu_si256(other.first.wrapping_sub(at + 7).cast());
                        _mm256_permutevar8x32_epi32(eight, down)
                    }
                };
                (a, b)
            };
            let mut at = 0;
            while at + 16 <= count {
                let (a, b) = pair(at);
                add(0, a, b);
                let (a, b) = pair(at + 8);
                add(1, a, b);
                at += 16;
            }
            if at < count {
                let (a, b) = pair(at);
                add(0, a, b);
            }
        }
        let fold = |vector: [__m256i; 2]| {
            let both = _mm256_or_si256(vector[0], vector[1]);
            let four = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
            let two = (_mm_cvtsi128_si64(four) | _mm_extract_epi64::<1>(four)) as u64;
            (two | (two >> 32)) as u32
        };
        (fold(mask), fold(joined))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;

    /// Compares every kind of run, with vectors and without, with a plain loop.
    #[test]
    fn vector_runs_match_a_plain_loop() {
        let mut random = Random(1);
        for round in 0..4000 {
            let max = [4, 16, 32, 64][round % 4];
            let mut bytes: Vec<u8> = (0..400).map(|_| (random.next() % max) as u8).collect();
            if round % 16 == 15 {
                bytes[(random.next() % 400) as usize] = 255;
            }
            let count = 1 + (random.next() % 130) as usize;
            let step = |random: &mut Random| *random.pick(&[1isize, -1, 1, -1, 3]);
            let row = |random: &mut Random| {
                let step = step(random);
                let room = 400 - step.unsigned_abs() * (count - 1).min(130);
                let low = random.index(room.max(1));
                let low = low.min(400 - (count - 1) * step.unsigned_abs() - 1);
                let first = if step > 0 { low } else { low + (count - 1) };
                (first, step)
            };
            let (one, other) = (row(&mut random), row(&mut random));
            let entries = |(first, step): (usize, isize)| -> Vec<u8> {
                (0..count).map(|at| bytes[first.wrapping_add_signed(step * at as isize)]).collect()
            };
            let pointer = |(first, step): (usize, isize)| Row { first: &raw const bytes[first], step };
            let mut alone = Seen { mask: 0, missing: false };
            let mut pairs = alone;
            for (a, b) in entries(one).into_iter().zip(entries(other)) {
                alone.mask |= 1 << (a & 63);
                alone.missing |= a == 255;
                pairs.mask |= 1 << ((a ^ b) & 63);
                pairs.missing |= a == 255 || b == 255;
            }
            let same = |seen: Seen, known: Seen| seen == known || seen.missing && known.missing;
            let first = entries(one).into_iter().find(|value| *value <= 1);
            let joined = entries(one).into_iter().fold(0, |all, value| all | value);
            // SAFETY: the rows were cut to fit.
            unsafe {
                assert!(same(nimbers::<false>(pointer(one), count), alone));
                assert!(same(nimbers_of_pairs::<false>(pointer(one), pointer(other), count), pairs));
                if max == 4 && round % 16 != 15 {
                    assert_eq!(outcome::<false>(pointer(one), count), first.unwrap_or(joined));
                }
                if has_vectors() {
                    assert!(same(nimbers::<true>(pointer(one), count), alone), "{round} {one:?} {count}");
                    let seen = nimbers_of_pairs::<true>(pointer(one), pointer(other), count);
                    assert!(same(seen, pairs), "{round} {one:?} {other:?} {count}: {seen:?} {pairs:?}");
                    if max == 4 && round % 16 != 15 {
                        assert_eq!(outcome::<true>(pointer(one), count), first.unwrap_or(joined), "{one:?} {count}");
                    }
                }
            }
            // The same as words.
            let words: Vec<u32> =
                bytes.iter().map(|byte| if *byte == 255 { u32::MAX } else { u32::from(*byte) }).collect();
            let pointer = |(first, step): (usize, isize)| Row { first: &raw const words[first], step };
            let low = (random.next() % 40) as u32;
            for other in [None, Some(other)] {
                let (mut mask, mut joined) = (0u32, 0u32);
                for number in 0..count {
                    let at = |(first, step): (usize, isize)| words[first.wrapping_add_signed(step * number as isize)];
                    let (a, b) = (at(one), other.map_or(0, at));
                    joined |= a | b;
                    if (a ^ b) >= low && (a ^ b) - low < 32 {
                        mask |= 1 << ((a ^ b) - low);
                    }
                }
                // SAFETY: the rows were cut to fit.
                unsafe {
                    assert_eq!(words_near::<false>(pointer(one), other.map(pointer), count, low), (mask, joined));
                    if has_vectors() {
                        assert_eq!(words_near::<true>(pointer(one), other.map(pointer), count, low), (mask, joined));
                    }
                }
            }
        }
    }
}
