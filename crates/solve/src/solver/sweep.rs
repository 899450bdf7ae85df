//! Sweep: dense tables filled bottom-up in the order of their index, several boxes at once where they are independent.
//!
//! In: a program whose key is a place in a table, and the fields of the key. Out: a table with a value for each position.
//! Idea: where every move leads to a smaller key, one pass in ascending order finds every option valued (the mex is taken in
//! the same native loop). With two or more numbers that all go one way, blocks on one antidiagonal do not need each other, so
//! threads share them; a block that reads what is not there yet says so, and then the pass is made in order by one thread.
//! Wrong tool for loops, and where few cells of the table are positions that matter.

use crate::budget::{Allowance, Gauge, Stop, Watch};
use crate::solver::way::Running;
use grundy_kernel::code::Program;
use grundy_kernel::sweep::{Sweep, SweepField, SweepKind, SweepStop, SweepTable};
use grundy_kernel::{Engine, Kernel, Machine, Options, Runner};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A slice that takes less than this many seconds is too short, one that takes more than that is too long.
const SHORT: f64 = 0.01;
const LONG: f64 = 0.05;
/// A slice has no more rows.
const MOST_ROWS: u64 = 1 << 20;
/// A block of a table that threads share is this long on each side at least.
const LEAST_BLOCK: u64 = 32;
/// Smaller tables are not shared among threads.
const LEAST_SHARED: u64 = 1 << 16;

/// How a sweep ended.
pub(crate) enum Outcome {
    /// Every position has a value.
    Filled(SweepTable),
    /// The budget ended.
    Stopped(Stop),
    /// It is the wrong tool, and why.
    Unfit(String),
}

/// Estimates how many moves a stretch of a table costs, by those of its last position.
pub(crate) struct Probe {
    runner: Runner,
    options: Options,
    gauge: Gauge,
    /// How many moves the position probed last had, and how many more stretches are taken to be like it.
    moves: u64,
    stretches: u32,
}

