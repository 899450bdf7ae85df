//! The moves of a position that was answered without listing them, as by a theorem.
//!
//! In: a solver and its solution. Out: the same with every move, where they are few enough, each with what is known of it: a theorem
//! tells which moves win, and so what the others are worth. Where there are too many, some that can be made stand for all. Wrong
//! tool for positions that were searched: their moves are listed already.

use super::{MOST_PARTS, move_in_part};
use crate::Wants;
use crate::budget::{Budget, Stop};
use crate::solution::{Judgement, Solution, ValuedMove, Winner};
use crate::solver::Solver;
use grundy_rules::game::{Domain, Over};
use grundy_rules::{Fault, FaultClass, Instance, Int, Join, Limit, Meter, Position, Standing, Step, Value};
use std::collections::BTreeSet;

/// How many moves of one position are listed; a larger budget allows more, but not so many that they fill the memory.
const MOST_LISTED: u64 = 1 << 14;
const MOST_TIMES_LISTED: u64 = 4;
/// How many steps of the rules that may take; fewer where a theorem tells what is needed without them.
const MOST_STEPS: u64 = 20_000_000;
const MOST_STEPS_BY_THEOREM: u64 = 500_000;
/// Of how many moves theorems or the solver are asked one by one.
const ASKED: Limit = Limit { name: "moves asked about one by one", usual: 256 };
/// Of a sum of many parts no more moves stand for all.
const MOST_WIDE: usize = 8;
/// How many steps of the rules a guessed move may cost.
const MOST_STEPS_OF_A_GUESS: u64 = 1_000_000;

/// Which moves of a position are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// All of them.
    All,
    /// Those that a theorem says win, and a few others: there are too many.
    Few,
}

/// Lists the moves where a solver did not; what it told of them stays.
///
/// # Errors
/// The rules could not be carried out.
pub fn list_moves(solver: &Solver, solution: &mut Solution) -> Result<Listed, Fault> {
    let budget = solver.budget().clone();
    list_moves_while(solver, solution, &budget.going_on())
}

/// The same, as long as somebody lets it go on.
pub(super) fn list_moves_while(
    solver: &Solver,
    solution: &mut Solution,
    goes_on: &dyn Fn() -> bool,
) -> Result<Listed, Fault> {
    let is_told = solution.theorem.is_some() || solution.moves.is_empty() && solution.stop.is_some();
    if !is_told {
        return Ok(Listed::All);
    }
    let (instance, join) = (solver.instance(), solver.join());
    let factor = solver.budget().factor();
    let most_steps = if solution.theorem.is_some() { MOST_STEPS_BY_THEOREM } else { MOST_STEPS }.saturating_mul(factor);
    let most_listed = most_listed(solver);
    let meter = Meter::new(most_listed, |steps| steps < most_steps && goes_on()).times(factor);
    // A move of a sum writes down all of its parts.
    let is_wide = solution.position.parts.len() > MOST_PARTS;
    let (steps, listed) = match instance.look(&solution.position, join, &meter) {
        Ok(Standing::Open(steps)) => (steps, Listed::All),
        Ok(Standing::Ended(ending)) => {
            if solution.theorem.is_some() || solution.winner.is_none() {
                *solution = solver.over(&solution.position, ending);
            }
            return Ok(Listed::All);
        }
        Err(fault) if fault.class == FaultClass::Budget && !matches!(join, Join::One | Join::Anti) => {
            return Ok(Listed::Few);
        }
        Err(fault) if fault.class == FaultClass::Budget => {
            let mut steps = small_moves(instance, &solution.position);
            steps.truncate(if is_wide { MOST_WIDE } else { usize::MAX });
            (steps, Listed::Few)
        }
        Err(fault) => return Err(fault),
    };
    let told = std::mem::take(&mut solution.moves);
    let count = solution.theorem.as_ref().and_then(|theorem| theorem.winning_move_count.as_ref());
    let are_all_told = count.is_some_and(|count| count.to_usize() == Some(told.len()));
    // Where theorems are silent about the position, to ask them about each move may cost as much once more.
    let asked = solution.theorem.is_some() && steps.len() as u64 <= meter.most(ASKED);
    let value = |step: Step| {
        if let Some(known) = told.iter().find(|valued| valued.step == step) {
            return known.clone();
        }
        let mut worth = Judgement::default();
        if let Some(said) = asked.then(|| solver.judged(&step.to)).flatten() {
            worth = said;
            if !step.again {
                worth.winner = worth.winner.map(opposite);
            }
        }
        // A lost position has no move that does not lose, and where every winning move was told, the others do not win.
        let loses = solution.winner == Some(Winner::Second) || are_all_told && solution.winner == Some(Winner::First);
        worth.winner = worth.winner.or(loses.then_some(Winner::Second));
        let is_winning = solution.winner == Some(Winner::First) && worth.winner == Some(Winner::First);
        ValuedMove { step, worth, is_winning }
    };
    let mut moves: Vec<ValuedMove> = steps.into_iter().map(value).collect();
    if listed == Listed::Few {
        // What wins stands first, and nothing stands twice.
        moves.retain(|valued| told.iter().all(|known| known.step != valued.step));
        moves.splice(0..0, told);
    } else {
        solution.stop = solution.stop.filter(|_| solution.winner.is_none());
    }
    solution.moves = moves;
    Ok(listed)
}

