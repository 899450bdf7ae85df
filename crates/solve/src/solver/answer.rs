//! One position answered whole: who wins, the values, and what each of its moves is worth.
//!
//! In: a position. Out: its [`Solution`], by what theorems say of it where it is large or no search comes to an end, otherwise by
//! the ways of the plan, which are asked about the position and all that its moves lead to.

use super::reach::Source;
use super::reference::score;
use super::way::{self, Size, Unable, Wants};
use super::{Only, Solver, winner_by_score};
use crate::budget::{Budget, Deadline, Halt, Stop, THEOREM_STEPS, Watch};
use crate::method::Method;
use crate::plan::Road;
use crate::solution::{Authority, Judgement, Solution, ToldByTheorem, ValuedMove, Winner};
use grundy_rules::int::TooLarge;
use grundy_rules::{Ending, Fault, Int, Join, Limit, Meter, Position, Standing, Step};
use grundy_value::Remoteness;

/// How many seconds theorems may take where a search has used up the time and told nothing.
const SECONDS_AFTER_A_SEARCH: f64 = 0.5;
/// Positions below this size are searched for what a theorem on who wins does not tell; each time what is usual may be done twice over,
/// so many bits more.
const MAX_BITS_BEYOND_WINNER: f64 = 48.0;
const BITS_OF_A_DOUBLING: f64 = 4.0;
/// How many positions that search looks at where neither time nor positions are set.
const MAX_POSITIONS_BEYOND_WINNER: u64 = 1_000_000;
/// And how many moves the position may have then.
const MOVES_BEYOND_WINNER: Limit = Limit { name: "moves valued one by one", usual: 1000 };
/// How many steps it may cost to list them.
const STEPS_OF_A_LOOK: u64 = 1_000_000;

impl Solver {
    pub(super) fn answer(&mut self, position: &Position, watch: &mut Watch) -> Result<Solution, Fault> {
        if self.knowing.is_empty() || self.method.is_some_and(|method| method != Method::Theorem) {
            return self.answer_by_search(position, watch);
        }
        if self.method.is_some() {
            return match self.asked(position, f64::INFINITY) {
                (Some(told), untold) => Ok(self.by_theorem(position, told, untold)),
                (None, _) => self.answer_by_search(position, watch),
            };
        }
        // Where a finished part ends all, there is nothing to ask about.
        if self.join == Join::Short && position.parts.contains(&None) {
            return self.answer_by_search(position, watch);
        }
        let size = Size::of(&self.instance, position);
        let mut asked = None;
        if !size.is_small(true) {
            match self.asked(position, f64::INFINITY) {
                (Some(told), untold) if !size.is_small(told.grundy.is_some()) => {
                    return Ok(self.by_theorem(position, told, untold));
                }
                told => asked = Some(told),
            }
        }
        let solution = self.answer_by_search(position, watch)?;
        if solution.winner.is_some() {
            return Ok(solution);
        }
        if solution.stop == Some(Stop::Cancelled) {
            let untold = asked.and_then(|(_, untold)| untold);
            return Ok(Solution { untold, ..solution });
        }
        // No search came to an end.
        let (told, untold) = asked.unwrap_or_else(|| self.asked(position, SECONDS_AFTER_A_SEARCH));
        Ok(match told {
            Some(told) => self.by_theorem(position, told, untold),
            None => Solution { untold, ..solution },
        })
    }

