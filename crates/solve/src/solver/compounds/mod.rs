//! Decides sums part by part: by a theorem about the compound, or by misère forms of the parts.
//!
//! All parts that can be reached are numbered, options first. It finds who wins, not how soon; so it is used only if
//! there are too many whole sums to list.

mod anti;
mod misere;
mod rules;

use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::compounds::misere::MisereSums;
use crate::solver::compounds::rules::{PartGraph, Rule};
use crate::solver::grundy_search::memo::{END, Failure, Measure, Memo};
use crate::solver::method::Metered;
use crate::solver::method::compiled::{Compiled, KernelError, KernelSolver, Kind};
use crate::solver::method::{Backend, format_bits};
use crate::table::Place;
use crate::work::Work;
use grundy_kernel::{Kernel, Key};
use grundy_message::{Message, Template, message, template};
use grundy_rules::game::Verdict;
use grundy_rules::{Compound, Instance, Part, Position};
use grundy_value::{Evaluation, Quantity, QuantitySet, Winner};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Tuning: maximum number of whole sums searched by the reference if no other method can. With more, a theorem tells
/// the winner and the moves to the end are not counted. No measurement is recorded.
const MAX_SUMS_BY_REFERENCE: u64 = 20_000;

/// Tuning: maximum number of different parts in that case if moves split parts. No measurement is recorded.
const MAX_SPLITTING_PARTS: usize = 8;

/// What decides sums.
#[derive(Clone, Copy)]
enum Decision {
    Theorem(Rule, &'static Template),
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
                Compound::Every => template!("the steps of its parts"),
                Compound::Short => template!("the remoteness of its parts"),
                Compound::Some => template!("whether each of its parts is lost"),
                Compound::Anti => template!("the SJ theorem"),
                _ => template!("Moore's theorem on heaps of Nim"),
            };
            Decision::Theorem(rule, name)
        };
        Some(Compiled::new(instance, running, Compounds(decision, compound)))
    }
}

