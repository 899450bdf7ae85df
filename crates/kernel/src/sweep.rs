//! Tables of values filled from the bottom up, in the order of their keys.
//!
//! In: a program of one-word keys whose options all come earlier in the order, the fields of the key, and the kind of
//! value. Out: a table with one entry for each key. The key itself is the index into the table, so there is neither
//! hashing nor a list of options: each value is gathered while the moves are made. Loops that only walk along the table are
//! gathered as runs, many entries together. An option that has no value yet
//! means that the order is not the game's, and stops the sweep. Wrong tool for games with loops, and where few keys of
//! the box are reached.

pub(crate) mod runs;
pub(crate) mod scan;
mod table;
pub(crate) mod walker;

pub use self::table::SweepTable;
pub(crate) use self::table::{KeptRows, Skew};

use self::runs::WithRuns;
use self::table::NO_SCORE;
use self::walker::{Run, View, Walker};
use crate::code::{Instruction, Program, Verdict};
use crate::interpret::{Exit, Interpreter, Listener, Wanted};
use crate::machine::End;
use crate::native::sweep::NativeSweep;
use grundy_message::{Message, message};
use std::ops::Range;
use std::sync::Arc;

/// A number inside the key: `count` values from 0, its lowest bit at `shift`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepField {
    /// Index of its lowest bit in the key.
    pub shift: u32,
    /// Number of values it takes.
    pub count: u64,
}

/// Quantity that a sweep computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepKind {
    /// Grundy values below 64, a byte each.
    Nimbers,
    /// Grundy values below [`MAX_NIMBER`], four bytes each.
    WideNimbers,
    /// [`LOST`], [`WON`] or [`DRAWN`] for the player to move, a byte each.
    Outcomes,
    /// Four times the remoteness plus the outcome.
    Remoteness,
    /// Score of the player to move minus that of the opponent.
    Scores,
}

/// The player to move loses.
pub const LOST: u8 = 1;
/// The player to move wins.
pub const WON: u8 = 2;
/// Neither player wins.
pub const DRAWN: u8 = 3;

/// Format: exclusive upper bound of wide nimbers.
pub const MAX_NIMBER: u32 = 1 << 24;

/// Maximum entry of an option in a sweep of remoteness; a greater one stops the sweep.
pub(crate) const LAST_REMOTENESS: u32 = u32::MAX - 8;

/// Why a sweep stopped. All positions of the box before that one have their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepStop {
    /// The rules cannot be carried out there, or an option has no value: it comes later in the order or lies outside.
    Unsupported {
        /// The key.
        at: u64,
    },
    /// The value does not fit into an entry.
    Narrow {
        /// The key.
        at: u64,
    },
    /// The table or the ranges are not those of the sweep.
    Misfit,
}

/// Grundy values seen among the options of one position: those whose mark is the position's stamp.
///
/// Invariant: `marks` has a power of two of cells and then eight that are never marked, where every search ends.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    pub(crate) marks: Vec<u8>,
    pub(crate) stamp: u8,
}

impl Marks {
    pub(crate) fn new() -> Marks {
        Marks { marks: vec![0; 1024 + 8], stamp: 0 }
    }

    /// Returns the exclusive upper bound of values that can be marked.
    pub(crate) fn size(&self) -> usize {
        self.marks.len() - 8
    }

    /// Grows the marks for a value below [`MAX_NIMBER`].
    pub(crate) fn grow(&mut self, value: u32) {
        let size = (value as usize + 1).next_power_of_two().max(self.size());
        self.marks.resize(size + 8, 0);
        // The eight cells that used to end the marks were never marked.
    }

    /// Starts a position.
    fn begin(&mut self) {
        if self.stamp == u8::MAX {
            self.clear();
        }
        self.stamp += 1;
    }

    /// Clears all marks, so that stamps can start again.
    pub(crate) fn clear(&mut self) {
        self.marks.fill(0);
        self.stamp = 0;
    }
}

/// A program ready to fill tables. Each thread has a clone of its own.
#[derive(Clone)]
pub struct Sweep {
    kind: SweepKind,
    fields: Arc<[SweepField]>,
    kept: Option<KeptRows>,
    engine: Engine,
}

#[derive(Clone)]
enum Engine {
    Native(Box<NativeSweep>),
    Interpreted(Box<InterpretedSweep>),
}

