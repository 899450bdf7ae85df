//! Every limit on what the command line reads and prints: sizes of files and lines, defaults and maxima of options.
//!
//! `docs/limits.md` lists those that a user can meet. `limits.rs` enforces `--max-seconds` and `--memory`.

/// Maximum size of a file of rules.
pub const MAX_RULES_BYTES: u64 = 4 << 20;

/// Maximum size of a file of givens.
pub const MAX_GIVENS_BYTES: u64 = 64 << 20;

/// Maximum size of a graph file.
pub const MAX_GRAPH_BYTES: u64 = 4 << 30;

/// Maximum size of a certificate: a digit takes three bytes at most, and a code has 2^20 of them.
pub const MAX_CERTIFICATE_BYTES: u64 = 4 << 20;

/// Maximum length of a line of `solve --batch`.
pub const MAX_BATCH_LINE_BYTES: u64 = 4 << 20;

/// Maximum length of a line typed in a game.
pub const MAX_TYPED_LINE_BYTES: u64 = 1 << 16;

/// Maximum length of a line of the file of a survey.
pub const MAX_SURVEY_LINE_BYTES: u64 = 1 << 16;

/// Maximum output of a program under test, which is ended when it prints more.
pub const MAX_PROGRAM_OUTPUT_BYTES: usize = 16 << 20;

/// Maximum length kept of what a program under test writes to standard error.
pub const MAX_PROGRAM_MESSAGE_BYTES: usize = 4 << 10;

/// Maximum factor on the time limit of a program under test that waits for its turn on a busy machine.
pub const MAX_PROGRAM_TIME_FACTOR: u32 = 12;

/// Maximum number of symbolic links followed to the file that is written; more are a cycle.
pub const MAX_LINKS: usize = 40;

/// Maximum number of temporary files of an earlier process with the same id that are skipped.
pub const MAX_TEMPORARIES: u32 = 1000;

/// Maximum memory limit that is chosen without `--memory`.
pub const MAX_DEFAULT_MEMORY: u64 = 8 << 30;

/// Memory limit without `--memory` if the amount of free memory is unknown.
pub const DEFAULT_MEMORY: u64 = 2 << 30;

/// Maximum number of threads, whatever is requested.
pub const MAX_THREADS: usize = 256;

/// Default budget for checking one file, in positions.
pub const DEFAULT_CLAIM_POSITIONS: u64 = 1 << 20;

/// Number of positions of play from the start that are tried.
pub const DEFAULT_START_POSITIONS: u64 = 20_000;

/// Default of `stress --max-positions`: how many positions may be stored per answer.
pub const DEFAULT_STRESS_POSITIONS: &str = "200000";

/// Maximum number of moves that compiled rules may list per answer of `stress`.
pub const MAX_STRESS_MOVES: u64 = 1 << 27;

/// Maximum size of the tables of each answer of `stress`, whatever the memory.
pub const MAX_STRESS_TABLE_BYTES: u64 = 1 << 29;

/// Maximum number of runs to shrink a failing input.
pub const MAX_SHRINKING_RUNS: u32 = 2000;

/// Maximum number of runs to shrink an input on which the program times out.
pub const MAX_LATE_SHRINKING_RUNS: u32 = 40;

/// Maximum total time of these runs, as a multiple of the time limit of the program.
pub const MAX_LATE_SHRINKING_TIME: f64 = 8.0;

/// Default number of positions visited by compiled rules to solve a position of a game. This and the next three are
/// counts and not a time, so that a game is the same on every machine; about half a second.
pub const DEFAULT_PLAY_POSITIONS: u64 = 100_000;

/// Default number of moves listed by compiled rules to solve a position of a game.
pub const DEFAULT_PLAY_MOVES: u64 = 1_000_000;

/// Default number of positions stored to solve a position of a game whose rules cannot be compiled.
pub const DEFAULT_PLAY_LISTED_POSITIONS: u64 = 50_000;

/// Default number of rule steps to solve a position of a game whose rules cannot be compiled.
pub const DEFAULT_PLAY_STEPS: u64 = 10_000_000;

/// Maximum number of rule steps to read a typed move.
pub const MAX_TYPED_MOVE_STEPS: u64 = 10_000_000;

/// Maximum number of choices of a move that is guessed from a typed number.
pub const MAX_GUESSED_CHOICES: u32 = 2;

/// Maximum number of guesses per choice of a typed move.
pub const MAX_GUESSES: usize = 40;

/// Number of times a position occurs until the game is ended as a draw.
pub const MAX_REPETITIONS: usize = 3;

/// Default of `heap --limit`: number of values to compute.
pub const DEFAULT_HEAP_VALUES: u64 = 1_000_000;

/// Default number of values to compute for each game of a survey.
pub const DEFAULT_SURVEY_VALUES: u64 = 12_000;

/// Largest heap that may be requested.
pub const MAX_HEAP: u64 = 1_000_000_000_000_000_000;

/// Maximum number of heap values in a file.
pub const MAX_VALUES_WRITTEN: u64 = 10_000_000_000;

/// Default number of heap values to show.
pub const DEFAULT_VALUES_SHOWN: u64 = 60;

/// Maximum number of heap values to show; more have to go into a file.
pub const MAX_VALUES_SHOWN: u64 = 1_000_000;

/// Maximum number of exceptions to show.
pub const MAX_EXCEPTIONS_SHOWN: usize = 12;

/// Default number of moves of best play.
pub const DEFAULT_LINE_MOVES: usize = 200;

/// Maximum of `explain --line`: number of moves of a line.
pub const MAX_LINE_MOVES: usize = 100_000;

/// Maximum of `explain --depth`: depth of a tree.
pub const MAX_TREE_DEPTH: usize = 200;

/// Maximum number of rows of a tree.
pub const MAX_TREE_ROWS: usize = 5000;

/// Maximum number of positions of a graph that is returned as data or as DOT, which other programs may be able to
/// draw.
pub const MAX_GRAPH_POSITIONS: usize = 20_000;

/// Maximum number of options that the checker visits: days of work, which Ctrl-C ends.
pub const MAX_CHECKER_STEPS: u64 = 1 << 50;

/// Maximum number of characters shown of a line that is not part of a certificate.
pub const MAX_CERTIFICATE_CHARS_SHOWN: usize = 40;

/// Maximum number of characters quoted of a line typed in a game.
pub const MAX_TYPED_CHARS_SHOWN: usize = 60;

/// Maximum number of characters shown of an input or an output of a test.
pub const MAX_TEST_CHARS_SHOWN: usize = 1500;

/// Maximum number of suggested names.
pub const MAX_NAMES_SUGGESTED: usize = 2;

/// Maximum width of a line of help, as it is set for clap.
pub const MAX_HELP_COLUMNS: usize = 100;

/// Page width if the output is not a terminal.
pub const DEFAULT_PAGE_COLUMNS: usize = 100;
