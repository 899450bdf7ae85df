//! Requests that mean harm, or that are only clumsy: each is answered, and the server goes on answering.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant};

/// One server for all tests of this file, with small limits.
fn server() -> SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    *SERVER.get_or_init(|| {
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let limits = grundy_web::Limits { seconds: 0.3, table_bytes: 256 << 20, ..grundy_web::Limits::default() };
            let address = SocketAddr::from(([127, 0, 0, 1], 0));
            let options = grundy_web::Options { address, limits, ..grundy_web::Options::default() };
            grundy_web::serve(options, move |address| tell.send(address).unwrap()).unwrap();
        });
        told.recv_timeout(Duration::from_secs(20)).unwrap()
    })
}

/// Sends these bytes and reads until the server closes or the answer is whole.
fn exchange(bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server may close before everything is sent.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn request(method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let length = body.len();
    let host = if headers.to_lowercase().contains("host:") { "" } else { "Host: 127.0.0.1\r\n" };
    let text = format!(
        "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    );
    let answer = exchange(text.as_bytes());
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, answer)
}

fn body(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)).unwrap_or(Value::Null)
}

fn post(path: &str, asked: &Value) -> (u16, Value) {
    let (status, answer) = request("POST", path, "Content-Type: application/json\r\n", &asked.to_string());
    (status, body(&answer))
}

#[track_caller]
fn answers() {
    let (status, data) = post("/api/solve", &json!({"game": "nim", "position": "3 4 5"}));
    assert_eq!((status, data["winner"].as_str()), (200, Some("first")));
}

#[test]
fn the_json_is_that_of_the_command_line() {
    let (_, data) = post("/api/solve", &json!({"game": "nim", "position": ["3", "4", "5"]}));
    assert_eq!(data["winning_moves"], json!([{"part": 0, "move": "take(k=2)", "to": "1 4 5"}]));
    let (_, data) = post("/api/table", &json!({"game": "kayles", "ranges": ["0..5"]}));
    assert_eq!(data["values"], json!([0, 1, 2, 3, 1, 4]));
    let (_, data) = post("/api/solve", &json!({"game": "bash", "position": "23", "givens": {"m": 4}}));
    assert_eq!(data["winner"], "first");
    let (_, data) = post("/api/moves", &json!({"rules": "game g(n) move t(k in 1..n) -> n - k", "position": "2"}));
    assert_eq!(data["moves"].as_array().map(Vec::len), Some(2));
    let (_, data) = post("/api/explain", &json!({"game": "nim"}));
    assert_eq!(data["why"]["sentences"][0]["key"], "why-parts");
    let (_, data) = post("/api/graph", &json!({"game": "nim", "position": "2", "depth": 5}));
    assert_eq!((data["nodes"].as_array().map(Vec::len), data["complete"].as_bool()), (Some(3), Some(true)));
}

