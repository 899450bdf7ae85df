//! Kinds of theorems, one per file: each replays the hypotheses of a theorem that docs/heap_certificates.md states and
//! proves.

pub(crate) mod arithmetic;
pub(crate) mod cutting;
pub(crate) mod guy_smith;
pub(crate) mod hexadecimal;
pub(crate) mod subtraction_window;
pub(crate) mod window;
