//! `grundy solve --method` and `--only`: one method and no other, and no more than was asked.

use serde_json::Value;
use std::process::Command;

/// Exit code, standard output and standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(arguments)
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn answer(arguments: &[&str]) -> Value {
    let (code, text, wrong) = run(&[arguments, &["--json"]].concat());
    assert_eq!(code, 0, "{arguments:?}: {wrong}");
    serde_json::from_str(&text).expect("it prints JSON")
}

#[test]
fn every_method_that_is_listed_gives_the_same_answer() {
    let positions: [&[&str]; 6] = [
        &["nim", "3", "4", "5"],
        &["wythoff", "6,9"],
        &["tic_tac_toe", "X.O/.X./..O"],
        &["domineering"],
        &["cram", "...#/..../#..."],
        &["token", "0", "3"],
    ];
    for position in positions {
        // Boards of another size than the default are given.
        let sized: &[&str] = if position == ["cram", "...#/..../#..."] { &["--given", "rows=3"] } else { &[] };
        let asked = [&["solve"], position, sized].concat();
        let plan = answer(&[asked.as_slice(), &["--explain-plan"]].concat());
        let methods: Vec<&str> = plan["methods"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(methods.len() > 2 && methods.contains(&"reference"), "{methods:?}");
        let whole = answer(&asked);
        assert_eq!(whole.get("method"), None, "{asked:?}");
        for method in methods {
            let found = answer(&[asked.as_slice(), &["--method", method]].concat());
            assert_eq!(found["method"], method, "{asked:?}");
            assert_eq!(found["winner"], whole["winner"], "{asked:?} {method}");
            assert!(found["grundy"].is_null() || found["grundy"] == whole["grundy"], "{asked:?} {method}");
        }
    }
}

#[test]
fn a_method_that_cannot_be_taken_is_refused_with_the_reason() {
    let cases: [(&[&str], &str); 5] = [
        (&["nim", "3", "4", "--method", "retrograde"], "it takes one part, not a sum"),
        (&["nim", "3", "--method", "proof-number"], "it takes single parts without Grundy values or points"),
        (&["tic_tac_toe", "--method", "grundy-search"], "it takes impartial games under normal play"),
        (&["wythoff", "3,5", "--method", "graph"], "it takes a token on a given graph"),
        (&["tic_tac_toe", "--method", "theorem"], "no theorem says anything of this position"),
    ];
    for (arguments, reason) in cases {
        let (code, text, wrong) = run(&[&["solve"], arguments].concat());
        assert_eq!((code, text.as_str()), (2, ""), "{arguments:?}");
        assert!(wrong.contains("cannot be taken") && wrong.contains(reason), "{arguments:?}: {wrong}");
    }
    let (code, _, wrong) = run(&["solve", "nim", "3", "--method", "magic"]);
    assert_eq!(code, 2);
    assert!(
        ["retrograde", "alpha-beta", "proof-number", "reference"].iter().all(|name| wrong.contains(name)),
        "{wrong}"
    );
}

#[test]
fn only_what_is_asked_is_looked_for() {
    let cram = ["solve", "cram", "--given", "rows=4", "--given", "cols=5"];
    let whole = answer(&cram);
    let value = answer(&[&cram[..], &["--only", "value"]].concat());
    assert_eq!(value["grundy"], whole["grundy"]);
    assert!(value["positions"].as_u64() < whole["positions"].as_u64(), "{value}");
    let winner = answer(&[&cram[..], &["--only", "winner"]].concat());
    assert_eq!(winner["winner"], whole["winner"]);
    let moves = answer(&["solve", "tic_tac_toe", "X.O/.X./..O", "--only", "moves"]);
    assert_eq!(moves["winning_moves"], answer(&["solve", "tic_tac_toe", "X.O/.X./..O"])["winning_moves"]);
    let (code, _, wrong) = run(&["solve", "tic_tac_toe", "--only", "value"]);
    assert_eq!(code, 2);
    assert!(wrong.contains("have no value of their own"), "{wrong}");
}

#[test]
fn a_theorem_on_who_wins_does_not_end_the_search_for_the_rest() {
    // A large board, most of which is filled: its symmetry tells who wins.
    let board = "########/##....##/##....##/##....##/########";
    let whole = answer(&["solve", "cram", "--given", "rows=5", "--given", "cols=8", board]);
    assert_eq!(whole["winner"], "first");
    assert!(whole["grundy"].as_u64().is_some_and(|value| value > 0), "{whole}");
    assert!(!whole["winning_moves"].as_array().unwrap().is_empty(), "{whole}");
    // Where the limit ends the search, what the theorem tells is told nevertheless.
    let cut = ["solve", "cram", "--given", "rows=5", "--given", "cols=8", "--max-positions", "20000"];
    let cut = answer(&cut);
    assert_eq!((&cut["winner"], &cut["grundy"]), (&Value::from("first"), &Value::Null));
    assert_eq!(cut["stopped"], "positions", "{cut}");
}

#[test]
fn less_is_not_dearer_than_everything() {
    // A search visits these positions again and again, as their bounds differ; a table has 80 004 cells.
    let rules = "game long(n, t in 0..3)\nmove take(k in 1..min(2, n)) gain if t == 3 then 0 else k -> \
                 (n - k, if t == 3 then 0 else t + 1)\n";
    let file = std::env::temp_dir().join(format!("grundy-long-{}.game", std::process::id()));
    std::fs::write(&file, rules).expect("a file can be written");
    for only in ["winner", "value", "moves"] {
        let path = file.to_str().expect("its name is text");
        let said = answer(&["solve", path, "20000,3", "--only", only, "--max-positions", "200000"]);
        assert_eq!(said["winner"], "second", "{only}: {said}");
    }
    std::fs::remove_file(&file).expect("it can be removed");
}