/// How many moves a solver's budget lets be listed.
fn most_listed(solver: &Solver) -> u64 {
    MOST_LISTED * solver.budget().factor().min(MOST_TIMES_LISTED)
}

/// The same with every move, where they are not too many; else as it was.
///
/// # Errors
/// The rules could not be carried out.
pub fn with_all_moves(solver: &Solver, solution: Solution) -> Result<Solution, Fault> {
    let mut whole = solution.clone();
    Ok(match list_moves(solver, &mut whole)? {
        Listed::All => whole,
        Listed::Few => solution,
    })
}

/// Solves a position, and looks for moves that win where it is won and none was told: all moves where they are few enough, else some
/// that suggest themselves, each judged by what judged the position. Where none of them wins, it says that they were not looked for.
///
/// # Errors
/// The rules could not be carried out.
pub fn solve_with_moves(solver: &mut Solver, position: &Position) -> Result<Solution, Fault> {
    let left = solver.budget().counting_down();
    let solution = solver.solve_one(position)?;
    // A theorem that tells only who wins does not end the search for the rest.
    let solution = solver.with_budget(left(), |solver| solver.beyond_winner(solution));
    solver.with_budget(left(), |solver| with_winning_moves(solver, solution))
}

fn with_winning_moves(solver: &mut Solver, solution: Solution) -> Result<Solution, Fault> {
    let is_told = solution.theorem.is_some() || solution.stop == Some(Stop::TooManyMoves);
    let is_silent = is_told && solution.moves.is_empty();
    if solution.winner != Some(Winner::First) || !is_silent {
        return Ok(solution);
    }
    let mut whole = solution.clone();
    let listed = list_moves(solver, &mut whole)?;
    if listed == Listed::Few && matches!(solver.join(), Join::One | Join::Anti) {
        let tried: Vec<Step> = suggested_moves(solver.instance(), &solution.position);
        whole.moves.retain(|valued| !tried.contains(&valued.step));
        let unknown = |step| ValuedMove { step, worth: Judgement::default(), is_winning: false };
        whole.moves.extend(tried.into_iter().map(unknown));
    }
    whole.moves.truncate(most_listed(solver) as usize);
    let unasked = judge_moves(solver, &mut whole);
    whole.stop = match listed {
        Listed::All if whole.moves.iter().all(|valued| valued.worth.winner.is_some()) => None,
        // Where a search for them was cut short, its limit is the reason.
        Listed::All => {
            let searched = solution.stop.filter(|stop| *stop != Stop::TooManyMoves);
            searched.or(unasked).or(Some(Stop::MovesNotSought))
        }
        Listed::Few => {
            whole.moves.retain(|valued| valued.is_winning);
            Some(Stop::TooManyMoves)
        }
    };
    whole.winning_move_count = whole.winning().count() as u64;
    Ok(whole)
}

