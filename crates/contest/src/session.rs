//! Inputs in, answers out: what `ask` and `judge` are made of.
//!
//! In: a [`Problem`] and its inputs, one after the other. Out: a [`Reply`] each. Idea: the input's expressions make a game with
//! givens and a position of it; a solver of that game answers, and is kept for the inputs that follow with the same givens.

use crate::adapter::{Found, Scene};
pub use crate::asked::Asked;
use crate::asked::{game_of, position, replay};
use crate::convert::json_of;
use crate::judge::Beyond;
use crate::limits::Limits;
use crate::problem::{Input, Problem, Variant, Wording};
pub use crate::reply::{Detail, Reply, Trouble};
use crate::reply::{Refusal, tidy};
use crate::require;
use crate::stress::size_of;
use crate::told::{all_are_listed, kernels, winning_move_count, winning_moves};
use grundy_rules::game::Game;
use grundy_rules::{Fault, Instance, Int, Join, Meter, Position, Value};
use grundy_solve::{Budget, Judgement, Knows, Solution, Solver, Stop, Told, Wants, Winner};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many solvers are kept at once; what they have found may be large.
const MOST_KEPT: usize = 6;
/// How many winning moves are shown where they are too many to be listed.
const MOST_SHOWN: usize = 20;
/// How many answers are remembered at once.
const MOST_REMEMBERED: usize = 500;
/// Answers to larger inputs are not remembered: the inputs would be kept with them.
const LARGEST_REMEMBERED: usize = 2000;

/// What is kept about a game with its givens.
pub(crate) struct Kept {
    game: Arc<Game>,
    givens: Vec<Option<Value>>,
    said: Option<Join>,
    pub(crate) instance: Arc<Instance>,
    join: Join,
    budget: Budget,
    /// Who knows theorems about it, where the session was told of somebody.
    knowing: Option<Arc<dyn Knows>>,
    solvers: Solvers,
    /// Made when theorems do not tell enough: looking over the rules takes longer than many an answer.
    solver: Option<Solver>,
}

/// Makes a solver of a game, its sums played like this. Who makes it decides which theorems it knows.
pub type Solvers = fn(&Arc<Instance>, Join, Budget) -> Result<Solver, Fault>;

/// Finds somebody who knows theorems about a game, its sums played like this.
pub type Scholars = fn(&Arc<Instance>, Join) -> Arc<dyn Knows>;

/// An input by which an answer is remembered.
type Key = (usize, Vec<Option<Value>>);

/// Answers the inputs of one problem, and keeps what it has found for the next ones.
pub struct Session {
    problem: Arc<Problem>,
    budget: Budget,
    solvers: Solvers,
    scholars: Option<Scholars>,
    /// The one used last is the last.
    kept: Vec<Kept>,
    /// The fields of the last input of each variant, ready for expressions.
    scenes: Vec<(usize, Arc<Instance>)>,
    /// What the inputs before were found to promise.
    promises: require::Kept,
    limits: Limits,
    /// The answers to the inputs before, where they are to be remembered.
    memory: Option<BTreeMap<Key, Reply>>,
    /// The first input of the last text beyond the limits.
    beyond: Option<Beyond>,
}

impl Session {
    /// A session for this problem; the budget is for each input.
    pub fn new(problem: Arc<Problem>, budget: Budget, solvers: Solvers) -> Session {
        Session {
            problem,
            budget,
            solvers,
            scholars: None,
            kept: Vec::new(),
            scenes: Vec::new(),
            promises: require::Kept::default(),
            limits: Limits::Ignored,
            memory: None,
            beyond: None,
        }
    }

    /// The same, where those who know theorems are asked before a solver is made. What they say must be true.
    pub fn knowing(self, scholars: Scholars) -> Session {
        Session { scholars: Some(scholars), ..self }
    }

    /// The same, where inputs beyond the limits of the statement are told of or refused.
    pub fn with_limits(self, limits: Limits) -> Session {
        Session { limits, ..self }
    }

    /// The same, where the answers to inputs are remembered: for those who ask the same again.
    pub(crate) fn remembering(self) -> Session {
        Session { memory: Some(BTreeMap::new()), ..self }
    }

    /// The first input beyond the limits of the statement in the text that was judged last.
    pub fn beyond(&self) -> Option<&Beyond> {
        self.beyond.as_ref()
    }

    pub(crate) fn note_beyond(&mut self, beyond: Option<Beyond>) {
        self.beyond = beyond;
    }

    /// The problem.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Answers an input that is JSON: the object of its fields, or a whole case that holds it under `input`.
    ///
    /// # Errors
    /// The input is wrong, or the budget ended.
    pub fn ask(&mut self, json: &Json) -> Result<Reply, Trouble> {
        let input = self.problem.input_of(json)?;
        self.answer(&input, Detail::Everything)
    }

