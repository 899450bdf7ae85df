//! What every view is made of: a page for people, data for programs, a sheet for spreadsheets.
//!
//! A view determines the content and its structure; [`crate::format`] turns that into characters and knows no view by
//! name.

use grundy_message::Message;
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
        Document(vec![Block::Line(Words::name(self.to_string()))])
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
    /// One line.
    Line(Words),
    /// Labels, each with one line or several.
    Facts(Vec<(Message, Vec<Words>)>),
    /// A label in a column of this width, with one line or several beside it.
    Labelled {
        /// The label.
        label: Words,
        /// Minimum width of its column.
        width: usize,
        /// The lines.
        lines: Vec<Words>,
    },
    /// Columns under titles. Without titles there is no line for them.
    Columns {
        /// The titles.
        titles: Vec<Message>,
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
        rows: Vec<(Message, Vec<String>)>,
    },
    /// Text as it is.
    Verbatim(String),
    /// An empty line.
    Gap,
}

impl Block {
    /// Creates one line: the title of a game, a colon, and `rest`; without the colon if that is empty.
    pub fn head(title: &Message, rest: Words) -> Block {
        let mut words = Words::of(TextStyle::Strong, title);
        if !rest.0.is_empty() {
            words = words.then(TextStyle::Plain, Message::text(": "));
        }
        words.0.extend(rest.0);
        Block::Line(words)
    }
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
}

/// Text on one line, each piece with its style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<(TextStyle, Message)>);

impl Words {
    /// Creates text of one style.
    pub fn of(style: TextStyle, text: impl Into<Message>) -> Words {
        Words(vec![(style, text.into())])
    }

    /// Creates text without a style.
    pub fn plain(text: impl Into<Message>) -> Words {
        Words::of(TextStyle::Plain, text)
    }

    /// Creates a name, a move or a position, which no language changes.
    pub fn name(text: impl Into<String>) -> Words {
        Words::of(TextStyle::Plain, Message::text(text))
    }

    /// Appends text.
    pub fn then(mut self, style: TextStyle, text: impl Into<Message>) -> Words {
        self.0.push((style, text.into()));
        self
    }
}
