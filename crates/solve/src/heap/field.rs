//! The block engine within one sparse space: tables of packed values, and the four strides over 32 heaps.
//!
//! In: a space and the values so far. Out: more values, until the space no longer fits: too many rare heaps, or a
//! number too large for the table. See `block` for the idea.

use super::places::Places;
use super::space::Space;
use super::table::Table;
use crate::budget::{Allowance, Stop};
use grundy_kernel::heap::{self, HIDDEN, LANES, Marks, Path, Steps, WINDOW};

/// The most packed values that a table of low bytes alone holds, and one with high bytes.
const NARROW: usize = 128;
const WIDE: usize = 2048;
/// Packed values below this are found with one word a lane.
const SHORT: usize = 32;
/// How many splits are tried for all lanes together, before the rest is searched one by one.
const MOST_WITNESSES: usize = 2048;
/// About how many steps pass between two looks at the clock.
const LOOK_EVERY: usize = 1 << 22;

/// How wide a table is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// As wide as the values so far need.
    Enough,
    /// With high bytes.
    Wide,
}

/// Why the machine left off.
pub(super) enum Left {
    /// All values asked for are there.
    Nothing,
    /// There are many more rare heaps than there were.
    ManyRare,
    /// A value does not fit the table.
    TooNarrow,
}

pub(super) struct Field {
    places: Places,
    path: Path,
    space: Space,
    /// So many hidden entries come before that of the heap 0, so that a step may look back too far.
    origin: usize,
    /// The packed values, hidden where rare; then hidden entries, one block at least.
    low: Vec<u8>,
    /// Empty where all packed values are below [`NARROW`].
    high: Vec<u8>,
    known: usize,
    rare: Vec<usize>,
    /// How many were rare when the space was last chosen.
    renewed_with: usize,
    /// Pairs with a rare part, which make common options.
    partners: Steps,
    /// Those of them that stay within a block: how far back, and xor what.
    near: Vec<(usize, u16)>,
    /// What a common packed value marks in the lanes behind it, for values below [`SHORT`].
    echoes: Vec<[u32; LANES]>,
    /// Pairs of two common parts, which make rare options.
    witnesses: Steps,
    /// By the parity under the mask: the values, and how many of the other class are smaller, by packed value.
    unpacked: [Vec<u16>; 2],
    smaller: [Vec<u16>; 2],
    /// How many windows the last block needed.
    windows: usize,
    /// The heap 0 is common, which makes pairs with it worth a look of their own.
    zero_is_common: bool,
}

/// What one block came to: its lanes, and whether the last of them is rare.
struct Found {
    packed: [u16; LANES],
    lanes: usize,
    rare_end: bool,
}

impl Field {
    /// None if a value is too large for any table.
    pub fn new(places: &Places, path: Path, space: Space, width: Width, values: &Table) -> Option<Field> {
        let known = values.len();
        let largest = (0..known).map(|n| values.at(n)).max().unwrap_or(0);
        if largest as usize >= WIDE {
            return None;
        }
        // One bit to spare: the next values are not much larger than these.
        let wide = width == Width::Wide || usize::from(space.pack(largest as u16 | 15)) + 2 * WINDOW > NARROW;
        let origin = places.most + 2 * LANES;
        let size = if wide { WIDE } else { NARROW };
        let by_parity = |parity: u16| (0..size as u16).map(|packed| space.unpack(packed, parity)).collect();
        let smaller = |parity| (0..size as u16).map(|packed| space.smaller_of_the_other(packed, parity)).collect();
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
            echoes: vec![[0; LANES]; SHORT],
            witnesses: Steps::new(),
            unpacked: [by_parity(0), by_parity(1)],
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
        field.list_pairs(values);
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

    /// How many heaps from this on are rare.
    pub fn rare_since(&self, n: usize) -> usize {
        self.rare.len() - self.rare.partition_point(|rare| *rare < n)
    }

    /// Whether the table has high bytes.
    pub fn is_wide(&self) -> bool {
        !self.high.is_empty()
    }

    /// Whether there are hardly more rare heaps than when it was made or renewed.
    pub fn is_settled(&self) -> bool {
        self.rare.len() < self.renewed_with * 17 / 16 + 16
    }

    /// Goes on with as many rare heaps as there are now, and some more.
    pub fn renew(&mut self) {
        self.renewed_with = self.rare.len();
    }

    /// Hidden entries up to one block past a heap.
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
        let place = self.origin + n;
        let hide = if hidden { HIDDEN } else { 0 };
        if self.high.is_empty() {
            self.low[place] = packed as u8 | hide;
        } else {
            self.low[place] = heap::low_byte(packed);
            self.high[place] = heap::high_byte(packed) | hide;
        }
    }

