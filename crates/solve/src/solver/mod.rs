//! Solving: one way a file, and the [`Solver`] that takes the ways of its [`Plan`] one after the other.

mod alpha_beta;
mod anti;
mod backward;
mod compounds;
mod cycle;
mod discover;
pub(crate) mod graph;
mod label_table;
mod layers;
mod misere;
mod nimber;
mod ordering;
mod part_by_part;
mod partizan;
mod proof_number;
mod rank;
pub(crate) mod reference;
mod regions;
mod retrograde;
mod search;
mod sums;
mod sweep;
mod transposition;
pub(crate) mod way;

#[cfg(test)]
mod connect_board;
#[cfg(test)]
mod placed_board;
#[cfg(test)]
mod random_machine;

use crate::budget::{Budget, Halt, Stop, Watch};
use crate::plan::{Explanation, Plan, Road};
use crate::question::Question;
use crate::solution::{Authority, Judgement, Solution, ToldByTheorem, ValuedMove, Winner};
use crate::values::Values;
use grundy_rules::game::{Game, Ties};
use grundy_rules::int::TooLarge;
use grundy_rules::{Ending, Fault, FaultClass, Instance, Int, Join, Meter, Position, Side, Standing, Step, Value};
use grundy_value::Remoteness;
use reference::{Reference, score};
use std::cmp::Ordering;
use std::ops::RangeInclusive;
use std::sync::Arc;
use way::{BoxOf, Knowing, Running, Size, Unable, Wants, Way};

/// Answers a question: a solution for each of its positions, or what went wrong there.
///
/// # Errors
/// The game cannot be asked this question at all.
pub fn solve(
    instance: Arc<Instance>,
    question: &Question,
    budget: Budget,
) -> Result<Vec<Result<Solution, Fault>>, Fault> {
    Ok(Solver::new(instance, question.join, budget)?.solve(&question.positions))
}

/// Solves positions of one game, and keeps what it has found for the next ones.
///
/// The budget is for one call: positions asked together share it, and a new call has all of it again. What is found
/// within it is the same whatever was asked before; only what was found before costs nothing.
pub struct Solver {
    instance: Arc<Instance>,
    join: Join,
    budget: Budget,
    plan: Plan,
    ways: Vec<Box<dyn Way>>,
    reference: Reference,
    knowing: Knowing,
}

/// How many positions are listed, where there is a way that needs fewer: a few seconds' worth.
const MOST_LISTED: u64 = 6_000_000;

/// Positions that come to nothing in a table may cost about so many looks in all, and there may be so many of them at least.
const WORK_FOR_NOTHING: u64 = 100_000_000;
const LEAST_FAILURES: u64 = 16;

/// How many steps of the rules theorems may cost: some seconds.
const STEPS_OF_THEOREMS: u64 = 30_000_000;
/// How many seconds they may take where a search has used up the time and told nothing.
const SECONDS_AFTER_A_SEARCH: f64 = 0.5;
/// How many steps they may cost where only who wins is asked, of many positions.
const STEPS_OF_A_JUDGEMENT: u64 = 1_000_000;

/// Who knows what was found.
#[derive(Clone, Copy)]
enum Source {
    /// The way of this place.
    Way(usize, Option<Stop>),
    /// The reference.
    Reference(reference::Reached),
}

impl Source {
    fn stop(self) -> Option<Stop> {
        match self {
            Source::Way(_, stop) => stop,
            Source::Reference(reached) => reached.stop,
        }
    }
}

impl Solver {
    /// A solver of this game, whose sums are played like this.
    ///
    /// # Errors
    /// The game cannot be asked this question at all.
    pub fn new(instance: Arc<Instance>, join: Join, budget: Budget) -> Result<Solver, Fault> {
        let plan = Plan::choose(instance.game(), join)?;
        let ways = plan.ways(&instance, join, Running::AsItPays);
        let reference = Reference::new(&instance, join, plan.road);
        Ok(Solver { instance, join, budget, plan, ways, reference, knowing: Vec::new() })
    }

    /// The same by the meaning of the rules alone: what faster ways are compared with.
    ///
    /// # Errors
    /// The game cannot be asked this question at all.
    pub fn reference(instance: Arc<Instance>, join: Join, budget: Budget) -> Result<Solver, Fault> {
        let solver = Solver::new(instance, join, budget)?;
        Ok(Solver { ways: Vec::new(), ..solver })
    }

