//! The kinds of value that positions of a game have.

use grundy_message::message;
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Compound, Fault, Game};
use grundy_value::Quantity;

/// Returns the default kind of value for positions of this game.
pub fn default_quantity(game: &Game, compound: Compound) -> Quantity {
    if game.points {
        Quantity::Score
    } else if compound == Compound::One && why_parts_have_no_grundy(game).is_none() {
        Quantity::Grundy
    } else {
        Quantity::Outcome
    }
}

/// Checks that positions of this game have this kind of value.
///
/// # Errors
/// They do not; the fault says why.
pub fn check_quantity(quantity: Quantity, game: &Game, compound: Compound) -> Result<(), Fault> {
    match quantity {
        Quantity::Score if !game.points => {
            Err(Fault::refused(message!("{game} is not played for points", game = game.name))
                .hint(message!("ask for the outcome: --as outcome")))
        }
        Quantity::Remoteness if game.points => Err(Fault::refused(message!("a game for points has no remoteness"))
            .hint(message!("ask for the score: --as score"))),
        Quantity::Grundy => {
            let why = match compound {
                Compound::One => why_parts_have_no_grundy(game),
                _ => Some(message!("a move in a sum is not a move in one part")),
            };
            why.map_or(Ok(()), |why| {
                Err(Fault::refused(message!("positions of {game} have no Grundy value: {why}", game = game.name, why))
                    .hint(message!("ask for the outcome: --as outcome")))
            })
        }
        _ => Ok(()),
    }
}
