//! Answers, and why there are none.
//!
//! In: nothing; [`crate::Session`] makes them. Out: a [`Reply`], or a [`Trouble`] that says whether the input is wrong or the budget
//! ended.

use crate::require::Unfit;
use grundy_rules::{Fault, FaultClass};
use serde_json::{Map, Value as Json};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The input is wrong.
    Wrong(String),
    /// The budget ended first.
    Unknown(String),
}

impl Trouble {
    /// What is to be said about it.
    pub fn message(&self) -> &str {
        match self {
            Trouble::Wrong(message) | Trouble::Unknown(message) => message,
        }
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        match fault.class {
            FaultClass::Budget => Trouble::Unknown("not known within the budget".to_owned()),
            _ => Trouble::Wrong(fault.sentence()),
        }
    }
}

impl From<String> for Trouble {
    fn from(message: String) -> Trouble {
        Trouble::Wrong(message)
    }
}

/// How much is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The answer alone.
    Answer,
    /// Everything that the problem tells.
    Everything,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The answer: `first`, `second`, `draw`, a number.
    pub answer: Json,
    /// The answer as the judge prints it.
    pub word: String,
    /// What is told besides, by name.
    pub told: Vec<(String, Json)>,
    /// What it rests on: a theorem, a known rule of the catalogue, or the rules themselves.
    pub by: String,
    /// What of the input is beyond the limits of the statement.
    pub(crate) beyond: Option<Unfit>,
}

impl Reply {
    /// What of the input is beyond the limits of the statement, where somebody looked.
    pub fn beyond(&self) -> Option<&str> {
        self.beyond.as_ref().map(|unfit| unfit.message.as_str())
    }

    /// All of it as one object, the answer first.
    pub fn json(&self) -> Json {
        let mut object = Map::new();
        object.insert("answer".to_owned(), self.answer.clone());
        object.extend(self.told.iter().cloned());
        Json::Object(object)
    }

    /// The same, with what the answer rests on.
    pub fn json_with_grounds(&self) -> Json {
        let mut json = self.json();
        json["by"] = Json::String(self.by.clone());
        json
    }
}

/// Why an input is not answered: what is wrong with it, and where that is known.
pub(crate) enum Refusal {
    /// It is not what the problem promises.
    Unfit(Unfit),
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

/// What is wrong with an input, without the words for a command line.
pub(crate) fn tidy(fault: &Fault) -> Trouble {
    match fault.class {
        FaultClass::Budget => Trouble::Unknown("not known within the budget".to_owned()),
        _ => Trouble::Wrong(fault.message.clone()),
    }
}