    /// The same with compiled rules run in this way, for comparison; by itself it takes what pays.
    ///
    /// # Errors
    /// The game cannot be asked this question at all.
    pub fn running(instance: Arc<Instance>, join: Join, budget: Budget, running: Running) -> Result<Solver, Fault> {
        let solver = Solver::new(instance, join, budget)?;
        let ways = solver.plan.ways(&solver.instance, join, running);
        Ok(Solver { ways, ..solver })
    }

    /// Answers by this theorem from now on, where it tells the value of every part. It must be true of the game.
    pub fn trust(&mut self, theorem: Arc<dyn way::Proved>) {
        if self.plan.road == Road::Grundy {
            self.ways.insert(0, Box::new(way::ByTheorem::new(theorem)));
        }
    }

    /// Asks somebody who knows theorems about the game, where a position is too large for a search or no search came to an end.
    /// What they say must be true.
    pub fn ask(&mut self, knowing: Arc<dyn way::Knows>) {
        self.knowing.push(knowing);
    }

    /// What theorems say of a position, however small it is; `None` where they say nothing.
    pub fn tell(&self, position: &Position) -> Option<Solution> {
        self.told(position).map(|told| self.by_theorem(position, told))
    }

    /// Solves one position in the way of this name alone, so that ways can be compared; `None` where there is no such way.
    /// A way that refuses says why.
    pub fn solve_by(&mut self, name: &str, position: &Position) -> Option<Result<Result<Solution, String>, Fault>> {
        let place = self.ways.iter().position(|way| way.name() == name)?;
        Some(self.with_watch(|solver, watch| {
            let steps = match solver.reference.look(position, watch) {
                Ok(Standing::Ended(ending)) => return Ok(Ok(solver.over(position, ending))),
                Ok(Standing::Open(steps)) => steps,
                Err(Halt::Stop(stop)) => return Ok(Ok(solver.unsettled(position, stop))),
                Err(Halt::Fault(fault)) => return Err(fault),
            };
            let mut positions = vec![position.clone()];
            positions.extend(steps.iter().map(|step| step.to.clone()));
            match solver.ways[place].reach(&positions, Wants::All, watch) {
                Ok(stop) => solver.solution(position, steps, Source::Way(place, stop)).map(Ok),
                Err(Unable::Refused(why)) => Ok(Err(why)),
                Err(Unable::Fault(fault)) => Err(*fault),
            }
        }))
    }

