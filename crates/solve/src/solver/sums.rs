//! Whole sums on packed parts: every position of the sum is a node, whatever the compound rule.
//!
//! In: a machine that lists the options of a part, and how sums are played. Out: the values of a sum and of everything
//! reached from it. Idea: parts are numbered and expanded once for each mover; a sum is its mover and the sorted
//! numbers of its parts, so that a move in a sum exchanges a few numbers. The meaning is that of `Instance::look` on
//! sums, and the values are those of the reference. Wrong tool where parts can be valued alone: Grundy values and the
//! theorems on compounds need no sums.

mod joint;
mod parts;

use crate::budget::Stop;
use crate::hashing::QuickMap;
use crate::solver::network::order::find_loop;
use crate::solver::network::{Edge, Network, NodeValue, OUTSIDE, Positions, Terms, Values};
use crate::work::{Counter, Work};
use grundy_kernel::{End, Key, Machine};
use grundy_rules::game::{Form, Verdict};
use grundy_rules::{Compound, Instance, Int, Meter, Position, Side, Terminal};
use joint::Odometer;
use parts::{FINISHED, PartId, Parts};

/// Number of positions between two checks of the budget.
const PATIENCE: usize = 1 << 10;

/// Maximum number of words of positions between two checks: a sum of very many parts has very many options, each as
/// long as itself.
const WORDS_BETWEEN: usize = 1 << 20;

/// How sums are played and what they are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    /// The number of parts in which a move is made.
    pub compound: Compound,
    /// What the values depend on.
    pub terms: Terms,
    /// The result of an empty sum for Left and for Right as the player to move; equal in impartial games.
    pub nothing: [End; 2],
    /// Whether sums of several parts can be played; not if the end of a stuck player depends on one part.
    pub several: Several,
}

/// Whether sums of several parts can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Several {
    /// They can, and having no move means the same in all of them.
    Played,
    /// They can, and having no move scores the points of all parts.
    Scored,
    /// They are refused.
    Refused,
}

