//! Gathers runs of options for a sweep, interpreted or native: see `runs` for what runs are, and `scan` for how they are
//! read.
//!
//! In: the site of a run, how many options it has, the keys of the first. Out: the combined result of these options.
//!
//! Three ideas beyond reading the entries quickly. A run along the first field reads a *transposed* copy of the table,
//! where such entries are adjacent. Runs of outcomes that start beside the position itself, along a row, a column or a
//! slanted line, need no reading: the *latest* lost position of that line is known while the table is filled in order,
//! and either lies in the run or does not. And wide nimbers keep the set of the values in one *window* of entries,
//! which usually is the window of the next position with one entry more; what is then missing from the window is
//! searched only in the other runs.

use super::runs::Site;
use super::scan::{self, Row, Seen};
use super::{DRAWN, LOST, MAX_NIMBER, Marks, Skew, SweepField, SweepKind, SweepTable, WON};
use std::ops::Range;
use std::sync::Arc;

/// Tuning: maximum number of lines followed. No measurement is recorded.
const MAX_LINES: u64 = 1 << 22;
/// After a window of nimbers that were all taken, this many positions are marked in full.
const REST: u32 = 8;

/// A part of a run, prepared for a table.
#[derive(Clone, Copy, Debug)]
struct Track {
    /// Increment of keys.
    step: i64,
    /// Increment of indices into the table.
    index_step: i64,
    /// Increment of indices into the transposed copy, if the run goes along the first field.
    turned_step: Option<i64>,
}

/// State of the runs of one thread's sweep.
#[derive(Clone, Debug)]
pub(crate) struct Walker {
    sites: Arc<[(Vec<Track>, Option<usize>)]>,
    skew: Option<Skew>,
    row_shift: u32,
    lines: Lines,
    /// Serial number of the table being followed, and how many of its cells were filled, one after the other.
    followed: (u64, u64),
    window: Window,
    pending: Vec<Strip>,
    rest: u32,
}

/// The memory of the table that is being filled.
///
/// Invariant: it outlives the sweep, and has the sizes written here.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct View {
    pub(crate) table: *mut u8,
    /// Number of entries of the table.
    pub(crate) entries: u64,
    /// The transposed copy of the table, if it has one: its number of rows, and their distance.
    pub(crate) turned: *mut u8,
    pub(crate) turned_rows: u64,
    pub(crate) turned_stride: u64,
}

impl View {
    pub(crate) fn of(table: &SweepTable) -> View {
        let (turned, turned_rows, turned_stride) = table.turned();
        View { table: table.address(), entries: table.len() as u64, turned, turned_rows, turned_stride }
    }
}

/// A run of options: its site, how many there are, and the keys of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) site: u64,
    pub(crate) count: u64,
    pub(crate) first: u64,
    pub(crate) second: u64,
}

/// A run of words, stored until the position has listed all.
#[derive(Clone, Copy, Debug)]
struct Strip {
    one: (usize, isize),
    other: Option<(usize, isize)>,
    count: usize,
}

impl Walker {
    pub(crate) fn new(sites: &[Site], fields: &[SweepField], kind: SweepKind, every_key_counts: bool) -> Walker {
        let skew = Skew::new(kind, fields);
        let row_shift = if fields.len() > 1 { fields[0].shift } else { 63 };
        let entries = fields.iter().map(|field| field.count.saturating_sub(1) << field.shift).sum::<u64>() + 1;
        let mut lines = Lines { groups: Vec::new(), latest: Vec::new(), on: false };
        let follow = kind == SweepKind::Outcomes && every_key_counts && entries < u64::from(u32::MAX);
        let ready = |site: &Site| {
            let tracks = site.steps.iter().map(|step| {
                let (rows, low) = split(*step, skew.map_or(63, |skew| skew.row_shift));
                let index_step = step + skew.map_or(0, |skew| rows << skew.pad_shift);
                let (rows, rest) = split(*step, row_shift);
                debug_assert!(skew.is_some() || (rows, low) == (0, *step) || fields.len() > 1);
                Track { step: *step, index_step, turned_step: (rows != 0 && rest == 0).then_some(rows) }
            });
            let line = match site.steps[..] {
                [step] if follow => lines.group(step.abs(), fields, row_shift),
                _ => None,
            };
            (tracks.collect(), line)
        };
        Walker {
            sites: sites.iter().map(ready).collect(),
            skew,
            row_shift,
            lines,
            followed: (0, 0),
            window: Window::default(),
            pending: Vec::new(),
            rest: 0,
        }
    }

