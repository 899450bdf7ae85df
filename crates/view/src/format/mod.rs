//! Views as characters: one format per file. None of them knows a view by name.

pub mod csv;
pub mod json;
pub mod text;
