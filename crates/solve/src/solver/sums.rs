//! Whole sums on packed parts: every position of the sum is a node, whatever the way it is played.
//!
//! In: a machine that lists the options of a part, and how sums are played. Out: what a sum and everything reached from it is
//! worth. Idea: parts are numbered and looked at once for each mover; a sum is its mover and the sorted numbers of its parts,
//! so that a move in a sum is a few numbers exchanged. The meaning is that of `Instance::look` on sums, and the values are
//! those of the reference. Wrong tool where parts can be valued alone: Grundy values and the theorems on compounds need
//! no sums.

mod joint;
mod parts;
mod settle;

use crate::budget::{Allowance, Stop};
use crate::hashing::QuickMap;
use crate::solver::reference::explore::{Edge, Network, OUTSIDE};
use crate::solver::reference::order::find_loop;
use crate::solver::reference::worth::Worth;
use crate::tally::Tally;
use grundy_kernel::{End, Key, Machine};
use grundy_rules::game::{Form, Loops, Verdict};
use grundy_rules::{Ending, Instance, Int, Join, Meter, Position, Side};
use joint::Odometer;
use parts::{FINISHED, PartId, Parts};
use settle::{Settled, Sheet};

/// So many positions pass between two questions to the budget.
const PATIENCE: usize = 1 << 10;

/// And so many words of positions at most: a sum of very many parts has very many options, each as long as itself.
const WORDS_BETWEEN: usize = 1 << 20;

/// How sums are played and what they are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    /// In how many parts a move is made.
    pub join: Join,
    /// Whether it is played for points.
    pub points: bool,
    /// What infinite play is.
    pub loops: Loops,
    /// What an empty sum is for Left and for Right as the player to move; equal in impartial games.
    pub nothing: [End; 2],
    /// Whether sums of several parts can be played at all: not where the end of a stuck player speaks of one part.
    pub several: Several,
}

/// Whether sums of several parts can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Several {
    /// They can, and having no move means the same in all of them.
    Played,
    /// They are refused.
    Refused,
}

