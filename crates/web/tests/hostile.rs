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
        ("/api/table", json!({"game": "nim", "ranges": ["0..99999999"]}), 422, "budget"),
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
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
        assert!(answer.is_empty() || body(&answer)["detail"].is_string(), "{answer}");
    }
    for (bytes, status, detail) in [
        ("nonsense\r\n\r\n".to_owned(), 400, "this is no request of HTTP/1.1"),
        (format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(65_535)), 414, "the address is too long"),
        (
            format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: y\r\n".repeat(150)),
            431,
            "the headers are too long",
        ),
    ] {
        let answer = exchange(bytes.as_bytes());
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert!(answer.contains("content-type: application/problem+json\r\n"), "{answer}");
        assert_eq!((body(&answer)["status"].as_u64(), body(&answer)["detail"].as_str()), (Some(status), Some(detail)));
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
        .map(|index| {
            let mut stream = TcpStream::connect(server()).unwrap();
            let whole = "POST /api/board HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"game\":\"nim\"}";
            let part = if index % 2 == 0 { &whole[..30] } else { whole };
            stream.write_all(part.as_bytes()).unwrap();
            stream
        })
        .collect();
    let threads: Vec<_> = (0..200)
        .map(|index| {
            std::thread::spawn(move || {
                let game = ["nim", "kayles", "wythoff", "tic_tac_toe"][index % 4];
                let asked = json!({"game": game});
                post(["/api/solve", "/api/board"][index % 2], &asked).0
            })
        })
        .collect();
    let statuses: Vec<u16> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    drop(slow);
    answers();
}

#[test]
fn a_connection_too_many_is_refused_with_a_problem() {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let limits = grundy_web::Limits { client_connections: 1, ..grundy_web::Limits::default() };
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let options = grundy_web::Options { address, limits, ..grundy_web::Options::default() };
        grundy_web::serve(options, move |address| tell.send(address).unwrap()).unwrap();
    });
    let server = told.recv_timeout(Duration::from_secs(20)).unwrap();
    // The stream of events keeps a connection busy.
    let asked = json!({"game": "connect", "givens": {"rows": 6, "cols": 7, "k": 4}}).to_string();
    let mut busy = TcpStream::connect(server).unwrap();
    let head = "Host: localhost\r\nContent-Type: application/json\r\n";
    write!(busy, "POST /api/jobs/solve HTTP/1.1\r\n{head}Content-Length: {}\r\n\r\n{asked}", asked.len()).unwrap();
    let mut piece = [0; 4096];
    let length = busy.read(&mut piece).unwrap();
    let job = body(&String::from_utf8_lossy(&piece[..length]))["job"].as_str().unwrap().to_owned();
    write!(busy, "GET /api/jobs/{job}/events HTTP/1.1\r\n{head}\r\n").unwrap();
    assert!(busy.read(&mut piece).unwrap() > 0);
    let mut refused = String::new();
    TcpStream::connect(server).unwrap().read_to_string(&mut refused).unwrap();
    assert!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("retry-after: 1\r\n"), "{refused}");
    assert_eq!(body(&refused)["detail"], "too many connections are open");
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

