//! Rules as they are being written: every mistake, and what the game is when there is none.

use crate::asked::within_limits;
use crate::describe::whole;
use crate::limits::Limits;
use crate::problem::{Problem, diagnostic};
use axum::http::StatusCode;
use serde_json::{Value, json};

/// Returns the diagnostics of the text in the field `rules`.
///
/// # Errors
/// Fails if the field is missing or too long.
pub fn diagnose(request: &Value, limits: &Limits) -> Result<Value, Problem> {
    let Some(rules) = request.get("rules").and_then(Value::as_str) else {
        return Err(Problem::request("`rules` is not there").hint("send {\"rules\": \"game nim(n) …\"}"));
    };
    if rules.len() > limits.rules_bytes {
        let detail = format!("the rules have {} bytes; {} is the most", rules.len(), limits.rules_bytes);
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "rules-too-long", detail));
    }
    let (game, diagnostics) = grundy::diagnose(rules);
    game.iter().try_for_each(|game| within_limits(game))?;
    let listed: Vec<Value> = diagnostics.iter().map(|item| diagnostic(rules, item)).collect();
    Ok(json!({
        "game": game.as_ref().map(|game| whole(&game.name, game)),
        "diagnostics": listed,
        "formatted": grundy::format(rules).ok(),
    }))
}
