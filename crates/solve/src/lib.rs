//! Game + Question -> Solution: the reference solver.
//!
//! In: an [`Instance`](grundy_rules::Instance) of a game and positions of it. Out: who wins each, how, and on what
//! authority. The idea is to list every position that can be reached and to value it by the plain definitions, so that
//! faster solvers have something to agree with. Wrong tool for positions too many to keep: see the limits of [`Budget`].
//!
//! Same question, same answer, anywhere: nothing here prints, reads files, or asks the time except through [`Budget`].

pub mod argument;
pub mod budget;
pub mod claims;
pub mod digraph;
pub mod heap;
pub mod method;
pub mod plan;
pub mod question;
pub mod solution;
pub mod solver;

pub mod values;

mod hashing;
mod table;
mod tally;

pub use budget::{Budget, Deadline, Effort, Progress, Report, Stop};
pub use claims::{ClaimReport, ClaimVerdict, check_claims};
pub use method::Method;
pub use plan::{Explanation, Plan, Road};
pub use question::Question;
pub use solution::{Authority, Judgement, Solution, ToldByTheorem, ValuedMove, Winner};
pub use solver::way::{Knows, Proved, Running, Size, Told, Wants};
pub use solver::{Lookahead, LookaheadLimits, Only, Solver, solve};
pub use values::Values;
