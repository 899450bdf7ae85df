//! Proof-number search: whether a position is won, or at least not lost, where the tree is lopsided.
//!
//! In: a machine whose options are each one part, a key of it, and a goal. Out: whether the player to move can reach
//! the goal. The idea is to search next where the fewest positions must be settled to prove or to disprove the goal
//! (Allis 1994), depth first with thresholds and a table (df-pn: Nagai 2002), each threshold raised by a tenth so that
//! the search does not hop between siblings (the 1 + epsilon trick: Pawlewicz & Lew 2007). It finds deep forced lines
//! that `alpha_beta` would meet late. Wrong tool for even trees, where its bookkeeping is wasted, and for games that
//! loop or are played for points.

use crate::budget::Stop;
use crate::solver::selective::alpha_beta::{GaveUp, check_path};
use crate::solver::selective::transposition::{Margin, Note, Place, Transpositions};
use crate::work::{Counter, Work};
use grundy_kernel::{End, Expansion, Key, Machine, Options};
use grundy_value::Random;

/// Proof or disproof number of the impossible. Smaller sums are clamped to one below.
const INFINITE: u32 = u32::MAX;

/// What is to be proved about the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The player wins.
    Win,
    /// The player wins or draws.
    AtLeastDraw,
}

impl Goal {
    /// Returns the opponent's goal: to prevent it.
    fn opposite(self) -> Goal {
        match self {
            Goal::Win => Goal::AtLeastDraw,
            Goal::AtLeastDraw => Goal::Win,
        }
    }

    /// Returns the index of its table.
    fn index(self) -> usize {
        match self {
            Goal::Win => 0,
            Goal::AtLeastDraw => 1,
        }
    }
}

/// Lower bounds on the number of positions to settle to prove a goal, and to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };
const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

impl Numbers {
    fn settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Returns the numbers for the goal of the other player.
    fn turned(self) -> Numbers {
        Numbers { proof: self.disproof, disproof: self.proof }
    }
}

/// An option of a position being searched.
#[derive(Clone, Copy, Debug)]
struct Child<K> {
    key: K,
    index: Place<K>,
    again: bool,
    /// The last known numbers, for the goal of the player who may move to it.
    numbers: Numbers,
}

/// A position being searched until its numbers reach the limits.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    index: Place<K>,
    goal: Goal,
    limits: Numbers,
    first: usize,
    /// Index of the child being searched.
    chosen: usize,
    nodes_before: u64,
}

/// A proof-number search that keeps its tables for further questions about the same game.
pub(crate) struct ProofNumber<K: Key, M> {
    machine: M,
    plain: bool,
    /// One table for goal `Win` and one for goal `AtLeastDraw`.
    tables: [Transpositions<K>; 2],
    options: Options,
    frames: Vec<Frame<K>>,
    children: Vec<Child<K>>,
    most_children: usize,
    counter: Counter,
}

impl<K: Key, M: Machine<K>> ProofNumber<K, M> {
    /// Creates a search with empty tables.
    ///
    /// # Errors
    /// Fails if there is no memory for the smallest tables.
    pub fn new(machine: M, work: &Work) -> Result<ProofNumber<K, M>, Stop> {
        work.room(4 * Transpositions::<K>::least_bytes(Margin::Word))?;
        let bytes = work.max_bytes();
        let table = || Transpositions::new(bytes / 16 * 7, Margin::Word);
        Ok(ProofNumber {
            plain: machine.traits().plain,
            machine,
            tables: [table(), table()],
            options: Options::default(),
            frames: Vec::new(),
            children: Vec::new(),
            most_children: usize::try_from(bytes / 8).unwrap_or(usize::MAX) / size_of::<Child<K>>(),
            counter: Counter::default(),
        })
    }

    /// Returns the outcome for the player to move, and the number of positions visited.
    ///
    /// # Errors
    /// Fails if the budget ended or this is the wrong tool for the game.
    pub fn outcome(&mut self, key: K, work: &Work) -> Result<(End, u64), GaveUp<K>> {
        let (wins, nodes) = self.prove(key, Goal::Win, work)?;
        if wins {
            return Ok((End::Win, nodes));
        }
        let (draws, more) = self.prove(key, Goal::AtLeastDraw, work)?;
        Ok((if draws { End::Draw } else { End::Lose }, nodes + more))
    }

    /// Returns whether the player to move reaches the goal, and the number of positions visited.
    ///
    /// # Errors
    /// Fails if the budget ended or this is the wrong tool for the game.
    pub fn prove(&mut self, key: K, goal: Goal, work: &Work) -> Result<(bool, u64), GaveUp<K>> {
        let before = self.counter.counted();
        let found = self.search(key, goal, work);
        // The answer is valid even if the budget is now used up; later work will notice.
        self.counter.flush(work).ok();
        Ok((found?.proof == 0, self.counter.counted() - before))
    }

