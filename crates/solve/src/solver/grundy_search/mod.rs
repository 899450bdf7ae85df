//! Grundy values of packed parts, added up.

pub(crate) mod memo;

use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::grundy_search::memo::{Failure, Memo};
use crate::solver::loop_fault;
use crate::solver::method::Metered;
use crate::solver::method::compiled::{Compiled, KernelError, KernelSolver, Kind};
use crate::solver::method::{Backend, format_bits};
use crate::work::Work;
use grundy_kernel::{Kernel, Key};
use grundy_message::{Message, Template, message, template};
use grundy_rules::game::Loops;
use grundy_rules::{Instance, Part, Position};
use grundy_value::{Evaluation, Grundy, QuantitySet, Remoteness};
use std::sync::Arc;

/// Values every reachable part once, whatever sum it is in.
pub(crate) struct GrundySearch;

impl GrundySearch {
    /// Creates the method for a game whose parts have Grundy values.
    pub fn method(instance: &Arc<Instance>, running: Backend) -> Compiled<GrundySearch> {
        Compiled::new(instance, running, GrundySearch)
    }
}

impl Kind for GrundySearch {
    fn name(&self) -> &'static Template {
        template!("search of parts")
    }

    fn method(&self) -> MethodName {
        MethodName::GrundySearch
    }

    fn because(&self, bits: u32) -> Message {
        message!("Grundy values decide its sums, and a part packs into {bits}", bits = format_bits(bits))
    }

    fn make<K: Key>(&self, kernel: Kernel, runner: Metered) -> Box<dyn KernelSolver> {
        let memo = Memo::<K>::new(kernel.traits());
        Box::new(PartsOn { kernel, runner, memo })
    }
}

struct PartsOn<K> {
    kernel: Kernel,
    runner: Metered,
    memo: Memo<K>,
}

impl<K: Key> KernelSolver for PartsOn<K> {
    fn reach(&mut self, positions: &[Position], _: QuantitySet, work: &Work) -> Result<Option<Stop>, KernelError> {
        let mut roots: Vec<K> = Vec::new();
        for part in positions.iter().flat_map(Position::in_play) {
            roots.push(
                self.kernel.encode(part, None).ok_or_else(|| KernelError::Refused(message!("a part is too wide")))?,
            );
        }
        let alone = |key: K| Position::alone(None, self.kernel.decode(key).0);
        match self.memo.reach(&self.runner, &roots, work) {
            Ok(()) => Ok(None),
            Err(Failure::Stop(stop)) => Ok(Some(stop)),
            Err(Failure::Unsupported(key)) => Err(KernelError::Unsupported(alone(key))),
            Err(Failure::Ends(_)) => {
                Err(KernelError::Refused(message!("play can end otherwise than by having no move")))
            }
            Err(Failure::Loopy { cycle, .. }) if self.kernel.instance().game().loops == Loops::None => {
                let cycle: Vec<Position> = cycle.into_iter().map(alone).collect();
                Err(KernelError::Fault(loop_fault(
                    self.kernel.instance(),
                    &cycle,
                    message!("the rules say `loops none`"),
                )))
            }
            Err(Failure::Loopy { .. }) => Err(KernelError::Refused(message!("play can go on for ever"))),
        }
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let value = |part: &Part| {
            let (grundy, remoteness) = self.memo.value(self.kernel.encode(part, None)?)?;
            Some((Grundy(u64::from(grundy)), remoteness.map(|moves| Remoteness(u64::from(moves)))))
        };
        sum_of_parts(position, value)
    }

    fn authority(&mut self, _: &Position) -> Authority {
        Authority::Grundy { positions: self.visited() }
    }

    fn visited(&self) -> u64 {
        self.memo.known()
    }
}

/// Returns the evaluation of a sum from the Grundy values of its parts, and the moves to their ends if no play splits.
pub(crate) fn sum_of_parts(
    position: &Position,
    value: impl Fn(&Part) -> Option<(Grundy, Option<Remoteness>)>,
) -> Evaluation {
    let values: Option<Vec<(Grundy, Option<Remoteness>)>> = position.in_play().map(value).collect();
    let Some(values) = values else { return Evaluation::default() };
    let grundy: Grundy = values.iter().map(|(grundy, _)| *grundy).sum();
    // The moves to the end of a sum are known if at most one part can still move.
    let mut remoteness = Some(Remoteness::ZERO);
    for (_, moves) in &values {
        remoteness = match (remoteness, *moves) {
            (partial, Some(Remoteness::ZERO)) => partial,
            (Some(Remoteness::ZERO), moves) => moves,
            _ => None,
        };
    }
    Evaluation { remoteness, ..grundy.into() }
}
