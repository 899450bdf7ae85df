//! `grundy serve` holds its limits: games and positions that would take seconds and gigabytes are asked about, and the system tells
//! what the server took.
#![cfg(target_os = "linux")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const MAX_SECONDS: &str = "1";
/// 1.1 times the 64 MiB of the server, and 64 MiB for the program itself.
const MAX_RESIDENT_KIBIBYTES: u64 = 64 * 1024 * 11 / 10 + 64 * 1024;
/// The seconds of a question and one more.
const MAX_PROCESSOR_TIME: Duration = Duration::from_secs(2);
/// How long an answer may be, and a refusal.
const MAX_ANSWER_BYTES: usize = 2 << 20;
const MAX_REFUSAL_BYTES: usize = 8 << 10;

struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Server {
        let arguments = ["serve", "--port", "0", "--max-mebibytes", "64", "--max-seconds", MAX_SECONDS];
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
        Server { child, address }
    }

    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{name}", self.child.id())).unwrap()
    }

    /// The most memory it ever took.
    fn resident_kibibytes(&self) -> u64 {
        let status = self.file("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    fn processor_time(&self) -> Duration {
        let stat = self.file("stat");
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: u64 = [11, 12].iter().map(|index| fields[*index].parse::<u64>().unwrap()).sum();
        Duration::from_millis(ticks * 10)
    }

    fn ask(&self, path: &str, asked: &Value) -> (u16, String) {
        self.request("POST", path, &asked.to_string())
    }

    /// Begins a job, waits for its end and returns its events.
    fn job(&self, question: &str, asked: &Value) -> String {
        let (status, body) = self.ask(&format!("/api/jobs/{question}"), asked);
        assert_eq!(status, 202, "{body}");
        let begun: Value = serde_json::from_str(&body).unwrap();
        self.request("GET", &format!("/api/jobs/{}/events", begun["job"].as_str().unwrap()), "").1
    }

    fn request(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        // It may be refused before all of it is sent.
        let _ = stream.write_all(body.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, answer.split_once("\r\n\r\n").map_or_else(String::new, |(_, body)| body.to_owned()))
    }
}

/// Rules with so many lines made of numbers from 0 up.
fn rules(head: &str, count: usize, line: impl Fn(usize) -> String) -> String {
    head.to_owned() + &(0..count).map(line).collect::<String>()
}

/// What is asked about, each by a name.
fn hostile() -> Vec<(&'static str, Value)> {
    let list = |count: usize| format!("[{}3]", "3,".repeat(count - 1));
    let components: Vec<String> = (0..4000).map(|index| format!("c{index} = 5")).collect();
    let some_components = components[..250].join(", ");
    let take = "move t if c0 > 0 -> with c0 = c0 - 1";
    vec![
        (
            "a number that grows and parts of it",
            json!({"rules": "game g(n)\nmove up -> n * n + 2\nmove same(k in 1..n) -> k plus n", "position": "3"}),
        ),
        (
            "1300 kinds of moves",
            json!({"rules": rules("game g(n)\n", 1300, |i| format!("move m{i} if n > {i} -> n - {}\n", i + 1)), "position": "2000"}),
        ),
        (
            "1300 kinds of moves with choices",
            json!({"rules": rules("game g(n)\n", 1300, |i| format!("move m{i}(k in 1..n) -> n - k\n")), "position": "100"}),
        ),
        ("a board of a million cells", json!({"game": "connect", "givens": {"rows": 1000, "cols": 1000}})),
        ("a board of 20 000 cells", json!({"game": "cram", "givens": {"rows": 141, "cols": 141}})),
        (
            "a move that changes every cell",
            json!({"rules": "game g(b: [{'.', 'X'}; n, n])\ngiven n: int in 1.. = 140\nmove f if b[0, 0] == '.' -> with b[i, j] = 'X' for i in 0..n - 1, j in 0..n - 1"}),
        ),
        (
            "a default of four million numbers",
            json!({"rules": "game g(b: [int] = [i for i in 1..4000000])\nmove f if b[0] > 0 -> with b[0] = 0"}),
        ),
        (
            "a given of four million numbers",
            json!({"rules": "game g(n)\ngiven s: [int] = [i for i in 1..4000000]\nmove f(k in s) if k <= n -> n - k", "position": "5"}),
        ),
        (
            "5000 parts with slow defaults",
            json!({"rules": "game g(n, m = sum(i for i in 1..3000000))\nmove f if n > 0 -> (n - 1, m)", "position": vec!["1"; 5000]}),
        ),
        ("a quarter of a million spaces", json!({"game": "nim", "position": format!("1{}2", " ".repeat(240_000))})),
        ("a number of 200 000 digits", json!({"game": "nim", "position": "9".repeat(200_000)})),
        ("numbers of 19 000 digits", json!({"game": "nim", "position": vec!["9".repeat(19_000); 6].join(" ")})),
        (
            "a list that doubles",
            json!({"rules": "game g(b: [int in 0..])\nmove dbl -> b ++ b\nmove f(k in 0..len(b) - 1) -> with b[k] = b[k] + 1", "position": "[1,2,3]"}),
        ),
        (
            "a list with 15 000 moves",
            json!({"rules": "game g(b: [int in 0..])\nmove t(k in 0..len(b) - 1) if b[k] > 0 -> with b[k] = b[k] - 1", "position": list(15_000)}),
        ),
        (
            "10^10 moves",
            json!({"rules": "game g(n)\nmove t(k in 1..n, j in 1..n) -> n - k plus j", "position": "100000"}),
        ),
        ("9000 parts", json!({"game": "nim", "position": vec!["5"; 9000]})),
        ("moves in any of 9000 parts", json!({"game": "kayles", "position": vec!["5"; 9000], "compound": "some"})),
        ("a number that falls without end", json!({"rules": "game g(n: int)\nmove t -> n - 1", "position": "5"})),
        (
            "two numbers that grow",
            json!({"rules": "game g(n, m)\nmove a -> (n + m, n)\nmove b(k in 1..n) -> (n * k, m + 1)", "position": "3,4"}),
        ),
        ("4000 components", json!({"rules": format!("game g({})\n{take}", components.join(", "))})),
        ("250 components", json!({"rules": format!("game g({some_components})\n{take}")})),
        (
            "60 functions, each calling the last twice",
            json!({"rules": rules("game g(n)\nlet f0(x) = x + 1\n", 59, |i| format!("let f{}(x) = f{i}(f{i}(x))\n", i + 1)) + "move t if n > 0 and f59(n) > 0 -> n - 1", "position": "5"}),
        ),
        ("a player with a long name", json!({"game": "connect", "mover": "X".repeat(200_000)})),
        ("a given with a long name", json!({"game": "bash", "givens": {"m".repeat(200_000): 3}})),
        ("a given with a long value", json!({"game": "bash", "givens": {"m": "9".repeat(200_000)}})),
    ]
}

