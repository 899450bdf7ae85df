//! What is known about the parts of a game, and what follows for a whole position.
//!
//! In: a [`PartTheory`], which gives values of parts and the moves that lead to a wanted one, and a position. Out: who
//! wins, how many moves win and the first of them ([`OracleAnswer`]). Sums by exclusive or (Sprague and Grundy); under
//! `compound anti` by the theorem SJ, as that rule has it: the player to move wins exactly if the sum is not 0 and some
//! part is above 1, or the sum is 0 and none is.

use super::ahead;
use super::moves::Found;
use crate::limits;
use grundy_message::{Message, message, template};
use grundy_rules::{Compound, FaultClass, Game, Instance, Int, Limit, Meter, Move, Part, Position, Side, Step, Value};
use grundy_solve::{OracleAnswer, Winner};
use std::sync::Arc;

/// The wanted destination of a move.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Parts whose values add up to this.
    Value(Int),
    /// A part that the player to move loses.
    Lost,
}

/// Knowledge about the parts of a game.
pub trait PartTheory: Send + Sync {
    /// Returns the authority: `theorem nim.grundy, proved`, `known rule moore.lose, built in`.
    fn name(&self, part: &Part, goal: Goal, meter: &Meter) -> Message;

    /// Returns true if a checker accepted the theorem.
    fn is_proved(&self) -> bool {
        false
    }

    /// Returns the statement of the theorem, in a sentence.
    fn sentence(&self, part: &Part, goal: Goal, meter: &Meter) -> Message;

    /// Returns the Grundy value of a part; `None` if unknown.
    fn grundy(&self, part: &Part, meter: &Meter) -> Option<Int>;

    /// Returns whether the player to move loses a part on its own.
    fn loses(&self, part: &Part, mover: Option<Side>, meter: &Meter) -> Option<bool> {
        let _ = mover;
        self.grundy(part, meter).map(|value| value.is_zero())
    }

    /// Returns the moves of a part with a wanted destination; `None` if unknown.
    fn moves(&self, part: &Part, mover: Option<Side>, goal: &Goal, max: usize, meter: &Meter) -> Option<Found>;

    /// Returns whether its values are Grundy values; else they decide sums in the same way and are not shown.
    fn is_grundy(&self) -> bool {
        true
    }

    /// Returns the game.
    fn instance(&self) -> &Arc<Instance>;
}

/// Maximum number of moves, and of steps to list them, of parts that are enumerated if nothing better is known.
const MOVES: Limit = Limit { name: template!("moves tried one by one"), usual: 1 << 14 };
const STEPS: Limit = Limit { name: template!("steps of moves tried one by one"), usual: 20_000_000 };
/// Parts of larger numbers that have too many moves have more than any budget reaches.
const GREATEST_BITS: usize = 32;

/// Returns whether a part that has too many moves has more than any budget reaches, so that no limit is to blame.
pub fn has_countless_moves(part: &Part) -> bool {
    part.iter().filter_map(Value::as_int).any(|number| number.bits() > GREATEST_BITS)
}

/// What a query about a position asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Who wins, and its value.
    Outcome,
    /// The winning moves too.
    Moves,
}

/// Applies a theory to a position; `None` if it does not decide it.
pub fn apply(
    theory: &dyn PartTheory,
    position: &Position,
    compound: Compound,
    request: Query,
    meter: &Meter,
) -> Option<OracleAnswer> {
    let instance = theory.instance();
    if !matches!(instance.ended(position, meter), Ok(None)) {
        return None;
    }
    let alone = position.only().is_some();
    let compound = match compound {
        // A single part that stays single is played in the same way under every compound rule.
        Compound::Every | Compound::Some | Compound::Upto(_) if alone && instance.game().leaves_one_part() => {
            Compound::One
        }
        other => other,
    };
    // A finished part has value 0 and no moves.
    let values = || -> Option<Vec<Int>> { position.in_play().map(|part| theory.grundy(part, meter)).collect() };
    let verdict = match compound {
        Compound::One => match (values(), position.only()) {
            (Some(values), _) => by_values(theory, position, &values),
            (None, Some(part)) => by_outcome(theory, part, position.mover, meter),
            _ => None,
        },
        Compound::Anti if leaves_at_most_one(instance) => by_anti(position, &values()?),
        _ => None,
    };
    answer(theory, position, verdict?, request, meter)
}

/// Who wins a position, and which move in each part wins it.
struct Verdict {
    wins: bool,
    grundy: Option<Int>,
    /// A part that the theory decides.
    about: Part,
    /// The destination of a winning move in each part that is still in play.
    goals: Vec<Goal>,
}

fn leaves_at_most_one(instance: &Instance) -> bool {
    instance.game().moves.iter().all(|rule| rule.result.most_parts() <= 1)
}

fn xor_of(values: &[Int]) -> Int {
    values.iter().fold(Int::ZERO, |sum, value| sum.xor(value))
}

fn by_values(theory: &dyn PartTheory, position: &Position, values: &[Int]) -> Option<Verdict> {
    let sum = xor_of(values);
    let goals = values.iter().map(|value| Goal::Value(sum.xor(value))).collect();
    let about = position.in_play().next()?.clone();
    Some(Verdict { wins: !sum.is_zero(), grundy: Some(sum).filter(|_| theory.is_grundy()), about, goals })
}

