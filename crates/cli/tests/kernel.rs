//! `grundy kernel` as people and scripts meet it.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn kernel(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .arg("kernel")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
fn prints(arguments: &[&str], input: &str, expect: &str) {
    let output = kernel(arguments, input);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expect, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn nodes_are_rows_of_a_sheet() {
    let rows = "node,outcome,grundy,remoteness,winning moves\n0,lose,0,0,\n1,win,1,1,0\n2,lose,0,2,\n";
    prints(&["-", "--csv"], "2 1\n1 0\n", rows);
    prints(&["-", "--csv", "--format", "counted"], "3 2\n2 1\n1 0\n", rows);
}

#[test]
fn programs_get_all_kernels() {
    let output = kernel(&["-", "--all", "--json"], "[[1],[2],[3],[0],[5],[4]]");
    let data: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(data["kernel"], serde_json::Value::Null);
    assert_eq!(data["kernel_count"], 4);
    assert_eq!(data["kernels"][0], serde_json::json!(["0", "2", "4"]));
}

#[test]
fn pictures_are_written() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (svg, dot) = (folder.join("kernel.svg"), folder.join("kernel.dot"));
    let output = kernel(&["-", "--svg", svg.to_str().unwrap(), "--dot", dot.to_str().unwrap()], "a b\nb c\nc c\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(std::fs::read_to_string(svg).unwrap().ends_with("</svg>\n"));
    let dot = std::fs::read_to_string(dot).unwrap();
    assert_eq!(kernel(&["-"], &dot).status.code(), Some(0), "what is written can be read: {dot}");
}

#[test]
fn wrong_graphs_are_told_with_their_place() {
    for (input, expect) in [
        ("a b\nc d e\n", "line 2, column 5: a third name, `e`"),
        ("digraph { a -> ; }", "line 1, column 16: a node is expected"),
        ("[[0],[7]]", "7 is no node: there are 2"),
    ] {
        let output = kernel(&["-"], input);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(expect), "{input}: {said}");
    }
    let missing = kernel(&["no_such_file"], "");
    assert_eq!(missing.status.code(), Some(2));
}
