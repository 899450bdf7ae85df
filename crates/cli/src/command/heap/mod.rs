//! `grundy heap`: computes the values of a heap game, its period, and the proof of the period.

use crate::io_limits;
mod source;
mod study;
mod survey;
mod write;

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status, reason};
use crate::interrupt::Interrupt;
use crate::output_file::{AppendFile, Wanted, check_outputs};
use crate::progress::Progress;
use crate::screen::{Screen, note};
use clap::Args;
use grundy::Budget;
use grundy::heap::Engine;
use grundy::rules::heap::GREATEST_BASE;
use grundy::view::heap::ValueAt;
use grundy::view::{HeapReport, View};
use grundy_message::{Message, message};
use source::Source;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use study::Study;

/// Compute the values of a heap game, and prove their period
///
/// A move takes tokens from one heap and leaves the rest in a few heaps. CODE says what may be left after taking 1, 2, …
/// tokens, a digit each: 1 nothing, 2 one heap, 4 two heaps, 8 three (and 16 four, 32 five), added up. Before the point
/// stands what may be left after taking none. Where CODE names rules, heaps are asked for by the number of these rules. A
/// period is called proved when an independent checker has accepted a
/// certificate of it.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy heap .77                              Kayles
  grundy heap 4.007 --limit 100000
  grundy heap '{1,3,4}' --at 1000000000000000000
  grundy heap '!{2,5}'                         take any number but 2 or 5
  grundy heap '4.(3)'                          Lasker's Nim: the digit 3 repeats
  grundy heap kayles --from 70 --to 100        a game of the catalogue, or a file of rules
  grundy heap .104 --limit 500000000 --resume 104.values --certificate 104.certificate
  grundy heap .007 --limit 1000000 --plot 007.svg
  grundy heap --survey 3 --resume survey.jsonl

Exit codes: 0 fine; 1 it was stopped, or a value asked for is not known; 2 wrong input.")]
pub struct Heap {
    /// A code, a game of the catalogue, or a file of rules
    #[arg(value_name = "CODE", required_unless_present = "survey", conflicts_with = "survey")]
    code: Option<String>,
    /// What is given, where CODE names rules: NAME=VALUE
    #[arg(long = "given", value_name = "NAME=VALUE", requires = "code")]
    givens: Vec<String>,
    /// Digits of the code must be below this
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = base)]
    base: Option<u32>,
    /// Compute at most so many values [default: 1000000, of a survey 12000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = limit)]
    limit: Option<u64>,
    /// The first heap to show, or to write to a file [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = heap)]
    from: Option<u64>,
    /// The last heap to show [default: 59], or to write to a file [default: the last one computed]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = heap)]
    to: Option<u64>,
    /// The value of one heap, as large as 10^18 once the period is proved; may be said several times
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = heap)]
    at: Vec<u64>,
    /// Compute by this engine: window, block, portable-block, sparse, scan, convolution or plain [default: the fastest]
    #[arg(long, value_name = "NAME", value_parser = engine)]
    engine: Option<Engine>,
    /// Go on from this file, and append what is computed to it; it is made where there is none
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Do not check the period, which takes about as long as to find it; it is then not called proved
    #[arg(long)]
    unchecked: bool,
    /// Write the certificate of the period, for `grundy verify`
    #[arg(long, value_name = "FILE", conflicts_with = "survey")]
    certificate: Option<PathBuf>,
    /// Write a picture of the values
    #[arg(long, value_name = "FILE.svg", conflicts_with = "survey")]
    plot: Option<PathBuf>,
    /// Write the values as comma-separated values
    #[arg(long, value_name = "FILE", conflicts_with = "survey")]
    csv: Option<PathBuf>,
    /// Write the values as bytes, or as little-endian numbers of 2 or 4 bytes where one is too large
    #[arg(long, value_name = "FILE", conflicts_with = "survey")]
    binary: Option<PathBuf>,
    /// Study all octal games of so many places
    #[arg(long, value_name = "PLACES", conflicts_with_all = ["from", "to", "at", "engine"], value_parser = indices)]
    survey: Option<u32>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object, on one line; of a survey, one a game
    #[arg(long)]
    json: bool,
}

