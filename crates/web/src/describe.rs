//! Games, types and values as JSON, for drawing boards.

use crate::limits;
use grundy::rules::game::{Component, Form, Game, Type};
use grundy::rules::measure::falling_measure;
use grundy::view::board::declared;
use grundy::view::format::json::int;
use grundy::view::words::Catalogue;
use grundy::view::{Language, Listing, View};
use grundy::{Entry, Instance, Int, Meter, Value as GameValue, catalogue, print_value};
use serde_json::{Value, json};

/// Format: largest number that a browser represents exactly. IEEE 754 fixes it.
const MAX_EXACT: i64 = (1 << 53) - 1;

/// Describes a game for the list: what `grundy list --json` prints, the kind of board, and whether play can go in
/// circles.
pub fn listed(entry: &Entry, game: &Game) -> Value {
    let mut data = Listing::new(entry.name, game).summary();
    data["abouts"] = abouts(game);
    data["board"] = json!(entry.board);
    data["tags"] = json!(tags(game));
    data["players"] = players(game);
    if let Ok(instance) = Instance::new(entry_game(game), vec![None; game.givens.len()])
        && let Ok(start) = instance.start()
    {
        data["start"] = json!(instance.print_position(&start));
    }
    data
}

/// Describes one game: what `grundy show --json` prints, its components and its givens.
pub fn whole(name: &str, game: &Game) -> Value {
    let mut data = Listing::new(name, game).data();
    data["abouts"] = abouts(game);
    let entry = catalogue().iter().find(|entry| entry.name == name && entry.source == game.source.0);
    data["board"] = json!(entry.map(|entry| entry.board));
    data["tags"] = json!(tags(game));
    data["players"] = players(game);
    data["components"] = components(game, &game.components);
    data["given_types"] = components(game, &game.givens);
    let mut start = Value::Null;
    let set_up = || Meter::steps(limits::MAX_SETUP_STEPS);
    let instance = Instance::new_within(entry_game(game), vec![None; game.givens.len()], &set_up());
    // Anything longer cannot be queried and is too long to read.
    let is_short = |instance: &Instance| {
        instance.givens().iter().map(GameValue::count).sum::<usize>() <= limits::MAX_LISTED_VALUES
    };
    if let Some(instance) = instance.ok().filter(is_short) {
        data["defaults"] = givens(&instance);
        start = match instance.start_within(&set_up()) {
            Ok(start) if start.count() <= limits::MAX_LISTED_VALUES => json!(instance.print_position(&start)),
            _ => Value::Null,
        };
        data["example"] = json!(instance.example());
    }
    data["start"] = start;
    data
}

/// Returns the descriptions of a game in other languages, as far as they can be translated.
fn abouts(game: &Game) -> Value {
    let text = game.about.as_deref().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let translated = Language::ALL.into_iter().filter_map(|language| {
        let translated = Catalogue::of(language)?.say(&text)?;
        Some((language.code().to_owned(), Value::String(translated)))
    });
    Value::Object(translated.collect())
}

/// Returns the givens of a play as they are written on the command line.
pub fn givens(instance: &Instance) -> Value {
    let game = instance.game();
    let givens = game.givens.iter().zip(instance.givens());
    givens.map(|(given, value)| (given.name.clone(), json!(print_value(game, &given.ty, value)))).collect()
}

/// Returns the givens of a play as values.
pub fn given_values(instance: &Instance) -> Value {
    let game = instance.game();
    let givens = game.givens.iter().zip(instance.givens());
    givens.map(|(given, given_value)| (given.name.clone(), value(game, given_value))).collect()
}

/// Returns the kinds of game it is, a word each.
fn tags(game: &Game) -> Vec<&'static str> {
    let mut tags = vec![if game.is_impartial() { "impartial" } else { "players" }];
    if game.points {
        tags.push("points");
    }
    if game.stuck == grundy::rules::game::Verdict::Win {
        tags.push("misere");
    }
    // A game for points may not loop, and a board that fills up does not; only rules whose every change can be undone
    // do.
    if !game.points && falling_measure(game).is_none() && !game.is_impartial() && can_move_back(game) {
        tags.push("loops");
    }
    tags
}

/// Returns true if pieces only walk: no rule fills a cell for good. A hint for people, not a theorem.
fn can_move_back(game: &Game) -> bool {
    matches!(game.loops, grundy::rules::game::Loops::Wins(_))
        || game.components.iter().all(|component| matches!(component.ty, Type::Int { .. }))
}

fn players(game: &Game) -> Value {
    match (game.side_name(grundy::Side::Left), game.side_name(grundy::Side::Right)) {
        (Some(left), Some(right)) => json!([left, right]),
        _ => Value::Null,
    }
}

/// Describes components or givens: their names, types, and how they were declared.
pub fn components(game: &Game, components: &[Component]) -> Value {
    let described = components.iter().map(|component| {
        json!({
            "name": component.name,
            "type": kind(game, &component.ty),
            "declared": declared(game, component),
        })
    });
    Value::Array(described.collect())
}

fn kind(game: &Game, ty: &Type) -> Value {
    let bound = |expr: &Option<grundy::rules::game::Expr>| match expr.as_ref().map(|expr| &expr.form) {
        Some(Form::Int(bound)) => number(bound),
        _ => Value::Null,
    };
    match ty {
        Type::Int { low, high } => json!({"kind": "int", "low": bound(low), "high": bound(high)}),
        Type::Bool => json!({"kind": "bool"}),
        Type::Symbols(symbols) => {
            let names: Vec<&String> = symbols.iter().filter_map(|symbol| game.symbols.get(symbol.0 as usize)).collect();
            json!({"kind": "symbol", "symbols": names})
        }
        Type::List(element, _) => json!({"kind": "list", "of": kind(game, element)}),
        Type::Bag(element) => json!({"kind": "bag", "of": kind(game, element)}),
        Type::Set(element) => json!({"kind": "set", "of": kind(game, element)}),
    }
}

/// Converts a value to JSON; numbers too large for a browser become strings.
pub fn value(game: &Game, game_value: &GameValue) -> Value {
    match game_value {
        GameValue::Int(int) => number(int),
        GameValue::Bool(bool) => json!(bool),
        GameValue::Symbol(symbol) => json!(game.symbols.get(symbol.0 as usize)),
        GameValue::List(elements) | GameValue::Set(elements) => {
            Value::Array(elements.iter().map(|element| value(game, element)).collect())
        }
    }
}

fn number(number: &Int) -> Value {
    match number.to_i64() {
        Some(small) if (-MAX_EXACT..=MAX_EXACT).contains(&small) => json!(small),
        _ => Value::String(int(number).to_string()),
    }
}

/// Returns a shared copy of the game, as instances share their rules. The list of games is built once and cached.
fn entry_game(game: &Game) -> std::sync::Arc<Game> {
    std::sync::Arc::new(game.clone())
}
