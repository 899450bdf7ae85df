//! Grundy values of single parts: the value of a sum is the nim-sum of its parts.
//!
//! In: parts of an impartial game under normal play. Out: the Grundy value of each, and its remoteness where play from
//! it never splits. Idea: the value is the least that no option has (Sprague 1935, Grundy 1939). Wrong tool for parts
//! from which play can loop: they are reported, and the whole sum must be searched.

use crate::budget::{Interrupt, Stop};
use crate::hashing::QuickMap;
use crate::solver::network::order::{Parents, find_loop, options_first};
use crate::solver::network::{Edge, Network, OUTSIDE};
use crate::work::Work;
use grundy_rules::{Fault, Instance, Part, Position};
use grundy_value::{Grundy, Remoteness};
use std::convert::Infallible;

/// Terminates each option in the list of results.
const END: u32 = u32::MAX - 1;

/// What is known of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartValue {
    /// Nothing: the budget ended.
    Unknown,
    /// Play from it can loop.
    Loopy,
    /// Its Grundy value, and its remoteness where no play from it splits.
    Known(Grundy, Option<Remoteness>),
}

/// The parts found so far, the moves between them, and their values.
#[derive(Default)]
pub(crate) struct PartTable {
    ids: QuickMap<Part, u32>,
    parts: Vec<Part>,
    /// For each visited part: the end of its options in `results`. Visited parts come first.
    results_end: Vec<usize>,
    /// The parts that each option leaves, then [`END`].
    results: Vec<u32>,
    values: Vec<PartValue>,
    /// Number of parts, from the first, that are known completely.
    sealed: usize,
}

impl PartTable {
    /// Returns the number of visited parts.
    pub fn visited(&self) -> u64 {
        self.results_end.len() as u64
    }

    /// Returns what is known of a part.
    pub fn value(&self, part: &Part) -> PartValue {
        let id = self.ids.get(part).map(|&id| id as usize);
        id.and_then(|id| self.values.get(id).copied()).unwrap_or(PartValue::Unknown)
    }