impl Heap {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong, or a file cannot be written.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let progress = Progress::new();
        let interrupt = Interrupt::listen();
        let budget = Budget { cancelled: Some(interrupt.flag()), ..self.budget.budget(Budget::default(), &progress) };
        if let Some(indices) = self.survey {
            let limit = self.limit.unwrap_or(io_limits::DEFAULT_SURVEY_VALUES);
            let checking = self.checking();
            let survey = survey::Survey { indices, limit, checking, resume: self.resume.clone() };
            return survey.run(screen, &progress, &budget, self.json);
        }
        self.check_files()?;
        let Some(code) = &self.code else { return Err(Failure::wrong(message!("no game is named"))) };
        let source = Source::find(code, &self.givens, self.base, &budget)?;
        self.check_range(&source)?;
        let limit = self.limit.unwrap_or(io_limits::DEFAULT_HEAP_VALUES);
        let mut study = Study::begin(&source.game, self.engine, self.resume.as_deref())?;
        let mut stop = study.follow(limit, &budget)?;
        let unchecked = study.prove(self.checking(), &budget)?;
        let checking_was_stopped = unchecked.is_some();
        stop = stop.or(unchecked);
        // Values that no period gives are computed, as far as the limit allows.
        let wanted = self.requested_numbers().filter_map(|number| source.heap_of(number)).max();
        let wanted = wanted.map(|heap| (heap + 1).min(limit));
        if let Some(wanted) = wanted.filter(|_| stop.is_none() && !study.is_proved()) {
            stop = study.extend(wanted, &budget)?;
        }
        drop(progress);
        let report = self.report(&study, &source);
        let files = self.write_files(&study, &source)?;
        if self.json {
            screen.print_json(&report.data())?
        } else {
            screen.show(&report)?
        }
        for file in files {
            note(&file);
        }
        let unknown = report.at.iter().find(|at| at.value.is_none()).map(|at| at.n);
        let unknown = unknown.or_else(|| self.first_unknown(&study, &source));
        match (stop, unknown) {
            (Some(stop), _) => {
                let message = match interrupt.came() {
                    true => message!("it was interrupted"),
                    false => stop.message(),
                };
                let hint = match self.resume.is_some() {
                    _ if checking_was_stopped => {
                        message!("--unchecked leaves checking out; it begins anew with every run")
                    }
                    true => message!("the same command goes on from here"),
                    false => message!("with --resume FILE, another run could have gone on from here"),
                };
                Ok(screen.report(&Failure::unanswered(message).hint(hint)))
            }
            (None, Some(n)) => {
                let count = report.computed;
                let message = message!("the value of {n} is not known: {count} values were computed", n, count);
                let failure = Failure::unanswered(message);
                Ok(screen.report(
                    &failure.hint(message!("compute more with --limit; once a period is proved, every value is known")),
                ))
            }
            (None, None) => Ok(Status::Fine),
        }
    }

    fn check_files(&self) -> Result<(), Failure> {
        let wanted = |option, path, endings| Wanted { option, path, endings };
        check_outputs(&[
            wanted("--resume", self.resume.as_ref(), &[]),
            wanted("--certificate", self.certificate.as_ref(), &[]),
            wanted("--plot", self.plot.as_ref(), &["svg"]),
            wanted("--csv", self.csv.as_ref(), &[]),
            wanted("--binary", self.binary.as_ref(), &[]),
        ])
    }

    fn checking(&self) -> study::Checking {
        if self.unchecked { study::Checking::Never } else { study::Checking::Always }
    }

    /// Returns the requested numbers.
    fn requested_numbers(&self) -> impl Iterator<Item = u64> {
        self.at.iter().copied().chain(self.from).chain(self.to)
    }

    /// Fails if a requested number is not a heap, or the range to show is wrong.
    fn check_range(&self, source: &Source) -> Result<(), Failure> {
        if let Some(none) = self.requested_numbers().find(|number| source.heap_of(*number).is_none()) {
            let recognised = source.recognised.clone().unwrap_or_default();
            return Err(Failure::wrong(message!("{none} is no heap of this game", none))
                .hint(message!("it was recognised {recognised}", recognised)));
        }
        let (from, to) = (self.from.unwrap_or(0), self.to.unwrap_or(u64::MAX));
        if to < from {
            return Err(Failure::wrong(message!("the range from {from} to {to} is empty", from, to))
                .hint(message!("--from is the first heap and --to the last one")));
        }
        let shown = self.to.map_or(io_limits::DEFAULT_VALUES_SHOWN, |to| to - from + 1);
        let in_files = self.csv.is_some() || self.binary.is_some() || self.plot.is_some();
        if shown > io_limits::MAX_VALUES_SHOWN && !in_files {
            return Err(Failure::wrong(message!("{shown} values are too many to show", shown))
                .hint(message!("write them to a file with --csv or --binary, or ask for one with --at")));
        }
        Ok(())
    }

    fn report(&self, study: &Study, source: &Source) -> HeapReport {
        let mut report = study.report();
        report.recognised.clone_from(&source.recognised);
        report.at = self
            .at
            .iter()
            .filter_map(|n| source.heap_of(*n).map(|heap| ValueAt { n: *n, heap, value: study.value(heap) }))
            .collect();
        // Values that are written to a file are not shown as well, and JSON has only the values that were requested.
        let requested = self.from.is_some() || self.to.is_some();
        let in_files = self.csv.is_some() || self.binary.is_some() || self.plot.is_some();
        if !in_files && (requested || !self.json && self.at.is_empty()) {
            let from = self.from.unwrap_or_else(|| source.numbers_below(u64::MAX).start);
            let to = self.to.unwrap_or_else(|| from.saturating_add(io_limits::DEFAULT_VALUES_SHOWN - 1));
            let numbers = known(study, source, from..to.saturating_add(1));
            let start = numbers.start;
            let values: Vec<u128> =
                numbers.map_while(|n| source.heap_of(n).and_then(|heap| study.value(heap))).collect();
            report.values = (!values.is_empty()).then_some((start, values));
        }
        report
    }

    /// Returns the first number of the requested range whose value is unknown. If the range has no end, only its first
    /// number is required: the others are shown as far as they are known.
    fn first_unknown(&self, study: &Study, source: &Source) -> Option<u64> {
        let (from, to) = match (self.from, self.to) {
            (None, None) => return None,
            (Some(from), to) => (from, to.unwrap_or(from)),
            (None, Some(to)) => (source.numbers_below(u64::MAX).start, to),
        };
        let known = known(study, source, from..to + 1);
        match () {
            () if known.start > from || known.is_empty() => Some(from),
            () if known.end <= to => Some(known.end),
            () => None,
        }
    }

    /// Writes the requested files, and returns a message for each.
    fn write_files(&self, study: &Study, source: &Source) -> Result<Vec<Message>, Failure> {
        let mut messages = Vec::new();
        let computed = source.numbers_below(study.computed());
        let requested = self.from.unwrap_or(computed.start)..self.to.map_or(computed.end, |to| to + 1);
        let numbers = known(study, source, requested);
        // If nothing is known, no file is written, and that is reported at the end.
        if !numbers.is_empty() {
            let known = write::Known { study, source, numbers };
            if let Some(path) = &self.csv {
                messages.push(write::csv(path, &known)?);
            }
            if let Some(path) = &self.binary {
                messages.push(write::binary(path, &known)?);
            }
            if let Some(path) = &self.plot {
                messages.push(write::plot(path, &known)?);
            }
        }
        if let Some(path) = &self.certificate {
            messages.push(write::certificate(path, study)?);
        }
        Ok(messages)
    }
}

