//! Grundy values of placement boards too large to list: nimber search.
//!
//! In: a [`Placement`] of an impartial game and a position of it. Out: its Grundy value. The position is split into
//! parts; the value of a part is the least g that no option has, found by testing for g = 0, 1, 2, … whether some
//! option has it (Lemoine & Viennot, "Nimbers are inevitable", 2012). Most options are never valued in full: it is
//! enough to know that their value is not g (Beling & Rogalski, "On pruning search trees of impartial games", 2020).
//! Values and "not this value" facts are stored by the label of a part, so that equal parts anywhere on the board are
//! searched once. Options whose value is in the table come first, then those that leave the fewest moves. A part that
//! is its own mirror image, and in which no move touches its own image, has value 0 without a search.
//!
//! Wrong tool for games with players, and for boards whose every position is wanted: a sweep is faster there.

use crate::budget::Stop;
use crate::solver::nimbers::label_table::{LabelTable, Packed};
use crate::work::{Counter, Work};
use grundy_kernel::Key;
use grundy_kernel::placement::{Cells, NormalForm, Placement, Split};
use grundy_rules::Side;
use std::sync::Arc;

/// A known fact about a part: its value, or a set of values it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fact(u64);

/// Format: values from here on are searched for, but their absence is not stored.
const MAX_REMEMBERED: u64 = 56;

impl Fact {
    fn is(value: u64) -> Fact {
        Fact((value + 1) << MAX_REMEMBERED)
    }

    #[inline]
    fn value(self) -> Option<u64> {
        (self.0 >> MAX_REMEMBERED).checked_sub(1)
    }

    /// Returns true if the value is stored as excluded.
    #[inline]
    fn excludes(self, value: u64) -> bool {
        match self.value() {
            Some(known) => known != value,
            None => value < MAX_REMEMBERED && self.0 >> value & 1 == 1,
        }
    }

    fn without(self, value: u64) -> Fact {
        if self.value().is_some() || value >= MAX_REMEMBERED { self } else { Fact(self.0 | 1 << value) }
    }
}

impl Packed for Fact {
    fn pack(self) -> u64 {
        self.0
    }

    fn unpack(word: u64) -> Fact {
        Fact(word)
    }
}

/// Number of part labels cached: as many as fit into a fast cache.
const RECENT_LABELS: usize = 1 << 12;
/// Number of options whose facts are fetched from memory at once.
const FETCHED_AT_ONCE: usize = 8;

/// Parts with at least this many cells are compared with their mirror images first, as searching one is slow.
const LARGE_CELLS: u32 = 24;

/// A set of values below 256: the value of a part is at most 128, the number of cells.
#[derive(Clone, Copy, Default)]
struct Values([u64; 4]);

impl Values {
    fn insert(&mut self, value: u64) {
        if let Some(word) = self.0.get_mut((value / 64) as usize) {
            *word |= 1 << (value % 64);
        }
    }

    fn contains(&self, value: u64) -> bool {
        self.0.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }
}

/// An option of a part being searched.
#[derive(Clone, Copy)]
struct Open {
    /// Number of moves of its parts of unknown value; options with fewer come first.
    effort: u32,
    /// Its parts of unknown value.
    parts: Cells,
    /// Label of its part of unknown value if there is just one; otherwise empty.
    label: Cells,
    /// Nim-sum of its parts of known value.
    rest: u64,
}

/// Finds Grundy values of one placement game, and caches them.
pub(crate) struct NimberSearch {
    placement: Arc<Placement>,
    split: Split,
    form: NormalForm,
    facts: LabelTable<Fact>,
    /// The open options of all parts being searched, those of the innermost last.
    options: Vec<Open>,
    /// Scratch space for splitting.
    parts: Vec<Cells>,
    /// Parts of unknown value with their labels, of all sums being valued.
    unknown: Vec<(Cells, Cells)>,
    /// Cache of the labels of recent parts.
    recent: RecentLabels,
    counter: Counter,
}

