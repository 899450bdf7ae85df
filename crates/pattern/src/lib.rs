//! Regularities found in tables of values, and certificates for them.
//!
//! In: values that some solver found. Out: what they seem to do forever ([`heap::find`], [`cutting::find`]) and a
//! [`grundy_proof::Certificate`] for it. Nothing here is trusted: a certificate that is not true is refused by
//! [`grundy_proof::check`], the only function that makes a theorem.

mod claims;
pub mod counting;
pub mod cutting;
pub mod finder;
pub mod heap;
pub mod letters;
mod limits;
pub mod prover;
pub mod run;
mod solver;
mod sparse;
pub mod statements;
pub mod theorems;
mod window;

pub use claims::check_claims;
pub use solver::{solver, solver_knowing, solver_without_grounds};
pub use sparse::choose as choose_sparse;
