//! Answers inputs of a problem: the core of `ask` and `judge`.
//!
//! In: a [`Problem`] and its inputs, one after the other. Out: a [`Reply`] each. Idea: the input's expressions make a game with
//! givens and a position of it; a solver of that game answers, and is cached for following inputs with the same givens.

use crate::adapter::{Env, Found};
pub use crate::asked::Asked;
use crate::asked::{game_of, position, replay};
use crate::convert::json_of;
use crate::judge::Beyond;
use crate::limits::Limits;
use crate::problem::{Input, Problem, Variant, Wording};
use crate::problem_limits;
pub use crate::reply::{Detail, Reply, Trouble};
use crate::reply::{Refusal, tidy};
use crate::require;
use crate::stress::size_of;
use crate::told::{NO_MOVE, kernels, move_text, winning_moves};
use grundy_message::{Message, ToArg, message};
use grundy_rules::game::Game;
use grundy_rules::{Compound, Fault, Instance, Int, Value};
use grundy_solve::{Ask, AskMoves, Budget, Evaluation, Grounds, Quantity, Recent, Solver, Stop, Winner};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Tuning: maximum number of cached solvers, which may be large. No measurement is recorded.
const MAX_CACHED: usize = 6;
/// Tuning: maximum number of cached answers. No measurement is recorded.
const MAX_REMEMBERED: usize = 500;
/// Answers to larger inputs are not cached: the inputs would be stored with them.
const LARGEST_REMEMBERED: usize = 2000;

/// Cached data about a game with its givens.
pub(crate) struct CachedGame {
    game: Arc<Game>,
    givens: Vec<Option<Value>>,
    declared: Option<Compound>,
    pub(crate) instance: Arc<Instance>,
    pub(crate) solver: Solver,
}

/// Builds a solver of a game under this compound rule. It decides which theorems the solver uses.
pub type Solvers = fn(&Arc<Instance>, Compound, Budget) -> Result<Solver, Fault>;

/// An input as the key of a cached answer.
type Key = (usize, Vec<Option<Value>>);

/// Answers the inputs of one problem, and caches results between them.
pub struct Session {
    problem: Arc<Problem>,
    budget: Budget,
    solvers: Solvers,
    cached_games: Recent<CachedGame>,
    /// The fields of the last input of each variant, ready for expressions.
    scenes: Vec<(usize, Arc<Instance>)>,
    /// The guarantees checked for previous inputs.
    promises: require::GuaranteeCache,
    limits: Limits,
    /// Cached answers to previous inputs, if enabled.
    memory: Option<BTreeMap<Key, Reply>>,
    /// The first input beyond the limits in the last text.
    beyond: Option<Beyond>,
}

impl Session {
    /// Creates a session for this problem; the budget is for each input.
    pub fn new(problem: Arc<Problem>, budget: Budget, solvers: Solvers) -> Session {
        Session {
            problem,
            budget,
            solvers,
            cached_games: Recent::new(MAX_CACHED),
            scenes: Vec::new(),
            promises: require::GuaranteeCache::default(),
            limits: Limits::Ignored,
            memory: None,
            beyond: None,
        }
    }

    /// Reports or refuses inputs beyond the limits of the statement.
    pub fn with_limits(self, limits: Limits) -> Session {
        Session { limits, ..self }
    }

    /// Caches answers, for callers that repeat inputs.
    pub(crate) fn remembering(self) -> Session {
        Session { memory: Some(BTreeMap::new()), ..self }
    }

    /// Returns the first input beyond the limits of the statement in the text judged last.
    pub fn beyond(&self) -> Option<&Beyond> {
        self.beyond.as_ref()
    }

