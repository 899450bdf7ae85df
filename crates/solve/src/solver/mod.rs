//! Solving: one way a file, and the [`Solver`] that takes the way its [`Plan`] names.

mod anti;
mod endless;
mod grundy;
mod retrograde;
mod score;
pub(crate) mod search;
mod worth;

use crate::budget::{Budget, Halt, Stop, Watch};
use crate::plan::{Plan, Road};
use crate::question::Question;
use crate::solution::{Authority, Judgement, Solution, ValuedMove, Winner};
use grundy::{PartTable, PartValue};
use grundy_rules::game::{Loops, Ties};
use grundy_rules::int::TooLarge;
use grundy_rules::{Ending, Fault, FaultClass, Instance, Int, Join, Position, Side, Standing, Step};
use grundy_value::Remoteness;
use search::{Search, Terms};
use std::cmp::Ordering;
use std::sync::Arc;
use worth::{ENDLESS, Worth};

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
    parts: PartTable,
    search: Search,
}

/// Where an answer is to be found.
#[derive(Clone, Copy)]
struct Reached {
    road: Road,
    stop: Option<Stop>,
}

impl Solver {
    /// A solver of this game, whose sums are played like this.
    ///
    /// # Errors
    /// The game cannot be asked this question at all.
    pub fn new(instance: Arc<Instance>, join: Join, budget: Budget) -> Result<Solver, Fault> {
        let plan = Plan::choose(instance.game(), join)?;
        let search = Search::new(Terms { points: instance.game().points, loops: instance.game().loops });
        Ok(Solver { instance, join, budget, plan, parts: PartTable::default(), search })
    }

