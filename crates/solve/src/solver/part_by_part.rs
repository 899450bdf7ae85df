//! Answers a sum with too many moves to list by the values of its parts.
//!
//! In: a sum of a game whose Grundy values add up. Out: the winner, and the winning moves. Idea: a move of a sum is a
//! move in one part, and wins exactly if it gives that part the value of the rest (Sprague 1935, Grundy 1939); so the
//! moves of one part at a time are listed, those of equal parts once, and only winning ones are built as moves of the
//! whole. Wrong tool for one part with too many moves, and for sums under other compound rules.

use super::Solver;
use super::reach::Source;
use crate::budget::{Interrupt, Stop};
use crate::limits;
use crate::plan::Theory;
use crate::solution::{Solution, ValuedMove};
use crate::work::Work;
use grundy_message::message;
use grundy_rules::{Compound, Fault, Int, Part, Position, Standing, Step};
use grundy_value::{Evaluation, Quantity, Winner};
use std::collections::HashMap;

impl Solver {
    /// Answers a sum with too many moves to list; the answer is only `stop` if its parts have no known values.
    pub(super) fn answer_part_by_part(
        &mut self,
        position: &Position,
        stop: Stop,
        work: &Work,
    ) -> Result<Solution, Fault> {
        if self.plan.theory != Theory::Grundy || self.compound != Compound::One || position.in_play().count() < 2 {
            return Ok(self.unsettled(position, stop));
        }
        let source = self.reach(std::slice::from_ref(position), Quantity::Grundy.into(), work)?;
        let answer = self.solution_by_parts(position, source, work);
        self.source(source).rollback();
        Ok(answer?.unwrap_or_else(|| self.unsettled(position, source.stop.unwrap_or(stop))))
    }

    fn solution_by_parts(
        &mut self,
        position: &Position,
        source: Source,
        work: &Work,
    ) -> Result<Option<Solution>, Fault> {
        let value = self.evaluation(position, source);
        let Some(total) = value.grundy.clone() else { return Ok(None) };
        let method = self.source(source);
        let (by, positions) = (method.authority(position), method.visited());
        let mut solution = Solution::unknown(position, by);
        solution.positions = positions;
        solution.value = Evaluation { remoteness: None, ..value };
        solution.stop = Some(Stop::TooManyMoves);
        solution.winning_move_count = match total.is_zero() {
            true => Some(Int::ZERO),
            false => self.add_winning_moves(&mut solution, &total, source, work)?,
        };
        solution.theorem = Some(message!("the Grundy value of a sum is the xor of those of its parts"));
        Ok(Some(solution))
    }

    /// Lists winning moves, and returns their number; `None` if not all could be examined.
    fn add_winning_moves(
        &mut self,
        solution: &mut Solution,
        total: &Int,
        source: Source,
        work: &Work,
    ) -> Result<Option<Int>, Fault> {
        let parts = solution.position.parts.clone();
        let mut known: HashMap<Part, Option<Vec<Step>>> = HashMap::new();
        let (mut count, mut all) = (0, true);
        for (index, part) in parts.iter().enumerate() {
            let Some(part) = part else { continue };
            if !known.contains_key(part) {
                let winning = self.winning_in_part(part, total, source, work)?;
                known.insert(part.clone(), winning);
            }
            let Some(Some(winning)) = known.get(part) else {
                all = false;
                continue;
            };
            count += winning.len();
            for step in winning.iter().take(limits::MAX_WINNING_MOVES_OF_SUM - solution.moves.len()) {
                let mut whole = parts.clone();
                whole.splice(index..=index, step.to.parts.iter().cloned());
                let moves = step.moves.iter().map(|(_, made)| (index, made.clone())).collect();
                let step = Step { moves, to: Position { mover: None, parts: whole }, ..step.clone() };
                let value =
                    Evaluation { winner: Some(Winner::First), grundy: Some(Int::ZERO), ..Evaluation::default() };
                solution.moves.push(ValuedMove { step, value, is_winning: true });
            }
        }
        Ok(all.then(|| Int::from(count)))
    }