impl Kind for Compounds {
    fn name(&self) -> &'static Template {
        match self.0 {
            Decision::Misere => template!("misère forms of parts"),
            Decision::Theorem(..) => template!("theorem on compounds"),
        }
    }

    fn method(&self) -> MethodName {
        match self.0 {
            Decision::Misere => MethodName::Misere,
            Decision::Theorem(..) => MethodName::Compounds,
        }
    }

    fn takes(&self, positions: &[Position], wants: QuantitySet) -> Result<(), Message> {
        if wants.requires(Quantity::Remoteness) {
            return Err(message!("it does not count the moves to the end"));
        }
        if self.1 == Compound::Short && positions.iter().any(|position| position.parts.contains(&None)) {
            return Err(message!("a part of the sum is finished"));
        }
        Ok(())
    }

    fn because(&self, bits: u32) -> Message {
        message!("it looks at parts, not at whole sums, and a part packs into {bits}", bits = format_bits(bits))
    }

    fn make<K: Key>(&self, kernel: Kernel, machine: Metered) -> Box<dyn KernelSolver> {
        let traits = kernel.traits();
        Box::new(ByPartsOn::<K> {
            kernel,
            machine,
            decision: self.0,
            parts: Memo::of(Numbering::default(), traits),
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
    parts: Memo<K, Numbering>,
    numbers: Vec<u32>,
    misere: MisereSums,
    known: BTreeMap<Vec<u32>, Winner>,
    searched: bool,
}

/// Parts numbered after their options, as they are left by a walk.
#[derive(Default)]
struct Numbering {
    /// End of the options of each part in `option_ends`, and end of each option's parts in `left`.
    part_ends: Vec<usize>,
    option_ends: Vec<usize>,
    left: Vec<u32>,
}

impl Numbering {
    fn options(&self, part: usize) -> impl Iterator<Item = &[u32]> {
        let from = if part == 0 { 0 } else { self.part_ends[part - 1] };
        (from..self.part_ends[part]).map(|option| {
            let start = if option == 0 { 0 } else { self.option_ends[option - 1] };
            &self.left[start..self.option_ends[option]]
        })
    }
}

impl Measure for Numbering {
    fn measure(&mut self, parts: &[u32], at: impl Fn(Place) -> (u32, u32)) -> (u32, u32) {
        for &part in parts {
            if part == END {
                self.option_ends.push(self.left.len());
            } else {
                self.left.push(at(part).0);
            }
        }
        self.part_ends.push(self.option_ends.len());
        (self.part_ends.len() as u32 - 1, 0)
    }

    fn bytes(&self) -> u64 {
        (8 * self.option_ends.len() + 8 * self.part_ends.len() + 4 * self.left.len()) as u64
    }
}

impl PartGraph for Numbering {
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
        let numbering = self.parts.measure();
        let parts = positions.first().map_or(0, |position| position.in_play().count());
        // If a move splits a part, sums of few parts lead to sums of many.
        let splits = |part: usize| numbering.options(part).any(|option| option.len() > 1);
        if numbering.len() > MAX_SPLITTING_PARTS && (0..numbering.len()).any(splits) {
            return false;
        }
        let choices =
            |sums: u64, index: usize| sums.saturating_mul(numbering.len() as u64 + index as u64) / (index as u64 + 1);
        is_anti && (0..parts).fold(1, choices) <= MAX_SUMS_BY_REFERENCE
    }

    /// Numbers everything that can be reached from these parts, options first.
    fn number(&mut self, roots: &[K], work: &Work) -> Result<Option<Stop>, KernelError> {
        match self.parts.reach(&self.machine, roots, work) {
            Ok(()) => Ok(None),
            Err(Failure::Stop(stop)) => Ok(Some(stop)),
            Err(Failure::Unsupported(key)) => {
                Err(KernelError::Unsupported(Position::alone(None, self.kernel.decode(key).0)))
            }
            Err(Failure::Ends(_)) => {
                Err(KernelError::Refused(message!("play can end otherwise than by having no move")))
            }
            Err(Failure::Loopy { .. }) => Err(KernelError::Refused(message!("play can go on for ever"))),
        }
    }

    fn sum(&self, position: &Position) -> Option<Vec<u32>> {
        let number = |part: &Part| Some(self.parts.value(self.kernel.encode(part, None)?)?.0);
        let mut sum: Vec<u32> = position.in_play().map(number).collect::<Option<_>>()?;
        sum.sort_unstable();
        Some(sum)
    }
}

impl<K: Key> KernelSolver for ByPartsOn<K> {
    fn reach(&mut self, positions: &[Position], _: QuantitySet, work: &Work) -> Result<Option<Stop>, KernelError> {
        let key = |part| self.kernel.encode(part, None);
        let roots: Option<Vec<K>> = positions.iter().flat_map(Position::in_play).map(key).collect();
        let roots = roots.ok_or_else(|| KernelError::Refused(message!("a part is too wide")))?;
        if let Some(stop) = self.number(&roots, work)? {
            return Ok(Some(stop));
        }
        if self.sums_are_few(positions) {
            return Err(KernelError::Refused(message!("whole sums are few, and tell more")));
        }
        let parts = self.parts.measure();
        match self.decision {
            Decision::Theorem(rule, _) => {
                if self.numbers.len() < parts.len() {
                    let why = message!("the theorem does not hold for these parts");
                    self.numbers = rule.numbers(parts).ok_or_else(|| KernelError::Refused(why))?;
                }
            }
            Decision::Misere => {
                for part in self.misere.len()..parts.len() {
                    if let Err(stop) = self.misere.add(parts.options(part), work) {
                        return Ok(Some(stop));
                    }
                }
            }
        }
        for position in positions {
            let Some(sum) = self.sum(position) else {
                return Err(KernelError::Refused(message!("a part was not met")));
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
                        self.searched |= matches!(found, crate::solver::compounds::misere::MisereOutcome::Searched(_));
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
        let positions = self.visited();
        match self.decision {
            Decision::Theorem(_, name) => Authority::Theorem { name, positions },
            Decision::Misere if self.searched => Authority::Search { positions },
            Decision::Misere => Authority::Theorem { name: template!("the theorem on tame games"), positions },
        }
    }

    fn visited(&self) -> u64 {
        self.parts.known() + self.misere.searched() as u64
    }
}