#[test]
fn wrong_questions_are_problems_in_words() {
    for (path, asked, status, kind) in [
        ("/api/solve", json!({"game": "nym"}), 404, "unknown-game"),
        ("/api/solve", json!({"game": "../../etc/passwd"}), 404, "unknown-game"),
        ("/api/solve", json!({"game": "nim", "position": "x"}), 422, "refused"),
        ("/api/solve", json!({"game": "nim", "position": 3}), 400, "wrong-request"),
        ("/api/solve", json!({"game": 3}), 400, "wrong-request"),
        ("/api/solve", json!({}), 400, "wrong-request"),
        ("/api/solve", json!({"rules": "game"}), 422, "wrong-rules"),
        ("/api/solve", json!({"rules": "#".repeat(70_000)}), 413, "rules-too-long"),
        ("/api/solve", json!({"game": "nim", "givens": [1]}), 400, "wrong-request"),
        ("/api/solve", json!({"game": "nim", "compound": "upto=0"}), 400, "wrong-request"),
        ("/api/table", json!({"game": "nim", "ranges": ["0..99999999"]}), 422, "refused"),
        ("/api/table", json!({"game": "nim", "ranges": []}), 400, "wrong-request"),
        ("/api/graph", json!({"game": "nim", "depth": -1}), 400, "wrong-request"),
        ("/api/graph", json!({"game": "nim", "nodes": 1e9}), 400, "wrong-request"),
        ("/api/nothing", json!({}), 404, "not-found"),
        ("/api/jobs/nothing", json!({}), 400, "wrong-request"),
        ("/api/find", json!({"game": "nim"}), 400, "too-long"),
    ] {
        let (found, data) = post(path, &asked);
        assert_eq!((found, data["title"].as_str()), (status, Some(kind.replace('-', " ").as_str())), "{path} {data}");
        assert!(data["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{data}");
    }
}

#[test]
fn strangers_are_refused() {
    let json = "Content-Type: application/json\r\n";
    for headers in [
        "Host: evil.example\r\n",
        "Host: 127.0.0.1.evil.example\r\n",
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
    ] {
        let (status, answer) = request("POST", "/api/solve", &format!("{headers}{json}"), "{\"game\":\"nim\"}");
        assert_eq!(status, 403, "{headers} {answer}");
        assert!(!answer.to_lowercase().contains("access-control-allow"), "{answer}");
    }
    assert_eq!(request("POST", "/api/solve", "Content-Type: text/plain\r\n", "{\"game\":\"nim\"}").0, 415);
    assert_eq!(request("OPTIONS", "/api/solve", "Origin: http://evil.example\r\n", "").0, 403);
}

#[test]
fn no_file_of_the_machine_is_handed_out() {
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/assets/../../src/lib.rs",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/assets/..%5c..%5cetc",
        "//etc/passwd",
        "/etc/passwd%00.html",
        "/api/games/..%2f..%2fetc%2fpasswd",
    ] {
        let (status, answer) = request("GET", path, "", "");
        assert!(status == 404 || status == 400, "{path}: {status}");
        assert!(!answer.contains("root:") && !answer.contains("[package]"), "{path}");
    }
    for name in ["@/etc/passwd", "-", "/etc/passwd", "file:///etc/passwd"] {
        let (status, data) = post("/api/solve", &json!({"game": name}));
        assert_eq!(status, 404, "{data}");
    }
    let (status, _) = post("/api/solve", &json!({"game": "bash", "givens": {"m": "@/etc/passwd"}}));
    assert_eq!(status, 422);
}

#[test]
fn the_page_tells_browsers_to_load_nothing_from_elsewhere() {
    for path in ["/", "/play/nim", "/write", "/api/games"] {
        let (status, answer) = request("GET", path, "", "");
        assert_eq!(status, 200, "{path}");
        let head = answer.split_once("\r\n\r\n").unwrap().0.to_lowercase();
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{head}");
        assert!(head.contains("x-content-type-options: nosniff") && head.contains("frame-ancestors 'none'"), "{head}");
        assert!(!head.contains("unsafe"), "{head}");
    }
}

#[test]
fn what_is_not_http_or_too_long_is_answered_or_dropped() {
    for bytes in [
        b"\x00\xff\xfe\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"GET /\r\n\r\n".to_vec(),
        b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n".to_vec(),
        b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".to_vec(),
        format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(200_000)).into_bytes(),
        format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X-A: b\r\n".repeat(20_000)).into_bytes(),
    ] {
        let answer = exchange(&bytes);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.0 4"), "{answer}");
    }
    let long = format!("{{\"rules\": \"{}\"}}", "x".repeat(400_000));
    assert_eq!(request("POST", "/api/diagnose", "Content-Type: application/json\r\n", &long).0, 413);
    let deep = "[".repeat(100_000);
    assert_eq!(request("POST", "/api/solve", "Content-Type: application/json\r\n", &deep).0, 400);
    answers();
}

