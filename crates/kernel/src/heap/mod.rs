//! The inner loops of take-and-break games: 32 heaps at a time, one byte per lane.
//!
//! In: a table of small numbers by the size of a heap, and a list of steps, each a distance back and a number to xor.
//! Out: which of sixteen numbers each of 32 neighbouring heaps meets by these steps, and whether a heap can be split so
//! that the numbers of its two parts xor to a given one. The meaning of the numbers is not known here.
//!
//! Idea: a step is one unaligned load, one xor, and a byte shuffle that turns a number below sixteen into one bit and
//! any other into none; the marks stay in registers. If the processor has no AVX2, the same results come from plain
//! code. Wrong tool for numbers of 2048 and more, which fit neither form of the table.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

/// Number of neighbouring heaps processed together.
pub const LANES: usize = 32;
/// Number of values in one window.
pub const WINDOW: usize = 16;
/// The bit of a byte that keeps an entry from being marked: in the low bytes if the table has no high ones.
pub const HIDDEN: u8 = 0x80;
/// Number of steps between two checks whether everything is marked.
const PATIENCE: usize = 48;

/// Sixteen marks for each lane: bit i of the first byte is the number i of the window, of the second the number 8 + i.
pub type Marks = [[u8; LANES]; 2];

/// Which instructions are used. The results are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Byte shuffles of 32 lanes; only [`Path::best`] makes it, after checking the processor.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Path {
    /// Returns the fastest path of this processor.
    pub fn best() -> Path {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            return Path(Kind::Avx2);
        }
        Path::portable()
    }

    /// Returns the path of plain code, for any processor.
    pub fn portable() -> Path {
        Path(Kind::Portable)
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            Kind::Portable => "portable",
        }
    }
}

/// A list of steps: look the given number of entries back, and xor this number.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// Invariant: the three have one length, and no entry of `back` is above `reach`.
    back: Vec<usize>,
    /// The bytes of the numbers, four times each: a register is filled with four bytes in one load, but not with one.
    low: Vec<u32>,
    high: Vec<u32>,
    reach: usize,
}

impl Steps {
    /// Creates an empty list.
    pub fn new() -> Steps {
        Steps::default()
    }

    /// Appends a step; only the lower eleven bits of the number count.
    pub fn push(&mut self, back: usize, number: u16) {
        self.back.push(back);
        self.low.push(u32::from_ne_bytes([low_byte(number); 4]));
        self.high.push(u32::from_ne_bytes([high_byte(number); 4]));
        self.reach = self.reach.max(back);
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.back.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.back.is_empty()
    }

    /// Returns the maximum distance back.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Returns how many bytes they take.
    pub fn bytes(&self) -> usize {
        self.back.capacity() * size_of::<usize>() + 4 * (self.low.capacity() + self.high.capacity())
    }
}

/// Returns the byte of a number that goes into the low bytes of a table.
pub fn low_byte(number: u16) -> u8 {
    (number & 0xFF) as u8
}

/// Returns the byte of a number that goes into the high bytes of a table: the bits from the eighth on, shifted up so
/// that any of them leaves the window, below the bit of [`HIDDEN`].
pub fn high_byte(number: u16) -> u8 {
    ((number >> 8) as u8 & 7) << 4
}

/// A table of numbers: low bytes alone for numbers below 128 ([`HIDDEN`] may be set in them), or low and high bytes for
/// numbers below 2048 ([`HIDDEN`] may be set in the high ones). Without hidden entries low bytes alone do up to 255.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    low: &'a [u8],
    high: Option<&'a [u8]>,
}

impl<'a> Table<'a> {
    /// Creates a table of low bytes alone.
    pub fn narrow(low: &'a [u8]) -> Table<'a> {
        Table { low, high: None }
    }

    /// Creates a table of low and high bytes.
    ///
    /// # Panics
    /// Panics if they differ in length.
    pub fn wide(low: &'a [u8], high: &'a [u8]) -> Table<'a> {
        assert_eq!(low.len(), high.len(), "both halves of a table have one length");
        Table { low, high: Some(high) }
    }
}

/// Result of [`mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked<const WINDOWS: usize> {
    /// The marks of each window.
    pub marks: [Marks; WINDOWS],
    /// Number of steps made; the marks of all of these are there.
    pub steps: usize,
}

/// Marks, for the lanes `at .. at + 32` of a table, the numbers of some windows that the steps meet, the first window
/// having those from `16 * window` on. Returns early, with fewer marks, once no more than `few` of the marks in `need`
/// are missing in all lanes together.
///
/// # Panics
/// Panics if a step looks back past the beginning of the table, or a lane is past its end.
pub fn mark<const WINDOWS: usize>(
    path: Path,
    table: Table,
    at: usize,
    window: u16,
    steps: &Steps,
    need: &[Marks; WINDOWS],
    few: u32,
) -> Marked<WINDOWS> {
    assert!(at >= steps.reach && at + LANES <= table.low.len(), "all steps stay within the table");
    match path.0 {
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => {
            // SAFETY: `Path::best` alone makes this kind, once the processor said that it has AVX2 and POPCNT. Every
            // load starts at `at - back` with `back <= reach <= at` and ends before `at + 32 <= len`, for the high
            // bytes too, as `Table::wide` has compared their lengths. It buys a factor of about 25 over the portable
            // path.
            unsafe { avx2::mark(table, at, window, steps, need, few) }
        }
        Kind::Portable => portable::mark(table, at, window, steps, need, few),
    }
}

