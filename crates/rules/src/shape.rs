//! Facts about a game that solvers ask for, read off the rules.

use crate::game::{Compound, Game, Verdict};

/// What a game looks like from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Both sides have the same moves.
    pub impartial: bool,
    /// It is played for points.
    pub points: bool,
    /// Some move lets the same player move once more.
    pub again: bool,
    /// What happens to a player who cannot move depends on the position.
    pub conditional_stuck: bool,
    /// Play ends only by having no move, and who cannot move loses.
    pub normal_play: bool,
}

/// The facts about a game.
pub fn shape(game: &Game) -> Shape {
    Shape {
        impartial: game.is_impartial(),
        points: game.points,
        again: game.moves.iter().any(|rule| rule.result.has_again()),
        conditional_stuck: !game.stuck_if.is_empty(),
        normal_play: game.ends.is_empty() && game.stuck_if.is_empty() && !game.points && game.stuck == Verdict::Lose,
    }
}

/// Why sums of this game, played as its file says, have no Grundy value; loops are found while solving.
pub fn why_no_grundy(game: &Game) -> Option<&'static str> {
    why_parts_have_no_grundy(game)
        .or((game.compound != Compound::One).then_some("a move in a sum is not a move in one part"))
}

/// Why single parts of this game have no Grundy value, however sums are played; loops are found while solving.
pub fn why_parts_have_no_grundy(game: &Game) -> Option<&'static str> {
    let facts = shape(game);
    if !facts.impartial {
        Some("it has players with moves of their own")
    } else if facts.points {
        Some("it is played for points")
    } else if !game.ends.is_empty() {
        Some("play can end otherwise than by having no move")
    } else if !facts.normal_play {
        Some("a player who cannot move does not simply lose")
    } else if facts.again {
        Some("the same player may have to move again")
    } else {
        None
    }
}