    /// Returns true if some run goes along the first field.
    pub(crate) fn turns(&self) -> bool {
        self.sites.iter().any(|(tracks, _)| tracks.iter().any(|track| track.turned_step.is_some()))
    }

    /// Returns whether lines are followed, and whether those of all runs are.
    pub(crate) fn follows(&self) -> (bool, bool) {
        let lines = self.sites.iter().filter(|(_, line)| line.is_some()).count();
        (lines > 0, lines > 0 && lines == self.sites.len())
    }

    /// Prepares to fill a box of a table.
    pub(crate) fn begin(&mut self, table: &SweepTable, fields: &[SweepField], ranges: &[Range<u64>]) {
        self.window = Window::default();
        self.pending.clear();
        let Some((start, cells)) = stretch(fields, ranges) else {
            self.lines.on = false;
            self.followed = (0, 0);
            return;
        };
        if start == 0 {
            self.lines.latest.fill([0; 2]);
            self.followed = (table.serial(), 0);
        }
        // Lines are valid only if they have seen all cells before.
        self.lines.on = self.followed == (table.serial(), start);
        self.followed.1 = if self.lines.on { start + cells } else { 0 };
    }

    /// Stops following lines: the box was not filled to its end.
    pub(crate) fn fail(&mut self) {
        self.followed = (0, 0);
    }

    pub(crate) fn clear_strips(&mut self) {
        self.pending.clear();
    }

    fn index(&self, key: u64) -> u64 {
        self.skew.map_or(key, |skew| key + (key >> skew.row_shift << skew.pad_shift))
    }

    /// Returns the entries of a part in the table itself: the index of the first, and the step. `None` if they leave
    /// the table.
    fn entries(&self, view: &View, track: Track, first: u64, count: u64) -> Option<(usize, isize)> {
        let rounds = count as i64 - 1;
        let last = first.wrapping_add_signed(track.step.wrapping_mul(rounds));
        if first >= view.entries || last >= view.entries {
            return None;
        }
        let (begin, end) = (self.index(first), self.index(last));
        // Within a row indices advance like keys; a run that leaves its row would not end at the right index.
        (begin.wrapping_add_signed(track.index_step * rounds) == end)
            .then_some((begin as usize, track.index_step as isize))
    }

    fn bytes(&self, view: &View, track: Track, first: u64, count: u64) -> Option<Row<u8>> {
        if let Some(step) = track.turned_step
            && !view.turned.is_null()
        {
            let last = first.wrapping_add_signed(track.step.wrapping_mul(count as i64 - 1));
            let low = first & ((1 << self.row_shift) - 1);
            if first >= view.entries || last >= view.entries || low >= view.turned_rows {
                return None;
            }
            let index = low * view.turned_stride + (first >> self.row_shift);
            return Some(Row { first: view.turned.wrapping_add(index as usize), step: step as isize });
        }
        let (index, step) = self.entries(view, track, first, count)?;
        Some(Row { first: view.table.wrapping_add(index), step })
    }

