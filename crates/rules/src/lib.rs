//! The rule language of grundy: text -> [`ast::Ast`] -> [`Game`], and what a game means.
//!
//! This crate is the definition that everything else is measured against. It is slow, obvious and complete, and it
//! knows nothing of solvers.

pub mod ast;
pub mod diagnostic;
pub mod fault;
pub mod game;
pub mod int;
pub mod meter;
pub mod span;
pub mod value;

pub use diagnostic::{Colour, Diagnostic, Severity};
pub use fault::{Fault, FaultClass};
pub use game::Game;
pub use int::Int;
pub use meter::Meter;
pub use span::Span;
pub use value::{Part, Position, Side, Symbol, Value};
