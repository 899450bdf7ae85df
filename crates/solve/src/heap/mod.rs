//! Heap games: the values of take-and-break games, their periods, and long tables of them.
//!
//! In: a [`TakeAndBreak`]. Out: [`HeapValues`], the Grundy values of the heaps 0, 1, 2, ..., as many as requested, by
//! the fastest of several engines that agree; [`Period`]s proved by a theorem; [`HeapRun`], which looks for one and
//! then knows every heap. Idea: each engine has its own algorithm for the least number that is not an option, from the
//! definition in `plain` to the blocks of 32 heaps in `block`. Wrong tool for heaps that are more than a number of
//! tokens: those are games of the rule language.

mod block;
pub mod checkpoint;
mod convolution;
mod field;
mod period;
mod places;
mod plain;
mod run;
mod scan;
mod space;
mod sparse;
pub mod survey;
mod table;
mod window;

pub use checkpoint::{Checkpoint, CheckpointError, Restored};
pub use period::{Ground, Period, find_period};
pub use run::{HeapRun, solve_heap};
pub use table::Slice;

use crate::budget::{Budget, Stop};
use crate::work::Work;
use block::Block;
use convolution::Convolution;
use grundy_kernel::heap::Path;
use grundy_message::{Message, message, template};
use grundy_rules::heap::TakeAndBreak;
use places::Places;
use plain::Plain;
use scan::Scan;
use sparse::Sparse;
use table::Table;
use window::Window;

/// An algorithm that finds the values of a heap game. All that accept a game agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Options in one word: moves that leave at most one heap.
    Window,
    /// A sparse space, 32 heaps at a time; games without one by the scan.
    Block,
    /// Like [`Engine::Block`], but without the vector instructions of the processor.
    BlockPortable,
    /// A sparse space, one heap at a time.
    Sparse,
    /// Candidates, compared with all splits.
    Scan,
    /// Sets of values of several heaps.
    Convolution,
    /// Every option of every heap: the reference.
    Plain,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 7] = [
        Engine::Window,
        Engine::Block,
        Engine::BlockPortable,
        Engine::Sparse,
        Engine::Scan,
        Engine::Convolution,
        Engine::Plain,
    ];

    /// Returns the name of the engine.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Window => "window",
            Engine::Block => "block",
            Engine::BlockPortable => "portable block",
            Engine::Sparse => "sparse",
            Engine::Scan => "scan",
            Engine::Convolution => "convolution",
            Engine::Plain => "plain",
        }
    }
}

/// The sparse space of a game, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseSpace<'a> {
    /// A value is common or rare by the parity of its bits under this mask.
    pub mask: u16,
    /// The parity of the heap is added to that.
    pub alternates: bool,
    /// The heaps with rare values, in order.
    pub rare: &'a [usize],
}

/// The Grundy values of the heaps 0, 1, 2, ... of one game.
///
/// ```
/// use grundy_rules::heap::TakeAndBreak;
/// use grundy_solve::{Budget, heap::HeapValues};
/// let kayles = TakeAndBreak::new(vec![0, 7, 7], vec![], false).unwrap();
/// let mut values = HeapValues::new(&kayles);
/// values.extend(12, &Budget::default()).unwrap();
/// assert_eq!((0..12).map(|n| values.value(n)).collect::<Vec<_>>(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// ```
pub struct HeapValues {
    game: TakeAndBreak,
    engine: Engine,
    machine: Machine,
    table: Table,
    largest: Largest,
}

enum Machine {
    Window(Box<Window>),
    Block(Box<Block>),
    Sparse(Box<Sparse>),
    Scan(Places, Box<Scan>),
    Convolution(Box<Convolution>),
    Plain(Box<Plain>),
}

/// The largest value among those scanned.
#[derive(Clone, Copy, Default)]
struct Largest {
    value: u32,
    first: usize,
    looked: usize,
}

