//! Nodes valued after their options, by one thread or by several.
//!
//! In: a walk in which options come first, and a rule for the value of a node whose options are valued. Out: a value
//! for each node. Values are stored in bytes as long as they fit, so that the table stays in the cache; the rare graph
//! with larger values is swept once more with four bytes each.
//!
//! Several threads take the next piece of the walk each time they are done with one. A node with an option that has no
//! value yet waits for it: the thread with the earliest unfinished piece never waits, so that all finish. In an order
//! by levels hardly a node waits; in one along a single line threads only hand the line on, piece by piece.

use crate::budget::Stop;
use crate::solver::retrograde::discover::all_at_once;
use crate::work::Work;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of nodes between two checks of the budget.
const STRETCH: usize = 1 << 15;

/// Number of nodes a thread takes at a time: few, so that a piece seldom has options in the one before it, which
/// another thread is working on.
const PIECE: usize = 1 << 7;

/// Tuning: walks of fewer nodes are left to one thread. No measurement is recorded.
const MIN_SHARED: usize = 1 << 16;

/// Number of times a thread polls for a missing value before it yields the processor.
const LOOKS: usize = 1 << 7;

/// A walk through a graph, options first.
pub(super) trait Walk: Sync {
    /// Returns the number of nodes of the walk.
    fn len(&self) -> usize;

    /// Returns the number of nodes of the graph.
    fn nodes(&self) -> usize;

    /// Returns the node at that index of the walk, and its options.
    fn at(&self, index: usize) -> (usize, &[u32]);
}

/// A rule for the value of a node.
pub(crate) trait Rule: Sync {
    /// Returns the value of a node with these options; [`Cell::UNKNOWN`] while one of them has none.
    fn value<C: Cell>(&self, options: &[u32], values: &[C], marks: &mut Vec<u64>) -> u32;
}

/// Storage of one value. Threads write different cells and read what was written before they synchronised, so that
/// relaxed ordering suffices; an atomic cell costs the same as a plain one.
pub(crate) trait Cell: Send + Sync + Sized {
    /// No value yet: the greatest number that fits; all values are smaller.
    const UNKNOWN: u32;

    /// Returns a cell without a value.
    fn unknown() -> Self;

    /// Returns its content.
    fn load(&self) -> u32;

    /// Stores a value, which must fit.
    fn store(&self, value: u32);
}

impl Cell for AtomicU8 {
    const UNKNOWN: u32 = u8::MAX as u32;

    fn unknown() -> AtomicU8 {
        AtomicU8::new(u8::MAX)
    }

    #[inline(always)]
    fn load(&self) -> u32 {
        u32::from(AtomicU8::load(self, Ordering::Relaxed))
    }

    #[inline(always)]
    fn store(&self, value: u32) {
        AtomicU8::store(self, value as u8, Ordering::Relaxed);
    }
}

impl Cell for AtomicU32 {
    const UNKNOWN: u32 = u32::MAX;

    fn unknown() -> AtomicU32 {
        AtomicU32::new(u32::MAX)
    }

    #[inline(always)]
    fn load(&self) -> u32 {
        AtomicU32::load(self, Ordering::Relaxed)
    }

    #[inline(always)]
    fn store(&self, value: u32) {
        AtomicU32::store(self, value, Ordering::Relaxed);
    }
}

/// A value for each node, or none.
#[derive(Debug)]
pub(crate) enum Column {
    /// All below 255.
    Narrow(Vec<AtomicU8>),
    /// All below 2^32 - 1.
    Wide(Vec<AtomicU32>),
}

impl Column {
    /// Returns the value of a node.
    pub fn value(&self, node: u32) -> Option<u32> {
        let (value, unknown) = match self {
            Column::Narrow(values) => (Cell::load(&values[node as usize]), AtomicU8::UNKNOWN),
            Column::Wide(values) => (Cell::load(&values[node as usize]), AtomicU32::UNKNOWN),
        };
        (value != unknown).then_some(value)
    }
}

/// The mex: the least number that no option has.
pub(super) struct MexRule;

impl Rule for MexRule {
    #[inline(always)]
    fn value<C: Cell>(&self, options: &[u32], values: &[C], marks: &mut Vec<u64>) -> u32 {
        let (mut seen, mut together) = (0u64, 0);
        for &option in options {
            let value = values[option as usize].load();
            seen |= 1u64.wrapping_shl(value);
            together |= value;
        }
        // The OR of all values stays below 64 exactly while all values are; then every shift was valid, and all options
        // are known.
        if together < 64 { seen.trailing_ones() } else { exact_mex(options, values, marks) }
    }
}

/// Returns the mex if values are large or missing.
#[cold]
fn exact_mex<C: Cell>(options: &[u32], values: &[C], marks: &mut Vec<u64>) -> u32 {
    // Of 0..=n at least one is missing among n options, so larger values need no mark.
    marks.clear();
    marks.resize(options.len() / 64 + 1, 0);
    for &option in options {
        let value = values[option as usize].load();
        if value == C::UNKNOWN {
            return C::UNKNOWN;
        }
        if let Some(mark) = marks.get_mut(value as usize / 64) {
            *mark |= 1 << (value % 64);
        }
    }
    let full = marks.iter().take_while(|&&mark| mark == u64::MAX).count();
    full as u32 * 64 + marks.get(full).map_or(0, |mark| mark.trailing_ones())
}

