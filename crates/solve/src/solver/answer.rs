//! Answers one position completely: who wins, the values, and the value of each of its moves.
//!
//! In: a position. Out: its [`Solution`]: from theorems if the position is large or no search finishes, otherwise from
//! the methods of the plan, which solve the position and every position one move away.

use super::method::{self, Size, Unable};
use super::reach::Source;
use super::reference::score_too_large;
use super::{Only, Solver, winner_by_score};
use crate::budget::{Budget, Deadline, Halt, Stop, THEOREM_STEPS};
use crate::limits;
use crate::method::MethodName;
use crate::plan::Theory;
use crate::solution::{Authority, Solution, TheoremAnswer, ValuedMove};
use crate::work::Work;
use grundy_rules::int::TooLarge;
use grundy_rules::{Compound, Fault, Int, Limit, Meter, Position, Standing, Step, Terminal};
use grundy_value::{Evaluation, Quantity, QuantitySet, Remoteness, Winner};

/// Fraction of the time limit that a search may use if the theorems have not been tried yet; they get the rest.
const SHARE_OF_A_SEARCH: f64 = 0.95;
const BITS_OF_A_DOUBLING: f64 = 4.0;
/// Maximum number of moves the position may have in that case.
const MOVES_BEYOND_WINNER: Limit = Limit { name: "moves valued one by one", usual: 1000 };
/// Maximum number of steps for listing those moves.
const STEPS_OF_A_LOOK: u64 = 1_000_000;

impl Solver {
    pub(super) fn answer(&mut self, position: &Position, work: &Work) -> Result<Solution, Fault> {
        if self.oracles.is_empty() || self.method.is_some_and(|method| method != MethodName::Theorem) {
            return self.answer_by_search(position, work);
        }
        if self.method.is_some() {
            return match self.query_oracles(position, work.deadline()) {
                (Some(answer), untold) => Ok(self.by_theorem(position, answer, untold)),
                (None, _) => self.answer_by_search(position, work),
            };
        }
        // If a finished part ends the game, no theorem is needed.
        if self.compound == Compound::Short && position.parts.contains(&None) {
            return self.answer_by_search(position, work);
        }
        let size = Size::of(&self.instance, position);
        let mut queried = None;
        if !size.is_small(true) {
            match self.query_oracles(position, work.deadline()) {
                (Some(answer), untold) if !size.is_small(answer.grundy.is_some()) => {
                    return Ok(self.by_theorem(position, answer, untold));
                }
                answer => queried = Some(answer),
            }
        }
        // Theorems that were not queried yet get the rest of the time.
        let share = if queried.is_none() { SHARE_OF_A_SEARCH } else { 1.0 };
        let solution = self.answer_by_search(position, &work.with_share(share))?;
        if solution.winner.is_some() {
            return Ok(solution);
        }
        if solution.stop == Some(Stop::Cancelled) {
            let untold = queried.and_then(|(_, untold)| untold);
            return Ok(Solution { untold, ..solution });
        }
        // No search finished.
        let (answer, untold) = queried.unwrap_or_else(|| self.query_oracles(position, work.deadline()));
        Ok(match answer {
            Some(answer) => self.by_theorem(position, answer, untold),
            None => Solution { untold: untold.or(solution.untold), ..solution },
        })
    }

    /// Searches for what the theorem in `solution` leaves open. Returns `solution` unchanged if the search does not
    /// finish.
    pub(crate) fn beyond_winner(&mut self, mut solution: Solution) -> Solution {
        let Some(answer) = solution.theorem.as_ref().filter(|_| self.method.is_none()) else { return solution };
        let lacks_value = self.plan.theory == Theory::Grundy && answer.grundy.is_none();
        let lacks_moves = solution.winner == Some(Winner::First) && answer.winning_move_count.is_none();
        let bits = Size::of(&self.instance, &solution.position).bits();
        let doublings = (self.budget.factor() as f64).log2();
        let is_too_large = bits >= limits::MAX_BITS_BEYOND_WINNER + BITS_OF_A_DOUBLING * doublings;
        if !(lacks_value || lacks_moves) || is_too_large {
            return solution;
        }
        let mut budget = self.budget.clone();
        if budget.max_seconds.is_none() && budget.max_packed_positions == u64::MAX {
            // Without a limit on time or positions, use the default limits.
            let meter = Meter::new(MOVES_BEYOND_WINNER.usual, |steps| steps < STEPS_OF_A_LOOK);
            if self.instance.look(&solution.position, self.compound, &meter).is_err() {
                meter.meet(MOVES_BEYOND_WINNER);
                solution.unvalued = meter.met().map(Budget::met).filter(|_| lacks_value);
                return solution;
            }
            budget.max_packed_positions = limits::MAX_POSITIONS_BEYOND_WINNER;
        }
        // The value first: it takes one search, the moves take one each.
        let work = Work::start(&budget);
        let position = solution.position.clone();
        if lacks_value {
            let Ok(valued) = self.answer_without_options(&position, Quantity::Grundy.into(), &work) else {
                return solution;
            };
            solution.grundy = solution.grundy.or(valued.grundy);
            solution.positions = valued.positions;
            solution.unvalued = valued.stop.filter(|_| solution.grundy.is_none());
        }
        // Then the winning moves, and the values of all moves last.
        if lacks_moves
            && let Ok(won) = self.answer_wanting(&position, Quantity::Outcome.into(), &work)
            && let Some(answer) = &mut solution.theorem
        {
            solution.positions = solution.positions.max(won.positions);
            if won.stop.is_some() {
                return with_known_moves(solution, won);
            }
            answer.winning_move_count = Some(Int::from(won.winning().count()));
            solution.winning_move_count = won.winning_move_count;
            solution.moves = won.moves.into_iter().filter(|valued| valued.is_winning).collect();
        }
        if let Some(stop) = solution.unvalued {
            solution.stop = Some(stop);
            return solution;
        }
        // The theorem's answer is valid even if the search fails.
        let Ok(found) = self.answer_by_search(&position, &work) else { return solution };
        if found.winner.is_some() && found.stop.is_none() {
            return found;
        }
        with_known_moves(solution, found)
    }

