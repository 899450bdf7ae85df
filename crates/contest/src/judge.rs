//! The judge's own text: read as a problem's layout says, answered as it goes.
//!
//! In: a text, line by line. Out: what the judge expects, piece by piece, each as soon as it is known. Words are what stands
//! between white space, as contest programs read them. A mistake in the text ends the work with its line and column; what was
//! printed before it stays printed.

use crate::convert::{WrongLetter, letters, value_of};
use crate::layout::{Item, Piece, Place, Repeat};
use crate::problem::{Input, Is, Problem, Variant};
use crate::session::{Detail, Refusal, Session, Trouble};
use grundy_rules::game::{Expr, Form, Type};
use grundy_rules::{Int, Value};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// No line is longer.
const MOST_LINE_BYTES: u64 = 64 << 20;
/// No list is longer.
const MOST_ENTRIES: usize = 1 << 22;

/// Why a judge's text was not answered to its end.
#[derive(Debug)]
pub enum JudgeError {
    /// The text is wrong at this place, both from 1.
    Text {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The case that begins at this line is beyond the budget.
    Unknown {
        /// The line.
        line: usize,
        /// What is not known.
        message: String,
    },
    /// The problem says nothing about a text.
    NoText,
    /// The text cannot be read, or the answers cannot be written.
    Stream(io::Error),
}

/// Answers a judge's text. What is to be printed is handed over as soon as it is known.
///
/// # Errors
/// The text is wrong, a case is beyond the budget, or nobody takes the answers.
pub fn judge(
    session: &mut Session,
    text: impl BufRead,
    print: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), JudgeError> {
    let problem = session.problem().clone();
    let own = problem.variants.iter().position(|variant| variant.text.is_some());
    let (variant, items) = match (&problem.text, own) {
        (Some(items), _) => (0, items),
        (None, Some(place)) => match &problem.variants[place].text {
            Some(items) => (place, items),
            None => return Err(JudgeError::NoText),
        },
        (None, None) => return Err(JudgeError::NoText),
    };
    let mut run = Run {
        problem: problem.clone(),
        session,
        words: Words::new(text),
        print,
        variant,
        slots: Vec::new(),
        widths: Vec::new(),
        places: Vec::new(),
        noting: None,
        counters: Vec::new(),
        case: 0,
        begun: (1, 1),
    };
    run.choose(variant);
    run.items(items, 0)?;
    if let Some(word) = run.words.peek(0)? {
        return Err(word.wrong("the input goes on where it should end"));
    }
    Ok(())
}

/// A word of the text and its place.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    line: usize,
    column: usize,
}

impl Word {
    fn wrong(&self, message: impl Into<String>) -> JudgeError {
        JudgeError::Text { line: self.line, column: self.column, message: message.into() }
    }

    /// The same of one letter of it.
    fn wrong_letter(&self, wrong: WrongLetter) -> JudgeError {
        JudgeError::Text { line: self.line, column: self.column + wrong.at, message: wrong.why }
    }

    fn shown(&self) -> String {
        self.text.chars().take(40).collect()
    }
}

/// The words of a text, and its lines.
struct Words<R> {
    reader: R,
    line: String,
    /// How far the line has been read, in bytes and in characters.
    at: usize,
    column: usize,
    number: usize,
    ahead: VecDeque<Word>,
}

impl<R: BufRead> Words<R> {
    fn new(reader: R) -> Words<R> {
        Words { reader, line: String::new(), at: 0, column: 0, number: 0, ahead: VecDeque::new() }
    }

