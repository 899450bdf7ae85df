//! Play that may go on forever: retrograde analysis from the terminal positions.
//!
//! In: a game whose positions may repeat. Out: a function `outcome` that collects every reachable position, then works back from
//! those that are decided: a position is won if some move leads to a lost one, and lost if all lead to won ones; what is never
//! decided is infinite play (Zermelo 1913, von Neumann and Morgenstern 1944).

use super::build::default_of;
use super::effort::min;
use super::lower::{Lower, Scene};
use super::moves::moves;
use super::names::tame;
use super::program::{Ex, Form, Function, Helper, Op, Program, Range, St, Ty, UNKNOWN};
use super::search::SetUp;
use super::solve::{Finding, Task, each_part, mover};
use super::value::{by_sign, has_again, may_draw, verdict_value};
use super::{Answer, refused};
use grundy_rules::Side;
use grundy_rules::game::{Game, Loops, Verdict};

/// Solves a position of one part.
pub(crate) fn retrograde<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, program: &mut Program) -> Answer<Finding> {
    let game: &'a Game = task.game;
    if has_again(game) {
        return Err(refused("play may go on for ever with moves that let the same player move again"));
    }
    if may_draw(game) && matches!(game.loops, Loops::Wins(_)) {
        return Err(refused("endless play is won while other ends are drawn"));
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

fn write<'a>(
    game: &'a Game,
    lower: &mut Lower<'_, 'a>,
    program: &mut Program,
    function: String,
    givens: Vec<Ex>,
) -> Answer<()> {
    // Global variables for every position's components, its mover and its moves.
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
    let mut stores = Vec::new();
    for (name, ty) in &parameters {
        let global = lower.shared.name(&format!("all_{}", name.trim_end_matches('_')));
        stores.push(Ex::global(&global, Ty::list(ty.clone())));
        program.globals.push((global, default_of(&Ty::list(ty.clone())), String::new()));
    }
    let numbers_name = lower.shared.name("numbers");
    let memo_ty = Ty::Memo(vec![Ty::Text], Box::new(Ty::Int));
    let numbers = Ex::global(&numbers_name, memo_ty.clone());
    program.globals.push((numbers_name, default_of(&memo_ty), "The number of each position that was met.".to_owned()));
    let number_of = lower.shared.name("number_of");
    let variables: Vec<Ex> = parameters
        .iter()
        .zip(&lows)
        .map(|((name, ty), low)| Ex::var(name, ty.clone()).ranged(Range::new(*low, i128::MAX)))
        .collect();
    let key = vec![Ex::var("position", Ty::Text)];
    let known = Ex { form: Form::Known(Box::new(numbers.clone()), key.clone()), ty: Ty::Bool, range: UNKNOWN };
    let recall = Ex { form: Form::Recall(Box::new(numbers.clone()), key.clone()), ty: Ty::Int, range: UNKNOWN };
    let fresh = Ex::var("fresh", Ty::Int);
    let mut body = vec![
        St::Let("position".to_owned(), Ex::helper(Helper::Key, variables.clone())),
        St::If(known, vec![St::Return(recall)], Vec::new()),
        St::Let("fresh".to_owned(), stores[0].clone().len()),
        St::Remember(numbers.clone(), key, fresh.clone()),
    ];
    for (store, variable) in stores.iter().zip(&variables) {
        body.push(St::Push(store.clone(), variable.clone()));
    }
    body.push(St::Return(fresh));
    lower.shared.functions.push(Function {
        comments: vec!["The number of a position, a new one where it was never met.".to_owned()],
        name: number_of.clone(),
        parameters: parameters.clone(),
        result: Ty::Int,
        body,
    });

    let int = |name: &str| Ex::var(name, Ty::Int).ranged(Range::new(0, 1 << 40));
    let list = |name: &str| Ex::var(name, Ty::list(Ty::Int));
    let lists = |name: &str| Ex::var(name, Ty::list(Ty::list(Ty::Int)));
    let minus = |value: Ex| value.op(Op::Subtract, Ex::int(1));
    let mut names: Vec<String> =
        ["place", "results", "following", "value", "moves_of", "before", "left_over", "queue", "node", "from_"]
            .map(str::to_owned)
            .to_vec();
    names.extend(parameters.iter().map(|(name, _)| format!("start_{}", name.trim_end_matches('_'))));
    let starts: Vec<(String, Ty)> =
        parameters.iter().map(|(name, ty)| (format!("start_{}", name.trim_end_matches('_')), ty.clone())).collect();
    names.extend(parameters.iter().map(|(name, _)| name.clone()));
    let mut components = variables.clone();
    let side = game.players.and_then(|_| components.pop()).map(|side| side.ranged(Range::new(0, 1)));
    let scene = Scene { game, components, givens, mover: side.clone() };
    let mut inner = Lower::new(lower.shared, scene, &names);
    for (store, (_, ty)) in stores.iter().zip(&parameters) {
        inner.put(St::Set(store.clone(), default_of(&Ty::list(ty.clone()))));
    }
    inner.put(St::Set(numbers, default_of(&memo_ty)));
    let start = starts.iter().map(|(name, ty)| Ex::var(name, ty.clone())).collect();
    inner.put(St::Do(Ex::call(&number_of, start, Ty::Int)));
    inner.put(St::Comment("Every position that can be reached, and where its moves lead.".to_owned()));
    inner.put(St::Let("results".to_owned(), default_of(&Ty::list(Ty::Int))));
    inner.put(St::Let("following".to_owned(), default_of(&Ty::list(Ty::list(Ty::Int)))));
    inner.put(St::Let("place".to_owned(), Ex::int(0)));
    inner.open();
    for (store, (name, _)) in stores.iter().zip(&parameters) {
        inner.put(St::Let(name.clone(), store.clone().index(int("place"))));
    }
    inner.put(St::Let("value".to_owned(), Ex::int(0)));
    inner.put(St::Let("moves_of".to_owned(), default_of(&Ty::list(Ty::Int))));
    inner.open();
    let value = Ex::var("value", Ty::Int);
    moves(&mut inner, game, None, None, &mut |inner, made| {
        let [term] = made.terms.as_slice() else { return Err(refused("positions that split are not searched here")) };
        let mut next = term.clone();
        if let Some(side) = &side {
            next.push(Ex::int(1).op(Op::Subtract, side.clone()));
        }
        // Named, so that nothing is pushed while it is evaluated.
        let to = inner.name_it("to", Ex::call(&number_of, next, Ty::Int));
        inner.put(St::Push(list("moves_of"), to));
        Ok(())
    })?;
    inner.open();
    let mut stuck = verdict_value(&mut inner, &game.stuck, false)?;
    for (condition, verdict) in game.stuck_if.iter().rev() {
        let condition = inner.expr(condition)?;
        let verdict_here = verdict_value(&mut inner, verdict, false)?;
        stuck = Ex::choose(condition, verdict_here, stuck);
    }
    inner.put(St::Set(value.clone(), stuck));
    let ended = inner.close();
    inner.put(St::If(list("moves_of").len().op(Op::Equal, Ex::int(0)), ended, Vec::new()));
    let mut block = inner.close();
    for (condition, verdict) in game.ends.iter().rev() {
        if matches!(verdict, Verdict::Score(_)) {
            return Err(refused("scores of endless play are not searched"));
        }
        inner.open();
        let condition = inner.expr(condition)?;
        let mut before = inner.close();
        inner.open();
        let verdict_here = verdict_value(&mut inner, verdict, false)?;
        inner.put(St::Set(value.clone(), verdict_here));
        let ended = inner.close();
        before.push(St::If(condition, ended, block));
        block = before;
    }
    block.into_iter().for_each(|statement| inner.put(statement));
    inner.put(St::Push(list("results"), value));
    inner.put(St::Push(lists("following"), list("moves_of")));
    inner.put(St::Set(int("place"), int("place").op(Op::Add, Ex::int(1))));
    let body = inner.close();
    inner.put(St::While(int("place").op(Op::Less, stores[0].clone().len()), body));

    inner.put(St::Comment("Back from what is decided.".to_owned()));
    let total = list("results").len();
    inner.put(St::Let("before".to_owned(), Ex::filled(total.clone(), default_of(&Ty::list(Ty::Int)))));
    inner.put(St::Let("left_over".to_owned(), Ex::filled(total.clone(), Ex::int(0))));
    inner.put(St::Let("queue".to_owned(), default_of(&Ty::list(Ty::Int))));
    let node = int("node");
    let decided = list("results").index(node.clone()).op(Op::Unequal, Ex::int(0));
    inner.put(St::Range(
        "node".to_owned(),
        Ex::int(0),
        minus(total.clone()),
        vec![
            St::Set(list("left_over").index(node.clone()), lists("following").index(node.clone()).len()),
            St::Each(
                "to".to_owned(),
                lists("following").index(node.clone()),
                vec![St::Push(lists("before").index(Ex::var("to", Ty::Int)), node.clone())],
            ),
            St::If(decided, vec![St::Push(list("queue"), node.clone())], Vec::new()),
        ],
    ));
    let from = Ex::var("from_", Ty::Int);
    let result = list("results").index(from.clone());
    let win = vec![St::Set(result.clone(), Ex::int(1)), St::Push(list("queue"), from.clone())];
    let left = list("left_over").index(from.clone());
    let lose = vec![
        St::Set(left.clone(), left.clone().op(Op::Subtract, Ex::int(1))),
        St::If(
            left.op(Op::Equal, Ex::int(0)),
            vec![St::Set(result.clone(), Ex::int(-1)), St::Push(list("queue"), from)],
            Vec::new(),
        ),
    ];
    let is_lost = list("results").index(node.clone()).op(Op::Equal, Ex::int(-1));
    let back = vec![St::If(result.op(Op::Equal, Ex::int(0)), vec![St::If(is_lost, win, lose)], Vec::new())];
    inner.put(St::Set(int("place"), Ex::int(0)));
    inner.put(St::While(
        int("place").op(Op::Less, list("queue").len()),
        vec![
            St::Let("node".to_owned(), list("queue").index(int("place"))),
            St::Set(int("place"), int("place").op(Op::Add, Ex::int(1))),
            St::Each("from_".to_owned(), lists("before").index(node), back),
        ],
    ));
    let result = list("results").index(Ex::int(0));
    if let (Loops::Wins(winner), Some(_)) = (game.loops, &side) {
        let last =
            starts.last().map(|(name, ty)| Ex::var(name, ty.clone())).ok_or_else(|| refused("nobody is to move"))?;
        let wins = last.op(Op::Equal, Ex::int(if winner == Side::Left { 0 } else { 1 }));
        let endless = vec![St::Return(Ex::choose(wins, Ex::int(1), Ex::int(-1)))];
        inner.put(St::If(result.clone().op(Op::Equal, Ex::int(0)), endless, Vec::new()));
    }
    inner.put(St::Return(result));
    let body = inner.finish();
    lower.shared.functions.push(Function {
        comments: vec!["1 where the player to move wins, 0 for a draw, -1 where the other player wins.".to_owned()],
        name: function,
        parameters: starts,
        result: Ty::Int,
        body,
    });
    Ok(())
}
