//! Values of finite octal games, by one pass that a sparse space makes fast.
//!
//! In: a game with finitely many digits, all below 8, and optionally a [`Sparse`] rule. Out: the values of the heaps
//! from 0 on.
//!
//! The rule calls a value v of the heap n *common* or *rare*. A split of n into a and b has the value g(a) xor g(b),
//! and the rule is such that this is common for n exactly if one of the two heaps is rare and the other is not. So the
//! common options of n by splitting are found among the splits with a rare part. The least common value that is not an
//! option is the only common value that g(n) can have, and it is g(n) unless a smaller rare value is not an option
//! either; to show that all of those are options, splits are visited until all are found, which is soon. If they are
//! not found among all splits, g(n) is the least that is missing. Nothing depends on whether rare heaps are indeed few
//! (docs/heap_certificates.md, part 1).
//!
//! Wrong tool for codes that leave three heaps or repeat forever: see `plain`.

use crate::certificate::Sparse;
use crate::claim::Field;
use crate::limits::{Meter, Objection};
use crate::values::Values;
use grundy_message::message;
use grundy_rules::heap::TakeAndBreak;

/// The moves of a finite octal game, by what they leave.
pub(crate) struct Moves {
    /// Places that may take the whole heap.
    all: Vec<usize>,
    /// Places that may leave one heap.
    one: Vec<usize>,
    /// Places that may leave two heaps.
    two: Vec<usize>,
    /// The last place.
    last: usize,
}

impl Moves {
    /// Returns the moves of a game, if it is a finite octal one.
    pub fn new(game: &TakeAndBreak) -> Result<Moves, Objection> {
        if !game.tail().is_empty() {
            return Err(Objection::new(Field::Tail, message!("this kind of theorem needs a finite code")));
        }
        if game.head().iter().any(|digit| *digit > 7) {
            return Err(Objection::new(Field::Head, message!("this kind of theorem needs digits below 8")));
        }
        let with = |bit: u8| (0..game.head().len()).filter(|place| game.head()[*place] & bit != 0).collect();
        Ok(Moves { all: with(1), one: with(2), two: with(4), last: game.head().len().saturating_sub(1) })
    }

    /// Returns the parity that all places with splits share, or `None` if they share none.
    fn split_parity(&self) -> Option<usize> {
        let first = self.two.first()? % 2;
        self.two.iter().all(|place| place % 2 == first).then_some(first)
    }
}

/// The rule that calls values rare or common, prepared for a game.
pub(crate) struct Rule {
    mask: u32,
    /// 1 if every second heap has the classes exchanged, else 0.
    by_size: usize,
    /// Added to the size before its parity is taken.
    shift: usize,
}

impl Rule {
    /// Makes the rule for a game.
    ///
    /// A rule that includes the size of heaps is right only if all splits take numbers of one parity.
    pub fn new(sparse: Sparse, moves: &Moves) -> Result<Rule, Objection> {
        let shift = match (sparse.by_size, moves.split_parity()) {
            (true, None) => {
                return Err(Objection::new(
                    Field::Mask,
                    message!("a mask by size needs splits at places of one parity"),
                ));
            }
            (true, Some(parity)) => parity,
            (false, _) => 0,
        };
        Ok(Rule { mask: sparse.mask, by_size: usize::from(sparse.by_size), shift })
    }

    /// Returns true if a heap of this size with this value is rare.
    pub fn is_rare(&self, size: usize, value: u32) -> bool {
        let odd_bits = (value & self.mask).count_ones() as usize;
        (odd_bits + self.by_size * (size + self.shift)).is_multiple_of(2)
    }

    /// Returns the rare values of a heap of even and of odd size.
    fn rare_sets<const WORDS: usize>(&self) -> [Set<WORDS>; 2] {
        [0, 1].map(|size| {
            let mut set = Set::<WORDS>::EMPTY;
            (0..64 * WORDS as u32)
                .filter(|value| self.is_rare(size, *value))
                .for_each(|value| set.insert(value as usize));
            set
        })
    }
}

/// A set of the values below 64 times `WORDS`.
#[derive(Clone, Copy)]
struct Set<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Set<WORDS> {
    const EMPTY: Set<WORDS> = Set([0; WORDS]);

    /// Inserts a value. `WORDS` is a power of two, so that the index into the array is always in bounds; with one word
    /// the compiler keeps the set in a register.
    #[inline(always)]
    fn insert(&mut self, value: usize) {
        self.0[(value >> 6) & (WORDS - 1)] |= 1 << (value & 63);
    }

    /// Returns the least value in neither set.
    #[inline(always)]
    fn least_in_neither(&self, other: &Set<WORDS>) -> Option<usize> {
        (0..WORDS).find_map(|word| {
            let free = !(self.0[word] | other.0[word]);
            (free != 0).then(|| 64 * word + free.trailing_zeros() as usize)
        })
    }

