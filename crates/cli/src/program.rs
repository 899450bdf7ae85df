//! Somebody's program, run on an input, whatever it does.
//!
//! In: a command, an input. Out: what it printed and how it ended. A program may not read, never end, print for ever, or start
//! others that outlive it: it is given so much time and may print so much, and then it and all that it has started are ended.
//! A program that waits for its turn on a busy machine is given longer, where the system tells how long it has worked.
//! It runs in a process group of its own, which is ended as a whole; what has left the group is known by a mark in its
//! environment, where the system tells of it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a program may print, at most.
const MOST_BYTES: usize = 16 << 20;
/// What is kept of its messages on standard error.
const MOST_MESSAGE_BYTES: usize = 4 << 10;
/// How often it is looked whether work is called off.
const TICK: Duration = Duration::from_millis(20);
/// How many times as long a program may take that waits for its turn: somebody else has the machine.
const MOST_PATIENCE: u32 = 12;
/// How long a program whose time is over must have done nothing to be ended: between two pieces of work it may seem idle.
const IDLE_TIME: Duration = Duration::from_millis(200);
/// How long the streams of a program may stay open when it has ended: what it started may hold them.
const AFTER_THE_END: Duration = Duration::from_millis(500);
/// What marks the programs started here.
const MARK: &str = "GRUNDY_STRESS";

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this exit code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// It was ended, as it took too long.
    Late,
    /// It was ended, as it printed too much.
    Loud,
    /// It was ended, as the work was called off.
    CalledOff,
}

/// What became of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was printed; with `Loud`, the beginning.
    pub printed: Vec<u8>,
    /// The beginning of what was said on standard error.
    pub said: Vec<u8>,
    /// How it ended.
    pub ending: Ending,
}

/// A program that can be run on many inputs, by several threads at once.
pub struct Program {
    command: Vec<OsString>,
    timeout: Duration,
    running: Arc<Running>,
    mark: String,
}

/// The programs that run now.
#[derive(Default)]
pub struct Running {
    groups: Mutex<BTreeSet<u32>>,
    called_off: AtomicBool,
    /// When nothing is waited for any longer.
    deadline: Option<Instant>,
}

