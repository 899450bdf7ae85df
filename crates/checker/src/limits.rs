//! The limits of the checker; what exceeds them is refused.

/// Maximum number of columns of digits in a clause.
pub const MAX_COLUMNS: usize = 1 << 22;
