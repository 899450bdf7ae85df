//! A graded game valued layer by layer, the last one first.
//!
//! In: the layers of a game in which every move leads from one layer to the next, or to a position valued before. Out:
//! the value of each position. Idea: the options are listed once more instead of being stored, so that a position costs
//! no more than its key and its value. The kind of value, and how options combine to one, is a [`Measure`]. Wrong tool
//! for games in which different paths to a position differ in length: see `backward`.

use crate::budget::Stop;
use crate::solver::retrograde::discover::{Baskets, Hand, Layers, NARROW, PASS_EVERY, Refusal, all_at_once, share};
use crate::solver::retrograde::rank::{self, Ranks};
use crate::table::{ABSENT, GROUP, PIECES, Place, Table, index, local_of, piece_of};
use crate::work::Work;
use grundy_kernel::{End, Expansion, Head, Key, Machine};
use std::sync::Mutex;

/// Number of positions valued between two passes over the table: their options are sorted by piece first.
const BLOCK: usize = 1 << 15;

/// A score does not fit, or an end is of a kind that this game does not have.
pub(crate) struct WrongScore;

/// A kind of value that a position gets from its options.
pub(crate) trait Measure: Sync {
    /// The accumulated options; finally the value itself.
    type Value: Copy + Send;

    /// The accumulator before any option.
    const NOTHING: Self::Value;

    /// The value of an unknown position.
    const UNKNOWN: Self::Value;

    /// Returns the value of a position where play is over.
    fn of_end(end: End) -> Result<Self::Value, WrongScore>;

    /// Returns the value at an index.
    fn at(&self, index: Place) -> Self::Value;

    /// Sets the value at an index.
    fn set(&mut self, index: Place, value: Self::Value);

    /// Adds an option of this value to the accumulator.
    fn add(sum: Self::Value, option: Self::Value, head: Head) -> Result<Self::Value, WrongScore>;

    /// Returns the value of a position once all options are added.
    fn finish(sum: Self::Value) -> Self::Value;
}

impl Measure for Ranks {
    type Value = u32;
    const NOTHING: u32 = rank::WORST;
    const UNKNOWN: u32 = rank::UNKNOWN;

    fn of_end(end: End) -> Result<u32, WrongScore> {
        rank::of_end(end).ok_or(WrongScore)
    }

    #[inline]
    fn at(&self, index: Place) -> u32 {
        Ranks::at(self, index)
    }

    fn set(&mut self, index: Place, rank: u32) {
        Ranks::set(self, index, rank);
    }

    #[inline]
    fn add(best: u32, option: u32, head: Head) -> Result<u32, WrongScore> {
        Ok(best.max(rank::of_option(option, head)))
    }

    #[inline]
    fn finish(best: u32) -> u32 {
        rank::one_move_later(best)
    }
}

/// A difference of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Score {
    /// No option was seen yet.
    Nothing,
    /// Not known.
    Unknown,
    /// Score for the player to move.
    Known(i64),
}

/// The scores of all positions of a table.
#[derive(Debug)]
pub(crate) struct Scores(pub Vec<Vec<Score>>);

impl Default for Scores {
    fn default() -> Scores {
        Scores(vec![Vec::new(); PIECES])
    }
}

impl Measure for Scores {
    type Value = Score;
    const NOTHING: Score = Score::Nothing;
    const UNKNOWN: Score = Score::Unknown;

    fn of_end(end: End) -> Result<Score, WrongScore> {
        match end {
            End::Score(score) => Ok(Score::Known(score)),
            End::Win | End::Lose | End::Draw => Err(WrongScore),
        }
    }

    fn at(&self, index: Place) -> Score {
        self.0[piece_of(index)].get(local_of(index) as usize).copied().unwrap_or(Score::Unknown)
    }

    fn set(&mut self, index: Place, score: Score) {
        self.0[piece_of(index)][local_of(index) as usize] = score;
    }

    fn add(best: Score, option: Score, head: Head) -> Result<Score, WrongScore> {
        let Score::Known(after) = option else { return Ok(Score::Unknown) };
        let score = if head.again != 0 { head.gain.checked_add(after) } else { head.gain.checked_sub(after) };
        let score = score.ok_or(WrongScore)?;
        Ok(match best {
            Score::Nothing => Score::Known(score),
            Score::Unknown => Score::Unknown,
            Score::Known(best) => Score::Known(best.max(score)),
        })
    }

    fn finish(best: Score) -> Score {
        best
    }
}

/// Values all layers. Positions in `unexamined`, which is sorted, stay unknown.
///
/// # Errors
/// Fails if the game is unsuitable for this method.
pub(crate) fn value<K: Key, M: Machine<K>, W: Measure>(
    table: &Table<K>,
    layers: &Layers,
    unexamined: &[Place],
    machine: &M,
    values: &mut W,
    work: &Work,
) -> Result<Option<Stop>, Refusal<K>> {
    let mut workers: Vec<Worker<K, M, W>> =
        Hand::several(machine, work.threads()).into_iter().map(Worker::new).collect();
    let mut indices = Vec::new();
    let mut pending = 0;
    for layer in (0..layers.len()).rev() {
        layers.indices(layer, &mut indices);
        if !unexamined.is_empty() {
            indices.retain(|index| unexamined.binary_search(index).is_err());
        } else {
            pending += indices.len() as u64;
            if pending >= PASS_EVERY {
                pending = 0;
                // After a stop the work is not queried again: what was found is still valued.
                if let Err(stop) = work.pass(0) {
                    return Ok(Some(stop));
                }
            }
        }
        if indices.len() < NARROW {
            for &index in &indices {
                let value = workers[0].value_one(table, index, values)?;
                values.set(index, value);
            }
        } else {
            value_wide(table, &indices, &mut workers, values)?;
        }
    }
    Ok(None)
}

