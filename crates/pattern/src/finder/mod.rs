//! What is found about a game, in words, and what became of the claims of its file.
//!
//! In: a game with its givens. Out: rules that its tables show ([`find`]) and what became of the claims of its file
//! ([`findings`]): proved by [`crate::prover`] and the checkers, checked as far as a table reaches, or refuted.

mod claims;
mod famous;
mod far;
mod features;
mod form;
mod gate;
mod general;
mod given_tables;
mod letters;
mod line;
mod plane;
mod prover;
mod refute;
mod reliance;
mod scope;
mod search;
mod sequences;
mod survey;
mod tables;
mod words;

pub use claims::{Finding, Status, findings, findings_with};
pub use famous::{Sequence, sequences};
pub(crate) use gate::{ClaimValue, claim_value, with_claims};
pub use prover::Prover;
pub(crate) use refute::refuted_at;
pub use reliance::{Reliance, rely};
pub use search::{Found, Refusal, Report, find};
pub use survey::{DRAWN, LATE, NoTable, Plan, Survey};
pub(crate) use tables::NOT_TRIED;
pub use tables::{OUT_OF_TIME, examine, many};
pub use words::{Words, words};
