//! The mathematics of games: outcomes, Grundy values, remoteness.
//!
//! Pure mathematics, usable alone: nothing here knows of rules or positions.

pub mod grundy;
pub mod outcome;
pub mod remoteness;

pub use grundy::Grundy;
pub use outcome::Outcome;
pub use remoteness::Remoteness;
