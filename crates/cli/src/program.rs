//! Runs a program on an input, whatever it does.
//!
//! In: a command, an input. Out: what it printed and how it ended. A program may ignore its input, never end, print
//! forever, or start others that outlive it: its time and its output are limited, and then it and all that it has
//! started are killed. A program that waits for its turn on a busy machine gets more time, if the system reports how
//! long it has worked. It runs in a process group of its own, which is killed as a whole; processes that left the group
//! are identified by a mark in their environment, if the system shows it.

use crate::io_limits;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two checks for cancellation.
const TICK: Duration = Duration::from_millis(20);
/// How long a program past its time limit must have been idle to be killed: between two pieces of work it may seem
/// idle.
const IDLE_TIME: Duration = Duration::from_millis(200);
/// How long the streams of a program may stay open after it has ended: processes that it started may hold them.
const AFTER_THE_END: Duration = Duration::from_millis(500);
/// Environment variable that marks the programs started here.
const MARK: &str = "GRUNDY_STRESS";

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// By itself, with this exit code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// Killed because it took too long.
    Late,
    /// Killed because it printed too much.
    Loud,
    /// Killed because the work was cancelled.
    Cancelled,
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The output; with `Loud`, its beginning.
    pub printed: Vec<u8>,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub ending: Terminal,
}

/// A program that can be run on many inputs, by several threads at once.
pub struct Program {
    command: Vec<OsString>,
    timeout: Duration,
    running: Arc<Running>,
    mark: String,
}

/// The programs that are running now.
#[derive(Default)]
pub struct Running {
    groups: Mutex<BTreeSet<u32>>,
    called_off: AtomicBool,
    /// Time at which all runs are cancelled.
    deadline: Option<Instant>,
}

impl Running {
    /// Kills all of them, and all that are started from now on.
    pub fn cancel(&self) {
        self.called_off.store(true, Ordering::SeqCst);
        for group in self.groups.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            end_group(*group);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.called_off.load(Ordering::SeqCst) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn enter(&self, group: u32) {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner).insert(group);
    }

    fn leave(&self, group: u32) {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner).remove(&group);
    }
}

impl Program {
    /// Creates a program with its arguments and the time limit of a run.
    pub fn new(command: Vec<OsString>, timeout: Duration) -> Program {
        // Strays of one program must not be mistaken for those of another that runs beside it.
        static PROGRAMS: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}.{}", std::process::id(), PROGRAMS.fetch_add(1, Ordering::Relaxed));
        Program { command, timeout, running: Arc::new(Running::default()), mark }
    }

    /// Sets the time at which every run is cancelled.
    pub fn until(mut self, deadline: Option<Instant>) -> Program {
        self.running = Arc::new(Running { deadline, ..Running::default() });
        self
    }

    /// Returns the programs that are running now, for the Ctrl-C handler to kill.
    pub fn running(&self) -> Arc<Running> {
        self.running.clone()
    }

    /// Runs it on an input.
    ///
    /// # Errors
    /// Fails if it cannot be started.
    pub fn run(&self, input: &str) -> io::Result<Run> {
        if self.running.is_cancelled() {
            return Ok(Run { printed: Vec::new(), stderr: Vec::new(), ending: Terminal::Cancelled });
        }
        let mut child = self.start()?;
        let group = child.id();
        self.running.enter(group);
        let (tell, events) = channel();
        let printed = collect(child.stdout.take(), io_limits::MAX_PROGRAM_OUTPUT_BYTES, Some(tell));
        let stderr = collect(child.stderr.take(), io_limits::MAX_PROGRAM_MESSAGE_BYTES, None);
        feed(child.stdin.take(), input.to_owned());
        let ended = self.watch(&mut child, &events);
        end_group(group);
        // The program itself is killed even if it has left its group.
        let _ = child.kill();
        let status = child.wait();
        self.running.leave(group);
        let deadline = Instant::now() + AFTER_THE_END;
        if !(printed.ends_before(deadline) && stderr.ends_before(deadline)) {
            self.end_strays();
            let deadline = Instant::now() + AFTER_THE_END;
            let _ = printed.ends_before(deadline) && stderr.ends_before(deadline);
        }
        let ending = match ended {
            Some(ending) => ending,
            None => ending_of(status?),
        };
        let (printed, overfull) = printed.take();
        let ending = if overfull && !matches!(ending, Terminal::Cancelled) { Terminal::Loud } else { ending };
        Ok(Run { printed, stderr: stderr.take().0, ending })
    }

    fn start(&self) -> io::Result<Child> {
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(io::Error::new(io::ErrorKind::NotFound, "no program is named"));
        };
        let mut command = Command::new(program);
        command.args(arguments).env(MARK, &self.mark);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut pause = Duration::from_millis(1);
        loop {
            match command.spawn() {
                // A file that was just written may still be open for writing in a process that is being started.
                Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && pause < Duration::from_secs(1) => {
                    std::thread::sleep(pause);
                    pause *= 2;
                }
                started => return started,
            }
        }
    }

    /// Waits until the program ends; returns the reason if it must be killed.
    fn watch(&self, child: &mut Child, events: &Receiver<Event>) -> Option<Terminal> {
        let start = Instant::now();
        let mut closed = false;
        let mut pause = Duration::from_micros(50);
        let mut worked = None;
        loop {
            if matches!(child.try_wait(), Ok(Some(_)) | Err(_)) {
                return None;
            }
            if self.running.is_cancelled() {
                return Some(Terminal::Cancelled);
            }
            let mut left = self.timeout.saturating_sub(start.elapsed());
            if left.is_zero() {
                if !self.deserves_more_time(child.id(), start, &mut worked) {
                    return Some(Terminal::Late);
                }
                left = TICK;
            }
            if closed {
                // A program that has closed its output usually ends soon.
                std::thread::sleep(pause.min(left));
                pause = (pause * 2).min(TICK);
                continue;
            }
            match events.recv_timeout(TICK.min(left)) {
                Ok(Event::Overfull) => return Some(Terminal::Loud),
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => closed = true,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns true if a program past its time limit has had less processor time than that, and is at work or waits for
    /// its turn. `worked` is when it was last seen working.
    fn deserves_more_time(&self, group: u32, start: Instant, worked: &mut Option<Instant>) -> bool {
        let Some(work) = Work::of_group(group) else { return false };
        let now = Instant::now();
        if work.is_busy {
            *worked = Some(now);
        }
        let last = *worked.get_or_insert(now);
        work.time < self.timeout
            && now - last < IDLE_TIME
            && start.elapsed() < self.timeout * io_limits::MAX_PROGRAM_TIME_FACTOR
    }

    /// Kills processes that were started by our programs and have left their groups.
    pub fn end_strays(&self) {
        let wanted = format!("{MARK}={}", self.mark);
        let own = std::process::id();
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Some(process) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
            let Ok(environment) = std::fs::read(entry.path().join("environ")) else { continue };
            let is_ours = environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes());
            // Runs of other threads are in groups of their own and go on.
            if is_ours && process != own && !self.is_of_a_run(process) {
                end_process(process);
            }
        }
    }

    /// Returns true if a process is in the group of a run that is still going on.
    fn is_of_a_run(&self, process: u32) -> bool {
        let group = described(process).and_then(|fields| fields.get(GROUP)?.parse().ok());
        let groups = self.running.groups.lock().unwrap_or_else(PoisonError::into_inner);
        group.is_some_and(|group| groups.contains(&group))
    }
}

