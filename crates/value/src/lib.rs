//! The mathematics of games: numbers, outcomes, Grundy values, remoteness, scores.
//!
//! Pure mathematics, usable alone: nothing here knows of rules or positions.

pub mod arithmetic;
pub mod evaluation;
pub mod factors;
pub mod grundy;
pub mod int;
pub mod limits;
pub mod outcome;
pub mod quantity;
pub mod random;
pub mod rational;
pub mod remoteness;

pub use evaluation::{Evaluation, Winner};
pub use grundy::Grundy;
pub use int::Int;
pub use outcome::Outcome;
pub use quantity::{Quantity, QuantitySet};
pub use random::Random;
pub use rational::Rational;
pub use remoteness::Remoteness;
