//! Inputs in, answers out: what `ask` and `judge` are made of.
//!
//! In: a [`Problem`] and its inputs, one after the other. Out: a [`Reply`] each. Idea: the input's expressions make a game with
//! givens and a position of it; a solver of that game answers, and is kept for the inputs that follow with the same givens.

use crate::adapter::{Found, Handle, Scene};
use crate::convert::{carry, json_of, totals};
use crate::problem::{Input, MovesBy, PlayRule, Problem, Variant, Wording};
use crate::require::{self, Unfit};
use grundy_rules::game::Game;
use grundy_rules::{Fault, FaultClass, Instance, Int, Join, Meter, Position, Step, Value};
use grundy_solve::digraph::Digraph;
use grundy_solve::{Budget, Judgement, Knows, Solution, Solver, Told, Wants, Winner};
use serde_json::{Map, Value as Json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many solvers are kept at once; what they have found may be large.
const MOST_KEPT: usize = 6;
/// How many kernels of a graph are listed.
const MOST_KERNELS: usize = 1 << 16;
/// How many steps the moves that were made already may take, each.
const MOST_STEPS_A_MOVE: u64 = 20_000_000;
/// How many steps theorems may take for an answer.
const MOST_STEPS_OF_THEOREMS: u64 = 30_000_000;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The input is wrong.
    Wrong(String),
    /// The budget ended first.
    Unknown(String),
}

impl Trouble {
    /// What is to be said about it.
    pub fn message(&self) -> &str {
        match self {
            Trouble::Wrong(message) | Trouble::Unknown(message) => message,
        }
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        match fault.class {
            FaultClass::Budget => Trouble::Unknown("not known within the budget".to_owned()),
            _ => Trouble::Wrong(fault.sentence()),
        }
    }
}

impl From<String> for Trouble {
    fn from(message: String) -> Trouble {
        Trouble::Wrong(message)
    }
}

/// How much is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The answer alone.
    Answer,
    /// Everything that the problem tells.
    Everything,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The answer: `first`, `second`, `draw`, a number.
    pub answer: Json,
    /// The answer as the judge prints it.
    pub word: String,
    /// What is told besides, by name.
    pub told: Vec<(String, Json)>,
}

impl Reply {
    /// All of it as one object, the answer first.
    pub fn json(&self) -> Json {
        let mut object = Map::new();
        object.insert("answer".to_owned(), self.answer.clone());
        object.extend(self.told.iter().cloned());
        Json::Object(object)
    }
}

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
}

/// Why an input is not answered: what is wrong with it, and where that is known.
pub(crate) enum Refusal {
    /// It is not what the problem promises.
    Unfit(Unfit),
    /// Anything else.
    Trouble(Trouble),
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        Refusal::Trouble(trouble)
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Trouble(fault.into())
    }
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
        }
    }

    /// The same, where those who know theorems are asked before a solver is made. What they say must be true.
    pub fn knowing(self, scholars: Scholars) -> Session {
        Session { scholars: Some(scholars), ..self }
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
        let problem = self.problem.clone();
        let variant = &problem.variants[input.variant];
        let before = self.scenes.iter().find(|(place, _)| *place == input.variant).map(|(_, instance)| instance);
        let mut scene = variant.scene_after(input, before, self.budget.cancelled.clone())?;
        self.scenes.retain(|(place, _)| *place != input.variant);
        self.scenes.push((input.variant, scene.instance().clone()));
        if let Some(unfit) = variant.unfit(&scene, &input.values, input.variant, &mut self.promises)? {
            return Err(Refusal::Unfit(unfit));
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
        Ok(Reply { answer, word, told })
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
        let judgement = if lists || counts || told_by_theorem.is_some() {
            let solution = match told_by_theorem {
                Some(solution) => solution,
                None => solver.solve_one(&position)?,
            };
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
            }
            solution.judgement()
        } else {
            let wants = match (uses("winner"), uses("grundy")) {
                (true, true) => Wants::All,
                (false, true) => Wants::Grundy,
                _ => Wants::Winner,
            };
            let mut judged = solver.judge(std::slice::from_ref(&position), wants);
            judged.pop().unwrap_or_else(|| Err(Fault::budget()))?
        };
        let Judgement { winner, grundy, score, .. } = judgement;
        let unknown = || Trouble::Unknown("not known within the budget".to_owned());
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
        let cancelled = &self.budget.cancelled;
        let meter = Meter::new(u64::MAX, |steps| {
            steps < MOST_STEPS_OF_THEOREMS && !cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
        });
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

/// What is asked about an input: a position of a game.
pub struct Asked {
    /// The game with its givens.
    pub instance: Arc<Instance>,
    /// How its sums are played.
    pub join: Join,
    /// The position, after the moves that were made already.
    pub position: Position,
}

impl Problem {
    /// The position that an input is about; `None` where the problem asks for something else.
    ///
    /// # Errors
    /// The input is wrong.
    pub fn asked(&self, input: &Input) -> Result<Option<Asked>, Trouble> {
        let variant = &self.variants[input.variant];
        if variant.kernels.is_some() {
            return Ok(None);
        }
        let scene = variant.scene(input)?;
        let (game, givens) = game_of(variant, &scene)?;
        let instance = Arc::new(Instance::new(game.clone(), givens).map_err(|fault| tidy(&fault))?);
        let join = variant.join.map_or_else(|| instance.join(), Ok)?;
        let mut position = position(variant, &scene, &instance)?;
        if let Some(play) = &variant.play {
            replay(variant, &scene, &instance, play, &mut position, &mut Found::default())?;
        }
        Ok(Some(Asked { instance, join, position }))
    }
}

impl Variant {
    /// The input, ready for expressions.
    pub(crate) fn scene(&self, input: &Input) -> Result<Scene<'_>, Trouble> {
        self.scene_after(input, None, None)
    }

    /// The same after another input: what the two share is not looked at again.
    pub(crate) fn scene_after(
        &self,
        input: &Input,
        before: Option<&Arc<Instance>>,
        cancelled: Option<Arc<AtomicBool>>,
    ) -> Result<Scene<'_>, Trouble> {
        let mut values = input.values.clone();
        for place in &self.totals {
            let of = self.fields[*place].totals_of.and_then(|of| values[of].as_ref());
            values[*place] = of.and_then(totals);
        }
        self.adapter.scene(values, before, cancelled).map_err(|fault| tidy(&fault))
    }
}

