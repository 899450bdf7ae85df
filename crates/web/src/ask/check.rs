//! What becomes of the claims of rules: what `grundy check --json` tells of them, with their places.

use crate::asked::game;
use crate::bench::Bench;
use crate::languages::in_other_languages;
use crate::options::Limits;
use crate::problem::Problem;
use grundy::view::{FileReport, View};
use grundy::{Budget, Diagnostic, check_claims};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long all claims of a file may take together.
const MAX_SECONDS: f64 = 10.0;
/// How many positions may be solved for one of them.
const MAX_POSITIONS: u64 = 1 << 18;
/// How often the clock is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// Checks the claims.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn check(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let fields = asked.as_object().ok_or_else(|| Problem::request("the request is not a JSON object"))?;
    let (name, game) = game(fields, limits)?;
    let is_over = Arc::new(AtomicBool::new(false));
    let budget = Budget {
        cancelled: Some(is_over.clone()),
        progress: bench.budget().progress.clone(),
        max_bytes: bench.budget().max_bytes,
        max_seconds: Some(MAX_SECONDS),
        ..Budget::positions(MAX_POSITIONS)
    };
    let is_done = AtomicBool::new(false);
    let asked_to_stop = bench.budget().clone();
    let claims = std::thread::scope(|scope| {
        // Many pieces of work share the time, and each looks only at this flag.
        scope.spawn(|| {
            let start = Instant::now();
            while !is_done.load(Ordering::Relaxed) {
                if asked_to_stop.is_cancelled() || start.elapsed().as_secs_f64() > MAX_SECONDS {
                    is_over.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(PAUSE);
            }
        });
        let claims = check_claims(&game, &budget);
        is_done.store(true, Ordering::Relaxed);
        claims
    });
    let source = game.source.0.to_string();
    let spans: Vec<_> = claims.iter().map(|claim| claim.span).collect();
    let report = FileReport { file: name, source, diagnostics: Vec::new(), claims };
    let mut data = report.data();
    let told = data["claims"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let placed = told.into_iter().zip(spans).map(|(mut claim, span)| {
        let (line, column) = Diagnostic::error("", span).place(&report.source);
        claim["line"] = json!(line);
        claim["column"] = json!(column);
        claim["said"] = in_other_languages(&json!({"detail": claim["detail"]}));
        claim
    });
    let stopped = is_over.load(Ordering::Relaxed).then(|| match bench.is_cancelled() {
        true => "cancelled".to_owned(),
        false => grundy::Stop::TimeLimit(MAX_SECONDS).to_string(),
    });
    Ok(json!({"game": game.name, "claims": placed.collect::<Vec<Value>>(), "stopped": stopped}))
}
