//! The built-in games, as JSON.

use super::fields::named;
use super::limits::{Limits, MAX_LISTED_VALUES};
use crate::rules::Game;
use crate::view::described::{abouts, components, givens, players, tags};
use crate::view::{Listing, View};
use crate::{Entry, Error, Instance, Value as GameValue, catalogue, find};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

/// Lists the built-in games that mention this word.
pub fn list(word: Option<&str>) -> Value {
    static ALL: OnceLock<Vec<(Listing, Value)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let games = catalogue().iter().filter_map(|entry| Some((entry, entry.game().ok()?)));
        games.map(|(entry, game)| (Listing::new(entry.name, &game), listed(entry, &game))).collect()
    });
    let mentions = |listing: &Listing| word.is_none_or(|word| listing.mentions(word));
    let found: Vec<&Value> = all.iter().filter(|(listing, _)| mentions(listing)).map(|(_, data)| data).collect();
    json!({"games": found})
}

/// Returns one built-in game, with its rules.
///
/// # Errors
/// Fails if there is no such game.
pub fn show(name: &str, limits: &Limits) -> Result<Value, Error> {
    Ok(whole(name, &named(name)?, limits))
}

/// Describes a game for the list: what `grundy list --json` prints, the kind of board, and whether play can go in
/// circles.
fn listed(entry: &Entry, game: &Arc<Game>) -> Value {
    let mut data = described(Listing::new(entry.name, game).summary(), Some(entry), game);
    if let Ok(instance) = Instance::new(game.clone(), vec![None; game.givens.len()])
        && let Ok(start) = instance.start()
    {
        data["start"] = json!(instance.print_position(&start));
    }
    data
}

/// Describes one game: what `grundy show --json` prints, its components and its givens.
pub(super) fn whole(name: &str, game: &Arc<Game>, limits: &Limits) -> Value {
    let entry = find(name).filter(|entry| entry.source == game.source.0);
    let mut data = described(Listing::new(name, game).data(), entry, game);
    data["components"] = components(game, &game.components);
    data["given_types"] = components(game, &game.givens);
    let mut start = Value::Null;
    let instance = Instance::new_within(game.clone(), vec![None; game.givens.len()], &limits.meter(0));
    // Anything longer cannot be queried and is too long to read.
    let is_short =
        |instance: &Instance| instance.givens().iter().map(GameValue::count).sum::<usize>() <= MAX_LISTED_VALUES;
    if let Some(instance) = instance.ok().filter(is_short) {
        data["defaults"] = givens(&instance);
        start = match instance.start_within(&limits.meter(0)) {
            Ok(start) if start.count() <= MAX_LISTED_VALUES => json!(instance.print_position(&start)),
            _ => Value::Null,
        };
        data["example"] = json!(instance.example());
    }
    data["start"] = start;
    data
}

/// Adds what the page shows of every game.
fn described(mut data: Value, entry: Option<&Entry>, game: &Game) -> Value {
    data["abouts"] = abouts(game);
    data["board"] = json!(entry.map(|entry| entry.board));
    data["tags"] = json!(tags(game));
    data["players"] = players(game);
    data
}