impl HeapValues {
    /// Makes an empty table with the fastest engine for the game.
    pub fn new(game: &TakeAndBreak) -> HeapValues {
        let order = [Engine::Window, Engine::Block, Engine::Plain, Engine::Convolution];
        let made = order.into_iter().find_map(|engine| HeapValues::with_engine(game, engine).ok());
        made.expect("the convolution takes every game")
    }

    /// Like [`HeapValues::new`], but with the given engine.
    ///
    /// # Errors
    /// The engine does not support the game.
    pub fn with_engine(game: &TakeAndBreak, engine: Engine) -> Result<HeapValues, Message> {
        let machine = match engine {
            Engine::Window => Machine::Window(Box::new(Window::new(game)?)),
            Engine::Block => Machine::Block(Box::new(Block::new(&Places::new(game, engine.name())?, Path::best()))),
            Engine::BlockPortable => {
                Machine::Block(Box::new(Block::new(&Places::new(game, engine.name())?, Path::portable())))
            }
            Engine::Sparse => Machine::Sparse(Box::new(Sparse::new(&Places::new(game, engine.name())?))),
            Engine::Scan => {
                let places = Places::new(game, engine.name())?;
                let scan = Scan::new(&places, Path::best());
                Machine::Scan(places, Box::new(scan))
            }
            Engine::Convolution => Machine::Convolution(Box::new(Convolution::new(game))),
            Engine::Plain if game.most_parts() > 2 => {
                return Err(message!("the plain engine takes games whose moves leave at most two heaps"));
            }
            Engine::Plain => Machine::Plain(Box::new(Plain::new(game))),
        };
        let (table, largest) = (Table::new(), Largest::default());
        Ok(HeapValues { game: game.clone(), engine, machine, table, largest })
    }

    /// Returns the game.
    pub fn game(&self) -> &TakeAndBreak {
        &self.game
    }

    /// Returns the engine.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns the number of known values.
    pub fn len(&self) -> u64 {
        self.table.len() as u64
    }

    /// Returns true if no value is known.
    pub fn is_empty(&self) -> bool {
        self.table.len() == 0
    }

    /// Returns the value of a heap.
    ///
    /// # Panics
    /// The value is not known yet.
    pub fn value(&self, n: u64) -> u32 {
        self.table.at(usize::try_from(n).expect("a value that is known is in memory"))
    }

