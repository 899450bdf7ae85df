//! Where the server listens, and what a request may cost.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The port when nothing else is said.
pub const USUAL_PORT: u16 = 7878;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; loopback unless somebody said otherwise. Port 0 takes a free one.
    pub address: SocketAddr,
    /// Names the server may be asked by, besides `localhost` and addresses; by them through any port, as others may pass requests on.
    pub names: Vec<String>,
    /// What may be used.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), USUAL_PORT),
            names: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// What requests may cost, each and all together.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many bytes a request may send.
    pub body_bytes: usize,
    /// How many bytes rules may have.
    pub rules_bytes: usize,
    /// How many connections are open at once; beyond that, one that has not sent a whole request is dropped for a new one.
    pub connections: usize,
    /// The same for the connections of one client.
    pub client_connections: usize,
    /// How many seconds a client may take to send the head of a request, or stay silent between two.
    pub head_seconds: f64,
    /// How many seconds the body of a request may take to arrive.
    pub body_seconds: f64,
    /// How many questions wait for a thread; more are told to come back.
    pub waiting: usize,
    /// The same for the questions of one client, and for its long jobs.
    pub client_waiting: usize,
    /// How many threads answer questions at once.
    pub threads: usize,
    /// How many seconds a question may take, apart from waiting.
    pub seconds: f64,
    /// How many positions a question may examine by the meaning of the rules, each of which is kept; compiled rules may
    /// examine a hundred times as many.
    pub positions: u64,
    /// How many seconds a long job may take.
    pub job_seconds: f64,
    /// The same for a long job, by compiled rules a thousand times as many.
    pub job_positions: u64,
    /// How many long jobs work at once.
    pub jobs_at_once: usize,
    /// How many long jobs are kept, waiting and finished ones included.
    pub jobs: usize,
    /// How many bytes all tables together may take: half for questions, half for long jobs.
    pub table_bytes: u64,
    /// Set by whoever watches the memory of the program, while it is more than that: work stops, and what is kept for later is let go.
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