    fn search(&mut self, key: K, goal: Goal, work: &Work) -> Result<Numbers, GaveUp<K>> {
        self.frames.clear();
        self.children.clear();
        let index = Place::of(self.machine.canonical(key));
        let known = self.known(&index, goal);
        if known.settled() {
            return Ok(known);
        }
        let limits = Numbers { proof: INFINITE, disproof: INFINITE };
        let mut answer = self.enter(key, index, goal, limits, work)?;
        loop {
            let Some(frame) = self.frames.last().copied() else {
                // With no frame left the last answer is about the root.
                return Ok(answer.unwrap_or(UNKNOWN));
            };
            let children = &mut self.children[frame.first..];
            if let Some(numbers) = answer.take() {
                let child = &mut children[frame.chosen];
                child.numbers = if child.again { numbers } else { numbers.turned() };
            }
            let (numbers, chosen, second) = sum_up(children);
            if numbers.proof >= frame.limits.proof || numbers.disproof >= frame.limits.disproof || numbers.settled() {
                self.frames.pop();
                self.children.truncate(frame.first);
                self.keep(&frame.index, frame.goal, numbers, self.counter.counted() - frame.nodes_before);
                answer = Some(numbers);
                continue;
            }
            let child = children[chosen];
            // The child may be searched until it is no longer the best, or until this position's own limit is reached.
            let spare = second.saturating_add(second / 8).saturating_add(1);
            let others = numbers.disproof.saturating_sub(child.numbers.disproof);
            let limits = Numbers {
                proof: frame.limits.proof.min(spare),
                disproof: if frame.limits.disproof == INFINITE { INFINITE } else { frame.limits.disproof - others },
            };
            let depth = self.frames.len();
            self.frames[depth - 1].chosen = chosen;
            let (goal, limits) =
                if child.again { (frame.goal, limits) } else { (frame.goal.opposite(), limits.turned()) };
            // Another path may have met it meanwhile.
            let known = self.known(&child.index, goal);
            answer = if known.settled() || known.proof >= limits.proof || known.disproof >= limits.disproof {
                Some(known)
            } else {
                self.enter(child.key, child.index, goal, limits, work)?
            };
        }
    }

    /// Enters a position: returns its numbers if they are settled at once, or pushes a new frame.
    fn enter(
        &mut self,
        key: K,
        index: Place<K>,
        goal: Goal,
        limits: Numbers,
        work: &Work,
    ) -> Result<Option<Numbers>, GaveUp<K>> {
        self.counter.count(work)?;
        match self.machine.look(key, &mut self.options) {
            Expansion::Open => {}
            Expansion::Ended(_, end) | Expansion::Stuck(end) => return judge(end, goal, key).map(Some),
            Expansion::Unsupported => return Err(GaveUp::Beyond(key)),
        }
        let count = self.options.words.len() / K::WORDS;
        if !self.plain {
            let mut heads = (1u32..).zip(&self.options.heads);
            let fits = heads.all(|(end, head)| head.parts_end == end && head.gain == 0);
            if !fits || self.options.heads.len() != count {
                return Err(GaveUp::Beyond(key));
            }
        }
        check_path(&self.frames, |frame| frame.key, key, work)?;
        let first = self.children.len();
        if first + count > self.most_children {
            return Err(GaveUp::Stop(work.memory_limit()));
        }
        for number in 0..count {
            let option = self.options.part::<K>(number);
            let again = !self.plain && self.options.heads[number].again != 0;
            let theirs = if again { goal } else { goal.opposite() };
            let (there, numbers) = match self.machine.ended(option) {
                None => {
                    let there = Place::of(self.machine.canonical(option));
                    (there, self.known(&there, theirs))
                }
                // A finished position is settled and never looked up in the table.
                Some(Expansion::Ended(_, end) | Expansion::Stuck(end)) => (index, judge(end, theirs, option)?),
                Some(_) => return Err(GaveUp::Beyond(option)),
            };
            let numbers = if again { numbers } else { numbers.turned() };
            if numbers.proof == 0 {
                self.children.truncate(first);
                self.keep(&index, goal, PROVED, 1);
                return Ok(Some(PROVED));
            }
            if numbers.disproof != 0 {
                self.children.push(Child { key: option, index: there, again, numbers });
            }
        }
        if self.children.len() == first {
            self.keep(&index, goal, DISPROVED, 1);
            return Ok(Some(DISPROVED));
        }
        self.frames.push(Frame {
            key,
            index,
            goal,
            limits,
            first,
            chosen: 0,
            nodes_before: self.counter.counted() - 1,
        });
        Ok(None)
    }

