//! A survey of many heap games: studies each, and writes the results as a table or as lines of JSON.
//!
//! With a file to resume from, every finished game is a line of it; games in the file are not studied again. Its first
//! line identifies the survey. A truncated last line is written anew; any other line that cannot be read is left as it
//! is, and its game is studied again.

use super::study::{Checking, Study};
use super::{cannot_resume, open_to_resume};
use crate::failure::{Failure, Status, reason};
use crate::io_limits;
use crate::output_file::AppendFile;
use crate::progress::Progress;
use crate::screen::{Screen, note};
use grundy::heap::survey::codes;
use grundy::rules::heap::TakeAndBreak;
use grundy::view::{Block, Document, HeapReport, Regularity, SparseReport, SurveyRow, View, Words};
use grundy::{Budget, Report};
use grundy_message::{Message, message, template};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Version of the file that a survey resumes from.
const VERSION: u64 = 2;

/// All octal games with a given number of places.
pub struct Survey {
    /// Number of places of the codes.
    pub indices: u32,
    /// Maximum number of values to compute per game.
    pub limit: u64,
    /// Whether periods are checked.
    pub checking: Checking,
    /// The file to resume from.
    pub resume: Option<PathBuf>,
}

impl Survey {
    /// Studies all games.
    ///
    /// # Errors
    /// Fails if the file to resume from belongs to another survey, or cannot be written.
    pub fn run(&self, screen: &Screen, progress: &Progress, budget: &Budget, json: bool) -> Result<Status, Failure> {
        let games = codes(self.indices);
        let mut done: BTreeMap<String, HeapReport> = BTreeMap::new();
        let file = self.resume.as_deref().map(|path| self.open(path, &mut done)).transpose()?;
        let left: Vec<&TakeAndBreak> = games.iter().filter(|game| !done.contains_key(&game.code())).collect();
        let stopped = self.study_all(&left, budget, file, &mut done)?;
        progress.clear();
        let reports = games.iter().filter_map(|game| done.get(&game.code()));
        if json {
            for report in reports {
                screen.print_json_line(&report.data())?;
            }
        } else {
            let rows: Vec<Vec<Words>> = reports.map(|report| SurveyRow(report.clone()).row()).collect();
            let found = done.values().filter(|report| report.regularity.is_some()).count();
            let proved = done.values().filter(|report| report.is_proved()).count();
            let count = done.len();
            let summary =
                message!("{count} games; a period was found of {found}, and proved of {proved}", count, found, proved);
            let table = Block::Columns { titles: SurveyRow::titles(), rows };
            screen.show_document(&Document(vec![table, Block::Gap, Block::Line(Words::plain(summary))]))?;
        }
        if !stopped && done.len() >= games.len() {
            return Ok(Status::Fine);
        }
        let (count, all) = (done.len(), games.len());
        let message = message!("the survey was stopped after {count} of {all} games", count, all);
        let hint = match self.resume.is_some() {
            true => message!("the same command goes on from here"),
            false => message!("with --resume FILE, another run could have gone on from here"),
        };
        Ok(screen.report(&Failure::unanswered(message).hint(hint)))
    }