/// The game that is meant for an input, and its givens.
fn game_of<'a>(variant: &'a Variant, scene: &Scene) -> Result<(&'a Arc<Game>, Vec<Option<Value>>), Trouble> {
    let mut chosen = None;
    for (candidate, condition) in &variant.games {
        let holds = match condition {
            Some(condition) => scene.value(*condition)? == Value::Bool(true),
            None => true,
        };
        if holds {
            chosen = Some(candidate);
            break;
        }
    }
    let game = chosen.ok_or_else(|| Trouble::Wrong("the problem names no game for this input".to_owned()))?;
    let mut givens = vec![None; game.givens.len()];
    for (name, handle) in &variant.givens {
        let Some(place) = game.givens.iter().position(|given| given.name == *name) else { continue };
        givens[place] = Some(carry(&variant.adapter.game, game, &game.givens[place].ty, &scene.value(*handle)?)?);
    }
    Ok((game, givens))
}

/// What is wrong with an input, without the words for a command line.
fn tidy(fault: &Fault) -> Trouble {
    match fault.class {
        FaultClass::Budget => Trouble::Unknown("not known within the budget".to_owned()),
        _ => Trouble::Wrong(fault.message.clone()),
    }
}

fn moves_unknown() -> Trouble {
    Trouble::Unknown("the winning moves are not known within the budget".to_owned())
}

impl Found {
    /// Whether everything is known that an expression uses.
    fn knows(&self, variant: &Variant, handle: Handle) -> bool {
        let uses = |name: &str| variant.adapter.uses(handle, name);
        self.moves_are_known && (self.all_are_listed || !uses("least")) || !uses("winning_move_count") && !uses("least")
    }
}

/// How many moves win, where that is known.
fn winning_move_count(solution: &Solution) -> Option<Int> {
    match &solution.theorem {
        Some(theorem) => theorem.winning_move_count.clone(),
        None => solution.stop.is_none().then(|| Int::from(u128::from(solution.winning_move_count))),
    }
}

/// Whether every winning move is listed.
fn all_are_listed(solution: &Solution) -> bool {
    winning_move_count(solution).is_some_and(|count| count == Int::from(solution.winning().count()))
}

pub(crate) fn position(variant: &Variant, scene: &Scene, instance: &Instance) -> Result<Position, Trouble> {
    let game = instance.game();
    let mover = match variant.mover {
        None => None,
        Some(handle) => {
            let value = scene.value(handle)?;
            let name = scene.symbol_name(&value).ok_or_else(|| "who is to move is no symbol".to_owned())?;
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
            components.push(scene.value(*handle)?);
        }
        if components.len() > game.components.len() {
            return Err(Trouble::Wrong(format!("{} has fewer components than the problem says", game.name)));
        }
        let carried =
            |place: usize, value: &Value| carry(&variant.adapter.game, game, &game.components[place].ty, value);
        if !rule.repeated {
            let part: Result<Vec<Value>, String> =
                components.iter().enumerate().map(|(place, value)| carried(place, value)).collect();
            parts.push(instance.part(part?).map_err(|fault| tidy(&fault))?);
            continue;
        }
        let lists: Vec<&[Value]> = components.iter().map(|list| list.as_elements().unwrap_or_default()).collect();
        for entry in 0..lists.first().map_or(0, |list| list.len()) {
            let part: Result<Vec<Value>, String> =
                lists.iter().enumerate().map(|(place, list)| carried(place, &list[entry])).collect();
            parts.push(instance.part(part?).map_err(|fault| tidy(&fault))?);
        }
    }
    Ok(Position { mover: instance.first_mover(mover), parts })
}

