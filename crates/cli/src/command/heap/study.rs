//! A study of a heap game: values until a period is found, saved to a file as they are computed, and the proof of the
//! period.

use super::{cannot_resume, open_to_resume};
use crate::command::verify::limits;
use crate::failure::{Failure, reason};
use crate::io_limits;
use crate::output_file::AppendFile;
use crate::screen::note;
use grundy::heap::{Checkpoint, CheckpointError, Engine, HeapRun, HeapValues, Period};
use grundy::pattern::run::{certificate_of, exceptions};
use grundy::proof::{Cause, Certificate, Evidence, Theorem, check_unless};
use grundy::rules::heap::TakeAndBreak;
use grundy::view::heap::grouped;
use grundy::view::{Exceptions, HeapReport, Regularity, SparseReport};
use grundy::{Budget, Stop};
use grundy_message::{Message, message};
use std::io::{self, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

/// Time between two saves; a kill loses no more.
const SAVE_EVERY: Duration = Duration::from_secs(20);

/// Whether a period that was found is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checking {
    /// By the independent checker.
    Always,
    /// Not at all.
    Never,
}

/// What is known of a game.
pub struct Study {
    run: HeapRun,
    saved: Option<SaveFile>,
    certificate: Option<Certificate>,
    theorem: Option<Theorem>,
    /// Why it is not proved.
    but: Option<Message>,
    /// Whether the checker refuted a period that was only observed, or did not finish.
    is_no_period: bool,
    /// Number of values read from the file of an earlier run.
    restored: u64,
    began: Instant,
}

/// The file that values are saved to.
struct SaveFile {
    file: AppendFile,
    checkpoint: Checkpoint,
    shown: String,
}

impl Study {
    /// Starts a study, with the values of an earlier run if `resume` names its file.
    ///
    /// # Errors
    /// Fails if the engine does not support the game, or the file belongs to another game.
    pub fn begin(game: &TakeAndBreak, engine: Option<Engine>, resume: Option<&Path>) -> Result<Study, Failure> {
        let began = Instant::now();
        let mut values = match engine {
            Some(engine) => HeapValues::with_engine(game, engine).map_err(|why| {
                Failure::wrong(message!("{why}; {code} is none of them", why, code = game.code()))
                    .hint(message!("without --engine the fastest that takes the game is chosen"))
            })?,
            None => HeapValues::new(game),
        };
        let saved = resume.map(|path| SaveFile::open(path, &mut values)).transpose()?;
        let restored = values.len();
        let run = HeapRun::new(values);
        Ok(Study { run, saved, certificate: None, theorem: None, but: None, is_no_period: false, restored, began })
    }

    /// Computes until a period is found or `limit` values are known; returns why it stopped earlier.
    ///
    /// # Errors
    /// Fails if the file of values cannot be written.
    pub fn follow(&mut self, limit: u64, budget: &Budget) -> Result<Option<Stop>, Failure> {
        self.in_slices(budget, |run, slice| run.go_on(limit, slice))
    }

    /// Computes until `to` values are known, unless a period gives them.
    ///
    /// # Errors
    /// Fails if the file of values cannot be written.
    pub fn extend(&mut self, to: u64, budget: &Budget) -> Result<Option<Stop>, Failure> {
        self.in_slices(budget, |run, slice| run.fill(to, slice))
    }

    /// Works in slices of some seconds, and saves after each. Limits on seconds and positions apply to the whole study.
    fn in_slices(
        &mut self,
        budget: &Budget,
        mut work: impl FnMut(&mut HeapRun, &Budget) -> Result<(), Stop>,
    ) -> Result<Option<Stop>, Failure> {
        loop {
            let left = budget.max_seconds.map(|seconds| (seconds - self.began.elapsed().as_secs_f64()).max(0.0));
            let done = self.computed() - self.restored;
            let piece = self.saved.as_ref().map(|_| SAVE_EVERY.as_secs_f64());
            let slice = match (left, piece) {
                (Some(left), Some(piece)) => Some(left.min(piece)),
                (left, piece) => left.or(piece),
            };
            let piece = Budget {
                max_seconds: slice,
                max_positions: budget.max_positions.saturating_sub(done),
                max_packed_positions: budget.max_packed_positions.saturating_sub(done),
                ..budget.clone()
            };
            let outcome = work(&mut self.run, &piece);
            if let Some(saved) = &mut self.saved {
                saved.save(self.run.values())?;
            }
            match outcome {
                Ok(()) => return Ok(None),
                Err(Stop::TimeLimit(_)) if left.is_none_or(|left| slice.is_some_and(|slice| slice < left)) => {}
                Err(Stop::TimeLimit(_)) => return Ok(Some(Stop::TimeLimit(budget.max_seconds.unwrap_or_default()))),
                Err(Stop::PositionLimit(_)) => {
                    return Ok(Some(Stop::PositionLimit(budget.max_positions.min(budget.max_packed_positions))));
                }
                Err(stop) => return Ok(Some(stop)),
            }
        }
    }

