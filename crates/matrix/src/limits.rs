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
