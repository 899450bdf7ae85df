//! Lists the moves of a position that was answered without them, as by a theorem.
//!
//! In: a solution. Out: the solution with every move, if they are few enough, each with its value if known: a theorem
//! yields the winning moves, and so the value of the others. If there are too many, a few legal moves are listed as
//! examples. Wrong tool for positions that were searched: their moves are listed already.

use super::Solver;
use crate::argument::move_in_part;
use crate::ask::{Ask, AskMoves};
use crate::budget::{Budget, Stop};
use crate::limits;
use crate::solution::{Listed, Solution, ValuedMove};
use grundy_message::template;
use grundy_rules::game::{Domain, Over};
use grundy_rules::{Compound, Fault, FaultClass, Instance, Int, Limit, Meter, Position, Standing, Step, Value};
use grundy_value::{Evaluation, Quantity, Winner};
use std::collections::BTreeSet;

/// Maximum number of moves listed for one position, and the greatest factor that raises it: more would fill the memory.
const LISTED: Limit = Limit { name: template!("moves of a position listed after an answer"), usual: 1 << 14 };
const GREATEST_FACTOR: u64 = 4;
/// Maximum number of rule steps for listing; fewer are used if a theorem answers without them.
const STEPS: Limit = Limit { name: template!("steps of listing moves"), usual: 20_000_000 };
const STEPS_BY_THEOREM: Limit = Limit { name: template!("steps of listing moves after a theorem"), usual: 500_000 };
/// Maximum number of moves that theorems or the solver evaluate one by one.
const QUERIED: Limit = Limit { name: template!("moves asked about one by one"), usual: 256 };

impl Solver {
    /// Answers a position, and looks for winning moves if it is won and none is known: among all moves if they are few
    /// enough, else among a few obvious ones, each evaluated by the method that solved the position. If none of them
    /// wins, the solution says that they were not searched for.
    pub(super) fn answer_with_moves(&mut self, position: &Position, ask: &Ask) -> Result<Solution, Fault> {
        let left = self.budget.counting_down();
        let solution = self.answer(position, &ask.with_moves(AskMoves::Listed))?;
        // A theorem that yields only the winner does not end the search for the rest.
        let solution = self.with_budget(left(), |solver| solver.beyond_winner(solution));
        let solution = self.with_budget(left(), |solver| solver.with_winning_moves(solution))?;
        if ask.moves == AskMoves::All && solution.listed == Listed::Few {
            let mut whole = solution.clone();
            self.list_moves(&mut whole)?;
            if whole.listed == Listed::All {
                return Ok(whole);
            }
        }
        Ok(solution)
    }

    /// Lists the moves if the solution does not; what it knows about them is preserved. If there are too many, the
    /// winning ones that it names and a few others are listed.
    ///
    /// # Errors
    /// The rules could not be evaluated.
    pub fn list_moves(&self, solution: &mut Solution) -> Result<(), Fault> {
        let budget = self.budget.clone();
        self.list_moves_while(solution, &budget.going_on())
    }

