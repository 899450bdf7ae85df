//! Description of a problem for users who want to query it.
//!
//! In: a problem. Out: what its input consists of, what the statement promises and limits, what the answer is, and an example in
//! both formats. Types and limits are printed as the file writes them. The example is the file's own sample, or a small instance
//! drawn for it.

use crate::judge::{JudgeError, judge, read_text};
use crate::problem::{Input, Is, PathStep, Problem, Variant, Wording};
use crate::session::{Session, Trouble};
use crate::told::NO_MOVE;
use grundy_message::Message;
use grundy_rules::Game;
use grundy_rules::game::Kind;
use grundy_value::Random;
use serde_json::Value as Json;
use std::sync::Arc;

/// One of the forms of an input.
#[derive(Clone, Debug)]
pub struct Form {
    /// When this form applies: a field of the input, and `missing`, `there` or its value.
    pub when: Vec<(String, String)>,
    /// The games played.
    pub games: Vec<Arc<Game>>,
    /// The fields of the input.
    pub fields: Vec<FieldForm>,
    /// Guarantees of the statement about every input.
    pub promises: Vec<Message>,
    /// Limits of the statement: a field, and a rule as the file writes it.
    pub limits: Vec<(String, String)>,
    /// The possible answers, each with the judge's word for it, if there are few.
    pub answers: Vec<(String, Option<String>)>,
    /// Whether the answer is a number.
    pub answers_a_number: bool,
    /// Names of the values reported besides the answer.
    pub told: Vec<String>,
}

/// A field of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldForm {
    /// Its path in the JSON, as `heaps` or `graphs[…].n`.
    pub name: String,
    /// Its type, as the file writes it.
    pub ty: String,
    /// Its default, as the file writes it.
    pub default: Option<String>,
}

/// An input with its answer, in both formats.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The input as JSON.
    pub input: Json,
    /// The answer as JSON.
    pub reply: Json,
    /// The judge's input and output, if the problem has a text layout.
    pub text: Option<(String, String)>,
}

impl Problem {
    /// Describes the forms of its inputs.
    pub fn forms(&self) -> Vec<Form> {
        self.variants.iter().map(Variant::form).collect()
    }

    /// Reads the inputs of a judge's text, in order.
    ///
    /// # Errors
    /// Fails if the text is wrong.
    pub fn inputs_of_text(self: &Arc<Problem>, text: &str) -> Result<Vec<Input>, JudgeError> {
        let mut inputs = Vec::new();
        let mut keep = |input: &Input| {
            inputs.push(input.clone());
            Ok((String::new(), None))
        };
        read_text(self, text.as_bytes(), &mut keep, &mut |_| Ok(())).0?;
        Ok(inputs)
    }

    /// Returns an input with its answer: the first of the file's samples, or a small random one.
    ///
    /// # Errors
    /// Fails if nothing can be drawn, or the budget ran out.
    pub fn example(session: &mut Session) -> Result<Example, Trouble> {
        let problem = session.problem().clone();
        if let Some(sample) = problem.samples.first()
            && let Ok(inputs) = problem.inputs_of_text(&sample.input)
            && let Some(input) = inputs.first()
        {
            let reply = session.answer(input, crate::session::Detail::Everything)?.json();
            let text = Some((sample.input.clone(), sample.output.clone()));
            return Ok(Example { input: problem.json_of(input), reply, text });
        }
        // The first form that can be drawn, small but not the smallest.
        let mut random = Random(1);
        let mut drawn = problem.draw(4, &mut random);
        for size in 4..24 {
            drawn = problem.draw(size, &mut random);
            if drawn.as_ref().is_ok_and(|input| input.variant == 0) {
                break;
            }
        }
        let input = drawn?;
        let reply = session.answer(&input, crate::session::Detail::Everything)?.json();
        let text = problem.write(std::slice::from_ref(&input)).ok().and_then(|text| {
            let mut printed = String::new();
            let result = judge(session, text.as_bytes(), &mut |piece| {
                printed += piece;
                Ok(())
            });
            result.ok().map(|()| (text, printed))
        });
        Ok(Example { input: problem.json_of(&input), reply, text })
    }
}

impl Variant {
    fn form(&self) -> Form {
        let game = &self.adapter.game;
        let when = self.tests.iter().map(|test| {
            let names: Vec<&str> = test.path.iter().filter_map(step_name).collect();
            let is = match &test.is {
                Is::Missing => "missing".to_owned(),
                Is::There => "there".to_owned(),
                Is::Text(text) => text.clone(),
            };
            (names.join("."), is)
        });
        let fields = self.fields.iter().filter(|field| field.totals_of.is_none()).map(|field| FieldForm {
            name: field.shown(None) + if field.path.ends_with(&[PathStep::Keys]) { ".keys()" } else { "" },
            ty: inner_type(&field.path, &field.written).to_owned(),
            default: field.default.clone(),
        });
        let mut answers: Vec<(String, Option<String>)> = Vec::new();
        for (answer, wording) in &self.words {
            answers.push(match wording {
                Wording::Text(word) => (answer.clone(), Some(word.clone())),
                Wording::Value(_) => (answer.clone(), None),
            });
        }
        let mut answers_a_number = false;
        if self.tells_move && self.words.is_empty() {
            answers.push((NO_MOVE.to_owned(), None));
        } else if self.words.is_empty() {
            match &self.adapter.expression(self.answer).kind {
                Kind::Symbol(symbols) => {
                    let names = symbols.iter().map(|symbol| (game.symbol_name(*symbol).to_owned(), None));
                    answers.extend(names);
                }
                _ => answers_a_number = true,
            }
        }
        // One guarantee may concern several fields.
        let mut promises: Vec<Message> = Vec::new();
        for message in self.requirements.iter().map(|requirement| requirement.message()) {
            if promises.iter().all(|known| known != message) {
                promises.push(message.clone());
            }
        }
        let mut reported: Vec<String> = self.tells.iter().map(|(name, _)| name.clone()).collect();
        if self.moves.is_some() {
            reported.push("winning_moves".to_owned());
        }
        Form {
            when: when.collect(),
            games: self.games.iter().map(|(game, _)| game.clone()).collect(),
            fields: fields.collect(),
            promises,
            limits: self.limits_written.clone(),
            answers,
            answers_a_number,
            told: reported,
        }
    }
}

/// Returns the type of what a path leads to in each entry of a list, if a field gathers it from all of them.
fn inner_type<'a>(path: &[PathStep], written: &'a str) -> &'a str {
    let levels = path.iter().filter(|step| matches!(step, PathStep::Each | PathStep::Keys)).count();
    (0..levels).fold(written, |ty, _| ty.strip_prefix('[').and_then(|ty| ty.strip_suffix(']')).unwrap_or(ty))
}

fn step_name(step: &PathStep) -> Option<&str> {
    match step {
        PathStep::Name(name) => Some(name),
        _ => None,
    }
}
