//! Shows the progress of work.
//!
//! In: the reports of a solver. Out: one line on standard error with what is done, how fast, and the remaining time if
//! the total is known. It is shown on a terminal only, when work takes longer than a second, and disappears when work
//! is done.

use crate::language::write;
use crate::screen::Screen;
use grundy::Report;
use grundy::view::format::text::visible;
use grundy_message::{Message, message, plural, template};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// Minimum time between two updates of the line; reports come much more often.
const PAUSE: Duration = Duration::from_millis(100);

/// The progress line, hidden at first.
pub struct Progress {
    line: Option<Arc<Line>>,
}

struct Line {
    bar: ProgressBar,
    pace: Mutex<Pace>,
}

/// The state that the speed of work is computed from.
struct Pace {
    /// What is being worked on, shown first in the line.
    about: String,
    /// Time at which the line was hidden.
    hidden_since: Instant,
    /// Time at which the line was last written.
    written: Option<Instant>,
    /// The first report of the current piece of work, and its time.
    first: (Report, Instant),
    /// The last report.
    last: Report,
}

impl Progress {
    /// Creates a hidden line.
    pub fn new() -> Progress {
        let line = Screen::is_watched().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            let style = ProgressStyle::with_template("{wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            Arc::new(Line { bar, pace: Mutex::new(Pace::new(Instant::now())) })
        });
        Progress { line }
    }

    /// Sets what is being worked on.
    pub fn about(&self, what: &str) {
        if let Some(line) = &self.line {
            line.pace.lock().unwrap_or_else(PoisonError::into_inner).about = format!("{}: ", visible(what));
        }
    }

    /// Hides the line while something else is written; what follows is a new piece of work.
    pub fn clear(&self) {
        if let Some(line) = &self.line {
            line.bar.finish_and_clear();
            line.bar.set_draw_target(ProgressDrawTarget::hidden());
            line.bar.reset();
            let mut pace = line.pace.lock().unwrap_or_else(PoisonError::into_inner);
            let about = std::mem::take(&mut pace.about);
            *pace = Pace { about, ..Pace::new(Instant::now()) };
        }
    }

    /// Returns the receiver of progress reports, if standard error is a terminal.
    pub fn listener(&self) -> Option<grundy::Progress> {
        let line = self.line.clone()?;
        Some(Arc::new(move |report| {
            let mut pace = line.pace.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(text) = pace.hear(report, Instant::now()) {
                if line.bar.is_hidden() {
                    line.bar.set_draw_target(ProgressDrawTarget::stderr());
                }
                line.bar.set_message(text);
            }
        }))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.bar.finish_and_clear();
        }
    }
}

impl Pace {
    fn new(now: Instant) -> Pace {
        let nothing = Report { done: 0, total: None, what: template!("") };
        Pace { about: String::new(), hidden_since: now, written: None, first: (nothing, now), last: nothing }
    }

    /// Returns the line to show after this report, if it is time to show one.
    fn hear(&mut self, report: Report, now: Instant) -> Option<String> {
        let is_first = self.last.what.text.is_empty();
        let goes_on = report.what == self.last.what && report.done >= self.last.done;
        if !is_first && !goes_on {
            self.first = (report, now);
        }
        self.last = report;
        let early = now.duration_since(self.hidden_since) < PATIENCE;
        let soon = self.written.is_some_and(|written| now.duration_since(written) < PAUSE);
        if early || soon {
            return None;
        }
        self.written = Some(now);
        let (first, began) = &self.first;
        let elapsed = now.duration_since(*began).as_secs_f64();
        let speed = if elapsed > 0.0 { (report.done - first.done) as f64 / elapsed } else { 0.0 };
        Some(format!("{}{}", self.about, write(&words(report, speed))))
    }
}

/// Returns a report in words: `1,234,567 of 3,945,711 positions, 456,789/s, 6 seconds left`.
fn words(report: Report, speed: f64) -> Message {
    let (count, what) = (HumanCount(report.done).to_string(), report.what);
    let total = report.total.filter(|total| *total >= report.done);
    let done = match total {
        Some(total) => message!("{count} of {all} {what}", count, all = HumanCount(total).to_string(), what),
        None => message!("{count} {what}", count, what),
    };
    // A speed below this has not been measured for long enough.
    if speed < 1.0 {
        return done;
    }
    let seconds = total.map(|total| (total - report.done) as f64 / speed);
    let left = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let speed = HumanCount(speed as u64).to_string();
    match left {
        Some(left) => message!("{done}, {speed}/s, {time} left", done, speed, time = duration(left)),
        None => message!("{done}, {speed}/s", done, speed),
    }
}

/// Returns a time in words, in its largest unit.
fn duration(time: Duration) -> Message {
    let text = HumanDuration(time).to_string();
    let (count, unit) = text.split_once(' ').unwrap_or((&text, ""));
    match unit.trim_end_matches('s') {
        "second" => message!("{count} {seconds}", count, seconds = plural(&count, "second", "seconds")),
        "minute" => message!("{count} {minutes}", count, minutes = plural(&count, "minute", "minutes")),
        "hour" => message!("{count} {hours}", count, hours = plural(&count, "hour", "hours")),
        "day" => message!("{count} {days}", count, days = plural(&count, "day", "days")),
        _ => Message::text(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(done: u64, total: Option<u64>) -> Report {
        Report { done, total, what: template!("positions") }
    }

    #[test]
    fn speed_and_time_left_are_shown_if_known() {
        assert_eq!(words(report(1_234_567, None), 456_789.5).to_string(), "1,234,567 positions, 456,789/s");
        assert_eq!(
            words(report(1_000_000, Some(3_000_000)), 100_000.0).to_string(),
            "1,000,000 of 3,000,000 positions, 100,000/s, 20 seconds left"
        );
        assert_eq!(words(report(10, Some(5)), 0.0).to_string(), "10 positions");
    }

    #[test]
    fn nothing_is_shown_before_a_second_has_passed() {
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        let mut pace = Pace::new(start);
        assert_eq!(pace.hear(report(500, None), after(500)), None);
        assert_eq!(pace.hear(report(2000, None), after(2000)).as_deref(), Some("2,000 positions, 1,000/s"));
        assert_eq!(pace.hear(report(2050, None), after(2050)), None);
    }

    #[test]
    fn a_new_piece_of_work_is_measured_by_itself() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut pace = Pace::new(start);
        pace.hear(report(1_000_000, None), after(2));
        assert_eq!(pace.hear(report(100, Some(1100)), after(3)).as_deref(), Some("100 of 1,100 positions"));
        assert_eq!(
            pace.hear(report(600, Some(1100)), after(8)).as_deref(),
            Some("600 of 1,100 positions, 100/s, 5 seconds left")
        );
    }
}
