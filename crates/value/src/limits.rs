//! The limits on the size of numbers.

/// Maximum number of binary digits of a number (about 20 000 decimal ones).
pub const MAX_BITS: usize = 1 << 16;

/// Maximum number of digits of a fraction that is read, and of zeros that its exponent adds.
pub const MAX_EXPONENT: i64 = 1000;
