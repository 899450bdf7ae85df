//! Contest problems: an input becomes a position of a game, and the solver's result becomes the judge's answer.
//!
//! In: a `.problem` file ([`Problem::read`]) and inputs, as JSON or in the judge's own text. Out: answers, as JSON ([`Session::ask`])
//! or as the judge prints them ([`judge()`]). One description of a problem serves to read inputs, to write them
//! ([`Problem::write`]) and to draw random ones ([`Problem::draw`]). Nothing here opens files, runs programs or prints.
//!
//! ```
//! use grundy_contest::{Problem, Session};
//! use std::sync::Arc;
//!
//! let nim = grundy_rules::read("game nim(n) move take(k in 1..n) -> n - k").unwrap();
//! let file = "problem matches
//! input heaps: [int in 0..]
//! game nim
//! part h for h in heaps
//! words first \"Yes\", second \"No\"
//! text until end { len(heaps) heaps ; answer }";
//! let problem = Problem::read(file, &|name| (name == "nim").then(|| nim.clone())).unwrap();
//! let mut session = Session::new(Arc::new(problem), grundy_solve::Budget::default(), |game, join, budget| {
//!     grundy_solve::Solver::new(game.clone(), join, budget)
//! });
//! let reply = session.ask(&serde_json::json!({"heaps": [3, 6, 9]})).unwrap();
//! assert_eq!(reply.json(), serde_json::json!({"answer": "first", "native": "Yes"}));
//!
//! let mut printed = String::new();
//! grundy_contest::judge(&mut session, "2 45 45\n".as_bytes(), &mut |text| {
//!     printed += text;
//!     Ok(())
//! })
//! .unwrap();
//! assert_eq!(printed, "No\n");
//! ```

mod adapter;
mod asked;
mod clauses;
mod convert;
mod describe;
mod draw;
mod draw_graph;
mod draw_rule;
mod export;
mod from_rules;
mod json_text;
mod judge;
mod judge_read;
mod judge_words;
mod layout;
mod limits;
mod misfits;
mod parse;
mod problem;
pub mod problem_limits;
mod reply;
mod require;
mod session;
mod shrink;
mod shrink_numbers;
mod shrink_steps;
mod stress;
mod stress_compare;
mod stress_draw;
mod stress_leaf;
mod told;
mod write;

pub use describe::{Example, FieldForm, Form};
pub use export::{Authority, Examined, Exported, Ground, Language, Refused, Support, Unproved, export};
pub use from_rules::{Layout, Parts, Print, Rules, Statement, Unstated};
pub use grundy_value::Random;
pub use json_text::{field_place, json_error, read_json, repeated_field};
pub use judge::{Beyond, JudgeError, judge};
pub use limits::Limits;
pub use parse::Games;
pub use problem::{Field, Input, PathStep, Problem, Sample, Variant};
pub use session::{Asked, Detail, Reply, Session, Solvers, Trouble};
pub use shrink::{Seen, Shrunk, Tried, Trying, shrink};
pub use stress::{Stress, StressSessions, Test};
pub use stress_compare::{Difference, Flaw, Strictness, Vocabulary, compare};
