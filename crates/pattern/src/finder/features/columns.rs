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

/// Returns the columns of some positions, each with the index of its instance, in the order in which a person would look at them.
pub fn columns(
    instances: &[Arc<Instance>],
    positions: &[(usize, Part)],
    mover: Option<Side>,
    goes_on: &dyn Fn() -> bool,
) -> Vec<Term> {
    let Some(first) = instances.first() else { return Vec::new() };
    let mut scope = Scope::of(first.game());
    let features = features(first.game());
    let read: Vec<(Vec<(String, Expr)>, u32)> = features
        .into_iter()
        .map(|feature| {
            let read = |text: String| scope.read(&text, Some(&Kind::Int)).ok().map(|expr| (text, expr));
            (feature.texts.into_iter().filter_map(read).collect(), feature.cost)
        })
        .collect();
    let Ok(game) = scope.finish() else { return Vec::new() };
    let game = Arc::new(game);
    let with_givens = |instance: &Arc<Instance>| {
        Instance::new(game.clone(), instance.givens().iter().cloned().map(Some).collect()).ok()
    };
    let Some(extended) = instances.iter().map(with_givens).collect::<Option<Vec<Instance>>>() else {
        return Vec::new();
    };
    let mut columns = Vec::new();
    for (texts, cost) in read {
        let column = texts.into_iter().find_map(|(text, expr)| {
            let meter = Meter::new(MAX_COLUMN_STEPS, |steps| steps < MAX_COLUMN_STEPS && goes_on());
            let number = |(of, part): &(usize, Part)| match extended[*of].evaluate(&expr, part, mover, &meter).ok()? {
                Value::Int(number) => number.to_i64(),
                _ => None,
            };
            let values = positions.iter().map(number).collect::<Option<Vec<i64>>>()?;
            Some(Term { binding: binding(&text), text, cost, values })
        });
        columns.extend(column);
    }
    columns.sort_by_key(|column| column.cost);
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
                    Type::Int { .. } => number_features(game, s, is_bag, (&x, &y), &mut add),
                    Type::Symbols(symbols) => {
                        for symbol in symbols {
                            let symbol = game.symbol_name(*symbol);
                            add(1, vec![format!("count({x} == '{symbol}' for {x} in {s})")]);
                            let each = format!("for {x} in 0..len({s}) - 1 if {s}[{x}] == '{symbol}'");
                            add(4, vec![format!("xor({x} + 1 {each})")]);
                            add(4, vec![format!("sum({x} {each})")]);
                            add(4, vec![format!("xor({x} {each})")]);
                            // Pairs in this order: how often neighbours can change places.
                            for other in symbols.iter().filter(|other| game.symbol_name(**other) != symbol) {
                                let (other, pairs) = (game.symbol_name(*other), pairs_of(s, &x, &y));
                                add(
                                    4,
                                    vec![format!("count({s}[{x}] == '{symbol}' and {s}[{y}] == '{other}' {pairs})")],
                                );
                            }
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
                add(2, vec![format!("gcd({s})")]);
                add(3, vec![format!("max({s}) / gcd({s})")]);
                mapped_features(game, s, &x, &mut add);
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

/// Returns the binders of all pairs of indices, the lesser one first.
fn pairs_of(s: &str, x: &str, y: &str) -> String {
    format!("for {x} in 0..len({s}) - 1, {y} in {x} + 1..len({s}) - 1")
}

/// Adds sums and xors of a function of each element of a list, bag or set `s` of numbers; `x` is a name for a binder.
fn mapped_features(game: &Game, s: &str, x: &str, add: &mut dyn FnMut(u32, Vec<String>)) {
    let plain = |text: String| (text.clone(), text);
    let positive = |text: String| (text.clone(), format!("(if {x} == 0 then 0 else {text})"));
    let mut functions = vec![
        (4, plain(format!("{x} % 3"))),
        (4, plain(format!("{x} % 4"))),
        (5, plain(format!("{x} / 2"))),
        (5, plain(format!("popcount({x})"))),
        (5, positive(format!("log2({x}) + 1"))),
        (5, positive(format!("len(prime_factors({x}))"))),
        (5, positive(format!("valuation({x}, 2)"))),
    ];
    for given in game.givens.iter().filter(|given| given.ty.is_int()).take(2) {
        let given = &given.name;
        functions.push((3, plain(format!("{x} % {given}"))));
        functions.push((3, plain(format!("{x} % ({given} + 1)"))));
        functions.push((4, plain(format!("{x} / {given}"))));
    }
    for (cost, (text, guarded)) in functions {
        for word in ["sum", "xor"] {
            add(cost, vec![format!("{word}({text} for {x} in {s})"), format!("{word}({guarded} for {x} in {s})")]);
        }
    }
    for rest in [1, 2] {
        add(5, vec![format!("count({x} % 3 == {rest} for {x} in {s})")]);
    }
}

/// Adds what is said of a list or bag `s` of numbers; `x` and `y` are names for binders.
fn number_features(game: &Game, s: &str, is_bag: bool, (x, y): (&str, &str), add: &mut dyn FnMut(u32, Vec<String>)) {
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
    mapped_features(game, s, x, add);
    if !is_bag {
        add(4, vec![format!("count({s}[{x}] > {s}[{y}] {})", pairs_of(s, x, y))]);
    }
    add(3, vec![format!("sum({x} for {x} in {s} if {x} > 1)")]);
    add(4, vec![format!("gcd({s})"), format!("(if sum({s}) == 0 then 0 else gcd({s}))")]);
    // How often each number occurs.
    let first = format!("for {x} in 0..len({s}) - 1 if {x} == 0 or {sorted}[{x}] != {sorted}[{x} - 1]");
    let occurs = format!("count({y} == {sorted}[{x}] for {y} in {s})");
    add(4, vec![format!("xor({occurs} {first})")]);
    add(4, vec![format!("sum({occurs} / 2 {first})")]);
    add(5, vec![format!("sum({occurs} % 2 {first})")]);
    // Gaps of the sorted elements with 0 before the first, every second one from the greatest on: heaps that never fall.
    let step = format!("{sorted}[{x}] - (if {x} == 0 then 0 else {sorted}[{x} - 1])");
    add(5, vec![format!("xor({step} for {x} in 0..len({s}) - 1 if (len({s}) - {x}) % 2 == 1)")]);
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
            let cells = format!("for {x} in 0..len({b}) - 1, {y} in 0..len({b}[0]) - 1");
            for rest in [0, 1] {
                let every_second = format!("{b}[{x}, {y}] {cells} if ({x} + {y}) % 2 == {rest}");
                add(4, vec![format!("xor({every_second})")]);
                add(4, vec![format!("sum({every_second})")]);
            }
        }
        Type::Symbols(symbols) => {
            for symbol in symbols {
                let symbol = game.symbol_name(*symbol);
                add(2, vec![format!("count({y} == '{symbol}' for {x} in {b}, {y} in {x})")]);
                add(3, vec![format!("count(all({y} == '{symbol}' for {y} in {x}) for {x} in {b})")]);
                let column = format!("all({b}[{y}, {x}] == '{symbol}' for {y} in 0..len({b}) - 1)");
                add(3, vec![format!("count({column} for {x} in 0..len({b}[0]) - 1)")]);
                let cells = format!("for {x} in 0..len({b}) - 1, {y} in 0..len({b}[0]) - 1");
                add(4, vec![format!("count({b}[{x}, {y}] == '{symbol}' and ({x} + {y}) % 2 == 0 {cells})")]);
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
