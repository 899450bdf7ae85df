//! The reference: every position listed by the meaning of the rules and valued by the plain definitions. What faster
//! solvers must agree with, and what answers where they refuse.

pub(crate) mod anti;
mod endless;
pub(crate) mod explore;
pub(crate) mod grundy;
pub(crate) mod order;
mod retrograde;
pub(crate) mod score;
pub(crate) mod search;
pub(crate) mod worth;

use crate::budget::{Halt, Stop, Watch};
use crate::plan::Road;
use crate::solution::{Authority, Judgement, Winner};
use crate::solver::{look_at, loop_fault, winner_by_score};
use grundy::{PartTable, PartValue};
use grundy_rules::game::Loops;
use grundy_rules::{Fault, Instance, Join, Position, Standing};
use grundy_value::Remoteness;
use search::{Search, Terms};
use std::sync::Arc;
use worth::{ENDLESS, Worth};

/// Positions of one game solved by the meaning of its rules; what was found is kept for the next ones.
pub(crate) struct Reference {
    instance: Arc<Instance>,
    join: Join,
    road: Road,
    parts: PartTable,
    search: Search,
}

/// Where an answer is to be found.
#[derive(Clone, Copy)]
pub(crate) struct Reached {
    road: Road,
    /// Why not everything was examined, if so.
    pub stop: Option<Stop>,
}

impl Reference {
    /// Nothing found yet.
    pub fn new(instance: &Arc<Instance>, join: Join, road: Road) -> Reference {
        let search = Search::new(Terms { points: instance.game().points, loops: instance.game().loops });
        Reference { instance: instance.clone(), join, road, parts: PartTable::default(), search }
    }

    /// Forgets everything if it has come to be more than so many positions.
    pub fn keep_below(&mut self, max_positions: u64) {
        if self.parts.examined() + self.search.examined() > max_positions {
            self.parts = PartTable::default();
            self.search.clear();
        }
    }

    /// How a position stands, its parts in the order in which they were asked.
    pub fn look(&mut self, position: &Position, watch: &mut Watch) -> Result<Standing, Halt> {
        match self.road {
            Road::Anti => anti::look(position, &self.instance, &mut self.parts, watch),
            _ => watch.spend(|meter| look_at(&self.instance, position, self.join, meter)),
        }
    }

    /// Finds out all that can be found out about a position.
    ///
    /// # Errors
    /// The rules could not be carried out somewhere in play from it, or play loops where it must not.
    pub fn reach(&mut self, position: &Position, watch: &mut Watch) -> Result<Reached, Fault> {
        let Reference { instance, join, parts, search, .. } = self;
        let loops = instance.game().loops;
        if self.road == Road::Grundy {
            let before = watch.admitted();
            let stop = parts.reach(position.in_play(), instance, watch)?;
            let looping = position.in_play().find(|part| parts.value(part) == PartValue::Loopy);
            let Some(part) = looping else { return Ok(Reached { road: Road::Grundy, stop }) };
            let cycle = parts.loop_from(part);
            watch.readmit(before);
            if stop.is_some() {
                parts.retreat();
            }
            if loops == Loops::None {
                return Err(loop_fault(instance, &cycle, "the rules say `loops none`"));
            }
        }
        let found = match self.road {
            Road::Anti => {
                let mut look = |position: &Position, watch: &mut Watch| anti::look(position, instance, parts, watch);
                search.reach(position, watch, &mut look)
            }
            _ => {
                let mut look = |position: &Position, watch: &mut Watch| {
                    watch.spend(|meter| look_at(instance, position, *join, meter))
                };
                search.reach(position, watch, &mut look)
            }
        };
        // A score that grew too large somewhere in play is a fault of the play from here.
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
                search.retreat();
            }
            return Err(fault);
        }
        let road = if self.road == Road::Grundy { Road::Retrograde } else { self.road };
        Ok(Reached { road, stop })
    }

    /// Forgets what a stop left half done.
    pub fn retreat(&mut self, reached: Reached) {
        if reached.stop.is_some() {
            self.parts.retreat();
            self.search.retreat();
        }
    }

    /// What is known of a position that was reached.
    pub fn judgement(&self, position: &Position, reached: Reached) -> Judgement {
        let mut judgement = Judgement::default();
        if reached.road == Road::Grundy {
            judgement.grundy = self.parts.grundy(position.in_play());
            judgement.winner = judgement.grundy.map(|grundy| grundy.outcome().into());
            judgement.remoteness = self.parts.remoteness(position.in_play());
        } else {
            let remoteness = |moves: u32| (moves != ENDLESS).then_some(Remoteness(u64::from(moves)));
            (judgement.winner, judgement.remoteness) = match self.search.worth(position) {
                Worth::Unknown => (None, None),
                Worth::Win(moves) => (Some(Winner::First), remoteness(*moves)),
                Worth::Lose(moves) => (Some(Winner::Second), remoteness(*moves)),
                Worth::Draw => (Some(Winner::Draw), None),
                Worth::Score(score) => {
                    judgement.score = Some(score.clone());
                    (Some(winner_by_score(self.instance.game(), score, position.mover)), None)
                }
            };
        }
        if reached.stop.is_some() {
            // In a graph that is not complete a quicker win may lie outside.
            judgement.remoteness = None;
        }
        judgement
    }

    /// On what authority a position is judged.
    pub fn authority(&self, position: &Position, reached: Reached) -> Authority {
        let positions = self.examined(reached);
        match reached.road {
            Road::Grundy => Authority::Grundy { positions },
            _ if self.search.is_loopy(position) => Authority::Retrograde { positions },
            _ => Authority::Search { positions },
        }
    }

    /// How many positions were examined.
    pub fn examined(&self, reached: Reached) -> u64 {
        if reached.road == Road::Grundy { self.parts.examined() } else { self.search.examined() }
    }
}