    /// Solves one position only as far as `only` asks for.
    ///
    /// # Errors
    /// Fails if the rules could not be carried out somewhere in play from the position, or if there is no such value.
    pub fn solve_only(&mut self, position: &Position, only: Only) -> Result<Solution, Fault> {
        let wants = match (only, self.plan.theory) {
            (Only::Winner | Only::Moves, _) | (Only::Value, Theory::Score) => QuantitySet::from(Quantity::Outcome),
            (Only::Value, Theory::Grundy) => Quantity::Grundy.into(),
            (Only::Value, _) => {
                let why = self.plan.because;
                return Err(Fault::refused(format!("its positions have no value of their own: {why}")));
            }
        };
        let size = Size::of(&self.instance, position);
        let may_ask = self.method.map_or(!size.is_small(true), |method| method == MethodName::Theorem);
        let (answer, untold) =
            if may_ask { self.query_oracles(position, Deadline::of(&self.budget)) } else { (None, None) };
        let is_enough = |answer: &method::OracleAnswer| match only {
            Only::Winner => true,
            Only::Value => answer.grundy.is_some(),
            Only::Moves => !answer.winning.is_empty() || answer.winner == Winner::Second,
        };
        let by_theorem = answer.map(|answer| {
            let enough = is_enough(&answer);
            let mut solution = self.by_theorem(position, answer, untold);
            if only != Only::Moves {
                solution.stop = Some(Stop::MovesNotSought);
            }
            (enough, solution)
        });
        if let Some((true, solution)) = by_theorem {
            return Ok(solution);
        }
        let found = self.with_work(|solver, work| match only {
            Only::Moves => solver.answer_wanting(position, wants, work),
            Only::Winner | Only::Value => solver.answer_without_options(position, wants, work),
        });
        match (found, by_theorem) {
            // The winner is known from the theorem even if the search failed.
            (Ok(found), Some((_, answer))) if found.winner.is_none() => Ok(Solution { stop: found.stop, ..answer }),
            (Ok(found), None) if found.winner.is_none() => Ok(Solution { untold: untold.or(found.untold), ..found }),
            (found, _) => found,
        }
    }

    /// Returns the winner of a position or its value, without valuing its moves.
    fn answer_without_options(
        &mut self,
        position: &Position,
        wants: QuantitySet,
        work: &Work,
    ) -> Result<Solution, Fault> {
        if let Ok(Some(ending)) = self.instance.ended(position, &Meter::steps(STEPS_OF_A_LOOK)) {
            return Ok(self.over(position, ending));
        }
        let source = self.reach(std::slice::from_ref(position), wants, work)?;
        let solution = self.solution(position, Vec::new(), source);
        self.rollback(source);
        let mut solution = solution?;
        solution.stop = solution.stop.or((solution.winner != Some(Winner::Second)).then_some(Stop::MovesNotSought));
        Ok(solution)
    }

    /// Returns the winner of a position and its value by a theorem, without moves; `None` if no theorem applies.
    pub(crate) fn judged(&self, position: &Position) -> Option<Evaluation> {
        let max = self.budget.theorem_steps();
        let goes_on = self.budget.going_on();
        let meter = Meter::new(u64::MAX, |steps| steps < max && goes_on()).times(self.budget.factor());
        let answer = self.oracles.iter().find_map(|oracle| oracle.evaluate(position, &meter))?;
        let grundy = answer.grundy.and_then(|value| u64::try_from(value.to_big()).ok()).map(grundy_value::Grundy);
        Some(Evaluation { winner: Some(answer.winner), grundy, ..Evaluation::default() })
    }

