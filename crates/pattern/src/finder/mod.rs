//! What is found about a game, in words, and what became of the claims of its file.
//!
//! In: a proof by [`crate::prover`]. Out: sentences and claims that the checker has proved with it, and, where nothing is proved, how far
//! claims were checked.

mod claims;
mod words;

pub use claims::{Finding, Status, findings};
pub use words::{Words, words};
