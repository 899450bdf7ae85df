//! The graph of all positions that can be reached.
//!
//! In: what the rules say of one position. Out: a number for each position and the moves between them, in a few bytes
//! each. A sum is the same in any order of its parts, so a position is stored as its mover and its sorted parts.
//! Positions are visited breadth-first, without recursion.
//!
//! The graph grows from query to query. *Sealed* positions are closed: all their moves lead to sealed positions, and
//! nothing about them changes any more.

use crate::budget::{Interrupt, Stop};
use crate::hashing::QuickMap;
use crate::solver::network::{Edge, Network, NodeValue, OUTSIDE, Positions};
use crate::solver::reference::search::Expansion;
use crate::work::Work;
use grundy_rules::{Fault, Int, Part, Position, Side, Standing, Step, Terminal};
use std::sync::Arc;

/// The positions found so far and the moves between them.
#[derive(Default)]
pub(crate) struct Graph {
    part_ids: QuickMap<Option<Part>, u32>,
    parts: Vec<Option<Part>>,
    ids: QuickMap<Arc<[u32]>, u32>,
    /// For each position: its mover, then the numbers of its parts, in ascending order of the parts themselves.
    keys: Vec<Arc<[u32]>>,
    /// For each visited position: the end of its edges. Visited positions come first.
    edges_end: Vec<usize>,
    edges: Vec<Move>,
    /// For each visited position: how play ended there.
    endings: Vec<Option<Terminal>>,
    tags: Vec<(bool, Int)>,
    tag_ids: QuickMap<(bool, Int), u32>,
    sealed: Sealed,
}

/// A move: the position it leads to, or [`OUTSIDE`], and its index in `tags`.
#[derive(Clone, Copy)]
struct Move {
    to: u32,
    tag: u32,
}

/// The sizes of the closed part of the graph.
#[derive(Clone, Copy, Default)]
struct Sealed {
    positions: usize,
    parts: usize,
}

impl Graph {
    /// Returns the number of closed positions; they come first.
    pub fn sealed(&self) -> usize {
        self.sealed.positions
    }

    /// Returns the number of visited positions; they come first.
    pub fn visited(&self) -> usize {
        self.endings.len()
    }

    fn moves(&self, node: u32) -> &[Move] {
        let node = node as usize;
        if node >= self.edges_end.len() {
            return &[];
        }
        let start = if node == 0 { 0 } else { self.edges_end[node - 1] };
        &self.edges[start..self.edges_end[node]]
    }

    /// Returns the position of that number, its parts sorted.
    pub fn position(&self, node: u32) -> Position {
        let key = &self.keys[node as usize];
        let parts = key[1..].iter().map(|&part| self.parts[part as usize].clone()).collect();
        Position { mover: self.mover(node), parts }
    }

    /// Returns the number of a position that was found before.
    pub fn find(&self, position: &Position) -> Option<u32> {
        let mut key = vec![mover_code(position.mover)];
        for part in sorted(&position.parts) {
            key.push(*self.part_ids.get(part)?);
        }
        self.ids.get(&key[..]).copied()
    }

    /// Visits everything that can be reached from a position and is not closed yet.
    ///
    /// Returns why it stopped early, if it did. What was found is not sealed: see [`Graph::seal`] and
    /// [`Graph::rollback`].
    ///
    /// # Errors
    /// Fails if the rules could not be carried out at a position.
    pub fn explore(&mut self, root: &Position, work: &Work, look: &mut Expansion) -> Result<Option<Stop>, Fault> {
        let mut crowded = self.enter(root, work) == OUTSIDE;
        // When there is no memory for more positions, those found are still visited: a move to a lost one among them
        // decides a position, whatever lies outside.
        while self.visited() < self.keys.len() {
            let position = self.position(self.visited() as u32);
            let ending = match look(&position, work) {
                Ok(Standing::Ended(ending)) => Some(ending),
                Ok(Standing::Open(steps)) => {
                    crowded |= self.record(&steps, work);
                    None
                }
                Err(Interrupt::Stop(stop)) => return Ok(Some(stop)),
                Err(Interrupt::Fault(fault)) => return Err(fault),
            };
            self.endings.push(ending);
            self.edges_end.push(self.edges.len());
        }
        Ok(crowded.then(|| work.position_limit()))
    }

