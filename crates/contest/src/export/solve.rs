//! Selection of the method for a problem: which theorem, which table, which search.
//!
//! In: a variant of a problem and variables for its fields. Out: functions, and the call that returns the answer to be printed. A
//! closed form comes first, then the theorems on sums, then the smallest table or search.

use super::closed::{self, Standing, Trust};
use super::ground::{Ground, Support, Unproved};
use super::limits::described;
use super::lower::{Lower, Scene};
use super::names::Shared;
use super::program::{Ex, Form, Helper, Op, Program, Range, St, Ty};
use super::reading::{Fields, function_of_fields};
use super::{Answer, Means, refused, search, theorems};
use crate::adapter::{ExprId, FOUND};
use crate::problem::{PartRule, Problem, Variant, Wording};
use crate::told::NO_MOVE;
use grundy_message::{Message, message};
use grundy_rules::Game;
use grundy_rules::game::{CompoundRule, Form as Rule, Type};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table or search of fewer steps is instant in every language.
const FEW_STEPS: f64 = 1e7;

/// What the reading part of a program calls.
pub(crate) struct Solved {
    /// Calls made once for all queries about the same givens.
    pub prepare: Vec<Ex>,
    /// The output: a text or a number.
    pub answer: Ex,
}

/// The quantities queried about a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wants {
    pub winner: bool,
    pub grundy: bool,
    pub points: bool,
    pub count: bool,
    pub min: bool,
    /// The first winning move.
    pub a_move: bool,
}

/// The results, as expressions.
#[derive(Clone, Default)]
pub(crate) struct Finding {
    /// `first`, `second` or `draw`.
    pub winner: Option<Ex>,
    pub grundy: Option<Ex>,
    pub points: Option<Ex>,
    pub count: Option<Ex>,
    /// The least choice of a winning move.
    pub min: Option<Ex>,
    /// The player to move, `first` or `second`, after the moves already made, and the first player's gain by them.
    pub turn: Option<Ex>,
    pub gained: Option<Ex>,
    /// What the function is based on.
    pub comments: Vec<String>,
    /// The claims that it uses.
    pub grounds: Vec<Ground>,
    /// Call made once for the same givens.
    pub prepare: Option<Ex>,
    /// Estimated number of steps to try every move.
    pub steps: f64,
}

/// Everything about one variant with one of its games.
pub(crate) struct Task<'a> {
    pub problem: &'a Problem,
    pub variant: &'a Variant,
    pub index: usize,
    pub game: &'a Arc<Game>,
    /// Index into the variant's games; the same rules may occur twice, under other conditions.
    pub game_index: usize,
    pub wants: Wants,
    pub fields: &'a Fields,
    pub means: &'a Means<'a>,
    /// The support of the game's claims, by their texts; `None` until first queried.
    pub standings: RefCell<Option<BTreeMap<String, Standing>>>,
}

