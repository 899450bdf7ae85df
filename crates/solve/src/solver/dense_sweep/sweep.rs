//! Sweep: dense tables filled bottom-up in the order of their index, several boxes at once where they are independent.
//!
//! In: a program whose key is an index into a table, and the fields of the key. Out: a table with a value for each
//! position. Idea: if every move leads to a smaller key, one pass in ascending order finds every option valued (the mex
//! is taken in the same native loop). With two or more numbers that all go one way, blocks on one antidiagonal do not
//! need each other, so threads share them; a block that reads what is not there yet reports it, and then one thread
//! makes the pass in order. Wrong tool for loops, and where few cells of the table are positions that matter.

use crate::budget::Stop;
use crate::solver::method::Backend;
use crate::work::{MoveCounter, Work};
use grundy_kernel::code::Program;
use grundy_kernel::sweep::{Sweep, SweepField, SweepKind, SweepStop, SweepTable};
use grundy_kernel::{Engine, Kernel, Machine, Options, Runner};
use grundy_message::{Message, message, template};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A slice that takes fewer seconds is too short; one that takes more than the next constant is too long.
const SHORT: f64 = 0.01;
const LONG: f64 = 0.05;
/// Number of cells of a slice if work is counted.
const COUNTED_SLICE: u64 = 256;
/// Tuning: maximum number of rows of a slice. No measurement is recorded.
const MAX_ROWS: u64 = 1 << 20;
/// Tuning: minimum side of a block of a table that threads share. No measurement is recorded.
const MIN_BLOCK: u64 = 32;
/// Maximum number of cells of a block filled between two checks of the clock.
const LONGEST_PIECE: u64 = 1 << 12;
/// Tuning: smaller tables are not shared among threads. No measurement is recorded.
const MIN_SHARED: u64 = 1 << 16;

/// How a sweep ended.
pub(crate) enum Outcome {
    /// Every position has a value.
    Filled(SweepTable),
    /// The budget ended. Values stored by then are correct.
    Stopped(Stop, Option<SweepTable>),
    /// It is the wrong tool, and why.
    Refused(Message),
}

/// What to do with a table of more positions than may be visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambition {
    /// Fill as much of it as possible: every value is of use.
    AsFarAsItGoes,
    /// Nothing: only the last values are wanted.
    AllOrNothing,
}

/// Estimates how many moves a stretch of a table costs, by those of its last position.
pub(crate) struct Probe {
    runner: Runner,
    options: Options,
    move_counter: MoveCounter,
    /// Number of moves of the position probed last, and how many more stretches are assumed to be like it.
    moves: u64,
    stretches: u32,
}

impl Probe {
    /// Creates a probe that spends the budget of this call.
    ///
    /// # Errors
    /// Returns why the rules cannot be run.
    pub fn new(kernel: &Kernel, work: &Work) -> Result<Probe, Message> {
        let move_counter = MoveCounter::new();
        move_counter.set(work);
        Ok(Probe {
            runner: kernel.runner(Engine::Interpreter)?,
            options: Options::default(),
            move_counter,
            moves: 0,
            stretches: 0,
        })
    }

    fn spend(&mut self, last: u64, cells: u64) -> Result<(), Stop> {
        if self.stretches == 0 {
            Machine::<u64>::look(&mut self.runner, last, &mut self.options);
            self.moves = self.options.words.len() as u64;
            self.stretches = 8;
        }
        self.stretches -= 1;
        let moves = self.moves.saturating_mul(cells);
        if self.move_counter.spend(moves) { Ok(()) } else { Err(self.move_counter.stop().unwrap_or(Stop::Cancelled)) }
    }
}

/// Returns the key of the last position of a box.
fn last_key(fields: &[SweepField], ranges: &[Range<u64>]) -> u64 {
    fields.iter().zip(ranges).map(|(field, range)| range.end.saturating_sub(1) << field.shift).sum()
}

/// A table to be filled.
pub(crate) struct Task<'a> {
    /// The program to sweep with.
    pub program: &'a Arc<Program>,
    /// The fields of its key, the slowest first.
    pub fields: &'a [SweepField],
    /// The value wanted of each position.
    pub kind: SweepKind,
    /// Number of cells of the table.
    pub cells: u64,
    /// The backend that runs the program.
    pub running: Backend,
    /// Number of rows kept, a row being all cells with one value of the first field, and the last row wanted; `None` to
    /// keep and fill all.
    pub kept_rows: Option<(u64, u64)>,
    /// Whether a part of the table is of use.
    pub ambition: Ambition,
    /// The budget.
    pub work: &'a Work<'a>,
}

