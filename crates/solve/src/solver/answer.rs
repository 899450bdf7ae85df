//! Answers one position completely: who wins, the values, and the value of each of its moves.
//!
//! In: a position. Out: its [`Solution`]: from theorems if the position is large or no search finishes, otherwise from
//! the methods of the plan, which solve the position and every position one move away.

use super::method::{MethodError, OracleAnswer};
use super::reach::Source;
use super::reference::score_too_large;
use super::{Solver, winner_by_score};
use crate::ask::{Ask, AskMoves, Grounds};
use crate::budget::{Budget, Deadline, Interrupt, Stop, THEOREM_STEPS};
use crate::limits;
use crate::method::MethodName;
use crate::plan::Theory;
use crate::plan::choice::{Size, Turns, is_enough};
use crate::solution::{Authority, Listed, Solution, ValuedMove};
use crate::work::Work;
use grundy_message::template;
use grundy_rules::int::TooLarge;
use grundy_rules::{Compound, Fault, Int, Limit, Meter, Position, Standing, Step, Terminal};
use grundy_value::{Evaluation, Quantity, QuantitySet, Remoteness, Winner};

/// Fraction of the time limit that a search may use if the theorems have not been tried yet; they get the rest.
const SHARE_OF_A_SEARCH: f64 = 0.95;
/// Maximum number of moves of a position whose moves are valued after a theorem, without a limit of time or positions.
const MOVES_BEYOND_WINNER: Limit = Limit { name: template!("moves valued one by one"), usual: 1000 };
/// Maximum number of steps for listing those moves.
const STEPS_OF_LISTING: u64 = 1_000_000;

impl Solver {
    /// Answers what is asked, without searching for moves that the method which answers does not list. Theorems come
    /// first where the position is large or any grounds will do, and last where no search finishes.
    pub(super) fn answer_within(&mut self, position: &Position, ask: &Ask, work: &Work) -> Result<Solution, Fault> {
        let size = Size::of(&self.instance, position);
        // If a finished part ends the game, no theorem is needed.
        let is_ended = self.compound == Compound::Short && position.parts.contains(&None);
        let Turns { first, later } = match self.oracles.is_empty() {
            true => Turns::NEVER,
            false => Turns::of_theorems(self.method, ask, &size, is_ended),
        };
        let mut queried = None;
        if first {
            match self.query_oracles(position, ask, work.deadline()) {
                (Some(answer), untold) if is_enough(&answer, ask, &size, self.method) => {
                    return Ok(self.by_theorem(position, answer, untold, ask.moves));
                }
                answer => queried = Some(answer),
            }
        }
        // Theorems that were not queried yet get the rest of the time.
        let share = if later && queried.is_none() { SHARE_OF_A_SEARCH } else { 1.0 };
        let solution = self.answer_by_search(position, ask, &work.with_share(share))?;
        if solution.value.winner.is_some() || queried.is_none() && !later {
            return Ok(solution);
        }
        if solution.stop == Some(Stop::Cancelled) {
            let untold = queried.and_then(|(_, untold)| untold);
            return Ok(Solution { untold, ..solution });
        }
        // No search finished.
        let (answer, untold) = queried.unwrap_or_else(|| self.query_oracles(position, ask, work.deadline()));
        Ok(match answer {
            Some(answer) => {
                let by_theorem = self.by_theorem(position, answer, untold, ask.moves);
                match ask.quantities == QuantitySet::ALL {
                    true => by_theorem,
                    // The limit that ended the search for the rest.
                    false => Solution { stop: solution.stop, ..by_theorem },
                }
            }
            None => Solution { untold: untold.or(solution.untold), ..solution },
        })
    }

    /// Searches for what the theorem in `solution` leaves open. Returns `solution` unchanged if the search does not
    /// finish.
    pub(crate) fn beyond_winner(&mut self, mut solution: Solution) -> Solution {
        if solution.theorem.is_none() || self.method.is_some() {
            return solution;
        }
        let lacks_value = self.plan.theory == Theory::Grundy && solution.value.grundy.is_none();
        let lacks_moves = solution.value.winner == Some(Winner::First) && solution.winning_move_count.is_none();
        let size = Size::of(&self.instance, &solution.position);
        if !(lacks_value || lacks_moves) || !size.can_be_searched_further(&self.budget) {
            return solution;
        }
        let mut budget = self.budget.clone();
        if budget.max_seconds.is_none() && budget.max_packed_positions == u64::MAX {
            // Without a limit on time or positions, use the default limits.
            let meter = Meter::new(MOVES_BEYOND_WINNER.usual, |steps| steps < STEPS_OF_LISTING);
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
            solution.value.grundy = valued.value.grundy;
            solution.positions = valued.positions;
            solution.unvalued = valued.stop.filter(|_| solution.value.grundy.is_none());
        }
        // Then the winning moves, and the values of all moves last.
        if lacks_moves && let Ok(won) = self.answer_wanting(&position, Quantity::Outcome.into(), &work) {
            solution.positions = solution.positions.max(won.positions);
            if won.stop.is_some() {
                return with_known_moves(solution, won);
            }
            solution.winning_move_count = Some(Int::from(won.winning().count()));
            solution.moves = won.moves.into_iter().filter(|valued| valued.is_winning).collect();
        }
        if let Some(stop) = solution.unvalued {
            solution.stop = Some(stop);
            return solution;
        }
        // The theorem's answer is valid even if the search fails.
        let Ok(found) = self.answer_by_search(&position, &Ask::ALL, &work) else { return solution };
        if found.value.winner.is_some() && found.stop.is_none() {
            return found;
        }
        with_known_moves(solution, found)
    }