    /// Makes a certificate of the period and checks it; returns why it stopped earlier.
    ///
    /// # Errors
    /// Fails if the values are proved to be periodic but the checker has computed other values.
    pub fn prove(&mut self, checking: Checking, budget: &Budget) -> Result<Option<Stop>, Failure> {
        let Some(period) = self.run.period() else { return Ok(None) };
        self.certificate = certificate_of(&self.run);
        let Some(certificate) = &self.certificate else {
            self.but = Some(message!("no theorem of the checker is about such a game"));
            return Ok(None);
        };
        if checking == Checking::Never {
            self.but = Some(message!("it was not checked, as was asked for"));
            return Ok(None);
        }
        match check_unless(certificate, &limits(budget), &|| budget.is_cancelled()) {
            Ok(theorem) => self.theorem = Some(theorem),
            Err(refusal) if refusal.cause == Cause::CalledOff => {
                let Period { period: length, preperiod, .. } = period;
                self.but = Some(match period.ground.proves() {
                    true => message!("it was found, but {why}", why = refusal.reason),
                    false => message!(
                        "the period {length} from {preperiod} was only seen: {why}",
                        length,
                        preperiod,
                        why = refusal.reason
                    ),
                });
                // A period that was only observed has no proof.
                if !period.ground.proves() {
                    self.certificate = None;
                    self.is_no_period = true;
                }
                let out_of_time = budget.max_seconds.map(Stop::TimeLimit);
                return Ok(Some(budget.stop().or(out_of_time).unwrap_or(Stop::Cancelled)));
            }
            // Both sides have a proof, so one of them had wrong values.
            Err(refusal) if refusal.cause == Cause::OtherValues && period.ground.proves() => {
                let message = match &self.saved {
                    Some(saved) if self.restored > 0 => {
                        message!("the values in `{file}` are damaged: {why}", file = saved.shown, why = refusal.reason)
                    }
                    _ => message!("the engine and the checker differ: {why}", why = refusal.reason),
                };
                let hint = match self.restored > 0 {
                    true => message!("name another file, or remove this one and compute anew"),
                    false => message!("this is a mistake of the program: please report the command"),
                };
                return Err(Failure::unanswered(message).hint(hint));
            }
            // What looked like a period is not one.
            Err(refusal) if refusal.cause == Cause::OtherValues => {
                let Period { period, preperiod, .. } = period;
                let reason = refusal.reason;
                self.but = Some(message!(
                    "the checker refutes the period {period} from {preperiod}: {reason}",
                    period,
                    preperiod,
                    reason
                ));
                self.certificate = None;
                self.is_no_period = true;
            }
            Err(refusal) => self.but = Some(message!("the checker says: {refusal}", refusal = refusal.message())),
        }
        Ok(None)
    }

    /// Returns true if the period is proved.
    pub fn is_proved(&self) -> bool {
        self.theorem.is_some()
    }

    /// Returns the certificate of the period, which the checker may have refused.
    pub fn certificate(&self) -> Option<&Certificate> {
        self.certificate.as_ref()
    }

    /// Returns the number of computed values.
    pub fn computed(&self) -> u64 {
        self.run.values().len()
    }

    /// Returns the value of a heap if it was computed or is proved.
    pub fn value(&self, n: u64) -> Option<u128> {
        if n < self.computed() {
            return Some(self.run.values().value(n).into());
        }
        self.theorem.as_ref()?.value(n)
    }

    /// Returns the computed values.
    pub fn values(&self) -> &HeapValues {
        self.run.values()
    }

