//! Tables and searches: the rules of a game as a recursive function, or as a table filled from below.
//!
//! In: a game without a closed form for what is queried. Out: functions `grundy`, `wins`, `outcome` or `score` of a position. One
//! number that falls with every move gives a table; other positions are looked up in a map. Positions that may repeat are left to
//! [`super::retrograde`].

use super::build::default_of;
use super::closed::{Asked, Chosen, Claimed, open_count, value_of};
use super::effort::{Terminal, ending};
use super::lower::{Lower, Scene};
use super::names::free_name;
use super::nested::dimensions;
use super::program::{Ex, Form, Helper, Op, Program, Range, St, Ty, UNKNOWN};
use super::rays::rays;
use super::reading::function_of_fields;
use super::replay::replay;
use super::solve::{Finding, Task, each_part, first_if, givens, is_single, mover};
use super::value::{by_sign, has_again, may_draw, splits, winner_by_points};
use super::{Answer, refused, retrograde};
use crate::problem_limits;
use grundy_message::message;
use grundy_rules::Compound;
use grundy_rules::game::{CompoundRule, Game, Type};
use grundy_rules::measure::falling_measure;
use grundy_rules::shape::why_parts_have_no_grundy;
use std::collections::BTreeSet;

/// What is computed for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    Grundy,
    /// True if the player to move wins; there are no draws.
    Wins,
    /// 1, 0 or -1 for the player to move.
    Outcome,
    Score,
    /// Number of moves that play lasts if the winner delays and the loser hurries.
    Steps,
}

impl Quantity {
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Grundy => "grundy",
            Quantity::Wins => "wins",
            Quantity::Outcome => "outcome",
            Quantity::Score => "score",
            Quantity::Steps => "steps",
        }
    }

    pub fn ty(self) -> Ty {
        if self == Quantity::Wins { Ty::Bool } else { Ty::Int }
    }
}

