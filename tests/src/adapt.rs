//! Questions that templates cannot make: one function per adapter, named in the mapping files, which also describe it.
//!
//! In: a case and the question made by the templates of its map. Out: the questions to ask. An adapter only rewrites a
//! position or an answer in another form; it never works out who wins.

use crate::mapping::{Expected, Meaning, Question};
use serde_json::Value as Json;

/// The questions of an adapter, or what is missing in the case.
type Made = Result<Vec<Question>, String>;

/// Makes the questions of a case with the adapter of this name.
///
/// # Errors
/// Fails if there is no such adapter, or the case is not what it expects.
pub fn adapt(name: &str, case: &Json, question: Question) -> Made {
    match name {
        "partizan_outcome" => partizan_outcome(case, question),
        "hackenbush_rb" => hackenbush_rb(case, question),
        other => Err(format!("there is no adapter `{other}`")),
    }
}

fn number(value: &Json) -> Result<i64, String> {
    value.as_i64().ok_or_else(|| format!("{value} is not a number"))
}

fn list(value: &Json) -> Result<&Vec<Json>, String> {
    value.as_array().ok_or_else(|| format!("{value} is not a list"))
}

fn pair(value: &Json) -> Result<[i64; 2], String> {
    match list(value)?.as_slice() {
        [one, two, ..] => Ok([number(one)?, number(two)?]),
        _ => Err(format!("{value} is not a pair")),
    }
}

fn json_of_pairs(pairs: &[[i64; 2]]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|[u, v]| format!("[{u},{v}]")).collect();
    format!("[{}]", pairs.join(","))
}

fn pairs(value: &Json) -> Result<Vec<[i64; 2]>, String> {
    list(value)?.iter().map(pair).collect()
}

/// Sets the givens `rows` and `cols` from a board that is a list of strings.
fn grid_size(board: &Json, mut question: Question) -> Result<Question, String> {
    let rows = list(board)?;
    let width = rows.first().and_then(Json::as_str).map_or(0, |row| row.chars().count());
    question.query.givens.push(("rows".into(), rows.len().to_string()));
    question.query.givens.push(("cols".into(), width.to_string()));
    Ok(question)
}

/// Turns the outcome class L, R, N or P into two questions: who wins if left moves first, and if right does.
fn partizan_outcome(case: &Json, mut question: Question) -> Made {
    if case["input"]["board"].is_array() {
        question = grid_size(&case["input"]["board"], question)?;
    }
    let (left, right) = match case["answer"]["outcome"].as_str() {
        Some("L") => ("first", "second"),
        Some("R") => ("second", "first"),
        Some("N") => ("first", "first"),
        Some("P") => ("second", "second"),
        _ => return Err("the answer has no outcome".into()),
    };
    let ask = |mover: &str, winner: &str| {
        let mut question = question.clone();
        question.query.mover = Some(mover.into());
        question.expected = vec![Expected { field: "outcome".into(), meaning: Meaning::Winner, value: winner.into() }];
        question
    };
    Ok(vec![ask("left", left), ask("right", right)])
}

/// Turns edges with their colours into two givens.
fn hackenbush_rb(case: &Json, mut question: Question) -> Made {
    let edges = list(&case["input"]["edges"])?;
    let pairs = pairs(&case["input"]["edges"])?;
    let colours: String = edges.iter().filter_map(|edge| edge[2].as_str()).collect();
    question.query.givens.push(("edges".into(), json_of_pairs(&pairs)));
    question.query.givens.push(("colours".into(), if colours.is_empty() { "\"\"".into() } else { colours }));
    partizan_outcome(case, question)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Query;
    use serde_json::json;

    #[test]
    fn an_outcome_is_two_questions() {
        let question = Question { query: Query::default(), expected: Vec::new() };
        let case = json!({"input": {}, "answer": {"outcome": "L"}});
        let made = adapt("partizan_outcome", &case, question).unwrap();
        let movers: Vec<Option<String>> = made.into_iter().map(|question| question.query.mover).collect();
        assert_eq!(movers, [Some("left".to_owned()), Some("right".to_owned())]);
    }
}