    /// Returns what the tables know of a position and a goal.
    fn known(&self, index: &Place<K>, goal: Goal) -> Numbers {
        let read = |goal: Goal| {
            let note = self.tables[goal.index()].note(index)?;
            Some(Numbers { proof: note.margin as u32, disproof: (note.margin >> 32) as u32 })
        };
        // A winner does not lose, and a loser does not win.
        read(goal).unwrap_or_else(|| match (goal, read(goal.opposite())) {
            (Goal::Win, Some(DISPROVED)) => DISPROVED,
            (Goal::AtLeastDraw, Some(PROVED)) => PROVED,
            _ => UNKNOWN,
        })
    }

    fn keep(&mut self, index: &Place<K>, goal: Goal, numbers: Numbers, nodes: u64) {
        let margin = u64::from(numbers.proof) | u64::from(numbers.disproof) << 32;
        self.tables[goal.index()].keep(index, Note { tag: 1, margin }, nodes);
    }
}

/// Returns the numbers of a position from those of its options, the option to search next, and the proof number of the
/// next best: one option proves, all are needed to disprove.
fn sum_up<K>(children: &[Child<K>]) -> (Numbers, usize, u32) {
    let (mut chosen, mut min, mut second, mut disproof) = (0, INFINITE, INFINITE, 0u32);
    for (index, child) in children.iter().enumerate() {
        if child.numbers.proof < min {
            (chosen, second, min) = (index, min, child.numbers.proof);
        } else {
            second = second.min(child.numbers.proof);
        }
        disproof = disproof.saturating_add(child.numbers.disproof).min(INFINITE - 1);
    }
    let disproof = if min == 0 { INFINITE } else { disproof };
    (Numbers { proof: min, disproof }, chosen, second)
}

/// Returns the numbers for a goal where play is over.
fn judge<K>(end: End, goal: Goal, key: K) -> Result<Numbers, GaveUp<K>> {
    match (end, goal) {
        (End::Win, _) | (End::Draw, Goal::AtLeastDraw) => Ok(PROVED),
        (End::Lose, _) | (End::Draw, Goal::Win) => Ok(DISPROVED),
        (End::Score(_), _) => Err(GaveUp::Beyond(key)),
    }
}

/// How uneven the tree below a position is, from random play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shape {
    /// The variance of the number of options among positions of equal depth, in parts of the square of its mean.
    pub variation: f64,
    /// The fraction of positions with a single option.
    pub forced: f64,
}

/// Measures the tree below a position by `plays` random plays, the same ones each time.
pub(crate) fn shape<K: Key, M: Machine<K>>(machine: &mut M, key: K, plays: u32) -> Shape {
    /// Tuning: length at which plays are cut off that are counted to order moves. No measurement is recorded.
    const MAX_MOVES: usize = 256;
    let mut options = Options::default();
    // For each depth: how many positions, the sum of their numbers of options, and of the squares.
    let mut depths = vec![[0.0f64; 3]; MAX_MOVES];
    let mut forced = 0.0;
    let mut random = Random(0);
    for _ in 0..plays {
        let mut position = key;
        for depth in &mut depths {
            if machine.look(position, &mut options) != Expansion::Open {
                break;
            }
            let count = options.words.len() / K::WORDS;
            let Some(last) = count.checked_sub(1) else { break };
            forced += if last == 0 { 1.0 } else { 0.0 };
            for (sum, term) in depth.iter_mut().zip([1.0, count as f64, (count as f64).powi(2)]) {
                *sum += term;
            }
            position = options.part(random.index(last + 1));
        }
    }
    let (mut positions, mut variance, mut squares) = (0.0, 0.0, 0.0);
    for [count, sum, square] in depths.into_iter().filter(|depth| depth[0] > 0.0) {
        let mean = sum / count;
        positions += count;
        variance += square - mean * sum;
        squares += mean * sum;
    }
    if positions == 0.0 {
        return Shape { variation: 0.0, forced: 0.0 };
    }
    Shape { variation: variance / squares, forced: forced / positions }
}

/// Returns true if proof-number search is likely the better tool: numbers of options vary widely at equal depth, or
/// many moves are forced.
pub(crate) fn is_lopsided<K: Key, M: Machine<K>>(machine: &mut M, key: K, plays: u32) -> bool {
    let Shape { variation, forced } = shape(machine, key, plays);
    variation > 0.25 || forced > 0.25
}

#[cfg(test)]
#[path = "proof_number_tests.rs"]
mod tests;
