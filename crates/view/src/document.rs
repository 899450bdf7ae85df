//! What every view is made of: a page for people, data for programs, a sheet for spreadsheets.
//!
//! A view says what stands where; how that becomes characters is the business of [`crate::format`], which knows no
//! view by name.

use serde_json::Value;
use std::io;

/// Something that can be shown.
pub trait View {
    /// For people.
    fn document(&self) -> Document;

    /// For programs.
    fn data(&self) -> Value;

    /// For spreadsheets, where it has rows and columns.
    fn sheet(&self) -> Option<Sheet<'_>> {
        None
    }

    /// Writes [`View::data`] on one line. What is large writes itself piece by piece.
    ///
    /// # Errors
    /// It cannot be written.
    fn write_json(&self, output: &mut dyn io::Write) -> io::Result<()> {
        writeln!(output, "{}", self.data())
    }
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document(pub Vec<Block>);

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// One line: what a game is called, a colon, and what is said of it; without the colon where nothing is.
    Head {
        /// Its title in English, else its name.
        title: String,
        /// Its titles in other languages: (language, title).
        titles: Vec<(String, String)>,
        /// What stands behind the colon.
        rest: Words,
    },
    /// One line.
    Line(Words),
    /// Labels with what belongs to each: one line or several.
    Facts(Vec<(String, Vec<Words>)>),
    /// Columns under titles. No titles: no line for them.
    Columns {
        /// The titles.
        titles: Vec<String>,
        /// The rows, each as long as the others.
        rows: Vec<Vec<Words>>,
    },
    /// Many narrow columns, which may be broken into several blocks to fit the page.
    Grid {
        /// What the rows and the columns are.
        corner: String,
        /// The columns' titles.
        columns: Vec<String>,
        /// Each row's title and cells.
        rows: Vec<(String, Vec<String>)>,
    },
    /// Text as it stands.
    Verbatim(String),
    /// An empty line.
    Gap,
}

/// Rows and columns.
pub struct Sheet<'a> {
    /// The first row.
    pub titles: Vec<String>,
    /// The others, each made when it is asked for.
    pub rows: Box<dyn Iterator<Item = Vec<String>> + 'a>,
}

/// What words are, which a terminal may show as a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing special.
    Plain,
    /// What the eye should find first.
    Strong,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// What may be passed over.
    Faint,
    /// A name, a move, a position: somebody else's words, which are the same in every language.
    Name,
}

/// Words on one line, each stretch with its tone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<(Tone, String)>);

impl Words {
    /// Words of one tone.
    pub fn of(tone: Tone, text: impl Into<String>) -> Words {
        Words(vec![(tone, text.into())])
    }

    /// Words without any tone.
    pub fn plain(text: impl Into<String>) -> Words {
        Words::of(Tone::Plain, text)
    }

    /// A name, a move or a position, which no language changes.
    pub fn name(text: impl Into<String>) -> Words {
        Words::of(Tone::Name, text)
    }

    /// The same and then these.
    pub fn then(mut self, tone: Tone, text: impl Into<String>) -> Words {
        self.0.push((tone, text.into()));
        self
    }
}