    /// The way it takes, and why.
    pub fn plan(&self) -> Plan {
        self.plan
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

    /// The same without a word about moves, for tables.
    pub fn judge(&mut self, positions: &[Position]) -> Vec<Result<Judgement, Fault>> {
        self.with_watch(|solver, watch| {
            let judge = |position: &Position| {
                let reached = solver.reach(position, watch)?;
                let judgement = solver.judgement(position, reached);
                solver.retreat(reached);
                Ok(judgement)
            };
            positions.iter().map(judge).collect()
        })
    }

    fn with_watch<T>(&mut self, work: impl FnOnce(&mut Solver, &mut Watch) -> T) -> T {
        // What is kept from earlier calls may take as much memory as the budget allows, and no more.
        if self.parts.examined() + self.search.examined() > self.budget.max_positions {
            self.parts = PartTable::default();
            self.search.clear();
        }
        let budget = self.budget.clone();
        work(self, &mut Watch::start(&budget))
    }

    fn answer(&mut self, position: &Position, watch: &mut Watch) -> Result<Solution, Fault> {
        match self.look(position, watch) {
            Ok(Standing::Ended(ending)) => Ok(self.over(position, ending)),
            Ok(Standing::Open(steps)) => {
                let reached = self.reach(position, watch)?;
                let solution = self.solution(position, steps, reached);
                self.retreat(reached);
                solution
            }
            Err(Halt::Stop(stop)) => Ok(self.unsettled(position, stop)),
            Err(Halt::Fault(fault)) => Err(fault),
        }
    }

    /// How a position stands, its parts in the order in which they were asked.
    fn look(&mut self, position: &Position, watch: &mut Watch) -> Result<Standing, Halt> {
        match self.plan.road {
            Road::Anti => anti::look(position, &self.instance, &mut self.parts, watch),
            _ => watch.spend(|meter| look_at(&self.instance, position, self.join, meter)),
        }
    }

    /// Finds out all that can be found out about a position.
    fn reach(&mut self, position: &Position, watch: &mut Watch) -> Result<Reached, Fault> {
        let Solver { instance, join, parts, search, .. } = self;
        let loops = instance.game().loops;
        if self.plan.road == Road::Grundy {
            let before = watch.admitted();
            let stop = parts.reach(&position.parts, instance, watch)?;
            let looping = position.parts.iter().find(|part| parts.value(part) == PartValue::Loopy);
            let Some(part) = looping else { return Ok(Reached { road: Road::Grundy, stop }) };
            let cycle = parts.loop_from(part);
            watch.readmit(before);
            if stop.is_some() {
                parts.retreat();
            }
            if loops == Loops::None {
                return Err(loop_fault(instance, &cycle, "the rules say `loops none`"));
            }
        }
        let found = match self.plan.road {
            Road::Anti => {
                let mut look = |position: &Position, watch: &mut Watch| anti::look(position, instance, parts, watch);
                search.reach(position, watch, &mut look)
            }
            _ => {
                let mut look = |position: &Position, watch: &mut Watch| {
                    watch.spend(|meter| look_at(instance, position, *join, meter))
                };
                search.reach(position, watch, &mut look)
            }
        };
        // A score that grew too large somewhere in play is a fault of the play from here.
        let stop = found.map_err(|fault| fault.at(|| instance.print_position(position)))?;
        let why = match loops {
            _ if instance.game().points => Some("a game for points must end"),
            Loops::None => Some("the rules say `loops none`"),
            _ => None,
        };
        if let Some(why) = why
            && search.is_loopy(position)
        {
            let fault = loop_fault(instance, &search.loop_from(position), why);
            if stop.is_some() {
                search.retreat();
            }
            return Err(fault);
        }
        let road = if self.plan.road == Road::Grundy { Road::Retrograde } else { self.plan.road };
        Ok(Reached { road, stop })
    }

    /// Forgets what a stop left half done.
    fn retreat(&mut self, reached: Reached) {
        if reached.stop.is_some() {
            self.parts.retreat();
            self.search.retreat();
        }
    }

    /// What is known of a position that was reached.
    fn judgement(&self, position: &Position, reached: Reached) -> Judgement {
        let mut judgement = Judgement::default();
        if reached.road == Road::Grundy {
            judgement.grundy = self.parts.grundy(&position.parts);
            judgement.winner = judgement.grundy.map(|grundy| grundy.outcome().into());
            judgement.remoteness = self.parts.remoteness(&position.parts);
        } else {
            let remoteness = |moves: u32| (moves != ENDLESS).then_some(Remoteness(u64::from(moves)));
            (judgement.winner, judgement.remoteness) = match self.search.worth(position) {
                Worth::Unknown => (None, None),
                Worth::Win(moves) => (Some(Winner::First), remoteness(*moves)),
                Worth::Lose(moves) => (Some(Winner::Second), remoteness(*moves)),
                Worth::Draw => (Some(Winner::Draw), None),
                Worth::Score(score) => {
                    judgement.score = Some(score.clone());
                    (Some(self.winner_by_score(score, position.mover)), None)
                }
            };
        }
        if reached.stop.is_some() {
            // In a graph that is not complete a quicker win may lie outside.
            judgement.remoteness = None;
        }
        judgement
    }

    /// What a move is worth to the player who makes it from a position with this mover.
    fn worth_of(&self, step: &Step, mover: Option<Side>, reached: Reached) -> Result<Judgement, TooLarge> {
        let mut worth = self.judgement(&step.to, reached);
        if let Some(after) = &worth.score {
            let score = if step.again { step.gain.add(after)? } else { step.gain.subtract(after)? };
            // The tie is judged for who was asked about, not for who moves next.
            worth.winner = Some(self.winner_by_score(&score, mover));
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

    fn winner_by_score(&self, score: &Int, mover: Option<Side>) -> Winner {
        match (score.cmp(&Int::ZERO), self.instance.game().ties) {
            (Ordering::Greater, _) | (Ordering::Equal, Ties::First) => Winner::First,
            (Ordering::Less, _) => Winner::Second,
            (Ordering::Equal, Ties::Draw) => Winner::Draw,
            (Ordering::Equal, Ties::Side(side)) if mover == Some(side) => Winner::First,
            (Ordering::Equal, Ties::Side(_)) => Winner::Second,
        }
    }

    fn solution(&self, position: &Position, steps: Vec<Step>, reached: Reached) -> Result<Solution, Fault> {
        let Judgement { mut winner, grundy, remoteness, score } = self.judgement(position, reached);
        let mut moves = Vec::with_capacity(steps.len());
        for step in steps {
            let worth = self
                .worth_of(&step, position.mover, reached)
                .map_err(|TooLarge| score::too_large().at(|| self.instance.print_position(position)))?;
            moves.push(ValuedMove { step, worth, is_winning: false });
        }
        // One move known to win is enough, even where the rest of the sum is not known.
        if score.is_none() && moves.iter().any(|valued| valued.worth.winner == Some(Winner::First)) {
            winner = Some(Winner::First);
        }
        for valued in &mut moves {
            valued.is_winning = match (winner, &score) {
                (None | Some(Winner::Second), _) => false,
                (Some(_), Some(_)) => valued.worth.score == score,
                (Some(_), None) => valued.worth.winner == winner,
            };
        }
        let positions = self.examined(reached);
        let by = match reached.road {
            _ if winner.is_none() => Authority::Unsettled { positions },
            Road::Grundy => Authority::Grundy { positions },
            _ if self.search.is_loopy(position) => Authority::Retrograde { positions },
            _ => Authority::Search { positions },
        };
        let winning_move_count = moves.iter().filter(|valued| valued.is_winning).count() as u64;
        let position = position.clone();
        let stop = reached.stop;
        Ok(Solution { position, winner, grundy, remoteness, score, moves, winning_move_count, by, positions, stop })
    }

    fn examined(&self, reached: Reached) -> u64 {
        if reached.road == Road::Grundy { self.parts.examined() } else { self.search.examined() }
    }

    /// The rules say that play is over.
    fn over(&self, position: &Position, ending: Ending) -> Solution {
        let mut solution = empty_solution(position, Authority::Rules);
        solution.positions = 1;
        solution.remoteness = matches!(ending, Ending::Win | Ending::Lose).then_some(Remoteness::ZERO);
        solution.winner = Some(match &ending {
            Ending::Win => Winner::First,
            Ending::Lose => Winner::Second,
            Ending::Draw => Winner::Draw,
            Ending::Score(score) => self.winner_by_score(score, position.mover),
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
    }
}

/// How a position stands; what goes wrong names it.
fn look_at(
    instance: &Instance,
    position: &Position,
    join: Join,
    meter: &grundy_rules::Meter,
) -> Result<Standing, Fault> {
    instance.look(position, join, meter).map_err(|fault| fault.at(|| instance.print_position(position)))
}

/// Play can go on for ever, and this is why it must not.
fn loop_fault(instance: &Instance, cycle: &[Position], why: &str) -> Fault {
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