    /// Studies these games, with as many threads as the budget has, and returns whether it was stopped.
    fn study_all(
        &self,
        games: &[&TakeAndBreak],
        budget: &Budget,
        file: Option<AppendFile>,
        done: &mut BTreeMap<String, HeapReport>,
    ) -> Result<bool, Failure> {
        let next = AtomicUsize::new(0);
        let shared = Mutex::new((file, done, None::<Failure>, false));
        let alone = Budget { progress: None, threads: 1, ..budget.clone() };
        let work = || {
            while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                let studied = if alone.is_cancelled() { Ok(None) } else { self.study(game, &alone) };
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (file, done, failed, stopped) = &mut *shared;
                match studied.and_then(|report| {
                    let Some(report) = report else { return Ok(None) };
                    if let Some(file) = file {
                        let line = format!("{}\n", report.data());
                        file.append(|file| file.write_all(line.as_bytes())).map_err(|error| {
                            Failure::wrong(message!("cannot write the survey's file: {error}", error = reason(&error)))
                        })?;
                    }
                    Ok(Some(report))
                }) {
                    Ok(Some(report)) => {
                        done.insert(report.code.clone(), report);
                    }
                    Ok(None) => *stopped = true,
                    Err(failure) => *failed = Some(failure),
                }
                if *stopped || failed.is_some() {
                    next.store(games.len(), Ordering::Relaxed);
                }
                if let Some(progress) = &budget.progress {
                    let total = Some(games.len() as u64);
                    progress(Report { done: done.len() as u64, total, what: template!("games") });
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..budget.threads.max(1).min(games.len().max(1)) {
                scope.spawn(work);
            }
            work();
        });
        let (_, _, failed, stopped) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(stopped), Err)
    }

    /// Studies one game; returns `None` if it was stopped.
    fn study(&self, game: &TakeAndBreak, budget: &Budget) -> Result<Option<HeapReport>, Failure> {
        let mut study = Study::begin(game, None, None)?;
        if study.follow(self.limit, budget)?.is_some() {
            return Ok(None);
        }
        if study.prove(self.checking, budget)?.is_some() {
            return Ok(None);
        }
        Ok(Some(study.report()))
    }

    /// Opens the file to resume from and reads its games into `done`, or creates the file.
    fn open(&self, path: &Path, done: &mut BTreeMap<String, HeapReport>) -> Result<AppendFile, Failure> {
        let (mut file, shown) = open_to_resume(path)?;
        let failure = |error: io::Error| cannot_resume(&shown, &error);
        let checked = self.checking == Checking::Always;
        let header = json!({"survey": self.indices, "limit": self.limit, "checked": checked, "version": VERSION});
        let mut whole = 0;
        let mut number = 0_u64;
        let mut reader = BufReader::new(file.file());
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = Read::take(&mut reader, io_limits::MAX_SURVEY_LINE_BYTES)
                .read_until(b'\n', &mut line)
                .map_err(failure)?;
            if length as u64 == io_limits::MAX_SURVEY_LINE_BYTES && !line.ends_with(b"\n") {
                return Err(Failure::wrong(message!(
                    "`{shown}` is no survey: line {number} is too long",
                    shown,
                    number = number + 1
                ))
                .hint(message!("name another file")));
            }
            if !line.ends_with(b"\n") {
                break;
            }
            number += 1;
            whole += length as u64;
            let read = serde_json::from_slice::<Value>(&line).ok();
            if number == 1 {
                self.check_header(&shown, &header, read)?;
                continue;
            }
            match read.as_ref().and_then(report_of) {
                Some(report) => drop(done.insert(report.code.clone(), report)),
                None => {
                    note(&message!("line {number} of `{shown}` cannot be read and counts for nothing", number, shown))
                }
            }
        }
        if whole == 0 && file.length() > 0 {
            return Err(Failure::wrong(message!("`{shown}` is no survey", shown)).hint(message!("name another file")));
        }
        file.truncate(whole).map_err(failure)?;
        if whole == 0 {
            file.append(|file| writeln!(file, "{header}")).map_err(failure)?;
        }
        Ok(file)
    }

    /// Fails if the first line of the file is not that of this survey.
    fn check_header(&self, shown: &str, header: &Value, read: Option<Value>) -> Result<(), Failure> {
        let Some(read) = read else {
            return Err(Failure::wrong(message!("`{shown}` is no survey", shown)).hint(message!("name another file")));
        };
        if read == *header {
            return Ok(());
        }
        let mut otherwise_checked = header.clone();
        otherwise_checked["checked"] = json!(self.checking == Checking::Never);
        if read == otherwise_checked {
            let (message, hint) = match self.checking {
                Checking::Always => (
                    message!("`{file}` is of a survey whose periods were not checked", file = shown),
                    message!("say --unchecked, or name another file to have all of them checked"),
                ),
                Checking::Never => (
                    message!("`{file}` is of a survey whose periods were checked", file = shown),
                    message!("leave --unchecked out, or name another file"),
                ),
            };
            return Err(Failure::wrong(message).hint(hint));
        }
        let (text, header) = (read.to_string(), header.to_string());
        let message = match read.get("survey").is_some() {
            true => message!("`{file}` is of another survey: it begins with {text}", file = shown, text),
            false => message!("`{file}` is of no survey: it begins with {text}", file = shown, text),
        };
        Err(Failure::wrong(message)
            .hint(message!("a survey of this kind begins with {header}; name another file", header)))
    }
}

/// Parses a line of the file.
fn report_of(value: &Value) -> Option<HeapReport> {
    let number = |key: &str| value.get(key).and_then(Value::as_u64);
    let regularity = match (number("period"), number("preperiod"), number("saltus")) {
        (Some(period), Some(preperiod), Some(saltus)) => Some(Regularity { period, preperiod, saltus }),
        _ => None,
    };
    let sparse = number("mask").zip(number("rare")).and_then(|(mask, rare)| {
        Some(SparseReport { mask: u32::try_from(mask).ok()?, alternates: false, rare, last: None })
    });
    Some(HeapReport {
        code: value.get("code")?.as_str()?.to_owned(),
        engine: Message::text(value.get("engine")?.as_str()?),
        regularity,
        by: value.get("by")?.as_str().map(Message::text),
        computed: number("computed")?,
        largest: number("max").zip(number("max_at")),
        sparse,
        exceptions: number("exceptions").map(|count| grundy::view::Exceptions { count, last: Vec::new() }),
        seconds: value.get("seconds")?.as_f64()?,
        ..HeapReport::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_file_reads_back() {
        let report = HeapReport {
            code: ".16".into(),
            engine: Message::text("block"),
            regularity: Some(Regularity { period: 149_459, preperiod: 105_351, saltus: 0 }),
            by: Some(Message::text("Guy–Smith")),
            computed: 12,
            largest: Some((9, 3)),
            sparse: Some(SparseReport { mask: 6, alternates: false, rare: 5, last: None }),
            exceptions: Some(grundy::view::Exceptions { count: 7, last: Vec::new() }),
            seconds: 0.5,
            ..HeapReport::default()
        };
        assert_eq!(report_of(&report.data()), Some(report));
        assert_eq!(report_of(&json!({"code": 3})), None);
    }
}