/// Cache of the labels of recent parts; small ones recur often, and computing a label tries every symmetry.
struct RecentLabels(Vec<(Cells, Cells)>);

impl RecentLabels {
    fn new() -> RecentLabels {
        RecentLabels(vec![(0, 0); RECENT_LABELS])
    }

    #[inline]
    fn label(&mut self, part: Cells, form: &NormalForm) -> Cells {
        let known = &mut self.0[[part as u64, (part >> 64) as u64].mixed() as usize & (RECENT_LABELS - 1)];
        if known.0 != part {
            *known = (part, form.label(part));
        }
        known.1
    }
}

impl NimberSearch {
    /// Creates a search of this game, which must be impartial.
    pub fn new(placement: &Placement) -> NimberSearch {
        NimberSearch {
            placement: Arc::new(placement.clone()),
            split: Split::new(placement),
            form: NormalForm::new(placement),
            facts: LabelTable::default(),
            options: Vec::new(),
            parts: Vec::new(),
            unknown: Vec::new(),
            recent: RecentLabels::new(),
            counter: Counter::default(),
        }
    }

    /// Returns the number of parts searched.
    pub fn visited(&self) -> u64 {
        self.counter.counted()
    }

    /// Returns the Grundy value of the position with these free cells.
    ///
    /// # Errors
    /// Fails if the work is used up; what was found is kept.
    pub fn value(&mut self, free: Cells, work: &Work) -> Result<u64, Stop> {
        self.options.clear();
        self.unknown.clear();
        let mut value = self.look_up(free, work);
        while let Some((part, label)) = self.unknown.pop() {
            value ^= self.search(part, label, u64::MAX, work)?.unwrap_or(0);
        }
        self.counter.flush(work)?;
        Ok(value)
    }

    /// Returns true if the boards with these free cells have nim-sum 0. The largest part need not be valued: it is only
    /// tested for the value of all others, which one option of that value refutes.
    ///
    /// # Errors
    /// Fails if the work is used up; what was found is kept.
    pub fn is_nothing(&mut self, boards: &[Cells], work: &Work) -> Result<bool, Stop> {
        self.options.clear();
        self.unknown.clear();
        let mut value = boards.iter().fold(0, |value, free| value ^ self.look_up(*free, work));
        self.unknown.sort_unstable_by_key(|(part, label)| (u32::MAX - part.count_ones(), *label));
        // Equal parts, which are adjacent now, cancel in pairs.
        let mut alone: Vec<(Cells, Cells)> = Vec::with_capacity(self.unknown.len());
        for unknown in self.unknown.drain(..) {
            match alone.last() {
                Some((_, label)) if *label == unknown.1 => drop(alone.pop()),
                _ => alone.push(unknown),
            }
        }
        self.unknown = alone;
        while self.unknown.len() > 1 {
            if let Some((part, label)) = self.unknown.pop() {
                value ^= self.search(part, label, u64::MAX, work)?.unwrap_or(0);
            }
        }
        let is_nothing = match self.unknown.pop() {
            Some((part, label)) => self.part_is_worth(part, label, value, work)?,
            None => value == 0,
        };
        self.counter.flush(work)?;
        Ok(is_nothing)
    }

    /// Splits a position and returns the nim-sum of its parts of known value. The others are pushed onto `unknown`, the
    /// largest first; two equal parts cancel and are left out.
    fn look_up(&mut self, free: Cells, work: &Work) -> u64 {
        self.split.parts(free, &mut self.parts);
        self.look_up_parts(None, work)
    }

