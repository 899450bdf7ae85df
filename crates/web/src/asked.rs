//! What a request asks about: a game, what is given, a position.
//!
//! In: the JSON of a request. Out: the game with its givens fixed, as the command line would have it. A game is named as
//! in the catalogue or comes with its rules; no file is ever opened.

use crate::options::Limits;
use crate::problem::Problem;
use axum::http::StatusCode;
use grundy::{Fault, Game, Instance, Join, Position, Side, catalogue, find, nearest, parse_given};
use serde_json::{Map, Value};
use std::sync::Arc;

/// How many givens and parts may be named.
const MOST_NAMED: usize = 10_000;

/// What is played.
pub struct Play {
    /// The game with its givens.
    pub instance: Arc<Instance>,
    /// The name it is asked for by.
    pub name: String,
    /// How a sum is played.
    pub join: Join,
    /// Who was said to be to move.
    pub mover: Option<Side>,
    /// What tells this game with these givens from all others.
    pub key: String,
}

impl Play {
    /// Reads what is played from the fields `game` or `rules`, `givens`, `compound` and `mover`.
    ///
    /// # Errors
    /// Something in it is wrong.
    pub fn read(asked: &Value, limits: &Limits) -> Result<Play, Problem> {
        let asked = asked.as_object().ok_or_else(|| Problem::request("the request is not a JSON object"))?;
        let (name, game) = game(asked, limits)?;
        let source = game.source.0.clone();
        let failed = |fault: Fault| Problem::fault(&source, &fault);
        let mut givens = vec![None; game.givens.len()];
        let mut key = source.clone();
        for (name, value) in named_givens(asked)? {
            let (place, value) = parse_given(&game, name, &value).map_err(failed)?;
            givens[place] = Some(value);
        }
        key += &format!("\n{givens:?}");
        let instance = Instance::new(game, givens).map_err(failed)?;
        let mover = text(asked, "mover")?.map(|name| instance.parse_mover(name)).transpose().map_err(failed)?;
        let join = match text(asked, "compound")? {
            Some(said) => join(said)?,
            None => instance.join().map_err(failed)?,
        };
        key += &format!("\n{join:?}");
        Ok(Play { instance: Arc::new(instance), name, join, mover, key })
    }

    /// The position in the field `position`: one line, or a list of parts; the start where there is none.
    ///
    /// # Errors
    /// It is no position of this game.
    pub fn position(&self, asked: &Value) -> Result<Position, Problem> {
        let wrong = || Problem::request("`position` is a text, as \"3 4 5\", or a list of them, one a part");
        let position = match asked.get("position") {
            None | Some(Value::Null) => self.start(),
            Some(Value::String(line)) if line.trim().is_empty() => self.start(),
            Some(Value::String(line)) => self.instance.parse_line(line, self.mover),
            Some(Value::Array(parts)) if parts.len() <= MOST_NAMED => {
                let parts: Option<Vec<&str>> = parts.iter().map(Value::as_str).collect();
                self.instance.parse_position(&parts.ok_or_else(wrong)?, self.mover)
            }
            Some(_) => return Err(wrong()),
        };
        position.map_err(|fault| self.problem(&fault))
    }

    fn start(&self) -> Result<Position, Fault> {
        self.instance.start().map(|start| Position { mover: self.mover.or(start.mover), ..start })
    }

    /// What went wrong with this game.
    pub fn problem(&self, fault: &Fault) -> Problem {
        Problem::fault(&self.instance.game().source.0, fault)
    }
}

/// The game that is asked about, and its name.
///
/// # Errors
/// There is none, or its rules are wrong.
pub fn game(asked: &Map<String, Value>, limits: &Limits) -> Result<(String, Arc<Game>), Problem> {
    if let Some(rules) = text(asked, "rules")? {
        if rules.len() > limits.rules_bytes {
            let detail = format!("the rules have {} bytes; {} is the most", rules.len(), limits.rules_bytes);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "rules-too-long", detail));
        }
        let game = grundy::read(rules).map_err(|diagnostics| Problem::rules(rules, &diagnostics))?;
        return Ok((game.name.clone(), game));
    }
    let name = text(asked, "game")?.ok_or_else(|| {
        Problem::request("neither `game` nor `rules` is there").hint("name a game, as in {\"game\": \"nim\"}")
    })?;
    Ok((name.to_owned(), named(name)?))
}

/// The built-in game of that name.
///
/// # Errors
/// There is none.
pub fn named(name: &str) -> Result<Arc<Game>, Problem> {
    let Some(entry) = find(name) else {
        let problem =
            Problem::new(StatusCode::NOT_FOUND, "unknown-game", format!("there is no built-in game `{name}`"));
        return Err(match nearest(name, catalogue().iter().map(|entry| entry.name)) {
            Some(near) => problem.hint(format!("did you mean `{near}`?")),
            None => problem.hint("GET /api/games lists them all"),
        });
    };
    entry.game().map_err(|diagnostics| Problem::rules(entry.source, diagnostics))
}

/// The text in this field; none where it is missing, `null` or empty.
fn text<'a>(asked: &'a Map<String, Value>, field: &str) -> Result<Option<&'a str>, Problem> {
    match asked.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() && field != "rules" => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Problem::request(format!("`{field}` is not a text"))),
    }
}

/// Each given as the text it would be on the command line.
fn named_givens(asked: &Map<String, Value>) -> Result<Vec<(&str, String)>, Problem> {
    match asked.get("givens") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(givens)) if givens.len() <= MOST_NAMED => Ok(givens
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) => (name.as_str(), text.clone()),
                other => (name.as_str(), other.to_string()),
            })
            .collect()),
        Some(_) => Err(Problem::request("`givens` is an object with a value for each, as {\"m\": 4, \"S\": \"2,5\"}")),
    }
}

fn join(said: &str) -> Result<Join, Problem> {
    match said {
        "one" => Ok(Join::One),
        "every" => Ok(Join::Every),
        "short" => Ok(Join::Short),
        "some" => Ok(Join::Some),
        "anti" => Ok(Join::Anti),
        _ => match said.strip_prefix("upto=").map(str::parse::<usize>) {
            Some(Ok(most)) if most > 0 => Ok(Join::Upto(most)),
            _ => Err(Problem::request("`compound` is one, every, short, some, anti or upto=K")),
        },
    }
}
