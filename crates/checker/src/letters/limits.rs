//! The limits of the checker of certificates with letters; what exceeds them is refused.

/// Maximum number of bytes of a certificate with letters.
pub const MAX_BYTES: usize = 1 << 22;

/// Maximum number of letters with a name, of moves, of weights, and of witnesses, in a certificate with letters.
pub const MAX_LINES: usize = 200;

/// Maximum number of bytes of the lines before the proof, in a certificate with letters.
pub const MAX_GAME_BYTES: usize = 1 << 17;

/// Maximum depth of an expression of a certificate with letters, and number of its splits below each other.
pub const MAX_DEPTH: usize = 200;

/// Maximum number of monomials of a polynomial in a certificate with letters.
pub const MAX_MONOMIALS: usize = 1000;

/// Maximum degree of a polynomial in a certificate with letters.
pub const MAX_DEGREE: usize = 12;

/// Maximum number of steps in the check of a certificate with letters: products of monomials, terms, hypotheses.
pub const MAX_STEPS: usize = 1 << 24;
