//! What is played: a game, its givens, how sums are played, and who moves first.

use super::Limits;
use crate::rules::{Game, Position};
use crate::{Compound, Error, Fault, FaultClass, Instance, Side, Value};
use grundy_message::{Message, Template, message, template};
use std::sync::Arc;

/// Hint for a position that is too large.
const LARGER: &Template = template!("larger ones are for the command line: grundy solve");

/// A game as it is played.
#[derive(Clone)]
pub struct Play {
    /// Name of the game or of its file, for messages.
    pub name: String,
    /// The game with its givens.
    pub instance: Arc<Instance>,
    /// How a sum is played.
    pub compound: Compound,
    /// The player to move, if given.
    pub mover: Option<Side>,
    /// What is taken in and handed out.
    pub limits: Limits,
}

/// A position as it is written.
pub enum PositionText<'a> {
    /// Not at all: play starts where the rules say.
    Start,
    /// On one line.
    Line(&'a str),
    /// One text per part.
    Parts(Vec<&'a str>),
}

impl Play {
    /// Fixes the givens of a game, one value or none for each; the compound rule is that of the rules by default.
    ///
    /// # Errors
    /// Fails if a given or the player does not fit the game, or the limits are exceeded.
    pub fn new(
        name: &str,
        game: Arc<Game>,
        givens: Vec<Option<Value>>,
        compound: Option<Compound>,
        mover: Option<&str>,
        limits: Limits,
    ) -> Result<Play, Error> {
        let fail = |fault: Fault| Error::fault(name, &game, fault);
        let meter = limits.meter(givens.iter().flatten().map(Value::count).sum());
        let instance =
            Instance::new_within(game.clone(), givens, &meter).map_err(|fault| match limits.setup_steps {
                Some(_) if fault.class == FaultClass::Budget => {
                    Error::too_large(message!("the givens take too long to set up"))
                }
                _ => fail(fault),
            })?;
        let (count, max) = (instance.givens().iter().map(Value::count).sum::<usize>(), limits.given_values);
        if count > max {
            return Err(Error::too_large(message!(
                "the givens have {count} numbers and cells; {max} is the most",
                count,
                max
            )));
        }
        let mover = mover.map(|name| instance.parse_mover(name)).transpose().map_err(fail)?;
        let compound = compound.map_or_else(|| instance.compound(), Ok).map_err(fail)?;
        Ok(Play { name: name.to_owned(), instance: Arc::new(instance), compound, mover, limits })
    }

    /// Parses a position.
    ///
    /// # Errors
    /// Fails if it is not a position of this game, or the limits are exceeded.
    pub fn position(&self, text: &PositionText) -> Result<Position, Error> {
        let position = match text {
            PositionText::Start => {
                let start = self.instance.start_within(&self.limits.meter(0));
                start.map(|start| Position { mover: self.mover.or(start.mover), ..start })
            }
            PositionText::Line(line) => {
                self.instance.parse_line_within(line, self.mover, &self.limits.meter(line.len()))
            }
            PositionText::Parts(parts) => {
                let meter = self.limits.meter(parts.iter().map(|part| part.len()).sum());
                self.instance.parse_position_within(parts, self.mover, &meter)
            }
        };
        let position = position.map_err(|fault| self.setup_error(fault))?;
        let (count, max) = (position.count(), self.limits.position_values);
        if count > max {
            let message = message!("the position has {count} numbers and cells; {max} is the most", count, max);
            return Err(Error::too_large(message).hint(LARGER));
        }
        Ok(position)
    }

    /// Converts a fault of this game.
    pub fn error(&self, fault: Fault) -> Error {
        Error::fault(&self.name, &self.instance.shared_game(), fault)
    }

    /// Converts a fault that occurred while positions were set up.
    pub(super) fn setup_error(&self, fault: Fault) -> Error {
        match self.limits.setup_steps {
            Some(_) if fault.class == FaultClass::Budget => {
                Error::too_large(message!("the position takes too long to set up")).hint(LARGER)
            }
            _ => self.error(fault),
        }
    }
}

/// Parses how a sum is played.
///
/// # Errors
/// Fails with what is expected.
pub fn parse_compound(text: &str) -> Result<Compound, Message> {
    let is_number = |digits: &str| !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    match text {
        "one" => Ok(Compound::One),
        "every" => Ok(Compound::Every),
        "short" => Ok(Compound::Short),
        "some" => Ok(Compound::Some),
        "anti" => Ok(Compound::Anti),
        _ => match text.strip_prefix("upto=").map(str::parse::<usize>) {
            Some(Ok(0)) => Err(message!("upto=0 allows no move at all; K is 1 or more")),
            Some(Ok(max)) => Ok(Compound::Upto(max)),
            _ if text.strip_prefix("upto=").is_some_and(is_number) => {
                Err(message!("upto=K takes a K of at most {max}", max = usize::MAX))
            }
            _ => Err(message!("one, every, short, some, anti or upto=K is expected, as in --compound upto=2")),
        },
    }
}
