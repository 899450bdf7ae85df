//! Ctrl-C and what is shown while work goes on: the program as somebody meets it who does not wait for the end.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// A game on a board so large that nobody gets to its end.
const ENDLESS: [&str; 7] = ["connect", "--given", "rows=20", "--given", "cols=20", "--given", "gravity=false"];
/// So that no budget ends the work first.
const NO_LIMIT: [&str; 2] = ["--max-positions", "1000000000000"];
/// How long anything here may take before it counts as hanging.
const LIMIT: Duration = Duration::from_secs(120);

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Presses Ctrl-C.
fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// Waits until the program listens to Ctrl-C, which the kernel tells: bit 2 - 1 of `SigCgt`.
fn wait_until_it_listens(child: &mut Child) {
    let path = format!("/proc/{}/status", child.id());
    let started = Instant::now();
    loop {
        let described = std::fs::read_to_string(&path).unwrap();
        let caught = described.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        if u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 != 0 {
            return;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended before it listened");
        assert!(started.elapsed() < LIMIT, "it does not listen to Ctrl-C");
        std::thread::yield_now();
    }
}

fn wait_until_it_ends(child: &mut Child, mut meanwhile: impl FnMut(&Child)) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if started.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("it does not end");
        }
        meanwhile(child);
        std::thread::yield_now();
    }
}

/// Presses Ctrl-C once, as soon as it is listened to, and says what came of it.
fn interrupted(arguments: &[&str]) -> (Output, String, String) {
    let mut child = start(arguments);
    wait_until_it_listens(&mut child);
    interrupt(&child);
    wait_until_it_ends(&mut child, |_| {});
    told(child)
}

fn told(child: Child) -> (Output, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    (output, stdout, stderr)
}

#[test]
fn what_is_known_is_told_when_solving_is_interrupted() {
    let arguments = [&["solve"], &ENDLESS[..], &NO_LIMIT].concat();
    let (output, stdout, stderr) = interrupted(&arguments);
    assert_eq!(output.status.code(), Some(1), "{stdout}\n{stderr}");
    assert!(stdout.contains("not known"), "{stdout}");
    assert!(stdout.contains("cancelled"), "{stdout}");
    assert_eq!(stderr, "");
    let (output, stdout, _) = interrupted(&[&arguments[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout.contains("\"winner\":null"), "{stdout}");
}

#[test]
fn the_cells_that_are_known_are_told_when_a_table_is_interrupted() {
    // Heaps of 2 and 3 have more positions than anybody lists; those of 0 and 1 are done before.
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let rules = folder.join("spread.game");
    std::fs::write(
        &rules,
        "game spread(n, w: [int; 40] = [0 for _ in 1..40])\nstuck wins\n\
         move take if n > 0 -> with n = n - 1\n\
         move put(i in 0..39) if n > 1 and w[i] < 1000000 -> with w[i] = w[i] + 1\n",
    )
    .unwrap();
    let (output, stdout, stderr) =
        interrupted(&[&["table", rules.to_str().unwrap(), "0..3", "--as", "outcome", "--csv"], &NO_LIMIT[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{stdout}\n{stderr}");
    assert!(stdout.contains('?'), "{stdout}");
    assert!(stderr.contains("not every cell is known: it was interrupted"), "{stderr}");
}

#[test]
fn checking_ends_with_the_file_that_was_being_checked() {
    let (output, stdout, stderr) = interrupted(&["check", "--all", "--max-positions", "100000000"]);
    assert_eq!(output.status.code(), Some(1), "{stdout}\n{stderr}");
    assert!(stderr.contains("interrupted: "), "{stderr}");
    assert!(stderr.contains(" files checked to the end"), "{stderr}");
}

#[test]
fn seconds_of_checking_are_those_of_all_files_together() {
    // Two of the files alone need longer by themselves, and the rules of all of them are read in a moment.
    let (output, stdout, stderr) = told(start(&["check", "--all", "--max-seconds", "0.2", "--json"]));
    assert_eq!(output.status.code(), Some(1), "{stdout}\n{stderr}");
    assert!(stderr.contains("the limit of 0.2 s was reached: ") && stderr.contains(" files checked"), "{stderr}");
    let lines = stdout.lines().count();
    let (_, listed, _) = told(start(&["list", "--json"]));
    assert!(lines > 0 && lines < listed.matches("\"name\"").count(), "{lines} files in 0.2 s\n{listed}");
}

#[test]
fn a_batch_ends_after_the_line_that_was_being_answered() {
    let mut child = start(&[&["solve"], &ENDLESS[..], &NO_LIMIT, &["--batch", "-"]].concat());
    let row = ".".repeat(20);
    let empty = vec![row.as_str(); 20].join("/");
    let won = empty.replacen("....", "XXX.", 1);
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{won}").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    output.read_line(&mut answer).unwrap();
    assert!(answer.contains("first"), "{answer}");
    writeln!(input, "{empty}\n{won}").unwrap();
    interrupt(&child);
    let ended = wait_until_it_ends(&mut child, |_| {});
    let (_, _, stderr) = told(child);
    assert_eq!(ended.code(), Some(1), "{stderr}");
    assert!(stderr.contains("note: interrupted: 1 line was answered"), "{stderr}");
}

#[test]
fn a_batch_that_waits_for_its_next_line_ends_at_once() {
    let mut child = start(&["solve", "nim", "--batch", "-"]);
    let mut input = child.stdin.take().unwrap();
    wait_until_it_listens(&mut child);
    interrupt(&child);
    let ended = wait_until_it_ends(&mut child, |_| {});
    assert!(writeln!(input, "1 2 3").is_err());
    let (_, stdout, stderr) = told(child);
    assert_eq!((ended.code(), stdout.as_str()), (Some(1), ""), "{stderr}");
    assert!(stderr.contains("note: interrupted: 0 lines were answered"), "{stderr}");
}

#[test]
fn the_second_one_ends_the_program() {
    // The table is larger than a pipe holds, and nobody reads it: the program cannot end by itself.
    let mut child = start(&["table", "bash", "0..40000", "--csv"]);
    wait_until_it_listens(&mut child);
    let ended = wait_until_it_ends(&mut child, interrupt);
    assert_eq!(ended.code(), Some(130));
}

#[test]
fn whoever_does_not_watch_is_shown_no_progress() {
    let arguments = [&["solve"], &ENDLESS[..], &NO_LIMIT, &["--max-seconds", "1.2"]].concat();
    let (output, _, stderr) = told(start(&arguments));
    assert_eq!((output.status.code(), stderr.as_str()), (Some(1), ""));
}
