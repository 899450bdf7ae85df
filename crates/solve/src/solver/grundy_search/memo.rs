//! Grundy values of packed parts, by a memoised depth-first search.
//!
//! In: a machine of an impartial game under normal play, and the keys to begin with. Out: the Grundy value of each part
//! reached, and its remoteness if no play from it splits. Idea: the value is the least that no option has (Sprague
//! 1935, Grundy 1939), the value of an option of several parts being their nim-sum; each part is listed once, and its
//! options wait on a stack of the search's own. Wrong tool for parts from which play can loop: they are reported, with
//! the loop.

use crate::budget::Stop;
use crate::solver::retrograde::cycle::shortest_loop;
use crate::solver::retrograde::discover::Hand;
use crate::table::{Full, PIECES, Place, Table, local_of, piece_of};
use crate::work::{Counter, Work};
use grundy_kernel::{Expansion, Key, Machine, Traits};

/// Why no value was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure<K> {
    /// The budget ended. What is known is correct nevertheless.
    Stop(Stop),
    /// Play from this root can reach this loop: each key once, in the order of play.
    Loopy {
        /// The root.
        root: K,
        /// The loop.
        cycle: Vec<K>,
    },
    /// The machine fails here.
    Unsupported(K),
    /// Play ends otherwise than by having no move, so that Grundy values decide nothing.
    Ends(K),
}

impl<K> From<Stop> for Failure<K> {
    fn from(stop: Stop) -> Failure<K> {
        Failure::Stop(stop)
    }
}

/// State of a part in four bytes: one of these constants, or its Grundy value.
const UNKNOWN: u32 = u32::MAX;
/// The part is on the stack of the search.
const OPEN: u32 = u32::MAX - 1;
/// Play from it can loop.
const LOOPY: u32 = u32::MAX - 2;

/// No remoteness: some play from it splits.
const SPLITS: u32 = u32::MAX;

/// Terminates each option in the list of waiting parts.
pub(crate) const END: u32 = u32::MAX;

/// Number of stack entries before the parts of a position: the start of the previous position, the position itself, and
/// which of its parts is next.
const HEADER: usize = 3;
/// Number of parts of options entered between two checks of the clock.
const PARTS_BETWEEN_LOOKS: usize = 1 << 15;

/// Number of parts entered between two checks of memory.
const PARTS_BETWEEN_WEIGHINGS: u64 = 1 << 10;

/// Bytes per part besides its key: its Grundy value and its remoteness.
const VALUE_BYTES: u64 = 8;

/// The value of a part from those of its options.
pub(crate) trait Measure {
    /// Returns the value of a part, two numbers of which the first is below `u32::MAX - 2`. `parts` are the parts of its
    /// options, an [`END`] after each option, and `at` returns their values.
    fn measure(&mut self, parts: &[u32], at: impl Fn(Place) -> (u32, u32)) -> (u32, u32);

    /// Returns how many bytes it keeps.
    fn bytes(&self) -> u64;
}

/// The parts found and their values: by default the Grundy value and the remoteness.
pub(crate) struct Memo<K, F = Mex> {
    table: Table<K>,
    /// By piece.
    values: Vec<Vec<(u32, u32)>>,
    known: u64,
    measure: F,
}

impl<K: Key> Memo<K> {
    /// Creates an empty memo of Grundy values.
    pub fn new(traits: Traits) -> Memo<K> {
        Memo::of(Mex::default(), traits)
    }
}

impl<K: Key, F: Measure> Memo<K, F> {
    /// Creates an empty memo of the values of this measure.
    pub fn of(measure: F, traits: Traits) -> Memo<K, F> {
        let values = vec![Vec::new(); PIECES];
        Memo { table: Table::new(traits.bits, VALUE_BYTES), values, known: 0, measure }
    }

    /// Returns the measure.
    pub fn measure(&self) -> &F {
        &self.measure
    }

    /// Returns the number of parts with a value.
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Returns the first number of a part's value and, unless it is `u32::MAX`, the second: by default the Grundy value, and
    /// the remoteness if no play from the part splits.
    pub fn value(&self, key: K) -> Option<(u32, Option<u32>)> {
        let (grundy, moves) = self.at(self.table.find(key)?);
        (grundy < LOOPY).then_some((grundy, (moves != SPLITS).then_some(moves)))
    }

