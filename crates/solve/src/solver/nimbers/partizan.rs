//! Who wins a placement game with players: a search of sums of independent parts.
//!
//! In: a [`Placement`] of a game with players, a position and who is to move. Out: whether that player wins. The
//! position is split; the value of a part in which only one side can move is the number of moves that side can make
//! there, so that a position is a whole number n and some parts in which both can move. Each part lies between two
//! whole numbers: Left can make at least his *safe* moves, which no move of Right touches, and Right at most as many as
//! fit into the part; and vice versa (after Breuker, Uiterwijk & van den Herik, "Solving 8 x 8 Domineering", 2000, and
//! Bullock, "Domineering: solving large combinatorial search spaces", 2002). Small parts are searched for the best such
//! numbers. The rest is a search for a winning move with a table of what is known of each sum of parts: as more spare
//! moves never hurt, "Left wins from n on" and "Left loses up to n" cover all n at once (Winning Ways, chapters 1 and
//! 5).
//!
//! Wrong tool for impartial games: their values add up, see `nimber`.

use crate::budget::Stop;
use crate::solver::nimbers::label_table::{LabelTable, Packed};
use crate::work::{Counter, Work};
use grundy_kernel::placement::{Cells, Footprints, NormalForm, Placement, Split};
use grundy_rules::Side;
use std::sync::Arc;

/// Parts of at most this many cells are searched for the best whole numbers below and above them.
const SMALL_PART: u32 = 12;

/// What is known of a sum of parts, or of one part, played together with n spare moves of Left (of Right where n is negative).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fact {
    /// By mover: Left wins from this n on; the greatest number means unknown.
    wins_from: [i8; 2],
    /// By mover: Left loses up to this n; the least number means unknown.
    loses_to: [i8; 2],
    /// For one part: a lower and an upper whole number; both [`UNHEARD_OF`] if unknown.
    bounds: (i16, i16),
    /// For one part: Left's moves minus Right's.
    mobility: i8,
}

/// Outside the number of moves of any part.
const UNHEARD_OF: i16 = -2048;

impl Default for Fact {
    fn default() -> Fact {
        Fact { wins_from: [i8::MAX; 2], loses_to: [i8::MIN; 2], bounds: (UNHEARD_OF, UNHEARD_OF), mobility: 0 }
    }
}

impl Fact {
    fn is_sized_up(&self) -> bool {
        self.bounds.0 != UNHEARD_OF
    }

    /// Returns whether Left wins with n spare moves, if it is known.
    fn left_wins(&self, n: i32, mover: Side) -> Option<bool> {
        let wins_from = |mover: Side| match self.wins_from[mover.index()] {
            i8::MAX => i32::MAX,
            from => i32::from(from),
        };
        let loses_to = |mover: Side| match self.loses_to[mover.index()] {
            i8::MIN => i32::MIN,
            to => i32::from(to),
        };
        match mover {
            _ if n >= wins_from(mover) => Some(true),
            _ if n <= loses_to(mover) => Some(false),
            // The winner as second player also wins as first player with a move to spare.
            Side::Left if n > wins_from(Side::Right) => Some(true),
            Side::Right if n < loses_to(Side::Left) => Some(false),
            _ => None,
        }
    }

    fn learn(&mut self, n: i32, mover: Side, left_wins: bool) {
        let Ok(n) = i8::try_from(n) else { return };
        if left_wins {
            let index = &mut self.wins_from[mover.index()];
            *index = n.min(*index);
        } else {
            let index = &mut self.loses_to[mover.index()];
            *index = n.max(*index);
        }
    }
}

impl Packed for Fact {
    fn pack(self) -> u64 {
        let [a, b] = self.wins_from.map(|n| (n ^ i8::MAX) as u8);
        let [c, d] = self.loses_to.map(|n| (n ^ i8::MIN) as u8);
        let low = u64::from((self.bounds.0 - UNHEARD_OF) as u16);
        let high = u64::from((self.bounds.1 - UNHEARD_OF) as u16);
        let searched = u32::from_le_bytes([a, b, c, d]);
        u64::from(searched) | low << 32 | high << 44 | u64::from(self.mobility as u8) << 56
    }

    fn unpack(word: u64) -> Fact {
        let [a, b, c, d, .., mobility] = word.to_le_bytes();
        let bound = |shift: u32| (word >> shift & 0xfff) as i16 + UNHEARD_OF;
        Fact {
            wins_from: [a, b].map(|byte| byte as i8 ^ i8::MAX),
            loses_to: [c, d].map(|byte| byte as i8 ^ i8::MIN),
            bounds: (bound(32), bound(44)),
            mobility: mobility as i8,
        }
    }
}

