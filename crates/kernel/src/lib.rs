//! Game -> a machine that lists moves fast.
//!
//! In: an [`Instance`](grundy_rules::Instance) of a game. Out: packed positions and machines that list their options.
//! The reference evaluator in `grundy-rules` defines what is right; nothing here decides anything about winning.

pub mod code;
pub mod encode;
pub mod heap;
pub mod interpret;
pub mod kernel;
pub mod key;
pub mod lower;
pub mod machine;
pub mod native;
mod open_board;
pub mod placement;
pub mod regions;
pub mod runtime;
pub mod sweep;
pub mod symmetry;

pub use encode::{Direction, Wishes};
pub use kernel::{Engine, Kernel, Runner};
pub use key::Key;
pub use machine::{End, Expansion, Head, Machine, Options, Traits};
