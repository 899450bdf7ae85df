//! What is known of the parts of a game, and what follows from it for a whole position.
//!
//! In: a [`Theory`], which tells values of parts and the moves that lead to a wanted one, and a position. Out: who wins, how many moves
//! win and the first of them ([`Told`]). Sums by exclusive or (Sprague and Grundy); under `compound anti` by the theorem SJ, as
//! that rule has it: who moves wins exactly if the sum is not 0 and some part is above 1, or the sum is 0 and none is.

use super::ahead;
use super::moves::Found;
use grundy_rules::{FaultClass, Instance, Int, Join, Limit, Meter, Move, Part, Position, Side, Step, Value};
use grundy_solve::{Told, Winner};
use std::sync::Arc;

/// Where a move is to lead.
#[derive(Clone, Debug)]
pub enum Goal {
    /// To parts whose values add up to this.
    Value(Int),
    /// To a part that the player to move loses.
    Lost,
}

/// What is known of the parts of a game.
pub trait Theory: Send + Sync {
    /// On what authority: `theorem nim.grundy, proved`, `known rule moore.lose, built in`.
    fn name(&self, part: &Part, goal: Goal, meter: &Meter) -> String;

    /// What the theorem says, in a sentence.
    fn sentence(&self, part: &Part, goal: Goal, meter: &Meter) -> String;

    /// The Grundy value of a part; `None` where nothing is known.
    fn grundy(&self, part: &Part, meter: &Meter) -> Option<Int>;

    /// Whether the player to move loses a part that stands alone.
    fn loses(&self, part: &Part, mover: Option<Side>, meter: &Meter) -> Option<bool> {
        let _ = mover;
        self.grundy(part, meter).map(|value| value.is_zero())
    }

    /// The moves of a part that lead where one wants to go; `None` where that is not known.
    fn moves(&self, part: &Part, mover: Option<Side>, goal: &Goal, most: usize, meter: &Meter) -> Option<Found>;

    /// Whether its values are Grundy values; else they decide sums in the same way and are not shown.
    fn is_grundy(&self) -> bool {
        true
    }

    /// The game.
    fn instance(&self) -> &Arc<Instance>;
}

/// No more moves are shown; all of them are counted.
const MOST_SHOWN: usize = 1000;
/// No more parts are written down in all moves that are shown.
const MOST_PARTS_SHOWN: usize = 1 << 19;
/// Parts with so many moves, listed in so many steps, are gone through where nothing better is known.
const MOVES: Limit = Limit { name: "moves tried one by one", usual: 1 << 14 };
const STEPS: Limit = Limit { name: "steps of moves tried one by one", usual: 20_000_000 };
/// Parts of larger numbers that have too many moves have more than any budget reaches.
const GREATEST_BITS: usize = 32;

/// Whether a part that has too many moves has more than any budget reaches, so that no limit is to blame.
pub fn has_countless_moves(part: &Part) -> bool {
    part.iter().filter_map(Value::as_int).any(|number| number.bits() > GREATEST_BITS)
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Who wins, and its value.
    Outcome,
    /// The winning moves too.
    Moves,
}

/// What a theory says of a position; `None` where it says nothing.
pub fn tell(theory: &dyn Theory, position: &Position, join: Join, asked: Asked, meter: &Meter) -> Option<Told> {
    let instance = theory.instance();
    if !matches!(instance.ended(position, meter), Ok(None)) {
        return None;
    }
    let alone = position.only().is_some();
    let join = match join {
        // A part that stands alone and stays alone is played in the same way whatever a sum would be.
        Join::Every | Join::Some | Join::Upto(_) if alone && stays_alone(instance) => Join::One,
        other => other,
    };
    // What is finished is worth nothing, and has no move.
    let values = || -> Option<Vec<Int>> { position.in_play().map(|part| theory.grundy(part, meter)).collect() };
    let verdict = match join {
        Join::One => match (values(), position.only()) {
            (Some(values), _) => by_values(theory, position, &values),
            (None, Some(part)) => by_outcome(theory, part, position.mover, meter),
            _ => None,
        },
        Join::Anti if leaves_at_most_one(instance) => by_anti(position, &values()?),
        _ => None,
    };
    told(theory, position, verdict?, asked, meter)
}

