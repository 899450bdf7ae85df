//! Matrix games: players who all choose at once, without seeing what the others choose.
//!
//! In: a [`Table`] of payoffs, exact fractions. Out: everything that is usually asked about such a game, exact too. Nothing here knows of
//! positions and moves.
//!
//! ```
//! use grundy_matrix::{Table, equilibria};
//! use grundy_rules::Meter;
//!
//! let payoffs = |rows: [[i64; 2]; 2]| rows.map(|row| row.map(Into::into).to_vec()).to_vec();
//! // Years in prison: first both confess, last both deny.
//! let dilemma = Table::of_matrices(payoffs([[-8, 0], [-10, -2]]), Some(payoffs([[-8, -10], [0, -2]]))).unwrap();
//! let found = equilibria::equilibria(&dilemma, &Meter::steps(1000)).unwrap();
//! assert_eq!(found.extreme.len(), 1);
//! assert_eq!(found.pair(found.extreme[0])[0][0].to_string(), "1");
//! ```

pub mod alike;
pub mod answers;
pub mod correlated;
pub mod dominance;
pub mod equilibria;
pub mod file;
mod lift;
pub mod limits;
pub mod matrices;
mod number;
pub mod profile;
mod program;
pub mod responses;
pub mod table;
mod tableau;
mod vertices;
pub mod zero_sum;

pub use answers::Answers;
pub use equilibria::Equilibria;
pub use table::{Mix, Player, Table};
