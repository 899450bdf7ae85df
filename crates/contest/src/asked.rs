//! What an input is about: a game with its givens and a position of it, after the moves already made.
//!
//! In: a variant of a problem and the values of its fields, as a [`Env`]. Out: the query for a solver. Idea: the file's
//! expressions are evaluated, and their values are converted to the game's own types.

use crate::adapter::{Env, Found};
use crate::convert::{carry, json_of, totals};
use crate::problem::{Input, PlayRule, Problem, Variant};
use crate::problem_limits;
use crate::reply::{Trouble, tidy};
use grundy_message::{Message, message};
use grundy_rules::game::Game;
use grundy_rules::{Compound, Instance, Meter, Position, Value};
use grundy_solve::Budget;
use serde_json::Value as Json;
use std::sync::Arc;

/// A query: a position of a game.
pub struct Asked {
    /// The game with its givens.
    pub instance: Arc<Instance>,
    /// How its sums are played.
    pub compound: Compound,
    /// The position, after the moves already made.
    pub position: Position,
}

impl Problem {
    /// Returns the position that an input is about, or `None` if the problem asks for something else.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn asked(&self, input: &Input) -> Result<Option<Asked>, Trouble> {
        let variant = &self.variants[input.variant];
        if variant.kernels.is_some() {
            return Ok(None);
        }
        let env = variant.env(input)?;
        let (game, givens) = game_of(variant, &env)?;
        let instance = Arc::new(Instance::new(game.clone(), givens).map_err(|fault| tidy(&fault))?);
        let compound = variant.compound.map_or_else(|| instance.compound(), Ok)?;
        let mut position = position(variant, &env, &instance)?;
        if let Some(play) = &variant.play {
            replay(variant, &env, &instance, play, &mut position, &mut Found::default())?;
        }
        Ok(Some(Asked { instance, compound, position }))
    }
}

impl Variant {
    /// Prepares the input for expressions.
    pub(crate) fn env(&self, input: &Input) -> Result<Env<'_>, Trouble> {
        self.scene_after(input, None, None)
    }

    /// Like [`env`](Variant::env), but does not check again what the input shares with `before`.
    pub(crate) fn scene_after(
        &self,
        input: &Input,
        before: Option<&Arc<Instance>>,
        budget: Option<Budget>,
    ) -> Result<Env<'_>, Trouble> {
        let mut values = input.values.clone();
        for index in &self.totals {
            let of = self.fields[*index].totals_of.and_then(|of| values[of].as_ref());
            values[*index] = of.and_then(totals);
        }
        self.adapter.env(values, before, budget).map_err(|fault| tidy(&fault))
    }
}

/// Returns the game for an input, and its givens.
pub(crate) fn game_of<'a>(variant: &'a Variant, env: &Env) -> Result<(&'a Arc<Game>, Vec<Option<Value>>), Trouble> {
    let mut chosen = None;
    for (candidate, condition) in &variant.games {
        let holds = match condition {
            Some(condition) => env.value(*condition)? == Value::Bool(true),
            None => true,
        };
        if holds {
            chosen = Some(candidate);
            break;
        }
    }
    let game = chosen.ok_or_else(|| Trouble::Wrong(message!("the problem names no game for this input")))?;
    let mut givens = vec![None; game.givens.len()];
    for (name, handle) in &variant.givens {
        let Some(index) = game.givens.iter().position(|given| given.name == *name) else { continue };
        givens[index] = Some(carry(&variant.adapter.game, game, &game.givens[index].ty, &env.value(*handle)?)?);
    }
    Ok((game, givens))
}

pub(crate) fn position(variant: &Variant, env: &Env, instance: &Instance) -> Result<Position, Trouble> {
    let game = instance.game();
    let mover = match variant.mover {
        None => None,
        Some(handle) => {
            let value = env.value(handle)?;
            let name = env.symbol_name(&value).ok_or_else(|| message!("who is to move is no symbol"))?;
            Some(instance.parse_mover(name)?)
        }
    };
    let Some(rules) = &variant.parts else {
        let start = instance.start().map_err(|fault| tidy(&fault))?;
        return Ok(Position { mover: mover.or(start.mover), ..start });
    };
    let mut parts = Vec::new();
    for rule in rules {
        let mut components = Vec::new();
        for handle in &rule.components {
            components.push(env.value(*handle)?);
        }
        if components.len() > game.components.len() {
            return Err(Trouble::Wrong(message!(
                "{game} has fewer components than the problem says",
                game = game.name
            )));
        }
        let carried =
            |index: usize, value: &Value| carry(&variant.adapter.game, game, &game.components[index].ty, value);
        if !rule.repeated {
            let part: Result<Vec<Value>, Message> =
                components.iter().enumerate().map(|(index, value)| carried(index, value)).collect();
            parts.push(Some(instance.part(part?).map_err(|fault| tidy(&fault))?));
            continue;
        }
        let lists: Vec<&[Value]> = components.iter().map(|list| list.as_elements().unwrap_or_default()).collect();
        for entry in 0..lists.first().map_or(0, |list| list.len()) {
            let part: Result<Vec<Value>, Message> =
                lists.iter().enumerate().map(|(index, list)| carried(index, &list[entry])).collect();
            parts.push(Some(instance.part(part?).map_err(|fault| tidy(&fault))?));
        }
    }
    Ok(Position { mover: instance.first_mover(mover), parts })
}

/// Plays the moves already made.
pub(crate) fn replay(
    variant: &Variant,
    env: &Env,
    instance: &Instance,
    play: &PlayRule,
    position: &mut Position,
    found: &mut Found,
) -> Result<(), Trouble> {
    let mut lists = Vec::new();
    for (name, handle) in &play.choices {
        let list = env.value(*handle)?;
        lists.push((name, list.as_elements().map(<[Value]>::to_vec).unwrap_or_default()));
    }
    let made = lists.first().map_or(0, |(_, list)| list.len());
    for at in 0..made {
        let Some(part) = position.only() else {
            return Err(Trouble::Wrong(message!("moves can be made in a position of one part only")));
        };
        let moves = instance.moves(part, position.mover, &Meter::steps(problem_limits::MAX_MADE_MOVE_STEPS))?;
        let is_meant = |mv: &grundy_rules::Move| {
            let rule = &instance.game().moves[mv.rule];
            rule.name == play.mv
                && lists.iter().all(|(name, list)| {
                    let index = rule.binders.iter().position(|binder| binder.name == **name);
                    index.is_some_and(|index| mv.choices.get(index) == Some(&list[at]))
                })
        };
        let Some(mv) = moves.into_iter().find(is_meant) else {
            let json: Vec<Json> =
                lists.iter().map(|(_, list)| json_of(&variant.adapter.game, &list[at], true)).collect();
            let choices: Vec<String> = json.iter().map(Json::to_string).collect();
            let mv = format!("{}({})", play.mv, choices.join(", "));
            return Err(Trouble::Wrong(message!("move {number} cannot be made: {mv}", number = at + 1, mv)));
        };
        let gain = if found.turn == "first" { mv.gain.clone() } else { mv.gain.negate() };
        found.gained = found.gained.add(&gain).map_err(|_| message!("the score is too large"))?;
        position.parts = mv.to.into_iter().map(Some).collect();
        if !mv.again {
            found.turn = if found.turn == "first" { "second" } else { "first" };
            position.mover = position.mover.map(grundy_rules::Side::other);
        }
    }
    Ok(())
}
