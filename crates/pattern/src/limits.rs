//! Limits of the search for rules that no budget raises: what is tried, and how much of it is written.
//!
//! What a larger budget raises is a [`Limit`](grundy_rules::Limit) beside the work that it limits.

/// A claim about at most this many choices of the givens is proved for each of them; of others the report says for
/// which givens it holds.
pub const MAX_PROVED_CHOICES: usize = 8;

/// After this many failed searches in a row, no more positions are searched to test a rule. The report says how far
/// it was tested.
pub const MAX_FAILED_SEARCHES: usize = 8;

/// Maximum number of rules that are tried for all givens.
pub const MAX_GENERALISED_RULES: usize = 3;

/// Maximum length of a list of numbers that a rule writes out.
pub const MAX_SPELLED_NUMBERS: usize = 32;

/// Minimum length of a row; shorter ones show nothing.
pub const MIN_ROW: usize = 12;

/// Maximum number of a claim's numbers that are tried.
pub const MAX_NAMED_NUMBERS: usize = 24;

/// Maximum length of a run of numbers near each of these.
pub const MAX_RUN: i64 = 256;

/// Maximum number of positions tried to contradict a claim by theorems.
pub const MAX_REFUTING_POSITIONS: usize = 40_000;

/// Maximum number of rules reported of each kind.
pub const MAX_RULES_OF_A_KIND: usize = 2;

/// Maximum number of refuted rules reported.
pub const MAX_REFUTED_RULES: usize = 3;

/// How many numbers of a component are tried to find its bound.
pub const MAX_PROBED_NUMBERS: i64 = 64;

/// Maximum number of cells of a table made for one claim.
pub const MAX_CLAIM_CELLS: i64 = 1 << 21;

/// Longer periods of words are not spelled out.
pub const MAX_SPELLED_PERIOD: usize = 24;

/// Maximum period of a word that is searched for.
pub const MAX_WORD_PERIOD: usize = 400;

/// The table of a budget above the default is at most this many times as large as that of the last round.
pub const MAX_TABLE_FACTOR: u64 = 16;

/// Maximum number of values of a part that are tried if a relation is wrong.
pub const MAX_OTHER_VALUES: i64 = 200;

/// Maximum number of steps for listing the options of one position, from which an automaton learns what is wrong with
/// it.
pub const MAX_OPTION_STEPS: u64 = 10_000_000;

/// Maximum number of positions that weights are tried on; the checker proves the result, so more would only cost
/// time.
pub const MAX_WEIGHED_POSITIONS: usize = 600;

/// Maximum number of rule steps for the options of one of these positions.
pub const MAX_WEIGHED_STEPS: u64 = 1_000_000;

/// Hard limit of the depth of looking ahead, as each move is a nested call.
pub const MAX_DEPTH_AHEAD: u64 = 80;

/// A proof is tried only if a position has at most this many numbers, unless the budget is above the default.
pub const MAX_NUMBERS_PROVED: usize = 2;

/// Maximum number of winning moves that a theorem lists; all of them are counted.
pub const MAX_WINNING_MOVES: usize = 1000;

/// Maximum number of parts written in all these moves.
pub const MAX_WINNING_PARTS: usize = 1 << 19;

/// Maximum number of small positions that rules in terms of features are compared with.
pub const MAX_SAMPLED_POSITIONS: usize = 3000;

/// Maximum weight of these positions: the sum of their numbers and lengths.
pub const MAX_SAMPLED_WEIGHT: usize = 40;

/// Maximum number of positions by which rules in terms of features are searched for; what fits is compared with all.
pub const MAX_SEARCHED_POSITIONS: usize = 256;

/// Maximum number of larger positions that they are compared with.
pub const MAX_LARGE_POSITIONS: usize = 40;

/// Maximum number of parts of a box of positions that are written out.
pub const MAX_BOXES: usize = 10_000;

/// Maximum number of elements of a bag in a box of positions.
pub const MAX_BAG: usize = 10_000;

/// Maximum number of digits of an end of a range in a box of positions.
pub const MAX_END_DIGITS: usize = 300;

/// Maximum number of binary digits of an end of a range that is written as a power.
pub const MAX_END_BITS: usize = 1000;

/// Maximum number of parts of a bag that are counted by a period in which values rise.
pub const MAX_RISING_BAG: usize = 64;

/// Maximum number of chars of a box or a condition in a message.
pub const MAX_SHOWN_CHARS: usize = 60;
