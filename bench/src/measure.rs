//! Measures work: wall-clock time, processor time, and memory.
//!
//! Processor time is that of all threads of this process, so other programs on the machine disturb it less than the
//! wall clock. The minimum of several runs is taken: every disturbance makes a run longer.

use rustix::time::{ClockId, clock_gettime};
use std::time::Instant;

/// A result and its time.
pub struct Timed<T> {
    /// The result.
    pub result: T,
    /// Wall-clock time.
    pub seconds: f64,
    /// Processor time of all threads together.
    pub cpu_seconds: f64,
}

/// A workload is repeated until its total time or the number of runs reaches these limits.
const ENOUGH_SECONDS: f64 = 2.0;
const MAX_RUNS: usize = 5;

/// Runs work once.
pub fn once<T>(work: impl FnOnce() -> T) -> Timed<T> {
    let (clock, processor) = (Instant::now(), processor_seconds());
    let result = work();
    Timed { result, seconds: clock.elapsed().as_secs_f64(), cpu_seconds: processor_seconds() - processor }
}

/// Runs work several times if it is short, and returns the run with the least processor time.
pub fn min<T>(work: impl Fn() -> T) -> Timed<T> {
    let mut best = once(&work);
    let mut spent = best.seconds;
    for _ in 1..MAX_RUNS {
        if spent >= ENOUGH_SECONDS {
            break;
        }
        let next = once(&work);
        spent += next.seconds;
        if next.cpu_seconds < best.cpu_seconds {
            best = next;
        }
    }
    best
}

/// Returns the peak of additional memory during the work, in bytes; `None` on systems that do not report it.
pub fn memory<T>(work: impl FnOnce() -> T) -> (T, Option<u64>) {
    let before = status_bytes("VmRSS:");
    // Writing 5 resets the peak size to the current one; see proc(5).
    let reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let result = work();
    let max = status_bytes("VmHWM:").filter(|_| reset);
    (result, max.zip(before).map(|(max, before)| max.saturating_sub(before)))
}

/// Returns a number that differs if the values or their order differ (Fowler, Noll and Vo's hash, a word at a time).
pub fn checksum<T: Copy + Into<u64>>(values: &[T]) -> u64 {
    values.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &value| {
        let mixed = (sum ^ value.into()).wrapping_mul(0x100_0000_01b3);
        mixed ^ (mixed >> 29)
    })
}

/// Like [`checksum`], but for bytes that come piece by piece, many at a time (Fletcher's two sums, modulo 2^64, on
/// several words at once). All pieces but the last must have a length that is divisible by 128.
pub struct Fletcher {
    sums: [u64; 16],
    sums_of_sums: [u64; 16],
}

impl Fletcher {
    /// Creates the checksum of no bytes.
    pub fn new() -> Fletcher {
        Fletcher { sums: [0; 16], sums_of_sums: [0; 16] }
    }

    /// Adds these bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        let (blocks, rest) = bytes.as_chunks::<128>();
        blocks.iter().for_each(|block| self.add(block));
        if !rest.is_empty() {
            let mut block = [0xff; 128];
            block[..rest.len()].copy_from_slice(rest);
            self.add(&block);
        }
    }

    fn add(&mut self, block: &[u8; 128]) {
        let (words, _) = block.as_chunks::<8>();
        for (lane, word) in words.iter().enumerate() {
            self.sums[lane] = self.sums[lane].wrapping_add(u64::from_le_bytes(*word));
            self.sums_of_sums[lane] = self.sums_of_sums[lane].wrapping_add(self.sums[lane]);
        }
    }

    /// Returns the checksum.
    pub fn number(&self) -> u64 {
        checksum(&self.sums) ^ checksum(&self.sums_of_sums).rotate_left(32)
    }
}

fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Returns the value of a line of `/proc/self/status`, which is in kibibytes, in bytes.
fn status_bytes(label: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(label))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_tell_values_and_their_order() {
        assert_eq!(checksum(&[1u8, 2, 3]), checksum(&[1u64, 2, 3]));
        assert_ne!(checksum(&[1u8, 2, 3]), checksum(&[1u8, 3, 2]));
        assert_ne!(checksum(&[0u8]), checksum(&[0u8, 0]));
    }

    #[test]
    fn checksums_of_pieces_are_those_of_the_whole() {
        let bytes: Vec<u8> = (0..1000u32).map(|n| (n * n % 251) as u8).collect();
        let sum = |pieces: &[&[u8]]| {
            let mut sum = Fletcher::new();
            pieces.iter().for_each(|piece| sum.take(piece));
            sum.number()
        };
        let whole = sum(&[&bytes]);
        assert_eq!(sum(&[&bytes[..384], &bytes[384..]]), whole);
        let mut other = bytes.clone();
        other.swap(17, 400);
        assert_ne!(sum(&[&other]), whole);
        assert_ne!(sum(&[&bytes[..999]]), whole);
    }

    #[test]
    fn the_processor_spends_time_on_work() {
        let timed = once(|| (0..20_000_000u64).fold(0u64, |sum, n| sum.wrapping_mul(31) ^ std::hint::black_box(n)));
        assert!(timed.cpu_seconds > 0.0, "{}", timed.result);
    }
}
