//! Decides sums part by part: by a theorem about the compound, or by misère forms of the parts.
//!
//! All parts that can be reached are numbered, options first. It finds who wins, not how soon; so it is used only if
//! there are too many whole sums to list.

use super::compiled::{Compiled, KernelError, KernelSolver, Kind};
use super::metered::Metered;
use super::{Backend, Wants, format_bits};
use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::compounds::{PartGraph, Rule};
use crate::solver::misere::MisereSums;
use crate::work::{Counter, Work};
use grundy_kernel::{Expansion, Kernel, Key, Machine, Options};
use grundy_rules::game::Verdict;
use grundy_rules::{Compound, Instance, Part, Position};
use grundy_value::{Evaluation, Winner};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Bytes of one stored part of an option.
const BYTES_PER_PART: u64 = 4;

/// Tuning: maximum number of whole sums searched by the reference if no other method can. With more, a theorem tells
/// the winner and the moves to the end are not counted. No measurement is recorded.
const MAX_SUMS_BY_REFERENCE: u64 = 20_000;

/// Tuning: maximum number of different parts in that case if moves split parts. No measurement is recorded.
const MAX_SPLITTING_PARTS: usize = 8;

/// What decides sums.
#[derive(Clone, Copy)]
enum Decision {
    Theorem(Rule, &'static str),
    Misere,
}

/// Decides sums by the numbers or forms of their parts.
pub(crate) struct Compounds(Decision, Compound);

impl Compounds {
    /// Creates the method for sums of this impartial game under this compound rule, if there is one.
    pub fn method(instance: &Arc<Instance>, compound: Compound, running: Backend) -> Option<Compiled<Compounds>> {
        let game = instance.game();
        if !instance.shape().impartial {
            return None;
        }
        let misere = compound == Compound::One
            && game.stuck == Verdict::Win
            && game.ends.is_empty()
            && game.stuck_if.is_empty()
            && !game.points
            && !instance.shape().again;
        let decision = if misere {
            Decision::Misere
        } else {
            let rule = Rule::of(instance, compound)?;
            let name = match compound {
                Compound::Every => "the steps of its parts",
                Compound::Short => "the remoteness of its parts",
                Compound::Some => "whether each of its parts is lost",
                Compound::Anti => "the SJ theorem",
                _ => "Moore's theorem on heaps of Nim",
            };
            Decision::Theorem(rule, name)
        };
        Some(Compiled::new(instance, running, Compounds(decision, compound)))
    }
}

impl Kind for Compounds {
    fn name(&self) -> &'static str {
        match self.0 {
            Decision::Misere => "misère forms of parts",
            Decision::Theorem(..) => "theorem on compounds",
        }
    }

    fn method(&self) -> MethodName {
        match self.0 {
            Decision::Misere => MethodName::Misere,
            Decision::Theorem(..) => MethodName::Compounds,
        }
    }

    fn takes(&self, positions: &[Position], wants: Wants) -> Result<(), String> {
        if wants == Wants::Remoteness {
            return Err("it does not count the moves to the end".to_owned());
        }
        if self.1 == Compound::Short && positions.iter().any(|position| position.parts.contains(&None)) {
            return Err("a part of the sum is finished".to_owned());
        }
        Ok(())
    }

    fn because(&self, bits: u32) -> String {
        format!("it looks at parts, not at whole sums, and a part packs into {}", format_bits(bits))
    }

    fn make<K: Key>(&self, kernel: Kernel, machine: Metered) -> Box<dyn KernelSolver> {
        Box::new(ByPartsOn::<K> {
            kernel,
            machine,
            decision: self.0,
            parts: Numbered::default(),
            numbers: Vec::new(),
            misere: MisereSums::default(),
            known: BTreeMap::new(),
            searched: false,
        })
    }
}

struct ByPartsOn<K: Key> {
    kernel: Kernel,
    machine: Metered,
    decision: Decision,
    parts: Numbered<K>,
    numbers: Vec<u32>,
    misere: MisereSums,
    known: BTreeMap<Vec<u32>, Winner>,
    searched: bool,
}

