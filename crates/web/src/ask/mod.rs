//! The questions, one a file: JSON in, JSON out, the same as the command line writes.

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

use crate::bench::Bench;
use crate::options::Limits;
use crate::problem::Problem;
use axum::http::StatusCode;
use serde_json::Value;

/// Questions that need a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins, and how.
    Solve,
    /// Every move and what it is worth.
    Moves,
    /// A position for who draws it, with its moves.
    Board,
    /// Values over a line or a rectangle.
    Table,
    /// Positions that can be reached, and how.
    Graph,
    /// Why somebody wins, in words.
    Explain,
    /// Rules that the table shows.
    Find,
    /// The move to make where a position is not solved.
    Lookahead,
    /// What becomes of the claims of rules.
    Check,
}

/// What a question is answered with.
pub enum Answer {
    /// Data.
    Json(Value),
    /// A sheet, where one was asked for.
    Csv(String),
}

impl Question {
    /// All of them.
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

    /// What it is called in addresses.
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

    /// The question of that name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(name: &str) -> Result<Question, Problem> {
        Question::ALL.into_iter().find(|question| question.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Question::ALL.into_iter().map(Question::name).collect();
            Problem::new(StatusCode::BAD_REQUEST, "wrong-request", format!("`{name}` is no question"))
                .hint(format!("it is one of {}", names.join(", ")))
        })
    }

    /// Answers it with the solvers of this bench.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn answer(self, asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Answer, Problem> {
        match self {
            Question::Solve => solve::solve(asked, bench, limits).map(Answer::Json),
            Question::Moves => moves::moves(asked, bench, limits).map(Answer::Json),
            Question::Board => board::board(asked, bench, limits).map(Answer::Json),
            Question::Table => table::table(asked, bench, limits),
            Question::Graph => graph::graph(asked, bench, limits).map(Answer::Json),
            Question::Explain => explain::explain(asked, bench, limits).map(Answer::Json),
            Question::Find => find::find(asked, bench, limits).map(Answer::Json),
            Question::Lookahead => lookahead::lookahead(asked, bench, limits).map(Answer::Json),
            Question::Check => check::check(asked, bench, limits).map(Answer::Json),
        }
    }
}

/// A whole number in this field, within bounds; `usual` where it is missing.
fn number(asked: &Value, field: &str, usual: usize, most: usize) -> Result<usize, Problem> {
    match asked.get(field) {
        None | Some(Value::Null) => Ok(usual),
        Some(value) => match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
            Some(number) if number <= most => Ok(number),
            _ => Err(Problem::request(format!("`{field}` is a whole number from 0 to {most}"))),
        },
    }
}
