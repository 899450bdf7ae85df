//! The judge's own text: read by the problem's layout, answered as it is read.
//!
//! In: a text, line by line. Out: what the judge expects, piece by piece, each as soon as it is known. Words are separated by
//! white space, as contest programs read them. A mistake in the text ends the work with its line and column; what was printed
//! before it stays printed.

use crate::convert::value_of;
use crate::json_text::read_json;
pub(crate) use crate::judge_read::is_written_as_word;
use crate::judge_read::{Slot, Spot, Whereabouts};
use crate::judge_words::Words;
use crate::layout::{Item, Piece, Repeat};
use crate::problem::{Input, Is, Problem, Variant};
use crate::reply::{Detail, Refusal, Trouble};
use crate::require::InputError;
use crate::session::Session;
use grundy_message::{Message, message};
use grundy_rules::Value;
use grundy_rules::game::Type;
use std::io::{self, BufRead};
use std::sync::Arc;

/// Why a judge's text was not answered to its end.
#[derive(Debug)]
pub enum JudgeError {
    /// The text is wrong at this line and column, both from 1.
    Text {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
        /// What is wrong.
        message: Message,
    },
    /// The case that begins at this line exceeds the budget.
    Unknown {
        /// The line.
        line: usize,
        /// What is not known.
        message: Message,
    },
    /// The problem has no text layout.
    NoText,
    /// The text cannot be read, or the answers cannot be written.
    Stream(io::Error),
}

/// Answers a judge's text, passing output to `print` as soon as it is known.
///
/// # Errors
/// Fails if the text is wrong, a case exceeds the budget, or `print` fails.
pub fn judge(
    session: &mut Session,
    text: impl BufRead,
    print: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), JudgeError> {
    let problem = session.problem().clone();
    let mut answer = |input: &Input| {
        let reply = session.answer_or_refuse(input, Detail::Answer)?;
        Ok((reply.word, reply.beyond))
    };
    let (judged, beyond) = read_text(&problem, text, &mut answer, print);
    session.note_beyond(beyond);
    judged
}

/// Answers inputs as they are read: the judge's word, and which of the statement's limits the input exceeds.
pub(crate) type Answers<'a> = &'a mut dyn FnMut(&Input) -> Result<(String, Option<InputError>), Refusal>;

/// Reads a judge's text and prints the answers; also returns the first input beyond the limits of the statement.
pub(crate) fn read_text(
    problem: &Arc<Problem>,
    text: impl BufRead,
    answers: Answers,
    print: &mut dyn FnMut(&str) -> io::Result<()>,
) -> (Result<(), JudgeError>, Option<Beyond>) {
    let own = problem.variants.iter().position(|variant| variant.text.is_some());
    let (variant, items) = match (&problem.text, own) {
        (Some(items), _) => (0, items),
        (None, Some(index)) => match &problem.variants[index].text {
            Some(items) => (index, items),
            None => return (Err(JudgeError::NoText), None),
        },
        (None, None) => return (Err(JudgeError::NoText), None),
    };
    let mut run = Run {
        problem: problem.clone(),
        answers,
        beyond: None,
        words: Words::new(text),
        print,
        variant,
        slots: Vec::new(),
        widths: Vec::new(),
        indices: Vec::new(),
        noting: None,
        counters: Vec::new(),
        case: 0,
        count: 0,
        begun: (1, 1),
    };
    run.choose(variant);
    let done = run.whole(items);
    (done, run.beyond)
}

/// The first input of a text that is beyond the limits of the statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters, from 1.
    pub column: usize,
    /// What exceeds the limits.
    pub message: Message,
}

pub(crate) struct Run<'a, R> {
    pub problem: Arc<Problem>,
    answers: Answers<'a>,
    beyond: Option<Beyond>,
    pub words: Words<R>,
    print: &'a mut dyn FnMut(&str) -> io::Result<()>,
    pub variant: usize,
    /// One slot for each field of the variant.
    pub slots: Vec<Slot>,
    /// The declared row length of each field.
    pub widths: Vec<Option<usize>>,
    /// Location of each field.
    pub indices: Vec<Whereabouts>,
    /// The field whose entries are read next.
    pub noting: Option<usize>,
    /// The counters of the open loops.
    pub counters: Vec<(String, usize)>,
    case: u64,
    /// The number of cases that was read last.
    count: usize,
    /// Location of the case being read.
    pub begun: (usize, usize),
}