/// Parts numbered after their options.
struct Numbered<K> {
    numbers: HashMap<K, u32>,
    /// End of the options of each part in `option_ends`, and end of each option's parts in `left`.
    part_ends: Vec<usize>,
    option_ends: Vec<usize>,
    left: Vec<u32>,
}

impl<K> Default for Numbered<K> {
    fn default() -> Numbered<K> {
        Numbered { numbers: HashMap::new(), part_ends: Vec::new(), option_ends: Vec::new(), left: Vec::new() }
    }
}

impl<K> Numbered<K> {
    fn options(&self, part: usize) -> impl Iterator<Item = &[u32]> {
        let from = if part == 0 { 0 } else { self.part_ends[part - 1] };
        (from..self.part_ends[part]).map(|option| {
            let start = if option == 0 { 0 } else { self.option_ends[option - 1] };
            &self.left[start..self.option_ends[option]]
        })
    }

    fn bytes(&self) -> u64 {
        let keys = self.numbers.len() * (size_of::<K>() + 24);
        (keys + 8 * self.option_ends.len() + 8 * self.part_ends.len()) as u64 + BYTES_PER_PART * self.left.len() as u64
    }
}

impl<K: Key> PartGraph for Numbered<K> {
    fn len(&self) -> usize {
        self.part_ends.len()
    }

    fn each_option(&self, part: usize, found: &mut dyn FnMut(&[u32])) {
        self.options(part).for_each(found);
    }
}

impl<K: Key> ByPartsOn<K> {
    /// Returns true if the reference can search whole sums quickly, which no other method does for this compound: then
    /// the moves to the end are known as well.
    fn sums_are_few(&self, positions: &[Position]) -> bool {
        let is_anti = matches!(self.decision, Decision::Theorem(rule, _) if rule.is_about_anti());
        let parts = positions.first().map_or(0, |position| position.in_play().count());
        // If a move splits a part, sums of few parts lead to sums of many.
        let splits = |part: usize| self.parts.options(part).any(|option| option.len() > 1);
        if self.parts.len() > MAX_SPLITTING_PARTS && (0..self.parts.len()).any(splits) {
            return false;
        }
        let choices =
            |sums: u64, index: usize| sums.saturating_mul(self.parts.len() as u64 + index as u64) / (index as u64 + 1);
        is_anti && (0..parts).fold(1, choices) <= MAX_SUMS_BY_REFERENCE
    }

    /// Numbers everything that can be reached from a part, options first.
    fn number(&mut self, root: K, work: &Work) -> Result<Option<Stop>, KernelError> {
        let mut options = Options::default();
        // A key is opened when it is first met, and closed when all its options are numbered.
        let mut open: Vec<(K, bool)> = vec![(root, false)];
        let mut is_open: HashMap<K, ()> = HashMap::new();
        let mut counter = Counter::default();
        while let Some((key, is_met)) = open.pop() {
            if self.parts.numbers.contains_key(&key) {
                continue;
            }
            if !is_met && is_open.insert(key, ()).is_some() {
                return Err(KernelError::Refused("play can go on for ever".to_owned()));
            }
            match self.machine.look(key, &mut options) {
                Expansion::Unsupported => {
                    return Err(KernelError::Unsupported(Position::alone(None, self.kernel.decode(key).0)));
                }
                Expansion::Ended(..) => {
                    return Err(KernelError::Refused("play can end otherwise than by having no move".to_owned()));
                }
                Expansion::Stuck(_) => options.clear(),
                Expansion::Open => {}
            }
            // Every position is expanded twice, before its options and after them.
            let room = if counter.counted().is_multiple_of(1024) {
                work.room(self.parts.bytes() + 40 * (open.len() + is_open.len()) as u64)
            } else {
                Ok(())
            };
            let counted = if is_met { Ok(()) } else { counter.count(work) };
            if let Err(stop) = room.and(counted) {
                return Ok(Some(stop));
            }
            if !is_met {
                open.push((key, true));
                open.extend(
                    options
                        .parts::<K>()
                        .filter(|part| !self.parts.numbers.contains_key(part))
                        .map(|part| (part, false)),
                );
                continue;
            }
            is_open.remove(&key);
            self.close(key, &options);
        }
        Ok(None)
    }

