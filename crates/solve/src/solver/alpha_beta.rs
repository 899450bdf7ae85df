//! Alpha-beta search: one position of a large game that cannot loop, without listing all positions.
//!
//! In: a machine whose options are each one part, and a key of it. Out: the exact outcome for the player to move, or the exact
//! score, and how many positions were looked at; remoteness is not known by this road. The idea is to ask yes-no questions
//! only, "is this position worth at least so much?" (null windows: Pearl's Scout 1980; MTD: Plaat 1996), each answered by a
//! depth-first search that keeps proven bounds in a table of [`Transpositions`], looks for ends and for known options before
//! it searches any (enhanced transposition cut-off: Schaeffer & Plaat 1996), tries first what did well before ([`History`]),
//! and joins positions that are symmetric. Every bound comes from a finite tree of play, so answers are exact.
//! Wrong tool where all positions fit into memory and all are wanted, where positions repeat, and where the tree is so
//! lopsided that one side's forced lines decide it: see `proof_number`.

use crate::budget::{Allowance, Stop};
use crate::solver::ordering::{Change, History};
use crate::solver::transposition::{Margin, Note, Place, Transpositions};
use crate::tally::Tally;
use grundy_kernel::{End, Head, Key, Look, Machine, Options};

/// A path as long as this, and as twice, four times and so on, is looked at as a whole for a position that it holds twice.
const LONG_PATH: usize = 1 << 16;

/// Points beyond this are not added up here, so that no sum of them overflows.
const MOST_POINTS: i64 = 1 << 40;

/// Less than any score.
const NOTHING: i64 = -(1 << 60);

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Who wins: play ends in a win, a draw or a loss.
    Outcome,
    /// By how many points: play ends in a score.
    Score,
}

/// Why a search of one position came to nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GaveUp<K> {
    /// The budget ended.
    Stop(Stop),
    /// Play came back to a position, here at the latest.
    Loop(K),
    /// Here the machine cannot say, an option has no part or several, or a score is too large.
    Beyond(K),
}

impl<K> From<Stop> for GaveUp<K> {
    fn from(stop: Stop) -> GaveUp<K> {
        GaveUp::Stop(stop)
    }
}

/// Returns true if a long path holds a position twice, so that play can go on for ever. It is looked for when the length is a power of
/// two, so that all of it costs little; short loops are found sooner, by comparing single positions.
pub(crate) fn comes_back<K: Ord, P: Iterator<Item = K>>(length: usize, path: impl FnOnce() -> P) -> bool {
    if length < LONG_PATH || !length.is_power_of_two() {
        return false;
    }
    let mut keys: Vec<K> = path().collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// What is proven about the worth of a position to its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    lower: i64,
    upper: i64,
}

/// An option that is neither over nor known well enough.
#[derive(Clone, Copy, Debug)]
struct Candidate<K> {
    key: K,
    place: Place<K>,
    change: Change,
    again: bool,
    gain: i64,
    /// Those with more are searched first.
    rank: i32,
}

impl<K> Candidate<K> {
    /// What must be asked of the option, to know whether this move is worth that much: the move is if the answer is yes and
    /// the same player moves, or no and the other does.
    fn threshold(&self, threshold: i64) -> i64 {
        if self.again { threshold - self.gain } else { self.gain - threshold + 1 }
    }

    fn worth(&self, value: i64) -> i64 {
        if self.again { self.gain + value } else { self.gain - value }
    }
}

/// A position that is being searched.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    place: Place<K>,
    /// The question: is it worth at least that much?
    threshold: i64,
    /// The most that is possible so far.
    best: i64,
    /// The best option's six bits.
    print: u8,
    /// Where its candidates begin, the first not yet searched, and where they end.
    first: usize,
    next: usize,
    end: usize,
    /// How many nodes had been counted before it.
    nodes_before: u64,
}

/// A search that keeps what it has learned for the next question about the same game.
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
    tally: Tally,
}

