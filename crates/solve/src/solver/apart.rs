//! Positions judged by themselves, where they could not be judged together.
//!
//! In: many positions, as the cells of a table. Out: what is known of each. Idea: one position from which play never comes to an end
//! uses up the budget of all. So they are first asked about within a small budget; where that does not reach, halves of the rest are
//! asked about, and halves of these, so that every position with few others behind it is judged; and only what is left then
//! may cost all there is. Wrong tool where every position needs much.

use super::Solver;
use super::way::Wants;
use crate::budget::Budget;
use crate::solution::{Judgement, Winner};
use grundy_rules::{Fault, Position};
use std::collections::VecDeque;

/// How many positions the first question and each later one may examine, and which part of what is allowed in all. What they do not
/// reach is asked about once more with all there is: they only decide the order, and a larger budget allows more of each.
const POSITIONS_TOGETHER: u64 = 200_000;
const POSITIONS_APART: u64 = 20_000;
const SHARES: u32 = 20;
/// How many questions are asked, the largest first, and how many of them may be in vain: where every position needs much they all are.
const QUESTIONS: usize = 50;
const QUESTIONS_IN_VAIN: usize = 12;
/// More positions are asked about at once, and nothing else; why some of them are not judged is said all the same.
const MOST_APART: usize = 20_000;

impl Solver {
    /// What is known of these positions, none of which hides what is known of the others.
    pub fn judge_apart(&mut self, positions: &[Position], wants: Wants) -> Vec<Result<Judgement, Fault>> {
        let factor = self.budget.factor();
        let times = |usual: usize| usual.saturating_mul(factor as usize);
        if positions.len() > times(MOST_APART) {
            return self.judge(positions, wants);
        }
        self.unjudged = None;
        // A budget that ends early may leave the winner and take the rest.
        let is_open = |judged: &Result<Judgement, Fault>| {
            judged.as_ref().is_ok_and(|judged| {
                let is_settled = judged.winner == Some(Winner::Draw) || judged.score.is_some();
                let lacks = match wants {
                    Wants::Winner => judged.winner.is_none(),
                    Wants::Grundy => judged.grundy.is_none(),
                    Wants::All | Wants::Remoteness => judged.remoteness.is_none(),
                };
                lacks && !is_settled
            })
        };
        let mut found: Vec<Result<Judgement, Fault>> = vec![Ok(Judgement::default()); positions.len()];
        let whole = self.budget.clone();
        let (goes_on, left) = (whole.going_on(), whole.counting_down());
        let mut groups = VecDeque::from([(0..positions.len()).collect::<Vec<usize>>()]);
        let mut in_vain = 0;
        for question in 0..times(QUESTIONS) {
            let Some(group) = groups.pop_front().filter(|_| goes_on()) else { break };
            let most = if question == 0 { POSITIONS_TOGETHER } else { POSITIONS_APART }.saturating_mul(factor);
            let budget = Budget {
                max_positions: most.min(whole.max_positions / u64::from(SHARES)),
                max_packed_positions: most.min(whole.max_packed_positions / u64::from(SHARES)),
                // A part of the time, so that the last question has some.
                max_seconds: whole.max_seconds.map(|seconds| seconds / f64::from(SHARES)),
                progress: None,
                ..whole.clone()
            };
            let asked: Vec<Position> = group.iter().map(|place| positions[*place].clone()).collect();
            let Ok(mut solver) = Solver::new(self.instance.clone(), self.join, budget) else { break };
            for (place, judged) in group.iter().zip(solver.judge(&asked, wants)) {
                found[*place] = judged;
            }
            let asked_about = group.len();
            let rest: Vec<usize> = group.into_iter().filter(|place| is_open(&found[*place])).collect();
            in_vain += usize::from(rest.len() == asked_about);
            if in_vain > times(QUESTIONS_IN_VAIN) {
                break;
            }
            if rest.len() > 1 {
                let (left, right) = rest.split_at(rest.len() / 2);
                groups.extend([left.to_vec(), right.to_vec()]);
            }
        }
        let open: Vec<usize> = (0..positions.len()).filter(|place| is_open(&found[*place])).collect();
        let asked: Vec<Position> = open.iter().map(|place| positions[*place].clone()).collect();
        if !asked.is_empty() {
            let judged = self.with_budget(left(), |solver| solver.judge(&asked, wants));
            for (place, judged) in open.into_iter().zip(judged) {
                // What was known already stays so.
                let tells_more = match (&judged, &found[place]) {
                    (Ok(judged), _) => judged.winner.is_some(),
                    (Err(_), Ok(known)) => known.winner.is_none(),
                    (Err(_), Err(_)) => true,
                };
                if tells_more {
                    found[place] = judged;
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
        let mut solver = Solver::new(instance.clone(), instance.join().unwrap(), budget).unwrap();
        let found: Vec<Judgement> =
            solver.judge_apart(&positions, Wants::Winner).into_iter().map(Result::unwrap_or_default).collect();
        let shown: Vec<String> =
            found.iter().map(|judged| judged.winner.map_or("?".into(), |winner| winner.to_string())).collect();
        assert_eq!(shown, ["?", "?", "?", "second", "first", "second", "first"]);
    }
}
