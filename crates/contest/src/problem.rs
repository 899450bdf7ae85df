//! A problem: its input, its question, its output. The data model of this crate.
//!
//! In: nothing; [`Problem::read`] builds it from a `.problem` file. Out: what `ask`, `judge` and the drawing of random instances
//! work on. `docs/contest.md` describes the file.

use crate::adapter::{Adapter, ExprId};
use crate::draw::Spec;
use crate::layout::Item;
use crate::require::Requirement;
use grundy_rules::game::Type;
use grundy_rules::{Compound, Game, Value};
use std::sync::Arc;

/// A checked contest problem.
#[derive(Debug)]
pub struct Problem {
    /// Name used to refer to it.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// Its titles in other languages: (language, title).
    pub titles: Vec<(String, String)>,
    /// What it is about.
    pub about: Option<String>,
    /// Its descriptions in other languages: (language, description).
    pub abouts: Vec<(String, String)>,
    /// Where it comes from, and what is known of it.
    pub origin: Option<String>,
    /// The forms of its input; the first that fits is taken.
    pub variants: Vec<Variant>,
    /// Layout of the judge's text, if the variants share one.
    pub(crate) text: Option<Vec<Item>>,
    /// The judge's sample inputs and outputs.
    pub samples: Vec<Sample>,
}

/// An input and its output in the judge's own format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The input.
    pub input: String,
    /// The output.
    pub output: String,
}

/// One of the forms of a problem's input.
#[derive(Debug)]
pub struct Variant {
    /// Conditions on the input for this variant to apply.
    pub(crate) tests: Vec<Test>,
    /// The fields of the input.
    pub fields: Vec<Field>,
    /// Fields computed before anything else: prefix sums of other fields.
    pub(crate) totals: Vec<usize>,
    /// The expressions of the file.
    pub(crate) adapter: Adapter,
    /// Guarantees of the statement about every input.
    pub(crate) requirements: Vec<Requirement>,
    /// Limits of the statement: rules for fields.
    pub(crate) limits: Vec<(usize, Spec)>,
    /// The limits as the file writes them.
    pub(crate) limits_written: Vec<(String, String)>,
    /// The games, each with its condition; the first whose condition holds is played.
    pub(crate) games: Vec<(Arc<Game>, Option<ExprId>)>,
    /// The graph whose kernels are queried, in place of a game.
    pub(crate) kernels: Option<ExprId>,
    /// The givens of the game.
    pub(crate) givens: Vec<(String, ExprId)>,
    /// The parts of the position; `None` means the game's own start.
    pub(crate) parts: Option<Vec<PartRule>>,
    /// Player to move.
    pub(crate) mover: Option<ExprId>,
    /// How the sum is played, if not by the game's own rule.
    pub(crate) compound: Option<Compound>,
    /// The moves already made.
    pub(crate) play: Option<PlayRule>,
    /// The answer.
    pub(crate) answer: ExprId,
    /// Whether the first winning move is the answer, in place of that.
    pub(crate) tells_move: bool,
    /// The judge's words for answers.
    pub(crate) words: Vec<(String, Wording)>,
    /// Values reported besides the answer.
    pub(crate) tells: Vec<(String, ExprId)>,
    /// How winning moves are listed, if at all.
    pub(crate) moves: Option<MovesBy>,
    /// Layout of the judge's text.
    pub(crate) text: Option<Vec<Item>>,
    /// How a random instance is drawn: a rule for each field that has one.
    pub(crate) draws: Vec<(usize, Spec)>,
    /// Condition on drawn instances.
    pub(crate) draw_if: Option<ExprId>,
}

/// A field of the input.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in the file.
    pub name: String,
    /// Its path in the input.
    pub path: Vec<PathStep>,
    /// Its type.
    pub ty: Type,
    /// The type as the file writes it.
    pub written: String,
    /// Its default, as the file writes it.
    pub default: Option<String>,
    /// Whether it may be left out.
    pub optional: bool,
    /// If it is computed, not read: index of the field whose prefix sums it is.
    pub totals_of: Option<usize>,
}

/// A step into an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// The field of this name.
    Name(String),
    /// The entry at this index.
    Place(usize),
    /// Every entry of a list, or every value of an object.
    Each,
    /// The names of an object's fields.
    Keys,
}

/// A condition on an input for a variant to apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    pub path: Vec<PathStep>,
    pub is: Is,
}

/// Condition on a field of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    /// Not there.
    Missing,
    /// Present, with any value.
    There,
    /// This text.
    Text(String),
}

/// A part of the position, or one for each element of lists.
#[derive(Clone, Debug)]
pub(crate) struct PartRule {
    /// An expression for each component; with `repeated`, each is a list.
    pub components: Vec<ExprId>,
    pub repeated: bool,
}

/// Moves already made: one for each entry of the lists.
#[derive(Clone, Debug)]
pub(crate) struct PlayRule {
    /// The move's name.
    pub mv: String,
    /// Its choices by name, each a list with an entry for each move.
    pub choices: Vec<(String, ExprId)>,
}

/// The judge's word for an answer.
#[derive(Clone, Debug)]
pub(crate) enum Wording {
    /// Always the same.
    Text(String),
    /// The value of an expression.
    Value(ExprId),
}

/// How winning moves are listed.
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
    /// Index into [`Problem::variants`].
    pub variant: usize,
    /// A value for each field; `None` if left out.
    pub values: Vec<Option<Value>>,
}

impl Problem {
    /// Returns whether the judge's text can be read.
    pub fn has_text(&self) -> bool {
        self.text.is_some() || self.variants.iter().any(|variant| variant.text.is_some())
    }
}

impl Variant {
    /// Returns whether a position is certainly one part.
    pub(crate) fn is_single(&self) -> bool {
        match &self.parts {
            Some(rules) => rules.len() == 1 && !rules[0].repeated,
            None => self
                .games
                .iter()
                .all(|(game, _)| game.start.as_ref().is_none_or(|start| start.parts.iter().flatten().count() == 1)),
        }
    }

    /// Returns the names of the fields, for messages.
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

/// Parses a path such as `graphs.*.edges`, `f.k`, `drawn.*.0` or `terminal.keys()`.
pub(crate) fn read_path(text: &str) -> Vec<PathStep> {
    text.split('.')
        .map(|step| match step {
            "*" => PathStep::Each,
            "keys()" => PathStep::Keys,
            _ => step.parse().map_or_else(|_| PathStep::Name(step.to_owned()), PathStep::Place),
        })
        .collect()
}