    /// Answers an input.
    ///
    /// # Errors
    /// The input is wrong, or the budget ended.
    pub fn answer(&mut self, input: &Input, detail: Detail) -> Result<Reply, Trouble> {
        self.answer_or_refuse(input, detail).map_err(|refusal| match refusal {
            Refusal::Unfit(unfit) => Trouble::Wrong(unfit.message),
            Refusal::Trouble(trouble) => trouble,
        })
    }

    /// The same, for those who know where each field of the input stands.
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
            if memory.len() >= MOST_REMEMBERED {
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
            self.kept.clear();
            self.scenes.clear();
            self.memory.iter_mut().for_each(BTreeMap::clear);
        });
        self.answer_within(input, detail).map_err(|refusal| match (refusal, budget.stop()) {
            // Which limit it was is known here.
            (Refusal::Trouble(Trouble::Unknown(what)), Some(stop)) if !what.ends_with(&stop.to_string()) => {
                Refusal::Trouble(unknown(&what, Some(stop)))
            }
            (refusal, _) => refusal,
        })
    }

    fn answer_within(&mut self, input: &Input, detail: Detail) -> Result<Reply, Refusal> {
        let problem = self.problem.clone();
        let variant = &problem.variants[input.variant];
        let before = self.scenes.iter().find(|(place, _)| *place == input.variant).map(|(_, instance)| instance);
        let mut scene = variant.scene_after(input, before, Some(self.budget.clone()))?;
        self.scenes.retain(|(place, _)| *place != input.variant);
        self.scenes.push((input.variant, scene.instance().clone()));
        if let Some(unfit) = variant.unfit(&scene, &input.values, input.variant, &mut self.promises)? {
            return Err(Refusal::Unfit(unfit));
        }
        let beyond = match self.limits {
            Limits::Ignored => None,
            Limits::Noted | Limits::Refused => variant.beyond(&input.values),
        };
        if let (Limits::Refused, Some(beyond)) = (self.limits, &beyond) {
            return Err(Refusal::Unfit(beyond.clone()));
        }
        let mut told = Vec::new();
        let mut found = Found::default();
        if let Some(graph) = variant.kernels {
            found.kernels = kernels(&scene.value(graph)?, &self.budget)?;
        } else {
            self.play(variant, &scene, detail, &mut found, &mut told)?;
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
            // A problem that names its answers has no others: nobody would know what to make of one.
            None if answer.is_string() && !variant.words.is_empty() => {
                return Err(Trouble::Wrong(format!("the answer is `{plain}`, for which the judge has no word")).into());
            }
            None => None,
        };
        if let Some(word) = &word {
            told.push(("native".to_owned(), Json::String(word.clone())));
        }
        if detail == Detail::Everything {
            for (name, handle) in variant.tells.iter().filter(|(_, handle)| found.knows(variant, *handle)) {
                told.push((name.clone(), json_of(game, &scene.value(*handle)?, true)));
            }
        }
        let word = word.unwrap_or(plain);
        Ok(Reply { answer, word, told, by: found.by, beyond })
    }

    /// Asks the game about the position.
    fn play(
        &mut self,
        variant: &Variant,
        scene: &Scene,
        detail: Detail,
        found: &mut Found,
        told: &mut Vec<(String, Json)>,
    ) -> Result<(), Trouble> {
        let kept = self.kept(variant, scene)?;
        let mut position = position(variant, scene, &kept.instance)?;
        if let Some(play) = &variant.play {
            replay(variant, scene, &kept.instance, play, &mut position, found)?;
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
        // A Grundy value that a theorem tells may be of any size.
        let mut large = false;
        // A theorem that tells less than is asked for is of no use.
        let suffices = |has_grundy: bool| (has_grundy || !uses("grundy")) && !uses("points");
        let said = match (lists, counts) {
            (true, _) => None,
            (false, true) => kept.told(&position).filter(|said| {
                let listed = Some(Int::from(said.winning.len()));
                said.winning_count.is_some() && (said.winning_count == listed || !uses("least"))
            }),
            (false, false) => kept.judged(&position),
        };
        if let Some(said) = said.filter(|said| suffices(said.grundy.is_some())) {
            found.by = said.name;
            found.winner = name_of(said.winner);
            found.grundy = said.grundy.unwrap_or(Int::ZERO);
            found.count = said.winning_count.unwrap_or(Int::ZERO);
            (found.moves_are_known, found.all_are_listed) = (counts, uses("least"));
            let moves = variant.moves.as_ref().map(|by| winning_moves(&kept.instance, by, said.winning.iter()));
            if let Some(Value::Int(least)) = moves.as_deref().and_then(<[Value]>::first) {
                found.least = least.clone();
            }
            return Ok(());
        }
        let is_without_scholar = kept.knowing.is_none();
        let instance = kept.instance.clone();
        let solver = kept.solver()?;
        let has_grundy =
            |solution: &Solution| solution.theorem.as_ref().is_some_and(|theorem| theorem.grundy.is_some());
        let told_by_theorem = match !lists && !counts && is_without_scholar {
            true => solver.tell(&position).filter(|solution| suffices(has_grundy(solution))),
            false => None,
        };
        let stop;
        let judgement = if lists || counts || told_by_theorem.is_some() {
            let solution = match told_by_theorem {
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
                if let Some(Value::Int(least)) = moves.first() {
                    found.least = least.clone();
                }
                if lists {
                    let moves = moves.iter().map(|value| json_of(instance.game(), value, true)).collect();
                    told.push(("winning_moves".to_owned(), moves));
                }
            } else if let (Some(by), true, true) = (&variant.moves, lists, found.moves_are_known) {
                // More than anybody lists: how many there are, and some of them.
                let moves = winning_moves(&instance, by, solution.winning().map(|valued| &valued.step));
                let some = moves.iter().take(MOST_SHOWN).map(|value| json_of(instance.game(), value, true)).collect();
                let count = Value::Int(found.count.clone());
                told.push(("winning_move_count".to_owned(), json_of(instance.game(), &count, true)));
                told.push(("some_winning_moves".to_owned(), some));
            }
            stop = solution.stop;
            solution.judgement()
        } else {
            let wants = match (uses("winner"), uses("grundy")) {
                (true, true) => Wants::All,
                (false, true) => Wants::Grundy,
                _ => Wants::Winner,
            };
            let mut judged = solver.judge(std::slice::from_ref(&position), wants);
            stop = solver.unjudged();
            judged.pop().unwrap_or_else(|| Err(Fault::budget()))?
        };
        let Judgement { winner, grundy, score, .. } = judgement;
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

    /// What is kept about this input's game and givens.
    pub(crate) fn kept(&mut self, variant: &Variant, scene: &Scene) -> Result<&mut Kept, Trouble> {
        let (game, givens) = game_of(variant, scene)?;
        let known = self
            .kept
            .iter()
            .rposition(|kept| Arc::ptr_eq(&kept.game, game) && kept.said == variant.join && kept.givens == givens);
        match known {
            Some(place) => {
                let kept = self.kept.remove(place);
                self.kept.push(kept);
            }
            None => {
                let instance = Arc::new(Instance::new(game.clone(), givens.clone()).map_err(|fault| tidy(&fault))?);
                let join = variant.join.map_or_else(|| instance.join(), Ok)?;
                if self.kept.len() >= MOST_KEPT {
                    self.kept.remove(0);
                }
                self.kept.push(Kept {
                    game: game.clone(),
                    givens,
                    said: variant.join,
                    join,
                    budget: self.budget.clone(),
                    knowing: self.scholars.map(|scholars| scholars(&instance, join)),
                    instance,
                    solvers: self.solvers,
                    solver: None,
                });
            }
        }
        self.kept.last_mut().ok_or_else(|| Trouble::Wrong("no solver is kept".to_owned()))
    }
}

impl Kept {
    /// The solver, made where there is none yet.
    pub(crate) fn solver(&mut self) -> Result<&mut Solver, Trouble> {
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => (self.solvers)(&self.instance, self.join, self.budget.clone())?,
        };
        Ok(self.solver.insert(solver))
    }

    /// Who wins, by theorems alone.
    fn judged(&self, position: &Position) -> Option<Told> {
        self.asked(|knowing, meter| knowing.judge(position, meter))
    }

    /// Who wins and how, by theorems alone.
    pub(crate) fn told(&self, position: &Position) -> Option<Told> {
        self.asked(|knowing, meter| knowing.tell(position, meter))
    }

    fn asked(&self, ask: impl Fn(&dyn Knows, &Meter) -> Option<Told>) -> Option<Told> {
        let most = self.budget.theorem_steps();
        let meter =
            Meter::new(u64::MAX, |steps| steps < most && !self.budget.is_cancelled()).times(self.budget.factor());
        ask(self.knowing.as_deref()?, &meter)
    }
}

fn name_of(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
        Winner::Draw => "draw",
    }
}

/// What is not known, and which limit ended the work where one did.
fn unknown(what: &str, stop: Option<Stop>) -> Trouble {
    Trouble::Unknown(stop.map_or_else(|| what.to_owned(), |stop| format!("{what}: {stop}")))
}

fn moves_unknown() -> Trouble {
    Trouble::Unknown("the winning moves are not known within the budget".to_owned())
}