/// Solves a variant.
pub(crate) fn solve<'a>(
    problem: &'a Problem,
    variant: &'a Variant,
    fields: &'a Fields,
    shared: &mut Shared,
    program: &mut Program,
    means: &'a Means<'a>,
) -> Answer<Solved> {
    let index = problem.variants.iter().position(|other| std::ptr::eq(other, variant)).unwrap_or_default();
    let names: Vec<String> = fields.values.iter().flatten().filter_map(name_of).collect();
    let uses = |name: &str| {
        let words = variant.words.iter().filter_map(|(_, wording)| match wording {
            Wording::Value(handle) => Some(*handle),
            Wording::Text(_) => None,
        });
        std::iter::once(variant.answer).chain(words).any(|handle| variant.adapter.uses(handle, name))
    };
    let wants = Wants {
        winner: uses("winner"),
        grundy: uses("grundy"),
        points: uses("points"),
        count: uses("winning_move_count"),
        min: uses("least"),
        a_move: variant.tells_move,
    };
    let scene = Scene { game: &variant.adapter.game, components: Vec::new(), givens: Vec::new(), mover: None };
    let mut lower = Lower::new(shared, scene, &names);
    // Fields that are not in the text have their defaults.
    for (at, field) in variant.fields.iter().enumerate() {
        let value = match &fields.values[at] {
            Some(value) => value.clone(),
            None => match &variant.adapter.game.givens[at].default {
                Some(default) => lower.expr(default)?,
                None => return Err(refused(message!("the text never says `{name}`", name = field.name))),
            },
        };
        lower.scene.givens.push(value);
    }
    if let Some(graph) = variant.kernels {
        return kernels(variant, lower, graph, fields);
    }
    let mut comments = Vec::new();
    let mut prepare = Vec::new();
    let mut ty = Ty::Text;
    for (at, (game, condition)) in variant.games.iter().enumerate() {
        let condition = match condition {
            Some(condition) => lower.expr(variant.adapter.expression(*condition))?,
            None => Ex::bool(true),
        };
        if condition.is_false() {
            continue;
        }
        lower.open();
        let task =
            Task { problem, variant, index, game, game_index: at, wants, fields, means, standings: RefCell::default() };
        let found = one_game(&task, &mut lower, program)?;
        prepare.extend(found.prepare.clone());
        program.steps = program.steps.max(found.steps);
        program.grounds.extend(
            found.grounds.iter().filter(|ground| !program.grounds.contains(ground)).cloned().collect::<Vec<_>>(),
        );
        for comment in &found.comments {
            if !comments.contains(comment) {
                comments.push(comment.clone());
            }
        }
        let answer = worded(&task, &mut lower, &found)?;
        ty = answer.ty.clone();
        lower.put(St::Return(answer));
        let block = lower.close();
        if condition.is_true() || at + 1 == variant.games.len() {
            block.into_iter().for_each(|statement| lower.put(statement));
            break;
        }
        lower.put(St::If(condition, block, Vec::new()));
    }
    let body = lower.finish();
    comments.extend(described(variant));
    let (function, answer) = function_of_fields(shared, "answer", comments, fields, ty, body);
    shared.functions.push(function);
    Ok(Solved { prepare, answer })
}

/// Computes the number of kernels of a graph.
fn kernels<'a>(variant: &'a Variant, mut lower: Lower<'_, 'a>, graph: ExprId, fields: &Fields) -> Answer<Solved> {
    let graph = lower.expr(variant.adapter.expression(graph))?;
    let graph = lower.name_it("graph", graph);
    let list = Ex::var("kernels", Ty::list(Ty::list(Ty::Int)));
    lower.scene.components = vec![Ex::int(0); FOUND.len() - 1];
    lower.scene.components.push(list.clone());
    let answer = lower.expr(variant.adapter.expression(variant.answer))?;
    if answer.form != Form::Len(Box::new(list)) || !variant.words.is_empty() {
        return Err(refused(message!("kernels are to be listed, and programs only count them")));
    }
    lower.put(St::Return(Ex::library("kernel_count", vec![graph])));
    let (shared, body) = lower.finish_shared();
    let (function, answer) = function_of_fields(shared, "answer", described(variant), fields, Ty::Int, body);
    shared.functions.push(function);
    Ok(Solved { prepare: Vec::new(), answer })
}