#[test]
fn rules_that_would_run_away_are_answered_in_time() {
    let began = Instant::now();
    for (asked, what) in [
        (json!({"rules": "game g(n) move t(k in 1..10**12) -> n", "position": "5"}), "many moves"),
        (json!({"rules": "game g(n) move t(k in 1..n) -> n + k", "position": "5"}), "a heap that grows"),
        (json!({"rules": "game g(n) move t -> n + 1", "position": "5"}), "play that never ends"),
        (json!({"rules": "game g(n) move t(k in 1..n) -> 9 ** 9 ** 9 ** 9", "position": "5"}), "a huge number"),
        (json!({"game": "nim", "position": "9".repeat(5_000)}), "a huge heap"),
        (json!({"game": "nim", "position": vec!["5"; 9_000]}), "many parts"),
        (json!({"game": "connect", "givens": {"rows": 40, "cols": 40}}), "a large board"),
        (
            json!({"rules": format!("game g(n) move t if {}n > 0{} -> n - 1", "(".repeat(3000), ")".repeat(3000))}),
            "deep rules",
        ),
    ] {
        for path in ["/api/solve", "/api/board", "/api/explain", "/api/graph"] {
            let (status, data) = post(path, &asked);
            assert!([200, 413, 422].contains(&status), "{what}: {path}: {status} {data}");
        }
    }
    answers();
    assert!(began.elapsed() < Duration::from_secs(90), "{:?}", began.elapsed());
}

#[test]
fn two_hundred_at_once_and_slow_or_broken_ones_leave_it_answering() {
    // Some send half a request and wait, some go away before the answer.
    let slow: Vec<TcpStream> = (0..60)
        .map(|place| {
            let mut stream = TcpStream::connect(server()).unwrap();
            let whole = "POST /api/board HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"game\":\"nim\"}";
            let part = if place % 2 == 0 { &whole[..30] } else { whole };
            stream.write_all(part.as_bytes()).unwrap();
            stream
        })
        .collect();
    let threads: Vec<_> = (0..200)
        .map(|place| {
            std::thread::spawn(move || {
                let game = ["nim", "kayles", "wythoff", "tic_tac_toe"][place % 4];
                let asked = json!({"game": game});
                post(["/api/solve", "/api/board"][place % 2], &asked).0
            })
        })
        .collect();
    let statuses: Vec<u16> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    drop(slow);
    answers();
}

#[test]
fn long_work_is_told_of_cancelled_and_forgotten() {
    let asked = json!({"game": "connect", "givens": {"rows": 6, "cols": 7, "k": 4}});
    let (status, data) = post("/api/jobs/solve", &asked);
    assert_eq!(status, 202, "{data}");
    let job = data["job"].as_str().unwrap().to_owned();
    let mut stream = TcpStream::connect(server()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(stream, "GET /api/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut heard = String::new();
    let mut piece = [0; 4096];
    let mut cancelled = false;
    loop {
        let length = stream.read(&mut piece).unwrap();
        if length == 0 {
            break;
        }
        heard += &String::from_utf8_lossy(&piece[..length]);
        if heard.contains("event: progress") && !cancelled {
            cancelled = true;
            assert_eq!(request("DELETE", &format!("/api/jobs/{job}"), "", "").0, 204);
        }
    }
    assert!(heard.contains("event: done") && heard.contains("\"stopped\":\"cancelled\""), "{heard}");
    assert_eq!(body(&request("GET", &format!("/api/jobs/{job}"), "", "").1)["stage"], "done");
    assert_eq!(request("GET", "/api/jobs/0123456789abcdef/events", "", "").0, 404);
    answers();
}

#[test]
fn every_path_of_the_interface_is_described() {
    let (_, answer) = request("GET", "/api/openapi.json", "", "");
    let described = body(&answer);
    let paths: Vec<&String> = described["paths"].as_object().unwrap().keys().collect();
    for path in
        ["games", "games/{name}", "diagnose", "solve", "moves", "board", "table", "graph", "explain", "jobs/{name}"]
    {
        assert!(paths.iter().any(|known| **known == format!("/api/{path}")), "{path}");
    }
}