/// A part in which both sides can move.
#[derive(Clone, Copy, Debug)]
struct Hot {
    cells: Cells,
    label: Cells,
    low: i32,
    high: i32,
    /// Left's moves minus Right's.
    mobility: i32,
}

/// A position while it is searched: n spare moves of Left, and the parts from `begin` to `end` of the stack.
#[derive(Clone, Copy)]
struct Sum {
    n: i32,
    begin: usize,
    end: usize,
}

/// A move to be searched: in that part of the sum, leaving these cells of it.
#[derive(Clone, Copy)]
struct Try {
    /// How good it looks for the mover; the best is searched first.
    promise: i32,
    part: usize,
    left_over: Cells,
}

/// Finds the winners of positions of one placement game with players, and caches them.
pub(crate) struct OutcomeSearch {
    placement: Arc<Placement>,
    split: Split,
    form: NormalForm,
    facts: LabelTable<Fact>,
    /// The parts of all sums being searched.
    hot: Vec<Hot>,
    /// Their moves yet to be searched.
    tries: Vec<Try>,
    /// Scratch space for splitting.
    parts: Vec<Cells>,
    /// The minimum number of needed cells that a move of each side fills.
    least_filled: [u32; 2],
    counter: Counter,
}

impl OutcomeSearch {
    /// Creates a search of this game.
    pub fn new(placement: &Placement) -> OutcomeSearch {
        let least_filled = [Side::Left, Side::Right].map(|side| {
            let filled = placement
                .footprints(side)
                .all()
                .iter()
                .map(|footprint| (footprint.need & footprint.remove).count_ones());
            filled.min().unwrap_or(1).max(1)
        });
        OutcomeSearch {
            placement: Arc::new(placement.clone()),
            split: Split::new(placement),
            form: NormalForm::new(placement),
            facts: LabelTable::default(),
            hot: Vec::new(),
            tries: Vec::new(),
            parts: Vec::new(),
            least_filled,
            counter: Counter::default(),
        }
    }

    /// Returns the number of sums searched.
    pub fn visited(&self) -> u64 {
        self.counter.counted()
    }

    /// Returns true if the player to move wins the position with these free cells.
    ///
    /// # Errors
    /// Fails if the work is used up; what was found is kept.
    pub fn wins(&mut self, free: Cells, mover: Side, work: &Work) -> Result<bool, Stop> {
        self.hot.clear();
        self.tries.clear();
        let n = self.push_parts(free, work)?;
        let sum = Sum { n, begin: 0, end: self.hot.len() };
        let left_wins = self.left_wins(sum, mover, work)?;
        self.counter.flush(work)?;
        Ok(left_wins == (mover == Side::Left))
    }

    /// Splits a position, pushes the parts in which both sides can move onto `hot`, and returns the spare moves of the
    /// rest.
    fn push_parts(&mut self, free: Cells, work: &Work) -> Result<i32, Stop> {
        let mut n = 0;
        let mut parts = std::mem::take(&mut self.parts);
        self.split.parts(free, &mut parts);
        for &part in &parts {
            let label = self.form.label(part);
            let fact = match self.facts.find(label) {
                Some(fact) if fact.is_sized_up() => fact,
                found => self.size_up(part, label, found.unwrap_or_default(), work)?,
            };
            let (low, high) = (i32::from(fact.bounds.0), i32::from(fact.bounds.1));
            // A part with equal bounds is that number.
            if low == high {
                n += low;
            } else {
                self.hot.push(Hot { cells: part, label, low, high, mobility: i32::from(fact.mobility) });
            }
        }
        self.parts = parts;
        Ok(n)
    }

    /// Finds the whole numbers a part lies between, and its mobility.
    fn size_up(&mut self, part: Cells, label: Cells, mut fact: Fact, work: &Work) -> Result<Fact, Stop> {
        let [left, right] = [Side::Left, Side::Right].map(|side| self.placement.footprints(side));
        let reach = |his: &Footprints| his.legal(part).fold(0, |cells, footprint| cells | footprint.remove);
        let [by_left, by_right] = [reach(left), reach(right)];
        let low = safe_moves(left, part, by_right) - most_moves(right, part, self.least_filled[1]);
        let high = most_moves(left, part, self.least_filled[0]) - safe_moves(right, part, by_left);
        // A board of 128 cells has room for 128 moves.
        fact.bounds = (low as i16, high as i16);
        let [of_left, of_right] = [left, right].map(|his| his.legal(part).count() as i64);
        fact.mobility = (of_left - of_right).clamp(-127, 127) as i8;
        self.facts.keep(label, fact, work);
        if part.count_ones() <= SMALL_PART && low < high {
            let begin = self.hot.len();
            self.hot.push(Hot { cells: part, label, low, high, mobility: i32::from(fact.mobility) });
            let alone = |n: i32| Sum { n, begin, end: begin + 1 };
            let (mut low, mut high) = (low, high);
            // The part is at least k when Left, to move second, wins with k spare moves less.
            while low < high && self.left_wins(alone(-(low + 1)), Side::Right, work)? {
                low += 1;
            }
            while low < high && !self.left_wins(alone(-(high - 1)), Side::Left, work)? {
                high -= 1;
            }
            self.hot.truncate(begin);
            fact = self.facts.find(label).unwrap_or(fact);
            fact.bounds = (low as i16, high as i16);
            self.facts.keep(label, fact, work);
        }
        Ok(fact)
    }

