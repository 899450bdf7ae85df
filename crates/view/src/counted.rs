//! How many positions of a box are lost, won or drawn, or have a value.

use crate::document::{Block, Document, TextStyle, View, Words};
use crate::format::json;
use grundy_message::{Message, message};
use grundy_rules::Int;
use serde_json::{Value, json};

/// A count as plain data.
#[derive(Clone, Debug)]
pub struct CountReport {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: Message,
    /// The box.
    pub region: String,
    /// What is counted, as it was written.
    pub wanted: Vec<String>,
    /// The number of positions that are counted, or its remainder.
    pub count: Int,
    /// What the number is divided by, if its remainder is wanted.
    pub modulus: Option<Int>,
    /// The number of positions of the box.
    pub of: Int,
    /// The authority.
    pub by: Message,
    /// The number of positions that were listed.
    pub positions: Int,
}

impl View for CountReport {
    fn document(&self) -> Document {
        let number = match &self.modulus {
            None => message!("{count} of {of} positions", count = self.count.to_string(), of = self.of.to_string()),
            Some(modulus) => {
                message!("{count} modulo {modulus}", count = self.count.to_string(), modulus = modulus.to_string())
            }
        };
        let fact = |label: Message, text: String| (label, vec![Words::name(text)]);
        Document(vec![
            Block::head(&self.title, Words::of(TextStyle::Strong, &number)),
            Block::Facts(vec![
                fact(message!("in"), self.region.clone()),
                fact(message!("where"), self.wanted.join(", ")),
                (message!("by"), vec![Words::plain(&self.by)]),
            ]),
        ])
    }

    fn data(&self) -> Value {
        json!({
            "game": self.game,
            "box": self.region,
            "where": self.wanted,
            "count": json::int(&self.count),
            "modulus": self.modulus.as_ref().map(json::int),
            "of": json::int(&self.of),
            "by": self.by.to_string(),
            "positions": json::int(&self.positions),
        })
    }
}