impl Manner {
    /// How sums of this game are played; `None` where only the reference can say.
    pub fn of(instance: &Instance, join: Join) -> Option<Manner> {
        let (game, shape) = (instance.game(), instance.shape());
        if join == Join::Anti || join != Join::One && shape.again {
            return None;
        }
        let meter = Meter::steps(1 << 20);
        let stuck = |mover: Option<Side>| match instance.stuck(&Position { mover, parts: Vec::new() }, &meter).ok()? {
            Ending::Win => Some(End::Win),
            Ending::Lose => Some(End::Lose),
            Ending::Draw => Some(End::Draw),
            Ending::Score(points) => points.to_i64().map(End::Score),
        };
        let movers = if game.players.is_some() { [Some(Side::Left), Some(Side::Right)] } else { [None, None] };
        let fixed = matches!(&game.stuck, Verdict::Score(points) if points.form != Form::Int(Int::ZERO));
        let several = if shape.conditional_stuck || fixed { Several::Refused } else { Several::Played };
        Some(Manner {
            join,
            points: game.points,
            loops: game.loops,
            nothing: [stuck(movers[0])?, stuck(movers[1])?],
            several,
        })
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Searched {
    /// Everything is known.
    Whole,
    /// The budget ended; what is known is right, and [`Sums::retreat`] forgets it.
    Stopped(Stop),
    /// The machine could not say what a part offers, or a score grew too wide: ask the reference. Nothing new is kept.
    Trouble,
}

/// A part of a sum; `None` is a finished one that still counts, as `nothing` leaves it in `compound short`.
pub(crate) type SumPart<K> = Option<K>;

/// The sums found so far and what they are worth.
pub(crate) struct Sums<K: Key, M> {
    manner: Manner,
    parts: Parts<K, M>,
    graph: Graph,
    sheet: Sheet,
    /// The first positions, of which everything is known.
    sealed: usize,
    /// How many words there were when the memory was last looked at.
    weighed: usize,
}

/// The positions and the moves between them.
#[derive(Default)]
pub(crate) struct Graph {
    /// Of each position its mover, then the numbers of its parts in ascending order.
    words: Vec<u32>,
    words_end: Vec<usize>,
    /// Positions by hash; 0 is free, n + 1 is position n.
    index: Vec<u32>,
    /// Of each examined position: where its moves end. Those examined are the first ones.
    edges_end: Vec<usize>,
    edges: Vec<u32>,
    /// Beside each edge its place in `kinds`, where moves differ in more than where they lead.
    tags: Vec<u32>,
    /// (whether the same player moves once more, the points earned)
    kinds: Vec<(bool, i64)>,
    kind_ids: QuickMap<(bool, i64), u32>,
    endings: Vec<Option<End>>,
}

impl<K: Key, M: Machine<K>> Sums<K, M> {
    /// Nothing found yet.
    pub fn new(machine: M, manner: Manner) -> Sums<K, M> {
        let kind_ids = QuickMap::from_iter([((false, 0), 0)]);
        let graph = Graph { kinds: vec![(false, 0)], kind_ids, ..Graph::default() };
        Sums { manner, parts: Parts::new(machine), graph, sheet: Sheet::default(), sealed: 0, weighed: 0 }
    }

    /// How many positions have been examined.
    pub fn examined(&self) -> u64 {
        self.graph.endings.len() as u64
    }

    /// What a sum is worth to the player to move: 0 Left (or impartial), 1 Right.
    pub fn worth(&mut self, mover: u32, parts: &[SumPart<K>]) -> Worth {
        self.find(mover, parts).map_or(Worth::Unknown, |node| self.sheet.worth(node as usize, self.manner.points))
    }

    /// Whether play from a sum can go on for ever.
    pub fn is_loopy(&mut self, mover: u32, parts: &[SumPart<K>]) -> bool {
        self.find(mover, parts).is_some_and(|node| self.sheet.is_loopy(node as usize))
    }

    /// A loop that play from this sum, which must be loopy, can reach: the movers and the parts.
    pub fn loop_from(&mut self, mover: u32, parts: &[SumPart<K>]) -> Vec<(u32, Vec<SumPart<K>>)> {
        let Some(root) = self.find(mover, parts) else { return Vec::new() };
        let nodes = find_loop(&self.graph, root, |node| self.sheet.is_loopy(node as usize));
        let shown = |node: u32| {
            let words = self.graph.words_of(node as usize);
            (words[0], words[1..].iter().map(|&part| self.parts.key(part, words[0])).collect())
        };
        nodes.into_iter().map(shown).collect()
    }

    /// Examines everything that can be reached from a sum, and settles it.
    pub fn reach(&mut self, mover: u32, parts: &[SumPart<K>], allowance: &Allowance) -> Searched {
        let mut words = vec![mover];
        words.extend(parts.iter().map(|part| part.map_or(FINISHED, |key| self.parts.enter(key))));
        self.enter(&mut words);
        let stop = match self.explore(allowance) {
            Ok(stop) => stop,
            Err(Puzzled) => {
                self.retreat();
                return Searched::Trouble;
            }
        };
        let settled = self.sheet.settle(&self.graph, self.sealed, &self.manner, stop.is_none());
        match (settled, stop) {
            (Settled::TooWide, _) => {
                self.retreat();
                Searched::Trouble
            }
            (Settled::Done, Some(stop)) => Searched::Stopped(stop),
            (Settled::Done, None) => {
                self.sealed = self.graph.len();
                Searched::Whole
            }
        }
    }

    /// Forgets what is not known completely.
    pub fn retreat(&mut self) {
        self.graph.truncate(self.sealed);
        self.weighed = self.graph.words.len();
        self.sheet.truncate(self.sealed);
    }

    fn find(&mut self, mover: u32, parts: &[SumPart<K>]) -> Option<u32> {
        let mut words = vec![mover];
        for part in parts {
            words.push(part.map_or(Some(FINISHED), |key| self.parts.find(key))?);
        }
        self.normalise(&mut words);
        self.graph.find(&words).ok()
    }

    /// Leaves out what can never matter, and sorts the rest.
    fn normalise(&mut self, words: &mut Vec<PartId>) {
        // A part in which nobody can ever move and which ends nothing is no part, where a finished part does not end all.
        // Where sums of several parts are refused, one that is not finished still makes a sum one of several.
        if self.manner.join != Join::Short {
            let mut kept = 1;
            for place in 1..words.len() {
                let is_idle = self.manner.several == Several::Played && self.parts.is_dead(words[place]);
                if words[place] != FINISHED && !is_idle {
                    words[kept] = words[place];
                    kept += 1;
                }
            }
            words.truncate(kept);
        }
        words[1..].sort_unstable();
    }

    /// The number of a sum, which is kept if it is new.
    fn enter(&mut self, words: &mut Vec<PartId>) -> u32 {
        self.normalise(words);
        self.graph.enter(words)
    }

    fn explore(&mut self, allowance: &Allowance) -> Result<Option<Stop>, Puzzled> {
        let mut work = Work::default();
        let mut tally = Tally::default();
        while self.graph.endings.len() < self.graph.len() {
            let examined = self.graph.endings.len();
            let weighs = examined.is_multiple_of(PATIENCE) || examined == self.sealed;
            let room = if weighs { self.weigh(allowance) } else { Ok(()) };
            if let Err(stop) = room.and_then(|()| tally.count(allowance)) {
                self.skim(stop, &mut work);
                return Ok(Some(stop));
            }
            let edges = self.graph.edges.len();
            match self.examine(examined, &mut work, allowance) {
                Ok(ending) => self.graph.endings.push(ending),
                Err(Unlisted::Puzzled) => return Err(Puzzled),
                Err(Unlisted::Stop(stop)) => {
                    self.graph.edges.truncate(edges);
                    self.graph.tags.truncate(edges);
                    self.skim(stop, &mut work);
                    return Ok(Some(stop));
                }
            }
            self.graph.edges_end.push(self.graph.edges.len());
        }
        // What is complete is not thrown away because the budget ended with it.
        let _ = tally.tell(allowance);
        Ok(None)
    }

    fn weigh(&self, allowance: &Allowance) -> Result<(), Stop> {
        allowance.room(self.graph.bytes() + self.parts.bytes())
    }

    /// Sees where play has ended among the positions that were found and not examined: that costs no memory, and a move to
    /// a lost one decides a position, whatever lies outside. Positions where it goes on are left without moves.
    fn skim(&mut self, stop: Stop, work: &mut Work) {
        if !matches!(stop, Stop::PositionLimit(_) | Stop::MemoryLimit(_)) {
            return;
        }
        for node in self.graph.endings.len()..self.graph.len() {
            let ending = self.stands(node, work).unwrap_or(None);
            self.graph.endings.push(ending);
            self.graph.edges_end.push(self.graph.edges.len());
        }
    }

    /// How play ended at a position, or its moves, which are added to the graph.
    fn examine(&mut self, node: usize, work: &mut Work, allowance: &Allowance) -> Result<Option<End>, Unlisted> {
        let ending = self.stands(node, work)?;
        if ending.is_some() {
            return Ok(ending);
        }
        if self.manner.join == Join::One {
            self.list_single(work, allowance)?;
        } else {
            self.list_joint(work, allowance)?;
        }
        Ok(None)
    }

    /// How play ended at a position; the position and the looks of its parts are in `work` afterwards.
    fn stands(&mut self, node: usize, work: &mut Work) -> Result<Option<End>, Unlisted> {
        work.sum.clear();
        work.sum.extend_from_slice(self.graph.words_of(node));
        let mover = work.sum[0];
        if work.sum.len() > 2 && self.manner.several == Several::Refused {
            return Err(Unlisted::Puzzled);
        }
        work.looks.clear();
        for &part in &work.sum[1..] {
            let look = self.parts.look(part, mover).ok_or(Unlisted::Puzzled)?;
            work.looks.push(look);
        }
        if let Some(end) = self.ended(&work.looks)? {
            return Ok(Some(end));
        }
        let nothing = self.manner.nothing[mover as usize];
        let movable = |look: &u32| !self.parts.options(*look).is_empty();
        let is_stuck = match self.manner.join {
            Join::Short => work.looks.is_empty() || !work.looks.iter().all(movable),
            _ => !work.looks.iter().any(movable),
        };
        Ok(is_stuck.then(|| match work.looks[..] {
            [look] => self.parts.stuck(look).unwrap_or(nothing),
            _ => nothing,
        }))
    }

    /// The first end clause that holds in any part; points of several parts are added up.
    fn ended(&self, looks: &[u32]) -> Result<Option<End>, Unlisted> {
        let mut found: Option<(u32, End)> = None;
        for &look in looks {
            let Some((clause, end)) = self.parts.ended(look) else { continue };
            found = Some(match (found, end) {
                (Some((first, End::Score(a))), End::Score(b)) if first == clause => {
                    (first, End::Score(a.checked_add(b).ok_or(Unlisted::Puzzled)?))
                }
                (Some((first, known)), _) if first <= clause => (first, known),
                _ => (clause, end),
            });
        }
        Ok(found.map(|(_, end)| end))
    }

    /// Moves in one part. Of equal parts only the first is moved in: the others give the same sums.
    fn list_single(&mut self, work: &mut Work, allowance: &Allowance) -> Result<(), Unlisted> {
        for place in 0..work.looks.len() {
            if self.graph.words.len() >= self.weighed + WORDS_BETWEEN {
                self.weighed = self.graph.words.len();
                self.weigh(allowance).map_err(Unlisted::Stop)?;
                allowance.advance(0).map_err(Unlisted::Stop)?;
            }
            if place > 0 && work.sum[place + 1] == work.sum[place] {
                continue;
            }
            for option in self.parts.options(work.looks[place]) {
                let (again, gain, results) = self.parts.option(option);
                work.next.clear();
                work.next.push(if again { work.sum[0] } else { self.parts.other(work.sum[0]) });
                work.next.extend_from_slice(&work.sum[1..place + 1]);
                work.next.extend_from_slice(&work.sum[place + 2..]);
                work.next.extend_from_slice(results);
                let to = self.enter(&mut work.next);
                self.graph.add_edge(to, again, gain);
            }
        }
        Ok(())
    }

    /// Moves in several parts at once.
    fn list_joint(&mut self, work: &mut Work, allowance: &Allowance) -> Result<(), Unlisted> {
        let counts: Vec<u32> = work.looks.iter().map(|&look| self.parts.options(look).len() as u32).collect();
        let mut odometer = Odometer::new(self.manner.join, &work.sum[1..], counts);
        let mut listed = 0usize;
        while odometer.advance() {
            listed += 1;
            if listed.is_multiple_of(PATIENCE) {
                self.weigh(allowance).map_err(Unlisted::Stop)?;
                allowance.advance(0).map_err(Unlisted::Stop)?;
            }
            work.next.clear();
            work.next.push(self.parts.other(work.sum[0]));
            let mut total = 0i64;
            for (place, &digit) in odometer.digits().iter().enumerate() {
                if digit == 0 {
                    work.next.push(work.sum[place + 1]);
                    continue;
                }
                let option = self.parts.options(work.looks[place]).start + digit - 1;
                let (_, gain, results) = self.parts.option(option);
                total = total.checked_add(gain).ok_or(Unlisted::Puzzled)?;
                work.next.extend_from_slice(results);
                if results.is_empty() && self.manner.join == Join::Short {
                    work.next.push(FINISHED);
                }
            }
            let to = self.enter(&mut work.next);
            self.graph.add_edge(to, false, total);
        }
        Ok(())
    }
}

/// The machine or a number was of no use.
struct Puzzled;

/// Why the moves of a position were not listed.
enum Unlisted {
    Puzzled,
    Stop(Stop),
}

/// Room used again for each position.
#[derive(Default)]
struct Work {
    sum: Vec<PartId>,
    looks: Vec<u32>,
    next: Vec<PartId>,
}

impl Graph {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.words_end.len()
    }

    fn words_of(&self, node: usize) -> &[u32] {
        let start = if node == 0 { 0 } else { self.words_end[node - 1] };
        &self.words[start..self.words_end[node]]
    }

    /// Who is to move.
    pub fn mover(&self, node: usize) -> u32 {
        self.words_of(node)[0]
    }

    /// The places of a position's moves in the list of all.
    pub fn edges_of(&self, node: usize) -> std::ops::Range<usize> {
        if node >= self.edges_end.len() {
            return 0..0;
        }
        let start = if node == 0 { 0 } else { self.edges_end[node - 1] };
        start..self.edges_end[node]
    }

    /// The place of the first move from the positions from this one on.
    pub fn first_edge(&self, node: usize) -> usize {
        if node == 0 { 0 } else { self.edges_end.get(node - 1).copied().unwrap_or(self.edges.len()) }
    }

    /// Where a move leads, whether the same player moves once more, and the points earned.
    pub fn edge(&self, place: usize) -> (usize, bool, i64) {
        let (again, gain) = self.tags.get(place).map_or((false, 0), |&tag| self.kinds[tag as usize]);
        (self.edges[place] as usize, again, gain)
    }

    /// Whether it is not known how a position stands: whoever can go on has a move.
    pub fn is_open_end(&self, node: usize) -> bool {
        self.ending(node).is_none() && self.edges_of(node).is_empty()
    }

    /// How play ended at a position; `None` where it goes on or where nobody has looked.
    pub fn ending(&self, node: usize) -> Option<End> {
        self.endings.get(node).copied().flatten()
    }

    /// The position with these words, or the place in the index where it would be.
    fn find(&self, words: &[u32]) -> Result<u32, usize> {
        if self.index.is_empty() {
            return Err(0);
        }
        let mask = self.index.len() - 1;
        let mut place = hash(words) as usize & mask;
        loop {
            match self.index[place] {
                0 => return Err(place),
                entry if self.words_of(entry as usize - 1) == words => return Ok(entry - 1),
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn enter(&mut self, words: &[u32]) -> u32 {
        let place = match self.find(words) {
            Ok(node) => return node,
            Err(place) => place,
        };
        let node = self.len();
        if node + 1 >= OUTSIDE as usize {
            return OUTSIDE;
        }
        self.words.extend_from_slice(words);
        self.words_end.push(self.words.len());
        if (node + 1) * 2 > self.index.len() {
            self.reindex();
        } else {
            self.index[place] = node as u32 + 1;
        }
        node as u32
    }

    /// Makes the index anew, at most a quarter full.
    fn reindex(&mut self) {
        let size = (self.len() * 4).next_power_of_two().max(64);
        self.index.clear();
        self.index.resize(size, 0);
        for node in 0..self.len() {
            let mut place = hash(self.words_of(node)) as usize & (size - 1);
            while self.index[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.index[place] = node as u32 + 1;
        }
    }

    fn add_edge(&mut self, to: u32, again: bool, gain: i64) {
        let kind = (again, gain);
        if kind != (false, 0) || !self.tags.is_empty() {
            // Before the first move that is not plain all were.
            self.tags.resize(self.edges.len(), 0);
            let new = self.kinds.len() as u32;
            let tag = *self.kind_ids.entry(kind).or_insert(new);
            if tag == new {
                self.kinds.push(kind);
            }
            self.tags.push(tag);
        }
        self.edges.push(to);
    }

    fn truncate(&mut self, len: usize) {
        self.words_end.truncate(len);
        self.words.truncate(self.words_end.last().copied().unwrap_or(0));
        self.edges_end.truncate(len);
        self.edges.truncate(self.edges_end.last().copied().unwrap_or(0));
        self.tags.truncate(self.edges.len());
        self.endings.truncate(len);
        self.reindex();
    }

    fn bytes(&self) -> u64 {
        // The search itself, and what settling it takes: moves backwards, counters, values.
        let now = 4 * (self.words.capacity() + self.index.len() + self.edges.capacity() + self.tags.capacity())
            + 8 * (self.words_end.capacity() + self.edges_end.capacity())
            + 24 * self.endings.capacity();
        let later = 4 * self.edges.len() + 32 * self.len();
        (now + later) as u64
    }
}

impl Network for Graph {
    fn len(&self) -> usize {
        Graph::len(self)
    }

    fn each_edge(&self, node: u32, found: &mut dyn FnMut(Edge)) {
        self.edges_of(node as usize).for_each(|place| found(Edge { to: self.edges[place], tag: 0 }));
    }
}

/// Multiply and fold, word by word.
fn hash(words: &[u32]) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15u64;
    for &word in words {
        hash = (hash ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
        hash ^= hash >> 29;
    }
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests;
