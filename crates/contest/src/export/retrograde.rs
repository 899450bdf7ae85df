//! Play that may go on forever: retrograde analysis from the terminal positions.
//!
//! In: a game whose positions may repeat. Out: a function `outcome` that collects every reachable position, then works back from
//! those that are decided: a position is won if some move leads to a lost one, and lost if all lead to won ones; what is never
//! decided is infinite play (Zermelo 1913, von Neumann and Morgenstern 1944).

use super::build::default_of;
use super::effort::min;
use super::library::skeleton;
use super::lower::{Lower, Scene};
use super::moves::moves;
use super::names::tame;
use super::parse::{Hole, Holes};
use super::program::{Ex, Op, Program, Range, St, Ty};
use super::search::SetUp;
use super::solve::{Finding, Task, each_part, mover, name_of};
use super::value::{by_sign, has_again, may_draw, verdict_value};
use super::{Answer, refused};
use grundy_message::message;
use grundy_rules::Side;
use grundy_rules::game::{Game, Loops, Verdict};

/// Solves a position of one part.
pub(crate) fn retrograde<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, program: &mut Program) -> Answer<Finding> {
    let game: &'a Game = task.game;
    if has_again(game) {
        return Err(refused(message!("play may go on for ever with moves that let the same player move again")));
    }
    if may_draw(game) && matches!(game.loops, Loops::Wins(_)) {
        return Err(refused(message!("endless play is won while other ends are drawn")));
    }
    let set_up = SetUp::new(task, lower, program)?;
    let side = mover(task, lower)?;
    let function = lower.shared.name("outcome");
    let mut arguments = Vec::new();
    each_part(task, lower, &set_up.givens, &mut |_, components| {
        arguments = components;
        Ok(())
    })?;
    arguments.extend(side.clone());
    let best = lower.name_it("best", Ex::call(&function, arguments, Ty::Int));
    let winner = by_sign(&best, Ex::text("draw"));
    write(game, lower, program, function, set_up.givens.clone())?;
    let comments = vec!["From the ends of play backwards; what is never decided goes on for ever.".to_owned()];
    let comment = "Takes in what is given for the following questions.".to_owned();
    let prepare = set_up.finish(task, lower, vec![comment], Vec::new(), None);
    Ok(Finding { winner: Some(winner), comments, prepare, ..Finding::default() })
}

/// The text of both functions.
const SKELETON: &str = include_str!("../../library/retrograde.fn");
/// The variables of the skeleton.
const NAMES: [&str; 10] =
    ["place", "results", "following", "value", "moves_of", "before", "left_over", "queue", "node", "from_"];