/// An interpreted sweep with the state of its runs.
#[derive(Clone)]
struct InterpretedSweep {
    interpreter: Interpreter,
    marks: Marks,
    walker: Walker,
    has_runs: bool,
    /// True if every loop is a run whose options need not be read while the table is filled in order.
    quick_in_order: bool,
    vectors: bool,
}

impl Sweep {
    /// Compiles a sweep to native code.
    ///
    /// # Errors
    /// Fails with a sentence if the program cannot be swept like this or not be compiled here.
    pub fn compile(program: Arc<Program>, fields: &[SweepField], kind: SweepKind) -> Result<Sweep, Message> {
        suits(&program, fields, kind)?;
        let engine = Engine::Native(Box::new(NativeSweep::compile(program, fields, kind, None)?));
        Ok(Sweep { kind, fields: fields.into(), kept: None, engine })
    }

    /// Compiles a sweep to native code whose table keeps only the given number of last rows; a row is all keys with one
    /// value of the first field. A position whose options lie in earlier rows is unsupported.
    ///
    /// # Errors
    /// Fails with a sentence if the program cannot be swept like this or not be compiled here.
    pub fn compile_keeping(
        program: Arc<Program>,
        fields: &[SweepField],
        kind: SweepKind,
        rows: u64,
    ) -> Result<Sweep, Message> {
        suits(&program, fields, kind)?;
        let kept = Some(KeptRows::new(fields, rows)?);
        let engine = Engine::Native(Box::new(NativeSweep::compile(program, fields, kind, kept)?));
        Ok(Sweep { kind, fields: fields.into(), kept, engine })
    }

    /// Like [`Sweep::compile_keeping`], but by the interpreter.
    ///
    /// # Errors
    /// Fails with a sentence if the program cannot be swept like this.
    pub fn interpreted_keeping(
        program: Arc<Program>,
        fields: &[SweepField],
        kind: SweepKind,
        rows: u64,
    ) -> Result<Sweep, Message> {
        let kept = Some(KeptRows::new(fields, rows)?);
        Sweep::by_interpreter(&program, WithRuns::none(&program.look), fields, kind, kept)
    }

    /// Creates a sweep by the interpreter, on any host.
    ///
    /// # Errors
    /// Fails with a sentence if the program cannot be swept like this.
    pub fn interpreted(program: Arc<Program>, fields: &[SweepField], kind: SweepKind) -> Result<Sweep, Message> {
        Sweep::by_interpreter(&program, WithRuns::of(&program.look, kind, None), fields, kind, None)
    }

    /// Like [`Sweep::interpreted`], but option by option, for tests to compare runs with.
    #[cfg(test)]
    pub(crate) fn without_runs(
        program: Arc<Program>,
        fields: &[SweepField],
        kind: SweepKind,
    ) -> Result<Sweep, Message> {
        Sweep::by_interpreter(&program, WithRuns::none(&program.look), fields, kind, None)
    }

    fn by_interpreter(
        program: &Program,
        look: WithRuns,
        fields: &[SweepField],
        kind: SweepKind,
        kept: Option<KeptRows>,
    ) -> Result<Sweep, Message> {
        suits(program, fields, kind)?;
        let engine = Engine::Interpreted(Box::new(InterpretedSweep::new(program, look, fields, kind)));
        Ok(Sweep { kind, fields: fields.into(), kept, engine })
    }

    /// Creates the table for the whole sweep.
    pub fn table(&self) -> SweepTable {
        let table = SweepTable::keeping(self.kind, &self.fields, self.kept);
        if self.turns() { table.with_turned() } else { table }
    }

    /// Returns how many bytes its table takes while it is filled.
    pub fn table_bytes(&self) -> u64 {
        let entry = match self.kind {
            SweepKind::Nimbers | SweepKind::Outcomes => 1,
            SweepKind::WideNimbers | SweepKind::Remoteness => 4,
            SweepKind::Scores => 8,
        };
        let last: u64 = self.fields.iter().map(|field| field.count.saturating_sub(1) << field.shift).sum();
        let entries = self.kept.map_or(last.saturating_add(1), KeptRows::entries);
        let bytes = entries.saturating_mul(entry);
        let turned = table::Turned::shape(&self.fields).filter(|_| self.turns());
        bytes.saturating_add(turned.map_or(0, |(rows, stride)| rows.saturating_mul(stride)))
    }