impl<K: Key, M: Machine<K>> AlphaBeta<K, M> {
    /// A search with an empty table.
    ///
    /// # Errors
    /// There is no room for the smallest table.
    pub fn new(machine: M, aim: Aim, allowance: &Allowance) -> Result<AlphaBeta<K, M>, Stop> {
        let margin = match aim {
            Aim::Outcome => Margin::None,
            Aim::Score => Margin::Word,
        };
        allowance.room(2 * Transpositions::<K>::least_bytes(margin))?;
        // An eighth of the memory is more than enough for the path that is being searched.
        let bytes = allowance.max_bytes();
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
            tally: Tally::default(),
        })
    }

    /// What a position is worth to the player to move, and how many positions were looked at to find out.
    ///
    /// # Errors
    /// The budget ended, or this is the wrong tool for the game.
    pub fn value(&mut self, key: K, allowance: &Allowance) -> Result<(End, u64), GaveUp<K>> {
        let before = self.tally.counted();
        // Random play is not worth its time where an earlier search has said all.
        let place = Place::of(self.machine.canonical(key));
        if let Some(bounds) = self.table.note(&place).map(|note| bounds_of(note, self.aim))
            && bounds.lower == bounds.upper
        {
            return Ok((self.end(bounds.lower), 0));
        }
        let found = match self.aim {
            Aim::Outcome => self.outcome(key, allowance),
            Aim::Score => self.score(key, allowance).map(End::Score),
        };
        // An answer is an answer even if nothing is left afterwards; whoever works on will be told.
        self.tally.tell(allowance).ok();
        Ok((found?, self.tally.counted() - before))
    }

    #[cfg(test)]
    /// What each option of a position is worth to the player who moves to it, in the order in which the machine lists them;
    /// empty where play is over.
    ///
    /// # Errors
    /// The budget ended, or this is the wrong tool for the game.
    pub fn options(&mut self, key: K, allowance: &Allowance) -> Result<Vec<End>, GaveUp<K>> {
        let mut options = Options::default();
        match self.machine.look(key, &mut options) {
            Look::Open => {}
            Look::Ended(..) | Look::Stuck(_) => return Ok(Vec::new()),
            Look::Trouble => return Err(GaveUp::Beyond(key)),
        }
        self.check(key, &options)?;
        let mut worths = Vec::new();
        for number in 0..options.words.len() / K::WORDS {
            let option = options.part::<K>(number);
            let head = options.heads.get(number).copied().unwrap_or_default();
            let (end, _) = self.value(option, allowance)?;
            let value = self.points(end, option)?;
            let worth = if head.again != 0 { head.gain + value } else { head.gain - value };
            worths.push(self.end(worth));
        }
        Ok(worths)
    }

    fn outcome(&mut self, key: K, allowance: &Allowance) -> Result<End, GaveUp<K>> {
        // Random play guesses who wins. If it is right, the first answer is the last: who wins need not be asked whether he
        // draws, nor who loses whether he wins.
        if self.history.rehearse(&mut self.machine, key, &mut self.options) > 0.0 {
            if self.is_at_least(key, 1, allowance)? >= 1 {
                return Ok(End::Win);
            }
            return Ok(if self.is_at_least(key, 0, allowance)? >= 0 { End::Draw } else { End::Lose });
        }
        if self.is_at_least(key, 0, allowance)? < 0 {
            return Ok(End::Lose);
        }
        Ok(if self.is_at_least(key, 1, allowance)? >= 1 { End::Win } else { End::Draw })
    }

    fn score(&mut self, key: K, allowance: &Allowance) -> Result<i64, GaveUp<K>> {
        let mut bounds = Bounds { lower: NOTHING, upper: -NOTHING };
        let usual = self.history.rehearse(&mut self.machine, key, &mut self.options);
        let (mut guess, mut stride) = ((usual as i64).clamp(-MOST_POINTS, MOST_POINTS), 1);
        while bounds.lower < bounds.upper {
            let threshold = if guess == bounds.lower { guess + 1 } else { guess };
            let bound = self.is_at_least(key, threshold, allowance)?;
            if bound >= threshold {
                bounds.lower = bound;
            } else {
                bounds.upper = bound;
            }
            // Answers are good guesses where they say more than was asked; where they creep, strides grow.
            guess = if bounds.lower > NOTHING && bounds.upper < -NOTHING {
                bounds.lower + (bounds.upper - bounds.lower + 1) / 2
            } else if bound >= threshold {
                bound + stride
            } else {
                bound - stride + 1
            };
            stride = (stride * 2).min(MOST_POINTS);
        }
        Ok(bounds.lower)
    }

    /// A proven bound on the worth of a position to its mover: a lower bound if it is at least the threshold, else an upper
    /// bound.
    fn is_at_least(&mut self, key: K, threshold: i64, allowance: &Allowance) -> Result<i64, GaveUp<K>> {
        self.frames.clear();
        self.candidates.clear();
        let place = Place::of(self.machine.canonical(key));
        let known = self.table.note(&place).map(|note| bounds_of(note, self.aim));
        let print = self.table.note(&place).map_or(u8::MAX, |note| (note.tag >> 3) as u8);
        let mut answer = match known.and_then(|bounds| settled(bounds, threshold)) {
            Some(bound) => Some(bound),
            None => self.enter(key, place, print, threshold, allowance)?,
        };
        loop {
            let Some(frame) = self.frames.last_mut() else {
                // With no frame left the last answer is about the position that was asked.
                return Ok(answer.unwrap_or(NOTHING));
            };
            if let Some(value) = answer.take() {
                let candidate = &self.candidates[frame.next - 1];
                let worth = candidate.worth(value);
                if worth > frame.best {
                    frame.best = worth;
                    frame.print = candidate.place.print();
                }
                if worth >= frame.threshold {
                    answer = Some(worth);
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
            for place in 1..rest.len() {
                if rest[place].rank > rest[first].rank {
                    first = place;
                }
            }
            rest.swap(0, first);
            let candidate = rest[0];
            let threshold = candidate.threshold(frame.threshold);
            frame.next += 1;
            // A sibling's search may have met it meanwhile.
            let note = self.table.note(&candidate.place);
            answer = match note.and_then(|note| settled(bounds_of(note, self.aim), threshold)) {
                Some(bound) => Some(bound),
                None => {
                    let print = note.map_or(u8::MAX, |note| (note.tag >> 3) as u8);
                    self.enter(candidate.key, candidate.place, print, threshold, allowance)?
                }
            };
        }
    }

    /// Looks at a position: a bound that answers the question, or else a new frame.
    fn enter(
        &mut self,
        key: K,
        place: Place<K>,
        print: u8,
        threshold: i64,
        allowance: &Allowance,
    ) -> Result<Option<i64>, GaveUp<K>> {
        self.tally.count(allowance)?;
        match self.machine.look(key, &mut self.options) {
            Look::Open => {}
            Look::Ended(_, end) | Look::Stuck(end) => return self.points(end, key).map(Some),
            Look::Trouble => return Err(GaveUp::Beyond(key)),
        }
        let (first, mut best, mut best_print) = (self.candidates.len(), NOTHING, 0);
        let count = self.options.words.len() / K::WORDS;
        self.check(key, &self.options)?;
        for number in 0..count {
            let option = self.options.part::<K>(number);
            let head = if self.plain { Head::default() } else { self.options.heads[number] };
            let candidate = Candidate {
                key: option,
                place,
                change: Change::default(),
                again: head.again != 0,
                gain: head.gain,
                rank: 0,
            };
            match self.machine.ended(option) {
                None => self.candidates.push(candidate),
                Some(Look::Ended(_, end) | Look::Stuck(end)) => {
                    let worth = candidate.worth(self.points(end, option)?);
                    if worth >= threshold {
                        self.candidates.truncate(first);
                        return Ok(Some(worth));
                    }
                    best = best.max(worth);
                }
                Some(_) => return Err(GaveUp::Beyond(option)),
            }
        }
        let mut kept = first;
        let last = self.last_change(self.frames.len());
        // Where the options are in the table is known before any is read, so that all are fetched from memory at once.
        for candidate in &mut self.candidates[first..] {
            candidate.place = Place::of(self.machine.canonical(candidate.key));
        }
        let touched = self.candidates[first..].iter().map(|candidate| self.table.touch(&candidate.place));
        std::hint::black_box(touched.fold(0, |all, word| all ^ word));
        for number in first..self.candidates.len() {
            let mut candidate = self.candidates[number];
            let asked = candidate.threshold(threshold);
            if let Some(note) = self.table.note(&candidate.place)
                && let Some(bound) = settled(bounds_of(note, self.aim), asked)
            {
                let worth = candidate.worth(bound);
                if worth > best {
                    best = worth;
                    best_print = candidate.place.print();
                }
                if worth >= threshold {
                    self.candidates.truncate(first);
                    self.keep(&place, worth, threshold, best_print, 1);
                    return Ok(Some(worth));
                }
                continue;
            }
            candidate.change = Change::between(&key, &candidate.key);
            candidate.rank = self.history.standing(last, candidate.change);
            if candidate.place.print() == print {
                candidate.rank = i32::MAX;
            }
            self.candidates[kept] = candidate;
            kept += 1;
        }
        self.candidates.truncate(kept);
        if kept == first {
            self.keep(&place, best, threshold, best_print, 1);
            return Ok(Some(best));
        }
        if comes_back(self.frames.len(), || self.frames.iter().map(|frame| frame.key)) {
            return Err(GaveUp::Loop(key));
        }
        // The path may take a quarter of the memory, the tables about half.
        if (self.frames.len() * size_of::<Frame<K>>()) as u64 > allowance.max_bytes() / 4 {
            return Err(GaveUp::Stop(allowance.memory_limit()));
        }
        // Brent's way to find a loop: a path that runs round one meets the position at the last power of two again.
        let mark = (self.frames.len() + 1).next_power_of_two() / 2;
        if mark < self.frames.len() && self.frames[mark].key == key {
            return Err(GaveUp::Loop(key));
        }
        if kept > self.most_candidates {
            return Err(GaveUp::Stop(allowance.memory_limit()));
        }
        self.frames.push(Frame {
            key,
            place,
            threshold,
            best,
            print: best_print,
            first,
            next: first,
            end: kept,
            nodes_before: self.tally.counted() - 1,
        });
        Ok(None)
    }

    /// The move searched last settled the last frame.
    fn learn(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let tried = &self.candidates[frame.first..frame.next];
        let Some((settler, vain)) = tried.split_last() else { return };
        let last = self.last_change(self.frames.len() - 1);
        self.history.learn(last, settler.change, vain.iter().map(|candidate| candidate.change));
    }

    /// The move that led to the frame of that depth.
    fn last_change(&self, depth: usize) -> Change {
        match depth.checked_sub(1).map(|parent| &self.frames[parent]) {
            Some(parent) => self.candidates[parent.next - 1].change,
            None => Change::default(),
        }
    }

    /// Keeps what the last frame has found, and drops it.
    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.candidates.truncate(frame.first);
            let nodes = self.tally.counted() - frame.nodes_before;
            self.keep(&frame.place, frame.best, frame.threshold, frame.print, nodes);
        }
    }

    /// Joins a bound with what the table knows.
    fn keep(&mut self, place: &Place<K>, bound: i64, threshold: i64, print: u8, nodes: u64) {
        let mut bounds = match self.table.note(place) {
            Some(note) => bounds_of(note, self.aim),
            None => anything(self.aim),
        };
        if bound >= threshold {
            bounds.lower = bounds.lower.max(bound);
        } else {
            bounds.upper = bounds.upper.min(bound);
        }
        self.table.keep(place, note_of(bounds, self.aim, print), nodes);
    }

    fn end(&self, worth: i64) -> End {
        match (self.aim, worth) {
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
            (Aim::Score, End::Score(score)) if score.unsigned_abs() <= MOST_POINTS as u64 => Ok(score),
            _ => Err(GaveUp::Beyond(key)),
        }
    }

    /// Every option must be one part, and earn what can be added up.
    fn check(&self, key: K, options: &Options) -> Result<(), GaveUp<K>> {
        if self.plain {
            return Ok(());
        }
        let earns = |gain: i64| match self.aim {
            Aim::Outcome => gain == 0,
            Aim::Score => gain.unsigned_abs() <= MOST_POINTS as u64,
        };
        let fits = (1u32..).zip(&options.heads).all(|(end, head)| head.parts_end == end && earns(head.gain));
        let count = options.words.len() / K::WORDS;
        if fits && options.heads.len() == count { Ok(()) } else { Err(GaveUp::Beyond(key)) }
    }
}

/// What is known of a position nobody has looked at.
fn anything(aim: Aim) -> Bounds {
    match aim {
        Aim::Outcome => Bounds { lower: -1, upper: 1 },
        Aim::Score => Bounds { lower: NOTHING, upper: -NOTHING },
    }
}

/// The bound that answers whether a position is worth that much, if the bounds do.
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

/// In the tag of a note: the lowest three bits are the bounds, 7 if they are in the margin; above them the best option.
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
            // The ends of the range stand for bounds that do not fit, which are none.
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