fn one_game<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, program: &mut Program) -> Answer<Finding> {
    // After moves already made, a position is searched.
    if task.wants.a_move {
        return with_a_move(task, lower, program);
    }
    if task.variant.play.is_none() {
        // A theorem is shorter than a claim that spells it out.
        if let Some(found) = theorems::theorem(task, lower)? {
            return Ok(found);
        }
        if let Some(found) = closed::closed(task, lower, Trust::Known)? {
            return Ok(found);
        }
    }
    // What claims cover need not be searched, if that takes long.
    let searched = |lower: &mut Lower<'_, 'a>, program: &mut Program| search::search(task, lower, program, None);
    if task.variant.play.is_none()
        && let Some(steps) = lower.estimated_steps(program, searched)
        && steps > FEW_STEPS
        && let Some(chosen) = closed::partly(task, lower, Trust::Known)?
    {
        let partly =
            |lower: &mut Lower<'_, 'a>, program: &mut Program| search::search(task, lower, program, Some(&chosen));
        if lower.estimated_steps(program, partly).is_some_and(|fewer| fewer < steps)
            && let Ok(found) = lower.attempted(program, partly)
        {
            return Ok(found);
        }
    }
    let why = match lower.attempted(program, searched) {
        Ok(found) => return Ok(found),
        Err(why) if task.variant.play.is_some() => return Err(why),
        Err(why) => why,
    };
    // There is no table of everything, but perhaps one of what the claims leave open.
    let mut open = None;
    for trust in [Trust::Known, Trust::Compared] {
        if trust == Trust::Compared
            && let Some(found) = closed::closed(task, lower, trust)?
        {
            return supported(task, found, &why.0);
        }
        if let Some(chosen) = closed::partly(task, lower, trust)? {
            open = Some(chosen.text());
            let search =
                |lower: &mut Lower<'_, 'a>, program: &mut Program| search::search(task, lower, program, Some(&chosen));
            if let Ok(found) = lower.attempted(program, search) {
                return supported(task, found, &why.0);
            }
        }
    }
    let why = match open {
        Some(claims) => message!(
            "{why}; the claims (`{claims}`) leave out inputs within the limits: narrower `limits` or a claim for the rest would do",
            why = why.0,
            claims
        ),
        None => why.0,
    };
    Err(refused(match closed::refuted(task) {
        Some((claim, index)) => {
            message!("{why}; the claim `{claim}` is false: at {position}", why, claim, position = index)
        }
        None => why,
    }))
}

/// Like [`one_game`], for the first winning move: every move is tried, by the claims if they cover what they lead to.
fn with_a_move<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, program: &mut Program) -> Answer<Finding> {
    let by_claims = |trust: Trust| {
        move |lower: &mut Lower<'_, 'a>, _: &mut Program| {
            let nothing = || refused(message!("no claim says who wins"));
            closed::closed(task, lower, trust)?.ok_or_else(nothing)
        }
    };
    if let Ok(found) = lower.attempted(program, by_claims(Trust::Known)) {
        return Ok(found);
    }
    let why = match lower.attempted(program, |lower, program| search::search(task, lower, program, None)) {
        Ok(found) => return Ok(found),
        Err(why) => why,
    };
    match lower.attempted(program, by_claims(Trust::Compared)) {
        Ok(found) => supported(task, found, &why.0),
        Err(_) => Err(why),
    }
}

/// Returns the result, unless it rests on an unproved claim that may not be used. `why` says why there is no table.
fn supported(task: &Task, found: Finding, why: &Message) -> Answer<Finding> {
    let unproved = found.grounds.iter().find(|ground| ground.support == Support::Unproved);
    match unproved.filter(|_| task.means.unproved == Unproved::Refused) {
        Some(Ground { game, claim, extent, .. }) => Err(refused(message!(
            "{why}; the claim `{claim}` of {game} is not proved, only {extent}, and beyond that nothing is known: \
             a proof (`grundy prove`), narrower `limits` or --unproved would do",
            why,
            claim,
            game,
            extent
        ))),
        None => Ok(found),
    }
}

