//! Positions beside the numbers that the rules name, where the rule of a table may end.
//!
//! In: a table, and the game and givens that it is of. Out: true values beyond the table, for rules to be compared with before
//! they are proved or reported. A threshold or an exception stands in the rules, and is cheap to look at.

use super::far::{FAR, Fact, fact};
use super::gate::Tested;
use super::prover::Prover;
use super::survey::{Plan, Survey};
use grundy_rules::{Instance, Part, Position};
use grundy_solve::{Budget, Solver};
use grundy_value::Quantity;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of numbers of the rules, the greatest first.
const MAX_NUMBERS: usize = 8;
/// What is added to one of them: the only number of a position, or one of several.
const BESIDE: std::ops::RangeInclusive<i64> = -1..=12;
const BESIDE_OF_SEVERAL: std::ops::RangeInclusive<i64> = 0..=2;
/// The other numbers of such a position.
const OTHERS: std::ops::RangeInclusive<i64> = 0..=3;
/// Number of numbers whose positions cost too much before no more are tried.
const MAX_FAILURES: usize = 3;
/// Part of the time that is left for the positions beside one number.
const SHARE_OF_A_NUMBER: f64 = 8.0;
/// Limits of the work for the positions beside one number: a table of one number up to [`FAR`] fits.
const POSITIONS: u64 = 1 << 27;
const MOVES: u64 = 1 << 29;
const STEPS_INTERPRETED: u64 = 20_000_000;
const POSITIONS_INTERPRETED: u64 = 50_000;

/// What is known of positions beside the numbers of the rules, beyond a table.
pub struct Landmarks<'a> {
    survey: &'a Survey,
    known: Vec<(Vec<i64>, Part, Fact)>,
}

impl<'a> Landmarks<'a> {
    /// Evaluates the positions, as far as time and work allow.
    pub fn of(instance: &Arc<Instance>, survey: &'a Survey, prover: &Prover) -> Landmarks<'a> {
        let mut landmarks = Landmarks { survey, known: Vec::new() };
        let plan = &survey.plan;
        let reached = survey.high.iter().copied().min().unwrap_or(i64::MAX);
        let mut numbers: BTreeSet<i64> = instance.game().numbers_of_rules();
        numbers.extend(instance.givens().iter().filter_map(|given| given.as_int()?.to_i64()));
        numbers.retain(|number| (reached.saturating_add(1)..=FAR).contains(number));
        if numbers.is_empty() || prover.is_called_off() {
            return landmarks;
        }
        let Ok(compound) = instance.compound() else { return landmarks };
        let budget = within_means(&prover.share(SHARE_OF_A_NUMBER));
        let Ok(mut solver) = Solver::new(instance.clone(), compound, budget) else { return landmarks };
        let wants = if survey.quantity == Quantity::Grundy { Quantity::Grundy } else { Quantity::Outcome };
        let mut failures = 0;
        for number in numbers.into_iter().rev().take(MAX_NUMBERS) {
            if failures == MAX_FAILURES || prover.is_called_off() {
                break;
            }
            let all: Vec<(Vec<i64>, Part)> = beside(plan, number)
                .into_iter()
                .filter(|numbers| numbers.iter().zip(&survey.high).any(|(number, high)| number > high))
                .filter_map(|numbers| Some((plan.part(instance, &numbers)?, numbers)))
                .map(|(part, numbers)| (numbers, part))
                .collect();
            let positions: Vec<Position> =
                all.iter().map(|(_, part)| Position::alone(plan.mover, part.clone())).collect();
            let before = landmarks.known.len();
            for ((numbers, part), found) in all.into_iter().zip(solver.evaluate(&positions, wants)) {
                let found = found.map(|found| Fact::of_evaluation(&found, survey.quantity)).unwrap_or_default();
                if found.is_known() {
                    landmarks.known.push((numbers, part, found));
                }
            }
            failures += usize::from(landmarks.known.len() == before);
        }
        landmarks
    }

    /// Returns the greatest number of each position where a rule was found to be right.
    ///
    /// # Errors
    /// Fails with the part where the rule is wrong.
    pub fn compare(&self, rule: &Tested) -> Result<Vec<i64>, Part> {
        let mut held = Vec::new();
        for (numbers, part, known) in &self.known {
            match fact(&rule.instance, &rule.claim, Some(self.survey), &self.survey.plan, numbers, part) {
                None => {}
                // It must be defined wherever it applies.
                Some(Err(())) => return Err(part.clone()),
                Some(Ok(claimed)) if claimed.contradicts(known) => return Err(part.clone()),
                Some(Ok(claimed)) if claimed.decides(known) => held.extend(numbers.iter().copied().max()),
                Some(Ok(_)) => {}
            }
        }
        Ok(held)
    }
}

fn within_means(budget: &Budget) -> Budget {
    Budget {
        max_steps: Some(budget.max_steps.unwrap_or(u64::MAX).min(STEPS_INTERPRETED)),
        max_positions: budget.max_positions.min(POSITIONS_INTERPRETED),
        max_packed_positions: budget.max_packed_positions.min(POSITIONS),
        max_packed_moves: budget.max_packed_moves.min(MOVES),
        ..budget.clone()
    }
}

/// Returns the positions of a plan in which one number is beside this one, and the others are small.
fn beside(plan: &Plan, number: i64) -> Vec<Vec<i64>> {
    let count = plan.names.len();
    let mut found: Vec<Vec<i64>> = match count {
        1 => BESIDE.map(|more| vec![number.saturating_add(more)]).collect(),
        _ => (0..count)
            .flat_map(|slot| BESIDE_OF_SEVERAL.flat_map(move |more| OTHERS.map(move |other| (slot, more, other))))
            .map(|(slot, more, other)| {
                (0..count).map(|at| if at == slot { number.saturating_add(more) } else { other }).collect()
            })
            .collect(),
    };
    found.retain(|numbers| {
        numbers.iter().zip(&plan.low).all(|(number, low)| number >= low)
            && numbers.iter().zip(&plan.max).all(|(number, max)| max.is_none_or(|max| *number <= max))
    });
    found
}
