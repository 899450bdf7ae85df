//! Alpha-beta search: one position of a large game that cannot loop, without listing all positions.
//!
//! In: a machine whose options are each one part, and a key of it. Out: the exact outcome for the player to move, or
//! the exact score, and how many positions were visited; remoteness is not found. The idea is to ask only yes-no
//! questions, "is the value of this position at least n?" (null windows: Pearl's Scout 1980; MTD: Plaat 1996), each
//! answered by a depth-first search that stores proven bounds in a table of [`Transpositions`], looks for ends and for
//! known options before it searches any (enhanced transposition cut-off: Schaeffer & Plaat 1996), tries first what did
//! well before ([`History`]), and joins symmetric positions. Every bound comes from a finite tree of play, so answers
//! are exact. Wrong tool where all positions fit into memory and all are wanted, where positions repeat, and where the
//! tree is so lopsided that one side's forced lines decide it: see `proof_number`.

use crate::budget::Stop;
use crate::solver::selective::ordering::{Change, History};
use crate::solver::selective::transposition::{Margin, Note, Place, Transpositions};
use crate::work::{Counter, Work};
use grundy_kernel::{End, Expansion, Head, Key, Machine, Options};

/// A path of this length, and of every power of two above, is checked for repeated positions.
const LONG_PATH: usize = 1 << 16;

/// Format: larger scores are refused, so that no sum of them overflows.
pub(crate) const MAX_POINTS: i64 = 1 << 40;

/// Below any score.
const NOTHING: i64 = -(1 << 60);

/// What is to be found of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The winner: play ends in a win, a draw or a loss.
    Outcome,
    /// The score: play ends in points.
    Score,
}

/// Why a search of one position failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GaveUp<K> {
    /// The budget ended.
    Stop(Stop),
    /// Play returned to a position; this one is on the loop.
    Loop(K),
    /// The machine failed here, an option has no part or several, or a score is too large.
    Beyond(K),
}

impl<K> From<Stop> for GaveUp<K> {
    fn from(stop: Stop) -> GaveUp<K> {
        GaveUp::Stop(stop)
    }
}

/// Returns true if a long path contains a position twice, so that play can go on forever. The path is checked only when
/// its length is a power of two, which keeps the total cost low; short loops are found earlier by comparing single
/// positions.
fn comes_back<K: Ord, P: Iterator<Item = K>>(length: usize, path: impl FnOnce() -> P) -> bool {
    if length < LONG_PATH || !length.is_power_of_two() {
        return false;
    }
    let mut keys: Vec<K> = path().collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// Checks that a path of frames may grow by a position: it takes at most a quarter of the memory, as the tables take
/// about half, and it has no loop.
///
/// # Errors
/// Returns the loop or the limit that was met.
pub(super) fn check_path<K: Ord + Copy, F>(
    frames: &[F],
    key_of: impl Fn(&F) -> K,
    key: K,
    work: &Work,
) -> Result<(), GaveUp<K>> {
    if comes_back(frames.len(), || frames.iter().map(&key_of)) {
        return Err(GaveUp::Loop(key));
    }
    if size_of_val(frames) as u64 > work.max_bytes() / 4 {
        return Err(GaveUp::Stop(work.memory_limit()));
    }
    // Brent's loop detection: a path around a loop meets the position at the last power of two again.
    let mark = (frames.len() + 1).next_power_of_two() / 2;
    match mark < frames.len() && key_of(&frames[mark]) == key {
        true => Err(GaveUp::Loop(key)),
        false => Ok(()),
    }
}

/// Proven bounds on the value of a position for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    lower: i64,
    upper: i64,
}

/// An option that is neither over nor bounded tightly enough.
#[derive(Clone, Copy, Debug)]
struct Candidate<K> {
    key: K,
    index: Place<K>,
    change: Change,
    again: bool,
    gain: i64,
    /// Options of higher rank are searched first.
    rank: i32,
}

impl<K> Candidate<K> {
    /// Returns the threshold to test the option with: this move reaches `threshold` if the answer is yes and the same
    /// player moves, or if it is no and the other player moves.
    fn threshold(&self, threshold: i64) -> i64 {
        if self.again { threshold - self.gain } else { self.gain - threshold + 1 }
    }

