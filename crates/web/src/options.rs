//! Where the server listens, and what a request may cost.

use crate::limits::Limits;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Format: the port of the page, unless another is given.
pub const DEFAULT_PORT: u16 = 7878;

/// Configuration of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address to listen on; loopback by default. Port 0 takes a free one.
    pub address: SocketAddr,
    /// Names of the server besides `localhost` and IP addresses; valid with any port, because a proxy may pass requests
    /// on.
    pub names: Vec<String>,
    /// Resource limits.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DEFAULT_PORT),
            names: Vec::new(),
            limits: Limits::default(),
        }
    }
}