    fn turns(&self) -> bool {
        let turns = match &self.engine {
            Engine::Native(sweep) => sweep.turns(),
            Engine::Interpreted(sweep) => sweep.walker.turns(),
        };
        self.kind == SweepKind::Nimbers && self.kept.is_none() && turns
    }

    /// Returns true if filling in order, box after box, is so much faster than any other order that threads should not
    /// share it.
    pub fn quick_in_order(&self) -> bool {
        match &self.engine {
            Engine::Native(sweep) => sweep.quick_in_order(),
            Engine::Interpreted(sweep) => sweep.quick_in_order,
        }
    }

    /// Fills the entries of a box, a range for each field, in order, the first field slowest. Keys that are not
    /// positions keep an entry without value.
    ///
    /// # Errors
    /// Fails with the reason and the key where it stopped.
    pub fn run(&mut self, table: &SweepTable, ranges: &[Range<u64>]) -> Result<(), SweepStop> {
        let same = table.kind == self.kind && table.fields == self.fields && table.kept_rows() == self.kept;
        if !same || ranges.len() != self.fields.len() {
            return Err(SweepStop::Misfit);
        }
        for (range, field) in ranges.iter().zip(&*self.fields) {
            if range.is_empty() {
                return Ok(());
            }
            if range.end > field.count {
                return Err(SweepStop::Misfit);
            }
        }
        if self.kept.is_none() {
            return self.run_box(table, ranges);
        }
        let from_the_start = ranges[1..].iter().all(|range| range.start == 0);
        let mut row_alone = ranges.to_vec();
        for row in ranges[0].clone() {
            if from_the_start {
                table.begin_row(row);
            }
            row_alone[0] = row..row + 1;
            self.run_box(table, &row_alone)?;
        }
        Ok(())
    }

    fn run_box(&mut self, table: &SweepTable, ranges: &[Range<u64>]) -> Result<(), SweepStop> {
        match &mut self.engine {
            Engine::Native(sweep) => sweep.run(table, &self.fields, ranges),
            Engine::Interpreted(sweep) => sweep.run(table, &self.fields, ranges),
        }
    }
}

/// Checks that a program can be swept for a kind of value; fails with the reason if not.
fn suits(program: &Program, fields: &[SweepField], kind: SweepKind) -> Result<(), Message> {
    if program.words != 1 {
        return Err(message!("a key of {count} words is no place in a table", count = program.words));
    }
    if fields.is_empty() {
        return Err(Message::text("a sweep needs a field"));
    }
    let mut bits_above = 63;
    for field in fields {
        let bits = 64 - field.count.saturating_sub(1).leading_zeros();
        if field.count == 0 || field.shift.saturating_add(bits) > bits_above {
            return Err(Message::text(format!("the field at bit {} is empty or overlaps another", field.shift)));
        }
        bits_above = field.shift;
    }
    let nimbers = matches!(kind, SweepKind::Nimbers | SweepKind::WideNimbers);
    if !program.plain && matches!(kind, SweepKind::Outcomes | SweepKind::Remoteness) {
        return Err(Message::text("outcomes are swept only where every option is one part and the turn changes"));
    }
    for instruction in &program.look.instructions {
        let suits = match *instruction {
            Instruction::Ended(..) if nimbers => false,
            Instruction::Stuck(verdict) if nimbers => verdict == Verdict::Lose,
            Instruction::Option(_, None, None) => true,
            Instruction::Option(..) => kind == SweepKind::Scores,
            Instruction::Ended(_, verdict) | Instruction::Stuck(verdict) => {
                matches!(verdict, Verdict::Score(_)) == (kind == SweepKind::Scores)
            }
            _ => true,
        };
        if !suits {
            return Err(Message::text(format!("{instruction:?} does not go with a sweep for {kind:?}")));
        }
    }
    Ok(())
}

