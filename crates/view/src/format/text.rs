//! Documents as text for people: aligned, broken to the page, with colours if the page has them.
//!
//! The content of a document may come from an untrusted file, so terminal control characters are shown and not sent.

use crate::document::{Block, Document, TextStyle, Words};
use crate::words::{Language, render};
use grundy_message::Message;
use grundy_rules::Colour;
use owo_colors::{OwoColorize, Style};
use std::borrow::Cow;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The output that text is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Maximum width of a line in columns.
    pub width: usize,
    /// Whether there are colours.
    pub colour: Colour,
    /// The language of its reader.
    pub language: Language,
}

/// Separator between two columns.
const SPACE: &str = "  ";

/// Formats a document.
pub fn write(document: &Document, page: Page) -> String {
    let mut text = String::new();
    for block in &document.0 {
        match block {
            Block::Line(words) => text += &line(words, page),
            Block::Facts(facts) => {
                let labels: Vec<Words> = facts.iter().map(|(label, _)| Words::of(TextStyle::Faint, label)).collect();
                let widest = labels.iter().map(|label| width(label, page)).max().unwrap_or(0);
                for (label, (_, lines)) in labels.iter().zip(facts) {
                    write_labelled(label, widest, lines, page, &mut text);
                }
            }
            Block::Labelled { label, width, lines } => write_labelled(label, *width, lines, page, &mut text),
            Block::Columns { titles, rows } => write_columns(titles, rows, page, &mut text),
            Block::Grid { corner, columns, rows } => write_grid(corner, columns, rows, page, &mut text),
            Block::Verbatim(lines) => {
                for line in lines.lines() {
                    text += &visible(line);
                    text.push('\n');
                }
            }
            Block::Gap => text.push('\n'),
        }
    }
    text
}

/// Formats one line of text, with its line end.
pub fn line(words: &Words, page: Page) -> String {
    let mut text = inline(words, page);
    text.push('\n');
    text
}

/// Escapes every terminal control character in a text.
///
/// ```
/// use grundy_view::format::text::visible;
/// assert_eq!(visible("a\x1b[31m"), "a\\u{1b}[31m");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    let steers = |c: char| {
        // Tabs are harmless; the others move the cursor, ring, or change the direction of the text.
        c.is_control() && c != '\t' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

fn inline(words: &Words, page: Page) -> String {
    let mut text = String::new();
    for (style, stretch) in &words.0 {
        let stretch = render(stretch, page.language);
        let stretch = visible(&stretch);
        let look = match style {
            TextStyle::Plain => Style::new(),
            TextStyle::Strong => Style::new().bold(),
            TextStyle::Good => Style::new().green().bold(),
            TextStyle::Bad => Style::new().red().bold(),
            TextStyle::Faint => Style::new().dimmed(),
        };
        match page.colour {
            Colour::Always if *style != TextStyle::Plain => {
                // Writing into a string cannot fail.
                let _ = write!(text, "{}", stretch.style(look));
            }
            _ => text += &stretch,
        }
    }
    text
}

/// Returns the number of columns of a text.
fn width(words: &Words, page: Page) -> usize {
    words.0.iter().map(|(_, stretch)| visible(&render(stretch, page.language)).width()).sum()
}

fn pad(text: &mut String, columns: usize) {
    text.extend(std::iter::repeat_n(' ', columns));
}

fn write_labelled(label: &Words, room: usize, lines: &[Words], page: Page, text: &mut String) {
    for (index, words) in lines.iter().enumerate() {
        let label = if index == 0 { label } else { &Words::default() };
        text.push_str(SPACE);
        *text += &inline(label, page);
        pad(text, room.saturating_sub(width(label, page)));
        text.push_str(SPACE);
        *text += &line(words, page);
    }
}

