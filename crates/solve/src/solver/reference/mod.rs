//! The reference: every position listed by interpreting the rules and valued by the plain definitions. Faster solvers
//! must agree with it, and it answers where they refuse.

pub(crate) mod anti;
pub(crate) mod explore;
pub(crate) mod grundy;
pub(crate) mod search;

use crate::budget::{Halt, Stop};
use crate::plan::Theory;
use crate::solution::Authority;
use crate::solver::network::{ENDLESS, Terms, Worth};
use crate::solver::{look_at, loop_fault, winner_by_score};
use crate::work::Work;
use grundy::{PartTable, PartValue};
use grundy_rules::game::Loops;
use grundy_rules::{Compound, Fault, FaultClass, Instance, Position, Standing};
use grundy_value::{Evaluation, Remoteness, Winner};
use search::Search;
use std::sync::Arc;

/// Solves positions of one game by interpreting its rules; results are cached.
pub(crate) struct Reference {
    instance: Arc<Instance>,
    compound: Compound,
    theory: Theory,
    parts: PartTable,
    search: Search,
}

/// Which table holds an answer.
#[derive(Clone, Copy)]
pub(crate) struct Reached {
    theory: Theory,
    /// Why not everything was visited, if so.
    pub stop: Option<Stop>,
}

impl Reference {
    /// Creates a reference solver without results.
    pub fn new(instance: &Arc<Instance>, compound: Compound, theory: Theory) -> Reference {
        let search = Search::new(Terms { points: instance.game().points, loops: instance.game().loops });
        Reference { instance: instance.clone(), compound, theory, parts: PartTable::default(), search }
    }

    /// Drops everything if it holds more than `max_positions` positions.
    pub fn keep_below(&mut self, max_positions: u64) {
        if self.parts.examined() + self.search.examined() > max_positions {
            self.parts = PartTable::default();
            self.search.clear();
        }
    }

    /// Returns the moves of a position or its end, with its parts in the given order.
    pub fn look(&mut self, position: &Position, work: &Work) -> Result<Standing, Halt> {
        match self.theory {
            Theory::Anti => anti::look(position, &self.instance, &mut self.parts, work),
            _ => work.spend(|meter| look_at(&self.instance, position, self.compound, meter)),
        }
    }

    /// Solves a position as far as possible.
    ///
    /// # Errors
    /// Fails if the rules could not be carried out somewhere in play from it, or if play loops where it must not.
    pub fn reach(&mut self, position: &Position, work: &Work) -> Result<Reached, Fault> {
        let Reference { instance, compound, parts, search, .. } = self;
        let loops = instance.game().loops;
        if self.theory == Theory::Grundy {
            let before = work.admitted();
            let stop = parts.reach(position.in_play(), instance, work)?;
            let looping = position.in_play().find(|part| parts.value(part) == PartValue::Loopy);
            let Some(part) = looping else { return Ok(Reached { theory: Theory::Grundy, stop }) };
            let cycle = parts.loop_from(part);
            work.readmit(before);
            if stop.is_some() {
                parts.rollback();
            }
            if loops == Loops::None {
                return Err(loop_fault(instance, &cycle, "the rules say `loops none`"));
            }
        }
        let found = match self.theory {
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
            _ if instance.game().points => Some("a game for points must end"),
            Loops::None => Some("the rules say `loops none`"),
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
        let theory = if self.theory == Theory::Grundy { Theory::Retrograde } else { self.theory };
        Ok(Reached { theory, stop })
    }

    /// Drops unfinished work of a stopped search.
    pub fn rollback(&mut self, reached: Reached) {
        if reached.stop.is_some() {
            self.parts.rollback();
            self.search.rollback();
        }
    }

    /// Returns what is known of a solved position.
    pub fn evaluation(&self, position: &Position, reached: Reached) -> Evaluation {
        let mut evaluation = Evaluation::default();
        if reached.theory == Theory::Grundy {
            evaluation.grundy = self.parts.grundy(position.in_play());
            evaluation.winner = evaluation.grundy.map(|grundy| grundy.outcome().into());
            evaluation.remoteness = self.parts.remoteness(position.in_play());
        } else {
            let remoteness = |moves: u32| (moves != ENDLESS).then_some(Remoteness(u64::from(moves)));
            (evaluation.winner, evaluation.remoteness) = match self.search.value(position) {
                Worth::Unknown => (None, None),
                Worth::Win(moves) => (Some(Winner::First), remoteness(*moves)),
                Worth::Lose(moves) => (Some(Winner::Second), remoteness(*moves)),
                Worth::Draw => (Some(Winner::Draw), None),
                Worth::Score(score) => {
                    evaluation.score = Some(score.clone());
                    (Some(winner_by_score(self.instance.game(), score, position.mover)), None)
                }
            };
        }
        if reached.stop.is_some() {
            // In an incomplete graph a quicker win may lie outside.
            evaluation.remoteness = None;
        }
        evaluation
    }

    /// Returns the authority for the evaluation of a position.
    pub fn authority(&self, position: &Position, reached: Reached) -> Authority {
        let positions = self.examined(reached);
        match reached.theory {
            Theory::Grundy => Authority::Grundy { positions },
            _ if self.search.is_loopy(position) => Authority::Retrograde { positions },
            _ => Authority::Search { positions },
        }
    }

    /// Returns the number of visited positions.
    pub fn examined(&self, reached: Reached) -> u64 {
        if reached.theory == Theory::Grundy { self.parts.examined() } else { self.search.examined() }
    }
}

/// Returns the fault of a score with too many digits.
pub(crate) fn score_too_large() -> Fault {
    Fault::new(FaultClass::Arithmetic, "the score has too many digits", None)
}