    /// Like [`Solver::list_moves`], but only as long as `goes_on` returns true.
    pub(crate) fn list_moves_while(&self, solution: &mut Solution, goes_on: &dyn Fn() -> bool) -> Result<(), Fault> {
        if solution.listed == Listed::All {
            return Ok(());
        }
        let factor = self.budget.factor();
        let max_steps = if solution.theorem.is_some() { STEPS_BY_THEOREM } else { STEPS }.times(factor);
        let meter = Meter::new(self.max_listed(), |steps| steps < max_steps && goes_on())
            .times(factor)
            .within_bytes(self.budget.listed_bytes());
        // A move of a sum stores all of its parts.
        let has_many_parts = solution.position.parts.len() > limits::MAX_PARTS_EXPLAINED;
        let is_joint = !matches!(self.compound, Compound::One | Compound::Anti);
        let (steps, listed) = match self.instance.look(&solution.position, self.compound, &meter) {
            Ok(Standing::Open(steps)) => (steps, Listed::All),
            Ok(Standing::Ended(ending)) => {
                if solution.theorem.is_some() || solution.value.winner.is_none() {
                    *solution = self.over(&solution.position, ending);
                }
                solution.listed = Listed::All;
                return Ok(());
            }
            Err(fault) if fault.class == FaultClass::Budget && is_joint => return Ok(()),
            Err(fault) if fault.class == FaultClass::Budget => {
                let mut steps = small_moves(&self.instance, &solution.position);
                steps.truncate(if has_many_parts { limits::MAX_EXAMPLE_MOVES } else { usize::MAX });
                (steps, Listed::Few)
            }
            Err(fault) => return Err(fault),
        };
        let known_moves = std::mem::take(&mut solution.moves);
        let are_all_known = solution.theorem.is_some()
            && solution.winning_move_count.as_ref().is_some_and(|count| count.to_usize() == Some(known_moves.len()));
        // If theorems do not answer the position, querying them about each move may cost as much again.
        let is_queried = solution.theorem.is_some() && steps.len() as u64 <= meter.max(QUERIED);
        let winner = solution.value.winner;
        let value = |step: Step| {
            if let Some(known) = known_moves.iter().find(|valued| valued.step == step) {
                return known.clone();
            }
            let mut worth = Evaluation::default();
            if let Some(evaluation) = is_queried.then(|| self.value_by_theorem(&step.to)).flatten() {
                worth = evaluation;
                if !step.again {
                    worth.winner = worth.winner.map(Winner::opposite);
                }
            }
            // All moves of a lost position lose, and if every winning move is known, the others do not win.
            let loses = winner == Some(Winner::Second) || are_all_known && winner == Some(Winner::First);
            worth.winner = worth.winner.or(loses.then_some(Winner::Second));
            let is_winning = winner == Some(Winner::First) && worth.winner == Some(Winner::First);
            ValuedMove { step, value: worth, is_winning }
        };
        let mut moves: Vec<ValuedMove> = steps.into_iter().map(value).collect();
        if listed == Listed::Few {
            // Winning moves come first, without duplicates.
            moves.retain(|valued| known_moves.iter().all(|known| known.step != valued.step));
            moves.splice(0..0, known_moves);
        } else {
            solution.stop = solution.stop.filter(|_| winner.is_none());
        }
        (solution.moves, solution.listed) = (moves, listed);
        Ok(())
    }

    /// Returns the maximum number of moves listed.
    fn max_listed(&self) -> u64 {
        LISTED.times(self.budget.factor().min(GREATEST_FACTOR))
    }

    fn with_winning_moves(&mut self, solution: Solution) -> Result<Solution, Fault> {
        let is_unlisted = solution.theorem.is_some() || solution.stop == Some(Stop::TooManyMoves);
        let is_silent = is_unlisted && solution.moves.is_empty();
        if solution.value.winner != Some(Winner::First) || !is_silent {
            return Ok(solution);
        }
        let mut whole = solution.clone();
        self.list_moves(&mut whole)?;
        if whole.listed == Listed::Few && matches!(self.compound, Compound::One | Compound::Anti) {
            let tried: Vec<Step> = suggested_moves(&self.instance, &solution.position);
            whole.moves.retain(|valued| !tried.contains(&valued.step));
            let unknown = |step| ValuedMove { step, value: Evaluation::default(), is_winning: false };
            whole.moves.extend(tried.into_iter().map(unknown));
        }
        whole.moves.truncate(self.max_listed() as usize);
        let limit = self.evaluate_moves(&mut whole);
        let are_all_known = whole.moves.iter().all(|valued| valued.value.winner.is_some());
        whole.stop = match whole.listed {
            Listed::All if are_all_known => None,
            // If a search for them was cut short, its limit is the reason.
            Listed::All => {
                let searched = solution.stop.filter(|stop| *stop != Stop::TooManyMoves);
                searched.or(limit).or(Some(Stop::MovesNotSought))
            }
            Listed::Few => {
                whole.moves.retain(|valued| valued.is_winning);
                Some(Stop::TooManyMoves)
            }
        };
        if whole.theorem.is_none() && whole.listed == Listed::All && are_all_known {
            whole.winning_move_count = Some(Int::from(whole.winning().count()));
        }
        Ok(whole)
    }