/// Solves the game by a table or a search.
///
/// With claims, only what they leave open is searched.
pub(crate) fn search<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    program: &mut Program,
    claims: Option<&Chosen<'a>>,
) -> Answer<Finding> {
    let game: &'a Game = task.game;
    if task.wants.count {
        return Err(refused(message!("winning moves are to be counted, which programs do for heaps of Nim alone")));
    }
    if task.wants.min {
        return Err(refused(message!(
            "the least winning move is asked for, which programs tell for dynamic Nim alone"
        )));
    }
    let compound = task.variant.compound.unwrap_or(Compound::One);
    let anti = compound == Compound::Anti || game.compound == CompoundRule::Anti;
    let every = compound == Compound::Every || game.compound == CompoundRule::Every;
    let is_alone = compound == Compound::One && game.compound == CompoundRule::One;
    if !anti && !every && !is_alone {
        return Err(refused(message!("sums of {game} are not played by moving in one part", game = game.name)));
    }
    if task.wants.a_move && (anti || every) {
        return Err(refused(message!("the first winning move is not told of sums that are played in another way")));
    }
    let single = is_single(task);
    let has_grundy = game.players.is_none() && why_parts_have_no_grundy(game).is_none();
    let splits = game.moves.iter().any(|rule| splits(&rule.result));
    let says_grundy = claims.is_some_and(|chosen| chosen.claimed == Claimed::Grundy);
    let quantity = if every {
        if !has_grundy || splits {
            return Err(refused(message!("moving in every part is searched for plain games only")));
        }
        Quantity::Steps
    } else if anti {
        if !has_grundy {
            return Err(refused(message!("a sum that ends when all values are 0 needs values")));
        }
        Quantity::Grundy
    } else if game.points {
        Quantity::Score
    } else if has_grundy && (task.wants.grundy || splits || !single || says_grundy) {
        Quantity::Grundy
    } else if may_draw(game) || has_again(game) {
        Quantity::Outcome
    } else {
        Quantity::Wins
    };
    // Without additive values, the whole sum is the position.
    let sum = (!single || splits) && quantity != Quantity::Grundy && quantity != Quantity::Steps;
    let is_searched = |chosen: &&Chosen<'a>| match chosen.claimed {
        Claimed::Grundy => quantity == Quantity::Grundy && !anti,
        Claimed::Wins => quantity == Quantity::Wins,
        Claimed::Score => quantity == Quantity::Score,
    };
    if claims.is_some_and(|chosen| sum || !is_searched(&chosen)) {
        return Err(refused(message!("its claims are about something else than what is searched")));
    }
    let all_are_numbers = game.components.iter().all(|component| matches!(component.ty, Type::Int { .. }));
    let is_simple = game.components.len() == 1 || all_are_numbers;
    if sum && task.wants.a_move {
        return Err(refused(message!(
            "the first winning move is told of one part, and of sums with values that add up"
        )));
    }
    if sum && (!is_simple || quantity == Quantity::Score || game.players.is_some() || has_again(game)) {
        return Err(refused(message!(
            "sums of {game} have no values that add up, and their positions are too many",
            game = game.name
        )));
    }
    if sum && task.variant.play.is_some() {
        return Err(refused(message!("moves in a position of several parts are not replayed")));
    }
    let ending = ending(task);
    if ending == Terminal::Unknown {
        if sum || matches!(quantity, Quantity::Grundy | Quantity::Score | Quantity::Steps) {
            return Err(refused(message!(
                "play may go on for ever, and sums or scores of such games are not searched"
            )));
        }
        if task.wants.a_move {
            return Err(refused(message!("the first winning move is not told where play may go on for ever")));
        }
        return retrograde::retrograde(task, lower, program);
    }
    if quantity == Quantity::Wins
        && claims.is_none()
        && !task.wants.a_move
        && task.variant.play.is_none()
        && let Some(found) = rays(task, lower, program)?
    {
        return Ok(found);
    }
    let set_up = SetUp::new(task, lower, program)?;
    let table = game.components.len() == 1
        && !sum
        && matches!(game.components[0].ty, Type::Int { .. })
        && quantity != Quantity::Steps
        && game.players.is_none()
        && falling_measure(game).is_some()
        // Large numbers that claims mostly cover are not looked up in a table of everything below.
        && claims.and_then(|chosen| chosen.left.as_ref()).is_none_or(|left| left[0].high <= problem_limits::MAX_PROGRAM_STATES as i128);
    let nested = !sum && matches!(quantity, Quantity::Grundy | Quantity::Wins);
    let left = claims.and_then(|chosen| chosen.left.as_deref());
    let dimensions = if nested { dimensions(task, lower, &set_up, left)? } else { None };
    let mut maker = Maker { task, program, quantity, sum, anti, set_up, range: None, longest: None, claims };
    if table {
        return maker.by_table(lower);
    }
    if let Some(dimensions) = dimensions
        && let Some(found) = maker.by_nested_table(lower, dimensions)?
    {
        return Ok(found);
    }
    let mut found = maker.by_memo(lower)?;
    if ending == Terminal::Tried {
        let comment = "Nothing shows that play always ends; no position came again where it was tried, and if one did no answer would come.";
        found.comments.push(comment.to_owned());
    }
    Ok(found)
}

/// Tuning: the map is cleared once it is larger than this and the givens differ between queries. If they never
/// differ, all queries are about the same few positions, and the map stays. No measurement is recorded.
const MAX_KNOWN: i128 = 2_000_000;

/// State shared by all queries about the same givens.
#[derive(Default)]
pub(crate) struct SetUp {
    pub givens: Vec<Ex>,
    /// Statements that compute the givens.
    statements: Vec<St>,
    /// Global variables and the givens that they hold.
    held: Vec<(Ex, Ex)>,
}

