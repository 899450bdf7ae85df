//! Games, types and values as JSON, for who draws boards.

use grundy::rules::game::{Component, Form, Game, Type};
use grundy::rules::measure::falling_measure;
use grundy::view::board::declared;
use grundy::view::format::json::int;
use grundy::view::words::Catalogue;
use grundy::view::{Language, Listing, View};
use grundy::{Entry, Instance, Int, Value as Worth, catalogue, print_value};
use serde_json::{Value, json};

/// The largest number that a browser keeps exactly.
const MOST_EXACT: i64 = (1 << 53) - 1;

/// A game of the list: what `grundy list --json` tells, the kind of board, and whether play can go round in circles.
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

/// A game by itself: what `grundy show --json` tells, its parts and what is given.
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
    if let Ok(instance) = Instance::new(entry_game(game), vec![None; game.givens.len()]) {
        data["defaults"] = givens(&instance);
        start = instance.start().map_or(Value::Null, |start| json!(instance.print_position(&start)));
        data["example"] = json!(instance.example());
    }
    data["start"] = start;
    data
}

/// What a game is about in other languages, as far as it can be said in them.
fn abouts(game: &Game) -> Value {
    let text = game.about.as_deref().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let said = Language::ALL.into_iter().filter_map(|language| {
        let said = Catalogue::of(language)?.say(&text)?;
        Some((language.code().to_owned(), Value::String(said)))
    });
    Value::Object(said.collect())
}

/// The givens of a play as the text they would be on the command line.
pub fn givens(instance: &Instance) -> Value {
    let game = instance.game();
    let told = game.givens.iter().zip(instance.givens());
    told.map(|(given, value)| (given.name.clone(), json!(print_value(game, &given.ty, value)))).collect()
}

/// The givens of a play as values.
pub fn given_values(instance: &Instance) -> Value {
    let game = instance.game();
    let told = game.givens.iter().zip(instance.givens());
    told.map(|(given, given_value)| (given.name.clone(), value(game, given_value))).collect()
}

/// What kind of game it is, a word each.
fn tags(game: &Game) -> Vec<&'static str> {
    let mut tags = vec![if game.is_impartial() { "impartial" } else { "players" }];
    if game.points {
        tags.push("points");
    }
    if game.stuck == grundy::rules::game::Verdict::Win {
        tags.push("misere");
    }
    // A game for points may not loop, and a board that fills up does not; only rules whose every change can be undone do.
    if !game.points && falling_measure(game).is_none() && !game.is_impartial() && can_move_back(game) {
        tags.push("loops");
    }
    tags
}

/// Whether pieces only walk: no rule fills a place for good. A hint for people, not a theorem.
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

/// Components or givens: their names, types, and how they were declared.
pub fn components(game: &Game, components: &[Component]) -> Value {
    let told = components.iter().map(|component| {
        json!({
            "name": component.name,
            "type": kind(game, &component.ty),
            "declared": declared(game, component),
        })
    });
    Value::Array(told.collect())
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

/// A value as JSON: numbers too large for a browser are texts.
pub fn value(game: &Game, worth: &Worth) -> Value {
    match worth {
        Worth::Int(int) => number(int),
        Worth::Bool(bool) => json!(bool),
        Worth::Symbol(symbol) => json!(game.symbols.get(symbol.0 as usize)),
        Worth::List(elements) | Worth::Set(elements) => {
            Value::Array(elements.iter().map(|element| value(game, element)).collect())
        }
    }
}

fn number(number: &Int) -> Value {
    match number.to_i64() {
        Some(small) if (-MOST_EXACT..=MOST_EXACT).contains(&small) => json!(small),
        _ => Value::String(int(number).to_string()),
    }
}

/// The game to be kept. Instances share their rules; what is listed here is listed once and remembered.
fn entry_game(game: &Game) -> std::sync::Arc<Game> {
    std::sync::Arc::new(game.clone())
}