    /// Returns the nimbers of a run in bytes, one bit each; `None` if an entry has no value.
    pub(crate) fn nimbers<const VECTORS: bool>(&self, view: &View, run: Run) -> Option<u64> {
        let Run { site, count, first, second } = run;
        let seen = match self.sites[site as usize].0[..] {
            [one] => self.bytes(view, one, first, count).map(|row| {
                // SAFETY: the first and the last entry lie in the table, and so do those between; `VECTORS` was checked.
                unsafe { scan::nimbers::<VECTORS>(row, count as usize) }
            }),
            [one, other] => {
                let rows = self.bytes(view, one, first, count).zip(self.bytes(view, other, second, count));
                // SAFETY: as above.
                rows.map(|(one, other)| unsafe { scan::nimbers_of_pairs::<VECTORS>(one, other, count as usize) })
            }
            _ => None,
        };
        seen.filter(|seen| !seen.missing).map(|Seen { mask, .. }| mask)
    }

    /// Returns the result of a run of outcomes at a position: [`LOST`] if an option is lost, 0 if one has no value,
    /// [`DRAWN`] if one is drawn and none is lost, [`WON`] if all are won.
    pub(crate) fn outcome<const VECTORS: bool>(&self, view: &View, run: Run, key: u64) -> u8 {
        let Run { site, count, first, .. } = run;
        let (tracks, line) = &self.sites[site as usize];
        let [track] = tracks[..] else { return 0 };
        if let Some(line) = line
            && self.lines.on
        {
            let last = first.wrapping_add_signed(track.step.wrapping_mul(count as i64 - 1));
            let (near, far) = if track.step < 0 { (first, last) } else { (last, first) };
            let group = &self.lines.groups[*line];
            if group.row(far) == group.row(key)
                && let Some(result) = self.lines.look(*line, key, near, far)
            {
                return result;
            }
        }
        match self.bytes(view, track, first, count) {
            // SAFETY: the first and the last entry lie in the table, and so do those between; `VECTORS` was checked.
            Some(row) => unsafe { scan::outcome::<VECTORS>(row, count as usize) },
            None => 0,
        }
    }

    /// Notes a position that is not won.
    pub(crate) fn note(&mut self, key: u64, value: u8) {
        if self.lines.on {
            self.lines.note(key, value);
        }
    }

    /// Stores a run of wide nimbers until the position has listed all; returns false if it leaves the table.
    pub(crate) fn keep(&mut self, view: &View, run: Run) -> bool {
        let Run { site, count, first, second } = run;
        let strip = match self.sites[site as usize].0[..] {
            [one] => self.entries(view, one, first, count).map(|one| (one, None)),
            [one, other] => {
                let other = self.entries(view, other, second, count);
                self.entries(view, one, first, count).zip(other).map(|(one, other)| (one, Some(other)))
            }
            _ => None,
        };
        self.pending.extend(strip.map(|(one, other)| Strip { one, other, count: count as usize }));
        strip.is_some()
    }

    /// Returns the least nimber that is neither marked with the current stamp nor in the stored runs, which are dropped;
    /// `None` if an entry has no value.
    pub(crate) fn mex<const VECTORS: bool>(&mut self, view: &View, marks: &mut Marks, stamp: u8) -> Option<u32> {
        let mex = self.mex_of_pending::<VECTORS>(view, marks, stamp);
        self.pending.clear();
        mex
    }