    fn move_value(&self, value: i64) -> i64 {
        if self.again { self.gain + value } else { self.gain - value }
    }
}

/// A position being searched.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    index: Place<K>,
    /// The question: is its value at least this?
    threshold: i64,
    /// The greatest value found, or bound proven, among the options tried.
    best: i64,
    /// Six bits that identify the best option.
    print: u8,
    /// Index of its first candidate, of the first not yet searched, and of the end.
    first: usize,
    next: usize,
    end: usize,
    /// Nodes counted before it was entered.
    nodes_before: u64,
}

/// An alpha-beta search that keeps its table for further questions about the same game.
pub(crate) struct AlphaBeta<K: Key, M> {
    machine: M,
    aim: Aim,
    plain: bool,
    table: Transpositions<K>,
    history: History,
    options: Options,
    frames: Vec<Frame<K>>,
    candidates: Vec<Candidate<K>>,
    most_candidates: usize,
    counter: Counter,
}

impl<K: Key, M: Machine<K>> AlphaBeta<K, M> {
    /// Creates a search with an empty table.
    ///
    /// # Errors
    /// Fails if there is no memory for the smallest table.
    pub fn new(machine: M, aim: Aim, work: &Work) -> Result<AlphaBeta<K, M>, Stop> {
        let margin = match aim {
            Aim::Outcome => Margin::None,
            Aim::Score => Margin::Word,
        };
        work.room(2 * Transpositions::<K>::least_bytes(margin))?;
        // An eighth of the memory is more than enough for the search path.
        let bytes = work.max_bytes();
        let most_candidates = usize::try_from(bytes / 8).unwrap_or(usize::MAX) / size_of::<Candidate<K>>();
        Ok(AlphaBeta {
            plain: machine.traits().plain,
            machine,
            aim,
            table: Transpositions::new(bytes / 8 * 7, margin),
            history: History::new(),
            options: Options::default(),
            frames: Vec::new(),
            candidates: Vec::new(),
            most_candidates,
            counter: Counter::default(),
        })
    }

    /// Returns the value of a position for the player to move, and the number of positions visited.
    ///
    /// # Errors
    /// Fails if the budget ended or this is the wrong tool for the game.
    pub fn value(&mut self, key: K, work: &Work) -> Result<(End, u64), GaveUp<K>> {
        let before = self.counter.counted();
        // Random play is a waste if an earlier search has found the answer.
        let index = Place::of(self.machine.canonical(key));
        if let Some(bounds) = self.table.note(&index).map(|note| bounds_of(note, self.aim))
            && bounds.lower == bounds.upper
        {
            return Ok((self.end(bounds.lower), 0));
        }
        let found = match self.aim {
            Aim::Outcome => self.outcome(key, work),
            Aim::Score => self.score(key, work).map(End::Score),
        };
        // The answer is valid even if the budget is now used up; later work will notice.
        self.counter.flush(work).ok();
        Ok((found?, self.counter.counted() - before))
    }

    #[cfg(test)]
    /// Returns the value of each option for the player who moves to it, in the machine's order; empty if play is over.
    ///
    /// # Errors
    /// Fails if the budget ended or this is the wrong tool for the game.
    pub fn options(&mut self, key: K, work: &Work) -> Result<Vec<End>, GaveUp<K>> {
        let mut options = Options::default();
        match self.machine.look(key, &mut options) {
            Expansion::Open => {}
            Expansion::Ended(..) | Expansion::Stuck(_) => return Ok(Vec::new()),
            Expansion::Unsupported => return Err(GaveUp::Beyond(key)),
        }
        self.check(key, &options)?;
        let mut values = Vec::new();
        for number in 0..options.words.len() / K::WORDS {
            let option = options.part::<K>(number);
            let head = options.heads.get(number).copied().unwrap_or_default();
            let (end, _) = self.value(option, work)?;
            let value = self.points(end, option)?;
            let value = if head.again != 0 { head.gain + value } else { head.gain - value };
            values.push(self.end(value));
        }
        Ok(values)
    }