/// Who wins a position, and what must be done in each part to win it.
struct Verdict {
    wins: bool,
    grundy: Option<Int>,
    /// A part that the theory speaks of.
    about: Part,
    /// Where a winning move in each part that is still there leads.
    goals: Vec<Goal>,
}

fn leaves_at_most_one(instance: &Instance) -> bool {
    instance.game().moves.iter().all(|rule| rule.result.most_parts() <= 1)
}

/// Whether every move leaves exactly one part.
pub fn stays_alone(instance: &Instance) -> bool {
    use grundy_rules::game::{Destination, Term};
    fn one(result: &Destination) -> bool {
        match result {
            Destination::If(_, yes, no) => one(yes) && one(no),
            Destination::Terms { terms, .. } => match terms.as_slice() {
                [Term::Tuple(..) | Term::With(..)] => true,
                [Term::Group(inner)] => one(inner),
                _ => false,
            },
        }
    }
    instance.game().moves.iter().all(|rule| one(&rule.result))
}

fn xor_of(values: &[Int]) -> Int {
    values.iter().fold(Int::ZERO, |sum, value| sum.xor(value))
}

fn by_values(theory: &dyn Theory, position: &Position, values: &[Int]) -> Option<Verdict> {
    let sum = xor_of(values);
    let goals = values.iter().map(|value| Goal::Value(sum.xor(value))).collect();
    let about = position.in_play().next()?.clone();
    Some(Verdict { wins: !sum.is_zero(), grundy: Some(sum).filter(|_| theory.is_grundy()), about, goals })
}

fn by_outcome(theory: &dyn Theory, part: &Part, mover: Option<Side>, meter: &Meter) -> Option<Verdict> {
    let (lost, about) = match theory.loses(part, mover, meter) {
        Some(lost) => (lost, part.clone()),
        None => ahead::loses(theory, part, mover, meter)?,
    };
    Some(Verdict { wins: !lost, grundy: None, about, goals: vec![Goal::Lost] })
}

fn by_anti(position: &Position, values: &[Int]) -> Option<Verdict> {
    let sum = xor_of(values);
    let large = values.iter().filter(|value| **value > Int::ONE).count();
    if values.iter().all(Int::is_zero) {
        // Play is over by the rule itself.
        return None;
    }
    let wins = sum.is_zero() != (large > 0);
    // Beside a value above 1 the sum must become 0; where all others are 0 or 1, it must become 1, by a value of 0 or 1.
    let goal = |value: &Int| {
        let rest = sum.xor(value);
        let others_large = large > usize::from(*value > Int::ONE);
        Goal::Value(if others_large { rest } else { rest.xor(&Int::ONE) })
    };
    let goals = values.iter().map(goal).collect();
    Some(Verdict { wins, grundy: None, about: position.in_play().next()?.clone(), goals })
}

/// Puts together who wins and by which moves.
fn told(theory: &dyn Theory, position: &Position, verdict: Verdict, asked: Asked, meter: &Meter) -> Option<Told> {
    let Verdict { wins, grundy, about, goals } = verdict;
    let goal = match grundy {
        Some(_) => Goal::Value(Int::ZERO),
        None => goals.first()?.clone(),
    };
    let mut told = Told {
        winner: if wins { Winner::First } else { Winner::Second },
        grundy,
        winning: Vec::new(),
        winning_count: Some(Int::ZERO),
        name: theory.name(&about, goal.clone(), meter),
        sentence: theory.sentence(&about, goal, meter),
    };
    if !wins {
        return Some(told);
    }
    if asked == Asked::Outcome {
        return Some(Told { winning_count: None, ..told });
    }
    let most = (MOST_PARTS_SHOWN / position.parts.len()).clamp(1, MOST_SHOWN);
    let places = position.parts.iter().enumerate().filter_map(|(place, part)| Some((place, part.as_ref()?)));
    for ((place, part), goal) in places.zip(&goals) {
        let found = theory
            .moves(part, position.mover, goal, most, meter)
            .or_else(|| try_all(theory, part, position.mover, (goal, most), meter));
        let made = match found {
            Some(found) => {
                let counts = told.winning_count.zip(found.count);
                told.winning_count = counts.and_then(|(count, more)| count.add(&more).ok());
                found.first
            }
            None => {
                told.winning_count = None;
                by_strategies(theory, part, position.mover, goal, meter)
            }
        };
        for movement in made {
            if told.winning.len() < most {
                told.winning.push(step(position, place, movement));
            }
        }
    }
    // A won position has a winning move: a theory that finds none is not to be believed.
    if told.winning_count.as_ref().is_some_and(Int::is_zero) { None } else { Some(told) }
}

