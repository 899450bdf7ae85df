//! Turns the input of a case into a question to a game of the catalogue, as defined by `NAME.toml` beside the cases.
//!
//! In: a mapping file and a case. Out: [`Question`]s, all of it text as on the command line, and the expected answer of
//! each. The format is described in `cases/problems/README.md`. What templates cannot express is done by an adapter:
//! see [`crate::adapt`].

use crate::adapt;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use toml::{Table, Value as Toml};

/// A question, as it would be typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// A name of the catalogue.
    pub game: String,
    /// Name and text of each given.
    pub givens: Vec<(String, String)>,
    /// The parts of the sum; `None` is the start of the game.
    pub parts: Option<Vec<String>>,
    /// The player to move, if given.
    pub mover: Option<String>,
    /// How the sum is played, if given.
    pub compound: Option<String>,
}

/// Meaning of a field of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// `first`, `second` or `draw`, relative to the player to move.
    Winner,
    /// `first` is this player, `second` the other, whichever is to move.
    WinnerOf(String),
    /// The Grundy value.
    Grundy,
    /// The best difference for the player to move.
    Score,
    /// Number of moves that keep the best result; of a list, its length.
    WinningMoveCount,
    /// Number of moves to the end.
    Remoteness,
}

/// An expected answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The field of the case.
    pub field: String,
    /// Its meaning.
    pub meaning: Meaning,
    /// Its value.
    pub value: String,
}

/// The question of a case and its expected answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub query: Query,
    /// The expected answers.
    pub expected: Vec<Expected>,
}

/// One `[[map]]`.
#[derive(Clone, Debug)]
pub struct Map {
    when: Table,
    game: String,
    given: Vec<(String, String)>,
    position: Option<Vec<String>>,
    parts: Option<String>,
    part: String,
    mover: Option<String>,
    words: BTreeMap<String, String>,
    letters: BTreeMap<char, String>,
    compound: Option<String>,
    adapter: Option<String>,
    answer: Meaning,
    extra: Vec<(String, Meaning)>,
    /// Why the cases are skipped for now.
    pub skip: Option<String>,
}

/// The keys of a map; any other key is a mistake.
const KEYS: [&str; 15] = [
    "when", "game", "given", "position", "parts", "part", "mover", "words", "letters", "compound", "answer", "first",
    "extra", "adapter", "skip",
];

/// Parses a mapping file.
///
/// # Errors
/// Fails with what is wrong with it.
pub fn read_maps(text: &str) -> Result<Vec<Map>, String> {
    let table: Table = text.parse().map_err(|error| format!("{error}"))?;
    if let Some(other) = table.keys().find(|key| *key != "map") {
        return Err(format!("`{other}` stands outside of `[[map]]`"));
    }
    let maps = table.get("map").and_then(Toml::as_array).ok_or("there is no `[[map]]`")?;
    maps.iter().map(|map| read_map(map.as_table().ok_or("`map` is not a table")?)).collect()
}

fn read_map(table: &Table) -> Result<Map, String> {
    if let Some(other) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("unknown key `{other}`"));
    }
    let string = |key: &str| table.get(key).map(|value| text(value, key)).transpose();
    let pairs = |key: &str| -> Result<Vec<(String, String)>, String> {
        let Some(value) = table.get(key) else { return Ok(Vec::new()) };
        let inner = value.as_table().ok_or_else(|| format!("`{key}` is not a table"))?;
        inner.iter().map(|(name, value)| Ok((name.clone(), text(value, name)?))).collect()
    };
    let skip = string("skip")?;
    let adapter = string("adapter")?;
    let game = string("game")?.unwrap_or_default();
    if game.is_empty() && skip.is_none() && adapter.is_none() {
        return Err("a map needs a `game`, an `adapter` or a `skip`".into());
    }
    let first = string("first")?;
    let answer = meaning(string("answer")?.as_deref().unwrap_or("winner"), first.as_deref())?;
    let position = match table.get("position") {
        None => None,
        Some(Toml::Array(list)) => {
            Some(list.iter().map(|template| text(template, "position")).collect::<Result<Vec<_>, _>>()?)
        }
        Some(single) => Some(vec![text(single, "position")?]),
    };
    let letters = pairs("letters")?.into_iter().map(|(from, to)| {
        let mut characters = from.chars();
        match (characters.next(), characters.next()) {
            (Some(letter), None) => Ok((letter, to)),
            _ => Err(format!("`{from}` is not one letter")),
        }
    });
    let extra = pairs("extra")?.into_iter().map(|(field, what)| Ok((field, meaning(&what, first.as_deref())?)));
    Ok(Map {
        when: table.get("when").and_then(Toml::as_table).cloned().unwrap_or_default(),
        game,
        given: pairs("given")?,
        position,
        parts: string("parts")?,
        part: string("part")?.unwrap_or_else(|| "{}".into()),
        mover: string("mover")?,
        words: pairs("words")?.into_iter().collect(),
        letters: letters.collect::<Result<_, String>>()?,
        compound: string("compound")?,
        adapter,
        answer,
        extra: extra.collect::<Result<_, String>>()?,
        skip,
    })
}