    #[cfg(test)]
    /// Returns true if play from a part is known to loop.
    pub fn is_loopy(&self, key: K) -> bool {
        self.table.find(key).is_some_and(|index| self.at(index).0 == LOOPY)
    }

    /// Values everything that can be reached from the roots.
    ///
    /// # Errors
    /// Fails if there is an obstacle; values found before are kept.
    pub fn reach<M: Machine<K>>(&mut self, machine: &M, roots: &[K], work: &Work) -> Result<(), Failure<K>> {
        self.table.ledger().allow(work.max_bytes());
        let mut hand = Hand::several(machine, 1).remove(0);
        for &root in roots {
            let mut stack = Stack { entries: Vec::new(), frame: NO_FRAME };
            let ended = self.search(root, &mut hand, &mut stack, work);
            // Parts on the stack reach the loop that was found, or are unknown.
            let mark = if ended == Ok(Ended::Loop) { LOOPY } else { UNKNOWN };
            self.unwind(&stack, mark);
            if ended? == Ended::Loop {
                let ends = |key: K| self.value(key).is_some();
                return Err(Failure::Loopy { root, cycle: shortest_loop(root, &mut hand, ends) });
            }
        }
        Ok(())
    }

    fn at(&self, index: Place) -> (u32, u32) {
        value_at(&self.values, index)
    }

    fn set(&mut self, index: Place, value: (u32, u32)) {
        let values = &mut self.values[piece_of(index)];
        let local = local_of(index) as usize;
        if local >= values.len() {
            if values.capacity() <= local {
                // The ledger accounts for one value per key, and keys grow by an eighth.
                values.reserve_exact((local + 1 - values.len()).max(values.len() / 8));
            }
            values.resize(local + 1, (UNKNOWN, SPLITS));
        }
        values[local] = value;
    }

    /// Searches depth-first from one root.
    fn search<M: Machine<K>>(
        &mut self,
        root: K,
        hand: &mut Hand<M>,
        stack: &mut Stack,
        work: &Work,
    ) -> Result<Ended, Failure<K>> {
        let root = self.table.enter(root).map_err(|Full| full(work))?.0;
        match self.at(root).0 {
            LOOPY => return Ok(Ended::Loop),
            UNKNOWN | OPEN => {}
            _ => return Ok(Ended::Valued),
        }
        let mut counter = Counter::default();
        let mut entering = Some(root);
        loop {
            if let Some(index) = entering.take() {
                counter.count(work)?;
                if counter.counted().is_multiple_of(PARTS_BETWEEN_WEIGHINGS) {
                    work.room(self.table.ledger().used() + self.measure.bytes())?;
                }
                let frame = u32::try_from(stack.entries.len()).ok().filter(|&frame| frame != NO_FRAME);
                let frame = frame.ok_or_else(|| full(work))?;
                stack.entries.extend([stack.frame, index, HEADER as u32]);
                stack.frame = frame;
                self.set(index, (OPEN, SPLITS));
                self.list(index, hand, &mut stack.entries, work)?;
            }
            let frame = stack.frame as usize;
            let next = frame + stack.entries[frame + 2] as usize;
            if let Some(&part) = stack.entries.get(next) {
                stack.entries[frame + 2] += 1;
                if part != END {
                    match self.at(part).0 {
                        UNKNOWN => entering = Some(part),
                        OPEN | LOOPY => return Ok(Ended::Loop),
                        _ => {}
                    }
                }
                continue;
            }
            let value = self.measure.measure(&stack.entries[frame + HEADER..], |part| value_at(&self.values, part));
            self.set(stack.entries[frame + 1], value);
            self.known += 1;
            stack.frame = stack.entries[frame];
            stack.entries.truncate(frame);
            if stack.frame == NO_FRAME {
                counter.flush(work)?;
                return Ok(Ended::Valued);
            }
        }
    }