impl InterpretedSweep {
    fn new(program: &Program, look: WithRuns, fields: &[SweepField], kind: SweepKind) -> InterpretedSweep {
        let walker = Walker::new(&look.sites, fields, kind, program.valid.is_none());
        let program = Program { look: look.code, ..program.clone() };
        InterpretedSweep {
            interpreter: Interpreter::new(Arc::new(program)),
            marks: Marks::new(),
            has_runs: !look.sites.is_empty(),
            quick_in_order: look.every_loop && walker.follows().1,
            walker,
            vectors: scan::has_vectors(),
        }
    }

    fn run(&mut self, table: &SweepTable, fields: &[SweepField], ranges: &[Range<u64>]) -> Result<(), SweepStop> {
        self.walker.begin(table, fields, ranges);
        let result = self.fill(table, fields, ranges);
        if result.is_err() {
            self.walker.fail();
        }
        result
    }

    fn fill(&mut self, table: &SweepTable, fields: &[SweepField], ranges: &[Range<u64>]) -> Result<(), SweepStop> {
        let view = View::of(table);
        let mut at: Vec<u64> = ranges.iter().map(|range| range.start).collect();
        loop {
            let key = at.iter().zip(fields).map(|(number, field)| number << field.shift).sum();
            if self.interpreter.valid(&[key]) {
                let value = match self.vectors {
                    true => self.value::<true>(table, &view, key)?,
                    false => self.value::<false>(table, &view, key)?,
                };
                table.set(key, value);
                if self.has_runs && table.kind == SweepKind::Outcomes && value != i64::from(WON) {
                    self.walker.note(key, value as u8);
                }
            }
            // Next cell of the box: the last field that is not at its end goes up, those after it start again.
            let mut field = fields.len();
            loop {
                if field == 0 {
                    return Ok(());
                }
                field -= 1;
                at[field] += 1;
                if at[field] < ranges[field].end {
                    break;
                }
                at[field] = ranges[field].start;
            }
        }
    }

    fn value<const VECTORS: bool>(&mut self, table: &SweepTable, view: &View, key: u64) -> Result<i64, SweepStop> {
        let InterpretedSweep { interpreter, marks, walker, .. } = self;
        marks.begin();
        let mut gatherer = Gatherer::<VECTORS>::new(table, view, key, marks, walker);
        let exit = interpreter.tell(&[key], &mut gatherer);
        gatherer.settle(exit)
    }
}

/// Gathers the value of one position from its options. Native code does the same for each kind.
struct Gatherer<'a, const VECTORS: bool> {
    table: &'a SweepTable,
    view: &'a View,
    key: u64,
    marks: &'a mut Marks,
    walker: &'a mut Walker,
    /// A run that waits for its site.
    run: Option<Run>,
    /// True if an option had no value.
    trouble: bool,
    /// Parts of the current option, the xor of their nimbers, the value of the last.
    parts: u32,
    xor: i64,
    last: i64,
    /// Nimbers seen, one bit each.
    mask: u64,
    listed: bool,
    won: bool,
    drawn: bool,
    /// Minimum of the lost options, maximum of the won; of scores the maximum.
    min: u32,
    greatest: u32,
    best: i64,
}

impl<'a, const VECTORS: bool> Gatherer<'a, VECTORS> {
    fn new(
        table: &'a SweepTable,
        view: &'a View,
        key: u64,
        marks: &'a mut Marks,
        walker: &'a mut Walker,
    ) -> Gatherer<'a, VECTORS> {
        Gatherer {
            table,
            view,
            key,
            marks,
            walker,
            run: None,
            trouble: false,
            parts: 0,
            xor: 0,
            last: 0,
            mask: 0,
            listed: false,
            won: false,
            drawn: false,
            min: u32::MAX,
            greatest: 0,
            best: i64::MIN,
        }
    }

    fn settle(&mut self, exit: Exit) -> Result<i64, SweepStop> {
        let at = self.key;
        let trouble = Err(SweepStop::Unsupported { at });
        if self.trouble {
            return trouble;
        }
        let outcome = |end| match end {
            End::Win => i64::from(WON),
            End::Lose => i64::from(LOST),
            End::Draw => i64::from(DRAWN),
            End::Score(score) => score,
        };
        let value = match exit {
            Exit::Unsupported => return trouble,
            Exit::Ended(_, end) => outcome(end),
            Exit::Stuck(End::Lose) if matches!(self.table.kind, SweepKind::Nimbers | SweepKind::WideNimbers) => 0,
            Exit::Stuck(end) => outcome(end),
            Exit::Done | Exit::Enough => match self.table.kind {
                SweepKind::Nimbers if self.mask == u64::MAX => return Err(SweepStop::Narrow { at }),
                SweepKind::Nimbers => i64::from(self.mask.trailing_ones()),
                SweepKind::WideNimbers => match self.walker.mex::<VECTORS>(self.view, self.marks, self.marks.stamp) {
                    None => return trouble,
                    Some(MAX_NIMBER..) => return Err(SweepStop::Narrow { at }),
                    Some(mex) => i64::from(mex),
                },
                SweepKind::Outcomes if self.won => i64::from(WON),
                SweepKind::Outcomes | SweepKind::Remoteness if self.drawn && !self.won => i64::from(DRAWN),
                SweepKind::Outcomes => i64::from(LOST),
                SweepKind::Remoteness => {
                    // One move more, and the other outcome.
                    let (option, value) = match self.won {
                        true => (self.min, i64::from(self.min) + 4 + 1),
                        false => (self.greatest, i64::from(self.greatest) + 4 - 1),
                    };
                    if option > LAST_REMOTENESS {
                        return Err(SweepStop::Narrow { at });
                    }
                    value
                }
                SweepKind::Scores => self.best,
            },
        };
        if value == NO_SCORE { trouble } else { Ok(value) }
    }
}

