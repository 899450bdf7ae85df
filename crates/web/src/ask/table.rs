//! Values over a line or a rectangle: what `grundy table --json` or `--csv` prints.

use super::Answer;
use crate::asked::Play;
use crate::bench::{Bench, Patience};
use crate::options::Limits;
use crate::problem::Problem;
use grundy::Judgement;
use grundy::view::format::csv;
use grundy::view::{Layout, Quantity, Range, View};
use serde_json::{Value, json};

/// Makes the table over the field `ranges`, of what the field `as` says.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn table(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Answer, Problem> {
    let play = Play::read(asked, limits)?;
    let failed = |fault: grundy::Fault| play.problem(&fault);
    let game = play.instance.game();
    let said = quantity(asked)?;
    let quantity = said.unwrap_or_else(|| Quantity::usual(game, play.join));
    quantity.fits(game, play.join).map_err(failed)?;
    let ranges = ranges(asked)?;
    bench.budget().room(Layout::needed_bytes(&ranges)).map_err(|stop| failed(stop.into_fault()))?;
    let layout = Layout::new(&play.instance, &ranges, play.mover).map_err(failed)?;
    let solver = bench.solver(&play, Patience::Whole)?;
    let found: Result<Vec<Judgement>, _> =
        solver.judge_apart(layout.positions(), quantity.wants()).into_iter().collect();
    let (found, stop) = (found.map_err(failed)?, solver.unjudged());
    // Where play can go on for ever there is no Grundy value; who did not ask for one is told who wins.
    let without = said.is_none() && found.iter().all(|judgement| judgement.grundy.is_none());
    let quantity = if quantity == Quantity::Grundy && without { Quantity::Outcome } else { quantity };
    let table = layout.fill(quantity, &found);
    if let (Some("csv"), Some(sheet)) = (asked.get("format").and_then(Value::as_str), table.sheet()) {
        return Ok(Answer::Csv(csv::text(sheet)));
    }
    let mut data = table.data();
    data["known"] = json!(table.is_known());
    if !table.is_known() {
        data["stopped"] = json!(stop.map(|stop| stop.limit()));
    }
    Ok(Answer::Json(data))
}

fn quantity(asked: &Value) -> Result<Option<Quantity>, Problem> {
    match asked.get("as") {
        None | Some(Value::Null) => Ok(None),
        Some(said) => match said.as_str() {
            Some("") => Ok(None),
            Some("grundy") => Ok(Some(Quantity::Grundy)),
            Some("outcome") => Ok(Some(Quantity::Outcome)),
            Some("remoteness") => Ok(Some(Quantity::Remoteness)),
            Some("score") => Ok(Some(Quantity::Score)),
            _ => Err(Problem::request("`as` is grundy, outcome, remoteness or score")),
        },
    }
}

/// The field `ranges`.
pub(super) fn ranges(asked: &Value) -> Result<Vec<Range>, Problem> {
    let wrong = || Problem::request("`ranges` is a list of one or two ranges, as [\"0..20\"]");
    let said = asked.get("ranges").and_then(Value::as_array).ok_or_else(wrong)?;
    if !(1..=2).contains(&said.len()) {
        return Err(wrong());
    }
    let range = |text: &Value| text.as_str().ok_or_else(wrong)?.parse::<Range>().map_err(Problem::request);
    said.iter().map(range).collect()
}
