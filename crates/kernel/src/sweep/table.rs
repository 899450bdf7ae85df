//! Storage of a sweep's values: one entry for each key, as wide as the kind of value needs.
//!
//! In: the fields of a key. Out: an entry for each. Rows may be padded, for the sake of the cache; a table of bytes may
//! have a transposed copy while it is filled; and a table may keep only the rows filled last.

use super::{SweepField, SweepKind};
use grundy_message::Message;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

/// An entry of bytes or words that has no nimber yet.
const NO_BYTE: u8 = u8::MAX;
const NO_WORD: u32 = u32::MAX;
/// An entry that has no score yet.
pub(super) const NO_SCORE: i64 = i64::MIN;
/// One entry for each key. Threads may fill disjoint boxes of one table at once, after the entries that they read.
#[derive(Debug)]
pub struct SweepTable {
    pub(super) kind: SweepKind,
    pub(super) fields: Arc<[SweepField]>,
    /// Number of keys that have entries, from 0 on.
    entries: u64,
    skew: Option<Skew>,
    cells: Cells,
    turned: Option<Turned>,
    kept: Option<Kept>,
    /// Serial number of the table, never reused even if its memory is.
    serial: u64,
}

/// Keeps only the rows filled last, where a row is all keys with one value of the first field.
#[derive(Debug)]
pub(super) struct Kept {
    rows: KeptRows,
    /// The row being filled.
    current: AtomicU64,
}

/// Which rows are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptRows {
    /// Number of rows kept, a power of two.
    pub(crate) count: u64,
    /// A row is a key without this number of lowest bits.
    pub(crate) row_shift: u32,
}

impl KeptRows {
    pub(super) fn new(fields: &[SweepField], rows: u64) -> Result<KeptRows, Message> {
        match fields {
            [first, _, ..] if (1..=1 << 16).contains(&rows) && first.shift < 40 => {
                Ok(KeptRows { count: rows.next_power_of_two(), row_shift: first.shift })
            }
            _ => Err(Message::text("a table of one field, or with so many rows, keeps all")),
        }
    }

    pub(super) fn entries(self) -> u64 {
        self.count << self.row_shift
    }
}

/// A copy of a table of bytes where entries that differ only in the first field are adjacent.
#[derive(Debug)]
pub(super) struct Turned {
    cells: Vec<AtomicU8>,
    row_shift: u32,
    rows: u64,
    stride: u64,
}

impl Turned {
    /// Returns the number of rows of the copy and their distance; `None` if they would be too short to be of use.
    pub(super) fn shape(fields: &[SweepField]) -> Option<(u64, u64)> {
        let (first, rest) = fields.split_first()?;
        if rest.is_empty() || first.count < MIN_TURNED {
            return None;
        }
        let rows = rest.iter().map(|field| (field.count - 1) << field.shift).sum::<u64>() + 1;
        // Rows a large power of two apart would share few cache lines.
        let stride = first.count.next_multiple_of(64);
        Some((rows, if stride.is_multiple_of(512) { stride + 64 } else { stride }))
    }

    fn new(fields: &[SweepField]) -> Option<Turned> {
        let (first, (rows, stride)) = (fields.first()?, Turned::shape(fields)?);
        let count = rows.checked_mul(stride).and_then(|count| usize::try_from(count).ok())?;
        let cells = (0..count).map(|_| AtomicU8::new(NO_BYTE)).collect();
        Some(Turned { cells, row_shift: first.shift, rows, stride })
    }

    fn set(&self, key: u64, value: u8) {
        let (low, along) = (key & ((1 << self.row_shift) - 1), key >> self.row_shift);
        self.cells[(low * self.stride + along) as usize].store(value, Relaxed);
    }
}

/// Tuning: minimum number of values of the first field for a transposed copy. No measurement is recorded.
const MIN_TURNED: u64 = 32;

static SERIAL: AtomicU64 = AtomicU64::new(1);

/// The entries, as wide as the kind needs.
#[derive(Debug)]
enum Cells {
    Bytes(Vec<AtomicU8>),
    Words(Vec<AtomicU32>),
    Scores(Vec<AtomicI64>),
}

