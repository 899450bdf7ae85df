//! Evaluates positions in groups, if evaluating them all together failed.
//!
//! In: many positions, as the cells of a table. Out: what is known of each. Idea: one position from which play never
//! ends uses up the budget of all. So all are first tried within a small budget; if that does not suffice, halves of
//! the rest are tried, and halves of these, so that every position with few others behind it is evaluated; only what is
//! left then may use the whole budget. Wrong tool where every position needs much.

use super::Solver;
use super::reach::tells;
use crate::budget::Budget;
use crate::limits;
use grundy_rules::{Fault, Position};
use grundy_value::{Evaluation, Quantity, QuantitySet, Winner};
use std::collections::VecDeque;

/// Maximum positions for the first query and for each later one, and the divisor of what is allowed in total. The
/// remaining positions are queried once more with the whole budget: these limits only decide the order, and a larger
/// budget raises them.
const POSITIONS_TOGETHER: u64 = 200_000;
const POSITIONS_APART: u64 = 20_000;
const SHARES: u32 = 20;
/// Maximum number of queries, the largest group first, and how many of them may fail: if every position needs much, all
/// fail.
const QUESTIONS: usize = 50;
const QUESTIONS_IN_VAIN: usize = 12;

impl Solver {
    /// Like [`Solver::evaluate`], but one expensive position does not prevent the evaluation of the others.
    pub fn evaluate_by_halves(&mut self, positions: &[Position], wants: Quantity) -> Vec<Result<Evaluation, Fault>> {
        let (factor, wants) = (self.budget.factor(), QuantitySet::from(wants));
        let times = |usual: usize| usual.saturating_mul(factor as usize);
        if positions.len() > times(limits::MAX_APART) {
            return self.evaluate(positions, wants);
        }
        self.unevaluated = None;
        // A budget that ends early may leave the winner and lose the rest; a draw or a score leaves nothing open.
        let is_open = |evaluation: &Result<Evaluation, Fault>| {
            evaluation.as_ref().is_ok_and(|evaluation| {
                let is_settled = evaluation.winner == Some(Winner::Draw) || evaluation.score.is_some();
                !is_settled && !tells(evaluation, wants)
            })
        };
        let mut found: Vec<Result<Evaluation, Fault>> = vec![Ok(Evaluation::default()); positions.len()];
        let whole = self.budget.clone();
        let (goes_on, left) = (whole.going_on(), whole.counting_down());
        let mut groups = VecDeque::from([(0..positions.len()).collect::<Vec<usize>>()]);
        let mut in_vain = 0;
        for question in 0..times(QUESTIONS) {
            let Some(group) = groups.pop_front().filter(|_| goes_on()) else { break };
            let max = if question == 0 { POSITIONS_TOGETHER } else { POSITIONS_APART }.saturating_mul(factor);
            let budget = Budget {
                max_positions: max.min(whole.max_positions / u64::from(SHARES)),
                max_packed_positions: max.min(whole.max_packed_positions / u64::from(SHARES)),
                // A fraction of the time, so that the last query has some left.
                max_seconds: whole.max_seconds.map(|seconds| seconds / f64::from(SHARES)),
                progress: None,
                ..whole.clone()
            };
            let queried: Vec<Position> = group.iter().map(|index| positions[*index].clone()).collect();
            let Ok(mut solver) = Solver::new(self.instance.clone(), self.compound, budget) else { break };
            for (index, evaluation) in group.iter().zip(solver.evaluate(&queried, wants)) {
                found[*index] = evaluation;
            }
            let group_size = group.len();
            let rest: Vec<usize> = group.into_iter().filter(|index| is_open(&found[*index])).collect();
            in_vain += usize::from(rest.len() == group_size);
            if in_vain > times(QUESTIONS_IN_VAIN) {
                break;
            }
            if rest.len() > 1 {
                let (left, right) = rest.split_at(rest.len() / 2);
                groups.extend([left.to_vec(), right.to_vec()]);
            }
        }
        let open: Vec<usize> = (0..positions.len()).filter(|index| is_open(&found[*index])).collect();
        let queried: Vec<Position> = open.iter().map(|index| positions[*index].clone()).collect();
        if !queried.is_empty() {
            let evaluations = self.with_budget(left(), |solver| solver.evaluate(&queried, wants));
            for (index, evaluation) in open.into_iter().zip(evaluations) {
                // What was known before is kept.
                let tells_more = match (&evaluation, &found[index]) {
                    (Ok(evaluation), _) => evaluation.winner.is_some(),
                    (Err(_), Ok(known)) => known.winner.is_none(),
                    (Err(_), Err(_)) => true,
                };
                if tells_more {
                    found[index] = evaluation;
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{Instance, read};
    use std::sync::Arc;

    #[test]
    fn positions_without_an_end_do_not_hide_the_others() {
        let game = read("game down(n: int) move step if n != 0 -> n - 1").unwrap();
        let instance = Arc::new(Instance::new(game, vec![]).unwrap());
        let positions: Vec<Position> =
            (-3..=3).map(|number| instance.parse_line(&number.to_string(), None).unwrap()).collect();
        let budget = Budget::positions(5_000);
        let mut solver = Solver::new(instance.clone(), instance.compound().unwrap(), budget).unwrap();
        let found: Vec<Evaluation> = solver
            .evaluate_by_halves(&positions, Quantity::Outcome)
            .into_iter()
            .map(Result::unwrap_or_default)
            .collect();
        let shown: Vec<String> =
            found.iter().map(|evaluation| evaluation.winner.map_or("?".into(), |winner| winner.to_string())).collect();
        assert_eq!(shown, ["?", "?", "?", "second", "first", "second", "first"]);
    }
}
