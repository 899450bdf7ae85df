//! The block engine within one sparse space: tables of packed values, and the four steps over 32 heaps.
//!
//! In: a space and the values known. Out: more values, until the space no longer fits: too many rare heaps, or a number
//! too large for the table. See `block` for the idea.

use super::places::Places;
use super::space::Space;
use super::table::Table;
use crate::budget::Stop;
use crate::work::Work;
use grundy_kernel::heap::{self, HIDDEN, LANES, Marks, Path, Steps, WINDOW};

/// Number of packed values that a table of low bytes alone can hold, and one with high bytes.
const NARROW: usize = 128;
const WIDE: usize = 2048;
/// Packed values below this are found with one word per lane.
const SHORT: usize = 32;
/// Tuning: maximum number of splits tried for all lanes together, before the rest is searched one by one. No
/// measurement is recorded.
const MAX_WITNESSES: usize = 2048;
/// Bytes with the given number of lowest bits set.
const LOWEST: [u8; 9] = [0, 1, 3, 7, 15, 31, 63, 127, 255];
/// Number of echoes applied without a branch.
const ABREAST: usize = 8;
/// Number of windows marked together if there are many.
const TOGETHER: usize = 2;
/// At most this number of missing witnesses are searched for one by one.
const FEW: u32 = 2;
/// Approximate number of steps between two checks of the clock.
const LOOK_EVERY: usize = 1 << 22;

/// Requested width of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// As wide as the known values need.
    Enough,
    /// With high bytes.
    Wide,
}

/// Why the engine stopped.
pub(super) enum Left {
    /// All requested values are known.
    Nothing,
    /// There are many more rare heaps than before.
    ManyRare,
    /// A value does not fit the table.
    TooNarrow,
}

pub(super) struct Field {
    places: Places,
    path: Path,
    space: Space,
    /// Number of hidden entries before that of heap 0, so that a step may look back too far.
    origin: usize,
    /// The packed values, hidden if rare; then hidden entries, at least one block.
    low: Vec<u8>,
    /// Empty if all packed values are below [`NARROW`].
    high: Vec<u8>,
    known: usize,
    rare: Vec<usize>,
    /// Number of rare heaps when the space was last chosen.
    renewed_with: usize,
    /// Pairs with a rare part, which make common options.
    partners: Steps,
    /// Those of them that stay within a block: the distance back, and the number to xor with.
    near: Vec<(usize, u16)>,
    /// The same for packed values below [`SHORT`].
    echoes: Vec<[Echo; ABREAST]>,
    /// Pairs of two common parts, which make rare options.
    witnesses: Steps,
    /// The smaller parts below this are among the witnesses, as far as there is capacity.
    witnessed: usize,
    /// For even and odd heaps, by packed value: the common value, and the number of smaller rare ones.
    common: [Vec<u16>; 2],
    smaller: [Vec<u16>; 2],
    /// Number of windows the last block needed.
    windows: usize,
    /// True if heap 0 is common, so that pairs with it are treated separately.
    zero_is_common: bool,
}

/// What the values at this distance back mark, each below [`SHORT`]; larger ones mark nothing.
#[derive(Clone, Copy)]
struct Echo {
    back: usize,
    marks: [u32; 2 * SHORT],
}

/// Result of one block: its lanes, and whether the last of them is rare.
struct Found {
    packed: [u16; LANES],
    lanes: usize,
    rare_end: bool,
}