    /// Returns the answer of the first oracle that has one.
    pub(super) fn oracle_answer(&self, position: &Position) -> Option<method::OracleAnswer> {
        self.query_oracles(position, Deadline::of(&self.budget)).0
    }

    /// Like [`Self::oracle_answer`], but stops at `end`, and also returns the limit that ended an incomplete answer.
    pub(super) fn query_oracles(
        &self,
        position: &Position,
        end: Deadline,
    ) -> (Option<method::OracleAnswer>, Option<Stop>) {
        let goes_on = || !end.is_over() && !self.budget.is_cancelled();
        let max = self.budget.theorem_steps();
        let meter = Meter::new(u64::MAX, |steps| steps < max && goes_on()).times(self.budget.factor());
        let meter = match end.seconds_left() {
            Some(seconds) => meter.lasting(seconds, move || end.is_over()),
            None => meter,
        };
        let answer = self.oracles.iter().find_map(|oracle| oracle.tell(position, &meter));
        if answer.as_ref().is_some_and(|answer| answer.winning_count.is_some()) {
            return (answer, None);
        }
        if meter.steps_taken() >= max {
            meter.meet(Limit { name: THEOREM_STEPS, usual: self.budget.effort.theorem_steps });
        }
        let untold = match goes_on() {
            true => meter.met().map(Budget::met),
            false => self.budget.stop().or(self.budget.max_seconds.map(Stop::TimeLimit)),
        };
        (answer, untold)
    }

    /// Builds a solution from a theorem's answer; it lists only winning moves.
    pub(super) fn by_theorem(
        &self,
        position: &Position,
        answer: method::OracleAnswer,
        untold: Option<Stop>,
    ) -> Solution {
        let mut solution = Solution::unknown(position, Authority::Claim { name: answer.name.into() });
        solution.method = self.method;
        solution.winner = Some(answer.winner);
        solution.grundy =
            answer.grundy.as_ref().and_then(|value| u64::try_from(value.to_big()).ok()).map(grundy_value::Grundy);
        let is_over = self.plan.theory == Theory::Grundy;
        for step in answer.winning {
            let grundy = is_over.then_some(grundy_value::Grundy::ZERO);
            let worth = Evaluation { winner: Some(Winner::First), grundy, ..Evaluation::default() };
            solution.moves.push(ValuedMove { step, value: worth, is_winning: true });
        }
        let count = answer.winning_count.as_ref();
        solution.winning_move_count = count.map_or(0, |count| u64::try_from(count.to_big()).unwrap_or(u64::MAX));
        solution.stop = Some(Stop::TooManyMoves);
        solution.untold = untold;
        solution.theorem = Some(TheoremAnswer {
            grundy: answer.grundy,
            winning_move_count: answer.winning_count,
            sentence: answer.sentence,
        });
        solution
    }

    fn answer_by_search(&mut self, position: &Position, work: &Work) -> Result<Solution, Fault> {
        // The line sieve finds only the winner.
        let wants = if self.method == Some(MethodName::Lines) { Quantity::Outcome.into() } else { QuantitySet::ALL };
        let solution = self.answer_wanting(position, wants, work)?;
        let untold = self.limit_met(work).filter(|_| solution.winner.is_none());
        Ok(Solution { untold: solution.untold.or(untold), ..solution })
    }

    /// Returns the limit that kept a method from a fuller answer, if one did.
    fn limit_met(&self, work: &Work) -> Option<Stop> {
        work.met().or(self.unrecognised).map(Budget::met)
    }

    fn answer_wanting(&mut self, position: &Position, wants: QuantitySet, work: &Work) -> Result<Solution, Fault> {
        if let Some(index) = self.methods.iter().position(|method| method.moves_are_too_many(position)) {
            return self.answer_without_moves(index, position, work);
        }
        match self.reference.look(position, work) {
            Ok(Standing::Ended(ending)) => Ok(self.over(position, ending)),
            Ok(Standing::Open(steps)) => {
                let mut positions = vec![position.clone()];
                positions.extend(steps.iter().map(|step| step.to.clone()));
                let source = self.reach(&positions, wants, work)?;
                let solution = self.solution(position, steps, source);
                self.rollback(source);
                solution
            }
            Err(Halt::Stop(stop @ (Stop::TooManyMoves | Stop::MoveLimit(_)))) => {
                self.answer_part_by_part(position, stop, work)
            }
            Err(Halt::Stop(stop)) => Ok(self.unsettled(position, stop)),
            Err(Halt::Fault(fault)) => Err(fault),
        }
    }

