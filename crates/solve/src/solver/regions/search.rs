//! Grundy values of boards whose moves are local: region by region.
//!
//! In: a [`Local`] game and the contents of its cells. Out: the Grundy value. A position is the sum of its regions,
//! which are independent; the value of a region is the mex of those of its options, each of which falls apart again.
//! Equal regions are valued once, wherever they lie. Wrong tool where boards stay in one piece: there packed positions
//! are searched much faster.

use crate::budget::Stop;
use crate::work::{Counter, Work};
use grundy_kernel::regions::{Idle, Local, Shape, Structure};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// Why no value was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Failure {
    /// The budget ended.
    Stop(Stop),
    /// Play can go on forever.
    Loopy,
}

impl From<Idle> for Failure {
    fn from(Idle: Idle) -> Failure {
        Failure::Loopy
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

/// In place of a value: not known, or being valued.
const UNKNOWN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// Bytes per region besides its contents: its entry in the table, which is half empty after it has grown, in the two
/// lists, which grow alike, and the allocator's overhead for its contents.
const BYTES_EACH: u64 = 192;

/// The number of a shape, and the contents of its cells.
type Key = (u32, Arc<[u8]>);

/// Values the regions of one game, and caches the values.
#[derive(Default)]
pub(crate) struct RegionSearch {
    shapes: HashMap<Arc<Shape>, u32>,
    structures: Vec<Structure>,
    /// Regions by their shape and contents.
    numbers: HashMap<Key, u32>,
    keys: Vec<Key>,
    values: Vec<u32>,
    bytes: u64,
    counter: Counter,
}

/// A region being valued.
struct Frame {
    region: u32,
    /// The regions of its options, and the end of each option.
    parts: Vec<u32>,
    ends: Vec<usize>,
    /// Index of the first part that may be unknown.
    next: usize,
}

impl RegionSearch {
    /// Returns the number of regions valued.
    pub fn visited(&self) -> u64 {
        self.counter.counted()
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    /// Fails if the budget ended or play need not end. What was found is kept.
    pub fn value(&mut self, local: &Local, contents: &[u8], work: &Work) -> Result<u64, Failure> {
        let regions = local.structure().split(contents)?;
        let mut value = 0;
        for (shape, contents) in regions {
            let region = self.number(shape, &contents);
            value ^= u64::from(self.search(region, work)?);
        }
        self.counter.flush(work)?;
        Ok(value)
    }

    /// Returns the number of a region, adding it if it is new.
    fn number(&mut self, shape: Shape, contents: &[u8]) -> u32 {
        let shape = match self.shapes.get(&shape) {
            Some(number) => *number,
            None => {
                let (shape, number) = (Arc::new(shape), self.structures.len() as u32);
                let structure = Structure::new(shape.clone());
                self.bytes += structure.bytes() as u64 + BYTES_EACH;
                self.structures.push(structure);
                self.shapes.insert(shape, number);
                number
            }
        };
        match self.numbers.entry((shape, contents.into())) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(unknown) => {
                self.bytes += BYTES_EACH + contents.len() as u64;
                self.keys.push(unknown.key().clone());
                self.values.push(UNKNOWN);
                *unknown.insert(self.values.len() as u32 - 1)
            }
        }
    }

    /// Returns the value of one region.
    fn search(&mut self, root: u32, work: &Work) -> Result<u32, Failure> {
        // The stack of regions being valued; play may be long, so it is not the call stack.
        let mut stack = Vec::new();
        let found = self.settle(root, &mut stack, work);
        // Regions that were being valued when the work ended are unknown again.
        stack.iter().for_each(|frame: &Frame| self.values[frame.region as usize] = UNKNOWN);
        found.map(|()| self.values[root as usize])
    }

    fn settle(&mut self, root: u32, stack: &mut Vec<Frame>, work: &Work) -> Result<(), Failure> {
        if self.values[root as usize] < OPEN {
            return Ok(());
        }
        stack.push(self.open(root, work)?);
        while let Some(frame) = stack.last_mut() {
            while frame.parts.get(frame.next).is_some_and(|part| self.values[*part as usize] < OPEN) {
                frame.next += 1;
            }
            match frame.parts.get(frame.next) {
                Some(part) if self.values[*part as usize] == OPEN => return Err(Failure::Loopy),
                Some(part) => {
                    let part = *part;
                    let frame = self.open(part, work)?;
                    stack.push(frame);
                }
                None => {
                    let (region, value) = (frame.region, self.least_missing(frame));
                    self.values[region as usize] = value;
                    stack.pop();
                }
            }
        }
        Ok(())
    }

    /// Lists the options of a region.
    fn open(&mut self, region: u32, work: &Work) -> Result<Frame, Failure> {
        self.counter.count(work)?;
        if self.counter.counted().is_multiple_of(1024) {
            work.room(self.bytes)?;
        }
        let (shape, contents) = self.keys[region as usize].clone();
        let structure = self.structures[shape as usize].clone();
        let mut frame = Frame { region, parts: Vec::new(), ends: Vec::new(), next: 0 };
        for option in structure.options(&contents) {
            for (shape, contents) in structure.split(&option)? {
                frame.parts.push(self.number(shape, &contents));
            }
            frame.ends.push(frame.parts.len());
        }
        self.values[region as usize] = OPEN;
        Ok(frame)
    }

    fn least_missing(&self, frame: &Frame) -> u32 {
        let mut start = 0;
        let mut found: Vec<u32> = Vec::with_capacity(frame.ends.len());
        for &end in &frame.ends {
            let parts = &frame.parts[std::mem::replace(&mut start, end)..end];
            found.push(parts.iter().fold(0, |value, part| value ^ self.values[*part as usize]));
        }
        found.sort_unstable();
        found.into_iter().fold(0, |min, value| if value == min { min + 1 } else { min })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::work::Work;
    use grundy_rules::{Instance, read};
    use std::collections::BTreeMap;

    const CLOBBER: &str = "game clobber(s: [{'.', 'x', 'o'}])
        move right(i in 0..len(s) - 2) if s[i] != '.' and s[i + 1] != '.' and s[i] != s[i + 1] -> with s[i] = '.', s[i + 1] = s[i]
        move left(i in 1..len(s) - 1) if s[i] != '.' and s[i - 1] != '.' and s[i] != s[i - 1] -> with s[i] = '.', s[i - 1] = s[i]";

    fn search(rules: &str, position: &str, budget: &Budget) -> (Result<u64, Failure>, u64) {
        let game = read(rules).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        let instance = Instance::new(game, Vec::new()).unwrap();
        let part = instance.parse_line(position, None).unwrap().only().unwrap().clone();
        let local = Local::recognise(&instance, &part).unwrap();
        let work = Work::start(budget);
        let mut search = RegionSearch::default();
        let value = search.value(&local, &local.contents(&part).unwrap(), &work.part());
        (value, search.visited())
    }

    /// Values a board by the definition, on strings.
    fn plain(board: &[u8], known: &mut BTreeMap<Vec<u8>, u64>) -> u64 {
        if let Some(value) = known.get(board) {
            return *value;
        }
        let mut options = Vec::new();
        for (from, to) in (1..board.len()).flat_map(|i| [(i - 1, i), (i, i - 1)]) {
            if board[from] != b'.' && board[to] != b'.' && board[from] != board[to] {
                let mut after = board.to_vec();
                after[to] = after[from];
                after[from] = b'.';
                options.push(plain(&after, known));
            }
        }
        let value = (0..).find(|value| !options.contains(value)).unwrap();
        known.insert(board.to_vec(), value);
        value
    }

    #[test]
    fn values_are_those_of_whole_boards() {
        let mut known = BTreeMap::new();
        for code in 0..400u32 {
            let symbol = |index: u32| b"xo."[(code.wrapping_mul(2_654_435_761) >> (2 * index) & 3).min(2) as usize];
            let board: Vec<u8> = (0..12).map(symbol).collect();
            let found = search(CLOBBER, std::str::from_utf8(&board).unwrap(), &Budget::default()).0;
            assert_eq!(found, Ok(plain(&board, &mut known)), "{:?}", std::str::from_utf8(&board));
        }
    }

    #[test]
    fn long_boards_need_few_regions() {
        let (value, regions) = search(CLOBBER, &"xo".repeat(20), &Budget::default());
        assert!(value.is_ok() && regions < 20_000, "{value:?} {regions}");
    }

    #[test]
    fn a_budget_ends_the_work_and_loops_are_seen() {
        let budget = Budget { max_packed_positions: 10, ..Budget::default() };
        assert!(matches!(search(CLOBBER, &"xo".repeat(20), &budget).0, Err(Failure::Stop(_))));
        let turning = "game turn(s: [bool; 4]) move turn(i in 0..3) -> with s[i] = not s[i]";
        assert_eq!(search(turning, "[true,true,true,true]", &Budget::default()).0, Err(Failure::Loopy));
    }
}
