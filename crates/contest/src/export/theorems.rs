//! Theorems that no claim can express, each recognised by the rules it is about.
//!
//! In: a game and how its sums are played. Out: the theorem as statements. Long ones are functions of their own in the programs:
//! see the library.

use super::Answer;
use super::build::default_of;
use super::lower::{Lower, Scene};
use super::program::{Ex, Helper, Op, St, Ty};
use super::solve::{Finding, Task, each_part, first_if, givens, is_single};
use grundy_rules::Compound;
use grundy_rules::game::{CompoundRule, Expr, Game};
use grundy_rules::shape::{shape, takes_any_number};

/// Rows with a piece of each player.
const NORTHCOTT: &str = "game northcott(t in 1..m, j in 1..m) given m: int in 2.. players tom, jerry
    tom move slide(x in 1..m) if x != t and (x - j) * (t - j) > 0 -> with t = x
    jerry move slide(x in 1..m) if x != j and (x - t) * (j - t) > 0 -> with j = x";

/// After a take of k, at most `times` k and `add` more.
const DYNAMIC_NIM: &str = "game dynamic_nim(n, most) given times: int in 1.., add: int in 1 - times..
    move take(k in 1..min(n, most)) -> (n - k, times * k + add)";

/// Boxes that take at most the square of what they hold.
const STONE_BOXES: &str = "game stone_boxes(held, room)
    move add(t in 1..min(held * held, room)) -> (held + t, room - t)";

/// Returns the rules of graphs attached to a root node.
fn hackenbush_rules(root: i128) -> String {
    format!(
        "game hackenbush(alive: [bool; len(edges)]) given edges: [[int; 2]]
         let standing = attached(edges, alive, {root})
         move cut(e in 0..len(edges) - 1) if standing[e] ->
           attached(edges, [standing[f] and f != e for f in 0..len(edges) - 1], {root})"
    )
}

/// Applies a theorem, if one is about this game.
pub(crate) fn theorem<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> Answer<Option<Finding>> {
    let game: &'a Game = task.game;
    if let CompoundRule::Upto(max) = &game.compound
        && task.variant.compound.is_none()
        && shape(game).normal_play
        && game.players.is_none()
        && takes_any_number(game)
        && task.wants.winner
    {
        return moore(task, lower, max).map(Some);
    }
    let alone =
        task.variant.compound.is_none_or(|compound| compound == Compound::One) && game.compound == CompoundRule::One;
    if !alone || task.wants.count || task.wants.points {
        return Ok(None);
    }
    let own = game.stripped();
    let is = |rules: &str| grundy_rules::read(rules).is_ok_and(|known| known.stripped() == own);
    if game.players.is_some() {
        return if !task.wants.min && is(NORTHCOTT) { northcott(task, lower).map(Some) } else { Ok(None) };
    }
    if is(DYNAMIC_NIM) && is_single(task) && !task.wants.grundy {
        return dynamic_nim(task, lower).map(Some);
    }
    if task.wants.min {
        return Ok(None);
    }
    if is(STONE_BOXES) {
        let comments = vec!["A box that cannot be filled at once is worth a smaller one (HDU 1729).".to_owned()];
        return nim_sum(task, lower, comments, &|part, _| {
            let capacity = part[0].clone().op(Op::Add, part[1].clone());
            Ex::library("box_value", vec![part[0].clone(), capacity])
        })
        .map(Some);
    }
    for root in [0, 1] {
        if is(&hackenbush_rules(root)) {
            let comment = "Green Hackenbush: the fusion and the colon principle (Winning Ways, chapter 7).";
            return nim_sum(task, lower, vec![comment.to_owned()], &|part, givens| {
                Ex::library("hackenbush", vec![givens[0].clone(), part[0].clone(), Ex::int(root)])
            })
            .map(Some);
        }
    }
    Ok(None)
}

