//! Solves every packed position that can be reached as won, lost or drawn, whether or not play can go on forever.
//!
//! In: a machine whose options are always one part, and the keys to begin with. Out: a [`Verdict`] of each position
//! reached, with its remoteness, or its score if the game is played for points. All positions are found first
//! (`discover`); a graded game is then valued layer by layer (`layers`), any other backwards from its ends
//! (`backward`), and one for points after its options (`cycle`). Results are cached: a repeated query is a lookup.
//! Wrong tool when the positions do not fit into memory, or when options split into several parts: see `search`.

use crate::budget::Stop;
use crate::solver::network::Terms;
use crate::solver::retrograde::cycle::{Mark, Marks, shortest_loop};
use crate::solver::retrograde::discover::{Counting, Found, Hand, Refusal, discover};
use crate::solver::retrograde::layers::{Measure, Score, Scores, WrongScore};
use crate::solver::retrograde::rank::{self, MAX_IN_BYTE, Ranks, Verdict};
use crate::solver::retrograde::{backward, layers};
use crate::table::{PIECES, Place, Table, index, local_of, piece_of};
use crate::work::Work;
use grundy_kernel::{Expansion, Key, Machine, Traits};

/// Tuning: maximum number of positions still settled after a cancellation: about one second of work. No measurement
/// is recorded.
const MAX_AFTER_A_STOP: u64 = 1 << 20;

/// The positions found and their values.
pub(crate) struct Analysis<K> {
    terms: Terms,
    table: Table<K>,
    ranks: Ranks,
    scores: Scores,
    marks: Marks,
    /// Number of positions of each piece, from the first, that are known completely.
    sealed: Vec<u32>,
    /// Whether everything sealed is known to end, because it was graded.
    all_ends: bool,
    /// Upper bound of the remoteness of sealed positions.
    longest: u32,
    examined: u64,
}

impl<K: Key> Analysis<K> {
    /// Creates an empty solver.
    pub fn new(terms: Terms, traits: Traits) -> Analysis<K> {
        let worth_bytes = if terms.points { size_of::<Score>() } else { 1 };
        Analysis {
            terms,
            table: Table::new(traits.bits, worth_bytes as u64),
            ranks: Ranks::default(),
            scores: Scores::default(),
            marks: Marks::default(),
            sealed: vec![0; PIECES],
            all_ends: true,
            longest: 0,
            examined: 0,
        }
    }

    /// Returns the number of visited positions.
    pub fn visited(&self) -> u64 {
        self.examined
    }

    /// Returns what is known of a position.
    pub fn verdict(&self, key: K) -> Verdict {
        let Some(index) = self.table.find(key) else { return Verdict::Unknown };
        if !self.terms.points {
            return rank::verdict(self.ranks.at(index));
        }
        match self.scores.at(index) {
            Score::Known(score) => Verdict::Score(score),
            Score::Nothing | Score::Unknown => Verdict::Unknown,
        }
    }

    /// Returns true if everything that can be reached from a position is known.
    pub fn is_sealed(&self, key: K) -> bool {
        self.table.find(key).is_some_and(|index| local_of(index) < self.sealed[piece_of(index)])
    }

