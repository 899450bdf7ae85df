//! Answers inputs of a problem: the core of `ask` and `judge`.
//!
//! In: a [`Problem`] and its inputs, one after the other. Out: a [`Reply`] each. Idea: the input's expressions make a game with
//! givens and a position of it; a solver of that game answers, and is cached for following inputs with the same givens.

use crate::adapter::{Found, Scene};
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
use crate::told::{all_are_listed, kernels, winning_move_count, winning_moves};
use grundy_rules::game::Game;
use grundy_rules::{Compound, Fault, Instance, Int, Meter, Position, Value};
use grundy_solve::{Budget, Evaluation, Oracle, OracleAnswer, Quantity, QuantitySet, Solution, Solver, Stop, Winner};
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
    compound: Compound,
    budget: Budget,
    /// Answers positions from theorems, if the session has such an oracle.
    oracle: Option<Arc<dyn Oracle>>,
    solvers: Solvers,
    /// Built only if theorems do not suffice: analysing the rules takes longer than many answers.
    solver: Option<Solver>,
}

/// Builds a solver of a game under this compound rule. It decides which theorems the solver uses.
pub type Solvers = fn(&Arc<Instance>, Compound, Budget) -> Result<Solver, Fault>;

/// Builds the oracle for a game under this compound rule.
pub type OracleBuilder = fn(&Arc<Instance>, Compound) -> Arc<dyn Oracle>;

/// An input as the key of a cached answer.
type Key = (usize, Vec<Option<Value>>);

