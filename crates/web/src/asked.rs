//! What a request is about: a game, its givens, a position.
//!
//! In: the JSON of a request. Out: the game with its givens fixed, as the command line would have it. A game is named
//! as in the catalogue or comes with its rules; no file is ever opened.

use crate::limits::{self, Limits, MAX_COMPONENTS, MAX_GIVEN_VALUES, MAX_POSITION_VALUES};
use crate::problem::{Problem, abbreviated};
use axum::http::StatusCode;
use grundy::rules::{Game, Position};
use grundy::{
    Compound, Fault, FaultClass, Instance, Meter, Side, Value as GameValue, catalogue, find, nearest, parse_given,
};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Hint for a position that is too large.
const LARGER: &str = "larger ones are for the command line: grundy solve";
/// Bytes of the answer per move, besides the position that it leads to.
const MOVE_BYTES: usize = 200;
/// The positions in an answer take at most this fraction of all memory, as text; as data they take some thirty times as
/// much.
const POSITIONS_FRACTION: u64 = 256;

/// A game to be played.
pub struct Play {
    /// The game with its givens.
    pub instance: Arc<Instance>,
    /// Name of the game in the request.
    pub name: String,
    /// How a sum is played.
    pub compound: Compound,
    /// The player to move, if given.
    pub mover: Option<Side>,
    /// Identifies this game with these givens.
    pub key: String,
    /// Maximum number of bytes of positions in an answer.
    max_position_bytes: usize,
}

impl Play {
    /// Reads the game from the fields `game` or `rules`, `givens`, `compound` and `mover`.
    ///
    /// # Errors
    /// Fails if one of them is wrong.
    pub fn read(request: &Value, limits: &Limits) -> Result<Play, Problem> {
        let request = request.as_object().ok_or_else(|| Problem::request("the request is not a JSON object"))?;
        let (name, game) = game(request, limits)?;
        let source = game.source.0.clone();
        let failed = |fault: Fault| Problem::fault(&source, &fault);
        let mut givens = vec![None; game.givens.len()];
        let mut key = source.clone();
        for (name, value) in named_givens(request)? {
            let (index, value) = parse_given(&game, name, &value).map_err(failed)?;
            givens[index] = Some(value);
        }
        key += &format!("\n{givens:?}");
        let instance = Instance::new_within(game, givens, &Meter::steps(limits::MAX_SETUP_STEPS)).map_err(|fault| {
            if fault.class == FaultClass::Budget {
                too_large("the givens take too long to set up")
            } else {
                failed(fault)
            }
        })?;
        let count: usize = instance.givens().iter().map(GameValue::count).sum();
        if count > MAX_GIVEN_VALUES {
            let detail = format!("the givens have {count} numbers and cells; {MAX_GIVEN_VALUES} is the most");
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", detail));
        }
        let mover = text(request, "mover")?.map(|name| instance.parse_mover(name)).transpose().map_err(failed)?;
        let compound = match text(request, "compound")? {
            Some(name) => join(name)?,
            None => instance.compound().map_err(failed)?,
        };
        key += &format!("\n{compound:?}");
        let max_position_bytes = (limits.table_bytes / POSITIONS_FRACTION) as usize;
        Ok(Play { instance: Arc::new(instance), name, compound, mover, key, max_position_bytes })
    }

    /// Parses the position in the field `position`: one line, or a list of parts; the start if it is missing.
    ///
    /// # Errors
    /// Fails if it is not a position of this game.
    pub fn position(&self, request: &Value) -> Result<Position, Problem> {
        let meter = Meter::steps(limits::MAX_SETUP_STEPS);
        let wrong = || Problem::request("`position` is a text, as \"3 4 5\", or a list of them, one a part");
        let position = match request.get("position") {
            None | Some(Value::Null) => self.start(&meter),
            Some(Value::String(line)) if line.trim().is_empty() => self.start(&meter),
            Some(Value::String(line)) => self.instance.parse_line_within(line, self.mover, &meter),
            Some(Value::Array(parts)) if parts.len() <= limits::MAX_NAMED_VALUES => {
                let parts: Option<Vec<&str>> = parts.iter().map(Value::as_str).collect();
                self.instance.parse_position_within(&parts.ok_or_else(wrong)?, self.mover, &meter)
            }
            Some(_) => return Err(wrong()),
        };
        let position = position.map_err(|fault| self.too_slow_or(fault))?;
        let count = position.count();
        if count > MAX_POSITION_VALUES {
            let detail = format!("the position has {count} numbers and cells; {MAX_POSITION_VALUES} is the most");
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", detail).hint(LARGER));
        }
        Ok(position)
    }

