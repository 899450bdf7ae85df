//! Conversion of inputs from and to JSON, and of values from the game of one file to that of another.
//!
//! In: JSON and the types of the fields. Out: values, or a message saying what was expected and where. A list of symbols may be a
//! string, a list of digits too; a grid is a list of strings. Undeclared fields are refused: they may be misspelt.

use crate::problem::{Field, Input, Is, PathStep, Problem, Test, Variant};
use grundy_message::{Message, message};
use grundy_rules::diagnostic::nearest;
use grundy_rules::game::{Expr, Form, Game, Type};
use grundy_rules::meaning::expected;
use grundy_rules::{Int, Symbol, Value};
use serde_json::{Map, Value as Json, json};

impl Problem {
    /// Converts a JSON object to an input: the object itself, or what it has under `input`.
    ///
    /// # Errors
    /// Fails with what is wrong with it.
    pub fn input_of(&self, given: &Json) -> Result<Input, Message> {
        let Json::Object(object) = given else {
            return Err(message!(
                "an object with the fields of the input is expected, found {found}",
                found = brief(given)
            ));
        };
        let input = match object.get("input") {
            Some(inner @ Json::Object(_))
                if self.variants.iter().all(|variant| !variant.field_names().contains(&"input")) =>
            {
                inner
            }
            _ => given,
        };
        let Some(index) = self.variants.iter().position(|variant| variant.tests.iter().all(|test| test.holds(input)))
        else {
            return Err(message!("the input is of no variant of this problem"));
        };
        let variant = &self.variants[index];
        let names = variant.field_names();
        let keys = input.as_object().map(Map::keys).into_iter().flatten();
        for key in keys {
            if !names.contains(&key.as_str()) {
                return Err(match nearest(key, names.iter().copied()) {
                    Some(near) => message!(
                        "the input has a field `{name}` that the problem does not know (did you mean `{near}`?)",
                        name = key,
                        near
                    ),
                    None => message!(
                        "the input has a field `{name}` that the problem does not know (its fields are {names})",
                        name = key,
                        names = names.join(", ")
                    ),
                });
            }
        }
        let values: Result<Vec<Option<Value>>, Message> =
            variant.fields.iter().map(|field| variant.field_value(field, input)).collect();
        Ok(Input { variant: index, values: values? })
    }

    /// Converts an input to JSON, as [`Problem::input_of`] takes it.
    pub fn json_of(&self, input: &Input) -> Json {
        let variant = &self.variants[input.variant];
        let mut object = Map::new();
        let mut keys = Vec::new();
        for test in &variant.tests {
            if let ([PathStep::Name(name)], Is::Text(text)) = (test.path.as_slice(), &test.is) {
                object.insert(name.clone(), if text == "true" { Json::Bool(true) } else { json!(text) });
            }
        }
        let mut json = Json::Object(object);
        for (field, value) in variant.fields.iter().zip(&input.values) {
            let Some(value) = value.as_ref().filter(|_| field.totals_of.is_none()) else { continue };
            let value = json_of(&variant.adapter.game, value, looks_like_text(&field.ty));
            put(&mut json, &field.path, value, &mut keys);
        }
        json
    }
}

/// Stores a value at a path, where [`gather`] would read it: one entry of a list each where the path has `*`. `keys` are the
/// names of the object that a path with `keys()` led to, for the values that go under them.
fn put(json: &mut Json, path: &[PathStep], value: Json, keys: &mut Vec<String>) {
    let Some((step, rest)) = path.split_first() else {
        *json = value;
        return;
    };
    match step {
        PathStep::Name(name) => {
            if !json.is_object() {
                *json = Json::Object(Map::new());
            }
            put(&mut json[name], rest, value, keys);
        }
        PathStep::Place(index) => {
            put(entry(json, *index), rest, value, keys);
        }
        PathStep::Keys => {
            let names = value.as_array().into_iter().flatten();
            *keys = names.map(|name| name.as_str().map_or_else(|| name.to_string(), ToOwned::to_owned)).collect();
            *json = Json::Object(keys.iter().map(|name| (name.clone(), Json::Null)).collect());
        }
        PathStep::Each => {
            let Json::Array(values) = value else { return };
            if !json.is_object() && !json.is_array() {
                *json = Json::Array(Vec::new());
            }
            for (index, value) in values.into_iter().enumerate() {
                let inner = match json {
                    Json::Object(object) => keys.get(index).and_then(|name| object.get_mut(name)),
                    _ => Some(entry(json, index)),
                };
                if let Some(inner) = inner {
                    put(inner, rest, value, &mut Vec::new());
                }
            }
        }
    }
}

