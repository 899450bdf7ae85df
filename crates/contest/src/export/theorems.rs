//! Theorems that no claim can express, each about a game of the catalogue.
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
use grundy_rules::shape::is_nim;

/// Applies a theorem, if one is about this game.
pub(crate) fn theorem<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> Answer<Option<Finding>> {
    let game: &'a Game = task.game;
    if let CompoundRule::Upto(max) = &game.compound
        && task.variant.compound.is_none()
        && is_nim(game)
        && task.wants.winner
    {
        return moore(task, lower, max).map(Some);
    }
    let alone =
        task.variant.compound.is_none_or(|compound| compound == Compound::One) && game.compound == CompoundRule::One;
    if !alone || task.wants.count || task.wants.points {
        return Ok(None);
    }
    let Some(known) = (task.means.authority.built_in)(game) else { return Ok(None) };
    let is_outcome = !task.wants.min;
    match known.name.as_str() {
        "northcott" if is_outcome => northcott(task, lower).map(Some),
        "dynamic_nim" if is_single(task) && !task.wants.grundy => dynamic_nim(task, lower).map(Some),
        "stone_boxes" if is_outcome => {
            let comment = "A box that cannot be filled at once is worth a smaller one (HDU 1729).";
            let value = |part: &[Ex], _: &[Ex]| {
                let capacity = part[0].clone().op(Op::Add, part[1].clone());
                Ex::library("box_value", vec![part[0].clone(), capacity])
            };
            nim_sum(task, lower, vec![comment.to_owned()], &value).map(Some)
        }
        "hackenbush" | "christmas_trees" if is_outcome => {
            let root = if known.name == "hackenbush" { 0 } else { 1 };
            let comment = "Green Hackenbush: the fusion and the colon principle (Winning Ways, chapter 7).";
            let value = |part: &[Ex], givens: &[Ex]| {
                Ex::library("hackenbush", vec![givens[0].clone(), part[0].clone(), Ex::int(root)])
            };
            nim_sum(task, lower, vec![comment.to_owned()], &value).map(Some)
        }
        _ => Ok(None),
    }
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