    /// Declares everything found so far closed.
    pub fn seal(&mut self) {
        assert_eq!(self.visited(), self.keys.len(), "a graph is sealed only when all of it was examined");
        self.sealed = Sealed { positions: self.keys.len(), parts: self.parts.len() };
    }

    /// Drops everything that is not sealed.
    pub fn rollback(&mut self) {
        let Sealed { positions, parts } = self.sealed;
        for key in self.keys.drain(positions..) {
            self.ids.remove(&key);
        }
        for part in self.parts.drain(parts..) {
            self.part_ids.remove(&part);
        }
        self.edges_end.truncate(positions);
        self.edges.truncate(self.edges_end.last().copied().unwrap_or(0));
        self.endings.truncate(positions);
    }

    /// Adds the moves of the position being visited; returns true if one leads outside.
    fn record(&mut self, steps: &[Step], work: &Work) -> bool {
        let mut crowded = false;
        for step in steps {
            let to = self.enter(&step.to, work);
            crowded |= to == OUTSIDE;
            let tag = (step.again, step.gain.clone());
            let tag = *self.tag_ids.entry(tag).or_insert_with_key(|tag| {
                self.tags.push(tag.clone());
                (self.tags.len() - 1) as u32
            });
            self.edges.push(Move { to, tag });
        }
        crowded
    }

    /// Returns the number of a position, adding it if there is memory.
    fn enter(&mut self, position: &Position, work: &Work) -> u32 {
        if let Some(node) = self.find(position) {
            return node;
        }
        if self.keys.len() >= OUTSIDE as usize || self.parts.len() >= OUTSIDE as usize || !work.admit() {
            return OUTSIDE;
        }
        let mut key = vec![mover_code(position.mover)];
        for part in sorted(&position.parts) {
            let id = *self.part_ids.entry(part.clone()).or_insert_with_key(|part| {
                self.parts.push(part.clone());
                (self.parts.len() - 1) as u32
            });
            key.push(id);
        }
        let key: Arc<[u32]> = key.into();
        let node = self.keys.len() as u32;
        self.keys.push(key.clone());
        self.ids.insert(key, node);
        node
    }
}

impl Network for Graph {
    fn len(&self) -> usize {
        self.keys.len()
    }

    fn edges(&self, node: u32) -> impl Iterator<Item = Edge> {
        self.gains(node).map(|(edge, _)| edge)
    }
}

impl Positions for Graph {
    type Score = Int;

    fn ending(&self, node: u32) -> Option<NodeValue> {
        Some(match self.endings.get(node as usize)?.as_ref()? {
            Terminal::Win => NodeValue::Win(0),
            Terminal::Lose => NodeValue::Lose(0),
            Terminal::Draw => NodeValue::Draw,
            Terminal::Score(score) => NodeValue::Score(score.clone()),
        })
    }

    fn mover(&self, node: u32) -> Option<Side> {
        match self.keys[node as usize][0] {
            0 => None,
            1 => Some(Side::Left),
            _ => Some(Side::Right),
        }
    }

    fn gains(&self, node: u32) -> impl Iterator<Item = (Edge, &Int)> {
        self.moves(node).iter().map(|&Move { to, tag }| {
            let (again, gain) = &self.tags[tag as usize];
            (Edge { to, again: *again }, gain)
        })
    }
}

fn mover_code(mover: Option<Side>) -> u32 {
    mover.map_or(0, |side| side.index() as u32 + 1)
}

fn sorted(parts: &[Option<Part>]) -> Vec<&Option<Part>> {
    let mut parts: Vec<&Option<Part>> = parts.iter().collect();
    parts.sort();
    parts
}