    /// Returns all known values.
    pub fn values(&self) -> Slice<'_> {
        self.table.slice()
    }

    /// Copies the values from heap `from` on.
    ///
    /// # Panics
    /// Some of them are not known yet.
    pub fn copy(&self, from: u64, into: &mut [u32]) {
        let from = usize::try_from(from).expect("values that are known are in memory");
        let range = from..from + into.len();
        match &self.table {
            Table::Bytes(values) => into.iter_mut().zip(&values[range]).for_each(|(to, value)| *to = (*value).into()),
            Table::Halves(values) => into.iter_mut().zip(&values[range]).for_each(|(to, value)| *to = (*value).into()),
            Table::Words(values) => into.copy_from_slice(&values[range]),
        }
    }

    /// Returns the largest value, and the first heap that has it.
    pub fn largest(&self) -> (u32, u64) {
        (self.largest.value, self.largest.first as u64)
    }

    /// Returns the sparse space that the engine currently uses.
    pub fn sparse(&self) -> Option<SparseSpace<'_>> {
        let (space, rare) = match &self.machine {
            Machine::Block(block) => block.space()?,
            Machine::Sparse(sparse) => sparse.space(),
            _ => return None,
        };
        Some(SparseSpace { mask: space.mask, alternates: space.alternates, rare })
    }

    /// Returns the number of bytes that the values and the tables of the engine take.
    pub fn bytes(&self) -> u64 {
        let machine = match &self.machine {
            Machine::Window(_) => 0,
            Machine::Block(block) => block.bytes(),
            Machine::Sparse(sparse) => sparse.bytes(),
            Machine::Scan(_, scan) => scan.bytes(),
            Machine::Convolution(convolution) => convolution.bytes(),
            Machine::Plain(plain) => plain.bytes(),
        };
        machine + (self.table.len() * self.table.width()) as u64
    }

    /// Finds values until those of all heaps below `to` are known.
    ///
    /// # Errors
    /// The budget ended first. Known values stay, and the work can be continued.
    pub fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stop> {
        let work = Work::start(budget);
        work.begin(template!("values"), Some(to.saturating_sub(self.len())));
        self.extend_within(to, &work)
    }

    /// Like [`HeapValues::extend`], but within a budget that is being spent.
    pub(crate) fn extend_within(&mut self, to: u64, work: &Work) -> Result<(), Stop> {
        let to = usize::try_from(to).unwrap_or(usize::MAX);
        let mut outcome = Ok(());
        while outcome.is_ok() && self.table.len() < to {
            // Capacity is reserved piece by piece, so that what fits is found even if the whole would not fit.
            let known = self.table.len();
            let allowed = known.saturating_add(usize::try_from(work.left()).unwrap_or(usize::MAX));
            let until = to.min(known.saturating_add((known / 4).max(1 << 16))).min(allowed);
            if until == known {
                outcome = work.could_pass(1);
                continue;
            }
            outcome = match self.table.reserve(until, self.bytes() - (known * self.table.width()) as u64, work) {
                Ok(()) => self.advance(until, work),
                Err(stop) => Err(stop),
            };
            work.count((self.table.len() - known) as u64);
        }
        self.look_for_the_largest();
        outcome
    }

    fn advance(&mut self, to: usize, work: &Work) -> Result<(), Stop> {
        let table = &mut self.table;
        let fits = match &mut self.machine {
            Machine::Window(window) => return window.extend(table, to, work),
            Machine::Block(block) => return block.extend(table, to, work),
            Machine::Convolution(convolution) => return convolution.extend(table, to, work),
            Machine::Plain(plain) => return plain.extend(table, to, work),
            Machine::Sparse(sparse) => sparse.extend(table, to, work)?,
            Machine::Scan(places, scan) => {
                places.begin(table, to, work)?;
                scan.extend(table, to, work)?
            }
        };
        if fits.is_err() {
            self.machine = Machine::Plain(Box::new(Plain::new(&self.game)));
            return self.advance(to, work);
        }
        Ok(())
    }

    /// Extends the table by repeating the last values, which are known to repeat forever.
    fn repeat_within(&mut self, period: u64, to: u64, work: &Work) -> Result<(), Stop> {
        let to = usize::try_from(to).unwrap_or(usize::MAX);
        while self.table.len() < to {
            let known = self.table.len();
            let until = to.min(known.saturating_add(known.max(1 << 24)));
            self.table.reserve(until, 0, work)?;
            self.table.repeat(period as usize, until);
            self.largest.looked = until;
            work.advance((until - known) as u64)?;
        }
        Ok(())
    }

    fn look_for_the_largest(&mut self) {
        fn largest<T: Copy + Ord + Into<u32>>(values: &[T], from: usize, known: Largest) -> Largest {
            let fresh = values[from..].iter().copied().max().map_or(0, Into::into);
            if known.looked > 0 && fresh <= known.value {
                return Largest { looked: values.len(), ..known };
            }
            let index = values[from..].iter().position(|value| (*value).into() == fresh);
            Largest { value: fresh, first: from + index.unwrap_or(0), looked: values.len() }
        }
        let from = self.largest.looked;
        self.largest = match &self.table {
            Table::Bytes(values) => largest(values, from, self.largest),
            Table::Halves(values) => largest(values, from, self.largest),
            Table::Words(values) => largest(values, from, self.largest),
        };
    }
}

#[cfg(test)]
mod tests;
