//! Solving: one method per file, and the [`Solver`] that tries the methods of its [`Plan`] in order.

use crate::limits;
mod answer;
mod apart;
pub(crate) mod compounds;
pub(crate) mod dense_sweep;
pub(crate) mod graph;
pub(crate) mod grundy_search;
pub(crate) mod heap;
pub(crate) mod line_sieve;
pub(crate) mod listing;
mod lookahead;
pub(crate) mod method;
pub(crate) mod network;
pub(crate) mod nimbers;
mod part_by_part;
mod reach;
pub(crate) mod reference;
pub(crate) mod regions;
pub(crate) mod retrograde;
pub(crate) mod selective;
mod sums;

#[cfg(test)]
mod connect_board;
#[cfg(test)]
mod placed_board;
#[cfg(test)]
mod random_machine;

pub use lookahead::{Lookahead, LookaheadLimits};

use crate::ask::{Ask, AskMoves};
use crate::budget::{Budget, Deadline, POSITIONS_IN_VAIN, Stop};
use crate::method::MethodName;
use crate::plan::{Explanation, Plan, Size, Theory};
use crate::question::Question;
use crate::solution::Solution;
use crate::values::Values;
use crate::work::Work;
use grundy_message::{Message, message};
use grundy_rules::game::{Game, Ties};
use grundy_rules::{Compound, Fault, FaultClass, Instance, Int, Met, Position, Side, Standing, Value};
use grundy_value::{Evaluation, Quantity, QuantitySet, Winner};
use method::{Backend, BoxOf, Method, MethodError, Oracles};
use reach::{Together, tells};
use reference::Reference;
use std::cmp::Ordering;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Instant;

/// Answers a question: returns a solution for each of its positions, or what went wrong there.
///
/// # Errors
/// Fails if the game does not allow this question at all.
pub fn solve(
    instance: Arc<Instance>,
    question: &Question,
    budget: Budget,
) -> Result<Vec<Result<Solution, Fault>>, Fault> {
    Ok(Solver::new(instance, question.compound, budget)?.solve(&question.positions))
}

/// Solves positions of one game, and caches what it finds.
///
/// The budget is per call: positions queried together share it, and each call starts with all of it. Results do not
/// depend on earlier calls; only cached work is free.
pub struct Solver {
    instance: Arc<Instance>,
    compound: Compound,
    budget: Budget,
    plan: Plan,
    /// Built when first needed: analysing the rules may take longer than an answer by a theorem.
    methods: Vec<Box<dyn Method>>,
    state: Methods,
    running: Backend,
    /// Answers if all methods refuse, and lists moves.
    reference: Reference,
    oracles: Oracles,
    /// Finds theorems about Grundy values when the methods are built.
    theorems: Option<Box<FindTheorems>>,
    /// Why a method with fuller answers gave up before another one answered.
    gave_up: Option<Stop>,
    /// Why the last call of [`Solver::evaluate`] was incomplete.
    unevaluated: Option<Stop>,
    method: Option<MethodName>,
    /// The limit that kept a method from being built for this game.
    unrecognised: Option<Met>,
}

/// Finds theorems about the Grundy values of a game, within a budget.
type FindTheorems = dyn Fn(&Budget) -> Vec<Arc<dyn method::Proved>> + Send;

/// Whether the methods of a solver were built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Methods {
    Unbuilt,
    Built,
}

/// Cost of the positions of a table that failed.
#[derive(Default)]
struct Failures {
    positions: u64,
    failures: u64,
}

impl Solver {
    /// Creates a solver for a game under this compound rule.
    ///
    /// # Errors
    /// Fails if the game does not allow this question at all.
    pub fn new(instance: Arc<Instance>, compound: Compound, budget: Budget) -> Result<Solver, Fault> {
        let plan = Plan::choose(instance.game(), compound)?;
        let reference = Reference::new(&instance, compound, plan.clone());
        Ok(Solver {
            instance,
            compound,
            budget,
            plan,
            methods: Vec::new(),
            state: Methods::Unbuilt,
            running: Backend::AsItPays,
            reference,
            oracles: Vec::new(),
            theorems: None,
            gave_up: None,
            unevaluated: None,
            method: None,
            unrecognised: None,
        })
    }

    /// Like [`Solver::new`], but interprets the rules and uses no faster method; the reference for comparisons.
    ///
    /// # Errors
    /// Fails if the game does not allow this question at all.
    pub fn reference(instance: Arc<Instance>, compound: Compound, budget: Budget) -> Result<Solver, Fault> {
        Ok(Solver { state: Methods::Built, ..Solver::new(instance, compound, budget)? })
    }