    /// Pushes the parts of all options of a position onto the stack.
    fn list<M: Machine<K>>(
        &mut self,
        index: Place,
        hand: &mut Hand<M>,
        stack: &mut Vec<u32>,
        work: &Work,
    ) -> Result<(), Failure<K>> {
        let key = self.table.key(index);
        match hand.machine.look(key, &mut hand.options) {
            Expansion::Unsupported => return Err(Failure::Unsupported(key)),
            Expansion::Ended(..) => return Err(Failure::Ends(key)),
            Expansion::Stuck(_) => return Ok(()),
            Expansion::Open => {}
        }
        let options = &hand.options;
        let parts = options.words.len() / K::WORDS;
        let more = parts + options.heads.len().max(parts);
        if stack.capacity() - stack.len() < more {
            // A stack that doubles exists twice for a moment.
            let bytes = 12 * stack.capacity().max(more) as u64;
            work.room(self.table.ledger().used() + self.measure.bytes() + bytes)?;
        }
        let count = if options.heads.is_empty() { parts } else { options.heads.len() };
        options.parts::<K>().for_each(|part| self.table.fetch(part));
        let mut start = 0;
        for option in 0..count {
            let end = options.heads.get(option).map_or(option + 1, |head| head.parts_end as usize);
            for part in start..end {
                // One position may have millions of moves.
                if part % PARTS_BETWEEN_LOOKS == 0 {
                    work.advance(0)?;
                }
                let entered = self.table.enter(options.part::<K>(part)).map_err(|Full| full(work))?;
                stack.push(entered.0);
            }
            stack.push(END);
            start = end;
        }
        Ok(())
    }

    /// Marks every position on the stack.
    fn unwind(&mut self, stack: &Stack, mark: u32) {
        let mut frame = stack.frame;
        while frame != NO_FRAME {
            self.set(stack.entries[frame as usize + 1], (mark, SPLITS));
            frame = stack.entries[frame as usize];
        }
    }
}

/// The stack: for each position being searched a header, then the parts of its options, an [`END`] after each option.
struct Stack {
    entries: Vec<u32>,
    /// Start of the last position.
    frame: u32,
}

/// The stack is empty.
const NO_FRAME: u32 = u32::MAX;

/// Returns the failure of a full table.
fn full<K>(work: &Work) -> Failure<K> {
    Failure::Stop(work.memory_limit())
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Valued,
    Loop,
}

#[inline]
fn value_at(values: &[Vec<(u32, u32)>], index: Place) -> (u32, u32) {
    values[piece_of(index)].get(local_of(index) as usize).copied().unwrap_or((UNKNOWN, SPLITS))
}

/// Computes the mex: the least number that was not added. As a measure it gives Grundy values, and the remoteness of parts
/// from which no play splits.
#[derive(Debug, Default)]
pub(crate) struct Mex {
    /// A bit for each number that could be the least one missing.
    seen: Vec<u64>,
}

impl Measure for Mex {
    fn measure(&mut self, parts: &[u32], at: impl Fn(Place) -> (u32, u32)) -> (u32, u32) {
        self.begin(parts.len());
        let (mut grundy, mut splits) = (0, false);
        let (mut slowest, mut quickest) = (0, SPLITS);
        let (mut count, mut remoteness) = (0, 0);
        for &part in parts {
            if part != END {
                let (value, moves) = at(part);
                grundy ^= value;
                splits |= count > 0 || moves == SPLITS;
                (count, remoteness) = (count + 1, moves);
                continue;
            }
            self.add(grundy);
            if !splits {
                slowest = slowest.max(remoteness + 1);
                if grundy == 0 {
                    quickest = quickest.min(remoteness + 1);
                }
            }
            (grundy, count, remoteness) = (0, 0, 0);
        }
        let grundy = self.min();
        let moves = match grundy {
            _ if splits => SPLITS,
            0 => slowest,
            _ => quickest,
        };
        (grundy, moves)
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl Mex {
    /// Starts with no numbers; at most `max` numbers follow.
    fn begin(&mut self, max: usize) {
        self.seen.clear();
        self.seen.resize(max / 64 + 1, 0);
    }

    /// Adds a number. Those too large to matter are skipped.
    fn add(&mut self, number: u32) {
        if let Some(word) = self.seen.get_mut(number as usize / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Returns the least number that was not added.
    fn min(&self) -> u32 {
        let word = self.seen.iter().position(|&word| word != u64::MAX).unwrap_or(self.seen.len());
        let bit = self.seen.get(word).map_or(0, |word| word.trailing_ones());
        word as u32 * 64 + bit
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
