//! Who leaves leaves no work behind, and who comes back finds it.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A server with one thread for questions, each of which may take long.
fn server() -> SocketAddr {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let limits = grundy_web::Limits { threads: 1, seconds: 300.0, ..grundy_web::Limits::default() };
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let options = grundy_web::Options { address, limits, ..grundy_web::Options::default() };
        grundy_web::serve(options, move |address| tell.send(address).unwrap()).unwrap();
    });
    told.recv_timeout(Duration::from_secs(20)).unwrap()
}

fn send(server: SocketAddr, method: &str, path: &str, asked: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(server).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let body = if asked.is_null() { String::new() } else { asked.to_string() };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

fn answer(mut stream: TcpStream) -> Value {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    serde_json::from_str(text.split_once("\r\n\r\n").map_or("", |(_, body)| body)).unwrap_or(Value::Null)
}

/// Reads events until this one is heard.
fn hear(stream: &mut TcpStream, event: &str) {
    let mut heard = String::new();
    let mut piece = [0; 4096];
    while !heard.contains(&format!("event: {event}")) {
        let length = stream.read(&mut piece).unwrap();
        assert!(length > 0, "{event} was not told: {heard}");
        heard += &String::from_utf8_lossy(&piece[..length]);
    }
}

/// Work for hours.
fn long() -> Value {
    json!({"game": "connect", "givens": {"rows": 7, "cols": 8, "k": 4}})
}

#[test]
fn work_ends_when_the_browser_leaves() {
    let server = server();
    let began = Instant::now();
    let leaving = send(server, "POST", "/api/solve", &long());
    // Once the only thread is at work, somebody else waits; who comes first is not said by who knocks first.
    let asks = || {
        let stream = send(server, "POST", "/api/solve", &json!({"game": "nim"}));
        stream.set_read_timeout(Some(Duration::from_millis(800))).unwrap();
        stream
    };
    let mut waiting = asks();
    while (&waiting).read(&mut [0; 1]).is_ok() {
        assert!(began.elapsed() < Duration::from_secs(20), "the thread was never at work");
        waiting = asks();
    }
    drop(leaving);
    waiting.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    assert_eq!(answer(waiting)["winner"], "first");
    // Long before the work would have ended by itself.
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn long_work_is_found_again_after_a_reload() {
    let server = server();
    let job = answer(send(server, "POST", "/api/jobs/solve", &long()))["job"].as_str().unwrap().to_owned();
    let events = format!("/api/jobs/{job}/events");
    let mut page = send(server, "GET", &events, &Value::Null);
    hear(&mut page, "progress");
    drop(page);
    let mut reloaded = send(server, "GET", &events, &Value::Null);
    hear(&mut reloaded, "progress");
    answer(send(server, "DELETE", &format!("/api/jobs/{job}"), &Value::Null));
    hear(&mut reloaded, "done");
}