    /// What a search finds beyond who wins, which a theorem told; where the search does not come to an end, what was told.
    pub(crate) fn beyond_winner(&mut self, mut solution: Solution) -> Solution {
        let Some(told) = solution.theorem.as_ref().filter(|_| self.method.is_none()) else { return solution };
        let lacks_value = self.plan.road == Road::Grundy && told.grundy.is_none();
        let lacks_moves = solution.winner == Some(Winner::First) && told.winning_move_count.is_none();
        let bits = Size::of(&self.instance, &solution.position).bits();
        let doublings = (self.budget.factor() as f64).log2();
        let is_too_large = bits >= MAX_BITS_BEYOND_WINNER + BITS_OF_A_DOUBLING * doublings;
        if !(lacks_value || lacks_moves) || is_too_large {
            return solution;
        }
        let mut budget = self.budget.clone();
        if budget.max_seconds.is_none() && budget.max_packed_positions == u64::MAX {
            // Without a word about time or positions only so much is spent.
            let meter = Meter::new(MOVES_BEYOND_WINNER.usual, |steps| steps < STEPS_OF_A_LOOK);
            if self.instance.look(&solution.position, self.join, &meter).is_err() {
                meter.meet(MOVES_BEYOND_WINNER);
                solution.unvalued = meter.met().map(Budget::met).filter(|_| lacks_value);
                return solution;
            }
            budget.max_packed_positions = MAX_POSITIONS_BEYOND_WINNER;
        }
        // The value first, which takes one search where the moves take one each.
        let mut watch = Watch::start(&budget);
        let position = solution.position.clone();
        if lacks_value {
            let Ok(valued) = self.answer_without_options(&position, Wants::Grundy, &mut watch) else {
                return solution;
            };
            solution.grundy = solution.grundy.or(valued.grundy);
            solution.positions = valued.positions;
            solution.unvalued = valued.stop.filter(|_| solution.grundy.is_none());
        }
        // Then which moves win, and what they are worth last of all.
        if lacks_moves
            && let Ok(won) = self.answer_wanting(&position, Wants::Winner, &mut watch)
            && let Some(told) = &mut solution.theorem
        {
            solution.positions = solution.positions.max(won.positions);
            if won.stop.is_some() {
                return with_known_moves(solution, won);
            }
            told.winning_move_count = Some(Int::from(won.winning().count()));
            solution.winning_move_count = won.winning_move_count;
            solution.moves = won.moves.into_iter().filter(|valued| valued.is_winning).collect();
        }
        if let Some(stop) = solution.unvalued {
            solution.stop = Some(stop);
            return solution;
        }
        // What a theorem said stands, whatever becomes of the search.
        let Ok(found) = self.answer_by_search(&position, &mut watch) else { return solution };
        if found.winner.is_some() && found.stop.is_none() {
            return found;
        }
        with_known_moves(solution, found)
    }

    /// One position answered as far as it is asked: nothing else is looked for.
    ///
    /// # Errors
    /// The rules could not be carried out somewhere in play from it, or there is no such value.
    pub fn solve_only(&mut self, position: &Position, only: Only) -> Result<Solution, Fault> {
        let wants = match (only, self.plan.road) {
            (Only::Winner | Only::Moves, _) | (Only::Value, Road::Score) => Wants::Winner,
            (Only::Value, Road::Grundy) => Wants::Grundy,
            (Only::Value, _) => {
                let why = self.plan.because;
                return Err(Fault::refused(format!("its positions have no value of their own: {why}")));
            }
        };
        let size = Size::of(&self.instance, position);
        let may_ask = self.method.map_or(!size.is_small(true), |method| method == Method::Theorem);
        let (told, untold) = if may_ask { self.asked(position, f64::INFINITY) } else { (None, None) };
        let is_enough = |told: &way::Told| match only {
            Only::Winner => true,
            Only::Value => told.grundy.is_some(),
            Only::Moves => !told.winning.is_empty() || told.winner == Winner::Second,
        };
        let by_theorem = told.map(|told| {
            let enough = is_enough(&told);
            let mut solution = self.by_theorem(position, told, untold);
            if only != Only::Moves {
                solution.stop = Some(Stop::MovesNotSought);
            }
            (enough, solution)
        });
        if let Some((true, solution)) = by_theorem {
            return Ok(solution);
        }
        let found = self.with_watch(|solver, watch| match only {
            Only::Moves => solver.answer_wanting(position, wants, watch),
            Only::Winner | Only::Value => solver.answer_without_options(position, wants, watch),
        });
        match (found, by_theorem) {
            // Who wins is known whatever became of the search.
            (Ok(found), Some((_, told))) if found.winner.is_none() => Ok(Solution { stop: found.stop, ..told }),
            (Ok(found), None) if found.winner.is_none() => Ok(Solution { untold, ..found }),
            (found, _) => found,
        }
    }

    /// Who wins a position or its value, without a look at what its moves are worth.
    fn answer_without_options(
        &mut self,
        position: &Position,
        wants: Wants,
        watch: &mut Watch,
    ) -> Result<Solution, Fault> {
        if let Ok(Some(ending)) = self.instance.ended(position, &Meter::steps(STEPS_OF_A_LOOK)) {
            return Ok(self.over(position, ending));
        }
        let source = self.reach(std::slice::from_ref(position), wants, watch)?;
        let solution = self.solution(position, Vec::new(), source);
        self.retreat(source);
        let mut solution = solution?;
        solution.stop = solution.stop.or((solution.winner != Some(Winner::Second)).then_some(Stop::MovesNotSought));
        Ok(solution)
    }

