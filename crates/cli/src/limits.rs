//! The limits of a command as a whole: `--max-seconds` and `--memory` hold from the first byte read to the last byte written.
//!
//! In: the arguments of the command, as soon as they are read. Out: a deadline and a flag that every [`Budget`] of the command
//! carries, so that work stops in time and what is known is told. Whatever does not look at them is ended by a thread that
//! watches the processor time and the resident memory of the whole program, with the same message and exit code 1.

use crate::failure::Failure;
use crate::output_file::remove_temporaries;
use crate::screen::{Screen, between_answers};
use clap::ArgMatches;
use grundy::{Budget, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How often the program looks at itself.
const PERIOD: Duration = Duration::from_millis(10);
/// How much processor time may be spent after the deadline on telling what is known.
const GRACE: Duration = Duration::from_millis(500);
/// The program itself and what answers are made of, beyond `--memory`: first work is asked to stop, then the program is ended.
const STOP_MARGIN_BYTES: u64 = 36 << 20;
const END_MARGIN_BYTES: u64 = 50 << 20;

/// Commands whose limits hold for each question, and not for the whole of them.
const MANY_QUESTIONS: [&str; 2] = ["play", "serve"];

/// What a command may take in all.
struct Limits {
    started: Instant,
    max_seconds: Option<f64>,
    deadline: Option<Instant>,
    max_bytes: Option<u64>,
    is_json: bool,
    /// Set when the program takes more memory than it may.
    is_full: Arc<AtomicBool>,
}

static LIMITS: OnceLock<Limits> = OnceLock::new();

/// Reads the limits off the arguments and begins to watch them.
pub fn begin(arguments: &ArgMatches, started: Instant, is_json: bool) {
    let mut names = Vec::new();
    let mut command = arguments;
    while let Some((name, inner)) = command.subcommand() {
        names.push(name);
        command = inner;
    }
    let seconds = command.try_get_one::<f64>("max_seconds").ok().flatten().copied();
    let is_each = names.iter().any(|name| MANY_QUESTIONS.contains(name)) || is_given(command, "batch");
    let max_seconds = seconds.filter(|_| !is_each);
    let takes_memory = command.try_contains_id("memory").is_ok() && !names.contains(&"play");
    let said = command.try_get_one::<u64>("memory").ok().flatten().copied();
    let limits = LIMITS.get_or_init(|| Limits {
        started,
        max_seconds,
        deadline: max_seconds.and_then(|seconds| deadline_after(started, seconds)),
        max_bytes: takes_memory.then(|| said.unwrap_or_else(crate::budget::default_bytes)),
        is_json,
        is_full: Arc::new(AtomicBool::new(false)),
    });
    if limits.deadline.is_some() || limits.max_bytes.is_some() {
        // Nobody waits for the thread: it ends with the program. Where there is none, budgets still hold the limits.
        let _ = std::thread::Builder::new().spawn(|| watch(limits));
    }
}

fn is_given(command: &ArgMatches, id: &str) -> bool {
    command.try_get_raw(id).is_ok_and(|values| values.is_some())
}

/// When the command is to end, if it is.
pub fn deadline() -> Option<Instant> {
    LIMITS.get().and_then(|limits| limits.deadline)
}

/// A time that no clock reaches ends nothing.
fn deadline_after(started: Instant, seconds: f64) -> Option<Instant> {
    Duration::try_from_secs_f64(seconds).ok().and_then(|limit| started.checked_add(limit))
}

/// The same budget within the limits of the command, which began before it.
pub fn within(budget: Budget) -> Budget {
    let Some(limits) = LIMITS.get() else { return budget };
    Budget { deadline: limits.deadline, full: Some(limits.is_full.clone()), ..budget }
}

/// Why the command is to stop, if it is.
pub fn stop() -> Option<Stop> {
    let limits = LIMITS.get()?;
    if limits.is_full.load(Ordering::Relaxed) {
        return limits.max_bytes.map(Stop::MemoryLimit);
    }
    let is_late = limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    limits.max_seconds.filter(|_| is_late).map(Stop::TimeLimit)
}

/// Fails if the command may not hold so many bytes, or is to stop.
pub fn room(bytes: u64) -> Result<(), Stop> {
    let most = LIMITS.get().and_then(|limits| limits.max_bytes).filter(|most| bytes > *most);
    most.map(Stop::MemoryLimit).or_else(stop).map_or(Ok(()), Err)
}

/// Watches the memory of a program that goes on whatever happens: the flag is up while it takes more than so many bytes.
pub fn watch_memory(max_bytes: u64) -> Arc<AtomicBool> {
    let is_full = Arc::new(AtomicBool::new(false));
    let told = is_full.clone();
    let look = move || {
        loop {
            std::thread::sleep(PERIOD);
            told.store(is_over(stop_bytes(max_bytes)), Ordering::Relaxed);
        }
    };
    // Nobody waits for the thread: it ends with the program.
    let _ = std::thread::Builder::new().spawn(look);
    is_full
}

/// Whether the program takes more memory than this, and all of it is in use.
fn is_over(max_bytes: u64) -> bool {
    let is_more = || resident_bytes().is_some_and(|resident| resident > max_bytes);
    is_more() && {
        give_back();
        is_more()
    }
}

/// Gives memory back that was let go and is kept for later by the library that hands it out.
fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[expect(unsafe_code, reason = "memory that nobody uses would count as used")]
    // SAFETY: touches nothing that was handed out.
    unsafe {
        nix::libc::malloc_trim(0);
    }
}

