//! Whole sums of packed parts, under any compound rule.

use super::compiled::{Compiled, KernelError, KernelSolver, Kind};
use super::metered::Metered;
use super::{Backend, format_bits};
use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::network::{INFINITE, NodeValue};
use crate::solver::sums::{Manner, Searched, SumPart, Sums as SumSearch};
use crate::solver::{loop_fault, winner_by_score};
use crate::work::Work;
use grundy_kernel::{Kernel, Key};
use grundy_message::{Message, Template, message, template};
use grundy_rules::game::Loops;
use grundy_rules::{Compound, Instance, Position, Side};
use grundy_value::{Evaluation, QuantitySet, Remoteness, Winner};
use std::cell::RefCell;
use std::sync::Arc;

/// Lists every position of the sum, and values them backwards from the ends of play.
pub(crate) struct Sums(Manner);

impl Sums {
    /// Creates the method for sums of this game under this compound rule; `None` if only the reference handles them.
    pub fn method(instance: &Arc<Instance>, compound: Compound, running: Backend) -> Option<Compiled<Sums>> {
        Some(Compiled::new(instance, running, Sums(Manner::of(instance, compound)?)))
    }
}

impl Kind for Sums {
    fn name(&self) -> &'static Template {
        template!("search of whole sums")
    }

    fn method(&self) -> MethodName {
        MethodName::Sums
    }

    fn because(&self, bits: u32) -> Message {
        message!(
            "a part packs into {bits}, and all sums that can be reached are to be listed",
            bits = format_bits(bits)
        )
    }

    fn make<K: Key>(&self, kernel: Kernel, machine: Metered) -> Box<dyn KernelSolver> {
        let sums = RefCell::new(SumSearch::<K, _>::new(machine, self.0));
        Box::new(SumsOn { kernel, sums, compound: self.0.compound, is_complete: true })
    }
}

struct SumsOn<K: Key> {
    kernel: Kernel,
    /// In a cell because looking up a sum numbers its parts, which may be new.
    sums: RefCell<SumSearch<K, Metered>>,
    compound: Compound,
    is_complete: bool,
}

impl<K: Key> SumsOn<K> {
    fn sum(&self, position: &Position) -> Option<(u32, Vec<SumPart<K>>)> {
        let mover = u32::from(position.mover == Some(Side::Right));
        let part = |part: &Option<grundy_rules::Part>| match part {
            None => Some(None),
            Some(part) => self.kernel.encode(part, None).map(Some),
        };
        // A finished part counts only if it ends the game.
        let counts = |part: &&Option<grundy_rules::Part>| part.is_some() || self.compound == Compound::Short;
        Some((mover, position.parts.iter().filter(counts).map(part).collect::<Option<_>>()?))
    }

    fn position(&self, mover: u32, parts: &[SumPart<K>]) -> Position {
        let side = if mover == 0 { Side::Left } else { Side::Right };
        let part = |part: &SumPart<K>| part.map(|key| self.kernel.decode(key).0);
        Position { mover: self.kernel.layout().players.then_some(side), parts: parts.iter().map(part).collect() }
    }
}

impl<K: Key> KernelSolver for SumsOn<K> {
    fn reach(&mut self, positions: &[Position], _: QuantitySet, work: &Work) -> Result<Option<Stop>, KernelError> {
        let game = self.kernel.instance().game();
        let must_end = game.points || game.loops == Loops::None;
        self.is_complete = true;
        self.sums.borrow_mut().rollback();
        for position in positions {
            let Some((mover, parts)) = self.sum(position) else {
                return Err(KernelError::Refused(message!("a part is too wide")));
            };
            let searched = self.sums.borrow_mut().reach(mover, &parts, work);
            match searched {
                Searched::Whole => {}
                Searched::Stopped(stop) => {
                    self.is_complete = false;
                    return Ok(Some(stop));
                }
                Searched::Unsupported => return Err(KernelError::Wider),
            }
            let mut sums = self.sums.borrow_mut();
            if must_end && sums.is_loopy(mover, &parts) {
                let why = if game.points {
                    message!("a game for points must end")
                } else {
                    message!("the rules say `loops none`")
                };
                let cycle = sums.loop_from(mover, &parts);
                let cycle: Vec<Position> = cycle.iter().map(|(mover, parts)| self.position(*mover, parts)).collect();
                return Err(KernelError::Fault(loop_fault(self.kernel.instance(), &cycle, why)));
            }
        }
        Ok(None)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let Some((mover, parts)) = self.sum(position) else { return Evaluation::default() };
        let mut evaluation = Evaluation::default();
        let moves = |moves: u32| (moves != INFINITE).then_some(Remoteness(u64::from(moves)));
        (evaluation.winner, evaluation.remoteness) = match self.sums.borrow_mut().value(mover, &parts) {
            NodeValue::Unknown => (None, None),
            NodeValue::Win(length) => (Some(Winner::First), moves(length)),
            NodeValue::Lose(length) => (Some(Winner::Second), moves(length)),
            NodeValue::Draw => (Some(Winner::Draw), None),
            NodeValue::Score(score) => {
                let winner = winner_by_score(self.kernel.instance().game(), &score, position.mover);
                evaluation.score = Some(score);
                (Some(winner), None)
            }
        };
        if !self.is_complete {
            // In an incomplete graph a quicker win may lie outside.
            evaluation.remoteness = None;
        }
        evaluation
    }

    fn authority(&mut self, position: &Position) -> Authority {
        let positions = self.visited();
        let loopy = self.sum(position).is_some_and(|(mover, parts)| self.sums.get_mut().is_loopy(mover, &parts));
        if loopy { Authority::Retrograde { positions } } else { Authority::Search { positions } }
    }

    fn visited(&self) -> u64 {
        self.sums.borrow().visited()
    }
}
