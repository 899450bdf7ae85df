//! The limit on the size of numbers.

/// Maximum number of binary digits of a number (about 20 000 decimal ones).
pub const MAX_BITS: usize = 1 << 16;
