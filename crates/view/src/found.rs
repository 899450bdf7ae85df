//! What was found about a game: the table, and the rules, best first.
//!
//! In: plain data. Out: a page for people and an object for programs. A rule is proved, checked as far as the table
//! reaches, refuted at a position, or unknown; what is shown is what the checker and the table reported.

use crate::document::{Block, Document, TextStyle, View, Words};
use crate::limits;
use grundy_message::{Arg, Message, Piece, message, pieces, plural};
use grundy_pattern::finder::{Finding, Status};
use serde_json::{Value, json};

/// A table: the positions it covers, and its values.
#[derive(Clone, Debug)]
pub struct FoundTable {
    /// The names of the numbers.
    pub names: Vec<String>,
    /// Minimum of each number.
    pub low: Vec<i64>,
    /// Maximum of each number.
    pub high: Vec<i64>,
    /// `grundy`, `outcome` or `score`.
    pub quantity: &'static str,
    /// The extent, and the player to move, in words.
    pub extent: Message,
    /// Row by row; `None` if this is no position.
    pub values: Vec<Option<i64>>,
}

/// A sequence of numbers of a table, to look it up.
#[derive(Clone, Debug)]
pub struct FoundSequence {
    /// What its numbers are.
    pub what: Message,
    /// Its first terms.
    pub terms: Vec<i64>,
    /// Its number in the encyclopedia of integer sequences and its name, if it has one.
    pub name: Option<(String, Message)>,
}

impl FoundSequence {
    fn facts(&self) -> (Message, Vec<Words>) {
        let what = &self.what;
        let said = match &self.name {
            Some((number, name)) => message!("{what}: {name} ({number})", what, name, number),
            None => what.clone(),
        };
        let terms = self.terms.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        (message!("sequence"), vec![Words::plain(said), Words::name(terms)])
    }

    fn data(&self) -> Value {
        let (number, name) = self.name.as_ref().map(|(number, name)| (number, name.to_string())).unzip();
        json!({"of": self.what.to_string(), "terms": self.terms, "number": number, "name": name})
    }
}

/// Everything that was found about a game.
#[derive(Clone, Debug)]
pub struct FoundReport {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: Message,
    /// The givens, as `m=3`.
    pub givens: String,
    /// Each table with its rules; a report on claims alone has no tables.
    pub tables: Vec<(Option<FoundTable>, Vec<Finding>)>,
    /// Sequences of the first table, if they are wanted.
    pub sequences: Vec<FoundSequence>,
    /// The failed attempts.
    pub tried: Vec<Message>,
    /// The time it took.
    pub seconds: f64,
}

impl FoundTable {
    fn letter(&self, value: Option<i64>) -> String {
        match (value, self.quantity) {
            (None, _) => String::new(),
            (Some(0), "outcome") => "P".to_owned(),
            (Some(1), "outcome") => "N".to_owned(),
            (Some(_), "outcome") => "D".to_owned(),
            (Some(value), _) => value.to_string(),
        }
    }

    /// Returns the value at these numbers.
    pub fn value(&self, numbers: &[i64]) -> Option<i64> {
        let mut index = 0;
        for (at, number) in numbers.iter().enumerate() {
            if *number < self.low[at] || *number > self.high[at] {
                return None;
            }
            index = index * (self.high[at] - self.low[at] + 1) + number - self.low[at];
        }
        self.values.get(index as usize).copied().flatten()
    }