    /// Returns the moves of one part, played alone, that give it the value of the rest of the sum; `None` if they could
    /// not be listed.
    fn winning_in_part(
        &mut self,
        part: &Part,
        total: &Int,
        source: Source,
        work: &Work,
    ) -> Result<Option<Vec<Step>>, Fault> {
        let alone = Position::alone(None, part.clone());
        let Some(value) = self.evaluation(&alone, source).grundy else { return Ok(None) };
        let steps = match self.reference.look(&alone, work) {
            Ok(Standing::Open(steps)) => steps,
            Ok(Standing::Ended(_)) => Vec::new(),
            Err(Interrupt::Stop(_)) => return Ok(None),
            Err(Interrupt::Fault(fault)) => return Err(fault),
        };
        let wanted = value.xor(total);
        let mut winning = Vec::new();
        for step in steps {
            match self.evaluation(&step.to, source).grundy {
                Some(value) if value == wanted => winning.push(step),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(winning))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solution::Authority;
    use std::sync::Arc;

    /// The bomb game: one above and one to the left for each that explodes.
    const BOMB: &str = "game bomb(p in 1.., q in 1..)
move both(u in 1..p - 1, v in 1..q - 1) -> (u, q) plus (p, v)
move left(v in 1..q - 1) if p == 1 -> (p, v)
move up(u in 1..p - 1) if q == 1 -> (u, q)";

    #[test]
    fn it_tells_what_the_list_of_all_moves_tells() {
        let instance = Arc::new(grundy_rules::Instance::new(grundy_rules::read(BOMB).unwrap(), vec![]).unwrap());
        let mut solver = Solver::new(instance.clone(), Compound::One, Budget::default()).unwrap();
        let mut won = 0;
        for written in
            ["3,4 5,2 6,6", "1,2 2,2 3,4", "7,7 7,7", "2,9 9,2 1,5 4,4", "8,3 1,6 8,3 5,5 1,6", "2,2 2,2 3,1"]
        {
            let position = instance.parse_line(written, None).unwrap();
            let listed = solver.solve_one(&position).unwrap();
            let budget = Budget::default();
            let answer = solver.answer_part_by_part(&position, Stop::TooManyMoves, &Work::start(&budget)).unwrap();
            assert_eq!(
                (answer.value.winner, &answer.value.grundy),
                (listed.value.winner, &listed.value.grundy),
                "{written}"
            );
            assert_eq!(answer.winning_move_count, listed.winning_move_count, "{written}");
            let winning = |solution: &Solution| -> Vec<Step> {
                solution.moves.iter().filter(|valued| valued.is_winning).map(|valued| valued.step.clone()).collect()
            };
            assert_eq!(winning(&answer), winning(&listed), "{written}");
            won += answer.winning().count();
        }
        assert!(won > 10);
    }

    #[test]
    fn a_sum_of_very_many_parts_is_answered() {
        let instance = Arc::new(grundy_rules::Instance::new(grundy_rules::read(BOMB).unwrap(), vec![]).unwrap());
        let mut solver = Solver::new(instance.clone(), Compound::One, Budget::default()).unwrap();
        let parts: Vec<String> =
            (0..400).map(|number| format!("{},{}", 20 + number % 31, 20 + number * 7 % 29)).collect();
        let position = instance.parse_line(&parts.join(" "), None).unwrap();
        let solution = solver.solve_one(&position).unwrap();
        assert_eq!(solution.stop, Some(Stop::TooManyMoves));
        assert!(solution.value.grundy.is_some() && !matches!(solution.by, Authority::Unsettled { .. }));
        let is_won = solution.value.grundy != Some(Int::ZERO);
        assert_eq!(solution.moves.is_empty(), !is_won);
        assert!(is_won, "this sum has a winning move");
    }
}
