//! Which way finds out what is wanted: the ways of the plan asked one after the other, and the reference where all refuse.
//!
//! In: positions and what is wanted of them. Out: the [`Source`] that knows it, or why the budget ended first. A way that runs out
//! of memory or positions makes room for the next, which may need less; the clock is the same for all.

use super::reference;
use super::way::{Unable, Wants, Way};
use super::{Solver, winner_by_score};
use crate::budget::{Stop, Watch};
use crate::method::Method;
use crate::solution::{Judgement, Winner};
use grundy_rules::int::TooLarge;
use grundy_rules::{Fault, Position, Side, Step};

/// Who knows what was found.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// The way of this place.
    Way(usize, Option<Stop>),
    /// The reference.
    Reference(reference::Reached),
}

impl Source {
    pub(super) fn stop(self) -> Option<Stop> {
        match self {
            Source::Way(_, stop) => stop,
            Source::Reference(reached) => reached.stop,
        }
    }
}

impl Solver {
    /// Finds out all that can be found out about a position, the first of these, and about those that its moves lead to.
    pub(super) fn reach(&mut self, positions: &[Position], wants: Wants, watch: &mut Watch) -> Result<Source, Fault> {
        let mut partial = None;
        let mut stopped = None;
        self.gave_up = None;
        for place in self.order(positions, wants) {
            let way = &mut self.ways[place];
            match way.reach(positions, wants, watch) {
                Ok(None) => {
                    self.gave_up = partial.or(stopped).map(|(_, stop)| stop);
                    return Ok(Source::Way(place, None));
                }
                // Another way may need less; the clock and who said stop are the same for all.
                Ok(Some(stop @ (Stop::MemoryLimit(_) | Stop::PositionLimit(_) | Stop::MoveLimit(_)))) => {
                    // What it has kept is of use only if it tells who wins.
                    if partial.is_none() && knows_winner(&**way, positions) {
                        partial = Some((place, stop));
                    } else {
                        way.forget();
                        stopped = stopped.or(Some((place, stop)));
                    }
                }
                Ok(Some(stop)) => return Ok(Source::Way(place, Some(stop))),
                Err(Unable::Refused(why)) => {
                    if let Some(fault) = self.method_refused(&why) {
                        return Err(fault);
                    }
                }
                Err(Unable::Fault(fault)) => return Err(*fault),
            }
        }
        if let Some((place, stop)) = partial.or(stopped) {
            return Ok(Source::Way(place, Some(stop)));
        }
        if let Some(method) = self.method.filter(|method| *method != Method::Reference) {
            return Err(self.method_refused(method.purpose()).unwrap_or_else(Fault::budget));
        }
        Ok(Source::Reference(self.reference.reach(&positions[0], watch)?))
    }

    /// The ways in the order in which they are asked: those that look only at what they need first where only the winner
    /// matters; otherwise those that tell more, within a limit if there is another way.
    fn order(&mut self, positions: &[Position], wants: Wants) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.ways.len()).collect();
        let root = &positions[..1];
        let takes = |way: &mut Box<dyn Way>| way.is_selective() && way.accepts(root, Wants::Winner).is_ok();
        if self.ways.iter_mut().any(takes) {
            // Who says how many positions may be examined means it.
            let most = match self.budget.max_packed_positions {
                u64::MAX => self.budget.effort.listed_positions,
                said => said,
            };
            self.ways.iter_mut().for_each(|way| way.list_at_most(most));
            if wants == Wants::Winner {
                order.sort_by_key(|place| !self.ways[*place].is_selective());
            }
        }
        order
    }

    /// Many positions at once, where one way takes them all without a fault. What is found out about them before the
    /// budget ends is told as well.
    pub(super) fn reach_together(
        &mut self,
        positions: &[Position],
        wants: Wants,
        watch: &mut Watch,
        found: &mut [Judgement],
    ) -> Together {
        if positions.len() < 2 {
            return Together::OneByOne;
        }
        for place in 0..self.ways.len() {
            let way = &mut self.ways[place];
            match way.reach(positions, wants, watch) {
                Ok(None) => {
                    for (position, found) in positions.iter().zip(found) {
                        *found = way.judgement(position);
                    }
                    return Together::Done;
                }
                Ok(Some(stop)) => {
                    for (position, found) in positions.iter().zip(&mut *found) {
                        if !tells(found, wants) {
                            *found = way.judgement(position);
                        }
                    }
                    if is_over(stop) {
                        return Together::CalledOff(stop);
                    }
                    // Another way may need less of what ended, and needs the memory.
                    way.forget();
                    if found.iter().all(|found| tells(found, wants)) {
                        return Together::Done;
                    }
                }
                Err(Unable::Refused(_)) => {}
                // Whose fault it is must be seen one by one.
                Err(Unable::Fault(_)) => return Together::OneByOne,
            }
        }
        Together::OneByOne
    }

    /// Forgets what a stop left half done.
    pub(super) fn retreat(&mut self, source: Source) {
        if let Source::Reference(reached) = source {
            self.reference.retreat(reached);
        }
    }

    /// What is known of a position that was reached.
    pub(super) fn judgement(&self, position: &Position, source: Source) -> Judgement {
        match source {
            Source::Way(place, _) => self.ways[place].judgement(position),
            Source::Reference(reached) => self.reference.judgement(position, reached),
        }
    }

    /// What a move is worth to the player who makes it from a position with this mover.
    pub(super) fn worth_of(&self, step: &Step, mover: Option<Side>, source: Source) -> Result<Judgement, TooLarge> {
        let mut worth = self.judgement(&step.to, source);
        if let Some(after) = &worth.score {
            let score = if step.again { step.gain.add(after)? } else { step.gain.subtract(after)? };
            // The tie is judged for who was asked about, not for who moves next.
            worth.winner = Some(winner_by_score(self.instance.game(), &score, mover));
            worth.score = Some(score);
        } else if !step.again {
            worth.winner = worth.winner.map(|winner| match winner {
                Winner::First => Winner::Second,
                Winner::Draw => Winner::Draw,
                Winner::Second => Winner::First,
            });
        }
        Ok(worth)
    }
}

/// What became of many positions that were asked about together.
pub(super) enum Together {
    /// All that can be known is known.
    Done,
    /// The time is up, or somebody said stop.
    CalledOff(Stop),
    /// What is not known yet is to be asked one by one.
    OneByOne,
}

/// Whether a stop is one for every way and every position: the clock and who said stop are the same for all.
pub(super) fn is_over(stop: Stop) -> bool {
    matches!(stop, Stop::TimeLimit(_) | Stop::StepLimit(_) | Stop::Cancelled)
}

/// Whether what is wanted of a position is known.
pub(super) fn tells(judgement: &Judgement, wants: Wants) -> bool {
    match wants {
        Wants::All | Wants::Winner => judgement.winner.is_some(),
        Wants::Grundy => judgement.grundy.is_some(),
        Wants::Remoteness => judgement.remoteness.is_some() || judgement.winner == Some(Winner::Draw),
    }
}

/// Whether a way knows who wins the first of these positions.
fn knows_winner(way: &dyn Way, positions: &[Position]) -> bool {
    positions.first().is_some_and(|position| way.judgement(position).winner.is_some())
}
