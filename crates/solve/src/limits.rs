//! Limits that no budget raises: how much of an answer is listed, and how far claims are checked.
//!
//! What decides whether something is found is a [`Limit`](grundy_rules::Limit) or a field of
//! [`Budget`](crate::Budget) instead.

/// Number of positions of a table that may fail whatever they cost; from there on `Effort::positions_in_vain` ends
/// the table, and the answer names that limit.
pub const MIN_FAILURES: u64 = 16;

/// Maximum number of positions of a loop that a message names; all of them are counted.
pub const MAX_LOOP_SHOWN: usize = 8;

/// Maximum number of winning moves listed of a sum, each of which holds all parts; all of them are counted.
pub const MAX_WINNING_MOVES_OF_SUM: usize = 64;

/// More positions than this are only queried all at once; the reason for missing ones is still reported.
pub const MAX_APART: usize = 20_000;

/// Positions with fewer bits than this are searched for what a theorem about the winner leaves open; a larger budget
/// adds bits. Of larger ones the answer says that the moves were not looked for.
pub const MAX_BITS_BEYOND_WINNER: f64 = 48.0;

/// Maximum number of positions of that search if neither time nor positions are limited.
pub const MAX_POSITIONS_BEYOND_WINNER: u64 = 1_000_000;

/// Maximum number of rule steps to check a claim with one choice of givens other than the first. The report says how
/// far a claim was checked.
pub const MAX_STEPS_OF_OTHER_GIVENS: u64 = 5_000_000;

/// A game with at most this number of positions is checked at all of them; of a larger one the report says how far.
pub const MAX_CHECKED_POSITIONS: usize = 50_000;

/// Maximum length of a random game that is played to find positions for a check.
pub const MAX_PLAYOUT_MOVES: usize = 60;

/// Maximum number of parts of a sum that an explanation values one by one.
pub const MAX_PARTS_EXPLAINED: usize = 64;

/// Maximum length of a line when a theorem answers, as play may last for 10^18 moves.
pub const MAX_LINE_BY_THEOREM: usize = 12;

/// Maximum number of example moves in a sum of many parts whose moves are too many to list.
pub const MAX_EXAMPLE_MOVES: usize = 8;

/// Maximum number of rule steps to find example moves.
pub const MAX_GUESS_STEPS: u64 = 1_000_000;

/// Moves with more choices than this are no example moves.
pub const MAX_GUESSED_CHOICES: usize = 3;