    #[cfg(test)]
    /// Returns every position found and its verdict, piece by piece.
    pub fn verdicts(&self) -> impl Iterator<Item = (K, Verdict)> + '_ {
        self.table.pieces().iter().flat_map(|piece| piece.keys()).map(|&key| (key, self.verdict(key)))
    }

    /// Finds everything that can be reached from the roots, and settles it.
    ///
    /// Returns why it stopped early, if it did. Then what it knows is correct, but remoteness may not be the shortest
    /// or longest; and the next call of this or of [`Analysis::rollback`] drops it.
    ///
    /// # Errors
    /// Fails if the game is unsuitable for this method or the machine failed somewhere; nothing new is kept.
    pub fn reach<M: Machine<K>>(&mut self, machine: &M, roots: &[K], work: &Work) -> Result<Option<Stop>, Refusal<K>> {
        self.rollback();
        let is_known = |&root: &K| self.table.find(root).is_some();
        if roots.iter().all(is_known) {
            return Ok(None);
        }
        self.table.ledger().allow(work.max_bytes());
        let settled = self.discover_and_settle(machine, roots, work);
        self.table.charge_only(self.worth_bytes());
        match settled {
            Ok(None) => self.sealed = self.table.lengths(),
            Ok(Some(_)) => {}
            Err(_) => self.rollback(),
        }
        settled
    }

    /// Drops what is not known completely.
    pub fn rollback(&mut self) {
        self.table.truncate(&self.sealed);
        self.ranks.resize(&self.sealed);
        self.scores.0.iter_mut().zip(&self.sealed).for_each(|(scores, &len)| scores.truncate(len as usize));
        self.marks.truncate(&self.sealed);
        self.examined = self.table.len();
    }

    /// Returns true if play from a visited position can go on forever; `None` if the budget ended first.
    ///
    /// # Errors
    /// Fails if the machine failed.
    pub fn loops<M: Machine<K>>(&mut self, machine: &M, key: K, work: &Work) -> Result<Option<bool>, Refusal<K>> {
        let Some(root) = self.table.find(key) else { return Ok(None) };
        if self.all_ends {
            return Ok(Some(false));
        }
        if self.marks.at(root) == Mark::Unseen {
            let mut hand = Hand::several(machine, 1).remove(0);
            self.marks.walk(root, &self.table, &mut hand, work, |_, _| Ok(()))?;
        }
        Ok(match self.marks.at(root) {
            Mark::Ends => Some(false),
            Mark::Loops => Some(true),
            Mark::Unseen | Mark::Open => None,
        })
    }

    /// Returns a loop that play can reach from a position for which [`Analysis::loops`] returned true: each key once.
    pub fn loop_from<M: Machine<K>>(&self, machine: &M, key: K) -> Vec<K> {
        let mut hand = Hand::several(machine, 1).remove(0);
        let ends = |key: K| self.table.find(key).is_none_or(|index| self.marks.at(index) == Mark::Ends);
        shortest_loop(key, &mut hand, ends)
    }

    /// Returns the bytes of a stored position besides its key.
    fn worth_bytes(&self) -> u64 {
        if self.terms.points { size_of::<Score>() as u64 } else { self.ranks.width() }
    }

    fn discover_and_settle<M: Machine<K>>(
        &mut self,
        machine: &M,
        roots: &[K],
        work: &Work,
    ) -> Result<Option<Stop>, Refusal<K>> {
        let counting = if self.terms.points { Counting::NotWanted } else { Counting::Wanted };
        let mut found = discover(&mut self.table, &self.sealed, machine, roots, counting, work)?;
        found.unexamined.sort_unstable();
        self.examined = self.table.len() - found.unexamined.len() as u64;
        // After a cancellation the positions found are still settled, unless that takes too long.
        let is_cancelled = found.stop == Some(Stop::Cancelled) && self.examined > MAX_AFTER_A_STOP;
        let stopped = if is_cancelled { None } else { self.settle(machine, &mut found, work)? };
        self.all_ends &= found.is_graded;
        Ok(found.stop.or(stopped))
    }

    fn settle<M: Machine<K>>(
        &mut self,
        machine: &M,
        found: &mut Found,
        work: &Work,
    ) -> Result<Option<Stop>, Refusal<K>> {
        let lengths = self.table.lengths();
        if self.terms.points {
            for (scores, &len) in self.scores.0.iter_mut().zip(&lengths) {
                scores.reserve_exact((len as usize).saturating_sub(scores.len()));
                scores.resize(len as usize, Score::Unknown);
            }
            if found.is_graded {
                let (layers, unexamined) = (&found.layers, &found.unexamined[..]);
                return layers::value(&self.table, layers, unexamined, machine, &mut self.scores, work);
            }
            return self.score_after_options(machine, &found.unexamined, work);
        }
        self.ranks.resize(&lengths);
        if !found.is_graded {
            let (table, ranks) = (&self.table, &mut self.ranks);
            let loops = self.terms.loops;
            let stop = backward::settle(table, &self.sealed, found, machine, loops, ranks, work)?;
            self.longest = self.longest.max(found.longest);
            return Ok(stop);
        }
        self.longest = self.longest.saturating_add(found.layers.len() as u32);
        if self.longest > MAX_IN_BYTE && self.ranks.width() == 1 {
            if self.table.charge(3).is_err() {
                return Ok(Some(work.memory_limit()));
            }
            self.ranks.widen();
        }
        layers::value(&self.table, &found.layers, &found.unexamined, machine, &mut self.ranks, work)
    }

    /// Scores positions by a walk that leaves each one after all its options; positions that reach a loop get no score.
    fn score_after_options<M: Machine<K>>(
        &mut self,
        machine: &M,
        unexamined: &[Place],
        work: &Work,
    ) -> Result<Option<Stop>, Refusal<K>> {
        let mut hand = Hand::several(machine, 1).remove(0);
        let Analysis { table, scores, marks, sealed, .. } = self;
        let is_unexamined = |index: Place| unexamined.binary_search(&index).is_ok();
        // Not from the roots alone: if one of them reaches a loop, the walk ends before it has visited everything.
        let new = table.pieces().iter().zip(sealed.iter()).enumerate();
        let new = new.flat_map(|(at, (piece, &sealed))| (sealed..piece.len()).map(move |local| index(at, local)));
        for root in new {
            let stop = marks.walk(root, table, &mut hand, work, |index, hand| {
                let score = match hand.look(table.key(index))? {
                    _ if is_unexamined(index) => Score::Unknown,
                    Expansion::Ended(_, end) | Expansion::Stuck(end) => {
                        Scores::of_end(end).map_err(|WrongScore| Refusal::Scores)?
                    }
                    Expansion::Open | Expansion::Unsupported => {
                        let mut best = Scores::NOTHING;
                        for (key, head) in hand.each_option::<K>() {
                            let option = table.find(key).map_or(Score::Unknown, |index| scores.at(index));
                            best = Scores::add(best, option, head).map_err(|WrongScore| Refusal::Scores)?;
                        }
                        best
                    }
                };
                scores.0[piece_of(index)][local_of(index) as usize] = score;
                Ok(())
            })?;
            if stop.is_some() {
                return Ok(stop);
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
