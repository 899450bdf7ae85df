//! The page and its HTTP interface from a program of your own: `cargo run --release -p grundy-web --example serve`.

use grundy_web::{DEFAULT_PORT, Limits, Options, serve};

fn main() -> std::io::Result<()> {
    let limits = Limits { seconds: 2.0, ..Limits::default() };
    let options = Options { address: ([127, 0, 0, 1], DEFAULT_PORT).into(), names: Vec::new(), limits };
    serve(options, |address| println!("http://{address}/"))
}
