//! How long work takes: by the clock, by the processor, and in memory.
//!
//! The processor's time is that of all threads of this process, so other programs on the machine disturb it less than the
//! clock. The least of several runs is taken: everything that disturbs a run makes it longer.

use rustix::time::{ClockId, clock_gettime};
use std::time::Instant;

/// What came out and how long it took.
pub struct Timed<T> {
    /// What came out.
    pub result: T,
    /// By the clock.
    pub seconds: f64,
    /// By the processor, all threads together.
    pub cpu_seconds: f64,
}

/// A work is done again until it has taken so long in all, or so often.
const ENOUGH_SECONDS: f64 = 2.0;
const MOST_RUNS: usize = 5;

/// Does work once.
pub fn once<T>(work: impl FnOnce() -> T) -> Timed<T> {
    let (clock, processor) = (Instant::now(), processor_seconds());
    let result = work();
    Timed { result, seconds: clock.elapsed().as_secs_f64(), cpu_seconds: processor_seconds() - processor }
}

/// Does work several times if it is short, and keeps the run that took the processor least.
pub fn least<T>(work: impl Fn() -> T) -> Timed<T> {
    let mut best = once(&work);
    let mut spent = best.seconds;
    for _ in 1..MOST_RUNS {
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

/// How many bytes more of memory the work held at its worst than when it began; not known on every system.
pub fn memory<T>(work: impl FnOnce() -> T) -> (T, Option<u64>) {
    let before = status_bytes("VmRSS:");
    // Writing 5 makes the greatest size so far the present one; see proc(5).
    let reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let result = work();
    let most = status_bytes("VmHWM:").filter(|_| reset);
    (result, most.zip(before).map(|(most, before)| most.saturating_sub(before)))
}

/// A number that differs when the values or their order differ (Fowler, Noll and Vo's hash, a word at a time).
pub fn checksum<T: Copy + Into<u64>>(values: &[T]) -> u64 {
    values.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &value| {
        let mixed = (sum ^ value.into()).wrapping_mul(0x100_0000_01b3);
        mixed ^ (mixed >> 29)
    })
}

/// The same for bytes that come piece by piece, many at a time (Fletcher's two sums, modulo 2^64, on several words at once).
/// All pieces but the last must have a length that is divisible by 128.
pub struct Fletcher {
    sums: [u64; 16],
    sums_of_sums: [u64; 16],
}

impl Fletcher {
    /// Of no bytes.
    pub fn new() -> Fletcher {
        Fletcher { sums: [0; 16], sums_of_sums: [0; 16] }
    }

    /// Goes on with these.
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

    /// The checksum.
    pub fn number(&self) -> u64 {
        checksum(&self.sums) ^ checksum(&self.sums_of_sums).rotate_left(32)
    }
}

fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// A line of `/proc/self/status`, which is in kibibytes.
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
