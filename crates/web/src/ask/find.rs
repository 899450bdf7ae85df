//! Rules found in the table of a game, each proved, checked or refuted: what `grundy find` prints, without its tables;
//! and what each says about the cells of the table in question.

use super::table::ranges;
use crate::asked::Play;
use crate::bench::SolverCache;
use crate::languages::in_other_languages;
use crate::limits::{self, Limits};
use crate::problem::Problem;
use axum::http::StatusCode;
use grundy::pattern::finder::{Refusal, find as look_for};
use grundy::pattern::prover::Effort;
use grundy::proof::linear;
use grundy::view::{Layout, Overlay};
use grundy::{Budget, Deadline};
use serde_json::{Value, json};

/// Searches for rules.
///
/// # Errors
/// Fails if the question is wrong or no table can be made.
pub fn find(request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(request, limits)?;
    let layout = match request.get("ranges") {
        None | Some(Value::Null) => None,
        Some(_) => {
            let ranges = ranges(request)?;
            let room = bench.budget().room(Layout::needed_bytes(&ranges));
            room.map_err(|stop| play.problem(&stop.into_fault()))?;
            let layout = Layout::within(&play.instance, &ranges, play.mover, bench.budget().max_bytes);
            Some(layout.map_err(|fault| play.too_slow_or(fault))?)
                .filter(|layout| layout.cell_count() <= limits::MAX_RULE_CELLS)
        }
    };
    let budget = Budget { max_seconds: Some(limits::MAX_FIND_SECONDS), ..bench.budget().clone() };
    let end = Deadline::of(&budget);
    let go_on = || !end.is_over() && !bench.is_cancelled();
    let effort = Effort { budget, wants: None, go_on: &go_on };
    let report =
        look_for(&play.instance, &effort, None, &linear::Limits::default()).map_err(|refusal| match refusal {
            Refusal::Fault(fault) => play.problem(&fault),
            Refusal::Why(reasons) => {
                let mut reasons = reasons.into_iter();
                let why = reasons.next().unwrap_or_default();
                reasons.fold(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", why), Problem::hint)
            }
        })?;
    let rules: Vec<Value> = report
        .found
        .iter()
        .flat_map(|found| found.findings.iter().map(move |finding| (found.survey.quantity.name(), finding)))
        .map(|(of, finding)| {
            json!({
                "of": of,
                "status": finding.status.word(),
                "claim": finding.claim,
                "words": finding.words,
                "extent": finding.extent,
                "counterexample": finding.counterexample,
                "said": in_other_languages(&json!({"words": finding.words, "extent": finding.extent})),
                "overlay": layout.as_ref().and_then(|layout| {
                    Some(Overlay::new(&play.instance, &finding.claim, layout).ok()??.data(layout))
                }),
            })
        })
        .collect();
    let stopped = bench.is_cancelled().then_some("cancelled");
    Ok(json!({"game": play.instance.game().name, "rules": rules, "stopped": stopped}))
}
