//! A game as an entry of a list: its names, its kind, and what it is about.

use crate::described;
use crate::document::{Block, Document, TextStyle, View, Words};
use grundy_message::{Message, Separator, list, message};
use grundy_rules::Game;
use grundy_rules::game::{CompoundRule, Loops, Verdict};
use serde_json::{Map, Value, json};

/// A game as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The name it is requested by.
    pub name: String,
    /// Its title in English, else its name.
    pub title: String,
    /// Its titles in other languages: (language, title).
    pub titles: Vec<(String, String)>,
    /// Its kind, in a few words.
    pub kind: Message,
    /// What it is about.
    pub about: Message,
    /// Where it comes from.
    pub origin: String,
    /// Its givens: (name, whether it has a default).
    pub givens: Vec<(String, bool)>,
    /// Its rules as they are written.
    pub rules: String,
}

impl Listing {
    /// Creates the entry of the game with this name.
    pub fn new(name: &str, game: &Game) -> Listing {
        Listing {
            name: name.to_owned(),
            title: game.title.clone().unwrap_or_else(|| game.name.clone()),
            titles: game.titles.clone(),
            kind: kind(game),
            about: described::about(game),
            origin: game.origin.clone().unwrap_or_default(),
            givens: game.givens.iter().map(|given| (given.name.clone(), given.default.is_some())).collect(),
            rules: game.source.0.clone(),
        }
    }

    /// Returns whether this word, in whatever case, occurs in its names, its kind or what it is about.
    pub fn mentions(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let names = [&self.name, &self.title, &self.kind.to_string(), &self.about.to_string(), &self.origin];
        names
            .into_iter()
            .chain(self.titles.iter().map(|(_, title)| title))
            .any(|text| text.to_lowercase().contains(&word))
    }

    /// Returns its line in a list.
    pub fn row(&self) -> Vec<Words> {
        let titles: Vec<&str> = self.titles.iter().map(|(_, title)| title.as_str()).collect();
        vec![
            Words::name(&self.name),
            Words::name(&self.title),
            Words::name(titles.join(", ")),
            Words::of(TextStyle::Faint, &self.kind),
        ]
    }

    /// Returns its data in a list: all but its rules.
    pub fn summary(&self) -> Value {
        let titles: Map<String, Value> =
            self.titles.iter().map(|(language, title)| (language.clone(), json!(title))).collect();
        let givens: Vec<Value> =
            self.givens.iter().map(|(name, optional)| json!({"name": name, "optional": optional})).collect();
        json!({
            "name": self.name,
            "title": self.title,
            "titles": titles,
            "kind": self.kind.to_string(),
            "about": self.about.to_string(),
            "source": self.origin,
            "givens": givens,
        })
    }
}

impl View for Listing {
    fn document(&self) -> Document {
        let mut title = Words::of(TextStyle::Strong, Message::text(&self.title));
        for (_, other) in &self.titles {
            title = title.then(TextStyle::Plain, Message::text(format!(" · {other}")));
        }
        let mut blocks = vec![Block::Line(title), Block::Line(Words::of(TextStyle::Faint, &self.kind))];
        if !self.about.is_empty() {
            blocks.push(Block::Line(Words::plain(&self.about)));
        }
        blocks.push(Block::Gap);
        blocks.push(Block::Verbatim(self.rules.clone()));
        Document(blocks)
    }

    fn data(&self) -> Value {
        let mut data = self.summary();
        data["rules"] = json!(self.rules);
        data
    }
}

/// Returns the kind of a game, in a few words.
fn kind(game: &Game) -> Message {
    let mut words = vec![if game.is_impartial() { message!("impartial") } else { message!("two players") }];
    if game.points {
        words.push(message!("points"));
    }
    if game.stuck == Verdict::Win {
        words.push(message!("misère"));
    }
    words.extend(match game.compound {
        CompoundRule::One => None,
        CompoundRule::Every => Some(message!("every part")),
        CompoundRule::Short => Some(message!("every part, the first to end")),
        CompoundRule::Some => Some(message!("some parts")),
        CompoundRule::Upto(_) => Some(message!("up to k parts")),
        CompoundRule::Anti => Some(message!("anti-SG")),
    });
    if matches!(game.loops, Loops::Wins(_)) {
        words.push(message!("loops win"));
    }
    message!("{kinds}", kinds = list(Separator::Comma, words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::read;

    #[track_caller]
    fn check(rules: &str, kind: &str, word: &str) {
        let listing = Listing::new("g", &read(rules).unwrap());
        assert_eq!(listing.kind.to_string(), kind);
        assert!(listing.mentions(word), "{listing:?}");
    }

    #[test]
    fn the_kind_is_read_off_the_rules() {
        check("game g(n) title zh \"取石子\" move t(k in 1..n) -> n - k", "impartial", "石");
        check("game g(n) title \"Misère Nim\" stuck wins move t(k in 1..n) -> n - k", "impartial, misère", "MISÈRE");
        check("game g(n) players A, B about \"cold\" move t(k in 1..n) -> n - k", "two players", "cold");
        check("game g(n) move t(k in 1..n) gain k -> n - k", "impartial, points", "g");
    }
}