/// Requests by the dozen, each with the statuses that it may have; 0 is a connection that was closed without a word.
#[test]
fn clumsy_and_hostile_requests_are_answered_by_the_book() {
    let json = "Content-Type: application/json\r\n";
    let nim = "{\"game\":\"nim\"}";
    let deep = format!("{}1{}", "{\"a\":".repeat(5000), "}".repeat(5000));
    let long_list = format!("{{\"game\":\"nim\",\"position\":[{}\"1\"]}}", "\"1\",".repeat(20_000));
    let long_name = format!("{{\"game\":\"{}\"}}", "n".repeat(100_000));
    let cookie = format!("Cookie: {}\r\n", "c".repeat(30_000));
    let many = "X-A: b\r\n".repeat(150);
    let long_path = format!("/{}", "x".repeat(30_000));
    let long_field = format!("{{\"{}\":1}}", "k".repeat(200_000));
    let twice = format!("{{\"{0}\":1,\"{0}\":2}}", "k".repeat(100_000));
    let asking = |game: &str, field: &str, text: &str| format!("{{\"game\":\"{game}\",{field}:\"{text}\"}}");
    let cases: &[(&str, &str, &str, &str, &[u16])] = &[
        ("HEAD", "/", "", "", &[200]),
        ("HEAD", "/api/games", "", "", &[200]),
        ("HEAD", "/nosuch", "", "", &[404]),
        ("OPTIONS", "/api/solve", "", "", &[405]),
        ("OPTIONS", "*", "", "", &[400, 404, 405]),
        ("TRACE", "/", "", "", &[405]),
        ("CONNECT", "localhost:80", "", "", &[400, 403, 404, 405]),
        ("DELETE", "/", "", "", &[405]),
        ("PUT", "/api/games/nim", json, nim, &[405]),
        ("PATCH", "/api/solve", json, nim, &[405]),
        ("BREW", "/", "", "", &[405]),
        ("get", "/", "", "", &[405]),
        ("GET", "/api/solve", "", "", &[405]),
        ("POST", "/", json, nim, &[405]),
        ("POST", "/api", json, nim, &[404, 405]),
        ("POST", "/api/", json, nim, &[404, 405]),
        ("GET", "/api", "", "", &[404]),
        ("GET", "/api/games/", "", "", &[404]),
        ("GET", "/api/games/%00", "", "", &[400, 404]),
        ("GET", "/api/games/%ff%fe", "", "", &[400, 404]),
        ("GET", "/api/games/%E0%A4%A", "", "", &[400, 404]),
        ("GET", "/api/games?word=%ff", "", "", &[200, 400]),
        ("GET", "/api/games?word=a&word=b", "", "", &[200, 400]),
        ("GET", "/api/games?word=zzzzzz", "", "", &[200, 404]),
        ("GET", "/play/%E0%A4%A", "", "", &[200]),
        ("GET", "/play/../../api/version", "", "", &[200, 404]),
        ("GET", "/assets/", "", "", &[404]),
        ("GET", "/assets/index.js/../../Cargo.toml", "", "", &[404]),
        ("GET", "/index.html%2f..%2f", "", "", &[404]),
        ("GET", "/.git/config", "", "", &[404]),
        ("GET", "/?x=<script>alert(1)</script>", "", "", &[200, 400]),
        ("GET", "/nosuch", &cookie, "", &[404, 431]),
        ("GET", "/api/version", &many, "", &[0, 200, 431]),
        ("GET", "/api/version", "Range: bytes=0-1\r\n", "", &[200]),
        ("GET", "/api/version", "Upgrade: websocket\r\n", "", &[200]),
        ("GET", "/api/version", "Expect: 100-continue\r\n", "", &[0, 100, 200]),
        ("GET", "/api/version", "Host: localhost\r\nX-Forwarded-Host: evil.example\r\n", "", &[200]),
        ("GET", "/", "Host: [::1]evil.example\r\n", "", &[403]),
        ("GET", "/", "Host: [127.0.0.1].evil.example\r\n", "", &[403]),
        ("GET", "/", "Host: localhost:99999\r\n", "", &[400, 403]),
        ("GET", "/", "Host: a@localhost\r\n", "", &[400, 403]),
        ("GET", "/", "Host: localhost\r\nHost: localhost\r\n", "", &[400, 403]),
        ("GET", "/", "Host:\r\n", "", &[400, 403]),
        ("GET", "http://evil.example/", "", "", &[403]),
        ("GET", "http://a@127.0.0.1/", "", "", &[400, 403]),
        ("POST", "/api/solve", json, "", &[400]),
        ("POST", "/api/solve", json, "null", &[400]),
        ("POST", "/api/solve", json, "[]", &[400]),
        ("POST", "/api/solve", json, "\"nim\"", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\"", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\"}}", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\",}", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\",\"game\":\"kayles\"}", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"bash\",\"givens\":{\"m\":3,\"m\":4}}", &[400]),
        ("POST", "/api/solve", json, "{\"gam\\u0065\":\"nim\",\"game\":\"nim\"}", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\",\"position\":1e999}", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\",\"position\":{\"a\":1}}", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\",\"position\":[[\"1\"]]}", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\",\"position\":\"\\u0000\"}", &[422]),
        ("POST", "/api/solve", json, "{\"game\":\"\\ud800\"}", &[400]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\",\"mover\":\"nobody\"}", &[422]),
        ("POST", "/api/solve", json, "{\"game\":\"nim\",\"colour\":\"red\"}", &[400]),
        ("POST", "/api/solve", json, &deep, &[400]),
        ("POST", "/api/solve", json, &long_list, &[400, 413, 422]),
        ("POST", "/api/solve", json, &long_name, &[404]),
        ("POST", "/api/table", json, "{\"game\":\"nim\",\"ranges\":[\"9..0\"]}", &[400, 422]),
        ("POST", "/api/table", json, "{\"game\":\"nim\",\"ranges\":\"0..9\"}", &[400]),
        ("POST", "/api/graph", json, "{\"game\":\"nim\",\"depth\":\"deep\"}", &[400]),
        ("POST", "/api/diagnose", json, "{}", &[400]),
        ("POST", "/api/diagnose", json, "{\"rules\":7}", &[400]),
        ("POST", "/api/jobs/solve", json, "{}", &[400]),
        ("DELETE", "/api/jobs/nosuch", "", "", &[404]),
        ("GET", "/api/jobs/nosuch", "", "", &[404]),
        ("GET", "/api/jobs/..%2f..%2fetc", "", "", &[404]),
        ("GET", &long_path, "", "", &[404]),
        ("GET", &format!("/api/games{long_path}"), "", "", &[404]),
        ("POST", &format!("/api{long_path}"), json, nim, &[404]),
        ("POST", &format!("/api/jobs{long_path}"), json, nim, &[400]),
        ("GET", "/", &format!("Host: {}\r\n", "h".repeat(20_000)), "", &[403]),
        ("POST", "/api/solve", json, &long_field, &[400]),
        ("POST", "/api/solve", json, &twice, &[400]),
        ("POST", "/api/solve", json, "\u{feff}{\"game\":\"nim\"}", &[400]),
        ("POST", "/api/solve", json, &asking("nim", "\"position\"", &"9".repeat(200_000)), &[422]),
        ("POST", "/api/solve", json, &asking("nim", "\"position\"", &format!("1{}2", " ".repeat(200_000))), &[200]),
        ("POST", "/api/solve", json, &asking("nim", "\"compound\"", &"q".repeat(200_000)), &[400]),
        ("POST", "/api/solve", json, &asking("connect", "\"mover\"", &"X".repeat(200_000)), &[422]),
        ("POST", "/api/solve", json, &asking("connect", "\"position\"", &".".repeat(200_000)), &[422]),
        ("POST", "/api/board", json, "{\"game\":\"connect\",\"givens\":{\"rows\":1000,\"cols\":1000}}", &[413]),
        ("POST", "/api/board", json, "{\"game\":\"connect\",\"givens\":{\"rows\":-5}}", &[422]),
        ("POST", "/api/board", json, "{\"game\":\"connect\",\"givens\":{\"rows\":1e300}}", &[422]),
        ("POST", "/api/board", json, "{\"game\":\"connect\",\"givens\":{\"rows\":[]}}", &[422]),
        ("POST", "/api/table", json, "{\"game\":\"nim\",\"ranges\":[\"0..99999999999999999999\"]}", &[400, 422]),
        ("POST", "/api/table", json, "{\"game\":\"nim\",\"ranges\":[\"-5..-1\"]}", &[422]),
        ("POST", "/api/table", json, "{\"game\":\"nim\",\"ranges\":[5]}", &[400]),
        ("POST", "/api/graph", json, "{\"game\":\"nim\",\"nodes\":0.5}", &[400]),
        ("POST", "/api/graph", json, "{\"game\":\"nim\",\"nodes\":99999999999999999999999}", &[400]),
        ("POST", "/api/explain", json, "{\"game\":\"nim\",\"line\":-1}", &[400]),
    ];
    for (method, path, headers, sent, expect) in cases {
        let (status, answer) = request(method, path, headers, sent);
        let shown: String = format!("{method} {path} {headers} {sent}").chars().take(200).collect();
        assert!(expect.contains(&status), "{shown}: {status}\n{answer}");
        assert!(status < 500, "{shown}: {answer}");
        // What is named in a refusal may be as long as a request; the refusal is not.
        assert!(status == 200 || answer.len() < 8192, "{shown}: {} bytes", answer.len());
    }
    let (_, twice) = request("POST", "/api/solve", json, "{\"game\":\"nim\",\n \"game\":\"kayles\"}");
    assert_eq!(body(&twice)["detail"], "line 2, column 2: the field `game` is given twice");
    answers();
}

