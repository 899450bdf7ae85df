//! Facts about a game that solvers need, derived from its rules.

use crate::ast::BinaryOperator;
use crate::game::{CompoundRule, Destination, Domain, Expr, Form, Game, Over, Term, Type, Verdict};
use crate::int::Int;
use grundy_message::{Message, message};

/// Facts about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whether both sides have the same moves.
    pub impartial: bool,
    /// Whether it is played for points.
    pub points: bool,
    /// Whether some move lets the same player move again.
    pub again: bool,
    /// Whether the result for a player who cannot move depends on the position.
    pub conditional_stuck: bool,
    /// Whether play ends only by having no move, and a player who cannot move loses.
    pub normal_play: bool,
}

/// Returns the facts about a game.
pub fn shape(game: &Game) -> Shape {
    Shape {
        impartial: game.is_impartial(),
        points: game.points,
        again: game.moves.iter().any(|rule| rule.result.has_again()),
        conditional_stuck: !game.stuck_if.is_empty(),
        normal_play: game.ends.is_empty() && game.stuck_if.is_empty() && !game.points && game.stuck == Verdict::Lose,
    }
}

/// Returns whether the one move takes any number from the one component, a number from 0 on: `move take(k in 1..n) -> n - k`,
/// also as `with n = n - k`. How play ends is not looked at.
pub fn takes_any_number(game: &Game) -> bool {
    let is_int = |expr: &Expr, number: i64| expr.form == Form::Int(Int::Small(number));
    let ([heap], [rule], []) = (game.components.as_slice(), game.moves.as_slice(), game.valid.as_slice()) else {
        return false;
    };
    let Destination::Terms { again: None, terms } = &rule.result else { return false };
    let left = match terms.as_slice() {
        [Term::Tuple(values, _)] => &values[0],
        [Term::With(changes, _)] => match changes.as_slice() {
            [change] if change.indices.is_empty() && change.binders.is_empty() && change.filter.is_none() => {
                &change.value
            }
            _ => return false,
        },
        _ => return false,
    };
    let takes_any = match rule.binders.as_slice() {
        [binder] => matches!(&binder.over, Over::Each(Domain::Range(low, Some(high)))
            if is_int(low, 1) && high.form == Form::Component(0)),
        _ => false,
    };
    let is_plain = rule.side.is_none() && rule.guard.is_none() && rule.gain.is_none();
    let is_rest = matches!(&left.form, Form::Binary(BinaryOperator::Subtract, heap, taken)
        if heap.form == Form::Component(0) && taken.form == Form::Local(0));
    matches!(&heap.ty, Type::Int { low: Some(low), .. } if is_int(low, 0)) && is_plain && takes_any && is_rest
}

/// Returns whether a part is a heap of Nim: any number is taken from it, and who cannot move loses.
pub fn is_nim(game: &Game) -> bool {
    shape(game).normal_play && game.players.is_none() && takes_any_number(game)
}

/// Returns why sums of this game, played as its file says, have no Grundy value; loops are detected while solving.
pub fn why_no_grundy(game: &Game) -> Option<Message> {
    why_parts_have_no_grundy(game)
        .or_else(|| (game.compound != CompoundRule::One).then(|| message!("a move in a sum is not a move in one part")))
}

/// Returns why single parts of this game have no Grundy value, however sums are played; loops are detected while solving.
pub fn why_parts_have_no_grundy(game: &Game) -> Option<Message> {
    let facts = shape(game);
    if !facts.impartial {
        Some(message!("it has players with moves of their own"))
    } else if facts.points {
        Some(message!("it is played for points"))
    } else if !game.ends.is_empty() {
        Some(message!("play can end otherwise than by having no move"))
    } else if !facts.normal_play {
        Some(message!("a player who cannot move does not simply lose"))
    } else if facts.again {
        Some(message!("the same player may have to move again"))
    } else {
        None
    }
}
