//! Values over a line or a rectangle: what `grundy table --json` or `--csv` prints.

use super::Answer;
use crate::asked::Play;
use crate::bench::{Patience, SolverCache};
use crate::limits::Limits;
use crate::problem::Problem;
use grundy::Evaluation;
use grundy::Quantity;
use grundy::view::format::csv;
use grundy::view::{Layout, Range, View};
use serde_json::{Value, json};

/// Computes the table over the field `ranges`, of the quantity in the field `as`.
///
/// # Errors
/// Fails if the question or the rules are wrong.
pub fn table(request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Answer, Problem> {
    let play = Play::read(request, limits)?;
    let failed = |fault: grundy::Fault| play.problem(&fault);
    let game = play.instance.game();
    let requested = quantity(request)?;
    let quantity = requested.unwrap_or_else(|| grundy::default_quantity(game, play.compound));
    grundy::check_quantity(quantity, game, play.compound).map_err(failed)?;
    let ranges = ranges(request)?;
    bench.budget().room(Layout::needed_bytes(&ranges)).map_err(|stop| failed(stop.into_fault()))?;
    let layout = Layout::within(&play.instance, &ranges, play.mover, bench.budget().max_bytes);
    let layout = layout.map_err(|fault| play.too_slow_or(fault))?;
    let solver = bench.solver(&play, Patience::Whole)?;
    let evaluations: Result<Vec<Evaluation>, _> =
        solver.evaluate_by_halves(layout.positions(), quantity.into()).into_iter().collect();
    let (evaluations, stop) = (evaluations.map_err(failed)?, solver.unevaluated());
    // If play can go on forever there are no Grundy values; unless they were requested, the table shows who wins.
    let without = requested.is_none() && evaluations.iter().all(|evaluation| evaluation.grundy.is_none());
    let quantity = if quantity == Quantity::Grundy && without { Quantity::Outcome } else { quantity };
    let table = layout.fill(quantity, &evaluations);
    if let (Some("csv"), Some(sheet)) = (request.get("format").and_then(Value::as_str), table.sheet()) {
        return Ok(Answer::Csv(csv::text(sheet)));
    }
    let mut data = table.data();
    data["known"] = json!(table.is_known());
    if !table.is_known() {
        data["stopped"] = json!(stop.map(|stop| stop.limit()));
    }
    Ok(Answer::Json(data))
}

fn quantity(request: &Value) -> Result<Option<Quantity>, Problem> {
    match request.get("as") {
        None | Some(Value::Null) => Ok(None),
        Some(given) => match given.as_str() {
            Some("") => Ok(None),
            name => match name.and_then(Quantity::named) {
                Some(quantity) => Ok(Some(quantity)),
                None => Err(Problem::request("`as` is grundy, outcome, remoteness or score")),
            },
        },
    }
}

/// Parses the field `ranges`.
pub(super) fn ranges(request: &Value) -> Result<Vec<Range>, Problem> {
    let wrong = || Problem::request("`ranges` is a list of one or two ranges, as [\"0..20\"]");
    let texts = request.get("ranges").and_then(Value::as_array).ok_or_else(wrong)?;
    if !(1..=2).contains(&texts.len()) {
        return Err(wrong());
    }
    let range = |text: &Value| text.as_str().ok_or_else(wrong)?.parse::<Range>().map_err(Problem::request);
    texts.iter().map(range).collect()
}