    /// Returns whether Left wins a sum, if that is known without searching.
    fn evaluate(&self, sum: Sum, mover: Side, key: Option<Cells>) -> Option<bool> {
        let hot = &self.hot[sum.begin..sum.end];
        let low = sum.n + hot.iter().map(|hot| hot.low).sum::<i32>();
        let high = sum.n + hot.iter().map(|hot| hot.high).sum::<i32>();
        match mover {
            Side::Left if low > 0 => return Some(true),
            Side::Left if high <= 0 => return Some(false),
            Side::Right if low >= 0 => return Some(true),
            Side::Right if high < 0 => return Some(false),
            _ => {}
        }
        key.and_then(|key| self.facts.find(key)).and_then(|fact| fact.left_wins(sum.n, mover))
    }

    /// Returns a key for all sums of the same parts, if it fits: the labels in order, each with its length.
    fn key(&self, sum: Sum) -> Option<Cells> {
        let hot = &self.hot[sum.begin..sum.end];
        if let [one] = hot {
            return Some(one.label);
        }
        // The last bit distinguishes sums from single parts, which on a full board of 128 cells have it too.
        const LENGTH: u32 = Cells::BITS.ilog2() + 1;
        const SUM: Cells = 1 << (Cells::BITS - 1);
        let mut labels = [0; 16];
        let labels = labels.get_mut(..hot.len()).filter(|_| self.placement.cells() < Cells::BITS as usize)?;
        for (label, hot) in labels.iter_mut().zip(hot) {
            *label = hot.label;
        }
        labels.sort_unstable();
        let mut key: Cells = 0;
        let mut used = 0;
        for label in labels {
            let length = Cells::BITS - label.leading_zeros();
            used += length + LENGTH;
            if used >= Cells::BITS {
                return None;
            }
            key = (key << length | *label) << LENGTH | Cells::from(length);
        }
        Some(key | SUM)
    }

    /// Returns true if Left wins a sum.
    ///
    /// Recursive on what a move leaves. A move fills cells or uses up a spare move, of which there are never more than
    /// cells, so that there are some hundred calls at most; lists are not on the call stack.
    fn left_wins(&mut self, sum: Sum, mover: Side, work: &Work) -> Result<bool, Stop> {
        let key = self.key(sum);
        if let Some(known) = self.evaluate(sum, mover, key) {
            return Ok(known);
        }
        self.counter.count(work)?;
        let (hot, tries) = (self.hot.len(), self.tries.len());
        let left_wins = self.search(sum, mover, work)?;
        self.hot.truncate(hot);
        self.tries.truncate(tries);
        if let Some(key) = key {
            let mut fact = self.facts.find(key).unwrap_or_default();
            fact.learn(sum.n, mover, left_wins);
            self.facts.keep(key, fact, work);
        }
        Ok(left_wins)
    }

    fn search(&mut self, sum: Sum, mover: Side, work: &Work) -> Result<bool, Stop> {
        let wins = mover == Side::Left;
        let sign = if wins { 1 } else { -1 };
        let first = self.tries.len();
        let placement = self.placement.clone();
        for part in sum.begin..sum.end {
            let cells = self.hot[part].cells;
            // Equal parts have equal moves.
            if self.hot[sum.begin..part].iter().any(|hot| hot.label == self.hot[part].label) {
                continue;
            }
            for footprint in placement.footprints(mover).legal(cells) {
                let left_over = cells & !footprint.remove;
                let top = self.hot.len();
                let after = self.play(sum, part, left_over, work)?;
                let known = self.evaluate(after, mover.other(), self.key(after));
                let promise = sign * self.promise(after);
                self.hot.truncate(top);
                match known {
                    Some(left_wins) if left_wins == wins => return Ok(wins),
                    Some(_) => {}
                    None => self.tries.push(Try { promise, part, left_over }),
                }
            }
        }
        self.tries[first..].sort_unstable_by_key(|next| (-next.promise, next.part, next.left_over));
        for at in first..self.tries.len() {
            let Try { part, left_over, .. } = self.tries[at];
            let top = self.hot.len();
            let after = self.play(sum, part, left_over, work)?;
            let left_wins = self.left_wins(after, mover.other(), work)?;
            self.hot.truncate(top);
            if left_wins == wins {
                return Ok(wins);
            }
        }
        // A spare move last: it is needed only if all parts together are a number.
        if sign * sum.n > 0 {
            let after = Sum { n: sum.n - sign, ..sum };
            return self.left_wins(after, mover.other(), work);
        }
        Ok(!wins)
    }

