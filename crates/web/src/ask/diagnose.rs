//! Rules as they are being written: every mistake, and what the game is when there is none.

use crate::describe::whole;
use crate::options::Limits;
use crate::problem::{Problem, diagnostic};
use axum::http::StatusCode;
use serde_json::{Value, json};

/// What is to be said about the text in the field `rules`.
///
/// # Errors
/// There is none, or it is too long.
pub fn diagnose(asked: &Value, limits: &Limits) -> Result<Value, Problem> {
    let Some(rules) = asked.get("rules").and_then(Value::as_str) else {
        return Err(Problem::request("`rules` is not there").hint("send {\"rules\": \"game nim(n) …\"}"));
    };
    if rules.len() > limits.rules_bytes {
        let detail = format!("the rules have {} bytes; {} is the most", rules.len(), limits.rules_bytes);
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "rules-too-long", detail));
    }
    let (game, diagnostics) = grundy::diagnose(rules);
    let told: Vec<Value> = diagnostics.iter().map(|one| diagnostic(rules, one)).collect();
    Ok(json!({
        "game": game.as_ref().map(|game| whole(&game.name, game)),
        "diagnostics": told,
        "formatted": grundy::format(rules).ok(),
    }))
}