    /// Returns the least value below a bound that is in the one set and not in the other.
    #[inline(always)]
    fn least_missing(&self, wanted: &Set<WORDS>, below: usize) -> Option<usize> {
        (0..WORDS.min(below / 64 + 1)).find_map(|word| {
            let mut missing = wanted.0[word] & !self.0[word];
            if word == below / 64 {
                missing &= (1 << (below % 64)) - 1;
            }
            (missing != 0).then(|| 64 * word + missing.trailing_zeros() as usize)
        })
    }
}

/// An integer type in which values are stored.
trait Cell: Copy {
    fn wide(self) -> usize;
    fn narrow(value: usize) -> Self;
}

impl Cell for u8 {
    fn wide(self) -> usize {
        usize::from(self)
    }
    fn narrow(value: usize) -> u8 {
        value as u8
    }
}

impl Cell for u32 {
    fn wide(self) -> usize {
        self as usize
    }
    fn narrow(value: usize) -> u32 {
        value as u32
    }
}

/// A heap that is rare, and its value.
#[derive(Clone, Copy)]
struct Rare {
    size: usize,
    value: usize,
}

/// State of a pass over the heaps besides the values.
struct Pass<'a> {
    moves: &'a Moves,
    rule: Option<&'a Rule>,
    rares: Vec<Rare>,
}

/// Returns the values of the heaps below a size.
pub(crate) fn values(
    moves: &Moves,
    rule: Option<&Rule>,
    count: usize,
    meter: &mut Meter<'_>,
) -> Result<Values, Objection> {
    let mut pass = Pass { moves, rule, rares: Vec::new() };
    let mut narrow: Vec<u8> = Vec::new();
    // Most games stay below 64, where a set is one register; the pass continues with larger sets from where it had to
    // stop.
    pass.extend::<u8, 1>(&mut narrow, count, meter)?;
    if narrow.len() < count {
        pass.extend::<u8, 4>(&mut narrow, count, meter)?;
    }
    if narrow.len() == count {
        return Ok(Values::Narrow(narrow));
    }
    meter.values(Some(count as u64), 4)?;
    let mut wide: Vec<u32> = narrow.into_iter().map(u32::from).collect();
    pass.extend::<u32, 64>(&mut wide, count, meter)?;
    if wide.len() < count {
        return Err(Objection::new(
            Field::Head,
            message!("the values are larger than this kind of theorem allows for"),
        ));
    }
    Ok(Values::Wide(wide))
}