/// Returns the answer in the judge's words.
fn worded<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, found: &Finding) -> Answer<Ex> {
    let zero = Ex::int(0);
    let known = |value: &Option<Ex>, other: Ex| value.clone().unwrap_or(other);
    // In the order in which the names of the results are declared.
    lower.scene.components = vec![
        known(&found.winner, Ex::text("draw")),
        known(&found.turn, Ex::text("first")),
        known(&found.grundy, zero.clone()),
        known(&found.points, zero.clone()),
        known(&found.gained, zero.clone()),
        known(&found.count, zero.clone()),
        known(&found.min, zero),
    ];
    let value = match task.wants.a_move {
        true => Ex::text(NO_MOVE),
        false => lower.expr(task.variant.adapter.expression(task.variant.answer))?,
    };
    let mut word = |name: &str| -> Answer<Ex> {
        match task.variant.words.iter().find(|(from, _)| from == name) {
            Some((_, Wording::Text(text))) => Ok(Ex::text(text)),
            Some((_, Wording::Value(handle))) => {
                let value = lower.expr(task.variant.adapter.expression(*handle))?;
                Ok(if value.ty == Ty::Int { Ex::helper(Helper::ToText, vec![value]) } else { value })
            }
            None => Ok(Ex::text(name)),
        }
    };
    let printed = match value.ty {
        Ty::Text => words_of(&value, &mut word),
        Ty::Int if task.variant.words.is_empty() => Ok(value),
        _ => Err(refused(message!("an answer of this type is not printed"))),
    };
    lower.scene.components.clear();
    printed
}

fn words_of(value: &Ex, word: &mut dyn FnMut(&str) -> Answer<Ex>) -> Answer<Ex> {
    match &value.form {
        Form::Text(name) => word(name),
        Form::If(condition, yes, no) => {
            Ok(Ex::choose((**condition).clone(), words_of(yes, word)?, words_of(no, word)?))
        }
        _ => Err(refused(message!("an answer that is no plain word is not printed"))),
    }
}

pub(crate) fn name_of(value: &Ex) -> Option<String> {
    match &value.form {
        Form::Var(name) => Some(name.clone()),
        _ => None,
    }
}

/// Returns `first` if this holds, else `second`.
pub(crate) fn first_if(condition: Ex) -> Ex {
    Ex::choose(condition, Ex::text("first"), Ex::text("second"))
}

/// Converts a value to the game's type: bags sorted, sets without duplicates.
pub(crate) fn carried(value: Ex, ty: &Type) -> Ex {
    if matches!(&value.form, Form::List(all) if all.len() < 2) {
        return value;
    }
    match ty {
        Type::Bag(_) => Ex::helper(Helper::Sorted, vec![value]),
        Type::Set(_) => Ex::helper(Helper::Distinct, vec![value]),
        _ => value,
    }
}

/// Returns the game's givens, as expressions of the fields; those that the problem does not set have their defaults.
pub(crate) fn givens<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> Answer<Vec<Ex>> {
    let game: &'a Game = task.game;
    let mut values: Vec<Ex> = Vec::new();
    for given in &game.givens {
        let assigned = task.variant.givens.iter().find(|(name, _)| *name == given.name);
        let value = match (assigned, &given.default) {
            (Some((_, handle)), _) => {
                let value = lower.expr(task.variant.adapter.expression(*handle))?;
                carried(value, &given.ty)
            }
            (None, Some(default)) => {
                let scene = Scene { game, components: Vec::new(), givens: values.clone(), mover: None };
                lower.with_scene(scene, |lower| lower.expr(default))?
            }
            (None, None) => return Err(refused(message!("nothing says `{name}` of the game", name = given.name))),
        };
        values.push(value);
    }
    Ok(values)
}

/// Returns the side to move, 0 or 1; `None` in an impartial game.
pub(crate) fn mover<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> Answer<Option<Ex>> {
    let game: &'a Game = task.game;
    let Some([first, _]) = game.players else { return Ok(None) };
    let Some(handle) = task.variant.mover else { return Ok(Some(Ex::int(0))) };
    let player = lower.expr(task.variant.adapter.expression(handle))?;
    let name = lower.shared.symbol(game, first);
    Ok(Some(side_of(&player, &name)))
}

fn side_of(player: &Ex, first: &Ex) -> Ex {
    match &player.form {
        Form::If(condition, yes, no) => Ex::choose((**condition).clone(), side_of(yes, first), side_of(no, first)),
        _ => Ex::choose(player.clone().op(Op::Equal, first.clone()), Ex::int(0), Ex::int(1)),
    }
}

/// Returns whether the position is certainly one part.
pub(crate) fn is_single(task: &Task) -> bool {
    task.variant.is_single()
}