impl Field {
    /// Returns `None` if a value is too large for any table.
    pub fn new(places: &Places, path: Path, space: Space, width: Width, values: &Table) -> Option<Field> {
        let known = values.len();
        let largest = (0..known).map(|n| values.at(n)).max().unwrap_or(0);
        if largest as usize >= WIDE {
            return None;
        }
        // One spare bit: the next values are not much larger than these.
        let wide = width == Width::Wide || usize::from(space.pack(largest as u16 | 15)) + 2 * WINDOW > NARROW;
        let origin = places.max + 2 * LANES;
        let size = if wide { WIDE } else { NARROW };
        let common = |n| (0..size as u16).map(|packed| space.unpack(packed, space.common_parity(n))).collect();
        let smaller =
            |n| (0..size as u16).map(|packed| space.smaller_of_the_other(packed, space.common_parity(n))).collect();
        let mut field = Field {
            places: places.clone(),
            path,
            space,
            origin,
            low: vec![if wide { 0 } else { HIDDEN }; origin],
            high: vec![HIDDEN; if wide { origin } else { 0 }],
            known: 0,
            rare: Vec::new(),
            renewed_with: 0,
            partners: Steps::new(),
            near: Vec::new(),
            echoes: Vec::new(),
            witnesses: Steps::new(),
            witnessed: 1,
            common: [common(0), common(1)],
            smaller: [smaller(0), smaller(1)],
            windows: 1,
            zero_is_common: !space.is_rare(0, 0),
        };
        field.low.reserve(known + 2 * LANES);
        field.high.reserve(if wide { known + 2 * LANES } else { 0 });
        field.pad(known);
        for n in 0..known {
            let value = values.at(n) as u16;
            let rare = space.is_rare(n, value);
            field.write(n, space.pack(value), rare || n == 0);
            if rare && n > 0 {
                field.rare.push(n);
            }
        }
        field.known = known;
        field.list_partners(values);
        field.list_witnesses(values);
        field.windows = 1 + usize::from(space.pack(largest as u16)) / WINDOW;
        field.renew();
        Some(field)
    }

    pub fn space(&self) -> (Space, &[usize]) {
        (self.space, &self.rare)
    }

    pub fn windows(&self) -> usize {
        self.windows
    }

    pub fn bytes(&self) -> u64 {
        (self.low.len() + self.high.len() + self.partners.bytes() + 8 * self.rare.len()) as u64
    }

    /// Returns the number of rare heaps from `n` on.
    pub fn rare_since(&self, n: usize) -> usize {
        self.rare.len() - self.rare.partition_point(|rare| *rare < n)
    }

    /// Returns true if the table has high bytes.
    pub fn is_wide(&self) -> bool {
        !self.high.is_empty()
    }

    /// Returns true if there are hardly more rare heaps than when it was made or renewed.
    pub fn is_settled(&self) -> bool {
        self.rare.len() < self.renewed_with * 17 / 16 + 16
    }

    /// Accepts the current number of rare heaps, and some more.
    pub fn renew(&mut self) {
        self.renewed_with = self.rare.len();
    }

    /// Appends hidden entries up to one block past a heap.
    fn pad(&mut self, n: usize) {
        let length = self.origin + n + LANES;
        if self.low.len() < length {
            let blank = if self.high.is_empty() { HIDDEN } else { 0 };
            self.low.resize(length, blank);
            if !self.high.is_empty() {
                self.high.resize(length, HIDDEN);
            }
        }
    }

    fn write(&mut self, n: usize, packed: u16, hidden: bool) {
        let index = self.origin + n;
        let hide = if hidden { HIDDEN } else { 0 };
        if self.high.is_empty() {
            self.low[index] = packed as u8 | hide;
        } else {
            self.low[index] = heap::low_byte(packed);
            self.high[index] = heap::high_byte(packed) | hide;
        }
    }