fn text(value: &Toml, key: &str) -> Result<String, String> {
    match value {
        Toml::String(text) => Ok(text.clone()),
        Toml::Integer(number) => Ok(number.to_string()),
        Toml::Boolean(truth) => Ok(truth.to_string()),
        _ => Err(format!("`{key}` is not a text")),
    }
}

fn meaning(word: &str, first: Option<&str>) -> Result<Meaning, String> {
    Ok(match word {
        "winner" => Meaning::Winner,
        "winner_of" => Meaning::WinnerOf(first.ok_or("`winner_of` needs `first`")?.to_owned()),
        "grundy" => Meaning::Grundy,
        "score" => Meaning::Score,
        "winning_move_count" | "winning_move_list_length" => Meaning::WinningMoveCount,
        "remoteness" => Meaning::Remoteness,
        other => return Err(format!("`{other}` is not something that can be compared")),
    })
}

impl Map {
    /// Returns true if the map applies to this input.
    pub fn fits(&self, input: &Json) -> bool {
        self.when.iter().all(|(path, wanted)| {
            let found = field(input, path);
            match wanted {
                // A missing field equals false.
                Toml::Boolean(wanted) => found.map_or(Some(false), Json::as_bool) == Some(*wanted),
                Toml::String(wanted) => found.and_then(Json::as_str) == Some(wanted),
                Toml::Integer(wanted) => found.and_then(Json::as_i64) == Some(*wanted),
                _ => false,
            }
        })
    }

    /// Returns the questions of a case; one, unless an adapter makes more.
    ///
    /// # Errors
    /// Fails if a template cannot be filled, or the adapter fails.
    pub fn questions(&self, case: &Json) -> Result<Vec<Question>, String> {
        let mut expected = Vec::new();
        let answer = ("answer".to_owned(), self.answer.clone());
        for (field, meaning) in std::iter::once(&answer).chain(&self.extra) {
            let value = &case[field.as_str()];
            let value = match (value, meaning) {
                (Json::Null, _) => continue,
                (Json::Array(moves), Meaning::WinningMoveCount) => moves.len().to_string(),
                (other, _) => render(other),
            };
            expected.push(Expected { field: field.clone(), meaning: meaning.clone(), value });
        }
        let question = Question { query: self.ask(&case["input"])?, expected };
        match &self.adapter {
            Some(name) => adapt::adapt(name, case, question),
            None => Ok(vec![question]),
        }
    }

    fn ask(&self, input: &Json) -> Result<Query, String> {
        let lettered = self.translated(input);
        let fill = |template: &str, element: Option<&Json>| self.fill(template, &lettered, element);
        let mut query = Query { game: self.game.clone(), ..Query::default() };
        for (name, template) in &self.given {
            query.givens.push((name.clone(), fill(template, None)?));
        }
        if let Some(templates) = &self.position {
            query.parts = Some(templates.iter().map(|template| fill(template, None)).collect::<Result<_, _>>()?);
        }
        if let Some(path) = &self.parts {
            let list = field(&lettered, path).and_then(Json::as_array);
            let list = list.ok_or_else(|| format!("the input has no list `{path}`"))?;
            query.parts = Some(list.iter().map(|element| fill(&self.part, Some(element))).collect::<Result<_, _>>()?);
        }
        if let Some(template) = &self.mover {
            // The player to move is a word of its own and is not written with the chars of a board.
            let mover = self.fill(template, input, None)?;
            query.mover = Some(mover).filter(|mover| !mover.is_empty());
        }
        if let Some(template) = &self.compound {
            query.compound = Some(fill(template, None)?);
        }
        Ok(query)
    }