    /// Who wins a position and its value, as theorems say without a word about moves; nothing where they say nothing.
    pub(crate) fn judged(&self, position: &Position) -> Option<Judgement> {
        let most = self.budget.theorem_steps();
        let goes_on = self.budget.going_on();
        let meter = Meter::new(u64::MAX, |steps| steps < most && goes_on()).times(self.budget.factor());
        let told = self.knowing.iter().find_map(|knows| knows.judge(position, &meter))?;
        let grundy = told.grundy.and_then(|value| u64::try_from(value.to_big()).ok()).map(grundy_value::Grundy);
        Some(Judgement { winner: Some(told.winner), grundy, ..Judgement::default() })
    }

    /// What those who know theorems say of a position.
    pub(super) fn told(&self, position: &Position) -> Option<way::Told> {
        self.asked(position, f64::INFINITY).0
    }

    /// The same within so many seconds, and no more than the budget has; and where they do not tell all, which limit ended that.
    pub(super) fn asked(&self, position: &Position, most_seconds: f64) -> (Option<way::Told>, Option<Stop>) {
        let max_seconds = self.budget.max_seconds.map(|seconds| seconds.min(most_seconds));
        let budget = Budget { max_seconds, ..self.budget.clone() };
        let goes_on = budget.going_on();
        let most = self.budget.theorem_steps();
        let end = Deadline::of(&budget);
        let meter = Meter::new(u64::MAX, |steps| steps < most && goes_on()).times(self.budget.factor());
        let meter = match end.seconds_left() {
            Some(seconds) => meter.lasting(seconds, move || end.is_over()),
            None => meter,
        };
        let told = self.knowing.iter().find_map(|knows| knows.tell(position, &meter));
        if told.as_ref().is_some_and(|told| told.winning_count.is_some()) {
            return (told, None);
        }
        if meter.steps_taken() >= most {
            meter.meet(Limit { name: THEOREM_STEPS, usual: self.budget.effort.theorem_steps });
        }
        let untold = match goes_on() {
            true => meter.met().map(Budget::met),
            false => self.budget.stop().or(self.budget.max_seconds.map(Stop::TimeLimit)),
        };
        (told, untold)
    }

    /// An answer by a theorem, which lists only winning moves.
    pub(super) fn by_theorem(&self, position: &Position, told: way::Told, untold: Option<Stop>) -> Solution {
        let mut solution = Solution::unknown(position, Authority::Claim { name: told.name.into() });
        solution.method = self.method;
        solution.winner = Some(told.winner);
        solution.grundy =
            told.grundy.as_ref().and_then(|value| u64::try_from(value.to_big()).ok()).map(grundy_value::Grundy);
        let is_over = self.plan.road == Road::Grundy;
        for step in told.winning {
            let grundy = is_over.then_some(grundy_value::Grundy::ZERO);
            let worth = Judgement { winner: Some(Winner::First), grundy, ..Judgement::default() };
            solution.moves.push(ValuedMove { step, worth, is_winning: true });
        }
        let count = told.winning_count.as_ref();
        solution.winning_move_count = count.map_or(0, |count| u64::try_from(count.to_big()).unwrap_or(u64::MAX));
        solution.stop = Some(Stop::TooManyMoves);
        solution.untold = untold;
        solution.theorem = Some(ToldByTheorem {
            grundy: told.grundy,
            winning_move_count: told.winning_count,
            sentence: told.sentence,
        });
        solution
    }

    fn answer_by_search(&mut self, position: &Position, watch: &mut Watch) -> Result<Solution, Fault> {
        // Lines tell who wins and nothing more.
        let wants = if self.method == Some(Method::Lines) { Wants::Winner } else { Wants::All };
        self.answer_wanting(position, wants, watch)
    }

