//! The limits of the server: what a request may cost, and how many are served at once. What it may hold is in
//! `grundy::request`.
//!
//! `docs/limits.md` lists them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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

impl Limits {
    /// Returns what a request may bring and an answer may hold.
    pub(crate) fn of_requests(&self) -> grundy::request::Limits {
        grundy::request::Limits::of_server(self.rules_bytes, self.table_bytes)
    }
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