impl Pass<'_> {
    /// Appends values until there are `count`, or until one does not fit.
    fn extend<C: Cell, const WORDS: usize>(
        &mut self,
        values: &mut Vec<C>,
        count: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Objection> {
        let rare_sets = self.rule.map(Rule::rare_sets::<WORDS>);
        values.reserve_exact(count.saturating_sub(values.len()));
        while values.len() < count {
            let size = values.len();
            let value = match &rare_sets {
                None => self.by_all_splits::<C, WORDS>(values, meter)?,
                Some(sets) => self.by_rare_splits::<C, WORDS>(values, &sets[size % 2], meter)?,
            };
            let Some(value) = value else { return Ok(()) };
            if size > 0 && self.rule.is_some_and(|rule| rule.is_rare(size, value as u32)) {
                self.rares.push(Rare { size, value });
            }
            values.push(C::narrow(value));
        }
        Ok(())
    }

    /// Returns the options of the next heap that do not split it.
    #[inline(always)]
    fn without_splits<C: Cell, const WORDS: usize>(&self, values: &[C]) -> Set<WORDS> {
        let size = values.len();
        let mut options = Set::EMPTY;
        if size <= self.moves.last && self.moves.all.contains(&size) {
            options.insert(0);
        }
        for taken in &self.moves.one {
            if *taken < size {
                options.insert(values[size - taken].wide());
            }
        }
        options
    }

    /// Returns the next value by the definition: the least that is not an option. `None` if it does not fit.
    fn by_all_splits<C: Cell, const WORDS: usize>(
        &self,
        values: &[C],
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, Objection> {
        let size = values.len();
        let mut options = self.without_splits::<C, WORDS>(values);
        for taken in self.moves.two.iter().filter(|taken| **taken < size) {
            let left = size - taken;
            meter.steps(left as u64 / 2)?;
            let (small, large) = (&values[1..left / 2 + 1], &values[left - left / 2..left]);
            for (one, other) in small.iter().zip(large.iter().rev()) {
                options.insert(one.wide() ^ other.wide());
            }
        }
        meter.steps(1)?;
        Ok(options.least_in_neither(&Set::EMPTY))
    }

    /// Returns the next value, by its splits with a rare part. `None` if it does not fit.
    #[inline(always)]
    fn by_rare_splits<C: Cell, const WORDS: usize>(
        &self,
        values: &[C],
        rare: &Set<WORDS>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, Objection> {
        let size = values.len();
        let mut options = self.without_splits::<C, WORDS>(values);
        for taken in self.moves.two.iter().filter(|taken| **taken < size) {
            mark_rare_splits(&mut options, &values[..size - taken], &self.rares);
        }
        meter.steps((self.rares.len() * self.moves.two.len()) as u64 + 1)?;
        let Some(candidate) = options.least_in_neither(rare) else {
            // No common value is in reach, as when the mask is 0: only all splits together determine what is missing.
            return self.by_all_splits::<C, WORDS>(values, meter);
        };
        let mut part = 1;
        // Beyond half the heap every split has been visited with its parts exchanged.
        while options.least_missing(rare, candidate).is_some() && part <= size / 2 {
            for taken in self.moves.two.iter().filter(|taken| **taken < size) {
                mark_splits(&mut options, values, size - taken, part);
            }
            part += STRIDE;
        }
        meter.steps((part * self.moves.two.len()) as u64)?;
        Ok(Some(options.least_missing(rare, candidate).unwrap_or(candidate)))
    }
}

/// Number of splits visited between two checks whether all values were found.
const STRIDE: usize = 8;

/// Marks every split of a heap with a rare part; the slice holds the values of all heaps below it.
#[inline(always)]
fn mark_rare_splits<C: Cell, const WORDS: usize>(options: &mut Set<WORDS>, below: &[C], rares: &[Rare]) {
    for rare in rares {
        // Rare heaps come in the order of their sizes, and a part is smaller than the whole.
        if rare.size >= below.len() {
            break;
        }
        options.insert(below[below.len() - rare.size].wide() ^ rare.value);
    }
}

/// Marks the splits of a heap whose one part is from `part` on, at most [`STRIDE`] of them.
#[inline(always)]
fn mark_splits<C: Cell, const WORDS: usize>(options: &mut Set<WORDS>, values: &[C], left: usize, part: usize) {
    if part + STRIDE <= left {
        let (small, large) = (&values[part..part + STRIDE], &values[left - part + 1 - STRIDE..left - part + 1]);
        let mut found = Set::<WORDS>::EMPTY;
        for place in 0..STRIDE {
            found.insert(small[place].wide() ^ large[STRIDE - 1 - place].wide());
        }
        for (all, new) in options.0.iter_mut().zip(found.0) {
            *all |= new;
        }
    } else {
        for part in part..left {
            options.insert(values[part].wide() ^ values[left - part].wide());
        }
    }
}

/// Returns the first heap of a range with a smaller value that is not an option by small parts: neither of a move
/// without a split, nor of a split with a part of at most `window`.
///
/// The values of all heaps of the range and below must be right.
pub(crate) fn first_not_reached(
    moves: &Moves,
    rule: &Rule,
    values: &Values,
    sizes: std::ops::Range<usize>,
    window: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<usize>, Objection> {
    match values {
        Values::Narrow(values) if values.iter().all(|value| *value < 64) => {
            not_reached::<u8, 1>(moves, rule, values, sizes, window, meter)
        }
        Values::Narrow(values) => not_reached::<u8, 4>(moves, rule, values, sizes, window, meter),
        Values::Wide(values) => not_reached::<u32, 64>(moves, rule, values, sizes, window, meter),
    }
}

fn not_reached<C: Cell, const WORDS: usize>(
    moves: &Moves,
    rule: &Rule,
    values: &[C],
    sizes: std::ops::Range<usize>,
    window: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<usize>, Objection> {
    let is_rare = |size: &usize| rule.is_rare(*size, values[*size].wide() as u32);
    let rares: Vec<Rare> = (1..=window.min(values.len() - 1))
        .filter(is_rare)
        .map(|size| Rare { size, value: values[size].wide() })
        .collect();
    let everything = Set([u64::MAX; WORDS]);
    let pass = Pass { moves, rule: Some(rule), rares };
    for size in sizes {
        let wanted = values[size].wide();
        let mut options = pass.without_splits::<C, WORDS>(&values[..size]);
        for taken in moves.two.iter().filter(|taken| **taken < size) {
            mark_rare_splits(&mut options, &values[..size - taken], &pass.rares);
        }
        let mut part = 1;
        while options.least_missing(&everything, wanted).is_some() {
            if part > window {
                return Ok(Some(size));
            }
            for taken in moves.two.iter().filter(|taken| **taken < size) {
                if part + STRIDE <= window + 1 {
                    mark_splits(&mut options, values, size - taken, part);
                } else {
                    // The last few must not exceed the window.
                    for part in part..(window + 1).min(size - taken) {
                        options.insert(values[part].wide() ^ values[size - taken - part].wide());
                    }
                }
            }
            part += STRIDE;
        }
        meter.steps(((pass.rares.len() + part) * moves.two.len()) as u64 + 1)?;
    }
    Ok(None)
}