impl Running {
    /// Ends all of them, and all that are started from now on.
    pub fn call_off(&self) {
        self.called_off.store(true, Ordering::SeqCst);
        for group in self.groups.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            end_group(*group);
        }
    }

    fn is_called_off(&self) -> bool {
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
    /// A program with its arguments, and how long a run may take.
    pub fn new(command: Vec<OsString>, timeout: Duration) -> Program {
        // Strays of one program must not be taken for those of another that runs beside it.
        static PROGRAMS: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}.{}", std::process::id(), PROGRAMS.fetch_add(1, Ordering::Relaxed));
        Program { command, timeout, running: Arc::new(Running::default()), mark }
    }

    /// The same, where every run is called off at this time.
    pub fn until(mut self, deadline: Option<Instant>) -> Program {
        self.running = Arc::new(Running { deadline, ..Running::default() });
        self
    }

    /// What runs now, to be ended by whoever hears Ctrl-C.
    pub fn running(&self) -> Arc<Running> {
        self.running.clone()
    }

    /// Runs it on an input.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn run(&self, input: &str) -> io::Result<Run> {
        if self.running.is_called_off() {
            return Ok(Run { printed: Vec::new(), said: Vec::new(), ending: Ending::CalledOff });
        }
        let mut child = self.start()?;
        let group = child.id();
        self.running.enter(group);
        let (tell, events) = channel();
        let printed = collect(child.stdout.take(), MOST_BYTES, Some(tell));
        let said = collect(child.stderr.take(), MOST_MESSAGE_BYTES, None);
        feed(child.stdin.take(), input.to_owned());
        let ended = self.watch(&mut child, &events);
        end_group(group);
        // The program itself is ended even where it has left its group.
        let _ = child.kill();
        let status = child.wait();
        self.running.leave(group);
        let deadline = Instant::now() + AFTER_THE_END;
        if !(printed.ends_before(deadline) && said.ends_before(deadline)) {
            self.end_strays();
            let deadline = Instant::now() + AFTER_THE_END;
            let _ = printed.ends_before(deadline) && said.ends_before(deadline);
        }
        let ending = match ended {
            Some(ending) => ending,
            None => ending_of(status?),
        };
        let (printed, overfull) = printed.take();
        let ending = if overfull && !matches!(ending, Ending::CalledOff) { Ending::Loud } else { ending };
        Ok(Run { printed, said: said.take().0, ending })
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

    /// Waits until the program ends; says why where it must be ended.
    fn watch(&self, child: &mut Child, events: &Receiver<Event>) -> Option<Ending> {
        let start = Instant::now();
        let mut closed = false;
        let mut pause = Duration::from_micros(50);
        let mut worked = None;
        loop {
            if matches!(child.try_wait(), Ok(Some(_)) | Err(_)) {
                return None;
            }
            if self.running.is_called_off() {
                return Some(Ending::CalledOff);
            }
            let mut left = self.timeout.saturating_sub(start.elapsed());
            if left.is_zero() {
                if !self.deserves_patience(child.id(), start, &mut worked) {
                    return Some(Ending::Late);
                }
                left = TICK;
            }
            if closed {
                // Who has closed its output ends soon, as a rule.
                std::thread::sleep(pause.min(left));
                pause = (pause * 2).min(TICK);
                continue;
            }
            match events.recv_timeout(TICK.min(left)) {
                Ok(Event::Overfull) => return Some(Ending::Loud),
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => closed = true,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Whether a program whose time is over has had less of the processor than that, and is at work or waits for its turn.
    /// `worked` is when it was last seen so.
    fn deserves_patience(&self, group: u32, start: Instant, worked: &mut Option<Instant>) -> bool {
        let Some(work) = Work::of_group(group) else { return false };
        let now = Instant::now();
        if work.is_busy {
            *worked = Some(now);
        }
        let last = *worked.get_or_insert(now);
        work.time < self.timeout && now - last < IDLE_TIME && start.elapsed() < self.timeout * MOST_PATIENCE
    }

    /// Ends what was started by programs of ours and has left their groups.
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

    /// Whether a process is in the group of a run that goes on.
    fn is_of_a_run(&self, process: u32) -> bool {
        let group = described(process).and_then(|fields| fields.get(GROUP)?.parse().ok());
        let groups = self.running.groups.lock().unwrap_or_else(PoisonError::into_inner);
        group.is_some_and(|group| groups.contains(&group))
    }
}

/// Where the fields of a process stand that are looked at, counted from its state: its group, and the processor time of itself
/// and of those it has waited for, in its own code and in the system's.
const GROUP: usize = 2;
const TIMES: std::ops::RangeInclusive<usize> = 11..=14;
/// How long one unit of processor time is: the same on every Linux, whatever its clock does.
const UNIT: Duration = Duration::from_millis(10);

/// What the system tells of a process, where it does.
fn described(process: u32) -> Option<Vec<String>> {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // Its name may hold anything, and stands in brackets.
    let (_, fields) = line.rsplit_once(") ")?;
    Some(fields.split(' ').map(ToOwned::to_owned).collect())
}

/// What the processes of a group have done.
struct Work {
    /// For how long they had a processor.
    time: Duration,
    /// Whether one of them has one, waits for one, or waits for a disk.
    is_busy: bool,
}

impl Work {
    /// Of this group; `None` where the system does not tell.
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

fn ending_of(status: ExitStatus) -> Ending {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ending::Signal(signal);
    }
    Ending::Code(status.code().unwrap_or(-1))
}

/// Ends a process group. That it is gone already is no news.
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

/// What is heard of an output.
enum Event {
    /// It is closed.
    Closed,
    /// More was printed than is allowed.
    Overfull,
}

/// What comes out of a stream, up to a limit.
struct Collected {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    overfull: bool,
    closed: bool,
}

impl Collected {
    /// Waits for the end of the stream.
    fn ends_before(&self, deadline: Instant) -> bool {
        let mut pause = Duration::from_micros(20);
        loop {
            if self.kept.lock().unwrap_or_else(PoisonError::into_inner).closed {
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
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        (std::mem::take(&mut kept.bytes), kept.overfull)
    }
}

/// Reads a stream in a thread of its own, so that a full pipe blocks nobody. With `events`, a stream that is too long is
/// closed; otherwise its rest is read and forgotten.
fn collect(stream: Option<impl Read + Send + 'static>, most: usize, events: Option<Sender<Event>>) -> Collected {
    let kept = Arc::new(Mutex::new(Kept::default()));
    let shared = kept.clone();
    let read = move || {
        let mut buffer = vec![0u8; 1 << 16];
        let mut stream = stream;
        while let Some(source) = &mut stream {
            let length = match source.read(&mut buffer) {
                Ok(length) if length > 0 => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                _ => break,
            };
            let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let room = most - kept.bytes.len();
            kept.bytes.extend_from_slice(&buffer[..length.min(room)]);
            if length > room && events.is_some() {
                kept.overfull = true;
                break;
            }
        }
        let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
        kept.closed = true;
        if let Some(events) = events {
            // Where nobody listens any more, there is nobody to tell.
            let _ = events.send(if kept.overfull { Event::Overfull } else { Event::Closed });
        }
    };
    if std::thread::Builder::new().spawn(read).is_err() {
        kept.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
    }
    Collected { kept }
}

/// Writes the input in a thread of its own: a program that does not read blocks it, and nobody else.
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
    fn check(script: &str, input: &str, ending: Ending, printed: &str) {
        let command = ["sh", "-c", script].map(OsString::from).to_vec();
        let program = Program::new(command, Duration::from_secs(20));
        let run = program.run(input).unwrap();
        assert_eq!(run.ending, ending, "{script}");
        assert_eq!(String::from_utf8_lossy(&run.printed), printed, "{script}");
    }

    #[test]
    fn what_a_program_prints_and_how_it_ends_is_told() {
        check("cat", "hello\n", Ending::Code(0), "hello\n");
        check("cat; exit 3", "x", Ending::Code(3), "x");
        check("kill -SEGV $$", "x", Ending::Signal(11), "");
        check("exec 0<&-; exit 0", &"long ".repeat(100_000), Ending::Code(0), "");
    }

    #[test]
    fn a_program_that_does_not_read_or_end_is_ended() {
        let command = ["sh", "-c", "sleep 1000 & sleep 1000"].map(OsString::from).to_vec();
        let program = Program::new(command, Duration::from_millis(200));
        let start = Instant::now();
        let run = program.run(&"long ".repeat(100_000)).unwrap();
        assert_eq!(run.ending, Ending::Late);
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_program_that_works_for_ever_is_ended() {
        let program = Program::new(["sh", "-c", "while :; do :; done"].map(OsString::from).to_vec(), TICK * 15);
        let start = Instant::now();
        assert_eq!(program.run("").unwrap().ending, Ending::Late);
        assert!(start.elapsed() >= TICK * 15);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_group_does_is_told() {
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
        assert_eq!(run.ending, Ending::Loud);
        assert_eq!(run.printed.len(), MOST_BYTES);
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let program = Program::new(vec!["./no_such_program".into()], Duration::from_secs(1));
        assert_eq!(program.run("").unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
