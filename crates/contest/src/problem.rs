//! A problem: what is read, what is asked, what is printed. The data that all the rest of this crate works on.
//!
//! In: nothing; [`Problem::read`] makes it of a `.problem` file. Out: what `ask`, `judge` and the drawing of random instances
//! go by. `docs/contest.md` describes the file.

use crate::adapter::{Adapter, Handle};
use crate::draw::Spec;
use crate::layout::Item;
use crate::require::Requirement;
use grundy_rules::game::Type;
use grundy_rules::{Game, Join, Value};
use std::sync::Arc;

/// A problem of a contest, checked.
#[derive(Debug)]
pub struct Problem {
    /// What it is asked for by.
    pub name: String,
    /// What it is called.
    pub title: Option<String>,
    /// What it is about.
    pub about: Option<String>,
    /// Where it comes from, and what of it is known.
    pub origin: Option<String>,
    /// How its input may look, one after the other; the first that fits is taken.
    pub variants: Vec<Variant>,
    /// How the judge's text is laid out, where the variants share one layout.
    pub(crate) text: Option<Vec<Item>>,
    /// Inputs and outputs as the judge shows them.
    pub samples: Vec<Sample>,
}

/// An input and its output in the judge's own format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What is read.
    pub input: String,
    /// What is printed.
    pub output: String,
}

/// One of the forms that the input of a problem may have.
#[derive(Debug)]
pub struct Variant {
    /// What must hold of the input.
    pub(crate) tests: Vec<Test>,
    /// What the input consists of.
    pub fields: Vec<Field>,
    /// What is reckoned from a field before anything else: the sums of all its beginnings.
    pub(crate) totals: Vec<usize>,
    /// The expressions of the file.
    pub(crate) adapter: Adapter,
    /// What the statement promises of every input.
    pub(crate) requirements: Vec<Requirement>,
    /// The limits that it names: rules for fields.
    pub(crate) limits: Vec<(usize, Spec)>,
    /// The same as the file writes them.
    pub(crate) limits_written: Vec<(String, String)>,
    /// The games that may be asked, each with its condition; the first whose condition holds is.
    pub(crate) games: Vec<(Arc<Game>, Option<Handle>)>,
    /// The graph whose kernels are asked for, in place of a game.
    pub(crate) kernels: Option<Handle>,
    /// The givens of the game.
    pub(crate) givens: Vec<(String, Handle)>,
    /// The parts of the position; `None` is the game's own start.
    pub(crate) parts: Option<Vec<PartRule>>,
    /// Who is to move.
    pub(crate) mover: Option<Handle>,
    /// How the sum is played, where the game's own way is not meant.
    pub(crate) join: Option<Join>,
    /// The moves that were made already.
    pub(crate) play: Option<PlayRule>,
    /// What is answered.
    pub(crate) answer: Handle,
    /// The judge's words for answers.
    pub(crate) words: Vec<(String, Wording)>,
    /// What is told besides.
    pub(crate) tells: Vec<(String, Handle)>,
    /// How winning moves are listed, if they are.
    pub(crate) moves: Option<MovesBy>,
    /// How the judge's text is laid out.
    pub(crate) text: Option<Vec<Item>>,
    /// How a random instance is drawn: a rule for each field that has one.
    pub(crate) draws: Vec<(usize, Spec)>,
    /// Which of the instances drawn are kept.
    pub(crate) draw_if: Option<Handle>,
}

/// A part of the input.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in the file.
    pub name: String,
    /// Where it is in the input.
    pub path: Vec<PathStep>,
    /// What it may be.
    pub ty: Type,
    /// The same as the file writes it.
    pub written: String,
    /// What it is where it is left out, as the file writes it.
    pub default: Option<String>,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether it is reckoned and not read: the sums of beginnings of the field of this place.
    pub totals_of: Option<usize>,
}

/// A step into an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// The field of this name.
    Name(String),
    /// The entry of this place.
    Place(usize),
    /// Every entry of a list, or every value of an object.
    Each,
    /// The names of an object's fields.
    Keys,
}

/// What must hold of an input for a variant to be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    pub path: Vec<PathStep>,
    pub is: Is,
}

/// What a field of the input must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    /// Not there.
    Missing,
    /// There, whatever it is.
    There,
    /// This text.
    Text(String),
}

/// A part of the position, or one for each of some elements.
#[derive(Clone, Debug)]
pub(crate) struct PartRule {
    /// An expression for each component; with `repeated`, each gives a list.
    pub components: Vec<Handle>,
    pub repeated: bool,
}

/// Moves that were made already: one for each entry of the lists.
#[derive(Clone, Debug)]
pub(crate) struct PlayRule {
    /// The move's name.
    pub movement: String,
    /// Its choices by name, each a list with an entry for each move.
    pub choices: Vec<(String, Handle)>,
}

/// The judge's word for an answer.
#[derive(Clone, Debug)]
pub(crate) enum Wording {
    /// Always the same.
    Text(String),
    /// What an expression is worth.
    Value(Handle),
}

/// How winning moves are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MovesBy {
    /// The value of the choice of this name.
    Choice(String),
    /// The components of the position reached.
    Position,
    /// The part moved in, and the components of what it becomes.
    Part,
}

/// An input of a problem: a value for each field of one of its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The variant's place.
    pub variant: usize,
    /// A value for each field; `None` is left out.
    pub values: Vec<Option<Value>>,
}

impl Problem {
    /// Whether the judge's text can be read.
    pub fn has_text(&self) -> bool {
        self.text.is_some() || self.variants.iter().any(|variant| variant.text.is_some())
    }
}

impl Variant {
    /// The fields as they are called, for messages.
    pub(crate) fn field_names(&self) -> Vec<&str> {
        let read = self.fields.iter().filter(|field| field.totals_of.is_none());
        let mut names: Vec<&str> = read
            .filter_map(|field| match field.path.first() {
                Some(PathStep::Name(name)) => Some(name.as_str()),
                _ => None,
            })
            .chain(self.tests.iter().filter_map(|test| match (test.path.first(), &test.is) {
                (Some(PathStep::Name(name)), Is::Text(_) | Is::There) => Some(name.as_str()),
                _ => None,
            }))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// A path such as `graphs.*.edges`, `f.k`, `drawn.*.0` or `terminal.keys()`.
pub(crate) fn read_path(text: &str) -> Vec<PathStep> {
    text.split('.')
        .map(|step| match step {
            "*" => PathStep::Each,
            "keys()" => PathStep::Keys,
            _ => step.parse().map_or_else(|_| PathStep::Name(step.to_owned()), PathStep::Place),
        })
        .collect()
}
