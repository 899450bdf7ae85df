//! The checker's own computation of values, from the meaning of the digits alone.

pub(crate) mod octal;
pub(crate) mod plain;