    fn outcome(&mut self, key: K, work: &Work) -> Result<End, GaveUp<K>> {
        // Random play guesses the winner. If it is right, one question is enough: a winner is not tested for a draw,
        // nor a loser for a win.
        if self.history.rehearse(&mut self.machine, key, &mut self.options) > 0.0 {
            if self.is_at_least(key, 1, work)? >= 1 {
                return Ok(End::Win);
            }
            return Ok(if self.is_at_least(key, 0, work)? >= 0 { End::Draw } else { End::Lose });
        }
        if self.is_at_least(key, 0, work)? < 0 {
            return Ok(End::Lose);
        }
        Ok(if self.is_at_least(key, 1, work)? >= 1 { End::Win } else { End::Draw })
    }

    fn score(&mut self, key: K, work: &Work) -> Result<i64, GaveUp<K>> {
        let mut bounds = Bounds { lower: NOTHING, upper: -NOTHING };
        let usual = self.history.rehearse(&mut self.machine, key, &mut self.options);
        let (mut guess, mut stride) = ((usual as i64).clamp(-MAX_POINTS, MAX_POINTS), 1);
        while bounds.lower < bounds.upper {
            let threshold = if guess == bounds.lower { guess + 1 } else { guess };
            let bound = self.is_at_least(key, threshold, work)?;
            if bound >= threshold {
                bounds.lower = bound;
            } else {
                bounds.upper = bound;
            }
            // A bound beyond the threshold is a good next guess; if answers creep, the steps grow.
            guess = if bounds.lower > NOTHING && bounds.upper < -NOTHING {
                bounds.lower + (bounds.upper - bounds.lower + 1) / 2
            } else if bound >= threshold {
                bound + stride
            } else {
                bound - stride + 1
            };
            stride = (stride * 2).min(MAX_POINTS);
        }
        Ok(bounds.lower)
    }

    /// Returns a proven bound on the value of a position for its mover: a lower bound if it is at least the threshold,
    /// else an upper bound.
    fn is_at_least(&mut self, key: K, threshold: i64, work: &Work) -> Result<i64, GaveUp<K>> {
        self.frames.clear();
        self.candidates.clear();
        let index = Place::of(self.machine.canonical(key));
        let known = self.table.note(&index).map(|note| bounds_of(note, self.aim));
        let print = self.table.note(&index).map_or(u8::MAX, |note| (note.tag >> 3) as u8);
        let mut answer = match known.and_then(|bounds| settled(bounds, threshold)) {
            Some(bound) => Some(bound),
            None => self.enter(key, index, print, threshold, work)?,
        };
        loop {
            let Some(frame) = self.frames.last_mut() else {
                // With no frame left the last answer is about the root.
                return Ok(answer.unwrap_or(NOTHING));
            };
            if let Some(value) = answer.take() {
                let candidate = &self.candidates[frame.next - 1];
                let value = candidate.move_value(value);
                if value > frame.best {
                    frame.best = value;
                    frame.print = candidate.index.print();
                }
                if value >= frame.threshold {
                    answer = Some(value);
                    self.learn();
                    self.leave();
                    continue;
                }
            }
            if frame.next == frame.end {
                answer = Some(frame.best);
                self.leave();
                continue;
            }
            let rest = &mut self.candidates[frame.next..frame.end];
            let mut first = 0;
            for index in 1..rest.len() {
                if rest[index].rank > rest[first].rank {
                    first = index;
                }
            }
            rest.swap(0, first);
            let candidate = rest[0];
            let threshold = candidate.threshold(frame.threshold);
            frame.next += 1;
            // The search of a sibling may have reached it meanwhile.
            let note = self.table.note(&candidate.index);
            answer = match note.and_then(|note| settled(bounds_of(note, self.aim), threshold)) {
                Some(bound) => Some(bound),
                None => {
                    let print = note.map_or(u8::MAX, |note| (note.tag >> 3) as u8);
                    self.enter(candidate.key, candidate.index, print, threshold, work)?
                }
            };
        }
    }

