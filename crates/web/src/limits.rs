//! Every limit of the server: what a request may hold and cost, how many are served at once, and how much an answer holds.
//!
//! `docs/limits.md` lists them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Maximum number of givens and parts in a request.
pub const MAX_NAMED_VALUES: usize = 10_000;

/// Maximum number of components and givens of a game: some analyses of rules are quadratic in it.
pub const MAX_COMPONENTS: usize = 256;

/// Maximum number of numbers and cells of a position: a board of 141 x 141.
pub const MAX_POSITION_VALUES: usize = 20_000;

/// Maximum number of numbers in all givens: those of a request fit.
pub const MAX_GIVEN_VALUES: usize = 150_000;

/// Maximum number of evaluation steps of givens and of positions, each: a few for every number in a request.
pub const MAX_SETUP_STEPS: u64 = 1_500_000;

/// Maximum size, in numbers and cells, of defaults and starts that are included.
pub const MAX_LISTED_VALUES: usize = 20_000;

/// Maximum number of moves returned with a board; all of them are counted.
pub const MAX_BOARD_MOVES: usize = 3000;

/// Maximum number of rule steps for a board of a position without moves.
pub const MAX_BOARD_STEPS: u64 = 20_000_000;

/// Maximum number of moves returned; all of them are counted.
pub const MAX_MOVES: usize = 10_000;

/// Time limit for all claims of a file together.
pub const MAX_CHECK_TIME: Duration = Duration::from_secs(10);

/// Maximum number of positions solved for one claim.
pub const MAX_CLAIM_POSITIONS: u64 = 1 << 18;

/// Default number of moves in the line of best play.
pub const DEFAULT_LINE_MOVES: usize = 40;

/// Maximum number of moves in the line of best play.
pub const MAX_LINE_MOVES: usize = 200;

/// Maximum number of cells of a table that found rules are evaluated for.
pub const MAX_RULE_CELLS: usize = 20_000;

/// Default depth of a graph of positions.
pub const DEFAULT_GRAPH_DEPTH: usize = 3;

/// Maximum depth of a graph of positions.
pub const MAX_GRAPH_DEPTH: usize = 1000;

/// Default number of positions of a graph.
pub const DEFAULT_GRAPH_NODES: usize = 200;

/// Maximum number of positions of a graph.
pub const MAX_GRAPH_NODES: usize = 2000;

/// Maximum number of moves of a graph of positions.
pub const MAX_GRAPH_EDGES: usize = 20_000;

/// Maximum number of chars of a text for people: names in it may be as long as a request.
pub const MAX_TEXT_CHARS: usize = 1000;

/// Maximum number of chars of a name in a message.
pub const MAX_NAME_CHARS: usize = 80;

/// Maximum number of seconds of a search for rules.
pub const MAX_FIND_SECONDS: f64 = 10.0;

/// Limits on requests, each and all together.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of bytes of a request.
    pub body_bytes: usize,
    /// Maximum number of bytes of rules.
    pub rules_bytes: usize,
    /// Maximum number of open connections; beyond it, one that has not sent a whole request is dropped for a new one.
    pub connections: usize,
    /// Maximum number of open connections of one client.
    pub client_connections: usize,
    /// Maximum number of seconds to receive the head of a request, or between two requests.
    pub head_seconds: f64,
    /// Maximum number of seconds to receive the body of a request.
    pub body_seconds: f64,
    /// Maximum number of questions that wait for a thread; further ones are refused as busy.
    pub waiting: usize,
    /// Maximum number of waiting questions of one client, and of its long jobs.
    pub client_waiting: usize,
    /// Number of threads that answer questions.
    pub threads: usize,
    /// Maximum number of seconds of a question, apart from waiting.
    pub seconds: f64,
    /// Maximum number of positions of a question evaluated by the reference evaluator, each of which is stored;
    /// compiled rules may visit a hundred times as many.
    pub positions: u64,
    /// Maximum number of seconds of a long job.
    pub job_seconds: f64,
    /// Maximum number of positions of a long job; compiled rules may visit a thousand times as many.
    pub job_positions: u64,
    /// Maximum number of long jobs that run at once.
    pub jobs_at_once: usize,
    /// Maximum number of long jobs, including waiting and finished ones.
    pub jobs: usize,
    /// Maximum number of bytes of all tables together: half for questions, half for long jobs.
    pub table_bytes: u64,
    /// Set by a watcher while the program uses more memory than that: work stops, and caches are dropped.
    pub full: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            body_bytes: 256 << 10,
            rules_bytes: 64 << 10,
            connections: 512,
            client_connections: 256,
            head_seconds: 10.0,
            body_seconds: 10.0,
            waiting: 512,
            client_waiting: 384,
            threads: cores.clamp(2, 4),
            seconds: 5.0,
            positions: 300_000,
            job_seconds: 600.0,
            job_positions: 2_000_000,
            jobs_at_once: 2,
            jobs: 32,
            table_bytes: 2 << 30,
            full: None,
        }
    }
}