    /// Returns the Grundy value of these parts together, if all are known.
    pub fn grundy<'a>(&self, parts: impl Iterator<Item = &'a Part>) -> Option<Grundy> {
        let value = |part| match self.value(part) {
            PartValue::Known(grundy, _) => Some(grundy),
            PartValue::Unknown | PartValue::Loopy => None,
        };
        parts.map(value).sum()
    }

    /// Returns the moves to the end of a sum in which at most one part can move, if that one never splits.
    pub fn remoteness<'a>(&self, parts: impl Iterator<Item = &'a Part>) -> Option<Remoteness> {
        let mut total = Remoteness::ZERO;
        for part in parts {
            match self.value(part) {
                PartValue::Known(_, Some(Remoteness::ZERO)) => {}
                PartValue::Known(_, Some(moves)) if total == Remoteness::ZERO => total = moves,
                _ => return None,
            }
        }
        Some(total)
    }

    /// Visits everything that can be reached from these parts, and values it.
    ///
    /// Returns why it stopped early, if it did; then the next call of [`PartTable::rollback`] drops the result.
    ///
    /// # Errors
    /// Fails if the rules could not be carried out at a part; nothing new is kept.
    pub fn reach<'a>(
        &mut self,
        parts: impl Iterator<Item = &'a Part>,
        instance: &Instance,
        work: &Work,
    ) -> Result<Option<Stop>, Fault> {
        let stop = match self.explore(parts, instance, work) {
            Ok(stop) => stop,
            Err(fault) => {
                self.rollback();
                return Err(fault);
            }
        };
        if self.len() > self.sealed {
            self.evaluate();
        }
        if stop.is_none() {
            self.sealed = self.len();
        }
        Ok(stop)
    }

    /// Drops what is not known completely.
    pub fn rollback(&mut self) {
        for part in self.parts.drain(self.sealed..) {
            self.ids.remove(&part);
        }
        self.results_end.truncate(self.sealed);
        self.results.truncate(self.results_end.last().copied().unwrap_or(0));
        self.values.truncate(self.sealed);
    }

    /// Returns a loop that play from this part, which must be loopy, can reach.
    pub fn loop_from(&self, part: &Part) -> Vec<Position> {
        let is_loopy = |node: u32| self.values[node as usize] == PartValue::Loopy;
        let nodes = self.ids.get(part).map(|&root| find_loop(self, root, is_loopy)).unwrap_or_default();
        let alone = |node: u32| Position::alone(None, self.parts[node as usize].clone());
        nodes.into_iter().map(alone).collect()
    }

    fn explore<'a>(
        &mut self,
        roots: impl Iterator<Item = &'a Part>,
        instance: &Instance,
        work: &Work,
    ) -> Result<Option<Stop>, Fault> {
        let mut crowded = false;
        for root in roots {
            crowded |= self.enter(root, work) == OUTSIDE;
        }
        while self.results_end.len() < self.parts.len() {
            let part = self.parts[self.results_end.len()].clone();
            let moves = match work.spend(|meter| instance.moves(&part, None, meter)) {
                Ok(moves) => moves,
                Err(Interrupt::Stop(stop)) => return Ok(Some(stop)),
                Err(Interrupt::Fault(fault)) => {
                    let alone = || instance.print_position(&Position::alone(None, part.clone()));
                    return Err(fault.at(alone));
                }
            };
            for mv in &moves {
                for result in &mv.to {
                    let id = self.enter(result, work);
                    crowded |= id == OUTSIDE;
                    self.results.push(id);
                }
                self.results.push(END);
            }
            self.results_end.push(self.results.len());
        }
        Ok(crowded.then(|| work.position_limit()))
    }

    /// Returns the number of a part, adding it if there is memory.
    fn enter(&mut self, part: &Part, work: &Work) -> u32 {
        if let Some(&id) = self.ids.get(part) {
            return id;
        }
        if self.parts.len() >= END as usize || !work.admit() {
            return OUTSIDE;
        }
        let id = self.parts.len() as u32;
        self.ids.insert(part.clone(), id);
        self.parts.push(part.clone());
        id
    }

    /// Values the parts that are not sealed.
    fn evaluate(&mut self) {
        let base = self.sealed;
        self.values.resize(base, PartValue::Unknown);
        let parents = Parents::new(self, base);
        let is_loopy = |node: u32| self.values[node as usize] == PartValue::Loopy;
        let Ok(order) = options_first(self, &parents, is_loopy, || Ok::<_, Infallible>(()));
        // Parts missing in the order reach a loop.
        self.values.resize(self.parts.len(), PartValue::Loopy);
        for node in order {
            self.values[node as usize] = self.value_of(node as usize);
        }
    }

    /// Returns the value of a part whose options are valued.
    fn value_of(&self, node: usize) -> PartValue {
        if node >= self.results_end.len() {
            return PartValue::Unknown;
        }
        let mut options = Vec::new();
        for results in self.results_of(node).split_inclusive(|&id| id == END) {
            let results = &results[..results.len() - 1];
            let mut grundy = Grundy::ZERO;
            let mut remoteness = if results.len() <= 1 { Some(Remoteness::ZERO) } else { None };
            for &id in results {
                match self.values.get(id as usize) {
                    Some(&PartValue::Known(value, moves)) => {
                        grundy = grundy.nim_sum(value);
                        remoteness = remoteness.and(moves);
                    }
                    _ => return PartValue::Unknown,
                }
            }
            options.push((grundy, remoteness));
        }
        let grundy = Grundy::mex(options.iter().map(|&(grundy, _)| grundy));
        let splits = options.iter().any(|(_, remoteness)| remoteness.is_none());
        let to_lost = options.iter().filter(|(grundy, _)| *grundy == Grundy::ZERO);
        let remoteness = match grundy {
            _ if splits => None,
            Grundy::ZERO => Some(Remoteness::of_loss(options.iter().filter_map(|option| option.1))),
            _ => Remoteness::of_win(to_lost.filter_map(|option| option.1)),
        };
        PartValue::Known(grundy, remoteness)
    }

    fn results_of(&self, node: usize) -> &[u32] {
        if node >= self.results_end.len() {
            return &[];
        }
        let start = if node == 0 { 0 } else { self.results_end[node - 1] };
        &self.results[start..self.results_end[node]]
    }
}

impl Network for PartTable {
    fn len(&self) -> usize {
        self.parts.len()
    }

    fn edges(&self, node: u32) -> impl Iterator<Item = Edge> {
        let results = self.results_of(node as usize).iter().filter(|&&id| id != END);
        results.map(|&to| Edge { to, again: false })
    }
}
