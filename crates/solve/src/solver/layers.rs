//! A graded game valued layer by layer, the last one first.
//!
//! In: the layers of a game in which every move leads from one layer to the next, or to a position valued before. Out:
//! the worth of each position. Idea: the options are listed once more instead of being remembered, so that a position
//! costs no more than its key and its worth. What a worth is, and how options make one, is a [`Measure`]. Wrong tool for
//! games in which different ways to a position differ in length: see `backward`.

use crate::budget::{Allowance, Stop};
use crate::solver::discover::{Baskets, Hand, Layers, NARROW, PASS_EVERY, Refusal, all_at_once, share};
use crate::solver::rank::{self, Ranks};
use crate::table::{ABSENT, GROUP, PIECES, Place, Table, local_of, piece_of, place};
use grundy_kernel::{End, Head, Key, Look, Machine};
use std::sync::Mutex;

/// How many positions are valued between two looks into the table: their options are sorted by piece first.
const BLOCK: usize = 1 << 15;

/// A score does not fit, or an end is none of the kind that this game has.
pub(crate) struct Unfit;

/// A kind of worth that a position gets from its options.
pub(crate) trait Measure: Sync {
    /// What is made of the options one by one; at last the worth itself.
    type Worth: Copy + Send;

    /// Before any option.
    const NOTHING: Self::Worth;

    /// Not known.
    const UNKNOWN: Self::Worth;

    /// The worth of a position where play is over.
    fn of_end(end: End) -> Result<Self::Worth, Unfit>;

    /// The worth at a place.
    fn at(&self, place: Place) -> Self::Worth;

    /// Says the worth at a place.
    fn set(&mut self, place: Place, worth: Self::Worth);

    /// Takes an option of this worth into account.
    fn add(sum: Self::Worth, option: Self::Worth, head: Head) -> Result<Self::Worth, Unfit>;

    /// The worth of a position when all options have been taken into account.
    fn finish(sum: Self::Worth) -> Self::Worth;
}

impl Measure for Ranks {
    type Worth = u32;
    const NOTHING: u32 = rank::WORST;
    const UNKNOWN: u32 = rank::UNKNOWN;

    fn of_end(end: End) -> Result<u32, Unfit> {
        rank::of_end(end).ok_or(Unfit)
    }

    #[inline]
    fn at(&self, place: Place) -> u32 {
        Ranks::at(self, place)
    }

    fn set(&mut self, place: Place, rank: u32) {
        Ranks::set(self, place, rank);
    }