/// Answers the inputs of one problem, and caches results between them.
pub struct Session {
    problem: Arc<Problem>,
    budget: Budget,
    solvers: Solvers,
    oracles: Option<OracleBuilder>,
    /// The most recently used entry is the last.
    cached_games: Vec<CachedGame>,
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
            oracles: None,
            cached_games: Vec::new(),
            scenes: Vec::new(),
            promises: require::GuaranteeCache::default(),
            limits: Limits::Ignored,
            memory: None,
            beyond: None,
        }
    }

    /// Queries this oracle before a solver is built. Its answers must be true.
    pub fn knowing(self, oracles: OracleBuilder) -> Session {
        Session { oracles: Some(oracles), ..self }
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
            return Err(unknown("not known within the budget", Some(stop)).into());
        }
        budget.make_room(|| {
            self.cached_games.clear();
            self.scenes.clear();
            self.memory.iter_mut().for_each(BTreeMap::clear);
        });
        self.answer_within(input, detail).map_err(|refusal| match (refusal, budget.stop()) {
            // The exhausted limit is known here.
            (Refusal::Trouble(Trouble::Unknown(what)), Some(stop)) if !what.ends_with(&stop.to_string()) => {
                Refusal::Trouble(unknown(&what, Some(stop)))
            }
            (refusal, _) => refusal,
        })
    }

    fn answer_within(&mut self, input: &Input, detail: Detail) -> Result<Reply, Refusal> {
        let problem = self.problem.clone();
        let variant = &problem.variants[input.variant];
        let before = self.scenes.iter().find(|(index, _)| *index == input.variant).map(|(_, instance)| instance);
        let mut scene = variant.scene_after(input, before, Some(self.budget.clone()))?;
        self.scenes.retain(|(index, _)| *index != input.variant);
        self.scenes.push((input.variant, scene.instance().clone()));
        if let Some(unfit) = variant.unfit(&scene, &input.values, input.variant, &mut self.promises)? {
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
            found.kernels = kernels(&scene.value(graph)?, &self.budget)?;
        } else {
            self.play(variant, &scene, detail, &mut found, &mut extra)?;
        }
        scene.found(&found);
        let game = &variant.adapter.game;
        let answer = json_of(game, &scene.value(variant.answer)?, true);
        let plain = match &answer {
            Json::String(text) => text.clone(),
            other => other.to_string(),
        };
        let word = match variant.words.iter().find(|(from, _)| *from == plain) {
            Some((_, Wording::Text(word))) => Some(word.clone()),
            Some((_, Wording::Value(handle))) if found.knows(variant, *handle) => {
                match json_of(game, &scene.value(*handle)?, true) {
                    Json::String(text) => Some(text),
                    other => Some(other.to_string()),
                }
            }
            Some((_, Wording::Value(_))) if detail == Detail::Answer => return Err(moves_unknown().into()),
            Some((_, Wording::Value(_))) => None,
            // A problem that names its answers has no others.
            None if answer.is_string() && !variant.words.is_empty() => {
                return Err(Trouble::Wrong(format!("the answer is `{plain}`, for which the judge has no word")).into());
            }
            None => None,
        };
        if let Some(word) = &word {
            extra.push(("native".to_owned(), Json::String(word.clone())));
        }
        if detail == Detail::Everything {
            for (name, handle) in variant.tells.iter().filter(|(_, handle)| found.knows(variant, *handle)) {
                extra.push((name.clone(), json_of(game, &scene.value(*handle)?, true)));
            }
        }
        let word = word.unwrap_or(plain);
        Ok(Reply { answer, word, told: extra, by: found.by, beyond })
    }

    /// Queries the game about the position.
    fn play(
        &mut self,
        variant: &Variant,
        scene: &Scene,
        detail: Detail,
        found: &mut Found,
        extra: &mut Vec<(String, Json)>,
    ) -> Result<(), Trouble> {
        let cached = self.cached(variant, scene)?;
        let mut position = position(variant, scene, &cached.instance)?;
        if let Some(play) = &variant.play {
            replay(variant, scene, &cached.instance, play, &mut position, found)?;
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
        let counts = uses("winning_move_count") || uses("least");
        // A Grundy value from a theorem may be of any size.
        let mut large = false;
        // A theorem that answers only part of the query is of no use.
        let suffices = |has_grundy: bool| (has_grundy || !uses("grundy")) && !uses("points");
        let answer = match (lists, counts) {
            (true, _) => None,
            (false, true) => cached.answer_fully(&position).filter(|answer| {
                let listed = Some(Int::from(answer.winning.len()));
                answer.winning_count.is_some() && (answer.winning_count == listed || !uses("least"))
            }),
            (false, false) => cached.winner_only(&position),
        };
        if let Some(answer) = answer.filter(|answer| suffices(answer.grundy.is_some())) {
            found.by = answer.name;
            found.winner = name_of(answer.winner);
            found.grundy = answer.grundy.unwrap_or(Int::ZERO);
            found.count = answer.winning_count.unwrap_or(Int::ZERO);
            (found.moves_are_known, found.all_are_listed) = (counts, uses("least"));
            let moves = variant.moves.as_ref().map(|by| winning_moves(&cached.instance, by, answer.winning.iter()));
            if let Some(Value::Int(min)) = moves.as_deref().and_then(<[Value]>::first) {
                found.min = min.clone();
            }
            return Ok(());
        }
        let has_no_oracle = cached.oracle.is_none();
        let instance = cached.instance.clone();
        let solver = cached.solver()?;
        let has_grundy =
            |solution: &Solution| solution.theorem.as_ref().is_some_and(|theorem| theorem.grundy.is_some());
        let by_theorem = match !lists && !counts && has_no_oracle {
            true => solver.tell(&position).filter(|solution| suffices(has_grundy(solution))),
            false => None,
        };
        let stop;
        let evaluation = if lists || counts || by_theorem.is_some() {
            let solution = match by_theorem {
                Some(solution) => solution,
                None => solver.solve_one(&position)?,
            };
            found.by = solution.by.to_string();
            found.moves_are_known = winning_move_count(&solution).is_some();
            found.all_are_listed = all_are_listed(&solution);
            if !found.knows(variant, variant.answer) {
                return Err(moves_unknown());
            }
            found.count = winning_move_count(&solution).unwrap_or(Int::ZERO);
            if let Some(grundy) = solution.theorem.as_ref().and_then(|theorem| theorem.grundy.clone()) {
                found.grundy = grundy;
                large = true;
            }
            if let Some(by) = variant.moves.as_ref().filter(|_| all_are_listed(&solution)) {
                let moves = winning_moves(&instance, by, solution.winning().map(|valued| &valued.step));
                if let Some(Value::Int(min)) = moves.first() {
                    found.min = min.clone();
                }
                if lists {
                    let moves = moves.iter().map(|value| json_of(instance.game(), value, true)).collect();
                    extra.push(("winning_moves".to_owned(), moves));
                }
            } else if let (Some(by), true, true) = (&variant.moves, lists, found.moves_are_known) {
                // Too many to list: their number, and some of them.
                let moves = winning_moves(&instance, by, solution.winning().map(|valued| &valued.step));
                let some = moves
                    .iter()
                    .take(problem_limits::MAX_WINNING_MOVES_SHOWN)
                    .map(|value| json_of(instance.game(), value, true))
                    .collect();
                let count = Value::Int(found.count.clone());
                extra.push(("winning_move_count".to_owned(), json_of(instance.game(), &count, true)));
                extra.push(("some_winning_moves".to_owned(), some));
            }
            stop = solution.stop;
            solution.evaluation()
        } else {
            let wants = match (uses("winner"), uses("grundy")) {
                (true, true) => QuantitySet::ALL,
                (false, true) => Quantity::Grundy.into(),
                _ => Quantity::Outcome.into(),
            };
            let mut evaluations = solver.evaluate(std::slice::from_ref(&position), wants);
            stop = solver.unevaluated();
            evaluations.pop().unwrap_or_else(|| Err(Fault::budget()))?
        };
        let Evaluation { winner, grundy, score, .. } = evaluation;
        let unknown = || unknown("not known within the budget", stop);
        match winner {
            Some(winner) => found.winner = name_of(winner),
            None if uses("winner") => return Err(unknown()),
            None => {}
        }
        match grundy {
            Some(grundy) => found.grundy = Int::from(u128::from(grundy.0)),
            None if uses("grundy") && !large => return Err(unknown()),
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
    pub(crate) fn cached(&mut self, variant: &Variant, scene: &Scene) -> Result<&mut CachedGame, Trouble> {
        let (game, givens) = game_of(variant, scene)?;
        let known = self.cached_games.iter().rposition(|cached| {
            Arc::ptr_eq(&cached.game, game) && cached.declared == variant.compound && cached.givens == givens
        });
        match known {
            Some(index) => {
                let cached = self.cached_games.remove(index);
                self.cached_games.push(cached);
            }
            None => {
                let instance = Arc::new(Instance::new(game.clone(), givens.clone()).map_err(|fault| tidy(&fault))?);
                let compound = variant.compound.map_or_else(|| instance.compound(), Ok)?;
                if self.cached_games.len() >= MAX_CACHED {
                    self.cached_games.remove(0);
                }
                self.cached_games.push(CachedGame {
                    game: game.clone(),
                    givens,
                    declared: variant.compound,
                    compound,
                    budget: self.budget.clone(),
                    oracle: self.oracles.map(|oracles| oracles(&instance, compound)),
                    instance,
                    solvers: self.solvers,
                    solver: None,
                });
            }
        }
        self.cached_games.last_mut().ok_or_else(|| Trouble::Wrong("no solver is kept".to_owned()))
    }
}

impl CachedGame {
    /// Returns the solver, building it if there is none yet.
    pub(crate) fn solver(&mut self) -> Result<&mut Solver, Trouble> {
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => (self.solvers)(&self.instance, self.compound, self.budget.clone())?,
        };
        Ok(self.solver.insert(solver))
    }

    /// Returns who wins, by theorems alone.
    fn winner_only(&self, position: &Position) -> Option<OracleAnswer> {
        self.query(|oracle, meter| oracle.evaluate(position, meter))
    }

    /// Returns who wins and how, by theorems alone.
    pub(crate) fn answer_fully(&self, position: &Position) -> Option<OracleAnswer> {
        self.query(|oracle, meter| oracle.tell(position, meter))
    }

    fn query(&self, ask: impl Fn(&dyn Oracle, &Meter) -> Option<OracleAnswer>) -> Option<OracleAnswer> {
        let max = self.budget.theorem_steps();
        let meter =
            Meter::new(u64::MAX, |steps| steps < max && !self.budget.is_cancelled()).times(self.budget.factor());
        ask(self.oracle.as_deref()?, &meter)
    }
}

fn name_of(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
        Winner::Draw => "draw",
    }
}

/// Builds the error for an unknown result, with the limit that stopped the work, if one did.
fn unknown(what: &str, stop: Option<Stop>) -> Trouble {
    Trouble::Unknown(stop.map_or_else(|| what.to_owned(), |stop| format!("{what}: {stop}")))
}

fn moves_unknown() -> Trouble {
    Trouble::Unknown("the winning moves are not known within the budget".to_owned())
}