/// Asks about the moves of which nothing is known: theorems, or the solver that told who wins without them. Returns the limit that left
/// some of them out, if one did.
fn judge_moves(solver: &mut Solver, solution: &mut Solution) -> Option<Stop> {
    let meter = Meter::steps(0).times(solver.budget().factor());
    let is_open = |place: &usize| solution.moves[*place].worth.winner.is_none();
    let mut open: Vec<usize> = (0..solution.moves.len()).filter(is_open).collect();
    let unasked = if meter.allows(ASKED, open.len() as u64) { None } else { meter.met().map(Budget::met) };
    open.truncate(meter.most(ASKED) as usize);
    let positions: Vec<Position> = open.iter().map(|place| solution.moves[*place].step.to.clone()).collect();
    let found: Vec<Option<Judgement>> = match solution.theorem {
        Some(_) => positions
            .iter()
            .map(|position| match position.in_play().next().is_none() {
                // Where nothing is left, the rules themselves tell who wins.
                true => solver.judge(std::slice::from_ref(position), Wants::Winner).pop().and_then(Result::ok),
                false => solver.judged(position),
            })
            .collect(),
        None => solver.judge(&positions, Wants::Winner).into_iter().map(Result::ok).collect(),
    };
    for (place, found) in open.into_iter().zip(found) {
        let Some(mut worth) = found else { continue };
        let valued = &mut solution.moves[place];
        if !valued.step.again {
            worth.winner = worth.winner.map(opposite);
        }
        valued.is_winning = worth.winner == Some(Winner::First);
        valued.worth = worth;
    }
    unasked
}

/// Moves that suggest themselves where there are too many: of one choice that is a small number, or half or nearly all of a number of
/// the part, and of several choices that are all small.
fn suggested_moves(instance: &Instance, position: &Position) -> Vec<Step> {
    /// So many of the smallest and of the greatest numbers.
    const NEAR_AN_END: usize = 16;
    let meter = Meter::steps(MOST_STEPS_OF_A_GUESS);
    let mut steps = Vec::new();
    for (place, part) in position.parts.iter().enumerate().take(MOST_PARTS) {
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
                steps.extend(move_in_part(instance, position, (place, rule), &chosen, &meter));
            }
        }
    }
    steps
}

/// Moves of a position that has too many to be listed: those whose choices are the smallest numbers. They are legal; which others
/// there are is not known.
pub fn small_moves(instance: &Instance, position: &Position) -> Vec<Step> {
    /// The numbers that are tried for a choice.
    const TRIED: [i64; 4] = [0, 1, 2, 3];
    /// More choices than this are not guessed.
    const MOST_CHOICES: usize = 3;
    let meter = Meter::steps(MOST_STEPS_OF_A_GUESS);
    let mut steps = Vec::new();
    for place in 0..position.parts.len().min(MOST_PARTS) {
        for (rule, described) in instance.game().moves.iter().enumerate() {
            let choices = described.binders.len();
            let is_guessable =
                described.binders.iter().all(|binder| matches!(binder.over, Over::Each(Domain::Range(..))));
            if choices > MOST_CHOICES || !is_guessable {
                continue;
            }
            for guess in 0..TRIED.len().pow(u32::try_from(choices).unwrap_or(0)) {
                let digit = |at: usize| TRIED[guess / TRIED.len().pow(u32::try_from(at).unwrap_or(0)) % TRIED.len()];
                let chosen: Vec<Value> = (0..choices).map(|at| Value::from(digit(at))).collect();
                steps.extend(move_in_part(instance, position, (place, rule), &chosen, &meter));
            }
        }
        if meter.steps_taken() >= MOST_STEPS_OF_A_GUESS / 2 {
            break;
        }
    }
    steps
}

fn opposite(winner: Winner) -> Winner {
    match winner {
        Winner::First => Winner::Second,
        Winner::Draw => Winner::Draw,
        Winner::Second => Winner::First,
    }
}
