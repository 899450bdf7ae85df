//! Rules with the givens as letters, proved for all values of them.

pub mod find;
pub mod grid;
mod hypotheses;
mod leaf;
mod lower;
pub mod parse;
mod polynomial;
pub mod problem;
mod prove;
mod reduce;
mod refute;
mod simplex;
pub mod table;
pub mod term;
mod weights;
mod witness;

pub use hypotheses::Work;
pub use prove::{Unproved, prove};
