//! The fields of a case, read from the judge's text by their types.
//!
//! In: the words of the text and the field's [`Place`] in the layout. Out: its value in the [`Slot`] of the field, and its
//! location, so that a broken guarantee can be reported with line and column.

use crate::convert::{outside, parse_word};
use crate::judge::{JudgeError, Run};
use crate::judge_words::Word;
use crate::layout::Place;
use crate::problem::Variant;
use grundy_message::{Message, message};
use grundy_rules::game::{Form, Type};
use grundy_rules::limits::MAX_ELEMENTS;
use grundy_rules::{Int, Value};
use std::io::BufRead;

/// What has been read of a field.
#[derive(Clone, Debug, Default)]
pub(crate) enum Slot {
    #[default]
    Empty,
    Whole(Value),
    Entries(Vec<Slot>),
}

impl Slot {
    pub fn value(&self) -> Option<Value> {
        match self {
            Slot::Empty => None,
            Slot::Whole(value) => Some(value.clone()),
            Slot::Entries(entries) => entries.iter().map(Slot::value).collect::<Option<Vec<_>>>().map(Value::list),
        }
    }

    pub fn length(&self) -> Option<usize> {
        match self {
            Slot::Empty => None,
            Slot::Whole(value) => value.as_elements().map(<[Value]>::len),
            Slot::Entries(entries) => Some(entries.len()),
        }
    }
}

/// A line and a column, both from 1.
pub(crate) type Spot = (usize, usize);

/// Location of a field in the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whereabouts {
    pub whole: Option<Spot>,
    /// Location of each entry, as far as they were read one by one.
    pub entries: Vec<Spot>,
}

