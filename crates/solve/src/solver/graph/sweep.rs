//! Nodes valued after their options, by one thread or by several.
//!
//! In: a walk in which options come first, and a rule for the value of a node whose options are valued. Out: a value for
//! each node. Values are kept in bytes as long as they fit, so that the table stays near the processor; the rare graph
//! with larger values is gone through once more with four bytes each.
//!
//! Several threads take neighbouring stretches of the walk at the same time. A node with an option that has no value yet
//! is put aside and valued when all have finished their stretch. Which nodes are put aside depends on the threads, their
//! values do not. Where much is put aside (deep and narrow graphs) one thread goes on alone for a while. Where levels are
//! known, threads share each of them instead, and nothing has to be put aside.

use super::levels::NARROW;
use crate::budget::{Allowance, Stop};
use crate::solver::discover::share;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;

/// How many nodes a thread values before it waits for the others.
const STRETCH: usize = 1 << 15;

/// How many stretches one thread does alone when dividing them was of no use.
const ALONE: usize = 32;

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
    sweep_levels(walk, &[], rule, allowance)
}

/// The same where nodes follow each other level by level, and each level ends there. Without any end levels are not known.
///
/// # Errors
/// The budget ended.
pub(super) fn sweep_levels(
    walk: &impl Walk,
    ends: &[u32],
    rule: &impl Rule,
    allowance: &Allowance,
) -> Result<Column, Stop> {
    if let Some(narrow) = sweep_in::<AtomicU8>(walk, ends, rule, allowance)? {
        return Ok(Column::Narrow(narrow));
    }
    let wide = sweep_in::<AtomicU32>(walk, ends, rule, allowance)?;
    Ok(Column::Wide(wide.expect("a value is at most the number of nodes, which is below 2^32 - 1")))
}

/// The same with cells of one width; `None` where a value does not fit.
fn sweep_in<C: Cell>(
    walk: &impl Walk,
    ends: &[u32],
    rule: &impl Rule,
    allowance: &Allowance,
) -> Result<Option<Vec<C>>, Stop> {
    allowance.room((walk.nodes() * size_of::<C>()) as u64)?;
    let mut values = Vec::with_capacity(walk.nodes());
    values.resize_with(walk.nodes(), C::unknown);
    let crew = Crew { walk, rule, values: &values, allowance, overflow: AtomicBool::new(false) };
    let threads = allowance.threads();
    match threads.min(walk.len() / (2 * STRETCH)).max(1) {
        _ if threads > 1 && !ends.is_empty() => crew.by_levels(ends, threads)?,
        1 => crew.alone(0..walk.len())?,
        threads => crew.together(threads)?,
    }
    let fits = !crew.overflow.into_inner();
    Ok(fits.then_some(values))
}

/// A piece of a walk by levels.
enum Phase {
    /// Narrow levels, one after the other, for one thread.
    Alone(Range<usize>),
    /// A wide level for all.
    Shared(Range<usize>),
}

/// The phases of a walk whose levels end there.
fn phases(ends: &[u32]) -> Vec<Phase> {
    let mut phases = Vec::new();
    let mut start = 0;
    for end in ends.iter().map(|&end| end as usize) {
        match phases.last_mut() {
            _ if end - start >= NARROW => phases.push(Phase::Shared(start..end)),
            Some(Phase::Alone(places)) => places.end = end,
            _ => phases.push(Phase::Alone(start..end)),
        }
        start = end;
    }
    phases
}

/// What the threads share.
struct Crew<'a, 'b, W, R, C> {
    walk: &'a W,
    rule: &'a R,
    values: &'a [C],
    allowance: &'a Allowance<'b>,
    /// A value did not fit.
    overflow: AtomicBool,
}

impl<W: Walk, R: Rule, C: Cell> Crew<'_, '_, W, R, C> {
    /// Values the nodes of a stretch; what has to wait goes to `aside`.
    fn stretch(&self, places: Range<usize>, marks: &mut Vec<u64>, aside: &mut Vec<usize>) {
        for place in places {
            let (node, options) = self.walk.at(place);
            let value = self.rule.value(options, self.values, marks);
            if value < C::UNKNOWN {
                self.values[node].store(value);
            } else {
                aside.push(place);
            }
        }
    }