    fn close(&mut self, key: K, options: &Options) {
        let parts: Vec<u32> = options.parts::<K>().map(|part| self.parts.numbers[&part]).collect();
        let count = if options.heads.is_empty() { parts.len() } else { options.heads.len() };
        let start = self.parts.left.len();
        for option in 0..count {
            let end = options.heads.get(option).map_or(option + 1, |head| head.parts_end as usize);
            self.parts.option_ends.push(start + end);
        }
        self.parts.left.extend(parts);
        self.parts.part_ends.push(self.parts.option_ends.len());
        let number = self.parts.numbers.len() as u32;
        self.parts.numbers.insert(key, number);
    }

    fn sum(&self, position: &Position) -> Option<Vec<u32>> {
        let number = |part: &Part| self.parts.numbers.get(&self.kernel.encode::<K>(part, None)?).copied();
        let mut sum: Vec<u32> = position.in_play().map(number).collect::<Option<_>>()?;
        sum.sort_unstable();
        Some(sum)
    }
}

impl<K: Key> KernelSolver for ByPartsOn<K> {
    fn reach(&mut self, positions: &[Position], _: Wants, work: &Work) -> Result<Option<Stop>, KernelError> {
        for part in positions.iter().flat_map(Position::in_play) {
            let key =
                self.kernel.encode(part, None).ok_or_else(|| KernelError::Refused("a part is too wide".to_owned()))?;
            if let Some(stop) = self.number(key, work)? {
                return Ok(Some(stop));
            }
        }
        if self.sums_are_few(positions) {
            return Err(KernelError::Refused("whole sums are few, and tell more".to_owned()));
        }
        match self.decision {
            Decision::Theorem(rule, _) => {
                if self.numbers.len() < self.parts.len() {
                    let why = "the theorem does not hold for these parts";
                    self.numbers = rule.numbers(&self.parts).ok_or_else(|| KernelError::Refused(why.to_owned()))?;
                }
            }
            Decision::Misere => {
                for part in self.misere.len()..self.parts.len() {
                    if let Err(stop) = self.misere.add(self.parts.options(part), work) {
                        return Ok(Some(stop));
                    }
                }
            }
        }
        for position in positions {
            let Some(sum) = self.sum(position) else {
                return Err(KernelError::Refused("a part was not met".to_owned()));
            };
            if self.known.contains_key(&sum) {
                continue;
            }
            let outcome = match self.decision {
                Decision::Theorem(rule, _) => {
                    let numbers: Vec<u32> = sum.iter().map(|part| self.numbers[*part as usize]).collect();
                    rule.outcome(&numbers)
                }
                Decision::Misere => match self.misere.outcome(&sum, work) {
                    Ok(found) => {
                        self.searched |= matches!(found, crate::solver::misere::MisereOutcome::Searched(_));
                        found.outcome()
                    }
                    Err(stop) => return Ok(Some(stop)),
                },
            };
            self.known.insert(sum, Winner::from(outcome));
        }
        Ok(None)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let winner = self.sum(position).and_then(|sum| self.known.get(&sum).copied());
        Evaluation { winner, ..Evaluation::default() }
    }

    fn authority(&mut self, _: &Position) -> Authority {
        let positions = self.examined();
        match self.decision {
            Decision::Theorem(_, name) => Authority::Theorem { name, positions },
            Decision::Misere if self.searched => Authority::Search { positions },
            Decision::Misere => Authority::Theorem { name: "the theorem on tame games", positions },
        }
    }

    fn examined(&self) -> u64 {
        self.parts.len() as u64 + self.misere.searched() as u64
    }
}