/// From here on work is asked to stop: the tables and the program itself.
fn stop_bytes(max_bytes: u64) -> u64 {
    max_bytes.saturating_add(max_bytes / 20).saturating_add(STOP_MARGIN_BYTES)
}

fn watch(limits: &Limits) {
    let mut spent_in_time = None;
    let until_deadline =
        || limits.deadline.map_or(PERIOD, |deadline| deadline.saturating_duration_since(Instant::now()));
    loop {
        std::thread::sleep(if limits.max_bytes.is_some() { PERIOD } else { until_deadline().max(PERIOD) });
        if let (Some(most), Some(resident)) = (limits.max_bytes, resident_bytes()) {
            // Whoever keeps limits for each of many questions goes on once memory was given back.
            limits.is_full.store(resident > stop_bytes(most) && is_over(stop_bytes(most)), Ordering::Relaxed);
            if is_over(most.saturating_add(most / 10).saturating_add(END_MARGIN_BYTES)) {
                end(limits, Stop::MemoryLimit(most));
            }
        }
        let is_late = limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if let Some(seconds) = limits.max_seconds.filter(|_| is_late) {
            let spent = processor_time(limits);
            // Many threads spend much in a moment, and a busy machine gives little: both clocks must say so.
            let late = limits.deadline.map_or(Duration::ZERO, |deadline| deadline.elapsed());
            let spent_since = spent.saturating_sub(*spent_in_time.get_or_insert(spent));
            if late > GRACE && spent_since > GRACE {
                end(limits, Stop::TimeLimit(seconds));
            }
        }
    }
}

/// Ends the program, which does not stop by itself. An answer that is being written is written to its end.
fn end(limits: &Limits, stop: Stop) -> ! {
    let writing = between_answers();
    remove_temporaries();
    std::process::exit(Screen::new(limits.is_json).fail_between(&Failure::stopped(stop), &writing) as i32)
}

/// The memory that the program takes now, where the system tells: the line `VmRSS:     12345 kB`.
fn resident_bytes() -> Option<u64> {
    let described = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = described.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The processor time of all threads so far; where nobody tells, the time by the clock.
fn processor_time(limits: &Limits) -> Duration {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        if let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) {
            let micros = [usage.user_time(), usage.system_time()]
                .iter()
                .map(|time| time.tv_sec() as u64 * 1_000_000 + time.tv_usec() as u64)
                .sum();
            return Duration::from_micros(micros);
        }
    }
    limits.started.elapsed()
}