#[test]
fn hostile_games_and_positions_are_answered_within_the_limits() {
    let server = Server::start();
    for (name, asked) in hostile() {
        let mut questions: Vec<(&str, Value)> =
            ["solve", "moves", "board", "explain", "graph", "lookahead"].map(|path| (path, asked.clone())).into();
        if asked.get("rules").is_some() {
            let mut table = asked.clone();
            table.as_object_mut().unwrap().remove("position");
            table["ranges"] = json!(["0..30"]);
            questions.push(("table", table));
            questions.push(("diagnose", json!({"rules": asked["rules"]})));
        }
        for (path, asked) in questions {
            let before = server.processor_time();
            let (status, body) = server.ask(&format!("/api/{path}"), &asked);
            let took = server.processor_time() - before;
            let resident = server.resident_kibibytes();
            let shown: String = body.chars().take(200).collect();
            assert!([200, 400, 413, 422].contains(&status), "{name}: {path}: {status} {shown}");
            let max_bytes = if status == 200 { MAX_ANSWER_BYTES } else { MAX_REFUSAL_BYTES };
            assert!(body.len() <= max_bytes, "{name}: {path}: {status}, {} bytes: {shown}", body.len());
            assert!(took <= MAX_PROCESSOR_TIME, "{name}: {path}: {took:?} of processor time");
            assert!(resident <= MAX_RESIDENT_KIBIBYTES, "{name}: {path}: {} MiB", resident >> 10);
        }
    }
    let (status, body) = server.ask("/api/solve", &json!({"game": "nim", "position": "3 4 5"}));
    assert!(status == 200 && body.contains("\"first\""), "{body}");
}

/// Searches for rules and checks of claims are jobs, of which two run at once.
#[test]
fn jobs_that_find_and_check_keep_to_the_memory() {
    let server = Server::start();
    let two = "game g(n, m)\nmove a(k in 1..n) -> (n - k, m)\nmove b(k in 1..m) -> (n, m - k)\n";
    let rows = "game g(b: [int in 0..])\nmove t(i in 0..len(b) - 1, k in 1..b[i]) -> with b[i] = b[i] - k\n";
    let grid = "game g(b: [{'.', 'X'}; n, n])\ngiven n: int in 1..9 = 5\n\
                move f(i in 0..n - 1, j in 0..n - 1) if b[i, j] == '.' -> with b[i, j] = 'X'\nclaim lose iff n % 2 == 0\n";
    let growing = "game g(n)\nmove up(k in 1..n) if n < 10 ** 6 -> n + k\nclaim lose iff n > 10 ** 6\n";
    let jobs = [
        ("find", json!({"game": "wythoff", "ranges": ["0..100", "0..100"]})),
        ("find", json!({"rules": two})),
        ("find", json!({"game": "kayles", "ranges": ["0..5000"]})),
        ("find", json!({"rules": growing})),
        ("check", json!({"rules": format!("{two}claim grundy = n ^ m\nclaim lose iff n == m\n")})),
        ("check", json!({"rules": format!("{rows}claim grundy = xor(x for x in b)\n")})),
        ("check", json!({"rules": grid})),
        ("check", json!({"rules": growing})),
    ];
    std::thread::scope(|scope| {
        for (question, asked) in &jobs {
            let server = &server;
            scope.spawn(move || {
                let events = server.job(question, asked);
                assert!(events.contains("event: done") || events.contains("event: failed"), "{asked}: {events}");
            });
        }
    });
    assert!(server.resident_kibibytes() <= MAX_RESIDENT_KIBIBYTES, "{} MiB", server.resident_kibibytes() >> 10);
}

/// Thirty large boards at once hold up nobody who asks a small question.
#[test]
fn large_boards_do_not_hold_up_small_questions() {
    let server = Server::start();
    let large = json!({"game": "connect", "givens": {"rows": 1000, "cols": 1000}});
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..30).map(|_| scope.spawn(|| server.ask("/api/board", &large))).collect();
        let before = std::time::Instant::now();
        let (status, _) = server.ask("/api/solve", &json!({"game": "nim", "position": "3 4 5"}));
        assert_eq!(status, 200);
        assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
        for answer in asked {
            let (status, body) = answer.join().unwrap();
            assert!(status == 413 && body.len() < MAX_REFUSAL_BYTES, "{status} {}", body.len());
        }
    });
    assert!(server.resident_kibibytes() <= MAX_RESIDENT_KIBIBYTES, "{} MiB", server.resident_kibibytes() >> 10);
}
