//! Questions about games, for every door: the command line, the server, other programs.
//!
//! In: a question, as a struct such as [`Solve`] or as JSON ([`Request::from_json`]). Out: a [`Response`] for people
//! and for programs, or the [`Error`] that says why there is none. A door translates its input to a request, and prints
//! the response; reading, solving and choosing what is shown are here, once, one question per file. Solvers are kept in
//! a [`SolverCache`]; its budget is that of a question, and [`Limits`] are those of the door.
//!
//! ```
//! use grundy::request::{Limits, Request, SolverCache};
//! let fields = serde_json::json!({"game": "nim", "position": "3 4 5"});
//! let request = Request::from_json("solve", &fields, &Limits::NONE)?;
//! let response = request.answer(&mut SolverCache::new(grundy::Budget::default()))?;
//! assert_eq!(response.data()["winner"], "first");
//! # Ok::<(), grundy::Error>(())
//! ```

mod board;
mod cache;
mod check;
mod count;
mod diagnose;
mod explain;
mod fields;
mod find;
mod games;
mod graph;
mod limits;
mod lookahead;
mod moves;
mod play;
mod said;
mod solve;
mod table;

pub use board::Board;
pub use cache::{Patience, SolverCache};
pub use check::Check;
pub use count::Count;
pub use diagnose::{brief, diagnose, diagnostic};
pub use explain::{Explain, Line};
pub use fields::named;
pub use find::{Find, find_rules};
pub use games::{list, show};
pub use graph::Graph;
pub use limits::{Limits, abbreviated};
pub use lookahead::Lookahead;
pub use moves::Moves;
pub use play::{Play, PositionText, parse_compound};
pub use said::in_other_languages;
pub use solve::{Only, Solve};
pub use table::Table;

use crate::Error;
use crate::view::View;
use fields::Fields;
use grundy_message::message;
use said::stopped;
use serde_json::Value;

/// Names of the questions.
pub const QUESTIONS: [&str; 10] =
    ["solve", "moves", "board", "table", "count", "graph", "explain", "find", "lookahead", "check"];

/// A question that needs a solver.
pub enum Request {
    /// Who wins, and how.
    Solve(Solve),
    /// Every move and its value.
    Moves(Moves),
    /// A position for drawing, with its moves.
    Board(Board),
    /// Values over a line or a rectangle.
    Table(Table),
    /// How many positions there are of some kind.
    Count(Count),
    /// Reachable positions and the moves between them.
    Graph(Graph),
    /// Why a player wins, in words.
    Explain(Explain),
    /// Rules found in the table.
    Find(Find),
    /// The move to make in an unsolved position.
    Lookahead(Lookahead),
    /// Whether the claims of rules hold.
    Check(Check),
}

/// Answer to a request, for people and programs.
pub type Response = Box<dyn View>;

impl Request {
    /// Reads a question from its name and its fields.
    ///
    /// # Errors
    /// Fails if there is no such question, a field is wrong, or the limits are exceeded.
    pub fn from_json(question: &str, fields: &Value, limits: &Limits) -> Result<Request, Error> {
        let fields = &Fields::new(fields, limits)?;
        Ok(match question {
            "solve" => Request::Solve(Solve::read(fields)?),
            "moves" => Request::Moves(Moves::read(fields)?),
            "board" => Request::Board(Board::read(fields)?),
            "table" => Request::Table(Table::read(fields)?),
            "count" => Request::Count(Count::read(fields)?),
            "graph" => Request::Graph(Graph::read(fields)?),
            "explain" => Request::Explain(Explain::read(fields)?),
            "find" => Request::Find(Find::read(fields)?),
            "lookahead" => Request::Lookahead(Lookahead::read(fields)?),
            "check" => Request::Check(Check::read(fields)?),
            other => return Err(unknown_question(other)),
        })
    }

    /// Answers the question with these solvers.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out, or there is no such answer.
    pub fn answer(&self, cache: &mut SolverCache) -> Result<Response, Error> {
        Ok(match self {
            Request::Solve(request) => Box::new(request.answer(cache)?),
            Request::Moves(request) => Box::new(request.answer(cache)?.0),
            Request::Table(request) => Box::new(request.answer(cache)?),
            Request::Count(request) => Box::new(request.answer(cache)?),
            Request::Graph(request) => Box::new(request.answer(cache)?),
            Request::Explain(request) => Box::new(request.answer(cache)?.0),
            Request::Board(request) => Box::new(request.answer(cache)?),
            Request::Find(request) => Box::new(request.answer(cache)?),
            Request::Lookahead(request) => Box::new(request.answer(cache)?),
            Request::Check(request) => Box::new(request.answer(cache)),
        })
    }
}

/// Returns the error of a question that does not exist.
pub fn unknown_question(name: &str) -> Error {
    let error = Error::wrong(message!("`{name}` is no question", name = abbreviated(name)));
    error.hint(message!("it is one of {names}", names = QUESTIONS.join(", ")))
}
