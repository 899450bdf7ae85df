//! Picks a way of solving from the shape of a game, and says why.

use grundy_rules::game::{Loops, Ties};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Fault, Game, Join};

/// A way of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    /// Grundy values of single parts, added up.
    Grundy,
    /// Whole sums, won, lost or drawn.
    Retrograde,
    /// Whole sums, for points.
    Score,
    /// Whole sums that end where every part has Grundy value 0.
    Anti,
}

/// A way of solving and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way.
    pub road: Road,
    /// Why, in a few words.
    pub because: &'static str,
}

impl Plan {
    /// The way for this game, its sums being played like this.
    ///
    /// # Errors
    /// The game cannot be asked this question.
    pub fn choose(game: &Game, join: Join) -> Result<Plan, Fault> {
        if game.players.is_none() && (matches!(game.loops, Loops::Wins(_)) || matches!(game.ties, Ties::Side(_))) {
            return Err(Fault::refused("a side can be given infinite play or ties only in a game with players"));
        }
        if matches!(join, Join::Anti) {
            return match why_parts_have_no_grundy(game) {
                None => Ok(Plan { road: Road::Anti, because: "the sum ends where every part has Grundy value 0" }),
                Some(why) => Err(Fault::refused(format!("`compound anti` needs Grundy values, but {why}"))
                    .hint("play the sum with `compound one`, or with `stuck wins` for misère play")),
            };
        }
        if game.points {
            return Ok(Plan { road: Road::Score, because: "it is played for points" });
        }
        if !matches!(join, Join::One) {
            return Ok(Plan { road: Road::Retrograde, because: "a move may be made in several parts" });
        }
        Ok(match why_parts_have_no_grundy(game) {
            None => Plan { road: Road::Grundy, because: "it is impartial and under normal play" },
            Some(why) => Plan { road: Road::Retrograde, because: why },
        })
    }
}