    /// Pushes the sum after a move in one of its parts.
    fn play(&mut self, sum: Sum, part: usize, left_over: Cells, work: &Work) -> Result<Sum, Stop> {
        let begin = self.hot.len();
        self.hot.extend_from_within(sum.begin..part);
        self.hot.extend_from_within(part + 1..sum.end);
        let n = sum.n + self.push_parts(left_over, work)?;
        Ok(Sum { n, begin, end: self.hot.len() })
    }

    /// Returns how good a sum looks for Left.
    fn promise(&self, sum: Sum) -> i32 {
        let hot = &self.hot[sum.begin..sum.end];
        let bounds: i32 = hot.iter().map(|hot| hot.low + hot.high).sum();
        let mobility: i32 = hot.iter().map(|hot| hot.mobility).sum();
        2 * sum.n + bounds + mobility
    }
}

/// Counts moves a side can surely make in a part: moves that no move of the other side touches, chosen greedily.
fn safe_moves(his: &Footprints, part: Cells, reach_of_other: Cells) -> i32 {
    let mut free = part & !reach_of_other;
    let mut count = 0;
    for footprint in his.legal(free) {
        if footprint.need & !free == 0 {
            free &= !footprint.remove;
            count += 1;
        }
    }
    count
}

/// Returns an upper bound on the moves a side can make in a part: the part is split by that side's moves alone, and
/// each piece has room for a limited number.
fn most_moves(his: &Footprints, part: Cells, least_filled: u32) -> i32 {
    let mut pieces: [Cells; 64] = [0; 64];
    let mut count = 0;
    for footprint in his.legal(part) {
        let mut piece = footprint.need;
        let mut at = 0;
        while at < count {
            if pieces[at] & piece != 0 {
                piece |= pieces[at];
                count -= 1;
                pieces[at] = pieces[count];
            } else {
                at += 1;
            }
        }
        if count == pieces.len() {
            return (part.count_ones() / least_filled) as i32;
        }
        pieces[count] = piece;
        count += 1;
    }
    pieces[..count].iter().map(|piece| (piece.count_ones() / least_filled) as i32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solver::placed_board::{board, sparse};
    use crate::work::Work;
    use std::collections::HashMap;

    const DOMINEERING: &str = include_str!("../../../../../catalogue/grid/domineering.game");

    fn slow(placement: &Placement, free: Cells, mover: Side, known: &mut HashMap<(Cells, Side), bool>) -> bool {
        if let Some(wins) = known.get(&(free, mover)) {
            return *wins;
        }
        let legal: Vec<Cells> =
            placement.footprints(mover).legal(free).map(|footprint| free & !footprint.remove).collect();
        let wins = legal.into_iter().any(|next| !slow(placement, next, mover.other(), known));
        known.insert((free, mover), wins);
        wins
    }

    /// Checks every `step`-th position, with a table too small for all and with one that is not.
    #[track_caller]
    fn check_all(rules: &str, givens: &[(&str, &str)], written: &str, step: usize) {
        let (placement, _) = board(rules, givens, written);
        for max_bytes in [0, 1 << 30] {
            let budget = Budget { max_bytes, ..Budget::default() };
            let work = Work::start(&budget);
            let mut search = OutcomeSearch::new(&placement);
            let mut known = HashMap::new();
            for free in (0..1 << placement.cells()).step_by(step) {
                for mover in [Side::Left, Side::Right] {
                    let wins = search.wins(free, mover, &work.part()).unwrap();
                    assert_eq!(wins, slow(&placement, free, mover, &mut known), "{free:b} {mover:?} of {rules}");
                }
            }
        }
    }

    #[test]
    fn every_position_of_small_boards_is_won_by_who_wins_it() {
        check_all(DOMINEERING, &[("rows", "3"), ("cols", "4")], "", 1);
        check_all(DOMINEERING, &[("rows", "2"), ("cols", "6")], "", 1);
        check_all(DOMINEERING, &[("rows", "4"), ("cols", "4")], "", 7);
        check_all(DOMINEERING, &[("rows", "3"), ("cols", "6")], "", 61);
    }

    #[test]
    fn other_games_are_won_by_who_wins_them() {
        // Pieces of different sizes, of one cell, and moves that spoil more than they need.
        let uneven = "game a(s: [{'.', 'X'}; 3, 4]) players l, r
            l move three(i in 0..2, j in 0..1) if all(s[i, t] == '.' for t in j..j + 2) -> with (s[i, t] = 'X' for t in j..j + 2)
            r move two(i in 0..1, j in 0..3) if s[i, j] == '.' and s[i + 1, j] == '.' -> with s[i, j] = 'X', s[i + 1, j] = 'X'
            r move one(i in 0..2) if s[i, 0] == '.' -> with s[i, 0] = 'X'";
        check_all(uneven, &[], "..../..../....", 1);
        let spoil = "game a(s: [bool; 11]) players l, r
            l move a(i in 0..9) if s[i] and s[i + 1] -> with s[i] = false
            r move b(i in 0..10) if s[i] and i % 3 != 1 -> with (s[t] = false for t in i - 1..i + 2 if 0 <= t < 11)
            move c(i in 0..7) if s[i] and s[i + 3] -> with s[i] = false, s[i + 3] = false";
        check_all(spoil, &[], "[true,true,true,true,true,true,true,true,true,true,true]", 1);
        let singles = "game a(s: [bool; 10]) players l, r
            l move a(i in 0..9) if s[i] and i % 3 != 0 -> with s[i] = false
            r move b(i in 0..9) if s[i] and i % 3 != 1 -> with s[i] = false";
        check_all(singles, &[], "[true,true,true,true,true,true,true,true,true,true]", 1);
    }

    #[test]
    fn published_winners_of_square_boards_are_found() {
        // Breuker, Uiterwijk & van den Herik 2000: the first player wins, except on 5 x 5.
        for (size, first_wins) in [("2", true), ("3", true), ("4", true), ("5", false), ("6", true)] {
            let (placement, part) = board(DOMINEERING, &[("rows", size), ("cols", size)], "");
            let budget = Budget::default();
            let work = Work::start(&budget);
            let free = placement.free_cells(&part).unwrap();
            let mut search = OutcomeSearch::new(&placement);
            for mover in [Side::Left, Side::Right] {
                assert_eq!(search.wins(free, mover, &work.part()), Ok(first_wins), "{size} {mover:?}");
            }
        }
    }

    #[test]
    fn a_budget_ends_the_search() {
        let (placement, part) = board(DOMINEERING, &[("rows", "8"), ("cols", "9")], "");
        let budget = Budget { max_packed_positions: 5_000, ..Budget::default() };
        let work = Work::start(&budget);
        let free = placement.free_cells(&part).unwrap();
        let stopped = OutcomeSearch::new(&placement).wins(free, Side::Left, &work.part());
        assert_eq!(stopped, Err(Stop::PositionLimit(5_000)));
    }

    #[test]
    fn sparse_positions_of_wide_boards_are_won_by_who_wins_them() {
        let (placement, _) = board(DOMINEERING, &[("rows", "9"), ("cols", "9")], "");
        let budget = Budget::default();
        let work = Work::start(&budget);
        let mut search = OutcomeSearch::new(&placement);
        for free in sparse() {
            let mut known = HashMap::new();
            for mover in [Side::Left, Side::Right] {
                let wins = search.wins(free, mover, &work.part()).unwrap();
                assert_eq!(wins, slow(&placement, free, mover, &mut known));
            }
        }
    }

    #[test]
    fn a_row_of_128_cells_is_counted() {
        let rules = "game a(s: [bool; 128]) players l, r l move a(i in 0..127) if s[i] -> with s[i] = false";
        let (placement, _) = board(rules, &[], &format!("[{}]", vec!["true"; 128].join(",")));
        let budget = Budget::default();
        let work = Work::start(&budget);
        let mut search = OutcomeSearch::new(&placement);
        assert_eq!(search.wins(Cells::MAX, Side::Left, &work.part()), Ok(true));
        assert_eq!(search.wins(Cells::MAX, Side::Right, &work.part()), Ok(false));
    }

    #[test]
    fn facts_are_unpacked_as_they_were_packed() {
        assert_eq!(Fact::default().pack(), 0);
        let fact = Fact { wins_from: [3, -7], loses_to: [-100, 126], bounds: (-128, 128), mobility: -5 };
        assert_eq!(Fact::unpack(fact.pack()), fact);
    }
}
