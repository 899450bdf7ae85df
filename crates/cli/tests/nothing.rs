//! `nothing` is a part like any other: every command that takes a position, every compound, parts that are finished, small and huge.

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// Runs the program; answers its exit code and what it printed, and fails where it panicked.
#[track_caller]
fn run(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(arguments)
        .output()
        .expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
    let code = output.status.code().unwrap_or_else(|| panic!("{arguments:?} was ended by a signal: {stderr}"));
    assert!(code <= 2, "{arguments:?} ended with {code}: {stderr}");
    (code, String::from_utf8(output.stdout).expect("it prints UTF-8"))
}

/// What `solve` says of a position: its exit code, and the winner, Grundy value, remoteness and score.
#[track_caller]
fn solved(game: &str, parts: &[&str], compound: &str) -> (i32, [Value; 4]) {
    let mut arguments = vec!["solve", game, "--compound", compound, "--json", "--max-seconds", "0.4"];
    arguments.extend(parts);
    let (code, text) = run(&arguments);
    let answer: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
    (code, ["winner", "grundy", "remoteness", "score"].map(|field| answer[field].clone()))
}

fn file(name: &str, rules: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nothing");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, rules).unwrap();
    path.to_str().unwrap().to_owned()
}

const COMPOUNDS: [&str; 6] = ["one", "every", "short", "some", "upto=2", "anti"];

/// Parts that are still there, beside which a finished one is put.
const PARTS: [&[&str]; 5] = [&[], &["3"], &["1000000"], &["10000000000", "2"], &["2", "3"]];

#[test]
fn a_finished_part_ends_all_or_changes_nothing() {
    let games = [
        "nim".to_owned(),
        "kayles".to_owned(),
        file("misere.game", "game misere(n) stuck wins move take(k in 1..min(3, n)) -> n - k"),
        file("points.game", "game points(n) move take(k in 1..min(3, n)) gain k % 3 -> n - k"),
        file("burn.game", "game burn(n) move take(k in 1..min(3, n)) -> n - k move burn if n in 3..4 -> nothing"),
        file("sides.game", "game sides(n) players A, B A move one if n > 0 -> n - 1 B move two if n > 1 -> n - 2"),
    ];
    for game in &games {
        for compound in COMPOUNDS {
            let over = solved(game, &["nothing"], compound);
            for parts in PARTS {
                let without = match parts {
                    [] => over.clone(),
                    parts => solved(game, parts, compound),
                };
                for place in [0, parts.len()] {
                    let mut with = parts.to_vec();
                    with.insert(place, "nothing");
                    let found = solved(game, &with, compound);
                    let meant = if compound == "short" { &over } else { &without };
                    // Huge parts that no theorem knows may take longer than the time allows, with or without the finished one.
                    if found.0 != 1 && meant.0 != 1 {
                        assert_eq!(found, *meant, "{game} {with:?} {compound}");
                    } else {
                        assert!(parts.iter().any(|part| part.len() > 1), "{game} {with:?} {compound}: not solved");
                    }
                }
            }
        }
    }
}

#[test]
fn every_command_takes_a_finished_part() {
    let commands: [&[&str]; 7] = [
        &["solve", "--explain-plan"],
        &["solve"],
        &["moves"],
        &["moves", "--json"],
        &["explain"],
        &["explain", "--json"],
        &["draw", "board"],
    ];
    for game in ["nim", "bash", "kayles", "take_power"] {
        for compound in COMPOUNDS {
            for parts in [&["nothing"][..], &["3", "nothing"], &["nothing", "1000000"]] {
                for command in commands {
                    let mut arguments = command.to_vec();
                    arguments.push(game);
                    arguments.extend(parts);
                    if command[0] != "draw" {
                        arguments.extend(["--compound", compound, "--max-seconds", "1"]);
                    }
                    let (code, text) = run(&arguments);
                    assert!(code < 2 && !text.is_empty(), "{arguments:?}");
                }
            }
        }
    }
}

#[test]
fn what_a_finished_part_is_worth_is_told() {
    let said = |arguments: &[&str]| {
        let (code, text) = run(arguments);
        assert_eq!(code, 0, "{arguments:?}");
        text
    };
    assert!(said(&["solve", "nim", "1000000", "nothing"]).contains("Grundy value   1000000"));
    assert!(said(&["solve", "nim", "3", "nothing"]).contains("Grundy value   3"));
    for other in ["nothing", "0"] {
        let over = said(&["solve", "nim", "10000000000", other, "--compound", "short"]);
        assert!(over.contains("play is over"), "{over}");
    }
}

#[test]
fn a_start_with_a_finished_part_is_read_as_it_is_written() {
    let rules = "game g(n) compound short move take(k in 1..n) -> n - k start nothing plus 3";
    let (code, text) = run(&["solve", &file("start.game", rules)]);
    assert_eq!(code, 0);
    assert!(text.contains("g: nothing 3\n") && text.contains("play is over"), "{text}");
    let path = file("shown.game", rules);
    run(&["fmt", &path]);
    let shown = std::fs::read_to_string(path).unwrap();
    assert!(shown.contains("start nothing plus 3"), "{shown}");
}