/// The moves to the end if the winner hurries and the loser delays. Their parity determines the winner, so that no
/// outcome is stored.
pub(super) struct LengthRule {
    /// The parity of a loss.
    pub lost: u32,
}

impl Rule for LengthRule {
    #[inline(always)]
    fn value<C: Cell>(&self, options: &[u32], values: &[C], _: &mut Vec<u64>) -> u32 {
        if options.is_empty() {
            return 0;
        }
        let (mut quickest, mut slowest) = (C::UNKNOWN, 0);
        for &option in options {
            let length = values[option as usize].load();
            slowest = slowest.max(length);
            // A move to a lost position wins.
            quickest = if length % 2 == self.lost { quickest.min(length) } else { quickest };
        }
        if slowest == C::UNKNOWN {
            C::UNKNOWN
        } else if quickest != C::UNKNOWN {
            quickest + 1
        } else {
            slowest + 1
        }
    }
}

/// Values all nodes of a walk; those outside it have no value.
///
/// # Errors
/// Fails if the budget ended.
pub(super) fn sweep(walk: &impl Walk, rule: &impl Rule, work: &Work) -> Result<Column, Stop> {
    if let Some(narrow) = sweep_in::<AtomicU8>(walk, rule, work)? {
        return Ok(Column::Narrow(narrow));
    }
    let wide = sweep_in::<AtomicU32>(walk, rule, work)?;
    Ok(Column::Wide(wide.expect("a value is at most the number of nodes, which is below 2^32 - 1")))
}

/// Like [`sweep`], but with cells of one width; `None` if a value does not fit.
fn sweep_in<C: Cell>(walk: &impl Walk, rule: &impl Rule, work: &Work) -> Result<Option<Vec<C>>, Stop> {
    work.room((walk.nodes() * size_of::<C>()) as u64)?;
    let mut values = Vec::with_capacity(walk.nodes());
    values.resize_with(walk.nodes(), C::unknown);
    let crew = Crew { walk, rule, values: &values, work, is_over: AtomicBool::new(false) };
    let fits = match work.threads() {
        threads if threads > 1 && walk.len() >= MIN_SHARED => crew.together(threads)?,
        _ => crew.alone()?,
    };
    Ok(fits.then_some(values))
}

/// State shared by the threads.
struct Crew<'a, 'b, W, R, C> {
    walk: &'a W,
    rule: &'a R,
    values: &'a [C],
    work: &'a Work<'b>,
    /// Set when a thread finds a value that does not fit, or the end of the budget: all threads stop.
    is_over: AtomicBool,
}

/// A value does not fit, or another thread has stopped the work.
struct Over;

impl<W: Walk, R: Rule, C: Cell> Crew<'_, '_, W, R, C> {
    /// Values the nodes of the whole walk; returns whether all values fit.
    fn alone(&self) -> Result<bool, Stop> {
        let mut marks = Vec::new();
        for start in (0..self.walk.len()).step_by(STRETCH) {
            for index in start..self.walk.len().min(start + STRETCH) {
                let (node, options) = self.walk.at(index);
                let value = self.rule.value(options, self.values, &mut marks);
                // All options are known, so it is the value itself that is too large for the cell.
                if value >= C::UNKNOWN {
                    return Ok(false);
                }
                self.values[node].store(value);
            }
            self.work.pass(0)?;
        }
        Ok(true)
    }

    /// Like [`Self::alone`], but by several threads.
    fn together(&self, threads: usize) -> Result<bool, Stop> {
        let next = AtomicUsize::new(0);
        let stopped: Mutex<Option<Stop>> = Mutex::new(None);
        all_at_once(0..threads, |_, _| {
            let (mut marks, mut until_asked) = (Vec::new(), STRETCH / PIECE);
            loop {
                let start = next.fetch_add(PIECE, Ordering::Relaxed);
                if start >= self.walk.len() {
                    return;
                }
                if self.piece(start..self.walk.len().min(start + PIECE), &mut marks).is_err() {
                    return;
                }
                until_asked -= 1;
                if until_asked == 0 {
                    until_asked = STRETCH / PIECE;
                    if let Err(stop) = self.work.pass(0) {
                        *stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop);
                        self.is_over.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
        });
        match stopped.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(stop) => Err(stop),
            None => Ok(!self.is_over.load(Ordering::Relaxed)),
        }
    }

    /// Values the nodes of a piece, while other threads value those before it.
    fn piece(&self, indices: Range<usize>, marks: &mut Vec<u64>) -> Result<(), Over> {
        for index in indices {
            let (node, options) = self.walk.at(index);
            let mut value = self.rule.value(options, self.values, marks);
            if value >= C::UNKNOWN {
                self.wait_for(options)?;
                value = self.rule.value(options, self.values, marks);
                if value >= C::UNKNOWN {
                    self.is_over.store(true, Ordering::Relaxed);
                    return Err(Over);
                }
            }
            self.values[node].store(value);
        }
        Ok(())
    }

    /// Waits until all options have their values.
    #[cold]
    fn wait_for(&self, options: &[u32]) -> Result<(), Over> {
        for &option in options {
            let mut looks = 0;
            while self.values[option as usize].load() == C::UNKNOWN {
                if self.is_over.load(Ordering::Relaxed) {
                    return Err(Over);
                }
                looks += 1;
                if looks % LOOKS == 0 { std::thread::yield_now() } else { std::hint::spin_loop() }
            }
        }
        Ok(())
    }
}
