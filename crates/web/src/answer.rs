//! Questions to the server: JSON in, JSON or a spreadsheet out.

use crate::limits::Limits;
use crate::problem::Problem;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use grundy::request::{Request, SolverCache};
use grundy::view::format::csv;
use serde_json::Value;

/// Answer to a question.
pub enum Answer {
    /// Data.
    Json(Value),
    /// A spreadsheet, if the request wants one.
    Csv(String),
}

impl Answer {
    /// Answers the question of this name.
    ///
    /// # Errors
    /// Fails if the question is wrong.
    pub fn new(question: &str, fields: &Value, cache: &mut SolverCache, limits: &Limits) -> Result<Answer, Problem> {
        let response = Request::from_json(question, fields, &limits.of_requests())?.answer(cache)?;
        let is_csv = question == "table" && fields.get("format").is_some_and(|format| format == "csv");
        Ok(match response.sheet().filter(|_| is_csv) {
            Some(sheet) => Answer::Csv(csv::text(sheet)),
            None => Answer::Json(response.data()),
        })
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let (kind, text) = match self {
            Answer::Json(data) => ("application/json", data.to_string()),
            Answer::Csv(text) => ("text/csv; charset=utf-8", text),
        };
        ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], text).into_response()
    }
}
