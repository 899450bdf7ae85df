//! Numbers that describe a position: lengths, sums, counts.
//!
//! In: a game and some of its positions. Out: for every number that is defined at all of them a column with its text in
//! the language of rules. The texts are evaluated by the meaning of the rules.

use super::combine::{Binding, Term};
use grundy_rules::file::Scope;
use grundy_rules::game::{Expr, Game, Kind, Type};
use grundy_rules::{Instance, Meter, Part, Side, Value};
use std::sync::Arc;

/// Tuning: maximum number of steps to evaluate one number at all positions.
const MAX_COLUMN_STEPS: u64 = 4_000_000;

/// A number that describes a position, as texts of which the first that is defined everywhere is used.
struct Feature {
    texts: Vec<String>,
    cost: u32,
}

/// Returns the columns of some positions, in the order in which a person would look at them.
pub fn columns(instance: &Instance, positions: &[Part], mover: Option<Side>, goes_on: &dyn Fn() -> bool) -> Vec<Term> {
    let mut scope = Scope::of(instance.game());
    let features = features(instance.game());
    let read: Vec<(Vec<(String, Expr)>, u32)> = features
        .into_iter()
        .map(|feature| {
            let read = |text: String| scope.read(&text, Some(&Kind::Int)).ok().map(|expr| (text, expr));
            (feature.texts.into_iter().filter_map(read).collect(), feature.cost)
        })
        .collect();
    let givens = instance.givens().iter().cloned().map(Some).collect();
    let extended = scope.finish().ok().and_then(|game| Instance::new(Arc::new(game), givens).ok());
    let Some(extended) = extended else { return Vec::new() };
    let mut columns = Vec::new();
    for (texts, cost) in read {
        let column = texts.into_iter().find_map(|(text, expr)| {
            let meter = Meter::new(MAX_COLUMN_STEPS, |steps| steps < MAX_COLUMN_STEPS && goes_on());
            let number = |part: &Part| match extended.evaluate(&expr, part, mover, &meter).ok()? {
                Value::Int(number) => number.to_i64(),
                _ => None,
            };
            let values = positions.iter().map(number).collect::<Option<Vec<i64>>>()?;
            Some(Term { binding: binding(&text), text, cost, values })
        });
        columns.extend(column);
    }
    columns
}

/// Returns the outermost operator of the text of a feature.
fn binding(text: &str) -> Binding {
    let mut depth = 0;
    let outside: String = text
        .chars()
        .filter(|c| {
            depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
            depth == 0
        })
        .collect();
    [(" ^ ", Binding::Xor), (" + ", Binding::Sum)]
        .into_iter()
        .find(|(sign, _)| outside.contains(sign))
        .map_or(Binding::Atom, |(_, binding)| binding)
}

fn features(game: &Game) -> Vec<Feature> {
    let mut features = Vec::new();
    let numbers: Vec<&str> = game
        .components
        .iter()
        .filter(|component| matches!(component.ty, Type::Int { .. }))
        .map(|component| &*component.name)
        .collect();
    let mut add = |cost: u32, texts: Vec<String>| features.push(Feature { texts, cost });
    for name in &numbers {
        add(1, vec![(*name).to_owned()]);
    }
    if numbers.len() >= 2 {
        let all = numbers.join(", ");
        add(2, vec![numbers.join(" + ")]);
        add(2, vec![numbers.join(" ^ ")]);
        add(2, vec![format!("max({all})")]);
        add(2, vec![format!("min({all})")]);
    }
    if numbers.len() >= 3 {
        let all = numbers.join(", ");
        add(4, vec![format!("sort([{all}])[{}]", numbers.len() - 2)]);
        add(3, vec![format!("count({} % 2 == 1 for {} in [{all}])", fresh(game, 0), fresh(game, 0))]);
    }
    let (x, y) = (fresh(game, 0), fresh(game, 1));
    for component in &game.components {
        let s = &component.name;
        match &component.ty {
            Type::Bool => add(3, vec![format!("(if {s} then 1 else 0)")]),
            Type::Symbols(symbols) => {
                for symbol in symbols.iter().skip(1) {
                    add(3, vec![format!("(if {s} == '{}' then 1 else 0)", game.symbol_name(*symbol))]);
                }
            }
            Type::List(inner, _) if matches!(**inner, Type::List(..)) => {
                grid_features(game, s, inner, (&x, &y), &mut add);
            }
            Type::List(inner, _) | Type::Bag(inner) => {
                let is_bag = matches!(component.ty, Type::Bag(_));
                add(1, vec![format!("len({s})")]);
                match &**inner {
                    Type::Int { .. } => number_features(s, is_bag, &x, &mut add),
                    Type::Symbols(symbols) => {
                        for symbol in symbols {
                            let symbol = game.symbol_name(*symbol);
                            add(1, vec![format!("count({x} == '{symbol}' for {x} in {s})")]);
                            let each = format!("for {x} in 0..len({s}) - 1 if {s}[{x}] == '{symbol}'");
                            add(4, vec![format!("xor({x} + 1 {each})")]);
                            add(4, vec![format!("sum({x} {each})")]);
                        }
                    }
                    _ => {}
                }
                let runs = format!("count({x} == 0 or {s}[{x}] != {s}[{x} - 1] for {x} in 0..len({s}) - 1)");
                add(3, vec![runs]);
                if !is_bag {
                    add(3, vec![format!("(if len({s}) == 0 or {s}[0] == {s}[len({s}) - 1] then 1 else 0)")]);
                }
            }
            Type::Set(inner) if matches!(**inner, Type::Int { .. }) => {
                add(1, vec![format!("size({s})")]);
                add(1, vec![format!("sum({s})")]);
                add(2, vec![format!("xor({s})")]);
                add(2, vec![format!("max({s})"), format!("max([0] ++ sort({s}))")]);
                add(2, vec![format!("min({s})")]);
            }
            _ => {}
        }
    }
    for given in &game.givens {
        if matches!(given.ty, Type::Int { .. }) {
            add(1, vec![given.name.clone()]);
        }
    }
    features
}

