//! The inner loops with the 32-byte registers of AVX2.
//!
//! A saturating addition of 0x70 leaves a number below 16 its lower four bits and sets the highest bit of any other
//! byte, for which a byte shuffle gives 0: so one shuffle of a table of powers of two makes the marks.

use super::{LANES, Marked, Marks, PATIENCE, Steps, Table, WINDOW, high_byte, low_byte, missing};
use std::arch::x86_64::*;

/// Marks of the numbers from 0 to 15 in the first byte, then those in the second.
const FIRST: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
const SECOND: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

/// # Safety
/// The processor has AVX2 and POPCNT; `steps.reach <= at` and `at + 32 <= table.low.len()`; high bytes are as many as
/// low ones.
#[target_feature(enable = "avx2,popcnt")]
pub(super) unsafe fn mark<const WINDOWS: usize>(
    table: Table,
    at: usize,
    window: u16,
    steps: &Steps,
    need: &[Marks; WINDOWS],
    few: u32,
) -> Marked<WINDOWS> {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        match table.high {
            None => mark_either::<WINDOWS, false>(table.low, table.low, at, window, steps, need, few),
            Some(high) => mark_either::<WINDOWS, true>(table.low, high, at, window, steps, need, few),
        }
    }
}

/// # Safety
/// As for [`mark`].
#[target_feature(enable = "avx2,popcnt")]
unsafe fn mark_either<const WINDOWS: usize, const WIDE: bool>(
    low: &[u8],
    high: &[u8],
    at: usize,
    window: u16,
    steps: &Steps,
    need: &[Marks; WINDOWS],
    few: u32,
) -> Marked<WINDOWS> {
    let mut out = [[[0; LANES]; 2]; WINDOWS];
    let mut step = 0;
    // SAFETY: arrays of 16 and 32 bytes are read and written whole; the loads from the tables are inside them, as every
    // `back` is at most `reach`.
    unsafe {
        let first = _mm256_broadcastsi128_si256(_mm_loadu_si128(FIRST.as_ptr().cast()));
        let second = _mm256_broadcastsi128_si256(_mm_loadu_si128(SECOND.as_ptr().cast()));
        let outside = _mm256_set1_epi8(0x70);
        let mut low_bases = [_mm256_setzero_si256(); WINDOWS];
        let mut high_bases = [_mm256_setzero_si256(); WINDOWS];
        for slot in 0..WINDOWS {
            let base = window.wrapping_add(slot as u16).wrapping_mul(WINDOW as u16);
            low_bases[slot] = _mm256_set1_epi8(low_byte(base) as i8);
            high_bases[slot] = _mm256_set1_epi8(high_byte(base) as i8);
        }
        let mut marks = [[_mm256_setzero_si256(); 2]; WINDOWS];
        while step < steps.back.len() {
            let end = (step + PATIENCE).min(steps.back.len());
            let whole = end - step == PATIENCE;
            let chunk = steps.back[step..end].iter().zip(&steps.low[step..end]).zip(&steps.high[step..end]);
            for ((back, flip), flip_high) in chunk {
                let from = at - back;
                let entries = _mm256_loadu_si256(low.as_ptr().add(from).cast());
                let sum = _mm256_xor_si256(entries, _mm256_set1_epi32(*flip as i32));
                let mut beyond = outside;
                if WIDE {
                    let above = _mm256_loadu_si256(high.as_ptr().add(from).cast());
                    beyond = _mm256_xor_si256(above, _mm256_set1_epi32(*flip_high as i32));
                }
                for slot in 0..WINDOWS {
                    let mut beyond = beyond;
                    if WIDE {
                        // Other high bits add 0x80 or more, equal ones 0x70.
                        beyond = _mm256_adds_epu8(_mm256_xor_si256(beyond, high_bases[slot]), outside);
                    }
                    let index = _mm256_adds_epu8(_mm256_xor_si256(sum, low_bases[slot]), beyond);
                    let marks = &mut marks[slot];
                    marks[0] = _mm256_or_si256(marks[0], _mm256_shuffle_epi8(first, index));
                    marks[1] = _mm256_or_si256(marks[1], _mm256_shuffle_epi8(second, index));
                }
            }
            step = end;
            if whole || step == steps.back.len() {
                for (out, marks) in out.as_flattened_mut().iter_mut().zip(marks.as_flattened()) {
                    _mm256_storeu_si256(out.as_mut_ptr().cast(), *marks);
                }
                if whole && missing(need, &out) <= few {
                    break;
                }
            }
        }
    }
    Marked { marks: out, steps: step }
}

/// Returns the bytes of a register in reverse order.
#[target_feature(enable = "avx2")]
fn reversed(bytes: __m256i) -> __m256i {
    let within = _mm256_broadcastsi128_si256(_mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    _mm256_permute2x128_si256::<1>(_mm256_shuffle_epi8(bytes, within), _mm256_shuffle_epi8(bytes, within))
}

/// # Safety
/// The processor has AVX2; for every `a` in `from ..= to` both `origin + a` and `origin + total - a` are inside the
/// table.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn find_split(
    table: Table,
    origin: usize,
    total: usize,
    from: usize,
    to: usize,
    number: u16,
) -> Option<usize> {
    let low = _mm256_set1_epi8(low_byte(number) as i8);
    let high = _mm256_set1_epi8(high_byte(number) as i8);
    let mut part = from;
    while part + LANES <= to + 1 {
        let (front, rear) = (origin + part, origin + total - part - (LANES - 1));
        // SAFETY: the 32 splits from `part` on are all in `from ..= to`, so both loads are inside the table.
        let hits = unsafe {
            let sum = sums(table.low, front, rear);
            let mut equal = _mm256_cmpeq_epi8(sum, low);
            if let Some(entries) = table.high {
                equal = _mm256_and_si256(equal, _mm256_cmpeq_epi8(sums(entries, front, rear), high));
            }
            _mm256_movemask_epi8(equal)
        };
        if hits != 0 {
            return Some(part + hits.trailing_zeros() as usize);
        }
        part += LANES;
    }
    if part > to {
        return None;
    }
    super::portable::find_split(table, origin, total, part, to, number)
}

/// Returns the xor of 32 entries from `front` on with the 32 from `rear` on in reverse order.
///
/// # Safety
/// Both are inside the slice.
#[target_feature(enable = "avx2")]
unsafe fn sums(entries: &[u8], front: usize, rear: usize) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let front = _mm256_loadu_si256(entries.as_ptr().add(front).cast());
        let rear = _mm256_loadu_si256(entries.as_ptr().add(rear).cast());
        _mm256_xor_si256(front, reversed(rear))
    }
}
