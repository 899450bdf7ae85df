//! The limits of a command as a whole: `--max-seconds` and `--memory` hold from the first byte read to the last byte
//! written.
//!
//! In: the arguments of the command, as soon as they are parsed. Out: a deadline and a flag that every [`Budget`] of
//! the command carries, so that work stops in time and what is known is printed. Work that does not check them is ended
//! by a thread that watches the processor time and the resident memory of the whole program, with the same message and
//! exit code 1.

use crate::failure::Failure;
use crate::output_file::remove_temporaries;
use crate::screen::{Screen, between_answers};
use clap::ArgMatches;
use grundy::view::View;
use grundy::{Budget, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Time between two checks of the program's own usage.
const PERIOD: Duration = Duration::from_millis(10);
/// Number of checks between two at which a server returns freed memory to the system.
const GIVE_BACK_EVERY: u64 = 10;
/// Processor time after the deadline for printing what is known.
const GRACE: Duration = Duration::from_millis(500);
/// Allowance beyond `--memory` for the program itself and its output: beyond this work is asked to stop, beyond the
/// next the program is ended.
const STOP_MARGIN_BYTES: u64 = 36 << 20;
const END_MARGIN_BYTES: u64 = 50 << 20;

/// Commands whose limits apply to each question instead of the whole run.
const MANY_QUESTIONS: [&str; 2] = ["play", "serve"];

/// Limits of a command as a whole.
struct Limits {
    started: Instant,
    max_seconds: Option<f64>,
    deadline: Option<Instant>,
    max_bytes: Option<u64>,
    is_json: bool,
    /// Set when the program uses more memory than it may.
    is_full: Arc<AtomicBool>,
}

static LIMITS: OnceLock<Limits> = OnceLock::new();

/// Reads the limits from the arguments and starts to watch them.
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
    let given = command.try_get_one::<u64>("memory").ok().flatten().copied();
    let limits = LIMITS.get_or_init(|| Limits {
        started,
        max_seconds,
        deadline: max_seconds.and_then(|seconds| deadline_after(started, seconds)),
        max_bytes: takes_memory.then(|| given.unwrap_or_else(crate::budget::default_bytes)),
        is_json,
        is_full: Arc::new(AtomicBool::new(false)),
    });
    if limits.deadline.is_some() || limits.max_bytes.is_some() {
        // The thread ends with the program and is not joined. If it cannot be started, budgets still enforce the
        // limits.
        let _ = std::thread::Builder::new().spawn(|| watch(limits));
    }
}

fn is_given(command: &ArgMatches, id: &str) -> bool {
    command.try_get_raw(id).is_ok_and(|values| values.is_some())
}

/// Returns the deadline of the command, if it has one.
pub fn deadline() -> Option<Instant> {
    LIMITS.get().and_then(|limits| limits.deadline)
}

/// Returns the deadline; `None` if it is beyond the range of the clock.
fn deadline_after(started: Instant, seconds: f64) -> Option<Instant> {
    Duration::try_from_secs_f64(seconds).ok().and_then(|limit| started.checked_add(limit))
}

/// Tightens a budget to the limits of the command, which started before it.
pub fn within(budget: Budget) -> Budget {
    let Some(limits) = LIMITS.get() else { return budget };
    Budget { deadline: limits.deadline, full: Some(limits.is_full.clone()), ..budget }
}

/// Returns why the command has to stop, if it does.
pub fn stop() -> Option<Stop> {
    let limits = LIMITS.get()?;
    if limits.is_full.load(Ordering::Relaxed) {
        return limits.max_bytes.map(Stop::MemoryLimit);
    }
    let is_late = limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    limits.max_seconds.filter(|_| is_late).map(Stop::TimeLimit)
}

/// Fails if `bytes` exceeds the memory limit of the command, or the command has to stop.
pub fn room(bytes: u64) -> Result<(), Stop> {
    let max = LIMITS.get().and_then(|limits| limits.max_bytes).filter(|max| bytes > *max);
    max.map(Stop::MemoryLimit).or_else(stop).map_or(Ok(()), Err)
}

