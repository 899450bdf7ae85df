//! Every limit of contest problems: what an input holds, what an exported program may cost, how far claims are tested.
//!
//! `docs/limits.md` lists them. `limits.rs` is about the limits that a statement names.

use grundy_rules::limits::MAX_ELEMENTS;

/// Maximum number of rule steps to evaluate an expression of a problem file on one input.
pub const MAX_EXPRESSION_STEPS: u64 = 400_000_000;

/// Maximum number of rule steps to find each move that an input says was made.
pub const MAX_MADE_MOVE_STEPS: u64 = 20_000_000;

/// Maximum length of a line of input.
pub const MAX_LINE_BYTES: u64 = 64 << 20;

/// Maximum nesting depth of a layout.
pub const MAX_LAYOUT_NESTING: usize = 20;

/// Maximum number of draws of an instance that the file rejects.
pub const MAX_DRAW_TRIES: usize = 1000;

/// Maximum number of list entries of an instance, whatever the file says.
pub const MAX_DRAWN_ENTRIES: u64 = MAX_ELEMENTS as u64;

/// Maximum number of winning moves shown if there are too many to list.
pub const MAX_WINNING_MOVES_SHOWN: usize = 20;

/// Number of failed draws after which an export counts the positions of no more instances.
pub const MAX_COUNTED_FAILURES: u32 = 3;

/// Maximum number of positions visited by an export to find a repetition.
pub const MAX_COUNTED_POSITIONS: usize = 12_000;

/// Maximum number of positions visited from one position to find a repetition.
pub const MAX_COUNTED_POSITIONS_OF_ONE: usize = 500;

/// Maximum number of steps of an exported program in Python, which takes about ten million per second. The estimate
/// is the worst case, and a search that stops at the first winning move takes a small part of it.
pub const MAX_PYTHON_STEPS: f64 = 1e9;

/// Maximum number of steps of an exported program to fill a table, in any language.
pub const MAX_FILLING_STEPS: f64 = 2e9;

/// Maximum number of positions that an exported program enumerates on rays.
pub const MAX_RAY_POSITIONS: f64 = 4e7;

/// Maximum number of steps of an exported program, which take a second or two.
pub const MAX_PROGRAM_STEPS: f64 = 1e10;

/// Maximum number of positions that an exported program stores.
pub const MAX_PROGRAM_STATES: f64 = 3e7;

/// Maximum number of choices of the givens that an export tests an unproved claim for. The export says how far it
/// tested a claim.
pub const MAX_TESTED_CHOICES: usize = 24;

/// Maximum number of positions that an export tests an unproved claim at.
pub const MAX_TESTED_POSITIONS: usize = 240;

/// Minimum number of positions tested for one choice of the givens.
pub const MIN_TESTED_POSITIONS: usize = 12;

/// Maximum number of cells of all tables together that an export makes to test claims.
pub const MAX_TESTED_CELLS: u64 = 1 << 20;

/// Minimum number of cells of each of these tables.
pub const MIN_TESTED_CELLS: u64 = 1 << 8;

/// Maximum number of moves of compiled rules for all of these tables.
pub const MAX_TESTED_MOVES: u64 = 1 << 30;

/// Maximum number of rule steps for all of these tables.
pub const MAX_TESTED_STEPS: u64 = 1 << 27;

/// Number of failed draws after which a claim is tested no further.
pub const MAX_TEST_FAILURES: u32 = 6;

/// Maximum number of parts that a problem made of rules says as always the same.
pub const MAX_PARTS_STATED: usize = 1000;