impl Manner {
    /// Returns how sums of this game are played; `None` if only the reference handles them.
    pub fn of(instance: &Instance, compound: Compound) -> Option<Manner> {
        let (game, shape) = (instance.game(), instance.shape());
        if compound == Compound::Anti || compound != Compound::One && shape.again {
            return None;
        }
        let meter = Meter::steps(1 << 20);
        let stuck = |mover: Option<Side>| match instance.stuck(&Position { mover, parts: Vec::new() }, &meter).ok()? {
            Terminal::Win => Some(End::Win),
            Terminal::Lose => Some(End::Lose),
            Terminal::Draw => Some(End::Draw),
            Terminal::Score(points) => points.to_i64().map(End::Score),
        };
        let movers = if game.players.is_some() { [Some(Side::Left), Some(Side::Right)] } else { [None, None] };
        let fixed = matches!(&game.stuck, Verdict::Score(points) if points.form != Form::Int(Int::ZERO));
        let several = match shape.conditional_stuck || fixed {
            false => Several::Played,
            true if game.points && compound == Compound::One => Several::Scored,
            true => Several::Refused,
        };
        Some(Manner {
            compound,
            terms: Terms { points: game.points, loops: game.loops },
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
    /// The budget ended; what is known is correct, and [`Sums::rollback`] drops it.
    Stopped(Stop),
    /// The machine failed at a part, or a score overflowed: use the reference. Nothing new is kept.
    Unsupported,
}

/// A part of a sum; `None` is a finished one that still counts, as `nothing` leaves it in `compound short`.
pub(crate) type SumPart<K> = Option<K>;

/// The sums found and their values.
pub(crate) struct Sums<K: Key, M> {
    manner: Manner,
    parts: Parts<K, M>,
    graph: Graph,
    values: Values<i64>,
    /// Number of positions, from the first, that are known completely.
    sealed: usize,
    /// Number of words when memory was last measured.
    weighed: usize,
}

/// The positions and the moves between them.
#[derive(Default)]
pub(crate) struct Graph {
    /// The mover of each position, then the numbers of its parts in ascending order.
    words: Vec<u32>,
    words_end: Vec<usize>,
    /// Positions by hash; 0 is free, n + 1 is position n.
    index: Vec<u32>,
    /// For each visited position: the end of its moves. Visited positions come first.
    edges_end: Vec<usize>,
    edges: Vec<u32>,
    /// For each edge its index in `kinds`, if moves differ in more than their target.
    tags: Vec<u32>,
    /// (whether the same player moves once more, the points earned)
    kinds: Vec<(bool, i64)>,
    kind_ids: QuickMap<(bool, i64), u32>,
    endings: Vec<Option<End>>,
}

impl<K: Key, M: Machine<K>> Sums<K, M> {
    /// Creates an empty search.
    pub fn new(machine: M, manner: Manner) -> Sums<K, M> {
        let kind_ids = QuickMap::from_iter([((false, 0), 0)]);
        let graph = Graph { kinds: vec![(false, 0)], kind_ids, ..Graph::default() };
        Sums { manner, parts: Parts::new(machine), graph, values: Values::default(), sealed: 0, weighed: 0 }
    }

    /// Returns the number of visited positions.
    pub fn visited(&self) -> u64 {
        self.graph.endings.len() as u64
    }

    /// Returns the value of a sum for the player to move: 0 Left (or impartial), 1 Right.
    pub fn value(&mut self, mover: u32, parts: &[SumPart<K>]) -> NodeValue {
        let Some(node) = self.find(mover, parts) else { return NodeValue::Unknown };
        match *self.values.worth(node) {
            NodeValue::Unknown => NodeValue::Unknown,
            NodeValue::Win(moves) => NodeValue::Win(moves),
            NodeValue::Lose(moves) => NodeValue::Lose(moves),
            NodeValue::Draw => NodeValue::Draw,
            NodeValue::Score(score) => NodeValue::Score(score.into()),
        }
    }

    /// Returns true if play from a sum can go on forever.
    pub fn is_loopy(&mut self, mover: u32, parts: &[SumPart<K>]) -> bool {
        self.find(mover, parts).is_some_and(|node| self.values.is_loopy(node))
    }

    /// Returns a loop that play from this sum, which must be loopy, can reach: the movers and the parts.
    pub fn loop_from(&mut self, mover: u32, parts: &[SumPart<K>]) -> Vec<(u32, Vec<SumPart<K>>)> {
        let Some(root) = self.find(mover, parts) else { return Vec::new() };
        let nodes = find_loop(&self.graph, root, |node| self.values.is_loopy(node));
        let shown = |node: u32| {
            let words = self.graph.words_of(node as usize);
            (words[0], words[1..].iter().map(|&part| self.parts.key(part, words[0])).collect())
        };
        nodes.into_iter().map(shown).collect()
    }

    /// Visits everything that can be reached from a sum, and settles it.
    pub fn reach(&mut self, mover: u32, parts: &[SumPart<K>], work: &Work) -> Searched {
        let mut words = vec![mover];
        words.extend(parts.iter().map(|part| part.map_or(FINISHED, |key| self.parts.enter(key))));
        self.enter(&mut words);
        let stop = match self.explore(work) {
            Ok(stop) => stop,
            Err(Puzzled) => {
                self.rollback();
                return Searched::Unsupported;
            }
        };
        let settled = self.values.settle(&self.graph, self.sealed, self.manner.terms, stop.is_none());
        match (settled, stop) {
            (Err(_), _) => {
                self.rollback();
                Searched::Unsupported
            }
            (Ok(()), Some(stop)) => Searched::Stopped(stop),
            (Ok(()), None) => {
                self.sealed = self.graph.len();
                Searched::Whole
            }
        }
    }

    /// Drops what is not known completely.
    pub fn rollback(&mut self) {
        self.graph.truncate(self.sealed);
        self.weighed = self.graph.words.len();
        self.values.truncate(self.sealed);
    }

    fn find(&mut self, mover: u32, parts: &[SumPart<K>]) -> Option<u32> {
        let mut words = vec![mover];
        for part in parts {
            words.push(part.map_or(Some(FINISHED), |key| self.parts.find(key))?);
        }
        self.normalise(&mut words);
        self.graph.find(&words).ok()
    }

    /// Removes parts that can never matter, and sorts the rest.
    fn normalise(&mut self, words: &mut Vec<PartId>) {
        // A part in which neither player can ever move and which ends nothing is dropped if a finished part does not
        // end the game. If sums of several parts are refused, one that is not finished still makes a sum one of
        // several.
        if self.manner.compound != Compound::Short {
            let mut retained = 1;
            for index in 1..words.len() {
                let is_idle = self.manner.several == Several::Played && self.parts.is_dead(words[index]);
                if words[index] != FINISHED && !is_idle {
                    words[retained] = words[index];
                    retained += 1;
                }
            }
            words.truncate(retained);
        }
        words[1..].sort_unstable();
    }

    /// Returns the number of a sum, adding it if it is new.
    fn enter(&mut self, words: &mut Vec<PartId>) -> u32 {
        self.normalise(words);
        self.graph.enter(words)
    }

    fn explore(&mut self, work: &Work) -> Result<Option<Stop>, Puzzled> {
        let mut buffers = Buffers::default();
        let mut counter = Counter::default();
        while self.graph.endings.len() < self.graph.len() {
            let examined = self.graph.endings.len();
            let weighs = examined.is_multiple_of(PATIENCE) || examined == self.sealed;
            let room = if weighs { self.weigh(work) } else { Ok(()) };
            if let Err(stop) = room.and_then(|()| counter.count(work)) {
                self.skim(stop, &mut buffers);
                return Ok(Some(stop));
            }
            let edges = self.graph.edges.len();
            match self.examine(examined, &mut buffers, work) {
                Ok(ending) => self.graph.endings.push(ending),
                Err(Unlisted::Puzzled) => return Err(Puzzled),
                Err(Unlisted::Stop(stop)) => {
                    self.graph.edges.truncate(edges);
                    self.graph.tags.truncate(edges);
                    self.skim(stop, &mut buffers);
                    return Ok(Some(stop));
                }
            }
            self.graph.edges_end.push(self.graph.edges.len());
        }
        // A complete result is kept even if the budget has just ended.
        let _ = counter.flush(work);
        Ok(None)
    }

    fn weigh(&self, work: &Work) -> Result<(), Stop> {
        work.room(self.graph.bytes() + self.parts.bytes())
    }

    /// Looks for ends of play among the positions found but not visited: that costs no memory, and a move to a lost one
    /// decides a position, whatever lies outside. Positions where play goes on are left without moves.
    fn skim(&mut self, stop: Stop, buffers: &mut Buffers) {
        if !matches!(stop, Stop::PositionLimit(_) | Stop::MemoryLimit(_)) {
            return;
        }
        for node in self.graph.endings.len()..self.graph.len() {
            let ending = self.stands(node, buffers).unwrap_or(None);
            self.graph.endings.push(ending);
            self.graph.edges_end.push(self.graph.edges.len());
        }
    }

    /// Returns how play ended at a position, or adds its moves to the graph.
    fn examine(&mut self, node: usize, buffers: &mut Buffers, work: &Work) -> Result<Option<End>, Unlisted> {
        let ending = self.stands(node, buffers)?;
        if ending.is_some() {
            return Ok(ending);
        }
        if self.manner.compound == Compound::One {
            self.list_single(buffers, work)?;
        } else {
            self.list_joint(buffers, work)?;
        }
        Ok(None)
    }

    /// Returns how play ended at a position; leaves the position and the expansions of its parts in `buffers`.
    fn stands(&mut self, node: usize, buffers: &mut Buffers) -> Result<Option<End>, Unlisted> {
        buffers.sum.clear();
        buffers.sum.extend_from_slice(self.graph.words_of(node));
        let mover = buffers.sum[0];
        if buffers.sum.len() > 2 && self.manner.several == Several::Refused {
            return Err(Unlisted::Puzzled);
        }
        buffers.looks.clear();
        for &part in &buffers.sum[1..] {
            let look = self.parts.look(part, mover).ok_or(Unlisted::Puzzled)?;
            buffers.looks.push(look);
        }
        if let Some(end) = self.ended(&buffers.looks)? {
            return Ok(Some(end));
        }
        let nothing = self.manner.nothing[mover as usize];
        let movable = |look: &u32| !self.parts.options(*look).is_empty();
        let is_stuck = match self.manner.compound {
            Compound::Short => buffers.looks.is_empty() || !buffers.looks.iter().all(movable),
            _ => !buffers.looks.iter().any(movable),
        };
        if !is_stuck {
            return Ok(None);
        }
        Ok(Some(match buffers.looks[..] {
            [look] => self.parts.stuck(look).unwrap_or(nothing),
            [] => nothing,
            _ if self.manner.several == Several::Scored => self.scored(&buffers.looks)?,
            _ => nothing,
        }))
    }

    /// Returns the points of parts in none of which there is a move.
    fn scored(&self, looks: &[u32]) -> Result<End, Unlisted> {
        let mut total = 0i64;
        for &look in looks {
            let Some(End::Score(points)) = self.parts.stuck(look) else { return Err(Unlisted::Puzzled) };
            total = total.checked_add(points).ok_or(Unlisted::Puzzled)?;
        }
        Ok(End::Score(total))
    }

    /// Returns the first end clause that holds in any part; points of several parts are added up.
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

    /// Lists moves in one part. Of equal parts only the first is used: the others give the same sums.
    fn list_single(&mut self, buffers: &mut Buffers, work: &Work) -> Result<(), Unlisted> {
        for index in 0..buffers.looks.len() {
            if self.graph.words.len() >= self.weighed + WORDS_BETWEEN {
                self.weighed = self.graph.words.len();
                self.weigh(work).map_err(Unlisted::Stop)?;
                work.advance(0).map_err(Unlisted::Stop)?;
            }
            if index > 0 && buffers.sum[index + 1] == buffers.sum[index] {
                continue;
            }
            for option in self.parts.options(buffers.looks[index]) {
                let (again, gain, results) = self.parts.option(option);
                buffers.next.clear();
                buffers.next.push(if again { buffers.sum[0] } else { self.parts.other(buffers.sum[0]) });
                buffers.next.extend_from_slice(&buffers.sum[1..index + 1]);
                buffers.next.extend_from_slice(&buffers.sum[index + 2..]);
                buffers.next.extend_from_slice(results);
                let to = self.enter(&mut buffers.next);
                self.graph.add_edge(to, again, gain);
            }
        }
        Ok(())
    }

    /// Lists moves in several parts at once.
    fn list_joint(&mut self, buffers: &mut Buffers, work: &Work) -> Result<(), Unlisted> {
        let counts: Vec<u32> = buffers.looks.iter().map(|&look| self.parts.options(look).len() as u32).collect();
        let mut odometer = Odometer::new(self.manner.compound, &buffers.sum[1..], counts);
        let mut listed = 0usize;
        while odometer.advance() {
            listed += 1;
            if listed.is_multiple_of(PATIENCE) {
                self.weigh(work).map_err(Unlisted::Stop)?;
                work.advance(0).map_err(Unlisted::Stop)?;
            }
            buffers.next.clear();
            buffers.next.push(self.parts.other(buffers.sum[0]));
            let mut total = 0i64;
            for (index, &digit) in odometer.digits().iter().enumerate() {
                if digit == 0 {
                    buffers.next.push(buffers.sum[index + 1]);
                    continue;
                }
                let option = self.parts.options(buffers.looks[index]).start + digit - 1;
                let (_, gain, results) = self.parts.option(option);
                total = total.checked_add(gain).ok_or(Unlisted::Puzzled)?;
                buffers.next.extend_from_slice(results);
                if results.is_empty() && self.manner.compound == Compound::Short {
                    buffers.next.push(FINISHED);
                }
            }
            let to = self.enter(&mut buffers.next);
            self.graph.add_edge(to, false, total);
        }
        Ok(())
    }
}

/// The machine failed or a number did not fit.
struct Puzzled;

/// Why the moves of a position were not listed.
enum Unlisted {
    Puzzled,
    Stop(Stop),
}

/// Buffers reused for each position.
#[derive(Default)]
struct Buffers {
    sum: Vec<PartId>,
    looks: Vec<u32>,
    next: Vec<PartId>,
}

impl Graph {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.words_end.len()
    }

    fn words_of(&self, node: usize) -> &[u32] {
        let start = if node == 0 { 0 } else { self.words_end[node - 1] };
        &self.words[start..self.words_end[node]]
    }

    /// Returns the indices of a position's moves.
    fn edges_of(&self, node: usize) -> std::ops::Range<usize> {
        if node >= self.edges_end.len() {
            return 0..0;
        }
        let start = if node == 0 { 0 } else { self.edges_end[node - 1] };
        start..self.edges_end[node]
    }

    /// Returns the position with these words, or its free slot in the index.
    fn find(&self, words: &[u32]) -> Result<u32, usize> {
        if self.index.is_empty() {
            return Err(0);
        }
        let mask = self.index.len() - 1;
        let mut index = hash(words) as usize & mask;
        loop {
            match self.index[index] {
                0 => return Err(index),
                entry if self.words_of(entry as usize - 1) == words => return Ok(entry - 1),
                _ => index = (index + 1) & mask,
            }
        }
    }

    fn enter(&mut self, words: &[u32]) -> u32 {
        let index = match self.find(words) {
            Ok(node) => return node,
            Err(index) => index,
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
            self.index[index] = node as u32 + 1;
        }
        node as u32
    }

    /// Rebuilds the index, at most a quarter full.
    fn reindex(&mut self) {
        let size = (self.len() * 4).next_power_of_two().max(64);
        self.index.clear();
        self.index.resize(size, 0);
        for node in 0..self.len() {
            let mut index = hash(self.words_of(node)) as usize & (size - 1);
            while self.index[index] != 0 {
                index = (index + 1) & (size - 1);
            }
            self.index[index] = node as u32 + 1;
        }
    }

    fn add_edge(&mut self, to: u32, again: bool, gain: i64) {
        let kind = (again, gain);
        if kind != (false, 0) || !self.tags.is_empty() {
            // All moves before the first special one were plain.
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
        // The search itself, and what settling takes: reversed moves, counters, values.
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

    fn edges(&self, node: u32) -> impl Iterator<Item = Edge> {
        self.gains(node).map(|(edge, _)| edge)
    }
}

impl Positions for Graph {
    type Score = i64;

    fn ending(&self, node: u32) -> Option<NodeValue<i64>> {
        Some(match self.endings.get(node as usize).copied()?? {
            End::Win => NodeValue::Win(0),
            End::Lose => NodeValue::Lose(0),
            End::Draw => NodeValue::Draw,
            End::Score(score) => NodeValue::Score(score),
        })
    }

    fn mover(&self, node: u32) -> Option<Side> {
        Some([Side::Left, Side::Right][self.words_of(node as usize)[0] as usize])
    }

    fn gains(&self, node: u32) -> impl Iterator<Item = (Edge, &i64)> {
        self.edges_of(node as usize).map(|index| {
            let (again, gain) = self.tags.get(index).map_or(&(false, 0), |&tag| &self.kinds[tag as usize]);
            (Edge { to: self.edges[index], again: *again }, gain)
        })
    }
}

/// Hashes words by multiply and fold.
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