impl<R: BufRead> Run<'_, R> {
    /// Notes the location of a field or an entry of it.
    pub fn note(&mut self, index: &Place, spot: Spot) -> Result<(), JudgeError> {
        let field = self.field(index)?;
        let at = index.entry.as_ref().map(|counter| self.counter(counter));
        let found = &mut self.indices[field];
        match at {
            None => *found = Whereabouts { whole: Some(spot), entries: Vec::new() },
            Some(at) => {
                if at == 0 {
                    *found = Whereabouts { whole: Some(spot), entries: Vec::new() };
                }
                found.entries.truncate(at);
                found.entries.resize(at + 1, spot);
            }
        }
        Ok(())
    }

    /// Like [`note`](Self::note), at the next word.
    pub fn note_next(&mut self, index: &Place) -> Result<(), JudgeError> {
        match self.here()? {
            Some(spot) => self.note(index, spot),
            None => Ok(()),
        }
    }

    fn counter(&self, counter: &str) -> usize {
        self.counters.iter().rev().find(|(name, _)| name == counter).map_or(0, |(_, at)| *at)
    }

    pub fn number(&mut self, what: &Message) -> Result<usize, JudgeError> {
        let word = self.words.take(what)?;
        match word.text.parse::<usize>() {
            Ok(number) if number <= MAX_ELEMENTS => Ok(number),
            Ok(_) => Err(word.wrong(message!("{what} is too large: {text}", what, text = word.shown()))),
            Err(_) => Err(unexpected(what, &word)),
        }
    }

    pub fn field(&self, index: &Place) -> Result<usize, JudgeError> {
        let fields = &self.problem.variants[self.variant].fields;
        fields.iter().position(|field| field.name == index.field).ok_or(JudgeError::NoText)
    }

    /// Returns the slot of a field or of an entry of it.
    pub fn slot(&mut self, index: &Place) -> Result<&mut Slot, JudgeError> {
        let field = self.field(index)?;
        let Some(counter) = &index.entry else { return Ok(&mut self.slots[field]) };
        let at = self.counter(counter);
        let slot = &mut self.slots[field];
        if matches!(slot, Slot::Empty | Slot::Whole(_)) && at == 0 {
            *slot = Slot::Entries(Vec::new());
        }
        let Slot::Entries(entries) = slot else { return Err(JudgeError::NoText) };
        if entries.len() <= at {
            entries.resize(at + 1, Slot::Empty);
        }
        Ok(&mut entries[at])
    }

    pub fn word_value(&mut self, index: &Place, word: &Word) -> Result<Value, JudgeError> {
        let problem = self.problem.clone();
        let variant = &problem.variants[self.variant];
        let field = &variant.fields[self.field(index)?];
        match inner_type(&field.ty, index) {
            ty @ (Type::List(entry, _) | Type::Bag(entry)) => {
                parse_word(&variant.adapter.game, ty, entry, &word.text, &field.name)
                    .map_err(|wrong| word.wrong_char(wrong))
            }
            _ => Err(word.wrong(message!("`{name}` is no list of letters", name = field.name))),
        }
    }

    /// Returns the length that a type declares, as a number or as a field already read.
    fn declared_length(&self, ty: &Type) -> Option<usize> {
        match ty {
            Type::List(_, Some(length)) => match &length.form {
                Form::Given(index) => self.slots.get(*index)?.value()?.as_int()?.to_usize(),
                _ => declared_length(ty),
            },
            _ => None,
        }
    }

    /// Reads a field or an entry of it by its type.
    pub fn read(&mut self, index: &Place) -> Result<(), JudgeError> {
        let problem = self.problem.clone();
        let variant = &problem.variants[self.variant];
        let at = self.field(index)?;
        let ty = inner_type(&variant.fields[at].ty, index);
        let length = match self.slot(index)? {
            Slot::Entries(entries) => Some(entries.len()),
            _ => None,
        };
        let width = self.widths[at];
        // An empty list is located at its length.
        if length != Some(0) {
            self.note_next(index)?;
        }
        self.noting = index.entry.is_none().then_some(at);
        let value = self.value(variant, ty, length, width, &index.field)?;
        *self.slot(index)? = Slot::Whole(value);
        Ok(())
    }

    fn value(
        &mut self,
        variant: &Variant,
        ty: &Type,
        length: Option<usize>,
        width: Option<usize>,
        name: &str,
    ) -> Result<Value, JudgeError> {
        let game = &variant.adapter.game;
        match ty {
            Type::Int { .. } => {
                let what = message!("a number for `{name}`", name);
                let word = self.words.take(&what)?;
                match word.text.parse::<Int>() {
                    Ok(int) => match outside(ty, &int) {
                        Some(beyond) => Err(word.wrong(beyond.message(name, word.shown()))),
                        None => Ok(Value::Int(int)),
                    },
                    Err(_) => Err(unexpected(&what, &word)),
                }
            }
            Type::Bool => {
                let what = message!("0 or 1 for `{name}`", name);
                let word = self.words.take(&what)?;
                match word.text.as_str() {
                    "0" | "false" => Ok(Value::Bool(false)),
                    "1" | "true" => Ok(Value::Bool(true)),
                    _ => Err(unexpected(&what, &word)),
                }
            }
            Type::Symbols(symbols) => {
                let word = self.words.take(&message!("a word for `{name}`", name))?;
                let symbol = symbols.iter().find(|symbol| game.symbol_name(**symbol) == word.text);
                match symbol {
                    Some(symbol) => Ok(Value::Symbol(*symbol)),
                    None => Err(word.wrong(message!("`{text}` is no word for `{name}`", text = word.shown(), name))),
                }
            }
            Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry) => {
                if is_written_as_word(ty, entry, length) {
                    let word = self.words.take(&message!("letters for `{name}`", name))?;
                    let count = word.text.chars().count();
                    if let Some(wanted) = length.or(width).filter(|wanted| *wanted != count) {
                        return Err(word.wrong(message!(
                            "{wanted} letters are expected for `{name}`, found {count}",
                            wanted,
                            name,
                            count
                        )));
                    }
                    return parse_word(game, ty, entry, &word.text, name).map_err(|wrong| word.wrong_char(wrong));
                }
                let Some(length) = length.or_else(|| self.declared_length(ty)) else {
                    let (line, column) = self.begun;
                    let message = message!("the layout of the problem does not say how long `{name}` is", name);
                    return Err(JudgeError::Text { line, column, message });
                };
                let noted = self.noting.take();
                let mut entries = Vec::with_capacity(length.min(1 << 16));
                for _ in 0..length {
                    if let Some(field) = noted
                        && let Some(spot) = self.here()?
                    {
                        self.indices[field].entries.push(spot);
                    }
                    // The rows of a table of numbers have the declared length.
                    let inner = width.filter(|_| matches!(**entry, Type::List(..)) && !is_word(entry));
                    entries.push(self.value(variant, entry, inner, width, name)?);
                }
                Ok(match ty {
                    Type::Bag(_) => Value::bag(entries),
                    Type::Set(_) => Value::set(entries),
                    _ => Value::list(entries),
                })
            }
        }
    }
}

fn unexpected(what: &Message, word: &Word) -> JudgeError {
    word.wrong(message!("{what} is expected, found `{text}`", what, text = word.shown()))
}

/// Returns the type of what a place names.
fn inner_type<'a>(ty: &'a Type, index: &Place) -> &'a Type {
    match (ty, &index.entry) {
        (Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry), Some(_)) => entry,
        _ => ty,
    }
}

/// Returns the length that a type declares as a plain number.
fn declared_length(ty: &Type) -> Option<usize> {
    match ty {
        Type::List(_, Some(length)) => match &length.form {
            Form::Int(length) => length.to_usize(),
            // A length is declared, though not as a number.
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether a list of this type is one word of the text.
pub(crate) fn is_word(ty: &Type) -> bool {
    match ty {
        Type::List(entry, _) | Type::Bag(entry) => matches!(**entry, Type::Symbols(_)),
        _ => false,
    }
}

/// Like [`is_word`], but includes lists of digits of undeclared length.
pub(crate) fn is_written_as_word(ty: &Type, entry: &Type, length: Option<usize>) -> bool {
    let digits = match entry {
        Type::Int { high: Some(high), .. } => high.form == Form::Int(Int::Small(9)),
        _ => false,
    };
    is_word(ty) || digits && length.is_none() && !matches!(ty, Type::List(_, Some(_)))
}