fn write_columns(titles: &[Message], rows: &[Vec<Words>], page: Page, text: &mut String) {
    let titles: Vec<Words> = titles.iter().map(|title| Words::of(TextStyle::Faint, title)).collect();
    let all: Vec<&[Words]> = std::iter::once(titles.as_slice())
        .filter(|row| !row.is_empty())
        .chain(rows.iter().map(Vec::as_slice))
        .collect();
    let columns = all.iter().map(|row| row.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| all.iter().filter_map(|row| row.get(column)).map(|cell| width(cell, page)).max().unwrap_or(0))
        .collect();
    for row in all {
        let mut shown = String::new();
        let mut owed = 0;
        for (cell, room) in row.iter().zip(&widths) {
            pad(&mut shown, owed);
            shown += &inline(cell, page);
            owed = room - width(cell, page) + SPACE.len();
        }
        *text += shown.trim_end();
        text.push('\n');
    }
}

fn write_grid(corner: &str, columns: &[String], rows: &[(Message, Vec<String>)], page: Page, text: &mut String) {
    let titled: Vec<Words> = rows.iter().map(|(title, _)| Words::of(TextStyle::Faint, title)).collect();
    let first = titled.iter().map(|title| width(title, page)).max().unwrap_or(0).max(corner.width());
    // All columns are equally wide, so that blocks are aligned.
    let cells = columns.iter().chain(rows.iter().flat_map(|(_, cells)| cells));
    let room = cells.map(|cell| cell.width()).max().unwrap_or(0) + 1;
    let fitting = (page.width.saturating_sub(first + 1) / room).max(1);
    // A round number of columns is easier to count in.
    let per_block = if fitting >= columns.len() { columns.len().max(1) } else { fitting / 10 * 10 };
    let per_block = if per_block == 0 { fitting } else { per_block };
    for (block, titles) in columns.chunks(per_block).enumerate() {
        if block > 0 {
            text.push('\n');
        }
        let mut shown = corner.to_owned();
        pad(&mut shown, first - corner.width() + 1);
        for title in titles {
            pad(&mut shown, room - title.width());
            shown += title;
        }
        *text += &line(&Words::of(TextStyle::Faint, Message::text(shown)), page);
        for (title, (_, cells)) in titled.iter().zip(rows) {
            let mut shown = String::new();
            let start = block * per_block;
            for cell in &cells[start.min(cells.len())..(start + titles.len()).min(cells.len())] {
                pad(&mut shown, room - cell.width());
                shown += cell;
            }
            *text += &inline(title, page);
            let shown = shown.trim_end();
            if !shown.is_empty() {
                pad(text, first - width(title, page) + 1);
                *text += shown;
            }
            text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(block: Block, width: usize, expect: &str) {
        let page = Page { width, colour: Colour::Never, language: Language::English };
        assert_eq!(write(&Document(vec![block]), page), expect);
    }

    fn words(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn columns_count_wide_characters_twice() {
        let rows = vec![vec![Words::name("取石子"), Words::name("a")], vec![Words::name("nim"), Words::name("b")]];
        check(Block::Columns { titles: vec![], rows }, 80, "取石子  a\nnim     b\n");
    }

    #[test]
    fn a_wide_grid_is_broken_into_blocks() {
        let columns = words(&["0", "1", "2", "3", "4"]);
        let rows = vec![(Message::text("g"), words(&["0", "1", "2", "3", "10"]))];
        check(
            Block::Grid { corner: "n".into(), columns, rows },
            12,
            "n   0  1  2\ng   0  1  2\n\nn   3  4\ng   3 10\n",
        );
    }

    #[test]
    fn facts_are_aligned() {
        let facts = vec![
            (Message::text("by"), vec![Words::name("search")]),
            (Message::text("winning moves"), vec![Words::name("a"), Words::name("b")]),
        ];
        check(Block::Facts(facts), 80, "  by             search\n  winning moves  a\n                 b\n");
    }

    #[test]
    fn control_characters_are_escaped() {
        check(Block::Line(Words::name("a\u{1b}]0;b\u{7}\u{202e}")), 80, "a\\u{1b}]0;b\\u{7}\\u{202e}\n");
    }
}
