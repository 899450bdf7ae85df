//! Answers are what the description of the interface says: every field is named there, and has the type that is told.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

fn server() -> SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    *SERVER.get_or_init(|| {
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let address = SocketAddr::from(([127, 0, 0, 1], 0));
            let options = grundy_web::Options { address, ..grundy_web::Options::default() };
            grundy_web::serve(options, move |address| tell.send(address).unwrap()).unwrap();
        });
        told.recv_timeout(Duration::from_secs(20)).unwrap()
    })
}

/// The status and the body of an answer.
fn request(method: &str, path: &str, body: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(server()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{kind}Content-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    (status, serde_json::from_str(body).unwrap_or(Value::Null))
}

fn described() -> Value {
    request("GET", "/api/openapi.json", "").1
}

/// What is wrong with a value that should be as this schema says.
fn differences(described: &Value, schema: &Value, value: &Value, index: &str, found: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return differences(described, &described["components"]["schemas"][name], value, index, found);
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        // An integer is a number without a fraction, however large.
        Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_kind = |said: &Value| said == kind || said == "number" && kind == "integer";
    let fits = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(is_kind),
        one => is_kind(one),
    };
    if !fits {
        found.push(format!("{index} is {kind} and not {}", schema["type"]));
    }
    if let (Some(fields), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
        for (name, value) in fields {
            match known.get(name) {
                Some(schema) => differences(described, schema, value, &format!("{index}.{name}"), found),
                None => found.push(format!("{index}.{name} is not described")),
            }
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                found.push(format!("{index}.{name} is not there"));
            }
        }
    }
    if let (Some(elements), false) = (value.as_array(), schema["items"].is_null()) {
        for element in elements {
            differences(described, &schema["items"], element, &format!("{index}[]"), found);
        }
    }
}

#[track_caller]
fn check(method: &str, path: &str, described_as: &str, asked: &Value, expect: u16) -> Value {
    let described = described();
    let body = if asked.is_null() { String::new() } else { asked.to_string() };
    let (status, answer) = request(method, path, &body);
    assert_eq!(status, expect, "{path} {asked}: {answer}");
    let responses = &described["paths"][described_as][method.to_lowercase()]["responses"];
    let code = if status < 400 { status.to_string() } else { "4XX".to_owned() };
    let content = responses[&code]["content"].as_object().unwrap_or_else(|| panic!("{path}: {code} is not described"));
    let schema = &content.values().next().unwrap()["schema"];
    assert!(schema["$ref"].is_string(), "{path}: the answer has no fields in the description");
    let mut found = Vec::new();
    differences(&described, schema, &answer, path, &mut found);
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{path} {asked}:\n{}", found.join("\n"));
    answer
}

#[track_caller]
fn check_question(question: &str, asked: &Value) {
    let path = format!("/api/{question}");
    check("POST", &path, &path, asked, 200);
}

#[test]
fn games_are_as_described() {
    check("GET", "/api/games", "/api/games", &Value::Null, 200);
    check("GET", "/api/version", "/api/version", &Value::Null, 200);
    for game in grundy::catalogue() {
        check("GET", &format!("/api/games/{}", game.name), "/api/games/{name}", &Value::Null, 200);
    }
}

#[test]
fn answers_of_many_games_are_as_described() {
    let positions = [
        json!({"game": "nim", "position": "3 4 5"}),
        json!({"game": "nim", "position": "100000000000000000000000 5"}),
        json!({"game": "nim", "position": "0"}),
        json!({"game": "tic_tac_toe", "position": "XOX/OXO/O.."}),
        json!({"game": "dots_and_boxes"}),
        json!({"game": "stone_game_2"}),
        json!({"game": "hackenbush"}),
        json!({"game": "cat_and_mouse"}),
        json!({"game": "anti_nim", "position": "[2,2]"}),
        json!({"game": "bash", "givens": {"m": 4}, "position": "7"}),
        json!({"rules": "game g(n) players A, B A move a if n > 0 -> n - 1 B move b if n > 1 -> n - 2", "position": "A: 3"}),
    ];
    for asked in positions {
        for question in ["solve", "moves", "board", "explain"] {
            check_question(question, &asked);
        }
    }
    check_question("explain", &json!({"game": "nim", "position": "1 2", "depth": 2}));
    check_question("graph", &json!({"game": "nim", "position": "1 2", "depth": 2}));
    check_question("graph", &json!({"game": "cat_and_mouse", "depth": 1}));
    for asked in
        [json!({"game": "nim", "position": "0"}), json!({"game": "dots_and_boxes"}), json!({"game": "hackenbush"})]
    {
        check_question("lookahead", &asked);
    }
    check_question("table", &json!({"game": "kayles", "ranges": ["0..9"]}));
    check_question("table", &json!({"game": "wythoff", "ranges": ["0..5", "0..5"], "as": "outcome"}));
}