/// Returns an entry of a list, extending the list if it is too short.
fn entry(json: &mut Json, index: usize) -> &mut Json {
    if !json.is_array() {
        *json = Json::Array(Vec::new());
    }
    if let Json::Array(list) = json
        && list.len() <= index
    {
        list.resize(index + 1, Json::Null);
    }
    &mut json[index]
}

impl Test {
    fn holds(&self, input: &Json) -> bool {
        let found = step_into(input, &self.path);
        match (&self.is, found) {
            (Is::Missing, found) => found.is_none(),
            (Is::There, found) => found.is_some(),
            (Is::Text(text), Some(Json::String(found))) => found == text,
            (Is::Text(text), Some(found)) => {
                let written = found.to_string();
                written == *text
            }
            (Is::Text(text), None) => text == "false",
        }
    }
}

/// Follows a path without `*`.
fn step_into<'a>(value: &'a Json, path: &[PathStep]) -> Option<&'a Json> {
    path.iter().try_fold(value, |value, step| match step {
        PathStep::Name(name) => value.get(name),
        PathStep::Place(index) => value.get(index),
        PathStep::Each | PathStep::Keys => None,
    })
}

/// Follows a path; `*` makes a list.
fn gather(value: &Json, path: &[PathStep]) -> Result<Option<Json>, Message> {
    let Some((step, rest)) = path.split_first() else { return Ok(Some(value.clone())) };
    let inner = match step {
        PathStep::Name(name) => value.get(name),
        PathStep::Place(index) => value.get(index),
        PathStep::Keys => {
            let keys = value
                .as_object()
                .ok_or_else(|| message!("an object is expected, found {found}", found = brief(value)))?;
            let number = |key: &String| key.parse::<i64>().map_or_else(|_| json!(key), |number| json!(number));
            return Ok(Some(keys.keys().map(number).collect()));
        }
        PathStep::Each => {
            let entries: Vec<&Json> = match value {
                Json::Array(list) => list.iter().collect(),
                Json::Object(object) => object.values().collect(),
                other => return Err(message!("a list is expected, found {found}", found = brief(other))),
            };
            let mut gathered = Vec::new();
            for entry in entries {
                let found = gather(entry, rest)?;
                gathered.push(found.ok_or_else(|| message!("an entry is missing in {entry}", entry = brief(entry)))?);
            }
            return Ok(Some(Json::Array(gathered)));
        }
    };
    match inner {
        Some(inner) => gather(inner, rest),
        None => Ok(None),
    }
}

impl Variant {
    fn field_value(&self, field: &Field, input: &Json) -> Result<Option<Value>, Message> {
        if field.totals_of.is_some() {
            return Ok(None);
        }
        let found = match field.path.as_slice() {
            // Most fields are used without a copy.
            [PathStep::Name(name)] => return self.taken(field, input.get(name)),
            path => gather(input, path).map_err(|why| message!("`{name}`: {why}", name = field.shown(None), why))?,
        };
        self.taken(field, found.as_ref())
    }

    fn taken(&self, field: &Field, found: Option<&Json>) -> Result<Option<Value>, Message> {
        match found {
            None | Some(Json::Null) if field.optional => Ok(None),
            None => Err(message!("the input has no field `{name}`", name = field.shown(None))),
            Some(json) => {
                // What is gathered from the entries of a list is named by its entry.
                if field.path.contains(&PathStep::Each)
                    && let (Type::List(entry, _), Json::Array(entries)) = (&field.ty, json)
                {
                    for (at, json) in entries.iter().enumerate() {
                        value_of(&self.adapter.game, entry, json, &field.shown(Some(at)))?;
                    }
                }
                value_of(&self.adapter.game, &field.ty, json, &field.shown(None)).map(Some)
            }
        }
    }
}