impl Probe {
    /// One that spends the budget of this call.
    ///
    /// # Errors
    /// Why the rules cannot be run.
    pub fn new(kernel: &Kernel, watch: &Watch) -> Result<Probe, String> {
        let gauge = Gauge::new();
        gauge.set(watch);
        Ok(Probe {
            runner: kernel.runner(Engine::Interpreter)?,
            options: Options::default(),
            gauge,
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
        if self.gauge.spend(moves) { Ok(()) } else { Err(self.gauge.stop().unwrap_or(Stop::Cancelled)) }
    }
}

/// The key of the last position of a box.
fn last_key(fields: &[SweepField], ranges: &[Range<u64>]) -> u64 {
    fields.iter().zip(ranges).map(|(field, range)| range.end.saturating_sub(1) << field.shift).sum()
}

/// Fills a table of so many cells.
///
/// # Errors
/// Why the program cannot be swept for that kind of value.
#[allow(clippy::too_many_arguments)] // A sweep is asked in one breath.
pub(crate) fn fill(
    program: &Arc<Program>,
    fields: &[SweepField],
    kind: SweepKind,
    cells: u64,
    running: Running,
    probe: &mut Probe,
    allowance: &Allowance,
) -> Result<Outcome, String> {
    let bytes = match kind {
        SweepKind::Nimbers | SweepKind::Outcomes => 1,
        SweepKind::WideNimbers | SweepKind::Remoteness => 4,
        SweepKind::Scores => 8,
    };
    // Positions beyond the limit would be for nothing.
    if let Err(stop) = allowance.could_pass(cells).and_then(|()| allowance.room(cells.saturating_mul(bytes))) {
        return Ok(Outcome::Stopped(stop));
    }
    // Native code is made for this host; elsewhere the interpreter goes on.
    let interpreted = || Sweep::interpreted(program.clone(), fields, kind);
    let sweep = match running {
        Running::Interpreted => interpreted()?,
        _ => Sweep::compile(program.clone(), fields, kind).or_else(|_| interpreted())?,
    };
    allowance.begin("cells", Some(cells));
    let table = sweep.table();
    let wide = fields.len() > 1 && cells >= LEAST_SHARED && allowance.threads() > 1;
    if wide {
        match shared(&sweep, &table, fields, probe, allowance) {
            Ok(()) => return Ok(Outcome::Filled(table)),
            Err(Halt::Stop(stop)) => return Ok(Outcome::Stopped(stop)),
            Err(Halt::Sweep(_)) => {}
        }
        // Blocks were not independent, or values outgrew a byte: once more, in order.
        drop(table);
        let table = sweep.table();
        let done = in_order(sweep, &table, fields, probe, allowance);
        return finish(done, table, program, fields, kind, cells, running, probe, allowance);
    }
    let done = in_order(sweep, &table, fields, probe, allowance);
    finish(done, table, program, fields, kind, cells, running, probe, allowance)
}

#[allow(clippy::too_many_arguments)] // It may have to begin again.
fn finish(
    done: Result<(), Halt>,
    table: SweepTable,
    program: &Arc<Program>,
    fields: &[SweepField],
    kind: SweepKind,
    cells: u64,
    running: Running,
    probe: &mut Probe,
    allowance: &Allowance,
) -> Result<Outcome, String> {
    match done {
        Ok(()) => Ok(Outcome::Filled(table)),
        Err(Halt::Stop(stop)) => Ok(Outcome::Stopped(stop)),
        Err(Halt::Sweep(SweepStop::Narrow { .. })) if kind == SweepKind::Nimbers => {
            fill(program, fields, SweepKind::WideNimbers, cells, running, probe, allowance)
        }
        Err(Halt::Sweep(SweepStop::Narrow { .. })) => Ok(Outcome::Unfit("a value outgrows its table".to_owned())),
        Err(Halt::Sweep(SweepStop::Trouble { .. })) => {
            Ok(Outcome::Unfit("a move leads outside the table or against its order".to_owned()))
        }
        Err(Halt::Sweep(SweepStop::Misfit)) => Ok(Outcome::Unfit("the table does not fit the positions".to_owned())),
    }
}

/// Why a pass ended.
enum Halt {
    Stop(Stop),
    Sweep(SweepStop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

/// One pass in ascending order, in slices of the first field, or of the second where the first is coarse.
fn in_order(
    mut sweep: Sweep,
    table: &SweepTable,
    fields: &[SweepField],
    probe: &mut Probe,
    allowance: &Allowance,
) -> Result<(), Halt> {
    let whole: Vec<Range<u64>> = fields.iter().map(|field| 0..field.count).collect();
    let per_row: u64 = fields[1..].iter().map(|field| field.count).product();
    // Slices get longer until one takes a while, so that the clock is seen in time whatever a position costs.
    let mut length = 1;
    allowance.lap();
    let mut row = 0;
    while row < fields[0].count {
        let rows = length.min(fields[0].count - row);
        let mut ranges = whole.clone();
        ranges[0] = row..row + rows;
        probe.spend(last_key(fields, &ranges), rows.saturating_mul(per_row))?;
        sweep.run(table, &ranges).map_err(Halt::Sweep)?;
        allowance.pass(rows.saturating_mul(per_row))?;
        row += rows;
        length = match allowance.lap() {
            seconds if seconds < SHORT => (2 * length).min(MOST_ROWS),
            seconds if seconds > LONG => (length / 2).max(1),
            _ => length,
        };
    }
    Ok(())
}

/// Blocks of the first two fields, antidiagonal by antidiagonal, each by whoever is free.
fn shared(
    sweep: &Sweep,
    table: &SweepTable,
    fields: &[SweepField],
    probe: &mut Probe,
    allowance: &Allowance,
) -> Result<(), Halt> {
    let threads = allowance.threads();
    let side = |count: u64| (count / (threads as u64 * 8)).clamp(LEAST_BLOCK, 512);
    let (height, width) = (side(fields[0].count), side(fields[1].count));
    let (rows, columns) = (fields[0].count.div_ceil(height), fields[1].count.div_ceil(width));
    let whole: Vec<Range<u64>> = fields.iter().map(|field| 0..field.count).collect();
    let per_cell: u64 = fields[2..].iter().map(|field| field.count).product();
    let mut hands: Vec<Sweep> = (0..threads).map(|_| sweep.clone()).collect();
    for diagonal in 0..rows + columns - 1 {
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
        let run = |hand: &mut Sweep| -> Result<(), Halt> {
            while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                if failed.load(Ordering::Relaxed) {
                    break;
                }
                let ranges = ranges(*block);
                let cells = (ranges[0].end - ranges[0].start) * (ranges[1].end - ranges[1].start) * per_cell;
                let done = hand.run(table, &ranges).map_err(Halt::Sweep).and_then(|()| Ok(allowance.pass(cells)?));
                if done.is_err() {
                    failed.store(true, Ordering::Relaxed);
                    return done;
                }
            }
            Ok(())
        };
        if blocks.len() == 1 {
            run(&mut hands[0])?;
            continue;
        }
        let ended: Vec<Result<(), Halt>> = std::thread::scope(|scope| {
            let handles: Vec<_> = hands.iter_mut().map(|hand| scope.spawn(|| run(hand))).collect();
            let join = |handle: std::thread::ScopedJoinHandle<'_, Result<(), Halt>>| match handle.join() {
                Ok(ended) => ended,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            handles.into_iter().map(join).collect()
        });
        // A stop of the budget is a stop; anything else means that blocks are not independent.
        let mut worst = Ok(());
        for ended in ended {
            match ended {
                Err(Halt::Stop(stop)) => return Err(Halt::Stop(stop)),
                Err(halt) => worst = Err(halt),
                Ok(()) => {}
            }
        }
        worst?;
    }
    Ok(())
}
