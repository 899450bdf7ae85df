//! The built-in games.

use crate::asked::named;
use crate::describe::{listed, whole};
use crate::problem::Problem;
use grundy::catalogue;
use grundy::view::Listing;
use serde_json::{Value, json};
use std::sync::OnceLock;

/// Lists the built-in games that mention this word.
///
/// # Errors
/// Fails if the rules of a built-in game are wrong, which the project's tests rule out.
pub fn list(word: Option<&str>) -> Result<Value, Problem> {
    static ALL: OnceLock<Vec<(Listing, Value)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let games = catalogue().iter().filter_map(|entry| Some((entry, entry.game().ok()?)));
        games.map(|(entry, game)| (Listing::new(entry.name, &game), listed(entry, &game))).collect()
    });
    let mentions = |listing: &Listing| word.is_none_or(|word| listing.mentions(word));
    let found: Vec<&Value> = all.iter().filter(|(listing, _)| mentions(listing)).map(|(_, data)| data).collect();
    Ok(json!({"games": found}))
}

/// Returns one built-in game, with its rules.
///
/// # Errors
/// Fails if there is no such game.
pub fn show(name: &str) -> Result<Value, Problem> {
    Ok(whole(name, &*named(name)?))
}