/// Returns the exclusive or of the values of the parts.
fn nim_sum<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    mut comments: Vec<String>,
    part_value: &dyn Fn(&[Ex], &[Ex]) -> Ex,
) -> Answer<Finding> {
    let values = givens(task, lower)?;
    let named: Vec<Ex> =
        values.into_iter().zip(&task.game.givens).map(|(value, given)| lower.name_it(&given.name, value)).collect();
    if is_single(task) {
        let mut value = Ex::int(0);
        each_part(task, lower, &named, &mut |lower, components| {
            value = lower.name_it("value", part_value(&components, &named));
            Ok(())
        })?;
        let wins = value.clone().op(Op::Unequal, Ex::int(0));
        return Ok(Finding { winner: Some(first_if(wins)), grundy: Some(value), comments, ..Finding::default() });
    }
    comments.push("Sprague and Grundy: the value of a sum is the xor of the values of its parts.".to_owned());
    let name = lower.fresh("total");
    let total = Ex::var(&name, Ty::Int);
    lower.put(St::Let(name, Ex::int(0)));
    each_part(task, lower, &named, &mut |lower, components| {
        lower.put(St::Set(total.clone(), total.clone().plain(Op::Xor, part_value(&components, &named))));
        Ok(())
    })?;
    let wins = total.clone().op(Op::Unequal, Ex::int(0));
    Ok(Finding { winner: Some(first_if(wins)), grundy: Some(total), comments, ..Finding::default() })
}

/// Applies Northcott: a row is a heap of the squares between its pieces.
fn northcott<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> Answer<Finding> {
    let mut found = nim_sum(task, lower, Vec::new(), &|part, _| {
        let apart = Ex::helper(Helper::Abs, vec![part[0].clone().op(Op::Subtract, part[1].clone())]);
        // If two pieces share a square, neither player can move.
        Ex::helper(Helper::Max, vec![apart.op(Op::Subtract, Ex::int(1)), Ex::int(0)])
    })?;
    found.grundy = None;
    found.comments = vec![
        "Northcott's game is Nim: a row is a heap of as many stones as there are squares between its pieces,"
            .to_owned(),
        "as the winner follows a piece that moves away (Winning Ways, chapter 3).".to_owned(),
    ];
    Ok(found)
}

/// Applies Schwenk 1970: a player who may take at most `max` of n stones wins if the smallest part of n is at most that, and takes it.
fn dynamic_nim<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> Answer<Finding> {
    let givens = givens(task, lower)?;
    let mut found = Finding::default();
    each_part(task, lower, &givens, &mut |lower, components| {
        let (n, max) = (components[0].clone(), components[1].clone());
        let part = Ex::library("smallest_part", vec![n.clone(), givens[0].clone(), givens[1].clone()]);
        let part = lower.name_it("smallest", part);
        let wins = n.op(Op::Greater, Ex::int(0)).and(part.clone().op(Op::AtMost, max));
        found.winner = Some(first_if(wins));
        found.min = Some(part);
        Ok(())
    })?;
    found.comments =
        vec!["Schwenk 1970: the smallest part of n is the least take that wins, where it may be taken.".to_owned()];
    Ok(found)
}

/// Applies Moore 1910: with at most k heaps per move, the player to move loses exactly if for each binary digit the number of heaps that
/// have it is a multiple of k + 1.
fn moore<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, max: &'a Expr) -> Answer<Finding> {
    let game: &'a Game = task.game;
    let givens = givens(task, lower)?;
    let scene = Scene { game, components: Vec::new(), givens: givens.clone(), mover: None };
    let max = lower.with_scene(scene, |lower| lower.expr(max))?;
    let name = lower.fresh("heaps");
    let heaps = Ex::var(&name, Ty::list(Ty::Int));
    lower.put(St::Let(name, default_of(&heaps.ty)));
    each_part(task, lower, &givens, &mut |lower, components| {
        lower.put(St::Push(heaps.clone(), components[0].clone()));
        Ok(())
    })?;
    let wins = Ex::library("moore_wins", vec![heaps, max]);
    let comments = vec![
        "Moore: with at most k heaps a move, the player to move loses exactly where for every binary digit".to_owned(),
        "the number of heaps that have it is a multiple of k + 1. A theorem, proved by Moore in 1910.".to_owned(),
    ];
    Ok(Finding { winner: Some(first_if(wins)), comments, ..Finding::default() })
}