    /// Like [`Self::look_up`], but for the parts just split; `label` is that of the only part, if known.
    fn look_up_parts(&mut self, label: Option<Cells>, work: &Work) -> u64 {
        let begin = self.unknown.len();
        let mut rest = 0;
        let footprints = self.placement.footprints(Side::Left);
        for &part in &self.parts {
            let label = label.unwrap_or_else(|| self.recent.label(part, &self.form));
            let fact = self.facts.find(label);
            if let Some(value) = fact.and_then(Fact::value) {
                rest ^= value;
            } else if fact.is_none()
                && part.count_ones() >= LARGE_CELLS
                && self.form.is_mirrored(part, |keep| footprints.legal(part).all(keep))
            {
                // An option known to have value 0 refutes value 0 of the whole before any other option is searched.
                self.facts.keep(label, Fact::is(0), work);
            } else if let Some(twin) = self.unknown[begin..].iter().position(|(_, other)| *other == label) {
                self.unknown.remove(begin + twin);
            } else {
                self.unknown.push((part, label));
            }
        }
        if self.unknown.len() - begin > 1 {
            self.unknown[begin..].sort_unstable_by_key(|(part, label)| (u32::MAX - part.count_ones(), *label));
        }
        rest
    }

    /// Returns true if an open option has this value.
    fn is_worth(&mut self, option: Open, value: u64, work: &Work) -> Result<bool, Stop> {
        if option.label != 0 {
            return self.part_is_worth(option.parts, option.label, option.rest ^ value, work);
        }
        let begin = self.unknown.len();
        let mut rest = option.rest ^ self.look_up(option.parts, work);
        while self.unknown.len() > begin + 1 {
            if let Some((part, label)) = self.unknown.pop() {
                rest ^= self.search(part, label, u64::MAX, work)?.unwrap_or(0);
            }
        }
        if self.unknown.len() == begin {
            return Ok(rest == value);
        }
        match self.unknown.pop() {
            Some((part, label)) => self.part_is_worth(part, label, rest ^ value, work),
            None => Ok(rest == value),
        }
    }

    fn part_is_worth(&mut self, part: Cells, label: Cells, value: u64, work: &Work) -> Result<bool, Stop> {
        let fact = self.facts.find(label).unwrap_or_default();
        // A position from which at most m moves can be made has value at most m, and every move fills a cell.
        if fact.excludes(value) || value > u64::from(part.count_ones()) {
            return Ok(false);
        }
        Ok(self.search(part, label, value, work)? == Some(value))
    }

    /// Returns the value of a part if it is at most `max`.
    ///
    /// Recursive on the parts of an option, which have fewer cells: at most 128 calls deep, and nothing that grows with
    /// a position is on the call stack.
    fn search(&mut self, part: Cells, label: Cells, max: u64, work: &Work) -> Result<Option<u64>, Stop> {
        let mut fact = self.facts.find(label).unwrap_or_default();
        if let Some(value) = fact.value() {
            return Ok((value <= max).then_some(value));
        }
        self.counter.count(work)?;
        let footprints = self.placement.footprints(Side::Left);
        if fact == Fact::default() && self.form.is_mirrored(part, |keep| footprints.legal(part).all(keep)) {
            self.facts.keep(label, Fact::is(0), work);
            return Ok(Some(0));
        }
        let begin = self.options.len();
        let found = match self.list_options(part, max, work) {
            Some(seen) => self.least_missing(part, begin, max, &seen, &mut fact, work),
            None => {
                fact = fact.without(max);
                Ok(None)
            }
        };
        self.options.truncate(begin);
        self.facts.keep(label, fact, work);
        found
    }

