//! Picks a way of solving from the shape of a game, and says why.

use crate::method::Method;
use crate::solver::way::{Board, ByParts, Dense, Heap, Lines, Listed, One, Parts, Regions, Running, Sums, Token, Way};
use grundy_rules::game::{Destination, Loops, Term, Ties};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Fault, Game, Instance, Join};
use std::sync::Arc;

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

    /// The ways to be asked for this game, its sums being played like this, in order; each still refuses positions that it
    /// cannot take. What tells most comes first, what needs least comes last.
    pub(crate) fn ways(self, instance: &Arc<Instance>, join: Join, running: Running) -> Vec<Box<dyn Way>> {
        let mut ways: Vec<Box<dyn Way>> = Vec::new();
        if join == Join::One {
            ways.extend(Token::new(instance).map(|way| Box::new(way) as Box<dyn Way>));
        }
        match self.road {
            Road::Anti => ways.extend(ByParts::way(instance, join, running).map(|way| Box::new(way) as Box<dyn Way>)),
            Road::Grundy => {
                ways.extend(Heap::new(instance, running).map(|way| Box::new(way) as Box<dyn Way>));
                ways.extend(Lines::new(instance).map(|way| Box::new(way) as Box<dyn Way>));
                ways.push(Box::new(Board::new(instance, running)));
                ways.push(Box::new(Regions::new(instance, running)));
                ways.extend(Dense::new(instance, self.road, running).map(|way| Box::new(way) as Box<dyn Way>));
                ways.push(Box::new(Parts::way(instance, running)));
                // Where play can go on for ever, single parts are still won, lost or drawn.
                ways.push(Box::new(Listed::way(instance, running)));
                ways.extend(Sums::way(instance, join, running).map(|way| Box::new(way) as Box<dyn Way>));
            }
            Road::Retrograde | Road::Score => {
                // Where a move may leave several parts or none, even one part is played as a sum.
                let stays_one = instance.game().moves.iter().all(|rule| leaves_one_part(&rule.result));
                if join == Join::One && stays_one {
                    ways.extend(Dense::new(instance, self.road, running).map(|way| Box::new(way) as Box<dyn Way>));
                    ways.push(Box::new(Board::new(instance, running)));
                    ways.push(Box::new(Listed::way(instance, running)));
                    ways.push(Box::new(One::way(instance, running)));
                }
                ways.extend(Sums::way(instance, join, running).map(|way| Box::new(way) as Box<dyn Way>));
                ways.extend(ByParts::way(instance, join, running).map(|way| Box::new(way) as Box<dyn Way>));
            }
        }
        ways
    }

    /// The one way that is this method, if the game is of its kind.
    pub(crate) fn way_of(
        self,
        method: Method,
        instance: &Arc<Instance>,
        join: Join,
        running: Running,
    ) -> Option<Box<dyn Way>> {
        let mut ways = self.ways(instance, join, running).into_iter();
        match method {
            // Both searches stand for one way, which takes the one or the other.
            Method::AlphaBeta | Method::ProofNumber => {
                ways.find(|way| way.method() == Method::AlphaBeta)?;
                One::by(instance, running, method).map(|way| Box::new(way) as Box<dyn Way>)
            }
            _ => ways.find(|way| way.method() == method),
        }
    }
}

/// Whether a move always leaves exactly one part.
fn leaves_one_part(result: &Destination) -> bool {
    match result {
        Destination::If(_, yes, no) => leaves_one_part(yes) && leaves_one_part(no),
        Destination::Terms { terms, .. } => match &terms[..] {
            [Term::Tuple(..) | Term::With(..)] => true,
            [Term::Group(inner)] => leaves_one_part(inner),
            _ => false,
        },
    }
}

/// Which way is taken for one position, and why none of the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The way that is taken.
    pub chosen: String,
    /// Why it can be and is.
    pub because: String,
    /// (a way that is not taken, why not).
    pub refused: Vec<(String, String)>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// The methods that can be asked for by name.
    pub methods: Vec<Method>,
}
