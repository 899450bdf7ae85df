//! Theorems on sums that no claim can say: Moore's Nim.
//!
//! In: a game and how its sums are played. Out: the theorem as statements, where the rules are those that it is about.

use super::lower::Lower;
use super::program::{Ex, Helper, Op, Program, Range, St, Ty};
use super::solve::{Finding, Task, each_part, first_if, givens};
use super::{Answer, refused};
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Compound, Destination, Domain, Expr, Form, Game, Over, Term, Verdict};

/// A theorem, where one is about this.
pub(crate) fn theorem<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    _program: &mut Program,
) -> Answer<Option<Finding>> {
    let game: &'a Game = task.game;
    if let Compound::Upto(most) = &game.compound
        && task.variant.join.is_none()
        && is_nim(game)
        && task.wants.winner
    {
        return moore(task, lower, most).map(Some);
    }
    Ok(None)
}

/// Whether the one move takes any number of stones from the one heap, and who cannot move loses.
pub(crate) fn is_nim(game: &Game) -> bool {
    let [rule] = game.moves.as_slice() else { return false };
    let [binder] = rule.binders.as_slice() else { return false };
    let one = |expr: &Expr| matches!(&expr.form, Form::Int(number) if number.to_i64() == Some(1));
    let any = matches!(&binder.over, Over::Each(Domain::Range(low, Some(high))) if one(low) && high.form == Form::Component(0));
    let less = |expr: &Expr| match &expr.form {
        Form::Binary(BinaryOperator::Subtract, from, what) => {
            from.form == Form::Component(0) && what.form == Form::Local(0)
        }
        _ => false,
    };
    let leads = match &rule.result {
        Destination::Terms { again: None, terms } => matches!(terms.as_slice(), [Term::Tuple(all, _)] if less(&all[0])),
        _ => false,
    };
    game.components.len() == 1
        && game.players.is_none()
        && !game.points
        && game.ends.is_empty()
        && game.stuck_if.is_empty()
        && game.stuck == Verdict::Lose
        && rule.guard.is_none()
        && any
        && leads
}

/// Moore 1910: with at most k heaps a move, the player to move loses exactly where for each binary digit the number of heaps
/// that have it is a multiple of k + 1.
fn moore<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, most: &'a Expr) -> Answer<Finding> {
    let game: &'a Game = task.game;
    let givens = givens(task, lower)?;
    let scene = super::lower::Scene { game, components: Vec::new(), givens: givens.clone(), mover: None };
    let most = lower.with_scene(scene, |lower| lower.expr(most))?;
    let name = lower.fresh("winning");
    let winning = Ex::var(&name, Ty::Bool);
    lower.put(St::Let(name, Ex::bool(false)));
    let digit = lower.fresh("digit");
    lower.open();
    let number = lower.fresh("number");
    lower.put(St::Let(number.clone(), Ex::int(0)));
    let number = Ex::var(number, Ty::Int).ranged(Range::new(0, 1 << 40));
    let at = Ex::var(&digit, Ty::Int).ranged(Range::new(0, 61));
    let mut high = 0;
    each_part(task, lower, &givens, &mut |lower, components| {
        let heap = components[0].clone();
        high = high.max(heap.range.high);
        let power = Ex::helper(Helper::Power, vec![Ex::int(2), at.clone()]);
        let has = heap.op(Op::Divide, power).op(Op::Remainder, Ex::int(2)).op(Op::Equal, Ex::int(1));
        let more = St::Set(number.clone(), number.clone().plain(Op::Add, Ex::int(1)));
        lower.put(St::If(has, vec![more], Vec::new()));
        Ok(())
    })?;
    if high >= 1 << 61 {
        return Err(refused("heaps of more than 61 binary digits"));
    }
    let odd = number.op(Op::Remainder, most.op(Op::Add, Ex::int(1))).op(Op::Unequal, Ex::int(0));
    lower.put(St::If(odd, vec![St::Set(winning.clone(), Ex::bool(true))], Vec::new()));
    let body = lower.close();
    lower.put(St::Range(digit, Ex::int(0), Ex::int(i128::from(128 - high.leading_zeros())), body));
    let comments = vec![
        "Moore: with at most k heaps a move, the player to move loses exactly where for every binary digit".to_owned(),
        "the number of heaps that have it is a multiple of k + 1. A theorem, proved by Moore in 1910.".to_owned(),
    ];
    Ok(Finding { winner: Some(first_if(winning)), comments, ..Finding::default() })
}