    /// Pushes the options of unknown value onto `options` and returns the values of the others; `None` as soon as one
    /// of them has the unwanted value.
    fn list_options(&mut self, part: Cells, unwanted: u64, work: &Work) -> Option<Values> {
        let mut seen = Values::default();
        let begin = self.options.len();
        let placement = self.placement.clone();
        let images = self.form.images(part);
        // Options that are one part are collected, so that their facts are fetched together.
        let (mut waiting, mut count) = ([(0, 0); FETCHED_AT_ONCE], 0);
        for footprint in placement.footprints(Side::Left).legal(part) {
            self.split.parts_after(part, footprint.remove, &mut self.parts);
            let label = match (&self.parts[..], &images) {
                ([only], Some(images)) => self.form.label_of_rest(images, part & !only).map(|label| (*only, label)),
                _ => None,
            };
            let Some(single) = label else {
                if !self.list_option(None, unwanted, &mut seen, work) {
                    return None;
                }
                continue;
            };
            self.facts.fetch(single.1);
            waiting[count] = single;
            count += 1;
            if count == waiting.len() {
                count = 0;
                if !self.list_singles(&waiting, unwanted, &mut seen, work) {
                    return None;
                }
            }
        }
        if !self.list_singles(&waiting[..count], unwanted, &mut seen, work) {
            return None;
        }
        let options = &mut self.options[begin..];
        options.sort_unstable_by_key(|option| (option.effort, option.label, option.rest, option.parts));
        // Options that differ only in location are the same option.
        let mut retained = begin;
        for at in begin..self.options.len() {
            let option = self.options[at];
            let before = self.options[begin..retained].last();
            let is_known = option.label != 0
                && before.is_some_and(|before| before.label == option.label && before.rest == option.rest);
            if !is_known {
                self.options[retained] = option;
                retained += 1;
            }
        }
        self.options.truncate(retained);
        Some(seen)
    }

    /// Like [`Self::list_options`], but for options of one part each, with its label; returns false as soon as one has
    /// the unwanted value.
    fn list_singles(&mut self, singles: &[(Cells, Cells)], unwanted: u64, seen: &mut Values, work: &Work) -> bool {
        singles.iter().all(|(part, label)| {
            self.parts.clear();
            self.parts.push(*part);
            self.list_option(Some(*label), unwanted, seen, work)
        })
    }

    /// Like [`Self::list_singles`], but for the option whose parts were just found.
    fn list_option(&mut self, label: Option<Cells>, unwanted: u64, seen: &mut Values, work: &Work) -> bool {
        let first = self.unknown.len();
        let rest = self.look_up_parts(label, work);
        match &self.unknown[first..] {
            [] if rest == unwanted => return false,
            [] => seen.insert(rest),
            unknown @ [(_, label), ..] => {
                let parts = unknown.iter().fold(0, |cells, (part, _)| cells | part);
                let label = if unknown.len() == 1 { *label } else { 0 };
                let effort = self.placement.footprints(Side::Left).legal(parts).count() as u32;
                self.options.push(Open { effort, parts, label, rest });
            }
        }
        self.unknown.truncate(first);
        true
    }

    /// Returns the least value that no option has, if it is at most `max`. Adds what is learnt to `fact`.
    fn least_missing(
        &mut self,
        part: Cells,
        begin: usize,
        max: u64,
        seen: &Values,
        fact: &mut Fact,
        work: &Work,
    ) -> Result<Option<u64>, Stop> {
        // The caller only tests for value `max`; one option of that value refutes it.
        let cells = u64::from(part.count_ones());
        if max <= cells && self.has_option(begin, max, seen, *fact, work)? {
            *fact = fact.without(max);
            return Ok(None);
        }
        for value in 0..=max.min(cells) {
            if value == max || !self.has_option(begin, value, seen, *fact, work)? {
                *fact = Fact::is(value);
                return Ok(Some(value));
            }
            *fact = fact.without(value);
        }
        Ok(None)
    }