    /// Like [`Solver::new`], but runs compiled rules on this backend instead of choosing one; for comparisons.
    ///
    /// # Errors
    /// Fails if the game does not allow this question at all.
    pub fn running(
        instance: Arc<Instance>,
        compound: Compound,
        budget: Budget,
        running: Backend,
    ) -> Result<Solver, Fault> {
        Ok(Solver { running, ..Solver::new(instance, compound, budget)? })
    }

    /// Answers by these theorems, found when they are first needed, where one gives the value of every part. They must
    /// be true of the game.
    pub fn trust(&mut self, theorems: impl Fn(&Budget) -> Vec<Arc<dyn method::Proved>> + Send + 'static) {
        self.theorems = Some(Box::new(theorems));
    }

    /// Adds an oracle, which is queried if a position is too large for a search or no search finishes. Its answers must
    /// be true.
    pub fn add_oracle(&mut self, oracle: Arc<dyn method::Oracle>) {
        self.oracles.push(oracle);
    }

    /// Uses only this method from now on, with compiled rules run on this backend. Positions it cannot take are refused
    /// with the reason. Time and other limits still apply.
    pub fn take_only(&mut self, method: MethodName, running: Backend) {
        self.method = Some(method);
        let method = self.plan.method_named(method, &self.instance, self.compound, running, &self.budget.meter());
        self.methods = method.into_iter().collect();
        self.state = Methods::Built;
    }

    /// Builds the methods of the plan, if they were not built yet.
    fn prepare(&mut self) {
        if self.state == Methods::Built {
            return;
        }
        let limits = self.budget.meter();
        self.methods = self.plan.methods(&self.instance, self.compound, self.running, &limits);
        self.unrecognised = limits.met();
        if let Some(theorems) = self.theorems.as_ref().filter(|_| self.plan.theory == Theory::Grundy) {
            for theorem in theorems(&self.budget) {
                self.methods.insert(0, Box::new(method::ByTheorem::new(theorem)));
            }
        }
        // What was not recognised because this call ended is looked for again by the next.
        if !self.budget.is_cancelled() {
            self.state = Methods::Built;
        }
    }

    /// Returns the only method in use, if there is just one.
    pub fn method(&self) -> Option<MethodName> {
        self.method
    }

    /// Returns the refusal of the only method in use.
    pub(super) fn method_refused(&self, why: &Message) -> Option<Fault> {
        self.method.map(|method| {
            Fault::refused(message!("the method `{method}` cannot be taken: {why}", method = method.name(), why))
        })
    }

    /// Returns the game it solves.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Returns the compound rule of its sums.
    pub fn compound(&self) -> Compound {
        self.compound
    }

    /// Returns the budget of one call.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Ends every later call at this time at the latest, so that many calls can answer one question.
    pub fn end_at(&mut self, deadline: Option<Instant>) {
        self.budget.deadline = deadline;
    }

    /// Returns the plan: the theory it uses, and why.
    pub fn plan(&self) -> Plan {
        self.plan.clone()
    }

    /// Explains which method would be used for this position and why the others would not, without solving it.
    pub fn explain(&mut self, position: &Position) -> Explanation {
        self.prepare();
        let mut explanation = Explanation::default();
        let size = Size::of(&self.instance, position);
        if !size.is_small(true)
            && let (Some(answer), _) = self.query_oracles(position, &Ask::ALL, Deadline::of(&self.budget))
            && !size.is_small(answer.grundy.is_some())
        {
            explanation.chosen = answer.name;
            explanation.because = answer.sentence;
        }
        for method in &mut self.methods {
            match method.accepts(std::slice::from_ref(position), QuantitySet::ALL) {
                Ok(because) if explanation.chosen.is_empty() => {
                    explanation.chosen = method.name().into();
                    explanation.because = because;
                }
                Ok(_) => explanation.notes.push(message!("where that gives up: {method}", method = method.name())),
                Err(why) => explanation.refused.push((method.name().into(), why)),
            }
        }
        explanation.methods = MethodName::all().filter(|method| self.is_possible(*method, position)).collect();
        if explanation.chosen.is_empty() {
            explanation.chosen = self.reference.name().into();
            explanation.because = self.plan.because.clone();
        } else {
            explanation.notes.insert(0, message!("the game: {why}", why = self.plan.because));
        }
        explanation
    }

