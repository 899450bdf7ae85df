//! What readers of files share, whatever the kind of file: tokens, a cursor over a clause, and the scope of its expressions.
//!
//! A `.problem` file is read with these; a game's file is read by [`crate::read`].

pub use crate::check::outside::Scope;
pub use crate::parse::cursor::{Binders, Cursor, Failed, Parse, Peek, Tokens};
