//! How the judge's text is laid out: one description for reading it and for writing it.
//!
//! In: the tokens of a `text` clause. Out: a tree of items. A reader takes words apart by white space, as contest programs do;
//! a `;` ends a line when the text is written. `docs/contest.md` lists the items.

use crate::cursor::{Cursor, Parse};
use crate::lex::Kind;
use grundy_rules::{Diagnostic, Span};
use std::collections::BTreeSet;

/// A field, or an entry of it: `heaps`, `edges[g]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The field's name.
    pub field: String,
    /// The counter of the loop that says which entry, if one is meant.
    pub entry: Option<String>,
    pub span: Span,
}

/// How often something is repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Until the text ends.
    UntilEnd,
    /// Until these numbers stand where the next one would begin.
    Until(Vec<i64>),
    /// As often as a number says that stands in front.
    Counted,
    /// So often.
    Times(usize),
    /// For each entry of a field; the name counts them from 0.
    Each(String, Place),
}

/// A piece of what is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// These letters.
    Text(String),
    /// The number of the answer, from 1.
    Case,
    /// The answer in the judge's words.
    Answer,
    /// These letters, but not in front of the first repetition.
    Between(String),
}

/// An item of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A field or an entry of it, by its type.
    Value(Place),
    /// How many entries it has, or how many times so many.
    Length(Place, usize),
    /// How many rows it has, each of which has as many entries.
    Side(Place),
    /// How many entries the first of its rows has.
    Width(Place),
    /// A field as JSON, on a line of its own.
    Json(Place),
    /// A field that is the rest of the line, which may be empty.
    Line(Place),
    /// The end of a line, where the text is written.
    Break,
    /// A number that is read and written as this one: how many of the next a person sees. It is not kept.
    Fixed(i64),
    /// The word that says which variant follows, and the layout of that variant.
    Variant,
    /// Something repeated.
    Loop(Repeat, Vec<Item>),
    /// Something is printed.
    Print(Vec<Piece>),
}

/// Reads a layout up to the end of the clause.
pub(crate) fn read_layout(cursor: &mut Cursor) -> Parse<Vec<Item>> {
    let items = read_items(cursor, 0)?;
    if cursor.at_end() { Ok(items) } else { Err(cursor.expected("an item of a layout")) }
}

/// No layout is nested more deeply.
const MOST_NESTED: usize = 20;

fn read_items(cursor: &mut Cursor, depth: usize) -> Parse<Vec<Item>> {
    let mut items = Vec::new();
    loop {
        match cursor.kind() {
            Kind::End | Kind::Sign("}") => return Ok(items),
            Kind::Sign(";") => {
                cursor.bump();
                items.push(Item::Break);
            }
            Kind::Number(digits) => {
                let number = digits.parse().map_err(|_| cursor.expected("a smaller number"))?;
                cursor.bump();
                if cursor.eat_word("times") {
                    let times = usize::try_from(number).unwrap_or_default();
                    items.push(Item::Loop(Repeat::Times(times), block(cursor, depth)?));
                } else {
                    items.push(Item::Fixed(number));
                }
            }
            Kind::Word(word) => {
                let item = read_word(cursor, word, depth)?;
                items.push(item);
            }
            _ => return Err(cursor.expected("an item of a layout")),
        }
    }
}