    /// Returns true if a method takes a position, as far as that is known without solving.
    fn is_possible(&self, method: MethodName, position: &Position) -> bool {
        match method {
            MethodName::Reference => true,
            MethodName::Theorem => self.query_oracles(position, &Ask::ALL, Deadline::of(&self.budget)).0.is_some(),
            _ => {
                let limits = self.budget.meter();
                let wants = if method == MethodName::Lines { Quantity::Outcome.into() } else { QuantitySet::ALL };
                let method =
                    self.plan.method_named(method, &self.instance, self.compound, Backend::Interpreted, &limits);
                method.is_some_and(|mut method| method.accepts(std::slice::from_ref(position), wants).is_ok())
            }
        }
    }

    /// Answers what is asked of a position.
    ///
    /// # Errors
    /// Fails if the rules could not be carried out somewhere in play from it, or if play loops where it must not.
    pub fn answer(&mut self, position: &Position, ask: &Ask) -> Result<Solution, Fault> {
        if ask.moves >= AskMoves::Winning && ask.quantities == QuantitySet::ALL {
            return self.answer_with_moves(position, ask);
        }
        self.with_work(|solver, work| solver.answer_within(position, ask, work))
    }

    /// Answers [`Ask::ALL`] of a position.
    ///
    /// # Errors
    /// As [`Solver::answer`].
    pub fn solve_one(&mut self, position: &Position) -> Result<Solution, Fault> {
        self.answer(position, &Ask::ALL)
    }

    /// Solves several positions, which share the budget and the tables. A failure at one of them does not affect the
    /// others.
    pub fn solve(&mut self, positions: &[Position]) -> Vec<Result<Solution, Fault>> {
        self.with_work(|solver, work| {
            positions.iter().map(|position| solver.answer_within(position, &Ask::ALL, work)).collect()
        })
    }

    /// Like [`Solver::solve`], but without moves, for tables: only what `wants` names is found. If the budget ends,
    /// returns what is known by then.
    pub fn evaluate(
        &mut self,
        positions: &[Position],
        wants: impl Into<QuantitySet>,
    ) -> Vec<Result<Evaluation, Fault>> {
        let wants = wants.into();
        self.with_work(|solver, work| {
            let mut found = vec![Evaluation::default(); positions.len()];
            solver.unevaluated = None;
            let mut is_over = match solver.reach_together(positions, wants, work, &mut found) {
                Together::Done => return found.into_iter().map(Ok).collect(),
                Together::CalledOff(stop) => {
                    solver.unevaluated = Some(stop);
                    true
                }
                Together::OneByOne => false,
            };
            let mut evaluations = Vec::with_capacity(positions.len());
            let mut vain = Failures::default();
            let before = work.spent();
            for (position, known) in positions.iter().zip(found) {
                evaluations.push(match known {
                    known if tells(&known, wants) => Ok(known),
                    _ if is_over => {
                        let known = solver.known_anywhere(position, wants);
                        if !tells(&known, wants) && solver.unevaluated.is_none() {
                            solver.unevaluated = Some(Stop::PositionLimit(solver.budget.max_packed_positions));
                        }
                        Ok(known)
                    }
                    _ => solver.evaluate_one(position, wants, &mut vain, work),
                });
                is_over |= solver.unevaluated.is_some_and(reach::is_over) || solver.is_futile(&vain);
                // Each search counts its own positions; together they share the limit.
                is_over |= work.spent() - before >= solver.budget.max_packed_positions;
            }
            evaluations
        })
    }

    /// Returns why the last call of [`Solver::evaluate`] or [`Solver::evaluate_by_halves`] was incomplete, if it was.
    pub fn unevaluated(&self) -> Option<Stop> {
        self.unevaluated
    }

    /// Evaluates one position; if the budget ends first, adds the cost to `vain`.
    fn evaluate_one(
        &mut self,
        position: &Position,
        wants: QuantitySet,
        vain: &mut Failures,
        work: &Work,
    ) -> Result<Evaluation, Fault> {
        let before = work.spent();
        let source = self.reach(std::slice::from_ref(position), wants, work)?;
        let mut evaluation = self.evaluation(position, source);
        if let Some(stop) = source.stop.filter(|_| !tells(&evaluation, wants)) {
            evaluation = self.known_anywhere(position, wants);
            vain.failures += 1;
            vain.positions += work.spent() - before;
            self.unevaluated = Some(stop);
        }
        self.source(source).rollback();
        Ok(evaluation)
    }

    /// Returns true if failed positions have cost so much that no more are tried.
    fn is_futile(&mut self, vain: &Failures) -> bool {
        let max = self.budget.effort.positions_in_vain;
        let is_over = vain.failures >= limits::MIN_FAILURES && vain.positions >= max;
        if is_over {
            self.unevaluated = Some(Stop::Limit { name: POSITIONS_IN_VAIN, value: max, seconds: None });
        }
        is_over
    }