/// Returns those of the numbers whose values are known; they form one range.
fn known(study: &Study, source: &Source, requested: Range<u64>) -> Range<u64> {
    let known = source.numbers_below(if study.is_proved() { u64::MAX } else { study.computed() });
    requested.start.max(known.start)..requested.end.min(known.end)
}

fn heap(text: &str) -> Result<u64, Message> {
    let wrong = || message!("a heap from 0 to 10^18 is expected, for example 1000");
    match number(text) {
        Some(heap) if heap <= io_limits::MAX_HEAP => Ok(heap),
        _ => Err(wrong()),
    }
}

fn limit(text: &str) -> Result<u64, Message> {
    match number(text) {
        Some(limit) if (1..=io_limits::MAX_HEAP).contains(&limit) => Ok(limit),
        _ => Err(message!("a number of values from 1 to 10^18 is expected, for example 1000000")),
    }
}

/// Parses a number, which may be written as a power, `10^9`, or with its digits in groups, `1_000_000`.
fn number(text: &str) -> Option<u64> {
    let text = text.replace('_', "");
    match text.split_once('^') {
        Some((base, exponent)) => base.parse::<u64>().ok()?.checked_pow(exponent.parse().ok()?),
        None => text.parse().ok(),
    }
}

fn base(text: &str) -> Result<u32, Message> {
    match text.parse() {
        Ok(base) if (2..=GREATEST_BASE).contains(&base) => Ok(base),
        _ => Err(message!("a base from 2 to {most} is expected; octal games have base 8", most = GREATEST_BASE)),
    }
}