impl<const VECTORS: bool> Gatherer<'_, VECTORS> {
    /// Gathers a run of options.
    fn gather(&mut self, run: Run) {
        match self.table.kind {
            SweepKind::Nimbers => match self.walker.nimbers::<VECTORS>(self.view, run) {
                Some(mask) => self.mask |= mask,
                None => self.trouble = true,
            },
            SweepKind::Outcomes => match self.walker.outcome::<VECTORS>(self.view, run, self.key) {
                LOST => self.won = true,
                WON => {}
                DRAWN => self.drawn = true,
                _ => self.trouble = true,
            },
            _ => self.trouble |= !self.walker.keep(self.view, run),
        }
    }
}

impl<const VECTORS: bool> Listener for Gatherer<'_, VECTORS> {
    fn part(&mut self, mut words: impl ExactSizeIterator<Item = u64>) {
        if words.len() > 1
            && let (Some(count), Some(first)) = (words.next(), words.next())
        {
            self.run = Some(Run { site: 0, count, first, second: words.next().unwrap_or(0) });
            return;
        }
        self.parts += 1;
        match words.next().and_then(|key| self.table.value(key)) {
            Some(value) => {
                self.xor ^= value;
                self.last = value;
            }
            None => self.trouble = true,
        }
    }

    fn option(&mut self, rule: u16, again: bool, gain: i64) -> Wanted {
        self.listed = true;
        if let Some(run) = self.run.take() {
            self.gather(Run { site: u64::from(rule), ..run });
            return if self.trouble || self.won { Wanted::Enough } else { Wanted::More };
        }
        let (parts, xor, last) = (self.parts, self.xor, self.last);
        (self.parts, self.xor) = (0, 0);
        match self.table.kind {
            SweepKind::Nimbers => self.mask |= 1 << (xor & 63),
            SweepKind::WideNimbers => {
                if xor as usize >= self.marks.size() {
                    self.marks.grow(xor as u32);
                }
                self.marks.marks[xor as usize] = self.marks.stamp;
            }
            _ if parts != 1 => self.trouble = true,
            SweepKind::Outcomes => {
                self.won = last == i64::from(LOST);
                self.drawn |= last == i64::from(DRAWN);
            }
            SweepKind::Remoteness => match (last & 3) as u8 {
                LOST => {
                    self.won = true;
                    self.min = self.min.min(last as u32);
                }
                WON => self.greatest = self.greatest.max(last as u32),
                _ => self.drawn = true,
            },
            SweepKind::Scores => {
                let score = if again { gain.checked_add(last) } else { gain.checked_sub(last) };
                match score {
                    Some(score) if score != NO_SCORE => self.best = self.best.max(score),
                    _ => self.trouble = true,
                }
            }
        }
        let decided = self.won && self.table.kind == SweepKind::Outcomes;
        if self.trouble || decided { Wanted::Enough } else { Wanted::More }
    }

    fn listed(&self) -> bool {
        self.listed
    }
}
