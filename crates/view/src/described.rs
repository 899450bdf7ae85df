//! Games, types and values as JSON, for the page and other front ends.

use crate::board::declared;
use crate::format::json::int;
use grundy_message::Message;
use grundy_rules::game::{Component, Expr, Form, Game, Loops, Type, Verdict};
use grundy_rules::measure::falling_measure;
use grundy_rules::text::print_value;
use grundy_rules::{Instance, Int, Side, Value as GameValue};
use serde_json::{Value, json};

/// Format: largest number that a browser represents exactly. IEEE 754 fixes it.
const MAX_EXACT: i64 = (1 << 53) - 1;

/// Returns the title of a game, else its name.
pub fn title(game: &Game) -> Message {
    Message::translated(game.title.as_ref().unwrap_or(&game.name), &game.titles)
}

/// Returns what a game is about, on one line: prose may go over several lines in the file.
pub fn about(game: &Game) -> Message {
    let others: Vec<(String, String)> =
        game.abouts.iter().map(|(language, text)| (language.clone(), one_line(text))).collect();
    Message::translated(one_line(game.about.as_deref().unwrap_or_default()), &others)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the descriptions of a game in other languages.
pub fn abouts(game: &Game) -> Value {
    game.abouts.iter().map(|(language, text)| (language.clone(), Value::String(one_line(text)))).collect()
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
pub fn tags(game: &Game) -> Vec<&'static str> {
    let mut tags = vec![if game.is_impartial() { "impartial" } else { "players" }];
    if game.points {
        tags.push("points");
    }
    if game.stuck == Verdict::Win {
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
    matches!(game.loops, Loops::Wins(_))
        || game.components.iter().all(|component| matches!(component.ty, Type::Int { .. }))
}

/// Returns the names of the players; null if a game has none.
pub fn players(game: &Game) -> Value {
    match (game.side_name(Side::Left), game.side_name(Side::Right)) {
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
    let bound = |expr: &Option<Expr>| match expr.as_ref().map(|expr| &expr.form) {
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
