//! The fields of a request written as JSON: a game, its givens, a position.
//!
//! A game is named as in the catalogue or comes with its rules; no file is ever opened.

use super::{Limits, Play, PositionText, abbreviated, parse_compound};
use crate::catalogue::similar;
use crate::rules::{Game, Position};
use crate::view::Range;
use crate::{Error, find, nearest, parse_given};
use grundy_message::message;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Fields that a request may have.
const FIELDS: [&str; 17] = [
    "as", "box", "claims", "compound", "depth", "format", "game", "givens", "line", "mover", "modulus", "nodes",
    "patience", "position", "ranges", "rules", "where",
];

/// The fields of a request.
pub(super) struct Fields<'a> {
    fields: &'a Map<String, Value>,
    limits: &'a Limits,
}

impl<'a> Fields<'a> {
    /// Fails if the request is no object, or has a field that does not exist: ignoring it would answer another question.
    pub fn new(request: &'a Value, limits: &'a Limits) -> Result<Fields<'a>, Error> {
        let fields = request.as_object().ok_or_else(|| Error::wrong(message!("the request is not a JSON object")))?;
        if let Some(unknown) = fields.keys().find(|field| !FIELDS.contains(&field.as_str())) {
            let error = Error::wrong(message!("there is no field `{name}`", name = abbreviated(unknown)));
            return Err(error.hint(match nearest(unknown, FIELDS) {
                Some(name) => message!("did you mean `{name}`?", name),
                None => message!("the fields are {names}", names = FIELDS.join(", ")),
            }));
        }
        Ok(Fields { fields, limits })
    }

    /// Returns the text in this field; `None` if it is missing, `null` or empty.
    pub fn text(&self, field: &str) -> Result<Option<&'a str>, Error> {
        match self.fields.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() && field != "rules" => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Error::wrong(message!("`{field}` is not a text", field))),
        }
    }

    /// Reads a whole number from this field, at most `max`; `default` if it is missing.
    pub fn number(&self, field: &str, default: usize, max: usize) -> Result<usize, Error> {
        match self.fields.get(field) {
            None | Some(Value::Null) => Ok(default),
            Some(value) => match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
                Some(number) if number <= max => Ok(number),
                _ => Err(Error::wrong(message!("`{field}` is a whole number from 0 to {max}", field, max))),
            },
        }
    }

    /// Returns the rules in the field `rules`, if they are there.
    pub fn rules(&self) -> Result<Option<&'a str>, Error> {
        let rules = self.text("rules")?;
        rules.map_or(Ok(()), |rules| self.limits.check_rules(rules))?;
        Ok(rules)
    }

    /// Returns the name and the game in the fields `game` or `rules`.
    pub fn game(&self) -> Result<(String, Arc<Game>), Error> {
        if let Some(rules) = self.rules()? {
            let game = crate::read(rules).map_err(|mistakes| Error::Rules {
                name: "rules".to_owned(),
                source: rules.to_owned(),
                mistakes,
            })?;
            self.limits.check_game(&game)?;
            return Ok((game.name.clone(), game));
        }
        let name = self.text("game")?.ok_or_else(|| {
            Error::wrong(message!("neither `game` nor `rules` is there"))
                .hint(message!("name a game, as in {{\"game\": \"nim\"}}"))
        })?;
        Ok((name.to_owned(), named(name)?))
    }

    /// Reads what is played from the fields `game` or `rules`, `givens`, `compound` and `mover`.
    pub fn play(&self) -> Result<Play, Error> {
        let (name, game) = self.game()?;
        let mut givens = vec![None; game.givens.len()];
        for (given, value) in self.givens()? {
            // As it would be written on the command line.
            let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
            let (index, value) = parse_given(&game, given, &text).map_err(|fault| Error::fault(&name, &game, fault))?;
            givens[index] = Some(value);
        }
        let compound = self.text("compound")?.map(parse_compound).transpose();
        let compound =
            compound.map_err(|_| Error::wrong(message!("`compound` is one, every, short, some, anti or upto=K")))?;
        Play::new(&name, game, givens, compound, self.text("mover")?, *self.limits)
    }

    fn givens(&self) -> Result<Vec<(&'a String, &'a Value)>, Error> {
        match self.fields.get("givens") {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Object(givens)) if givens.len() <= self.limits.names => Ok(givens.iter().collect()),
            Some(_) => Err(Error::wrong(message!(
                "`givens` is an object with a value for each, as {{\"m\": 4, \"S\": \"2,5\"}}"
            ))),
        }
    }

    /// Reads what is played, and the position in the field `position`: one line, or a list of parts; the start if it is
    /// missing.
    pub fn position(&self) -> Result<(Play, Position), Error> {
        let play = self.play()?;
        let wrong = || Error::wrong(message!("`position` is a text, as \"3 4 5\", or a list of them, one a part"));
        let position = play.position(&match self.fields.get("position") {
            None | Some(Value::Null) => PositionText::Start,
            Some(Value::String(line)) if line.trim().is_empty() => PositionText::Start,
            Some(Value::String(line)) => PositionText::Line(line),
            Some(Value::Array(parts)) if parts.len() <= self.limits.names => {
                let parts: Option<Vec<&str>> = parts.iter().map(Value::as_str).collect();
                PositionText::Parts(parts.ok_or_else(wrong)?)
            }
            Some(_) => return Err(wrong()),
        })?;
        Ok((play, position))
    }

    /// Returns the texts in this field, a list or a single one, if it is there.
    pub fn texts(&self, field: &str) -> Result<Option<Vec<&'a str>>, Error> {
        let wrong = || Error::wrong(message!("`{field}` is a text or a list of texts", field));
        match self.fields.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(vec![text])),
            Some(Value::Array(texts)) if texts.len() <= self.limits.names => {
                texts.iter().map(|text| text.as_str().ok_or_else(wrong)).collect::<Result<_, _>>().map(Some)
            }
            Some(_) => Err(wrong()),
        }
    }

    /// Parses the field `ranges`, if it is there.
    pub fn ranges(&self) -> Result<Option<Vec<Range>>, Error> {
        let wrong = || Error::wrong(message!("`ranges` is a list of one or two ranges, as [\"0..20\"]"));
        let texts = match self.fields.get("ranges") {
            None | Some(Value::Null) => return Ok(None),
            Some(texts) => texts.as_array().filter(|texts| (1..=2).contains(&texts.len())).ok_or_else(wrong)?,
        };
        let range = |text: &Value| text.as_str().ok_or_else(wrong)?.parse::<Range>().map_err(Error::wrong);
        texts.iter().map(range).collect::<Result<_, Error>>().map(Some)
    }
}

/// Returns the built-in game of that name.
///
/// # Errors
/// Fails if there is none.
pub fn named(name: &str) -> Result<Arc<Game>, Error> {
    let Some(entry) = find(name) else {
        return Err(Error::UnknownGame { name: abbreviated(name), similar: similar(name) });
    };
    entry.game().map_err(|mistakes| Error::Rules {
        name: entry.path(),
        source: entry.source.to_owned(),
        mistakes: mistakes.to_vec(),
    })
}