/// Converts JSON to a value of this type; `index` names it in messages.
pub(crate) fn value_of(game: &Game, ty: &Type, json: &Json, index: &str) -> Result<Value, Message> {
    let wrong = || {
        let (what, found) = (expected(game, ty), brief(json));
        Err(message!("`{name}`: {what} is expected, found {found}", name = index, what, found))
    };
    match (ty, json) {
        (Type::Int { .. }, Json::Number(number)) => match number.to_string().parse::<Int>() {
            Ok(int) => match outside(ty, &int) {
                Some(beyond) => Err(beyond.message(index, brief(json))),
                None => Ok(Value::Int(int)),
            },
            Err(_) => wrong(),
        },
        (Type::Bool, Json::Bool(truth)) => Ok(Value::Bool(*truth)),
        (Type::Symbols(symbols), Json::String(name)) => match symbol_of(game, symbols, name) {
            Some(symbol) => Ok(Value::Symbol(symbol)),
            None => wrong(),
        },
        (Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry), Json::Array(list)) => {
            let strings = || list.iter().map(Json::as_str).collect::<Option<Vec<&str>>>();
            // The rows of a board that is a single strip in the game.
            if let Type::Symbols(symbols) = &**entry
                && let Some(rows) = strings()
                && rows.iter().any(|row| symbol_of(game, symbols, row).is_none())
            {
                return value_of(game, ty, &Json::String(rows.concat()), index);
            }
            let entries: Result<Vec<Value>, Message> = list
                .iter()
                .enumerate()
                .map(|(at, json)| value_of(game, entry, json, &format!("{index}[{at}]")))
                .collect();
            let entries = entries?;
            if let Type::List(_, Some(Expr { form: Form::Int(length), .. })) = ty
                && *length != Int::from(entries.len())
            {
                return Err(message!(
                    "`{name}`: {wanted} entries are expected, found {count}",
                    name = index,
                    wanted = length,
                    count = entries.len()
                ));
            }
            Ok(listed(ty, entries))
        }
        (Type::List(entry, _) | Type::Bag(entry), Json::String(text)) => {
            parse_word(game, ty, entry, text, index).map_err(|wrong| wrong.why)
        }
        _ => wrong(),
    }
}

/// The literal bound of a type that a number is beyond.
pub(crate) enum Outside<'a> {
    /// It is less than this.
    Below(&'a Int),
    /// It is greater than this.
    Above(&'a Int),
}

impl Outside<'_> {
    /// Returns the message about a number for a field, both as they are shown.
    pub fn message(&self, name: &str, number: String) -> Message {
        match self {
            Outside::Below(low) => {
                message!("a number for `{name}` is too small: {number} is below {low}", name, number, low)
            }
            Outside::Above(high) => {
                message!("a number for `{name}` is too large: {number} is above {high}", name, number, high)
            }
        }
    }
}

/// Returns the literal bound of a type that a number is beyond.
pub(crate) fn outside<'a>(ty: &'a Type, int: &Int) -> Option<Outside<'a>> {
    let Type::Int { low, high } = ty else { return None };
    // Bounds that depend on other fields are checked once the whole input has been read.
    let plain = |bound: &'a Option<Expr>| match bound.as_ref().map(|bound| &bound.form) {
        Some(Form::Int(bound)) => Some(bound),
        _ => None,
    };
    match (plain(low), plain(high)) {
        (Some(low), _) if int < low => Some(Outside::Below(low)),
        (_, Some(high)) if int > high => Some(Outside::Above(high)),
        _ => None,
    }
}

/// A character that is not allowed at its position.
pub(crate) struct WrongChar {
    /// Number of characters before it.
    pub at: usize,
    /// What is wrong with it.
    pub why: Message,
}

/// Parses a list of symbols or digits written as a string.
pub(crate) fn parse_word(game: &Game, ty: &Type, entry: &Type, text: &str, index: &str) -> Result<Value, WrongChar> {
    let mut buffer = [0u8; 4];
    let mut entries = Vec::with_capacity(text.len());
    for (at, ch) in text.chars().enumerate() {
        let value = match entry {
            Type::Symbols(symbols) => symbol_of(game, symbols, ch.encode_utf8(&mut buffer)).map(Value::Symbol),
            Type::Int { .. } => ch.to_digit(10).map(|digit| Value::from(i64::from(digit))),
            _ => None,
        };
        let Some(value) = value else {
            let what = expected(game, entry);
            let why = message!(
                "`{name}`: {what} is expected at place {number}, found `{char}`",
                name = index,
                what,
                number = at,
                char = ch
            );
            return Err(WrongChar { at, why });
        };
        entries.push(value);
    }
    Ok(listed(ty, entries))
}

fn listed(ty: &Type, entries: Vec<Value>) -> Value {
    match ty {
        Type::Bag(_) => Value::bag(entries),
        Type::Set(_) => Value::set(entries),
        _ => Value::list(entries),
    }
}

fn symbol_of(game: &Game, symbols: &[Symbol], name: &str) -> Option<Symbol> {
    symbols.iter().copied().find(|symbol| game.symbol_name(*symbol) == name)
}

