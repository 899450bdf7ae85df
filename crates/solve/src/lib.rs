//! Game + Question -> Solution: the reference solver.
//!
//! In: an [`Instance`](grundy_rules::Instance) of a game and positions of it. Out: who wins each, how, and on what
//! authority. The idea is to list every reachable position and to value it by the plain definitions, so that faster
//! solvers have something to agree with. Wrong tool when there are too many positions to store: see the limits of
//! [`Budget`].
//!
//! The same question always has the same answer: nothing here prints, reads files, or reads the clock except through
//! [`Budget`].

pub mod argument;
pub mod ask;
pub mod budget;
pub mod claims;
pub mod digraph;
pub mod heap;
mod limits;
pub mod method;
pub mod plan;
pub mod quantity;
pub mod question;
pub mod recent;
pub mod solution;
pub mod solver;
pub mod values;
mod work;

mod hashing;
mod table;

pub use ask::{Ask, AskMoves, Grounds};
pub use budget::{Budget, Deadline, Effort, Progress, Report, Stop};
pub use claims::{ClaimReport, ClaimVerdict, check_claims};
pub use grundy_value::{Evaluation, Quantity, QuantitySet, Winner};
pub use method::MethodName;
pub use plan::{Explanation, Plan, Size, Theory};
pub use quantity::{check_quantity, default_quantity};
pub use question::Question;
pub use recent::Recent;
pub use solution::{Authority, Listed, Solution, ValuedMove};
pub use solver::method::{Backend, Oracle, OracleAnswer, Proved};
pub use solver::{Lookahead, LookaheadLimits, Solver, solve};
pub use values::Values;
