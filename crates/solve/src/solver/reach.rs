//! Chooses the method that finds what is wanted: the methods of the plan in order, and the reference if all refuse.
//!
//! In: positions and what is wanted of them. Out: the [`Source`] that knows it, or why the budget ended first. A method
//! that runs out of memory or positions makes room for the next, which may need less; all share one clock.

use super::method::{Method, MethodError};
use super::{Solver, winner_by_score};
use crate::budget::Stop;
use crate::method::MethodName;
use crate::plan::choice::order;
use crate::work::Work;
use grundy_rules::int::TooLarge;
use grundy_rules::{Fault, Position, Side, Step};
use grundy_value::{Evaluation, Quantity, QuantitySet, Winner};

/// Where a result is stored.
#[derive(Clone, Copy)]
pub(super) struct Source {
    /// Index of the method; see [`Solver::source`].
    index: usize,
    /// Why the method stopped early, if it did.
    pub stop: Option<Stop>,
}

impl Solver {
    /// Returns the method that holds a result. The reference comes after all others.
    pub(super) fn source(&mut self, source: Source) -> &mut dyn Method {
        match self.methods.get_mut(source.index) {
            Some(method) => &mut **method,
            None => &mut self.reference,
        }
    }

    /// Solves the first of these positions as far as possible, and the others, which are one move away from it.
    pub(super) fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Source, Fault> {
        self.prepare();
        let mut partial = None;
        let mut stopped = None;
        self.gave_up = None;
        for index in order(&mut self.methods, positions, wants, &self.budget) {
            let method = &mut self.methods[index];
            match method.reach(positions, wants, work) {
                Ok(None) => {
                    self.gave_up = partial.or(stopped).map(|(_, stop)| stop);
                    return Ok(Source { index, stop: None });
                }
                // Another method may need less memory; time and cancellation are shared by all.
                Ok(Some(stop @ (Stop::MemoryLimit(_) | Stop::PositionLimit(_) | Stop::MoveLimit(_)))) => {
                    // Its partial results are useful only if they contain the winner.
                    if partial.is_none() && knows_winner(&**method, positions) {
                        partial = Some((index, stop));
                    } else {
                        method.clear();
                        stopped = stopped.or(Some((index, stop)));
                    }
                }
                Ok(Some(stop)) => return Ok(Source { index, stop: Some(stop) }),
                Err(MethodError::Refused(why)) => {
                    if let Some(fault) = self.method_refused(&why) {
                        return Err(fault);
                    }
                }
                Err(MethodError::Fault(fault)) => return Err(*fault),
            }
        }
        if let Some((index, stop)) = partial.or(stopped) {
            return Ok(Source { index, stop: Some(stop) });
        }
        if let Some(method) = self.method.filter(|method| *method != MethodName::Reference) {
            return Err(self.method_refused(&method.purpose().into()).unwrap_or_else(Fault::budget));
        }
        match self.reference.reach(positions, wants, work) {
            Ok(stop) => Ok(Source { index: self.methods.len(), stop }),
            Err(MethodError::Fault(fault)) => Err(*fault),
            Err(MethodError::Refused(why)) => Err(Fault::refused(why)),
        }
    }

    /// Solves many positions at once, if one method takes them all without a fault. What is found before the budget
    /// ends is stored as well.
    pub(super) fn reach_together(
        &mut self,
        positions: &[Position],
        wants: QuantitySet,
        work: &Work,
        found: &mut [Evaluation],
    ) -> Together {
        if positions.len() < 2 {
            return Together::OneByOne;
        }
        self.prepare();
        for index in 0..self.methods.len() {
            let method = &mut self.methods[index];
            match method.reach(positions, wants, work) {
                Ok(None) => {
                    for (position, found) in positions.iter().zip(found) {
                        *found = method.evaluation(position);
                    }
                    return Together::Done;
                }
                Ok(Some(stop)) => {
                    for (position, found) in positions.iter().zip(&mut *found) {
                        if !tells(found, wants) {
                            *found = method.evaluation(position);
                        }
                    }
                    if is_over(stop) {
                        return Together::CalledOff(stop);
                    }
                    // Another method may need less of what ran out, and needs the memory.
                    method.clear();
                    if found.iter().all(|found| tells(found, wants)) {
                        return Together::Done;
                    }
                }
                Err(MethodError::Refused(_)) => {}
                // Positions are tried one by one to find the faulty one.
                Err(MethodError::Fault(_)) => return Together::OneByOne,
            }
        }
        Together::OneByOne
    }

    /// Returns what is known of a solved position.
    pub(super) fn evaluation(&self, position: &Position, source: Source) -> Evaluation {
        match self.methods.get(source.index) {
            Some(method) => method.evaluation(position),
            None => self.reference.evaluation(position),
        }
    }

    /// Returns the value of a move for the player who makes it from a position with this mover.
    pub(super) fn evaluation_of(
        &self,
        step: &Step,
        mover: Option<Side>,
        source: Source,
    ) -> Result<Evaluation, TooLarge> {
        let mut evaluation = self.evaluation(&step.to, source);
        if let Some(after) = &evaluation.score {
            let score = if step.again { step.gain.add(after)? } else { step.gain.subtract(after)? };
            // A tie counts for the player of the queried position, not for the next mover.
            evaluation.winner = Some(winner_by_score(self.instance.game(), &score, mover));
            evaluation.score = Some(score);
        } else if !step.again {
            evaluation.winner = evaluation.winner.map(Winner::opposite);
        }
        Ok(evaluation)
    }
}

/// Outcome of solving many positions together.
pub(super) enum Together {
    /// Everything that can be known is known.
    Done,
    /// The time is up, or the work was cancelled.
    CalledOff(Stop),
    /// The remaining positions are to be solved one by one.
    OneByOne,
}

/// Returns true if a stop holds for every method and position: time and cancellation are shared by all.
pub(super) fn is_over(stop: Stop) -> bool {
    matches!(stop, Stop::TimeLimit(_) | Stop::StepLimit(_) | Stop::Cancelled)
}

/// Returns true if the evaluation contains what is wanted.
pub(super) fn tells(evaluation: &Evaluation, wants: QuantitySet) -> bool {
    let has = |quantity: Quantity| match quantity {
        Quantity::Outcome | Quantity::Score => evaluation.winner.is_some(),
        Quantity::Grundy => evaluation.grundy.is_some(),
        Quantity::Remoteness => evaluation.remoteness.is_some() || evaluation.winner == Some(Winner::Draw),
    };
    // A position need not have every kind of value, but it has a winner.
    match wants == QuantitySet::ALL {
        true => has(Quantity::Outcome),
        false => Quantity::ALL.into_iter().filter(|quantity| wants.contains(*quantity)).all(has),
    }
}

/// Returns true if a method knows the winner of the first of these positions.
fn knows_winner(method: &dyn Method, positions: &[Position]) -> bool {
    positions.first().is_some_and(|position| method.evaluation(position).winner.is_some())
}
