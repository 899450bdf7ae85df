//! The limits of the checker of certificates with letters; what exceeds them is refused.

/// Maximum number of bytes of a certificate with letters.
pub const MAX_BYTES: usize = 1 << 22;

/// Maximum number of characters quoted of a word of a certificate with letters.
pub const MAX_QUOTED_CHARS: usize = 40;

/// Maximum number of letters with a name, in a certificate with letters.
pub const MAX_NAMES: usize = 200;

/// Maximum number of moves, and of witnesses, in a certificate with letters.
pub const MAX_MOVES: usize = 200;

/// Maximum number of divisors in the rules of a certificate with letters.
pub const MAX_DIVISORS: usize = 1000;

/// Maximum depth of an expression of a certificate with letters, and number of its splits below each other.
pub const MAX_DEPTH: usize = 200;

/// Maximum number of different expressions in a certificate with letters.
pub const MAX_TERMS: usize = 200_000;

/// Maximum number of monomials of a polynomial in a certificate with letters.
pub const MAX_MONOMIALS: usize = 1000;

/// Maximum degree of a polynomial in a certificate with letters.
pub const MAX_DEGREE: usize = 12;

/// Maximum number of quotients in an obligation of a certificate with letters.
pub const MAX_QUOTIENTS: usize = 200;

/// Maximum number of hypotheses, and of open branches, at a time in a certificate with letters.
pub const MAX_HYPOTHESES: usize = 20_000;

/// Maximum number of steps in the check of a certificate with letters: products of monomials, terms, hypotheses.
pub const MAX_STEPS: usize = 1 << 26;