/// Returns whether lists of this type are written as strings.
fn looks_like_text(ty: &Type) -> bool {
    match ty {
        Type::Symbols(_) => true,
        Type::List(entry, _) | Type::Bag(entry) => looks_like_text(entry),
        _ => false,
    }
}

/// Converts a value to JSON; `as_text` joins lists of symbols to strings.
pub(crate) fn json_of(game: &Game, value: &Value, as_text: bool) -> Json {
    match value {
        Value::Int(int) => serde_json::from_str(&int.to_string()).unwrap_or(Json::Null),
        Value::Bool(truth) => Json::Bool(*truth),
        Value::Symbol(symbol) => json!(game.symbol_name(*symbol)),
        Value::List(list) | Value::Set(list) => {
            let char_of = |value: &Value| match value {
                Value::Symbol(symbol) => Some(game.symbol_name(*symbol)).filter(|name| name.chars().count() == 1),
                _ => None,
            };
            let joined = || list.iter().map(char_of).collect::<Option<String>>();
            if as_text
                && !list.is_empty()
                && let Some(text) = joined()
            {
                return json!(text);
            }
            list.iter().map(|value| json_of(game, value, as_text)).collect()
        }
    }
}

/// Converts a value of one game to a type of another: symbols keep their names, and lists become the wanted kind.
///
/// # Errors
/// Fails on a symbol that the other game does not have, or a value of another kind.
pub(crate) fn carry(from: &Game, to: &Game, ty: &Type, value: &Value) -> Result<Value, Message> {
    let carried = match (ty, value) {
        (Type::Int { .. }, Value::Int(_)) | (Type::Bool, Value::Bool(_)) => value.clone(),
        (Type::Symbols(symbols), Value::Symbol(symbol)) => {
            let name = from.symbol_name(*symbol);
            match symbol_of(to, symbols, name) {
                Some(symbol) => Value::Symbol(symbol),
                None => return Err(message!("`{name}` is no symbol of {game}", name, game = to.name)),
            }
        }
        (Type::Set(_) | Type::Bag(_) | Type::List(..), Value::List(list) | Value::Set(list)) => {
            let (Type::Set(entry) | Type::Bag(entry) | Type::List(entry, _)) = ty else {
                return Err(message!("a list is expected"));
            };
            // Lists without symbols are the same in every game; large ones are common.
            if matches!(ty, Type::List(..)) && !has_symbols(entry) && !has_order(entry) {
                return Ok(Value::List(list.clone()));
            }
            let entries: Result<Vec<Value>, Message> = list.iter().map(|value| carry(from, to, entry, value)).collect();
            listed(ty, entries?)
        }
        _ => return Err(message!("{what} is expected by {game}", what = expected(to, ty), game = to.name)),
    };
    Ok(carried)
}

fn has_symbols(ty: &Type) -> bool {
    match ty {
        Type::Symbols(_) => true,
        Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry) => has_symbols(entry),
        Type::Int { .. } | Type::Bool => false,
    }
}

/// Returns whether a value of this type contains a collection with an order of its own.
fn has_order(ty: &Type) -> bool {
    match ty {
        Type::Bag(_) | Type::Set(_) => true,
        Type::List(entry, _) => has_order(entry),
        _ => false,
    }
}

/// Shortens JSON for messages.
pub(crate) fn brief(json: &Json) -> String {
    let text = json.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Returns the prefix sums of a list of numbers; of a grid, entry (r, c) is the sum of the first c entries of the first r rows.
pub(crate) fn totals(value: &Value) -> Option<Value> {
    let rows = value.as_elements()?;
    if rows.iter().all(|row| row.as_int().is_some()) && !rows.is_empty() {
        let mut sum = Int::ZERO;
        let mut sums = vec![Value::Int(Int::ZERO)];
        for number in rows {
            sum = sum.add(number.as_int()?).ok()?;
            sums.push(Value::Int(sum.clone()));
        }
        return Some(Value::list(sums));
    }
    let width = rows.first().and_then(Value::as_elements).map_or(0, <[Value]>::len);
    let mut above = vec![Int::ZERO; width + 1];
    let row_of = |sums: &[Int]| Value::list(sums.iter().cloned().map(Value::Int).collect());
    let mut table = vec![row_of(&above)];
    for row in rows {
        let mut sum = Int::ZERO;
        let mut next = vec![Int::ZERO; width + 1];
        for (at, entry) in row.as_elements()?.iter().take(width).enumerate() {
            sum = sum.add(entry.as_int()?).ok()?;
            next[at + 1] = above[at + 1].add(&sum).ok()?;
        }
        table.push(row_of(&next));
        above = next;
    }
    Some(Value::list(table))
}