impl Task<'_> {
    /// Fills the table.
    ///
    /// # Errors
    /// Returns why the program cannot be swept for that kind of value.
    pub fn fill(&self, probe: &mut Probe) -> Result<Outcome, Message> {
        // Positions beyond the limit would be wasted work.
        if let (Err(stop), Ambition::AllOrNothing) = (self.work.could_pass(self.cells), self.ambition) {
            return Ok(Outcome::Stopped(stop, None));
        }
        let mut kind = self.kind;
        loop {
            let sweep = self.sweep(kind)?;
            if let Err(stop) = self.work.room(sweep.table_bytes()) {
                return Ok(Outcome::Stopped(stop, None));
            }
            self.work.begin(template!("cells"), Some(self.cells));
            let mut table = sweep.table();
            let why = match self.pass(sweep, &mut table, probe) {
                Ok(()) => {
                    table.finish();
                    return Ok(Outcome::Filled(table));
                }
                Err(Interrupt::Stop(stop)) => {
                    table.finish();
                    return Ok(Outcome::Stopped(stop, Some(table)));
                }
                Err(Interrupt::Sweep(SweepStop::Narrow { .. })) if kind == SweepKind::Nimbers => {
                    kind = SweepKind::WideNimbers;
                    continue;
                }
                Err(Interrupt::Sweep(SweepStop::Narrow { .. })) => message!("a value outgrows its table"),
                Err(Interrupt::Sweep(SweepStop::Unsupported { .. })) => {
                    message!("a move leads outside the table or against its order")
                }
                Err(Interrupt::Sweep(SweepStop::Misfit)) => message!("the table does not fit the positions"),
            };
            return Ok(Outcome::Refused(why));
        }
    }

    /// Prepares the sweep: native code if it can be made for this host, otherwise interpreted.
    fn sweep(&self, kind: SweepKind) -> Result<Sweep, Message> {
        let (program, fields) = (|| self.program.clone(), self.fields);
        let interpreted = || match self.kept_rows {
            None => Sweep::interpreted(program(), fields, kind),
            Some((rows, _)) => Sweep::interpreted_keeping(program(), fields, kind, rows),
        };
        let compiled = || match self.kept_rows {
            None => Sweep::compile(program(), fields, kind),
            Some((rows, _)) => Sweep::compile_keeping(program(), fields, kind, rows),
        };
        match self.running {
            Backend::Interpreted => interpreted(),
            _ => compiled().or_else(|_| interpreted()),
        }
    }

    /// Fills the table once, by several threads where that pays.
    fn pass(&self, sweep: Sweep, table: &mut SweepTable, probe: &mut Probe) -> Result<(), Interrupt> {
        let several = self.work.threads() > 1 && self.cells >= MIN_SHARED && self.kept_rows.is_none();
        // If work is counted, the result at the limit must not depend on the number of threads.
        let several = several && !self.is_counted();
        if several && self.fields.len() > 1 && !sweep.quick_in_order() {
            match self.shared(&sweep, table, probe) {
                Err(Interrupt::Sweep(_)) => {}
                ended => return ended,
            }
            // Blocks were not independent, or values outgrew a byte: repeat the pass in order.
            *table = sweep.table();
        }
        self.in_order(sweep, table, probe)
    }

    /// Returns true if work may end at some count, rather than by the clock alone.
    fn is_counted(&self) -> bool {
        self.work.counts_moves() || self.work.could_pass(self.cells).is_err()
    }

    /// Makes one pass in ascending order, in slices of one field within one value of all fields before it.
    fn in_order(&self, mut sweep: Sweep, table: &SweepTable, probe: &mut Probe) -> Result<(), Interrupt> {
        let fields = self.fields;
        // Slices grow, and then belong to a field further to the front, until one takes a while, so that the clock is
        // checked in time whatever a position or a row costs.
        let is_counted = self.is_counted();
        let (mut level, mut length) = (fields.len() - 1, if is_counted { COUNTED_SLICE } else { 1 });
        let mut at = vec![0; fields.len()];
        let end = self.kept_rows.map_or(fields[0].count, |(_, last)| (last + 1).min(fields[0].count));
        self.work.lap();
        while at[0] < end {
            let rows = length.min(if level == 0 { end } else { fields[level].count } - at[level]);
            let rows = if is_counted { rows.min(self.work.left()) } else { rows };
            if rows == 0 {
                self.work.pass(1)?;
            }
            let range = |(index, field): (usize, &SweepField)| match index.cmp(&level) {
                std::cmp::Ordering::Less => at[index]..at[index] + 1,
                std::cmp::Ordering::Equal => at[index]..at[index] + rows,
                std::cmp::Ordering::Greater => 0..field.count,
            };
            let ranges: Vec<Range<u64>> = fields.iter().enumerate().map(range).collect();
            let cells = fields[level + 1..].iter().map(|field| field.count).product::<u64>().saturating_mul(rows);
            probe.spend(last_key(fields, &ranges), cells)?;
            sweep.run(table, &ranges).map_err(Interrupt::Sweep)?;
            self.work.pass(cells)?;
            at[level] += rows;
            let mut index = level;
            while index > 0 && at[index] == fields[index].count {
                at[index] = 0;
                index -= 1;
                at[index] += 1;
            }
            let seconds = self.work.lap();
            if is_counted {
                // A counted limit ends at the same cell on every machine.
            } else if seconds < SHORT {
                if length < fields[level].count.min(MAX_ROWS) {
                    length *= 2;
                } else if level > 0 && at[level] == 0 {
                    (level, length) = (level - 1, 1);
                }
            } else if seconds > LONG {
                if length > 1 {
                    length /= 2;
                } else if level + 1 < fields.len() {
                    level += 1;
                    length = (fields[level].count / 2).max(1);
                }
            }
        }
        Ok(())
    }

    /// Fills blocks of the first two fields, antidiagonal by antidiagonal, each by the next free thread.
    fn shared(&self, sweep: &Sweep, table: &SweepTable, probe: &mut Probe) -> Result<(), Interrupt> {
        let (fields, work) = (self.fields, self.work);
        let threads = work.threads();
        let side = |count: u64| (count / (threads as u64 * 8)).clamp(MIN_BLOCK, 512);
        let (height, width) = (side(fields[0].count), side(fields[1].count));
        let (rows, columns) = (fields[0].count.div_ceil(height), fields[1].count.div_ceil(width));
        let whole: Vec<Range<u64>> = fields.iter().map(|field| 0..field.count).collect();
        let per_cell: u64 = fields[2..].iter().map(|field| field.count).product();
        let mut hands: Vec<Sweep> = (0..threads).map(|_| sweep.clone()).collect();
        for diagonal in 0u64..rows + columns - 1 {
            let first = diagonal.saturating_sub(columns - 1);
            let last = diagonal.min(rows - 1);
            let blocks: Vec<(u64, u64)> = (first..=last).map(|row| (row, diagonal - row)).collect();
            let ranges = |(row, column): (u64, u64)| {
                let mut ranges = whole.clone();
                ranges[0] = row * height..((row + 1) * height).min(fields[0].count);
                ranges[1] = column * width..((column + 1) * width).min(fields[1].count);
                ranges
            };
            if let Some(middle) = blocks.get(blocks.len() / 2) {
                let cells = height.saturating_mul(width).saturating_mul(per_cell).saturating_mul(blocks.len() as u64);
                probe.spend(last_key(fields, &ranges(*middle)), cells)?;
            }
            let next = AtomicUsize::new(0);
            let failed = AtomicBool::new(false);
            let run = |hand: &mut Sweep| -> Result<(), Interrupt> {
                while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if failed.load(Ordering::Relaxed) {
                        break;
                    }
                    // In pieces, so that the clock is checked in time.
                    for piece in pieces(ranges(*block), per_cell) {
                        let cells = (piece[1].end - piece[1].start) * per_cell;
                        let done =
                            hand.run(table, &piece).map_err(Interrupt::Sweep).and_then(|()| Ok(work.pass(cells)?));
                        if done.is_err() {
                            failed.store(true, Ordering::Relaxed);
                            return done;
                        }
                    }
                }
                Ok(())
            };
            if blocks.len() == 1 {
                run(&mut hands[0])?;
                continue;
            }
            let ended: Vec<Result<(), Interrupt>> = std::thread::scope(|scope| {
                let handles: Vec<_> = hands.iter_mut().map(|hand| scope.spawn(|| run(hand))).collect();
                let compound = |handle: std::thread::ScopedJoinHandle<'_, Result<(), Interrupt>>| match handle.join() {
                    Ok(ended) => ended,
                    Err(panic) => std::panic::resume_unwind(panic),
                };
                handles.into_iter().map(compound).collect()
            });
            // A stop of the budget is a stop; any other error means that blocks are not independent.
            let mut worst = Ok(());
            for ended in ended {
                match ended {
                    Err(Interrupt::Stop(stop)) => return Err(Interrupt::Stop(stop)),
                    Err(halt) => worst = Err(halt),
                    Ok(()) => {}
                }
            }
            worst?;
        }
        Ok(())
    }
}

/// Cuts a box into its rows, and these into cells if a cell stands for many.
fn pieces(ranges: Vec<Range<u64>>, per_cell: u64) -> impl Iterator<Item = Vec<Range<u64>>> {
    let length = (LONGEST_PIECE / per_cell.max(1)).max(1);
    let (rows, columns) = (ranges[0].clone(), ranges[1].clone());
    rows.flat_map(move |row| {
        let (ranges, columns) = (ranges.clone(), columns.clone());
        columns.clone().step_by(length as usize).map(move |column| {
            let mut piece = ranges.clone();
            piece[0] = row..row + 1;
            piece[1] = column..(column + length).min(columns.end);
            piece
        })
    })
}

/// Why a pass ended.
enum Interrupt {
    Stop(Stop),
    Sweep(SweepStop),
}

impl From<Stop> for Interrupt {
    fn from(stop: Stop) -> Interrupt {
        Interrupt::Stop(stop)
    }
}
