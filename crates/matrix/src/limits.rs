//! Limits on games and on what is listed of them.

/// Maximum number of cells of a table of payoffs.
pub const MAX_CELLS: usize = 1 << 20;

/// Maximum number of choices of both players together for all equilibria to be listed.
pub const MAX_CHOICES_ENUMERATED: usize = 128;

/// Maximum number of products that a component is split into.
pub const MAX_PRODUCTS: usize = 4096;

/// Maximum number of choices of both players together for dominance by mixtures to be decided.
pub const MAX_CHOICES_MIXED: usize = 64;

/// Maximum number of variables of the program for correlated equilibria.
pub const MAX_CELLS_CORRELATED: usize = 400;

/// Maximum number of profiles of three and more players that are compared with one another for Pareto-best ones.
pub const MAX_PROFILES_COMPARED: usize = 20_000;

/// Maximum number of players who are alike.
pub const MAX_PLAYERS: usize = 100_000;

/// Maximum number of totals times choices of players who are alike.
pub const MAX_TOTALS_TIMES_CHOICES: usize = 100_000_000;

/// Maximum number of ways in which players who are alike can be divided among their choices.
pub const MAX_COUNT_VECTORS: usize = 2_000_000;
