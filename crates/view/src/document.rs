//! What every view is made of: a page for people, data for programs, a sheet for spreadsheets.
//!
//! A view determines the content and its structure; [`crate::format`] turns that into characters and knows no view by
//! name.

use serde_json::Value;
use std::io;

/// Something that can be shown.
pub trait View {
    /// Returns the page for people.
    fn document(&self) -> Document;

    /// Returns the data for programs.
    fn data(&self) -> Value;

    /// Returns the sheet for spreadsheets, if the view has rows and columns.
    fn sheet(&self) -> Option<Sheet<'_>> {
        None
    }

    /// Writes [`View::data`] on one line. Large views write themselves piece by piece.
    ///
    /// # Errors
    /// Fails if writing fails.
    fn write_json(&self, output: &mut dyn io::Write) -> io::Result<()> {
        writeln!(output, "{}", self.data())
    }
}

/// Data for programs is its own view, and people read it as it is.
impl View for Value {
    fn document(&self) -> Document {
        Document(vec![Block::Line(Words::plain(self.to_string()))])
    }

    fn data(&self) -> Value {
        self.clone()
    }
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document(pub Vec<Block>);

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// One line: the title of a game, a colon, and `rest`; without the colon if that is empty.
    Head {
        /// Its title in English, else its name.
        title: String,
        /// Its titles in other languages: (language, title).
        titles: Vec<(String, String)>,
        /// The text after the colon.
        rest: Words,
    },
    /// One line.
    Line(Words),
    /// Labels, each with one line or several.
    Facts(Vec<(String, Vec<Words>)>),
    /// Columns under titles. Without titles there is no line for them.
    Columns {
        /// The titles.
        titles: Vec<String>,
        /// The rows, each as long as the others.
        rows: Vec<Vec<Words>>,
    },
    /// Many narrow columns, which may be broken into several blocks to fit the page.
    Grid {
        /// The label of the rows and the columns.
        corner: String,
        /// The columns' titles.
        columns: Vec<String>,
        /// Each row's title and cells.
        rows: Vec<(String, Vec<String>)>,
    },
    /// Text as it is.
    Verbatim(String),
    /// An empty line.
    Gap,
}

/// Rows and columns.
pub struct Sheet<'a> {
    /// The first row.
    pub titles: Vec<String>,
    /// The others, each computed on demand.
    pub rows: Box<dyn Iterator<Item = Vec<String>> + 'a>,
}

/// The role of a piece of text, which a terminal may show as a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// Nothing special.
    Plain,
    /// Emphasised.
    Strong,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// Less important.
    Faint,
    /// A name, a move, a position: text that is the same in every language.
    Name,
}

/// Text on one line, each piece with its style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<(TextStyle, String)>);

impl Words {
    /// Creates text of one style.
    pub fn of(tone: TextStyle, text: impl Into<String>) -> Words {
        Words(vec![(tone, text.into())])
    }

    /// Creates text without a style.
    pub fn plain(text: impl Into<String>) -> Words {
        Words::of(TextStyle::Plain, text)
    }

    /// Creates a name, a move or a position, which no language changes.
    pub fn name(text: impl Into<String>) -> Words {
        Words::of(TextStyle::Name, text)
    }

    /// Appends text.
    pub fn then(mut self, tone: TextStyle, text: impl Into<String>) -> Words {
        self.0.push((tone, text.into()));
        self
    }
}