    /// Returns the winner of a position or its value, without valuing its moves.
    fn answer_without_options(
        &mut self,
        position: &Position,
        wants: QuantitySet,
        work: &Work,
    ) -> Result<Solution, Fault> {
        if let Ok(Some(ending)) = self.instance.ended(position, &Meter::steps(STEPS_OF_LISTING)) {
            return Ok(self.over(position, ending));
        }
        let source = self.reach(std::slice::from_ref(position), wants, work)?;
        let solution = self.solution(position, None, source);
        self.source(source).rollback();
        let mut solution = solution?;
        let is_lost = solution.value.winner == Some(Winner::Second);
        solution.stop = solution.stop.or((!is_lost).then_some(Stop::MovesNotSought));
        Ok(solution)
    }

    /// Returns the winner of a position and its value by a theorem, without moves; `None` if no theorem applies.
    pub(crate) fn value_by_theorem(&self, position: &Position) -> Option<Evaluation> {
        let ask = Ask { grounds: Grounds::Any, ..Ask::winner() };
        let (answer, _) = self.query_oracles(position, &ask, Deadline::of(&self.budget));
        answer.map(|answer| answer.value())
    }

    /// Returns the answer of the first oracle that has one, and the limit that ended an incomplete answer. Stops at
    /// `end`.
    pub(super) fn query_oracles(
        &self,
        position: &Position,
        ask: &Ask,
        end: Deadline,
    ) -> (Option<OracleAnswer>, Option<Stop>) {
        let values_only = ask.moves == AskMoves::None && ask.grounds == Grounds::Any;
        let goes_on = || !end.is_over() && !self.budget.is_cancelled();
        let max = self.budget.theorem_steps();
        let meter = Meter::new(u64::MAX, |steps| steps < max && goes_on()).times(self.budget.factor());
        let meter = match end.seconds_left() {
            Some(seconds) => meter.lasting(seconds, move || end.is_over()),
            None => meter,
        };
        let answer = self.oracles.iter().find_map(|oracle| match values_only {
            true => oracle.evaluate(position, &meter),
            false => oracle.tell(position, &meter),
        });
        if answer.as_ref().is_some_and(|answer| values_only || answer.winning_count.is_some()) {
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
    fn by_theorem(&self, position: &Position, answer: OracleAnswer, untold: Option<Stop>, moves: AskMoves) -> Solution {
        let value = answer.value();
        let mut solution =
            Solution::unknown(position, Authority::Claim { name: answer.name.into(), is_proved: answer.is_proved });
        solution.method = self.method;
        solution.value = value;
        let grundy = (self.plan.theory == Theory::Grundy).then_some(Int::ZERO);
        for step in answer.winning {
            let value = Evaluation { winner: Some(Winner::First), grundy: grundy.clone(), ..Evaluation::default() };
            solution.moves.push(ValuedMove { step, value, is_winning: true });
        }
        solution.winning_move_count = answer.winning_count;
        solution.stop = Some(if moves == AskMoves::None { Stop::MovesNotSought } else { Stop::TooManyMoves });
        solution.untold = untold;
        solution.theorem = Some(answer.sentence);
        solution
    }

    fn answer_by_search(&mut self, position: &Position, ask: &Ask, work: &Work) -> Result<Solution, Fault> {
        let wants = match ask.moves {
            // A list of moves has everything that the method finds of them.
            AskMoves::Count | AskMoves::Listed | AskMoves::All => QuantitySet::ALL,
            AskMoves::None | AskMoves::Winning => ask.quantities,
        };
        let solution = match ask.moves {
            AskMoves::None => self.answer_without_options(position, wants, work)?,
            // The line sieve finds only the winner.
            _ if self.method == Some(MethodName::Lines) => {
                self.answer_wanting(position, Quantity::Outcome.into(), work)?
            }
            _ => self.answer_wanting(position, wants, work)?,
        };
        let untold = self.limit_met(work).filter(|_| solution.value.winner.is_none());
        Ok(Solution { untold: solution.untold.or(untold), ..solution })
    }

    /// Returns the limit that kept a method from a fuller answer, if one did.
    fn limit_met(&self, work: &Work) -> Option<Stop> {
        work.met().or(self.unrecognised).map(Budget::met)
    }

    fn answer_wanting(&mut self, position: &Position, wants: QuantitySet, work: &Work) -> Result<Solution, Fault> {
        self.prepare();
        if let Some(index) = self.methods.iter().position(|method| method.moves_are_too_many(position)) {
            return self.answer_without_moves(index, position, work);
        }
        match self.reference.look(position, work) {
            Ok(Standing::Ended(ending)) => Ok(self.over(position, ending)),
            Ok(Standing::Open(steps)) => {
                let mut positions = vec![position.clone()];
                positions.extend(steps.iter().map(|step| step.to.clone()));
                let source = self.reach(&positions, wants, work)?;
                let solution = self.solution(position, Some(steps), source);
                self.source(source).rollback();
                solution
            }
            Err(Interrupt::Stop(stop @ (Stop::TooManyMoves | Stop::MoveLimit(_)))) => {
                self.answer_part_by_part(position, stop, work)
            }
            Err(Interrupt::Stop(stop)) => Ok(self.unsettled(position, stop)),
            Err(Interrupt::Fault(fault)) => Err(fault),
        }
    }

    /// Answers a position with too many moves to list, by the method with this index.
    fn answer_without_moves(&mut self, index: usize, position: &Position, work: &Work) -> Result<Solution, Fault> {
        let reached = self.methods[index].reach(std::slice::from_ref(position), Quantity::Outcome.into(), work);
        let stop = match reached {
            Ok(stop) => stop,
            Err(MethodError::Refused(why)) => match self.method_refused(&why) {
                Some(fault) => return Err(fault),
                None => None,
            },
            Err(MethodError::Fault(fault)) => return Err(*fault),
        };
        let stop = stop.unwrap_or(Stop::TooManyMoves);
        let method = &mut self.methods[index];
        let value = method.evaluation(position);
        if value.winner.is_none() {
            return Ok(self.unsettled(position, stop));
        }
        let (by, positions) = (method.authority(position), method.visited());
        Ok(Solution { value, positions, stop: Some(stop), ..Solution::unknown(position, by) })
    }

    /// Builds the solution of a solved position, with these moves if they were listed.
    fn solution(&mut self, position: &Position, steps: Option<Vec<Step>>, source: Source) -> Result<Solution, Fault> {
        let mut value = self.evaluation(position, source);
        let listed = if steps.is_some() { Listed::All } else { Listed::Few };
        let mut moves = Vec::with_capacity(steps.as_ref().map_or(0, Vec::len));
        for step in steps.into_iter().flatten() {
            let worth = self
                .evaluation_of(&step, position.mover, source)
                .map_err(|TooLarge| score_too_large().at(|| self.instance.print_position(position)))?;
            moves.push(ValuedMove { step, value: worth, is_winning: false });
        }
        // One winning move is enough, even if the rest of the sum is unknown; but a score needs the best move.
        if !self.instance.game().points && moves.iter().any(|valued| valued.value.winner == Some(Winner::First)) {
            value.winner = Some(Winner::First);
        }
        for valued in &mut moves {
            valued.is_winning = match (value.winner, &value.score) {
                (None | Some(Winner::Second), _) => false,
                (Some(_), Some(_)) => valued.value.score == value.score,
                (Some(_), None) => valued.value.winner == value.winner,
            };
        }
        let method = self.source(source);
        let (positions, mut by) = (method.visited(), method.authority(position));
        if value.winner.is_none() {
            by = Authority::Unsettled { positions };
        }
        let counts = value.remoteness.is_some() || value.score.is_some();
        let uncounted = self.gave_up.filter(|_| !counts && !matches!(value.winner, None | Some(Winner::Draw)));
        let are_valued = source.stop.is_none() || moves.iter().all(|valued| valued.value.winner.is_some());
        let winning_move_count = match value.winner {
            Some(Winner::Second) => Some(Int::ZERO),
            None => None,
            _ if listed == Listed::All && are_valued => {
                Some(Int::from(moves.iter().filter(|valued| valued.is_winning).count()))
            }
            _ => None,
        };
        Ok(Solution {
            value,
            moves,
            listed,
            winning_move_count,
            positions,
            stop: source.stop,
            uncounted,
            method: self.method,
            ..Solution::unknown(position, by)
        })
    }

    /// Builds the solution of a position where play is over.
    pub(crate) fn over(&self, position: &Position, ending: Terminal) -> Solution {
        let mut solution = Solution::unknown(position, Authority::Rules);
        (solution.positions, solution.listed, solution.winning_move_count) = (1, Listed::All, Some(Int::ZERO));
        let value = &mut solution.value;
        value.remoteness = matches!(ending, Terminal::Win | Terminal::Lose).then_some(Remoteness::ZERO);
        value.winner = Some(match &ending {
            Terminal::Win => Winner::First,
            Terminal::Lose => Winner::Second,
            Terminal::Draw => Winner::Draw,
            Terminal::Score(score) => winner_by_score(self.instance.game(), score, position.mover),
        });
        if self.plan.theory == Theory::Grundy {
            value.grundy = Some(Int::ZERO);
        }
        if let Terminal::Score(score) = ending {
            value.score = Some(score);
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
    solution.value.grundy = solution.value.grundy.or(found.value.grundy);
    solution.positions = solution.positions.max(found.positions);
    solution.stop = found.stop.or(solution.stop);
    solution
}
