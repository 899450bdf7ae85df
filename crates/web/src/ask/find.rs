//! Rules that the table of a game shows, each proved, checked or refuted: what `grundy find` tells, without its tables; and what each
//! says about the cells of the table that is asked about.

use super::table::ranges;
use crate::asked::Play;
use crate::bench::Bench;
use crate::languages::in_other_languages;
use crate::options::Limits;
use crate::problem::Problem;
use axum::http::StatusCode;
use grundy::pattern::finder::{Refusal, find as look_for};
use grundy::pattern::prover::Effort;
use grundy::proof::linear;
use grundy::view::{Layout, Overlay};
use grundy::{Budget, Deadline};
use serde_json::{Value, json};

/// How long is searched; what is being tried then is finished.
const SECONDS: f64 = 10.0;

/// Rules are not evaluated for more cells.
const MOST_CELLS: usize = 20_000;

/// Looks for rules.
///
/// # Errors
/// What is wrong with the question, or why no table can be made.
pub fn find(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(asked, limits)?;
    let layout = match asked.get("ranges") {
        None | Some(Value::Null) => None,
        Some(_) => {
            let ranges = ranges(asked)?;
            let room = bench.budget().room(Layout::needed_bytes(&ranges));
            room.map_err(|stop| play.problem(&stop.into_fault()))?;
            let layout = Layout::new(&play.instance, &ranges, play.mover);
            Some(layout.map_err(|fault| play.problem(&fault))?).filter(|layout| layout.cell_count() <= MOST_CELLS)
        }
    };
    let budget = Budget { max_seconds: Some(SECONDS), ..bench.budget().clone() };
    let end = Deadline::of(&budget);
    let go_on = || !end.is_over() && !bench.is_cancelled();
    let effort = Effort { budget, wants: None, go_on: &go_on };
    let report =
        look_for(&play.instance, &effort, None, &linear::Limits::default()).map_err(|refusal| match refusal {
            Refusal::Fault(fault) => play.problem(&fault),
            Refusal::Why(why) => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", why),
        })?;
    let rules: Vec<Value> = report
        .found
        .iter()
        .flat_map(|found| found.findings.iter().map(move |finding| (found.survey.told.word(), finding)))
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
                    Some(Overlay::new(&play.instance, &finding.claim, layout)?.data(layout))
                }),
            })
        })
        .collect();
    let stopped = bench.is_cancelled().then_some("cancelled");
    Ok(json!({"game": play.instance.game().name, "rules": rules, "stopped": stopped}))
}