/// Returns how many marks of the first are not among the second; inlined, so that it is compiled for the processor of
/// its caller.
#[inline(always)]
fn missing<const WINDOWS: usize>(need: &[Marks; WINDOWS], marks: &[Marks; WINDOWS]) -> u32 {
    let words = |marks: &[u8; LANES]| {
        let (first, second) = marks.split_at(LANES / 2);
        [first, second].map(|bytes| u128::from_ne_bytes(bytes.try_into().expect("half of the lanes are sixteen")))
    };
    let mut missing = 0;
    for (need, marks) in need.as_flattened().iter().zip(marks.as_flattened()) {
        let (need, marks) = (words(need), words(marks));
        missing += (need[0] & !marks[0]).count_ones() + (need[1] & !marks[1]).count_ones();
    }
    missing
}

/// Returns the least `a` in `from ..= to` for which the entries at `origin + a` and `origin + total - a` xor to the
/// number, the hidden bits included; an entry with another sum of hidden bits is thus never found.
///
/// # Panics
/// Panics if an entry in the range is outside the table.
pub fn find_split(
    path: Path,
    table: Table,
    origin: usize,
    total: usize,
    from: usize,
    to: usize,
    number: u16,
) -> Option<usize> {
    if from > to {
        return None;
    }
    assert!(to <= total, "a part is no larger than the whole");
    assert!(origin + to < table.low.len() && origin + total - from < table.low.len(), "both parts are in the table");
    match path.0 {
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => {
            // SAFETY: AVX2 is there, as above; both parts of every split from `from` to `to` are inside the table by
            // the assertions, and vector loads are used only for 32 of them at a time. It buys a factor of about 8.
            unsafe { avx2::find_split(table, origin, total, from, to, number) }
        }
        Kind::Portable => portable::find_split(table, origin, total, from, to, number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;

    /// Returns a table with some entries hidden, and the numbers it holds.
    fn table(random: &mut Random, length: usize, max: u64, wide: bool) -> (Vec<u8>, Vec<u8>, Vec<Option<u16>>) {
        let (mut low, mut high, mut numbers) = (vec![], vec![], vec![]);
        for _ in 0..length {
            let number = random.below(max) as u16;
            let hidden = random.below(9) == 0;
            low.push(low_byte(number) | if hidden && !wide { HIDDEN } else { 0 });
            high.push(high_byte(number) | if hidden { HIDDEN } else { 0 });
            numbers.push((!hidden).then_some(number));
        }
        (low, high, numbers)
    }

    #[test]
    fn every_path_marks_what_the_definition_says() {
        let mut random = Random(7);
        for round in 0..200 {
            let wide = round % 2 == 1;
            let max = if wide { 2048 } else { 128 };
            let (low, high, numbers) = table(&mut random, 300, max, wide);
            let mut steps = Steps::new();
            let mut list = vec![];
            for _ in 0..random.below(120) {
                let (back, number) = (random.below(200) as usize, random.below(max) as u16);
                steps.push(back, number);
                list.push((back, number));
            }
            let at = 200 + random.below(68) as usize;
            let window = random.below(max / 32) as u16 * 2;
            let mut expected: [Marks; 2] = [[[0; LANES]; 2]; 2];
            for (back, number) in list {
                for lane in 0..LANES {
                    if let Some(entry) = numbers[at + lane - back]
                        && (entry ^ number) / 32 == window / 2
                    {
                        let bit = (entry ^ number) % 32;
                        expected[usize::from(bit / 16)][usize::from(bit % 16 / 8)][lane] |= 1 << (bit % 8);
                    }
                }
            }
            let table = if wide { Table::wide(&low, &high) } else { Table::narrow(&low) };
            for path in [Path::best(), Path::portable()] {
                let all = [[[0xFF; LANES]; 2]; 2];
                assert_eq!(mark(path, table, at, window, &steps, &all, 0).marks, expected, "{}", path.name());
                assert_eq!(mark::<1>(path, table, at, window, &steps, &[all[0]], 0).marks, [expected[0]]);
                // If little is needed both stop at the same step.
                let early = mark::<1>(path, table, at, window, &steps, &[all[0]], 480);
                assert_eq!(early, mark(Path::portable(), table, at, window, &steps, &[all[0]], 480));
            }
        }
    }

    #[test]
    fn every_path_finds_the_first_split() {
        let mut random = Random(11);
        for round in 0..400 {
            let wide = round % 2 == 1;
            let max = if round % 3 == 0 { 2048 } else { 100 };
            let (low, high, _) = table(&mut random, 400, if wide { max } else { 100 }, wide);
            let total = 1 + random.below(380) as usize;
            let from = random.below(total as u64) as usize;
            let number = random.below(max) as u16;
            let table = if wide { Table::wide(&low, &high) } else { Table::narrow(&low) };
            let expected = (from..=total / 2).find(|a| {
                let (x, y) = (5 + a, 5 + total - a);
                low[x] ^ low[y] == low_byte(number) && (!wide || high[x] ^ high[y] == high_byte(number))
            });
            for path in [Path::best(), Path::portable()] {
                let narrow_number = if wide { number } else { number & 0xFF };
                assert_eq!(find_split(path, table, 5, total, from, total / 2, narrow_number), expected);
            }
        }
    }
}