    /// Returns how many moves of a position are listed, at most `max`: each includes the position that it leads to.
    pub fn listed_moves(&self, position: &Position, max: usize) -> usize {
        let bytes = self.instance.print_position(position).len() + MOVE_BYTES;
        (self.max_position_bytes / bytes).clamp(1, max)
    }

    fn start(&self, meter: &Meter) -> Result<Position, Fault> {
        self.instance.start_within(meter).map(|start| Position { mover: self.mover.or(start.mover), ..start })
    }

    /// Converts a fault that occurred while positions were set up.
    pub fn too_slow_or(&self, fault: Fault) -> Problem {
        match fault.class {
            FaultClass::Budget => too_large("the position takes too long to set up").hint(LARGER),
            _ => self.problem(&fault),
        }
    }

    /// Converts a fault of this game.
    pub fn problem(&self, fault: &Fault) -> Problem {
        Problem::fault(&self.instance.game().source.0, fault)
    }
}

fn too_large(detail: &str) -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", detail)
}

/// Returns the name and the game of the request.
///
/// # Errors
/// Fails if there is none or its rules are wrong.
pub fn game(request: &Map<String, Value>, limits: &Limits) -> Result<(String, Arc<Game>), Problem> {
    if let Some(rules) = text(request, "rules")? {
        if rules.len() > limits.rules_bytes {
            let detail = format!("the rules have {} bytes; {} is the most", rules.len(), limits.rules_bytes);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "rules-too-long", detail));
        }
        let game = grundy::read(rules).map_err(|diagnostics| Problem::rules(rules, &diagnostics))?;
        within_limits(&game)?;
        return Ok((game.name.clone(), game));
    }
    let name = text(request, "game")?.ok_or_else(|| {
        Problem::request("neither `game` nor `rules` is there").hint("name a game, as in {\"game\": \"nim\"}")
    })?;
    Ok((name.to_owned(), named(name)?))
}

/// Checks the number of components and givens of a game.
///
/// # Errors
/// Fails if there are too many.
pub fn within_limits(game: &Game) -> Result<(), Problem> {
    let count = game.components.len() + game.givens.len();
    if count > MAX_COMPONENTS {
        let detail = format!("the game has {count} components and givens; {MAX_COMPONENTS} is the most");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", detail));
    }
    Ok(())
}

/// Returns the built-in game of that name.
///
/// # Errors
/// Fails if there is none.
pub fn named(name: &str) -> Result<Arc<Game>, Problem> {
    let Some(entry) = find(name) else {
        let problem = Problem::new(
            StatusCode::NOT_FOUND,
            "unknown-game",
            format!("there is no built-in game `{}`", abbreviated(name)),
        );
        return Err(match nearest(name, catalogue().iter().map(|entry| entry.name)) {
            Some(near) => problem.hint(format!("did you mean `{near}`?")),
            None => problem.hint("GET /api/games lists them all"),
        });
    };
    entry.game().map_err(|diagnostics| Problem::rules(entry.source, diagnostics))
}

/// Returns the text in this field; `None` if it is missing, `null` or empty.
fn text<'a>(request: &'a Map<String, Value>, field: &str) -> Result<Option<&'a str>, Problem> {
    match request.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() && field != "rules" => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Problem::request(format!("`{field}` is not a text"))),
    }
}

/// Returns each given as it would be written on the command line.
fn named_givens(request: &Map<String, Value>) -> Result<Vec<(&str, String)>, Problem> {
    match request.get("givens") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(givens)) if givens.len() <= limits::MAX_NAMED_VALUES => Ok(givens
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) => (name.as_str(), text.clone()),
                other => (name.as_str(), other.to_string()),
            })
            .collect()),
        Some(_) => Err(Problem::request("`givens` is an object with a value for each, as {\"m\": 4, \"S\": \"2,5\"}")),
    }
}

fn join(name: &str) -> Result<Compound, Problem> {
    match name {
        "one" => Ok(Compound::One),
        "every" => Ok(Compound::Every),
        "short" => Ok(Compound::Short),
        "some" => Ok(Compound::Some),
        "anti" => Ok(Compound::Anti),
        _ => match name.strip_prefix("upto=").map(str::parse::<usize>) {
            Some(Ok(max)) if max > 0 => Ok(Compound::Upto(max)),
            _ => Err(Problem::request("`compound` is one, every, short, some, anti or upto=K")),
        },
    }
}