    /// Returns what any method knows of a position; an empty evaluation if none knows what is wanted.
    fn known_anywhere(&self, position: &Position, wants: QuantitySet) -> Evaluation {
        let known =
            self.methods.iter().map(|method| method.evaluation(position)).find(|evaluation| tells(evaluation, wants));
        known.unwrap_or_default()
    }

    /// Returns the values of all one-part positions with numbers in these ranges, without an object for each: Grundy
    /// values, outcomes or scores. `None` if no method stores such values; then use [`Solver::evaluate`].
    ///
    /// # Errors
    /// Fails if the rules could not be carried out somewhere, or if the ranges contain no positions.
    pub fn tabulate(&mut self, ranges: &[RangeInclusive<i64>], wants: Quantity) -> Result<Option<Values>, Fault> {
        let corner = |end: fn(&RangeInclusive<i64>) -> i64| {
            let numbers = ranges.iter().map(|range| Value::from(end(range))).collect();
            let mover = self.instance.first_mover(None);
            Ok(Position::alone(mover, self.instance.part(numbers)?))
        };
        let corners = vec![corner(|range| *range.start())?, corner(|range| *range.end())?];
        let box_of = BoxOf { ranges, corners };
        self.with_work(|solver, work| {
            solver.prepare();
            for method in &mut solver.methods {
                match method.tabulate(&box_of, wants.into(), work) {
                    Ok(Some(values)) => return Ok(Some(values)),
                    Ok(None) | Err(MethodError::Refused(_)) => {}
                    Err(MethodError::Fault(fault)) => return Err(*fault),
                }
            }
            Ok(None)
        })
    }

    /// Does several pieces of work within the time limit of one.
    pub fn within_one_limit<T>(&mut self, work: impl FnOnce(&mut Solver) -> T) -> T {
        let left = self.budget.counting_down();
        self.with_budget(left(), work)
    }

    /// Runs `work` with another budget.
    pub(crate) fn with_budget<T>(&mut self, budget: Budget, work: impl FnOnce(&mut Solver) -> T) -> T {
        let whole = std::mem::replace(&mut self.budget, budget);
        let found = work(self);
        self.budget = whole;
        found
    }

    fn with_work<T>(&mut self, run: impl FnOnce(&mut Solver, &Work) -> T) -> T {
        let budget = self.budget.clone();
        self.reference.begin(&budget);
        self.methods.iter_mut().for_each(|method| method.begin(&budget));
        run(self, &Work::start(&budget))
    }
}

/// Returns the winner by a score, seen by the player to move.
pub(crate) fn winner_by_score(game: &Game, score: &Int, mover: Option<Side>) -> Winner {
    match (score.cmp(&Int::ZERO), game.ties) {
        (Ordering::Greater, _) | (Ordering::Equal, Ties::First) => Winner::First,
        (Ordering::Less, _) => Winner::Second,
        (Ordering::Equal, Ties::Draw) => Winner::Draw,
        (Ordering::Equal, Ties::Side(side)) if mover == Some(side) => Winner::First,
        (Ordering::Equal, Ties::Side(_)) => Winner::Second,
    }
}

/// Lists the moves of a position or its end; an error names the position.
pub(crate) fn look_at(
    instance: &Instance,
    position: &Position,
    compound: Compound,
    meter: &grundy_rules::Meter,
) -> Result<Standing, Fault> {
    instance.look(position, compound, meter).map_err(|fault| fault.at(|| instance.print_position(position)))
}

/// Returns the fault of a game that can go on forever, and why it must not.
pub(crate) fn loop_fault(instance: &Instance, cycle: &[Position], why: Message) -> Fault {
    let first = cycle.first().map(|first| instance.print_position(first)).unwrap_or_default();
    let is_long = cycle.len() > limits::MAX_LOOP_SHOWN;
    let count = if is_long { limits::MAX_LOOP_SHOWN - 1 } else { cycle.len() };
    let shown: Vec<String> = cycle[..count].iter().map(|position| instance.print_position(position)).collect();
    let positions = shown.join(" -> ");
    let message = match is_long {
        true => message!(
            "play can go on for ever, but {why}: {positions} -> … ({count} moves in all) -> {first}",
            why,
            positions,
            count = cycle.len(),
            first
        ),
        false => message!("play can go on for ever, but {why}: {positions} -> {first}", why, positions, first),
    };
    let fault = Fault::new(FaultClass::Loop, message, None);
    match cycle.first() {
        Some(first) => fault.at(|| instance.print_position(first)),
        None => fault,
    }
}