fn read_word(cursor: &mut Cursor, word: &str, depth: usize) -> Parse<Item> {
    let called = matches!(cursor.kind_after(), Kind::Sign("("));
    Ok(match word {
        "until" => {
            cursor.bump();
            if cursor.eat_word("end") {
                return Ok(Item::Loop(Repeat::UntilEnd, block(cursor, depth)?));
            }
            let mut marks = Vec::new();
            while !matches!(cursor.kind(), Kind::Sign("{")) {
                let sign = if cursor.eat("-") { -1 } else { 1 };
                let Kind::Number(digits) = cursor.kind() else { return Err(cursor.expected("`end`, or numbers")) };
                let number: i64 = digits.parse().map_err(|_| cursor.expected("a smaller number"))?;
                marks.push(sign * number);
                cursor.bump();
            }
            if marks.is_empty() {
                return Err(cursor.expected("`end`, or numbers"));
            }
            Item::Loop(Repeat::Until(marks), block(cursor, depth)?)
        }
        "count" => {
            cursor.bump();
            if !cursor.eat_word("times") {
                return Err(cursor.expected("`times`"));
            }
            Item::Loop(Repeat::Counted, block(cursor, depth)?)
        }
        "each" => {
            cursor.bump();
            let (name, _) = cursor.word("a name for the counter")?;
            if !cursor.eat_word("in") {
                return Err(cursor.expected("`in`"));
            }
            let place = place(cursor)?;
            Item::Loop(Repeat::Each(name, place), block(cursor, depth)?)
        }
        "len" | "side" | "width" | "json" | "line" if called => {
            cursor.bump();
            cursor.expect("(")?;
            let place = place(cursor)?;
            let mut times = 1;
            if word == "len" && matches!(cursor.kind(), Kind::Other) && cursor.source[cursor.span().range()] == *"/" {
                cursor.bump();
                let Kind::Number(digits) = cursor.kind() else { return Err(cursor.expected("a number")) };
                times = digits
                    .parse()
                    .ok()
                    .filter(|times| *times < 1000)
                    .ok_or_else(|| cursor.expected("a small number"))?;
                cursor.bump();
            }
            cursor.expect(")")?;
            match word {
                "len" => Item::Length(place, times),
                "side" => Item::Side(place),
                "width" => Item::Width(place),
                "json" => Item::Json(place),
                _ => Item::Line(place),
            }
        }
        "variant" => {
            cursor.bump();
            Item::Variant
        }
        "answer" => {
            cursor.bump();
            Item::Print(vec![Piece::Answer, Piece::Text("\n".to_owned())])
        }
        "print" => {
            cursor.bump();
            let mut pieces = Vec::new();
            loop {
                match cursor.kind() {
                    Kind::Text(text) => pieces.push(Piece::Text(text.clone())),
                    Kind::Word(word) if word == "case" => pieces.push(Piece::Case),
                    Kind::Word(word) if word == "answer" => pieces.push(Piece::Answer),
                    Kind::Word(word) if word == "between" => {
                        cursor.bump();
                        pieces.push(Piece::Between(cursor.text("a text in quotes")?));
                        continue;
                    }
                    _ if pieces.is_empty() => return Err(cursor.expected("a text, `case`, `answer` or `between`")),
                    _ => break,
                }
                cursor.bump();
            }
            Item::Print(pieces)
        }
        _ => Item::Value(place(cursor)?),
    })
}

fn block(cursor: &mut Cursor, depth: usize) -> Parse<Vec<Item>> {
    if depth >= MOST_NESTED {
        return Err(cursor.expected("a layout that is nested less deeply"));
    }
    cursor.expect("{")?;
    let items = read_items(cursor, depth + 1)?;
    cursor.expect("}")?;
    Ok(items)
}

fn place(cursor: &mut Cursor) -> Parse<Place> {
    let (field, span) = cursor.word("a field of the input")?;
    let mut entry = None;
    if cursor.eat("[") {
        entry = Some(cursor.word("the counter of a loop")?.0);
        cursor.expect("]")?;
    }
    Ok(Place { field, entry, span })
}

/// What is wrong with the names of a layout: a field or a counter that is not there, a layout without an answer.
pub(crate) fn check_layout(items: &[Item], fields: &BTreeSet<&str>, wrong: &mut Vec<Diagnostic>) {
    let mut counters = Vec::new();
    check_items(items, fields, &mut counters, wrong);
}

fn check_items<'a>(
    items: &'a [Item],
    fields: &BTreeSet<&str>,
    counters: &mut Vec<&'a str>,
    wrong: &mut Vec<Diagnostic>,
) {
    let mut check = |place: &Place, counters: &[&str]| {
        if !fields.contains(place.field.as_str()) {
            let mut told = Diagnostic::error(format!("there is no field `{}`", place.field), place.span);
            if let Some(near) = grundy_rules::diagnostic::nearest(&place.field, fields.iter().copied()) {
                told = told.hint(format!("did you mean `{near}`?"));
            }
            let all: Vec<&str> = fields.iter().copied().collect();
            wrong.push(told.hint(format!("the fields are {}", all.join(", "))));
        }
        if let Some(entry) = place.entry.as_deref().filter(|entry| !counters.contains(entry)) {
            wrong.push(
                Diagnostic::error(format!("`{entry}` is not the counter of a loop"), place.span)
                    .hint(format!("write `each {entry} in FIELD {{ … }}` around it")),
            );
        }
    };
    let mut inner = Vec::new();
    for item in items {
        match item {
            Item::Value(place)
            | Item::Length(place, _)
            | Item::Side(place)
            | Item::Width(place)
            | Item::Json(place)
            | Item::Line(place) => {
                check(place, counters);
            }
            Item::Loop(repeat, items) => {
                if let Repeat::Each(_, place) = repeat {
                    check(place, counters);
                }
                inner.push((repeat, items));
            }
            Item::Break | Item::Fixed(_) | Item::Variant | Item::Print(_) => {}
        }
    }
    for (repeat, items) in inner {
        let known = counters.len();
        if let Repeat::Each(name, _) = repeat {
            counters.push(name);
        }
        check_items(items, fields, counters, wrong);
        counters.truncate(known);
    }
}

/// Whether something in the layout prints an answer.
pub(crate) fn answers(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Print(pieces) => pieces.contains(&Piece::Answer),
        Item::Loop(_, items) => answers(items),
        _ => false,
    })
}