    /// Returns true if some option has this value.
    fn has_option(&mut self, begin: usize, value: u64, seen: &Values, fact: Fact, work: &Work) -> Result<bool, Stop> {
        if seen.contains(value) || fact.excludes(value) {
            return Ok(true);
        }
        // A lookup of what has become known since is cheaper than a search.
        let end = self.options.len();
        if (begin..end).any(|at| self.is_known_worth(self.options[at], value)) {
            return Ok(true);
        }
        for at in begin..end {
            if self.is_worth(self.options[at], value, work)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if an open option with one open part is by now known to have this value.
    fn is_known_worth(&self, option: Open, value: u64) -> bool {
        option.label != 0
            && self.facts.find(option.label).and_then(Fact::value).is_some_and(|known| known ^ option.rest == value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solver::placed_board::{board, sparse};
    use crate::work::Work;
    use grundy_value::Random;
    use std::collections::BTreeMap;

    const CRAM: &str = include_str!("../../../../../catalogue/grid/cram.game");
    const BLOCKS: &str = include_str!("../../../../../catalogue/grid/blocks.game");

    fn mex(placement: &Placement, free: Cells, known: &mut BTreeMap<Cells, u64>) -> u64 {
        if let Some(value) = known.get(&free) {
            return *value;
        }
        let legal: Vec<Cells> =
            placement.footprints(Side::Left).legal(free).map(|footprint| free & !footprint.remove).collect();
        let seen: Vec<u64> = legal.into_iter().map(|next| mex(placement, next, known)).collect();
        let value = (0..).find(|value| !seen.contains(value)).unwrap();
        known.insert(free, value);
        value
    }

    #[track_caller]
    fn check_all(rules: &str, givens: &[(&str, &str)], written: &str) {
        let (placement, _) = board(rules, givens, written);
        // A tiny table, so that eviction is tested as well.
        for max_bytes in [0, 1 << 30] {
            let budget = Budget { max_bytes, ..Budget::default() };
            let work = Work::start(&budget);
            let mut search = NimberSearch::new(&placement);
            let mut known = BTreeMap::new();
            for free in (0..1 << placement.cells()).rev() {
                let value = search.value(free, &work.part()).unwrap();
                assert_eq!(value, mex(&placement, free, &mut known), "{free:b} of {rules}");
            }
        }
    }

    #[test]
    fn every_position_of_small_boards_has_its_value() {
        check_all(CRAM, &[("rows", "3"), ("cols", "4")], "");
        check_all(CRAM, &[("rows", "2"), ("cols", "6")], "");
        check_all(BLOCKS, &[("rows", "3"), ("cols", "4")], "");
        let kayles = "game node_kayles(free: [bool; len(next)])
            given next: [[int in 0..]] = [[1,5],[0,2,6],[1,3],[2,4,7],[3,5],[4,0,8],[1,7],[6,3],[5,9],[8]]
            move take(v in 0..len(free) - 1) if free[v] -> with free[v] = false, (free[u] = false for u in next[v])";
        check_all(kayles, &[], "[true,true,true,true,true,true,true,true,true,true]");
        // A heap in disguise: values as great as possible.
        let heap = "game heap(s: [{'.', 'X'}]) move cut(i in 0..len(s) - 1) if all(s[t] == '.' for t in 0..i) ->
            with (s[t] = 'X' for t in i..len(s) - 1)";
        check_all(heap, &[], "..........");
    }

    #[test]
    fn random_positions_of_larger_boards_have_their_values() {
        let (placement, _) = board(CRAM, &[("rows", "4"), ("cols", "5")], "");
        let budget = Budget::default();
        let work = Work::start(&budget);
        let mut search = NimberSearch::new(&placement);
        let (mut known, mut random) = (BTreeMap::new(), Random(5));
        for _ in 0..40 {
            let free = Cells::from(random.next() | random.next() >> 41) & ((1 << 20) - 1);
            assert_eq!(search.value(free, &work.part()).unwrap(), mex(&placement, free, &mut known));
        }
    }

    #[test]
    fn sparse_positions_of_wide_boards_have_their_values() {
        let (placement, _) = board(CRAM, &[("rows", "9"), ("cols", "9")], "");
        let budget = Budget::default();
        let work = Work::start(&budget);
        let mut search = NimberSearch::new(&placement);
        for free in sparse() {
            let mut known = BTreeMap::new();
            assert_eq!(search.value(free, &work.part()).unwrap(), mex(&placement, free, &mut known));
        }
    }

    #[test]
    fn a_heap_of_70_is_worth_70() {
        let heap = "game heap(s: [{'.', 'X'}]) move cut(i in 0..len(s) - 1) if all(s[t] == '.' for t in 0..i) ->
            with (s[t] = 'X' for t in i..len(s) - 1)";
        let (placement, part) = board(heap, &[], &".".repeat(70));
        let budget = Budget::default();
        let work = Work::start(&budget);
        let free = placement.free_cells(&part).unwrap();
        assert_eq!(NimberSearch::new(&placement).value(free, &work.part()), Ok(70));
    }

    #[test]
    fn published_values_of_cram_are_found() {
        // The last two as in Lemoine & Viennot 2012; the smaller ones are compared with brute force too.
        for (rows, cols, value) in
            [("3", "3", 0), ("3", "5", 1), ("4", "4", 0), ("4", "5", 2), ("5", "5", 0), ("4", "7", 3)]
        {
            let (placement, part) = board(CRAM, &[("rows", rows), ("cols", cols)], "");
            let budget = Budget::default();
            let work = Work::start(&budget);
            let free = placement.free_cells(&part).unwrap();
            assert_eq!(NimberSearch::new(&placement).value(free, &work.part()), Ok(value), "{rows}x{cols}");
            if placement.cells() <= 16 {
                assert_eq!(mex(&placement, free, &mut BTreeMap::new()), value, "{rows}x{cols}");
            }
        }
    }

    #[test]
    fn whether_boards_are_worth_nothing_is_told_as_by_their_values() {
        let (placement, _) = board(BLOCKS, &[("rows", "5"), ("cols", "6")], "");
        let budget = Budget::default();
        let work = Work::start(&budget);
        let mut values = NimberSearch::new(&placement);
        let mut zeros = NimberSearch::new(&placement);
        let mut counts = [0; 2];
        for code in 1..=200u64 {
            // Two boards with about a quarter of their cells filled.
            let mut random = Random(code);
            let mut drawn = || (0..30).fold(0, |free, cell| if random.below(4) == 0 { free } else { free | 1 << cell });
            let boards: [Cells; 2] = [drawn(), drawn()];
            let [one, other] = boards.map(|free| values.value(free, &work.part()).unwrap());
            assert_eq!(zeros.is_nothing(&boards, &work.part()), Ok(one == other), "{boards:?}");
            assert_eq!(zeros.is_nothing(&boards[..1], &work.part()), Ok(one == 0), "{boards:?}");
            counts[usize::from(one == other)] += 1;
        }
        assert!(counts.iter().all(|times| *times > 10), "{counts:?}");
    }

    #[test]
    fn a_board_with_a_free_middle_is_won_by_filling_it() {
        let (placement, part) = board(BLOCKS, &[("rows", "10"), ("cols", "12")], "");
        let budget = Budget { max_packed_positions: 1_000, ..Budget::default() };
        let work = Work::start(&budget);
        let free = placement.free_cells(&part).unwrap();
        assert_eq!(NimberSearch::new(&placement).is_nothing(&[free], &work.part()), Ok(false));
    }

    #[test]
    fn two_equal_boards_are_worth_nothing_without_a_search() {
        let (placement, part) = board(BLOCKS, &[("rows", "11"), ("cols", "11")], "");
        let budget = Budget { max_packed_positions: 1_000, ..Budget::default() };
        let work = Work::start(&budget);
        // Not its own mirror image, so that no other rule finds the value.
        let free = placement.free_cells(&part).unwrap() & !1;
        let mut search = NimberSearch::new(&placement);
        assert_eq!(search.is_nothing(&[free, free], &work.part()), Ok(true));
        assert_eq!(search.is_nothing(&[free, 0b11, free], &work.part()), Ok(true));
        assert_eq!(search.is_nothing(&[free, 0b1_1000_0000_0011, free], &work.part()), Ok(false));
    }

    #[test]
    fn a_budget_ends_the_search() {
        let (placement, part) = board(CRAM, &[("rows", "7"), ("cols", "8")], "");
        let budget = Budget { max_packed_positions: 5_000, ..Budget::default() };
        let work = Work::start(&budget);
        let free = placement.free_cells(&part).unwrap();
        let stopped = NimberSearch::new(&placement).value(free, &work.part());
        assert_eq!(stopped, Err(Stop::PositionLimit(5_000)));
    }
}