/// Some entries left unused after each row.
///
/// Rows a large power of two apart put all entries of a column into the same few cache lines, and moves along columns
/// then read from main memory: Wythoff's game on 2000 rows of 4096 bytes takes 15.3 s without and 8.4 s with a skew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Skew {
    /// A row is a key without this number of lowest bits.
    pub(crate) row_shift: u32,
    /// Each row shifts everything after it by 1 << `pad_shift` entries: one cache line.
    pub(crate) pad_shift: u32,
}

impl Skew {
    /// Returns the skew for a table; `None` if rows are short, as it costs a tenth there.
    pub(crate) fn new(kind: SweepKind, fields: &[SweepField]) -> Option<Skew> {
        let bytes_shift = match kind {
            SweepKind::Nimbers | SweepKind::Outcomes => 0,
            SweepKind::WideNimbers | SweepKind::Remoteness => 2,
            SweepKind::Scores => 3,
        };
        let (_, rows) = fields.split_last()?;
        let row_shift = rows.iter().map(|field| field.shift).filter(|shift| shift + bytes_shift >= 12).min()?;
        Some(Skew { row_shift, pad_shift: 6 - bytes_shift })
    }
}

impl SweepTable {
    /// Creates a table without values for the keys of these fields.
    pub fn new(kind: SweepKind, fields: &[SweepField]) -> SweepTable {
        SweepTable::keeping(kind, fields, None)
    }

    /// Like [`SweepTable::new`], but keeps only the last rows if `kept` is given.
    pub(super) fn keeping(kind: SweepKind, fields: &[SweepField], kept: Option<KeptRows>) -> SweepTable {
        let last: u64 = fields.iter().map(|field| field.count.saturating_sub(1) << field.shift).sum();
        let skew = Skew::new(kind, fields).filter(|_| kept.is_none());
        let count = kept.map_or(index(skew, last) + 1, |kept| kept.entries() as usize);
        let cells = match kind {
            SweepKind::Nimbers | SweepKind::Outcomes => {
                Cells::Bytes((0..count).map(|_| AtomicU8::new(no_byte(kind))).collect())
            }
            SweepKind::WideNimbers | SweepKind::Remoteness => {
                Cells::Words((0..count).map(|_| AtomicU32::new(no_word(kind))).collect())
            }
            SweepKind::Scores => Cells::Scores((0..count).map(|_| AtomicI64::new(NO_SCORE)).collect()),
        };
        let kept = kept.map(|rows| Kept { rows, current: AtomicU64::new(0) });
        let serial = SERIAL.fetch_add(1, Relaxed);
        SweepTable { kind, fields: fields.into(), entries: last + 1, skew, cells, turned: None, kept, serial }
    }

    /// Adds a transposed copy, if it has several fields.
    pub(super) fn with_turned(mut self) -> SweepTable {
        self.turned = Turned::new(&self.fields);
        self
    }

    /// Returns the unique number of the table.
    pub(crate) fn serial(&self) -> u64 {
        self.serial
    }

    /// Returns the address of the transposed copy, its number of rows, and their distance.
    pub(crate) fn turned(&self) -> (*mut u8, u64, u64) {
        match &self.turned {
            Some(turned) => (turned.cells.as_ptr().cast_mut().cast(), turned.rows, turned.stride),
            None => (std::ptr::null_mut(), 0, 0),
        }
    }

    /// Frees what only filling needs.
    pub fn finish(&mut self) {
        self.turned = None;
    }

    /// Returns the kind of its values.
    pub fn kind(&self) -> SweepKind {
        self.kind
    }

    /// Returns the number of keys that have entries, from 0 on.
    pub fn len(&self) -> usize {
        self.entries as usize
    }