    /// Values the nodes of a stretch whose options, where they are not in it, are all valued.
    fn alone(&self, places: Range<usize>) -> Result<(), Stop> {
        let (mut marks, mut aside) = (Vec::new(), Vec::new());
        for start in places.clone().step_by(STRETCH) {
            let end = places.end.min(start + STRETCH);
            self.stretch(start..end, &mut marks, &mut aside);
            if !aside.is_empty() {
                // All options are known, so it is the value itself that is too large for the cell.
                self.overflow.store(true, Ordering::Relaxed);
                return Ok(());
            }
            self.allowance.pass(0)?;
        }
        Ok(())
    }

    /// Values one level after the other.
    fn by_levels(&self, ends: &[u32], threads: usize) -> Result<(), Stop> {
        let phases = phases(ends);
        let meeting = Barrier::new(threads);
        let stopped: Mutex<Option<Stop>> = Mutex::new(None);
        let has_stopped = || stopped.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        let work = |number: usize| {
            for phase in &phases {
                let ended = match phase {
                    Phase::Alone(places) if number == 0 => self.alone(places.clone()),
                    Phase::Alone(_) => Ok(()),
                    Phase::Shared(places) => {
                        let mine = share(places.len(), threads, number);
                        self.alone(places.start + mine.start..places.start + mine.end)
                    }
                };
                if let Err(stop) = ended {
                    *stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop);
                }
                meeting.wait();
                let is_over = has_stopped() || self.overflow.load(Ordering::Relaxed);
                // Nobody begins the next phase before all know that there is one.
                meeting.wait();
                if is_over {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for number in 1..threads {
                let work = &work;
                scope.spawn(move || work(number));
            }
            work(0);
        });
        stopped.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    fn together(&self, threads: usize) -> Result<(), Stop> {
        let len = self.walk.len();
        let round = threads * STRETCH;
        let meeting = Barrier::new(threads);
        let start = AtomicUsize::new(0);
        let put_aside: Vec<Mutex<Vec<usize>>> = (0..threads).map(|_| Mutex::new(Vec::new())).collect();
        // Thread 0 values what was put aside, decides how to go on, and says so through `start`.
        let settle = |from: usize| -> Result<usize, Stop> {
            let (mut marks, mut again, mut count) = (Vec::new(), Vec::new(), 0);
            for aside in &put_aside {
                // Stretches follow each other, so this is the order of the walk.
                for place in aside.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
                    self.stretch(place..place + 1, &mut marks, &mut again);
                    count += 1;
                }
            }
            let end = len.min(from + round);
            self.allowance.pass(0)?;
            if !again.is_empty() {
                self.overflow.store(true, Ordering::Relaxed);
                return Ok(len);
            }
            if count <= round / 8 {
                return Ok(end);
            }
            let further = len.min(end + ALONE * STRETCH);
            self.alone(end..further)?;
            Ok(if self.overflow.load(Ordering::Relaxed) { len } else { further })
        };
        let work = |number: usize| -> Result<(), Stop> {
            let mut marks = Vec::new();
            loop {
                let from = start.load(Ordering::Relaxed);
                if from >= len {
                    return Ok(());
                }
                let first = len.min(from + number * STRETCH);
                let mut aside = put_aside[number].lock().unwrap_or_else(PoisonError::into_inner);
                self.stretch(first..len.min(first + STRETCH), &mut marks, &mut aside);
                drop(aside);
                meeting.wait();
                let settled = if number == 0 { settle(from) } else { Ok(0) };
                if number == 0 {
                    start.store(*settled.as_ref().unwrap_or(&len), Ordering::Relaxed);
                }
                meeting.wait();
                settled?;
            }
        };
        thread::scope(|scope| {
            for number in 1..threads {
                let work = &work;
                scope.spawn(move || work(number));
            }
            work(0)
        })
    }
}