#[test]
fn diagnoses_and_jobs_are_as_described() {
    check_question("diagnose", &json!({"rules": "game nim(n) move take(k in 1..n) -> n - k"}));
    check_question("diagnose", &json!({"rules": "game nim(n) move take(k in 1..m) -> n - k - 1"}));
    check_question("diagnose", &json!({"rules": "game nim(n) move take(k in 1..3) -> n - k"}));
    let asked = json!({"game": "nim", "position": "3 4"});
    let begun = check("POST", "/api/jobs/solve", "/api/jobs/{name}", &asked, 202);
    let path = format!("/api/jobs/{}", begun["job"].as_str().unwrap());
    check("GET", &path, "/api/jobs/{name}", &Value::Null, 200);
}

#[test]
fn claims_are_checked_as_a_job() {
    let rules =
        "game mine(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy = n % 5\nclaim lose iff n % 4 == 0\n";
    let (status, refused) = request("POST", "/api/check", &json!({"rules": rules}).to_string());
    assert_eq!((status, &refused["detail"]), (400, &json!("checking claims takes long")));
    let begun = check("POST", "/api/jobs/check", "/api/jobs/{name}", &json!({"rules": rules}), 202);
    let path = format!("/api/jobs/{}", begun["job"].as_str().unwrap());
    let claims = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        let (_, told) = request("GET", &path, "");
        (told["stage"] == "done").then(|| told["data"]["claims"].clone())
    });
    let claims = claims.expect("the claims are checked within half a minute");
    assert_eq!((&claims[0]["status"], &claims[0]["counterexample"]), (&json!("false"), &json!("4")));
    assert_eq!((&claims[0]["line"], &claims[1]["status"]), (&json!(3), &json!("holds")));
    assert!(claims[1]["said"]["zh"]["detail"].as_str().unwrap().contains('个'), "{claims}");
}

#[test]
fn problems_are_as_described_and_said_in_chinese() {
    let problems = [
        ("POST", "/api/solve", "/api/solve", json!({"game": "nosuch"}), 404),
        ("POST", "/api/solve", "/api/solve", json!({"gam": "nim"}), 400),
        ("POST", "/api/solve", "/api/solve", json!({"position": "3"}), 400),
        ("POST", "/api/solve", "/api/solve", json!({"game": "nim", "position": 3}), 400),
        ("POST", "/api/solve", "/api/solve", json!({"game": "nim", "position": "x"}), 422),
        ("POST", "/api/solve", "/api/solve", json!({"game": "nim", "compound": "x"}), 400),
        ("POST", "/api/solve", "/api/solve", json!({"rules": "game"}), 422),
        ("POST", "/api/solve", "/api/solve", json!(["nim"]), 400),
        ("POST", "/api/table", "/api/table", json!({"game": "nim", "ranges": 3}), 400),
        ("POST", "/api/table", "/api/table", json!({"game": "nim", "ranges": ["0..3"], "as": "x"}), 400),
        ("POST", "/api/graph", "/api/graph", json!({"game": "nim", "depth": -1}), 400),
        ("POST", "/api/diagnose", "/api/diagnose", json!({}), 400),
        ("GET", "/api/jobs/0123456789abcdef", "/api/jobs/{name}", Value::Null, 404),
        ("GET", "/api/games/nosuch", "/api/games/{name}", Value::Null, 404),
    ];
    for (method, path, described_as, asked, status) in problems {
        let answer = check(method, path, described_as, &asked, status);
        let said = &answer["said"]["zh"];
        let texts = [&said["title"], &said["detail"]].into_iter().chain(said["hints"].as_array().unwrap());
        for text in texts {
            let text = text.as_str().unwrap();
            let is_chinese = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
            assert!(text.contains(is_chinese), "{path} {asked}: {text}");
        }
    }
}
