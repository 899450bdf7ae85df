//! The layout of the judge's text: one description for reading and writing it.
//!
//! In: the tokens of a `text` clause. Out: a tree of items. A reader separates words by white space, as contest programs do; a
//! `;` ends a line when the text is written. `docs/contest.md` lists the items.

use crate::problem_limits;
use grundy_message::message;
use grundy_rules::file::{Cursor, Parse, Peek};
use grundy_rules::{Diagnostic, Span};
use std::collections::BTreeSet;

/// A field, or an entry of it: `heaps`, `edges[g]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The field's name.
    pub field: String,
    /// The counter of the loop that selects the entry, if one is meant.
    pub entry: Option<String>,
    pub span: Span,
}

/// How often an item is repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Until the text ends.
    UntilEnd,
    /// Until these numbers appear where the next repetition would begin.
    Until(Vec<i64>),
    /// As many times as [`Item::Count`] said before.
    Counted,
    /// This many times.
    Times(usize),
    /// For each entry of a field; the name counts them from 0.
    Each(String, Place),
}

/// A piece of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Literal text.
    Text(String),
    /// The number of the answer, from 1.
    Case,
    /// The answer in the judge's words.
    Answer,
    /// Literal text, except before the first repetition.
    Between(String),
}

/// An item of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A field or an entry of it, by its type.
    Value(Place),
    /// The number of its entries, divided by this number.
    Length(Place, usize),
    /// The number of its rows, each of which has as many entries.
    Side(Place),
    /// The number of entries of its first row.
    Width(Place),
    /// A field as JSON, on a line of its own.
    Json(Place),
    /// A field that is the rest of the line, possibly empty.
    Line(Place),
    /// The end of a line, when the text is written.
    Break,
    /// A literal number, such as a count for human readers of what follows. It is not stored.
    Fixed(i64),
    /// The number of cases, for the counted loop behind it.
    Count,
    /// The word that selects the variant, and the layout of that variant.
    Variant,
    /// Repeated items.
    Loop(Repeat, Vec<Item>),
    /// Output.
    Print(Vec<Piece>),
}

/// Parses a layout up to the end of the clause.
pub(crate) fn read_layout(cursor: &mut Cursor) -> Parse<Vec<Item>> {
    let items = read_items(cursor, 0)?;
    if cursor.at_end() { Ok(items) } else { Err(cursor.expected(message!("an item of a layout"))) }
}

fn read_items(cursor: &mut Cursor, depth: usize) -> Parse<Vec<Item>> {
    let mut items = Vec::new();
    let mut is_counted = false;
    loop {
        match cursor.peek() {
            Peek::End | Peek::Sign("}") if is_counted => return Err(cursor.expected(message!("`times {{ … }}`"))),
            Peek::End | Peek::Sign("}") => return Ok(items),
            Peek::Sign(";") => {
                cursor.bump();
                items.push(Item::Break);
            }
            Peek::Number(digits) => {
                let number = digits.parse().map_err(|_| cursor.expected(message!("a smaller number")))?;
                cursor.bump();
                if cursor.eat_word("times") {
                    let times = usize::try_from(number).unwrap_or_default();
                    items.push(Item::Loop(Repeat::Times(times), block(cursor, depth)?));
                } else {
                    items.push(Item::Fixed(number));
                }
            }
            Peek::Word("count") if !is_counted => {
                cursor.bump();
                items.push(Item::Count);
                if cursor.is_word("times") {
                    items.push(Item::Break);
                }
                is_counted = true;
            }
            Peek::Word("times") if is_counted => {
                cursor.bump();
                items.push(Item::Loop(Repeat::Counted, block(cursor, depth)?));
                is_counted = false;
            }
            Peek::Word(word) => {
                let item = read_word(cursor, word, depth)?;
                items.push(item);
            }
            _ => return Err(cursor.expected(message!("an item of a layout"))),
        }
    }
}

