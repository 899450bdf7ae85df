//! Any bytes as the body of a request to a server that really listens: every answer is whole, and none says that the program failed.
//!
//! The first byte chooses the address that is asked.
#![no_main]

use grundy_web::{Limits, Options};
use libfuzzer_sys::fuzz_target;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::time::Duration;

const ADDRESSES: [&str; 9] =
    ["solve", "moves", "board", "table", "graph", "explain", "diagnose", "jobs/solve", "jobs/table"];

/// The server, started by the first request.
fn server() -> SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    *SERVER.get_or_init(|| {
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let limits = Limits { seconds: 0.05, job_seconds: 0.05, positions: 2_000, job_positions: 2_000, ..Limits::default() };
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            let options = Options { address, limits, ..Options::default() };
            grundy_web::serve(options, move |address| send.send(address).expect("the target waits for it"))
        });
        receive.recv().expect("the server starts")
    })
}

fuzz_target!(|data: &[u8]| {
    let [choice, body @ ..] = data else { return };
    let asked = ADDRESSES[usize::from(*choice) % ADDRESSES.len()];
    let address = server();
    let mut stream = TcpStream::connect(address).expect("the server accepts connections");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time can be set");
    let head = format!(
        "POST /api/{asked} HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        address.port(),
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).expect("the server reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server answers in time");
    let answer = String::from_utf8(answer).expect("answers are text");
    let status = answer.split(' ').nth(1).unwrap_or_default();
    assert!(matches!(status, "200" | "202" | "400" | "404" | "413" | "422" | "429" | "503"), "{answer}");
});