    fn fill(&self, template: &str, input: &Json, element: Option<&Json>) -> Result<String, String> {
        let mut filled = String::new();
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            filled += &rest[..open];
            let close = rest[open..].find('}').ok_or_else(|| format!("`{{` is never closed in `{template}`"))? + open;
            let path = &rest[open + 1..close];
            let numbered = path.chars().next().is_none_or(|letter| letter.is_ascii_digit());
            let found = match element {
                Some(element) if numbered => field(element, path),
                _ => field(input, path),
            };
            filled += &found.map(render).unwrap_or_default();
            rest = &rest[close + 1..];
        }
        filled += rest;
        Ok(self.words.get(&filled).cloned().unwrap_or(filled))
    }

    /// Returns the input with the chars of its strings replaced.
    fn translated(&self, value: &Json) -> Json {
        match value {
            Json::String(string) => Json::String(
                string.chars().map(|letter| self.letters.get(&letter).cloned().unwrap_or(letter.to_string())).collect(),
            ),
            Json::Array(list) => list.iter().map(|value| self.translated(value)).collect(),
            Json::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), self.translated(value))).collect(),
            other => other.clone(),
        }
    }
}

/// Returns a field of a value by its path: `a.b.0`; the empty path is the value itself.
pub fn field<'a>(value: &'a Json, path: &str) -> Option<&'a Json> {
    path.split('.').filter(|name| !name.is_empty()).try_fold(value, |value, name| match value {
        Json::Array(list) => name.parse::<usize>().ok().and_then(|index| list.get(index)),
        other => other.get(name),
    })
}

/// Returns a value as it is written in a question.
pub fn render(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(list) if !list.is_empty() && list.iter().all(Json::is_string) => {
            list.iter().filter_map(Json::as_str).collect::<Vec<_>>().join("/")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(map: &str, input: Json, expect: &str) {
        let maps = read_maps(&format!("[[map]]\n{map}")).unwrap();
        let query = maps[0].questions(&json!({"input": input, "answer": "first"})).unwrap().remove(0).query;
        let shown = format!("{} {:?} {}", query.game, query.givens, query.parts.unwrap_or_default().join(" "));
        assert_eq!(format!("{shown} {}", query.mover.unwrap_or_default()), expect);
    }

    #[test]
    fn templates_are_filled_from_the_input() {
        check("game = \"nim\"\nparts = \"heaps\"", json!({"heaps": [3, 4]}), "nim [] 3 4 ");
        check("game = \"g\"\nposition = [\"{a},{b.1}\"]", json!({"a": 1, "b": [2, 3]}), "g [] 1,3 ");
        check("game = \"g\"\nparts = \"p\"\npart = \"{1},{x}\"", json!({"p": [[2, 3]], "x": true}), "g [] 3,true ");
        check(
            "game = \"g\"\nposition = [\"{b}\"]\nletters = { \"0\" = \".\" }\nmover = \"{m}\"\nwords = { L = \"left\" }",
            json!({"b": ["00", "01"], "m": "L"}),
            "g [] ../.1 left",
        );
        check("game = \"g\"\ngiven = { S = \"{s}\" }", json!({"s": [2, 5]}), "g [(\"S\", \"[2,5]\")]  ");
    }

    #[test]
    fn a_missing_field_equals_false() {
        let maps = read_maps("[[map]]\ngame = \"g\"\nwhen = { misere = false }").unwrap();
        assert!(maps[0].fits(&json!({})) && !maps[0].fits(&json!({"misere": true})));
        assert!(!maps[0].fits(&json!({"misere": [1]})));
    }

    #[test]
    fn a_mistake_in_a_mapping_is_reported() {
        assert!(read_maps("[[map]]\ngame = \"g\"\npositoin = [\"\"]").unwrap_err().contains("positoin"));
        assert!(read_maps("[[map]]\nanswer = \"grundy\"").unwrap_err().contains("needs a `game`"));
    }
}
