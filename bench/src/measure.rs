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
    fn the_processor_spends_time_on_work() {
        let timed = once(|| (0..20_000_000u64).fold(0u64, |sum, n| sum.wrapping_mul(31) ^ std::hint::black_box(n)));
        assert!(timed.cpu_seconds > 0.0, "{}", timed.result);
    }
}