    /// Evaluates the moves of unknown value by theorems, or by the method that found the winner without them. Returns
    /// the limit that left some of them out, if any.
    fn evaluate_moves(&mut self, solution: &mut Solution) -> Option<Stop> {
        let meter = Meter::steps(0).times(self.budget.factor());
        let is_open = |index: &usize| solution.moves[*index].value.winner.is_none();
        let mut open: Vec<usize> = (0..solution.moves.len()).filter(is_open).collect();
        let limit = if meter.allows(QUERIED, open.len() as u64) { None } else { meter.met().map(Budget::met) };
        open.truncate(meter.max(QUERIED) as usize);
        let positions: Vec<Position> = open.iter().map(|index| solution.moves[*index].step.to.clone()).collect();
        let found: Vec<Option<Evaluation>> = match solution.theorem {
            Some(_) => positions
                .iter()
                .map(|position| match position.in_play().next().is_none() {
                    // If no part is left, the rules themselves say who wins.
                    true => self.evaluate(std::slice::from_ref(position), Quantity::Outcome).pop()?.ok(),
                    false => self.value_by_theorem(position),
                })
                .collect(),
            None => self.evaluate(&positions, Quantity::Outcome).into_iter().map(Result::ok).collect(),
        };
        for (index, found) in open.into_iter().zip(found) {
            let Some(mut worth) = found else { continue };
            let valued = &mut solution.moves[index];
            if !valued.step.again {
                worth.winner = worth.winner.map(Winner::opposite);
            }
            valued.is_winning = worth.winner == Some(Winner::First);
            valued.value = worth;
        }
        limit
    }
}

/// Returns obvious moves of a position with too many: with one choice, a small number, or half or nearly all of a
/// number of the part; with several choices, all of them small.
fn suggested_moves(instance: &Instance, position: &Position) -> Vec<Step> {
    /// Number of the smallest and of the greatest numbers that are tried.
    const NEAR_AN_END: usize = 16;
    let meter = Meter::steps(limits::MAX_GUESS_STEPS);
    let mut steps = Vec::new();
    for (index, part) in position.parts.iter().enumerate().take(limits::MAX_PARTS_EXPLAINED) {
        let Some(part) = part else { continue };
        let mut tried: BTreeSet<Int> = (0..NEAR_AN_END).map(Int::from).collect();
        for number in part.iter().filter_map(Value::as_int) {
            tried.extend(number.divide(&Int::from(2_usize)));
            tried.extend((0..NEAR_AN_END).filter_map(|less| number.subtract(&Int::from(less)).ok()));
        }
        for (rule, described) in instance.game().moves.iter().enumerate() {
            let [binder] = &described.binders[..] else { continue };
            if !matches!(binder.over, Over::Each(Domain::Range(..))) {
                continue;
            }
            for number in &tried {
                let chosen = [Value::Int(number.clone())];
                steps.extend(move_in_part(instance, position, (index, rule), &chosen, &meter));
            }
        }
    }
    steps
}

/// Returns some legal moves of a position with too many to list: those whose choices are the smallest numbers.
pub(crate) fn small_moves(instance: &Instance, position: &Position) -> Vec<Step> {
    /// The numbers that are tried for a choice.
    const TRIED: [i64; 4] = [0, 1, 2, 3];
    let meter = Meter::steps(limits::MAX_GUESS_STEPS);
    let mut steps = Vec::new();
    for index in 0..position.parts.len().min(limits::MAX_PARTS_EXPLAINED) {
        for (rule, described) in instance.game().moves.iter().enumerate() {
            let choices = described.binders.len();
            let is_guessable =
                described.binders.iter().all(|binder| matches!(binder.over, Over::Each(Domain::Range(..))));
            if choices > limits::MAX_GUESSED_CHOICES || !is_guessable {
                continue;
            }
            for guess in 0..TRIED.len().pow(u32::try_from(choices).unwrap_or(0)) {
                let digit = |at: usize| TRIED[guess / TRIED.len().pow(u32::try_from(at).unwrap_or(0)) % TRIED.len()];
                let chosen: Vec<Value> = (0..choices).map(|at| Value::from(digit(at))).collect();
                steps.extend(move_in_part(instance, position, (index, rule), &chosen, &meter));
            }
        }
        if meter.steps_taken() >= limits::MAX_GUESS_STEPS / 2 {
            break;
        }
    }
    steps
}