    fn table(&self) -> heap::Table<'_> {
        if self.high.is_empty() { heap::Table::narrow(&self.low) } else { heap::Table::wide(&self.low, &self.high) }
    }

    fn list_pairs(&mut self, values: &Table) {
        let packed = |n: usize| self.space.pack(values.at(n) as u16);
        let mut partners: Vec<(usize, u16)> = Vec::new();
        let mut witnesses: Vec<(usize, u16)> = Vec::new();
        let with_zero = self.places.ones.iter().map(|taken| (*taken, 0));
        if self.zero_is_common {
            witnesses.extend(with_zero)
        } else {
            partners.extend(with_zero)
        }
        for taken in &self.places.splits {
            partners.extend(self.rare.iter().map(|rare| (taken + rare, packed(*rare))));
        }
        // The larger part of a witness is then always the larger one, and no pair is one of equal parts.
        let most = (self.known.saturating_sub(self.places.most + 2 * LANES) / 2).min(MOST_WITNESSES);
        for part in (1..most).filter(|part| !self.space.is_rare(*part, values.at(*part) as u16)) {
            witnesses.extend(self.places.splits.iter().map(|taken| (taken + part, packed(part))));
        }
        for list in [&mut partners, &mut witnesses] {
            list.sort_unstable();
            list.dedup();
        }
        witnesses.truncate(MOST_WITNESSES);
        self.near = partners.iter().copied().filter(|(back, _)| *back < LANES).collect();
        for (back, number) in &self.near {
            for value in 0..SHORT {
                let option = value ^ usize::from(*number);
                if option < SHORT {
                    self.echoes[value][*back] |= 1 << option;
                }
            }
        }
        partners.iter().for_each(|(back, number)| self.partners.push(*back, *number));
        witnesses.iter().for_each(|(back, number)| self.witnesses.push(*back, *number));
    }

    pub fn extend(&mut self, values: &mut Table, to: usize, allowance: &Allowance) -> Result<Left, Stop> {
        let (mut work, mut done) = (0, 0);
        while self.known < to {
            let lanes = LANES.min(to - self.known);
            let Some(found) = self.block(lanes, values) else { return Ok(Left::TooNarrow) };
            self.keep(&found, values);
            done += found.lanes;
            work += 512 + self.partners.len() * self.windows;
            if self.rare.len() > self.renewed_with * 5 / 4 + 64 {
                allowance.advance(done as u64)?;
                return Ok(Left::ManyRare);
            }
            if work >= LOOK_EVERY {
                allowance.room(self.bytes() + (values.len() * values.width()) as u64)?;
                allowance.advance(done as u64)?;
                (work, done) = (0, 0);
            }
        }
        allowance.advance(done as u64)?;
        Ok(Left::Nothing)
    }

    /// Appends the values of a block.
    fn keep(&mut self, found: &Found, values: &mut Table) {
        let mut fresh = [0; LANES];
        for (lane, value) in fresh.iter_mut().enumerate().take(found.lanes) {
            let rare = found.rare_end && lane + 1 == found.lanes;
            let parity = self.space.common_parity(self.known + lane) ^ u16::from(rare);
            *value = self.unpacked[usize::from(parity)][usize::from(found.packed[lane])];
        }
        values.push_all(&fresh[..found.lanes]);
        self.known += found.lanes;
        if found.rare_end {
            let (n, packed) = (self.known - 1, found.packed[found.lanes - 1]);
            self.rare.push(n);
            self.write(n, packed, true);
            self.places.splits.iter().for_each(|taken| self.partners.push(taken + n, packed));
        }
    }

    /// The next so many values, or the first of them up to a rare one; none if a value does not fit the table.
    fn block(&mut self, lanes: usize, values: &Table) -> Option<Found> {
        self.pad(self.known + LANES);
        for lane in 0..LANES {
            self.write(self.known + lane, 0, true);
        }
        let mut found = Found { packed: [0; LANES], lanes, rare_end: false };
        if !self.candidates_short(&mut found, values) {
            self.candidates_long(&mut found, values)?;
        }
        for lane in 0..lanes {
            self.write(self.known + lane, found.packed[lane], false);
        }
        self.certify(&mut found, values);
        Some(found)
    }

    /// The marks of a window that the values before the block make.
    fn marks(&self, window: usize) -> Marks {
        heap::mark(
            self.path,
            self.table(),
            self.origin + self.known,
            window as u16,
            &self.partners,
            &[[0xFF; LANES]; 2],
        )
    }

    /// The common options that rare heaps just before the block make as a whole, where the heap 0 is common.
    fn whole_heaps(&self, lanes: usize, values: &Table, mut tell: impl FnMut(usize, u16)) {
        if !self.zero_is_common || self.rare.last().is_none_or(|last| last + self.places.most < self.known) {
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

    /// Candidates below [`SHORT`], packed; false if there are others.
    fn candidates_short(&mut self, found: &mut Found, values: &Table) -> bool {
        if self.windows > 2 {
            return false;
        }
        let mut marked = [0u32; 2 * LANES];
        self.whole_heaps(found.lanes, values, |lane, packed| {
            marked[lane] |= 1u32.checked_shl(u32::from(packed)).unwrap_or(0);
        });
        let mut windows = 0;
        let mut add_window = |marked: &mut [u32; 2 * LANES]| {
            let marks = self.marks(windows);
            for lane in 0..LANES {
                let both = u32::from(marks[0][lane]) | u32::from(marks[1][lane]) << 8;
                marked[lane] |= both << (WINDOW * windows);
            }
            windows += 1;
            windows * WINDOW
        };
        let mut limit = add_window(&mut marked);
        if self.windows == 2 {
            limit = add_window(&mut marked);
        }
        for lane in 0..found.lanes {
            let mut least = marked[lane].trailing_ones() as usize;
            if least >= limit && limit < SHORT {
                limit = add_window(&mut marked);
                least = marked[lane].trailing_ones() as usize;
            }
            if least >= SHORT {
                self.windows = 3;
                return false;
            }
            found.packed[lane] = least as u16;
            for (mark, echo) in marked[lane..lane + LANES].iter_mut().zip(&self.echoes[least]) {
                *mark |= echo;
            }
        }
        self.windows = limit / WINDOW;
        true
    }

    /// Candidates of any size; none if one does not fit the table.
    fn candidates_long(&mut self, found: &mut Found, values: &Table) -> Option<()> {
        let most = self.unpacked[0].len();
        let words = most / 64;
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
            let least = loop {
                let row = &marked[lane * words..(lane + 1) * words];
                let place = row.iter().position(|word| *word != u64::MAX).unwrap_or(words);
                let least = 64 * place + row.get(place).map_or(0, |word| word.trailing_ones() as usize);
                if least < limit {
                    break least;
                }
                if limit >= most {
                    return None;
                }
                let marks = self.marks(limit / WINDOW);
                for lane in 0..LANES {
                    let both = u64::from(marks[0][lane]) | u64::from(marks[1][lane]) << 8;
                    marked[lane * words + limit / 64] |= both << (limit % 64);
                }
                limit += WINDOW;
            };
            found.packed[lane] = least as u16;
        }
        self.windows = limit / WINDOW;
        Some(())
    }

    /// Shows that every rare number below the candidates is an option, or cuts the block at the first lane where one is
    /// not.
    fn certify(&self, found: &mut Found, values: &Table) {
        let mut needed = [0usize; LANES];
        for (lane, needed) in needed.iter_mut().enumerate().take(found.lanes) {
            let parity = self.space.common_parity(self.known + lane);
            *needed = usize::from(self.smaller[usize::from(parity)][usize::from(found.packed[lane])]);
        }
        let most = needed.iter().copied().max().unwrap_or(0);
        let mut missing: Vec<(usize, u16)> = Vec::new();
        for window in 0..most.div_ceil(WINDOW) {
            let mut need: Marks = [[0; LANES]; 2];
            for lane in 0..LANES {
                let count = needed[lane].saturating_sub(WINDOW * window).min(WINDOW);
                let bits = (1u32 << count) - 1;
                need[0][lane] = (bits & 0xFF) as u8;
                need[1][lane] = (bits >> 8) as u8;
            }
            let at = self.origin + self.known;
            let marks = heap::mark(self.path, self.table(), at, window as u16, &self.witnesses, &need);
            for half in 0..2 {
                for lane in 0..LANES {
                    let mut left = need[half][lane] & !marks[half][lane];
                    while left != 0 {
                        missing.push((lane, (WINDOW * window + 8 * half) as u16 + left.trailing_zeros() as u16));
                        left &= left - 1;
                    }
                }
            }
        }
        missing.sort_unstable();
        for (lane, packed) in missing {
            if !self.is_rare_option(self.known + lane, packed, found, values) {
                found.packed[lane] = packed;
                found.lanes = lane + 1;
                found.rare_end = true;
                return;
            }
        }
    }

    /// Whether a rare number is an option of a heap of this block, all lanes before it being right.
    fn is_rare_option(&self, n: usize, packed: u16, found: &Found, values: &Table) -> bool {
        let split = |taken: &usize| {
            let rest = n - taken;
            let most = self.places.most_of_smaller_part(rest);
            heap::find_split(self.path, self.table(), self.origin, rest, 1, most, packed).is_some()
        };
        let value = self.unpacked[usize::from(self.space.common_parity(n) ^ 1)][usize::from(packed)];
        let whole = |taken: &usize| {
            let rest = n - taken;
            let of_rest = if rest < self.known {
                values.at(rest) as u16
            } else {
                let parity = self.space.common_parity(rest);
                self.unpacked[usize::from(parity)][usize::from(found.packed[rest - self.known])]
            };
            of_rest == value
        };
        self.places.ones.iter().any(whole) || self.places.splits.iter().any(split)
    }
}