fn write<'a>(
    game: &'a Game,
    lower: &mut Lower<'_, 'a>,
    program: &mut Program,
    function: String,
    givens: Vec<Ex>,
) -> Answer<()> {
    // Every position has its components and its mover in global lists.
    let mut parameters: Vec<(String, Ty)> = Vec::new();
    let mut lows = Vec::new();
    for component in &game.components {
        parameters.push((tame(&component.name), lower.shared.ty(game, &component.ty.kind())));
        lows.push(min(&component.ty));
    }
    if game.players.is_some() {
        parameters.push(("mover".to_owned(), Ty::Int));
        lows.push(0);
    }
    let mut global = |wanted: &str, ty: Ty, comment: &str| {
        let name = lower.shared.name(wanted);
        program.globals.push((name.clone(), default_of(&ty), comment.to_owned()));
        Ex::global(name, ty)
    };
    let stores: Vec<Ex> = parameters
        .iter()
        .map(|(name, ty)| global(&format!("all_{}", name.trim_end_matches('_')), Ty::list(ty.clone()), ""))
        .collect();
    let memo_ty = Ty::Memo(vec![Ty::Text], Box::new(Ty::Int));
    let numbers = global("numbers", memo_ty, "The number of each position that was met.");
    let number_of = lower.shared.name("number_of");
    let starts: Vec<(String, Ty)> =
        parameters.iter().map(|(name, ty)| (format!("start_{}", name.trim_end_matches('_')), ty.clone())).collect();
    let start: Vec<Ex> = starts.iter().map(|(name, ty)| Ex::var(name, ty.clone())).collect();
    let variables: Vec<Ex> = parameters
        .iter()
        .zip(&lows)
        .map(|((name, ty), low)| Ex::var(name, ty.clone()).ranged(Range::new(*low, i128::MAX)))
        .collect();
    let each_store = |each: &dyn Fn(Ex, Ex) -> St| {
        Hole::Block(
            stores.iter().cloned().zip(variables.iter().cloned()).map(|(store, value)| each(store, value)).collect(),
        )
    };
    let place = Ex::var("place", Ty::Int);
    let load = |store: Ex, value: Ex| St::Let(name_of(&value).unwrap_or_default(), store.index(place.clone()));

    let taken = NAMES.into_iter().map(str::to_owned);
    let taken: Vec<String> = taken.chain(starts.iter().chain(&parameters).map(|(name, _)| name.clone())).collect();
    let mut components = variables.clone();
    let side = game.players.and_then(|_| components.pop()).map(|side| side.ranged(Range::new(0, 1)));
    let scene = Scene { game, components, givens, mover: side.clone() };
    let mut inner = Lower::new(lower.shared, scene, &taken);
    expand(game, &mut inner, &number_of, side.as_ref())?;
    let expand = inner.finish();
    let mut endless = Vec::new();
    if let (Loops::Wins(winner), Some(mover)) = (game.loops, start.last().filter(|_| side.is_some())) {
        let wins = mover.clone().op(Op::Equal, Ex::int(if winner == Side::Left { 0 } else { 1 }));
        let is_endless = Ex::var("results", Ty::list(Ty::Int)).index(Ex::int(0)).op(Op::Equal, Ex::int(0));
        let result = St::Return(Ex::choose(wins, Ex::int(1), Ex::int(-1)));
        endless.push(St::If(is_endless, vec![result], Vec::new()));
    }
    let holes = Holes::from([
        ("number_of", Hole::Function(number_of, Ty::Int)),
        ("outcome", Hole::Function(function, Ty::Int)),
        ("parameters", Hole::Parameters(parameters.clone())),
        ("starts", Hole::Parameters(starts)),
        ("start", Hole::Values(start)),
        ("numbers", Hole::Value(numbers)),
        ("first_store", Hole::Value(stores[0].clone())),
        ("store", each_store(&St::Push)),
        ("clear", each_store(&|store, _| St::Set(store.clone(), default_of(&store.ty)))),
        ("load", each_store(&load)),
        ("expand", Hole::Block(expand)),
        ("endless", Hole::Block(endless)),
        ("variables", Hole::Values(variables.clone())),
    ]);
    lower.shared.functions.extend(skeleton(SKELETON, &holes));
    Ok(())
}

/// Puts the positions after the moves of the current one into `moves_of`, or the result into `value` if play has ended.
fn expand<'a>(game: &'a Game, inner: &mut Lower<'_, 'a>, number_of: &str, side: Option<&Ex>) -> Answer<()> {
    let value = Ex::var("value", Ty::Int);
    let moves_of = Ex::var("moves_of", Ty::list(Ty::Int));
    inner.open();
    moves(inner, game, None, None, &mut |inner, made| {
        let [term] = made.terms.as_slice() else {
            return Err(refused(message!("positions that split are not searched here")));
        };
        let mut next = term.clone();
        next.extend(side.map(|side| Ex::int(1).op(Op::Subtract, side.clone())));
        // Named, so that nothing is pushed while it is evaluated.
        let to = inner.name_it("to", Ex::call(number_of, next, Ty::Int));
        inner.put(St::Push(moves_of.clone(), to));
        Ok(())
    })?;
    inner.open();
    let mut stuck = verdict_value(inner, &game.stuck, false)?;
    for (condition, verdict) in game.stuck_if.iter().rev() {
        let condition = inner.expr(condition)?;
        let verdict_here = verdict_value(inner, verdict, false)?;
        stuck = Ex::choose(condition, verdict_here, stuck);
    }
    inner.put(St::Set(value.clone(), stuck));
    let ended = inner.close();
    inner.put(St::If(moves_of.clone().len().op(Op::Equal, Ex::int(0)), ended, Vec::new()));
    let mut block = inner.close();
    for (condition, verdict) in game.ends.iter().rev() {
        if matches!(verdict, Verdict::Score(_)) {
            return Err(refused(message!("scores of endless play are not searched")));
        }
        inner.open();
        let condition = inner.expr(condition)?;
        let mut before = inner.close();
        inner.open();
        let verdict_here = verdict_value(inner, verdict, false)?;
        inner.put(St::Set(value.clone(), verdict_here));
        let ended = inner.close();
        before.push(St::If(condition, ended, block));
        block = before;
    }
    block.into_iter().for_each(|statement| inner.put(statement));
    Ok(())
}