/// Watches the memory of a program that keeps running: the returned flag is set while it uses more than `max_bytes`.
pub fn watch_memory(max_bytes: u64) -> Arc<AtomicBool> {
    let is_full = Arc::new(AtomicBool::new(false));
    let flag = is_full.clone();
    let look = move || {
        for count in 0u64.. {
            std::thread::sleep(PERIOD);
            flag.store(is_over(stop_bytes(max_bytes)), Ordering::Relaxed);
            // Memory freed by an earlier question becomes available for the next.
            if count.is_multiple_of(GIVE_BACK_EVERY) && resident_bytes().is_some_and(|resident| resident > max_bytes) {
                give_back();
            }
        }
    };
    // The thread ends with the program and is not joined.
    let _ = std::thread::Builder::new().spawn(look);
    is_full
}

/// Returns true if the program uses more memory than this even after returning freed memory to the system.
fn is_over(max_bytes: u64) -> bool {
    let is_more = || resident_bytes().is_some_and(|resident| resident > max_bytes);
    is_more() && {
        give_back();
        is_more()
    }
}

/// Returns freed memory that the allocator retains to the system.
fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[expect(unsafe_code, reason = "memory that nobody uses would count as used")]
    // SAFETY: does not touch allocated memory.
    unsafe {
        nix::libc::malloc_trim(0);
    }
}

/// Returns the memory use from which on work is asked to stop: the tables and the program itself.
fn stop_bytes(max_bytes: u64) -> u64 {
    max_bytes.saturating_add(max_bytes / 20).saturating_add(STOP_MARGIN_BYTES)
}

fn watch(limits: &Limits) {
    let mut spent_in_time = None;
    let until_deadline =
        || limits.deadline.map_or(PERIOD, |deadline| deadline.saturating_duration_since(Instant::now()));
    loop {
        std::thread::sleep(if limits.max_bytes.is_some() { PERIOD } else { until_deadline().max(PERIOD) });
        if let (Some(max), Some(resident)) = (limits.max_bytes, resident_bytes()) {
            // A command with limits per question continues once memory was returned.
            limits.is_full.store(resident > stop_bytes(max) && is_over(stop_bytes(max)), Ordering::Relaxed);
            if is_over(max.saturating_add(max / 10).saturating_add(END_MARGIN_BYTES)) {
                end(limits, Stop::MemoryLimit(max));
            }
        }
        let is_late = limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if let Some(seconds) = limits.max_seconds.filter(|_| is_late) {
            let spent = processor_time(limits);
            // Many threads use much processor time in a moment, and a busy machine grants little: both clocks must be
            // past the limit.
            let late = limits.deadline.map_or(Duration::ZERO, |deadline| deadline.elapsed());
            let spent_since = spent.saturating_sub(*spent_in_time.get_or_insert(spent));
            if late > GRACE && spent_since > GRACE {
                end(limits, Stop::TimeLimit(seconds));
            }
        }
    }
}

/// The answer of a program that is ended because it does not stop by itself.
static LAST_ANSWER: Mutex<Option<Box<dyn View + Send>>> = Mutex::new(None);

/// Sets the answer of a program that is ended because it does not stop by itself; without one it has none.
pub fn set_last_answer(answer: Option<Box<dyn View + Send>>) {
    *LAST_ANSWER.lock().unwrap_or_else(PoisonError::into_inner) = answer;
}

/// Ends a program that does not stop by itself. An answer that is being written is completed first.
fn end(limits: &Limits, stop: Stop) -> ! {
    let writing = between_answers();
    remove_temporaries();
    let screen = Screen::new(limits.is_json);
    if let Some(answer) = LAST_ANSWER.lock().unwrap_or_else(PoisonError::into_inner).take() {
        screen.show_between(&*answer, &writing);
    }
    std::process::exit(screen.fail_between(&Failure::stopped(stop), &writing) as i32)
}

/// Returns the memory that the program uses now, if the system reports it: the line `VmRSS:     12345 kB`.
fn resident_bytes() -> Option<u64> {
    let described = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = described.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Returns the processor time of all threads; the wall-clock time if the system does not report it.
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