    /// Answers a position with too many moves to list, by the method with this index.
    fn answer_without_moves(&mut self, index: usize, position: &Position, work: &Work) -> Result<Solution, Fault> {
        let reached = self.methods[index].reach(std::slice::from_ref(position), Quantity::Outcome.into(), work);
        let stop = match reached {
            Ok(stop) => stop,
            Err(Unable::Refused(why)) => match self.method_refused(&why) {
                Some(fault) => return Err(fault),
                None => None,
            },
            Err(Unable::Fault(fault)) => return Err(*fault),
        };
        let stop = stop.unwrap_or(Stop::TooManyMoves);
        let method = &mut self.methods[index];
        let Evaluation { winner, grundy, remoteness, score } = method.evaluation(position);
        if winner.is_none() {
            return Ok(self.unsettled(position, stop));
        }
        let (by, positions) = (method.authority(position), method.examined());
        let known = Solution {
            winner,
            grundy,
            remoteness,
            score,
            positions,
            stop: Some(stop),
            ..Solution::unknown(position, by)
        };
        Ok(known)
    }

    pub(super) fn solution(
        &mut self,
        position: &Position,
        steps: Vec<Step>,
        source: Source,
    ) -> Result<Solution, Fault> {
        let Evaluation { mut winner, grundy, remoteness, score } = self.evaluation(position, source);
        let mut moves = Vec::with_capacity(steps.len());
        for step in steps {
            let worth = self
                .evaluation_of(&step, position.mover, source)
                .map_err(|TooLarge| score_too_large().at(|| self.instance.print_position(position)))?;
            moves.push(ValuedMove { step, value: worth, is_winning: false });
        }
        // One winning move is enough, even if the rest of the sum is unknown; but a score needs the best move.
        if !self.instance.game().points && moves.iter().any(|valued| valued.value.winner == Some(Winner::First)) {
            winner = Some(Winner::First);
        }
        for valued in &mut moves {
            valued.is_winning = match (winner, &score) {
                (None | Some(Winner::Second), _) => false,
                (Some(_), Some(_)) => valued.value.score == score,
                (Some(_), None) => valued.value.winner == winner,
            };
        }
        let (positions, by) = match source {
            Source::Method(index, _) => (self.methods[index].examined(), self.methods[index].authority(position)),
            Source::Reference(reached) => {
                (self.reference.examined(reached), self.reference.authority(position, reached))
            }
        };
        let by = if winner.is_none() { Authority::Unsettled { positions } } else { by };
        let winning_move_count = moves.iter().filter(|valued| valued.is_winning).count() as u64;
        let position = position.clone();
        let stop = source.stop();
        let (theorem, method) = (None, self.method);
        let counts = remoteness.is_some() || score.is_some() || matches!(winner, None | Some(Winner::Draw));
        let uncounted = self.gave_up.filter(|_| !counts);
        Ok(Solution {
            position,
            winner,
            grundy,
            remoteness,
            score,
            moves,
            winning_move_count,
            by,
            positions,
            stop,
            uncounted,
            untold: None,
            unvalued: None,
            theorem,
            method,
        })
    }

    /// Builds the solution of a position where play is over.
    pub(crate) fn over(&self, position: &Position, ending: Terminal) -> Solution {
        let mut solution = Solution::unknown(position, Authority::Rules);
        solution.positions = 1;
        solution.remoteness = matches!(ending, Terminal::Win | Terminal::Lose).then_some(Remoteness::ZERO);
        solution.winner = Some(match &ending {
            Terminal::Win => Winner::First,
            Terminal::Lose => Winner::Second,
            Terminal::Draw => Winner::Draw,
            Terminal::Score(score) => winner_by_score(self.instance.game(), score, position.mover),
        });
        if self.plan.theory == Theory::Grundy {
            solution.grundy = Some(grundy_value::Grundy::ZERO);
        }
        if let Terminal::Score(score) = ending {
            solution.score = Some(score);
        }
        solution
    }

    /// Builds the solution of a position whose moves could not be listed.
    pub(super) fn unsettled(&self, position: &Position, stop: Stop) -> Solution {
        let mut solution = Solution::unknown(position, Authority::Unsettled { positions: 0 });
        solution.stop = Some(stop);
        solution
    }
}

/// Adds what an interrupted search found to a theorem's answer: some winning moves, and perhaps the value.
fn with_known_moves(mut solution: Solution, found: Solution) -> Solution {
    let is_new =
        |valued: &ValuedMove| valued.is_winning && solution.moves.iter().all(|known| known.step != valued.step);
    let more: Vec<ValuedMove> = found.moves.into_iter().filter(is_new).collect();
    solution.moves.extend(more);
    solution.grundy = solution.grundy.or(found.grundy);
    solution.positions = solution.positions.max(found.positions);
    solution.stop = found.stop.or(solution.stop);
    solution
}