fn indices(text: &str) -> Result<u32, Message> {
    match text.parse() {
        Ok(indices) if (1..=4).contains(&indices) => Ok(indices),
        _ => Err(message!("a number of places from 1 to 4 is expected: three make 1023 games")),
    }
}

fn engine(text: &str) -> Result<Engine, Message> {
    let name = |engine: Engine| engine.name().replace(' ', "-");
    let found = Engine::ALL.into_iter().find(|engine| name(*engine) == text.to_lowercase().replace(' ', "-"));
    found.ok_or_else(|| {
        let names: Vec<String> = Engine::ALL.into_iter().map(name).collect();
        message!("there is no engine of that name; there are {names}", names = names.join(", "))
    })
}

/// Opens the file of an earlier run, or creates it; also returns its name in messages.
fn open_to_resume(path: &Path) -> Result<(AppendFile, String), Failure> {
    let shown = path.display().to_string();
    if path.is_dir() {
        return Err(Failure::wrong(message!("`{shown}` is a directory", shown)).hint(message!("name a file in it")));
    }
    match AppendFile::open(path) {
        Ok(file) => Ok((file, shown)),
        Err(error) => Err(cannot_resume(&shown, &error)),
    }
}

/// Builds the failure of reading or writing the file of an earlier run.
fn cannot_resume(shown: &str, error: &io::Error) -> Failure {
    Failure::wrong(message!("cannot use `{shown}` to go on from: {error}", shown, error = reason(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_powers_and_have_groups() {
        assert_eq!(heap("10^18"), Ok(io_limits::MAX_HEAP));
        assert_eq!(heap("1_000"), Ok(1000));
        assert!(heap("10^19").is_err() && heap("-1").is_err() && heap("10^99999999999").is_err() && heap("").is_err());
        assert!(limit("0").is_err() && limit("1e6").is_err());
    }

    #[test]
    fn engines_are_named() {
        assert_eq!(engine("portable-block"), Ok(Engine::BlockPortable));
        assert!(engine("fast").is_err_and(|message| message.to_string().contains("portable-block, sparse")));
    }
}
