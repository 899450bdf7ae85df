//! The reference: every position listed by interpreting the rules and valued by the plain definitions. Faster solvers
//! must agree with it, and it answers where they refuse.

pub(crate) mod anti;
pub(crate) mod explore;
pub(crate) mod grundy;
pub(crate) mod search;

use crate::budget::{Budget, Interrupt, Stop};
use crate::method::MethodName;
use crate::plan::{Plan, Theory};
use crate::solution::Authority;
use crate::solver::method::{Method, MethodError};
use crate::solver::network::{INFINITE, NodeValue, Terms};
use crate::solver::{look_at, loop_fault, winner_by_score};
use crate::work::Work;
use grundy::{PartTable, PartValue};
use grundy_message::{Message, Template, message, template};
use grundy_rules::game::Loops;
use grundy_rules::{Compound, Fault, FaultClass, Instance, Position, Standing};
use grundy_value::{Evaluation, QuantitySet, Remoteness, Winner};
use search::Search;
use std::sync::Arc;

/// Solves positions of one game by interpreting its rules; results are cached.
pub(crate) struct Reference {
    instance: Arc<Instance>,
    compound: Compound,
    plan: Plan,
    parts: PartTable,
    search: Search,
    /// Whether the parts, and not whole sums, hold the last answer.
    by_parts: bool,
    /// Why not everything was visited for the last answer, if so.
    stop: Option<Stop>,
}

impl Reference {
    /// Creates a reference solver without results.
    pub fn new(instance: &Arc<Instance>, compound: Compound, plan: Plan) -> Reference {
        let search = Search::new(Terms { points: instance.game().points, loops: instance.game().loops });
        let (instance, parts) = (instance.clone(), PartTable::default());
        Reference { instance, compound, plan, parts, search, by_parts: false, stop: None }
    }

    /// Returns the moves of a position or its end, with its parts in the given order.
    pub fn look(&mut self, position: &Position, work: &Work) -> Result<Standing, Interrupt> {
        match self.plan.theory {
            Theory::Anti => anti::look(position, &self.instance, &mut self.parts, work),
            _ => work.spend(|meter| look_at(&self.instance, position, self.compound, meter)),
        }
    }

    /// Solves a position as far as possible; returns whether the parts hold the answer, and why it stopped early.
    fn solve(&mut self, position: &Position, work: &Work) -> Result<(bool, Option<Stop>), Fault> {
        let Reference { instance, compound, parts, search, .. } = self;
        let loops = instance.game().loops;
        if self.plan.theory == Theory::Grundy {
            let before = work.admitted();
            let stop = parts.reach(position.in_play(), instance, work)?;
            let looping = position.in_play().find(|part| parts.value(part) == PartValue::Loopy);
            let Some(part) = looping else { return Ok((true, stop)) };
            let cycle = parts.loop_from(part);
            work.readmit(before);
            if stop.is_some() {
                parts.rollback();
            }
            if loops == Loops::None {
                return Err(loop_fault(instance, &cycle, message!("the rules say `loops none`")));
            }
        }
        let found = match self.plan.theory {
            Theory::Anti => {
                let mut look = |position: &Position, work: &Work| anti::look(position, instance, parts, work);
                search.reach(position, work, &mut look)
            }
            _ => {
                let mut look = |position: &Position, work: &Work| {
                    work.spend(|meter| look_at(instance, position, *compound, meter))
                };
                search.reach(position, work, &mut look)
            }
        };
        // A score that grew too large somewhere in play is a fault of the queried position.
        let stop = found.map_err(|fault| fault.at(|| instance.print_position(position)))?;
        let why = match loops {
            _ if instance.game().points => Some(message!("a game for points must end")),
            Loops::None => Some(message!("the rules say `loops none`")),
            _ => None,
        };
        if let Some(why) = why
            && search.is_loopy(position)
        {
            let fault = loop_fault(instance, &search.loop_from(position), why);
            if stop.is_some() {
                search.rollback();
            }
            return Err(fault);
        }
        Ok((false, stop))
    }
}

impl Method for Reference {
    fn name(&self) -> &'static Template {
        template!("every position by the meaning of the rules")
    }

    fn method(&self) -> MethodName {
        MethodName::Reference
    }

    fn accepts(&mut self, _: &[Position], _: QuantitySet) -> Result<Message, Message> {
        Ok(self.plan.because.clone())
    }

    /// Solves the first of these positions; the others are one move away from it.
    fn reach(&mut self, positions: &[Position], _: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError> {
        (self.by_parts, self.stop) = self.solve(&positions[0], work)?;
        Ok(self.stop)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let mut evaluation = Evaluation::default();
        if self.by_parts {
            evaluation = self.parts.grundy(position.in_play()).map(Evaluation::from).unwrap_or_default();
            evaluation.remoteness = self.parts.remoteness(position.in_play());
        } else {
            let remoteness = |moves: u32| (moves != INFINITE).then_some(Remoteness(u64::from(moves)));
            (evaluation.winner, evaluation.remoteness) = match self.search.value(position) {
                NodeValue::Unknown => (None, None),
                NodeValue::Win(moves) => (Some(Winner::First), remoteness(*moves)),
                NodeValue::Lose(moves) => (Some(Winner::Second), remoteness(*moves)),
                NodeValue::Draw => (Some(Winner::Draw), None),
                NodeValue::Score(score) => {
                    evaluation.score = Some(score.clone());
                    (Some(winner_by_score(self.instance.game(), score, position.mover)), None)
                }
            };
        }
        if self.stop.is_some() {
            // In an incomplete graph a quicker win may lie outside.
            evaluation.remoteness = None;
        }
        evaluation
    }

    fn authority(&mut self, position: &Position) -> Authority {
        let positions = self.visited();
        match self.by_parts {
            true => Authority::Grundy { positions },
            false if self.search.is_loopy(position) => Authority::Retrograde { positions },
            false => Authority::Search { positions },
        }
    }

    fn visited(&self) -> u64 {
        if self.by_parts { self.parts.visited() } else { self.search.visited() }
    }

    fn rollback(&mut self) {
        if self.stop.is_some() {
            self.parts.rollback();
            self.search.rollback();
        }
    }

    fn clear(&mut self) {
        self.parts = PartTable::default();
        self.search.clear();
    }

    fn begin(&mut self, budget: &Budget) {
        if self.parts.visited() + self.search.visited() > budget.max_positions {
            self.clear();
        }
    }
}

/// Returns the fault of a score with too many digits.
pub(crate) fn score_too_large() -> Fault {
    Fault::new(FaultClass::Arithmetic, message!("the score has too many digits"), None)
}