fn by_outcome(theory: &dyn PartTheory, part: &Part, mover: Option<Side>, meter: &Meter) -> Option<Verdict> {
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
    // Beside a value above 1 the sum must become 0; if all others are 0 or 1, it must become 1, by a value of 0 or 1.
    let goal = |value: &Int| {
        let rest = sum.xor(value);
        let others_large = large > usize::from(*value > Int::ONE);
        Goal::Value(if others_large { rest } else { rest.xor(&Int::ONE) })
    };
    let goals = values.iter().map(goal).collect();
    Some(Verdict { wins, grundy: None, about: position.in_play().next()?.clone(), goals })
}

/// Returns the authority of a rule that no checker accepted: it is not called a theorem.
pub(super) fn known_rule(game: &Game, what: &str) -> Message {
    message!("known rule {game}.{what}, built in", game = game.name, what)
}

/// Returns the authority of a theorem.
pub(super) fn proved_theorem(game: &Game, what: &str) -> Message {
    message!("theorem {game}.{what}, proved", game = game.name, what)
}

/// Combines who wins with the winning moves.
fn answer(
    theory: &dyn PartTheory,
    position: &Position,
    verdict: Verdict,
    request: Query,
    meter: &Meter,
) -> Option<OracleAnswer> {
    let Verdict { wins, grundy, about, goals } = verdict;
    let goal = match grundy {
        Some(_) => Goal::Value(Int::ZERO),
        None => goals.first()?.clone(),
    };
    let mut answer = OracleAnswer {
        winner: if wins { Winner::First } else { Winner::Second },
        grundy,
        winning: Vec::new(),
        winning_count: Some(Int::ZERO),
        name: theory.name(&about, goal.clone(), meter),
        is_proved: theory.is_proved(),
        sentence: theory.sentence(&about, goal, meter),
    };
    if !wins {
        return Some(answer);
    }
    if request == Query::Outcome {
        return Some(OracleAnswer { winning_count: None, ..answer });
    }
    let max = (limits::MAX_WINNING_PARTS / position.parts.len()).clamp(1, limits::MAX_WINNING_MOVES);
    let indices = position.parts.iter().enumerate().filter_map(|(index, part)| Some((index, part.as_ref()?)));
    for ((index, part), goal) in indices.zip(&goals) {
        let found = theory
            .moves(part, position.mover, goal, max, meter)
            .or_else(|| try_all(theory, part, position.mover, (goal, max), meter));
        let made = match found {
            Some(found) => {
                let counts = answer.winning_count.zip(found.count);
                answer.winning_count = counts.and_then(|(count, more)| count.add(&more).ok());
                found.first
            }
            None => {
                answer.winning_count = None;
                by_strategies(theory, part, position.mover, goal, meter)
            }
        };
        for mv in made {
            if answer.winning.len() < max {
                answer.winning.push(step(position, index, mv));
            }
        }
    }
    // A won position has a winning move: a theory that finds none is not trusted.
    if answer.winning_count.as_ref().is_some_and(Int::is_zero) { None } else { Some(answer) }
}

/// Returns whether a move has the wanted destination; `None` if unknown.
fn leads_to(theory: &dyn PartTheory, mv: &Move, mover: Option<Side>, goal: &Goal, meter: &Meter) -> Option<bool> {
    if mv.again {
        return None;
    }
    match (goal, mv.to.as_slice()) {
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

/// Tries all moves of a part one by one, if they are few.
fn try_all(
    theory: &dyn PartTheory,
    part: &Part,
    mover: Option<Side>,
    (goal, max): (&Goal, usize),
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
    for mv in moves {
        if leads_to(theory, &mv, mover, goal, &meter)? {
            count += 1;
            if found.first.len() < max {
                found.first.push(mv);
            }
        }
    }
    found.count = Some(Int::from(count));
    Some(found)
}

/// Returns winning moves by the strategies of the file; there may be more of them.
fn by_strategies(theory: &dyn PartTheory, part: &Part, mover: Option<Side>, goal: &Goal, meter: &Meter) -> Vec<Move> {
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
                    let argument = strategy.arguments.iter().find(|(name, _)| *name == binder.name);
                    match (&binder.over, argument) {
                        (Over::Each(_), Some((_, value))) => instance.evaluate(value, part, mover, meter).ok(),
                        (Over::If(_), _) => Some(Value::Bool(true)),
                        _ => None,
                    }
                })
                .collect();
            let mv = choices.and_then(|choices| instance.move_with(rule, &choices, part, mover, meter).ok().flatten());
            if let Some(mv) = mv
                && leads_to(theory, &mv, mover, goal, meter) == Some(true)
                && made.iter().all(|other| (other.rule, &other.choices) != (mv.rule, &mv.choices))
            {
                made.push(mv);
            }
        }
    }
    made
}

/// Converts a move in one part to a move in the sum.
pub fn step(position: &Position, index: usize, mv: Move) -> Step {
    let mut parts = Vec::with_capacity(position.parts.len());
    for (at, part) in position.parts.iter().enumerate() {
        if at == index { parts.extend(mv.to.iter().cloned().map(Some)) } else { parts.push(part.clone()) }
    }
    let mover = if mv.again { position.mover } else { position.mover.map(Side::other) };
    Step {
        gain: mv.gain.clone(),
        again: mv.again,
        to: grundy_rules::Position { mover, parts },
        moves: vec![(index, mv)],
    }
}
