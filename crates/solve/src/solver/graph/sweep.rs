//! Nodes valued after their options, by one thread or by several.
//!
//! In: a walk in which options come first, and a rule for the value of a node whose options are valued. Out: a value for
//! each node. Values are kept in bytes as long as they fit, so that the table stays near the processor; the rare graph
//! with larger values is gone through once more with four bytes each.
//!
//! Several threads take the next piece of the walk each time they are done with one. A node with an option that has no
//! value yet waits for it: whoever has the earliest piece that is not finished never waits, so that all come to the end.
//! In an order by levels hardly a node waits; in one along a single line threads only hand the line on, piece by piece.

use crate::budget::{Allowance, Stop};
use crate::solver::discover::all_at_once;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// So many nodes pass between two questions to the budget.
const STRETCH: usize = 1 << 15;

/// How many nodes a thread takes at a time: few, so that a piece seldom has options in the one before it, which another
/// thread is at.
const PIECE: usize = 1 << 7;

/// Walks of fewer nodes are left to one thread.
const LEAST_SHARED: usize = 1 << 16;

/// How often a thread looks for a missing value before it lets others have the processor.
const LOOKS: usize = 1 << 7;

/// A way through a graph, options first.
pub(super) trait Walk: Sync {
    /// How many nodes are walked through.
    fn len(&self) -> usize;

    /// How many nodes there are.
    fn nodes(&self) -> usize;

    /// The node at that place of the walk, and its options.
    fn at(&self, place: usize) -> (usize, &[u32]);
}

/// How a node is valued.
pub(crate) trait Rule: Sync {
    /// The value of a node with these options; [`Cell::UNKNOWN`] while one of them has none.
    fn value<C: Cell>(&self, options: &[u32], values: &[C], marks: &mut Vec<u64>) -> u32;
}

/// Room for one value. Threads write different cells and read what was written before they met, so that no order has
/// to be asked of the memory; an atomic cell costs the same as a plain one.
pub(crate) trait Cell: Send + Sync + Sized {
    /// No value yet. The greatest that fits, and no value is as large.
    const UNKNOWN: u32;

    /// A cell without a value.
    fn unknown() -> Self;

    /// What is in it.
    fn load(&self) -> u32;

    /// Puts a value into it, which must fit.
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
    /// The value of a node.
    pub fn value(&self, node: u32) -> Option<u32> {
        let (value, unknown) = match self {
            Column::Narrow(values) => (Cell::load(&values[node as usize]), AtomicU8::UNKNOWN),
            Column::Wide(values) => (Cell::load(&values[node as usize]), AtomicU32::UNKNOWN),
        };
        (value != unknown).then_some(value)
    }
}

/// The least number that no option has.
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
        // Bits joined stay below 64 exactly while all values are; then every shift was meant, and all options are known.
        if together < 64 { seen.trailing_ones() } else { exact_mex(options, values, marks) }
    }
}

/// The mex where values are large or missing.
#[cold]
fn exact_mex<C: Cell>(options: &[u32], values: &[C], marks: &mut Vec<u64>) -> u32 {
    // n options leave one of 0..=n out, so larger values need no mark.
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

/// The moves to the end when the winner hurries and the loser delays. Their parity says who wins, so that no outcome is kept.
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
/// The budget ended.
pub(super) fn sweep(walk: &impl Walk, rule: &impl Rule, allowance: &Allowance) -> Result<Column, Stop> {
    if let Some(narrow) = sweep_in::<AtomicU8>(walk, rule, allowance)? {
        return Ok(Column::Narrow(narrow));
    }
    let wide = sweep_in::<AtomicU32>(walk, rule, allowance)?;
    Ok(Column::Wide(wide.expect("a value is at most the number of nodes, which is below 2^32 - 1")))
}

/// The same with cells of one width; `None` where a value does not fit.
fn sweep_in<C: Cell>(walk: &impl Walk, rule: &impl Rule, allowance: &Allowance) -> Result<Option<Vec<C>>, Stop> {
    allowance.room((walk.nodes() * size_of::<C>()) as u64)?;
    let mut values = Vec::with_capacity(walk.nodes());
    values.resize_with(walk.nodes(), C::unknown);
    let crew = Crew { walk, rule, values: &values, allowance, is_over: AtomicBool::new(false) };
    let fits = match allowance.threads() {
        threads if threads > 1 && walk.len() >= LEAST_SHARED => crew.together(threads)?,
        _ => crew.alone()?,
    };
    Ok(fits.then_some(values))
}

/// What the threads share.
struct Crew<'a, 'b, W, R, C> {
    walk: &'a W,
    rule: &'a R,
    values: &'a [C],
    allowance: &'a Allowance<'b>,
    /// Somebody found a value that does not fit, or the budget at its end: nobody needs to go on.
    is_over: AtomicBool,
}

/// A value does not fit, or others have found a reason not to go on.
struct Over;

impl<W: Walk, R: Rule, C: Cell> Crew<'_, '_, W, R, C> {
    /// Values the nodes of the whole walk; whether all values fit.
    fn alone(&self) -> Result<bool, Stop> {
        let mut marks = Vec::new();
        for start in (0..self.walk.len()).step_by(STRETCH) {
            for place in start..self.walk.len().min(start + STRETCH) {
                let (node, options) = self.walk.at(place);
                let value = self.rule.value(options, self.values, &mut marks);
                // All options are known, so it is the value itself that is too large for the cell.
                if value >= C::UNKNOWN {
                    return Ok(false);
                }
                self.values[node].store(value);
            }
            self.allowance.pass(0)?;
        }
        Ok(true)
    }

    /// The same by several threads.
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
                    if let Err(stop) = self.allowance.pass(0) {
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

    /// Values the nodes of a piece, while others value those before it.
    fn piece(&self, places: Range<usize>, marks: &mut Vec<u64>) -> Result<(), Over> {
        for place in places {
            let (node, options) = self.walk.at(place);
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