    /// Enters a position: returns a bound that answers the question, or pushes a new frame.
    fn enter(
        &mut self,
        key: K,
        index: Place<K>,
        print: u8,
        threshold: i64,
        work: &Work,
    ) -> Result<Option<i64>, GaveUp<K>> {
        self.counter.count(work)?;
        match self.machine.look(key, &mut self.options) {
            Expansion::Open => {}
            Expansion::Ended(_, end) | Expansion::Stuck(end) => return self.points(end, key).map(Some),
            Expansion::Unsupported => return Err(GaveUp::Beyond(key)),
        }
        let (first, mut best, mut best_print) = (self.candidates.len(), NOTHING, 0);
        let count = self.options.words.len() / K::WORDS;
        self.check(key, &self.options)?;
        for number in 0..count {
            let option = self.options.part::<K>(number);
            let head = if self.plain { Head::default() } else { self.options.heads[number] };
            let candidate = Candidate {
                key: option,
                index,
                change: Change::default(),
                again: head.again != 0,
                gain: head.gain,
                rank: 0,
            };
            match self.machine.ended(option) {
                None => self.candidates.push(candidate),
                Some(Expansion::Ended(_, end) | Expansion::Stuck(end)) => {
                    let value = candidate.move_value(self.points(end, option)?);
                    if value >= threshold {
                        self.candidates.truncate(first);
                        return Ok(Some(value));
                    }
                    best = best.max(value);
                }
                Some(_) => return Err(GaveUp::Beyond(option)),
            }
        }
        let mut retained = first;
        let last = self.last_change(self.frames.len());
        // All buckets are located before any is read, so that they are fetched from memory in parallel.
        for candidate in &mut self.candidates[first..] {
            candidate.index = Place::of(self.machine.canonical(candidate.key));
        }
        let touched = self.candidates[first..].iter().map(|candidate| self.table.touch(&candidate.index));
        std::hint::black_box(touched.fold(0, |all, word| all ^ word));
        for number in first..self.candidates.len() {
            let mut candidate = self.candidates[number];
            let needed = candidate.threshold(threshold);
            if let Some(note) = self.table.note(&candidate.index)
                && let Some(bound) = settled(bounds_of(note, self.aim), needed)
            {
                let value = candidate.move_value(bound);
                if value > best {
                    best = value;
                    best_print = candidate.index.print();
                }
                if value >= threshold {
                    self.candidates.truncate(first);
                    self.keep(&index, value, threshold, best_print, 1);
                    return Ok(Some(value));
                }
                continue;
            }
            candidate.change = Change::between(&key, &candidate.key);
            candidate.rank = self.history.standing(last, candidate.change);
            if candidate.index.print() == print {
                candidate.rank = i32::MAX;
            }
            self.candidates[retained] = candidate;
            retained += 1;
        }
        self.candidates.truncate(retained);
        if retained == first {
            self.keep(&index, best, threshold, best_print, 1);
            return Ok(Some(best));
        }
        check_path(&self.frames, |frame| frame.key, key, work)?;
        if retained > self.most_candidates {
            return Err(GaveUp::Stop(work.memory_limit()));
        }
        self.frames.push(Frame {
            key,
            index,
            threshold,
            best,
            print: best_print,
            first,
            next: first,
            end: retained,
            nodes_before: self.counter.counted() - 1,
        });
        Ok(None)
    }

    /// Records that the move searched last settled the last frame.
    fn learn(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let tried = &self.candidates[frame.first..frame.next];
        let Some((settler, vain)) = tried.split_last() else { return };
        let last = self.last_change(self.frames.len() - 1);
        self.history.learn(last, settler.change, vain.iter().map(|candidate| candidate.change));
    }

    /// Returns the move that led to the frame of that depth.
    fn last_change(&self, depth: usize) -> Change {
        match depth.checked_sub(1).map(|parent| &self.frames[parent]) {
            Some(parent) => self.candidates[parent.next - 1].change,
            None => Change::default(),
        }
    }