    #[inline]
    fn add(best: u32, option: u32, head: Head) -> Result<u32, Unfit> {
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
    /// So many for the player to move.
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
    type Worth = Score;
    const NOTHING: Score = Score::Nothing;
    const UNKNOWN: Score = Score::Unknown;

    fn of_end(end: End) -> Result<Score, Unfit> {
        match end {
            End::Score(score) => Ok(Score::Known(score)),
            End::Win | End::Lose | End::Draw => Err(Unfit),
        }
    }

    fn at(&self, place: Place) -> Score {
        self.0[piece_of(place)].get(local_of(place) as usize).copied().unwrap_or(Score::Unknown)
    }

    fn set(&mut self, place: Place, score: Score) {
        self.0[piece_of(place)][local_of(place) as usize] = score;
    }

    fn add(best: Score, option: Score, head: Head) -> Result<Score, Unfit> {
        let Score::Known(after) = option else { return Ok(Score::Unknown) };
        let score = if head.again != 0 { head.gain.checked_add(after) } else { head.gain.checked_sub(after) };
        let score = score.ok_or(Unfit)?;
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

/// Values all layers. Places in `unexamined`, which is sorted, stay unknown.
///
/// # Errors
/// The game is not for this way of solving.
pub(crate) fn value<K: Key, M: Machine<K>, W: Measure>(
    table: &Table<K>,
    layers: &Layers,
    unexamined: &[Place],
    machine: &M,
    worths: &mut W,
    allowance: &Allowance,
) -> Result<Option<Stop>, Refusal<K>> {
    let mut workers: Vec<Worker<K, M, W>> =
        Hand::several(machine, allowance.threads()).into_iter().map(Worker::new).collect();
    let mut places = Vec::new();
    let mut pending = 0;
    for layer in (0..layers.len()).rev() {
        layers.places(layer, &mut places);
        if !unexamined.is_empty() {
            places.retain(|place| unexamined.binary_search(place).is_err());
        } else {
            pending += places.len() as u64;
            if pending >= PASS_EVERY {
                pending = 0;
                // After a stop there is no more to be asked: what has been found is still valued.
                if let Err(stop) = allowance.pass(0) {
                    return Ok(Some(stop));
                }
            }
        }
        if places.len() < NARROW {
            for &place in &places {
                let worth = workers[0].value_one(table, place, worths)?;
                worths.set(place, worth);
            }
        } else {
            value_wide(table, &places, &mut workers, worths)?;
        }
    }
    Ok(None)
}

/// Values a wide layer by all threads.
fn value_wide<K: Key, M: Machine<K>, W: Measure>(
    table: &Table<K>,
    places: &[Place],
    workers: &mut [Worker<K, M, W>],
    worths: &mut W,
) -> Result<(), Refusal<K>> {
    let count = workers.len();
    let refusals = Mutex::new(vec![None; count]);
    let known = &*worths;
    all_at_once(workers.iter_mut(), |at, worker| {
        worker.found.clear();
        for block in places[share(places.len(), count, at)].chunks(BLOCK) {
            if let Err(refusal) = worker.value_block(table, block, known) {
                if let Ok(mut refusals) = refusals.lock() {
                    refusals[at] = Some(refusal);
                }
                return;
            }
        }
    });
    // The first in the order of positions, whichever thread was first.
    let first = refusals.into_inner().ok().and_then(|refusals| refusals.into_iter().flatten().next());
    if let Some(refusal) = first {
        return Err(refusal);
    }
    let found = workers.iter().flat_map(|worker| &worker.found);
    places.iter().zip(found).for_each(|(&place, &worth)| worths.set(place, worth));
    Ok(())
}

/// What one thread needs.
struct Worker<K, M, W: Measure> {
    hand: Hand<M>,
    /// Options sorted by piece, so that one piece at a time is in the cache, and to whom of the block they belong.
    baskets: Baskets<K>,
    /// The heads of those options, where the machine lists any.
    heads: Vec<Vec<Head>>,
    found: Vec<W::Worth>,
}

impl<K: Key, M: Machine<K>, W: Measure> Worker<K, M, W> {
    fn new(hand: Hand<M>) -> Worker<K, M, W> {
        Worker { hand, baskets: Baskets::several(1).remove(0), heads: vec![Vec::new(); PIECES], found: Vec::new() }
    }

    /// The worth of one position.
    fn value_one(&mut self, table: &Table<K>, place: Place, worths: &W) -> Result<W::Worth, Refusal<K>> {
        match self.hand.look(table.key(place))? {
            Look::Ended(_, end) | Look::Stuck(end) => W::of_end(end).map_err(|Unfit| Refusal::Scores),
            Look::Open | Look::Trouble => {
                let mut sum = W::NOTHING;
                for (key, head) in self.hand.each_option::<K>() {
                    let option = table.find(key).map_or(W::UNKNOWN, |place| worths.at(place));
                    sum = W::add(sum, option, head).map_err(|Unfit| Refusal::Scores)?;
                }
                Ok(W::finish(sum))
            }
        }
    }

    /// Adds the worths of a block of positions to those found.
    fn value_block(&mut self, table: &Table<K>, block: &[Place], worths: &W) -> Result<(), Refusal<K>> {
        let division = table.division();
        let base = self.found.len();
        for &place in block {
            let sum = match self.hand.look(table.key(place))? {
                Look::Ended(_, end) | Look::Stuck(end) => W::of_end(end).map_err(|Unfit| Refusal::Scores)?,
                Look::Open | Look::Trouble => {
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
                    let option = if number == ABSENT { W::UNKNOWN } else { worths.at(place(at, number)) };
                    let sum = &mut found[of as usize];
                    *sum = W::add(*sum, option, head).map_err(|Unfit| Refusal::Scores)?;
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