/// Makes the moves that were made already.
fn replay(
    variant: &Variant,
    scene: &Scene,
    instance: &Instance,
    play: &PlayRule,
    position: &mut Position,
    found: &mut Found,
) -> Result<(), Trouble> {
    let mut lists = Vec::new();
    for (name, handle) in &play.choices {
        let list = scene.value(*handle)?;
        lists.push((name, list.as_elements().map(<[Value]>::to_vec).unwrap_or_default()));
    }
    let made = lists.first().map_or(0, |(_, list)| list.len());
    for at in 0..made {
        let [part] = position.parts.as_slice() else {
            return Err(Trouble::Wrong("moves can be made in a position of one part only".to_owned()));
        };
        let moves = instance.moves(part, position.mover, &Meter::steps(MOST_STEPS_A_MOVE))?;
        let is_meant = |one: &grundy_rules::Move| {
            let rule = &instance.game().moves[one.rule];
            rule.name == play.movement
                && lists.iter().all(|(name, list)| {
                    let place = rule.binders.iter().position(|binder| binder.name == **name);
                    place.is_some_and(|place| one.choices.get(place) == Some(&list[at]))
                })
        };
        let Some(one) = moves.into_iter().find(is_meant) else {
            let json: Vec<Json> =
                lists.iter().map(|(_, list)| json_of(&variant.adapter.game, &list[at], true)).collect();
            let said: Vec<String> = json.iter().map(Json::to_string).collect();
            return Err(Trouble::Wrong(format!(
                "move {} cannot be made: {}({})",
                at + 1,
                play.movement,
                said.join(", ")
            )));
        };
        let gain = if found.turn == "first" { one.gain.clone() } else { one.gain.negate() };
        found.gained = found.gained.add(&gain).map_err(|_| "the score is too large".to_owned())?;
        position.parts = one.to;
        if !one.again {
            found.turn = if found.turn == "first" { "second" } else { "first" };
            position.mover = position.mover.map(grundy_rules::Side::other);
        }
    }
    Ok(())
}

/// The winning moves as the problem lists them, in ascending order.
fn winning_moves<'a>(instance: &Instance, by: &MovesBy, steps: impl Iterator<Item = &'a Step>) -> Vec<Value> {
    let game = instance.game();
    let mut listed: Vec<Value> = Vec::new();
    for step in steps {
        let Some((place, movement)) = step.moves.first() else { continue };
        listed.push(match by {
            MovesBy::Choice(name) => {
                let binders = &game.moves[movement.rule].binders;
                let at = binders.iter().position(|binder| binder.name == *name);
                match at.and_then(|at| movement.choices.get(at)) {
                    Some(choice) => choice.clone(),
                    None => continue,
                }
            }
            MovesBy::Position => {
                let part = step.to.parts.first().map(|part| part.to_vec()).unwrap_or_default();
                Value::list(part)
            }
            MovesBy::Part => {
                let mut entries = vec![Value::Int(Int::from(*place))];
                entries.extend(movement.to.first().map(|part| part.to_vec()).unwrap_or_default());
                Value::list(entries)
            }
        });
    }
    listed.sort();
    listed
}

/// All kernels of a graph given as the list of successors of each node, in ascending order.
fn kernels(graph: &Value, budget: &Budget) -> Result<Vec<Vec<usize>>, Trouble> {
    let no_graph = || Trouble::Wrong("a graph is a list of nodes for each node, counted from 0".to_owned());
    let node = |value: &Value| value.as_int().and_then(Int::to_usize).and_then(|node| u32::try_from(node).ok());
    let mut starts = vec![0u32];
    let mut targets: Vec<u32> = Vec::new();
    for successors in graph.as_elements().ok_or_else(no_graph)? {
        for successor in successors.as_elements().ok_or_else(no_graph)? {
            targets.push(node(successor).ok_or_else(no_graph)?);
        }
        starts.push(u32::try_from(targets.len()).map_err(|_| no_graph())?);
    }
    let nodes = starts.len() as u32 - 1;
    if let Some(outside) = targets.iter().find(|target| **target >= nodes) {
        return Err(Trouble::Wrong(format!(
            "an edge leads to {outside}, but the last node is {}",
            i64::from(nodes) - 1
        )));
    }
    let listed = Digraph::new(starts, targets).ok_or_else(no_graph)?.kernels(MOST_KERNELS, budget);
    if listed.stop.is_some() || listed.count > listed.found.len() as u64 {
        return Err(Trouble::Unknown("the kernels are not all known within the budget".to_owned()));
    }
    let mut kernels: Vec<Vec<usize>> =
        listed.found.iter().map(|kernel| kernel.iter().map(|node| *node as usize).collect()).collect();
    kernels.sort();
    Ok(kernels)
}