    /// The next line; false at the end of the text.
    fn next_line(&mut self) -> Result<bool, JudgeError> {
        let mut bytes = Vec::new();
        let length =
            (&mut self.reader).take(MOST_LINE_BYTES).read_until(b'\n', &mut bytes).map_err(JudgeError::Stream)?;
        if length == 0 {
            return Ok(false);
        }
        self.number += 1;
        self.at = 0;
        self.column = 0;
        if bytes.len() as u64 == MOST_LINE_BYTES && !bytes.ends_with(b"\n") {
            let message = format!("the line is longer than {} MiB", MOST_LINE_BYTES >> 20);
            return Err(JudgeError::Text { line: self.number, column: 1, message });
        }
        self.line = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let column = String::from_utf8_lossy(&error.as_bytes()[..good]).chars().count() + 1;
            let message = format!("the byte 0x{:02x} is not UTF-8", error.as_bytes()[good]);
            JudgeError::Text { line: self.number, column, message }
        })?;
        if self.number == 1 && self.line.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        Ok(true)
    }

    fn fetch(&mut self) -> Result<bool, JudgeError> {
        loop {
            let rest = &self.line[self.at..];
            let skipped = rest.len() - rest.trim_start().len();
            let rest = &rest[skipped..];
            if !rest.is_empty() {
                let start = self.at + skipped;
                let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let before = self.column + self.line[self.at..start].chars().count();
                self.ahead.push_back(Word { text: rest[..length].to_owned(), line: self.number, column: before + 1 });
                self.at = start + length;
                self.column = before + rest[..length].chars().count();
                return Ok(true);
            }
            if !self.next_line()? {
                return Ok(false);
            }
        }
    }

    /// The word so many places ahead, without taking it.
    fn peek(&mut self, ahead: usize) -> Result<Option<&Word>, JudgeError> {
        while self.ahead.len() <= ahead {
            if !self.fetch()? {
                return Ok(None);
            }
        }
        Ok(self.ahead.get(ahead))
    }

    fn take(&mut self, what: &str) -> Result<Word, JudgeError> {
        if self.ahead.is_empty() && !self.fetch()? {
            return Err(self.ended(what));
        }
        self.ahead.pop_front().ok_or_else(|| self.ended(what))
    }

    fn ended(&self, what: &str) -> JudgeError {
        let column = self.line.trim_end_matches(['\n', '\r']).chars().count() + 1;
        JudgeError::Text {
            line: self.number.max(1),
            column,
            message: format!("the input ends where {what} is expected"),
        }
    }

    /// The next whole line that is not yet begun, without its end.
    fn take_line(&mut self, what: &str) -> Result<Word, JudgeError> {
        // What is left of a line that was begun, where anything is, comes first.
        let begun = self.at > 0 && self.number > 0;
        let rest = self.line[self.at..].trim();
        if let Some(word) = self.ahead.pop_front() {
            let text = format!("{} {rest}", word.text).trim().to_owned();
            self.at = self.line.len();
            return Ok(Word { text, ..word });
        }
        if begun && !rest.is_empty() {
            let word = Word { text: rest.to_owned(), line: self.number, column: self.column + 1 };
            self.at = self.line.len();
            return Ok(word);
        }
        if !self.next_line()? {
            return Err(self.ended(what));
        }
        self.at = self.line.len();
        Ok(Word { text: self.line.trim().to_owned(), line: self.number, column: 1 })
    }
}

/// What is known of a field so far.
#[derive(Clone, Debug, Default)]
enum Slot {
    #[default]
    Empty,
    Whole(Value),
    Entries(Vec<Slot>),
}

impl Slot {
    fn value(&self) -> Option<Value> {
        match self {
            Slot::Empty => None,
            Slot::Whole(value) => Some(value.clone()),
            Slot::Entries(entries) => entries.iter().map(Slot::value).collect::<Option<Vec<_>>>().map(Value::list),
        }
    }

    fn length(&self) -> Option<usize> {
        match self {
            Slot::Empty => None,
            Slot::Whole(value) => value.as_elements().map(<[Value]>::len),
            Slot::Entries(entries) => Some(entries.len()),
        }
    }
}

/// A line and a column, both from 1.
type Spot = (usize, usize);

/// Where a field stands in the text.
#[derive(Clone, Debug, Default)]
struct Whereabouts {
    whole: Option<Spot>,
    /// Where each of its entries begins, as far as they were read one by one.
    entries: Vec<Spot>,
}

struct Run<'a, R> {
    problem: Arc<Problem>,
    session: &'a mut Session,
    words: Words<R>,
    print: &'a mut dyn FnMut(&str) -> io::Result<()>,
    variant: usize,
    /// One for each field of the variant.
    slots: Vec<Slot>,
    /// How long the rows of a field were said to be.
    widths: Vec<Option<usize>>,
    /// Where each field was read.
    places: Vec<Whereabouts>,
    /// The field whose entries are read next.
    noting: Option<usize>,
    /// The counters of the loops that are open.
    counters: Vec<(String, usize)>,
    case: u64,
    /// Where the case that is being read began.
    begun: (usize, usize),
}

