//! `grundy serve`: serves the page and the HTTP interface.

use crate::failure::{Failure, Status, reason};
use crate::limits;
use crate::number::whole;
use crate::screen::Screen;
use clap::Args;
use grundy_message::message;
use grundy_web::{DEFAULT_PORT, Limits, Options};
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

/// Serve the page where games are played, solved and written
///
/// It listens on this machine only, unless --address says otherwise. Nothing of the machine can be read or written through
/// it; what a user saves is kept in the browser.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy serve --open
  grundy serve --port 8080
  grundy serve --address 0.0.0.0 --name den.home

The page asks the same questions as the command line, at /api/…; /api/openapi.json describes them.
Ctrl-C ends it.")]
pub struct Serve {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = DEFAULT_PORT, value_parser = whole(0..=u16::MAX), allow_negative_numbers = true)]
    port: u16,
    /// The address to listen on; another one than this machine's own lets others in
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A name by which others ask for this machine; can be given more than once
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// How many seconds a question of the page may take
    #[arg(long, value_name = "S", default_value_t = Limits::default().seconds)]
    max_seconds: f64,
    /// How many MiB tables, answers and what is kept of them may take together
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().table_bytes >> 20, value_parser = whole(16..=1u64 << 20), allow_negative_numbers = true)]
    max_mebibytes: u64,
}

impl Serve {
    /// Serves until the program ends.
    ///
    /// # Errors
    /// Fails if the address cannot be listened on.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        if !(self.max_seconds.is_finite() && self.max_seconds > 0.0) {
            return Err(Failure::wrong(message!("a number of seconds above 0 is expected, for example 5")));
        }
        let address = SocketAddr::new(self.address, self.port);
        let table_bytes = self.max_mebibytes << 20;
        let full = Some(limits::watch_memory(table_bytes));
        let limits = Limits { seconds: self.max_seconds, table_bytes, full, ..Limits::default() };
        let options = Options { address, names: self.name, limits };
        let ready = |address: SocketAddr| {
            // An unspecified address means all addresses of this machine and cannot be requested by a browser.
            let shown = match address.ip().is_unspecified() {
                true => format!("http://localhost:{}/", address.port()),
                false => format!("http://{address}/"),
            };
            // A script that started the server need not read this.
            let _ = screen.say(&message!("grundy is at {address} (Ctrl-C ends it)", address = shown));
            if self.open {
                open(&shown);
            }
        };
        grundy_web::serve(options, ready).map_err(|error| {
            let failure = Failure::wrong(message!(
                "cannot listen on {address}: {error}",
                address = address.to_string(),
                error = reason(&error)
            ));
            match error.kind() {
                ErrorKind::AddrInUse => {
                    failure.hint(message!("it may be running already; another port is taken with --port 7879"))
                }
                _ => failure,
            }
        })?;
        Ok(Status::Fine)
    }
}

/// Opens the page in the browser, if one is found; otherwise the user has the printed address.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = || Stdio::null();
    let _ = Command::new(program).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}