/// Adds what is said of a list or bag `s` of numbers; `x` is a name for a binder.
fn number_features(s: &str, is_bag: bool, x: &str, add: &mut dyn FnMut(u32, Vec<String>)) {
    let sorted = if is_bag { s.to_owned() } else { format!("sort({s})") };
    add(1, vec![format!("sum({s})")]);
    add(2, vec![format!("xor({s})")]);
    add(2, vec![format!("max({s})"), format!("max({s} ++ [0])")]);
    add(2, vec![format!("min({s})"), format!("(if len({s}) == 0 then 0 else min({s}))")]);
    add(3, vec![format!("{sorted}[len({s}) - 2]"), format!("(if len({s}) < 2 then 0 else {sorted}[len({s}) - 2])")]);
    for (condition, cost) in [("== 0", 2), ("> 0", 2), ("== 1", 2), ("> 1", 2), ("% 2 == 1", 2), ("% 2 == 0", 3)] {
        add(cost, vec![format!("count({x} {condition} for {x} in {s})")]);
    }
    add(4, vec![format!("count({x} == max({s}) for {x} in {s})")]);
    add(4, vec![format!("count({x} == min({s}) for {x} in {s})")]);
    if !is_bag {
        add(2, vec![format!("{s}[0]"), format!("(if len({s}) == 0 then 0 else {s}[0])")]);
        add(2, vec![format!("{s}[len({s}) - 1]"), format!("(if len({s}) == 0 then 0 else {s}[len({s}) - 1])")]);
        // The number of elements before the first one above 1.
        add(4, vec![format!("min({x} for {x} in 0..len({s}) if {x} == len({s}) or {s}[{x}] > 1)")]);
        // The elements at odd and at even indices: staircases.
        add(4, vec![format!("xor({s}[{x}] for {x} in 0..len({s}) - 1 if {x} % 2 == 1)")]);
        add(4, vec![format!("xor({s}[{x}] for {x} in 0..len({s}) - 1 if {x} % 2 == 0)")]);
        add(4, vec![format!("sum({s}[{x}] for {x} in 0..len({s}) - 1 if {x} % 2 == 0)")]);
    }
    // Gaps of the sorted elements, every second one from the greatest on: coins on a strip.
    let gap = format!("{sorted}[{x}] - {sorted}[{x} - 1] - 1");
    add(5, vec![format!("xor({gap} for {x} in 1..len({s}) - 1 if (len({s}) - {x}) % 2 == 1)")]);
    add(4, vec![format!("sum({x} * ({x} - 1) / 2 for {x} in {s})")]);
    add(4, vec![format!("xor({x} % 2 for {x} in {s})")]);
    add(5, vec![format!("xor({x} - 1 for {x} in {s})")]);
}

/// Adds what is said of a grid `b`; `x` and `y` are names for binders.
fn grid_features(game: &Game, b: &str, row: &Type, (x, y): (&str, &str), add: &mut dyn FnMut(u32, Vec<String>)) {
    add(1, vec![format!("len({b})")]);
    add(2, vec![format!("len({b}[0])")]);
    let Type::List(cell, _) = row else { return };
    match &**cell {
        Type::Int { .. } => {
            add(2, vec![format!("sum({y} for {x} in {b}, {y} in {x})")]);
            add(3, vec![format!("xor({y} for {x} in {b}, {y} in {x})")]);
            add(3, vec![format!("max({y} for {x} in {b}, {y} in {x})")]);
            add(3, vec![format!("count({y} > 0 for {x} in {b}, {y} in {x})")]);
        }
        Type::Symbols(symbols) => {
            for symbol in symbols {
                let symbol = game.symbol_name(*symbol);
                add(2, vec![format!("count({y} == '{symbol}' for {x} in {b}, {y} in {x})")]);
                add(3, vec![format!("count(all({y} == '{symbol}' for {y} in {x}) for {x} in {b})")]);
                let column = format!("all({b}[{y}, {x}] == '{symbol}' for {y} in 0..len({b}) - 1)");
                add(3, vec![format!("count({column} for {x} in 0..len({b}[0]) - 1)")]);
            }
        }
        _ => {}
    }
}

/// Returns a name for a binder that the game does not use.
fn fresh(game: &Game, index: usize) -> String {
    let is_free = |name: &String| {
        let named = game.components.iter().chain(&game.givens).any(|component| component.name == *name);
        !named && !game.symbols.contains(name) && game.functions.iter().all(|function| function.name != *name)
    };
    let letters = ["x", "y", "i", "j", "t", "v", "w", "z", "u", "q"].map(str::to_owned).into_iter();
    letters.chain((0..).map(|number| format!("x{number}"))).filter(is_free).nth(index).unwrap_or_default()
}
