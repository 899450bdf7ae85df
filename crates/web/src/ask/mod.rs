//! The questions, one per file: JSON in, JSON out, the same as the command line writes.

mod board;
mod check;
mod diagnose;
mod explain;
mod find;
mod games;
mod graph;
mod lookahead;
mod moves;
mod solve;
mod table;

pub use diagnose::diagnose;
pub use games::{list, show};

use crate::bench::SolverCache;
use crate::limits::Limits;
use crate::problem::{Problem, abbreviated};
use axum::http::StatusCode;
use serde_json::Value;

/// A question that needs a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins, and how.
    Solve,
    /// Every move and its value.
    Moves,
    /// A position for drawing, with its moves.
    Board,
    /// Values over a line or a rectangle.
    Table,
    /// Reachable positions and the moves between them.
    Graph,
    /// Why a player wins, in words.
    Explain,
    /// Rules found in the table.
    Find,
    /// The move to make in an unsolved position.
    Lookahead,
    /// Whether the claims of rules hold.
    Check,
}

/// Answer to a question.
pub enum Answer {
    /// Data.
    Json(Value),
    /// A spreadsheet, if the request wants one.
    Csv(String),
}

impl Question {
    /// All questions.
    pub const ALL: [Question; 9] = [
        Question::Solve,
        Question::Moves,
        Question::Board,
        Question::Table,
        Question::Graph,
        Question::Explain,
        Question::Find,
        Question::Lookahead,
        Question::Check,
    ];

    /// Returns the name used in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Question::Solve => "solve",
            Question::Moves => "moves",
            Question::Board => "board",
            Question::Table => "table",
            Question::Graph => "graph",
            Question::Explain => "explain",
            Question::Find => "find",
            Question::Lookahead => "lookahead",
            Question::Check => "check",
        }
    }

    /// Returns the question of that name.
    ///
    /// # Errors
    /// Fails if there is none.
    pub fn named(name: &str) -> Result<Question, Problem> {
        Question::ALL.into_iter().find(|question| question.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Question::ALL.into_iter().map(Question::name).collect();
            Problem::new(StatusCode::BAD_REQUEST, "wrong-request", format!("`{}` is no question", abbreviated(name)))
                .hint(format!("it is one of {}", names.join(", ")))
        })
    }

    /// Answers the question with these solvers.
    ///
    /// # Errors
    /// Fails if the question is wrong.
    pub fn answer(self, request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Answer, Problem> {
        match self {
            Question::Solve => solve::solve(request, bench, limits).map(Answer::Json),
            Question::Moves => moves::moves(request, bench, limits).map(Answer::Json),
            Question::Board => board::board(request, bench, limits).map(Answer::Json),
            Question::Table => table::table(request, bench, limits),
            Question::Graph => graph::graph(request, bench, limits).map(Answer::Json),
            Question::Explain => explain::explain(request, bench, limits).map(Answer::Json),
            Question::Find => find::find(request, bench, limits).map(Answer::Json),
            Question::Lookahead => lookahead::lookahead(request, bench, limits).map(Answer::Json),
            Question::Check => check::check(request, bench, limits).map(Answer::Json),
        }
    }
}

/// Reads a whole number from this field, at most `max`; `default` if it is missing.
fn number(request: &Value, field: &str, default: usize, max: usize) -> Result<usize, Problem> {
    match request.get(field) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
            Some(number) if number <= max => Ok(number),
            _ => Err(Problem::request(format!("`{field}` is a whole number from 0 to {max}"))),
        },
    }
}