/// Whether a move leads where one wants to go; `None` where that is not known.
fn leads_to(theory: &dyn Theory, movement: &Move, mover: Option<Side>, goal: &Goal, meter: &Meter) -> Option<bool> {
    if movement.again {
        return None;
    }
    match (goal, movement.to.as_slice()) {
        (Goal::Lost, [only]) => {
            let other = mover.map(Side::other);
            let ahead = || ahead::loses(theory, only, other, meter).map(|(lost, _)| lost);
            theory.loses(only, other, meter).or_else(ahead)
        }
        (goal, parts) => {
            let wanted = match goal {
                Goal::Value(value) => value.clone(),
                Goal::Lost => Int::ZERO,
            };
            let values: Option<Vec<Int>> = parts.iter().map(|part| theory.grundy(part, meter)).collect();
            Some(xor_of(&values?) == wanted)
        }
    }
}

/// All moves of a part, where they are few, one by one.
fn try_all(
    theory: &dyn Theory,
    part: &Part,
    mover: Option<Side>,
    (goal, most): (&Goal, usize),
    meter: &Meter,
) -> Option<Found> {
    if !meter.goes_on() {
        return None;
    }
    let meter = meter.part(MOVES, STEPS);
    let moves = match theory.instance().moves(part, mover, &meter) {
        Ok(moves) => moves,
        Err(fault) => {
            if fault.class == FaultClass::Budget && !has_countless_moves(part) {
                meter.meet(if meter.moves_left() == 0 { MOVES } else { STEPS });
            }
            return None;
        }
    };
    let mut found = Found::none();
    let mut count = 0usize;
    for movement in moves {
        if leads_to(theory, &movement, mover, goal, &meter)? {
            count += 1;
            if found.first.len() < most {
                found.first.push(movement);
            }
        }
    }
    found.count = Some(Int::from(count));
    Some(found)
}

/// Winning moves by the strategies of the file; there may be more of them.
fn by_strategies(theory: &dyn Theory, part: &Part, mover: Option<Side>, goal: &Goal, meter: &Meter) -> Vec<Move> {
    use grundy_rules::game::Over;
    let instance = theory.instance();
    let game = instance.game();
    let mut made: Vec<Move> = Vec::new();
    for strategy in &game.strategies {
        let holds = strategy
            .condition
            .as_ref()
            .is_none_or(|condition| matches!(instance.evaluate(condition, part, mover, meter), Ok(Value::Bool(true))));
        if !holds {
            continue;
        }
        for rule in strategy.moves.iter().copied() {
            let choices: Option<Vec<Value>> = game.moves[rule]
                .binders
                .iter()
                .map(|binder| {
                    let said = strategy.arguments.iter().find(|(name, _)| *name == binder.name);
                    match (&binder.over, said) {
                        (Over::Each(_), Some((_, value))) => instance.evaluate(value, part, mover, meter).ok(),
                        _ => None,
                    }
                })
                .collect();
            let movement =
                choices.and_then(|choices| instance.move_with(rule, &choices, part, mover, meter).ok().flatten());
            if let Some(movement) = movement
                && leads_to(theory, &movement, mover, goal, meter) == Some(true)
                && made.iter().all(|other| (other.rule, &other.choices) != (movement.rule, &movement.choices))
            {
                made.push(movement);
            }
        }
    }
    made
}

/// A move in one part as a move in the sum.
pub fn step(position: &Position, place: usize, movement: Move) -> Step {
    let mut parts = Vec::with_capacity(position.parts.len());
    for (at, part) in position.parts.iter().enumerate() {
        if at == place { parts.extend(movement.to.iter().cloned().map(Some)) } else { parts.push(part.clone()) }
    }
    let mover = if movement.again { position.mover } else { position.mover.map(Side::other) };
    Step {
        gain: movement.gain.clone(),
        again: movement.again,
        to: grundy_rules::Position { mover, parts },
        moves: vec![(place, movement)],
    }
}