    /// Returns what is known, except for single values.
    pub fn report(&self) -> HeapReport {
        let values = self.run.values();
        let period = self.run.period().filter(|_| !self.is_no_period);
        let last_place = values.game().last_place().unwrap_or(0);
        HeapReport {
            code: values.game().code(),
            engine: engine_words(values.engine()),
            regularity: period.map(|Period { period, preperiod, saltus, .. }| Regularity { period, preperiod, saltus }),
            by: self.theorem.as_ref().and_then(|_| Some(authority(self.certificate.as_ref()?, period?, last_place))),
            but: self.but.clone(),
            computed: values.len(),
            largest: (!values.is_empty()).then(|| {
                let (value, at) = values.largest();
                (value.into(), at)
            }),
            sparse: values.sparse().map(|space| SparseReport {
                mask: space.mask.into(),
                alternates: space.alternates,
                rare: space.rare.len() as u64,
                last: space.rare.last().map(|last| *last as u64),
            }),
            exceptions: period.map(|period| shown_exceptions(values, period)),
            seconds: self.began.elapsed().as_secs_f64(),
            ..HeapReport::default()
        }
    }
}

/// Returns the name of an engine for people.
fn engine_words(engine: Engine) -> Message {
    match engine.name() {
        "window" => message!("window"),
        "block" => message!("block"),
        "portable block" => message!("portable block"),
        "sparse" => message!("sparse"),
        "scan" => message!("scan"),
        "convolution" => message!("convolution"),
        _ => message!("plain"),
    }
}

/// Returns the authority for a proved period.
fn authority(certificate: &Certificate, period: Period, last_place: u64) -> Message {
    let needs = grouped(period.needs);
    match &certificate.evidence {
        Evidence::GuySmith { .. } => message!("Guy–Smith, {count} values", count = needs),
        Evidence::SubtractionWindow => message!("a window of values that comes again, {count} values", count = needs),
        Evidence::Window { window, .. } => {
            // It needs the window, the period and the largest number that can be taken at once, after the preperiod.
            let needs = period.preperiod.max(1) + *window + period.period + last_place;
            message!(
                "window certificate of {window}, {count} values",
                window = grouped(*window),
                count = grouped(needs)
            )
        }
        Evidence::Arithmetic { .. } => message!("arithmetic periodicity"),
        other => message!("{kind} certificate, {count} values", kind = other.kind().replace('_', " "), count = needs),
    }
}

/// Returns the number of exceptions, and the last of them.
fn shown_exceptions(values: &HeapValues, period: Period) -> Exceptions {
    let mut last: Vec<(u64, u64)> = Vec::new();
    let mut count = 0;
    for exception in exceptions(values, period) {
        count += 1;
        if last.len() < io_limits::MAX_EXCEPTIONS_SHOWN {
            last.push(exception);
        }
    }
    last.reverse();
    Exceptions { count, last }
}

impl SaveFile {
    /// Opens the file of an earlier run and reads its values, or creates the file.
    fn open(path: &Path, values: &mut HeapValues) -> Result<SaveFile, Failure> {
        let (mut file, shown) = open_to_resume(path)?;
        let failure = |error: io::Error| cannot_resume(&shown, &error);
        if file.length() == 0 {
            let begun = file.append(|file| {
                let checkpoint = Checkpoint::begin(values.game(), file)?;
                file.sync_data().map(|()| checkpoint)
            });
            let checkpoint = begun.map_err(failure)?;
            return Ok(SaveFile { file, checkpoint, shown });
        }
        let restored =
            Checkpoint::restore(values, &mut BufReader::with_capacity(1 << 20, file.file())).map_err(|error| {
                let hint = match &error {
                    CheckpointError::OtherGame => {
                        message!("`{code}` was asked for; name another file", code = values.game().code())
                    }
                    CheckpointError::Io(_) => message!("look at the path"),
                    _ => message!("name a file that --resume has made, or one that is not there yet"),
                };
                Failure::wrong(message!("`{shown}`: {error}", shown, error = error.message())).hint(hint)
            })?;
        if restored.was_cut {
            note(&message!(
                "`{shown}` was cut off; {values} values of it are whole",
                shown,
                values = grouped(values.len())
            ));
        }
        file.truncate(restored.whole_bytes).map_err(failure)?;
        Ok(SaveFile { file, checkpoint: restored.checkpoint, shown })
    }

    /// Appends the new values, and waits until they are on the disk.
    fn save(&mut self, values: &HeapValues) -> Result<(), Failure> {
        let SaveFile { file, checkpoint, .. } = self;
        let appended = file.append(|file| checkpoint.append(values, file).and_then(|_| file.sync_data()));
        appended.map_err(|error| {
            Failure::wrong(message!("cannot write `{shown}`: {error}", shown = self.shown, error = reason(&error)))
        })
    }
}