fn read_word(cursor: &mut Cursor, word: &str, depth: usize) -> Parse<Item> {
    let called = cursor.peek_after() == Peek::Sign("(");
    Ok(match word {
        "until" => {
            cursor.bump();
            if cursor.eat_word("end") {
                return Ok(Item::Loop(Repeat::UntilEnd, block(cursor, depth)?));
            }
            let mut marks = Vec::new();
            while !matches!(cursor.peek(), Peek::Sign("{")) {
                let sign = if cursor.eat("-") { -1 } else { 1 };
                let Peek::Number(digits) = cursor.peek() else {
                    return Err(cursor.expected(message!("`end`, or numbers")));
                };
                let number: i64 = digits.parse().map_err(|_| cursor.expected(message!("a smaller number")))?;
                marks.push(sign * number);
                cursor.bump();
            }
            if marks.is_empty() {
                return Err(cursor.expected(message!("`end`, or numbers")));
            }
            Item::Loop(Repeat::Until(marks), block(cursor, depth)?)
        }
        "each" => {
            cursor.bump();
            let (name, _) = cursor.word(message!("a name for the counter"))?;
            cursor.expect_word("in")?;
            let index = index(cursor)?;
            Item::Loop(Repeat::Each(name, index), block(cursor, depth)?)
        }
        "len" | "side" | "width" | "json" | "line" if called => {
            cursor.bump();
            cursor.expect("(")?;
            let index = index(cursor)?;
            let mut times = 1;
            if word == "len" && cursor.eat("/") {
                let Peek::Number(digits) = cursor.peek() else { return Err(cursor.expected(message!("a number"))) };
                times = digits
                    .parse()
                    .ok()
                    .filter(|times| *times < 1000)
                    .ok_or_else(|| cursor.expected(message!("a small number")))?;
                cursor.bump();
            }
            cursor.expect(")")?;
            match word {
                "len" => Item::Length(index, times),
                "side" => Item::Side(index),
                "width" => Item::Width(index),
                "json" => Item::Json(index),
                _ => Item::Line(index),
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
                match cursor.peek() {
                    Peek::Text(text) => pieces.push(Piece::Text(text.to_owned())),
                    Peek::Word("case") => pieces.push(Piece::Case),
                    Peek::Word("answer") => pieces.push(Piece::Answer),
                    Peek::Word("between") => {
                        cursor.bump();
                        pieces.push(Piece::Between(cursor.text(message!("a text in quotes"))?));
                        continue;
                    }
                    _ if pieces.is_empty() => {
                        return Err(cursor.expected(message!("a text, `case`, `answer` or `between`")));
                    }
                    _ => break,
                }
                cursor.bump();
            }
            Item::Print(pieces)
        }
        _ => Item::Value(index(cursor)?),
    })
}

fn block(cursor: &mut Cursor, depth: usize) -> Parse<Vec<Item>> {
    if depth >= problem_limits::MAX_LAYOUT_NESTING {
        return Err(cursor.expected(message!("a layout that is nested less deeply")));
    }
    cursor.expect("{")?;
    let items = read_items(cursor, depth + 1)?;
    cursor.expect("}")?;
    Ok(items)
}

fn index(cursor: &mut Cursor) -> Parse<Place> {
    let (field, span) = cursor.word(message!("a field of the input"))?;
    let mut entry = None;
    if cursor.eat("[") {
        entry = Some(cursor.word(message!("the counter of a loop"))?.0);
        cursor.expect("]")?;
    }
    Ok(Place { field, entry, span })
}

/// Reports mistakes in the names of a layout: an unknown field or counter, or no answer.
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
    let mut check = |index: &Place, counters: &[&str]| {
        if !fields.contains(index.field.as_str()) {
            let mut diagnostic =
                Diagnostic::error(message!("there is no field `{name}`", name = index.field), index.span);
            if let Some(near) = grundy_rules::diagnostic::nearest(&index.field, fields.iter().copied()) {
                diagnostic = diagnostic.hint(message!("did you mean `{name}`?", name = near));
            }
            let all: Vec<&str> = fields.iter().copied().collect();
            wrong.push(match all.is_empty() {
                true => diagnostic.hint(message!("there are no fields")),
                false => diagnostic.hint(message!("the fields are {names}", names = all.join(", "))),
            });
        }
        if let Some(entry) = index.entry.as_deref().filter(|entry| !counters.contains(entry)) {
            wrong.push(
                Diagnostic::error(message!("`{entry}` is not the counter of a loop", entry), index.span)
                    .hint(message!("write `each {entry} in FIELD {{ … }}` around it", entry)),
            );
        }
    };
    let mut inner = Vec::new();
    for item in items {
        match item {
            Item::Value(index)
            | Item::Length(index, _)
            | Item::Side(index)
            | Item::Width(index)
            | Item::Json(index)
            | Item::Line(index) => {
                check(index, counters);
            }
            Item::Loop(repeat, items) => {
                if let Repeat::Each(_, index) = repeat {
                    check(index, counters);
                }
                inner.push((repeat, items));
            }
            Item::Break | Item::Fixed(_) | Item::Count | Item::Variant | Item::Print(_) => {}
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

/// Returns whether some item of the layout prints an answer.
pub(crate) fn answers(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Print(pieces) => pieces.contains(&Piece::Answer),
        Item::Loop(_, items) => answers(items),
        _ => false,
    })
}

/// Returns whether each repetition is a case of its own.
pub(crate) fn is_over_cases(repeat: &Repeat) -> bool {
    !matches!(repeat, Repeat::Each(..) | Repeat::Times(_))
}

/// Collects the fields that items fill.
pub(crate) fn fields_of(items: &[Item], into: &mut BTreeSet<String>) {
    for item in items {
        match item {
            Item::Value(index) | Item::Json(index) | Item::Line(index) | Item::Length(index, _) => {
                into.insert(index.field.clone());
            }
            Item::Loop(_, inner) => fields_of(inner, into),
            _ => {}
        }
    }
}