#[test]
fn chunks_and_requests_one_behind_the_other_are_read_apart() {
    let head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let chunked = |chunks: &str| {
        exchange(format!("{head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}").as_bytes())
    };
    assert!(chunked("7\r\n{\"game\"\r\n7\r\n:\"nim\"}\r\n0\r\n\r\n").starts_with("HTTP/1.1 200"));
    let endless = format!("{}0\r\n\r\n", format!("2000\r\n{}\r\n", " ".repeat(0x2000)).repeat(64));
    assert!(chunked(&endless).starts_with("HTTP/1.1 413"));
    for wrong in ["x\r\n", "-1\r\n\r\n", "ffffffffffffffffff\r\n", "5\r\nabcdefgh\r\n0\r\n\r\n"] {
        let answer = chunked(wrong);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{wrong:?}: {answer}");
    }
    let two = "GET /api/version HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2);
    let three = format!("{two}GET /nosuch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let answer = exchange(three.as_bytes());
    assert_eq!((answer.matches("HTTP/1.1 200").count(), answer.matches("HTTP/1.1 404").count()), (2, 1), "{answer}");
    // What stands behind a body of a stated length is a request of its own and is not let in by the first.
    let smuggled = format!(
        "{head}Content-Length: 14\r\n\r\n{{\"game\":\"nim\"}}GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    );
    let answer = exchange(smuggled.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("HTTP/1.1 403"), "{answer}");
    answers();
}

#[test]
fn a_browser_is_shown_a_page_where_there_is_nothing() {
    let browser = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n";
    let chinese = format!("{browser}Accept-Language: zh-CN,zh;q=0.9,en;q=0.8\r\n");
    let (status, answer) = request("GET", "/nosuch<b>", browser, "");
    assert!(status == 404 || status == 400, "{answer}");
    let (status, answer) = request("GET", "/nosuch/page", browser, "");
    let head = answer.split_once("\r\n\r\n").unwrap().0.to_lowercase();
    assert!(
        status == 404 && head.contains("content-type: text/html") && head.contains("content-security-policy"),
        "{answer}"
    );
    assert!(answer.contains("there is nothing at `/nosuch/page`") && answer.contains("<a href=\"/\">"), "{answer}");
    let (_, answer) = request("GET", "/nosuch/page", &chinese, "");
    assert!(answer.contains("lang=\"zh\"") && !answer.contains("there is nothing"), "{answer}");
    for path in ["/api/games/nosuch", "/api/solve", "/api/jobs/nosuch"] {
        assert!(request("GET", path, browser, "").1.contains("<!doctype html>"), "{path}");
    }
    for program in ["", "Accept: */*\r\n", "Accept: application/json\r\n"] {
        let (status, answer) = request("GET", "/nosuch/page", program, "");
        assert_eq!((status, body(&answer)["title"].as_str()), (404, Some("not found")), "{program}{answer}");
    }
}

/// Whatever is refused is a problem object, which says why; a browser is shown a page.
#[test]
fn every_refusal_has_a_body_of_its_kind() {
    for (method, path, headers, status) in [
        ("GET", "/api/nope", "", 404),
        ("PUT", "/api/nope", "", 404),
        ("GET", "/api/solve", "", 405),
        ("PUT", "/", "", 405),
        ("OPTIONS", "/", "", 405),
        ("DELETE", "/play/nim", "", 405),
        ("PUT", "/api/games", "", 405),
        ("GET", "/api/games/%E0%A4%A", "", 400),
        ("GET", "/api/games/%ff", "", 400),
        ("GET", "/api/jobs/%ff", "", 400),
        ("GET", "/nosuch", "", 404),
        ("GET", "/", "Host: 0.0.0.0\r\n", 403),
        ("GET", "/", "Host: 127.0.0.1:9\r\n", 403),
        ("GET", "/", "Host: localhost:80\r\n", 403),
    ] {
        let (found, answer) = request(method, path, headers, "");
        let head = answer.split_once("\r\n\r\n").map_or("", |(head, _)| head).to_lowercase();
        assert_eq!(found, status, "{method} {path}: {answer}");
        assert!(head.contains("content-type: application/problem+json"), "{method} {path}: {head}");
        assert!(body(&answer)["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{method} {path}: {answer}");
        let (_, page) = request(method, path, &format!("{headers}Accept: text/html,*/*\r\n"), "");
        assert!(page.to_lowercase().contains("content-type: text/html") && page.contains("<h1>"), "{page}");
    }
    let own = format!("Host: localhost:{}\r\n", server().port());
    assert_eq!(request("GET", "/", &own, "").0, 200);
}
