//! Many connections that say little: each has its time, and none holds others up.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

fn server(limits: grundy_web::Limits) -> SocketAddr {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let options = grundy_web::Options { address, limits, ..grundy_web::Options::default() };
        grundy_web::serve(options, move |address| tell.send(address).unwrap()).unwrap();
    });
    told.recv_timeout(Duration::from_secs(20)).unwrap()
}

fn send(server: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

fn answer(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

const VERSION: &str = "GET /api/version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// Half a head, a head without its body, silence after an answer: the next one is answered all the same, at once.
#[test]
fn silent_connections_hold_nobody_up() {
    let server =
        server(grundy_web::Limits { connections: 40, client_connections: 20, ..grundy_web::Limits::default() });
    let half = [
        "",
        "GET / HT",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n",
        "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        "GET /api/version HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ];
    let held: Vec<TcpStream> = (0..120).map(|index| send(server, half[index % half.len()])).collect();
    for _ in 0..10 {
        let began = Instant::now();
        let said = answer(send(server, VERSION));
        assert!(said.starts_with("HTTP/1.1 200"), "{said}");
        assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    }
    drop(held);
}

/// Heads and bodies that trickle are given up after their time, however often a byte comes.
#[test]
fn what_trickles_is_given_up() {
    let server = server(grundy_web::Limits { head_seconds: 0.5, body_seconds: 0.5, ..grundy_web::Limits::default() });
    let head =
        "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n";
    for (begin, expect) in [(head.to_owned(), ""), (format!("{head}\r\n"), "HTTP/1.1 408")] {
        let mut stream = send(server, &begin);
        stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
        let began = Instant::now();
        let mut said = Vec::new();
        let mut piece = [0; 4096];
        loop {
            assert!(began.elapsed() < Duration::from_secs(10), "{begin:?} was not given up");
            match stream.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => said.extend_from_slice(&piece[..length]),
                Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                    let _ = stream.write_all(b"x");
                }
                Err(_) => break,
            }
            if !expect.is_empty() && said.starts_with(expect.as_bytes()) {
                break;
            }
        }
        assert!(String::from_utf8_lossy(&said).starts_with(expect), "{}", String::from_utf8_lossy(&said));
    }
    // Silence between two requests, too.
    let began = Instant::now();
    let said = answer(send(server, "GET /api/version HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    assert!(said.starts_with("HTTP/1.1 200") && began.elapsed() < Duration::from_secs(10), "{said}");
}