    fn table(&self) -> heap::Table<'_> {
        if self.high.is_empty() { heap::Table::narrow(&self.low) } else { heap::Table::wide(&self.low, &self.high) }
    }

    fn list_partners(&mut self, values: &Table) {
        let packed = |n: usize| self.space.pack(values.at(n) as u16);
        let mut partners: Vec<(usize, u16)> = Vec::new();
        if !self.zero_is_common {
            partners.extend(self.places.ones.iter().map(|taken| (*taken, 0)));
        }
        for taken in &self.places.splits {
            partners.extend(self.rare.iter().map(|rare| (taken + rare, packed(*rare))));
        }
        partners.sort_unstable();
        partners.dedup();
        self.near = partners.iter().copied().filter(|(back, _)| *back < LANES).collect();
        let mut echoes: Vec<Echo> = Vec::new();
        for (back, number) in &self.near {
            if echoes.last().is_none_or(|echo| echo.back != *back) {
                echoes.push(Echo { back: *back, marks: [0; 2 * SHORT] });
            }
            if let Some(echo) = echoes.last_mut() {
                for (value, marks) in echo.marks.iter_mut().enumerate().take(SHORT) {
                    *marks |= 1u32.checked_shl(value as u32 ^ u32::from(*number)).unwrap_or(0);
                }
            }
        }
        // The farthest back come first: the nearest value, which takes longest to be ready, is then used last.
        let silent = Echo { back: 0, marks: [0; 2 * SHORT] };
        echoes.resize(echoes.len().next_multiple_of(ABREAST), silent);
        echoes.reverse();
        self.echoes = echoes.as_chunks().0.to_vec();
        partners.iter().for_each(|(back, number)| self.partners.push(*back, *number));
    }

    /// Lists the first splits into two common parts, more of them than before if more heaps are known.
    pub fn list_witnesses(&mut self, values: &Table) {
        // This keeps the larger part of a witness the larger one, and excludes pairs of equal parts.
        let max = (self.known.saturating_sub(self.places.max + 2 * LANES) / 2).min(MAX_WITNESSES);
        if self.witnessed >= max {
            return;
        }
        let packed = |n: usize| self.space.pack(values.at(n) as u16);
        let mut witnesses: Vec<(usize, u16)> = Vec::new();
        if self.zero_is_common {
            witnesses.extend(self.places.ones.iter().map(|taken| (*taken, 0)));
        }
        for part in (1..max).filter(|part| !self.space.is_rare(*part, values.at(*part) as u16)) {
            witnesses.extend(self.places.splits.iter().map(|taken| (taken + part, packed(part))));
        }
        witnesses.sort_unstable();
        witnesses.dedup();
        witnesses.truncate(MAX_WITNESSES);
        self.witnesses = Steps::new();
        witnesses.iter().for_each(|(back, number)| self.witnesses.push(*back, *number));
        self.witnessed = max;
    }

    pub fn extend(&mut self, values: &mut Table, to: usize, work: &Work) -> Result<Left, Stop> {
        let (mut cost, mut done) = (0, 0);
        while self.known < to {
            let lanes = LANES.min(to - self.known);
            let Some(found) = self.block(lanes, values) else { return Ok(Left::TooNarrow) };
            self.keep(&found, values);
            done += found.lanes;
            cost += 512 + self.partners.len() * self.windows;
            if self.rare.len() > self.renewed_with * 5 / 4 + 64 {
                work.advance(done as u64)?;
                return Ok(Left::ManyRare);
            }
            if cost >= LOOK_EVERY {
                work.room(self.bytes() + (values.len() * values.width()) as u64)?;
                work.advance(done as u64)?;
                (cost, done) = (0, 0);
            }
        }
        work.advance(done as u64)?;
        Ok(Left::Nothing)
    }

    /// Appends the values of a block.
    fn keep(&mut self, found: &Found, values: &mut Table) {
        let mut fresh = [0; LANES];
        for (lane, (value, packed)) in fresh.iter_mut().zip(&found.packed).enumerate() {
            *value = self.common[(self.known + lane) & 1][usize::from(*packed)];
        }
        self.known += found.lanes;
        if found.rare_end {
            let (n, packed) = (self.known - 1, found.packed[found.lanes - 1]);
            fresh[found.lanes - 1] = self.space.unpack(packed, self.space.common_parity(n) ^ 1);
            self.rare.push(n);
            self.write(n, packed, true);
            self.places.splits.iter().for_each(|taken| self.partners.push(taken + n, packed));
        }
        values.push_all(&fresh[..found.lanes]);
    }

    /// Returns the next `lanes` values, or the first of them up to a rare one, or `None` if a value does not fit the
    /// table.
    fn block(&mut self, lanes: usize, values: &Table) -> Option<Found> {
        self.pad(self.known + LANES);
        let range = self.origin + self.known..self.origin + self.known + LANES;
        if self.high.is_empty() {
            self.low[range.clone()].fill(HIDDEN);
        } else {
            self.high[range.clone()].fill(HIDDEN);
        }
        let mut found = Found { packed: [0; LANES], lanes, rare_end: false };
        if !self.candidates_short(&mut found, values) {
            self.candidates_long(&mut found, values)?;
        }
        for (entry, packed) in self.low[range.clone()].iter_mut().zip(&found.packed) {
            *entry = *packed as u8;
        }
        if !self.high.is_empty() {
            for (entry, packed) in self.high[range].iter_mut().zip(&found.packed) {
                *entry = heap::high_byte(*packed);
            }
        }
        self.certify(&mut found, values);
        Some(found)
    }

    /// Returns the marks of some windows that the values before the block make.
    fn marks<const WINDOWS: usize>(&self, window: usize) -> [Marks; WINDOWS] {
        let all = [[[0xFF; LANES]; 2]; WINDOWS];
        let at = self.origin + self.known;
        heap::mark(self.path, self.table(), at, window as u16, &self.partners, &all, 0).marks
    }

    /// Calls `tell` with the common options that rare heaps just before the block make as a whole, if heap 0 is common.
    fn whole_heaps(&self, lanes: usize, values: &Table, mut tell: impl FnMut(usize, u16)) {
        if !self.zero_is_common || self.rare.last().is_none_or(|last| last + self.places.max < self.known) {
            return;
        }
        for lane in 0..lanes {
            for rest in self.places.ones.iter().map(|taken| self.known + lane - taken) {
                if rest < self.known && self.space.is_rare(rest, values.at(rest) as u16) {
                    tell(lane, self.space.pack(values.at(rest) as u16));
                }
            }
        }
    }

    /// Finds candidates below [`SHORT`], packed; returns false if there are others.
    fn candidates_short(&mut self, found: &mut Found, values: &Table) -> bool {
        if self.windows > 2 {
            return false;
        }
        let mut marked = [0u32; LANES];
        self.whole_heaps(found.lanes, values, |lane, packed| {
            marked[lane] |= 1u32.checked_shl(u32::from(packed)).unwrap_or(0);
        });
        let add = |marked: &mut [u32; LANES], marks: &Marks, shift: usize| {
            for (marked, (first, second)) in marked.iter_mut().zip(marks[0].iter().zip(&marks[1])) {
                *marked |= (u32::from(*first) | u32::from(*second) << 8) << shift;
            }
        };
        if self.windows == 1 {
            add(&mut marked, &self.marks::<1>(0)[0], 0);
        } else {
            let [first, second] = self.marks::<2>(0);
            add(&mut marked, &first, 0);
            add(&mut marked, &second, WINDOW);
        }
        // Values before the block are in the marks already, and echo nothing.
        let mut history = [SHORT as u8; 2 * LANES];
        for lane in 0..found.lanes {
            let mut echoed = marked[lane];
            for abreast in &self.echoes {
                for echo in abreast {
                    let value = history[LANES + lane - (echo.back & (LANES - 1))];
                    echoed |= echo.marks[usize::from(value) & (2 * SHORT - 1)];
                }
            }
            let mut min = echoed.trailing_ones() as usize;
            if min >= WINDOW && self.windows == 1 {
                let before = marked[lane];
                add(&mut marked, &self.marks::<1>(1)[0], WINDOW);
                min = (echoed | marked[lane] & !before).trailing_ones() as usize;
                self.windows = 2;
            }
            if min >= SHORT {
                self.windows = 3;
                return false;
            }
            history[LANES + lane] = min as u8;
            found.packed[lane] = min as u16;
        }
        true
    }

    /// Finds candidates of any size; returns `None` if one does not fit the table.
    fn candidates_long(&mut self, found: &mut Found, values: &Table) -> Option<()> {
        let max = self.common[0].len();
        let words = max / 64;
        let mut marked = vec![0u64; LANES * words];
        self.whole_heaps(found.lanes, values, |lane, packed| {
            marked[lane * words + usize::from(packed) / 64] |= 1 << (packed % 64);
        });
        let mut limit = 0;
        for lane in 0..found.lanes {
            for (back, number) in self.near.iter().take_while(|(back, _)| *back <= lane) {
                let option = usize::from(found.packed[lane - back] ^ number);
                marked[lane * words + option / 64] |= 1 << (option % 64);
            }
            let min = loop {
                let row = &marked[lane * words..(lane + 1) * words];
                let index = row.iter().position(|word| *word != u64::MAX).unwrap_or(words);
                let min = 64 * index + row.get(index).map_or(0, |word| word.trailing_ones() as usize);
                if min < limit {
                    break min;
                }
                if limit >= max {
                    return None;
                }
                for marks in self.marks::<TOGETHER>(limit / WINDOW) {
                    for lane in 0..LANES {
                        let both = u64::from(marks[0][lane]) | u64::from(marks[1][lane]) << 8;
                        marked[lane * words + limit / 64] |= both << (limit % 64);
                    }
                    limit += WINDOW;
                }
            };
            found.packed[lane] = min as u16;
        }
        self.windows = limit / WINDOW;
        Some(())
    }

    /// Shows that every rare number below the candidates is an option, or cuts the block at the first lane where one is
    /// not.
    fn certify(&self, found: &mut Found, values: &Table) {
        let mut needed = [0u16; LANES];
        for (lane, needed) in needed.iter_mut().enumerate().take(found.lanes) {
            *needed = self.smaller[(self.known + lane) & 1][usize::from(found.packed[lane])];
        }
        let max = usize::from(needed.iter().copied().max().unwrap_or(0));
        let mut missing: Vec<(usize, u16, usize)> = Vec::new();
        if max <= WINDOW {
            self.seek_witnesses::<1>(0, &needed, &mut missing);
        } else {
            for window in (0..max.div_ceil(WINDOW)).step_by(TOGETHER) {
                self.seek_witnesses::<TOGETHER>(window, &needed, &mut missing);
            }
        }
        missing.sort_unstable();
        for (lane, packed, from) in missing {
            if !self.is_rare_option(self.known + lane, packed, from, found, values) {
                found.packed[lane] = packed;
                found.lanes = lane + 1;
                found.rare_end = true;
                return;
            }
        }
    }

    /// Looks for the packed rare numbers of some windows among the options of the first splits, and lists those
    /// missing.
    fn seek_witnesses<const WINDOWS: usize>(
        &self,
        window: usize,
        needed: &[u16; LANES],
        missing: &mut Vec<(usize, u16, usize)>,
    ) {
        let mut need = [[[0; LANES]; 2]; WINDOWS];
        for (index, need) in need.as_flattened_mut().iter_mut().enumerate() {
            let base = (WINDOW * window + 8 * index) as u16;
            for (need, needed) in need.iter_mut().zip(needed) {
                *need = LOWEST[usize::from(needed.saturating_sub(base).min(8))];
            }
        }
        let at = self.origin + self.known;
        let marked = heap::mark(self.path, self.table(), at, window as u16, &self.witnesses, &need, FEW);
        // If all witnesses were tried, the search continues after them.
        let from = if marked.steps == self.witnesses.len() { self.witnessed } else { 1 };
        for (index, (need, marks)) in need.as_flattened().iter().zip(marked.marks.as_flattened()).enumerate() {
            if need.iter().zip(marks).fold(0, |left, (need, mark)| left | need & !mark) == 0 {
                continue;
            }
            for lane in 0..LANES {
                let mut left = need[lane] & !marks[lane];
                while left != 0 {
                    let packed = (WINDOW * window + 8 * index) as u16 + left.trailing_zeros() as u16;
                    missing.push((lane, packed, from));
                    left &= left - 1;
                }
            }
        }
    }

    /// Returns true if a rare number is an option of a heap of this block, given that all lanes before it are right.
    fn is_rare_option(&self, n: usize, packed: u16, from: usize, found: &Found, values: &Table) -> bool {
        let split = |taken: &usize| {
            let rest = n - taken;
            let max = self.places.most_of_smaller_part(rest);
            heap::find_split(self.path, self.table(), self.origin, rest, from, max, packed).is_some()
                || heap::find_split(self.path, self.table(), self.origin, rest, 1, max.min(from - 1), packed).is_some()
        };
        let value = self.space.unpack(packed, self.space.common_parity(n) ^ 1);
        let whole = |taken: &usize| {
            let rest = n - taken;
            let of_rest = if rest < self.known {
                values.at(rest) as u16
            } else {
                self.common[rest & 1][usize::from(found.packed[rest - self.known])]
            };
            of_rest == value
        };
        self.places.ones.iter().any(whole) || self.places.splits.iter().any(split)
    }
}