    /// Returns true if it has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Returns the entry of a key; `None` if there is no value yet, or no entry.
    pub fn value(&self, key: u64) -> Option<i64> {
        if key >= self.entries {
            return None;
        }
        if let Some(kept) = &self.kept
            && kept.current.load(Relaxed).wrapping_sub(key >> kept.rows.row_shift) >= kept.rows.count
        {
            return None;
        }
        let index = self.index(key);
        let (value, unset) = match &self.cells {
            Cells::Bytes(cells) => (i64::from(cells[index].load(Relaxed)), i64::from(NO_BYTE)),
            Cells::Words(cells) => (i64::from(cells[index].load(Relaxed)), i64::from(NO_WORD)),
            Cells::Scores(cells) => (cells[index].load(Relaxed), NO_SCORE),
        };
        let unset = match self.kind {
            SweepKind::Outcomes | SweepKind::Remoteness => 0,
            SweepKind::Nimbers | SweepKind::WideNimbers | SweepKind::Scores => unset,
        };
        Some(value).filter(|value| *value != unset)
    }

    /// Copies the nimbers into a table of wide nimbers; `None` for any other kind.
    pub fn widened(&self) -> Option<SweepTable> {
        if self.kind != SweepKind::Nimbers {
            return None;
        }
        let wide = SweepTable::new(SweepKind::WideNimbers, &self.fields);
        for key in 0..self.entries {
            if let Some(value) = self.value(key) {
                wide.set(key, value);
            }
        }
        Some(wide)
    }

    /// Sets the entry of a key, which must be one of the table.
    pub(crate) fn set(&self, key: u64, value: i64) {
        let index = self.index(key);
        match &self.cells {
            Cells::Bytes(cells) => {
                cells[index].store(value as u8, Relaxed);
                if let Some(turned) = &self.turned {
                    turned.set(key, value as u8);
                }
            }
            Cells::Words(cells) => cells[index].store(value as u32, Relaxed),
            Cells::Scores(cells) => cells[index].store(value, Relaxed),
        }
    }

    /// Returns which rows it keeps, if not all.
    pub(super) fn kept_rows(&self) -> Option<KeptRows> {
        self.kept.as_ref().map(|kept| kept.rows)
    }

    /// Returns true if entries of early rows are dropped.
    pub fn keeps_last_rows(&self) -> bool {
        self.kept.is_some()
    }

    /// Starts a row: clears the entries that it overwrites.
    pub(super) fn begin_row(&self, row: u64) {
        let Some(kept) = &self.kept else { return };
        kept.current.store(row, Relaxed);
        let start = ((row & (kept.rows.count - 1)) << kept.rows.row_shift) as usize;
        let indices = start..start + (1 << kept.rows.row_shift);
        match &self.cells {
            Cells::Bytes(cells) => cells[indices].iter().for_each(|cell| cell.store(no_byte(self.kind), Relaxed)),
            Cells::Words(cells) => cells[indices].iter().for_each(|cell| cell.store(no_word(self.kind), Relaxed)),
            Cells::Scores(cells) => cells[indices].iter().for_each(|cell| cell.store(NO_SCORE, Relaxed)),
        }
    }

    fn index(&self, key: u64) -> usize {
        match &self.kept {
            Some(kept) => (key & (kept.rows.entries() - 1)) as usize,
            None => index(self.skew, key),
        }
    }

    /// Returns the address of its entries; native code changes them as atomics are changed, through a shared reference.
    pub(crate) fn address(&self) -> *mut u8 {
        match &self.cells {
            Cells::Bytes(cells) => cells.as_ptr().cast_mut().cast(),
            Cells::Words(cells) => cells.as_ptr().cast_mut().cast(),
            Cells::Scores(cells) => cells.as_ptr().cast_mut().cast(),
        }
    }
}

/// Returns the byte that fills entries without value.
fn no_byte(kind: SweepKind) -> u8 {
    if kind == SweepKind::Nimbers { NO_BYTE } else { 0 }
}

fn no_word(kind: SweepKind) -> u32 {
    if kind == SweepKind::WideNimbers { NO_WORD } else { 0 }
}

/// Returns the index of the entry of a key. It grows with the key.
fn index(skew: Option<Skew>, key: u64) -> usize {
    match skew {
        Some(skew) => (key + (key >> skew.row_shift << skew.pad_shift)) as usize,
        None => key as usize,
    }
}
