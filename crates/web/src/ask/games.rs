//! The built-in games.

use crate::asked::named;
use crate::describe::{listed, whole};
use crate::problem::Problem;
use grundy::catalogue;
use grundy::view::Listing;
use serde_json::{Value, json};
use std::sync::OnceLock;

/// Every built-in game that mentions this word.
///
/// # Errors
/// The rules of a built-in game are wrong, which the tests of the project see to it they are not.
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

/// One of them, with its rules.
///
/// # Errors
/// There is no such game.
pub fn show(name: &str) -> Result<Value, Problem> {
    Ok(whole(name, &*named(name)?))
}
