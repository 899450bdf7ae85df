//! Solving: one way a file, and the [`Solver`] that takes the ways of its [`Plan`] one after the other.

mod alpha_beta;
mod answer;
mod anti;
mod apart;
mod backward;
mod compounds;
mod cycle;
mod discover;
pub(crate) mod graph;
mod label_table;
mod layers;
mod lookahead;
mod misere;
mod nimber;
mod ordering;
mod part_by_part;
mod partizan;
mod proof_number;
mod rank;
mod reach;
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

pub use lookahead::{Lookahead, LookaheadLimits};

use crate::budget::{Budget, POSITIONS_IN_VAIN, Stop, Watch};
use crate::method::Method;
use crate::plan::{Explanation, Plan, Road};
use crate::question::Question;
use crate::solution::{Judgement, Solution, Winner};
use crate::values::Values;
use grundy_rules::game::{Game, Ties};
use grundy_rules::{Fault, FaultClass, Instance, Int, Join, Position, Side, Standing, Value};
use reach::{Together, tells};
use reference::Reference;
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
    /// Why a way that tells more gave up before another one answered.
    gave_up: Option<Stop>,
    /// Why not all was found out in the last call of [`Solver::judge`].
    unjudged: Option<Stop>,
    method: Option<Method>,
}

/// What is asked of a position, where it is not everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// Who wins.
    Winner,
    /// Its Grundy value, or the score of a game for points.
    Value,
    /// Who wins, and which moves do.
    Moves,
}

/// So many positions of a table may come to nothing, whatever they cost.
const LEAST_FAILURES: u64 = 16;

/// What positions of a table that came to nothing have cost.
#[derive(Default)]
struct Vain {
    positions: u64,
    failures: u64,
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
        Ok(Solver {
            instance,
            join,
            budget,
            plan,
            ways,
            reference,
            knowing: Vec::new(),
            gave_up: None,
            unjudged: None,
            method: None,
        })
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
        let (told, untold) = self.asked(position, f64::INFINITY);
        told.map(|told| self.by_theorem(position, told, untold))
    }

    /// Takes this method from now on and no other, with compiled rules run in this way: what it cannot take is refused with the
    /// reason. The clock and the other limits hold as ever.
    pub fn take_only(&mut self, method: Method, running: Running) {
        self.method = Some(method);
        self.ways = self.plan.way_of(method, &self.instance, self.join, running).into_iter().collect();
    }

    /// The method that is taken and no other, if there is one.
    pub fn method(&self) -> Option<Method> {
        self.method
    }

    /// Why the one method that may be taken has no answer.
    pub(super) fn method_refused(&self, why: &str) -> Option<Fault> {
        self.method.map(|method| Fault::refused(format!("the method `{method}` cannot be taken: {why}")))
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
        explanation.methods = Method::all().filter(|method| self.is_possible(*method, position)).collect();
        let road = format!("the game: {}", self.plan.because);
        if explanation.chosen.is_empty() {
            explanation.chosen = "every position by the meaning of the rules".to_owned();
            explanation.because = self.plan.because.to_owned();
        } else {
            explanation.notes.insert(0, road);
        }
        explanation
    }

    /// Whether a method takes a position, as far as that can be told without solving.
    fn is_possible(&self, method: Method, position: &Position) -> bool {
        match method {
            Method::Reference => true,
            Method::Theorem => !self.knowing.is_empty() && self.told(position).is_some(),
            _ => {
                let way = self.plan.way_of(method, &self.instance, self.join, Running::Interpreted);
                let wants = if method == Method::Lines { Wants::Winner } else { Wants::All };
                way.is_some_and(|mut way| way.accepts(std::slice::from_ref(position), wants).is_ok())
            }
        }
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
            solver.unjudged = None;
            let mut is_over = match solver.reach_together(positions, wants, watch, &mut found) {
                Together::Done => return found.into_iter().map(Ok).collect(),
                Together::CalledOff(stop) => {
                    solver.unjudged = Some(stop);
                    true
                }
                Together::OneByOne => false,
            };
            let mut told = Vec::with_capacity(positions.len());
            let mut vain = Vain::default();
            for (position, known) in positions.iter().zip(found) {
                told.push(match known {
                    known if tells(&known, wants) => Ok(known),
                    _ if is_over => Ok(solver.known_anywhere(position, wants)),
                    _ => solver.judge_one(position, wants, &mut vain, watch),
                });
                is_over |= solver.unjudged.is_some_and(reach::is_over) || solver.is_in_vain(&vain);
            }
            told
        })
    }

    /// Why not all that was wanted of all positions was found out in the last call of [`Solver::judge`] or [`Solver::judge_apart`], if so.
    pub fn unjudged(&self) -> Option<Stop> {
        self.unjudged
    }

    /// What is wanted of one position; where the budget ends first, what that has cost is counted.
    fn judge_one(
        &mut self,
        position: &Position,
        wants: Wants,
        vain: &mut Vain,
        watch: &mut Watch,
    ) -> Result<Judgement, Fault> {
        let before = watch.spent();
        let source = self.reach(std::slice::from_ref(position), wants, watch)?;
        let mut judgement = self.judgement(position, source);
        if let Some(stop) = source.stop().filter(|_| !tells(&judgement, wants)) {
            judgement = self.known_anywhere(position, wants);
            vain.failures += 1;
            vain.positions += watch.spent() - before;
            self.unjudged = Some(stop);
        }
        self.retreat(source);
        Ok(judgement)
    }

    /// Whether so much was done in vain that no more positions are tried, each of which might cost all of the budget.
    fn is_in_vain(&mut self, vain: &Vain) -> bool {
        let most = self.budget.effort.positions_in_vain;
        let is_over = vain.failures >= LEAST_FAILURES && vain.positions >= most;
        if is_over {
            self.unjudged = Some(Stop::Limit { name: POSITIONS_IN_VAIN, value: most, seconds: None });
        }
        is_over
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
            Ok(Position::alone(mover, self.instance.part(numbers)?))
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

    /// Works with another budget for a while.
    pub(crate) fn with_budget<T>(&mut self, budget: Budget, work: impl FnOnce(&mut Solver) -> T) -> T {
        let whole = std::mem::replace(&mut self.budget, budget);
        let found = work(self);
        self.budget = whole;
        found
    }

    fn with_watch<T>(&mut self, work: impl FnOnce(&mut Solver, &mut Watch) -> T) -> T {
        // What is kept from earlier calls may take as much memory as the budget allows, and no more.
        self.reference.keep_below(self.budget.max_positions);
        let budget = self.budget.clone();
        work(self, &mut Watch::start(&budget))
    }
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