/// Values a wide layer with all threads.
fn value_wide<K: Key, M: Machine<K>, W: Measure>(
    table: &Table<K>,
    indices: &[Place],
    workers: &mut [Worker<K, M, W>],
    values: &mut W,
) -> Result<(), Refusal<K>> {
    let count = workers.len();
    let refusals = Mutex::new(vec![None; count]);
    let known = &*values;
    all_at_once(workers.iter_mut(), |at, worker| {
        worker.found.clear();
        for block in indices[share(indices.len(), count, at)].chunks(BLOCK) {
            if let Err(refusal) = worker.value_block(table, block, known) {
                if let Ok(mut refusals) = refusals.lock() {
                    refusals[at] = Some(refusal);
                }
                return;
            }
        }
    });
    // The first in the order of positions, whichever thread finished first.
    let first = refusals.into_inner().ok().and_then(|refusals| refusals.into_iter().flatten().next());
    if let Some(refusal) = first {
        return Err(refusal);
    }
    let found = workers.iter().flat_map(|worker| &worker.found);
    indices.iter().zip(found).for_each(|(&index, &value)| values.set(index, value));
    Ok(())
}

/// The buffers of one thread.
struct Worker<K, M, W: Measure> {
    hand: Hand<M>,
    /// Options sorted by piece, so that one piece at a time is in the cache, and which position of the block has them.
    baskets: Baskets<K>,
    /// The heads of those options, where the machine lists any.
    heads: Vec<Vec<Head>>,
    found: Vec<W::Value>,
}

impl<K: Key, M: Machine<K>, W: Measure> Worker<K, M, W> {
    fn new(hand: Hand<M>) -> Worker<K, M, W> {
        Worker { hand, baskets: Baskets::several(1).remove(0), heads: vec![Vec::new(); PIECES], found: Vec::new() }
    }

    /// Returns the value of one position.
    fn value_one(&mut self, table: &Table<K>, index: Place, values: &W) -> Result<W::Value, Refusal<K>> {
        match self.hand.look(table.key(index))? {
            Expansion::Ended(_, end) | Expansion::Stuck(end) => W::of_end(end).map_err(|WrongScore| Refusal::Scores),
            Expansion::Open | Expansion::Unsupported => {
                let mut sum = W::NOTHING;
                for (key, head) in self.hand.each_option::<K>() {
                    let option = table.find(key).map_or(W::UNKNOWN, |index| values.at(index));
                    sum = W::add(sum, option, head).map_err(|WrongScore| Refusal::Scores)?;
                }
                Ok(W::finish(sum))
            }
        }
    }

    /// Adds the values of a block of positions to those found.
    fn value_block(&mut self, table: &Table<K>, block: &[Place], values: &W) -> Result<(), Refusal<K>> {
        let division = table.division();
        let base = self.found.len();
        for &index in block {
            let sum = match self.hand.look(table.key(index))? {
                Expansion::Ended(_, end) | Expansion::Stuck(end) => {
                    W::of_end(end).map_err(|WrongScore| Refusal::Scores)?
                }
                Expansion::Open | Expansion::Unsupported => {
                    let of = (self.found.len() - base) as u32;
                    for (at, key) in self.hand.options.parts::<K>().enumerate() {
                        let piece = division.piece(key);
                        self.baskets.keys[piece].push(key);
                        self.baskets.notes[piece].push(of);
                        if let Some(&head) = self.hand.options.heads.get(at) {
                            self.heads[piece].push(head);
                        }
                    }
                    W::NOTHING
                }
            };
            self.found.push(sum);
        }
        let mut is_open = vec![false; block.len()];
        let found = &mut self.found[base..];
        for (at, piece) in table.pieces().iter().enumerate() {
            let (keys, notes) = (&self.baskets.keys[at], &self.baskets.notes[at]);
            for (group, (keys, notes)) in keys.chunks(GROUP).zip(notes.chunks(GROUP)).enumerate() {
                let numbers = piece.find_group(keys);
                for (in_group, (&number, &of)) in numbers.iter().zip(notes).enumerate() {
                    let head = self.heads[at].get(group * GROUP + in_group).copied().unwrap_or_default();
                    let option = if number == ABSENT { W::UNKNOWN } else { values.at(index(at, number)) };
                    let sum = &mut found[of as usize];
                    *sum = W::add(*sum, option, head).map_err(|WrongScore| Refusal::Scores)?;
                    is_open[of as usize] = true;
                }
            }
            self.heads[at].clear();
        }
        self.baskets.clear();
        for (sum, is_open) in found.iter_mut().zip(is_open) {
            if is_open {
                *sum = W::finish(*sum);
            }
        }
        Ok(())
    }
}
