//! Whether the claims of rules hold: what `grundy check --json` prints of them, with their spans.

use crate::asked::game;
use crate::bench::SolverCache;
use crate::languages::in_other_languages;
use crate::limits::{self, Limits};
use crate::problem::Problem;
use grundy::view::{FileReport, View};
use grundy::{Budget, Diagnostic, Stop, check_claims};
use serde_json::{Value, json};
use std::time::Instant;

/// Checks the claims.
///
/// # Errors
/// Fails if the question or the rules are wrong.
pub fn check(request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Value, Problem> {
    let fields = request.as_object().ok_or_else(|| Problem::request("the request is not a JSON object"))?;
    let (name, game) = game(fields, limits)?;
    let deadline = Instant::now() + limits::MAX_CHECK_TIME;
    let budget = Budget {
        deadline: Some(deadline),
        max_seconds: Some(limits::MAX_CHECK_TIME.as_secs_f64()),
        cancelled: bench.budget().cancelled.clone(),
        full: bench.budget().full.clone(),
        progress: bench.budget().progress.clone(),
        max_bytes: bench.budget().max_bytes,
        ..Budget::positions(limits::MAX_CLAIM_POSITIONS)
    };
    let claims = check_claims(&game, &budget);
    let source = game.source.0.to_string();
    let spans: Vec<_> = claims.iter().map(|claim| claim.span).collect();
    let report = FileReport { file: name, source, diagnostics: Vec::new(), claims };
    let mut data = report.data();
    let reported = data["claims"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let placed = reported.into_iter().zip(spans).map(|(mut claim, span)| {
        let (line, column) = Diagnostic::error("", span).index(&report.source);
        claim["line"] = json!(line);
        claim["column"] = json!(column);
        claim["said"] = in_other_languages(&json!({"detail": claim["detail"]}));
        claim
    });
    let stopped = match bench.is_cancelled() {
        true => Some("cancelled".to_owned()),
        false => {
            (Instant::now() >= deadline).then(|| Stop::TimeLimit(limits::MAX_CHECK_TIME.as_secs_f64()).to_string())
        }
    };
    Ok(json!({"game": game.name, "claims": placed.collect::<Vec<Value>>(), "stopped": stopped}))
}