    /// The names of its ways, in the order in which they are asked.
    pub fn ways(&self) -> Vec<&'static str> {
        self.ways.iter().map(|way| way.name()).collect()
    }

    /// The game it solves.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// How sums of it are played.
    pub fn join(&self) -> Join {
        self.join
    }

    /// What a call may cost.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The road it takes, and why.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// Which way would be taken for this position, and why none of the others; nothing is solved.
    pub fn explain(&mut self, position: &Position) -> Explanation {
        let mut explanation = Explanation::default();
        let size = Size::of(&self.instance, position);
        if !size.is_small(true)
            && let Some(told) = self.told(position)
            && !size.is_small(told.grundy.is_some())
        {
            explanation.chosen = told.name;
            explanation.because = told.sentence;
        }
        for way in &mut self.ways {
            match way.accepts(std::slice::from_ref(position), Wants::All) {
                Ok(because) if explanation.chosen.is_empty() => {
                    explanation.chosen = way.name().to_owned();
                    explanation.because = because;
                }
                Ok(_) => explanation.notes.push(format!("where that gives up: {}", way.name())),
                Err(why) => explanation.refused.push((way.name().to_owned(), why)),
            }
        }
        let road = format!("the game: {}", self.plan.because);
        if explanation.chosen.is_empty() {
            explanation.chosen = "every position by the meaning of the rules".to_owned();
            explanation.because = self.plan.because.to_owned();
        } else {
            explanation.notes.insert(0, road);
        }
        explanation
    }

    /// Solves one position.
    ///
    /// # Errors
    /// The rules could not be carried out somewhere in play from it, or play loops where it must not.
    pub fn solve_one(&mut self, position: &Position) -> Result<Solution, Fault> {
        self.with_watch(|solver, watch| solver.answer(position, watch))
    }

    /// Solves several positions, which share the budget and what is found. What goes wrong at one of them does not
    /// touch the others.
    pub fn solve(&mut self, positions: &[Position]) -> Vec<Result<Solution, Fault>> {
        self.with_watch(|solver, watch| positions.iter().map(|position| solver.answer(position, watch)).collect())
    }

    /// The same without a word about moves, for tables: only what is wanted need be known. Where the budget ends, what is
    /// known by then is told.
    pub fn judge(&mut self, positions: &[Position], wants: Wants) -> Vec<Result<Judgement, Fault>> {
        self.with_watch(|solver, watch| {
            let mut found = vec![Judgement::default(); positions.len()];
            let mut failures_left = match solver.reach_together(positions, wants, watch, &mut found) {
                Together::Done => return found.into_iter().map(Ok).collect(),
                Together::CalledOff => 0,
                Together::OneByOne => solver.most_failures(),
            };
            let mut told = Vec::with_capacity(positions.len());
            for (position, known) in positions.iter().zip(found) {
                told.push(match known {
                    known if tells(&known, wants) => Ok(known),
                    _ if failures_left == 0 => Ok(solver.known_anywhere(position, wants)),
                    _ => solver.judge_one(position, wants, &mut failures_left, watch),
                });
            }
            told
        })
    }

    /// What is wanted of one position; where the budget ends, there is one failure less to come.
    fn judge_one(
        &mut self,
        position: &Position,
        wants: Wants,
        failures_left: &mut u64,
        watch: &mut Watch,
    ) -> Result<Judgement, Fault> {
        let source = self.reach(std::slice::from_ref(position), wants, watch)?;
        let mut judgement = self.judgement(position, source);
        if let Some(stop) = source.stop().filter(|_| !tells(&judgement, wants)) {
            judgement = self.known_anywhere(position, wants);
            *failures_left = if is_over(stop) { 0 } else { *failures_left - 1 };
        }
        self.retreat(source);
        Ok(judgement)
    }

    /// How many positions of one call may come to nothing before no more of them are tried, each with all of the budget.
    fn most_failures(&self) -> u64 {
        (WORK_FOR_NOTHING / self.budget.max_packed_positions.max(1)).max(LEAST_FAILURES)
    }

    /// What any of the ways knows of a position; nothing, where what is wanted is not known.
    fn known_anywhere(&self, position: &Position, wants: Wants) -> Judgement {
        let known = self.ways.iter().map(|way| way.judgement(position)).find(|judgement| tells(judgement, wants));
        known.unwrap_or_default()
    }

    /// Values of all positions of one part whose numbers lie in these ranges, without an object for each: Grundy values,
    /// outcomes or scores as they are wanted. `None` where no way of solving keeps such values; then ask [`Solver::judge`].
    ///
    /// # Errors
    /// The rules could not be carried out somewhere, or the ranges are no positions.
    pub fn tabulate(&mut self, ranges: &[RangeInclusive<i64>], wants: Wants) -> Result<Option<Values>, Fault> {
        let corner = |end: fn(&RangeInclusive<i64>) -> i64| {
            let numbers = ranges.iter().map(|range| Value::from(end(range))).collect();
            let mover = self.instance.first_mover(None);
            Ok(Position { mover, parts: vec![self.instance.part(numbers)?] })
        };
        let corners = vec![corner(|range| *range.start())?, corner(|range| *range.end())?];
        let box_of = BoxOf { ranges, corners };
        self.with_watch(|solver, watch| {
            for way in &mut solver.ways {
                match way.tabulate(&box_of, wants, watch) {
                    Ok(Some(values)) => return Ok(Some(values)),
                    Ok(None) | Err(Unable::Refused(_)) => {}
                    Err(Unable::Fault(fault)) => return Err(*fault),
                }
            }
            Ok(None)
        })
    }

    fn with_watch<T>(&mut self, work: impl FnOnce(&mut Solver, &mut Watch) -> T) -> T {
        // What is kept from earlier calls may take as much memory as the budget allows, and no more.
        self.reference.keep_below(self.budget.max_positions);
        let budget = self.budget.clone();
        work(self, &mut Watch::start(&budget))
    }

    fn answer(&mut self, position: &Position, watch: &mut Watch) -> Result<Solution, Fault> {
        if self.knowing.is_empty() {
            return self.answer_by_search(position, watch);
        }
        let size = Size::of(&self.instance, position);
        let mut asked = None;
        if !size.is_small(true) {
            match self.told(position) {
                Some(told) if !size.is_small(told.grundy.is_some()) => return Ok(self.by_theorem(position, told)),
                told => asked = Some(told),
            }
        }
        let solution = self.answer_by_search(position, watch)?;
        if solution.winner.is_some() || solution.stop == Some(Stop::Cancelled) {
            return Ok(solution);
        }
        // No search came to an end.
        let told = asked.unwrap_or_else(|| self.told_within(position, SECONDS_AFTER_A_SEARCH));
        Ok(told.map_or(solution, |told| self.by_theorem(position, told)))
    }

    /// Who wins a position and its value, as theorems say without a word about moves; nothing where they say nothing.
    pub(crate) fn judged(&self, position: &Position) -> Option<Judgement> {
        let meter = Meter::steps(STEPS_OF_A_JUDGEMENT);
        let told = self.knowing.iter().find_map(|knows| knows.judge(position, &meter))?;
        let grundy = told.grundy.and_then(|value| u64::try_from(value.to_big()).ok()).map(grundy_value::Grundy);
        Some(Judgement { winner: Some(told.winner), grundy, ..Judgement::default() })
    }

    /// What those who know theorems say of a position.
    fn told(&self, position: &Position) -> Option<way::Told> {
        self.told_within(position, f64::INFINITY)
    }

    /// The same within so many seconds, and no more than the budget has.
    fn told_within(&self, position: &Position, most_seconds: f64) -> Option<way::Told> {
        let max_seconds = self.budget.max_seconds.map(|seconds| seconds.min(most_seconds));
        let budget = Budget { max_seconds, ..self.budget.clone() };
        let goes_on = budget.going_on();
        let meter = Meter::new(u64::MAX, |steps| steps < STEPS_OF_THEOREMS && goes_on());
        self.knowing.iter().find_map(|knows| knows.tell(position, &meter))
    }

    /// An answer by a theorem, which lists only winning moves.
    fn by_theorem(&self, position: &Position, told: way::Told) -> Solution {
        let mut solution = empty_solution(position, Authority::Claim { name: told.name.into() });
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
        solution.theorem = Some(ToldByTheorem {
            grundy: told.grundy,
            winning_move_count: told.winning_count,
            sentence: told.sentence,
        });
        solution
    }

    fn answer_by_search(&mut self, position: &Position, watch: &mut Watch) -> Result<Solution, Fault> {
        if let Some(place) = self.ways.iter().position(|way| way.moves_are_too_many(position)) {
            return self.answer_without_moves(place, position, watch);
        }
        match self.reference.look(position, watch) {
            Ok(Standing::Ended(ending)) => Ok(self.over(position, ending)),
            Ok(Standing::Open(steps)) => {
                let mut positions = vec![position.clone()];
                positions.extend(steps.iter().map(|step| step.to.clone()));
                let source = self.reach(&positions, Wants::All, watch)?;
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
        let way = &mut self.ways[place];
        let stop = match way.reach(std::slice::from_ref(position), Wants::Winner, watch) {
            Ok(stop) => stop,
            Err(Unable::Refused(_)) => None,
            Err(Unable::Fault(fault)) => return Err(*fault),
        };
        let stop = stop.unwrap_or(Stop::TooManyMoves);
        let Judgement { winner, grundy, remoteness, score } = way.judgement(position);
        if winner.is_none() {
            return Ok(self.unsettled(position, stop));
        }
        let (by, positions) = (way.authority(position), way.examined());
        let known =
            Solution { winner, grundy, remoteness, score, positions, stop: Some(stop), ..empty_solution(position, by) };
        Ok(known)
    }

    /// Finds out all that can be found out about a position, the first of these, and about those that its moves lead to.
    fn reach(&mut self, positions: &[Position], wants: Wants, watch: &mut Watch) -> Result<Source, Fault> {
        let mut partial = None;
        let mut stopped = None;
        for place in self.order(positions, wants) {
            let way = &mut self.ways[place];
            match way.reach(positions, wants, watch) {
                Ok(None) => return Ok(Source::Way(place, None)),
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
                Err(Unable::Refused(_)) => {}
                Err(Unable::Fault(fault)) => return Err(*fault),
            }
        }
        if let Some((place, stop)) = partial.or(stopped) {
            return Ok(Source::Way(place, Some(stop)));
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
            self.ways.iter_mut().for_each(|way| way.list_at_most(MOST_LISTED));
            if wants == Wants::Winner {
                order.sort_by_key(|place| !self.ways[*place].is_selective());
            }
        }
        order
    }

    /// Many positions at once, where one way takes them all without a fault. What is found out about them before the
    /// budget ends is told as well.
    fn reach_together(
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
                        return Together::CalledOff;
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
    fn retreat(&mut self, source: Source) {
        if let Source::Reference(reached) = source {
            self.reference.retreat(reached);
        }
    }

    /// What is known of a position that was reached.
    fn judgement(&self, position: &Position, source: Source) -> Judgement {
        match source {
            Source::Way(place, _) => self.ways[place].judgement(position),
            Source::Reference(reached) => self.reference.judgement(position, reached),
        }
    }

    /// What a move is worth to the player who makes it from a position with this mover.
    fn worth_of(&self, step: &Step, mover: Option<Side>, source: Source) -> Result<Judgement, TooLarge> {
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

    fn solution(&mut self, position: &Position, steps: Vec<Step>, source: Source) -> Result<Solution, Fault> {
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
        let theorem = None;
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
            theorem,
        })
    }

    /// The rules say that play is over.
    pub(crate) fn over(&self, position: &Position, ending: Ending) -> Solution {
        let mut solution = empty_solution(position, Authority::Rules);
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
    fn unsettled(&self, position: &Position, stop: Stop) -> Solution {
        let mut solution = empty_solution(position, Authority::Unsettled { positions: 0 });
        solution.stop = Some(stop);
        solution
    }
}

fn empty_solution(position: &Position, by: Authority) -> Solution {
    Solution {
        position: position.clone(),
        winner: None,
        grundy: None,
        remoteness: None,
        score: None,
        moves: Vec::new(),
        winning_move_count: 0,
        by,
        positions: 0,
        stop: None,
        theorem: None,
    }
}

/// What became of many positions that were asked about together.
enum Together {
    /// All that can be known is known.
    Done,
    /// The time is up, or somebody said stop.
    CalledOff,
    /// What is not known yet is to be asked one by one.
    OneByOne,
}

/// Whether a stop is one for every way and every position: the clock and who said stop are the same for all.
fn is_over(stop: Stop) -> bool {
    matches!(stop, Stop::TimeLimit(_) | Stop::StepLimit(_) | Stop::Cancelled)
}

/// Whether what is wanted of a position is known.
fn tells(judgement: &Judgement, wants: Wants) -> bool {
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

/// Who wins by a score, seen by the player to move.
pub(crate) fn winner_by_score(game: &Game, score: &Int, mover: Option<Side>) -> Winner {
    match (score.cmp(&Int::ZERO), game.ties) {
        (Ordering::Greater, _) | (Ordering::Equal, Ties::First) => Winner::First,
        (Ordering::Less, _) => Winner::Second,
        (Ordering::Equal, Ties::Draw) => Winner::Draw,
        (Ordering::Equal, Ties::Side(side)) if mover == Some(side) => Winner::First,
        (Ordering::Equal, Ties::Side(_)) => Winner::Second,
    }
}

/// How a position stands; what goes wrong names it.
pub(crate) fn look_at(
    instance: &Instance,
    position: &Position,
    join: Join,
    meter: &grundy_rules::Meter,
) -> Result<Standing, Fault> {
    instance.look(position, join, meter).map_err(|fault| fault.at(|| instance.print_position(position)))
}

/// Play can go on for ever, and this is why it must not.
pub(crate) fn loop_fault(instance: &Instance, cycle: &[Position], why: &str) -> Fault {
    const MOST_SHOWN: usize = 8;
    let mut shown: Vec<String> = cycle.iter().map(|position| instance.print_position(position)).collect();
    if shown.len() > MOST_SHOWN {
        shown.truncate(MOST_SHOWN - 1);
        shown.push(format!("… ({} moves in all)", cycle.len()));
    }
    shown.extend(cycle.first().map(|first| instance.print_position(first)));
    let message = format!("play can go on for ever, but {why}: {}", shown.join(" -> "));
    let fault = Fault::new(FaultClass::Loop, message, None);
    match cycle.first() {
        Some(first) => fault.at(|| instance.print_position(first)),
        None => fault,
    }
}
