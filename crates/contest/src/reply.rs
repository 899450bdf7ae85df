//! Answers, and reasons why there is none.
//!
//! In: nothing; [`crate::Session`] creates them. Out: a [`Reply`], or a [`Trouble`] that says whether the input is wrong or the
//! budget ran out.

use crate::require::InputError;
use grundy_message::{Message, message};
use grundy_rules::{Fault, FaultClass};
use serde_json::{Map, Value as Json};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The input is wrong.
    Wrong(Message),
    /// The budget ran out.
    Unknown(Message),
}

impl Trouble {
    /// Returns the message about it.
    pub fn message(&self) -> &Message {
        match self {
            Trouble::Wrong(message) | Trouble::Unknown(message) => message,
        }
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        match fault.class {
            FaultClass::Budget => Trouble::Unknown(message!("not known within the budget")),
            _ => Trouble::Wrong(fault.sentence()),
        }
    }
}

impl From<Message> for Trouble {
    fn from(message: Message) -> Trouble {
        Trouble::Wrong(message)
    }
}

/// How much a reply contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The answer alone.
    Answer,
    /// Everything that the problem reports.
    Everything,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The answer: `first`, `second`, `draw`, a number.
    pub answer: Json,
    /// The answer as the judge prints it.
    pub word: String,
    /// Values reported besides the answer, by name.
    pub told: Vec<(String, Json)>,
    /// Its justification: a theorem, a known rule of the catalogue, or the rules themselves.
    pub by: String,
    /// Which limit of the statement the input exceeds.
    pub(crate) beyond: Option<InputError>,
}

impl Reply {
    /// Returns which limit of the statement the input exceeds, if the limits were checked.
    pub fn beyond(&self) -> Option<&Message> {
        self.beyond.as_ref().map(|unfit| &unfit.message)
    }

    /// Returns the reply as one object, the answer first.
    pub fn json(&self) -> Json {
        let mut object = Map::new();
        object.insert("answer".to_owned(), self.answer.clone());
        object.extend(self.told.iter().cloned());
        Json::Object(object)
    }

    /// Like [`json`](Reply::json), with the justification of the answer.
    pub fn json_with_grounds(&self) -> Json {
        let mut json = self.json();
        json["by"] = Json::String(self.by.clone());
        json
    }
}

/// Why an input is not answered: what is wrong with it, and where, if that is known.
pub(crate) enum Refusal {
    /// It breaks a guarantee of the problem.
    InputError(InputError),
    /// Anything else.
    Trouble(Trouble),
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        Refusal::Trouble(trouble)
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Trouble(fault.into())
    }
}

/// Converts a fault to a message without its wording for the command line.
pub(crate) fn tidy(fault: &Fault) -> Trouble {
    match fault.class {
        FaultClass::Budget => Trouble::Unknown(message!("not known within the budget")),
        _ => Trouble::Wrong(fault.message.clone()),
    }
}
