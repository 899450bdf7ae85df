//! Grundy values of packed parts, added up.

use super::metered::Metered;
use super::packed::{Kind, OnKernel, Packed, Snag};
use super::{Running, Wants, told_bits};
use crate::budget::{Allowance, Stop};
use crate::method::Method;
use crate::solution::{Authority, Judgement};
use crate::solver::loop_fault;
use crate::solver::search::{Failure, Memo};
use grundy_kernel::{Kernel, Key};
use grundy_rules::game::Loops;
use grundy_rules::{Instance, Part, Position};
use grundy_value::{Grundy, Remoteness};
use std::sync::Arc;

/// Every part that can be reached is valued once, whatever the sum it stands in.
pub(crate) struct Parts;

impl Parts {
    /// The way for a game whose parts have Grundy values.
    pub fn way(instance: &Arc<Instance>, running: Running) -> Packed<Parts> {
        Packed::new(instance, running, Parts)
    }
}

impl Kind for Parts {
    fn name(&self) -> &'static str {
        "search of parts"
    }

    fn method(&self) -> Method {
        Method::GrundySearch
    }

    fn because(&self, bits: u32) -> String {
        format!("Grundy values decide its sums, and a part packs into {}", told_bits(bits))
    }

    fn make<K: Key>(&self, kernel: Kernel, runner: Metered) -> Box<dyn OnKernel> {
        let memo = Memo::<K>::new(kernel.traits());
        Box::new(PartsOn { kernel, runner, memo })
    }
}

struct PartsOn<K> {
    kernel: Kernel,
    runner: Metered,
    memo: Memo<K>,
}

impl<K: Key> OnKernel for PartsOn<K> {
    fn reach(&mut self, positions: &[Position], _: Wants, allowance: &Allowance) -> Result<Option<Stop>, Snag> {
        let mut roots: Vec<K> = Vec::new();
        for part in positions.iter().flat_map(Position::in_play) {
            roots.push(self.kernel.encode(part, None).ok_or_else(|| Snag::Refused("a part is too wide".to_owned()))?);
        }
        let alone = |key: K| Position::alone(None, self.kernel.decode(key).0);
        match self.memo.reach(&self.runner, &roots, allowance) {
            Ok(()) => Ok(None),
            Err(Failure::Stop(stop)) => Ok(Some(stop)),
            Err(Failure::Trouble(key)) => Err(Snag::Trouble(alone(key))),
            Err(Failure::Ends(_)) => Err(Snag::Refused("play can end otherwise than by having no move".to_owned())),
            Err(Failure::Loopy { cycle, .. }) if self.kernel.instance().game().loops == Loops::None => {
                let cycle: Vec<Position> = cycle.into_iter().map(alone).collect();
                Err(Snag::Fault(loop_fault(self.kernel.instance(), &cycle, "the rules say `loops none`")))
            }
            Err(Failure::Loopy { .. }) => Err(Snag::Refused("play can go on for ever".to_owned())),
        }
    }

    fn judgement(&self, position: &Position) -> Judgement {
        let value = |part: &Part| {
            let (grundy, remoteness) = self.memo.value(self.kernel.encode(part, None)?)?;
            Some((Grundy(u64::from(grundy)), remoteness.map(|moves| Remoteness(u64::from(moves)))))
        };
        sum_of_parts(position, value)
    }

    fn authority(&mut self, _: &Position) -> Authority {
        Authority::Grundy { positions: self.examined() }
    }

    fn examined(&self) -> u64 {
        self.memo.known()
    }
}

/// What the Grundy values of parts, and the moves to their ends where no play splits, say of their sum.
pub(super) fn sum_of_parts(
    position: &Position,
    value: impl Fn(&Part) -> Option<(Grundy, Option<Remoteness>)>,
) -> Judgement {
    let values: Option<Vec<(Grundy, Option<Remoteness>)>> = position.in_play().map(value).collect();
    let Some(values) = values else { return Judgement::default() };
    let grundy: Grundy = values.iter().map(|(grundy, _)| *grundy).sum();
    // The moves to the end of a sum are known where at most one part can still move.
    let mut remoteness = Some(Remoteness::ZERO);
    for (_, moves) in &values {
        remoteness = match (remoteness, *moves) {
            (so_far, Some(Remoteness::ZERO)) => so_far,
            (Some(Remoteness::ZERO), moves) => moves,
            _ => None,
        };
    }
    Judgement { winner: Some(grundy.outcome().into()), grundy: Some(grundy), remoteness, score: None }
}