    fn mex_of_pending<const VECTORS: bool>(&mut self, view: &View, marks: &mut Marks, stamp: u8) -> Option<u32> {
        let table: *const u32 = view.table.cast_const().cast();
        let row = |(index, step): (usize, isize)| Row { first: table.wrapping_add(index), step };
        // The longest range of adjacent single parts is the window.
        let side_by_side = |strip: &Strip| strip.other.is_none() && strip.one.1.abs() == 1;
        let longest = (0..self.pending.len())
            .filter(|index| side_by_side(&self.pending[*index]))
            .max_by_key(|index| self.pending[*index].count);
        let window = match longest {
            None => None,
            Some(longest) => {
                let Strip { one: (index, step), count, .. } = self.pending.swap_remove(longest);
                let start = if step > 0 { index } else { index + 1 - count };
                // SAFETY: the strip was found to lie in the table.
                unsafe { self.window.move_to(table, start, start + count) }?;
                Some(&self.window)
            }
        };
        let min = window.map_or(0, |window| window.min);
        if self.rest > 0 {
            self.rest -= 1;
        } else {
            let mut mask = 0;
            for near in 0..32 {
                let nimber = min + near;
                let marked = marks.marks.get(nimber as usize) == Some(&stamp);
                let seen = marked || window.is_some_and(|window| window.has(nimber));
                mask |= u32::from(seen) << near;
            }
            for strip in &self.pending {
                // SAFETY: the strip was found to lie in the table; `VECTORS` was checked.
                let (seen, joined) =
                    unsafe { scan::words_near::<VECTORS>(row(strip.one), strip.other.map(row), strip.count, min) };
                if joined >= MAX_NIMBER {
                    return None;
                }
                mask |= seen;
            }
            if mask != u32::MAX {
                return Some(min + mask.trailing_ones());
            }
            self.rest = REST;
        }
        for strip in &self.pending {
            let mark = |nimber: u32| {
                if nimber < MAX_NIMBER {
                    if nimber as usize >= marks.size() {
                        marks.grow(nimber);
                    }
                    marks.marks[nimber as usize] = stamp;
                }
            };
            // SAFETY: the strip was found to lie in the table.
            let joined = unsafe { scan::each_word(row(strip.one), strip.other.map(row), strip.count, mark) };
            if joined >= MAX_NIMBER {
                return None;
            }
        }
        let marked = |nimber: u32| (nimber as usize) < marks.size() && marks.marks[nimber as usize] == stamp;
        let seen = |nimber: u32| marked(nimber) || window.is_some_and(|window| window.has(nimber));
        let mut mex = min;
        while seen(mex) {
            mex += 1;
        }
        Some(mex)
    }
}

/// Splits a step into rows and a remainder, the remainder nearest to 0.
fn split(step: i64, row_shift: u32) -> (i64, i64) {
    if row_shift >= 62 {
        return (0, step);
    }
    let half = 1i64 << row_shift >> 1;
    let rows = (step + half) >> row_shift;
    (rows, step - (rows << row_shift))
}

/// Returns the start and the number of cells of a box, counted in the order of all cells, if it has no gaps in that
/// order.
fn stretch(fields: &[SweepField], ranges: &[Range<u64>]) -> Option<(u64, u64)> {
    let (mut start, mut cells, mut whole) = (0, 1, true);
    for (field, range) in fields.iter().zip(ranges) {
        start = start * field.count + range.start;
    }
    for (field, range) in fields.iter().zip(ranges).rev() {
        let length = range.end - range.start;
        if !whole && length != 1 {
            return None;
        }
        cells *= length;
        whole &= length == field.count;
    }
    Some((start, cells))
}

/// The latest lost and the latest drawn position of every line, while cells are filled in order.
#[derive(Clone, Debug)]
struct Lines {
    groups: Vec<Group>,
    /// Keys plus one; 0 if there is none.
    latest: Vec<[u32; 2]>,
    on: bool,
}

/// Parallel lines: positions whose keys differ by multiples of a step.
#[derive(Clone, Copy, Debug)]
struct Group {
    step: i64,
    /// Index of its first line among all.
    base: usize,
    row_shift: u32,
    /// Rows and offset within the row of a step: (0, 1) or (1, anything).
    rows: i64,
    low: i64,
    /// Added so that lines count from 0.
    offset: i64,
    /// Number of cells of a row.
    width: u64,
}