/// Indices of the fields of `/proc/PID/stat` that are read, counted from the state: its group, and the processor time
/// of the process and of the children it has waited for, in user and in system mode.
const GROUP: usize = 2;
const TIMES: std::ops::RangeInclusive<usize> = 11..=14;
/// Length of a unit of processor time: the same on every Linux, whatever its clock rate.
const UNIT: Duration = Duration::from_millis(10);

/// Returns what the system reports about a process, if it does.
fn described(process: u32) -> Option<Vec<String>> {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // Its name may contain anything, and is in brackets.
    let (_, fields) = line.rsplit_once(") ")?;
    Some(fields.split(' ').map(ToOwned::to_owned).collect())
}

/// What the processes of a group have done.
struct Work {
    /// Their processor time.
    time: Duration,
    /// Whether one of them runs, is runnable, or waits for a disk.
    is_busy: bool,
}

impl Work {
    /// Returns the work of a group; `None` if the system does not report it.
    fn of_group(group: u32) -> Option<Work> {
        let wanted = group.to_string();
        let mut work = Work { time: Duration::ZERO, is_busy: false };
        for entry in std::fs::read_dir("/proc").ok()?.flatten() {
            let Some(process) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
            let Some(fields) = described(process).filter(|fields| fields.get(GROUP) == Some(&wanted)) else { continue };
            let units = fields.get(TIMES).into_iter().flatten().filter_map(|field| field.parse::<u32>().ok());
            work.time += units.map(|units| UNIT * units).sum::<Duration>();
            let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
            let mut states = threads.filter_map(|thread| {
                let line = std::fs::read_to_string(thread.path().join("stat")).ok()?;
                line.rsplit_once(") ").map(|(_, fields)| fields.starts_with(['R', 'D']))
            });
            work.is_busy |= states.any(|is_busy| is_busy);
        }
        Some(work)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end_strays();
    }
}

fn ending_of(status: ExitStatus) -> Terminal {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Terminal::Signal(signal);
    }
    Terminal::Code(status.code().unwrap_or(-1))
}

