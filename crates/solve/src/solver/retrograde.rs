//! Every packed position that can be reached, won, lost or drawn: whether or not play can go on for ever.
//!
//! In: a machine whose options are always one part, and the keys to begin with. Out: a [`Verdict`] of each position
//! reached, with its remoteness, or its score where the game is played for points. All positions are found first
//! (`discover`); a graded game is then valued layer by layer (`layers`), any other backwards from its ends
//! (`backward`), and one for points after its options (`cycle`). What was found is kept: to ask again is to look it up.
//! Wrong tool when the positions do not fit into memory, or when options split into several parts: see `search`.

use crate::budget::{Allowance, Stop};
use crate::solver::cycle::{Mark, Marks, shortest_loop};
use crate::solver::discover::{Counting, Found, Hand, Refusal, discover};
use crate::solver::layers::{Measure, Score, Scores, Unfit};
use crate::solver::rank::{self, MOST_IN_BYTE, Ranks, Verdict};
use crate::solver::reference::search::Terms;
use crate::solver::{backward, layers};
use crate::table::{PIECES, Place, Table, local_of, piece_of, place};
use grundy_kernel::{Key, Look, Machine, Traits};

/// How many positions are still settled when somebody has said stop: a second's worth.
const MOST_AFTER_A_STOP: u64 = 1 << 20;

/// The positions found so far and what they are worth.
pub(crate) struct Retrograde<K> {
    terms: Terms,
    table: Table<K>,
    ranks: Ranks,
    scores: Scores,
    marks: Marks,
    /// How many positions of each piece are known completely: the first ones.
    sealed: Vec<u32>,
    /// Whether everything sealed is known to end, because it was graded.
    all_ends: bool,
    /// The longest remoteness there may be among what is sealed.
    longest: u32,
    examined: u64,
}