impl Lines {
    fn group(&mut self, step: i64, fields: &[SweepField], row_shift: u32) -> Option<usize> {
        if let Some(known) = self.groups.iter().position(|group| group.step == step) {
            return Some(known);
        }
        let (rows, low) = split(step, row_shift);
        let width: u64 = fields[1..].iter().map(|field| (field.count - 1) << field.shift).sum::<u64>() + 1;
        let (offset, lines) = match (rows, low) {
            (0, 1) => (0, 1),
            // With more fields a slanted line may leave the box in between.
            (1, 0) => (0, width),
            (1, low) if fields.len() == 2 => {
                let slant = low.unsigned_abs().checked_mul(fields[0].count)?;
                (if low > 0 { slant as i64 } else { 0 }, slant.checked_add(width)?.checked_add(1)?)
            }
            _ => return None,
        };
        if lines > MAX_LINES {
            return None;
        }
        let base = self.latest.len();
        self.latest.resize(base + lines as usize, [0; 2]);
        self.groups.push(Group { step, base, row_shift, rows, low, offset, width });
        Some(self.groups.len() - 1)
    }

    /// Returns the result of the run from beside `key` to `far`, if it goes along lines of that group.
    fn look(&self, group: usize, key: u64, near: u64, far: u64) -> Option<u8> {
        let group = &self.groups[group];
        let beside = near.wrapping_add_signed(group.step) == key && far <= near;
        // Every cell between two of one line, in order and inside the box, has a value by now.
        if !beside || group.line(far) != group.line(key) {
            return None;
        }
        let [lost, drawn] = self.latest[group.line(key)?];
        let reaches = |latest: u32| u64::from(latest) > far;
        Some(match (reaches(lost), reaches(drawn)) {
            (true, _) => LOST,
            (false, true) => DRAWN,
            (false, false) => WON,
        })
    }

    fn note(&mut self, key: u64, value: u8) {
        for group in &self.groups {
            if let Some(line) = group.line(key) {
                self.latest[line][usize::from(value == DRAWN)] = key as u32 + 1;
            }
        }
    }
}

impl Group {
    /// Returns the line of a cell; `None` outside the box. For lines along a row that is the row's own number, as a run
    /// does not leave its row, but all rows share one slot.
    fn line(&self, key: u64) -> Option<usize> {
        let (row, low) = match self.row_shift {
            63 => (0, key),
            shift => (key >> shift, key & ((1 << shift) - 1)),
        };
        if self.row_shift != 63 && low >= self.width {
            return None;
        }
        let line = if self.rows == 0 { 0 } else { low as i64 - row as i64 * self.low + self.offset };
        Some(self.base + line as usize)
    }

    fn row(&self, key: u64) -> u64 {
        if self.row_shift == 63 || self.rows != 0 { 0 } else { key >> self.row_shift }
    }
}

/// The values of a range of words.
#[derive(Clone, Debug, Default)]
struct Window {
    /// Indices into the table.
    start: usize,
    end: usize,
    bits: Vec<u64>,
    /// The least nimber that is not among them.
    min: u32,
}

impl Window {
    fn has(&self, nimber: u32) -> bool {
        self.bits.get(nimber as usize / 64).is_some_and(|word| word >> (nimber % 64) & 1 == 1)
    }

    fn insert(&mut self, nimber: u32) {
        let word = nimber as usize / 64;
        if word >= self.bits.len() {
            self.bits.resize((word + 1).next_power_of_two(), 0);
        }
        self.bits[word] |= 1 << (nimber % 64);
    }

    /// Moves the window to these indices; `None` if an entry has no value.
    ///
    /// # Safety
    /// The table has words at all those indices.
    unsafe fn move_to(&mut self, table: *const u32, start: usize, end: usize) -> Option<()> {
        if self.start != start || self.end > end || self.end < start {
            self.bits.fill(0);
            (self.start, self.end, self.min) = (start, start, 0);
        }
        let row = Row { first: table.wrapping_add(self.end), step: 1 };
        let mut missing = false;
        // SAFETY: by the caller.
        unsafe {
            scan::each_word(row, None, end - self.end, |nimber| {
                missing |= nimber >= MAX_NIMBER;
                if !missing {
                    self.insert(nimber);
                }
            });
        }
        if missing {
            *self = Window::default();
            return None;
        }
        self.end = end;
        while self.has(self.min) {
            self.min += 1;
        }
        Some(())
    }
}