    pub(crate) fn note_beyond(&mut self, beyond: Option<Beyond>) {
        self.beyond = beyond;
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Answers a JSON input: the object of its fields, or a whole case that has it under `input`.
    ///
    /// # Errors
    /// Fails if the input is wrong, or the budget ran out.
    pub fn ask(&mut self, json: &Json) -> Result<Reply, Trouble> {
        let input = self.problem.input_of(json)?;
        self.answer(&input, Detail::Everything)
    }

    /// Answers an input.
    ///
    /// # Errors
    /// Fails if the input is wrong, or the budget ran out.
    pub fn answer(&mut self, input: &Input, detail: Detail) -> Result<Reply, Trouble> {
        self.answer_or_refuse(input, detail).map_err(|refusal| match refusal {
            Refusal::InputError(unfit) => Trouble::Wrong(unfit.message),
            Refusal::Trouble(trouble) => trouble,
        })
    }

    /// Like [`answer`](Session::answer), for callers that know the location of each field of the input.
    pub(crate) fn answer_or_refuse(&mut self, input: &Input, detail: Detail) -> Result<Reply, Refusal> {
        let key = || (input.variant, input.values.clone());
        let size = || input.values.iter().flatten().map(size_of).sum::<usize>();
        if detail == Detail::Everything || self.memory.is_none() || size() > LARGEST_REMEMBERED {
            return self.answer_anew(input, detail);
        }
        if let Some(reply) = self.memory.as_ref().and_then(|memory| memory.get(&key())) {
            return Ok(reply.clone());
        }
        let reply = self.answer_anew(input, detail)?;
        if let Some(memory) = &mut self.memory {
            if memory.len() >= MAX_REMEMBERED {
                memory.clear();
            }
            memory.insert(key(), reply.clone());
        }
        Ok(reply)
    }

    fn answer_anew(&mut self, input: &Input, detail: Detail) -> Result<Reply, Refusal> {
        let budget = self.budget.clone();
        if let Some(stop @ (Stop::TimeLimit(_) | Stop::Cancelled)) = budget.stop() {
            return Err(unknown(message!("not known within the budget"), Some(stop)).into());
        }
        budget.make_room(|| {
            self.cached_games.clear();
            self.scenes.clear();
            self.memory.iter_mut().for_each(BTreeMap::clear);
        });
        self.answer_within(input, detail).map_err(|refusal| match (refusal, budget.stop()) {
            // The exhausted limit is known here.
            (Refusal::Trouble(Trouble::Unknown(what)), Some(stop)) if what.arg("stop") != Some(&stop.to_arg()) => {
                Refusal::Trouble(unknown(what, Some(stop)))
            }
            (refusal, _) => refusal,
        })
    }

    fn answer_within(&mut self, input: &Input, detail: Detail) -> Result<Reply, Refusal> {
        let problem = self.problem.clone();
        let variant = &problem.variants[input.variant];
        let before = self.scenes.iter().find(|(index, _)| *index == input.variant).map(|(_, instance)| instance);
        let mut env = variant.scene_after(input, before, Some(self.budget.clone()))?;
        self.scenes.retain(|(index, _)| *index != input.variant);
        self.scenes.push((input.variant, env.instance().clone()));
        if let Some(unfit) = variant.unfit(&env, &input.values, input.variant, &mut self.promises)? {
            return Err(Refusal::InputError(unfit));
        }
        let beyond = match self.limits {
            Limits::Ignored => None,
            Limits::Noted | Limits::Refused => variant.beyond(&input.values),
        };
        if let (Limits::Refused, Some(beyond)) = (self.limits, &beyond) {
            return Err(Refusal::InputError(beyond.clone()));
        }
        let mut extra = Vec::new();
        let mut found = Found::default();
        if let Some(graph) = variant.kernels {
            found.kernels = kernels(&env.value(graph)?, &self.budget)?;
        } else {
            self.play(variant, &env, detail, &mut found, &mut extra)?;
        }
        env.found(&found);
        let game = &variant.adapter.game;
        let answer = match variant.tells_move {
            true => Json::String(found.winning_move.clone().unwrap_or_else(|| NO_MOVE.to_owned())),
            false => json_of(game, &env.value(variant.answer)?, true),
        };
        let plain = match &answer {
            Json::String(text) => text.clone(),
            other => other.to_string(),
        };
        let word = match variant.words.iter().find(|(from, _)| *from == plain) {
            Some((_, Wording::Text(word))) => Some(word.clone()),
            Some((_, Wording::Value(handle))) if found.knows(variant, *handle) => {
                match json_of(game, &env.value(*handle)?, true) {
                    Json::String(text) => Some(text),
                    other => Some(other.to_string()),
                }
            }
            Some((_, Wording::Value(_))) if detail == Detail::Answer => return Err(moves_unknown().into()),
            Some((_, Wording::Value(_))) => None,
            // A problem that names its answers has no others.
            None if answer.is_string() && !variant.words.is_empty() && !variant.tells_move => {
                return Err(Trouble::Wrong(message!(
                    "the answer is `{word}`, for which the judge has no word",
                    word = plain
                ))
                .into());
            }
            None => None,
        };
        if let Some(word) = &word {
            extra.push(("native".to_owned(), Json::String(word.clone())));
        }
        if detail == Detail::Everything {
            for (name, handle) in variant.tells.iter().filter(|(_, handle)| found.knows(variant, *handle)) {
                extra.push((name.clone(), json_of(game, &env.value(*handle)?, true)));
            }
        }
        let word = word.unwrap_or(plain);
        Ok(Reply { answer, word, told: extra, by: found.by, beyond })
    }

    /// Asks the solver of the game about the position.
    fn play(
        &mut self,
        variant: &Variant,
        env: &Env,
        detail: Detail,
        found: &mut Found,
        extra: &mut Vec<(String, Json)>,
    ) -> Result<(), Trouble> {
        let CachedGame { instance, solver, .. } = self.cached(variant, env)?;
        let mut position = position(variant, env, instance)?;
        if let Some(play) = &variant.play {
            replay(variant, env, instance, play, &mut position, found)?;
        }
        let handles = || {
            let tells = variant.tells.iter().map(|(_, handle)| *handle).filter(|_| detail == Detail::Everything);
            let words = variant.words.iter().filter_map(|(_, wording)| match wording {
                Wording::Value(handle) => Some(*handle),
                Wording::Text(_) => None,
            });
            std::iter::once(variant.answer).chain(tells).chain(words)
        };
        let uses = |name: &str| handles().any(|handle| variant.adapter.uses(handle, name));
        let lists = detail == Detail::Everything && variant.moves.is_some();
        let mut ask = ask(lists, uses);
        if variant.tells_move {
            ask.moves = AskMoves::Listed;
        }
        let solution = solver.answer(&position, &ask)?;
        if ask.moves > AskMoves::None || solution.theorem.is_some() {
            found.by = solution.by.to_string();
        }
        if ask.moves > AskMoves::None {
            found.moves_are_known = solution.winning_move_count.is_some();
            found.all_are_listed = solution.lists_winning();
            if !found.knows(variant, variant.answer) {
                return Err(moves_unknown());
            }
            found.count = solution.winning_move_count.clone().unwrap_or(Int::ZERO);
            let listed = |by| winning_moves(instance, by, solution.winning().map(|valued| &valued.step));
            let json = |value: &Value| json_of(instance.game(), value, true);
            if variant.tells_move
                && let Some(valued) = solution.winning().next()
            {
                found.winning_move = Some(move_text(instance, variant.is_single(), &valued.step)?);
            }
            match &variant.moves {
                Some(by) if found.all_are_listed => {
                    let moves = listed(by);
                    if let Some(Value::Int(min)) = moves.first() {
                        found.min = min.clone();
                    }
                    if lists {
                        extra.push(("winning_moves".to_owned(), moves.iter().map(json).collect()));
                    }
                }
                // Too many to list: their number, and some of them.
                Some(by) if lists && found.moves_are_known => {
                    extra.push(("winning_move_count".to_owned(), json(&Value::Int(found.count.clone()))));
                    let some = listed(by).iter().take(problem_limits::MAX_WINNING_MOVES_SHOWN).map(json).collect();
                    extra.push(("some_winning_moves".to_owned(), some));
                }
                _ => {}
            }
        }
        let stop = solution.stop.filter(|stop| *stop != Stop::MovesNotSought);
        let unknown = || unknown(message!("not known within the budget"), stop);
        let Evaluation { winner, grundy, score, .. } = solution.value;
        match winner {
            Some(winner) => found.winner = name_of(winner),
            None if uses("winner") => return Err(unknown()),
            None => {}
        }
        match grundy {
            Some(grundy) => found.grundy = grundy,
            None if uses("grundy") => return Err(unknown()),
            None => {}
        }
        match score {
            Some(score) => found.points = score,
            None if uses("points") => return Err(unknown()),
            None => {}
        }
        Ok(())
    }

    /// Returns the cached data about this input's game and givens.
    pub(crate) fn cached(&mut self, variant: &Variant, env: &Env) -> Result<&mut CachedGame, Trouble> {
        let (game, givens) = game_of(variant, env)?;
        let is_it = |cached: &CachedGame| {
            Arc::ptr_eq(&cached.game, game) && cached.declared == variant.compound && cached.givens == givens
        };
        let (solvers, budget) = (self.solvers, &self.budget);
        self.cached_games.get_or_make(is_it, || {
            let instance = Arc::new(Instance::new(game.clone(), givens.clone()).map_err(|fault| tidy(&fault))?);
            let compound = variant.compound.map_or_else(|| instance.compound(), Ok)?;
            let solver = solvers(&instance, compound, budget.clone())?;
            let (game, declared) = (game.clone(), variant.compound);
            Ok(CachedGame { game, givens: givens.clone(), declared, instance, solver })
        })
    }
}

/// Returns what is asked of a position, from the names that the answer uses. Where moves are listed, everything is.
fn ask(lists: bool, uses: impl Fn(&str) -> bool) -> Ask {
    if lists {
        return Ask::ALL;
    }
    let quantities = [("winner", Quantity::Outcome), ("grundy", Quantity::Grundy), ("points", Quantity::Score)];
    let mut used: Vec<Quantity> =
        quantities.into_iter().filter(|(name, _)| uses(name)).map(|(_, quantity)| quantity).collect();
    if used.is_empty() {
        used.push(Quantity::Outcome);
    }
    let moves = match (uses("least"), uses("winning_move_count")) {
        (true, _) => AskMoves::Listed,
        (false, true) => AskMoves::Count,
        (false, false) => AskMoves::None,
    };
    Ask { quantities: used.into_iter().collect(), moves, grounds: Grounds::Any }
}

fn name_of(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
        Winner::Draw => "draw",
    }
}

/// Builds the error for an unknown result, with the limit that stopped the work, if one did.
fn unknown(what: Message, stop: Option<Stop>) -> Trouble {
    Trouble::Unknown(match stop {
        Some(stop) => message!("{what}: {stop}", what, stop),
        None => what,
    })
}

fn moves_unknown() -> Trouble {
    Trouble::Unknown(message!("the winning moves are not known within the budget"))
}