impl<K: Key> Retrograde<K> {
    /// Nothing found yet.
    pub fn new(terms: Terms, traits: Traits) -> Retrograde<K> {
        let worth_bytes = if terms.points { size_of::<Score>() } else { 1 };
        Retrograde {
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

    /// How many positions have been examined.
    pub fn examined(&self) -> u64 {
        self.examined
    }

    /// What is known of a position.
    pub fn verdict(&self, key: K) -> Verdict {
        let Some(place) = self.table.find(key) else { return Verdict::Unknown };
        if !self.terms.points {
            return rank::verdict(self.ranks.at(place));
        }
        match self.scores.at(place) {
            Score::Known(score) => Verdict::Score(score),
            Score::Nothing | Score::Unknown => Verdict::Unknown,
        }
    }

    /// Whether all that can be reached from a position is known.
    pub fn is_sealed(&self, key: K) -> bool {
        self.table.find(key).is_some_and(|place| local_of(place) < self.sealed[piece_of(place)])
    }

    #[cfg(test)]
    /// Every position that was found and its verdict, piece by piece.
    pub fn verdicts(&self) -> impl Iterator<Item = (K, Verdict)> + '_ {
        self.table.pieces().iter().flat_map(|piece| piece.keys()).map(|&key| (key, self.verdict(key)))
    }

    /// Finds everything that can be reached from the roots, and settles it.
    ///
    /// Answers why it stopped, if it stopped too soon. Then what it knows is right, but remoteness is not known to be the
    /// shortest or longest; and the next call of this or of [`Retrograde::retreat`] forgets it.
    ///
    /// # Errors
    /// The game is not for this way of solving, or the machine failed somewhere; nothing new is kept.
    pub fn reach<M: Machine<K>>(
        &mut self,
        machine: &M,
        roots: &[K],
        allowance: &Allowance,
    ) -> Result<Option<Stop>, Refusal<K>> {
        self.retreat();
        let is_known = |&root: &K| self.table.find(root).is_some();
        if roots.iter().all(is_known) {
            return Ok(None);
        }
        self.table.ledger().allow(allowance.max_bytes());
        let settled = self.discover_and_settle(machine, roots, allowance);
        self.table.charge_only(self.worth_bytes());
        match settled {
            Ok(None) => self.sealed = self.table.lengths(),
            Ok(Some(_)) => {}
            Err(_) => self.retreat(),
        }
        settled
    }

    /// Forgets what is not known completely.
    pub fn retreat(&mut self) {
        self.table.truncate(&self.sealed);
        self.ranks.resize(&self.sealed);
        self.scores.0.iter_mut().zip(&self.sealed).for_each(|(scores, &len)| scores.truncate(len as usize));
        self.marks.truncate(&self.sealed);
        self.examined = self.table.len();
    }

    /// Whether play from a position that was reached can go on for ever; `None` where the budget ended first.
    ///
    /// # Errors
    /// The machine failed.
    pub fn loops<M: Machine<K>>(
        &mut self,
        machine: &M,
        key: K,
        allowance: &Allowance,
    ) -> Result<Option<bool>, Refusal<K>> {
        let Some(root) = self.table.find(key) else { return Ok(None) };
        if self.all_ends {
            return Ok(Some(false));
        }
        if self.marks.at(root) == Mark::Unseen {
            let mut hand = Hand::several(machine, 1).remove(0);
            self.marks.walk(root, &self.table, &mut hand, allowance, |_, _| Ok(()))?;
        }
        Ok(match self.marks.at(root) {
            Mark::Ends => Some(false),
            Mark::Loops => Some(true),
            Mark::Unseen | Mark::Open => None,
        })
    }

    /// A loop that play from a position, of which [`Retrograde::loops`] said so, can reach: each key once.
    pub fn loop_from<M: Machine<K>>(&self, machine: &M, key: K) -> Vec<K> {
        let mut hand = Hand::several(machine, 1).remove(0);
        let ends = |key: K| self.table.find(key).is_none_or(|place| self.marks.at(place) == Mark::Ends);
        shortest_loop(key, &mut hand, ends)
    }

    /// What a position costs besides its key, as long as nobody works on it.
    fn worth_bytes(&self) -> u64 {
        if self.terms.points { size_of::<Score>() as u64 } else { self.ranks.width() }
    }

    fn discover_and_settle<M: Machine<K>>(
        &mut self,
        machine: &M,
        roots: &[K],
        allowance: &Allowance,
    ) -> Result<Option<Stop>, Refusal<K>> {
        let counting = if self.terms.points { Counting::NotWanted } else { Counting::Wanted };
        let mut found = discover(&mut self.table, &self.sealed, machine, roots, counting, allowance)?;
        found.unexamined.sort_unstable();
        self.examined = self.table.len() - found.unexamined.len() as u64;
        // Who says stop waits for what is found to be settled, but not for long.
        let is_cancelled = found.stop == Some(Stop::Cancelled) && self.examined > MOST_AFTER_A_STOP;
        let stopped = if is_cancelled { None } else { self.settle(machine, &mut found, allowance)? };
        self.all_ends &= found.is_graded;
        Ok(found.stop.or(stopped))
    }

    fn settle<M: Machine<K>>(
        &mut self,
        machine: &M,
        found: &mut Found,
        allowance: &Allowance,
    ) -> Result<Option<Stop>, Refusal<K>> {
        let lengths = self.table.lengths();
        if self.terms.points {
            for (scores, &len) in self.scores.0.iter_mut().zip(&lengths) {
                scores.reserve_exact((len as usize).saturating_sub(scores.len()));
                scores.resize(len as usize, Score::Unknown);
            }
            if found.is_graded {
                let (layers, unexamined) = (&found.layers, &found.unexamined[..]);
                return layers::value(&self.table, layers, unexamined, machine, &mut self.scores, allowance);
            }
            return self.score_after_options(machine, &found.unexamined, allowance);
        }
        self.ranks.resize(&lengths);
        if !found.is_graded {
            let (table, ranks) = (&self.table, &mut self.ranks);
            let loops = self.terms.loops;
            let stop = backward::settle(table, &self.sealed, found, machine, loops, ranks, allowance)?;
            self.longest = self.longest.max(found.longest);
            return Ok(stop);
        }
        self.longest = self.longest.saturating_add(found.layers.len() as u32);
        if self.longest > MOST_IN_BYTE && self.ranks.width() == 1 {
            if self.table.charge(3).is_err() {
                return Ok(Some(allowance.memory_limit()));
            }
            self.ranks.widen();
        }
        layers::value(&self.table, &found.layers, &found.unexamined, machine, &mut self.ranks, allowance)
    }

    /// Scores positions by a walk that leaves each one after all its options; none gets a score that reaches a loop.
    fn score_after_options<M: Machine<K>>(
        &mut self,
        machine: &M,
        unexamined: &[Place],
        allowance: &Allowance,
    ) -> Result<Option<Stop>, Refusal<K>> {
        let mut hand = Hand::several(machine, 1).remove(0);
        let Retrograde { table, scores, marks, sealed, .. } = self;
        let is_unexamined = |place: Place| unexamined.binary_search(&place).is_ok();
        // Not from the roots alone: where one of them reaches a loop, the walk leaves off before it has been everywhere.
        let new = table.pieces().iter().zip(sealed.iter()).enumerate();
        let new = new.flat_map(|(at, (piece, &sealed))| (sealed..piece.len()).map(move |local| place(at, local)));
        for root in new {
            let stop = marks.walk(root, table, &mut hand, allowance, |place, hand| {
                let score = match hand.look(table.key(place))? {
                    _ if is_unexamined(place) => Score::Unknown,
                    Look::Ended(_, end) | Look::Stuck(end) => Scores::of_end(end).map_err(|Unfit| Refusal::Scores)?,
                    Look::Open | Look::Trouble => {
                        let mut best = Scores::NOTHING;
                        for (key, head) in hand.each_option::<K>() {
                            let option = table.find(key).map_or(Score::Unknown, |place| scores.at(place));
                            best = Scores::add(best, option, head).map_err(|Unfit| Refusal::Scores)?;
                        }
                        best
                    }
                };
                scores.0[piece_of(place)][local_of(place) as usize] = score;
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
#[path = "retrograde_tests.rs"]
mod tests;
