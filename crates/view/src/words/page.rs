//! A document in another language: the structure stays, the words change.

use super::catalogue::{Catalogue, Standing};
use super::{Language, say};
use crate::document::{Block, Document, TextStyle, Words};
use unicode_width::UnicodeWidthStr;

/// Translates a document to this language.
pub fn translate(document: Document, language: Language) -> Document {
    let Some(catalogue) = Catalogue::of(language) else { return document };
    let words = |words: Words, standing: Standing| {
        let translated = words.0.into_iter().map(|(tone, text)| match tone {
            TextStyle::Name => (tone, catalogue.say_move(&text).unwrap_or(text)),
            _ => (tone, say_padded(catalogue, text, standing)),
        });
        Words(translated.collect())
    };
    let title = |text: String| say_padded(catalogue, text, Standing::Alone);
    let blocks = document.0.into_iter().map(|block| match block {
        Block::Head { title, titles, rest } => {
            let own = titles.iter().find(|(known, _)| known == language.code()).map(|(_, title)| title.clone());
            Block::Head { title: own.unwrap_or(title), titles, rest: words(rest, Standing::Alone) }
        }
        Block::Line(line) => Block::Line(words(line, Standing::Alone)),
        Block::Facts(facts) => {
            let fact = |(label, lines): (String, Vec<Words>)| {
                let lines = lines.into_iter().map(|line| words(line, Standing::Among)).collect();
                (title(label), lines)
            };
            Block::Facts(facts.into_iter().map(fact).collect())
        }
        Block::Columns { titles, rows } => Block::Columns {
            titles: titles.into_iter().map(title).collect(),
            rows: rows
                .into_iter()
                .map(|row| row.into_iter().map(|cell| words(cell, Standing::Among)).collect())
                .collect(),
        },
        Block::Grid { corner, columns, mut rows } => {
            // The only row of a table is labelled by its quantity; several are numbered.
            if let [(quantity, _)] = rows.as_mut_slice() {
                *quantity = title(std::mem::take(quantity));
            }
            Block::Grid { corner, columns, rows }
        }
        Block::Verbatim(text) => Block::Verbatim(text),
        Block::Gap => Block::Gap,
    });
    Document(blocks.collect())
}

/// Translates a piece of text; if it was padded with spaces to a width, it has that width again.
fn say_padded(catalogue: &Catalogue, text: String, standing: Standing) -> String {
    let Some(translated) = catalogue.say_standing(&text, standing) else { return text };
    let is_padded = text.ends_with(' ') && !text.trim_end().contains([' ', ':']);
    let missing = if is_padded { text.width().saturating_sub(translated.width()) } else { 0 };
    translated + &" ".repeat(missing)
}

/// Translates a line whose pieces are separated by two spaces or more, piece by piece.
pub(super) fn say_pieces(language: Language, line: &str) -> String {
    if !line.trim().contains("  ") {
        return say(language, line).into_owned();
    }
    let mut translated = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let spaces = rest.len() - rest.trim_start_matches(' ').len();
        let body = &rest[spaces..];
        let end = body.find("  ").unwrap_or(body.len());
        translated += &rest[..spaces];
        translated += &say(language, &body[..end]);
        rest = &body[end..];
    }
    translated
}