/// Calls `visit` with the components of each part of the position.
pub(crate) fn each_part<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    givens: &[Ex],
    visit: &mut dyn FnMut(&mut Lower<'_, 'a>, Vec<Ex>) -> Answer<()>,
) -> Answer<()> {
    let game: &'a Game = task.game;
    let Some(rules) = &task.variant.parts else {
        let scene = Scene { game, components: Vec::new(), givens: givens.to_vec(), mover: None };
        let starts: Vec<Vec<Ex>> = match &game.start {
            Some(start) => lower.with_scene(scene, |lower| {
                if start.parts.contains(&None) && task.game.compound == CompoundRule::Short {
                    return Err(refused(message!("its start holds a part that is finished")));
                }
                start
                    .parts
                    .iter()
                    .flatten()
                    .map(|part| part.iter().map(|component| lower.expr(component)).collect())
                    .collect()
            })?,
            None => vec![Vec::new()],
        };
        for start in starts {
            let part = filled_up(game, lower, givens, start)?;
            visit(lower, part)?;
        }
        return Ok(());
    };
    for rule in rules {
        part_of(task, lower, givens, rule, visit)?;
    }
    Ok(())
}

fn part_of<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    givens: &[Ex],
    rule: &'a PartRule,
    visit: &mut dyn FnMut(&mut Lower<'_, 'a>, Vec<Ex>) -> Answer<()>,
) -> Answer<()> {
    let expression = |handle: &ExprId| task.variant.adapter.expression(*handle);
    if !rule.repeated {
        let mut stated = Vec::new();
        for handle in &rule.components {
            stated.push(lower.expr(expression(handle))?);
        }
        let part = filled_up(task.game, lower, givens, stated)?;
        return visit(lower, part);
    }
    let mut bodies = Vec::new();
    let mut over = None;
    for handle in &rule.components {
        let Rule::Fold { body, binders, filter, .. } = &expression(handle).form else {
            return Err(refused(message!("the parts of the position are not told one by one")));
        };
        bodies.push(&**body);
        over = over.or(Some((binders, filter.as_deref())));
    }
    let Some((binders, filter)) = over else { return Ok(()) };
    let givens = givens.to_vec();
    lower.nest(binders, None, &mut |lower| {
        let condition = match filter {
            Some(filter) => lower.expr(filter)?,
            None => Ex::bool(true),
        };
        if !condition.is_true() {
            lower.open();
        }
        let mut stated = Vec::new();
        for body in &bodies {
            stated.push(lower.expr(body)?);
        }
        let part = filled_up(task.game, lower, &givens, stated)?;
        visit(lower, part)?;
        if !condition.is_true() {
            let block = lower.close();
            lower.put(St::If(condition, block, Vec::new()));
        }
        Ok(())
    })
}

/// Completes a part with the defaults of the components not given.
fn filled_up<'a>(game: &'a Game, lower: &mut Lower<'_, 'a>, givens: &[Ex], stated: Vec<Ex>) -> Answer<Vec<Ex>> {
    let mut components: Vec<Ex> = Vec::new();
    let mut stated = stated.into_iter();
    for component in &game.components {
        let value = match (stated.next(), &component.default) {
            (Some(value), _) => carried(value, &component.ty),
            (None, Some(default)) => {
                let scene = Scene { game, components: components.clone(), givens: givens.to_vec(), mover: None };
                lower.with_scene(scene, |lower| lower.expr(default))?
            }
            (None, None) => {
                return Err(refused(message!("nothing says `{name}` of the position", name = component.name)));
            }
        };
        let value = lower.name_it(&component.name, value);
        // The game's declared range holds as well.
        let range = match &component.ty {
            Type::Int { low: Some(low), .. } => match &low.form {
                Rule::Int(number) => number.to_i64().map(i128::from),
                _ => None,
            },
            _ => None,
        };
        components.push(match range {
            Some(low) => {
                let range = value.range.within(Range::new(low, i128::MAX));
                value.ranged(range)
            }
            None => value,
        });
    }
    Ok(components)
}