impl<R: BufRead> Run<'_, R> {
    fn choose(&mut self, variant: usize) {
        self.variant = variant;
        let fields = self.problem.variants[variant].fields.len();
        self.slots = vec![Slot::Empty; fields];
        self.widths = vec![None; fields];
        self.indices = vec![Whereabouts::default(); fields];
    }

    /// Reads a whole text.
    fn whole(&mut self, items: &[Item]) -> Result<(), JudgeError> {
        self.items(items, 0)?;
        match self.words.peek(0)? {
            Some(word) => Err(word.wrong(message!("the input goes on where it should end"))),
            None => Ok(()),
        }
    }

    fn items(&mut self, items: &[Item], turn: usize) -> Result<(), JudgeError> {
        for item in items {
            match item {
                Item::Break => {}
                Item::Fixed(number) => {
                    let word = self.words.take(&message!("a number"))?;
                    if word.text.parse::<i64>() != Ok(*number) {
                        return Err(word.wrong(message!(
                            "`{number}` is expected, found `{found}`",
                            number,
                            found = word.shown()
                        )));
                    }
                }
                Item::Count => self.count = self.number(&message!("the number of cases"))?,
                Item::Value(index) => self.read(index)?,
                Item::Length(index, times) => {
                    self.note_next(index)?;
                    let length =
                        self.number(&message!("the number of entries of `{name}`", name = index.field))? * times;
                    *self.slot(index)? = Slot::Entries(vec![Slot::Empty; length]);
                }
                Item::Side(index) => {
                    self.note_next(index)?;
                    let side = self.number(&message!("the number of rows of `{name}`", name = index.field))?;
                    let field = self.field(index)?;
                    self.widths[field] = Some(side);
                    *self.slot(index)? = Slot::Entries(vec![Slot::Empty; side]);
                }
                Item::Width(index) => {
                    let width = self.number(&message!("the width of `{name}`", name = index.field))?;
                    let field = self.field(index)?;
                    self.widths[field] = Some(width);
                }
                Item::Json(index) => {
                    let word = self.words.take_line(&message!("a line of JSON"))?;
                    let json = read_json(&word.text).map_err(|why| word.wrong(why))?;
                    let problem = self.problem.clone();
                    let variant = &problem.variants[self.variant];
                    let field = &variant.fields[self.field(index)?];
                    let value = value_of(&variant.adapter.game, &field.ty, &json, &field.name);
                    self.note(index, (word.line, word.column))?;
                    *self.slot(index)? = Slot::Whole(value.map_err(|why| word.wrong(why))?);
                }
                Item::Line(index) => {
                    let word = self.words.take_line(&message!("a line"))?;
                    self.note(index, (word.line, word.column))?;
                    let value = self.word_value(index, &word)?;
                    *self.slot(index)? = Slot::Whole(value);
                }
                Item::Variant => self.tagged()?,
                Item::Loop(repeat, inner) => self.repeat(repeat, inner)?,
                Item::Print(pieces) => self.print(pieces, turn)?,
            }
        }
        Ok(())
    }

    fn repeat(&mut self, repeat: &Repeat, inner: &[Item]) -> Result<(), JudgeError> {
        match repeat {
            Repeat::UntilEnd => {
                for turn in 0.. {
                    if !self.begin()? {
                        break;
                    }
                    self.items(inner, turn)?;
                }
            }
            Repeat::Until(marks) => {
                for turn in 0.. {
                    if !self.begin()? {
                        let shown: Vec<String> = marks.iter().map(i64::to_string).collect();
                        let what = message!("a case, or `{numbers}` for the end,", numbers = shown.join(" "));
                        return Err(self.words.ended(&what));
                    }
                    let mut ends = true;
                    for (ahead, mark) in marks.iter().enumerate() {
                        let word = self.words.peek(ahead)?;
                        ends &= word.is_some_and(|word| word.text.parse() == Ok(*mark));
                    }
                    if ends {
                        self.words.ahead.drain(..marks.len());
                        break;
                    }
                    self.items(inner, turn)?;
                }
            }
            Repeat::Counted => {
                for turn in 0..self.count {
                    self.begin()?;
                    self.items(inner, turn)?;
                }
            }
            Repeat::Times(times) => {
                for turn in 0..*times {
                    self.begin()?;
                    self.items(inner, turn)?;
                }
            }
            Repeat::Each(name, index) => {
                let length = self.slot(index)?.length().unwrap_or_default();
                for turn in 0..length {
                    self.counters.push((name.clone(), turn));
                    let done = self.items(inner, turn);
                    self.counters.pop();
                    done?;
                }
                // What has been read by now is shared by all following cases.
                for slot in &mut self.slots {
                    if let Slot::Entries(_) = slot
                        && let Some(value) = slot.value()
                    {
                        *slot = Slot::Whole(value);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the location of the next word, if there is one.
    pub fn here(&mut self) -> Result<Option<Spot>, JudgeError> {
        Ok(self.words.peek(0)?.map(|word| (word.line, word.column)))
    }

    /// Notes the location of a case; returns `false` at the end of the text.
    fn begin(&mut self) -> Result<bool, JudgeError> {
        let index = self.here()?;
        if let Some(index) = index {
            self.begun = index;
        }
        Ok(index.is_some())
    }

    /// Reads the word that selects the variant, and its layout.
    fn tagged(&mut self) -> Result<(), JudgeError> {
        let word = self.words.take(&message!("the name of a variant"))?;
        let problem = self.problem.clone();
        let is_meant = |variant: &Variant| variant.tests.iter().any(|test| test.is == Is::Text(word.text.clone()));
        let Some(index) = problem.variants.iter().position(is_meant) else {
            return Err(word.wrong(message!("`{name}` is no variant of this problem", name = word.shown())));
        };
        self.choose(index);
        match &problem.variants[index].text {
            Some(items) => self.items(items, 0),
            None => Err(word.wrong(message!("the problem does not say how `{name}` is read", name = word.shown()))),
        }
    }

    fn print(&mut self, pieces: &[Piece], turn: usize) -> Result<(), JudgeError> {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(literal) => text += literal,
                Piece::Between(literal) if turn > 0 => text += literal,
                Piece::Between(_) => {}
                Piece::Case => text += &(self.case + 1).to_string(),
                Piece::Answer => {
                    text += &self.answer()?;
                    self.case += 1;
                }
            }
        }
        (self.print)(&text).map_err(JudgeError::Stream)
    }

    fn answer(&mut self) -> Result<String, JudgeError> {
        let (line, column) = self.begun;
        let variant = &self.problem.variants[self.variant];
        let mut values = Vec::with_capacity(self.slots.len());
        for (slot, field) in self.slots.iter().zip(&variant.fields) {
            let mut value = slot.value();
            // A list that no loop has touched has no entries.
            if value.is_none() && matches!(field.ty, Type::List(..) | Type::Bag(_) | Type::Set(_)) && !field.optional {
                value = Some(Value::list(Vec::new()));
            }
            if value.is_none() && !field.optional {
                let message = message!("the layout of the problem never reads `{name}`", name = field.name);
                return Err(JudgeError::Text { line, column, message });
            }
            values.push(value);
        }
        let input = Input { variant: self.variant, values };
        match (self.answers)(&input) {
            Ok((word, beyond)) => {
                if let (Some(unfit), None) = (beyond, &self.beyond) {
                    let (line, column) = self.spot_of(&unfit);
                    self.beyond = Some(Beyond { line, column, message: unfit.message });
                }
                Ok(word)
            }
            Err(Refusal::InputError(unfit)) => {
                let (line, column) = self.spot_of(&unfit);
                Err(JudgeError::Text { line, column, message: unfit.message })
            }
            Err(Refusal::Trouble(Trouble::Wrong(message))) => Err(JudgeError::Text { line, column, message }),
            Err(Refusal::Trouble(Trouble::Unknown(message))) => Err(JudgeError::Unknown { line, message }),
        }
    }

    /// Returns the location of what an input is refused for.
    fn spot_of(&self, unfit: &InputError) -> Spot {
        let index = unfit.field.and_then(|field| self.indices.get(field));
        let of_entry = index.zip(unfit.entry).and_then(|(index, entry)| index.entries.get(entry).copied());
        of_entry.or(index.and_then(|index| index.whole)).unwrap_or(self.begun)
    }
}
