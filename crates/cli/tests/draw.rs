//! `grundy draw` as people and scripts meet it.

use std::path::PathBuf;
use std::process::{Command, Output};

fn draw(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).arg("draw").args(arguments).output().unwrap()
}

#[track_caller]
fn drawn(arguments: &[&str]) -> String {
    let output = draw(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(arguments: &[&str], expect: &str) {
    let output = draw(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(expect), "{errors}");
    assert!(output.stdout.is_empty());
}

/// A file of this name that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn boards_are_drawn_for_every_game_of_the_catalogue() {
    let names: Vec<&str> = grundy::catalogue().iter().map(|entry| entry.name).collect();
    for name in names {
        let output = draw(&["board", name]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        // Some games have no start of their own, and say what a position looks like.
        match output.status.code() {
            Some(0) => assert!(String::from_utf8_lossy(&output.stdout).ends_with("</svg>\n"), "{name}"),
            code => assert!(code == Some(2) && errors.contains("start"), "{name}: {errors}"),
        }
    }
}

#[test]
fn the_ending_says_how_a_picture_is_written() {
    let png = fresh("wythoff.png");
    drawn(&["table", "wythoff", "0..9", "0..9", "--as", "outcome", "-o", png.to_str().unwrap()]);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG\r\n"));
    let dot = fresh("nim.dot");
    drawn(&["graph", "nim", "1", "2", "-o", dot.to_str().unwrap()]);
    assert!(std::fs::read_to_string(&dot).unwrap().starts_with("digraph {"));
    let svg = fresh("flip.svg");
    drawn(&["board", "flip_game", "--++", "-o", svg.to_str().unwrap()]);
    assert!(std::fs::read_to_string(&svg).unwrap().contains("</svg>"));
    refused(&["board", "nim", "-o", "nim.bmp"], ".bmp");
    refused(&["board", "nim", "-o", "nim"], "has no ending");
    refused(&["board", "nim", "--format", "dot"], "[possible values: svg, png]");
    refused(&["board", "nim", "-o", "nim.dot"], "cannot be written as dot");
    refused(&["graph", "nim", "1", "-o", "/no/such/place/nim.svg"], "cannot write");
}

#[test]
fn what_is_too_large_is_refused() {
    refused(&["graph", "nim", "30", "30", "30", "--depth", "9"], "more than 1500 positions");
    refused(&["graph", "nim", "9", "--depth", "9", "--most", "3"], "more than 3 positions");
    refused(&["table", "nim", "0..999", "0..99"], "too many for an svg");
    refused(&["table", "nim", "0..9999", "0..9999"], "too large");
    refused(&["table", "nim", "0..999", "0..99", "--cell", "64", "--format", "png"], "dots is too large");
    refused(&["table", "nim", "0..9", "--cell", "0"], "--cell");
    refused(&["board", "nim", "3", "--scale", "99"], "0.1 to 16");
    refused(&["board", "nim", "x"], "x");
    refused(&["table", "bash", "0..9", "--rule", "it is nice"], "expected a claim");
}

#[test]
fn rules_are_drawn_over_tables() {
    let rings =
        |rule: &str| drawn(&["table", "bash", "0..9", "--as", "outcome", "--rule", rule]).matches("<circle").count();
    // Every fourth of ten and one in the legend.
    assert_eq!(rings("lose iff n % 4 == 0"), 4);
}

#[test]
fn programs_get_what_is_drawn() {
    let data: serde_json::Value = serde_json::from_str(&drawn(&["board", "nim", "2", "1", "--json"])).unwrap();
    assert_eq!((data["board"].as_str(), data["parts"][0]["shapes"].as_array().map(Vec::len)), (Some("heaps"), Some(2)));
    let data: serde_json::Value = serde_json::from_str(&drawn(&["graph", "nim", "2", "--json"])).unwrap();
    assert_eq!((data["nodes"].as_array().map(Vec::len), data["complete"].as_bool()), (Some(3), Some(true)));
    let data: serde_json::Value = serde_json::from_str(&drawn(&["table", "kayles", "0..5", "--json"])).unwrap();
    assert_eq!(data["values"], serde_json::json!([0, 1, 2, 3, 1, 4]));
}