/// Kills a process group. It is not an error if it is already gone.
#[cfg(unix)]
fn end_group(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(group) = i32::try_from(group) {
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end_group(_group: u32) {}

#[cfg(unix)]
fn end_process(process: u32) {
    use nix::sys::signal::{Signal, kill};
    if let Ok(process) = i32::try_from(process) {
        let _ = kill(nix::unistd::Pid::from_raw(process), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end_process(_process: u32) {}

/// An event of an output stream.
enum Event {
    /// It is closed.
    Closed,
    /// More was printed than is allowed.
    Overfull,
}

/// The output of a stream, up to a limit.
struct Collected {
    buffer: Arc<Mutex<Buffer>>,
}

#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    overfull: bool,
    closed: bool,
}

impl Collected {
    /// Waits for the end of the stream.
    fn ends_before(&self, deadline: Instant) -> bool {
        let mut pause = Duration::from_micros(20);
        loop {
            if self.buffer.lock().unwrap_or_else(PoisonError::into_inner).closed {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }

    fn take(&self) -> (Vec<u8>, bool) {
        let mut buffer = self.buffer.lock().unwrap_or_else(PoisonError::into_inner);
        (std::mem::take(&mut buffer.bytes), buffer.overfull)
    }
}

/// Reads a stream in a thread of its own, so that a full pipe blocks no other thread. With `events`, a stream that is
/// too long is closed; otherwise its rest is read and discarded.
fn collect(stream: Option<impl Read + Send + 'static>, max: usize, events: Option<Sender<Event>>) -> Collected {
    let buffer = Arc::new(Mutex::new(Buffer::default()));
    let shared = buffer.clone();
    let read = move || {
        let mut chunk = vec![0u8; 1 << 16];
        let mut stream = stream;
        while let Some(source) = &mut stream {
            let length = match source.read(&mut chunk) {
                Ok(length) if length > 0 => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                _ => break,
            };
            let mut buffer = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let room = max - buffer.bytes.len();
            buffer.bytes.extend_from_slice(&chunk[..length.min(room)]);
            if length > room && events.is_some() {
                buffer.overfull = true;
                break;
            }
        }
        let mut buffer = shared.lock().unwrap_or_else(PoisonError::into_inner);
        buffer.closed = true;
        if let Some(events) = events {
            // The receiver may be gone.
            let _ = events.send(if buffer.overfull { Event::Overfull } else { Event::Closed });
        }
    };
    if std::thread::Builder::new().spawn(read).is_err() {
        buffer.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
    }
    Collected { buffer }
}

/// Writes the input in a thread of its own: a program that does not read blocks only that thread.
fn feed(stream: Option<impl Write + Send + 'static>, input: String) {
    let write = move || {
        if let Some(mut stream) = stream {
            // A program need not read all of its input.
            let _ = stream.write_all(input.as_bytes());
        }
    };
    let _ = std::thread::Builder::new().spawn(write);
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, input: &str, ending: Terminal, printed: &str) {
        let command = ["sh", "-c", script].map(OsString::from).to_vec();
        let program = Program::new(command, Duration::from_secs(20));
        let run = program.run(input).unwrap();
        assert_eq!(run.ending, ending, "{script}");
        assert_eq!(String::from_utf8_lossy(&run.printed), printed, "{script}");
    }

    #[test]
    fn what_a_program_prints_and_how_it_ends_is_returned() {
        check("cat", "hello\n", Terminal::Code(0), "hello\n");
        check("cat; exit 3", "x", Terminal::Code(3), "x");
        check("kill -SEGV $$", "x", Terminal::Signal(11), "");
        check("exec 0<&-; exit 0", &"long ".repeat(100_000), Terminal::Code(0), "");
    }

    #[test]
    fn a_program_that_does_not_read_or_end_is_ended() {
        let command = ["sh", "-c", "sleep 1000 & sleep 1000"].map(OsString::from).to_vec();
        let program = Program::new(command, Duration::from_millis(200));
        let start = Instant::now();
        let run = program.run(&"long ".repeat(100_000)).unwrap();
        assert_eq!(run.ending, Terminal::Late);
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_program_that_works_for_ever_is_ended() {
        let program = Program::new(["sh", "-c", "while :; do :; done"].map(OsString::from).to_vec(), TICK * 15);
        let start = Instant::now();
        assert_eq!(program.run("").unwrap().ending, Terminal::Late);
        assert!(start.elapsed() >= TICK * 15);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_group_does_is_reported() {
        let program = Program::new(["sh", "-c", "while :; do :; done"].map(OsString::from).to_vec(), TICK);
        let mut child = program.start().unwrap();
        let begun = Instant::now();
        let mut work = Work::of_group(child.id()).unwrap();
        while work.time < TICK && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(TICK);
            work = Work::of_group(child.id()).unwrap();
        }
        end_group(child.id());
        child.wait().unwrap();
        assert!(work.time >= TICK && work.is_busy);
        assert_eq!(Work::of_group(child.id()).unwrap().time, Duration::ZERO);
    }

    #[test]
    fn a_program_that_prints_for_ever_is_ended() {
        let program = Program::new(vec!["yes".into()], Duration::from_secs(60));
        let run = program.run("").unwrap();
        assert_eq!(run.ending, Terminal::Loud);
        assert_eq!(run.printed.len(), io_limits::MAX_PROGRAM_OUTPUT_BYTES);
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let program = Program::new(vec!["./no_such_program".into()], Duration::from_secs(1));
        assert_eq!(program.run("").unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