    fn answer_wanting(&mut self, position: &Position, wants: Wants, watch: &mut Watch) -> Result<Solution, Fault> {
        if let Some(place) = self.ways.iter().position(|way| way.moves_are_too_many(position)) {
            return self.answer_without_moves(place, position, watch);
        }
        match self.reference.look(position, watch) {
            Ok(Standing::Ended(ending)) => Ok(self.over(position, ending)),
            Ok(Standing::Open(steps)) => {
                let mut positions = vec![position.clone()];
                positions.extend(steps.iter().map(|step| step.to.clone()));
                let source = self.reach(&positions, wants, watch)?;
                let solution = self.solution(position, steps, source);
                self.retreat(source);
                solution
            }
            Err(Halt::Stop(stop @ (Stop::TooManyMoves | Stop::MoveLimit(_)))) => {
                self.answer_part_by_part(position, stop, watch)
            }
            Err(Halt::Stop(stop)) => Ok(self.unsettled(position, stop)),
            Err(Halt::Fault(fault)) => Err(fault),
        }
    }

    /// Who wins a position that has too many moves to list, by the way of this place.
    fn answer_without_moves(
        &mut self,
        place: usize,
        position: &Position,
        watch: &mut Watch,
    ) -> Result<Solution, Fault> {
        let reached = self.ways[place].reach(std::slice::from_ref(position), Wants::Winner, watch);
        let stop = match reached {
            Ok(stop) => stop,
            Err(Unable::Refused(why)) => match self.method_refused(&why) {
                Some(fault) => return Err(fault),
                None => None,
            },
            Err(Unable::Fault(fault)) => return Err(*fault),
        };
        let stop = stop.unwrap_or(Stop::TooManyMoves);
        let way = &mut self.ways[place];
        let Judgement { winner, grundy, remoteness, score } = way.judgement(position);
        if winner.is_none() {
            return Ok(self.unsettled(position, stop));
        }
        let (by, positions) = (way.authority(position), way.examined());
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
        let Judgement { mut winner, grundy, remoteness, score } = self.judgement(position, source);
        let mut moves = Vec::with_capacity(steps.len());
        for step in steps {
            let worth = self
                .worth_of(&step, position.mover, source)
                .map_err(|TooLarge| score::too_large().at(|| self.instance.print_position(position)))?;
            moves.push(ValuedMove { step, worth, is_winning: false });
        }
        // One move known to win is enough, even where the rest of the sum is not known; of points one wants the most.
        if !self.instance.game().points && moves.iter().any(|valued| valued.worth.winner == Some(Winner::First)) {
            winner = Some(Winner::First);
        }
        for valued in &mut moves {
            valued.is_winning = match (winner, &score) {
                (None | Some(Winner::Second), _) => false,
                (Some(_), Some(_)) => valued.worth.score == score,
                (Some(_), None) => valued.worth.winner == winner,
            };
        }
        let (positions, by) = match source {
            Source::Way(place, _) => (self.ways[place].examined(), self.ways[place].authority(position)),
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

    /// The rules say that play is over.
    pub(crate) fn over(&self, position: &Position, ending: Ending) -> Solution {
        let mut solution = Solution::unknown(position, Authority::Rules);
        solution.positions = 1;
        solution.remoteness = matches!(ending, Ending::Win | Ending::Lose).then_some(Remoteness::ZERO);
        solution.winner = Some(match &ending {
            Ending::Win => Winner::First,
            Ending::Lose => Winner::Second,
            Ending::Draw => Winner::Draw,
            Ending::Score(score) => winner_by_score(self.instance.game(), score, position.mover),
        });
        if self.plan.road == Road::Grundy {
            solution.grundy = Some(grundy_value::Grundy::ZERO);
        }
        if let Ending::Score(score) = ending {
            solution.score = Some(score);
        }
        solution
    }

    /// Not even the moves could be listed.
    pub(super) fn unsettled(&self, position: &Position, stop: Stop) -> Solution {
        let mut solution = Solution::unknown(position, Authority::Unsettled { positions: 0 });
        solution.stop = Some(stop);
        solution
    }
}

/// What a theorem told, with what a search that was cut short found beside it: some moves may be known to win, and the value of the whole.
fn with_known_moves(mut solution: Solution, found: Solution) -> Solution {
    let is_new = |valued: &ValuedMove| valued.is_winning && solution.moves.iter().all(|told| told.step != valued.step);
    let more: Vec<ValuedMove> = found.moves.into_iter().filter(is_new).collect();
    solution.moves.extend(more);
    solution.grundy = solution.grundy.or(found.grundy);
    solution.positions = solution.positions.max(found.positions);
    solution.stop = found.stop.or(solution.stop);
    solution
}