    /// Stores what the last frame has found, and removes it.
    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.candidates.truncate(frame.first);
            let nodes = self.counter.counted() - frame.nodes_before;
            self.keep(&frame.index, frame.best, frame.threshold, frame.print, nodes);
        }
    }

    /// Merges a bound with what the table has.
    fn keep(&mut self, index: &Place<K>, bound: i64, threshold: i64, print: u8, nodes: u64) {
        let mut bounds = match self.table.note(index) {
            Some(note) => bounds_of(note, self.aim),
            None => anything(self.aim),
        };
        if bound >= threshold {
            bounds.lower = bounds.lower.max(bound);
        } else {
            bounds.upper = bounds.upper.min(bound);
        }
        self.table.keep(index, note_of(bounds, self.aim, print), nodes);
    }

    fn end(&self, value: i64) -> End {
        match (self.aim, value) {
            (Aim::Score, score) => End::Score(score),
            (Aim::Outcome, 1) => End::Win,
            (Aim::Outcome, 0) => End::Draw,
            (Aim::Outcome, _) => End::Lose,
        }
    }

    fn points(&self, end: End, key: K) -> Result<i64, GaveUp<K>> {
        match (self.aim, end) {
            (Aim::Outcome, End::Win) => Ok(1),
            (Aim::Outcome, End::Draw) => Ok(0),
            (Aim::Outcome, End::Lose) => Ok(-1),
            (Aim::Score, End::Score(score)) if score.unsigned_abs() <= MAX_POINTS as u64 => Ok(score),
            _ => Err(GaveUp::Beyond(key)),
        }
    }

    /// Checks that every option is one part and gains a score that can be added up.
    fn check(&self, key: K, options: &Options) -> Result<(), GaveUp<K>> {
        if self.plain {
            return Ok(());
        }
        let earns = |gain: i64| match self.aim {
            Aim::Outcome => gain == 0,
            Aim::Score => gain.unsigned_abs() <= MAX_POINTS as u64,
        };
        let fits = (1u32..).zip(&options.heads).all(|(end, head)| head.parts_end == end && earns(head.gain));
        let count = options.words.len() / K::WORDS;
        if fits && options.heads.len() == count { Ok(()) } else { Err(GaveUp::Beyond(key)) }
    }
}

/// Returns the trivial bounds of a position not visited yet.
fn anything(aim: Aim) -> Bounds {
    match aim {
        Aim::Outcome => Bounds { lower: -1, upper: 1 },
        Aim::Score => Bounds { lower: NOTHING, upper: -NOTHING },
    }
}

/// Returns the bound that decides whether the value reaches the threshold, if the bounds do.
#[inline]
fn settled(bounds: Bounds, threshold: i64) -> Option<i64> {
    if bounds.lower >= threshold {
        Some(bounds.lower)
    } else if bounds.upper < threshold {
        Some(bounds.upper)
    } else {
        None
    }
}

/// Bounds by the lowest three bits of a note's tag; 7 means that they are in the margin. Above them is the best option.
const OUTCOMES: [(i64, i64); 7] = [(-1, 1), (-1, -1), (0, 0), (1, 1), (-1, 0), (0, 1), (-1, 1)];
const IN_MARGIN: u16 = 7;

#[inline]
fn bounds_of(note: Note, aim: Aim) -> Bounds {
    match aim {
        Aim::Outcome => {
            let (lower, upper) = OUTCOMES[usize::from(note.tag & 7).min(6)];
            Bounds { lower, upper }
        }
        Aim::Score => {
            let (lower, upper) = (note.margin as i32, (note.margin >> 32) as i32);
            // The ends of the range mean bounds that do not fit: no bound.
            Bounds {
                lower: if lower == i32::MIN { NOTHING } else { i64::from(lower) },
                upper: if upper == i32::MAX { -NOTHING } else { i64::from(upper) },
            }
        }
    }
}

#[inline]
fn note_of(bounds: Bounds, aim: Aim, print: u8) -> Note {
    let above = u16::from(print) << 3;
    match aim {
        Aim::Outcome => {
            let code = match (bounds.lower, bounds.upper) {
                (-1, -1) => 1,
                (0, 0) => 2,
                (1, 1) => 3,
                (-1, 0) => 4,
                (0, 1) => 5,
                _ => 6,
            };
            Note { tag: above | code, margin: 0 }
        }
        Aim::Score => {
            let lower = i32::try_from(bounds.lower).unwrap_or(i32::MIN);
            let upper = i32::try_from(bounds.upper).unwrap_or(i32::MAX);
            Note { tag: above | IN_MARGIN, margin: u64::from(lower as u32) | u64::from(upper as u32) << 32 }
        }
    }
}

#[cfg(test)]
#[path = "alpha_beta_tests.rs"]
mod tests;
