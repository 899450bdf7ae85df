//! Facts about a game that solvers need, derived from its rules.

use crate::game::{CompoundRule, Game, Verdict};

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

/// Returns why sums of this game, played as its file says, have no Grundy value; loops are detected while solving.
pub fn why_no_grundy(game: &Game) -> Option<&'static str> {
    why_parts_have_no_grundy(game)
        .or((game.compound != CompoundRule::One).then_some("a move in a sum is not a move in one part"))
}

/// Returns why single parts of this game have no Grundy value, however sums are played; loops are detected while solving.
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