impl SetUp {
    /// Creates global variables for the givens.
    pub fn new<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, program: &mut Program) -> Answer<SetUp> {
        let game: &'a Game = task.game;
        let names: Vec<String> = task.fields.values.iter().flatten().filter_map(super::solve::name_of).collect();
        let scene = lower.scene.clone();
        let mut inner = Lower::new(lower.shared, scene, &names);
        let values = givens(task, &mut inner)?;
        let (mut givens, mut held) = (Vec::new(), Vec::new());
        for (given, value) in game.givens.iter().zip(values) {
            if is_literal(&value) && !value.ty.is_list() {
                givens.push(value);
                continue;
            }
            let name = inner.shared.name(&given.name);
            let global = Ex::global(&name, value.ty.clone()).ranged(value.range);
            if let Form::Var(field) = &value.form
                && let Some(lengths) = inner.shared.lengths.get(field).cloned()
            {
                inner.shared.lengths.insert(name.clone(), lengths);
            }
            if is_literal(&value) {
                program.globals.push((name, value, String::new()));
            } else {
                program.globals.push((name, default_of(&value.ty), String::new()));
                held.push((global.clone(), inner.name_it(&format!("new_{}", given.name), value)));
            }
            givens.push(global);
        }
        Ok(SetUp { givens, statements: inner.finish(), held })
    }

    /// Returns a name for a component that differs from the fields used by the givens.
    pub fn name_of_component(&self, name: &str) -> String {
        let mut used = BTreeSet::new();
        St::each_expression(&self.statements, &mut |value| value.variables(&mut used));
        self.held.iter().for_each(|(_, value)| value.variables(&mut used));
        free_name(name, |name| used.contains(name))
    }

    /// Returns whether the givens are the same for all queries.
    pub fn is_constant(&self) -> bool {
        self.held.is_empty()
    }

    /// Creates the function that is called once the givens are known: `besides` runs only if they have changed, or if `known` has
    /// grown too large.
    pub fn finish<'a>(
        self,
        task: &Task<'a>,
        lower: &mut Lower<'_, 'a>,
        comments: Vec<String>,
        besides: Vec<St>,
        known: Option<&Ex>,
    ) -> Option<Ex> {
        let mut body = self.statements;
        let is_new = self.held.iter().map(|(global, value)| {
            let (global, value) = (global.clone().ranged(UNKNOWN), value.clone().ranged(UNKNOWN));
            global.op(Op::Unequal, value)
        });
        let is_new = is_new.reduce(Ex::or).filter(|_| !besides.is_empty());
        let mut held: Vec<St> = self.held.into_iter().map(|(global, value)| St::Set(global, value)).collect();
        held.extend(besides);
        match is_new {
            Some(is_new) => {
                let is_full =
                    known.map(|known| known.clone().len().ranged(UNKNOWN).op(Op::Greater, Ex::int(MAX_KNOWN)));
                let is_due = is_full.into_iter().fold(is_new, Ex::or);
                body.push(St::If(is_due, held, Vec::new()));
            }
            None => body.extend(held),
        }
        if body.is_empty() {
            return None;
        }
        let (function, call) = function_of_fields(lower.shared, "prepare", comments, task.fields, Ty::Nothing, body);
        lower.shared.functions.push(function);
        Some(call)
    }
}

fn is_literal(value: &Ex) -> bool {
    match &value.form {
        Form::Int(_) | Form::Bool(_) | Form::Char(_) | Form::Text(_) => true,
        Form::List(all) => all.iter().all(is_literal),
        _ => false,
    }
}

/// Builder of a search.
pub(crate) struct Maker<'t, 'a, 'p> {
    pub task: &'t Task<'a>,
    /// Claims that cover some of the parts queried.
    pub claims: Option<&'t Chosen<'a>>,
    pub program: &'p mut Program,
    pub quantity: Quantity,
    /// Whether a position is a list of parts.
    pub sum: bool,
    /// Whether play ends when every part has value 0, and the player then to move wins.
    pub anti: bool,
    pub set_up: SetUp,
    /// The ranges of the components of the positions queried.
    pub range: Option<Vec<Range>>,
    /// Maximum length of the list that is the position, if known.
    pub longest: Option<i128>,
}