impl<R: BufRead> Run<'_, R> {
    fn choose(&mut self, variant: usize) {
        self.variant = variant;
        let fields = self.problem.variants[variant].fields.len();
        self.slots = vec![Slot::Empty; fields];
        self.widths = vec![None; fields];
        self.places = vec![Whereabouts::default(); fields];
    }

    fn items(&mut self, items: &[Item], turn: usize) -> Result<(), JudgeError> {
        for item in items {
            match item {
                Item::Break => {}
                Item::Fixed(number) => {
                    let word = self.words.take("a number")?;
                    if word.text.parse::<i64>() != Ok(*number) {
                        return Err(word.wrong(format!("`{number}` is expected, found `{}`", word.shown())));
                    }
                }
                Item::Value(place) => self.read(place)?,
                Item::Length(place, times) => {
                    self.note_next(place)?;
                    let length = self.number(&format!("the number of entries of `{}`", place.field))? * times;
                    *self.slot(place)? = Slot::Entries(vec![Slot::Empty; length]);
                }
                Item::Side(place) => {
                    self.note_next(place)?;
                    let side = self.number(&format!("the number of rows of `{}`", place.field))?;
                    let field = self.field(place)?;
                    self.widths[field] = Some(side);
                    *self.slot(place)? = Slot::Entries(vec![Slot::Empty; side]);
                }
                Item::Width(place) => {
                    let width = self.number(&format!("the width of `{}`", place.field))?;
                    let field = self.field(place)?;
                    self.widths[field] = Some(width);
                }
                Item::Json(place) => {
                    let word = self.words.take_line("a line of JSON")?;
                    let json = serde_json::from_str(&word.text)
                        .map_err(|error| word.wrong(format!("this line is not JSON: {error}")))?;
                    let problem = self.problem.clone();
                    let variant = &problem.variants[self.variant];
                    let field = &variant.fields[self.field(place)?];
                    let value = value_of(&variant.adapter.game, &field.ty, &json, &field.name);
                    self.note(place, (word.line, word.column))?;
                    *self.slot(place)? = Slot::Whole(value.map_err(|why| word.wrong(why))?);
                }
                Item::Line(place) => {
                    let word = self.words.take_line("a line")?;
                    self.note(place, (word.line, word.column))?;
                    let value = self.letters(place, &word)?;
                    *self.slot(place)? = Slot::Whole(value);
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
                        return Err(self.words.ended(&format!("a case, or `{}` for the end,", shown.join(" "))));
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
                let times = self.number("the number of cases")?;
                for turn in 0..times {
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
            Repeat::Each(name, place) => {
                let length = self.slot(place)?.length().unwrap_or_default();
                for turn in 0..length {
                    self.counters.push((name.clone(), turn));
                    let done = self.items(inner, turn);
                    self.counters.pop();
                    done?;
                }
                // What is whole by now is shared by all the cases that follow.
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

    /// Where the next word stands, if there is one.
    fn here(&mut self) -> Result<Option<Spot>, JudgeError> {
        Ok(self.words.peek(0)?.map(|word| (word.line, word.column)))
    }

    /// Notes where a case begins; false at the end of the text.
    fn begin(&mut self) -> Result<bool, JudgeError> {
        let place = self.here()?;
        if let Some(place) = place {
            self.begun = place;
        }
        Ok(place.is_some())
    }

    /// The word that says which variant follows, and its layout.
    fn tagged(&mut self) -> Result<(), JudgeError> {
        let word = self.words.take("the name of a variant")?;
        let problem = self.problem.clone();
        let is_meant = |variant: &Variant| variant.tests.iter().any(|test| test.is == Is::Text(word.text.clone()));
        let Some(place) = problem.variants.iter().position(is_meant) else {
            return Err(word.wrong(format!("`{}` is no variant of this problem", word.shown())));
        };
        self.choose(place);
        match &problem.variants[place].text {
            Some(items) => self.items(items, 0),
            None => Err(word.wrong(format!("the problem does not say how `{}` is read", word.shown()))),
        }
    }

    fn print(&mut self, pieces: &[Piece], turn: usize) -> Result<(), JudgeError> {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(letters) => text += letters,
                Piece::Between(letters) if turn > 0 => text += letters,
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
                let message = format!("the layout of the problem never reads `{}`", field.name);
                return Err(JudgeError::Text { line, column, message });
            }
            values.push(value);
        }
        let input = Input { variant: self.variant, values };
        match self.session.answer_or_refuse(&input, Detail::Answer) {
            Ok(reply) => Ok(reply.word),
            Err(Refusal::Unfit(unfit)) => {
                let place = unfit.field.and_then(|field| self.places.get(field));
                let of_entry = place.zip(unfit.entry).and_then(|(place, entry)| place.entries.get(entry).copied());
                let spot = of_entry.or(place.and_then(|place| place.whole));
                let (line, column) = spot.unwrap_or(self.begun);
                Err(JudgeError::Text { line, column, message: unfit.message })
            }
            Err(Refusal::Trouble(Trouble::Wrong(message))) => Err(JudgeError::Text { line, column, message }),
            Err(Refusal::Trouble(Trouble::Unknown(message))) => Err(JudgeError::Unknown { line, message }),
        }
    }

    /// Notes where a field or an entry of it begins.
    fn note(&mut self, place: &Place, spot: Spot) -> Result<(), JudgeError> {
        let field = self.field(place)?;
        let at = place.entry.as_ref().map(|counter| self.counter(counter));
        let found = &mut self.places[field];
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

    /// The same where it begins with the next word.
    fn note_next(&mut self, place: &Place) -> Result<(), JudgeError> {
        match self.here()? {
            Some(spot) => self.note(place, spot),
            None => Ok(()),
        }
    }

    fn counter(&self, counter: &str) -> usize {
        self.counters.iter().rev().find(|(name, _)| name == counter).map_or(0, |(_, at)| *at)
    }

    fn number(&mut self, what: &str) -> Result<usize, JudgeError> {
        let word = self.words.take(what)?;
        match word.text.parse::<usize>() {
            Ok(number) if number <= MOST_ENTRIES => Ok(number),
            Ok(_) => Err(word.wrong(format!("{what} is too large: {}", word.shown()))),
            Err(_) => Err(word.wrong(format!("{what} is expected, found `{}`", word.shown()))),
        }
    }

    fn field(&self, place: &Place) -> Result<usize, JudgeError> {
        let fields = &self.problem.variants[self.variant].fields;
        fields.iter().position(|field| field.name == place.field).ok_or(JudgeError::NoText)
    }

    /// The slot of a field or of an entry of it.
    fn slot(&mut self, place: &Place) -> Result<&mut Slot, JudgeError> {
        let field = self.field(place)?;
        let Some(counter) = &place.entry else { return Ok(&mut self.slots[field]) };
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

    fn letters(&mut self, place: &Place, word: &Word) -> Result<Value, JudgeError> {
        let problem = self.problem.clone();
        let variant = &problem.variants[self.variant];
        let field = &variant.fields[self.field(place)?];
        match inner_type(&field.ty, place) {
            ty @ (Type::List(entry, _) | Type::Bag(entry)) => {
                letters(&variant.adapter.game, ty, entry, &word.text, &field.name)
                    .map_err(|wrong| word.wrong_letter(wrong))
            }
            _ => Err(word.wrong(format!("`{}` is no list of letters", field.name))),
        }
    }

    /// The length that a type states, as a number or as a field that has been read.
    fn declared_length(&self, ty: &Type) -> Option<usize> {
        match ty {
            Type::List(_, Some(length)) => match &length.form {
                Form::Given(place) => self.slots.get(*place)?.value()?.as_int()?.to_usize(),
                _ => declared_length(ty),
            },
            _ => None,
        }
    }

    /// Reads a field or an entry of it by its type.
    fn read(&mut self, place: &Place) -> Result<(), JudgeError> {
        let problem = self.problem.clone();
        let variant = &problem.variants[self.variant];
        let at = self.field(place)?;
        let ty = inner_type(&variant.fields[at].ty, place);
        let length = match self.slot(place)? {
            Slot::Entries(entries) => Some(entries.len()),
            _ => None,
        };
        let width = self.widths[at];
        // A list without entries stands where its length was read.
        if length != Some(0) {
            self.note_next(place)?;
        }
        self.noting = place.entry.is_none().then_some(at);
        let value = self.value(variant, ty, length, width, &place.field)?;
        *self.slot(place)? = Slot::Whole(value);
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
            Type::Int { low, high } => {
                let word = self.words.take(&format!("a number for `{name}`"))?;
                // Bounds that depend on other fields are looked at when the whole case has been read.
                let bound = |bound: &Option<Expr>| match bound.as_ref().map(|bound| &bound.form) {
                    Some(Form::Int(bound)) => Some(bound.clone()),
                    _ => None,
                };
                match word.text.parse::<Int>() {
                    Ok(int) => {
                        match (bound(low), bound(high)) {
                            (Some(low), _) if int < low => Err(word
                                .wrong(format!("a number for `{name}` is too small: {} is below {low}", word.shown()))),
                            (_, Some(high)) if int > high => Err(word.wrong(format!(
                                "a number for `{name}` is too large: {} is above {high}",
                                word.shown()
                            ))),
                            _ => Ok(Value::Int(int)),
                        }
                    }
                    Err(_) => Err(word.wrong(format!("a number for `{name}` is expected, found `{}`", word.shown()))),
                }
            }
            Type::Bool => {
                let word = self.words.take(&format!("0 or 1 for `{name}`"))?;
                match word.text.as_str() {
                    "0" | "false" => Ok(Value::Bool(false)),
                    "1" | "true" => Ok(Value::Bool(true)),
                    _ => Err(word.wrong(format!("0 or 1 for `{name}` is expected, found `{}`", word.shown()))),
                }
            }
            Type::Symbols(symbols) => {
                let word = self.words.take(&format!("a word for `{name}`"))?;
                let symbol = symbols.iter().find(|symbol| game.symbol_name(**symbol) == word.text);
                match symbol {
                    Some(symbol) => Ok(Value::Symbol(*symbol)),
                    None => Err(word.wrong(format!("`{}` is no word for `{name}`", word.shown()))),
                }
            }
            Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry) => {
                if is_written_in_letters(ty, entry, length) {
                    let word = self.words.take(&format!("letters for `{name}`"))?;
                    let count = word.text.chars().count();
                    if let Some(wanted) = length.or(width).filter(|wanted| *wanted != count) {
                        return Err(word.wrong(format!("{wanted} letters are expected for `{name}`, found {count}")));
                    }
                    return letters(game, ty, entry, &word.text, name).map_err(|wrong| word.wrong_letter(wrong));
                }
                let Some(length) = length.or_else(|| self.declared_length(ty)) else {
                    let (line, column) = self.begun;
                    let message = format!("the layout of the problem does not say how long `{name}` is");
                    return Err(JudgeError::Text { line, column, message });
                };
                let noted = self.noting.take();
                let mut entries = Vec::with_capacity(length.min(1 << 16));
                for _ in 0..length {
                    if let Some(field) = noted
                        && let Some(spot) = self.here()?
                    {
                        self.places[field].entries.push(spot);
                    }
                    // The rows of a table of numbers are as long as was said.
                    let inner = width.filter(|_| matches!(**entry, Type::List(..)) && !in_letters(entry));
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

/// The type of what a place names.
fn inner_type<'a>(ty: &'a Type, place: &Place) -> &'a Type {
    match (ty, &place.entry) {
        (Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry), Some(_)) => entry,
        _ => ty,
    }
}

/// The length that a type states as a plain number.
pub(crate) fn declared_length(ty: &Type) -> Option<usize> {
    match ty {
        Type::List(_, Some(length)) => match &length.form {
            Form::Int(length) => length.to_usize(),
            // Some length is stated, though not as a number.
            _ => None,
        },
        _ => None,
    }
}

/// Whether a list of this type is one word of the text.
pub(crate) fn in_letters(ty: &Type) -> bool {
    match ty {
        Type::List(entry, _) | Type::Bag(entry) => matches!(**entry, Type::Symbols(_)),
        _ => false,
    }
}

/// The same where digits, whose number nobody states, are letters too.
pub(crate) fn is_written_in_letters(ty: &Type, entry: &Type, length: Option<usize>) -> bool {
    let digits = match entry {
        Type::Int { high: Some(high), .. } => high.form == Form::Int(Int::Small(9)),
        _ => false,
    };
    in_letters(ty) || digits && length.is_none() && !matches!(ty, Type::List(_, Some(_)))
}