    fn blocks(&self, title: &Message) -> Vec<Block> {
        let extent = &self.extent;
        let (row, rest) = match self.quantity {
            "grundy" => (message!("grundy"), message!("Grundy values for {extent}", extent)),
            "score" => (message!("score"), message!("scores for {extent}", extent)),
            _ => (
                message!("outcome"),
                message!("who wins (N the player to move, P the other, D nobody) for {extent}", extent),
            ),
        };
        let mut blocks = vec![Block::head(title, Words::plain(rest))];
        let end = |at: usize, max: i64| self.high[at].min(self.low[at] + max - 1);
        match self.names.len() {
            1 => {
                let shown = self.low[0]..=end(0, limits::MAX_FOUND_ROW);
                let columns = shown.clone().map(|number| number.to_string()).collect();
                let cells = shown.map(|number| self.letter(self.value(&[number]))).collect();
                blocks.push(Block::Grid { corner: self.names[0].clone(), columns, rows: vec![(row, cells)] });
            }
            2 => {
                let columns: Vec<i64> = (self.low[1]..=end(1, limits::MAX_FOUND_SIDE)).collect();
                let row = |a: i64| {
                    let cells = columns.iter().map(|b| self.letter(self.value(&[a, *b]))).collect();
                    (Message::text(a.to_string()), cells)
                };
                blocks.push(Block::Grid {
                    corner: self.names.join("\\"),
                    columns: columns.iter().map(i64::to_string).collect(),
                    rows: (self.low[0]..=end(0, limits::MAX_FOUND_SIDE)).map(row).collect(),
                });
            }
            _ => {
                let mut lost: Vec<Vec<i64>> = (0..self.values.len())
                    .filter(|index| self.values[*index] == Some(0))
                    .map(|index| self.numbers(index))
                    .collect();
                lost.sort_by_key(|numbers| numbers.iter().sum::<i64>());
                let shown: Vec<String> = lost
                    .iter()
                    .take(limits::MAX_FOUND_LOST)
                    .map(|numbers| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
                    .collect();
                let what = if self.quantity == "score" { message!("even") } else { message!("lost") };
                blocks.push(Block::Facts(vec![(what, vec![Words::name(shown.join("  "))])]));
            }
        }
        blocks
    }

    fn numbers(&self, index: usize) -> Vec<i64> {
        let mut rest = index as i64;
        let mut numbers = self.low.clone();
        for (at, number) in numbers.iter_mut().enumerate().rev() {
            let side = self.high[at] - self.low[at] + 1;
            *number += rest % side;
            rest /= side;
        }
        numbers
    }

    fn data(&self) -> Value {
        let axes: Vec<Value> = (0..self.names.len())
            .map(|at| json!({"name": self.names[at], "from": self.low[at], "to": self.high[at]}))
            .collect();
        json!({"as": self.quantity, "axes": axes, "values": self.values})
    }
}

/// Returns the verdict on a rule, and what is known of it.
fn facts(rule: &Finding) -> (Message, Vec<Words>) {
    let style = match rule.status {
        Status::Proved | Status::Computed => TextStyle::Good,
        Status::Checked | Status::Unknown => TextStyle::Strong,
        Status::Refuted => TextStyle::Bad,
    };
    let mut lines = vec![Words::of(style, &rule.words)];
    // A strategy or a symmetry begins with its own word; text that is part of the sentence is not repeated.
    let is_claim = !["strategy ", "symmetry ", "loops "].iter().any(|word| rule.claim.starts_with(word));
    if is_claim && !rule.claim.is_empty() && !ends_with(&rule.words, &rule.claim) {
        lines.push(Words::name(format!("claim {}", rule.claim)));
    } else if !is_claim && !quotes(&rule.words, &rule.claim) {
        lines.push(Words::name(&rule.claim));
    }
    if let (Some(system), Some(count)) = (&rule.system, rule.states) {
        lines.push(Words::plain(message!(
            "by an automaton with {count} {states} in {system}",
            count,
            states = plural(&count, "state", "states"),
            system
        )));
    }
    if let Some(link) = &rule.link {
        lines.push(Words::plain(link));
    }
    if let Some(extent) = rule.extent.as_ref().filter(|_| rule.status == Status::Checked) {
        lines.push(Words::plain(message!("checked for {extent}; not proved", extent)));
    }
    if let Some(position) = &rule.counterexample {
        lines.push(Words::plain(message!("it fails at {position}", position)));
    }
    (rule.status.message(), lines)
}

/// Returns a rule as data.
fn data(rule: &Finding, seconds: f64) -> Value {
    let text = |message: &Option<Message>| message.as_ref().map(ToString::to_string);
    json!({
        "claim": rule.claim,
        "words": rule.words.to_string(),
        "status": rule.status.word(),
        "bound": rule.bound,
        "extent": text(&rule.extent),
        "counterexample": text(&rule.counterexample),
        "system": text(&rule.system),
        "states": rule.states,
        "certificate": rule.certificate,
        "link": text(&rule.link),
        "seconds": seconds,
    })
}

/// Returns true if a message has this text as an argument, or in one.
fn quotes(message: &Message, text: &str) -> bool {
    message.args().iter().any(|(_, arg)| match arg {
        Arg::Text(known) => known == text,
        Arg::Message(inner) => quotes(inner, text),
        Arg::List(_, all) => all.iter().any(|inner| quotes(inner, text)),
        Arg::Translated(..) | Arg::Plural(_) => false,
    })
}

/// Returns true if a message ends with an argument that is this text.
fn ends_with(message: &Message, text: &str) -> bool {
    let last = pieces(message.template().text).last();
    let Some(Piece::Argument(name)) = last else { return false };
    match message.arg(name) {
        Some(Arg::Text(known)) => known == text,
        Some(Arg::Message(inner)) => ends_with(inner, text),
        _ => false,
    }
}

impl View for FoundReport {
    fn document(&self) -> Document {
        let (title, givens) = (&self.title, &self.givens);
        let title = match givens.is_empty() {
            true => title.clone(),
            false => message!("{title} with {givens}", title, givens),
        };
        let mut blocks = Vec::new();
        for (table, rules) in &self.tables {
            match table {
                Some(table) => {
                    if !blocks.is_empty() {
                        blocks.push(Block::Gap);
                    }
                    blocks.extend(table.blocks(&title));
                    blocks.push(Block::Gap);
                }
                None if !self.givens.is_empty() => {
                    blocks.push(Block::head(&title, Words::default()));
                }
                None => {}
            }
            blocks.push(match rules.is_empty() {
                true => Block::Line(Words::of(TextStyle::Strong, message!("unknown: no rule was found"))),
                false => Block::Facts(rules.iter().map(facts).collect()),
            });
        }
        if !self.sequences.is_empty() {
            blocks.push(Block::Facts(self.sequences.iter().map(FoundSequence::facts).collect()));
        }
        for line in self.tried.iter().take(limits::MAX_FOUND_TRIED) {
            blocks.push(Block::Line(Words::of(TextStyle::Faint, message!("tried: {what}", what = line))));
        }
        if let Some(more) = self.tried.len().checked_sub(limits::MAX_FOUND_TRIED).filter(|more| *more > 0) {
            blocks.push(Block::Line(Words::of(TextStyle::Faint, message!("tried: and {count} more", count = more))));
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let rules = self.tables.iter().flat_map(|(_, rules)| rules);
        let claims: Vec<Value> = rules.map(|rule| data(rule, self.seconds)).collect();
        let mut data = json!({"game": self.game, "givens": self.givens, "claims": claims, "tried": self.tried.iter().map(ToString::to_string).collect::<Vec<_>>()});
        let tables: Vec<Value> = self.tables.iter().filter_map(|(table, _)| Some(table.as_ref()?.data())).collect();
        if !tables.is_empty() {
            data["tables"] = Value::Array(tables);
        }
        if !self.sequences.is_empty() {
            data["sequences"] = self.sequences.iter().map(FoundSequence::data).collect();
        }
        data
    }
}