impl<'a> Maker<'_, 'a, '_> {
    /// Returns the answer for the queried position, with `lookup` for the value of one part.
    pub fn answer_by(&mut self, lower: &mut Lower<'_, 'a>, lookup: &dyn Fn(Vec<Ex>) -> Ex) -> Answer<Finding> {
        let task = self.task;
        let givens = self.set_up.givens.clone();
        let mut ranges: Option<Vec<Range>> = None;
        let side = mover(task, lower)?;
        let mut found = Finding::default();
        if self.sum {
            let ty = self.part_ty(lower);
            let name = lower.fresh("parts");
            let parts = Ex::var(&name, Ty::list(ty.clone()));
            lower.put(St::Let(name, Ex::list(ty.clone(), Vec::new())));
            each_part(task, lower, &givens, &mut |lower, components| {
                note(&mut ranges, &components);
                lower.put(St::Push(parts.clone(), as_part(components)));
                Ok(())
            })?;
            let parts = sorted_parts(parts);
            found = self.finding(lookup(vec![parts]), None, lower);
        } else if self.quantity == Quantity::Steps {
            let name = lower.fresh("longest");
            let longest = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 40));
            lower.put(St::Let(name, Ex::int(0)));
            each_part(task, lower, &givens, &mut |lower, components| {
                note(&mut ranges, &components);
                let value = Ex::helper(Helper::Max, vec![longest.clone(), lookup(components)]);
                lower.put(St::Set(longest.clone(), value));
                Ok(())
            })?;
            found.winner = Some(first_if(longest.op(Op::Remainder, Ex::int(2)).op(Op::Equal, Ex::int(1))));
            found.comments.push(
                "Every-SG: the first player wins where the part that lasts longest lasts an odd number of moves."
                    .to_owned(),
            );
        } else if self.quantity == Quantity::Grundy && self.anti {
            let name = lower.fresh("total");
            let total = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 40));
            lower.put(St::Let(name, Ex::int(0)));
            let name = lower.fresh("large");
            let large = Ex::var(&name, Ty::Bool);
            lower.put(St::Let(name, Ex::bool(false)));
            each_part(task, lower, &givens, &mut |lower, components| {
                note(&mut ranges, &components);
                let value = lower.name_it("value", lookup(components));
                lower.put(St::Set(total.clone(), total.clone().plain(Op::Xor, value.clone())));
                let set = St::Set(large.clone(), Ex::bool(true));
                lower.put(St::If(value.ranged(UNKNOWN).op(Op::Greater, Ex::int(1)), vec![set], Vec::new()));
                Ok(())
            })?;
            found.winner = Some(first_if(total.op(Op::Unequal, Ex::int(0)).op(Op::Equal, large)));
            found.comments.push(
                "SJ: the first player wins where the xor is not 0 and some value is above 1, or neither.".to_owned(),
            );
        } else if self.quantity == Quantity::Grundy && !is_single(task) {
            let name = lower.fresh("total");
            let total = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 40));
            lower.put(St::Let(name, Ex::int(0)));
            each_part(task, lower, &givens, &mut |lower, components| {
                let value = self.part_value(lower, components, None, &mut ranges, lookup)?;
                lower.put(St::Set(total.clone(), total.clone().plain(Op::Xor, value)));
                Ok(())
            })?;
            let wins = total.clone().op(Op::Unequal, Ex::int(0));
            found.winner = Some(first_if(wins));
            if task.wants.a_move {
                found.steps = self.return_move_of_sum(lower, &total, &found, lookup)?;
            }
            found.grundy = Some(total);
        } else {
            let mut start = Vec::new();
            each_part(task, lower, &givens, &mut |_, components| {
                start = components;
                Ok(())
            })?;
            self.longest = match start.as_slice() {
                [Ex { form: Form::Var(field), .. }] => {
                    lower.shared.lengths.get(field).and_then(|lengths| lengths.first()).map(|range| range.high)
                }
                _ => None,
            };
            let mut played = Finding::default();
            if task.variant.play.is_some() {
                note(&mut ranges, &start);
            }
            let (now, side) = replay(task, lower, &givens, start, side, &mut played)?;
            let mut played_on = None;
            let noted = if task.variant.play.is_some() { &mut played_on } else { &mut ranges };
            let here = now.clone();
            let value = self.part_value(lower, now, side.as_ref(), noted, &|components| {
                let mut value = lookup(components);
                if let (Form::Call(_, arguments), Some(side)) = (&mut value.form, &side) {
                    arguments.push(side.clone());
                }
                value
            })?;
            let value = if task.wants.a_move { lower.name_it("best", value) } else { value };
            found = self.finding(value.clone(), side.as_ref(), lower);
            if task.wants.a_move {
                found.steps = self.return_move(lower, (here, side.as_ref()), &value, &found, lookup)?;
            }
            (found.turn, found.gained) = (played.turn, played.gained);
        }
        self.range = ranges;
        if let Some(chosen) = self.claims {
            found.comments.splice(0..0, chosen.comments());
            found.comments.push("Where these say nothing, a table or search does.".to_owned());
            found.grounds.extend(chosen.grounds.iter().cloned());
        }
        Ok(found)
    }

    /// Returns the value of the current position: by a claim if one applies, else by its moves.
    pub fn known_or_value(&self, lower: &mut Lower<'_, 'a>, lookup: &dyn Fn(Vec<Vec<Ex>>) -> Ex) -> Answer<Ex> {
        match self.claims {
            Some(chosen) => value_of(lower, chosen, (0, Asked::Reached), &mut |lower| self.value(lower, lookup)),
            None => self.value(lower, lookup),
        }
    }

    /// Estimates the fraction of the positions in these ranges that has to be searched, as no claim covers it.
    pub fn open_part(&self, lower: &mut Lower<'_, 'a>, ranges: &[Range]) -> f64 {
        let Some(chosen) = self.claims else { return 1.0 };
        let all: f64 = ranges.iter().map(|range| range.high.saturating_sub(range.low) as f64 + 1.0).product();
        (open_count(self.task, lower, chosen, &self.set_up.givens, ranges) / all).min(1.0)
    }

    /// Returns the value of a part: by a claim if one applies, else by `lookup`. Records the ranges of what is looked up.
    fn part_value(
        &self,
        lower: &mut Lower<'_, 'a>,
        components: Vec<Ex>,
        side: Option<&Ex>,
        ranges: &mut Option<Vec<Range>>,
        lookup: &dyn Fn(Vec<Ex>) -> Ex,
    ) -> Answer<Ex> {
        let Some((chosen, left)) = self.claims.and_then(|chosen| Some((chosen, chosen.left.as_ref()?))) else {
            note(ranges, &components);
            return Ok(lookup(components));
        };
        let open: Vec<Ex> = components
            .iter()
            .zip(left)
            .map(|(component, left)| component.clone().ranged(component.range.within(*left)))
            .collect();
        note(ranges, &open);
        let givens = self.set_up.givens.clone();
        let scene = Scene { game: self.task.game, components, givens, mover: side.cloned() };
        lower.with_scene(scene, |lower| value_of(lower, chosen, (0, Asked::Input), &mut |_| Ok(lookup(open.clone()))))
    }

    fn finding(&self, value: Ex, side: Option<&Ex>, lower: &mut Lower<'_, 'a>) -> Finding {
        let mut found = Finding::default();
        match self.quantity {
            Quantity::Grundy => {
                let value = lower.name_it("value", value);
                found.winner = Some(first_if(value.clone().op(Op::Unequal, Ex::int(0))));
                found.grundy = Some(value);
            }
            Quantity::Wins => found.winner = Some(first_if(value)),
            Quantity::Steps => {}
            Quantity::Outcome => {
                let value = lower.name_it("best", value);
                found.winner = Some(by_sign(&value, Ex::text("draw")));
            }
            Quantity::Score => {
                let value = lower.name_it("best", value);
                found.winner = Some(winner_by_points(self.task.game, &value, side));
                found.points = Some(value);
            }
        }
        found
    }

    /// Returns the element type of a sum: numbers, or lists of the components.
    pub fn part_ty(&self, lower: &Lower<'_, 'a>) -> Ty {
        let ty = self.component_ty(lower, 0);
        if self.task.game.components.len() == 1 { ty } else { Ty::list(ty) }
    }

    pub fn component_ty(&self, lower: &Lower<'_, 'a>, index: usize) -> Ty {
        let game = self.task.game;
        lower.shared.ty(game, &game.components[index].ty.kind())
    }
}

/// Widens ranges by those of these components.
fn note(ranges: &mut Option<Vec<Range>>, components: &[Ex]) {
    let found = components.iter().map(|component| component.range);
    *ranges = Some(match ranges.take() {
        Some(known) => known.into_iter().zip(found).map(|(one, other)| one.union(other)).collect(),
        None => found.collect(),
    });
}

/// Returns a part as an entry of the list that is the sum.
pub(crate) fn as_part(components: Vec<Ex>) -> Ex {
    match components.as_slice() {
        [only] => only.clone(),
        _ => Ex::list(Ty::Int, components),
    }
}

/// Sorts the parts of a sum if they have an order: equal sums become equal lists.
pub(crate) fn sorted_parts(parts: Ex) -> Ex {
    let element = parts.ty.element();
    if element == Ty::Int || element == Ty::list(Ty::Int) { Ex::helper(Helper::Sorted, vec![parts]) } else { parts }
}
